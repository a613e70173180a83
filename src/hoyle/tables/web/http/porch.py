"""The porch: where connections come from, many in each turn of the event loop.

The servers of uvloop let in one in a turn.  A busy table takes many milliseconds for a turn, so those who came to move
would wait for half a second behind others who came at the same time.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import uvloop

from hoyle.tables.web.http.door import AT_ONCE, Door

EACH_TURN: Final = 64
"""Connections that are let in before others are served."""
PAUSE: Final = 0.5
"""Seconds until the next one is let in after the system had no room for one more."""


class Loop(uvloop.Loop):
    """An event loop whose servers are porches."""

    async def create_server(  # type: ignore[override]  # a server as uvicorn wants it
        self, protocol_factory: Callable[[], asyncio.Protocol], *, sock: socket.socket, backlog: int, **_: Any
    ) -> Porch:
        """Listen at a socket, and let every connection speak a protocol."""
        return Porch(self, protocol_factory, sock, backlog)


class Porch:
    """A server at one socket."""

    def __init__(
        self, loop: Loop, protocol: Callable[[], asyncio.Protocol], listener: socket.socket, backlog: int
    ) -> None:
        self._loop, self._protocol, self._listener = loop, protocol, listener
        self._entering: set[asyncio.Task[Any]] = set()
        self.sockets = (listener,)
        listener.settimeout(0)
        # What is accepted inherits this.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.listen(backlog)
        self._listen()

    def close(self) -> None:
        """Let nobody in any more."""
        self._loop.remove_reader(self._listener)
        self._listener.close()

    async def wait_closed(self) -> None:
        """Wait for connections that are being let in."""
        await asyncio.gather(*self._entering, return_exceptions=True)

    def _listen(self) -> None:
        if self._listener.fileno() >= 0:
            self._loop.add_reader(self._listener, self._open)

    def _open(self) -> None:
        for _ in range(EACH_TURN):
            try:
                line, address = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:
                # There are too many open files, and it would be tried again at once.
                self._loop.remove_reader(self._listener)
                self._loop.call_later(PAUSE, self._listen)
                return
            if Door.turns_away(address[0]):
                # A flood of connections costs little more than to take them from the system; it keeps nothing of them either.
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                line.close()
                continue
            line.settimeout(0)
            entering = self._loop.create_task(self._enter(line))
            self._entering.add(entering)
            entering.add_done_callback(self._entering.discard)

    async def _enter(self, line: socket.socket) -> None:
        # A client that is gone already needs no answer.
        with suppress(OSError):
            await self._loop.connect_accepted_socket(self._protocol, line)
