"""The full-screen table, played by keys and mouse as a person would."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from select import select
from typing import Any

import pytest

from hoyle.cli.main import OUR_MISTAKE
from hoyle.game import HoyleError, Seat
from hoyle.scene import Mark, Scene
from hoyle.shelf import shelf
from hoyle.styles import BASE, Style, Styles
from hoyle.tables.terminal.table import Table
from hoyle.tables.thinking import CalledOffError, Thinker
from test_table import secret_table

pytest.importorskip("textual", reason="the full-screen table needs the extra: pip install 'hoyle[terminal]'")
pty = pytest.importorskip("pty", reason="a terminal of our own needs a system that has them")
fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")

# Only where textual is at hand can these be imported.
from textual.pilot import Pilot  # noqa: E402

from hoyle.tables.terminal.board import Board  # noqa: E402
from hoyle.tables.terminal.screen import ScreenTable  # noqa: E402
from hoyle.tables.terminal.widgets import Page  # noqa: E402

SMALL = (80, 24)
WARM = BASE | Styles(name="oven", colours={"glow": ("#aa5500", "#ffaa00")}, words={"warm": Style(terminal="glow")})


@asynccontextmanager
async def seated(table: Table, size: tuple[int, int] = SMALL) -> AsyncIterator[tuple[ScreenTable, Pilot[None]]]:
    """Open a table on a screen of that size."""
    app = ScreenTable(table)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        yield app, pilot


async def settled(app: ScreenTable, pilot: Pilot[None]) -> None:
    """Wait until everything that was said is carried out and drawn."""
    while app.errand is not None:
        await pilot.pause(0.01)
    await pilot.pause()


async def press(app: ScreenTable, pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        await pilot.press(key)
        await settled(app, pilot)


async def typed(app: ScreenTable, pilot: Pilot[None], line: str) -> None:
    """Type a line and press Enter."""
    await pilot.press(*("space" if letter == " " else letter for letter in line))
    await press(app, pilot, "enter")


async def shows(app: ScreenTable, pilot: Pilot[None], *words: str) -> None:
    """Wait until words stand on the screen, which is drawn when there is time; fail if they never come."""
    for _ in range(400):
        if all(word in text(app) for word in words):
            return
        await pilot.pause(0.05)
    pytest.fail(f"{words} never came:\n{text(app)}")


def text(app: ScreenTable) -> str:
    """Return what stands on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def run(play: Callable[[], Awaitable[None]]) -> None:
    """Run a test's coroutine."""
    asyncio.run(play())  # type: ignore[arg-type]  # a coroutine function is all that is ever given


async def pick(app: ScreenTable, pilot: Pilot[None], spells: str) -> None:
    """Click a mark."""
    mark = next(mark for mark in app.board.scene.marks if mark.spells == spells)
    app.board.cursor = mark
    app.board.reveal()
    await pilot.pause()
    column, row, _ = app.board._place(mark)
    assert await pilot.click(app.board, offset=(column + 1, row))
    await settled(app, pilot)


# ------------------------------------------------------------------------------------ the whole shelf


@pytest.mark.parametrize("name", [*shelf(), "pegs/cross9", "pegs/triangle"])
def test_every_game_plays_by_picking(name: str) -> None:
    """On a small screen a move is made by clicks alone, taken back by a key, and typed again."""

    async def play() -> None:
        async with seated(Table.new(name, seed=1)) as (app, pilot):
            await shows(app, pilot, app.table.box.title)
            await shows(app, pilot, app._scene().caption[:60])
            start = app.table.match.line
            for _ in range(10):
                await pick(app, pilot, min(app._spelling.targets() or {app._spelling.last}))
                if app.table.match.line != start:
                    break
            (told,) = app.table.history()
            move = str(app.table.match.moves[len(start)])
            await shows(app, pilot, f"> 1. {told}"[:20] if app._beside.display else "")
            await press(app, pilot, "ctrl+z")
            assert app.table.match.line == start
            app.say(move)
            await settled(app, pilot)
            assert app.table.history() == [told]

    run(play)


