"""The course's texts (SWEN221): a board drawn in letters, and a game as a number and that many moves."""

from __future__ import annotations

import re
from itertools import compress
from typing import Final

from hoyle.game import NotationError, Seat
from hoyle.games.stratego.board import TEN
from hoyle.games.stratego.notation import COURSE
from hoyle.games.stratego.pieces import COLOURS, Position, Rank, piece
from hoyle.games.stratego.positions import write

# The course counts the ranks one lower (§12).
RANKS: Final = {
    **{str(rank - 1): rank for rank in Rank if rank.moves},
    "F": Rank.FLAG,
    "B": Rank.BOMB,
}
LETTERS: Final = {rank: letter for letter, rank in RANKS.items()}
EMPTY, LAKE = "__", "##"
FOOT: Final = f" {''.join(f' {x} ' for x in range(10))}"

ROW: Final = re.compile(r"\s*+([0-9])\|((?:[^|\n]{2}\|){10})\s*+", re.ASCII)
TEN_ROWS: Final = 10
FEET: Final = [str(column) for column in range(10)]
FIRST: Final = re.compile(r"\s*+first\s*+:\s*+(red|blue)\s*+", re.IGNORECASE)
COUNT: Final = re.compile(r"\ufeff?+\s*+(\d++)(?!\s*+\|)\s*+", re.ASCII)


def write_board(state: Position) -> str:
    """Return the pieces as the course draws them; the last line ends with a blank, and with no newline.

    >>> from hoyle.games.stratego import game
    >>> print(write_board(game("course").start()).splitlines()[2])
    7|b4|b7|b1|b6|b2|b3|b9|b0|b4|b1|
    """
    rows = (f"{y}|{''.join(f'{_cell(state, 10 * y + x)}|' for x in range(10))}" for y in reversed(range(10)))
    return "\n".join([*rows, FOOT])


def _cell(state: Position, place: int) -> str:
    if TEN.squares[place] in TEN.lakes:
        return LAKE
    own = state.pieces[place]
    return EMPTY if own is None or own.rank is None else f"{COLOURS[own.seat][0]}{LETTERS[own.rank]}"


def read_board(text: str, mover: Seat) -> Position:
    """Return the position of a board that the course has drawn; the inverse of write_board.

    >>> from hoyle.games.stratego import game
    >>> start = game("course").start()
    >>> read_board(write_board(start), Seat(1)).pieces == start.pieces
    True
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and lines[-1].split() == FEET:
        lines.pop()
    if len(lines) != TEN_ROWS:
        raise NotationError(f"a board has ten rows, from 9| down to 0|, and this has {len(lines)}")
    cells: list[str] = []
    for y, line in enumerate(reversed(lines)):
        row = ROW.fullmatch(line)
        if row is None or row[1] != str(y):
            raise NotationError(f"row {y} of the board is drawn as in '{y}|__|r5|bF|…|', not {line[:40]!r}")
        cells += row[2].split("|")[:10]
    for square, cell in zip(TEN.squares, cells, strict=True):
        if (cell == LAKE) != (square in TEN.lakes):
            raise NotationError(f"{cell!r} stands at {square[0]},{square[1]}; {LAKE} is where the lakes are (§1)")
        if cell not in {EMPTY, LAKE} and (cell[0] not in "rb" or cell[1] not in RANKS):
            raise NotationError(f"not a piece, such as r5, bF or rB: {cell!r}")
    pieces = (None if cell in {EMPTY, LAKE} else piece(Seat("rb".index(cell[0])), RANKS[cell[1]]) for cell in cells)
    return Position(tuple(pieces), mover)


def read_moves(text: str) -> tuple[str, ...]:
    """Return the moves of a game: as many as the number before them says; what follows them is ignored.

    >>> read_moves("3  M(0,3;N;1) M(0,6;S;1)W(4,2;N) M(9,9;S;1)")
    ('M(0,3;N;1)', 'M(0,6;S;1)', 'W(4,2;N)')
    """
    number = COUNT.match(text)
    if number is None or len(number[1]) > 9:
        raise NotationError(f"a game begins with the number of its moves, not {text.strip()[:40]!r}")
    moves: list[str] = []
    place = number.end()
    while len(moves) < int(number[1]):
        move = COURSE.match(text, place)
        if move is None:
            rest = text[place:].strip()
            raise NotationError(
                f"move {len(moves) + 1} is not written as in M(0,3;N;1): {rest[:40]!r}"
                if rest
                else f"the game announces {int(number[1])} move{'s' * (int(number[1]) != 1)} and has {len(moves)}"
            )
        moves.append("".join(move[0].split()))
        place = move.end()
        while place < len(text) and text[place].isspace():
            place += 1
    return tuple(moves)


def translate(text: str) -> str | None:
    """Return a game in the course's format as a record of hoyle's, or None if the text is not in that format.

    The board stands before or after the moves; red begins if a line says 'first: red', otherwise blue.

    >>> translate("Game: pegs") is None
    True
    >>> from hoyle.games.stratego import game
    >>> print(translate("1 M(0,6;S;1)" + chr(10) + write_board(game("course").start()))[-35:])
    rB r3 rB; blue to move
    <BLANKLINE>
    M(0,6;S;1)
    <BLANKLINE>
    """
    lines = text.removeprefix("\ufeff").splitlines()
    drawn = [bool(ROW.fullmatch(line)) or line.split(maxsplit=10) == FEET for line in lines]
    board, rest = list(compress(lines, drawn)), [line for line, row in zip(lines, drawn, strict=True) if not row]
    first = next((match for line in rest if (match := FIRST.fullmatch(line))), None)
    game = "\n".join(line for line in rest if not FIRST.fullmatch(line))
    if len(board) >= TEN_ROWS and not game.strip():
        raise NotationError("this is a board without a game: judge the game, and give this file with --board")
    if not re.match(r"\s*+\d++\s*+([MWLD]\(|$)", game, re.IGNORECASE):
        return None
    if not board:
        raise NotationError("the game has no starting board: put it into the file or give it with --board")
    mover = Seat(COLOURS.index(first[1].lower())) if first else Seat(1)
    moves = read_moves(game)
    return f"Game: stratego/course\nStart: {write(TEN, read_board(chr(10).join(board), mover))}\n\n{' '.join(moves)}\n"
