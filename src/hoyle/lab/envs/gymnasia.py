"""Gymnasium environments: one match at a time, or many at once in the same arrays.

>>> import gymnasium
>>> env = gymnasium.make("hoyle/pegs-easy-v0", reward="left")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"].tolist(), env.unwrapped.setting.actions[1]
((2, 7, 7), [0, 1, 0, 1, 0, 0, 0, 0], 'd2d4')
>>> env.unwrapped.optimum()
Optimum(value=0.0, why='the oracle has looked at every position')
>>> for action in (1, env.unwrapped.setting.numbers["d4d6"]):
...     observation, reward, terminated, truncated, info = env.step(action)
>>> reward, terminated, env.unwrapped.text().splitlines()[-1]
(0.0, True, 'won (1 peg left)')
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hoyle.box import unknown
from hoyle.dice import Dice
from hoyle.game import HoyleError, Seat
from hoyle.lab.envs.batch import BEGIN, MOVER, STAND
from hoyle.lab.envs.episodes import IDLE, Episodes, Optimum
from hoyle.lab.envs.setting import Array, Setting
from hoyle.scene import Scene, to_text

RENDER_MODES = ("rgb_array", "ansi", "human")
DICT = "dict"


def observation_space(setting: Setting, kind: str) -> spaces.Space[Any]:
    """Return the space of planes, or with the kind "dict" that of planes and action mask."""
    planes = spaces.Box(0, setting.most, setting.shape, setting.dtype)
    if kind == DICT:
        mask = spaces.Box(0, 1, (len(setting.actions),), np.int8)
        return spaces.Dict({"observation": planes, "action_mask": mask})
    if kind != "planes":
        raise HoyleError(f"an observation is planes or dict, not {kind!r}")
    return planes


def scene(episodes: Episodes, row: int) -> Scene:
    """Return the picture of a row as the learner sees it."""
    setting, batch = episodes.setting, episodes.batch
    seat = Seat(int(batch.mover[row]) if episodes.seat == MOVER else episodes.seat)
    return setting.picture(setting.game, setting.game.view(batch.state(row), seat))


def draw(picture: Scene, mode: str | None) -> Any:
    """Return a picture as pixels or as text, or print it."""
    if mode == "rgb_array":
        return pixels(picture)
    if mode == "human":
        sys.stdout.write(f"{to_text(picture)}\n\n")
        sys.stdout.flush()
        return None
    return to_text(picture)


def pixels(picture: Scene) -> Array:
    """Return a picture as an array of rows, columns and three colours."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as fault:
        raise HoyleError("pictures need the envs extra: pip install 'hoyle[envs]'") from fault
    from hoyle.svg import to_svg

    png = bytes(resvg_py.svg_to_bytes(svg_string=to_svg(picture)))
    image = Image.open(BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", image.size, "white")
    return np.asarray(Image.alpha_composite(paper, image).convert("RGB"))


def check_mode(mode: str | None) -> str | None:
    """Return a render mode, or raise an error for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise HoyleError(f"a render mode is {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


class Env(gymnasium.Env[Any, Any]):
    """One match at a time, for one learner; where there are other seats, an opponent plays them.

    `game` is a name on the shelf, and the rest as in Episodes; `observation` is "planes" or "dict", which has the mask too.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 — as Gymnasium declares it

    def __init__(
        self, game: str = "pegs", *, observation: str = "planes", render_mode: str | None = None, **options: Any
    ) -> None:
        self.episodes = Episodes(game, 1, **options)
        self.setting = setting = self.episodes.setting
        self.render_mode = check_mode(render_mode)
        self.action_space = spaces.Discrete(len(setting.actions))
        self.observation_space = observation_space(setting, observation)
        self._dict = observation == DICT
        self._dice: Dice | None = None
        self._under_way = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ARG002 — as Gymnasium calls it
        """Begin an episode; a seed decides all chance in this one and those after it."""
        super().reset(seed=seed)
        if seed is not None or self._dice is None:
            self._dice = Dice(seed if seed is not None else int(self.np_random.integers(1 << 63)))
        self.episodes.actions[0], self.episodes.batch.dice[0] = BEGIN, self._dice.word()
        self.episodes.step()
        self.episodes.begun = self._under_way = True
        if self.render_mode == "human":
            self.render()
        return self._observation()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action; an illegal one loses, unless the option illegal="error" asks for an error."""
        episodes = self.episodes
        if not self._under_way:
            raise HoyleError(IDLE)
        episodes.actions[0] = self.setting.check_action(action)
        episodes.refuse()
        episodes.step()
        if self.render_mode == "human":
            self.render()
        observation, info = self._observation()
        rewards, terminated, truncated = episodes.ends
        over, cut = terminated.item(0), truncated.item(0)
        self._under_way = not (over or cut)
        return observation, rewards.item(0), over, cut, info

    def _observation(self) -> tuple[Any, dict[str, Any]]:
        batch = self.episodes.batch
        planes, mask = batch.planes[0].copy(), batch.legal[0].copy()
        info = {"action_mask": mask, "seat": batch.mover.item(0), "illegal": batch.foul.item(0)}
        return {"observation": planes, "action_mask": mask} if self._dict else planes, info

    def action_masks(self) -> Array:
        """Return which actions are legal, as MaskablePPO asks for it."""
        mask: Array = self.episodes.batch.legal[0].astype(np.bool_)
        return mask

    def optimum(self) -> Optimum:
        """Return the best possible return from now on, and how that is known."""
        return self.episodes.optimum()

    def text(self) -> str:
        """Return the position as a picture of letters."""
        return to_text(scene(self.episodes, 0))

    def render(self) -> Any:
        """Return the picture in the render mode, or print it in the mode human."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render mode")
            return None
        return draw(scene(self.episodes, 0), self.render_mode)

    def close(self) -> None:
        """Release everything that the environment holds."""
        self.episodes.batch.close()


