"""The test that is given out: the game of the handout is read, and its moves are made."""

from __future__ import annotations

from hoyle.classroom.stratego import EXAMPLE, EXAMPLE_BOARD, Parser


def test_the_game_of_the_handout() -> None:
    """Three moves, and red's general defeats blue's captain."""
    game = Parser(EXAMPLE).parse()
    game.initialise_board(EXAMPLE_BOARD)
    assert str(game) == EXAMPLE_BOARD
    game.run()
    assert str(game).splitlines()[4:6] == ["5|__|__|##|##|__|__|##|##|__|__|", "4|r8|__|##|##|__|__|##|##|__|__|"]
