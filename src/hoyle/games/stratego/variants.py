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

_OPTION: Final = re.compile(r"([a-z-]+)=([a-z]+|\d{1,6})", re.ASCII)


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
