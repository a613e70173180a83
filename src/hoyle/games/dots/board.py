"""The board of dots: rows of letters, which squares are neighbours, and how dots fall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from hoyle.game import NotationError
from hoyle.grid import Square, neighbours

Rows: TypeAlias = tuple[str, ...]

COLOURS: Final = {
    "R": "red",
    "O": "orange",
    "G": "green",
    "B": "blue",
    "Y": "yellow",
    "P": "purple",
    "C": "cyan",
    "W": "white",
}
"""The colours of §1 by their letters; a game with n colours has the first n."""
EMPTY: Final = "."
FEWEST, MOST = 2, 20
"""The fewest and the most rows and columns of a board."""


def like(rows: Rows, where: Square) -> Iterator[Square]:
    """Yield the neighbours of a square that hold a dot of its colour."""
    x, y = where
    colour = rows[y][x]
    for side, row in neighbours(where):
        if 0 <= row < len(rows) and 0 <= side < len(rows[0]) and rows[row][side] == colour != EMPTY:
            yield side, row


def drop(rows: Rows, gone: frozenset[Square]) -> Rows:
    """Return the board after some dots vanish and those above them fall (§4).

    >>> drop(("RG", "BO", "RG"), frozenset({(0, 1), (0, 2), (1, 2)}))
    ('..', '.G', 'RO')
    """
    columns = []
    for x in range(len(rows[0])):
        stay = "".join(row[x] for y, row in enumerate(rows) if (x, y) not in gone and row[x] != EMPTY)
        columns.append(stay.rjust(len(rows), EMPTY))
    return tuple(map("".join, zip(*columns, strict=True)))


def read_board(text: str) -> Rows:
    """Return the rows of a text such as RRB/BRB; a . is a square that nature fills."""
    rows = tuple(re.split(r"[/\s]++", text.strip().strip("/").upper()))
    if odd := next((row for row in rows if len(row) != len(rows[0])), None):
        raise NotationError(f"each row of a board is as long as the first, and {odd[:40]!r} is not")
    return rows


def check_board(rows: Rows, letters: str) -> None:
    """Raise an error unless the rows are a board of these colours whose dots have fallen."""
    if not (FEWEST <= len(rows) <= MOST and FEWEST <= len(rows[0]) <= MOST) or len({len(row) for row in rows}) > 1:
        raise NotationError(f"a board has {FEWEST} to {MOST} rows and columns (§1)")
    for y, row in enumerate(rows):
        if wrong := next((letter for letter in row if letter not in letters + EMPTY), None):
            raise NotationError(f"row {y + 1} holds {wrong!r}; the colours of this game are {letters} (§1)")
    if drop(rows, frozenset()) != rows:
        raise NotationError("a dot has nothing under it (§4)")
