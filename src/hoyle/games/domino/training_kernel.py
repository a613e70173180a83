"""Many tables of domino patience at once, for learners; which tile goes where comes as tables.

stacks[row, stack, place]   the tiles by rank, from the bottom      heights[row, stack]   how many they are
home[row, high]             how many tiles are home                 following[high, n]    which goes home next
onto[tile, other]           whether a tile goes onto another        numbers[tile]         its higher number, its lower
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from hoyle import kernels
from hoyle.games.domino.kernel import GOLDEN, roll

compiled = partial(kernels.compiled, nogil=True)

BEGIN, STAND = -1, -2


@compiled
def deal(stacks: Any, heights: Any, draws: Any, rest: Any) -> None:
    """Deal all tiles, each given by its place among the rest."""
    for tile in range(rest.size):
        rest[tile] = tile
    dealt = 0
    for stack in range(heights.size):
        heights[stack] = stack + 1
        for place in range(stack + 1):
            drawn = draws[dealt]
            dealt += 1
            stacks[stack, place] = rest[drawn]
            for other in range(drawn, rest.size - dealt):
                rest[other] = rest[other + 1]


@compiled
def list_legal(tables: Any, stacks: Any, heights: Any, home: Any, legal: Any) -> Any:
    """Mark the legal actions of one table, and return how many there are."""
    onto, blank, numbers, following = tables
    size = heights.size
    legal[:] = 0
    count = 0
    for source in range(size):
        if heights[source] == 0:
            continue
        tile = stacks[source, heights[source] - 1]
        high = numbers[tile, 0]
        if following[high, home[high]] == tile:
            legal[source * size + high] = 1
            count += 1
        for target in range(size):
            if target == source:
                continue
            height = heights[target]
            if blank[tile] if height == 0 else onto[tile, stacks[target, height - 1]]:
                legal[size * size + source * (size - 1) + target - (target > source)] = 1
                count += 1
    return count


@compiled
def observe(tables: Any, stacks: Any, heights: Any, home: Any, planes: Any) -> None:
    """Write the planes of one table: home, above, below, and one for each stack."""
    numbers = tables[2]
    planes[:] = 0
    for high in range(heights.size):
        for low in range(high + 1 - home[high], high + 1):
            planes[0, high, low] = 1
    for stack in range(heights.size):
        for place in range(heights[stack]):
            tile = stacks[stack, place]
            high, low = numbers[tile, 0], numbers[tile, 1]
            planes[1, high, low] = heights[stack] - 1 - place
            planes[2, high, low] = place
            planes[3 + stack, high, low] = 1


@compiled
def move(tables: Any, stacks: Any, heights: Any, home: Any, action: Any) -> Any:
    """Make a legal move on one table; return how many tiles came home."""
    size = heights.size
    if action < size * size:
        source, target = action // size, -1
    else:
        source, target = (action - size * size) // (size - 1), (action - size * size) % (size - 1)
        target += target >= source
    heights[source] -= 1
    tile = stacks[source, heights[source]]
    if target < 0:
        home[tables[2][tile, 0]] += 1
        return 1
    stacks[target, heights[target]] = tile
    heights[target] += 1
    return 0


@compiled
def advance(tables: Any, store: Any, seen: Any, actions: Any, _viewer: Any, first: Any, last: Any) -> None:
    """Move some rows on by their actions; see lab/envs/batch.py."""
    stacks, heights, home, draws = store
    planes, legal, _, over, foul, scores, left, plies, dice = seen
    for row in range(first, last):
        action = actions[row]
        if action == STAND or (action >= 0 and over[row]):
            continue
        if action == BEGIN:
            roll(dice[row], draws[row, 0])
            dice[row] += GOLDEN * np.uint64(draws.shape[2])
            deal(stacks[row], heights[row], draws[row, 0], draws[row, 1])
            home[row] = 0
            left[row] = draws.shape[2]
            plies[row] = 0
            foul[row] = False
            scores[row, 0] = 0
        elif legal[row, action] == 0:
            over[row] = foul[row] = True
            legal[row] = 0
            continue
        else:
            left[row] -= move(tables, stacks[row], heights[row], home[row], action)
            plies[row] += 1
        over[row] = list_legal(tables, stacks[row], heights[row], home[row], legal[row]) == 0
        if over[row]:
            scores[row, 0] = left[row] == 0
        observe(tables, stacks[row], heights[row], home[row], planes[row])
