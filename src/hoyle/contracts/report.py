"""A lab's report as one page: contract views, the architecture, and tests with their results, all read off the code.

A package offers its labs through the entry point group hoyle.labs, as games do through hoyle.games.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
import unittest
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from importlib.metadata import entry_points
from pkgutil import iter_modules

from hoyle.contracts.diagram import diagram
from hoyle.contracts.forms import fragment, page, prose
from hoyle.contracts.reading import read_class
from hoyle.game import HoyleError
from hoyle.svg import to_svg


@dataclass(frozen=True)
class Lab:
    """What the report on a package shows."""

    package: str
    views: tuple[type, ...]
    """The classes whose contracts are shown."""
    tests: Mapping[str, Callable[..., None]]
    """Tests by kind, each explained by its docstring."""


def report(name: str = "pegs") -> str:
    """Return the report of a lab as a self-contained page of HTML.

    >>> report("chess")
    Traceback (most recent call last):
        ...
    hoyle.game.HoyleError: there is no report on 'chess'; try pegs
    """
    lab = find_lab(name)
    package = importlib.import_module(lab.package)
    parts = [importlib.import_module(f"{lab.package}.{part.name}") for part in iter_modules(package.__path__)]
    summary = prose((inspect.getdoc(package) or "").split("\n\n")[0])
    body = [
        f"<h1>Contracts of {escape(lab.package)}</h1><p>{summary}</p>",
        '<nav><a href="#views">Contract views</a> · <a href="#diagram">Architecture</a> · <a href="#tests">Tests</a></nav>',
        '<h1 id="views">Contract views</h1>',
        *(fragment(read_class(cls)) for cls in lab.views),
        '<h1 id="diagram">Architecture</h1>',
        f"<figure>{to_svg(diagram(*parts))}</figure>",
        '<h1 id="tests">Tests</h1>',
        *(_explanation(kind, test) for kind, test in lab.tests.items()),
    ]
    return page(f"Contracts of {lab.package}", "\n".join(body))


def find_lab(name: str) -> Lab:
    """Return the lab of a name."""
    labs = {door.name: door for door in entry_points(group="hoyle.labs")}
    if name not in labs:
        raise HoyleError(f"there is no report on {name[:40]!r}; try {' or '.join(sorted(labs))}")
    lab = labs[name].load()
    if not isinstance(lab, Lab):
        raise HoyleError(f"the lab {name!r} offers no Lab but {type(lab).__name__}")
    return lab


def _explanation(kind: str, test: Callable[..., None]) -> str:
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
    """Return the text of a test without its docstring, which stands above it as prose."""
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
