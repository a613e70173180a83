"""Block functions: pagoda functions that look at several holes at once.

A pagoda function gives each peg a weight. A block function cuts the board into blocks of some holes, and gives each set
of pegs in a block a value of its own. A position is worth what its blocks are worth together, and again no jump may
gain. So it knows in which order the jumps of a block can be made, which weights do not: an arm of the board that has to be
emptied needs pegs from outside, and the values say how many.

It is found by linear programming and checked in whole numbers. The blocks are squares of three by three holes around the
middle of the board. Before it compares the ends, the argument goes one jump from each: a game that ends where it began
otherwise looks as if that hole never had to be left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hoyle.games.pegs.invariant import bits
from hoyle.games.pegs.problem import Problem
from hoyle.games.pegs.proof.prover import TRIED_GOALS, Evidence, roundings
from hoyle.games.pegs.rules import PegSolitaire
from hoyle.grid import Square, name

Ints: TypeAlias = NDArray[np.int64]

SIDE: Final = 3
MOST_STEPS: Final = 20_000
"""How many steps the linear program may take; the largest board on the shelf needs 4000."""
MOST_LOSS: Final = 2.0
"""What a jump can take from a block whose values are between -1 and 1."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some holes, and a value for each set of pegs in them, which has bit k for the k-th of these holes."""

    holes: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What a jump does to a block: the sets of pegs where it fits, and what it makes of them."""

    block: int
    jump: int
    before: Ints
    after: Ints


def cut(squares: Sequence[Square]) -> list[tuple[int, ...]]:
    """Return the numbers of the holes block by block; each hole of the middle block is a block of its own.

    >>> [len(block) for block in cut([(x, y) for y in range(5) for x in range(5)])]
    [1, 3, 1, 3, 3, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    middle = [(min(along) + max(along) + 1 - SIDE) // 2 for along in zip(*squares, strict=True)]
    blocks: dict[tuple[int, int], list[int]] = {}
    for hole, (x, y) in enumerate(squares):
        blocks.setdefault(((x - middle[0]) // SIDE, (y - middle[1]) // SIDE), []).append(hole)
    alone = blocks.pop((0, 0), [])
    return [*map(tuple, blocks.values()), *((hole,) for hole in alone)]


def steps_of(problem: Problem, blocks: Sequence[tuple[int, ...]]) -> list[Step]:
    """Return what every jump does to every block that it touches."""
    steps = []
    for number, holes in enumerate(blocks):
        place = {hole: k for k, hole in enumerate(holes)}
        every = np.arange(1 << len(holes))
        for jump, (source, over, target) in enumerate(problem.jumps):
            pegs, changed = (
                bits(place[hole] for hole in some if hole in place) for some in ((source, over), (source, over, target))
            )
            if changed:
                before = every[every & changed == pegs]
                steps.append(Step(number, jump, before, before ^ changed))
    return steps


def neighbours(problem: Problem, position: int, *, forwards: bool) -> set[int]:
    """Return the positions one jump after a position, or one jump before it.

    >>> row = Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b011, goals=(2,))
    >>> neighbours(row, 0b011, forwards=True), neighbours(row, 0b100, forwards=False)
    ({4}, {3})
    """
    found = set()
    for jump in problem.jumps:
        changed, pegs = bits(jump), bits(jump[:2])
        if position & changed == (pegs if forwards else changed ^ pegs):
            found.add(position ^ changed)
    return found


class LinearProgram:
    """The linear program of the block functions by which one set of positions is worth less than another."""

    def __init__(self, problem: Problem, blocks: Sequence[tuple[int, ...]], low: set[int], high: set[int]) -> None:
        """State that no jump gains; the unknowns are the values, the least loss of each step, and two sums."""
        self.blocks = blocks
        self.first = np.cumsum([0, *(1 << len(holes) for holes in blocks)])
        self.steps = steps_of(problem, blocks)
        self.losses = int(self.first[-1])
        self.ceiling = self.losses + len(self.steps)
        self.gap = self.ceiling + 1
        self.jumps = len(problem.jumps)
        self.low, self.high = sorted(low), sorted(high)

    def places(self, position: int) -> list[int]:
        """Return the numbers of the values that add up to what a position is worth."""
        return [
            int(first) + sum((position >> hole & 1) << k for k, hole in enumerate(holes))
            for first, holes in zip(self.first[:-1], self.blocks, strict=True)
        ]

    def entries(self) -> tuple[int, Ints, Ints, NDArray[np.float64]]:
        """Return the number of rows, and the row, the unknown and the factor of every entry; no row may be negative."""
        entries = [
            (np.array([step.jump]), np.array([self.losses + number]), 1.0) for number, step in enumerate(self.steps)
        ]
        rows = self.jumps
        for number, step in enumerate(self.steps):
            own = np.arange(rows, rows + step.before.size)
            first = self.first[step.block]
            entries += [(own, first + step.before, 1.0), (own, first + step.after, -1.0)]
            entries.append((own, np.full(own.size, self.losses + number), -1.0))
            rows += own.size
        for positions, sign in ((self.low, -1.0), (self.high, 1.0)):
            for position in positions:
                places = np.array(self.places(position))
                entries.append((np.full(places.size, rows), places, sign))
                entries.append((np.array([rows]), np.array([self.ceiling]), -sign))
                if sign > 0:
                    entries.append((np.array([rows]), np.array([self.gap]), -1.0))
                rows += 1
        return (
            rows,
            np.concatenate([row for row, _, _ in entries]),
            np.concatenate([unknown for _, unknown, _ in entries]),
            np.concatenate([np.full(row.size, factor) for row, _, factor in entries]),
        )

    def solve(self) -> list[float] | None:
        """Return the values, by floats, that keep the two sets furthest apart, or None if they do not."""
        import highspy

        rows, row, unknown, factor = self.entries()
        order = np.argsort(unknown, kind="stable")
        # Nothing stands where there is no peg: this takes away constants that could be shifted between blocks.
        bound = np.ones(self.gap + 1)
        bound[self.first[:-1]] = 0.0
        bound[self.losses : self.ceiling] = MOST_LOSS
        bound[self.ceiling :] = len(self.blocks)
        program: Any = highspy.HighsLp()
        program.num_col_, program.num_row_ = self.gap + 1, rows
        program.col_cost_ = np.where(np.arange(self.gap + 1) == self.gap, -1.0, 0.0)
        program.col_lower_, program.col_upper_ = -bound, bound
        program.row_lower_, program.row_upper_ = np.zeros(rows), np.full(rows, highspy.kHighsInf)
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_ = np.concatenate([[0], np.cumsum(np.bincount(unknown, minlength=self.gap + 1))])
        program.a_matrix_.index_, program.a_matrix_.value_ = row[order], factor[order]
        solver = highspy.Highs()
        solver.silent()
        solver.setOptionValue("threads", 1)
        solver.setOptionValue("simplex_iteration_limit", MOST_STEPS)
        solver.passModel(program)
        solver.run()
        values = list(solver.getSolution().col_value)
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal or values[self.gap] < 1e-6:
            return None
        return values[: self.losses]

    def refutes(self, values: Ints) -> bool:
        """Tell, in whole numbers, whether no jump gains and the first set is worth less than the second."""
        least = np.zeros(self.jumps, dtype=np.int64)
        for step in self.steps:
            own = values[self.first[step.block] : self.first[step.block + 1]]
            least[step.jump] += (own[step.before] - own[step.after]).min()
        low, high = ([int(values[self.places(p)].sum()) for p in some] for some in (self.low, self.high))
        return bool(least.min() >= 0 and max(low) < min(high))


def block_function(problem: Problem, blocks: Sequence[tuple[int, ...]], low: set[int], high: set[int]) -> list[Block]:
    """Return a function by which every low position is worth less than every high one and no jump gains, or nothing.

    No jump fills the middle of a row of three, so weights, which are blocks of one hole, rise there:

    >>> row = Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b101, goals=(1,))
    >>> left, middle, right = (block.values for block in block_function(row, [(0,), (1,), (2,)], {0b101}, {0b010}))
    >>> left[1] + right[1] < middle[1]
    True
    >>> block_function(row, [(0, 1, 2)], {0b011}, {0b100})
    []
    """
    program = LinearProgram(problem, blocks, low, high)
    for values in roundings(program.solve()):
        if program.refutes(np.array(values, dtype=np.int64)):
            return [
                Block(holes, tuple(values[first : first + (1 << len(holes))]))
                for holes, first in zip(blocks, map(int, program.first), strict=False)
            ]
    return []


def by_blocks(problem: Problem, squares: Sequence[Square]) -> Iterator[tuple[list[Block], list[int], list[int], int]]:
    """Yield functions, each with the sizes of the layers on both sides and the goal that it rules out.

    Stops at the first goal that none rules out, since then the position has to be searched anyway.
    """
    blocks = cut(squares)
    low = neighbours(problem, problem.start, forwards=True)
    for goal in problem.goals[:TRIED_GOALS]:
        high = neighbours(problem, 1 << goal, forwards=False)
        # With fewer pegs, the two steps would overlap.
        if problem.pegs <= 2 or not low or not high:
            return
        found = block_function(problem, blocks, low, high)
        if not found:
            return
        yield found, [1, len(low)], [1, len(high)], goal


def block_evidence(
    game: PegSolitaire, blocks: Sequence[Block], forwards: Sequence[int], backwards: Sequence[int], goals: Sequence[int]
) -> Evidence:
    """Return the evidence of a block function; blocks without any value are left out."""
    names = [name(square) for square in game.board.squares]
    return {
        "kind": "blocks",
        "finish": [names[goal] for goal in goals],
        "blocks": [
            {"holes": [names[hole] for hole in block.holes], "values": list(block.values)}
            for block in blocks
            if any(block.values)
        ],
        "forwards": list(forwards),
        "backwards": list(backwards),
    }
