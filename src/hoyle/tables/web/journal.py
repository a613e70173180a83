"""The journal of a match at the web table: everything that happens is one entry of text, and nothing else is ever stored.

What was agreed before the first move are the terms.  Nature's moves stand in the entries, so a replay needs no seed.

>>> Terms.read(Terms("pegs/easy", seats=("person",)).write())
Terms(game='pegs/easy', start=None, seed=0, seats=('person',), clock=None, owner='', own=(), invites={})
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final, Literal, TypeAlias

from hoyle.game import HoyleError, Seat
from hoyle.tables.turns import BusyError

Kind: TypeAlias = Literal[
    "deal",
    "join",
    "move",
    "undo",
    "redo",
    "restart",
    "unrestart",
    "hint",
    "solution",
    "ahead",
    "ask",
    "agree",
    "decline",
    "resign",
    "flag",
    "name",
    "rematch",
    "next",
]

MISSING: Final = "there is no such match; old matches are deleted"
STALE: Final = "the board has changed since you looked; look again and then move"
ASIDE: Final = frozenset({"join", "hint", "solution", "ahead", "ask", "agree", "decline", "name", "rematch", "next"})
"""What happens beside the board."""
ENDING: Final = frozenset({"resign", "flag", "rematch", "next"})
"""What ends a match, or leads on from its end."""
SETTING: Final = frozenset({"move", "undo", "redo"})
"""What others may not notice, such as setting up; they notice everything else except premoves."""
PERSON: Final = "person"
"""What terms call a person; any other name at a seat is that of a computer player."""


Viewer: TypeAlias = tuple[Seat, ...]
"""A viewer: the seats that one token holds, or none for a spectator."""


class NotFoundError(HoyleError):
    """There is no such thing."""


class NotYoursError(HoyleError):
    """The seat that asks may not do this."""


class StaleError(HoyleError):
    """The board is no longer the one that the player looked at."""


class KnownError(HoyleError):
    """What is asked for was done already, by the same request under the same key or by another."""


class FullError(HoyleError):
    """A limit is reached."""


class AwayError(BusyError):
    """The matches cannot be reached: the database is away, locked, full or not the one it was."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: the version that it made, its kind, seat, text, time and key."""

    version: int
    kind: Kind
    seat: int = -1
    text: str = ""
    at: float = 0.0
    key: str | None = None

    @classmethod
    def read(cls, row: Sequence[Any]) -> Entry:
        """Return the entry that a row holds; SQLite keeps values of any type in any column.

        >>> Entry.read((1, "move", 0, b"a1", 0.0, None))
        Traceback (most recent call last):
        ...
        hoyle.game.HoyleError: entry 1 of this match is damaged
        """
        entry = cls(*row)
        texts = (entry.kind, entry.text, "" if entry.key is None else entry.key)
        sound = (
            type(entry.version) is type(entry.seat) is int
            and all(isinstance(text, str) for text in texts)
            and type(entry.at) in {int, float}
            and isfinite(entry.at)
            # Hashes are compared, and other letters cannot be.
            and (entry.kind != "join" or entry.text.isascii())
        )
        if not sound:
            raise HoyleError(f"entry {str(entry.version)[:20]} of this match is damaged")
        return entry


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for each seat, and seconds added with each of its moves."""

    seconds: float
    increment: float = 0.0


@dataclass(frozen=True)
class Terms:
    """What was agreed before the first move; secrets are kept only as hashes."""

    game: str
    start: str | None = None
    seed: int = 0
    seats: tuple[str, ...] = ()
    clock: Clock | None = None
    owner: str = ""
    """The hash of the token of the person who opened the match and holds the seats in own."""
    own: tuple[int, ...] = ()
    invites: Mapping[int, str] = field(default_factory=dict)
    """The hashes of the tokens that open the other people's seats."""

    def write(self) -> str:
        """Return the terms as one line of JSON."""
        clock = None if self.clock is None else [self.clock.seconds, self.clock.increment]
        return json.dumps({**self.__dict__, "clock": clock}, ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> Terms:
        """Return the terms of such a line; the inverse of write."""
        try:
            facts = json.loads(text)
            facts["clock"] = None if facts["clock"] is None else Clock(*map(float, facts["clock"]))
            facts["invites"] = {int(seat): token for seat, token in facts["invites"].items()}
            terms = cls(**{**facts, "seats": tuple(facts["seats"]), "own": tuple(facts["own"])})
            numbers = (terms.seed, *terms.own, *terms.invites)
            texts = (terms.game, terms.owner, *terms.seats, *terms.invites.values())
            texts += () if terms.start is None else (terms.start,)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as fault:
            raise HoyleError("the terms of this match are damaged") from fault
        sound = (
            isinstance(text, str)
            and all(type(number) is int for number in numbers)
            and all(isinstance(text, str) for text in texts)
            # Hashes are compared, and other letters cannot be.
            and all(token.isascii() for token in (terms.owner, *terms.invites.values()))
            and (terms.clock is None or (isfinite(terms.clock.seconds) and isfinite(terms.clock.increment)))
        )
        if not sound:
            raise HoyleError("the terms of this match are damaged")
        return terms
