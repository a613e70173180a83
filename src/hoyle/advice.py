"""Advice on a match as it stands: a verdict by one of the game's solvers, or a hint.

>>> from hoyle.games.pegs import game
>>> match = Match.new(game(".OO.O/*****"))
>>> hint(match).words
'b1d1 leads to a win: 2 jumps, 2 turns; exact: 1 of 2 jumps keep the win, and no line has fewer than 2 turns'
>>> solve(match.follow("b1d1")).line
(Jump(source=(4, 0), over=(3, 0), target=(2, 0)),)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hoyle.dice import Dice
from hoyle.game import HoyleError, tally
from hoyle.match import Match
from hoyle.shelf import box_of
from hoyle.solver import Chance, Solved, Unsolvable, Verdict

BUDGET: Final = 1_000_000
"""How many positions a hint or a solution may cost."""


@dataclass(frozen=True)
class Hint:
    """A move to make now, if one can be named, and what is known of it."""

    move: Any | None
    words: str
    exact: bool = False
    """Whether the promise is proved: no line is shorter, or the chance is a proved fraction."""
    left: Mapping[str, int] = field(default_factory=dict)
    """How much of the match is left on the line that the move begins, in the units that players count."""
    line: tuple[Any, ...] = ()
    """The line that the move begins, where it wins for certain."""


def solve(match: Match[Any, Any], solver: str | None = None, budget: int = BUDGET) -> Verdict[Any]:
    """Return the verdict of one of the game's solvers, or of its first, on a match as it stands."""
    return box_of(match.game).solver(solver).solve(match.game, match.state, budget)


def hint(match: Match[Any, Any], budget: int = BUDGET) -> Hint:
    """Return a hint for whoever is to move: from a solver, or else what the game's first player would do."""
    game, seat = match.game, match.turn
    if seat is None:
        raise HoyleError(game.over(match.state) or "the match is over")
    box = box_of(game)
    if box.solvers:
        return hint_from(match, solve(match, box.hints, budget))
    if not box.players:
        raise HoyleError(f"{box.title} has no hints")
    name = next(iter(box.players))
    move = box.player(name, Dice(0)).choose(game, match.seen_by(seat), seat)
    return Hint(move, f"{name} would play {move}")


def hint_from(match: Match[Any, Any], verdict: Verdict[Any]) -> Hint:
    """Return the hint that a verdict on a match gives."""
    if isinstance(verdict, Solved) and verdict.line:
        left = match.game.measure(verdict.line)
        words = f"{verdict.line[0]} leads to a win: {tally(left)}; {verdict.why}"
        return Hint(verdict.line[0], words, verdict.shortest, left, verdict.line)
    if isinstance(verdict, Chance) and verdict.move is not None:
        words = f"{verdict.move} wins with chance {float(verdict.probability):.3f}: {verdict.why}"
        return Hint(verdict.move, words, verdict.exact)
    if isinstance(verdict, Unsolvable):
        return Hint(None, f"this position can no longer be won: {verdict.why}", exact=True)
    return Hint(None, f"no answer found: {verdict.why}")
