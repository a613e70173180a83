"""Peg solitaire as the contract lab asks for it: every feature with its complete contract.

Rows and columns count from 1. Contracts carry the lab's tags; a broken one is an ``icontract.ViolationError`` that
begins with the tag of the first clause broken. What Eiffel writes ``out`` is ``str()`` here, ``is_equal`` is ``==``,
queries without arguments are properties, and creation features are class methods. An argument that is not a number is
no valid row or column; an object of the wrong class is a ``TypeError``.

>>> game = Game.make_easy()
>>> game.move_down(2, 4)
>>> game.move_down(4, 4)
>>> print(game)
Game is over: Yes
Game is won : Yes
Board Status:
***.***
***.***
***.***
***.***
***.***
***O***
*******
>>> game.move_left(6, 4)
Traceback (most recent call last):
    ...
icontract.errors.ViolationError: middle_slot_occupied: precondition of Game.move_left(6, 4) violated
"""

# ruff: noqa: N803 - OLD is icontract's word
from __future__ import annotations

import re
from abc import abstractmethod
from copy import deepcopy
from functools import cache
from typing import Final, Self, TypeGuard

from icontract import DBC, snapshot

from hoyle.classroom.eiffel import Once, ensure, invariant, require
from hoyle.game import HoyleError
from hoyle.games import pegs
from hoyle.games.pegs.boards import TEMPLATES
from hoyle.solver import Solved, Unsolvable

__all__ = [
    "AvailableSlot",
    "BadPlayer",
    "Board",
    "BoardTemplates",
    "BoardTemplatesAccess",
    "Game",
    "GoodPlayer",
    "OccupiedSlot",
    "Player",
    "SlotStatus",
    "SlotStatusAccess",
    "UnavailableSlot",
    "UnoccupiedSlot",
]


def is_number(value: object) -> TypeGuard[int]:
    """Whether this is a whole number; to Python, true and false are numbers as well."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_kind(value: object, kind: type) -> None:
    """Raise a TypeError unless the value is of that kind."""
    if not isinstance(value, kind):
        raise TypeError(f"expected a {kind.__name__}, not a {type(value).__name__}")


# cluster -- slot


class SlotStatus(metaclass=Once):
    """What may be true of a slot: there is no hole, there is a peg in it, or it is empty. Deferred.

    >>> OccupiedSlot() == UnoccupiedSlot()
    False
    """

    # feature -- Equality

    @ensure(
        correct_result=lambda self, other, result: result == (isinstance(other, SlotStatus) and str(self) == str(other))
    )
    def __eq__(self, other: object) -> bool:
        """Whether the other is a status that is written the same."""
        return isinstance(other, SlotStatus) and hash(self) == hash(other)

    def __hash__(self) -> int:
        return ord(str(self))

    # feature -- Output

    @abstractmethod
    def __str__(self) -> str:
        """Return the sign of the status on a board."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        # Copies and pickles lead back to the only object.
        return type(self), ()


class AvailableSlot(SlotStatus):
    """A hole, with or without a peg. Deferred."""


class UnavailableSlot(SlotStatus):
    """No hole.

    >>> print(UnavailableSlot())
    *
    """

    # feature -- Output

    @ensure(correct_result=lambda result: result == "*")
    def __str__(self) -> str:
        return "*"


class OccupiedSlot(AvailableSlot):
    """A hole with a peg in it.

    >>> print(OccupiedSlot())
    O
    """

    # feature -- Output

    @ensure(correct_result=lambda result: result == "O")
    def __str__(self) -> str:
        return "O"


class UnoccupiedSlot(AvailableSlot):
    """A hole without a peg.

    >>> print(UnoccupiedSlot())
    .
    """

    # feature -- Output

    @ensure(correct_result=lambda result: result == ".")
    def __str__(self) -> str:
        return "."


@invariant(
    singleton_slot_statuses=lambda self: (
        self.unavailable_slot is self.unavailable_slot
        and self.occupied_slot is self.occupied_slot
        and self.unoccupied_slot is self.unoccupied_slot
    ),
)
class SlotStatusAccess(DBC):
    """The way to the three statuses, of which there is one object each.

    >>> SlotStatusAccess().occupied_slot is SlotStatusAccess().occupied_slot
    True
    """

    # feature -- Access

    @property
    def unavailable_slot(self) -> UnavailableSlot:
        """The status of a place without a hole."""
        return UnavailableSlot()

    @property
    def occupied_slot(self) -> OccupiedSlot:
        """The status of a hole with a peg."""
        return OccupiedSlot()

    @property
    def unoccupied_slot(self) -> UnoccupiedSlot:
        """The status of a hole without a peg."""
        return UnoccupiedSlot()


