"""A process for a stranger's program: bounded in time, memory and output, in a folder of its own, with an empty environment.

This protects the machine and the batch against mistakes, not against malice: docs/courses/kit.md says what needs a container.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Event
from typing import Any, Final

from hoyle import files
from hoyle.game import HoyleError
from hoyle.warden import kill_marked

INSIDE: Final = Path(__file__).with_name("inside.py")
MARK: Final = "HOYLE_SANDBOX"
STOP: Final = Event()
"""While this is set, every process in a sandbox is ended at once."""

Line = dict[str, Any]


@dataclass(frozen=True)
class Limits:
    """What a student's program may use."""

    seconds: float = 2
    """Seconds of processor time for each case."""
    wall: float = 20
    """Seconds by the clock for each case."""
    memory: int = 1 << 30
    """Bytes of address space."""
    output: int = 1 << 20
    """Bytes for what is printed and for each file."""
    stops: int = 3
    """How many stops end a run."""
    whole: float = 600
    """Seconds by the clock for one run."""


@contextmanager
def scratch() -> Iterator[Path]:
    """Yield a folder that is gone afterwards, whatever was written there."""
    with TemporaryDirectory(prefix="hoyle-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def put(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files into a folder."""
    for name, text in texts.items():
        files.jot(folder / name, text)


def run(folder: Path, job: Mapping[str, Any], limits: Limits) -> dict[str, list[Line]]:
    """Do a job in a process of its own, and return the lines of each of its stages."""
    if os.name != "posix":
        raise HoyleError("grading needs Linux or macOS, where a process can be bounded")
    work = folder / f"work-{token_hex(4)}"
    work.mkdir()
    order = work / "job.json"
    files.jot(order, json.dumps({"limits": asdict(limits), **job}))
    mark = token_hex(16)
    environment = {
        "PATH": os.defpath,
        "HOME": str(work),
        "TMPDIR": str(work),
        "LANG": "C.UTF-8",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        MARK: mark,
    }
    read, write = os.pipe()
    with TemporaryFile(dir=work) as printed:
        process = subprocess.Popen(  # noqa: S603 - our own file
            [sys.executable, "-I", str(INSIDE), str(order), str(write)],
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=printed,
            pass_fds=(write,),
            start_new_session=True,
        )
        os.close(write)
        try:
            lines = list(_lines(read, process, time.monotonic() + limits.whole))
        finally:
            os.close(read)
            _end(process, mark)
    found: dict[str, list[Line]] = {name: [] for name in job["stages"]}
    for line in lines:
        found.get(line.get("stage", ""), []).append(line)
    return {name: some or [{"import": "it ended the process"}] for name, some in found.items()}


def _lines(read: int, process: subprocess.Popen[bytes], deadline: float) -> Iterator[Line]:
    rest = b""
    while time.monotonic() < deadline and not STOP.is_set():
        ended = process.poll() is not None
        ready, _, _ = select.select([read], [], [], 0 if ended else 0.1)
        data = os.read(read, 1 << 16) if ready else b""
        *whole, rest = (rest + data).split(b"\n")
        for text in whole:
            with suppress(ValueError):
                if isinstance(line := json.loads(text), dict):
                    yield line
        if not data and (ready or ended):
            return


def _end(process: subprocess.Popen[bytes], mark: str) -> None:
    """End a process and everything that it has left behind."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    # A process that has left the group still has the mark.
    kill_marked(f"{MARK}={mark}")
