# ruff: noqa: D103, S311 -- the name of a test says what it shows, and its dice need not be secret
"""The solvers of peg solitaire against the rules, against the readable solver, and against published figures."""

from __future__ import annotations

import os
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import pytest

from conftest import WHOLE, whole
from hoyle.dice import Dice
from hoyle.games.nim import BOX as NIM
from hoyle.games.pegs import game
from hoyle.games.pegs.boards import TEMPLATES
from hoyle.games.pegs.problem import Problem, problem_of
from hoyle.games.pegs.proof.certificate import check
from hoyle.games.pegs.proof.prover import pagodas
from hoyle.games.pegs.rules import Jump, PegSolitaire, Position
from hoyle.games.pegs.search.beam import beam, find
from hoyle.games.pegs.search.exact import (
    OverBudgetError,
    enumerate_plainly,
    explore,
    fits,
    is_winnable,
    shortest,
    winnable,
)
from hoyle.games.pegs.search.turns import at_least, few_turns
from hoyle.games.pegs.solver import AnyLine, FewestTurns
from hoyle.grid import name
from hoyle.solver import BreadthFirst, GaveUp, Solved, Unsolvable, facts, replay, wins

interpreted = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
compiled_only = pytest.mark.skipif(interpreted, reason="too large for interpreted kernels")
BUDGET = 1_000_000


def random_games(number: int) -> Iterator[PegSolitaire]:
    """Yield small boards with random pegs, about a third of them with a wanted hole, the same on every run."""
    dice = random.Random(2)
    for _ in range(number):
        if dice.random() < 0.5:
            rows = ["".join(dice.choice("OOO..*") for _ in range(4)) for _ in range(4)]
        else:
            rows = ["".join(dice.choice("OOO..*") for _ in range(length)) for length in range(1, 6)]
        rows[0] = "O" + rows[0][1:]
        some = game("/".join(rows))
        yield replace(some, goal=dice.choice(some.board.squares) if dice.random() < 0.3 else None)


def solvable_games(number: int) -> Iterator[PegSolitaire]:
    """Yield positions made by taking jumps back from one peg, so that they can be won."""
    dice = random.Random(3)
    for _ in range(number):
        board = game(dice.choice(["triangle4", "triangle", "OOOO/OOOO/OOOO", "*OOO*/OOOOO/OOOOO/*OOO*"])).board
        last = dice.choice(board.squares)
        pegs = frozenset({last})
        for _ in range(dice.randrange(1, 9)):
            back = [jump for jump in board.jumps if jump.target in pegs and not {jump.source, jump.over} & pegs]
            if back:
                jump = dice.choice(back)
                pegs = pegs - {jump.target} | {jump.source, jump.over}
        yield PegSolitaire(board, pegs, dice.choice([None, last]))


def fewest_turns(rules: PegSolitaire, start: Position) -> int | None:
    """Return the fewest turns, by the book: states are positions with the hole of the peg that moved last."""
    queue: deque[tuple[int, Position, tuple[int, int] | None]] = deque([(0, start, None)])
    done = set()
    while queue:
        turns, state, moved = queue.popleft()
        if (state, moved) in done:
            continue
        done.add((state, moved))
        if wins(rules, state):
            return turns
        for jump in rules.moves(state):
            after = rules.play(state, jump)
            if jump.source == moved:
                queue.appendleft((turns, after, jump.target))
            else:
                queue.append((turns + 1, after, jump.target))
    return None


def test_same_verdict_as_breadth_first_and_every_proof_holds() -> None:
    kinds = set()
    for rules in random_games(60):
        verdict = AnyLine().solve(rules, rules.start(), BUDGET)
        reference: object = BreadthFirst[Position, Jump]().solve(rules, rules.start(), BUDGET)
        assert type(verdict) is type(reference), rules.write(rules.start())
        if isinstance(verdict, Unsolvable):
            assert verdict.certificate is not None
            check(verdict.certificate)
            kinds |= {item["kind"] for item in verdict.certificate["evidence"]}
    assert kinds == {"class", "pagoda", "exhaustion"}


