"""A sitting: a match at the web table, as its journal says.

It is the fold of the entries, so a journal that was saved is a match that was saved.

>>> sitting = Sitting.open("x", Terms("pegs/easy", seats=("person",)))
>>> sitting = sitting.after(Entry(1, "move", 0, "d2d4")).after(Entry(2, "restart", 0))
>>> sitting.match.moves, sitting.after(Entry(3, "unrestart", 0)).match.position
((), '***.***/***.***/***.***/***O***/***O***/***.***/*******')
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import reduce
from itertools import compress, count, pairwise
from operator import is_not
from sys import getsizeof
from typing import Any, Final

from hoyle.box import Box
from hoyle.game import NATURE, HoyleError, Outcome, Seat
from hoyle.lazy import lazy
from hoyle.match import Match, Turn, goes_on, turns_of
from hoyle.record import OUT_OF_TIME, RESIGNED
from hoyle.shelf import find
from hoyle.tables.fair_play import settle
from hoyle.tables.web.journal import ASIDE, PERSON, SETTING, Clock, Entry, Kind, Terms, Viewer

PLACE: Final = 400
"""Bytes that a line needs for each of its states, with the move before it and what is known of it."""
MOST_FOUND: Final = 20
"""How many of the lines that were found for a match are remembered when it is read again."""
BOARD: Final = 20
"""The memory that the rules keep for a board, such as all its lines, as a number of states."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to take back some choices: the seat that asks, how many, and the seats that have agreed."""

    seat: Seat
    steps: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Found:
    """A line that wins, as text, and the match that begins where it does and knows what others of its kind know."""

    match: Match[Any, Any]
    text: str

    @lazy
    def kept(self) -> tuple[Any, ...]:
        """The line, which every continuation of the match remembers from now."""
        line = self.match.follow(*self.text.split()).moves
        self.match.remember(line)
        return line


