"""The application: API, live updates and pages over one service.

Settings come from the environment, because several worker processes are started from one command line.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeVar

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException as PlainHTTPException

from hoyle.game import HoyleError
from hoyle.svg import stylesheet
from hoyle.tables.turns import BusyError
from hoyle.tables.web import catalogue
from hoyle.tables.web.http.api import api
from hoyle.tables.web.http.budget import Budget
from hoyle.tables.web.http.closing import end_with_parent, leave_signals_to_parent
from hoyle.tables.web.http.door import MOST_UNTAKEN, Door, Untaken
from hoyle.tables.web.http.files import Files
from hoyle.tables.web.http.guard import Guard
from hoyle.tables.web.http.streams import Crowd, stream
from hoyle.tables.web.journal import FullError, KnownError, NotFoundError, NotYoursError, StaleError
from hoyle.tables.web.limits import Heads, Limits, Rate
from hoyle.tables.web.live import Hub
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store

T = TypeVar("T")

STATIC: Final = Path(__file__).parent / "static"
PAGES: Final = {
    "/": "shelf",
    "/new": "new",
    "/table/{name}": "table",
    "/judge": "judge",
    "/rules/{name}": "rules",
    "/daily/{box}": "back",
    "/daily/{box}/{date}": "back",
    "/packs/{box}": "back",
    "/learn/{box}": "back",
    "/mine": "back",
    "/away": "away",
}
ROOTED: Final = {"/sw.js": "sw.js", "/manifest.webmanifest": "manifest.webmanifest"}
"""Files that browsers want at the root: what serves the pages under it, and what describes them."""
BROKEN: Final = "something went wrong on our side; every accepted move is kept, so reload the page"
STATUSES: Final[dict[type, int]] = {
    NotYoursError: 403,
    NotFoundError: 404,
    StaleError: 409,
    KnownError: 409,
    FullError: 429,
    BusyError: 503,
}
"""The HTTP status of each refusal; any other is a 400."""
NO_FAULTS: Final = ("Cancel", "Invalid UTF-8")
"""How the server's messages begin that are not about us: requests that were called off when the table closed, and nonsense that a stranger sent."""
LOOKING: Final = ["GET", "HEAD"]
"""How pages are asked for; programs that watch over a server ask for the head alone."""
OWN: Final = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
"""The addresses of this machine, as a socket of either kind has them, to which the table's health is told."""
OFTEN: Final = frozenset({"/api/matches/{name}/move", "/api/matches/{name}/stream"})
"""What is asked for most often."""
THREADS: Final = 96
"""As many as have a place at once, and some for streams."""


def from_environment() -> FastAPI:
    """Return an application with the settings of `hoyle serve`."""
    store = Store(os.environ.get("HOYLE_DATABASE", "hoyle.db"))
    rate, connections = float(os.environ.get("HOYLE_RATE", "50")), int(os.environ.get("HOYLE_CONNECTIONS", "200"))
    # A proxy has a line for each of those behind it.
    alone = not os.environ.get("HOYLE_PROXY")
    Door.lines = Heads(connections if alone else 0)
    Door.knocks = Rate(rate / 5 if alone else 0, burst=4 * rate)
    Untaken.most = MOST_UNTAKEN if alone else inf
    leave_signals_to_parent()
    # A move must not wait long for a thread with a large task, nor for a search for garbage among what stays: a thorough one
    # takes some tenths of a second for each million things, so it comes after two million more.
    sys.setswitchinterval(0.001)
    gc.freeze()
    gc.set_threshold(2_000, 10, 100)
    logging.getLogger("uvicorn.error").addFilter(lambda record: not record.getMessage().startswith(NO_FAULTS))
    limits = Limits() if rate else Limits(each=0, acts=0)
    engines = json.loads(os.environ.get("HOYLE_ENGINES", "{}"))
    service = Service(store, limits, salt=os.environ.get("HOYLE_SALT", ""), engines=engines)
    names = os.environ.get("HOYLE_NAMES")
    app = application(service, rate, connections, frozenset(json.loads(names)) if names else None)
    Door.budget = app.state.budget.rate
    return app


