"""The tests that the lab gives out: one of a game, one of each player."""

from __future__ import annotations

from hoyle.classroom.pegs import BadPlayer, Game, GoodPlayer


class TestPegSolitaire:
    """Tests of games."""

    def test_game_creation_with_easy_board(self) -> None:
        """A new game on the easy board has begun, and nothing is decided."""
        game = Game.make_easy()
        assert not game.is_over
        assert not game.is_won
        assert str(game) == (
            "Game is over: No\nGame is won : No\nBoard Status:\n"
            "***.***\n***O***\n***O***\n***.***\n***O***\n***.***\n*******"
        )


class TestGoodPlayer:
    """Tests of the player who wins."""

    def test_good_player_wins_an_easy_board(self) -> None:
        """Two moves, and one peg is left."""
        player = GoodPlayer()
        player.game = Game.make_easy()
        player.wins_easy_board()
        assert player.game.is_over
        assert player.game.is_won


class TestBadPlayer:
    """Tests of the player who loses."""

    def test_bad_player_loses_an_easy_board(self) -> None:
        """One move the wrong way, and two pegs are stuck."""
        player = BadPlayer()
        player.game = Game.make_easy()
        player.loses_easy_board()
        assert player.game.is_over
        assert not player.game.is_won
