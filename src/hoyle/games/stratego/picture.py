"""What a position of Stratego looks like to whoever's view it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from hoyle.games.stratego.board import Board
from hoyle.games.stratego.pieces import COLOURS, Piece, Position, Rank, Step, duel
from hoyle.games.stratego.rules import Stratego
from hoyle.games.stratego.styles import STYLES
from hoyle.grid import Square, name
from hoyle.scene import Mark, Scene

NUMBERS: Final = 0.1
"""Where the numbers of the rows stand."""
MARGIN: Final = 1.3
"""Where the first column stands."""
EDGE: Final = 0.65
"""How far the frame goes beyond the middle of the outermost squares."""
LIST: Final = 1.55
"""How far from the board's width the list of the ranks begins."""
RANKS: Final = tuple(sorted(Rank, key=lambda rank: (rank.moves, rank), reverse=True))
"""The ranks as they are listed: those that move from the strongest, then the bomb and the flag."""


def picture(game: Stratego, state: Position) -> Scene:
    """Return the board as it is seen, red below, and beside it what has fallen or is still to be set up.

    Red's pieces have corners and blue's are round.  An unseen piece is a question mark, with a dot on it (a ' in the
    text) if it has moved; an ! on a rank says that the other seat knows it.  Every phase has the same size.

    >>> from hoyle.games.stratego import game
    >>> from hoyle.scene import to_text
    >>> six = game("six")
    >>> state = six.read(". . b? . . b?'/. . . . b9! ./. ~ . . ~ ./. ~ r2 . ~ ./. . . . . ./rF . r3! . . .; red to move")
    >>> print(to_text(picture(six, state)))
    6    .   .  b?   .   .  b?'   fallen
    5    .   .   .   .  b9   .    X
    4    .   ~   .   .   ~   .    9
    3    .   ~  r2   .   ~   .    3
    2    .   .   .   .   .   .    2
    1   rF   .  r3!  .   .   .    S
         a   b   c   d   e   f    B
         ' has moved  ! known to the other
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
    6   b?'  .   .  b?   .   .    S
         f   e   d   c   b   a    B
    """
    return _picture(game, state, turned=True)


def _picture(game: Stratego, state: Position, *, turned: bool) -> Scene:
    board = game.board
    steps = [move for move in game.moves(state) if isinstance(move, Step)]
    can = {step.target: ", can be reached" for step in steps} | {step.source: ", can move" for step in steps}
    choosing = _sets_up(state) and sum(game.reserve(state, state.mover).values()) == sum(game.army)
    places = {square: _place(board, square, turned=turned) for square in board.squares}
    # All of the ground comes first, so that a table can mark places between it and what stands there.
    marks = [_frame(board), *_rim(board, turned=turned)]
    marks += (_ground(place, lake=square in board.lakes) for square, place in places.items())
    marks += (_spot(state.pieces[at], square, places[square], state, can) for square, at in board.index.items())
    if choosing:
        home = frozenset(map(name, board.home(state.mover)))
        # The names of the setups lie on squares that nobody sets up on; these are not written below the names.
        marks = [replace(mark, glyph="") if mark.shape == "box" and mark.spells not in home else mark for mark in marks]
        marks += _setups(game)
    marks += _reserve(game, state) if _sets_up(state) else _losses(game, state)
    return Scene(board.width + LIST + 3.7, board.height + 2, tuple(marks), caption(state), 4, STYLES)


def _place(board: Board, square: Square, *, turned: bool) -> tuple[float, int]:
    """Return where on the plane a square is drawn."""
    x, y = square
    return (board.width - 1 - x if turned else x) + MARGIN, y if turned else board.height - 1 - y


def _frame(board: Board) -> Mark:
    across, down = board.width - 1, board.height - 1
    return Mark(MARGIN + across / 2, down / 2, "box", "surface", width=across + 2 * EDGE, height=down + 2 * EDGE)


def _rim(board: Board, *, turned: bool) -> Iterator[Mark]:
    for row in range(board.height):
        _, y = _place(board, (0, row), turned=turned)
        yield Mark(NUMBERS, y, "text", "ink", str(row + 1), text=str(row + 1))
    for column in range(board.width):
        x, _ = _place(board, (column, 0), turned=turned)
        letter = name((column, 0))[0]
        yield Mark(x, board.height, "text", "ink", letter, text=letter)


def _ground(place: tuple[float, int], *, lake: bool) -> Mark:
    if lake:
        return Mark(*place, "box", "water", "~", label="lake", text="≈", width=1, height=1)
    return Mark(*place, "box", "square", width=1, height=1)


def _spot(
    piece: Piece | None, square: Square, place: tuple[float, int], state: Position, can: Mapping[Square, str]
) -> Mark:
    """Return the piece on a square, or the empty square as something to click on."""
    label = f"{'empty square' if piece is None else _words(piece)} {name(square)}{can.get(square, '')}"
    if piece is None:
        return Mark(*place, "box", "spot", ".", name(square), label, width=1, height=1)
    letter = "?" if piece.rank is None else piece.rank.letter
    suffix, sign = _sign(piece, state)
    glyph = f"{COLOURS[piece.seat][0]}{letter}{suffix}"
    style = f"army {COLOURS[piece.seat]}"
    return Mark(*place, "box", style, f"{glyph:<3}", name(square), label, letter, 0.84, 0.84, inner=sign)


