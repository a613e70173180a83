"""The match service: everything that a person, a bot or a page can ask for, whatever the transport.

Rules are asked of the game, and only about what the asking seat may see: an error can tell it nothing more.  A token is
an unguessable text that holds a seat; only its hash is kept.  What a method returns is durable.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder, Service(Store(f"{folder}/hoyle.db")) as service:
...     opened = service.create("pegs/easy")
...     after = service.change(opened.name, opened.token, "move", "d2d4d6")
>>> after["ended"], after["can"]
('won (1 peg left)', ['undo', 'restart'])
"""

from __future__ import annotations

import datetime as dt
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Self

from hoyle.box import unknown
from hoyle.shelf import shelf
from hoyle.tables.memory import Memory
from hoyle.tables.thinking import LAST, Thinker, TimeUpError
from hoyle.tables.turns import BusyError, Turns
from hoyle.tables.web import catalogue
from hoyle.tables.web.answers import Answering
from hoyle.tables.web.daily import FIRST, Daily, Puzzle
from hoyle.tables.web.exporting import Exporting
from hoyle.tables.web.helping import Helping
from hoyle.tables.web.journal import NotFoundError
from hoyle.tables.web.limits import DRAWERS, LONG_BOARD, PICTURES_WAITING, SHORT, Limits, bill
from hoyle.tables.web.opening import Opening
from hoyle.tables.web.referee import Judgement
from hoyle.tables.web.showing import Showing
from hoyle.tables.web.store import Store


class Service(Opening, Showing, Helping, Answering, Exporting):
    """The matches in one store; several services, in several processes, may share it."""

    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        now: Callable[[], float] = time.time,
        engines: Mapping[str, str] | None = None,
        salt: str = "",
    ) -> None:
        super().__init__(store, limits or Limits(), now, engines or {}, salt or secrets.token_hex())
        self._composer = Thinker(priority=LAST)
        self._drawing = Turns(DRAWERS, each=DRAWERS, waiting=PICTURES_WAITING)
        self.daily = Daily()
        self._lost = Memory[tuple[str, str | None, int | None], tuple[str | None]](self.limits.sittings)
        self._puzzles = Memory[tuple[str, dt.date], Puzzle](self.limits.sittings)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes that think, and the connections."""
        self.call_off_engines()
        for thinker in (self._thoughts, self._composer, self._aside):
            thinker.call_off()
        self.store.close()

    def health(self) -> dict[str, dict[str, int]]:
        """Return how the thinking processes are doing."""
        return self._thoughts.health()

    # ---------------------------------------------------------------------- what is about no match

    def judge(self, record: str, ply: int | None = None) -> Judgement:
        """Return the verdict on a record, with the board at its end, before its foul move, or after a number of moves."""
        verdict: Judgement = self._thoughts.check("hoyle.tables.web.referee:judge_record", record, ply)
        return verdict

    def picture(self, game: str, state: str | None, seed: int, *, showcase: bool = False) -> str:
        """Return a game's first position, or another, as SVG."""
        if len(game) + len(state or "") < SHORT:
            own = bill()
            # Few letters may be thousands of marks, and dozens who draw at once keep everybody else from moving.
            with own.place.pause(), self._drawing.turn(own.address, self.limits.seconds):
                return catalogue.picture(game, state, seed, showcase=showcase)
        return str(self._thoughts.check("hoyle.tables.web.catalogue:picture", game, state, seed))

    def why_lost(self, game: str, state: str | None, seed: int | None) -> str | None:
        """Return why a game cannot be won from a position, or else from its start, if that is seen at once."""
        question = (game, state, seed)
        # A long text is a board that is not decided at once.
        if len(game) + len(state or "") > LONG_BOARD:
            return None
        known = self._lost.get(question)
        if known is None:
            with suppress(TimeUpError):
                place = "hoyle.advice:why_lost_from"
                known = (self._thoughts.ask(self._thoughts.checking, place, *question, seconds=self.limits.dealing),)
            known = self._lost.keep(question, known or (None,))
        return known[0]

    def puzzle(self, box: str, date: str | None = None) -> Puzzle:
        """Return the puzzle of a day, or of today."""
        if box not in shelf():
            raise NotFoundError(unknown("game", box, shelf()))
        today = dt.datetime.fromtimestamp(self._now(), dt.UTC).date()
        day = today
        with suppress(ValueError):
            day = dt.date.fromisoformat(date or str(today))
        # There are other ways to write a day, but each puzzle has one address.
        if date not in {None, str(day)}:
            raise NotFoundError(f"a day is written as in {today}")
        if not FIRST <= day <= today:
            raise NotFoundError(f"there are puzzles from {FIRST} to {today}")
        known = self._puzzles.get((box, day))
        if known is None:
            try:
                question = (box, "hoyle.tables.web.daily:puzzle_on", box, str(day))
                found = self._thoughts.seek(self._thoughts.checking, *question, seconds=self.limits.seconds)
            except TimeUpError:
                raise BusyError("this puzzle is still being made; ask again in a minute") from None
            if found is None:
                raise NotFoundError(f"{shelf()[box].title} has no puzzles of the day")
            known = self._puzzles.keep((box, day), found)
        return known

    def today(self) -> list[Puzzle]:
        """Return the puzzles of the day that have been found by now."""
        return self.daily.puzzles(dt.datetime.fromtimestamp(self._now(), dt.UTC).date(), self._composer)
