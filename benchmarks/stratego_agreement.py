"""Play random matches by the rules and by the kernel with the same dice, over all variants, and compare them move by move.

    nice python -O benchmarks/stratego_agreement.py --moves 1000000

Dice choose by number from a list of moves, so the two stay together only as long as their lists have the same moves in the
same order.  All moves, the last boards and the ends must be the same; the first difference is printed, and the exit status is
then 1.
"""

from __future__ import annotations

import argparse
import sys
import time

from hoyle.dice import Dice
from hoyle.games.stratego import Step, Stratego, batch, game

VARIANTS = (
    "six",
    "six@two-squares=1",
    "six@two-squares=off,more-squares=off,scouts=near",
    "six@quiet=40",
    "barrage",
    "barrage@two-squares=5,scouts=near,first=blue",
    "duel@longest=500",
    "classic",
    "gravon@longest=2000",
    "course@longest=2000",
)


def difference(rules: Stratego, seed: int) -> tuple[int, str]:
    """Play one match twice; return how many moves it had, and the words for a difference."""
    dice = Dice(seed)
    state = rules.start()
    while state.deploying:
        state = rules.play(state, rules.parse(state, dice.choose(rules.ready)[0]))
    together = batch.Batch.of(rules, [state], room=20_000)
    together.play_out([seed])
    dice, moves = Dice(seed), []
    while state.end is None:
        move = dice.choose([move for move in rules.moves(state) if isinstance(move, Step)])
        moves.append(move)
        state = rules.play(state, move)
    made = together.trails[0, : together.metas[0, 3], :2]
    if made.tolist() != batch.number_steps(rules, moves).tolist():
        return len(moves), "other moves"
    if together.outcomes() != [state.end] or (together.boards[0] != batch.encode(rules, state.pieces)).any():
        return len(moves), f"another end of {rules.write(state)}"
    return len(moves), ""


def main() -> None:
    """Compare until a number of moves were made, and print how many there were."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=20_000)
    wanted = parser.parse_args().moves
    begun, made, seed = time.process_time(), 0, 0
    while made < wanted:
        for name in VARIANTS:
            moves, words = difference(game(name), seed)
            made += moves
            if words:
                sys.exit(f"{name}, seed {seed}: {words}")
        seed += 1
    seconds = time.process_time() - begun
    print(
        f"{made:,} moves of {seed * len(VARIANTS):,} matches in {len(VARIANTS)} variants: no difference ({seconds:.0f} s)"
    )


if __name__ == "__main__":
    main()
