"""Cases of the game of dots: the model, the order of its checks, the view and the controller."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

from hoyle.classroom.dots import CellT, Controller, GameBoardT, NullPathError, View
from hoyle.course import raises

BOARD = ["RRRBRR", "ORRRBO", "BBOGGG", "GRRGOB", "BBROGB", "BBROGB"]


def letters(board: GameBoardT) -> list[str]:
    """Return the board as six strings."""
    return ["".join(cell.name for cell in row) for row in board.get_boardT()]


def facts(board: GameBoardT) -> list[Any]:
    """Return everything that can be asked of a model."""
    return [letters(board), board.get_moves(), board.get_obj(), board.get_score(), board.game_over(), board.is_win()]


def output_of(work: Callable[[], object]) -> str:
    """Return what some work prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        work()
    return out.getvalue()


def test_a_new_board_is_the_documents() -> None:
    """The board, four moves, six red dots, nothing scored, nothing decided."""
    assert facts(GameBoardT()) == [BOARD, 4, (CellT.R, 6), 0, False, False]


def test_a_board_can_be_given() -> None:
    """Six strings of six letters."""
    rows = ["RRRRRR", "OOOOOO", "GGGGGG", "BBBBBB", "RRRRRR", "OOOOOO"]
    assert letters(GameBoardT(rows)) == rows


def test_random_cells_are_of_the_four_colours() -> None:
    """Each of the four comes up."""
    assert {CellT.get_random_cell() for _ in range(400)} == {CellT.R, CellT.O, CellT.G, CellT.B}


def test_a_move_of_the_wanted_colour() -> None:
    """One move fewer, the score grows by the path, and the objective falls by it."""
    board = GameBoardT()
    board.move([[0, 0], [0, 1], [0, 2]])
    assert facts(board)[1:] == [3, (CellT.R, 3), 3, False, False]


def test_a_move_of_another_colour() -> None:
    """It scores, and the objective stays."""
    board = GameBoardT()
    board.move([[2, 3], [2, 4]])
    assert facts(board)[1:] == [3, (CellT.R, 6), 2, False, False]


def test_dots_fall() -> None:
    """Below a removed dot nothing changes; what is above falls, column by column."""
    board = GameBoardT()
    board.move([[3, 1], [3, 2]])
    rows = letters(board)
    assert rows[4:] == BOARD[4:]
    assert [row[0] for row in rows] == [row[0] for row in BOARD]
    assert [row[1] for row in rows][1:4] == ["R", "R", "B"]
    assert [row[2] for row in rows][1:4] == ["R", "R", "O"]


def test_a_column_falls_by_as_many_dots_as_it_loses() -> None:
    """Two dots of one column make way for two from above."""
    board = GameBoardT()
    board.move([[4, 0], [5, 0], [5, 1], [4, 1]])
    rows = letters(board)
    assert [row[0] for row in rows][2:] == ["R", "O", "B", "G"]
    assert [row[1] for row in rows][2:] == ["R", "R", "B", "R"]
    assert [row[2:] for row in rows] == [row[2:] for row in BOARD]


def test_new_dots_come_from_the_top() -> None:
    """The board stays full, of the four colours."""
    board = GameBoardT()
    for path in ([[0, 0], [0, 1]], [[2, 3], [2, 4], [2, 5]], [[5, 0], [5, 1]]):
        board.move(path)
        assert [len(row) for row in letters(board)] == [6] * 6
        assert set("".join(letters(board))) <= set("ROGB")


def test_the_objective_may_fall_below_zero() -> None:
    """Seven red dots are one more than was asked for."""
    board = GameBoardT()
    board.move([[0, 0], [0, 1], [0, 2], [1, 2], [1, 3]])
    assert board.get_obj() == (CellT.R, 1)
    assert not board.is_win()
    board = GameBoardT(["RRRRRR", "RBGOBG", "GOBGOB", "BGOBGO", "OBGOBG", "GOBGOB"])
    board.move([[1, 0], [0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5]])
    assert (board.get_obj(), board.is_win(), board.game_over()) == ((CellT.R, -1), True, False)


def test_a_game_ends_after_four_moves() -> None:
    """The fourth move counts, and no fifth is allowed."""
    board = GameBoardT(["OOOOOO", "GGGGGG", "OOOOOO", "GGGGGG", "OOOOOO", "BBGGRR"])
    for path in ([[5, 0], [5, 1]], [[5, 4], [5, 5]], [[5, 2], [5, 3]]):
        board.move(path)
        assert not board.game_over()
    board.move([[5, 0], [5, 1]])
    assert (board.game_over(), board.get_moves(), board.get_score()) == (True, 0, 8)
    before = facts(board)
    with raises(ValueError):
        board.move([[5, 2], [5, 3]])
    assert facts(board) == before


def test_a_game_that_is_won_goes_no_further() -> None:
    """After the objective is reached, a move is refused."""
    board = GameBoardT(["RRRRRR", "OBGOBG", "GOBGOB", "BGOBGO", "OOGOBG", "GGBGOB"])
    board.move([[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5]])
    assert board.is_win()
    before = facts(board)
    with raises(ValueError):
        board.move([[4, 0], [4, 1]])
    assert facts(board) == before