@pytest.mark.parametrize("name", list(shelf()))
def test_a_small_screen_shows_the_whole_board(name: str) -> None:
    """At 80×24 the default variant needs no scrolling, and everything one can do is in sight."""

    async def play() -> None:
        async with seated(Table.new(name, seed=1)) as (app, pilot):
            assert app._room.max_scroll_x == app._room.max_scroll_y == 0
            await shows(app, pilot, *(mark.glyph.strip() for mark in app.board.scene.marks))
            await shows(app, pilot, "Help", "Rules", "Hint", "Undo", "Redo", "Save", "Past", "Quit")

    run(play)


# ------------------------------------------------------------------------------------- keys and mouse


def test_a_puzzle_is_won_by_keys_alone() -> None:
    """Arrows walk, Enter and space pick, what leads on stands in brackets, and the end is told."""

    async def play() -> None:
        async with seated(Table.new("pegs/easy")) as (app, pilot):
            await shows(app, pilot, "[.]")
            await press(app, pilot, "down", "enter")
            assert app.prompt.value == "d2"
            await shows(app, pilot, "(.)")
            await shows(app, pilot, "peg d2, can jump")
            await press(app, pilot, "down", "down", "space")
            assert app.table.match.position.count("O") == 2
            await press(app, pilot, "enter", "down", "down", "enter")
            await shows(app, pilot, "won (1 peg left)")
            assert app.prompt.value == ""

    run(play)


def test_mistakes_are_told_and_change_nothing() -> None:
    """Clicks that make no move, and words that are none, get the rule; Escape takes them back."""

    async def play() -> None:
        async with seated(Table.new("pegs/english")) as (app, pilot):
            await pick(app, pilot, "d4")
            await shows(app, pilot, "d4 has no move now")
            assert app.prompt.value == ""
            await pick(app, pilot, "b4")
            await pick(app, pilot, "d2")
            await shows(app, pilot, "(§3)")
            assert app.prompt.value == "d2"
            await press(app, pilot, "escape")
            assert (app.prompt.value, app.answer) == ("", "")
            await typed(app, pilot, "hello")
            assert app.answer.startswith("hello: ")
            await typed(app, pilot, "a1a2")
            assert app.answer.startswith("a1a2: ")
            await press(app, pilot, "ctrl+z")
            assert app.answer == "undo: there is nothing to undo"
            assert not app.table.match.line

    run(play)


def test_typing_and_picking_share_a_line() -> None:
    """What was picked can be finished by typing, the keys then edit the line, and typing forgets the picks."""

    async def play() -> None:
        async with seated(Table.new("pegs/easy")) as (app, pilot):
            await pick(app, pilot, "d2")
            await press(app, pilot, "d", "5", "left", "delete", "4")
            assert app.prompt.value == "d2d4"
            assert app._spelling.text == ""
            await press(app, pilot, "enter")
            assert app.table.history() == ["d2d4"]
            await press(app, pilot, "x", "backspace", "right")
            assert app.prompt.value == ""
            assert app.board.cursor

    run(play)


def test_undo_redo_and_the_past() -> None:
    """Keys and clicks look back without changing the match; no move can be made in the past."""

    async def play() -> None:
        async with seated(Table.new("pegs/easy")) as (app, pilot):
            await typed(app, pilot, "d2d4")
            await typed(app, pilot, "d4d6")
            await press(app, pilot, "ctrl+z", "ctrl+y", "pageup")
            await shows(app, pilot, "after 1 of 2 moves")
            await shows(app, pilot, "2 pegs; 2 jumps are possible")
            await press(app, pilot, "left")
            await shows(app, pilot, "> the start")
            await press(app, pilot, "enter")
            await typed(app, pilot, "d3d1")
            assert app.answer == "this is an earlier position; Esc returns"
            await press(app, pilot, "pagedown", "right")
            assert app.stop is None
            assert await pilot.click(app.history, offset=(3, 1))
            assert app.stop == 1
            await press(app, pilot, "escape")
            assert app.stop is None
            await typed(app, pilot, "replay")
            assert app.stop == 0
            await press(app, pilot, "ctrl+z")
            assert (app.stop, app.table.history()) == (None, ["d2d4"])

    run(play)


