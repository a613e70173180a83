"""Answers that need no person: what a computer player chooses, premoves, and when they are shown.

Where something is hidden, the time that an answer takes could reveal it: how many moves a player has to weigh, or
whether an army was set up piece by piece.  So such answers are shown at full paces after the question, and what a
player does without being noticed is one answer with the choice that is.

>>> release(asked=10.0, ready=10.1, pace=1.0), release(asked=10.0, ready=10.9, pace=1.0)
(11.0, 11.0)
>>> release(asked=10.0, ready=11.2, pace=1.0)
12.0
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from hoyle.game import HoyleError, Seat, UnseenError
from hoyle.match import Match, is_unnoticed
from hoyle.tables.web import wishes
from hoyle.tables.web.journal import Sitting
from hoyle.tables.web.wishes import Change


def release(asked: float, ready: float, pace: float) -> float:
    """Return when to show an answer: after the first full pace since the question at which it is ready."""
    return asked + pace * max(ceil((ready - asked) / pace), 1) if pace else ready


def choice(sitting: Sitting, seat: Seat, choose: Callable[[Match[Any, Any]], Any]) -> Change:
    """Return what a player chooses for a seat, up to the first choice that others notice.

    Where a match began with unseen ranks, a player may not know its own pieces and has to resign.
    """
    game, match = sitting.match.game, sitting.match
    others = [Seat(other) for other in range(game.seats) if other != seat]
    goes_on = True
    while goes_on:
        before = match.state
        try:
            match = sitting.settle(match.play(choose(match)))
        except UnseenError:
            return "resign", seat, ""
        goes_on = game.hides and bool(others) and is_unnoticed(game, before, match.state, others)
    return "move", seat, " ".join(map(str, match.moves[len(sitting.match.line) :]))


def premove(sitting: Sitting, seat: Seat) -> Change:
    """Return the premove of a seat as a move, or the entry that cancels it if the rules forbid it now."""
    try:
        return wishes.change(sitting, (seat,), "move", sitting.ahead[seat])
    except HoyleError:
        return "ahead", seat, ""
