"""Surveys: the same rows whoever works and whatever dies, and a summary that does not overstate them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from conftest import whole
from hoyle.box import Study
from hoyle.cli.survey import survey
from hoyle.game import HoyleError
from hoyle.lab.survey import Plan, Rows, answer, complete, numbered_deal, planned_deal, radices, rows, run
from hoyle.shelf import find

LAB = "this needs the lab extra: pip install 'hoyle[lab]'"
duckdb = pytest.importorskip("duckdb", reason=LAB)
pytest.importorskip("pyarrow", reason=LAB)
pytest.importorskip("distributed", reason=LAB)

from hoyle.lab.folder import PATTERN, Folder  # noqa: E402 — likewise
from hoyle.lab.summary import interval, summarise, wilson  # noqa: E402 — likewise
from hoyle.lab.workers import Dask, Processes  # noqa: E402 — only with the extra

# Readable and slow, so that there is time to kill something, and no kernel to load in each worker.
PLAN = Plan("domino/2", deals=60, seed=7, solver="breadth-first", budget=10_000, chunk=4)

# Clusters open sockets and loops that their dying workers cannot close.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


class Threads:
    """The plainest engine: an executor of the standard library."""

    workers = 2

    def executor(self) -> Executor:
        """Return a pool of threads."""
        return ThreadPoolExecutor(self.workers)

    def close(self) -> None:
        """There is nothing to close."""


class Memory:
    """Parts in memory, handed back in the order in which they came."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.parts: dict[int, Rows] = {}

    def missing(self) -> list[int]:
        """Return the chunks that are not there yet."""
        return [number for number in range(self.plan.chunks) if number not in self.parts]

    def keep(self, number: int, rows: Rows) -> None:
        """Keep a chunk, of which there must be no other."""
        assert number not in self.parts
        self.parts[number] = rows

    def table(self) -> list[tuple[Any, ...]]:
        """Return all rows in the order of the deals."""
        return [row for number in sorted(self.parts) for row in zip(*self.parts[number].values(), strict=True)]


@cache
def reference() -> list[tuple[Any, ...]]:
    """Return the rows of the plan, made one after another in this process."""
    parts = Memory(PLAN)
    for number in range(PLAN.chunks):
        parts.keep(number, rows(PLAN, number))
    return parts.table()


def kept(folder: Path) -> list[tuple[Any, ...]]:
    """Return the rows in a folder in the order of the deals."""
    files = sorted(map(str, folder.glob(PATTERN)))
    return list(duckdb.read_parquet(files).order("deal").fetchall())


# ---------------------------------------------------------------------------------------------------- deals and rows


def test_the_deals_of_a_plan_are_fixed() -> None:
    """By number every order once; by seed the deal that --seed of the other commands gives."""
    domino = find("domino/2")[1]
    assert radices(domino) == [6, 5, 4, 3, 2, 1]
    assert len({numbered_deal(domino, number).state for number in range(720)}) == 720
    found = rows(PLAN, 1)
    assert found["deal"] == [4, 5, 6, 7]
    assert len(set(found["seed"])) == 4


@pytest.mark.parametrize("solver", ["depth-first", "shortest"])
@pytest.mark.parametrize("seed", [None, 3])
def test_a_batch_gives_the_rows_of_the_solver(solver: str, seed: int | None) -> None:
    """The quick way of a box and the way by the rules are the same."""
    plan = Plan("domino/4", 24, seed, solver, 10_000, 12)
    box, game = find(plan.game)
    for number in range(plan.chunks):
        found = rows(plan, number)
        slow = [answer(box, game, plan, deal) for deal in plan.span(number)]
        assert list(zip(found["verdict"], found["length"], found["nodes"], strict=True)) == slow


