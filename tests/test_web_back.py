"""What people come back for, in a real browser: a week of ten minutes a day, with the clocks of server and browser moved."""

from __future__ import annotations

import datetime as dt
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import WHOLE
from hoyle.box import Later
from hoyle.match import Match
from hoyle.shelf import find, shelf
from hoyle.tables.web.analysis import story
from hoyle.tables.web.daily import puzzle_on
from hoyle.tables.web.limits import Limits
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store
from web import needs_chromium, visiting

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
uvicorn = pytest.importorskip("uvicorn", reason="uvicorn is not installed")
pytestmark = needs_chromium
expect = playwright.expect
REAL = ("pegs", "domino", "dots") if WHOLE else ("pegs",)
"""The games whose real puzzles are played; in domino and dots, finding them and telling the story of a match takes long."""
MONDAY = dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC)


class Here:
    """Whoever thinks in this process, and knows the same small puzzle for every day, or the real ones of some games."""

    def __init__(self, *real: str) -> None:
        self.real = real

    def think(self, *question: Any, **_: Any) -> Any:
        """Return the answer of a function at a place, which may come after who asks."""
        place, *facts = question[question[0] != self.asked(question) :]
        if place != "hoyle.tables.web.daily:puzzle_on":
            return Later(place)(*facts)
        box, date = facts
        if box in self.real:
            return puzzle_on(box, date)
        if box != "pegs" or self.real:
            return None
        known = {"title": "Peg solitaire", "difficulty": "easy", "par": {"jumps": 2, "turns": 1}}
        return {"box": box, "game": "pegs/easy", "seed": 0, "date": date, **known}

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

    def __init__(self, folder: Path, *real: str) -> None:
        from hoyle.tables.web.http.app import application

        self.now = MONDAY
        self.database = folder / "hoyle.db"
        self.service = Service(Store(str(self.database)), Limits(pace=0), now=self.time)
        here: Any = Here(*real)
        thoughts = self.service._thoughts
        thoughts.solving = thoughts.playing = thoughts.checking = thoughts.dealing = self.service._composer = here
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        settings = uvicorn.Config(
            application(self.service, 0), port=self.port, log_level="error", ws="websockets-sansio"
        )
        self.server = uvicorn.Server(settings)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def time(self) -> float:
        """Return the server's time, which a test moves."""
        return self.now.timestamp()

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
    # Kernels are loaded before anybody waits for them.
    story("pegs/easy", "***.***/***O***/***O***/***.***/***O***/***.***/*******", ["d3d1"], 1000)
    yield table
    table.stop()


@pytest.fixture
def visit(browser: Any, table: Table) -> Iterator[Callable[..., Any]]:
    """Return a way to open pages, each as another person whose clock is the server's."""
    with guests(browser, table) as visit:
        yield visit


def guests(browser: Any, table: Table) -> Any:
    """Return a context in which people open pages of a table, by its clock."""
    return visiting(browser, table.address, lambda page: page.clock.install(time=table.now))


def play(page: Any, *moves: str) -> None:
    """Type moves, each when the page has taken in the one before."""
    made = "Number(document.querySelector('#replay').max)"
    for text in moves:
        page.wait_for_selector("#board svg")
        while not page.locator("#text").is_visible():  # The page listens only when it knows the match.
            page.keyboard.press("/")
            page.wait_for_timeout(20)
        before = page.evaluate(made)
        page.locator("#text").fill(text)
        page.locator("#text").press("Enter")
        page.wait_for_function(f"before => {made} > before", arg=before)


def remembered(page: Any) -> dict[str, Any]:
    """Return what the browser remembers."""
    facts: dict[str, Any] = page.evaluate("() => JSON.parse(localStorage.getItem('mine'))")
    return facts


def wait_until(page: Any, remembers: str, wanted: int) -> None:
    """Wait until the browser remembers something: a page does that when it has shown everything else."""
    page.wait_for_function(
        f"wanted => ((mine) => {remembers})(JSON.parse(localStorage.getItem('mine') ?? '{{}}')) === wanted", arg=wanted
    )


@pytest.fixture
def real_table(tmp_path: Path) -> Iterator[Table]:
    """Return a server that composes the real puzzles of the days."""
    # Kernels are loaded before anybody waits for them.
    for name in REAL:
        puzzle_on(name, "2026-11-16")
    table = Table(tmp_path, *REAL)
    table.start()
    yield table
    table.stop()


