"""The readable solver, and the postcondition that watches every solver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import icontract
import pytest

from conftest import OWN, WHOLE, contracts_on, some
from hoyle.dice import Dice
from hoyle.game import Game, HoyleError
from hoyle.games.pegs import Jump, Position, game
from hoyle.match import Match
from hoyle.shelf import find, shelf
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


SMALL = (
    *(
        "domino/1",
        "domino/2",
        "domino/3",
        "domino/4",
        "dots/pairs",
        "dots/classic",
        "pegs/easy",
        "pegs/cross",
        "pegs/plus",
    ),
    *("pegs/O/../O../OOO.", "pegs/./../.O./O.../.O.OO", "pegs/O/OO/OOO/OOOO/OOO.O"),
    *(f"pegs/{board}" for board in tiny_boards(6)),
)
EVERY = 45 if WHOLE else 12
"""Up to this budget every one is tried."""
MOST = 3000
BEYOND = 8 if WHOLE else 4
"""How far beyond a number of positions with which some solver is done."""


def test_small_boards_are_of_every_game_that_has_a_solver() -> None:
    """No game of ours is left out below."""
    assert {name.partition("/")[0] for name in SMALL} == {name for name in OWN if shelf()[name].solvers}


@contracts_on
@pytest.mark.parametrize("name", some(SMALL, *set(SMALL) - {"pegs/cross", "pegs/plus", "domino/4"}))
def test_no_solver_exceeds_any_budget(name: str) -> None:
    """Whatever its budget, a solver says that it looked at no more positions, and raises nothing but a HoyleError.

    A budget that is just enough for one search leaves nothing for the next, in the same solver or in another.
    """
    box, rules = find(name)
    state = Match.new(rules).settle(Dice(0)).state
    done = {box.solver(solver).solve(rules, state, MOST).nodes for solver in box.solvers}
    edges = {budget for nodes in done for budget in range(nodes - 1, nodes + BEYOND)}
    for budget in sorted(edges | set(range(1, min(EVERY, max(done) + BEYOND)))):
        for solver in box.solvers if budget > 0 else ():
            chosen = box.solver(solver)
            for answer in (chosen.solve, lambda *facts, chosen=chosen: chosen.advise(*facts[:2], (), facts[2])):
                with suppress(HoyleError):
                    assert answer(rules, state, budget).nodes <= budget, (solver, budget)
