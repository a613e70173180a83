"""Connections are let in many at a time, and none is forgotten when the system has no room for it."""

from __future__ import annotations

import asyncio
import errno
import socket
import struct
from contextlib import ExitStack
from typing import Any

import pytest

from hoyle.tables.web.http import porch
from hoyle.tables.web.http.door import Door
from hoyle.tables.web.limits import Heads, Rate

MANY, GONE = 40, 3


class Greeter(asyncio.Protocol):
    """Whoever connects is greeted."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say a word, and close."""
        transport.write(b"hello")  # type: ignore[attr-defined]  # a stream
        transport.close()


def visit(porch_of: Any, connections: int) -> tuple[list[bytes], int]:
    """Let many connect before the loop turns; return what each hears, and how many had come in after the next turns."""

    async def scene() -> tuple[list[bytes], int]:
        loop = asyncio.get_running_loop()
        with ExitStack() as lines, socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            server: Any = await loop.create_server(Greeter, sock=porch_of(listener), backlog=100)
            address = listener.getsockname()
            for _ in range(GONE):
                with socket.create_connection(address) as gone:
                    # Closed at once, without a goodbye.
                    gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            visitors = [lines.enter_context(socket.create_connection(address)) for _ in range(connections)]
            for _ in range(3):
                await asyncio.sleep(0)
            entered = len(server._entering)
            heard = await asyncio.gather(*(asyncio.to_thread(visitor.recv, 10) for visitor in visitors))
            server.close()
            await server.wait_closed()
            return heard, entered

    with asyncio.Runner(loop_factory=porch.Loop) as runner:
        return runner.run(scene())


def test_those_who_come_together_are_let_in_together() -> None:
    """A busy loop turns a few times a second, and nobody waits for as many turns as others came before, or went again."""
    heard, entered = visit(lambda listener: listener, MANY)
    assert heard == [b"hello"] * MANY
    assert MANY <= entered <= MANY + GONE


def test_whoever_finds_no_room_is_let_in_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many files are open as may be, and a moment later fewer are."""
    monkeypatch.setattr(porch, "PAUSE", 0.05)

    class Full:
        """A socket that has no room at first."""

        def __init__(self, listener: socket.socket) -> None:
            self._listener, self._left = listener, 3

        def accept(self) -> Any:
            """Refuse three times."""
            self._left -= 1
            if self._left >= 0:
                raise OSError(errno.EMFILE, "too many open files")
            return self._listener.accept()

        def __getattr__(self, name: str) -> Any:
            return getattr(self._listener, name)

    heard, entered = visit(Full, 5)
    assert heard == [b"hello"] * 5
    assert entered == 0


def test_whoever_would_be_turned_away_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an address that floods the table, no connection is made beyond those that are held; the flood ends at once."""
    monkeypatch.setattr(Door, "knocks", Rate(0.001, 3))
    monkeypatch.setattr(Door, "held", Heads(2))
    assert not Door.turns_away("127.0.0.1")
    assert [Door.knocks.allows("127.0.0.1") for _ in range(4)] == [True, True, True, False]
    assert not Door.turns_away("127.0.0.1")
    assert [Door.held.enter("127.0.0.1") for _ in range(3)] == [True, True, False]
    assert Door.turns_away("127.0.0.1")
    assert not Door.turns_away("127.0.0.2")
    with pytest.raises(ConnectionResetError):
        visit(lambda listener: listener, 1)
    Door.held.leave("127.0.0.1")
    assert visit(lambda listener: listener, 1)[0] == [b"hello"]
