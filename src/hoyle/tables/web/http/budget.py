"""What each address may use of the table, and the queues in which requests wait for a place.

Whoever has used more lately than a person does waits in a slow queue: one of those is worked on at a time, and after
each it rests in proportion to what that cost, the longer the busier the table is.  Matches, whose boards may be of any
size, are opened one at a time too, in a queue of their own.
"""

from __future__ import annotations

import asyncio
import functools
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from math import inf
from typing import Final

from hoyle.tables.turns import BusyError, Ticket, Turns
from hoyle.tables.web.http.outlet import Outlet
from hoyle.tables.web.limits import MOST_ADDRESSES, WORK, Bill, Heads, Rate
from hoyle.tables.web.memory import Memory

RECORDS: Final = ("/api/judge",)
OPENING: Final = ("/api/matches", "/rematch")
"""How the addresses end where matches are opened, of whatever size."""
ARRIVING: Final = 16
"""Requests of one address whose bodies are on their way."""
PAUSE: Final = 1.0
"""Seconds that a refusal takes, so that asking again at once gains nothing."""
LONGEST_PAUSE: Final = 10.0
"""Seconds that it takes at most, if the address is in debt for long."""
BURST: Final = 12
"""Seconds for which an address that has rested can use its rate all at once, as a person does who opens one game after the other."""
HEAVY: Final = 1 - 1 / BURST
"""Below this part of its bucket an address waits in the slow queue: after what its rate allows in a second."""
SMALL: Final = 0.01
"""Seconds of processor with which an address that has used little opens a match before the slow queue rests."""
REST: Final = 24
"""How long it rests, as a multiple of what was used, while the table keeps a whole processor busy: heavy addresses get a twenty-fifth of it."""
LEAST_REST: Final = 2
"""How long it rests while the table has nothing else to do."""
LONGEST_REST: Final = 1.0
"""Seconds that it rests at most: what one address has used keeps that address waiting, and not everybody behind it."""
GAUGED: Final = 0.5
"""Seconds over which it is measured how busy the table is."""
HEARTBEAT: Final = 0.2
"""Seconds after which somebody who waits looks whether the table is still open."""
PATIENCE: Final = 20.0
"""Seconds for which somebody who has thought waits for a place to go on."""


