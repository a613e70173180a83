"""How fast one address may ask: a bucket of requests that refills steadily.

>>> rate = Rate(per_second=1, burst=2, now=lambda: 0.0)
>>> [rate.allows("a"), rate.allows("a"), rate.allows("a"), rate.allows("b")]
[True, True, False, True]
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_ADDRESSES: Final = 10_000
"""The least recent addresses beyond these are forgotten, so that the memory is bounded."""


class Rate:
    """A limit for each address; nothing per second means no limit at all."""

    def __init__(self, per_second: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str, cost: float = 1) -> bool:
        """Take from an address's bucket, and tell whether it held enough."""
        if not self._per_second:
            return True
        now = self._now()
        filled, since = self._buckets.pop(address, (self._burst, now))
        filled = min(self._burst, filled + (now - since) * self._per_second)
        allowed = filled >= cost
        self._buckets[address] = (filled - cost if allowed else filled, now)
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return allowed
