"""Run hoyle as a person or a script does: in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

BAD_INPUT = 2


def hoyle(*words: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command, under -O if the tests are, and return how it ended."""
    optimised = [] if __debug__ else ["-O"]
    return subprocess.run(
        [sys.executable, *optimised, "-m", "hoyle", *words],
        input=typed,
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
        timeout=120,
    )


def answer(*words: str) -> Any:
    """Return the one JSON object that a command prints."""
    done = hoyle(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refused(*words: str, typed: str = "", cwd: Path | None = None) -> str:
    """Return the one line with which a command refuses its input."""
    done = hoyle(*words, typed=typed, cwd=cwd)
    assert done.returncode == BAD_INPUT
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line