def test_fewest_turns_are_those_of_the_book() -> None:
    for rules in solvable_games(60):
        verdict = FewestTurns().solve(rules, rules.start(), BUDGET)
        assert isinstance(verdict, Solved)
        turns = fewest_turns(rules, rules.start())
        assert rules.measure(verdict.line)["turns"] == turns
        assert not verdict.line or verdict.why == f"no line has fewer than {turns} turn{'s' * (turns != 1)}"
    for rules in random_games(20):
        if not isinstance(FewestTurns().solve(rules, rules.start(), BUDGET), Solved):
            assert fewest_turns(rules, rules.start()) is None


def test_pagoda_functions_leave_out_only_what_cannot_win() -> None:
    for rules in solvable_games(40):
        problem = problem_of(rules, rules.start()).same_class()
        if problem.solved:
            continue
        functions = pagodas(problem)
        for weights in functions:
            assert all(weights[s] + weights[o] >= weights[t] for s, o, t in problem.jumps)
        plain, pruned = explore(problem, BUDGET), explore(problem, BUDGET, functions)
        live, _ = winnable(problem, functions)
        filtered = explore(problem, BUDGET, functions, live=live)
        assert is_winnable(problem, live)
        assert plain.sequences == pruned.sequences == filtered.sequences
        assert (plain.best() or (0,))[0] == (pruned.best() or (0,))[0] == (filtered.best() or (0,))[0]
        assert all(
            few <= some <= many for few, some, many in zip(filtered.sizes, pruned.sizes, plain.sizes, strict=True)
        )


def all_positions(problem: Problem) -> list[set[int]]:
    """Return the positions after 0, 1, 2, ... jumps, without any kernel."""
    layers = [{problem.start}]
    while layers[-1]:
        layers.append(
            {
                position ^ (1 << s | 1 << o | 1 << t)
                for position in layers[-1]
                for s, o, t in problem.jumps
                if position >> s & position >> o & ~position >> t & 1
            }
        )
    return layers[:-1]


@pytest.mark.parametrize("variant", ["triangle4@b3", "plus", "OOOO/O.OO/OOOO", "OOO*/O.OO/OOOO", "O.O/O.O"])
def test_layers_hold_every_position(variant: str) -> None:
    rules = game(variant)
    problem = problem_of(rules, rules.start())
    layers = explore(problem, BUDGET, symmetric=False)
    by_hand = all_positions(problem)
    assert [{layers.numbering.decode(int(key)) for key in layer[:, 0]} for layer in layers.layers] == by_hand
    line, sizes = enumerate_plainly(problem, BUDGET)
    assert sizes == [len(layer) for layer in by_hand]
    assert (line is not None) == (layers.best() is not None)
    symmetric = explore(problem, BUDGET)
    order = len(problem.keeping(start=True))
    assert all(few <= many <= order * few for few, many in zip(symmetric.sizes, layers.sizes, strict=True))
    assert symmetric.sequences == layers.sequences


@pytest.mark.parametrize("variant", ["triangle4@b3-b3", "OOOO/O.OO/OOOO", "OOO*/O.OO/OOOO", "easy"])
def test_winnable_positions_are_those_that_reach_the_goal(variant: str) -> None:
    rules = game(variant)
    problem = problem_of(rules, rules.start()).same_class()
    if not problem.goals:
        problem = replace(problem, start=1, goals=(0,))
    plain = replace(problem, symmetries=())
    live, sizes = winnable(plain)
    assert len(sizes) <= problem.pegs
    for layer in all_positions(problem):
        for position in layer:
            there = replace(problem, start=position)
            ends = all_positions(there)[-1] & {1 << goal for goal in problem.goals}
            assert is_winnable(there, live) == bool(ends)
    live, symmetric_sizes = winnable(problem)
    assert symmetric_sizes == sizes
    filtered = explore(problem, BUDGET, live=live) if is_winnable(problem, live) else None
    if filtered is not None:
        assert filtered.best() == explore(problem, BUDGET).best()
        assert filtered.sequences == explore(problem, BUDGET).sequences


@pytest.mark.parametrize(
    ("vacancy", "sequences", "turns"), [("a1", 29_760, 10), ("a2", 14_880, 10), ("a3", 85_258, 9), ("b3", 1_550, 11)]
)
def test_triangle_has_the_published_numbers_of_solutions(vacancy: str, sequences: int, turns: int) -> None:
    rules = game(f"triangle@{vacancy}")
    layers = explore(problem_of(rules, rules.start()), BUDGET)
    best = layers.best()
    assert best is not None
    assert (layers.sequences, best[0]) == (sequences, turns)


