"""The 21 problems of the English board: fewest turns, and how many jump sequences there are.

A problem is a vacancy at the start and a hole for the last peg, both of one position class, up to the symmetry of the
board. ``python benchmarks/pegs_21_problems.py`` prints the table of docs/pegs-english.md: the turns come from the oracle,
which works back from the last pegs, and the sequences from the report on each vacancy. With names of problems, or with
``--all``, each is computed again in another way, forwards through the positions that can still win; this takes up to
minutes for each, and must give the same.

Turning a game round and exchanging pegs and holes keeps the number of sequences but not the number of turns, so the counts
of such pairs are a check, not a shortcut.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from hoyle.games.pegs import game
from hoyle.games.pegs.count.analysis import analyse
from hoyle.games.pegs.oracle.oracle import Oracle
from hoyle.games.pegs.problem import Problem, problem_of
from hoyle.games.pegs.proof.prover import pagodas
from hoyle.games.pegs.search.exact import explore, winnable
from hoyle.grid import name

ENGLISH = game("english")
NAMES = [name(hole) for hole in ENGLISH.board.squares]
EMPTY = problem_of(ENGLISH, ENGLISH.start())


def problem(vacancy: int, goal: int) -> Problem:
    """Return the problem of a vacancy and a last hole."""
    return replace(EMPTY, start=(1 << EMPTY.size) - 1 ^ 1 << vacancy, goals=(goal,))


def problems() -> Iterator[tuple[int, int]]:
    """Yield the vacancies to start from and the holes to end in, one pair of each kind."""
    seen: set[tuple[int, int]] = set()
    for goal, vacancy in product(range(EMPTY.size), repeat=2):
        if (vacancy, goal) not in seen and problem(vacancy, goal).same_class().goals:
            seen |= {(symmetry[vacancy], symmetry[goal]) for symmetry in EMPTY.symmetries}
            yield vacancy, goal


def figures_of(vacancy: int) -> dict[str, tuple[int, int]]:
    """Return for each last hole that a vacancy allows the fewest turns and the number of sequences."""
    rules = game(f"english@{NAMES[vacancy]}")
    oracle = Oracle.of(rules)
    (turns,) = oracle.ask(oracle.codec.words([rules.start()])).turns
    sequences = {hole: finish.sequences for finish in analyse(rules).finishes for hole in finish.holes}
    return {
        name(goal): (int(fewest) - 1, sequences[name(goal)]) for goal, fewest in zip(oracle.goals, turns, strict=True)
    }


def search(vacancy: int, goal: int) -> tuple[int, int]:
    """Return the same for one last hole, found in another way."""
    wanted = problem(vacancy, goal)
    functions = pagodas(wanted)
    layers = explore(wanted, 1 << 30, functions, live=winnable(wanted, functions)[0])
    best = layers.best()
    if best is None:
        raise SystemExit("every one of the 21 problems can be solved")
    return best[0], layers.sequences


def main() -> None:
    """Print the table, row by row as the figures come."""
    again = sys.argv[1:]
    answers: dict[int, dict[str, tuple[int, int]]] = {}
    print("| vacancy | last peg | fewest turns | jump sequences |\n|---|---|---:|---:|")
    for vacancy, goal in problems():
        began = time.perf_counter()
        if vacancy not in answers:
            answers[vacancy] = figures_of(vacancy)
        turns, sequences = answers[vacancy][NAMES[goal]]
        print(f"| {NAMES[vacancy]} | {NAMES[goal]} | {turns} | {sequences:,} |", flush=True)
        if "--all" in again or f"{NAMES[vacancy]}-{NAMES[goal]}" in again:
            if search(vacancy, goal) != (turns, sequences):
                raise SystemExit("the two ways do not agree")
            print("the other way gives the same", file=sys.stderr)
        print(f"{time.perf_counter() - began:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
