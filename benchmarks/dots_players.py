"""How the players of dots compare over seeded games: python -O benchmarks/dots_players.py --games 10000.

A seed fixes the deal and, for the same moves, all that falls later, so every player meets the same luck.
"""

from __future__ import annotations

import argparse
import time

from hoyle.box import Player
from hoyle.dice import Dice
from hoyle.game import NATURE, Seat
from hoyle.games.dots import BOX, Dots, Position, game
from hoyle.games.dots.solver import interval
from hoyle.solver import wins


def settle(made: Dots, state: Position, dice: Dice) -> Position:
    """Return a position after nature's moves."""
    while made.turn(state) == NATURE:
        state = made.play(state, dice.draw(made.odds(state)))
    return state


def play_out(made: Dots, player: Player, seed: int) -> Position:
    """Return the end of one match."""
    dice = Dice(seed)
    state = settle(made, made.start(), dice)
    while made.turn(state) is not None:
        state = settle(made, made.play(state, player.choose(made, state, Seat(0))), dice)
    return state


def main() -> None:
    """Print a row for each player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--variant", default="dealt")
    options = parser.parse_args()
    made = game(options.variant)
    print(f"dots/{options.variant}, seeds 1 to {options.games:,}")
    print("| player | won | 95% interval | mean score | mean moves of a win | CPU ms a match |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in ("random", "greedy", "objective-first", "expectimax"):
        begun = time.process_time()
        ends = [play_out(made, BOX.player(name, Dice(seed)), seed) for seed in range(1, options.games + 1)]
        spent = (time.process_time() - begun) / options.games * 1000
        won = [end for end in ends if wins(made, end)]
        low, high = interval(len(won), len(ends))
        score = sum(end.score for end in ends) / len(ends)
        moves = sum(made.limit - end.left for end in won) / max(1, len(won))
        print(
            f"| {name} | {len(won) / len(ends):.1%} | {low:.1%} – {high:.1%} | {score:.2f} | {moves:.2f} | {spent:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