@pytest.mark.parametrize("vacancy", [name(hole) for hole in game("triangle").board.squares])
def test_triangle_is_solved_from_every_start(vacancy: str) -> None:
    rules = game(f"triangle@{vacancy}")
    assert isinstance(AnyLine().solve(rules, rules.start(), BUDGET), Solved)


@compiled_only
def test_english_is_solved_wherever_the_class_allows() -> None:
    # One hole of each kind stands for its mirror images, unless everything is tried.
    board, images = game("english").board, {"a3": 8, "a4": 4, "b3": 8, "b4": 4, "c3": 4, "c4": 4, "d4": 1}
    solved = 0
    for vacancy, count in {name(hole): 1 for hole in board.squares}.items() if WHOLE else images.items():
        for last in board.squares:
            rules = game(f"english@{vacancy}-{name(last)}")
            verdict = AnyLine().solve(rules, rules.start(), BUDGET)
            solved += count * isinstance(verdict, Solved)
            assert not isinstance(verdict, GaveUp)
    assert solved == 125


@compiled_only
@pytest.mark.parametrize("variant", ["english", "wiegleb", "asymmetric", "french@c1", "french@d3", *TEMPLATES])
def test_the_shelf_is_solved_at_once(variant: str) -> None:
    rules = game(variant)
    verdict = AnyLine().solve(rules, rules.start(), BUDGET)
    assert isinstance(verdict, Solved)
    assert verdict.nodes < 250_000


@compiled_only
@pytest.mark.parametrize("variant", ["cross5@f7-h7", "cross7@i10-k10", "triangle12"])
def test_boards_beyond_one_word_are_solved(variant: str) -> None:
    rules = game(variant)
    verdict = AnyLine().solve(rules, rules.start(), BUDGET)
    assert isinstance(verdict, Solved)
    last = replay(rules, rules.start(), verdict.line)
    assert last is not None
    assert wins(rules, last)


@compiled_only
@pytest.mark.parametrize(("variant", "turns"), [("easy", 1), ("cross", 4), ("plus", 5), ("pyramid", 7), ("arrow", 8)])
def test_templates_need_so_many_turns(variant: str, turns: int) -> None:
    rules = game(variant)
    verdict = FewestTurns().solve(rules, rules.start(), 10 * BUDGET)
    assert isinstance(verdict, Solved)
    assert rules.measure(verdict.line)["turns"] == turns


@whole
@compiled_only
def test_the_central_game_needs_eighteen_turns() -> None:
    rules = game("english@d4-d4")
    problem = problem_of(rules, rules.start())
    layers = shortest(problem, 20 * BUDGET, lambda: pagodas(problem))
    turns, line = layers.best() or (0, ())
    # Bergholt found 18 turns in 1912, Beasley proved that fewer do not do; the rest is in OEIS A112738.
    jumps = [rules.board.jumps[number] for number in line]
    assert turns == rules.measure(jumps)["turns"] == 18
    last = replay(rules, rules.start(), jumps)
    assert last is not None
    assert wins(rules, last)
    assert sum(layers.sizes) == 1_679_072
    assert layers.sequences == 40_861_647_040_079_968


def test_a_won_position_needs_no_line() -> None:
    rules = game("O../...")
    assert AnyLine().solve(rules, rules.start(), 1) == Solved((), 0, "the position is won already")
    assert FewestTurns().solve(rules, rules.start(), 1) == Solved((), 0, "the position is won already")


def test_a_board_of_thousands_of_holes_is_searched_in_little_memory() -> None:
    """Holes that no jump reaches are far from everything, and cost no more room than others."""
    vast = game("/".join(["OO." + "*O" * 45, *(("*O", "O*")[row % 2] * 46 + "*" for row in range(90))]))
    assert find(problem_of(vast, vast.start()), 100) == (None, 1)


def test_no_more_positions_are_marked_than_have_numbers() -> None:
    """However much memory there is, the kernel numbers positions by 32 bits."""
    french = game("french@c1")
    assert not fits(problem_of(french, french.start()), memory=1 << 40)


