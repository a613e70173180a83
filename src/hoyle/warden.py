"""The warden: a process that ends other people's programs when the process that runs them is gone, however that went.

Run as a file, it reads lines: a plus, the number of a program and its mark, or a minus and the number of one that has ended.
When no more lines can come, it kills the programs that are left and whatever has their marks.  It stands alone, so that it
starts in a moment.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

ROUNDS: Final = 5
"""How often marks are looked for: what is found may just have started something else."""


def watch(lines: Iterable[str]) -> dict[int, str]:
    """Return the programs that are left when there are no more lines, with their marks.

    >>> watch(["+ 12 NAME=a", "+ 345 NAME=b", "- 12"])
    {345: 'NAME=b'}
    """
    left: dict[int, str] = {}
    for sign, number, *mark in map(str.split, lines):
        if sign == "+":
            left[int(number)] = mark[0]
        else:
            left.pop(int(number), None)
    return left


def kill(program: int, mark: str) -> None:
    """End a program that nobody has waited for, its group, and every process that has its mark."""
    for end in (os.killpg, os.kill):
        # A program may have left its group, or may be gone.
        with suppress(OSError):
            end(program, signal.SIGKILL)
    kill_marked(mark)


def kill_marked(mark: str) -> None:
    """End every process that has a mark in its environment; on Linux, which shows it, no group or session hides one."""
    for _ in range(ROUNDS):
        found = [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/environ") if _has(path, mark.encode())]
        for process in found:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        if not found:
            break


def _has(path: Path, mark: bytes) -> bool:
    try:
        return mark in path.read_bytes().split(b"\0")
    except OSError:  # It is gone, or another user's.
        return False


if __name__ == "__main__":
    for program, mark in watch(sys.stdin).items():
        kill(program, mark)
