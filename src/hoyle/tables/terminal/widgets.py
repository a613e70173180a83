"""The parts of the full-screen table besides its board: the prompt, pages of text, the list of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, VerticalScroll
from textual.geometry import Region
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static


class Prompt(Input):
    """The prompt; while it is empty, its keys belong to the board."""

    DEFAULT_CSS: ClassVar[str] = "Prompt, Prompt:focus { height: 1; border: none; padding: 0 1; }"

    # Here and not at the table, as the screen between them would scroll.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.press('up')", "Up", show=False),
        Binding("down", "app.press('down')", "Down", show=False),
        Binding("pageup", "app.look(-1)", "Past", key_display="PgUp"),
        Binding("pagedown", "app.look(1)", "Present", show=False),
    ]

    spelled = ""
    """What picked marks have spelled here."""

    def write(self, spelled: str) -> None:
        """Put here what picked marks spell."""
        self.spelled = self.value = spelled
        self.cursor_position = len(spelled)

    @property
    def typed(self) -> bool:
        """Whether a person typed what is here."""
        return self.value not in {"", self.spelled}

    @dataclass
    class Pressed(Message):
        """A key for the board."""

        key: str

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "space" and not self.typed:
            event.prevent_default().stop()
            self.post_message(self.Pressed("enter"))
        else:
            await super()._on_key(event)

    async def action_submit(self) -> None:
        """Carry out what was typed, or pick what is under the cursor."""
        if self.typed:
            await super().action_submit()
        else:
            self.post_message(self.Pressed("enter"))

    def action_cursor_left(self, select: bool = False) -> None:  # noqa: FBT001, FBT002 — Textual's signature
        """Move to the left, in the line or on the board."""
        if self.typed:
            super().action_cursor_left(select)
        else:
            self.post_message(self.Pressed("left"))

    def action_cursor_right(self, select: bool = False) -> None:  # noqa: FBT001, FBT002 — likewise
        """Move to the right, in the line or on the board."""
        if self.typed:
            super().action_cursor_right(select)
        else:
            self.post_message(self.Pressed("right"))


class Page(ModalScreen[None]):
    """A text that needs a whole screen; any usual key closes it."""

    DEFAULT_CSS: ClassVar[str] = """
    Page { background: $background; }
    Page > VerticalScroll { padding: 0 1; scrollbar-size-vertical: 1; }
    Page > #close { height: 1; dock: bottom; text-style: reverse; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss", "Close", show=False) for key in ("escape", "enter", "q", "f1", "f2")
    ]

    def __init__(self, words: str, close: str = "Esc or Enter closes; arrows, PgUp and PgDn scroll") -> None:
        super().__init__()
        self.words, self.close = words, close

    def compose(self) -> ComposeResult:
        """Yield the text and how to close it."""
        with VerticalScroll():
            yield Static(Text(self.words))
        yield Static(self.close, id="close")

    def on_mount(self) -> None:
        """Let the keys scroll."""
        self.query_one(VerticalScroll).focus()

    def on_click(self, event: events.Click) -> None:
        """Close by a click on the last line."""
        if event.widget is self.query_one("#close"):
            self.dismiss()


class Room(ScrollableContainer):
    """The space that the board has; it says when that changes."""

    class Changed(Message):
        """The available space changed."""

    def on_resize(self) -> None:
        """Say that the available space changed."""
        self.post_message(self.Changed())


class History(Static):
    """The moves so far, each on a line or more; a click on one looks back to it."""

    _numbers: Sequence[int] = ()
    """Which move each line belongs to."""

    @dataclass
    class Chosen(Message):
        """A line was clicked."""

        number: int

    def show(self, history: list[str], stop: int | None, width: int) -> None:
        """List the moves, with a pointer to the one that is shown, or to the last."""
        here = len(history) if stop is None else stop
        lines = ["the start", *(f"{number}. {words}" for number, words in enumerate(history, 1))]
        blocks = [
            wrap(line, width, initial_indent="> " if number == here else "  ", subsequent_indent="     ")
            for number, line in enumerate(lines)
        ]
        self._numbers = [number for number, block in enumerate(blocks) for _ in block]
        self.update(Text("\n".join(line for block in blocks for line in block), no_wrap=True))
        self.call_after_refresh(lambda: self.scroll_to_line(self._numbers.index(here)))

    def scroll_to_line(self, line: int) -> None:
        """Scroll so that a line is in sight."""
        if isinstance(self.parent, VerticalScroll):
            self.parent.scroll_to_region(Region(0, line, 1, 1), animate=False)

    def on_click(self, event: events.Click) -> None:
        """Look back to the move that was clicked."""
        if event.y < len(self._numbers):
            self.post_message(self.Chosen(self._numbers[event.y]))
