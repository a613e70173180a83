"""DomSolitaire as assignment 3 of CS 1027 asks for it: its classes and texts, over the rules of hoyle.games.domino.

The document's search has no memory and runs in circles on most larger deals; it is kept here to the letter.  For an
answer to every deal ask `hoyle solve domino/6`.

>>> game = DomSolitaire(2, 9, "simple")
>>> print(game)  # doctest: +NORMALIZE_WHITESPACE
simple F0 0/1  F1 0/2  F2 0/3
S0 |top>[ : ] <|
S1 |top>[2:1] [1:1] <|
S2 |top>[1: ] [2:2] [2: ] <|
>>> print(game.find_solution(200))
Stack |top>mS0->F0! mS2->S0! mS2->F2! mS1->F2! mS1->F1! mS0->F1! mS2->F2! <|
>>> game.winner(), game.show_named_content()
(True, '123||||')
"""

from __future__ import annotations

from collections.abc import MutableSequence

from icontract import ensure, require

from hoyle.classroom.collections import (
    EmptyCollectionError,
    LinearNode,
    ListADT,
    Named,
    StackADT,
    StackArray,
    StackLL,
    UnorderedList,
    UnorderedListADT,
)
from hoyle.games.domino import Tile, full_set, shuffle, tile

__all__ = [
    "DomSolitaire",
    "Domino",
    "EmptyCollectionError",
    "LinearNode",
    "ListADT",
    "Move",
    "Named",
    "StackADT",
    "StackArray",
    "StackLL",
    "UnorderedList",
    "UnorderedListADT",
]


class Domino:
    """A tile with two numbers, given in either order.

    >>> print(Domino(0, 1), Domino(2, 1).name, Domino(1, 2) == Domino(2, 1))
    [1: ] E True
    """

    @require(lambda high, low: high >= 0 and low >= 0, "numbers are not negative")
    def __init__(self, high: int, low: int) -> None:
        self._tile = tile(high, low)

    @property
    def tile(self) -> Tile:
        """The tile as the rules know it."""
        return self._tile

    @property
    def high(self) -> int:
        """The higher number."""
        return self._tile.high

    @property
    def low(self) -> int:
        """The lower number."""
        return self._tile.low

    @property
    def name(self) -> str:
        """The tile's letter in its set."""
        return self._tile.letter

    @staticmethod
    @require(lambda highest: highest >= 0, "the highest number is not negative")
    def get_set(highest: int) -> list[Domino]:
        """Return all tiles up to a highest number, in the order of the set."""
        return [Domino(*one) for one in full_set(highest)]

    @staticmethod
    def shuffle(tiles: MutableSequence[Domino], seed: int) -> None:
        """Put tiles in the order that belongs to a seed."""
        shuffle(tiles, seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Domino) and self._tile == other.tile

    def __hash__(self) -> int:
        return hash(self._tile)

    def __str__(self) -> str:
        return str(self._tile)

    def __repr__(self) -> str:
        return f"Domino({self.high}, {self.low})"


class Move:
    """One step of a solution: the top of one stack goes to another, and may come back.

    >>> print(Move(StackLL("S0"), StackLL("F3"), "test"))
    testS0->F3?
    """

    def __init__(self, from_: StackADT[Domino], to: StackADT[Domino], name: str = "m") -> None:
        self._from = from_
        self._to = to
        self._completed = False
        self._name = name

    @ensure(lambda self: self.completed, "the move is completed")
    def do_it(self) -> None:
        """Take the top to where the move leads; an empty stack raises EmptyCollectionError and nothing changes."""
        self._to.push(self._from.pop())
        self._completed = True

    @ensure(lambda self: not self.completed, "the move is not completed")
    def undo_it(self) -> None:
        """Take the top back to where the move came from."""
        self._from.push(self._to.pop())
        self._completed = False

    @property
    def completed(self) -> bool:
        """Whether the move is done and not undone."""
        return self._completed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._from is other._from and self._to is other._to

    def __hash__(self) -> int:
        return hash((id(self._from), id(self._to)))

    def __str__(self) -> str:
        return f"{self._name}{_name_of(self._from)}->{_name_of(self._to)}{'!' if self.completed else '?'}"


def _name_of(stack: StackADT[Domino]) -> str:
    return stack.name if isinstance(stack, Named) else str(stack)


