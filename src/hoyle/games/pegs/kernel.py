"""The mechanics of peg solitaire on one machine word: enumeration, counting and look-up, compiled.

Nothing here knows a board. A jump and its reverse change the same three holes, a *line* (end, middle, end); the positions
of one game differ by sums mod 2 of lines. So some holes (the *free* ones, in the order of the board) decide the rest, and

    key        bit  r-1 ... 2 1 0        r = rank of the lines over GF(2), bit i = a peg on free hole i
                                         (English board: 29 of 33 holes; the other four follow from the class)
    chunk      bits 8c+7 ... 8c of a key

is a position. All that is asked of a key is an affine function of it, hence the XOR over c of one table row each, and the
constant part stands in the rows of chunk 0:

    images [c, chunk, s]         lane s: the key of the s-th mirror image (eight lanes; the identity fills up)
    gates  [c, chunk, 3w]        bit l: there is a peg on the middle of line 64w+l
           [c, chunk, 3w+1]      bit l: the two ends of line 64w+l differ
           [c, chunk, 3w+2]      bit l: there is a peg on the first end of line 64w+l
    changes[line, s]             lane s: what a jump along the line does to image s, to be XORed

A jump is possible where the middle has a peg and the ends differ, a jump can be taken back where the middle has none and
the ends differ. The *canonical* key of a position is the least of its images.

A set of keys is either a bitmap with a directory (dense) or a sorted array (sparse):

    bits [key >> 6]   bit key & 63             ranks[key >> 9]   how many keys stand before this block of 512 bits

Keys are uint32 or uint64 arrays, whichever is wide enough; numba compiles one version of each.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, njit, types  # type: ignore[import-untyped]
from numba.extending import intrinsic  # type: ignore[import-untyped]

F = TypeVar("F", bound=Callable[..., Any])

LANES: Final = 8
CHUNK: Final = 256
BUFFER: Final = 512

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_SIX: Final = np.uint64(6)
_EIGHT: Final = np.uint64(8)
_NINE: Final = np.uint64(9)
_LOW6: Final = np.uint64(63)
_LOW8: Final = np.uint64(255)
_BLOCK: Final = np.uint64(8)


def compiled(function: F) -> F:
    """Return the function compiled on first call, and kept on disk where there is a place to keep it."""
    try:
        return njit(cache=True, nogil=True)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # numba found no directory it may write to
        return njit(nogil=True)(function)  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """Return the function compiled into its callers: a call for each key would cost more than the work."""
    return njit(forceinline=True)(function)  # type: ignore[no-any-return]


def _pointer(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """Return the address of array[index] in flat order."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [index])


