"""Compiled mechanics of the exact searches, for boards of one word.

There are no rules here. The holes are numbers, a jump is a row (source, over, target) of a table that the caller fills
from the rules, and so are the symmetries. A position is a set of bits::

    bit     63 ... 5 4 3 2 1 0
    hole    63 ... 5 4 3 2 1 0      1: a peg, 0: an empty hole or no hole

The caller may number the holes so that those whose contents follow from the others (by the position class) come last:
then the low bits of a position are a perfect hash of its class, and the set of all positions that can still win is one
array of bits.

The images of a position under the symmetries come from a table: ``images[s, b, v]`` is what symmetry s makes of value
v in byte b. A child's images are its parent's images with ``changed[s, j]`` exchanged, which saves looking them up.

A pagoda function gives a position a credit that no jump can raise and that must not fall below zero. Seven credits
stand in one signed word, each in a byte whose upper bit is set as long as the credit lasts::

    bit     63 ... 56   55 54 ... 48   ...   7 6 ... 0
    lane       --        1 credit 6    ...   1 credit 0

A ledger is three tables: what each byte of a position is worth, what is added to it, and the price of every jump.

A toll is what a position at least has to lose by a pagoda function, read off the parities of some sets of its pegs: a
number with one bit for each set looks the toll up in a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hoyle.kernels import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Ints = NDArray[np.int64]

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
BYTE: Final = np.uint64(255)
EIGHT: Final = np.uint64(8)
SIX: Final = np.uint64(6)
LAST_BIT: Final = np.uint64(63)
HALF: Final = np.uint64(32)
LOW_HALF: Final = np.uint64(0xFFFFFFFF)
# Children are looked up in batches: a loop of nothing but look-ups lets the memory work on many at a time.
BATCH: Final = 1024
WAYS: Final = np.uint64(62)
MOST_WAYS: Final = np.uint64((1 << 62) - 1)
LASTS: Final = np.int64(0x80808080808080)
# Two odd 32-bit factors: a product of halves fits a word, so hashing never overflows (which NumPy would warn of).
MIX_LOW: Final = np.uint64(0x9E3779B1)
MIX_HIGH: Final = np.uint64(0x85EBCA77)


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
def slot_of(position: np.uint64, table: Words) -> int:
    """Return the row of the position in the hash table, or the empty row where it belongs."""
    last = table.shape[0] - 1
    mixed = (position & LOW_HALF) * MIX_LOW ^ (position >> HALF) * MIX_HIGH
    slot = np.int64((mixed ^ (mixed >> HALF)) & LOW_HALF) & last
    while table[slot, 0] != ZERO and table[slot, 0] != position:
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
def credits_of(position: np.uint64, worth: Ints, constant: Ints, out: Ints) -> None:
    """Write the credits of the position, seven to a word."""
    for w in range(out.size):
        total = constant[w]
        rest = position
        for b in range(worth.shape[0]):
            total += worth[b, rest & BYTE, w]
            rest >>= EIGHT
        out[w] = total


@compiled
def affords(own: Ints, price: Ints, j: int) -> bool:
    """Tell whether every credit lasts for the jump."""
    for w in range(own.size):  # noqa: SIM110 -- numba compiles no generator
        if (own[w] - price[j, w]) & LASTS != LASTS:
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
def better(turns: np.uint64, places: np.uint64, best: np.uint64, last: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the fewest turns of two ways to reach a position, and the pegs that may have moved last in that many.

    Only the pegs of ways with the fewest turns are kept: a way with one turn more gains nothing by going on with its
    own peg, since from the better way the same jump costs exactly the turn that was saved.
    """
    if last == ZERO or turns < best:
        return turns, places
    if turns == best:
        return turns, last | places
    return best, last


@compiled
def keep_live(batch: Words, count: int, live: Words) -> int:
    """Move the rows whose position is live to the front of the batch; return their number."""
    kept = 0
    for i in range(count):
        lives = is_live(batch[i, 0], live)
        batch[kept, 0] = batch[i, 0]
        batch[kept, 1] = batch[i, 1]
        batch[kept, 2] = batch[i, 2]
        kept += 1 if lives else 0
    return kept


