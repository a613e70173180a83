"""The lab's way to write tests: classes that add cases, and an application that runs them and prints the table.

A boolean case passes if it is true. A violation case passes if it breaks the clause with its tag.

>>> class TestHalf(EsTest):
...     def make(self):
...         self.add_boolean_case(self.half_of_four)
...         self.add_violation_case_with_tag("from_slot_occupied", self.jump_of_no_peg)
...     def half_of_four(self):
...         '''test: half of four is two'''
...         return 4 // 2 == 2
...     def jump_of_no_peg(self):
...         '''test: an empty hole cannot jump'''
...         from hoyle.classroom.pegs import Game
...         Game.make_easy().move_down(1, 4)
>>> application = Application()
>>> application.add_test(TestHalf())
>>> application.run_espec()
APPLICATION
Note: * indicates a violation test case
<BLANKLINE>
PASSED (2 out of 2)
Case Type  Passed  Total
Violation       1      1
Boolean         1      1
All Cases       2      2
<BLANKLINE>
State   Contract Violation  Test Name
Test1   TestHalf
PASSED  NONE                  test: half of four is two
PASSED  NONE                * test: an empty hole cannot jump
"""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace

from icontract import ViolationError

from hoyle.classroom.eiffel import Contracted
from hoyle.course.table import Run, table

__all__ = ["Application", "EsTest"]


class EsTest(Contracted):
    """A class of tests; `make` adds its cases."""

    def __init__(self) -> None:
        self._cases: list[tuple[str | None, Callable[[], object]]] = []
        self.make()

    @abstractmethod
    def make(self) -> None:
        """Add the cases."""

    def add_boolean_case(self, case: Callable[[], bool]) -> None:
        """Add a query that must be true."""
        self._cases.append((None, case))

    def add_violation_case_with_tag(self, tag: str, case: Callable[[], object]) -> None:
        """Add a command that must break the clause with this tag."""
        self._cases.append((tag, case))

    def run(self) -> list[Run]:
        """Return the result of every case."""
        return [self._run(tag, case) for tag, case in self._cases]

    def _run(self, tag: str | None, case: Callable[[], object]) -> Run:
        name = (inspect.getdoc(case) or case.__name__).split("\n")[0].removeprefix("test:").strip()
        run = Run(type(self).__name__, name, tag is not None, passed=False)
        try:
            answer = case()
        except ViolationError as violation:
            broken, _, words = str(violation).partition(": ")
            kind = words.split(" ")[0].capitalize()
            passed = broken == tag
            return replace(run, passed=passed, broken="" if passed else f"{kind} violated.")
        except Exception as fault:  # noqa: BLE001 - a case may fail in any way, and the others shall run
            return replace(run, broken=f"{type(fault).__name__}.")
        return replace(run, passed=tag is None and answer is True)


class Application:
    """The root class: it runs tests and prints the table."""

    def __init__(self) -> None:
        self._tests: list[EsTest] = []

    def add_test(self, test: EsTest) -> None:
        """Add a class of tests."""
        self._tests.append(test)

    def run_espec(self) -> None:
        """Run all tests and print the results."""
        print(table([run for test in self._tests for run in test.run()]))