@pytest.mark.parametrize("solver", ["depth-first", "shortest"])
def test_a_batch_with_a_small_budget_is_checked_too(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rules alone would give up, a true claim passes and a false one does not."""
    plan = Plan("domino/3", 1, 3, solver, 40, 1)
    box, game = find(plan.game)
    assert answer(box, game, plan, 0)[0] == "gave up"
    assert rows(plan, 0)["verdict"] == ["solved"]
    lie = replace(box, study=Study(batch={solver: lambda *_, **__: [("unsolvable", None, 5)]}))
    monkeypatch.setattr("hoyle.lab.survey.find", lambda _: (lie, game))
    with pytest.raises(RuntimeError, match="the batch says"):
        rows(plan, 0)


def test_a_batch_that_errs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first deal of each chunk is solved by the rules too."""
    box = find("domino")[0]
    wrong = replace(box, study=Study(batch={"depth-first": lambda _game, deals, **_: [("solved", 1, 1)] * len(deals)}))
    monkeypatch.setattr("hoyle.lab.survey.find", lambda name: (wrong, find(name)[1]))
    with pytest.raises(RuntimeError, match="the batch says"):
        rows(replace(PLAN, solver="depth-first"), 0)


def test_a_plan_is_for_games_that_deal_and_can_be_solved() -> None:
    """Nim has no deal, nobody lists all deals of double-six, and a solver must exist."""
    with pytest.raises(HoyleError, match="begins with a deal"):
        complete(Plan("nim", 10, 1, "", 10, 1))
    with pytest.raises(HoyleError, match="too many for --all"):
        complete(Plan("domino/6", 10, None, "", 10, 1))
    with pytest.raises(HoyleError, match="no solver of domino is called 'magic'"):
        complete(Plan("domino/6", 10, 1, "magic", 10, 1))
    plan = complete(Plan("domino/2", 10, None, "breadth-first", 10_000, 0))
    assert (plan.deals, plan.chunk > 0, Plan.read(plan.write())) == (720, True, plan)
    assert planned_deal(find("domino/2")[1], plan, 5).turn == 0


# ------------------------------------------------------------------------------------- engines, and what dies in them


@pytest.mark.parametrize(
    "engine",
    [Threads, lambda: Processes(1), lambda: Processes(2), lambda: Dask("local", 2)],
    ids=["threads", "one process", "two processes", "dask"],
)
def test_every_engine_gives_the_same_rows(engine: Callable[[], Any]) -> None:
    """Whatever the workers, their number and the order in which they answer."""
    parts = Memory(PLAN)
    done: list[int] = []
    run(PLAN, parts, engine(), done.append)
    assert parts.table() == reference()
    assert sum(done) == PLAN.deals


def blocked_signals() -> set[int]:
    """Return which signals this thread puts off."""
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, []))


def test_workers_never_hear_of_an_interrupt() -> None:
    """Ctrl-C is put off from their first instruction on, and in the parent only for a moment."""
    workers = Processes(2)
    try:
        assert signal.SIGINT in workers.executor().submit(blocked_signals).result()
        assert signal.SIGINT not in blocked_signals()
    finally:
        workers.close()


def test_a_killed_process_costs_only_time() -> None:
    """Its chunks are handed out again, to fresh workers."""
    killed: list[int] = []

    def told(_: int) -> None:
        if not killed:
            victim = next(process for process in active_children() if "Spawn" in type(process).__name__)
            assert victim.pid
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.pid)

    parts = Memory(PLAN)
    run(PLAN, parts, Processes(2), told)
    assert killed
    assert parts.table() == reference()


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_costs_only_time() -> None:
    """Dask gives its chunks to others."""
    engine = Dask("local", 2)
    pids = list(engine._client.run(os.getpid).values())
    killed: list[int] = []

    def told(_: int) -> None:
        if not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    parts = Memory(PLAN)
    run(PLAN, parts, engine, told)
    assert killed
    assert parts.table() == reference()


