"""Deployments that look like people's and differ each time, made from the table of frequencies."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.stratego import setup_kernel
from hoyle.games.stratego.belief import HOME, Array, tables
from hoyle.games.stratego.pieces import Place, Position, Rank
from hoyle.games.stratego.rules import Stratego

EMPTY = len(Rank)
OPEN = 20.0
"""How unlikely an empty square beside the flag is made: a scout could come that way."""
FORWARD = 0.1
"""How much rarer flags before the back row are made in small armies, where nothing else would stop a scout."""
SWAPS = 6000
SHARPNESS = 1.5
"""What is usual becomes more so: the average deployment is not a good one."""
LARGE = 20
GUARD = 2.0
"""How much more a bomb beside the flag or in front of it counts than other neighbours."""


@lru_cache(maxsize=10)
def _logs(width: int, depth: int, pieces: int) -> tuple[Array, Array, Array]:
    table = tables(width, depth, pieces)
    places = np.vstack([table["places"], np.clip(1 - table["places"].sum(axis=0), 0.001, 1)])
    if pieces <= LARGE:
        places[Rank.FLAG, :-width] *= FORWARD
    beside, behind = SHARPNESS * table["beside"], SHARPNESS * table["behind"]
    for pairs, (one, other) in ((beside, "FB"), (beside, "BF"), (behind, "BF")):
        pairs[Rank.of(one), Rank.of(other)] *= GUARD
    for pairs in (beside, behind):
        pairs[Rank.FLAG, EMPTY] -= OPEN
        pairs[EMPTY, Rank.FLAG] -= OPEN
    return SHARPNESS * np.log(places), beside, behind


def has_table(game: Stratego) -> bool:
    """Tell whether there is a table for the homes of a game."""
    return (game.board.width, game.board.depth) == HOME


def next_placing(game: Stratego, view: Position, seat: Seat, dice: Dice) -> Place:
    """Return where to put the next piece, in keeping with those that a seat has placed already.

    What is left is arranged anew for every piece.  Given the pieces before it each is as likely as in a whole army made at
    once, so the armies are the same.  Where squares stay empty, the flag comes first, and the others close it in.
    """
    board = game.board
    home = board.home(seat)
    ranks = np.full(len(home), EMPTY, np.int64)
    placed = []
    for number, square in enumerate(home):
        own = view.pieces[board.index[square]]
        if own is not None and own.rank is not None:
            ranks[number] = own.rank
            placed.append(number)
    free = np.array([number for number in range(len(home)) if number not in placed], np.int64)
    reserve = [rank for rank, left in game.reserve(view, seat).items() for _ in range(left)]
    ranks[free[: len(reserve)]] = reserve
    logs, beside, behind = _logs(board.width, board.depth, sum(game.army))
    if Rank.FLAG in reserve and len(reserve) < len(free):
        # Once it stands between others, no single swap would take it from there.
        usual = np.cumsum(np.exp(logs[Rank.FLAG, free]))
        drawn = usual[-1] * dice.below(1 << 30) / (1 << 30)
        return Place(Rank.FLAG, home[free[np.searchsorted(usual, drawn, side="right")]])
    with np.errstate(over="ignore"):
        setup_kernel.arrange(ranks, free, logs, beside, behind, board.width, SWAPS, np.array([dice.word()], np.uint64))
    number = next(number for number in free if ranks[number] != EMPTY)
    return Place(Rank(int(ranks[number])), home[number])
