"""PettingZoo: its own tests pass for nim and Stratego, and no agent learns what its seat may not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from hoyle.dice import Dice
from hoyle.game import HoyleError, Seat
from hoyle.games.stratego import game as stratego
from hoyle.lab.envs.zoo import Aec, Parallel
from test_stratego_leaks import HIDDEN, played, twin

NAMES = ("nim/classic", "nim/marienbad", "stratego/six", "stratego/barrage")

# What PettingZoo says of every environment with an action mask in its observations.
masked = pytest.mark.filterwarnings("ignore:Observation")


@masked
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_has_nothing_against_an_environment(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In turns and all at once, with seeds, drawn in every way."""
    api_test(Aec(name), num_cycles=100)
    seed_test(lambda: Aec(name), num_cycles=20)
    parallel_api_test(Parallel(name), num_cycles=50)
    parallel_seed_test(lambda: Parallel(name), num_cycles=20)
    render_test(lambda render_mode=None: Aec(name, render_mode=render_mode))
    capsys.readouterr()


def everything(env: Aec) -> dict[str, Any]:
    """Return all that an environment tells its agents, each under the agent's name."""
    told = {agent: (env.observe(agent), env.infos[agent], env.rewards[agent]) for agent in env.agents}
    return told | {"turn": env.agent_selection, "ends": (env.terminations, env.truncations)}


@pytest.mark.parametrize("variant", HIDDEN[:4])
def test_agents_learn_nothing_of_what_is_hidden(variant: str) -> None:
    """Two matches that a seat cannot tell apart give its agent equal observations, masks and infos, all along."""
    rules, compared = stratego(variant), 0
    for seat in (Seat(0), Seat(1)):
        for seed in range(3):
            match = played(rules, Dice(seed), 16)
            other = twin(match, seat, Dice(seed + 9))
            if other is None or other.state == match.state:
                continue
            envs = [Aec(f"stratego/{variant}", dealt=False) for _ in range(2)]
            for env in envs:
                env.reset(seed=1)
            for moves in zip(match.moves, other.moves, strict=True):
                for env, move in zip(envs, moves, strict=True):
                    env.step(env.setting.number(move))
                agent = envs[0].possible_agents[seat]
                one, two = (everything(env) for env in envs)
                np.testing.assert_equal(one[agent], two[agent])
                assert (one["turn"], one["ends"]) == (two["turn"], two["ends"])
            compared += 1
    assert compared


def test_a_wrong_action_ends_the_episode_for_its_agent() -> None:
    """The one who took it loses 1 and nobody else does; what is no action at all is an error."""
    env = Aec("nim/1,2")
    env.reset(seed=1)
    with pytest.raises(HoyleError, match="an action is a number from 0 to 3, not 4"):
        env.step(4)
    env.step(env.setting.numbers["a2"])
    assert env.rewards == {"first_0": -1.0, "second_1": 0.0}
    assert all(env.terminations.values())


def test_without_an_episode_no_agent_can_act() -> None:
    """Before a reset and after the end that is an error in one line, and so is a missing action."""
    aec, both = Aec("nim/1"), Parallel("nim/1")
    for _ in range(2):
        with pytest.raises(HoyleError, match="no episode is under way: call reset"):
            aec.step(0)
        with pytest.raises(HoyleError, match="no episode is under way: call reset"):
            both.step({"first_0": 0, "second_1": 0})
        aec.reset(seed=1)
        aec.step(0)
        aec.step(None)
        aec.step(None)
        both.reset(seed=1)
        with pytest.raises(HoyleError, match="it is the turn of first_0, whose action is missing"):
            both.step({"second_1": 0})
        both.step({"first_0": 0, "second_1": 0})
