"""Faults as data: wrong descendants of a course's classes, each with the contract that catches it.

A fault is a class that is wrong in one way. It inherits the contracts of the class that it gets wrong; its `trial` is what
a client does to meet the fault, and its tag names the clause that is then broken. The docstring is the fault's story. To
add one, write the descendant and decorate it:

>>> from hoyle.classroom.pegs import Board
>>> FAULTS: list[Fault] = []
>>> @wrong(FAULTS, "slot_set", lambda cls: cls().set_status(1, 1, cls().occupied_slot))
... class IdleBoard(Board):
...     '''Setting a slot does nothing.'''
...     def set_status(self, row, column, status):
...         pass
>>> print(FAULTS[0].name, FAULTS[0].story, FAULTS[0].base.__name__, FAULTS[0].features)
IdleBoard Setting a slot does nothing. Board ('set_status',)
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from icontract import ViolationError

from hoyle.contracts.reading import stated_features

if TYPE_CHECKING:
    from collections.abc import Callable

C = TypeVar("C", bound=type)


@dataclass(frozen=True, slots=True)
class Fault:
    """A class that is wrong in one way, and how that comes to light."""

    cls: type
    """The class with the fault, a descendant of the course's class."""
    tag: str
    """The clause that catches it."""
    trial: Callable[[Any], object]
    """What a client does with the class, or one like it, to meet the fault."""

    @property
    def name(self) -> str:
        """The name of the wrong class."""
        return self.cls.__name__

    @property
    def story(self) -> str:
        """What is wrong, in one line."""
        return (inspect.getdoc(self.cls) or "").split("\n")[0]

    @property
    def base(self) -> type:
        """The course's class that it gets wrong."""
        return self.cls.__bases__[0]

    @property
    def features(self) -> tuple[str, ...]:
        """The features that the fault redefines."""
        return tuple(stated_features(self.cls))

    def caught_by(self) -> str | None:
        """Return the tag of the clause that the trial breaks, or None if nothing notices."""
        try:
            self.trial(self.cls)
        except ViolationError as violation:
            return str(violation).partition(":")[0]
        return None


def wrong(faults: list[Fault], tag: str, trial: Callable[[Any], object]) -> Callable[[C], C]:
    """Decorate a class that is wrong, so that it is listed among the faults."""

    def note(cls: C) -> C:
        faults.append(Fault(cls, tag, trial))
        return cls

    return note
