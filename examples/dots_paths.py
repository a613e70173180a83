"""The paths of dots as a learner compares them: by the board that each leaves, before new dots fall.

masked_ppo.py uses it.  The worth of a path depends on nothing else, since new dots fall by chance.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from hoyle.games.dots import Dots
from hoyle.games.dots.batch import beside
from hoyle.games.dots.kernel import drop
from hoyle.kernels import compiled

FEATURES = 6
MOST = 60
"""How many paths are listed for each action that can come next."""

beside = cache(beside)


def find_paths(dots: Dots, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the row and the next action of each path that can still be played, and its features; without loops."""
    rows, number, _, width = planes.shape
    flat, colours = planes.reshape(rows, number, -1), dots.colours
    boards, drawn = flat[:, :colours].argmax(1).astype(np.int8), flat[:, colours] > 0
    heads = np.where(drawn.any(1), flat[:, colours + 1].argmax(1), -1)
    wanted = np.zeros((rows, colours), np.float32)
    wanted[:, [dots.letters.index(colour) for colour, _ in dots.goals]] = flat[:, colours + 3 :, 0]
    left = flat[:, colours + 2, 0].astype(np.float32)
    return list_paths((boards, drawn, heads, left, wanted), width, beside(dots))


@compiled
def list_paths(states: Any, width: Any, beside: Any) -> Any:
    """List the paths of many boards: from the head of what is drawn, or from every square if nothing is."""
    boards, drawn, heads, left, wanted = states
    rows, area = boards.shape
    found, features = np.zeros((32 * rows, 2), np.int64), np.zeros((32 * rows, FEATURES), np.float32)
    trail, ways = np.zeros(area + 1, np.int64), np.zeros(area + 1, np.int64)
    count = 0
    for row in range(rows):
        board, gone = boards[row], drawn[row].copy()
        trail[0], ways[0] = heads[row], 0
        depth, listed, length = 0, 0, gone.sum()
        while depth >= 0:
            at, way = trail[depth], ways[depth]
            ways[depth] += 1
            if way == 0 and length + depth > 1:
                if count == len(found):
                    found, features = np.concatenate((found, found)), np.concatenate((features, features))
                found[count, 0], found[count, 1] = row, trail[1] if depth > 0 else area
                after, rest = board.copy(), wanted[row].copy()
                rest[board[at]] = max(rest[board[at]] - drop(after, gone, width), 0)
                features[count, 0], features[count, 1] = rest.sum() / 4, (left[row] - 1) / 4
                features[count, 2:] = 0
                describe(after, rest, beside, features[count])
                count += 1
                listed += 1
            if way == (4 if at >= 0 else area) or (depth > 0 and listed >= MOST):
                if depth > 0:
                    gone[at] = False
                depth -= 1
                continue
            to = beside[at, way] if at >= 0 else way
            if to >= 0 and not gone[to] and (at < 0 or board[to] == board[at]):
                depth += 1
                trail[depth], ways[depth], gone[to] = to, 0, True
                if depth == 1:
                    listed = 0
    return found[:count], features[:count]


@compiled
def describe(after: Any, wanted: Any, beside: Any, features: Any) -> None:
    """Count the wanted dots of a board, the pairs of them, those in the middle of three, and the holes beside them."""
    for square in range(after.size):
        dot = after[square]
        if dot < 0 or wanted[dot] == 0:
            continue
        alike = holes = 0
        for other in beside[square]:
            if other >= 0:
                alike += after[other] == dot
                holes += after[other] < 0
        features[2] += 1 / 8
        features[3] += alike / 8
        features[4] += (alike > 1) / 4
        features[5] += holes / 4
