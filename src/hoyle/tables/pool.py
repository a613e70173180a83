"""Several thinkers for many clients: a few think at once, and a light thought never waits for heavy ones.

A thought is light if it is likely to be short, or its owner has used little, and grows heavier while it goes on.  There is
room for a few heavy ones, for one more that is less heavy, and for one more that is light.  If others wait and too many have
grown heavy, the one whose owner has used most is stopped, and waits again.  Light thoughts also come first on the
processors.

>>> pool = Pool(most=1)
>>> pool.think("10.0.0.1", "builtins:abs", -3, seconds=10)
3
>>> pool.call_off()
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from math import inf
from statistics import fmean
from threading import Event, RLock
from typing import Any, Final

from hoyle.tables.memory import Memory
from hoyle.tables.thinking import LAST, MEMORY, READY, SECOND, StoppedError, Thinker
from hoyle.tables.turns import BusyError, GoneError, Use

MOMENT: Final = 2.0
"""Seconds after which a thought is not light any more; the thoughts of an owner who has used less are light at first."""
LITTLE: Final = 6.0
"""Seconds after which it is heavy, and gives way to others on the processors; also the guess if nothing is known."""
SMALL: Final = 2.5
"""A short thought is light if the seconds that its owner has used, times those that it is likely to take, are fewer."""
MUCH_MORE: Final = 2.0
"""A thought is stopped for one that has waited for a moment if its owner has used so many times as much and a moment more."""
PATIENCE: Final = 0.5
"""How much a second of waiting makes up for a second of use, so that nobody waits for ever."""
LIGHT, MIDDLING, HEAVY = range(3)
"""How heavy a thought is."""
ROOM: Final = 2
"""Places that heavy thoughts do not have."""
MOST_KINDS: Final = 10_000
"""Kinds of questions, by owner, of which it is remembered how long they took."""
ANYBODY: Final = ""
"""The owner under which the last question of a kind is remembered, whoever asked it."""


def _stay() -> None:
    """Have nothing to stop."""


@dataclass(eq=False)
class Thought:
    """Something to think about: its owner, how many seconds it is likely to take, and what to call when it may begin."""

    who: str
    likely: float
    go: Callable[[], object]
    stop: Callable[[], object] = _stay
    """How to stop it."""
    asked: float = 0.0
    """Since when it waits for others."""
    again: bool = False
    """Whether it was stopped before."""
    since: float = inf
    """When it began."""
    spent: float | None = None
    """Seconds of processor that it took, if it came to its end."""
    stopped: bool = False


class Floor:
    """Who thinks, who waits, and who has to stop for another; each owner thinks about one thing at a time."""

    def __init__(self, most: int, waiting: int, use: Use | None = None) -> None:
        """Begin with nobody; the use of owners may be counted together with their use elsewhere."""
        self._most, self._longest, self._use = most, waiting, use or Use()
        # What go and stop call may give a thought back at once.
        self._lock = RLock()
        self._waiting: list[Thought] = []
        self._thinking: list[Thought] = []

    @property
    def busy(self) -> int:
        """How many think."""
        return len(self._thinking)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def take(self, who: str, likely: float, go: Callable[[], object], *, again: bool = False) -> Thought:
        """Return a thought, to be given back; go is called when it may begin, perhaps at once."""
        with self._lock:
            if not again and sum(thought.who == who for thought in self._waiting) >= self._longest:
                raise BusyError("too much of yours is being worked on already; wait for it and try again")
            thought = Thought(who, likely, go, asked=self._use.now(), again=again)
            self._waiting.append(thought)
            self.review()
            return thought

    def give_back(self, thought: Thought) -> None:
        """Give a thought back, whether or not it has begun, and let others begin."""
        with self._lock:
            if thought in self._thinking:
                self._thinking.remove(thought)
                spent = self._use.now() - thought.since if thought.spent is None else thought.spent
                self._use.end(thought.who, thought.since, spent)
                # Until now its owner has waited for itself.
                for other in self._waiting:
                    if other.who == thought.who:
                        other.asked = self._use.now()
            else:
                self._waiting.remove(thought)
            self.review()

    def begin(self, thought: Thought, stop: Callable[[], object]) -> None:
        """Say how a thought can be stopped from now on, or raise a StoppedError if it should have been before."""
        with self._lock:
            thought.stop = stop
            if thought.stopped:
                raise StoppedError("others were first")

    def end(self, thought: Thought) -> None:
        """Say that there is nothing to stop any more."""
        with self._lock:
            thought.stop = _stay

    def weigh(self, thought: Thought) -> int:
        """Return how heavy a thought is."""
        used, took = self._use.of(thought.who), max(thought.likely, self._use.now() - thought.since)
        if used < MOMENT or (took < MOMENT and used * took < SMALL):
            return LIGHT
        return MIDDLING if took < LITTLE else HEAVY

    def comes_first(self, thought: Thought) -> bool:
        """Tell whether a thought comes first on the processors: it is light, or its owner has used little, or much less than others.

        A thought that is known to be long does not.
        """
        return thought.likely <= LITTLE and (
            self.weigh(thought) == LIGHT
            or self._use.of(thought.who) + thought.likely < MUCH_MORE * LITTLE
            or self.is_modest(thought)
        )

    def is_modest(self, thought: Thought) -> bool:
        """Tell whether the owners of the other thoughts here have used much more, on average."""
        with self._lock:
            others = {other.who for other in (*self._thinking, *self._waiting)} - {thought.who}
        return bool(others) and fmean(map(self._use.of, others)) > MUCH_MORE * self._use.of(thought.who) + MOMENT

    def review(self) -> None:
        """Let thoughts begin for which there is room, and make room if others wait."""
        with self._lock:
            while ready := self._ready():
                first = min(ready, key=self._rank)
                self._waiting.remove(first)
                self._thinking.append(first)
                first.since = self._use.begin(first.who)
                first.go()
            self._make_room()

    def _ready(self) -> list[Thought]:
        """Return the waiting thoughts for which there is room."""
        rooms = self._rooms()
        return [thought for thought in self._candidates() if self._fits(thought, rooms)]

    def _candidates(self) -> list[Thought]:
        """Return the waiting thoughts whose owners do not think already."""
        thinking = {thought.who for thought in self._thinking}
        return [thought for thought in self._waiting if thought.who not in thinking]

    def _rooms(self) -> list[int]:
        """Return for each weight how many more may think that are at least so heavy."""
        weights = [self.weigh(thought) for thought in self._thinking]
        return [
            self._most + ROOM - least - sum(weight >= least for weight in weights) for least in (LIGHT, MIDDLING, HEAVY)
        ]

    def _fits(self, thought: Thought, rooms: Sequence[int], without: int = -1) -> bool:
        """Tell whether there is room for a thought, or would be without one that is so heavy."""
        return all(rooms[weight] + (without >= weight) > 0 for weight in range(self.weigh(thought) + 1))

    def _rank(self, thought: Thought) -> float:
        waited = self._use.now() - thought.asked
        return self._use.of(thought.who) + min(thought.likely, LITTLE) - PATIENCE * waited

    def _make_room(self) -> None:
        """Stop a thought, if too many have grown heavy, or one has waited whose owner has used much less."""
        waiting = self._candidates()
        heavy = [thought for thought in self._thinking if self.weigh(thought) > LIGHT]
        # One after the other: a thought that is stopped leaves room for the next in a moment.
        if any(thought.stopped for thought in self._thinking):
            return
        rooms = self._rooms()
        for last in sorted(heavy, key=lambda thought: (self.weigh(thought), self._use.of(thought.who)), reverse=True):
            if any(self._comes_before(other, last, rooms) for other in waiting):
                last.stopped = True
                last.stop()
                return

    def _comes_before(self, other: Thought, last: Thought, rooms: Sequence[int]) -> bool:
        """Tell whether a waiting thought comes before one that goes on."""
        weight, too_many = self.weigh(last), min(rooms[MIDDLING], rooms[HEAVY]) < 0
        if too_many and not last.again and (self.weigh(other) < weight or self._fits(other, rooms, without=weight)):
            return True
        # A thought that was stopped before is stopped again only for owners who have used far less.
        times = MUCH_MORE ** (1 + last.again)
        return (
            self._use.now() - other.asked >= MOMENT
            and self._use.of(last.who) > times * (self._use.of(other.who) + other.likely) + MOMENT
        )


class Pool:
    """Thinkers who share a floor."""

    def __init__(self, most: int = 2, waiting: int = 8, memory: int = MEMORY, use: Use | None = None) -> None:
        """Begin without a process; of heavy thoughts there are at most so many."""
        self._floor = Floor(most, waiting, use)
        self._most = most
        self._thinkers = [Thinker(memory, priority=SECOND) for _ in range(most + ROOM)]
        self._idle = list(self._thinkers)
        """The thinkers that have time, the warmest last."""
        self._lock = RLock()
        self._took = Memory[tuple[str, str], float](MOST_KINDS)
        """The seconds that questions of each kind took lately which an owner asked, and the last one of anybody."""

    def think(
        self,
        who: str,
        place: str,
        *facts: Any,
        seconds: float,
        patience: float | None = None,
        meter: Callable[[], AbstractContextManager[None]] = nullcontext,
        gone: Callable[[], bool] = bool,
    ) -> Any:
        """Return what a function at a place answers, within some seconds of its turn; a meter runs from then on.

        If the client is found to have gone meanwhile, a GoneError is raised.
        """
        question, kind = (place, *facts), _kind(place, facts)
        until = inf if patience is None else time.monotonic() + patience
        again = False
        while True:
            with self._turn(who, kind, until, gone, again=again) as thought, meter(), suppress(StoppedError):
                return self._think(thought, kind, question, seconds, gone)
            again = True

    @contextmanager
    def _turn(self, who: str, kind: str, until: float, gone: Callable[[], bool], *, again: bool) -> Iterator[Thought]:
        """Wait in this thread until a thought may begin; raise a BusyError if that takes too long."""
        come = Event()
        thought = self._floor.take(who, self._likely(who, kind), come.set, again=again)
        try:
            while not come.wait(min(MOMENT, max(until - time.monotonic(), 0.0))):
                if time.monotonic() > until:
                    raise BusyError("too many others are being served; ask again in a minute")
                _check(gone)
                # After a moment another thought may be stopped for this one.
                self._floor.review()
            yield thought
        finally:
            self._floor.give_back(thought)

    def _think(
        self, thought: Thought, kind: str, question: Sequence[Any], seconds: float, gone: Callable[[], bool]
    ) -> Any:
        """Return the answer of a thinker that has time."""
        first = self._floor.comes_first(thought)
        priority, brief = SECOND if first else LAST, thought.likely < MOMENT
        thinker = self._pick(priority, brief=brief)
        try:
            if first or not brief:
                # A process that has given way cannot come forward again, and a short thought is not worth another.
                thinker.change_to(priority)
            self._prepare()
            self._floor.begin(thought, thinker.stop)
            # Its own start is not a question's fault.
            thinker.think(READY, seconds=seconds)
            began = time.monotonic()
            try:
                stretches = self._stretches(thought, thinker, seconds, gone, first=first)
                return thinker.think(*question, seconds=stretches)
            finally:
                thought.spent = took = thinker.took
                # Nobody knows how much longer it would have taken if it had not been stopped.
                self._note(thought, kind, max(thought.likely, time.monotonic() - began) if took is None else took)
        finally:
            self._floor.end(thought)
            thinker.recover()
            with self._lock:
                self._idle.append(thinker)

    def _stretches(
        self, thought: Thought, thinker: Thinker, seconds: float, gone: Callable[[], bool], *, first: bool
    ) -> Iterator[float]:
        """Hand out the time for a thought, a moment at a time.

        When it has grown heavier it may have to stop for others, or gives way to them.  It ends if its client has gone, but
        not before a moment has passed: a new process would cost others more than the rest of a short thought.
        """
        spent, heavier = 0.0, [inf, LITTLE, MOMENT]
        while spent < seconds:
            if spent:
                _check(gone)
            if spent >= heavier[-1]:
                grown = heavier.pop()
                self._floor.review()
                if grown == LITTLE or not first or (thought.likely >= LITTLE and not self._floor.is_modest(thought)):
                    thinker.give_way()
            yield min(MOMENT, seconds - spent)
            spent += MOMENT

    def _pick(self, priority: str, *, brief: bool) -> Thinker:
        """Return a thinker that has time, with a process that comes before others or gives way to them."""
        with self._lock:
            # The one used last is the warmest; and one that is ready is better than one that has to be started again.
            other = 1 if brief and priority == LAST else -1
            thinker = max(reversed(self._idle), key=lambda one: one.alive * (2 if one.priority == priority else other))
            self._idle.remove(thinker)
        return thinker

    def _prepare(self) -> None:
        """While there is no room for another heavy thought, let idle thinkers get ready for light ones."""
        if self._floor.busy < self._most:
            return
        with self._lock:
            last = sum(thinker.alive and thinker.priority == LAST for thinker in self._thinkers)
            for thinker in self._idle:
                if not thinker.alive or last > self._most:
                    last -= thinker.alive and thinker.priority == LAST
                    thinker.change_to(SECOND)
                    thinker.get_ready()

    def _likely(self, who: str, kind: str) -> float:
        """Return how long a question is likely to take: other owners' questions can only make it shorter than an unknown one."""
        own, last = self._took.get((who, kind)), self._took.get((ANYBODY, kind))
        return own if own is not None else min(last, LITTLE) if last is not None else LITTLE

    def _note(self, thought: Thought, kind: str, took: float) -> None:
        """Remember how long a question took; after a large one, a small one of the same owner counts as half as large."""
        before = self._took.get((thought.who, kind)) or 0.0
        self._took.keep((thought.who, kind), max(took, before / 2))
        self._took.keep((ANYBODY, kind), took)

    def call_off(self) -> None:
        """End every process at once, for good."""
        for thinker in self._thinkers:
            thinker.call_off()

    def health(self) -> dict[str, int]:
        """Return how many processes there are, how many think, how many wait, and the counts so far."""
        return {
            "processes": sum(thinker.alive for thinker in self._thinkers),
            "busy": self._floor.busy,
            "waiting": self._floor.waiting,
            "thoughts": sum(thinker.thoughts for thinker in self._thinkers),
            "late": sum(thinker.late for thinker in self._thinkers),
            "deaths": sum(thinker.deaths for thinker in self._thinkers),
        }


def _check(gone: Callable[[], bool]) -> None:
    """Raise a GoneError if the client has gone."""
    if gone():
        raise GoneError


def _kind(place: str, facts: Sequence[Any]) -> str:
    """Return the kind of a question, whose members take about as long: what it asks for, the game, and its length.

    >>> _kind("hoyle.tables.thinking:solve", ["pegs/easy", "***.***", 1000]), _kind("builtins:abs", [-3])
    ('hoyle.tables.thinking:solve pegs/easy 0', 'builtins:abs  0')
    """
    about = next((fact for fact in facts if isinstance(fact, str)), "")
    return f"{place} {about.partition(chr(10))[0][:60]} {len(json.dumps(facts)) // 1000}"
