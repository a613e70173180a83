"""Answers that need no person: what a computer player chooses, premoves, and when they are shown.

Where something is hidden, the time that an answer takes could reveal it: how many moves a player has to weigh, or
whether an army was set up piece by piece.  So such answers are shown at full paces after the question, and what a
player does without being noticed is one answer with the choice that is.

>>> release(asked=10.0, ready=10.1, pace=1.0), release(asked=10.0, ready=10.9, pace=1.0)
(11.0, 11.0)
>>> release(asked=10.0, ready=11.2, pace=1.0)
12.0
"""

from __future__ import annotations

import logging
import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from threading import Lock
from typing import Any, Final

from hoyle.engine import Engine
from hoyle.game import HoyleError, Seat, UnseenError
from hoyle.match import Match, goes_on
from hoyle.program import Program
from hoyle.tables.fair_play import moment
from hoyle.tables.memory import Memory
from hoyle.tables.thinking import NICE, player_seed
from hoyle.tables.turns import BusyError, Turns, Use
from hoyle.tables.web import wishes
from hoyle.tables.web.desk import Desk
from hoyle.tables.web.journal import PERSON, STALE, Entry, StaleError
from hoyle.tables.web.limits import ENGINE_SECONDS, ENGINES_WAITING, LONG_USE, MOST_TRIES, bill
from hoyle.tables.web.sitting import Sitting
from hoyle.tables.web.wishes import Change

AHEAD: Final = 0.125
"""Seconds before its time at which an answer is worked out where something is hidden: its length must not make it later."""


