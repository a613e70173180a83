"""Eight opponents by strength, named after ranks: what each of them remembers, knows and heeds, and how far it looks ahead.

All weigh strikes by what is left of the other army.  The first four see only the next move, and the weaker they are the more
they forget of what they have seen and the less they heed the difference between two moves.  The major looks two moves ahead;
colonel and general also deploy as people do and know how they do; the marshal forgets nothing and looks as far as its budget
allows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from hoyle.dice import Dice
from hoyle.games.stratego.strategist import Strategist

LEVELS: Final[dict[str, Callable[[Dice], Strategist]]] = {
    "scout": partial(Strategist, nodes=1, depth=1, wise=False, memory=0.0, noise=450),
    "sergeant": partial(Strategist, nodes=1, depth=1, wise=False, memory=0.0, noise=240),
    "lieutenant": partial(Strategist, nodes=1, depth=1, wise=False, memory=0.2, noise=148),
    "captain": partial(Strategist, nodes=1, depth=1, wise=False, memory=0.4, noise=93),
    "major": partial(Strategist, nodes=300, depth=2, wise=False, memory=0.55, noise=65),
    "colonel": partial(Strategist, nodes=500, depth=2, memory=0.75, noise=35),
    "general": partial(Strategist, nodes=500, depth=2, memory=0.9, noise=15),
    "marshal": partial(Strategist, nodes=2000, depth=10),
}

scout, sergeant, lieutenant, captain, major, colonel, general, marshal = LEVELS.values()