def test_a_small_budget_gives_up_and_says_so() -> None:
    rules = game("triangle@a1-b3")  # unsolvable, but only exhaustion tells
    verdict = AnyLine().solve(rules, rules.start(), 1_000_000)
    assert isinstance(verdict, Unsolvable)
    far = game("/".join(["O" * 9] * 4 + ["OOOO.OOOO"] + ["O" * 9] * 4))
    given_up = AnyLine().solve(far, far.start(), 50)
    assert isinstance(given_up, GaveUp)
    assert isinstance(FewestTurns().solve(game("triangle"), game("triangle").start(), 100), GaveUp)


def test_bounds_of_turns_hold_wherever_the_truth_is_known() -> None:
    """On random positions of small boards: no line has fewer turns than the bound, and a thin search finds no fewer."""
    seen = list[int]()
    for board in ("triangle", "OOOO/OO.O/OOOO", "OOOOO/OO.OO/OOOOO"):
        rules, dice = game(board), Dice(11)
        states = [rules.board.holes - {hole} for hole in rules.board.squares]
        states += [frozenset(hole for hole in rules.board.squares if dice.below(4)) for _ in range(25)]
        for state in states:
            problem = problem_of(replace(rules, pegs=state), state)
            best = explore(problem, BUDGET).best() if problem.pegs > 1 else None
            if best is not None:
                least, layers = at_least(problem), few_turns(problem, width=50)
                assert least <= best[0], (board, state)
                seen.append(best[0] - least)
                if (found := layers.best()) is not None:
                    assert found[0] >= best[0]
    assert len(seen) > 20
    assert min(seen) <= 2


@compiled_only
def test_where_turns_cannot_be_compared_both_bounds_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line with few turns, and how many any line takes; where the two agree that is a proof."""
    rules = game("asymmetric")
    monkeypatch.setattr("hoyle.games.pegs.solver.THIN", (500,))
    verdict = FewestTurns().solve(rules, rules.start(), 400_000)
    assert isinstance(verdict, Solved)
    assert not verdict.shortest
    turns = rules.measure(verdict.line)["turns"]
    assert verdict.least == 15 < turns <= 21
    assert verdict.why == f"it takes at least 15 and at most {turns} turns"
    assert facts(rules, verdict)["least"] == 15


def test_beyond_one_word_few_positions_are_enumerated() -> None:
    row = "O" * 33 + ".."
    rules = game("/".join([row, row.replace("O", "*").replace(".", "*"), row]))
    verdict = AnyLine().solve(rules, rules.start(), BUDGET)
    assert isinstance(verdict, Unsolvable)
    assert verdict.certificate is not None
    check(verdict.certificate)
    assert isinstance(FewestTurns().solve(rules, rules.start(), BUDGET), Unsolvable)


def test_the_searches_speak_the_same_numbers() -> None:
    rules = game("plus")
    problem = problem_of(rules, rules.start()).same_class()
    line, _ = find(problem, BUDGET)
    assert line is not None
    last = replay(rules, rules.start(), [rules.board.jumps[number] for number in line])
    assert last is not None
    assert wins(rules, last)
    assert fits(problem)
    assert shortest(problem, BUDGET).best() == explore(problem, BUDGET).best()
    with pytest.raises(OverBudgetError):
        explore(problem, 3)
    with pytest.raises(OverBudgetError):
        enumerate_plainly(problem, 3)
    assert beam(problem, problem.goals[0], 1, 0)[0] is None


def test_other_games_are_refused() -> None:
    nim = NIM.game(NIM.default)
    # Nim has two seats, so with contracts on the call would not get that far.
    solve = getattr(AnyLine.solve, "__wrapped__", AnyLine.solve)
    with pytest.raises(TypeError, match="this solver is for peg solitaire"):
        solve(AnyLine(), nim, nim.start(), 1)


def test_symmetries_are_permutations_of_the_jumps() -> None:
    for variant in ("english", "asymmetric", "triangle", "cross5", "diamond25", "easy"):
        rules = game(variant)
        problem = problem_of(rules, rules.start())
        for symmetry in problem.symmetries:
            assert {tuple(symmetry[hole] for hole in jump) for jump in problem.jumps} == set(problem.jumps)