class Gauge:
    """How busy this process is, as a part of one processor.

    >>> clock, used = iter([0, 1, 1.2, 2]), iter([0, 0.5, 0.6, 1.4])
    >>> gauge = Gauge(clock.__next__, used.__next__)
    >>> [round(gauge.read(), 2) for _ in range(3)]
    [0.5, 0.5, 0.9]
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, used: Callable[[], float] = time.process_time
    ) -> None:
        self._now, self._used = now, used
        self._since = now(), used()
        self._busy = 0.0

    def read(self) -> float:
        """Return how busy it was lately."""
        (then, before), now, used = self._since, self._now(), self._used()
        if now - then >= GAUGED:
            self._since, self._busy = (now, used), (used - before) / (now - then)
        return self._busy


class Budget:
    """What each address may use: a rate of work, a slower one for opening matches, streams, and places to be served."""

    def __init__(self, rate: float, streams: int = 0) -> None:
        self.rate = Rate(rate, burst=BURST * rate)
        self.opening = Rate(rate / 250, burst=2 * rate)
        self.streams = Heads(streams if rate else 0)
        self.arriving = Heads(ARRIVING if rate else 0)
        self.outlet = Outlet()
        self.gauge = Gauge()
        self._limited = bool(rate)
        self._quick = Turns(most=48, each=4, waiting=64, used=self._usage)
        self._served = Memory[str, float](MOST_ADDRESSES)
        """When each address was last served in the slow queue, in which they take turns."""
        self._slow = Turns(most=1, each=1, waiting=16, used=lambda who: self._served.get(who) or 0.0)
        # A board may be of any size, so matches are opened one at a time; but not behind those who ask for much.  What an
        # address has opened counts for a minute or more, or those who wait would soon count as people who have just come.
        self._opening = Turns(most=1, each=1, waiting=16)
        # Whoever waits for a solver keeps no place that others need; there are queues for that further inside.
        self._asking = Turns(most=48, each=4, waiting=8, used=self._usage)

    def health(self) -> dict[str, int]:
        """Return how many requests are worked on, how many wait, and how many streams are open."""
        queues = (self._quick, self._slow, self._opening, self._asking)
        return {
            "requests": sum(queue.running for queue in queues),
            "waiting": sum(queue.waiting for queue in queues),
            "streams": len(self.streams),
        }

    def _usage(self, address: str) -> float:
        return -self.rate.level(address)

    @asynccontextmanager
    async def place(self, bill: Bill, path: str) -> AsyncIterator[Place]:
        """Wait for a place among those who are served, and hand it out."""
        bill.heavy = self.rate.level(bill.address) < HEAVY
        queue = self._queue(path, heavy=bill.heavy)
        place = Place(bill, queue, self._rest, 0 if queue is self._slow else SMALL if queue is self._opening else inf)
        come = asyncio.Event()
        try:
            place.take(come.set)
            await come.wait()
            if queue is self._slow:
                self._served.keep(bill.address, time.monotonic())
            yield place
        finally:
            place.leave()

    def _queue(self, path: str, *, heavy: bool) -> Turns | None:
        if not self._limited:
            return None
        if path in RECORDS or "/ask/" in path:
            return self._asking
        # Pages and their files are ready, and nobody who opens one waits for those who ask for much.
        return (
            self._slow
            if heavy and path.startswith("/api/")
            else self._opening
            if path.endswith(OPENING)
            else self._quick
        )

    def _rest(self, spent: float) -> float:
        """Return how long a queue rests after so many seconds of processor."""
        return min(max(REST * self.gauge.read(), LEAST_REST) * spent, LONGEST_REST)

    def pause(self, address: str) -> float:
        """Return the seconds that a refusal takes: the longer, the longer it is of no use to ask again."""
        return min(PAUSE + self.rate.debt(address), LONGEST_PAUSE)


class Place:
    """A place among those who are served, which can be left and taken again; with no queue, everybody is served.

    After more than so many seconds of processor the queue rests.
    """

    def __init__(self, bill: Bill, queue: Turns | None, rest: Callable[[float], float], free: float) -> None:
        self._bill, self._queue, self._rest, self._free = bill, queue, rest, free
        self._loop = asyncio.get_running_loop()
        self._ticket: Ticket | None = None
        self._paid = 0.0

    def take(self, go: Callable[[], object]) -> None:
        """Take a place, and call something when it is there; in the event loop only, as leave."""
        if self._queue is None:
            go()
        elif self._ticket is None:
            self._paid = self._bill.cost
            self._ticket = self._queue.take(self._bill.address, go)

    def leave(self) -> None:
        """Leave it; after more than is free, the next one gets it after a rest."""
        if self._queue is None or self._ticket is None:
            return
        spent = (self._bill.cost - self._paid) * WORK
        give_back = functools.partial(self._queue.give_back, self._ticket)
        self._ticket = None
        if spent > self._free:
            self._loop.call_later(self._rest(spent), give_back)
        else:
            give_back()

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Leave it from another thread for as long as that waits for something else, and then wait for it again."""
        with suppress(RuntimeError):  # A loop that is closed serves nobody.
            self._loop.call_soon_threadsafe(self.leave)
        try:
            yield
        finally:
            come, until = threading.Event(), time.monotonic() + PATIENCE
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._take_again, come.set)
            while not (come.wait(HEARTBEAT) or self._loop.is_closed() or time.monotonic() > until):
                pass

    def _take_again(self, go: Callable[[], object]) -> None:
        try:
            self.take(go)
        except BusyError:
            # Whoever has got so far is not refused any more.
            self._loop.call_later(PAUSE, go)
