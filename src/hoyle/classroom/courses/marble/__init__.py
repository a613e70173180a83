"""Marble solitaire as a course: the model behind a given interface."""

from __future__ import annotations

from typing import Final

from hoyle.course import Course

COURSE: Final = Course(
    name="marble",
    title="Marble solitaire: the model",
    about="""\
A marble jumps over another into an empty slot two positions away, and the other is removed. You write the model of the game: it
keeps the state, makes moves, and answers questions. The interface `MarbleSolitaireModel` is given; do not change it.

1. Choose a representation first. Positions are row and column, from 0 at the top left.
2. There are four ways to make a game: with nothing, with the row and the column of the empty slot, with the thickness of the arms,
   or with all three. What is wrong raises a `ValueError`; a wrong empty slot says `Invalid empty cell position (r,c)`.
3. A move is valid if both positions are slots, a marble is at the first, the second is empty, they are two apart in a row or a
   column, and a marble is between them. Any other raises a `ValueError` of one line and changes nothing.
4. `get_game_state` writes a marble as `O`, an empty slot as `_`, with one blank between positions and none after the last slot.""",
    solution="hoyle.classroom.marble",
    cases="hoyle.classroom.courses.marble.cases",
    given="hoyle.classroom.courses.marble.given",
    printed="hoyle.classroom.courses.marble.printed",
    faults="hoyle.classroom.faults.marble",
    bodies=("MarbleSolitaireModelImpl.*",),
    contracts=("MarbleSolitaireModelImpl.*",),
    cover={"Course": "CS 5004", "Assignment": "5: the model"},
)
