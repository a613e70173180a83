"""The rules of peg solitaire on any board: the paragraphs are those of the package's rules page.

>>> from hoyle.games.pegs import game
>>> english = game("english")
>>> [str(jump) for jump in english.moves(english.start())]
['d2d4', 'b4d4', 'f4d4', 'd6d4']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeAlias

from icontract import ensure

from hoyle.game import Game, NotationError, Outcome, Seat, tally
from hoyle.grid import ORTHOGONAL, TRIANGULAR, Square, name, reading_order, square, step

Position: TypeAlias = frozenset[Square]
"""The holes that hold a peg."""

PEG, EMPTY, NO_HOLE = "O.*"
SPELLINGS: Final = {"O": PEG, "o": PEG, ".": EMPTY, "_": EMPTY, "*": NO_HOLE, "-": NO_HOLE, " ": NO_HOLE}
MOST_ROWS: Final = 100
"""More rows or columns than this are refused in a text; boards made in Python may be larger."""

# The contract lab counts rows and columns from 1 and names the way a peg jumps.
LAB_MOVE: Final = re.compile(r"move_(left|right|up|down)\(\s*+(\d{1,3})\s*+,\s*+(\d{1,3})\s*+\)", re.ASCII)
LAB_WAYS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
HOLE: Final = re.compile(r"[a-z]{1,2}[1-9][0-9]{0,2}-?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump from one hole to another.

    >>> jump = Jump((3, 5), (3, 3))
    >>> str(jump), name(jump.over)
    ('d6d4', 'd5')
    """

    source: Square
    target: Square

    def __str__(self) -> str:
        return name(self.source) + name(self.target)

    @property
    def over(self) -> Square:
        """The hole halfway, whose peg is removed."""
        return (self.source[0] + self.target[0]) // 2, (self.source[1] + self.target[1]) // 2


