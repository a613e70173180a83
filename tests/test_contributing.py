"""CONTRIBUTING.md, carried out: its seven steps make a game that obeys the laws."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text()


def blocks(language: str) -> list[str]:
    """Return the code of that language in the text."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def install(package: Path) -> None:
    """Do what pip would with the text's pyproject.toml: write down the entry points beside the module."""
    (settings,) = (tomllib.loads(block)["project"] for block in blocks("toml"))
    facts = package / f"{settings['name'].replace('-', '_')}-{settings['version']}.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {settings['name']}\nVersion: {settings['version']}\n"
    )
    ((group, doors),) = settings["entry-points"].items()
    (facts / "entry_points.txt").write_text(
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in doors.items())
    )


def test_the_seven_steps_make_a_lawful_game(tmp_path: Path) -> None:
    """Run every command of the text in a fresh folder: the new game shows, plays, and passes the laws."""
    assert re.findall(r"^\*\*(\d)\.", TEXT, re.MULTILINE) == list("1234567")
    install(tmp_path / "hoyle-three-installed")
    python = Path(sys.executable).parent
    environment = {
        "HOYLE": str(ROOT),
        "PATH": f"{python}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "hoyle-three-installed"), str(tmp_path / "hoyle-three")]),
    }
    script = "set -e\n" + "\n".join(blocks("sh"))
    done = subprocess.run(
        ["sh", "-c", script],  # noqa: S607 — whichever shell a reader has
        cwd=tmp_path,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "a4: a move takes at most three counters (§2)" in done.stdout
    assert "b1 b2 b3 c1 c2 c3" in done.stdout
    assert re.search(r"\b[1-9]\d* passed", done.stdout)
