"""What a board of dots looks like: each dot has a colour and a letter, and a path is a line through dots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from hoyle.game import tally
from hoyle.games.dots.board import COLOURS, EMPTY
from hoyle.games.dots.rules import Dots, Path, Position
from hoyle.games.dots.styles import STYLES
from hoyle.grid import Square, name
from hoyle.scene import Mark, Scene

NUMBERS: Final = 0.1
"""Where the numbers of the rows stand."""
MARGIN: Final = 1.3
"""Where the first column stands."""
EDGE: Final = 0.65
"""How far the ground goes beyond the middle of the outermost dots."""


def picture(game: Dots, state: Position, path: Path | None = None) -> Scene:
    """Return the board; of a path, if one is given, the line is drawn and the dots are small letters in the text.

    >>> from hoyle.games.dots import game
    >>> from hoyle.scene import to_text
    >>> document = game("classic")
    >>> print(to_text(picture(document, document.start(), Path(((1, 1), (2, 1), (2, 0), (1, 0))))))
       a b c d e f
    1  R r-r B R R
    2  O r-r R B O
    3  B B O G G G
    4  G R R G O B
    5  B B R O G B
    6  B B R O G B
    4 moves left, 6 red to go, score 0
    """
    across, down = len(state.rows[0]) - 1, len(state.rows) - 1
    middle = MARGIN + across / 2, 1 + down / 2
    ground = Mark(*middle, "box", "ground", width=across + 2 * EDGE, height=down + 2 * EDGE)
    squares = [(x, y) for y in range(len(state.rows)) for x in range(len(state.rows[0]))]
    on_path = frozenset(path.squares) if path else frozenset()
    dots = (_dot(state, where, drawn=where in on_path) for where in squares)
    width, height = MARGIN + across + EDGE + 0.5, down + 2
    marks = (ground, *_rim(state), *_line(path), *dots)
    return Scene(width, height, marks, _caption(game, state), styles=STYLES)


def _caption(game: Dots, state: Position) -> str:
    if outcome := game.outcome(state):
        return str(outcome)
    return f"{tally({'moves': state.left})} left, {game.to_go(state)} to go, score {state.score}"


def _dot(state: Position, where: Square, *, drawn: bool) -> Mark:
    x, y = where[0] + MARGIN, where[1] + 1
    letter = state.at(where)
    if letter == EMPTY:
        return Mark(x, y, "circle", "empty", EMPTY, label=f"empty square {name(where)}", width=0.3)
    style = f"dot {COLOURS[letter]}"
    glyph, label = letter, f"{COLOURS[letter]} dot {name(where)}"
    if drawn:
        style, glyph, label = f"{style} active", letter.lower(), f"{label}, on the path"
    # Of one colour and column, the lowest dot stays the lowest when they fall.
    column = f"{letter} {where[0]}"
    return Mark(x, y, "circle", style, glyph, name(where), label, letter, key=column)


def _line(path: Path | None) -> Iterator[Mark]:
    """Yield the strokes of a path; those along a row are written too, in the gap between two letters."""
    for before, after in pairwise(path.squares if path else ()):
        (left, up), (right, down) = sorted((before, after))
        yield Mark(left + MARGIN, up + 1, "line", "path", to=(right + MARGIN, down + 1))
        if up == down:
            yield Mark(left + 0.5 + MARGIN, up + 1, "text", "ink", "-")


def _rim(state: Position) -> Iterator[Mark]:
    """Yield the numbers of the rows and the letters of the columns."""
    for y in range(len(state.rows)):
        yield Mark(NUMBERS, y + 1, "text", "ink", str(y + 1), text=str(y + 1))
    for x in range(len(state.rows[0])):
        letter = name((x, 0)).rstrip("1")
        yield Mark(x + MARGIN, 0, "text", "ink", letter, text=letter)