def _sign(piece: Piece, state: Position) -> tuple[str, tuple[Mark, ...]]:
    """Return what else is seen of a piece: an unseen one has moved, or the mover's own is known to the other."""
    if piece.rank is None and piece.moved:
        return "'", (Mark(0.24, -0.24, "circle", "sign", width=0.16),)
    if piece.rank is not None and piece.shown and state.end is None and piece.seat == state.mover:
        return "!", (Mark(0.26, -0.2, "text", "sign", text="!"),)
    return "", ()


def _words(piece: Piece) -> str:
    colour = COLOURS[piece.seat]
    if piece.rank is None:
        return f"unseen {colour} piece{' that has moved' * piece.moved} on"
    return f"{colour} {piece.rank.title} on"


def _sets_up(state: Position) -> bool:
    """Tell whether an army is set up by whoever looks: who sees pieces of the other colour has done so already."""
    return state.deploying and all(own is None or own.seat == state.mover for own in state.pieces)


# ---------------------------------------------------------------------------------- beside and on the board


def _setups(game: Stratego) -> Iterator[Mark]:
    """Yield the names of the ready-made setups, each beside its mirror image, above the home of whoever sits below."""
    board = game.board
    first = (board.height - board.depth - len(game.ready) // 2) // 2
    for number, (setup, _) in enumerate(game.ready):
        row, column = divmod(number, 2)
        x, width = ((0.2, 0.36), (0.7, 0.56))[column]
        x, width = MARGIN - 0.5 + x * board.width, width * board.width
        yield Mark(x, first + row, "box", "plain small", setup, setup, f"setup {setup}", setup, width)


def _reserve(game: Stratego, state: Position) -> Iterator[Mark]:
    """Yield the ranks of the army, and how many pieces of each are left to set up."""
    reserve, x = game.reserve(state, state.mover), game.board.width + LIST
    for y, rank in enumerate(_army(game)):
        left = reserve.get(rank, 0)
        yield from _title(rank, x, y)
        if not left:
            yield Mark(x, y, "box", "slot", text=rank.letter, width=0.7, height=0.7)
            continue
        style, count = f"army {COLOURS[state.mover]}", f"×{left}"
        yield Mark(x, y, "box", style, f"{rank.letter}{count}", rank.letter, f"{left} {rank.title} left", rank.letter)
        yield Mark(x + 0.9, y, "text", "ink", text=count)


def _losses(game: Stratego, state: Position) -> Iterator[Mark]:
    """Yield the ranks of the army but the flag, and how many of each colour have fallen; below what the signs mean."""
    x, signs = game.board.width + LIST, "! known to the other"
    yield Mark(x + 0.4, 0, "text", "ink", "fallen")
    yield Mark(x + 0.92, 0, "text", "ink small", text="fallen")
    yield Mark(5.2, game.board.height + 1, "text", "ink", f"' has moved  {signs}")
    yield Mark(MARGIN - 0.5, game.board.height + 1, "text", "ink start small", text=f"• has moved; {signs}; F flag")
    for y, rank in enumerate(_army(game)[:-1], 1):
        lost = [sum(piece.rank == rank and piece.seat == seat for piece in state.lost) for seat in range(len(COLOURS))]
        words = " and ".join(f"{number} {colour}" for number, colour in zip(lost, COLOURS, strict=True))
        yield from _title(rank, x, y)
        yield Mark(
            x, y, "box", "listed strong", rank.letter, "", f"{rank.title}: {words} fallen", rank.letter, 0.7, 0.7
        )
        for seat, (number, colour) in enumerate(zip(lost, COLOURS, strict=True)):
            if number:
                yield Mark(x + 0.5 + 0.75 * seat, y, "text", "ink", f"{colour[0]}{number}")
                style = f"army count {colour}"
                yield Mark(x + 0.63 + 0.58 * seat, y, "box", style, text=str(number), width=0.55, height=0.55)


def _army(game: Stratego) -> list[Rank]:
    return [rank for rank in RANKS if game.army[rank]]


def _title(rank: Rank, x: float, y: float) -> Iterator[Mark]:
    yield Mark(x + 1.7, y, "text", "ink start small", text=rank.title)


def caption(state: Position) -> str:
    """Return whose turn it is or how it ended, and the strikes of the last two moves."""
    turn = f"{COLOURS[state.mover]} {'sets up its army' if state.deploying else 'to move'}"
    parts = [str(state.end) if state.end else turn]
    for back in (2, 1):
        # Two moves, so that a seat sees how its own strike went even if the other has moved since.
        if len(state.trail) >= back and (fight := state.trail[-back].fight) is not None:
            ply = state.trail[-back]
            striker = (state.mover + back) % 2
            parts.append(
                f"{COLOURS[striker]}'s {_label(fight[0])} from {name(ply.source)} struck {COLOURS[1 - striker]}'s "
                f"{_label(fight[1])} on {name(ply.target)} {('and both fell', 'and won', 'and lost')[duel(*fight)]}"
            )
    return "; ".join(parts)


def _label(rank: Rank) -> str:
    return f"{rank.title} ({rank.letter})"
