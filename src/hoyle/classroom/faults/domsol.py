"""What can be wrong with DomSolitaire: a family of wrong descendants of its tiles, stacks, moves and game.

>>> len(FAULTS) > 35
True
"""

# mypy: disable-error-code="override, no-untyped-def, misc, arg-type, type-arg, union-attr"
from __future__ import annotations

from functools import partial
from typing import Any

from hoyle.classroom.domsol import Domino, DomSolitaire, Move, StackArray, StackLL, UnorderedList
from hoyle.classroom.faults import Fault, wrong

FAULTS: list[Fault] = []
caught_by = partial(wrong, FAULTS)


# ------------------------------------------------------------------ tiles


@caught_by("not_below_the_low", lambda cls: cls(1, 2).high)
class SwappedDomino(Domino):
    """It mixes up the higher and the lower number."""

    @property
    def high(self) -> int:
        return super().low

    @property
    def low(self) -> int:
        return super().high


@caught_by("letter_in_the_order_of_the_set", lambda cls: cls(2, 1).name)
class SmallLetterDomino(Domino):
    """Its letter is in lower case."""

    @property
    def name(self) -> str:
        return super().name.lower()


@caught_by("numbers_with_blanks_for_zeros", lambda cls: str(cls(1, 0)))
class ZeroDomino(Domino):
    """A blank is written as a zero."""

    def __str__(self) -> str:
        return f"[{self.high}:{self.low}]"


