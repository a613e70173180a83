"""The story of a match that is over: after each choice in a puzzle, whether it could still be won, and how soon.

>>> start = "***.***/***O***/***O***/***.***/***O***/***.***/*******"
>>> [mark["can"] for mark in story("pegs/easy", start, ["d3d1"], 1000)]
['win', 'lost']
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from typing_extensions import TypedDict

from hoyle.advice import advise
from hoyle.game import NATURE
from hoyle.match import Match
from hoyle.shelf import find
from hoyle.solver import Chance, Solved, Unsolvable
from hoyle.tables.web.sitting import Sitting


class Mark(TypedDict):
    """What a position could lead to: a win, with how much it takes at least if that is proved, or a chance, or no win."""

    can: Literal["win", "chance", "lost", "unknown"]
    left: dict[str, int] | None
    chance: float | None


class Analysis(TypedDict):
    """What each choice could lead to, in a game for one; or what each seat had left, if that can be counted."""

    marks: list[Mark]
    material: list[list[int]]


def story(name: str, start: str, moves: list[str], budget: int) -> list[Mark]:
    """Return what the start and the position after each choice could lead to."""
    _, game = find(name)
    match = Match.new(game, game.read(start)).follow(*moves)
    choices = [ply for ply, state in enumerate(match.states) if game.turn(state) != NATURE]
    won = match.outcome is not None and match.outcome.scores[0] > 0
    marks: list[Mark] = []
    for ply in choices:
        before = replace(match, line=match.line[:ply])
        # What follows a lost position is lost: a line from it would be the end of one from before.
        lost = bool(marks) and marks[-1]["can"] == "lost"
        marks.append(_mark(before, budget // len(choices), won=won) if not lost else _fact("lost"))
    return marks


def _mark(match: Match[Any, Any], budget: int, *, won: bool) -> Mark:
    if match.turn is None:
        return _fact("win" if won else "lost")
    found = advise(match, budget)
    if isinstance(found, Solved):
        return _fact("win", match.measure(found.line) if found.shortest else None)
    if isinstance(found, Chance):
        return {"can": "chance", "left": None, "chance": float(found.probability)}
    # A line that was played to a win is a proof of its own.
    return _fact("lost" if isinstance(found, Unsolvable) else "win" if won else "unknown")


def _fact(can: Literal["win", "lost", "unknown"], left: Any = None) -> Mark:
    return {"can": can, "left": None if left is None else dict(left), "chance": None}


def material(sitting: Sitting) -> Analysis:
    """Return what each seat had left at the start and after each turn, if the box counts it."""
    count = sitting.box.guide.material
    match = sitting.match
    states = [match.start, *(match.line[turn.after - 1][1] for turn in sitting.turns)]
    return {"marks": [], "material": [] if count is None else [list(count(match.game, state)) for state in states]}
