"""Steps per second of the learning environments, beside other libraries that are installed, in one run.

    python -m venv ../peers && ../peers/bin/pip install open_spiel pgx jax envpool 'pettingzoo[classic]' '.[envs]'
    ../peers/bin/python benchmarks/envs.py

Only the steps are timed, with observations and masks; the random legal actions are chosen beforehand.  What is not
installed or does not run is left out, with the reason.  The table is the one in docs/environments.md: steps per second
on the clock, per second of processor time (all threads added up), and the latter beside that of the first row.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from importlib.metadata import version
from typing import Any

import gymnasium
import numpy as np

from hoyle.lab.envs import ids, kernel
from hoyle.lab.envs.batch import STAND
from hoyle.lab.envs.episodes import Episodes
from hoyle.shelf import find

SECONDS = 2.0
BATCH = 1024

Rate = tuple[float, float]
"""Steps per second of processor time, and on the clock."""


def measure(step: Callable[[], int], seconds: float, prepare: Callable[[], None] = lambda: None) -> Rate:
    """Return the rate of a step, without what prepares it."""
    for _ in range(3):
        prepare()
        step()
    steps, cpu, clock = 0, 0.0, 0.0
    while clock < seconds:
        prepare()
        begun = time.process_time(), time.perf_counter()
        steps += step()
        cpu, clock = cpu + time.process_time() - begun[0], clock + time.perf_counter() - begun[1]
    return steps / cpu if cpu else float("nan"), steps / clock


def chooser(mask: Any, actions: Any) -> Callable[[], None]:
    """Return a function that writes random legal actions."""
    every, dice = np.ones(len(actions), np.bool_), np.arange(len(actions), dtype=np.uint64)
    return lambda: kernel.choose(mask, every, dice, actions)


def many(identity: str, seconds: float, **options: Any) -> Rate:
    """Return the rate of a vector environment of ours."""
    envs = gymnasium.make_vec(f"hoyle.lab.envs:{identity}", num_envs=BATCH, **options)
    _, info = envs.reset(seed=1)
    actions = np.zeros(BATCH, np.int64)

    def step() -> int:
        envs.step(actions)
        return BATCH

    rate = measure(step, seconds, chooser(info["action_mask"], actions))
    envs.close()
    return rate


def one(identity: str, seconds: float) -> Rate:
    """Return the rate of a single environment of ours, with its resets; the first legal action costs nothing to find."""
    env: Any = gymnasium.make(f"hoyle.lab.envs:{identity}").unwrapped
    lines = [_line(env, seed) for seed in range(50)]

    def step() -> int:
        count = 0
        for line in lines:
            env.reset()
            for action in line:
                env.step(action)
            count += len(line)
        return count

    return measure(step, seconds)


def _line(env: Any, seed: int) -> list[int]:
    """Return the actions of a random episode of a game without chance."""
    random = np.random.default_rng(seed)
    _, info = env.reset()
    line: list[int] = []
    while info["action_mask"].any():
        line.append(int(random.choice(np.flatnonzero(info["action_mask"]))))
        info = env.step(line[-1])[-1]
    return line


def sync(seconds: float) -> Rate:
    """Return the rate of Gymnasium's own vector around a simple environment, for comparison."""
    envs = gymnasium.make_vec("CartPole-v1", num_envs=BATCH, vectorization_mode="sync")
    envs.reset(seed=1)
    actions = np.zeros(BATCH, np.int64)
    return measure(lambda: len(envs.step(actions)[1]), seconds)


def open_spiel(seconds: float) -> Rate:
    """Return the rate of OpenSpiel's connect four in C++, called from Python, with tensors and masks."""
    import pyspiel

    game, random = pyspiel.load_game("connect_four"), np.random.default_rng(1)

    def step() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            state.observation_tensor(0)
            state.legal_actions_mask()
            count += 1
        return count

    return measure(step, seconds)


def pgx(seconds: float, batch: int = BATCH) -> Rate:
    """Return the rate of pgx's connect four, compiled by JAX."""
    import jax
    import pgx as library

    env = library.make("connect_four")
    begin, go = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9)))
    state = begin(jax.random.split(jax.random.PRNGKey(0), batch))
    held: dict[str, Any] = {"state": state, "key": jax.random.PRNGKey(1), "step": 0}

    def prepare() -> None:
        if held["step"] % 42 == 0:
            held["state"] = begin(jax.random.split(held["key"], batch))
        held["key"], key = jax.random.split(held["key"])
        held["action"] = jax.block_until_ready(draw(key, held["state"].legal_action_mask))
        held["step"] += 1

    def step() -> int:
        held["state"] = jax.block_until_ready(go(held["state"], held["action"]))
        return batch

    return measure(step, seconds, prepare)


def envpool(seconds: float) -> Rate:
    """Return the rate of EnvPool's connect four in C++, one thread."""
    import envpool as library

    envs = library.make("ConnectFour-v1", env_type="gymnasium", num_envs=BATCH, batch_size=BATCH, num_threads=1)
    _, info = envs.reset()
    actions, held = np.zeros(BATCH, np.int32), {"mask": info["legal_action_mask"]}
    random = np.random.default_rng(1)

    def prepare() -> None:
        actions[:] = (random.random((BATCH, 7)) * held["mask"].reshape(-1, 7)[:BATCH]).argmax(1)

    def step() -> int:
        held["mask"] = envs.step(actions)[-1]["legal_action_mask"]
        return BATCH

    return measure(step, seconds, prepare)


