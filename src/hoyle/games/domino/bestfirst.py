"""The other half of the kernel: shortest lines by A*, on the positions, keys and moves of kernel.py."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hoyle.games.domino.kernel import (
    BUDGET,
    COUNT,
    EXHAUSTED,
    FULL,
    WON,
    Array,
    Board,
    Rules,
    change,
    is_blocked,
    lay,
    list_moves,
    mix_of,
)
from hoyle.kernels import compiled

NONE = -1
BUCKET, ENTRIES, LAST = 0, 2, 3
"""Further registers of this search, besides COUNT."""


class Graph(NamedTuple):
    """A best-first search: the nodes found, the table of their numbers, and queues as chains of entries by bound."""

    keys: Array
    costs: Array
    parents: Array
    closed: Array
    table: Array
    nodes: Array
    nexts: Array
    heads: Array
    pool: Array
    key: Array
    registers: Array


@compiled
def detour(rules: Rules, board: Board, tile: int, place: int) -> int:
    """Return 1 if a tile on this place must move aside before it can go home, and 0 otherwise."""
    while place < rules.dealt.size:
        if rules.precedes[place, tile]:
            return 1
        place = board.lies[place]
    return 0


@compiled
def least_moves(rules: Rules, board: Board) -> int:
    """Return a lower bound on the moves of a winning line; see Shortest in solver.py for the argument."""
    least = 0
    for tile in range(rules.dealt.size):
        if board.lies[tile] <= rules.dealt.size:
            least += 1 + detour(rules, board, tile, board.lies[tile])
    return least


@compiled
def number_row(table: Array, keys: Array, key: Array) -> int:
    """Return the row of the table that holds the number of a key's node, or the free one where it belongs."""
    row = np.int64(mix_of(key) & np.uint64(table.size - 1))
    while table[row] != NONE:
        word = 0
        while word < key.size and keys[table[row], word] == key[word]:
            word += 1
        if word == key.size:
            break
        row = (row + 1) & (table.size - 1)
    return int(row)


@compiled
def renumber(table: Array, keys: Array, count: int) -> None:
    """Fill an empty table with the numbers of the first nodes."""
    for node in range(count):
        table[number_row(table, keys, keys[node])] = node


@compiled
def reach(graph: Graph, parent: int, cost: int, least: int) -> None:
    """Enter the position of the key at work, reached at a cost, unless it was reached as cheaply before."""
    row = number_row(graph.table, graph.keys, graph.key)
    node = graph.table[row]
    if node == NONE:
        node = graph.registers[COUNT]
        graph.registers[COUNT] += 1
        graph.table[row] = node
        graph.keys[node] = graph.key
        graph.closed[node] = False
    elif graph.closed[node] or graph.costs[node] <= cost:
        return
    graph.costs[node], graph.parents[node] = cost, parent
    entry = graph.registers[ENTRIES]
    graph.registers[ENTRIES] += 1
    graph.nodes[entry], graph.nexts[entry] = node, graph.heads[cost + least]
    graph.heads[cost + least] = entry


@compiled
def expand(rules: Rules, board: Board, graph: Graph, node: int, least: int) -> None:
    """Enter the positions one move after a node."""
    lay(rules, board, graph.keys[node])
    if is_blocked(rules, board):
        return
    for move in range(list_moves(rules.ways, board.lies, board.free, board.tops, graph.pool, 0)):
        tile, place = graph.pool[move]
        source = board.lies[tile]
        after = least - detour(rules, board, tile, source)
        after += -1 if place > rules.dealt.size else detour(rules, board, tile, place)
        graph.key[:] = graph.keys[node]
        graph.key[tile >> 5] ^= change(rules.ways, rules.dealt, tile, source, place)
        reach(graph, node, graph.costs[node] + 1, after)


@compiled
def best_first(rules: Rules, board: Board, graph: Graph, budget: int) -> int:
    """Continue a search by A* until it has something to report; the registers name the node that is won."""
    bucket = graph.registers[BUCKET]
    room = 3 * board.tops.size
    while True:
        while bucket < graph.heads.size and graph.heads[bucket] == NONE:
            bucket += 1
        graph.registers[BUCKET] = bucket
        if bucket == graph.heads.size:
            return EXHAUSTED
        used = max(graph.registers[COUNT] + room - graph.costs.size, graph.registers[ENTRIES] + room - graph.nodes.size)
        if used >= 0 or bucket + 3 >= graph.heads.size:
            return FULL
        entry = graph.heads[bucket]
        graph.heads[bucket] = graph.nexts[entry]
        node = graph.nodes[entry]
        if graph.closed[node]:
            continue
        graph.closed[node] = True
        least = bucket - graph.costs[node]
        if least == 0:
            graph.registers[LAST] = node
            return WON
        if graph.registers[COUNT] + room > budget:
            return BUDGET
        expand(rules, board, graph, node, least)
