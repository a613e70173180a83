"""Match: one playing of a game, with all its history; playing, undoing and redoing give another match.

>>> from hoyle.games.nim import Nim
>>> match = Match.new(Nim(heaps=(1, 2))).follow("b1", "a1")
>>> match.position
'0,1 first'
>>> match.undo().position
'1,1 second'
>>> match.undo().redo() == match
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Generic

from hoyle.dice import Dice
from hoyle.game import NATURE, Game, IllegalMoveError, M, Outcome, S, Seat, tally
from hoyle.lazy import lazy

if TYPE_CHECKING:
    from hoyle.record import Record
    from hoyle.scene import Scene

MOST_KNOWN: Final = 1_000
"""States from which a winning line is remembered, so that the memory is bounded however often somebody asks."""


def legal_move(game: Game[S, M], state: S, text: str) -> M:
    """Return the move that a text spells; raise an IllegalMoveError if the rules forbid it.

    >>> from hoyle.games.nim import Nim
    >>> legal_move(Nim(heaps=(1, 2)), Nim(heaps=(1, 2)).start(), "a2")
    Traceback (most recent call last):
        ...
    hoyle.game.IllegalMoveError: heap a holds only 1 (§2)
    """
    return _permit(game, state, game.parse(state, text))


def _permit(game: Game[S, M], state: S, move: M) -> M:
    if (reason := game.why_not(state, move)) is not None:
        raise IllegalMoveError(reason)
    return move


def steps(game: Game[S, M], state: S, text: str) -> Iterator[tuple[M, S]]:
    """Play the moves that a text spells and yield each with the state after it; raise at the first fault."""
    for single in game.unchain(text):
        try:
            move = legal_move(game, state, single)
        except IllegalMoveError as fault:
            # Where one text spells several moves, say which is wrong.
            raise IllegalMoveError(f"{single}: {fault}" if single != text else str(fault)) from None
        state = game.play(state, move)
        yield move, state


def is_unnoticed(game: Game[Any, Any], before: Any, after: Any, seats: Sequence[Seat]) -> bool:
    """Tell whether none of these seats sees a difference between two states; every seat sees whose turn it is."""
    return game.turn(before) == game.turn(after) and all(
        game.view(before, seat) == game.view(after, seat) for seat in seats
    )


@dataclass(frozen=True)
class Turn:
    """Whose turn it was, and its moves: from a first ply up to, but not including, another.

    Choices that no other seat notices belong to one turn with the next one that they notice: an army is set up unseen in
    one turn, whether in one move or in forty.
    """

    mover: Seat
    first: int
    after: int


def turns_of(
    game: Game[Any, Any],
    states: Sequence[Any],
    movers: Sequence[Seat | None],
    seat: Seat | None = None,
    *,
    first: int = 0,
) -> Iterator[Turn]:
    """Yield the turns through states from a first ply, given who moves in each; for a seat, only its own and those it notices.

    The last turn may not be over yet.
    """
    for ply, (mover, following) in enumerate(pairwise(movers[first:]), first):
        before, after = states[ply : ply + 2]
        same = game.hides and game.seats > 1 and mover == following
        if mover is None or (ply + 2 < len(states) and goes_on(game, before, after, mover)):
            continue
        if not same or seat is None or seat == mover or not is_unnoticed(game, before, after, [seat]):
            yield Turn(mover, first, ply + 1)
        first = ply + 1


def goes_on(game: Game[Any, Any], before: Any, after: Any, mover: Seat) -> bool:
    """Tell whether a mover's turn goes on after a choice: it is still its turn, and nobody else could notice."""
    others = [Seat(other) for other in range(game.seats) if other != mover]
    return game.hides and bool(others) and mover != NATURE and is_unnoticed(game, before, after, others)


