"""The desk: each match as it stands, remembered from one question to the next, and how one more entry is kept.

Whatever can be asked is asked of a desk.  Only what the store has kept is true: what is remembered here saves the time to
fold and to draw it again, and holds for an epoch of the store.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from math import inf
from threading import Lock
from typing import Final

from hoyle.game import HoyleError
from hoyle.lazy import lazy
from hoyle.tables.memory import Memory
from hoyle.tables.turns import Turns
from hoyle.tables.web import drafts, looks, wishes
from hoyle.tables.web.journal import (
    ENDING,
    MISSING,
    PERSON,
    SETTING,
    STALE,
    Entry,
    FullError,
    NotFoundError,
    StaleError,
    Viewer,
)
from hoyle.tables.web.limits import (
    COLD,
    COLD_FOLD,
    FOLD,
    LONG_REPLAY,
    MOST_ADDRESSES,
    MOST_TRIES,
    REPLAYS_WAITING,
    SPARE,
    STEP,
    WORK,
    Limits,
    Rate,
    bill,
)
from hoyle.tables.web.looks import Look
from hoyle.tables.web.sitting import Sitting
from hoyle.tables.web.store import Store
from hoyle.tables.web.thoughts import Thoughts

ACTS: Final = 20
"""Seconds of its acts that a seat can do at once, such as to set up an army piece by piece."""
EACH: Final = 300
"""What an item of a list weighs, in letters."""


class Desk:
    """The matches in one store, as they stand, and who watches them."""

    def __init__(
        self, store: Store, limits: Limits, now: Callable[[], float], engines: Mapping[str, str], salt: str
    ) -> None:
        self.store = store
        self.limits = limits
        self.engines = dict(engines)
        """The commands of the programs that may be seated, by the names under which they play."""
        self._now = now
        self._salt = salt.encode()
        """The key by which addresses are hashed; it is forgotten with the service, so a hash in the store tells nothing."""
        self._thoughts = Thoughts(self.limits)
        self._replaying = Turns(1, each=1, waiting=REPLAYS_WAITING)
        self._acts = Rate(limits.acts, ACTS * limits.acts)
        self._acting = Lock()
        self._sittings = Memory[tuple[int, str], Sitting](self.limits.bytes)
        self._remembering = Lock()
        self._looks = Memory[tuple[int, str, int, Viewer], Sight](self.limits.letters)
        self._took = Memory[str, float](MOST_ADDRESSES)
        """The seconds of processor that looks of matches took lately: nobody knows before how long that is for a board."""
        self._watching: Counter[tuple[str, str | None]] = Counter()
        """How many streams there are of each match, for each token."""

    # ------------------------------------------------------------------------------------------- as it stands

    def see(self, name: str, token: str | None = None) -> Look:
        """Return a match as the holder of a token, or a spectator, may see it."""
        epoch = self.store.epoch
        sitting = self._keep_time(epoch, self._sitting(name))
        return self._look(epoch, sitting, holds(sitting, token)).look

    def likely(self, name: str) -> float:
        """Return how many seconds of processor it is likely to take to make a look of a match: as many as lately."""
        return self._took.get(name) or 0.0

    def _sitting(self, name: str, since: int | None = None) -> Sitting:
        """Return a sitting as the store has it now, or as it is remembered if that is of a version or later.

        What was folded before is not folded again.
        """
        key, used = (self.store.epoch, name), time.thread_time()
        sitting = known = self._find(key, since)
        if known is not None and since is not None and known.version >= since:
            return known
        if sitting is None:
            terms = self.store.terms(name)
            if terms is None:
                raise NotFoundError(MISSING)
            sitting = Sitting.open(name, terms)
        sitting = self._replay(key, sitting, self.store.entries(name, sitting.version))
        if key[0] != self.store.epoch:
            return self._sitting(name)
        if sitting is not known:
            self._remember(key[0], sitting, asked=since is None or known is None or not sitting.match.game.hides)
        if sitting.match.game.hides:
            sitting.turns  # noqa: B018 — every look needs them, and they take as long as there are moves
            # Neither time nor cost may tell whether an army was ready-made, or that others entered premoves.
            own = bill()
            own.cost += FOLD if known else COLD_FOLD * (1 + len(sitting.turns) // 100)
            own.free += (time.thread_time() - used) / WORK
            own.blur = max(own.blur, STEP if known else COLD)
        return sitting

    def _find(self, key: tuple[int, str], since: int | None = None) -> Sitting | None:
        """Return a sitting as it is remembered; where something is hidden, a look at what came after a version is no use of it."""
        known = self._sittings.peek(key)
        if known is None or (since is not None and known.match.game.hides):
            return known
        return self._sittings.get(key, bill().address)

    def _replay(self, key: tuple[int, str], sitting: Sitting, entries: Sequence[Entry]) -> Sitting:
        """Return a sitting after some entries; if they are many, nobody else's many are replayed at the same time."""
        # What others did unseen, such as a setup of few letters or many, must not decide who waits.
        letters = 0 if sitting.match.game.hides else sum(1 + len(entry.text) for entry in entries)
        if letters * len(sitting.match.position) > LONG_REPLAY:
            own = bill()
            with own.place.pause(), self._replaying.turn(own.address, self.limits.seconds):
                # The one before may have replayed the same entries.
                known = self._sittings.peek(key)
                return reduce(_follow, entries, sitting if known is None else known)
        return reduce(_follow, entries, sitting)

    def lags(self, name: str, version: int | None) -> bool:
        """Tell whether a match with secrets is remembered as it was before a version."""
        sitting = self._sittings.peek((self.store.epoch, name))
        return sitting is not None and sitting.match.game.hides and sitting.version < (version or inf)

    def catch_up(self, name: str) -> None:
        """Follow what others did in a match with secrets that is remembered, before anybody looks: how long that takes must tell nobody."""
        epoch = self.store.epoch
        sitting = self._sittings.peek((epoch, name))
        if sitting is not None:
            # Whatever is wrong with it, the next look tells.
            with suppress(HoyleError):
                after = reduce(_follow, self.store.entries(name, sitting.version), sitting)
                after.turns  # noqa: B018 — it is remembered
                self._remember(epoch, after, asked=False)

    def _remember(self, epoch: int, sitting: Sitting, *, asked: bool = True) -> Sitting:
        """Return a sitting, and remember it unless a later one is; if nobody asked for it, no longer than the one before."""
        key, weight = (epoch, sitting.name), max(sitting.weight, self.limits.bytes // self.limits.sittings)
        # One at a time, or a thread that was held up would put an older one in the place of a later one, in which it may be
        # a computer player's turn, and nobody would ask it.
        with self._remembering:
            known = self._sittings.peek(key)
            if known is not None and known.version >= sitting.version:
                return sitting
            # An address with many large ones pushes out only its own.
            if asked:
                self._sittings.keep(key, sitting, weight, bill().address)
            else:
                self._sittings.renew(key, sitting, weight)
        return sitting

    def _keep_time(self, epoch: int, sitting: Sitting) -> Sitting:
        """Close a match whose mover has run out of time."""
        turn = sitting.turn
        if turn is None or not sitting.time_is_up(self._now()):
            return sitting
        # Another process may have noticed as well, or the move came first.
        with suppress(StaleError):
            return self._append(epoch, sitting, ("flag", turn, ""))
        return self._sitting(sitting.name)

    def _look(self, epoch: int, sitting: Sitting, seats: Viewer) -> Sight:
        # But for the clock a look depends on nothing but the viewer's own version: what a viewer cannot notice must not
        # make its next look slower either.
        key = (epoch, sitting.name, sitting.versions[seats], seats)

        def look() -> tuple[Sight, int]:
            began = time.thread_time()
            sight = Sight(looks.look(sitting, seats, self._now(), drafts.setup(sitting, seats)))
            # Where something is hidden, how long another's look took must not decide who waits; those boards are small.
            if not sitting.match.game.hides:
                self._took.keep(sitting.name, max(time.thread_time() - began, self.likely(sitting.name) / 2))
            return sight, sight.weight

        sight = self._looks.find(key, look, bill().address)
        return sight if sitting.terms.clock is None else Sight(looks.with_clock(sight.look, sitting, self._now()))

    # ------------------------------------------------------------------------------------- one more entry

    def _check_pace(self, sitting: Sitting, seats: Viewer) -> None:
        """Raise a FullError if a player does more in a match between people than anybody can follow: all others would have to."""
        if seats and not sitting.alone:
            with self._acting:
                allowed = self._acts.allows(f"{sitting.name} {seats[0]}")
            if not allowed:
                raise FullError("you are too fast for the others; wait a second")

    def _write(self, name: str, token: str | None, change: Callable[[Sitting], wishes.Change]) -> Look:
        """Keep a change of the match as it stands, even if others write at the same time, and return the look after it."""
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
        # Only a move may show little or nothing; what else is followed before it is kept could be remembered, and not kept.
        after = sitting.after(entry) if entry.kind in SETTING else None
        openly = entry.kind != "ahead" if after is None else after.grew_openly_since(sitting)
        self._store_entry(epoch, sitting.name, entry, openly=openly)
        return self._enter(epoch, after or sitting.after(entry))

    def _store_entry(self, epoch: int, name: str, entry: Entry, *, openly: bool) -> None:
        """Let the store keep an entry; a match that it has deleted is not remembered here either."""
        try:
            self.store.append(name, entry, openly=openly)
        except NotFoundError:
            self._sittings.drop((epoch, name))
            raise

    def _entry(self, sitting: Sitting, change: wishes.Change, key: str | None = None, at: float | None = None) -> Entry:
        """Return the entry that a change of a sitting becomes, if there is room for it; made now, or as if it were made then."""
        # Each seat has room of its own, so none is told, or kept from moving, by what another does.
        kind, seat, text = change
        # Nobody is stuck in a match that is full: it can be ended, and a computer player answers the last move.
        spare = kind in ENDING or (seat >= 0 and sitting.terms.seats[seat] != PERSON)
        room = min(self.limits.entries, self.limits.secret_entries if sitting.match.game.hides else inf)
        most = room // sitting.match.game.seats + SPARE * spare
        full = sitting.bulk > self.limits.bytes // 8 and not sitting.match.game.hides and not spare
        if full or (seat >= 0 and sitting.written.get(seat, 0) >= most):
            raise FullError("this match is too long; download its record and open a new one")
        if kind == "ahead" and sitting.said.get(seat, 0) + len(text) > self.limits.ahead:
            raise FullError("you have entered too many premoves in this match; wait for your turn")
        return Entry(sitting.version + 1, kind, seat, text, self._now() if at is None else at, key)

    def _enter(self, epoch: int, after: Sitting) -> Sitting:
        """Return a sitting after an entry that is kept, and remember it."""
        # Worked out now, by the one who moved: how many moves there are must not make another's look later.
        after.turns  # noqa: B018 — it is remembered
        self._remember(epoch, after)
        # Watchers need their looks next; but where something is hidden, theirs must not make this answer later.
        if not after.match.game.hides:
            for token, seats in after.holders.items():
                if (after.name, token) in self._watching:
                    self._look(epoch, after, seats)
        return after


def _follow(sitting: Sitting, entry: Entry) -> Sitting:
    """Return a sitting after an entry, unless it has that entry already."""
    return sitting if entry.version <= sitting.version else sitting.after(entry)


@dataclass(frozen=True)
class Sight:
    """A look, and its text, which many streams may send at the same time."""

    look: Look

    @lazy
    def text(self) -> str:
        """The look as it is sent."""
        return compact(self.look)

    @lazy
    def weight(self) -> int:
        """How much memory it takes, in letters: its lists take more than their text."""
        lists = sum(len(part) for part in self.look.values() if isinstance(part, list))
        setup = len(compact(self.look["setup"])) if self.look["setup"] else 0
        return len(self.look["svg"]) + EACH * lists + setup


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


def digest(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
