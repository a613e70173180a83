"""Bounds on the fewest turns when lines are too many to compare: a lower bound, and a line with few turns.

A *region* is a set of holes, all with pegs, from which nothing can be taken as long as no peg of it moves: every line with
its middle in the region has an end in it too, so a peg that jumps over the middle either comes from the region or finds no
room there. The first turn that changes a region therefore begins in it, and no turn begins in two of several regions
that have no hole in common. So there are at least as many turns as such regions; and one more if the first turn begins in
none of them. A region of one hole need not be changed if the last peg may stay there, and does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from operator import or_
from typing import Final

import numpy as np

from hoyle.games.pegs.invariant import bits, members
from hoyle.games.pegs.problem import Problem
from hoyle.games.pegs.search.beam import distances, foci
from hoyle.games.pegs.search.exact import Layers, Words, explore

MOST_HOLES: Final = 6
"""Larger regions are not looked for, because several small ones are worth more."""
TURN: Final = 10
"""A turn weighs as much as a peg at this squared distance from where the pegs are herded."""


def regions(problem: Problem) -> list[int]:
    """Return the regions of few holes that contain no other, as bits.

    >>> regions(Problem(4, ((0, 1, 2), (2, 1, 0), (1, 2, 3), (3, 2, 1)), (), 0b1101, (1,)))
    [8, 1]
    """
    ends: dict[int, set[tuple[int, int]]] = {hole: set() for hole in range(problem.size)}
    for source, over, target in problem.jumps:
        ends[over].add((min(source, target), max(source, target)))

    def close(region: int) -> Iterator[int]:
        """Yield the least regions that contain some holes."""
        for over in members(region):
            for pair in ends[over]:
                if not region & bits(pair):
                    if region.bit_count() < MOST_HOLES:
                        for hole in pair:
                            if problem.start >> hole & 1:
                                yield from close(region | 1 << hole)
                    return
        yield region

    found = {region for hole in members(problem.start) for region in close(1 << hole)}
    stay = {1 << goal for goal in problem.goals}
    least = [one for one in found if not any(other != one and other & one == other for other in found)]
    return sorted((one for one in least if one not in stay), reverse=True)


def packing(regions: Sequence[int], bonus: int) -> int:
    """Return the most regions without a common hole that there can be, plus one if none of them has a hole of the bonus.

    >>> packing([0b011, 0b110, 0b1000], bonus=0b1111), packing([0b011, 0b110, 0b1000], bonus=0b001)
    (2, 3)
    """

    @cache
    def best(free: int, *, unused: bool) -> int:
        if not free:
            return int(unused)
        lowest = free & -free
        most = best(free ^ lowest, unused=unused)
        for region in regions:
            if region & lowest and region & free == region:
                most = max(most, 1 + best(free & ~region, unused=unused and not region & bonus))
        return most

    return best(reduce(or_, regions, 0), unused=True)


def at_least(problem: Problem) -> int:
    """Return a lower bound on the turns of any line of a problem that is not solved yet."""
    known = regions(problem)
    first = {source for source, over, target in problem.jumps if _fits(problem.start, source, over, target)}
    return max(1, min((packing(known, 1 << source) for source in first), default=0))


def _fits(position: int, source: int, over: int, target: int) -> bool:
    return position >> source & position >> over & ~(position >> target) & 1 == 1


def few_turns(problem: Problem, width: int, budget: int = 1 << 62) -> Layers:
    """Return thin layers of positions with few turns whose pegs are close together; a line through them need not be the best.

    >>> three = Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b011, goals=(2,))
    >>> few_turns(three, width=10).best()
    (1, (0,))
    """
    focus = foci(problem)[0]
    costs = np.array(distances(problem, focus)) ** 2

    def thin(front: Words, order: Sequence[int]) -> Words:
        if len(front) <= width:
            return front
        score = TURN * front[:, 1].astype(np.int64)
        for bit, hole in enumerate(order):
            score += costs[hole] * (front[:, 0] >> np.uint64(bit) & np.uint64(1)).astype(np.int64)
        return front[np.argpartition(score, width)[:width]]

    return explore(problem, budget, thin=thin)
