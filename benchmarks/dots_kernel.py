"""Dots: play-outs by the kernel beside those by the readable rules, and the longest path on hard boards.

python benchmarks/dots_kernel.py [--paths]; with -O the rules run without their contracts.  --paths also counts all
436,619,868 paths of a 6×6 board of one colour, which takes a while.
"""

from __future__ import annotations

import argparse
import time

from hoyle.dice import Dice
from hoyle.game import NATURE, Seat
from hoyle.games.dots import Dots, Position, batch, game
from hoyle.games.dots.lines import field
from hoyle.games.dots.player import Random
from hoyle.solver import wins


def play_out(made: Dots, seed: int) -> batch.End:
    """Return how a random match ends, by the rules."""
    player = Random(Dice(seed))
    state: Position = made.start()
    while (seat := made.turn(state)) is not None:
        move = player.dice.draw(made.odds(state)) if seat == NATURE else player.choose(made, state, Seat(0))
        state = made.play(state, move)
    return batch.End(wins(made, state), state.score, state.left)


def play_outs(name: str, by_rules: int = 60, by_kernel: int = 60_000) -> None:
    """Print how long a random match takes, and that both play the same ones."""
    made = game(name)
    batch.playouts(made, made.start(), [0])  # Compiled, or read from where it is kept, before the clock runs.
    begun = time.process_time()
    ends = [play_out(made, seed) for seed in range(by_rules)]
    slow = (time.process_time() - begun) / by_rules
    begun = time.process_time()
    fast_ends = batch.playouts(made, made.start(), range(by_kernel))
    fast = (time.process_time() - begun) / by_kernel
    if fast_ends[:by_rules] != ends:
        raise SystemExit(f"dots/{name}: the kernel plays other matches than the rules")
    print(f"| dots/{name} | {slow * 1e6:,.0f} | {fast * 1e6:.2f} | {slow / fast:,.0f} |", flush=True)


def hints(side: int, boards: int = 200) -> None:
    """Print how long the search for the longest path takes, by how much of the board has the colour."""
    place = field(side, side)
    for percent in (25, 40, 50, 60, 70, 80, 90, 95, 100):
        dice = Dice(percent)
        times, steps, proved = [], [], 0
        for _ in range(boards):
            mask = sum(1 << cell for cell in range(side * side) if dice.below(100) < percent)
            begun = time.process_time()
            found = place.longest(mask)
            times.append(time.process_time() - begun)
            steps.append(found.nodes)
            proved += found.length in {0, found.bound}
        mean, worst = sum(times) / boards * 1000, max(times) * 1000
        print(f"| {percent}% | {mean:.2f} | {worst:.1f} | {max(steps):,} | {proved / boards:.1%} |", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--paths", action="store_true")
    parser.add_argument("--boards", type=int, default=50)
    options = parser.parse_args()
    print(f"random matches, rules with{'' if __debug__ else 'out'} contracts")
    print("| variant | rules, CPU µs a match | kernel, CPU µs a match | times faster |")
    print("|---|---:|---:|---:|")
    for name in ("classic", "loops", "dealt", "wide"):
        play_outs(name)
    print(f"\nthe longest path on 6×6, {options.boards} boards a row")
    print("| dots of the colour | mean CPU ms | worst CPU ms | most steps | proved longest |")
    print("|---|---:|---:|---:|---:|")
    hints(6, options.boards)
    if options.paths:
        red = Dots(("RRRRRR",) * 6)
        begun = time.process_time()
        count = batch.count_paths(red, red.start())
        print(f"\n{count:,} paths on a 6×6 board of one colour, counted in {time.process_time() - begun:.1f} s of CPU")


if __name__ == "__main__":
    main()
