"""The kernel that arranges an army as people do: swap after swap, by how often ranks stand on squares and side by side."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from hoyle import kernels
from hoyle.games.stratego.kernel import below, word

compiled = partial(kernels.compiled, error_model="numpy")


@compiled
def likeness(ranks: Any, logs: Any, beside: Any, behind: Any, width: Any) -> Any:
    """Return how much an army looks like what people deploy; ranks by square, the front row first."""
    total = 0.0
    for square in range(ranks.shape[0]):
        total += logs[ranks[square], square]
        if (square + 1) % width:
            total += beside[ranks[square], ranks[square + 1]]
        if square + width < ranks.shape[0]:
            total += behind[ranks[square], ranks[square + width]]
    return total


@compiled
def arrange(ranks: Any, free: Any, logs: Any, beside: Any, behind: Any, width: Any, swaps: Any, rng: Any) -> None:
    """Swap what stands on free squares until it looks like what people deploy, and differs each time."""
    now = likeness(ranks, logs, beside, behind, width)
    for swap in range(swaps):
        one, other = free[below(rng, free.shape[0])], free[below(rng, free.shape[0])]
        if ranks[one] == ranks[other]:
            continue
        ranks[one], ranks[other] = ranks[other], ranks[one]
        then = likeness(ranks, logs, beside, behind, width)
        # At first almost anything goes, so that no early choice is final.
        heat = max(1.0, 4.0 - 6.0 * swap / swaps)
        if heat * np.log((word(rng) >> np.uint64(11)) / 9007199254740992.0 + 1e-300) < then - now:
            now = then
        else:
            ranks[one], ranks[other] = ranks[other], ranks[one]
