"""How long people wait for a command, on a new machine and after hoyle warm: each in a fresh home, with empty caches.

python benchmarks/waits.py [COMMAND...] measures all commands, or those that contain one of the given words.  Processor
seconds are those of the command and all its processes; a process that prepares something in the background is not waited
for.
"""

from __future__ import annotations

import datetime as dt
import os
import platform
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numba
import numpy as np

ROWS = (
    ("list", ""),
    ("rules pegs", ""),
    ("show pegs/skull", ""),
    ("solve pegs/triangle", ""),
    ("solve pegs/skull", ""),
    ("solve pegs/english", ""),
    ("solve domino/2 --deal 3", ""),
    ("solve domino/3 --deal 3", ""),
    ("solve domino/6 --deal 1998", ""),
    ("deal pegs", ""),
    ("play domino", ""),
    ("play nim --against perfect", "hint\n"),
    ("play pegs/triangle", "hint\n"),
    ("play pegs/english", "hint\n"),
    ("play domino", "hint\n"),
    ("play dots", "hint\n"),
)


def run(home: Path, words: str, typed: str = "") -> tuple[float, float]:
    """Return the seconds by the clock and of the processor that a command takes in a home."""
    environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
    environment["NUMBA_CACHE_DIR"] = str(home / "kernels")
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "hoyle", *shlex.split(words)]
    done = subprocess.run(command, input=typed, env=environment, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        raise SystemExit(f"{words}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - begun, sum(
        getattr(after, kind) - getattr(before, kind) for kind in ("ru_utime", "ru_stime")
    )


def main(wanted: list[str]) -> None:
    """Print the table."""
    rows = [row for row in ROWS if not wanted or any(one in " ".join(row) for one in wanted)]
    with tempfile.TemporaryDirectory() as folder:
        cold = [run(Path(folder) / f"cold{number}", *row) for number, row in enumerate(rows)]
        home = Path(folder) / "warm"
        clock, processor = run(home, "warm")
        warm = [run(home, *row) for row in rows]
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors, {dt.date.today()}, ", end="")  # noqa: DTZ011 — the day here
    print(f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}\n")
    print("| command | new machine | after `hoyle warm` |\n|---|---:|---:|")
    for (words, typed), new, later in zip(rows, cold, warm, strict=True):
        shown = f"`{words}`" + (f", then `{typed.strip()}`" if typed else "")
        print(f"| {shown} | {new[1]:.1f} | {later[1]:.1f} |")
    print(f"\n`hoyle warm` itself: {clock:.0f} s, {processor:.0f} of them of a processor")


if __name__ == "__main__":
    main(sys.argv[1:])
