"""Thinking in processes of its own: it is called off, late, too large or broken, and never outlives whoever asked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from conftest import ends_soon
from hoyle.dice import Dice
from hoyle.game import HoyleError, Seat
from hoyle.match import Match
from hoyle.shelf import find, shelf
from hoyle.solver import Chance, GaveUp, Solved, Unsolvable
from hoyle.tables.thinking import (
    CHOOSE,
    LITTLE,
    NICE,
    SOLVE,
    CalledOffError,
    Pool,
    Thinker,
    ThoughtFault,
    TimeUpError,
    verdict_of,
)
from hoyle.tables.turns import BusyError, Turns, Use

EASY = "***.***/***.***/***.***/***O***/***O***/***.***/*******"
FOREVER = ("builtins:pow", 7, 10**9)
"""A thought that holds the interpreter for hours, as a kernel may for a while."""
ASLEEP = ("time:sleep", 600)


@pytest.mark.parametrize("thought", [FOREVER, ASLEEP])
def test_a_thought_can_be_called_off(thought: tuple[str, int]) -> None:
    """Whoever waits for it hears of it at once, and the thinker never thinks again."""
    thinker = Thinker()
    threading.Timer(0.5, thinker.call_off).start()
    with pytest.raises(CalledOffError):
        thinker.think(*thought)
    assert not thinker.alive
    with pytest.raises(CalledOffError):
        thinker.think(SOLVE, "pegs/easy", EASY, 1000)


@pytest.mark.parametrize("thought", [FOREVER, ASLEEP])
def test_a_late_thought_ends_its_process_and_the_next_gets_another(thought: tuple[str, int]) -> None:
    """However the process is busy."""
    with Thinker() as thinker:
        with pytest.raises(TimeUpError, match=r"nothing was found in 0\.3 seconds"):
            thinker.think(*thought, seconds=0.3)
        assert not thinker.alive
        assert thinker.think("builtins:abs", -3) == 3
        assert (thinker.thoughts, thinker.late, thinker.deaths) == (2, 1, 0)


@pytest.mark.parametrize("thought", [("os:_exit", 3), ("os:abort",), ("operator:truediv", 1, 0), ("builtins:object",)])
def test_a_broken_process_is_replaced(thought: tuple[str, int]) -> None:
    """Whether it died or only failed, it is told as our mistake, and counted."""
    with Thinker() as thinker:
        with pytest.raises(ThoughtFault):
            thinker.think(*thought)
        assert thinker.think("builtins:abs", -3) == 3
        assert thinker.deaths == 1


def test_what_is_wrong_with_a_question_is_told_as_such() -> None:
    """A person's mistake is one there as here, and ends nothing."""
    with Thinker() as thinker:
        with pytest.raises(HoyleError, match="no variant of pegs"):
            thinker.think(SOLVE, "pegs/nowhere", EASY, 1000)
        assert thinker.alive
        assert thinker.think("builtins:print", "no answer") is None


@pytest.mark.skipif(sys.platform != "linux", reason="not every system limits memory")
def test_memory_is_limited() -> None:
    """A thought that takes too much is refused, and the others go on."""
    with Thinker(memory=1 << 29) as thinker:
        with pytest.raises(HoyleError, match="more memory"):
            thinker.think("builtins:bytearray", 1 << 30)
        assert thinker.think("builtins:abs", -3) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this priority")
def test_what_runs_in_the_background_gives_way() -> None:
    """It has the lowest priority in our own session; in a session of its own it would get as much of the processors as we."""
    with Thinker(background=True) as thinker:
        assert thinker.think("os:sched_getscheduler", 0) == os.SCHED_IDLE
        assert thinker.think("os:getsid", 0) == os.getsid(0)
        # Ctrl-C is for us alone.
        assert thinker.think("os:getpgrp") != os.getpgrp()
    with Thinker(background=True, brief=True) as thinker:
        assert thinker.think("os:sched_getscheduler", 0) == os.SCHED_OTHER
        assert thinker.think("os:nice", 0) == min(os.nice(0) + NICE, 19)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("thought", [FOREVER, ASLEEP])
