"""Many boards of pegs at once, for learners; the jumps come as tables.

jumps[action]       the holes it is from, over and to         touching[hole]  the jumps that a hole is part of, then -1
pegs[row, hole]     1 for a peg                               cells[hole]     where a hole is in a plane
chances[row]        how many jumps are legal
"""

from __future__ import annotations

from functools import partial
from typing import Any

from hoyle import kernels

compiled = partial(kernels.compiled, nogil=True)

BEGIN, STAND = -1, -2


@compiled
def jump(tables: Any, pegs: Any, planes: Any, legal: Any, action: Any) -> Any:
    """Make a jump on one board; return by how much the number of legal jumps changes."""
    jumps, touching, cells, _, _, _, _ = tables
    for part in range(3):
        hole = jumps[action, part]
        pegs[hole] ^= 1
        peg = pegs[hole]
        y, x = cells[hole] // planes.shape[2], cells[hole] % planes.shape[2]
        planes[0, y, x] = peg
        planes[1, y, x] = 1 - peg
    change = 0
    for part in range(3):
        hole = jumps[action, part]
        for place in range(touching.shape[1]):
            other = touching[hole, place]
            if other < 0:
                break
            possible = pegs[jumps[other, 0]] & pegs[jumps[other, 1]] & (1 - pegs[jumps[other, 2]])
            change += possible - legal[other]
            legal[other] = possible
    return change


@compiled
def advance(tables: Any, store: Any, seen: Any, actions: Any, _viewer: Any, first: Any, last: Any) -> None:
    """Move some rows on by their actions; see lab/envs/batch.py."""
    _, _, _, start, start_planes, start_legal, goal = tables
    pegs, chances = store
    planes, legal, _, over, foul, scores, left, plies, _ = seen
    for row in range(first, last):
        action = actions[row]
        if action == STAND or (action >= 0 and over[row]):
            continue
        if action == BEGIN:
            pegs[row] = start
            planes[row] = start_planes
            legal[row] = start_legal
            chances[row] = start_legal.sum()
            left[row] = start.sum() - 1
            plies[row] = 0
            foul[row] = False
            scores[row, 0] = 0
        elif legal[row, action] == 0:
            over[row] = foul[row] = True
            legal[row] = 0
            continue
        else:
            chances[row] += jump(tables, pegs[row], planes[row], legal[row], action)
            left[row] -= 1
            plies[row] += 1
        over[row] = chances[row] == 0
        if over[row]:
            scores[row, 0] = left[row] == 0 and (goal < 0 or pegs[row, goal] == 1)
