"""Mutants: one token of a module is changed at random, and the tests named after the module should notice.

    python benchmarks/mutants.py                          # 20 mutants of each module below
    python benchmarks/mutants.py --number 50 src/hoyle/record.py -- tests/test_record.py

Each mutant runs in a copy of the project, so nothing here changes.  Mutants that survive are printed with their lines; each
is either a change that makes no difference, or a truth that no test states.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from hoyle.dice import Dice

ROOT: Final = Path(__file__).resolve().parents[1]
AREAS: Final = {
    "src/hoyle/record.py": "tests/test_record.py",
    "src/hoyle/referee.py": "tests/test_record.py tests/test_stratego_formats.py",
    "src/hoyle/match.py": "tests/test_match.py",
    "src/hoyle/games/nim.py": "tests/test_match.py",
    "src/hoyle/games/dots/rules.py": "tests/test_dots.py",
    "src/hoyle/games/domino/rules.py": "tests/test_domino.py",
    "src/hoyle/games/pegs/rules.py": "tests/test_pegs.py",
    "src/hoyle/games/stratego/rules.py": "tests/test_stratego.py tests/test_stratego_repetition.py",
    "src/hoyle/games/stratego/repetition.py": "tests/test_stratego_repetition.py",
    "src/hoyle/tables/web/looks.py": "tests/test_web_seeing.py tests/test_web_service.py",
    "src/hoyle/tables/web/wishes.py": "tests/test_web_service.py",
}
"""The modules, and the tests that are named after them; the examples in a module are tests of it too."""

CHANGES: Final[Mapping[str, tuple[str, ...]]] = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "//": ("*",),
    "%": ("//",),
    "and": ("or",),
    "or": ("and",),
    "not": ("",),
    "is": ("is not",),
    "in": ("not in",),
    "True": ("False",),
    "False": ("True",),
    "min": ("max",),
    "max": ("min",),
    "any": ("all",),
    "all": ("any",),
    "break": ("continue",),
    "continue": ("break",),
}


@dataclass(frozen=True)
class Mutant:
    """A module with one token changed: where, and into what."""

    module: str
    line: int
    column: int
    old: str
    new: str

    def write(self, source: str) -> str:
        """Return the source with the change."""
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.column] + self.new + line[self.column + len(self.old) :]
        return "".join(lines)


def mutants(module: str, source: str) -> list[Mutant]:
    """Return every mutant of a module that can be compiled; contracts, annotations and loops' `in` are left alone."""
    passed_over = {line for start, end in _passages(ast.parse(source)) for line in range(start, end + 1)}
    loops = {(node.iter.lineno, node.iter.col_offset) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.For | ast.comprehension)}  # fmt: skip
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    found = []
    for token, after in pairwise(tokens):
        if token.start[0] in passed_over or (token.string == "in" and after.start in loops):
            continue
        for new in _others(token, after):
            mutant = Mutant(module, *token.start, token.string, new)
            try:
                compile(mutant.write(source), module, "exec")
            except (SyntaxError, ValueError):
                continue
            found.append(mutant)
    return found


def _others(token: tokenize.TokenInfo, after: tokenize.TokenInfo) -> Sequence[str]:
    if token.type == tokenize.NUMBER and token.string.isdecimal():
        return [str(int(token.string) + 1), str(abs(int(token.string) - 1))][: 1 + (token.string != "0")]
    if token.string == "is" and after.string == "not":
        return ()
    return CHANGES.get(token.string, ()) if token.type in {tokenize.OP, tokenize.NAME} else ()


def _passages(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Yield the first and last lines of what is not mutated: contracts, and what only type checkers read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from ((one.lineno, one.end_lineno or one.lineno) for one in node.decorator_list)
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert):
            yield node.lineno, node.end_lineno or node.lineno


class Place:
    """A copy of the project in which one mutant at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md"):
            shutil.copy(ROOT / name, folder / name)

    def passes(self, tests: str, seconds: float) -> bool:
        """Tell whether the tests pass within a number of seconds."""
        process = subprocess.Popen(
            [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests.split()],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder / "src")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return False

    def survives(self, mutant: Mutant, tests: str, seconds: float) -> bool:
        """Tell whether the tests pass although a token is wrong."""
        path = self.folder / mutant.module
        source = path.read_text()
        path.write_text(mutant.write(source))
        try:
            return self.passes(tests, seconds)
        finally:
            path.write_text(source)


def choose(areas: Mapping[str, str], number: int, dice: Dice) -> Iterator[Mutant]:
    """Yield a number of mutants of each module, without repeats."""
    for module in areas:
        every = mutants(module, (ROOT / module).read_text())
        dice.shuffle(every)
        yield from every[:number]


def main() -> None:
    """Try the mutants and print what survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=20, help="mutants of each module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("modules", nargs="*", help="modules, all of the table if none is named")
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    options, tests = parser.parse_args(words[:at]), " ".join(words[at + 1 :])
    areas = {module: tests or f"{AREAS[module]} {module}" for module in options.modules or AREAS}
    with tempfile.TemporaryDirectory() as scratch:
        places: SimpleQueue[Place] = SimpleQueue()
        for number in range(options.workers):
            places.put(Place(Path(scratch) / str(number)))
        patience: dict[str, float] = {}
        for known in sorted(set(areas.values())):
            place, begin = places.get(), time.monotonic()
            if not place.passes(known, 3600):
                sys.exit(f"without any mutant these tests fail: {known}")
            patience[known] = 30 + 5 * (time.monotonic() - begin)
            places.put(place)

        def try_out(mutant: Mutant) -> bool:
            place = places.get()
            try:
                known = areas[mutant.module]
                return place.survives(mutant, known, patience[known])
            finally:
                places.put(place)

        sample = list(choose(areas, options.number, Dice(options.seed)))
        with ThreadPoolExecutor(options.workers) as pool:
            alive = 0
            for mutant, survived in zip(sample, pool.map(try_out, sample), strict=True):
                if survived:
                    alive += 1
                    line = (ROOT / mutant.module).read_text().splitlines()[mutant.line - 1].strip()
                    print(f"{mutant.module}:{mutant.line}:{mutant.column} {mutant.old} -> {mutant.new or 'nothing'}: {line}", flush=True)  # fmt: skip
        print(f"{len(sample)} mutants of {len(areas)} modules, {len(sample) - alive} noticed, {alive} alive")


if __name__ == "__main__":
    main()
