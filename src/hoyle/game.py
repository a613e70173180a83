"""What a game is: one exact statement of its rules, from which everything else derives.

Read this file first.  A game is a frozen dataclass whose fields are its variant, states and moves are frozen values,
and every method is a question about the rules.  Nothing here changes anything: playing gives a new state.

>>> from hoyle.games.nim import Nim
>>> game = Nim(heaps=(1, 2))
>>> state = game.start()
>>> [str(move) for move in game.moves(state)]
['a1', 'b1', 'b2']
>>> game.write(game.play(state, game.parse(state, "b1")))
'1,1 second'
>>> game.why_not(state, game.parse(state, "a2"))
'heap a holds only 1 (§2)'
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, NewType, TypeVar

from icontract import DBC, SLOW, ensure, require

Seat = NewType("Seat", int)
NATURE: Final = Seat(-1)
"""The mover when nobody chooses, as when a tile is dealt or a dot drops."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: what each seat scored (more is better, above zero is a win), and why.

    >>> print(Outcome((1, 0), "flag captured"))
    1-0 (flag captured)
    >>> print(Outcome((0,), "3 pegs left"))
    lost (3 pegs left)
    """

    scores: tuple[int, ...]
    reason: str

    def __str__(self) -> str:
        return f"{self.verdict} ({self.reason})"

    @property
    def verdict(self) -> str:
        """The scores in short: won or lost for a single seat, else as in 1-0."""
        if len(self.scores) == 1:
            return "won" if self.scores[0] > 0 else "lost"
        return "-".join(map(str, self.scores))


def tally(measure: Mapping[str, int]) -> str:
    """Return how long a line is, in words.

    >>> tally({"jumps": 2, "turns": 1})
    '2 jumps, 1 turn'
    """
    return ", ".join(
        f"{number:,} {unit if number != 1 else unit.removesuffix('s')}" for unit, number in measure.items()
    )


class HoyleError(ValueError):
    """A person's mistake, in one line; the base of every error that a table shows."""


class TooLongError(HoyleError):
    """What was asked was not begun, since it would take longer than is allowed."""


class NotationError(HoyleError):
    """The text is not a move, a position or a record."""


class IllegalMoveError(HoyleError):
    """The text is a move, but the rules forbid it here."""


class UnseenError(HoyleError):
    """The position is a seat's view, and does not show what a move depends on."""


S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Game(DBC, Generic[S, M]):
    """The rules of one game; a subclass is a frozen dataclass, and its fields are the variant."""

    seats: int = 1
    """How many play; a variant may have its own number."""

    # ------------------------------------------------------------------ the rules

    @abstractmethod
    def start(self) -> S:
        """Return the state before the first move; chance comes later, as nature's moves."""

    @abstractmethod
    @ensure(
        lambda self, state, result: (result is None) == (self.outcome(state) is not None),
        "a turn is due exactly while there is no outcome",
    )
    @ensure(lambda self, result: result is None or NATURE <= result < self.seats, "the mover has a seat or is nature")
    def turn(self, state: S) -> Seat | None:
        """Return who moves, NATURE where chance does, or None when it is over."""

    @abstractmethod
    @ensure(lambda self, result: result is None or len(result.scores) == self.seats, "each seat has a score")
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""

    @abstractmethod
    def moves(self, state: S) -> Iterable[M]:
        """Yield the legal moves lazily, in a fixed order and without repeats."""

    @abstractmethod
    @require(lambda self, state, move: self.legal(state, move), "the move is legal")
    def play(self, state: S, move: M) -> S:
        """Return the state after a legal move; raise UnseenError if that depends on what a view does not show."""

    # --------------------------------------------------------------- the notation

    @abstractmethod
    @ensure(lambda result: "\n" not in result and result == result.strip(), "a position is one line of text")
    def write(self, state: S) -> str:
        """Return a state as one line of text."""

    @abstractmethod
    @ensure(lambda self, result: self.read(self.write(result)) == result, "read undoes write", enabled=SLOW)
    def read(self, text: str) -> S:
        """Return the state that a text stands for; the inverse of write."""

    @abstractmethod
    def parse(self, state: S, text: str) -> M:
        """Return the move that a text stands for, legal or not; the inverse of str."""

    def unchain(self, text: str) -> tuple[str, ...]:
        """Return the single moves that one text is short for, such as the jumps of a chain."""
        return (text,)

    def chain(self, moves: Sequence[M]) -> str:
        """Return the moves of one turn as text, with blanks between moves that cannot be written more briefly together."""
        return " ".join(map(str, moves))

    # -------------------------------------------------- what follows from the rules

    def legal(self, state: S, move: M) -> bool:
        """Tell whether the rules allow a move; a game overrides why_not instead."""
        return self.why_not(state, move) is None

    def why_not(self, state: S, move: M) -> str | None:
        """Return the rule that forbids a move, in words and with its paragraph, or None if none does.

        Raises UnseenError if that depends on what a view does not show.
        """
        return None if move in self.moves(state) else self.over(state) or f"{move} is not among the legal moves"

    def over(self, state: S) -> str | None:
        """Return why no move is possible once there is an outcome, or None."""
        outcome = self.outcome(state)
        return None if outcome is None else f"the match is over: {outcome}"

    def measure(self, line: Sequence[M]) -> Mapping[str, int]:
        """Return how long a line is, in the units that players of this game count."""
        return {"moves": len(line)}

    # --------------------------------------------------- chance and hidden knowledge

    @require(lambda self, state: self.turn(state) == NATURE, "nature moves")
    @ensure(lambda result: sum(result.values()) == 1, "the odds sum to one")
    @ensure(lambda self, state, result: list(result) == list(self.moves(state)), "nature's moves are those with odds")
    def odds(self, state: S) -> Mapping[M, Fraction]:
        """Return the exact chance of each of nature's moves; even by default."""
        chances = list(self.moves(state))
        return dict.fromkeys(chances, Fraction(1, len(chances)))

    @property
    def hides(self) -> bool:
        """Whether some states are hidden from a seat in part; it depends on the variant alone, or it would give the state away."""
        return type(self).view is not Game.view

    @require(lambda self, seat: 0 <= seat < self.seats, "the seat exists")
    @ensure(lambda self, seat, result: self.view(result, seat) == result, "a view shows itself", enabled=SLOW)
    def view(self, state: S, seat: Seat) -> S:  # noqa: ARG002 — open games show every seat everything
        """Return the state as a seat sees it: the same type, with None where it may not look."""
        return state

    @require(lambda self, seat: 0 <= seat < self.seats, "the seat exists")
    def report(self, state: S, move: M, seat: Seat) -> str:  # noqa: ARG002 — likewise
        """Return the move as far as a seat may know it."""
        return str(move)