# cluster -- board


@invariant(
    correct_default_board_output=lambda self: (
        self.default_board_out == "*******\n*******\n*******\n*******\n*******\n*******\n*******"
    ),
    correct_easy_board_output=lambda self: (
        self.easy_board_out == "***.***\n***O***\n***O***\n***.***\n***O***\n***.***\n*******"
    ),
    correct_cross_board_output=lambda self: (
        self.cross_board_out == "**...**\n**.O.**\n..OOO..\n...O...\n...O...\n**...**\n**...**"
    ),
    correct_plus_board_output=lambda self: (
        self.plus_board_out == "**...**\n**.O.**\n...O...\n.OOOOO.\n...O...\n**.O.**\n**...**"
    ),
    correct_pyramid_board_output=lambda self: (
        self.pyramid_board_out == "**...**\n**.O.**\n..OOO..\n.OOOOO.\nOOOOOOO\n**...**\n**...**"
    ),
    correct_arrow_board_output=lambda self: (
        self.arrow_board_out == "**.O.**\n**OOO**\n.OOOOO.\n...O...\n...O...\n**OOO**\n**OOO**"
    ),
    correct_diamond_board_output=lambda self: (
        self.diamond_board_out == "**.O.**\n**OOO**\n.OOOOO.\nOOO.OOO\n.OOOOO.\n**OOO**\n**.O.**"
    ),
    correct_skull_board_output=lambda self: (
        self.skull_board_out == "**OOO**\n**OOO**\n.OOOOO.\n.O.O.O.\n.OOOOO.\n**OOO**\n**OOO**"
    ),
    consistent_default_board_outputs=lambda self: str(self.default_board) == self.default_board_out,
    consistent_easy_board_outputs=lambda self: str(self.easy_board) == self.easy_board_out,
    consistent_cross_board_outputs=lambda self: str(self.cross_board) == self.cross_board_out,
    consistent_plus_board_outputs=lambda self: str(self.plus_board) == self.plus_board_out,
    consistent_pyramid_board_outputs=lambda self: str(self.pyramid_board) == self.pyramid_board_out,
    consistent_arrow_board_outputs=lambda self: str(self.arrow_board) == self.arrow_board_out,
    consistent_diamond_board_outputs=lambda self: str(self.diamond_board) == self.diamond_board_out,
    consistent_skull_board_outputs=lambda self: str(self.skull_board) == self.skull_board_out,
)
class BoardTemplates(metaclass=Once):
    """The eight kinds of boards, each as a board and as text.

    >>> BoardTemplates().plus_board.number_of_occupied_slots
    9
    """

    # feature -- Templates

    default_board: Board
    easy_board: Board
    cross_board: Board
    plus_board: Board
    pyramid_board: Board
    arrow_board: Board
    diamond_board: Board
    skull_board: Board

    # feature -- Constant string representations of boards

    default_board_out: str
    easy_board_out: str
    cross_board_out: str
    plus_board_out: str
    pyramid_board_out: str
    arrow_board_out: str
    diamond_board_out: str
    skull_board_out: str

    # feature -- Constructor

    def __init__(self) -> None:
        # The boards come from their text, not from `make_easy` and so on: those promise to equal what is made here.
        for kind, text in {"default": "/".join(["*" * 7] * 7), **TEMPLATES}.items():
            out = text.replace("/", "\n")
            setattr(self, f"{kind}_board_out", out)
            setattr(self, f"{kind}_board", Board.make_from_out(out))


@invariant(singleton_templates=lambda self: self.templates is self.templates)
class BoardTemplatesAccess(DBC):
    """The way to the templates, of which there is one object.

    >>> BoardTemplatesAccess().templates is BoardTemplatesAccess().templates
    True
    """

    # feature -- Access

    @property
    def templates(self) -> BoardTemplates:
        """The only object of its class."""
        return BoardTemplates()


_STATUSES: Final = {str(status): status for status in (UnavailableSlot(), OccupiedSlot(), UnoccupiedSlot())}
# Rectangles, as sign and first and last row and column; together the holes of the English board.
_HOLES: Final = ((".", 1, 7, 3, 5), (".", 3, 5, 1, 7))


