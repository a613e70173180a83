"""Several who think for many: nobody with a small question waits for other people's large ones, and nobody waits for ever."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hoyle.tables.pool import HEAVY, LIGHT, LITTLE, MIDDLING, MOMENT, MUCH_MORE, ROOM, Floor, Pool, Thought
from hoyle.tables.thinking import LAST, CalledOffError, StoppedError, Thinker, TimeUpError
from hoyle.tables.turns import BusyError, GoneError, Use

ASLEEP = ("time:sleep", 600)


class Scene:
    """A floor with a clock of its own, and what has begun and was stopped on it."""

    def __init__(self, most: int = 2) -> None:
        self.now = 0.0
        self.floor = Floor(most, waiting=8, use=Use(lambda: self.now))
        self.events: list[str] = []

    def ask(self, who: str, likely: float = LITTLE) -> Thought:
        """Let somebody want to think; whoever is stopped gives the floor back at once."""
        thought = self.floor.take(who, likely, lambda: self.events.append(who))

        def stop() -> None:
            self.events.append(f"{who} stops")
            self.floor.give_back(thought)

        thought.stop = stop
        return thought

    def wait(self, seconds: float) -> None:
        """Let time pass, after which everybody looks around who has thought for a moment."""
        self.now += seconds
        self.floor.review()


def test_there_is_always_room_for_those_who_have_used_little() -> None:
    """However many think for long, and as soon as one of those who came with them has thought for a moment."""
    scene = Scene(most=2)
    for number in range(2 + ROOM):
        scene.ask(f"wave {number}")
    scene.ask("somebody")
    assert "somebody" not in scene.events
    scene.wait(MOMENT)
    assert scene.events[-2:] == ["wave 0 stops", "somebody"]


def test_whoever_has_used_most_is_stopped() -> None:
    """If more think for long than may, and others wait."""
    scene = Scene(most=1)
    scene.floor._use.add("hog", 60)
    scene.ask("hog")
    for number in range(ROOM):
        scene.ask(f"light {number}")
    scene.wait(MOMENT)
    assert scene.floor.busy == 1 + ROOM
    scene.ask("somebody")
    assert scene.events[-2:] == ["hog stops", "somebody"]


def test_nobody_is_stopped_while_nobody_waits() -> None:
    """Nor for somebody who has used about as much."""
    scene = Scene(most=1)
    for number in range(1 + ROOM):
        scene.ask(f"{number}")
    scene.wait(600)
    assert scene.events == [f"{number}" for number in range(1 + ROOM)]
    scene = Scene(most=1)
    for who in ("first", "second"):
        scene.floor._use.add(who, 30)
        scene.ask(who, likely=20)
    scene.wait(20)
    assert scene.events == ["first"]
    # But whoever has used much more than another who waits.
    scene.wait(MUCH_MORE * 30)
    assert scene.events == ["first", "first stops", "second"]


def test_what_is_known_to_be_small_comes_first() -> None:
    """Of those who wait; and is light even if whoever asks has used something."""
    scene = Scene(most=1)
    for number in range(1 + ROOM):
        scene.ask(f"wave {number}")
    scene.ask("large")
    scene.floor._use.add("small", 1)
    scene.ask("small", likely=0.01)
    scene.wait(MOMENT)
    assert scene.events.index("small") < [*scene.events, "large"].index("large")
    scene.floor._use.add("busy", 40)
    assert [scene.floor.weigh(Thought("busy", took, print)) for took in (0.01, 0.5, 10)] == [LIGHT, MIDDLING, HEAVY]


def test_each_owner_thinks_about_one_thing_at_a_time() -> None:
    """And has a few more that wait."""
    scene = Scene()
    thoughts = [scene.ask("one") for _ in range(9)]
    assert scene.events == ["one"]
    with pytest.raises(BusyError, match="too much of yours"):
        scene.ask("one")
    scene.floor.give_back(thoughts[4])
    scene.floor.give_back(thoughts[0])
    assert scene.events == ["one", "one"]
    assert (scene.floor.busy, scene.floor.waiting) == (1, 6)


def test_whoever_should_stop_before_it_begins_does_not_begin() -> None:
    """It may take a while to find a process."""
    scene = Scene(most=1)
    thought = scene.floor.take("one", MOMENT, print)
    thought.stopped = True
    with pytest.raises(StoppedError):
        scene.floor.begin(thought, print)


# ---------------------------------------------------------------------------------------------- processes


@contextmanager
def busy(pool: Pool, *owners: str, seconds: float = 60) -> Iterator[list[threading.Thread]]:
    """Let some owners think about nothing, as long as they may."""

    def ask(who: str) -> None:
        with pytest.raises((CalledOffError, TimeUpError)):
            pool.think(who, *ASLEEP, seconds=seconds)

    threads = [threading.Thread(target=ask, args=(who,)) for who in owners]
    try:
        for thread in threads:
            thread.start()
        wait_for(lambda: pool.health()["busy"] == len(threads))
        yield threads
    finally:
        pool.call_off()
        for thread in threads:
            thread.join(20)


def wait_for(truth: Callable[[], Any]) -> None:
    """Return when something is true."""
    until = time.monotonic() + 20
    while not truth():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_pool_counts() -> None:
    """Its processes, who thinks and who waits."""
    pool = Pool(most=1)
    with busy(pool, "hog"):
        assert pool.think("other", "builtins:abs", -3, seconds=10) == 3
        health = pool.health()
        assert health | {"processes": 1 + ROOM, "busy": 1, "waiting": 0, "late": 0, "deaths": 0} == health
        # Whether a process is ready is not a thought.
        wait_for(lambda: pool.health()["thoughts"] == 2)


def test_a_small_question_does_not_wait_for_large_ones() -> None:
    """As many think as may for long; and whoever goes on is stopped for others, and thinks again later."""
    pool = Pool(most=1)
    with busy(pool, "hog", *(f"wave {number}" for number in range(ROOM))):
        for who in ("one", "two", "three"):
            assert pool.think(who, "builtins:abs", -3, seconds=20, patience=60) == 3
        assert pool.health()["waiting"] == 1
        pool._floor._use.add("heavy", 10 * LITTLE)
        with pytest.raises(BusyError, match="too many others"):
            pool.think("heavy", "time:sleep", 1, seconds=20, patience=0.1)


def test_a_thought_goes_on_until_its_time_is_over() -> None:
    """Through all stretches of it, which whoever asked is told in one sum."""
    pool = Pool(most=1)
    try:
        assert pool.think("one", "time:sleep", MOMENT + 0.1, seconds=20) is None
        with pytest.raises(TimeUpError, match=r"nothing was found in 0\.6 seconds"):
            pool.think("one", *ASLEEP, seconds=0.6)
        assert pool.health()["late"] == 1
    finally:
        pool.call_off()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this priority")
def test_whoever_has_used_much_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the processors too; whoever has used little gets a process that comes before those of others."""
    monkeypatch.setattr("hoyle.tables.thinking.BACKGROUND", True)
    pool = Pool(most=2)
    question = ("os:sched_getscheduler", 0)
    try:
        assert pool.think("one", *question, seconds=20) == os.SCHED_OTHER
        pool._floor._use.add("heavy", 100 * LITTLE)
        pool._note(Thought("heavy", 1.0, print), "os:sched_getscheduler  0", 10.0)
        assert pool.think("heavy", *question, seconds=20) == os.SCHED_IDLE
        assert pool.think("one", *question, seconds=20) == os.SCHED_OTHER
    finally:
        pool.call_off()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this priority")
