"""DomSolitaire as assignment 3 of CS 1027 asks for it: its classes and texts.

The document's search has no memory and runs in circles on most larger deals; it is kept here to the letter.

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
from hoyle.classroom.eiffel import Contracted, check_kind, ensure, invariant, old, require, trust
from hoyle.game import HoyleError
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


class Domino(Contracted):
    """A tile with two numbers, given in either order.

    >>> print(Domino(0, 1), Domino(2, 1).name, Domino(1, 2) == Domino(2, 1))
    [1: ] E True
    """

    @require(numbers_not_negative=lambda high, low: high >= 0 and low >= 0)
    def __init__(self, high: int, low: int) -> None:
        for number in (high, low):
            check_kind(number, int)
        self._tile = tile(high, low)

    @property
    def tile(self) -> Tile:
        """The tile as the rules know it."""
        return self._tile

    @property
    @ensure(not_below_the_low=lambda self, result: result >= self.low >= 0)
    def high(self) -> int:
        """The higher number."""
        return self._tile.high

    @property
    @ensure(not_above_the_high=lambda self, result: 0 <= result <= self.high)
    def low(self) -> int:
        """The lower number."""
        return self._tile.low

    @property
    @ensure(
        letter_in_the_order_of_the_set=lambda self, result: (
            result == chr(ord("A") + self.high * (self.high + 1) // 2 + self.low)
        )
    )
    def name(self) -> str:
        """The tile's letter in its set."""
        return self._tile.letter

    def get_name(self) -> str:
        """Return the tile's letter in its set."""
        return self.name

    @staticmethod
    @require(highest_not_negative=lambda highest: highest >= 0)
    @ensure(
        every_tile_in_order=lambda highest, result: (
            [(one.high, one.low) for one in result]
            == [(high, low) for high in range(highest + 1) for low in range(high + 1)]
        )
    )
    def get_set(highest: int) -> list[Domino]:
        """Return all tiles up to a highest number, in the order of the set."""
        return [Domino(*one) for one in full_set(highest)]

    @staticmethod
    @old(names=lambda tiles: sorted(one.name for one in tiles))
    @ensure(same_tiles=lambda tiles, OLD: sorted(one.name for one in tiles) == OLD.names)
    def shuffle(tiles: MutableSequence[Domino], seed: int) -> None:
        """Put tiles in the order that belongs to a seed."""
        check_kind(seed, int)
        shuffle(tiles, seed)

    @ensure(
        correct_result=lambda self, other, result: (
            result == (isinstance(other, Domino) and (self.high, self.low) == (other.high, other.low))
        )
    )
    def __eq__(self, other: object) -> bool:
        """Whether the other is a tile with the same numbers."""
        return isinstance(other, Domino) and self._tile == other.tile

    def __hash__(self) -> int:
        return hash(self._tile)

    @ensure(numbers_with_blanks_for_zeros=lambda self, result: result == f"[{self.high or ' '}:{self.low or ' '}]")
    def __str__(self) -> str:
        """Return the numbers; a zero is a blank."""
        return str(self._tile)

    def __repr__(self) -> str:
        return f"Domino({self.high}, {self.low})"


class Move(Contracted):
    """One step of a solution: the top of one stack goes to another, and may come back.

    >>> print(Move(StackLL("S0"), StackLL("F3"), "test"))
    testS0->F3?
    """

    @ensure(not_completed=lambda self: not self.completed)
    def __init__(self, from_: StackADT[Domino], to: StackADT[Domino], name: str = "m") -> None:
        self._from = from_
        self._to = to
        self._completed = False
        self._name = name

    @old(
        top=lambda self: None if self._from.is_empty() else self._from.peek(),
        sizes=lambda self: (self._from.size(), self._to.size()),
    )
    @ensure(
        completed=lambda self: self.completed,
        top_moved=lambda self, OLD: not self._to.is_empty() and self._to.peek() is OLD.top,
        one_tile_moved=lambda self, OLD: (
            self._from is self._to or (self._from.size() + 1, self._to.size() - 1) == OLD.sizes
        ),
    )
    def do_it(self) -> None:
        """Take the top to where the move leads; an empty stack raises EmptyCollectionError and nothing changes."""
        self._to.push(self._from.pop())
        self._completed = True

    @old(
        top=lambda self: None if self._to.is_empty() else self._to.peek(),
        sizes=lambda self: (self._from.size(), self._to.size()),
    )
    @ensure(
        not_completed=lambda self: not self.completed,
        top_back=lambda self, OLD: not self._from.is_empty() and self._from.peek() is OLD.top,
        one_tile_back=lambda self, OLD: (
            self._from is self._to or (self._from.size() - 1, self._to.size() + 1) == OLD.sizes
        ),
    )
    def undo_it(self) -> None:
        """Take the top back to where the move came from."""
        self._from.push(self._to.pop())
        self._completed = False

    @property
    def from_(self) -> StackADT[Domino]:
        """The stack from which a tile goes."""
        return self._from

    @property
    def to(self) -> StackADT[Domino]:
        """The stack to which it goes."""
        return self._to

    @property
    def completed(self) -> bool:
        """Whether the move is done and not undone."""
        return self._completed

    @ensure(correct_result=lambda self, result: result == self.completed)
    def is_completed(self) -> bool:
        """Tell whether the move is done and not undone."""
        return self._completed

    @ensure(
        same_stacks=lambda self, other, result: (
            result == (isinstance(other, Move) and self.from_ is other.from_ and self.to is other.to)
        )
    )
    def __eq__(self, other: object) -> bool:
        """Whether the other is a move between the very same stacks."""
        return isinstance(other, Move) and self._from is other._from and self._to is other._to

    def __hash__(self) -> int:
        return hash((id(self._from), id(self._to)))

    @ensure(
        name_first=lambda self, result: result.startswith(self._name),
        from_and_to=lambda self, result: (
            result[len(self._name) : -1] == f"{_name_of(self._from)}->{_name_of(self._to)}"
        ),
        mark_last=lambda self, result: result[-1] == ("!" if self.completed else "?"),
    )
    def __str__(self) -> str:
        """Return name, stacks, and ! if it is completed or ? if not."""
        return f"{self._name}{_name_of(self._from)}->{_name_of(self._to)}{'!' if self.completed else '?'}"


