"""The readable solver, and the postcondition that watches every solver."""

from __future__ import annotations

from dataclasses import dataclass

import icontract
import pytest

from conftest import contracts_on
from hoyle.game import Game
from hoyle.games.pegs import Jump, Position, game
from hoyle.solver import BreadthFirst, GaveUp, Solved, Solver, Unsolvable, Verdict, perft


def test_the_three_verdicts() -> None:
    """Solved with a shortest line, unsolvable with the number of positions, gave up with the budget."""
    easy, stuck = game("easy"), game("O/OO/.OO")
    assert BreadthFirst[Position, Jump]().solve(easy, easy.start(), 100) == Solved(
        (easy.parse(easy.start(), "d2d4"), easy.parse(easy.start(), "d4d6")),
        5,
        "no line is shorter than its 2 moves",
        shortest=True,
    )
    assert isinstance(BreadthFirst[Position, Jump]().solve(stuck, stuck.start(), 100), Unsolvable)
    alone = game("O.O/***")
    words = BreadthFirst[Position, Jump]().solve(alone, alone.start(), 100).why
    assert words == "the only reachable position is not won"
    assert BreadthFirst[Position, Jump]().solve(stuck, stuck.start(), 1) == GaveUp("looked at 1 position", 1)
    assert BreadthFirst[Position, Jump]().solve(stuck, stuck.start(), 3) == GaveUp("looked at 3 positions", 3)


@contracts_on
def test_a_false_line_is_caught() -> None:
    """No solver can claim a line that the rules do not confirm, be it illegal or merely not won."""

    @dataclass(frozen=True)
    class Liar(Solver[Position, Jump]):
        line: tuple[Jump, ...]

        def solve(self, game: Game[Position, Jump], state: Position, budget: int) -> Verdict[Jump]:  # noqa: ARG002 — it does not look
            return Solved(self.line, 1)

    easy = game("easy")
    for line in (("d5d3",), ("d2d4",), ()):
        moves = tuple(easy.parse(easy.start(), text) for text in line)
        with pytest.raises(icontract.ViolationError, match="the line wins by the rules"):
            Liar(moves).solve(easy, easy.start(), 10)


def test_perft_of_the_english_board() -> None:
    """The jump tree, as FACTS of the field have it (depth 7 is in the kernels' tests)."""
    english = game("english")
    assert [perft(english, english.start(), depth) for depth in range(6)] == [1, 4, 12, 60, 400, 2960]
