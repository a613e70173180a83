"""The table of a project's tests: cases and what came of them, violations and booleans apart, as the contract lab shows it."""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from hoyle.course.course import expected_violation
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
                lines.append(f"{'PASSED' if run.passed else 'FAILED'}  {run.broken or 'NONE':<{wide}}  {sign} test: {words}")
    return "\n".join(lines)


class Recorder:
    """A plugin of pytest that remembers every test."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.unread: list[str] = []

    def pytest_collectreport(self, report: Any) -> None:
        """Remember a file that cannot be read, and why."""
        if report.failed:
            last = str(report.longrepr).strip().splitlines()[-1:] or [""]
            self.unread.append(f"{report.nodeid}: {last[0].removeprefix('E').strip()}")

    def record(self, item: Any, call: Any, report: Any) -> None:
        """Remember what came of a test."""
        if report.skipped or not (report.failed or report.when == "call"):
            return
        broken = ""
        if report.failed:
            line = describe(call.excinfo.value)
            part = PARTS.get(line.get("kind", ""), "")
            kind = type(call.excinfo.value).__name__
            broken = f"{part.capitalize()} violated." if part else "" if kind == "AssertionError" else f"{kind}."
        group = item.cls.__name__ if item.cls else Path(item.path).stem
        self.runs.append(Run(group, item.name, _is_violation(item.function), not report.failed, broken))


def _is_violation(function: Any) -> bool:
    try:
        return bool(expected_violation(ast.parse(textwrap.dedent(inspect.getsource(function)))))
    except (OSError, SyntaxError):
        return False


def run_tests(folder: Path, *, every: bool = False) -> int:
    """Run the tests of a project, print the table, and return how many failed."""
    if not folder.is_dir():
        raise HoyleError(f"there is no folder {folder}")
    try:
        import pytest
    except ModuleNotFoundError:
        raise HoyleError("tests need pytest: pip install 'hoyle[course]'") from None
    recorder = Recorder()

    class Plugin(Recorder):
        """The recorder, as pytest calls it."""

        pytest_collectreport = recorder.pytest_collectreport  # type: ignore[assignment]

        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
            """Remember what came of a test."""
            report: Any = yield
            recorder.record(item, call, report)
            return report

    options = ["-q", "-p", "no:cacheprovider", "--rootdir", str(folder)]
    shown = contextlib.nullcontext() if every else contextlib.redirect_stdout(io.StringIO())
    with contextlib.chdir(folder.resolve()), shown:
        pytest.main([*options, "."], plugins=[Plugin()])
    if not recorder.runs and not recorder.unread:
        raise HoyleError(f"there are no tests in {folder}")
    if recorder.runs:
        click.echo(table(recorder.runs))
    for words in recorder.unread:
        click.echo(f"cannot be read: {words}")
    return sum(not run.passed for run in recorder.runs) + len(recorder.unread)