def test_no_thought_outlives_whoever_asked(thought: tuple[str, int], begun: bool) -> None:  # noqa: FBT001 — a case
    """Killed without a chance to tidy up, one leaves no process behind, even if that begins or holds its interpreter."""
    script = (
        "import threading, time; from hoyle.tables.thinking import Thinker; thinker = Thinker()\n"
        f"{begun} and thinker.think('builtins:abs', 1)\n"
        f"threading.Thread(target=thinker.think, args={thought!r}, daemon=True).start()\n"
        "while not thinker.alive: time.sleep(0.01)\n"
        "time.sleep(0.2); print(thinker._mind._process.pid, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as asker:
        assert asker.stdout is not None
        process = int(asker.stdout.readline())
        os.kill(process, 0)
        asker.send_signal(signal.SIGKILL)
        asker.wait()
    assert ends_soon(process)


def test_verdicts_survive_the_way() -> None:
    """Facts become the verdict again; a line against the rules is refused."""
    _, game = find("pegs/easy")
    match = Match.new(game)
    jump = match.follow("d2d4").moves[0]
    facts = {"line": [], "nodes": 7, "why": "so", "chance": "1/3", "interval": None, "shortest": False}
    assert verdict_of(match, {**facts, "verdict": "gave up"}) == GaveUp("so", 7)
    assert verdict_of(match, {**facts, "verdict": "unsolvable"}) == Unsolvable("so", 7)
    assert verdict_of(match, {**facts, "verdict": "solved", "line": ["d2d4"]}) == Solved((jump,), 7, "so")
    chance = Chance(Fraction(1, 3), jump, 7, "so", (0.3, 0.4))
    assert verdict_of(match, {**facts, "verdict": "chance", "line": ["d2d4"], "interval": [0.3, 0.4]}) == chance
    with pytest.raises(HoyleError):
        verdict_of(match, {**facts, "verdict": "solved", "line": ["d1d2"]})


VARIANTS = [f"{name}/{variant}" for name in shelf() for variant in shelf()[name].variants]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_view_survives_the_way(name: str) -> None:
    """Whoever thinks elsewhere sees exactly what a player here would see."""
    _, game = find(name)
    match, dice = Match.new(game), Dice(5)
    for _ in range(60):
        if match.turn is None:
            break
        for seat in map(Seat, range(game.seats)):
            view = game.view(match.state, seat)
            assert game.read(game.write(view)) == view
        moves = list(game.moves(match.state))
        match = match.play(dice.choose(moves))


@pytest.mark.parametrize(
    ("name", "player"), [("stratego/barrage", "heuristic"), ("stratego/barrage", "search"), ("dots", "random")]
)
def test_a_seed_fixes_what_a_player_chooses(name: str, player: str) -> None:
    """Here or in a process of its own, one time as another; another seed may choose otherwise."""
    box, game = find(name)
    view = Match.new(game).view(Seat(0))
    own = [str(box.player(player, Dice(seed)).choose(game, view, Seat(0))) for seed in range(6)]
    with Thinker() as thinker:
        assert [thinker.think(CHOOSE, name, game.write(view), 0, player, seed) for seed in range(6)] == own
    assert len(set(own)) > 1


# --------------------------------------------------------------------------------------------------- turns


def test_nobody_waits_behind_one_who_asks_for_much() -> None:
    """Of 90 questions of one address and one of another, the other's is next."""
    went: list[str] = []
    turns = Turns(most=2, each=2, waiting=100)
    tickets = [turns.take("much", partial(went.append, f"much {at}")) for at in range(90)]
    turns.take("one", partial(went.append, "one"))
    assert went == ["much 0", "much 1"]
    turns.give_back(tickets[0])
    assert went[-1] == "one"
    turns.give_back(tickets[1])
    assert went[-1] == "much 2"


def test_whoever_used_least_comes_first() -> None:
    """Among those who wait, and whoever gives up waiting is passed over."""
    used = {"a": 3.0, "b": 1.0, "c": 2.0, "d": 2.5}
    went: list[str] = []
    turns = Turns(most=1, each=1, waiting=2, used=lambda who: (used[who],))
    tickets = {who: turns.take(who, partial(went.append, who)) for who in ("a", "d", "b", "c")}
    turns.give_back(tickets["b"])
    turns.give_back(tickets["a"])
    assert went == ["a", "c"]
    assert (turns.running, turns.waiting) == (1, 1)


def test_a_pool_is_fair_and_counts() -> None:
    """One address has one thought at a time, too many at once are refused, and others come in between."""
    with Thinker() as warm:
        warm.think("builtins:abs", -1)
    pool = Pool(most=2, waiting=1)
    slow = [threading.Thread(target=_quietly, args=(pool, "hog")) for _ in range(2)]
    try:
        for thread in slow:
            thread.start()
            time.sleep(0.3)
        with pytest.raises(BusyError):
            pool.think("hog", "builtins:abs", -3, seconds=10)
        assert pool.think("other", "builtins:abs", -3, seconds=10) == 3
        assert {kind: pool.health()[kind] for kind in ("processes", "busy", "waiting")} == {
            "processes": 4,
            "busy": 1,
            "waiting": 1,
        }
    finally:
        pool.call_off()
        for thread in slow:
            thread.join(20)


def test_a_small_question_does_not_wait_for_large_ones() -> None:
    """While everybody is busy it is tried for a moment, unless whoever asks it has used much; what takes longer waits."""
    pool = Pool(most=1)
    slow = threading.Thread(target=_quietly, args=(pool, "hog"))
    slow.start()
    try:
        while not pool.health()["busy"]:
            time.sleep(0.01)
        for who in ("one", "two", "three"):
            assert pool.think(who, "builtins:abs", -3, seconds=20, patience=60) == 3
        with pytest.raises(BusyError):
            pool.think("somebody", *ASLEEP, seconds=20, patience=1)
        # The process that was late is replaced.
        assert pool.think("another", "builtins:abs", -3, seconds=20, patience=60) == 3
        pool._turns._use.add("heavy", 2 * LITTLE)
        with pytest.raises(BusyError):
            pool.think("heavy", "builtins:abs", -3, seconds=20, patience=0.1)
        assert pool.health()["busy"] == 1
    finally:
        pool.call_off()
        slow.join(20)


def test_what_is_known_to_be_small_does_not_wait_for_what_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What others like it were answered at once has a process of its own, until one of them is late."""
    monkeypatch.setattr("hoyle.tables.thinking.MOMENT", 30.0)
    pool = Pool(most=1)
    assert pool.think("somebody", "builtins:abs", -3, seconds=20) == 3
    slow = [threading.Thread(target=_quietly, args=(pool, who)) for who in ("hog", "other")]
    try:
        for thread in slow:
            thread.start()
            while pool.health()["busy"] <= slow.index(thread):
                time.sleep(0.01)
        assert pool.think("another", "builtins:abs", -4, seconds=20, patience=60) == 4
        assert pool.health()["busy"] == 2
        monkeypatch.setattr("hoyle.tables.thinking.MOMENT", 0.0)
        with pytest.raises(BusyError):
            pool.think("a third", "builtins:abs", -5, seconds=20, patience=0.1)
        monkeypatch.setattr("hoyle.tables.thinking.MOMENT", 30.0)
        with pytest.raises(BusyError):
            pool.think("a fourth", "builtins:abs", -6, seconds=20, patience=0.1)
    finally:
        pool.call_off()
        for thread in slow:
            thread.join(20)


def test_whoever_waits_to_be_tried_takes_a_turn_that_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """While another is being tried, and as soon as one of those has time who think for long."""
    monkeypatch.setattr("hoyle.tables.thinking.MOMENT", 30.0)
    pool = Pool(most=1)
    slow = [
        threading.Thread(target=_quietly, args=(pool, who, seconds)) for who, seconds in (("hog", 2), ("other", 30))
    ]
    try:
        for busy, thread in enumerate(slow):
            while pool.health()["busy"] < busy:
                time.sleep(0.01)
            thread.start()
        while pool.health()["busy"] < 2:
            time.sleep(0.01)
        assert pool.think("somebody", "builtins:abs", -3, seconds=20) == 3
        assert pool.health()["busy"] == 1
        assert slow[1].is_alive()
    finally:
        pool.call_off()
        for thread in slow:
            thread.join(20)


def _quietly(pool: Pool, who: str, seconds: float = 30) -> None:
    with pytest.raises((CalledOffError, TimeUpError)):
        pool.think(who, *ASLEEP, seconds=seconds)


def test_whoever_thought_longest_comes_last() -> None:
    """Without being told, the turns of all who think count how long each owner had them."""
    went: list[str] = []
    turns = Turns(most=1, each=1, waiting=2)
    first = turns.take("hog", partial(went.append, "hog"))
    for who in ("hog", "new"):
        turns.take(who, partial(went.append, who))
    time.sleep(0.01)
    turns.give_back(first)
    assert went == ["hog", "new"]


def test_the_use_of_strangers_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many owners come, few are remembered."""
    monkeypatch.setattr("hoyle.tables.turns.MOST_OWNERS", 2)
    use = Use(now=lambda: 1.0)
    for who in "abc":
        use.add(who, 1)
    assert [use.of(who) for who in "abc"] == [0, 1, 1]


def test_a_process_that_cannot_start_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no room for it, whoever asks is told to come back, and no file stays open."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(24, "too many open files")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    before = len(list(Path("/proc/self/fd").iterdir()))
    with Thinker() as thinker:
        for _ in range(5):
            with pytest.raises(BusyError, match="no room for another process"):
                thinker.think(SOLVE, "pegs/easy", "", 1)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_process_that_cannot_get_ready_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are no files left, whoever asks next is told, and the table can close."""

    def refuse() -> None:
        raise OSError(24, "too many open files")

    monkeypatch.setattr(os, "pipe", refuse)
    with Thinker() as thinker:
        thinker.get_ready()
        with pytest.raises(BusyError, match="no room for another process"):
            thinker.think("builtins:bool")
