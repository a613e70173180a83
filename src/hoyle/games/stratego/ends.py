"""The ends of a match (§8) and their words.

>>> print(cannot_move(RED))
0-1 (red cannot move)
>>> read("0-1 (red cannot move)") == cannot_move(RED)
True
"""

from __future__ import annotations

import re
from typing import Final

from hoyle.game import NotationError, Outcome, Seat
from hoyle.games.stratego.pieces import BLUE, COLOURS, RED

MOST: Final = 9_999_999
"""The number of moves that makes a draw whatever the options say (§8)."""
FLAG_CAPTURED: Final = "flag captured"
NOBODY_CAN_MOVE: Final = Outcome((0, 0), "nobody can move")


def flag_captured(winner: Seat) -> Outcome:
    """Return the win of a seat that captured the flag."""
    return Outcome((1 - winner, int(winner)), FLAG_CAPTURED)


def cannot_move(loser: Seat) -> Outcome:
    """Return the loss of a seat that has nothing to move."""
    return Outcome((int(loser), 1 - loser), f"{COLOURS[loser]} cannot move")


def too_quiet(moves: int) -> Outcome:
    """Return the draw after a number of moves in a row without a strike."""
    return Outcome((0, 0), f"{moves} moves without a strike")


def too_long(moves: int) -> Outcome:
    """Return the draw after a number of moves in all."""
    return Outcome((0, 0), f"{moves} moves")


WITHOUT_COUNT: Final = (flag_captured(RED), flag_captured(BLUE), cannot_move(RED), cannot_move(BLUE), NOBODY_CAN_MOVE)


def read(text: str) -> Outcome:
    """Return the end that a text states; the inverse of str."""
    count = re.search(r"[1-9]\d{0,6}(?= moves)", text, re.ASCII)
    draws: tuple[Outcome, ...] = (too_quiet(int(count[0])), too_long(int(count[0]))) if count else ()
    for end in (*WITHOUT_COUNT, *draws):
        if str(end) == text:
            return end
    raise NotationError(f"not an end of stratego, such as '1-0 ({FLAG_CAPTURED})': {text[:40]!r}")