@compiled
def enter(batch: Words, count: int, parents: Words, table: Words) -> int:
    """Enter a batch of children into the table; return how many positions are new."""
    new = 0
    for i in range(count):
        at = slot_of(batch[i, 0], table)
        new += 1 if table[at, 0] == ZERO else 0
        table[at, 0] = batch[i, 0]
        k = batch[i, 2] >> ONE
        turns = parents[k, 1] + (batch[i, 2] & ONE)
        table[at, 1], table[at, 2] = better(turns, batch[i, 1], table[at, 1], table[at, 2])
        table[at, 3] += parents[k, 3]
        table[at, 4] += parents[k, 4] + (table[at, 3] >> WAYS)
        table[at, 3] &= MOST_WAYS
    return new


@compiled
def grow(
    parents: Words,
    first: int,
    tests: Words,
    images: Words,
    changed: Words,
    holes: Ints,
    live: Words,
    ledger: tuple[Any, ...],
    table: Words,
    used: int,
    most: int,
) -> tuple[int, int]:
    """Enter the children of the parents from ``first`` on, until the table is two thirds full or may hold no more.

    ``tests[j]`` holds the bits of jump j's three holes, its two pegs and its source. Parents and table have five
    columns: position, fewest turns, pegs that may have moved last, and the number of sequences in two parts, the
    second counting 2**62. Returns the first parent not done and the number of positions in the table.
    """
    worth, constant, price = ledger
    own = np.zeros(images.shape[0], dtype=np.uint64)
    credit = np.zeros(constant.size, dtype=np.int64)
    batch = np.zeros((BATCH + tests.shape[0], 3), dtype=np.uint64)
    waiting = 0
    for k in range(first, parents.shape[0]):
        if 3 * (used + batch.shape[0]) > 2 * table.shape[0] or used + waiting + tests.shape[0] > most:
            used += enter(batch, keep_live(batch, waiting, live), parents, table)
            waiting = 0
            if 3 * (used + batch.shape[0]) > 2 * table.shape[0] or used + tests.shape[0] > most:
                return k, used
        position = parents[k, 0]
        look_up(position, images, own)
        credits_of(position, worth, constant, credit)
        for j in range(tests.shape[0]):
            if position & tests[j, 0] == tests[j, 1] and affords(credit, price, j):
                batch[waiting, 0], batch[waiting, 1] = canonical(own, changed, j, holes)
                batch[waiting, 2] = np.uint64(2 * k + (0 if parents[k, 2] & tests[j, 2] else 1))
                waiting += 1
        if waiting >= BATCH:
            used += enter(batch, keep_live(batch, waiting, live), parents, table)
            waiting = 0
    return parents.shape[0], used + enter(batch, keep_live(batch, waiting, live), parents, table)


@compiled
def rehash(old: Words, new: Words) -> None:
    """Copy a hash table into a larger, empty one."""
    for k in range(old.shape[0]):
        if old[k, 0] != ZERO:
            new[slot_of(old[k, 0], new)] = old[k]


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
def mark_new(batch: Words, count: int, live: Words, after: NDArray[np.uint32], made: int) -> tuple[int, int]:
    """Mark what is not live yet and write it; return how many positions were written, and their images."""
    low = np.uint64(live.size) * np.uint64(64) - ONE
    images = 0
    for i in range(count):
        if not is_live(batch[i, 0], live):
            index = batch[i, 0] & low
            live[index >> SIX] |= ONE << (index & LAST_BIT)
            after[made] = np.uint32(index)
            made += 1
            images += int(batch[i, 1])
    return made, images


