"""Drawing the BON diagram: every class gets a place in the grid of its cluster, and every link a clear path.

The places are found by trying: starting from the order of the code, two places of a cluster are swapped as long as that
makes the drawing better, that is, with fewer links across classes and each other, and shorter ones. The same code gives
the same drawing.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from types import ModuleType
from typing import Final, TypeAlias

from hoyle.contracts.bon import Critical, Link, clients_first, clusters, critical, links
from hoyle.contracts.reading import is_deferred
from hoyle.game import HoyleError
from hoyle.scene import Mark, Scene

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, Point]

ACROSS, DOWN = 7.0, 2.9
"""The size of a place, in cells of the scene."""
WIDE, HIGH = 4.9, 1.5
"""The size of a class."""
MARGIN: Final = 0.9
"""The room between a cluster's border and its classes, and between clusters."""
LETTER: Final = 0.17
"""The width of a letter of a label."""
LINE: Final = 0.45
"""The height of a line."""

HEAD: Final = 0.25
"""The size of an arrow's head."""
TRIES: Final = 4
"""How many starting points are tried for a drawing."""


@dataclass(frozen=True)
class Plan:
    """An architecture with a place for everything."""

    classes: Mapping[type, str]
    links: Sequence[Link]
    grid: Mapping[str, Cluster]
    places: Mapping[type, Point]

    @property
    def width(self) -> float:
        """How wide the clusters are, together."""
        return max(cluster.right for cluster in self.grid.values()) + MARGIN / 2

    @property
    def height(self) -> float:
        """How high they are."""
        return max(cluster.bottom for cluster in self.grid.values()) + MARGIN / 2


def plan(*modules: ModuleType) -> Plan:
    """Return the architecture of modules with places."""
    classes = clusters(*modules)
    if not classes:
        raise HoyleError("there are no classes to draw")
    known = links(classes)
    grid = _grid(classes, clients_first(classes, known))
    return Plan(classes, known, grid, _best(classes, known, grid))


def diagram(*modules: ModuleType) -> Scene:
    """Return the architecture of modules as a scene, with the critical features and their contracts below it."""
    made = plan(*modules)
    places, grid, known = made.places, made.grid, made.links
    marks = [*_borders(grid), *(mark for link in known for mark in _line(link, places))]
    marks += [_oval(cls, place) for cls, place in places.items()]
    marks += [*_titles(grid, known, places), *_labels(known, places)]
    panel = list(_panel(critical(made.classes), made))
    bottom = max([made.height, *(mark.y + mark.height / 2 + 0.6 for mark in panel)])
    legend = (
        "* deferred · + effective · single arrow: inherits from · double arrow: is a client of · ? requires · ! ensures"
    )
    marks += [*panel, Mark(made.width / 2 - 0.5, bottom + 0.2, "text", "small", text=legend)]
    caption = f"{len(made.classes)} classes in {len(grid)} clusters: {', '.join(grid)}"
    return Scene(made.width, bottom + 1.2, tuple(marks), caption, pitch=4)


