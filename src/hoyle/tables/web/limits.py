"""How much the table does for everybody, and how much for one address: a bucket that refills steadily, and a bill for each request.

The unit is a small request.  What a request costs beyond that is known when it is done: the processor's time that it
took, the letters that came and went.  So an address may run into debt, and is refused until it is out of it.

>>> rate = Rate(per_second=1, burst=2, now=lambda: 0.0)
>>> [rate.allows("a"), rate.allows("a"), rate.allows("a"), rate.allows("b")]
[True, True, False, True]
>>> rate.charge("b", 5), rate.level("b"), rate.allows("b")
(None, -2.0, False)
"""

from __future__ import annotations

import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from math import ceil
from typing import Final

DAY: Final = 86_400
HOUR: Final = 3_600
MOST_TRIES: Final = 20
"""How often something is tried again that others have changed meanwhile."""
LONG_LINE: Final = 2_000
"""Letters that can be sent at once on any board."""
MOST_STEPS: Final = 120_000
"""Moves that can be sent at once, times the letters of the position: the rules look at the whole board for each of them."""
MOST_TRIED: Final = 2_000
"""Letters that are read at once to find which marks may follow a text: it is tried with each of them."""
AT_ONCE: Final = 60
"""Letters of a position, and of a move, where the move is made in the event loop: it takes less time than to wait for a thread."""
SMALL_LOOK: Final = 40_000
"""The weight of a look where that is so: a position of few letters may have a thousand marks, or moves."""
LARGE: Final = 0.05
"""Seconds of processor after which opening a match goes on in the slow queue: its board is large."""
LONG_DEAL: Final = 150
"""Letters of a position whose deal takes about as long."""
LARGE_LOOK: Final = 0.1
"""Seconds of processor for a look beyond which everything about the match is asked in the slow queue."""
LONG_REPLAY: Final = 1_000_000
"""Letters of a journal times letters of a position: longer replays, which take about a second, run one at a time."""
FEW_STREAMS: Final = 8
"""Streams of a seat that hear at once of a match in which something is hidden; if there are more, they hear as spectators do."""
STEP: Final = 0.02
"""Where something is hidden, an answer is sent after a multiple of so many seconds, and up to as many more at random."""
COLD: Final = 0.5
"""About a match that is not remembered, up to so many more."""
COLD_STEP: Final = 1.0
"""And after a multiple of so many: to read again what an army was tried with takes longer than a small step."""
FOLD: Final = 5.0
"""What such an answer costs, in small requests, however long it takes."""
COLD_FOLD: Final = 50.0
"""What it costs if the match is not remembered, and once more for each hundred turns that it has."""
DEAR: Final = 0.01
"""Seconds of processor that a look took where the next move is made in a thread."""
REPLAYS_WAITING: Final = 4
"""Long replays of one address that may wait."""
ENGINE_SECONDS: Final = 10.0
"""What a program may take for a move, as at every table."""
LONG_USE: Final = 5.0
"""Seconds for which the programs of an address may have thought lately without waiting behind those of others that have thought for long."""
ENGINES_WAITING: Final = 3
"""Answers of programs that wait for one address: each keeps a thread, which other computer players need."""
SHORT: Final = 300
"""Letters of a board and a position that are drawn at once."""
LONG_BOARD: Final = 2_000
"""Letters of a board and a position of which it is not asked whether they can be won."""
DRAWERS: Final = 2
"""Such pictures that are drawn at the same time."""
PICTURES_WAITING: Final = 24
"""Such pictures that one address may wait for: a page of variants shows as many."""
SPARE: Final = 100
"""Entries for which a full match still has room: what ends it, and the answers of computer players."""
MOST_MARKS: Final = 4_000
"""Things to draw on a board that is sent to a page."""
MOST_FRAMES: Final = 200
"""Pictures of a film."""
MOST_DRAWN: Final = 50_000
"""Marks of all pictures of a film together."""
MOST_ADDRESSES: Final = 10_000
"""The least recent addresses beyond these are forgotten, so that the memory is bounded."""
WORK: Final = 0.001
"""Seconds of the server's processor that cost as much as a small request."""
THOUGHT: Final = 0.2
"""Seconds of a separate process that cost as much; they keep nobody from moving."""
LETTERS: Final = 5_000
"""Bytes received that cost as much: they are parsed where everybody waits."""
SENT: Final = 50_000
"""Bytes sent that cost as much."""
MOST_DEBT: Final = 60.0
"""Seconds in which any debt is paid off, so that nobody is shut out for long by one mistake."""


