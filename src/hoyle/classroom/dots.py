"""The course document Game of Dots Specification (2020): model, view and controller of the classic variant of dots.

Names are the document's in Python spelling; IndexOutOfBounds is IndexError, IllegalArgument is ValueError and
NullPointer is NullPathError.  Cells are given as row and column, from 0.  The model does not know the view, the view does
not know the model, and the controller connects them.

>>> board = GameBoardT(seed=7)
>>> controller = Controller(board, View())
>>> controller.execute_move([[1, 1], [1, 2], [0, 2], [0, 1]])
>>> controller.get_game_obj(), controller.get_game_moves(), controller.get_game_score()
((<CellT.R: 'R'>, 2), 3, 4)
>>> controller.execute_move([[0, 0], [0, 9]])
Traceback (most recent call last):
IndexError: there is no cell [0, 9] on this board
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from operator import index
from typing import ClassVar, Final

from hoyle.classroom.eiffel import Contracted, check_kind, ensure, invariant, old
from hoyle.contracts.violation import show
from hoyle.dice import Dice
from hoyle.game import HoyleError, IllegalMoveError

# The model keeps a match of dots and states no rule of its own.
from hoyle.games.dots import Path, game, wrong_dots, wrong_shape
from hoyle.grid import Square, square
from hoyle.match import Match

Cells = Sequence[Sequence[int]]

SIZE: Final = 6
"""The board's side, in each direction."""


class NullPathError(TypeError):
    """There is no path at all, or a cell of it is missing."""


class CellT(Enum):
    """The colour of a dot.

    >>> print(CellT.R, CellT("B"))
    R B
    """

    R = "R"
    O = "O"  # noqa: E741 — the document's name
    G = "G"
    B = "B"

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def get_random_cell() -> CellT:
        """Return any of the four colours, each as likely as the others."""
        return _CHANCE.choose(list(CellT))


_CHANCE: Final = Dice(time.time_ns())


