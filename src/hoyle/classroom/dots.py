"""The course document Game of Dots Specification (2020): model, view and controller of the classic variant of dots.

Names are the document's in Python spelling; IndexOutOfBounds is IndexError, IllegalArgument is ValueError and
NullPointer is NullPathError.  Cells are given as row and column, from 0.  The model keeps a match of games/dots and
states no rule of its own; it knows no view, the view knows no model, and the controller introduces them.

>>> board = GameBoardT(seed=7)
>>> controller = Controller(board, View())
>>> controller.execute_move([[1, 1], [1, 2], [0, 2], [0, 1]])
>>> controller.get_game_obj(), controller.get_game_moves(), controller.get_game_score()
((<CellT.R: 'R'>, 2), 3, 4)
>>> controller.execute_move([[0, 0], [0, 9]])
Traceback (most recent call last):
IndexError: there is no square j1 on this board (§1)
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from operator import index
from typing import Final

from icontract import ensure, snapshot

from hoyle.dice import Dice
from hoyle.game import IllegalMoveError
from hoyle.games.dots import Path, game, wrong_dots, wrong_shape
from hoyle.grid import Square
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


class GameBoardT:
    """The model: a board, the moves left, the objective and the score.

    The document's board is used unless six strings of the letters ROGB are given; a seed fixes the dots that will fall.
    A move that raises an error changes nothing.
    """

    def __init__(self, board: Sequence[str] | None = None, *, seed: int | None = None) -> None:
        classic = game("classic")
        self._match = Match.new(classic if board is None else replace(classic, board=_rows(board)))
        self._dice = Dice(time.time_ns() if seed is None else seed)

    @snapshot(lambda self: (self.get_moves(), self.get_score(), self.get_obj()[1]), name="was")
    @ensure(
        lambda self, OLD: OLD.was[2] - self.get_obj()[1] in {0, self.get_score() - OLD.was[1]},
        "objective_falls_by_the_path_or_not_at_all",
    )
    @ensure(lambda self, OLD: self.get_score() >= OLD.was[1] + 2, "score_grows_by_the_path")
    @ensure(lambda self, OLD: self.get_moves() == OLD.was[0] - 1, "one_move_fewer")
    def move(self, path: Cells) -> None:
        """Remove the dots of a path, let the others fall, and fill up from the top.

        The document's order of checks: a path at all; its cells on the board and of one colour; their way; the end.
        """
        squares = _squares(path)
        if reason := wrong_dots(self._match.state.rows, squares):
            raise IndexError(reason)
        if reason := wrong_shape(squares):
            raise IllegalMoveError(reason)
        self._match = self._match.play(Path(squares)).settle(self._dice)

    def get_moves(self) -> int:
        """Return how many moves are left."""
        return self._match.state.left

    def get_obj(self) -> tuple[CellT, int]:
        """Return the wanted colour, and how many dots of it are still to be removed; below 0 if there were more."""
        return CellT.R, self._match.state.wanted[0]

    def get_score(self) -> int:
        """Return how many dots were removed."""
        return self._match.state.score

    @ensure(lambda result: len(result) == SIZE and all(len(row) == SIZE for row in result), "six_by_six")
    def get_boardT(self) -> list[list[CellT]]:  # noqa: N802 — the document's name
        """Return the board row by row; it is the caller's own."""
        return [[CellT(dot) for dot in row] for row in self._match.state.rows]

    def game_over(self) -> bool:
        """Tell whether no move is left."""
        return self.get_moves() <= 0

    def is_win(self) -> bool:
        """Tell whether the objective is reached."""
        return self.get_obj()[1] <= 0


def _rows(board: Sequence[str]) -> tuple[str, ...]:
    rows = tuple(board)
    if len(rows) != SIZE or not all(isinstance(row, str) and re.fullmatch(r"[ROGB]{6}", row) for row in rows):
        raise ValueError(f"a board is six strings of six letters ROGB, not {str(board)[:60]!r}")
    return rows


def _squares(path: Cells | None) -> tuple[Square, ...]:
    """Return the cells of a path as squares; what is missing is null, and what is no pair of integers is illegal."""
    try:
        cells = [cell if cell is None else tuple(cell) for cell in (() if path is None else path)]
        missing = not cells or any(cell is None or None in cell for cell in cells)
        squares = () if missing else tuple((index(column), index(row)) for row, column in cells)
    except (TypeError, ValueError) as fault:
        raise IllegalMoveError(f"a path is a list of cells, each a row and a column, not {str(path)[:60]}") from fault
    if missing:
        raise NullPathError("please enter a valid path")
    return squares


class View:
    """The view: prints what it is given."""

    def print_boardT(self, board: Sequence[Sequence[CellT]]) -> None:  # noqa: N802 — the document's name
        """Print the grid row by row."""
        for row in board:
            print(*row)

    def print_info(self, objective_cell: CellT, objective_target: int, score: int, moves: int) -> None:
        """Print the objective, the score and the moves that remain."""
        print(f"Objective: {objective_cell}, {objective_target}")
        print(f"Score: {score}")
        print(f"Remaining moves: {moves}")


class Controller:
    """The controller: passes moves to the model and what the model tells to the view.

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

    def __init__(self, gameboard: GameBoardT, view: View) -> None:
        self.gameboard = gameboard
        self.view = view

    def execute_move(self, path: Cells) -> None:
        """Make a move; the model's errors pass through."""
        self.gameboard.move(path)

    def get_game_moves(self) -> int:
        """Return how many moves are left."""
        return self.gameboard.get_moves()

    def get_game_obj(self) -> tuple[CellT, int]:
        """Return the wanted colour and how many are still to be removed."""
        return self.gameboard.get_obj()

    def get_game_score(self) -> int:
        """Return how many dots were removed."""
        return self.gameboard.get_score()

    def get_game_boardT(self) -> list[list[CellT]]:  # noqa: N802 — the document's name
        """Return the board row by row."""
        return self.gameboard.get_boardT()

    def game_over(self) -> bool:
        """Tell whether no move is left."""
        return self.get_game_moves() <= 0

    def is_win(self) -> bool:
        """Tell whether the objective is reached."""
        return self.get_game_obj()[1] <= 0

    def update_view(self) -> None:
        """Let the view print the board and the state of the game."""
        self.view.print_boardT(self.get_game_boardT())
        self.view.print_info(*self.get_game_obj(), self.get_game_score(), self.get_game_moves())
