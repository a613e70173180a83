"""Belief: how likely each unseen piece is to be each rank, from what a view shows and from how people deploy."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

import numpy as np

from hoyle.game import Seat
from hoyle.games.stratego.pieces import Piece, Ply, Position, Rank, duel
from hoyle.games.stratego.player import unseen_ranks
from hoyle.games.stratego.repetition import adjacent
from hoyle.games.stratego.rules import Stratego
from hoyle.grid import Square

Array: TypeAlias = np.ndarray[Any, Any]

BEATS: Final = np.array([[duel(striker, struck) for struck in Rank] for striker in Rank])
"""1, 0 or -1 for every striker and struck."""
MOVES: Final = np.array([rank.moves for rank in Rank])
MOVED: Final = np.array([0, 0.6, 0.5, 0.5, 0.9, 1.1, 1.2, 1.3, 1.3, 1.2, 1.1, 0])
"""How readily each rank moves without being seen for what it is."""
APPROACHES, LURKS, FLED, LET_PASS = 4.0, 1.7, 2.5, 0.4
"""How much likelier a piece beats the known one that it approaches, or is two steps from, falls to the one it fled from, and
beats the one it let pass."""
ROUNDS: Final = 25
HOME: Final = (10, 4)
"""The home that the tables are for."""


@lru_cache(maxsize=10)
def tables(width: int, depth: int, pieces: int) -> Mapping[str, Array]:
    """Return the tables of deployments for a home of that size and an army of so many pieces, or flat ones."""
    if (width, depth) != HOME:
        squares = width * depth
        # Without a table, the flag is likelier the further behind it stands.
        places = np.full((len(Rank), squares), 1 / squares)
        places[Rank.FLAG] *= 1 + np.arange(squares) // width
        return {
            "places": places,
            "bombs": np.tile(places[Rank.BOMB], (squares, 1)),
            "beside": np.zeros((13, 13)),
            "behind": np.zeros((13, 13)),
        }
    text = files("hoyle.games.stratego").joinpath("deployments.json").read_text()
    table = json.loads(text)["classic" if pieces > 20 else "barrage"]
    return {
        "places": (np.array(table["places"]) + 1) / 1000,
        "bombs": (np.array(table["bombs"]) + 1) / 1000,
        "beside": np.array(table["beside"]) / 100,
        "behind": np.array(table["behind"]) / 100,
    }


def unseen_places(view: Position, seat: Seat) -> list[int]:
    """Return where the other seat's unseen pieces stand."""
    return [at for at, own in enumerate(view.pieces) if own is not None and own.seat != seat and own.rank is None]


def belief(game: Stratego, view: Position, seat: Seat, *, wise: bool = True) -> Array:
    """Return for every unseen piece, in the order of the squares, how likely it is to be each rank.

    Each row sums to 1, and each column to how many of the rank are left.  Unless it is wise, the seat knows only that what
    has moved can move.
    """
    hidden = unseen_places(view, seat)
    left = unseen_ranks(game, view, seat)
    counts = np.array([left[rank] for rank in Rank], float)
    moved = np.array([bool(own is not None and own.moved) for own in (view.pieces[at] for at in hidden)], bool)
    weights = np.where(moved[:, None], MOVES, np.ones(len(Rank)))
    if wise and hidden:
        weights = _deployment_weights(game, view, seat, hidden, moved)
        _observe(game, view, seat, hidden, weights)
    return _balance(weights, counts)


def suspicion(game: Stratego, view: Position, seat: Seat, *, wise: bool = True) -> float:
    """Return how likely a seat's flag is the flag, as far as the other seat can tell."""
    other = Seat(1 - seat)
    seen = replace(view, pieces=tuple(own.hide() if own and own.seat == seat else own for own in view.pieces))
    flags = [view.pieces[at].rank == Rank.FLAG for at in unseen_places(seen, other)]  # type: ignore[union-attr]  # they are there
    return float(belief(game, seen, other, wise=wise)[flags, Rank.FLAG].sum())


