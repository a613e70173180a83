"""Another person's program, run with limits of time and memory, and spoken to line by line.

>>> import sys
>>> with Program([sys.executable, "-c", "print(input()[::-1])"], seconds=60) as program:
...     program.tell("abc")
...     program.hear()
'cba'
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final, Self
from weakref import finalize

from hoyle.game import HoyleError

MEMORY: Final = 1 << 30
LONGEST: Final = 65_536
"""The longest line that is read, in bytes."""
MOST_UNHEARD: Final = 10_000
"""How many lines may wait to be read before the program is no longer listened to."""


class ProgramError(HoyleError):
    """A program stalled, stopped, or said something that cannot be understood."""


def words_of(command: str) -> list[str]:
    """Return the words of a command, as a shell would split it.

    >>> words_of("python3 'my engine.py'")
    ['python3', 'my engine.py']
    """
    try:
        words = shlex.split(command)
    except ValueError:  # A quotation is not closed.
        words = []
    if not words:
        raise HoyleError(f"not a command: {command[:40]!r}")
    return words


class Program:
    """A running program, in a folder of its own, that has some seconds for each answer."""

    def __init__(self, command: Sequence[str], *, seconds: float = 10.0, memory: int = MEMORY, nice: int = 0) -> None:
        self.seconds = seconds
        self.name = Path(command[-1]).name
        self._folder = TemporaryDirectory(prefix="hoyle-")
        # It runs in a folder of its own, so a path to it must not depend on where we are.
        words = [str(Path(word).absolute()) if Path(word).is_file() else word for word in command]
        try:
            self._process = subprocess.Popen(  # noqa: S603 — the person who seats it chose the program
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder.name,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                # In a session of its own, its niceness would not count.
                process_group=0,
            )
        except OSError as fault:
            self._folder.cleanup()
            raise ProgramError(f"{command[0]} cannot be run: {fault.strerror}") from None
        _limit(self._process.pid, memory, nice)
        # Even if nobody closes it, the program ends with us.
        self._end = finalize(self, _kill, self._process)
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def tell(self, *lines: str) -> None:
        """Send lines to the program; raise a ProgramError if it has stopped."""
        assert self._process.stdin is not None  # noqa: S101 — it was opened with a pipe
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise ProgramError(f"{self.name} has stopped") from None

    def hear(self) -> str:
        """Return the next line that is not empty; raise a ProgramError if it takes too long or the program has stopped."""
        try:
            line = self._lines.get(timeout=self.seconds)
        except Empty:
            raise ProgramError(f"{self.name} said nothing in {self.seconds:g} seconds") from None
        if line is None:
            self._lines.put(None)
            raise ProgramError(f"{self.name} has stopped")
        return line

    def close(self, *last: str) -> None:
        """Send the last lines, then end the program and everything that it started."""
        with suppress(ProgramError):
            self.tell(*last)
        self._end()
        self._listener.join()
        with suppress(OSError, ValueError):
            self._process.communicate()
        self._folder.cleanup()

    def _listen(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 — likewise
        while (line := self._process.stdout.readline(LONGEST)) and self._lines.qsize() < MOST_UNHEARD:
            if text := line.decode("utf-8", "replace").strip():
                self._lines.put(text)
        self._lines.put(None)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and everything that it started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _limit(process: int, memory: int, nice: int) -> None:
    """Limit the memory and the priority of a process, on systems that can do so."""
    if nice and hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, os.getpriority(os.PRIO_PROCESS, 0) + nice)
    try:
        from resource import RLIMIT_AS, prlimit  # type: ignore[attr-defined,unused-ignore]  # Linux alone has it
    except ImportError:
        return
    with suppress(OSError):
        prlimit(process, RLIMIT_AS, (memory, memory))
