"""What may be needed again: what was used recently, within a bound, and shared fairly."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

RECENT: Final = 300.0
"""Seconds in which something that was used counts as needed."""


@dataclass(frozen=True, slots=True)
class _Thing(Generic[V]):
    """Something that is remembered, how much it weighs, and for whom."""

    value: V
    weight: int
    owner: str
    used: float
    """When it was last used."""


class Memory(Generic[K, V]):
    """Things by their keys; when they weigh more than so much together, those that were not used for longest are forgotten.

    >>> memory = Memory[str, int](most=2)
    >>> [memory.keep(key, number) for number, key in enumerate("abc")], memory.get("a"), memory.get("c")
    ([0, 1, 2], None, 2)

    With owners, what nobody has used for minutes goes first, and then things of the owner who has most: nobody can push out
    what others use.  A thing that several use counts for the one who has least.

    >>> memory = Memory[str, int](most=3)
    >>> [memory.keep(key, 1, owner=owner) for key, owner in (("a", "one"), ("b", "two"), ("c", "two"), ("d", "two"))]
    [1, 1, 1, 1]
    >>> [key for key in "abcd" if memory.get(key)]
    ['a', 'c', 'd']
    """

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._now = now
        self._weight = 0
        self._things: OrderedDict[K, _Thing[V]] = OrderedDict()
        self._used: dict[str, OrderedDict[K, None]] = {}
        """The keys of each owner, the least recently used first."""
        self._weights: Counter[str] = Counter()
        """How much the things of each owner weigh."""
        self._lock = Lock()
        self._making: dict[K, tuple[Lock, list[None]]] = {}
        """What is being made, each with a lock and with an item for everybody who needs it."""

    def get(self, key: K, owner: str | None = None) -> V | None:
        """Return what is remembered, if it is; by its owner, or somebody who has less, it may be needed again."""
        with self._lock:
            thing = self._things.get(key)
            if thing is None:
                return None
            less = owner is not None and self._weights[owner] + thing.weight < self._weights[thing.owner]
            self._forget(key)
            self._put(key, thing.value, thing.weight, owner if owner is not None and less else thing.owner)
            return thing.value

    def peek(self, key: K) -> V | None:
        """Return what is remembered, if it is, which does not count as a use."""
        with self._lock:
            thing = self._things.get(key)
            return None if thing is None else thing.value

    def renew(self, key: K, value: V, weight: int = 1) -> None:
        """Put something in the place of what is remembered, if anything is, keeping its owner and the time of its last use.

        >>> memory = Memory[str, int](most=2)
        >>> [memory.keep(key, number) for number, key in enumerate("ab")], memory.renew("a", 2), memory.renew("c", 3)
        ([0, 1], None, None)
        >>> memory.peek("a"), memory.keep("d", 4), memory.peek("a")
        (2, 4, None)
        """
        with self._lock:
            if key in self._things:
                old = self._things[key]
                self._things[key] = replace(old, value=value, weight=weight)
                self._weights[old.owner] += weight - old.weight
                self._weight += weight - old.weight
                self._make_room(key)

    def find(self, key: K, make: Callable[[], tuple[V, int]], owner: str = "") -> V:
        """Return what is remembered, or make it with its weight; others who need the same meanwhile wait for it."""
        known = self.get(key, owner)
        if known is not None:
            return known
        with self._lock:
            lock, needed = self._making.setdefault(key, (Lock(), []))
            needed.append(None)
        try:
            with lock:
                known = self.get(key, owner)
                return self.keep(key, *make(), owner) if known is None else known
        finally:
            with self._lock:
                needed.pop()
                if not needed:
                    self._making.pop(key, None)

    def keep(self, key: K, value: V, weight: int = 1, owner: str = "") -> V:
        """Remember something, and return it."""
        with self._lock:
            if key in self._things:
                owner = min(self._forget(key).owner, owner, key=self._weights.__getitem__)
            self._put(key, value, weight, owner)
            self._make_room(key)
        return value

    def drop(self, key: K) -> None:
        """Forget something, if it is remembered."""
        with self._lock:
            if key in self._things:
                self._forget(key)

    def _make_room(self, fresh: K) -> None:
        while self._weight > self._most:
            self._forget(self._find_least_needed(fresh))

    def _find_least_needed(self, fresh: K) -> K:
        """Return what is to be forgotten: not what has just been kept, if there is anything else."""
        oldest = next(iter(self._things))
        if self._now() - self._things[oldest].used > RECENT:
            return oldest
        most = max(self._weights, key=self._weights.__getitem__)
        own = next(iter(self._used[most]))
        return oldest if own == fresh else own

    def _put(self, key: K, value: V, weight: int, owner: str) -> None:
        self._things[key] = _Thing(value, weight, owner, self._now())
        self._used.setdefault(owner, OrderedDict())[key] = None
        self._weights[owner] += weight
        self._weight += weight

    def _forget(self, key: K) -> _Thing[V]:
        thing = self._things.pop(key)
        del self._used[thing.owner][key]
        self._weights[thing.owner] -= thing.weight
        self._weight -= thing.weight
        if not self._used[thing.owner]:
            del self._used[thing.owner], self._weights[thing.owner]
        return thing
