"""Opponents for any open game: they know its rules and nothing else, so a new game gets them for free.

*alpha-beta* looks ahead as far as a number of positions allows, and scores only the ends that it sees.  *sampler* plays
matches out at random, more often where that goes well (UCT); it also plays games with chance.  *careless* makes any
move.  All roll only the dice they are given, so the same dice play the same match.

>>> from hoyle.games.nim import Nim
>>> game = Nim((1, 2))
>>> str(AlphaBeta(Dice(1)).choose(game, game.start(), Seat(0)))
'b1'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import inf, log, sqrt
from typing import Any, Final

from hoyle.box import Player
from hoyle.dice import Dice
from hoyle.game import NATURE, Game, Outcome, Seat

NODES: Final = 20_000
PLAYOUTS: Final = 400
DEEPEST: Final = 60
LONGEST: Final = 300
"""After how many moves a match played out at random counts as a draw."""
MANY: Final = 1000
"""How many moves of a position are looked at."""
CURIOSITY: Final = 1.4
"""The weight that UCT gives to moves it has seldom tried."""


def worth(outcome: Outcome, seat: int) -> int:
    """Return what an outcome is worth to a seat: 1 for a win, -1 for a loss, 0 for a draw.

    >>> worth(Outcome((0, 1), "mate"), 1), worth(Outcome((1, 1), "stalemate"), 0)
    (1, 0)
    """
    others = max((score for other, score in enumerate(outcome.scores) if other != seat), default=0)
    return (outcome.scores[seat] > others) - (outcome.scores[seat] < others)


@dataclass(frozen=True)
class Careless:
    """A player that makes any legal move."""

    dice: Dice

    def choose(self, game: Game[Any, Any], view: Any, seat: Seat) -> Any:  # noqa: ARG002 — any move will do
        """Return one of the legal moves."""
        return self.dice.choose(list(islice(game.moves(view), MANY)))


@dataclass(frozen=True)
class AlphaBeta:
    """A player that looks ahead, deeper and deeper, until its budget of positions is used up."""

    dice: Dice
    nodes: int = NODES

    def choose(self, game: Game[Any, Any], view: Any, seat: Seat) -> Any:
        """Return the best move that was found; among equals the dice decide."""
        moves = list(islice(game.moves(view), MANY))
        best = moves
        search = _Search(game, seat, self.nodes)
        for depth in range(1, DEEPEST):
            try:
                values = [search.value(game.play(view, move), depth - 1, -inf, inf) for move in moves]
            except _BudgetError:
                break
            best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
            if not search.cut:
                break  # everything was seen to its end
            search.cut = False
        return self.dice.choose(best)


class _BudgetError(Exception):
    """The budget of positions is used up."""


@dataclass
class _Search:
    """Alpha–beta for one seat against all others together."""

    game: Game[Any, Any]
    seat: int
    left: int
    cut: bool = False
    """Whether something was not seen to its end."""

    def value(self, state: Any, depth: int, low: float, high: float) -> float:
        """Return what a state is worth, looking no deeper than the depth; a sooner win is worth more."""
        if self.left <= 0:
            raise _BudgetError
        self.left -= 1
        outcome = self.game.outcome(state)
        if outcome is not None:
            return worth(outcome, self.seat) * (1 + depth / 1000)
        if depth == 0:
            self.cut = True
            return 0.0
        own = self.game.turn(state) == self.seat
        for move in islice(self.game.moves(state), MANY):
            value = self.value(self.game.play(state, move), depth - 1, low, high)
            low, high = (max(low, value), high) if own else (low, min(high, value))
            if low >= high:
                break
        return low if own else high


@dataclass(frozen=True)
class Sampler:
    """A player that plays matches out at random, more often where that goes well."""

    dice: Dice
    playouts: int = PLAYOUTS

    def choose(self, game: Game[Any, Any], view: Any, seat: Seat) -> Any:
        """Return the move that was tried most often."""
        root = _Node(list(islice(game.moves(view), MANY)), seat)
        for _ in range(self.playouts):
            self._try(game, view, root)
        return max(root.nexts, key=lambda move: root.nexts[move].visits)

    def _try(self, game: Game[Any, Any], state: Any, node: _Node) -> None:
        """Play one match out, and remember how it went at each step in the tree."""
        path = [node]
        while (mover := game.turn(state)) is not None:
            if mover == NATURE:
                state = game.play(state, self.dice.draw(game.odds(state)))
                continue
            if node.untried:
                move = node.untried.pop(self.dice.below(len(node.untried)))
                state = game.play(state, move)
                # Chance differs each time, so nodes stand for moves and not for states.
                node.nexts[move] = node = _Node([], NATURE)
                path.append(node)
                break
            legal = [move for move in node.nexts if game.legal(state, move)]
            if not legal:
                break
            move = max(legal, key=node.promise)
            state = game.play(state, move)
            node = node.nexts[move]
            path.append(node)
            self._open(game, state, node)
        self._learn(path, self._play_out(game, state))

    @staticmethod
    def _open(game: Game[Any, Any], state: Any, node: _Node) -> None:
        """List the moves of a node at its second visit."""
        mover = game.turn(state)
        if mover is not None and mover != NATURE and node.mover == NATURE:
            node.mover, node.untried = mover, list(islice(game.moves(state), MANY))

    def _play_out(self, game: Game[Any, Any], state: Any) -> Outcome | None:
        for _ in range(LONGEST):
            mover = game.turn(state)
            if mover is None:
                return game.outcome(state)
            chance = mover == NATURE
            state = game.play(
                state,
                self.dice.draw(game.odds(state)) if chance else self.dice.choose(list(islice(game.moves(state), MANY))),
            )
        return None

    @staticmethod
    def _learn(path: list[_Node], outcome: Outcome | None) -> None:
        for above, node in zip([None, *path], path, strict=False):
            node.visits += 1
            if above is not None and outcome is not None:
                node.sum += worth(outcome, above.mover)


@dataclass
class _Node:
    """A move in the tree of tries: which replies were not tried, which were, and how it went for the seat that made it."""

    untried: list[Any]
    mover: int
    nexts: dict[Any, _Node] = field(default_factory=dict)
    visits: int = 0
    sum: float = 0.0

    def promise(self, move: Any) -> float:
        """Return how promising a move is: how it went, and how seldom it was tried."""
        one = self.nexts[move]
        return one.sum / one.visits + CURIOSITY * sqrt(log(self.visits + 1) / one.visits)


OPPONENTS: Final[Mapping[str, Callable[[Dice], Player]]] = {
    "alpha-beta": AlphaBeta,
    "sampler": Sampler,
    "careless": Careless,
}
"""The opponents of an open game for two, the strongest first."""


def opponents_of(game: Game[Any, Any]) -> Mapping[str, Callable[[Dice], Player]]:
    """Return the opponents that a game gets for free: none if something is hidden or there is only one seat."""
    return {} if game.hides or game.seats < 2 else OPPONENTS
