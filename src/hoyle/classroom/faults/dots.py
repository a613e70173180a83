"""What can be wrong with dots: a family of wrong descendants of the model, the view and the controller.

CellT has none: an enumeration with members has no descendants.

>>> len(FAULTS) > 20
True
"""

# mypy: disable-error-code="override, no-untyped-def, misc, arg-type"
from __future__ import annotations

from functools import partial
from typing import Any

from hoyle.classroom.dots import CellT, Controller, GameBoardT, View
from hoyle.classroom.faults import Fault, wrong

FAULTS: list[Fault] = []
caught_by = partial(wrong, FAULTS)

RED = [[0, 0], [0, 1]]
BLUE = [[2, 0], [2, 1]]


@caught_by("score_grows_by_the_path", lambda cls: cls().move(RED))
class TenfoldBoard(GameBoardT):
    """Every dot scores ten."""

    def get_score(self) -> int:
        return 10 * super().get_score()


@caught_by("score_grows_by_the_path", lambda cls: cls().move(RED))
class PerMoveBoard(GameBoardT):
    """A move scores one, however long its path is."""

    def get_score(self) -> int:
        return 4 - self.get_moves()


@caught_by("objective_falls_by_the_path_if_of_its_colour", lambda cls: cls().move(BLUE))
class ColourBlindBoard(GameBoardT):
    """The objective falls for every colour."""

    def get_obj(self) -> tuple[CellT, int]:
        return CellT.R, 6 - self.get_score()


@caught_by("objective_falls_by_the_path_if_of_its_colour", lambda cls: cls().move(RED))
class EndlessBoard(GameBoardT):
    """The objective never falls."""

    def get_obj(self) -> tuple[CellT, int]:
        return CellT.R, 6


@caught_by("objective_falls_by_the_path_if_of_its_colour", lambda cls: cls().move([[0, 0], [0, 1], [0, 2]]))
class OneByOneBoard(GameBoardT):
    """The objective falls by one for each move of its colour."""

    def get_obj(self) -> tuple[CellT, int]:
        colour, left = super().get_obj()
        return colour, 5 if left < 6 else 6


@caught_by("objective_keeps_its_colour", lambda cls: cls().move(RED))
class FickleBoard(GameBoardT):
    """After a move another colour is wanted."""

    _moved = False

    def move(self, path) -> None:
        super().move(path)
        self._moved = True
        self._objective = CellT.B, 6

    def get_obj(self) -> tuple[CellT, int]:
        return (CellT.B, super().get_obj()[1]) if self._moved else super().get_obj()


@caught_by("other_cells_fall", lambda cls: cls(seed=1).move([[4, 0], [4, 1]]))
class FloatingBoard(GameBoardT):
    """Nothing falls: new dots appear in the very places of the old ones."""

    _shown: Any = None

    def move(self, path) -> None:
        board = self.get_boardT()
        super().move(path)
        for row, column in path:
            board[row][column] = CellT.G
        self._shown = board

    def get_boardT(self) -> list[list[CellT]]:
        return [[*row] for row in self._shown] if self._shown else super().get_boardT()


@caught_by("other_cells_fall", lambda cls: cls(seed=1).move([[4, 0], [4, 1]]))
class StiffBoard(GameBoardT):
    """The board stays as it is."""

    def get_boardT(self) -> list[list[CellT]]:
        return [[CellT(dot) for dot in row] for row in self._game.board]


@caught_by("other_cells_fall", lambda cls: cls(seed=1).move(RED))
class UpsideDownBoard(GameBoardT):
    """After a move the dots have fallen upwards."""

    def get_boardT(self) -> list[list[CellT]]:
        rows = super().get_boardT()
        return rows[::-1] if self.get_score() else rows


@caught_by("one_move_fewer", lambda cls: cls().move(RED))
class TirelessBoard(GameBoardT):
    """A move costs nothing."""

    def get_moves(self) -> int:
        return 4


@caught_by("one_move_fewer", lambda cls: cls().move(RED))
class HastyBoard(GameBoardT):
    """A move costs two."""

    def get_moves(self) -> int:
        return 2 * super().get_moves() - 4


@caught_by("moves_not_negative", lambda cls: cls())
class IndebtedBoard(GameBoardT):
    """There are fewer moves than none."""

    def get_moves(self) -> int:
        return super().get_moves() - 5


@caught_by("score_not_negative", lambda cls: cls())
class PessimistBoard(GameBoardT):
    """The score begins below zero."""

    def get_score(self) -> int:
        return super().get_score() - 1


@caught_by("objective_falls_with_the_score", lambda cls: cls())
class AheadBoard(GameBoardT):
    """The objective has fallen before anything was scored."""

    def get_obj(self) -> tuple[CellT, int]:
        return CellT.R, super().get_obj()[1] - 1


