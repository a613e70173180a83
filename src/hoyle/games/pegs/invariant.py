"""Position classes: what no jump can change, found by linear algebra modulo two.

Label some of the holes so that every jump touches an even number of labelled ones. Then the number of pegs on labelled
holes stays even, or stays odd, for the whole game. On a square board such labellings are the classical colourings of
the diagonals; here they are computed from the jumps, so they serve any board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Triple = tuple[int, int, int]


def bits(holes: Iterable[int]) -> int:
    """Return the set of holes as one number, hole h being bit h.

    >>> bin(bits([0, 3]))
    '0b1001'
    """
    return sum(1 << hole for hole in set(holes))


def members(number: int) -> list[int]:
    """Return the holes whose bits are set in a number, in order.

    >>> members(0b1001)
    [0, 3]
    """
    return [hole for hole in range(number.bit_length()) if number >> hole & 1]


def row_basis(rows: Iterable[int]) -> dict[int, int]:
    """Return a basis of the rows modulo two: each pivot bit with the one row that holds it.

    >>> row_basis([0b011, 0b110, 0b101])
    {0: 5, 1: 6}
    """
    basis: dict[int, int] = {}
    for row in rows:
        rest = row
        while rest and (pivot := lowest(rest)) in basis:
            rest ^= basis[pivot]
        if rest:
            basis[pivot] = rest
    # So far a row may still hold the pivots of later rows.
    for pivot in sorted(basis, reverse=True):
        for other in members(basis[pivot] ^ 1 << pivot):
            if other in basis:
                basis[pivot] ^= basis[other]
    return dict(sorted(basis.items()))


def lowest(number: int) -> int:
    """Return the lowest bit that is set.

    >>> lowest(0b1100)
    2
    """
    return (number & -number).bit_length() - 1


def invariants(size: int, jumps: Sequence[Triple]) -> list[int]:
    """Return a basis of the labellings such that every jump touches an even number of labelled holes.

    Three holes in a row have two: a jump over the middle touches any two of the three.

    >>> [members(labels) for labels in invariants(3, [(0, 1, 2), (2, 1, 0)])]
    [[0, 1], [0, 2]]
    """
    basis = row_basis(bits(jump) for jump in jumps)
    free = [hole for hole in range(size) if hole not in basis]
    return [bits([hole, *(pivot for pivot, row in basis.items() if row >> hole & 1)]) for hole in free]


def odd(labels: int, pegs: int) -> bool:
    """Tell whether an odd number of pegs stands on labelled holes.

    >>> odd(0b011, 0b110)
    True
    """
    return (labels & pegs).bit_count() % 2 == 1
