"""The rules of Stratego on any board with any army: the paragraphs are those of the package's rules page.

>>> from hoyle.games.stratego import game
>>> six = game("six")
>>> state = six.start()
>>> for text in ("corner", "middle"):
...     state = six.play(state, six.parse(state, text))
>>> print(*six.moves(state))
c1-c2 c1-d1 e1-e2 e1-f1 e1-d1 a2-a3 a2-a4 a2-a5 b2-c2 d2-d3 d2-d1 d2-e2 d2-c2 f2-f3 f2-f4 f2-f5 f2-f1 f2-e2
>>> six.write(six.view(state, Seat(0))).split("/")[0]
'. . b? b? . b?'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from icontract import ensure

from hoyle.game import Game, HoyleError, NotationError, Outcome, Seat, UnseenError
from hoyle.games.stratego import ends, faults, positions, setups
from hoyle.games.stratego.board import TEN, Board
from hoyle.games.stratego.notation import parse_move
from hoyle.games.stratego.pieces import (
    BLUE,
    COLOURS,
    RED,
    Deploy,
    Move,
    Piece,
    Place,
    Ply,
    Position,
    Rank,
    Step,
    duel,
    piece,
)
from hoyle.games.stratego.repetition import REACH, adjacent, chases, flight, shorten, shuttles
from hoyle.grid import Square, name


@dataclass(frozen=True)
class Stratego(Game[Position, Move]):
    """Stratego: a board, an army, the ready-made setups for it, and the rules that vary."""

    army: tuple[int, ...]
    """How many pieces of each rank a seat has, from the flag to the bomb."""
    ready: tuple[tuple[str, str], ...]
    """The names of the ready-made setups, and the setups."""
    board: Board = TEN
    first: Seat = RED
    two_squares: int = 3
    """How often in a row a piece may cross between the same two squares; 0 for no limit (§6)."""
    more_squares: bool = True
    """Whether a chase may not repeat a position (§7)."""
    long_strike: bool = True
    """Whether a scout may strike from afar (§4)."""
    quiet: int = 200
    """The number of moves in a row without a strike that makes a draw; 0 for no such rule (§8)."""
    longest: int = 0
    """The number of moves that makes a draw; 0 for the most that a match can have (§8)."""
    open: bool = False
    """Whether every rank is seen from the start, and the armies need not be complete (§10)."""
    seats = 2

    def __post_init__(self) -> None:
        if min(self.two_squares, self.quiet, self.longest) < 0 or len(self.army) != len(Rank):
            raise HoyleError("an army has a number for each rank, and no limit is below 0")
        if self.two_squares > REACH or max(self.quiet, self.longest) > ends.MOST:
            raise HoyleError(f"two-squares is at most {REACH} (§6), and quiet and longest at most {ends.MOST:,} (§8)")

    # ------------------------------------------------------------------------------ start, turn and end

    def start(self) -> Position:
        """Return the empty board, red to set up; in the open game both armies stand as the first setup has them."""
        state = Position((None,) * len(self.board.squares), RED, deploying=True)
        if self.open:
            for _ in COLOURS:
                state = self._deploy(state, Deploy(self.ready[0][0]))
        return state

    def turn(self, state: Position) -> Seat | None:
        """Return who sets up or moves."""
        return state.mover if state.end is None else None

    def outcome(self, state: Position) -> Outcome | None:
        """Return how it ended."""
        return state.end

    # ------------------------------------------------------------------------------------------- moves

    def moves(self, state: Position) -> Iterator[Move]:
        """Yield the ready-made setups and the single placings, or the moves piece by piece from the bottom left.

        In a view of the other seat's turn there are none, as its pieces are unseen.
        """
        if state.end is not None:
            return
        if state.deploying:
            yield from self._placings(state)
            return
        for place in range(len(state.pieces)):
            for step in self.steps_from(state.pieces, place, state.mover):
                if not self._repeats(state.trail, step):
                    yield step

    def steps_from(self, pieces: tuple[Piece | None, ...], place: int, seat: Seat) -> Iterator[Step]:
        """Yield the moves and strikes of a seat from a square, without regard to what may not be repeated."""
        own = pieces[place]
        # Ranks by number, as this is asked of every piece in every position: between flag and bomb; 2 is the scout.
        if own is None or own.seat != seat or own.rank is None or not 0 < own.rank < 11:
            return
        for ray in self.board.rays[place]:
            for length, (target, step) in enumerate(ray if own.rank == 2 else ray[:1]):
                other = pieces[target]
                if other is None:
                    yield step
                    continue
                if other.seat != seat and (length == 0 or self.long_strike):
                    yield step
                break

    def _placings(self, state: Position) -> Iterator[Move]:
        reserve = self.reserve(state, state.mover)
        if sum(reserve.values()) == sum(self.army):
            yield from (Deploy(name) for name, _ in self.ready)
        free = sorted(
            square for square in self.board.home(state.mover) if state.pieces[self.board.index[square]] is None
        )
        yield from (Place(rank, square) for rank in reserve for square in free)

    def reserve(self, state: Position, seat: Seat) -> Mapping[Rank, int]:
        """Return the pieces that a seat has not set up yet, by rank; of its own position or view only."""
        placed = Counter(own.rank for own in state.pieces if own is not None and own.seat == seat)
        return {rank: left for rank in Rank if (left := self.army[rank] - placed[rank]) > 0}

    def _repeats(self, trail: tuple[Ply, ...], step: Step) -> bool:
        return shuttles(trail, self.two_squares, step.source, step.target) or (
            self.more_squares and chases(trail, step.source, step.target)
        )

    def why_not(self, state: Position, move: Move) -> str | None:
        """Return the rule against a move; it never reveals more than the mover can see."""
        if state.end is not None:
            return self.over(state)
        if isinstance(move, Step) == state.deploying:
            if state.deploying and not self.reserve(state, Seat(1 - state.mover)) and state.mover == RED:
                raise UnseenError("red's setup is unseen, so nothing can be judged from here on (§9)")
            waits = f"{COLOURS[state.mover]} has still to set up its pieces (§2)"
            return waits if state.deploying else "the pieces are set up already (§2)"
        if isinstance(move, Step):
            return next(faults.of_step(self, state, move), None)
        if isinstance(move, Deploy):
            return next(faults.of_setup(self, state, move), None)
        return next(faults.of_placing(self, state, move), None)

    # -------------------------------------------------------------------------------------------- play

    @ensure(lambda self, state, move, result: self._conserves(state, move, result), "no piece appears or is forgotten")
    def play(self, state: Position, move: Move) -> Position:
        """Return the position after a move."""
        if isinstance(move, Step):
            return self._step(state, move)
        return self._deploy(state, move)

    def _conserves(self, state: Position, move: Move, result: Position) -> bool:
        """Tell whether all pieces are on the board or lost, but for those just set up, and only what had to change did."""
        if not isinstance(move, Step):
            added = sum(self.army) if isinstance(move, Deploy) else 1
            lakes = any(result.pieces[lake] for lake in self.board.lake_places)
            return sum(map(bool, result.pieces)) == sum(map(bool, state.pieces)) + added and not lakes
        start, goal = self.board.index[move.source], self.board.index[move.target]
        expected = list(state.pieces)
        expected[start], expected[goal] = None, result.pieces[goal]
        stood = 1 + (state.pieces[goal] is not None)
        stands = result.pieces[goal] is not None
        return tuple(expected) == result.pieces and stood - stands == len(result.lost) - len(state.lost)

    def _deploy(self, state: Position, move: Place | Deploy) -> Position:
        pieces = list(state.pieces)
        placed = {move.square: move.rank} if isinstance(move, Place) else self.setup(move.setup, state.mover)
        for square, rank in placed.items():
            pieces[self.board.index[square]] = piece(state.mover, rank)
        after = replace(state, pieces=tuple(pieces))
        if self.reserve(after, state.mover):
            return after
        # In a view the other's setup is unseen, as if it were still to come.
        if self.reserve(after, other := Seat(1 - state.mover)):
            return replace(after, mover=other)
        return self.decide(replace(after, mover=self.first, deploying=False))

    def setup(self, setup: str, seat: Seat) -> Mapping[Square, Rank]:
        """Return where a ready-made setup puts the pieces of a seat."""
        return setups.read_setup(self.board, dict(self.ready)[setup], seat)

    def _step(self, state: Position, move: Step) -> Position:
        start, goal = self.board.index[move.source], self.board.index[move.target]
        own, other = state.pieces[start], state.pieces[goal]
        assert own is not None  # noqa: S101 — play requires a legal move
        pieces, lost = list(state.pieces), state.lost
        pieces[start] = None
        fight, fled = None, 0
        if other is None:
            # §9: a piece that goes further than one square is a scout, and everybody sees it.
            pieces[goal] = piece(
                own.seat, own.rank, moved=True, shown=own.shown or not adjacent(move.source, move.target)
            )
            fled = flight(state.trail, move.source) if self.more_squares else 0
        else:
            if own.rank is None or other.rank is None:
                raise UnseenError(f"the rank on {name(move.target)} is unseen, so the strike cannot be judged (§9)")
            fight, result = (own.rank, other.rank), duel(own.rank, other.rank)
            survivor = own if result > 0 else other
            moved = survivor is own or other.moved
            pieces[goal] = None if result == 0 else piece(survivor.seat, survivor.rank, moved=moved, shown=True)
            fallen = (other,) * (result >= 0) + (own,) * (result <= 0)
            lost = (*lost, *(piece(gone.seat, gone.rank) for gone in fallen))
        trail = shorten((*state.trail, Ply(move.source, move.target, fight, fled)), self.two_squares)
        quiet = state.quiet + 1 if fight is None else 0
        return self.decide(Position(tuple(pieces), Seat(1 - state.mover), False, state.plies + 1, quiet, lost, trail))  # noqa: FBT003 — in the order of the fields, for speed

    def decide(self, state: Position) -> Position:
        """Return a position with its end, if it has come to one (§8)."""
        end = self._end(state)
        return state if end is None else replace(state, end=end)

    def _end(self, state: Position) -> Outcome | None:
        fight = state.trail[-1].fight if state.trail else None
        if fight is not None and fight[1] == Rank.FLAG:
            return ends.flag_captured(Seat(1 - state.mover))
        waiting = Seat(1 - state.mover)
        stuck = self._stuck(state, state.mover)
        # §8: what the seat can do whose turn it is not matters only if the other is stuck, and in the open game.
        other_stuck = (stuck or self.open) and self._stuck(state, waiting)
        if stuck and other_stuck:
            return ends.NOBODY_CAN_MOVE
        if stuck or other_stuck:
            return ends.cannot_move(state.mover if stuck else waiting)
        if 0 < self.quiet <= state.quiet:
            return ends.too_quiet(state.quiet)
        if (self.longest or ends.MOST) <= state.plies:
            return ends.too_long(state.plies)
        return None

    def _stuck(self, state: Position, seat: Seat) -> bool:
        """Tell whether a seat surely has nothing to move, whatever its unseen pieces are.

        What may not be repeated counts only for the one whose turn it is.
        """
        if seat == state.mover and self._can_go_back(state):
            return False
        for place in self.board.outward:
            own = state.pieces[place]
            if own is not None and own.seat == seat:
                beside = (state.pieces[ray[0][0]] for ray in self.board.rays[place] if ray)
                if own.rank is None and any(other is None or other.seat != seat for other in beside):
                    return False
                for step in self.steps_from(state.pieces, place, seat):
                    if seat != state.mover or not self._repeats(state.trail, step):
                        return False
        return True

    def _can_go_back(self, state: Position) -> bool:
        """Tell whether the mover's last move can be taken back by another: most often it can, which saves a search."""
        if len(state.trail) < 2:
            return False
        last, index = state.trail[-2], self.board.index
        own = state.pieces[index[last.target]]
        return (
            own is not None
            and own.seat == state.mover
            and own.moved
            and state.pieces[index[last.source]] is None
            and adjacent(last.source, last.target)
            # §7: going straight back is not a chase
            and not shuttles(state.trail, self.two_squares, last.target, last.source)
        )

    # ----------------------------------------------------------------------------------- what seats see

    @property
    def hides(self) -> bool:
        """Whether ranks are hidden: always, except in the open game."""
        return not self.open

    def view(self, state: Position, seat: Seat) -> Position:
        """Return what a seat sees: the other's ranks as far as they are known, and nothing of its setting up."""
        if self.open or state.end is not None:
            return state
        seen = (
            own if own is None or own.seat == seat else None if state.deploying else own.hide() for own in state.pieces
        )
        return replace(state, pieces=tuple(seen))

    def report(self, state: Position, move: Move, seat: Seat) -> str:
        """Return a move as a seat may know it: nothing about the other's setup, and of a strike only that it is one."""
        if not isinstance(move, Step):
            return str(move) if self.open or seat == state.mover else "unseen"
        struck = state.pieces[self.board.index[move.target]] is not None
        return f"{name(move.source)}{'x' if struck else '-'}{name(move.target)}"

    # ---------------------------------------------------------------------------------------- notation

    def write(self, state: Position) -> str:
        """Return a position as in §13."""
        return positions.write(self.board, state)

    def read(self, text: str) -> Position:
        """Return the position of such a text; no army in it may be larger than at the start, and no end made up."""
        state = positions.read(self.board, text)
        self._check(state)
        # §8: a position that is given is not looked at until somebody has moved, unless nobody could.
        if state.end is None and (
            state.plies >= ends.MOST or (not state.deploying and self._stuck(state, state.mover))
        ):
            return self.decide(state)
        return state

    def _check(self, state: Position) -> None:
        standing = [own for own in state.pieces if own is not None]
        if any(own.rank is None for own in standing) and (self.open or state.deploying):
            raise NotationError("no piece is unseen in the open game (§10), or while it is set up (§9)")
        if state.end is not None:
            self._check_end(state)
        if self.open:
            if state.deploying:
                raise NotationError("in the open game no pieces are set up (§10)")
            if len(standing) + len(state.lost) > len(state.pieces):
                raise NotationError("more pieces stand and are lost than the board has squares (§10)")
            return
        for seat, colour in enumerate(COLOURS):
            own = [piece for piece in (*standing, *state.lost) if piece.seat == seat]
            counts = Counter(piece.rank for piece in own)
            if len(own) > sum(self.army) or any(counts[rank] > self.army[rank] for rank in Rank):
                raise NotationError(f"{colour} has more pieces than its army (§2)")
        homes = [self.board.home(seat) for seat in (RED, BLUE)]
        away = (own for at, own in enumerate(state.pieces) if own and self.board.squares[at] not in homes[own.seat])
        if state.deploying and any(away):
            raise NotationError("while pieces are set up, they stand at home (§2)")
        if state.deploying and not self.reserve(state, state.mover):
            raise NotationError(f"{COLOURS[state.mover]} has no piece left to set up (§2)")

    def _check_end(self, state: Position) -> None:
        """Check that a position has ended as it says, by all else that it says (§8)."""
        end = None if state.deploying else self._end(replace(state, end=None))
        if end != state.end:
            truth = "goes on" if end is None else f"has ended {end}"
            raise NotationError(f"this position has not ended {state.end}: it {truth} (§8)")
        if state.end == ends.flag_captured(Seat(1 - state.mover)) and piece(state.mover, Rank.FLAG) not in state.lost:
            raise NotationError("a flag that was captured is among the lost pieces (§5)")

    def parse(self, state: Position, text: str) -> Move:  # noqa: ARG002 — a move is spelled the same in every position
        """Return the move of a text as in §11."""
        if text == "unseen":
            raise UnseenError("what was set up is unseen, so nothing can be judged from here on (§9)")
        if any((word := text.strip().lower()) == setup for setup, _ in self.ready):
            return Deploy(word)
        return parse_move(text)

    def unchain(self, text: str) -> tuple[str, ...]:
        """Return the placings of a setup that is written out, such as red(2X.9.2/FB3.S.)."""
        return setups.placings(self.board, self.army, text)

    def chain(self, moves: Sequence[Move]) -> str:
        """Return an army that was placed piece by piece as it is written out (§11), and any other moves as they are."""
        ranks = {move.square: move.rank for move in moves if isinstance(move, Place)}
        if not len(ranks) == len(moves) == sum(self.army):
            return super().chain(moves)
        seat = RED if set(ranks) <= set(self.board.home(RED)) else BLUE
        return f"{COLOURS[seat]}({setups.write_setup(self.board, ranks, seat)})"
