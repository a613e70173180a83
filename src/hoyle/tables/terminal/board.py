"""The board of the full-screen table: a scene as letters, with a cursor that moves over the marks that spell something.

Nothing is shown by colour alone: the cursor is in square brackets, possible next marks are in round ones, a hint is in
braces, and what was spelled last is reversed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.containers import ScrollableContainer
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from hoyle.scene import Mark, Scene, letters
from hoyle.styles import Styles

EMPTY: Final = Scene(1, 1, ())
GAP: Final = 1
"""Space on the left for the bracket before the first column."""
LONGEST_ZOOMED: Final = 2
"""Only glyphs up to this length may be spread out; longer ones are parts of a drawing."""

PLAIN: Final = Style()


class Board(Widget):
    """A scene to look at, move over and click on."""

    DEFAULT_CSS: ClassVar[str] = "Board { width: auto; height: auto; }"

    @dataclass
    class Picked(Message):
        """A mark was clicked, or Enter was pressed on it."""

        spells: str

    @dataclass
    class Pointed(Message):
        """The cursor or the mouse came to a mark."""

        label: str

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene = EMPTY
        self.cursor: Mark | None = None
        self.zoom = 1
        self._last = ""
        self._targets: Collection[str] = ()
        self._hint: Collection[str] = ()

    def show(self, scene: Scene, *, last: str = "", targets: Collection[str] = (), hint: Collection[str] = ()) -> None:
        """Draw a scene, with what was spelled last, what may follow, and a hint; the cursor stays where it can."""
        self.scene, self._last, self._targets, self._hint = scene, last, targets, hint
        keep = self.cursor
        self.cursor = min(self._live(), key=lambda mark: _distance(mark, keep), default=None) if keep else None
        self.cursor = self.cursor or next(self._live(), None)
        self.refresh(layout=True)

    def fit(self, room: Size) -> None:
        """Draw with cells twice as large if there is space."""
        fits = self.extent(zoom=2)
        short = all(len(mark.glyph) <= LONGEST_ZOOMED for mark in self.scene.marks)
        self.zoom = 2 if short and fits.width <= room.width and fits.height <= room.height else 1
        self.refresh(layout=True)
        self.call_after_refresh(self.reveal)

    # ------------------------------------------------------------------------------ walking and clicking

    def walk(self, right: int, down: int) -> None:
        """Move the cursor to the nearest mark in a direction, preferring straight ahead."""
        if self.cursor is None:
            return
        here, best, least = self.cursor, self.cursor, inf
        for mark in self._live():
            across, off = (there - place for there, place in zip(mark.cell, here.cell, strict=True))
            along, aside = across * right + off * down, abs(across * down) + abs(off * right)
            if along > 0.1 and (cost := along + 3 * aside) < least:
                best, least = mark, cost
        self.cursor = best
        self.post_message(self.Pointed(best.label))
        self.reveal()
        self.refresh()

    def pick(self) -> None:
        """Pick the mark under the cursor."""
        if self.cursor is not None:
            self.post_message(self.Picked(self.cursor.spells))

    def reveal(self) -> None:
        """Scroll so that the cursor is visible."""
        if self.cursor is not None and isinstance(self.parent, ScrollableContainer):
            column, row, width = self._place(self.cursor)
            self.parent.scroll_to_region(Region(column - 3 + GAP, row - 1, width + 6, 3), animate=False, force=True)

    def on_click(self, event: events.Click) -> None:
        """Pick the mark that was clicked."""
        if (mark := self._at(event.x - GAP, event.y)) is not None:
            self.cursor = mark
            self.refresh()
            self.pick()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say which mark the mouse points to."""
        mark = self._at(event.x - GAP, event.y) or self.cursor
        self.post_message(self.Pointed(mark.label if mark else ""))

    def _live(self) -> Iterator[Mark]:
        return (mark for mark in self.scene.marks if mark.spells)

    def _at(self, column: int, row: int) -> Mark | None:
        """Return the mark at a place: the nearest, or the topmost of several as near."""
        across = self.scene.pitch * self.zoom
        hits: list[tuple[float, Mark]] = []
        for mark in self._live():
            x, y = mark.cell
            aside, off = abs(column / across - x), abs(row / self.zoom - y)
            reach = max(mark.width, len(mark.glyph) / across, 1) / 2
            if aside <= reach and off <= max(mark.height, 1) / 2:
                hits.append((aside + off, mark))
        return min(reversed(hits), key=lambda hit: hit[0])[1] if hits else None

    # ----------------------------------------------------------------------------------------- drawing

    def extent(self, zoom: int) -> Size:
        """Return how many columns and rows the drawing has."""
        columns = [column for (column, _), _, _ in letters(self.scene, zoom)]
        columns += [round(mark.cell[0] * self.scene.pitch * zoom) for mark in self._live()]
        rows = [round(mark.cell[1] * zoom) for mark in self.scene.marks if mark.glyph or mark.spells]
        return Size(max(columns, default=0) + 2 + GAP, max(rows, default=0) + 1)

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002 — Textual's signature
        """Return how many columns the drawing has."""
        return self.extent(self.zoom).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 — likewise
        """Return how many rows the drawing has."""
        return self.extent(self.zoom).height

    def _place(self, mark: Mark) -> tuple[int, int, int]:
        """Return the first column, the row and the length of a mark's glyph; without one it still has a place."""
        x, y = mark.cell
        left = round(x * self.scene.pitch * self.zoom) - max(len(mark.glyph) - 1, 0) // 2
        # Trailing spaces only keep a glyph in its column.
        return left, round(y * self.zoom), max(len(mark.glyph.rstrip()), 1)

    def render(self) -> Text:
        """Return the drawing."""
        styles = self.scene.styles
        cells = {place: (letter, _style(styles, mark.style)) for place, letter, mark in letters(self.scene, self.zoom)}
        for mark in self._live():
            if mark.spells in self._targets:
                self._bracket(cells, mark, "()", _style(styles, "possible"))
        for mark in {mark.spells: mark for mark in self._live()}.values():
            if mark.spells in self._hint:
                self._bracket(cells, mark, "{}", _style(styles, "hint"))
        for mark in self._live():
            if mark.spells == self._last:
                self._bracket(cells, mark, "  ", _style(styles, "chosen"))
        if self.cursor is not None:
            self._bracket(cells, self.cursor, "[]", _style(styles, "cursor"))
        width, height = self.extent(self.zoom)
        text = Text(no_wrap=True, end="")
        for row in range(height):
            for column in range(-GAP, width - GAP):
                text.append(*cells.get((column, row), (" ", PLAIN)))
            text.append("\n" if row < height - 1 else "")
        return text

    def _bracket(self, cells: dict[tuple[int, int], tuple[str, Style]], mark: Mark, pair: str, style: Style) -> None:
        """Highlight a mark by a style, and by brackets where there is space."""
        left, row, length = self._place(mark)
        for column in range(left, left + length):
            letter, before = cells.get((column, row), (" ", PLAIN))
            cells[column, row] = letter, before + style
        for column, bracket in ((left - 1, pair[0]), (left + length, pair[1])):
            if bracket != " " and cells.get((column, row), (" ",))[0] in " (){}[]":
                cells[column, row] = bracket, style


@cache
def _style(styles: Styles, words: str) -> Style:
    """Return how letters look in a dark terminal, where colours only repeat what a letter says."""
    terminal = (styles.style(words).terminal or "").split()
    return Style.parse(" ".join(styles.colours[word][1] if word in styles.colours else word for word in terminal))


def _distance(mark: Mark, other: Mark) -> float:
    return sum(abs(here - there) for here, there in zip(mark.cell, other.cell, strict=True))
