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
"""Where the headings of the columns stand in the text."""
HOME: Final = 0.2
"""Where the tops of the foundations stand in the text."""
TOP: Final = 2.4
"""Where the tops of the stacks stand in the text, if all numbers have one digit."""
BELOW: Final = 0.6
"""How far from a top the next tile stands in the text."""
ACROSS: Final = 0.5
"""How far apart buried tiles stand in the text."""

ACROSS_TILE, DOWN_TILE = 1.55, 0.8
"""How wide and how high a tile is."""
COLUMN: Final = 1.7
"""How far apart the stacks lie."""
LEFT: Final = 0.5
"""Where the first of them lies."""
ABOVE, HOMES, NEXT, SEAM, BENEATH, STACKS = -0.2, 0.42, 1.04, 1.3, 1.53, 2.15
"""How far down lie the names of the foundations, the foundations, what they wait for, the seam, and the stacks with their names."""
STEP: Final = 0.79
"""How far down the next tile of a stack lies."""
CLOSEST: Final = 0.36
"""The least distance to the next tile of a long stack, so that all pips can still be seen."""

# Where the pips of half a tile lie, in thirds of it; beyond nine a half carries its number in digits.
CORNERS: Final = ((-1, -1), (1, 1))
OTHER_CORNERS: Final = ((-1, 1), (1, -1))
SIDES: Final = ((0, -1), (0, 1))
ENDS: Final = ((-1, 0), (1, 0))
EVEN: Final = {0: (), 2: CORNERS, 4: CORNERS + OTHER_CORNERS, 6: CORNERS + OTHER_CORNERS + SIDES}
PIPS: Final = EVEN | {8: EVEN[6] + ENDS}
MOST_PIPS: Final = 9


