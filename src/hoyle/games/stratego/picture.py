"""What a position of Stratego looks like to the viewer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hoyle.games.stratego.board import Board
from hoyle.games.stratego.pieces import COLOURS, WAYS, Piece, Position, Rank, Step, duel
from hoyle.games.stratego.rules import Stratego
from hoyle.games.stratego.styles import STYLES
from hoyle.grid import Square, name
from hoyle.scene import Mark, Scene

NUMBERS: Final = 0.1
"""Where the numbers of the rows stand in the text."""
MARGIN: Final = 1.3
"""Where the first column stands in the text."""
LIST: Final = 1.55
"""How far from the board's width the list of the ranks begins in the text."""
EDGE: Final = 0.27
"""How far the map goes beyond the outermost squares."""
ABOVE, BELOW = 0.75, 1.25
"""How high the trays are: above the map for the seat opposite, and below it for the viewer's own."""
RANKS: Final = tuple(sorted(Rank, key=lambda rank: (rank.moves, rank), reverse=True))
"""The ranks as they are listed: those that move from the strongest, then the bomb and the flag."""


def picture(game: Stratego, state: Position) -> Scene:
    """Return the board as it is seen, red below, and in trays what has fallen or is still to be set up.

    Red's blocks have round corners and blue's cut ones.  An unseen piece shows its woven back, with a dot on it (a ' in the
    text) if it has moved; a dot (an ! in the text) on a rank says that the other seat knows it.  Every phase has the same size.

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
    marks = [*_map(board, turned=turned), *_rim(board, turned=turned)]
    spots = [
        replace(
            _spot(state.pieces[at], square, state, can.get(square, "")),
            x=_place(board, square, turned=turned)[0],
            y=_place(board, square, turned=turned)[1],
            written=_cell(board, square, turned=turned),
        )
        for square, at in board.index.items()
    ]
    if choosing:
        home = frozenset(map(name, board.home(state.mover)))
        # In the text the names of the setups lie on squares that nobody sets up on; these are not written below the names.
        spots = [mark if mark.spells in home else replace(mark, glyph="") for mark in spots]
        spots += _setups(game)
    else:
        marks += (Mark(0, 0, "text", "ink", "~", written=_cell(board, lake, turned=turned)) for lake in board.lakes)
    trays = _reserve(game, state) if _sets_up(state) else _losses(game, state, turned=turned)
    across, down = board.width + 2 * EDGE, board.height + 2 * EDGE + ABOVE + BELOW
    return Scene(across, down, (*marks, *spots, *trays), caption(state), 4, STYLES, tuple(_met(state)))


def _met(state: Position) -> Iterator[Mark]:
    """Yield the two pieces that the last move brought face to face, the striker first."""
    fight = state.trail[-1].fight if state.trail else None
    if fight is None:
        return
    striker, result = 1 - state.mover, duel(*fight)
    for seat, rank, fell in ((striker, fight[0], result < 1), (1 - striker, fight[1], result > -1)):
        style = f"army {COLOURS[seat]}{' fallen' * fell}"
        face = tuple(_face(rank))
        yield Mark(-0.5, -0.5, f"{COLOURS[seat]}-block", style, label=_label(rank), width=0.9, height=0.95, inner=face)


def _cell(board: Board, square: Square, *, turned: bool) -> tuple[float, int]:
    """Return where a square stands in the text."""
    x, y = square
    return (board.width - 1 - x if turned else x) + MARGIN, y if turned else board.height - 1 - y


def _place(board: Board, square: tuple[float, float], *, turned: bool) -> tuple[float, float]:
    """Return where on the plane a square is drawn."""
    x, y = square
    right, down = (board.width - 1 - x if turned else x), (y if turned else board.height - 1 - y)
    return right + EDGE, down + EDGE + ABOVE


def _map(board: Board, *, turned: bool) -> Iterator[Mark]:
    """Yield the land with its rim, its lakes, and the lines between the squares."""
    across, down = board.width, board.height
    middle = _place(board, ((across - 1) / 2, (down - 1) / 2), turned=turned)
    yield Mark(*middle, "box", "rim-land", width=across + 2 * EDGE, height=down + 2 * EDGE)
    yield Mark(*middle, "box", "land", width=across, height=down)
    yield Mark(*middle, "contours", "drawn", width=across, height=down)
    for lake in _lakes(board):
        (left, right), (low, high) = ((min(side), max(side)) for side in zip(*lake, strict=True))
        place = _place(board, ((left + right) / 2, (low + high) / 2), turned=turned)
        yield Mark(*place, "lake", "drawn", label="lake", width=right - left + 1, height=high - low + 1)
    left, top = middle[0] - across / 2, middle[1] - down / 2
    for x in range(1, across):
        yield Mark(left + x, top, "line", "grid", to=(left + x, top + down))
    for y in range(1, down):
        yield Mark(left, top + y, "line", "grid", to=(left + across, top + y))


def _lakes(board: Board) -> Iterator[frozenset[Square]]:
    """Yield the squares of each lake."""
    rest = set(board.lakes)
    while rest:
        lake, shore = set(), {min(rest)}
        while shore:
            lake |= shore
            shore = {(x + right, y + up) for x, y in shore for right, up in WAYS.values()} & board.lakes - lake
        rest -= lake
        yield frozenset(lake)


def _rim(board: Board, *, turned: bool) -> Iterator[Mark]:
    beside, below = EDGE / 2 - 0.5, board.height + ABOVE + EDGE * 1.5 - 0.5
    for row in range(board.height):
        text, written = str(row + 1), (NUMBERS, _cell(board, (0, row), turned=turned)[1])
        _, y = _place(board, (0, row), turned=turned)
        yield Mark(beside, y, "text", "names rim", text, text=text, written=written)
    for column in range(board.width):
        letter, written = name((column, 0))[0], (_cell(board, (column, 0), turned=turned)[0], board.height)
        x, _ = _place(board, (column, 0), turned=turned)
        yield Mark(x, below, "text", "names rim", letter, text=letter, written=written)


def _spot(piece: Piece | None, square: Square, state: Position, can: str) -> Mark:
    """Return the piece on a square, or the empty square as something to click on."""
    label = f"{'empty square' if piece is None else _words(piece)} {name(square)}{can}"
    if piece is None:
        return Mark(0, 0, "box", "spot", ".", name(square), label, width=1, height=1)
    letter, colour = "?" if piece.rank is None else piece.rank.letter, COLOURS[piece.seat]
    suffix, sign = _sign(piece, state)
    shape, glyph = f"{colour}-{'back' if piece.rank is None else 'block'}", f"{colour[0]}{letter}{suffix}"
    inner = (*_face(piece.rank), *sign)
    return Mark(0, 0, shape, f"army {colour}", f"{glyph:<3}", name(square), label, "", 0.9, 0.95, inner=inner)


def _face(rank: Rank | None) -> Iterator[Mark]:
    """Yield what is on the face of a block: its icon, and its rank."""
    if rank is not None:
        number = _number(rank)
        yield Mark(0.06, -0.14, rank.title, "drawn", width=0.55, height=0.55)
        yield Mark(-0.24 if len(number) == 1 else -0.13, 0.195, "text", "army", text=number)


def _number(rank: Rank) -> str:
    """Return a rank as it stands on a block: the marshal is 10, though one letter stands for it in every text."""
    return str(int(rank)) if rank == Rank.MARSHAL else rank.letter


def _sign(piece: Piece, state: Position) -> tuple[str, tuple[Mark, ...]]:
    """Return what else is seen of a piece: an unseen one has moved, or the mover's own is known to the other."""
    dot = (Mark(0.3, 0.22, "circle", "sign", width=0.17),)
    if piece.rank is None and piece.moved:
        return "'", dot
    if piece.rank is not None and piece.shown and state.end is None and piece.seat == state.mover:
        return "!", dot
    return "", ()


