"""Heaps of counters.

>>> heaps = Heaps(3, 4, 5)
>>> heaps.take(1, 2)
>>> heaps.sizes, heaps.is_over
((1, 4, 5), False)
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from hoyle.classroom.eiffel import Contracted, ensure, invariant, old, require

__all__ = ["Heaps"]


@invariant(sizes_not_negative=lambda self: all(size >= 0 for size in self.sizes))
class Heaps(Contracted):
    """Heaps, numbered from 1."""

    def __init__(self, *sizes: int) -> None:
        self._sizes = list(sizes)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of counters in each heap."""
        return tuple(self._sizes)

    @require(
        valid_heap=lambda self, heap: 1 <= heap <= len(self.sizes),
        some_taken=lambda number: number > 0,
        enough_there=lambda self, heap, number: number <= self.sizes[heap - 1],
    )
    @old(sizes=lambda self: self.sizes)
    @ensure(
        heap_smaller=lambda self, heap, number, OLD: self.sizes[heap - 1] == OLD.sizes[heap - 1] - number,
        other_heaps_unchanged=lambda self, heap, OLD: (
            self.sizes[: heap - 1] + self.sizes[heap:] == OLD.sizes[: heap - 1] + OLD.sizes[heap:]
        ),
    )
    def take(self, heap: int, number: int) -> None:
        """Take some counters from a heap."""
        self._sizes[heap - 1] -= number

    @property
    @ensure(correct_result=lambda self, result: result == (sum(self.sizes) == 0))
    def is_over(self) -> bool:
        """Whether all heaps are empty."""
        return not any(self._sizes)

    @ensure(
        takes_if_it_can=lambda self, result: (result is None) == (_sum(self.sizes) == 0),
        leaves_nim_sum_zero=lambda self, result: (
            result is None
            or _sum(size - result[1] if number == result[0] else size for number, size in enumerate(self.sizes, 1)) == 0
        ),
    )
    def winning_move(self) -> tuple[int, int] | None:
        """Return the first heap and the number to take from it, or None where every move loses."""
        total = _sum(self._sizes)
        for heap, size in enumerate(self._sizes, 1):
            if size ^ total < size:
                return heap, size - (size ^ total)
        return None


def _sum(sizes) -> int:
    """Return the sum without carrying."""
    return reduce(xor, sizes, 0)
