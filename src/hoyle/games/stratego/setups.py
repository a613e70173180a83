"""Setups: how an army stands before the first move, written, read and checked on their own.

A setup is written as its owner sees it: the front row first, each row from the left, a letter for each piece, a dot for
an empty square, / between rows.  So one text serves both seats.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from hoyle.game import NotationError, Seat
from hoyle.games.stratego.board import Board
from hoyle.games.stratego.pieces import COLOURS, LETTERS, Place, Rank
from hoyle.grid import Square

WRITTEN: Final = re.compile(r"(red|blue)\(([^()]*+)\)", re.IGNORECASE)

CLASSIC: Final = {
    "bastion": "6292572826/25SX437285/B463245732/FB3B4B6B3B",
    "citadel": "2682962S72/5X42752836/4253BB3475/3B6BFB324B",
    "shore": "6272829265/235SX7245B/42683524BF/3B47B63B3B",
    "storm": "9827622726/XS52862572/4253436543/3BBFB43BBB",
}
BARRAGE: Final = {
    "corner": ".2..9....2/....SX..../3........./FB........",
    "middle": "2....9...2/....X...../....SB..../.....F.3..",
    "edge": "..2..X..2./.......9../........SB/.......3.F",
    "bluff": "2...X...29/....S...../B........./..3....F..",
}
DUEL: Final = {
    "corner": ".2..9....2/....SX..../B...3...../FB.....3..",
    "middle": "2....9...2/....X...../....SB..../..3..FB.3.",
    "edge": "..2..X..2./.......9../.......3SB/.....3..BF",
}
SIX: Final = {"corner": "2X.9.2/FB3.S.", "middle": "2XB9.2/3.FS..", "open": "2.X9.2/.3BF.S"}


def with_mirrors(setups: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the setups by name, each followed by its mirror image.

    >>> with_mirrors({"corner": "2X.9.2/FB3.S."})
    (('corner', '2X.9.2/FB3.S.'), ('corner-mirrored', '2.9.X2/.S.3BF'))
    """
    return tuple(
        named
        for name, text in setups.items()
        for named in ((name, text), (f"{name}-mirrored", "/".join(row[::-1] for row in text.split("/"))))
    )


def read_setup(board: Board, text: str, seat: Seat) -> dict[Square, Rank]:
    """Return where a setup puts the pieces of a seat; the inverse of write_setup.

    >>> from hoyle.games.stratego.board import SIX as board
    >>> read_setup(board, "2X.9.2/FB3.S.", Seat(0))[0, 0], read_setup(board, "2X.9.2/FB3.S.", Seat(1))[5, 5]
    (<Rank.FLAG: 0>, <Rank.FLAG: 0>)
    """
    rows = text.strip().upper().split("/")
    if len(rows) != board.depth or any(len(row) != board.width for row in rows):
        raise NotationError(f"a setup has {board.depth} rows of {board.width} squares: {text[:60]!r}")
    if wrong := next((letter for row in rows for letter in row if letter not in f"{LETTERS}."), None):
        raise NotationError(f"a setup holds {wrong!r}; the pieces are {' '.join(LETTERS)}, and . is an empty square")
    squares = zip(board.home(seat), "".join(rows), strict=True)
    return {square: Rank.of(letter) for square, letter in squares if letter != "."}


def write_setup(board: Board, ranks: Mapping[Square, Rank], seat: Seat) -> str:
    """Return a setup as text; the inverse of read_setup."""
    letters = [ranks[square].letter if square in ranks else "." for square in board.home(seat)]
    return "/".join("".join(letters[row * board.width : (row + 1) * board.width]) for row in range(board.depth))


def fault(board: Board, army: tuple[int, ...], text: str) -> str | None:
    """Return what is wrong with a setup for an army, or None.

    >>> from hoyle.games.stratego.board import SIX as board
    >>> army = (1, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1)
    >>> fault(board, army, "2X.9.2/FB3.S."), fault(board, army, "2X.9.2/FB3.SB")
    (None, 'the setup has 2 bombs, and the army 1 (§2)')
    """
    counts = Counter(read_setup(board, text, Seat(0)).values())
    for rank in Rank:
        if counts[rank] != army[rank]:
            return (
                f"the setup has {counts[rank]} {rank.title}{'s' * (counts[rank] != 1)}, and the army {army[rank]} (§2)"
            )
    return None


def placings(board: Board, army: tuple[int, ...], text: str) -> tuple[str, ...]:
    """Return the placings of a whole army that is written out after its colour, or the text itself if it is not one."""
    match = WRITTEN.fullmatch(text.strip()) if text.rstrip().endswith(")") else None
    if match is None:
        return (text,)
    if wrong := fault(board, army, match[2]):
        raise NotationError(wrong)
    ranks = read_setup(board, match[2], Seat(COLOURS.index(match[1].lower())))
    return tuple(str(Place(rank, square)) for square, rank in ranks.items())
