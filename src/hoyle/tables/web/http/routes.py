"""How a question is answered: in which thread, at whose cost, and how its parts are read."""

from __future__ import annotations

import asyncio
import functools
import json
import re
from collections.abc import Callable, Mapping
from inspect import iscoroutinefunction, signature
from typing import Any, Final, TypeVar

import anyio
import anyio.to_thread
from fastapi import BackgroundTasks, Request, Response
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from hoyle.tables.web.desk import compact
from hoyle.tables.web.http.guard import replay
from hoyle.tables.web.limits import bill

MOST_WAITING: Final = 512
"""Threads of each kind that wait for a process; ten addresses at their limits need fewer together."""
# Requests that wait for a solver, a player or a program have threads of their own, and keep nobody from moving or from news.
HELPERS: Final = anyio.CapacityLimiter(MOST_WAITING)
OPENERS: Final = anyio.CapacityLimiter(MOST_WAITING)
PLAYERS: Final = anyio.CapacityLimiter(MOST_WAITING)
ENGINES: Final = anyio.CapacityLimiter(MOST_WAITING)
NAME: Final = r"[A-Za-z0-9_-]{1,40}"
"""What the name of a match looks like."""


def token_of(authorization: str | None, seat: str | None) -> str | None:
    """Return the token that a request shows; the header wins over the cookie."""
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None
    return seat


Question = TypeVar("Question", bound=Callable[..., Any])

LARGE: Final = 10_000
"""Bytes of an unusual request."""
PARTS: Final[Mapping[str, Callable[[Request], Any]]] = {
    "name": lambda request: request.path_params["name"],
    "request": lambda request: request,
    "response": lambda _: Response(),
    "tasks": lambda _: BackgroundTasks(),
    "matches": lambda request: request.app.state.service,
    "token": lambda request: token_of(request.headers.get("authorization"), request.cookies.get("seat")),
}
"""What most requests consist of, besides a question, and where it is found."""


def respond(answer: Any) -> Response:
    """Return an answer as JSON, unless it is a response already."""
    return answer if isinstance(answer, Response) else respond_text(compact(answer))


def respond_text(text: str) -> Response:
    """Return an answer that is JSON already."""
    return Response(text, media_type="application/json")


APART: Final[dict[Callable[..., Any], anyio.CapacityLimiter]] = {}


async def work_in_thread(question: Callable[..., Any], wishes: Mapping[str, Any], *, likely: float = 0.0) -> Response:
    """Return the response to a question, which a thread works on when its turn comes, on the bill of the request."""
    await bill().place.wait_for_thread(likely)
    if question in APART:
        return await anyio.to_thread.run_sync(_work, question, wishes, limiter=APART[question])
    return await asyncio.to_thread(_work, question, wishes)


def _work(question: Callable[..., Any], wishes: Mapping[str, Any]) -> Response:
    with bill().work():
        return respond(question(**wishes))


def apart(threads: anyio.CapacityLimiter) -> Callable[[Question], Question]:
    """Let a question that may wait for a process be answered in threads of another kind."""

    def mark(question: Question) -> Question:
        APART[question] = threads
        return question

    return mark


class BilledRoute(APIRoute):
    """A route whose work is done in a thread, unless it says otherwise, and put on the bill of the request.

    What it returns was made by us, so it is described by its type and not checked again.  A request of the usual parts is
    read at once, which is quicker; if anything is unusual about it, the framework reads it and says what is wrong.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        self._parts = signature(endpoint).parameters.keys()

        @functools.wraps(endpoint)
        async def answer(**wishes: Any) -> Response:
            if iscoroutinefunction(endpoint):
                reply = respond(await endpoint(**wishes))
            else:
                likely = wishes["matches"].likely(wishes["name"]) if {"name", "matches"} <= wishes.keys() else 0.0
                reply = await work_in_thread(endpoint, wishes, likely=likely)
            if "response" in wishes:
                headers = wishes["response"].raw_headers
                reply.raw_headers.extend(header for header in headers if header[0] == b"set-cookie")
            reply.status_code = self.status_code or reply.status_code
            return reply

        super().__init__(path, answer, **options)
        self._answer = answer
        if self._parts <= {"question", *PARTS}:
            self._thorough, self.app = self.app, self._quick

    async def _quick(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        body = await request.body()
        # What is large is not read twice.
        parts = self._read(request, body) if len(body) < LARGE else None
        if parts is None:
            await self._thorough(scope, replay(body, receive), send)
            return
        answer = await self._answer(**parts)
        answer.background = parts.get("tasks")
        await answer(scope, receive, send)

    def _read(self, request: Request, body: bytes) -> dict[str, Any] | None:
        """Return the parts of a request, or None if anything is unusual about it."""
        parts = {part: PARTS[part](request) for part in self._parts if part != "question"}
        if not re.fullmatch(NAME, parts.get("name", "x")):
            return None
        if self.body_field is not None:
            model: Any = self.body_field.field_info.annotation
            try:
                # No other site can send this kind from a browser without asking first.
                if request.headers.get("content-type") != "application/json":
                    return None
                parts["question"] = model.model_validate(json.loads(body))
            except (ValueError, RecursionError):
                return None
        return parts
