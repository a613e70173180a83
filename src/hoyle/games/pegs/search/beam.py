"""The beam of peg solitaire: it finds lines on boards of any size, and proves nothing.

It knows holes only by number, and a problem is made from the rules' own geometry, so one beam serves every board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hoyle.games.pegs.invariant import members
from hoyle.games.pegs.problem import Problem
from hoyle.games.pegs.search import beam_kernel as kernel

Words: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]

WORD: Final = 64
WIDTHS: Final = (64, 512, 4096, 32768)
FOCI: Final = 4
MOST_COSTS: Final = 1 << 22
"""What all pegs of a board may cost together."""


def distances(problem: Problem, focus: int) -> list[int]:
    """Return how many steps each hole is from the focus; a hole that no jump touches is as far as possible.

    >>> distances(Problem(4, ((0, 1, 2), (2, 1, 0)), (), 0b11, (0,)), 2)
    [2, 1, 0, 4]
    """
    near: dict[int, set[int]] = {hole: set() for hole in range(problem.size)}
    for source, over, target in problem.jumps:
        near[over] |= {source, target}
        near[source].add(over)
        near[target].add(over)
    steps = {focus: 0}
    queue = [focus]
    for hole in queue:
        for other in sorted(near[hole] - steps.keys()):
            steps[other] = steps[hole] + 1
            queue.append(other)
    return [steps.get(hole, problem.size) for hole in range(problem.size)]


def foci(problem: Problem) -> list[int]:
    """Return the few goals nearest the middle of the board; a beam herds the pegs towards one of them."""
    # On a large board with hundreds of goals, looking at every few of them is enough.
    some = problem.goals[:: -(-len(problem.goals) // 64)]
    return sorted(some, key=lambda goal: sum(distances(problem, goal)))[:FOCI]


def find(problem: Problem, budget: int, widths: Sequence[int] = WIDTHS) -> tuple[tuple[int, ...] | None, int]:
    """Return a line of jump numbers that a widening beam finds, or None, and how many positions it looked at.

    If it finds none, that proves nothing.

    >>> find(Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b011, goals=(2,)), budget=100)
    ((0,), 1)
    """
    if problem.solved:
        return (), 0
    spent = 0
    for width in widths:
        for focus in foci(problem):
            line, looked, cut = beam(problem, focus, width, budget - spent)
            spent += looked
            if line is not None or not cut or spent >= budget:
                return line, spent
    return None, spent


def beam(problem: Problem, focus: int, width: int, budget: int) -> tuple[tuple[int, ...] | None, int, bool]:
    """Return a line or None, the number of positions looked at, and whether any was left out because of the width.

    In each layer, the positions whose pegs are nearest to the focus are kept. Distances are squared, since one peg left
    behind on a large board costs more than several on their way.
    """
    jumps = np.array(problem.jumps, dtype=np.int64).reshape(-1, 3)
    cost = np.array(distances(problem, focus), dtype=np.int64) ** 2
    # On a vast board near costs count as the same, so that the histogram has no more places than this.
    cost //= 1 + cost.sum() // MOST_COSTS
    delta = cost[jumps[:, 2]] - cost[jumps[:, 0]] - cost[jumps[:, 1]]
    # Any fixed seed will do: the marks only need to differ.
    marks = np.random.default_rng(1).integers(1, 2**63, problem.size, dtype=np.uint64)
    toggle = np.bitwise_xor.reduce(marks[jumps], axis=1)
    histogram = np.zeros(int(cost.sum() + 2 * cost.max()) + 2, dtype=np.int64)
    room = 4 * width
    slots = np.zeros(1 << (2 * room).bit_length(), dtype=np.int32)
    words = -(-problem.size // WORD)
    front = to_words(problem.start, words)[None, :]
    score = np.array([cost[members(problem.start)].sum()], dtype=np.int64)
    mark = np.zeros(1, dtype=np.uint64)
    origins: list[Ints] = []
    looked, cut = 0, False
    for _ in range(problem.pegs - 1):
        kernel.beam_histogram(front, score, jumps, delta, histogram)
        fitting = min(room, budget - looked)
        limit, _ = kernel.beam_limit(histogram, fitting)
        children = np.zeros((min(fitting, int(histogram.sum())), words), dtype=np.uint64)
        scores, origin = np.zeros((2, len(children)), dtype=np.int64)
        after = np.zeros(len(children), dtype=np.uint64)
        made = kernel.beam_children(
            front, score, mark, jumps, delta, toggle, limit, slots, children, scores, after, origin
        )
        kept = np.argsort(scores[:made], kind="stable")[:width]
        cut = cut or limit < histogram.size or made > width
        looked += made
        front, score, mark = children[kept], scores[kept], after[kept]
        origins.append(origin[kept])
        if not made or (looked == budget and len(origins) < problem.pegs - 1):
            return None, looked, cut
    wanted = [to_words(1 << goal, words) for goal in problem.goals]
    for last in range(len(front)):
        if any((front[last] == goal).all() for goal in wanted):
            return trace(origins, last, len(jumps)), looked, cut
    return None, looked, cut


def trace(origins: Sequence[Ints], last: int, jumps: int) -> tuple[int, ...]:
    """Return the jumps that lead to a member of the last layer."""
    line = []
    for origin in reversed(origins):
        last, jump = divmod(int(origin[last]), jumps)
        line.append(jump)
    return tuple(reversed(line))


def to_words(number: int, words: int) -> Words:
    """Return a number as 64-bit words, the lowest first.

    >>> to_words(1 << 64 | 3, 2).tolist()
    [3, 1]
    """
    return np.array([number >> (WORD * k) & (2**WORD - 1) for k in range(words)], dtype=np.uint64)
