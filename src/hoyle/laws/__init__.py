"""The laws: what holds for every game, and the functions that check it; nothing here knows one particular game.

A *walk* is a match that a seed plays at random, and its *moments* are a fair choice of the positions in it.  A *law* is
checked at every moment; it yields None for each thing that is as it should be, and a `Fault` for each that is not.  If
a law cannot be checked in a game, it says so; a law that finds nothing to check and has no excuse counts as broken
too.

>>> for finding in examine("nim/classic", seeds=range(2), laws=("legality", "odds")):
...     print(finding.law, finding.game, finding.checked > 100, finding.excuse, finding.breach)
legality nim/classic True None None
odds nim/classic False nature never moves None
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hoyle.box import unknown
from hoyle.game import HoyleError
from hoyle.laws.law import Breach, Checks, Fault, Finding, Law, finding
from hoyle.laws.picture import page, pictures, sides
from hoyle.laws.play import citations, hearsay, legality, odds, order, playing, secrecy, turns, undo, views
from hoyle.laws.promise import budgets, promises
from hoyle.laws.text import brinks, claims, ends, notation, notes, records, refusals, resumption
from hoyle.laws.walk import Moment, Walk
from hoyle.shelf import find

__all__ = ["LAWS", "SEEDS", "Breach", "Checks", "Fault", "Finding", "Law", "Moment", "Walk", "examine", "finding"]

LAWS: Final = {
    law.name: law
    for law in (
        *(playing, turns, order, legality, citations, odds, views, secrecy, hearsay, undo),
        *(notation, refusals, brinks, claims, records, resumption, notes, ends),
        *(pictures, sides, page),
        *(promises, budgets),
    )
}
"""The laws by name, in the order in which they are checked."""

SEEDS: Final = 5
"""How many walks a law is checked on by default."""


def examine(name: str, seeds: Iterable[int] = range(SEEDS), laws: Iterable[str] = ()) -> Iterator[Finding]:
    """Yield the finding on each law, or on those named, in the game with a name."""
    try:
        box, game = find(name)
    except HoyleError:
        raise
    except Exception as failure:  # Another person's variant may fail in any way.
        raise HoyleError(f"{name} does not open: {failure}") from failure
    if strange := next((one for one in laws if one not in LAWS), None):
        raise HoyleError(unknown("law", strange, LAWS))
    walks = [Walk(name, box, game, seed) for seed in seeds]
    return (finding(LAWS[one], walks) for one in laws or LAWS)
