"""Squares: their names, their neighbours, and the symmetries of a set of them.

A square is (x, y), counted from 0, x to the right and y downwards; its name is a letter for the column and the number
of the row, as in d4.  A *geometry* is the set of steps that lead to a neighbour.  The triangular board is the lower
left half of a square one with a third line of steps, so one code serves both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import Final, TypeAlias

from hoyle.game import NotationError

Square: TypeAlias = tuple[int, int]
Symmetry: TypeAlias = Mapping[Square, Square]

ORTHOGONAL: Final[tuple[Square, ...]] = ((1, 0), (-1, 0), (0, 1), (0, -1))
TRIANGULAR: Final[tuple[Square, ...]] = (*ORTHOGONAL, (1, 1), (-1, -1))

NAME: Final = re.compile(r"([a-z]++)([1-9][0-9]*+)")


def name(square: Square) -> str:
    """Return the name of a square; after column z comes aa, as in a spreadsheet.

    >>> name((3, 5)), name((26, 0))
    ('d6', 'aa1')
    """
    x, y = square
    letters = ""
    while x >= 0:
        letters = chr(ord("a") + x % 26) + letters
        x = x // 26 - 1
    return f"{letters}{y + 1}"


def square(text: str) -> Square:
    """Return the square of a name; the inverse of name.

    >>> square("d6"), square("AA1")
    ((3, 5), (26, 0))
    """
    match = NAME.fullmatch(text.lower())
    # Nine digits are more than any board needs, and longer ones are slow to convert.
    if match is None or len(text) > 9 + 2:
        raise NotationError(f"not a square: {text[:40]!r}")
    x = 0
    for letter in match[1]:
        x = 26 * x + ord(letter) - ord("a") + 1
    return x - 1, int(match[2]) - 1


def reading_order(squares: Collection[Square]) -> tuple[Square, ...]:
    """Return the squares row by row from the top, each row from the left.

    >>> reading_order({(1, 1), (0, 1), (2, 0)})
    ((2, 0), (0, 1), (1, 1))
    """
    return tuple(sorted(squares, key=lambda square: (square[1], square[0])))


def step(square: Square, direction: Square, times: int = 1) -> Square:
    """Return where a number of steps in a direction leads.

    >>> step((3, 3), (0, -1), times=2)
    (3, 1)
    """
    return square[0] + times * direction[0], square[1] + times * direction[1]


def neighbours(square: Square, directions: Collection[Square] = ORTHOGONAL) -> Iterator[Square]:
    """Yield the squares one step away, on the board or not.

    >>> [name(square) for square in neighbours((3, 3))]
    ['e4', 'c4', 'd5', 'd3']
    """
    return (step(square, direction) for direction in directions)


def symmetries(squares: Collection[Square], directions: Collection[Square] = ORTHOGONAL) -> tuple[Symmetry, ...]:
    """Return every way to turn or mirror the squares onto themselves so that neighbours stay neighbours.

    The identity comes first.

    >>> len(symmetries({(x, y) for x in range(3) for y in range(3)}))
    8
    >>> len(symmetries({(x, y) for y in range(5) for x in range(y + 1)}, TRIANGULAR))
    6
    """
    found = [
        symmetry
        for right, down in product(directions, repeat=2)
        if {(x * right[0] + y * down[0], x * right[1] + y * down[1]) for x, y in directions} == set(directions)
        and (symmetry := _fit(squares, right, down)) is not None
    ]
    return tuple(sorted(found, key=lambda symmetry: any(source != target for source, target in symmetry.items())))


def _fit(squares: Collection[Square], right: Square, down: Square) -> Symmetry | None:
    """Return the map that sends (1, 0) to right and (0, 1) to down, moved back onto the squares if it fits."""
    turned = {(x, y): (x * right[0] + y * down[0], x * right[1] + y * down[1]) for x, y in squares}
    if not turned:
        return None
    # A symmetry keeps the smallest rectangle around the squares, so only one shift can fit.
    shift_x = min(x for x, _ in squares) - min(x for x, _ in turned.values())
    shift_y = min(y for _, y in squares) - min(y for _, y in turned.values())
    placed = {source: (x + shift_x, y + shift_y) for source, (x, y) in turned.items()}
    return placed if set(placed.values()) == set(squares) else None
