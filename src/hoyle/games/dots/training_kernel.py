"""Many boards of dots at once, for learners, whose paths are drawn square by square.

boards[row, square]    colours as in kernel.py            trails[row, n]   the squares of the path
gone[row, square]      whether it is on the path          wanted[row, n]   what is left of each objective
numbers[row]           moves left, score, length of the path, 1 if it is closed
rules                  width, colours, moves of a match, 1 for loops
"""

from __future__ import annotations

from functools import partial
from typing import Any

from hoyle import kernels
from hoyle.games.dots.kernel import drop, refill

compiled = partial(kernels.compiled, nogil=True)

BEGIN, STAND = -1, -2
HIGHEST = 254
LEFT, SCORE, LENGTH, CLOSED = 0, 1, 2, 3


@compiled
def draw(trail: Any, gone: Any, numbers: Any, square: Any) -> None:
    """Continue the path to a square."""
    trail[numbers[LENGTH]] = square
    numbers[LENGTH] += 1
    numbers[CLOSED] = gone[square]
    gone[square] = True


@compiled
def play(tables: Any, board: Any, trail: Any, gone: Any, wanted: Any, numbers: Any, dice: Any) -> None:
    """Play the path, and let dots fall."""
    _, _, goals, _, rules = tables
    colour = board[trail[0]]
    if numbers[CLOSED]:
        for square in range(board.size):
            gone[square] = board[square] == colour
    removed = drop(board, gone, rules[0])
    for goal in range(goals.size):
        if goals[goal] == colour:
            wanted[goal] -= removed
    gone[:] = False
    numbers[SCORE] += removed
    numbers[LEFT] -= 1
    numbers[LENGTH] = numbers[CLOSED] = 0
    refill(board, rules[0], rules[1], dice)


@compiled
def list_legal(tables: Any, board: Any, trail: Any, gone: Any, numbers: Any, legal: Any) -> Any:
    """Mark the legal actions of one board, and return how many there are."""
    beside, _, _, _, rules = tables
    length = numbers[LENGTH]
    legal[:] = 0
    count = 0
    if length == 0:
        for square in range(board.size):
            for way in range(4):
                other = beside[square, way]
                if other >= 0 and board[other] == board[square]:
                    legal[square] = 1
                    count += 1
                    break
        return count
    if length > 1:
        legal[board.size] = 1
        count += 1
    if numbers[CLOSED]:
        return count
    head = trail[length - 1]
    for way in range(4):
        other = beside[head, way]
        if other < 0 or board[other] != board[head]:
            continue
        if not gone[other] or (rules[3] != 0 and other != trail[length - 2]):
            legal[other] = 1
            count += 1
    return count


@compiled
def observe(board: Any, trail: Any, gone: Any, wanted: Any, numbers: Any, colours: Any, planes: Any) -> None:
    """Write the planes of one board: colours, path, head, moves left, and what is wanted."""
    width = planes.shape[2]
    for square in range(board.size):
        y, x = square // width, square % width
        for colour in range(colours):
            planes[colour, y, x] = board[square] == colour
        planes[colours, y, x] = gone[square]
        planes[colours + 1, y, x] = 0
    if numbers[LENGTH] > 0:
        head = trail[numbers[LENGTH] - 1]
        planes[colours + 1, head // width, head % width] = 1
    planes[colours + 2] = min(numbers[LEFT], HIGHEST)
    for goal in range(wanted.size):
        planes[colours + 3 + goal] = min(max(wanted[goal], 0), HIGHEST)


@compiled
def advance(tables: Any, store: Any, seen: Any, actions: Any, _viewer: Any, first: Any, last: Any) -> None:
    """Move some rows on by their actions; see lab/envs/batch.py."""
    _, start, _, asked, rules = tables
    boards, trails, gone, wanted, numbers = store
    planes, legal, _, over, foul, scores, left, plies, dice = seen
    for row in range(first, last):
        action = actions[row]
        if action == STAND or (action >= 0 and over[row]):
            continue
        if action == BEGIN:
            boards[row] = start
            refill(boards[row], rules[0], rules[1], dice[row : row + 1])
            gone[row] = False
            wanted[row] = asked
            numbers[row] = 0
            numbers[row, LEFT] = rules[2]
            plies[row] = 0
            foul[row] = False
            scores[row, 0] = 0
        elif legal[row, action] == 0:
            over[row] = foul[row] = True
            legal[row] = 0
            continue
        else:
            plies[row] += 1
            if action < boards.shape[1]:
                draw(trails[row], gone[row], numbers[row], action)
            else:
                play(tables, boards[row], trails[row], gone[row], wanted[row], numbers[row], dice[row : row + 1])
        count = list_legal(tables, boards[row], trails[row], gone[row], numbers[row], legal[row])
        left[row] = 0
        for goal in range(asked.size):
            left[row] += max(wanted[row, goal], 0)
        over[row] = left[row] == 0 or numbers[row, LEFT] == 0 or count == 0
        if over[row]:
            legal[row] = 0
            scores[row, 0] = left[row] == 0
        observe(boards[row], trails[row], gone[row], wanted[row], numbers[row], rules[1], planes[row])