class Envs(VectorEnv[Any, Any, Any]):
    """Many matches at once, in arrays that each step overwrites; copy=True returns fresh ones."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str = "pegs",
        num_envs: int = 1,
        *,
        observation: str = "planes",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.episodes = Episodes(game, num_envs, **options)
        self.setting = setting = self.episodes.setting
        self.num_envs, self.render_mode, self.copy = num_envs, check_mode(render_mode), copy
        modes = {mode.value: mode for mode in AutoresetMode}
        if autoreset_mode not in (*modes, *modes.values()):
            raise HoyleError(unknown("autoreset mode", str(autoreset_mode), modes))
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {**Env.metadata, "autoreset_mode": self.mode}
        self.single_action_space = spaces.Discrete(len(setting.actions))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space(setting, observation)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._dict = observation == DICT
        self._all = np.ones(num_envs, np.bool_)
        batch = self.episodes.batch
        same = self.mode == AutoresetMode.SAME_STEP
        self._final = (np.zeros_like(batch.planes), np.zeros_like(batch.legal)) if same else None
        self._judged = tuple(np.zeros_like(one) for one in self.episodes.ends) if same else self.episodes.ends

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode in each row, or in those of options["reset_mask"]; row i has the seed plus i."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        episodes = self.episodes
        if seed is not None or not episodes.begun:
            episodes.seed(seed if seed is not None else self.np_random.integers(1 << 63, size=self.num_envs).tolist())
        mask = (options or {}).get("reset_mask")
        if mask is None or not episodes.begun:
            mask = self._all
        if np.shape(mask) != (self.num_envs,) or np.asarray(mask).dtype != np.bool_:
            raise HoyleError(f"reset_mask is an array of {self.num_envs} booleans")
        episodes.actions[:] = STAND
        episodes.begin(np.flatnonzero(mask))
        episodes.step()
        return self._observation(), self._info()

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Take an action in each row; the autoreset mode says what happens in rows that have ended."""
        episodes = self.episodes
        ended = np.flatnonzero(episodes.terminated | episodes.truncated)
        if ended.size and self.mode == AutoresetMode.DISABLED:
            raise HoyleError(f"environment {ended[0]} has ended: reset it with the option reset_mask")
        episodes.take(actions, ended)
        episodes.begin(ended)
        episodes.step()
        rewards, terminated, truncated = self._judged
        info = self._info() if self._final is None else self._reset_now()
        if self.copy:
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
        return self._observation(), rewards, terminated, truncated, info

    def _reset_now(self) -> dict[str, Any]:
        """Begin again where an episode has just ended, and return the info with what was seen last."""
        episodes, batch = self.episodes, self.episodes.batch
        assert self._final is not None  # noqa: S101 — the mode is same-step
        for kept, judged in zip(self._judged, episodes.ends, strict=True):
            np.copyto(kept, judged)
        ended = episodes.terminated | episodes.truncated
        rows = np.flatnonzero(ended)
        if not rows.size:
            return self._info()
        planes, legal = self._final
        planes[rows], legal[rows] = batch.planes[rows], batch.legal[rows]
        if self.copy:
            planes, legal = planes.copy(), legal.copy()
        last = {
            "action_mask": legal, "_action_mask": ended, "seat": batch.mover.copy(), "_seat": ended, "illegal": batch.foul.copy(), "_illegal": ended,
        }  # fmt: skip
        episodes.actions[:] = STAND
        episodes.begin(rows)
        episodes.step()
        final = {"observation": planes, "action_mask": legal} if self._dict else planes
        return {**self._info(), "final_obs": final, "_final_obs": ended, "final_info": last, "_final_info": ended}

    def _observation(self) -> Any:
        batch = self.episodes.batch
        planes, legal = (batch.planes.copy(), batch.legal.copy()) if self.copy else (batch.planes, batch.legal)
        return {"observation": planes, "action_mask": legal} if self._dict else planes

    def _info(self) -> dict[str, Any]:
        batch, every = self.episodes.batch, self._all
        mask, seat, illegal = batch.legal, batch.mover, batch.foul
        if self.copy:
            mask, seat, illegal = mask.copy(), seat.copy(), illegal.copy()
        return {
            "action_mask": mask, "_action_mask": every, "seat": seat, "_seat": every, "illegal": illegal, "_illegal": every,
        }  # fmt: skip

    def action_masks(self) -> Array:
        """Return which actions are legal in each row."""
        masks: Array = self.episodes.batch.legal.astype(np.bool_)
        return masks

    def optimum(self, row: int = 0) -> Optimum:
        """Return the best possible return of a row from now on, and how that is known."""
        return self.episodes.optimum(row)

    def render(self) -> Any:
        """Return the picture of each row."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render mode")
            return None
        return tuple(draw(scene(self.episodes, row), self.render_mode) for row in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Release everything that the environments hold."""
        self.episodes.batch.close()
