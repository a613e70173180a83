"""The mechanics of peg solitaire on one machine word: enumeration, counting and look-up, compiled.

Nothing here knows a board. A jump and its reverse change the same three holes, a *line* (end, middle, end); the positions
of one game differ by sums mod 2 of lines. So some holes (the *free* ones, in the order of the board) decide the rest, and

    key        bit  r-1 ... 2 1 0        r = rank of the lines over GF(2), bit i = a peg on free hole i
                                         (English board: 29 of 33 holes; the other four follow from the class)
    chunk      bits 8c+7 ... 8c of a key

is a position. Everything looked up for a key is an affine function of it, and so the XOR of one table row for each c; the
constant part is in the rows of chunk 0:

    images [c, chunk, s]         lane s: the key of the s-th mirror image (eight lanes; unused ones hold the identity)
    gates  [c, chunk, 2w]        bit l: there is a peg on the middle of line 64w+l
           [c, chunk, 2w+1]      bit l: the two ends of line 64w+l differ
    changes[line, s]             lane s: what a jump along the line does to image s, to be XORed

A jump is possible where the middle has a peg and the ends differ; it can be taken back where the middle has none and the
ends differ. The *canonical* key of a position is the least of its images.

A set of keys is either a bitmap with a directory (dense) or a sorted array (sparse):

    bits [key >> 6]   bit key & 63             ranks[key >> 7]   how many keys stand before this pair of words

The pegs of 64 neighbouring keys are counted together: the ones in the index of their word count for all of them, the holes
that are not free form a short *tail* (again an XOR of rows), and the rest is a look-up:

    tails [c, chunk]             the tail of the chunk
    masks [tail, pegs]           for a word whose key 0 has that tail, the keys with that many further pegs

Keys are uint32 or uint64 arrays, whichever is wide enough; numba compiles one version of each.
"""

# Tables travel as arguments, a compiled function has no keyword-only ones, and an intrinsic is handed its types.
# ruff: noqa: ARG001, FBT003

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from hoyle import kernels

Array: TypeAlias = npt.NDArray[Any]
Number: TypeAlias = Any  # an int under JIT-less Python, a numpy scalar, or a machine word
Node: TypeAlias = Any  # a piece of numba's or LLVM's, which have no types of their own

ir: Node = vars(cgutils)["ir"]  # LLVM's own module, by way of numba
F = TypeVar("F", bound=Callable[..., Any])

LANES: Final = 8
BOARD, PEG, ROW, LANE, LINE, LEFT, WAY = range(7)  # of a frame of the stack
FRAME: Final = 7
CHUNK: Final = 256
BUFFER: Final = 512
AHEAD: Final = 16

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_SIX: Final = np.uint64(6)
_SEVEN: Final = np.uint64(7)
_EIGHT: Final = np.uint64(8)
_LOW6: Final = np.uint64(63)
_FULL: Final = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_LOW8: Final = np.uint64(255)


compiled = partial(kernels.compiled, nogil=True)
# Without reference counting, which would take as long as the work in functions that are called for every key.
bare = partial(compiled, _nrt=False)


def inlined(function: F) -> F:
    """Return the function compiled into its callers: a call for each key would cost more than the work."""
    return cast("F", cast("Any", njit)(forceinline=True, _nrt=False)(function))


