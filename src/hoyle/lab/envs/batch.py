"""Batches: many matches at once, by the rules or by machine code, with the same arrays either way.

A batch has a row for each match.  It is moved on by an array of actions, one for each row:

    action ≥ 0   the seat to move plays it; if it is not legal, the episode is over and `foul`; once over, nothing happens
    BEGIN        a new episode begins with the seed that stands in `dice`
    STAND        nothing happens in this row

and then the arrays say how each row stands:

    planes [row, plane, y, x]   what the viewer sees: a seat, or whoever is to move
    legal  [row, action]        1 where an action is legal; all 0 once it is over
    mover  [row]                the seat to move, or whose turn it would be
    over, foul [row]            whether it has ended, and whether by an illegal action
    scores [row, seat]          the outcome's scores once it is over, and 0 before
    left   [row]                how much is left to do
    plies  [row]                how many choices seats have made; setting up unseen is one, however it is done
    dice   [row]                the counter of the episode's dice (hoyle.dice), which all chance in it rolls
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np

from hoyle.dice import STEP, WORD, Dice
from hoyle.game import Seat
from hoyle.lab.envs.setting import Array, Setting
from hoyle.match import is_unnoticed

BEGIN: Final = -1
STAND: Final = -2
MOVER: Final = -1
"""The viewer that means whoever is to move."""


class Batch(ABC):
    """The arrays of a batch."""

    def __init__(self, setting: Setting, rows: int, viewer: int = MOVER) -> None:
        self.setting, self.rows, self.viewer = setting, rows, viewer
        self.planes: Array = np.zeros((rows, *setting.shape), setting.dtype)
        self.legal: Array = np.zeros((rows, len(setting.actions)), np.int8)
        self.mover: Array = np.zeros(rows, np.int64)
        self.over: Array = np.zeros(rows, np.bool_)
        self.foul: Array = np.zeros(rows, np.bool_)
        self.scores: Array = np.zeros((rows, setting.game.seats), np.int64)
        self.left: Array = np.zeros(rows, np.int64)
        self.plies: Array = np.zeros(rows, np.int64)
        self.dice: Array = np.zeros(rows, np.uint64)

    @abstractmethod
    def advance(self, actions: Array) -> None:
        """Move every row on by its action."""

    @abstractmethod
    def state(self, row: int) -> Any:
        """Return the state of a row, as the rules represent it."""

    def close(self) -> None:  # noqa: B027 — most have nothing to release
        """Release everything that the batch holds."""


class Ruled(Batch):
    """A batch that is played by the rules, which any game has."""

    def __init__(self, setting: Setting, rows: int, viewer: int = MOVER) -> None:
        super().__init__(setting, rows, viewer)
        self._states: list[Any] = [setting.game.start()] * rows

    def state(self, row: int) -> Any:
        """Return the state of a row."""
        return self._states[row]

    def advance(self, actions: Array) -> None:
        """Move every row on by its action."""
        for row, action in enumerate(actions.tolist()):
            if action == BEGIN:
                self._begin(row)
            elif action != STAND and not self.over[row]:
                self._play(row, action)

    def _begin(self, row: int) -> None:
        self.plies[row], self.foul[row], self.scores[row] = 0, False, 0
        self.mover[row] = 0
        self._settle(row, self.setting.game.start())

    def _play(self, row: int, action: int) -> None:
        game, state = self.setting.game, self._states[row]
        if not self.legal[row, action]:
            self.over[row] = self.foul[row] = True
            self.legal[row] = 0
            return
        after = game.play(state, game.parse(state, self.setting.actions[action]))
        mover = int(self.mover[row])
        others = [Seat(seat) for seat in range(game.seats) if seat != mover]
        self.plies[row] += not (game.hides and is_unnoticed(game, state, after, others))
        # If the match ends now, the next seat is the viewer.
        self.mover[row] = (mover + 1) % game.seats
        self._settle(row, after)

    def _settle(self, row: int, state: Any) -> None:
        setting, game, dice = self.setting, self.setting.game, Dice(int(self.dice[row]))
        self._states[row] = state = setting.settle(state, dice)
        self.dice[row] = dice.counter
        mover, outcome = game.turn(state), game.outcome(state)
        self.mover[row] = self.mover[row] if mover is None else mover
        self.over[row] = outcome is not None
        if outcome is not None:
            self.scores[row] = outcome.scores
        self.left[row] = setting.left(state)
        self.legal[row] = 0
        if mover is not None:
            self.legal[row, [setting.number(move) for move in game.moves(state)]] = 1
        viewer = self.mover[row] if self.viewer == MOVER else self.viewer
        setting.write_planes(state, Seat(int(viewer)), self.planes[row])


class Compiled(Batch):
    """A batch that is played by the machine code of a box, in a number of threads."""

    def __init__(self, setting: Setting, rows: int, viewer: int = MOVER, threads: int = 1) -> None:
        super().__init__(setting, rows, viewer)
        assert setting.box.training.machine is not None  # noqa: S101 — our own mistake
        self._machine = setting.box.training.machine(setting.game, rows, setting.horizon, setting.dealt)
        seen = (
            self.planes,
            self.legal,
            self.mover,
            self.over,
            self.foul,
            self.scores,
            self.left,
            self.plies,
            self.dice,
        )
        self._arguments = (self._machine.tables, self._machine.store, seen)
        cuts = np.linspace(0, rows, min(threads, rows) + 1).astype(int).tolist()
        self._spans = list(pairwise(cuts))
        self._pool = ThreadPoolExecutor(len(self._spans) - 1) if len(self._spans) > 1 else None

    def state(self, row: int) -> Any:
        """Return the state of a row."""
        return self._machine.state(row)

    def advance(self, actions: Array) -> None:
        """Move every row on by its action."""
        if self._pool is None:
            self._machine.advance(*self._arguments, actions, self.viewer, 0, self.rows)
            return
        (start, end), *others = self._spans
        waiting = [
            self._pool.submit(self._machine.advance, *self._arguments, actions, self.viewer, *span) for span in others
        ]
        self._machine.advance(*self._arguments, actions, self.viewer, start, end)
        for one in waiting:
            one.result()

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def make_batch(setting: Setting, rows: int, viewer: int = MOVER, threads: int = 1, *, compiled: bool = True) -> Batch:
    """Return a batch by machine code if the box has any, and otherwise by the rules."""
    if not compiled or setting.box.training.machine is None:
        return Ruled(setting, rows, viewer)
    return Compiled(setting, rows, viewer, threads)


# ---------------------------------------------------------------------------------------------------------- seeds


class Seeds:
    """The seeds of the episodes of each row: the words of the dice with the row's own seed.

    >>> seeds, dice = Seeds(2), Dice(8)
    >>> seeds.seed([7, 8])
    >>> int(seeds.next(np.array([1]))[0]) == dice.word(), int(seeds.next(np.array([1]))[0]) == dice.word()
    (True, True)
    """

    def __init__(self, rows: int) -> None:
        self._counters = np.zeros(rows, np.uint64)

    def seed(self, seeds: Iterable[int]) -> None:
        """Give every row its seed."""
        self._counters[:] = [seed & WORD for seed in seeds]

    def next(self, rows: Array) -> Array:
        """Return the seeds of the next episodes of some rows."""
        bits = self._counters[rows] + np.uint64(STEP)
        self._counters[rows] = bits
        bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return bits ^ (bits >> np.uint64(31))
