"""Gymnasium: every variant passes its checks, many matches are like one, and nothing exceeds the known optimum."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from hoyle.dice import Dice
from hoyle.game import HoyleError, IllegalMoveError
from hoyle.games.dots import training_kernel as dots_kernel
from hoyle.games.stratego import training_kernel as stratego_kernel
from hoyle.lab.envs import ids
from hoyle.lab.envs.evaluation import evaluate
from hoyle.lab.envs.setting import Setting
from web import put_on_shelf

IDS = dict(ids())
SOME = ("pegs/english", "domino/6", "dots/dealt", "nim/classic", "stratego/six")


def legal(mask: Any, dice: Dice) -> int:
    """Return one of the legal actions, or 0 if there is none."""
    return dice.choose(np.flatnonzero(mask).tolist() or [0])


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_has_nothing_against_an_environment(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its own checks pass without a warning, in every render mode."""
    env = gymnasium.make(IDS[name], render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=name not in {"pegs/easy", "nim/classic", "domino/2", "stratego/six"})
    capsys.readouterr()
    env.close()


def test_ids_are_different_and_any_game_has_one() -> None:
    """Odd signs become dashes, and hoyle/game-v0 takes any name."""
    assert len(set(IDS.values())) == len(IDS)
    env = gymnasium.make("hoyle/game-v0", game="pegs/O/OO/.OO")
    assert env.reset()[0].shape == (2, 3, 3)
    with pytest.raises(HoyleError, match="no variant of pegs is called 'frensh'"):
        gymnasium.make("hoyle/game-v0", game="pegs/frensh")


@pytest.mark.parametrize("name", IDS)
def test_a_setting_can_be_sent_to_another_process(name: str) -> None:
    """It comes back with the same actions, whatever its box is made of."""
    sent = Setting.of(name, dealt=False)
    received = pickle.loads(pickle.dumps(sent))  # noqa: S301 — these bytes are our own
    assert (received.name, received.dealt, received.actions) == (sent.name, sent.dealt, sent.actions)


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_matches_are_like_one(name: str, mode: AutoresetMode) -> None:
    """Row i of a vector with seed s is the environment with seed s + i, in every autoreset mode."""
    envs = gymnasium.make_vec(IDS[name], num_envs=3, autoreset_mode=mode, copy=True)
    ones: list[Any] = [gymnasium.make(IDS[name]) for _ in range(3)]
    seen, info = envs.reset(seed=4)
    assert seen in envs.observation_space
    firsts = [one.reset(seed=4 + row) for row, one in enumerate(ones)]
    assert all((seen[row] == first).all() for row, (first, _) in enumerate(firsts))
    dice, ended = Dice(1), np.zeros(3, np.bool_)
    for _ in range(60):
        if mode == AutoresetMode.DISABLED and ended.any():
            seen, info = envs.reset(options={"reset_mask": ended})
        actions = np.array([legal(mask, dice) for mask in info["action_mask"]])
        before = ended
        seen, rewards, terminated, truncated, info = envs.step(actions)
        ended = terminated | truncated
        for row, one in enumerate(ones):
            if before[row] and mode == AutoresetMode.NEXT_STEP:
                expected = (one.reset()[0], 0.0, False, False)
            else:
                if before[row] and mode == AutoresetMode.DISABLED:
                    one.reset()
                *expected_, _ = one.step(actions[row])
                expected = tuple(expected_)
                if mode == AutoresetMode.SAME_STEP and (expected[2] or expected[3]):
                    assert info["_final_obs"][row]
                    assert (info["final_obs"][row] == expected[0]).all()
                    expected = (one.reset()[0], *expected[1:])
            assert (seen[row] == expected[0]).all()
            assert (rewards[row], terminated[row], truncated[row]) == expected[1:]
            assert (info["action_mask"][row] == one.unwrapped.action_masks()).all()
    envs.close()


def test_masks_come_in_every_convention() -> None:
    """In the info, in the observation, as a method; and the buffers are reused unless copies are asked for."""
    env = gymnasium.make(IDS["pegs/easy"], observation="dict")
    seen, info = env.reset(seed=1)
    assert seen in env.observation_space
    masks = seen["action_mask"], info["action_mask"], env.get_wrapper_attr("action_masks")()
    assert all(mask.tolist() == [0, 1, 0, 1, 0, 0, 0, 0] for mask in masks)
    kept, fresh = (gymnasium.make_vec(IDS["pegs/easy"], num_envs=2, copy=copy) for copy in (False, True))
    for envs, same in ((kept, True), (fresh, False)):
        first = envs.reset(seed=1)[0]
        assert (envs.step(np.array([1, 1]))[0] is first) == same


