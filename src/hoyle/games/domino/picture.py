"""What a table of tiles looks like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hoyle.game import tally
from hoyle.games.domino.notation import Layout
from hoyle.games.domino.rules import DominoPatience, Shift
from hoyle.games.domino.tiles import Tile
from hoyle.scene import Mark, Scene

ACROSS: Final = 2
"""How many cells a tile is wide."""
HOME: Final = 3
"""Where the tops of the foundations lie."""
STACK: Final = 7.5
"""Where the tops of the stacks lie."""

# Where the pips of half a tile lie, in thirds of it; beyond nine a half carries its number in digits.
CORNERS: Final = ((-1, -1), (1, 1))
OTHER_CORNERS: Final = ((-1, 1), (1, -1))
SIDES: Final = ((-1, 0), (1, 0))
ENDS: Final = ((0, -1), (0, 1))
EVEN: Final = {0: (), 2: CORNERS, 4: CORNERS + OTHER_CORNERS, 6: CORNERS + OTHER_CORNERS + SIDES}
PIPS: Final = EVEN | {8: EVEN[6] + ENDS}
MOST_PIPS: Final = 9


def picture(game: DominoPatience, state: Layout) -> Scene:
    """Return the foundations and the stacks, a row for each number, tops on the left; tops that can move are rimmed.

    >>> from hoyle.scene import to_text
    >>> game = DominoPatience(2)
    >>> print(to_text(picture(game, game.read("002|A |C |B D |"))))
    F0 0/1           S0 [ : ]
    F1 0/2           S1 [1:1]
    F2 2/3 [2:1]     S2 [1: ] [2: ]
    2 of 6 tiles home, 4 moves
    """
    shifts = [move for move in game.moves(state) if isinstance(move, Shift)]
    sources, targets = {shift.source for shift in shifts}, {(shift.home, shift.target) for shift in shifts}
    longest = max((len(stack) for stack in state.stacks), default=0)
    width, height = STACK + ACROSS * max(longest, 1), float(game.highest + 1)
    marks: list[Mark] = [Mark((width - 1) / 2, (height - 1) / 2, "box", "surface", width=width, height=height)]
    for row in range(game.highest + 1):
        marks.extend(_foundation(state, row, aimed=(True, row) in targets))
        marks.extend(_stack(state, row, active=row in sources, aimed=(False, row) in targets))
    return Scene(width, height, tuple(marks), _caption(game, state, len(shifts)), pitch=3 if game.highest < 10 else 4)


def _caption(game: DominoPatience, state: Layout, moves: int) -> str:
    if outcome := game.outcome(state):
        return str(outcome)
    if undealt := game.undealt(state):
        return f"{tally({'tiles': undealt})} to deal"
    return f"{sum(state.home)} of {len(game.tiles)} tiles home, {tally({'moves': moves})}"


def _foundation(state: Layout, row: int, *, aimed: bool) -> Iterator[Mark]:
    name, count, top = f"F{row}", state.home[row], state.foundation(row)
    words = f"{name} {count}/{row + 1}"
    yield Mark(0.8, row, "text", "ink", words, text=words)
    style = "plain target" if aimed else "plain"
    label = f"foundation {name} {f'with {top.token} on top' if top else 'empty'}{', can be reached' * aimed}"
    yield from _tile(top, (HOME, row), style, name, label)


def _stack(state: Layout, row: int, *, active: bool, aimed: bool) -> Iterator[Mark]:
    name, stack = f"S{row}", state.stacks[row]
    yield Mark(STACK - 1.9, row, "text", "ink", name, text=name)
    if not stack:
        label = f"stack {name} empty{', can be reached' * aimed}"
        yield from _tile(None, (STACK, row), "plain target" if aimed else "plain", name, label)
    for place, tile in enumerate(reversed(stack)):
        label, style = f"{tile.token} {'on top of' if place == 0 else 'in'} stack {name}", "plain"
        if place == 0 and active:
            label, style = f"{label}, can move", f"{style} active"
        if place == 0 and aimed:
            label, style = f"{label}, can be reached", f"{style} target"
        yield from _tile(tile, (STACK + ACROSS * place, row), style, name, label)


def _tile(tile: Tile | None, place: tuple[float, float], style: str, name: str, label: str) -> Iterator[Mark]:
    """Yield the outline of a tile or of an empty place, and the pips of both halves."""
    x, y = place
    if tile is None:
        yield Mark(x, y, "box", f"{style} group", "", name, label, width=1.8, height=0.8)
        return
    yield Mark(x, y, "box", style, str(tile), name, label, width=1.8, height=0.8)
    yield Mark(x, y - 0.32, "line", "link", to=(x, y + 0.32))
    for number, middle in ((tile.high, x - 0.45), (tile.low, x + 0.45)):
        if number > MOST_PIPS:
            yield Mark(middle, y, "text", "ink", text=str(number))
            continue
        # An odd number has one pip in the middle, and the even number below it around.
        for right, down in PIPS[number - number % 2] + ((0, 0),) * (number % 2):
            yield Mark(middle + right * 0.25, y + down * 0.22, "circle", "pip", width=0.14)
