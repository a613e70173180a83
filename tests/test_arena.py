"""The arena and the engine protocol: who plays there plays by the rules or loses, and every match is a fair record."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import string
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import hoyle, refused
from conftest import ends_soon
from hoyle.dice import Dice
from hoyle.engine import Engine, own_seed
from hoyle.game import HoyleError, Seat
from hoyle.lab import arena
from hoyle.lab.arena import Hall, Plan, crosstable, play, play_and_record, run, standings
from hoyle.lab.rating import rate
from hoyle.lab.workers import Processes
from hoyle.match import Match
from hoyle.program import LONGEST, MOST_EMPTY, MOST_UNHEARD, Program, ProgramError
from hoyle.record import Record
from hoyle.referee import Fair, judge
from hoyle.shelf import find
from hoyle.warden import descendants, kill

ENGINE = """
import random, sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hoyle":
        print("name Random")
        print("ready", flush=True)
    elif word == "seed":
        random.seed(rest)
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        print("move", random.choice(legal), flush=True)
    elif word == "quit":
        break
"""


def program(folder: Path, text: str, name: str = "engine.py") -> str:
    """Return the command of a program with this text."""
    path = folder / name
    path.write_text(text)
    return f"{sys.executable} {path}"


def test_an_engine_in_twenty_lines_plays_fair_matches(tmp_path: Path) -> None:
    """It knows no rules, and needs none: it is told its legal moves."""
    plan = Plan("stratego/six", ("random", program(tmp_path, ENGINE)), games=1, seed=3).check()
    result, text = play_and_record(plan, 0)
    assert result.fault == ""
    assert isinstance(judge(Record.read(text)), Fair)
    assert f"Result: {'1-0' if result.points else '0-1'}" in text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "print('ready', flush=True)\nfor line in iter(input, 'go'): pass\nprint('move z9', flush=True)\ninput()",
            "no heap z",
        ),
        (
            "print('ready', flush=True)\nfor line in iter(input, 'go'): pass\nprint('move ?', flush=True)\ninput()",
            "not a move",
        ),
        (
            "print('ready', flush=True)\nfor line in iter(input, 'go'): pass\nprint('resign', flush=True)\ninput()",
            "resigned",
        ),
        ("print('ready', flush=True)", "has stopped"),
        ("raise SystemExit", "has stopped"),
        ("while True: print('x' * 100_000)", "has stopped|talks"),
        ("print('ready', flush=True)\nimport time\ntime.sleep(60)", "did not answer in 0.3 seconds"),
    ],
)
def test_whoever_breaks_down_loses_and_is_named(tmp_path: Path, text: str, reason: str) -> None:
    """A program that says nonsense, stops, stalls or talks without end loses that match, and the arena goes on."""
    command = program(tmp_path, text.replace("\\\n", "\n"))
    result, record = play_and_record(Plan("nim", ("perfect", command), 2, 1, seconds=0.3).check(), 1)
    assert (result.points, result.fault) == (1.0, command)
    assert re.search(reason, result.reason)
    assert isinstance(judge(Record.read(record)), Fair)


def test_a_match_that_is_broken_off_is_a_draw_and_its_record_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record says after how many moves; what else the match may have come to is not claimed."""
    monkeypatch.setattr(arena, "LONGEST", 5)
    result, record = play_and_record(Plan("stratego/six", ("random", "random"), 2, 1).check(), 0)
    assert (result.points, result.reason) == (0.5, "not over after 5 moves")
    assert str(judge(Record.read(record))) == "fair: 5 moves, 0-0 (not over after 5 moves)"


