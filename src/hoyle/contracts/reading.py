r"""Reading a class: its features by section, and the clauses of their contracts with the text of their conditions.

Sections are named by comments in the class, `# feature -- Queries` as Eiffel has it, or a rule of dashes before a title;
where there are none, features are sorted by what they are. Under ``python -O`` postconditions and invariants are not
there to be read.

>>> read = read_class(find_class("hoyle.classroom.pegs.Board"))
>>> [section for section, _ in read.sections]
['Implementation', 'Constructor', 'Auxiliary queries', 'Auxiliary commands', 'Queries', 'Equality', 'Output']
>>> status_of = next(feature for feature in dict(read.sections)["Queries"] if feature.name == "status_of")
>>> print(status_of.signature, *(f"{clause.tag}: {clause.condition}" for clause in status_of.require[0]), sep="\n")
status_of(row: int, column: int) -> SlotStatus
valid_row: self.is_valid_row(row)
valid_column: self.is_valid_column(column)
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import linecache
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Final, get_overloads

from hoyle.box import unknown
from hoyle.game import HoyleError

SECTION: Final = re.compile(r"\s++#\s*+(?:feature --|-{5,}+)\s*+(\S.*+)")
CREATION, QUERIES, COMMANDS, MEMBERS = "Creation", "Queries", "Commands", "Members"
# Their features belong to Python or icontract, not to the class that is read.
FOREIGN: Final = {"builtins", "abc", "enum", "typing", "icontract", "icontract._metaclass"}
SILENT: Final = {"__repr__", "__hash__", "__reduce__"}


@dataclass(frozen=True, slots=True)
class Clause:
    """A tagged condition, and the class that states it if that is not the class being read."""

    tag: str
    condition: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature and its contract. Of several groups of `require`, one must hold: a descendant may ask for less."""

    name: str
    signature: str
    summary: str
    section: str
    deferred: bool = False
    origin: str = ""
    require: tuple[tuple[Clause, ...], ...] = ()
    old: tuple[Clause, ...] = ()
    ensure: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassView:
    """What a client may know about a class."""

    name: str
    module: str
    summary: str
    deferred: bool
    parents: tuple[str, ...]
    sections: tuple[tuple[str, tuple[Feature, ...]], ...]
    invariant: tuple[Clause, ...]


def find_class(name: str) -> type:
    """Return the class of a dotted name.

    >>> find_class("hoyle.game.Gmae")
    Traceback (most recent call last):
        ...
    hoyle.game.HoyleError: no class of hoyle.game is called 'Gmae'; did you mean Game?
    """
    words = name.split(".")
    if len(words) < 2 or not all(word.isidentifier() for word in words):
        raise HoyleError(f"not the dotted name of a class, such as hoyle.game.Game: {name[:60]!r}")
    module, rest = _module(words)
    found: object = module
    for word in rest:
        inside, found = found, getattr(found, word, None)
        if not isinstance(found, type):
            classes = [key for key, value in vars(inside).items() if isinstance(value, type) and key[0] != "_"]
            raise HoyleError(unknown(f"class of {name.rpartition('.')[0]}", word, classes))
    if not isinstance(found, type):
        raise HoyleError(f"{name} is a module; name a class in it")
    return found


def _module(words: list[str]) -> tuple[object, list[str]]:
    """Return the module that the first words name, as many as possible, and the other words."""
    module: object = None
    for count in range(1, len(words) + 1):
        name = ".".join(words[:count])
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as fault:
            if module is None or (fault.name and not name.startswith(fault.name)):
                raise HoyleError(f"no module is called {fault.name or name!r}") from None
            return module, words[count - 1 :]
        except Exception as fault:  # another person's module may fail in any way
            raise HoyleError(f"the module {name} does not load: {fault}") from fault
    return module, []


def read_class(cls: type) -> ClassView:
    """Return the contract view of a class, with all that it inherits."""
    features: dict[str, list[Feature]] = {}
    names: set[str] = set()
    for owner in _lineage(cls):
        for name in _public(owner):
            if name not in names:
                names.add(name)
                feature = _feature(cls, owner, name)
                features.setdefault(feature.section, []).append(feature)
    # Where a class has no titles of its own, the three kinds come first and in their order.
    kinds = () if any(_section(cls, name) for name in names) else (MEMBERS, CREATION, QUERIES, COMMANDS)
    order = sorted(features, key=lambda section: kinds.index(section) if section in kinds else len(kinds))
    return ClassView(
        cls.__name__,
        cls.__module__,
        _summary(cls),
        is_deferred(cls),
        tuple(base.__name__ for base in cls.__bases__ if not _is_machinery(base)),
        tuple((section, tuple(features[section])) for section in order),
        tuple(_clauses(cls, getattr(cls, "__invariants__", ()), lambda owner: getattr(owner, "__invariants__", ()))),
    )


