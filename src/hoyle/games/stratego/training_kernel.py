"""Many matches of Stratego at once, for learners, on the mechanics of kernel.py.

boards, metas, trails     as in kernel.py                    flags[row, square]    1 has moved, 2 is known
fights[row, ply]          the two ranks of a strike          lost[row, n]          what fell, by code
reserves[row, seat, rank] what is still to be set up         facts[row]            see below
pairs[action]             rank and square of a placing, source and target of a step
numbers[source, target]   the action of a step               homes[square]         whose home it is, or -1
counts                    how many ready-made setups there are, where steps begin, who moves first, 1 if dealt
"""

from __future__ import annotations

from functools import partial
from typing import Any

from hoyle import kernels
from hoyle.games.stratego.kernel import (
    FLAG_TAKEN,
    FLIGHT,
    GOES_ON,
    LENGTH,
    MOVER,
    NO_SEAT,
    OPEN,
    QUIET,
    TWO_SQUARES,
    WIDTH,
    adjacent,
    below,
    end_of,
    legal_moves,
    play,
    rank_of,
    seat_of,
)

compiled = partial(kernels.compiled, nogil=True, error_model="numpy")

BEGIN, STAND = -1, -2
HIGHEST = 254
KEPT, LOST, TO_SET_UP, WHY, WINNER = 0, 1, 2, 3, 4
MOVED, SHOWN = 1, 2
RANKS = 12
UNKNOWN, OWN_MOVED, LAKE, FROM, TO, LOSSES, REST = 24, 25, 29, 30, 31, 32, 56


@compiled
def set_up(tables: Any, board: Any, reserve: Any, seat: Any, number: Any) -> None:
    """Set up a whole army as a ready-made setup has it."""
    setups = tables[1]
    for square in range(board.size):
        code = setups[seat, number, square]
        if code > 0:
            board[square] = code
            reserve[seat, rank_of(code)] -= 1


@compiled
def change_seat(tables: Any, meta: Any, reserve: Any, facts: Any) -> Any:
    """Let the other seat set up, or the match begin, once a seat has set up all its pieces; tell whether it has."""
    if reserve[meta[MOVER]].sum() > 0:
        return False
    facts[TO_SET_UP] -= 1
    meta[MOVER] = 1 - meta[MOVER] if facts[TO_SET_UP] > 0 else tables[8][2]
    return True


@compiled
def strike_or_move(
    tables: Any, board: Any, flags: Any, meta: Any, trail: Any, fights: Any, lost: Any, facts: Any, action: Any
) -> None:
    """Make a step, with all that the seats learn from it."""
    rules, duels = tables[0][2], tables[0][3]
    source, target = tables[3][action, 0], tables[3][action, 1]
    own, other = board[source], board[target]
    at = meta[LENGTH]
    taken = play(board, meta, trail, rules, duels, source, target)
    flag = flags[source]
    flags[source] = 0
    if other == 0:
        far = not adjacent(source, target, rules[WIDTH])
        flags[target] = flag | MOVED | (SHOWN if far else 0)
    else:
        fights[at, 0], fights[at, 1] = rank_of(own), rank_of(other)
        left = board[target]
        if left != other:
            lost[facts[LOST]] = other
            facts[LOST] += 1
        if left != own:
            lost[facts[LOST]] = own
            facts[LOST] += 1
        flags[target] = 0 if left == 0 else (MOVED | SHOWN if left == own else flags[target] | SHOWN)
    longest = trail[at, FLIGHT]
    if facts[KEPT] > 0:
        longest = max(longest, trail[at - 1, FLIGHT])
    facts[KEPT] = min(facts[KEPT] + 1, max(2 * rules[TWO_SQUARES], 2 * longest + 2))
    if taken:
        facts[WHY], facts[WINNER] = FLAG_TAKEN, 1 - meta[MOVER]


@compiled
def list_placings(tables: Any, board: Any, reserve: Any, seat: Any, legal: Any) -> None:
    """Mark what a seat may set up."""
    homes, pairs, army, counts = tables[2], tables[3], tables[7], tables[8]
    if reserve[seat].sum() == army.sum():
        legal[: counts[0]] = 1
    for action in range(counts[0], counts[1]):
        rank, square = pairs[action, 0], pairs[action, 1]
        if homes[square] == seat and board[square] == 0 and reserve[seat, rank] > 0:
            legal[action] = 1


@compiled
def list_legal(tables: Any, board: Any, meta: Any, trail: Any, facts: Any, now: Any, out: Any, legal: Any) -> None:
    """Mark the legal steps, and note whether the match is over."""
    rays, reach, rules, _ = tables[0]
    count = legal_moves(board, meta, trail, rays, reach, rules, now, out)
    facts[WHY], facts[WINNER] = end_of(board, meta, rays, reach, rules, count, out)
    if facts[WHY] == GOES_ON:
        numbers = tables[4]
        for step in range(count):
            legal[numbers[out[step, 0], out[step, 1]]] = 1