def test_an_illegal_action_loses_or_is_refused() -> None:
    """By default it ends the episode and costs 1; or it is an error with the rule, and nothing has changed."""
    env = gymnasium.make(IDS["pegs/english"], reward="left")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal"], info["action_mask"].sum()) == (-32.0, True, True, 0)
    strict = gymnasium.make(IDS["pegs/english"], illegal="error")
    first, info = strict.reset(seed=1)
    with pytest.raises(IllegalMoveError, match=r"c1e1: e1 is not empty \(§3\)"):
        strict.step(0)
    assert strict.step(int(info["action_mask"].argmax()))[0].sum() == first.sum()
    for wrong in (-1, 76):
        with pytest.raises(HoyleError, match="an action is a number from 0 to 75"):
            strict.step(wrong)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_refused_step_changes_nothing(mode: AutoresetMode) -> None:
    """Whoever takes it back and goes on meets the same episodes as one who never tried, also where others have just ended."""
    runs = []
    for tries in (False, True):
        envs = gymnasium.make_vec(IDS["domino/1"], num_envs=3, illegal="error", autoreset_mode=mode, copy=True)
        seen, info = envs.reset(seed=2)
        ended, run, refused = np.zeros(3, np.bool_), [seen], 0
        for _ in range(40):
            if mode == AutoresetMode.DISABLED and ended.any():
                seen, info = envs.reset(options={"reset_mask": ended})
                run.append(seen)
            actions = info["action_mask"].argmax(1)
            wrong = info["action_mask"].argmin(1)
            if tries and (ended.any() or mode != AutoresetMode.NEXT_STEP) and not ended.all():
                with pytest.raises(IllegalMoveError):
                    envs.step(wrong)
                refused += 1
            seen, _, terminated, truncated, info = envs.step(actions)
            ended = terminated | truncated
            run.append(seen)
        assert bool(refused) == tries
        runs.append(run)
    np.testing.assert_equal(runs[0], runs[1])


@pytest.mark.parametrize("dealt", [True, False])
@pytest.mark.parametrize("name", ["stratego/six", "dots/dealt", "domino/2", "nim/marienbad"])
def test_every_refusal_names_the_rule(name: str, dealt: bool) -> None:  # noqa: FBT001 — a parameter of the test
    """Whatever is not legal at some moment is refused with a paragraph, also where the seat sees only a part."""
    env: Any = gymnasium.make(IDS[name], illegal="error", dealt=dealt)
    dice = Dice(1)
    for choices in (0, 3):
        _, info = env.reset(seed=3)
        for _ in range(choices):
            _, _, terminated, _, info = env.step(legal(info["action_mask"], dice))
            assert not terminated
        for action in np.flatnonzero(info["action_mask"] == 0).tolist():
            with pytest.raises(IllegalMoveError, match=r"^\S+: .*\(§\d+\)"):
                env.step(action)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"reward": "most"}, "no reward is called 'most'"),
        ({"observation": "pixels"}, "an observation is planes or dict"),
        ({"seat": 1}, "pegs/easy has only the seat 0, not 1"),
        ({"illegal": "stay"}, "illegal is lose or error, not 'stay'"),
        ({"threads": 0}, "threads is a whole number from 1 on, not 0"),
        ({"opponent": "nobody"}, "no opponent is called 'nobody'"),
        ({"render_mode": "film"}, "a render mode is rgb_array"),
    ],
)
def test_wrong_options_are_errors_in_one_line(options: dict[str, Any], words: str) -> None:
    """Each says what there is."""
    from hoyle.lab.envs.gymnasia import Env

    with pytest.raises(HoyleError, match=words):
        Env("pegs/easy", **options)