def test_a_chunk_that_kills_every_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A survey does not go round in circles."""
    from concurrent.futures import BrokenExecutor, Future

    class Deadly(Executor):
        def submit(self, *_: Any, **__: Any) -> Any:
            future: Future[Rows] = Future()
            future.set_exception(BrokenExecutor())
            return future

    monkeypatch.setattr(Threads, "executor", lambda _: Deadly())
    with pytest.raises(HoyleError, match="job 0 has lost its worker 4 times"):
        run(replace(PLAN, chunk=60), Memory(replace(PLAN, chunk=60)), Threads())


@pytest.mark.parametrize(
    ("blow", "cluster"),
    [(signal.SIGKILL, []), pytest.param(signal.SIGKILL, ["--cluster", "local"], marks=whole), (signal.SIGINT, [])],
)
def test_a_killed_survey_goes_on(tmp_path: Path, blow: signal.Signals, cluster: list[str]) -> None:
    """Kill the whole run when some parts are there: with --resume nothing is twice and nothing is missing."""
    folder = tmp_path / "survey"
    Folder.new(folder, PLAN).close()
    command = [sys.executable, "-m", "hoyle", "survey", "domino/2", "--resume", "-o", str(folder), "--workers", "2"]
    work = subprocess.Popen([*command, *cluster], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while len(list(folder.glob(PATTERN))) < 3 and work.poll() is None:
        time.sleep(0.02)
    work.send_signal(blow)
    _, said = work.communicate()
    before = len(list(folder.glob(PATTERN)))
    assert work.returncode == (130 if blow == signal.SIGINT else -signal.SIGKILL), said
    assert 3 <= before < PLAN.chunks
    assert blow == signal.SIGKILL or "continue with" in said
    done = subprocess.run([*command, *cluster], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert kept(folder) == reference()
    assert "domino/2: 60 deals" in done.stdout
    assert (folder / "lengths.svg").read_text().startswith("<svg")


def test_a_folder_has_one_survey_and_one_writer(tmp_path: Path) -> None:
    """A second survey, a second writer and a resumption of nothing are refused."""
    with pytest.raises(HoyleError, match="has no survey to continue"):
        Folder.resume(tmp_path)
    folder = Folder.new(tmp_path / "deep" / "down", PLAN)
    with pytest.raises(HoyleError, match="already has a survey"):
        Folder.new(folder.path, PLAN)
    with pytest.raises(HoyleError, match="another survey is writing"):
        Folder.resume(folder.path)
    folder.close()
    again = Folder.resume(folder.path)
    assert (again.plan, again.missing()) == (PLAN, list(range(15)))
    again.close()


# -------------------------------------------------------------------------------------------------- damaged folders


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a survey that is done."""
    path = tmp_path_factory.mktemp("finished") / "survey"
    folder = Folder.new(path, PLAN)
    run(PLAN, folder, Threads())
    folder.close()
    return path


def test_a_survey_says_where_its_rows_are(finished: Path) -> None:
    """Its last line names the folder."""
    done = CliRunner().invoke(survey, [PLAN.game, "--resume", "-o", str(finished)])
    assert done.output.splitlines()[-1].endswith(f" are in {finished}")


def flip(path: Path, seed: int) -> None:
    """Flip one bit of a file."""
    data = bytearray(path.read_bytes())
    data[seed * 7919 % len(data)] ^= 1 << seed % 8
    path.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    **{f"bit {seed}": lambda part, seed=seed: flip(part, seed) for seed in range(16)},  # type: ignore[misc]
    "emptied": lambda part: part.write_bytes(b""),
    "cut": lambda part: part.write_bytes(part.read_bytes()[:-9]),
    "longer": lambda part: part.write_bytes(part.read_bytes() + b"x"),
    "gone": lambda part: part.unlink(),
    "another part's": lambda part: part.write_bytes(part.with_name("part-000007.parquet").read_bytes()),
    "its line is gone": lambda part: unlist(part, ""),
    "its line is torn": lambda part: unlist(part, part.name[:-4]),
}


def unlist(part: Path, torn: str) -> None:
    """Take away the line of a part, or all but the beginning of it."""
    sums = part.with_name("checksums.txt")
    kept = [line if part.name not in line else torn for line in sums.read_text().splitlines()]
    sums.write_text("\n".join(kept))


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_part_is_named_and_done_again(finished: Path, tmp_path: Path, damage: str) -> None:
    """Whatever happened to it, and the rows are the same as ever in the end."""
    folder = tmp_path / "survey"
    shutil.copytree(finished, folder)
    DAMAGES[damage](folder / "part-000003.parquet")
    again = Folder.resume(folder)
    assert again.missing() == [3]
    (words,) = again.unsound
    assert words.startswith("part-000003.parquet")
    assert words.endswith("solved again")
    run(PLAN, again, Threads())
    again.close()
    assert kept(folder) == reference()
    whole = Folder.resume(folder)
    whole.close()
    assert (whole.missing(), whole.unsound) == ([], ())


