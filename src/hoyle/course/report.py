"""The report on any package: a cover, contract views, the diagram and tests; as a page or as PDF.

A project that was started by the kit says in its pyproject.toml which course it belongs to, and the course says what its
cover has and which classes are shown.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from hoyle.contracts import pdf
from hoyle.contracts.diagram import diagram
from hoyle.contracts.forms import fragment, page, prose
from hoyle.contracts.forms import text as as_text
from hoyle.contracts.reading import ClassView, read_class
from hoyle.course.course import Course, courses, expected_violation, find_course
from hoyle.course.holes import features, read
from hoyle.game import HoyleError
from hoyle.svg import to_svg

KINDS = {"": "Normal case", "pre": "Precondition violation", "post": "Postcondition violation"}


# ------------------------------------------------------------------ what is reported on


@dataclass(frozen=True)
class Target:
    """A package and its tests."""

    name: str
    modules: tuple[ModuleType, ...]
    tests: tuple[Path, ...]
    course: Course | None = None

    @property
    def classes(self) -> list[type]:
        """The classes of the package, in the order of its text."""
        return [
            thing
            for module in self.modules
            for thing in vars(module).values()
            if isinstance(thing, type) and thing.__module__ == module.__name__ and not thing.__name__.startswith("_")
        ]


def find_target(name: str) -> Target:
    """Return the package in a folder, or of a dotted name.

    >>> [module.__name__.rpartition(".")[2] for module in find_target("hoyle.classroom.pegs").modules]
    ['board', 'game', 'players', 'slot', 'tests']
    """
    folder = Path(name)
    if not folder.is_dir():
        solutions = {course.solution: course for course in map(find_course, courses())}
        return Target(name, tuple(_modules(name)), (), solutions.get(name))
    if (folder / "__init__.py").exists():
        sys.path.insert(0, str(folder.resolve().parent))
        return Target(folder.resolve().name, tuple(_modules(folder.resolve().name)), ())
    course = _course(folder)
    sys.path.insert(0, str(folder.resolve()))
    tests = tuple(sorted(folder.rglob("test_*.py")))
    names = (
        [course.package] if course else [found.name for found in iter_modules([str(folder)]) if found.name != "tests"]
    )
    modules = [module for found in names for module in _modules(found)]
    if not modules:
        raise HoyleError(f"there is no package in {folder}")
    return Target(folder.resolve().name, tuple(modules), tests, course)


def _course(folder: Path) -> Course | None:
    try:
        facts = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        return find_course(facts["tool"]["hoyle"]["course"])
    except (OSError, KeyError, TypeError, ValueError):  # it belongs to no course that is known here
        return None


def _modules(name: str) -> Iterator[ModuleType]:
    package = _load(name)
    parts = sorted(part.name for part in iter_modules(getattr(package, "__path__", [])))
    if not parts:
        yield package
    yield from (_load(f"{name}.{part}") for part in parts)


def _load(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as fault:  # another person's module may fail in any way
        raise HoyleError(
            f"{name} cannot be imported: {' '.join(str(fault).split())[:200] or type(fault).__name__}"
        ) from fault


def test_modules(target: Target) -> Iterator[ModuleType]:
    """Yield the test files as modules, as far as they can be loaded."""
    for number, path in enumerate(target.tests):
        spec = importlib.util.spec_from_file_location(f"tests_{number}.tests", path)
        if spec and spec.loader:
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            try:
                spec.loader.exec_module(module)
            except (Exception, SystemExit):  # noqa: BLE001, S112 - the table of tests says why
                continue
            yield module


# ------------------------------------------------------------------ the report


@dataclass(frozen=True)
class Explained:
    """A test with its own description."""

    kind: str
    words: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Report:
    """Everything that a report shows."""

    target: Target
    cover: tuple[tuple[str, str], ...]
    views: tuple[ClassView, ...]
    tests: tuple[Explained, ...]
    table: str

    @property
    def title(self) -> str:
        """The title on the cover."""
        return self.target.course.title if self.target.course else self.target.name

    def html(self) -> str:
        """Return the report as a page of its own."""
        rows = "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>" for key, value in self.cover)
        body = [f'<h1>{escape(self.title)}</h1><dl class="clauses">{rows}</dl>', '<h1 id="views">Contract View</h1>']
        body += [fragment(view) for view in self.views]
        body += ['<h1 id="diagram">Architectural Diagram</h1>', f"<figure>{to_svg(self._scene())}</figure>"]
        body += ['<h1 id="tests">Tests</h1>']
        for test in self.tests:
            body += [f"<h2>{escape(test.kind)}</h2>", *(f"<p>{prose(words)}</p>" for words in test.words)]
            body += [f"<pre>{escape(test.text)}</pre>"]
        body += [f"<h2>All tests</h2><pre>{escape(self.table)}</pre>"] if self.table else []
        return page(self.title, "\n".join(body))

    def pdf(self) -> bytes:
        """Return the report as PDF."""
        facts: Mapping[str, Any] = {
            "title": self.title,
            "cover": [list(pair) for pair in self.cover],
            "views": [{"name": view.name, "text": pdf.fold(as_text(view))} for view in self.views],
            "tests": [
                {"kind": test.kind, "words": list(test.words), "text": pdf.fold(test.text)} for test in self.tests
            ],
            "table": pdf.fold(self.table),
        }
        return pdf.report(facts, self._scene())

    def _scene(self) -> Any:
        return diagram(*self.target.modules, *test_modules(self.target))


def report(
    target: Target,
    *,
    cover: Mapping[str, str] | None = None,
    feature: str = "",
    table: str = "",
) -> Report:
    """Return the report on a package; `feature` chooses the tests that name it, and if it is empty, the course does."""
    course = target.course
    feature = feature or (course.tested if course else "")
    lines = {**(course.cover if course else {}), **(cover or {})}
    wanted = course.views if course and course.views else None
    views = [cls for cls in target.classes if cls.__name__ in wanted] if wanted else target.classes
    chosen = sorted(views, key=lambda cls: wanted.index(cls.__name__)) if wanted else views
    return Report(target, tuple(lines.items()), tuple(map(read_class, chosen)), tuple(_tests(target, feature)), table)


def _tests(target: Target, feature: str) -> Iterator[Explained]:
    """Yield the first test of each kind among those that name a feature."""
    ensured = {clause.tag for view in map(read_class, target.classes) for clause in _promises(view)}
    found: dict[str, Explained] = {}
    for path in target.tests or [
        Path(inspect.getfile(module)) for module in target.modules if module.__name__.endswith("tests")
    ]:
        text = path.read_text(encoding="utf-8")
        try:
            nodes = features(read(text, path.name))
        except HoyleError:
            continue
        for name, node in nodes.items():
            if isinstance(node, ast.ClassDef) or not name.rpartition(".")[2].startswith("test"):
                continue
            source = "\n".join(text.split("\n")[node.lineno - 1 : node.end_lineno])
            tag = expected_violation(node)
            kind = KINDS["" if not tag else "post" if tag in ensured else "pre"]
            if feature in source and kind not in found:
                words = [" ".join(part.split()) for part in (ast.get_docstring(node) or "").split("\n\n")]
                found[kind] = Explained(kind, tuple(words), inspect.cleandoc("\n" + source))
    yield from (found[kind] for kind in KINDS.values() if kind in found)


def _promises(view: ClassView) -> Iterator[Any]:
    yield from view.invariant
    yield from (clause for _, section in view.sections for feature in section for clause in feature.ensure)