def _words(piece: Piece) -> str:
    colour = COLOURS[piece.seat]
    if piece.rank is None:
        return f"unseen {colour} piece{' that has moved' * piece.moved} on"
    return f"{colour} {piece.rank.title} on"


def _sets_up(state: Position) -> bool:
    """Tell whether the viewer is setting up an army: a viewer who sees pieces of the other colour has finished."""
    return state.deploying and all(own is None or own.seat == state.mover for own in state.pieces)


# ---------------------------------------------------------------------------------- beside and on the board


def _setups(game: Stratego) -> Iterator[Mark]:
    """Yield the names of the ready-made setups, each beside its mirror image; they are for the text alone."""
    board = game.board
    first = (board.height - board.depth - len(game.ready) // 2) // 2
    for number, (setup, _) in enumerate(game.ready):
        row, column = divmod(number, 2)
        x, width = ((0.2, 0.36), (0.7, 0.56))[column]
        written, width = (MARGIN - 0.5 + x * board.width, first + row), width * board.width
        yield Mark(0, 0, "text", "ink", setup, setup, f"setup {setup}", "", width, written=written)


def _tray(game: Stratego, *, below: bool) -> Iterator[tuple[Rank, tuple[float, float]]]:
    """Yield the ranks of an army, each with its place in a tray."""
    ranks, board = _army(game), game.board
    apart = min(1.0, (board.width + 2 * EDGE) / len(ranks))
    left = (board.width + 2 * EDGE - 1 - apart * (len(ranks) - 1)) / 2
    y = board.height + 2 * EDGE + ABOVE + 0.52 - 0.5 if below else ABOVE / 2 - 0.5
    for number, rank in enumerate(ranks):
        yield rank, (left + apart * number, y)


def _reserve(game: Stratego, state: Position) -> Iterator[Mark]:
    """Yield the ranks of the army, and how many pieces of each are left to set up."""
    reserve, x = game.reserve(state, state.mover), game.board.width + LIST
    colour = COLOURS[state.mover]
    for y, (rank, place) in enumerate(_tray(game, below=True)):
        left = reserve.get(rank, 0)
        if not left:
            yield Mark(*place, "box", "tray", width=0.7, height=0.75)
            continue
        glyph, label = f"{rank.letter}×{left}", f"{left} {rank.title}{'s' * (left > 1)} left"
        count = Mark(0, 0.62, "text", "count", text=f"×{left}")
        inner = (*_face(rank), count)
        style = f"army {colour}"
        yield Mark(
            *place, f"{colour}-block", style, glyph, rank.letter, label, "", 0.84, 0.89, inner=inner, written=(x, y)
        )


def _losses(game: Stratego, state: Position, *, turned: bool) -> Iterator[Mark]:
    """Yield the ranks of both armies but the flag, and how many of each have fallen; in the text also what the signs mean."""
    x = game.board.width + LIST
    yield Mark(0, 0, "text", "ink", "fallen", written=(x + 0.4, 0))
    yield Mark(0, 0, "text", "ink", "' has moved  ! known to the other", written=(5.2, game.board.height + 1))
    for y, rank in enumerate(_army(game)[:-1], 1):
        yield Mark(0, 0, "text", "ink strong", rank.letter, written=(x, y))
        for seat, colour in enumerate(COLOURS):
            if number := _lost(state, rank, seat):
                yield Mark(0, 0, "text", "ink", f"{colour[0]}{number}", written=(x + 0.5 + 0.75 * seat, y))
    for seat, colour in enumerate(COLOURS):
        for rank, place in list(_tray(game, below=(seat == 0) != turned))[:-1]:
            number = _lost(state, rank, seat)
            if not number:
                yield Mark(*place, "box", "tray", width=0.3, height=0.32)
                continue
            face = Mark(0, -0.02, "text", "army chip", text=_number(rank))
            count = Mark(0.4, 0, "text", "count", text=f"×{number}")
            label = f"{number} {colour} {rank.title}{'s' * (number > 1)} fallen"
            yield Mark(*place, f"{colour}-block", f"army {colour}", "", "", label, "", 0.52, 0.55, inner=(face, count))


def _lost(state: Position, rank: Rank, seat: int) -> int:
    return sum(piece.rank == rank and piece.seat == seat for piece in state.lost)


def _army(game: Stratego) -> list[Rank]:
    return [rank for rank in RANKS if game.army[rank]]


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
                f"{COLOURS[striker]}'s {fight[0].title} from {name(ply.source)} attacked {COLOURS[1 - striker]}'s "
                f"{fight[1].title} on {name(ply.target)} {('and both fell', 'and won', 'and lost')[duel(*fight)]}"
            )
    return "; ".join(parts)


def _label(rank: Rank) -> str:
    return f"{rank.title} ({rank.letter})"
