"""The kernel of domino patience, in numbers only; it gets the rules as tables that arrays.py builds.

A tile is its rank in the set.  After the n tiles come three more places, which count as tiles where that saves a special
case: the floor (n), home (n + 1), and none (n + 2).  A position is what each tile lies on.  That says nothing about the
order of the stacks, so positions that differ only in this order are the same.  Once moved, a tile can lie in at most two
places besides home; with the place where it was dealt these are four, and two bits tell which:

    00 where it was dealt    01 home    10, 11 its first and second place      (one of these where it was dealt is 00)

    word w of a key:   bits 2i, 2i+1 for tile 32w + i;   bit 63 of the last word is always 1, so no key is zero

28 tiles take 56 bits and 55 take 110.  Keys are whole positions and not hashes, so a search never takes a new position
for one that it has seen, and an exhausted search is a proof.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from hoyle import kernels
from hoyle.kernels import compiled

Array: TypeAlias = np.ndarray[Any, Any]

# What a search reports when it stops.
WON, EXHAUSTED, BUDGET, FULL = range(4)
# The registers of the searches, so that they can go on after their arrays have grown.
DEPTH, COUNT, END, TRIED = range(4)
# The columns of what the rules say about a tile.
FIRST, SECOND, BEFORE, RISER = range(4)

MARK = np.uint64(1 << 63)
MIX_1, MIX_2, GOLDEN = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB), np.uint64(0x9E3779B97F4A7C15)
SHIFT_1, SHIFT_2, SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
ZERO, TWO, THREE = np.uint64(0), np.uint64(2), np.uint64(3)

# Functions that are called for every move take single arrays, without reference counting, and are compiled into their
# callers: the counting alone took half of the time.
bare = partial(kernels.compiled, _nrt=False)
inlined = partial(bare, forceinline=True)


class Rules(NamedTuple):
    """The rules by tile.

    The columns of ways are its two places, the tile that goes home before it, and the other tile that goes onto it; then
    come the tile that it precedes, and where it was dealt.
    """

    ways: Array
    precedes: Array
    dealt: Array


class Board(NamedTuple):
    """A position: what each tile lies on, what is free to take a tile, the tops, the stack of each top; scratch arrays.

    The floor is free if a stack is empty; home and none lie at home and are never free.
    """

    lies: Array
    free: Array
    tops: Array
    slot: Array
    loosest: Array
    bared: Array


class Path(NamedTuple):
    """A depth-first search: tiles moved and their sources, moves to try and where each depth begins, keys seen, the key now."""

    tiles: Array
    sources: Array
    pool: Array
    begins: Array
    table: Array
    key: Array
    registers: Array


class Batch(NamedTuple):
    """Deals to solve: their seeds or, if listed is 1, their numbers; the budget for each; status, nodes and depth."""

    deals: Array
    listed: int
    budget: int
    answers: Array


# ------------------------------------------------------------------------------------------------ positions and keys


@inlined
def code(ways: Array, dealt: Array, tile: int, place: int) -> int:
    """Return the two bits that say where a tile lies."""
    if place == dealt[tile]:
        return 0
    if place > dealt.size:
        return 1
    return 2 if place == ways[tile, FIRST] else 3


@inlined
def change(ways: Array, dealt: Array, tile: int, source: int, place: int) -> np.uint64:
    """Return the bits to flip in a tile's word of a key as it moves from one place to another, or back."""
    return np.uint64(code(ways, dealt, tile, source) ^ code(ways, dealt, tile, place)) << np.uint64(2 * (tile & 31))


@inlined
def mix_of(key: Array) -> np.uint64:
    """Return a number that looks random for a key."""
    mix = ZERO
    for word in range(key.size):
        mix = (mix ^ key[word]) * MIX_1
        mix = (mix ^ (mix >> SHIFT_2)) * MIX_2
        mix ^= mix >> SHIFT_1
    return mix


