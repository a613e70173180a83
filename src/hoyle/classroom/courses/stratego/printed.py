"""Boards of Stratego as the exercise prints them, each one move after the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hoyle.course.printed import Line

FOOT = "  0  1  2  3  4  5  6  7  8  9 "
LAKES = {(x, y) for x in (2, 3, 6, 7) for y in (4, 5)}
PIECE = re.compile(r"[rb][0-9FB]|__|##")


def expectations(lines: Sequence[str]) -> Iterator[Line]:
    """Yield what is expected of each line of a board."""
    before: list[list[str]] = []
    number = 0
    while number < len(lines):
        if not re.match(r"\s*+9\s*+\|", lines[number]):
            number += 1
            continue
        board: list[list[str]] = []
        for row in range(10):
            got = lines[number + row] if number + row < len(lines) else ""
            y = 9 - row
            cells = [cell.strip() for cell in got.split("|")[1:11]]
            good = [
                cell if PIECE.fullmatch(cell) and ((cell == "##") == ((x, y) in LAKES)) else None
                for x, cell in enumerate([*cells, *[""] * 10][:10])
            ]
            right = [cell or ("##" if (x, y) in LAKES else "__") for x, cell in enumerate(good)]
            yield Line(
                number + row + 1,
                f"{y}|{'|'.join(right)}|",
                got,
                "ten squares: __, a piece such as r5, bF or rB, and ## for lakes",
            )
            board.append(right)
        got = lines[number + 10] if number + 10 < len(lines) else ""
        yield Line(number + 11, FOOT, got, "the numbers of the columns")
        changed = [(row, x) for row in range(10) for x in range(10) if before and board[row][x] != before[row][x]]
        if changed and (len(changed) > 2 or not any(board[row][x] == "__" for row, x in changed)):
            row = changed[0][0]
            yield Line(
                number + row + 1,
                f"{9 - row}|{'|'.join(before[row])}|",
                lines[number + row],
                "a move changes two squares, and one of them is left empty",
            )
        before = board
        number += 11
