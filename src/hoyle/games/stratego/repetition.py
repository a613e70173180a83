"""What may not be repeated: the two-squares rule and the more-squares rule.

Both look only at moves that everybody saw, so they reveal nothing.
"""

from __future__ import annotations

from typing import Final

from hoyle.games.stratego.pieces import Ply
from hoyle.grid import Square

REACH: Final = 100
"""How many moves of a seat the two rules look back at most (§6, §7)."""
LONGEST_TRAIL: Final = 2 * REACH + 2
"""How many moves a position remembers at most."""


def adjacent(one: Square, other: Square) -> bool:
    """Tell whether two squares share a side."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def shuttles(trail: tuple[Ply, ...], limit: int, source: Square, target: Square) -> bool:
    """Tell whether a move crosses between the same two squares once more than the limit allows (§6).

    A scout crosses between all the neighbouring squares on its way, so what counts is what all its moves have in common.

    >>> to, fro, other = Ply((0, 0), (0, 1)), Ply((0, 1), (0, 0)), Ply((5, 5), (5, 6))
    >>> trail = (to, other, fro, other, to, other)
    >>> shuttles(trail, 3, (0, 1), (0, 0)), shuttles(trail, 3, (0, 1), (0, 2)), shuttles(trail, 5, (0, 1), (0, 0))
    (True, False, False)
    """
    if not 0 < 2 * limit <= len(trail) or trail[-2].target != source:
        return False
    along = 0 if source[1] == target[1] else 1
    low, high = sorted((source[along], target[along]))
    for ply in trail[-2 : -2 * limit - 1 : -2]:
        # The same piece, on the same line, as far as the moves overlap.
        if ply.target != source or ply.source[1 - along] != source[1 - along]:
            return False
        ends = ply.source[along], ply.target[along]
        low, high = max(low, min(ends)), min(high, max(ends))
        if low >= high:
            return False
        source = ply.source
    return True


def flight(trail: tuple[Ply, ...], source: Square) -> int:
    """Return the length of the flight that a move from a square to an empty one prolongs, or 0 if it does not evade.

    >>> flight((Ply((3, 3), (3, 4)),), (3, 5)), flight((Ply((3, 3), (3, 4)),), (0, 0))
    (1, 0)
    """
    if not trail or trail[-1].fight is not None or not adjacent(trail[-1].target, source):
        return 0
    return min(REACH, 1 + (trail[-2].flight if len(trail) > 1 else 0))


def chases(trail: tuple[Ply, ...], source: Square, target: Square) -> bool:
    """Tell whether a move to an empty square chases on into a position that the chase has seen before (§7)."""
    if not trail or not trail[-1].flight:
        return False
    if len(trail) > 1 and (trail[-2].source, trail[-2].target) == (target, source):
        return False  # §7: straight back is always allowed
    # Where each piece that stood elsewhere at the time stands after the move; going back in time, until it is empty.
    now = {source: target}
    fled: set[Square] = set()
    seen = False
    for back in range(1, 2 * trail[-1].flight + 1):
        ply = trail[-back]
        place = now.pop(ply.target, ply.target)
        if back % 2:
            fled.add(place)
        if place != ply.source:
            now[ply.source] = place
        # An odd number of moves back it was the other seat's turn, as it will be after the move.
        seen = seen or (back % 2 == 1 and not now)
    return seen and any(adjacent(target, place) for place in fled)


def shorten(trail: tuple[Ply, ...], limit: int) -> tuple[Ply, ...]:
    """Return as much of the trail as the two rules can still ask for, and at least the last move."""
    flights = trail[-1].flight, trail[-2].flight if len(trail) > 1 else 0
    return trail[-max(2 * limit, 2 * max(flights) + 2) :]
