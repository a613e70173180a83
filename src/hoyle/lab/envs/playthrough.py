"""Playthroughs: an episode as text, to see whether an environment still does the same, bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

import numpy as np

from hoyle.dice import Dice
from hoyle.lab.envs.episodes import SELF, Episodes


def playthrough(game: str, *, seed: int = 1, steps: int = 40, compiled: bool = True) -> str:
    """Return the start of an episode in which dice choose among the legal actions; every seat sees its own view."""
    reward = "potential" if Episodes(game, 1, compiled=False).setting.box.training.left else "win"
    episodes = Episodes(game, 1, reward=reward, opponent=SELF, compiled=compiled)
    return "\n".join(_lines(episodes, reward, seed, steps))


def _lines(episodes: Episodes, reward: str, seed: int, steps: int) -> Iterator[str]:
    setting, batch, dice = episodes.setting, episodes.batch, Dice.named(seed, "playthrough")
    yield f"{setting.name}: {len(setting.actions)} actions {_digest(chr(10).join(setting.actions).encode())}"
    yield f"planes {setting.shape}: {', '.join(setting.planes)}"
    yield f"at most {setting.horizon} choices; the reward is {reward}"
    episodes.seed(seed)
    episodes.begin(np.zeros(1, np.int64))
    episodes.step()
    yield _observation(episodes)
    for _ in range(steps):
        if batch.over[0]:
            break
        episodes.actions[0] = action = dice.choose(np.flatnonzero(batch.legal[0]).tolist())
        episodes.step()
        yield f"{setting.actions[action]}: {episodes.rewards[0]:g}; {_observation(episodes)}"
    yield setting.game.write(batch.state(0))
    yield f"{'over' if batch.over[0] else 'goes on'}, scores {batch.scores[0].tolist()}, left {batch.left[0]}"


def _observation(episodes: Episodes) -> str:
    """Return what the seat to move is given: planes and mask by their digests, and how many actions are legal."""
    batch = episodes.batch
    planes, mask = (_digest(array[0].tobytes()) for array in (batch.planes, batch.legal))
    return f"seat {batch.mover[0]} sees {planes}, may do {batch.legal[0].sum()} {mask}"


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=6).hexdigest()
