"""The full-screen table: the board with a cursor, the moves beside it, and a line to type on; keys and mouse alike.

It knows no game.  The board is the game's Scene, a click or Enter writes what its mark spells, and every command goes
to the same Table as at the line table.  Whatever may take long runs in a thread, so that the screen keeps responding
and Escape can cancel it.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from textwrap import wrap
from threading import Thread
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Footer, Input, Static

from hoyle.game import HoyleError, tally
from hoyle.match import Match
from hoyle.scene import Scene
from hoyle.tables.clicks import Spelling
from hoyle.tables.terminal.board import Board
from hoyle.tables.terminal.reflow import reflow
from hoyle.tables.terminal.table import COMMANDS, Table
from hoyle.tables.terminal.widgets import History, Page, Prompt, Room
from hoyle.tables.thinking import Aside, Thinker

BESIDE: Final = 24
"""How wide the list of moves is; where the board would not fit beside it, it is below."""
FRAME: Final = 3
"""What its border, its margin and its scroll bar take of that."""
BELOW: Final = 3
"""How many lines of it there are below at least; with less space it is left out."""
MOST_LINES: Final = 2
"""Longer answers open a page of their own."""
SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""On these signals, leave the terminal as it was."""
PATIENCE: Final = 0.3
"""After this many seconds the screen says that it is thinking."""
PLACEHOLDER: Final = "type a move or a command (F1: help)"
KEYS: Final = """

  arrows  move over the board; Enter, space or a click picks what is there;
          where a move could go on, pick its last mark again to play it
  Escape  cancels what you picked, stops thinking, returns to the present
  PgUp    and PgDn look through earlier positions, as does a click on a move
The keys in the bottom line type their commands for you."""