@dataclass(frozen=True)
class Sitting:
    """A match at the web table, with everything that its journal says."""

    name: str
    terms: Terms
    box: Box
    match: Match[Any, Any]
    movers: tuple[Seat, ...] = ()
    """The mover of each move of the line, then of each undone move: asked of the rules once, and needed often."""
    past: tuple[Turn, ...] = field(default=(), compare=False)
    """The turns that were over when they were last asked for, so that they are not worked out again at each move."""
    version: int = 0
    """The number of entries; nobody is told, since it also counts what only others may know."""
    versions: Mapping[Viewer, int] = field(default_factory=dict)
    """For each viewer, the number of entries that it could notice."""
    written: Mapping[int, int] = field(default_factory=dict)
    """For each seat, the number of entries that it made."""
    last_changes: Mapping[Viewer, int] = field(default_factory=dict)
    """For each viewer its version when it last saw the board change: what happened beside the board since makes no move late."""
    asked_at: float = 0.0
    """When the board last changed, and the mover began to think."""
    holders: Mapping[str, tuple[Seat, ...]] = field(default_factory=dict)
    """The hash of each seat's token, and the seats that it holds."""
    shelved: tuple[Match[Any, Any], ...] = ()
    """The matches that were restarted; undo brings them back."""
    hints: int = 0
    solutions: int = 0
    found: tuple[Found, ...] = ()
    """The lines that were found last, when somebody asked."""
    ahead: Mapping[Seat, str] = field(default_factory=dict)
    """The premoves of the seats, such as a setup; nobody else learns of them before they are played."""
    said: Mapping[int, int] = field(default_factory=dict)
    """How many letters of premoves each seat has entered so far."""
    request: Request | None = None
    """A request that waits for an answer; whatever changes the board settles it."""
    declined: Seat | None = None
    """Whose request was declined since the board last changed."""
    closed: str | None = None
    """Why nobody may move any more although the rules would let them: a seat resigned or ran out of time."""
    loser: Seat | None = None
    """The seat that did."""
    names: Mapping[Seat, str] = field(default_factory=dict)
    """What people call themselves."""
    rematch: frozenset[Seat] = frozenset()
    """The seats that would like to play again."""
    next: str | None = None
    """The match in which they do."""
    largest: int = 0
    """The bytes of the largest state there was: it may be one in the middle, or one that was taken back."""
    spent: tuple[float, ...] = ()
    running_since: float | None = None

    @classmethod
    def open(cls, name: str, terms: Terms) -> Sitting:
        """Return a sitting before its first entry."""
        box, game = find(terms.game)
        match = Match.new(game, None if terms.start is None else game.read(terms.start))
        if len(terms.seats) != game.seats or not {*terms.own, *terms.invites} <= {*range(game.seats)}:
            raise HoyleError("the terms of this match are damaged")
        own = tuple(map(Seat, terms.own))
        viewers: list[Viewer] = [(), own, *((Seat(seat),) for seat in range(game.seats) if seat not in own)]
        return cls(
            name,
            terms,
            box,
            match,
            versions=dict.fromkeys(viewers, 0),
            last_changes=dict.fromkeys(viewers, 0),
            holders={terms.owner: own} if own else {},
            largest=_bytes(match.start),
            spent=(0.0,) * game.seats,
        )

    def after(self, entry: Entry) -> Sitting:
        """Return the sitting after one more entry."""
        if entry.version != self.version + 1:
            raise HoyleError(f"entry {entry.version} does not follow version {self.version}")
        if entry.kind not in _CHANGES or not (
            0 <= entry.seat < self.match.game.seats or (entry.seat, entry.kind) == (NATURE, "deal")
        ):
            raise HoyleError(f"entry {entry.version} of this match is damaged")
        after = _CHANGES[entry.kind](self, entry)
        noticing = {viewer for viewer in self.versions if self._notices(viewer, entry, after)}
        versions = {viewer: version + (viewer in noticing) for viewer, version in self.versions.items()}
        written = {**self.written, entry.seat: self.written.get(entry.seat, 0) + 1}
        after = replace(after, version=entry.version, versions=versions, written=written)
        if entry.kind not in ASIDE:
            last_changes = {**self.last_changes, **{viewer: versions[viewer] for viewer in noticing}}
            after = replace(after, last_changes=last_changes, asked_at=entry.at, request=None, declined=None)
        if after.match is self.match and "turns" in self.__dict__:
            after.__dict__["turns"] = self.turns
        return after

    def _notices(self, viewer: Viewer, entry: Entry, after: Sitting) -> bool:
        """Tell whether a viewer can notice an entry: it is its own, or happens openly, or changes what it sees."""
        if entry.kind == "ahead" or (entry.kind in SETTING and self.match.game.hides):
            return entry.seat in viewer or (entry.kind != "ahead" and _shows(self, after, viewer))
        return True

    def grew_openly_since(self, before: Sitting) -> bool:
        """Tell whether everybody, a spectator too, could notice that it is not an earlier sitting any more."""
        return self.versions[()] > before.versions[()]

    def view(self, viewer: Viewer, state: Any) -> Any:
        """Return what a viewer sees of a state: the view of each of its seats, or for a spectator what every seat sees."""
        game = self.match.game
        if viewer:
            return tuple(game.view(state, seat) for seat in viewer)
        return reduce(game.view, map(Seat, range(game.seats)), state)

    @lazy
    def bulk(self) -> int:
        """About how many bytes are remembered of it: its states, each as large as the largest, and what the rules keep of the board."""
        matches = (self.match, *self.shelved)
        states = sum(len(match.line) + len(match.undone) for match in matches)
        return (BOARD + states + len(self.found) + len(self.match.known)) * self.largest

    @property
    def weight(self) -> int:
        """What counts of that for others; where something is hidden, only what everybody noticed."""
        return (BOARD + self.versions[()]) * self.largest if self.match.game.hides else self.bulk

    @lazy
    def turns(self) -> tuple[Turn, ...]:
        """The turns so far; the last may not be over yet."""
        movers = (*self.movers[: len(self.match.line)], self.match.turn)
        first = self.past[-1].after if self.past else 0
        return (*self.past, *turns_of(self.match.game, self.match.states, movers, first=first))

    def _turns_over(self) -> tuple[Turn, ...]:
        """Return those of the turns that are over, as far as they were asked for."""
        turns: tuple[Turn, ...] | None = self.__dict__.get("turns")
        if not turns:
            return self.past
        match = self.match
        before = match.line[-2][1] if len(match.line) > 1 else match.start
        return turns[:-1] if goes_on(match.game, before, match.state, turns[-1].mover) else turns

    @lazy
    def trials(self) -> dict[str, Match[Any, Any]]:
        """What some moves come to that were tried just now, so that they need not be played again when they are made."""
        return {}

    @property
    def guided(self) -> Match[Any, Any]:
        """The match, which knows the lines that were found for it."""
        # To follow one may take as long as twenty moves, so that waits until it is asked for.
        for found in self.found:
            found.kept  # noqa: B018 — once
        return self.match

    @lazy
    def turn(self) -> Seat | None:
        """The seat to move, or None when nobody may move any more."""
        return None if self.closed is not None else self.match.turn

    @property
    def due(self) -> bool:
        """Whether the next move is known without asking a person: a computer player's, or a premove."""
        turn = self.turn
        return turn is not None and (self.terms.seats[turn] != PERSON or turn in self.ahead)

    @property
    def ended(self) -> bool:
        """Whether nobody may move any more."""
        return self.turn is None

    @lazy
    def public(self) -> bool:
        """Whether everybody may know everything: nothing is hidden, or the match is over."""
        return self.ended or not self.match.game.hides

    @lazy
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or because a seat gave up."""
        if self.closed is None:
            return self.match.outcome
        return Outcome(tuple(int(seat != self.loser) for seat in range(self.match.game.seats)), self.closed)

    @lazy
    def choices(self) -> list[Seat]:
        """The seat that made each choice so far; nature makes none."""
        return [mover for mover in self.movers[: len(self.match.line)] if mover != NATURE]

    def at(self, match: Match[Any, Any]) -> Sitting:
        """Return this sitting with another match; the movers that both share are not asked again."""
        new = match.line + match.undone
        same = count_common(self.match.line + self.match.undone, new)
        states = (new[same - 1][1] if same else match.start, *(state for _, state in new[same:]))
        fresh = map(match.game.turn, states[: len(new) - same])
        movers = (*self.movers[:same], *(seat for seat in fresh if seat is not None))
        largest = max((self.largest, *map(_bytes, states[1:])))
        over = self._turns_over()
        kept = bisect_right(over, min(same, len(match.line)), key=lambda turn: turn.after)
        return replace(self, match=match, movers=movers, past=over[:kept], largest=largest)

    @property
    def solo(self) -> bool:
        """Whether the game is for one."""
        return self.match.game.seats == 1

    @property
    def alone(self) -> bool:
        """Whether one person holds every seat that no computer player has."""
        return len(self.terms.own) == self.terms.seats.count(PERSON)

    @lazy
    def asked(self) -> frozenset[int]:
        """The seats of people who still have to say whether they agree to a request."""
        if self.request is None:
            return frozenset()
        asking = next((seats for seats in self.holders.values() if self.request.seat in seats), ())
        people = {seat for seat, who in enumerate(self.terms.seats) if who == PERSON}
        return frozenset(people - set(asking) - self.request.agreed)

    @lazy
    def missing(self) -> tuple[Seat, ...]:
        """The seats that still wait for somebody to join."""
        held = {seat for seats in self.holders.values() for seat in seats}
        return tuple(Seat(seat) for seat, who in enumerate(self.terms.seats) if who == PERSON and seat not in held)

    def remaining(self, seat: int, now: float) -> float | None:
        """Return how many seconds a seat has left, or None without a clock."""
        return None if self.terms.clock is None else max(self._left(self.terms.clock, seat, now), 0.0)

    def _left(self, clock: Clock, seat: int, now: float) -> float:
        """Return the same, or less than nothing until somebody has noticed that its time is over."""
        running = 0.0
        if self.turn == seat and self.running_since is not None:
            # The clock of the machine may have been set back.
            running = max(now - self.running_since, 0.0)
        return clock.seconds - self.spent[seat] - running

    def time_is_up(self, now: float) -> bool:
        """Tell whether the seat to move has run out of time."""
        turn, clock = self.turn, self.terms.clock
        return clock is not None and turn is not None and turn != NATURE and self._left(clock, turn, now) < 0

    def settle(self, match: Match[Any, Any]) -> Match[Any, Any]:
        """Return a match of this sitting after nature's moves."""
        return settle(match, self.terms.seed, lambda match: self.at(match).turns)

    def eye(self, seats: Viewer) -> Seat:
        """Return the seat through which a player who holds these looks: the one to move, or else the first."""
        turn = self.turn
        return turn if turn is not None and turn in seats else seats[0]


