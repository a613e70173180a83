"""The game of dots as a course: model, view and controller, specified and tested apart."""

from __future__ import annotations

from typing import Final

from hoyle.course import Course

COURSE: Final = Course(
    name="dots",
    title="Dots: model, view and controller",
    about="""\
A player connects dots of one colour on a grid of six by six; they disappear, the dots above fall, and new ones come in at the
top. The objective is a number of dots of one colour in a number of moves. You write the model, the view and the controller.

1. `CellT` has the four colours, and gives a random one.
2. `GameBoardT` is the model. A path is a list of cells, each a row and a column from 0. Check in this order: there is a path
   (`NullPathError`); its cells are on the board and of one colour (`IndexError`); each is next to the one before, none comes twice,
   and there are at least two (`ValueError`); the game goes on (`ValueError`). An error changes nothing.
3. A move of any colour scores its length; the objective falls only for its own colour.
4. A new game has 4 moves, the score 0, and the objective of 6 red dots. It goes on until no move is left or the objective is reached;
   the last move still counts.
5. `View` prints what it gets; it knows no model. `Controller` passes moves to the model, and what the model says to the view. The
   examples of `View` and `Controller` show the exact text, and the board of a new game.

The contracts say what a move does to the moves, the score, the objective, and to every column of the board.""",
    solution="hoyle.classroom.dots",
    cases="hoyle.classroom.courses.dots.cases",
    given="hoyle.classroom.courses.dots.given",
    printed="hoyle.classroom.courses.dots.printed",
    faults="hoyle.classroom.faults.dots",
    bodies=("CellT.get_random_cell", "GameBoardT.*", "View.*", "Controller.*"),
    contracts=("GameBoardT", "GameBoardT.*", "View.*", "Controller.*"),
    cover={"Course": "Game of Dots", "Semester": "2020"},
)