class ScreenTable(App[None]):
    """A table on the whole screen."""

    CSS: ClassVar[str] = """
    #above { height: 1; padding: 0 1; background: $panel; }
    #title { width: auto; max-width: 70%; text-style: bold; }
    #label { width: 1fr; margin-left: 1; text-align: right; }
    #middle { height: 1fr; }
    #room { width: 1fr; align: center middle; }
    #beside { width: 24; border-left: solid $foreground 50%; }
    #moves { padding: 0 0 0 1; scrollbar-size-vertical: 1; }
    #legend { height: auto; padding: 0 1; border-top: solid $foreground 50%; }
    #middle.tall { layout: vertical; }
    #middle.tall #beside { width: 1fr; height: auto; border-left: none; border-top: solid $foreground 50%; }
    #caption { height: auto; max-height: 3; padding: 0 1; text-style: bold; }
    #answer { height: 2; padding: 0 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "say('help')", "Help"),
        Binding("f2", "say('rules')", "Rules"),
        Binding("f3", "say('hint')", "Hint"),
        Binding("f4", "say('solve')", "Solve"),
        # Once a line is known there is room for Step instead, but the key goes on working.
        Binding("f4", "solve_again", "Solve", show=False),
        Binding("f5", "say('step')", "Step"),
        Binding("ctrl+z", "say('undo')", "Undo", priority=True),
        Binding("ctrl+y", "say('redo')", "Redo", priority=True),
        Binding("ctrl+s", "begin('save ')", "Save"),
        Binding("ctrl+o", "begin('load ')", "Load", show=False),
        Binding("escape", "escape", "Take back", show=False, priority=True),
        Binding("ctrl+q", "leave", "Quit", priority=True),
        Binding("ctrl+c", "leave", "Quit", priority=True, show=False),
    ]

    @dataclass
    class Done(Message):
        """Something was carried out: the table after it, and the answer."""

        errand: Thinker
        table: Table
        words: str

    @dataclass
    class Ahead(Message):
        """Another player thinks about the match as it is now."""

        errand: Thinker
        match: Match[Any, Any]

    @dataclass
    class Failed(Message):
        """Something could not be carried out because of a bug."""

        fault: Exception

    @dataclass
    class Noted(Message):
        """A thought in progress has something to say."""

        words: str

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.table.aside = Aside(self._heed)
        self.thinker = Thinker(heed=self._heed)
        """What thinks for this table; once called off, it is replaced."""
        self.errand: Thinker | None = None
        """What thinks, while something is being carried out."""
        self.stop: int | None = None
        """The stop of the match that is shown; None for the match as it stands."""
        self.answer = ""
        self.board, self.history = Board(), History()
        self.prompt = Prompt(placeholder=PLACEHOLDER, select_on_focus=False)
        self._title, self._caption = Static(id="title"), Static(id="caption")
        self._label, self._answer = Static(id="label"), Static(id="answer")
        self._room = Room(self.board, id="room", can_focus=False)
        self._legend = Static(id="legend")
        self._moves = VerticalScroll(self.history, id="moves", can_focus=False)
        self._beside = Vertical(self._moves, self._legend, id="beside")
        self._middle = Horizontal(self._room, self._beside, id="middle")
        self._spelling = Spelling(table.match.game, table.view, ())
        self._since = 0.0
        self._ahead: Table | None = None
        """The table with your move made, while another player thinks."""
        self._note = ""
        """What there is to say besides that something is being carried out."""
        self._waiting: list[str] = []
        """The lines that were typed while something was being carried out."""
        self._leaving: tuple[object, ...] | None = None
        """The moves of the match that a person wanted to leave unsaved."""

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen from top to bottom."""
        yield Horizontal(self._title, self._label, id="above")
        yield self._middle
        yield self._caption
        yield self._answer
        yield self.prompt
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the table, and let the players move whose turn comes first."""
        if not self.is_headless and hasattr(select, "poll"):
            Thread(target=self._watch_terminal, daemon=True).start()
        for sign in SIGNALS:
            # Only a main thread gets signals, and some systems have none.
            with suppress(ValueError, RuntimeError, NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(sign, self.exit, None, 128 + sign)
        self.set_interval(PATIENCE, self._show_thinking)
        self.prompt.focus()
        self._carry_out("", Table.begin)

    def on_unmount(self) -> None:
        """Stop thinking."""
        self.thinker.call_off()
        self.table.dismiss()
        if self.table.aside is not None:
            self.table.aside.call_off()

    def _watch_terminal(self) -> None:
        """Wait until the terminal is closed, and end at once: a tidy exit would wait for a terminal that never answers."""
        terminal = select.poll()
        terminal.register(sys.__stdin__ or 0, 0)
        if any(sign & select.POLLHUP for _, sign in terminal.poll()):
            self.on_unmount()
            os._exit(128 + signal.SIGHUP)

    def on_room_changed(self) -> None:
        """Draw again in the new space."""
        self._draw()

    # --------------------------------------------------------------------------------- what a person does

    def on_board_picked(self, event: Board.Picked) -> None:
        """Write what the mark spells, and play the move if that completes one."""
        self.prompt.focus()
        if self._is_busy():
            return
        self._tell("")
        move = None
        try:
            move = self._spelling.add(event.spells)
        except HoyleError as fault:
            self._tell(str(fault))
        if move is not None:
            self._spelling.clear()
            self.say(move)
        elif self._spelling.complete:
            self._tell(f"{self._spelling.text}: go on, or pick the last mark again to play it")
        self.prompt.write(self._spelling.text)
        self._draw()

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Show what is under the cursor or the mouse."""
        self._label.update(Text(event.label))

    def on_prompt_pressed(self, event: Prompt.Pressed) -> None:
        """Pass a key of the empty line to the board."""
        self.action_press(event.key)

    def on_input_changed(self) -> None:
        """Forget what was picked as soon as a person types."""
        if self.prompt.value != self.prompt.spelled and self._spelling.text:
            self.prompt.spelled = ""
            self._spelling.clear()
            self._draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed."""
        self.prompt.write("")
        self._spelling.clear()
        if self.errand is None or event.value.strip().lower() in {"quit", "exit", "help", "rules"}:
            self.say(event.value)
        else:
            self._waiting.append(event.value)
            self._say_thinking()

    def on_history_chosen(self, event: History.Chosen) -> None:
        """Look back to a move."""
        self._look(event.number)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the key of a command only where it is useful."""
        known = bool(self.table.match.promise)
        if action == "say" and parameters == ("solve",):
            return bool(self.table.box.solvers) and not known
        if action == "solve_again" or (action == "say" and parameters == ("step",)):
            return known
        return super().check_action(action, parameters)

    def action_say(self, word: str) -> None:
        """Carry out a command."""
        self.say(word)

    def action_solve_again(self) -> None:
        """Show the known line again."""
        self.say("solve")

    def action_begin(self, words: str) -> None:
        """Start a line that needs a name."""
        if not isinstance(self.screen, Page):
            self.prompt.value, self.prompt.cursor_position = words, len(words)

    def action_press(self, key: str) -> None:
        """Move over the board or pick; while looking back, step through the match."""
        if key == "enter":
            self.board.pick()
        elif self.stop is not None and key in {"left", "right"}:
            self.action_look(-1 if key == "left" else 1)
        else:
            self.board.walk({"left": -1, "right": 1}.get(key, 0), {"up": -1, "down": 1}.get(key, 0))

    def action_look(self, steps: int) -> None:
        """Look back through the match, or forward again."""
        now = len(self._shown.stops()) - 1
        self._look((now if self.stop is None else self.stop) + steps)

    def action_escape(self) -> None:
        """Cancel whatever is not yet done."""
        if isinstance(self.screen, Page):
            self.screen.dismiss()
            return
        if self.errand is not None:
            self.thinker.call_off()
            self.table.dismiss()
            self.thinker, self.errand, self._ahead = Thinker(heed=self._heed), None, None
            self._waiting.clear()
            self._tell("called off")
        else:
            self._tell("")
        self.stop = None
        self._spelling.clear()
        self.prompt.write("")
        self._draw()

    def action_leave(self) -> None:
        """Leave the table; if that would lose something, only at the second time."""
        if not self._shown.unsaved or self._leaving == self._shown.match.moves:
            self.exit()
            return
        self._leaving = self._shown.match.moves
        self._tell("this match is not saved: press again to leave, Ctrl-S to save")

    # ----------------------------------------------------------------------------------- carrying it out

    def say(self, line: str) -> None:
        """Carry out a line as the line table would, except what only a screen can do."""
        word, _, rest = line.strip().lower().partition(" ")
        if word in {"quit", "exit"}:
            self.exit()
        elif isinstance(self.screen, Page):
            return
        elif word == "help":
            self._open(Page(self.table.help() + KEYS))
        elif word == "rules":
            self._open(Page(reflow(self.table.rules(), self.size.width - 4)))
        elif word == "replay" and not rest:
            self._look(0)
        elif word and not (word not in COMMANDS and self._is_busy()):
            self._carry_out(line, lambda table: table.obey(line))

    def _is_busy(self) -> bool:
        """Tell whether no move can be made now, and show why."""
        if self.errand is not None:
            self._say_thinking()
        elif self.stop is not None:
            self._tell("this is an earlier position; Esc returns")
        return self.errand is not None or self.stop is not None

    def _carry_out(self, line: str, task: Callable[[Table], str]) -> None:
        """Do something to a copy of the table in a thread; if it is called off, the table stays as it was."""
        if self.errand is not None:
            self._say_thinking()
            return
        self.errand, self._since, self._note = self.thinker, time.monotonic(), ""
        # A daemon: leaving the table must not wait for a player that thinks.
        Thread(target=self._aside, args=(self.errand, line, task), daemon=True).start()

    def _aside(self, errand: Thinker, line: str, task: Callable[[Table], str]) -> None:
        table = copy(self.table)
        table.thinker = errand
        table.heed = partial(self._look_ahead, errand)
        try:
            self.post_message(self.Done(errand, table, task(table)))
        except HoyleError as fault:
            self.post_message(self.Done(errand, self.table, f"{' '.join(line.split())[:40]}: {fault}"))
        except Exception as fault:  # noqa: BLE001 — whatever it is, it must not vanish in a thread
            self.post_message(self.Failed(fault))

    def on_screen_table_done(self, event: Done) -> None:
        """Show the result, unless it was called off meanwhile."""
        if event.errand is not self.errand:
            return
        before, self.table, self.errand, self.stop, self._ahead = self.table, event.table, None, None, None
        self.table.thinker = self.table.heed = None
        self._spelling = Spelling(self.table.match.game, self.table.view, self._scene().marks)
        if not self.prompt.typed:
            self.prompt.write("")
        self._tell(event.words)
        self._draw()
        if self.table.secret and self.table.seat != before.seat:
            name = self.table.box.seat_name(self.table.seat)
            self._open(Page(f"{name} to move: pass the keyboard.", "Press Enter when nobody else is looking"))
        self._follow()

    def _open(self, page: Page) -> None:
        """Show a page; what was typed before is carried out once it is closed."""
        self.push_screen(page, lambda _: self._follow())

    def _follow(self) -> None:
        """Carry out what was typed meanwhile, one line after the other; a page is read first."""
        if self._waiting and self.errand is None and not isinstance(self.screen, Page):
            self.say(self._waiting.pop(0))
            self._follow()

    def _look_ahead(self, errand: Thinker, match: Match[Any, Any]) -> None:
        self.post_message(self.Ahead(errand, match))

    def on_screen_table_ahead(self, event: Ahead) -> None:
        """Show your own move at once, however long the answer takes."""
        if event.errand is self.errand and event.match != self.table.match:
            self._ahead = replace(self.table, match=event.match, hinted="")
            self._draw()

    def _heed(self, words: str) -> None:
        self.post_message(self.Noted(words))

    def on_screen_table_noted(self, event: Noted) -> None:
        """Show what is said, such as that kernels are compiled."""
        self._tell(event.words.removeprefix("hoyle: "))

    @property
    def fault(self) -> Exception | None:
        """What ended the table, if nobody wanted it to end."""
        return self._exception

    def _fatal_error(self) -> None:
        """End the table without the library's traceback: whoever opened it hears of the fault."""
        self._close_messages_no_wait()

    def on_screen_table_failed(self, event: Failed) -> None:
        """End with the error, as without a thread."""
        self.errand = None
        raise event.fault

    # ------------------------------------------------------------------------------------------ showing it

    def _look(self, stop: int) -> None:
        """Show the match after a number of turns; after the last, the match as it stands."""
        now = len(self._shown.stops()) - 1
        self.stop = stop if (stop := max(stop, 0)) < now else None
        self._spelling.clear()
        self.prompt.write("")
        self._tell("" if self.stop is None else f"after {self.stop} of {tally({'moves': now})}; Esc returns")
        self._draw()

    @property
    def _shown(self) -> Table:
        """The table to show."""
        return self._ahead or self.table

    def _scene(self) -> Scene:
        table = self._shown
        return table.past(len(table.stops()) - 1 if self.stop is None else self.stop)

    def _draw(self) -> None:
        """Draw everything that depends on the table."""
        table = self._shown
        scene, history = self._scene(), table.history()
        past = "" if self.stop is None else f", after {self.stop} of {tally({'moves': len(history)})}"
        self._title.update(Text(f"{self.table.box.title}, {self.table.name}{past}"))
        self._caption.update(Text(scene.caption))
        leads = self._spelling.targets() if self._spelling.text else ()
        hint = table.marked() if self.stop is None else ()
        self.board.show(scene, last=self._spelling.last, targets=leads, hint=hint)
        self.prompt.placeholder = self.table.offer or PLACEHOLDER
        space = self._divide()
        self.board.fit(space)
        self._label.update(Text(self.board.cursor.label if self.board.cursor else ""))
        beside = space.width < self._middle.outer_size.width
        self.history.show(history, self.stop, max((BESIDE if beside else space.width) - FRAME, 1))
        self.refresh_bindings()

    def _divide(self) -> Size:
        """Put the list of moves beside the board, below it, or nowhere, and return the space that the board has."""
        room, board = self._middle.outer_size, self.board.extent(zoom=1)
        beside = room.width - BESIDE >= board.width
        rest = room.height - board.height - 1
        self._middle.set_class(not beside, "tall")
        self._beside.display = beside or rest >= BELOW
        self._moves.styles.height = "1fr" if beside else max(rest, BELOW)
        legend = "  ".join(word.replace(" ", "\N{NO-BREAK SPACE}") for word in self.table.box.look.legend)
        self._legend.update(Text("\n".join(wrap(legend, BESIDE - 3))))
        self._legend.display = beside and bool(legend)
        below = self._beside.display and not beside
        return Size(room.width - BESIDE * beside, board.height if below else room.height)

    def _tell(self, words: str) -> None:
        """Show an answer, on a page of its own if it is long; while something is being carried out, beside that."""
        if self.errand is not None:
            self._note = words
            self._say_thinking()
            return
        self.answer = words
        lines = sum(1 + len(line) // max(self.size.width - 2, 1) for line in words.splitlines())
        self._answer.update(Text(words if lines <= MOST_LINES else ""))
        if lines > MOST_LINES:
            self._open(Page(words))

    def _show_thinking(self) -> None:
        if self.errand is not None and time.monotonic() - self._since > PATIENCE:
            self._say_thinking()

    def _say_thinking(self) -> None:
        waited = time.monotonic() - self._since
        then = f"; then {', '.join(self._waiting)}"[:60] if self._waiting else ""
        thinking = f"thinking{'.' * (int(waited) % 4):<3} {waited:.0f} s; Esc calls it off{then}"
        self.answer = "\n".join(filter(None, (thinking, self._note)))
        self._answer.update(Text(self.answer))