@inlined
def row_of(table: Array, key: Array) -> int:
    """Return the row of a table that holds a key, or the free one where it belongs."""
    last = key.size - 1
    row = np.int64(mix_of(key) & np.uint64(table.shape[0] - 1))
    while table[row, last] != ZERO:
        word = 0
        while word <= last and table[row, word] == key[word]:
            word += 1
        if word > last:
            break
        row = (row + 1) & (table.shape[0] - 1)
    return int(row)


@inlined
def shift(lies: Array, free: Array, tops: Array, slot: Array, tile: int, place: int) -> None:
    """Move a tile that is a top, or home, to a place; the first empty stack stands for the floor."""
    floor = lies.size - 3
    source, stack = lies[tile], slot[tile]
    if source < floor:
        tops[stack] = source
        free[source] = 1
        slot[source] = stack
    elif source == floor:
        tops[stack] = floor + 2
        free[floor] += 1
    lies[tile] = place
    if place > floor:
        free[tile] = 0
        return
    if place < floor:
        stack = slot[place]
        free[place] = 0
    else:
        stack = 0
        while tops[stack] <= floor:
            stack += 1
        free[floor] -= 1
    free[tile] = 1
    tops[stack] = tile
    slot[tile] = stack


@compiled
def lay(rules: Rules, board: Board, key: Array) -> None:
    """Lay out the position of a key, without numbering the stacks."""
    floor = board.lies.size - 3
    for tile in range(floor):
        bits = (key[tile >> 5] >> np.uint64(2 * (tile & 31))) & THREE
        if bits == ZERO:
            place = rules.dealt[tile]
        else:
            place = rules.ways[tile, np.int64(bits - TWO)] if bits >= TWO else floor + 1
        board.lies[tile] = place
    spread(board)


@compiled
def spread(board: Board) -> None:
    """Write down what is free and what is on top, once each tile lies somewhere, and number the stacks by their tops."""
    floor = board.lies.size - 3
    for tile in range(floor):
        board.free[tile] = board.lies[tile] <= floor
    for tile in range(floor):
        if board.lies[tile] < floor:
            board.free[board.lies[tile]] = 0
    stack = 0
    for tile in range(floor):
        if board.free[tile]:
            board.tops[stack] = tile
            board.slot[tile] = stack
            stack += 1
    board.free[floor] = board.tops.size - stack
    board.tops[stack:] = floor + 2


@compiled
def roll(seed: np.uint64, draws: Array) -> None:
    """Draw a deal with the dice of a seed, exactly as nature does: for each tile, its place among the rest."""
    counter = seed
    for place in range(draws.size):
        limit = np.uint64(draws.size - place)
        # 2⁶⁴ mod limit, in 64 bits: words of the last, incomplete round are drawn again.
        odd = (ZERO - limit) % limit
        word = ZERO - np.uint64(1)
        while True:
            counter += GOLDEN
            word = (counter ^ (counter >> SHIFT_1)) * MIX_1
            word = (word ^ (word >> SHIFT_2)) * MIX_2
            word ^= word >> SHIFT_3
            if odd == ZERO or word < ZERO - odd:
                break
        draws[place] = np.int64(word % limit)


@compiled
def count_off(number: np.int64, draws: Array) -> None:
    """Write down the draws of the deal with a number, in the order in which all deals are listed."""
    for place in range(draws.size - 1, -1, -1):
        draws[place] = number % (draws.size - place)
        number //= draws.size - place


@compiled
def deal(board: Board, draws: Array) -> None:
    """Deal all tiles, each given by its place among the rest."""
    floor = board.lies.size - 3
    for tile in range(floor):
        board.bared[tile] = tile
    board.free[:] = 0
    dealt = 0
    for stack in range(board.tops.size):
        place = floor
        for _ in range(stack + 1):
            drawn = draws[dealt]
            dealt += 1
            tile = board.bared[drawn]
            for rest in range(drawn, floor - dealt):
                board.bared[rest] = board.bared[rest + 1]
            board.lies[tile], board.slot[tile] = place, stack
            place = tile
        board.tops[stack] = place
        board.free[place] = 1