class Board(DBC):
    """Slots in rows and columns, each with its status.

    >>> before, after = Board.make_cross(), Board.make_cross()
    >>> after.set_status(2, 4, after.unoccupied_slot)
    >>> before == after, before.matches_slots_except(after, 2, 2, 4, 4)
    (False, True)
    """

    # feature -- Constructor

    def __init__(self) -> None:
        self._imp: list[list[SlotStatus]] = [[self.unavailable_slot] * 7 for _ in range(7)]

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.default_board)
    def make_default(cls) -> Self:
        """Return a board without a hole."""
        return cls()

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.easy_board)
    def make_easy(cls) -> Self:
        """Return three pegs in a column of six holes."""
        return cls._painted((".", 1, 6, 4, 4), ("O", 2, 3, 4, 4), ("O", 5, 5, 4, 4))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.cross_board)
    def make_cross(cls) -> Self:
        """Return six pegs that form a cross."""
        return cls._painted(*_HOLES, ("O", 2, 5, 4, 4), ("O", 3, 3, 3, 5))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.plus_board)
    def make_plus(cls) -> Self:
        """Return nine pegs that form a plus sign."""
        return cls._painted(*_HOLES, ("O", 2, 6, 4, 4), ("O", 4, 4, 2, 6))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.pyramid_board)
    def make_pyramid(cls) -> Self:
        """Return sixteen pegs that form a pyramid."""
        return cls._painted(*_HOLES, ("O", 2, 2, 4, 4), ("O", 3, 3, 3, 5), ("O", 4, 4, 2, 6), ("O", 5, 5, 1, 7))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.arrow_board)
    def make_arrow(cls) -> Self:
        """Return seventeen pegs that form an arrow."""
        return cls._painted(*_HOLES, ("O", 1, 5, 4, 4), ("O", 2, 2, 3, 5), ("O", 3, 3, 2, 6), ("O", 6, 7, 3, 5))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.diamond_board)
    def make_diamond(cls) -> Self:
        """Return twenty-four pegs that form a diamond around an empty centre."""
        rhombus = ("O", 1, 7, 4, 4), ("O", 2, 6, 3, 5), ("O", 3, 5, 2, 6), ("O", 4, 4, 1, 7)
        return cls._painted(*_HOLES, *rhombus, (".", 4, 4, 4, 4))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.skull_board)
    def make_skull(cls) -> Self:
        """Return twenty-five pegs that form a skull with two empty eyes."""
        head = ("O", 1, 7, 3, 5), ("O", 3, 5, 2, 6)
        return cls._painted(*_HOLES, *head, (".", 4, 4, 3, 3), (".", 4, 4, 5, 5))

    @classmethod
    @require(
        signs_known=lambda out: isinstance(out, str) and re.fullmatch(r"[*O.\n]+", out) is not None,
        rows_equally_long=lambda out: len({len(row) for row in out.split("\n")}) == 1,
        slots_present=lambda out: out.strip("\n") != "",
    )
    @ensure(out_set=lambda out, result: str(result) == out)
    def make_from_out(cls, out: str) -> Self:
        r"""Return the board of any size that is written so; the inverse of `str`.

        >>> Board.make_from_out("OO.\n***").number_of_columns
        3
        """
        board = cls()
        board._imp = [[_STATUSES[sign] for sign in row] for row in out.split("\n")]
        return board

    @classmethod
    def _painted(cls, *layers: tuple[str, int, int, int, int]) -> Self:
        """Return the default board with rectangles of one status each laid over it, one after the other."""
        board = cls()
        for sign, r1, r2, c1, c2 in layers:
            board.set_statuses(r1, r2, c1, c2, _STATUSES[sign])
        return board

    # feature -- Auxiliary queries

    @property
    @ensure(correct_result=lambda result: result is SlotStatusAccess().unavailable_slot)
    def unavailable_slot(self) -> UnavailableSlot:
        """The status of a place without a hole."""
        return SlotStatusAccess().unavailable_slot

    @property
    @ensure(correct_result=lambda result: result is SlotStatusAccess().occupied_slot)
    def occupied_slot(self) -> OccupiedSlot:
        """The status of a hole with a peg."""
        return SlotStatusAccess().occupied_slot

    @property
    @ensure(correct_result=lambda result: result is SlotStatusAccess().unoccupied_slot)
    def unoccupied_slot(self) -> UnoccupiedSlot:
        """The status of a hole without a peg."""
        return SlotStatusAccess().unoccupied_slot

    @require(
        consistent_row_numbers=lambda self, other: (
            isinstance(other, Board) and self.number_of_rows == other.number_of_rows
        ),
        consistent_column_numbers=lambda self, other: self.number_of_columns == other.number_of_columns,
        valid_rows=lambda self, r1, r2: self.is_valid_row(r1) and self.is_valid_row(r2),
        valid_columns=lambda self, c1, c2: self.is_valid_column(c1) and self.is_valid_column(c2),
        valid_row_range=lambda r1, r2: r1 <= r2,
        valid_column_range=lambda c1, c2: c1 <= c2,
    )
    @ensure(
        correct_result=lambda self, other, r1, r2, c1, c2, result: (
            result
            == all(
                self.status_of(row, column) == other.status_of(row, column)
                for row in range(1, self.number_of_rows + 1)
                for column in range(1, self.number_of_columns + 1)
                if not (r1 <= row <= r2 and c1 <= column <= c2)
            )
        ),
    )
    def matches_slots_except(self, other: Board, r1: int, r2: int, c1: int, c2: int) -> bool:
        """Whether the two boards agree outside of the rectangle of rows r1 to r2 and columns c1 to c2.

        Nothing is said of the slots inside: they may agree as well.
        """

        def outside(board: Board) -> list[str]:
            rows = str(board).split("\n")
            return [row[: c1 - 1] + row[c2:] if r1 <= r <= r2 else row for r, row in enumerate(rows, 1)]

        return outside(self) == outside(other)

    @ensure(equal_and_another=lambda self, result: result == self and result is not self)
    def deep_twin(self) -> Self:
        """Return a copy that changes on its own."""
        return deepcopy(self)

    # feature -- Auxiliary commands

    @require(
        valid_row=lambda self, row: self.is_valid_row(row),
        valid_column=lambda self, column: self.is_valid_column(column),
    )
    @snapshot(lambda self: self.deep_twin(), name="board")
    @ensure(
        slot_set=lambda self, row, column, status: self.status_of(row, column) == status,
        slots_not_in_range_unchanged=lambda self, row, column, OLD: self.matches_slots_except(
            OLD.board, row, row, column, column
        ),
    )
    def set_status(self, row: int, column: int, status: SlotStatus) -> None:
        """Give one slot a status."""
        check_kind(status, SlotStatus)
        self._imp[row - 1][column - 1] = status

    @require(
        valid_rows=lambda self, r1, r2: self.is_valid_row(r1) and self.is_valid_row(r2),
        valid_columns=lambda self, c1, c2: self.is_valid_column(c1) and self.is_valid_column(c2),
        valid_row_range=lambda r1, r2: r1 <= r2,
        valid_column_range=lambda c1, c2: c1 <= c2,
    )
    @snapshot(lambda self: self.deep_twin(), name="board")
    @ensure(
        slots_in_range_set=lambda self, r1, r2, c1, c2, status: all(
            self.status_of(row, column) == status for row in range(r1, r2 + 1) for column in range(c1, c2 + 1)
        ),
        slots_not_in_range_unchanged=lambda self, r1, r2, c1, c2, OLD: self.matches_slots_except(
            OLD.board, r1, r2, c1, c2
        ),
    )
    def set_statuses(self, r1: int, r2: int, c1: int, c2: int, status: SlotStatus) -> None:
        """Give all slots of rows r1 to r2 and columns c1 to c2 one status."""
        check_kind(status, SlotStatus)
        for row in self._imp[r1 - 1 : r2]:
            row[c1 - 1 : c2] = [status] * (c2 - c1 + 1)

    # feature -- Queries

    @property
    @ensure(correct_result=lambda self, result: result == len(self._imp))
    def number_of_rows(self) -> int:
        """How many rows there are."""
        return len(self._imp)

    @property
    @ensure(correct_result=lambda self, result: all(result == len(row) for row in self._imp))
    def number_of_columns(self) -> int:
        """How many columns there are."""
        return len(self._imp[0])

    @ensure(
        correct_result=lambda self, row, result: result == (is_number(row) and row in range(1, self.number_of_rows + 1))
    )
    def is_valid_row(self, row: object) -> bool:
        """Whether this is the number of a row."""
        return is_number(row) and 1 <= row <= self.number_of_rows

    @ensure(
        correct_result=lambda self, column, result: (
            result == (is_number(column) and column in range(1, self.number_of_columns + 1))
        )
    )
    def is_valid_column(self, column: object) -> bool:
        """Whether this is the number of a column."""
        return is_number(column) and 1 <= column <= self.number_of_columns

    @require(
        valid_row=lambda self, row: self.is_valid_row(row),
        valid_column=lambda self, column: self.is_valid_column(column),
    )
    @ensure(correct_result=lambda self, row, column, result: result is self._imp[row - 1][column - 1])
    def status_of(self, row: int, column: int) -> SlotStatus:
        """Return the status of one slot."""
        return self._imp[row - 1][column - 1]

    @property
    def number_of_occupied_slots(self) -> int:
        """How many pegs there are."""
        return str(self).count(str(self.occupied_slot))

    # feature -- Equality

    @ensure(correct_result=lambda self, other, result: result == (isinstance(other, Board) and str(self) == str(other)))
    def __eq__(self, other: object) -> bool:
        """Whether the other is a board that is written the same."""
        return isinstance(other, Board) and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]  # boards change

    # feature -- Output

    def __str__(self) -> str:
        """Return a line of signs for each row."""
        rows, columns = range(1, self.number_of_rows + 1), range(1, self.number_of_columns + 1)
        return "\n".join("".join(str(self.status_of(row, column)) for column in columns) for row in rows)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.make_from_out({str(self)!r})"


