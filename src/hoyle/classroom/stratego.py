r"""The Stratego exercise (SWEN221, document 004): a parser of games, and a game that runs them by the rules.

The names are the document's.  Every rule is that of hoyle's open game, stratego/course; nothing is stated here again.

>>> game = Parser("2 M(0,3;N;1) M(0,6;S;1)", first="red").parse()
>>> game.initialise_board(str(Game()))
>>> game.run()
>>> str(game).splitlines()[4:6]
['5|b5|__|##|##|__|__|##|##|__|__|', '4|r5|__|##|##|__|__|##|##|__|__|']
>>> Parser("1 W(0,3;N;1)", first="red").parse().run()
Traceback (most recent call last):
    ...
hoyle.classroom.stratego.GameError: move 1, W(0,3;N;1): there is nothing on a5 to strike (§11)
"""

from __future__ import annotations

from hoyle.game import HoyleError, Outcome, Seat
from hoyle.games.stratego import Position, course, game

RULES = game("course")
COLOURS = ("red", "blue")


class GameError(HoyleError):
    """The game is not one of Stratego: which move it is, and which rule it breaks on which squares."""


class Parser:
    """A reader of one game: the number of its moves, then the moves; blue begins unless red is named.

    Blanks and newlines between the moves are optional, and moves beyond the announced number are ignored.
    """

    def __init__(self, text: str, first: str = "blue") -> None:
        if first not in COLOURS:
            raise GameError(f"red or blue begins, not {first[:40]!r}")
        self.text = text
        self.first = first

    def parse(self) -> Game:
        """Return the game, not yet run, on the usual board."""
        try:
            return Game(course.read_moves(self.text), self.first)
        except HoyleError as fault:
            raise GameError(str(fault)) from fault


class Game:
    """A game: a board and the moves to be made on it."""

    def __init__(self, moves: tuple[str, ...] = (), first: str = "blue") -> None:
        self.moves = moves
        self._first = Seat(COLOURS.index(first))
        self._start = Position(RULES.start().pieces, self._first)
        self._state = self._start

    def initialise_board(self, text: str) -> None:
        """Set the pieces as a text draws them; nobody has moved yet."""
        try:
            self._start = course.read_board(text, self._first)
        except HoyleError as fault:
            raise GameError(str(fault)) from fault
        self._state = self._start

    def run(self) -> None:
        """Make all the moves from the starting board; at the first illegal one the board stays as it was before it."""
        self._state = self._start
        for number, text in enumerate(self.moves, 1):
            try:
                move = RULES.parse(self._state, text)
                reason = RULES.why_not(self._state, move)
            except HoyleError as fault:
                reason = str(fault)
            if reason is not None:
                raise GameError(f"move {number}, {text}: {reason}")
            self._state = RULES.play(self._state, move)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on; the scores are red's and blue's."""
        return RULES.outcome(self._state)

    def __str__(self) -> str:
        return course.write_board(self._state)
