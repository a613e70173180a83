"""The architecture of a module as a BON diagram: clusters, classes, who inherits from whom and who uses whom.

Everything is read off the code. A comment `# cluster -- board` opens a cluster of the classes that follow; without one, a
module is a cluster. A class is a
client of another if its features or their contracts name it, or it stands in a signature; a link that an ancestor has
already, or that goes to a descendant of a class in that cluster that is linked anyway, is left out. A link is labelled with the queries whose
type is the supplier, or a collection of it.

>>> from hoyle.classroom.pegs import game, players
>>> [(link.client.__name__, link.label) for link in links(clusters(game, players)) if link.supplier is game.Game]
[('Player', 'game')]
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType, ModuleType
from typing import Any, Final

from hoyle.contracts.reading import class_text, contracts_of, function_of, read_class

CLUSTER: Final = re.compile(r"^# cluster -- (\w++)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Link:
    """One class knows another: it inherits from it, or it is its client."""

    client: type
    supplier: type
    inherits: bool
    label: str = ""


def clusters(*modules: ModuleType) -> Mapping[type, str]:
    """Return the classes of modules in the order of their text, each with its cluster."""
    found = {}
    for module in modules:
        source = inspect.getsource(module)
        marks = [(source.count("\n", 0, mark.start()) + 1, mark[1]) for mark in CLUSTER.finditer(source)]
        for thing in vars(module).values():
            node = class_text(thing) if isinstance(thing, type) and thing.__module__ == module.__name__ else None
            above = [name for line, name in marks if node and line < node.lineno]
            if node:
                found[thing] = above[-1] if above else module.__name__.rpartition(".")[2]
    return found


@dataclass(frozen=True, slots=True)
class Critical:
    """What is critical in a class: its features with the most clauses, as lines."""

    cls: type
    lines: tuple[str, ...]


def critical(classes: Iterable[type], most: int = 4) -> list[Critical]:
    """Return the classes with the most clauses, each with its features; `?` is what one requires, `!` what it ensures.

    >>> from hoyle.classroom.pegs import Game
    >>> asks, gives = critical([Game])[0].lines[0].split(" ! ")
    >>> print(asks)
    move_left, move_right ? from_slot_valid_row, from_slot_valid_column … (7)
    >>> print(gives)
    slots_properly_set, other_slots_unchanged
    """
    found: list[tuple[int, Critical]] = []
    for cls in classes:
        groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
        view = read_class(cls)
        for feature in (feature for _, section in view.sections for feature in section if not feature.origin):
            asks = tuple(clause.tag for group in feature.require for clause in group)
            gives = tuple(clause.tag for clause in feature.ensure)
            if asks or gives:
                groups.setdefault((asks, gives), []).append(feature.name)
        ranked = sorted(groups.items(), key=lambda item: -sum(map(len, item[0])))[:5]
        lines = [f"{_few(names)}{_tags('?', asks)}{_tags('!', gives)}" for (asks, gives), names in ranked]
        lines += [f"invariant{_tags('', tuple(clause.tag for clause in view.invariant))}"] if view.invariant else []
        weight = sum(map(len, (tags for key in groups for tags in key))) + len(view.invariant)
        if lines:
            found.append((weight, Critical(cls, tuple(lines))))
    return [one for _, one in sorted(found, key=lambda pair: -pair[0])[:most]]


def _few(names: Sequence[str], most: int = 2) -> str:
    return ", ".join(names[:most]) + (f" … ({len(names)})" if len(names) > most else "")


def _tags(sign: str, tags: Sequence[str]) -> str:
    return f" {sign} {_few(tags)}".replace("  ", " ") if tags else ""


def clients_first(classes: Mapping[type, str], known: Iterable[Link]) -> list[str]:
    """Return the clusters, each before those that it needs, as far as that is possible."""
    needs: dict[str, set[str]] = {cluster: set() for cluster in classes.values()}
    for link in known:
        needs[classes[link.client]].add(classes[link.supplier])
    for _ in needs:
        for needed in needs.values():
            needed.update(*(needs[other] for other in list(needed)))
    return sorted(needs, key=lambda cluster: (-len(needs[cluster]), cluster))


def links(classes: Mapping[type, str]) -> list[Link]:
    """Return the links among some classes, inheritance first."""
    inherits = [Link(cls, base, inherits=True) for cls in classes for base in cls.__bases__ if base in classes]
    uses = {cls: _uses(cls, classes) for cls in classes}
    clients = []
    for cls, used in uses.items():
        told = {other for ancestor in cls.__mro__[1:] for other in uses.get(ancestor, ())}
        for other in used:
            general = any(base in used and classes[base] == classes[other] for base in other.__mro__[1:])
            if other not in told and not general and not issubclass(cls, other):
                clients.append(Link(cls, other, inherits=False, label=_label(cls, other)))
    return inherits + clients


def _uses(cls: type, classes: Mapping[type, str]) -> list[type]:
    names = set(_names(cls)) - {cls.__name__}
    return [other for other in classes if other.__name__ in names]


def _names(cls: type) -> Iterator[str]:
    """Yield every name that the features of a class, their signatures and their contracts mention."""
    for annotation in inspect.get_annotations(cls).values():
        yield from re.findall(r"\w++", str(annotation))
    for value in vars(cls).values():
        if function := function_of(value):
            for code in [function, *contracts_of(function)]:
                yield from _mentions(inspect.unwrap(code))


def _mentions(function: Any) -> Iterator[str]:
    for annotation in inspect.get_annotations(function).values():
        yield from re.findall(r"\w++", str(annotation))
    codes: list[CodeType] = [function.__code__] if hasattr(function, "__code__") else []
    for code in codes:
        yield from code.co_names
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _label(cls: type, supplier: type) -> str:
    """Return the queries of a class that answer with the supplier: all if there are few, otherwise how many."""
    answers = dict(inspect.get_annotations(cls))
    for name, value in vars(cls).items():
        if isinstance(value, property):
            answers[name] = inspect.get_annotations(inspect.unwrap(function_of(value))).get("return")
    # An attribute may hold the supplier in a collection, as `_imp: list[list[SlotStatus]]` does.
    queries = [
        name.lstrip("_")
        for name, answer in answers.items()
        if answer == supplier.__name__ or supplier.__name__ in re.findall(r"\w++", str(answer).partition("[")[2])
    ]
    return ", ".join(queries) if len(queries) < 3 else f"{queries[0]}, … ({len(queries)})"
