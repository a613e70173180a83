"""Peg solitaire for learners: jumps by number, the board as planes, and many boards at once.

>>> from hoyle.games.pegs import game
>>> easy = game("easy")
>>> actions(easy)[:3], left(easy, easy.start())
(('d1d3', 'd2d4', 'd3d5'), 2)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final, TypeAlias

import numpy as np

from hoyle.box import Best, Machine
from hoyle.game import Seat, tally
from hoyle.games.pegs.oracle.consult import choose
from hoyle.games.pegs.rules import PegSolitaire, Position
from hoyle.games.pegs.solver import AnyLine
from hoyle.grid import Square
from hoyle.solver import Solved, Unsolvable

Array: TypeAlias = np.ndarray[Any, Any]

BUDGET: Final = 1_000_000


def actions(game: PegSolitaire) -> tuple[str, ...]:
    """Return every jump that the board has room for, in the order in which moves are listed."""
    return tuple(map(str, game.board.jumps))


def observe(game: PegSolitaire, view: Position, seat: Seat) -> dict[str, Array]:  # noqa: ARG001 — there is one seat
    """Return where pegs are, where holes are empty, and the wanted last hole if there is one."""
    planes = {"peg": view, "empty": game.board.holes - view}
    if game.goal is not None:
        planes["wanted"] = frozenset([game.goal])
    return {name: _plane(game, squares) for name, squares in planes.items()}


def _plane(game: PegSolitaire, squares: Iterable[Square]) -> Array:
    width, height = game.board.size
    plane = np.zeros((height, width), np.uint8)
    for x, y in squares:
        plane[y, x] = 1
    return plane


def left(game: PegSolitaire, state: Position) -> int:  # noqa: ARG001 — the same on every board
    """Return how many pegs there are beyond one."""
    return len(state) - 1


def horizon(game: PegSolitaire) -> int:
    """Return how many jumps there are at most: each removes a peg, and one is always left."""
    return max(1, len(game.pegs) - 1)


def best(game: PegSolitaire, state: Position) -> Best:
    """Return the exact answer of the oracle if it takes seconds, or else what a line or a proof says."""
    if outcome := game.outcome(state):
        return Best(Fraction(int(outcome.scores[0] > 0)), left(game, state), "it is over")
    if oracle := choose(game, state):
        answer = oracle.answer(state)
        return Best(Fraction(int(answer.winnable)), answer.fewest - 1, "the oracle has looked at every position")
    verdict = AnyLine().solve(game, state, BUDGET)
    if isinstance(verdict, Solved):
        return Best(Fraction(1), 0, f"won by a line of {tally({'jumps': len(verdict.line)})}")
    return Best(Fraction(0) if isinstance(verdict, Unsolvable) else None, None, verdict.why)


def machine(game: PegSolitaire, rows: int, horizon: int, dealt: bool) -> Machine:  # noqa: ARG001, FBT001 — nothing is dealt
    """Return room for a number of boards."""
    from hoyle.games.pegs import training_kernel

    board, number = game.board, {hole: place for place, hole in enumerate(game.board.squares)}
    jumps = np.array([[number[one] for one in (jump.source, jump.over, jump.target)] for jump in board.jumps], np.int64)
    jumps = jumps.reshape(-1, 3)
    touching: list[list[int]] = [[] for _ in board.squares]
    for jump, holes in enumerate(jumps.tolist()):
        for hole in holes:
            touching[hole].append(jump)
    most = max(map(len, touching), default=0)
    start = observe(game, game.start(), Seat(0))
    legal = {str(jump) for jump in game.moves(game.start())}
    tables = (
        jumps,
        np.array([[*some, *[-1] * (most - len(some))] for some in touching], np.int64),
        np.array([y * board.size[0] + x for x, y in board.squares], np.int64),
        np.array([hole in game.pegs for hole in board.squares], np.uint8),
        np.array(list(start.values()), np.uint8),
        np.array([text in legal for text in actions(game)], np.int8),
        -1 if game.goal is None else number[game.goal],
    )
    pegs = np.zeros((rows, len(board.squares)), np.uint8)
    store = (pegs, np.zeros(rows, np.int64))

    def state(row: int) -> Position:
        return frozenset(hole for hole, peg in zip(board.squares, pegs[row].tolist(), strict=True) if peg)

    return Machine(training_kernel.advance, tables, store, state)