def application(
    service: Service, rate: float = 50, connections: int = 200, names: frozenset[str] | None = None
) -> FastAPI:
    """Return an application over a service; rate is what one address may ask in a second, and 0 is no limit.

    Names are those by which it may be called besides addresses; None is any.
    """
    hub = Hub(service)
    budget = Budget(rate, connections)

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        hub.start()
        Thread(target=catalogue.prepare, daemon=True).start()
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        ending = asyncio.create_task(end_with_parent())
        # A second Ctrl-C calls off the waiting for open streams; nothing acknowledged is lost, so there is nothing to say.
        with contextlib.suppress(asyncio.CancelledError):
            yield
        ending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await hub.stop()
        service.close()

    app = FastAPI(
        title="hoyle",
        summary="Board games and puzzles, played exactly by the rules.",
        version="1",
        openapi_url="/api/openapi.json",
        # The usual pages for it load scripts from elsewhere, and no request leaves this machine.
        docs_url=None,
        redoc_url=None,
        lifespan=life,
        # They would repeat whatever a client calls this host.
        redirect_slashes=False,
    )
    app.state.service = service
    app.state.hub = hub
    app.state.crowd = Crowd(service)
    app.state.budget = budget

    @app.api_route("/health", methods=LOOKING, include_in_schema=False)
    async def health(request: Request) -> dict[str, Any]:
        status = {"status": "ok"}
        # By the figures, a player could tell when an opponent does something unseen.
        if request.client is None or request.client.host not in OWN:
            return status
        return {**status, **budget.health(), "connections": len(Door.lines), "thinking": service.health()}

    # Included, they would be looked up in two steps, at each request anew.
    app.router.routes.extend(api.routes)
    # A framework that reads its parts would take as long as the stream takes to begin.
    app.router.add_websocket_route("/api/matches/{name}/stream", stream)
    _add_pages(app)
    # They are tried one after the other.
    app.router.routes.sort(key=lambda route: getattr(route, "path", "") not in OFTEN)
    _add_faults(app)
    app.add_middleware(Guard, budget=budget, names=names, busy=app.state.files.text("busy.html"))
    return app


def _add_pages(app: FastAPI) -> None:
    """Add the pages, which are the same for everybody: what a seat sees comes through the API."""
    files = Files(STATIC, {"style.css": stylesheet(catalogue.styles())})

    def page(address: str, name: str) -> None:
        def answer(request: Request) -> Response:
            return files.page(request, name)

        app.add_api_route(address, answer, methods=LOOKING, include_in_schema=False, response_class=Response)

    for address, title in PAGES.items():
        page(address, f"{title}.html")
    for address, name in ROOTED.items():
        page(address, name)

    @app.api_route("/static/{version}/{name}", methods=LOOKING, include_in_schema=False)
    async def static(request: Request, version: str, name: str) -> Response:
        return files.file(request, version, name)

    app.state.files = files


def _add_faults(app: FastAPI) -> None:
    """Let every error be one line that tells the player what to do and an attacker nothing; none needs a thread."""

    @app.exception_handler(HoyleError)
    async def refuse(_: Request, fault: HoyleError) -> JSONResponse:
        return _fault(next((STATUSES[kind] for kind in type(fault).mro() if kind in STATUSES), 400), str(fault))

    @app.exception_handler(RequestValidationError)
    async def refuse_malformed(_: Request, fault: RequestValidationError) -> JSONResponse:
        first = fault.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        _let_go(fault)
        return _fault(422, f"{place or 'the question'}: {first['msg'].lower()}")

    @app.exception_handler(PlainHTTPException)
    async def report_missing(request: Request, fault: HTTPException) -> Response:
        if fault.status_code == 404 and not request.url.path.startswith(("/api/", "/static/")):
            # A mistyped address in a browser leads to a page with a way back.
            files: Files = request.app.state.files
            return files.page(request, "missing.html", 404)
        words = {404: "there is nothing at this address; the games are at /"}
        _let_go(fault)
        return _fault(fault.status_code, words.get(fault.status_code, str(fault.detail).lower()), fault.headers)

    @app.exception_handler(Exception)
    async def report_broken(_: Request, __: Exception) -> JSONResponse:
        return _fault(500, BROKEN)


def _let_go(fault: Exception) -> None:
    """Forget where an error comes from: with its frames it would keep itself, until somebody searches for garbage."""
    fault.__cause__ = fault.with_traceback(None).__context__ = None


def _fault(status: int, words: str, headers: object = None) -> JSONResponse:
    known = dict(headers) if isinstance(headers, dict) else None
    return JSONResponse({"error": " ".join(words.split())}, status, headers=known)
