"""Let players of Stratego play each other, hoyle's own or programs of the UCC competition, and print the scores.

    python -O benchmarks/stratego_matches.py classic marshal search --games 200 -o results.jsonl
    python -O benchmarks/stratego_matches.py classic@two-squares=off,more-squares=off,quiet=600 marshal ucc:bots/ramen --games 200

Colours alternate, and two games with the same seed make a pair, so a run can be repeated as far as the programs can.  A win
counts 1, a draw ½; a program that stalls, stops or breaks the rules loses.  With -o each game is appended to a file as soon
as it is over, and games that are in the file are not played again.  strategist:nodes=5000,depth=4 gives a player's settings.
"""

from __future__ import annotations

import argparse
import json
import shlex
import time
from collections import Counter
from pathlib import Path
from typing import Any

from hoyle.dice import Dice
from hoyle.games.stratego import BOX, Stratego, game
from hoyle.games.stratego.ucc import Contestant
from hoyle.lab.summary import wilson
from hoyle.program import ProgramError


def player(spec: str, dice: Dice) -> Any:
    """Return a player by its name on the shelf, strategist: with settings, or ucc: with a command."""
    kind, _, rest = spec.partition(":")
    if kind == "ucc":
        return Contestant(shlex.split(rest))
    if kind == "strategist":
        from hoyle.games.stratego.strategist import Strategist, Taste

        pairs = (pair.split("=") for pair in rest.split(",") if pair)
        settings: dict[str, Any] = (
            json.loads(rest) if rest.startswith("{") else {key: int(value) for key, value in pairs}
        )
        if taste := settings.pop("taste", None):
            weights: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in taste.items()}
            settings["own_taste"] = Taste(**weights)
        return Strategist(dice, **settings)
    return BOX.player(spec, dice)


def play(rules: Stratego, names: tuple[str, str], seed: int) -> dict[str, Any]:
    """Return the facts of one game: the first plays red in even games; games 2n and 2n + 1 have the same dice."""
    own = seed % 2
    seats = names[::-1] if own else names
    players = [player(name, Dice.named(seed // 2, f"seat {number ^ own}")) for number, name in enumerate(seats)]
    seconds, moves = 0.0, 0
    state, wrong = rules.start(), None
    try:
        while wrong is None and (seat := rules.turn(state)) is not None:
            begun = time.perf_counter()
            try:
                move = players[seat].choose(rules, rules.view(state, seat), seat)
                wrong = rules.why_not(state, move)
            except ProgramError as fault:
                wrong = str(fault)
            if seat == own:
                seconds, moves = seconds + time.perf_counter() - begun, moves + 1
            state = state if wrong else rules.play(state, move)
    finally:
        for one in players:
            if isinstance(one, Contestant):
                one.close()
    if state.end is None:
        score, why = float(state.mover != own), f"{seats[state.mover]}: {wrong}"
    else:
        mine, theirs = state.end.scores[own], state.end.scores[1 - own]
        score = 0.5 if mine == theirs else float(mine > theirs)
        why = f"{'drawn' if score == 0.5 else 'won' if score else 'lost'}: {state.end.reason}"
    return {"seed": seed, "score": score, "why": why, "plies": state.plies, "seconds": round(seconds / moves, 5)}


def summary(variant: str, names: tuple[str, str], games: list[dict[str, Any]]) -> str:
    """Return one line on a pairing."""
    scores = [one["score"] for one in games]
    mean = sum(scores) / len(scores)
    low, high = wilson(sum(scores), len(scores))
    wins, draws, losses = (scores.count(points) for points in (1.0, 0.5, 0.0))
    plies = sum(one["plies"] for one in games) / len(games)
    seconds = sum(one["seconds"] for one in games) / len(games)
    return (
        f"{variant}: {names[0]} against {names[1]}, {len(games)} games: {wins} won, {draws} drawn, {losses} lost; "
        f"score {mean:.3f}, 95 % interval {low:.3f} to {high:.3f}; {plies:.0f} moves a game, {1000 * seconds:.0f} ms a move"
    )


def main() -> None:
    """Play the games that are missing and print the score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument(
        "--from", type=int, default=0, dest="start", help="the first game, so that several can share the work"
    )
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    names = arguments.first, arguments.second
    key = [arguments.variant, *names]
    lines = arguments.output.read_text().splitlines() if arguments.output and arguments.output.exists() else []
    done = {one["seed"]: one for line in lines if (one := json.loads(line))["pairing"] == key}
    for seed in range(arguments.start, arguments.start + arguments.games):
        if seed not in done:
            done[seed] = {"pairing": key, **play(game(arguments.variant), names, seed)}
            if arguments.output:
                with arguments.output.open("a") as file:
                    print(json.dumps(done[seed]), file=file)
    print(summary(arguments.variant, names, list(done.values())))
    print(
        "  "
        + ", ".join(f"{number}× {why}" for why, number in Counter(one["why"] for one in done.values()).most_common(8))
    )


if __name__ == "__main__":
    main()