def is_deferred(cls: type) -> bool:
    """Whether a class has no objects of its own: it leaves features to its descendants, or says so."""
    return inspect.isabstract(cls) or getattr(cls, "__deferred__", None) is cls


def _lineage(cls: type) -> list[type]:
    return [owner for owner in cls.__mro__ if owner is cls or not _is_machinery(owner)]


def _is_machinery(owner: type) -> bool:
    """Whether a class is there for contracts and not for clients: Python's, icontract's, or one that says so."""
    return owner.__module__ in FOREIGN or bool(vars(owner).get("__machinery__"))


def _public(owner: type) -> Iterator[str]:
    """Yield the names of the features that a class itself states, in the order of its text."""
    yield from getattr(owner, "__members__", ())
    stated = {**dict.fromkeys(inspect.get_annotations(owner)), **vars(owner)}
    lines = _lines(owner)
    for name in sorted(stated, key=lambda name: lines.get(name, 0)):
        value = vars(owner).get(name)
        if name.startswith("__") and name.endswith("__"):
            function = function_of(value)
            if name in SILENT or function is None or not (name in lines or function.__doc__):
                continue
            if lines and name not in lines:  # made by a decorator, such as dataclass
                continue
        elif lines and name not in lines and any(name in vars(base) for base in owner.__mro__[1:]):
            continue  # inherited, and decorated once more to check an invariant
        elif name.startswith("_") or (not _is_feature(value) and name not in inspect.get_annotations(owner)):
            continue
        yield name


def _is_feature(value: object) -> bool:
    return function_of(value) is not None


def function_of(value: object) -> Any:
    """Return the function behind a feature, whatever it is wrapped in, or None."""
    match value:
        case classmethod() | staticmethod():
            return value.__func__
        case property():
            return value.fget
        case functools.cached_property():
            return value.func
        case FunctionType():
            return value
    return getattr(value, "__func__", None) if isinstance(getattr(value, "__func__", None), FunctionType) else None


def _feature(cls: type, owner: type, name: str) -> Feature:
    value = vars(owner).get(name)
    function = function_of(value)
    origin = "" if owner is cls else owner.__name__
    section = _section(owner, name)
    if name in getattr(owner, "__members__", ()):
        return Feature(name, f"{name}: {owner.__name__}", "", section or MEMBERS, origin=origin)
    if function is None:
        kind = _words(inspect.get_annotations(owner)[name])
        return Feature(name, f"{name}: {kind}", "", section or QUERIES, origin=origin)
    ways = get_overloads(inspect.unwrap(function)) or [function]
    signatures = [_signature(cls, name, value, way) for way in ways]
    signature, by_kind = "\n".join(text for text, _ in signatures), signatures[0][1]

    def notes(by: type, what: str) -> list[Any]:
        return _notes(function_of(vars(by).get(name)), what)

    require = tuple(
        tuple(_clauses(owner, group, lambda by: [c for g in notes(by, "__preconditions__") for c in g]))
        for group in notes(owner, "__preconditions__")
    )
    ensure = tuple(_clauses(owner, notes(owner, "__postconditions__"), lambda by: notes(by, "__postconditions__")))
    old = tuple(Clause(shot.name, condition_text(shot.capture)) for shot in notes(owner, "__postcondition_snapshots__"))
    deferred = bool(getattr(value, "__isabstractmethod__", False))
    features = (function_of(vars(base).get(name)) for base in owner.__mro__)
    summary = next(filter(None, (_summary(feature) for feature in features if feature)), "")
    return Feature(name, signature, summary, section or by_kind, deferred, origin, require, old, ensure)


def contracts_of(function: Any) -> list[Any]:
    """Return the conditions and snapshots that guard a function."""
    groups = [*_notes(function, "__preconditions__"), _notes(function, "__postconditions__")]
    snapshots = _notes(function, "__postcondition_snapshots__")
    return [clause.condition for group in groups for clause in group] + [shot.capture for shot in snapshots]


def _notes(function: Any, what: str) -> list[Any]:
    """Return what icontract has noted on one of the layers around a function."""
    while function is not None and not hasattr(function, what):
        function = getattr(function, "__wrapped__", None)
    return list(getattr(function, what, ()))


def _clauses(cls: type, contracts: Any, stated: Callable[[type], Any]) -> Iterator[Clause]:
    """Yield the clauses, each with the class that first states it unless that is the class itself."""
    for contract in contracts:
        first = next((by for by in reversed(_lineage(cls)) if any(contract is other for other in stated(by))), cls)
        yield Clause(
            contract.description or "", condition_text(contract.condition), "" if first is cls else first.__name__
        )