def pettingzoo(seconds: float) -> Rate:
    """Return the rate of PettingZoo's connect four in Python, agent by agent."""
    from pettingzoo.classic import connect_four_v3

    env, random = connect_four_v3.env(), np.random.default_rng(1)

    def step() -> int:
        env.reset(seed=1)
        count = 0
        while not any(env.terminations.values()):
            seen = env.observe(env.agent_selection)
            env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
            count += 1
        return count

    return measure(step, seconds)


def rows() -> Iterator[tuple[str, str, Callable[[float], Rate]]]:
    """Yield the package, what is measured, and how."""
    pegs = "hoyle/pegs-english-v0"
    yield "hoyle", f"pegs/english, {BATCH} at once", lambda s: many(pegs, s)
    yield "hoyle", f"pegs/english, {BATCH} at once, 2 threads", lambda s: many(pegs, s, threads=2)
    yield "hoyle", "pegs/english, one", lambda s: one(pegs, s)
    yield "hoyle", f"domino/6, {BATCH} at once", lambda s: many("hoyle/domino-6-v0", s)
    yield "hoyle", f"dots/dealt, {BATCH} at once", lambda s: many("hoyle/dots-dealt-v0", s)
    yield "hoyle", f"stratego/classic, {BATCH} at once", lambda s: many("hoyle/stratego-classic-v0", s, opponent="self")
    yield "hoyle", f"stratego/barrage, {BATCH} at once", lambda s: many("hoyle/stratego-barrage-v0", s, opponent="self")
    yield "pgx", f"connect four, {BATCH} at once", pgx
    yield "pgx", "connect four, one", lambda s: pgx(s, 1)
    yield "envpool", f"connect four, {BATCH} at once", envpool
    yield "open_spiel", "connect four, one", open_spiel
    yield "pettingzoo", "connect four, one", pettingzoo
    yield "gymnasium", f"CartPole, {BATCH} at once (SyncVectorEnv)", sync


def random_play(name: str, episodes: int = 1000) -> str:
    """Return a row of docs/environments.md: what random play achieves, one episode in each row of a batch."""
    play = Episodes(name, episodes if find(name)[1].seats == 1 else 400)
    setting, batch, rows = play.setting, play.batch, len(play.actions)
    play.seed(1)
    play.begin(np.arange(rows))
    play.step()
    live, dice = np.ones(rows, np.bool_), np.arange(rows, dtype=np.uint64) * np.uint64(7919)
    won = even = left = choices = 0
    while live.any():
        play.actions[:] = STAND
        kernel.choose(batch.legal, live, dice, play.actions)
        # If there is no choice from the start, any action ends the episode.
        play.actions[live & ~batch.legal.any(1)] = 0
        play.step()
        ended = (play.terminated | play.truncated) & live
        choices += int(live.sum())
        won, even = won + int((play.rewards[ended] > 0).sum()), even + int((play.rewards[ended] == 0).sum())
        left += int(batch.left[ended].sum())
        live &= ~ended
    size = "×".join(map(str, setting.shape))
    result = (
        f"{won / rows:.1%}, {left / rows:.2f} left"
        if setting.box.training.left
        else f"{won / rows:.1%} won, {even / rows:.1%} drawn"
    )
    return f"| `{name}` | {len(setting.actions)} | {size} | {setting.horizon} | {choices / rows:.1f} | {result} |"


def first_step() -> tuple[float, float]:
    """Return after how many seconds on the clock and of the processor a new process has made its first step.

    Kernels are compiled by then, and of three processes the quickest counts.
    """
    script = (
        "import time; begun = time.perf_counter()\n"
        "import gymnasium, numpy, hoyle.lab.envs\n"
        f"envs = gymnasium.make_vec('hoyle/pegs-english-v0', num_envs={BATCH})\n"
        "_, info = envs.reset(seed=1); envs.step(info['action_mask'].argmax(1))\n"
        "print(time.perf_counter() - begun, time.process_time())"
    )
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout for _ in range(3)]
    clock, cpu = zip(*(map(float, run.split()) for run in runs), strict=True)
    return min(clock), min(cpu)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--random", action="store_true", help="only print what random play achieves")
    options = parser.parse_args()
    if options.random:
        print(*(random_play(name) for name, _ in ids()), sep="\n")
        return
    seconds = options.seconds
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    print(f"{date.today()}, Python {platform.python_version()}, {os.cpu_count()} × {processor()}, {load}\n")  # noqa: DTZ011 — the day where it runs
    print("| library | environment | a second | a processor second | ratio |\n|---|---|---:|---:|---:|")
    base, left_out = None, []
    for package, what, rate in rows():
        try:
            cpu, clock = rate(seconds)
        except Exception as fault:  # whatever stops a peer, the others are measured
            if package == "hoyle":
                raise
            left_out.append(f"{package}, {what}: left out ({type(fault).__name__}: {fault})")
            continue
        base = base or cpu
        print(f"| {package} {version(package)} | {what} | {clock:,.0f} | {cpu:,.0f} | {cpu / base:.3f} |", flush=True)
    print(*left_out, sep="\n")
    clock, cpu = first_step()
    print(
        f"first step of pegs/english, {BATCH} at once, from the import on: {clock:.2f} s, {cpu:.2f} processor seconds"
    )


def processor() -> str:
    """Return what the machine says of its processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123 — a file of the system
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


if __name__ == "__main__":
    main()
