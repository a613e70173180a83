"""Marble solitaire: four ways to make a game, the text of its state, and every way a move can be wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hoyle.classroom.marble import MarbleSolitaireModel, MarbleSolitaireModelImpl

START = "    O O O\n    O O O\nO O O O O O O\nO O O _ O O O\nO O O O O O O\n    O O O\n    O O O"
NO_NUMBERS: list[Any] = [None, "3", 3.0, True, (3,), 10**5000, -(10**5000), 2**31]


def test_the_interface_has_no_objects() -> None:
    """It is deferred; the model implements it."""
    with pytest.raises(TypeError, match="abstract"):
        MarbleSolitaireModel()  # type: ignore[abstract]
    assert issubclass(MarbleSolitaireModelImpl, MarbleSolitaireModel)


@pytest.mark.parametrize("numbers", [(), (3, 3), (3,), (3, 3, 3)])
def test_four_ways_lead_to_the_traditional_game(numbers: tuple[int, ...]) -> None:
    """Arm thickness 3 and the middle are the defaults."""
    game = MarbleSolitaireModelImpl(*numbers)
    assert game.get_game_state() == START
    assert game.get_score() == 32
    assert not game.is_game_over()


@pytest.mark.parametrize("arm", [1, 3, 5, 7, 9, 11, 33])
def test_the_board_grows_with_its_arms(arm: int) -> None:
    """The side is 3·arm − 2, and nothing stands after the last slot of a row."""
    game = MarbleSolitaireModelImpl(arm)
    rows = game.get_game_state().split("\n")
    assert len(rows) == 3 * arm - 2
    assert {len(row) for row in rows} == {2 * (3 * arm - 2) - 1, 2 * (2 * arm - 1) - 1}
    assert all(row == row.rstrip() for row in rows)
    assert game.get_score() == 5 * arm * arm - 4 * arm - 1 == game.get_game_state().count("O")
    assert rows[len(rows) // 2][3 * arm - 3] == "_"
    assert game.is_game_over() == (arm == 1)


def test_a_board_of_one_slot_is_over() -> None:
    """An arm of 1 is odd and positive, so it is allowed."""
    for game in MarbleSolitaireModelImpl(1), MarbleSolitaireModelImpl(1, 0, 0):
        assert game.get_game_state() == "_"
        assert (game.get_score(), game.is_game_over()) == (0, True)


def test_keywords_name_the_numbers_of_each_constructor() -> None:
    """Alone or behind numbers without names; whatever is none of the four constructors is refused."""
    model = MarbleSolitaireModelImpl
    for one, other in (
        (model(row=0, col=2), model(0, 2)),
        (model(0, col=2), model(0, 2)),
        (model(arm_thickness=5), model(5)),
        (model(arm_thickness=5, row=0, col=4), model(5, 0, 4)),
        (model(5, row=0, col=4), model(5, 0, 4)),
        (model(5, 0, col=4), model(5, 0, 4)),
    ):
        assert one.get_game_state() == other.get_game_state()
    wrong: list[dict[str, Any]] = [{"row": 3}, {"col": 3}, {"arm": 3}, {"arm_thickness": 3, "row": 3}]
    for names in wrong:
        with pytest.raises(ValueError, match="a game"):
            model(**names)
    with pytest.raises(ValueError, match="a game is made from"):
        model(3, arm_thickness=3)  # type: ignore[call-overload]


def test_only_memory_bounds_the_arm() -> None:
    """An arm of 201 is as good as any; one that needs more memory than there is is told before it is tried."""
    assert MarbleSolitaireModelImpl(201).get_score() == 5 * 201**2 - 4 * 201 - 1
    with pytest.raises(MemoryError, match=r"^a board of arm thickness 2147483647 needs about \d+ GB$"):
        MarbleSolitaireModelImpl(2**31 - 1)


@pytest.mark.parametrize("arm", [0, 2, 4, -1, -3, 100, 2**31 - 2])
def test_arms_are_odd_and_positive(arm: int) -> None:
    """Others are refused, with and without a place for the empty slot."""
    for numbers in (arm,), (arm, 0, 0):
        with pytest.raises(ValueError, match="odd number"):
            MarbleSolitaireModelImpl(*numbers)


@pytest.mark.parametrize(
    ("row", "column"), [(0, 0), (1, 1), (0, 5), (6, 1), (5, 6), (-1, 3), (3, -1), (7, 3), (3, 7), (-30, -1), (40, 59)]
)
def test_the_empty_slot_is_a_slot(row: int, column: int) -> None:
    """The message is the document's, to the letter."""
    for numbers in (row, column), (3, row, column):
        with pytest.raises(ValueError, match="Invalid") as caught:
            MarbleSolitaireModelImpl(*numbers)
        assert str(caught.value) == f"Invalid empty cell position ({row},{column})"


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=lambda wrong: type(wrong).__name__)
def test_only_whole_numbers_are_numbers(wrong: Any) -> None:
    """Anything else is refused with one line."""
    game = MarbleSolitaireModelImpl()
    for numbers in (wrong,), (wrong, 3), (3, wrong), (wrong, 3, 3), (3, wrong, 3), (3, 3, wrong):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            MarbleSolitaireModelImpl(*numbers)
    for place in range(4):
        move = [1, 3, 3, 3]
        move[place] = wrong
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            game.move(*move)
    with pytest.raises(ValueError, match="at most three"):
        MarbleSolitaireModelImpl(3, 3, 3, 3)  # type: ignore[call-overload]
    assert game.get_game_state() == START


