"""What each viewer of a sitting may see: the only way from a match to the net.

A viewer holds some seats, or none and is a spectator.  Until the end a seat gets its own view, and a spectator what is
left when every seat's view is taken in turn; after the end everybody gets everything.

>>> from hoyle.tables.web.journal import Terms
>>> sitting = Sitting.open("x", Terms("nim/1,2", seats=("person", "person"), own=(0,), owner="hash"))
>>> look(sitting, (Seat(0),), now=0)["moves"]
['a1', 'b1', 'b2']
>>> look(sitting, (), now=0)["moves"]
[]
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from hoyle.game import NATURE, Game, HoyleError, Seat, tally
from hoyle.match import Turn
from hoyle.scene import Scene, to_text
from hoyle.svg import to_svg
from hoyle.tables.clicks import Spelling
from hoyle.tables.web.explain import named, reason, refusal, spelled, spellings_of
from hoyle.tables.web.journal import NotFoundError, Sitting, Viewer
from hoyle.tables.web.wishes import can, why_not

MOST_MOVES: Final = 1500
"""No more legal moves than these are listed; for others the table asks with spell."""
MOST_MARKS: Final = 4000


def shown(sitting: Sitting, seats: tuple[Seat, ...], state: Any) -> Any:
    """Return a state of the match as a viewer may see it."""
    game = sitting.match.game
    if sitting.ended:
        return state
    return game.view(state, sitting.eye(seats)) if seats else sitting.seen_by((), state)


def side(sitting: Sitting, seats: tuple[Seat, ...]) -> Seat:
    """Return the seat from whose side a viewer sees the board; spectators sit with the first.

    Who holds several seats changes sides with the turn only where the turn changes what may be seen.
    """
    if len(seats) > 1 and sitting.match.game.hides:
        return sitting.eye(seats)
    return seats[0] if seats else Seat(0)


def scene(sitting: Sitting, seats: tuple[Seat, ...], state: Any) -> Scene:
    """Return the picture of a state from a viewer's side, if it is small enough to send."""
    return bounded(sitting.box.look.scene_for(side(sitting, seats), sitting.match.game, state))


def bounded(picture: Scene) -> Scene:
    """Return a picture if it is small enough to send."""
    if len(picture.marks) > MOST_MARKS:
        raise HoyleError(f"this board has more than {MOST_MARKS} things to draw, which is too much for a page")
    return picture


def turns(sitting: Sitting, seats: Viewer) -> list[Turn]:
    """Return the turns so far of which a viewer hears: its own, and what it sees change."""
    game, mine = sitting.match.game, sitting.eye(seats) if seats else None
    if sitting.ended or not game.hides:
        return list(sitting.turns)
    return [turn for turn in sitting.turns if turn.mover == mine or _shows(sitting, seats, turn)]


def _shows(sitting: Sitting, seats: Viewer, turn: Turn) -> bool:
    """Tell whether a viewer sees that a turn was made: another is to move, or the board has changed."""
    before, after = state_at(sitting, turn.after - 1), state_at(sitting, turn.after)
    return sitting.match.game.turn(after) != turn.mover or shown(sitting, seats, before) != shown(sitting, seats, after)


def heard(sitting: Sitting, seats: Viewer) -> list[dict[str, Any]]:
    """Return the turns so far as a viewer may hear of them, each with its mover."""
    return [{"seat": turn.mover, "text": _told(sitting, seats, turn)} for turn in turns(sitting, seats)]


def _told(sitting: Sitting, seats: Viewer, turn: Turn) -> str:
    match = sitting.match
    if sitting.ended or type(match.game).report is Game.report:
        return match.game.chain([move for move, _ in match.line[turn.first : turn.after]])
    if seats:
        return match.report(turn, sitting.eye(seats))
    # A spectator hears what those hear who did not move, if they all hear the same.
    seats = tuple(Seat(seat) for seat in range(match.game.seats))
    others = {match.report(turn, seat) for seat in seats if seat != turn.mover or len(seats) == 1}
    return others.pop() if len(others) == 1 else "…"


def look(sitting: Sitting, seats: tuple[Seat, ...], now: float) -> dict[str, Any]:
    """Return all that a viewer sees of a sitting, ready to be sent."""
    match = sitting.match
    game, turn = match.game, sitting.turn
    state = shown(sitting, seats, match.state)
    yours, public = turn is not None and turn in seats, sitting.ended or not game.hides
    listed = list(islice(map(str, game.moves(state)), MOST_MOVES + 1)) if yours else []
    outcome = sitting.outcome
    picture = scene(sitting, seats, state)
    line = heard(sitting, seats)
    return {
        "match": sitting.name,
        "version": sitting.versions[seats],
        "game": sitting.terms.game,
        "title": sitting.box.title,
        "you": list(seats),
        "yours": yours,
        "turn": turn,
        "seats": [
            {
                "name": sitting.box.seat_name(seat),
                "who": who,
                "joined": seat not in sitting.missing,
                "left": sitting.remaining(seat, now),
            }
            for seat, who in enumerate(sitting.terms.seats)
        ],
        "clock_runs": sitting.running_since is not None and not sitting.ended,
        "outcome": None
        if outcome is None
        else {"scores": list(outcome.scores), "words": str(outcome), "reason": outcome.reason},
        "ended": None if not sitting.ended else sitting.closed or str(outcome),
        **drawn(picture),
        "position": game.write(state) if public else None,
        "moves": listed[:MOST_MOVES],
        "more": len(listed) > MOST_MOVES,
        "begins": begins(game, state, picture, listed[:MOST_MOVES]),
        "line": line,
        "last": last(sitting, seats, picture, line),
        "length": _length(sitting),
        "deal": _deal(sitting),
        "public": public,
        "ahead": " ".join(sitting.ahead[seat] for seat in seats if seat in sitting.ahead) or None,
        "request": None
        if sitting.request is None
        else {"seat": sitting.request.seat, "choices": sitting.request.steps},
        "declined": sitting.declined,
        "can": can(sitting, seats),
        "hints": sitting.hints,
        "solutions": sitting.solutions,
    }