def test_pages_open_and_close() -> None:
    """Help, rules and other long answers get a page; keys that play are dead meanwhile."""

    async def play() -> None:
        async with seated(Table.new("pegs/english")) as (app, pilot):
            await press(app, pilot, "f1")
            await shows(app, pilot, "Take back your last move, or the last N: undo N.", "The keys in the bottom line")
            await press(app, pilot, "ctrl+z", "f3", "ctrl+s", "escape", "f2")
            await shows(app, pilot, "§3  A move is one jump")
            await press(app, pilot, "pagedown", "down", "enter")
            assert not isinstance(app.screen, Page)
            assert (app.answer, app.prompt.value) == ("", "")
            await typed(app, pilot, "replay 0")
            await shows(app, pilot, "32 pegs; 4 jumps are possible")
            assert isinstance(app.screen, Page)
            assert await pilot.click("#close")
            assert not isinstance(app.screen, Page)

    run(play)


def test_save_and_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys begin the line, the person names the file."""
    monkeypatch.chdir(tmp_path)

    async def play() -> None:
        async with seated(Table.new("pegs/easy")) as (app, pilot):
            await typed(app, pilot, "d2d4")
            await press(app, pilot, "ctrl+s", "m", "enter")
            assert app.answer == "saved to m"
            await press(app, pilot, "ctrl+z", "ctrl+o", "m", "enter")
            assert app.table.history() == ["d2d4"]

    run(play)
    assert (tmp_path / "m").read_text() == "Game: pegs/easy\n\n1. d2d4\n"


@pytest.mark.parametrize("size", [(40, 12), (30, 10), (200, 60)])
def test_any_size_shows_the_cursor(size: tuple[int, int]) -> None:
    """After the terminal has changed its size the board is drawn anew, and the cursor can be seen wherever it goes."""

    async def play() -> None:
        async with seated(Table.new("pegs/cross9")) as (app, pilot):
            await pilot.resize_terminal(*size)
            await settled(app, pilot)
            for key in ("down", "left"):
                for _ in range(12):
                    app.action_press(key)
                await settled(app, pilot)
                await shows(app, pilot, "[O]")

    run(play)


def test_room_is_used() -> None:
    """Where there is room the cells are twice as large, and shrink again."""

    async def play() -> None:
        async with seated(Table.new("pegs/english")) as (app, pilot):
            assert app.board.zoom == 2
            await pilot.resize_terminal(80, 20)
            await settled(app, pilot)
            assert app.board.zoom == 1
            await pilot.resize_terminal(100, 40)
            await settled(app, pilot)
            assert app.board.zoom == 2

    run(play)


# -------------------------------------------------------------------------------------------- thinking


def test_hint_solution_and_steps() -> None:
    """The solver answers from a process of its own; its line is then played step by step."""

    async def play() -> None:
        async with seated(Table.new("pegs/.OO.O/*****")) as (app, pilot):
            assert "Step" not in text(app)
            await press(app, pilot, "f3")
            assert app.answer.startswith("b1d1 leads to a win in 2 jumps, 2 turns")
            await press(app, pilot, "f4")
            await shows(app, pilot, "Step")
            await press(app, pilot, "f4")
            assert app.answer.startswith("b1d1 e1c1")
            await press(app, pilot, "f5", "f5")
            await shows(app, pilot, "won (1 peg left)")
            await press(app, pilot, "f3")
            assert app.answer == "hint: the match is over: won (1 peg left)"
        async with seated(Table.new("nim")) as (app, pilot):
            assert "Solve" not in text(app)
            await press(app, pilot, "f3")
            assert app.answer == "perfect would play a2: take 2 from heap a"

    run(play)


def test_the_screen_stays_awake_and_thinking_can_be_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the solver thinks the cursor walks, moves wait, and Escape ends it."""
    stopped = threading.Event()

    def wait(thinker: Thinker, *_: object) -> Any:
        try:
            return think(thinker, "time:sleep", 600)
        except CalledOffError:
            stopped.set()
            raise

    think = Thinker.think
    monkeypatch.setattr(Thinker, "think", wait)

    async def play() -> None:
        async with seated(Table.new("pegs/english")) as (app, pilot):
            await pilot.press("f4")
            while "thinking" not in text(app):
                await pilot.pause(0.05)
            before = app.board.cursor
            await pilot.press("right", "enter", "d", "2", "d", "4", "enter", "d", "1")
            await pilot.pause()
            assert app.board.cursor != before
            await shows(app, pilot, "; then d2d4", "d1")
            assert not app.table.match.line
            await pilot.press("escape")
            await pilot.pause()
            assert (app.errand, app.answer) == (None, "called off")
            assert stopped.wait(10)
            await typed(app, pilot, "d2d4")
            assert app.table.history() == ["d2d4"]
            await pilot.press("f4")

    run(play)


