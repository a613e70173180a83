"""What each address may use of the table, and the queues in which its requests wait for a place.

An address that has used more lately than a person does is heavy, and waits in the slow queue.  That queue works on one
request at a time, and then rests in proportion to what the request cost, longer while the table is busy.  Opening a match,
whose board may be of any size, has a queue of its own.

The cost of a request is known when it is done.  So only a few of those that need a thread are worked on at the same time,
one of each address, and one that turns out to be dear goes on in the slow queue.
"""

from __future__ import annotations

import asyncio
import functools
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from math import log2
from typing import Any, Final

from hoyle.tables.memory import Memory
from hoyle.tables.turns import BusyError, GoneError, Rank, Ticket, Turns, Use
from hoyle.tables.web.http.outlet import Outlet
from hoyle.tables.web.limits import LARGE_LOOK, MOST_ADDRESSES, NOWHERE, WORK, Bill, Heads, Nowhere, Rate, put_on

RECORDS: Final = ("/api/judge",)
OPENING: Final = ("/api/matches", "/rematch")
"""How the addresses end where matches are opened, of whatever size."""
ARRIVING: Final = 16
"""Bodies of one address that may be on their way."""
PAUSE: Final = 1.0
"""Seconds that a refusal takes at least, so that asking again at once gains nothing."""
LONGEST_PAUSE: Final = 10.0
"""Seconds that it takes at most, if the address is in debt for long."""
BURST: Final = 12
"""Seconds of its rate that an address can use at once, as a person does who opens one game after the other."""
HEAVY: Final = 1 - 2 / BURST
"""The level of its bucket below which an address is heavy: two seconds of its rate below the rim, which are enough to open two matches."""
MINUTES: Final = 48
"""Seconds of its rate in the last minutes beyond which it is heavy: a person who sets up an army piece by piece uses less."""
HEARD: Final = 4
"""The part of its rate that an address's streams can use for long, all alike: so much that it may well play beside them."""
AT_ONCE: Final = 0.5
"""Seconds of the rate that each of them can use at once, such as for two moves of Stratego."""
WORKERS: Final = 3
"""Threads that work at the same time for addresses that are not heavy: each takes as much of the interpreter as the event loop."""
REST: Final = 24
"""How many times as long the slow queue rests as it worked, while the table keeps a whole processor busy: it gets a twenty-fifth of it."""
ALIKE: Final = 4
"""How many steps an address in the slow queue is behind one that has used half as much; on the same step they take turns."""
LITTLE: Final = 50
"""Small requests that an address may have used lately without coming after those that have used less."""
FULL: Final = 0.9
"""The part of a processor that the table uses when the queue for opening matches rests too."""
LEAST_REST: Final = 2
"""How many times as long the slow queue rests while the table has nothing else to do."""
LONGEST_REST: Final = 1.0
"""Seconds that it rests at most: what one address has used must not keep everybody behind it waiting."""
GAUGED: Final = 0.5
"""Seconds over which it is measured how busy the table is."""
HEARTBEAT: Final = 0.2
"""Seconds after which a waiting thread looks whether the table is still open."""
PATIENCE: Final = 20.0
"""Seconds for which a request that has left its place waits for one to go on."""


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

    def __init__(self, rate: float, streams: int = 0, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.rate = Rate(rate, BURST * rate, now)
        self.opening = Rate(rate / 250, 2 * rate, now)
        self.streams = Heads(streams if rate else 0)
        self._rate = rate
        self.arriving = Heads(ARRIVING if rate else 0)
        self.outlet = Outlet()
        self.gauge = Gauge(now)
        self._limited = bool(rate)
        self._much = MINUTES * rate
        self._let_in = self._waiting = 0
        self._quick = Turns(most=48, each=4, waiting=64, used=self._usage)
        self._served = Memory[str, float](MOST_ADDRESSES)
        """When each address was last served in the slow queue."""
        self._slow = Turns(most=1, each=1, waiting=16, used=self._rank)
        # A board may be of any size, so few matches are opened at a time.  What an address has opened counts for a minute or
        # more, or an address that waits would soon count as one that has just come.
        self._opening = Turns(most=WORKERS, each=1, waiting=16, now=now)
        # A request that waits for a solver keeps no place that others need; the solvers have queues of their own.
        self._asking = Turns(most=48, each=4, waiting=8, used=self._usage)
        self._working = Turns(most=WORKERS, each=1, waiting=64, used=self._usage)
        self._errands = Turns(most=WORKERS, each=1, waiting=64, used=self._usage)
        self._lately = Use(now)
        """What each address has used lately, in small requests."""

    def health(self) -> dict[str, int]:
        """Return how many requests have a place and are not answered yet, how many wait for one, and how many streams are open.

        A request counts until its answer, whatever it waits for meanwhile: the figures must not tell what it works on.
        """
        return {"requests": self._let_in, "waiting": self._waiting, "streams": len(self.streams)}

    def _usage(self, address: str, _: float) -> Rank:
        # Addresses that have used little are alike, and the first to come is first.
        return (self._lately.of(address) // LITTLE,)

    def _rank(self, address: str, likely: float) -> Rank:
        # Addresses that have used about as much take turns.
        used = self._lately.of(address) + likely
        return int(ALIKE * log2(max(used / LITTLE, 1.0))), self._served.get(address) or 0.0

    def hearing_rate(self, address: str) -> float:
        """Return what each stream of an address can use in a second: one in which much happens takes nothing from the others."""
        return self._rate / HEARD / max(self.streams.of(address), 1)

    def charge(self, address: str, cost: float) -> None:
        """Let an address pay, and remember that it used so much."""
        self.rate.charge(address, cost)
        self._lately.add(address, cost)

    @asynccontextmanager
    async def place(
        self, bill: Bill, path: str, leaving: Callable[[], Awaitable[object]] | None = None
    ) -> AsyncIterator[Place]:
        """Wait for a place, and hand it out; raise a GoneError if the client leaves before."""
        bill.heavy, bill.charge = self.is_heavy(bill.address), functools.partial(self.charge, bill.address)
        place = Place(self, bill, leaving)
        self._waiting += 1
        try:
            await place.enter(self._queue(path, heavy=bill.heavy))
        except BaseException:
            place.close()
            raise
        finally:
            self._waiting -= 1
        bill.place, bill.errand = place, functools.partial(self._errand, bill.address)
        # A stream is counted as one.
        counts = not path.endswith("/stream")
        place.counts = counts
        self._let_in += counts
        try:
            yield place
        finally:
            self.let_out(place)
            place.close()
            # They would keep each other until somebody searches for garbage.
            bill.place = NOWHERE

    def let_out(self, place: Place) -> None:
        """Stop counting a request, once: what goes on after its answer does not count."""
        self._let_in -= place.counts
        place.counts = False

    @asynccontextmanager
    async def _errand(self, address: str, *, unseen: bool) -> AsyncIterator[None]:
        """Hand out a bill and a place for what goes on by itself; if nobody may notice it, the address does not pay."""
        own = Bill(address, unseen=unseen)
        place = Place(self, own)
        own.place = place
        if not unseen:
            own.charge = functools.partial(self.charge, address)
        try:
            slow = not unseen and self.is_heavy(address)
            await place.enter(None if not self._limited else self._slow if slow else self._errands)
            with put_on(own):
                yield
        finally:
            place.close()
            own.place = NOWHERE

    def is_heavy(self, address: str) -> bool:
        """Tell whether an address has used more in the last seconds, or in the last minutes, than a person does."""
        return self._limited and (self.rate.level(address) < HEAVY or self._lately.of(address) > self._much)

    def queue_for_thread(self, queue: Turns | None, address: str, likely: float) -> Turns | None:
        """Return the queue in which a request waits for a thread, given the one in which it has a place."""
        if not self._limited or queue in {self._slow, self._opening}:
            return queue
        return self._slow if likely > LARGE_LOOK or self.is_heavy(address) else self._working

    @property
    def slow_queue(self) -> Turns | None:
        """The queue of heavy addresses, if there are limits."""
        return self._slow if self._limited else None

    def note_turn(self, queue: Turns | None, address: str) -> None:
        """Remember that it was an address's turn in a queue."""
        if queue is self._slow:
            self._served.keep(address, self.now())

    def rest(self, queue: Turns, spent: float) -> float:
        """Return how long a queue rests after somebody has used so many seconds of processor."""
        busy = self.gauge.read() if spent else 0.0
        if queue is self._slow:
            times = max(REST * busy, LEAST_REST)
        else:
            # While there is not enough for both, playing comes before opening.
            times = REST if queue is self._opening and busy > FULL else 0
        return min(times * spent, LONGEST_REST)

    def _queue(self, path: str, *, heavy: bool) -> Turns | None:
        if not self._limited:
            return None
        if path in RECORDS or "/ask/" in path:
            return self._asking
        # Pages and their files are ready, so opening one never waits in the slow queue.
        return (
            self._slow
            if heavy and path.startswith("/api/")
            else self._opening
            if path.endswith(OPENING)
            else self._quick
        )

    def pause(self, address: str) -> float:
        """Return the seconds that a refusal takes: the longer, the longer it is of no use to ask again."""
        return min(PAUSE + self.rate.debt(address), LONGEST_PAUSE)


class Hearing:
    """What a stream has heard lately, which others decide by what they do: it rests so that its address may well play beside it."""

    def __init__(self, budget: Budget, address: str) -> None:
        self._budget, self._address = budget, address
        self._used, self._since = 0.0, budget.now()

    def add(self, cost: float) -> None:
        """Count what was heard."""
        now = self._budget.now()
        self._used = max(self._used - (now - self._since) * self._budget.hearing_rate(self._address), 0.0) + cost
        self._since = now

    def rest(self) -> float:
        """Return the seconds until it may hear more."""
        self.add(0.0)
        rate = self._budget.hearing_rate(self._address)
        return max(self._used - AT_ONCE * HEARD * rate, 0.0) / rate if rate else 0.0


class Place(Nowhere):
    """A place in a queue, which can be left and taken again; without a queue, every request is served."""

    def __init__(self, budget: Budget, bill: Bill, leaving: Callable[[], Awaitable[object]] | None = None) -> None:
        """Begin without a place; the client has gone when leaving is done."""
        self._budget, self._bill, self._leaving = budget, bill, leaving
        self._gone: asyncio.Future[object] | None = None
        self._loop = asyncio.get_running_loop()
        self._queue: Turns | None = None
        self._ticket: Ticket | None = None
        self._before = 0.0
        self._closed = False
        self.hearing: Hearing | None = None
        """What it has heard, if it is a stream."""
        self.counts = False
        """Whether it is counted among the requests that are not answered yet."""

    async def enter(self, queue: Turns | None, likely: float = 0.0) -> None:
        """Wait for a place in a queue, for something that is likely to cost so much, and leave the one that is held."""
        ticket = None
        if queue is not None:
            come, own = asyncio.Event(), threading.get_ident()

            def go() -> None:
                # A place may be given back in the thread of another event loop, if an application runs in several.
                if threading.get_ident() == own:
                    come.set()
                else:
                    self._loop.call_soon_threadsafe(come.set)

            ticket = queue.take(self._bill.address, go, likely)
            try:
                await self._wait(come)
            except BaseException:
                queue.give_back(ticket)
                raise
        self.leave()
        self._hold(queue, ticket)
        self._budget.note_turn(queue, self._bill.address)

    async def _wait(self, come: asyncio.Event) -> None:
        """Wait for a turn; raise a GoneError if the client leaves before."""
        if come.is_set():
            return
        waiting: asyncio.Future[Any] = asyncio.ensure_future(come.wait())
        try:
            await asyncio.wait({waiting, *self._watch()}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        if not come.is_set():
            raise GoneError

    def is_forsaken(self) -> bool:
        """Tell whether the client has gone, as far as that was watched."""
        return self._gone is not None and self._gone.done()

    def _watch(self) -> list[asyncio.Future[Any]]:
        """Return what is done as soon as the client has gone, if that can be known."""
        if self._gone is None and self._leaving is not None:
            self._gone = asyncio.ensure_future(self._leaving())
        return [] if self._gone is None else [self._gone]

    async def wait_for_thread(self, likely: float = 0.0) -> None:
        """Wait until a thread may work for so many seconds; in the slow queue, if they are many or the address has become heavy."""
        while True:
            held = self._queue if self._ticket is not None else None
            queue = self._budget.queue_for_thread(held, self._bill.address, likely)
            if queue is held:
                return
            if queue is self._budget.slow_queue:
                # The wait there may be long, and keeps no place from others.
                self.leave()
            try:
                await self.enter(queue, likely / WORK)
            except BusyError:
                # A request that has got so far is not refused any more.
                await asyncio.sleep(PAUSE)

    def close(self) -> None:
        """Leave it for good: what still goes on has no place any more."""
        self._closed = True
        if self._gone is not None:
            self._gone.cancel()
        self.leave()

    def _hold(self, queue: Turns | None, ticket: Ticket | None) -> None:
        self._queue, self._ticket, self._before = queue, ticket, self._bill.cost

    def leave(self) -> None:
        """Leave it and pay; if that was much, the next one gets it after a rest."""
        self._bill.pay()
        if self._queue is None or self._ticket is None:
            return
        give_back = functools.partial(self._queue.give_back, self._ticket)
        self._ticket = None
        rest = self._budget.rest(self._queue, (self._bill.cost - self._before) * WORK)
        if rest:
            self._loop.call_later(rest, give_back)
        else:
            give_back()

    def settle(self) -> float:
        """Leave it and pay, and return the seconds to rest: a stream that rests keeps no place from others."""
        self.leave()
        debt = self._budget.rate.debt(self._bill.address)
        return PAUSE + debt if debt > 0 else 0.0

    def patience(self) -> float:
        """Return the seconds that a stream waits before it looks again, so that news come together if there are many."""
        return 0.0 if self.hearing is None else self.hearing.rest()

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Leave it from another thread for as long as that waits for something else, and then wait for it again, to go on."""
        self._tell(self._step_aside)
        # A request that is refused meanwhile has nothing to go on with.
        yield
        self._wait_in_thread(self._queue)

    def _step_aside(self) -> None:
        self.leave()
        if not self._closed:
            self._watch()

    def slow_down(self) -> None:
        """Leave it from another thread, and wait for one in the slow queue, to go on."""
        queue = self._budget.slow_queue
        if queue is not None and self._queue is not queue:
            self._tell(self.leave)
            self._wait_in_thread(queue)

    def _wait_in_thread(self, queue: Turns | None) -> None:
        """Wait for a place in a queue."""
        come, until = threading.Event(), time.monotonic() + PATIENCE
        self._tell(self._take_again, queue, come.set)
        while not come.wait(HEARTBEAT) and self._loop.is_running():
            if self.is_forsaken():
                raise GoneError
            if time.monotonic() > until:
                # Without a place, all that have waited so long would work at the same time.
                raise BusyError("the table is too busy at the moment; try again soon")

    def end(self) -> None:
        """Count no more, as the answer is sent."""
        self._budget.let_out(self)

    def leave_for_good(self) -> None:
        """Leave it from another thread, which has worked and now waits for something else."""
        self._bill.note()
        self._tell(self.close)

    def _tell(self, do: Callable[..., None], *facts: object) -> None:
        """Let something be done in the event loop."""
        with suppress(RuntimeError):  # A loop that is closed serves nobody.
            self._loop.call_soon_threadsafe(do, *facts)

    def _take_again(self, queue: Turns | None, go: Callable[[], object]) -> None:
        if queue is None or self._ticket is not None or self._closed:
            go()
            return
        self._watch()
        try:
            self._hold(queue, queue.take(self._bill.address, go))
        except BusyError:
            self._loop.call_later(PAUSE, self._take_again, queue, go)
