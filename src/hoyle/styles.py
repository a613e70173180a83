"""Styles: how marks are drawn, as data that every way of drawing reads.

A mark's style is one or more words.  The words here serve every game; a box adds its own, with their colours, materials and
symbols, and gives all of them to its scenes.  docs/pictures.md shows them all.

>>> own = BASE | Styles(name="checkers", colours={"crown": ("#b8860b", "#ffd75f")}, words={"king": Style(fill="crown")})
>>> own.style("piece king").fill, own.style("piece king").stroke
('crown', 'ink')
>>> own.style("piece kign")
Traceback (most recent call last):
    ...
hoyle.game.HoyleError: no style of checkers is called 'kign'; did you mean king?
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, reduce
from operator import or_
from typing import Final, TypeAlias, TypeVar

from hoyle.game import HoyleError

Colour: TypeAlias = tuple[str, str]
"""A colour on light paper and on dark, each as #rrggbb."""

T = TypeVar("T")

SHAPES: Final = ("circle", "ellipse", "box", "triangle", "line", "arrow", "corners", "arcs", "text")
"""The shapes that every game can use; a box's symbols are more of them."""
NOTHING: Final = "none"
"""The paint that paints nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What a word says about a mark; other words may say what it leaves open.

    Paints are the names of colours or materials.  Lengths are in SVG units, of which a cell has 40.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float | None = None
    """How thick the stroke is."""
    dash: tuple[float, ...] | None = None
    cap: str | None = None
    """How a line ends: butt or round."""
    opacity: float | None = None
    """How opaque the mark is with everything on it."""
    corner: float | None = None
    """How far the corners of a box are rounded: 6 if nothing is said."""
    letter: str | None = None
    """The colour of its words."""
    size: float | None = None
    """How large its words are."""
    weight: int | None = None
    anchor: str | None = None
    """Which part of its words is at the mark's middle: start, middle or end."""
    terminal: str | None = None
    """How letters stand out in a terminal: bold, dim, underline, reverse, or the name of a colour."""

    def __or__(self, other: Style) -> Style:
        """Return this style with everything that the other says; in a terminal both apply."""
        says = {each.name: value for each in fields(other) if (value := getattr(other, each.name)) is not None}
        if self.terminal and other.terminal:
            says["terminal"] = f"{self.terminal} {other.terminal}"
        return replace(self, **says)


@dataclass(frozen=True, slots=True)
class Stop:
    """A colour of a gradient: where, from 0 to 1, which, and how opaque."""

    at: float
    colour: str
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Linear:
    """A material that changes along a line, from the top of what it fills to the bottom by default."""

    stops: tuple[Stop, ...]
    line: tuple[float, float, float, float] = (0, 0, 0, 1)
    """From x, y to x, y, as shares of what is filled."""


@dataclass(frozen=True, slots=True)
class Radial:
    """A material that changes outwards from a point."""

    stops: tuple[Stop, ...]
    circle: tuple[float, float, float] = (0.5, 0.5, 0.5)
    """The point and the radius, as shares of what is filled."""


@dataclass(frozen=True, slots=True)
class Part:
    """A path of a pattern or a symbol, as SVG's path data; the paints that it leaves open are those of the mark."""

    path: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 1
    opacity: float = 1
    holes: bool = False
    """Whether what the path encloses a second time is cut out."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A material that repeats parts, in SVG units."""

    width: float
    height: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A box's own shape: parts on a canvas (left, top, width, height), drawn as large as the mark.

    Parts may go beyond the canvas, as a shadow does.
    """

    parts: tuple[Part, ...]
    canvas: tuple[float, float, float, float] = (0, 0, 24, 24)
    round: bool = False
    """Whether a ring fits it better than a box."""
    stretches: bool = False
    """Whether it fills a mark of any proportions."""


Material: TypeAlias = Linear | Radial | Pattern


@dataclass(frozen=True, eq=False, kw_only=True)
class Styles:
    """Words, colours, materials and symbols under the name of the box that brings them.

    If the words of one mark disagree, the one defined later wins; a box's come after the shared ones.
    """

    name: str = "hoyle"
    colours: Mapping[str, Colour] = field(default_factory=dict)
    materials: Mapping[str, Material] = field(default_factory=dict)
    words: Mapping[str, Style] = field(default_factory=dict)
    symbols: Mapping[str, Symbol] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [*self.colours, *self.materials, *self.symbols, *SHAPES, NOTHING]
        if twice := {name for name in names if names.count(name) > 1}:
            raise HoyleError(f"{self.name} uses a name for two things: {', '.join(sorted(twice))}")
        if odd := [name for name in (*names, *self.words) if not re.fullmatch("[a-z][a-z0-9-]*+", name)]:
            raise HoyleError(f"names of styles are small letters, digits and hyphens: {odd[0][:40]!r}")

    def __or__(self, other: Styles) -> Styles:
        """Return everything from both; where both define a name, the other's counts."""
        return Styles(
            name=other.name,
            colours={**self.colours, **other.colours},
            materials={**self.materials, **other.materials},
            words={**self.words, **other.words},
            symbols={**self.symbols, **other.symbols},
        )

    def style(self, words: str) -> Style:
        """Return what the words of a mark say together."""
        return _style(self, words)

    def word(self, word: str) -> Style:
        """Return what one word says."""
        return self._pick("style", word, self.words)

    def symbol(self, shape: str) -> Symbol:
        """Return the symbol that a shape names."""
        return self._pick("shape", shape, self.symbols, SHAPES)

    def is_round(self, shape: str) -> bool:
        """Tell whether a shape is round."""
        return shape in {"circle", "ellipse"} or (shape not in SHAPES and self.symbol(shape).round)

    def material(self, paint: str) -> Material | None:
        """Return the material that a paint names, or None if it names a colour or nothing."""
        if paint in self.colours or paint == NOTHING:
            return None
        return self._pick("colour or material", paint, self.materials, self.colours)

    def colour(self, name: str) -> Colour:
        """Return a colour by its name."""
        return self._pick("colour", name, self.colours)

    def _pick(self, kind: str, name: str, things: Mapping[str, T], others: Iterable[str] = ()) -> T:
        if name not in things:
            from hoyle.box import unknown  # imported here, since box imports scene, and scene imports this

            raise HoyleError(unknown(f"{kind} of {self.name}", name, [*others, *things]))
        return things[name]


