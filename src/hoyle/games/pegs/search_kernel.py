"""Compiled mechanics of the peg searches: a beam for boards of any size, exact layers for boards of one word.

No rule stands here. The holes are numbers, a jump is a row (source, over, target) of a table that the caller fills
from the rules, and so are the symmetries. A position is a set of bits, hole h being bit h & 63 of word h >> 6::

    word    0                     1
    bit     63 ... 5 4 3 2 1 0    63 ... 1 0
    hole    63 ... 5 4 3 2 1 0   127 ... 65 64      1: a peg, 0: an empty hole or no hole

The beam uses as many words as the board needs; the exact layers use one. There the caller may number the holes so
that those whose contents follow from the others (by the position class) come last: then the low bits of a position
are a perfect hash of its class, and the set of all positions that can still win is one array of bits.

The images of a position under the symmetries come from a table: ``images[s, b, v]`` is what symmetry s makes of value
v in byte b. A child's images are its parent's images with ``changed[s, j]`` exchanged, which saves looking them up.

A pagoda function gives a position a credit that no jump can raise and that must not fall below zero. Seven credits
stand in one signed word, each in a byte whose upper bit is set as long as the credit lasts::

    bit     63 ... 56   55 54 ... 48   ...   7 6 ... 0
    lane       --        1 credit 6    ...   1 credit 0

A ledger is three tables: what each byte of a position is worth, what is added to it, and the price of every jump.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Ints = NDArray[np.int64]

F = TypeVar("F", bound="Callable[..., Any]")

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
BYTE: Final = np.uint64(255)
EIGHT: Final = np.uint64(8)
SIX: Final = np.uint64(6)
LAST_BIT: Final = np.uint64(63)
HALF: Final = np.uint64(32)
LOW_HALF: Final = np.uint64(0xFFFFFFFF)
LASTS: Final = np.int64(0x80808080808080)
# Two odd 32-bit factors: a product of halves fits a word, so hashing never overflows (which NumPy would warn of).
MIX_LOW: Final = np.uint64(0x9E3779B1)
MIX_HIGH: Final = np.uint64(0x85EBCA77)


def compiled(function: F) -> F:
    """Return the function compiled, and kept on disk where a cache can be written."""
    try:
        return cast("F", njit(cache=True)(function))
    except RuntimeError:  # numba found no place that it may write to
        return cast("F", njit(function))


# --- the beam: any number of words ---------------------------------------------------------------------------------


@compiled
def occupied(words: Words, hole: int) -> bool:
    """Tell whether there is a peg in the hole."""
    return bool((words[hole >> 6] >> np.uint64(hole & 63)) & ONE)


@compiled
def beam_histogram(front: Words, score: Ints, jumps: Ints, delta: Ints, histogram: Ints) -> None:
    """Count the children of the front by their score."""
    histogram[:] = 0
    for k in range(front.shape[0]):
        words = front[k]
        for j in range(jumps.shape[0]):
            if occupied(words, jumps[j, 0]) and occupied(words, jumps[j, 1]) and not occupied(words, jumps[j, 2]):
                histogram[score[k] + delta[j]] += 1


@compiled
def beam_limit(histogram: Ints, room: int) -> tuple[int, int]:
    """Return the first score of which not all fit into the room, and how many of that score still do."""
    used = 0
    for limit in range(histogram.size):
        if used + histogram[limit] > room:
            return limit, room - used
        used += histogram[limit]
    return histogram.size, 0


@compiled
def beam_children(  # noqa: PLR0913, PLR0917 -- tables are arguments, so that one compiled function serves every board
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

    Two positions are taken as one when their 64-bit marks agree, so a beam may find, never prove. ``origin`` holds
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
            if not (occupied(words, jumps[j, 0]) and occupied(words, jumps[j, 1])) or occupied(words, jumps[j, 2]):
                continue
            if beam_known(mark[k] ^ toggle[j], slots, marks, made):
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
def beam_known(mark: np.uint64, slots: NDArray[np.int32], marks: Words, made: int) -> bool:
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


# --- exact layers: one word -------------------------------------------------------------------------------------


@compiled
def look_up(position: np.uint64, images: Words, out: Words) -> None:
    """Write the images of the position under all symmetries."""
    for s in range(images.shape[0]):
        image = ZERO
        rest = position
        for b in range(images.shape[1]):
            image |= images[s, b, rest & BYTE]
            rest >>= EIGHT
        out[s] = image


@compiled
def slot_of(position: np.uint64, keys: Words) -> int:
    """Return where the position stands in the hash table, or the empty slot where it belongs."""
    last = keys.size - 1
    mixed = (position & LOW_HALF) * MIX_LOW ^ (position >> HALF) * MIX_HIGH
    slot = np.int64((mixed ^ (mixed >> HALF)) & LOW_HALF) & last
    while keys[slot] != ZERO and keys[slot] != position:
        slot = (slot + 1) & last
    return int(slot)


@compiled
def is_live(position: np.uint64, live: Words) -> bool:
    """Tell whether the bit of the position is set; an empty array of bits allows everything."""
    if live.size == 0:
        return True
    index = position & (np.uint64(live.size) * np.uint64(64) - ONE)
    return bool((live[index >> SIX] >> (index & LAST_BIT)) & ONE)


@compiled
def credits_of(position: np.uint64, ledger: tuple[Any, ...], out: Ints) -> None:
    """Write the credits of the position, seven to a word."""
    worth, constant, _ = ledger
    for w in range(out.size):
        total = constant[w]
        rest = position
        for b in range(worth.shape[0]):
            total += worth[b, rest & BYTE, w]
            rest >>= EIGHT
        out[w] = total


@compiled
def affords(own: Ints, ledger: tuple[Any, ...], j: int) -> bool:
    """Tell whether every credit lasts for the jump."""
    for w in range(own.size):  # noqa: SIM110 -- numba compiles no generator
        if (own[w] - ledger[2][j, w]) & LASTS != LASTS:
            return False
    return True


@compiled
def canonical(own: Words, changed: Words, j: int, holes: Ints) -> tuple[np.uint64, np.uint64]:
    """Return the least image of a child, and where its moved peg stands there.

    A symmetric position has several such places; all are returned, as bits.
    """
    least = own[0] ^ changed[0, j]
    places = ONE << np.uint64(holes[0, j])
    for s in range(1, own.size):
        image = own[s] ^ changed[s, j]
        if image < least:
            least = image
            places = ZERO
        if image == least:
            places |= ONE << np.uint64(holes[s, j])
    return least, places


@compiled
def enter(place: int, turns: int, places: np.uint64, total: np.uint64, table: tuple[Any, ...]) -> bool:
    """Enter one way to reach a position: fewest turns, pegs that may have moved last, sequences; tell of an overflow.

    Only the pegs of ways with the fewest turns are kept: a way with one turn more gains nothing by going on with its
    own peg, since from the better way that same jump costs the one turn by which it was better.
    """
    _, best, last, totals = table
    if last[place] == ZERO or turns < best[place]:
        best[place] = turns
        last[place] = places
    elif turns == best[place]:
        last[place] |= places
    before = totals[place]
    if total > ~before:
        return True
    totals[place] = before + total
    return False


@compiled
def grow(  # noqa: PLR0913, PLR0917 -- tables are arguments, so that one compiled function serves every board
    parents: tuple[Any, ...],
    first: int,
    tests: Words,
    images: Words,
    changed: Words,
    holes: Ints,
    live: Words,
    ledger: tuple[Any, ...],
    table: tuple[Any, ...],
    used: int,
) -> tuple[int, int, bool]:
    """Enter the children of the parents from ``first`` on, until the table is two thirds full.

    ``tests[j]`` holds the bits of jump j's three holes, its two pegs and its source. Returns the first parent not
    done, the number of positions in the table, and whether a number of sequences outgrew 64 bits.
    """
    keys = table[0]
    own = np.zeros(images.shape[0], dtype=np.uint64)
    credit = np.zeros(ledger[1].size, dtype=np.int64)
    overflow = False
    for k in range(first, parents[0].size):
        if 3 * (used + tests.shape[0]) > 2 * keys.size:
            return k, used, overflow
        position = parents[0][k]
        look_up(position, images, own)
        credits_of(position, ledger, credit)
        for j in range(tests.shape[0]):
            if position & tests[j, 0] != tests[j, 1] or not affords(credit, ledger, j):
                continue
            least, places = canonical(own, changed, j, holes)
            if not is_live(least, live):
                continue
            place = slot_of(least, keys)
            if keys[place] == ZERO:
                keys[place] = least
                used += 1
            turns = parents[1][k] + (0 if parents[2][k] & tests[j, 2] else 1)
            overflow |= enter(place, turns, places, parents[3][k], table)
    return parents[0].size, used, overflow


@compiled
def rehash(old: tuple[Any, ...], new: tuple[Any, ...]) -> None:
    """Copy a hash table into a larger, empty one."""
    for k in range(old[0].size):
        if old[0][k] != ZERO:
            place = slot_of(old[0][k], new[0])
            new[0][place] = old[0][k]
            new[1][place] = old[1][k]
            new[2][place] = old[2][k]
            new[3][place] = old[3][k]


@compiled
def lift(index: np.uint64, high: Words) -> np.uint64:
    """Return the position of a class from its low bits: ``high[b, v]`` is what value v of byte b adds."""
    position = index
    rest = index
    for b in range(high.shape[0]):
        position ^= high[b, rest & BYTE]
        rest >>= EIGHT
    return position


@compiled
def least_image(own: Words, changed: Words, j: int) -> tuple[np.uint64, int]:
    """Return the least image of a neighbour, and how many of its images are equal to it."""
    least = own[0] ^ changed[0, j]
    equal = 1
    for s in range(1, own.size):
        image = own[s] ^ changed[s, j]
        if image < least:
            least = image
            equal = 0
        if image == least:
            equal += 1
    return least, equal


@compiled
def flood(  # noqa: PLR0913, PLR0917 -- tables are arguments, so that one compiled function serves every board
    front: NDArray[np.uint32],
    first: int,
    tests: Words,
    images: Words,
    changed: Words,
    lifting: tuple[Any, ...],
    ledger: tuple[Any, ...],
    live: Words,
    after: NDArray[np.uint32],
) -> tuple[int, int, int]:
    """Mark every position one jump *before* the front, the least of its images for all, and write it.

    Returns the first member of the front that there was no room for, how many positions were written, and how many
    they are with their images.
    """
    made = everyone = 0
    low = np.uint64(live.size) * np.uint64(64) - ONE
    own = np.zeros(images.shape[0], dtype=np.uint64)
    credit = np.zeros(ledger[1].size, dtype=np.int64)
    for k in range(first, front.size):
        if made + tests.shape[0] > after.size:
            return k, made, everyone
        position = lift(np.uint64(front[k]), lifting[0]) ^ lifting[1]
        look_up(position, images, own)
        credits_of(position, ledger, credit)
        for j in range(tests.shape[0]):
            # Taken back, a jump needs a peg on its target alone, and then changes the same three holes.
            if position & tests[j, 0] != tests[j, 0] ^ tests[j, 1] or not affords(credit, ledger, j):
                continue
            least, equal = least_image(own, changed, j)
            if is_live(least, live):
                continue
            index = least & low
            live[index >> SIX] |= ONE << (index & LAST_BIT)
            after[made] = np.uint32(index)
            made += 1
            everyone += own.size // equal
    return front.size, made, everyone
