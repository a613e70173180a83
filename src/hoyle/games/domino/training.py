"""Domino patience for learners: moves by number, the tiles as planes, and many tables at once.

>>> from hoyle.games.domino import game
>>> actions(game("1"))
('S0-F0', 'S0-F1', 'S1-F0', 'S1-F1', 'S0-S1', 'S1-S0')
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from hoyle.box import Machine
from hoyle.game import Seat
from hoyle.games.domino.notation import Layout
from hoyle.games.domino.rules import DominoPatience, Shift

Array: TypeAlias = np.ndarray[Any, Any]


def actions(game: DominoPatience) -> tuple[str, ...]:
    """Return the moves home by source and foundation, and then those between stacks by source and target."""
    stacks = range(game.highest + 1)
    home = [Shift(source, target, home=True) for source in stacks for target in stacks]
    return tuple(map(str, home + [Shift(source, target) for source in stacks for target in stacks if source != target]))


def observe(game: DominoPatience, view: Layout, seat: Seat) -> dict[str, Array]:  # noqa: ARG001 — there is one seat
    """Return for each tile, at its higher number's row and its lower number's column, where it is.

    It is home or in one of the stacks, with a number of tiles above it and below.
    """
    size = game.highest + 1
    names = ("home", "above", "below", *(f"S{stack}" for stack in range(size)))
    planes = {name: np.zeros((size, size), np.uint8) for name in names}
    for high, count in enumerate(view.home):
        planes["home"][high, high + 1 - count : high + 1] = 1
    for number, stack in enumerate(view.stacks):
        for below, tile in enumerate(stack):
            planes[f"S{number}"][tile] = 1
            planes["above"][tile] = len(stack) - 1 - below
            planes["below"][tile] = below
    return planes


def left(game: DominoPatience, state: Layout) -> int:
    """Return how many tiles are not home."""
    return len(game.tiles) - sum(state.home)


def horizon(game: DominoPatience) -> int:
    """Return five moves for each tile: a match may run in circles (§8), and no known deal needs so many."""
    return 5 * len(game.tiles)


def machine(game: DominoPatience, rows: int, horizon: int, dealt: bool) -> Machine:  # noqa: ARG001, FBT001 — nature always deals
    """Return room for a number of tables."""
    from hoyle.games.domino import training_kernel

    tiles, size = game.tiles, game.highest + 1
    following = np.full((size, size + 1), -1, np.int64)
    for high in range(size):
        top = None
        for count in range(high + 1):
            top = next(tile for tile in tiles if tile.high == high and tile.goes_home(top))
            following[high, count] = top.rank
    tables = (
        np.array([[tile.goes_onto(other) for other in tiles] for tile in tiles], np.bool_),
        np.array([tile.blank for tile in tiles], np.bool_),
        np.array(tiles, np.int64),
        following,
    )
    # Only a chain can lie on the dealt tiles, in which the numbers of each tile sum to one more than those of the tile below.
    stacks = np.zeros((rows, size, 3 * size), np.int16)
    heights, home = np.zeros((rows, size), np.int64), np.zeros((rows, size), np.int64)
    draws = np.zeros((rows, 2, len(tiles)), np.int64)

    def state(row: int) -> Layout:
        piles = zip(stacks[row].tolist(), heights[row].tolist(), strict=True)
        return Layout(
            tuple(tuple(tiles[rank] for rank in pile[:high]) for pile, high in piles), tuple(home[row].tolist())
        )

    return Machine(training_kernel.advance, tables, (stacks, heights, home, draws), state)
