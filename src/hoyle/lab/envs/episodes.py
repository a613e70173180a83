"""Episodes: a batch with its seeds, rewards and opponents, which every kind of environment plays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from numbers import Integral
from typing import Any, Final, NamedTuple

import numpy as np

from hoyle.box import unknown
from hoyle.dice import Dice
from hoyle.game import HoyleError, IllegalMoveError, Seat
from hoyle.lab.envs import kernel
from hoyle.lab.envs.batch import BEGIN, MOVER, STAND, Seeds, make_batch
from hoyle.lab.envs.setting import Array, Setting

REWARDS: Final = {"win": kernel.WIN, "left": kernel.LEFT, "potential": kernel.POTENTIAL}
SELF: Final = "self"
RANDOM: Final = "random"
IDLE: Final = "no episode is under way: call reset"


class Optimum(NamedTuple):
    """The return of best play from a position, or None if it is not known, and how that is known."""

    value: float | None
    why: str


class Episodes:
    """Rows of episodes for one learner, or with the opponent "self" for whoever is to move.

    Rewards are `win` (1 for a win, 0 for a loss; among two seats 1, 0 or -1), `left` (minus what is left to do, at the
    end) and `potential` (by how much less is left after each step).  An illegal action ends the episode and costs 1.
    """

    def __init__(
        self,
        game: str | Any,
        rows: int,
        *,
        reward: str = "win",
        opponent: str = RANDOM,
        seat: int = 0,
        illegal: str = "lose",
        dealt: bool = True,
        threads: int = 1,
        compiled: bool = True,
    ) -> None:
        self.setting = setting = Setting.of(game, dealt=dealt)
        seats, players = setting.game.seats, setting.box.players
        _one_of("reward", reward, REWARDS if setting.box.training.left else ["win"])
        _one_of("opponent", opponent, (RANDOM, SELF, *players))
        if illegal not in {"lose", "error"}:
            raise HoyleError(f"illegal is lose or error, not {illegal!r}")
        if seat not in range(seats):
            there = "only the seat 0" if seats == 1 else f"the seats 0 to {seats - 1}"
            raise HoyleError(f"{setting.name} has {there}, not {seat}")
        for what, number in (("num_envs", rows), ("threads", threads)):
            if not isinstance(number, Integral) or number < 1:
                raise HoyleError(f"{what} is a whole number from 1 on, not {number!r}")
        self.reward, self.opponent, self.illegal = REWARDS[reward], opponent, illegal
        self.seat = MOVER if seats > 1 and opponent == SELF else seat
        self.batch = make_batch(setting, rows, self.seat if seats > 1 else 0, threads, compiled=compiled)
        self.seeds = Seeds(rows)
        self.actions = np.full(rows, BEGIN, np.int64)
        self.rewards = np.zeros(rows, np.float64)
        self.terminated, self.truncated = np.zeros(rows, np.bool_), np.zeros(rows, np.bool_)
        self._before = np.zeros(rows, np.int64)
        self._actors = np.full(rows, max(self.seat, 0), np.int64)
        self._waiting, self._answers = np.zeros(rows, np.bool_), np.zeros(rows, np.int64)
        batch = self.batch
        self._stand = (batch.over, batch.foul, batch.scores, batch.left, batch.plies)
        self.ends = (self.rewards, self.terminated, self.truncated)
        self._alone, self._horizon = seats == 1, setting.horizon
        self.begun = False
        """Whether an episode has begun in any row."""

    def step(self) -> None:
        """Move every row on by its entry in actions, and judge the result; rows that BEGIN get a new episode."""
        batch = self.batch
        if self.seat == MOVER:
            self._actors[:] = batch.mover
        batch.advance(self.actions)
        if not self._alone and self.seat != MOVER:
            self._answer()
        kernel.judge(self.reward, self._horizon, self.actions, self._actors, self._stand, self._before, self.ends)

    def begin(self, rows: Array) -> None:
        """Mark rows so that a new episode begins in each with the next step."""
        self.begun = True
        self.actions[rows] = BEGIN
        self.batch.dice[rows] = self.seeds.next(rows)

    def _answer(self) -> None:
        """Let the opponent move until the learner is to move in every row, or its match is over."""
        batch, answers = self.batch, self._answers
        while True:
            np.logical_and(batch.mover != self.seat, ~batch.over, out=self._waiting)
            if not self._waiting.any():
                return
            answers[:] = STAND
            if self.opponent == RANDOM:
                kernel.choose(batch.legal, self._waiting, batch.dice, answers)
            else:
                for row in np.flatnonzero(self._waiting).tolist():
                    answers[row] = self._ask(row)
            batch.advance(answers)

    def _ask(self, row: int) -> int:
        """Return the action of a computer player, who sees its own view and rolls the dice of the episode."""
        setting, batch = self.setting, self.batch
        dice, seat = Dice(int(batch.dice[row])), Seat(int(batch.mover[row]))
        view = setting.game.view(batch.state(row), seat)
        move = setting.box.player(self.opponent, dice).choose(setting.game, view, seat)
        batch.dice[row] = dice.counter
        return setting.number(move)

    def refuse(self) -> None:
        """Raise an error with the rule against the first action that is not legal, if that is asked for."""
        if self.illegal != "error":
            return
        for row, action in enumerate(self.actions.tolist()):
            if action >= 0 and not self.batch.legal[row, action] and not self.batch.over[row]:
                game, text = self.setting.game, self.setting.actions[action]
                # The reason is made from what the seat sees, so it gives nothing away.
                view = game.view(self.batch.state(row), Seat(int(self.batch.mover[row])))
                reason = game.why_not(view, game.parse(view, text))
                raise IllegalMoveError(f"{text}: {reason}")

    def take(self, actions: Any, ended: Array | None = None) -> None:
        """Take the actions of a step, except in rows that have ended; a wrong one is an error, and nothing changes."""
        if not self.begun:
            raise HoyleError(IDLE)
        given, count = np.asarray(actions), len(self.setting.actions)
        if given.shape != self.actions.shape or given.dtype.kind not in "iu":
            raise HoyleError(
                f"a step needs {len(self.actions)} whole numbers, not an array of shape {given.shape} and type {given.dtype}"
            )
        if not 0 <= int(given.min()) <= int(given.max()) < count:
            row = int(np.flatnonzero((given < 0) | (given >= count))[0])
            raise HoyleError(f"environment {row}: an action is a number from 0 to {count - 1}, not {given[row]}")
        np.copyto(self.actions, given, casting="unsafe")
        if ended is not None:
            self.actions[ended] = STAND
        self.refuse()

    def optimum(self, row: int = 0) -> Optimum:
        """Return the best possible return from now on, in the units of the reward, for the seat to move."""
        if not self.begun:
            raise HoyleError(IDLE)
        state = self.batch.state(row)
        best = self.setting.best(state)
        if self.reward == kernel.WIN:
            chance = best.chance
            return Optimum(
                None if chance is None else float(chance if self._alone else 2 * Fraction(chance) - 1), best.why
            )
        if best.left is None:
            return Optimum(None, best.why)
        now = self.setting.left(state) if self.reward == kernel.POTENTIAL else 0
        return Optimum(float(now - best.left), best.why)

    def seed(self, seed: int | Sequence[int]) -> None:
        """Seed every row: with a number, each further row has one more."""
        rows = self.batch.rows
        given = range(seed, seed + rows) if isinstance(seed, int) else seed
        if len(given) != rows:
            raise HoyleError(f"{rows} seeds are needed, one for each environment, not {len(given)}")
        self.seeds.seed(given)


def rehearse(game: str) -> None:
    """Play a few steps of a game, by its machine code: that calls every kernel of its environments."""
    episodes = Episodes(game, 2)
    episodes.seed(1)
    episodes.begin(np.arange(2))
    episodes.step()
    for _ in range(3):
        episodes.take(episodes.batch.legal.argmax(axis=1))
        episodes.step()


def _one_of(kind: str, name: str, names: Any) -> None:
    if name not in names:
        raise HoyleError(unknown(kind, str(name), names))
