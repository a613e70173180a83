"""Solvers for games of one seat: answers that carry their own proof.

A solver answers *solved* with a line that wins, *unsolvable* with what proves it, or *gave up*, and never mistakes one for another.
Where nature moves too, it may answer with a *chance* to win and a best first move.
A postcondition replays every claimed line by the rules, so no kernel is trusted.  BreadthFirst is the readable
reference that every faster solver must agree with.

>>> from hoyle.games.pegs import game
>>> easy = game("easy")
>>> verdict = BreadthFirst().solve(easy, easy.start(), budget=1000)
>>> [str(move) for move in verdict.line]
['d2d4', 'd4d6']
>>> [perft(game("english"), game("english").start(), depth) for depth in range(5)]
[1, 4, 12, 60, 400]
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeAlias

from icontract import DBC, ensure, require

from hoyle.game import Game, M, S, tally


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Generic[M]):
    """A line that wins, and whether it is proved that none is shorter."""

    kind: ClassVar[str] = "solved"

    line: tuple[M, ...]
    nodes: int
    why: str = ""
    shortest: bool = False
    least: int | None = None
    """A lower bound on all lines, in the units in which lines are compared, if one is known and this line is longer."""

    def __repr__(self) -> str:
        """Return one short line."""
        return f"Solved({', '.join(filter(None, (tally({'moves': len(self.line)}), self.why and repr(self.why))))})"


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """No line wins: why that is certain, and a certificate that others can check, if there is one."""

    kind: ClassVar[str] = "unsolvable"
    line: ClassVar[tuple[()]] = ()

    why: str
    nodes: int
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class GaveUp:
    """Neither a line nor a proof was found within the budget."""

    kind: ClassVar[str] = "gave up"
    line: ClassVar[tuple[()]] = ()

    why: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Chance(Generic[M]):
    """The chance to win, a first move that gives it, and how sure that is.

    An exact chance has no interval.  An estimate has one, and why says how it was found and how likely the interval is
    to hold the true chance.

    >>> Chance(Fraction(13, 16), "a1b1", 7, "by every refill").exact
    True
    """

    kind: ClassVar[str] = "chance"

    probability: Fraction
    move: M | None
    """The best first move, or None where nature moves first."""
    nodes: int
    why: str
    interval: tuple[float, float] | None = None

    @property
    def exact(self) -> bool:
        """Whether the chance is a proved fraction."""
        return self.interval is None

    @property
    def line(self) -> tuple[M, ...]:
        """The best first move, alone."""
        return () if self.move is None else (self.move,)


Verdict: TypeAlias = Solved[M] | Unsolvable | GaveUp | Chance[M]


def describe(game: Game[S, M], verdict: Verdict[M]) -> str:
    """Return a verdict in words, as every table shows it.

    >>> from hoyle.games.pegs import game
    >>> describe(game("easy"), GaveUp("looked at 10 positions", 10))
    'gave up: looked at 10 positions'
    """
    match verdict:
        case Solved():
            return "; ".join(filter(None, (f"solved: {tally(game.measure(verdict.line))}", verdict.why)))
        case Chance():
            return f"chance {verdict.probability} = {float(verdict.probability):.4f}; {verdict.why}"
        case _:
            return f"{verdict.kind}: {verdict.why}"


def facts(game: Game[S, M], verdict: Verdict[M]) -> dict[str, Any]:
    """Return a verdict as every table shows it in JSON.

    >>> from hoyle.games.pegs import game
    >>> facts(game("easy"), GaveUp("looked at 10 positions", 10))["verdict"]
    'gave up'
    """
    found: dict[str, Any] = {
        "verdict": verdict.kind,
        "words": describe(game, verdict),
        "line": [str(move) for move in verdict.line],
        "why": verdict.why,
        "nodes": verdict.nodes,
        "measure": dict(game.measure(verdict.line)),
    }
    if isinstance(verdict, Solved):
        found |= {"shortest": verdict.shortest, "least": verdict.least}
    if isinstance(verdict, Unsolvable):
        found["certificate"] = verdict.certificate
    if isinstance(verdict, Chance):
        found |= {
            "chance": str(verdict.probability),
            "probability": float(verdict.probability),
            "exact": verdict.exact,
            "interval": verdict.interval,
        }
    return found


def wins(game: Game[S, M], state: S) -> bool:
    """Tell whether the single seat has won."""
    outcome = game.outcome(state)
    return outcome is not None and outcome.scores[0] > 0


def replay(game: Game[S, M], state: S, line: Iterable[M]) -> S | None:
    """Return the state after a line, or None where a move of it is not legal."""
    for move in line:
        if not game.legal(state, move):
            return None
        state = game.play(state, move)
    return state


def _within_budget(budget: int, result: Verdict[M]) -> bool:
    return result.nodes <= budget


def _line_wins(game: Game[S, M], state: S, result: Verdict[M]) -> bool:
    if isinstance(result, Chance):
        return 0 <= result.probability <= 1 and (result.move is None or game.legal(state, result.move))
    if not isinstance(result, Solved):
        return True
    last = replay(game, state, result.line)
    return last is not None and wins(game, last)


class Solver(DBC, Generic[S, M]):
    """A solver of games for one seat."""

    weighs_chance: ClassVar[bool] = False
    """Whether it also answers where nature moves first."""
    budget: ClassVar[int] = 10_000_000
    """How many states it looks at by default."""

    @abstractmethod
    @require(lambda budget: budget > 0, "the budget is positive")
    @require(lambda game: game.seats == 1, "the game has one seat")
    @ensure(_within_budget, "it looked at no more states than the budget")
    @ensure(_line_wins, "the line wins by the rules, or the move is legal")
    def solve(self, game: Game[S, M], state: S, budget: int) -> Verdict[M]:
        """Return a verdict on a state after looking at budget states at most."""

    @require(lambda budget: budget > 0, "the budget is positive")
    @require(lambda game: game.seats == 1, "the game has one seat")
    @ensure(_within_budget, "it looked at no more states than the budget")
    @ensure(_line_wins, "the line wins by the rules, or the move is legal")
    def advise(self, game: Game[S, M], state: S, played: Sequence[M], budget: int) -> Verdict[M]:  # noqa: ARG002 — most need only the state
        """Return a verdict for a hint at once; the moves played so far matter where a turn may go on."""
        return self.solve(game, state, budget)

    def refute(self, game: Game[S, M], state: S) -> str | None:  # noqa: ARG002 — most see nothing at once
        """Return why a state cannot be won, if that is seen without a search, or None."""
        return None


@dataclass(frozen=True)
class BreadthFirst(Solver[S, M]):
    """The shortest line, by a textbook search; states with the same canonical form count as one."""

    canonical: Callable[[S], Hashable] = lambda state: state

    def solve(self, game: Game[S, M], state: S, budget: int) -> Verdict[M]:
        """Return a shortest line, or the proof that every reachable state was looked at."""
        frontier: deque[tuple[S, tuple[M, ...]]] = deque([(state, ())])
        reached = {self.canonical(state)}
        while frontier:
            state, line = frontier.popleft()
            if wins(game, state):
                return Solved(line, len(reached), "no line is shorter", shortest=True)
            for move in game.moves(state):
                child = game.play(state, move)
                key = self.canonical(child)
                if key not in reached:
                    if len(reached) >= budget:
                        return GaveUp(f"looked at {tally({'positions': budget})}", len(reached))
                    reached.add(key)
                    frontier.append((child, (*line, move)))
        if len(reached) == 1:
            return Unsolvable("the only reachable position is not won", 1)
        return Unsolvable(f"none of the {len(reached):,} reachable positions is won", len(reached))


@dataclass(frozen=True)
class DepthFirst(Solver[S, M]):
    """Some line, by a textbook search; states with the same canonical form count as one."""

    canonical: Callable[[S], Hashable] = lambda state: state

    def solve(self, game: Game[S, M], state: S, budget: int) -> Verdict[M]:
        """Return a line, or the proof that every reachable state was looked at.

        >>> from hoyle.games.pegs import game
        >>> DepthFirst().solve(game("cross"), game("cross").start(), budget=1000)
        Solved(5 moves)
        """
        reached = {self.canonical(state)}
        path: list[tuple[S, M | None, Iterator[M]]] = [(state, None, iter(game.moves(state)))]
        while path:
            state, _, moves = path[-1]
            if wins(game, state):
                return Solved(tuple(move for _, move, _ in path if move is not None), len(reached))
            for move in moves:
                child = game.play(state, move)
                key = self.canonical(child)
                if key not in reached:
                    if len(reached) >= budget:
                        return GaveUp(f"looked at {tally({'positions': budget})}", len(reached))
                    reached.add(key)
                    path.append((child, move, iter(game.moves(child))))
                    break
            else:
                path.pop()
        return Unsolvable(f"none of {tally({'reachable positions': len(reached)})} is won", len(reached))


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """Return how many different lines of a length there are: the standard test of a move generator."""
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))