# ------------------------------------------------------------------------------------------------------------- moves


@inlined
def ready(ways: Array, lies: Array, tile: int) -> bool:
    """Tell whether a top can go home."""
    return bool(lies[ways[tile, BEFORE]] == lies.size - 2)


@inlined
def safe(ways: Array, lies: Array, tile: int) -> bool:
    """Tell whether a tile that can go home does so safely: remark 1 of the rules page."""
    home = lies.size - 2
    riser = ways[tile, RISER]
    while lies[riser] != home:
        if lies[ways[riser, BEFORE]] != home:
            return False
        riser = ways[riser, RISER]
    return True


@inlined
def list_moves(ways: Array, lies: Array, free: Array, tops: Array, pool: Array, end: int) -> int:
    """Write the moves after the end of a pool, the most promising last; a safe move home stands alone.

    A move from floor to floor does not count, as stacks have no order.
    """
    floor = lies.size - 3
    begin = end
    for stack in range(tops.size):
        top = tops[stack]
        if top < floor and ready(ways, lies, top) and safe(ways, lies, top):
            pool[begin, 0], pool[begin, 1] = top, floor + 1
            return begin + 1
    for column in range(2):
        for stack in range(tops.size):
            top = tops[stack]
            if top < floor:
                place = ways[top, column]
                pool[end, 0], pool[end, 1] = top, place
                end += free[place] != 0 and (place < floor or lies[top] != floor)
    for stack in range(tops.size):
        top = tops[stack]
        if top < floor:
            pool[end, 0], pool[end, 1] = top, floor + 1
            end += ready(ways, lies, top)
    return end


# ---------------------------------------------------------------------------------------------------- blocked tiles


@inlined
def loose(ways: Array, lies: Array, bared: Array, tile: int) -> bool:
    """Tell whether a tile may move once nothing lies on it, given which places are bared so far."""
    floor = lies.size - 3
    first, second = ways[tile, FIRST], ways[tile, SECOND]
    if bared[second] or (bared[first] and (first < floor or lies[tile] != floor)):
        return True
    before = ways[tile, BEFORE]
    while lies[before] <= floor:
        if not bared[before]:
            return False
        before = ways[before, BEFORE]
    return True


@inlined
def peel(ways: Array, lies: Array, free: Array, tops: Array, loosest: Array, bared: Array, last: int) -> bool:
    """Take tiles off the stacks while any may move, as if no move did harm; stop and return True if the tile named last may.

    What is left is blocked: remark 2 of the rules page; the array loosest holds the tiles that bar the rest.
    """
    floor = lies.size - 3
    for place in range(bared.size):
        bared[place] = free[place]
    for stack in range(tops.size):
        loosest[stack] = tops[stack]
    going = True
    while going:
        going = False
        for stack in range(loosest.size):
            tile = loosest[stack]
            while tile < floor and loose(ways, lies, bared, tile):
                if tile == last:
                    return True
                going = True
                tile = lies[tile]
                bared[tile] = 1
            loosest[stack] = tile
    return False


@compiled
def is_blocked(rules: Rules, board: Board) -> bool:
    """Tell whether some tiles can never move: remark 2 of the rules page."""
    floor = board.lies.size - 3
    peel(rules.ways, board.lies, board.free, board.tops, board.loosest, board.bared, floor + 2)
    return bool((board.loosest < floor).any())


@inlined
def blocks(ways: Array, lies: Array, free: Array, tops: Array, loosest: Array, bared: Array, tile: int) -> bool:
    """Tell whether the last move, of this tile, has blocked some tiles where none was blocked before.

    Before the move every tile could be taken off, this one at once.  If it can still be taken off, no fewer tiles are
    bare than before, and so all others can be taken off too.  If it went home, only the tile that goes onto it has lost
    a place, so the question is about that tile instead.
    """
    home = lies.size - 2
    last = ways[tile, RISER] if lies[tile] == home else tile
    if lies[last] == home or (free[last] and loose(ways, lies, free, last)):
        return False
    return not peel(ways, lies, free, tops, loosest, bared, last)


