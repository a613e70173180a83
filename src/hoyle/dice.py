"""Dice: chance with a documented sequence, so that a seed means the same deal everywhere and for ever.

The sequence is SplitMix64 (Steele, Lea and Flood, 2014): a counter that grows by a constant, and a finaliser that
scrambles it.  It needs nothing but 64-bit integers, so a kernel can draw the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, TypeVar

T = TypeVar("T")

WORD: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15


class Dice:
    """A stream of fair choices that its seed determines.

    >>> dice = Dice(7)
    >>> [dice.below(6) + 1 for _ in range(10)]
    [4, 1, 1, 4, 5, 4, 5, 1, 6, 6]
    """

    def __init__(self, seed: int) -> None:
        self._counter = seed & WORD

    @classmethod
    def named(cls, seed: int, name: str) -> Dice:
        """Return separate dice for one of the things that a seed decides; each byte of its name is mixed in.

        >>> [Dice.named(7, name).below(100) for name in ("seat 1", "seat 2", "seat 2")]
        [19, 7, 7]
        """
        dice = cls(seed)
        for byte in name.encode():
            dice = cls(dice.word() ^ byte)
        return cls(dice.word())

    @property
    def counter(self) -> int:
        """The state of the sequence: dice with this seed continue with the next word."""
        return self._counter

    def word(self) -> int:
        """Return the next 64 bits."""
        self._counter = (self._counter + STEP) & WORD
        bits = self._counter
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & WORD
        return bits ^ (bits >> 31)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each exactly as likely as the others."""
        if bound < 1:
            raise ValueError(f"there is no number below {bound} to choose")
        words = -(-bound.bit_length() // 64)
        span = 1 << (64 * words)
        while True:
            drawn = sum(self.word() << (64 * place) for place in range(words))
            # The last, incomplete round of remainders would favour small numbers, so draw again.
            if drawn < span - span % bound:
                return drawn % bound

    def choose(self, things: Sequence[T]) -> T:
        """Return one of the things, each as likely as the others."""
        return things[self.below(len(things))]

    def draw(self, odds: Mapping[T, Fraction]) -> T:
        """Return one of the keys with exactly its chance."""
        whole = lcm(*(chance.denominator for chance in odds.values()))
        point = self.below(whole)
        for thing, chance in odds.items():
            point -= int(chance * whole)
            if point < 0:
                return thing
        raise ValueError("the odds sum to less than one")

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Put the things in one of their orders, each as likely as the others."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
