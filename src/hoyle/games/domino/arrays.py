"""Arrays for the kernel: the rules as tables, positions, and room for searches that grows with them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import numpy as np

from hoyle.games.domino import bestfirst, kernel
from hoyle.games.domino.bestfirst import Graph
from hoyle.games.domino.kernel import Array, Board, Path, Rules
from hoyle.games.domino.notation import Layout
from hoyle.games.domino.tiles import full_set

SMALL: Final = 1 << 11
"""How many rows the arrays of a search have at first; each grows when it is full."""


@cache
def _tables(highest: int) -> tuple[Array, Array]:
    """Return the rules for a set as tables; the floor comes first among the places of a tile."""
    tiles = full_set(highest)
    floor, home, none = range(len(tiles), len(tiles) + 3)
    ways, precedes = np.full((none + 1, 4), none, np.uint8), np.zeros((floor, floor), np.bool_)
    for rank, tile in enumerate(tiles):
        onto = [place for place, other in enumerate(tiles) if tile.goes_onto(other)]
        spots = [floor] * tile.blank + onto
        ways[rank, : len(spots)] = spots
        before = next((first for first, other in enumerate(tiles) if tile.goes_home(other)), home)
        rises = (other for other, one in enumerate(tiles) if one.goes_onto(tile) and other != before)
        ways[rank, kernel.BEFORE], ways[rank, kernel.RISER] = before, next(rises, none)
    for rank in range(floor):
        first = ways[rank, kernel.BEFORE]
        while first < floor:
            precedes[first, rank] = True
            first = ways[first, kernel.BEFORE]
    return ways, precedes


def tables(highest: int) -> Rules:
    """Return the rules for the kernel, with room for a deal."""
    return Rules(*_tables(highest), np.zeros(len(full_set(highest)), np.uint8))


def empty_board(highest: int) -> Board:
    """Return a board on which every tile is home."""
    home = len(full_set(highest)) + 1
    lies, free, slot, bared = np.zeros((4, home + 2), np.uint8)
    tops, loosest = np.full((2, highest + 1), home + 1, np.uint8)
    lies[:], free[home - 1] = home, highest + 1
    return Board(lies, free, tops, slot, loosest, bared)


def board_of(state: Layout) -> Board:
    """Return a position as the kernel represents it."""
    board = empty_board(len(state.stacks) - 1)
    floor = board.lies.size - 3
    for number, stack in enumerate(state.stacks):
        place = floor
        for tile in stack:
            board.lies[tile.rank], board.slot[tile.rank] = place, number
            place = tile.rank
        if stack:
            board.tops[number], board.free[place] = place, 1
            board.free[floor] -= 1
    return board


def new_path(highest: int) -> Path:
    """Return room for a depth-first search."""
    words = words_of(highest)
    return Path(
        tiles=np.zeros(SMALL, np.uint8),
        sources=np.zeros(SMALL, np.uint8),
        pool=np.zeros((SMALL, 2), np.uint8),
        begins=np.zeros(SMALL, np.int64),
        table=np.zeros((SMALL, words), np.uint64),
        key=np.zeros(words, np.uint64),
        registers=np.zeros(4, np.int64),
    )


def words_of(highest: int) -> int:
    """Return how many words of 64 bits a key takes."""
    return len(full_set(highest)) // 32 + 1


def grow_path(path: Path, stacks: int) -> Path:
    """Return the same search with twice the room wherever it was full."""
    depth, count, end, _ = path.registers
    if 2 * count >= path.table.shape[0]:
        table = np.zeros((4 * path.table.shape[0], path.table.shape[1]), np.uint64)
        kernel.rehash(path.table, table)
        path = path._replace(table=table)
    if end + 3 * stacks >= path.pool.shape[0]:
        path = path._replace(pool=double(path.pool))
    if depth + 1 >= path.begins.size:
        path = path._replace(tiles=double(path.tiles), sources=double(path.sources), begins=double(path.begins))
    return path


def new_graph(highest: int) -> Graph:
    """Return room for a best-first search."""
    words = words_of(highest)
    return Graph(
        keys=np.zeros((SMALL, words), np.uint64),
        costs=np.zeros(SMALL, np.int32),
        parents=np.zeros(SMALL, np.int32),
        closed=np.zeros(SMALL, np.bool_),
        table=np.full(2 * SMALL, -1, np.int32),
        nodes=np.zeros(SMALL, np.int32),
        nexts=np.zeros(SMALL, np.int32),
        heads=np.full(SMALL, -1, np.int32),
        pool=np.zeros((3 * (highest + 1), 2), np.uint8),
        key=np.zeros(words, np.uint64),
        registers=np.zeros(4, np.int64),
    )


def grow_graph(graph: Graph, stacks: int) -> Graph:
    """Return the same search with twice the room wherever it was full."""
    bucket, count, entries, _ = graph.registers
    if count + 3 * stacks >= graph.costs.size:
        keys, table = double(graph.keys), np.full(2 * graph.table.size, -1, np.int32)
        bestfirst.renumber(table, keys, int(graph.registers[kernel.COUNT]))
        costs, parents, closed = map(double, (graph.costs, graph.parents, graph.closed))
        graph = graph._replace(keys=keys, table=table, costs=costs, parents=parents, closed=closed)
    if entries + 3 * stacks >= graph.nodes.size:
        graph = graph._replace(nodes=double(graph.nodes), nexts=double(graph.nexts))
    if bucket + 3 >= graph.heads.size:
        graph = graph._replace(heads=np.concatenate([graph.heads, np.full_like(graph.heads, -1)]))
    return graph


def double(array: Array) -> Array:
    """Return an array twice as long, with the same content in its first half."""
    return np.concatenate([array, np.zeros_like(array)])


def size(arrays: Iterable[Any]) -> int:
    """Return how many bytes the arrays of a search take."""
    return sum(array.nbytes for array in arrays)