def test_an_engine_is_told_no_more_than_its_seat_may_know(tmp_path: Path) -> None:
    """Two matches that a seat cannot tell apart say the very same to its engine."""
    game = find("stratego/six")[1]
    told = []
    for number, setup in enumerate(("blue(2X.9.2/FB3.S.)", "blue(2S.9.2/FB3.X.)")):
        log = tmp_path / f"{number}.log"
        text = ENGINE.replace(
            "for line in sys.stdin:",
            f"log = open({str(log)!r}, 'w')\nfor line in sys.stdin:\n    print(line, end='', file=log, flush=True)",
        )
        match = Match.new(game).follow("corner", setup)
        with Engine(program(tmp_path, text).split(), "stratego/six", 7) as engine:
            engine.attend(match, Seat(0))
            engine.choose(game, match.view(Seat(0)), Seat(0))
        told.append(log.read_text().partition("quit")[0])
    assert told[0] == told[1]
    assert "heard red" in told[0]


def test_our_players_are_engines_and_play_the_same() -> None:
    """`hoyle engine` plays as the protocol says, and from the same seed the same."""
    command = f"{sys.executable} -m hoyle engine nim perfect"
    lines = []
    for _ in range(2):
        with Engine(command.split(), "nim/classic", 5, seconds=60) as engine:
            assert engine.name == "perfect"
            match = Match.open("nim")
            while match.turn is not None:
                engine.attend(match, match.turn)
                match = match.play(engine.choose(match.game, match.state, match.turn))
            lines.append(match.moves)
    assert lines[0] == lines[1]
    # Words of our dice could be traced back to our seed; what an engine is told is none of them.
    assert own_seed(5) not in {5, Dice(5).word(), Dice.named(5, "seat 2, move 0").word()}
    typed = "hoyle 1\nseed 7\nseat 0 first seat\nview 3,4,5 first\nnonsense\ngo\nquit\n"
    assert hoyle("engine", "nim", "perfect", typed=typed).stdout == "name perfect\nready\nmove a2\n"
    assert "not a number" in hoyle("engine", "nim", "perfect", typed="seed x\n").stderr


def test_both_sides_get_the_same_deal_and_dice() -> None:
    """In two matches that follow each other the players have changed seats with all their choices; and a match can be repeated."""
    plan = Plan("stratego/six", ("heuristic", "heuristic"), games=2, seed=9).check()
    setups = [Record.read(play_and_record(plan, number)[1]).moves[:2] for number in (0, 1)]
    assert setups[0] == setups[1][::-1]
    assert setups[0] != setups[1]
    assert play(plan, 0).digest == play(plan, 0).digest


def test_an_arena_that_was_stopped_goes_on(tmp_path: Path) -> None:
    """Matches that are over count, a damaged record is played again, and the table is the same as without a pause."""
    plan = Plan("nim", ("perfect", "perfect"), games=6, seed=2).check()
    hall = Hall.new(tmp_path / "a", plan)
    for number in (0, 3):
        hall.keep(number, play_and_record(plan, number))
    hall.file(3).write_text("damaged")
    with (tmp_path / "a" / "results.jsonl").open("a") as file:
        file.write('{"number": 5, "fir')
    again = Hall.resume(tmp_path / "a")
    assert again.missing() == [1, 2, 3, 4, 5]
    done: list[int] = []
    run(again, Processes(2), done.append)
    assert sum(done) == 5
    whole = [play(plan, number) for number in range(6)]
    assert [again.results[number].points for number in range(6)] == [one.points for one in whole]
    with pytest.raises(HoyleError, match="already has an arena"):
        Hall.new(tmp_path / "a", plan)
    with pytest.raises(HoyleError, match="no arena to continue"):
        Hall.resume(tmp_path / "b")


def test_ratings_follow_the_results() -> None:
    """More points, higher rating; draws pull together; nobody is infinitely strong; and more matches mean smaller errors."""
    few, many = (rate(3, [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 0.5)] * number) for number in (4, 40))
    assert [one.value for one in few] == sorted((one.value for one in few), reverse=True)
    assert abs(sum(one.value for one in many)) < 1e-6
    assert all(more.error < less.error for more, less in zip(many, few, strict=True))
    (winner, loser) = rate(2, [(0, 1, 1.0)] * 1000)
    assert 500 < winner.value - loser.value < 3000
    (a, b) = rate(2, [(0, 1, 0.5)] * 50)
    assert abs(a.value - b.value) < 1e-6


