"""The positions of a game, layer by layer: how the enumeration kernels are driven, on one thread or several.

A layer holds the positions after the same number of jumps, so layers never overlap, and a position's pegs tell its
layer.

>>> from hoyle.games.pegs import game
>>> triangle = game("triangle")
>>> codec = Codec.of(triangle.board, triangle.start())
>>> [layer.size for layer in enumerate_layers(codec)][:6]
[1, 1, 4, 19, 62, 149]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from hoyle.game import HoyleError
from hoyle.games.pegs.count.codec import Codec

Array: TypeAlias = npt.NDArray[Any]
T = TypeVar("T")
R = TypeVar("R")

SLICE: Final = 1 << 14
"""How many keys make one piece of work; many small pieces keep all threads busy."""
FLOOD: Final = 16
"""How many pieces of a flood a thread works on at a time."""
ROOM: Final = 1 << 20
PARTS: Final = 12
"""How many of a key's bits decide where it is worked on."""
GIBIBYTE: Final = 1 << 30
MEMORY: Final = 4 * GIBIBYTE
"""How many bytes a run may use by default."""
NONE: Final = np.empty(0, np.uint64)

Progress: TypeAlias = Callable[[str, int, int, int], None]
"""Called with what is being done, how many layers are done, how many there are at most, and the positions so far."""


class TooLargeError(HoyleError):
    """A run needs more memory, or meets more positions, than it was allowed."""


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def crew(work: Callable[[T], R], pieces: Sequence[T], threads: int) -> list[R]:
    """Return the results of work on each piece, in order, from several threads; kernels release the interpreter's lock."""
    if threads == 1 or len(pieces) <= 1:
        return [work(piece) for piece in pieces]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, pieces))


def slices(parts: Sequence[Array], size: int = SLICE) -> list[Array]:
    """Return arrays cut into pieces of at most a size.

    >>> [piece.tolist() for piece in slices([np.arange(5)], 2)]
    [[0, 1], [2, 3], [4]]
    """
    return [part[begin : begin + size] for part in parts for begin in range(0, len(part), size)]


def distinct(keys: Array) -> Array:
    """Return the different keys in ascending order; much faster on large arrays of words than numpy's own.

    >>> distinct(np.array([3, 1, 3]))
    array([1, 3])
    """
    keys = np.sort(keys)
    fresh: Array = np.concatenate([keys[:1] == keys[:1], keys[1:] != keys[:-1]])
    return keys[fresh]


