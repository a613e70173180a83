"""DomSolitaire as a course: moves that can be undone, and a search with a stack of them."""

from __future__ import annotations

from typing import Final

from hoyle.course import Course

COURSE: Final = Course(
    name="domsol",
    title="DomSolitaire: stacks and a search",
    about="""\
Domino tiles lie in stacks, and all of them have to go to the foundations. You write a move that can be done and undone, and a game
that finds its own solution. Tiles, stacks and lists are given.

1. `Move` takes the top of one stack to another, and back. Two moves are equal if they are between the very same stacks. The text of
   a move is its name, the two stacks, and `?`, or `!` once it is done: `mS0->F3?`. A stack that has a name is written as its
   name, and any other as its content. Its attributes are `_from`, `_to`, `_completed` and `_name`.
2. `DomSolitaire(highest, seed, name)` has stacks S0, S1 and so on, and as many foundations F0, F1 and so on, up to the highest number.
   The set is shuffled with the seed; S0 gets the first tile, S1 the next two, and so on. A reset deals again. Its attributes are
   `_foundation` and `_stack`, two lists of stacks, `_name` and `_debug`.
3. There are three kinds of moves. To the foundation of the tile's higher number: first the double, then each time the tile that is
   one lower. Onto another stack: if the tile shares one number with the tile on top, and its other number is one higher. To an
   empty stack: if the tile has a blank. Each list begins with the lowest stack from which a tile can go, and then the lowest
   to which it can go.
4. `find_moves` pushes the moves to empty stacks, then those onto other stacks, then those to foundations, each list from its end. So
   the first move to a foundation, if there is one, is on top.
5. `find_solution(max_steps)` begins with all moves on a stack. A step looks at the top move. If it is not done, do it, and push all
   moves that are possible now; if it is done, undo it and take it off. Stop when the stack is empty, the game is won, or
   `max_steps` steps are made. If moves are left and the game is not won, return `None`; otherwise the moves that are done, the
   first on top. Without a solution there are none.
6. The text of a game is a line with its name and the size of each foundation, as in `F1 0/2`, with a blank after the name and two
   after each size; then each stack on its line: `S1 |top>[2:1] [1:1] <|`. The short form has the sizes, then the letters of each
   stack: `000|A |E C |B F D |`.""",
    solution="hoyle.classroom.domsol",
    cases="hoyle.classroom.courses.domsol.cases",
    given="hoyle.classroom.courses.domsol.given",
    printed="hoyle.classroom.courses.domsol.printed",
    faults="hoyle.classroom.faults.domsol",
    bodies=("Move.*", "DomSolitaire.*"),
    contracts=("Move.*", "DomSolitaire", "DomSolitaire.*"),
    cover={"Course": "CS 1027", "Assignment": "3"},
)
