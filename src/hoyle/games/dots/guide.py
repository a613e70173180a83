"""The pack of dots, with the fewest moves of each level, and its lesson, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hoyle.box import Level, Pack, Step
from hoyle.games.dots.outlook import Outlook, TooManyError
from hoyle.games.dots.rules import Dots, Position

PATIENCE: Final = 5_000
"""Positions that a search for a certain win may look at."""


def par(game: Dots, state: Position) -> Mapping[str, int] | None:
    """Return the fewest moves that win whatever falls, if that number is found soon.

    >>> from hoyle.games.dots.variants import game
    >>> par(game("classic"), game("classic").start())
    {'moves': 2}
    """
    outlook = Outlook.of(game, state, PATIENCE)
    wanted = tuple(max(0, more) for more in state.wanted)
    try:
        counts = range(1, state.left + 1)
        moves = next((left for left in counts if outlook.certain(outlook.masks, left, wanted) is not None), None)
    except TooManyError:
        return None
    return None if moves is None else {"moves": moves}


LEVELS: Final = (
    ("Three colours", "5x5x4-8-R3,O3,G3", 3, 3),
    ("Four each", "6x6x4-8-R4,O4,G4", 1, 4),
    ("Five each", "6x6x4-7-R5,O5,G5", 8, 5),
    ("Six moves", "6x6x4-6-R5,O5,G5", 2, 4),
    ("Five moves", "6x6x4-5-R5,O5,G5", 2, 4),
    ("Six each", "6x6x4-5-R6,O6,G6", 30, 5),
)
"""Titles, games, seeds, and the fewest moves that win whatever falls."""


def packs() -> tuple[Pack, ...]:
    """Return the pack of objectives."""
    levels = tuple(Level(title, f"dots/{name}", {"moves": moves}, seed) for title, name, seed, moves in LEVELS)
    return (Pack("objectives", "Objectives", "Each can be won whatever falls.", levels),)


def lesson() -> tuple[Step, ...]:
    """Return the steps of the lesson."""
    return (
        Step(
            "dots/RRB/BGO/GBO-3-R2",
            None,
            "Join the two red dots: choose one, then the other, and the last one again, or draw a line through them.",
            (3, 4),
            ("a1b1",),
            "They vanish, each scores 1, and new dots fall from above.",
            wins=True,
        ),
        Step(
            "dots/RRB/ORB/GBO-3-R3",
            None,
            "A path may turn. Join all three red dots.",
            (3,),
            ("a1b1b2",),
            "Longer paths remove more dots at once, and you have only so many moves.",
            wins=True,
        ),
        Step(
            "dots/RG/BO/BR-4-R2",
            None,
            "No red dots are neighbours. Remove the blue ones, and watch a red one fall.",
            (4, 5),
            ("a2a3",),
            "You may play any colour, and so bring dots of another together.",
        ),
        Step(
            "dots/GO/GB/RR-4-R2,G2",
            None,
            "There are two objectives. Reach both.",
            (6, 7),
            ("a3b3 a2a3",),
            "A move removes dots of one colour, so each objective needs at least one move.",
            wins=True,
        ),
        Step(
            "dots/RRG/RRB/GBR-1-R5-loops",
            None,
            "With loops: go round the red square and end where you began.",
            (8,),
            ("a1b1b2a2a1",),
            "A closed path removes every dot of its colour, wherever it lies.",
            wins=True,
        ),
        Step(
            "dots/classic",
            None,
            "Remove six red dots in four moves.",
            (6, 7),
            ("a1b1c1c2b2 b4c4c5c6",),
            "Now you know all the rules. The puzzle of the day has three objectives.",
            wins=True,
        ),
    )
