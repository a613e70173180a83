"""Boards: the eight templates, and slots that are set and compared."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Final, Self, TypeGuard

from icontract import DBC, snapshot

from hoyle.classroom.eiffel import Once, check_kind, ensure, invariant, require
from hoyle.classroom.pegs.slot import OccupiedSlot, SlotStatus, SlotStatusAccess, UnavailableSlot, UnoccupiedSlot
from hoyle.games.pegs.boards import TEMPLATES


def is_number(value: object) -> TypeGuard[int]:
    """Whether this is a whole number; to Python, true and false are numbers as well."""
    return isinstance(value, int) and not isinstance(value, bool)


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


_STATUSES: Final = {"*": UnavailableSlot(), "O": OccupiedSlot(), ".": UnoccupiedSlot()}
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
        return cls._paint((".", 1, 6, 4, 4), ("O", 2, 3, 4, 4), ("O", 5, 5, 4, 4))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.cross_board)
    def make_cross(cls) -> Self:
        """Return six pegs that form a cross."""
        return cls._paint(*_HOLES, ("O", 2, 5, 4, 4), ("O", 3, 3, 3, 5))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.plus_board)
    def make_plus(cls) -> Self:
        """Return nine pegs that form a plus sign."""
        return cls._paint(*_HOLES, ("O", 2, 6, 4, 4), ("O", 4, 4, 2, 6))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.pyramid_board)
    def make_pyramid(cls) -> Self:
        """Return sixteen pegs that form a pyramid."""
        return cls._paint(*_HOLES, ("O", 2, 2, 4, 4), ("O", 3, 3, 3, 5), ("O", 4, 4, 2, 6), ("O", 5, 5, 1, 7))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.arrow_board)
    def make_arrow(cls) -> Self:
        """Return seventeen pegs that form an arrow."""
        return cls._paint(*_HOLES, ("O", 1, 5, 4, 4), ("O", 2, 2, 3, 5), ("O", 3, 3, 2, 6), ("O", 6, 7, 3, 5))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.diamond_board)
    def make_diamond(cls) -> Self:
        """Return twenty-four pegs that form a diamond around an empty centre."""
        rhombus = ("O", 1, 7, 4, 4), ("O", 2, 6, 3, 5), ("O", 3, 5, 2, 6), ("O", 4, 4, 1, 7)
        return cls._paint(*_HOLES, *rhombus, (".", 4, 4, 4, 4))

    @classmethod
    @ensure(board_set=lambda result: result == BoardTemplatesAccess().templates.skull_board)
    def make_skull(cls) -> Self:
        """Return twenty-five pegs that form a skull with two empty eyes."""
        head = ("O", 1, 7, 3, 5), ("O", 3, 5, 2, 6)
        return cls._paint(*_HOLES, *head, (".", 4, 4, 3, 3), (".", 4, 4, 5, 5))

    @classmethod
    @require(
        signs_known=lambda out: isinstance(out, str) and re.fullmatch(r"[*O.\n]++", out) is not None,
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
    def _paint(cls, *layers: tuple[str, int, int, int, int]) -> Self:
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
