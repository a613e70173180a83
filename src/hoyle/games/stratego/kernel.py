"""The mechanics of Stratego for Numba: legal moves, play, random play-outs in batches, and a shallow search.

No rule is stated here: the tables come from the rules, through batch.py, so one kernel serves every variant.

    board[square]   0 empty, -1 lake, else 1 + rank for red and 17 + rank for blue; squares as in a Position
    meta            mover, plies, quiet, length of the trail
    trail[ply]      source, target, whether it was a strike, length of the flight
    rays[square, way, distance]   the square that many steps ahead, or -1 beyond the rim or a lake
    rules           two squares, more squares (how many evasions are remembered, or 0), long strike, quiet, longest,
                    open, width of the board
    duels[striker, struck]        1, 0 or -1 by rank; reach[rank] is how far a rank goes at most
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from hoyle import kernels

compiled = partial(kernels.compiled, error_model="numpy")

MOVER, PLIES, QUIET, LENGTH = 0, 1, 2, 3
TWO_SQUARES, MORE_SQUARES, LONG_STRIKE, QUIET_LIMIT, LONGEST, OPEN, WIDTH = 0, 1, 2, 3, 4, 5, 6
SOURCE, TARGET, FOUGHT, FLIGHT = 0, 1, 2, 3
GOES_ON, FLAG_TAKEN, STUCK, NOBODY, TOO_QUIET, TOO_LONG = 0, 1, 2, 3, 4, 5
NO_SEAT = -1
MOST_MOVES = 600
"""A square can be reached from four sides, and a board has a hundred squares or so."""
WON = 1_000_000


@compiled
def seat_of(code: Any) -> Any:
    """Return whose piece a code is."""
    return 0 if code < 17 else 1


@compiled
def rank_of(code: Any) -> Any:
    """Return the rank of a code."""
    return code - 1 if code < 17 else code - 17


@compiled
def steps(board: Any, rays: Any, reach: Any, seat: Any, long_strike: Any, out: Any) -> Any:
    """Write the moves and strikes of a seat, without regard to what may not be repeated; return how many there are."""
    count = 0
    for source in range(board.shape[0]):
        code = board[source]
        if code <= 0 or seat_of(code) != seat:
            continue
        far = reach[rank_of(code)]
        if far == 0:
            continue
        for way in range(4):
            for distance in range(far):
                target = rays[source, way, distance]
                if target < 0:
                    break
                other = board[target]
                if other == 0 or (seat_of(other) != seat and (distance == 0 or long_strike)):
                    out[count, 0] = source
                    out[count, 1] = target
                    count += 1
                if other != 0:
                    break
    return count


@compiled
def adjacent(one: Any, other: Any, width: Any) -> Any:
    """Tell whether two squares share a side."""
    return abs(one % width - other % width) + abs(one // width - other // width) == 1


@compiled
def shuttles(trail: Any, length: Any, limit: Any, width: Any, source: Any, target: Any) -> Any:
    """Tell whether a move crosses between the same two squares once too often."""
    if limit == 0 or length < 2 * limit:
        return False
    same_row = source // width == target // width
    low, high = min(source, target), max(source, target)
    start = source
    for back in range(limit):
        ply = trail[length - 2 - 2 * back]
        if ply[TARGET] != start:
            return False
        if same_row:
            if ply[SOURCE] // width != start // width:
                return False
        elif ply[SOURCE] % width != start % width:
            return False
        # On one line the numbers of the squares grow like the squares, so they can be compared as they are.
        low = max(low, min(ply[SOURCE], ply[TARGET]))
        high = min(high, max(ply[SOURCE], ply[TARGET]))
        if low >= high:
            return False
        start = ply[SOURCE]
    return True


@compiled
def chases(trail: Any, length: Any, width: Any, now: Any, source: Any, target: Any) -> Any:
    """Tell whether a move to an empty square chases on into a position of the chase; now is scratch, all -1."""
    if length == 0 or trail[length - 1, FLIGHT] == 0:
        return False
    if length > 1 and trail[length - 2, SOURCE] == target and trail[length - 2, TARGET] == source:
        return False
    plies = 2 * trail[length - 1, FLIGHT]
    now[source] = target
    away, near, seen = 1, False, False
    for back in range(1, plies + 1):
        start, goal = trail[length - back, SOURCE], trail[length - back, TARGET]
        place = goal
        if now[goal] >= 0:
            place = now[goal]
            now[goal] = -1
            away -= 1
        if back % 2 == 1 and adjacent(target, place, width):
            near = True
        if place != start:
            now[start] = place
            away += 1
        if back % 2 == 1 and away == 0:
            seen = True
    now[source] = -1
    for back in range(1, plies + 1):
        now[trail[length - back, SOURCE]] = -1
        now[trail[length - back, TARGET]] = -1
    return near and seen


@compiled
def legal_moves(board: Any, meta: Any, trail: Any, rays: Any, reach: Any, rules: Any, now: Any, out: Any) -> Any:
    """Write the legal moves of the mover in the order of the rules; return how many there are."""
    length = meta[LENGTH]
    count = steps(board, rays, reach, meta[MOVER], rules[LONG_STRIKE] != 0, out)
    last = trail[length - 2, TARGET] if length > 1 else -1
    chased = rules[MORE_SQUARES] != 0 and length > 0 and trail[length - 1, FLIGHT] > 0
    if last < 0 and not chased:
        return count
    kept = 0
    for number in range(count):
        source, target = out[number, 0], out[number, 1]
        # Only the piece that moved last can shuttle.
        if source == last and shuttles(trail, length, rules[TWO_SQUARES], rules[WIDTH], source, target):
            continue
        if chased and board[target] == 0 and chases(trail, length, rules[WIDTH], now, source, target):
            continue
        out[kept, 0] = source
        out[kept, 1] = target
        kept += 1
    return kept


@compiled
def survivor(own: Any, other: Any, duels: Any) -> Any:
    """Return what stands on the square after a strike: the striker, the struck, or nothing."""
    result = duels[rank_of(own), rank_of(other)]
    if result == 0:
        return np.int8(0)
    return own if result > 0 else other


@compiled
def play(board: Any, meta: Any, trail: Any, rules: Any, duels: Any, source: Any, target: Any) -> Any:
    """Make a move; return whether it took the flag."""
    own, other = board[source], board[target]
    length = meta[LENGTH]
    board[source] = 0
    flight, fought, taken = 0, 0, False
    meta[QUIET] += 1
    if other == 0:
        board[target] = own
        quiet_before = rules[MORE_SQUARES] != 0 and length > 0 and trail[length - 1, FOUGHT] == 0
        if quiet_before and adjacent(trail[length - 1, TARGET], source, rules[WIDTH]):
            flight = min(rules[MORE_SQUARES], 1 + (trail[length - 2, FLIGHT] if length > 1 else 0))
    else:
        board[target] = survivor(own, other, duels)
        taken = rank_of(other) == 0
        fought = 1
        meta[QUIET] = 0
    trail[length, SOURCE] = source
    trail[length, TARGET] = target
    trail[length, FOUGHT] = fought
    trail[length, FLIGHT] = flight
    meta[LENGTH] += 1
    meta[PLIES] += 1
    meta[MOVER] = 1 - meta[MOVER]
    return taken


@compiled
def end_of(board: Any, meta: Any, rays: Any, reach: Any, rules: Any, count: Any, out: Any) -> Any:
    """Return why it is over and who has won, given that no flag was taken and the mover has so many legal moves."""
    mover = meta[MOVER]
    if count == 0 or rules[OPEN] != 0:
        # The mover's moves in out are still needed, so the other's go behind them.
        others = steps(board, rays, reach, 1 - mover, rules[LONG_STRIKE] != 0, out[count:])
        if count == 0:
            return (NOBODY, NO_SEAT) if others == 0 else (STUCK, 1 - mover)
        if others == 0:
            return STUCK, mover
    if 0 < rules[QUIET_LIMIT] <= meta[QUIET]:
        return TOO_QUIET, NO_SEAT
    if 0 < rules[LONGEST] <= meta[PLIES]:
        return TOO_LONG, NO_SEAT
    return GOES_ON, NO_SEAT


@compiled
def word(rng: Any) -> Any:
    """Return the next 64 bits of hoyle's dice (SplitMix64); rng holds the counter."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    bits = rng[0]
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@compiled
def below(rng: Any, bound: Any) -> Any:
    """Return a number below a bound, the very one that hoyle's dice give."""
    wide = np.uint64(bound)
    rest = (np.uint64(0) - wide) % wide
    while True:
        drawn = word(rng)
        # The last, incomplete round of remainders would favour small numbers: draw again.
        if drawn <= np.uint64(0xFFFFFFFFFFFFFFFF) - rest:
            return np.int64(drawn % wide)