# cluster -- game


class Game(DBC):
    """A game of peg solitaire, played on the board that it is given: whoever keeps that board sees it change.

    >>> game = Game.make_plus()
    >>> game.move_up(3, 4)
    >>> game.is_over, game.board.number_of_occupied_slots
    (False, 8)
    """

    # feature -- Board

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self._board

    # feature -- Constructors

    def __init__(self, board: Board) -> None:
        check_kind(board, Board)
        self._board = board

    @classmethod
    @ensure(board_set=lambda board, result: result.board is board)
    def make_from_board(cls, board: Board) -> Self:
        """Return a game on this very board."""
        return cls(board)

    @classmethod
    @ensure(board_set=lambda result: result.board == BoardTemplatesAccess().templates.default_board)
    def make_default(cls) -> Self:
        """Return a new game on the board without a hole."""
        return cls(Board.make_default())

    @classmethod
    @ensure(board_set=lambda result: result.board == BoardTemplatesAccess().templates.easy_board)
    def make_easy(cls) -> Self:
        """Return a new game on the easy board."""
        return cls(Board.make_easy())

    @classmethod
    @ensure(board_set=lambda result: result.board == BoardTemplatesAccess().templates.cross_board)
    def make_cross(cls) -> Self:
        """Return a new game on the cross."""
        return cls(Board.make_cross())

    @classmethod
    @ensure(board_set=lambda result: result.board == BoardTemplatesAccess().templates.plus_board)
    def make_plus(cls) -> Self:
        """Return a new game on the plus sign."""
        return cls(Board.make_plus())

    @classmethod
    @ensure(board_set=lambda result: result.board == BoardTemplatesAccess().templates.pyramid_board)
    def make_pyramid(cls) -> Self:
        """Return a new game on the pyramid."""
        return cls(Board.make_pyramid())

    @classmethod
    @ensure(board_set=lambda result: result.board == BoardTemplatesAccess().templates.arrow_board)
    def make_arrow(cls) -> Self:
        """Return a new game on the arrow."""
        return cls(Board.make_arrow())

    @classmethod
    @ensure(board_set=lambda result: result.board == BoardTemplatesAccess().templates.diamond_board)
    def make_diamond(cls) -> Self:
        """Return a new game on the diamond."""
        return cls(Board.make_diamond())

    @classmethod
    @ensure(board_set=lambda result: result.board == BoardTemplatesAccess().templates.skull_board)
    def make_skull(cls) -> Self:
        """Return a new game on the skull."""
        return cls(Board.make_skull())

    # feature -- Commands

    @require(
        from_slot_valid_row=lambda self, row: self.board.is_valid_row(row),
        from_slot_valid_column=lambda self, column: self.board.is_valid_column(column),
        middle_slot_valid_column=lambda self, column: self.board.is_valid_column(column - 1),
        to_slot_valid_column=lambda self, column: self.board.is_valid_column(column - 2),
        from_slot_occupied=lambda self, row, column: self.board.status_of(row, column) == self.board.occupied_slot,
        middle_slot_occupied=lambda self, row, column: (
            self.board.status_of(row, column - 1) == self.board.occupied_slot
        ),
        to_slot_unoccupied=lambda self, row, column: (
            self.board.status_of(row, column - 2) == self.board.unoccupied_slot
        ),
    )
    @snapshot(lambda self: self.board.deep_twin(), name="board")
    @ensure(
        slots_properly_set=lambda self, row, column: (
            self.board.status_of(row, column) == self.board.unoccupied_slot
            and self.board.status_of(row, column - 1) == self.board.unoccupied_slot
            and self.board.status_of(row, column - 2) == self.board.occupied_slot
        ),
        other_slots_unchanged=lambda self, row, column, OLD: self.board.matches_slots_except(
            OLD.board, row, row, column - 2, column
        ),
    )
    def move_left(self, row: int, column: int) -> None:
        """Let the peg in this slot jump left over its neighbour, which leaves the board."""
        self._jump(row, column, 0, -1)

    @require(
        from_slot_valid_row=lambda self, row: self.board.is_valid_row(row),
        from_slot_valid_column=lambda self, column: self.board.is_valid_column(column),
        middle_slot_valid_column=lambda self, column: self.board.is_valid_column(column + 1),
        to_slot_valid_column=lambda self, column: self.board.is_valid_column(column + 2),
        from_slot_occupied=lambda self, row, column: self.board.status_of(row, column) == self.board.occupied_slot,
        middle_slot_occupied=lambda self, row, column: (
            self.board.status_of(row, column + 1) == self.board.occupied_slot
        ),
        to_slot_unoccupied=lambda self, row, column: (
            self.board.status_of(row, column + 2) == self.board.unoccupied_slot
        ),
    )
    @snapshot(lambda self: self.board.deep_twin(), name="board")
    @ensure(
        slots_properly_set=lambda self, row, column: (
            self.board.status_of(row, column) == self.board.unoccupied_slot
            and self.board.status_of(row, column + 1) == self.board.unoccupied_slot
            and self.board.status_of(row, column + 2) == self.board.occupied_slot
        ),
        other_slots_unchanged=lambda self, row, column, OLD: self.board.matches_slots_except(
            OLD.board, row, row, column, column + 2
        ),
    )
    def move_right(self, row: int, column: int) -> None:
        """Let the peg in this slot jump right over its neighbour, which leaves the board."""
        self._jump(row, column, 0, 1)

    @require(
        from_slot_valid_column=lambda self, column: self.board.is_valid_column(column),
        from_slot_valid_row=lambda self, row: self.board.is_valid_row(row),
        middle_slot_valid_row=lambda self, row: self.board.is_valid_row(row - 1),
        to_slot_valid_row=lambda self, row: self.board.is_valid_row(row - 2),
        from_slot_occupied=lambda self, row, column: self.board.status_of(row, column) == self.board.occupied_slot,
        middle_slot_occupied=lambda self, row, column: (
            self.board.status_of(row - 1, column) == self.board.occupied_slot
        ),
        to_slot_unoccupied=lambda self, row, column: (
            self.board.status_of(row - 2, column) == self.board.unoccupied_slot
        ),
    )
    @snapshot(lambda self: self.board.deep_twin(), name="board")
    @ensure(
        slots_properly_set=lambda self, row, column: (
            self.board.status_of(row, column) == self.board.unoccupied_slot
            and self.board.status_of(row - 1, column) == self.board.unoccupied_slot
            and self.board.status_of(row - 2, column) == self.board.occupied_slot
        ),
        other_slots_unchanged=lambda self, row, column, OLD: self.board.matches_slots_except(
            OLD.board, row - 2, row, column, column
        ),
    )
    def move_up(self, row: int, column: int) -> None:
        """Let the peg in this slot jump upwards over its neighbour, which leaves the board."""
        self._jump(row, column, -1, 0)

    @require(
        from_slot_valid_column=lambda self, column: self.board.is_valid_column(column),
        from_slot_valid_row=lambda self, row: self.board.is_valid_row(row),
        middle_slot_valid_row=lambda self, row: self.board.is_valid_row(row + 1),
        to_slot_valid_row=lambda self, row: self.board.is_valid_row(row + 2),
        from_slot_occupied=lambda self, row, column: self.board.status_of(row, column) == self.board.occupied_slot,
        middle_slot_occupied=lambda self, row, column: (
            self.board.status_of(row + 1, column) == self.board.occupied_slot
        ),
        to_slot_unoccupied=lambda self, row, column: (
            self.board.status_of(row + 2, column) == self.board.unoccupied_slot
        ),
    )
    @snapshot(lambda self: self.board.deep_twin(), name="board")
    @ensure(
        slots_properly_set=lambda self, row, column: (
            self.board.status_of(row, column) == self.board.unoccupied_slot
            and self.board.status_of(row + 1, column) == self.board.unoccupied_slot
            and self.board.status_of(row + 2, column) == self.board.occupied_slot
        ),
        other_slots_unchanged=lambda self, row, column, OLD: self.board.matches_slots_except(
            OLD.board, row, row + 2, column, column
        ),
    )
    def move_down(self, row: int, column: int) -> None:
        """Let the peg in this slot jump downwards over its neighbour, which leaves the board."""
        self._jump(row, column, 1, 0)

    def _jump(self, row: int, column: int, down: int, right: int) -> None:
        board = self.board
        board.set_status(row, column, board.unoccupied_slot)
        board.set_status(row + down, column + right, board.unoccupied_slot)
        board.set_status(row + 2 * down, column + 2 * right, board.occupied_slot)

    # feature -- Status queries

    @require(
        valid_row=lambda self, row: self.board.is_valid_row(row),
        valid_column=lambda self, column: self.board.is_valid_column(column),
    )
    def is_movable(self, row: int, column: int) -> bool:
        """Whether there is a peg in this slot that can jump left, right, up or down."""
        board = self.board
        for down, right in (0, -1), (0, 1), (-1, 0), (1, 0):
            slots = [(row + n * down, column + n * right) for n in range(3)]
            if all(board.is_valid_row(r) and board.is_valid_column(c) for r, c in slots) and (
                [board.status_of(r, c) for r, c in slots]
                == [board.occupied_slot, board.occupied_slot, board.unoccupied_slot]
            ):
                return True
        return False

    @property
    @ensure(
        correct_result=lambda self, result: (
            result
            == (
                not any(
                    self.is_movable(row, column)
                    for row in range(1, self.board.number_of_rows + 1)
                    for column in range(1, self.board.number_of_columns + 1)
                )
            )
        ),
    )
    def is_over(self) -> bool:
        """Whether no peg can jump."""
        rows = str(self.board).split("\n")
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        return not any("OO." in line or ".OO" in line for line in rows + columns)

    @property
    @ensure(
        game_won_iff_one_occupied_slot_left=lambda self, result: result == (self.board.number_of_occupied_slots == 1),
        winning_a_game_means_game_over=lambda self, result: not result or self.is_over,
    )
    def is_won(self) -> bool:
        """Whether one peg is left."""
        return self.board.number_of_occupied_slots == 1

    # feature -- Output

    def __str__(self) -> str:
        """Return the state of the game in words, and then the board."""
        over, won = ("Yes" if so else "No" for so in (self.is_over, self.is_won))
        return f"Game is over: {over}\nGame is won : {won}\nBoard Status:\n{self.board}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.make_from_board({self.board!r})"


