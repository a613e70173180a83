"""A project to start from: the solution with holes, the given tests, the tasks in words, and pytest ready to run."""

from __future__ import annotations

import ast
from pathlib import Path

from hoyle import files
from hoyle.course.course import Course
from hoyle.course.grading import GIVEN, OWN
from hoyle.course.holes import features, read
from hoyle.game import HoyleError

_PROJECT = """\
[project]
name = "{name}-lab"
version = "0.1"
dependencies = ["hoyle", "pytest"]

[tool.pytest.ini_options]
pythonpath = ["."]
testpaths = ["tests"]

[tool.hoyle]
course = "{name}"
"""

_OWN = '''\
"""Your own tests: write as many functions that begin with test as you need.

A normal case asserts something. A call that a contract or an error must refuse stands in one of these:

    with violates("tag_of_the_clause"):
        ...
    with raises(ValueError):
        ...
"""

from hoyle.course import raises, violates  # noqa: F401
'''


def project(course: Course, *, solved: bool = False) -> dict[str, str]:
    """Return the files of a starter, or of a project in which everything is done."""
    tests = course.text(course.cases) if solved else _OWN
    return {
        "README.md": readme(course),
        "pyproject.toml": _PROJECT.format(name=course.name),
        **(course.solution_files if solved else course.starter_files),
        GIVEN: course.text(course.given),
        OWN: tests,
    }


def start(course: Course, folder: Path, *, solved: bool = False) -> list[str]:
    """Write a starter into a new folder, and return the names of its files."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        what = "not empty" if folder.is_dir() else "a file"
        raise HoyleError(f"{folder} is {what}; name a new folder")
    made = project(course, solved=solved)
    for name, text in made.items():
        try:
            files.jot(folder / name, text)
        except OSError as fault:
            raise HoyleError(f"cannot write {folder / name}: {files.reason(fault)}") from fault
    return list(made)


def readme(course: Course) -> str:
    """Return the tasks in words, and the list of them by file and class."""
    lines = [f"# {course.title}", "", course.about.strip(), "", "## Your tasks", ""]
    for name, text in course.starter_files.items():
        tasks = {feature: node for feature, node in features(read(text)).items() if feature in course.tasks}
        if tasks:
            lines += [f"`{name}`", ""]
        for feature, node in tasks.items():
            kinds = (
                [("its contract" if feature not in course.body_tasks else "body and contract")]
                if feature in course.contract_tasks
                else ["body"]
            )
            what = "its invariant" if isinstance(node, ast.ClassDef) else kinds[0]
            said = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
            lines.append(f"- `{feature}`: {what}." + (f" {said}" if said else ""))
        lines += [""] if tasks else []
    points = ", ".join(f"{part} {worth}" for part, worth in course.points.items())
    lines += [
        "## Try it",
        "",
        "`hoyle course run .` prints a table of your tests, and `pytest` runs them as well. Your own tests belong in",
        f"`{OWN}`, or in other files beside it.",
        "",
        f"Points: {points}. Contracts are judged by the wrong programs that they notice, and so are tests: a test that",
        "asserts nothing finds nothing. Both are tried with other programs than yours, so they must not name attributes that only",
        "your program has.",
        "",
    ]
    return "\n".join(lines)
