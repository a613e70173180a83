"""Players of dots, from one that plays at random to one that looks two moves ahead with exact odds.

>>> from hoyle.games.dots import game
>>> document = game("classic")
>>> players = [kind(Dice(1)) for kind in (Greedy, ObjectiveFirst, Expectimax)]
>>> [str(player.choose(document, document.start(), Seat(0))) for player in players]
['a1b1c1c2b2', 'a1b1c1c2b2', 'a1b1c1c2b2']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.dots.board import Rows, like
from hoyle.games.dots.outlook import Outlook, Take, TooManyError
from hoyle.games.dots.rules import Dots, Path, Position
from hoyle.grid import Square

BUDGET: Final = 20_000
"""How many positions the expectimax player looks at before it trusts a rule of thumb."""


@dataclass(frozen=True)
class Random:
    """A player that joins any two dots and continues at random.

    The pair is drawn from all joined pairs, in reading order and then right, left, down, up; then again and again one
    of the ways on is drawn, or the end, which is as likely as each of them.  Every path can come up.
    """

    dice: Dice

    def choose(self, game: Dots, view: Position, seat: Seat) -> Path:  # noqa: ARG002 — there is only one seat
        """Return a path drawn by chance."""
        rows = view.rows
        squares = [(x, y) for y in range(len(rows)) for x in range(len(rows[0]))]
        trail = list(self.dice.choose([(where, other) for where in squares for other in like(rows, where)]))
        while ways := list(_ways_on(rows, trail, loops=game.loops)):
            drawn = self.dice.below(len(ways) + 1)
            if drawn == len(ways):
                break
            closing = ways[drawn] in trail
            trail.append(ways[drawn])
            if closing:
                break
        return Path(tuple(trail))


def _ways_on(rows: Rows, trail: list[Square], *, loops: bool) -> list[Square]:
    """Return where a path can go on."""
    return [other for other in like(rows, trail[-1]) if other not in trail or (loops and other in trail[:-3])]


@dataclass(frozen=True)
class Greedy:
    """A player that removes as many dots as one path can, whatever their colour."""

    dice: Dice

    def choose(self, game: Dots, view: Position, seat: Seat) -> Path:  # noqa: ARG002 — there is only one seat
        """Return a longest path, or one that closes if that removes more."""
        outlook = Outlook.of(game, view)
        return _path(outlook, outlook.strongest(outlook.masks, range(game.colours)))


@dataclass(frozen=True)
class ObjectiveFirst:
    """A player that removes as many dots as one path can of a colour that is still wanted."""

    dice: Dice

    def choose(self, game: Dots, view: Position, seat: Seat) -> Path:  # noqa: ARG002 — there is only one seat
        """Return a path that does the most for the objectives now."""
        outlook = Outlook.of(game, view)
        return _path(outlook, outlook.objective_first(outlook.masks, view.wanted))


@dataclass(frozen=True)
class Expectimax:
    """A player that looks two moves ahead with exact odds: perfect in the last two moves, if there are not too many.

    Before that, it goes for the most wanted dots in this move and the next, on average over all refills.
    """

    dice: Dice

    def choose(self, game: Dots, view: Position, seat: Seat) -> Path:  # noqa: ARG002 — there is only one seat
        """Return the most promising path."""
        outlook = Outlook.of(game, view, BUDGET)
        wanted = tuple(max(0, more) for more in view.wanted)
        take: Take | None = None
        try:
            if view.left > 2:
                take = outlook.lookahead(outlook.masks, wanted)[0]
            else:
                chance, take = outlook.chance(outlook.masks, view.left, wanted)
                take = take if chance > 0 else None
        except TooManyError:
            pass
        return _path(outlook, take or outlook.objective_first(outlook.masks, wanted))


def _path(outlook: Outlook, take: Take | None) -> Path:
    if take is None:
        raise ValueError("a player is asked only while there is a move")
    return outlook.field.path(take.cells)
