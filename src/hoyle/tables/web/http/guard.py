"""What stands before every request: how large, how often, how long, from where; and the headers that every answer carries.

A request is let in when its body is here, so nobody holds a place by sending slowly, and leaves its place when the answer
is ready, so nobody holds one by reading slowly.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from math import inf
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hoyle.tables.turns import BusyError, GoneError
from hoyle.tables.web.http.budget import OPENING, PAUSE, RECORDS, Budget, Hearing, Place
from hoyle.tables.web.limits import LETTERS, SENT, Bill, Heads, open_bill, origin

LARGEST: Final = 1_100_000
"""Bytes of a request's body where a whole record may come, and what carries it."""
LARGE: Final = 128_000
"""Bytes of any other request's body."""
MOST_PARTS: Final = 1_000
"""Words of a question, or parts of it: a draft of 500 moves has the most."""
BODY_SECONDS: Final = 5.0
"""Seconds in which a body must arrive, and more for a large one."""
BODY_SPEED: Final = 100_000
"""Bytes of it that must arrive in each further second."""
STREAM: Final = 4
"""What opening a stream costs, in small requests."""
SHORT_BODY: Final = 10_000
"""Bytes of a body that is read though the request is refused; with a longer one, the connection ends."""
HOST: Final = re.compile(r"[0-9a-z._:-]++")
"""A name, or an address, without its port: no zone, no path and no user name."""
SEAT: Final = re.compile(rb"seat=[A-Za-z0-9_-]{1,64}")
"""The cookie of a seat, which holds its token."""
POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A drawing on its own brings its styles with it, and may do nothing else."""
HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""What browsers are told with every answer."""
TOO_FAST: Final = "too many requests; wait a moment and try again"
CLOSING: Final = "the table is closing; every accepted move is kept"


