"""Proofs that a position cannot be won, from the cheapest to the dearest, written as certificates.

First the position class, then a pagoda function found by linear programming and rounded to whole numbers, which are
checked exactly here and once more by the checker in certificate.py. Exhaustion is the searches' business; its count of
positions is written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import Any, Final, TypeAlias

from hoyle.games.pegs.invariant import Triple, bits, invariants, members, odd
from hoyle.games.pegs.problem import Problem
from hoyle.games.pegs.rules import PegSolitaire, Position
from hoyle.grid import ORTHOGONAL, TRIANGULAR, Square, name

Evidence: TypeAlias = dict[str, Any]

LINES: Final = {frozenset(ORTHOGONAL): "square", frozenset(TRIANGULAR): "triangular"}
SCALES: Final = (*range(1, 61), 72, 84, 90, 120, 180, 210, 360, 420, 720, 840, 2520, 5040)
"""Factors tried in turn to make whole numbers of a linear program's fractions."""
TRIED_GOALS: Final = 12
"""So many goals get a linear program of their own before one of them fails; a board rarely needs more than two."""


def by_class(problem: Problem, squares: Sequence[Square]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield labellings, each with the goals that it rules out, until none rules out another goal.

    >>> from hoyle.games.pegs import game
    >>> from hoyle.games.pegs.problem import problem_of
    >>> french = game("french")
    >>> [len(goals) for _, goals in by_class(problem_of(french, french.start()), french.board.squares)]
    [25, 12]
    """
    left = set(problem.goals)
    basis = invariants(problem.size, problem.jumps)
    labellings = [*colourings(problem.jumps, squares), *basis]
    while left:
        refuted, labels = max(
            (
                ([goal for goal in sorted(left) if odd(labels, problem.start) != odd(labels, 1 << goal)], labels)
                for labels in labellings
            ),
            key=lambda pair: len(pair[0]),
            default=([], 0),
        )
        if not refuted:
            return
        left -= set(refuted)
        yield [labels >> hole & 1 for hole in range(problem.size)], refuted


def colourings(jumps: Sequence[Triple], squares: Sequence[Square]) -> list[int]:
    """Return the classical labellings that suit the jumps: two of every three diagonals, in either direction.

    They say no more than the invariants do, but a reader sees at a glance that they are right.
    """
    diagonals = [
        bits(hole for hole, (x, y) in enumerate(squares) if (x + way * y) % 3 != left_out)
        for way in (1, -1)
        for left_out in range(3)
    ]
    return [labels for labels in diagonals if not any(odd(labels, bits(jump)) for jump in jumps)]


def by_pagoda(problem: Problem) -> Iterator[tuple[list[int], list[int]]]:
    """Yield pagoda functions in whole numbers, each with the goals that it rules out.

    Stops at the first goal that no pagoda function rules out, since then the position has to be searched anyway.

    >>> from hoyle.games.pegs import game
    >>> from hoyle.games.pegs.problem import problem_of
    >>> diamond = game("diamond25@d4-d4")
    >>> weights, goals = next(by_pagoda(problem_of(diamond, diamond.start())))
    >>> sum(weights) - weights[12] < weights[12]
    True
    """
    left = list(problem.goals)
    for _ in range(TRIED_GOALS):
        if not left:
            return
        weights = pagoda(problem, left[0])
        if weights is None:
            return
        start = sum(weights[hole] for hole in members(problem.start))
        yield weights, [goal for goal in left if weights[goal] > start]
        left = [goal for goal in left if weights[goal] <= start]


def pagoda(problem: Problem, goal: int) -> list[int] | None:
    """Return weights that no jump lets grow and that weigh more at the goal than at the start, or None.

    >>> pagoda(Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b101, goals=(1,)), 1) is None
    False
    """
    # SciPy costs a third of a second, and many proofs need no linear program.
    import numpy as np  # noqa: PLC0415
    from scipy.optimize import linprog  # noqa: PLC0415
    from scipy.sparse import csr_array  # noqa: PLC0415

    cost = np.array([float(problem.start >> hole & 1) for hole in range(problem.size)])
    cost[goal] -= 1
    number = len(problem.jumps)
    rows = np.repeat(np.arange(number), 3)
    columns = np.array(problem.jumps, dtype=np.int64).reshape(-1)
    gains = csr_array((np.tile([-1.0, -1.0, 1.0], number), (rows, columns)), shape=(number, problem.size))
    bound = np.zeros(number)
    found = linprog(cost, A_ub=gains if number else None, b_ub=bound if number else None, bounds=(-1, 1), method="highs")
    if found.status != 0 or found.fun > -1e-7:
        return None
    for scale in SCALES:
        weights = [round(float(weight) * scale) for weight in found.x]
        if refutes(problem, weights, goal):
            factor = gcd(*weights)
            return [weight // factor for weight in weights]
    return None


def refutes(problem: Problem, weights: Sequence[int], goal: int) -> bool:
    """Tell, in whole numbers, whether the weights are a pagoda function by which the goal weighs more than the start.

    >>> refutes(Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b101, goals=(1,)), [0, 1, 0], 1)
    True
    """
    return all(weights[source] + weights[over] >= weights[target] for source, over, target in problem.jumps) and (
        sum(weights[hole] for hole in members(problem.start)) < weights[goal]
    )


# --- the certificate ------------------------------------------------------------------------------------------------


def weighed(kind: str, game: PegSolitaire, state: Position, weights: Sequence[int], goals: Sequence[int]) -> Evidence:
    """Return the evidence of a labelling (kind class) or of a pagoda function."""
    weight = dict(zip(game.board.squares, weights, strict=True))
    return {
        "kind": kind,
        "finish": [name(game.board.squares[goal]) for goal in goals],
        "weights": [[weight.get(slot) for slot in row] for row in game.board.rows],
        "start_sum": sum(weight[hole] for hole in state),
        "finish_sum": min(weights[goal] for goal in goals),
    }


def exhausted(game: PegSolitaire, direction: str, layers: Sequence[int], goals: Sequence[int]) -> Evidence:
    """Return the evidence of an exhaustion."""
    finish = [name(game.board.squares[goal]) for goal in goals]
    return {"kind": "exhaustion", "finish": finish, "direction": direction, "layers": list(layers)}


def certificate(game: PegSolitaire, state: Position, evidence: Sequence[Evidence]) -> Mapping[str, Any] | None:
    """Return the JSON object that certificate.py checks, or None for a board whose lines have no name there.

    >>> from hoyle.games.pegs import game
    >>> stuck = game("O.O/...")
    >>> certificate(stuck, stuck.start(), [])["goal"]
    ['a1', 'b1', 'c1', 'a2', 'b2', 'c2']
    """
    lines = LINES.get(frozenset(game.board.directions))
    if lines is None:
        return None
    goals = game.board.squares if game.goal is None else (game.goal,)
    return {
        "proof": "hoyle/pegs",
        "version": 1,
        "board": game.board.write(frozenset()),
        "lines": lines,
        "start": game.board.write(state),
        "goal": [name(goal) for goal in goals],
        "jumps": [str(jump) for jump in game.board.jumps],
        "evidence": list(evidence),
    }


def in_words(evidence: Evidence) -> str:
    """Return one sentence on a piece of evidence.

    >>> in_words({"kind": "exhaustion", "finish": ["b1"], "direction": "forwards", "layers": [1, 4]})
    'exhaustion: none of the 5 positions that can be reached is one peg in b1'
    """
    finish = evidence["finish"]
    where = finish[0] if len(finish) == 1 else f"any of {len(finish)} holes"
    match evidence["kind"]:
        case "class":
            return f"position class: no jump changes it, and one peg in {where} is of another class than the start"
        case "pagoda":
            return (
                f"pagoda function: no jump gains weight, the start weighs {evidence['start_sum']}, "
                f"and one peg in {where} at least {evidence['finish_sum']}"
            )
    total = sum(evidence["layers"])
    if evidence["direction"] == "forwards":
        return f"exhaustion: none of the {total:,} positions that can be reached is one peg in {where}"
    return f"exhaustion: the start is none of the {total:,} positions that lead to one peg in {where}"


def board_of_weights(evidence: Evidence) -> str:
    """Return the weights of a labelling or a pagoda function as a board, one row a line.

    >>> print(board_of_weights({"weights": [[None, 1, None], [0, -1, 10]]}))
        1
     0 -1 10
    """
    rows = [["" if weight is None else str(weight) for weight in row] for row in evidence["weights"]]
    width = max(len(cell) for row in rows for cell in row)
    return "\n".join(" ".join(cell.rjust(width) for cell in row).rstrip() for row in rows)


