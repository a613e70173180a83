"""OpenSpiel: every game on the shelf as a Python game of `pyspiel`, with exact odds at chance nodes.

`register()` makes all of them loadable, as in `pyspiel.load_game("hoyle_nim_classic")`; `game_of` makes one from a
name or from your own rules.  Actions and observations are those of the other environments, except that seats always set
up their own armies.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pyspiel

from hoyle.dice import Dice
from hoyle.game import NATURE, Game, HoyleError, Seat
from hoyle.lab.envs import ids
from hoyle.lab.envs.setting import Array, Setting
from hoyle.match import legal_move

MOST: Final = 1 << 20
"""Everything that a seat has seen is offered as a tensor up to this size."""
GLIMPSE: Final = 20
"""How many moves are looked at to see what nature does."""


def short_name(name: str) -> str:
    """Return the name of a game as OpenSpiel writes names."""
    return "hoyle_" + re.sub(r"[^a-z0-9]+", "_", name.lower())


def most_outcomes(game: Game[Any, Any]) -> int:
    """Return the most outcomes that nature has at the beginning of a match, or 0 if it does not move."""
    dice, state, most = Dice(0), game.start(), 0
    for _ in range(GLIMPSE):
        mover = game.turn(state)
        if mover is None:
            break
        odds = game.odds(state) if mover == NATURE else {}
        most = max(most, len(odds))
        state = game.play(state, dice.draw(odds) if odds else next(iter(game.moves(state))))
    return most


def game_type(setting: Setting) -> pyspiel.GameType:
    """Return what OpenSpiel needs to know about a game before it is loaded."""
    game, kind = setting.game, pyspiel.GameType
    return kind(
        short_name=short_name(setting.name),
        long_name=f"{setting.box.title} ({setting.name})",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if most_outcomes(game) else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if game.seats == 2 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=memory_size(setting) <= MOST,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )


def memory_size(setting: Setting) -> int:
    """Return how many numbers hold everything that a seat can see in a match."""
    return int(np.prod(setting.shape)) * (setting.horizon + 1)


class HoyleGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The rules of one game; a match that reaches the horizon ends, and nobody wins it."""

    def __init__(self, setting: Setting, params: Any = None) -> None:
        self.setting = setting
        seats = setting.game.seats
        bounds = {"min_utility": -1.0 if seats > 1 else 0.0, "max_utility": 1.0}
        if seats == 2:
            bounds["utility_sum"] = 0.0
        info = pyspiel.GameInfo(
            num_distinct_actions=len(setting.actions),
            max_chance_outcomes=most_outcomes(setting.game),
            num_players=seats,
            max_game_length=setting.horizon,
            **bounds,
        )
        super().__init__(game_type(setting), info, params or {})

    def new_initial_state(self, *_: Any) -> HoyleState:
        """Return the state before the first move."""
        return HoyleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of what a seat sees, or with perfect recall of everything that it has seen."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        if params:
            raise ValueError(f"observations have no parameters, but {params} were given")
        return Observer(self.setting, recall=recall)


@dataclass(frozen=True, eq=False)
class Course:
    """The state now and those in which seats have chosen; a value, which need not be copied."""

    setting: Setting
    now: Any
    chosen: tuple[Any, ...] = ()

    def __deepcopy__(self, memo: Any) -> Course:
        return self

    def play(self, action: int) -> Course:
        """Return the course after an action, or after an outcome of nature by its place among the odds."""
        game = self.setting.game
        if game.turn(self.now) == NATURE:
            moves = list(game.odds(self.now))
            if not 0 <= action < len(moves):
                raise HoyleError(f"an outcome of chance is a number from 0 to {len(moves) - 1}, not {action}")
            return replace(self, now=game.play(self.now, moves[action]))
        move = legal_move(game, self.now, self.setting.actions[self.setting.check_action(action)])
        return replace(self, now=game.play(self.now, move), chosen=(*self.chosen, self.now))

    def views_of(self, seat: Seat) -> list[Any]:
        """Return what a seat has seen whenever somebody chose, and sees now; what looks the same is not repeated."""
        views = [self.setting.game.view(state, seat) for state in (*self.chosen, self.now)]
        return [view for place, view in enumerate(views) if place == 0 or views[place - 1] != view]


