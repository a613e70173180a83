"""Proofs that a position cannot be won, from the cheapest to the most expensive, written as certificates.

First the position class, then a pagoda function found by linear programming and rounded to whole numbers, which are
checked exactly here and once more by the checker in certificate.py. Exhaustion is done by the searches; its counts are
written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import gcd
from typing import Any, Final, TypeAlias

from hoyle.game import tally
from hoyle.games.pegs.invariant import Triple, bits, invariants, members, odd
from hoyle.games.pegs.problem import Problem
from hoyle.games.pegs.rules import PegSolitaire, Position
from hoyle.grid import ORTHOGONAL, TRIANGULAR, Square, name

Evidence: TypeAlias = dict[str, Any]

LINES: Final = {frozenset(ORTHOGONAL): "square", frozenset(TRIANGULAR): "triangular"}
SCALES: Final = (*range(1, 61), 72, 84, 90, 120, 180, 210, 360, 420, 720, 840, 2520, 5040)
"""Factors that are tried in turn to turn a linear program's fractions into whole numbers."""
MOST_PAGODAS: Final = 21
"""The kernel counts seven in a word; more than three words cost more than they save."""
MOST_CREDIT: Final = 127
FEW: Final = 5
"""How many holes are named one by one."""
TRIED_GOALS: Final = 12
"""How many goals get a linear program of their own before one of them fails; a board rarely needs more than two."""


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
    """Return the classical labellings that fit the jumps: two of every three diagonals, in either direction.

    They prove no more than the invariants do, but a reader sees at a glance that they are right.
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
    """Return weights whose sum no jump increases and that weigh more at the goal than at the start, or None.

    >>> pagoda(Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b101, goals=(1,)), 1) is None
    False
    """
    bounds = [(-1.0, 1.0)] * problem.size
    for weights in roundings(lightest_start(replace(problem, goals=(goal,)), bounds)):
        if refutes(problem, weights, goal):
            return weights
    return None


def pagodas(problem: Problem, most: int = MOST_PAGODAS) -> list[tuple[int, ...]]:
    """Return a few pagoda functions by which the start outweighs the goals as little as possible.

    None of them need rule the problem out, but together they rule out most positions that cannot win. They are closed
    under the symmetries of the problem.

    >>> from hoyle.games.pegs import game
    >>> from hoyle.games.pegs.problem import problem_of
    >>> central = game("english@d4-d4")
    >>> problem = problem_of(central, central.start())
    >>> [surplus(problem, weights) for weights in pagodas(problem)][:3]
    [8, 8, 8]
    """
    found: dict[tuple[int, ...], int] = {}
    for hole in range(problem.size):
        for weight in (1.0, -1.0):
            bounds = [(-8.0, 8.0)] * problem.size
            bounds[hole] = (weight, weight)
            for weights in roundings(lightest_start(problem, bounds)):
                if all(weights[source] + weights[over] >= weights[target] for source, over, target in problem.jumps):
                    found.setdefault(tuple(weights), surplus(problem, weights))
                    break
    chosen: list[tuple[int, ...]] = []
    kept = problem.keeping(start=True)
    # The less there is to lose, relative to what a peg weighs, the sooner a position is ruled out.
    for known in sorted(found, key=lambda known: (found[known] / sum(map(abs, known)), known)):
        fresh = {tuple(known[symmetry[hole]] for hole in range(problem.size)) for symmetry in kept} - set(chosen)
        if 0 <= found[known] <= MOST_CREDIT and len(chosen) + len(fresh) <= most:
            chosen += sorted(fresh)
    return chosen


def surplus(problem: Problem, weights: Sequence[int]) -> int:
    """Return by how much the start outweighs the lightest goal."""
    return sum(weights[hole] for hole in members(problem.start)) - min(weights[goal] for goal in problem.goals)


def lightest_start(problem: Problem, bounds: Sequence[tuple[float, float]]) -> list[float] | None:
    """Return the pagoda function within bounds by which the start outweighs the lightest goal least, by floats."""
    # HiGHS costs half a second, and many proofs need no linear program.
    import highspy

    solver = highspy.Highs()
    solver.silent()
    for hole, (least, most) in enumerate(bounds):
        solver.addCol(float(problem.start >> hole & 1), least, most, 0, [], [])
    # The last unknown is the lightest goal's weight: at most that of any.
    solver.addCol(-1.0, -highspy.kHighsInf, highspy.kHighsInf, 0, [], [])
    for source, over, target in problem.jumps:
        solver.addRow(-highspy.kHighsInf, 0.0, 3, [source, over, target], [-1.0, -1.0, 1.0])
    for goal in problem.goals:
        solver.addRow(-highspy.kHighsInf, 0.0, 2, [problem.size, goal], [1.0, -1.0])
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return list(solver.getSolution().col_value)[:-1]


def roundings(weights: Sequence[float] | None) -> Iterator[list[int]]:
    """Yield whole numbers in about the same proportions, the smallest first."""
    for scale in SCALES if weights else ():
        whole = [round(weight * scale) for weight in weights or ()]
        factor = gcd(*whole)
        if factor:
            yield [weight // factor for weight in whole]


def refutes(problem: Problem, weights: Sequence[int], goal: int) -> bool:
    """Tell, in whole numbers, whether the weights are a pagoda function by which the goal weighs more than the start.

    >>> refutes(Problem(3, ((0, 1, 2), (2, 1, 0)), (), start=0b101, goals=(1,)), [0, 1, 0], 1)
    True
    """
    return all(weights[source] + weights[over] >= weights[target] for source, over, target in problem.jumps) and (
        sum(weights[hole] for hole in members(problem.start)) < weights[goal]
    )


# --- the certificate ------------------------------------------------------------------------------------------------


def weight_evidence(
    kind: str, game: PegSolitaire, state: Position, weights: Sequence[int], goals: Sequence[int]
) -> Evidence:
    """Return the evidence of a labelling (kind class) or of a pagoda function."""
    weight = dict(zip(game.board.squares, weights, strict=True))
    return {
        "kind": kind,
        "finish": [name(game.board.squares[goal]) for goal in goals],
        "weights": rows_of(game, weights),
        "start_sum": sum(weight[hole] for hole in state),
        "finish_sum": min(weights[goal] for goal in goals),
    }


def exhaustion_evidence(
    game: PegSolitaire, direction: str, layers: Sequence[int], goals: Sequence[int], pagodas: Sequence[Sequence[int]]
) -> Evidence:
    """Return the evidence of an exhaustion that left out what the pagoda functions rule out."""
    return {
        "kind": "exhaustion",
        "finish": [name(game.board.squares[goal]) for goal in goals],
        "direction": direction,
        "pagodas": [rows_of(game, weights) for weights in pagodas],
        # A certificate lists the layers that have a position; backwards the functions may rule out every goal.
        "layers": [size for size in layers if size],
    }


def meeting_evidence(
    game: PegSolitaire,
    forwards: Sequence[int],
    backwards: Sequence[int],
    goals: Sequence[int],
    pagodas: Sequence[Sequence[int]],
) -> Evidence:
    """Return the evidence of two searches that never met and left out what the pagoda functions rule out by tolls."""
    return {
        "kind": "meeting",
        "finish": [name(game.board.squares[goal]) for goal in goals],
        "pagodas": [rows_of(game, weights) for weights in pagodas],
        "forwards": list(forwards),
        "backwards": list(backwards),
    }


def rows_of(game: PegSolitaire, weights: Sequence[int]) -> list[list[int | None]]:
    """Return weights in the shape of the board, row by row."""
    weight = dict(zip(game.board.squares, weights, strict=True))
    return [[weight.get(slot) for slot in row] for row in game.board.rows]


def certificate(game: PegSolitaire, state: Position, evidence: Sequence[Evidence]) -> Mapping[str, Any] | None:
    """Return the JSON object that certificate.py checks, or None for a board whose lines have no name there.

    >>> from hoyle.games.pegs import game
    >>> stuck = game("O.O/...")
    >>> certificate(stuck, stuck.start(), [])["goal"]
    ['a1', 'b1', 'c1', 'a2', 'b2', 'c2']
    """
    # In a single row all lines are the same.
    lines = "square" if len(game.board.rows) == 1 else LINES.get(frozenset(game.board.directions))
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


def in_words(evidence: Sequence[Evidence]) -> str:
    """Return one sentence on what rules out which last hole.

    >>> in_words([{"kind": "exhaustion", "finish": ["b1"], "direction": "forwards", "pagodas": [], "layers": [1, 4]}])
    'the last peg cannot be in b1, since 5 positions can be reached, and none of them is won'
    """
    classes = [hole for item in evidence if item["kind"] == "class" for hole in item["finish"]]
    clauses = [{"kind": "class", "finish": classes}] if classes else []
    clauses += [item for item in evidence if item["kind"] != "class"]
    # One argument that rules out every wanted hole needs no list.
    alone = len(clauses) == 1
    return "; ".join(
        f"the last peg cannot be in {_some(item['finish'], alone=alone)}, since {_reason(item)}" for item in clauses
    )


def _some(finish: Sequence[str], *, alone: bool) -> str:
    if len(finish) <= FEW:
        return ", ".join(finish)
    return "any hole" if alone else f"{', '.join(finish[:FEW])} and {len(finish) - FEW} others"


def _reason(item: Evidence) -> str:
    match item["kind"]:
        case "class":
            return "every jump keeps the position class, and a single peg would be in a different one"
        case "pagoda":
            least = "weighs" if len(item["finish"]) == 1 else "weighs at least"
            return f"no jump gains weight by a pagoda function, the start weighs {item['start_sum']} and it {least} {item['finish_sum']}"
        case "meeting":
            forth, back = item["forwards"], item["backwards"]
            return (
                f"{_but(item)}{tally({'positions': forth[-1]})} can be reached by {tally({'jumps': len(forth) - 1})}, "
                f"{tally({'positions': back[-1]})} can lead there by {tally({'jumps': len(back) - 1})}, and none is both"
            )
        case "blocks":
            return (
                "no jump gains by a block function, and the game would have to gain between its first and its last jump"
            )
    total = sum(item["layers"])
    which = "it is not" if total == 1 else "none of them is"
    if item["direction"] == "forwards":
        return f"{_but(item)}{tally({'positions': total})} can be reached, and {which} won"
    most = tally({"jumps": max(0, len(item["layers"]) - 1)})
    return f"{_but(item)}{tally({'positions': total})} can lead there by at most {most}, and {which} the start"


def _but(item: Evidence) -> str:
    return "apart from positions that a pagoda function rules out, " if item["pagodas"] else ""
