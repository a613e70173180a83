"""Boards: their squares, lakes and homes.  Columns count from the left and rows from the bottom, so red sits below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hoyle.game import Seat
from hoyle.games.stratego.pieces import RED, WAYS, Step
from hoyle.grid import Square, step


@dataclass(frozen=True)
class Board:
    """A rectangle with lakes, and how many rows at each end are a seat's home (§1).

    >>> len(TEN.squares), TEN.squares[0], TEN.home(Seat(1))[0]
    (100, (0, 0), (9, 6))
    """

    width: int
    height: int
    depth: int
    lakes: frozenset[Square]

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Every square, lakes too, in the order in which a position holds them."""
        return tuple((x, y) for y in range(self.height) for x in range(self.width))

    @cached_property
    def index(self) -> Mapping[Square, int]:
        """Where a position holds a square that is not in a lake."""
        return {square: place for place, square in enumerate(self.squares) if square not in self.lakes}

    @cached_property
    def lake_places(self) -> tuple[int, ...]:
        """Where a position would hold what is in a lake."""
        return tuple(place for place, square in enumerate(self.squares) if square in self.lakes)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[tuple[int, Step], ...], ...], ...]:
        """For every square and way the squares ahead up to the rim or a lake, each with the step that leads there."""
        return tuple(
            tuple(self._ray(square, way) for way in WAYS.values()) if square in self.index else ()
            for square in self.squares
        )

    def _ray(self, source: Square, way: Square) -> tuple[tuple[int, Step], ...]:
        ahead = []
        target = step(source, way)
        while target in self.index:
            ahead.append((self.index[target], Step(source, target)))
            target = step(target, way)
        return tuple(ahead)

    @cached_property
    def outward(self) -> tuple[int, ...]:
        """The squares from the middle rows outward: the order in which a piece that can move is soonest found."""
        return tuple(sorted(self.index.values(), key=lambda place: abs(2 * self.squares[place][1] + 1 - self.height)))

    def home(self, seat: Seat) -> tuple[Square, ...]:
        """Return a seat's home as the seat sees it: the front row first, each row from its own left."""
        red = [(x, y) for y in reversed(range(self.depth)) for x in range(self.width)]
        return tuple(red if seat == RED else ((self.width - 1 - x, self.height - 1 - y) for x, y in red))


TEN: Final = Board(10, 10, 4, frozenset((x, y) for x in (2, 3, 6, 7) for y in (4, 5)))
SIX: Final = Board(6, 6, 2, frozenset((x, y) for x in (1, 4) for y in (2, 3)))