@caught_by("six_by_six", lambda cls: cls())
class SmallBoard(GameBoardT):
    """The last row is missing."""

    def get_boardT(self) -> list[list[CellT]]:
        return super().get_boardT()[:-1]


@caught_by("cells_only", lambda cls: cls().get_boardT())
class LetterBoard(GameBoardT):
    """The board is made of letters, not of cells."""

    def get_boardT(self) -> Any:
        return [[cell.name for cell in row] for row in super().get_boardT()]


@caught_by("callers_own", lambda cls: cls().get_boardT())
class OpenBoard(GameBoardT):
    """The board that it gives away is its own, so whoever gets it can change it."""

    def get_boardT(self) -> list[list[CellT]]:
        if not hasattr(self, "_open"):
            self._open = super().get_boardT()
        return self._open


@caught_by("correct_result", lambda cls: cls().game_over())
class EarlyBoard(GameBoardT):
    """The game is over before the last move."""

    def game_over(self) -> bool:
        return self.get_moves() <= 4


@caught_by("correct_result", lambda cls: cls().is_win())
class EasyWinBoard(GameBoardT):
    """Reaching the objective is not needed to win."""

    def is_win(self) -> bool:
        return True


def _again(cls: Any) -> None:
    board = cls(seed=1)
    board.move(RED)
    board.initialize_board()


@caught_by("new_game", _again)
class ForgetlessBoard(GameBoardT):
    """Beginning again keeps the score."""

    def initialize_board(self) -> None:
        pass


# ------------------------------------------------------------------ the view


def _info(cls: Any) -> None:
    cls().print_info(CellT.R, 6, 0, 4)


@caught_by("grid_printed_row_by_row", lambda cls: cls().print_boardT([[CellT.R, CellT.G], [CellT.B, CellT.B]]))
class CrampedView(View):
    """The cells of a row stand without blanks."""

    def print_boardT(self, board) -> None:
        self._print(*("".join(map(str, row)) for row in board))


@caught_by("grid_printed_row_by_row", lambda cls: cls().print_boardT([[CellT.R, CellT.G], [CellT.B, CellT.B]]))
class SidewaysView(View):
    """It prints columns as rows."""

    def print_boardT(self, board) -> None:
        super().print_boardT([*zip(*board, strict=True)])


@caught_by("objective_printed", _info)
class ShortView(View):
    """It does not say how many dots are wanted."""

    def print_info(self, objective_cell, objective_target, score, moves) -> None:
        self._print(f"Objective: {objective_cell}", f"Score: {score}", f"Remaining moves: {moves}")


@caught_by("score_printed", _info)
class SwappingView(View):
    """It prints the moves as the score."""

    def print_info(self, objective_cell, objective_target, score, moves) -> None:
        super().print_info(objective_cell, objective_target, moves, score)


@caught_by("moves_printed", _info)
class SilentView(View):
    """It does not say how many moves remain."""

    def print_info(self, objective_cell, objective_target, score, moves) -> None:
        self._print(f"Objective: {objective_cell}, {objective_target}", f"Score: {score}")


# ------------------------------------------------------------------ the controller


def _make(cls: Any) -> Any:
    return cls(GameBoardT(seed=1), View())


@caught_by("moved_once", lambda cls: _make(cls).execute_move(RED))
class IdleController(Controller):
    """It does not pass moves on."""

    def execute_move(self, path) -> None:
        pass


@caught_by("path_moved", lambda cls: _make(cls).execute_move([[0, 0], [0, 1], [0, 2]]))
class CuttingController(Controller):
    """It passes on only the first two cells of a path."""

    def execute_move(self, path) -> None:
        super().execute_move(path[:2])


@caught_by("as_the_model_says", lambda cls: _make(cls).get_game_moves())
class OwnCountController(Controller):
    """It counts the moves itself, from zero."""

    def get_game_moves(self) -> int:
        return 0


@caught_by("as_the_model_says", lambda cls: _make(cls).get_game_obj())
class NumberOnlyController(Controller):
    """It tells the number of the objective without the colour."""

    def get_game_obj(self) -> Any:
        return super().get_game_obj()[1]


@caught_by("as_the_model_says", lambda cls: _make(cls).get_game_boardT())
class EmptyController(Controller):
    """It has no board to show."""

    def get_game_boardT(self) -> Any:
        return []


@caught_by("correct_result", lambda cls: _make(cls).game_over())
class LateController(Controller):
    """It says that a game with moves left is over."""

    def game_over(self) -> bool:
        return self.get_game_moves() >= 0


@caught_by("correct_result", lambda cls: _make(cls).is_win())
class FlatteringController(Controller):
    """It says that every game is won."""

    def is_win(self) -> bool:
        return True