# -------------------------------------------------------------------------------------------------- depth-first search


@compiled
def begin(rules: Rules, board: Board, path: Path) -> None:
    """Begin a search at the board, which is taken to be as dealt."""
    rules.dealt[:] = board.lies[: rules.dealt.size]
    path.table[:] = ZERO
    path.key[:] = ZERO
    path.key[-1] = MARK
    path.table[row_of(path.table, path.key)] = path.key
    path.begins[0] = 0
    path.registers[DEPTH], path.registers[COUNT] = 0, 1
    if is_blocked(rules, board):
        path.registers[END] = 0
    else:
        path.registers[END] = list_moves(rules.ways, board.lies, board.free, board.tops, path.pool, 0)


@bare
def search(rules: Rules, board: Board, path: Path, budget: int) -> int:
    """Continue a depth-first search until it has something to report."""
    depth, count, end, tried = path.registers
    ways, dealt = rules.ways, rules.dealt
    lies, free, tops, slot, loosest, bared = board
    tiles, sources, pool, begins, table, key, _ = path
    floor, last = dealt.size, key.size - 1
    out = 0
    for tile in range(floor):
        out += lies[tile] <= floor
    status = WON
    while out:
        if end == begins[depth]:
            if depth == 0:
                status = EXHAUSTED
                break
            depth -= 1
            tile, place = tiles[depth], sources[depth]
            source = lies[tile]
            key[tile >> 5] ^= change(ways, dealt, tile, source, place)
            out += source > floor
            shift(lies, free, tops, slot, tile, place)
            continue
        room = pool.shape[0] - 3 * tops.size
        if 2 * count >= table.shape[0] or end >= room or depth + 1 >= begins.size:
            status = FULL
            break
        if count >= budget:
            status = BUDGET
            break
        end -= 1
        tried += 1
        tile, place = pool[end, 0], pool[end, 1]
        source = lies[tile]
        bits = change(ways, dealt, tile, source, place)
        key[tile >> 5] ^= bits
        row = row_of(table, key)
        if table[row, last] != ZERO:
            key[tile >> 5] ^= bits
            continue
        for word in range(last + 1):
            table[row, word] = key[word]
        count += 1
        out -= place > floor
        shift(lies, free, tops, slot, tile, place)
        tiles[depth], sources[depth] = tile, source
        depth += 1
        begins[depth] = end
        if not blocks(ways, lies, free, tops, loosest, bared, tile):
            end = list_moves(ways, lies, free, tops, pool, end)
    path.registers[DEPTH], path.registers[COUNT] = depth, count
    path.registers[END], path.registers[TRIED] = end, tried
    return status


@compiled
def rehash(old: Array, new: Array) -> None:
    """Copy the keys of a table into a larger one."""
    for row in range(old.shape[0]):
        if old[row, old.shape[1] - 1] != ZERO:
            new[row_of(new, old[row])] = old[row]


@compiled
def survey(rules: Rules, board: Board, path: Path, batch: Batch, at: int) -> int:
    """Solve the deals of a batch from a place on; return the place of a deal whose search was full, or the end."""
    draws = np.empty(rules.dealt.size, np.int64)
    while at < batch.deals.size:
        if path.registers[COUNT] == 0:
            if batch.listed:
                count_off(np.int64(batch.deals[at]), draws)
            else:
                roll(batch.deals[at], draws)
            deal(board, draws)
            begin(rules, board, path)
        status = search(rules, board, path, batch.budget)
        if status == FULL:
            break
        batch.answers[at, 0], batch.answers[at, 1], batch.answers[at, 2] = (
            status,
            path.registers[COUNT],
            path.registers[DEPTH],
        )
        path.registers[COUNT] = 0
        at += 1
    return at
