"""Certificates of unsolvable positions: a set of blocked tiles, which remark 2 of the rules page makes a proof.

They are checked here by the letter of the remark, without a kernel or a solver.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hoyle.game import HoyleError
from hoyle.games.domino.notation import Layout, long_form, read
from hoyle.games.domino.tiles import MOST, Tile, tiles_in


def bars(state: Layout, tiles: set[Tile]) -> bool:
    """Tell whether a set of tiles is blocked in a position, by the letter of remark 2; it needs no kernel.

    >>> from hoyle.games.domino import game
    >>> stranded = game("2").read("110|B ||E D F |")
    >>> bars(stranded, {Tile(2, 1), Tile(2, 0), Tile(2, 2)}), bars(stranded, {Tile(1, 0)})
    (True, False)
    """
    above = {tile: set(stack[place + 1 :]) for stack in state.stacks for place, tile in enumerate(stack)}

    def may_move(tile: Tile) -> bool:
        before = {Tile(tile.high, low) for low in range(tile.low + 1, tile.high + 1)}
        onto = (other for other in above if tile.goes_onto(other))
        empties = not all(tiles.intersection(stack) for stack in state.stacks)
        # Alone, and so at the bottom once all above it is gone, a tile gains nothing from an empty stack.
        floor = tile.blank and empties and not any(stack[:1] == (tile,) for stack in state.stacks)
        return floor or not before & tiles or any(not above[other] & tiles for other in onto)

    return bool(tiles) and tiles <= above.keys() and all(above[tile] & tiles or not may_move(tile) for tile in tiles)


def certificate(state: Layout, tiles: Iterable[Tile]) -> dict[str, Any]:
    """Return the certificate that a set of tiles is blocked in a position."""
    return {
        "proof": "hoyle/domino",
        "version": 1,
        "highest": len(state.stacks) - 1,
        "position": long_form(state, " / "),
        "blocked": "".join(tile.token for tile in tiles),
    }


def verify(text: str) -> str:
    """Return what a certificate proves, from its text alone; raise a HoyleError if it proves nothing.

    >>> from hoyle.games.domino import game
    >>> stranded = game("2").read("110|B ||E D F |")
    >>> verify(json.dumps(certificate(stranded, [Tile(2, 1), Tile(2, 0), Tile(2, 2)])))
    'no line wins from F0 1/1 F1 1/2 F2 0/3 / S0 |top>[1: ] <| / S1 |top><| / S2 |top>[2:1] [2: ] [2:2] <| (remark 2)'
    """
    try:
        claim = json.loads(text)
        highest, position, blocked = claim["highest"], claim["position"], claim["blocked"]
        known = claim["version"] == 1 and isinstance(position, str) and isinstance(blocked, str)
    except (ValueError, TypeError, KeyError, RecursionError) as fault:
        raise HoyleError("this is no certificate of domino patience") from fault
    if not known or not isinstance(highest, int) or not 1 <= highest <= MOST:
        raise HoyleError("this is no certificate of domino patience that is understood here")
    state = read(highest, position)
    if not any(state.stacks) or sum(map(len, state.stacks)) + sum(state.home) < (highest + 1) * (highest + 2) // 2:
        raise HoyleError("in this position the tiles are not dealt, or all home")
    if not bars(state, set(tiles_in(blocked))):
        raise HoyleError("these tiles do not block each other by remark 2")
    return f"no line wins from {long_form(state, ' / ')} (remark 2)"
