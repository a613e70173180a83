"""Mutants of the checkers: every condition deleted, negated or shifted in turn, and whether the tests notice.

    python benchmarks/checker_mutants.py [pegs | domino] [number of a mutant to show] [--since=COMMIT]

The tests of tests/test_certificates.py run in this process against each mutant, each mutant in a child that may take ten
times as long as the tests of the true checker. Mutants that no test notices are printed with their lines; docs/proofs.md says
why each of them is harmless. With --since, only lines that changed since a commit are mutated.
"""

from __future__ import annotations

import ast
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import types
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from hoyle.games.domino import certificate as domino
from hoyle.games.pegs.proof import certificate as pegs

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
import test_certificates as tests

PATIENCE = 10
CHILDREN = 2 * (os.cpu_count() or 1)
PAGES = {"pegs": (pegs, "check"), "domino": (domino, "verify")}
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),  # for different bits | and ^ give the same
    ast.BitXor: (ast.BitOr, ast.BitAnd),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
SWAPS = {"min": "max", "max": "min", "all": "any", "any": "all", "sorted": "list", "set": "list", "sum": "len"}


def hints(node: ast.AST) -> list[ast.expr]:
    """Return the parts that are not conditions: type hints, decorators, and whether a zip is strict."""
    found = [getattr(node, "annotation", None), getattr(node, "returns", None), *getattr(node, "decorator_list", ())]
    found += [node.value] if isinstance(node, ast.keyword) and node.arg == "strict" else []
    return [hint for hint in found if hint is not None]


def changes(node: ast.AST) -> Iterator[ast.AST]:  # noqa: C901, PLR0912 — one case for each kind of node
    """Yield the replacements for a node."""
    match node:
        case ast.If():
            yield node.orelse[0] if node.orelse else ast.Pass()
            yield ast.If(ast.Constant(value=True), node.body, node.orelse)
        case ast.IfExp():
            yield from (node.body, node.orelse)
        case ast.BoolOp():
            yield ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
            for place in range(len(node.values)):
                rest = node.values[:place] + node.values[place + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        case ast.UnaryOp():
            yield node.operand
        case ast.Compare(ops=[op], comparators=[ast.Constant(value=str()) | ast.List()]):
            yield ast.Compare(node.left, [COMPARISONS[type(op)][0]()], node.comparators)
        case ast.Compare(ops=[op]):
            yield from (ast.Compare(node.left, [kind()], node.comparators) for kind in COMPARISONS.get(type(op), ()))
        case ast.Compare():
            yield ast.Compare(node.left, node.ops[:1], node.comparators[:1])
            yield ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])
        case ast.BinOp():
            yield from (ast.BinOp(node.left, kind(), node.right) for kind in OPERATORS.get(type(node.op), ()))
            yield from (node.left, node.right)
        case ast.Constant(value=bool()):
            yield ast.Constant(value=not node.value)
        case ast.Constant(value=int() as number):
            yield from (ast.Constant(value=number + step) for step in (1, -1))
        case ast.Name(ctx=ast.Load()) if node.id in SWAPS:
            yield ast.Name(SWAPS[node.id], ast.Load())
        case ast.comprehension() if node.ifs:
            yield ast.comprehension(node.target, node.iter, node.ifs[1:], node.is_async)
        case ast.Slice():
            yield ast.Slice(None, None, None)
        case ast.Break():
            yield ast.Pass()
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()


def mutants(tree: ast.Module, lines: set[int] | None) -> Iterator[str]:
    """Change the tree, or some lines of it, in every way, one at a time, and yield each time the line and what it says now."""
    types_only = {id(part) for node in ast.walk(tree) for hint in hints(node) for part in ast.walk(hint)}
    for parent in list(ast.walk(tree)):
        for field, value in ast.iter_fields(parent):
            for place, node in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(node, ast.AST) or id(node) in types_only:
                    continue
                line = getattr(node, "lineno", getattr(getattr(node, "target", None), "lineno", 0))
                end = getattr(node, "end_lineno", None) or line
                for new in changes(node) if lines is None or lines & {*range(line, end + 1)} else ():
                    row = (
                        [new if other == place else item for other, item in enumerate(value)]
                        if isinstance(value, list)
                        else new
                    )
                    setattr(parent, field, row)
                    ast.fix_missing_locations(tree)
                    yield f"line {line}: {ast.unparse(node)[:90]!r} -> {ast.unparse(new)[:90]!r}"
                    setattr(parent, field, value)


