"""Two searches that meet: one from the start, one backwards from the goals; the smaller one takes the next step.

Both leave out what tolls rule out. Neither uses symmetries, so that the checker of a proof, which counts positions, needs
only the rules and the weights. Two searches of half the jumps see far fewer positions than one of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hoyle.games.pegs.invariant import bits, members
from hoyle.games.pegs.problem import Problem
from hoyle.games.pegs.search import exact_kernel as kernel
from hoyle.games.pegs.search.exact import LASTING, Pagodas, ledger
from hoyle.games.pegs.search.toll import Toll, ruled_out, tables, toll_of

Words: TypeAlias = NDArray[np.uint64]
Floats: TypeAlias = NDArray[np.float64]

PLAIN: Final = 14
"""How many pagoda functions are checked at once, in two words, before a position is written down."""
MOST_TOLLS: Final = 40
LESSONS: Final = 2
THIN: Final = 3000
SAMPLES: Final = 30
SAMPLED_LAYERS: Final = 12
SUMS: Final = 300
LIGHT: Final = 8
MOST_PARTS: Final = 4


class Side:
    """One of the two searches: its layers so far, the last of them its front."""

    def __init__(self, problem: Problem, tolls: Sequence[Toll], *, forwards: bool) -> None:
        """Begin with the start, or with the goals."""
        self.changes = np.array([bits(jump) for jump in problem.jumps], dtype=np.uint64)
        pegs = np.array([bits(jump[:2]) for jump in problem.jumps], dtype=np.uint64)
        self.patterns = pegs if forwards else self.changes ^ pegs
        # Sums of functions may have more to lose than a lane of the ledger holds.
        plain = [toll.weights for toll in tolls[:PLAIN] if _surplus(problem, toll) < LASTING]
        self.ledger = ledger(problem, range(problem.size), plain, forwards=forwards)
        self.tolls = tables(problem, tolls, forwards=forwards)
        # What is left to lose by a function is measured in shares of what the whole game may lose.
        self.shares = np.array([1 / max(1, _surplus(problem, toll)) for toll in tolls])
        first = np.array([problem.start] if forwards else [1 << goal for goal in problem.goals], dtype=np.uint64)
        self.layers: list[Words] = [first[self.weigh(first) >= 0]]

    @property
    def front(self) -> Words:
        """The positions of the last layer."""
        return self.layers[-1]

    @property
    def sizes(self) -> list[int]:
        """The number of positions of each layer."""
        return [layer.size for layer in self.layers]

    def weigh(self, positions: Words) -> Floats:
        """Return what each position can spare, and -1 for one that is ruled out."""
        spare = np.zeros(positions.size)
        kernel.weigh(positions, self.tolls, self.shares, spare)
        return spare

    def after(self, front: Words, most: int) -> tuple[Words, Floats] | None:
        """Return the positions one jump from a front and what they can spare, or None if there are too many."""
        table, used, first = _empty(2 * front.size), 0, 0
        while True:
            first, used = kernel.spread(front, first, self.changes, self.patterns, self.ledger, table, used, most)
            if first == front.size:
                break
            if used + self.changes.size > most:
                return None
            larger = _empty(table.size)
            kernel.rehash(table, larger)
            table = larger
        found = table[table != 0]
        spare = self.weigh(found)
        return found[spare >= 0], spare[spare >= 0]


class Meeting:
    """The two searches and what lies between them."""

    def __init__(self, problem: Problem, tolls: Sequence[Toll]) -> None:
        """Begin at both ends."""
        self.problem = problem
        self.tolls = tuple(tolls)
        self.forth = Side(problem, tolls, forwards=True)
        self.back = Side(problem, tolls, forwards=False)

    @property
    def gap(self) -> int:
        """The number of jumps between the two fronts."""
        return self.problem.pegs - 1 - (len(self.forth.layers) - 1) - (len(self.back.layers) - 1)

    @property
    def positions(self) -> int:
        """The number of positions of all layers."""
        return sum(self.forth.sizes) + sum(self.back.sizes)

    @property
    def decided(self) -> bool:
        """Whether the fronts have met, or one of them has run out."""
        return self.gap == 0 or 0 in (self.forth.front.size, self.back.front.size)

    def approach(self, most: int) -> bool:
        """Continue until it is decided, and return True; False if that takes more than ``most`` positions."""
        while not self.decided:
            side = min(self.forth, self.back, key=lambda side: side.front.size)
            # Tolls are checked only once a layer is complete, and may then rule out up to half of it.
            after = side.after(side.front, 2 * (most - self.positions))
            if after is None or self.positions + after[0].size > most:
                return False
            side.layers.append(after[0])
        return True

    def line(self) -> tuple[int, ...] | None:
        """Return a line of jump numbers through the fronts, once they have met, or None if there is none."""
        return self._through(self.forth.layers) if self.gap == 0 else None

    def dash(self, width: int, most: int = 1 << 62) -> tuple[tuple[int, ...] | None, int]:
        """Return a line that a beam from front to front finds, or None, and how many positions it looked at.

        The beam keeps the positions that can spare most. If it finds no line, that proves nothing.
        """
        layers = list(self.forth.layers)
        looked = 0
        for _ in range(self.gap):
            found = self.forth.after(layers[-1], most - looked)
            if found is None:
                return None, looked
            positions, spare = found
            looked += positions.size
            if positions.size > width:
                positions = positions[np.argpartition(-spare, width)[:width]]
            layers.append(positions)
        return self._through(layers), looked

    def _through(self, layers: Sequence[Words]) -> tuple[int, ...] | None:
        met = np.intersect1d(layers[-1], self.back.front)
        if not met.size:
            return None
        before = self._walk(int(met[0]), layers[:-1], self.back.patterns)
        return (*reversed(before), *self._walk(int(met[0]), self.back.layers[:-1], self.forth.patterns))

    def _walk(self, position: int, layers: Sequence[Words], patterns: Words) -> list[int]:
        """Return the jumps of a way from a position through layers, beginning with the last layer."""
        jumps: list[int] = []
        for layer in reversed(layers):
            here = np.uint64(position)
            fitting = np.flatnonzero(self.forth.changes & here == patterns)
            known = np.isin(self.forth.changes[fitting] ^ here, layer)
            jumps.append(int(fitting[known][0]))
            position ^= int(self.forth.changes[jumps[-1]])
        return jumps


def _empty(room: int) -> Words:
    """Return an empty hash table of one column."""
    return np.zeros((1 << max(12, room.bit_length()), 1), dtype=np.uint64)


def _surplus(problem: Problem, toll: Toll) -> int:
    return toll.weight(problem.start) - min(toll.weights[goal] for goal in problem.goals)


# --- which tolls to use ---------------------------------------------------------------------------------------------


def lessons(problem: Problem, pagodas: Pagodas) -> list[Toll]:
    """Return tolls of pagoda functions and of sums of them: those that rule out most of a sample.

    The sample is drawn from thin layers of both searches, and the sums are of functions by which some position of it
    has little to lose. The dice always have the same seed, so the same problem gets the same tolls.
    """
    dice = np.random.default_rng(1)
    tolls = [toll for weights in pagodas[:PLAIN] if (toll := toll_of(problem, weights)) is not None]
    for _ in range(LESSONS):
        known = {toll.weights for toll in tolls}
        samples = [_sample(problem, tolls, dice, forwards=forwards) for forwards in (True, False)]
        wanted = dict.fromkeys(pagodas)
        for forwards, sample in zip((True, False), samples, strict=True):
            wanted |= dict.fromkeys(_sums(problem, pagodas, sample, dice, forwards=forwards))
        fresh = [toll for w in wanted if w not in known and (toll := toll_of(problem, w)) is not None]
        hits = [
            np.concatenate(
                [
                    ruled_out(problem, toll, sample, forwards=forwards)
                    for forwards, sample in zip((True, False), samples, strict=True)
                ]
            )
            for toll in fresh
        ]
        while hits and len(tolls) < MOST_TOLLS:
            best = int(np.argmax([hit.sum() for hit in hits]))
            if not hits[best].any():
                break
            tolls.append(fresh[best])
            # A position that is ruled out once need not be looked at again.
            hits = [hit & ~hits[best] for hit in hits]
    return tolls


def _sample(problem: Problem, tolls: Sequence[Toll], dice: np.random.Generator, *, forwards: bool) -> Words:
    """Return some positions of the first layers that are not small, each layer made from a few of the one before."""
    side = Side(problem, tolls, forwards=forwards)
    front = side.front
    drawn: list[Words] = []
    for _ in range(problem.pegs - 1):
        found = side.after(front, most=1 << 62)
        if found is None or not found[0].size or len(drawn) == SAMPLED_LAYERS:
            break
        # Sorted, so that the choice does not depend on how a hash table grew.
        front = np.sort(found[0])
        if front.size > THIN:
            front = dice.choice(front, THIN, replace=False)
        if front.size > THIN // 3:
            drawn.append(dice.choice(front, SAMPLES, replace=False))
    return np.concatenate(drawn) if drawn else np.zeros(0, dtype=np.uint64)


def _sums(
    problem: Problem, pagodas: Pagodas, sample: Words, dice: np.random.Generator, *, forwards: bool
) -> Iterable[tuple[int, ...]]:
    """Yield sums of a few pagoda functions by which a position of the sample has little to lose."""
    weights = np.array(pagodas, dtype=np.int64).reshape(-1, problem.size)
    ends = list(problem.goals) if forwards else members(problem.start)
    for position in dice.choice(sample, SUMS if sample.size and len(weights) >= LIGHT else 0):
        own = weights[:, members(int(position))].sum(axis=1)
        left = own - weights[:, ends].min(axis=1) if forwards else weights[:, ends].sum(axis=1) - own
        light = np.argsort(left + 1.5 * dice.random(len(weights)))[:LIGHT]
        parts = dice.choice(light, int(dice.integers(2, MOST_PARTS + 1)), replace=False)
        yield tuple(int(weight) for weight in weights[parts].sum(axis=0))
