"""Ratings from results: the Bradley–Terry model with Davidson's extension for draws, on the Elo scale, with error bars.

A player of strength s wins against t with chance s / (s + t + d √(st)), and d says how common draws are.  Half a win,
half a draw and half a loss are added for every two players who met, so that a player who never lost has a rating too.

>>> found = rate(2, [(0, 1, 1.0)] * 75 + [(0, 1, 0.0)] * 25)
>>> [round(one.value) for one in found], [round(one.error) for one in found]
([94, -94], [39, 39])
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import Any, Final

from hoyle.lab.summary import Z

ELO: Final = 400 / log(10)
STEPS: Final = 200
CLOSE: Final = 1e-10


@dataclass(frozen=True)
class Rating:
    """A rating, with the mean of all players at 0, and half the width of its 95 % interval."""

    value: float
    error: float


def rate(players: int, results: Iterable[tuple[int, int, float]]) -> list[Rating]:
    """Return the ratings of players from results: two of them, and what the first scored, 1, ½ or 0."""
    import numpy as np

    counts = np.zeros((players, players, 3))
    for first, second, score in results:
        counts[first, second, round(2 * score)] += 1
    counts[counts.any(axis=2)] += 0.5
    theta = np.zeros(players + 1)
    information = np.eye(players + 1)
    for _ in range(STEPS):
        slope, information = _slopes(theta, counts)
        step = np.linalg.pinv(information, hermitian=True) @ slope
        theta += step / max(1.0, float(np.abs(step).max()))
        theta[:players] -= theta[:players].mean()
        if float(np.abs(step).max()) < CLOSE:
            break
    errors = np.sqrt(np.maximum(np.diag(np.linalg.pinv(information, hermitian=True))[:players], 0))
    return [
        Rating(ELO * float(value), Z * ELO * float(error)) for value, error in zip(theta[:players], errors, strict=True)
    ]


def _slopes(theta: Any, counts: Any) -> tuple[Any, Any]:
    """Return the slope of the likelihood's logarithm and its information, in the strengths' logarithms and that of d."""
    import numpy as np

    players = len(theta) - 1
    slope, information = np.zeros(players + 1), np.zeros((players + 1, players + 1))
    for first, second in np.argwhere(counts.sum(axis=2)):
        # A loss, a draw and a win each depend on who is stronger and on how common draws are.
        features = np.zeros((3, players + 1))
        features[0, second] = features[2, first] = 1
        features[1, [first, second]] = 0.5
        features[1, players] = 1
        weights = np.exp(features @ theta)
        chances = weights / weights.sum()
        mean = chances @ features
        number = counts[first, second]
        slope += number @ features - number.sum() * mean
        information += number.sum() * (features.T @ (chances[:, None] * features) - np.outer(mean, mean))
    return slope, information
