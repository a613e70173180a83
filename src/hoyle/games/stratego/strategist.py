"""A player that weighs what each unseen piece may be, and looks ahead with these odds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.stratego import batch, tactics
from hoyle.games.stratego.belief import BEATS, MOVES, Array, belief
from hoyle.games.stratego.pieces import Move, Position, Rank, Step
from hoyle.games.stratego.deployment import has_table, next_placing
from hoyle.games.stratego.player import HeuristicPlayer, own_moves, unseen_ranks
from hoyle.games.stratego.rules import Stratego


@dataclass(frozen=True)
class Taste:
    """The weights of a strategist, from self-play."""

    worth: tuple[float, ...] = (1000, 80, 25, 60, 40, 60, 90, 140, 200, 300, 400, 60)
    """What each rank is worth, from the flag to the bomb."""
    secret: tuple[float, ...] = (0, 0.2, 0.05, 0.05, 0.05, 0.05, 0.1, 0.15, 0.25, 0.3, 0.3, 0.1)
    """How much more it is worth as long as it is unknown."""
    curiosity: float = 2.0
    """How much more it is worth to learn what an unseen piece is than to stay unknown."""
    patience: float = 40.0
    """After so many quiet moves that is worth twice as much."""
    strength: float = 0.3
    """How strongly pieces are drawn to what they would strike, as a part of what that gains."""
    decay: float = 0.85
    """What is left of that for each step away."""
    fear: float = 0.1
    shun: float = 0.1
    dread: float = 0.4
    """How much unknown pieces matter less in danger than known ones."""
    helpers: int = 2
    """How many pieces are drawn to the same target."""
    habits: tuple[float, ...] = (0.7, 0.6, 0.35)
    """How likely the other seat's known and unseen pieces strike at unknown ones; what can move this likely is taken to."""
    back: float = 4
    """What it costs to go back at once."""


@dataclass(frozen=True)
class Strategist:
    """A player with so many nodes for a move and so many plies at most."""

    dice: Dice
    nodes: int = 20_000
    depth: int = 6
    noise: float = 1.0
    """Moves whose values differ by less than this are taken as they come."""
    wise: bool = True
    taste: Taste = field(default_factory=Taste)

    def choose(self, game: Stratego, view: Position, seat: Seat) -> Move:
        """Return the move that is best by the odds."""
        if view.deploying:
            return self._deploy(game, view, seat)
        steps = [move for move in own_moves(game, view, seat) if isinstance(move, Step)]
        if len(steps) == 1:
            return steps[0]
        values = self._values(game, view, seat, steps)
        back = view.trail[-2] if len(view.trail) > 1 else None
        scored = [
            (
                value
                + self.noise * self.dice.below(1000) / 1000
                - self.taste.back * (back is not None and (step.source, step.target) == (back.target, back.source)),
                -number,
            )
            for number, (value, step) in enumerate(zip(values, steps, strict=True))
        ]
        return steps[-max(scored)[1]]

    def _deploy(self, game: Stratego, view: Position, seat: Seat) -> Move:
        if self.wise and has_table(game):
            return next_placing(game, view, seat, self.dice)
        return HeuristicPlayer(self.dice).choose(game, view, seat)

    def _values(self, game: Stratego, view: Position, seat: Seat, steps: list[Step]) -> list[float]:
        world, numbers = self.world(game, view, seat)
        rays, reach, rules, duels = batch.tables(game)
        tables = rays, reach, bool(game.long_strike), duels
        taste = self.taste
        tactics.pull(world, tables, taste.strength, taste.decay, taste.fear, taste.shun, taste.dread, taste.helpers)
        index = game.board.index
        moves = np.array([(numbers[index[step.source]], index[step.target]) for step in steps], np.int64)
        order = {(int(piece), int(target)): number for number, (piece, target) in enumerate(moves)}
        found, _, _ = tactics.search(self.depth, world, tables, moves, self.nodes)
        values = [0.0] * len(steps)
        for (piece, target), value in zip(moves, found, strict=True):
            values[order[int(piece), int(target)]] = float(value)
        return values

    def world(self, game: Stratego, view: Position, seat: Seat) -> tuple[tuple[Any, ...], dict[int, int]]:
        """Return a position as the kernel takes it, and the numbers of the pieces by their squares."""
        places = [at for at, own in enumerate(view.pieces) if own is not None]
        numbers = {place: number for number, place in enumerate(places)}
        pieces = [own for own in view.pieces if own is not None]
        count, ranks_count = len(pieces), len(Rank)
        board = np.zeros(len(view.pieces), np.int64)
        board[places] = np.arange(1, count + 1)
        board[list(game.board.lake_places)] = -1
        where = np.array(places, np.int64)
        seats = np.array([int(own.seat != seat) for own in pieces], np.int64)
        ranks = np.array([-1 if own.rank is None else int(own.rank) for own in pieces], np.int64)
        known = np.array([own.shown or game.open for own in pieces], np.bool_)
        likely = np.zeros((count, ranks_count))
        shown = ranks >= 0
        likely[shown, ranks[shown]] = 1.0
        likely[~shown] = belief(game, view, seat, wise=self.wise)
        values = np.array([self.prices(game, view, seat, mine=mine) for mine in (True, False)])
        secret = np.array(self.taste.secret)
        curiosity = self.taste.curiosity * (1 + view.quiet / self.taste.patience)
        worth = np.where(seats == 0, likely @ values[0], likely @ values[1])
        premium = np.where(seats == 0, likely @ (values[0] * secret), likely @ (values[1] * secret) * curiosity)
        odds = np.stack([likely @ (BEATS.T == result) for result in (1, 0, -1)], axis=2)
        full = values[1] * (1 + secret * curiosity)
        with np.errstate(invalid="ignore", divide="ignore"):
            spoils = np.stack(
                [np.nan_to_num((likely * full) @ (BEATS.T == result) / odds[:, :, 1 - result]) for result in (1, 0)], axis=2
            )
        threat = (likely * MOVES) @ (BEATS > 0)
        mobile = likely @ MOVES
        # A flag that is known in all but name must be taken for one.
        world = (
            board, where, seats, ranks, known, np.zeros(count, np.bool_), worth, premium,
            np.zeros((count, len(view.pieces))), odds, spoils, threat, mobile, np.array(self.taste.habits),
        )  # fmt: skip
        return world, numbers

    def prices(self, game: Stratego, view: Position, seat: Seat, *, mine: bool) -> Array:
        """Return what each rank of one side is worth now."""
        left = np.zeros((2, len(Rank)))
        for own in view.pieces:
            if own is not None and own.rank is not None:
                left[int(own.seat != seat), own.rank] += 1
        for rank, number in unseen_ranks(game, view, seat).items():
            left[1, rank] += number
        own, other = left if mine else left[::-1]
        worth = np.array(self.taste.worth, float)
        # Without the marshals, generals are what marshals were.
        top = max((int(rank) for rank in Rank if rank.moves and left[:, rank].any()), default=10)
        lift = 10 - max(top, Rank.CAPTAIN)
        if lift:
            worth[4:11] = [worth[min(10, rank + lift)] for rank in range(4, 11)]
        if not other[Rank.MARSHAL]:
            worth[Rank.SPY] = 10
        if other[Rank.BOMB] and own[Rank.MINER] <= 2:
            worth[Rank.MINER] *= 2 - 0.25 * own[Rank.MINER]
        if not other[Rank.BOMB]:
            worth[Rank.MINER] = worth[Rank.SCOUT]
        if not other[Rank.SPY]:
            worth[Rank.MARSHAL] *= 1.1
        return worth
