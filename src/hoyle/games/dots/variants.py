"""The variants of dots, as data: each states only its difference."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from hoyle.box import unknown
from hoyle.game import HoyleError, NotationError
from hoyle.games.dots.board import COLOURS, EMPTY, FEWEST, MOST, read_board
from hoyle.games.dots.rules import Dots

DOCUMENT: Final = ("RRRBRR", "ORRRBO", "BBOGGG", "GRRGOB", "BBROGB", "BBROGB")
"""The course document's board."""

# A variant's name stands for a text as below; classic alone stands for itself.
NAMED: Final = {
    "classic": "/".join(DOCUMENT),
    "loops": "classic-loops",
    "dealt": "6x6x4",
    "small": "4x4x3-3-R5",
    "pairs": "3x3x2-2-R3,O3",
    "wide": "8x6x5-10-R10,B10-loops",
}

VARIANTS: Final = {
    "classic": "6×6, 4 moves for 6 red dots",
    "loops": "the same, and a closed path removes every dot of its colour",
    "dealt": "6×6 dots dealt by chance, 4 moves for 6 red dots; 8x8x5 and so on have other sizes and colours",
    "small": "4×4 dots of 3 colours dealt by chance, 3 moves for 5 red dots",
    "pairs": "3×3 dots of 2 colours dealt by chance, 2 moves for 3 red and 3 orange dots",
    "wide": "8×6 dots of 5 colours dealt by chance, 10 moves for 10 red and 10 blue dots, with loops",
}

LEVELS: Final = ("pairs", "3x3x3-2-R3", "4x3x3-2-R4", "4x4x3-2-R5", "5x4x4-2-R5")
"""Boards on which every chance is known exactly, the easiest first."""

WEEK: Final = (
    "5x5x4-8-R3,O3,G3",
    "6x6x4-8-R4,O4,G4",
    "6x6x4-7-R4,O4,G4",
    "6x6x4-7-R5,O5,G5",
    "6x6x4-6-R5,O5,G5",
    "6x6x4-5-R5,O5,G5",
    "6x6x4-5-R6,O6,G6",
)
"""The daily puzzles, Monday first.  A move serves one objective (§6), so three of them take at least three moves."""
FORMER: Final = {"2026-11-23": (WEEK[0], "5x5x4-8-R4,O4,G4", WEEK[1], *WEEK[3:])}
"""Before this day, Tuesday had a smaller board and fewer moves to spare than Wednesday."""

SIZE: Final = re.compile(r"(\d{1,4})x(\d{1,4})(?:x(\d{1,2}))?", re.ASCII)
GOAL: Final = re.compile(r"[A-Z]\d{1,3}", re.ASCII)


@lru_cache(maxsize=100)
def game(variant: str) -> Dots:
    """Return the game of a name, a size or a written board, with moves, objectives and loops after dashes.

    >>> game("8x8x5-20-R12,B12-loops").goals
    (('R', 12), ('B', 12))
    >>> game("classic-2").limit, game("RRB/BRB").board
    (2, ('RRB', 'BRB'))
    """
    base, *settings = variant.split("-")
    made = _base_game(base)
    for setting in settings:
        made = _adjust(made, setting)
    return made


def _base_game(base: str) -> Dots:
    if base in NAMED and base != "classic":
        return game(NAMED[base])
    if size := SIZE.fullmatch(base):
        width, height = int(size[1]), int(size[2])
        if not (FEWEST <= width <= MOST and FEWEST <= height <= MOST):
            raise HoyleError(f"a board has {FEWEST} to {MOST} columns and rows, not {base} (§1)")
        return Dots((EMPTY * width,) * height, int(size[3] or 4))
    if "/" not in base and base != "classic":
        raise HoyleError(unknown("variant of dots", base, VARIANTS))
    rows = read_board(NAMED.get(base, base))
    # A written board has as many colours as it needs, and the document's four at least.
    places = ["".join(COLOURS).find(letter) + 1 for row in rows for letter in row]
    return Dots(rows, max([4, *places]))


def _adjust(made: Dots, setting: str) -> Dots:
    if setting == "loops":
        return replace(made, loops=True)
    if re.fullmatch(r"\d{1,3}", setting, re.ASCII):
        return replace(made, limit=int(setting))
    parts = setting.upper().split(",")
    if all(map(GOAL.fullmatch, parts)):
        return replace(made, goals=tuple((part[0], int(part[1:])) for part in parts))
    raise NotationError(f"after a dash stands a number of moves, objectives such as R6,B4, or loops: {setting[:40]!r}")
