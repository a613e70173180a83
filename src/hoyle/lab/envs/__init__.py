"""Learning environments: every game on the shelf for Gymnasium, PettingZoo and OpenSpiel, with the optimum known.

Importing this module registers an environment with Gymnasium for each variant on the shelf, and so does naming it:
`gymnasium.make("hoyle.lab.envs:hoyle/pegs-english-v0")`.  docs/environments.md has them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec

from hoyle.shelf import open_boxes

PLACE = "hoyle.lab.envs.gymnasia"


def ids() -> Iterator[tuple[str, str]]:
    """Yield the name of each variant on the shelf and its id, in which a dash stands for every other character.

    >>> dict(ids())["pegs/french@d3"]
    'hoyle/pegs-french-d3-v0'
    """
    for box in open_boxes():
        for variant in box.variants:
            yield f"{box.name}/{variant}", f"hoyle/{re.sub(r'[^A-Za-z0-9_.]++', '-', f'{box.name}-{variant}')}-v0"


def register() -> None:
    """Register every variant with Gymnasium, and hoyle/game-v0 and hoyle/text-v0, whose option game takes any name of a game."""
    import gymnasium

    if "hoyle/text-v0" not in gymnasium.registry:
        gymnasium.register("hoyle/text-v0", entry_point="hoyle.lab.envs.texts:TextEnv")
    for name, identity in (("pegs/english", "hoyle/game-v0"), *ids()):
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity, entry_point=f"{PLACE}:Env", vector_entry_point=f"{PLACE}:Envs", kwargs={"game": name}
            )


if find_spec("gymnasium"):  # OpenSpiel does without it
    register()
