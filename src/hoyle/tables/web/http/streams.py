"""Live updates over a WebSocket: a match as its viewer may see it, now and whenever it changes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import zlib
from collections.abc import Callable
from typing import Any, Final, TypeVar

from fastapi import WebSocket, WebSocketDisconnect

from hoyle.game import HoyleError
from hoyle.tables.turns import BusyError
from hoyle.tables.web.http.api import answer
from hoyle.tables.web.http.routes import NAME, token_of
from hoyle.tables.web.journal import MISSING, NotFoundError
from hoyle.tables.web.limits import bill
from hoyle.tables.web.live import Bell, Hub
from hoyle.tables.web.service import Service
from hoyle.tables.web.showing import News

T = TypeVar("T")

MOST_WORDS: Final = 16
"""A watcher who says more is not one of ours."""
PATIENCE: Final = 60.0
"""Seconds after which a watcher without news is looked after."""
DUE: Final = 8.0
"""Seconds after which it is while a computer player should answer, which may have found the table too busy."""
WORTH_PACKING: Final = range(20_000, 200_000)
"""Letters of a first look that is sent compressed to pages, which wait for it; a longer one would keep everybody waiting."""


class Crowd:
    """The watchers of matches: those who have seen and heard the same share one thread."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._asked: dict[tuple[str, str | None, int, int | None], asyncio.Task[tuple[News, float]]] = {}

    async def follow(self, name: str, token: str | None, sent: int, since: int | None) -> News:
        """Return what Service.follow does, once for all who ask for the same at the same time."""
        own, question = bill(), (name, token, sent, since)

        async def ask() -> tuple[News, float]:
            before = own.cost
            news = await asyncio.to_thread(_work, self._service.follow, name, token, sent, since)
            if since is not None and news.text is None:
                # Others did something unseen, and nobody can tell that by what it costs.
                own.cost = before
            return news, own.blur

        if since is None:
            # An answer that is under way may be older than this question.
            await own.place.wait_for_thread(self._service.likely(name))
            news, _ = await ask()
        else:
            if question not in self._asked:
                await own.place.wait_for_thread(self._service.likely(name))
            # Somebody else may have made it meanwhile, or begun to.
            if (glimpsed := self._service.glance(*question)) is not None:
                return glimpsed
            if question in self._asked:
                # A stream that only waits keeps no place from others.
                own.place.settle()
            else:
                task = asyncio.create_task(ask())
                self._asked[question] = task
                task.add_done_callback(lambda _: self._asked.pop(question))
            # A watcher who leaves does not take the answer away from the others.
            news, own.blur = await asyncio.shield(self._asked[question])
        return news


async def stream(socket: WebSocket) -> None:
    """Send a match as its viewer may see it, now and whenever it changes."""
    name: str = socket.path_params["name"]
    service: Service = socket.app.state.service
    hub: Hub = socket.app.state.hub
    token = token_of(socket.headers.get("authorization"), socket.cookies.get("seat"))
    await socket.accept()
    try:
        try:
            if not re.fullmatch(NAME, name):
                raise NotFoundError(MISSING)
            with hub.news(name) as bell:
                await _follow(socket, service, name, token, bell)
        except HoyleError as fault:
            await socket.send_json({"error": str(fault)})
            # A page that is told to try again later comes back by itself.
            await socket.close(1013 if isinstance(fault, BusyError) else 1008)
    except (WebSocketDisconnect, RuntimeError):
        # The watcher has gone, perhaps while something was being sent.
        logging.getLogger("hoyle").debug("a watcher left")
    except asyncio.CancelledError:
        # Only a table that closes cancels a stream, which then has nobody to tell.
        logging.getLogger("hoyle").debug("a watcher who takes nothing was left")


async def _follow(socket: WebSocket, service: Service, name: str, token: str | None, bell: Bell) -> None:
    sent, answering, crowd, until = -1, None, socket.app.state.crowd, 0.0
    leaving = asyncio.create_task(_wait_for_end(socket))
    leaving.add_done_callback(lambda _: bell.set())
    service.watch(name, token)
    # What others do unseen must not be worked on once for each token that somebody made up.
    shown = token
    try:
        while not leaving.done():
            since = bell.hear()
            # The one who moved has often made this look already, and then it needs no thread.
            news = service.glance(name, shown, sent, since)
            if news is None:
                news = await crowd.follow(name, shown, sent, since)
                bell.late = news.late
                shown = None if news.stranger else token
                rest = bill().place.settle() + bill().delay()
                # Whatever others did unseen must not make the next news later.
                if since is None or news.text is not None:
                    await asyncio.sleep(rest)
            if service.due(name) and (answering is None or answering.done()):
                answering = asyncio.create_task(answer(service, name))
            first, sent = sent < 0, news.version
            if news.text is not None:
                await _send(socket, news.text, packed=first and "packed" in socket.query_params)
            # While a clock runs somebody must notice that its time is over.  What others do unseen changes nothing about when.
            if since is None or news.text is not None:
                patience = 1 if news.clock_runs else DUE if service.awaits_computer(name) else PATIENCE
                until = asyncio.get_running_loop().time() + patience
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await bell.wait()
            # Whoever else plays must not use up what this watcher needs to play.
            if rest := bill().place.patience():
                await asyncio.wait({leaving}, timeout=rest)
    finally:
        service.unwatch(name, token)
        leaving.cancel()


async def _send(socket: WebSocket, text: str, *, packed: bool) -> None:
    if packed and len(text) in WORTH_PACKING:
        with bill().work():
            data = zlib.compress(text.encode(), 1)
        await socket.send_bytes(data)
    else:
        await socket.send_text(text)


def _work(question: Callable[..., T], *facts: Any) -> T:
    with bill().work():
        return question(*facts)


async def _wait_for_end(socket: WebSocket) -> None:
    """Return when the watcher goes, or says too much; what it says does not matter."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        for _ in range(MOST_WORDS):
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
        await socket.close(1008)
