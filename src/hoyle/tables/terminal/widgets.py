"""The parts of the full-screen table besides its board: the line to type on, pages of words, the list of moves."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
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
    """The line to type on; while nothing is typed its keys belong to the board."""

    DEFAULT_CSS: ClassVar[str] = "Prompt, Prompt:focus { height: 1; border: none; padding: 0 1; }"

    # Here and not at the table, as the screen between them would scroll.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.press('up')", "Up", show=False),
        Binding("down", "app.press('down')", "Down", show=False),
        Binding("pageup", "app.look(-1)", "Past", key_display="PgUp"),
        Binding("pagedown", "app.look(1)", "Present", show=False),
    ]

    spelled = ""
    """What picked marks have written here."""

    def write(self, spelled: str) -> None:
        """Put here what picked marks spell."""
        self.spelled = self.value = spelled
        self.cursor_position = len(spelled)

    @property
    def typed(self) -> bool:
        """Whether a person typed what stands here."""
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
        """Say what was typed, or pick what is under the cursor."""
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
    """Words that need a whole screen; any usual key closes them."""

    DEFAULT_CSS: ClassVar[str] = """
    Page { background: $background; }
    Page > VerticalScroll { padding: 0 1; scrollbar-size-vertical: 1; }
    Page > #close { height: 1; dock: bottom; text-style: reverse; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss", "Close", show=False) for key in ("escape", "enter", "q", "f1", "f2")
    ]

    def __init__(self, words: str, close: str = "Esc or Enter closes, arrows and PgUp, PgDn scroll") -> None:
        super().__init__()
        self.words, self.close = words, close

    def compose(self) -> ComposeResult:
        """Yield the words and how to close them."""
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
    """The room that the board has; it tells when it has changed."""

    class Changed(Message):
        """The room is another."""

    def on_resize(self) -> None:
        """Tell that the room is another."""
        self.post_message(self.Changed())


class History(Static):
    """The moves so far, one on a line; a click looks back to it."""

    @dataclass
    class Chosen(Message):
        """A line was clicked."""

        number: int

    def show(self, told: list[str], stop: int | None) -> None:
        """List the moves, with a pointer to the one that is looked back at, or to the last."""
        here = len(told) if stop is None else stop
        lines = ["the start", *(f"{number}. {words}" for number, words in enumerate(told, 1))]
        self.update(Text("\n".join(f"{'>' if number == here else ' '} {line}" for number, line in enumerate(lines))))
        self.call_after_refresh(lambda: self.scroll_to_line(here))

    def scroll_to_line(self, line: int) -> None:
        """Scroll so that a line is in sight."""
        if isinstance(self.parent, VerticalScroll):
            self.parent.scroll_to_region(Region(0, line, 1, 1), animate=False)

    def on_click(self, event: events.Click) -> None:
        """Look back to the move that was clicked."""
        self.post_message(self.Chosen(event.y))


def reflowed(page: str, width: int) -> str:
    r"""Return a rules page in narrower lines; what is set apart by indenting stays as it is.

    >>> print(reflowed("§1  A match is\n    won.\n§2  Or lost.\n\n    as it\n    is", 60))
    §1  A match is won.
    §2  Or lost.
    <BLANKLINE>
        as it
        is
    """
    blocks = [block.strip("\n") for block in re.split(r"\n[ \t]*+\n", page.strip("\n"))]
    return "\n\n".join(block if block.startswith(" ") else _wrapped(block, width) for block in blocks)


def _wrapped(block: str, width: int) -> str:
    """Return a block whose paragraphs begin with a § or at its first line; they hang as they did."""
    lines: list[str] = []
    for paragraph in re.split(r"\n(?=§)", block):
        hang = re.search(r"\n( *+)", paragraph)
        indent = hang[1] if hang else "    " * paragraph.startswith("§")
        # The blanks after a § belong to it; all others may become the end of a line.
        head = re.match(r"§\d++ ++", paragraph)
        words = (head[0].replace(" ", "\xa0") if head else "") + " ".join(
            paragraph[head.end() if head else 0 :].split()
        )
        lines += textwrap.wrap(words, width, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(lines).replace("\xa0", " ")
