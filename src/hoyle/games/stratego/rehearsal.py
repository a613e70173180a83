"""Small tasks that between them call every kernel of Stratego."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.stratego.pieces import Position
from hoyle.games.stratego.variants import game

if TYPE_CHECKING:
    from hoyle.box import Player


def battle() -> None:
    """Play a match at random, and search for a move in another."""
    from hoyle.games.stratego.batch import Batch
    from hoyle.games.stratego.player import HeuristicPlayer, SearchPlayer

    state = _deploy(HeuristicPlayer(Dice(1)))
    batch = Batch.of(game("duel"), [state], 100)
    batch.legal(0)
    batch.play_out([1])
    SearchPlayer(Dice(1)).choose(game("duel"), game("duel").view(state, Seat(0)), Seat(0))


def strategy() -> None:
    """Set up as people do, and weigh what unseen pieces may be."""
    from hoyle.games.stratego.strategist import Strategist

    player = Strategist(Dice(1), nodes=100, depth=2)
    player.choose(game("duel"), game("duel").view(_deploy(player), Seat(0)), Seat(0))


def _deploy(player: Player) -> Position:
    """Return the position after a player has set up both armies."""
    duel = game("duel")
    state = duel.start()
    while state.deploying:
        seat = duel.turn(state) or Seat(0)
        state = duel.play(state, player.choose(duel, duel.view(state, seat), seat))
    return state
