"""Games of marble solitaire as the assignment prints them: boards, each one move after the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from hoyle.course.printed import Line
from hoyle.games.pegs.boards import cross


def expectations(lines: Sequence[str]) -> Iterator[Line]:
    """Yield what is expected of each line of a board."""
    before: list[str] = []
    for first, block in _boards(lines):
        arm, rest = divmod(len(block) + 2, 3)
        if rest or arm % 2 == 0:
            many = "there is 1" if len(block) == 1 else f"there are {len(block)}"
            yield Line(first + 1, "_", block[0], f"a board has 1, 7, 13, 19 … rows, and here {many}")
            return
        holes = cross(arm).holes
        for y, got in enumerate(block):
            there = {x: got[2 * x : 2 * x + 1] for x in range(len(block)) if (x, y) in holes}
            signs = [there.get(x, " ") if there.get(x, "O") in {"O", "_"} else "O" for x in range(len(block))]
            signs = [sign or "O" for sign in signs]
            yield Line(
                first + y + 1,
                " ".join(signs).rstrip(),
                got,
                "one blank between positions, and none after the last slot",
            )
        if before and len(before) == len(block) and block != before and "\n".join(block).count("_") != 1:
            changed = [
                (y, x)
                for y, row in enumerate(block)
                for x in range(0, len(row), 2)
                if row[x] != (before[y] + " " * 99)[x]
            ]
            if not _is_jump(before, block, changed):
                y = changed[0][0]
                yield Line(first + y + 1, before[y], block[y], "no single move leads here from the board before")
        before = block


def _boards(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of each board and where they begin; boards may follow each other without a line between them."""
    number = 0
    for slots, group in groupby(lines, _is_row):
        rows = list(group)
        # The first row has as many slots as the arms are thick.
        side = 3 * len(rows[0].replace(" ", "")) - 2
        side = side if side > 1 and len(rows) % side == 0 else len(rows)
        if slots:
            yield from ((number + start, rows[start : start + side]) for start in range(0, len(rows), side))
        number += len(rows)


def _is_row(line: str) -> bool:
    """Whether a line shows slots, and nothing else."""
    return not line.isspace() and re.fullmatch(r"[O_ ]++", line) is not None


def _is_jump(before: Sequence[str], after: Sequence[str], changed: Sequence[tuple[int, int]]) -> bool:
    """Whether three slots in a line changed as in a jump."""
    if len(changed) != 3:
        return False
    (y1, x1), (y2, x2), (y3, x3) = changed
    straight = (y1 == y2 == y3 and x2 - x1 == x3 - x2 == 2) or (x1 == x2 == x3 and y2 - y1 == y3 - y2 == 1)
    old, new = ("".join(rows[y][x] for y, x in changed) for rows in (before, after))
    return straight and (old, new) in {("OO_", "__O"), ("_OO", "O__")}
