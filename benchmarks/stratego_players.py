"""Let hoyle's players of Stratego play each other, and print the scores with their 95 % intervals.

    nice python -O benchmarks/stratego_players.py --games 200 --variant barrage search heuristic

Each pairing is played with both colours alternately, from seeds, so a run can be repeated.  A win counts 1, a draw ½.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt

from hoyle.game import Seat
from hoyle.games.stratego import Stratego, game
from hoyle.games.stratego.player import HeuristicPlayer, RandomPlayer, SearchPlayer

PLAYERS = {"random": RandomPlayer, "heuristic": HeuristicPlayer, "search": SearchPlayer}


def score(rules: Stratego, first: str, second: str, seed: int) -> tuple[float, str]:
    """Return what the first player scores in one game, red in even ones and blue in odd ones, and how it ended."""
    names = (first, second) if seed % 2 == 0 else (second, first)
    players = [PLAYERS[name](2 * seed + seat) for seat, name in enumerate(names)]
    state = rules.start()
    while (seat := rules.turn(state)) is not None:
        state = rules.play(state, players[seat].choose(rules, rules.view(state, seat), seat))
    assert state.end is not None  # noqa: S101 — nobody is to move
    red, blue = state.end.scores
    own = Seat(seed % 2)
    return (0.5 if red == blue else float(state.end.scores[own])), state.end.reason


def wilson(mean: float, games: int, spread: float = 1.96) -> tuple[float, float]:
    """Return the interval in which the true score lies; for draws it is wider than need be."""
    middle = (mean + spread**2 / (2 * games)) / (1 + spread**2 / games)
    half = spread / (1 + spread**2 / games) * sqrt(mean * (1 - mean) / games + spread**2 / (4 * games**2))
    return middle - half, middle + half


def main() -> None:
    """Play, and print one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", choices=PLAYERS)
    parser.add_argument("second", choices=PLAYERS)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--variant", default="barrage")
    arguments = parser.parse_args()
    rules = game(arguments.variant)
    begun = time.process_time()
    played = [score(rules, arguments.first, arguments.second, seed) for seed in range(arguments.games)]
    scores = [points for points, _ in played]
    mean = sum(scores) / len(scores)
    low, high = wilson(mean, len(scores))
    wins, draws, losses = (scores.count(points) for points in (1.0, 0.5, 0.0))
    print(
        f"{arguments.variant}: {arguments.first} against {arguments.second}, {len(scores)} games: "
        f"{wins} won, {draws} drawn, {losses} lost; score {mean:.3f}, 95 % interval {low:.3f} to {high:.3f} "
        f"({time.process_time() - begun:.0f} s of one core)"
    )


if __name__ == "__main__":
    main()
