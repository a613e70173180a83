"""MaskablePPO of sb3-contrib on peg solitaire; it asks the environment for action_masks().

pip install 'hoyle[envs]' sb3-contrib
python examples/maskable_ppo.py
"""

from __future__ import annotations

import gymnasium
import torch
from sb3_contrib import MaskablePPO

import hoyle.lab.envs  # noqa: F401 — it registers the environments
from hoyle.lab.envs.evaluation import Policy, evaluate

ENV = "hoyle/pegs-triangle-v0"
STEPS = 10_240


def main() -> None:
    """Learn the triangle, and compare with the optimum."""
    torch.set_num_threads(1)
    model = MaskablePPO("MlpPolicy", gymnasium.make(ENV, reward="left"), seed=1, n_steps=512, gamma=1.0, device="cpu")
    print("before:", evaluate(ENV, policy(model), episodes=1, reward="left"))
    model.learn(STEPS)
    print("after: ", evaluate(ENV, policy(model), episodes=1, reward="left"))


def policy(model: MaskablePPO) -> Policy:
    """Return the greedy policy of a model."""
    return lambda planes, mask: int(model.predict(planes, action_masks=mask, deterministic=True)[0])


if __name__ == "__main__":
    main()
