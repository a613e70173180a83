"""CONTRIBUTING.md, carried out with nothing but an installed hoyle: its seven steps make a game that obeys the laws."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text()


def script() -> str:
    """Return what a reader types: the commands of the text, and its settings as pyproject.toml."""
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return "set -e\n" + "".join(
        f"cat >pyproject.toml <<'END'\n{block}END\n" if language == "toml" else block for language, block in blocks
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh environment with the wheel of hoyle, beside the packages that it needs."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    home = folder / "env"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (packages,) = home.glob("lib/python*/site-packages")
    # Of a path that stands in such a file the .pth files are not read, so the checkout is out of sight.
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    return home


def run(home: Path, words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run commands in the environment, without a network."""
    own = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    path = f"{home / 'bin'}{os.pathsep}{own['PATH']}"
    # For pip's flags that begin with no, 0 means that they are set.
    pip = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_QUIET": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    return subprocess.run(
        ["sh", "-c", words],  # noqa: S607 — whichever shell a reader has
        cwd=folder,
        env={**own, **pip, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_seven_steps_make_a_lawful_game(installed: Path, tmp_path: Path) -> None:
    """Every command of the text works in a fresh folder; the new game shows, plays and obeys the laws, until it is spoilt."""
    assert re.findall(r"^\*\*(\d)\.", TEXT, re.MULTILINE) == list("1234567")
    where = run(installed, "python -c 'import hoyle; print(hoyle.__file__)'", tmp_path)
    assert where.stdout.startswith(str(installed)), where.stderr
    done = run(installed, script(), tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Three: take up to three counters from one heap" in done.stdout
    assert "at most three and at most as many as it holds." in done.stdout
    assert "a4: a move takes at most three counters (§2)" in done.stdout
    assert "b1 b2 b3 c1 c2 c3" in done.stdout
    assert re.search(r"^[1-9]\d* held, 0 broken, ", done.stdout, re.MULTILINE)

    (game,) = installed.glob("lib/python*/site-packages/hoyle_three.py")
    # Longer than before: bytecode counts as fresh while its source has the same size and was changed in the same second.
    game.write_text(game.read_text().replace("if move.count > 3:", "if move.count > 3 + 1:"))
    spoilt = run(installed, "hoyle laws three --law legality", tmp_path)
    assert spoilt.returncode == 1, spoilt.stdout + spoilt.stderr
    found = re.search(
        r"three/classic breaks the law of legality by '[bc]4': it is legal, but not listed\n"
        r"  position  \d,\d,\d (first|second)\n"
        r"  reached   after \d+ moves of seed \d\n"
        r"  repeat    (hoyle laws .*)\n",
        spoilt.stdout,
    )
    assert found
    again = run(installed, found[2], tmp_path)
    assert found[0] in again.stdout
    assert again.returncode == 1
