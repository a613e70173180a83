"""The warden: a process that ends other people's programs when the process that runs them is gone, however that went.

Run as a file, it reads a number on each line: a group of processes to watch, or with a minus one to watch no longer.  When
no more lines can come, it kills the groups that are left.  It stands alone, so that it starts in a moment.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress


def watch(lines: Iterable[str]) -> set[int]:
    """Return the groups that are left when there are no more lines.

    >>> watch(["12", "345", "-12"])
    {345}
    """
    groups: set[int] = set()
    for number in map(int, lines):
        if number > 0:
            groups.add(number)
        else:
            groups.discard(-number)
    return groups


if __name__ == "__main__":
    for group in watch(sys.stdin):
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
