"""The variants of Stratego: each states only what is its own, and options may follow its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from hoyle.box import unknown
from hoyle.game import HoyleError, NotationError, Seat
from hoyle.games.stratego import setups
from hoyle.games.stratego.board import SIX
from hoyle.games.stratego.pieces import BLUE, COLOURS, RED
from hoyle.games.stratego.rules import Stratego

# How many flags, spies, scouts, miners, sergeants … marshals and bombs.
FORTY: Final = (1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6)
EIGHT: Final = (1, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1)
TEN: Final = (1, 1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2)

CLASSIC: Final = Stratego(FORTY, setups.with_mirrors(setups.CLASSIC))
GAMES: Final = {
    "classic": CLASSIC,
    "barrage": Stratego(EIGHT, setups.with_mirrors(setups.BARRAGE)),
    "duel": Stratego(TEN, setups.with_mirrors(setups.DUEL)),
    "six": Stratego(EIGHT, setups.with_mirrors(setups.SIX), board=SIX),
    "gravon": replace(CLASSIC, two_squares=5, more_squares=False, quiet=0),
    "course": replace(CLASSIC, open=True, first=BLUE, two_squares=0, more_squares=False, quiet=0),
}

VARIANTS: Final = {
    "classic": "40 pieces, by the federation's rules",
    "barrage": "8 pieces on the same board",
    "duel": "10 pieces on the same board",
    "six": "8 pieces on six by six squares, to learn and to test",
    "gravon": "40 pieces, five moves on two squares, as on the Gravon server",
    "course": "the referee's exercise: every rank is seen, and blue begins",
}

# Lines of the heuristic player against itself, to where both colours have met.
_MET: Final = (
    "storm shore f4-f7 e7-e5 e4-e5 i7-i5 j4-j5 i5-i4 b4-b5 a7-a6 f3-f4 f7-f6 e3-e4 f6-f5 e5-e6 e8-e7 f4-f3 f5-e5 e6-f6"
    " e7-e6 f6-e6 e5-e4 j3-j4 j7-j6 j5-j6 j8-j5 b5-b6 a6-a5 a4-a5 b7-b6 i3-i4 f8-f7 i4-i5 i8-i7 i5-j5 f9-f8"
)
SHOWCASE: Final = {
    "classic": _MET,
    "barrage": "edge middle i4-i9 j7-j2 i9-f9 a7-a1 f9-f8 a1-h1 h3-h4 f8-f7 h1-h2 e7-e6 h2-g2 e6-e5 g2-g3 f7-f6",
    "duel": "edge middle i4-i10 j7-j2 i10-h10 a7-a1 h3-h4 a1-f1 h2-h3 h10-h9 f1-f2 b10-b9 i2-i3 f8-f7 i3-i4 e7-e6",
    "six": "corner middle f2-f5 a5-a2 c1-c2 f6-f5 c2-c3 f5-f4 c3-c4 f4-f3 c4-c5 c5-c4 b2-a2 f3-f2 e1-e2 c6-c5",
    "gravon": _MET,
}

_OPTION: Final = re.compile(r"([a-z-]++)=([a-z]++|\d{1,6})", re.ASCII)


def _number(text: str) -> int:
    if text != "off" and not text.isdecimal():
        raise NotationError(f"not a number or off: {text!r}")
    return 0 if text == "off" else int(text)


def _choice(**words: Any) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if text not in words:
            raise NotationError(f"not {' or '.join(words)}: {text!r}")
        return words[text]

    return read


OPTIONS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "two-squares": ("two_squares", _number),
    "more-squares": ("more_squares", _choice(on=True, off=False)),
    "scouts": ("long_strike", _choice(far=True, near=False)),
    "quiet": ("quiet", _number),
    "longest": ("longest", _number),
    "first": ("first", _choice(red=RED, blue=BLUE)),
}


@lru_cache(maxsize=1000)
def game(variant: str) -> Stratego:
    """Return the game that a variant's name stands for, with its options.

    >>> game("classic@two-squares=5,quiet=off").two_squares
    5
    """
    base, at, options = variant.partition("@")
    if base not in GAMES:
        raise HoyleError(unknown("variant of stratego", base, VARIANTS))
    changes: dict[str, Any] = {}
    for option in options.split(",") if at else ():
        match = _OPTION.fullmatch(option)
        if match is None or match[1] not in OPTIONS:
            raise NotationError(f"not an option of stratego, such as two-squares=5: {option[:40]!r}")
        field, reader = OPTIONS[match[1]]
        changes[field] = reader(match[2])
    return replace(GAMES[base], **changes)


def ready(game: Stratego, seat: Seat) -> dict[str, str]:
    """Return the ready-made setups of a game by name, written out for a seat as in §11.

    >>> ready(game("six"), BLUE)["corner"]
    'blue(2X.9.2/FB3.S.)'
    """
    return {name: f"{COLOURS[seat]}({rows})" for name, rows in game.ready}
