"""An engine of somebody else's at the web table, seated by whoever opens the table."""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from command import answer, refused
from hoyle.shelf import shelf
from hoyle.tables.turns import BusyError
from hoyle.tables.web import catalogue
from hoyle.tables.web.limits import Limits
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store

DOC = Path(__file__).parent.parent / "docs" / "engines.md"


@pytest.fixture
def command(tmp_path: Path) -> str:
    """Return the command of the engine that the docs show."""
    (code,) = re.findall(r"```python\n(.*?)```", DOC.read_text(), re.DOTALL)
    (tmp_path / "engine.py").write_text(code)
    return f"{sys.executable} {tmp_path / 'engine.py'}"


@pytest.mark.parametrize("game", ["nim/2,1", "stratego/six"])
def test_an_engine_plays_at_the_web_table(tmp_path: Path, command: str, game: str) -> None:
    """It takes its seat under its name, sets up if there is something to set up, and answers; the same seed, the same moves."""
    lines = []
    for number in range(2):
        with Service(Store(str(tmp_path / f"{number}.db")), Limits(pace=0), engines={"Random": command}) as service:
            opened = service.create(game, seats=["me", "Random"], seed=5)
            first = "a1" if game.startswith("nim") else "corner"
            look = service.change(opened.name, opened.token, "move", first)
            assert service.answer(opened.name) is None
            look = service.see(opened.name, opened.token)
            assert [seat["who"] for seat in look["seats"]] == ["person", "Random"]
            assert look["turn"] == 0
            lines.append([move.text for move in service.store.entries(opened.name, 0)])
    assert len(lines[0]) == 2
    assert lines[0] == lines[1]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print('ready')\nwhile True: input()", "did not answer"),
        (
            "import sys\nfor line in sys.stdin:\n    print('ready' if 'hoyle' in line else 'move z9', flush=True)",
            "no heap z",
        ),
    ],
)
def test_an_engine_that_fails_resigns(
    tmp_path: Path, code: str, words: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that stalls or breaks a rule loses the match, and the log says why."""
    monkeypatch.setattr("hoyle.tables.web.answers.ENGINE_SECONDS", 0.5)
    (tmp_path / "bad.py").write_text(code)
    engines = {"Bad": f"{sys.executable} {tmp_path / 'bad.py'}"}
    with Service(Store(str(tmp_path / "hoyle.db")), engines=engines) as service:
        opened = service.create("nim", seats=["me", "Bad"])
        service.change(opened.name, opened.token, "move", "a1")
        service.answer(opened.name)
        look = service.see(opened.name, opened.token)
    assert look["outcome"]
    assert look["outcome"]["scores"][0] > look["outcome"]["scores"][1]
    assert re.search(f"the engine Bad resigns: .*({words})", caplog.text)


@pytest.mark.parametrize("ready", ["print('ready', flush=True)", ""])
def test_no_engine_resigns_because_the_table_closes(tmp_path: Path, ready: str) -> None:
    """Whoever is asked then, or gets ready, is called off at once, and the match goes on when the table is open again."""
    (tmp_path / "slow.py").write_text(f"import time\n{ready}\ntime.sleep(600)")
    engines = {"Slow": f"{sys.executable} {tmp_path / 'slow.py'}"}
    store = str(tmp_path / "hoyle.db")
    with ThreadPoolExecutor(1) as pool:
        with Service(Store(store), engines=engines) as service:
            opened = service.create("nim", seats=["me", "Slow"])
            service.change(opened.name, opened.token, "move", "a1")
            answer = pool.submit(service.answer, opened.name)
            while not service._programs:
                time.sleep(0.01)
        with pytest.raises(BusyError):
            answer.result(timeout=8)
    with Service(Store(store)) as service:
        look = service.see(opened.name, opened.token)
    assert (look["ended"], len(look["line"])) == (None, 1)


def test_only_engines_that_were_named_are_seated(tmp_path: Path, command: str) -> None:
    """A player cannot name a program; where the engine of a match is gone, the match waits for it."""
    store = str(tmp_path / "hoyle.db")
    with Service(Store(store), engines={"Random": command}) as service:
        opened = service.create("nim", seats=["me", "Random"])
        for stranger in (command, "random", "./engine.py"):
            with pytest.raises(ValueError, match="no player of nim is called"):
                service.create("nim", seats=["me", stranger])
        service.change(opened.name, opened.token, "move", "a1")
    with Service(Store(store)) as service:
        with pytest.raises(BusyError, match="Random is not here"):
            service.answer(opened.name)
        assert service.see(opened.name, opened.token)["ended"] is None


def test_wrong_engines_are_refused_at_once(command: str) -> None:
    """Before the table opens: no name, a name that is taken, a program that cannot be run."""
    assert "NAME=COMMAND" in refused("serve", "--engine", "./engine")
    assert "already the name of a player" in refused("serve", "--engine", f"perfect={command}")
    assert "cannot be run" in refused("serve", "--engine", "Nobody=./there-is-none")


def test_ratings_are_those_that_the_arena_measures(tmp_path: Path) -> None:
    """The command that stands beside the ratings gives them again, and a level is stronger than the one below."""
    for box in shelf().values():
        if box.guide.ladder is None:
            continue
        facts = json.loads(box.guide.ladder())
        words = shlex.split(facts["command"])
        assert words[:2] == ["hoyle", "arena"]
        ratings = [face["rating"][0] for face in catalogue.opponents(box) if face["rating"]]
        assert ratings == sorted(ratings)
        if box.name != "nim":
            continue
        found = answer(*words[1:-1], "-o", str(tmp_path / "arena"))["standings"]
        measured = {one["player"]: [round(one["rating"]["value"]), round(one["rating"]["error"])] for one in found}
        assert measured == facts["ratings"]
