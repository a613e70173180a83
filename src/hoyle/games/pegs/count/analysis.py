"""The analysis of one game of peg solitaire: every position, layer by layer, and everything that can be counted.

>>> from hoyle.games.pegs import game
>>> report = analyse(game("triangle"))
>>> report.positions, report.sequences, report.games
(1544, 29760, 568630)
>>> [(", ".join(finish.holes), finish.sequences) for finish in report.finishes]
[('a1', 6816), ('a4, d4', 3408), ('c5', 16128)]

Positions that a symmetry of the start turns into each other count once, except under “distinct”, where each counts;
games and sequences are never reduced by symmetry.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from hoyle.games.pegs.count.codec import Codec
from hoyle.games.pegs.count.layers import (
    GIBIBYTE,
    MEMORY,
    NONE,
    KeySet,
    Progress,
    TooLargeError,
    bitmap,
    bitmap_bytes,
    crew,
    expand,
    processors,
    slices,
)
from hoyle.games.pegs.count.report import Finish, LayerReport, Report
from hoyle.games.pegs.count.spool import Spool
from hoyle.games.pegs.rules import PegSolitaire, Position
from hoyle.grid import name

Array: TypeAlias = npt.NDArray[Any]

SPARSENESS: Final = 14  # if fewer than one key in 2^14 is set, a sorted array is faster to make than a bitmap
CHILDREN: Final = 12  # more children than a position has on average in any large layer
ROW: Final = 4  # words for each position: ways (low, high), chance, chance of each jump
ROW_BYTES: Final = 8 * ROW
WAYS_SLICE: Final = 1 << 16
MOST_HIGH: Final = 1 << 52  # if the upper word of every number of ways is below this, no sum over a layer overflows


def analyse(
    game: PegSolitaire,
    *,
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> Report:
    """Return the report on a game from its start.

    It uses about ``memory`` bytes at most, or raises TooLargeError.  If a folder is given, each layer is kept there, and
    an interrupted run continues where it stopped; when the report is done, the folder is empty again.
    """
    run = _Run(game, Codec.of(game.board, game.start()), threads or processors(), memory, progress)
    if not run.codec.lines or not game.start():
        return run.trivial()
    spool = None if folder is None else Spool(folder, run.codec.fingerprint)
    run.count(spool)
    run.look_back()
    if spool is not None:
        spool.clear()
    return run.report()


@dataclass(eq=False)
class _Stage:
    """One layer with its keys, the set of them, and the ways to each."""

    keys: Array
    found: KeySet
    ways: Array


@dataclass(eq=False)
class _Run:
    """The work on one report."""

    game: PegSolitaire
    codec: Codec
    threads: int
    memory: int
    progress: Progress | None
    rows: list[dict[str, Any]] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    finishes: list[Finish] = field(default_factory=list)
    seen: Array = field(default_factory=lambda: NONE)
    stored: dict[int, Array] = field(default_factory=dict)
    spare: list[Array] = field(default_factory=list)

    def _dense(self, size: int) -> bool:
        """Tell whether the layer after one of this size should be a bitmap: full enough, and small enough for the memory."""
        return size << SPARSENESS >= 1 << self.codec.width and 4 * self._maps <= 3 * self.memory

    @property
    def _maps(self) -> int:
        """The bytes of all bitmaps: two for layers, and one for all positions if there may be a win to look back from."""
        return (3 if self.codec.finals else 2) * bitmap_bytes(self.codec)

    def count(self, spool: Spool | None) -> None:
        """Go through all layers from the start."""
        stage = self._resume(spool) or self._first()
        while True:
            self._tell()
            following = self._next(stage)
            if len(stage.found.bits):
                self.spare.append(stage.found.bits)
            if not len(following.keys):
                break
            stage = following
            if spool is not None:
                spool.save(self.rows, stage.keys, stage.ways)
        self.spare.clear()
        self._finish(stage)

    def _first(self) -> _Stage:
        keys, _ = self.codec.canonical(self.codec.encode([self.codec.start]))
        ways = np.zeros((1, ROW), np.uint64)
        ways[0, 0] = 1
        jumps = sum(1 for _ in self.game.moves(self.game.start()))
        ways.view(np.float64)[0, 2:] = 1.0, 1.0 / max(jumps, 1)
        dead = int(jumps == 0)
        self._keep(keys, [1, dead, dead, dead, 0, 1, 0], float(dead))
        self._remember(keys, NONE)
        return _Stage(keys, KeySet.sparse(keys), ways)

    def _next(self, stage: _Stage) -> _Stage:
        """Return the layer after a stage, counted."""
        self._afford(len(stage.keys), stage)
        if self._dense(len(stage.keys)):
            bits = self.spare.pop() if self.spare else bitmap(self.codec)
            bits[:] = 0
            expand(self.codec, [stage.keys], bits, threads=self.threads)
            found = KeySet.dense(bits, self.threads)
            self._afford(len(found), stage)
            keys = found.members(self.codec.dtype, self.threads)
        else:
            parts, _ = expand(self.codec, [stage.keys], NONE, threads=self.threads)
            self._afford(sum(map(len, parts)), stage)
            keys = parts[0] if parts else np.empty(0, self.codec.dtype)
            found = KeySet.sparse(keys)
        following = _Stage(keys, found, np.empty((len(keys), ROW), np.uint64))
        if len(keys):
            self._inherit(stage, following)
            self._remember(keys, found.bits)
        return following

    def _afford(self, size: int, stage: _Stage) -> None:
        """Refuse a layer of a size that does not fit beside the stage before it."""
        # Without a bitmap, all children of a layer are in memory for a while, repetitions included.
        dense = self._dense(len(stage.keys))
        need = self._maps if dense else len(stage.keys) * CHILDREN * self.codec.dtype.itemsize
        need += (size + len(stage.keys)) * (ROW_BYTES + self.codec.dtype.itemsize)
        need += sum(keys.nbytes for keys in self.stored.values())
        if need > self.memory:
            raise TooLargeError(
                f"{size:,} positions after {len(self.rows)} jumps need about {need / GIBIBYTE:.1f} GiB, "
                f"and {self.memory / GIBIBYTE:.1f} GiB are allowed"
            )

    def _inherit(self, stage: _Stage, following: _Stage) -> None:
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        order = len(self.codec.symmetries)
        old_chances = stage.ways.view(np.float64)
        found = stage.found

        def work(begin: int) -> tuple[Array, Array]:
            keys = following.keys[begin : begin + WAYS_SLICE]
            ways = following.ways[begin : begin + WAYS_SLICE]
            totals, mass = np.zeros(7, np.uint64), np.zeros(1)
            members = stage.keys if not len(found.bits) else stage.keys[:0]
            kernel.inherit(
                keys, *self.codec.tables, order, found.bits, found.ranks, members,
                stage.ways, old_chances, ways, ways.view(np.float64), totals, mass,
            )  # fmt: skip
            return totals, mass

        results = crew(work, range(0, len(following.keys), WAYS_SLICE), self.threads)
        if int(following.ways[:, 1].max()) >= MOST_HIGH:
            raise TooLargeError("there are more ways to a position than 116 bits can count")
        totals = [sum(int(slice_totals[i]) for slice_totals, _ in results) for i in range(7)]
        self._keep(following.keys, totals, float(sum(mass[0] for _, mass in results)))

    def _keep(self, keys: Array, totals: list[int], mass: float) -> None:
        jumps = len(self.rows)
        self.rows.append(
            {
                "jumps": jumps,
                "pegs": len(self.game.start()) - jumps,
                "positions": len(keys),
                "distinct": totals[0],
                "dead_ends": totals[1],
                "distinct_dead_ends": totals[2],
                "games": totals[3] + (totals[4] << 64),
                "sequences": totals[5] + (totals[6] << 64),
                "chance": mass,
            }
        )

    def _remember(self, keys: Array, bits: Array) -> None:
        """Keep which positions can be reached, which looking back needs."""
        if not self.codec.finals:
            return
        if len(bits):
            self.seen = self.seen if len(self.seen) else bitmap(self.codec)
            np.bitwise_or(self.seen, bits, out=self.seen)
        else:
            self.stored[len(self.rows) - 1] = keys

    def _tell(self) -> None:
        if self.progress is not None:
            positions = sum(row["positions"] for row in self.rows)
            self.progress("counting positions", len(self.rows) - 1, len(self.game.start()) - 1, positions)

    def _finish(self, stage: _Stage) -> None:
        """Write down the ends of the games that leave one peg."""
        if self.rows[-1]["pegs"] != 1:
            return
        chances = stage.ways.view(np.float64)
        for position, ways, chance in zip(self.codec.decode(stage.keys), stage.ways, chances[:, 2], strict=True):
            (hole,) = (self.codec.number[square] for square in position)
            orbit = sorted({permutation[hole] for permutation in self.codec.symmetries})
            holes = tuple(name(self.codec.board.squares[place]) for place in orbit)
            self.finishes.append(Finish(holes, int(ways[0]) + (int(ways[1]) << 64), float(chance), ()))
        self.finishes.sort(key=lambda finish: finish.holes)

    def look_back(self) -> None:
        """Count the positions that can still be won, to each finish and to any."""
        ends = {finish.holes: self.codec.encode([self._square(finish.holes[0])]) for finish in self.finishes}
        seeds = {holes: self.codec.canonical(keys)[0] for holes, keys in ends.items()}
        self.finishes = [
            Finish(finish.holes, finish.sequences, finish.chance, self._winning(seeds[finish.holes]))
            for finish in self.finishes
        ]
        if len(seeds) == 1:
            self.won = list(self.finishes[0].winning)
        elif seeds:
            self.won = list(self._winning(np.sort(np.concatenate(list(seeds.values())))))
        else:
            self.won = [0] * len(self.rows)

    def _square(self, hole: str) -> Position:
        return frozenset(square for square in self.codec.board.squares if name(square) == hole)

    def _winning(self, keys: Array) -> tuple[int, ...]:
        return tuple(reversed([sum(map(len, parts)) for parts in self._backwards(keys)]))

    def _backwards(self, keys: Array) -> Iterator[list[Array]]:
        """Yield the positions that lead to keys of the last layer, from the last layer to the first."""
        parts = [keys]
        marked = bitmap(self.codec) if len(self.seen) else NONE
        yield parts
        for jumps in reversed(range(len(self.rows) - 1)):
            before, _ = expand(self.codec, parts, marked, threads=self.threads, back=True)
            kept = self.stored.get(jumps)
            reached = KeySet(self.seen, NONE.astype(np.uint32), NONE) if kept is None else KeySet.sparse(kept)
            parts = crew(partial(_keep_reached, reached), slices(before, WAYS_SLICE), self.threads)
            yield parts

    def _resume(self, spool: Spool | None) -> _Stage | None:
        """Return the last layer that was kept, with everything known about those before it."""
        kept = None if spool is None else spool.load()
        if kept is None or spool is None:
            return None
        rows, keys, ways = kept
        first, _ = self.codec.canonical(self.codec.encode([self.codec.start]))
        for number, layer in enumerate((first, *spool.layers(len(rows))), 1):
            self.rows = rows[:number]
            if self._dense(len(layer)) and self.codec.finals:
                self._remember(layer, self._mark(layer))
            else:
                self._remember(layer, NONE)
        return _Stage(keys, KeySet.sparse(keys), ways)

    def _mark(self, keys: Array) -> Array:
        bits = bitmap(self.codec)
        np.bitwise_or.at(bits, (keys >> self.codec.dtype.type(6)).astype(np.int64), _bit(keys))
        return bits

    def trivial(self) -> Report:
        """Return the report on a game without a single jump."""
        alone = len(self.game.start()) == 1
        self.rows = [{
            "jumps": 0, "pegs": len(self.game.start()), "positions": 1, "distinct": 1, "dead_ends": 1,
            "distinct_dead_ends": 1, "games": 1, "sequences": 1, "chance": 1.0,
        }]  # fmt: skip
        self.won = [int(alone)]
        if alone:
            self.finishes = [Finish(tuple(map(name, self.game.start())), 1, 1.0, (1,))]
        return self.report()

    def report(self) -> Report:
        """Return what was counted."""
        return Report(
            board=self.game.write(self.game.start()),
            goal=None if self.game.goal is None else name(self.game.goal),
            symmetries=len(self.codec.symmetries),
            layers=tuple(LayerReport(**row, winning=won) for row, won in zip(self.rows, self.won, strict=True)),
            finishes=tuple(self.finishes),
            # All terms are positive: a chance is rounded at most once for each line and twice more in every layer, and
            # once for each position when a layer is summed up.
            precision=float(np.finfo(float).eps)
            * (len(self.rows) * (len(self.codec.lines) + 2) + max(row["dead_ends"] for row in self.rows)),
        )


def _bit(keys: Array) -> Array:
    bits: Array = np.left_shift(np.uint64(1), keys.astype(np.uint64) & np.uint64(63))
    return bits


def _keep_reached(reached: KeySet, keys: Array) -> Array:
    if len(reached.bits):
        words = reached.bits[(keys >> keys.dtype.type(6)).astype(np.int64)]
        there: Array = (words & _bit(keys)) != 0
    else:
        there = reached.find(keys) >= 0
    return keys[there]
