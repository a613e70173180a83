"""What a board of pegs looks like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from hoyle.game import tally
from hoyle.games.pegs.rules import EMPTY, PEG, Board, PegSolitaire, Position
from hoyle.games.pegs.styles import STYLES
from hoyle.grid import TRIANGULAR, Square, name
from hoyle.scene import Mark, Scene

NUMBERS: Final = 0.1
"""Where the numbers of the rows stand."""
MARGIN: Final = 1.3
"""Where the first column stands."""
EDGE: Final = 0.65
"""How far the wood goes beyond the middle of the outermost holes."""


def picture(game: PegSolitaire, state: Position) -> Scene:
    """Return the board with its pegs; the columns of a triangle go from its right side down to their letters.

    >>> from hoyle.games.pegs import game
    >>> from hoyle.scene import to_text
    >>> print(to_text(picture(game("triangle"), game("triangle").start())))
    1      .
    2     O O
    3    O O O
    4   O O O O
    5  O O O O O
      a b c d e
    14 pegs; 2 jumps are possible
    """
    jumps = list(game.moves(state))
    active, reachable = {jump.source for jump in jumps}, {jump.target for jump in jumps}
    outcome = game.outcome(state)
    possible = f"{tally({'jumps': len(jumps)})} {'is' if len(jumps) == 1 else 'are'} possible"
    caption = str(outcome) if outcome else f"{tally({'pegs': len(state)})}; {possible}"
    holes = (_hole(game.board, hole, state, active, reachable) for hole in game.board.squares)
    # Columns after z have two letters.
    pitch = 2 if game.board.size[0] <= 26 else 3
    marks = (*_ground(game.board), *_rim(game.board), *holes)
    return Scene(*_extent(game.board), marks, caption, pitch, STYLES)


def exhibit(certificate: Mapping[str, Any]) -> Iterator[Scene]:
    """Yield a certificate's colourings and pagoda functions as weights on the board, with their two sums.

    >>> from hoyle.scene import to_text
    >>> item = {"kind": "pagoda", "finish": ["c1"], "weights": [[1, 0, 2]], "start_sum": 1, "finish_sum": 2}
    >>> print("".join(map(to_text, exhibit({"start": "O..", "evidence": [item]}))))
         a   b   c
    1    1   0   2
    pagoda: the pegs weigh 1, one would weigh 2 in c1
    """
    board, pegs = Board.read(certificate["start"])
    for item in certificate["evidence"]:
        if "weights" not in item:
            continue
        weights = dict(zip((slot for row in board.rows for slot in row), chain(*item["weights"]), strict=True))
        marks = (
            Mark(
                *_place(board, hole),
                "circle",
                "weight piece" if hole in pegs else "weight empty",
                str(weights[hole]),
                label=f"{name(hole)} weighs {weights[hole]}",
                text=str(weights[hole]),
            )
            for hole in board.squares
        )
        first, *others = item["finish"]
        holes = f"{first} and {len(others)} others" if others else first
        caption = f"{item['kind']}: the pegs weigh {item['start_sum']}, one would weigh {item['finish_sum']} in {holes}"
        yield Scene(*_extent(board), (*_ground(board), *_rim(board), *marks), caption, 4, STYLES)


def _extent(board: Board) -> tuple[float, float]:
    return board.size[0] + MARGIN + EDGE - 0.5, board.size[1] + 1


def _ground(board: Board) -> Iterator[Mark]:
    """Yield the wood, and on a triangle the lines of the slanting columns."""
    across, down = board.size
    left, top = MARGIN + (across - 1) / 2, (down - 1) / 2 + (0 if _triangular(board) else 1)
    yield Mark(left, top, "box", "surface", width=across - 1 + 2 * EDGE, height=down - 1 + 2 * EDGE)
    for x, last in board.rows[-1] if _triangular(board) else ():
        low, high = _place(board, (x, last)), _place(board, (x, x))
        yield Mark(low[0] - EDGE / 2, low[1] + EDGE, "line", "guide", to=high)


def _hole(board: Board, hole: Square, pegs: Position, active: set[Square], reachable: set[Square]) -> Mark:
    kind, glyph, style, width = ("peg", PEG, "piece", 0.82) if hole in pegs else ("empty hole", EMPTY, "empty", 0.66)
    label = f"{kind} {name(hole)}"
    if hole in active:
        label = f"{label}, can jump"
    elif hole in reachable:
        label = f"{label}, can be reached"
    x, y = _place(board, hole)
    return Mark(x, y, "circle", style, glyph, name(hole), label, width=width)


def _rim(board: Board) -> Iterator[Mark]:
    """Yield the numbers of the rows on the left, and the letters of the columns above or, for a triangle, below.

    As the columns of a triangle slant, their letters stand where one more row would have its holes.
    """
    last = len(board.rows) - 1
    for y in range(last + 1):
        number = str(y + 1)
        yield Mark(NUMBERS, _place(board, (0, y))[1], "text", "ink", number, text=number)
    for x in range(board.size[0]):
        letter = name((x, 0)).rstrip("1")
        yield Mark(*_place(board, (x, last + 1 if _triangular(board) else -1)), "text", "ink", letter, text=letter)


def _place(board: Board, hole: Square) -> tuple[float, float]:
    """Return where a hole is drawn; the rows of a triangle are centred."""
    x, y = hole
    if _triangular(board):
        return x + (len(board.rows) - 1 - y) / 2 + MARGIN, y
    return x + MARGIN, y + 1


def _triangular(board: Board) -> bool:
    return board.directions == TRIANGULAR
