"""Eight opponents by strength, named after ranks: what each of them takes into account, and how far it looks ahead.

All weigh strikes by what is left of the other army.  The first six take a ready-made setup, and the less they heed the
difference between two moves, the weaker they are; the last two deploy as people do and use all that they have seen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from hoyle.dice import Dice
from hoyle.games.stratego.strategist import Strategist

LEVELS: Final[dict[str, Callable[[Dice], Strategist]]] = {
    "scout": partial(Strategist, nodes=1, depth=1, wise=False, noise=1000),
    "sergeant": partial(Strategist, nodes=1, depth=1, wise=False, noise=550),
    "lieutenant": partial(Strategist, nodes=1, depth=1, wise=False, noise=350),
    "captain": partial(Strategist, nodes=1, depth=1, wise=False, noise=220),
    "major": partial(Strategist, nodes=1, depth=1, wise=False, noise=130),
    "colonel": partial(Strategist, nodes=500, depth=2, wise=False, noise=60),
    "general": partial(Strategist, nodes=500, depth=2, noise=20),
    "marshal": partial(Strategist, nodes=2000, depth=4),
}

scout, sergeant, lieutenant, captain, major, colonel, general, marshal = LEVELS.values()
