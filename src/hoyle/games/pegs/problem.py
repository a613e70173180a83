"""A peg solitaire problem in numbers, which the searches and proofs use instead of the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hoyle.games.pegs.invariant import Triple, bits, invariants, members, odd
from hoyle.games.pegs.rules import PegSolitaire, Position
from hoyle.grid import symmetries


@dataclass(frozen=True, slots=True)
class Problem:
    """Holes by number, the jumps among them, the board's symmetries, the pegs at the start, the holes to end in.

    ``start`` is a number with bit h set for a peg in hole h; the goal is one last peg in any of the ``goals``.

    >>> line = Problem(3, ((0, 1, 2), (2, 1, 0)), ((0, 1, 2), (2, 1, 0)), start=0b011, goals=(2,))
    >>> line.pegs
    2
    """

    size: int
    jumps: tuple[Triple, ...]
    symmetries: tuple[tuple[int, ...], ...]
    start: int
    goals: tuple[int, ...]

    @property
    def pegs(self) -> int:
        """The number of pegs at the start."""
        return self.start.bit_count()

    @property
    def solved(self) -> bool:
        """Whether the start is a goal already."""
        return self.start in {1 << goal for goal in self.goals}

    def keeping(self, *, start: bool) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries that keep the goals where they are, and the start too if wanted; identity first."""
        kept = [
            symmetry
            for symmetry in self.symmetries
            if {symmetry[goal] for goal in self.goals} == set(self.goals)
            and (not start or bits(symmetry[hole] for hole in members(self.start)) == self.start)
        ]
        # On a board that is one line, different symmetries of the plane move the holes in the same way.
        return tuple(dict.fromkeys((tuple(range(self.size)), *kept)))

    def same_class(self) -> Problem:
        """Return the problem with only those goals that the position class allows."""
        labels = invariants(self.size, self.jumps)
        return replace(
            self,
            goals=tuple(
                goal for goal in self.goals if all(odd(label, self.start) == odd(label, 1 << goal) for label in labels)
            ),
        )


def problem_of(game: PegSolitaire, state: Position) -> Problem:
    """Return the numbered form of a position and the game's goal: holes in reading order, jumps in the rules' order.

    >>> from hoyle.games.pegs import game
    >>> easy = game("easy")
    >>> problem_of(easy, easy.start()).jumps
    ((0, 1, 2), (1, 2, 3), (2, 3, 4), (2, 1, 0), (3, 4, 5), (3, 2, 1), (4, 3, 2), (5, 4, 3))
    """
    number = {hole: k for k, hole in enumerate(game.board.squares)}
    return Problem(
        size=len(number),
        jumps=tuple((number[jump.source], number[jump.over], number[jump.target]) for jump in game.board.jumps),
        symmetries=tuple(
            tuple(number[symmetry[hole]] for hole in game.board.squares)
            for symmetry in symmetries(game.board.holes, game.board.directions)
        ),
        start=sum(1 << number[hole] for hole in state),
        goals=tuple(range(len(number))) if game.goal is None else (number[game.goal],),
    )