def shortest_line(name: str, date: str) -> str:
    """Return a line that solves the puzzle of a day in the fewest moves."""
    facts = puzzle_on(name, date)
    assert facts is not None
    box, game = find(facts["game"])
    verdict = box.solver(box.hints).solve(game, Match.open(facts["game"], seed=facts["seed"]).state, 200_000)
    return " ".join(map(str, getattr(verdict, "line", ())))


def careless_line(name: str, date: str) -> str:
    """Return a line that ends the puzzle of a day without solving it."""
    facts = puzzle_on(name, date)
    assert facts is not None
    match = Match.open(facts["game"], seed=facts["seed"])
    start = len(match.line)
    while match.turn is not None:
        match = match.play(list(match.game.moves(match.state))[-1])
    assert match.outcome is not None
    assert match.outcome.scores[0] <= 0
    return " ".join(map(str, match.moves[start:]))


@pytest.mark.slow
def test_a_week_of_ten_minutes_a_day(browser: Any, real_table: Table) -> None:
    """Each day has its real puzzles (with HOYLE_WHOLE=1 of every game), the streaks grow and forgive one missed day, and matches and figures are kept."""
    table, days = real_table, (16, 17, 18, 20, 21, 22)
    with guests(browser, table) as visit:
        page = visit()
        for day in days:
            table.now = MONDAY + dt.timedelta(days=day - 16)
            page.clock.set_system_time(table.now)
            for name in REAL:
                page.goto("/")
                page.get_by_role("link", name=f"Play today's {shelf()[name].title}").click()
                expect(page.locator("#heading")).to_contain_text(
                    f"Puzzle of {table.now:%A} {table.now.day} November 2026"
                )
                if name == "dots":
                    while not page.locator("#end").is_visible():
                        page.keyboard.press("h")
                        expect(page.locator("#status")).to_contain_text("Hint: ")
                        play(page, page.locator("#status").inner_text().removeprefix("Hint: ").split()[0])
                        page.wait_for_timeout(1500)
                    expect(page.locator("#stars")).to_contain_text("of 3 stars")
                else:
                    play(page, shortest_line(name, f"2026-11-{day}"))
                    expect(page.locator("#stars")).to_contain_text("3 of 3 stars")
        assert sorted(remembered(page)["days"]) == [f"{name} 2026-11-{day}" for name in sorted(REAL) for day in days]
        page.goto("/")
        expect(page.locator("#today")).to_contain_text("6 days in a row")
        # Its address leads back to the same match, and keeps its title.
        page.goto("/daily/pegs/2026-11-18")
        expect(page.locator("#heading")).to_contain_text("Wednesday 18 November")
        page.goto("/mine")
        for name in REAL:
            row = page.get_by_role("row", name=f"{shelf()[name].title}: puzzles of the day")
            expect(row.get_by_role("cell").nth(1)).to_have_text("6")
        calendar = page.get_by_label("puzzles of Peg solitaire")
        expect(calendar).to_contain_text("6 days in a row, one missed day forgiven")
        calendar.get_by_role("link", name="Thursday 19 November 2026: not solved").click()
        expect(page.locator("#heading")).to_contain_text("Thursday 19 November")
        play(page, careless_line("pegs", "2026-11-19"))
        expect(page.locator("#story")).to_contain_text("It could last be won")


