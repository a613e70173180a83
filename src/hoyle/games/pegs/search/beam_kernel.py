"""Compiled mechanics of the beam, for boards of any size.

There are no rules here. The holes are numbers, and a jump is a row (source, over, target) of a table that the caller fills
from the rules. A position is a set of bits, hole h being bit h & 63 of word h >> 6::

    word    0                     1
    bit     63 ... 5 4 3 2 1 0    63 ... 1 0
    hole    63 ... 5 4 3 2 1 0   127 ... 65 64      1: a peg, 0: an empty hole or no hole
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from hoyle.kernels import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Ints = NDArray[np.int64]

ONE: Final = np.uint64(1)
HALF: Final = np.uint64(32)


@compiled
def has_peg(words: Words, hole: int) -> bool:
    """Tell whether there is a peg in the hole."""
    return bool((words[hole >> 6] >> np.uint64(hole & 63)) & ONE)


@compiled
def beam_histogram(front: Words, score: Ints, jumps: Ints, delta: Ints, histogram: Ints) -> None:
    """Count the children of the front by their score."""
    histogram[:] = 0
    for k in range(front.shape[0]):
        words = front[k]
        for j in range(jumps.shape[0]):
            if has_peg(words, jumps[j, 0]) and has_peg(words, jumps[j, 1]) and not has_peg(words, jumps[j, 2]):
                histogram[score[k] + delta[j]] += 1


@compiled
def beam_limit(histogram: Ints, room: int) -> tuple[int, int]:
    """Return the first score whose children do not all fit, and how many of them still do."""
    used = 0
    for limit in range(histogram.size):
        if used + histogram[limit] > room:
            return limit, room - used
        used += histogram[limit]
    return histogram.size, 0


@compiled
def beam_children(
    front: Words,
    score: Ints,
    mark: Words,
    jumps: Ints,
    delta: Ints,
    toggle: Words,
    limit: int,
    slots: NDArray[np.int32],
    children: Words,
    scores: Ints,
    marks: Words,
    origin: Ints,
) -> int:
    """Write the different children that score at most the limit, as far as there is room; return their number.

    Positions with the same 64-bit mark count as one, so a beam may find a line but never prove that there is none. ``origin`` holds
    the parent times the number of jumps, plus the jump.
    """
    made = 0
    number = jumps.shape[0]
    slots[:] = -1
    for k in range(front.shape[0]):
        words = front[k]
        for j in range(number):
            if score[k] + delta[j] > limit or made == children.shape[0]:
                continue
            if not (has_peg(words, jumps[j, 0]) and has_peg(words, jumps[j, 1])) or has_peg(words, jumps[j, 2]):
                continue
            if beam_remembers(mark[k] ^ toggle[j], slots, marks, made):
                continue
            for w in range(words.size):
                children[made, w] = words[w]
            for i in range(3):
                children[made, jumps[j, i] >> 6] ^= ONE << np.uint64(jumps[j, i] & 63)
            scores[made] = score[k] + delta[j]
            origin[made] = k * number + j
            made += 1
    return made


@compiled
def beam_remembers(mark: np.uint64, slots: NDArray[np.int32], marks: Words, made: int) -> bool:
    """Tell whether the mark was met before, and remember it as number ``made`` if not."""
    last = slots.size - 1
    slot = np.int64(mark >> HALF) & last
    while slots[slot] >= 0:
        if marks[slots[slot]] == mark:
            return True
        slot = (slot + 1) & last
    slots[slot] = made
    marks[made] = mark
    return False
