"""A course as data: a solution, which of its features are tasks, cases, faults, and what is given out.

A course is found by its name, among those that packages offer through the entry point group hoyle.courses, or by a
folder with a `course.py`. Either way it is a `Course` called COURSE. Its modules speak of the solution by its own name; in a
student's project the same modules speak of the student's package.

>>> find_course("pegs").title
'Peg solitaire with contracts'
>>> find_course("chess")
Traceback (most recent call last):
    ...
hoyle.game.HoyleError: no course is called 'chess'; there are domsol, dots, marble, pegs, stratego
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol

from hoyle.box import unknown
from hoyle.contracts.reading import is_deferred
from hoyle.course.holes import Statement, features, fill, punch, read, rename, tags
from hoyle.game import HoyleError

QUIET: Final = frozenset({"__repr__", "__hash__", "__reduce__"})
"""What `Class.*` does not stand for: nobody asks for these."""
POINTS: Final = MappingProxyType({"behaviour": 40, "contracts": 30, "tests": 20, "form": 10})
"""What the four parts of a mark are worth unless a course says otherwise."""


class Fault(Protocol):
    """One small mistake: a descendant of a class, the clause that notices, and what a client does to meet it."""

    @property
    def name(self) -> str:
        """What the mistake is called."""

    @property
    def story(self) -> str:
        """What is wrong, in one line."""

    @property
    def cls(self) -> type:
        """The class with the mistake."""

    @property
    def base(self) -> type:
        """The class that it takes the place of."""

    @property
    def tag(self) -> str:
        """The clause that catches it."""

    @property
    def features(self) -> tuple[str, ...]:
        """The features that are wrong."""


@dataclass(frozen=True)
class Case:
    """One of our cases: its name, its description, and the clause that it expects to be broken."""

    name: str
    words: str
    tag: str = ""


@dataclass(frozen=True)
class Course:
    """Everything that the kit knows about a course."""

    name: str
    title: str
    about: str
    """The tasks in a few sentences, as Markdown."""
    solution: str
    """The module, or the package, that solves everything."""
    cases: str
    """The module with the cases that the behaviour of a program is judged by."""
    given: str
    """The module with the tests that students get."""
    faults: str = ""
    """The module with FAULTS."""
    modules: tuple[str, ...] = ()
    """For a package, its modules in reading order."""
    bodies: tuple[str, ...] = ()
    """The features whose bodies are tasks; `Board.*` stands for all public ones of a class that are not deferred."""
    contracts: tuple[str, ...] = ()
    """The features whose contracts are tasks, and the classes whose invariants are."""
    alike: tuple[str, ...] = ()
    """Faults that a client cannot notice without a correct class to compare with: no test can find them."""
    drop: tuple[str, ...] = ()
    """Features of the solution that are not part of the course."""
    keep: tuple[str, ...] = ()
    """What stays although nothing uses it."""
    points: Mapping[str, int] = field(default_factory=lambda: POINTS)
    cover: Mapping[str, str] = field(default_factory=dict)
    """What stands on the cover of a report, such as the course and the semester."""
    views: tuple[str, ...] = ()
    """The classes whose contract views a report shows; all if none are named."""
    tested: str = ""
    """The feature whose tests a report shows; if none is named, the first tests of each kind."""
    printed: str = ""
    """The module that knows what a program prints; its `expectations` goes through the lines."""

    @property
    def package(self) -> str:
        """The name of the student's package."""
        return self.solution.rpartition(".")[2]

    @property
    def home(self) -> str:
        """The folder of the solution if it is a module of its own: a student's program must not find it."""
        spec = find_spec(self.solution) if "." not in self.solution else None
        return str(Path(spec.origin).parent) if spec and spec.origin else ""

    @property
    def tasks(self) -> tuple[str, ...]:
        """Every task once, in the order of the solution."""
        mine = {*self.body_tasks, *self.contract_tasks}
        return tuple(name for name in self._nodes if name in mine)

    @cached_property
    def _nodes(self) -> dict[str, Statement]:
        return {name: node for text in self.solution_files.values() for name, node in features(read(text)).items()}

    @cached_property
    def body_tasks(self) -> tuple[str, ...]:
        """The features whose bodies are tasks, one by one; a deferred feature has no body."""
        return tuple(
            name
            for pattern in self.bodies
            for name in self._matches(pattern)
            if pattern == name or not self._is_deferred(name)
        )

    @cached_property
    def contract_tasks(self) -> tuple[str, ...]:
        """The features and classes whose contracts are tasks, one by one."""
        return tuple(
            name
            for pattern in self.contracts
            for name in self._matches(pattern)
            if pattern == name or tags(self._nodes[name])
        )

    def _matches(self, pattern: str) -> list[str]:
        owner, _, feature = pattern.partition(".")
        if feature != "*":
            return [pattern]
        mine = [name for name in self._nodes if name.startswith(f"{owner}.")]
        return [
            name
            for name in mine
            if name.partition(".")[2] not in QUIET and not re.match(r"_(?!_)", name.partition(".")[2])
        ]

    def _is_deferred(self, name: str) -> bool:
        return any(ast.unparse(part) == "abstractmethod" for part in self._nodes[name].decorator_list)

    @cached_property
    def solution_files(self) -> dict[str, str]:
        """The files of the solution, as a student would hand them in."""
        names = {"__init__": self.solution, **{name: f"{self.solution}.{name}" for name in self.modules}}
        texts = {name: self.text(dotted) for name, dotted in names.items()}
        files = [f"{self.package}/{name}.py" for name in names] if self.modules else [f"{self.package}.py"]
        return dict(zip(files, punch([*texts.values()], drop=self.drop, keep=self._names_to_keep), strict=True))

    @cached_property
    def _names_to_keep(self) -> tuple[str, ...]:
        public = _public(self.text(self.solution))
        return (*self.keep, *public)

    def text(self, module: str) -> str:
        """Return the text of one of the course's modules, with the student's package in the place of the solution."""
        spec = find_spec(module)
        if spec is None or not spec.origin:
            raise HoyleError(f"the course {self.name} names the module {module}, which is not there")
        return rename(Path(spec.origin).read_text(encoding="utf-8"), self.solution, self.package)

    @cached_property
    def starter_files(self) -> dict[str, str]:
        """The same files with holes."""
        tasks = {"bodies": self.body_tasks, "contracts": self.contract_tasks}
        texts = punch([*self.solution_files.values()], **tasks, keep=self._names_to_keep)
        return dict(zip(self.solution_files, texts, strict=True))

    def fill(self, files: Mapping[str, str]) -> dict[str, str]:
        """Return files with every task done as the solution does it."""
        return {name: fill(files[name], text, self.tasks) for name, text in self.solution_files.items()}

    @cached_property
    def case_list(self) -> tuple[Case, ...]:
        """The cases, in the order of their module."""
        return tuple(list_cases(self.text(self.cases)))

    @cached_property
    def faults_known(self) -> tuple[Fault, ...]:
        """All faults, in the order of their module."""
        found: tuple[Fault, ...] = tuple(import_module(self.faults).FAULTS) if self.faults else ()
        return found

    @cached_property
    def contract_faults(self) -> tuple[Fault, ...]:
        """The faults that should be noticed by a clause that is a task."""
        tagged = {(name, tag) for name in self.contract_tasks for _, tag in tags(self._nodes[name])}
        return tuple(
            fault
            for fault in self.faults_known
            if any((name, fault.tag) in tagged for cls in fault.base.__mro__ for name in _places(cls, fault))
        )

    @cached_property
    def test_faults(self) -> tuple[Fault, ...]:
        """The faults of features that are tasks, in classes that have objects."""
        tasks = {*self.tasks}
        return tuple(
            fault
            for fault in self.faults_known
            if fault.name not in self.alike
            and not is_deferred(fault.base)
            and any(name in tasks for cls in fault.base.__mro__ for name in _places(cls, fault))
        )


