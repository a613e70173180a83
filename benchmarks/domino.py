"""How fast domino patience is solved: the kernel beside the readable solver, and surveys on one and two workers.

    python benchmarks/domino.py

Processor time where one process works, wall time where several do; each figure is the best of three.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from time import perf_counter, process_time

import numpy as np

from hoyle.dice import Dice
from hoyle.games.domino import arrays, game, kernel
from hoyle.games.domino.solver import answers, breadth_first
from hoyle.lab.survey import Plan, Rows, run
from hoyle.lab.workers import Workers
from hoyle.match import Match

BUDGET = 10_000_000


def best(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """Return the least of three times that a piece of work takes, after one that compiles what it needs."""
    work()
    times = []
    for _ in range(3):
        begun = clock()
        work()
        times.append(clock() - begun)
    return min(times)


def readable() -> float:
    """Return the positions a second of the breadth-first search by the rules."""
    domino = game("3")
    states = [Match.new(domino).settle(Dice(seed)).state for seed in range(3)]
    solver = breadth_first()
    nodes = sum(solver.solve(domino, state, BUDGET).nodes for state in states)
    return nodes / best(lambda: [solver.solve(domino, state, BUDGET) for state in states])


def quick(highest: int, deals: int, solver: str) -> tuple[float, float]:
    """Return the positions and the deals a second of the kernel."""
    domino = game(str(highest))
    found = answers(domino, range(deals), listed=False, solver=solver, budget=BUDGET)
    seconds = best(lambda: answers(domino, range(deals), listed=False, solver=solver, budget=BUDGET))
    return sum(nodes for _, _, nodes in found) / seconds, deals / seconds


def tries(highest: int, deals: int) -> float:
    """Return how many moves a second the kernel tries, most of which lead to positions that it has seen."""
    rules, board, path = arrays.tables(highest), arrays.empty_board(highest), arrays.new_path(highest)
    draws, tried = np.empty(len(board.lies), np.int64), 0
    begun = process_time()
    for seed in range(deals):
        kernel.roll(np.uint64(seed), draws)
        kernel.deal(board, draws)
        kernel.begin(rules, board, path)
        while kernel.search(rules, board, path, BUDGET) == kernel.FULL:
            path = arrays.grow_path(path, len(board.tops))
    tried = int(path.registers[kernel.TRIED])
    return tried / (process_time() - begun)


def median(highest: int, deals: int) -> float:
    """Return the median milliseconds of kernel time for a deal."""
    domino, times = game(str(highest)), []
    for seed in range(deals):
        begun = perf_counter()
        answers(domino, [seed], listed=False, solver="depth-first", budget=BUDGET)
        times.append(perf_counter() - begun)
    return 1000 * statistics.median(times)


class Nowhere:
    """Parts that are thrown away."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def missing(self) -> list[int]:
        """Return all chunks."""
        return list(range(self.plan.chunks))

    def keep(self, number: int, rows: Rows) -> None:
        """Forget a chunk."""


def survey_rate(engine: Workers, deals: int = 12_000, chunk: int = 1500) -> float:
    """Return the deals a second of a survey of double-six, from when the workers are warm."""
    plan = Plan("domino/6", deals, 1, "depth-first", 1_000_000, chunk)
    times = [perf_counter()]
    # Each worker's first chunk includes its start, so the rate is measured after the first two.
    run(plan, Nowhere(plan), engine, lambda _: times.append(perf_counter()))
    return chunk * (len(times) - 4) / (times[-1] - times[3])


def main() -> None:
    """Print the figures."""
    slow = readable()
    print(f"readable breadth-first, highest 3      {slow:>12,.0f} positions/s")
    for highest, deals, solver in ((3, 5000, "depth-first"), (6, 1000, "depth-first"), (6, 200, "shortest")):
        nodes, rate = quick(highest, deals, solver)
        print(
            f"kernel {solver:<12} highest {highest}       {nodes:>12,.0f} positions/s, {rate:,.0f} deals/s, "
            f"{nodes / slow:,.0f} times the readable one"
        )
    print(f"kernel depth-first  highest 6       {tries(6, 1000):>12,.0f} moves tried/s")
    print(f"median answer       highest 6       {median(6, 1000):>12.3f} ms")
    try:
        from hoyle.lab.workers import Dask, Processes
    except ImportError:
        print("surveys: not measured, as the lab extra is not installed")
        return
    one = survey_rate(Processes(1))
    print(f"survey, 1 process   highest 6       {one:>12,.0f} deals/s")
    for words, engine in (("2 processes", Processes(2)), ("Dask, 2    ", Dask("local", 2))):
        rate = survey_rate(engine)
        print(f"survey, {words} highest 6       {rate:>12,.0f} deals/s, {rate / one:.2f} times one process")


if __name__ == "__main__":
    main()
