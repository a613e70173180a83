"""The shelf: every box that an installed package offers through the entry point group hoyle.games.

>>> "pegs" in shelf()
True
>>> box, game = find("pegs/english@c3")
>>> box.title, game.write(game.start())
('Peg solitaire', '**OOO**/**OOO**/OO.OOOO/OOOOOOO/OOOOOOO/**OOO**/**OOO**')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from hoyle.box import Box, unknown
from hoyle.game import Game, HoyleError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Shelf(Mapping[str, Box]):
    """The boxes by name; each is opened when it is first used."""

    def __init__(self, doors: Mapping[str, EntryPoint]) -> None:
        self._doors = doors
        self._open: dict[str, Box] = {}

    def __getitem__(self, name: str) -> Box:
        if name not in self._open:
            self._open[name] = _load_box(self._doors[name])
        return self._open[name]

    def __contains__(self, name: object) -> bool:
        return name in self._doors

    def __iter__(self) -> Iterator[str]:
        return iter(self._doors)

    def __len__(self) -> int:
        return len(self._doors)


def _load_box(door: EntryPoint) -> Box:
    try:
        box = door.load()
    except Exception as fault:  # Another person's package may fail in any way, and must not break the shelf.
        raise HoyleError(f"the game {door.name!r} does not load: {fault}") from fault
    if not isinstance(box, Box):
        raise HoyleError(f"the game {door.name!r} should offer a Box, not a {type(box).__name__}")
    if box.players:
        return box
    # An open game without players gets some for free.
    from hoyle.opponents import opponents_of

    try:
        return replace(box, players=opponents_of(box.game(box.default)))
    except Exception as fault:  # likewise
        raise HoyleError(f"the game {door.name!r} does not load: {fault}") from fault


@cache
def shelf() -> Shelf:
    """Return the shelf of this installation."""
    from importlib.metadata import entry_points

    return Shelf({door.name: door for door in sorted(entry_points(group="hoyle.games"), key=lambda door: door.name)})


def box_of(game: Game[Any, Any]) -> Box:
    """Return the box from which a game comes.

    >>> box_of(find("pegs/triangle")[1]).name
    'pegs'
    """
    for box in open_boxes():
        if any(type(box.game(variant)) is type(game) for variant in box.variants):
            return box
    raise HoyleError(f"no box on the shelf holds {type(game).__name__}")


def open_boxes() -> Iterator[Box]:
    """Yield the boxes that open; one that does not must not stop the others."""
    for name in shelf():
        with suppress(HoyleError):
            yield shelf()[name]


def contents() -> tuple[list[Box], list[str]]:
    """Return the boxes that open, and why the others do not."""
    boxes: list[Box] = []
    broken: list[str] = []
    for name in shelf():
        try:
            boxes.append(shelf()[name])
        except HoyleError as fault:
            broken.append(str(fault))
    return boxes, broken


def find(name: str) -> tuple[Box, Game[Any, Any]]:
    """Return the box and the game that a name stands for: pegs, pegs/french, pegs/english@c3."""
    box_name, _, variant = name.partition("/")
    if box_name not in shelf():
        raise HoyleError(unknown("game", box_name, shelf()))
    box = shelf()[box_name]
    return box, box.game(variant or box.default)