@compiled
def playout(board: Any, meta: Any, trail: Any, tables: Any, rng: Any, most: Any, now: Any, out: Any) -> Any:
    """Play at random until it is over or a number of moves were made; return why it ended and who has won."""
    rays, reach, rules, duels = tables
    for _ in range(most):
        count = legal_moves(board, meta, trail, rays, reach, rules, now, out)
        why, winner = end_of(board, meta, rays, reach, rules, count, out)
        if why != GOES_ON:
            return why, winner
        chosen = below(rng, count)
        if play(board, meta, trail, rules, duels, out[chosen, 0], out[chosen, 1]):
            return FLAG_TAKEN, 1 - meta[MOVER]
    return GOES_ON, NO_SEAT


@compiled
def playouts(boards: Any, metas: Any, trails: Any, tables: Any, seeds: Any, most: Any, ends: Any) -> Any:
    """Play every board of a batch out in place; write why each ended and who has won, and return the moves made."""
    now = np.full(boards.shape[1], -1, np.int64)
    out = np.empty((MOST_MOVES, 2), np.int16)
    rng = np.empty(1, np.uint64)
    moves = 0
    for number in range(boards.shape[0]):
        rng[0] = seeds[number]
        before = metas[number, PLIES]
        why, winner = playout(boards[number], metas[number], trails[number], tables, rng, most, now, out)
        ends[number, 0] = why
        ends[number, 1] = winner
        moves += metas[number, PLIES] - before
    return moves