class HoyleState(pyspiel.State):  # type: ignore[misc]  # likewise
    """A match as OpenSpiel goes through it."""

    def __init__(self, game: HoyleGame) -> None:
        super().__init__(game)
        self.course = Course(game.setting, game.setting.game.start())

    def current_player(self) -> int:
        """Return the seat to move, or what stands for nature or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        mover = self.course.setting.game.turn(self.course.now)
        return int(pyspiel.PlayerId.CHANCE) if mover == NATURE else int(mover or 0)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 — it is asked of the seat to move
        setting = self.course.setting
        return sorted(setting.number(move) for move in setting.game.moves(self.course.now))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return nature's moves by their places, with their odds."""
        odds = self.course.setting.game.odds(self.course.now)
        return [(place, float(chance)) for place, chance in enumerate(odds.values())]

    def _apply_action(self, action: int) -> None:
        self.course = self.course.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        setting = self.course.setting
        if player == pyspiel.PlayerId.CHANCE:
            return str(list(setting.game.odds(self.course.now))[action])
        return setting.actions[action]

    def is_terminal(self) -> bool:
        """Tell whether the match is over, or as long as it may be."""
        setting = self.course.setting
        return len(self.course.chosen) >= setting.horizon or setting.game.outcome(self.course.now) is not None

    def returns(self) -> list[float]:
        """Return what each seat has won."""
        game = self.course.setting.game
        outcome = game.outcome(self.course.now)
        if outcome is None:
            return [0.0] * game.seats
        if game.seats == 1:
            return [float(outcome.scores[0] > 0)]
        others = [max((*outcome.scores[:seat], *outcome.scores[seat + 1 :])) for seat in range(game.seats)]
        return [float((own > other) - (own < other)) for own, other in zip(outcome.scores, others, strict=True)]

    def __str__(self) -> str:
        return self.course.setting.game.write(self.course.now)


class Observer:
    """Writes what a seat sees now, or with recall all that it has seen, oldest first."""

    def __init__(self, setting: Setting, *, recall: bool) -> None:
        self._setting, self._recall = setting, recall
        shape = (setting.horizon + 1, *setting.shape) if recall else setting.shape
        fits = not recall or memory_size(setting) <= MOST
        self.tensor: Array = np.zeros(int(np.prod(shape)) if fits else 0, np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)} if fits else {}

    def set_from(self, state: HoyleState, player: int) -> None:
        """Write the tensor."""
        setting, seat = self._setting, Seat(player)
        self.tensor.fill(0)
        if "planes" in self.dict:
            planes = self.dict["planes"]
            if not self._recall:
                setting.write_planes(state.course.now, seat, planes)
                return
            for place, view in enumerate(state.course.views_of(seat)):
                setting.write_planes(view, seat, planes[place])

    def string_from(self, state: HoyleState, player: int) -> str:
        """Return the position or positions as text, the seat first."""
        game, seat = self._setting.game, Seat(player)
        views = state.course.views_of(seat) if self._recall else [game.view(state.course.now, seat)]
        return "\n".join([f"seat {player}", *map(game.write, views)])


def game_of(game: str | Game[Any, Any]) -> HoyleGame:
    """Return a game for OpenSpiel, given by its name or as rules."""
    return HoyleGame(Setting.of(game, dealt=False))


def _class_of(name: str) -> type[HoyleGame]:
    """Return the class that OpenSpiel makes a game of a name with; it has to outlive the interpreter, as a class does."""

    class Named(HoyleGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(Setting.of(name, dealt=False), params)

    return Named


def register() -> list[str]:
    """Register every variant on the shelf, and return the names that OpenSpiel knows them by."""
    known = set(pyspiel.registered_names())
    names = []
    for name, _ in ids():
        setting = Setting.of(name, dealt=False)
        names.append(short_name(name))
        if names[-1] not in known:
            pyspiel.register_game(game_type(setting), _class_of(name))
    return names