@dataclass(frozen=True, repr=False)
class Match(Generic[S, M]):
    """A game, a start, the moves played with the states they led to, and the moves taken back."""

    game: Game[S, M]
    start: S
    line: tuple[tuple[M, S], ...] = ()
    undone: tuple[tuple[M, S], ...] = ()
    name: str = field(default="", compare=False)
    """The name by which the game was found, if any."""
    known: dict[S, tuple[tuple[M, ...], int]] = field(default_factory=dict, compare=False)
    """Lines that win, and how far along, by the states on them; every continuation of the match shares these promises."""

    def __repr__(self) -> str:
        """Return one short line; the record has everything."""
        end = f", {self.outcome}" if self.outcome else ""
        return f"Match({self.name or type(self.game).__name__}, {tally({'moves': len(self.line)})}{end})"

    @classmethod
    def open(cls, name: str, start: str | None = None, seed: int = 0) -> Match[Any, Any]:
        """Return a match of the game with a name, from a position as text if one is given; the seed decides what nature deals.

        >>> Match.open("domino/6", seed=1)
        Match(domino/6, 28 moves)
        """
        from hoyle.shelf import find

        box, game = find(name)
        full = name if "/" in name else f"{name}/{box.default}"
        return Match(game, game.start() if start is None else game.read(start), name=full).settle(Dice(seed))

    @classmethod
    def new(cls, game: Game[S, M], start: S | None = None) -> Match[S, M]:
        """Return a match before its first move, from the game's own start unless another is given."""
        return cls(game, game.start() if start is None else start)

    @property
    def state(self) -> S:
        """The state now."""
        return self.line[-1][1] if self.line else self.start

    @property
    def states(self) -> tuple[S, ...]:
        """The start and the state after each move."""
        return (self.start, *map(itemgetter(1), self.line))

    @property
    def position(self) -> str:
        """The state now, as text."""
        return self.game.write(self.state)

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves played so far."""
        return tuple(map(itemgetter(0), self.line))

    @lazy
    def turn(self) -> Seat | None:
        """Who moves now, or None when it is over."""
        return self.game.turn(self.state)

    @lazy
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.game.outcome(self.state)

    def view(self, seat: Seat) -> S:
        """Return the state now as a seat sees it."""
        return self.game.view(self.state, seat)

    def turns(self, seat: Seat | None = None) -> list[Turn]:
        """Return the turns so far, or those that a seat may know of; once the match is over, these are all of them."""
        movers = [self.game.turn(state) for state in self.states]
        return list(turns_of(self.game, self.states, movers, None if movers[-1] is None else seat))

    def report(self, turn: Turn, seat: Seat) -> str:
        """Return a turn as far as a seat may know it; of several choices by another seat, it knows only the one it noticed."""
        if turn.mover == seat and turn.after > turn.first + 1:
            return self.game.chain([move for move, _ in self.line[turn.first : turn.after]])
        before = self.line[turn.after - 2][1] if turn.after > 1 else self.start
        return self.game.report(before, self.line[turn.after - 1][0], seat)

    def follow(self, *texts: str) -> Match[S, M]:
        """Play moves given as text: all of them, or none and an error."""
        match = self
        for text in texts:
            played = tuple(steps(match.game, match.state, text))
            match = replace(match, line=(*match.line, *played), undone=())
        return match

    def play(self, *moves: M) -> Match[S, M]:
        """Play moves: all of them, or none and an error."""
        state, played = self.state, []
        for move in moves:
            state = self.game.play(state, _permit(self.game, state, move))
            played.append((move, state))
        return replace(self, line=(*self.line, *played), undone=()) if played else self

    def remember(self, line: tuple[M, ...]) -> None:
        """Keep a line that wins from here, unless a shorter one is known, for every continuation of this match.

        Of very many lines, the newest are kept.

        >>> from hoyle.games.pegs import game
        >>> match = Match.new(game("easy"))
        >>> match.remember(match.follow("d2d4d6").moves)
        >>> [str(move) for move in match.follow("d2d4").promise]
        ['d4d6']
        """
        state = self.state
        for ply, move in enumerate(line):
            old, oldest = self.known.pop(state, ((), 0))
            shorter = not old or self._length(line[ply:]) < self._length(old[oldest:])
            self.known[state] = (line, ply) if shorter else (old, oldest)
            state = self.game.play(state, move)
        while len(self.known) > max(MOST_KNOWN, len(line)):
            del self.known[next(iter(self.known))]

    def _length(self, line: tuple[M, ...]) -> tuple[int, ...]:
        return tuple(self.game.measure(line).values())

    @property
    def promise(self) -> tuple[M, ...]:
        """The line known to win from here, if any; hints keep to it."""
        line, ply = self.known.get(self.state, ((), 0))
        return line[ply:]

    def measure(self, line: tuple[M, ...]) -> Mapping[str, int]:
        """Return how long a line from here is, in the units that players count; a turn that goes on is not counted again.

        >>> from hoyle.games.pegs import game
        >>> match = Match.new(game("easy")).follow("d2d4")
        >>> match.measure(match.follow("d4d6").moves[1:])
        {'jumps': 1, 'turns': 0}
        """
        before, after = self.game.measure(self.moves), self.game.measure((*self.moves, *line))
        return {unit: number - before[unit] for unit, number in after.items()}

    def settle(self, dice: Dice) -> Match[S, M]:
        """Let nature move until a seat must choose or the match is over."""
        match = self
        while match.turn == NATURE:
            match = match.play(dice.draw(match.game.odds(match.state)))
        return match

    def record(self) -> Record:
        """Return the record of a match that was opened by a name."""
        from hoyle.record import Record

        return Record.of(self.name, self)

    def scenes(self) -> list[Scene]:
        """Return the picture of each position so far."""
        from hoyle.shelf import box_of

        picture = box_of(self.game).look.picture
        return [picture(self.game, state) for state in self.states]

    def _repr_svg_(self) -> str:
        """Return the position now, as a notebook shows it."""
        from hoyle.svg import to_svg

        return to_svg(Match.new(self.game, self.state).scenes()[0])

    def undo(self) -> Match[S, M]:
        """Step back to the last choice of a seat; nature's moves after it go with it."""
        kept = len(self.line)
        while kept > 0:
            kept -= 1
            if self.game.turn(self.line[kept - 1][1] if kept else self.start) != NATURE:
                return replace(self, line=self.line[:kept], undone=(*self.line[kept:], *self.undone))
        return self

    def redo(self) -> Match[S, M]:
        """Play the last undone choice again, with the moves of nature that followed it."""
        turns = (self.game.turn(state) for _, state in self.undone)
        taken = next((taken for taken, turn in enumerate(turns, 1) if turn != NATURE), len(self.undone))
        return replace(self, line=(*self.line, *self.undone[:taken]), undone=self.undone[taken:])
