"""A player that weighs what each unseen piece may be, and looks ahead with these odds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.stratego import batch, search_kernel
from hoyle.games.stratego.belief import BEATS, MOVES, Array, belief, suspicion
from hoyle.games.stratego.deployment import has_table, next_placing
from hoyle.games.stratego.pieces import Move, Position, Rank, Step, piece
from hoyle.games.stratego.player import HeuristicPlayer, own_moves, unseen_ranks
from hoyle.games.stratego.rules import Stratego


@dataclass(frozen=True)
class Taste:
    """The weights of a strategist, from self-play."""

    worth: tuple[float, ...] = (700, 80, 25, 60, 40, 60, 100, 150, 220, 330, 450, 60)
    """What each rank is worth, from the flag to the bomb."""
    secret: tuple[float, ...] = (0, 0.2, 0.05, 0.05, 0.05, 0.05, 0.1, 0.15, 0.25, 0.3, 0.3, 0.1)
    """How much more it is worth as long as it is unknown."""
    curiosity: float = 1.2
    """How much more it is worth to learn what an unseen piece is than to stay unknown."""
    patience: float = 40.0
    """How many quiet moves double that."""
    strength: float = 0.3
    """How strongly pieces are drawn to what they would strike, as a part of what that gains."""
    decay: float = 0.85
    """What is left of that for each step away."""
    fear: float = 0.1
    """How strongly the other seat is expected to be drawn to what it would strike."""
    shun: float = 0.1
    """How strongly pieces shun what would strike them."""
    dread: float = 0.4
    """What part of both is left for unknown pieces."""
    guard: float = 12.0
    """What it is worth to stand beside its own flag."""
    alarm: float = 1.0
    """What part of the flag's worth it costs if nobody can meet what comes to it, were the other seat sure where it is."""
    helpers: int = 2
    """How many pieces are drawn to the same target."""
    habits: tuple[float, ...] = (0.7, 0.6, 0.35)
    """How likely the other seat's known and unseen pieces strike at unknown ones, and how likely an unseen piece must be able
    to move to be expected to."""
    back: float = 4
    """What it costs to go back at once."""
    effort: int = 1
    """By how much the nodes are multiplied, where looking further ahead pays."""


SURE: Final = 0.995
LARGE: Final = 20
RESTLESS: Final = 200
"""After more quiet moves than this, which some variants allow, going back at once costs more than losing most pieces."""
TASTES: Final = {
    True: Taste(),
    # With few pieces scouts and miners decide, little is worth a piece only to be known, and races to the flags are long.
    False: Taste(worth=(600, 120, 70, 100, 40, 60, 90, 140, 200, 300, 400, 60), curiosity=0.3, effort=15),
}


