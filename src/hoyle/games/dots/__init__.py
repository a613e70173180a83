"""Dots: join neighbouring dots of one colour; they vanish, the others fall, and new ones come from above.

§1  A board is a rectangle of 2 to 20 columns and 2 to 20 rows with a dot in each square.  A dot has one of the game's
    2 to 8 colours, the first of these: R red, O orange, G green, B blue, Y yellow, P purple, C cyan, W white.
§2  At the start the dots are given; squares that are empty then are filled by chance as in §5.
§3  A move is a path: two or more dots of one colour, each beside the next along a row or a column, none used twice.
    A path has no direction.  Any colour may be played.
§4  The dots of the path vanish, and the dots above them fall down in their columns.  Each that vanishes scores 1.
§5  Then new dots fall into the empty squares from above, one at a time: the leftmost column first, and in each
    column the lowest square first.  Each colour is equally likely.  The new dots are nature's moves.
§6  A match has a number of moves, and for one or more colours an objective: how many dots of that colour to remove.
    Only dots of its own colour count towards an objective, and you may remove more than it asks for.
§7  When no square is empty, the match is won if every objective is reached.  It is lost if no move is left or no two
    dots of one colour are neighbours.  The last move takes effect before this is decided.
§8  With loops, a path may end on a dot that it has already been through, other than the one it has just left, and so
    is closed; it then removes every dot of its colour on the board, and each scores.
§9  A square is written as a letter for its column and the number of its row from the top, a path as its squares,
    a1a2b2, from either end.  The course document's [[0,0],[1,0],[1,1]] is accepted too: the row and then the column
    of each, from 0.  One of nature's dots is written as its square and its colour: a1=R.
§10 A position is written row by row from the top, / between rows, . for an empty square; then the moves left, what is
    left of each objective, and the score: RRB/BRB 4 R6 0.  The numbers may be left out at the start of a match, and are
    never so large that one could come to more than 9,999,999.

A variant is a name, a size with its number of colours, 8x8x5, or a board as in §10, RRB/BRB.  You may add, after
dashes, the number of moves, the objectives, and loops: 8x8x5-20-R12,B12-loops or classic-2.

Sources: A. Zaman, Game of Dots Specification (2020), a course's module interface specification, whose board and
numbers are the classic variant; loops as in the phone games Dots (2013) and Two Dots (2014) by Playdots.
"""

from __future__ import annotations

from typing import Final

from hoyle.box import Box, Guide, Later, Look, Study, Training
from hoyle.games.dots.board import COLOURS
from hoyle.games.dots.rules import Dots, Drop, Path, Position, wrong_dots, wrong_shape
from hoyle.games.dots.styles import STYLES
from hoyle.games.dots.variants import FORMER, LEVELS, VARIANTS, WEEK, game

__all__ = ["BOX", "COLOURS", "Dots", "Drop", "Path", "Position", "game", "wrong_dots", "wrong_shape"]

BOX: Final = Box(
    name="dots",
    title="Dots",
    rules=__doc__,
    variants=VARIANTS,
    game=game,
    look=Look(picture=Later("hoyle.games.dots.picture:picture"), styles=STYLES),
    solvers={"expectimax": Later("hoyle.games.dots.solver:Expectimax")},
    players={
        "expectimax": Later("hoyle.games.dots.player:Expectimax"),
        "objective-first": Later("hoyle.games.dots.player:ObjectiveFirst"),
        "greedy": Later("hoyle.games.dots.player:Greedy"),
        "random": Later("hoyle.games.dots.player:Random"),
    },
    study=Study(
        level=lambda number, _: f"dots/{LEVELS[number - 1]}",
        rehearse={"paths": Later("hoyle.games.dots.batch:rehearse")},
    ),
    guide=Guide(
        how=(
            "Join two or more neighbouring dots of one colour along rows and columns.",
            "Drag over them, or click them one after the other and then the last one again.",
            "They vanish, the dots above them fall, and new ones come from above.",
            "Remove as many dots of each colour as the goal asks for before your moves run out.",
            "With loops, a path that comes back to one of its dots removes every dot of its colour.",
        ),
        week=WEEK,
        former=FORMER,
        par=Later("hoyle.games.dots.guide:par"),
        packs=Later("hoyle.games.dots.guide:packs"),
        lesson=Later("hoyle.games.dots.guide:lesson"),
    ),
    training=Training(
        stepwise=Later("hoyle.games.dots.stepwise:Stepwise"),
        picture=Later("hoyle.games.dots.stepwise:picture"),
        actions=Later("hoyle.games.dots.training:actions"),
        observe=Later("hoyle.games.dots.training:observe"),
        left=Later("hoyle.games.dots.training:left"),
        horizon=Later("hoyle.games.dots.training:horizon"),
        best=Later("hoyle.games.dots.training:best"),
        machine=Later("hoyle.games.dots.training:machine"),
    ),
)