@dataclass(frozen=True)
class Limits:
    """How much the service gives to everybody together."""

    matches: int = 50_000
    days: float = 90
    """A match in which nothing was openly done for so long is deleted to make room."""
    hours: float = 1
    """If that is not enough, matches in which nothing was openly done for so long are deleted, those with the fewest moves first."""
    each: int = 1_000
    """How many of the matches one address may have opened; 0 is any number."""
    entries: int = 20_000
    """How many entries a match has room for; each seat has its share."""
    secret_entries: int = 6_000
    """How many where something is hidden: to read them again costs the same however long it takes, so it must not take long."""
    acts: float = 5
    """How often a seat may act in each second in a match between people, for long; 0 is as often as it likes."""
    ahead: int = 100_000
    """Letters of all premoves of one seat in a match."""
    budget: int = 2_000_000
    seconds: float = 20
    """A solver's time for an answer."""
    warming: float = 60
    """Its further time for its first answer about a game, as it may have to be compiled."""
    checking: float = 10
    """The time for a question about the rules that is too large to be answered at once."""
    dealing: float = 2
    """The time in which a deal that can be won is sought among easy ones; a search that takes longer is such a question."""
    thinkers: int = 2
    """Processes that solve, as many that play, as many that check, and as many that seek deals."""
    sittings: int = 1_000
    """How many matches are remembered as they are."""
    bytes: int = 512_000_000
    """How large those are together, and one of them an eighth of that: it could not be played on if it were forgotten."""
    letters: int = 20_000_000
    """How much is remembered of what viewers saw last."""
    pace: float = 1.0
    """Where something is hidden, computer players and premoves answer at multiples of this many seconds."""


@lru_cache(MOST_ADDRESSES)
def origin(address: str) -> str:
    """Return what counts as one address: in IPv6, the half of it that a household has for itself.

    Some proxies add the port; whatever else is not an address counts as one.

    >>> origin("2001:db8:1:2:3:4:5:6"), origin("::ffff:10.0.0.1"), origin("10.0.0.1")
    ('2001:db8:1:2::', '10.0.0.1', '10.0.0.1')
    >>> origin("10.0.0.1:5678"), origin("[2001:db8::1]:5678"), origin("unknown"), origin("1.2.3.4, 5.6.7.8")
    ('10.0.0.1', '2001:db8::', 'elsewhere', 'elsewhere')
    """
    bare = address.partition("%")[0]
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        whole = ip_address(bare)
    except ValueError:
        return "elsewhere"
    if isinstance(whole, IPv4Address):
        return str(whole)
    return str(whole.ipv4_mapped or IPv6Address(int(whole) >> 64 << 64))


class Nowhere:
    """The place of work that nobody asked for: it waits for nobody, and keeps nobody waiting."""

    async def wait_for_thread(self, likely: float = 0.0) -> None:
        """Wait until a thread may work for so many seconds as is likely; something large waits longer."""

    def pause(self) -> AbstractContextManager[None]:
        """Leave it, from a working thread, for as long as that waits for something else."""
        return nullcontext()

    def settle(self) -> float:
        """Leave it and pay, while an answer goes on, and return the seconds to rest."""
        return 0.0

    def patience(self) -> float:
        """Return the seconds that a stream waits before it looks again."""
        return 0.0

    def slow_down(self) -> None:
        """Leave it for one in the slow queue, likewise."""

    def leave_for_good(self) -> None:
        """Leave it, likewise, when little is left to do but to wait."""

    def is_forsaken(self) -> bool:
        """Tell whether the client has gone, as far as is known."""
        return False


NOWHERE: Final = Nowhere()


def _charge_nobody(_: float) -> None:
    """Let it be free."""


@asynccontextmanager
async def _go_on(*, unseen: bool) -> AsyncIterator[None]:  # noqa: ARG001 — as others
    """Need no place."""
    yield


