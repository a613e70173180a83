"""The course document on dots: its routines, the order of its checks, and its model, view and controller apart."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.classroom import dots
from hoyle.classroom.dots import CellT, Controller, GameBoardT, NullPathError, View

BOARD = ["RRRBRR", "ORRRBO", "BBOGGG", "GRRGOB", "BBROGB", "BBROGB"]
FIVE_RED = [[0, 0], [0, 1], [1, 1], [1, 2], [1, 3]]


def facts(board: GameBoardT) -> tuple[Any, ...]:
    """Return all that can be asked of a model."""
    return (
        board.get_boardT(),
        board.get_moves(),
        board.get_obj(),
        board.get_score(),
        board.game_over(),
        board.is_win(),
    )


def letters(board: GameBoardT) -> list[str]:
    """Return a board as strings."""
    return ["".join(cell.name for cell in row) for row in board.get_boardT()]


def test_a_new_board_is_the_documents() -> None:
    """The board, 4 moves, 6 red dots, nothing scored."""
    board = GameBoardT()
    assert letters(board) == BOARD
    assert facts(board)[1:] == (4, (CellT.R, 6), 0, False, False)


@pytest.mark.parametrize(
    ("path", "error"),
    [
        (None, NullPathError),
        ([], NullPathError),
        ((), NullPathError),
        ([None], NullPathError),
        ([[0, 0], None], NullPathError),
        ([[0, None], [0, 1]], NullPathError),
        ([[6, 0], [5, 0]], IndexError),
        ([[0, 5], [0, 6]], IndexError),
        ([[0, 0], [-1, 0]], IndexError),
        ([[-1, -1], [0, 0]], IndexError),
        ([[10**30, 0], [0, 0]], IndexError),
        ([[0, 2], [0, 3]], IndexError),
        # A cell of another colour is found before the gap that leads to it.
        ([[0, 0], [2, 0]], IndexError),
        ([[6, 0]], IndexError),
        ([[0, 0]], ValueError),
        ([[0, 0], [0, 2]], ValueError),
        ([[0, 0], [1, 1]], ValueError),
        ([[0, 0], [0, 0]], ValueError),
        ([[0, 0], [0, 1], [0, 0]], ValueError),
        ([[0, 1], [0, 2], [1, 2], [1, 1], [0, 1]], ValueError),
        ([[0, 0], [0, 1], [1, 1], [1, 2], [0, 2], [0, 1]], ValueError),
        ([[0.0, 0], [0, 1]], ValueError),
        ([["0", "0"], ["0", "1"]], ValueError),
        ("a1b1", ValueError),
        (7, ValueError),
        ([0, 1], ValueError),
        ([[0, 0, 0], [0, 1, 0]], ValueError),
        ([[0], [1]], ValueError),
    ],
)
def test_a_wrong_path_raises_and_changes_nothing(path: Any, error: type[Exception]) -> None:
    """Null before the cells, the cells before their way; the model stays as it was."""
    board = GameBoardT(seed=1)
    before = facts(board)
    with pytest.raises(error):
        board.move(path)
    assert facts(board) == before


@pytest.mark.parametrize("path", [FIVE_RED, FIVE_RED[::-1], [tuple(cell) for cell in FIVE_RED], tuple(FIVE_RED)])
def test_a_path_may_run_either_way(path: Any) -> None:
    """Upwards, downwards, of lists or of tuples; five red dots are no win."""
    board = GameBoardT(seed=1)
    board.move(path)
    assert facts(board)[1:] == (3, (CellT.R, 1), 5, False, False)
    for column in range(6):
        gone = sum(cell[1] == column for cell in path)
        stayed = [BOARD[row][column] for row in range(6) if [row, column] not in FIVE_RED]
        assert [row[column] for row in letters(board)][gone:] == stayed


def test_the_fourth_move_counts_and_the_fifth_is_refused() -> None:
    """After four moves the game is over, and checks of the path still come first."""
    board = GameBoardT(["RRRRRR", "GGGGGG", "BBBBBB", "OOOOOO", "GGGGGG", "BBBBBB"], seed=1)
    for left in (3, 2, 1, 0):
        board.move([[5, 0], [5, 1]] if letters(board)[5][0] == letters(board)[5][1] else [[5, 4], [5, 5]])
        assert (board.get_moves(), board.game_over()) == (left, left == 0)
    before = facts(board)
    with pytest.raises(ValueError, match="over"):
        board.move([[5, 4], [5, 5]] if letters(board)[5][4] == letters(board)[5][5] else [[5, 2], [5, 3]])
    with pytest.raises(NullPathError):
        board.move([])
    with pytest.raises(IndexError):
        board.move([[9, 9]])
    assert facts(board) == before


def test_a_win_on_the_last_move_is_a_win() -> None:
    """Both hold then: no move is left, and the objective is reached."""
    board = GameBoardT(["BBGGOO", "GGOOBB", "BBGGOO", "GGOOBB", "BBGGOO", "RRRRRR"], seed=1)
    for _ in range(3):
        row = next(row for row in range(5) if letters(board)[row][4] == letters(board)[row][5] != "R")
        board.move([[row, 4], [row, 5]])
    assert (board.game_over(), board.is_win()) == (False, False)
    board.move([[5, column] for column in range(6)])
    assert (board.game_over(), board.is_win(), board.get_obj()) == (True, True, (CellT.R, 0))
    with pytest.raises(ValueError, match="over"):
        board.move([[4, 0], [4, 1]] if letters(board)[4][0] == letters(board)[4][1] else [[5, 0], [5, 1]])


def test_an_objective_may_fall_below_zero_and_a_won_game_takes_no_move() -> None:
    """Seven red dots of six."""
    board = GameBoardT(["RRRRRR", "BBBBBR", "GGGGGG", "BBBBBB", "GGGGGG", "BBBBBB"], seed=1)
    board.move([*([0, column] for column in range(6)), [1, 5]])
    assert (board.get_obj(), board.is_win(), board.game_over()) == ((CellT.R, -1), True, False)
    with pytest.raises(ValueError, match="over"):
        board.move([[2, 0], [2, 1]])


def test_a_seed_fixes_the_dots_and_boards_are_the_callers() -> None:
    """Two models with one seed go the same way; changing what a model returned does not change the model."""
    one, two = GameBoardT(seed=5), GameBoardT(seed=5)
    one.move(FIVE_RED)
    two.move(FIVE_RED)
    assert facts(one) == facts(two)
    one.get_boardT()[0][0] = CellT.B
    assert facts(one) == facts(two)


@pytest.mark.parametrize("board", [["RRRRRR"] * 5, ["RRRRR"] * 6, ["RRRRR."] * 6, ["rrrrrr"] * 6, [None] * 6])
def test_a_board_is_six_strings_of_six_letters(board: Any) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match="six"):
        GameBoardT(board)


def test_random_cells_are_of_all_colours() -> None:
    """In two hundred draws every colour comes up."""
    assert {CellT.get_random_cell() for _ in range(200)} == set(CellT)


def test_the_view_prints_what_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    """Rows, and three lines of information; it returns nothing."""
    controller = Controller(GameBoardT(seed=1), View())
    controller.execute_move(FIVE_RED)
    assert capsys.readouterr().out == ""
    controller.update_view()
    *rows, objective, score, moves = capsys.readouterr().out.splitlines()
    assert [row.replace(" ", "") for row in rows] == letters(controller.gameboard)
    assert [objective, score, moves] == ["Objective: R, 1", "Score: 5", "Remaining moves: 3"]


def test_the_controller_asks_its_model() -> None:
    """Every query passes through, and so do errors."""
    board = GameBoardT(seed=1)
    controller = Controller(board, View())
    assert facts(board) == (
        controller.get_game_boardT(),
        controller.get_game_moves(),
        controller.get_game_obj(),
        controller.get_game_score(),
        controller.game_over(),
        controller.is_win(),
    )
    with pytest.raises(NullPathError):
        controller.execute_move([])


@pytest.mark.parametrize(
    ("part", "strangers"), [(GameBoardT, {"View", "Controller"}), (View, {"GameBoardT", "Controller"})]
)
def test_model_and_view_do_not_know_each_other(part: type, strangers: set[str]) -> None:
    """Only the controller names both."""
    tree = ast.parse(inspect.getsource(part))
    assert not strangers & {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert dots.__doc__


cells = st.one_of(
    st.none(),
    st.integers(-1, 6),
    st.text("01", max_size=2),
    st.lists(st.one_of(st.integers(-1, 6), st.none(), st.floats(0, 5), st.booleans()), max_size=3),
    st.tuples(st.integers(0, 5), st.integers(0, 5)),
    st.sets(st.integers(0, 5), min_size=2, max_size=2),
    st.dictionaries(st.integers(0, 1), st.integers(0, 5), min_size=2, max_size=2),
)
red = st.lists(st.sampled_from([(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]), max_size=3)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.one_of(st.lists(cells, max_size=4), cells, red, red.map(set), red.map(dict.fromkeys)), st.booleans())
def test_every_path_is_a_move_or_one_of_three_errors(path: Any, as_iterator: bool) -> None:  # noqa: FBT001 - from hypothesis
    """An error changes nothing, whatever the path is made of."""
    board = GameBoardT(seed=1)
    before = facts(board)
    try:
        board.move(iter(path) if as_iterator and hasattr(path, "__iter__") else path)
    except (NullPathError, IndexError, ValueError):
        assert facts(board) == before
    else:
        assert board.get_moves() == before[1] - 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"board": 5}, "a board is six strings of six letters ROGB, not 5"),
        ({"objective": (CellT.B, 0)}, "an objective is 1 to 999 dots of a colour of the game, not 0 of 'B'"),
        ({"objective": ("X", 3)}, "an objective is a colour and a number, as in (CellT.R, 6), not ('X', 3)"),
    ],
)
def test_a_board_that_cannot_be_made_says_why(arguments: dict[str, Any], reason: str) -> None:
    """In the document's words, without a paragraph of our rules."""
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        GameBoardT(**arguments)
