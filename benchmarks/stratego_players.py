"""Let hoyle's players of Stratego play each other, and print the scores with their 95 % intervals.

    nice python -O benchmarks/stratego_players.py --games 200 --variant barrage

Each pairing is played with both colours alternately, from seeds, so a run can be repeated.  A win counts 1, a draw ½.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from math import sqrt

from hoyle.box import Player
from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.stratego import Stratego, game
from hoyle.games.stratego.player import HeuristicPlayer, RandomPlayer, SearchPlayer

PLAYERS: dict[str, Callable[[Dice], Player]] = {
    "random": RandomPlayer,
    "heuristic": HeuristicPlayer,
    "search": SearchPlayer,
}


def score(rules: Stratego, first: str, second: str, seed: int) -> float:
    """Return what the first player scores in one game; it is red in even ones and blue in odd ones."""
    names = (first, second) if seed % 2 == 0 else (second, first)
    players = [PLAYERS[name](Dice(2 * seed + seat)) for seat, name in enumerate(names)]
    state = rules.start()
    while (seat := rules.turn(state)) is not None:
        state = rules.play(state, players[seat].choose(rules, rules.view(state, seat), seat))
    assert state.end is not None  # noqa: S101 — nobody is to move
    red, blue = state.end.scores
    own = Seat(seed % 2)
    return 0.5 if red == blue else float(state.end.scores[own])


def wilson(mean: float, games: int, spread: float = 1.96) -> tuple[float, float]:
    """Return the interval in which the true score lies; with draws it is wider than necessary."""
    middle = (mean + spread**2 / (2 * games)) / (1 + spread**2 / games)
    half = spread / (1 + spread**2 / games) * sqrt(mean * (1 - mean) / games + spread**2 / (4 * games**2))
    return middle - half, middle + half


def compare(variant: str, first: str, second: str, games: int) -> None:
    """Play one pairing and print one line."""
    begun = time.process_time()
    scores = [score(game(variant), first, second, seed) for seed in range(games)]
    mean = sum(scores) / len(scores)
    low, high = wilson(mean, len(scores))
    wins, draws, losses = (scores.count(points) for points in (1.0, 0.5, 0.0))
    print(
        f"{variant}: {first} against {second}, {games} games: {wins} won, {draws} drawn, {losses} lost; "
        f"score {mean:.3f}, 95 % interval {low:.3f} to {high:.3f} ({time.process_time() - begun:.0f} s of one core)",
        flush=True,
    )


def main() -> None:
    """Play the pairings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--variant", default="barrage")
    arguments = parser.parse_args()
    for first, second in (("heuristic", "random"), ("search", "heuristic")):
        compare(arguments.variant, first, second, arguments.games)


if __name__ == "__main__":
    main()
