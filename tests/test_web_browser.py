"""The web table in a real browser: from the shelf to the end of a match, by mouse, finger and key."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from threading import Thread
from typing import Any

import pytest

from conftest import WHOLE, walk
from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.scene import Mark, motions
from hoyle.shelf import find, shelf
from hoyle.svg import to_svg
from hoyle.tables.clicks import Spelling
from hoyle.tables.explain import parts_of, plain, spellings_of
from hoyle.tables.fair_play import list_moves
from hoyle.tables.web.spelling import begins
from web import Server, needs_chromium, visiting

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_chromium

SMALL = {"pegs": "easy", "domino": "double-one"}
"""Puzzles of which a whole match by clicking would take long, and the variant to play."""
expect = playwright.expect


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Return a way to open pages, each as another person."""
    with visiting(browser, server.address) as visit:
        yield visit


def new(visit: Callable[..., Any], game: str, against: str | None = None, **options: Any) -> Any:
    """Open a match: with a friend through the page of its terms, which shows the link, and otherwise at once."""
    if against == "open":
        page = visit(f"/new?game={game}", **options)
        page.get_by_label("Opponent").select_option(against)
        page.get_by_role("button", name="Play").click()
    else:
        page = visit("", **options)
        name, _, seed = game.partition("&seed=")
        terms = {
            "game": name,
            **({"seed": int(seed)} if seed else {}),
            **({"seats": ["me", against]} if against else {}),
        }
        page.goto(f"/table/{page.request.post('/api/matches', data=terms).json()['match']}")
    page.wait_for_selector("#board svg")
    return page


def type_move(page: Any, text: str) -> None:
    """Type a move, as keys alone can."""
    page.locator("#heading").click()
    page.keyboard.press("/")
    page.get_by_label("Move", exact=True).fill(text)
    page.keyboard.press("Enter")


def mark(page: Any, spelled: str) -> Any:
    """Return a mark on the board."""
    return page.locator(f'#board [data-spells="{spelled}"]').last


def click_move(page: Any, text: str) -> None:
    """Click the marks that spell a move."""
    spells = page.eval_on_selector_all("#board [data-spells]", "marks => marks.map(mark => mark.dataset.spells)")
    rest = plain(text)
    while rest:
        longest = max((spelled for spelled in spells if rest.startswith(plain(spelled)) and plain(spelled)), key=len)
        rest = rest[len(plain(longest)) :]
        mark(page, longest).click(force=True)


def look(page: Any) -> dict[str, Any]:
    """Return what the page's viewer may see now."""
    facts: dict[str, Any] = page.evaluate(
        "() => fetch('/api/matches/' + location.pathname.split('/')[2]).then(answer => answer.json())"
    )
    return facts


def choices(facts: dict[str, Any]) -> int:
    """Return how many moves people have made, which are those that the page counts."""
    return sum(move["seat"] >= 0 for move in facts["line"])


# ------------------------------------------------------------------------------------------------- playing


def lift(page: Any) -> None:
    """Lift the curtain that falls when people share a screen and the turn passes on."""
    page.get_by_role("button", name="Show the board").click()


@pytest.mark.parametrize(
    "box", [*(pytest.param(box, marks=pytest.mark.slow) for box in sorted(set(shelf()) - {"stratego"})), "secret"]
)
def test_from_the_shelf_to_the_end(visit: Callable[..., Any], box: str) -> None:
    """Every game is picked from the shelf and played by clicking until it is over."""
    page = visit()
    title = "Pledges" if box == "secret" else shelf()[box].title
    card = page.locator("#games .game").filter(has=page.get_by_role("heading", name=title, exact=True))
    if box in SMALL:
        more = card.get_by_role("button", name="more")
        if more.count():
            more.click()
        card.get_by_role("button", name=SMALL[box], exact=True).click()
    if box in {"nim", "secret"}:
        card.get_by_role("link", name="options").click()
        page.get_by_label("Opponent").select_option("me")
        page.get_by_role("button", name="Play").click()
    else:
        card.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board svg")
    facts = look(page)
    for _ in range(20):
        if facts["ended"]:
            break
        if page.locator("#curtain").is_visible():
            lift(page)
        # The first move listed brings the puzzles to an end, the last one the others.
        text = facts["moves"][0 if box in SMALL else -1]
        click_move(page, text)
        played = "document.querySelector('#replay').max > count"
        waits = "document.querySelector('#confirm').value.replace(/[^a-z0-9]/gi, '').toLowerCase() === text"
        known = {"count": choices(facts), "text": plain(text)}
        page.wait_for_function(f"({{count, text}}) => {played} || {waits}", arg=known)
        if page.locator("#confirm").is_visible():
            # A longer move could follow, so this one waits to be confirmed.
            page.locator("#confirm").click()
        page.wait_for_function(f"({{count}}) => {played}", arg=known)
        facts = look(page)
    assert facts["ended"]
    expect(page.locator("#end")).to_contain_text(facts["outcome"]["reason"], ignore_case=True)
    expect(page.locator("#moves li")).to_have_count(choices(facts))
    moves = facts["length"] or str(choices(facts))
    expect(page.locator("#end dd").first).to_have_text(moves)


def test_a_match_by_mouse_with_all_its_buttons(visit: Callable[..., Any]) -> None:
    """Drag, undo, redo, restart and its undo, hint, solution step by step, replay."""
    page = new(visit, "pegs/easy")
    mark(page, "d2").drag_to(mark(page, "d4"))
    expect(page.locator("#moves li")).to_have_text(["d2d4"])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves li")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#moves li")).to_have_text(["d2d4"])
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#moves li")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves li")).to_have_text(["d2d4"])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_contain_text("Hint: ", timeout=80_000)
    expect(page.locator("#board .m-hint")).to_have_count(1)
    # Shown again for the same board, a hint is not counted again.
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Solution").click()
    page.get_by_role("button", name="Close solution").click()
    expect(page.locator("#board .m-hint")).to_have_count(0)
    expect(page.locator("#status")).not_to_contain_text("Solution")
    page.get_by_role("button", name="Solution").click()
    page.get_by_role("button", name="Play next step: ").click()
    expect(page.locator("#status")).to_have_text("Solved: 1 peg left")
    expect(page.locator("#counts")).to_have_text("2 jumps, 1 turn · 1 hint and the solution used")
    expect(page.get_by_role("dialog", name="Solved")).to_contain_text("1 hint and the solution")
    page.keyboard.press("Escape")
    expect(page.locator("#end")).to_have_count(0)
    page.get_by_role("button", name="1. d2d4").click()
    expect(page.locator("#status")).to_have_text("After move 1 of 2: 2 pegs; 2 jumps are possible")
    page.locator("#replay").press("ArrowLeft")
    expect(page.locator("#status")).to_contain_text("The start: 3 pegs")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#status")).to_contain_text("Solved")


