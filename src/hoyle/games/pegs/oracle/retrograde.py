"""All positions of a game, and then from the last to the first what comes of each.

A large game is a bitmap and nothing else: the positions of a layer are those of the bitmap that have its number of pegs,
so no list of them has to be kept.  A small game on a large board is a list for each layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from hoyle.games.pegs.count.codec import Codec
from hoyle.games.pegs.count.layers import (
    GIBIBYTE,
    NONE,
    ROOM,
    KeySet,
    Progress,
    TooLargeError,
    bitmap,
    bitmap_bytes,
    crew,
    enumerate_layers,
    flood,
    slices,
)
from hoyle.games.pegs.invariant import lowest
from hoyle.games.pegs.oracle.page import Page, wins_before

Array: TypeAlias = npt.NDArray[Any]
R = TypeVar("R")
WORK_SLICE: Final = 1 << 16
LONGEST_TAIL: Final = 8
SHARED: Final = True  # a compiled function has no keyword arguments to say so


class Positions(Protocol):
    """All positions of a game."""

    @property
    def found(self) -> KeySet:
        """The set of their keys."""
        ...

    def each(self, pegs: int, work: Callable[[Array], R]) -> list[R]:
        """Return the results of work on the keys with so many pegs, piece by piece in ascending order."""
        ...


@dataclass(frozen=True, eq=False)
class Listed:
    """Positions as a sorted list for each number of pegs."""

    found: KeySet
    layers: dict[int, Array]
    threads: int

    def each(self, pegs: int, work: Callable[[Array], R]) -> list[R]:
        """Return the results of work on the keys with so many pegs."""
        return crew(work, slices([self.layers[pegs]] if pegs in self.layers else [], WORK_SLICE), self.threads)


@dataclass(frozen=True, eq=False)
class Mapped:
    """Positions as a bitmap."""

    found: KeySet
    codec: Codec
    threads: int

    def each(self, pegs: int, work: Callable[[Array], R]) -> list[R]:
        """Return the results of work on the keys with so many pegs."""
        from hoyle.games.pegs.count import kernel  # numba is imported only when a kernel is asked for

        bits = self.found.bits

        def walk(begin: int) -> list[R]:
            end, results = min(begin + step, len(bits)), list[R]()
            keys = np.empty(ROOM, self.codec.dtype)
            while begin < end:
                begin, count = kernel.collect_layer(bits, begin, end, *self.codec.counters, pegs, keys)
                if count:
                    results.append(work(keys[:count]))
            return results

        # Canonical keys are small ones, so the first words have most of the work: many pieces make it even.
        step = max(1 << 10, len(bits) // 256)
        return [result for results in crew(walk, range(0, len(bits), step), self.threads) for result in results]


@dataclass(frozen=True, eq=False)
class Retrograde:
    """The work on what is known of the positions of a game."""

    codec: Codec
    threads: int
    memory: int
    most: int | None
    progress: Progress | None

    def page(self) -> Page:
        """Return all that is known, or raise TooLargeError."""
        if self._maps:
            positions = self._mapped()
            seen, won = self._winning(positions)
            turns = self._turns(won)
            del won
            best = self._fewest_by_floods(positions, seen, turns)
        else:
            positions = self._listed()
            best = self._fewest(positions)
            keys = positions.found.keys[best == 1]
            turns = self._turns(Listed(KeySet.sparse(keys), positions.layers, self.threads))
        return Page(positions.found, best, wins_before(best, self.threads), turns)

    @property
    def _maps(self) -> bool:
        """Whether a bitmap is worth its memory: where a good part of it may be needed."""
        small = self.most is not None and bitmap_bytes(self.codec) > 16 * self.most
        tail = len(self.codec.board.holes) - self.codec.width
        return not small and tail <= LONGEST_TAIL and bitmap_bytes(self.codec) <= self.memory

    @property
    def _pegs(self) -> int:
        return len(self.codec.start)

    def _tell(self, what: str, done: int, positions: int) -> None:
        if self.progress is not None:
            self.progress(what, done, self._pegs - 1, positions)

    def _afford(self, positions: int, need: int) -> None:
        if self.most is not None and positions > self.most:
            raise TooLargeError(f"there are more than {self.most:,} positions")
        if need > self.memory:
            raise TooLargeError(
                f"{positions:,} positions need about {need / GIBIBYTE:.1f} GiB, "
                f"and {self.memory / GIBIBYTE:.1f} GiB are allowed"
            )

    def _listed(self) -> Listed:
        layers, total = dict[int, Array](), 0
        room = self.memory // (3 * self.codec.dtype.itemsize)
        # A layer that is too much is refused before its children are made, which may be many times as many.
        most = room if self.most is None else min(self.most, room)
        for layer in enumerate_layers(self.codec, threads=self.threads, seen=NONE, most=most):
            total += layer.size
            layers[self._pegs - layer.jumps] = layer.parts[0]
            self._tell("counting positions", layer.jumps, total)
        return Listed(KeySet.sparse(np.sort(np.concatenate(list(layers.values())))), layers, self.threads)

    def _mapped(self) -> Mapped:
        bits = bitmap(self.codec)
        first = self.codec.canonical(self.codec.encode([self.codec.start]))[0]
        bits[int(first[0]) >> 6] |= np.uint64(1 << (int(first[0]) & 63))
        total = 1
        for parts in flood(self.codec, [first], bits, threads=self.threads):
            total += sum(map(len, parts))
            self._tell("counting positions", 0, total)
            self._afford(total, bitmap_bytes(self.codec) + total)
        return Mapped(KeySet.dense(bits, self.threads), self.codec, self.threads)

    def _flood(self, positions: Mapped, pegs: int, seen: Array) -> Iterator[list[Array]]:
        """Yield the positions that can come down to so many pegs and were not seen; others that are not there count as seen."""
        from hoyle.games.pegs.count import kernel  # numba is imported only when a kernel is asked for

        def unseen(keys: Array) -> Array:
            fresh = np.empty_like(keys)
            return fresh[: kernel.sift(keys, len(keys), seen, SHARED, fresh, 0)]

        seeds = [keys for keys in positions.each(pegs, unseen) if len(keys)]
        yield seeds
        yield from flood(self.codec, seeds, seen, threads=self.threads, back=True)

    def _winning(self, positions: Mapped) -> tuple[Array, Mapped]:
        """Return a bitmap of the positions that can be won, and the same as a set."""
        bits = positions.found.bits
        won = np.invert(bits)
        total = 0
        for parts in self._flood(positions, 1, won):
            total += sum(map(len, parts))
            self._tell("looking back", 0, total)
        won &= bits
        return won, Mapped(KeySet.dense(won, self.threads), self.codec, self.threads)

    def _fewest_by_floods(self, positions: Mapped, won: Array, turns: Array) -> Array:
        """Return the fewest pegs that can be left for each place, or the same more slowly where memory is short.

        All that lead to two pegs and not to one, then all that lead to three and not to two, and so on: each position is
        met once, and not once for each jump that leads to it.
        """
        from hoyle.games.pegs.count import kernel  # numba is imported only when a kernel is asked for

        found = positions.found
        held = sum(array.nbytes for array in (found.bits, found.ranks, turns))
        if held + won.nbytes + len(found) > self.memory:
            self._afford(len(found), held + len(found))
            return self._fewest(positions)
        best = np.ones(len(found), np.uint8)
        # In place: a bitmap is most of the memory that there is.
        seen = np.bitwise_xor(won, found.bits, out=won)
        np.invert(seen, out=seen)
        left, pegs = len(found) - len(turns), 1
        while left:
            pegs += 1
            for parts in self._flood(positions, pegs, seen):
                crew(lambda keys, pegs=pegs: kernel.fill(keys, found.bits, found.ranks, pegs, best), parts, self.threads)  # type: ignore[misc]
                left -= sum(map(len, parts))
                self._tell("looking back", 0, len(found) - left)
        return best

    def _fewest(self, positions: Positions) -> Array:
        """Return the fewest pegs that can be left for each place."""
        from hoyle.games.pegs.count import kernel  # numba is imported only when a kernel is asked for

        found, best = positions.found, np.zeros(len(positions.found), np.uint8)
        members = found.keys if not len(found.bits) else np.empty(0, self.codec.dtype)
        for pegs in range(1, self._pegs + 1):
            positions.each(
                pegs,
                lambda keys, pegs=pegs: kernel.fewest(  # type: ignore[misc]
                    keys, *self.codec.tables, found.bits, found.ranks, members, pegs, best
                ),
            )
            self._tell("looking back", pegs - 1, len(best))
        return best

    def _turns(self, won: Positions) -> Array:
        """Return the fewest turns to each goal for each place of the set that can be won."""
        from hoyle.games.pegs.count import kernel  # numba is imported only when a kernel is asked for

        codec, found = self.codec, won.found
        turns = np.zeros((len(found), len(codec.finals)), np.uint8)
        images, gates, changes = codec.tables
        lines = np.array(codec.lines, np.int64)
        geometry = images, changes, codec.rows, codec.reach, codec.carries, codec.goal_lanes
        places = found.bits, found.ranks, found.keys if not len(found.bits) else np.empty(0, codec.dtype)

        def work(keys: Array) -> None:
            mine, later = np.empty((2, kernel.LANES), codec.dtype)
            children, ways = np.empty(len(lines), codec.dtype), np.empty(len(lines), np.int64)
            # A chain has fewer jumps than there are pegs.
            stack = np.empty((self._pegs + 1, 6), np.int64)
            kernel.count_turns(keys, gates, lines, geometry, places, turns, (mine, later, children, ways), stack)

        def last(keys: Array) -> None:
            for place, position in zip(found.find(keys), codec.decode(keys), strict=True):
                turns[place, codec.finals.index(lowest(codec.word(position)))] = 1

        for pegs in range(1, self._pegs + 1) if len(turns) else ():
            won.each(pegs, last if pegs == 1 else work)
            self._tell("counting turns", pegs - 1, len(turns))
        return turns
