"""A peg solitaire problem by numbers: what the searches and the proofs are given instead of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        identity = tuple(range(self.size))
        return (identity, *(symmetry for symmetry in kept if symmetry != identity))

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


def in_turns(problem: Problem, line: Sequence[int]) -> list[list[int]]:
    """Return the jumps of a line grouped into turns: jumps in a row by one peg are one turn.

    >>> five = Problem(5, ((0, 1, 2), (2, 3, 4)), (), start=0b1011, goals=(4,))
    >>> in_turns(five, (0, 1))
    [[0, 1]]
    """
    turns: list[list[int]] = []
    moved = None
    for jump in line:
        source, _, target = problem.jumps[jump]
        if source == moved:
            turns[-1].append(jump)
        else:
            turns.append([jump])
        moved = target
    return turns


def replayed(problem: Problem, line: Sequence[int]) -> Iterator[int]:
    """Yield the positions along a line, the start first; an impossible jump is an error.

    >>> [bin(pegs) for pegs in replayed(Problem(3, ((0, 1, 2),), (), start=0b011, goals=(2,)), (0,))]
    ['0b11', '0b100']
    """
    position = problem.start
    yield position
    for number, jump in enumerate(line, 1):
        source, over, target = problem.jumps[jump]
        if position & bits((source, over, target)) != bits((source, over)):
            raise ValueError(f"jump {number} of the line is impossible: {problem.jumps[jump]}")
        position ^= bits((source, over, target))
        yield position
