"""Another person's program, run with limits of time and memory, and spoken to line by line.

>>> import sys
>>> with Program([sys.executable, "-c", "print(input()[::-1])"], seconds=60) as program:
...     program.tell("abc")
...     program.hear()
'cba'
"""

from __future__ import annotations

import atexit
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Final, Self
from weakref import finalize

from hoyle.game import HoyleError
from hoyle.warden import hold, kill, kill_held

MEMORY: Final = 1 << 30
LONGEST: Final = 65_536
"""The longest line that is read, in bytes."""
MOST_UNHEARD: Final = 10_000
"""How many lines may wait to be read before the program is no longer listened to."""
MOST_EMPTY: Final = 1000
"""How many empty lines a program may say before it answers; more are not thought, but hold others up."""
MARK: Final = "HOYLE_PROGRAM"
"""What is found in the environment of a program, and of whatever it starts."""
GRACE: Final = 0.5
"""Seconds after its end in which the pipes of a program close."""


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
    """A running program, in a folder of its own, that has some seconds to answer after it was told something."""

    def __init__(self, command: Sequence[str], *, seconds: float = 10.0, memory: int = MEMORY, nice: int = 0) -> None:
        self.seconds = seconds
        self.name = Path(command[-1]).name
        mark, self._told, self._empty = token_hex(16), time.monotonic(), 0
        self._folder = TemporaryDirectory(prefix="hoyle-", ignore_cleanup_errors=True)
        # It runs in a folder of its own, so a path to it must not depend on where we are.
        words = [str(Path(word).absolute()) if Path(word).is_file() else word for word in command]
        try:
            self._process = subprocess.Popen(  # noqa: S603 — the person who seats it chose the program
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder.name,
                env={**_environment(), "PYTHONUNBUFFERED": "1", MARK: mark},
                # In a session of its own, its niceness would not count.
                process_group=0,
            )
        except OSError as fault:
            self._folder.cleanup()
            raise ProgramError(f"{command[0]} cannot be run: {fault.strerror}") from None
        _limit(self._process.pid, memory, nice)
        # Even if nobody closes it, the program ends with us.
        _WARDEN.tell(f"+ {self._process.pid} {MARK}={mark} {self._folder.name}")
        self._end = finalize(self, _kill, self._process, f"{MARK}={mark}")
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._words: SimpleQueue[bytes | None] = SimpleQueue()
        # A program that does not listen must not keep us from anything else.
        self._threads = [Thread(target=task, daemon=True) for task in (self._listen, self._speak)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def tell(self, *lines: str) -> None:
        """Send lines to the program; if it has stopped, hear tells."""
        self._words.put("".join(f"{line}\n" for line in lines).encode())
        self._told, self._empty = time.monotonic(), 0

    def hear(self) -> str:
        """Return the next line that is not empty; raise a ProgramError if it takes too long or the program has stopped.

        However many lines it says, they all have to come in the same time; few of them may be empty.
        """
        while True:
            try:
                line = self._lines.get(timeout=max(self._told + self.seconds - time.monotonic(), 0))
            except Empty:
                raise ProgramError(f"{self.name} did not answer in {self.seconds:g} seconds") from None
            if line != "":
                break
            self._empty += 1
            if self._empty > MOST_EMPTY:
                raise ProgramError(f"{self.name} says nothing but empty lines")
        if line is None:
            self._lines.put(None)
            raise ProgramError(f"{self.name} has stopped")
        return line

    def close(self, *last: str) -> None:
        """Send the last lines, then end the program and everything that it started."""
        # At its last words a program may go by itself, and then nobody knows what it started.
        family: dict[int, int] = {}
        if self.alive:
            hold(self._process.pid, family)
        self.tell(*last)
        self._words.put(None)
        self.call_off()
        kill_held(family)
        # Nobody has waited for it before, so its number was its own.
        self._process.wait()
        deadline = time.monotonic() + GRACE
        for thread in self._threads:
            thread.join(max(deadline - time.monotonic(), 0))
        self._folder.cleanup()
        with suppress(OSError):  # It may have put something else in the place of its folder.
            Path(self._folder.name).unlink()

    @property
    def alive(self) -> bool:
        """Whether nobody has ended it yet."""
        return self._end.alive

    def call_off(self) -> None:
        """End the program at once; whoever waits for its answer hears that it has stopped."""
        self._end()

    def _speak(self) -> None:
        assert self._process.stdin is not None  # noqa: S101 — it was opened with a pipe
        with suppress(OSError), self._process.stdin as pipe:
            while (words := self._words.get()) is not None:
                pipe.write(words)
                pipe.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 — likewise
        with self._process.stdout as pipe:
            while (line := pipe.readline(LONGEST)) and self._lines.qsize() < MOST_UNHEARD:
                # An empty line takes its place too: a flood of them is a flood.
                self._lines.put(line.decode("utf-8", "replace").strip())
        self._lines.put(None)


def _environment() -> dict[str, str]:
    """Return our environment without what is our own business, such as the address of a database and its password."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("HOYLE_", "PG"))}


def _kill(process: subprocess.Popen[bytes], mark: str) -> None:
    """End a program and everything that it started."""
    if os.name == "posix":
        kill(process.pid, mark)
        _WARDEN.tell(f"- {process.pid}")
    else:
        process.kill()


class _Warden:
    """The process that ends our programs when we are gone; it starts with the first of them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[str] | None = None

    def tell(self, line: str) -> None:
        """Tell it to watch a program, or to watch it no longer."""
        if os.name != "posix":
            return
        # At the very end it may have been dismissed already.
        with self._lock, suppress(OSError, ValueError):
            if self._process is None or self._process.poll() is not None:
                command = [sys.executable, "-I", "-S", str(Path(__file__).with_name("warden.py"))]
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, process_group=0)  # noqa: S603 — our own
                atexit.register(self._dismiss, self._process)
            print(line, file=self._process.stdin, flush=True)

    @staticmethod
    def _dismiss(process: subprocess.Popen[str]) -> None:
        with suppress(OSError):
            process.communicate()


_WARDEN: Final = _Warden()


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
