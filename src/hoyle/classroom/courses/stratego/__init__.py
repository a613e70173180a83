"""The Stratego exercise as a course: a referee that reads games and runs them by the rules."""

from __future__ import annotations

from typing import Final

from hoyle.course import Course

_CLASSES: Final = tuple(
    f"{name}.*" for name in ("Piece", "BombPiece", "FlagPiece", "Move", "BasicMove", "StrikeMove", "Parser", "Game")
)

COURSE: Final = Course(
    name="stratego",
    title="Stratego: a referee",
    about="""\
A file holds a game of Stratego: the number of its moves, then the moves. Your program reads it, makes the moves, and refuses the
first that breaks a rule with a `GameError`.

1. Reading: `M(x,y;N;1)` moves, `W`, `L` and `D` strike and win, lose or draw. Blanks and newlines between moves are optional.
2. Valid moves and strikes change the board as they say.
3. Invalid moves: from an empty square, of a flag, a bomb or terrain, of the other player's piece, onto an occupied square, and more
   than one step for any piece but a scout.
4. Invalid strikes: at nothing, and with another result than the ranks say.
5. Bombs beat all but miners; a spy beats the marshal when it strikes first. Scouts do not jump over anything.
6. Who takes the flag wins; who cannot move loses; after the end there are no more moves.""",
    solution="hoyle.classroom.stratego",
    cases="hoyle.classroom.courses.stratego.cases",
    given="hoyle.classroom.courses.stratego.given",
    printed="hoyle.classroom.courses.stratego.printed",
    faults="hoyle.classroom.faults.stratego",
    bodies=_CLASSES,
    contracts=_CLASSES,
    cover={"Course": "SWEN221", "Assignment": "mid-term test"},
)
