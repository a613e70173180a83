"""What people come back for, in a real browser: a week of ten minutes a day, with the clocks of server and browser moved."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.box import Later
from hoyle.tables.web.service import Limits, Service
from hoyle.tables.web.store import Store

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
uvicorn = pytest.importorskip("uvicorn", reason="uvicorn is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium")
expect = playwright.expect
MONDAY = dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC)


class Here:
    """Whoever thinks in this process, and knows the same small puzzle for every day."""

    def think(self, *question: Any, **_: Any) -> Any:
        """Return the answer of a function at a place, which may come after who asks."""
        place, *facts = question[question[0] != self.asked(question) :]
        if place != "hoyle.tables.web.daily:puzzle_on":
            return Later(place)(*facts)
        box, date = facts
        if box != "pegs":
            return None
        facts = {"title": "Peg solitaire", "difficulty": "easy", "par": {"jumps": 2, "turns": 1}}
        return {"box": box, "game": "pegs/easy", "seed": 0, "date": date, **facts}

    @staticmethod
    def asked(question: tuple[Any, ...]) -> Any:
        """Return the first word that is a place."""
        return next(word for word in question if isinstance(word, str) and word.startswith("hoyle."))

    def call_off(self) -> None:
        """There is nothing to end."""

    def health(self) -> dict[str, int]:
        """There is nothing to say."""
        return {}


class Table:
    """A server in a thread, with a clock that can be moved, and a browser whose clock moves with it."""

    def __init__(self, folder: Path) -> None:
        from hoyle.tables.web.http.app import application

        self.now = MONDAY
        self.database = folder / "hoyle.db"
        self.service = Service(Store(str(self.database)), Limits(pace=0), now=lambda: self.now.timestamp())
        here: Any = Here()
        self.service._solving = self.service._playing = self.service._checking = self.service._composer = here  # noqa: SLF001
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        settings = uvicorn.Config(application(self.service, 0), port=self.port, log_level="error", ws="websockets-sansio")
        self.server = uvicorn.Server(settings)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def start(self) -> None:
        """Wait until it answers."""
        self.thread.start()
        while not self.server.started:
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it."""
        self.server.should_exit = True
        self.server.force_exit = True
        self.thread.join(10)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Return a server in this process."""
    table = Table(tmp_path_factory.mktemp("back"))
    table.start()
    yield table
    table.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Return the browser."""
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any, table: Table) -> Iterator[Callable[..., Any]]:
    """Return a way to open pages as another person; none may complain."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_page(path: str = "/") -> Any:
        context = browser.new_context(base_url=table.address, accept_downloads=True)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        expect.set_options(timeout=10_000)
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.on("console", lambda message: complaints.append(message.text) if "Policy" in message.text else None)
        page.clock.install(time=table.now)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def play(page: Any, *moves: str) -> None:
    """Type moves."""
    for text in moves:
        page.wait_for_selector("#board svg")
        page.keyboard.press("/")
        page.locator("#text").fill(text)
        page.locator("#text").press("Enter")
        page.wait_for_timeout(200)


def remembered(page: Any) -> dict[str, Any]:
    """Return what the browser remembers."""
    facts: dict[str, Any] = page.evaluate("() => JSON.parse(localStorage.getItem('mine'))")
    return facts


def test_a_week_of_ten_minutes_a_day(visit: Callable[..., Any], table: Table) -> None:
    """Each day has its next puzzle, the streak grows and forgives one missed day, and matches, packs and figures are kept."""
    table.now = MONDAY
    page = visit()
    for day in range(7):
        table.now = MONDAY + dt.timedelta(days=day)
        page.clock.set_system_time(table.now)
        if day == 3:
            continue
        page.goto("/")
        page.get_by_role("link", name="Play today's Peg solitaire").click()
        expect(page.locator("#heading")).to_contain_text(f"Puzzle of {table.now:%A} {table.now.day} November 2026")
        play(page, "d2d4d6")
        expect(page.locator("#stars")).to_contain_text("3 of 3 stars")
    assert sorted(remembered(page)["days"]) == [f"pegs 2026-11-{day}" for day in (16, 17, 18, 20, 21, 22)]
    page.goto("/")
    expect(page.locator("#today")).to_contain_text("6 days in a row")
    # Its address leads back to the same match, and keeps its title.
    page.goto("/daily/pegs/2026-11-18")
    expect(page.locator("#heading")).to_contain_text("Wednesday 18 November")
    page.goto("/mine")
    expect(page.get_by_label("puzzles of Peg solitaire")).to_contain_text("6 days in a row, one missed day forgiven")
    expect(page.get_by_role("link", name="Thursday 19 November 2026: not solved")).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("Peg solitaire easy")
    page.get_by_role("link", name="Thursday 19 November 2026: not solved").click()
    expect(page.locator("#heading")).to_contain_text("Thursday 19 November")
    play(page, "d3d1")
    expect(page.locator("#story")).to_contain_text("It could last be won at the start, in 2 jumps, 1 turn")