@pytest.mark.parametrize(
    "move",
    [
        (1, 3, 5, 3),  # too far
        (2, 3, 3, 3),  # too near
        (3, 3, 3, 3),  # not at all
        (2, 2, 4, 4),  # askew
        (3, 3, 1, 3),  # from an empty slot
        (3, 1, 3, 5),  # over two marbles
        (0, 2, 2, 2),  # into a marble
        (2, 2, 0, 2),
        (0, 4, 0, 6),  # into a corner that is missing
        (0, 0, 0, 2),  # from such a corner
        (-1, 3, 1, 3),  # from outside
        (5, 3, 7, 3),  # to outside
        (6, 6, 4, 8),
    ],
)
def test_a_wrong_move_changes_nothing(move: tuple[int, int, int, int]) -> None:
    """Each breaks one of the document's five conditions."""
    game = MarbleSolitaireModelImpl()
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        game.move(*move)
    assert game.get_game_state() == START
    assert game.get_score() == 32


def test_a_move_needs_a_marble_to_jump_over() -> None:
    """The fifth condition, which no first move can break."""
    game = MarbleSolitaireModelImpl()
    game.move(3, 1, 3, 3)
    with pytest.raises(ValueError, match="jump over"):
        game.move(3, 3, 3, 1)


@pytest.mark.parametrize("move", [(1, 3), (5, 3), (3, 1), (3, 5)])
def test_each_move_takes_one_marble(move: tuple[int, int]) -> None:
    """The four first moves of the traditional game."""
    game = MarbleSolitaireModelImpl()
    game.move(*move, 3, 3)
    assert game.get_score() == 31
    rows = game.get_game_state().split("\n")
    assert rows[3][6] == "O"
    assert rows[move[0]][2 * move[1]] == rows[(move[0] + 3) // 2][move[1] + 3] == "_"


def test_a_game_ends_when_no_marble_can_move() -> None:
    """Six moves are enough."""
    game = MarbleSolitaireModelImpl()
    for move in (3, 1, 3, 3), (3, 4, 3, 2), (3, 6, 3, 4), (1, 3, 3, 3), (4, 3, 2, 3), (6, 3, 4, 3):
        assert not game.is_game_over()
        game.move(*move)
    assert game.is_game_over()
    assert game.get_score() == 26


def test_reasons_speak_of_marbles_and_slots() -> None:
    """Whatever is wrong with a move on a small board, its reason has the assignment's words."""
    game = MarbleSolitaireModelImpl()
    reasons = set()
    for start in [(3, 0), (3, 1), (3, 3), (0, 0), (2, 3)]:
        for goal in [(row, column) for row in range(-1, 8) for column in range(-1, 8)]:
            try:
                MarbleSolitaireModelImpl().move(*start, *goal)
            except ValueError as fault:
                reasons.add(str(fault))
    assert len(reasons) > 150
    for reason in reasons:
        assert not re.search(r"peg|hole|§|\b[a-z]\d", reason), reason
    with pytest.raises(
        ValueError, match=r"^no move from \(3,3\) to \(3,5\): there is no marble in \(3,3\) to jump with$"
    ):
        game.move(3, 3, 3, 5)
