"""All problems of a board from one vacancy to one last peg: what the solver says of each, and what that took.

A problem is a vacancy at the start and a hole for the last peg, both of one position class, up to the symmetry of the
board. ``python benchmarks/pegs_single_vacancy.py diamond41`` does those of a board one after the other;
``python benchmarks/pegs_single_vacancy.py diamond41 e1-e9`` does one. ``--budget=N`` is as for hoyle solve. The seconds
are those of the processor, and the memory is the most that the process has used so far.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from hoyle.games.pegs import game
from hoyle.games.pegs.problem import problem_of
from hoyle.games.pegs.solver import AnyLine
from hoyle.grid import name
from hoyle.solver import Unsolvable


def problems(board: str) -> Iterator[str]:
    """Yield the vacancy and the last hole of each problem, as e1-e9."""
    rules = game(board)
    empty = problem_of(rules, rules.start())
    names = [name(hole) for hole in rules.board.squares]
    everything = (1 << empty.size) - 1
    seen: set[tuple[int, int]] = set()
    for vacancy in range(empty.size):
        start = replace(empty, start=everything ^ 1 << vacancy, goals=tuple(range(empty.size)))
        for goal in start.same_class().goals:
            if (vacancy, goal) not in seen:
                seen |= {(symmetry[vacancy], symmetry[goal]) for symmetry in empty.symmetries}
                yield f"{names[vacancy]}-{names[goal]}"


def main() -> None:
    """Print a row for each problem as it is decided."""
    options = [word for word in sys.argv[1:] if word.startswith("--budget=")]
    board, *wanted = [word for word in sys.argv[1:] if word not in options]
    budget = int(options[-1].partition("=")[2]) if options else AnyLine.budget
    # Compiling is not part of the answer.
    AnyLine().solve(game("diamond41@e3-e1"), game("diamond41@e3-e1").start(), 1_000_000)
    print("| problem | answer | positions | processor seconds | MB |\n|---|---|---:|---:|---:|")
    for ends in wanted or problems(board):
        rules = game(f"{board}@{ends}")
        began = time.process_time()
        verdict = AnyLine().solve(rules, rules.start(), budget)
        seconds = time.process_time() - began
        answer = type(verdict).__name__
        if isinstance(verdict, Unsolvable) and verdict.certificate is not None:
            answer += f" ({verdict.certificate['evidence'][-1]['kind']})"
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(f"| {ends} | {answer} | {verdict.nodes:,} | {seconds:.1f} | {memory:,} |", flush=True)


if __name__ == "__main__":
    main()