def expect_refusal(path: Any, kind: type[Exception]) -> None:
    """Expect that a path is refused, and that nothing changes."""
    board = GameBoardT()
    with raises(kind):
        board.move(path)
    assert facts(board) == [BOARD, 4, (CellT.R, 6), 0, False, False]


def test_no_path_is_refused() -> None:
    """Neither nothing nor an empty list is a path."""
    expect_refusal(None, NullPathError)
    expect_refusal([], NullPathError)


def test_cells_beside_the_board_are_refused() -> None:
    """Rows and columns go from 0 to 5; 6 and -1 are off the board."""
    expect_refusal([[0, 5], [0, 6]], IndexError)
    expect_refusal([[6, 0], [5, 0]], IndexError)
    expect_refusal([[0, 0], [-1, 0]], IndexError)


def test_cells_of_two_colours_are_refused() -> None:
    """A path has one colour, and this is checked before its shape."""
    expect_refusal([[0, 2], [0, 3]], IndexError)
    expect_refusal([[0, 0], [2, 0]], IndexError)


def test_a_single_cell_is_refused() -> None:
    """A path has at least two cells."""
    expect_refusal([[0, 0]], ValueError)


def test_a_slanting_path_is_refused() -> None:
    """Each cell is beside, above or below the one before."""
    expect_refusal([[0, 0], [1, 1]], ValueError)


def test_a_path_with_a_gap_is_refused() -> None:
    """Each cell is next to the one before."""
    expect_refusal([[0, 0], [0, 2]], ValueError)


def test_a_cell_twice_is_refused() -> None:
    """A path goes through each cell only once."""
    expect_refusal([[0, 0], [0, 0]], ValueError)
    expect_refusal([[0, 1], [0, 2], [1, 2], [1, 1], [0, 1]], ValueError)


def test_the_board_is_the_callers_own() -> None:
    """Changing the returned board does not change the game."""
    board = GameBoardT()
    board.get_boardT()[0][0] = CellT.B
    assert letters(board) == BOARD


def test_a_board_can_be_initialized_again() -> None:
    """Then everything is as at the start."""
    board = GameBoardT()
    board.move([[0, 0], [0, 1]])
    board.initialize_board()
    assert facts(board) == [BOARD, 4, (CellT.R, 6), 0, False, False]


def test_the_view_prints_a_board() -> None:
    """A line for each row."""
    rows = GameBoardT().get_boardT()
    assert output_of(lambda: View().print_boardT(rows)).split("\n")[:2] == ["R R R B R R", "O R R R B O"]
    assert output_of(lambda: View().print_boardT(rows)).count("\n") == 6


def test_the_view_prints_the_state() -> None:
    """The objective, the score and the moves that remain."""
    assert output_of(lambda: View().print_info(CellT.B, 3, 7, 2)) == "Objective: B, 3\nScore: 7\nRemaining moves: 2\n"


def test_the_controller_asks_the_model() -> None:
    """What it says is what the model says, before and after a move."""
    board = GameBoardT()
    controller = Controller(board, View())
    controller.execute_move([[0, 0], [0, 1]])
    assert board.get_moves() == controller.get_game_moves() == 3
    assert board.get_obj() == controller.get_game_obj() == (CellT.R, 4)
    assert board.get_score() == controller.get_game_score() == 2
    assert board.get_boardT() == controller.get_game_boardT()
    assert not controller.game_over()
    assert not controller.is_win()


def test_the_controller_knows_the_end() -> None:
    """Over after four moves, and won when the objective is reached."""
    board = GameBoardT(["RRRRRR", "OBGOBG", "GOBGOB", "BGOBGO", "OBGOBG", "GOBGOB"])
    controller = Controller(board, View())
    controller.execute_move([[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5]])
    assert controller.is_win()
    assert not controller.game_over()
    board = GameBoardT(["OOOOOO", "GGGGGG", "OOOOOO", "GGGGGG", "OOOOOO", "BBGGRR"])
    controller = Controller(board, View())
    for path in ([[5, 0], [5, 1]], [[5, 4], [5, 5]], [[5, 2], [5, 3]], [[5, 0], [5, 1]]):
        controller.execute_move(path)
    assert controller.game_over()
    assert not controller.is_win()


def test_errors_pass_through_the_controller() -> None:
    """The model's errors are the controller's."""
    controller = Controller(GameBoardT(), View())
    with raises(IndexError):
        controller.execute_move([[9, 9], [9, 8]])
    with raises(NullPathError):
        controller.execute_move([])
    assert controller.get_game_moves() == 4


def test_the_controller_updates_the_view() -> None:
    """The board first, then the state."""
    lines = output_of(Controller(GameBoardT(), View()).update_view).split("\n")
    assert lines[0] == "R R R B R R"
    assert lines[6:9] == ["Objective: R, 6", "Score: 0", "Remaining moves: 4"]