@compiled
def observe_pieces(tables: Any, board: Any, flags: Any, facts: Any, seat: Any, planes: Any) -> None:
    """Write the pieces as a seat sees them into flat planes."""
    cells, everything = tables[5], tables[0][2][OPEN] != 0 or facts[WHY] != GOES_ON
    for square in range(board.size):
        code = board[square]
        if code == 0:
            continue
        cell = cells[square]
        if code < 0:
            planes[LAKE, cell] = 1
            continue
        other = seat_of(code) != seat
        flag = flags[square]
        if other and not everything:
            if facts[TO_SET_UP] > 0:
                continue
            if flag & SHOWN == 0:
                planes[UNKNOWN, cell] = 1
                planes[OWN_MOVED + 2, cell] = flag & MOVED
                continue
        planes[RANKS * other + rank_of(code), cell] = 1
        planes[OWN_MOVED + 2 * other, cell] = flag & MOVED
        planes[OWN_MOVED + 2 * other + 1, cell] = flag >> 1


@compiled
def observe(
    tables: Any, board: Any, flags: Any, meta: Any, trail: Any, lost: Any, facts: Any, seat: Any, planes: Any
) -> None:
    """Write all that a seat sees into flat planes."""
    cells = tables[5]
    planes[:REST] = 0
    observe_pieces(tables, board, flags, facts, seat, planes)
    if facts[KEPT] > 0:
        planes[FROM, cells[trail[meta[LENGTH] - 1, 0]]] = 1
        planes[TO, cells[trail[meta[LENGTH] - 1, 1]]] = 1
    for place in range(facts[LOST]):
        code = lost[place]
        plane = LOSSES + RANKS * (seat_of(code) != seat) + rank_of(code)
        planes[plane] = planes[plane, 0] + 1
    planes[REST] = min(meta[QUIET], HIGHEST)
    planes[REST + 1] = facts[TO_SET_UP] > 0
    planes[REST + 2] = seat


@compiled
def begin(tables: Any, board: Any, flags: Any, meta: Any, reserve: Any, facts: Any, dice: Any) -> None:
    """Begin a match: with an empty board, with armies that dice choose, or with those of the open game."""
    army, counts, opened = tables[7], tables[8], tables[0][2][OPEN] != 0
    board[:] = tables[6]
    flags[:] = 0
    meta[:] = 0
    reserve[0] = army
    reserve[1] = army
    facts[:] = 0
    facts[TO_SET_UP], facts[WINNER] = 2, NO_SEAT
    if opened or counts[3] != 0:
        for seat in range(2):
            set_up(tables, board, reserve, seat, 0 if opened else below(dice, counts[0]))
        facts[TO_SET_UP] = 0
        meta[MOVER] = counts[2]


@compiled
def choose(tables: Any, store: Any, row: Any, action: Any) -> Any:
    """Make a legal choice, and tell whether the other seat notices it."""
    boards, flags, metas, trails, fights, lost, reserves, facts, _, _ = store
    counts, seat = tables[8], metas[row, MOVER]
    if action >= counts[1]:
        strike_or_move(
            tables, boards[row], flags[row], metas[row], trails[row], fights[row], lost[row], facts[row], action
        )
        return True
    if action < counts[0]:
        set_up(tables, boards[row], reserves[row], seat, action)
    else:
        rank, square = tables[3][action, 0], tables[3][action, 1]
        boards[row, square] = 1 + rank + 16 * seat
        reserves[row, seat, rank] -= 1
    return change_seat(tables, metas[row], reserves[row], facts[row])


@compiled
def advance(tables: Any, store: Any, seen: Any, actions: Any, viewer: Any, first: Any, last: Any) -> None:
    """Move some rows on by their actions; see lab/envs/batch.py."""
    boards, flags, metas, trails, _, lost, reserves, facts, now, out = store
    planes, legal, mover, over, foul, scores, _, plies, dice = seen
    flat = planes.reshape(planes.shape[0], planes.shape[1], planes.shape[2] * planes.shape[3])
    for row in range(first, last):
        action = actions[row]
        if action == STAND or (action >= 0 and over[row]):
            continue
        if action == BEGIN:
            begin(tables, boards[row], flags[row], metas[row], reserves[row], facts[row], dice[row : row + 1])
            plies[row] = mover[row] = 0
            foul[row] = False
            scores[row] = 0
        elif legal[row, action] == 0:
            over[row] = foul[row] = True
            legal[row] = 0
            continue
        else:
            plies[row] += choose(tables, store, row, action)
            mover[row] = 1 - mover[row]
        legal[row] = 0
        if facts[row, TO_SET_UP] > 0:
            list_placings(tables, boards[row], reserves[row], metas[row, MOVER], legal[row])
        elif facts[row, WHY] == GOES_ON:
            list_legal(tables, boards[row], metas[row], trails[row], facts[row], now[first], out[first], legal[row])
        over[row] = facts[row, WHY] != GOES_ON
        if over[row]:
            if facts[row, WINNER] != NO_SEAT:
                scores[row, facts[row, WINNER]] = 1
        else:
            mover[row] = metas[row, MOVER]
        seat = mover[row] if viewer < 0 else viewer
        observe(tables, boards[row], flags[row], metas[row], trails[row], lost[row], facts[row], seat, flat[row])
