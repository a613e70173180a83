"""What each viewer of a sitting may see: the only way from a match to the network.

A viewer holds some seats, or none as a spectator.  Until the end a seat gets its own view, and a spectator only what every
seat can see; after the end everybody gets everything.

>>> from hoyle.tables.web.journal import Terms
>>> sitting = Sitting.open("x", Terms("nim/1,2", seats=("person", "person"), own=(0,), owner="hash"))
>>> look(sitting, (Seat(0),), now=0)["moves"]
['a1', 'b1', 'b2']
>>> look(sitting, (), now=0)["moves"]
[]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from typing_extensions import TypedDict

from hoyle.game import NATURE, Game, HoyleError, Seat, tally
from hoyle.lazy import lazy
from hoyle.match import Turn
from hoyle.scene import VACANT, Scene, motions, to_text
from hoyle.svg import to_svg
from hoyle.tables import explain
from hoyle.tables.fair_play import list_moves
from hoyle.tables.memory import Memory
from hoyle.tables.web.journal import NotFoundError, Viewer
from hoyle.tables.web.limits import MOST_MARKS, bill
from hoyle.tables.web.sitting import Sitting, count_common
from hoyle.tables.web.spelling import Spelling, begins
from hoyle.tables.web.wishes import can


class TurnText(TypedDict):
    """A turn as far as the viewer may know it; seat -1 is nature."""

    seat: int | None
    text: str


class SeatFacts(TypedDict):
    """What the seat is called, who sits there (a person, or a player of the box), and the seconds left on the clock.

    A person may have given a name, and a player of the box has one to be shown.
    """

    name: str
    who: str
    called: str | None
    joined: bool
    left: float | None


class OutcomeFacts(TypedDict):
    """The scores of the seats, the result in words, and its reason alone."""

    scores: list[int]
    words: str
    reason: str


class Picture(TypedDict):
    """A board, as SVG whose marks carry data-spells, and as text."""

    svg: str
    text: str
    caption: str


class DraftMove(TypedDict):
    """A move of a draft, and what the marks spell that it is made of."""

    text: str
    parts: list[str]


class Draft(Picture, Spelling):
    """A draft: its picture, its moves, whether it is complete, and what to say when you are ready."""

    line: list[DraftMove]
    complete: bool
    says: str
    moves: list[str]
    more: bool
    begins: list[str]


class SetupFacts(TypedDict):
    """The seat for which the viewer may set up unseen, ready-made setups (names and what to say for them), and an empty draft."""

    seat: int
    ready: dict[str, str]
    draft: Draft


class RequestFacts(TypedDict):
    """The seat that asks the others to take back choices, and how many."""

    seat: int
    choices: int


class Look(Picture):
    """A match as the viewer may see it.

    Its version counts what the viewer could notice; about says a few words on the variant, aim what to play for, and notes what the signs at the table mean; last names the marks of the last move, in its order; length says how
    long a match for one is by now.
    """

    match: str
    version: int
    game: str
    title: str
    about: str
    aim: str
    notes: str
    you: list[int]
    yours: bool
    turn: int | None
    seats: list[SeatFacts]
    clock_runs: bool
    outcome: OutcomeFacts | None
    ended: str | None
    position: str | None
    moves: list[str]
    more: bool
    begins: list[str]
    line: list[TurnText]
    last: list[str]
    length: str | None
    deal: int | None
    public: bool
    ahead: str | None
    setup: SetupFacts | None
    spoken: dict[str, str]
    """What a report that is only a sign means, to be said after the name of the seat."""
    request: RequestFacts | None
    declined: int | None
    can: list[str]
    hints: int
    solutions: int
    rematch: list[int]
    next: str | None


class Past(Picture):
    """The board after a number of turns, its position as text unless something of it is hidden, and the move that led to it."""

    match: str
    ply: int
    position: str | None
    last: list[str]


def view(sitting: Sitting, seats: Viewer, state: Any) -> Any:
    """Return a state of the match as a viewer may see it."""
    if sitting.public:
        return state
    return sitting.match.game.view(state, sitting.eye(seats)) if seats else sitting.view((), state)


def side(sitting: Sitting, seats: Viewer) -> Seat:
    """Return the seat from whose side a viewer sees the board; spectators sit with the first.

    If you hold several seats, you change sides with the turn only where the turn changes what you may see.
    """
    if len(seats) > 1 and sitting.match.game.hides:
        return sitting.eye(seats)
    return seats[0] if seats else Seat(0)


@dataclass(frozen=True)
class Board:
    """A scene, and its picture as it is sent, which is drawn when it is needed and only once."""

    scene: Scene

    @lazy
    def picture(self) -> Picture:
        """The scene as SVG without styles and as text."""
        return draw(self.scene)

    @lazy
    def spellings(self) -> explain.Spellings:
        """What its marks spell."""
        return explain.spellings_of(self.scene)

    @lazy
    def places(self) -> explain.Places:
        """Where they stand."""
        return explain.places_of(self.scene)


BOARDS: Final = Memory[Hashable, Board](40_000)
"""The boards that were shown last; the limit counts marks."""


def board(sitting: Sitting, seats: Viewer, state: Any) -> Board:
    """Return a state as it looks from a viewer's side, if it is small enough to send."""
    game, seat, look = sitting.match.game, side(sitting, seats), sitting.box.look
    # Where something is hidden, how long a picture takes would tell that another has seen the same.
    whose = (sitting.name, seats) if game.hides else ()
    key = (sitting.box.name, seat if look.opposite else 0, game, state, whose)
    known = BOARDS.get(key, bill().address)
    if known is not None:
        return known
    fresh = Board(check_size(look.scene_for(seat, game, state)))
    return BOARDS.keep(key, fresh, len(fresh.scene.marks), bill().address)


