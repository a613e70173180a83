"""One table of all ratios that the documents claim, with the machine, the date and the versions: make bench.

    python benchmarks/table.py

Each row is measured here and now; where other work on the machine matters, it is the best of several rounds. It takes some
minutes. Comparisons with C++ need g++ and are left out without it. The longer scripts beside this one say more about each
row.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import contracts
import domino
import dots_kernel
import pegs_enumeration as pegs
import stratego_speed
from hoyle.games.dots import batch
from hoyle.games.dots import game as dots
from hoyle.games.pegs import game
from hoyle.games.pegs.count.codec import Codec
from hoyle.games.pegs.count.layers import processors

ROUNDS = 5
ORACLE = """
import resource, sys, time
from hoyle.games.pegs import game
from hoyle.games.pegs.oracle.oracle import Oracle
rules = game("english@d4-d4")
Oracle.near(game("pyramid"), game("pyramid").start())
Oracle.near(game("triangle"), game("triangle").start())
begin, used = time.perf_counter(), time.process_time()
Oracle.near(rules, rules.start(), most=1 << 30, threads=2)
print([time.perf_counter() - begin, time.process_time() - used, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)])
"""


class Row(NamedTuple):
    """What was measured, the figure, and how it compares with something else."""

    what: str
    figure: str
    compared: str = ""


def processor() -> str:
    """Return the model of the processor, as the system names it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    fields = dict(line.partition("\t")[::2] for line in lines)
    parts = {name.strip(): value.strip(" \t:") for name, value in fields.items()}
    family = f"family {parts.get('cpu family', '?')}, model {parts.get('model', '?')}"
    return f"{parts.get('model name', platform.machine())} ({family})"


def peg_positions() -> Iterator[Row]:
    """Yield every position of the English board beside C++, on one and two threads, and beside the rules."""
    rules = game("english@d4-d4")
    codec = Codec.of(rules.board, rules.start())
    pegs.kernel(codec, 2)
    compiler = shutil.which("g++")
    with TemporaryDirectory() as folder:
        program = Path(folder) / "yardstick"
        if compiler:
            subprocess.run([compiler, *pegs.FLAGS, "-o", str(program), str(pegs.SOURCE)], check=True)
        for threads in (1, 2):
            ours, ratios = [], []
            for _ in range(ROUNDS):
                ours.append(pegs.kernel(codec, threads))
                if compiler:
                    theirs = pegs.yardstick(program, threads)
                    ratios.append((ours[-1].clock / theirs.clock, ours[-1].work / theirs.work))
            clock, work = (sorted(column) for column in zip(*ratios, strict=True)) if ratios else ([], [])
            words = (
                f"C++: {clock[0]:.2f} to {clock[-1]:.2f} times by the clock, {work[0]:.2f} to {work[-1]:.2f} on the processor"
                if ratios
                else ""
            )
            yield Row(
                f"pegs: all positions of the English board, {threads} thread{'s' * (threads > 1)}",
                f"{pegs.best(ours).clock:.2f} s",
                words,
            )
    total, seconds = pegs.readable(rules, 5)
    one = pegs.best([pegs.kernel(codec, 1)]).work / pegs.POSITIONS
    yield Row(
        "pegs: a position, 1 thread",
        f"{one * 1e9:.0f} ns",
        f"readable rules: {seconds / total / one:,.0f} times as long",
    )


def peg_oracle() -> Iterator[Row]:
    """Yield how long the oracle of the English board takes, after its kernels were loaded."""
    done = subprocess.run([sys.executable, "-c", ORACLE], capture_output=True, text=True, check=True)
    seconds, work, memory = json.loads(done.stdout)
    words = f"{work:.1f} s of the processor, {memory:.2f} GiB at most"
    yield Row("pegs: the oracle of the English board, 2 threads", f"{seconds:.1f} s", words)


def domino_deals() -> Iterator[Row]:
    """Yield the domino kernel beside the readable solver."""
    slow = domino.readable()
    for highest, deals, solver in ((3, 5000, "depth-first"), (6, 3000, "depth-first"), (6, 200, "shortest")):
        nodes, rate = domino.quick(highest, deals, solver)
        compared = f"readable breadth-first: {nodes / slow:,.0f} times as many positions" if highest == 3 else ""
        yield Row(f"domino/{highest}, {solver}", f"{nodes / 1e6:.2f} M positions/s, {rate:,.0f} deals/s", compared)


def dots_matches() -> Iterator[Row]:
    """Yield random matches of dots by the kernel and by the rules."""
    made = dots("classic")
    batch.playouts(made, made.start(), [0])
    slow = domino.best(lambda: [dots_kernel.play_out(made, seed) for seed in range(20)]) / 20
    fast = domino.best(lambda: batch.playouts(made, made.start(), range(20_000))) / 20_000
    yield Row("dots: a random match", f"{fast * 1e6:.1f} µs", f"readable rules: {slow / fast:,.0f} times as long")


def stratego_moves() -> Iterator[Row]:
    """Yield random moves of Stratego by the kernel and by the rules, and the referee's."""
    slow, fast = stratego_speed.readable(), stratego_speed.kernel()
    yield Row(
        "stratego: random play", f"{fast / 1e6:.2f} M moves/s", f"readable rules: {fast / slow:,.0f} times as many"
    )
    checked = stratego_speed.referee()
    program = [sys.executable, "-O", stratego_speed.__file__, "--referee"]
    bare = json.loads(subprocess.run(program, capture_output=True, text=True, check=True).stdout)
    yield Row("stratego: the referee", f"{checked:,.0f} moves/s", f"python -O: {bare / checked:.1f} times as many")


def contract_costs() -> Iterator[Row]:
    """Yield what contracts cost."""
    for name in ("nim/marienbad", "pegs/english"):
        checked, bare = contracts.seconds(name), contracts.seconds(name, "-O")
        yield Row(
            f"{name}: a move by the rules", f"{checked * 1e6:.0f} µs", f"python -O: {checked / bare:.1f} times as fast"
        )


def main() -> None:
    """Print the table, row by row as it is measured."""
    names = ("numpy", "numba", "icontract")
    versions = ", ".join([f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in names)])
    print(f"Measured on {date.today().isoformat()} on {processor()}, {processors()} processors; {versions}.\n")  # noqa: DTZ011
    print("| what | figure | compared with |\n|---|---|---|", flush=True)
    for measure in (peg_positions, peg_oracle, domino_deals, dots_matches, stratego_moves, contract_costs):
        for row in measure():
            print(f"| {row.what} | {row.figure} | {row.compared} |", flush=True)


if __name__ == "__main__":
    main()
