"""The boards of peg solitaire, as data: each variant states only its difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from hoyle.box import unknown
from hoyle.game import HoyleError, NotationError
from hoyle.games.pegs.rules import MOST_ROWS, Board, PegSolitaire, Position
from hoyle.grid import TRIANGULAR, Square, name, square

# The contract lab's templates (EECS 3311, lab 2), easiest first.
TEMPLATES: Final = {
    "easy": "***.***/***O***/***O***/***.***/***O***/***.***/*******",
    "cross": "**...**/**.O.**/..OOO../...O.../...O.../**...**/**...**",
    "plus": "**...**/**.O.**/...O.../.OOOOO./...O.../**.O.**/**...**",
    "pyramid": "**...**/**.O.**/..OOO../.OOOOO./OOOOOOO/**...**/**...**",
    "arrow": "**.O.**/**OOO**/.OOOOO./...O.../...O.../**OOO**/**OOO**",
    "diamond": "**.O.**/**OOO**/.OOOOO./OOO.OOO/.OOOOO./**OOO**/**.O.**",
    "skull": "**OOO**/**OOO**/.OOOOO./.O.O.O./.OOOOO./**OOO**/**OOO**",
}

# Boards with names of their own, with the traditional vacancy in the middle of the cross.
BOARDS: Final = {
    "french": "**OOO**/*OOOOO*/OOOOOOO/OOO.OOO/OOOOOOO/*OOOOO*/**OOO**",
    "wiegleb": "***OOO***/***OOO***/***OOO***/OOOOOOOOO/OOOO.OOOO/OOOOOOOOO/***OOO***/***OOO***/***OOO***",
    "asymmetric": "**OOO***/**OOO***/**OOO***/OOOOOOOO/OOO.OOOO/OOOOOOOO/**OOO***/**OOO***",
}


def cross(arm: int) -> Board:
    """Return the cross with arms of a width: five squares that form a plus, 3·arm − 2 wide, as they overlap by a row.

    >>> len(cross(3).holes), len(cross(5).holes)
    (33, 105)
    """
    side = range(3 * arm - 2)
    middle = range(arm - 1, 2 * arm - 1)
    holes = frozenset((x, y) for x in side for y in side if x in middle or y in middle)
    return Board(holes, (len(side), len(side)))


def diamond(holes: int) -> Board:
    """Return the square that stands on its corner, of 1, 5, 13, 25, 41, … holes.

    >>> len(diamond(41).holes)
    41
    """
    radius = next((r for r in range(MOST_ROWS // 2) if 2 * r * (r + 1) + 1 >= holes), 0)
    side = range(2 * radius + 1)
    within = frozenset((x, y) for x in side for y in side if abs(x - radius) + abs(y - radius) <= radius)
    if len(within) != holes:
        raise NotationError(f"no diamond has {holes} holes; they have 1, 5, 13, 25, 41 and so on, up to 4901")
    return Board(within, (len(side), len(side)))


def triangle(side: int) -> Board:
    """Return the triangular board with a number of holes on each side.

    >>> len(triangle(5).holes)
    15
    """
    return Board(frozenset((x, y) for y in range(side) for x in range(y + 1)), (side, side), TRIANGULAR)


FAMILIES: Final[dict[str, Callable[[int], Board]]] = {"cross": cross, "diamond": diamond, "triangle": triangle}

VARIANTS: Final = {
    "english": "33 holes, the standard board",
    "french": "37 holes, the board of Versailles; it cannot be won",
    "french@d3": "French from d3, 37 holes; this start can be won",
    "wiegleb": "45 holes, a cross with long arms (Wiegleb 1779)",
    "asymmetric": "39 holes, arms of length 3, 3, 2 and 2 (Bell)",
    "diamond25": "25 holes, a square on its corner; it cannot be won",
    "diamond41": "41 holes, a square on its corner; it cannot be won",
    "triangle": "15 holes, jumps in three directions; triangle6 and so on have longer sides",
    **{
        f"cross{arm}": f"{5 * arm * arm - 4 * arm} holes, a cross with arms {arm} wide{'; it cannot be won' * (arm < 9)}"
        for arm in (5, 7, 9)
    },
    **{kind: f"the contract lab's {kind} board, {text.count('O')} pegs" for kind, text in TEMPLATES.items()},
}

LOST: Final = {
    **dict.fromkeys(("french", "diamond41", "cross5", "cross7"), "a single last peg would change the position class"),
    "diamond25": "the position class leaves five last holes, and a pagoda function rules them out",
}
"""The variants that cannot be won from their start, and why."""


@lru_cache(maxsize=32)
def game(variant: str) -> PegSolitaire:
    """Return the game that a variant's name or a written board stands for.

    >>> print(game("english@d4-d4").goal, game("O/.O").write(game("O/.O").pegs))
    (3, 3) O/.O
    """
    base, at, ends = variant.partition("@")
    board, pegs = Board.read(base) if "/" in base else _board_of(base)
    if "/" in base and not pegs:
        raise NotationError("a board needs at least one peg")
    vacancy, dash, goal = ends.partition("-")
    if (at and not ends) or (dash and not goal):
        raise NotationError(f"the @ of {variant!r} needs a hole after it, as in english@c3 or english@d4-d4")
    if vacancy:
        pegs = board.holes - {hole_of(board, vacancy)}
    return PegSolitaire(board, pegs, hole_of(board, goal) if goal else None)


def _board_of(base: str) -> tuple[Board, Position]:
    if text := TEMPLATES.get(base) or BOARDS.get(base):
        return Board.read(text)
    family = re.fullmatch(
        r"([a-z]++)([1-9][0-9]{0,99}+)", {"english": "cross3", "triangle": "triangle5"}.get(base, base), re.ASCII
    )
    if family is None or family[1] not in FAMILIES:
        raise HoyleError(unknown("variant of pegs", base, VARIANTS))
    size = int(family[2])
    board = _board_of_size(family[1], size)
    return board, board.holes - {_vacancy(board)}


def _board_of_size(family: str, size: int) -> Board:
    if family == "cross" and (size % 2 == 0 or 3 * size - 2 > MOST_ROWS):
        raise NotationError(f"a cross has an odd arm of at most 33, not {size}")
    if family == "triangle" and size > MOST_ROWS:
        raise NotationError(f"a triangle has a side of at most {MOST_ROWS} holes, not {size}")
    return FAMILIES[family](size)


def vary(variant: str, chosen: Mapping[str, str]) -> str:
    """Return the name of a variant with another vacancy or a wanted last hole.

    >>> vary("english", {"from": "d4", "to": "c3"})
    'english@d4-c3'
    """
    if "@" in variant:
        raise HoyleError("name the holes after the @ or by --from and --to, not both")
    goal = chosen.get("to", "")
    return f"{variant}@{chosen.get('from', '')}" + (f"-{goal}" if goal else "")


def _vacancy(board: Board) -> Square:
    """Return the middle of a symmetric board, or the top of a triangle."""
    return (0, 0) if board.directions == TRIANGULAR else (len(board.rows[0]) // 2, len(board.rows) // 2)


def hole_of(board: Board, text: str) -> Square:
    """Return the hole that a text names on a board."""
    hole = square(text)
    if hole not in board.holes:
        raise NotationError(f"there is no hole {name(hole)} on this board (§1)")
    return hole
