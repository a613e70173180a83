"""The checker of proofs that a position of domino patience cannot be won: a set of blocked tiles, as in remark 2.

It stands alone on purpose: it uses neither the rules nor the solvers nor their reader of positions. docs/proofs.md states
the format and proves that these checks suffice; the labels G1, R1, … name its conditions.
"""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from hoyle.game import HoyleError

Tile = tuple[int, int]
"""The higher number first."""
Stacks = list[list[Tile]]
"""Each from its top."""

MOST_TEXT: Final = 20_000
MOST_HIGHEST: Final = 15
FIELDS: Final = {"proof", "version", "highest", "position", "blocked"}


def verify(text: str, positions: int | None = None) -> str:  # noqa: ARG001 — remark 2 enumerates nothing
    """Return what a certificate proves, from its text alone; raise a HoyleError if it proves nothing.

    >>> print(verify('''{"proof": "hoyle/domino", "version": 1, "highest": 1,
    ...     "position": "F0 0/1 F1 0/2 / S0 |top><| / S1 |top>[1: ] [ : ] [1:1] <|", "blocked": "[0:0][1:0][1:1]"}'''))
    Traceback (most recent call last):
    hoyle.game.HoyleError: [1: ] can be the first of these tiles to move
    """
    claim = _read(text)
    stacks = _stacks(claim["highest"], claim["position"])
    blocked = _tiles(claim["blocked"], "]", {_write(tile, "0"): tile for stack in stacks for tile in stack})
    if not blocked or len(set(blocked)) < len(blocked):  # R1
        _refuse("no tile is named as blocked, or one is named twice")
    if loose := [tile for tile in blocked if _loose(stacks, set(blocked), tile)]:
        _refuse(f"{_write(loose[0])} can be the first of these tiles to move")
    return f"no line wins from {claim['position']} (remark 2)"


def _refuse(reason: str) -> NoReturn:
    raise HoyleError(reason)


def _write(tile: Tile, blank: str = " ") -> str:
    return f"[{tile[0] or blank}:{tile[1] or blank}]"


def _read(text: str) -> dict[str, Any]:
    if len(text) > MOST_TEXT:  # G1
        _refuse(f"the text has {len(text)} letters, more than {MOST_TEXT}")
    try:
        claim = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise HoyleError("this is not JSON") from None
    if not isinstance(claim, dict) or claim.keys() != FIELDS:  # G2
        _refuse(
            f"a certificate of domino patience has the fields {', '.join(sorted(FIELDS))}, each once, and no others"
        )
    if claim["proof"] != "hoyle/domino" or type(claim["version"]) is not int or claim["version"] != 1:  # G3
        _refuse('not a proof "hoyle/domino" of version 1')
    if type(claim["highest"]) is not int or not 1 <= claim["highest"] <= MOST_HIGHEST:  # G4
        _refuse(f"the highest number is not one from 1 to {MOST_HIGHEST}")
    if not isinstance(claim["position"], str) or not isinstance(claim["blocked"], str):  # G5
        _refuse("position and blocked are not texts")
    return claim


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | None:
    return None if len(dict(pairs)) < len(pairs) else dict(pairs)  # G2


def _tiles(text: str, end: str, named: dict[str, Tile]) -> list[Tile]:
    """Return the tiles that a text names one after the other, each with its end."""
    *words, rest = text.split(end)
    names = [f"{word}]" for word in words]
    if rest or not named.keys() >= set(names):  # G6, R1
        _refuse("a tile that is named is not here, or is not written correctly")
    return [named[name] for name in names]


def _stacks(highest: int, position: str) -> Stacks:
    """Return the stacks of a position that is written exactly as hoyle writes it, in one line, with all tiles dealt."""
    whole = {_write((high, low)): (high, low) for high in range(highest + 1) for low in range(high + 1)}
    foundations, *texts = position.split(" / ")
    stacks = [
        _tiles(text.removeprefix(f"S{place} |top>").removesuffix("<|"), "] ", whole) for place, text in enumerate(texts)
    ]
    lying = [tile for stack in stacks for tile in stack]
    home = [[low for low in range(high + 1) if (high, low) not in lying] for high in range(highest + 1)]
    # Tiles that lie on no stack are home, on each foundation from the double down.
    written = [
        " ".join(f"F{high} {len(lows)}/{high + 1}" for high, lows in enumerate(home)),
        *(f"S{place} |top>{''.join(f'{_write(tile)} ' for tile in stack)}<|" for place, stack in enumerate(stacks)),
    ]
    if len(stacks) != highest + 1 or written != [foundations, *texts]:  # G7
        _refuse("the position is not written as the rules page says")
    if len(set(lying)) < len(lying):  # G8
        _refuse("a tile lies in two places")
    if any(lows and lows[0] + len(lows) <= high for high, lows in enumerate(home)):  # G9
        _refuse("a missing tile cannot be home")
    return stacks


def _loose(stacks: Stacks, blocked: set[Tile], tile: Tile) -> bool:
    """Tell whether a tile of a set could be the first of them to move."""
    above = {lying: set(stack[:place]) for stack in stacks for place, lying in enumerate(stack)}
    if above[tile] & blocked:  # R2
        return False
    high, low = tile
    home = not any(other == high and before > low for other, before in blocked)  # R3
    onto = any(not above[other] & blocked for other in ((high - 1, low), (high, low - 1)) if other in above)  # R4
    at_bottom = any(stack[-1:] == [tile] for stack in stacks)
    floor = not low and not at_bottom and any(not blocked.intersection(stack) for stack in stacks)  # R5
    return home or onto or floor