def test_a_thought_gives_way_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """And of the processes that have, no more are kept than may think for long."""
    monkeypatch.setattr("hoyle.tables.thinking.BACKGROUND", True)
    monkeypatch.setattr("hoyle.tables.pool.MOMENT", 0.1)
    monkeypatch.setattr("hoyle.tables.pool.LITTLE", 0.2)
    pool = Pool(most=1)
    with busy(pool, "one"):
        wait_for(lambda: [thinker.priority for thinker in pool._thinkers].count(LAST) == 1)
        assert pool.think("two", "time:sleep", 0.3, seconds=20) is None
        assert pool.think("three", "builtins:abs", -3, seconds=20) == 3
        assert [thinker.priority for thinker in pool._thinkers].count(LAST) == 1


def test_nobody_makes_the_questions_of_others_heavier() -> None:
    """What others asked can make one shorter than unknown; an owner's own are as long as the last, or half of one before."""
    pool = Pool()
    pool._note(Thought("one", 1.0, print), "kind", 20.0)
    assert [pool._likely(who, "kind") for who in ("one", "other")] == [20.0, LITTLE]
    pool._note(Thought("one", 1.0, print), "kind", 0.1)
    assert [pool._likely(who, "kind") for who in ("one", "other")] == [10.0, 0.1]


def test_whoever_was_stopped_is_stopped_again_only_for_those_who_have_used_far_less() -> None:
    """Otherwise somebody whose question takes long would never hear an answer."""
    scene = Scene(most=1)
    scene.floor._use.add("hog", 12)
    scene.floor.take("hog", 20, lambda: scene.events.append("hog"), again=True)
    scene.ask("other")
    scene.ask("third")
    scene.wait(MOMENT)
    scene.ask("somebody")
    assert "hog" in scene.events
    assert scene.events[-2:] == ["other stops", "somebody"]


def test_a_stop_that_comes_too_late_stops_nothing_else() -> None:
    """The process it ended is replaced, and nobody's next question hears of it."""
    with Thinker() as thinker:
        assert thinker.think("builtins:abs", -3) == 3
        thinker.stop()
        thinker.recover()
        assert not thinker.alive
        assert thinker.think("builtins:abs", -4) == 4
        thinker.stop()
        with pytest.raises(StoppedError):
            thinker.think("builtins:abs", -5)
        assert thinker.think("builtins:abs", -6) == 6


def test_no_thinker_is_lost_where_no_process_can_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks is told to come back, as often as there is no thread for it, and then is answered."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    pool = Pool(most=1)
    try:
        with monkeypatch.context() as full:
            full.setattr(threading.Thread, "start", refuse)
            for _ in range(2 * (1 + ROOM)):
                with pytest.raises(BusyError, match="no room for another thread"):
                    pool.think("one", "builtins:abs", -3, seconds=10)
        assert pool.think("one", "builtins:abs", -3, seconds=10) == 3
        assert len(pool._idle) == 1 + ROOM
    finally:
        pool.call_off()


def leave_after(pool: Pool, seconds: float) -> None:
    """Let somebody ask for something that takes long, and leave."""
    until = time.monotonic() + seconds
    with pytest.raises(GoneError, match="nobody waits"):
        pool.think("somebody", *ASLEEP, seconds=60, gone=lambda: time.monotonic() > until)


def test_nobody_thinks_for_those_who_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thought ends a moment after whoever asked has gone, and the next one need not wait for it; nor does its turn come."""
    monkeypatch.setattr("hoyle.tables.pool.MOMENT", 0.2)
    pool = Pool(most=1)
    leave_after(pool, 0.5)
    assert pool.think("somebody", "builtins:abs", -3, seconds=60, gone=bool) == 3
    with busy(pool, "somebody"):
        leave_after(pool, 0.5)
        assert pool.health()["waiting"] == 0
