"""Marble solitaire as the model assignment asks for it.

Positions are row and column from 0, the board is a cross with arms of an odd thickness, and what Java calls an
IllegalArgumentException is a ``ValueError`` of one line that changes nothing.

>>> model = MarbleSolitaireModelImpl()
>>> model.move(5, 3, 3, 3)
>>> print(model.get_game_state())
    O O O
    O O O
O O O O O O O
O O O O O O O
O O O _ O O O
    O _ O
    O O O
>>> model.get_score(), model.is_game_over()
(31, False)
"""

from __future__ import annotations

import os
import re
from abc import abstractmethod
from typing import Final, overload

from hoyle.classroom.eiffel import Contracted, ensure, is_number, old
from hoyle.game import HoyleError, IllegalMoveError

# The rules are those of peg solitaire.
from hoyle.games.pegs import Jump, PegSolitaire
from hoyle.games.pegs.boards import cross
from hoyle.grid import square

__all__ = ["MarbleSolitaireModel", "MarbleSolitaireModelImpl"]

BYTES: Final = 1000
"""The memory that a slot takes while a game is made."""


class MarbleSolitaireModel(Contracted):
    """What a client may ask of a game of marble solitaire."""

    # feature -- Commands

    @abstractmethod
    @old(score=lambda self: self.get_score())
    @ensure(one_marble_fewer=lambda self, OLD: self.get_score() == OLD.score - 1)
    def move(self, from_row: int, from_column: int, to_row: int, to_column: int) -> None:
        """Move a marble, or raise a ValueError if the rules forbid it."""

    # feature -- Queries

    @abstractmethod
    @ensure(
        no_newline_at_the_end=lambda result: not result.endswith("\n"),
        no_blank_after_the_last_slot=lambda result: all(row == row.rstrip() for row in result.split("\n")),
    )
    def get_game_state(self) -> str:
        """Return the board as text."""

    @abstractmethod
    @ensure(yes_or_no=lambda result: result is True or result is False)
    def is_game_over(self) -> bool:
        """Whether no marble can move."""

    @abstractmethod
    @ensure(not_negative=lambda result: result >= 0)
    def get_score(self) -> int:
        """Return the number of marbles; fewer is better."""


