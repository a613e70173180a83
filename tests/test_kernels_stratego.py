"""Stratego's kernel against its rules: the same dice lead both through the very same matches."""

from __future__ import annotations

import os

import numpy as np
import pytest

from hoyle.dice import Dice
from hoyle.games.stratego import Position, Step, Stratego, batch, game, kernel
from hoyle.games.stratego.pieces import Rank, duel
from hoyle.games.stratego.player import WORTH
from hoyle.games.stratego.repetition import REACH
from hoyle.match import Match

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
"""Without the compiler the kernel is as slow as the rules, and small boards must do."""

RULES = [
    "six",
    "six@two-squares=off,more-squares=off,scouts=near",
    "six@two-squares=1,quiet=30",
    "six@longest=50,first=blue",
    "barrage",
    *(["duel@two-squares=5", "classic", "gravon@longest=300", "course@longest=300"] if COMPILED else []),
]


def begun(rules: Stratego, seed: int) -> Position:
    """Return a position after both armies were set up at random."""
    dice = Dice(seed)
    state = rules.start()
    while state.deploying:
        setups = [name for name, _ in rules.ready]
        state = rules.play(state, rules.parse(state, dice.choose(setups)))
    return state


@pytest.mark.parametrize("name", RULES)
def test_the_kernel_plays_as_the_rules_do(name: str) -> None:
    """From the same seed, the same moves to the same board with the same end, in every variant and option."""
    rules = game(name)
    seeds = range(6 if COMPILED else 2)
    starts = [begun(rules, seed) for seed in seeds]
    most = 400
    together = batch.Batch.of(rules, starts, room=most)
    moves = together.play_out(list(seeds))
    outcomes = together.outcomes()
    plies = 0
    for seed, state in zip(seeds, starts, strict=True):
        dice = Dice(seed)
        for _ in range(most):
            if state.end is not None:
                break
            state = rules.play(state, dice.choose(list(rules.moves(state))))  # noqa: PLW2901 — one state after the other
        plies += state.plies
        # A match that is over on the very last move of the room is not yet known to be.
        assert outcomes[seed] == state.end or state.plies == most
        assert (together.boards[seed] == batch.encode(rules, state.pieces)).all()
        assert tuple(together.metas[seed][:3]) == (state.mover, state.plies, state.quiet)
    assert moves == plies


@pytest.mark.parametrize("name", RULES[:5])
def test_the_kernel_lists_the_moves_of_the_rules(name: str) -> None:
    """The same moves in the same order at every step, repetition and chases included, from any position."""
    rules, dice = game(name), Dice(9)
    state = begun(rules, 4)
    while state.end is None and state.plies < (250 if COMPILED else 60):
        listed = [(move.source, move.target) for move in rules.moves(state) if isinstance(move, Step)]
        assert batch.Batch.of(rules, [state], room=1).legal(0) == listed
        state = rules.play(state, dice.choose(list(rules.moves(state))))


def test_the_kernel_knows_a_chase() -> None:
    """Round a block of four squares and back again: the move that would repeat is in neither list."""
    rules = game("classic")
    board = "/".join(
        [
            "b4 . . . . . . . . bF",
            *[". . . . . . . . . ."] * 3,
            ". . ~ ~ . b6 ~ ~ . .",
            ". . ~ ~ r7 . ~ ~ . .",
            *[". . . . . . . . . ."] * 3,
            "rF . . . . . . . . r4",
        ]
    )
    match = Match.new(rules, rules.read(f"{board}; red to move"))
    match = match.follow("e5-e6", "f6-f5", "e6-f6", "f5-e5", "f6-f5", "e5-e6", "f5-e5", "e6-f6")
    together = batch.Batch.of(rules, [match.state], room=1)
    assert ((4, 4), (4, 5)) not in together.legal(0)
    assert together.legal(0) == [
        (move.source, move.target) for move in rules.moves(match.state) if isinstance(move, Step)
    ]


@pytest.mark.parametrize("times", [0, REACH // 2 - 2, REACH // 2 - 1, REACH])
def test_the_kernel_remembers_as_much_of_a_chase_as_the_rules(times: int) -> None:
    """The flights and the legal moves are the same at every step, however long the chase."""
    rules = game("six@two-squares=off,quiet=off")
    state = rules.read(". . . . . bF/. . . . . ./. ~ . . ~ ./. ~ . b3 ~ ./. . r9 . . ./rF . . . . .; red to move")
    moves = ["c2-c3", "d3-d4", *("c3-d3", "d4-c4", "d3-c3", "c4-d4") * times]
    moves += ["c3-d3", "d4-c4", "d3-d4", "c4-c3", "d4-c4", "c3-d3"]
    together = batch.Batch.of(rules, [state], room=len(moves))
    _, _, options, duels = batch.tables(rules)
    for text in moves:
        step = rules.parse(state, text)
        assert isinstance(step, Step)
        state = rules.play(state, step)
        source, target = rules.board.index[step.source], rules.board.index[step.target]
        kernel.play(together.boards[0], together.metas[0], together.trails[0], options, duels, source, target)
        last = together.trails[0, together.metas[0, kernel.LENGTH] - 1]
        assert last[kernel.FLIGHT] == state.trail[-1].flight
        listed = [(move.source, move.target) for move in rules.moves(state) if isinstance(move, Step)]
        assert together.legal(0) == listed
    assert (((2, 3), (2, 2)) in listed) == (times >= REACH // 2 - 1)


def test_the_dice_are_the_same() -> None:
    """The kernel draws hoyle's own numbers, near the ends of the range too."""
    dice, rng = Dice(2**64 - 3), np.array([2**64 - 3], np.uint64)
    with np.errstate(over="ignore"):
        assert [kernel.below(rng, bound) for bound in range(1, 200)] == [dice.below(bound) for bound in range(1, 200)]


def test_the_tables_are_those_of_the_rules() -> None:
    """Rays, reach and duels come from the rules, and are not stated twice."""
    rules = game("six")
    rays, reach, _, duels = batch.tables(rules)
    assert [[duels[striker, struck] for struck in Rank] for striker in Rank] == [
        [duel(striker, struck) for struck in Rank] for striker in Rank
    ]
    assert [bool(far) for far in reach] == [rank.moves for rank in Rank]
    assert (rays >= 0).sum() == sum(len(ray) for ways in rules.board.rays for ray in ways)


def test_the_search_takes_a_flag() -> None:
    """On a board of known ranks it takes the flag at once, and leaves the board as it was."""
    rules = game("six")
    text = ". . . . . bF/. . . . . r2/. ~ . . ~ ./b9 ~ . . ~ ./r3 . . . . ./rF . . . . .; red to move"
    state = rules.read(text)
    steps = [move for move in rules.moves(state) if isinstance(move, Step)]
    sums = np.zeros(len(steps), np.int64)
    boards = np.array([batch.encode(rules, state.pieces)])
    values = np.array(WORTH, np.int64)
    kernel.weigh(boards, 0, batch.number_steps(rules, steps), 2, 10_000, batch.tables(rules), values, sums)
    assert str(steps[int(sums.argmax())]) == "f5-f6"
    assert sums.max() == 10_001
    assert (boards[0] == batch.encode(rules, state.pieces)).all()