def scene(sitting: Sitting, seats: Viewer, state: Any) -> Scene:
    """Return the picture of a state from a viewer's side, if it is small enough to send."""
    return board(sitting, seats, state).scene


def check_size(picture: Scene) -> Scene:
    """Return a picture if it is small enough to send."""
    if len(picture.marks) > MOST_MARKS:
        raise HoyleError(f"this board has more than {MOST_MARKS} things to draw, which is too much for a page")
    return picture


@dataclass(frozen=True)
class Heard:
    """The turns of a match up to some time, those of which a viewer heard, and what."""

    all: tuple[Turn, ...] = ()
    turns: tuple[Turn, ...] = ()
    texts: tuple[TurnText, ...] = ()


HEARD: Final = Memory[Hashable, Heard](100_000)
"""What viewers have heard lately: a long match is not told again from its beginning after each move.  The limit counts turns."""


def hear(sitting: Sitting, seats: Viewer) -> Heard:
    """Return the turns so far of which a viewer hears: its own, and what it sees change; and what it hears of them."""
    mine = sitting.eye(seats) if seats else None
    key = (sitting.name, seats, mine, sitting.public, sitting.ended)
    before = HEARD.get(key, bill().address) or Heard()
    if before.all is sitting.turns:
        return before
    # A turn that was taken back is not the same as one that was made in its place.
    same = count_common(before.all, sitting.turns)
    known = bisect_right(before.turns, sitting.turns[same - 1].after if same else -1, key=lambda turn: turn.after)
    fresh = [
        turn for turn in sitting.turns[same:] if sitting.public or turn.mover == mine or _shows(sitting, seats, turn)
    ]
    texts: list[TurnText] = [{"seat": turn.mover, "text": _report(sitting, seats, turn)} for turn in fresh]
    now = Heard(sitting.turns, (*before.turns[:known], *fresh), (*before.texts[:known], *texts))
    return HEARD.keep(key, now, 1 + len(now.all), bill().address)


def turns(sitting: Sitting, seats: Viewer) -> Sequence[Turn]:
    """Return the turns so far of which a viewer hears."""
    return hear(sitting, seats).turns


