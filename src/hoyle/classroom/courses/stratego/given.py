"""The tests that are given out: a game is read, and two moves are made."""

from __future__ import annotations

from hoyle.classroom.stratego import Game, Parser


def test_two_moves() -> None:
    """Each player moves a piece forward."""
    game = Parser("2 M(0,3;N;1) M(0,6;S;1)", first="red").parse()
    game.initialise_board(str(Game()))
    game.run()
    assert str(game).splitlines()[4:6] == ["5|b5|__|##|##|__|__|##|##|__|__|", "4|r5|__|##|##|__|__|##|##|__|__|"]
