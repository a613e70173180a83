"""The puzzles of the day: one for each game for one and each UTC day, the same for everyone for ever.

The rule, which docs/web.md publishes: what a box's `guide.week_of` the day says for the weekday is dealt, or composed, with the seeds
100·YYYYMMDD, 100·YYYYMMDD + 1 and so on, and the first of them that can certainly be won is the puzzle.  It certainly can if a
solver finds a line within a fixed number of positions, or proves a chance of 1.  A box without such a week offers its levels,
or else its variants in turn.

>>> import datetime as dt
>>> puzzle("nim", dt.date(2026, 11, 15)) is None
True
"""

from __future__ import annotations

import datetime as dt
import logging
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Final

from typing_extensions import TypedDict

from hoyle.box import Box
from hoyle.dice import Dice
from hoyle.game import HoyleError
from hoyle.match import Match
from hoyle.shelf import find, shelf
from hoyle.solver import Chance, Solved
from hoyle.tables.thinking import CalledOffError, Thinker, ThoughtFault

BUDGET: Final = 200_000
"""Positions that a solver may look at for one deal: a number, so that every machine finds the same."""
MOST_TRIES: Final = 60
SECONDS: Final = 300
FIRST: Final = dt.date(2026, 1, 1)
"""The first day that has puzzles."""
GRADES: Final = ("easy", "easy", "medium", "medium", "hard", "hard", "very hard")
"""How hard the week is, from Monday."""


class Puzzle(TypedDict):
    """The puzzle of a day: the same variant and deal for everyone, how hard it is, and the least that wins it, if known."""

    box: str
    game: str
    title: str
    seed: int
    date: str
    difficulty: str
    par: dict[str, int] | None


def puzzle(name: str, date: dt.date) -> Puzzle | None:
    """Return a box's puzzle of a day, or None if it has none."""
    box = shelf()[name]
    if not any(box.game(variant).seats == 1 for variant in box.variants):
        return None
    known: set[tuple[str, str]] = set()
    for game, seed in _candidates(box, date):
        match = Match.open(game, seed=seed)
        # Where chance has no part, the next seed makes the same.
        if match.game.seats > 1 or match.turn is None or (game, match.position) in known:
            continue
        known.add((game, match.position))
        if is_certain(match):
            return {
                "box": name,
                "game": game,
                "title": box.title,
                "seed": seed,
                "date": date.isoformat(),
                "difficulty": GRADES[date.weekday()],
                "par": par_of(match),
            }
    return None


def puzzle_on(name: str, date: str) -> Puzzle | None:
    """Return a box's puzzle of a day that is written as in 2026-11-16, or None if it has none."""
    return puzzle(name, dt.date.fromisoformat(date))


def brief(puzzle: Puzzle) -> str:
    """Return a short digest of a puzzle, with which a year of them can be written down."""
    position = Match.open(puzzle["game"], seed=puzzle["seed"]).position
    facts = f"{puzzle['game']} {position} {sorted((puzzle['par'] or {}).items())}"
    return blake2b(facts.encode(), digest_size=4).hexdigest()


def is_certain(match: Match[Any, Any]) -> bool:
    """Tell whether a match can certainly be won from here, whatever chance does."""
    box, game = find(match.name)
    if box.guide.par is not None:
        return box.guide.par(game, match.state) is not None
    if not box.solvers:
        return False
    verdict = box.solver().solve(game, match.state, BUDGET)
    return isinstance(verdict, Solved) or (isinstance(verdict, Chance) and verdict.exact and verdict.probability == 1)


def par_of(match: Match[Any, Any]) -> dict[str, int] | None:
    """Return the least that surely wins a match, in the units that players count, as far as it is proved."""
    box, game = find(match.name)
    if box.guide.par is not None:
        found = box.guide.par(game, match.state)
        return None if found is None else dict(found)
    if not box.solvers:
        return None
    verdict = box.solver(box.hints).solve(game, match.state, BUDGET)
    return dict(game.measure(verdict.line)) if isinstance(verdict, Solved) and verdict.shortest else None


def _candidates(box: Box, date: dt.date) -> Iterator[tuple[str, int]]:
    """Yield the games and seeds of which the first that can certainly be won is the puzzle of a day."""
    first = 100 * int(date.strftime("%Y%m%d"))
    for seed in range(first, first + MOST_TRIES):
        yield from ((name, seed) for name in _names(box, date, seed))


def _names(box: Box, date: dt.date, seed: int) -> Iterator[str]:
    """Yield the names of the games that a seed makes for a day."""
    day = date.weekday()
    week = box.guide.week_of(date.isoformat())
    wanted = week[day] if week else None
    if isinstance(wanted, Mapping):
        if box.study.compose is None:
            raise HoyleError(f"{box.name} has wishes for its puzzles but composes none")
        # If this seed leads to nothing, the next one is tried.
        with suppress(HoyleError):
            yield box.study.compose(None, seed, wanted).name
    elif wanted is not None:
        yield f"{box.name}/{wanted}"
    elif box.study.level is not None:
        yield box.study.level(1 + day * 5 // 7, Dice(seed))
    else:
        variants = list(box.variants)
        yield from (
            f"{box.name}/{variants[(date.toordinal() + turn) % len(variants)]}" for turn in range(len(variants))
        )


class Daily:
    """The puzzles of the day, looked for behind the scenes when somebody first asks for them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._date: dt.date | None = None
        self._found: list[Puzzle] = []
        self._thread: threading.Thread | None = None

    def puzzles(self, date: dt.date, thinker: Thinker) -> list[Puzzle]:
        """Return what has been found so far for a day; the rest comes later."""
        with self._lock:
            if date != self._date:
                self._date, self._found = date, []
                self._thread = threading.Thread(target=self._look, args=(date, thinker), daemon=True)
                self._thread.start()
            return list(self._found)

    @property
    def looking(self) -> bool:
        """Whether more may come."""
        return self._thread is not None and self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Wait until everything has been looked at."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _look(self, date: dt.date, thinker: Thinker) -> None:
        for name in shelf():
            try:
                found = thinker.think("hoyle.tables.web.daily:puzzle_on", name, date.isoformat(), seconds=SECONDS)
            except CalledOffError:
                return
            except (HoyleError, OSError, ThoughtFault) as fault:
                logging.getLogger("hoyle").warning("no puzzle of %s today: %s", name, fault)
                continue
            with self._lock:
                if found is not None and date == self._date:
                    self._found.append(found)
