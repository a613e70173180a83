"""Dots for learners: squares by number, the board as planes, and many boards at once.

>>> from hoyle.games.dots import game
>>> actions(Stepwise(game("RRB/BRB-3-R3")))
('a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'play')
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from hoyle.box import HIGHEST, Best, Machine
from hoyle.game import Seat
from hoyle.games.dots.batch import beside, decode, encode
from hoyle.games.dots.board import COLOURS
from hoyle.games.dots.rules import Position
from hoyle.games.dots.solver import Expectimax
from hoyle.games.dots.stepwise import Drawing, Stepwise
from hoyle.grid import name
from hoyle.solver import Chance, Solved, Unsolvable

Array: TypeAlias = np.ndarray[Any, Any]

BUDGET = 100_000


def actions(game: Stepwise) -> tuple[str, ...]:
    """Return the squares in reading order, and last the choice to play the path."""
    board = game.dots.board
    return (*(name((x, y)) for y in range(len(board)) for x in range(len(board[0]))), "play")


def observe(game: Stepwise, view: Drawing, seat: Seat) -> dict[str, Array | int]:  # noqa: ARG001 — there is one seat
    """Return the dots by colour, the path and its last square, the moves left, and what is wanted of each colour."""
    position, trail = view.position, view.trail
    rows = np.array([list(row) for row in position.rows])
    planes: dict[str, Array | int] = {
        COLOURS[letter]: (rows == letter).astype(np.uint8) for letter in game.dots.letters
    }
    path, head = np.zeros(rows.shape, np.uint8), np.zeros(rows.shape, np.uint8)
    for x, y in trail:
        path[y, x] = 1
    for x, y in trail[-1:]:
        head[y, x] = 1
    planes |= {"path": path, "head": head, "left": min(position.left, HIGHEST)}
    for (letter, _), more in zip(game.dots.goals, position.wanted, strict=True):
        planes[f"wanted {COLOURS[letter]}"] = min(max(more, 0), HIGHEST)
    return planes


def left(game: Stepwise, state: Drawing) -> int:  # noqa: ARG001 — the same in every game
    """Return how many wanted dots are still to be removed."""
    return sum(max(more, 0) for more in state.position.wanted)


def horizon(game: Stepwise) -> int:
    """Return how many choices a match has at most: in each move every square may be drawn, one again, and played."""
    return game.dots.limit * (len(game.dots.board) * len(game.dots.board[0]) + 2)


def best(game: Stepwise, state: Drawing) -> Best:
    """Return the exact chance to win, if the expectimax solver has one and nothing is drawn yet."""
    if outcome := game.outcome(state):
        return Best(Fraction(int(outcome.scores[0] > 0)), left(game, state), "it is over")
    if state.trail:
        return Best(None, None, "a path is being drawn")
    verdict = Expectimax().solve(game.dots, state.position, BUDGET)
    if isinstance(verdict, Chance) and verdict.exact:
        return Best(verdict.probability, 0 if verdict.probability == 1 else None, verdict.why)
    known = {Solved: Fraction(1), Unsolvable: Fraction(0)}.get(type(verdict))
    return Best(known, None, verdict.why)


def machine(game: Stepwise, rows: int, horizon: int, dealt: bool) -> Machine:  # noqa: ARG001, FBT001 — nature always deals
    """Return room for a number of boards."""
    from hoyle.games.dots import training_kernel

    dots, area = game.dots, len(game.dots.board) * len(game.dots.board[0])
    width, goals = len(dots.board[0]), len(dots.goals)
    tables = (
        beside(dots),
        encode(dots, dots.start()),
        np.array([dots.letters.index(colour) for colour, _ in dots.goals], np.int64),
        np.array([number for _, number in dots.goals], np.int64),
        np.array([width, dots.colours, dots.limit, dots.loops], np.int64),
    )
    boards, trails = np.zeros((rows, area), np.int8), np.zeros((rows, area + 1), np.int64)
    gone = np.zeros((rows, area), np.bool_)
    wanted, numbers = np.zeros((rows, goals), np.int64), np.zeros((rows, 4), np.int64)

    def state(row: int) -> Drawing:
        limit, score, length, _ = numbers[row].tolist()
        position = Position(decode(dots, boards[row]), limit, tuple(wanted[row].tolist()), score)
        return Drawing(position, tuple((at % width, at // width) for at in trails[row, :length].tolist()))

    return Machine(training_kernel.advance, tables, (boards, trails, gone, wanted, numbers), state)
