"""How a computer player answers at any table: by its view of the match, and by dice of its own for that very move."""

from __future__ import annotations

from typing import Any

from hoyle.box import Box
from hoyle.dice import Dice
from hoyle.match import Match


def reply(box: Box, player: str, match: Match[Any, Any], seed: int) -> Any:
    """Return the move that a player makes for the seat to move.

    Its dice come from the seed, the seat and the number of moves so far.  So the same seed gives the same match at every
    table, and a move that is taken back and made again is answered alike.
    """
    seat = match.turn
    if seat is None or seat < 0:
        raise ValueError("a player is asked only when a seat is to move")
    dice = Dice.named(seed, f"{box.name}, seat {seat + 1}, move {len(match.line)}")
    return box.player(player, dice).choose(match.game, match.seen_by(seat), seat)
