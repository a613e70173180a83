"""Positions of Stratego for tests: a few pieces on the large board, and what comes of moves there."""

from __future__ import annotations

import re

from hoyle.game import Seat
from hoyle.games.stratego import Position, Rank, Stratego, game
from hoyle.games.stratego.board import TEN
from hoyle.games.stratego.pieces import piece
from hoyle.grid import square
from hoyle.match import Match

CLASSIC = game("classic")
RED, BLUE = Seat(0), Seat(1)


def position(*pieces: str, rules: Stratego = CLASSIC, mover: Seat = RED) -> Position:
    """Return a position of pieces such as a4r5, with both flags in far corners and a piece that can always move."""
    board: list[object] = [None] * 100
    for text in ("a1rF", "j10bF", "j1r4", "a10b4", *pieces):
        match = re.fullmatch(r"([a-j]\d+)([rb])(.)", text)
        assert match
        board[TEN.index[square(match[1])]] = piece(Seat("rb".index(match[2])), Rank.of(match[3]))
    state = Position(tuple(board), mover)  # type: ignore[arg-type]  # pieces and None
    assert rules.read(rules.write(state)) == state
    return state


def after(state: Position, *texts: str, rules: Stratego = CLASSIC) -> Position:
    """Return the position after moves."""
    return Match.new(rules, state).follow(*texts).state


def why_not(state: Position, text: str, rules: Stratego = CLASSIC) -> str:
    """Return the words against a move."""
    return rules.why_not(state, rules.parse(state, text)) or ""


def at(state: Position, name: str) -> str:
    """Return what stands on a square."""
    return str(state.pieces[TEN.index[square(name)]] or "")