def _shows(sitting: Sitting, seats: Viewer, turn: Turn) -> bool:
    """Tell whether a viewer sees that a turn was made: another is to move, or the board has changed."""
    before, after = state_at(sitting, turn.after - 1), state_at(sitting, turn.after)
    return sitting.match.game.turn(after) != turn.mover or view(sitting, seats, before) != view(sitting, seats, after)


def turn_texts(sitting: Sitting, seats: Viewer) -> list[TurnText]:
    """Return the turns so far as a viewer may hear of them, each with its mover."""
    return list(hear(sitting, seats).texts)


def _report(sitting: Sitting, seats: Viewer, turn: Turn) -> str:
    match = sitting.match
    if type(match.game).report is Game.report or (sitting.ended and turn.mover == NATURE):
        return match.game.chain([move for move, _ in match.line[turn.first : turn.after]])
    if sitting.ended:
        return match.report(turn, turn.mover)
    if seats:
        return match.report(turn, sitting.eye(seats))
    # A spectator hears what the other seats hear, if they all hear the same.
    seats = tuple(Seat(seat) for seat in range(match.game.seats))
    others = {match.report(turn, seat) for seat in seats if seat != turn.mover or len(seats) == 1}
    return others.pop() if len(others) == 1 else "…"


def look(sitting: Sitting, seats: Viewer, now: float, setup: SetupFacts | None = None) -> Look:
    """Return everything that a viewer sees of a sitting, with what it may set up unseen."""
    match = sitting.match
    game, turn, outcome = match.game, sitting.turn, sitting.outcome
    state = view(sitting, seats, match.state)
    allowed = can(sitting, seats)
    moves, more = list_moves(game, state) if "move" in allowed else ([], False)
    drawn = board(sitting, seats, state)
    line = turn_texts(sitting, seats)
    return {
        **drawn.picture,
        "match": sitting.name,
        "version": sitting.versions[seats],
        "game": sitting.terms.game,
        "title": sitting.box.title,
        "about": sitting.box.variants.get(sitting.terms.game.partition("/")[2], ""),
        "aim": sitting.box.guide.aim,
        "notes": sitting.box.guide.notes,
        "you": list(seats),
        "yours": "move" in allowed,
        "turn": turn,
        "seats": [
            {
                "name": sitting.box.seat_name(seat),
                "who": who,
                "called": _name_of(sitting, Seat(seat), who),
                "joined": seat not in sitting.missing,
                "left": sitting.remaining(seat, now),
            }
            for seat, who in enumerate(sitting.terms.seats)
        ],
        "clock_runs": clock_runs(sitting),
        "outcome": None
        if outcome is None
        else {"scores": list(outcome.scores), "words": str(outcome), "reason": outcome.reason},
        "ended": None if not sitting.ended else sitting.closed or str(outcome),
        "position": game.write(state) if sitting.public else None,
        "moves": moves,
        "more": more,
        "begins": begins(game, state, drawn.spellings, moves),
        "line": line,
        "last": last_marks(sitting, seats, drawn, line),
        "length": _length(sitting),
        "deal": _deal(sitting),
        "public": sitting.public,
        "ahead": " ".join(sitting.ahead[seat] for seat in seats if seat in sitting.ahead) or None,
        "setup": setup,
        "spoken": dict(sitting.box.texts.spoken),
        "request": None
        if sitting.request is None
        else {"seat": sitting.request.seat, "choices": sitting.request.steps},
        "declined": sitting.declined,
        "can": allowed,
        "hints": sitting.hints,
        "solutions": sitting.solutions,
        "rematch": sorted(sitting.rematch),
        "next": sitting.next,
    }


def _name_of(sitting: Sitting, seat: Seat, who: str) -> str | None:
    """Return the name that a person gave, or that a player of the box has."""
    face = sitting.box.guide.faces.get(who)
    return sitting.names.get(seat) if face is None else face.title


def clock_runs(sitting: Sitting) -> bool:
    """Tell whether somebody's time runs."""
    return sitting.running_since is not None and not sitting.ended


def with_clock(look: Look, sitting: Sitting, now: float) -> Look:
    """Return a look with the time that each seat has left now."""
    seats: list[SeatFacts] = [
        {**seat, "left": sitting.remaining(number, now)} for number, seat in enumerate(look["seats"])
    ]
    return {**look, "seats": seats}


