"""The oracle of a game of peg solitaire: how long it takes to build, to open and to ask, beside a search for the same.

``python benchmarks/pegs_oracle.py [GAME]``; the game is english@d4-d4 unless another is named. french@d3 takes minutes and
gigabytes the first time. A new cache directory is used, so what is kept on this machine stays as it is.
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np

from hoyle.dice import Dice
from hoyle.games.pegs import PegSolitaire, Position, game
from hoyle.games.pegs.count.layers import GIBIBYTE
from hoyle.games.pegs.oracle.oracle import Oracle
from hoyle.games.pegs.solver import AnyLine

MEMORY = 8 * GIBIBYTE
WALKS, ASKED, SEARCHED = 200, 2000, 20


def positions(rules: PegSolitaire) -> list[Position]:
    """Return the positions of some random games."""
    dice, found = Dice(5), list[Position]()
    for _ in range(WALKS):
        position = rules.start()
        while jumps := list(rules.moves(position)):
            found.append(position)
            position = rules.play(position, dice.choose(jumps))
    return found


class Phases:
    """Processor seconds by what an oracle is doing, as it reports its progress."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._since = process_time()

    def __call__(self, what: str, *_: int) -> None:
        """Take note that some time was spent on something."""
        now = process_time()
        self.seconds[what] = self.seconds.get(what, 0) + now - self._since
        self._since = now


def main() -> None:
    """Print the figures."""
    variant = sys.argv[1] if len(sys.argv) > 1 else "english@d4-d4"
    rules = game(variant)
    with TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        Oracle.near(game("pyramid"), game("pyramid").start())  # loads the kernels
        begin, phases = perf_counter(), Phases()
        Oracle.of(rules, memory=MEMORY, progress=phases)
        phases("writing the book")
        clock, work = perf_counter() - begin, sum(phases.seconds.values())
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)
        kept = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        print(f"{variant}: built in {clock:.1f} s, {work:.1f} s of the processor, {peak:.2f} GiB at most", end="; ")
        print(f"{kept / (1 << 20):,.0f} MiB kept")
        print("; ".join(f"{what}: {seconds:.1f} s" for what, seconds in phases.seconds.items()), "of the processor")
        begin = perf_counter()
        oracle = Oracle.of(rules)
        oracle.answer(rules.start())
        print(f"opened, and the first answer given, in {(perf_counter() - begin) * 1e3:.0f} ms")
        walk = positions(rules)
        begin = perf_counter()
        for position in walk[:ASKED]:
            oracle.answer(position)
        answer = (perf_counter() - begin) / ASKED
        begin = perf_counter()
        for position in walk[:SEARCHED]:
            AnyLine().solve(rules, position, budget=1_000_000)
        search = (perf_counter() - begin) / SEARCHED
        print(
            f"all about a position and its jumps: {answer * 1e6:.0f} µs, {search / answer:,.0f} times faster than a search"
        )
        words = np.tile(oracle.codec.words(walk), 100)
        oracle.ask(words)
        begin = perf_counter()
        oracle.ask(words)
        print(f"{len(words):,} positions at once: {(perf_counter() - begin) / len(words) * 1e6:.2f} µs each")


if __name__ == "__main__":
    main()
