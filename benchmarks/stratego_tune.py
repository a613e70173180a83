"""Tune the strategist's weights by self-play: change a few at random, and keep a change that wins a sequential test.

    nice python -O benchmarks/stratego_tune.py barrage --trials 100 -o barrage.jsonl
    nice python -O benchmarks/stratego_tune.py barrage --check 200 -o barrage.jsonl

Each trial changes one to three weights and plays the changed player against the one before it, in pairs of games with the
same dice and swapped seats, until it is likely better (a score of 0.55 rather than 0.50), likely not, or the games run out.
A line of the file is a trial, so a run that was stopped can continue.  Trials change the weights that hoyle ships: once
these change, start another file.  --check plays the weights that were kept against them, on seeds that no trial has used.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import islice
from math import exp, sqrt
from pathlib import Path
from typing import Any

from hoyle.dice import Dice
from hoyle.games.stratego import game
from hoyle.games.stratego.pieces import Rank
from hoyle.games.stratego.strategist import LARGE, TASTES, Taste
from stratego_matches import play

STEP = 0.35
"""How much the logarithm of a weight changes at most."""
WORSE, BETTER = -1.5, 2.2
"""The logarithms of the likelihood ratio at which a test ends."""
FRESH = 1_000_000
"""Seeds from here on are for checking."""
TUPLES = {"worth": len(Rank), "secret": len(Rank), "habits": 3}


def names(taste: Taste) -> list[str]:
    """Return the weights that can be changed: a name, and for one of many its number."""
    whole = [name for name, value in asdict(taste).items() if isinstance(value, float)]
    return whole + [
        f"{name} {number}" for name, size in TUPLES.items() for number in range(size) if getattr(taste, name)[number]
    ]


def change(taste: Taste, factors: dict[str, float]) -> Taste:
    """Return a taste with some weights multiplied."""
    for key, factor in factors.items():
        name, _, number = key.partition(" ")
        value: Any = getattr(taste, name)
        many: Any = (
            tuple(round(one * (factor if str(at) == number else 1), 4) for at, one in enumerate(value))
            if number
            else ()
        )
        taste = replace(taste, **{name: many or round(value * factor, 4)})
    return taste


def proposal(taste: Taste, dice: Dice) -> dict[str, float]:
    """Return factors for one to three weights."""
    left = names(taste)
    dice.shuffle(left)
    return {name: round(exp(STEP * (dice.below(2001) / 1000 - 1)), 3) for name in left[: 1 + dice.below(3)]}


def scores(variant: str, one: Taste, other: Taste, nodes: int, start: int) -> Iterator[float]:
    """Yield what the first player scores in one game after another; two games make a pair."""
    specs = [f"strategist:{json.dumps({'nodes': nodes, 'depth': 6, 'taste': asdict(taste)})}" for taste in (one, other)]
    while True:
        yield play(game(variant), (specs[0], specs[1]), start)["score"]
        start += 1


def evidence(points: list[float]) -> float:
    """Return how much likelier the points are for a player that scores 0.55 than for one that scores 0.50, as a logarithm."""
    mean = sum(points) / len(points)
    spread = max(0.05, sum((one - mean) ** 2 for one in points) / len(points))
    return len(points) / (2 * spread) * 0.05 * (2 * mean - 1.05)


def try_out(variant: str, proposed: Taste, present: Taste, arguments: Any, start: int) -> list[float]:
    """Return the scores of a trial, as many as it takes."""
    points: list[float] = []
    for point in scores(variant, proposed, present, arguments.nodes, start):
        points.append(point)
        if len(points) >= arguments.games:
            return points
        if len(points) >= 20 and not len(points) % 2 and not WORSE < evidence(points) < BETTER:
            return points
    return points


def main() -> None:
    """Run the trials that are missing, and print what was kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--trials", type=int, default=0)
    parser.add_argument("--games", type=int, default=400, help="the most for a trial")
    parser.add_argument("--nodes", type=int, default=1000, help="for a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--check", type=int, default=0, help="how many games to play against the weights that hoyle ships"
    )
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    shipped = taste = TASTES[sum(game(arguments.variant).army) > LARGE]
    lines = arguments.output.read_text().splitlines() if arguments.output.exists() else []
    for line in lines:
        if (done := json.loads(line))["kept"]:
            taste = change(taste, done["factors"])
    for number in range(len(lines), arguments.trials):
        factors = proposal(taste, Dice.named(arguments.seed, f"trial {number}"))
        proposed = change(taste, factors)
        points = try_out(arguments.variant, proposed, taste, arguments, 2 * number * arguments.games)
        kept = evidence(points) >= BETTER
        taste = proposed if kept else taste
        facts = {
            "trial": number,
            "factors": factors,
            "games": len(points),
            "score": sum(points) / len(points),
            "kept": kept,
        }
        with arguments.output.open("a") as file:
            print(json.dumps(facts), file=file)
    print(taste)
    if arguments.check:
        points = list(islice(scores(arguments.variant, taste, shipped, arguments.nodes, FRESH), arguments.check))
        mean = sum(points) / len(points)
        error = 1.96 * sqrt(sum((one - mean) ** 2 for one in points) / len(points) / len(points))
        print(f"against the weights before: {mean:.3f} ± {error:.3f} in {len(points)} games")


if __name__ == "__main__":
    main()