class Guard:
    """An application that an address can use within its budget, from its own pages and by its own names."""

    def __init__(self, app: ASGIApp, budget: Budget, names: frozenset[str] | None = None, busy: bytes = b"") -> None:
        """Begin with the names by which the table may be called besides addresses; None is any.

        A browser that opens a page beyond the budget gets the page for those who are too fast.
        """
        self._app, self._budget, self._names, self._busy = app, budget, names, busy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it in one line."""
        address = origin(scope["client"][0]) if scope.get("client") else ""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        try:
            await (self._serve if scope["type"] == "http" else self._follow)(address, scope, receive, send)
        except asyncio.CancelledError:
            # Only a table that closes calls requests off.
            if scope["type"] == "http":
                await _refuse(send, 503, CLOSING, ends=True)
            else:
                await _deliver(send, {"type": "websocket.close", "code": 1001, "reason": CLOSING})

    async def _serve(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        opens = scope["method"] == "POST" and scope["path"].endswith(OPENING)
        budget = self._budget
        try:
            check_site(scope, self._names)
        except RefusedError as refusal:
            await asyncio.sleep(self._charge_stranger(address, scope))
            await _refuse(send, refusal.status, str(refusal), ends=_body_length(scope) > SHORT_BODY)
            return
        allowed = budget.rate.allows(address) and (not opens or budget.opening.allows(address))
        # Paid even if it is refused, for it has been read; and at once, so that many at the same time are not cheaper.
        budget.rate.charge(address, _head(scope) / LETTERS)
        if not allowed:
            await asyncio.sleep(budget.pause(address))
            await _refuse(send, 429, TOO_FAST, ends=_body_length(scope) > SHORT_BODY, page=self._page(scope))
            return
        bill = open_bill(address)
        try:
            length = _length(scope)
            budget.rate.charge(address, length / LETTERS)
            with _count(budget.arriving, address):
                body = await _body(length, receive)
        except RefusedError as refusal:
            await _refuse(send, refusal.status, str(refusal), ends=refusal.ends)
            return
        bill.cost += (len(body) - length) / LETTERS
        try:
            async with budget.place(bill, scope["path"], receive) as place:
                await self._app(_own(scope), replay(body, receive), _add_headers(_send_whole(send, bill, place)))
        except BusyError as fault:
            await asyncio.sleep(budget.pause(address))
            await _refuse(send, 429, str(fault), page=self._page(scope))
        except GoneError:
            # There is nobody to be told.
            logging.getLogger("hoyle").debug("somebody left while waiting")
        finally:
            bill.pay()

    def _charge_stranger(self, address: str, scope: Scope) -> float:
        """Charge a request from another site's page to a budget of its own, and return how long to wait if that is used up."""
        rate, stranger = self._budget.rate, f"{address} elsewhere"
        allowed = rate.allows(stranger)
        rate.charge(stranger, _head(scope) / LETTERS)
        return 0.0 if allowed else self._budget.pause(stranger)

    def _page(self, scope: Scope) -> bytes:
        """Return the page for somebody who would read it instead of the one that was asked for."""
        asks = scope["method"] == "GET" and b"text/html" in dict(scope["headers"]).get(b"accept", b"")
        return self._busy if asks else b""

    async def _follow(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        budget = self._budget
        try:
            check_site(scope, self._names)
        except RefusedError as refusal:
            self._charge_stranger(address, scope)
            await _turn_away(receive, send, 1008, str(refusal))
            return
        budget.rate.charge(address, _head(scope) / LETTERS)
        if not budget.rate.allows(address, STREAM) or not budget.streams.enter(address):
            await _turn_away(receive, send)
            return

        heard: float | None = None
        hearing = Hearing(budget, address)

        async def pay_and_send(message: Message) -> None:
            nonlocal heard
            if message["type"] != "websocket.accept":
                # With its first look a stream has begun.
                place.leave()
                letters = len(message.get("text") or message.get("bytes") or "")
                bill.cost += letters / SENT
                if heard is not None:
                    # The first look was asked for; what is heard after that is what others do.
                    hearing.add(bill.cost - heard)
                heard = bill.cost
                await asyncio.sleep(place.settle())
                await budget.outlet.take(address, letters)
            await send(message)

        bill = open_bill(address)
        try:
            async with budget.place(bill, scope["path"]) as place:
                place.hearing = hearing
                await self._app(_own(scope), receive, pay_and_send)
        except BusyError:
            await _turn_away(receive, send)
        finally:
            budget.streams.leave(address)


async def _turn_away(receive: Receive, send: Send, code: int = 1013, words: str = TOO_FAST) -> None:
    """Refuse a stream; a page that is told to try again later comes back by itself."""
    await receive()
    await asyncio.sleep(PAUSE)
    await _deliver(send, {"type": "websocket.close", "code": code, "reason": words})


class RefusedError(Exception):
    """A request that is refused before anybody has looked at it, and whether its connection ends."""

    def __init__(self, status: int, words: str, *, ends: bool = True) -> None:
        super().__init__(words)
        self.status, self.ends = status, ends


def check_site(scope: Scope, names: frozenset[str] | None) -> None:
    """Raise a RefusedError if the table is called by a name that is not its own, or if a page of another site asks for anything but a page of ours.

    A page elsewhere can make a browser send requests here, and can give its own name the address of this machine.
    Browsers say which name they were given, and where a request comes from; other programs need not.
    """
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1").lower()
    if host and names is not None and not _is_own(host, names):
        raise RefusedError(421, f"this table is not called {host[:100]}; hoyle serve --name tells it its names")
    site = headers.get(b"sec-fetch-site", b"").decode("latin-1")
    page = headers.get(b"origin", b"http://" + headers.get(b"host", b"")).decode("latin-1").lower()
    elsewhere = site != "same-origin" and (
        site not in {"", "none"} or page not in {f"http://{host}", f"https://{host}"}
    )
    # A link may lead to a page.  If our own worker fetches the page for a browser, the browser does not say that it is a document.
    follows_link = (
        scope["type"] == "http"
        and scope["method"] in {"GET", "HEAD"}
        and not scope["path"].startswith("/api/")
        and headers.get(b"sec-fetch-mode") == b"navigate"
        and headers.get(b"sec-fetch-dest") in {b"document", b"empty"}
    )
    if elsewhere and not follows_link:
        raise RefusedError(403, "this comes from a page of another site; open the table itself")


def _is_own(host: str, names: frozenset[str]) -> bool:
    """Tell whether a host is one of some names, this machine, or an address.

    >>> [_is_own(host, frozenset({"table.example"})) for host in ("table.example:8000", "localhost", "[::1]:8000", "10.0.0.1", "evil.example")]
    [True, True, True, True, False]
    >>> [_is_own(host, frozenset()) for host in ("[::1]evil.example", "[127.0.0.1].evil", "localhost:x@evil.example")]
    [False, False, False]
    >>> [_is_own(host, frozenset()) for host in ("evil.example/.localhost", "[::1%evil.example]", "evil@localhost")]
    [False, False, False]
    """
    inside, ends, port = host[1:].partition("]") if host.startswith("[") else host.partition(":")
    if (port and not port.removeprefix(":" if ends == "]" else "").isdigit()) or HOST.fullmatch(inside) is None:
        return False
    name = inside.removesuffix(".")
    try:
        ip_address(name)
    except ValueError:
        return name in names or name == "localhost" or name.endswith(".localhost")
    return True


def _own(scope: Scope) -> Scope:
    r"""Return a request with no cookie but that of a seat: to read others, libraries may take as long as the square of their size.

    >>> _own({"headers": [(b"host", b"x"), (b"cookie", b'seat="\\"a"; seat=b-_1; seat=c')]})["headers"]
    [(b'host', b'x'), (b'cookie', b'seat=b-_1')]
    """
    shown = b";".join(value for name, value in scope["headers"] if name == b"cookie")
    if not shown:
        return scope
    # The first is the one that browsers consider closest to what is asked for.
    own = [(b"cookie", part) for part in map(bytes.strip, shown.split(b";")) if SEAT.fullmatch(part)][:1]
    return {**scope, "headers": [header for header in scope["headers"] if header[0] != b"cookie"] + own}


@contextmanager
def _count(heads: Heads, address: str) -> Iterator[None]:
    """Count something of an address for as long as it is there, or refuse the request."""
    if not heads.enter(address):
        raise RefusedError(429, TOO_FAST)
    try:
        yield
    finally:
        heads.leave(address)


def _head(scope: Scope) -> int:
    """Return how many bytes a request's address and headers have."""
    return (
        len(scope["path"])
        + len(scope["query_string"])
        + sum(len(name) + len(value) for name, value in scope["headers"])
    )


def _body_length(scope: Scope) -> float:
    """Return how many bytes of a body a request announces."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() and len(length) <= 12 else inf


def _length(scope: Scope) -> int:
    """Return how many bytes a request announces, if they are not too many."""
    # A body in chunks, which may hold one letter each, costs more to take apart than it says.
    if b"transfer-encoding" in dict(scope["headers"]):
        raise RefusedError(411, "send the body as a whole, with its length")
    most, length = LARGEST if scope["path"] in RECORDS else LARGE, _body_length(scope)
    if length > most:
        raise RefusedError(413, f"that is too large; at most {most:,} bytes can be sent")
    return int(length)


async def _body(length: int, receive: Receive) -> bytes:
    """Return the whole body of a request, if it comes in time and can be a question of ours."""
    parts: list[bytes] = []
    try:
        async with asyncio.timeout(BODY_SECONDS + length / BODY_SPEED):
            while True:
                message = await receive()
                parts.append(message.get("body", b""))
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise RefusedError(408, "the request did not arrive in time; send it again") from None
    body = b"".join(parts)
    if _parts(body) > MOST_PARTS:
        raise RefusedError(422, "the request has too many fields", ends=False)
    return body


def _parts(body: bytes) -> int:
    r"""Return how many words a question in JSON has, or how many commas between its parts, if those are more.

    >>> _parts(rb'{"record": "a1, b2, \"c3\" \\", "ply": 3}'), _parts(b"[1, 2, 3, 4, 5]")
    (3, 4)
    """
    if b"\\" in body:
        body = body.replace(rb"\\", b"").replace(rb"\"", b"")
    words = body.count(b'"') // 2
    # What stands between the words is counted only if they are few, since each of them is a piece of its own then.
    return words if words > MOST_PARTS else max(words, sum(text.count(b",") for text in body.split(b'"')[::2]))


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a way to receive a body that has already arrived."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _send_whole(send: Send, bill: Bill, place: Place) -> Send:
    """Return a way to send an answer once it is whole, after its place was left."""
    messages: list[Message] = []

    async def collect(message: Message) -> None:
        messages.append(message)
        bill.cost += len(message.get("body", b"")) / SENT
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            place.leave()
            await asyncio.sleep(bill.delay())
            await _deliver(send, *messages)
            place.end()
            messages.clear()

    return collect


def _add_headers(send: Send) -> Send:
    """Return a way to send an answer with the headers that every one carries."""

    async def add_and_send(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            own = () if b"content-security-policy" in present else ((b"content-security-policy", POLICY.encode()),)
            cache = () if b"cache-control" in present else ((b"cache-control", b"no-store"),)
            message = {**message, "headers": [*message["headers"], *HEADERS, *own, *cache]}
        await send(message)

    return add_and_send


async def _refuse(send: Send, status: int, words: str, *, ends: bool = False, page: bytes = b"") -> None:
    body, kind = (
        (page, b"text/html; charset=utf-8") if page else (json.dumps({"error": words}).encode(), b"application/json")
    )
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    if ends:
        # What is still to come of the question would be taken for the next one.
        headers.append((b"connection", b"close"))
    start: Message = {"type": "http.response.start", "status": status, "headers": headers}
    await _deliver(_add_headers(send), start, {"type": "http.response.body", "body": body})


async def _deliver(send: Send, *messages: Message) -> None:
    """Send an answer, unless its line is closed meanwhile: one that nobody waits for any more is not our fault."""
    try:
        for message in messages:
            await send(message)
    except RuntimeError as fault:
        logging.getLogger("hoyle").debug("an answer came too late: %s", fault)
