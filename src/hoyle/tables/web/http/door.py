"""The door: how connections come in, before there is a request; large heads, slow heads and too many lines end here."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections import Counter
from http import HTTPStatus
from typing import Any, ClassVar, Final, NoReturn

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hoyle.tables.web.limits import Heads, Rate, origin

LARGEST_HEAD: Final = 32_768
"""Bytes of an address and its headers."""
LARGEST_TARGET: Final = 12_288
"""Bytes of an address: the largest board that is drawn on a page can stand there, with a position of it."""
LONGEST_PATH: Final = 500
"""Bytes of an address before its question mark: those of pages are short, and escapes there are read before anything is paid."""
MOST_ESCAPES: Final = LARGEST_TARGET // 3
"""Escapes in an address, if each is whole."""
LONGEST_LINE: Final = 8_000
"""Bytes of an address, or of a header, where a stream is asked for."""
LISTS: Final = (b"connection", b"upgrade", b"sec-websocket-protocol", b"sec-websocket-extensions")
"""Headers that are read word by word where a stream is asked for, before anything is paid."""
LONGEST_LISTS: Final = 500
"""Bytes of all their values: a browser sends about 60."""
MOST_FIELDS: Final = 16
"""Fields of an address: no question has more than four."""
MOST_HEADERS: Final = 64
"""Lines of a head: browsers send about fifteen, and proxies add to them."""
TOLD_ONCE: Final = (b"host", b"origin", b"sec-fetch-site")
"""Headers that say whose request it is: of two, one may be believed here and the other elsewhere."""
LARGEST_COOKIES: Final = 8_192
"""Bytes of all cookies: a browser shows one of ours, and those of other programs on the same machine."""
PIECE: Final = 256
"""Bytes that each piece of a head or body counts more, if it comes in pieces: single letters keep everybody busy."""
FREE: Final = 16_384
"""Bytes that the pieces of a body may count beyond its length."""
FINE: Final = 20
"""What a request costs that ends its connection, in small requests."""
DEBTOR: Final = 10
"""What connecting counts as for an address that is in debt."""
HELD: Final = 50
"""Connections of one address that came too fast and are held without being listened to."""
HELD_SECONDS: Final = 10.0
"""Seconds for which they are held: a client that is turned away at once is back at once."""
MOST_WAITING: Final = 1
"""Requests that may come on one line before the one before them is answered: browsers send none, and all that come are read."""
MOST_HEARD: Final = 2_048
"""Bytes that a stream listens to at once: beyond the signs of life that a browser sends, it has nothing to hear."""
HEARD_EACH_SECOND: Final = 64
"""Bytes that it listens to for long."""
WAITING: Final = 1
"""What a request costs besides that has to wait on its line."""
HEARING: Final = 32
"""What each piece that a stream hears counts as, in bytes more."""
HEAD_SECONDS: Final = 10.0
"""Seconds in which a head must arrive."""
MOST_CHUNKS: Final = 100
"""Parts of a body in chunks, which is refused anyway, before its connection ends."""
KEPT_BY_SYSTEM: Final = 131_072
"""Bytes that the system keeps of what a stream sends and nobody takes; Linux takes twice as many."""
WRITE_SECONDS: Final = 30.0
"""Seconds in which an answer, or what a stream sends, must be taken."""
MOST_UNTAKEN: Final = 16_000_000
"""Bytes for all lines of one address that wait to be taken, beyond what the system keeps."""
AT_ONCE: Final = struct.pack("ii", 1, 0)
"""How a line ends of which nobody hears any more, and of which the system keeps nothing."""


class Untaken:
    """What was sent on a line and is not taken yet: it waits for a while, and for all lines of an address together not much of it.

    A line that takes too little ends.
    """

    most: ClassVar[float] = MOST_UNTAKEN
    """How much that is; a proxy takes for all those behind it."""
    _sizes: ClassVar = Counter[str]()
    """The bytes that wait for each address."""

    def __init__(self, transport: asyncio.Transport, address: str) -> None:
        self._transport, self._address = transport, address
        self._size = 0
        self._deadline: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Begin to wait."""
        if self._deadline is None:
            self._size = self._transport.get_write_buffer_size()
            self._sizes[self._address] += self._size
            self._deadline = asyncio.get_running_loop().call_later(WRITE_SECONDS, drop, self._transport)
            if self._sizes[self._address] > self.most:
                drop(self._transport)

    def end(self) -> None:
        """Stop waiting: everything was taken, or the line is gone."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            self._sizes[self._address] -= self._size
            if not self._sizes[self._address]:
                del self._sizes[self._address]


def drop(transport: asyncio.Transport) -> None:
    """End a line; the system would keep for minutes what was not taken."""
    line: socket.socket | None = transport.get_extra_info("socket")
    if line is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    transport.abort()


class Door(HttpToolsProtocol):
    """A connection with a deadline for each head and each answer, and limits on those from its address, in all and in a time."""

    lines = Heads(0)
    """The open connections of each address that speak HTTP; streams are counted further inside."""
    knocks = Rate(0, 0)
    """How often each address may connect."""
    held = Heads(HELD)
    """The connections of each address that are held."""
    budget = Rate(0, 0)
    """What each address may use."""

    def __init__(self, *facts: Any, **options: Any) -> None:
        super().__init__(*facts, **options)
        self._place: tuple[Heads, str] | None = None
        """Where its address is counted, as long as it is."""
        self._head = self._size = self._cookies = self._chunks = self._excess = 0
        self._chunked = False
        self._asked: list[Any] = []
        """The requests that are not answered yet."""
        self._refusal: tuple[HTTPStatus, str] | None = None
        self._deadline: asyncio.TimerHandle | None = None

    @classmethod
    def turns_away(cls, address: str) -> bool:
        """Tell whether a connection would end at once; then nothing needs to be made for it."""
        known = origin(address)
        return cls.held.is_full(known) and not cls.knocks.holds(known, cls._knock(known))

    @classmethod
    def _knock(cls, address: str) -> float:
        """Return what connecting costs an address."""
        return DEBTOR if cls.budget.level(address) < 0 else 1

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, unless its address has too many; one that comes too fast is held for a while."""
        super().connection_made(transport)
        address = origin(self.client[0]) if self.client else ""
        self._untaken = Untaken(transport, address)
        if self.knocks.allows(address, self._knock(address)):
            place, seconds = self.lines, HEAD_SECONDS
        else:
            place, seconds = self.held, HELD_SECONDS
            # What is here already is read once.
            self.loop.call_soon(transport.pause_reading)
        if place.enter(address):
            self._place = place, address
            self._await_head(seconds)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it, and let nobody answer any more: the server itself remembers only the last request."""
        self._leave()
        for cycle in self._asked:
            cycle.disconnected = cycle.disconnected or not cycle.response_complete
            cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the head is small."""
        if self.transport.is_closing() or (self._place is not None and self._place[0] is self.held):
            return
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._await_head(HEAD_SECONDS)
        super().data_received(data)
        if self._deadline is not None:
            self._head += len(data) + PIECE
            if self._head > LARGEST_HEAD:
                self._refusal = (HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the head of the request is too large")
                self.send_400_response("")

    def on_url(self, url: bytes) -> None:
        """Read a part of the address."""
        self._count(len(url))
        super().on_url(url)
        if (
            len(self.url) > LARGEST_TARGET
            or len(self.url.partition(b"?")[0]) > LONGEST_PATH
            or self.url.count(b"%") > MOST_ESCAPES
            or self.url.count(b"&") >= MOST_FIELDS
        ):
            self._refuse(HTTPStatus.REQUEST_URI_TOO_LONG, "the address is too long, or has too many fields")

    def on_header(self, name: bytes, value: bytes) -> None:
        """Read a header."""
        self._count(len(name) + len(value))
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the request has too many headers")
        if self.headers[-1][0] == b"cookie":
            self._cookies += len(value)
            if self._cookies > LARGEST_COOKIES:
                words = "the cookies are too large; remove those of other programs at this address"
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, words)

    def on_message_begin(self) -> None:
        """Begin to count."""
        super().on_message_begin()
        self._size = self._cookies = self._chunks = self._excess = 0

    def on_headers_complete(self) -> None:
        """Go on with the body, which has a deadline of its own."""
        self._rest()
        if len(self.pipeline) >= MOST_WAITING:
            self._end("too many requests at once on one line")
        if self._place is not None and any(not cycle.response_complete for cycle in self._asked):
            # It has been read, and nobody would pay if the line ended before its turn.
            self.budget.charge(self._place[1], WAITING)
        self._chunked = any(name == b"transfer-encoding" for name, _ in self.headers)
        for told in TOLD_ONCE:
            if sum(name == told for name, _ in self.headers) > 1:
                self._refuse(HTTPStatus.BAD_REQUEST, f"a request names its {told.decode()} once")
        upgrades = self.parser.should_upgrade()
        if upgrades and max(len(self.url), *(len(name) + len(value) for name, value in self.headers)) > LONGEST_LINE:
            # The library that reads it again for a stream stops at such a line, and says nothing.
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "a line of the request is too long for a stream")
        if upgrades and sum(len(value) for name, value in self.headers if name in LISTS) > LONGEST_LISTS:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the request for a stream names too much")
        if upgrades and (
            self._chunked or any(name == b"content-length" and value != b"0" for name, value in self.headers)
        ):
            # The parser stops after such a head, and would take the body for the next request.
            self._refuse(HTTPStatus.BAD_REQUEST, "a request to upgrade the connection has no body")
        super().on_headers_complete()
        if upgrades and self.cycle is not None:
            # What comes after it on this line is not understood either; a stream goes on elsewhere.
            self.cycle.keep_alive = False
        self._asked = [
            cycle for cycle in (*self._asked, self.cycle) if cycle is not None and not cycle.response_complete
        ]

    def on_body(self, body: bytes) -> None:
        """Take a part of the body, if it is not too small; one in chunks is refused whatever it says, and ends the connection if it goes on."""
        if not self._chunked:
            self._excess += PIECE - len(body)
            if self._excess > FREE:
                self._end("a body in too small pieces")
            super().on_body(body)
            return
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            self._end("a body in too many chunks")

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on, which is a stream from now."""
        if any(not cycle.response_complete for cycle in self._asked):
            # The answer to the request before would be taken for a part of the stream.
            self._close()
            return
        self._leave()
        # The system keeps what is not taken, and nobody counts that: a look or two must do.
        line: socket.socket | None = self.transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT_BY_SYSTEM)
        super().handle_websocket_upgrade()
        self.transport.set_protocol(Ear(self.transport, self._untaken))
        # They would keep each other until somebody searches for garbage.
        del self.parser

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that cannot be read, or not at this length, and end the line."""
        if self.transport.is_closing():
            return
        self._charge()
        if self._refusal is None:
            super().send_400_response(msg)
            return
        self._rest()
        if self.cycle is not None and not self.cycle.response_complete:
            # It would be taken for the answer to the request before.
            self._close()
            return
        status, words = self._refusal
        body = json.dumps({"error": words})
        self.transport.write(
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n{body}".encode()
        )
        self.transport.close()

    def pause_writing(self) -> None:
        """Wait for a slow reader, but not for ever."""
        super().pause_writing()
        self._untaken.begin()

    def resume_writing(self) -> None:
        """Go on with a reader that is not slow any more."""
        self._untaken.end()
        super().resume_writing()

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > LARGEST_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the head of the request is too large")

    def _charge(self) -> None:
        if self._place is not None:
            self.budget.charge(self._place[1], FINE)

    def _end(self, words: str) -> NoReturn:
        # The parser stops where it is.
        self._charge()
        self._close()
        raise ValueError(words)

    def _refuse(self, status: HTTPStatus, words: str) -> NoReturn:
        # The parser stops where it is, and reports an invalid request.
        self._refusal = (status, words)
        raise ValueError(words)

    def _await_head(self, seconds: float) -> None:
        self._rest()
        self._head = 0
        self._deadline = self.loop.call_later(seconds, self._close)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self._rest()
        self._untaken.end()
        if self._place is not None:
            place, address = self._place
            place.leave(address)
            self._place = None

    def _close(self) -> None:
        self._rest()
        drop(self.transport)


class Ear(asyncio.Protocol):
    """The line of a stream, which ends when more is said than a stream listens to; whatever speaks on it knows nothing of that."""

    def __init__(self, transport: asyncio.Transport, untaken: Untaken) -> None:
        self._transport, self._untaken = transport, untaken
        self._stream: Any = transport.get_protocol()
        self._heard = Rate(HEARD_EACH_SECOND, burst=MOST_HEARD)

    def data_received(self, data: bytes) -> None:
        """Listen, as long as it is little; frames that say nothing cost as much to read as others."""
        if self._heard.allows("", len(data) + HEARING):
            self._stream.data_received(data)
        else:
            self._transport.abort()

    def eof_received(self) -> bool | None:
        """Tell the stream that nothing more will be said."""
        ends: bool | None = self._stream.eof_received()
        return ends

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the stream that its line is gone."""
        self._untaken.end()
        self._stream.connection_lost(exc)

    def pause_writing(self) -> None:
        """Tell the stream to wait for a slow reader, but not for ever: even one that said goodbye keeps what it was sent."""
        self._untaken.begin()
        self._stream.pause_writing()

    def resume_writing(self) -> None:
        """Tell the stream to go on."""
        self._untaken.end()
        self._stream.resume_writing()
