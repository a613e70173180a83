"""Exact layers of peg solitaire: they find, count and prove.

They know holes only by number, and a problem is made from the rules' own geometry, so one search serves every board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hoyle.games.pegs.invariant import bits, invariants, members, odd, row_basis
from hoyle.games.pegs.problem import Problem
from hoyle.games.pegs.search import exact_kernel as kernel

Words: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]
Pagodas: TypeAlias = Sequence[Sequence[int]]
Thinning: TypeAlias = Callable[[Words, Sequence[int]], Words]

WORD: Final = 64
LANES: Final = 7
LASTING: Final = 128
MEMORY: Final = 1 << 28
"""Bytes for the set of all positions that can still win; the English board needs a quarter of it."""


class OverBudgetError(Exception):
    """There are more positions than the budget allows; holds how many were looked at, which is never more than that."""


class Numbering:
    """The holes of a problem, renumbered so that those that follow from the position class come last.

    >>> three = Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b011, goals=(2,))
    >>> numbering = Numbering(three)
    >>> numbering.free, numbering.decode(numbering.encode(0b011))
    (1, 3)
    """

    def __init__(self, problem: Problem) -> None:
        """Find the class and number the holes."""
        self.problem = problem
        basis = row_basis(invariants(problem.size, problem.jumps))
        self.free = problem.size - len(basis)
        order = [hole for hole in range(problem.size) if hole not in basis] + list(basis)
        self.hole_at = order
        self.bit_of = {hole: bit for bit, hole in enumerate(order)}
        self.labels = {self.bit_of[pivot]: self.encode(row) for pivot, row in basis.items()}
        self.start = self.encode(problem.start)
        self.goals = [self.bit_of[goal] for goal in problem.goals]
        jumps = [tuple(self.bit_of[hole] for hole in jump) for jump in problem.jumps]
        self.jumps = np.array(jumps, dtype=np.int64).reshape(-1, 3)
        self.tests = np.array(
            [[bits(jump), bits(jump[:2]), bits(jump[:1])] for jump in jumps], dtype=np.uint64
        ).reshape(-1, 3)

    def encode(self, position: int) -> int:
        """Return a set of holes as a set of bits."""
        return bits(self.bit_of[hole] for hole in members(position))

    def decode(self, position: int) -> int:
        """Return a set of bits as a set of holes."""
        return bits(self.hole_at[bit] for bit in members(position))

    def images(self, symmetries: Sequence[Sequence[int]]) -> tuple[Words, Ints]:
        """Return the table of byte images and where each symmetry takes each bit."""
        where = np.array([[self.bit_of[s[hole]] for hole in self.hole_at] for s in symmetries], dtype=np.int64)
        table = np.zeros((len(symmetries), -(-self.problem.size // 8), 256), dtype=np.uint64)
        values = np.arange(256)
        for s, places in enumerate(where):
            for bit, place in enumerate(places):
                table[s, bit // 8, values >> (bit % 8) & 1 == 1] |= np.uint64(1 << int(place))
        return table, where

    def change(self, where: Ints) -> Words:
        """Return which bits each jump changes in the image under each symmetry."""
        changed = [[bits(int(places[hole]) for hole in jump) for jump in self.jumps] for places in where]
        return np.array(changed, dtype=np.uint64).reshape(len(where), -1)

    def lifting(self) -> tuple[Words, np.uint64]:
        """Return the table and the constant from which a position's high bits follow."""
        high = np.zeros((-(-self.free // 8), 256), dtype=np.uint64)
        values = np.arange(256)
        constant = 0
        for pivot, labels in self.labels.items():
            constant |= odd(labels, self.start) << pivot
            for bit in members(labels ^ 1 << pivot):
                high[bit // 8, values >> (bit % 8) & 1 == 1] ^= np.uint64(1 << pivot)
        return high, np.uint64(constant)


def ledger(problem: Problem, order: Sequence[int], pagodas: Pagodas, *, forwards: bool) -> tuple[Ints, Ints, Ints]:
    """Return the kernel's tables for pagoda functions, none of which may rule out all goals.

    ``order`` tells which hole is bit 0, 1, 2, ... of a position.

    Forwards a position's credit is by how much it outweighs the lightest goal, backwards by how much the start
    outweighs the position; either way a jump costs what it loses.
    """
    words = -(-len(pagodas) // LANES)
    worth = np.zeros((-(-problem.size // 8), 256, words), dtype=np.int64)
    # A lane without a function never runs out.
    constant = np.full(words, sum(LASTING << 8 * lane for lane in range(LANES)), dtype=np.int64)
    price = np.zeros((len(problem.jumps), words), dtype=np.int64)
    values = np.arange(256)
    for k, weights in enumerate(pagodas):
        word, lane = k // LANES, 8 * (k % LANES)
        start = sum(weights[hole] for hole in members(problem.start))
        least = min(weights[goal] for goal in problem.goals)
        constant[word] += (-least if forwards else start) << lane
        for bit, hole in enumerate(order):
            weight = weights[hole] if forwards else -weights[hole]
            worth[bit // 8, values >> (bit % 8) & 1 == 1, word] += weight << lane
        for j, (source, over, target) in enumerate(problem.jumps):
            # Amounts above the whole credit count as the same.
            lost = min(weights[source] + weights[over] - weights[target], start - least + 1)
            price[j, word] += lost << lane
    return worth, constant, price


def winnable(problem: Problem, pagodas: Pagodas = (), budget: int = 1 << 62) -> tuple[Words, list[int]]:
    """Return the positions of the problem's class that can still win, as bits, and how many have 1, 2, 3, ... pegs.

    The goals must be of that class. Only the least of a position and its images is marked, and counts in the budget, but
    the result counts all of them. Positions that weigh more than the start by a pagoda function cannot be reached from
    it; they are left out, and so is everything that leads only to them.
    """
    numbering = Numbering(problem)
    images, where = numbering.images(problem.keeping(start=True))
    changed = numbering.change(where)
    lifting, book = numbering.lifting(), ledger(problem, numbering.hole_at, pagodas, forwards=False)
    live = np.zeros(max(1, (1 << numbering.free) // WORD), dtype=np.uint64)
    low = live.size * WORD - 1
    heaviest = [sum(weights[hole] for hole in members(problem.start)) for weights in pagodas]
    goals = [
        goal
        for goal in problem.goals
        if all(weights[goal] <= most for weights, most in zip(pagodas, heaviest, strict=True))
    ]
    least = {min(1 << int(place[numbering.bit_of[goal]]) for place in where) for goal in goals}
    if len(least) > budget:
        raise OverBudgetError(0)
    front = np.array([position & low for position in sorted(least)], dtype=np.uint32)
    for index in front:
        live[int(index) // WORD] |= np.uint64(1 << int(index) % WORD)
    sizes, marked = [len(goals)], len(front)
    for _ in range(problem.pegs - 1):
        chunks, first, size = [], 0, 0
        after = np.zeros(max(4 * front.size, 1 << 16), dtype=np.uint32)
        while first < front.size:
            room = min(after.size, budget - marked)
            if room < kernel.BATCH + len(problem.jumps):
                raise OverBudgetError(marked)
            first, made, all_images = kernel.flood(
                front, first, numbering.tests, images, changed, lifting, book, live, after[:room]
            )
            chunks.append(after[:made].copy())
            marked += made
            size += all_images
        if not size:
            break
        front = np.concatenate(chunks)
        sizes.append(size)
    return live, sizes


def marks(live: Words) -> int:
    """Return how many positions are marked."""
    # In parts, since a byte for each bit takes much room.
    return sum(int(np.unpackbits(part.view(np.uint8)).sum(dtype=np.int64)) for part in np.array_split(live, 64))


def is_winnable(problem: Problem, live: Words) -> bool:
    """Tell whether the start is among the positions that can still win."""
    index = Numbering(problem).start & (live.size * WORD - 1)
    return bool(int(live[index // WORD]) >> index % WORD & 1)


@dataclass(frozen=True, slots=True)
class Layers:
    """All positions after 0, 1, 2, ... jumps, each with its fewest turns and the pegs that may have moved last.

    A layer has a row for each position: its bits, the turns, the pegs as bits.
    ``sequences`` counts the jump sequences that end in a goal.
    """

    numbering: Numbering
    symmetries: tuple[tuple[int, ...], ...]
    layers: tuple[Words, ...]
    sequences: int
    looked: int
    """How many positions were looked at; more than there are in the layers if those are thinned."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of positions of each layer."""
        return tuple(len(layer) for layer in self.layers)

    @property
    def all_sizes(self) -> tuple[int, ...]:
        """The number of positions of each layer, with all their images."""
        images, _ = self.numbering.images(self.symmetries)
        return tuple(_with_images(layer[:, 0], images) for layer in self.layers)

    def best(self) -> tuple[int, tuple[int, ...]] | None:
        """Return the fewest turns to a goal and a line of jump numbers that needs no more, or None."""
        keys, turns, _ = self.layers[-1].T
        ends = [
            (int(turns[k]), goal) for goal in self.numbering.goals for k in np.flatnonzero(keys == np.uint64(1 << goal))
        ]
        if not ends:
            return None
        fewest, goal = min(ends)
        return fewest, self._line(fewest, goal)

    def _line(self, turns: int, moved: int) -> tuple[int, ...]:
        position = 1 << moved
        line = []
        _, where = self.numbering.images(self.symmetries)
        for layer in reversed(self.layers[:-1]):
            jump, position, moved, turns = self._step_back(layer, where, position, moved, turns)
            line.append(jump)
        return tuple(reversed(line))

    def _step_back(
        self,
        layer: Words,
        where: Ints,
        position: int,
        moved: int,
        turns: int,
    ) -> tuple[int, int, int, int]:
        """Return a jump that may have led here, the position before it, the peg that moved then, and its turns."""
        keys, fewest, last = layer.T
        for jump in np.flatnonzero(self.numbering.jumps[:, 2] == moved):
            change, pegs, _ = (int(mask) for mask in self.numbering.tests[jump])
            before = position ^ change
            if before & change != pegs:
                continue
            image, s = min((bits(int(where[s, bit]) for bit in members(before)), s) for s in range(len(where)))
            source = int(self.numbering.jumps[jump, 0])
            for k in np.flatnonzero(keys == np.uint64(image)):
                movers = int(last[k])
                if fewest[k] == turns and movers >> int(where[s, source]) & 1:
                    return int(jump), before, source, turns
                if fewest[k] == turns - 1:
                    mover = next((bit for bit in members(before) if movers >> int(where[s, bit]) & 1), -1)
                    return int(jump), before, mover, turns - 1
        raise AssertionError("a position of a layer has a parent in the layer before")


def _with_images(positions: Words, images: Words) -> int:
    """Return how many positions there are with all their images, given one of each."""
    fixed = np.zeros(positions.size, dtype=np.int64)
    for table in images:
        image = np.zeros_like(positions)
        for byte, values in enumerate(table):
            image |= values[positions >> np.uint64(8 * byte) & np.uint64(255)]
        fixed += image == positions
    return int((len(images) // fixed).sum())


def explore(  # noqa: PLR0913 — each but two can be left out
    problem: Problem,
    budget: int,
    pagodas: Pagodas = (),
    *,
    live: Words | None = None,
    symmetric: bool = True,
    thin: Thinning | None = None,
) -> Layers:
    """Return all layers from the start down to one peg, or to the last that has a position.

    With pagoda functions, positions that weigh less than every goal are left out; with ``live`` (from winnable, for the
    same problem), all positions that cannot win are. A symmetric search needs pagoda functions that are closed under the
    symmetries of start and goals. Layers may be thinned, by a function of a layer and the holes of its bits; then a line
    is still a line, but nothing is proved.
    """
    if budget < 1:
        # The start itself is a position that is looked at.
        raise OverBudgetError(0)
    numbering = Numbering(problem)
    symmetries = problem.keeping(start=True) if symmetric else problem.keeping(start=True)[:1]
    images, where = numbering.images(symmetries)
    changed = numbering.change(where)
    # Always contiguous, so that the kernel is compiled for one layout only.
    holes = np.ascontiguousarray(where[:, numbering.jumps[:, 2]])
    book = ledger(problem, numbering.hole_at, pagodas, forwards=True)
    filtering = np.zeros(0, dtype=np.uint64) if live is None else live
    # No turns yet, no peg has moved, and there is one way to get there.
    front = np.array([[numbering.start, 0, 0, 1, 0]], dtype=np.uint64)
    layers = [front[:, :3]]
    spent = 1
    for _ in range(problem.pegs - 1):
        table, used, first = empty_table(2 * len(front)), 0, 0
        while True:
            first, used = kernel.grow(
                front, first, numbering.tests, images, changed, holes, filtering, book, table, used, budget - spent
            )
            if first == len(front):
                break
            if spent + used + len(problem.jumps) > budget:
                raise OverBudgetError(spent + used)
            larger = empty_table(len(table))
            kernel.rehash(table, larger)
            table = larger
        if used == 0:
            break
        front = table[table[:, 0] != 0]
        if thin is not None:
            front = thin(front, numbering.hole_at)
        layers.append(front[:, :3].copy())
        spent += used
    ends = np.isin(front[:, 0], np.array([1 << goal for goal in numbering.goals], dtype=np.uint64))
    sequences = sum(int(few) + (int(more) << 62) for few, more in front[ends, 3:])
    return Layers(numbering, symmetries, tuple(layers), sequences, spent)


def empty_table(room: int) -> Words:
    """Return an empty hash table with at least this much room: one row of five words for each position."""
    return np.zeros((1 << max(12, room.bit_length()), 5), dtype=np.uint64)


def fits(problem: Problem, memory: int = MEMORY) -> bool:
    """Tell whether a bit for each position of the class fits into the memory, takes at least a word, and has a 32-bit number."""
    return problem.size <= WORD <= 1 << Numbering(problem).free <= min(8 * memory, 1 << 32)


def shortest(problem: Problem, budget: int, pagodas: Callable[[], Pagodas] = tuple, *, room: int = 1 << 62) -> Layers:
    """Return exact layers from which the fewest turns can be read, with at most ``room`` positions in all of them.

    A small problem is explored as it is. For a larger one the pagoda functions are used, and first the set of all
    positions that can still win is found, if it fits into memory.
    """
    spent = 0
    try:
        try:
            return explore(problem, min(budget, room, 1 << 18))
        except OverBudgetError as error:
            spent += int(error.args[0])
        functions, live = pagodas(), None
        if fits(problem):
            live, _ = winnable(problem, functions, budget - spent)
            spent += marks(live)
        layers = explore(problem, min(budget - spent, room), functions, live=live)
    except OverBudgetError as error:
        raise OverBudgetError(spent + int(error.args[0])) from error
    return replace(layers, looked=spent + layers.looked)


def enumerate_plainly(problem: Problem, budget: int) -> tuple[tuple[int, ...] | None, list[int]]:
    """Return a line or None, and the sizes of the layers, on boards of more than 64 holes; slow, so only for few positions.

    >>> enumerate_plainly(Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b101, goals=(1,)), budget=10)
    (None, [1])
    """
    moves = [(bits(jump), bits(jump[:2])) for jump in problem.jumps]
    if budget < 1:
        raise OverBudgetError(0)
    layers: list[dict[int, tuple[int, int]]] = [{problem.start: (0, 0)}]
    ends = {1 << goal for goal in problem.goals}
    spent = 1
    while layers[-1]:
        if found := ends & layers[-1].keys():
            return _back(layers, min(found)), [len(layer) for layer in layers]
        after: dict[int, tuple[int, int]] = {}
        for position in layers[-1]:
            if spent + len(after) + len(moves) > budget:
                raise OverBudgetError(spent + len(after))
            for jump, (change, pegs) in enumerate(moves):
                if position & change == pegs:
                    after.setdefault(position ^ change, (position, jump))
        layers.append(after)
        spent += len(after)
    return None, [len(layer) for layer in layers[:-1]]


def _back(layers: Sequence[dict[int, tuple[int, int]]], position: int) -> tuple[int, ...]:
    line = []
    for layer in reversed(layers[1:]):
        position, jump = layer[position]
        line.append(jump)
    return tuple(reversed(line))