@dataclass
class Slow:
    """A player that waits for a sign, and takes the first move."""

    go: threading.Event

    def choose(self, game: Any, view: Any, seat: Seat) -> Any:  # noqa: ARG002 — every seat waits
        """Return the first move."""
        self.go.wait(30)
        return next(iter(game.moves(view)))


def test_a_player_answers_aside() -> None:
    """A player that thinks long can be called off: the match is as before one's own move."""
    go = threading.Event()

    async def play() -> None:
        table = Table.new("nim/1,2")
        table.players = {Seat(1): Slow(go)}
        async with seated(table) as (app, pilot):
            await pilot.press("b", "1", "enter")
            await pilot.pause(0.05)
            await press(app, pilot, "escape")
            go.set()
            await pilot.pause(0.05)
            assert not app.table.match.line
            await typed(app, pilot, "b1")
            assert app.answer == "second seat: a1"
            assert app.table.history() == ["b1", "a1"]

    run(play)


def test_what_is_typed_meanwhile_follows() -> None:
    """Your move is shown before the answer comes; lines wait for it in their order, also over a page; half a line stays."""
    go = threading.Event()

    async def play() -> None:
        table = Table.new("nim/5,5")
        table.players = {Seat(1): Slow(go)}
        async with seated(table) as (app, pilot):
            await pilot.press(*"b1", "enter", *"replay", "space", "0", "enter", *"b2", "enter", *"a")
            assert app.table.history() == []
            await shows(app, pilot, "> 1. b1", "; then replay 0, b2")
            await pilot.press("ctrl+q")
            await shows(app, pilot, "Esc calls it off", "this match is not saved")
            go.set()
            while not isinstance(app.screen, Page):
                await pilot.pause(0.01)
            assert app.table.history() == ["b1", "a1"]
            await pilot.press("escape")
            await shows(app, pilot, "4. a1")
            assert app.table.history() == ["b1", "a1", "b2", "a1"]
            assert app.prompt.value == "a"

    run(play)


def test_a_hint_stays_on_the_board_until_the_next_move() -> None:
    """Its marks are in braces; the end offers another match where one types."""

    async def play() -> None:
        async with seated(Table.new("pegs/easy")) as (app, pilot):
            await press(app, pilot, "f3")
            await shows(app, pilot, "{O}", "{.}")
            await typed(app, pilot, "d2d4")
            assert "{" not in text(app)
            await typed(app, pilot, "d4d6")
            await shows(app, pilot, "another match? type again, undo or quit")

    run(play)


def test_the_list_of_moves_and_the_legend_have_their_places() -> None:
    """A wide board has its moves below; what the letters of a game mean stands beside it."""

    async def play() -> None:
        async with seated(Table.new("domino", seed=1)) as (app, pilot):
            await typed(app, pilot, app.table.moves().split()[0])
            await shows(app, pilot, f"> 1. {app.table.history()[0]}")
        async with seated(Table.new("stratego")) as (app, pilot):
            await shows(app, pilot, "X\N{NO-BREAK SPACE}marshal")

    run(play)


def test_a_click_on_any_line_of_a_move_looks_back_to_it() -> None:
    """A move whose words need two lines counts as one."""

    async def play() -> None:
        table = Table.new("stratego/six", seed=1)
        table.invite("random")
        async with seated(table) as (app, pilot):
            await typed(app, pilot, "corner")
            await shows(app, pilot, "2. blue has set up", "     its army")
            assert await pilot.click(app.history, offset=(8, 3))
            await settled(app, pilot)
            assert app.stop is None
            assert await pilot.click(app.history, offset=(8, 1))
            await shows(app, pilot, "after 1 of 2 moves")

    run(play)


