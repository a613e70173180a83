"""What may be needed again: what was used recently, within a bound."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memory(Generic[K, V]):
    """Things by their keys; when they weigh more than so much together, those that were not used for longest are forgotten.

    >>> memory = Memory[str, int](most=2)
    >>> [memory.keep(key, number) for number, key in enumerate("abc")], memory.get("a"), memory.get("c")
    ([0, 1, 2], None, 2)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._things: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()
        self._making: dict[K, tuple[Lock, list[None]]] = {}
        """What is being made, each with a lock and with an item for everybody who needs it."""

    def get(self, key: K) -> V | None:
        """Return what is remembered, if it is."""
        with self._lock:
            if key not in self._things:
                return None
            self._things.move_to_end(key)
            return self._things[key][0]

    def find(self, key: K, make: Callable[[], tuple[V, int]]) -> V:
        """Return what is remembered, or make it with its weight; whoever needs the same meanwhile waits for it."""
        known = self.get(key)
        if known is not None:
            return known
        with self._lock:
            lock, needed = self._making.setdefault(key, (Lock(), []))
            needed.append(None)
        try:
            with lock:
                known = self.get(key)
                return self.keep(key, *make()) if known is None else known
        finally:
            with self._lock:
                needed.pop()
                if not needed:
                    self._making.pop(key, None)

    def keep(self, key: K, value: V, weight: int = 1) -> V:
        """Remember something, and return it."""
        with self._lock:
            self._weight += weight - self._things.pop(key, (value, 0))[1]
            self._things[key] = value, weight
            while self._weight > self._most:
                self._weight -= self._things.popitem(last=False)[1][1]
        return value
