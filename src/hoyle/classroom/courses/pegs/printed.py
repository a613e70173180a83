"""Games of peg solitaire as the lab prints them: the state in words, then the board; one move leads from each to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hoyle.classroom.pegs import Board, Game
from hoyle.course.printed import Line
from hoyle.games.pegs.boards import TEMPLATES

STARTS = {"default", *TEMPLATES}


def expectations(lines: Sequence[str]) -> Iterator[Line]:
    """Yield what is expected of each line of a game."""
    before: str | None = None
    number = 0
    while number < len(lines):
        if not re.match(r"\s*+game\s++is\s++over", lines[number], re.IGNORECASE):
            number += 1
            continue
        block = [*lines[number : number + 10], *[""] * 10][:10]
        for row, got in enumerate(block[3:], number + 4):
            signs = "".join(sign for sign in got if sign in "*O.")
            yield Line(
                row, signs if len(signs) == 7 else (signs + "*" * 7)[:7], got, "a row has seven signs, each * O or ."
            )
        out = "\n".join(block[3:])
        expected = str(Game.make_from_board(Board.make_from_out(out))).split("\n")
        for row in range(3):
            yield Line(number + row + 1, expected[row], block[row], "the state of this board")
        if before not in (None, out) and out not in {text.replace("/", "\n") for text in TEMPLATES.values()}:
            reached = sorted(
                _after(before or ""), key=lambda text: sum(a != b for a, b in zip(text, out, strict=False))
            )
            nearest = (reached or [before or ""])[0].split("\n")
            for row in range(7):
                why = "no single move leads here from the board before; the nearest board that one leads to has"
                if out not in reached:
                    yield Line(number + row + 4, nearest[row], block[row + 3], why)
        before = out
        number += 10


def _after(out: str) -> Iterator[str]:
    """Yield the boards that one move leads to."""
    rows = out.split("\n")
    for turned in (False, True):
        lines = ["".join(column) for column in zip(*rows, strict=True)] if turned else rows
        for number, line in enumerate(lines):
            for jump, landed in (("OO.", "..O"), (".OO", "O..")):
                for at in (place for place in range(5) if line[place : place + 3] == jump):
                    made = [*lines]
                    made[number] = line[:at] + landed + line[at + 3 :]
                    yield "\n".join(["".join(row) for row in zip(*made, strict=True)] if turned else made)