def test_our_own_mistakes_are_not_hidden() -> None:
    """A fault in a game ends the table with it, though it happened aside."""

    class Broken:
        """A player with a fault."""

        def choose(self, game: Any, view: Any, seat: Seat) -> Any:  # noqa: ARG002 — it fails
            """Fail."""
            raise ZeroDivisionError

    async def play() -> None:
        table = Table.new("nim")
        table.players = {Seat(1): Broken()}
        async with seated(table) as (app, pilot):
            await typed(app, pilot, "a1")
            await pilot.pause(1)

    with pytest.raises(ZeroDivisionError):
        run(play)


# --------------------------------------------------------------------------------- hidden information


def test_a_shared_table_hides_what_the_other_may_not_see() -> None:
    """When the other seat comes to look, the screen first hides everything; then it shows his view and hearsay."""

    async def play() -> None:
        async with seated(secret_table()) as (app, pilot):
            await press(app, pilot, "enter")
            await shows(app, pilot, "<A>")
            await press(app, pilot, "right", "enter")
            await shows(app, pilot, "seat 2 to move: pass the keyboard.")
            assert "<" not in text(app)
            await press(app, pilot, "enter")
            await shows(app, pilot, "1. something hidden")
            await press(app, pilot, "ctrl+z", "pageup")
            assert "<A>" not in text(app)
            assert "<B>" not in text(app)

    run(play)


