"""How fast Stratego is: random play by the readable rules and by the kernel, and the referee, in one run on one core.

    nice python benchmarks/stratego_speed.py

The seconds are those of the processor, not of the clock.  The referee is measured as it is, with contracts, and once
more in a process of its own with python -O, where there are none.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable

from hoyle.dice import Dice
from hoyle.games.stratego import Position, batch, game
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, judge

RULES = game("classic")
MATCHES = 8
BATCH = 2000
ROOM = 3000


def fastest(work: Callable[[], int], times: int = 3) -> float:
    """Return how many moves a second some work does, at its best."""
    rates = []
    for _ in range(times):
        begun = time.process_time()
        moves = work()
        rates.append(moves / (time.process_time() - begun))
    return max(rates)


def start() -> Position:
    """Return the position in which both armies stand."""
    return Match.new(RULES).follow("bastion", "citadel").state


def matches(count: int) -> list[Record]:
    """Return records of random matches."""
    records = []
    for seed in range(count):
        dice, state = Dice(seed), start()
        moves = ["bastion", "citadel"]
        while state.end is None and state.plies < ROOM:
            move = dice.choose(list(RULES.moves(state)))
            state = RULES.play(state, move)
            moves.append(str(move))
        records.append(Record("stratego/classic", tuple(moves)))
    return records


def referee() -> float:
    """Return how many moves a second the public judge reads."""
    records = matches(MATCHES)

    def work() -> int:
        assert all(isinstance(judge(record), Fair) for record in records)  # noqa: S101 — not under -O, where it is timed too
        return sum(len(record.moves) for record in records)

    return fastest(work if __debug__ else lambda: sum(len(judge(record).match.line) for record in records))


def readable() -> float:
    """Return how many random moves a second the rules make."""
    return fastest(lambda: sum(len(record.moves) for record in matches(2)), times=2)


def kernel() -> float:
    """Return how many random moves a second the kernel makes in a batch, after it was compiled."""
    boards = [start()] * BATCH
    batch.Batch.of(RULES, boards[:1], ROOM).play_out([0])
    rates = []
    for run in range(3):
        together = batch.Batch.of(RULES, boards, ROOM)
        begun = time.process_time()
        moves = together.play_out(range(run * BATCH, (run + 1) * BATCH))
        rates.append(moves / (time.process_time() - begun))
    return max(rates)


def main() -> None:
    """Print the figures side by side."""
    if "--referee" in sys.argv:
        print(json.dumps(referee()))
        return
    slow, fast = readable(), kernel()
    print(f"random play, readable rules: {slow:>12,.0f} moves a second")
    print(f"random play, kernel:         {fast:>12,.0f} moves a second, {fast / slow:,.0f} times as many")
    print(f"referee, with contracts:     {referee():>12,.0f} moves a second")
    done = subprocess.run([sys.executable, "-O", __file__, "--referee"], capture_output=True, text=True, check=True)
    print(f"referee, python -O:          {json.loads(done.stdout):>12,.0f} moves a second")


if __name__ == "__main__":
    main()