@caught_by("correct_result", lambda cls: cls(2, 1) == Domino(2, 0))
class HighOnlyDomino(Domino):
    """Tiles with the same high number are equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Domino) and self.high == other.high


@caught_by("every_tile_in_order", lambda cls: cls.get_set(2))
class DoublelessDomino(Domino):
    """The set lacks the doubles."""

    @staticmethod
    def get_set(highest: int) -> list[Domino]:
        return [one for one in Domino.get_set(highest) if one.high != one.low]


@caught_by("same_tiles", lambda cls: cls.shuffle(Domino.get_set(2), 1))
class CheatingDomino(Domino):
    """Shuffling makes one tile into another."""

    @staticmethod
    def shuffle(tiles, seed) -> None:  # noqa: ARG004 - wrong on purpose
        tiles[0] = tiles[-1]


# ------------------------------------------------------------------ stacks


def _two_words(cls: Any) -> Any:
    stack = cls()
    for word in ("a", "b"):
        stack.push(word)
    return stack


@caught_by("element_on_top", lambda cls: _two_words(cls))
class QueueLL(StackLL):
    """What is pushed goes to the bottom."""

    def push(self, element) -> None:
        elements = [*self, element]
        while not self.is_empty():
            super().pop()
        for one in reversed(elements):
            super().push(one)


@caught_by("was_on_top", lambda cls: _two_words(cls).pop())
class BottomLL(StackLL):
    """Popping gives the bottom, and takes the top away."""

    def pop(self) -> Any:
        bottom = [*self][-1]
        super().pop()
        return bottom


@caught_by("one_more", lambda cls: _two_words(cls))
class GreedyLL(StackLL):
    """Peeking takes the top away."""

    def peek(self) -> Any:
        top, self._top = self._top.element, self._top.next
        self._count -= 1
        return top


@caught_by("name_and_elements_from_the_top", lambda cls: str(_two_words(cls)))
class BottomUpLL(StackLL):
    """Its text begins at the bottom."""

    def __str__(self) -> str:
        return f"{self.name} |top>{''.join(f'{element} ' for element in reversed([*self]))}<|"


@caught_by("one_more", lambda cls: _two_words(cls))
class ForgetfulLL(StackLL):
    """It counts one element too few."""

    def size(self) -> int:
        return max(0, super().size() - 1)


@caught_by("one_fewer", lambda cls: _two_words(cls).pop())
class PeekingArray(StackArray):
    """Popping leaves the top where it is."""

    def pop(self) -> Any:
        return self.peek()


@caught_by("one_more", lambda cls: _two_words(cls))
class DoubleArray(StackArray):
    """What is pushed goes in twice."""

    def push(self, element) -> None:
        super().push(element)
        super().push(element)


@caught_by("correct_result", lambda cls: cls().is_empty())
class FullArray(StackArray):
    """It is never empty."""

    def is_empty(self) -> bool:
        return False


@caught_by("elements_from_the_bottom", lambda cls: str(_two_words(cls)))
class TopDownArray(StackArray):
    """Its text begins at the top."""

    def __str__(self) -> str:
        return f"AStack:{''.join(f' {element}.' for element in self)}"


@caught_by("element_on_top", lambda cls: _two_words(cls))
class FirstArray(StackArray):
    """Peeking shows what was pushed first."""

    def peek(self) -> Any:
        return self._elements[0]


# ------------------------------------------------------------------ lists


def _list(cls: Any) -> Any:
    words = cls()
    words.add_to_rear("b")
    words.add_to_front("a")
    return words


@caught_by("before_the_others", lambda cls: _list(cls))
class RearList(UnorderedList):
    """All elements go to the rear."""

    def add_to_front(self, element) -> None:
        self.add_to_rear(element)


@caught_by("behind_the_others", lambda cls: _list(cls).add_to_rear("c"))
class FrontList(UnorderedList):
    """All elements go to the front."""

    def add_to_rear(self, element) -> None:
        self.add_to_front(element)


@caught_by("others_stay", lambda cls: _list(cls).remove_first())
class KeepingList(UnorderedList):
    """Removing the first element leaves it there."""

    def remove_first(self) -> Any:
        return self.first()


@caught_by("correct_result", lambda cls: _list(cls).contains("b"))
class ShortSightedList(UnorderedList):
    """It looks at the first element only."""

    def contains(self, target) -> bool:
        return bool(self.first() == target)


@caught_by("number_of_elements", lambda cls: _list(cls).size())
class MiscountingList(UnorderedList):
    """It counts one element too many."""

    def size(self) -> int:
        return super().size() + 1


# ------------------------------------------------------------------ moves


def _move(cls: Any) -> Any:
    start: StackLL = StackLL("S0")
    start.push(Domino(1, 0))
    start.push(Domino(2, 1))
    return cls(start, StackLL("F2"))


def _do_and_undo(cls: Any) -> None:
    move = _move(cls)
    move.do_it()
    move.undo_it()


@caught_by("completed", lambda cls: _move(cls).do_it())
class SilentMove(Move):
    """It is not completed when it is done."""

    def do_it(self) -> None:
        self._to.push(self._from.pop())


@caught_by("top_moved", lambda cls: _move(cls).do_it())
class BuriedMove(Move):
    """The tile under the top is moved."""

    def do_it(self) -> None:
        top = self._from.pop()
        self._to.push(self._from.pop())
        self._from.push(top)
        self._completed = True


@caught_by("one_tile_moved", lambda cls: _move(cls).do_it())
class CopyingMove(Move):
    """The tile also stays where it was."""

    def do_it(self) -> None:
        self._to.push(self._from.peek())
        self._completed = True


@caught_by("not_completed", _do_and_undo)
class FinalMove(Move):
    """It stays completed when it is undone."""

    def undo_it(self) -> None:
        self._from.push(self._to.pop())


@caught_by("top_back", _do_and_undo)
class LossyMove(Move):
    """When it is undone, the tile is lost."""

    def undo_it(self) -> None:
        self._to.pop()
        self._completed = False


@caught_by("mark_last", lambda cls: str(_move(cls)))
class BoastfulMove(Move):
    """It is always written as completed."""

    def __str__(self) -> str:
        return super().__str__().replace("?", "!")


@caught_by("from_and_to", lambda cls: str(_move(cls)))
class WordyMove(Move):
    """Stacks are written with their content, though they have names."""

    def __str__(self) -> str:
        return f"{self._name}{self._from}->{self._to}?"


@caught_by("same_stacks", lambda cls: cls(StackLL("S0"), StackLL("F0")) == cls(StackLL("S0"), StackLL("F0")))
class NominalMove(Move):
    """Moves between stacks of the same names are equal."""

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)


# ------------------------------------------------------------------ games


def _game(cls: Any) -> Any:
    return cls(2, 9, "simple")


@caught_by("every_tile_once", lambda cls: _game(cls))
class ShortDeal(DomSolitaire):
    """A tile is lost while dealing."""

    def _deal(self, seed: int) -> None:
        super()._deal(seed)
        self._stack[2].pop()


@caught_by("stacks_grow_by_one", lambda cls: _game(cls).reset(1))
class HeapDeal(DomSolitaire):
    """All tiles are dealt onto one stack."""

    def _deal(self, seed: int) -> None:
        for one in Domino.get_set(2):
            self._stack[0].push(one)


@caught_by("correct_result", lambda cls: _game(cls).winner())
class EasyGame(DomSolitaire):
    """It is won when the first stack has one tile."""

    def winner(self) -> bool:
        return self._stack[0].size() <= 1


def _make(kind: str, *moves: str) -> Any:
    def trial(cls: Any) -> None:
        game = _game(cls)
        for move in moves:
            game.create_move(*move.split("-")).do_it()
        getattr(game, f"find_{kind}_moves")()

    return trial


@caught_by("all_permissible_and_no_others", _make("sf"))
class HomelessGame(DomSolitaire):
    """It finds no moves to foundations."""

    def find_sf_moves(self) -> Any:
        return UnorderedList()


@caught_by("all_permissible_and_no_others", _make("ss"))
class BackwardsGame(DomSolitaire):
    """A tile goes onto another if it is one lower, not one higher."""

    def find_ss_moves(self) -> Any:
        moves: UnorderedList = UnorderedList()
        for move in super().find_ss_moves():
            moves.add_to_rear(Move(move.to, move.from_))
        if moves.is_empty():
            moves.add_to_rear(self.create_move("S0", "S1"))
        return moves


@caught_by("all_permissible_and_no_others", _make("ses", "S0-F0"))
class AnyTileGame(DomSolitaire):
    """Any tile may go to an empty stack."""

    def find_ses_moves(self) -> Any:
        moves: UnorderedList = UnorderedList()
        for stack in self._stack:
            for empty in self._stack:
                if empty.is_empty() and not stack.is_empty():
                    moves.add_to_rear(Move(stack, empty))
        return moves


@caught_by("all_moves_pushed", lambda cls: _game(cls).find_moves(StackLL()))
class UpsideDownGame(DomSolitaire):
    """Moves to foundations are pushed first, so they are examined last."""

    def find_moves(self, st) -> None:
        for moves in (self.find_sf_moves(), self.find_ss_moves(), self.find_ses_moves()):
            for move in [*moves][::-1]:
                st.push(move)
        st.push(self.create_move("S0", "S1"))


@caught_by("between_the_named", lambda cls: _game(cls).create_move("S0", "F2"))
class MisplacingGame(DomSolitaire):
    """Every move that is created leads to the first foundation."""

    def create_move(self, from_, to) -> Move:
        return super().create_move(from_, "F0")


@caught_by("stacks_behind_them", lambda cls: _game(cls).show_named_content())
class CrampedGame(DomSolitaire):
    """The letters stand without blanks."""

    def show_named_content(self) -> str:
        return super().show_named_content().replace(" ", "")


@caught_by("name_and_sizes_first", lambda cls: str(_game(cls)))
class NamelessGame(DomSolitaire):
    """Its text does not begin with its name."""

    def __str__(self) -> str:
        return super().__str__().removeprefix(self.name)


@caught_by("solution_wins", lambda cls: _game(cls).find_solution(200))
class PretendingGame(DomSolitaire):
    """It returns the first moves that it finds as a solution."""

    def find_solution(self, max_steps) -> Any:
        moves: StackLL = StackLL()
        self.find_moves(moves)
        return moves


@caught_by("nothing_only_if_not_won", lambda cls: _game(cls).find_solution(200))
class GivingUpGame(DomSolitaire):
    """It wins, and says that it took too long."""

    def find_solution(self, max_steps) -> Any:
        super().find_solution(max_steps)
