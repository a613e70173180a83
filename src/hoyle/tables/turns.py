"""Turns at something that only a few can use at once: the owner that has used it least comes first.

>>> turns = Turns(most=2, each=1, waiting=2)
>>> went = []
>>> tickets = [turns.take(who, lambda who=who: went.append(who)) for who in ("a", "a", "a", "b")]
>>> went
['a', 'b']
>>> turns.give_back(tickets[0])
>>> went
['a', 'b', 'a']
>>> turns.take("a", print), turns.take("a", print)
Traceback (most recent call last):
    ...
hoyle.tables.turns.BusyError: too much of yours is being worked on already; wait for it and try again
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, RLock
from typing import Final

from hoyle.game import HoyleError

HALF: Final = 60.0
"""Seconds after which past use counts half."""
Rank = tuple[float, ...]
"""How much somebody has used: the least comes first."""
MOST_OWNERS: Final = 10_000
"""How many owners are remembered, the most recent ones, so that the memory is bounded."""


class BusyError(HoyleError):
    """It can be done, but not now."""


class GoneError(HoyleError):
    """Nobody waits for it any more."""

    def __init__(self) -> None:
        super().__init__("nobody waits for this any more")


@dataclass(frozen=True, eq=False)
class Ticket:
    """A place in the queue: whose it is, what to call when its turn comes, and what it is likely to use."""

    who: str
    go: Callable[[], object]
    likely: float = 0.0


class Use:
    """How many seconds each owner has used lately.

    >>> clock = [0.0]
    >>> use = Use(now=lambda: clock[0])
    >>> use.add("a", 8)
    >>> clock[0] = HALF
    >>> use.of("a"), use.of("b")
    (4.0, 0.0)

    What goes on counts from its beginning.

    >>> began = use.begin("b")
    >>> clock[0] += 3
    >>> use.of("b"), use.end("b", began, 2), use.of("b")
    (3.0, None, 2.0)
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        # Several queues may count together.
        self._lock = RLock()
        self._going_on: dict[str, list[float]] = {}
        """When what goes on of each owner began."""

    def of(self, who: str) -> float:
        """Return how much of an owner's use still counts."""
        with self._lock:
            return self._past(who) + sum(self.now() - began for began in self._going_on.get(who, ()))

    def begin(self, who: str) -> float:
        """Note that something of an owner goes on, and return when it began."""
        with self._lock:
            now = self.now()
            self._going_on.setdefault(who, []).append(now)
            return now

    def end(self, who: str, began: float, spent: float) -> None:
        """Note that what began then is over, and has used so much."""
        with self._lock:
            self._going_on[who].remove(began)
            if not self._going_on[who]:
                del self._going_on[who]
            self.add(who, spent)

    @contextmanager
    def going_on(self, who: str) -> Iterator[None]:
        """Count the time that something of an owner takes."""
        began = self.begin(who)
        try:
            yield
        finally:
            self.end(who, began, self.now() - began)

    def add(self, who: str, seconds: float) -> None:
        """Add to an owner's use."""
        with self._lock:
            self._used[who] = self._past(who) + seconds, self.now()
            self._used.move_to_end(who)
            while len(self._used) > MOST_OWNERS:
                self._used.popitem(last=False)

    def _past(self, who: str) -> float:
        """Return how much still counts of what is over."""
        used, at = self._used.get(who, (0.0, 0.0))
        return used * 0.5 ** ((self.now() - at) / HALF) if used else 0.0


class Turns:
    """A queue with limits on how many run at once, and on how many of each owner run and wait; least use comes first."""

    def __init__(
        self,
        most: int,
        each: int,
        waiting: int,
        used: Callable[[str, float], Rank] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with an empty queue; by default, an owner's use is the time that its turns took, and what is likely to follow."""
        self._most, self._each, self._longest = most, each, waiting
        self._use = Use(now)
        self._used = used or (lambda who, likely: (self._use.of(who) + likely,))
        # What go calls may give the ticket back at once.
        self._lock = RLock()
        self._waiting: dict[str, deque[Ticket]] = {}
        """The tickets of each owner who waits; among owners who have used equally little, the first comes first."""
        self._running: Counter[str] = Counter()
        self._since: dict[Ticket, float] = {}

    @property
    def running(self) -> int:
        """How many run."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """How many wait."""
        with self._lock:
            return sum(map(len, self._waiting.values()))

    def take(self, who: str, go: Callable[[], object], likely: float = 0.0) -> Ticket:
        """Return a ticket, to be given back; go is called when its turn comes, perhaps at once.

        What is likely to be used counts as if it had been, so that something small comes before something large.
        """
        with self._lock:
            ticket = Ticket(who, go, likely)
            if len(self._waiting.get(who, ())) >= self._longest:
                raise BusyError("too much of yours is being worked on already; wait for it and try again")
            self._waiting.setdefault(who, deque()).append(ticket)
            self._advance()
            return ticket

    def give_back(self, ticket: Ticket) -> None:
        """Give a ticket back, whether or not its turn has come, and let the next one run."""
        with self._lock:
            who = ticket.who
            if ticket in self._since:
                self._use.add(who, self._use.now() - self._since.pop(ticket))
                self._running[who] -= 1
                if not self._running[who]:
                    del self._running[who]
            else:
                self._waiting[who].remove(ticket)
                if not self._waiting[who]:
                    del self._waiting[who]
            self._advance()

    @contextmanager
    def turn(self, who: str, seconds: float | None = None) -> Iterator[None]:
        """Wait in this thread for a turn; raise a BusyError after a number of seconds."""
        come = Event()
        ticket = self.take(who, come.set)
        try:
            if not come.wait(seconds):
                raise BusyError("too many others are being served; ask again in a minute")
            yield
        finally:
            self.give_back(ticket)

    def _advance(self) -> None:
        while self.running < self._most:
            ready = [who for who in self._waiting if self._running[who] < self._each]
            if not ready:
                return
            who = min(ready, key=lambda who: (self._running[who], self._rank(who)))
            tickets = self._waiting.pop(who)
            ticket = tickets.popleft()
            if tickets:
                # Behind the others, in case they have used as much.
                self._waiting[who] = tickets
            self._running[who] += 1
            self._since[ticket] = self._use.now()
            ticket.go()

    def _rank(self, who: str) -> Rank:
        return self._used(who, self._waiting[who][0].likely)
