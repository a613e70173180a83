"""A slow line in a real browser: whatever is clicked as fast as a person can is played, in every game."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from conftest import WHOLE
from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.match import Match
from hoyle.shelf import find, shelf
from hoyle.tables.clicks import Spelling
from hoyle.tables.explain import parts_of, spellings_of
from web import Server, serving

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium")
expect = playwright.expect
ENGINES = Path(__file__).parent.parent / "docs" / "engines.md"
PAUSE = 60
"""Milliseconds between two clicks."""


class Line:
    """A socket between the browser and the server, on which everything takes its time, in both directions."""

    def __init__(self, port: int) -> None:
        self.delay = 0.0
        self.port = 0
        self._to = port
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._open()), daemon=True)
        self._thread.start()
        self._ready.wait()

    async def _open(self) -> None:
        self._loop, self._cut = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._join, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._cut.wait()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        with suppress(asyncio.CancelledError):
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))
        writer.close()
        back.close()

    async def _carry(self, source: asyncio.StreamReader, goal: asyncio.StreamWriter) -> None:
        """Carry what comes, each piece as late as the line is long, in order."""
        due = 0.0
        with suppress(ConnectionError):
            while data := await source.read(65_536):
                due = max(due + 1e-6, self._loop.time() + self.delay)
                self._loop.call_at(due, goal.write, data)
        await asyncio.sleep(due - self._loop.time() + 0.01)
        goal.close()

    def close(self) -> None:
        """Cut the line."""
        self._loop.call_soon_threadsafe(self._cut.set)
        self._thread.join(5)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server in a process of its own."""
    folder = tmp_path_factory.mktemp("latency")
    (code,) = re.findall(r"```python\n(.*?)```", ENGINES.read_text(), re.DOTALL)
    (folder / "engine.py").write_text(code)
    with serving(folder, "--engine", f"Random={sys.executable} {folder / 'engine.py'}") as server:
        yield server


