"""Draw the rooms of the package and the imports between them: ``python docs/rooms.py`` writes docs/rooms.svg.

An arrow is left out if it follows from others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from hoyle.scene import Mark, Scene
from hoyle.svg import to_svg

SOURCE: Final = Path(__file__).parents[1] / "src" / "hoyle"
PICTURE: Final = Path(__file__).with_name("rooms.svg")

ROOMS: Final = {
    "hoyle.cli": "the command line",
    "hoyle.tables.web.http": "transport: API, limits, page",
    "hoyle.tables.web": "the match service",
    "hoyle.tables.terminal": "line table, full screen",
    "hoyle.tables": "clicks, thinking",
    "hoyle.course": "the teacher's kit",
    "hoyle.classroom": "five course APIs",
    "hoyle.contracts": "contract view, report",
    "hoyle.lab": "surveys, arena, environments",
    "hoyle.laws": "laws for every game",
    "hoyle.games": "nim, pegs, domino, dots, stratego",
    "hoyle": "game, match, record, solver …",
}
"""The rooms, each before the one that it lies in, with what is inside."""
ACROSS, DOWN = 6.6, 3


def room_of(module: str) -> str:
    """Return the room that a module is in."""
    return next(room for room in ROOMS if module == room or module.startswith(f"{room}."))


def imports(path: Path) -> Iterator[str]:
    """Yield the modules of hoyle that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = (
            [f"{node.module}.{alias.name}" for alias in node.names]
            if isinstance(node, ast.ImportFrom) and node.module
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        yield from (name for name in names if name.partition(".")[0] == "hoyle")


def arrows() -> dict[str, set[str]]:
    """Return the rooms that each room imports from."""
    known: dict[str, set[str]] = {room: set() for room in ROOMS}
    for path in SOURCE.rglob("*.py"):
        module = ".".join(("hoyle", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        # The entry point belongs to the command line.
        room = "hoyle.cli" if module == "hoyle.__main__" else room_of(module)
        known[room] |= {room_of(name) for name in imports(path)} - {room}
    return known


def reach(known: Mapping[str, set[str]], room: str) -> set[str]:
    """Return every room that can be reached from a room."""
    return set().union(*({other} | reach(known, other) for other in known[room])) if known[room] else set()


def reduce(known: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return the arrows that do not follow from others."""
    return {
        room: {other for other in others if not any(other in reach(known, third) for third in others if third != other)}
        for room, others in known.items()
    }


def draw() -> Scene:
    """Return the rooms in storeys, each just below the lowest that imports it."""
    known = reduce(arrows())
    storey = dict.fromkeys(ROOMS, 0)
    for _ in ROOMS:
        for room, others in known.items():
            for other in others:
                storey[other] = max(storey[other], storey[room] + 1)
    floors = [[room for room in ROOMS if storey[room] == level] for level in range(max(storey.values()) + 1)]
    widest = max(map(len, floors))
    place: dict[str, tuple[float, float]] = {}
    for level, floor in enumerate(floors):
        for number, room in enumerate(floor):
            above = [place[other][0] for other, others in known.items() if room in others]
            middle = ACROSS * (number + (widest - len(floor) + 1) / 2) - 0.5
            # A room that is alone on its storey stands below those that import it.
            place[room] = (sum(above) / len(above) if above and len(floor) == 1 else middle, DOWN * level)
    links = [
        Mark(
            x,
            y + 0.6,
            "arrow",
            "link",
            width=0.25,
            height=0.25,
            to=(place[other][0] + (x - place[other][0]) / 12, place[other][1] - 0.65),
        )
        for room, others in known.items()
        for x, y in [place[room]]
        for other in sorted(others)
    ]
    boxes = [
        Mark(x, y, "box", "plain", text=f"{room.replace('.', '/')}\n{words}", width=ACROSS - 0.5, height=1.2)
        for room, words in ROOMS.items()
        for x, y in [place[room]]
    ]
    words = "The rooms of hoyle: an arrow says that one imports from the other"
    return Scene(ACROSS * widest, DOWN * (len(floors) - 1) + 1.2, (*links, *boxes), words)


if __name__ == "__main__":
    PICTURE.write_text(to_svg(draw()), encoding="utf-8")
