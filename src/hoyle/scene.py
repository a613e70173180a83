"""Scene: what a position looks like, as marks on a plane, from which text and SVG are drawn.

A mark stands at the middle of a cell, x to the right and y downwards.  Its glyph is for the text, its shape and style
are for the SVG, its label is for a screen reader, and what it spells is what a click on it writes.

>>> scene = Scene(2, 1, (Mark(0, 0, "circle", "piece", "O", spells="a1"), Mark(1, 0, "circle", "empty", ".")), "one peg")
>>> print(to_text(scene))
O .
one peg
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, get_args

from hoyle.styles import BASE, Styles

Highlight: TypeAlias = Literal["chosen", "possible", "last", "hint"]
HIGHLIGHTS: Final[tuple[Highlight, ...]] = get_args(Highlight)

VACANT: Final = frozenset({"empty", "spot", "slot"})
"""The style words of places where nothing stands."""
SMALL_LETTER: Final = 0.16
"""The most that a letter in a frame's caption is wide on average, in cells."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to see: where it is, how it is drawn, how it is written, and what a click on it means."""

    x: float
    y: float
    shape: str
    """One of the shapes that every game has, or a symbol of the scene's styles."""
    style: str
    """Words of the scene's styles."""
    glyph: str = ""
    spells: str = ""
    label: str = ""
    text: str = ""
    """Words drawn on the shape; several lines are stacked."""
    width: float = 0.8
    height: float = 0.8
    to: tuple[float, float] | None = None
    """Where a line or an arrow ends; the width and the height of an arrow are those of its head."""
    inner: tuple[Mark, ...] = ()
    """What is drawn on it and moves with it, such as pips; placed from its middle, and not in the text."""
    key: str = ""
    """The name by which it is followed from one picture to the next; see motions."""
    written: tuple[float, float] | None = None
    """Where its glyph stands in the text, if the text is laid out differently from the drawing."""

    @property
    def cell(self) -> tuple[float, float]:
        """Where it stands in the text."""
        return self.written or (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Scene:
    """A plane of cells with marks on it, drawn in their order, and a line of words below."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    caption: str = ""
    pitch: int = 2
    """How many characters wide a cell is in the text."""
    styles: Styles = field(default=BASE, repr=False, compare=False)
    """What the words and shapes of its marks mean."""
    met: tuple[Mark, ...] = ()
    """What the last move brought face to face, which a table shows large for a moment; what fell has the style ``fallen``."""

    def _repr_svg_(self) -> str:
        """Return the drawing that a notebook shows."""
        from hoyle.svg import to_svg  # which imports this

        return to_svg(self)


def to_text(scene: Scene) -> str:
    """Return the scene as lines of text: each mark's glyph near the middle of its cell, the caption below.

    If a glyph begins left of the scene, everything moves to the right.

    >>> print(to_text(Scene(1, 2, (Mark(0, 0, "circle", "piece", "O"), Mark(0, 1, "text", "ink", "middle")))))
      O
    middle
    """
    every = list(letters(scene))
    left = min(0, min((column for (column, _), _, _ in every), default=0))
    rows: dict[int, dict[int, str]] = {}
    for (column, row), letter, _ in every:
        rows.setdefault(row, {})[column - left] = letter
    lines = [_line(rows.get(y, {})) for y in range(max(rows, default=-1) + 1)]
    return "\n".join([*lines, *([scene.caption] if scene.caption else [])])


def letters(scene: Scene, zoom: int = 1) -> Iterator[tuple[tuple[int, int], str, Mark]]:
    """Yield each letter of the text picture: its column and row, itself, and its mark; later ones hide earlier ones.

    >>> list(letters(Scene(2, 1, (Mark(1, 0, "circle", "piece", "O"),)), zoom=2))[0][:2]
    ((4, 0), 'O')
    """
    for mark in scene.marks:
        x, y = mark.cell
        left = round(x * scene.pitch * zoom) - (len(mark.glyph) - 1) // 2
        for place, letter in enumerate(mark.glyph):
            yield (left + place, round(y * zoom)), letter, mark


def _line(letters: dict[int, str]) -> str:
    return "".join(letters.get(column, " ") for column in range(max(letters, default=-1) + 1)).rstrip()


def strip(frames: Sequence[Scene], columns: int = 6) -> Scene:
    """Return scenes side by side in rows, each with its caption below, as one scene.

    >>> print(to_text(strip([Scene(1, 1, (Mark(0, 0, "circle", "piece", glyph),), glyph) for glyph in "ABC"], columns=2)))
    A  B
    A  B
    <BLANKLINE>
    C
    C
    """
    longest = max(len(frame.caption) for frame in frames) * SMALL_LETTER
    across, down = max(_widest(frames), longest) + 0.5, round(_highest(frames)) + 2
    marks: list[Mark] = []
    for number, frame in enumerate(frames):
        left, top = number % columns * across, number // columns * down
        aside = max(0.0, longest - frame.width) / 2
        marks.extend(replace(shift(mark, left + aside, top), spells="") for mark in frame.marks)
        middle = left + (max(frame.width, longest) - 1) / 2
        marks.append(Mark(middle, top + down - 2, "text", "ink small", frame.caption, text=frame.caption))
    rows = -(-len(frames) // columns)
    return Scene(
        min(columns, len(frames)) * across,
        rows * down - 1,
        tuple(marks),
        pitch=frames[0].pitch,
        styles=frames[0].styles,
    )


def _widest(frames: Sequence[Scene]) -> float:
    return max(frame.width for frame in frames)


def _highest(frames: Sequence[Scene]) -> float:
    return max(frame.height for frame in frames)


def shift(mark: Mark, right: float, down: float) -> Mark:
    """Return a mark moved to the right and down."""
    to, written = (None if place is None else (place[0] + right, place[1] + down) for place in (mark.to, mark.written))
    return replace(mark, x=mark.x + right, y=mark.y + down, to=to, written=written)


# ---------------------------------------------------------------------------------- over a picture


def highlight(scene: Scene, name: Highlight, spelled: Sequence[str]) -> Scene:
    """Return the scene with the marks that spell these texts highlighted, in the same way in every game.

    What is chosen gets a ring, what is possible a spot, the last move corners, and a hint an arrow from its first mark to
    its last.  If several marks spell the same text, as in a stack, the topmost is highlighted.

    >>> scene = Scene(1, 1, (Mark(0, 0, "circle", "piece", "O", spells="a1"),))
    >>> [mark.style for mark in highlight(scene, "chosen", ["a1"]).marks]
    ['piece', 'cased', 'chosen']
    """
    topmost = {mark.spells: mark for mark in scene.marks}
    marks = [topmost[spells] for spells in spelled if spells in topmost]
    return replace(scene, marks=(*scene.marks, *_highlights(name, marks, scene.styles)))


def _highlights(name: Highlight, marks: Sequence[Mark], styles: Styles) -> Iterator[Mark]:
    if name == "hint":
        first, *_, last = marks if len(marks) > 1 else (None, None)
        if first and last:
            arrow = Mark(first.x, first.y, "arrow", "hint", width=0.35, height=0.4, to=(last.x, last.y))
            yield from (replace(arrow, style="cased broad"), arrow)
        return
    for mark in marks:
        if name == "possible":
            yield Mark(mark.x, mark.y, "circle", name, width=0.32)
            continue
        across, down = mark.width + 0.06, mark.height + 0.06
        shape = {"chosen": ("box", "ellipse"), "last": ("corners", "arcs")}[name][styles.is_round(mark.shape)]
        ring = Mark(mark.x, mark.y, shape, name, width=across, height=across if mark.shape == "circle" else down)
        yield from (replace(ring, style="cased"), ring)


# ------------------------------------------------------------------------- from one picture to the next


def motions(before: Scene, after: Scene, spelled: Sequence[str]) -> dict[int, int]:
    """Return where one move takes each mark: its index among the marks before, and its index after.

    A mark with a key goes to the mark with the same key.  Marks that share a key keep their order, counted from the last;
    if there are fewer of them afterwards, those that the move spells are gone.  A mark without a key stays where it is,
    unless the move begins with it and ends where something now looks like it.  A mark that is gone has moved to a tray if
    something that looks like it, and cannot be played, has appeared there.  A mark that has no key and spells nothing is
    not followed.  Undoing the move takes every mark the other way.

    >>> peg, hole = Mark(0, 0, "circle", "piece", spells="a1"), Mark(2, 0, "circle", "empty", spells="c1")
    >>> left, reached = replace(peg, style="empty"), replace(hole, style="piece")
    >>> motions(Scene(3, 1, (peg, hole)), Scene(3, 1, (left, reached)), ["a1", "c1"])
    {0: 1}
    """
    pairs = dict(_move(before, after, spelled))
    goals = _things(after)
    for known, places in _things(before).items():
        rest = [place for place in places if place not in pairs]
        free = [goal for goal in goals.get(known, ()) if goal not in pairs.values()]
        keyed = bool(known[0])
        if keyed and len(rest) > len(free):
            rest = [place for place in rest if before.marks[place].spells not in spelled]
        ways = zip(reversed(rest), reversed(free), strict=False)
        pairs |= {old: new for old, new in ways if keyed or before.marks[old].style == after.marks[new].style}
    return {**pairs, **dict(_to_trays(before, after, pairs))}


def _to_trays(before: Scene, after: Scene, pairs: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the marks that were taken, each with its place in a tray."""
    trays = [new for places in _things(after).values() for new in places if not after.marks[new].spells]
    free = [new for new in trays if new not in pairs.values()]
    for old in (old for places in _things(before).values() for old in places if old not in pairs):
        words = set(before.marks[old].style.split())
        if not before.marks[old].spells or words & VACANT:
            continue
        tray = next((new for new in free if words <= set(after.marks[new].style.split())), None)
        if tray is not None:
            free.remove(tray)
            yield old, tray


def _move(before: Scene, after: Scene, spelled: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where the mark without a key that a move begins with goes, if it goes anywhere."""
    ends = ((before, spelled[:1]), (before, spelled[-1:]), (after, spelled[-1:]))
    source, old, new = (_things(scene).get(("", *name), [None])[-1] for scene, name in ends)
    if source is None or new is None or source == old:
        return
    look = before.marks[source].style
    if look == after.marks[new].style and (old is None or before.marks[old].style != look):
        yield source, new


def _things(scene: Scene) -> dict[tuple[str, ...], list[int]]:
    """Return the places of the marks that can be followed, by their keys or else by what they spell."""
    things: dict[tuple[str, ...], list[int]] = {}
    for place, mark in enumerate(scene.marks):
        if mark.key or mark.spells:
            things.setdefault((mark.key,) if mark.key else ("", mark.spells), []).append(place)
    return things
