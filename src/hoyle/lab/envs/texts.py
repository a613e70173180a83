"""The tasks in words as a Gymnasium environment: the observation is what a person would read, and an action is a move as text.

>>> import gymnasium
>>> env = gymnasium.make("hoyle/text-v0", game="pegs", level=1)
>>> observation, info = env.reset(seed=1)
>>> observation.splitlines()[-1]
'You play alone, and should win.  Answer with one move, and nothing else.'
>>> observation, reward, terminated, truncated, info = env.step("a1a9")
>>> reward, terminated, observation
(-1.0, True, 'a1a9: there is no hole a1 on this board (§1)')
"""

from __future__ import annotations

import string
from itertools import islice
from typing import Any, Final

import gymnasium
from gymnasium import spaces

from hoyle.box import unknown
from hoyle.dice import Dice
from hoyle.game import NATURE, HoyleError, Seat
from hoyle.lab.envs.episodes import IDLE
from hoyle.lab.envs.setting import HORIZON
from hoyle.lab.tasks import MANY, deal, describe, kinds, make, prompt
from hoyle.match import Match, legal_move
from hoyle.opponents import worth
from hoyle.shelf import find

RANDOM: Final = "random"
LOSE: Final = "lose"
LETTERS: Final = frozenset(map(chr, (10, *range(32, 127), *range(160, 0x3000), *range(0x1F000, 0x1FB00))))
"""What rules, pictures and positions are written in."""


class TextEnv(gymnasium.Env[str, str]):
    """One match at a time in words: a game, or one of its variants, from the position of a task of its level.

    The learner has the seat that is to move first, and an opponent of the box, or chance, plays the others.  A win
    earns 1; with two seats a loss costs 1.  An illegal move costs 1 and ends the episode; with illegal="again" it
    changes nothing, and the observation is the rule that it breaks.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012 — as Gymnasium declares it

    def __init__(
        self,
        game: str = "pegs",
        *,
        level: int = 1,
        opponent: str = RANDOM,
        illegal: str = LOSE,
        render_mode: str | None = None,
    ) -> None:
        self.box, rules = find(game)
        if opponent not in (RANDOM, *self.box.players):
            raise HoyleError(unknown("opponent", opponent, (RANDOM, *self.box.players)))
        if illegal not in (LOSE, "again"):
            raise HoyleError(f"illegal is lose or again, not {illegal!r}")
        if render_mode not in (None, "ansi"):
            raise HoyleError(f"a render mode is ansi, not {render_mode!r}")
        self.game, self.level, self.opponent = game, level, opponent
        self.illegal, self.render_mode = illegal, render_mode
        self._asks = kinds(self.box, rules)[0] != "judge"
        self._next: int | None = None
        self._under_way = False
        self.observation_space = spaces.Text(100_000, min_length=0, charset=LETTERS)
        self.action_space = spaces.Text(200, charset=frozenset(string.printable))
        self.match: Match[Any, Any]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:  # noqa: ARG002 — as Gymnasium calls it
        """Begin an episode, and return the rules, the position and what to answer; seeds follow one another."""
        super().reset(seed=seed)
        if seed is not None or self._next is None:
            self._next = seed if seed is not None else int(self.np_random.integers(1 << 31))
        self.dice = Dice.named(self._next, "text")
        self.match = self._open(self._next)
        self._next, self.plies = self._next + 1, 0
        self.seat, self._under_way = self.match.turn or Seat(0), True
        return prompt(self.box, self.match, "play", seat=self.seat), self._info()

    def _open(self, seed: int) -> Match[Any, Any]:
        """Return a match in which a seat of the learner is to move: at a task's position, or dealt by chance."""
        if self._asks:
            task = make(self.game, self.level, seed)
            return Match.open(task.game, task.position)
        match, set_up = deal(self.box, self.game, self.level, self.dice), self.box.training.deal
        while set_up and (move := set_up(match.game, match.state, self.dice)) is not None:
            match = match.play(move)
        return match

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Make a move, let chance and the opponent make theirs, and return the position after them."""
        if not self._under_way:
            raise HoyleError(IDLE)
        if not isinstance(action, str):
            raise HoyleError(f"an action is a move as text, not {action!r}")
        seen, reward, terminated, truncated, info = self._play(action)
        self._under_way = not (terminated or truncated)
        return seen, reward, terminated, truncated, info

    def _play(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        self.plies += 1
        try:
            # The reason against a move is made from what the learner sees, so it gives nothing away.
            self.match = self.match.play(legal_move(self.match.game, self.match.view(self.seat), action[:200]))
        except HoyleError as fault:
            words = f"{' '.join(action.split())[:40]}: {fault}"
            lost = self.illegal == LOSE
            return words, -float(lost), lost, not lost and self.plies >= HORIZON, {**self._info(), "illegal": True}
        while (mover := self.match.turn) is not None and mover != self.seat:
            self.match = self.match.play(self._answer(mover))
        outcome = self.match.outcome
        reward = 0.0 if outcome is None else float(self._worth(outcome))
        seen = describe(self.box, self.match, self.seat)
        return seen, reward, outcome is not None, outcome is None and self.plies >= HORIZON, self._info()

    def _answer(self, mover: Seat) -> Any:
        game, state = self.match.game, self.match.state
        if mover == NATURE:
            return self.dice.draw(game.odds(state))
        if self.opponent == RANDOM:
            return self.dice.choose(list(game.moves(state)))
        return self.box.player(self.opponent, self.dice).choose(game, game.view(state, mover), mover)

    def _worth(self, outcome: Any) -> int:
        return int(outcome.scores[0] > 0) if self.match.game.seats == 1 else worth(outcome, self.seat)

    def _info(self) -> dict[str, Any]:
        moves = self.match.game.moves(self.match.state) if self.match.outcome is None else ()
        return {"moves": tuple(map(str, islice(moves, MANY))), "seat": self.seat, "illegal": False}

    def render(self) -> str:
        """Return the position as a picture of letters."""
        return describe(self.box, self.match, self.seat)