class Player(DBC):
    """Someone with a game in front of them; at first it is on the board without a hole.

    >>> Player().game.board == Board.make_default()
    True
    """

    # feature -- Attributes

    @property
    def game(self) -> Game:
        """The game that the player plays; assign another to put it in its place."""
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        check_kind(game, Game)
        self._game = game

    # feature -- Constructor for descendant classes

    @ensure(default_board_set=lambda self: self.game.board == BoardTemplatesAccess().templates.default_board)
    def __init__(self) -> None:
        self._game = Game.make_default()

    def _play(self, script: str) -> None:
        """Make the moves of a script: each is the first letter of a direction, then row and column, as in D2,4."""
        moves = {"L": self.game.move_left, "R": self.game.move_right, "U": self.game.move_up, "D": self.game.move_down}
        for move in script.split():
            row, column = move[1:].split(",")
            moves[move[0]](int(row), int(column))


@cache
def winning_script(out: str) -> str | None:
    r"""Return moves that win a board, or None where it is proved that there are none.

    >>> winning_script("OO.O"), winning_script("O.O")
    ('R1,1 L1,4', None)
    """
    if "O" not in out:
        return None
    game = pegs.PegSolitaire(*pegs.Board.read(out))
    for solver in pegs.BOX.solvers.values():
        match solver().solve(game, game.start(), _BUDGET):
            case Solved(line):
                return " ".join(map(_move, line))
            case Unsolvable():
                return None
    raise HoyleError(f"no win was found on this board of {out.count('O')} pegs, and no proof that there is none")


