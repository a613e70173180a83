"""Scene: what a position looks like, as marks on a plane; drawn as text and as SVG from the same marks.

A mark stands at the middle of a cell, x to the right and y downwards.  Its glyph is for the text, its shape and style
are for the SVG, its label is for a screen reader, and what it spells is what a click on it writes.  This is the only
place that writes SVG.

>>> scene = Scene(2, 1, (Mark(0, 0, "circle", "piece", "O", spells="a1"), Mark(1, 0, "circle", "empty", ".")), "one peg")
>>> print(to_text(scene))
O .
one peg
>>> 'data-spells="a1"' in to_svg(scene)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Final, Literal, TypeAlias

Shape: TypeAlias = Literal["circle", "ellipse", "box", "line", "arrow", "text"]

CELL: Final = 40
"""The side of a cell in SVG units."""
PAD: Final = 10
"""The rim of a drawing in SVG units, so that a frame round the cells is not cut."""
SMALL_LETTER: Final = 0.16
"""How many cells wide a letter of a frame's caption is at most, on average."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to see: where it is, how it is drawn, how it is written, and what a click on it means."""

    x: float
    y: float
    shape: Shape
    style: str
    glyph: str = ""
    spells: str = ""
    label: str = ""
    text: str = ""
    """Words drawn on the shape; several lines are stacked."""
    width: float = 0.8
    height: float = 0.8
    to: tuple[float, float] | None = None
    """Where a line or an arrow ends."""
    inner: tuple[Mark, ...] = ()
    """What is drawn on it and goes where it goes, such as pips; placed from its middle, and not in the text."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A plane of cells with marks on it, drawn in their order, and a line of words below."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    caption: str = ""
    pitch: int = 2
    """How many characters wide a cell is in the text."""


def to_text(scene: Scene) -> str:
    """Return the scene as lines of text: each mark's glyph about the middle of its cell, the caption below."""
    rows: dict[int, dict[int, str]] = {}
    for (column, row), letter, _ in letters(scene):
        rows.setdefault(row, {})[column] = letter
    lines = [_line(rows.get(y, {})) for y in range(round(scene.height))]
    return "\n".join([*lines, *([scene.caption] if scene.caption else [])])


def letters(scene: Scene, zoom: int = 1) -> Iterator[tuple[tuple[int, int], str, Mark]]:
    """Yield each letter of the text picture: its column and row, itself, and its mark; later ones hide earlier ones.

    >>> list(letters(Scene(2, 1, (Mark(1, 0, "circle", "piece", "O"),)), zoom=2))[0][:2]
    ((4, 0), 'O')
    """
    for mark in scene.marks:
        left = round(mark.x * scene.pitch * zoom) - (len(mark.glyph) - 1) // 2
        for place, letter in enumerate(mark.glyph):
            yield (left + place, round(mark.y * zoom)), letter, mark


def _line(letters: dict[int, str]) -> str:
    return "".join(letters.get(column, " ") for column in range(max(letters, default=-1) + 1)).rstrip()


def to_svg(scene: Scene, *, styled: bool = True) -> str:
    """Return the scene as a self-contained SVG whose description is the text picture.

    Every mark that spells something carries it as data-spells and is labelled for screen readers.  A page that already
    has the STYLESHEET asks for a drawing without it, so that its security policy may forbid styles in the markup.
    """
    return _document(scene, to_text(scene), STYLESHEET if styled else "", map(_drawn, scene.marks))