def test_the_table_counts_each_match_twice() -> None:
    """Once for each player, and the scores against each other add up to one."""
    plan = Plan("nim", ("perfect", "perfect"), games=4, seed=1).check()
    results = [play(plan, number) for number in range(4)]
    table = standings(plan, results)
    assert [one.won + one.drawn + one.lost for one in table] == [4, 4]
    assert sum(crosstable(Plan("nim", ("a", "b"), 4, 1), results).values()) == 1.0


def test_the_command_tells_and_refuses(tmp_path: Path) -> None:
    """A table for people, an object for programs, and one line for what cannot be."""
    folder = tmp_path / "r"
    words = ("arena", "nim", "perfect", program(tmp_path, ENGINE), "--games", "2", "--workers", "1", "-o", str(folder))
    assert " 1. perfect " in hoyle(*words).stdout
    again = hoyle("arena", "nim", "--resume", "-o", str(folder), "--json")
    assert json.loads(again.stdout)["matches"] == 2
    assert hoyle("judge", str(folder / "matches")).returncode == 0
    assert (folder / "results.parquet").exists()
    assert "already has an arena" in refused(*words)
    assert "choose another folder" in refused("arena", "nim", "perfect", "perfect", "--resume", "-o", str(folder))
    assert "pegs has one seat" in refused("arena", "pegs", "a", "b")
    assert "no player of nim is called 'nobody'" in refused("arena", "nim", "perfect", "nobody")
    assert "two players or more" in refused("arena", "nim", "perfect")


