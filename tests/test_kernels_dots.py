"""Dots: the kernel against the rules, on random walks and exhaustively on small boards."""

from __future__ import annotations

from itertools import islice, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.dots import Dots, Position, batch, game, kernel
from hoyle.games.dots.player import Random
from hoyle.match import Match
from hoyle.solver import wins

few = settings(max_examples=10, deadline=None, derandomize=True)
seeds = st.integers(0, 2**64 - 1)


def in_plain_python() -> bool:
    """Tell whether the kernel runs without being compiled, to measure what tests cover."""
    return not hasattr(kernel.below, "py_func")


@few
@given(seed=seeds, bounds=st.lists(st.integers(1, 2**62), min_size=1, max_size=20))
def test_the_kernel_draws_as_the_dice_do(seed: int, bounds: list[int]) -> None:
    """The same words, and the same ones thrown away."""
    dice, counter = Dice(seed), np.array([seed], np.uint64)
    with np.errstate(over="ignore"):
        assert [dice.below(bound) for bound in bounds] == [kernel.below(counter, bound) for bound in bounds]


@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2)])
def test_paths_are_those_of_the_rules_on_every_small_board(size: tuple[int, int], loops: bool) -> None:  # noqa: FBT001 — a parameter
    """All boards of two colours, with every path, in the same order."""
    width, height = size
    for dots in product("RO", repeat=width * height):
        rows = tuple("".join(dots[start : start + width]) for start in range(0, len(dots), width))
        made = Dots(rows, colours=2, loops=loops)
        if made.outcome(made.start()) is None:
            listed = list(made.moves(made.start()))
            assert batch.find_paths(made, made.start()) == listed
            assert batch.count_paths(made, made.start()) == len(listed)


@pytest.mark.parametrize("name", ["dealt", "loops", "small-loops", "7x3x2-loops", "5x8x8"])
def test_paths_drops_and_refills_are_those_of_the_rules_on_walks(name: str) -> None:
    """Boards as they come up in play: the first paths, the board after each, and the same dots from the same dice."""
    made = game(name)
    match = Match.new(made).settle(Dice(2))
    listed = list(islice(made.moves(match.state), 60))
    assert batch.find_paths(made, match.state, most=60) == listed
    for path in listed:
        after = made.play(match.state, path)
        gone = made.removed_by(match.state, path)  # type: ignore[arg-type]  # a full board has paths only
        board = batch.encode(made, match.state)
        width = len(made.board[0])
        flags = np.array([(square % width, square // width) in gone for square in range(len(board))])
        assert kernel.drop(board, flags, width) == after.score
        assert batch.decode(made, board) == after.rows
        counter = np.array([77], np.uint64)
        with np.errstate(over="ignore"):
            kernel.refill(board, width, made.colours, counter)
        assert batch.decode(made, board) == Match.new(made, after).settle(Dice(77)).state.rows


def played(made: Dots, start: Position, seed: int) -> batch.End:
    """Return how a match between the random player and nature ends, both with the same dice, by the rules."""
    player = Random(Dice(seed))
    match = Match.new(made, start).settle(player.dice)
    while match.turn is not None:
        match = match.play(player.choose(made, match.state, Seat(0))).settle(player.dice)
    return batch.End(wins(made, match.state), match.state.score, match.state.left)


@pytest.mark.parametrize("name", ["classic", "loops", "dealt", "small", "pairs", "wide", "3x3x3-9-R2,G3-loops"])
def test_play_outs_are_the_matches_of_the_random_player(name: str) -> None:
    """Seed by seed the same winner, the same score and the same moves left."""
    made = game(name)
    chosen = [*range(12), 2**64 - 1]
    assert batch.playouts(made, made.start(), chosen) == [played(made, made.start(), seed) for seed in chosen]


@pytest.mark.parametrize(("side", "paths"), [(4, 14_248), (5, 1_530_196)])
def test_paths_of_a_board_of_one_colour_are_counted_fast(side: int, paths: int) -> None:
    """The undirected paths of the square grid graph."""
    if side > 4 and in_plain_python():
        pytest.skip("a million and a half paths are for compiled code")
    made = Dots(("R" * side,) * side)
    assert batch.count_paths(made, made.start()) == paths
