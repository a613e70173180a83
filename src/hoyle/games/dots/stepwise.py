"""Dots in single choices: a path is drawn square by square and then played, as a position can have billions of paths.

A square can be drawn if it leads to a path of the rules.  A closed path can only be played.

>>> from hoyle.games.dots import game
>>> small = Stepwise(game("RRB/BRB-3-R3"))
>>> state = small.start()
>>> for text in ("b2", "b1", "a1"):
...     state = small.play(state, small.parse(state, text))
>>> small.write(state), [str(move) for move in small.moves(state)]
('RRB/BRB 3 R3 0 b2b1a1', ['play'])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from hoyle.game import NATURE, Game, NotationError, Outcome, Seat
from hoyle.games.dots.picture import picture as picture_of_dots
from hoyle.games.dots.rules import Dots, Drop, Path, Position
from hoyle.grid import Square, name, neighbours
from hoyle.scene import Scene, highlight


@dataclass(frozen=True, slots=True)
class Draw:
    """Begin the path on a square, or continue it there.

    >>> str(Draw((0, 1)))
    'a2'
    """

    square: Square

    def __str__(self) -> str:
        return name(self.square)


@dataclass(frozen=True, slots=True)
class Play:
    """Play the path that is drawn."""

    def __str__(self) -> str:
        return "play"


Choice: TypeAlias = Draw | Play | Drop


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position, and the squares of the path so far."""

    position: Position
    trail: tuple[Square, ...] = ()


@dataclass(frozen=True)
class Stepwise(Game[Drawing, Choice]):
    """Dots in single choices."""

    dots: Dots

    def start(self) -> Drawing:
        """Return the start of the rules, with nothing drawn."""
        return Drawing(self.dots.start())

    def turn(self, state: Drawing) -> Seat | None:
        """Return who chooses."""
        return self.dots.turn(state.position)

    def outcome(self, state: Drawing) -> Outcome | None:
        """Return how it ended."""
        return self.dots.outcome(state.position)

    def moves(self, state: Drawing) -> Iterator[Choice]:
        """Yield nature's drops; or the squares in reading order, and last the choice to play the path."""
        mover = self.turn(state)
        if mover == NATURE:
            yield from (move for move in self.dots.moves(state.position) if isinstance(move, Drop))
        elif mover is not None:
            rows = state.position.rows
            squares = ((x, y) for y in range(len(rows)) for x in range(len(rows[0])))
            choices: list[Choice] = [*map(Draw, squares), Play()]
            yield from (choice for choice in choices if self.legal(state, choice))

    def why_not(self, state: Drawing, move: Choice) -> str | None:
        """Return the rule against the path as it would be drawn, or against playing the path as it is."""
        position, trail = state.position, state.trail
        if self.turn(state) == NATURE or isinstance(move, Drop):
            drop = move if isinstance(move, Drop) else Path(trail or ((0, 0),))
            return self.dots.why_not(position, drop)
        if isinstance(move, Play):
            return self.dots.why_not(position, Path(trail)) if trail else self.over(state) or "nothing is drawn (§3)"
        if len(trail) > 3 and Path(trail).closed:
            return "a closed path can only be played (§8)"
        if trail:
            return self.dots.why_not(position, Path((*trail, move.square)))
        # The first square may be drawn if a path leads from it.
        reasons = [self.dots.why_not(position, Path((move.square, other))) for other in neighbours(move.square)]
        return None if None in reasons else reasons[0]

    def play(self, state: Drawing, move: Choice) -> Drawing:
        """Return the position with the path continued, or after the path was played, or after a drop."""
        if isinstance(move, Draw):
            return replace(state, trail=(*state.trail, move.square))
        return Drawing(self.dots.play(state.position, move if isinstance(move, Drop) else Path(state.trail)))

    def odds(self, state: Drawing) -> Mapping[Choice, Fraction]:
        """Return the odds of nature's drops."""
        return {move: chance for move, chance in self.dots.odds(state.position).items() if isinstance(move, Drop)}

    def write(self, state: Drawing) -> str:
        """Return the position of the rules, followed by the path."""
        return f"{self.dots.write(state.position)} {''.join(map(name, state.trail))}".strip()

    def read(self, text: str) -> Drawing:
        """Return the drawing of a text; the inverse of write."""
        position, _, last = text.strip().rpartition(" ")
        if not last[:1].isalpha() or not position:
            return Drawing(self.dots.read(text))
        state = Drawing(self.dots.read(position))
        for word in _squares(last):
            move = self.parse(state, word)
            if not isinstance(move, Draw) or (reason := self.why_not(state, move)):
                raise NotationError(
                    f"{last[:40]!r} cannot be drawn here" + (f": {reason}" if isinstance(move, Draw) else "")
                )
            state = self.play(state, move)
        return state

    def parse(self, state: Drawing, text: str) -> Choice:
        """Return the choice of a text: a square, play, or one of nature's drops."""
        word = text.strip().lower()
        if word == "play":
            return Play()
        if "=" in word:
            drop = self.dots.parse(state.position, word)
            assert isinstance(drop, Drop)  # noqa: S101 — nothing else has this sign
            return drop
        squares = _squares(word)
        if len(squares) != 1:
            raise NotationError(f"not a square, such as a1, and not play: {text[:40]!r}")
        path = self.dots.parse(state.position, squares[0])
        assert isinstance(path, Path)  # noqa: S101 — likewise
        return Draw(path.squares[0])


def _squares(text: str) -> list[str]:
    """Return the squares that a text names one after the other.

    >>> _squares("a1b12"), _squares("a1 b2")
    (['a1', 'b12'], [])
    """
    import re

    found = re.findall(r"[a-z]{1,2}[1-9][0-9]{0,2}", text, re.ASCII)
    return found if "".join(found) == text else []


def picture(game: Stepwise, state: Drawing) -> Scene:
    """Return the picture of the position, with the squares of the path marked."""
    return highlight(picture_of_dots(game.dots, state.position), "chosen", [name(square) for square in state.trail])
