"""What contracts cost: a contracted move against the same move under -O, for each game with a fixed match.

    python benchmarks/contracts.py

Each figure is the time of one playout of the same moves, best of several runs in processes of their own.
"""

from __future__ import annotations

import subprocess
import sys

PLAYOUT = """
from time import perf_counter
from hoyle.dice import Dice
from hoyle.match import Match
from hoyle.shelf import find

_, game = find({name!r})
dice, match = Dice(1), Match.new(game)
while (match := match.settle(dice)).turn is not None and len(match.line) < 40:
    match = match.play(dice.choose(list(game.moves(match.state))))

def playout():
    begun, state = perf_counter(), match.start
    for move in match.moves:
        state = game.play(state, move)
    return (perf_counter() - begun) / len(match.line)

print(min(playout() for _ in range(50)))
"""


def seconds(name: str, *flags: str) -> float:
    """Return the seconds that one move takes."""
    done = subprocess.run([sys.executable, *flags, "-c", PLAYOUT.format(name=name)], capture_output=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Print the table."""
    print(f"{'game':<16}{'with contracts':>16}{'under -O':>12}{'ratio':>8}")
    for name in ("nim/marienbad", "pegs/english", "pegs/cross9"):
        checked, bare = seconds(name), seconds(name, "-O")
        print(f"{name:<16}{checked * 1e6:>13.1f} µs{bare * 1e6:>9.1f} µs{checked / bare:>8.1f}")


if __name__ == "__main__":
    main()
