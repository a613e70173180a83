"""Games of dots as the view prints them: the board, then the objective, the score and the moves that remain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hoyle.course.printed import Line


def expectations(lines: Sequence[str]) -> Iterator[Line]:
    """Yield what is expected of each line of a board and of a state."""
    before: tuple[str, int, int, int] | None = None
    number = 0
    while number < len(lines):
        line = lines[number]
        if re.fullmatch(r"[\s\[(]*+(?:[ROGB][\s,]*+){6}[\])]*+,?+", line):
            for row in range(6):
                got = lines[number + row] if number + row < len(lines) else ""
                cells = [sign for sign in got if sign in "ROGB"]
                yield Line(
                    number + row + 1, " ".join((cells + ["R"] * 6)[:6]), got, "a board has six rows of six cells"
                )
            number += 6
        elif re.match(r"\s*+objective", line, re.IGNORECASE):
            block = [*lines[number : number + 3], "", ""][:3]
            colour = (re.findall(r"\b[ROGB]\b", line) or ["R"])[0]
            wanted, score, moves = (int((re.findall(r"-?\d{1,9}", text) or ["0"])[-1]) for text in block)
            yield Line(number + 1, f"Objective: {colour}, {wanted}", block[0])
            yield Line(number + 2, f"Score: {score}", block[1])
            yield Line(number + 3, f"Remaining moves: {moves}", block[2])
            if before and before != (colour, wanted, score, moves) and moves < before[3]:
                path = score - before[2]
                fallen = before[1] - wanted if before[1] - wanted in {0, path} else path
                yield Line(number + 3, f"Remaining moves: {before[3] - 1}", block[2], "a move costs one")
                yield Line(number + 2, f"Score: {max(score, before[2] + 2)}", block[1], "a path has at least two cells")
                yield Line(
                    number + 1,
                    f"Objective: {before[0]}, {before[1] - fallen}",
                    block[0],
                    "the objective falls by the path or stays",
                )
            before = (colour, wanted, score, moves)
            number += 3
        else:
            number += 1
