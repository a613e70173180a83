"""Positions as one line of text (§13): the rows from the top, whose turn it is, and what the rules remember."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from hoyle.game import NotationError, Seat
from hoyle.games.stratego import ends
from hoyle.games.stratego.board import Board
from hoyle.games.stratego.pieces import COLOURS, LETTERS, Piece, Ply, Position, Rank, piece
from hoyle.games.stratego.repetition import LONGEST_TRAIL, REACH
from hoyle.grid import square

LAKE, EMPTY = "~", "."
LONGEST: Final = 20_000
"""The longest text that is read, in characters; none that is written comes near it."""

CELL: Final = re.compile(rf"([rb])([{LETTERS}?])('?)(!?)", re.ASCII)
PLY: Final = re.compile(
    rf"([a-z][1-9]\d?)([-x])([a-z][1-9]\d?)(?:=([{LETTERS}]):([{LETTERS}]))?(?:~([1-9]\d{{0,2}}))?", re.ASCII
)
TURN: Final = re.compile(r"(red|blue) (sets up|to move)")
NUMBER: Final = re.compile(r"0|[1-9]\d{0,6}", re.ASCII)


def write(board: Board, state: Position) -> str:
    """Return a position as text; the inverse of read."""
    rows = (
        " ".join(_cell(board, state, y * board.width + x) for x in range(board.width))
        for y in reversed(range(board.height))
    )
    parts = ["/".join(rows), f"{COLOURS[state.mover]} {'sets up' if state.deploying else 'to move'}"]
    parts += [f"played {state.plies}"] if state.plies else []
    parts += [f"quiet {state.quiet}"] if state.quiet else []
    parts += [f"lost {' '.join(map(str, state.lost))}"] if state.lost else []
    parts += [f"trail {' '.join(map(str, state.trail))}"] if state.trail else []
    parts += [f"ended {state.end}"] if state.end else []
    return "; ".join(parts)


def _cell(board: Board, state: Position, place: int) -> str:
    if board.squares[place] in board.lakes:
        return LAKE
    return EMPTY if state.pieces[place] is None else str(state.pieces[place])


def read(board: Board, text: str) -> Position:
    """Return the position of a text, on this very board."""
    if len(text) > LONGEST:
        raise NotationError(f"a position has at most {LONGEST:,} characters")
    rows, turn, *parts = [part.strip() for part in f"{text};".split(";")][:-1] + [""] * (";" not in text)
    mover = TURN.fullmatch(turn)
    if mover is None:
        raise NotationError(f"after the rows stands whose turn it is, as in 'red to move', and not {turn[:40]!r}")
    facts: dict[str, Any] = {}
    for part in parts:
        word, _, rest = part.partition(" ")
        if word not in READERS or READERS[word][0] in facts:
            raise NotationError(
                f"a position has played, quiet, lost, trail and ended, once each, and not {part[:40]!r}"
            )
        field, reader = READERS[word]
        facts[field] = reader(rest)
    _check_trail(board, trail := facts.get("trail", ()))
    played = facts.get("plies", 0)
    since = next((back for back, ply in enumerate(reversed(trail)) if ply.fight is not None), played)
    if facts.get("quiet", 0) > min(played, since):
        raise NotationError(f"quiet {facts['quiet']} is more than the moves played since the last strike (§8)")
    colour, doing = mover[1], mover[2]
    return Position(_pieces(board, rows), Seat(COLOURS.index(colour)), deploying=doing == "sets up", **facts)


def _pieces(board: Board, text: str) -> tuple[Piece | None, ...]:
    rows = [row.split() for row in text.split("/")]
    if len(rows) != board.height or any(len(row) != board.width for row in rows):
        raise NotationError(f"this board has {board.height} rows of {board.width} squares (§1)")
    cells = [cell for row in reversed(rows) for cell in row]
    for place, cell in enumerate(cells):
        if (cell == LAKE) != (board.squares[place] in board.lakes):
            raise NotationError(f"{cell[:10]!r} stands where this board has {'no ' * (cell == LAKE)}lake (§1)")
    return tuple(None if cell in {LAKE, EMPTY} else _piece(cell) for cell in cells)


@lru_cache(maxsize=1000)
def _piece(cell: str) -> Piece:
    match = CELL.fullmatch(cell)
    if match is None:
        raise NotationError(f"not a piece, such as r5 or b?: {cell[:10]!r}")
    seat, rank = Seat("rb".index(match[1])), None if match[2] == "?" else Rank.of(match[2])
    if match[4] and rank is None:
        raise NotationError(f"{cell} is both known and unseen (§9)")
    if match[3] and rank is not None and not rank.moves:
        raise NotationError(f"{cell} cannot have moved (§3)")
    return piece(seat, rank, moved=bool(match[3]), shown=bool(match[4]))


def _number(text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise NotationError(f"not a number of moves: {text[:40]!r}")
    return int(text)


def _lost(text: str) -> tuple[Piece, ...]:
    lost = tuple(piece(own.seat, own.rank) for own in map(_piece, text.split()))
    if any(own.rank is None for own in lost):
        raise NotationError("the rank of a lost piece is known to everybody (§5)")
    return lost


def _trail(text: str) -> tuple[Ply, ...]:
    return tuple(map(_ply, text.split()))


def _ply(text: str) -> Ply:
    match = PLY.fullmatch(text)
    if match is None or (match[2] == "x") != bool(match[4]):
        raise NotationError(f"not a move that was made, such as a4-a5 or a4xa5=8:4: {text[:40]!r}")
    fight = (Rank.of(match[4]), Rank.of(match[5])) if match[4] else None
    return Ply(square(match[1]), square(match[3]), fight, int(match[6] or 0))


def _check_trail(board: Board, trail: tuple[Ply, ...]) -> None:
    if len(trail) > LONGEST_TRAIL or any(ply.flight > REACH for ply in trail):
        raise NotationError(f"a trail has at most {LONGEST_TRAIL} moves, and a flight {REACH} (§7)")
    for number, ply in enumerate(trail, 1):
        (x, y), (to_x, to_y) = ply.source, ply.target
        if ply.source not in board.index or ply.target not in board.index or (x == to_x) == (y == to_y):
            raise NotationError(f"{ply} is not a straight move on this board (§3)")
        # A flight that goes on must be remembered whole.
        if number > len(trail) - 2 and 2 * ply.flight > number:
            raise NotationError(f"the trail is too short for the flight of {ply} (§7)")


READERS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "played": ("plies", _number),
    "quiet": ("quiet", _number),
    "lost": ("lost", _lost),
    "trail": ("trail", _trail),
    "ended": ("end", ends.read),
}
