"""Proofs that a puzzle cannot be solved, counted again by a program that shares nothing with the searches.

    python benchmarks/pegs_recount.py proof.json …           checks proofs that hoyle solve --certificate wrote
    python benchmarks/pegs_recount.py --board diamond41      finds and checks those of all problems of a board
    python benchmarks/pegs_recount.py --search diamond41@d2-f8    searches itself; only the weights come from hoyle

pegs_recount.cpp does the work, on all processors; it needs g++. ``--budget=N`` is as for hoyle solve, ``--keep=FOLDER`` keeps
the proofs. The seconds are those of the clock, of the check alone.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hoyle.games.pegs import game
from hoyle.games.pegs.count.layers import processors
from hoyle.games.pegs.problem import problem_of
from hoyle.games.pegs.proof.prover import pagodas
from hoyle.games.pegs.search.meeting import lessons
from hoyle.games.pegs.solver import MANY_PAGODAS, AnyLine
from hoyle.solver import Unsolvable
from pegs_single_vacancy import problems

SOURCE = Path(__file__).with_name("pegs_recount.cpp")
FLAGS = ("-O3", "-march=native", "-std=c++20", "-pthread")


def words(proof: Mapping[str, Any], item: Mapping[str, Any]) -> Iterator[object]:
    """Yield what the checker reads of an item of evidence."""
    holes = [
        f"{chr(97 + x)}{y}"
        for y, row in enumerate(proof["start"].split("/"), 1)
        for x, sign in enumerate(row)
        if sign != "*"
    ]
    yield from (proof["start"], proof["lines"], item.get("direction", item["kind"]))
    yield from (len(item["finish"]), *(holes.index(hole) for hole in item["finish"]))
    functions = [item["weights"]] if "weights" in item else item.get("pagodas", [])
    yield len(functions)
    for weights in functions:
        yield from (weight for row in weights for weight in row if weight is not None)
    for layers in (item.get("forwards", item.get("layers", ())), item.get("backwards", ())):
        yield from (len(layers), *layers)
    blocks = item.get("blocks", [])
    yield len(blocks)
    for block in blocks:
        yield from (len(block["holes"]), *(holes.index(hole) for hole in block["holes"]))
        yield from (len(block["values"]), *block["values"])


def search(program: Path, name: str) -> None:
    """Let the checker search for itself whether a puzzle of one goal can be solved, and print what it counts."""
    rules = game(name)
    problem = problem_of(rules, rules.start())
    tolls = lessons(problem, pagodas(problem, MANY_PAGODAS))
    text = [rules.board.write(rules.start()), "square", "search", 1, problem.goals[0], len(tolls)]
    text += [weight for toll in tolls for weight in toll.weights]
    done = subprocess.run(
        [str(program), str(processors())],
        input=" ".join(map(str, [*text, 0, 0, 0])),
        capture_output=True,
        text=True,
        check=False,
    )
    print(f"{name}: {'no line' if done.returncode == 0 else 'undecided'}\n{done.stdout}", flush=True)


def recount(program: Path, name: str, proof: Mapping[str, Any]) -> None:
    """Check a proof and print a row of the table, or end with what is wrong with it."""
    if covered := set(proof["goal"]) - {hole for item in proof["evidence"] for hole in item["finish"]}:
        raise SystemExit(f"{name}: nothing rules out {', '.join(sorted(covered))}")
    positions, seconds = 0, 0.0
    for item in proof["evidence"]:
        text = " ".join(map(str, words(proof, item)))
        done = subprocess.run(
            [str(program), str(processors())], input=text, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{name}: {done.stdout or done.stderr}")
        count, time = done.stdout.split()
        positions, seconds = positions + int(count), seconds + float(time)
    kinds = " and ".join(dict.fromkeys(item["kind"] for item in proof["evidence"]))
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(f"| {name} | {kinds} | {positions:,} | {seconds:.1f} | {memory:,} |", flush=True)


def unsolvable_problems(board: str, budget: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the problems of a board that the solver calls unsolvable, with their proofs."""
    for ends in problems(board):
        rules = game(f"{board}@{ends}")
        verdict = AnyLine().solve(rules, rules.start(), budget)
        if isinstance(verdict, Unsolvable) and verdict.certificate is not None:
            yield ends, verdict.certificate
        else:
            print(f"| {ends} | {verdict.kind} | | | |", flush=True)


def main() -> None:
    """Print a row for each proof."""
    options = dict(word[2:].partition("=")[::2] for word in sys.argv[1:] if word.startswith("--") and "=" in word)
    names = [word for word in sys.argv[1:] if not word.startswith("--")]
    if "--board" in sys.argv:
        proofs = unsolvable_problems(names[0], int(options.get("budget", AnyLine.budget)))
    elif "--search" not in sys.argv:
        proofs = ((Path(name).stem, json.loads(Path(name).read_text())) for name in names)
    with TemporaryDirectory() as folder:
        program = Path(folder) / "recount"
        subprocess.run([shutil.which("g++") or "g++", *FLAGS, "-o", str(program), str(SOURCE)], check=True)
        if "--search" in sys.argv:
            for name in names:
                search(program, name)
            return
        print("| problem | proof | positions | seconds | MB at most so far |\n|---|---|---:|---:|---:|")
        for name, proof in proofs:
            if "keep" in options:
                (Path(options["keep"]) / f"{name}.json").write_text(json.dumps(proof))
            recount(program, name, proof)


if __name__ == "__main__":
    main()
