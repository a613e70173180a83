"""What those at a table can do to a match: each wish becomes one entry of its journal, or an error that says why not.

>>> from hoyle.tables.web.journal import Terms
>>> sitting = Sitting.open("x", Terms("nim/1,2", seats=("person", "perfect"), own=(0,), owner="hash"))
>>> play(sitting, (Seat(0),), "b1")
('move', 0, 'b1')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from hoyle.game import HoyleError, IllegalMoveError, NotationError, Seat
from hoyle.match import Match
from hoyle.record import moves_in
from hoyle.tables.web import looks
from hoyle.tables.web.journal import Kind, NotYoursError, Sitting

Change: TypeAlias = tuple[Kind, Seat, str]
"""The kind, the seat and the text of an entry."""


def play(sitting: Sitting, seats: tuple[Seat, ...], text: str) -> Change:
    """Play a move, or the moves of a chain."""
    if sitting.ended:
        raise IllegalMoveError(f"the match is over: {sitting.closed or sitting.match.outcome}")
    seat = sitting.turn
    if seat is None or seat not in seats:
        raise NotYoursError("it is not your turn")
    match = played(sitting, seat, text)
    return "move", seat, " ".join(map(str, match.moves[len(sitting.match.line) :]))


def played(sitting: Sitting, seat: Seat, text: str) -> Match[Any, Any]:
    """Return the match after a seat's move and nature's answer; the rules judge it by what the seat can see."""
    match, game = sitting.match, sitting.match.game
    texts = [single for part in moves_in(text) for single in game.unchain(part)]
    if not texts:
        raise NotationError(f"there is no move in {text[:40]!r}")
    for single in texts:
        if match.turn != seat:
            raise IllegalMoveError(f"{single}: it is not your turn any more")
        view = match.view(seat)
        move = game.parse(view, single)
        if (reason := game.why_not(view, move)) is not None:
            raise IllegalMoveError(reason if len(texts) == 1 else f"{single}: {reason}")
        try:
            match = sitting.settled(match.play(move))
        except IllegalMoveError:
            # What forbids it lies where the seat may not look, so the reason must not be told.
            raise IllegalMoveError(f"{single} is not possible") from None
    return match


def ahead(sitting: Sitting, seats: tuple[Seat, ...], text: str = "") -> Change:
    """Say what to play as soon as it is one's turn, which may be now; an empty text takes it back."""
    if text and sitting.turn in seats:
        return play(sitting, seats, text)
    if sitting.ended or sitting.match.game.seats == 1:
        raise HoyleError("only who waits for another can say a move ahead")
    if not text and seats[0] not in sitting.ahead:
        raise HoyleError("nothing was said ahead")
    return "ahead", seats[0], " ".join(text.split())


def undo(sitting: Sitting, seats: tuple[Seat, ...], _: str = "") -> Change:
    """Take back the last choice, or the last restart."""
    steps = looks.steps_back(sitting, seats)
    if steps is None:
        raise HoyleError("there is nothing that you may take back")
    return ("undo", seats[0], str(steps)) if steps else ("unrestart", seats[0], "")


def ask(sitting: Sitting, seats: tuple[Seat, ...], _: str = "") -> Change:
    """Ask the others to let one take back the own last choice and all that came after it."""
    steps = looks.steps_asked(sitting, seats)
    if steps is None:
        raise HoyleError("there is nothing that you may ask to take back")
    return "ask", seats[0], str(steps)


def agree(sitting: Sitting, seats: tuple[Seat, ...], _: str = "") -> Change:
    """Let another take back what it asked for; when everybody has agreed, it is done."""
    own = sitting.asked.intersection(seats)
    if sitting.request is None or not own:
        raise HoyleError("nobody waits for your word")
    return ("agree", Seat(min(own)), "") if sitting.asked - own else ("undo", seats[0], str(sitting.request.steps))


def decline(sitting: Sitting, seats: tuple[Seat, ...], _: str = "") -> Change:
    """Decline what another asks for, or withdraw what one asked for."""
    request = sitting.request
    if request is None:
        raise HoyleError("nobody waits for your word")
    return "decline", request.seat if request.seat in seats else seats[0], ""


def redo(sitting: Sitting, seats: tuple[Seat, ...], _: str = "") -> Change:
    """Play again what was taken back."""
    steps = looks.steps_forward(sitting, seats)
    if steps is None:
        raise HoyleError("there is nothing to play again")
    return "redo", seats[0], str(steps)


def restart(sitting: Sitting, seats: tuple[Seat, ...], _: str = "") -> Change:
    """Go back to the same deal, in a game for one; undo brings everything back."""
    if sitting.match.game.seats != 1:
        raise HoyleError("a match of several seats is not restarted; open a new one")
    if not sitting.choices:
        raise HoyleError("nothing has been played yet")
    return "restart", seats[0], ""


def resign(sitting: Sitting, seats: tuple[Seat, ...], _: str = "") -> Change:
    """Give up a match of several seats."""
    if sitting.ended or sitting.match.game.seats == 1:
        raise HoyleError("there is nobody to resign to")
    return "resign", looks.eye(sitting, seats), ""


WISHES: Final[Mapping[str, Callable[[Sitting, tuple[Seat, ...], str], Change]]] = {
    "move": play,
    "ahead": ahead,
    "undo": undo,
    "ask": ask,
    "agree": agree,
    "decline": decline,
    "redo": redo,
    "restart": restart,
    "resign": resign,
}
