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
"""Where the numbers of the rows stand in the text."""
MARGIN: Final = 1.3
"""Where the first column stands in the text."""
EDGE: Final = 0.34
"""How far the ground goes beyond the squares."""


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
    across, down = len(state.rows[0]), len(state.rows)
    width, height = across + 2 * EDGE, down + 2 * EDGE
    ground = Mark((width - 1) / 2, (height - 1) / 2, "box", "ground", width=width, height=height)
    squares = [(x, y) for y in range(down) for x in range(across)]
    on_path = frozenset(path.squares) if path else frozenset()
    dots = (_dot(state, where, drawn=where in on_path) for where in squares)
    marks = (ground, *_rim(across, down), *_line(path), *dots)
    return Scene(width, height, marks, _caption(game, state), styles=STYLES)


def _caption(game: Dots, state: Position) -> str:
    if outcome := game.outcome(state):
        return str(outcome)
    return f"{tally({'moves': state.left})} left, {game.to_go(state)} to go, score {state.score}"


def _place(where: tuple[float, float]) -> tuple[float, float]:
    """Return where a square is drawn."""
    return where[0] + EDGE, where[1] + EDGE


def _cell(where: tuple[float, float]) -> tuple[float, float]:
    """Return where a square stands in the text."""
    return where[0] + MARGIN, where[1] + 1


def _dot(state: Position, where: Square, *, drawn: bool) -> Mark:
    letter, place, cell = state.at(where), _place(where), _cell(where)
    if letter == EMPTY:
        return Mark(*place, "circle", "empty", EMPTY, label=f"empty square {name(where)}", width=0.2, written=cell)
    colour = COLOURS[letter]
    style, glyph, label = f"dot {colour}", letter, f"{colour} dot {name(where)}"
    if drawn:
        style, glyph, label = f"{style} active", letter.lower(), f"{label}, on the path"
    cut = Mark(0, 0, f"{colour}-cut", "aid", width=0.35, height=0.35)
    # Dots of one colour in a column share a key: when they fall, the lowest stays the lowest.
    key = f"{letter} {where[0]}"
    return Mark(*place, "circle", style, glyph, name(where), label, width=0.76, inner=(cut,), key=key, written=cell)


def _line(path: Path | None) -> Iterator[Mark]:
    """Yield the strokes of a path; those along a row are written too, in the gap between two letters."""
    for before, after in pairwise(path.squares if path else ()):
        (left, up), (right, down) = sorted((before, after))
        yield Mark(*_place((left, up)), "line", "path", to=_place((right, down)))
        if up == down:
            yield Mark(0, 0, "text", "ink", "-", written=_cell((left + 0.5, up)))


def _rim(across: int, down: int) -> Iterator[Mark]:
    """Yield the numbers of the rows and the letters of the columns."""
    for y in range(down):
        number = str(y + 1)
        yield Mark(-0.34, y + EDGE, "text", "names rim", number, text=number, written=(NUMBERS, y + 1))
    for x in range(across):
        letter = name((x, 0)).rstrip("1")
        yield Mark(x + EDGE, down - 0.32 + EDGE, "text", "names rim", letter, text=letter, written=(x + MARGIN, 0))
