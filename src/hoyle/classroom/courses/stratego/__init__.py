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

The board is ten by ten; x counts from the left and y from the bottom, both from 0. `EXAMPLE_BOARD` shows how it is written: `r5` is a
red piece of rank 5, `bF` and `bB` are blue's flag and a bomb, `__` is empty, and `##` is a lake, which nothing enters. The ranks are
spy 0, scout 1, miner 2, sergeant 3, lieutenant 4, captain 5, major 6, colonel 7, general 8 and marshal 9.

1. Reading: `M(x,y;N;1)` moves the piece on (x,y) one step north; the other directions are `S`, `E` and `W`. `W`, `L` and `D` in the place
   of `M` strike and win, lose or draw. Without a number of steps it is one step. Blanks and newlines between moves are optional,
   moves beyond the announced number are ignored, and too few are an error. The players move in turn; `first` says who begins.
2. Valid moves and strikes change the board as they say. After a win the striker stands on the square, after a loss the struck
   piece, and after a draw neither.
3. Invalid moves: from an empty square, off the board, of a flag, a bomb or a lake, of the other player's piece, onto an occupied
   square, and more than one step for any piece but a scout.
4. Invalid strikes: at nothing, at your own piece, and with a result that is not the true one. The higher rank wins; equal ranks draw.
5. A bomb beats every piece but the miner, which removes it. Between spy and marshal the one that strikes wins. Scouts move and strike
   over any number of empty squares, but do not jump over anything.
6. Whoever takes the flag wins. After each move, a player who has no possible move loses. After the end there are no more moves.""",
    solution="hoyle.classroom.stratego",
    cases="hoyle.classroom.courses.stratego.cases",
    given="hoyle.classroom.courses.stratego.given",
    printed="hoyle.classroom.courses.stratego.printed",
    faults="hoyle.classroom.faults.stratego",
    bodies=_CLASSES,
    contracts=_CLASSES,
    cover={"Course": "SWEN221", "Assignment": "mid-term test"},
)
