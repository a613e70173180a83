"""What leads people through dots: the week, the packs and the lesson, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hoyle.box import Level, Pack, Step
from hoyle.games.dots.outlook import Outlook, TooManyError
from hoyle.games.dots.rules import Dots, Position

PATIENCE: Final = 5_000
"""Positions that a search for a certain win may look at."""


def par(game: Dots, state: Position) -> Mapping[str, int] | None:
    """Return the fewest moves that win whatever falls, if any number does and is found soon.

    >>> from hoyle.games.dots.variants import game
    >>> par(game("classic"), game("classic").start())
    {'moves': 2}
    """
    outlook = Outlook.of(game, state, PATIENCE)
    wanted = tuple(max(0, more) for more in state.wanted)
    try:
        counts = range(1, state.left + 1)
        moves = next((left for left in counts if outlook.certain(outlook.masks, left, wanted) is not None), None)
    except TooManyError:
        return None
    return None if moves is None else {"moves": moves}