class Answering(Desk):
    """Computer players at a match, and premoves."""

    def __init__(self, *facts: Any, **options: Any) -> None:
        super().__init__(*facts, **options)
        # Engines that think for long keep no place from others.
        self._engine_rooms = [Turns(most * self.limits.thinkers, each=1, waiting=ENGINES_WAITING) for most in (2, 1)]
        self._engine_use = Use()
        self._choices = Memory[tuple[str, float, int], tuple[Change, float]](self.limits.sittings)
        self._ready = Memory[tuple[int, str, int], tuple[Entry, Sitting]](self.limits.bytes // 8)
        """Answers that wait for their time, by the epoch of the store, the match and its version, and the sitting after each."""
        self._answering: set[str] = set()
        self._again: set[str] = set()
        """The matches in which somebody answers, and those in which somebody was to answer meanwhile."""
        self._lock = Lock()
        self._programs: set[Program] = set()
        """The engines that are asked just now, or get ready."""
        self._closing = False

    def call_off_engines(self) -> None:
        """End the programs that are asked just now; nobody resigns because the table closes."""
        with self._lock:
            self._closing = True
            for program in self._programs:
                program.call_off()

    def _start(self, command: Sequence[str], *, seconds: float) -> Program:
        program = Program(command, seconds=seconds, nice=NICE)
        with self._lock:
            self._programs.add(program)
            if self._closing:
                program.call_off()
        return program

    def seats_engine(self, name: str) -> bool:
        """Tell whether a program sits at a match that was just looked at."""
        sitting = self._sittings.peek((self.store.epoch, name))
        return sitting is not None and not self.engines.keys().isdisjoint(sitting.terms.seats)

    def due(self, name: str) -> bool:
        """Tell whether there may be something to answer in a match that was just looked at."""
        sitting = self._sittings.peek((self.store.epoch, name))
        return sitting is None or sitting.due

    def awaits_computer(self, name: str) -> bool:
        """Tell whether it is a computer's turn in a match that was just looked at."""
        sitting = self._sittings.peek((self.store.epoch, name))
        turn = None if sitting is None else sitting.turn
        return sitting is not None and turn is not None and turn >= 0 and sitting.terms.seats[turn] != PERSON

    def answer(self, name: str) -> float | None:
        """Play what computer players choose, and premoves, until a person must choose or somebody has to wait.

        Return after how many seconds to ask again, or None if nobody has to.  It is harmless when another process does
        the same: then one of the two is late, and looks again.
        """
        with self._lock:
            if name in self._answering:
                self._again.add(name)
                return None
            self._answering.add(name)
        try:
            again, wait = True, None
            while again:
                self._again.discard(name)
                wait = self._answer(name)
                with self._lock:
                    again = name in self._again
                    if not again:
                        # From now on another may answer, and the mark is not ours.
                        self._answering.discard(name)
        except BaseException:
            with self._lock:
                self._answering.discard(name)
                self._again.discard(name)
            raise
        return wait

    def _answer(self, name: str) -> float | None:
        version, tries, free = -1, 0, False
        while True:
            epoch, sitting = self.store.epoch, self._sitting(name)
            seat = sitting.turn
            if seat is None or not sitting.due:
                return None
            if free and sitting.version > version:
                # Whoever thinks about what follows a premove pays for that, as after any other move.
                return 0.0
            version, tries = sitting.version, tries + 1 if sitting.version == version else 0
            if tries > MOST_TRIES:
                # Whatever the store holds, it is not what was read.
                raise StaleError(STALE)
            said = seat in sitting.ahead
            change, ready = (None, sitting.asked_at) if said else self._choose(sitting, seat)
            paced = self.limits.pace > 0 and sitting.match.game.hides and (change is None or change[0] == "move")
            at = now = self._now()
            # If the clock of the machine was set back, the question is in the future, and nobody waits for that.
            if paced and now >= sitting.asked_at:
                # An answer that is late, since the table was busy or closed, is late by full paces on the clock.
                at = release(sitting.asked_at, max(ready, now - self.limits.pace), self.limits.pace)
            if sitting.time_is_up(at):
                # The next look notices, as without an answer: whether anybody looked before must not decide who wins.
                return None
            if not paced:
                with suppress(StaleError):
                    self._append(epoch, sitting, change or premove(sitting, seat))
            elif wait := self._answer_in_time(epoch, sitting, change, at):
                return wait
            free = paced and said

    def _answer_in_time(self, epoch: int, sitting: Sitting, change: Change | None, at: float) -> float:
        """Play at its time what was chosen by then, or the premove; or return after how many seconds to ask again."""
        now = self._now()
        # A premove is not judged long before, or the work would give it away to anybody who asks meanwhile.
        if at - now > AHEAD:
            return at - now - AHEAD
        key = (epoch, sitting.name, sitting.version)
        prepared = self._ready.get(key)
        if prepared is None or prepared[0].at != at:
            assert sitting.turn is not None  # noqa: S101 — somebody is due
            entry = self._entry(sitting, change or premove(sitting, sitting.turn), at=at)
            after = sitting.after(entry)
            after.turns  # noqa: B018 — every look needs them
            prepared = self._ready.keep(key, (entry, after), after.weight)
        wait = at - self._now()
        if wait > 0:
            return wait
        with suppress(StaleError):
            self._store_entry(epoch, sitting.name, prepared[0], openly=prepared[1].grew_openly_since(sitting))
            self._enter(epoch, prepared[1])
        return 0.0

    def patience(self, name: str) -> float:
        """Return after how many seconds to answer first in a match that was just looked at: a premove waits for its time."""
        sitting = self._sittings.peek((self.store.epoch, name))
        said = sitting is not None and sitting.match.game.hides and sitting.turn in sitting.ahead
        return max(self.limits.pace - AHEAD, 0.0) if said else 0.0

    def _choose(self, sitting: Sitting, seat: Seat) -> tuple[Change, float]:
        """Return what a computer player chooses, and when it had; of one question it thinks once."""
        question = (sitting.name, sitting.asked_at, len(sitting.match.line))
        known = self._choices.get(question)
        if known is None:
            # By what waits for this, or by what it costs, nobody can tell what a player had to think about.
            bill().apart = sitting.match.game.hides
            player = sitting.terms.seats[seat]
            if player in self.engines:
                change = self._run(player, sitting, seat)
            elif player in sitting.box.players:
                change = choice(sitting, seat, lambda match: self._thoughts.choose(sitting, match, seat, player))
            else:
                raise BusyError(f"{player} is not here; hoyle serve --engine seats it again")
            known = self._choices.keep(question, (change, self._now()))
        return known

    def _run(self, name: str, sitting: Sitting, seat: Seat) -> Change:
        """Return what an engine chooses, which is started for each answer; one that fails has to resign."""
        own, use = bill(), self._engine_use
        seed = player_seed(sitting.terms.seed, seat, moment(sitting.match))
        room = self._engine_rooms[use.of(own.thinker) > LONG_USE]
        with own.place.pause(), room.turn(own.thinker, self.limits.seconds), own.thought(), use.going_on(own.thinker):
            try:
                with Engine(
                    shlex.split(self.engines[name]), sitting.terms.game, seed, seconds=ENGINE_SECONDS, run=self._start
                ) as engine:

                    def choose(match: Match[Any, Any]) -> Any:
                        engine.attend(match, seat)
                        return engine.choose(match.game, match.view(seat), seat)

                    return choice(sitting, seat, choose)
            except HoyleError as fault:
                if self._closing:
                    raise BusyError("the table is closing") from fault
                logging.getLogger("hoyle").warning("the engine %s resigns: %s", name, fault)
                return "resign", seat, ""
            finally:
                # What has ended needs no calling off; two answers at most are under way.
                with self._lock:
                    self._programs = {program for program in self._programs if program.alive}


def release(asked: float, ready: float, pace: float) -> float:
    """Return when to show an answer: after the first full pace since the question at which it is ready."""
    return asked + pace * max(ceil((ready - asked) / pace), 1) if pace else ready


def choice(sitting: Sitting, seat: Seat, choose: Callable[[Match[Any, Any]], Any]) -> Change:
    """Return what a player chooses for a seat, up to the first choice that others notice.

    Where a match began with unseen ranks, a player may not know its own pieces and has to resign.
    """
    game, match = sitting.match.game, sitting.match
    chooses = True
    while chooses:
        before = match.state
        try:
            match = sitting.settle(match.play(choose(match)))
        except UnseenError:
            return "resign", seat, ""
        chooses = goes_on(game, before, match.state, seat)
    return "move", seat, " ".join(map(str, match.moves[len(sitting.match.line) :]))


def premove(sitting: Sitting, seat: Seat) -> Change:
    """Return the premove of a seat as a move, or the entry that cancels it if the rules forbid it now."""
    try:
        return wishes.change(sitting, (seat,), "move", sitting.ahead[seat])
    except HoyleError:
        return "ahead", seat, ""
