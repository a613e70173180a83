"""Domino tiles: which goes onto which, and the course's shuffle; the paragraphs are those of the package's rules page."""

from __future__ import annotations

import re
from collections.abc import MutableSequence, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeVar

from hoyle.game import NotationError

T = TypeVar("T")

MOST: Final = 15
"""The highest number of the largest set that is sold."""

TILE: Final = re.compile(r"\[\s*+(\d{0,2}+)\s*+:\s*+(\d{0,2}+)\s*+\]", re.ASCII)


class Tile(NamedTuple):
    """A tile with its two numbers, the higher first.

    >>> str(Tile(2, 1)), str(Tile(1, 0)), Tile(3, 1).letter
    ('[2:1]', '[1: ]', 'H')
    """

    high: int
    low: int

    def __str__(self) -> str:
        return f"[{self.high or ' '}:{self.low or ' '}]"

    @property
    def rank(self) -> int:
        """Where the tile stands in its set, counted from 0 (§1)."""
        return self.high * (self.high + 1) // 2 + self.low

    @property
    def letter(self) -> str:
        """The course's one-letter name of the tile."""
        return chr(ord("A") + self.rank)

    @property
    def token(self) -> str:
        """The tile in one word: a blank is written 0 (§9)."""
        return f"[{self.high}:{self.low}]"

    @property
    def blank(self) -> bool:
        """Whether one of its numbers is blank (§1)."""
        return self.low == 0

    def goes_home(self, top: Tile | None) -> bool:
        """Tell whether the tile may go to its foundation, which has this tile on top or is empty (§4).

        >>> Tile(3, 3).goes_home(None), Tile(3, 1).goes_home(Tile(3, 2)), Tile(3, 1).goes_home(None)
        (True, True, False)
        """
        return self.high == self.low if top is None else top == (self.high, self.low + 1)

    def goes_onto(self, other: Tile) -> bool:
        """Tell whether the tile is the other with exactly one number raised by one (§5).

        >>> Tile(3, 2).goes_onto(Tile(3, 1)), Tile(2, 2).goes_onto(Tile(2, 1)), Tile(3, 3).goes_onto(Tile(2, 2))
        (True, True, False)
        """
        return other in ((self.high - 1, self.low), (self.high, self.low - 1))


def tile(one: int, other: int) -> Tile:
    """Return the tile with two numbers, in whichever order they are given.

    >>> tile(0, 1)
    Tile(high=1, low=0)
    """
    return Tile(max(one, other), min(one, other))


@cache
def full_set(highest: int) -> tuple[Tile, ...]:
    """Return every tile up to a highest number in the order of the set (§1).

    >>> print(*full_set(2))
    [ : ] [1: ] [1:1] [2: ] [2:1] [2:2]
    """
    return tuple(Tile(high, low) for high in range(highest + 1) for low in range(high + 1))


def tiles_in(text: str) -> list[Tile]:
    """Return the tiles that a text lists, separated by blanks or nothing.

    >>> print(*tiles_in("[2:1][1: ] [0:0]"))
    [2:1] [1: ] [ : ]
    """
    if rest := TILE.sub("", text).strip():
        raise NotationError(f"not a tile, such as [2:1] or [1: ]: {rest[:40]!r}")
    return [tile(int(one or 0), int(other or 0)) for one, other in TILE.findall(text)]


LONGEST_SEED: Final = 19
"""How many digits a seed of Java has at most."""


class JavaRandom:
    """The numbers of java.util.Random for a seed, as the Java documentation defines them: a 48-bit congruence.

    >>> random = JavaRandom(42)
    >>> [random.below(10) for _ in range(5)]
    [0, 3, 8, 4, 0]
    """

    MULTIPLIER: Final = 0x5DEECE66D
    MASK: Final = (1 << 48) - 1

    def __init__(self, seed: int) -> None:
        self._seed = (seed ^ self.MULTIPLIER) & self.MASK

    def bits(self) -> int:
        """Return the next 31 bits."""
        self._seed = (self._seed * self.MULTIPLIER + 0xB) & self.MASK
        return self._seed >> 17

    def below(self, bound: int) -> int:
        """Return the next number from 0 to bound - 1."""
        drawn = self.bits()
        if bound & (bound - 1) == 0:
            return (bound * drawn) >> 31
        # Java notices the incomplete last round of remainders by an overflow of its 31 bits.
        while drawn - drawn % bound + bound - 1 >= 1 << 31:
            drawn = self.bits()
        return drawn % bound


def shuffle(things: MutableSequence[T], seed: int) -> None:
    """Put the things in the order that the course gives them for a seed.

    >>> tiles = list(full_set(2))
    >>> shuffle(tiles, 14)
    >>> print(*tiles)
    [1: ] [ : ] [1:1] [2: ] [2:1] [2:2]
    """
    random = JavaRandom(seed)
    for last in range(len(things) - 1, 0, -1):
        other = random.below(last + 1)
        things[last], things[other] = things[other], things[last]


def order(highest: int, text: str) -> Sequence[Tile]:
    """Return all tiles in the order of dealing that a text gives: the course's seed, or the tiles themselves (§10).

    >>> print(*order(1, "5"), *order(1, "[0:0][1:1][1:0]"))
    [1: ] [ : ] [1:1] [ : ] [1:1] [1: ]
    """
    if re.fullmatch(r"[+-]?\d++", seed := text.strip(), re.ASCII):
        if len(seed.lstrip("+-")) > LONGEST_SEED:
            raise NotationError(f"the number of a deal has at most {LONGEST_SEED} digits (§10)")
        tiles = list(full_set(highest))
        shuffle(tiles, int(seed))
        return tiles
    tiles = tiles_in(text)
    if strange := next((one for one in tiles if one not in full_set(highest)), None):
        raise NotationError(f"{strange} is not in a set with the highest number {highest} (§1)")
    if twice := next((one for place, one in enumerate(tiles) if one in tiles[:place]), None):
        raise NotationError(f"{twice} is dealt twice (§2)")
    if len(tiles) != len(full_set(highest)):
        raise NotationError(f"a deal has {len(full_set(highest))} tiles, and this has {len(tiles)} (§2)")
    return tiles
