"""Tolls: what a pagoda function knows beyond its sum.

Jumps that lose nothing by a pagoda function keep more parities than the position class: those of every labelling in
which they touch an even number of labelled holes. If a position and the goal differ in such a parity, some of the jumps
in between must lose, and the least that they can lose together is the toll. A position whose weight is less than the
goal's weight plus the toll cannot lead to the goal, even if its sum alone would allow it.

Two pagoda functions add up to a third. It loses wherever one of them does, so fewer jumps are free, more parities are
kept, and the tolls are higher: sums rule out what neither of their parts does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hoyle.games.pegs.invariant import bits, invariants, lowest, members, odd, row_basis
from hoyle.games.pegs.problem import Problem

Costs: TypeAlias = NDArray[np.int32]
Tables: TypeAlias = tuple[Costs, Costs, Costs, Costs, NDArray[np.int64]]

MOST_LABELS: Final = 12
"""A function with more parities would need a large table of its own."""


@dataclass(frozen=True, slots=True)
class Toll:
    """A pagoda function, the labellings whose parities its free jumps keep, and the cost of changing them.

    ``costs`` has an entry for each set of labellings, as bits: the least loss of jumps that change just their parities.
    """

    weights: tuple[int, ...]
    labels: tuple[int, ...]
    costs: Costs

    def pattern(self, position: int) -> int:
        """Return, as bits, the labellings with an odd number of pegs on labelled holes."""
        return sum(odd(label, position) << number for number, label in enumerate(self.labels))

    def weight(self, position: int) -> int:
        """Return the sum of the weights under the pegs."""
        return sum(self.weights[hole] for hole in members(position))

    def towards(self, problem: Problem, *, forwards: bool) -> tuple[int, Costs]:
        """Return the weight of the lightest end, and for each pattern what a position needs beyond it to reach an end.

        Forwards, the ends are the goals. Backwards, the only end is the start, and all weights change their sign.
        """
        ends = [1 << goal for goal in problem.goals] if forwards else [problem.start]
        weights = [self.weight(end) if forwards else -self.weight(end) for end in ends]
        everything = np.arange(self.costs.size)
        needs = [
            self.costs[everything ^ self.pattern(end)] + (weight - min(weights))
            for end, weight in zip(ends, weights, strict=True)
        ]
        return min(weights), np.minimum.reduce(needs).astype(np.int32)


def toll_of(problem: Problem, weights: Sequence[int]) -> Toll | None:
    """Return the tolls of a pagoda function, or None if they would need a large table.

    By a weight of 1 for every hole a jump always loses 1, and so in a row of five the toll counts jumps:

    >>> over = ((0, 1, 2), (2, 1, 0), (1, 2, 3), (3, 2, 1), (2, 3, 4), (4, 3, 2))
    >>> five = Problem(5, over, (), start=0b10001, goals=(2,))
    >>> toll_of(five, (1, 1, 1, 1, 1)).costs.tolist()
    [0, 1, 1, 2, 1, 2, 2, 3]
    """
    losses = [weights[source] + weights[over] - weights[target] for source, over, target in problem.jumps]
    basis = row_basis(invariants(problem.size, problem.jumps))
    labels = []
    # Parities that the position class keeps anyway say nothing new.
    for label in invariants(problem.size, [jump for jump, loss in zip(problem.jumps, losses, strict=True) if not loss]):
        rest = label
        while rest and lowest(rest) in basis:
            rest ^= basis[lowest(rest)]
        if rest:
            basis[lowest(rest)] = rest
            labels.append(rest)
    if len(labels) > MOST_LABELS:
        return None
    changes: dict[int, int] = {}
    for jump, loss in zip(problem.jumps, losses, strict=True):
        change = sum(odd(label, bits(jump)) << number for number, label in enumerate(labels))
        changes[change] = min(loss, changes.get(change, loss))
    changes.pop(0, None)
    return Toll(tuple(weights), tuple(labels), _least(changes, 1 << len(labels)))


def _least(changes: dict[int, int], patterns: int) -> Costs:
    """Return the least cost of each pattern, made of changes that all cost something."""
    unknown = sum(changes.values()) + 1
    costs = np.full(patterns, unknown, dtype=np.int32)
    costs[0] = 0
    cost = 0
    while cost <= costs.max():
        known = np.flatnonzero(costs == cost)
        for change, price in changes.items():
            costs[known ^ change] = np.minimum(costs[known ^ change], cost + price)
        cost += 1
    return costs


def tables(problem: Problem, tolls: Sequence[Toll], *, forwards: bool) -> Tables:
    """Return the kernel's tables: credits and patterns by byte of a position, and the costs of the patterns."""
    worth, parity = np.zeros((2, -(-problem.size // 8), 256, len(tolls)), dtype=np.int32)
    constant = np.zeros(len(tolls), dtype=np.int32)
    values = np.arange(256)
    costs = []
    for k, toll in enumerate(tolls):
        least, needs = toll.towards(problem, forwards=forwards)
        constant[k] = -least
        costs.append(needs)
        for hole, weight in enumerate(toll.weights):
            of_hole = values >> (hole % 8) & 1 == 1
            worth[hole // 8, of_hole, k] += weight if forwards else -weight
            parity[hole // 8, of_hole, k] ^= toll.pattern(1 << hole)
    first = np.cumsum([0, *(needs.size for needs in costs)])[:-1]
    return worth, constant, parity, np.concatenate(costs) if costs else np.zeros(0, np.int32), first


def ruled_out(problem: Problem, toll: Toll, positions: NDArray[np.uint64], *, forwards: bool) -> NDArray[np.bool_]:
    """Return for each position whether the toll rules it out.

    Two pegs have one jump to go, and at both ends of a row of five they would need three:

    >>> over = ((0, 1, 2), (2, 1, 0), (1, 2, 3), (3, 2, 1), (2, 3, 4), (4, 3, 2))
    >>> five = Problem(5, over, (), start=0b10001, goals=(2,))
    >>> toll = toll_of(five, (1, 1, 1, 1, 1))
    >>> ruled_out(five, toll, np.array([0b10001, 0b00011], dtype=np.uint64), forwards=True).tolist()
    [True, False]
    """
    least, needs = toll.towards(problem, forwards=forwards)
    pegs = (positions[:, None] >> np.arange(problem.size, dtype=np.uint64) & np.uint64(1)).astype(np.int64)
    weights = pegs @ np.array(toll.weights)
    labels = np.array([[label >> hole & 1 for label in toll.labels] for hole in range(problem.size)], dtype=np.int64)
    patterns = (pegs @ labels % 2) @ (1 << np.arange(len(toll.labels)))
    spare: NDArray[np.int64] = (weights if forwards else -weights) - least - needs[patterns]
    return spare < 0
