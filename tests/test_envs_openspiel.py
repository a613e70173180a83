"""OpenSpiel: its own simulations run on every game, and its algorithms find what is known."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'hoyle[openspiel]'")

from open_spiel.python.algorithms import cfr, exploitability, minimax  # noqa: E402

from hoyle.dice import Dice  # noqa: E402
from hoyle.game import NATURE, HoyleError, Seat  # noqa: E402
from hoyle.games.stratego import Rank, Stratego  # noqa: E402
from hoyle.games.stratego import game as stratego  # noqa: E402
from hoyle.games.stratego.board import Board  # noqa: E402
from hoyle.lab.envs import spiel  # noqa: E402
from test_stratego_leaks import played, twin  # noqa: E402

NAMES = spiel.register()
LONG = {name for name in NAMES if name.startswith("hoyle_stratego")} | {
    f"hoyle_{name}" for name in ("pegs_cross7", "pegs_cross9", "domino_9", "dots_wide")
}
"""Games that take minutes: they are simulated only with HOYLE_WHOLE=1."""


@pytest.mark.parametrize("name", sorted({*NAMES} - (set() if "HOYLE_WHOLE" in os.environ else LONG)))
def test_openspiel_has_nothing_against_a_game(name: str) -> None:
    """Random simulations with all of its checks, and states that are written and read."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=len(name) % 2 == 0, verbose=False)


def test_a_hidden_game_is_simulated() -> None:
    """A tiny Stratego, which is on no shelf."""
    pyspiel.random_sim_test(spiel.game_of(tiny()), num_sims=5, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["domino_2", "dots_pairs"])
def test_chance_has_the_odds_of_the_rules(name: str) -> None:
    """At each chance node they sum to one, and outcomes are nature's moves in their order."""
    state = pyspiel.load_game(f"hoyle_{name}").new_initial_state()
    dice = Dice(1)
    while not state.is_terminal():
        if state.is_chance_node():
            game, now = state.course.setting.game, state.course.now
            assert game.turn(now) == NATURE
            outcomes = state.chance_outcomes()
            assert [state.action_to_string(state.current_player(), one) for one, _ in outcomes] == [
                str(m) for m in game.moves(now)
            ]
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply_action(dice.choose(state.legal_actions()))


@pytest.mark.parametrize(
    ("name", "action", "words"),
    [
        ("nim_classic", 15, "an action is a number from 0 to 14, not 15"),
        ("nim_classic", -5, "an action is a number from 0 to 14, not -5"),
        ("nim_classic", 4, "§2"),
        ("dots_pairs", 2, "an outcome of chance is a number from 0 to 1, not 2"),
        ("dots_pairs", -2, "an outcome of chance is a number from 0 to 1, not -2"),
    ],
)
def test_a_wrong_action_is_an_error_in_one_line(name: str, action: int, words: str) -> None:
    """It says what is wrong, and the state is as it was."""
    state = pyspiel.load_game(f"hoyle_{name}").new_initial_state()
    before = str(state)
    with pytest.raises(HoyleError, match=words):
        state.apply_action(action)
    assert str(state) == before


@pytest.mark.parametrize("heaps", ["1", "1,2", "1,2,3", "2,2", "1,1,2"])
def test_minimax_agrees_with_the_theorem(heaps: str) -> None:
    """OpenSpiel's search finds the value that Bouton proved."""
    game = spiel.game_of(f"nim/{heaps}")
    value, _ = minimax.alpha_beta_search(game)
    chance = game.setting.best(game.setting.game.start()).chance
    assert chance is not None
    assert value == 2 * chance - 1


def tiny(longest: int = 4) -> Stratego:
    """Return a Stratego of two columns and three rows, with a flag and a miner on each side."""
    army = tuple(int(rank in {Rank.FLAG, Rank.MINER}) for rank in Rank)
    return Stratego(army, (), board=Board(2, 3, 1, frozenset()), longest=longest)


def test_regret_minimisation_learns_a_tiny_stratego() -> None:
    """The average policy becomes harder to exploit."""
    game = spiel.game_of(tiny(longest=3))
    solver = cfr.CFRSolver(game)
    found = []
    for _ in range(3):
        for _ in range(2):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[0] > found[1] > found[2]


def told(state: Any, seat: int) -> tuple[str, str, Any]:
    """Return what OpenSpiel tells a seat."""
    return (
        state.information_state_string(seat),
        state.observation_string(seat),
        np.array(state.observation_tensor(seat)),
    )


def test_what_is_hidden_is_in_no_string_and_no_tensor() -> None:
    """Two matches that a seat cannot tell apart are one to its observer, all along."""
    rules, compared = stratego("six"), 0
    for seat in (Seat(0), Seat(1)):
        match = played(rules, Dice(2), 12)
        other = twin(match, seat, Dice(9))
        if other is None or other.state == match.state:
            continue
        game = spiel.game_of("stratego/six")
        states = [game.new_initial_state() for _ in range(2)]
        for moves in zip(match.moves, other.moves, strict=True):
            for state, move in zip(states, moves, strict=True):
                state.apply_action(game.setting.number(move))
            one, two = (told(state, seat) for state in states)
            np.testing.assert_equal(one, two)
        compared += 1
    assert compared
