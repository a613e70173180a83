"""How moves are written: plain squares, placings, and the course's M(x,y;N;3) with its claims (§11)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from hoyle.game import NotationError
from hoyle.games.stratego.pieces import WAYS, Place, Rank, Step
from hoyle.grid import square, step

STEP: Final = re.compile(r"([a-z][1-9]\d?)[-x]?([a-z][1-9]\d?)", re.ASCII)
PLACE: Final = re.compile(r"([fs2-9xb])-?([a-z][1-9]\d?)", re.ASCII)
COURSE: Final = re.compile(
    r"([MWLD])\(\s*+(\d{1,2})\s*+,\s*+(\d{1,2})\s*+;\s*+([NSEW])\s*+(?:;\s*+([1-9])\s*+)?\)", re.ASCII | re.IGNORECASE
)


# A match has a few hundred different moves, and a referee reads them again and again.
@lru_cache(maxsize=10_000)
def parse_move(text: str) -> Place | Step:
    """Return the move of a text.

    >>> print(parse_move("A4xa5"), parse_move("fa1"), parse_move("L(0,5;S)"), parse_move("M(9,3;N;4)").target)
    a4-a5 F-a1 L(0,5;S;1) (9, 7)
    """
    if course := COURSE.fullmatch(text.strip()):
        source = int(course[2]), int(course[3])
        target = step(source, WAYS[course[4].upper()], int(course[5] or 1))
        return Step(source, target, course[1].upper())
    word = text.strip().lower()
    if squares := STEP.fullmatch(word):
        return Step(square(squares[1]), square(squares[2]))
    if placing := PLACE.fullmatch(word):
        return Place(Rank.of(placing[1]), square(placing[2]))
    raise NotationError(f"not a move of stratego, such as a4-a5: {text[:40]!r}")
