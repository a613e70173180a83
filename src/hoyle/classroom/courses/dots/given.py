"""The tests that are given out: a new board, and a first move."""

from __future__ import annotations

from hoyle.classroom.dots import CellT, Controller, GameBoardT, View


def test_a_new_board() -> None:
    """Four moves, six red dots to remove, nothing scored."""
    board = GameBoardT()
    assert (board.get_moves(), board.get_obj(), board.get_score()) == (4, (CellT.R, 6), 0)


def test_a_first_move() -> None:
    """Two red dots are removed."""
    controller = Controller(GameBoardT(), View())
    controller.execute_move([[0, 0], [0, 1]])
    assert (controller.get_game_moves(), controller.get_game_score()) == (3, 2)