@pytest.mark.slow
def test_what_a_browser_remembers_can_be_exported_imported_and_forgotten(visit: Callable[..., Any]) -> None:
    """Another browser goes on with the same seats; after forgetting, nothing is left, and nobody sits there any more."""
    page = visit("/new?game=pegs/cross")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    play(page, "d3f3")
    wait_until(page, "Object.values(mine.matches ?? {}).filter((match) => match.begun).length", 1)
    address = page.url
    page.goto("/")
    expect(page.locator("#home")).to_contain_text("1 to continue")
    page.goto("/mine")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your name").blur()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").click()
    text = Path(waiting.value.path()).read_text()
    assert json.loads(text)["seats"].keys() == {address.rpartition("/")[2]}
    other = visit("/mine")
    spoilt: tuple[Any, ...] = (
        {"matches": {"x": None}},
        {"matches": None},
        {"days": []},
        {"matches": {"x": {"box": "nim"}}},
        {"matches": {"x": {"box": "nim", "game": "nim", "length": 7}}},
        {"days": {"pegs 2026-11-18": {"stars": 7, "length": "", "hints": 0}}},
        [],
        {"name": 7},
    )
    for wrong in ([], *({"hoyle": 1, "kept": {"mine": json.dumps(mine)}} for mine in spoilt)):
        other.reload()
        other.get_by_label("Import a file").set_input_files(
            {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(wrong).encode()}
        )
        expect(other.locator("#alert")).to_contain_text("was not exported from here")
    strange = {"invites x": '"5"', "setups stratego/six": '{"a": 7}', "draft x 0": "{", "theme": '"dark"'}
    text = json.dumps({**json.loads(text), "kept": {**json.loads(text)["kept"], **strange}})
    file = {"name": "hoyle.json", "mimeType": "application/json", "buffer": text.encode()}
    other.get_by_label("Import a file").set_input_files(file)
    expect(other.locator(".mine-card")).to_contain_text("go on")
    # What has another form than the pages give it is left out.
    assert set(other.evaluate("() => Object.keys(localStorage)")) & strange.keys() == {"theme"}
    other.locator(".mine-card").click()
    play(other, "d5d3")
    expect(other.locator("#moves")).to_contain_text("d5d3")
    other.goto("/mine")
    other.get_by_role("button", name="Forget everything").click()
    other.get_by_role("dialog").get_by_role("button", name="Forget").click()
    expect(other.locator(".mine-card")).to_have_count(0)
    assert other.evaluate("() => localStorage.length") == 0
    other.goto(address)
    expect(other.locator("#counts")).to_contain_text("you are watching")


def test_watching_many_matches_forgets_none_of_your_own(visit: Callable[..., Any]) -> None:
    """When there are too many, those that were only watched go before those that you play."""
    page = visit("/mine")
    known = page.evaluate(
        """async () => {
            const { note, known } = await import("/static/any/mine.js");
            note("own", { box: "nim", game: "nim", seat: "token" });
            for (let number = 0; number < 500; number++) note(`watched ${number}`, { box: "nim", game: "nim", watched: true });
            return [known("own")?.seat, Object.keys(JSON.parse(localStorage.getItem("mine")).matches).length];
        }"""
    )
    assert known == ["token", 400]


@pytest.mark.slow
def test_packs_and_lessons(visit: Callable[..., Any]) -> None:
    """A level that is solved counts, and the next one follows; a lesson goes from step to step and minds what is done."""
    page = visit("/packs/pegs")
    page.get_by_role("button", name="Easy").click()
    expect(page.locator("#heading")).to_contain_text("The contract lab 1: Easy")
    play(page, "d2d4d6")
    expect(page.locator("#stars")).to_contain_text("3 of 3 stars")
    expect(page.locator("#end .stars")).to_have_text("★★★")
    page.locator("#end").get_by_role("button", name="Next level").click()
    expect(page.locator("#heading")).to_contain_text("The contract lab 2: Cross")
    play(page, "d3f3", "d5d3", "c3e3", "f3d3", "d2d4")
    expect(page.locator("#stars")).to_contain_text("2 of 3 stars")
    page.goto("/packs/pegs")
    expect(page.get_by_label("The contract lab", exact=True)).to_contain_text("2 of 7 solved")
    expect(page.get_by_role("button", name="Cross")).to_contain_text("best 5 turns")
    page.get_by_role("button", name="4 pegs").click()
    page.wait_for_selector("#board svg")
    page.locator("#learn").click()
    expect(page.locator("#lesson")).to_contain_text("§3 A move is one jump")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_have_text("Hint: a1c1, as the lesson asks")
    play(page, "a1c1")
    page.locator("#end").get_by_role("button", name="Next step").click()
    expect(page.locator("#lesson h2")).to_contain_text("2 of 6")
    play(page, "c1c3")
    page.locator("#lesson").get_by_role("button", name="Next step").click()
    expect(page.locator("#lesson h2")).to_contain_text("3 of 6")
    play(page, "c1a1")
    expect(page.locator("#lesson")).to_contain_text("Not quite")
    page.locator("#lesson").get_by_role("button", name="Try again").click()
    play(page, "b1d1", "e1c1")
    expect(page.locator("#lesson")).to_contain_text("would have left two pegs")
    assert [match["kind"] for match in remembered(page)["matches"].values()].count("lesson") == 3
    # What the solution plays is no win, and can be removed from the list.
    page.goto("/packs/pegs")
    page.get_by_role("button", name="4 pegs").click()
    page.wait_for_selector("#board svg")
    page.get_by_role("button", name="Solution").click()
    expect(page.locator("#status")).to_contain_text("3 jumps, 1 turn: the fewest possible")
    for _ in range(3):
        page.get_by_role("button", name="Play next step").click()
        page.wait_for_timeout(300)
    expect(page.locator("#stars")).to_contain_text("it does not count")
    page.goto("/mine")
    expect(page.get_by_role("row", name="Peg solitaire: packs").get_by_role("cell").nth(1)).to_have_text("2")
    expect(page.locator(".mine-card").filter(has_text="4 pegs")).to_contain_text("played from the solution")
    page.get_by_role("button", name="First jumps 1: 4 pegs").click()
    expect(page.locator(".mine-card")).to_have_count(2)