@invariant(
    moves_not_negative=lambda self: self.get_moves() >= 0,
    score_not_negative=lambda self: self.get_score() >= 0,
    objective_falls_with_the_score=lambda self: (
        self.get_obj()[0] is self._objective[0]
        and self._objective[1] - self.get_obj()[1] in range(self.get_score() + 1)
    ),
    six_by_six=lambda self: [len(row) for row in self.get_boardT()] == [SIZE] * SIZE,
)
class GameBoardT(Contracted):
    """The model: a board, the moves left, the objective and the score.

    The document's board is used unless six strings of the letters ROGB are given; a seed fixes the dots that will fall.
    The objective is six red dots unless another is given. A move that raises an error changes nothing.

    >>> GameBoardT(objective=(CellT.get_random_cell(), 6)).get_obj()[1]
    6
    """

    SIZE: ClassVar[int] = SIZE

    # feature -- Constructor

    def __init__(
        self,
        board: Sequence[str] | None = None,
        *,
        seed: int | None = None,
        objective: tuple[CellT, int] = (CellT.R, 6),
    ) -> None:
        classic = game("classic")
        rows, goal = classic.board if board is None else _rows(board), _goal(objective)
        try:
            self._game = replace(classic, board=rows, goals=(goal,))
        except HoyleError as fault:
            raise HoyleError(_words(str(fault))) from fault
        if seed is not None:
            check_kind(seed, int)
        self._dice = Dice(time.time_ns() if seed is None else seed)
        self._objective = CellT(goal[0]), goal[1]
        self._match = Match.new(self._game)

    @ensure(
        new_game=lambda self: (
            (self.get_moves(), self.get_score(), self.get_obj()) == (self._game.limit, 0, self._objective)
        ),
        board_set=lambda self: _letters(self.get_boardT()) == self._game.board,
    )
    def initialize_board(self) -> None:
        """Set grid, score, objective and moves to what they are at the start, as in a new board."""
        self._match = Match.new(self._game)

    # feature -- Commands

    @old(
        board=lambda self: self.get_boardT(),
        moves=lambda self: self.get_moves(),
        score=lambda self: self.get_score(),
        objective=lambda self: self.get_obj(),
    )
    @ensure(
        one_move_fewer=lambda self, OLD: self.get_moves() == OLD.moves - 1,
        score_grows_by_the_path=lambda self, path, OLD: self.get_score() == OLD.score + len(path),
        objective_falls_by_the_path_if_of_its_colour=lambda self, path, OLD: (
            OLD.objective[1] - self.get_obj()[1]
            == (len(path) if OLD.board[path[0][0]][path[0][1]] is OLD.objective[0] else 0)
        ),
        objective_keeps_its_colour=lambda self, OLD: self.get_obj()[0] is OLD.objective[0],
        other_cells_fall=lambda self, path, OLD: all(
            [self.get_boardT()[row][column] for row in range(SIZE)][len(_rows_of(path, column)) :]
            == [OLD.board[row][column] for row in range(SIZE) if row not in _rows_of(path, column)]
            for column in range(SIZE)
        ),
    )
    def move(self, path: Cells) -> None:
        """Remove the dots of a path, let the others fall, and fill up from the top.

        The document's order of checks: a path at all; its cells on the board and of one colour; their shape; the end.
        """
        squares = _squares(path)
        for column, row in squares:
            if column not in range(SIZE) or row not in range(SIZE):
                raise IndexError(f"there is no cell {show([row, column])} on this board")
        if reason := wrong_dots(self._match.state.rows, squares):
            raise IndexError(_words(reason))
        if reason := wrong_shape(squares):
            raise IllegalMoveError(_words(reason))
        try:
            self._match = self._match.play(Path(squares)).settle(self._dice)
        except IllegalMoveError as fault:
            raise IllegalMoveError(_words(str(fault))) from fault

    # feature -- Queries

    @ensure(not_negative=lambda result: result >= 0)
    def get_moves(self) -> int:
        """Return how many moves are left."""
        return self._match.state.left

    @ensure(colour_and_number=lambda result: isinstance(result[0], CellT) and isinstance(result[1], int))
    def get_obj(self) -> tuple[CellT, int]:
        """Return the wanted colour, and how many dots of it are still to be removed; below 0 if there were more."""
        return self._objective[0], self._match.state.wanted[0]

    @ensure(not_negative=lambda result: result >= 0)
    def get_score(self) -> int:
        """Return how many dots were removed."""
        return self._match.state.score

    @ensure(
        six_by_six=lambda result: [len(row) for row in result] == [SIZE] * SIZE,
        cells_only=lambda result: all(isinstance(cell, CellT) for row in result for cell in row),
        callers_own=lambda self, result: result is not self.get_boardT(),
    )
    def get_boardT(self) -> list[list[CellT]]:  # noqa: N802 — the document's name
        """Return the board row by row; it is the caller's own."""
        return [[CellT(dot) for dot in row] for row in self._match.state.rows]

    @ensure(correct_result=lambda self, result: result == (self.get_moves() <= 0))
    def game_over(self) -> bool:
        """Tell whether no move is left."""
        return self.get_moves() <= 0

    @ensure(correct_result=lambda self, result: result == (self.get_obj()[1] <= 0))
    def is_win(self) -> bool:
        """Tell whether the objective is reached."""
        return self.get_obj()[1] <= 0


def _goal(objective: tuple[CellT, int]) -> tuple[str, int]:
    try:
        colour, number = objective
        return CellT(colour).name, index(number)
    except (TypeError, ValueError) as fault:
        raise HoyleError(f"an objective is a colour and a number, as in (CellT.R, 6), not {show(objective)}") from fault


def _letters(board: Sequence[Sequence[CellT]]) -> tuple[str, ...]:
    return tuple("".join(cell.name for cell in row) for row in board)


def _rows_of(path: Cells, column: int) -> set[int]:
    """Return the rows in which a path goes through a column."""
    return {row for row, at in path if at == column}


def _words(reason: str) -> str:
    """Return a reason of the rules in the document's words: [row, column] for the name of a square, and no paragraph."""
    cells = re.sub(r"\b[a-z]++\d++\b", lambda name: "[{1}, {0}]".format(*square(name[0])), reason)
    return re.sub(r" \(§\d++\)", "", cells)


def _rows(board: Sequence[str]) -> tuple[str, ...]:
    rows = tuple(board) if isinstance(board, Sequence) else ()
    if len(rows) != SIZE or not all(isinstance(row, str) and re.fullmatch(r"[ROGB]{6}", row) for row in rows):
        raise HoyleError(f"a board is six strings of six letters ROGB, not {show(board)[:60]}")
    return rows


def _squares(path: Cells | None) -> tuple[Square, ...]:
    """Return the cells of a path as squares; what is missing is null, and what is not a pair of integers is illegal."""
    try:
        # A slice refuses what has no order or can be gone through only once: the contract looks at the path again.
        cells = [cell if cell is None else tuple(cell[:]) for cell in (() if path is None else path[:])]
        missing = not cells or any(cell is None or None in cell for cell in cells)
        squares = () if missing else tuple((index(column), index(row)) for row, column in cells)
    except (TypeError, ValueError, KeyError) as fault:
        raise IllegalMoveError(f"a path is a list of cells, each a row and a column, not {str(path)[:60]}") from fault
    if missing:
        raise NullPathError("please enter a valid path")
    return squares