# ------------------------------------------------------------------------------------ what each entry changes


def _move(before: Sitting, entry: Entry) -> Sitting:
    match = before.trials.get(entry.text) or before.match.follow(*entry.text.split())
    sitting = _without_ahead(before.at(match), entry.seat)
    clock = sitting.terms.clock
    # Setting up piece by piece earns one increment, like setting up all at once.
    if clock is None or entry.kind == "deal" or _goes_on(before, sitting, entry.seat):
        return sitting
    spent = list(sitting.spent)
    # The first move starts the clock, so nobody pays for waiting for the opponent.
    if sitting.running_since is not None:
        spent[entry.seat] += max(entry.at - sitting.running_since, 0.0) - clock.increment
    return replace(sitting, spent=tuple(spent), running_since=entry.at)


def _plies(before: Sitting, after: Sitting) -> Iterator[tuple[Any, Any]]:
    """Yield the states on both sides of each move that one of two sittings has and the other has not."""
    shorter, longer = sorted((before.match, after.match), key=lambda match: len(match.line))
    states = (longer.start, *(state for _, state in longer.line))
    return pairwise(states[len(shorter.line) :])


def _shows(before: Sitting, after: Sitting, viewer: Viewer) -> bool:
    """Tell whether a viewer sees any of the moves that were made or taken back."""
    turn = before.match.game.turn
    return any(
        turn(one) != turn(two) or before.view(viewer, one) != before.view(viewer, two)
        for one, two in _plies(before, after)
    )


