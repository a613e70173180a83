"""The puzzles of the day: for each game for one a puzzle that can be won, the same for everyone from the UTC date.

A box that composes puzzles makes one for the date.  From any other, the first deal whose number begins with the date and
that its solver does not give up is taken: of its own variant where chance deals, and where it does not, of variants in
turn.

>>> import datetime as dt
>>> puzzle("nim", dt.date(2026, 11, 15)) is None
True
"""

from __future__ import annotations

import datetime as dt
import logging
import threading
from typing import Final

from typing_extensions import TypedDict

from hoyle.advice import winnable
from hoyle.box import Box
from hoyle.dice import Dice
from hoyle.game import NATURE, HoyleError
from hoyle.match import Match
from hoyle.shelf import shelf
from hoyle.tables.thinking import CalledOffError, Thinker, ThoughtFault

BUDGET: Final = 200_000
"""Positions that a solver may look at for one deal: a number, so that every machine finds the same."""
MOST_TRIES: Final = 20
SECONDS: Final = 300


class Puzzle(TypedDict):
    """The puzzle of a day: the same variant and deal for everyone, and how hard it is, if that is known."""

    game: str
    title: str
    seed: int
    date: str
    difficulty: str | None


def puzzle(name: str, date: dt.date) -> Puzzle | None:
    """Return a box's puzzle of a day, or None if it has none."""
    box = shelf()[name]
    number = int(date.strftime("%Y%m%d"))
    singles = [variant for variant in box.variants if box.game(variant).seats == 1]
    if not singles:
        return None
    if box.study.compose is not None:
        made = box.study.compose(None, number, {})
        return _facts(box, made.name, number, date, made.facts.get("difficulty"))
    opening = box.game(singles[0])
    # A deal is another one every day; a fixed start would always be the same.
    first = 0 if opening.turn(opening.start()) == NATURE else date.toordinal()
    for turn in range(len(singles)):
        variant = singles[(first + turn) % len(singles)]
        for deal in range(100 * number, 100 * number + MOST_TRIES):
            start = Match.new(box.game(variant))
            match = start.settle(Dice(deal))
            if winnable(match, BUDGET):
                return _facts(box, f"{name}/{variant}", deal, date)
            if match == start:
                break
    return None


def puzzle_on(name: str, date: str) -> Puzzle | None:
    """Return a box's puzzle of a day that is written as in 2026-11-16, or None if it has none."""
    return puzzle(name, dt.date.fromisoformat(date))


def _facts(box: Box, game: str, seed: int, date: dt.date, difficulty: str | None = None) -> Puzzle:
    return {"game": game, "title": box.title, "seed": seed, "date": date.isoformat(), "difficulty": difficulty}


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
