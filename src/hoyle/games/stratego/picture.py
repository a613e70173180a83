"""What a position of Stratego looks like to whoever's view it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from hoyle.games.stratego.board import Board
from hoyle.games.stratego.pieces import COLOURS, Piece, Position, Rank, Step, duel
from hoyle.games.stratego.rules import Stratego
from hoyle.grid import Square, name
from hoyle.scene import Mark, Scene

MARGIN: Final = 1.5
"""Room on the left for the numbers of the rows."""
PER_ROW: Final = 6
"""How many ranks of the reserve stand in a row."""


def picture(game: Stratego, state: Position) -> Scene:
    """Return the board as it is seen, red below, and while an army is set up what is left of it.

    A piece that can move is rimmed and a square that can be reached dashed; red is dark, blue is light.  An unseen
    piece is a question mark, with ' after it if it has moved; ! after a rank says that the other seat knows it.

    >>> from hoyle.games.stratego import game
    >>> from hoyle.scene import to_text
    >>> six = game("six")
    >>> state = six.read(". . b? . . b?'/. . . . b9! ./. ~ . . ~ ./. ~ r2 . ~ ./. . . . . ./rF . r3! . . .; red to move")
    >>> print(to_text(picture(six, state)))
    6     .   .  b?   .   .  b?'
    5     .   .   .   .  b9   .
    4     .   ~   .   .   ~   .
    3     .   ~  r2   .   ~   .
    2     .   .   .   .   .   .
    1    rF   .  r3!  .   .   .
          a   b   c   d   e   f
    red to move
    """
    return _picture(game, state, turned=False)


def opposite(game: Stratego, state: Position) -> Scene:
    """Return the same board as blue sees it from its side, its own home below.

    >>> from hoyle.games.stratego import game
    >>> from hoyle.scene import to_text
    >>> six = game("six")
    >>> state = six.read(". . b? . . b?'/. . . . b9! ./. ~ . . ~ ./. ~ r2 . ~ ./. . . . . ./rF . r3! . . .; red to move")
    >>> print(*to_text(opposite(six, state)).splitlines()[5:7], sep=chr(10))
    6    b?'  .   .  b?   .   .
          f   e   d   c   b   a
    """
    return _picture(game, state, turned=True)


def _picture(game: Stratego, state: Position, *, turned: bool) -> Scene:
    steps = [move for move in game.moves(state) if isinstance(move, Step)]
    active, reached = {step.source for step in steps}, {step.target for step in steps}
    board = game.board
    squares = [
        _square(
            game,
            state,
            square,
            _place(board, square, turned=turned),
            "active" if square in active else "target" if square in reached else "",
        )
        for square in board.squares
    ]
    reserve = list(_reserve(game, state)) if _sets_up(state) else []
    width = board.width + MARGIN + 0.5
    height = max([board.height + 1.4, *(mark.y + 1.4 for mark in reserve)])
    surface = Mark(
        (width - 1) / 2, (board.height + 0.4) / 2, "box", "surface", width=width - 0.1, height=board.height + 1.3
    )
    return Scene(width, height, (surface, *_rim(board, turned=turned), *squares, *reserve), caption(state), pitch=4)


def _place(board: Board, square: Square, *, turned: bool) -> tuple[float, int]:
    """Return where on the plane a square is drawn."""
    x, y = square
    return (board.width - 1 - x if turned else x) + MARGIN, y if turned else board.height - 1 - y


def _square(game: Stratego, state: Position, square: Square, place: tuple[float, int], can: str) -> Mark:
    x, y = place
    if square in game.board.lakes:
        return Mark(x, y, "box", "empty", "~", text="~", width=1, height=1)
    piece = state.pieces[game.board.index[square]]
    label = f"{'empty square' if piece is None else _words(piece)} {name(square)}"
    if can:
        label += ", can move" if can == "active" else ", can be reached"
    if piece is None:
        return Mark(x, y, "box", f"empty {can}".rstrip(), ".", name(square), label)
    glyph = f"{COLOURS[piece.seat][0]}{'?' if piece.rank is None else piece.rank.letter}{_suffix(piece, state)}"
    style = f"army {COLOURS[piece.seat]} {can}".rstrip()
    return Mark(x, y, "box", style, f"{glyph:<3}", name(square), label, glyph[1:])


def _suffix(piece: Piece, state: Position) -> str:
    """Return what else is seen of a piece: an unseen one has moved, or the mover's own is known to the other."""
    if piece.rank is None:
        return "'" * piece.moved
    return "!" * (piece.shown and state.end is None and piece.seat == state.mover)