@dataclass
class Bill:
    """Who asks, and what the answer has cost so far, in small requests."""

    address: str = ""
    cost: float = 0.0
    paid: float = 0.0
    """How much of that was charged already."""
    free: float = 0.0
    """What some of the work would cost that is going on, and is not to be charged."""
    unseen: bool = False
    """Whether nobody may notice that this is done, so that it does not count as used either."""
    apart: bool = False
    """Whether everybody may notice that this is done, but nobody how long it takes."""
    heavy: bool = False
    """Whether the address has used much lately."""
    charge: Callable[[float], None] = _charge_nobody
    """How the address pays."""
    place: Nowhere = NOWHERE
    """Where it is worked on, and whether that goes on."""
    errand: Callable[..., AbstractAsyncContextManager[None]] = _go_on
    """How to get a bill and a place for what goes on by itself, after a request or beside a stream."""
    asked: float = field(default_factory=time.monotonic)
    """When the request came."""
    blur: float = 0.0
    """Up to how many seconds later than need be the answer is sent, so that its time tells nothing of what is hidden; 0 is at once."""
    noted: float = 0.0
    """The time of the working thread up to which its work is part of the cost."""

    def pay(self) -> None:
        """Charge the address for what was done since it paid last."""
        self.charge(self.cost - self.paid)
        self.paid = self.cost

    @contextmanager
    def work(self) -> Iterator[None]:
        """Add the processor's time of what this thread does meanwhile."""
        self.noted = time.thread_time()
        try:
            yield
        finally:
            self.note()

    def note(self) -> None:
        """Add what the working thread, which calls this, has done so far."""
        now = time.thread_time()
        self.cost += (now - self.noted) / WORK - self.free
        self.noted, self.free = now, 0.0

    def give_way(self) -> None:
        """Go on in the slow queue if this has turned out to be dear."""
        self.note()
        if self.cost * WORK > LARGE:
            self.place.slow_down()

    def delay(self) -> float:
        """Return how many seconds to wait before an answer is sent: to a full step since it was asked for, and more by chance."""
        blur, self.blur = self.blur, 0.0
        if not (blur and STEP):
            return 0.0
        step = STEP if blur < COLD else COLD_STEP
        return step - (time.monotonic() - self.asked) % step + blur * secrets.randbelow(1_000) / 1_000

    @property
    def thinker(self) -> str:
        """Whose thoughts wait for each other: nobody must wait for what may not be noticed."""
        return f"{self.address} unseen" if self.unseen or self.apart else self.address

    @contextmanager
    def thought(self) -> Iterator[None]:
        """Add the time of a process of its own, or full seconds of it."""
        before = time.monotonic()
        try:
            yield
        finally:
            seconds = time.monotonic() - before
            self.cost += (ceil(seconds) if self.apart else seconds) / THOUGHT


def spread() -> float:
    """Return how many seconds a spectator waits before looking where something is hidden, by chance."""
    return COLD * secrets.randbelow(1_000) / 1_000 if STEP else 0.0


_BILL: ContextVar[Bill] = ContextVar("bill")


def open_bill(address: str) -> Bill:
    """Return a new bill for the request that is being answered in this context, and in the threads that it starts."""
    bill = Bill(address)
    _BILL.set(bill)
    return bill


@contextmanager
def put_on(own: Bill) -> Iterator[None]:
    """Put what is done meanwhile on another bill."""
    before = _BILL.set(own)
    try:
        yield
    finally:
        _BILL.reset(before)


def bill() -> Bill:
    """Return the bill of the request that is being answered; work that nobody asked for is on nobody's bill."""
    return _BILL.get(Bill())


class Rate:
    """A limit for each address; nothing per second means no limit at all."""

    def __init__(self, per_second: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str, cost: float = 1) -> bool:
        """Take from an address's bucket, and tell whether it held enough."""
        if not self._per_second:
            return True
        allowed = self.holds(address, cost)
        self._set(address, self._level(address) - cost * allowed)
        return allowed

    def holds(self, address: str, cost: float = 1) -> bool:
        """Tell whether an address's bucket holds enough."""
        return not self._per_second or self._level(address) >= cost

    def charge(self, address: str, cost: float) -> None:
        """Take from an address's bucket what it has cost, even if the bucket does not hold that much."""
        if self._per_second:
            self._set(address, max(self._level(address) - cost, -MOST_DEBT * self._per_second))

    def level(self, address: str) -> float:
        """Return how full an address's bucket is: 1 is full, less than 0 is debt."""
        return self._level(address) / self._burst if self._per_second else 1.0

    def debt(self, address: str) -> float:
        """Return the seconds until an address is out of debt."""
        return max(-self._level(address), 0) / self._per_second if self._per_second else 0.0

    def _level(self, address: str) -> float:
        filled, since = self._buckets.get(address, (self._burst, self._now()))
        return min(self._burst, filled + (self._now() - since) * self._per_second)

    def _set(self, address: str, filled: float) -> None:
        self._buckets[address] = (filled, self._now())
        self._buckets.move_to_end(address)
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)


class Heads:
    """How many things of one kind each address has open; 0 at most means any number.

    >>> heads = Heads(1)
    >>> heads.enter("a"), heads.enter("a"), heads.enter("b"), heads.leave("a"), heads.enter("a")
    (True, False, True, None, True)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open.total()

    def enter(self, address: str) -> bool:
        """Count one more, and tell whether it may be."""
        if self.is_full(address):
            return False
        self._open[address] += 1
        return True

    def of(self, address: str) -> int:
        """Return how many an address has open."""
        return self._open.get(address, 0)

    def is_full(self, address: str) -> bool:
        """Tell whether no more may be."""
        return bool(self._most) and self._open.get(address, 0) >= self._most

    def leave(self, address: str) -> None:
        """Count one less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
