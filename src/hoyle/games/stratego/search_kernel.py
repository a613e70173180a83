"""The kernel that looks ahead in Stratego with ranks as odds: strikes at unseen pieces branch into their possible results.

Everything is as the seat at the root knows it: that seat is side 0, the other is side 1, and every value is good for side 0.

    board[square]       0 empty, -1 a lake, else 1 + the number of a piece
    facts[piece]        its square, or -1 once it is gone; its side; its rank, or -1 if unseen; whether the other side knows it;
                        whether it is unseen and was struck in vain
    reals[piece]        what it is worth when known, and how much more while unknown; for an unseen one, how likely it can
                        move and how likely it is a scout
    field[piece, square]     what it is worth that the piece stands there
    odds[piece, rank]   for an unseen piece, how likely a striker of that rank wins, ties or falls, and what it takes with a win
                        or a tie
    threat[piece, rank] for an unseen piece, how likely it can move and beats that rank
    alarm[digs, way, square] how far a piece of side 1 that can take bombs, or cannot, is from a side of the own flag; alarm[2] is
                        that for pieces of side 0, and alarm[3, 0, steps] what it costs if nobody can meet a piece so far away
    habits              how likely side 1 strikes with a known or an unseen piece at an unknown one, and how likely an unseen
                        piece must be able to move to be expected to
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from hoyle import kernels

compiled = partial(kernels.compiled, error_model="numpy")

WON = 100_000.0
FLAG, SCOUT, BOMB = 0, 2, 11
MOST_MOVES = 400
DEEPEST = 24
FAR = 40
"""What is this far away does not matter."""
WATCHED = 15
"""Nor does what is this far from the own flag."""
HASTE = 0.96
QUIESCENCE = 3
"""How many strikes are followed beyond the depth."""
WHERE, SIDE, RANK, KNOWN, SPENT = 0, 1, 2, 3, 4
WORTH, SECRET, MOBILE, RUNS = 0, 1, 2, 3
WIN, TIE, FALL, MOVE = 0, 1, 2, 3
MEETS, COST = 2, 3
STRIKES_UNKNOWN, UNSEEN_STRIKES_UNKNOWN, UNSEEN_MOVES = 0, 1, 2
# A frame is a position on the way from the root: its depth and mover, its moves, and the one that is looked into.
DEPTH, MOVER, COUNT, NUMBER, KIND, PIECE, SOURCE, OTHER, TARGET, WAS_KNOWN, OTHER_KNOWN, SURE, FRAME = range(13)
SCORE, ALPHA, BETA, RESULT, VALUE, FIGURES = range(6)


@compiled
def price(piece: Any, facts: Any, reals: Any) -> Any:
    """Return what a piece is worth now."""
    return reals[piece, WORTH] if facts[piece, KNOWN] else reals[piece, WORTH] + reals[piece, SECRET]


@compiled
def moves(side: Any, strikes_only: Any, world: Any, tables: Any, out: Any, keys: Any) -> Any:
    """Write the moves of a side with how promising each looks; return how many there are."""
    board, facts, reals, field, _, _, habits, _ = world
    rays, reach, _, options = tables
    count = 0
    for piece in range(facts.shape[0]):
        source, rank = facts[piece, WHERE], facts[piece, RANK]
        if source < 0 or facts[piece, SIDE] != side or (rank < 0 and reals[piece, MOBILE] < 0.02):
            continue
        far = reach[rank] if rank >= 0 else reach[SCOUT] if reals[piece, RUNS] > 0.05 else 1
        walks = not strikes_only and (rank >= 0 or reals[piece, MOBILE] > habits[UNSEEN_MOVES])
        for way in range(4):
            for distance in range(far):
                target = rays[source, way, distance]
                if target < 0:
                    break
                other = board[target] - 1
                if other < 0:
                    if walks and (distance == 0 or rank >= 0):
                        out[count, 0] = piece
                        out[count, 1] = target
                        keys[count] = field[piece, target] - field[piece, source]
                        count += 1
                    continue
                if facts[other, SIDE] != side and (distance == 0 or options[0]) and not facts[other, SPENT]:
                    out[count, 0] = piece
                    out[count, 1] = target
                    keys[count] = 100.0 + price(other, facts, reals) - 0.1 * price(piece, facts, reals)
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
def chances(piece: Any, other: Any, away: Any, world: Any, duels: Any, chance: Any) -> Any:
    """Write how likely a strike wins, ties, fails or is not made; return whether only one of these can be."""
    _, facts, reals, _, odds, threat, habits, _ = world
    rank, struck = facts[piece, RANK], facts[other, RANK]
    for kind in range(4):
        chance[kind] = 0.0
    if rank < 0:
        # The other side knows what it strikes with, so it strikes only if that wins.
        beats = threat[piece, struck]
        if away > 1:
            beats = reals[piece, RUNS] if duels[SCOUT, struck] > 0 else 0.0
        chance[WIN] = beats if facts[other, KNOWN] else beats * habits[UNSEEN_STRIKES_UNKNOWN]
        chance[MOVE] = 1.0 - chance[WIN]
        return 0
    if struck < 0:
        for kind in range(3):
            chance[kind] = odds[other, rank, kind]
        return 0
    only = 1 - duels[rank, struck]
    if facts[piece, SIDE] == 0 or facts[other, KNOWN]:
        chance[only] = 1.0
        return 1
    chance[only] = habits[STRIKES_UNKNOWN]
    chance[MOVE] = 1.0 - chance[only]
    return 0


@compiled
def change(kind: Any, frame: Any, world: Any) -> Any:
    """Return what the mover gains with a move, or with a strike that wins, ties or fails."""
    _, facts, reals, field, odds, _, _, _ = world
    piece, source, other, target = frame[PIECE], frame[SOURCE], frame[OTHER], frame[TARGET]
    if kind == MOVE:
        return field[piece, target] - field[piece, source]
    if kind == FALL:
        shows = 0.0 if facts[other, KNOWN] else reals[other, SECRET]
        return shows - price(piece, facts, reals) - field[piece, source]
    take = odds[other, facts[piece, RANK], 3 + kind] if facts[other, RANK] < 0 else price(other, facts, reals)
    take += field[other, target] - field[piece, source]
    if kind == TIE:
        return take - price(piece, facts, reals)
    return take + field[piece, target] - (0.0 if facts[piece, KNOWN] else reals[piece, SECRET])


@compiled
def unmet_chance(other: Any, way: Any, away: Any, world: Any, tables: Any) -> Any:
    """Return how likely no piece of side 0 can meet one of side 1 on its way to the flag, if that is so far away."""
    _, facts, _, _, odds, _, _, alarm = world
    reach, duels = tables[1], tables[2]
    rank, met = facts[other, RANK], 0.0
    for piece in range(facts.shape[0]):
        at, own = facts[piece, WHERE], facts[piece, RANK]
        if at < 0 or facts[piece, SIDE] == 1 or reach[own] == 0 or alarm[MEETS, way, at] > away:
            continue
        if rank < 0:
            met = max(met, odds[other, own, WIN] + odds[other, own, TIE])
        elif duels[own, rank] >= 0:
            return 0.0
    return 1.0 - met


@compiled
def neglect(mover: Any, world: Any, tables: Any) -> Any:
    """Return what it costs that a piece of side 1 comes to the flag, and none of side 0 that can meet it is there in time."""
    _, facts, reals, _, _, threat, _, alarm = world
    worst = 0.0
    for other in range(facts.shape[0]):
        at = facts[other, WHERE]
        if at < 0 or facts[other, SIDE] == 0:
            continue
        for digs in range(2):
            likely = threat[other, BOMB] if digs else reals[other, MOBILE]
            for way in range(4):
                away = alarm[digs, way, at]
                cost = likely * alarm[COST, 0, int(away)]
                if cost > worst:
                    worst = max(worst, cost * unmet_chance(other, way, away + 1 - mover, world, tables))
    return worst


@compiled
def arrive(ply: Any, world: Any, tables: Any, frames: Any, nodes: Any) -> None:
    """Begin a position: find its moves, if it is to be looked into, and what it is worth without them."""
    frame, figure = frames[0][ply], frames[1][ply]
    nodes[0] += 1
    figure[RESULT] = figure[SCORE]
    frame[NUMBER], frame[KIND] = -1, 4
    if frame[DEPTH] <= -QUIESCENCE or ply >= DEEPEST - 1 or nodes[0] > nodes[1]:
        frame[COUNT] = 0
        figure[RESULT] -= neglect(frame[MOVER], world, tables)
        return
    if ply > 0:
        frame[COUNT] = moves(frame[MOVER], frame[DEPTH] <= 0, world, tables, frames[2][ply], frames[3][ply])
    if frame[DEPTH] <= 0:
        figure[RESULT] -= neglect(frame[MOVER], world, tables)
        return
    if frame[COUNT] > 0:
        figure[RESULT] = -2.0 * WON if frame[MOVER] == 0 else 2.0 * WON
    elif frame[MOVER] == 0:
        figure[RESULT] = ply - WON


@compiled
def settle(ply: Any, frames: Any, values: Any) -> Any:
    """Take note of the move that was looked into; return whether to go on to the next."""
    frame, figure = frames[0][ply], frames[1][ply]
    first = frame[MOVER] == 0
    if frame[NUMBER] >= 0:
        figure[RESULT] = max(figure[RESULT], figure[VALUE]) if first else min(figure[RESULT], figure[VALUE])
        if ply == 0:
            values[frame[NUMBER]] = figure[VALUE]
    if first:
        figure[ALPHA] = max(figure[ALPHA], figure[RESULT])
    else:
        figure[BETA] = min(figure[BETA], figure[RESULT])
    frame[NUMBER] += 1
    return frame[NUMBER] < frame[COUNT] and figure[ALPHA] < figure[BETA]


@compiled
def turn_to_next(ply: Any, world: Any, tables: Any, frames: Any) -> None:
    """Take up the most promising of the moves that are left."""
    board, facts, _, _, _, _, _, _ = world
    frame, chance, out = frames[0][ply], frames[4][ply], frames[2][ply]
    pick(frame[NUMBER], frame[COUNT], out, frames[3][ply])
    piece, target = out[frame[NUMBER], 0], out[frame[NUMBER], 1]
    source, other = facts[piece, WHERE], board[target] - 1
    frame[KIND], frame[PIECE], frame[TARGET], frame[SOURCE], frame[OTHER] = 0, piece, target, source, other
    frame[WAS_KNOWN] = facts[piece, KNOWN]
    frames[1][ply, VALUE] = 0.0
    if other < 0:
        for kind in range(3):
            chance[kind] = 0.0
        chance[MOVE] = 1.0
        frame[SURE] = 1
    else:
        width = tables[3][1]
        away = abs(source % width - target % width) + abs(source // width - target // width)
        frame[OTHER_KNOWN] = facts[other, KNOWN]
        frame[SURE] = chances(piece, other, away, world, tables[2], chance)


@compiled
def make(ply: Any, kind: Any, world: Any, frames: Any, bonus: Any) -> None:
    """Make a move, and set out the position after it."""
    board, facts, _, _, _, _, _, _ = world
    frame, figure, child, under = frames[0][ply], frames[1][ply], frames[0][ply + 1], frames[1][ply + 1]
    piece, source, other, target = frame[PIECE], frame[SOURCE], frame[OTHER], frame[TARGET]
    # A gain now is worth more than the same gain later, or it would be put off for ever.
    gained = change(kind, frame, world) * HASTE**ply
    under[SCORE] = figure[SCORE] + gained if frame[MOVER] == 0 else figure[SCORE] - gained
    if ply == 0:
        under[SCORE] += bonus[piece, target]
    child[MOVER] = 1 - frame[MOVER]
    # Values of what may come to pass are averaged, so bounds on the average are none on them.
    child[DEPTH] = frame[DEPTH] - (1 if frame[SURE] else 2)
    under[ALPHA] = figure[ALPHA] if frame[SURE] else -2.0 * WON
    under[BETA] = figure[BETA] if frame[SURE] else 2.0 * WON
    board[source] = 0
    board[target] = other + 1 if kind == FALL else 0 if kind == TIE else piece + 1
    facts[piece, WHERE] = target if kind in (WIN, MOVE) else -1
    if other >= 0:
        facts[piece, KNOWN] = 1
        facts[other, KNOWN] = 1
        facts[other, WHERE] = target if kind == FALL else -1
        facts[other, SPENT] = 1 if kind == FALL and facts[other, RANK] < 0 else 0


@compiled
def unmake(ply: Any, world: Any, frames: Any) -> None:
    """Take a move back and add the value of the position after it."""
    board, facts, _, _, _, _, _, _ = world
    frame, figure = frames[0][ply], frames[1][ply]
    piece, other, value = frame[PIECE], frame[OTHER], frames[1][ply + 1, RESULT]
    board[frame[SOURCE]] = piece + 1
    board[frame[TARGET]] = other + 1
    facts[piece, WHERE] = frame[SOURCE]
    facts[piece, KNOWN] = frame[WAS_KNOWN]
    if other >= 0:
        facts[other, WHERE] = frame[TARGET]
        facts[other, KNOWN] = frame[OTHER_KNOWN]
        facts[other, SPENT] = 0
    figure[VALUE] += value if frame[SURE] else frames[4][ply, frame[KIND]] * value
    frame[KIND] += 1


@compiled
def best(world: Any, tables: Any, frames: Any, bonus: Any, nodes: Any, values: Any) -> None:
    """Write the values of the moves of the root, whose frame is set out; frames take the place of calls to itself."""
    facts = world[1]
    ply = np.int64(0)  # not a literal, for which everything would be compiled once more
    arrive(ply, world, tables, frames, nodes)
    while True:
        frame, figure = frames[0][ply], frames[1][ply]
        kind = frame[KIND]
        if kind > MOVE:
            if settle(ply, frames, values):
                turn_to_next(ply, world, tables, frames)
            elif ply == 0:
                return
            else:
                ply -= 1
                unmake(ply, world, frames)
            continue
        likely = frames[4][ply, kind]
        if likely == 0.0:
            frame[KIND] += 1
        elif frame[OTHER] >= 0 and kind == MOVE:
            figure[VALUE] += likely * (figure[SCORE] - neglect(1 - frame[MOVER], world, tables))
            frame[KIND] += 1
        elif kind == WIN and facts[frame[OTHER], RANK] == FLAG:
            # Striking the flag by chance is not finding it: like any other risk, it must not outweigh everything else.
            most = WON - ply if frame[SURE] else 2.0 * price(frame[OTHER], facts, world[2])
            figure[VALUE] += likely * (figure[SCORE] + (most if frame[MOVER] == 0 else -most))
            frame[KIND] += 1
        else:
            make(ply, kind, world, frames, bonus)
            ply += 1
            arrive(ply, world, tables, frames, nodes)


def room(moves: Any, nodes: int) -> Any:
    """Return what a search needs besides the position: frames with the moves of the root, and the count of nodes."""
    frame = np.zeros((DEEPEST, FRAME), np.int64)
    outs = np.zeros((DEEPEST, MOST_MOVES, 2), np.int64)
    outs[0, : len(moves)] = moves
    frames = frame, np.zeros((DEEPEST, FIGURES)), outs, np.zeros((DEEPEST, MOST_MOVES)), np.zeros((DEEPEST, 4))
    return frames, np.array([0, nodes], np.int64)


@compiled
def search(deepest: Any, world: Any, tables: Any, bonus: Any, frames: Any, nodes: Any, steps: Any, values: Any) -> Any:
    """Write the moves of the root and their values after as many plies as the nodes allow; return how many plies.

    The moves, pairs of a piece and a square, come in the order in which they were tried.  Each has a bonus.  A move that is
    not better than one before it has a value that is only an upper bound.
    """
    frame, figures, outs, keys, _ = frames
    count, most, reached = steps.shape[0], nodes[1], 0
    for depth in range(1, deepest + 1):
        frame[0, DEPTH], frame[0, MOVER], frame[0, COUNT] = depth, 0, count
        figures[0, SCORE], figures[0, ALPHA], figures[0, BETA] = 0.0, -2.0 * WON, 2.0 * WON
        nodes[1] = most if depth > 1 else 1 << 60
        best(world, tables, frames, bonus, nodes, keys[DEEPEST - 1])
        if nodes[0] > most and depth > 1:
            break
        for number in range(count):
            steps[number, 0] = outs[0, number, 0]
            steps[number, 1] = outs[0, number, 1]
            values[number] = keys[DEEPEST - 1, number]
            keys[0, number] = values[number]
        reached = depth
        if nodes[0] > most:
            break
    return reached


@compiled
def distances(goal: Any, side: Any, digs: Any, world: Any, tables: Any, away: Any, queue: Any) -> None:
    """Write how far every square is from a goal for a piece of a side, which may take bombs or not.

    Pieces in the way cost more, and those block which cannot move and cannot be taken.
    """
    board, facts, _, _, _, _, _, _ = world
    rays, reach = tables[0], tables[1]
    for square in range(away.shape[0]):
        away[square] = 1000
    away[goal] = 0
    queue[0] = goal
    head, tail, size = 0, 1, queue.shape[0]
    while head != tail:
        square = queue[head]
        head = (head + 1) % size
        here = board[square] - 1
        cost = 1
        if square != goal and here >= 0:
            fixed = facts[here, RANK] >= 0 and reach[facts[here, RANK]] == 0
            if facts[here, SIDE] != side and (digs or not fixed):
                cost = 4
            elif fixed:
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
    """Return what a strike of side 0 may be expected to gain."""
    _, facts, reals, _, odds, _, _, _ = world
    own, rank, struck = price(piece, facts, reals), facts[piece, RANK], facts[other, RANK]
    shows = 0.0 if facts[piece, KNOWN] else reals[piece, SECRET]
    if struck >= 0:
        result = duels[rank, struck]
        take = price(other, facts, reals)
        return take - shows if result > 0 else take - own if result == 0 else -own
    return (
        odds[other, rank, WIN] * (odds[other, rank, 3] - shows)
        + odds[other, rank, TIE] * (odds[other, rank, 4] - own)
        + odds[other, rank, FALL] * (reals[other, SECRET] - own)
    )


@compiled
def danger(piece: Any, other: Any, world: Any, reach: Any, duels: Any) -> Any:
    """Return how likely a piece of side 1 can strike one of side 0 and win."""
    _, facts, _, _, _, threat, _, _ = world
    rank = facts[other, RANK]
    if rank < 0:
        return threat[other, facts[piece, RANK]]
    return 1.0 if reach[rank] > 0 and duels[rank, facts[piece, RANK]] > 0 else 0.0


@compiled
def spread(piece: Any, value: Any, away: Any, fades: Any, field: Any) -> None:
    """Raise the field of a piece to a value that fades with the distance."""
    for square in range(field.shape[1]):
        if away[square] < FAR:
            field[piece, square] = max(field[piece, square], value * fades[away[square]])


@compiled
def draw_on(target: Any, world: Any, tables: Any, away: Any, fades: Any, strength: Any, helpers: Any) -> None:
    """Draw the pieces of side 0 that gain most by striking a target towards it."""
    _, facts, _, field, _, _, _, _ = world
    reach, duels = tables[1], tables[2]
    taken = np.zeros(facts.shape[0], np.bool_)
    for _ in range(helpers):
        chosen: Any = np.int64(-1)
        top = 0.0
        for piece in range(facts.shape[0]):
            at = facts[piece, WHERE]
            if at < 0 or facts[piece, SIDE] == 1 or taken[piece] or reach[facts[piece, RANK]] == 0:
                continue
            value = gain(piece, target, world, duels) * fades[min(away[at], FAR - 1)]
            if value > top:
                chosen, top = piece, value
        if chosen < 0:
            return
        taken[chosen] = True
        spread(chosen, strength * gain(chosen, target, world, duels), away, fades, field)


@compiled
def pull(world: Any, tables: Any, weights: Any, fades: Any, helpers: Any, shunned: Any) -> None:
    """Write the fields: pieces are drawn to what they would strike, and those of side 0 shun what would strike them.

    The weights are how strongly side 0 is drawn, how strongly side 1 is, how strongly side 0 shuns, how much less that is for
    unknown pieces, what it is worth to stand beside its own flag, and what part of the flag it costs to neglect it.  The
    fades are what is left of that at each distance.  The fields are all 0 to begin with, and so is shunned, which is scratch.
    """
    board, facts, reals, field, _, _, _, _ = world
    reach, duels = tables[1], tables[2]
    away = np.empty(board.shape[0], np.int64)
    queue = np.empty(board.shape[0] * 8, np.int64)
    for target in range(facts.shape[0]):
        mine = facts[target, SIDE] == 0
        if mine and facts[target, RANK] == FLAG:
            watch(target, weights[5] * price(target, facts, reals), world, tables, fades, away, queue)
        distances(facts[target, WHERE], 1 if mine else 0, 1, world, tables, away, queue)
        for piece in range(facts.shape[0]):
            own, other = (target, piece) if mine else (piece, target)
            if facts[piece, SIDE] == facts[target, SIDE] or (not mine and reach[facts[own, RANK]] == 0):
                continue
            loss = danger(own, other, world, reach, duels) * price(own, facts, reals)
            if loss > 0.0:
                loss *= (weights[1] if mine else weights[2]) * (1.0 if facts[own, KNOWN] else weights[3])
                spread(piece, loss, away, fades, field if mine else shunned)
        if not mine:
            draw_on(target, world, tables, away, fades, weights[0], helpers)
    for piece in range(facts.shape[0]):
        for square in range(board.shape[0]):
            field[piece, square] -= shunned[piece, square]
    stay(world, tables[0], weights[4])


@compiled
def watch(flag: Any, most: Any, world: Any, tables: Any, fades: Any, away: Any, queue: Any) -> None:
    """Write how far each side of the own flag is from every square, and what it costs that somebody comes from so far."""
    board, facts, _, _, _, _, _, alarm = world
    rays, reach = tables[0], tables[1]
    size = board.shape[0]
    for steps in range(min(size - 1, WATCHED)):
        alarm[COST, 0, steps] = most * fades[steps + 1]
    for way in range(4):
        beside = rays[facts[flag, WHERE], way, 0]
        here = board[beside] - 1 if beside >= 0 else -1
        shut = here >= 0 and facts[here, SIDE] == 0 and reach[facts[here, RANK]] == 0
        for kind in range(3):
            if beside >= 0:
                distances(beside, 0 if kind == MEETS else 1, kind == 1, world, tables, away, queue)
            for square in range(size):
                far = beside < 0 or (shut and kind == 0)
                alarm[kind, way, square] = size - 1 if far else min(away[square], size - 1)


@compiled
def stay(world: Any, rays: Any, guard: Any) -> None:
    """Make it worth something to stand beside one's own flag."""
    _, facts, _, field, _, _, _, _ = world
    for flag in range(facts.shape[0]):
        if facts[flag, RANK] != FLAG or facts[flag, SIDE] != 0:
            continue
        for way in range(4):
            beside = rays[facts[flag, WHERE], way, 0]
            for piece in range(facts.shape[0]):
                if beside >= 0 and facts[piece, SIDE] == 0:
                    field[piece, beside] += guard