@cache
def _style(styles: Styles, words: str) -> Style:
    said = {word: styles.word(word) for word in words.split()}
    return reduce(or_, (style for word, style in styles.words.items() if word in said), Style())


BASE: Final = Styles(
    colours={
        "ink": ("#2b2118", "#f1e7d6"),
        "paper": ("#fbf7ef", "#1d1915"),
        "wood": ("#d9b382", "#5b4228"),
        "field": ("#ecd6b4", "#6f5437"),
        "rim": ("#8a5a2b", "#a97c4d"),
        "well": ("#6b431d", "#22170c"),
        "hole": ("#a67c4e", "#3a2813"),
        "ball": ("#3f6fb5", "#7fa8e6"),
        "shine": ("#dbe8fb", "#f3f8ff"),
        # What is the same on light and on dark paper.
        "pitch": ("#1d1915", "#1d1915"),
        "pale": ("#ffffff", "#ffffff"),
        "light": ("#fff1c9", "#fff1c9"),
        "casing": ("#241206", "#241206"),
        "amber": ("#f6bd4f", "#f6bd4f"),
        "gold": ("#ffd75f", "#ffd75f"),
        "sky": ("#87d7ff", "#87d7ff"),
    },
    materials={"bead": Radial((Stop(0, "shine"), Stop(1, "ball")), (0.35, 0.3, 0.75))},
    words={
        # What things are.
        "paper": Style(fill="paper"),
        "surface": Style(fill="wood", stroke="rim", width=2),
        "square": Style(fill="field", stroke="rim", width=1, corner=0),
        "spot": Style(corner=0),
        "slot": Style(stroke="ink", width=1, corner=3),
        "empty": Style(fill="hole", stroke="well", width=1.5, terminal="dim"),
        "piece": Style(fill="bead", stroke="ink", width=1.5, terminal="bold"),
        "plain": Style(fill="paper", stroke="ink", width=1.5),
        "group": Style(stroke="ink", width=1.2, dash=(6, 4)),
        "label": Style(fill="paper"),
        "link": Style(fill="ink", stroke="ink", width=1.5),
        # How words are written.
        "ink": Style(letter="ink", terminal="dim"),
        "small": Style(size=11),
        "fine": Style(size=9),
        "strong": Style(weight=700),
        "start": Style(anchor="start"),
        # What a small picture can do without: the names of rows and columns; and what tells colours apart.
        "rim": Style(),
        "aid": Style(),
        "fallen": Style(),
        # What a table draws over a picture, the same in every game: a light line in a dark casing.
        "cased": Style(stroke="casing", width=6, cap="round"),
        "broad": Style(width=11),
        "chosen": Style(stroke="light", width=3.5, terminal="bold reverse"),
        "possible": Style(fill="light", stroke="casing", width=1.6, terminal="bold not dim sky"),
        "last": Style(stroke="amber", width=2.6, cap="round", terminal="underline"),
        "hint": Style(fill="light", stroke="light", width=8, cap="round", terminal="bold underline"),
        "cursor": Style(stroke="light", width=3, dash=(2, 3), terminal="bold gold"),
    },
)
