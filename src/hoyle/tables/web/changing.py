"""Changing a match: a wish becomes one entry of its journal, on the version that the player saw, once."""

from __future__ import annotations

import asyncio

from hoyle.game import HoyleError, NotationError
from hoyle.tables.web import bounds, wishes
from hoyle.tables.web.desk import Desk, holds
from hoyle.tables.web.journal import STALE, KnownError, StaleError, Viewer
from hoyle.tables.web.limits import AT_ONCE, DEAR, MOST_TRIES, SMALL_LOOK, bill
from hoyle.tables.web.looks import Look
from hoyle.tables.web.sitting import Sitting


class Changing(Desk):
    """What players can do to a match."""

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
        if not bounds.writable(text + (key or "")):
            raise NotationError("a move cannot contain control characters")
        # What the player cannot notice while this is thought about, or happens beside the board, is no reason to refuse.
        # The first try is on the match as it is remembered, since the store keeps only what follows the version that it has;
        # but where something is hidden, a second try would tell that others did something unseen.
        known = self._sittings.peek((self.store.epoch, name))
        since = None if version is None or known is None or known.match.game.hides else 0
        for tries in range(MOST_TRIES):
            epoch = self.store.epoch
            sitting = self._keep_time(epoch, self._sitting(name, since))
            seats, since = holds(sitting, token), None
            if not tries:
                self._check_pace(sitting, seats)
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
    ) -> str | None:
        """Make a move as change does, in the event loop, and return the look as text, or None if that is not so simple.

        It is if it is a single move, and the match is remembered, small, open and without a clock.  What is refused here has changed nothing, so
        change can try it again and give the reason.
        """
        epoch = self.store.epoch
        sitting = self._find((epoch, name))
        if version is None or sitting is None or sitting.terms.clock is not None or sitting.match.game.hides:
            return None
        if max(len(text), len(sitting.match.position)) > AT_ONCE or self._is_dear(name):
            return None
        if bounds.count_moves(sitting.match.game, text) > 1:
            return None
        seats = holds(sitting, token)
        before = self._looks.get((epoch, name, sitting.versions[seats], seats))
        if before is None or before.weight > SMALL_LOOK:
            return None
        own = bill()
        try:
            with own.work():
                change = self._grant(sitting, seats, "move", text, version)
                entry = self._entry(sitting, change, _own_key(seats, key))
                self._check_pace(sitting, seats)
            await asyncio.wrap_future(self.store.append_soon(name, entry))
        except HoyleError:
            return None
        with own.work():
            # A small position may have thousands of moves, which nobody knows before it is there; the next one is for a thread.
            return self._look(epoch, self._enter(epoch, sitting.after(entry)), seats).text

    def _is_dear(self, name: str) -> bool:
        """Tell whether the looks of a match take too long for the event loop."""
        return (self._took.get(name) or 0.0) > DEAR

    def _grant(self, sitting: Sitting, seats: Viewer, wish: str, text: str, version: int) -> wishes.Change:
        """Return the change that carries out a wish on a version, or raise what refuses it."""
        bounds.check_letters(sitting, seats, len(text))
        if wish in {"move", "ahead"}:
            bounds.check_moves(sitting, seats, text)
        # Whoever resigns does so whatever has happened meanwhile.
        if wish != "resign" and not sitting.last_changes[seats] <= version <= sitting.versions[seats]:
            raise StaleError(STALE)
        return wishes.change(sitting, seats, wish, text)


def _own_key(seats: Viewer, key: str | None) -> str | None:
    """Return a key as it is kept: keys are the seat's own, so nobody can use up another's."""
    return f"{seats[0]}:{key}" if key and seats else None