def test_a_match_by_keys_alone(visit: Callable[..., Any]) -> None:
    """Tab reaches the board, arrows walk over it, Enter takes and puts; a typed move does as well."""
    page = new(visit, "pegs/easy")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.spells"):
            break
    assert page.evaluate("document.activeElement.dataset.spells") == "d1"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(mark(page, "d2")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_text(["d2d4"])
    assert page.evaluate("document.activeElement.dataset.spells") == "d4"
    page.keyboard.press("Control+z")
    expect(page.locator("#moves li")).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#moves li")).to_have_text(["d2d4"])
    # A button that can be pressed no longer gives the focus back to the board.
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board :focus")).to_have_count(1)
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#moves li")).to_have_text(["d2d4"])
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#text")).to_have_attribute("placeholder", f"such as {look(page)['moves'][0]}")
    page.keyboard.type("d4d5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("d5 is not two holes from d4")
    expect(page.locator("#text")).to_have_value("d4d5")
    page.locator("#text").fill("d4d6")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("Solved: 1 peg left")


def test_the_shelf_by_keys_and_by_its_pictures(visit: Callable[..., Any]) -> None:
    """The variants of a game are one stop of the Tab key, through which arrows go, and none is cut off; a picture plays."""
    page = visit()
    page.wait_for_selector("#games .pick")
    strips = page.locator(".pick").evaluate_all(
        """strips => strips.map(strip => [
          strip.querySelectorAll('[tabindex="0"]').length, strip.scrollWidth <= strip.clientWidth + 1,
          [...strip.children].every(press => press.scrollWidth <= press.clientWidth + 1)])"""
    )
    assert strips == [[1, True, True]] * len(strips)
    pegs = page.locator(".game").filter(has=page.get_by_role("heading", name="Peg solitaire"))
    pegs.locator(".pick button").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(pegs.locator(".pick button").nth(1)).to_have_attribute("aria-pressed", "true")
    pegs.locator(".pic").click()
    page.wait_for_selector("#board svg")
    assert look(page)["game"] == "pegs/french"
    assert not page.locator("#more").is_visible()


# ------------------------------------------------------------------------------------------- two people


def received(page: Any) -> list[str]:
    """Collect everything that a page receives from now on: answers with their headers, and what its socket hears."""
    texts: list[str] = []

    def answered(response: Any) -> None:
        if "/api/matches" in response.url:
            texts.append(f"{response.all_headers()} {response.text()}")

    def heard(frame: str | bytes) -> None:
        texts.append(frame if isinstance(frame, str) else zlib.decompress(frame).decode())

    page.on("requestfinished", lambda request: answered(request.response()))
    page.on("websocket", lambda socket: socket.on("framereceived", heard))
    return texts


def test_two_people_by_a_private_link(visit: Callable[..., Any]) -> None:
    """Both pledge and guess, each in a browser of its own; nothing that one received tells the other's pledge."""
    first = new(visit, "secret", "open")
    expect(first.locator("#inviting")).to_be_visible()
    link = first.get_by_label("private link").input_value()
    second = visit("/judge")
    heard = received(second)
    second.goto(link)
    second.wait_for_selector("#board svg")
    assert "invite" not in second.url
    click_move(first, "quince")
    expect(second.locator("#status")).to_contain_text("your move", ignore_case=True)
    click_move(second, "apple")
    expect(second.locator("#moves li")).to_have_count(2)
    # The only quinces that the second seat has heard of are those among its own moves.
    text = "".join(heard)
    assert '"pledges"' in text
    assert not re.search(r'"text":\s*"quince!"|pledged: [a-z! ]*quince', text)
    turn = look(first)["turn"]
    mover, right = ((first, "apple"), (second, "quince"))[turn]
    expect(mover.locator("#status")).to_contain_text("your move", ignore_case=True)
    click_move(mover, right)
    for page in (first, second):
        expect(page.locator("#status")).to_contain_text("guessed right", ignore_case=True)
        expect(page.locator("#moves li").first).to_have_text("quince!")
    third = visit(second.url)
    expect(third.locator("#counts")).to_have_text("you are watching")
    expect(third.locator("#type")).to_be_hidden()


def test_a_link_to_another_seat_takes_none_away(visit: Callable[..., Any]) -> None:
    """Whoever sits at the table is asked first, unless it is the link by which they came."""
    page = new(visit, "nim", "open")
    link = page.get_by_label("private link").input_value()
    for answer, seat in (("Keep mine", 0), ("Change seats", 1)):
        page.goto("/judge")
        page.goto(link)
        # Enter, by mistake, changes nothing.
        expect(page.get_by_role("button", name="Keep mine")).to_be_focused()
        page.get_by_role("dialog").get_by_role("button", name=answer).click()
        page.wait_for_selector("#board svg")
        assert look(page)["you"] == [seat]
    page.goto("/judge")
    page.goto(link)
    page.wait_for_selector("#board svg")
    assert look(page)["you"] == [1]


def test_a_seat_outlives_its_cookie(visit: Callable[..., Any]) -> None:
    """Browsers drop cookies when a site has many: each match has one."""
    page = new(visit, "nim", "open")
    other = visit(page.get_by_label("private link").input_value())
    other.wait_for_selector("#board svg")
    for here, seat in ((page, 0), (other, 1)):
        here.context.clear_cookies()
        here.reload()
        expect(here.locator("#counts")).not_to_have_text("you are watching")
        assert look(here)["you"] == [seat]


@pytest.mark.slow
def test_an_answered_move_is_taken_back_by_agreement(visit: Callable[..., Any]) -> None:
    """One asks, the other declines; after a further move one asks again and the other agrees; a premove is played."""
    first = new(visit, "nim", "open")
    second = visit(first.get_by_label("private link").input_value())
    expect(first.locator("#rivals")).to_contain_text("Your friend")
    # A premove is clicked while one waits, and played when it is one's turn.
    second.wait_for_selector("#board svg")
    for _ in range(2):
        mark(second, "b1").click()
    expect(second.locator("#ahead")).to_have_text("Premove: b1")
    click_move(first, "a1")
    for page in (first, second):
        expect(page.locator("#moves li")).to_have_text(["a1", "b1"])
    for number, (page, text) in enumerate(((first, "a1"), (second, "b1")), 3):
        click_move(page, text)
        for each in (first, second):
            expect(each.locator("#moves li")).to_have_count(number)
    first.get_by_role("button", name="Ask to undo").click()
    expect(second.locator("#asking-words")).to_have_text("Your friend asks to take back the last 2 moves")
    second.get_by_role("button", name="Decline").click()
    expect(first.locator("#asking-words")).to_contain_text("declined")
    click_move(first, "c1")
    expect(second.locator("#asking")).to_be_hidden()
    second.get_by_role("button", name="Ask to undo").click()
    first.get_by_role("button", name="Agree").click()
    for page in (first, second):
        expect(page.locator("#moves li")).to_have_text(["a1", "b1", "a1"])
    expect(second.locator("#status")).to_contain_text("your move", ignore_case=True)


RANKS = "marshal|general|colonel|major|captain|lieutenant|sergeant|miner|scout|spy|bomb|flag"


@pytest.mark.slow
def test_two_armies_to_a_captured_flag(visit: Callable[..., Any]) -> None:
    """From the shelf by clicks alone, set up at the same time; until the end no rank of the winner's was received."""
    red = visit()
    card = red.locator("#games .game").filter(has=red.get_by_role("heading", name="Stratego", exact=True))
    card.get_by_role("button", name="duel", exact=True).click()
    card.get_by_role("link", name="options").click()
    red.get_by_label("Opponent").select_option("open")
    red.get_by_role("button", name="Play").click()
    link = red.get_by_label("private link").input_value()
    blue = visit("/judge")
    heard = received(blue)
    blue.goto(link)
    # Blue is ready before red: its flag changes places with the scout in the front row.
    blue.get_by_role("button", name="corner", exact=True).click()
    expect(mark(blue, "j10")).to_have_attribute("aria-label", "blue flag on j10")
    mark(blue, "j10").click()
    mark(blue, "i7").click()
    expect(mark(blue, "i7")).to_have_attribute("aria-label", "blue flag on i7")
    blue.get_by_role("button", name="Ready", exact=True).first.click()
    expect(blue.locator("#status")).to_have_text("You are ready; red is still setting up")
    red.get_by_role("button", name="corner-mirrored", exact=True).click()
    red.get_by_role("button", name="Ready", exact=True).first.click()
    expect(red.locator("#moves li")).to_have_text(["corner-mirrored", "unseen"])
    expect(blue.locator("#moves li").first).to_have_text("unseen")
    # A quiet move each, and then red's scout goes for the flag, which is dragged over all squares between.
    click_move(red, "a4-a5")
    expect(blue.locator("#status")).to_contain_text("your move", ignore_case=True)
    click_move(blue, "e8-e7")
    expect(red.locator("#status")).to_contain_text("your move", ignore_case=True)
    before = len(heard)
    mark(red, "i4").drag_to(mark(red, "i7"), steps=12)
    expect(red.locator("#status")).to_have_text("You won: Flag captured")
    expect(blue.locator("#status")).to_have_text("You lost: Flag captured")
    expect(blue.locator("#end.lost")).to_contain_text("You lost")
    expect(blue.locator("#board [aria-label^='red flag']")).to_have_count(1)
    text = "".join(heard[:before])
    assert "unseen red piece" in text
    assert not re.search(f"red ({RANKS})", text)
    assert "corner-mirrored" not in "".join(re.findall('"line":.*?]', text))


def test_an_army_is_set_up(visit: Callable[..., Any]) -> None:
    """Place, swap by clicks and by dragging, take back, clear; keep a setup, rename it, use it on the other side."""
    page = new(visit, "stratego/six", "heuristic")
    mark(page, "F").click()
    mark(page, "a1").click()
    expect(mark(page, "a1")).to_have_attribute("aria-label", "red flag on a1")
    mark(page, "B").drag_to(mark(page, "b1"), steps=8)
    expect(mark(page, "b1")).to_have_attribute("aria-label", "red bomb on b1")
    mark(page, "a1").click()
    mark(page, "b1").click()
    expect(mark(page, "b1")).to_have_attribute("aria-label", "red flag on b1")
    mark(page, "b1").drag_to(mark(page, "d2"), steps=8)
    expect(mark(page, "d2")).to_have_attribute("aria-label", "red flag on d2")
    mark(page, "d2").click()
    mark(page, "d5").click()
    expect(page.get_by_role("alert")).to_contain_text("d5 is not in red's home (§2)")
    mark(page, "a1").click()
    expect(mark(page, "a1")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Remove last piece").click()
    expect(mark(page, "a1")).to_have_attribute("aria-label", "empty square a1")
    page.reload()
    expect(mark(page, "d2")).to_have_attribute("aria-label", "red flag on d2")
    page.get_by_role("button", name="Clear").click()
    expect(mark(page, "d2")).to_have_attribute("aria-label", "empty square d2")
    expect(page.get_by_role("button", name="Ready", exact=True).first).to_be_disabled()
    type_move(page, "red(2X.9.2/FB3.S.)")
    expect(mark(page, "a1")).to_have_attribute("aria-label", "red flag on a1")
    mark(page, "a1").click()
    mark(page, "f1").click()
    expect(mark(page, "f1")).to_have_attribute("aria-label", "red flag on f1")
    page.get_by_label("Name", exact=True).fill("right")
    page.get_by_role("button", name="Save setup").click()
    page.get_by_role("button", name="Rename right").click()
    page.get_by_role("dialog").get_by_label("New name for right").fill("flag right")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    page.get_by_role("button", name="Ready", exact=True).first.click()
    expect(page.locator("#setup")).to_be_hidden()
    page.goto("/new?game=stratego/six")
    page.get_by_label("Opponent").select_option("open")
    page.get_by_label("Your seat").select_option("blue")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="flag right", exact=True).click()
    expect(mark(page, "a6")).to_have_attribute("aria-label", "blue flag on a6")
    page.get_by_role("button", name="Delete flag right").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Delete flag right").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("#own")).to_be_hidden()
    page.get_by_role("button", name="Ready", exact=True).first.click()
    page.get_by_role("button", name="Change setup").click()
    expect(page.get_by_role("button", name="Ready", exact=True).first).to_be_enabled()


def test_an_army_is_set_up_by_keys_alone(visit: Callable[..., Any]) -> None:
    """The arrows walk over board and reserve, Enter takes and puts, and Escape puts down what is held."""
    page = new(visit, "stratego/six", "random")
    page.get_by_role("button", name="corner", exact=True).press("Enter")
    expect(mark(page, "a1")).to_have_attribute("aria-label", "red flag on a1")
    mark(page, "a1").focus()
    page.keyboard.press("Enter")
    expect(mark(page, "a1")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(mark(page, "a1")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(mark(page, "b1")).to_have_attribute("aria-label", "red flag on b1")
    page.get_by_role("button", name="Ready", exact=True).first.press("Enter")
    expect(page.locator("#setup")).to_be_hidden()


def test_those_who_share_a_screen_do_not_see_each_other(visit: Callable[..., Any]) -> None:
    """A curtain falls when the turn passes on, and each finds its own army below."""
    page = new(visit, "stratego/six", "me")
    for colour, flag in (("red", "a1"), ("blue", "f6")):
        page.get_by_role("button", name="corner", exact=True).click()
        expect(mark(page, flag)).to_have_attribute("aria-label", f"{colour} flag on {flag}")
        page.get_by_role("button", name="Ready", exact=True).first.click()
        expect(page.get_by_role("dialog")).to_contain_text("Pass the screen to ")
        lift(page)
    expect(page.locator("#status")).to_have_text("Red to move")
    expect(page.locator("#board [aria-label^='unseen blue']")).to_have_count(8)


def test_of_two_tabs_one_is_refused(visit: Callable[..., Any]) -> None:
    """A tab that missed what the other did is told that the board has changed, and shows it."""
    page = new(visit, "nim", "me")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#board svg")
    page.add_init_script("window.WebSocket = class {};")
    page.reload()
    page.wait_for_selector("#board svg")
    click_move(other, "a1")
    expect(other.locator("#moves li")).to_have_count(1)
    expect(page.locator("#moves li")).to_have_count(0)
    click_move(page, "b1")
    expect(page.get_by_role("alert")).to_contain_text("The board has changed since you looked")
    expect(page.locator("#moves li")).to_have_text(["a1"])


# ---------------------------------------------------------------------------------------- when the net fails


def test_a_lost_answer_is_asked_for_again_and_played_once(visit: Callable[..., Any]) -> None:
    """The move arrives, its answer does not: the page sends it once more, and it is played once."""
    page = new(visit, "nim", "me")
    lost: list[str] = []

    def lose_first(route: Any) -> None:
        if not lost:
            lost.append(str(route.request.post_data))
            route.fetch()
            route.abort()
        else:
            lost.append(str(route.request.post_data))
            route.continue_()

    page.route("**/move", lose_first)
    click_move(page, "a1")
    expect(page.locator("#moves li")).to_have_text(["a1"])
    page.wait_for_timeout(1000)
    assert len(look(page)["line"]) == 1
    assert len(lost) == 2
    assert lost[0] == lost[1]


@pytest.mark.slow
def test_reconnecting_after_the_server_was_killed(visit: Callable[..., Any], server: Server) -> None:
    """The page says that it reconnects, does, and the match goes on where it was."""
    page = new(visit, "pegs/easy")
    mark(page, "d2").click()
    mark(page, "d4").click()
    expect(page.locator("#moves li")).to_have_count(1)
    server.kill()
    expect(page.locator("#connection")).to_have_text("offline, reconnecting …")
    type_move(page, "d4d6")
    expect(page.get_by_role("alert")).to_contain_text("No connection to the server")
    expect(page.get_by_label("Move", exact=True)).to_have_value("d4d6")
    server.start()
    expect(page.locator("#connection")).to_have_text("", timeout=20_000)
    expect(page.locator("#alert")).to_have_text("")
    page.get_by_label("Move", exact=True).fill("")
    mark(page, "d4").click()
    mark(page, "d6").click()
    expect(page.locator("#status")).to_contain_text("Solved: 1 peg left")


# ----------------------------------------------------------------------------------------- referee, sharing


def test_a_record_is_judged_and_has_an_address(visit: Callable[..., Any]) -> None:
    """The foul move is shown on the board; the address alone brings it back; what is no record is refused in one line."""
    page = visit("/judge")
    page.locator("#record").fill("hello")
    page.get_by_role("button", name="Judge").click()
    expect(page.get_by_role("alert")).to_contain_text("A record begins with a header")
    assert page.get_by_role("alert").bounding_box()["height"] < 60
    page.set_input_files("#file", {"name": "m.txt", "mimeType": "text/plain", "buffer": b"Game: pegs/easy\nd2d4 d3d5"})
    expect(page.get_by_role("alert")).to_contain_text("Foul at move 2, d3d5")
    expect(page.locator("#board .m-foul")).to_have_count(2)
    expect(page.locator("#moves li")).to_have_text(["d2d4", "d3d5"])
    other = visit("/judge#Game%3A%20pegs%2Feasy%0Ad2d4d6")
    expect(other.locator("#status")).to_have_text("Fair: 2 jumps, 1 turn, won (1 peg left)")
    other.locator("#replay").press("Home")
    expect(other.locator("#ply")).to_have_text("0 of 2")


@pytest.mark.slow
def test_what_can_be_shared(visit: Callable[..., Any]) -> None:
    """The link to a position opens it again; the record and the picture can be downloaded."""
    page = new(visit, "pegs/easy")
    mark(page, "d2").click()
    mark(page, "d4").click()
    expect(page.locator("#moves li")).to_have_count(1)
    page.get_by_text("Share", exact=True).click()
    with page.expect_download() as record:
        page.get_by_role("link", name="Download the record").click()
    assert "1. d2d4" in record.value.path().read_text()
    with page.expect_download() as drawing:
        page.get_by_role("link", name="Download the picture").click()
    assert drawing.value.path().read_text().startswith("<svg")
    home = f"/api/matches/{page.url.rpartition('/')[2]}"
    starts = {"picture.png": b"\x89PNG", "film.gif": b"GIF89a", "film.webp": b"RIFF"}
    for kind, start in starts.items():
        # A busy machine may need more time for the first than a page allows.
        answers = (page.request.get(f"{home}/{kind}") for _ in range(3))
        assert next(answer for answer in answers if answer.ok).body().startswith(start), kind
    # The private link of one's seat opens it at another screen.
    token = page.request.get(f"{home}/seat").json()["token"]
    other = visit(f"{page.url}#invite={token}")
    expect(other.locator("#undo")).to_be_enabled()
    other.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves li")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#moves li")).to_have_count(1)
    page.get_by_role("link", name="Link to this position").click()
    expect(page.get_by_label("Start from this position")).not_to_have_value("")
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board svg")
    assert look(page)["caption"] == "2 pegs; 2 jumps are possible"


# -------------------------------------------------------------------------------------------- accessibility


ALL: dict[str, Any] = {"resultTypes": ["violations"]}
PAINT = {**ALL, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""Of what axe looks for, all that a palette can change."""


@pytest.mark.slow
def test_axe_finds_nothing(visit: Callable[..., Any]) -> None:
    """No violation on any page, in either palette."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    ).Axe()
    found: dict[str, Any] = {}

    def look_at(page: Any, name: str) -> None:
        for palette, options in (("light", ALL), ("dark", PAINT)):
            page.emulate_media(color_scheme=palette)
            found[f"{name}, {palette}"] = axe.run(page, options=options)

    table = new(visit, "pegs/easy", reduced_motion="reduce")
    mark(table, "d2").click()
    mark(table, "d4").click()
    expect(table.locator("#moves li")).to_have_count(1)
    look_at(table, "table")
    table.get_by_role("button", name="Rules").click()
    expect(table.locator("#rules p").first).to_be_visible()
    look_at(table, "rules beside it")
    table.keyboard.press("Escape")
    click_move(table, "d4d6")
    expect(table.locator("#end")).to_be_visible()
    look_at(table, "end")
    army = new(visit, "stratego/six", "open", reduced_motion="reduce")
    army.get_by_role("button", name="corner", exact=True).click()
    army.get_by_label("Name", exact=True).fill("mine")
    army.get_by_role("button", name="Save setup").click()
    expect(army.get_by_role("button", name="Rename mine")).to_be_visible()
    look_at(army, "setup")
    page = visit("", reduced_motion="reduce")
    for path in ("/", "/judge#Game%3A%20pegs%2Feasy%0Ad2d4%20d3d5", "/new?game=nim", "/rules/pegs", "/nosuch"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        look_at(page, path)
    assert {name: result.generate_report() for name, result in found.items() if result.violations_count} == {}


# ------------------------------------------------------------------------------------------------ comfort


def top(page: Any) -> float:
    """Return how far down the page the board begins."""
    box: dict[str, float] = page.locator("#board svg").bounding_box()
    return box["y"]


def test_a_wrong_click_is_explained_where_it_moves_nothing(visit: Callable[..., Any]) -> None:
    """A first click that begins no move hears the rule; the board stays where it is; the last move is marked."""
    page = new(visit, "pegs/english")
    place = top(page)
    type_move(page, "d1d3")
    expect(page.get_by_role("alert")).to_contain_text("d3 is not empty (§3)")
    expect(page.locator("#moves li")).to_have_count(0)
    mark(page, "d1").click()
    expect(page.get_by_role("alert")).to_have_text("d1 has no move now: d3 is not empty (§3)")
    assert top(page) == place
    mark(page, "d4").click()
    expect(page.get_by_role("alert")).to_contain_text("d4 has no move now: there is no peg in d4 to jump with (§3)")
    expect(page.locator("#board .m-last")).to_have_count(0)
    click_move(page, "d2d4")
    expect(page.locator("#board .m-last")).to_have_count(2)
    expect(page.locator("#alert")).to_have_text("")
    assert top(page) == place


def test_a_path_is_kept_and_shortened(visit: Callable[..., Any]) -> None:
    """A dot that cannot follow leaves the path as it is, one on the path goes back to it; chance is small print."""
    page = new(visit, "dots/classic")
    click_move(page, "a1b1c1")
    mark(page, "f6").click()
    expect(page.get_by_role("alert")).to_contain_text("§3")
    expect(page.locator("#text")).to_have_value("a1b1c1")
    mark(page, "b1").click()
    expect(page.locator("#text")).to_have_value("a1b1")
    expect(page.locator("#board .over-path")).to_have_count(1)
    mark(page, "b1").click()
    expect(page.locator("#moves li button")).to_have_text(["a1b1"])
    expect(page.locator("#moves li small")).to_contain_text("a1=")
    expect(page.locator("#ply")).to_have_text("1 of 1")


def test_a_drag_says_what_it_means(visit: Callable[..., Any]) -> None:
    """What is chosen can be dragged, a hasty second click gives nothing up, a path that fails can be played or drawn anew."""
    page = new(visit, "pegs/english")
    mark(page, "d2").dblclick()
    expect(mark(page, "d2")).to_have_attribute("aria-pressed", "true")
    mark(page, "d2").drag_to(mark(page, "d4"))
    expect(page.locator("#moves li")).to_have_text(["d2d4"])
    mark(page, "b3").click()
    page.wait_for_timeout(500)
    mark(page, "b3").click()
    expect(mark(page, "b3")).to_have_attribute("aria-pressed", "false")
    page = new(visit, "dots/classic")

    def draw(*squares: str) -> None:
        page.mouse.move(*middle(page, squares[0]))
        page.mouse.down()
        for square in squares[1:]:
            page.mouse.move(*middle(page, square), steps=4)
        page.mouse.up()

    draw("a1", "b1", "c1", "d1")
    expect(page.get_by_role("alert")).to_contain_text("c1 is red and d1 is blue (§3)")
    expect(page.locator("#text")).to_have_value("a1b1c1")
    draw("a1", "a2")
    expect(page.get_by_role("alert")).to_contain_text("a1 is red and a2 is orange (§3)")
    expect(page.locator("#text")).to_have_value("")
    draw("a1", "b1", "c1", "d1")
    expect(page.locator("#text")).to_have_value("a1b1c1")
    draw("c2", "d2")
    expect(page.locator("#moves li button")).to_have_text(["c2d2"])


def test_a_hint_draws_its_whole_move(visit: Callable[..., Any]) -> None:
    """A path has an arrow for each of its steps, and of a heap every counter that is taken has a ring."""
    dots = new(visit, "dots/classic")
    dots.get_by_role("button", name="Hint").click()
    expect(dots.locator("#status")).to_have_text(
        "Hint: a1b1c1c2b2 wins: certain in 2 moves, whatever falls", timeout=80_000
    )
    expect(dots.locator("#board .m-hint")).to_have_count(4)
    nim = new(visit, "nim/4", "careless")
    nim.get_by_role("button", name="Hint").click()
    expect(nim.locator("#status")).to_have_text("Hint: a4 is what Professor Bouton would play", timeout=80_000)
    expect(nim.locator("#board .over-taken > *")).to_have_count(4)


def test_what_is_dragged_follows_and_flies_back(visit: Callable[..., Any]) -> None:
    """A peg goes with the pointer; dropped where it may not go it returns, with the reason, and nothing is chosen."""
    page = new(visit, "pegs/english")
    start, end = mark(page, "d2").bounding_box(), mark(page, "e2").bounding_box()
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down()
    page.mouse.move(end["x"] + 9, end["y"] + 9, steps=4)
    expect(page.locator("#board .ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.get_by_role("alert")).to_contain_text("e2 is not two holes from d2 in a line (§3)")
    expect(page.locator("#board .ghost")).to_have_count(0)
    expect(page.locator("#text")).to_have_value("")
    mark(page, "b4").drag_to(mark(page, "d4"))
    expect(page.locator("#moves li")).to_have_text(["b4d4"])


def test_looking_back(visit: Callable[..., Any]) -> None:
    """Keys step anywhere on the page; what is seen is shared; a click or a typed move comes back to now and says so."""
    page = new(visit, "pegs/english")
    for text in ("d2d4", "b3d3"):
        click_move(page, text)
        expect(page.locator("#moves li").last).to_have_text(text)
    page.locator("#heading").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_contain_text("After move 1 of 2: 31 pegs")
    expect(page.locator("#board .m-last")).to_have_count(2)
    assert "ply=1" in page.locator("#picture").get_attribute("href")
    page.keyboard.press("Home")
    expect(page.locator("#status")).to_contain_text("The start: 32 pegs")
    start = re.escape("**OOO**%2F**OOO**%2FOOOOOOO%2FOOO.OOO")
    expect(page.locator("#position-address")).to_have_attribute("href", re.compile(start))
    mark(page, "f4").click()
    expect(page.get_by_role("alert")).to_contain_text("You were looking back")
    expect(page.locator("#ply")).to_have_text("2 of 2")
    page.get_by_role("button", name="one move back").click()
    type_move(page, "f3d3")
    expect(page.get_by_role("alert")).to_contain_text("You were looking back")
    expect(page.locator("#moves li")).to_have_count(2)


def test_everything_is_on_one_screen(visit: Callable[..., Any]) -> None:
    """At 1280 by 800 the board, its buttons and the answer to a hint need no scrolling, and nothing is too wide."""
    page = new(visit, "pegs/english", viewport={"width": 1280, "height": 800})
    for place in ("#board svg", "#solution", "#status", "#moves-h", "#type"):
        box = page.locator(place).bounding_box()
        assert box["y"] + box["height"] <= 800, place
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Copy the position").click()
    expect(page.locator("#copied")).to_contain_text("cop")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.slow
def test_the_end_in_the_viewers_words(visit: Callable[..., Any]) -> None:
    """Who lost reads so, and sits down again with one press; a solitaire begins again where it stands."""
    page = visit()
    page.get_by_role("button", name="Play Nim").click()
    expect(page.locator("#rivals")).to_contain_text("Cousin Careless")
    click_move(page, "a1")
    expect(page.locator("#status")).to_contain_text("Cousin Careless played ")
    expect(page.locator("#redo")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#status")).to_have_text("You lost: You resigned")
    page = visit("/new?game=nim")
    expect(page.get_by_label("Opponent")).to_have_value("careless")
    page.get_by_label("Opponent").select_option("perfect")
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board svg")
    for count in range(0, 12, 2):
        facts = look(page)
        if facts["ended"]:
            break
        # After a single counter from the first heap the perfect player wins, whatever else is taken.
        click_move(page, facts["moves"][0])
        expect(page.locator("#moves li")).to_have_count(count + 2)
    expect(page.locator("#status")).to_have_text("You lost: Professor Bouton took the last counter")
    before = page.url
    page.get_by_role("dialog").get_by_role("button", name="Again").click()
    page.wait_for_url(lambda address: address != before)
    expect(page.locator("#status")).to_contain_text("your move", ignore_case=True)
    alone = new(visit, "pegs/easy")
    click_move(alone, "d3d1")
    expect(alone.locator("#status")).to_contain_text("Not solved: 2 pegs left")
    alone.get_by_role("dialog").get_by_role("button", name="Again").click()
    expect(alone.locator("#moves li")).to_have_count(0)


def test_what_is_not_there(visit: Callable[..., Any]) -> None:
    """A mistyped address and a match that is gone show the way to the shelf, and nothing that cannot be used."""
    page = visit("/nosuch")
    expect(page.get_by_role("heading")).to_have_text("Page not found")
    page.get_by_role("link", name="Choose a game").click()
    expect(page.locator("#games .game").first).to_be_visible()
    gone = visit("/table/nosuch")
    expect(gone.get_by_role("link", name="Choose a game")).to_be_visible()
    expect(gone.locator("#board")).to_be_hidden()


def test_terms_that_cannot_be(visit: Callable[..., Any]) -> None:
    """The form offers what the game has, and says at the first press what is wrong."""
    page = visit("/new?game=pegs/english")
    expect(page.get_by_label("Variant", exact=True)).to_have_value("english")
    expect(page.locator("#seeding")).to_be_hidden()
    page.get_by_label("Variant", exact=True).select_option("cross5")
    expect(page.locator("#about")).to_contain_text(
        "it cannot be won: a single last peg would change the position class."
    )
    page.get_by_label("Variant", exact=True).select_option("Custom…")
    page.get_by_label("Custom variant").fill("OOO/OOO/...")
    page.get_by_label("Custom variant").blur()
    expect(page.locator("#about")).to_have_text(re.compile(r"^This cannot be won: .* position class.*\.$"))
    page.get_by_label("Custom variant").fill("OO./.../...")
    page.get_by_label("Custom variant").blur()
    expect(page.locator("#about")).to_have_text("")
    page.get_by_label("Game", exact=True).select_option("domino")
    page.get_by_label("Random seed").fill("abc")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_have_text("A seed is a whole number of at most 15 digits")
    page.get_by_label("Random seed").fill("")
    page.get_by_label("Variant", exact=True).select_option("Custom…")
    page.get_by_label("Custom variant").fill("99")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text(", not 99 (§1)")
    page.get_by_label("Variant", exact=True).select_option("6")
    page.get_by_label("Any deal, even one that cannot be won").check()
    with page.expect_request("**/api/matches") as asked:
        page.get_by_role("button", name="Play").click()
    assert asked.value.post_data_json == {"game": "domino/6", "any_deal": True}


def test_arrows_walk_over_every_row_of_a_triangle(visit: Callable[..., Any]) -> None:
    """Down from the top goes to the next row, though nothing lies exactly below; every mark is a button with a name."""
    page = new(visit, "pegs/triangle")
    mark(page, "a1").focus()
    marks = "marks => marks.map(mark => [mark.getAttribute('role'), mark.getAttribute('aria-label')])"
    names = page.eval_on_selector_all("#board [data-spells]", marks)
    assert names
    assert all(role == "button" and label for role, label in names)
    for row in "2345":
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.spells")[1] == row


@pytest.mark.slow
def test_a_strangers_styles_reach_the_page(visit: Callable[..., Any]) -> None:
    """What a package of its own paints is painted so on the board, by the page's own stylesheet, light and dark."""
    for scheme, colour in (("light", "rgb(255, 218, 185)"), ("dark", "rgb(122, 74, 43)")):
        page = new(visit, "secret", "me", color_scheme=scheme)
        fills = page.eval_on_selector_all("#board .fruit > rect", "all => all.map(one => getComputedStyle(one).fill)")
        assert set(fills) == {colour}


# ------------------------------------------------------------------------------------ at once, and in motion


def swipe(page: Any, *places: tuple[float, float]) -> None:
    """Draw a finger over places, with the events of a real one."""
    device = page.context.new_cdp_session(page)
    path = [places[0]]
    for (x, y), (to_x, to_y) in pairwise(places):
        path += [(x + (to_x - x) * step / 6, y + (to_y - y) * step / 6) for step in range(1, 7)]
    for number, (x, y) in enumerate(path):
        kind = "touchMove" if number else "touchStart"
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(16)
    device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page: Any, spelled: str) -> tuple[float, float]:
    """Return where the middle of a mark is on the screen."""
    box = mark(page, spelled).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.slow
def test_a_finger_drags(visit: Callable[..., Any]) -> None:
    """A peg, a path of dots and a piece of an army follow a finger; a tap on a move looks back; every layout fits."""
    page = new(visit, "pegs/english", **PHONE)
    swipe(page, middle(page, "d2"), middle(page, "d4"))
    expect(page.locator("#strip")).to_have_text("1. d2d4")
    assert page.locator("#board svg").bounding_box()["width"] == 360
    for spells in ("b3", "d3"):
        mark(page, spells).tap()
    expect(page.locator("#strip")).to_contain_text("2. b3d3")
    # A tap on a move looks back, beside the board; the sheet follows a finger, and the way back closes it.
    page.locator("#strip span").first.tap()
    expect(page.locator("#status")).to_contain_text("After move 1 of 2: 31 pegs")
    page.get_by_role("button", name="one move back").tap()
    expect(page.locator("#status")).to_contain_text("The start: 32 pegs")
    page.get_by_role("button", name="Close replay").tap()
    expect(page.locator("#looking")).to_be_hidden()
    table = page.url
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("#grip")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("#side")).to_be_hidden()
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("#grip")).to_be_in_viewport()
    page.wait_for_timeout(300)
    grip = page.locator("#grip").bounding_box()
    swipe(page, (180, grip["y"] + 14), (180, grip["y"] + 120))
    expect(page.locator("#side")).to_be_hidden()
    assert page.url == table
    expect(page.locator("#alert")).to_have_text("")
    page = new(visit, "dots/classic", **PHONE)
    swipe(page, middle(page, "a1"), middle(page, "b1"), middle(page, "c1"))
    expect(page.locator("#strip")).to_have_text("1. a1b1c1")
    page = new(visit, "stratego/classic", "heuristic", **PHONE)
    assert mark(page, "a1").bounding_box()["width"] >= 34
    swipe(page, middle(page, "F"), middle(page, "a1"))
    expect(mark(page, "a1")).to_have_attribute("aria-label", "red flag on a1")
    page = new(visit, "domino/6&seed=3", **PHONE)
    assert mark(page, "S0").bounding_box()["width"] >= 28
    for path in ("/", "/new?game=nim", "/judge", "/rules/pegs"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.slow
def test_the_board_stays_under_the_finger(visit: Callable[..., Any]) -> None:
    """Nothing that is said, opened or played moves a board on a telephone, and its names can be read on every screen."""
    page = new(visit, "pegs/easy", reduced_motion="reduce", **PHONE)
    board = page.locator("#board svg").first
    place = board.bounding_box()
    click_move(page, "d2d4")
    expect(page.locator("#strip")).to_have_text("1. d2d4")
    assert board.bounding_box() == place
    page.locator("#hint").tap()
    expect(page.locator("#status")).to_contain_text("Hint: d4d6")
    assert board.bounding_box() == place
    page.locator("#solution").tap()
    expect(page.locator("#step")).to_be_visible()
    assert board.bounding_box() == place
    page.get_by_role("button", name="Close solution").tap()
    page.locator("#strip span").first.tap()
    expect(page.locator("#leave")).to_be_visible()
    assert board.bounding_box() == place
    page.get_by_role("button", name="Close replay").tap()
    expect(page.locator("#undo")).to_be_visible()
    size = "() => Number.parseFloat(getComputedStyle(document.querySelector('#board .rim text')).fontSize)"
    scale = "() => document.querySelector('#board svg').getScreenCTM().a"
    for width, height in ((360, 740), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert 9 <= page.evaluate(size) * page.evaluate(scale) <= 14
    page = new(visit, "stratego/six", "random", reduced_motion="reduce", **PHONE)
    place = page.locator("#board svg").first.bounding_box()
    page.locator("#setups").tap()
    page.get_by_role("button", name="corner", exact=True).tap()
    page.locator("#ready-now").tap()
    expect(page.locator("#status")).to_contain_text("your move", ignore_case=True)
    assert page.locator("#board svg").first.bounding_box() == place


@pytest.mark.slow
def test_help_is_about_the_board_that_is_seen(visit: Callable[..., Any]) -> None:
    """A hint goes when another screen moves; a move by hand is a step of the solution, or leaves it."""
    page = new(visit, "pegs/easy")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#board svg")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_contain_text("Hint: d2d4")
    click_move(other, "d2d4")
    expect(page.locator("#status")).to_have_text("2 pegs; 2 jumps are possible")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Solution").click()
    expect(page.locator("#left")).to_have_text("2 moves to go")
    click_move(page, "d2d4")
    expect(page.locator("#left")).to_have_text("1 move to go")
    page.get_by_role("button", name="Take back a step").click()
    expect(page.locator("#left")).to_have_text("2 moves to go")
    click_move(page, "d3d1")
    expect(page.locator("#steps")).to_be_hidden()


SCREENS = ((360, 740), (740, 360), (390, 844), (568, 320))[: 4 if WHOLE else 2]
WITHIN = """([width, height]) => {
    const box = (part) => part.getBoundingClientRect();
    const { scrollWidth, scrollHeight } = document.documentElement;
    const seen = [...document.querySelectorAll(".top, #says, #board svg, #bar, .tools, .lesson, #inviting, #end > div")];
    const off = seen.filter((part) => part.checkVisibility()).filter((part) => {
        const { left, top, right, bottom } = box(part);
        return left < -1 || top < -1 || right > width + 1 || bottom > height + 1;
    });
    const covers = box(document.querySelector("#status")).top < box(document.querySelector(".top")).bottom - 1;
    const small = box(document.querySelector("#board svg")).height < 140;
    return [scrollWidth, scrollHeight, covers, small, off.map((part) => part.id || part.className)];
}"""
"""How wide and tall a page is, whether its words cover its heading or its board is tiny, and what lies outside the screen."""


def misfits(page: Any, state: str) -> dict[str, Any]:
    """Return what does not fit on the screens of telephones, upright and across."""
    found = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        facts = page.evaluate(WITHIN, [width, height])
        if facts != [width, height, False, False, []]:
            found[f"{state}, {width}x{height}"] = facts
    return found


@pytest.mark.slow
def test_a_telephone_shows_everything_at_once(visit: Callable[..., Any]) -> None:
    """In no state of any game is the table wider or taller than the screen, upright or across."""
    wrong: dict[str, Any] = {}

    def long_hint(route: Any) -> None:
        words = "this leads to a win in twelve jumps and nine turns, " * 4
        route.fulfill(json={"look": facts, "line": facts["moves"][:1], "words": words})

    games = {
        "pegs/english": None,
        "dots/classic": None,
        "domino/6&seed=3": None,
        "nim": "perfect",
        "stratego/six": "heuristic",
    }
    for game, against in games.items():
        page = new(visit, game, against, reduced_motion="reduce", **PHONE)
        wrong |= misfits(page, f"{game} at the start")
        if against == "heuristic":
            page.locator("#setups").tap()
            page.get_by_role("button", name="corner", exact=True).tap()
            page.locator("#ready-now").tap()
        if against:
            expect(page.locator("#status")).to_contain_text("your move", ignore_case=True)
        page.get_by_role("button", name="Menu").tap()
        page.get_by_role("button", name="Type a move").tap()
        page.get_by_label("Move", exact=True).fill(
            "a very long move that no rule of any game allows, and more words of it"
        )
        page.get_by_label("Move", exact=True).press("Enter")
        expect(page.get_by_role("alert")).not_to_have_text("")
        expect(page.locator("#side")).to_be_hidden()
        wrong |= misfits(page, f"{game} refused")
        facts = look(page)
        page.route("**/ask/hint", long_hint)
        page.locator("#hint").tap()
        expect(page.locator("#status")).to_contain_text("twelve jumps")
        wrong |= misfits(page, f"{game} with a hint")
        type_at, before = f"/api/matches/{page.url.rpartition('/')[2]}/move", page.locator("#strip span").count()
        page.request.post(type_at, data={"text": facts["moves"][0], "version": facts["version"]})
        # An answer that comes later would lead back to now.
        expect(page.locator("#strip span")).to_have_count(before + (2 if against else 1))
        page.locator("#strip span").first.tap()
        expect(page.locator("#leave")).to_be_visible()
        wrong |= misfits(page, f"{game} looking back")
    for box in ("pegs", "domino", "stratego"):
        page = visit(f"/learn/{box}", **PHONE)
        page.locator("#lesson summary").tap()
        wrong |= misfits(page, f"lesson of {box}")
    page = new(visit, "pegs/easy", reduced_motion="reduce", **PHONE)
    page.get_by_role("button", name="Solution").tap()
    for text in ("Next: d2d4", "Next: d4d6"):
        expect(page.get_by_role("button", name=text)).to_be_visible()
        wrong |= misfits(page, text)
        page.get_by_role("button", name=text).tap()
    # The end can be closed, and had again.
    page.get_by_role("dialog", name="Solved").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Result").tap()
    wrong |= misfits(page, "the end")
    page.get_by_role("dialog", name="Solved").get_by_role("button", name="Share").tap()
    expect(page.locator(".toast")).to_contain_text("cop")
    expect(page.get_by_role("button", name="Result")).to_be_visible()
    assert wrong == {}


SHOWN = """async (spells) => {
    const mark = [...document.querySelectorAll(`#board [data-spells="${spells}"]`)].at(-1);
    const {x, y, width, height} = mark.getBoundingClientRect();
    const at = {clientX: x + width / 2, clientY: y + height / 2, bubbles: true};
    const start = performance.now();
    const shown = new Promise((done) => {
        new MutationObserver(() => {
            if (document.querySelector("#board .moving, #board .leaving, #board .m-chosen")) done(performance.now() - start);
        }).observe(document.querySelector("#board"), {childList: true, subtree: true, attributes: true});
    });
    mark.dispatchEvent(new PointerEvent("pointerdown", at));
    document.dispatchEvent(new PointerEvent("pointerup", at));
    return shown;
}"""


def test_a_slow_line_loses_nothing(visit: Callable[..., Any]) -> None:
    """With 300 ms of latency a move is shown at once, what is clicked meanwhile is played, and a refusal goes back."""
    page = new(visit, "pegs/english")
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    for place in [middle(page, spells) for spells in ("d2", "d4", "b3", "d3", "c1", "c3")]:
        page.mouse.click(*place)
        page.wait_for_timeout(60)
    assert page.locator("#board .moving").count() > 0
    expect(page.locator("#moves li")).to_have_text(["d2d4", "b3d3", "c1c3"])
    # It is shown while the table has not even been asked.
    held: list[Any] = []
    page.route("**/move", lambda route: held.append(route))  # noqa: PLW0108 — playwright sets a mark on it
    page.mouse.click(*middle(page, "c4"))
    page.evaluate(SHOWN, "c2")
    expect(page.locator("#moves li")).to_have_count(3)
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    page.unroute("**/move")
    expect(page.locator("#moves li")).to_have_count(4)
    page.route("**/move", lambda route: route.fulfill(status=400, json={"error": "the table says no"}))
    click_move(page, look(page)["moves"][0])
    expect(page.get_by_role("alert")).to_have_text("The table says no")
    expect(page.locator("#board .moving, #board .lifted")).to_have_count(0)
    expect(page.locator("#moves li")).to_have_count(4)
    army = new(visit, "stratego/six", "heuristic")
    army.context.new_cdp_session(army).send("Network.emulateNetworkConditions", slow)
    for place in [middle(army, spells) for spells in ("F", "a1", "B", "b1", "S", "c1", "X", "d1")]:
        army.mouse.click(*place)
        army.wait_for_timeout(60)
    for square, rank in (("a1", "flag"), ("b1", "bomb"), ("c1", "spy"), ("d1", "marshal")):
        expect(mark(army, square)).to_have_attribute("aria-label", f"red {rank} on {square}")


def test_things_move(visit: Callable[..., Any]) -> None:
    """A tile goes all the way, and back when it is taken back; dots fall; who asks for less motion sees none."""
    page = new(visit, "domino/6&seed=3")
    expect(page.locator("#dealt")).to_have_text("Dealt by chance.")
    expect(page.locator("#seed")).to_have_text("Seed: 3")
    expect(page.locator("#moves li")).to_have_count(0)
    expect(page.locator("#unplayed")).to_be_visible()
    moves = look(page)["moves"]
    # The slide is held and moved by hand, so that no frame is missed on a machine that is busy.
    track = """async (button) => {
        const board = document.querySelector("#board");
        const slide = new Promise((done) => {
            new MutationObserver(() => {
                const found = board.querySelector(".moving")?.getAnimations()[0];
                if (found) done(found);
            }).observe(board, {childList: true, subtree: true});
        });
        document.querySelector(button).click();
        const held = await slide;
        held.pause();
        const places = [0, 0.25, 0.5, 0.75, 0.99].map((part) => {
            held.currentTime = part * held.effect.getComputedTiming().endTime;
            const {x, y} = held.effect.target.getBoundingClientRect();
            return [x, y];
        });
        held.finish();
        return places;
    }"""
    labels = page.evaluate(
        """async () => {
            const { marksOf } = await import("/static/any/overlay.js");
            const marks = marksOf(document.querySelector("#board svg"), ["S6", "S5"]);
            return marks.map((mark) => mark.getAttribute("aria-label"));
        }"""
    )
    # Of a stack the topmost is meant.
    assert [label.split(",")[0].partition(" on ")[2] for label in labels] == ["top of stack S6", "top of stack S5"]
    start, end = (middle(page, part) for part in moves[0].split("-"))
    click_move(page, moves[0])
    expect(page.locator("#moves li")).to_have_count(1)
    expect(page.locator("#board .moving")).to_have_count(0)
    places = page.evaluate(track, "#undo")
    ahead = [abs(x - places[0][0]) + abs(y - places[0][1]) for x, y in places]
    assert ahead == sorted({*ahead})
    assert ahead[-1] > 0.6 * (abs(end[0] - start[0]) + abs(end[1] - start[1]))
    dots = new(visit, "dots/classic")
    # Every motion is noted as it begins, so that none is over before anybody looks.
    dots.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.begun = [];
            Element.prototype.animate = function (frames, facts) {
                window.begun.push(frames[0].transform ?? "");
                return animate.call(this, frames, facts);
            };
        }"""
    )
    click_move(dots, "b4c4")
    dots.locator("#confirm").click()
    dots.wait_for_function("() => window.begun.some((start) => start.includes('translate'))")
    calm = new(visit, "domino/6&seed=3", reduced_motion="reduce")
    click_move(calm, moves[0])
    expect(calm.locator("#moves li")).to_have_count(1)
    assert calm.evaluate("document.querySelector('#board').getAnimations({ subtree: true }).length") == 0


def is_drawn(mark: Mark) -> bool:
    """Tell whether a mark is not for the text alone."""
    return mark.shape != "text" or bool(mark.text)


def test_the_page_follows_marks_as_scenes_do(visit: Callable[..., Any]) -> None:
    """In every game the page pairs the marks of two pictures as `motions` does, and knows what may follow a click."""
    page = visit("/judge")
    asked, expected = [], []
    for variant in (
        "pegs/english",
        "pegs/triangle",
        "domino/3",
        "dots/small",
        "dots/loops",
        "nim/classic",
        "stratego/six",
    ):
        box, game = find(variant)
        walked = [match.settle(Dice(1)) for match in list(walk(game, seed=5, plies=18))[::6]]
        for match in (match for match in walked if match.turn is not None):
            turn = Seat(match.turn or 0)
            view = match.view(turn)
            moves, more = list_moves(game, view)
            scene = box.look.picture(game, view)
            spellings = [mark.spells for mark in scene.marks if mark.spells]
            text = parts_of(spellings_of(scene), moves[len(moves) // 2])
            after = box.look.picture(game, match.play(list(game.moves(match.state))[len(moves) // 2]).view(turn))
            scene, after = (replace(each, marks=tuple(filter(is_drawn, each.marks))) for each in (scene, after))
            drawn, come = (
                [number for number, mark in enumerate(each.marks) if mark.spells or mark.key] for each in (scene, after)
            )
            pairs = motions(scene, after, text)
            first = text[0] if text else ""
            targets = Spelling(game, view, scene.marks, first).targets()
            drawings = [to_svg(picture, styled=False) for picture in (scene, after)]
            asked.append([*drawings, text, moves, spellings, begins(game, view, spellings_of(scene), moves), first])
            ways = sorted([drawn.index(old), come.index(new)] for old, new in pairs.items())
            expected.append([f"{variant} {text}", ways, None if more else sorted(targets)])
    answers = page.evaluate(
        """async (questions) => {
            const { motions } = await import("/static/any/overlay.js");
            const { drawing, Tree } = await import("/static/any/board.js");
            return questions.map(([before, after, spelled, moves, spellings, begins, first]) => {
                const [old, fresh] = [before, after].map((svg) => drawing(svg, "", ""));
                const marks = [old, fresh].map((root) => [...root.querySelectorAll(":scope > [data-at]")]);
                const ways = [...motions(old, fresh, spelled)].map(([from, to]) => [marks[0].indexOf(from), marks[1].indexOf(to)]);
                const answer = new Tree(moves, spellings, begins).answer(first);
                return [ways.sort(([a], [b]) => a - b), answer ? answer.next.sort() : []];
            });
        }""",
        asked,
    )
    assert len(asked) > 12
    for (ways, targets), (where, wanted, known) in zip(answers, expected, strict=True):
        assert (where, ways) == (where, wanted)
        assert known is None or (where, sorted(targets)) == (where, known)


def test_a_page_of_play_is_light(visit: Callable[..., Any]) -> None:
    """It takes at most 8 requests and 100 kB until one can play, most of which a browser keeps for ever."""
    page = visit("/new?game=pegs/english")
    frames: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(len(frame))))
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board svg")
    sizes = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .filter(({startTime}) => startTime < performance.getEntriesByName("board")[0].startTime)
            .map(({name, encodedBodySize}) => [name, encodedBodySize])"""
    )
    assert len(sizes) + 1 <= 8
    assert sum(size for _, size in sizes) + frames[0] <= 100_000


class Elsewhere(BaseHTTPRequestHandler):
    """A page of another site, which shows the table in a frame, and has a link to it."""

    table = ""

    def do_GET(self) -> None:
        """Show the page."""
        page = f"<iframe src='{self.table}/'></iframe><a href='{self.table}/rules/nim'>Nim</a>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize("known", [False, True])
def test_a_page_elsewhere_leads_to_the_table_and_does_not_frame_it(
    browser: Any, server: Server, *, known: bool
) -> None:
    """Also where the table was opened before, and a worker of its own fetches its pages."""
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Page", (Elsewhere,), {"table": server.address})) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        page = browser.new_page()
        statuses: dict[str, int] = {}
        page.on("response", lambda answer: statuses.setdefault(answer.url.removeprefix(server.address), answer.status))
        if known:
            page.goto(server.address)
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            statuses.clear()
        page.goto(f"http://localhost:{other.server_port}/")
        page.get_by_role("link", name="Nim").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Nim")
        assert statuses["/"] == 403
        assert statuses["/rules/nim"] == 200
        page.close()
        other.shutdown()
