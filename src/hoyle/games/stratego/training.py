"""Stratego for learners: moves by number, what a seat sees as planes, and many matches at once.

Squares are the same for both seats, and a plane says whose view it is.

>>> from hoyle.games.stratego import game
>>> six = game("six")
>>> len(actions(six)), actions(six)[0], actions(six)[-1]
(426, 'corner', 'f6-a6')
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from hoyle.box import HIGHEST, Machine
from hoyle.dice import Dice
from hoyle.game import Outcome, Seat
from hoyle.games.stratego import ends
from hoyle.games.stratego.batch import tables as rule_tables
from hoyle.games.stratego.pieces import BLUE, LETTERS, RED, Deploy, Move, Place, Ply, Position, Rank, Step, piece
from hoyle.games.stratego.rules import Stratego

Array: TypeAlias = np.ndarray[Any, Any]

HORIZON: Final = 2000


def moves(game: Stratego) -> list[Move]:
    """Return the ready-made setups, then each rank on each square of both homes, then the steps by source and way.

    In the open game nobody sets up.
    """
    homes = [square for seat in (RED, BLUE) for square in sorted(game.board.home(seat))]
    steps: list[Move] = [step for ways in game.board.rays for ray in ways for _, step in ray]
    places = [Place(rank, square) for rank in Rank if game.army[rank] for square in homes]
    return steps if game.open else [*(Deploy(name) for name, _ in game.ready), *places, *steps]


def actions(game: Stratego) -> tuple[str, ...]:
    """Return every move that the board has room for."""
    return tuple(map(str, moves(game)))


def deal(game: Stratego, state: Position, dice: Dice) -> Move | None:
    """Return a ready-made setup while a seat has to set up."""
    return Deploy(dice.choose([name for name, _ in game.ready])) if state.deploying else None


def horizon(game: Stratego) -> int:
    """Return how many choices an episode has at most, even if the variant sets no limit."""
    return HORIZON + 2 * sum(game.army)


def observe(game: Stratego, view: Position, seat: Seat) -> dict[str, Array | int]:
    """Return a seat's own pieces by rank, the other's as far as it knows them, the last move, and what was lost."""
    board = game.board
    whose = ("own", "other")
    names = [f"{who} {letter}" for who in whose for letter in LETTERS]
    names += ["other unknown", *(f"{who} {what}" for who in whose for what in ("moved", "shown")), "lake", "from", "to"]
    planes: dict[str, Any] = {name: np.zeros((board.height, board.width), np.uint8) for name in names}

    def mark(name: str, place: int) -> None:
        x, y = board.squares[place]
        planes[name][board.height - 1 - y, x] = 1

    for place, own in enumerate(view.pieces):
        if own is not None:
            who = whose[own.seat != seat]
            mark(f"{who} unknown" if own.rank is None else f"{who} {own.rank.letter}", place)
            for what in ("moved", "shown"):
                if getattr(own, what):
                    mark(f"{who} {what}", place)
    for place in board.lake_places:
        mark("lake", place)
    for ply in view.trail[-1:]:
        mark("from", board.index[ply.source])
        mark("to", board.index[ply.target])
    for who, side in zip(whose, (seat, 1 - seat), strict=True):
        for rank in Rank:
            planes[f"{who} lost {rank.letter}"] = sum(gone == piece(Seat(side), rank) for gone in view.lost)
    return planes | {"quiet": min(view.quiet, HIGHEST), "setting up": int(view.deploying), "blue": int(seat == BLUE)}


def machine(game: Stratego, rows: int, horizon: int, dealt: bool) -> Machine:  # noqa: FBT001 — as Box.training has it
    """Return room for a number of matches."""
    from hoyle.games.stratego import training_kernel

    board, every, ready = game.board, moves(game), len(game.ready)
    area, index = len(board.squares), board.index
    setups = np.zeros((2, ready, area), np.int8)
    homes = np.full(area, -1, np.int64)
    for seat in (RED, BLUE):
        for number, (name, _) in enumerate(game.ready):
            for square, rank in game.setup(name, seat).items():
                setups[seat, number, index[square]] = 1 + rank + 16 * seat
        homes[[index[square] for square in board.home(seat)]] = seat
    # For each action its rank and square, or its source and target.
    pairs = np.zeros((len(every), 2), np.int64)
    numbers = np.full((area, area), -1, np.int64)
    for number, move in enumerate(every):
        if isinstance(move, Place):
            pairs[number] = move.rank, index[move.square]
        elif isinstance(move, Step):
            pairs[number] = index[move.source], index[move.target]
            numbers[tuple(pairs[number])] = number
    steps = next(number for number, move in enumerate(every) if isinstance(move, Step))
    cells = np.array([(board.height - 1 - y) * board.width + x for x, y in board.squares], np.int64)
    empty = np.zeros(area, np.int8)
    empty[list(board.lake_places)] = -1
    counts = np.array([0 if game.open else ready, steps, game.first, dealt], np.int64)
    tables = (rule_tables(game), setups, homes, pairs, numbers, cells, empty, np.array(game.army, np.int64), counts)
    boards, flags = np.zeros((rows, area), np.int8), np.zeros((rows, area), np.uint8)
    metas, trails = np.zeros((rows, 4), np.int64), np.zeros((rows, horizon + 4, 4), np.int16)
    fights, lost = np.zeros((rows, horizon + 4, 2), np.int8), np.zeros((rows, 2 * sum(game.army)), np.int8)
    reserves = np.zeros((rows, 2, len(Rank)), np.int64)
    # The kept length of the trail, how many are lost, seats still to set up, why it ended and who won.
    facts = np.zeros((rows, 5), np.int64)
    scratch = np.full((rows, area), -1, np.int64), np.zeros((rows, 600, 2), np.int16)

    def state(row: int) -> Position:
        mover, plies, quiet, length = metas[row].tolist()
        kept, fallen, to_set_up, why, winner = facts[row].tolist()
        plys = range(length - kept, length)
        trail = []
        for at in plys:
            source, target, fought, flight = trails[row, at].tolist()
            fight = (Rank(fights[row, at, 0]), Rank(fights[row, at, 1])) if fought else None
            trail.append(Ply(board.squares[source], board.squares[target], fight, flight))
        pieces = tuple(
            None
            if code <= 0
            else piece(Seat(int(code > 16)), Rank((code - 1) % 16), moved=bool(flag & 1), shown=bool(flag & 2))
            for code, flag in zip(boards[row].tolist(), flags[row].tolist(), strict=True)
        )
        gone = tuple(piece(Seat(int(code > 16)), Rank((code - 1) % 16)) for code in lost[row, :fallen].tolist())
        end = _end(why, winner, quiet, plies)
        return Position(pieces, Seat(mover), to_set_up > 0, plies, quiet, gone, tuple(trail), end)

    store = (boards, flags, metas, trails, fights, lost, reserves, facts, *scratch)
    return Machine(training_kernel.advance, tables, store, state)


def _end(why: int, winner: int, quiet: int, plies: int) -> Outcome | None:
    from hoyle.games.stratego import kernel

    if why == kernel.GOES_ON:
        return None
    if winner != kernel.NO_SEAT:
        return ends.flag_captured(Seat(winner)) if why == kernel.FLAG_TAKEN else ends.cannot_move(Seat(1 - winner))
    return {kernel.NOBODY: ends.NOBODY_CAN_MOVE, kernel.TOO_QUIET: ends.too_quiet(quiet)}.get(why, ends.too_long(plies))
