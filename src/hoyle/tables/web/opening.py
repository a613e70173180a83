"""Opening a match and sitting down at it: terms and invitations, deals that can be won, rematches, and room for all of them."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from hoyle.game import NATURE, Game, HoyleError, Seat
from hoyle.shelf import find
from hoyle.tables.memory import Memory
from hoyle.tables.thinking import TimeUpError
from hoyle.tables.web import looks, wishes
from hoyle.tables.web.changing import Changing
from hoyle.tables.web.desk import digest, holds
from hoyle.tables.web.journal import (
    PERSON,
    STALE,
    Clock,
    Entry,
    FullError,
    Kind,
    KnownError,
    NotYoursError,
    StaleError,
    Terms,
    Viewer,
)
from hoyle.tables.web.limits import DAY, HOUR, LONG_DEAL, MOST_ADDRESSES, MOST_TRIES, THOUGHT, bill
from hoyle.tables.web.looks import Look
from hoyle.tables.web.sitting import Sitting

ME, OPEN = "me", "open"
"""What a seat may be promised to when a match is opened, besides a player's name."""
MOST_DEALS: Final = 10**9
"""A deal for one has a number that people can tell each other."""
MOST_SECRETS: Final = 2**53
"""Among several nobody must be able to try all deals until one fits; larger numbers do not survive JSON everywhere."""

COUNTED: Final = 20
"""Matches that are opened before those in the store are counted again: counting many takes longer than opening one."""


@dataclass(frozen=True)
class Opened:
    """A new match: its public name, the token of the person who opened it, and an invitation for each other person."""

    name: str
    token: str
    invites: Mapping[int, str]
    look: Look


