"""DomSolitaire as a course: moves that can be undone, and a search with a stack of them."""

from __future__ import annotations

from typing import Final

from hoyle.course import Course

COURSE: Final = Course(
    name="domsol",
    title="DomSolitaire: stacks and a search",
    about="""\
Domino tiles lie in stacks, and all of them have to go to the foundations: each begins with a double and goes down from there. You
write a move that can be done and undone, and a game that finds its own solution.

1. `Move` takes the top of one stack to another, and back. Two moves are equal if they are between the very same stacks.
2. `DomSolitaire` deals the tiles: the first stack gets one, the next two, and so on. A reset deals again.
3. Three kinds of moves: to a foundation; onto another stack, if one number is shared and the other is one higher; to an empty
   stack, for a tile with a blank. The lowest stacks come first.
4. `find_solution` follows the algorithm of the handout step by step. It returns the moves from the first to the last, an empty
   stack if there is no solution, and `None` at the limit.

Tiles, stacks and lists are given.""",
    solution="hoyle.classroom.domsol",
    cases="hoyle.classroom.courses.domsol.cases",
    given="hoyle.classroom.courses.domsol.given",
    printed="hoyle.classroom.courses.domsol.printed",
    faults="hoyle.classroom.faults.domsol",
    bodies=("Move.*", "DomSolitaire.*"),
    contracts=("Move.*", "DomSolitaire", "DomSolitaire.*"),
    cover={"Course": "CS 1027", "Assignment": "3"},
)