@compiled
def flood(
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
    made = everyone = waiting = 0
    high, offset = lifting
    worth, constant, price = ledger
    own = np.zeros(images.shape[0], dtype=np.uint64)
    credit = np.zeros(constant.size, dtype=np.int64)
    batch = np.zeros((BATCH + tests.shape[0], 2), dtype=np.uint64)
    for k in range(first, front.size + 1):
        if waiting >= BATCH or k == front.size or made + batch.shape[0] > after.size:
            made, more = mark_new(batch, waiting, live, after, made)
            everyone += more
            waiting = 0
            if k == front.size or made + batch.shape[0] > after.size:
                return k, made, everyone
        position = lift(np.uint64(front[k]), high) ^ offset
        look_up(position, images, own)
        credits_of(position, worth, constant, credit)
        for j in range(tests.shape[0]):
            # Taken back, a jump needs a peg on its target alone, and then changes the same three holes.
            if position & tests[j, 0] == tests[j, 0] ^ tests[j, 1] and affords(credit, price, j):
                least, equal = least_image(own, changed, j)
                batch[waiting, 0] = least
                batch[waiting, 1] = np.uint64(own.size // equal)
                waiting += 1
    return front.size, made, everyone


# --- two searches that meet: one word, nothing but positions -----------------------------------------------------


@compiled
def spread(
    front: Words,
    first: int,
    changes: Words,
    patterns: Words,
    ledger: tuple[Any, ...],
    table: Words,
    used: int,
    most: int,
) -> tuple[int, int]:
    """Enter what lies one jump from the front, from ``first`` on, until the table of one column is two thirds full or may hold no more.

    A jump changes the bits ``changes[j]`` where a position shows ``patterns[j]`` in them; so the same kernel goes
    forwards and backwards. Returns the first member of the front not done and the number of positions in the table.
    """
    worth, constant, price = ledger
    credit = np.zeros(constant.size, dtype=np.int64)
    batch = np.zeros(BATCH + changes.size, dtype=np.uint64)
    waiting = 0
    for k in range(first, front.size):
        if 3 * (used + batch.size) > 2 * table.shape[0] or used + waiting + changes.size > most:
            used += settle(batch, waiting, table)
            waiting = 0
            if 3 * (used + batch.size) > 2 * table.shape[0] or used + changes.size > most:
                return k, used
        position = front[k]
        credits_of(position, worth, constant, credit)
        for j in range(changes.size):
            if position & changes[j] == patterns[j] and affords(credit, price, j):
                batch[waiting] = position ^ changes[j]
                waiting += 1
        if waiting >= BATCH:
            used += settle(batch, waiting, table)
            waiting = 0
    return front.size, used + settle(batch, waiting, table)


@compiled
def settle(batch: Words, count: int, table: Words) -> int:
    """Enter a batch of positions into the table of one column; return how many are new."""
    new = 0
    for i in range(count):
        at = slot_of(batch[i], table)
        new += 1 if table[at, 0] == ZERO else 0
        table[at, 0] = batch[i]
    return new


@compiled
def weigh(positions: Words, tolls: tuple[Any, ...], shares: NDArray[np.float64], out: NDArray[np.float64]) -> None:
    """Write what each position can spare after all tolls, by shares, and -1 for one that cannot pay a toll.

    ``worth`` adds up to the credits and ``parity`` toggles to the patterns, byte by byte, one column for each
    function; ``first`` is where the costs of a function's patterns begin.
    """
    worth, constant, parity, costs, first = tolls
    credit = np.zeros(constant.size, dtype=np.int32)
    pattern = np.zeros(constant.size, dtype=np.int32)
    for k in range(positions.size):
        credit[:] = constant
        pattern[:] = 0
        rest = positions[k]
        for b in range(worth.shape[0]):
            for i in range(constant.size):
                credit[i] += worth[b, rest & BYTE, i]
                pattern[i] ^= parity[b, rest & BYTE, i]
            rest >>= EIGHT
        total = 0.0
        for i in range(constant.size):
            spare = credit[i] - costs[first[i] + pattern[i]]
            if spare < 0:
                total = -1.0
                break
            total += spare * shares[i]
        out[k] = total
