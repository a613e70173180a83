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
    NICE,
    SECOND,
    SOLVE,
    CalledOffError,
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


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nobody tells how a process ended")
def test_a_process_that_is_killed_is_nobodys_mistake(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever asked may ask again, and the log says it in one line."""
    with Thinker() as thinker:
        with pytest.raises(BusyError, match="ask again"):
            thinker.think("signal:raise_signal", int(signal.SIGKILL))
        assert thinker.think("builtins:abs", -3) == 3
    assert [record.getMessage() for record in caplog.records] == [
        "a process that thinks was killed: signal:raise_signal"
    ]


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
def test_what_runs_in_the_background_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the lowest priority in our own session; in a session of its own it would get as much of the processors as we."""
    monkeypatch.setattr("hoyle.tables.thinking.BACKGROUND", True)
    with Thinker(priority=SECOND) as thinker:
        assert thinker.think("os:sched_getscheduler", 0) == os.SCHED_OTHER
        assert thinker.think("os:nice", 0) == min(os.nice(0) + NICE, 19)
        thinker.give_way()
        assert thinker.think("os:sched_getscheduler", 0) == os.SCHED_IDLE
        assert thinker.think("os:getsid", 0) == os.getsid(0)
        # Ctrl-C is for us alone.
        assert thinker.think("os:getpgrp") != os.getpgrp()
        # No process can come forward again, so there is a new one.
        process = thinker.think("os:getpid")
        thinker.change_to(SECOND)
        assert thinker.think("os:sched_getscheduler", 0) == os.SCHED_OTHER
        assert thinker.think("os:getpid") != process


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
    turns = Turns(most=1, each=1, waiting=2, used=lambda who, _: (used[who],))
    tickets = {who: turns.take(who, partial(went.append, who)) for who in ("a", "d", "b", "c")}
    turns.give_back(tickets["b"])
    turns.give_back(tickets["a"])
    assert went == ["a", "c"]
    assert (turns.running, turns.waiting) == (1, 1)


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