def _deal(sitting: Sitting) -> int | None:
    """Return the seed, where chance has a part and knowing it gives nobody an advantage over another."""
    match = sitting.match
    chance = NATURE in sitting.movers
    return sitting.terms.seed if chance and (match.game.seats == 1 or sitting.ended) else None


def draw(picture: Scene) -> Picture:
    """Return a picture as SVG without styles and as text."""
    return {"svg": to_svg(picture, styled=False), "text": to_text(picture), "caption": picture.caption}


def past(sitting: Sitting, seats: Viewer, ply: int) -> Past:
    """Return the board as it looked to a viewer after a number of turns."""
    state = view(sitting, seats, state_after(sitting, seats, ply))
    drawn = board(sitting, seats, state)
    return {
        **drawn.picture,
        "match": sitting.name,
        "ply": ply,
        "position": sitting.match.game.write(state) if sitting.public else None,
        "last": last_marks(sitting, seats, drawn, turn_texts(sitting, seats)[:ply]),
    }


def last_marks(sitting: Sitting, seats: Viewer, drawn: Board, line: list[TurnText]) -> list[str]:
    """Return the marks of a board that the last choice of a line names, as far as a viewer may hear of it."""
    ply = next((ply for ply in reversed(range(len(line))) if line[ply]["seat"] != NATURE), None)
    if ply is None:
        return []
    before = board_after(sitting, seats, ply)
    return explain.stay(drawn.spellings.name(line[ply]["text"]), before.places, drawn.places)


def hint_marks(sitting: Sitting, seats: Viewer, line: list[str]) -> list[str]:
    """Return what the marks spell that show the first move of a line: those it names, or all that it takes if it names one.

    >>> from hoyle.tables.web.journal import Terms
    >>> sitting = Sitting.open("x", Terms("nim/1,4", seats=("person", "person"), own=(0,), owner="hash"))
    >>> hint_marks(sitting, (Seat(0),), ["b3"])
    ['b3', 'b2', 'b1']
    """
    match = sitting.match
    drawn = board(sitting, seats, view(sitting, seats, match.state))
    parts = drawn.spellings.name(line[0]) if line else []
    if len(parts) != 1 or not sitting.public:
        return parts
    after = scene(sitting, seats, match.play(match.game.parse(match.state, line[0])).state)
    stays = motions(drawn.scene, after, parts)
    taken = (mark for place, mark in enumerate(drawn.scene.marks) if place not in stays and mark.spells)
    return [mark.spells for mark in taken if not VACANT & set(mark.style.split())] or parts


def board_after(sitting: Sitting, seats: Viewer, ply: int) -> Board:
    """Return the board after a number of turns that a viewer may know of, as it may see it."""
    return board(sitting, seats, view(sitting, seats, state_after(sitting, seats, ply)))


def scene_after(sitting: Sitting, seats: Viewer, ply: int) -> Scene:
    """Return the picture of such a board."""
    return board_after(sitting, seats, ply).scene


def state_after(sitting: Sitting, seats: Viewer, number: int) -> Any:
    """Return the state after a number of turns that a viewer may know of."""
    audible = turns(sitting, seats)
    if not 0 <= number <= len(audible):
        raise NotFoundError(f"this match has the moves 0 to {len(audible)}")
    return state_at(sitting, audible[number - 1].after if number else 0)


def state_at(sitting: Sitting, ply: int) -> Any:
    """Return the state after a number of moves."""
    match = sitting.match
    return match.line[ply - 1][1] if ply else match.start


def _length(sitting: Sitting) -> str | None:
    """Return how long a match for one is, in the units that its players count."""
    match = sitting.match
    if match.game.seats > 1:
        return None
    counted = match.game.measure([move for move, who in zip(match.moves, sitting.movers, strict=False) if who >= 0])
    # What only chance does is not counted here.
    return tally({unit: number for unit, number in counted.items() if number} or counted)
