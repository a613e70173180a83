"""Masked PPO in plain PyTorch on any of hoyle's environments, measured against the known optimum.

    pip install 'hoyle[envs]' torch
    python examples/masked_ppo.py hoyle/pegs-triangle-v0 --reward left --updates 150
    python examples/masked_ppo.py hoyle/dots-dealt-v0 --network paths --reward win --updates 60 --episodes 200

Every few updates it prints the returns of the policy as it learns and as it plays greedily, and the best possible one.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import hoyle.lab.envs  # noqa: F401 — it registers the environments
from dots_paths import FEATURES, find_paths
from hoyle.game import HoyleError
from hoyle.lab.envs.evaluation import Policy, evaluate


class Flat(nn.Module):
    """A policy and a value on flat planes, for any game."""

    def __init__(self, setting: Any, width: int = 256) -> None:
        super().__init__()
        inputs = int(np.prod(setting.shape))
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, len(setting.actions)), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of the actions, and the value."""
        inner = self.body(planes.flatten(1).clamp(max=8))
        return self.policy(inner), self.value(inner).squeeze(1)


class Paths(nn.Module):
    """A policy and a value for dots that compares whole paths, and spells them square by square as the environment asks.

    An action is as likely as all the paths together that go on with it.
    """

    def __init__(self, setting: Any, width: int = 64) -> None:
        super().__init__()
        self.dots, self.actions = getattr(setting.game, "dots", None), len(setting.actions)
        if self.dots is None or self.dots.loops:
            raise HoyleError("the network paths is for dots without loops")
        self.body = nn.Sequential(nn.Linear(FEATURES, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.head = nn.Linear(width, 2)
        nn.init.orthogonal_(self.head.weight, 0.01)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of the actions, and the value: what each path is worth, as often as it is chosen."""
        found, features = map(torch.from_numpy, find_paths(self.dots, planes.numpy()))
        row, action = found.T
        score, worth = self.head(self.body(features)).T
        # A softmax over all the paths of a row, added up by action; the best score is taken off so that nothing overflows.
        best = torch.zeros(len(planes)).scatter_reduce(0, row, score.detach(), "amax", include_self=False)
        weight = (score - best[row]).exp()
        weights = torch.zeros(len(planes), self.actions).index_put((row, action), weight, accumulate=True)
        share = weight.detach() / weights.detach().sum(1)[row]
        return weights.clamp(min=1e-30).log(), torch.zeros(len(planes)).index_add(0, row, share * worth)


NETWORKS = {"flat": Flat, "paths": Paths}


def consult(network: nn.Module, planes: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
    """Return a network's policy over the legal actions, and its value."""
    logits, value = network(planes)
    legal = mask | ~mask.any(1, keepdim=True)
    return Categorical(logits=logits.masked_fill(~legal, -1e9), validate_args=False), value


def tensors(planes: np.ndarray, mask: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what a network takes."""
    return torch.from_numpy(planes).float(), torch.from_numpy(mask).bool()


def collect(envs: Any, network: nn.Module, now: tuple, steps: int) -> tuple[list, tuple, list]:
    """Play some steps in every environment; return what happened, where it stands now, and the returns of episodes."""
    rows, returns = [], []
    planes, mask, totals = now
    for _ in range(steps):
        with torch.no_grad():
            policy, value = consult(network, planes, mask)
            action = policy.sample()
        seen, reward, terminated, truncated, info = envs.step(action.numpy())
        ended = terminated | truncated
        totals += reward
        returns += totals[ended].tolist()
        totals[ended] = 0
        rows.append(
            (
                planes,
                mask,
                action,
                policy.log_prob(action),
                value,
                torch.from_numpy(reward).float(),
                torch.from_numpy(ended.astype(np.float32)),
            )
        )
        planes, mask = tensors(seen, info["action_mask"])
    return rows, (planes, mask, totals), returns


def advantages(rows: list, last: torch.Tensor, discount: float, smooth: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the advantages and the returns by generalised advantage estimation."""
    gains, gain = [], torch.zeros_like(last)
    for *_, value, reward, ended in reversed(rows):
        error = reward + discount * last * (1 - ended) - value
        gain = error + discount * smooth * (1 - ended) * gain
        gains.append(gain)
        last = value
    stacked = torch.stack(gains[::-1])
    return stacked, stacked + torch.stack([row[4] for row in rows])


def learn(
    network: nn.Module, optimiser: Any, rows: list, goals: tuple[torch.Tensor, torch.Tensor], entropy: float
) -> None:
    """Take some steps along the clipped objective."""
    planes, mask, action, before = (torch.cat([row[part] for row in rows]) for part in range(4))
    gains, targets = (goal.flatten() for goal in goals)
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(4):
        for some in torch.randperm(len(gains)).split(len(gains) // 4):
            policy, value = consult(network, planes[some], mask[some])
            ratio = (policy.log_prob(action[some]) - before[some]).exp()
            gain = torch.min(ratio * gains[some], ratio.clamp(0.8, 1.2) * gains[some])
            loss = -gain.mean() + 0.5 * (value - targets[some]).square().mean() - entropy * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def greedy(network: nn.Module) -> Policy:
    """Return the policy that always takes the likeliest action."""

    def choose(planes: np.ndarray, mask: np.ndarray) -> int:
        with torch.no_grad():
            return int(consult(network, *tensors(planes[None], mask[None]))[0].logits.argmax())

    return choose


def main() -> None:
    """Learn, and print how it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("env", nargs="?", default="hoyle/pegs-triangle-v0")
    parser.add_argument("--network", default="flat", choices=NETWORKS)
    parser.add_argument("--reward", default="left", help="win, left or potential")
    parser.add_argument("--measure", help="the reward that the greedy policy is measured by, if it is another")
    parser.add_argument("--updates", type=int, default=150)
    parser.add_argument("--every", type=int, default=10, help="after how many updates the greedy policy is measured")
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.02)
    parser.add_argument(
        "--episodes",
        type=int,
        default=1,
        help="how many episodes the greedy policy is measured on; the optimum is shown for one",
    )
    parser.add_argument("--test", type=int, default=0, help="how many further episodes the last policy is measured on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="a file for the curve, as JSON")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    envs = gymnasium.make_vec(options.env, num_envs=options.envs, reward=options.reward, autoreset_mode="SameStep")
    planes, info = envs.reset(seed=options.seed)
    try:
        network = NETWORKS[options.network](envs.setting)
    except HoyleError as fault:
        parser.error(str(fault))
    optimiser = torch.optim.Adam(network.parameters(), options.rate, eps=1e-5)
    now = (*tensors(planes, info["action_mask"]), np.zeros(options.envs))
    measure = partial(evaluate, options.env, reward=options.measure or options.reward)
    curve, begun = [], time.process_time()
    for update in range(1, options.updates + 1):
        share = 1 - (update - 1) / options.updates
        optimiser.param_groups[0]["lr"] = options.rate * share
        rows, now, returns = collect(envs, network, now, options.steps)
        with torch.no_grad():
            last = consult(network, now[0], now[1])[1]
        learn(network, optimiser, rows, advantages(rows, last, 0.999, 0.95), options.entropy * share)
        if update % options.every == 0:
            report = measure(greedy(network), episodes=options.episodes, seed=10**6, optima=options.episodes == 1)
            steps = update * options.envs * options.steps
            point = {
                "steps": steps,
                "seconds": round(time.process_time() - begun, 1),
                "sampled": round(float(np.mean(returns)), 4) if returns else None,
                "greedy": round(report.mean, 4),
                "best": None if report.regret is None else round(report.mean + report.regret, 4),
            }
            curve.append(point)
            print(json.dumps(point), flush=True)
    if options.test:
        returns = measure(greedy(network), episodes=options.test, seed=2 * 10**6, optima=False).returns
        error = 1.96 * np.std(returns) / np.sqrt(options.test)
        print(f"{options.test:,} further episodes: mean return {np.mean(returns):.4f} ± {error:.4f} (95%)")
    if options.curve:
        options.curve.write_text(json.dumps(curve))


if __name__ == "__main__":
    main()
