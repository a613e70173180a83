"""What a person at the table may do: `why_not` refuses a wish with a reason, and `can` lists what is not refused.

A wish that is granted becomes one entry of the journal.

>>> from hoyle.tables.web.journal import Terms
>>> sitting = Sitting.open("x", Terms("nim/1,2", seats=("person", "perfect"), own=(0,), owner="hash"))
>>> can(sitting, (Seat(0),)), str(why_not(sitting, (Seat(0),), "undo"))
(['move', 'hint', 'resign'], 'there is nothing that you may take back')
>>> change(sitting, (Seat(0),), "move", "b1")
('move', 0, 'b1')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from hoyle.game import HoyleError, IllegalMoveError, NotationError, Seat
from hoyle.match import Match, goes_on, legal_move
from hoyle.record import moves_in
from hoyle.tables.fair_play import can_take_back
from hoyle.tables.web.journal import Kind, KnownError, NotYoursError, Viewer
from hoyle.tables.web.limits import bill
from hoyle.tables.web.sitting import Sitting

LONGEST_NAME: Final = 24
JOINERS: Final = {0x200C: None, 0x200D: None}
"""What joins letters, or keeps them apart, in some scripts, and is not seen itself."""
ONE_AT_A_TIME: Final = "send these moves one at a time: what follows may depend on what you cannot see yet"
Change: TypeAlias = tuple[Kind, Seat, str]
"""The kind, the seat and the text of an entry."""


def can(sitting: Sitting, seats: Viewer) -> list[str]:
    """Return what a viewer may do now."""
    return [wish for wish in REFUSALS if why_not(sitting, seats, wish) is None]


def why_not(sitting: Sitting, seats: Viewer, wish: str) -> HoyleError | None:
    """Return the error that refuses a wish, or None; whether a move is legal is asked of the rules, not here."""
    if not seats:
        return NotYoursError("you are watching; only players may do this")
    return REFUSALS[wish](sitting, seats)


def change(sitting: Sitting, seats: Viewer, wish: str, text: str = "") -> Change:
    """Return the entry that carries out a wish, or raise the error that refuses it."""
    # When your turn comes while you say a premove, it is a move.
    wish = "move" if wish == "ahead" and text and sitting.turn in seats else wish
    if (refusal := why_not(sitting, seats, wish)) is not None:
        raise refusal
    return ENTRIES[wish](sitting, seats, text)


# ------------------------------------------------------------------------------------------- what is refused


def _refuse_move(sitting: Sitting, seats: Viewer) -> HoyleError | None:
    if sitting.ended:
        return IllegalMoveError(f"the match is over: {sitting.closed or sitting.match.outcome}")
    return None if sitting.turn in seats else NotYoursError("it is not your turn")


def _refuse_undo(sitting: Sitting, seats: Viewer) -> HoyleError | None:
    return HoyleError("there is nothing that you may take back") if steps_back(sitting, seats) is None else None


def _refuse_ask(sitting: Sitting, seats: Viewer) -> HoyleError | None:
    """Only people are asked, only where nothing was ever hidden, and not again before the board has changed."""
    barred = sitting.alone or sitting.closed or sitting.terms.clock is not None or sitting.match.game.hides
    waiting = sitting.request is not None or sitting.declined in seats
    if barred or waiting or _last_choice(sitting, seats) is None or steps_back(sitting, seats) is not None:
        return HoyleError("there is nothing that you may ask to take back")
    return None


def _refuse_agree(sitting: Sitting, seats: Viewer) -> HoyleError | None:
    return HoyleError("there is no request for you to answer") if sitting.asked.isdisjoint(seats) else None


def _refuse_decline(sitting: Sitting, _: Viewer) -> HoyleError | None:
    return HoyleError("there is no request for you to answer") if sitting.request is None else None


def _refuse_redo(sitting: Sitting, seats: Viewer) -> HoyleError | None:
    return HoyleError("there is nothing to play again") if steps_forward(sitting, seats) is None else None


def _refuse_restart(sitting: Sitting, _: Viewer) -> HoyleError | None:
    if not sitting.solo:
        return HoyleError("only a game for one can be restarted; open a new match")
    return None if sitting.choices else HoyleError("nothing has been played yet")


def _refuse_hint(sitting: Sitting, seats: Viewer) -> HoyleError | None:
    box = sitting.box
    if not sitting.alone:
        return NotYoursError("hints are for those who play alone or against the computer")
    if not (box.solvers if sitting.solo else box.players):
        return HoyleError(f"{box.title} has no hints")
    return _refuse_move(sitting, seats)


def _refuse_solution(sitting: Sitting, seats: Viewer) -> HoyleError | None:
    if not sitting.solo or not sitting.box.solvers:
        return HoyleError(f"{sitting.box.title} has no solver")
    return _refuse_move(sitting, seats)


def _refuse_ahead(sitting: Sitting, seats: Viewer) -> HoyleError | None:
    if sitting.ended or sitting.solo or sitting.turn in seats:
        return HoyleError("a premove is for when you wait for your opponent")
    return None


def _refuse_resign(sitting: Sitting, _: Viewer) -> HoyleError | None:
    return HoyleError("there is nobody to resign to") if sitting.ended or sitting.solo else None


def _refuse_name(sitting: Sitting, _: Viewer) -> HoyleError | None:
    return HoyleError("names are for matches between people") if sitting.alone else None


def _refuse_rematch(sitting: Sitting, seats: Viewer) -> HoyleError | None:
    """Refuse a rematch to a person who plays alone: that person can simply open a new match."""
    if sitting.alone or sitting.missing or not sitting.ended:
        return HoyleError("a rematch is for two people whose match is over")
    return KnownError("you have asked already") if sitting.rematch.issuperset(seats) else None


REFUSALS: Final[Mapping[str, Callable[[Sitting, Viewer], HoyleError | None]]] = {
    "move": _refuse_move,
    "undo": _refuse_undo,
    "ask": _refuse_ask,
    "agree": _refuse_agree,
    "decline": _refuse_decline,
    "redo": _refuse_redo,
    "restart": _refuse_restart,
    "hint": _refuse_hint,
    "solution": _refuse_solution,
    "ahead": _refuse_ahead,
    "resign": _refuse_resign,
    "name": _refuse_name,
    "rematch": _refuse_rematch,
}


def steps_back(sitting: Sitting, seats: Viewer) -> int | None:
    """Return how many choices an undo by these seats takes back; 0 brings back a restarted match, None is no undo.

    Among people you take back only what nobody has answered yet, and never what showed something hidden.
    """
    if sitting.closed or sitting.terms.clock is not None:
        return None
    last = _last_choice(sitting, seats)
    if last is None:
        return 0 if sitting.shelved else None
    if not sitting.alone and last != 1:
        return None
    before = sitting.match
    if not before.game.hides or len(seats) == before.game.seats:
        return last
    for _ in range(last):
        before = before.undo()
    return last if can_take_back(sitting.match, before, seats) else None


def _last_choice(sitting: Sitting, seats: Viewer) -> int | None:
    """Return how many choices ago one of these seats chose last, counting its own as one."""
    return next((number for number, seat in enumerate(reversed(sitting.choices), 1) if seat in seats), None)


def steps_forward(sitting: Sitting, seats: Viewer) -> int | None:
    """Return how many undone choices a redo by these seats plays again, or None if it may not."""
    match = sitting.match
    if sitting.closed or sitting.terms.clock is not None or not match.undone or sitting.turn not in seats:
        return None
    steps, after = 1, match.redo()
    while after.undone and after.turn is not None and after.turn not in seats and sitting.alone:
        steps, after = steps + 1, after.redo()
    return steps


# ------------------------------------------------------------------------------------------ what is written


def _move(sitting: Sitting, _: Viewer, text: str) -> Change:
    seat = sitting.turn or Seat(0)
    match = play(sitting, seat, text)
    moves = " ".join(map(str, match.moves[len(sitting.match.line) :]))
    sitting.trials.clear()
    sitting.trials[moves] = match
    return "move", seat, moves


def play(sitting: Sitting, seat: Seat, text: str) -> Match[Any, Any]:
    """Return the match after a seat's moves and nature's answers; the rules judge them by what the seat can see."""
    match, game = sitting.match, sitting.match.game
    texts = [single for part in moves_in(text) for single in game.unchain(part)]
    if not texts:
        raise NotationError(f"there is no move in {text[:40]!r}")
    alone = True
    for number, single in enumerate(texts):
        if number and not game.hides:
            # How much a text asks for is not known before.
            bill().give_way()
        # What a move shows once it is made must not be learnt from what is said about the next one.
        if game.hides and not alone:
            raise IllegalMoveError(ONE_AT_A_TIME)
        if match.turn != seat:
            raise IllegalMoveError(f"{single}: it is not your turn any more")
        try:
            move = legal_move(game, game.view(match.state, seat), single)
        except IllegalMoveError as fault:
            raise IllegalMoveError(str(fault) if len(texts) == 1 else f"{single}: {fault}") from None
        try:
            played = match.play(move)
            match, alone = sitting.settle(played), goes_on(game, match.state, played.state, seat)
        except IllegalMoveError:
            # What forbids it is hidden from the seat, so the reason must not be given.
            raise IllegalMoveError(f"{single} is not possible") from None
    return match


def _ahead(sitting: Sitting, seats: Viewer, text: str) -> Change:
    if not text and seats[0] not in sitting.ahead:
        raise HoyleError("you have no premove to cancel")
    return "ahead", seats[0], " ".join(text.split())


def _undo(sitting: Sitting, seats: Viewer, _: str) -> Change:
    steps = steps_back(sitting, seats)
    return ("undo", seats[0], str(steps)) if steps else ("unrestart", seats[0], "")


def _agree(sitting: Sitting, seats: Viewer, _: str) -> Change:
    own = sitting.asked.intersection(seats)
    steps = sitting.request.steps if sitting.request else 0
    return ("agree", Seat(min(own)), "") if sitting.asked - own else ("undo", seats[0], str(steps))


def _decline(sitting: Sitting, seats: Viewer, _: str) -> Change:
    asking = sitting.request.seat if sitting.request else None
    return "decline", asking if asking in seats else seats[0], ""


def _name(sitting: Sitting, seats: Viewer, text: str) -> Change:
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.translate(JOINERS).isprintable() or not name.translate(JOINERS):
        raise HoyleError(f"a name has 1 to {LONGEST_NAME} letters")
    return "name", sitting.eye(seats), name


ENTRIES: Final[Mapping[str, Callable[[Sitting, Viewer, str], Change]]] = {
    "move": _move,
    "ahead": _ahead,
    "undo": _undo,
    "ask": lambda sitting, seats, _: ("ask", seats[0], str(_last_choice(sitting, seats))),
    "agree": _agree,
    "decline": _decline,
    "redo": lambda sitting, seats, _: ("redo", seats[0], str(steps_forward(sitting, seats))),
    "restart": lambda _, seats, __: ("restart", seats[0], ""),
    "hint": lambda sitting, seats, line: ("hint", sitting.eye(seats), line),
    "solution": lambda sitting, seats, line: ("solution", sitting.eye(seats), line),
    "resign": lambda sitting, seats, _: ("resign", sitting.eye(seats), ""),
    "name": _name,
    "rematch": lambda _, seats, __: ("rematch", seats[0], ""),
}
