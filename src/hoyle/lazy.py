"""What a thing needs to work out only once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class lazy(Generic[V]):  # noqa: N801 — it is used like property
    """A property that is worked out when it is first asked for.

    In Python 3.11 functools.cached_property has one lock for all things of a class: while a thread draws one large board,
    everybody else's would wait for it, in the event loop too.

    >>> class Board:
    ...     @lazy
    ...     def picture(self): return print("drawn") or "#"
    >>> board = Board()
    >>> board.picture + board.picture
    drawn
    '##'
    """

    def __init__(self, work: Callable[[Any], V]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    def __get__(self, thing: Any, _: type) -> V:
        # What stands in the thing itself is found before this is called again.
        value = thing.__dict__[self._name] = self._work(thing)
        return value