def _places(cls: type, fault: Fault) -> list[str]:
    return [cls.__name__, *(f"{cls.__name__}.{feature}" for feature in fault.features)]


def _public(text: str) -> list[str]:
    """Return the names that a module lists in `__all__`, or every public name that it defines."""
    tree = read(text)
    for node in tree.body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.List)
            and "__all__" in ast.unparse(node.targets[0])
        ):
            return [str(part.value) for part in node.value.elts if isinstance(part, ast.Constant)]
    targets = [node.targets[0] for node in tree.body if isinstance(node, ast.Assign)]
    targets += [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    names = [*features(tree), *(part.id for part in targets if isinstance(part, ast.Name))]
    return [name for name in names if name[0] != "_" and "." not in name]


def list_cases(text: str) -> list[Case]:
    """Return the cases of a module: its functions and its classes' methods that begin with test.

    >>> list_cases('''def test_a_row():
    ...     "Row 9 is no row."
    ...     with violates("valid_row"):
    ...         Board().status_of(9, 1)''')
    [Case(name='test_a_row', words='A row. Row 9 is no row.', tag='valid_row')]
    """
    cases = []
    for name, node in features(read(text)).items():
        if name.rpartition(".")[2].startswith("test") and not isinstance(node, ast.ClassDef):
            title = name.rpartition(".")[2].removeprefix("test_").replace("_", " ").capitalize()
            said = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
            words = f"{title}. {said}".rstrip()
            cases.append(Case(name, words, expected_violation(node)))
    return cases


def expected_violation(node: ast.AST) -> str:
    """Return the tag that a test expects to be violated, `*` where it names none, or nothing for a boolean case."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            called = ast.unparse(part.func).rpartition(".")[2]
            first = part.args[0] if part.args else None
            if called in {"violates", "breaks_promise"}:
                return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else "*"
            if called == "raises" and first is not None and "ViolationError" in ast.unparse(first):
                return "*"
    return ""


# ------------------------------------------------------------------ finding


def check_folder(folder: Path) -> None:
    """Raise a HoyleError unless there is such a folder."""
    if not folder.is_dir():
        raise HoyleError(f"{folder} is not a folder" if folder.exists() else f"there is no folder {folder}")


def courses() -> dict[str, Any]:
    """Return the entry points of the courses that are installed, by name."""
    return {door.name: door for door in sorted(entry_points(group="hoyle.courses"), key=lambda door: door.name)}


def find_course(name: str) -> Course:
    """Return the course of that name, or the one in that folder."""
    folder = Path(name)
    if (folder / "course.py").is_file():
        sys.path.insert(0, str(folder.resolve()))
        sys.modules.pop("course", None)
        try:
            found = import_module("course").COURSE
        except Exception as fault:  # a stranger's module may fail in any way
            raise HoyleError(f"the course in {folder} does not load: {fault}") from fault
    else:
        doors = courses()
        if name not in doors:
            here = f"{folder} has no course.py, and " if folder.is_dir() else ""
            raise HoyleError(f"{here}{unknown('course', name, doors)}")
        found = doors[name].load()
    if not isinstance(found, Course):
        raise HoyleError(f"the course {name} should offer a Course, not a {type(found).__name__}")
    return found