class View(Contracted):
    """The view: prints what it is given, and remembers what it printed last.

    >>> View().print_info(CellT.R, 6, 0, 4)
    Objective: R, 6
    Score: 0
    Remaining moves: 4
    """

    _printed: str = ""

    @property
    def printed(self) -> str:
        """What was printed last."""
        return self._printed

    @ensure(
        grid_printed_row_by_row=lambda self, board: self.printed == "\n".join(" ".join(map(str, row)) for row in board)
    )
    def print_boardT(self, board: Sequence[Sequence[CellT]]) -> None:  # noqa: N802 — the document's name
        """Print the grid row by row."""
        self._print(*(" ".join(map(str, row)) for row in board))

    @ensure(
        objective_printed=lambda self, objective_cell, objective_target: (
            self.printed.split("\n")[0] == f"Objective: {objective_cell}, {objective_target}"
        ),
        score_printed=lambda self, score: self.printed.split("\n")[1:2] == [f"Score: {score}"],
        moves_printed=lambda self, moves: self.printed.split("\n")[2:] == [f"Remaining moves: {moves}"],
    )
    def print_info(self, objective_cell: CellT, objective_target: int, score: int, moves: int) -> None:
        """Print the objective, the score and the moves that remain."""
        self._print(f"Objective: {objective_cell}, {objective_target}", f"Score: {score}", f"Remaining moves: {moves}")

    def _print(self, *lines: str) -> None:
        self._printed = "\n".join(lines)
        print(self._printed)


class Controller(Contracted):
    """The controller: passes moves to the model and its answers to the view.

    >>> Controller(GameBoardT(), View()).update_view()
    R R R B R R
    O R R R B O
    B B O G G G
    G R R G O B
    B B R O G B
    B B R O G B
    Objective: R, 6
    Score: 0
    Remaining moves: 4
    """

    @ensure(
        gameboard_set=lambda self, gameboard: self.gameboard is gameboard,
        view_set=lambda self, view: self.view is view,
    )
    def __init__(self, gameboard: GameBoardT, view: View) -> None:
        check_kind(gameboard, GameBoardT)
        check_kind(view, View)
        self.gameboard = gameboard
        self.view = view

    @old(moves=lambda self: self.gameboard.get_moves(), score=lambda self: self.gameboard.get_score())
    @ensure(
        moved_once=lambda self, OLD: self.gameboard.get_moves() == OLD.moves - 1,
        path_moved=lambda self, path, OLD: self.gameboard.get_score() == OLD.score + len(path),
    )
    def execute_move(self, path: Cells) -> None:
        """Make a move; the model's errors pass through."""
        self.gameboard.move(path)

    @ensure(as_the_model_says=lambda self, result: result == self.gameboard.get_moves())
    def get_game_moves(self) -> int:
        """Return how many moves are left."""
        return self.gameboard.get_moves()

    @ensure(as_the_model_says=lambda self, result: result == self.gameboard.get_obj())
    def get_game_obj(self) -> tuple[CellT, int]:
        """Return the wanted colour and how many are still to be removed."""
        return self.gameboard.get_obj()

    @ensure(as_the_model_says=lambda self, result: result == self.gameboard.get_score())
    def get_game_score(self) -> int:
        """Return how many dots were removed."""
        return self.gameboard.get_score()

    @ensure(as_the_model_says=lambda self, result: result == self.gameboard.get_boardT())
    def get_game_boardT(self) -> list[list[CellT]]:  # noqa: N802 — the document's name
        """Return the board row by row."""
        return self.gameboard.get_boardT()

    @ensure(correct_result=lambda self, result: result == (self.get_game_moves() <= 0))
    def game_over(self) -> bool:
        """Tell whether no move is left."""
        return self.get_game_moves() <= 0

    @ensure(correct_result=lambda self, result: result == (self.get_game_obj()[1] <= 0))
    def is_win(self) -> bool:
        """Tell whether the objective is reached."""
        return self.get_game_obj()[1] <= 0

    def update_view(self) -> None:
        """Let the view print the board and the state of the game."""
        self.view.print_boardT(self.get_game_boardT())
        self.view.print_info(*self.get_game_obj(), self.get_game_score(), self.get_game_moves())
