"""Cases of marble solitaire: constructors, texts, moves, the score and the end."""

from __future__ import annotations

from hoyle.classroom.marble import MarbleSolitaireModelImpl
from hoyle.course import raises

START = """\
    O O O
    O O O
O O O O O O O
O O O _ O O O
O O O O O O O
    O O O
    O O O"""


def test_the_state_of_a_new_game() -> None:
    """The board of the picture, without blanks after the last slot of a row and without a newline at the end."""
    assert MarbleSolitaireModelImpl().get_game_state() == START


def test_the_empty_slot_can_be_elsewhere() -> None:
    """With two numbers, these are the row and the column of the empty slot."""
    assert MarbleSolitaireModelImpl(0, 2).get_game_state() == START.replace("_", "O").replace("    O", "    _", 1)
    assert MarbleSolitaireModelImpl(6, 4).get_game_state().endswith("O O _")


def test_the_arms_can_be_thicker() -> None:
    """With one number, this is the thickness of the arms; the empty slot is in the middle."""
    rows = MarbleSolitaireModelImpl(5).get_game_state().split("\n")
    assert len(rows) == 13
    assert rows[0] == "        O O O O O"
    assert rows[6] == "O O O O O O _ O O O O O O"


def test_three_numbers_are_arm_row_and_column() -> None:
    """The order is arm thickness, row, column."""
    rows = MarbleSolitaireModelImpl(5, 0, 8).get_game_state().split("\n")
    assert rows[0] == "        O O O O _"


def test_the_smallest_board_is_one_empty_slot() -> None:
    """One is an odd number: the board is a single slot, and the game is over."""
    model = MarbleSolitaireModelImpl(1)
    assert (model.get_game_state(), model.get_score(), model.is_game_over()) == ("_", 0, True)


def test_even_arms_are_refused() -> None:
    """An even arm has no middle."""
    with raises(ValueError):
        MarbleSolitaireModelImpl(4)


def test_negative_arms_are_refused() -> None:
    """The arm thickness is a positive odd number; -3 is odd."""
    with raises(ValueError):
        MarbleSolitaireModelImpl(-3)


def test_an_even_arm_with_a_slot_is_refused() -> None:
    """Even if all three numbers are given."""
    with raises(ValueError):
        MarbleSolitaireModelImpl(2, 1, 1)


def test_an_empty_slot_off_the_cross_is_refused() -> None:
    """The corner is not a slot, and the message says so in the words of the assignment."""
    with raises(ValueError, "Invalid empty cell position (0,0)"):
        MarbleSolitaireModelImpl(0, 0)


def test_an_empty_slot_off_the_grid_is_refused() -> None:
    """Nor is anything outside the grid, on any side."""
    with raises(ValueError, "Invalid empty cell position (7,3)"):
        MarbleSolitaireModelImpl(7, 3)
    with raises(ValueError, "Invalid empty cell position (3,-1)"):
        MarbleSolitaireModelImpl(3, 3, -1)


def test_a_move_up() -> None:
    """The marble from (5,3) jumps over (4,3) to (3,3)."""
    model = MarbleSolitaireModelImpl()
    model.move(5, 3, 3, 3)
    rows = model.get_game_state().split("\n")
    assert rows[3:6] == ["O O O O O O O", "O O O _ O O O", "    O _ O"]


def test_moves_in_all_directions() -> None:
    """Down, to the right, to the left and up, each over a marble."""
    for row, column in ((1, 3), (3, 1), (3, 5), (5, 3)):
        model = MarbleSolitaireModelImpl()
        model.move(row, column, 3, 3)
        assert model.get_score() == 31
        assert model.get_game_state().count("_") == 2


def test_the_score_is_the_number_of_marbles() -> None:
    """One fewer with each move."""
    model = MarbleSolitaireModelImpl()
    assert model.get_score() == 32
    model.move(1, 3, 3, 3)
    assert model.get_score() == 31
    model.move(4, 3, 2, 3)
    assert model.get_score() == 30


def expect_refusal(*numbers: int) -> None:
    """Expect that a move is refused in one line, and that nothing changes."""
    model = MarbleSolitaireModelImpl()
    with raises(ValueError):
        model.move(*numbers)
    assert (model.get_game_state(), model.get_score()) == (START, 32)


def test_a_move_from_beside_the_board_is_refused() -> None:
    """A corner is not a position, and neither is anything outside the grid."""
    expect_refusal(0, 0, 0, 2)
    expect_refusal(3, 7, 3, 5)


def test_a_move_to_beside_the_board_is_refused() -> None:
    """The marble has to land on a slot."""
    expect_refusal(2, 2, 2, 8)
    expect_refusal(2, 1, 0, 1)
    expect_refusal(2, 0, 2, -2)


def test_a_move_from_an_empty_slot_is_refused() -> None:
    """There has to be a marble."""
    expect_refusal(3, 3, 3, 5)


def test_a_move_onto_a_marble_is_refused() -> None:
    """The slot has to be empty."""
    expect_refusal(2, 2, 2, 4)


def test_a_move_of_one_slot_is_refused() -> None:
    """Exactly two positions away."""
    expect_refusal(3, 2, 3, 3)


def test_a_long_or_slanting_move_is_refused() -> None:
    """Along a row or a column, and not three or four away."""
    expect_refusal(2, 2, 3, 3)
    expect_refusal(1, 2, 3, 3)
    expect_refusal(3, 0, 3, 3)
    expect_refusal(5, 5, 3, 3)


def test_a_jump_over_an_empty_slot_is_refused() -> None:
    """There has to be a marble in between."""
    model = MarbleSolitaireModelImpl()
    model.move(3, 1, 3, 3)
    before = model.get_game_state()
    with raises(ValueError):
        model.move(3, 3, 3, 1)
    assert model.get_game_state() == before


SOLUTION = (
    "3133 5232 4042 4341 4543 6444 4345 4644 6343 2040 4042 3252 6242 3454 3634 2444 "
    "5434 2624 4244 2325 4424 2123 0222 1412 3313 2523 0402 2321 0222 2123 2303"
)
"""Moves that leave one marble, each as four digits."""


def test_a_game_can_be_played_to_its_end() -> None:
    """The game is over when no marble can move, here with one marble left, and not before."""
    model = MarbleSolitaireModelImpl()
    for move in SOLUTION.split():
        assert not model.is_game_over()
        model.move(*map(int, move))
    assert model.is_game_over()
    assert model.get_score() == 1


def test_a_game_that_is_stuck_is_over() -> None:
    """Marbles may be left that have no neighbour, or no empty slot behind it."""
    model = MarbleSolitaireModelImpl()
    for move in SOLUTION.split()[:-1]:
        model.move(*map(int, move))
    assert (model.get_score(), model.is_game_over()) == (2, False)


def test_two_games_are_apart() -> None:
    """A move in one game changes no other."""
    one, other = MarbleSolitaireModelImpl(), MarbleSolitaireModelImpl()
    one.move(5, 3, 3, 3)
    assert other.get_game_state() == START