def _signature(cls: type, name: str, value: object, function: Any) -> tuple[str, str]:
    """Return how a feature is called, and whether it creates, asks or commands."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return f"{name}(…)", QUERIES
    answer = signature.return_annotation
    answer = "" if answer is inspect.Signature.empty else _words(answer)
    if isinstance(value, property | functools.cached_property):
        return f"{name}: {answer}" if answer else name, QUERIES
    skipped = 0 if isinstance(value, staticmethod) else 1
    plain = [
        parameter.replace(annotation=_Words(_words(parameter.annotation)))
        if parameter.annotation is not inspect.Parameter.empty
        else parameter
        for parameter in list(signature.parameters.values())[skipped:]
    ]
    arguments = str(inspect.Signature(plain))
    if name == "__init__":
        return f"{cls.__name__}{arguments}", CREATION
    if answer == "None":
        return f"{name}{arguments}", COMMANDS if isinstance(value, FunctionType) else CREATION
    kind = QUERIES if isinstance(value, staticmethod | FunctionType) else CREATION
    return f"{name}{arguments}" + (f" -> {answer}" if answer else ""), kind


class _Words(str):
    """A text that is shown without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _words(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _summary(thing: object) -> str:
    """Return the first paragraph of what a docstring says; one that dataclass made says nothing."""
    said = vars(thing).get("__doc__") if isinstance(thing, type) else thing.__doc__
    text = inspect.cleandoc(said) if isinstance(said, str) else ""
    first = " ".join(text.split("\n\n")[0].split())
    return "" if isinstance(thing, type) and first.startswith(f"{thing.__name__}(") else first


# ------------------------------------------------------------------ the text behind the objects


@functools.cache
def _tree(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:
        return None


def _source(thing: Any) -> tuple[str, ast.Module] | None:
    # What is typed at a prompt, in a notebook or in a doctest has no file, but linecache may know its text.
    typed = getattr(getattr(thing, "__code__", None), "co_filename", None)
    try:
        file = inspect.getsourcefile(thing) or typed
    except TypeError:
        return None
    lines = linecache.getlines(file) if file else []
    tree = _tree("".join(lines)) if lines else None
    return (file, tree) if file and tree else None


@functools.cache
def class_text(cls: type) -> ast.ClassDef | None:
    """Return the statement that defines a class, or None if its source is not available."""
    source = _source(cls)
    if source is None:
        return None
    body: Any = source[1]
    for word in cls.__qualname__.split("."):
        nodes = [node for node in ast.walk(body) if getattr(node, "name", None) == word]
        body = next((node for node in nodes if isinstance(node, ast.ClassDef | ast.FunctionDef)), None)
        if body is None:
            return None
    return body if isinstance(body, ast.ClassDef) else None


def stated_features(cls: type) -> list[str]:
    """Return the features that a class states in its own text, or, if that is not available, those that it has."""
    return [*_lines(cls)] or [name for name, value in vars(cls).items() if function_of(value)]


def _lines(cls: type) -> Mapping[str, int]:
    """Return the line on which each feature of a class begins."""
    node = class_text(cls)
    lines: dict[str, int] = {}
    for statement in node.body if node else ():
        match statement:
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                lines.setdefault(name, statement.lineno)
    return lines


def _section(owner: type, name: str) -> str:
    """Return the title that stands above a feature in the text of its class, or nothing."""
    node, source, line = class_text(owner), _source(owner), _lines(owner).get(name)
    if node is None or source is None or line is None:
        return ""
    above = linecache.getlines(source[0])[node.lineno : line]
    titles = [match[1].rstrip(" \t\r\n-") for text in above if (match := SECTION.match(text))]
    return titles[-1][0].upper() + titles[-1][1:] if titles else ""


def condition_text(condition: Any) -> str:
    """Return a condition as it is written, on several lines if it is; a named function is shown as a call.

    >>> condition_text(condition_text)
    'condition_text(condition)'
    """
    function = inspect.unwrap(condition)
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        return getattr(function, "__name__", repr(function))
    if code.co_name != "<lambda>":
        return f"{code.co_name}({', '.join(inspect.signature(function).parameters)})"
    source, node = _source(function), lambda_of(function)
    if source is None or node is None:
        return "(its text is not at hand)"
    text = ast.get_source_segment("".join(linecache.getlines(source[0])), node.body, padded=True)
    return textwrap.dedent(text or "").strip()


def lambda_of(function: Any) -> ast.Lambda | None:
    """Return the text that a lambda was made from: the one on its line that holds all its positions."""
    source, code = _source(function), getattr(function, "__code__", None)
    return _lambda(code, source[1]) if source and isinstance(code, CodeType) else None


@functools.cache
def _lambda(code: CodeType, tree: ast.Module) -> ast.Lambda | None:
    places = [(line, column) for line, _, column, _ in code.co_positions() if line and column]
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno:
            start = node.body.lineno, node.body.col_offset
            end = node.body.end_lineno or 0, node.body.end_col_offset or 0
            if all(start <= place < end for place in places):
                return node
    return None
