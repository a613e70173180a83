"""Turns: who may go on now, when many want to and only some can; nobody waits behind one who asks for much.

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

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, RLock

from hoyle.game import HoyleError


class BusyError(HoyleError):
    """It can be done, but not at this moment."""


@dataclass(frozen=True, eq=False)
class Ticket:
    """Somebody's wish to go on, and how to tell them that they may."""

    who: str
    go: Callable[[], object]


class Turns:
    """At most so many go on at once, so many of each, and so many of each wait; whoever used least comes first."""

    def __init__(self, most: int, each: int, waiting: int, used: Callable[[str], float] = lambda _: 0.0) -> None:
        self._most, self._each, self._longest = most, each, waiting
        self._used = used
        # Whoever is told to go on may give back at once.
        self._lock = RLock()
        self._waiting: list[Ticket] = []
        self._running: Counter[str] = Counter()

    @property
    def running(self) -> int:
        """How many go on."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def take(self, who: str, go: Callable[[], object]) -> Ticket:
        """Return a ticket, which is to be given back; go is called when its turn has come, perhaps at once."""
        with self._lock:
            ticket = Ticket(who, go)
            if sum(other.who == who for other in self._waiting) >= self._longest:
                raise BusyError("too much of yours is being worked on already; wait for it and try again")
            self._waiting.append(ticket)
            self._advance()
            return ticket

    def give_back(self, ticket: Ticket) -> None:
        """Let the next one go on, whether or not the ticket's turn has come."""
        with self._lock:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
            else:
                self._running[ticket.who] -= 1
                self._running += Counter()  # forgets those of whom nothing goes on
            self._advance()

    @contextmanager
    def turn(self, who: str, seconds: float | None = None) -> Iterator[None]:
        """Wait in this thread until it is somebody's turn; after so many seconds in vain it is a BusyError."""
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
            ready = [ticket for ticket in self._waiting if self._running[ticket.who] < self._each]
            if not ready:
                return
            ticket = min(ready, key=lambda ticket: (self._running[ticket.who], self._used(ticket.who)))
            self._waiting.remove(ticket)
            self._running[ticket.who] += 1
            ticket.go()
