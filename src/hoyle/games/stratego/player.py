"""Players of Stratego, who see no more than their seat's view: at random, by rules of thumb, and by search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hoyle.dice import Dice
from hoyle.game import Seat, UnseenError
from hoyle.games.stratego.pieces import RED, Deploy, Move, Piece, Position, Rank, Step, duel, piece
from hoyle.games.stratego.repetition import adjacent
from hoyle.games.stratego.rules import Stratego

WORTH: Final = (1000, 80, 20, 60, 40, 60, 100, 140, 200, 300, 400, 60)
"""What each rank is worth to a player, from the flag to the bomb."""


def own_moves(game: Stratego, view: Position, seat: Seat) -> list[Move]:
    """Return the moves of a seat that sees its own pieces; in a position written by another it may not."""
    if any(own is not None and own.seat == seat and own.rank is None for own in view.pieces):
        raise UnseenError("a player cannot play pieces whose ranks are unseen (§9)")
    return list(game.moves(view))


@dataclass(frozen=True)
class RandomPlayer:
    """A player that makes any legal move."""

    dice: Dice

    def choose(self, game: Stratego, view: Position, seat: Seat) -> Move:
        """Return a move, each as likely as the others."""
        return self.dice.choose(own_moves(game, view, seat))


@dataclass(frozen=True)
class HeuristicPlayer:
    """A player by rules of thumb: it weighs each strike by what it has seen, avoids stronger pieces, and advances."""

    dice: Dice

    def choose(self, game: Stratego, view: Position, seat: Seat) -> Move:
        """Return the move that looks best at a glance."""
        moves = own_moves(game, view, seat)
        if view.deploying:
            return self.dice.choose([move for move in moves if isinstance(move, Deploy)] or moves)
        odds = {moved: unseen_odds(game, view, seat, moved=moved) for moved in (False, True)}
        scored = [
            (self._score(game, view, move, odds) + self.dice.below(10), -number)
            for number, move in enumerate(moves)
            if isinstance(move, Step)
        ]
        return moves[-max(scored)[1]]

    def _score(self, game: Stratego, view: Position, move: Step, odds: Mapping[bool, Mapping[Rank, float]]) -> float:
        own, other = (view.pieces[game.board.index[square]] for square in (move.source, move.target))
        assert own is not None and own.rank is not None  # noqa: S101, PT018 — a seat knows its own pieces
        if other is not None:
            known = {other.rank: 1.0} if other.rank is not None else odds[other.moved]
            return sum(chance * gain(own.rank, rank) for rank, chance in known.items())
        ahead = (move.target[1] - move.source[1]) * (1 if own.seat == RED else -1)
        danger = self._danger(game, view, own, move.source) - self._danger(game, view, own, move.target)
        return danger + 6 * ahead

    @staticmethod
    def _danger(game: Stratego, view: Position, own: Piece, square: tuple[int, int]) -> float:
        """Return what may be lost on a square to known pieces beside it."""
        beside = (
            other
            for place, other in enumerate(view.pieces)
            if other is not None and other.seat != own.seat and adjacent(game.board.squares[place], square)
        )
        return max(
            (
                gain(other.rank, own.rank)
                for other in beside
                if other.rank and other.rank.moves and own.rank is not None
            ),
            default=0.0,
        )


def gain(striker: Rank, struck: Rank) -> float:
    """Return what a strike is worth to the striker, both ranks being known."""
    result = duel(striker, struck)
    return (WORTH[struck] if result >= 0 else 0) - (WORTH[striker] if result <= 0 else 0)


def unseen_ranks(game: Stratego, view: Position, seat: Seat) -> Counter[Rank]:
    """Return the ranks that are left for the other seat's unseen pieces: its army without what was lost or is known."""
    known = [own.rank for own in (*view.pieces, *view.lost) if own is not None and own.seat != seat]
    return Counter({rank: game.army[rank] for rank in Rank}) - Counter(rank for rank in known if rank is not None)


def unseen_odds(game: Stratego, view: Position, seat: Seat, *, moved: bool) -> Mapping[Rank, float]:
    """Return how likely each rank is for an unseen piece that has moved or not, all other things being equal."""
    left = {rank: count for rank, count in unseen_ranks(game, view, seat).items() if rank.moves or not moved}
    return {rank: count / sum(left.values()) for rank, count in left.items()}


def suppose(game: Stratego, view: Position, seat: Seat, dice: Dice) -> tuple[Piece | None, ...]:
    """Return the pieces of a view with a rank for each unseen one, as it might be: what has moved can move.

    The flag is more likely the further behind it stands.
    """
    left = list(unseen_ranks(game, view, seat).elements())
    dice.shuffle(left)
    hidden = [place for place, own in enumerate(view.pieces) if own is not None and own.rank is None]
    pieces = list(view.pieces)
    resting = [place for place in hidden if not getattr(pieces[place], "moved", False)]
    if Rank.FLAG in left and resting:
        front = game.board.height // 2
        behind = [abs(2 * (place // game.board.width) + 1 - 2 * front) ** 2 for place in resting]
        drawn = dice.below(sum(behind))
        place = next(place for at, place in enumerate(resting) if drawn < sum(behind[: at + 1]))
        pieces[place] = piece(Seat(1 - seat), Rank.FLAG)
        left.remove(Rank.FLAG)
        hidden.remove(place)
    # Those that have moved choose first, from what can move.
    for place in sorted(hidden, key=lambda place: not getattr(pieces[place], "moved", False)):
        own = pieces[place]
        assert own is not None  # noqa: S101 — these are the hidden pieces
        rank = next((rank for rank in left if rank.moves), left[0]) if own.moved else left[0]
        left.remove(rank)
        pieces[place] = piece(own.seat, rank, moved=own.moved)
    return tuple(pieces)


@dataclass(frozen=True)
class SearchPlayer:
    """A player that supposes ranks for what it has not seen, many times, and looks a few moves ahead on each board."""

    dice: Dice
    samples: int = 24
    depth: int = 2

    def choose(self, game: Stratego, view: Position, seat: Seat) -> Move:
        """Return the move that is best on average over the supposed boards."""
        if view.deploying:
            return HeuristicPlayer(self.dice).choose(game, view, seat)
        moves = [move for move in own_moves(game, view, seat) if isinstance(move, Step)]
        sums = self._weigh(game, view, seat, moves)
        back = view.trail[-2] if len(view.trail) > 1 else None
        scored = [
            # Going straight back gains nothing new.
            (total - 20 * self.samples * (back is not None and move.target == back.source), self.dice.word(), number)
            for number, (total, move) in enumerate(zip(sums, moves, strict=True))
        ]
        return moves[max(scored)[2]]

    def _weigh(self, game: Stratego, view: Position, seat: Seat, moves: list[Step]) -> list[int]:
        import numpy as np

        from hoyle.games.stratego import batch, kernel

        boards = np.array([batch.encode(game, suppose(game, view, seat, self.dice)) for _ in range(self.samples)])
        sums = np.zeros(len(moves), np.int64)
        values = np.array(WORTH, np.int64)
        # A win is worth as much as twice an army.
        cap = 8 * sum(worth * count for worth, count in zip(WORTH[1:], game.army[1:], strict=True))
        kernel.weigh(boards, seat, batch.number_steps(game, moves), self.depth, cap, batch.tables(game), values, sums)
        return [int(total) for total in sums]
