"""The mechanics of dots for many boards at once; the rules come as numbers and tables.

A board is a row of int8, square (x, y) at y·width + x, a colour from 0 or -1 for an empty square:

width 3     x 0 1 2          index 0 1 2
y 0   R R B                3 4 5      board = [0, 0, 3,  3, 0, 3]
y 1   B R B

beside[square] lists its neighbours right, left, down, up, and -1 where there is none: the order of the rules, so
that paths come in the same order and the same random words give the same match.
dice[0] is the counter of the random sequence (SplitMix64), as in hoyle.dice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoyle.kernels import compiled

Array = np.ndarray[Any, Any]

EMPTY = np.int8(-1)
STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
TOP = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE = np.uint64(1)


@compiled
def below(dice: Array, bound: int) -> int:
    """Return a number from 0 to bound - 1, as Dice.below does."""
    size = np.uint64(bound)
    # The last, incomplete round of remainders would favour small numbers.
    surplus = (TOP % size + ONE) % size
    while True:
        dice[0] = dice[0] + STEP
        word = dice[0]
        word = (word ^ (word >> np.uint64(30))) * MIX_1
        word = (word ^ (word >> np.uint64(27))) * MIX_2
        word = word ^ (word >> np.uint64(31))
        if word <= TOP - surplus:
            return int(word % size)


@compiled
def drop(board: Array, gone: Array, width: int) -> int:
    """Remove some dots, let the others fall, and return how many went."""
    removed = 0
    for x in range(width):
        low = len(board) - width + x
        for square in range(low, -1, -width):
            if gone[square]:
                removed += 1
            elif board[square] != EMPTY:
                board[low] = board[square]
                low -= width
        for square in range(low, -1, -width):
            board[square] = EMPTY
    return removed


@compiled
def refill(board: Array, width: int, colours: int, dice: Array) -> None:
    """Fill the empty squares by chance, the leftmost column first and in it the lowest square."""
    for x in range(width):
        for square in range(len(board) - width + x, -1, -width):
            if board[square] == EMPTY:
                board[square] = below(dice, colours)


@compiled
def canonical(trail: Array, length: int, knot: int) -> bool:
    """Tell whether a path has the direction and the first square with which the rules list it."""
    if knot < 0:
        return bool(trail[0] < trail[length - 1])
    # A closed path: its last square is trail[knot] once more, and is not in the trail.
    if trail[knot + 1] > trail[length - 1]:
        return False
    return knot > 0 or bool(trail[:length].min() == trail[0])


@compiled
def find_paths(board: Array, beside: Array, loops: bool, found: Array, lengths: Array) -> int:
    """Count the paths of a full board in the order of the rules, and write the first of them into found and lengths.

    A closed path is written with its last square.  The search stops when found is full, unless found has no room at all.
    """
    area = len(board)
    trail, option = np.zeros(area, np.int64), np.zeros(area, np.int64)
    place = np.full(area, -1)
    count = 0
    for start in range(area):
        trail[0], option[0], place[start] = start, 0, 0
        length = 1
        while length > 0:
            head = trail[length - 1]
            if option[length - 1] == 4:
                place[head] = -1
                length -= 1
                continue
            after = beside[head, option[length - 1]]
            option[length - 1] += 1
            knot = place[after]
            # §8: with loops a path may end where it has been, except on the square it has just left.
            if after < 0 or board[after] != board[head] or (knot >= 0 and not (loops and knot <= length - 4)):
                continue
            if knot < 0:
                trail[length], option[length], place[after] = after, 0, length
                length += 1
            if canonical(trail, length, knot):
                if count < len(found):
                    found[count, :length] = trail[:length]
                    found[count, length] = after
                    lengths[count] = length + (knot >= 0)
                count += 1
                if count == len(found):
                    return count
    return count


@compiled
def random_path(board: Array, beside: Array, loops: bool, gone: Array, dice: Array) -> bool:
    """Draw a path as the random player does and mark what vanishes with it; tell whether there is any path."""
    gone[:] = False
    pairs = 0
    for square in range(len(board)):
        for other in beside[square]:
            if other >= 0 and board[square] == board[other]:
                pairs += 1
    if pairs == 0:
        return False
    drawn = below(dice, pairs)
    trail = np.zeros(len(board) + 1, np.int64)
    for square in range(len(board)):
        for other in beside[square]:
            if other >= 0 and board[square] == board[other]:
                if drawn == 0:
                    trail[0], trail[1] = square, other
                drawn -= 1
    gone[trail[0]] = gone[trail[1]] = True
    if walk_on(board, beside, loops, gone, trail, dice):
        gone[:] = board == board[trail[0]]
    return True


@compiled
def walk_on(board: Array, beside: Array, loops: bool, gone: Array, trail: Array, dice: Array) -> bool:
    """Lengthen a path of two squares by chance; tell whether it closes."""
    ways = np.zeros(4, np.int64)
    length = 2
    while True:
        number = 0
        head = trail[length - 1]
        for other in beside[head]:
            if other < 0 or board[other] != board[head]:
                continue
            # §8: a path closes where it has been, but not where it has just come from.
            if not gone[other] or (loops and other != trail[length - 2]):
                ways[number] = other
                number += 1
        if number == 0:
            return False
        drawn = below(dice, number + 1)
        if drawn == number:
            return False
        if gone[ways[drawn]]:
            return True
        trail[length] = ways[drawn]
        gone[ways[drawn]] = True
        length += 1


@compiled
def playout(board: Array, beside: Array, numbers: Array, goals: Array, wanted: Array, dice: Array) -> tuple[int, int]:
    """Play one match by chance on a board that it changes; return the score and the moves left.

    The numbers are width, colours, moves left, and 1 for loops.
    """
    width, colours, left, loops = numbers
    gone = np.zeros(len(board), np.bool_)
    score = 0
    refill(board, width, colours, dice)
    while left > 0 and wanted.max() > 0:
        if not random_path(board, beside, loops != 0, gone, dice):
            break
        colour = board[np.argmax(gone)]
        removed = drop(board, gone, width)
        for goal in range(len(goals)):
            if goals[goal] == colour:
                wanted[goal] -= removed
        score += removed
        left -= 1
        refill(board, width, colours, dice)
    return score, left


@compiled
def playouts(start: Array, beside: Array, numbers: Array, goals: Array, wanted: Array, seeds: Array) -> Array:
    """Play a match by chance for each seed; return for each whether it is won, the score and the moves left."""
    results = np.zeros((len(seeds), 3), np.int64)
    dice = np.zeros(1, np.uint64)
    for match in range(len(seeds)):
        dice[0] = seeds[match]
        rest = wanted.copy()
        score, left = playout(start.copy(), beside, numbers, goals, rest, dice)
        results[match, 0] = rest.max() <= 0
        results[match, 1] = score
        results[match, 2] = left
    return results
