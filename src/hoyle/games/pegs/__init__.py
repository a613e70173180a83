"""Peg solitaire: jump, remove the peg you jumped over, leave only one.

§1  A board is a set of holes on a grid, each empty or with one peg in it.  On a square grid the lines run along rows
    and columns; on a triangular board they run in three directions, along the rows and along both sides.
§2  At the start every hole but one, the vacancy, holds a peg; or a position is given.
§3  A move is one jump: a peg jumps in a line over a peg beside it into the empty hole just behind, and the peg that
    was jumped over is removed.
§4  The match is over when no peg can jump.
§5  You win if exactly one peg is left then, in the wanted hole if one is named; otherwise you lose.
§6  The score is the number of pegs left; fewer is better.
§7  Jumps by the same peg one after another are together one turn.  Puzzles count jumps or turns; hoyle gives both.
§8  A hole is written as a letter for its column and the number of its row from the top: d4 is the middle of the
    English board.  A jump is written as its two holes, d6d4; a chain of jumps as all its holes, d6d4f4.  The contract
    lab's move_left(4,6) is accepted too: the row and then the column of the peg that jumps.
§9  A position is written row by row from the top: O for a peg, . for an empty hole, * for no hole, / between rows.
    A text whose first row has one slot, the second two and so on is a triangular board.

Variants have names such as english, cross5, diamond41 and triangle6; you may add @ and the vacancy, then - and the
wanted last hole: english@d4-d4 is the central game.  A board written out as in §9 is a variant too.

Sources: J. D. Beasley, The Ins and Outs of Peg Solitaire (Oxford, 1985); boards also from G. I. Bell's work; the
contract lab's templates from EECS 3311, lab 2 (York University, 2017); crosses with arms of any thickness from the
marble solitaire assignment of CS 5004 (Northeastern University).
"""

from __future__ import annotations

from typing import Final

from hoyle.box import Box, Guide, Later, Look, Option, Study, Training
from hoyle.games.pegs.boards import LOST, VARIANTS, game, vary
from hoyle.games.pegs.rules import Board, Jump, PegSolitaire, Position
from hoyle.games.pegs.styles import STYLES

__all__ = ["BOX", "Board", "Jump", "PegSolitaire", "Position", "game"]

BOX: Final = Box(
    name="pegs",
    title="Peg solitaire",
    rules=__doc__,
    variants=VARIANTS,
    lost=LOST,
    game=game,
    options=(
        Option("from", "the vacancy, the same as GAME@HOLE", "HOLE"),
        Option("to", "the wanted last hole, the same as GAME@-HOLE", "HOLE"),
    ),
    vary=vary,
    look=Look(picture=Later("hoyle.games.pegs.picture:picture"), styles=STYLES),
    solvers={
        "any-line": Later("hoyle.games.pegs.solver:AnyLine"),
        "shortest": Later("hoyle.games.pegs.solver:FewestTurns"),
        "exact": Later("hoyle.games.pegs.solver:Exact"),
        "breadth-first": Later("hoyle.solver:BreadthFirst"),
    },
    hints="exact",
    study=Study(
        analyse=Later("hoyle.games.pegs.count.analysis:analyse"),
        oracle=Later("hoyle.games.pegs.oracle.consult:consult"),
        prepare=Later("hoyle.games.pegs.oracle.consult:prepare"),
        compose=Later("hoyle.games.pegs.composer:compose"),
        level=Later("hoyle.games.pegs.composer:level"),
        wishes=(
            Option("holes", "how many holes the board has", "NUMBER", int),
            Option("pegs", "how many pegs stand on the board", "NUMBER", int),
            Option("difficulty", "how hard it is", "GRADE", choices=("easy", "medium", "hard", "expert")),
            Option("to", "the hole in which the last peg ends", "HOLE"),
        ),
        check=Later("hoyle.games.pegs.proof.certificate:check"),
        exhibit=Later("hoyle.games.pegs.picture:exhibit"),
        rehearse={name: Later(f"hoyle.games.pegs.rehearsal:{name}") for name in ("oracle", "count", "search", "beam")},
    ),
    guide=Guide(
        aim="Jump until a single peg is left.",
        notes="Jumps of the same peg one after the other are one turn.",
        how=(
            "A peg jumps over a peg beside it into the empty hole behind, and the peg that was jumped over is removed.",
            "Click a peg and then the hole where it lands, or drag it there.",
            "You win if you leave a single peg, in the wanted hole if one is named.",
            "Jumps by the same peg one after another are one turn.",
        ),
        week=(
            {"holes": 8, "difficulty": "easy"},
            {"holes": 10, "difficulty": "easy"},
            {"holes": 12, "difficulty": "medium"},
            {"holes": 14, "difficulty": "medium"},
            {"holes": 15, "difficulty": "hard"},
            {"holes": 17, "difficulty": "hard"},
            {"holes": 19, "difficulty": "expert"},
        ),
        packs=Later("hoyle.games.pegs.guide:packs"),
        lesson=Later("hoyle.games.pegs.guide:lesson"),
    ),
    training=Training(
        actions=Later("hoyle.games.pegs.training:actions"),
        observe=Later("hoyle.games.pegs.training:observe"),
        left=Later("hoyle.games.pegs.training:left"),
        horizon=Later("hoyle.games.pegs.training:horizon"),
        best=Later("hoyle.games.pegs.training:best"),
        machine=Later("hoyle.games.pegs.training:machine"),
    ),
)