@dataclass(frozen=True)
class Strategist:
    """A player with a limit of nodes and plies for each move."""

    dice: Dice
    nodes: int = 20_000
    depth: int = 6
    noise: float = 1.0
    """Moves whose values differ by less than this count as equal."""
    wise: bool = True
    """Whether it knows how people deploy."""
    memory: float = 1.0
    """How likely it remembers what a piece of the other seat is, once that was seen."""
    own_taste: Taste | None = None
    """Instead of the one for the size of the army."""

    def choose(self, game: Stratego, view: Position, seat: Seat) -> Move:
        """Return the move that is best by the odds."""
        if view.deploying:
            return self._deploy(game, view, seat)
        steps = [move for move in own_moves(game, view, seat) if isinstance(move, Step)]
        if len(steps) == 1:
            return steps[0]
        return self._best(game, self._recall(view, seat), seat, steps)

    def _recall(self, view: Position, seat: Seat) -> Position:
        """Return a view without what has slipped the player's mind."""
        if self.memory >= 1:
            return view
        return replace(
            view,
            pieces=tuple(
                piece(own.seat, None, moved=own.moved)
                if own is not None and own.seat != seat and own.shown and self.dice.below(1000) >= 1000 * self.memory
                else own
                for own in view.pieces
            ),
        )

    def taste(self, game: Stratego) -> Taste:
        """Return the weights for a game."""
        return self.own_taste or TASTES[sum(game.army) > LARGE]

    def _deploy(self, game: Stratego, view: Position, seat: Seat) -> Move:
        if self.wise and has_table(game):
            return next_placing(game, view, seat, self.dice)
        return HeuristicPlayer(self.dice).choose(game, view, seat)

    def _best(self, game: Stratego, view: Position, seat: Seat, steps: list[Step]) -> Step:
        world, numbers = self.world(game, view, seat)
        rays, reach, _, duels = batch.tables(game)
        tables = rays, reach, duels, np.array([game.long_strike, game.board.width], np.int64)
        taste = self.taste(game)
        alarm = taste.alarm * suspicion(game, view, seat, wise=self.wise)
        weights = np.array([taste.strength, taste.fear, taste.shun, taste.dread, taste.guard, alarm])
        fades = taste.decay ** np.arange(search_kernel.FAR)
        search_kernel.pull(world, tables, weights, fades, taste.helpers, np.zeros((len(numbers), len(view.pieces))))
        index = game.board.index
        moves = np.array([(numbers[index[step.source]], index[step.target]) for step in steps], np.int64)
        by_numbers = {(int(number), int(target)): step for (number, target), step in zip(moves, steps, strict=True)}
        bonus = np.zeros((len(numbers), len(view.pieces)))
        # Whatever decides between moves of like value must be there before the search, which does not weigh what is worse.
        bonus[moves[:, 0], moves[:, 1]] = [self.noise * self.dice.below(1000) / 1000 for _ in steps]
        if len(view.trail) > 1 and (back := Step(view.trail[-2].target, view.trail[-2].source)) in steps:
            bonus[numbers[index[back.source]], index[back.target]] -= taste.back * (100 if view.quiet > RESTLESS else 1)
        values = np.zeros(len(moves))
        frames, nodes = search_kernel.room(moves, taste.effort * self.nodes)
        search_kernel.search(self.depth, world, tables, bonus, frames, nodes, moves, values)
        number, target = moves[int(np.argmax(values))]
        return by_numbers[int(number), int(target)]

    def world(self, game: Stratego, view: Position, seat: Seat) -> tuple[tuple[Array, ...], dict[int, int]]:
        """Return a position as the kernel takes it, and the numbers of the pieces by their squares."""
        places = [at for at, own in enumerate(view.pieces) if own is not None]
        pieces = [own for own in view.pieces if own is not None]
        board = np.zeros(len(view.pieces), np.int64)
        board[places] = np.arange(1, len(pieces) + 1)
        board[list(game.board.lake_places)] = -1
        facts = np.array(
            [
                (place, own.seat != seat, -1 if own.rank is None else own.rank, own.shown or game.open, False)
                for place, own in zip(places, pieces, strict=True)
            ],
            np.int64,
        )
        unseen, theirs = facts[:, search_kernel.RANK] < 0, facts[:, search_kernel.SIDE] == 1
        likely = np.zeros((len(pieces), len(Rank)))
        likely[~unseen, facts[~unseen, search_kernel.RANK]] = 1.0
        likely[unseen] = belief(game, view, seat, wise=self.wise)
        # What can be only one thing is known as well as if it had been seen.
        facts[:, search_kernel.RANK] = np.where(
            likely.max(axis=1) > SURE, likely.argmax(axis=1), facts[:, search_kernel.RANK]
        )
        mine, other = (self.prices(game, view, seat, mine=mine) for mine in (True, False))
        taste = self.taste(game)
        # The fewer pieces can be deceived, the less secrets are worth.
        movers = sum(own.seat == seat and own.rank is not None and own.rank.moves for own in pieces)
        secret = np.array(taste.secret) * movers / sum(np.array(game.army)[MOVES])
        curiosity = taste.curiosity * (1 + view.quiet / taste.patience)
        reals = np.empty((len(pieces), 4))
        reals[:, search_kernel.WORTH] = np.where(theirs, likely @ other, likely @ mine)
        reals[:, search_kernel.SECRET] = np.where(
            theirs, likely @ (other * secret) * curiosity, likely @ (mine * secret)
        )
        reals[:, search_kernel.MOBILE] = likely @ MOVES
        reals[:, search_kernel.RUNS] = likely[:, Rank.SCOUT]
        odds = np.empty((len(pieces), len(Rank), 5))
        for kind, result in enumerate((1, 0, -1)):
            odds[:, :, kind] = likely @ (result == BEATS.T)
        full = other * (1 + secret * curiosity)
        for kind, result in enumerate((1, 0)):
            whole = (likely * full) @ (result == BEATS.T)
            odds[:, :, 3 + kind] = np.divide(
                whole, odds[:, :, kind], out=np.zeros_like(whole), where=odds[:, :, kind] > 0
            )
        threat = (likely * MOVES) @ (BEATS > 0)
        field = np.zeros((len(pieces), len(view.pieces)))
        alarm = np.zeros((4, 4, len(view.pieces)))
        world = board, facts, reals, field, odds, threat, np.array(taste.habits), alarm
        return world, {place: number for number, place in enumerate(places)}

    def prices(self, game: Stratego, view: Position, seat: Seat, *, mine: bool) -> Array:
        """Return what each rank of one side is worth now."""
        left = np.zeros((2, len(Rank)))
        for own in view.pieces:
            if own is not None and own.rank is not None:
                left[int(own.seat != seat), own.rank] += 1
        for rank, number in unseen_ranks(game, view, seat).items():
            left[1, rank] += number
        own, other = left if mine else left[::-1]
        worth = np.array(self.taste(game).worth, float)
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
