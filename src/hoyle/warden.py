"""The warden: a process that ends other people's programs when the process that runs them is gone, however that went.

Run as a file, it reads lines: a plus, the number of a program, its mark and its folder, or a minus and the number of one that has ended.
When no more lines can come, it kills the programs that are left, their descendants, and whatever has their marks, and removes their folders.
It stands alone, so that it starts in a moment.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Final

ROUNDS: Final = 5
"""How often marks are looked for: what is found may just have started something else."""


def watch(lines: Iterable[str]) -> dict[int, tuple[str, str]]:
    """Return the programs that are left when there are no more lines, with their marks and their folders.

    >>> watch(["+ 12 NAME=a one", "+ 345 NAME=b my folder", "- 12"])
    {345: ('NAME=b', 'my folder')}
    """
    left: dict[int, tuple[str, str]] = {}
    for line in lines:
        sign, number, *facts = line.rstrip("\n").split(" ", 3)
        if sign == "+":
            left[int(number)] = facts[0], facts[1]
        else:
            left.pop(int(number), None)
    return left


def kill(program: int, mark: str) -> None:
    """End a program that nobody has waited for, its descendants, its group, and every process that has its mark."""
    # A process that has got the number of a program that is gone has another environment.
    if _has(Path(f"/proc/{program}/environ"), mark.encode()):
        kill_descendants(program)
    for end in (os.killpg, os.kill):
        # A program may have left its group, or may be gone.
        with suppress(OSError):
            end(program, signal.SIGKILL)
    kill_marked(mark)


def kill_descendants(program: int) -> None:
    """On Linux, end everything that descends from a program, whatever its session and its environment.

    All of it is stopped first: what is stopped starts nothing, and keeps its children, which would be nobody's without it.
    """
    family: dict[int, int] = {}
    with suppress(OSError):
        os.kill(program, signal.SIGSTOP)
    for _ in range(ROUNDS):
        new = hold(program, family)
        for process in new:
            _send(family[process], signal.SIGSTOP)
        if not new:
            break
    kill_held(family)


def hold(program: int, family: dict[int, int]) -> list[int]:
    """Add to a family what descends from a program, with a handle that no other process ever gets; return what is new."""
    if sys.platform != "linux":
        return []
    found = [process for process in descendants(program) if process not in family]
    for process in found:
        with suppress(OSError):
            family[process] = os.pidfd_open(process)
    # Between the look and the handle, a number may have become another's.
    related = descendants(program) if found else set()
    for process in [process for process in found if process in family and process not in related]:
        os.close(family.pop(process))
    return [process for process in found if process in family]


def kill_held(family: dict[int, int]) -> None:
    """End the processes that are held, and let go of them."""
    for held in family.values():
        _send(held, signal.SIGKILL)
        os.close(held)
    family.clear()


def descendants(program: int) -> set[int]:
    """Return the children of a process, their children, and so on, as /proc shows them."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        # A name in parentheses may hold anything; after it come the state and the parent.
        with suppress(OSError):
            children.setdefault(int(path.read_bytes().rpartition(b")")[2].split()[1]), []).append(int(path.parent.name))
    found: set[int] = set()
    ahead = [program]
    while ahead:
        new = [child for child in children.get(ahead.pop(), ()) if child not in found]
        found.update(new)
        ahead += new
    return found


def _send(held: int, sign: signal.Signals) -> None:
    if sys.platform == "linux":
        with suppress(OSError):  # It may be gone, or another user's.
            signal.pidfd_send_signal(held, sign)


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
    for program, (mark, folder) in watch(sys.stdin).items():
        kill(program, mark)
        rmtree(folder, ignore_errors=True)
