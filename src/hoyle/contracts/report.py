"""The contract lab's report as one page: contract views, the architecture, and three tests, all taken from the code.

A report is about a package of the classroom; its module `tests` says what to show: `VIEWED`, the classes whose contracts
are viewed, and `EXPLAINED`, tests by kind, each explained by its docstring. The package is imported by name when a
report is asked for, so that nothing depends on the classroom.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
import unittest
from collections.abc import Callable
from contextlib import suppress
from html import escape
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from hoyle.contracts.diagram import diagram
from hoyle.contracts.forms import fragment, page, prose
from hoyle.contracts.reading import read_class
from hoyle.game import HoyleError
from hoyle.svg import to_svg

CLASSROOM: Final = "hoyle.classroom"


def report(name: str = "pegs") -> str:
    """Return the report on a package of the classroom as a self-contained page of HTML.

    >>> report("chess")
    Traceback (most recent call last):
        ...
    hoyle.game.HoyleError: there is no report on 'chess'; try pegs
    """
    package, tests = _asked(name)
    parts = [importlib.import_module(f"{package.__name__}.{part.name}") for part in iter_modules(package.__path__)]
    summary = prose((inspect.getdoc(package) or "").split("\n\n")[0])
    body = [
        f"<h1>Contracts of {escape(package.__name__)}</h1><p>{summary}</p>",
        '<nav><a href="#views">Contract views</a> · <a href="#diagram">Architecture</a> · <a href="#tests">Tests</a></nav>',
        '<h1 id="views">Contract views</h1>',
        *(fragment(read_class(cls)) for cls in tests.VIEWED),
        '<h1 id="diagram">Architecture</h1>',
        f"<figure>{to_svg(diagram(*parts))}</figure>",
        '<h1 id="tests">Tests</h1>',
        *(_explained(kind, test) for kind, test in tests.EXPLAINED.items()),
    ]
    return page(f"Contracts of {package.__name__}", "\n".join(body))


def _asked(name: str) -> tuple[ModuleType, ModuleType]:
    """Return the package of a document and its tests."""
    if re.fullmatch(r"[a-z]{1,40}", name):
        with suppress(ModuleNotFoundError):
            tests = importlib.import_module(f"{CLASSROOM}.{name}.tests")
            return importlib.import_module(f"{CLASSROOM}.{name}"), tests
    raise HoyleError(f"there is no report on {name[:40]!r}; try pegs")


def _explained(kind: str, test: Callable[..., None]) -> str:
    """Return a test with what it says of itself, its text, and what came of it just now."""
    home = inspect.getmodule(test)
    said = (inspect.getdoc(test) or "").split("\n\n")
    # The classes that only this test is about, such as those that are wrong on purpose, are shown with it.
    own = [getattr(home, name, None) for name in test.__code__.co_names]
    extras = [inspect.getsource(cls) for cls in own if isinstance(cls, type) and cls.__module__ == test.__module__]
    return "\n".join(
        [
            f"<h2>{escape(kind)}</h2>",
            *(f"<p>{prose(' '.join(words.split()))}</p>" for words in said),
            *(f"<pre>{escape(text.rstrip())}</pre>" for text in [_body(test), *extras]),
            f"<p>Run for this report: {escape(_outcome(test))}.</p>",
        ]
    )


def _body(test: Callable[..., None]) -> str:
    """Return the text of a test without its docstring, which is told in prose."""
    text = textwrap.dedent(inspect.getsource(test))
    statement = ast.parse(text).body[0]
    first = statement.body[0] if isinstance(statement, ast.FunctionDef) else None
    lines = text.splitlines()
    if isinstance(first, ast.Expr) and inspect.getdoc(test):
        del lines[first.lineno - 1 : first.end_lineno]
    return "\n".join(lines)


def _outcome(test: Callable[..., None]) -> str:
    home = inspect.getmodule(test)
    owner = getattr(home, test.__qualname__.split(".")[0])
    try:
        test(owner())
    except unittest.SkipTest as reason:
        return f"skipped, as {reason}"
    except AssertionError as fault:
        return f"failed: {fault}"
    return "passed"
