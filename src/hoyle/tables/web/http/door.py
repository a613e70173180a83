"""The door: how connections come in, before there is a request; large heads, slow heads and too many lines end here."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hoyle.tables.web.limits import Heads, Rate, origin

LARGEST_HEAD: Final = 65_536
"""Bytes of an address and its headers: a position can stand in an address."""
HEAD_SECONDS: Final = 10.0
"""Seconds in which a head must arrive."""
MOST_CHUNKS: Final = 100
"""Parts of a body in chunks, which is refused anyway, before its connection ends."""
WRITE_SECONDS: Final = 30.0
"""Seconds in which an answer must be taken."""


class Door(HttpToolsProtocol):
    """A connection with a deadline for each head and each answer, and limits on those from its address, in all and in a time."""

    lines = Heads(0)
    """The open connections of each address that speak HTTP; streams are counted further inside."""
    knocks = Rate(0, 0)
    """How often each address may connect."""

    def __init__(self, *facts: Any, **options: Any) -> None:
        super().__init__(*facts, **options)
        self._address: str | None = None
        """The address, while it is counted."""
        self._head = self._size = self._chunks = 0
        self._chunked = False
        self._deadline: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, unless its address has too many."""
        super().connection_made(transport)
        address = origin(self.client[0]) if self.client else ""
        if self.knocks.allows(address) and self.lines.enter(address):
            self._address = address
            self._await_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the head is small."""
        if self.transport.is_closing():
            return
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._await_head()
        super().data_received(data)
        if self._deadline is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self._close()

    def on_url(self, url: bytes) -> None:
        """Read a part of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Read a header."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_message_begin(self) -> None:
        """Begin to count."""
        super().on_message_begin()
        self._size = self._chunks = 0

    def on_headers_complete(self) -> None:
        """Go on with the body, which has a deadline of its own."""
        self._rest()
        self._chunked = any(name == b"transfer-encoding" for name, _ in self.headers)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of the body; one in chunks is refused whatever it says, and ends the connection if it goes on."""
        if not self._chunked:
            super().on_body(body)
            return
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            # The parser stops where it is.
            self._close()
            raise ValueError("a body in too many chunks")

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on, which is a stream from now."""
        self._leave()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Wait for a slow reader, but not for ever."""
        super().pause_writing()
        self._taking = self._taking or self.loop.call_later(WRITE_SECONDS, self._close)

    def resume_writing(self) -> None:
        """Go on with a reader that is not slow any more."""
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        super().resume_writing()

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > LARGEST_HEAD:
            # The parser reports this as an invalid request.
            raise ValueError("the head is too large")

    def _await_head(self) -> None:
        self._rest()
        self._head = 0
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._close)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self._rest()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        if self._address is not None:
            self.lines.leave(self._address)
            self._address = None

    def _close(self) -> None:
        self._rest()
        self.transport.abort()
