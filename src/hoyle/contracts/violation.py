"""A broken contract in a few lines: the condition as it is written, the values in it, and where it stands.

For several conditions joined by `and` the first false one is shown; for `all(…)` the first case in which it fails.

>>> limit = 7
>>> for line in explain(lambda numbers: numbers and all(number < limit for number in numbers), {"numbers": [3, 9]})[:2]:
...     print(line)
    condition: number < limit
    values:    number = 9, limit = 7
"""

from __future__ import annotations

import ast
import inspect
import reprlib
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType
from typing import Any, Final

from hoyle.contracts.reading import lambda_of

WIDTH: Final = 150
"""The length to which a line is cut."""
MOST: Final = 6
"""The number of values that are shown."""
__machinery__ = True
"""Marks this module as contract machinery, which is never reported as the place of a call."""


def explain(condition: Callable[..., Any], values: Mapping[str, Any]) -> list[str]:
    """Return what to know about a condition that these arguments break, in at most four lines."""
    function = inspect.unwrap(condition)
    lines = []
    if (node := lambda_of(function)) is not None:
        names = {**function.__globals__, **inspect.getclosurevars(function).nonlocals, **values}
        part, names = _culprit(node.body, names)
        lines.append(f"    condition: {_cut(ast.unparse(part))}")
        if found := [f"{text} = {value}" for text, value in _values(part, names)]:
            lines.append(f"    values:    {_cut(', '.join(found[:MOST]))}")
    code = getattr(function, "__code__", None)
    if isinstance(code, CodeType):
        lines.append(f"    stated at: {_place(code.co_filename, function.__module__, code.co_firstlineno)}")
    return lines + [f"    called at: {place}" for place in _caller()]


def _culprit(part: ast.expr, names: dict[str, Any]) -> tuple[ast.expr, dict[str, Any]]:
    """Return the smallest part of a condition that is false by itself, and the names that are known in it."""
    match part:
        case ast.BoolOp(op=ast.And(), values=parts):
            for one in parts:
                if not _value(one, names, fallback=True):
                    return _culprit(one, names)
        case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() as cases]):
            targets = [
                node.id for loop in cases.generators for node in ast.walk(loop.target) if isinstance(node, ast.Name)
            ]
            found = ast.Dict([ast.Constant(name) for name in targets], [ast.Name(name, ast.Load()) for name in targets])
            last = cases.generators[-1]
            wrong = ast.comprehension(
                last.target, last.iter, [*last.ifs, ast.UnaryOp(ast.Not(), cases.elt)], last.is_async
            )
            search = ast.GeneratorExp(found, [*cases.generators[:-1], wrong])
            case = next(_value(search, names, fallback=iter(())), None)
            if case is not None:
                return _culprit(cases.elt, {**names, **case})
    return part, names


def _values(part: ast.expr, names: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the sides of comparisons and the variables of a condition, each with its value."""
    sides = [
        side for node in ast.walk(part) if isinstance(node, ast.Compare) for side in (node.left, *node.comparators)
    ]
    variables = [node for node in ast.walk(part) if isinstance(node, ast.Name) and node.id not in ("self", "OLD")]
    before = [
        node
        for node in ast.walk(part)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "OLD"
    ]
    missing = object()
    texts = set()
    for node in [*sides, *variables, *before]:
        text = ast.unparse(node)
        value = missing if isinstance(node, ast.Constant) else _value(node, names, fallback=missing)
        if text in texts or value is missing or callable(value) or inspect.ismodule(value):
            continue
        texts.add(text)
        yield text, show(value)


def _value(part: ast.expr, names: Mapping[str, Any], *, fallback: Any) -> Any:
    """Return the value of a part of a condition, or the fallback if it cannot be evaluated by itself."""
    tree = ast.fix_missing_locations(ast.Expression(part))
    try:
        return eval(compile(tree, "<condition>", "eval"), dict(names))  # noqa: S307 - the condition is code already
    except Exception:  # noqa: BLE001 - a part that stands behind a guard may fail in any way
        return fallback


def show(value: object) -> str:
    """Return a value on one short line, whatever it is."""
    try:
        return " ".join(reprlib.repr(value).split())
    except ValueError:  # Python refuses to write numbers of thousands of digits
        return f"<{type(value).__name__} too long to show>"


def _cut(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 2]} …"


def _caller() -> Iterator[str]:
    """Yield the place, outside all contracts, where the feature was called."""
    frame = sys._getframe(1)  # noqa: SLF001 - the documented way to the caller
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if not module.startswith("icontract.") and not frame.f_globals.get("__machinery__"):
            yield _place(frame.f_code.co_filename, module, frame.f_lineno)
            return
        frame = frame.f_back  # type: ignore[assignment]


def _place(file: str, module: str, line: int) -> str:
    """Return the file as seen from here, or the module where it lies elsewhere, and the line."""
    path = Path(file)
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else module}:{line}"