def places_before(tally: Callable[[int, int, Array], None], blocks: int, threads: int = 1) -> Array:
    """Return how many places there are before each block, and in all; tally counts those of each block into an array.

    >>> places_before(lambda begin, end, counts: counts[begin:end].fill(3), 2)
    array([0, 3, 6], dtype=uint32)
    """
    ranks = np.zeros(blocks + 1, np.uint32)
    step = max(1, -(-blocks // threads))
    crew(lambda begin: tally(begin, min(begin + step, blocks), ranks[1:]), range(0, blocks, step), threads)
    np.cumsum(ranks, out=ranks, dtype=np.uint32)
    return ranks


@dataclass(frozen=True, eq=False)
class KeySet:
    """A set of keys that tells where in it a key stands: a bitmap with a directory, or a sorted array."""

    bits: Array
    ranks: Array
    keys: Array

    @classmethod
    def dense(cls, bits: Array, threads: int = 1) -> KeySet:
        """Return the set of the ones of a bitmap; its keys stay unwritten."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        ranks = places_before(
            lambda begin, end, counts: kernel.tally(bits, begin, end, counts), len(bits) // 2, threads
        )
        return cls(bits, ranks, NONE)

    @classmethod
    def sparse(cls, keys: Array) -> KeySet:
        """Return the set of sorted keys."""
        return cls(NONE, NONE.astype(np.uint32), keys)

    def __len__(self) -> int:
        return int(self.ranks[-1]) if len(self.bits) else len(self.keys)

    def members(self, dtype: np.dtype[Any], threads: int = 1) -> Array:
        """Return the keys in ascending order."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        if not len(self.bits):
            return self.keys
        keys = np.empty(len(self), dtype)
        step = 2 * max(1, -(-len(self.bits) // (16 * threads)))
        pieces = [
            (begin, min(begin + step, len(self.bits)), int(self.ranks[begin // 2]))
            for begin in range(0, len(self.bits), step)
        ]
        crew(lambda piece: kernel.collect(self.bits, piece[0], piece[1], keys, piece[2]), pieces, threads)
        return keys

    def find(self, keys: Array) -> Array:
        """Return where keys stand, and -1 for those that are not in the set."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        places = np.empty(len(keys), np.int64)
        # A set without keys of its own still needs an array of the type of keys.
        members = self.keys if len(self.keys) else np.empty(0, keys.dtype)
        kernel.find(keys, self.bits, self.ranks, members, places)
        return places


def bitmap(codec: Codec) -> Array:
    """Return an empty bitmap with one bit for each key, in pairs of words."""
    return np.zeros(1 << max(1, codec.width - 6), np.uint64)


def bitmap_bytes(codec: Codec) -> int:
    """Return how much memory a bitmap takes, with its directory."""
    return (8 << max(1, codec.width - 6)) + (4 << max(0, codec.width - 7))


def arrange(codec: Codec, keys: Array) -> Array:
    """Return a copy of keys, roughly in ascending order: then most look-ups for their children are where others just were."""
    from hoyle.games.pegs.count import kernel  # numba is imported only when a kernel is asked for

    arranged, parts = np.empty_like(keys), min(codec.width, PARTS)
    kernel.arrange(keys, codec.width - parts, np.zeros((1 << parts) + 1, np.int64), arranged)
    return arranged


def expand(
    codec: Codec, parts: Sequence[Array], seen: Array, *, threads: int = 1, back: bool = False
) -> tuple[list[Array], int]:
    """Return the unseen children (parents, if going back) of keys, and how many keys have none at all.

    Without a bitmap of seen keys, they come sorted in one array.
    """
    work = slices(parts) if threads > 1 else list(parts)
    work.reverse()
    results = crew(lambda _: _drain(codec, work, seen, shared=threads > 1, back=back), range(threads), threads)
    children = [piece for pieces, _ in results for piece in pieces if len(piece)]
    if not len(seen) and children:
        children = [distinct(np.concatenate(children))]
    return children, sum(dead for _, dead in results)


def flood(  # noqa: PLR0913 — three can be left out
    codec: Codec,
    parts: Sequence[Array],
    seen: Array,
    visit: Callable[[Array], object] = len,
    *,
    threads: int = 1,
    back: bool = False,
) -> Iterator[int]:
    """Visit all unseen keys that follow some keys (lead to them, if going back) by any number of jumps.

    Yield how many were visited, piece by piece.  The newest keys are followed first, so few are waiting at a time, however
    many there are.  Threads visit pieces at the same time, and none waits for another before there is no work left.
    """

    def step(batch: list[Array]) -> list[Array]:
        pieces, _ = _drain(codec, batch, seen, shared=threads > 1, back=back)
        for piece in pieces:
            visit(piece)
        return pieces

    waiting, running = slices(parts), set[Future[list[Array]]]()
    with ThreadPoolExecutor(threads) as pool:
        while waiting or running:
            # One batch more than there are threads is ready for the thread that ends first.
            while waiting and len(running) <= threads:
                share = min(FLOOD, -(-len(waiting) // threads))
                running.add(pool.submit(step, waiting[-share:]))
                del waiting[-share:]
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for pieces in (task.result() for task in done):
                yield sum(map(len, pieces))
                waiting += slices(pieces)


def _drain(codec: Codec, work: list[Array], seen: Array, *, shared: bool, back: bool) -> tuple[list[Array], int]:
    """Take pieces of work until none is left."""
    from hoyle.games.pegs.count import kernel  # likewise

    images, gates, changes = codec.tables
    least_room = 2 * max(kernel.BUFFER, 2 * len(changes))
    pieces, dead = list[Array](), 0
    children, filled = np.empty(ROOM, codec.dtype), 0
    flush = partial(arrange, codec) if len(seen) else distinct
    while work:
        try:
            parents = work.pop()
        except IndexError:  # another thread took the last one
            break
        begin = 0
        while begin < len(parents):
            if len(children) - filled < least_room:
                pieces.append(flush(children[:filled]))
                children, filled = np.empty(ROOM, codec.dtype), 0
            begin, count, ends = kernel.expand(
                parents, begin, images, gates, changes, back, seen, shared, children[filled:]
            )
            filled += count
            dead += ends
    return [*pieces, flush(children[:filled])], dead


@dataclass(frozen=True, eq=False)
class Layer:
    """The positions after a number of jumps, up to symmetry, in no order; and how many of them are dead ends."""

    jumps: int
    parts: tuple[Array, ...]
    dead_ends: int

    @property
    def size(self) -> int:
        """How many positions there are."""
        return sum(map(len, self.parts))


def enumerate_layers(
    codec: Codec, *, threads: int = 1, seen: Array | None = None, most: int | None = None
) -> Iterator[Layer]:
    """Yield the layers of a game from its start to its last dead end.

    If a bitmap is given, it is filled; with an empty array, layers are sorted and no bitmap is used.  Raises TooLargeError
    if there are more than ``most`` positions.
    """
    if seen is None:
        seen = bitmap(codec) if bitmap_bytes(codec) <= MEMORY else NONE
    parts = [codec.canonical(codec.encode([codec.start]))[0]]
    if len(seen):
        seen[int(parts[0][0]) >> 6] |= np.uint64(1 << (int(parts[0][0]) & 63))
    jumps = total = 0
    while parts:
        total += sum(map(len, parts))
        if most is not None and total > most:
            raise TooLargeError(f"there are more than {most:,} positions")
        children, dead = expand(codec, parts, seen, threads=threads)
        yield Layer(jumps, tuple(parts), dead)
        parts, jumps = children, jumps + 1
