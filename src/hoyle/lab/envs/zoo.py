"""PettingZoo environments: every seat is an agent, and sees only its own view.

>>> env = Aec("nim/1,2")
>>> env.reset(seed=1)
>>> env.agent_selection, env.observe("second_1")["action_mask"].tolist()
('first_0', [0, 0, 0, 0])
>>> env.step(env.setting.numbers["b2"])
>>> env.step(env.setting.numbers["a1"])
>>> env.rewards
{'first_0': -1.0, 'second_1': 1.0}
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from hoyle.dice import Dice
from hoyle.game import HoyleError, Seat
from hoyle.lab.envs import kernel
from hoyle.lab.envs.batch import BEGIN, make_batch
from hoyle.lab.envs.episodes import IDLE
from hoyle.lab.envs.gymnasia import DICT, RENDER_MODES, check_mode, draw, observation_space
from hoyle.lab.envs.setting import Setting


class Aec(AECEnv[str, Any, int | None]):  # type: ignore[misc]  # pettingzoo has no types
    """The agents move in turn; an illegal action ends the episode, and its agent alone loses 1."""

    metadata: dict[str, Any]

    def __init__(
        self, game: str | Any = "nim", *, dealt: bool = True, render_mode: str | None = None, compiled: bool = True
    ) -> None:
        super().__init__()
        self.setting = setting = Setting.of(game, dealt=dealt)
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            "name": setting.name, "render_modes": list(RENDER_MODES), "is_parallelizable": True, "render_fps": 2,
        }  # fmt: skip
        names = [setting.box.seat_name(seat).split()[0] for seat in range(setting.game.seats)]
        self.possible_agents = [f"{name}_{seat}" for seat, name in enumerate(names)]
        self.agents: list[str] = []
        self.seats = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        self.batch = make_batch(setting, 1, compiled=compiled)
        self._actions = np.zeros(1, np.int64)
        self._choices = {agent: spaces.Discrete(len(setting.actions)) for agent in self.possible_agents}
        self._spaces = {agent: observation_space(setting, DICT) for agent in self.possible_agents}
        self._dice: Dice | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations: planes and action mask."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the numbers of all actions."""
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 — as PettingZoo calls it
        """Begin an episode; a seed decides all chance in this one and those after it."""
        if seed is not None or self._dice is None:
            self._dice = Dice(seed if seed is not None else int(np.random.default_rng().integers(1 << 63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.batch.dice[0] = self._dice.word()
        self._advance(BEGIN)

    def _advance(self, action: int) -> None:
        batch = self.batch
        self._actions[0] = action
        batch.advance(self._actions)
        self.agent_selection = self.possible_agents[batch.mover.item(0)]
        over, cut = batch.over.item(0), batch.plies.item(0) >= self.setting.horizon
        for agent in self.agents:
            self.terminations[agent], self.truncations[agent] = over, cut and not over
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Take the action of the agent whose turn it is; None from one whose episode has ended."""
        if not self.agents:
            raise HoyleError(IDLE)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self.setting.check_action(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._advance(number)
        if self.batch.foul[0]:
            self.rewards[agent] = -1.0
        elif self.batch.over[0]:
            self.rewards = {
                other: float(kernel.worth(self.batch.scores[0], self.seats[other])) for other in self.agents
            }
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and which actions are legal if it is its turn."""
        setting, batch, seat = self.setting, self.batch, self.seats[agent]
        mask = np.zeros(len(setting.actions), np.int8)
        planes = np.zeros(setting.shape, setting.dtype)
        if batch.mover[0] == seat:
            np.copyto(mask, batch.legal[0])
            np.copyto(planes, batch.planes[0])
        else:
            setting.write_planes(batch.state(0), seat, planes)
        return {"observation": planes, "action_mask": mask}

    def render(self) -> Any:
        """Return or print the picture that the agent whose turn it is sees."""
        if self.render_mode is None:
            return None
        setting, seat = self.setting, Seat(self.batch.mover.item(0))
        return draw(setting.picture(setting.game, setting.game.view(self.batch.state(0), seat)), self.render_mode)

    def close(self) -> None:
        """Release everything that the environment holds."""
        self.batch.close()


class Parallel(ParallelEnv[str, Any, int]):  # type: ignore[misc]  # likewise
    """All agents act in every step, and only the action of the one whose turn it is counts."""

    metadata: dict[str, Any]

    def __init__(self, game: str | Any = "nim", **options: Any) -> None:
        self.aec = Aec(game, **options)
        self.metadata = self.aec.metadata
        self.render_mode = self.aec.render_mode
        self.possible_agents: list[str] = self.aec.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the numbers of all actions."""
        return self.aec.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin an episode."""
        self.aec.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def _observations(self) -> dict[str, Any]:
        return {agent: self.aec.observe(agent) for agent in self.possible_agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"turn": agent == self.aec.agent_selection} for agent in self.possible_agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], Any]:
        """Take the action of the agent whose turn it is, and return what every agent sees of it."""
        if not self.agents:
            raise HoyleError(IDLE)
        if (agent := self.aec.agent_selection) not in actions:
            raise HoyleError(f"it is the turn of {agent}, whose action is missing")
        self.aec.step(actions[agent])
        rewards, over, cut = dict(self.aec.rewards), dict(self.aec.terminations), dict(self.aec.truncations)
        seen = self._observations(), rewards, over, cut, self._infos()
        if any(over.values()) or any(cut.values()):
            self.agents = []
        return seen

    def render(self) -> Any:
        """Return or print the picture."""
        return self.aec.render()

    def close(self) -> None:
        """Release everything that the environment holds."""
        self.aec.close()