@pytest.fixture(scope="module")
def line(server: Server) -> Iterator[Line]:
    """Return the line to it."""
    line = Line(server.port)
    yield line
    line.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Return the browser."""
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def sit(browser: Any, line: Line) -> Iterator[Callable[..., Any]]:
    """Return a way to sit down at a new match, after which the line becomes slow; the page may not complain."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_match(**terms: Any) -> Any:
        line.delay = 0.0
        context = browser.new_context(base_url=f"http://127.0.0.1:{line.port}", viewport={"width": 1280, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        expect.set_options(timeout=20_000)
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.goto(f"/table/{page.request.post('/api/matches', data=terms).json()['match']}")
        page.wait_for_selector("#board svg")
        page.wait_for_timeout(500)
        line.delay = 0.15
        return page

    yield open_match
    line.delay = 0.0
    for context in contexts:
        context.close()
    assert complaints == []


MIDDLE = """(spells) => {
    const mark = [...document.querySelectorAll(`#board [data-spells="${spells}"]`)].at(-1);
    const {x, y, width, height} = mark.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


def press(page: Any, spells: Sequence[str]) -> None:
    """Click marks one after the other, where they are now, as fast as a person can, whatever the page does meanwhile."""
    for one in spells:
        page.mouse.click(*page.evaluate(MIDDLE, one))
        page.wait_for_timeout(PAUSE)


def sure_moves(name: str, seed: int, count: int) -> list[tuple[str, list[str]]]:
    """Return moves from the start that are legal whatever chance does between them, with the marks to click for them.

    None of them ends the match.  The end of a move that could go on is clicked once more.
    """
    box, game = find(name)
    worlds = [Match.open(name, seed=seed)]
    found: list[tuple[str, list[str]]] = []
    for _ in range(count):
        legal = [list(map(str, game.moves(world.state))) for world in worlds]
        scene = box.look.picture(game, worlds[0].state)
        for text in reversed(legal[0]):
            longer = {bool(Spelling(game, world.state, scene.marks, text).targets()) for world in worlds}
            after = [
                world.follow(text).settle(Dice(number))
                for world, moves in zip(worlds, legal, strict=True)
                if text in moves
                for number in range(4)
            ]
            if len(after) == 4 * len(worlds) and len(longer) == 1 and all(world.turn is not None for world in after):
                break
        else:
            raise AssertionError(name)
        parts = parts_of(spellings_of(scene), text)
        found.append((text, [*parts, *parts[-1:] * longer.pop()]))
        worlds = after[:: max(1, len(after) // 12)]
    return found


OPEN = sorted(name for name in shelf() if name != "stratego")


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_a_slow_line_loses_no_move(sit: Callable[..., Any], name: str) -> None:
    """With 300 ms there and back, three moves clicked in a row are all played, in every open game on the shelf."""
    moves = sure_moves(name, 3, 3)
    page = sit(game=name, seed=3, **({"seats": ["me", "me"]} if find(name)[1].seats > 1 else {}))
    press(page, [part for _, parts in moves for part in parts])
    # What chance does stands behind a move.
    expect(page.locator("#moves li")).to_have_text([re.compile(f"^{re.escape(text)}") for text, _ in moves])
    expect(page.locator("#alert")).to_have_text("")


@pytest.mark.parametrize("name", [*(["stratego/classic"] if WHOLE else []), "stratego/six"])
def test_a_slow_line_loses_no_piece_of_a_setup(sit: Callable[..., Any], name: str) -> None:
    """A whole army is placed piece by piece as fast as one can click; then two of it change places; then it is ready."""
    moves = []
    box, game = find(name)
    match = Match.new(game)
    while match.turn == 0:
        scene = box.look.picture(game, match.state)
        text, parts = next(
            (text, parts)
            for text in map(str, game.moves(match.state))
            for parts in [parts_of(spellings_of(scene), text)]
            if len(parts) == 2
        )
        moves.append(parts)
        match = match.follow(text)
    page = sit(game=name, seats=["me", "random"])
    press(page, [part for parts in moves for part in parts])
    one, other = moves[0][1], moves[-1][1]
    press(page, [one, other])
    scene = box.look.picture(game, match.view(Seat(0)))
    names = {mark.spells: mark.label for mark in scene.marks if mark.spells}
    for square, there in ((one, other), (other, one)):
        wanted = names[there].replace(there, square)
        expect(page.locator(f'#board [data-spells="{square}"]').last).to_have_attribute("aria-label", wanted)
    page.get_by_role("button", name="Ready", exact=True).first.click()
    expect(page.locator("#setup")).to_be_hidden()


@pytest.mark.slow
def test_a_slow_line_loses_no_move_against_the_computer(sit: Callable[..., Any]) -> None:
    """What is clicked before the answer has come is a premove, and is played after it."""
    page = sit(game="nim/9,9,9", seats=["me", "perfect"], seed=1)
    press(page, ["a1", "b1"])
    expect(page.locator("#moves li")).to_have_count(4)
    assert [page.locator("#moves li").nth(number).inner_text() for number in (0, 2)] == ["a1", "b1"]
    expect(page.locator("#alert")).to_have_text("")
    army = sit(game="stratego/six", seats=["me", "random"], seed=1)
    army.get_by_role("button", name="corner", exact=True).click()
    army.get_by_role("button", name="Ready", exact=True).first.click()
    expect(army.locator("#status")).to_contain_text("our move")
    facts = army.evaluate("name => fetch(`/api/matches/${name}`).then(answer => answer.json())", army.url[-12:])
    first, second = (text.split("-") for text in facts["moves"][:: max(1, len(facts["moves"]) - 1)][:2])
    assert first[0] != second[0]
    press(army, [*first, *second])
    expect(army.locator("#moves li")).to_have_count(6)
    assert army.locator("#moves li").nth(4).inner_text().startswith("-".join(second))


def test_setting_up_is_light(browser: Any, server: Server) -> None:
    """Until a whole army can be placed, it takes at most 8 requests and 100 kB, the stream and its first message included."""
    page = browser.new_page(base_url=server.address)
    frames: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(len(frame))))
    terms = {"game": "stratego/classic", "seats": ["me", "random"]}
    page.goto(f"/table/{page.request.post('/api/matches', data=terms).json()['match']}")
    page.wait_for_selector("#board svg")
    sizes = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .filter(({startTime}) => startTime < performance.getEntriesByName("board")[0].startTime)
            .map(({encodedBodySize}) => encodedBodySize)"""
    )
    assert len(sizes) + 1 <= 8
    assert sum(sizes) + frames[0] <= 100_000
    page.context.close()


def test_an_engine_is_an_opponent(browser: Any, server: Server) -> None:
    """The program that was named when the table was opened is offered by that name, and answers; levels show their ratings."""
    page = browser.new_page(base_url=server.address)
    page.goto("/new?game=nim")
    rival = page.get_by_label("Opponent")
    rival.select_option("level 3: Professor Bouton")
    expect(page.locator("#face")).to_contain_text("rated +476")
    rival.select_option("the engine: Random")
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board svg")
    expect(page.locator("#rivals")).to_contain_text("Computer: Random")
    press(page, ["a1"])
    expect(page.locator("#moves li")).to_have_count(2)
    page.context.close()


def test_nothing_personal_reaches_the_log_or_the_database(browser: Any, server: Server) -> None:
    """Two people play by a private link, and one solves a level: the server keeps the match and the names, and no more."""
    sent: list[str] = []
    contexts = [browser.new_context(base_url=server.address, user_agent=f"Telltale/{number}") for number in range(2)]
    page, other = (context.new_page() for context in contexts)
    for one in (page, other):
        one.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    for one, name in ((page, "Ada Lovelace"), (other, "Charles Bouton")):
        one.goto("/mine")
        one.get_by_label("Your name").fill(name)
        one.get_by_label("Your name").blur()
    page.goto("/new?game=nim/1,1")
    page.get_by_label("Opponent").select_option("open")
    page.get_by_role("button", name="Play").click()
    link = page.get_by_label("private link").input_value()
    match = page.url.rpartition("/")[2]
    other.goto(link)
    expect(page.locator("#rivals")).to_contain_text("Charles Bouton")
    press(page, ["a1"])
    expect(other.locator("#status")).to_contain_text("our move")
    press(other, ["b1"])
    for one in (page, other):
        expect(one.locator("#end")).to_be_visible()
    token = page.request.get(f"/api/matches/{match}/seat").json()["token"]
    # Whatever goes wrong is told to whoever did it, and not written down.
    for path, body in ((f"{match}/move", {"text": "z9"}), (f"{match}/join", {"invite": "x" * 32}), ("nobody/move", {})):
        assert not page.request.post(f"/api/matches/{path}", data=body).ok
    page.goto("/packs/pegs")
    page.get_by_role("button", name="Easy").click()
    page.wait_for_selector("#board svg")
    press(page, ["d2", "d4", "d4", "d6"])
    expect(page.locator("#stars")).to_contain_text("stars")
    own = page.evaluate("() => JSON.parse(localStorage.getItem('mine'))")
    assert own["levels"]
    assert own["matches"][match]["won"] is False
    page.goto("/mine")
    expect(page.get_by_role("row", name="Peg solitaire: packs")).to_contain_text("1")
    for context in contexts:
        context.close()
    log = (server.folder / "stderr.txt").read_bytes()
    kept = b"".join(path.read_bytes() for path in server.folder.glob("hoyle.db*"))
    secrets = [link.partition("invite=")[2], token]
    for text in ("Ada Lovelace", "Charles Bouton", match, *secrets, "Telltale", "d2d4"):
        assert text.encode() not in log, text
    for text in (*secrets, "Telltale", "127.0.0.1", "stars", "streak", "The contract lab"):
        assert text.encode() not in kept, text
    assert b"Ada Lovelace" in kept
    # What a browser remembers of its owner is sent nowhere; a private link only to its own match.
    for text in sent:
        assert not re.search(r"stars|streak|\"runs\"|\"days\"|\"levels\"|\"seconds\"", text), text
        assert secrets[0] not in text or text.startswith(
            (f"{server.address}/api/matches/{match}/join", link.split("#")[0])
        ), text
