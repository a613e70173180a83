"""SVG: a scene as a drawing that looks the same in a browser, in a document and on paper.

Colours are written out, for programs that do not know variables.  For those that do, each colour also has a variable,
with a value for light and one for dark surroundings, which a page that shows the drawing may set.  Rules and ids begin
with a name made from the drawing itself, so that several on one page affect neither each other nor the page.

>>> from hoyle.scene import Mark
>>> drawing = to_svg(Scene(2, 1, (Mark(0, 0, "circle", "piece", "O", spells="a1"),), "one peg"))
>>> 'data-spells="a1"' in drawing, "var(--ink)" in drawing, "stroke:#2b2118" in drawing
(True, True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b
from html import escape
from itertools import chain, takewhile
from math import hypot
from typing import Final, TypeAlias

from hoyle.scene import Mark, Scene, shift, to_text
from hoyle.styles import NOTHING, SHAPES, Linear, Material, Part, Pattern, Radial, Stop, Style, Styles, Symbol

Thing: TypeAlias = Material | Symbol

CELL: Final = 40
"""The side of a cell in SVG units."""
PAD: Final = 10
"""The margin of a drawing in SVG units, so that a frame round the cells is not cut off."""
LINE: Final = 16
"""How far apart stacked words are, in SVG units."""
CORNER: Final = 6
"""How far the corners of a box are rounded if its style does not say."""
TEXT: Final = {"font-family": "system-ui,sans-serif", "font-size": "14px", "text-anchor": "middle"}
"""How words are written if their style does not say."""


def to_svg(scene: Scene, *, styled: bool = True, paper: bool = True) -> str:
    """Return the scene as a self-contained SVG whose description is the text picture, on paper or transparent.

    Every mark that spells something carries it as data-spells and is labelled for screen readers.  A page that already
    has the stylesheet asks for a drawing without it, so that its security policy may forbid styles in the markup; that
    drawing also contains, hidden, what the last move brought face to face.
    """
    pen = Pen(scene.styles, _own_scope(scene) if styled else scope(scene.styles))
    body = [*_paper(scene) * paper, *map(pen.draw, scene.marks)]
    if styled:
        return _document(scene, to_text(scene), pen, body, rules=pen.rules(scene.marks))
    if scene.met:
        body.append(f'<g class="face-to-face" visibility="hidden">{"".join(map(pen.draw, scene.met))}</g>')
    return _document(replace(scene, marks=(*scene.marks, *scene.met)), to_text(scene), pen, body, rules="")


def to_film(frames: Sequence[Scene], seconds: float = 1.0) -> str:
    """Return scenes as an SVG that shows one after the other, over and over.

    It shows only the last of them if the reader prefers reduced motion or the program cannot animate.
    """
    whole = replace(
        frames[-1],
        width=max(frame.width for frame in frames),
        height=max(frame.height for frame in frames),
        marks=tuple(mark for frame in frames for mark in frame.marks),
    )
    pen, last, hidden = Pen(whole.styles, _own_scope(whole)), len(frames) - 1, ' visibility="hidden"'
    motion = (
        f"@keyframes {pen.scope}{{0%{{visibility:visible}}{_number(100 / len(frames))}%{{visibility:hidden}}}}"
        f"@media(prefers-reduced-motion:no-preference){{.{pen.scope} .frame{{visibility:hidden;"
        f"animation:{pen.scope} {_number(seconds * len(frames))}s step-end infinite}}}}"
    )
    groups = (
        f'<g class="frame"{hidden * (number < last)} style="animation-delay:{_number(seconds * number)}s">'
        f"{''.join(map(pen.draw, frame.marks))}</g>"
        for number, frame in enumerate(frames)
    )
    body = chain(_paper(whole), groups)
    return _document(whole, "\n\n".join(map(to_text, frames)), pen, body, rules=pen.rules(whole.marks) + motion)


def split_ground(drawings: Sequence[str]) -> tuple[str, list[str]]:
    """Return a drawing of the marks with which some drawings of one size all begin, and what is left of each of them."""
    parts = [drawing.rstrip().removesuffix("</svg>").rstrip().partition("\n<g ") for drawing in drawings]
    marks = [(mark + body).split("\n") for _, mark, body in parts]
    same = [lines[0] for lines in takewhile(lambda lines: len({*lines}) == 1, zip(*marks, strict=False))]

    def drawing(number: int, marks: Sequence[str]) -> str:
        return "\n".join((parts[number][0], *marks, "</svg>"))

    return drawing(0, same), [drawing(number, lines[len(same) :]) for number, lines in enumerate(marks)]


def stylesheet(styles: Iterable[Styles]) -> str:
    """Return the rules for drawings in any of these styles that come without rules."""
    return "".join(Pen(each, scope(each)).rules() for each in dict.fromkeys(styles))


@cache
def scope(styles: Styles) -> str:
    """Return the name with which the rules and ids of drawings without their own rules begin."""
    return _digest(f"{styles.colours}{styles.materials}{styles.words}{styles.symbols}")


def _own_scope(scene: Scene) -> str:
    return _digest(f"{scope(scene.styles)}{scene}")


def _digest(text: str) -> str:
    return f"hoyle-{blake2b(text.encode(), digest_size=5).hexdigest()}"


def _paper(scene: Scene) -> list[str]:
    """Return the background."""
    width, height = _number(scene.width * CELL + 2 * PAD), _number(scene.height * CELL + 2 * PAD)
    return [f'<g class="paper"><rect x="{-PAD}" y="{-PAD}" width="{width}" height="{height}"/></g>']


def _document(scene: Scene, description: str, pen: Pen, body: Iterable[str], *, rules: str) -> str:
    width, height = _number(scene.width * CELL + 2 * PAD), _number(scene.height * CELL + 2 * PAD)
    size = f'width="{width}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{pen.scope}" viewBox="{-PAD} {-PAD} {width} {height}" {size} role="img">',
            f"<title>{escape(scene.caption)}</title>",
            f"<desc>{escape(description)}</desc>",
            *([f"<style>{rules}</style>"] if rules else []),
            *pen.definitions(scene.marks),
            *body,
            "</svg>\n",
        ]
    )


@dataclass(frozen=True)
class Pen:
    """Something that draws marks in some styles, with a name before its rules and ids."""

    styles: Styles
    scope: str

    # ------------------------------------------------------------------------------------------- marks

    def draw(self, mark: Mark) -> str:
        """Return a mark with everything on it, or nothing for a mark that only the text shows."""
        if mark.shape == "text" and not mark.text and not mark.inner:
            return ""
        facts = {"class": mark.style, **self._knowledge(mark)}
        if mark.label:
            facts |= {"role": "img", "aria-label": mark.label}
        title = f"<title>{escape(mark.label)}</title>" if mark.label else ""
        inner = "".join(self.draw(shift(part, mark.x, mark.y)) for part in mark.inner)
        return f"<g{_attributes(facts)}>{title}{self._outline(mark)}{_words(mark)}{inner}</g>"

    def _knowledge(self, mark: Mark) -> dict[str, str]:
        """Return what a page needs to click and follow a mark: what it spells, its key, where it is, and its form."""
        if not (mark.spells or mark.key):
            return {}
        named = {"data-spells": mark.spells, "data-key": mark.key}
        place = *map(_place, (mark.x, mark.y)), *(_number(side * CELL) for side in (mark.width, mark.height))
        form = ["round"] * self.styles.is_round(mark.shape)
        return {**{name: value for name, value in named.items() if value}, "data-at": " ".join((*place, *form))}

    def _outline(self, mark: Mark) -> str:
        style, radius = self.styles.style(mark.style), _number(mark.width * CELL / 2)
        match mark.shape:
            case "circle":
                outline = f'<circle {_middle(mark)} r="{radius}"/>'
            case "ellipse":
                outline = f'<ellipse {_middle(mark)} rx="{radius}" ry="{_number(mark.height * CELL / 2)}"/>'
            case "box":
                outline = f'<rect {_area(mark)} rx="{_number(CORNER if style.corner is None else style.corner)}"/>'
            case "triangle":
                outline = f'<path d="{_triangle(mark, CORNER if style.corner is None else style.corner)}"/>'
            case "line":
                end_x, end_y = map(_place, mark.to or (mark.x, mark.y))
                outline = f'<line x1="{_place(mark.x)}" y1="{_place(mark.y)}" x2="{end_x}" y2="{end_y}"/>'
            case "arrow":
                outline = f'<path d="{_arrow(mark)}"/>'
            case "corners" | "arcs":
                outline = f'<path d="{_corners(mark)}"/>'
            case "text":
                outline = ""
            case symbol:
                self.styles.symbol(symbol)
                outline = f'<use href="#{self._id(symbol)}" {_area(mark)}/>'
        return outline

    # ------------------------------------------------------------------------- materials and symbols

    def definitions(self, marks: Iterable[Mark]) -> Iterator[str]:
        """Yield the materials and symbols that marks need, if they need any."""
        if things := self._things(marks):
            yield f"<defs>{''.join(self._define(name, thing) for name, thing in things.items())}</defs>"

    def _things(self, marks: Iterable[Mark]) -> dict[str, Thing]:
        """Return the materials and symbols that marks need, by name, each after those that it is made of."""
        things: dict[str, Thing] = {}
        for style, shape in dict.fromkeys((mark.style, mark.shape) for mark in _with_inner(marks)):
            painted = self.styles.style(style)
            things |= self._materials(painted.fill, painted.stroke)
            if shape not in SHAPES:
                symbol = self.styles.symbol(shape)
                things |= {**self._materials(*_paints(symbol)), shape: symbol}
        return things

    def _materials(self, *paints: str | None) -> dict[str, Thing]:
        things: dict[str, Thing] = {}
        for paint in filter(None, paints):
            if material := self.styles.material(paint):
                things |= {**self._materials(*_paints(material)), paint: material}
        return things

    def _define(self, name: str, thing: Thing) -> str:
        facts = {"id": self._id(name)}
        match thing:
            case Symbol(parts=parts, canvas=canvas):
                tag, inside = "symbol", map(self._part, parts)
                facts |= {"viewBox": " ".join(map(_number, canvas)), "overflow": "visible"}
                facts |= {"preserveAspectRatio": "none"} if thing.stretches else {}
            case Pattern(width, height, parts):
                tag, inside = "pattern", map(self._part, parts)
                facts |= {"width": _number(width), "height": _number(height), "patternUnits": "userSpaceOnUse"}
            case Linear(stops, line):
                tag, inside = "linearGradient", map(self._stop, stops)
                facts |= zip(("x1", "y1", "x2", "y2"), map(_number, line), strict=True)
            case Radial(stops, circle):
                tag, inside = "radialGradient", map(self._stop, stops)
                facts |= zip(("cx", "cy", "r"), map(_number, circle), strict=True)
        return f"<{tag}{_attributes(facts)}>{''.join(inside)}</{tag}>"

    def _part(self, part: Part) -> str:
        paints = {name: paint for name, paint in (("fill", part.fill), ("stroke", part.stroke)) if paint}
        facts = {"d": part.path, "class": " ".join(self._id(f"{paint}-{name}") for name, paint in paints.items())}
        facts |= {name: self._paint(paint) for name, paint in paints.items()}
        facts |= {"stroke-width": _number(part.width)} if part.stroke else {}
        facts |= {"fill-rule": "evenodd"} if part.holes else {}
        return f"<path{_attributes(facts | _opacity(part.opacity, 'opacity'))}/>"

    def _stop(self, stop: Stop) -> str:
        facts = {
            "offset": _number(stop.at),
            "class": self._id(f"{stop.colour}-stop-color"),
            "stop-color": self._paint(stop.colour),
        }
        return f"<stop{_attributes(facts | _opacity(stop.opacity, 'stop-opacity'))}/>"

    def _id(self, name: str) -> str:
        return f"{self.scope}-{name}"

    # ------------------------------------------------------------------------------------------- rules

    def rules(self, marks: Iterable[Mark] | None = None) -> str:
        """Return the rules for these marks, or all rules."""
        if marks is None:
            words: Iterable[str] = self.styles.words
            things: Iterable[Thing] = (*self.styles.materials.values(), *self.styles.symbols.values())
        else:
            words = {"paper", *(word for mark in _with_inner(marks) for word in mark.style.split())}
            things = self._things(marks).values()
        rules = [
            Rule("g", {"fill": NOTHING, "stroke": NOTHING}),
            Rule("text", {"fill": "ink", "stroke": NOTHING}, TEXT),
            Rule("[data-spells]", {}, {"cursor": "pointer"}),
            *(rule for word, style in self.styles.words.items() if word in words for rule in _rules(word, style)),
        ]
        parts = [
            Rule(f".{self._id(f'{paint}-{name}')}", {name: paint})
            for name, paint in dict.fromkeys(use for thing in things for use in _uses(thing))
        ]
        names = dict.fromkeys(paint for rule in [*rules, *parts] for paint in rule.paints.values())
        colours = {name: self.styles.colours[name] for name in names if name in self.styles.colours}
        values = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in colours.items())
        plain = "".join(f".{self.scope} {rule.where}{{{self._says(rule)}}}" for rule in rules)
        # The parts of a symbol are drawn where it is used, and there rules cannot refer to what is around them.
        places = [*((f".{self.scope} {rule.where}", rule) for rule in rules), *((rule.where, rule) for rule in parts)]
        themed = "".join(f"{where}{{{self._says(rule, themed=True)}}}" for where, rule in places if rule.paints)
        # A drawing on its own follows the system; one in a page follows the page.
        scheme = f":root.{self.scope}{{color-scheme:light dark}}.{self.scope}{{{values}}}"
        return f"{plain}@supports(color:light-dark(red,red)){{{scheme}{themed}}}"

    def _says(self, rule: Rule, *, themed: bool = False) -> str:
        paints = {name: self._paint(paint, themed=themed) for name, paint in rule.paints.items()}
        return ";".join(f"{name}:{value}" for name, value in {**paints, **({} if themed else rule.facts)}.items())

    def _paint(self, name: str, *, themed: bool = False) -> str:
        if name == NOTHING:
            return NOTHING
        if self.styles.material(name):
            return f"url(#{self._id(name)})"
        return f"var(--{name})" if themed else self.styles.colour(name)[0]


@dataclass(frozen=True)
class Rule:
    """A rule of a stylesheet: which elements it is for, their paints, and whatever else it says about them."""

    where: str
    paints: Mapping[str, str]
    facts: Mapping[str, str] = field(default_factory=dict)


def _rules(word: str, style: Style) -> Iterator[Rule]:
    """Yield the rules that a word needs: one for shapes and one for words."""
    dash = None if style.dash is None else " ".join(map(_number, style.dash))
    facts = {
        "stroke-width": style.width,
        "stroke-dasharray": dash,
        "stroke-linecap": style.cap,
        "opacity": style.opacity,
    }
    size = None if style.size is None else f"{_number(style.size)}px"
    written = {"font-size": size, "font-weight": style.weight, "text-anchor": style.anchor}
    for where, paints, others in (
        (f".{word}", {"fill": style.fill, "stroke": style.stroke}, facts),
        (f".{word}>text", {"fill": style.letter}, written),
    ):
        rule = Rule(where, _as_text(paints), _as_text(others))
        if rule.paints or rule.facts:
            yield rule


def _as_text(facts: Mapping[str, object]) -> dict[str, str]:
    return {
        name: _number(value) if isinstance(value, float | int) else str(value)
        for name, value in facts.items()
        if value is not None
    }


def _uses(thing: Thing) -> Iterator[tuple[str, str]]:
    """Yield each colour and material in a thing, with what it is used for."""
    if isinstance(thing, Linear | Radial):
        yield from (("stop-color", stop.colour) for stop in thing.stops)
        return
    for part in thing.parts:
        yield from ((name, paint) for name, paint in (("fill", part.fill), ("stroke", part.stroke)) if paint)


def _paints(thing: Thing) -> tuple[str, ...]:
    return tuple(paint for name, paint in _uses(thing) if name != "stop-color")


def _with_inner(marks: Iterable[Mark]) -> Iterator[Mark]:
    for mark in marks:
        yield mark
        yield from _with_inner(mark.inner)


def _middle(mark: Mark) -> str:
    return f'cx="{_place(mark.x)}" cy="{_place(mark.y)}"'


def _area(mark: Mark) -> str:
    corner = f'x="{_place(mark.x - mark.width / 2)}" y="{_place(mark.y - mark.height / 2)}"'
    return f'{corner} width="{_number(mark.width * CELL)}" height="{_number(mark.height * CELL)}"'


def _triangle(mark: Mark, corner: float) -> str:
    """Return the path of a triangle that stands on its base, with round corners."""
    across, down = mark.width / 2, mark.height / 2
    points = [(mark.x, mark.y - down), (mark.x + across, mark.y + down), (mark.x - across, mark.y + down)]
    path = ""
    for before, (x, y), after in zip((points[2], *points), points, (*points[1:], points[0]), strict=False):
        ends = []
        for to_x, to_y in (before, after):
            share = corner / CELL / hypot(to_x - x, to_y - y)
            ends.append(f"{_place(x + (to_x - x) * share)} {_place(y + (to_y - y) * share)}")
        path += f"{'L' if path else 'M'}{ends[0]}Q{_place(x)} {_place(y)} {ends[1]}"
    return f"{path}z"


def _arrow(mark: Mark) -> str:
    """Return the path of an arrow: its shaft, and a head as long as the mark is wide and as broad as it is high."""
    (x, y), (to_x, to_y) = ((mark.x, mark.y), mark.to or (mark.x, mark.y))
    length = hypot(to_x - x, to_y - y) or 1
    right, down = (to_x - x) / length, (to_y - y) / length
    neck = to_x - right * mark.width, to_y - down * mark.width
    sides = ((neck[0] - down * side, neck[1] + right * side) for side in (mark.height / 2, -mark.height / 2))
    (a, b), (c, d), (e, f) = neck, *sides
    shaft = f"M{_place(x)} {_place(y)}L{_place(a)} {_place(b)}"
    return f"{shaft}M{_place(to_x)} {_place(to_y)}L{_place(c)} {_place(d)} {_place(e)} {_place(f)}z"


def _corners(mark: Mark) -> str:
    """Return the path of the corners of a box, or of the matching arcs of an ellipse."""

    def at(x: float, y: float) -> str:
        return f"{_place(mark.x + right * x * mark.width / 2)} {_place(mark.y + low * y * mark.height / 2)}"

    path, radii = "", f"{_number(mark.width * CELL / 2)} {_number(mark.height * CELL / 2)}"
    for right, low in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        if mark.shape == "corners":
            path += f"M{at(1, 0.5)}L{at(1, 1)} {at(0.5, 1)}"
        else:
            path += f"M{at(0.924, 0.383)}A{radii} 0 0 {int(right == low)} {at(0.383, 0.924)}"
    return path


def _words(mark: Mark) -> str:
    lines = mark.text.split("\n") if mark.text else []
    middle = (mark.y + 0.5) * CELL - (len(lines) - 1) / 2 * LINE
    # The middle of a letter is about a third of its size above its baseline.
    return "".join(
        f'<text x="{_place(mark.x)}" y="{_number(middle + number * LINE)}" dy=".35em">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )


def _opacity(opacity: float, name: str) -> dict[str, str]:
    return {name: _number(opacity)} if opacity < 1 else {}


def _attributes(facts: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in facts.items())


def _place(coordinate: float) -> str:
    return _number((coordinate + 0.5) * CELL)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
