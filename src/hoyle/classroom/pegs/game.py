"""The game: moves with complete contracts, and whether it is over and won."""

from __future__ import annotations

from hoyle.classroom.eiffel import Contracted, check_kind, construct, creation, ensure, old, require
from hoyle.classroom.pegs.board import Board, BoardTemplates, BoardTemplatesAccess

# cluster -- game


class Game(Contracted):
    """A game of peg solitaire, played on the very board that it is given, which changes with it.

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

    @property
    @ensure(templates_accessible=lambda result: result.templates is BoardTemplates())
    def bta(self) -> BoardTemplatesAccess:
        """The way to the templates."""
        return BoardTemplatesAccess()

    # feature -- Constructors

    def __init__(self, board: Board) -> None:
        check_kind(board, Board)
        self._board = board

    @creation
    @ensure(board_set=lambda self, board: self.board is board)
    def make_from_board(self, board: Board) -> None:
        """Make a game on this very board."""
        construct(self, board)

    @creation
    @ensure(board_set=lambda self: self.board == self.bta.templates.default_board)
    def make_default(self) -> None:
        """Make a new game on the board without a hole."""
        construct(self, Board.make_default())

    @creation
    @ensure(board_set=lambda self: self.board == self.bta.templates.easy_board)
    def make_easy(self) -> None:
        """Make a new game on the easy board."""
        construct(self, Board.make_easy())

    @creation
    @ensure(board_set=lambda self: self.board == self.bta.templates.cross_board)
    def make_cross(self) -> None:
        """Make a new game on the cross."""
        construct(self, Board.make_cross())

    @creation
    @ensure(board_set=lambda self: self.board == self.bta.templates.plus_board)
    def make_plus(self) -> None:
        """Make a new game on the plus sign."""
        construct(self, Board.make_plus())

    @creation
    @ensure(board_set=lambda self: self.board == self.bta.templates.pyramid_board)
    def make_pyramid(self) -> None:
        """Make a new game on the pyramid."""
        construct(self, Board.make_pyramid())

    @creation
    @ensure(board_set=lambda self: self.board == self.bta.templates.arrow_board)
    def make_arrow(self) -> None:
        """Make a new game on the arrow."""
        construct(self, Board.make_arrow())

    @creation
    @ensure(board_set=lambda self: self.board == self.bta.templates.diamond_board)
    def make_diamond(self) -> None:
        """Make a new game on the diamond."""
        construct(self, Board.make_diamond())

    @creation
    @ensure(board_set=lambda self: self.board == self.bta.templates.skull_board)
    def make_skull(self) -> None:
        """Make a new game on the skull."""
        construct(self, Board.make_skull())

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
    @old(board=lambda self: self.board.deep_twin())
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
    @old(board=lambda self: self.board.deep_twin())
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
    @old(board=lambda self: self.board.deep_twin())
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
    @old(board=lambda self: self.board.deep_twin())
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
    @ensure(
        correct_result=lambda self, row, column, result: (
            result
            == any(
                self.board.is_valid_row(row + 2 * down)
                and self.board.is_valid_column(column + 2 * right)
                and self.board.status_of(row, column) == self.board.occupied_slot
                and self.board.status_of(row + down, column + right) == self.board.occupied_slot
                and self.board.status_of(row + 2 * down, column + 2 * right) == self.board.unoccupied_slot
                for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0))
            )
        ),
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

    @ensure(
        over_told=lambda self, result: result.startswith(f"Game is over: {'Yes' if self.is_over else 'No'}\n"),
        won_told=lambda self, result: result.split("\n")[1] == f"Game is won : {'Yes' if self.is_won else 'No'}",
        board_told=lambda self, result: result.split("\n", 2)[2] == f"Board Status:\n{self.board}",
    )
    def __str__(self) -> str:
        """Return the state of the game in words, and then the board."""
        over, won = ("Yes" if so else "No" for so in (self.is_over, self.is_won))
        return f"Game is over: {over}\nGame is won : {won}\nBoard Status:\n{self.board}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.make_from_board({self.board!r})"
