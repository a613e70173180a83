"""Two agents learn nim against each other in PettingZoo, each with a table of values, and find Bouton's theorem.

pip install 'hoyle[envs]'
python examples/pettingzoo_nim.py
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from hoyle.lab.envs.zoo import Aec

EPISODES = 4_000
HEAPS = "nim/1,2,3"


def main() -> None:
    """Learn, and count in how many positions the first choice of the table is a winning one."""
    env, random = Aec(HEAPS), np.random.default_rng(1)
    values: defaultdict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(len(env.setting.actions)))
    for episode in range(EPISODES):
        env.reset(seed=episode)
        line = []
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            key, legal = seen["observation"][0].tobytes(), np.flatnonzero(seen["action_mask"])
            # In nim a position is worth the same to the seat to move, so both share one table.
            best = legal[values[key][legal].argmax()]
            action = int(random.choice(legal) if random.random() < 0.3 else best)
            line.append((key, action))
            env.step(action)
        target = 1.0
        for key, action in reversed(line):
            values[key][action] += 0.1 * (target - values[key][action])
            # The best value for one seat is the worst for the other.
            target = -float(values[key][np.nonzero(values[key])].max(initial=-1.0))
    check(env, values)


def check(env: Aec, values: dict[bytes, np.ndarray]) -> None:
    """Compare the table with the theorem in every position that can be won."""
    setting, game = env.setting, env.setting.game
    right = winning = 0
    waiting, known = [game.start()], set()
    while waiting:
        state = waiting.pop()
        if state in known or game.turn(state) is None:
            continue
        known.add(state)
        moves = list(game.moves(state))
        waiting += [game.play(state, move) for move in moves]
        if setting.best(state).chance == 1:
            winning += 1
            planes = np.zeros(setting.shape, setting.dtype)
            setting.write_planes(state, game.turn(state), planes)
            scores = values[planes[0].tobytes()]
            choice = max(moves, key=lambda move: scores[setting.number(move)])
            right += setting.best(game.play(state, choice)).chance == 0
    print(f"{HEAPS}: the table wins {right} of the {winning} positions that can be won")


if __name__ == "__main__":
    main()
