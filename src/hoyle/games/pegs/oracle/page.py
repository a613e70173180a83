"""Some positions and what is known about each: all of a small game, or a page of a large one.

    found    the keys of the positions, as a set that tells the place of each
    best     [place]        the fewest pegs that can be left
    turns    [won, goal]    one more than the fewest turns to a goal, 0 where it is out of reach

Only positions that can be won have a row of turns, in the order of their places.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from hoyle.games.pegs.count.layers import KeySet, places_before

Array: TypeAlias = npt.NDArray[Any]

SHIFT: Final = 20
"""In how many bits the keys of one page may differ."""
WORDS: Final = 1 << SHIFT - 6


@dataclass(frozen=True, eq=False)
class Page:
    """Some positions and what is known about each."""

    found: KeySet
    best: Array
    wins: Array
    """How many positions can be won before each block of 64."""
    turns: Array

    @classmethod
    def of(cls, found: KeySet, best: Array, turns: Array) -> Page:
        """Return the page of a set of positions."""
        return cls(found, best, wins_before(best), turns)

    def ask(self, keys: Array) -> tuple[Array, Array]:
        """Return for each key the fewest pegs, 0 for one that is not here, and the row of its turns."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        fewest, turns = np.zeros(len(keys), np.uint8), np.zeros((len(keys), self.turns.shape[1]), np.uint8)
        places = self.found.find(keys)
        kernel.look_up(places, self.best, self.wins, self.turns, fewest, turns)
        return fewest, turns

    def cut(self, number: int, words: int) -> bytes:
        """Return one page as bytes, none if it is empty, given its number and how many words its bitmap has."""
        if len(self.found.bits):
            bits = self.found.bits[number * words :][:words]
            first, last = (int(self.found.ranks[edge * words // 2]) for edge in (number, number + 1))
        else:
            first, last = (bisect_left(self.found.keys, edge * words * 64) for edge in (number, number + 1))
            marks = np.zeros(words * 64, np.uint8)
            marks[self.found.keys[first:last].astype(np.int64) - number * words * 64] = 1
            bits = np.packbits(marks, bitorder="little").view(np.uint64)
        won = slice(self._won_before(first), self._won_before(last))
        # The parts tell each other's length.
        return bits.tobytes() + self.best[first:last].tobytes() + self.turns[won].tobytes() if first < last else b""

    def _won_before(self, place: int) -> int:
        block = place >> 6
        return int(self.wins[block]) + int(np.count_nonzero(self.best[block << 6 : place] == 1))

    @classmethod
    def read(cls, data: bytes, words: int, goals: int) -> Page:
        """Return the page of some bytes, given how many words its bitmap and how many goals it has."""
        # A writable copy, like a page that was built, so that the kernels are compiled for one kind of array only.
        raw = np.frombuffer(bytearray(data), np.uint8)
        bits, rest = raw[: 8 * words].view(np.uint64), raw[8 * words :]
        # No bytes stand for an empty page.
        found = KeySet.dense(bits if len(bits) else np.zeros(words, np.uint64))
        best, turns = rest[: len(found)], rest[len(found) :]
        return cls.of(found, best, turns.reshape(-1, goals) if goals else np.zeros((0, 0), np.uint8))


def wins_before(best: Array, threads: int = 1) -> Array:
    """Return how many positions can be won before each block of 64 places, and in all.

    >>> wins_before(np.array([1, 2, 1], np.uint8))
    array([0, 2], dtype=uint32)
    """
    from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

    return places_before(
        lambda begin, end, counts: kernel.tally_wins(best, begin, end, counts), -(-len(best) // 64), threads
    )
