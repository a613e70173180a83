"""Evaluation: how far a policy is from the best play that is known.

>>> report = evaluate("hoyle/pegs-easy-v0", lambda observation, mask: int(mask.argmax()), episodes=3, reward="left")
>>> print(report)
3 episodes, mean return 0.00, best possible 0.00, regret 0.00 (known for 3)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium

import hoyle.lab.envs  # noqa: F401 — it registers the environments
from hoyle.game import HoyleError, tally
from hoyle.lab.envs.episodes import Optimum

Policy = Callable[[Any, Any], int]
"""A function from an observation and the mask of legal actions to an action."""


@dataclass(frozen=True)
class Evaluation:
    """The returns of some episodes, and beside each the best possible one, if that is known."""

    returns: tuple[float, ...]
    optima: tuple[float | None, ...]

    @property
    def mean(self) -> float:
        """The mean return."""
        return sum(self.returns) / len(self.returns)

    @property
    def known(self) -> tuple[tuple[float, float], ...]:
        """The returns whose optimum is known, each with it."""
        pairs = zip(self.returns, self.optima, strict=True)
        return tuple((got, best) for got, best in pairs if best is not None)

    @property
    def regret(self) -> float | None:
        """The average shortfall from the optimum, over the episodes whose optimum is known."""
        return sum(best - got for got, best in self.known) / len(self.known) if self.known else None

    def __str__(self) -> str:
        head = f"{tally({'episodes': len(self.returns)})}, mean return {self.mean:.2f}"
        if self.regret is None:
            return f"{head}; the best possible return is not known"
        best = sum(best for _, best in self.known) / len(self.known)
        return f"{head}, best possible {best:.2f}, regret {self.regret:.2f} (known for {len(self.known)})"


def evaluate(
    env: str | gymnasium.Env[Any, Any],
    policy: Policy,
    *,
    episodes: int,
    seed: int = 0,
    optima: bool = True,
    **options: Any,
) -> Evaluation:
    """Play episodes by a policy, the first with this seed and each further one with one more.

    If the starts differ, finding each optimum can take long; optima=False leaves the optima out.
    """
    if episodes < 1:
        raise HoyleError(f"there should be at least one episode, not {episodes}")
    made = gymnasium.make(env, **options) if isinstance(env, str) else env
    base: Any = made.unwrapped
    known: dict[Any, Optimum] = {}
    returns, bests = [], []
    for episode in range(episodes):
        observation, info = made.reset(seed=seed + episode)
        state = base.episodes.batch.state(0)
        if state not in known:
            known[state] = base.optimum() if optima else Optimum(None, "it was not asked for")
        total, ended = 0.0, False
        while not ended:
            action = policy(observation, info["action_mask"])
            observation, reward, terminated, truncated, info = made.step(action)
            total, ended = total + float(reward), terminated or truncated
        returns.append(total)
        bests.append(known[state].value)
    return Evaluation(tuple(returns), tuple(bests))
