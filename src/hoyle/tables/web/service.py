"""The match service: everything that a person, a bot or a page can ask for, whatever the transport.

Rules are asked of the game, and only about what the asking seat may see: an error can tell it nothing more.  A token is
an unguessable text that holds a seat; only its hash is kept.  What a method returns is durable.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder, Service(Store(f"{folder}/hoyle.db")) as service:
...     opened = service.create("pegs/easy")
...     after = service.change(opened.name, opened.token, "move", "d2d4d6")
>>> after["ended"], after["can"]
('won (1 peg left)', ['undo', 'restart'])
"""

from __future__ import annotations

import asyncio
import base64
import datetime as dt
import hashlib
import hmac
import json
import logging
import secrets
import shlex
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from threading import Lock
from typing import Any, Final, Literal, NamedTuple, Self

from typing_extensions import TypedDict

from hoyle.advice import hint_from
from hoyle.box import unknown
from hoyle.engine import Engine
from hoyle.game import NATURE, Game, HoyleError, NotationError, Seat, tally
from hoyle.match import Match
from hoyle.record import Record, moves_in
from hoyle.scene import Scene
from hoyle.shelf import find, shelf
from hoyle.solver import Solved
from hoyle.svg import to_svg
from hoyle.tables import turns
from hoyle.tables.thinking import (
    CHOOSE,
    HINT,
    NICE,
    SOLVE,
    Aside,
    Thinker,
    TimeUpError,
    player_seed,
    question_of,
)
from hoyle.tables.web import analysis, answers, catalogue, drafts, looks, wishes
from hoyle.tables.web.analysis import Analysis
from hoyle.tables.web.daily import FIRST, Daily, Puzzle
from hoyle.tables.web.journal import (
    PERSON,
    STALE,
    BusyError,
    Clock,
    Entry,
    FullError,
    Kind,
    KnownError,
    NotFoundError,
    NotYoursError,
    Sitting,
    StaleError,
    Terms,
    Viewer,
)
from hoyle.tables.web.limits import Limits, bill
from hoyle.tables.web.looks import Look
from hoyle.tables.web.memory import Memory
from hoyle.tables.web.referee import Judgement
from hoyle.tables.web.store import Store
from hoyle.tables.web.thoughts import Thoughts, waiting

ME, OPEN = "me", "open"
"""What a seat may be promised to when a match is opened, besides a player's name."""
DAY: Final = 86_400
HOUR: Final = 3_600
MOST_TRIES: Final = 20
MOST_TRIED: Final = 50_000
"""Letters that are read at once to find which marks may follow a text: with each of them it is tried."""
PIXELS: Final = 1000
"""The width of a picture in pixels."""
MOST_FRAMES: Final = 200
ENGINE_SECONDS = 10.0
"""What a program may take for a move, as at every table."""
ENGINES_WAITING: Final = 3
"""Answers of programs that wait for one address: each keeps a thread, which other computer players need."""
LONG_REPLAY: Final = 1_000_000
"""Letters of a journal times those of a position, of which more are replayed for one at a time: about a second."""
REPLAYS_WAITING: Final = 4
"""Such journals that wait for one address."""
LONG_LINE: Final = 2_000
"""Letters that can be sent at once on any board."""
MOST_STEPS: Final = 120_000
"""Moves that can be sent at once, times the letters of the position: the rules look at the whole board for each of them."""
AT_ONCE: Final = 60
"""Letters of a position, and of a move, where the move is made in the event loop: it takes less time than to wait for a thread."""
SMALL_LOOK: Final = 40_000
"""The weight of a look where that is so: a position of few letters may have a thousand marks, or moves."""
EACH: Final = 300
"""What an item of a list weighs, in letters."""
MOST_DRAWN: Final = 50_000
"""Marks of all pictures of a film together: they are drawn where others wait."""
SHORT: Final = 300
"""Letters of a board and a position that are drawn at once."""
MOST_DEALS: Final = 10**9
"""A deal for one has a number that people can tell each other."""
MOST_SECRETS: Final = 2**53
"""Among several nobody must be able to try all deals until one fits; larger numbers do not survive JSON everywhere."""


class Verdict(TypedDict):
    """What a solver finds or a player would play: one move or a whole line, in words."""

    verdict: Literal["solved", "unsolvable", "gave up", "chance", "advice"]
    line: list[str]
    words: str
    exact: bool
    """Whether it is proved: no line is shorter, the chance is an exact fraction, or no line wins."""
    left: dict[str, int]
    """How long the line is, in the units that players count."""


class Advice(Verdict):
    """A verdict, the match in which it was asked for, and what the marks spell that show its first move."""

    look: Look
    marks: list[str]


@dataclass(frozen=True)
class Opened:
    """A new match: its public name, the token of whoever opened it, and an invitation for each other person."""

    name: str
    token: str
    invites: Mapping[int, str]
    look: Look