def _panel(chosen: Sequence[Critical], made: Plan) -> Iterator[Mark]:
    """Yield a box for each class with critical features, below the clusters."""
    wide = 2 * ACROSS
    columns = max(1, int(made.width // wide))
    top = made.height
    for start in range(0, len(chosen), columns):
        row = chosen[start : start + columns]
        texts = [
            [one.cls.__name__, *(short for line in one.lines for short in textwrap.wrap(line, int(wide / LETTER)))]
            for one in row
        ]
        height = max(len(lines) for lines in texts) * LINE + 0.3
        for column, lines in enumerate(texts):
            x = MARGIN / 2 + column * (wide + MARGIN) + wide / 2 - 0.5
            yield Mark(x, top + height / 2, "box", "plain small", text="\n".join(lines), width=wide, height=height)
        top += height + MARGIN / 2


# ------------------------------------------------------------------ places


@dataclass(frozen=True, slots=True)
class Cluster:
    """A box of places, two in a row; the second of a row stands half a place lower."""

    name: str
    left: float
    top: float
    rows: int

    @property
    def right(self) -> float:
        """Where the box ends on the right."""
        return self.left + 2 * ACROSS

    @property
    def bottom(self) -> float:
        """Where the box ends below."""
        return self.top + (self.rows + 0.5) * DOWN + 0.5

    @property
    def places(self) -> list[Point]:
        """The middles of all places, row by row."""
        return [
            (self.left + (column + 0.5) * ACROSS - 0.5, self.top + (row + 0.5 + column / 2) * DOWN)
            for row in range(self.rows)
            for column in range(2)
        ]


def _best(classes: Mapping[type, str], known: Sequence[Link], grid: Mapping[str, Cluster]) -> dict[type, Point]:
    """Return the best of several drawings, each from a different starting point."""
    tried = [_improve(classes, known, grid, beginning) for beginning in range(TRIES)]
    return min(tried, key=lambda places: _cost(known, places))


def _grid(classes: Mapping[type, str], names: Sequence[str]) -> dict[str, Cluster]:
    """Return the clusters two by two, every other pair turned round, so that neighbours in the order are neighbours."""
    grid: dict[str, Cluster] = {}
    top = MARGIN / 2
    for start in range(0, len(names), 2):
        pair = names[start : start + 2]
        rows = max(-(-sum(cluster == name for cluster in classes.values()) // 2) for name in pair) + 1
        for column, name in enumerate(pair if start % 4 == 0 else pair[::-1]):
            grid[name] = Cluster(name, MARGIN / 2 + column * (2 * ACROSS + MARGIN), top, rows)
        top = grid[pair[0]].bottom + MARGIN
    return grid


def _improve(
    classes: Mapping[type, str], known: Sequence[Link], grid: Mapping[str, Cluster], beginning: int
) -> dict[type, Point]:
    """Return the place of each class, after all swaps that help."""
    seats: dict[str, list[type | None]] = {}
    for name, cluster in grid.items():
        seats[name] = [cls for cls, home in classes.items() if home == name]
        seats[name] += [None] * (len(cluster.places) - len(seats[name]))
        Random(beginning).shuffle(seats[name])  # noqa: S311 - the same drawing each time

    def places() -> dict[type, Point]:
        pairs = ((cls, place) for name in grid for cls, place in zip(seats[name], grid[name].places, strict=True))
        return {cls: place for cls, place in pairs if cls}

    best, better = _cost(known, places()), True
    while better:
        better = False
        for row in seats.values():
            for one, other in combinations(range(len(row)), 2):
                if not (row[one] or row[other]):
                    continue
                row[one], row[other] = row[other], row[one]
                cost = _cost(known, places(), best)
                if cost < best - 1e-9:
                    best, better = cost, True
                else:
                    row[one], row[other] = row[other], row[one]
    return places()


def _cost(known: Sequence[Link], places: Mapping[type, Point], limit: float = math.inf) -> float:
    """Return how bad a drawing is, or some number above the limit if it is worse than that."""
    cost = 0.0
    lines = [(places[link.client], places[link.supplier]) for link in known]
    for link, line in zip(known, lines, strict=True):
        cost += math.dist(*line) + 30 * (link.inherits and line[0][1] <= line[1][1])
        cost += sum(250 for place in places.values() if _hits(*line, place))
        if link.label:
            cost += 80 * max(0.0, len(link.label) * LETTER + 1 - math.dist(*_ends(*line)))
    for number, line in enumerate(lines):
        if cost > limit:
            break
        cost += sum(_clash(line, other) for other in lines[:number])
    return cost


@cache
def _clash(one: Line, other: Line) -> float:
    """Return how much two links disturb each other."""
    if set(one) & set(other):
        return 40 * _narrow(*one, *other)
    return 8 * _cross(*one, *other)


@cache
def _hits(start: Point, end: Point, place: Point) -> bool:
    """Whether a line runs through the oval at a place, or close by, without beginning or ending there."""
    if place in (start, end):
        return False
    # In units of the oval's half axes the oval is a circle.
    (ax, ay), (bx, by) = (
        ((x - place[0]) / (WIDE / 2 + 0.3), (y - place[1]) / (HIGH / 2 + 0.3)) for x, y in (start, end)
    )
    dx, dy = bx - ax, by - ay
    along = max(0.0, min(1.0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)))
    return math.hypot(ax + along * dx, ay + along * dy) < 1


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def _narrow(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines leave their common end in nearly the same direction."""
    if a not in (c, d):
        a, b = b, a
    if a != c:
        c, d = d, c
    turn = abs(math.atan2(b[1] - a[1], b[0] - a[0]) - math.atan2(d[1] - c[1], d[0] - c[0]))
    return min(turn, 2 * math.pi - turn) < math.radians(9)


# ------------------------------------------------------------------ marks


def _borders(grid: Mapping[str, Cluster]) -> Iterator[Mark]:
    for cluster in grid.values():
        width, height = cluster.right - cluster.left, cluster.bottom - cluster.top
        x, y = cluster.left + width / 2 - 0.5, cluster.top + height / 2 - 0.5
        yield Mark(x, y, "box", "group", width=width, height=height, label=f"cluster {cluster.name}")


def _titles(grid: Mapping[str, Cluster], known: Sequence[Link], places: Mapping[type, Point]) -> Iterator[Mark]:
    """Yield the name of each cluster in the emptiest of its corners."""
    lines = [_ends(places[link.client], places[link.supplier]) for link in known]
    taken = [(place, WIDE, HIGH) for place in places.values()]
    for cluster in grid.values():
        name = cluster.name.upper()
        width, height = len(name) * 0.27 + 0.2, 0.5
        spots = [
            (x, y)
            for y in (cluster.top - 0.05, cluster.bottom - 1)
            for x in (cluster.left + width / 2 - 0.2, cluster.right - width / 2 - 0.8)
        ]
        spot = min(spots, key=lambda spot: _crowd((spot, width, height), taken, lines))
        yield Mark(*spot, "box", "label", text=name, width=width, height=height)


def _oval(cls: type, place: Point) -> Mark:
    kind, sign = ("deferred", "*") if is_deferred(cls) else ("effective", "+")
    return Mark(
        *place,
        "ellipse",
        "plain",
        cls.__name__,
        "",
        f"{kind} class {cls.__name__}",
        f"{sign}\n{cls.__name__}",
        WIDE,
        HIGH,
    )


@cache
def _ends(client: Point, supplier: Point) -> Line:
    """Return where a link leaves the oval of the client and where it meets that of the supplier."""
    (ax, ay), (bx, by) = client, supplier
    share = min(0.5, 1 / math.hypot((bx - ax) / (WIDE / 2), (by - ay) / (HIGH / 2)))
    return (ax + share * (bx - ax), ay + share * (by - ay)), (bx - share * (bx - ax), by - share * (by - ay))


def _line(link: Link, places: Mapping[type, Point]) -> Iterator[Mark]:
    """Yield a single line for inheritance and a double one for a client, both with a head."""
    start, end = _ends(places[link.client], places[link.supplier])
    words = f"{link.client.__name__} {'inherits from' if link.inherits else 'is a client of'} {link.supplier.__name__}"
    if link.inherits:
        yield Mark(*start, "arrow", "link", label=words, width=HEAD, height=HEAD, to=end)
        return
    length = math.dist(start, end)
    right, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = end[0] - 0.25 * right, end[1] - 0.25 * down
    for side in (-0.045, 0.045):
        aside = -down * side, right * side
        yield Mark(
            start[0] + aside[0], start[1] + aside[1], "line", "link", to=(neck[0] + aside[0], neck[1] + aside[1])
        )
    yield Mark(*neck, "arrow", "link", label=words, width=HEAD, height=HEAD, to=end)


Box: TypeAlias = tuple[Point, float, float]


def _labels(known: Sequence[Link], places: Mapping[type, Point]) -> Iterator[Mark]:
    """Yield the labels, each on its line where nothing else is written."""
    taken = [(place, WIDE, HIGH) for place in places.values()]
    lines = [_ends(places[link.client], places[link.supplier]) for link in known]
    for link, (start, end) in zip(known, lines, strict=True):
        if not link.label:
            continue
        width, height = len(link.label) * LETTER + 0.3, 0.42
        spots = [
            (start[0] + share * (end[0] - start[0]) + right, start[1] + share * (end[1] - start[1]) + down)
            for right, down in ((0, 0), (0, -0.4), (0, 0.4), (-width / 2, 0), (width / 2, 0))
            for share in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26)
        ]
        others = [line for line in lines if line != (start, end)]
        taken.append((end, 0.5, 0.5))  # the head of the arrow
        spot = min(spots, key=lambda spot: _crowd((spot, width, height), taken, others))
        taken.append((spot, width, height))
        yield Mark(*spot, "box", "label small", text=link.label, width=width, height=height)


def _crowd(box: Box, taken: Sequence[Box], lines: Sequence[Line]) -> int:
    (x, y), width, height = box
    corners = [(x + i * width / 2, y + j * height / 2) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    struck = sum(any(_cross(*line, *side) for side in sides) for line in lines)
    return struck + 10 * sum(overlap(box, other) for other in taken)


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share some room.

    >>> overlap(((0, 0), 2, 1), ((1.5, 0), 2, 1)), overlap(((0, 0), 2, 1), ((3, 0), 2, 1))
    (True, False)
    """
    ((ax, ay), aw, ah), ((bx, by), bw, bh) = one, other
    return abs(ax - bx) < (aw + bw) / 2 and abs(ay - by) < (ah + bh) / 2