def test_wrong_steps_of_many_are_errors_in_one_line() -> None:
    """Too few actions, numbers that no action has, and a step after the end where nothing resets."""
    envs: Any = gymnasium.make_vec(IDS["pegs/easy"], num_envs=2, autoreset_mode="Disabled")
    for early in (lambda: envs.step(np.array([1, 1])), envs.optimum):
        with pytest.raises(HoyleError, match="no episode is under way: call reset"):
            early()
    envs.reset(seed=1)
    for actions, words in (
        ([1], r"2 whole numbers, not an array of shape \(1,\)"),
        ([1, 8], "environment 1: an action is a number from 0 to 7, not 8"),
        ([1.0, 1.0], "type float64"),
    ):
        with pytest.raises(HoyleError, match=words):
            envs.step(np.array(actions))
    envs.step(np.array([0, 1]))
    with pytest.raises(HoyleError, match="environment 0 has ended"):
        envs.step(np.array([1, 1]))
    for wrong in (np.ones(3, np.bool_), np.ones(2)):
        with pytest.raises(HoyleError, match="reset_mask is an array of 2 booleans"):
            envs.reset(options={"reset_mask": wrong})
    with pytest.raises(HoyleError, match="2 seeds are needed"):
        envs.reset(seed=[1, 2, 3])


@pytest.mark.parametrize(
    ("options", "words"),
    [({"autoreset_mode": "same_step"}, "no autoreset mode is called 'same_step'"), ({"num_envs": 0}, "num_envs is a whole number from 1")],
)  # fmt: skip
def test_wrong_options_of_many_are_errors_in_one_line(options: dict[str, Any], words: str) -> None:
    """Each says what there is."""
    from hoyle.lab.envs.gymnasia import Envs

    with pytest.raises(HoyleError, match=words):
        Envs("pegs/easy", **options)


@pytest.mark.parametrize("action", ["d2d4", 1.5, None, np.array([1]), -1, 8])
def test_a_wrong_step_of_one_is_an_error_in_one_line(action: Any) -> None:
    """What is not the number of an action changes nothing, and without an episode no action counts."""
    env: Any = gymnasium.make(IDS["pegs/easy"]).unwrapped
    for early in (lambda: env.step(1), env.optimum):
        with pytest.raises(HoyleError, match="no episode is under way: call reset"):
            early()
    env.reset(seed=1)
    with pytest.raises(HoyleError, match="an action is a number from 0 to 7"):
        env.step(action)
    assert not env.step(np.array(1))[2]
    assert env.step(0)[2]
    with pytest.raises(HoyleError, match="no episode is under way: call reset"):
        env.step(1)


def test_copies_stay_as_they_were() -> None:
    """With copy=True nothing that a step returned changes later, the last sight of an ended episode included."""
    envs = gymnasium.make_vec(IDS["domino/1"], num_envs=4, autoreset_mode="SameStep", copy=True)
    _, info = envs.reset(seed=1)
    kept = []
    for _ in range(20):
        *seen, info = envs.step(info["action_mask"].argmax(1))
        kept.append(((seen, info), deepcopy((seen, info))))
    assert any("final_obs" in info for (_, info), _ in kept)
    for was, copied in kept:
        np.testing.assert_equal(was, copied)


@pytest.mark.parametrize("name", SOME)
def test_planes_are_not_taken_for_pixels(name: str) -> None:
    """Stable-Baselines3 divides small numbers from 0 to 255 by 255, and may exchange their axes."""
    space = Setting.of(name)
    assert space.most < 255
    assert dots_kernel.HIGHEST == stratego_kernel.HIGHEST == space.most


def test_large_numbers_are_cut_off() -> None:
    """Machine code and rules show more than 254 moves alike, and within the space."""
    for compiled in (False, True):
        env = gymnasium.make("hoyle/game-v0", game="dots/3x3x2-300-R300", compiled=compiled)
        planes, _ = env.reset(seed=1)
        assert planes in env.observation_space
        assert planes.max() == 254


