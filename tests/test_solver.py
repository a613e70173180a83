"""The readable solver, and the postcondition that watches every solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import icontract
import pytest

from conftest import contracts_on
from hoyle.dice import Dice
from hoyle.game import Game, HoyleError
from hoyle.games.pegs import Jump, Position, game
from hoyle.shelf import shelf
from hoyle.solver import BreadthFirst, GaveUp, Solved, Solver, Unsolvable, Verdict, perft


def test_the_three_verdicts() -> None:
    """Solved with a shortest line, unsolvable with the number of positions, gave up with the budget."""
    easy, stuck = game("easy"), game("O/OO/.OO")
    assert BreadthFirst[Position, Jump]().solve(easy, easy.start(), 100) == Solved(
        (easy.parse(easy.start(), "d2d4"), easy.parse(easy.start(), "d4d6")),
        5,
        "no line is shorter",
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


@contracts_on
def test_a_budget_that_is_not_kept_is_caught() -> None:
    """No solver can look at more positions than it may."""

    class Spendthrift(Solver[Position, Jump]):
        def solve(self, game: Game[Position, Jump], state: Position, budget: int) -> Verdict[Jump]:  # noqa: ARG002 — it does not look
            return GaveUp("looked at too much", budget + 1)

    easy = game("easy")
    with pytest.raises(icontract.ViolationError, match="no more states than the budget"):
        Spendthrift().solve(easy, easy.start(), 10)
    with pytest.raises(icontract.ViolationError, match="no more states than the budget"):
        Spendthrift().advise(easy, easy.start(), (), 10)


def tiny_boards(number: int) -> Iterator[str]:
    """Yield boards of up to twelve squares at random, among them some without room for a jump and some with one peg."""
    dice = Dice(1)
    while number:
        width = 1 + dice.below(4)
        rows = ["".join(dice.choose("OO.*") for _ in range(width)) for _ in range(1 + dice.below(3))]
        try:
            game("/".join(rows))
        except HoyleError:
            continue
        yield "/".join(rows)
        number -= 1


def test_every_solver_answers_on_every_board() -> None:
    """All solvers of peg solitaire agree with the readable one wherever a box accepts the board, also where no jump has room."""
    solvers = shelf()["pegs"].solvers
    boards = [game(board) for board in tiny_boards(60)]
    assert any(not rules.board.jumps for rules in boards)
    for rules in boards:
        wanted = type(BreadthFirst[Position, Jump]().solve(rules, rules.start(), 10_000))
        for name, solver in solvers.items():
            assert type(solver().solve(rules, rules.start(), 10_000)) is wanted, (rules.write(rules.start()), name)


def test_perft_of_the_english_board() -> None:
    """The jump tree, as FACTS of the field have it (depth 7 is in the kernels' tests)."""
    english = game("english")
    assert [perft(english, english.start(), depth) for depth in range(6)] == [1, 4, 12, 60, 400, 2960]