def _balance(weights: Array, counts: Array) -> Array:
    """Return the weights scaled so that rows sum to 1 and columns to the counts."""
    likely: Array = (weights + 1e-12) * (counts > 0)
    if not len(likely) or not counts.sum():
        return np.full(weights.shape, 1 / len(Rank))
    counts = counts * len(likely) / counts.sum()
    for _ in range(ROUNDS):
        columns = likely.sum(axis=0)
        likely *= np.divide(counts, columns, out=np.zeros_like(columns), where=columns > 0)
        likely /= likely.sum(axis=1, keepdims=True)
    return likely


def _deployment_weights(game: Stratego, view: Position, seat: Seat, hidden: Sequence[int], moved: Array) -> Array:
    """Return how people deploy: by squares for what has not moved, and flags where bombs are or may be."""
    board = game.board
    table = tables(board.width, board.depth, sum(game.army))
    home = [board.index[square] for square in board.home(Seat(1 - seat))]
    at_home = {place: number for number, place in enumerate(home)}
    weights = np.tile(MOVED, (len(hidden), 1))
    still = [row for row, place in enumerate(hidden) if not moved[row] and place in at_home]
    squares = np.array([at_home[hidden[row]] for row in still], int)
    weights[still] = table["places"][:, squares].T
    if not still:
        return weights
    usual, bombs = table["places"][Rank.BOMB], table["bombs"]
    with_bomb, without = np.log(bombs / usual), np.log((1 - bombs) / (1 - usual))
    evidence = np.zeros(len(home))
    for number, place in enumerate(home):
        other = view.pieces[place]
        if other is not None and other.seat != seat and other.rank == Rank.BOMB:
            evidence += with_bomb[:, number]
        elif other is None or other.seat == seat or other.moved or other.rank is not None:
            evidence += without[:, number]
    weights[still, Rank.FLAG] *= np.exp(np.clip(evidence[squares], -4, 4))
    flags = weights[still, Rank.FLAG] / weights[still, Rank.FLAG].sum()
    weights[still, Rank.BOMB] *= flags @ (bombs / usual)[squares][:, squares]
    return weights


def _observe(game: Stratego, view: Position, seat: Seat, hidden: Sequence[int], weights: Array) -> None:
    """Change the weights by what the pieces did lately: whom they approached, fled from and let pass."""
    row_of = {game.board.squares[place]: row for row, place in enumerate(hidden)}
    own = {
        game.board.squares[place]: piece
        for place, piece in enumerate(view.pieces)
        if piece is not None and piece.seat == seat and piece.shown and piece.rank is not None
    }
    recent = {ply.target for ply in view.trail[-2:]}
    for back in range(len(view.trail) - 1, -1, -2):
        ply = view.trail[back]
        square = _square_now(view.trail, back)
        if ply.fight is not None or square not in row_of:
            continue
        if ply.flight and back and (chaser := own.get(_square_now(view.trail, back - 1))) is not None:
            weights[row_of[square]] *= np.where(BEATS[chaser.rank] > 0, FLED, 1)
        elif not ply.flight and square == ply.target:
            _weigh_neighbours(square, own, weights[row_of[square]], APPROACHES)
    for square, row in row_of.items():
        if view.pieces[hidden[row]].moved:  # type: ignore[union-attr]  # the hidden pieces are there
            for where, piece in own.items():
                if abs(where[0] - square[0]) + abs(where[1] - square[1]) == 2 and piece.rank >= Rank.CAPTAIN:  # type: ignore[operator]
                    weights[row] *= np.where(MOVES & (BEATS[:, piece.rank] > 0), LURKS, 1)
        if square not in recent:
            passed = {where: piece for where, piece in own.items() if where not in recent}
            _weigh_neighbours(square, passed, weights[row], LET_PASS)


def _weigh_neighbours(square: Square, own: Mapping[Square, Piece], weights: Array, factor: float) -> None:
    """Multiply the weights of the ranks that beat a known piece beside a square."""
    for where, piece in own.items():
        if adjacent(where, square) and piece.rank is not None:
            weights *= np.where(MOVES & (BEATS[:, piece.rank] > 0), factor, 1)


def _square_now(trail: Sequence[Ply], back: int) -> Square:
    """Return where the piece that made a move of the trail is now, if it has not been struck."""
    square = trail[back].target
    for ply in trail[back + 2 :: 2]:
        if ply.source == square:
            square = ply.target
    return square