def test_a_program_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that eats memory stops, one that is not there is named, and none is told what is our own business."""
    monkeypatch.setenv("HOYLE_DATABASE", "postgresql://hoyle:secret@localhost/hoyle")
    monkeypatch.setenv("PGPASSWORD", "secret")
    curious = program(
        tmp_path,
        "import os\ninput()\nprint([name for name in os.environ if 'HOYLE' in name or name == 'PGPASSWORD'], flush=True)",
    )
    with Program(curious.split(), seconds=60) as one:
        one.tell("what?")
        assert one.hear() == "['HOYLE_PROGRAM']"
    with pytest.raises(ProgramError, match="cannot be run"):
        Program(["./no-such-program"])
    hungry = program(tmp_path, "input()\nx = bytearray(2_000_000_000)\nprint('fed', flush=True)")
    with Program(hungry.split(), seconds=60, memory=500_000_000) as one:
        one.tell("eat")
        with pytest.raises(ProgramError, match="has stopped"):
            one.hear()


def test_however_much_a_program_says_its_time_is_the_same(tmp_path: Path) -> None:
    """Each line does not begin it anew, and one that does not listen keeps nobody waiting longer."""
    drips = program(tmp_path, "import time\ninput()\nwhile True: print('info', flush=True); time.sleep(0.05)")
    with Program(drips.split(), seconds=1) as one:
        one.tell("go")
        with pytest.raises(ProgramError, match="did not answer in 1 seconds"):
            list(iter(one.hear, "ready"))
    deaf = program(tmp_path, "import time\ntime.sleep(600)")
    with Program(deaf.split(), seconds=0.3) as one:
        one.tell("x" * 1_000_000)
        with pytest.raises(ProgramError, match="did not answer"):
            one.hear()


@pytest.mark.parametrize("line", ["\n", " " * LONGEST, *(f"{space}\n" for space in string.whitespace), "\u2028\n"])
def test_a_flood_of_empty_lines_is_cut_off(tmp_path: Path, line: str) -> None:
    """Whatever is no word does not count as one: who repeats it is called off long before the time is over."""
    floods = program(tmp_path, f"import os\nwhile True: os.write(1, {line!r}.encode() * 1000)")
    with Program(floods.split(), seconds=600) as one:
        one.tell("go")
        began = time.monotonic()
        with pytest.raises(ProgramError, match="nothing but empty lines"):
            list(iter(one.hear, "ready"))
        assert time.monotonic() - began < 60
        assert one._lines.qsize() <= MOST_UNHEARD + 1


@pytest.mark.parametrize("line", ["\n", " \n", "info\n"])
def test_a_flood_that_nobody_hears_is_cut_off(tmp_path: Path, line: str) -> None:
    """Between two questions, a program that does not stop talking is no longer listened to."""
    floods = program(tmp_path, f"import os\nwhile True: os.write(1, {line!r}.encode() * 1000)")
    with Program(floods.split(), seconds=600) as one:
        one._threads[0].join(60)
        assert not one._threads[0].is_alive()
        assert one._lines.qsize() == MOST_UNHEARD + 1


def test_some_empty_lines_are_no_flood(tmp_path: Path) -> None:
    """What was said before is not held against a program that is told something new."""
    command = program(tmp_path, f"while True: print(input() + '\\n' * {MOST_EMPTY}, flush=True)")
    with Program(command.split(), seconds=60) as one:
        for word in ("one", "two", "three"):
            one.tell(word)
            assert one.hear() == word


@pytest.mark.skipif(sys.platform != "linux", reason="such processes are found in /proc")
@pytest.mark.parametrize(
    "leave",
    [
        "print(subprocess.Popen(['sleep', '600'], start_new_session=True).pid, flush=True)",
        "print(subprocess.Popen(['sleep', '600'], start_new_session=True, stdout=-3, stdin=-3).pid, flush=True)",
        "print(subprocess.Popen(['setsid', 'env', '-i', 'sleep', '600'], stdout=-3, stdin=-3).pid, flush=True)",
        "subprocess.Popen(['setsid', 'env', '-i', 'sh', '-c', 'setsid sleep 600 & echo $!; wait'])",
        "os.setpgid(0, os.getpgid(os.getppid())); print(os.getpid(), flush=True); time.sleep(600)",
        "print(os.getpid(), flush=True); os.kill(os.getpid(), signal.SIGSTOP)",
        "print(os.getpid(), flush=True); here = os.getcwd(); os.rmdir(here); os.symlink('/', here)",
        "print(os.getpid(), flush=True); here = os.getcwd(); os.rmdir(here); open(here, 'w').close()",
    ],
)
def test_what_a_program_leaves_behind_ends_with_it(tmp_path: Path, leave: str) -> None:
    """In a session or a group of its own or in ours, stopped or not: it neither keeps us waiting nor lives on, nor does its folder."""
    command = program(tmp_path, f"import os, signal, subprocess, time\ninput()\n{leave}\ninput()")
    with Program(command.split(), seconds=60) as one:
        one.tell("go")
        process = int(one.hear())
    assert ends_soon(process)
    assert not any(thread.is_alive() for thread in one._threads)
    assert not os.path.lexists(one._folder.name)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
def test_what_was_started_ends_with_a_program_that_goes_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that has gone at its last words, before anybody ended it, leaves nothing behind either."""
    command = program(
        tmp_path,
        "import subprocess\n"
        "print(subprocess.Popen(['setsid', 'env', '-i', 'sleep', '600'], stdin=-3, stdout=-3).pid, flush=True)\ninput()",
    )
    one = Program(command.split(), seconds=60)
    process, end = int(one.hear()), one.call_off

    def late() -> None:
        os.waitid(os.P_PID, one._process.pid, os.WEXITED | os.WNOWAIT)
        end()

    monkeypatch.setattr(one, "call_off", late)
    one.close("quit")
    assert ends_soon(process)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
