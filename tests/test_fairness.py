"""Whatever is scarce is shared: ten addresses that take all they may do not keep an eleventh waiting that asks for little.

Nobody waits for a clock here.  What happens at a table in a minute happens in a time of its own, in which work takes as long
as it is said to take, on a single processor.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from math import inf
from typing import Any, NamedTuple, TypeVar

import pytest

from conftest import WHOLE, some
from hoyle.dice import Dice
from hoyle.tables.pool import LITTLE, MOMENT, Floor
from hoyle.tables.thinking import StoppedError
from hoyle.tables.turns import BusyError, Use
from hoyle.tables.web.http.budget import Budget, Gauge
from hoyle.tables.web.http.outlet import Outlet
from hoyle.tables.web.limits import LARGE, LARGE_LOOK, WORK, Bill

T = TypeVar("T")

HOSTILE = [f"10.0.0.{number}" for number in range(10)]
HONEST = "10.0.1.1"
RATE = 50.0
SLICE = 0.002
"""Seconds after which a thread gives the processor to another."""
MINUTE = 60.0


class Sandglass(selectors.SelectSelector):
    """What tells an event loop that time has passed as soon as nobody has anything to do before."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Let the time pass at once."""
        assert timeout is not None, "everybody waits for somebody else"
        self.now += max(timeout, 0.0)
        return super().select(0)


class Hourless(asyncio.SelectorEventLoop):
    """An event loop whose time is that of a sandglass."""

    def __init__(self) -> None:
        self._glass = Sandglass()
        super().__init__(self._glass)

    def time(self) -> float:
        """Return how late it is."""
        return self._glass.now


def run(scene: Callable[[Callable[[], float]], Coroutine[Any, Any, T]]) -> T:
    """Return what comes out of a scene, which is told how to read the time."""
    loop = Hourless()
    try:
        return loop.run_until_complete(scene(loop.time))
    finally:
        loop.close()


# ------------------------------------------------------------------------------------------------- places


@dataclass
class Table:
    """A budget, and a single processor on which those take turns who work."""

    now: Callable[[], float]
    used: float = 0.0
    processor: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.budget = Budget(RATE, now=self.now)
        self.budget.gauge = Gauge(self.now, lambda: self.used)

    async def ask(self, who: str, path: str, seconds: float) -> bool:
        """Ask for something that takes so many seconds of processor, and tell whether it was done."""
        bill, budget = Bill(who), self.budget
        if not budget.rate.allows(who) or (path == OPEN and not budget.opening.allows(who)):
            await asyncio.sleep(budget.pause(who))
            return False
        try:
            async with budget.place(bill, path) as place:
                if path.startswith("/api"):
                    # How large a board is, or what a text asks for, is not known before.
                    unknown = path == OPEN or (path == MOVE and who in HOSTILE)
                    await bill.place.wait_for_thread(0.0 if unknown else seconds)
                await self._work(bill, min(seconds, LARGE))
                if seconds > LARGE:
                    if path in {OPEN, MOVE} and not bill.heavy:
                        # As Bill.give_way does in a thread.
                        place.leave()
                        await place.enter(budget.slow_queue)
                    await self._work(bill, seconds - LARGE)
        except BusyError:
            await asyncio.sleep(budget.pause(who))
            return False
        finally:
            bill.pay()
        return True

    async def _work(self, bill: Bill, seconds: float) -> None:
        done = 0.0
        while done < seconds:
            async with self.processor:
                step = min(SLICE, seconds - done)
                await asyncio.sleep(step)
                self.used += step
                done += step
        bill.cost += seconds / WORK


MOVE, LOOK, OPEN, DRAFT = "/api/matches/abc/move", "/api/matches/abc", "/api/matches", "/api/matches/abc/draft"
PATHS = (MOVE, LOOK, OPEN, DRAFT, "/api/picture", "/api/matches/abc/ask/hint", "/")


class Person(NamedTuple):
    """What somebody asks for every so many seconds, how much work each of it is, and how long it may take."""

    every: float
    asks: tuple[tuple[str, float], ...]
    patience: float


PERSONS = {
    "plays": Person(1.5, ((MOVE, 0.012), (LOOK, 0.01)), 1),
    "sets up an army": Person(0.4, ((DRAFT, 0.02),), 1),
    "opens one match after another": Person(6, (("/", 0.001), ("/api/shelf", 0.002), (OPEN, 0.03), (LOOK, 0.01)), 1),
    # Everything about it is done among those who ask for much, and takes a share of what is left for them.
    "plays on a large board": Person(4, ((MOVE, 1.5 * LARGE_LOOK),), 20),
}


async def play(table: Table, person: Person) -> list[float]:
    """Do for a minute what a person does who opens a match and plays it, and return how long everything took."""
    waits: list[float] = []

    async def ask(path: str, seconds: float) -> None:
        began = table.now()
        assert await table.ask(HONEST, path, seconds), f"{path} was refused"
        waits.append(table.now() - began)

    for path in ("/", "/static/1/style.css", "/static/1/hoyle.js", "/api/shelf"):
        await ask(path, 0.001)
    await ask(OPEN, 0.03)
    while table.now() < MINUTE:
        await asyncio.sleep(person.every)
        for path, seconds in person.asks:
            await ask(path, seconds)
    return waits


class Attack(NamedTuple):
    """What an address asks for on several lines, and how long each of them rests in between."""

    path: str
    seconds: float
    lines: int
    rest: float


