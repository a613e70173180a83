"""Boards of dots as bits: the longest path, every set of dots that a path can take, and falling, all exact.

A square (x, y) is the bit y·width + x, and each colour has one mask, so a board is a tuple of integers of any size.
What a path does depends only on the dots it takes, not on the way it takes them, so searches look at sets of dots.

>>> from hoyle.games.dots import game
>>> document = game("classic")
>>> field, masks = encode(document.start().rows, document.letters)
>>> found = field.longest(masks[0])
>>> found.length, found.bound, str(field.path(found.cells))
(5, 5, 'a1b1c1c2b2')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, TypeAlias

from hoyle.games.dots.board import Rows
from hoyle.games.dots.rules import Path
from hoyle.grid import neighbours

Masks: TypeAlias = tuple[int, ...]
"""The dots of each colour."""

PATIENCE: Final = 200_000
"""After how many steps a search for the longest path settles for a bound."""


@dataclass(frozen=True, slots=True)
class Found:
    """The longest path that was found, the length that no path exceeds, and how many steps that took."""

    cells: tuple[int, ...]
    bound: int
    nodes: int

    @property
    def length(self) -> int:
        """How many dots the path joins; it is a longest path if this is the bound."""
        return len(self.cells)


@dataclass(frozen=True)
class Field:
    """The squares of a board and what lies beside what."""

    width: int
    height: int

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """The neighbours of each square."""
        squares = [(x, y) for y in range(self.height) for x in range(self.width)]
        return tuple(
            sum(1 << (y * self.width + x) for x, y in neighbours(where) if 0 <= x < self.width and 0 <= y < self.height)
            for where in squares
        )

    @cached_property
    def above(self) -> tuple[int, ...]:
        """The squares over each square in its column."""
        return tuple(sum(1 << up for up in range(cell % self.width, cell, self.width)) for cell in range(self.area))

    @cached_property
    def left(self) -> int:
        """The leftmost column."""
        return sum(1 << (y * self.width) for y in range(self.height))

    @cached_property
    def even(self) -> int:
        """The squares of one colour of a chessboard: a path alternates between these and the others."""
        return sum(1 << cell for cell in range(self.area) if (cell % self.width + cell // self.width) % 2 == 0)

    @property
    def area(self) -> int:
        """The number of squares."""
        return self.width * self.height

    def path(self, cells: tuple[int, ...]) -> Path:
        """Return the move through squares given as bits' places."""
        return Path(tuple((cell % self.width, cell // self.width) for cell in cells))

    # ---------------------------------------------------------------------------------- what is joined

    def join_up(self, seed: int, free: int) -> int:
        """Return the squares of free that can be reached from the seed through free."""
        right = self.left << (self.width - 1)
        reached = seed & free
        while True:
            more = (reached & ~right) << 1 | (reached & ~self.left) >> 1 | reached << self.width | reached >> self.width
            grown = reached | more & free
            if grown == reached:
                return reached
            reached = grown

    def groups(self, mask: int) -> Iterator[int]:
        """Yield the connected parts of a mask."""
        while mask:
            group = self.join_up(mask & -mask, mask)
            mask &= ~group
            yield group

    def ends(self, mask: int) -> int:
        """Return the squares of a mask with at most one neighbour in it: a path can only begin or end there."""
        right = self.left << (self.width - 1)
        west, east = (mask & ~right) << 1, (mask & ~self.left) >> 1
        north, south = mask << self.width, mask >> self.width
        return mask & ~(west & east | north & south | (west | east) & (north | south))

    def loops(self, mask: int) -> bool:
        """Tell whether a closed path fits: some part has as many neighbouring pairs as dots (§8)."""
        right = self.left << (self.width - 1)
        return any(
            (group & (group & ~right) << 1).bit_count() + (group & group << self.width).bit_count() >= group.bit_count()
            for group in self.groups(mask)
        )

    # -------------------------------------------------------------------------------- the longest path

    def most(self, group: int) -> int:
        """Return a length that no path within a connected part exceeds."""
        if group.bit_count() <= 3:
            return group.bit_count()
        loose = self.ends(group)
        core = group & ~loose
        even, odd = (core & self.even).bit_count(), (core & ~self.even).bit_count()
        loose_even, loose_odd = (loose & self.even).bit_count(), (loose & ~self.even).bit_count()
        # A path has two ends, so it uses at most two of the loose ends, and it alternates.
        return max(
            2 * min(even + one, odd + two) + (even + one != odd + two)
            for one in range(min(2, loose_even) + 1)
            for two in range(min(2 - one, loose_odd) + 1)
        )

    def longest(self, mask: int, floor: int = 1, ceiling: int | None = None, budget: int = PATIENCE) -> Found:
        """Return a longest path of more than floor dots, or none; with a ceiling, any path of that many dots will do."""
        search = _Search(self, floor, budget)
        bounds = [(self.most(group), group) for group in self.groups(mask) if group.bit_count() > floor]
        proved = [floor]
        for bound, group in sorted(bounds, reverse=True):
            if bound > search.best and (ceiling is None or search.best < ceiling):
                search.within(group, bound if ceiling is None else min(bound, ceiling))
                proved.append(bound if search.spent else search.best)
        return Found(search.cells, max(proved), search.nodes)

    # ------------------------------------------------------------------------------ what a path can take

    def takes(self, mask: int, budget: int = PATIENCE) -> dict[int, tuple[int, ...]] | None:
        """Return every set of dots that a path can take, each with such a path, or None if there are too many."""
        sets: dict[int, tuple[int, ...]] = {}
        ways: dict[tuple[int, int], tuple[int, ...]]
        ways = {(1 << cell, cell): (cell,) for cell in bits(mask) if self.beside[cell] & mask}
        while ways:
            longer: dict[tuple[int, int], tuple[int, ...]] = {}
            for (taken, head), way in ways.items():
                for cell in bits(self.beside[head] & mask & ~taken):
                    longer.setdefault((taken | 1 << cell, cell), (*way, cell))
            for (taken, _), way in longer.items():
                sets.setdefault(taken, way)
            budget -= len(longer)
            if budget < 0:
                return None
            ways = longer
        return sets

    def fall(self, masks: Masks, gone: int) -> Masks:
        """Return the board after some dots vanish and those above them fall (§4)."""
        masks = tuple(mask & ~gone for mask in masks)
        # From the top down, so that no dot falls onto squares that are about to sink.
        for cell in bits(gone):
            above = self.above[cell]
            masks = tuple(mask & ~above | (mask & above) << self.width for mask in masks)
        return masks

    def holes(self, gone: int) -> tuple[int, ...]:
        """Return the squares that are empty once the dots above have fallen, in the order of §5."""
        counts = [(gone & (self.left << x)).bit_count() for x in range(self.width)]
        return tuple(y * self.width + x for x, count in enumerate(counts) for y in reversed(range(count)))


class _Search:
    """Branch and bound for the longest path, over all the parts of a mask."""

    def __init__(self, field: Field, floor: int, budget: int) -> None:
        self.field = field
        self.best = floor
        self.budget = budget
        self.nodes = 0
        self.cells: tuple[int, ...] = ()

    @property
    def spent(self) -> bool:
        """Whether the budget is used up."""
        return self.nodes >= self.budget

    def within(self, group: int, ceiling: int) -> None:
        """Search one connected part until a path of ceiling dots is found."""
        self.ceiling = ceiling
        self.seen: dict[tuple[int, int], int] = {}
        beside = self.field.beside
        # Paths begin at loose ends more often than not.
        for cell in sorted(bits(group), key=lambda cell: (beside[cell] & group).bit_count()):
            if self._extend([cell], group & ~(1 << cell)):
                return

    def _extend(self, way: list[int], free: int) -> bool:
        """Lengthen a way in every promising direction; tell whether the search is over."""
        self.nodes += 1
        head, beside = way[-1], self.field.beside
        if len(way) > self.best:
            self.best, self.cells = len(way), tuple(way)
        if self.best >= self.ceiling or self.spent:
            return True
        onward = beside[head] & free
        rest = self.field.join_up(onward, free)
        # An earlier way to this square, at least as long and with the same squares ahead, has been followed already.
        if len(way) + self._room(head, rest) <= self.best or self.seen.get((head, rest), 0) >= len(way):
            return False
        self.seen[head, rest] = len(way)
        # The square with the fewest ways on comes first, since later it may be out of reach.
        for cell in sorted(bits(onward), key=lambda cell: (beside[cell] & rest).bit_count()):
            way.append(cell)
            if self._extend(way, rest & ~(1 << cell)):
                return True
            way.pop()
        return False

    def _room(self, head: int, rest: int) -> int:
        """Return the most dots that a way at the square head can still gain from the rest."""
        field = self.field
        same_colour = field.even if field.even >> head & 1 else ~field.even
        loose = field.ends(rest | 1 << head) & rest
        core = rest & ~loose
        same, other = (core & same_colour).bit_count(), (core & ~same_colour).bit_count()
        room = min(2 * other, 2 * same + 1)
        # The way alternates, begins with the other colour, and ends in at most one of the loose ends.
        if loose & ~same_colour:
            room = max(room, min(2 * other + 2, 2 * same + 1))
        if loose & same_colour:
            room = max(room, min(2 * other, 2 * same + 3))
        return room


@cache
def field(width: int, height: int) -> Field:
    """Return the field of a size, always the same."""
    return Field(width, height)


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, from the lowest.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def encode(rows: Rows, letters: str) -> tuple[Field, Masks]:
    """Return the field and the masks of a board, one for each of the letters."""
    text = "".join(rows)
    masks = (sum(1 << cell for cell, dot in enumerate(text) if dot == letter) for letter in letters)
    return field(len(rows[0]), len(rows)), tuple(masks)
