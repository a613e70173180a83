"""Pieces, moves and positions: the values that the rules are about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Final, TypeAlias

from hoyle.game import Outcome, Seat
from hoyle.grid import Square, name

RED: Final = Seat(0)
BLUE: Final = Seat(1)
COLOURS: Final = ("red", "blue")


class Rank(IntEnum):
    """What a piece is; among those that move, the greater is the stronger.

    >>> Rank.MARSHAL.letter, Rank.of("4")
    ('X', <Rank.SERGEANT: 4>)
    """

    FLAG = 0
    SPY = 1
    SCOUT = 2
    MINER = 3
    SERGEANT = 4
    LIEUTENANT = 5
    CAPTAIN = 6
    MAJOR = 7
    COLONEL = 8
    GENERAL = 9
    MARSHAL = 10
    BOMB = 11

    @property
    def letter(self) -> str:
        """The one letter that stands for it in every text (§12)."""
        return LETTERS[self]

    @property
    def moves(self) -> bool:
        """Whether it may ever move (§3)."""
        return 0 < self < 11

    @property
    def title(self) -> str:
        """Its name in words."""
        return self.name.lower()

    @classmethod
    def of(cls, letter: str) -> Rank:
        """Return the rank of a letter."""
        return cls(LETTERS.index(letter.upper()))


LETTERS: Final = "FS23456789XB"


def duel(striker: Rank, struck: Rank) -> int:
    """Return 1 if the striker wins, -1 if it falls, and 0 if both do (§5).

    >>> duel(Rank.SPY, Rank.MARSHAL), duel(Rank.MARSHAL, Rank.SPY), duel(Rank.MINER, Rank.BOMB)
    (1, 1, 1)
    >>> duel(Rank.MARSHAL, Rank.BOMB), duel(Rank.SCOUT, Rank.SCOUT), duel(Rank.SPY, Rank.FLAG)
    (-1, 0, 1)
    """
    if striker == Rank.SPY and struck == Rank.MARSHAL:
        return 1
    if striker == Rank.MINER and struck == Rank.BOMB:
        return 1
    # The bomb's number is above every other and the flag's below, so that only the two exceptions need a word.
    return (striker > struck) - (striker < struck)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: whose it is, what it is unless that is unseen, whether it has moved, whether its rank is known."""

    seat: Seat
    rank: Rank | None
    moved: bool = False
    shown: bool = False

    def __str__(self) -> str:
        letter = "?" if self.rank is None else self.rank.letter
        return f"{COLOURS[self.seat][0]}{letter}{chr(39) * self.moved}{'!' * self.shown}"

    def hide(self) -> Piece:
        """Return the piece as the other seat sees it (§9)."""
        return self if self.shown else piece(self.seat, None, moved=self.moved)


@cache
def piece(seat: Seat, rank: Rank | None, *, moved: bool = False, shown: bool = False) -> Piece:
    """Return a piece; equal pieces are one object, which makes positions small and quick to compare."""
    return Piece(seat, rank, moved, shown)


@dataclass(frozen=True, slots=True)
class Place:
    """Set up one piece.

    >>> print(Place(Rank.FLAG, (0, 0)))
    F-a1
    """

    rank: Rank
    square: Square

    def __str__(self) -> str:
        return f"{self.rank.letter}-{name(self.square)}"


@dataclass(frozen=True, slots=True)
class Deploy:
    """Set up the whole army as a ready-made setup has it."""

    setup: str

    def __str__(self) -> str:
        return self.setup


@dataclass(frozen=True, slots=True)
class Step:
    """Move a piece, or strike with it; a claim (M, W, L or D) states its result, and is checked (§11).

    >>> print(Step((0, 3), (0, 4)), Step((0, 5), (0, 4), "W"))
    a4-a5 W(0,5;S;1)
    """

    source: Square
    target: Square
    claim: str = ""

    def __str__(self) -> str:
        if not self.claim:
            return f"{name(self.source)}-{name(self.target)}"
        (x, y), (across, up) = self.source, self.way
        way = next(
            letter for letter, unit in WAYS.items() if unit == ((across > 0) - (across < 0), (up > 0) - (up < 0))
        )
        return f"{self.claim}({x},{y};{way};{self.length})"

    @property
    def way(self) -> Square:
        """How far it goes to the right and upwards."""
        return self.target[0] - self.source[0], self.target[1] - self.source[1]

    @property
    def length(self) -> int:
        """How many squares it goes, if it goes straight."""
        return max(map(abs, self.way))


WAYS: Final = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}

Move: TypeAlias = Place | Deploy | Step


@dataclass(frozen=True, slots=True)
class Ply:
    """A move as it went: from where to where, the two ranks if it was a strike, and the length of the flight it is in.

    The flight counts this move and those before it of the same seat, without a break, that evaded (§7), as far as the rule
    looks back.
    """

    source: Square
    target: Square
    fight: tuple[Rank, Rank] | None = None
    flight: int = 0

    def __str__(self) -> str:
        between, ranks = "-", ""
        if self.fight is not None:
            between, ranks = "x", f"={self.fight[0].letter}:{self.fight[1].letter}"
        return f"{name(self.source)}{between}{name(self.target)}{ranks}{f'~{self.flight}' if self.flight else ''}"


@dataclass(frozen=True, slots=True)
class Position:
    """The board and everything that the rules must remember; rows from the bottom, each from the left.

    What is here is what a player would expect back on undo.  The end is written down rather than worked out, as a seat
    that cannot see the other's pieces could not tell that they are stuck.
    """

    pieces: tuple[Piece | None, ...]
    mover: Seat
    deploying: bool = False
    plies: int = 0
    quiet: int = 0
    lost: tuple[Piece, ...] = ()
    trail: tuple[Ply, ...] = ()
    end: Outcome | None = None
