"""Stratego in batches: the tables and boards of the rules as arrays, and the kernel on them.

>>> from hoyle.games.stratego import game
>>> six = game("six")
>>> state = six.start()
>>> for setup in ("corner", "middle"):
...     state = six.play(state, six.parse(state, setup))
>>> batch = Batch.of(six, [state] * 3, room=1000)
>>> moves = batch.play_out(seeds=[1, 2, 3])
>>> [str(outcome) for outcome in batch.outcomes()]
['0-1 (red cannot move)', '0-1 (red cannot move)', '1-0 (flag captured)']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from hoyle.game import Outcome, Seat
from hoyle.games.stratego import ends
from hoyle.games.stratego.ends import MOST
from hoyle.games.stratego.pieces import Piece, Position, Rank, Step, duel
from hoyle.games.stratego.repetition import REACH
from hoyle.games.stratego.rules import Stratego
from hoyle.grid import Square

Array: TypeAlias = np.ndarray[Any, Any]
Tables: TypeAlias = tuple[Array, Array, Array, Array]


@lru_cache(maxsize=100)
def tables(game: Stratego) -> Tables:
    """Return the rays, the reach of each rank, the rule options and the duels of a game."""
    board = game.board
    longest = max(board.width, board.height)
    rays = np.full((len(board.squares), 4, longest), -1, np.int16)
    for place, ways in enumerate(board.rays):
        for way, ray in enumerate(ways):
            for distance, (target, _) in enumerate(ray):
                rays[place, way, distance] = target
    reach = np.array([0 if not rank.moves else longest if rank == Rank.SCOUT else 1 for rank in Rank], np.int64)
    chase = REACH if game.more_squares else 0
    longest_match = game.longest or MOST
    options = (game.two_squares, chase, game.long_strike, game.quiet, longest_match, game.open, board.width)
    # No ray is as long as the table is wide, so every one of them ends with a -1.
    duels = np.array([[duel(striker, struck) for struck in Rank] for striker in Rank], np.int64)
    return rays, reach, np.array(options, np.int64), duels


def encode(game: Stratego, pieces: Sequence[Piece | None]) -> Array:
    """Return the pieces as numbers; every rank must be known."""
    board = np.zeros(len(pieces), np.int8)
    for place, own in enumerate(pieces):
        if own is not None:
            assert own.rank is not None, "an unseen piece has no number"  # noqa: S101 — our own mistake
            board[place] = 1 + own.rank + 16 * own.seat
    board[list(game.board.lake_places)] = -1
    return board


def number_steps(game: Stratego, steps: Sequence[Step]) -> Array:
    """Return moves as pairs of numbers."""
    index = game.board.index
    return np.array([(index[step.source], index[step.target]) for step in steps], np.int64).reshape(-1, 2)


@dataclass
class Batch:
    """Many matches of one game at once, all with their armies set up."""

    game: Stratego
    boards: Array
    metas: Array
    trails: Array
    ends: Array

    @classmethod
    def of(cls, game: Stratego, states: Sequence[Position], room: int) -> Batch:
        """Return matches at these positions, with room for a number of further moves in each."""
        longest = max((len(state.trail) for state in states), default=0)
        trails = np.zeros((len(states), longest + room + 1, 4), np.int16)
        index = game.board.index
        for number, state in enumerate(states):
            for at, ply in enumerate(state.trail):
                trails[number, at] = index[ply.source], index[ply.target], ply.fight is not None, ply.flight
        metas = [(state.mover, state.plies, state.quiet, len(state.trail)) for state in states]
        return cls(
            game,
            np.array([encode(game, state.pieces) for state in states]),
            np.array(metas, np.int64),
            trails,
            np.zeros((len(states), 2), np.int64),
        )

    def play_out(self, seeds: Sequence[int]) -> int:
        """Play every match at random until it is over or its room is used up, and return how many moves that took.

        The moves are those that Dice of the same seed would choose from the moves of the rules.
        """
        from hoyle.games.stratego import kernel

        room = self.trails.shape[1] - 1 - int(self.metas[:, kernel.LENGTH].max(initial=0))
        with np.errstate(over="ignore"):  # without the compiler, NumPy would warn of overflow in 64 bits
            return int(
                kernel.playouts(
                    self.boards, self.metas, self.trails, tables(self.game), np.array(seeds, np.uint64), room, self.ends
                )
            )

    def outcomes(self) -> list[Outcome | None]:
        """Return how each match ended, or None for one that goes on."""
        return [self._outcome(*map(int, row)) for row in np.hstack([self.ends, self.metas])]

    def _outcome(self, why: int, winner: int, _mover: int, plies: int, quiet: int, _length: int) -> Outcome | None:
        from hoyle.games.stratego import kernel

        if why == kernel.GOES_ON:
            return None
        if winner != kernel.NO_SEAT:
            taken = why == kernel.FLAG_TAKEN
            return ends.flag_captured(Seat(winner)) if taken else ends.cannot_move(Seat(1 - winner))
        draws = {kernel.NOBODY: ends.NOBODY_CAN_MOVE, kernel.TOO_QUIET: ends.too_quiet(quiet)}
        return draws.get(why, ends.too_long(plies))

    def legal(self, number: int) -> list[tuple[Square, Square]]:
        """Return the legal moves of one match, in the order of the rules."""
        from hoyle.games.stratego import kernel

        rays, reach, rules, _ = tables(self.game)
        out = np.empty((kernel.MOST_MOVES, 2), np.int16)
        now = np.full(self.boards.shape[1], -1, np.int64)
        count = kernel.legal_moves(
            self.boards[number], self.metas[number], self.trails[number], rays, reach, rules, now, out
        )
        squares = self.game.board.squares
        return [(squares[source], squares[target]) for source, target in out[:count]]
