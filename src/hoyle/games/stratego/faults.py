"""Why a move is foul, in words: each function yields the rules that a move breaks, the plainest first.

No reason reveals more than the mover can see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hoyle.game import UnseenError
from hoyle.games.stratego.pieces import COLOURS, Deploy, Piece, Place, Position, Rank, Step, duel
from hoyle.games.stratego.repetition import chases, shuttles
from hoyle.grid import name

if TYPE_CHECKING:
    from hoyle.games.stratego.rules import Stratego

ENDS: Final = {"W": "wins", "L": "loses", "D": "falls together with it"}


def of_setup(game: Stratego, state: Position, move: Deploy) -> Iterator[str]:
    """Yield what is wrong with setting up a whole army."""
    if all(move.setup != known for known, _ in game.ready):
        yield f"there is no setup {move.setup} (§2)"
    if sum(game.reserve(state, state.mover).values()) < sum(game.army):
        yield "a setup is for a whole army, and some pieces stand already (§2)"


def of_placing(game: Stratego, state: Position, move: Place) -> Iterator[str]:
    """Yield what is wrong with setting up a piece."""
    if move.square not in game.board.home(state.mover):
        yield f"{name(move.square)} is not in {COLOURS[state.mover]}'s home (§2)"
    elif state.pieces[game.board.index[move.square]] is not None:
        yield f"{name(move.square)} is taken (§2)"
    if move.rank not in game.reserve(state, state.mover):
        yield f"no {move.rank.title} is left to set up (§2)"


def of_step(game: Stratego, state: Position, move: Step) -> Iterator[str]:
    """Yield what is wrong with a move or a strike."""
    place = game.board.index.get(move.source)
    if place is None:
        lake = move.source in game.board.lakes
        yield (
            f"{name(move.source)} is a lake, and lakes do not move (§1)"
            if lake
            else "the move begins off the board (§1)"
        )
        return
    own = state.pieces[place]
    if own is None:
        yield f"there is no piece on {name(move.source)} to move (§3)"
        return
    if own.seat != state.mover:
        yield f"the piece on {name(move.source)} is {COLOURS[own.seat]}'s, and it is {COLOURS[state.mover]}'s turn (§3)"
        return
    if own.rank is not None and not own.rank.moves:
        yield f"the {own.rank.title} on {name(move.source)} cannot move (§3)"
        return
    yield from _of_way(game, state.pieces, own, move)
    if move.claim and own.rank is not None:
        yield from _of_claim(game, state, own.rank, move)
    if shuttles(state.trail, game.two_squares, move.source, move.target):
        yield f"{name(move.source)} and {name(move.target)} would be crossed more than {game.two_squares} times in a row (§6)"
    if game.more_squares and chases(state.trail, move.source, move.target):
        yield f"{name(move.source)}-{name(move.target)} would continue the chase into a position that has been there before (§7)"
    if own.rank is None:
        raise UnseenError(f"the rank of the piece on {name(move.source)} is unseen, so its move cannot be judged (§9)")


def _of_way(game: Stratego, pieces: tuple[Piece | None, ...], own: Piece, move: Step) -> Iterator[str]:
    """Yield what stands in the way from square to square."""
    index = game.board.index
    if move.target not in index:
        lake = move.target in game.board.lakes
        yield f"{name(move.target)} is a lake, which nothing enters (§1)" if lake else "the move leaves the board (§1)"
        return
    across, up = move.way
    length = abs(across) + abs(up)
    if length == 0 or (across and up):
        yield f"{name(move.target)} is not straight ahead of {name(move.source)}, behind it or beside it (§3)"
        return
    if length > 1:
        if own.rank not in {Rank.SCOUT, None}:
            yield f"the piece on {name(move.source)} is not a scout and moves one square, not {length} (§3)"
        unit = across // length, up // length
        for number in range(1, length):
            between = move.source[0] + number * unit[0], move.source[1] + number * unit[1]
            if between not in index or pieces[index[between]] is not None:
                yield f"{name(between)} is in the way from {name(move.source)} to {name(move.target)} (§4)"
    other = pieces[index[move.target]]
    if other is not None:
        if other.seat == own.seat:
            yield f"{name(move.target)} holds a piece of the same colour (§3)"
        if length > 1 and not game.long_strike:
            yield "a scout strikes only what stands beside it (§4)"


def _of_claim(game: Stratego, state: Position, rank: Rank, move: Step) -> Iterator[str]:
    """Yield what is wrong with a claim; about a rank that the mover has not seen nothing can be claimed."""
    other = state.pieces[game.board.index[move.target]]
    where = name(move.target)
    if move.claim == "M":
        if other is not None:
            yield f"{where} is taken, so this is a strike and not a move (§11)"
    elif other is None:
        yield f"there is nothing on {where} to strike (§11)"
    elif other.rank is None or not (game.open or other.shown):
        yield f"the rank on {where} is unseen, so nothing can be claimed about it (§11)"
    elif move.claim != (true := "DWL"[duel(rank, other.rank)]):
        yield f"the {rank.title} that strikes the {other.rank.title} on {where} {ENDS[true]} (§5)"