def _deal(sitting: Sitting) -> int | None:
    """Return the seed, where chance has a part and knowing it gives nobody an advantage over another."""
    match = sitting.match
    chance = NATURE in sitting.movers
    return sitting.terms.seed if chance and (match.game.seats == 1 or sitting.ended) else None


def drawn(picture: Scene) -> dict[str, Any]:
    """Return a picture as SVG without styles and as text."""
    return {"svg": to_svg(picture, styled=False), "text": to_text(picture), "caption": picture.caption}


def past(sitting: Sitting, seats: tuple[Seat, ...], ply: int) -> dict[str, Any]:
    """Return the board as it looked to a viewer after so many turns."""
    game = sitting.match.game
    state = shown(sitting, seats, state_after(sitting, seats, ply))
    picture = scene(sitting, seats, state)
    return {
        "match": sitting.name,
        "ply": ply,
        **drawn(picture),
        "position": game.write(state) if sitting.ended or not game.hides else None,
        "last": last(sitting, seats, picture, heard(sitting, seats)[:ply]),
    }


def last(sitting: Sitting, seats: tuple[Seat, ...], picture: Scene, line: list[dict[str, Any]]) -> list[str]:
    """Return the marks of a picture that the last choice of a line names, as far as a viewer may hear of it."""
    ply = next((ply for ply in reversed(range(len(line))) if line[ply]["seat"] != NATURE), None)
    if ply is None:
        return []
    return named(picture, line[ply]["text"], seen(sitting, seats, ply))


def seen(sitting: Sitting, seats: tuple[Seat, ...], ply: int) -> Scene:
    """Return the picture after so many turns of which a viewer heard, as it may see it."""
    return scene(sitting, seats, shown(sitting, seats, state_after(sitting, seats, ply)))


def state_after(sitting: Sitting, seats: Viewer, number: int) -> Any:
    """Return the state after so many turns of which a viewer heard."""
    audible = turns(sitting, seats)
    if not 0 <= number <= len(audible):
        raise NotFoundError(f"this match has the moves 0 to {len(audible)}")
    return state_at(sitting, audible[number - 1].after if number else 0)


def state_at(sitting: Sitting, ply: int) -> Any:
    """Return the state after so many moves."""
    match = sitting.match
    return match.line[ply - 1][1] if ply else match.start


def _length(sitting: Sitting) -> str | None:
    """Return how long a match for one is, in the units that its players count."""
    match = sitting.match
    if match.game.seats > 1:
        return None
    return tally(match.game.measure([move for move, who in zip(match.moves, sitting.movers, strict=False) if who >= 0]))


def spell(sitting: Sitting, seats: tuple[Seat, ...], text: str) -> dict[str, Any]:
    """Return whether a text is a legal move for the viewer, and which marks may follow it."""
    if (refusal := why_not(sitting, seats, "move")) is not None:
        raise refusal
    state = shown(sitting, seats, sitting.match.state)
    return spelling(sitting.match.game, state, scene(sitting, seats, state), text)


def spelling(game: Game[Any, Any], state: Any, picture: Scene, text: str) -> dict[str, Any]:
    """Return whether a text is a legal move, why not, and what marks may add to it."""
    why = fault(game, state, text)
    following = Spelling(game, state, picture.marks, text).targets()
    if why is not None and text and not following:
        why = reason(game, state, text) or refusal(game, state, picture, text)
    return {"legal": why is None, "why": why or "", "next": sorted(following)}


def begins(game: Game[Any, Any], state: Any, picture: Scene, moves: list[str]) -> list[str]:
    """Return what a first click may spell; where moves can be written from either end, both ends count.

    >>> from hoyle.shelf import find
    >>> box, game = find("pegs/easy")
    >>> start = game.start()
    >>> begins(game, start, box.look.picture(game, start), ["d2d4", "d3d1"])
    ['d2', 'd3']
    """
    spellings = spellings_of(picture)
    parts = [part for move in moves if (part := spelled(spellings, move))]
    ends = {part[0] for part in parts}
    # A game reads all its moves the same way, so the first one with two ends tells for all.
    longer = next((part for part in parts if part[0] != part[-1]), None)
    if longer is not None and _same(game, state, "".join(longer), "".join(reversed(longer))):
        ends |= {part[-1] for part in parts}
    return sorted(ends)


def _same(game: Game[Any, Any], state: Any, text: str, other: str) -> bool:
    """Tell whether two texts stand for the same move."""
    try:
        return bool(game.parse(state, text) == game.parse(state, other))
    except HoyleError:
        return False


def fault(game: Game[Any, Any], state: Any, text: str) -> str | None:
    """Return what is wrong with a text as a single move, or None."""
    if game.unchain(text) != (text,):
        return "that is more than one move"
    try:
        return game.why_not(state, game.parse(state, text))
    except HoyleError as fault:
        return str(fault)