class Opening(Changing):
    """How people come together at a match."""

    def __init__(self, *facts: Any, **options: Any) -> None:
        super().__init__(*facts, **options)
        self._counted = Memory[str, tuple[int, int]](MOST_ADDRESSES)
        self._quick_deals = Memory[str, bool](self.limits.sittings)

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
        if not game.isprintable():
            raise HoyleError("the name of a game is one line, or its record could not be read")
        box, rules = find(game)
        bill().give_way()
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
        bill().give_way()
        entries = self._deal(sitting, deal)
        sitting = reduce(Sitting.after, entries, sitting)
        look = self._look(epoch, sitting, holds(sitting, token)).look
        # Few matches are opened at a time, and nobody waits for another's to be on the disk.
        bill().place.leave_for_good()
        self._keep(epoch, sitting, entries)
        return Opened(sitting.name, token, invites, look)

    def _keep(
        self, epoch: int, sitting: Sitting, entries: Sequence[Entry], leading: tuple[str, Entry] | None = None
    ) -> None:
        """Keep a new match, which has these entries, and the entry of another that leads to it."""
        address = bill().address if self.limits.each else ""
        opener = hmac.digest(self._salt, address.encode(), "sha256").hex() if address else ""
        self._make_room(opener)
        self.store.create(sitting.name, sitting.terms, entries, self._now(), opener, leading=leading)
        self._remember(epoch, sitting)

    def _seed(self, name: str, game: Game[Any, Any], any_deal: bool) -> int:  # noqa: FBT001 — it is passed on
        """Return a seed that nobody can foresee; for one, of a deal that can be won."""
        seed = secrets.randbelow(MOST_DEALS if game.seats == 1 else MOST_SECRETS)
        if any_deal or game.seats > 1 or game.turn(game.start()) != NATURE:
            return seed
        thoughts, own = self._thoughts, bill()
        searches = (
            (thoughts.dealing, min(self.limits.dealing, self.limits.checking)),
            (thoughts.checking, self.limits.checking),
        )
        # An easy deal does not wait for hard ones, or for boards of which that is not known.
        for pool, seconds in searches if self._deals_quickly(name) else searches[1:]:
            before = own.cost
            try:
                found = int(thoughts.seek(pool, name, "hoyle.advice:winnable_seed", name, seed, seconds=seconds))
            except TimeUpError:
                self._quick_deals.keep(name, value=False)
            else:
                self._quick_deals.keep(name, (own.cost - before) * THOUGHT < self.limits.dealing / 2)
                return found
        raise HoyleError("no deal that can be won was found in time; try again, or ask for any deal")

    def _deals_quickly(self, name: str) -> bool:
        """Tell whether a deal of a game that can be won was found quickly last time; if nobody has looked yet, a variant's is."""
        known = self._quick_deals.get(name)
        box, variant = find(name)[0], name.partition("/")[2]
        return (not variant or variant in box.variants) if known is None else known

    def _deal(self, sitting: Sitting, deal: str | None) -> list[Entry]:
        """Return nature's moves before the first choice: as given, then by its dice."""
        match = sitting.match
        if match.turn == NATURE and len(match.position) > LONG_DEAL:
            bill().place.slow_down()
        match = sitting.settle(match.follow(*map(str, sitting.box.read_deal(match.game, deal))))
        if not match.moves:
            return []
        text = " ".join(map(str, match.moves))
        # It need not be dealt again when it is entered.
        sitting.trials[text] = match
        return [Entry(1, "deal", text=text, at=self._now())]

    def _make_room(self, opener: str) -> None:
        limits, store = self.limits, self.store
        old, idle = self._now() - limits.days * DAY, self._now() - limits.hours * HOUR
        # An address that opens many takes room from itself.
        if (
            opener
            and self._count(opener, limits.each) >= limits.each
            and not store.forget(idle, max(limits.each // 100, 1), opener)
        ):
            raise FullError(f"{limits.each:,} matches from your address are being played; open another one later")
        if self._count("", limits.matches) < limits.matches:
            return
        # Matches that were opened only to fill the table are deleted first; and few at a time, since moves wait meanwhile.
        some = max(limits.matches // 100, 1)
        if not store.forget(old, some) and not store.forget(idle, some):
            raise FullError("the server has no room for another match; try again later")

    def _count(self, opener: str, most: int) -> int:
        """Return how many matches there are, or how many of one opener; with those opened here since it was counted, if they are few."""
        kept, since = self._counted.get(opener) or (0, COUNTED)
        if since >= COUNTED or kept + since >= most:
            kept, since = self.store.count(opener), 0
        self._counted.keep(opener, (kept, since + 1))
        return kept + since

    def join(self, name: str, invite: str, key: str | None = None) -> tuple[str, Look]:
        """Take the seat of an invitation, which only the first to come can; return its token and the look from it.

        A person who shows the token of a seat sits there already, perhaps at another screen.  With a key the token follows
        from the two secrets, so a client that did not get the answer asks again and gets the same.
        """
        token = hmac.digest(key.encode(), invite.encode(), "sha256").hex() if key else secrets.token_urlsafe(24)
        sitting = self._sitting(name)
        for shown in (invite, token):
            if holds(sitting, shown):
                return shown, self.see(name, shown)

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
        if not self._agree(sitting, seats):
            # Asking twice, as by a double click, is asking.
            with suppress(KnownError):
                self.change(name, token, "rematch")
        for _ in range(MOST_TRIES):
            epoch, sitting = self.store.epoch, self._sitting(name)
            if sitting.next is not None or not self._agree(sitting, seats):
                return sitting.next
            # Another process may have noticed the same, and then its match is the one.
            with suppress(StaleError):
                self._reseat(epoch, sitting, seats[0])
        raise StaleError(STALE)

    @staticmethod
    def _agree(sitting: Sitting, seats: Viewer) -> bool:
        """Tell whether all agree to a rematch once those who hold these seats do; somebody else has asked for it."""
        wanted = set(map(min, sitting.holders.values()))
        return bool(seats and sitting.rematch) and sitting.rematch.union(seats).issuperset(wanted)

    def _reseat(self, epoch: int, old: Sitting, asking: Seat) -> None:
        """Open a match of the same people, each one seat further, for the last seat that asked."""
        terms, count = old.terms, old.match.game.seats

        def move_on(seats: Viewer) -> tuple[int, ...]:
            return tuple(sorted((seat + 1) % count for seat in seats))

        (owner, own), *others = old.holders.items()
        fresh = Terms(
            game=terms.game,
            start=terms.start,
            seed=secrets.randbelow(MOST_SECRETS),
            seats=(terms.seats[-1], *terms.seats[:-1]),
            clock=terms.clock,
            owner=owner,
            own=move_on(own),
        )
        sitting = Sitting.open(secrets.token_urlsafe(9), fresh)
        entries: list[tuple[Kind, int, str]] = [("join", move_on(seats)[0], token) for token, seats in others]
        entries += [("name", move_on((seat,))[0], called) for seat, called in old.names.items()]
        dealt = [(entry.kind, entry.seat, entry.text) for entry in self._deal(sitting, None)]
        journal = [Entry(number, *facts, self._now()) for number, facts in enumerate(entries + dealt, 1)]
        # The last to agree has not said so before there is a match, so if that fails it can be tried again.
        leading = self._entry(old, ("next", asking, sitting.name))
        self._keep(epoch, reduce(Sitting.after, journal, sitting), journal, (old.name, leading))
        self._enter(epoch, old.after(leading))