def find_test(tree: ast.Module, page: str, names: list[str]) -> str:
    """Return the test that notices a mutant, or nothing; a mutant that does not load is noticed too."""
    module, entry = PAGES[page]
    mutant = types.ModuleType(module.__name__)
    sys.modules[module.__name__] = mutant
    try:
        exec(compile(tree, str(module.__file__), "exec"), mutant.__dict__)  # noqa: S102 — this is what a mutant is for
    except Exception as error:  # noqa: BLE001 — it may break in any way
        return f"does not load: {error}"
    # Whatever else the tests know of the checker, such as its errors, is the mutant's too.
    for name in {entry, *(name for name, thing in vars(module).items() if vars(tests).get(name) is thing)}:
        setattr(tests, name, getattr(mutant, name, None))
    for name in names:
        try:
            getattr(tests, name)()
        except BaseException as error:  # noqa: BLE001 — pytest's own failures are no Exception
            return f"{name}: {type(error).__name__}"
    return ""


def changed_lines(path: str, commit: str) -> set[int]:
    """Return the lines of a file that are new since a commit."""
    command = [shutil.which("git") or "git", "diff", "--unified=0", commit, "--", path]
    text = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(path).parent).stdout
    hunks = re.findall(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", text, re.MULTILINE)
    return {line for first, count in hunks for line in range(int(first), int(first) + int(count or 1))}


def quick_first(page: str) -> tuple[list[str], float]:
    """Run the tests of a checker; return their names, the quickest first, and how many seconds they take.

    Forked children share what they cached.
    """
    names = [name for name in vars(tests) if name.startswith("test_") and ("domino" in name) == (page == "domino")]
    seconds = {}
    for name in 2 * names:
        start = time.process_time()
        getattr(tests, name)()
        seconds[name] = time.process_time() - start
    return sorted(names, key=lambda name: seconds[name]), sum(seconds.values())


class Trial:
    """A mutant in a child process with limited time, made from the tree as it is now."""

    def __init__(self, words: str, tree: ast.Module, page: str, names: list[str], seconds: float) -> None:
        self.words, self._seconds = words, seconds
        self.answer, self._there = multiprocessing.Pipe(duplex=False)
        self.child = multiprocessing.get_context("fork").Process(target=self._run, args=(tree, page, names))
        self.child.start()

    def _run(self, tree: ast.Module, page: str, names: list[str]) -> None:
        signal.setitimer(signal.ITIMER_PROF, self._seconds)  # processor time, so that a busy machine does not matter
        self._there.send(find_test(tree, page, names))

    def alive(self) -> bool:
        """Tell whether the mutant came to an end and no test noticed it."""
        self.child.join()
        return self.answer.poll() and not self.answer.recv()


def main(pages: list[str], shown: int | None, since: str | None) -> None:
    """Print the mutants that no test notices."""
    for page in pages:
        names, seconds = quick_first(page)
        path = str(PAGES[page][0].__file__)
        tree = without_words(ast.parse(Path(path).read_text(encoding="utf-8")))
        if not Trial("", tree, page, names, PATIENCE * seconds).alive():
            sys.exit(f"{page}: the tests notice a checker that nobody has changed")
        start, used, count, alive = time.perf_counter(), sum(os.times()[:4]), 0, 0
        trials: deque[Trial] = deque()
        made = enumerate(mutants(tree, None if since is None else changed_lines(path, since)))
        while (new := next(made, None)) is not None or trials:
            if new is not None and shown in {new[0], None}:
                trials.append(Trial(f"{page} {new[0]}, {new[1]}", tree, page, names, PATIENCE * seconds))
            if new is None or len(trials) >= CHILDREN:
                count += 1
                if trials[0].alive():
                    alive += 1
                    print(trials[0].words, flush=True)
                trials.popleft()
        clock, work = time.perf_counter() - start, sum(os.times()[:4]) - used
        print(
            f"{page}: {count} mutants, {count - alive} noticed; {clock:.0f} s, {work:.0f} s of the processor",
            flush=True,
        )


def without_words(tree: ast.Module) -> ast.Module:
    """Return a tree without its docstrings, so that no mutant is one of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [part for part in node.body if not is_text(part)] or [ast.Pass()]
    return ast.fix_missing_locations(tree)


def is_text(node: ast.AST) -> bool:
    """Tell whether a statement is a text alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


if __name__ == "__main__":
    chosen = [argument for argument in sys.argv[1:] if argument in PAGES]
    number = next((int(argument) for argument in sys.argv[1:] if argument.isdigit()), None)
    commit = next((argument[8:] for argument in sys.argv[1:] if argument.startswith("--since=")), None)
    main(chosen or list(PAGES), number, commit)
