# ruff: noqa: D103 -- the name of a test says what it shows
"""Tolls and the two searches that meet, against all positions of small boards and against each other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from conftest import whole
from hoyle.games.pegs import game
from hoyle.games.pegs.problem import Problem, problem_of
from hoyle.games.pegs.proof.certificate import check
from hoyle.games.pegs.proof.prover import pagodas
from hoyle.games.pegs.search.exact import explore
from hoyle.games.pegs.search.meeting import Meeting, Side, lessons
from hoyle.games.pegs.search.toll import Toll, ruled_out, toll_of
from hoyle.games.pegs.solver import AnyLine
from hoyle.solver import GaveUp, Solved, Unsolvable

compiled_only = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="too large for interpreted kernels"
)
BOARDS = ["triangle4", "*OOO*/OOOOO/OOOOO/*OOO*"]


def problems(variant: str) -> Iterator[Problem]:
    """Yield every vacancy of a board with each last hole that its class allows, and with all of them together."""
    board = game(variant).board
    for vacancy in board.squares:
        rules = replace(game(variant), pegs=board.holes - {vacancy})
        problem = problem_of(rules, rules.start()).same_class()
        yield from (replace(problem, goals=(goal,)) for goal in problem.goals)
        if len(problem.goals) > 1:
            yield problem


def tolls_of(problem: Problem) -> list[Toll]:
    """Return the tolls of pagoda functions and of the sum of all."""
    functions = pagodas(problem)
    everything = tuple(map(sum, zip(*functions, strict=True)))
    return [toll for weights in [*functions, everything] if weights and (toll := toll_of(problem, weights)) is not None]


def winning(problem: Problem) -> list[set[int]]:
    """Return the positions from which a goal can be reached, after 0, 1, 2, ... jumps from the start."""
    layers = [{problem.start}]
    for _ in range(problem.pegs - 1):
        layers.append({after for position in layers[-1] for after in children(problem, position)})
    live = [layers[-1] & {1 << goal for goal in problem.goals}]
    for layer in reversed(layers[:-1]):
        live.append({position for position in layer if children(problem, position) & live[-1]})
    return live[::-1]


def children(problem: Problem, position: int) -> set[int]:
    """Return the positions after each jump, by the numbers alone."""
    return {
        position ^ (1 << s | 1 << o | 1 << t)
        for s, o, t in problem.jumps
        if position >> s & position >> o & ~position >> t & 1
    }


@pytest.mark.parametrize("variant", BOARDS)
def test_tolls_rule_out_nothing_that_wins(variant: str) -> None:
    stricter = 0
    for problem in problems(variant):
        live = winning(problem)
        positions = np.array(sorted(set().union(*live)), dtype=np.uint64)
        for toll in tolls_of(problem):
            assert not ruled_out(problem, toll, positions, forwards=True).any()
            assert not ruled_out(problem, toll, positions, forwards=False).any()
            stricter += int(toll.costs.max() > 0)
    assert stricter


@pytest.mark.parametrize("variant", BOARDS)
def test_two_searches_say_what_one_says(variant: str) -> None:
    verdicts = set()
    for problem in problems(variant):
        meeting = Meeting(problem, tolls_of(problem))
        assert meeting.approach(100_000)
        line = meeting.line()
        assert (line is None) == (explore(problem, 100_000).best() is None)
        position = problem.start
        for number in line or ():
            source, over, target = problem.jumps[number]
            assert position >> source & position >> over & ~position >> target & 1
            position ^= 1 << source | 1 << over | 1 << target
        assert line is None or position in {1 << goal for goal in problem.goals}
        verdicts.add(line is None)
    assert verdicts == {True, False}


@pytest.mark.parametrize("variant", BOARDS[:1])
def test_a_kernel_weighs_as_the_readable_toll_does(variant: str) -> None:
    for problem in problems(variant):
        tolls = tolls_of(problem)
        positions = np.arange(1, 1 << problem.size, dtype=np.uint64)
        for forwards in (True, False):
            spare = Side(problem, tolls, forwards=forwards).weigh(positions)
            refused = [ruled_out(problem, toll, positions, forwards=forwards) for toll in tolls]
            assert np.array_equal(spare < 0, np.logical_or.reduce(refused))


def test_what_a_lane_cannot_hold_is_left_to_the_tolls() -> None:
    """A function by which there is more to lose than fits into a lane of the ledger has none."""
    rules = game("english@d4-d4")
    problem = problem_of(rules, rules.start())
    toll = next(toll for weights in pagodas(problem) if (toll := toll_of(problem, weights)) is not None)
    large = replace(toll, weights=tuple(100 * weight for weight in toll.weights))
    assert Side(problem, [toll], forwards=True).ledger[1].size == 1
    assert Side(problem, [large], forwards=True).ledger[1].size == 0


def test_a_dash_finds_a_line_between_the_fronts() -> None:
    problem = next(problems("triangle"))
    meeting = Meeting(problem, tolls_of(problem))
    assert not meeting.approach(40)
    assert meeting.gap > 0
    line, looked = meeting.dash(100)
    assert line is not None
    assert looked > len(line) == problem.pegs - 1
    assert meeting.dash(1)[1] < looked


@whole
@compiled_only
def test_lessons_pay_and_are_the_same_each_time() -> None:
    rules = game("diamond41@e1-e9")
    problem = problem_of(rules, rules.start())
    functions = pagodas(problem, 200)
    taught, again = lessons(problem, functions), lessons(problem, functions)
    assert [toll.weights for toll in taught] == [toll.weights for toll in again]
    plain = Meeting(problem, [toll for weights in functions if (toll := toll_of(problem, weights)) is not None])
    clever = Meeting(problem, taught)
    assert not plain.approach(50_000)
    assert not clever.approach(50_000)
    assert clever.gap < plain.gap
    assert sum(clever.forth.sizes[:10]) < sum(plain.forth.sizes[:10])


@compiled_only
@pytest.mark.parametrize("ends", ["e3-e1", "e4-b6", "e4-e9"])
def test_the_diamond_of_41_holes_falls_from_behind(ends: str) -> None:
    rules = game(f"diamond41@{ends}")
    verdict = AnyLine().solve(rules, rules.start(), 1_000_000)
    assert isinstance(verdict, Unsolvable)
    assert verdict.certificate is not None
    assert verdict.certificate["evidence"][-1]["kind"] == "meeting"
    check(verdict.certificate)


@whole
@compiled_only
def test_a_line_between_two_corners_of_the_diamond() -> None:
    rules = game("diamond41@d2-f2")
    verdict = AnyLine().solve(rules, rules.start(), 10_000_000)
    assert isinstance(verdict, Solved)
    assert len(verdict.line) == 39


@compiled_only
@pytest.mark.parametrize("puzzle", ["wiegleb@e1-e1", "diamond41@e1-e9"])
def test_a_block_function_needs_few_positions(puzzle: str) -> None:
    rules = game(puzzle)
    verdict = AnyLine().solve(rules, rules.start(), 10_000)
    assert isinstance(verdict, Unsolvable)
    assert verdict.why.endswith("the game would have to gain between its first and its last jump")
    assert verdict.certificate is not None
    check(verdict.certificate)


@compiled_only
def test_what_takes_too_long_is_given_up() -> None:
    rules = game("diamond41@d2-f8")
    assert isinstance(AnyLine().solve(rules, rules.start(), 10_000), GaveUp)
