"""The composer: puzzles that can certainly be won, as hard as you wish.

A puzzle is made backwards.  From one peg in its last hole, jumps are taken back at random, so the result can be won by
playing them again.  Then it is graded by the exact chance that random play wins it.  The composer repeats this until a
puzzle has the wanted grade.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from hoyle.box import Puzzle, unknown
from hoyle.dice import Dice
from hoyle.game import HoyleError
from hoyle.games.pegs.boards import game, hole_of
from hoyle.games.pegs.rules import Board, PegSolitaire, Position
from hoyle.grid import Square, name, step

GRADES: Final[Mapping[str, tuple[float, float]]] = {
    "easy": (1 / 8, inf),
    "medium": (1 / 64, 1 / 8),
    "hard": (1 / 1000, 1 / 64),
    "expert": (0, 1 / 1000),
}
"""For each grade, the chance that random play wins: at least the first number, and less than the second."""

MOST_HOLES: Final = 33
WIDEST: Final = 9
TRIES: Final = 500
WORK: Final = 2_000_000
"""The composer gives up after counting this many positions."""
MOST_POSITIONS: Final = 20_000_000
"""A puzzle with more positions cannot be graded in a few seconds."""


@dataclass(frozen=True)
class Wishes:
    """What a puzzle should be like; None stands for anything."""

    holes: int | None = None
    pegs: int | None = None
    difficulty: str | None = None
    to: str | None = None


def compose(variant: str | None, seed: int, wishes: Mapping[str, Any]) -> Puzzle:
    """Return a puzzle on a variant's board, or on a new board if a number of holes is asked for.

    >>> puzzle = compose(None, 7, {"holes": 9, "difficulty": "medium"})
    >>> puzzle.name, puzzle.facts["jumps"], puzzle.facts["chance"]
    ('pegs/*O**/OO**/O.OO/O***/O***', 7, 0.11458333333333333)
    """
    wish = Wishes(**wishes)
    if variant is not None and (wish.holes is not None or "@" in variant):
        raise HoyleError("a puzzle needs a whole board, without an @, or a new board with --holes")
    least, most = _grade(wish.difficulty)
    dice = Dice(seed)
    work = tries = 0
    while tries < TRIES and work < WORK:
        tries += 1
        candidate = _grow(wish, dice) if wish.holes is not None else _draw(variant or "english", wish, dice)
        if candidate is None:
            continue
        facts = _facts(candidate)
        work += facts["positions"]
        if least <= facts["chance"] < most:
            return _puzzle(candidate, facts)
    other = "more holes" if wish.holes is not None else "fewer pegs" if work >= WORK else "more pegs"
    raise HoyleError(f"no such puzzle was found in {tries} tries; ask for {other} or another difficulty")


def level(number: int, dice: Dice) -> str:
    """Return the name of a puzzle for a level from 1 to 5: boards of 8 to 20 holes."""
    return compose(None, dice.below(1 << 32), {"holes": 5 + 3 * number}).name


def _grade(difficulty: str | None) -> tuple[float, float]:
    if difficulty is None:
        return 0, inf
    if difficulty not in GRADES:
        raise HoyleError(unknown("difficulty", difficulty, GRADES))
    return GRADES[difficulty]


# ------------------------------------------------------------------------------------- making


def _draw(variant: str, wish: Wishes, dice: Dice) -> PegSolitaire | None:
    """Return a position on a given board."""
    board = game(variant).board
    pegs = len(board.holes) // 3 if wish.pegs is None else wish.pegs
    if not 1 < pegs < len(board.holes):
        raise HoyleError(f"a board of {len(board.holes)} holes takes 2 to {len(board.holes) - 1} pegs, not {pegs}")
    last = hole_of(board, wish.to) if wish.to else dice.choose(board.squares)
    position = {last}
    while len(position) < pegs:
        back = [
            (jump.source, jump.over, jump.target)
            for jump in board.jumps
            if jump.target in position and jump.source not in position and jump.over not in position
        ]
        if not back:
            return None
        source, over, target = dice.choose(back)
        position = position - {target} | {source, over}
    return PegSolitaire(board, frozenset(position), last if wish.to else None)


def _grow(wish: Wishes, dice: Dice) -> PegSolitaire | None:
    """Return a position on a board that grows with the jumps that are taken back."""
    if wish.holes is None or not 3 <= wish.holes <= MOST_HOLES:
        raise HoyleError(f"a puzzle has 3 to {MOST_HOLES} holes, not {wish.holes}")
    if wish.to is not None or wish.pegs is not None:
        raise HoyleError("--holes cannot be combined with --pegs or --to")
    holes: set[Square] = {(0, 0)}
    position: set[Square] = {(0, 0)}
    while back := list(_retractions(holes, position, wish.holes)):
        source, over, target = dice.choose(back)
        position = position - {target} | {source, over}
        holes |= {source, over}
        # A complete board may get more pegs or stay as it is: both make good puzzles.
        if len(holes) == wish.holes and dice.below(4) == 0:
            break
    return _crop(holes, position) if len(holes) == wish.holes else None


def _retractions(holes: set[Square], pegs: set[Square], most: int) -> Iterator[tuple[Square, Square, Square]]:
    for target in sorted(pegs):
        for direction in game("english").board.directions:
            over, source = step(target, direction), step(target, direction, 2)
            grown = holes | {source, over}
            if not {source, over} & pegs and len(grown) <= most and max(_frame(grown)[1]) <= WIDEST:
                yield source, over, target


def _frame(holes: set[Square]) -> tuple[Square, Square]:
    """Return the corner and the size of the smallest rectangle around the holes."""
    columns, rows = {x for x, _ in holes}, {y for _, y in holes}
    corner = min(columns), min(rows)
    return corner, (max(columns) - corner[0] + 1, max(rows) - corner[1] + 1)


def _crop(holes: set[Square], pegs: set[Square]) -> PegSolitaire:
    (left, top), size = _frame(holes)

    def shift(squares: set[Square]) -> Position:
        return frozenset((x - left, y - top) for x, y in squares)

    return PegSolitaire(Board(shift(holes), size), shift(pegs))


# ------------------------------------------------------------------------------------ grading


def _facts(puzzle: PegSolitaire) -> dict[str, Any]:
    """Return the chance that random play wins, how many positions can occur, and how many jumps it takes."""
    from hoyle.games.pegs.count.analysis import analyse

    def bound(_what: str, _done: int, _whole: int, positions: int) -> None:
        if positions > MOST_POSITIONS:
            raise HoyleError(
                f"a puzzle of {len(puzzle.pegs)} pegs on this board has more than {MOST_POSITIONS:,} positions, "
                "too many to find out how hard it is; ask for fewer pegs"
            )

    report = analyse(puzzle, threads=1, progress=bound)
    return {"chance": report.chance, "positions": report.positions, "jumps": len(puzzle.pegs) - 1}


def _puzzle(puzzle: PegSolitaire, facts: dict[str, Any]) -> Puzzle:
    from hoyle.games.pegs.oracle.oracle import Oracle

    oracle = Oracle.near(puzzle, puzzle.pegs)
    if oracle is not None:
        answer = oracle.answer(puzzle.pegs)
        facts |= {"first_jumps": len(answer.prospects), "winning_jumps": len(answer.keeps), "turns": answer.turns}
    facts["difficulty"] = next(grade for grade, (least, _) in GRADES.items() if facts["chance"] >= least)
    written = puzzle.write(puzzle.pegs)
    goal = "" if puzzle.goal is None else f"@-{name(puzzle.goal)}"
    # A single row would be read as a name; a slash after it makes it a board.
    return Puzzle(f"pegs/{written}{'' if '/' in written else '/'}{goal}", facts)
