"""What a program printed, in any language, against what a document prescribes, up to where it first differs.

A course has a function that goes through the lines and yields what it expects of each. Lines about which a document
says nothing may stand in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from hoyle.course.course import Course
from hoyle.game import HoyleError


@dataclass(frozen=True)
class Line:
    """What is expected of a line, and what is there; `why` says where the expectation comes from."""

    number: int
    expected: str
    got: str
    why: str = ""

    def __str__(self) -> str:
        at = next(
            (i for i, (one, other) in enumerate(zip(self.expected, self.got, strict=False)) if one != other), None
        )
        column = min(len(self.expected), len(self.got)) if at is None else at
        lines = [f"line {self.number}, column {column + 1}: {self.why or 'not as the document has it'}"]
        lines += [f"  expected: {_show(self.expected)}", f"  got:      {_show(self.got)}"]
        return "\n".join([*lines, " " * (12 + column + (self.got[:column].count("\\"))) + "^"])


def _show(text: str) -> str:
    """Return a line with its end made visible, since blanks count."""
    return f"{text}⏎"


def check(course: Course, text: str) -> tuple[int, Line | None]:
    r"""Return how many lines were judged, and the first that differs.

    >>> from hoyle.course import find_course
    >>> judged, wrong = check(find_course("marble"), "O O\n")
    >>> print(judged, wrong)
    1 line 1, column 2: one blank between positions, and none after the last slot
      expected: O⏎
      got:      O O⏎
                 ^
    """
    if not course.printed:
        raise HoyleError(f"the course {course.name} prescribes no output")
    lines: Iterator[Line] = import_module(course.printed).expectations(text.replace("\r\n", "\n").split("\n"))
    judged = 0
    for line in lines:
        judged += 1
        if line.expected != line.got:
            return judged, line
    return judged, None