def picture(game: DominoPatience, state: Layout) -> Scene:
    """Return the foundations in a row, each with the tile that it waits for, and below each a stack, its top the lowest.

    In the text each number has a row, with the top of its stack on the left.  There is room for as many tiles as are dealt to
    the highest stack and some more; if a stack is longer, its tiles lie closer, so that no move changes the scale.

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
    rows, room = game.highest + 1, _room(game, state)
    width, height = COLUMN * rows - COLUMN + 2 * LEFT + 1, STACKS + room + 0.95
    middle, top = ((width - 1) / 2, (height - 1) / 2), _top(game)
    marks = [Mark(*middle, "box", style, width=width, height=height) for style in ("felt", "nap")]
    marks += [
        Mark(*middle, "box", "hem", width=width - 0.05, height=height - 0.05),
        Mark(0, SEAM, "line", "seam", to=(width - 1, SEAM)),
        *(
            Mark(0, 0, "text", "ink", word, written=(x, HEAD))
            for word, x in (("home ", HOME), ("top", top), ("below", top + BELOW))
        ),
    ]
    for row in range(rows):
        marks.extend(_foundation(game, state, row, aimed=(True, row) in targets))
        step = min(STEP, room / max(len(state.stacks[row]) - 1, 1))
        can = f"{', can move' * (row in sources)}{', can be reached' * ((False, row) in targets)}"
        marks.extend(_stack(game, state, row, step, can))
    return Scene(width, height, tuple(marks), _caption(game, state, len(shifts)), _pitch(game), STYLES)


def _pitch(game: DominoPatience) -> int:
    """Return how wide a cell is in the text, such that a tile and a blank fit between two buried tiles."""
    return 12 if game.highest <= MOST_PIPS else 16


def _top(game: DominoPatience) -> float:
    return TOP if game.highest <= MOST_PIPS else TOP + 0.35


def _room(game: DominoPatience, state: Layout) -> float:
    """Return how far down the tops of the longest stacks lie from the first tile of a stack.

    In play, a stack grows to at most three times its number plus one; only a position that was written down can have
    more, and is drawn higher.
    """
    longest = max(map(len, state.stacks))
    return max(STEP * (game.highest + 2), CLOSEST * 3 * game.highest, CLOSEST * (longest - 1))


def _caption(game: DominoPatience, state: Layout, moves: int) -> str:
    if outcome := game.outcome(state):
        return str(outcome)
    if undealt := game.count_undealt(state):
        return f"{tally({'tiles': undealt})} to deal"
    possible = f"{tally({'moves': moves})} {'is' if moves == 1 else 'are'} possible"
    return f"{sum(state.home)} of {len(game.tiles)} tiles home; {possible}"


def _foundation(game: DominoPatience, state: Layout, row: int, *, aimed: bool) -> Iterator[Mark]:
    """Yield a foundation with its name, and below it the tile that it waits for."""
    name, count, top, y = f"F{row}", state.home[row], state.foundation(row), row + 1
    x = LEFT + COLUMN * row
    following = f"next {row}:{row - count}" if count <= row else "full"
    digits = len(str(game.highest))
    words = f"{name:<{digits + 1}} {count:>{digits}}/{row + 1:<{digits}} {following}"
    # In the text the words begin after a tile and a blank, wherever their middle is.
    written = (2 * digits + 4 + (len(words) - 1) // 2) / _pitch(game), y
    yield Mark(x, NEXT, "text", "chalk rim", words, text=following, written=written)
    yield Mark(x, ABOVE, "text", "chalk rim", text=name)
    label = f"foundation {name}, {following}{', can be reached' * aimed}"
    if top is not None:
        yield _tile(top, (x, HOMES), (HOME, y), (name, label))
        return
    awaited = tuple(_pips(Tile(row, row), "awaited"))
    slot = Mark(x, HOMES, "vacancy", "slot", "", name, label, "", ACROSS_TILE, DOWN_TILE)
    yield replace(slot, inner=awaited, written=(HOME, y))


def _stack(game: DominoPatience, state: Layout, row: int, step: float, can: str) -> Iterator[Mark]:
    name, stack, y, left = f"S{row}", state.stacks[row], row + 1, _top(game)
    x = LEFT + COLUMN * row
    yield Mark(x, BENEATH, "text", "chalk rim", name, text=name, written=(left - 0.5, y))
    if not stack:
        label = f"stack {name} empty{can}"
        yield Mark(x, STACKS, "vacancy", "slot", "", name, label, "", ACROSS_TILE, DOWN_TILE, written=(left, y))
    # The top comes last, and so it lies above the others.
    for place, tile in zip(reversed(range(len(stack))), stack, strict=True):
        where, written = (x, STACKS + step * (len(stack) - 1 - place)), (left, y)
        if place:
            written = left + BELOW + ACROSS * (place - 1), y
            yield _tile(tile, where, written, (name, f"{tile.token} in stack {name}"), buried=True)
        else:
            yield _tile(tile, where, written, (name, f"{tile.token} on top of stack {name}{can}"))


def _tile(
    tile: Tile,
    place: tuple[float, float],
    written: tuple[float, float],
    words: tuple[str, str],
    *,
    buried: bool = False,
) -> Mark:
    """Return a tile that lies across, its higher number on the left, with what it spells and its label."""
    shape, style = ("buried-domino", "tile buried") if buried else ("domino", "tile")
    mark = Mark(*place, shape, style, str(tile), *words, "", ACROSS_TILE, DOWN_TILE)
    return replace(mark, inner=tuple(_pips(tile, "pip")), key=tile.token, written=written)


def _pips(tile: Tile, style: str) -> Iterator[Mark]:
    """Yield the pips of a tile."""
    yield from _half(tile.high, -0.39, style)
    yield from _half(tile.low, 0.39, style)


def _half(number: int, middle: float, style: str) -> Iterator[Mark]:
    """Yield the pips of half a tile, or its number."""
    if number > MOST_PIPS:
        yield Mark(middle, -0.01, "text", style, text=str(number))
        return
    # An odd number has one pip in the middle, and the even number below it around.
    for right, down in PIPS[number - number % 2] + ((0, 0),) * (number % 2):
        yield Mark(middle + right * 0.205, down * 0.205 - 0.01, "circle", style, width=0.145)
