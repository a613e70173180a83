"""Boards: the eight templates, and slots that are set and compared."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Final, Self

from hoyle.classroom.eiffel import (
    Contracted,
    Once,
    check_kind,
    construct,
    creation,
    ensure,
    invariant,
    is_number,
    old,
    require,
)
from hoyle.classroom.pegs.slot import OccupiedSlot, SlotStatus, SlotStatusAccess, UnavailableSlot, UnoccupiedSlot
from hoyle.games.pegs.boards import TEMPLATES

_OUTS: Final = {
    kind: text.replace("/", "\n") for kind, text in {"default": "/".join(["*" * 7] * 7), **TEMPLATES}.items()
}

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
    """The eight kinds of boards, each as a board and as text; a board that is taken from here may be played on.

    >>> BoardTemplates().plus_board.number_of_occupied_slots
    9
    """

    # feature -- Templates

    # The boards come from their text, not from `make_easy` and so on: those promise to equal what is made here.

    @property
    def default_board(self) -> Board:
        """The board without a hole, as a board of your own."""
        return Board.make_from_out(self.default_board_out)

    @property
    def easy_board(self) -> Board:
        """The easy board, as a board of your own."""
        return Board.make_from_out(self.easy_board_out)

    @property
    def cross_board(self) -> Board:
        """The cross, as a board of your own."""
        return Board.make_from_out(self.cross_board_out)

    @property
    def plus_board(self) -> Board:
        """The plus sign, as a board of your own."""
        return Board.make_from_out(self.plus_board_out)

    @property
    def pyramid_board(self) -> Board:
        """The pyramid, as a board of your own."""
        return Board.make_from_out(self.pyramid_board_out)

    @property
    def arrow_board(self) -> Board:
        """The arrow, as a board of your own."""
        return Board.make_from_out(self.arrow_board_out)

    @property
    def diamond_board(self) -> Board:
        """The diamond, as a board of your own."""
        return Board.make_from_out(self.diamond_board_out)

    @property
    def skull_board(self) -> Board:
        """The skull, as a board of your own."""
        return Board.make_from_out(self.skull_board_out)

    # feature -- Constant string representations of boards

    @property
    def default_board_out(self) -> str:
        """The board without a hole as text."""
        return _OUTS["default"]

    @property
    def easy_board_out(self) -> str:
        """The easy board as text."""
        return _OUTS["easy"]

    @property
    def cross_board_out(self) -> str:
        """The cross as text."""
        return _OUTS["cross"]

    @property
    def plus_board_out(self) -> str:
        """The plus sign as text."""
        return _OUTS["plus"]

    @property
    def pyramid_board_out(self) -> str:
        """The pyramid as text."""
        return _OUTS["pyramid"]

    @property
    def arrow_board_out(self) -> str:
        """The arrow as text."""
        return _OUTS["arrow"]

    @property
    def diamond_board_out(self) -> str:
        """The diamond as text."""
        return _OUTS["diamond"]

    @property
    def skull_board_out(self) -> str:
        """The skull as text."""
        return _OUTS["skull"]


@invariant(singleton_templates=lambda self: self.templates is self.templates)
class BoardTemplatesAccess(Contracted):
    """The way to the templates, of which there is one object.

    >>> BoardTemplatesAccess().templates is BoardTemplatesAccess().templates
    True
    """

    # feature -- Access

    @property
    @ensure(only_object=lambda result: result is BoardTemplates())
    def templates(self) -> BoardTemplates:
        """The only object of its class."""
        return BoardTemplates()


_SSA: Final = SlotStatusAccess()
_STATUSES: Final = {"*": UnavailableSlot(), "O": OccupiedSlot(), ".": UnoccupiedSlot()}
# Rectangles, as sign and first and last row and column; together the holes of the English board.
_HOLES: Final = ((".", 1, 7, 3, 5), (".", 3, 5, 1, 7))


class Board(Contracted):
    """Slots in rows and columns, each with its status.

    >>> before, after = Board.make_cross(), Board.make_cross()
    >>> after.set_status(2, 4, after.unoccupied_slot)
    >>> before == after, before.matches_slots_except(after, 2, 2, 4, 4)
    (False, True)
    """

    # feature -- Implementation

    _imp: list[list[SlotStatus]]

    @property
    @ensure(statuses_accessible=lambda result: result.occupied_slot is OccupiedSlot())
    def ssa(self) -> SlotStatusAccess:
        """The way to the only object of each status."""
        return _SSA

    @property
    @ensure(templates_accessible=lambda result: result.templates is BoardTemplates())
    def bta(self) -> BoardTemplatesAccess:
        """The way to the templates."""
        return BoardTemplatesAccess()

    # feature -- Constructor

    def __init__(self) -> None:
        self._imp = [[self.unavailable_slot] * 7 for _ in range(7)]

    @creation
    @ensure(board_set=lambda self: self == self.bta.templates.default_board)
    def make_default(self) -> None:
        """Make a board without a hole."""
        construct(self)

    @creation
    @ensure(board_set=lambda self: self == self.bta.templates.easy_board)
    def make_easy(self) -> None:
        """Make three pegs in a column of six holes."""
        self._paint((".", 1, 6, 4, 4), ("O", 2, 3, 4, 4), ("O", 5, 5, 4, 4))

    @creation
    @ensure(board_set=lambda self: self == self.bta.templates.cross_board)
    def make_cross(self) -> None:
        """Make six pegs that form a cross."""
        self._paint(*_HOLES, ("O", 2, 5, 4, 4), ("O", 3, 3, 3, 5))

    @creation
    @ensure(board_set=lambda self: self == self.bta.templates.plus_board)
    def make_plus(self) -> None:
        """Make nine pegs that form a plus sign."""
        self._paint(*_HOLES, ("O", 2, 6, 4, 4), ("O", 4, 4, 2, 6))

    @creation
    @ensure(board_set=lambda self: self == self.bta.templates.pyramid_board)
    def make_pyramid(self) -> None:
        """Make sixteen pegs that form a pyramid."""
        self._paint(*_HOLES, ("O", 2, 2, 4, 4), ("O", 3, 3, 3, 5), ("O", 4, 4, 2, 6), ("O", 5, 5, 1, 7))

    @creation
    @ensure(board_set=lambda self: self == self.bta.templates.arrow_board)
    def make_arrow(self) -> None:
        """Make seventeen pegs that form an arrow."""
        self._paint(*_HOLES, ("O", 1, 5, 4, 4), ("O", 2, 2, 3, 5), ("O", 3, 3, 2, 6), ("O", 6, 7, 3, 5))

    @creation
    @ensure(board_set=lambda self: self == self.bta.templates.diamond_board)
    def make_diamond(self) -> None:
        """Make twenty-four pegs that form a diamond around an empty centre."""
        rhombus = ("O", 1, 7, 4, 4), ("O", 2, 6, 3, 5), ("O", 3, 5, 2, 6), ("O", 4, 4, 1, 7)
        self._paint(*_HOLES, *rhombus, (".", 4, 4, 4, 4))

    @creation
    @ensure(board_set=lambda self: self == self.bta.templates.skull_board)
    def make_skull(self) -> None:
        """Make twenty-five pegs that form a skull with two empty eyes."""
        head = ("O", 1, 7, 3, 5), ("O", 3, 5, 2, 6)
        self._paint(*_HOLES, *head, (".", 4, 4, 3, 3), (".", 4, 4, 5, 5))

    @creation
    @require(
        signs_known=lambda out: isinstance(out, str) and re.fullmatch(r"[*O.\n]++", out) is not None,
        rows_equally_long=lambda out: len({len(row) for row in out.split("\n")}) == 1,
        slots_present=lambda out: out.strip("\n") != "",
    )
    @ensure(out_set=lambda self, out: str(self) == out)
    def make_from_out(self, out: str) -> None:
        r"""Make the board, of any size, that a text describes; the inverse of `str`.

        >>> Board.make_from_out("OO.\n***").number_of_columns
        3
        """
        construct(self)
        self._imp = [[_STATUSES[sign] for sign in row] for row in out.split("\n")]

    def _paint(self, *layers: tuple[str, int, int, int, int]) -> None:
        """Make the default board with rectangles of one status each laid over it, one after the other."""
        construct(self)
        for sign, r1, r2, c1, c2 in layers:
            self.set_statuses(r1, r2, c1, c2, _STATUSES[sign])

    # feature -- Auxiliary queries

    @property
    @ensure(correct_result=lambda self, result: result is self.ssa.unavailable_slot)
    def unavailable_slot(self) -> UnavailableSlot:
        """The status of a place without a hole."""
        return self.ssa.unavailable_slot

    @property
    @ensure(correct_result=lambda self, result: result is self.ssa.occupied_slot)
    def occupied_slot(self) -> OccupiedSlot:
        """The status of a hole with a peg."""
        return self.ssa.occupied_slot

    @property
    @ensure(correct_result=lambda self, result: result is self.ssa.unoccupied_slot)
    def unoccupied_slot(self) -> UnoccupiedSlot:
        """The status of a hole without a peg."""
        return self.ssa.unoccupied_slot

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

        The slots inside do not matter: they may agree as well.
        """

        def outside(board: Board) -> list[str]:
            rows = str(board).split("\n")
            return [row[: c1 - 1] + row[c2:] if r1 <= r <= r2 else row for r, row in enumerate(rows, 1)]

        return outside(self) == outside(other)

    @ensure(
        equal_and_another=lambda self, result: result == self and result is not self,
        nothing_shared=lambda self, result: all(
            not any(row is other for other in vars(result)["_imp"]) for row in self._imp
        ),
    )
    def deep_twin(self) -> Self:
        """Return a copy that changes on its own."""
        return deepcopy(self)

    # feature -- Auxiliary commands

    @require(
        valid_row=lambda self, row: self.is_valid_row(row),
        valid_column=lambda self, column: self.is_valid_column(column),
    )
    @old(board=lambda self: self.deep_twin())
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
    @old(board=lambda self: self.deep_twin())
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
    @ensure(
        correct_result=lambda self, result: (
            result
            == sum(
                self.status_of(row, column) == self.occupied_slot
                for row in range(1, self.number_of_rows + 1)
                for column in range(1, self.number_of_columns + 1)
            )
        )
    )
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

    @ensure(
        correct_result=lambda self, result: (
            [[*line] for line in result.split("\n")]
            == [
                [str(self.status_of(row, column)) for column in range(1, self.number_of_columns + 1)]
                for row in range(1, self.number_of_rows + 1)
            ]
        )
    )
    def __str__(self) -> str:
        """Return a line of signs for each row."""
        rows, columns = range(1, self.number_of_rows + 1), range(1, self.number_of_columns + 1)
        return "\n".join("".join(str(self.status_of(row, column)) for column in columns) for row in rows)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.make_from_out({str(self)!r})"
