"""The 21 problems of the English board: fewest turns, and how many jump sequences there are.

A problem is a vacancy at the start and a hole for the last peg, both of one position class, up to the symmetry of the
board. Run ``python benchmarks/pegs_21_problems.py``; it prints the table of docs/pegs-english.md.

Every figure is computed for its own start and finish: turning a game round and exchanging pegs and holes keeps the
number of sequences but not the number of turns, so the counts of such pairs are a check, not a shortcut.
"""

# ruff: noqa: T201 -- a benchmark prints
from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from hoyle.games.pegs import game
from hoyle.games.pegs.problem import Problem, problem_of
from hoyle.games.pegs.search import explore, winnable
from hoyle.grid import name


def problems(empty: Problem) -> Iterator[tuple[int, list[int]]]:
    """Yield the holes to end in, one of each kind, with the vacancies to start from, one of each kind."""
    everything = (1 << empty.size) - 1
    seen: set[tuple[int, int]] = set()
    for goal in range(empty.size):
        starts = []
        for vacancy in range(empty.size):
            if (vacancy, goal) in seen:
                continue
            if replace(empty, start=everything ^ 1 << vacancy, goals=(goal,)).same_class().goals:
                starts.append(vacancy)
                seen |= {(symmetry[vacancy], symmetry[goal]) for symmetry in empty.symmetries}
        if starts:
            yield goal, starts


def main() -> None:
    """Print the table, row by row as the figures come."""
    english = game("english")
    everything = (1 << len(english.board.squares)) - 1
    names = [name(hole) for hole in english.board.squares]
    empty = problem_of(english, english.start())
    print("| vacancy | last peg | fewest turns | jump sequences |\n|---|---|---:|---:|")
    for goal, starts in problems(empty):
        live = None
        for vacancy in starts:
            began = time.perf_counter()
            problem = replace(empty, start=everything ^ 1 << vacancy, goals=(goal,))
            # What can still win depends on the goal alone, as long as class and number of pegs are the same.
            live = winnable(problem)[0] if live is None else live
            layers = explore(problem, budget=1 << 30, live=live)
            best = layers.best()
            turns = best[0] if best else None
            print(f"| {names[vacancy]} | {names[goal]} | {turns} | {layers.sequences:,} |", flush=True)
            print(f"{sum(layers.sizes):,} positions, {time.perf_counter() - began:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