def test_only_descendants_end_with_a_program(tmp_path: Path) -> None:
    """Neither we nor another program, nor a process that only has the number of one, are hit."""
    waits = program(tmp_path, "print('ready', flush=True)\ninput()")
    with Program(waits.split(), seconds=60) as other, subprocess.Popen(["/bin/sleep", "600"]) as sleeper:
        with Program(waits.split(), seconds=60) as one:
            assert one.hear() == other.hear() == "ready"
            assert {one._process.pid, other._process.pid, sleeper.pid} <= descendants(os.getpid())
            assert descendants(one._process.pid) == set()
        assert other._process.poll() is None
        with subprocess.Popen(["/bin/sh", "-c", "sleep 600 & echo; wait"], stdout=subprocess.PIPE) as parent:
            assert parent.stdout is not None
            parent.stdout.readline()
            (child,) = descendants(parent.pid)
            kill(parent.pid, "NAME=of another")
            os.kill(child, signal.SIGKILL)  # It was still there.
        assert sleeper.poll() is None
        sleeper.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
@pytest.mark.parametrize(
    "leave", ["os.getpid()", "subprocess.Popen(['setsid', 'env', '-i', 'sleep', '600'], stdout=-3).pid"]
)
def test_no_program_outlives_whoever_runs_it(tmp_path: Path, leave: str) -> None:
    """Not even if that is killed without a chance to tidy up, and the program does not listen; nor does what it started, or its folder."""
    hangs = program(tmp_path, f"import os, subprocess, time\nprint({leave}, flush=True)\ntime.sleep(600)")
    script = (
        "import time; from hoyle.program import Program\n"
        f"one = Program({hangs.split()!r}); print(one.hear(), flush=True); time.sleep(600)"
    )
    folders = tmp_path / "my folders"
    folders.mkdir()
    own = {**os.environ, "TMPDIR": str(folders)}
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=own) as runner:
        assert runner.stdout is not None
        process = int(runner.stdout.readline())
        os.kill(process, 0)
        assert list(folders.iterdir())
        runner.kill()
    assert ends_soon(process)
    until = time.monotonic() + 20
    while list(folders.iterdir()) and time.monotonic() < until:
        time.sleep(0.01)
    assert not list(folders.iterdir())


@pytest.mark.parametrize(("language", "command"), [("python", [sys.executable]), ("perl", ["perl"])])
def test_the_engines_of_the_documents_play(tmp_path: Path, language: str, command: list[str]) -> None:
    """What docs/engines.md shows is run as it stands there."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {language} here")
    page = Path(__file__).parents[1] / "docs" / "engines.md"
    path = tmp_path / "engine"
    path.write_text(page.read_text().partition(f"```{language}\n")[2].partition("```")[0])
    plan = Plan("nim", ("perfect", " ".join([*command, str(path)])), games=2, seed=1, seconds=60).check()
    assert [play(plan, number).fault for number in (0, 1)] == ["", ""]


def test_who_meets_whom() -> None:
    """All of them, the first each of the others, or each the next; on a ladder strengths add up."""
    forms = {
        form: Plan("nim", tuple("abcd"), games=2, seed=1, form=form).pairs for form in ("all", "gauntlet", "ladder")
    }
    with pytest.raises(HoyleError, match="form of an arena"):
        Plan("nim", ("perfect", "careless"), games=2, seed=1, form="snake").check()
    assert len(forms["all"]) == 6
    assert forms["gauntlet"] == [(0, 1), (0, 2), (0, 3)]
    assert forms["ladder"] == [(0, 1), (1, 2), (2, 3)]
    steps = [rating.value for rating in rate(3, [(0, 1, 1.0), (0, 1, 0.0), (1, 2, 1.0), (1, 2, 1.0)])]
    pair = [rating.value for rating in rate(2, [(0, 1, 1.0), (0, 1, 1.0)])]
    assert steps[0] == pytest.approx(steps[1])
    assert steps[1] - steps[2] == pytest.approx(pair[0] - pair[1], rel=0.2)
