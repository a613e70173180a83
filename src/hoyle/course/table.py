"""The table of a project's tests: cases and their results, violations and booleans apart, as the contract lab shows it."""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import textwrap
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hoyle.course.course import check_folder, expected_violation
from hoyle.course.inside import PARTS, describe
from hoyle.game import HoyleError


@dataclass(frozen=True)
class Run:
    """One test that was run."""

    group: str
    name: str
    violation: bool
    passed: bool
    broken: str = ""
    """Which part of a contract was violated, or which error was raised."""


def table(runs: Sequence[Run], title: str = "APPLICATION") -> str:
    """Return the table.

    >>> print(table([Run("TestBoard", "test_a_row", True, True), Run("TestBoard", "test_a_sum", False, False, "Postcondition violated.")]))
    APPLICATION
    Note: * indicates a violation test case
    <BLANKLINE>
    FAILED (1 failed & 1 passed out of 2)
    Case Type  Passed  Total
    Violation       1      1
    Boolean         0      1
    All Cases       1      2
    <BLANKLINE>
    State   Contract Violation       Test Name
    Test1   TestBoard
    PASSED  NONE                     * test: a row
    FAILED  Postcondition violated.    test: a sum
    """
    passed = sum(run.passed for run in runs)
    verdict = f"FAILED ({len(runs) - passed} failed & {passed} passed out of {len(runs)})"
    lines = [
        title,
        "Note: * indicates a violation test case",
        "",
        verdict if passed < len(runs) else f"PASSED ({passed} out of {len(runs)})",
        "Case Type  Passed  Total",
    ]
    for words, some in (
        ("Violation", [run for run in runs if run.violation]),
        ("Boolean", [run for run in runs if not run.violation]),
        ("All Cases", list(runs)),
    ):
        lines.append(f"{words:<9}{sum(run.passed for run in some):>8}{len(some):>7}")
    wide = max([len("Contract Violation"), *(len(run.broken) for run in runs)])
    lines += ["", f"State   {'Contract Violation':<{wide}}  Test Name"]
    for number, group in enumerate(dict.fromkeys(run.group for run in runs), 1):
        lines.append(f"Test{number:<4}{group}")
        for run in runs:
            if run.group == group:
                words = run.name.removeprefix("test_").replace("_", " ")
                sign = "*" if run.violation else " "
                lines.append(
                    f"{'PASSED' if run.passed else 'FAILED'}  {run.broken or 'NONE':<{wide}}  {sign} test: {words}"
                )
    return "\n".join(lines)


def run_tests(folder: Path, *, every: bool = False) -> tuple[str, int]:
    """Run the tests of a project, and return the table and how many failed; `every` lets pytest print as it does."""
    check_folder(folder)
    try:
        import pytest
    except ModuleNotFoundError:
        raise HoyleError("tests need pytest: pip install 'hoyle[course]'") from None

    class Recorder:
        """A plugin of pytest that remembers every test, and every file that cannot be read."""

        runs: ClassVar[list[Run]] = []
        unread: ClassVar[list[str]] = []

        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_makereport(self, item: Any, call: Any) -> Generator[None, Any, Any]:
            """Remember the result of a test."""
            report = yield
            if report.failed or (report.when == "call" and not report.skipped):
                self.runs.append(_run(item, call.excinfo.value if report.failed else None))
            return report

        def pytest_collectreport(self, report: Any) -> None:
            """Remember a file that cannot be read, and why."""
            if report.failed:
                last = str(report.longrepr).strip().splitlines()[-1:] or [""]
                self.unread.append(f"cannot be read: {report.nodeid}: {last[0].removeprefix('E').strip()}")

    recorder = Recorder()
    options = ["-q", "-p", "no:cacheprovider", "--rootdir", "."]
    shown = contextlib.nullcontext() if every else contextlib.redirect_stdout(io.StringIO())
    with contextlib.chdir(folder.resolve()), shown:
        pytest.main([*options, "."], plugins=[recorder])
    if not recorder.runs and not recorder.unread:
        raise HoyleError(f"there are no tests in {folder}")
    shown_runs = [table(recorder.runs)] if recorder.runs else []
    failed = sum(not run.passed for run in recorder.runs) + len(recorder.unread)
    return "\n".join([*shown_runs, *recorder.unread]), failed


def _run(item: Any, fault: BaseException | None) -> Run:
    part = PARTS.get(describe(fault).get("kind", ""), "") if fault else ""
    plain = not fault or isinstance(fault, AssertionError)
    broken = f"{part.capitalize()} violated." if part else "" if plain else f"{type(fault).__name__}."
    group = item.cls.__name__ if item.cls else Path(item.path).stem
    return Run(group, item.name, _is_violation(item.function), fault is None, broken)


def _is_violation(function: Any) -> bool:
    try:
        return bool(expected_violation(ast.parse(textwrap.dedent(inspect.getsource(function)))))
    except (OSError, SyntaxError):
        return False