def _move(jump: pegs.Jump) -> str:
    (x, y), (over_x, over_y) = jump.source, jump.over
    return f"{_LETTERS[over_x - x, over_y - y]}{y + 1},{x + 1}"


_BUDGET: Final = 100_000
_LETTERS: Final = {(-1, 0): "L", (1, 0): "R", (0, -1): "U", (0, 1): "D"}


class GoodPlayer(Player):
    """A player who wins.

    >>> player = GoodPlayer()
    >>> player.game = Game.make_skull()
    >>> player.wins_skull_board()
    >>> player.game.is_won
    True
    """

    # feature -- Commands

    @require(current_game_is_easy=lambda self: self.game.board == BoardTemplatesAccess().templates.easy_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_easy_board(self) -> None:
        """Win the game, which is on the easy board."""
        self._play("D2,4 D4,4")

    @require(current_game_is_cross=lambda self: self.game.board == BoardTemplatesAccess().templates.cross_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_cross_board(self) -> None:
        """Win the game, which is on the cross."""
        self._play("L3,4 U5,4 L3,5 R3,2 U3,4")

    @require(current_game_is_plus=lambda self: self.game.board == BoardTemplatesAccess().templates.plus_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_plus_board(self) -> None:
        """Win the game, which is on the plus."""
        self._play("U3,4 U5,4 L4,6 U4,4 D1,4 R4,2 D3,4 U6,4")

    @require(current_game_is_pyramid=lambda self: self.game.board == BoardTemplatesAccess().templates.pyramid_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_pyramid_board(self) -> None:
        """Win the game, which is on the pyramid."""
        self._play("L3,4 L4,3 D4,4 U4,5 L2,5 U5,1 R3,1 D2,3 R5,2 L5,5 D4,3 L5,7 R6,3 U6,5 R4,5")

    @require(current_game_is_arrow=lambda self: self.game.board == BoardTemplatesAccess().templates.arrow_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_arrow_board(self) -> None:
        """Win the game, which is on the arrow."""
        self._play("D2,3 D2,5 U7,3 R5,3 U5,5 L3,5 D1,4 R3,3 L3,6 U4,4 L6,5 L7,5 U7,3 U5,3 R3,2 D2,4")

    @require(current_game_is_diamond=lambda self: self.game.board == BoardTemplatesAccess().templates.diamond_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_diamond_board(self) -> None:
        """Win the game, which is on the diamond."""
        self._play(
            "D2,4 R3,2 L3,5 U3,3 R1,3 D1,5 R3,5 D3,7 R4,5 "
            "U5,3 R4,1 D3,3 D5,3 U6,5 R4,4 L4,7 L5,7 D4,5 R7,3 U7,5 L5,5 R5,2 D5,4"
        )

    @require(current_game_is_skull=lambda self: self.game.board == BoardTemplatesAccess().templates.skull_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_skull_board(self) -> None:
        """Win the game, which is on the skull."""
        self._play(
            "D2,3 L2,5 D1,3 L1,5 L3,3 L3,5 U4,3 D1,3 U5,2 L5,4 R5,5 D3,6 "
            "L5,7 U6,5 L4,5 U4,3 R3,1 D2,3 U7,3 D4,3 L7,5 U7,3 R5,2 D5,4"
        )

    @require(
        board_given=lambda board: isinstance(board, Board),
        board_winnable=lambda board: winning_script(str(board)) is not None,
    )
    @ensure(
        game_on_board=lambda self, board: self.game.board is board,
        finished_and_won_game=lambda self: self.game.is_over and self.game.is_won,
    )
    def wins(self, board: Board) -> Game:
        r"""Win a new game on any board that can be won, and return it.

        >>> GoodPlayer().wins(Board.make_from_out("OO.O\n***.")).is_won
        True
        """
        script = winning_script(str(board))
        self.game = Game.make_from_board(board)
        self._play(script or "")
        return self.game


class BadPlayer(Player):
    """A player who loses.

    >>> player = BadPlayer()
    >>> player.game = Game.make_easy()
    >>> player.loses_easy_board()
    >>> player.game.is_over, player.game.is_won
    (True, False)
    """

    # feature -- Commands

    @require(current_game_is_easy=lambda self: self.game.board == BoardTemplatesAccess().templates.easy_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_easy_board(self) -> None:
        """Lose the game, which is on the easy board."""
        self._play("U3,4")

    @require(current_game_is_pyramid=lambda self: self.game.board == BoardTemplatesAccess().templates.pyramid_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_pyramid_game(self) -> None:
        """Lose the game, which is on the pyramid."""
        self._play("U3,4 U4,3 D4,4 U4,5 U5,2 U5,6")

    @require(current_game_is_arrow=lambda self: self.game.board == BoardTemplatesAccess().templates.arrow_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_arrow_game(self) -> None:
        """Lose the game, which is on the arrow."""
        self._play("D2,3 D2,5 U7,3 D4,3 U7,5 D4,5")

    @require(current_game_is_diamond=lambda self: self.game.board == BoardTemplatesAccess().templates.diamond_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_diamond_game(self) -> None:
        """Lose the game, which is on the diamond."""
        self._play("D2,4 L3,3 R3,5 L5,3 L5,5 U7,4 R5,3 R5,5")

    @require(current_game_is_skull=lambda self: self.game.board == BoardTemplatesAccess().templates.skull_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_skull_game(self) -> None:
        """Lose the game, which is on the skull."""
        self._play("D2,3 D2,5 L4,3 L4,5 U6,5 L4,6 L4,4 U6,3 R4,2")
