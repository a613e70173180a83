"""The 21 problems of the English board: fewest turns, and how many jump sequences there are.

A problem is a vacancy at the start and a hole for the last peg, both of one position class, up to the symmetry of the
board. Run ``python benchmarks/pegs_21_problems.py --all`` for the table of docs/pegs-english.md, which takes a while;
``python benchmarks/pegs_21_problems.py d1-d4 c4-c1`` does two of the problems, and without names it is the central game.

Every figure is computed for its own start and finish: turning a game round and exchanging pegs and holes keeps the
number of sequences but not the number of turns, so the counts of such pairs are a check, not a shortcut.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from hoyle.games.pegs import game
from hoyle.games.pegs.problem import Problem, problem_of
from hoyle.games.pegs.proof import pagodas
from hoyle.games.pegs.search import explore, winnable
from hoyle.grid import name


def problems(empty: Problem) -> Iterator[tuple[int, int]]:
    """Yield the holes to end in and the vacancies to start from, one pair of each kind."""
    everything = (1 << empty.size) - 1
    seen: set[tuple[int, int]] = set()
    for goal, vacancy in product(range(empty.size), repeat=2):
        problem = replace(empty, start=everything ^ 1 << vacancy, goals=(goal,))
        if (vacancy, goal) not in seen and problem.same_class().goals:
            seen |= {(symmetry[vacancy], symmetry[goal]) for symmetry in empty.symmetries}
            yield goal, vacancy


def main() -> None:
    """Print the table, row by row as the figures come."""
    english = game("english")
    everything = (1 << len(english.board.squares)) - 1
    names = [name(hole) for hole in english.board.squares]
    wanted = sys.argv[1:] or ["d4-d4"]
    empty = problem_of(english, english.start())
    print("| vacancy | last peg | fewest turns | jump sequences |\n|---|---|---:|---:|")
    for goal, vacancy in problems(empty):
        if "--all" not in wanted and f"{names[vacancy]}-{names[goal]}" not in wanted:
            continue
        began = time.perf_counter()
        problem = replace(empty, start=everything ^ 1 << vacancy, goals=(goal,))
        functions = pagodas(problem)
        layers = explore(problem, 1 << 30, functions, live=winnable(problem, functions)[0])
        best = layers.best()
        turns = best[0] if best else "none"
        print(f"| {names[vacancy]} | {names[goal]} | {turns} | {layers.sequences:,} |", flush=True)
        print(f"{sum(layers.sizes):,} winnable positions, {time.perf_counter() - began:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
