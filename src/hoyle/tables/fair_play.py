"""Fair play, the same at every table: what is secret, what may be taken back, and chance that cannot be tried twice.

>>> from hoyle.shelf import find
>>> match = Match.new(find("stratego/six")[1]).follow("corner")
>>> is_secret(match), can_take_back(match, match.undo(), [Seat(0)])
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from hoyle.dice import Dice
from hoyle.game import NATURE, Game, Seat
from hoyle.match import Match, Turn, goes_on, is_unnoticed

MOST_MOVES: Final = 2000
"""How many moves a table lists: a position may have millions."""
MOST_LETTERS: Final = 40_000
"""How many letters they have together: a path over a large board may have thousands."""


def list_moves(game: Game[Any, Any], view: Any) -> tuple[list[str], bool]:
    """Return the legal moves as text, as many as a table lists, and whether there are more.

    >>> from hoyle.games.nim import Nim
    >>> list_moves(Nim(heaps=(1, 2)), Nim(heaps=(1, 2)).start())
    (['a1', 'b1', 'b2'], False)
    """
    listed: list[str] = []
    letters = 0
    for move in map(str, game.moves(view)):
        letters += len(move)
        if len(listed) == MOST_MOVES or (listed and letters > MOST_LETTERS):
            return listed, True
        listed.append(move)
    return listed, False


def is_secret(match: Match[Any, Any]) -> bool:
    """Tell whether seats may see different things: the game hides something, and the match goes on."""
    return match.game.seats > 1 and match.game.hides and match.outcome is None


def can_take_back(match: Match[Any, Any], before: Match[Any, Any], seats: Collection[Seat]) -> bool:
    """Tell whether these seats can take a match back to how it was before: not if another seat has seen something since."""
    game = match.game
    others = [Seat(seat) for seat in range(game.seats) if seat not in seats]
    # As long as the others see no difference, for instance during a setup, nothing was shown to them.
    return not game.hides or all(
        is_unnoticed(game, before.state, state, others) for _, state in match.line[len(before.line) :]
    )


def moment(match: Match[Any, Any]) -> str:
    """Return when it is in a match, for the dice of whoever is to move.

    Where something is hidden, each turn counts as one: a computer's moves must not depend on how many choices another's took.

    >>> from hoyle.shelf import find
    >>> moment(Match.new(find("nim")[1]).follow("a1"))
    '1'
    >>> six = Match.new(find("stratego/six")[1])
    >>> moment(six.follow("corner")), moment(six.follow("corner", "F-a6")), moment(six.follow("corner", "corner"))
    ('1', '1+1', '2')
    """
    if not match.game.hides:
        return str(len(match.line))
    turns = match.turns()
    if not turns or not goes_on(match.game, match.states[-2], match.state, turns[-1].mover):
        return str(len(turns))
    return f"{len(turns) - 1}+{turns[-1].after - turns[-1].first}"


def settle(
    match: Match[Any, Any], seed: int, turns: Callable[[Match[Any, Any]], Sequence[Turn]] = Match.turns
) -> Match[Any, Any]:
    """Return a match after nature's moves, which the seed and the number of moves so far determine.

    So undoing a move and playing it again gives the same moves of nature.  Moves that others cannot tell apart count as
    one; otherwise a player who chose the seed could tell how many there were.  A caller that knows the turns already passes them.
    """
    if match.turn != NATURE:
        return match
    played = len(turns(match)) if match.game.hides else len(match.line)
    return match.settle(Dice(Dice(seed + played).word() if played else seed))
