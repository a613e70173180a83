"""Eight opponents by strength, named after ranks: what each of them heeds, and how far it looks ahead.

The first five look one move ahead, weigh all unseen pieces alike, take a ready-made setup, and judge moves more and more
exactly.  The others deploy and believe as people do, and look further ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from hoyle.dice import Dice
from hoyle.games.stratego.strategist import Strategist

LEVELS: Final[dict[str, Callable[[Dice], Strategist]]] = {
    "scout": partial(Strategist, nodes=1, depth=1, wise=False, noise=1500),
    "sergeant": partial(Strategist, nodes=1, depth=1, wise=False, noise=500),
    "lieutenant": partial(Strategist, nodes=1, depth=1, wise=False, noise=220),
    "captain": partial(Strategist, nodes=1, depth=1, wise=False, noise=100),
    "major": partial(Strategist, nodes=1, depth=1, wise=False, noise=45),
    "colonel": partial(Strategist, nodes=1, depth=1, noise=18),
    "general": partial(Strategist, nodes=500, depth=2, noise=6),
    "marshal": partial(Strategist, nodes=2000, depth=4),
}

scout, sergeant, lieutenant, captain, major, colonel, general, marshal = LEVELS.values()
