"""What a table of tiles looks like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hoyle.game import tally
from hoyle.games.domino.notation import Layout
from hoyle.games.domino.rules import DominoPatience, Shift
from hoyle.games.domino.styles import STYLES
from hoyle.games.domino.tiles import Tile
from hoyle.scene import Mark, Scene

HEAD: Final = 0.3
"""Where the words stand that say what the columns are."""
HOME: Final = 0.2
"""Where the tops of the foundations lie."""
TOP: Final = 2.4
"""Where the tops of the stacks lie, if all numbers have one digit."""
BELOW: Final = 0.6
"""How far from a top the next tile lies; it is set off from those that are buried."""
ACROSS: Final = 0.5
"""How far apart buried tiles lie."""
CLOSEST: Final = 0.31
"""How far apart they lie at least where a stack is long, so that all pips are still seen."""

# Where the pips of half a tile lie, in thirds of it; beyond nine a half carries its number in digits.
CORNERS: Final = ((-1, -1), (1, 1))
OTHER_CORNERS: Final = ((-1, 1), (1, -1))
SIDES: Final = ((-1, 0), (1, 0))
ENDS: Final = ((0, -1), (0, 1))
EVEN: Final = {0: (), 2: CORNERS, 4: CORNERS + OTHER_CORNERS, 6: CORNERS + OTHER_CORNERS + SIDES}
PIPS: Final = EVEN | {8: EVEN[6] + ENDS}
MOST_PIPS: Final = 9


def picture(game: DominoPatience, state: Layout) -> Scene:
    """Return a row for each number: its foundation, the tile that this waits for, and a stack, its top on the left.

    There is room for the longest stack that can be built on an empty place, and a longer one is pushed together, so that
    no move changes the scale.

    >>> from hoyle.scene import to_text
    >>> game = DominoPatience(2)
    >>> print(to_text(picture(game, game.read("002|A |C |B D |"))))
    home                        top   below
          F0 0/1 next 0:0  S0  [ : ]
          F1 0/2 next 1:1  S1  [1:1]
    [2:1] F2 2/3 next 2:0  S2  [1: ]  [2: ]
    2 of 6 tiles home; 4 moves are possible
    """
    shifts = [move for move in game.moves(state) if isinstance(move, Shift)]
    sources, targets = {shift.source for shift in shifts}, {(shift.home, shift.target) for shift in shifts}
    top, buried = _top(game), max(len(stack) - 1 for stack in state.stacks)
    width = top + BELOW + max(ACROSS * (_room(game) - 1), _apart(game, buried) * (buried - 1)) + 0.9
    marks = [
        Mark((width - 1) / 2, game.highest / 2 + 0.8, "box", "surface", width=width, height=game.highest + 2),
        Mark(HOME, HEAD, "text", "ink fine", "home ", text="home"),
        Mark(top, HEAD, "text", "ink fine", "top", text="top"),
        Mark(top + BELOW, HEAD, "text", "ink fine", "below", text="below"),
    ]
    for row in range(game.highest + 1):
        marks.extend(_foundation(game, state, row, aimed=(True, row) in targets))
        marks.extend(_stack(game, state, row, active=row in sources, aimed=(False, row) in targets))
    return Scene(width, game.highest + 2.3, tuple(marks), _caption(game, state, len(shifts)), _pitch(game), STYLES)


def _pitch(game: DominoPatience) -> int:
    """Return how wide a cell is in the text, such that a tile and a blank fit between two buried tiles."""
    return 12 if game.highest <= MOST_PIPS else 16


def _top(game: DominoPatience) -> float:
    return TOP if game.highest <= MOST_PIPS else TOP + 0.35


def _room(game: DominoPatience) -> int:
    """Return for how many buried tiles there is room: one of each sum but the highest can lie under another (§5)."""
    return 2 * game.highest


def _apart(game: DominoPatience, buried: int) -> float:
    """Return how far apart the buried tiles of a stack lie.

    On the tiles that were dealt to it a stack may grow to three times its number and one; only a position that was not
    played but written down has more, and is drawn wider.
    """
    return max(min(ACROSS, ACROSS * (_room(game) - 1) / max(buried - 1, 1)), CLOSEST)


def _caption(game: DominoPatience, state: Layout, moves: int) -> str:
    if outcome := game.outcome(state):
        return str(outcome)
    if undealt := game.undealt(state):
        return f"{tally({'tiles': undealt})} to deal"
    possible = f"{tally({'moves': moves})} {'is' if moves == 1 else 'are'} possible"
    return f"{sum(state.home)} of {len(game.tiles)} tiles home; {possible}"


def _foundation(game: DominoPatience, state: Layout, row: int, *, aimed: bool) -> Iterator[Mark]:
    """Yield a foundation, and beside it its name and the tile that it waits for."""
    name, count, top, y = f"F{row}", state.home[row], state.foundation(row), row + 1
    following = f"next {row}:{row - count}" if count <= row else "full"
    digits = len(str(game.highest))
    words = f"{name:<{digits + 1}} {count:>{digits}}/{row + 1:<{digits}} {following}"
    # In the text the words begin after a tile and a blank, wherever their middle is.
    yield Mark((2 * digits + 4 + (len(words) - 1) // 2) / _pitch(game), y, "text", "ink", words)
    yield Mark(HOME + 0.35, y - 0.17, "text", "ink start small strong", text=name)
    yield Mark(HOME + 0.35, y + 0.17, "text", "ink start fine", text=following)
    label = f"foundation {name}, {following}{', can be reached' * aimed}"
    yield _tile(top, (HOME, y), "tile", name, label)


def _stack(game: DominoPatience, state: Layout, row: int, *, active: bool, aimed: bool) -> Iterator[Mark]:
    name, stack, y, left = f"S{row}", state.stacks[row], row + 1, _top(game)
    apart = _apart(game, len(stack) - 1)
    yield Mark(left - 0.5, y, "text", "ink small strong", name, text=name)
    if not stack:
        yield _tile(None, (left, y), "tile", name, f"stack {name} empty{', can be reached' * aimed}")
    # The top comes last, and so it lies above the others.
    for place, tile in zip(reversed(range(len(stack))), stack, strict=True):
        if place:
            where = left + BELOW + apart * (place - 1), y
            buried = _tile(tile, where, "tile buried", name, f"{tile.token} in stack {name}")
            # Letters cannot overlap, so those of a tile that is pushed aside stand where it would be.
            yield buried if apart == ACROSS else replace(buried, glyph="")
            if apart < ACROSS:
                yield Mark(left + BELOW + ACROSS * (place - 1), y, "text", "ink", str(tile))
        else:
            can = f"{', can move' * active}{', can be reached' * aimed}"
            yield _tile(tile, (left, y), "tile", name, f"{tile.token} on top of stack {name}{can}")


def _tile(tile: Tile | None, place: tuple[float, float], style: str, name: str, label: str) -> Mark:
    """Return a tile that stands upright, its higher number above, or the outline of an empty place."""
    width, height = (0.44, 0.84) if "buried" in style else (0.48, 0.9)
    if tile is None:
        return Mark(*place, "box", "slot", "", name, label, width=width, height=height)
    inner = (
        Mark(-0.18, 0, "line", "bar", to=(0.18, 0)),
        *_half(tile.high, -height / 4),
        *_half(tile.low, height / 4),
    )
    return Mark(*place, "box", style, str(tile), name, label, width=width, height=height, inner=inner, key=tile.token)


def _half(number: int, middle: float) -> Iterator[Mark]:
    """Yield the pips of half a tile, or its number."""
    if number > MOST_PIPS:
        yield Mark(0, middle, "text", "pip", text=str(number))
        return
    # An odd number has one pip in the middle, and the even number below it around.
    for right, down in PIPS[number - number % 2] + ((0, 0),) * (number % 2):
        yield Mark(right * 0.13, middle + down * 0.13, "circle", "pip", width=0.095)
