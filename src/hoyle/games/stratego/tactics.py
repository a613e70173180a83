"""The kernel that looks ahead in Stratego with ranks as odds: strikes at unseen pieces branch by what may come of them.

Everything is as the root's seat knows it; 0 is that seat and 1 the other, and every value is good for 0.

    board[square]      0 empty, -1 a lake, else 1 + the number of a piece
    where[piece]       its square, or -1 once it is gone; seats[piece], ranks[piece] (-1 unseen), known[piece] to the other seat
    worth[piece]       what it is worth known, and premium[piece] what it is worth more as long as it is unknown
    field[piece, square]          what it is worth that it stands there
    odds[piece, rank, 0..2]       for an unseen piece, how likely a striker of that rank wins, ties or falls
    spoils[piece, rank, 0..1]     what the striker takes with a win or a tie
    threat[piece, rank]           how likely an unseen piece can move and beat a rank; mobile[piece] that it can move
    habits             how likely the other seat strikes: a known piece at an unknown one, an unseen piece at an unknown one
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from hoyle import kernels

compiled = partial(kernels.compiled, error_model="numpy")

WON = 100_000.0
FLAG = 0
MOST_MOVES = 400
DEEPEST = 24
FAR = 40
QUIESCENCE = 3
"""How many strikes are followed beyond the depth."""
DEPTH, SEAT, COUNT, NUMBER, KIND, PIECE, SOURCE, OTHER, TARGET, KNOWN, OTHER_KNOWN, SURE, FACTS = range(13)
SCORE, ALPHA, BETA, RESULT, VALUE, REALS = range(6)
DEPTH, SEAT, COUNT, NUMBER, KIND, PIECE, SOURCE, OTHER, TARGET, KNOWN, OTHER_KNOWN, SURE, FACTS = range(13)
SCORE, ALPHA, BETA, RESULT, VALUE, REALS = range(6)
STRIKES_UNKNOWN, UNSEEN_STRIKES_UNKNOWN, UNSEEN_MOVES = 0, 1, 2


@compiled
def price(piece: Any, known: Any, worth: Any, premium: Any) -> Any:
    """Return what a piece is worth now."""
    return worth[piece] if known[piece] else worth[piece] + premium[piece]


@compiled
def moves(seat: Any, strikes_only: Any, world: Any, rays: Any, reach: Any, long_strike: Any, out: Any, keys: Any) -> Any:
    """Write the moves of a seat with how promising each looks; return how many there are."""
    board, where, seats, ranks, known, spent, worth, premium, field, odds, spoils, threat, mobile, habits = world
    count = 0
    for piece in range(where.shape[0]):
        source = where[piece]
        if source < 0 or seats[piece] != seat:
            continue
        far = reach[ranks[piece]] if ranks[piece] >= 0 else 1
        if far == 0 or (ranks[piece] < 0 and mobile[piece] < 0.02):
            continue
        can_walk = not strikes_only and (ranks[piece] >= 0 or mobile[piece] > habits[UNSEEN_MOVES])
        for way in range(4):
            for distance in range(far):
                target = rays[source, way, distance]
                if target < 0:
                    break
                other = board[target] - 1
                if other < 0:
                    if can_walk:
                        out[count, 0] = piece
                        out[count, 1] = target
                        change = field[piece, target] - field[piece, source]
                        keys[count] = change
                        count += 1
                    continue
                if seats[other] != seat and (distance == 0 or long_strike) and not spent[other]:
                    out[count, 0] = piece
                    out[count, 1] = target
                    keys[count] = 100.0 + price(other, known, worth, premium) - 0.1 * price(piece, known, worth, premium)
                    count += 1
                break
    return count


@compiled
def pick(at: Any, count: Any, out: Any, keys: Any) -> None:
    """Bring the most promising of the moves left to a place."""
    top = at
    for number in range(at + 1, count):
        if keys[number] > keys[top]:
            top = number
    if top != at:
        for column in range(2):
            out[at, column], out[top, column] = out[top, column], out[at, column]
        keys[at], keys[top] = keys[top], keys[at]


@compiled
def chances(piece: Any, other: Any, seat: Any, world: Any, duels: Any, chance: Any) -> Any:
    """Write how likely a strike wins, ties, fails or is not made; return whether only one of these can be."""
    _, _, _, ranks, known, _, _, _, _, odds, _, threat, _, habits = world
    chance[:] = 0.0
    if ranks[piece] < 0:
        # The other seat knows what it strikes with, so it strikes only if that wins.
        beats = threat[piece, ranks[other]]
        chance[0] = beats if known[other] else beats * habits[UNSEEN_STRIKES_UNKNOWN]
        chance[3] = 1.0 - chance[0]
        return False
    if ranks[other] < 0:
        chance[:3] = odds[other, ranks[piece]]
        return False
    result = duels[ranks[piece], ranks[other]]
    sure = seat == 0 or known[other]
    chance[1 - result] = 1.0 if sure else habits[STRIKES_UNKNOWN]
    chance[3] = 1.0 - chance[1 - result]
    return sure


@compiled
def change(kind: Any, piece: Any, source: Any, other: Any, target: Any, world: Any) -> Any:
    """Return what the mover gains with a move (kind 3) or a strike that wins, ties or fails (0, 1, 2)."""
    _, _, _, ranks, known, _, worth, premium, field, _, spoils, _, _, _ = world
    if kind == 3:
        return field[piece, target] - field[piece, source]
    if kind == 2:
        return (0.0 if known[other] else premium[other]) - price(piece, known, worth, premium) - field[piece, source]
    take = spoils[other, ranks[piece], kind] if ranks[other] < 0 else price(other, known, worth, premium)
    take += field[other, target] - field[piece, source]
    if kind == 1:
        return take - price(piece, known, worth, premium)
    return take + field[piece, target] - (0.0 if known[piece] else premium[piece])


@compiled
def arrive(ply: Any, world: Any, tables: Any, frames: Any, nodes: Any) -> None:
    """Begin a position: find its moves, if it is to be looked into, and what it is worth without them."""
    rays, reach, long_strike, _ = tables
    facts, reals, outs, keys, _ = frames
    own, real = facts[ply], reals[ply]
    nodes[0] += 1
    real[RESULT] = real[SCORE]
    own[NUMBER], own[KIND] = -1, 4
    if own[DEPTH] <= -QUIESCENCE or ply >= DEEPEST - 1 or nodes[0] > nodes[1]:
        own[COUNT] = 0
        return
    if ply > 0:
        own[COUNT] = moves(own[SEAT], own[DEPTH] <= 0, world, rays, reach, long_strike, outs[ply], keys[ply])
    if own[DEPTH] <= 0:
        return
    if own[COUNT] > 0:
        real[RESULT] = -2.0 * WON if own[SEAT] == 0 else 2.0 * WON
    elif own[SEAT] == 0:
        real[RESULT] = ply - WON


@compiled
def turn_to_next(ply: Any, world: Any, tables: Any, frames: Any, values: Any) -> Any:
    """Take note of the move that was looked into, and turn to the next; return whether there is one worth it."""
    board, where, _, _, known, _, _, _, _, _, _, _, _, _ = world
    facts, reals, outs, keys, chance = frames
    own, real = facts[ply], reals[ply]
    if own[NUMBER] >= 0:
        if own[SEAT] == 0:
            real[RESULT] = max(real[RESULT], real[VALUE])
        else:
            real[RESULT] = min(real[RESULT], real[VALUE])
        if ply == 0:
            values[own[NUMBER]] = real[VALUE]
    if own[SEAT] == 0:
        real[ALPHA] = max(real[ALPHA], real[RESULT])
    else:
        real[BETA] = min(real[BETA], real[RESULT])
    own[NUMBER] += 1
    if own[NUMBER] >= own[COUNT] or real[ALPHA] >= real[BETA]:
        return False
    pick(own[NUMBER], own[COUNT], outs[ply], keys[ply])
    piece, target = outs[ply, own[NUMBER], 0], outs[ply, own[NUMBER], 1]
    other = board[target] - 1
    own[PIECE], own[TARGET], own[SOURCE], own[OTHER] = piece, target, where[piece], other
    own[KNOWN] = known[piece]
    own[OTHER_KNOWN] = other >= 0 and known[other]
    real[VALUE] = 0.0
    if other < 0:
        chance[ply, :3] = 0.0
        chance[ply, 3] = 1.0
        own[SURE] = True
    else:
        own[SURE] = chances(piece, other, own[SEAT], world, tables[3], chance[ply])
    own[KIND] = 0
    return True


@compiled
def descend(ply: Any, world: Any, tables: Any, frames: Any, values: Any) -> Any:
    """Make the next move that has to be looked into; return whether there was one."""
    ranks = world[3]
    facts, reals, _, _, chance = frames
    own, real = facts[ply], reals[ply]
    sign = 1.0 if own[SEAT] == 0 else -1.0
    while True:
        if own[KIND] >= 4 and not turn_to_next(ply, world, tables, frames, values):
            return False
        while own[KIND] < 4:
            kind, other = own[KIND], own[OTHER]
            likely = chance[ply, kind]
            if likely == 0.0:
                own[KIND] += 1
            elif other >= 0 and kind == 3:
                real[VALUE] += likely * real[SCORE]
                own[KIND] += 1
            elif kind == 0 and ranks[other] == FLAG:
                real[VALUE] += likely * sign * (WON - ply)
                own[KIND] += 1
            else:
                make(ply, kind, sign, world, frames)
                return True


@compiled
def make(ply: Any, kind: Any, sign: Any, world: Any, frames: Any) -> None:
    """Make a move of a kind, and set out the position behind it."""
    board, where, _, ranks, known, spent, _, _, _, _, _, _, _, _ = world
    facts, reals, _, _, _ = frames
    own, real, child, under = facts[ply], reals[ply], facts[ply + 1], reals[ply + 1]
    piece, source, other, target = own[PIECE], own[SOURCE], own[OTHER], own[TARGET]
    under[SCORE] = real[SCORE] + sign * change(kind, piece, source, other, target, world)
    child[SEAT] = 1 - own[SEAT]
    # Values of what may come to pass are averaged, so bounds on the average are none on them.
    child[DEPTH] = own[DEPTH] - (1 if own[SURE] else 2)
    under[ALPHA] = real[ALPHA] if own[SURE] else -2.0 * WON
    under[BETA] = real[BETA] if own[SURE] else 2.0 * WON
    board[source] = 0
    board[target] = other + 1 if kind == 2 else 0 if kind == 1 else piece + 1
    where[piece] = target if kind == 0 or kind == 3 else -1
    if other >= 0:
        known[piece] = True
        known[other] = True
        where[other] = target if kind == 2 else -1
        spent[other] = kind == 2 and ranks[other] < 0


@compiled
def unmake(ply: Any, value: Any, world: Any, frames: Any) -> None:
    """Take a move back and add the value of the position behind it."""
    board, where, _, _, known, spent, _, _, _, _, _, _, _, _ = world
    facts, reals, _, _, chance = frames
    own = facts[ply]
    piece, other = own[PIECE], own[OTHER]
    board[own[SOURCE]] = piece + 1
    board[own[TARGET]] = other + 1
    where[piece] = own[SOURCE]
    known[piece] = own[KNOWN] != 0
    if other >= 0:
        where[other] = own[TARGET]
        known[other] = own[OTHER_KNOWN] != 0
        spent[other] = False
    reals[ply, VALUE] += value if own[SURE] else chance[ply, own[KIND]] * value
    own[KIND] += 1


@compiled
def best(world: Any, tables: Any, frames: Any, nodes: Any, values: Any) -> None:
    """Write the values of the moves of the root, whose frame is set out; the frames take the place of calls to itself."""
    ply = 0
    arrive(ply, world, tables, frames, nodes)
    while True:
        if descend(ply, world, tables, frames, values):
            ply += 1
            arrive(ply, world, tables, frames, nodes)
        elif ply == 0:
            return
        else:
            ply -= 1
            unmake(ply, frames[1][ply + 1, RESULT], world, frames)


@compiled
def search(deepest: Any, world: Any, tables: Any, steps: Any, most: Any) -> Any:
    """Return the values of the moves of the root after as many plies as a number of nodes allows, that depth, and the nodes.

    The steps are pairs of a piece and a square, and are put into the order of their values.  A move that is not better than
    the best has a value that is only an upper bound.
    """
    count = steps.shape[0]
    facts = np.zeros((DEEPEST, FACTS), np.int64)
    reals = np.zeros((DEEPEST, REALS))
    outs = np.empty((DEEPEST, MOST_MOVES, 2), np.int64)
    keys = np.zeros((DEEPEST, MOST_MOVES))
    frames = facts, reals, outs, keys, np.zeros((DEEPEST, 4))
    values = np.zeros(count)
    kept = np.zeros(count)
    nodes = np.array([0, most])
    reached = 0
    outs[0, :count] = steps
    for depth in range(1, deepest + 1):
        facts[0, DEPTH], facts[0, SEAT], facts[0, COUNT] = depth, 0, count
        reals[0, SCORE], reals[0, ALPHA], reals[0, BETA] = 0.0, -2.0 * WON, 2.0 * WON
        nodes[1] = most if depth > 1 else 1 << 60
        best(world, tables, frames, nodes, values)
        if nodes[0] > most and depth > 1:
            break
        steps[:] = outs[0, :count]
        kept[:] = values
        keys[0, :count] = values
        reached = depth
        if nodes[0] > most:
            break
    return kept, reached, nodes[0]


@compiled
def distances(goal: Any, seat: Any, world: Any, rays: Any, reach: Any, away: Any, queue: Any) -> None:
    """Write how far every square is from a goal for a piece of a seat: pieces in the way cost more, fixed ones block."""
    board, _, seats, ranks, _, _, _, _, _, _, _, _, mobile, _ = world
    away[:] = 1000
    away[goal] = 0
    queue[0] = goal
    head, tail, size = 0, 1, queue.shape[0]
    while head != tail:
        square = queue[head]
        head = (head + 1) % size
        here = board[square] - 1
        cost = 1
        if square != goal and here >= 0:
            if seats[here] != seat:
                cost = 4
            elif ranks[here] >= 0 and reach[ranks[here]] == 0:
                cost = 100
            else:
                cost = 2
        for way in range(4):
            beside = rays[square, way, 0]
            if beside >= 0 and away[square] + cost < away[beside]:
                away[beside] = away[square] + cost
                queue[tail] = beside
                tail = (tail + 1) % size


@compiled
def gain(piece: Any, other: Any, world: Any, duels: Any) -> Any:
    """Return what a strike of seat 0 may be expected to gain."""
    _, _, _, ranks, known, _, worth, premium, _, odds, spoils, _, _, _ = world
    own = price(piece, known, worth, premium)
    shows = 0.0 if known[piece] else premium[piece]
    if ranks[other] >= 0:
        result = duels[ranks[piece], ranks[other]]
        take = price(other, known, worth, premium)
        return take - shows if result > 0 else take - own if result == 0 else -own
    win, tie, lose = odds[other, ranks[piece]]
    return (
        win * (spoils[other, ranks[piece], 0] - shows)
        + tie * (spoils[other, ranks[piece], 1] - own)
        + lose * (premium[other] - own)
    )


@compiled
def pull(world: Any, tables: Any, strength: Any, decay: Any, fear: Any, shun: Any, dread: Any, helpers: Any) -> None:
    """Write the fields: own pieces are drawn to what they would strike, and shun what would strike them, likewise the other's."""
    board, where, seats, ranks, known, _, worth, premium, field, _, _, threat, mobile, _ = world
    rays, reach, _, duels = tables
    squares, pieces = board.shape[0], where.shape[0]
    away = np.empty(squares, np.int64)
    queue = np.empty(squares * 8, np.int64)
    taken = np.empty(pieces, np.bool_)
    shunned = np.zeros(field.shape)
    fades = decay ** np.arange(FAR)
    field[:] = 0.0
    for target in range(pieces):
        if where[target] < 0:
            continue
        mine = seats[target] == 0
        distances(where[target], 1 if mine else 0, world, rays, reach, away, queue)
        if mine:
            for piece in range(pieces):
                if where[piece] < 0 or seats[piece] == 0:
                    continue
                if ranks[piece] >= 0:
                    if reach[ranks[piece]] == 0 or duels[ranks[piece], ranks[target]] <= 0:
                        continue
                    likely = 1.0
                else:
                    likely = threat[piece, ranks[target]]
                likely *= price(target, known, worth, premium) * (1.0 if known[target] else dread)
                for square in range(squares):
                    if away[square] < FAR:
                        field[piece, square] = max(field[piece, square], fear * likely * fades[away[square]])
            continue
        for piece in range(pieces):
            if where[piece] < 0 or seats[piece] == 1 or reach[ranks[piece]] == 0:
                continue
            likely = threat[target, ranks[piece]] if ranks[target] < 0 else 0.0
            if ranks[target] >= 0 and reach[ranks[target]] > 0 and duels[ranks[target], ranks[piece]] > 0:
                likely = 1.0
            likely *= shun * price(piece, known, worth, premium) * (1.0 if known[piece] else dread)
            if likely > 0.0:
                for square in range(squares):
                    if away[square] < FAR:
                        shunned[piece, square] = max(shunned[piece, square], likely * fades[away[square]])
        taken[:] = False
        for _ in range(helpers):
            chosen, top = -1, 0.0
            for piece in range(pieces):
                if where[piece] < 0 or seats[piece] == 1 or taken[piece] or reach[ranks[piece]] == 0:
                    continue
                value = gain(piece, target, world, duels) * fades[min(away[where[piece]], FAR - 1)]
                if value > top:
                    chosen, top = piece, value
            if chosen < 0:
                break
            taken[chosen] = True
            value = strength * gain(chosen, target, world, duels)
            for square in range(squares):
                if away[square] < FAR:
                    field[chosen, square] = max(field[chosen, square], value * fades[away[square]])
    field -= shunned
