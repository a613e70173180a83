"""What all environments compute in machine code: rewards, ends, and random choices."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from hoyle import kernels

compiled = partial(kernels.compiled, nogil=True)

BEGIN = -1
WIN, LEFT, POTENTIAL = 0, 1, 2


@compiled
def worth(scores: Any, seat: Any) -> Any:
    """Return what a win is worth to a seat: alone 1 or 0, among others 1, 0 for a draw, or -1."""
    if scores.size == 1:
        return 1 if scores[0] > 0 else 0
    other = -1
    for place in range(scores.size):
        if place != seat and (other < 0 or scores[place] > scores[other]):
            other = place
    return (scores[seat] > scores[other]) - (scores[seat] < scores[other])


@compiled
def judge(kind: Any, horizon: Any, actions: Any, actors: Any, stand: Any, before: Any, ends: Any) -> None:
    """Write each row's reward for the seat that acted, and whether it has ended or is cut off."""
    over, foul, scores, left, plies = stand
    rewards, terminated, truncated = ends
    for row in range(actions.size):
        reward = 0.0
        if actions[row] == BEGIN:
            # If there is no choice from the start, that is judged with the first step.
            terminated[row] = truncated[row] = False
        else:
            terminated[row] = over[row]
            truncated[row] = not over[row] and plies[row] >= horizon
            ended = over[row] or truncated[row]
            if kind == POTENTIAL:
                reward = float(before[row] - left[row])
            elif kind == LEFT and ended:
                reward = 0.0 - float(left[row])
            elif kind == WIN and over[row] and not foul[row]:
                reward = float(worth(scores[row], actors[row]))
            if foul[row]:
                reward -= 1.0
        before[row] = left[row]
        rewards[row] = reward


@compiled
def below(dice: Any, row: Any, bound: Any) -> Any:
    """Return a number below a bound, the same one that hoyle's dice give."""
    wide = np.uint64(bound)
    rest = (np.uint64(0) - wide) % wide
    while True:
        dice[row] += np.uint64(0x9E3779B97F4A7C15)
        bits = dice[row]
        bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        bits ^= bits >> np.uint64(31)
        if bits <= np.uint64(0xFFFFFFFFFFFFFFFF) - rest:
            return np.int64(bits % wide)


@compiled
def choose(legal: Any, waiting: Any, dice: Any, actions: Any) -> None:
    """Write for each waiting row one of its legal actions, each as likely as the others."""
    for row in range(actions.size):
        if not waiting[row]:
            continue
        count = 0
        for action in range(legal.shape[1]):
            count += legal[row, action]
        if count == 0:
            continue
        drawn = below(dice, row, count)
        for action in range(legal.shape[1]):
            drawn -= legal[row, action]
            if drawn < 0:
                actions[row] = action
                break
