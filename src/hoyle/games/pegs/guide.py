"""The packs of peg solitaire, with the fewest turns of each puzzle, and its lesson, as data.

The fewest turns of the English problems are those of docs/pegs-english.md; the others are the oracle's.
"""

from __future__ import annotations

from typing import Final

from hoyle.box import Level, Pack, Step
from hoyle.games.pegs.boards import game

FIRST: Final = (
    ("**...**/**...**/......./......./.O.O.../**..O**/**..O**", 1),
    ("**...**/**...**/......./......./.O.O.../**..O**/**OO.**", 1),
    ("**...**/**...**/....OOO/....O../.....O./**..O**/**...**", 3),
    ("**...**/**...**/......./....O../.OOOO../**O..**/**.O.**", 2),
    ("**...**/**...**/...O.../...OO../.OO.O../**O..**/**.O.**", 3),
    ("**...**/**...**/...O.../...OO../.OO.O../**.OO**/**.O.**", 4),
    ("**.O.**/**.O.**/......./...OO../.OO.O../**.OO**/**.O.**", 4),
    ("**.O.**/**.O.**/.O...../.O.OO../..O.O../**.OO**/**.O.**", 5),
    ("**...**/**...**/.OO.OO./...O.../.OO.OO./**OO.**/**O..**", 7),
)
"""Positions of ``hoyle deal pegs --seed 1 --pegs 4`` to ``--pegs 12``, and their fewest turns; those with six and twelve pegs have
``--difficulty medium`` and ``expert``."""
LAB: Final = {"easy": 1, "cross": 4, "plus": 5, "pyramid": 7, "arrow": 8, "diamond": 7, "skull": 13}
TRIANGLES: Final = {"triangle@c5": 9, "triangle": 10, "triangle@b3": 11, "triangle6": 10}
# By the number of turns, and the central game last.
ENGLISH: Final = (
    *("c3-c3 15", "f3-c3 15", "c1-c1 16", "c4-c1 16", "c7-c1 16", "c2-c2 16", "c5-c2 16", "f5-c2 16", "a3-d3 16"),
    *("d3-d3 16", "f4-c1 17", "a4-d1 17", "d4-d1 17", "a5-d2 17", "d5-d2 17", "d6-d3 17", "d1-d1 18", "d7-d1 18"),
    *("d1-d4 18", "d2-d2 19", "d4-d4 18"),
)
"""The 21 problems of the English board: vacancy, last hole, fewest turns."""


def packs() -> tuple[Pack, ...]:
    """Return the packs, the easiest first.

    >>> [(pack.name, len(pack.levels)) for pack in packs()]
    [('first', 9), ('lab', 7), ('triangles', 4), ('english', 21), ('large', 2)]
    """
    first = tuple(_level(f"{text.count('O')} pegs", text, turns) for text, turns in FIRST)
    lab = tuple(_level(name.capitalize(), name, turns) for name, turns in LAB.items())
    triangles = tuple(_level(name.replace("@", " from "), name, turns) for name, turns in TRIANGLES.items())
    english = tuple(
        _level(f"From {problem.replace('-', ' to ')}", f"english@{problem}", int(turns))
        for problem, turns in map(str.split, ENGLISH)
    )
    large = (
        _level("French board from c1", "french@c1", 20),
        Level("Wiegleb's board", "pegs/wiegleb", {"jumps": 43}),
    )
    return (
        Pack("first", "First jumps", "From four pegs to twelve.", first),
        Pack("lab", "The contract lab", "Seven boards of a course, easiest first.", lab),
        Pack("triangles", "Triangles", "Jumps in three directions.", triangles),
        Pack("english", "The 21 problems", "The English board: one hole empty, one hole for the last peg.", english),
        Pack("large", "Large boards", "For a rainy day.", large),
    )


def _level(title: str, variant: str, turns: int) -> Level:
    return Level(title, f"pegs/{variant}", {"jumps": len(game(variant).start()) - 1, "turns": turns})


def lesson() -> tuple[Step, ...]:
    """Return the steps of the lesson."""
    return (
        Step(
            "pegs/OO./***",
            None,
            "Jump: take the peg on the left over its neighbour into the empty hole.",
            (3,),
            ("a1c1",),
            "The peg you jumped over is gone, and one peg is left: you have won.",
        ),
        Step(
            "pegs/**O**/**O**/.....",
            None,
            "Jumps go up and down as well. Jump with the upper peg.",
            (1, 3),
            ("c1c3",),
            "On a square grid, lines run along rows and columns, never diagonally.",
        ),
        Step(
            "pegs/.OO.O/*****",
            None,
            "Two jumps are possible. Leave only one peg.",
            (4, 5),
            ("b1d1 e1c1",),
            "The other jump, c1a1, would have left two pegs that cannot jump.",
            wins=True,
        ),
        Step(
            "pegs/easy",
            None,
            "Jump twice with the same peg: choose it, then each hole where it lands.",
            (7,),
            ("d2d4 d4d6",),
            "Both jumps together are one turn. Puzzles count turns or jumps.",
            wins=True,
        ),
        Step(
            "pegs/O/.O/..O/....",
            None,
            "A triangular board has three directions. Find the jump.",
            (1,),
            ("b2d4",),
            "Here pegs also jump in the direction of the right side.",
        ),
        Step(
            "pegs/cross",
            None,
            "Solve this one. Undo as often as you like.",
            (5, 6),
            ("d3f3 d5d3 c3e3 f3d3 d2d4",),
            "That is all you need. The packs lead from four pegs to the central game, and beyond.",
            wins=True,
        ),
    )