def to_film(frames: Sequence[Scene], seconds: float = 1.0) -> str:
    """Return scenes as an SVG that shows one after the other, over and over.

    Whoever asks for reduced motion sees the last of them.
    """
    share = 100 / len(frames)
    motion = (
        f".frame{{visibility:hidden;animation:show {_number(seconds * len(frames))}s step-end infinite}}"
        f"@keyframes show{{0%{{visibility:visible}}{_number(share)}%{{visibility:hidden}}}}"
        "@media(prefers-reduced-motion){.frame{animation:none}.frame:last-child{visibility:visible}}"
    )
    groups = (
        f'<g class="frame" style="animation-delay:{_number(seconds * number)}s">{"".join(map(_drawn, frame.marks))}</g>'
        for number, frame in enumerate(frames)
    )
    largest = replace(frames[-1], width=_widest(frames), height=_highest(frames))
    return _document(largest, "\n\n".join(map(to_text, frames)), STYLESHEET + motion, groups)


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
        marks.extend(replace(_moved(mark, left + aside, top), spells="") for mark in frame.marks)
        middle = left + (max(frame.width, longest) - 1) / 2
        marks.append(Mark(middle, top + down - 2, "text", "ink small", frame.caption, text=frame.caption))
    rows = -(-len(frames) // columns)
    return Scene(min(columns, len(frames)) * across, rows * down - 1, tuple(marks), pitch=frames[0].pitch)


def _widest(frames: Sequence[Scene]) -> float:
    return max(frame.width for frame in frames)


def _highest(frames: Sequence[Scene]) -> float:
    return max(frame.height for frame in frames)


def _moved(mark: Mark, right: float, down: float) -> Mark:
    to = None if mark.to is None else (mark.to[0] + right, mark.to[1] + down)
    return replace(mark, x=mark.x + right, y=mark.y + down, to=to)


def _document(scene: Scene, description: str, style: str, body: Iterable[str]) -> str:
    width, height = _number(scene.width * CELL + 2 * PAD), _number(scene.height * CELL + 2 * PAD)
    size = f'viewBox="{-PAD} {-PAD} {width} {height}" width="{width}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(scene.caption)}</title>",
            f"<desc>{escape(description)}</desc>",
            *([f"<style>{style}</style>"] if style else []),
            DEFINITIONS,
            *body,
            "</svg>\n",
        ]
    )


def _drawn(mark: Mark) -> str:
    spells = f' data-spells="{escape(mark.spells)}"' if mark.spells else ""
    label = f' role="img" aria-label="{escape(mark.label)}"' if mark.label else ""
    title = f"<title>{escape(mark.label)}</title>" if mark.label else ""
    inner = "".join(_drawn(_moved(part, mark.x, mark.y)) for part in mark.inner)
    return f'<g class="{escape(mark.style)}"{spells}{label}>{title}{_outline(mark)}{"".join(_words(mark))}{inner}</g>'


def _outline(mark: Mark) -> str:
    x, y = _place(mark.x), _place(mark.y)
    across, down = mark.width * CELL, mark.height * CELL
    match mark.shape:
        case "circle":
            return f'<circle cx="{x}" cy="{y}" r="{_number(across / 2)}"/>'
        case "ellipse":
            return f'<ellipse cx="{x}" cy="{y}" rx="{_number(across / 2)}" ry="{_number(down / 2)}"/>'
        case "box":
            corner = f'x="{_place(mark.x - mark.width / 2)}" y="{_place(mark.y - mark.height / 2)}"'
            return f'<rect {corner} width="{_number(across)}" height="{_number(down)}" rx="6"/>'
        case "line" | "arrow":
            end_x, end_y = mark.to or (mark.x, mark.y)
            head = ' marker-end="url(#head)"' if mark.shape == "arrow" else ""
            return f'<line x1="{x}" y1="{y}" x2="{_place(end_x)}" y2="{_place(end_y)}"{head}/>'
        case "text":
            return ""


def _words(mark: Mark) -> Iterator[str]:
    lines = mark.text.split("\n") if mark.text else []
    for number, line in enumerate(lines):
        # Half a line's height below the middle, as text hangs on its baseline.
        y = (mark.y + 0.5) * CELL + (number - (len(lines) - 1) / 2) * 16
        yield f'<text x="{_place(mark.x)}" y="{_number(y)}" dominant-baseline="central">{escape(line)}</text>'


def _place(coordinate: float) -> str:
    return _number((coordinate + 0.5) * CELL)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# Every colour by its name, on light paper and on dark; what is written on what is checked for contrast by a test.
PALETTE: Final = {
    "ink": ("#2b2118", "#f1e7d6"),
    "paper": ("#fbf7ef", "#1d1915"),
    "wood": ("#d9b382", "#5b4228"),
    "ground": ("#fffdf8", "#2a241e"),
    "field": ("#ecd6b4", "#6f5437"),
    "rim": ("#8a5a2b", "#a97c4d"),
    "well": ("#6b431d", "#22170c"),
    "hole": ("#a67c4e", "#3a2813"),
    "ball": ("#3f6fb5", "#7fa8e6"),
    "shine": ("#dbe8fb", "#f3f8ff"),
    "mark": ("#b3261e", "#ff8a7a"),
    "water": ("#2c6e9b", "#2a648c"),
    "red": ("#c0271f", "#c0271f"),
    "blue": ("#1f4e9c", "#2a5cb0"),
    "pale": ("#ffffff", "#ffffff"),
    "ivory": ("#fffdf5", "#f4ecdc"),
    "shade": ("#e0d2b8", "#b3a284"),
    "pitch": ("#1d1915", "#1d1915"),
}
# The dots' colours are bright enough for dark letters in either scheme; the letter, not the colour, tells them apart.
DOTS: Final = {
    "red": "#f28b82",
    "orange": "#f7b267",
    "green": "#8fd19e",
    "blue": "#8ab4f8",
    "yellow": "#fde27a",
    "purple": "#c9a4f0",
    "cyan": "#8fe0e6",
    "white": "#ffffff",
}