def test_a_part_too_many_is_named_and_not_counted(finished: Path, tmp_path: Path) -> None:
    """Its rows are in none of the figures, wherever it came from."""
    folder = tmp_path / "survey"
    shutil.copytree(finished, folder)
    for name in ("part-000099.parquet", "part-copy.parquet"):
        shutil.copy(folder / "part-000003.parquet", folder / name)
    again = Folder.resume(folder)
    again.close()
    assert again.missing() == []
    assert sorted(words.split()[0] for words in again.unsound) == ["part-000099.parquet", "part-copy.parquet"]
    assert summarise(again.parts, again.plan).deals == PLAN.deals


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("plan.json", lambda text: text.replace(b'"seed": 7', b'"seed": 8'), "was damaged or changed"),
        ("plan.json", lambda _: bytes(range(256)), "was damaged or changed"),
        ("plan.json", lambda _: b"", "was damaged or changed"),
        ("checksums.txt", lambda _: bytes(range(256)), "is damaged"),
        ("checksums.txt", lambda _: b"", "is damaged"),
        ("checksums.txt", None, "has no checksums.txt, so its parts cannot be trusted"),
        ("plan.json", None, "has no survey to continue"),
    ],
)
def test_a_plan_that_is_not_the_parts_is_refused(
    finished: Path, tmp_path: Path, file: str, content: Callable[[bytes], bytes] | None, words: str
) -> None:
    """Nothing in the folder is touched then."""
    folder = tmp_path / "survey"
    shutil.copytree(finished, folder)
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(content((folder / file).read_bytes()))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(HoyleError, match=words):
        Folder.resume(folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["domino/2", "--seed", "8"], "has seed 7, not 8"),
        (["domino/2", "--all"], "has seed 7, not none"),
        (["domino/3"], "has game domino/2, not domino/3"),
        (["domino/2", "--shortest"], "has solver breadth-first, not shortest"),
        (["domino/2", "--deals", "61"], "has deals 60, not 61"),
        (["domino/2", "--seed", "7", "--deals", "60"], None),
        (["domino/2"], None),
    ],
)
def test_options_that_are_not_the_plans_are_refused(finished: Path, options: list[str], words: str | None) -> None:
    """Going on with another survey than the one that is meant would be worse than not going on."""
    done = CliRunner().invoke(survey, [*options, "--resume", "-o", str(finished)])
    if words is None:
        assert "60 deals" in done.output
    else:
        assert words in str(done.exception)


# ------------------------------------------------------------------------------------------------------------ summary


def test_undecided_deals_count_on_both_sides() -> None:
    """The interval covers that all of them are winnable, and that none is."""
    low, high = interval(900, 50, 1000, sampled=True)
    assert low == wilson(900, 1000)[0]
    assert high == wilson(950, 1000)[1]
    assert interval(900, 50, 1000, sampled=False) == (0.9, 0.95)


def test_wilsons_interval_is_the_textbooks() -> None:
    """Wilson 1927, for 0 of 10 and 50 of 100; and it never leaves 0 to 1."""
    assert [round(end, 4) for end in wilson(0, 10)] == [0.0, 0.2775]
    assert [round(end, 4) for end in wilson(50, 100)] == [0.4038, 0.5962]
    assert wilson(10, 10)[1] == 1.0


def test_a_summary_counts_what_is_there(tmp_path: Path) -> None:
    """Verdicts, quantiles, the histogram and the hardest deals, from parts made up for it."""
    plan = replace(PLAN, deals=6, chunk=3)
    folder = Folder.new(tmp_path, plan)
    folder.keep(
        0, {"deal": [0, 1, 2], "seed": [5, 6, 7], "verdict": ["solved"] * 3, "length": [7, 6, 7], "nodes": [9, 7, 8]}
    )
    folder.keep(
        1,
        {
            "deal": [3, 4, 5],
            "seed": [8, 9, 10],
            "verdict": ["unsolvable", "gave up", "solved"],
            "length": [None, None, 9],
            "nodes": [3, 1000, 20],
        },
    )
    folder.close()
    found = summarise(folder.parts, plan)
    assert (found.deals, found.solved, found.unsolvable, found.undecided) == (6, 4, 1, 1)
    assert found.histogram == ((6, 1), (7, 2), (9, 1))
    assert (found.lengths[0], found.lengths[2], found.lengths[-1]) == (6, 7, 9)
    assert found.hardest[0] == (4, 9, "gave up", 1000)
    assert found.interval == interval(4, 1, 6, sampled=True)