@pytest.mark.slow
def test_a_rematch_at_the_same_table_with_the_seats_changed(visit: Callable[..., Any], table: Table) -> None:
    """Both keep their names, the one who waits is fetched, and nothing but the match and the names is kept."""
    page, other = visit("/mine"), visit("/mine")
    for one, name in ((page, "Ada L."), (other, "Bouton")):
        one.get_by_label("Your name").fill(name)
        one.get_by_label("Your name").blur()
    page.goto("/new?game=nim/classic")
    page.get_by_label("Opponent").select_option("open")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_label("private link")).not_to_have_value("")
    link = page.get_by_label("private link").input_value()
    other.goto(link)
    expect(page.locator("#rivals")).to_contain_text("Bouton")
    expect(other.locator("#rivals")).to_contain_text("Ada L.")
    play(page, "a3")
    expect(other).to_have_title("● Your move: Nim")
    play(other, "b4")
    expect(page.locator("#status")).to_contain_text("our move")
    play(page, "c5")
    first = page.url
    page.locator("#rematch").get_by_role("button", name="Rematch").click()
    expect(page.locator("#rematch")).to_contain_text("waiting for an answer")
    expect(other.locator("#end .main")).to_have_text("Accept rematch")
    other.locator("#rematch").get_by_role("button", name="Accept rematch").click()
    for one in (page, other):
        one.wait_for_url(lambda url: "/table/" in url and url != first)
    assert page.url == other.url
    play(other, "a1")
    expect(page.locator("#rivals")).to_contain_text("Bouton")
    expect(page.locator("#moves")).to_contain_text("a1")
    kept = b"".join(path.read_bytes() for path in table.database.parent.iterdir())
    assert b"Ada L." in kept
    for secret in (b"Mozilla", b"127.0.0.1", b"hoyle.json", b"mine", b"Chrome"):
        assert secret not in kept


def test_three_wins_lead_to_the_next_level(visit: Callable[..., Any]) -> None:
    """The opponents have names and levels, and the next one is suggested."""
    page = visit()
    for wins in range(1, 4):
        page.goto("/new?game=nim/1")
        page.get_by_label("Opponent").select_option("careless")
        page.get_by_role("button", name="Play").click()
        page.wait_for_url("**/table/*")
        expect(page.locator("#rivals")).to_contain_text("Cousin Careless")
        play(page, "a1")
        expect(page.locator("#status")).to_contain_text("You won")
        wait_until(page, "mine.runs?.['nim careless']", wins)
    expect(page.locator("#next-level")).to_contain_text("Try level 2: Aunt Casual")


@pytest.mark.slow
def test_axe_finds_nothing_on_the_new_pages(visit: Callable[..., Any]) -> None:
    """Neither on those with something on them nor on those without."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = visit("/daily/pegs", reduced_motion="reduce")
    page.wait_for_url("**/table/*")
    play(page, "d2d4d6")
    expect(page.locator("#story")).to_contain_text("Every move kept the win")
    page.keyboard.press("Escape")
    for path in (None, "/mine", "/packs/pegs", "/learn/nim", "/"):
        if path is not None:
            page.goto(path, wait_until="networkidle")
        found = axe.run(page)
        assert found.violations_count == 0, (path, found.generate_report())


def test_the_shell_is_kept_and_says_that_the_server_is_away(browser: Any, tmp_path: Path) -> None:
    """It can be installed, and it does not pretend."""
    table = Table(tmp_path)
    table.start()
    context = browser.new_context(base_url=table.address)
    page = context.new_page()
    page.goto("/")
    facts = page.evaluate("() => fetch('/manifest.webmanifest').then(answer => answer.json())")
    assert facts["icons"][0]["src"].startswith("/static/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    table.stop()
    page.goto("/mine")
    expect(page.get_by_role("heading")).to_contain_text("The server is away")
    context.close()