def _variables(scheme: int) -> str:
    return "".join(f"--{name}:{colours[scheme]};" for name, colours in PALETTE.items())


# The vocabulary of styles; a mark may carry several.  Form, thickness and letters tell them apart without colour.
STYLESHEET: Final = (
    f"svg{{{_variables(0)}background:var(--paper)}}"
    f"@media(prefers-color-scheme:dark){{svg{{{_variables(1)}}}}}"
    "text{font:14px system-ui,sans-serif;fill:var(--ink);text-anchor:middle}"
    ".surface>*{fill:var(--wood);stroke:var(--rim);stroke-width:2}"
    ".ground>*{fill:var(--ground);stroke:var(--rim);stroke-width:1}"
    ".square>rect{fill:var(--field);stroke:var(--rim);stroke-width:1;rx:0}.spot>rect{fill:none;rx:0}"
    ".water>rect{fill:var(--water);stroke:var(--water);rx:0}.water>text{fill:var(--pale);font-size:18px}"
    ".empty>circle,.empty>rect{fill:var(--hole);stroke:var(--well);stroke-width:1.5}"
    ".piece>circle,.piece>rect{fill:url(#ball);stroke:var(--ink);stroke-width:1.5}"
    # Two armies: red's pieces have corners and blue's are round, so that they are told apart in grey too.
    ".army>rect{stroke:var(--ink);stroke-width:1.5}.army>text{fill:var(--pale);font-size:20px;font-weight:700}"
    ".count>rect{stroke-width:1}.count.blue>rect{rx:9px}.count>text{font-size:13px}"
    ".red>rect{fill:var(--red);rx:3px}.blue>rect{fill:var(--blue);rx:14px}"
    ".sign>text{fill:var(--pale);font-size:13px;font-weight:700}.sign>circle{fill:var(--pale)}"
    ".tile>rect{fill:var(--ivory);stroke:var(--pitch);stroke-width:1.5;rx:3px}.tile>text{fill:var(--pitch)}"
    ".buried>rect{fill:var(--shade);stroke-width:.8}"
    ".pip>circle{fill:var(--pitch)}.pip>line{stroke:var(--pitch);stroke-width:.8}.pip>text{fill:var(--pitch);font-size:11px}"
    ".slot>rect{fill:none;stroke:var(--ink);stroke-width:1;rx:3px}"
    ".plain>ellipse,.plain>rect{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}"
    ".group>rect{fill:none;stroke:var(--ink);stroke-width:1.2;stroke-dasharray:6 4}"
    ".label>rect{fill:var(--paper)}.link>line{stroke:var(--ink);stroke-width:1.5}.guide>line{stroke:var(--rim);stroke-width:1.5}"
    ".small>text{font-size:11px}.fine>text{font-size:9px}.strong>text{font-weight:700}.start>text{text-anchor:start}"
    ".weight>circle{fill:var(--paper)}.winning>line{stroke-dasharray:7 4}.dead-ends>line{stroke-dasharray:2 4}"
    ".dot>circle{stroke:var(--pitch);stroke-width:1}.dot.active>circle{stroke-width:3.5}"
    ".dot>text{fill:var(--pitch);font-weight:700}.path>line{stroke:var(--ink);stroke-width:9;stroke-linecap:round}"
    + "".join(f".{name}>circle{{fill:{colour}}}" for name, colour in DOTS.items())
    + "[data-spells]{cursor:pointer}#head path{fill:var(--ink)}"
)
DEFINITIONS: Final = (
    '<defs><radialGradient id="ball" cx=".35" cy=".3" r=".75"><stop offset="0" stop-color="var(--shine)"/>'
    '<stop offset="1" stop-color="var(--ball)"/></radialGradient><marker id="head" viewBox="0 0 10 10" refX="9" '
    'refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z"/></marker></defs>'
)
