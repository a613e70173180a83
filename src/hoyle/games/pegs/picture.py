"""What a board of pegs looks like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hoyle.game import tally
from hoyle.games.pegs.rules import EMPTY, PEG, Board, PegSolitaire, Position
from hoyle.grid import TRIANGULAR, Square, name
from hoyle.scene import Mark, Scene

MARGIN: Final = 1.5
"""Room on the left for the numbers of the rows."""


def picture(game: PegSolitaire, state: Position) -> Scene:
    """Return the board with its pegs; a peg that can jump is rimmed, a hole that it can reach is dashed.

    >>> from hoyle.games.pegs import game
    >>> from hoyle.scene import to_text
    >>> print(to_text(picture(game("triangle"), game("triangle").start())))
    1      .
    2     O O
    3    O O O
    4   O O O O
    5  O O O O O
       a b c d e
    14 pegs, 2 jumps
    """
    jumps = list(game.moves(state))
    active, reachable = {jump.source for jump in jumps}, {jump.target for jump in jumps}
    outcome = game.outcome(state)
    caption = str(outcome) if outcome else tally({"pegs": len(state), "jumps": len(jumps)})
    width, height = game.board.size[0] + MARGIN + 0.5, game.board.size[1] + 1.4
    surface = Mark((width - 1) / 2, (height - 1) / 2, "box", "surface", width=width - 0.1, height=height - 0.1)
    holes = (_hole(game.board, hole, state, active, reachable) for hole in game.board.squares)
    return Scene(width, height, (surface, *_rim(game.board), *holes), caption)


def _hole(board: Board, hole: Square, pegs: Position, active: set[Square], reachable: set[Square]) -> Mark:
    kind, glyph, style = ("peg", PEG, "piece") if hole in pegs else ("empty hole", EMPTY, "empty")
    label = f"{kind} {name(hole)}"
    if hole in active:
        label, style = f"{label}, can jump", f"{style} active"
    elif hole in reachable:
        label, style = f"{label}, can be reached", f"{style} target"
    x, y = _place(board, hole)
    return Mark(x, y, "circle", style, glyph, name(hole), label)


def _rim(board: Board) -> Iterator[Mark]:
    """Yield the numbers of the rows on the left, and the letters of the columns above or, for a triangle, below."""
    last = len(board.rows) - 1
    for y in range(last + 1):
        number = str(y + 1)
        yield Mark(0, _place(board, (0, y))[1], "text", "ink", number, text=number)
    for x, _ in board.rows[-1]:
        letter = name((x, 0)).rstrip("1")
        yield Mark(
            _place(board, (x, last))[0], last + 1 if _triangular(board) else 0, "text", "ink", letter, text=letter
        )


def _place(board: Board, hole: Square) -> tuple[float, float]:
    """Return where a hole is drawn; the rows of a triangle are centred."""
    x, y = hole
    if _triangular(board):
        return x + (len(board.rows) - 1 - y) / 2 + MARGIN, y
    return x + MARGIN, y + 1


def _triangular(board: Board) -> bool:
    return board.directions == TRIANGULAR