def _pointer(context: Node, builder: Node, kind: Node, array: Node, index: Node) -> Node:
    """Return the address of array[index] in flat order."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [index])


def _vector(builder: Any, pointer: Any, bits: int) -> tuple[Any, Any]:
    """Return the eight lanes at an address, and the address as one of lanes."""
    lanes = ir.VectorType(ir.IntType(bits), LANES)
    place = builder.bitcast(pointer, lanes.as_pointer())
    return builder.load(place, align=bits // 8), place


if vars(config)["DISABLE_JIT"]:  # the same five words in Python, for tests that want to see inside

    def trailing_zeros(word: Node) -> int:
        """Return the place of the lowest one of a word that is not zero."""
        return (int(word) & -int(word)).bit_length() - 1

    def ones(word: Node) -> int:
        """Return how many ones a word has."""
        return int(word).bit_count()

    def prefetch(array: Node, index: Node) -> None:
        """Ask for array[index] ahead of its use."""

    def set_bits(array: Node, index: Node, bits: Node) -> Node:
        """Set bits of one word while other threads may do the same, and return what was there."""
        old = array[index]
        array[index] = old | bits
        return old

    def copy_row(lanes: Node, table: Node, row: Node) -> None:
        """Copy a row of eight of the table (rows numbered through) into the lanes."""
        lanes[:] = table.reshape(-1, LANES)[row]

    def fold_row(lanes: Node, table: Node, row: Node) -> None:
        """XOR a row of eight of the table (rows numbered through) into the lanes."""
        lanes ^= table.reshape(-1, LANES)[row]

    def least(lanes: Node, table: Node, row: Node) -> Node:
        """Return the least lane of lanes XOR a row of the table."""
        return (lanes ^ table.reshape(-1, LANES)[row]).min()

else:

    @intrinsic
    def trailing_zeros(typing: Node, word: Node) -> Node:
        """Return the place of the lowest one of a word that is not zero."""

        def code(_context: Node, builder: Node, _signature: Node, args: Node) -> Node:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), code

    @intrinsic
    def ones(typing: Node, word: Node) -> Node:
        """Return how many ones a word has."""

        def code(_context: Node, builder: Node, _signature: Node, args: Node) -> Node:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), code

    @intrinsic
    def prefetch(typing: Node, array: Node, index: Node) -> Node:
        """Ask for array[index] ahead of its use."""

        def code(context: Node, builder: Node, signature: Node, args: Node) -> Node:
            byte = ir.IntType(8).as_pointer()
            number = ir.IntType(32)
            place = builder.bitcast(_pointer(context, builder, signature.args[0], *args), byte)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            builder.call(function, [place, number(1), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, types.uint64), code

    @intrinsic
    def set_bits(typing: Node, array: Node, index: Node, bits: Node) -> Node:
        """Set bits of one word while other threads may do the same, and return what was there."""

        def code(context: Node, builder: Node, signature: Node, args: Node) -> Node:
            place = _pointer(context, builder, signature.args[0], args[0], args[1])
            return builder.atomic_rmw("or", place, args[2], "monotonic")

        return types.uint64(array, types.uint64, types.uint64), code

    @intrinsic
    def copy_row(typing: Node, lanes: Node, table: Node, row: Node) -> Node:
        """Copy a row of eight of the table (rows numbered through) into the lanes."""

        def code(context: Node, builder: Node, signature: Node, args: Node) -> Node:
            bits = signature.args[0].dtype.bitwidth
            start = builder.mul(args[2], ir.Constant(ir.IntType(64), LANES))
            _, place = _vector(builder, _pointer(context, builder, signature.args[0], args[0], ir.IntType(64)(0)), bits)
            more, _ = _vector(builder, _pointer(context, builder, signature.args[1], args[1], start), bits)
            builder.store(more, place, align=bits // 8)
            return context.get_dummy_value()

        return types.void(lanes, table, types.uint64), code

    @intrinsic
    def fold_row(typing: Node, lanes: Node, table: Node, row: Node) -> Node:
        """XOR a row of eight of the table (rows numbered through) into the lanes."""

        def code(context: Node, builder: Node, signature: Node, args: Node) -> Node:
            bits = signature.args[0].dtype.bitwidth
            start = builder.mul(args[2], ir.Constant(ir.IntType(64), LANES))
            mine, place = _vector(
                builder, _pointer(context, builder, signature.args[0], args[0], ir.IntType(64)(0)), bits
            )
            more, _ = _vector(builder, _pointer(context, builder, signature.args[1], args[1], start), bits)
            builder.store(builder.xor(mine, more), place, align=bits // 8)
            return context.get_dummy_value()

        return types.void(lanes, table, types.uint64), code

    @intrinsic
    def least(typing: Node, lanes: Node, table: Node, row: Node) -> Node:
        """Return the least lane of lanes XOR a row of the table."""

        def code(context: Node, builder: Node, signature: Node, args: Node) -> Node:
            bits = signature.args[0].dtype.bitwidth
            start = builder.mul(args[2], ir.Constant(ir.IntType(64), LANES))
            mine, _ = _vector(builder, _pointer(context, builder, signature.args[0], args[0], ir.IntType(64)(0)), bits)
            more, _ = _vector(builder, _pointer(context, builder, signature.args[1], args[1], start), bits)
            vector = ir.VectorType(ir.IntType(bits), LANES)
            kind = ir.FunctionType(ir.IntType(bits), [vector])
            name = f"llvm.vector.reduce.umin.v{LANES}i{bits}"
            reduce = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            return builder.call(reduce, [builder.xor(mine, more)])

        return lanes.dtype(lanes, table, types.uint64), code


@inlined
def mirror(key: Number, images: Array, lanes: Array) -> None:
    """Fill the lanes with the images of a key."""
    copy_row(lanes, images, key & _LOW8)
    for chunk in range(1, images.shape[0]):
        key = key >> _EIGHT
        fold_row(lanes, images, np.uint64(chunk * CHUNK) + (key & _LOW8))


@inlined
def lines_open(key: Number, gates: Array, word: Number, back: bool) -> Number:
    """Return the lines of one word along which a jump is possible, or can be taken back."""
    column = np.uint64(2 * word)
    middle = gates[_ZERO, key & _LOW8, column]
    differ = gates[_ZERO, key & _LOW8, column + _ONE]
    for chunk in range(1, gates.shape[0]):
        key = key >> _EIGHT
        middle ^= gates[np.uint64(chunk), key & _LOW8, column]
        differ ^= gates[np.uint64(chunk), key & _LOW8, column + _ONE]
    return (~middle if back else middle) & differ


@inlined
def rank(key: Number, bits: Array, ranks: Array) -> Number:
    """Return how many keys of a bitmap stand before this one; the first word of the pair counts for keys of the second."""
    word = key >> _SIX
    below = (_ONE << (key & _LOW6)) - _ONE
    pair = _FULL if word & _ONE else _ZERO
    return np.int64(ranks[key >> _SEVEN]) + ones(bits[word] & below) + ones(bits[word & ~_ONE] & pair)


@inlined
def search(key: Number, keys: Array) -> Number:
    """Return where a key stands among sorted ones, or -1."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if np.uint64(keys[middle]) < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and np.uint64(keys[low]) == key else -1