def _vector(builder: Any, pointer: Any, bits: int) -> tuple[Any, Any]:
    """Return the eight lanes at an address, and the address as one of lanes."""
    lanes = ir.VectorType(ir.IntType(bits), LANES)
    place = builder.bitcast(pointer, lanes.as_pointer())
    return builder.load(place, align=bits // 8), place


if config.DISABLE_JIT:  # the same five words in Python, for tests that want to see inside

    def trailing_zeros(word: Any) -> int:
        """Return the place of the lowest one of a word that is not zero."""
        return (int(word) & -int(word)).bit_length() - 1

    def ones(word: Any) -> int:
        """Return how many ones a word has."""
        return int(word).bit_count()

    def prefetch(array: Any, index: Any) -> None:
        """Ask for array[index] ahead of its use."""

    def set_bits(array: Any, index: Any, bits: Any) -> Any:
        """Set bits of one word while other threads may do the same, and return what was there."""
        old = array[index]
        array[index] = old | bits
        return old

    def copy_row(lanes: Any, table: Any, row: Any) -> None:
        """Copy a row of eight of the table (rows numbered through) into the lanes."""
        lanes[:] = table.reshape(-1, LANES)[row]

    def fold_row(lanes: Any, table: Any, row: Any) -> None:
        """XOR a row of eight of the table (rows numbered through) into the lanes."""
        lanes ^= table.reshape(-1, LANES)[row]

    def least(lanes: Any, table: Any, row: Any) -> Any:
        """Return the least lane of lanes XOR a row of the table."""
        return (lanes ^ table.reshape(-1, LANES)[row]).min()

else:

    @intrinsic  # type: ignore[misc]
    def trailing_zeros(typing: Any, word: Any) -> Any:
        """Return the place of the lowest one of a word that is not zero."""

        def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), code

    @intrinsic  # type: ignore[misc]
    def ones(typing: Any, word: Any) -> Any:
        """Return how many ones a word has."""

        def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), code

    @intrinsic  # type: ignore[misc]
    def prefetch(typing: Any, array: Any, index: Any) -> Any:
        """Ask for array[index] ahead of its use."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            byte = ir.IntType(8).as_pointer()
            number = ir.IntType(32)
            place = builder.bitcast(_pointer(context, builder, signature.args[0], *args), byte)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            builder.call(function, [place, number(1), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, types.uint64), code

    @intrinsic  # type: ignore[misc]
    def set_bits(typing: Any, array: Any, index: Any, bits: Any) -> Any:
        """Set bits of one word while other threads may do the same, and return what was there."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = _pointer(context, builder, signature.args[0], args[0], args[1])
            return builder.atomic_rmw("or", place, args[2], "monotonic")

        return types.uint64(array, types.uint64, types.uint64), code

    @intrinsic  # type: ignore[misc]
    def copy_row(typing: Any, lanes: Any, table: Any, row: Any) -> Any:
        """Copy a row of eight of the table (rows numbered through) into the lanes."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            bits = signature.args[0].dtype.bitwidth
            start = builder.mul(args[2], ir.Constant(ir.IntType(64), LANES))
            _, place = _vector(builder, _pointer(context, builder, signature.args[0], args[0], ir.IntType(64)(0)), bits)
            more, _ = _vector(builder, _pointer(context, builder, signature.args[1], args[1], start), bits)
            builder.store(more, place, align=bits // 8)
            return context.get_dummy_value()

        return types.void(lanes, table, types.uint64), code

    @intrinsic  # type: ignore[misc]
    def fold_row(typing: Any, lanes: Any, table: Any, row: Any) -> Any:
        """XOR a row of eight of the table (rows numbered through) into the lanes."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            bits = signature.args[0].dtype.bitwidth
            start = builder.mul(args[2], ir.Constant(ir.IntType(64), LANES))
            mine, place = _vector(builder, _pointer(context, builder, signature.args[0], args[0], ir.IntType(64)(0)), bits)
            more, _ = _vector(builder, _pointer(context, builder, signature.args[1], args[1], start), bits)
            builder.store(builder.xor(mine, more), place, align=bits // 8)
            return context.get_dummy_value()

        return types.void(lanes, table, types.uint64), code

    @intrinsic  # type: ignore[misc]
    def least(typing: Any, lanes: Any, table: Any, row: Any) -> Any:
        """Return the least lane of lanes XOR a row of the table."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
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
def mirror(key, images, lanes):
    """Fill the lanes with the images of a key."""
    copy_row(lanes, images, key & _LOW8)
    for chunk in range(1, images.shape[0]):
        key = key >> _EIGHT
        fold_row(lanes, images, np.uint64(chunk * CHUNK) + (key & _LOW8))


@inlined
def lines_open(key, gates, word, back):
    """Return the lines of one word along which a jump is possible, or can be taken back."""
    column = np.uint64(3 * word)
    middle = gates[_ZERO, key & _LOW8, column]
    differ = gates[_ZERO, key & _LOW8, column + _ONE]
    for chunk in range(np.uint64(1), np.uint64(gates.shape[0])):
        key = key >> _EIGHT
        middle ^= gates[chunk, key & _LOW8, column]
        differ ^= gates[chunk, key & _LOW8, column + _ONE]
    return (~middle if back else middle) & differ


@compiled
def offspring(parents, begin, images, gates, changes, back, seen, lanes, buffer):
    """Fill the buffer with the canonical children of parents from one on; return the next parent, how many, dead ends."""
    room = len(buffer) - len(changes)
    filled = dead = 0
    while begin < len(parents) and filled <= room:
        key = np.uint64(parents[begin])
        before = filled
        mirror(key, images, lanes)
        for word in range(gates.shape[2] // 3):
            left = lines_open(key, gates, word, back)
            while left != _ZERO:
                child = least(lanes, changes, np.uint64(64 * word + trailing_zeros(left)))
                prefetch(seen, np.uint64(child) >> _SIX)
                buffer[filled] = child
                filled += 1
                left &= left - _ONE
        dead += filled == before
        begin += 1
    return begin, filled, dead


@compiled
def expand(parents, begin, images, gates, changes, back, seen, shared, children):
    """Append unseen children while there is room; return the next parent, how many children, how many dead ends."""
    lanes = np.empty(LANES, parents.dtype)
    buffer = np.empty(max(BUFFER, 2 * len(changes)), parents.dtype)
    count = dead = 0
    while begin < len(parents) and count + len(buffer) <= len(children):
        begin, filled, ends = offspring(parents, begin, images, gates, changes, back, seen, lanes, buffer)
        dead += ends
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
    return begin, count, dead
