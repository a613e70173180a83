"""Nothing waits for what it does not need: small problems load no kernel, compiling is told apart, and warming reaches all."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from conftest import WHOLE
from hoyle import files
from hoyle.advice import hint
from hoyle.cli.main import cli
from hoyle.cli.warm import rehearsals, rehearse
from hoyle.dice import Dice
from hoyle.games.pegs.solver import LAST_KERNEL
from hoyle.match import Match
from hoyle.shelf import shelf
from hoyle.tables.thinking import Thinker
from test_architecture import KERNELS


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own and report on standard error whether numba was loaded."""
    script = (
        "import sys; from hoyle.cli.main import cli\n"
        f"try: cli.main({list(words)!r}, standalone_mode=False)\n"
        "finally: print('numba' in sys.modules, file=sys.stderr)"
    )
    return subprocess.run(
        [sys.executable, "-c", script],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


SMALL = [
    *(("solve", f"pegs/{board}") for board in ("triangle", "easy", "cross", "plus", "pyramid", "arrow", "skull")),
    ("solve", "pegs/english"),
    ("solve", "pegs/french"),
    ("solve", "domino/2", "--seed", "3"),
    ("solve", "domino/2", "--seed", "3", "--shortest"),
    ("solve", "domino/3", "--deal", "3"),
    ("solve", "domino/6", "--seed", "0"),
]


@pytest.mark.parametrize("words", SMALL if WHOLE else SMALL[::3])
def test_small_problems_need_no_kernel(words: tuple[str, ...]) -> None:
    """A problem that the rules answer at once is not kept waiting for numba."""
    done = run(*words)
    assert "solv" in done.stdout, done.stderr
    assert done.stderr == "False\n"


def test_what_is_dealt_needs_no_kernel() -> None:
    """A deal that can be won is found by the rules alone."""
    done = run("play", "domino/4")
    assert done.stdout.startswith("domino") or "S0" in done.stdout
    assert done.stderr == "False\n"


def test_a_hint_needs_no_kernel_before_its_own_are_compiled(tmp_path: Path) -> None:
    """On a new machine the first hint on a small board comes from a search, whatever another game has compiled."""
    package = tmp_path / "fresh"
    source = Path(files.__file__).parent
    # A copy without anything that was compiled.
    listed = [path for path in source.rglob("*.py") if "static" not in path.parts]
    for path in listed:
        copy = package / "hoyle" / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    other = package / "hoyle" / "games" / "domino" / "__pycache__" / "kernel.search-1.py311-checked.nbi"
    other.parent.mkdir()
    other.touch()
    done = run("play", "pegs/triangle", typed="hint\n", PYTHONPATH=str(package), XDG_CACHE_HOME=str(tmp_path))
    assert "leads to a win in 13 jumps" in done.stdout
    assert done.stderr == "False\n"


KERNEL = """
from hoyle.kernels import compiled, WATCH
@compiled
def double(number):
    return 2 * number
double(2); double(2.0)
print(WATCH.seconds > 0)
"""


def test_compiling_is_told_once(tmp_path: Path) -> None:
    """One line says that a kernel is compiled, and none when it is loaded."""
    (tmp_path / "double_kernel.py").write_text(KERNEL)
    command = [sys.executable, "-c", "import double_kernel"]
    first, second = (
        subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True) for _ in range(2)
    )
    assert first.stderr == "hoyle: compiling kernels, once on this machine; hoyle warm does it in advance\n"
    assert (first.stdout, second.stdout, second.stderr) == ("True\n", "False\n", "")


def test_kernels_that_have_no_place_are_told(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """The same where numba finds no place, whoever runs it."""
    from hoyle import kernels

    def refuse(_: object) -> None:
        raise RuntimeError("no locator")

    monkeypatch.setattr(kernels, "_Cache", refuse)
    monkeypatch.setattr(kernels.WATCH, "kept", True)
    monkeypatch.setattr(kernels, "SAID", set())
    with caplog.at_level(logging.WARNING, "hoyle"):
        kernels.compiled(lambda number: number + 1)(1)
    assert "no folder can be written to" in caplog.text


def test_seconds_are_for_thinking() -> None:
    """What was compiled meanwhile does not count as thinking."""
    from hoyle import kernels
    from hoyle.cli.options import thinking

    with thinking("…") as taken:
        kernels.WATCH.seconds += 5
    kernels.WATCH.seconds -= 5
    assert taken.compiling == pytest.approx(5)
    assert taken.seconds == 0
    assert str(taken).endswith("after 5.0 s of compiling")


def test_loading_is_not_thinking() -> None:
    """Importing numba and loading kernels is getting ready: five positions take no time."""
    facts = json.loads(run("solve", "domino/6", "--deal", "1998", "--budget", "5", "--json").stdout)
    assert facts["seconds"] < facts["loading"] + facts["compiling"]
    assert facts["seconds"] < 0.2


@pytest.mark.slow
def test_an_oracle_calls_its_last_kernel_last(tmp_path: Path) -> None:
    """Where the kernel that hints ask for is kept, nothing is left to compile; and only one kernel has its name."""
    script = (
        "from hoyle.games.pegs import game; from hoyle.games.pegs.oracle.consult import choose\n"
        "cross = game('cross'); choose(cross, cross.start()).answer(cross.start())"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)})
    indices = sorted(tmp_path.rglob("*.nbi"), key=lambda path: path.stat().st_mtime_ns)
    assert [path for path in indices if path.match(f"{LAST_KERNEL}-checked.nbi")] == indices[-1:]
    homes = {module for module in KERNELS if hasattr(import_module(module), "look_up") and module.endswith(".kernel")}
    assert homes == {"hoyle.games.pegs.count.kernel"}


