"""What stands before every request: how large, how often, from where; and the headers that every answer carries."""

from __future__ import annotations

import json
from typing import Final

from fastapi import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hoyle.tables.web.limits import Rate

LARGEST: Final = 1_100_000
"""Bytes of a request's body: a whole record, and what carries it."""
TOO_LARGE: Final = f"that is too large; at most {LARGEST:,} bytes can be sent"
POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; object-src 'none'; "
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


class Guard:
    """An application behind limits: a rate for all requests, a slower one for those that open matches."""

    def __init__(self, app: ASGIApp, rate: Rate, opening: Rate) -> None:
        self._app = app
        self._rate = rate
        self._opening = opening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it in one line."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        opens = scope["method"] == "POST" and scope["path"] == "/api/matches"
        if not self._rate.allows(address) or (opens and not self._opening.allows(address)):
            await _refuse(send, 429, "that was too fast; wait a moment and try again")
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST:
            await _refuse(send, 413, TOO_LARGE)
            return
        await self._app(scope, _bounded(receive), _signed(send))


def _bounded(receive: Receive) -> Receive:
    """Return a way to receive a body that ends where it grows too large."""
    total = 0

    async def bounded() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > LARGEST:
            raise HTTPException(413, TOO_LARGE)
        return message

    return bounded


def _signed(send: Send) -> Send:
    """Return a way to send an answer with the headers that every one carries."""

    async def signed(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            own = () if b"content-security-policy" in present else ((b"content-security-policy", POLICY.encode()),)
            cache = () if b"cache-control" in present else ((b"cache-control", b"no-store"),)
            message = {**message, "headers": [*message["headers"], *HEADERS, *own, *cache]}
        await send(message)

    return signed


async def _refuse(send: Send, status: int, words: str) -> None:
    body = json.dumps({"error": words}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    signed = _signed(send)
    await signed({"type": "http.response.start", "status": status, "headers": headers})
    await signed({"type": "http.response.body", "body": body})