def _goes_on(before: Sitting, after: Sitting, mover: int) -> bool:
    """Tell whether a seat is still choosing, and nobody else could notice."""
    return all(goes_on(before.match.game, one, two, Seat(mover)) for one, two in _plies(before, after))


def count_common(old: Sequence[object], new: Sequence[object]) -> int:
    """Return how many things two lines have in common from their beginnings: the same ones, and not equal ones.

    >>> one, other = [1], [1]
    >>> count_common([one, one, one], [one, one, other]), count_common([one], [one, one])
    (2, 1)
    """
    # Lines may have thousands, and are compared at each move.
    return next(compress(count(), map(is_not, old, new)), min(len(old), len(new)))


def _bytes(state: Any) -> int:
    """Return the bytes of a state, its fields and its place in a line; what the fields are made of is shared among the states of a match."""
    parts = (getattr(state, each.name) for each in fields(state)) if is_dataclass(state) else ()
    return PLACE + getsizeof(state) + sum(map(getsizeof, parts))


def _without_ahead(sitting: Sitting, seat: int) -> Sitting:
    return replace(sitting, ahead={other: text for other, text in sitting.ahead.items() if other != seat})


def _say_ahead(sitting: Sitting, entry: Entry) -> Sitting:
    sitting = _without_ahead(sitting, entry.seat)
    if not entry.text:
        return sitting
    said = {**sitting.said, entry.seat: sitting.said.get(entry.seat, 0) + len(entry.text)}
    return replace(sitting, ahead={**sitting.ahead, Seat(entry.seat): entry.text}, said=said)


def _join(sitting: Sitting, entry: Entry) -> Sitting:
    return replace(sitting, holders={**sitting.holders, entry.text: (Seat(entry.seat),)})