@pytest.mark.parametrize("name", ["pegs/easy", "stratego/six"])
def test_pictures_come_from_the_same_scene(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As text, as pixels and on the screen."""
    texts: dict[str, Any] = {}
    for mode in ("ansi", "human", "rgb_array"):
        env = gymnasium.make(IDS[name], render_mode=mode)
        env.reset(seed=1)
        texts[mode] = env.render()
    assert isinstance(texts["ansi"], str)
    assert texts["ansi"] in capsys.readouterr().out
    assert texts["rgb_array"].ndim == 3
    assert len(np.unique(texts["rgb_array"].reshape(-1, 3), axis=0)) > 5
    if name == "stratego/six":
        assert "?" in texts["ansi"]


# ------------------------------------------------------------------------------------------------ what is best


@pytest.mark.parametrize(("name", "reward", "best"), [
    ("pegs/easy", "win", 1.0), ("pegs/easy", "left", 0.0), ("pegs/easy", "potential", 2.0),
    ("pegs/triangle", "left", 0.0), ("pegs/triangle", "potential", 13.0), ("pegs/**O**/.OOO./**O**", "left", -3.0),
    ("dots/classic", "win", 1.0), ("domino/2", "left", 0.0), ("nim/classic", "win", 1.0), ("nim/1,2,3", "win", -1.0), ("pegs/cross9", "left", 0.0), ("pegs/cross5", "left", None),
])  # fmt: skip
def test_the_optimum_is_known(name: str, reward: str, best: float | None) -> None:
    """For every reward in its own unit, and None where nothing is proved."""
    env: Any = gymnasium.make("hoyle/game-v0", game=name, reward=reward)
    env.reset(seed=1)
    optimum = env.unwrapped.optimum()
    assert optimum.value == best
    assert optimum.why


@pytest.mark.parametrize("name", ["pegs/triangle", "domino/2", "dots/pairs"])
@pytest.mark.parametrize("reward", ["win", "left", "potential"])
def test_nobody_beats_the_optimum(name: str, reward: str) -> None:
    """From where it stands, no return is better; and following the optimum of each successor achieves it, but for chance."""
    env = gymnasium.make("hoyle/game-v0", game=name, reward=reward)
    base: Any = env.unwrapped
    for seed in range(6):
        _, info = env.reset(seed=seed)
        dice, bounds, rewards, ended = Dice(seed), [], [], False
        while not ended:
            bounds.append(base.optimum().value)
            _, reward_, terminated, truncated, info = env.step(legal(info["action_mask"], dice))
            rewards.append(float(reward_))
            ended = terminated or truncated
        if name != "dots/pairs":  # where chance can be kinder than expected
            for place, bound in enumerate(bounds):
                assert bound is None or sum(rewards[place:]) <= bound
        assert base.optimum().value in {None, 0.0, 1.0, -base.episodes.batch.left.item(0)}


def test_a_perfect_policy_has_no_regret() -> None:
    """The oracle's own jumps leave one peg, and the first legal ones do not."""
    env = gymnasium.make("hoyle/pegs-triangle-v0", reward="left")
    base: Any = env.unwrapped

    def perfect(_: Any, mask: Any) -> int:
        setting, state = base.setting, base.episodes.batch.state(0)
        game = setting.game
        after = {int(one): game.play(state, game.parse(state, setting.actions[one])) for one in np.flatnonzero(mask)}
        return min(after, key=lambda one: setting.best(after[one]).left)

    assert evaluate(env, perfect, episodes=2).regret == 0
    careless = evaluate(env, lambda _, mask: int(mask.argmax()), episodes=2)
    assert careless.regret == -careless.mean > 0
    alone = str(evaluate(env, perfect, episodes=1, optima=False))
    assert alone == "1 episode, mean return 0.00; the best possible return is not known"
    with pytest.raises(HoyleError, match="at least one episode"):
        evaluate(env, perfect, episodes=0)


def test_the_perfect_player_is_an_opponent() -> None:
    """It wins every match of nim that it can, and the learner may sit on either seat."""
    for game, seat in (("nim/1,2,3", 0), ("nim/1,2", 1)):
        env = gymnasium.make("hoyle/game-v0", game=game, opponent="perfect", seat=seat)
        report = evaluate(env, lambda _, mask: int(mask.argmax()), episodes=5)
        assert report.returns == report.optima == (-1.0,) * 5


def test_a_stranger_s_game_has_an_environment(tmp_path: Path) -> None:
    """It is registered like ours, and passes the same checks."""
    script = (
        "import warnings; warnings.simplefilter('error')\n"
        "import gymnasium, hoyle.lab.envs\n"
        "from gymnasium.utils.env_checker import check_env\n"
        "env = gymnasium.make('hoyle/secret-classic-v0' if 'hoyle/secret-classic-v0' in gymnasium.registry else\n"
        "    next(one for one in gymnasium.registry if one.startswith('hoyle/secret')))\n"
        "check_env(env.unwrapped, skip_render_check=True)\n"
        "print(env.unwrapped.setting.actions, env.reset(seed=1)[0].shape)"
    )
    path = os.pathsep.join(map(str, (put_on_shelf(tmp_path), Path(__file__).parent)))
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "'apple!'" in done.stdout


def test_the_front_door_stays_light() -> None:
    """Neither Gymnasium nor numpy is loaded unless asked for."""
    script = "import sys, hoyle; [*hoyle.shelf().values()]; sys.exit('gymnasium' in sys.modules or 'numpy' in sys.modules)"  # fmt: skip
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