def attacks(seed: int) -> list[Attack]:
    """Return what each of the hostile addresses does: all the same, or each something else."""
    if seed < 0:
        # All at the same time, and so seldom that each has used little; nobody foresees how much.
        return [Attack(MOVE, 1.0, 1, 20.0)] * len(HOSTILE)
    dice = Dice(seed)

    def attack() -> Attack:
        path = dice.choose(PATHS)
        # Pages are ready.
        seconds = dice.choose((0.001, 0.005, 0.02, 0.05, 0.2, 1.0)) if path.startswith("/api") else 0.001
        return Attack(path, seconds, dice.choose((1, 4, 16, 32)), dice.choose((0.0, 0.1, 1.0, 5.0, 20.0)))

    return [attack()] * len(HOSTILE) if dice.below(2) else [attack() for _ in HOSTILE]


async def pester(table: Table, who: str, attack: Attack) -> None:
    """Ask for the same again and again."""

    async def line() -> None:
        while table.now() < MINUTE:
            await table.ask(who, attack.path, attack.seconds)
            await asyncio.sleep(attack.rest)

    await asyncio.gather(*(line() for _ in range(attack.lines)))


@pytest.mark.parametrize("person", PERSONS)
@pytest.mark.parametrize("seed", some(range(-1, 50 if WHOLE else 3), -1, 0))
def test_a_person_plays_beside_ten_who_take_all_they_may(person: str, seed: int) -> None:
    """Whatever they ask for, how often and how much at once, nobody who plays is refused, or waits for long."""

    async def scene(now: Callable[[], float]) -> list[float]:
        table = Table(now)
        hostile = [
            asyncio.create_task(pester(table, who, attack)) for who, attack in zip(HOSTILE, attacks(seed), strict=True)
        ]
        await asyncio.sleep(2)
        waits = await play(table, PERSONS[person])
        for task in hostile:
            task.cancel()
        await asyncio.gather(*hostile, return_exceptions=True)
        return waits

    assert max(run(scene)) < PERSONS[person].patience


# ------------------------------------------------------------------------------------------------ streams


@pytest.mark.parametrize("letters", [3_000, 1_500_000])
def test_whoever_watches_does_not_wait_for_all_the_streams_of_others(letters: int) -> None:
    """Before the look of an eleventh address, one look is sent to each of ten that have hundreds of streams."""

    async def scene(_: Callable[[], float]) -> list[str]:
        outlet, sent = Outlet(), list[str]()

        async def send(who: str) -> None:
            await outlet.take(who, letters)
            sent.append(who)

        many = [asyncio.create_task(send(who)) for who in HOSTILE for _ in range(200)]
        await asyncio.sleep(0)
        before = len(sent)
        await send(HONEST)
        between = sent[before:-1]
        await asyncio.gather(*many)
        return between

    assert len(run(scene)) <= len(HOSTILE)


# ---------------------------------------------------------------------------------------------- processes

STARTING = 1.0
"""Seconds after which a process that was stopped has been replaced."""


async def think(floor: Floor, who: str, seconds: float, took: float, patience: float = 25) -> float:
    """Think for so many seconds, as Pool.think does, and return how long it took; or wait in vain."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    for stops in count():
        come, stop = asyncio.Event(), asyncio.Event()
        try:
            thought = floor.take(who, took, come.set, again=stops > 0)
        except BusyError:
            await asyncio.sleep(1)
            return inf
        try:
            while not come.is_set() and loop.time() < began + patience:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(min(loop.time() + MOMENT, began + patience)):
                        await come.wait()
                floor.review()
            if not come.is_set():
                return inf
            with suppress(StoppedError):
                floor.begin(thought, stop.set)
            if thought.stopped:
                continue
            left = seconds
            for stretch in (MOMENT, LITTLE - MOMENT, inf):
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(left, stretch)):
                        await stop.wait()
                if stop.is_set():
                    await asyncio.sleep(STARTING)
                    break
                left -= stretch
                if left <= 0:
                    return loop.time() - began
                floor.review()
        finally:
            floor.give_back(thought)
    raise AssertionError


THINKERS = {
    "plays against a computer": (3.0, 0.1, 2.0),
    "asks for hints": (8.0, 0.5, 2.0),
    "asks for hints on a board that is hard": (12.0, 2.5, 5.0),
    "asks for something that takes long": (90.0, 12.0, 25.0),
}
"""Every how many seconds somebody asks, how long that takes to find out, and how much longer it may take."""


@pytest.mark.parametrize("person", THINKERS)
@pytest.mark.parametrize("seed", some(range(40 if WHOLE else 3), 0, 1))
def test_a_person_asks_beside_ten_who_ask_for_much(person: str, seed: int) -> None:
    """Whatever they ask for, nobody who asks for less waits for long, but for the first time after they came, and perhaps once more."""
    dice = Dice(seed)
    length, rest, lines = dice.choose((0.05, 0.5, 1.9, 4.5, 20.0)), dice.choose((0.0, 1.0, 20.0)), dice.choose((1, 4))
    # Questions of the kind are known to take as long, or are new each time, or something small comes in between.
    took = dice.choose((length, LITTLE, length / 2))
    every, seconds, patience = THINKERS[person]

    async def scene(now: Callable[[], float]) -> list[float]:
        floor, waits = Floor(most=2, waiting=8, use=Use(now)), list[float]()

        async def pester(who: str) -> None:
            while True:
                await think(floor, who, length, took)
                await asyncio.sleep(rest)

        hostile = [asyncio.create_task(pester(who)) for who in HOSTILE for _ in range(lines)]
        while now() < max(2 * MINUTE, 4 * every):
            await asyncio.sleep(every)
            # At first it is not known how long it takes.
            waits.append(await think(floor, HONEST, seconds, seconds if waits else LITTLE) - seconds)
        for task in hostile:
            task.cancel()
        await asyncio.gather(*hostile, return_exceptions=True)
        return waits

    waits = sorted(run(scene))
    assert waits[-1] < inf
    assert waits[-3] < patience
