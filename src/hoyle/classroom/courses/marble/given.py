"""The tests that the assignment gives out: that the four constructors are there, and the board of the picture."""

from __future__ import annotations

from hoyle.classroom.marble import MarbleSolitaireModel, MarbleSolitaireModelImpl


def test_there_are_four_constructors() -> None:
    """Each makes a model."""
    models: list[MarbleSolitaireModel] = [
        MarbleSolitaireModelImpl(),
        MarbleSolitaireModelImpl(2, 3),
        MarbleSolitaireModelImpl(5),
        MarbleSolitaireModelImpl(3, 0, 4),
    ]
    assert all(not model.is_game_over() for model in models)


def test_the_board_of_the_picture() -> None:
    """Arm thickness 3, and the empty slot in the middle."""
    rows = MarbleSolitaireModelImpl().get_game_state().split("\n")
    assert rows[0] == "    O O O"
    assert rows[3] == "O O O _ O O O"
