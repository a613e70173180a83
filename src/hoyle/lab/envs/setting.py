"""Settings: a game as a learner meets it, with numbered actions and named planes.

Everything is derived from the rules and the box.  If a box says nothing about training, the actions are the moves that its
notation can spell, and the learner observes the picture as text, letter by letter.

>>> nim = Setting.of("nim/3,1")
>>> nim.actions, nim.planes, nim.shape
(('a1', 'a2', 'a3', 'b1', 'b2', 'b3'), ('counter',), (1, 2, 3))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from operator import index
from typing import Any, Final

import numpy as np

from hoyle.box import HIGHEST, Best, Box, Picture
from hoyle.dice import Dice
from hoyle.game import NATURE, Game, HoyleError, NotationError, Seat, tally
from hoyle.laws.walk import WORD, Walk
from hoyle.scene import Scene, letters
from hoyle.shelf import box_of, find
from hoyle.solver import Chance, Solved, Unsolvable

Array = np.ndarray[Any, Any]

HORIZON: Final = 1000
"""After how many choices an episode is cut off, unless the box says otherwise."""
WALKS: Final = 3
"""How many random matches are looked at to learn how moves are spelled."""
BUDGET: Final = 1_000_000
"""How many positions a solver may look at to find the optimum."""


@dataclass(frozen=True, eq=False)
class Setting:
    """A game with its box, as a learner meets it; with dealt, chance sets up what seats would set up unseen."""

    name: str
    box: Box
    game: Game[Any, Any]
    """The game in the learner's choices: the rules themselves, or the box's stepwise form of them."""
    dealt: bool
    given: str | Game[Any, Any]
    """What it was made from, which is also what another process is sent."""

    @classmethod
    def of(cls, game: str | Game[Any, Any], *, dealt: bool = True) -> Setting:
        """Return the setting of a game, given by its name or as rules from a box on the shelf."""
        box, rules = find(game) if isinstance(game, str) else (box_of(game), game)
        name = game if isinstance(game, str) else type(game).__name__
        stepwise = box.training.stepwise
        return cls(name, box, stepwise(rules) if stepwise else rules, dealt, game)

    def __reduce__(self) -> Any:
        return partial(Setting.of, dealt=self.dealt), (self.given,)

    # ------------------------------------------------------------------------------------------------- actions

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The texts of all actions, in their fixed order."""
        given = self.box.training.actions
        return tuple(given(self.game) if given else spellings(self.box, self.game))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each action."""
        return {text: number for number, text in enumerate(self.actions)}

    def number(self, move: Any) -> int:
        """Return the number of a move of a seat."""
        try:
            return self.numbers[str(move)]
        except KeyError:
            raise HoyleError(
                f"{move} is a move of {self.name} without a number: its box must list its actions"
            ) from None

    def check_action(self, action: Any) -> int:
        """Return the number of an action, or raise an error if no action has it."""
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < len(self.actions):
            raise HoyleError(f"an action is a number from 0 to {len(self.actions) - 1}, not {action!r}")
        return number

    @cached_property
    def horizon(self) -> int:
        """After how many choices of seats an episode is cut off."""
        given = self.box.training.horizon
        return given(self.game) if given else HORIZON

    # -------------------------------------------------------------------------------------------- observations

    def observe(self, state: Any, seat: Seat) -> Mapping[str, Any]:
        """Return what a seat sees, by the names of planes."""
        view, given = self.game.view(state, seat), self.box.training.observe
        return given(self.game, view, seat) if given else _letters(self.picture(self.game, view), seat)

    @cached_property
    def _first(self) -> Mapping[str, Any]:
        return self.observe(self.game.start(), Seat(0))

    @property
    def planes(self) -> tuple[str, ...]:
        """The names of the planes."""
        return tuple(self._first)

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """How many planes, rows and columns there are."""
        rows, columns = np.broadcast_shapes(*(np.shape(plane) for plane in self._first.values()))
        return len(self._first), rows, columns

    @property
    def dtype(self) -> Any:
        """The type of the numbers in a plane: small, or large enough for any letter."""
        return np.uint8 if self.box.training.observe else np.int32

    @property
    def most(self) -> int:
        """The highest number in a plane."""
        return HIGHEST if self.box.training.observe else 0x10FFFF

    def write_planes(self, state: Any, seat: Seat, out: Array) -> None:
        """Write what a seat sees into an array."""
        for place, plane in enumerate(self.observe(state, seat).values()):
            out[place] = plane

    @property
    def picture(self) -> Picture:
        """How the game is drawn."""
        return self.box.training.picture or self.box.look.picture

    # ------------------------------------------------------------------------------------ chance and the goal

    def settle(self, state: Any, dice: Dice) -> Any:
        """Return the state in which a seat has a choice or it is over, after all that chance decides before."""
        game, deal = self.game, self.box.training.deal if self.dealt else None
        while (mover := game.turn(state)) is not None:
            move = dice.draw(game.odds(state)) if mover == NATURE else deal(game, state, dice) if deal else None
            if move is None:
                break
            state = game.play(state, move)
        return state

    def left(self, state: Any) -> int:
        """Return how much is left to do, or 0 if the game does not count that."""
        given = self.box.training.left
        return given(self.game, state) if given else 0

    def best(self, state: Any) -> Best:
        """Return what best play achieves from a state, as far as anything can be proved about it."""
        if given := self.box.training.best:
            return given(self.game, state)
        outcome = self.game.outcome(state)
        if outcome is not None:
            return Best(Fraction(int(outcome.scores[0] > 0)), self.left(state), "it is over")
        if not self.box.solvers or self.box.training.stepwise:
            return Best(None, None, "nothing is known")
        verdict = self.box.solver().solve(self.game, state, BUDGET)
        if isinstance(verdict, Chance) and verdict.exact:
            return Best(verdict.probability, None, verdict.why)
        if isinstance(verdict, Solved):
            return Best(Fraction(1), 0, f"won by a line of {tally({'moves': len(verdict.line)})}")
        return Best(Fraction(0) if isinstance(verdict, Unsolvable) else None, None, verdict.why)


def _letters(scene: Scene, seat: Seat) -> dict[str, Any]:
    """Return the text of a picture as one plane of letters, and whose view it is."""
    plane = np.zeros((round(scene.height), round(scene.width * scene.pitch)), np.int32)
    for (column, row), letter, _ in letters(scene):
        if 0 <= row < plane.shape[0] and 0 <= column < plane.shape[1]:
            plane[row, column] = ord(letter)
    return {"letter": plane, "seat": int(seat)}


def spellings(box: Box, game: Game[Any, Any]) -> Iterator[str]:
    """Yield every text of one or two words that is a move, legal or not, by what moves and marks are made of.

    The words are those met in random matches, each letter with each number; they come in their order.
    """
    walks = [Walk(box.name, box, game, seed) for seed in range(WALKS)]
    moments = [moment for walk in walks for moment in walk.moments if moment.match.turn in range(game.seats)]
    texts = list(dict.fromkeys(str(move) for moment in moments for move in moment.moves))
    shapes = dict.fromkeys(WORD.sub("\0", text) for text in texts)
    if any(shape.count("\0") > 2 for shape in shapes):
        raise HoyleError(f"moves of {box.name} have many words, so its box must list its actions")
    words = sorted({word for text in texts for word in WORD.findall(text)} | set(_grid(texts)), key=_order)
    for shape in shapes:
        for chosen in product(words, repeat=shape.count("\0")):
            text = _fill(shape, chosen)
            try:
                move = game.parse(game.start(), text)
            except NotationError:
                continue
            if str(move) == text:
                yield text


def _grid(texts: Sequence[str]) -> Iterator[str]:
    """Yield each letter with each number up to the highest.

    >>> list(_grid(["a2b1"]))
    ['a1', 'a2', 'b1', 'b2']
    """
    places = [_order(word) for text in texts for word in WORD.findall(text)]
    numbers = {number for _, letter, number in places if letter and number >= 0}
    for letter in dict.fromkeys(letter for _, letter, number in places if letter and number >= 0):
        yield from (f"{letter}{number}" for number in range(min(numbers), max(numbers) + 1))


def _order(word: str) -> tuple[int, str, int]:
    """Return the key that sorts words by their letters and then by their numbers."""
    letter = word.rstrip("0123456789")
    return len(letter), letter, int(word[len(letter) :] or -1)


def _fill(shape: str, words: Sequence[str]) -> str:
    for word in words:
        shape = shape.replace("\0", word, 1)
    return shape
