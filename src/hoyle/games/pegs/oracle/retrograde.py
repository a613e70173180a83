"""All positions of a game, and then, from the last to the first, what each leads to.

A large game is a bitmap and nothing else: the positions of a layer are those of the bitmap that have its number of pegs,
so no list of them has to be kept.  A small game on a large board is a list for each layer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
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
WORK_SLICE: Final = 1 << 13
STEP: Final = 1 << 16
"""How many words of a bitmap make one piece of work."""
LONGEST_TAIL: Final = 8
MOST_LISTED: Final = 1 << 24
"""Up to this many positions are listed by layers instead of being collected from a bitmap once for each layer."""


class Positions(Protocol):
    """All positions of a game."""

    @property
    def found(self) -> KeySet:
        """The set of their keys."""
        ...

    def each(self, pegs: int, work: Callable[[Array], R]) -> list[R]:
        """Return the results of work on the keys with a number of pegs, piece by piece in ascending order."""
        ...


@dataclass(frozen=True, eq=False)
class Listed:
    """Positions as a sorted list for each number of pegs."""

    found: KeySet
    layers: dict[int, Array]
    threads: int

    def each(self, pegs: int, work: Callable[[Array], R]) -> list[R]:
        """Return the results of work on the keys with a number of pegs."""
        return crew(work, slices([self.layers[pegs]] if pegs in self.layers else [], WORK_SLICE), self.threads)


@dataclass(frozen=True, eq=False)
class Mapped:
    """Positions as a bitmap."""

    found: KeySet
    codec: Codec
    threads: int

    def each(self, pegs: int, work: Callable[[Array], R]) -> list[R]:
        """Return the results of work on the keys with a number of pegs."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        return self._walk(kernel.collect_layer, (*self.codec.counters, pegs), work)

    def dead_ends(self) -> list[Array]:
        """Return the keys from which there is no jump."""
        from hoyle.games.pegs.count import kernel  # likewise

        return self._walk(kernel.collect_dead_ends, (self.codec.tables[1],), np.copy)

    def _walk(
        self, collect: Callable[..., tuple[int, int]], asked: Sequence[Any], work: Callable[[Array], R]
    ) -> list[R]:
        bits = self.found.bits

        def walk(begin: int) -> list[R]:
            end, results = min(begin + step, len(bits)), list[R]()
            keys = np.empty(ROOM, self.codec.dtype)
            while begin < end:
                begin, count = collect(bits, begin, end, *asked, keys)
                if count:
                    results.append(work(keys[:count]))
            return results

        # Canonical keys are small ones, so the first words have most of the work: many pieces make it even.
        step = max(1 << 10, len(bits) // 256)
        return [result for results in crew(walk, range(0, len(bits), step), self.threads) for result in results]


@dataclass(frozen=True, eq=False)
class Retrograde:
    """The work of finding what is known about the positions of a game."""

    codec: Codec
    threads: int
    memory: int
    most: int | None
    progress: Progress | None

    def page(self) -> Page:
        """Return everything that is known, or raise TooLargeError."""
        positions: Mapped | Listed
        if self._maps:
            positions = self._map()
            best, won = self._levels(positions)
            turns = self._turns(self._winnable(won))
        else:
            positions = self._list()
            best = self._fewest(positions)
            keys = positions.found.keys[best == 1]
            turns = self._turns(Listed(KeySet.sparse(keys), positions.layers, self.threads))
        return Page(positions.found, best, wins_before(best, self.threads), turns)

    @property
    def _maps(self) -> bool:
        """Whether a bitmap is worth its memory."""
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

    def _list(self) -> Listed:
        layers, total = dict[int, Array](), 0
        room = self.memory // (3 * self.codec.dtype.itemsize)
        # A layer that is too large is refused before its children are made, which may be many times more.
        most = room if self.most is None else min(self.most, room)
        for layer in enumerate_layers(self.codec, threads=self.threads, seen=NONE, most=most):
            total += layer.size
            layers[self._pegs - layer.jumps] = layer.parts[0]
            self._tell("counting positions", layer.jumps, total)
        return Listed(KeySet.sparse(np.sort(np.concatenate(list(layers.values())))), layers, self.threads)

    def _map(self) -> Mapped:
        bits = bitmap(self.codec)
        first = self.codec.canonical(self.codec.encode([self.codec.start]))[0]
        bits[int(first[0]) >> 6] |= np.uint64(1 << (int(first[0]) & 63))
        total = 1
        for count in flood(self.codec, [first], bits, threads=self.threads):
            total += count
            self._tell("counting positions", 0, total)
            self._afford(total, bitmap_bytes(self.codec) + total)
        return Mapped(KeySet.dense(bits, self.threads), self.codec, self.threads)

    def _levels(self, positions: Mapped) -> tuple[Array, Array]:
        """Return the fewest pegs that can be left for each place, and the bitmap of the positions that can be won.

        A flood back from the dead ends with one peg, through positions that can be reached, finds those that can be won;
        a flood from the dead ends with two pegs, through the rest, finds those that can leave two; and so on.
        """
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        found = positions.found
        self._afford(len(found), 2 * (found.bits.nbytes + found.ranks.nbytes) + len(found))
        dead = np.concatenate(positions.dead_ends())
        pegs_of = np.empty(len(dead), np.uint8)
        kernel.count_pegs(dead, self.codec.rows, pegs_of)
        best, total = np.zeros(len(found), np.uint8), len(dead)
        # Positions that cannot be reached count as seen. No flood meets a dead end: nothing follows it.
        seen = np.empty_like(found.bits)
        self._sweep(lambda part: np.invert(found.bits[part], out=seen[part]), len(seen))
        for pegs in range(1, self._pegs + 1):
            ends, note = dead[pegs_of == pegs], partial(kernel.note, found.bits, found.ranks, best, pegs)
            note(ends)
            total += sum(flood(self.codec, [ends], seen, note, threads=self.threads, back=True))
            self._tell("looking back", pegs - 1, total)
        # By now all are seen, and there is room for another bitmap.
        pick = partial(kernel.pick, found.bits, found.ranks, best, 1, won := seen)
        self._sweep(lambda part: pick(part.start, part.stop), len(won))
        return best, won

    def _sweep(self, work: Callable[[slice], object], words: int) -> None:
        """Do work on each part of a bitmap."""
        crew(work, [slice(begin, min(begin + STEP, words)) for begin in range(0, words, STEP)], self.threads)

    def _winnable(self, bits: Array) -> Positions:
        """Return the positions that can be won, given their bitmap: by layers, unless they are too many."""
        mapped = Mapped(KeySet.dense(bits, self.threads), self.codec, self.threads)
        return mapped if len(mapped.found) > MOST_LISTED else self._by_layers(mapped)

    def _by_layers(self, mapped: Mapped) -> Listed:
        """Return positions with a list of each layer, which saves going through a bitmap for each."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        keys = mapped.found.members(self.codec.dtype, self.threads)
        pegs = np.empty(len(keys), np.uint8)
        kernel.count_pegs(keys, self.codec.rows, pegs)
        order = np.argsort(pegs, kind="stable")
        edges = np.searchsorted(pegs[order], np.arange(self._pegs + 2))
        layers = {count: keys[order[edges[count] : edges[count + 1]]] for count in range(1, self._pegs + 1)}
        return Listed(mapped.found, layers, self.threads)

    def _fewest(self, positions: Listed) -> Array:
        """Return the fewest pegs that can be left for each place."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        found, best = positions.found, np.zeros(len(positions.found), np.uint8)
        self._afford(len(found), len(found))

        def work(keys: Array, pegs: int) -> None:
            kernel.fewest(keys, *self.codec.tables, found.bits, found.ranks, found.keys, pegs, best)

        for pegs in range(1, self._pegs + 1):
            positions.each(pegs, partial(work, pegs=pegs))
            self._tell("looking back", pegs - 1, len(best))
        return best

    def _turns(self, won: Positions) -> Array:
        """Return the fewest turns to each goal for each place of the set that can be won."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        codec, found = self.codec, won.found
        self._afford(len(found), 2 * (found.bits.nbytes + found.ranks.nbytes) + len(found) * len(codec.finals))
        turns = np.zeros((len(found), len(codec.finals)), np.uint8)
        images, gates, changes = codec.tables
        geometry = images, changes, codec.rows, np.array(codec.lines, np.int64), codec.reach, codec.goal_lanes
        places = found.bits, found.ranks, found.keys if not len(found.bits) else np.empty(0, codec.dtype)

        def work(keys: Array) -> None:
            room = max(kernel.BUFFER, len(changes))
            pads = np.empty(kernel.LANES, codec.dtype), np.empty(room, codec.dtype), *np.empty((4, room), np.int64)
            # A chain has fewer jumps than there are pegs.
            stack = np.empty((self._pegs + 1, kernel.FRAME), np.int64)
            kernel.count_turns(keys, gates, geometry, places, turns, pads, stack)

        def last(keys: Array) -> None:
            for place, position in zip(found.find(keys), codec.decode(keys), strict=True):
                turns[place, codec.finals.index(lowest(codec.word(position)))] = 1

        for pegs in range(1, self._pegs + 1) if len(turns) else ():
            won.each(pegs, last if pegs == 1 else work)
            self._tell("counting turns", pegs - 1, len(turns))
        return turns