def _words(piece: Piece) -> str:
    colour = COLOURS[piece.seat]
    if piece.rank is None:
        return f"unseen {colour} piece{' that has moved' * piece.moved} on"
    return f"{colour} {piece.rank.title} on"


def _rim(board: Board, *, turned: bool) -> Iterator[Mark]:
    for row in range(board.height):
        _, y = _place(board, (0, row), turned=turned)
        yield Mark(0, y, "text", "ink", str(row + 1), text=str(row + 1))
    for column in range(board.width):
        x, _ = _place(board, (column, 0), turned=turned)
        letter = name((column, 0))[0]
        yield Mark(x, board.height, "text", "ink", letter, text=letter)


def _sets_up(state: Position) -> bool:
    """Tell whether an army is set up by whoever looks: who sees pieces of the other colour has done so already."""
    return state.deploying and all(own is None or own.seat == state.mover for own in state.pieces)


def _reserve(game: Stratego, state: Position) -> Iterator[Mark]:
    """Yield the ranks that are left to set up, and the names of the ready-made setups while none stands."""
    reserve = game.reserve(state, state.mover)
    top = game.board.height + 1.6
    for number, (rank, left) in enumerate(reserve.items()):
        row, column = divmod(number, PER_ROW)
        count = f"{rank.letter}×{left}"
        yield Mark(
            MARGIN + 1.5 * column, top + row, "box", "plain", count, rank.letter, f"{left} {rank.title} left", count
        )
    if sum(reserve.values()) == sum(game.army):
        below = top + 1 + (len(reserve) - 1) // PER_ROW
        for number, (setup, _) in enumerate(game.ready):
            row, column = divmod(number, 2)
            yield Mark(3 + 5 * column, below + row, "box", "plain small", setup, setup, f"setup {setup}", setup, 4.5)


def caption(state: Position) -> str:
    """Return whose turn it is or how it ended, the strikes of the last two moves, and what has fallen."""
    turn = f"{COLOURS[state.mover]} {'sets up its army' if state.deploying else 'to move'}"
    parts = [str(state.end) if state.end else turn]
    for back in (2, 1):
        # Two moves, so that a seat sees how its own strike went even if the other has moved since.
        if len(state.trail) >= back and (fight := state.trail[-back].fight) is not None:
            ply = state.trail[-back]
            striker = (state.mover + back) % 2
            parts.append(
                f"{COLOURS[striker]}'s {_named(fight[0])} from {name(ply.source)} struck {COLOURS[1 - striker]}'s "
                f"{_named(fight[1])} on {name(ply.target)} {('and both fell', 'and won', 'and lost')[duel(*fight)]}"
            )
    fallen = [
        f"{colour} {' '.join(_counted(Counter(piece.rank for piece in state.lost if piece.seat == seat)))}"
        for seat, colour in enumerate(COLOURS)
        if any(piece.seat == seat for piece in state.lost)
    ]
    return "; ".join([*parts, *([f"fallen: {', '.join(fallen)}"] if fallen else [])])


def _named(rank: Rank) -> str:
    return f"{rank.title} ({rank.letter})"


def _counted(counts: Counter[Rank | None]) -> Iterator[str]:
    for rank in sorted((rank for rank in counts if rank is not None), reverse=True):
        yield f"{rank.letter}{f'×{counts[rank]}' if counts[rank] > 1 else ''}"