def digest(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Service:
    """The matches in one store; several services, in several processes, may share it."""

    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        now: Callable[[], float] = time.time,
        engines: Mapping[str, str] | None = None,
        salt: str = "",
    ) -> None:
        self.store = store
        self._salt = (salt or secrets.token_hex()).encode()
        """What makes the hash of an address worthless to whoever reads the store: it is forgotten with the service."""
        self.limits = limits or Limits()
        self._now = now
        self.engines = dict(engines or {})
        """The commands of the programs that may be seated, by the names under which they play."""
        self._engine_room = turns.Turns(self.limits.thinkers, each=1, waiting=ENGINES_WAITING)
        self._replaying = turns.Turns(1, each=1, waiting=REPLAYS_WAITING)
        self._thoughts = Thoughts(self.limits)
        self._composer, self._aside = Thinker(nice=NICE), Aside()
        self._answering: set[str] = set()
        self._again: set[str] = set()
        """The matches in which somebody answers, and those in which somebody was to answer meanwhile."""
        self.daily = Daily()
        # What is remembered of a match holds for an epoch of the store.
        self._sittings = Memory[tuple[int, str], Sitting](self.limits.bytes)
        self._looks = Memory[tuple[int, str, int, Viewer], _Seen](self.limits.letters)
        self._choices = Memory[tuple[str, float, int], tuple[wishes.Change, float]](self.limits.sittings)
        self._watching: Counter[tuple[str, str | None]] = Counter()
        """How many streams there are of each match, for each token."""
        self._puzzles = Memory[tuple[str, dt.date], Puzzle](self.limits.sittings)
        self._lock = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes that think, and the connections."""
        for thinker in (self._thoughts, self._composer, self._aside):
            thinker.call_off()
        self.store.close()

    def health(self) -> dict[str, dict[str, int]]:
        """Return how those do who think."""
        return self._thoughts.health()

    # ------------------------------------------------------------------------------- opening and joining

    def create(
        self,
        game: str,
        *,
        start: str | None = None,
        seed: int | None = None,
        deal: str | None = None,
        seats: Sequence[str] | None = None,
        clock: Clock | None = None,
        any_deal: bool = False,
    ) -> Opened:
        """Open a match: me for your own seats, open for those of others, or the name of a player of the box or of an engine.

        A deal for one that nobody chose can be won, unless any deal will do.
        """
        box, rules = find(game)
        promised = tuple(seats) if seats else (ME,) * rules.seats
        if len(promised) != rules.seats or ME not in promised:
            raise HoyleError(f"{box.name} has seats for {rules.seats}, and one of them must be yours")
        for who in set(promised) - {ME, OPEN, *self.engines}:
            box.maker(who)
        if clock is not None and OPEN not in promised:
            raise HoyleError("a clock needs two people; leave one seat open")
        token = secrets.token_urlsafe(24)
        invites = {seat: secrets.token_urlsafe(24) for seat, who in enumerate(promised) if who == OPEN}
        terms = Terms(
            game=game if "/" in game else f"{game}/{box.default}",
            start=start,
            seed=self._seed(game, rules, any_deal or bool(start or deal)) if seed is None else seed,
            seats=tuple(PERSON if who in {ME, OPEN} else who for who in promised),
            clock=clock,
            owner=digest(token),
            own=tuple(seat for seat, who in enumerate(promised) if who == ME),
            invites={seat: digest(invite) for seat, invite in invites.items()},
        )
        epoch, sitting = self.store.epoch, Sitting.open(secrets.token_urlsafe(9), terms)
        looks.scene(sitting, (), sitting.match.state)
        sitting = self._open(epoch, sitting, self._deal(sitting, deal))
        return Opened(sitting.name, token, invites, self._look(epoch, sitting, holds(sitting, token)).look)

    def _open(self, epoch: int, sitting: Sitting, entries: Sequence[Entry]) -> Sitting:
        """Keep a new match, and return it after its first entries."""
        address = bill().address if self.limits.each else ""
        opener = hmac.digest(self._salt, address.encode(), "sha256").hex() if address else ""
        self._make_room(opener)
        self.store.create(sitting.name, sitting.terms, entries, self._now(), opener)
        for entry in entries:
            sitting = sitting.after(entry)
        return self._remember(epoch, sitting)

    def _seed(self, name: str, game: Game[Any, Any], any_deal: bool) -> int:  # noqa: FBT001 — it is passed on
        """Return a seed that nobody can foresee; for one, of a deal that can be won."""
        seed = secrets.randbelow(MOST_DEALS if game.seats == 1 else MOST_SECRETS)
        if any_deal or game.seats > 1 or game.turn(game.start()) != NATURE:
            return seed
        question = (name, "hoyle.advice:winnable_seed", name, seed)
        try:
            # Nobody whose deals are easy to find waits for those who want hard ones.
            with suppress(TimeUpError):
                return int(
                    self._thoughts.seek(
                        self._thoughts.dealing, *question, seconds=min(self.limits.dealing, self.limits.checking)
                    )
                )
            return int(self._thoughts.seek(self._thoughts.checking, *question, seconds=self.limits.checking))
        except TimeUpError as fault:
            raise HoyleError("no deal that can be won was found in time; try again, or ask for any deal") from fault

    def _deal(self, sitting: Sitting, deal: str | None) -> list[Entry]:
        """Return nature's moves before the first choice: as given, then by its dice."""
        match = sitting.match
        match = match.follow(*map(str, sitting.box.read_deal(match.game, deal)))
        moves = sitting.settle(match).moves
        return [Entry(1, "deal", text=" ".join(map(str, moves)), at=self._now())] if moves else []

    def _make_room(self, opener: str) -> None:
        limits, store = self.limits, self.store
        old, idle = self._now() - limits.days * DAY, self._now() - limits.hours * HOUR
        # Whoever opens many takes the room of nobody else.
        if opener and store.count(opener) >= limits.each and not store.forget(idle, max(limits.each // 100, 1), opener):
            raise FullError(f"{limits.each:,} matches from your address are being played; open another one later")
        if store.count() < limits.matches:
            return
        # Whoever opens matches only to fill the table loses those first.
        if not store.forget(old) and not store.forget(idle, max(limits.matches // 100, 1)):
            raise FullError("the server has no room for another match; try again later")

    def join(self, name: str, invite: str) -> tuple[str, Look]:
        """Take the seat of an invitation, which only the first to come can; return its token and the look from it.

        Whoever shows the token of a seat sits there already, perhaps at another screen.
        """
        if holds(self._sitting(name), invite):
            return invite, self.see(name, invite)
        token = secrets.token_urlsafe(24)

        def sit_down(sitting: Sitting) -> wishes.Change:
            promised = sitting.terms.invites.items()
            seat = next((seat for seat, kept in promised if hmac.compare_digest(kept, digest(invite))), None)
            if seat is None:
                raise NotYoursError("this link is not valid; ask for a new one")
            if seat not in sitting.missing:
                raise NotYoursError("this seat is taken; you can still watch")
            return "join", Seat(seat), digest(token)

        return token, self._write(name, token, sit_down)

    def rematch(self, name: str, token: str | None) -> str | None:
        """Ask for a rematch, or agree to one; return the match in which all sit again, each one seat further, once they agree."""
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        if sitting.next is not None and seats:
            return sitting.next
        self.change(name, token, "rematch")
        for _ in range(MOST_TRIES):
            epoch, sitting = self.store.epoch, self._sitting(name)
            if sitting.next is not None or not sitting.rematch.issuperset(map(min, sitting.holders.values())):
                return sitting.next
            # Another process may have noticed the same, and then its match is the one.
            with suppress(StaleError):
                self._append(epoch, sitting, ("next", seats[0], self._reseat(epoch, sitting)))
        raise StaleError(STALE)

    def _reseat(self, epoch: int, old: Sitting) -> str:
        """Open a match of the same people, each one seat further, and return its name."""
        terms, count = old.terms, old.match.game.seats

        def moved(seats: Viewer) -> tuple[int, ...]:
            return tuple(sorted((seat + 1) % count for seat in seats))

        (owner, own), *others = old.holders.items()
        fresh = Terms(
            game=terms.game,
            start=terms.start,
            seed=secrets.randbelow(MOST_SECRETS),
            seats=(terms.seats[-1], *terms.seats[:-1]),
            clock=terms.clock,
            owner=owner,
            own=moved(own),
        )
        sitting = Sitting.open(secrets.token_urlsafe(9), fresh)
        entries: list[tuple[Kind, int, str]] = [("join", moved(seats)[0], token) for token, seats in others]
        entries += [("name", moved((seat,))[0], called) for seat, called in old.names.items()]
        dealt = [(entry.kind, entry.seat, entry.text) for entry in self._deal(sitting, None)]
        journal = [Entry(number, *facts, self._now()) for number, facts in enumerate(entries + dealt, 1)]
        return self._open(epoch, sitting, journal).name

    # --------------------------------------------------------------------------------------------- seeing

    def puzzle(self, box: str, date: str | None = None) -> Puzzle:
        """Return the puzzle of a day, or of today."""
        if box not in shelf():
            raise NotFoundError(unknown("game", box, shelf()))
        today = dt.datetime.fromtimestamp(self._now(), dt.UTC).date()
        try:
            day = today if date is None else dt.date.fromisoformat(date)
        except ValueError:
            raise NotFoundError(f"a day is written as in {today}") from None
        if not FIRST <= day <= today:
            raise NotFoundError(f"there are puzzles from {FIRST} to {today}")
        known = self._puzzles.get((box, day))
        if known is None:
            try:
                question = (box, "hoyle.tables.web.daily:puzzle_on", box, str(day))
                found = self._thoughts.seek(self._thoughts.checking, *question, seconds=self.limits.seconds)
            except TimeUpError:
                raise BusyError("this puzzle is still being made; ask again in a minute") from None
            if found is None:
                raise NotFoundError(f"{shelf()[box].title} has no puzzles of the day")
            known = self._puzzles.keep((box, day), found)
        return known

    def today(self) -> list[Puzzle]:
        """Return the puzzles of the day that have been found by now."""
        return self.daily.puzzles(dt.datetime.fromtimestamp(self._now(), dt.UTC).date(), self._composer)

    def see(self, name: str, token: str | None = None) -> Look:
        """Return a match as the holder of a token, or a spectator, may see it."""
        epoch = self.store.epoch
        sitting = self._keep_time(epoch, self._sitting(name))
        return self._look(epoch, sitting, holds(sitting, token)).look

    def follow(self, name: str, token: str | None, sent: int, since: int | None = None) -> News:
        """Return what is new since a version was sent of a match, which has reached another version since.

        Nothing is drawn while nothing changes, and those who see the same share one text.
        """
        epoch = self.store.epoch
        sitting = self._keep_time(epoch, self._sitting(name, since))
        seats = holds(sitting, token)
        version, runs = sitting.versions[seats], looks.clock_runs(sitting)
        return News(version, runs, None if version == sent else self._look(epoch, sitting, seats).text)

    def watch(self, name: str, token: str | None) -> None:
        """Expect that somebody follows a match; in the event loop only, as unwatch."""
        self._watching[name, token and digest(token)] += 1

    def unwatch(self, name: str, token: str | None) -> None:
        """Expect one less."""
        watcher = name, token and digest(token)
        self._watching[watcher] -= 1
        if not self._watching[watcher]:
            del self._watching[watcher]

    def glance(self, name: str, token: str | None, sent: int, since: int | None) -> News | None:
        """Return what follow does, or None if that takes longer than to remember it."""
        sitting = self._sittings.get((self.store.epoch, name))
        if sitting is None or since is None or sitting.version < since or sitting.terms.clock is not None:
            return None
        seats = holds(sitting, token)
        version = sitting.versions[seats]
        seen = self._looks.get((self.store.epoch, name, version, seats))
        if version != sent and seen is None:
            return None
        return News(version, clock_runs=False, text=None if version == sent or seen is None else seen.text)

    def _look(self, epoch: int, sitting: Sitting, seats: Viewer) -> _Seen:
        # But for the clock a look depends on nothing but the viewer's own version: what a viewer cannot notice must not
        # make its next look slower either.
        key = (epoch, sitting.name, sitting.versions[seats], seats)
        seen = self._looks.get(key)
        if seen is None:
            look = looks.look(sitting, seats, self._now(), drafts.setup(sitting, seats))
            seen = _Seen(look)
            self._looks.keep(key, seen, seen.weight)
        return seen if sitting.terms.clock is None else _Seen(looks.with_clock(seen.look, sitting, self._now()))

    def past(self, name: str, token: str | None, ply: int) -> looks.Past:
        """Return the board as it looked after a number of moves."""
        sitting = self._sitting(name)
        return looks.past(sitting, holds(sitting, token), ply)

    def drawing(self, name: str, token: str | None, ply: int | None = None) -> str:
        """Return the board now or after a number of moves, as a viewer may see it, as an SVG file."""
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        return to_svg(looks.scene_after(sitting, seats, len(looks.turns(sitting, seats)) if ply is None else ply))

    def image(self, name: str, token: str | None, ply: int | None = None) -> bytes:
        """Return the board now or after a number of moves, as a viewer may see it, as a PNG file."""
        return base64.b64decode(self._thoughts.check("hoyle.raster:draw_png", self.drawing(name, token, ply), PIXELS))

    def film(self, name: str, token: str | None, kind: str) -> bytes:
        """Return a match as a viewer may see it, from move to move, as a film."""
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        plies = [0, *(number for number, turn in enumerate(looks.turns(sitting, seats), 1) if turn.mover >= 0)]
        if len(plies) > MOST_FRAMES:
            raise HoyleError(f"a film has at most {MOST_FRAMES} moves")
        if len(plies) * len(looks.scene_after(sitting, seats, 0).marks) > MOST_DRAWN:
            raise HoyleError("this board is too large for a film of so many moves")
        frames = [to_svg(looks.scene_after(sitting, seats, ply)) for ply in plies]
        return base64.b64decode(self._thoughts.check("hoyle.raster:draw_film", frames, kind))

    def spell(self, name: str, token: str | None, text: str) -> looks.Spelling:
        """Return whether a text is a legal move, and which marks may follow it."""
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        state = looks.view(sitting, seats, sitting.match.state)
        picture = looks.scene(sitting, seats, state)
        if len(text) > (longest := longest_move(picture)):
            raise HoyleError(f"no move on this board has more than {longest:,} letters")
        if sitting.turn not in seats or len(text) * len(picture.marks) < MOST_TRIED:
            return looks.spell(sitting, seats, text)
        game = sitting.match.game
        side = looks.side(sitting, seats)
        spelling: looks.Spelling = self._thoughts.check(
            "hoyle.tables.web.thoughts:spell", sitting.terms.game, game.write(state), side, text
        )
        return spelling

    def draft(
        self, name: str, token: str | None, moves: Sequence[str], text: str = "", seat: int | None = None
    ) -> looks.Draft:
        """Return what a seat sets up unseen, as a picture to go on with; nothing of it is kept."""
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        self._bound(sitting, sum(map(len, moves)))
        self._bound_moves(sitting, seats, " ".join(moves))
        return drafts.draft(sitting, seats, moves, text, seat)

    def record(self, name: str) -> str:
        """Return the record of a match of which nothing is hidden any more."""
        sitting = self._sitting(name)
        if not sitting.public:
            raise NotYoursError("the record is secret until the match is over")
        headers = (("Termination", sitting.closed),) if sitting.closed else ()
        record = Record.of(sitting.terms.game, sitting.match, headers)
        return replace(record, result=str(sitting.outcome) if sitting.outcome else None).write()

    # ---------------------------------------------------------------------------------------------- doing

    def change(
        self,
        name: str,
        token: str | None,
        wish: str,
        text: str = "",
        *,
        version: int | None = None,
        key: str | None = None,
    ) -> Look:
        """Carry out a wish of wishes.py on the version that the player saw; what comes twice with one key counts once."""
        if not writable(text + (key or "")):
            raise NotationError("a move cannot contain control characters")
        # What the player cannot notice while this is thought about, or happens beside the board, is no reason to refuse.
        # The first try is on the match as it is remembered, since the store keeps only what follows the version that it has.
        since = None if version is None else 0
        for _ in range(MOST_TRIES):
            epoch = self.store.epoch
            sitting = self._keep_time(epoch, self._sitting(name, since))
            seats, since = holds(sitting, token), None
            own_key = _own_key(seats, key)
            version = sitting.versions[seats] if version is None else version
            try:
                change = self._grant(sitting, seats, wish, text, version)
            except HoyleError:
                # What was done already cannot be done again, and need not be.
                if own_key is not None and self.store.knows(name, own_key):
                    break
                if self._sitting(name).version > sitting.version:
                    continue
                raise
            try:
                return self._look(epoch, self._append(epoch, sitting, change, own_key), seats).look
            except KnownError:
                break
            except StaleError:
                continue
        else:
            raise StaleError(STALE)
        return self.see(name, token)

    async def move_at_once(
        self, name: str, token: str | None, text: str, *, version: int | None, key: str | None
    ) -> Look | None:
        """Make a move as change does, in the event loop, or return None if that is not so simple.

        It is if the match is remembered, small, open and without a clock.  What is refused here has changed nothing, so
        change can try it again and give the reason.
        """
        epoch = self.store.epoch
        sitting = self._sittings.get((epoch, name))
        if version is None or sitting is None or sitting.terms.clock is not None or sitting.match.game.hides:
            return None
        if max(len(text), len(sitting.match.position)) > AT_ONCE:
            return None
        seats = holds(sitting, token)
        before = self._looks.get((epoch, name, sitting.versions[seats], seats))
        if before is None or before.weight > SMALL_LOOK:
            return None
        try:
            with bill().work():
                change = self._grant(sitting, seats, "move", text, version)
                entry = self._entry(sitting, change, _own_key(seats, key))
            await asyncio.wrap_future(self.store.append_soon(name, entry))
        except HoyleError:
            return None
        with bill().work():
            return self._look(epoch, self._enter(epoch, sitting, entry), seats).look

    def _grant(self, sitting: Sitting, seats: Viewer, wish: str, text: str, version: int) -> wishes.Change:
        """Return the change that carries out a wish on a version, or raise what refuses it."""
        self._bound(sitting, len(text))
        if wish in {"move", "ahead"}:
            self._bound_moves(sitting, seats, text)
        if not sitting.last_changes[seats] <= version <= sitting.versions[seats]:
            raise StaleError(STALE)
        return wishes.change(sitting, seats, wish, text)

    # ------------------------------------------------------------------------------------- asking for help

    def hint(self, name: str, token: str | None) -> Advice:
        """Return one good move with how sure that is, and count that it was asked for.

        A line that is found stands in the journal, and so every process keeps what an earlier hint promised.
        """
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        _, seat, _ = wishes.change(sitting, seats, "hint")
        if sitting.solo:
            question = (HINT, sitting.terms.game, *question_of(sitting.match), self.limits.budget)
            answer = self._verdict(sitting, sitting.box.hints, *question)
            if answer["verdict"] == "solved" and not answer["exact"]:
                self._aside.prepare(sitting.terms.game)
        else:
            player = next(iter(sitting.box.players))
            move = str(self._choice(sitting, sitting.match, seat, player))
            face = sitting.box.guide.faces.get(player)
            answer = _advice("advice", [move], f"{move} is what {face.title if face else player} would play")
        return {**self._count_help(sitting, token, "hint", answer), "line": answer["line"][:1]}

    def solution(self, name: str, token: str | None) -> Advice:
        """Return a whole line that wins from here, or why there is none, and count that it was asked for."""
        sitting = self._sitting(name)
        wishes.change(sitting, holds(sitting, token), "solution")
        game, budget, solver = sitting.terms.game, self.limits.budget, sitting.box.hints
        answer = self._verdict(sitting, solver, SOLVE, game, sitting.match.position, budget, solver)
        if answer["verdict"] == "gave up":
            # Whoever proves that no line is shorter may not find any, where others do.
            answer = self._verdict(sitting, solver, HINT, game, *question_of(sitting.match), budget)
        if answer["verdict"] == "solved":
            fewest = "the fewest possible" if answer["exact"] else "a shorter line may exist"
            answer = {**answer, "words": f"{tally(answer['left'])}: {fewest}"}
        return self._count_help(sitting, token, "solution", answer)

    def _count_help(self, asked: Sitting, token: str | None, wish: str, answer: Verdict) -> Advice:
        """Keep that help was given, with the line that it found, unless it is about a board that has changed."""
        seats = holds(asked, token)

        def count(sitting: Sitting) -> wishes.Change:
            if sitting.last_changes[seats] != asked.last_changes[seats]:
                raise StaleError(STALE)
            return wishes.change(sitting, seats, wish, _news(sitting, answer))

        look = self._write(asked.name, token, count)
        return {**answer, "look": look, "marks": looks.hint_marks(asked, seats, answer["line"])}

    def analyse(self, name: str) -> Analysis:
        """Return the story of a match that is over: where it could be won, or what each seat had left."""
        sitting = self._sitting(name)
        if not sitting.ended:
            raise NotYoursError("a match is analysed when it is over")
        if not sitting.solo:
            return analysis.material(sitting)
        question = (sitting.terms.game, *question_of(sitting.match)[:2], self.limits.budget)
        try:
            marks = self._thoughts.think(
                self._thoughts.solving,
                (sitting.box.name, sitting.box.hints),
                "hoyle.tables.web.analysis:story",
                *question,
            )
        except TimeUpError:
            marks = []
        return {"marks": marks, "material": []}

    def _verdict(self, sitting: Sitting, solver: str | None, *question: Any) -> Verdict:
        """Return a verdict on a match in the words of every table; one that comes too late, by a line found before."""
        match = sitting.match
        try:
            found = self._thoughts.think(self._thoughts.solving, (sitting.box.name, solver), *question)
        except TimeUpError as fault:
            return _rest_of_promise(match) if match.promise else _advice("gave up", [], f"gave up: {fault}")
        left = found.get("left", found.get("measure", {}))
        exact = bool(found.get("exact", found.get("shortest", found["verdict"] == "unsolvable")))
        return _advice(found["verdict"], found["line"], found["words"], exact=exact, left=left)

    def _choice(self, sitting: Sitting, match: Match[Any, Any], seat: Seat, player: str) -> Any:
        """Return the move of a computer player, who has dice of this match and this move."""
        view = match.view(seat)
        seed = player_seed(sitting.terms.seed, seat, len(match.line))
        question = (CHOOSE, sitting.terms.game, match.game.write(view), seat, player, seed)
        return match.game.parse(
            view, self._thoughts.think(self._thoughts.playing, (sitting.box.name, player), *question)
        )

    def _run(self, name: str, sitting: Sitting, seat: Seat) -> wishes.Change:
        """Return what an engine chooses, which is started for each answer; one that fails has to resign."""
        own = bill()
        seed = player_seed(sitting.terms.seed, seat, len(sitting.match.line))
        with own.pause(), waiting(self._engine_room, own.address, self.limits.seconds), own.thought():
            try:
                with Engine(
                    shlex.split(self.engines[name]), sitting.terms.game, seed, seconds=ENGINE_SECONDS
                ) as engine:

                    def choose(match: Match[Any, Any]) -> Any:
                        engine.attend(match, seat)
                        return engine.choose(match.game, match.view(seat), seat)

                    return answers.choice(sitting, seat, choose)
            except HoyleError as fault:
                logging.getLogger("hoyle").warning("the engine %s resigns: %s", name, fault)
                return "resign", seat, ""

    def judge(self, record: str, ply: int | None = None) -> Judgement:
        """Return the verdict on a record, with the board at its end, before its foul move, or after a number of moves."""
        verdict: Judgement = self._thoughts.check("hoyle.tables.web.referee:judge_record", record, ply)
        return verdict

    def picture(self, game: str, state: str | None, seed: int, *, showcase: bool = False) -> str:
        """Return a game's first position, or another, as SVG."""
        if len(game) + len(state or "") < SHORT:
            return catalogue.picture(game, state, seed, showcase=showcase)
        return str(self._thoughts.check("hoyle.tables.web.catalogue:picture", game, state, seed))

    def _bound(self, sitting: Sitting, letters: int) -> None:
        """Raise an error if a text is longer than a whole line of moves on the board could be."""
        if letters > LONG_LINE and letters > (most := 4 * longest_move(looks.scene(sitting, (), sitting.match.start))):
            raise HoyleError(f"at most {max(most, LONG_LINE):,} letters can be sent at once on this board")

    def _bound_moves(self, sitting: Sitting, seats: Viewer, text: str) -> None:
        """Raise an error if the moves of a text are too many to be tried at once on a board of this size."""
        game, moves = sitting.match.game, 0
        # What cannot be read is refused with a reason by whoever plays it, before the first move.
        with suppress(HoyleError):
            moves = sum(len(game.unchain(part)) for part in moves_in(text))
        # Measured on what the seat sees, so that a refusal tells it nothing more.
        size = len(game.write(looks.view(sitting, seats, sitting.match.state))) if moves > 1 else 0
        if moves * size > MOST_STEPS:
            raise HoyleError(f"at most {max(MOST_STEPS // size, 1):,} moves can be sent at once on this board")

    def seats_engine(self, name: str) -> bool:
        """Tell whether a program sits at a match that was just looked at."""
        sitting = self._sittings.get((self.store.epoch, name))
        return sitting is not None and not self.engines.keys().isdisjoint(sitting.terms.seats)

    def due(self, name: str) -> bool:
        """Tell whether there may be something to answer in a match that was just looked at."""
        sitting = self._sittings.get((self.store.epoch, name))
        return sitting is None or sitting.due

    def answer(self, name: str) -> float | None:
        """Play what computer players choose or seats said ahead, until a person must choose or somebody has to wait.

        Return after how many seconds to ask again, or None if nobody has to.  It is harmless when another process does
        the same: then one of the two is late, and looks again.
        """
        with self._lock:
            if name in self._answering:
                self._again.add(name)
                return None
            self._answering.add(name)
        try:
            again, wait = True, None
            while again:
                self._again.discard(name)
                wait = self._answer(name)
                with self._lock:
                    again = name in self._again
                    if not again:
                        self._answering.discard(name)
            return wait
        finally:
            self._answering.discard(name)

    def _answer(self, name: str) -> float | None:
        while True:
            epoch, sitting = self.store.epoch, self._sitting(name)
            seat = sitting.turn
            if seat is None or not sitting.due:
                return None
            if seat in sitting.ahead:
                change, ready = answers.premove(sitting, seat), sitting.asked_at
            else:
                change, ready = self._choose(sitting, seat)
            if sitting.match.game.hides and change[0] == "move":
                wait = answers.release(sitting.asked_at, ready, self.limits.pace) - self._now()
                if wait > 0:
                    return wait
            with suppress(StaleError):
                self._append(epoch, sitting, change)

    def _choose(self, sitting: Sitting, seat: Seat) -> tuple[wishes.Change, float]:
        """Return what a computer player chooses, and when it had; of one question it thinks once."""
        question = (sitting.name, sitting.asked_at, len(sitting.match.line))
        known = self._choices.get(question)
        if known is None:
            player = sitting.terms.seats[seat]
            if player in self.engines:
                change = self._run(player, sitting, seat)
            elif player in sitting.box.players:
                change = answers.choice(sitting, seat, lambda match: self._choice(sitting, match, seat, player))
            else:
                raise BusyError(f"{player} is not here; hoyle serve --engine seats it again")
            known = self._choices.keep(question, (change, self._now()))
        return known

    # --------------------------------------------------------------------------------------------- inside

    def _sitting(self, name: str, since: int | None = None) -> Sitting:
        """Return a sitting as the store has it now, or as it is remembered if that is of a version or later.

        What was folded before is not folded again.
        """
        key = (self.store.epoch, name)
        sitting = known = self._sittings.get(key)
        if known is not None and since is not None and known.version >= since:
            return known
        if sitting is None:
            terms = self.store.terms(name)
            if terms is None:
                raise NotFoundError("there is no such match; old matches are deleted")
            sitting = Sitting.open(name, terms)
        sitting = self._replay(key, sitting, self.store.entries(name, sitting.version))
        if key[0] != self.store.epoch:
            return self._sitting(name)
        return sitting if sitting is known else self._remember(key[0], sitting)

    def _replay(self, key: tuple[int, str], sitting: Sitting, entries: Sequence[Entry]) -> Sitting:
        """Return a sitting after some entries; if they are many, nobody else's many are replayed at the same time."""
        letters = sum(1 + len(entry.text) for entry in entries)
        if letters * len(sitting.match.position) > LONG_REPLAY:
            own = bill()
            with own.pause(), waiting(self._replaying, own.address, self.limits.seconds):
                # Whoever was before may have replayed the same ones.
                known = self._sittings.get(key)
                return reduce(_follow, entries, sitting if known is None else known)
        return reduce(_follow, entries, sitting)

    def _remember(self, epoch: int, sitting: Sitting) -> Sitting:
        """Return a sitting, and remember it unless a later one is."""
        known = self._sittings.get((epoch, sitting.name))
        if known is None or known.version < sitting.version:
            self._sittings.keep(
                (epoch, sitting.name), sitting, max(sitting.bulk, self.limits.bytes // self.limits.sittings)
            )
        return sitting

    def _keep_time(self, epoch: int, sitting: Sitting) -> Sitting:
        """Close a match whose mover has run out of time."""
        turn = sitting.turn
        if turn is None or turn == NATURE:
            return sitting
        left = sitting.remaining(turn, self._now())
        if left is not None and left < 0:
            # Another process may have noticed as well, or the move came first.
            with suppress(StaleError):
                return self._append(epoch, sitting, ("flag", turn, ""))
            return self._sitting(sitting.name)
        return sitting

    def _write(self, name: str, token: str | None, change: Callable[[Sitting], wishes.Change]) -> Look:
        """Keep what a change is of the match as it stands, also if others write at the same time; return the look after it."""
        for _ in range(MOST_TRIES):
            epoch, sitting = self.store.epoch, self._sitting(name)
            wanted = change(sitting)
            with suppress(StaleError):
                sitting = self._append(epoch, sitting, wanted)
                return self._look(epoch, sitting, holds(sitting, token)).look
        raise StaleError(STALE)

    def _append(self, epoch: int, sitting: Sitting, change: wishes.Change, key: str | None = None) -> Sitting:
        """Keep one more entry of a sitting that was known in an epoch, and return the sitting after it."""
        entry = self._entry(sitting, change, key)
        self.store.append(sitting.name, entry)
        return self._enter(epoch, sitting, entry)

    def _entry(self, sitting: Sitting, change: wishes.Change, key: str | None) -> Entry:
        """Return the entry that a change of a sitting becomes, if there is room for it."""
        # Only what a seat can notice uses up its room, so none is told, or kept from moving, by what another says ahead.
        kind, seat, text = change
        full = sitting.bulk > self.limits.bytes // 8 and not sitting.match.game.hides
        if full or any(seat in viewer and count >= self.limits.entries for viewer, count in sitting.versions.items()):
            raise FullError("this match is too long; download its record and open a new one")
        if kind == "ahead" and sitting.said.get(seat, 0) + len(text) > self.limits.ahead:
            raise FullError("you have entered too many premoves in this match; wait for your turn")
        return Entry(sitting.version + 1, kind, seat, text, self._now(), key)

    def _enter(self, epoch: int, sitting: Sitting, entry: Entry) -> Sitting:
        """Return a sitting after an entry that is kept."""
        after = self._remember(epoch, sitting.after(entry))
        # Those who watch need it next; but where something is hidden, what another sees must not make this answer later.
        if not sitting.match.game.hides:
            for token, seats in after.holders.items():
                if (after.name, token) in self._watching:
                    self._look(epoch, after, seats)
        return after


def _follow(sitting: Sitting, entry: Entry) -> Sitting:
    """Return a sitting after an entry, unless it has that entry already."""
    return sitting if entry.version <= sitting.version else sitting.after(entry)


def _own_key(seats: Viewer, key: str | None) -> str | None:
    """Return a key as it is kept: keys are the seat's own, so nobody can use up another's."""
    return f"{seats[0]}:{key}" if key and seats else None


def writable(text: str) -> bool:
    r"""Tell whether a text can be kept: neither NUL nor half of a pair of surrogates can, in PostgreSQL or as UTF-8.

    >>> writable("b1 ä"), writable("b\0"), writable("\ud800")
    (True, False, False)
    """
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _advice(
    verdict: Literal["solved", "unsolvable", "gave up", "chance", "advice"],
    line: list[str],
    words: str,
    *,
    exact: bool = False,
    left: Mapping[str, int] | None = None,
) -> Verdict:
    return {"verdict": verdict, "line": line, "words": words, "exact": exact, "left": dict(left or {})}


def _rest_of_promise(match: Match[Any, Any]) -> Verdict:
    """Return what is left of a line that was found before."""
    hint = hint_from(match, Solved(match.promise, 0))
    return _advice("solved", list(map(str, hint.line)), hint.words, left=hint.left)


def _news(sitting: Sitting, answer: Verdict) -> str:
    """Return the line of an answer, unless the journal has it already."""
    known = list(map(str, sitting.match.promise))
    return " ".join(answer["line"]) if answer["verdict"] == "solved" and answer["line"] != known else ""


class News(NamedTuple):
    """A viewer's version of a match, whether a clock runs, and the look as text, if it is another than was sent."""

    version: int
    clock_runs: bool
    text: str | None


@dataclass(frozen=True)
class _Seen:
    """A look, and its text, which many streams may send at the same time."""

    look: Look

    @cached_property
    def text(self) -> str:
        return compact(self.look)

    @cached_property
    def weight(self) -> int:
        """How much memory it takes, in letters: its lists take more than their text."""
        lists = sum(len(part) for part in self.look.values() if isinstance(part, list))
        return len(self.look["svg"]) + EACH * lists + len(compact(self.look["setup"]))


def compact(facts: object) -> str:
    """Return facts as JSON without spaces."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def holds(sitting: Sitting, token: str | None) -> Viewer:
    """Return the seats that a token holds; every hash is compared, and in constant time."""
    if not token:
        return ()
    own = digest(token)
    found: Viewer = ()
    for kept, seats in sitting.holders.items():
        if hmac.compare_digest(kept, own):
            found = seats
    return found


def longest_move(picture: Scene) -> int:
    """Return how many letters a move has at most that names each mark of a picture once, with something between them."""
    return 100 + sum(len(spells) + 2 for spells in {mark.spells for mark in picture.marks})
