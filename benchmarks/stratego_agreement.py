"""Play random matches by the rules and by the kernel with the same dice, over all variants, and compare them move by move.

    nice python -O benchmarks/stratego_agreement.py --moves 1000000

The kernel lists the moves of each position and makes the one that the rules make; the lists, the boards and the ends must
be the same.  The first difference is printed, and the exit status is then 1.
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
    """Play one match; return how many moves it had, and the words for the first difference."""
    from hoyle.games.stratego import kernel

    dice = Dice(seed)
    state = rules.start()
    while state.deploying:
        state = rules.play(state, rules.parse(state, dice.choose(rules.ready)[0]))
    together = batch.Batch.of(rules, [state], room=20_000)
    tables = batch.tables(rules)
    taken = False
    while state.end is None:
        moves = [move for move in rules.moves(state) if isinstance(move, Step)]
        if together.legal(0) != [(move.source, move.target) for move in moves]:
            return state.plies, f"other moves in {rules.write(state)}"
        move = dice.choose(moves)
        source, target = batch.numbered(rules, [move])[0]
        board, meta, trail = together.boards[0], together.metas[0], together.trails[0]
        taken = bool(kernel.play(board, meta, trail, tables[2], tables[3], source, target))
        state = rules.play(state, move)
        if (board != batch.encoded(rules, state.pieces)).any() or tuple(meta[:3]) != (
            state.mover,
            state.plies,
            state.quiet,
        ):
            return state.plies, f"another board after {move} in {rules.write(state)}"
    if not taken:
        together.play_out([0])
        if together.outcomes() != [state.end]:
            return state.plies, f"another end of {rules.write(state)}"
    return state.plies, "" if taken == (state.end.reason == "flag captured") else f"another end of {rules.write(state)}"


def main() -> None:
    """Compare until so many moves were made, and print how many they were."""
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