def _name_of(stack: StackADT[Domino]) -> str:
    return stack.name if isinstance(stack, Named) else str(stack)


def _is_sf(move: Move) -> bool:
    """Whether a move leads to the foundation of its high number: a double first, then one number down each time."""
    one, to = move.from_.peek(), move.to
    on_top = one.high + 1 if to.is_empty() else to.peek().low
    return _name_of(to) == f"F{one.high}" and one.low == on_top - 1


def _is_ses(move: Move) -> bool:
    """Whether a move takes a tile with a blank to an empty stack."""
    return _name_of(move.to).startswith("S") and move.to.is_empty() and move.from_.peek().low == 0


def _is_ss(move: Move) -> bool:
    """Whether a move leads onto a tile that shares a number and is one lower in the other."""
    if not _name_of(move.to).startswith("S") or move.to.is_empty():
        return False
    one, under = move.from_.peek(), move.to.peek()
    pairs = [((a, b), (c, d)) for a, b in _both(one) for c, d in _both(under)]
    return any(a == c and b == d + 1 for (a, b), (c, d) in pairs)


def _both(one: Domino) -> tuple[tuple[int, int], tuple[int, int]]:
    return (one.high, one.low), (one.low, one.high)


@invariant(
    every_tile_once=lambda self: (
        sorted(one.name for stack in (*self._foundation, *self._stack) for one in stack)
        == sorted(one.name for one in Domino.get_set(len(self._stack) - 1))
    ),
    as_many_foundations_as_stacks=lambda self: len(self._foundation) == len(self._stack),
)
class DomSolitaire(Contracted):
    """A dealt game, its stacks and foundations, and the search of the document."""

    @require(highest_not_negative=lambda highest: highest >= 0)
    def __init__(self, highest: int, seed: int, name: str) -> None:
        self._foundation: list[StackADT[Domino]] = [StackLL(f"F{number}") for number in range(highest + 1)]
        self._stack: list[StackADT[Domino]] = [StackLL(f"S{number}") for number in range(highest + 1)]
        self._name = name
        self._debug = False
        self._deal(self._tiles(seed))

    @property
    def name(self) -> str:
        """The name that the game was given."""
        return self._name

    @ensure(correct_result=lambda self, result: result == self.name)
    def get_name(self) -> str:
        """Return the name that the game was given."""
        return self._name

    def set_debug(self, debug: bool) -> None:  # noqa: FBT001 — the document's setter
        """Turn the printing of intermediate results on or off."""
        self._debug = debug

    @ensure(
        foundations_empty=lambda self: all(foundation.is_empty() for foundation in self._foundation),
        stacks_grow_by_one=lambda self: [stack.size() for stack in self._stack] == [*range(1, len(self._stack) + 1)],
    )
    def reset(self, seed: int) -> None:
        """Clear the table and deal again."""
        tiles = self._tiles(seed)
        for stack in (*self._foundation, *self._stack):
            while not stack.is_empty():
                stack.pop()
        self._deal(tiles)

    def _tiles(self, seed: int) -> list[Domino]:
        tiles = Domino.get_set(len(self._stack) - 1)
        Domino.shuffle(tiles, seed)
        return tiles

    def _deal(self, tiles: list[Domino]) -> None:
        rest = iter(tiles)
        for number, stack in enumerate(self._stack):
            for _ in range(number + 1):
                stack.push(next(rest))
        self._say("deal")

    @ensure(correct_result=lambda self, result: result == (not any(stack.size() for stack in self._stack)))
    def winner(self) -> bool:
        """Tell whether the regular stacks are empty."""
        return all(stack.is_empty() for stack in self._stack)

    # The lists name the lowest stacks first: the order in which the search looks at them.

    @ensure(
        all_permissible_and_no_others=lambda self, result: (
            [*result] == [move for move in self._all_moves() if _is_sf(move)]
        )
    )
    def find_sf_moves(self) -> UnorderedListADT[Move]:
        """Return the moves from a stack to a foundation."""
        moves: UnorderedListADT[Move] = UnorderedList()
        for stack, top in self._tops():
            if top.high < len(self._foundation):
                foundation = self._foundation[top.high]
                if top.goes_home(None if foundation.is_empty() else foundation.peek().tile):
                    moves.add_to_rear(Move(stack, foundation))
        return moves

    @ensure(
        all_permissible_and_no_others=lambda self, result: (
            [*result] == [move for move in self._all_moves() if _is_ses(move)]
        )
    )
    def find_ses_moves(self) -> UnorderedListADT[Move]:
        """Return the moves from a stack to an empty stack."""
        moves: UnorderedListADT[Move] = UnorderedList()
        for stack, top in self._tops():
            for empty in self._stack:
                if top.blank and empty.is_empty():
                    moves.add_to_rear(Move(stack, empty))
        return moves

    @ensure(
        all_permissible_and_no_others=lambda self, result: (
            [*result] == [move for move in self._all_moves() if _is_ss(move)]
        )
    )
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

    @old(before=lambda st: st.size())
    @ensure(
        all_moves_pushed=lambda self, st, OLD: (
            [*st][: st.size() - OLD.before] == [*self.find_sf_moves(), *self.find_ss_moves(), *self.find_ses_moves()]
        )
    )
    def find_moves(self, st: StackADT[Move]) -> None:
        """Push the moves to empty stacks, then those onto others, then those to foundations, each list from its end."""
        for moves in (self.find_ses_moves(), self.find_ss_moves(), self.find_sf_moves()):
            for move in reversed(list(moves)):
                st.push(move)
        self._say("find_moves")

    @ensure(between_the_named=lambda from_, to, result: str(result) == f"m{from_}->{to}?")
    def create_move(self, from_: str, to: str) -> Move:
        """Return the move between two places by their names, allowed or not.

        >>> DomSolitaire(2, 9, "simple").create_move("S-1", "F0")
        Traceback (most recent call last):
            ...
        hoyle.game.HoyleError: there is no stack 'S-1'; there are S0 to S2 and F0 to F2
        """
        return Move(self._place(from_), self._place(to))

    def _place(self, name: str) -> StackADT[Domino]:
        places = {str(stack.name): stack for stack in (*self._stack, *self._foundation) if isinstance(stack, Named)}
        if name not in places:
            last = len(self._stack) - 1
            raise HoyleError(f"there is no stack {str(name)[:40]!r}; there are S0 to S{last} and F0 to F{last}")
        return places[name]

    def _all_moves(self) -> list[Move]:
        """Return a move from every stack that is not empty to every other place, permissible or not."""
        return [
            Move(stack, other)
            for stack in self._stack
            if not stack.is_empty()
            for other in (*self._stack, *self._foundation)
            if other is not stack
        ]

    @ensure(
        sizes_first=lambda self, result: result.startswith(
            "".join(str(foundation.size()) for foundation in self._foundation) + "|"
        ),
        stacks_behind_them=lambda self, result: result.endswith(
            "|" + "".join("".join(f"{domino.name} " for domino in stack) + "|" for stack in self._stack)
        ),
    )
    def show_named_content(self) -> str:
        """Return the sizes of the foundations and the letters of each stack from its top."""
        sizes = "".join(str(foundation.size()) for foundation in self._foundation)
        stacks = "".join("".join(f"{domino.name} " for domino in stack) + "|" for stack in self._stack)
        return f"{sizes}|{stacks}"

    @require(limit_not_negative=lambda max_steps: max_steps >= 0)
    @ensure(
        solution_wins=lambda self, result: result is None or result.is_empty() or self.winner(),
        solution_completed=lambda result: result is None or all(move.completed for move in result),
        nothing_only_if_not_won=lambda self, result: result is not None or not self.winner(),
    )
    def find_solution(self, max_steps: int) -> StackADT[Move] | None:
        """Return the moves of a solution from its first, an empty stack if there is none, or None at the limit.

        The board is left as the search left it: won, as it was dealt, or wherever the last step led.
        """
        with trust():
            return self._search(max_steps)

    def _search(self, max_steps: int) -> StackADT[Move] | None:
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

    @ensure(
        name_and_sizes_first=lambda self, result: (
            result.split("\n")[0]
            == f"{self.name} "
            + "".join(f"F{number} {one.size()}/{number + 1}  " for number, one in enumerate(self._foundation))
        ),
        a_line_for_each_stack=lambda self, result: result.split("\n")[1:] == [str(stack) for stack in self._stack],
    )
    def __str__(self) -> str:
        """Return name and sizes on one line, and each stack on a line of its own."""
        sizes = "".join(
            f"{_name_of(foundation)} {foundation.size()}/{number + 1}  "
            for number, foundation in enumerate(self._foundation)
        )
        return "\n".join((f"{self.name} {sizes}", *map(str, self._stack)))
