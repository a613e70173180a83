"""Every position of the English central game: the kernel beside C++ and beside the readable rules.

    python benchmarks/pegs_enumeration.py [rounds]

Kernel and yardstick take turns, so that a busy machine is equally busy for both, and the best of the rounds counts.
Without g++ the yardstick is left out; hoyle itself does not need g++.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from hoyle.games.pegs import PegSolitaire, game
from hoyle.games.pegs.count.analysis import analyse
from hoyle.games.pegs.count.codec import Codec
from hoyle.games.pegs.count.layers import bitmap, enumerate_layers, processors
from hoyle.games.pegs.oracle.oracle import Oracle

SOURCE = Path(__file__).with_name("pegs_yardstick.cpp")
FLAGS = ("-O3", "-march=native", "-std=c++20", "-pthread")
POSITIONS = 23_475_688
TARGETS = {1: 1.25, 2: 1.5}


class Time(NamedTuple):
    """How long something took: by the clock, and on the processors."""

    clock: float
    work: float


def kernel(codec: Codec, threads: int) -> Time:
    """Return the time of the kernel; like the yardstick's, its bitmap is there before the clock starts."""
    seen = bitmap(codec)
    begin = perf_counter(), process_time()
    count = sum(layer.size for layer in enumerate_layers(codec, threads=threads, seen=seen))
    time = Time(perf_counter() - begin[0], process_time() - begin[1])
    if count != POSITIONS:
        raise SystemExit(f"{count} positions instead of {POSITIONS}")
    return time


def yardstick(program: Path, threads: int) -> Time:
    """Return the time that the C++ program measures."""
    done = subprocess.run([str(program), str(threads)], capture_output=True, text=True, check=True)
    positions, _, clock, work = done.stdout.split()[:4]
    if int(positions) != POSITIONS:
        raise SystemExit(f"the yardstick finds {positions} positions")
    return Time(float(clock), float(work))


def best(times: list[Time]) -> Time:
    """Return the least of each."""
    return Time(min(time.clock for time in times), min(time.work for time in times))


def compare(codec: Codec, program: Path | None, threads: int, rounds: int) -> Time:
    """Print one line, and return the time of the kernel."""
    ours, theirs = list[Time](), list[Time]()
    for _ in range(rounds):
        ours.append(kernel(codec, threads))
        if program is not None:
            theirs.append(yardstick(program, threads))
    us = best(ours)
    words = f"{threads} thread{'s' * (threads > 1)}: kernel {us.clock:.2f} s, {us.clock / POSITIONS * 1e9:.0f} ns a position"
    if theirs:
        them = best(theirs)
        words += f"; C++ {them.clock:.2f} s; ratio {us.clock / them.clock:.2f} by the clock, {us.work / them.work:.2f} on the processor"
        words += f" (wanted: at most {TARGETS[threads]})"
    print(words)
    return us


def readable(rules: PegSolitaire, depth: int) -> tuple[int, float]:
    """Return how many positions the rules reach in a number of jumps, without symmetry, and the seconds."""
    begin = perf_counter()
    layer = {rules.start()}
    total = 1
    for _ in range(depth):
        layer = {rules.play(position, jump) for position in layer for jump in rules.moves(position)}
        total += len(layer)
    return total, perf_counter() - begin


def whole_oracle(rules: PegSolitaire) -> Oracle | None:
    """Return the oracle of a game, built in memory and kept nowhere."""
    return Oracle.near(rules, rules.start(), most=1 << 30, threads=processors())


def main() -> None:
    """Print the ratios."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    rules = game("english@d4-d4")
    codec = Codec.of(rules.board, rules.start())
    begin = perf_counter()
    kernel(codec, 2)
    print(f"first use, with compilation if it is the first ever: {perf_counter() - begin:.1f} s")
    compiler = shutil.which("g++")
    with TemporaryDirectory() as folder:
        program = Path(folder) / "yardstick" if compiler else None
        if compiler:
            subprocess.run([compiler, *FLAGS, "-o", str(program), str(SOURCE)], check=True)
        one, _ = (compare(codec, program, threads, rounds) for threads in (1, 2))
    total, seconds = readable(rules, 6)
    each, ours = seconds / total, one.work / POSITIONS
    print(f"readable rules: {each * 1e6:.0f} µs a position, {each / ours:,.0f} times the kernel on one thread")
    for what, work in (("report", analyse), ("oracle", whole_oracle)):
        begin = perf_counter()
        work(rules)
        print(f"the whole {what} on {processors()} processors: {perf_counter() - begin:.1f} s")


if __name__ == "__main__":
    main()