def _undo(sitting: Sitting, entry: Entry) -> Sitting:
    match = sitting.match
    for _ in range(_number(entry)):
        match = match.undo()
    after = sitting.at(match)
    # What a seat wanted to play after its move is not what it wants to play instead.
    return after if after.turn is None else _without_ahead(after, after.turn)


def _redo(sitting: Sitting, entry: Entry) -> Sitting:
    match = sitting.match
    for _ in range(_number(entry)):
        match = match.redo()
    return sitting.at(match)


def _number(entry: Entry) -> int:
    """Return how many choices an entry is about."""
    if not re.fullmatch(r"\d{1,6}", entry.text, re.ASCII):
        raise HoyleError(f"entry {entry.version} of this match is damaged")
    return int(entry.text)


def _restart(sitting: Sitting, _: Entry) -> Sitting:
    match = sitting.match
    # The deal stays: whatever nature did before the first choice.
    dealt = next((ply for ply, mover in enumerate(sitting.movers) if mover != NATURE), 0)
    fresh = replace(match, line=match.line[:dealt], undone=())
    return replace(sitting.at(fresh), shelved=(*sitting.shelved, match))


def _unrestart(sitting: Sitting, _: Entry) -> Sitting:
    if not sitting.shelved:
        raise HoyleError("there is no match to bring back")
    *shelved, match = sitting.shelved
    return replace(sitting.at(match), shelved=tuple(shelved))


def _find(sitting: Sitting, entry: Entry) -> Sitting:
    """Keep a line that was found, so that whichever process gives the next hint keeps to it."""
    match = sitting.match
    here = replace(match, start=match.state, line=(), undone=())
    return replace(sitting, found=(*sitting.found, Found(here, entry.text))[-MOST_FOUND:]) if entry.text else sitting


def _ask(sitting: Sitting, entry: Entry) -> Sitting:
    return replace(sitting, request=Request(Seat(entry.seat), _number(entry)))


def _agree(sitting: Sitting, entry: Entry) -> Sitting:
    request = sitting.request
    return (
        sitting if request is None else replace(sitting, request=replace(request, agreed=request.agreed | {entry.seat}))
    )


def _decline(sitting: Sitting, entry: Entry) -> Sitting:
    request = sitting.request
    # If you withdraw your request, you may ask again; if it was declined, only after the board has changed.
    declined = None if request is None or request.seat == entry.seat else request.seat
    return replace(sitting, request=None, declined=declined)


def _close(sitting: Sitting, entry: Entry) -> Sitting:
    words = RESIGNED if entry.kind == "resign" else OUT_OF_TIME
    spent, turn = list(sitting.spent), sitting.turn
    if sitting.running_since is not None and turn is not None:
        spent[turn] += max(entry.at - sitting.running_since, 0.0)
    return replace(
        sitting,
        closed=f"{sitting.box.seat_name(entry.seat)} {words}",
        loser=Seat(entry.seat),
        spent=tuple(spent),
        running_since=None,
    )


_CHANGES: Final[Mapping[Kind, Callable[[Sitting, Entry], Sitting]]] = {
    "deal": _move,
    "move": _move,
    "join": _join,
    "undo": _undo,
    "redo": _redo,
    "restart": _restart,
    "unrestart": _unrestart,
    "hint": lambda sitting, entry: replace(_find(sitting, entry), hints=sitting.hints + 1),
    "solution": lambda sitting, entry: replace(_find(sitting, entry), solutions=sitting.solutions + 1),
    "ahead": _say_ahead,
    "ask": _ask,
    "agree": _agree,
    "decline": _decline,
    "resign": _close,
    "flag": _close,
    "name": lambda sitting, entry: replace(sitting, names={**sitting.names, Seat(entry.seat): entry.text}),
    "rematch": lambda sitting, entry: replace(sitting, rematch=sitting.rematch | {Seat(entry.seat)}),
    "next": lambda sitting, entry: replace(sitting, next=entry.text),
}