def test_compiling_shows_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled meanwhile is counted, and a warning is printed once."""
    from hoyle.cli.options import working

    screen = StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    shown: list[object] = []
    monkeypatch.setattr("rich.status.Status.update", lambda _, words: shown.append(words))
    with working("solving …"):
        logging.getLogger("hoyle").info("compiled look_up")
        warn("compiling")
    logging.getLogger("hoyle").info("compiled nothing")
    assert shown == ["solving … compiled 1 function"]
    assert screen.getvalue().count("compiling\n") == 1


@pytest.mark.parametrize("value", ["", "here"])
def test_a_relative_cache_counts_as_unset(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the XDG specification says: nothing is kept in whatever folder a command happens to run in."""
    monkeypatch.setenv("XDG_CACHE_HOME", value)
    assert files.cache_directory().is_absolute()
    assert "XDG_CACHE_HOME" not in os.environ


def call_everything() -> None:
    """Rehearse, name the kernels that were not called, and then ask everything that may need another one."""
    from hoyle.kernels import KERNELS as IMPORTED
    from hoyle.kernels import WATCH
    from hoyle.lab.envs.episodes import rehearse as train

    for name in KERNELS:
        import_module(name)
    for task in rehearsals():
        rehearse(*task)
    missing = [kernel.py_func.__qualname__ for kernel in IMPORTED if not kernel.signatures]
    signatures = {kernel: len(kernel.signatures) for kernel in IMPORTED}
    for name, box in shelf().items():
        for variant in box.variants:
            match = Match.open(f"{name}/{variant}", seed=1)
            for solver in box.solvers:
                box.solver(solver).solve(match.game, match.state, 300)
            if (seat := match.turn) is not None:
                for player in box.players:
                    box.player(player, Dice(1)).choose(match.game, match.view(seat), seat)
            while box.hints is not None and match.turn is not None:
                hint(match, 10_000)
                match = match.play(next(iter(match.game.moves(match.state)))).settle(Dice(1))
            if box.training.machine is not None:
                train(f"{name}/{variant}")
    late = [kernel.py_func.__qualname__ for kernel in IMPORTED if len(kernel.signatures) > signatures[kernel]]
    sys.stdout.write(json.dumps({"not called": missing, "compiled later": late, "told": WATCH.seconds > 0}))


@pytest.mark.skipif(not WHOLE, reason="this compiles everything")
def test_warming_compiles_everything(tmp_path: Path) -> None:
    """After the rehearsals every function that has the decorator is compiled, and for whatever types it is called with."""
    done = subprocess.run(
        [sys.executable, "-c", "import test_waits; test_waits.call_everything()"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert json.loads(done.stdout) == {"not called": [], "compiled later": [], "told": True}


def test_every_kernel_is_in_a_game_that_rehearses() -> None:
    """No game has kernels that nothing would compile ahead."""
    games = {name.split(".")[2] for name in KERNELS if name.startswith("hoyle.games.")}
    assert (
        games == {game for game, _ in rehearsals()} == {name for name, box in shelf().items() if box.training.machine}
    )


def test_one_rehearsal() -> None:
    """A rehearsal is found by the names of its game and task."""
    rehearse("pegs", "beam")


def test_the_cache_is_shown_and_cleared(tmp_path: Path) -> None:
    """Books and kernels are listed with their size, and removed on demand."""
    (tmp_path / "hoyle").mkdir()
    (tmp_path / "hoyle" / "pegs-x.v1").write_bytes(bytes(1_500_000))
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "kernel.f-checked.1.nbc").write_bytes(bytes(10))
    places = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "numba")}
    shown = json.loads(run("cache", "--json", **places).stdout)
    assert shown["books"] == {"files": 1, "bytes": 1_500_000, "folders": [str(tmp_path / "hoyle")]}
    assert "books: 1 file, 1.5 MB" in run("cache", **places).stdout


def test_the_cache_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels and books go, and nothing else."""
    for name in ("pegs-x.v1", "kernel.f-checked.1.nbc", "mine.txt"):
        (tmp_path / name).write_bytes(bytes(10))
    monkeypatch.setattr(files, "cache_directory", lambda: tmp_path)
    monkeypatch.setattr(files, "kept_kernels", lambda: [tmp_path / "kernel.f-checked.1.nbc"])
    done = CliRunner().invoke(cli, ["cache", "--clear"])
    assert done.output.startswith(f"kernels: removed 1 file in {tmp_path}\nbooks: removed 1 file in {tmp_path}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_notes_reach_whoever_asked() -> None:
    """What a process logs while it thinks is passed on, and is no answer."""
    notes: list[str] = []
    with Thinker(heed=notes.append) as thinker:
        thinker.think("logging:warning", "not ours")
        thinker.think("test_waits:warn", "compiling")
    assert notes == ["compiling"]


def warn(words: str) -> None:
    """Warn in the name of hoyle."""
    logging.getLogger("hoyle").warning("%s", words)