class MarbleSolitaireModelImpl(MarbleSolitaireModel):
    """A game on a cross: made from nothing, (row, column), (arm thickness) or (arm thickness, row, column).

    The arm thickness is 3 and the empty slot in the middle unless they are given.

    >>> MarbleSolitaireModelImpl(5).get_score(), MarbleSolitaireModelImpl(row=0, col=2).get_game_state()[4:9]
    (104, '_ O O')
    >>> MarbleSolitaireModelImpl(0, 0)
    Traceback (most recent call last):
        ...
    hoyle.game.HoyleError: Invalid empty cell position (0,0)
    """

    # feature -- Constructors

    @overload
    def __init__(self) -> None: ...
    @overload
    def __init__(self, row: int, col: int) -> None: ...
    @overload
    def __init__(self, arm_thickness: int) -> None: ...
    @overload
    def __init__(self, arm_thickness: int, row: int, col: int) -> None: ...
    def __init__(self, *numbers: int, **named: int) -> None:
        """Make a game; the empty slot must be a slot, and the arm thickness a positive odd number."""
        given = _by_name(numbers, named)
        _check(*given.values())
        arm = given.get("arm_thickness", 3)
        if arm < 1 or arm % 2 == 0:
            raise HoyleError(f"the arm thickness must be a positive odd number, not {arm}")
        middle = (3 * arm - 3) // 2
        row, column = given.get("row", middle), given.get("col", middle)
        _check_memory(arm)
        board = cross(arm)
        if (column, row) not in board.holes:
            raise HoyleError(f"Invalid empty cell position ({row},{column})")
        self._game = PegSolitaire(board, board.holes - {(column, row)})
        self._marbles = self._game.start()

    # feature -- Commands

    @old(rows=lambda self: _slots(self.get_game_state()))
    @ensure(
        three_slots_set=lambda self, from_row, from_column, to_row, to_column: (
            [
                _slots(self.get_game_state())[row].get(column)
                for row, column in (
                    (from_row, from_column),
                    ((from_row + to_row) // 2, (from_column + to_column) // 2),
                    (to_row, to_column),
                )
            ]
            == ["_", "_", "O"]
        ),
        other_slots_unchanged=lambda self, from_row, from_column, to_row, to_column, OLD: all(
            before == after
            or (row, column)
            in (
                (from_row, from_column),
                ((from_row + to_row) // 2, (from_column + to_column) // 2),
                (to_row, to_column),
            )
            for row, (old_row, new_row) in enumerate(zip(OLD.rows, _slots(self.get_game_state()), strict=True))
            for (column, before), after in zip(old_row.items(), new_row.values(), strict=True)
        ),
    )
    def move(self, from_row: int, from_column: int, to_row: int, to_column: int) -> None:
        """Move a marble two slots along a row or a column, over another, which is removed."""
        _check(from_row, from_column, to_row, to_column)
        for row, column in (from_row, from_column), (to_row, to_column):
            if (column, row) not in self._game.board.holes:
                raise IllegalMoveError(f"there is no slot ({row},{column}) on this board")
        jump = Jump((from_column, from_row), (to_column, to_row))
        if why := self._game.why_not(self._marbles, jump):
            raise IllegalMoveError(f"no move from ({from_row},{from_column}) to ({to_row},{to_column}): {_words(why)}")
        self._marbles = self._game.play(self._marbles, jump)

    # feature -- Queries

    @ensure(
        a_line_for_each_row=lambda self, result: result.count("\n") + 1 == self._game.board.size[1],
        one_blank_between_slots=lambda result: all(not row[1::2].strip() for row in result.split("\n")),
        slots_are_marbles_or_empty=lambda self, result: (
            (result.count("O"), result.count("_"))
            == (len(self._marbles), len(self._game.board.holes) - len(self._marbles))
        ),
    )
    def get_game_state(self) -> str:
        """Return a line for each row: O for a marble, _ for an empty slot, blanks between and before them."""
        signs = {"O": "O", ".": "_", "*": " "}
        rows = self._game.write(self._marbles).split("/")
        return "\n".join(" ".join(signs[slot] for slot in row).rstrip() for row in rows)

    @ensure(
        correct_result=lambda self, result: (
            result == (not any(line in text for line in ("OO_", "_OO") for text in _lines(self.get_game_state())))
        )
    )
    def is_game_over(self) -> bool:
        """Whether no marble can move."""
        return self._game.turn(self._marbles) is None

    @ensure(correct_result=lambda self, result: result == self.get_game_state().count("O"))
    def get_score(self) -> int:
        """Return the number of marbles; fewer is better."""
        return len(self._marbles)


def _by_name(numbers: tuple[int, ...], named: dict[str, int]) -> dict[str, int]:
    """Return the arguments of one of the four constructors by their names."""
    if len(numbers) > 3:
        raise HoyleError(f"a game is made from at most three numbers, not {len(numbers)}")
    if unknown := named.keys() - {"arm_thickness", "row", "col"}:
        raise HoyleError(f"a game has no {min(unknown)[:40]}; there are arm_thickness, row and col")
    for names in (), ("row", "col"), ("arm_thickness",), ("arm_thickness", "row", "col"):
        if len(numbers) + len(named) == len(names) and {*names[len(numbers) :]} == named.keys():
            return {**dict(zip(names, numbers, strict=False)), **named}
    raise HoyleError("a game is made from nothing, (row, col), (arm_thickness) or (arm_thickness, row, col)")


def _check_memory(arm: int) -> None:
    """Raise a MemoryError, before it is too late, if a board does not fit into this machine."""
    needed = (5 * arm * arm - 4 * arm) * BYTES
    if hasattr(os, "sysconf") and needed > os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"):
        raise MemoryError(f"a board of arm thickness {arm} needs about {needed / 1e9:.0f} GB")


def _slots(state: str) -> list[dict[int, str]]:
    """Return the slots of each row of a board by their columns."""
    return [{column: slot for column, slot in enumerate(row[::2]) if slot != " "} for row in state.split("\n")]


def _lines(state: str) -> list[str]:
    """Return the rows and the columns of a board, with blanks where there is no slot."""
    rows = [row[::2] for row in state.split("\n")]
    side = max(map(len, rows))
    return [*rows, *map("".join, zip(*(row.ljust(side) for row in rows), strict=True))]


def _words(why: str) -> str:
    """Return a reason of the rules in this model's words: marbles, slots as (row,column), and no paragraph."""
    places = re.sub(r"\b[a-z]++\d++\b", lambda hole: "({1},{0})".format(*square(hole[0])), why)
    return re.sub(r" \(§\d++\)", "", places).replace("peg", "marble").replace("hole", "slot")


def _check(*numbers: object) -> None:
    """Raise a ValueError unless all of these would be an int in Java."""
    for number in numbers:
        if not is_number(number):
            raise HoyleError(f"expected a whole number, not a {type(number).__name__}")
        if not -(2**31) <= number < 2**31:
            raise HoyleError("a number has at most 32 bits")