@dataclass(frozen=True)
class Board:
    """A set of holes, the columns and rows that frame them, and the directions in which lines run through them."""

    holes: frozenset[Square]
    size: Square
    directions: tuple[Square, ...] = ORTHOGONAL

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The holes in reading order."""
        return reading_order(self.holes)

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """Every jump that the holes have room for, in the order in which moves are listed."""
        return tuple(
            Jump(source, target)
            for source in self.squares
            for direction in self.directions
            if step(source, direction) in self.holes and (target := step(source, direction, 2)) in self.holes
        )

    @cached_property
    def room(self) -> frozenset[Jump]:
        """The same jumps, to look one up."""
        return frozenset(self.jumps)

    @cached_property
    def rows(self) -> tuple[tuple[Square, ...], ...]:
        """The slots row by row, whether there is a hole or not; a triangular row ends at its last hole."""
        width, height = self.size
        triangular = self.directions == TRIANGULAR
        return tuple(tuple((x, y) for x in range(y + 1 if triangular else width)) for y in range(height))

    def write(self, pegs: Position) -> str:
        """Return a position as in §9."""
        return "/".join("".join(self._slot(slot, pegs) for slot in row) for row in self.rows)

    def _slot(self, slot: Square, pegs: Position) -> str:
        if slot not in self.holes:
            return NO_HOLE
        return PEG if slot in pegs else EMPTY

    @classmethod
    def read(cls, text: str) -> tuple[Board, Position]:
        """Return the board of a text as in §9, and the pegs on it.

        >>> board, pegs = Board.read("O/OO/O.O")
        >>> board.directions == TRIANGULAR, board.write(pegs)
        (True, 'O/OO/O.O')
        """
        rows = slots(text)
        triangular = len(rows) > 1 and all(len(row) == number for number, row in enumerate(rows, 1))
        if not triangular and (odd := next((y for y, row in enumerate(rows) if len(row) != len(rows[0])), None)):
            raise NotationError(f"row {odd + 1} has {tally({'slots': len(rows[odd])})}, but row 1 has {len(rows[0])}")
        kinds = {(x, y): kind for y, row in enumerate(rows) for x, kind in enumerate(row)}
        board = cls(
            frozenset(slot for slot, kind in kinds.items() if kind != NO_HOLE),
            (len(rows[-1]), len(rows)),
            TRIANGULAR if triangular else ORTHOGONAL,
        )
        return board, frozenset(slot for slot, kind in kinds.items() if kind == PEG)


def slots(text: str) -> tuple[str, ...]:
    """Return the rows of a text, each slot in the spelling of §9.

    >>> slots("--o--/  _oo")
    ('**O**', '**.OO')
    """
    rows = re.split(r"[/\n]", text.strip("\r\n/"))
    if len(rows) > MOST_ROWS or max(map(len, rows)) > MOST_ROWS:
        raise NotationError(f"a board has at most {MOST_ROWS} rows and columns")
    for y, row in enumerate(rows, 1):
        if wrong := next((letter for letter in row if letter not in SPELLINGS), None):
            raise NotationError(f"row {y} holds {wrong!r}; a slot is {PEG} for a peg, {EMPTY} for a hole or {NO_HOLE}")
    return tuple("".join(SPELLINGS[letter] for letter in row) for row in rows)


@dataclass(frozen=True)
class PegSolitaire(Game[Position, Jump]):
    """Peg solitaire on a board, from a position, to one peg anywhere or in a wanted hole."""

    board: Board
    pegs: Position
    goal: Square | None = None

    def start(self) -> Position:
        """Return the pegs of §2."""
        return self.pegs

    def turn(self, state: Position) -> Seat | None:
        """Return the only seat while a peg can jump."""
        return Seat(0) if self.outcome(state) is None else None

    def outcome(self, state: Position) -> Outcome | None:
        """Return whether it is won, once no peg can jump."""
        if any(True for _ in self.moves(state)):
            return None
        if len(state) != 1:
            return Outcome((0,), f"{len(state)} pegs left")
        if self.goal is not None and self.goal not in state:
            return Outcome((0,), f"1 peg left, not in {name(self.goal)}")
        return Outcome((1,), "1 peg left")

    def moves(self, state: Position) -> Iterator[Jump]:
        """Yield the jumps in reading order of the pegs that make them."""
        return (
            jump
            for jump in self.board.jumps
            if jump.source in state and jump.target not in state and jump.over in state
        )

    def why_not(self, state: Position, move: Jump) -> str | None:
        """Return what is missing for a jump."""
        if move not in self.board.room:
            return self._no_room(move)
        if move.source not in state:
            return f"there is no peg in {name(move.source)} to jump with (§3)"
        if move.over not in state:
            return f"there is no peg in {name(move.over)} to jump over (§3)"
        if move.target in state:
            return f"{name(move.target)} is not empty (§3)"
        return None

    def _no_room(self, jump: Jump) -> str:
        for hole in (jump.source, jump.target):
            if hole not in self.board.holes:
                return f"there is no hole {name(hole)} on this board (§1)"
        return f"{name(jump.target)} is not two holes from {name(jump.source)} in a line (§3)"

    @ensure(
        lambda state, move, result: state ^ result == {move.source, move.over, move.target},
        "exactly three holes change",
    )
    @ensure(lambda state, result: len(result) == len(state) - 1, "one peg is removed")
    def play(self, state: Position, move: Jump) -> Position:
        """Return the pegs after a jump."""
        return state - {move.source, move.over} | {move.target}

    def write(self, state: Position) -> str:
        """Return a position as in §9."""
        return self.board.write(state)

    def read(self, text: str) -> Position:
        """Return the position of a text as in §9, on this board."""
        rows = slots(text)
        if len(rows) != len(self.board.rows):
            raise NotationError(f"this board has {tally({'rows': len(self.board.rows)})}, but the text has {len(rows)}")
        pegs = set()
        for y, (row, places) in enumerate(zip(rows, self.board.rows, strict=True), 1):
            if len(row) != len(places):
                raise NotationError(
                    f"row {y} of this board has {tally({'slots': len(places)})}, but the text has {len(row)}"
                )
            for slot, kind in zip(places, row, strict=True):
                if (kind == NO_HOLE) == (slot in self.board.holes):
                    raise NotationError(
                        f"{name(slot)} is {'a' if slot in self.board.holes else 'not a'} hole of this board"
                    )
                if kind == PEG:
                    pegs.add(slot)
        # §3: a jump leaves at least the peg that made it, so no match leads to an empty board.
        if self.pegs and not pegs:
            raise NotationError("a position has at least one peg")
        return frozenset(pegs)

    def parse(self, state: Position, text: str) -> Jump:  # noqa: ARG002 — a jump is spelled the same in every position
        """Return the jump of a text as in §8."""
        if lab := LAB_MOVE.fullmatch(text.strip().lower()):
            source = int(lab[3]) - 1, int(lab[2]) - 1
            target = step(source, LAB_WAYS[lab[1]], 2)
            if min(*source, *target) < 0:
                raise NotationError(f"{text.strip()[:40]!r} leaves the board")
            return Jump(source, target)
        holes = self._holes(text)
        if len(holes) != 2:
            raise NotationError(f"not a jump, such as d6d4: {text[:40]!r}")
        return Jump(square(holes[0]), square(holes[1]))

    def unchain(self, text: str) -> tuple[str, ...]:
        """Return the single jumps of a chain.

        >>> from hoyle.games.pegs import game
        >>> game("english").unchain("d6d4f4")
        ('d6d4', 'd4f4')
        """
        holes = self._holes(text)
        return tuple(map("".join, pairwise(holes))) if len(holes) > 2 else (text,)

    @staticmethod
    def _holes(text: str) -> list[str]:
        text = text.strip().lower()
        holes = HOLE.findall(text)
        whole = len(holes) > 1 and len(text) == sum(map(len, holes)) and text[-1] != "-"
        return [hole.removesuffix("-") for hole in holes] if whole else []

    def measure(self, line: Sequence[Jump]) -> Mapping[str, int]:
        """Return the number of jumps and of turns.

        >>> from hoyle.games.pegs import game
        >>> game("english").measure([Jump((3, 5), (3, 3)), Jump((3, 3), (5, 3)), Jump((0, 3), (2, 3))])
        {'jumps': 3, 'turns': 2}
        """
        # §7: a turn ends where the next jump is made by another peg.
        same = sum(before.target == after.source for before, after in pairwise(line))
        return {"jumps": len(line), "turns": len(line) - same}
