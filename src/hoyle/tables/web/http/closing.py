"""How the table closes: by Ctrl-C or SIGTERM, once, however often it is told to."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket
from typing import Final

from uvicorn import Server
from uvicorn.server import HANDLED_SIGNALS

PARENT: Final = "HOYLE_PARENT"
"""Where several workers find the number of the process that started them; a table in one process has none."""


class OneProcess(Server):
    """A server that closes at the first signal, does not wait for anybody at the second, and heeds no further one.

    The usual one hands signals back when it has closed, and then Ctrl-C breaks whatever is being tidied up.
    """

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Listen to signals for as long as there is a process."""
        for number in HANDLED_SIGNALS:
            signal.signal(number, self.handle_exit)
        yield

    def run(self, sockets: list[socket] | None = None) -> None:
        """Serve until a signal comes; whoever sent SIGTERM sees that it was heeded."""
        super().run(sockets)
        # Python ends with the system's own handlers, by which one more Ctrl-C would kill it; but what is ignored stays so.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if signal.SIGTERM in self._captured_signals:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.raise_signal(signal.SIGTERM)


def leave_signals_to_parent() -> None:
    """Let Ctrl-C, which every process at a terminal gets, be for the parent alone if there is one; it closes its workers."""
    if os.environ.get(PARENT):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


async def end_with_parent() -> None:
    """End one of several workers when the process that started them is gone, even by kill -9."""
    parent = os.environ.get(PARENT)
    while parent and parent == str(os.getppid()):  # noqa: ASYNC110 — no event tells of that
        await asyncio.sleep(1)
    if parent:
        os.kill(os.getpid(), signal.SIGTERM)