@inlined
def locate(key: Number, bits: Array, ranks: Array, keys: Array) -> Number:
    """Return where a key stands in a set, or -1; without a bitmap the sorted keys are searched."""
    if len(bits) == 0:
        return search(key, keys)
    return rank(key, bits, ranks) if (bits[key >> _SIX] >> (key & _LOW6)) & _ONE else -1


@bare
def offspring(
    parents: Array,
    begin: Number,
    images: Array,
    gates: Array,
    changes: Array,
    back: bool,
    seen: Array,
    lanes: Array,
    buffer: Array,
    stops: Array,
) -> tuple[Number, Number]:
    """Fill the buffer with as many canonical children (parents, if going back) of the next keys as fit.

    Return the next key and how many children there are; those of the i-th key end at stops[i].
    """
    room = len(buffer) - len(changes)
    filled = done = 0
    while begin < len(parents) and filled <= room and done < len(stops):
        key = np.uint64(parents[begin])
        mirror(key, images, lanes)
        for word in range(gates.shape[2] // 2):
            left = lines_open(key, gates, word, back)
            while left != _ZERO:
                child = least(lanes, changes, np.uint64(64 * word + trailing_zeros(left)))
                prefetch(seen, np.uint64(child) >> _SIX)
                buffer[filled] = child
                filled += 1
                left &= left - _ONE
        stops[done] = filled
        done += 1
        begin += 1
    return begin, filled


@bare
def sift(buffer: Array, filled: Number, seen: Array, shared: bool, children: Array, count: Number) -> Number:
    """Append the keys of the buffer that were not seen yet, and return the new number of children."""
    if len(seen) == 0:
        # A loop, because assigning a slice takes three times as long to compile.
        for i in range(filled):
            children[count + i] = buffer[i]
        return count + filled
    for i in range(filled):
        word = np.uint64(buffer[i]) >> _SIX
        bit = _ONE << (np.uint64(buffer[i]) & _LOW6)
        old = seen[word]
        if not shared:
            seen[word] = old | bit
        elif old & bit == _ZERO:
            old = set_bits(seen, word, bit)
        children[count] = buffer[i]
        count += old & bit == _ZERO
    return count


@compiled
def expand(
    parents: Array,
    begin: Number,
    images: Array,
    gates: Array,
    changes: Array,
    back: bool,
    seen: Array,
    shared: bool,
    children: Array,
) -> tuple[Number, Number, Number]:
    """Append unseen children while there is room; return the next parent, how many children, how many dead ends."""
    lanes = np.empty(LANES, parents.dtype)
    buffer = np.empty(max(BUFFER, 2 * len(changes)), parents.dtype)
    stops = np.empty(BUFFER, np.int64)
    count = dead = 0
    while begin < len(parents) and count + len(buffer) <= len(children):
        first = begin
        begin, filled = offspring(parents, begin, images, gates, changes, back, seen, lanes, buffer, stops)
        before = 0
        for i in range(begin - first):
            dead += stops[i] == before
            before = stops[i]
        count = sift(buffer, filled, seen, shared, children, count)
    return begin, count, dead


@compiled
def arrange(keys: Array, shift: Number, places: Array, arranged: Array) -> None:
    """Copy keys in the order of their highest bits, those beyond a shift: neighbours then have their children close together."""
    for i in range(len(keys)):
        places[1 + (np.uint64(keys[i]) >> np.uint64(shift))] += 1
    for i in range(1, len(places)):
        places[i] += places[i - 1]
    for i in range(len(keys)):
        part = np.uint64(keys[i]) >> np.uint64(shift)
        arranged[places[part]] = keys[i]
        places[part] += 1


@compiled
def tally(bits: Array, begin: Number, end: Number, counts: Array) -> None:
    """Count the keys of each pair of words from one pair to another."""
    for pair in range(begin, end):
        counts[pair] = ones(bits[2 * pair]) + ones(bits[2 * pair + 1])


@compiled
def collect(bits: Array, begin: Number, end: Number, keys: Array, at: Number) -> None:
    """Write the keys of a bitmap between two words in ascending order from keys[at] on."""
    for word in range(begin, end):
        left = bits[word]
        while left != _ZERO:
            keys[at] = np.uint64(64 * word + trailing_zeros(left))
            at += 1
            left &= left - _ONE


@compiled
def collect_layer(
    bits: Array, begin: Number, end: Number, tails: Array, masks: Array, pegs: Number, keys: Array
) -> tuple[Number, Number]:
    """Write the keys of a bitmap that stand for a number of pegs, in ascending order, while there is room.

    Return the next word and how many keys there are.
    """
    count = 0
    while begin < end and count + 64 <= len(keys):
        left = bits[begin]
        rest = pegs - ones(np.uint64(begin))
        if left != _ZERO and 0 <= rest < masks.shape[1]:
            key = np.uint64(begin) << _SIX
            tail = tails[_ZERO, key & _LOW8]
            for chunk in range(1, tails.shape[0]):
                key = key >> _EIGHT
                tail ^= tails[np.uint64(chunk), key & _LOW8]
            left &= masks[tail, rest]
            while left != _ZERO:
                keys[count] = np.uint64(64 * begin + trailing_zeros(left))
                count += 1
                left &= left - _ONE
        begin += 1
    return begin, count


@compiled
def collect_dead_ends(bits: Array, begin: Number, end: Number, gates: Array, keys: Array) -> tuple[Number, Number]:
    """Write the keys of a bitmap from which there is no jump, in ascending order, while there is room.

    Return the next word and how many keys there are.
    """
    count = 0
    while begin < end and count + 64 <= len(keys):
        left = bits[begin]
        while left != _ZERO:
            key = np.uint64(64 * begin + trailing_zeros(left))
            jumps = _ZERO
            for word in range(gates.shape[2] // 2):
                jumps |= lines_open(key, gates, word, False)
            if jumps == _ZERO:
                keys[count] = key
                count += 1
            left &= left - _ONE
        begin += 1
    return begin, count


@compiled
def find(keys: Array, bits: Array, ranks: Array, members: Array, places: Array) -> None:
    """Write where each key stands in a set, or -1."""
    for i in range(len(keys)):
        places[i] = locate(np.uint64(keys[i]), bits, ranks, members)


@compiled
def note(bits: Array, ranks: Array, values: Array, value: Number, keys: Array) -> None:
    """Write a value for each of some keys of a bitmap, at its place."""
    for i in range(len(keys)):
        ahead = np.uint64(keys[min(i + AHEAD, len(keys) - 1)])
        prefetch(bits, ahead >> _SIX)
        prefetch(ranks, ahead >> _SEVEN)
        values[rank(np.uint64(keys[i]), bits, ranks)] = value


@compiled
def pick(bits: Array, ranks: Array, values: Array, value: Number, picked: Array, begin: Number, end: Number) -> None:
    """Write from one pair of words to another the bitmap of those keys that have a value at their place."""
    place = np.int64(ranks[begin // 2])
    for word in range(begin, end):
        left, chosen = bits[word], _ZERO
        while left != _ZERO:
            rest = left & (left - _ONE)
            chosen |= (left ^ rest) * np.uint64(values[place] == value)
            place += 1
            left = rest
        picked[word] = chosen


@compiled
def seek(
    buffer: Array,
    stops: Array,
    done: Number,
    bits: Array,
    ranks: Array,
    members: Array,
    rows: Array,
    width: Number,
    owners: Array,
    places: Array,
) -> Number:
    """Find the children of a buffer in a set, and return how many are there: whose child each is, and its place.

    The rows of these places are prefetched.  Children that are not there are skipped without a branch.
    """
    found: Number = 0
    at = 0
    for owner in range(done):
        while at < stops[owner]:
            key = np.uint64(buffer[at])
            owners[found] = owner
            if len(bits) == 0:
                places[found] = search(key, members)
                found += places[found] >= 0
            else:
                buffer[found] = buffer[at]
                found += np.int64((bits[key >> _SIX] >> (key & _LOW6)) & _ONE)
            at += 1
    if len(bits) != 0:
        for i in range(found):
            prefetch(ranks, np.uint64(buffer[i]) >> _SEVEN)
    for i in range(found):
        if len(bits) != 0:
            places[i] = rank(np.uint64(buffer[i]), bits, ranks)
        prefetch(rows, np.uint64(places[i] * width))
    return found


@compiled
def measure(
    keys: Array, begin: Number, end: Number, images: Array, gates: Array, order: Number, lanes: Array, sizes: Array
) -> None:
    """Write for keys from one to another how many positions they stand for and how many jumps each has."""
    for i in range(begin, end):
        key = np.uint64(keys[i])
        mirror(key, images, lanes)
        fixed = order - LANES
        for lane in range(LANES):
            fixed += np.uint64(lanes[lane]) == key
        jumps = 0
        for word in range(gates.shape[2] // 2):
            jumps += ones(lines_open(key, gates, word, False))
        sizes[i - begin, 0] = order // fixed
        sizes[i - begin, 1] = jumps


@compiled
def inherit(
    keys: Array,
    images: Array,
    gates: Array,
    changes: Array,
    order: Number,
    bits: Array,
    ranks: Array,
    members: Array,
    old_counts: Array,
    old_chances: Array,
    counts: Array,
    chances: Array,
    totals: Array,
    mass: Array,
) -> None:
    """Count the ways to each key of a layer from those to the layer before it.

    A row of counts and chances is one piece of memory, looked at as uint64 and as float64: the number of ways as two
    words (low, high), the chance that a random game passes, and that chance divided by the number of jumps.
    Totals are: positions without symmetry, dead ends, dead ends without symmetry, games that end here (low, high), jump
    sequences that lead here (low, high); mass is the chance that a random game ends here.
    """
    lanes = np.empty(LANES, keys.dtype)
    buffer = np.empty(max(BUFFER, 2 * len(changes)), keys.dtype)
    places = np.empty(len(buffer), np.int64)
    owners = np.empty(len(buffer), np.int64)
    stops = np.empty(BUFFER, np.int64)
    sizes = np.empty((len(stops), 2), np.int64)
    begin = 0
    while begin < len(keys):
        first = begin
        begin, _ = offspring(keys, begin, images, gates, changes, True, bits, lanes, buffer, stops)
        found = seek(buffer, stops, begin - first, bits, ranks, members, old_counts, 4, owners, places)
        measure(keys, first, begin, images, gates, order, lanes, sizes)
        for i in range(first, begin):
            counts[i, 0] = counts[i, 1] = _ZERO
            chances[i, 2] = 0.0
        for i in range(found):
            mine, place = first + owners[i], places[i]
            low = counts[mine, 0] + old_counts[place, 0]
            counts[mine, 1] += old_counts[place, 1] + np.uint64(low < old_counts[place, 0])
            counts[mine, 0] = low
            chances[mine, 2] += old_chances[place, 3]
        for i in range(first, begin):
            chances[i, 3] = chances[i, 2] / max(sizes[i - first, 1], 1)
            settle(counts[i, 0], counts[i, 1], chances[i, 2], sizes[i - first], totals, mass)


@inlined
def settle(low: Number, high: Number, chance: Number, sizes: Array, totals: Array, mass: Array) -> None:
    """Add one position to the totals of its layer."""
    totals[0] += np.uint64(sizes[0])
    dead = np.uint64(sizes[1] == 0)
    totals[1] += dead
    totals[2] += dead * np.uint64(sizes[0])
    mass[0] += chance * sizes[0] * (sizes[1] == 0)
    for _ in range(sizes[0]):
        totals[5] += low
        totals[6] += high + np.uint64(totals[5] < low)
        totals[3] += dead * low
        totals[4] += dead * (high + np.uint64(totals[3] < low))


@compiled
def fewest(
    keys: Array,
    images: Array,
    gates: Array,
    changes: Array,
    bits: Array,
    ranks: Array,
    members: Array,
    pegs: Number,
    best: Array,
) -> None:
    """Write the fewest pegs that can be left for keys with a number of pegs, when those with one peg fewer are known."""
    lanes = np.empty(LANES, keys.dtype)
    buffer = np.empty(max(BUFFER, 2 * len(changes)), keys.dtype)
    places = np.empty(len(buffer), np.int64)
    owners = np.empty(len(buffer), np.int64)
    stops = np.empty(BUFFER, np.int64)
    left = np.empty(len(stops), np.int64)
    begin = 0
    while begin < len(keys):
        first = begin
        begin, _ = offspring(keys, begin, images, gates, changes, False, bits, lanes, buffer, stops)
        found = seek(buffer, stops, begin - first, bits, ranks, members, best, 1, owners, places)
        for i in range(begin - first):
            left[i] = pegs
        for i in range(found):
            left[owners[i]] = min(left[owners[i]], np.int64(best[places[i]]))
        for i in range(first, begin):
            best[locate(np.uint64(keys[i]), bits, ranks, members)] = left[i - first]


@compiled
def tally_wins(best: Array, begin: Number, end: Number, counts: Array) -> None:
    """Count the places that can be won in each block of 64 from one block to another."""
    for block in range(begin, end):
        won = 0
        for place in range(64 * block, min(64 * block + 64, len(best))):
            won += best[place] == 1
        counts[block] = won


@compiled
def won_before(place: Number, best: Array, wins: Array) -> Number:
    """Return how many places that can be won stand before this one."""
    before = np.int64(wins[place >> 6])
    for other in range(place & ~63, place):
        before += best[other] == 1
    return before


@compiled
def look_up(places: Array, best: Array, wins: Array, turns: Array, fewest: Array, rows: Array) -> None:
    """Write for each place that is not -1 the fewest pegs, and the row of its turns if it can be won."""
    for i in range(len(places)):
        if places[i] >= 0:
            fewest[i] = best[places[i]]
            if fewest[i] == 1:
                row = won_before(places[i], best, wins)
                for goal in range(turns.shape[1]):
                    rows[i, goal] = turns[row, goal]


@inlined
def lane_of(child: Number, lanes: Array, changes: Array, line: Number) -> Number:
    """Return which image of the child along a line is its canonical key."""
    lane = 0
    # All eight are compared: where a loop may stop early, the processor guesses, and here it often guesses wrong.
    for other in range(LANES):
        lane = other if lanes[other] ^ changes[line, other] == child else lane
    return lane


@bare
def leads(start: Node, geometry: Node, won: Node, turns: Array, lanes: Array, stack: Array) -> Number:
    """Return those of some goals, as bits, to which a line with the fewest turns may begin with one peg of a board.

    A line that continues with the same peg saves one turn, and no line can save more.  So only the jumps of that peg are
    followed, however long its chain, and only while the rest takes as many turns.  The stack has a frame for each jump
    of the chain, because numba cannot keep functions that call themselves; the lanes are those of its last board.
    """
    _, changes, _, _, reach, goals = geometry
    push(stack, 0, start)
    depth = 0
    while True:
        board, peg, row, lane = np.uint64(stack[depth, BOARD]), stack[depth, PEG], stack[depth, ROW], stack[depth, LANE]
        left, way = stack[depth, LEFT], stack[depth, WAY]
        if left and way < reach.shape[1]:
            stack[depth, WAY] += 1
            line, over, target = reach[peg, way]
            if line >= 0 and (board >> np.uint64(over)) & ~(board >> np.uint64(target)) & _ONE:
                child = least(lanes, changes, np.uint64(line))
                after = locate(np.uint64(child), won[0], won[1], won[2])
                if after >= 0:
                    other = lane_of(child, lanes, changes, line)
                    left &= ~level(turns, row, goals[lane], after, goals[other], 1)
                    even = left & level(turns, row, goals[lane], after, goals[other], 0)
                    # The next frame gives back the goals that it does not find.
                    stack[depth, LEFT] = left & ~even
                    if even:
                        fold_row(lanes, changes, np.uint64(line))
                        depth += 1
                        push(stack, depth, (board ^ bits_of(peg, over, target), target, after, other, line, even))
        elif depth == 0:
            return start[LEFT] & ~left
        else:
            fold_row(lanes, changes, np.uint64(stack[depth, LINE]))
            depth -= 1
            stack[depth, LEFT] |= left


@inlined
def push(stack: Array, depth: Number, start: Node) -> None:
    """Begin a frame."""
    stack[depth, BOARD] = np.int64(start[BOARD])
    stack[depth, PEG] = start[PEG]
    stack[depth, ROW] = start[ROW]
    stack[depth, LANE] = start[LANE]
    stack[depth, LINE] = start[LINE]
    stack[depth, LEFT] = start[LEFT]
    stack[depth, WAY] = 0


@inlined
def bits_of(first: Number, over: Number, second: Number) -> Number:
    """Return the bits of three holes."""
    return _ONE << np.uint64(first) | _ONE << np.uint64(over) | _ONE << np.uint64(second)


@inlined
def level(turns: Array, row: Number, goals: Array, after: Number, others: Array, fewer: Number) -> Number:
    """Return the goals, as bits, to which a position after a jump takes a number of turns fewer than the one before."""
    mask: Number = 0
    for goal in range(turns.shape[1]):
        rest = np.int64(turns[after, others[goal]])
        mask |= np.int64((rest > 0) & (rest + fewer == turns[row, goals[goal]])) << goal
    return mask


@bare
def count_turns(keys: Array, gates: Array, geometry: Node, won: Node, turns: Array, pads: Node, stack: Array) -> None:
    """Write for each key that can be won and each goal one more than the fewest turns to it (0: out of reach).

    The keys that can be won are a set, and the place of a key in it is its row of turns.  The goals of a child are those
    of its canonical image: goal g is goals[lane, g] there.  A jump by the peg that the rest of the line begins with
    belongs to the same turn.  Several keys are handled together, so that prefetched rows have time to arrive.
    """
    images, changes, rows, _, _, _ = geometry
    lanes, children, ways, _, places, stops = pads
    begin: Number = 0
    while begin < len(keys):
        first, filled = begin, 0
        while begin < len(keys) and begin - first < len(stops) and filled + len(changes) <= len(children):
            filled = list_children(
                np.uint64(keys[begin]), images, gates, changes, won[0], lanes, children, ways, filled
            )
            stops[begin - first] = filled
            begin += 1
        find_rows(children, filled, won, turns, places)
        at = 0
        for i in range(first, begin):
            key = np.uint64(keys[i])
            row = locate(key, won[0], won[1], won[2])
            if row >= 0:
                mirror(key, images, lanes)
                compare(board_of(key, rows), row, at, stops[i - first], geometry, won, turns, pads, stack)
            at = stops[i - first]


@inlined
def compare(
    board: Number,
    row: Number,
    at: Number,
    stop: Number,
    geometry: Node,
    won: Node,
    turns: Array,
    pads: Node,
    stack: Array,
) -> None:
    """Write the fewest turns from a board, given its children and their rows.

    They are those of the best child and one more, unless one of the best children goes on with the same peg.
    """
    _, changes, _, lines, _, goals = geometry
    lanes, children, ways, sides, places, _ = pads
    for j in range(at, stop):
        if places[j] >= 0:
            sides[j] = lane_of(children[j], lanes, changes, ways[j])
            for goal in range(turns.shape[1]):
                # As a byte, 0 becomes more than any number of turns when 1 or 2 is taken from it; a branch would be slower.
                rest = (np.int64(turns[places[j], goals[sides[j], goal]]) - 1) & 255
                turns[row, goal] = (min((np.int64(turns[row, goal]) - 2) & 255, rest) + 2) & 255
    for j in range(at, stop):
        if places[j] >= 0:
            wanted = level(turns, row, goals[0], places[j], goals[sides[j]], 1)
            if wanted:
                one, over, two = lines[ways[j]]
                peg = two if (board >> np.uint64(one)) & _ONE else one
                fold_row(lanes, changes, np.uint64(ways[j]))
                after = board ^ bits_of(one, over, two), peg, places[j], sides[j], ways[j], wanted
                same = leads(after, geometry, won, turns, lanes, stack)
                fold_row(lanes, changes, np.uint64(ways[j]))
                for goal in range(turns.shape[1]):
                    turns[row, goal] -= (same >> goal) & 1


@inlined
def find_rows(keys: Array, count: Number, won: Node, turns: Array, places: Array) -> None:
    """Write where the first keys stand among those that can be won, or -1, and prefetch their turns."""
    bits, ranks, members = won
    if len(bits) == 0:
        for i in range(count):
            places[i] = search(np.uint64(keys[i]), members)
        return
    for i in range(count):
        key = np.uint64(keys[i])
        places[i] = np.int64((bits[key >> _SIX] >> (key & _LOW6)) & _ONE) - 1
        if places[i] == 0:
            prefetch(ranks, key >> _SEVEN)
    for i in range(count):
        if places[i] == 0:
            places[i] = rank(np.uint64(keys[i]), bits, ranks)
            prefetch(turns, np.uint64(places[i] * turns.shape[1]))


@inlined
def list_children(
    key: Number,
    images: Array,
    gates: Array,
    changes: Array,
    asked: Array,
    lanes: Array,
    children: Array,
    ways: Array,
    filled: Number,
) -> Number:
    """Append the canonical children of a key and the lines that lead to them, and return how many there are then.

    Their words in a bitmap are prefetched.
    """
    mirror(key, images, lanes)
    for word in range(gates.shape[2] // 2):
        left = lines_open(key, gates, word, False)
        while left != _ZERO:
            ways[filled] = 64 * word + trailing_zeros(left)
            children[filled] = least(lanes, changes, np.uint64(ways[filled]))
            prefetch(asked, np.uint64(children[filled]) >> _SIX)
            filled += 1
            left &= left - _ONE
    return filled


@inlined
def board_of(key: Number, rows: Array) -> Number:
    """Return the board of a key; rows[c, chunk] is the part of the board that the chunk of the key stands for."""
    board = _ZERO
    for chunk in range(rows.shape[0]):
        board ^= rows[np.uint64(chunk), key & _LOW8]
        key = key >> _EIGHT
    return board


@compiled
def encode(boards: Array, columns: Array, keys: Array) -> None:
    """Write the keys of boards; columns[c, chunk] is the key of the chunk at the board's bits 8c+7 ... 8c."""
    for i in range(len(boards)):
        board = np.uint64(boards[i])
        key = _ZERO
        for chunk in range(columns.shape[0]):
            key ^= columns[np.uint64(chunk), board & _LOW8]
            board = board >> _EIGHT
        keys[i] = key


@compiled
def decode(keys: Array, rows: Array, boards: Array) -> None:
    """Write the boards of keys."""
    for i in range(len(keys)):
        boards[i] = board_of(np.uint64(keys[i]), rows)


@compiled
def count_pegs(keys: Array, rows: Array, pegs: Array) -> None:
    """Write how many pegs each key stands for."""
    for i in range(len(keys)):
        pegs[i] = ones(board_of(np.uint64(keys[i]), rows))


@compiled
def canonical(keys: Array, images: Array, least_keys: Array, where: Array) -> None:
    """Write the least image of each key and which image it is."""
    lanes = np.empty(LANES, keys.dtype)
    for i in range(len(keys)):
        mirror(np.uint64(keys[i]), images, lanes)
        best, lane = lanes[0], 0
        for other in range(1, LANES):
            if lanes[other] < best:
                best, lane = lanes[other], other
        least_keys[i] = best
        where[i] = lane