@compiled
def worth(board: Any, seat: Any, values: Any, reach: Any, width: Any) -> Any:
    """Return how a board stands for a seat: what its pieces are worth, and how near they are to the other's flag."""
    own_flag, other_flag, total = 0, 0, 0
    for square in range(board.shape[0]):
        code = board[square]
        if code > 0:
            own = seat_of(code) == seat
            total += values[rank_of(code)] if own else -values[rank_of(code)]
            if rank_of(code) == 0:
                own_flag, other_flag = (square, other_flag) if own else (own_flag, square)
    own_nearest, other_nearest = 99, 99
    for square in range(board.shape[0]):
        code = board[square]
        if code > 0 and reach[rank_of(code)] > 0:
            own = seat_of(code) == seat
            flag = other_flag if own else own_flag
            away = abs(square % width - flag % width) + abs(square // width - flag // width)
            total -= away if own else -away
            if own:
                own_nearest = min(own_nearest, away)
            else:
                other_nearest = min(other_nearest, away)
    return 4 * total - 6 * (own_nearest - other_nearest)


@compiled
def best(board: Any, seat: Any, depth: Any, alpha: Any, beta: Any, tables: Any, values: Any, outs: Any) -> Any:
    """Return the worth of a board for the seat to move after so many moves of best play, all ranks being known."""
    rays, reach, rules, duels = tables
    if depth == 0:
        return worth(board, seat, values, reach, rules[WIDTH])
    out = outs[depth]
    count = steps(board, rays, reach, seat, rules[LONG_STRIKE] != 0, out)
    if count == 0:
        return -WON - depth
    # What was best in the position before, kept in the last row, is often best again, and then the rest is cut off.
    for number in range(count):
        if out[number, 0] == out[-1, 0] and out[number, 1] == out[-1, 1]:
            out[number, 0], out[number, 1], out[0, 0], out[0, 1] = out[0, 0], out[0, 1], out[number, 0], out[number, 1]
            break
    for number in range(count):
        source, target = out[number, 0], out[number, 1]
        own, other = board[source], board[target]
        if other != 0 and rank_of(other) == 0:
            return WON + depth
        board[source] = 0
        board[target] = own if other == 0 else survivor(own, other, duels)
        value = -best(board, 1 - seat, depth - 1, -beta, -alpha, tables, values, outs)
        board[source] = own
        board[target] = other
        if value > alpha:
            alpha = value
            out[-1, 0], out[-1, 1] = source, target
        if alpha >= beta:
            break
    return alpha


@compiled
def weigh(boards: Any, seat: Any, moves: Any, depth: Any, cap: Any, tables: Any, values: Any, sums: Any) -> None:
    """Add to the sum of each move what it is worth on each of the boards, a win being worth the cap."""
    _, _, _, duels = tables
    outs = np.zeros((depth + 1, MOST_MOVES, 2), np.int16)
    for at in range(boards.shape[0]):
        board = boards[at]
        for number in range(moves.shape[0]):
            source, target = moves[number, 0], moves[number, 1]
            own, other = board[source], board[target]
            if other != 0 and rank_of(other) == 0:
                sums[number] += cap + 1  # sooner is better
                continue
            board[source] = 0
            board[target] = own if other == 0 else survivor(own, other, duels)
            value = -best(board, 1 - seat, depth, -2 * WON, 2 * WON, tables, values, outs)
            # A win on one of many boards is only likely, so it must not outweigh all that may go wrong on the others.
            sums[number] += min(max(value, -cap), cap)
            board[source] = own
            board[target] = other