# ---------------------------------------------------------------------------------- in a real terminal


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        optimised = [] if __debug__ else ["-O"]
        self.process = subprocess.Popen(
            [sys.executable, *optimised, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            preexec_fn=partial(self._own, slave),  # noqa: PLW1509 — no other thread of a test holds a lock that it needs
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment},
        )
        os.close(slave)
        self.seen = ""
        self.ended = False

    @staticmethod
    def _own(slave: int) -> None:
        """Make it the terminal of a session of its own, as a window does."""
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

    def wait_for(self, words: str, seconds: float = 60) -> None:
        """Read until words have come; fail if they never do."""
        end = time.monotonic() + seconds
        while words not in self.seen and time.monotonic() < end and not self.ended:
            self._read()
        assert words in self.seen, self.seen[-2000:]

    def _read(self) -> None:
        try:
            if select([self.master], [], [], 1)[0]:
                self.seen += os.read(self.master, 100_000).decode(errors="replace")
        except OSError:
            self.ended = True

    def write(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def status(self, seconds: float = 60) -> int:
        """Return the exit status; fail if it never comes."""
        end = time.monotonic() + seconds
        while not self.ended:
            self._read()
            assert time.monotonic() < end, self.seen[-2000:]
        os.close(self.master)
        return self.process.wait(30)


LEFT = "\x1b[?1049l"
"""What a terminal is told when a program leaves the full screen."""


def test_a_terminal_opens_the_full_screen_and_ctrl_c_leaves_it() -> None:
    """The terminal is as before, without a trace of trouble."""
    terminal = Terminal("-m", "hoyle", "play", "pegs/easy")
    terminal.wait_for("3 pegs; 2 jumps are possible")
    terminal.write("d2d4\r")
    terminal.wait_for("2 pegs; 2 jumps are possible")
    terminal.write("\x03")
    terminal.wait_for("this match is not saved")
    terminal.write("\x03")
    assert terminal.status() == 0
    assert LEFT in terminal.seen
    assert "Traceback" not in terminal.seen


BROKEN = """
import sys
from hoyle.tables.terminal.table import Table
from hoyle_command import main

def fail(*_):
    raise ZeroDivisionError("by\\nnothing")

Table.obey = fail
sys.argv = ["hoyle", "play", "pegs/easy"]
main()
"""


def test_a_mistake_of_ours_leaves_the_terminal_as_it_was() -> None:
    """It ends the table with one line instead of a traceback, and with the status of such mistakes."""
    terminal = Terminal("-c", BROKEN)
    terminal.wait_for("3 pegs; 2 jumps are possible")
    terminal.write("d2d4\r")
    assert terminal.status() == OUR_MISTAKE
    assert "Traceback" not in terminal.seen
    after = terminal.seen.rpartition(LEFT)[2]
    assert "hoyle: this is our mistake: ZeroDivisionError: by nothing; please report it" in after


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_told_to_go_leaves_the_terminal_as_it_was(sign: signal.Signals, tmp_path: Path) -> None:
    """What was saved is whole, and the shell learns why the table was left."""
    terminal = Terminal("-m", "hoyle", "play", "pegs/easy")
    terminal.wait_for("3 pegs; 2 jumps are possible")
    for line, shown in (
        ("d2d4", "2 pegs; 2 jumps are possible"),
        (f"save {tmp_path / 'm'}", "saved to"),
        ("d4d6", "won (1"),
    ):
        terminal.write(f"{line}\r")
        terminal.wait_for(shown)
    terminal.process.send_signal(sign)
    assert terminal.status() == 128 + sign
    assert LEFT in terminal.seen
    assert "Traceback" not in terminal.seen
    assert (tmp_path / "m").read_text() == "Game: pegs/easy\n\n1. d2d4\n"


@pytest.mark.parametrize("deaf", [False, True])
def test_a_terminal_that_is_closed_ends_the_table(deaf: bool) -> None:  # noqa: FBT001 — a parameter
    """Nothing is left running when the window is gone, even where the signal for that does not come."""
    ignore = "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP}); " if deaf else ""
    terminal = Terminal("-c", f"{ignore}from hoyle.cli.main import main; main()", "play", "pegs/easy")
    terminal.wait_for("3 pegs; 2 jumps are possible")
    os.close(terminal.master)
    try:
        assert terminal.process.wait(60) != 0
    finally:
        terminal.process.kill()


def test_plain_stays_with_lines() -> None:
    """With --plain, on a dumb terminal or without the extra, one types line by line."""
    gone = "import sys; sys.modules['textual'] = None; from hoyle.cli.main import main; main()"
    plain = ["-m", "hoyle", "play", "pegs/easy"]
    for terminal in (
        Terminal(*plain, "--plain"),
        Terminal(*plain, TERM="dumb"),
        Terminal("-c", gone, "play", "pegs/easy"),
    ):
        terminal.wait_for("> ")
        terminal.write("quit\n")
        assert terminal.status() == 0
        assert LEFT not in terminal.seen
    assert "for the full-screen table, pip install 'hoyle[terminal]'" in terminal.seen


def test_a_strangers_game_plays_without_a_line_of_table_code(tmp_path: Path) -> None:
    """A game from a package that hoyle has never heard of opens, is drawn and played, against its own player too."""
    source = (Path(sys.modules[type(shelf()["nim"].game("classic")).__module__].__file__ or "")).read_text()
    (tmp_path / "strange.py").write_text(source.replace('name="nim"', 'name="strange"').replace('"Nim"', '"Strange"'))
    facts = tmp_path / "strange-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[hoyle.games]\nstrange = strange:BOX\n")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    terminal = Terminal("-m", "hoyle", "play", "strange", "--against", "perfect", PYTHONPATH=path)
    terminal.wait_for("Strange, strange/classic")
    terminal.write("\r")
    terminal.wait_for("second seat: ")
    terminal.write("\x11")
    terminal.wait_for("this match is not saved")
    terminal.write("\x11")
    assert terminal.status() == 0


def test_letters_are_styled_by_the_box() -> None:
    """A terminal takes its colours from the styles that the scene brings, and names a word that it does not know."""
    board = Board()
    board.scene = Scene(1, 1, (Mark(0, 0, "circle", "piece warm", "O"),), styles=WARM)
    (style,) = {span.style for span in board.render().spans if span.style}
    assert str(style) == "bold #ffaa00"
    board.scene = replace(board.scene, marks=(Mark(0, 0, "circle", "wram", "O"),))
    with pytest.raises(HoyleError, match="no style of oven is called 'wram'; did you mean warm"):
        board.render()