class DomSolitaire:
    """A dealt game, its stacks and foundations, and the search of the document."""

    @require(lambda highest: highest >= 0, "the highest number is not negative")
    def __init__(self, highest: int, seed: int, name: str) -> None:
        self._foundation: list[StackADT[Domino]] = [StackLL(f"F{number}") for number in range(highest + 1)]
        self._stack: list[StackADT[Domino]] = [StackLL(f"S{number}") for number in range(highest + 1)]
        self._name = name
        self._debug = False
        self._deal(seed)

    @property
    def name(self) -> str:
        """The name that the game was given."""
        return self._name

    def set_debug(self, debug: bool) -> None:  # noqa: FBT001 — the document's setter
        """Turn the printing of intermediate results on or off."""
        self._debug = debug

    def reset(self, seed: int) -> None:
        """Clear the table and deal again."""
        for stack in (*self._foundation, *self._stack):
            while not stack.is_empty():
                stack.pop()
        self._deal(seed)

    def _deal(self, seed: int) -> None:
        tiles = Domino.get_set(len(self._stack) - 1)
        Domino.shuffle(tiles, seed)
        rest = iter(tiles)
        for number, stack in enumerate(self._stack):
            for _ in range(number + 1):
                stack.push(next(rest))
        self._say("deal")

    def winner(self) -> bool:
        """Tell whether the regular stacks are empty."""
        return all(stack.is_empty() for stack in self._stack)

    # The lists name the lowest stacks first: the order in which the search looks at them.

    def find_sf_moves(self) -> UnorderedListADT[Move]:
        """Return the moves from a stack to a foundation."""
        moves: UnorderedListADT[Move] = UnorderedList()
        for stack, top in self._tops():
            if top.high < len(self._foundation):
                foundation = self._foundation[top.high]
                if top.goes_home(None if foundation.is_empty() else foundation.peek().tile):
                    moves.add_to_rear(Move(stack, foundation))
        return moves

    def find_ses_moves(self) -> UnorderedListADT[Move]:
        """Return the moves from a stack to an empty stack."""
        moves: UnorderedListADT[Move] = UnorderedList()
        for stack, top in self._tops():
            for empty in self._stack:
                if top.blank and empty.is_empty():
                    moves.add_to_rear(Move(stack, empty))
        return moves

    def find_ss_moves(self) -> UnorderedListADT[Move]:
        """Return the moves from a stack onto another that is not empty."""
        moves: UnorderedListADT[Move] = UnorderedList()
        for stack, top in self._tops():
            for other, under in self._tops():
                if top.goes_onto(under):
                    moves.add_to_rear(Move(stack, other))
        return moves

    def _tops(self) -> list[tuple[StackADT[Domino], Tile]]:
        return [(stack, stack.peek().tile) for stack in self._stack if not stack.is_empty()]

    def find_moves(self, st: StackADT[Move]) -> None:
        """Push the moves to empty stacks, then those onto others, then those to foundations, each list from its end."""
        for moves in (self.find_ses_moves(), self.find_ss_moves(), self.find_sf_moves()):
            for move in reversed(list(moves)):
                st.push(move)
        self._say("find_moves")

    def create_move(self, from_: str, to: str) -> Move:
        """Return the move between two places by their names, allowed or not."""
        return Move(self._place(from_), self._place(to))

    def _place(self, name: str) -> StackADT[Domino]:
        return (self._stack if name.startswith("S") else self._foundation)[int(name[1:])]

    def show_named_content(self) -> str:
        """Return the sizes of the foundations and the letters of each stack from its top."""
        sizes = "".join(str(foundation.size()) for foundation in self._foundation)
        stacks = "".join("".join(f"{domino.name} " for domino in stack) + "|" for stack in self._stack)
        return f"{sizes}|{stacks}"

    @require(lambda max_steps: max_steps >= 0, "the limit is not negative")
    def find_solution(self, max_steps: int) -> StackADT[Move] | None:
        """Return the moves of a solution from its first, an empty stack if there is none, or None at the limit.

        The board is left as the search left it: won, as it was dealt, or wherever the last step led.
        """
        moves: StackADT[Move] = StackLL()
        self.find_moves(moves)
        steps = 0
        while not moves.is_empty() and not self.winner() and steps < max_steps:
            steps += 1
            move = moves.peek()
            if move.completed:
                move.undo_it()
                moves.pop()
            else:
                move.do_it()
                self.find_moves(moves)
            self._say(f"find_solution, step {steps}, {move}")
        if not moves.is_empty() and not self.winner():
            return None
        solution: StackADT[Move] = StackLL()
        while not moves.is_empty():
            if (move := moves.pop()).completed:
                solution.push(move)
        return solution

    def _say(self, where: str) -> None:
        if self._debug:
            print(f"{where}: current state {self}")

    def __str__(self) -> str:
        sizes = "".join(
            f"{_name_of(foundation)} {foundation.size()}/{number + 1}  "
            for number, foundation in enumerate(self._foundation)
        )
        return "\n".join((f"{self.name} {sizes}", *map(str, self._stack)))
