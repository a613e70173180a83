"""The pack of domino patience, with the fewest moves of each deal, and its lesson, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hoyle.box import Level, Pack, Step
from hoyle.games.domino.notation import Layout
from hoyle.games.domino.rules import DominoPatience
from hoyle.games.domino.solver import Shortest
from hoyle.solver import Solved

PATIENCE: Final = 200_000
"""Positions that a proof of the fewest moves may look at."""
DEALS: Final = {
    2: ((7, 6), (6, 7), (4, 8)),
    3: ((5, 11), (2, 12), (8, 13)),
    4: ((8, 16), (5, 18), (2, 20)),
    5: ((2, 23), (6, 26), (7, 29)),
    6: ((2, 33), (1, 35), (24, 38)),
    7: ((3, 41), (9, 45), (4, 51)),
    8: ((5, 52), (2, 59), (1, 66)),
    9: ((45, 68), (12, 74), (25, 85)),
}
"""For each highest number, seeds of deals with their fewest moves: the more, the harder."""
NAMES: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine")


def par(game: DominoPatience, state: Layout) -> Mapping[str, int] | None:
    """Return the fewest moves that win, if that number is proved soon.

    >>> from hoyle.dice import Dice
    >>> from hoyle.match import Match
    >>> par(DominoPatience(2), Match.new(DominoPatience(2)).settle(Dice(7)).state)
    {'moves': 6}
    """
    verdict = Shortest().solve(game, state, PATIENCE)
    return {"moves": len(verdict.line)} if isinstance(verdict, Solved) and verdict.shortest else None


def packs() -> tuple[Pack, ...]:
    """Return the pack from double-two to double-nine.

    >>> [level.par["moves"] for level in packs()[0].levels[:4]]
    [6, 7, 8, 11]
    """
    levels = tuple(
        Level(f"Double-{name} {number}", f"domino/{highest}", {"moves": moves}, seed)
        for name, (highest, deals) in zip(NAMES, DEALS.items(), strict=True)
        for number, (seed, moves) in enumerate(deals, 1)
    )
    return (
        Pack("sets", "From double-two to double-nine", "Each deal takes more moves than the one before it.", levels),
    )


def lesson() -> tuple[Step, ...]:
    """Return the steps of the lesson."""
    return (
        Step(
            "domino/1",
            "F0 0/1 F1 0/2 / S0 |top>[ : ] <| / S1 |top>[1:1] [1: ] <|",
            "Bring the double [1:1] home: choose its stack, then foundation F1.",
            (4,),
            ("S1-F1",),
            "Each foundation begins with its double.",
        ),
        Step(
            "domino/1",
            "F0 0/1 F1 1/2 / S0 |top>[ : ] <| / S1 |top>[1: ] <|",
            "Now the tile whose lower number is one less follows. Bring [1: ], one and blank, home.",
            (4,),
            ("S1-F1",),
            "Nothing leaves a foundation.",
        ),
        Step(
            "domino/1",
            "F0 0/1 F1 0/2 / S0 |top>[ : ] <| / S1 |top>[1: ] [1:1] <|",
            "[1: ] covers its double. Put it onto the blank of S0.",
            (5,),
            ("S1-S0",),
            "One number is the same, and the other is one less: both have a blank, and 0 is one less than 1.",
        ),
        Step(
            "domino/2",
            "F0 1/1 F1 0/2 F2 0/3 / S0 |top><| / S1 |top>[2: ] [1:1] <| / S2 |top>[2:1] [2:2] [1: ] <|",
            "S0 is empty. Move the only top that may go there.",
            (6,),
            ("S1-S0",),
            "Only a tile with a blank may go to an empty stack.",
        ),
        Step(
            "domino/1",
            "F0 0/1 F1 0/2 / S0 |top>[ : ] <| / S1 |top>[1: ] [1:1] <|",
            "Bring every tile home.",
            (7, 8),
            ("S1-S0 S1-F1 S0-F1 S0-F0",),
            "The match is won when every stack is empty.",
            wins=True,
        ),
    )
