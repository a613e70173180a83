"""Programs of the UCC Programming Competition 2012 as players: they speak its text protocol over standard input and output.

The competition's red sits at the top and begins, so its columns and rows, counted from 0, are ours.  A program is told the
last move and its outcome, then the board, and answers with a move; it is told the outcome of that before its next turn.

    RED hoyle 10 10          the program answers with four rows of its setup, as they stand on the board from the top
    START                    or the opponent's move and its outcome, such as 9 6 UP 3 BOTHDIE 9 9
    FB8sB479B8 …             ten rows, # for the opponent's pieces
                             the program answers with a move, such as 0 3 DOWN, which is repeated to it with its outcome
    QUIT                     the match is over
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from hoyle.game import Seat
from hoyle.games.stratego import setups
from hoyle.games.stratego.pieces import RED, Move, Place, Ply, Position, Rank, Step, duel
from hoyle.games.stratego.rules import Stratego
from hoyle.program import MEMORY, Program, ProgramError

TOKENS: Final = "Fs987654321B"
"""How the competition writes each rank."""
WAYS: Final = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
OUTCOMES: Final = {1: "KILLS", 0: "BOTHDIE", -1: "DIES"}


class Contestant:
    """A program of the competition, as a player of one match of the classic army."""

    def __init__(self, command: Sequence[str], *, seconds: float = 10.0, memory: int = MEMORY) -> None:
        self._program = Program(command, seconds=seconds, memory=memory)
        self._army: list[Place] = []
        self._asked = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Tell the program that the match is over, and end it."""
        self._program.close("QUIT")

    def choose(self, game: Stratego, view: Position, seat: Seat) -> Move:
        """Return the program's move, or the next piece of its setup."""
        if view.deploying:
            self._army = self._army or self._setup(game, seat)
            return self._army.pop()
        if self._asked:
            self._program.tell(f"{self._asked} {outcome(view.trail[-2])}")
        self._program.tell(f"{write(view.trail[-1])} {outcome(view.trail[-1])}" if view.plies else "START")
        self._program.tell(*board(game, view, seat))
        self._asked = self._program.hear()
        if self._asked in {"SURRENDER", "NO_MOVE"}:
            raise ProgramError(f"{self._program.name} resigns")
        return read(self._asked)

    def _setup(self, game: Stratego, seat: Seat) -> list[Place]:
        self._program.tell(f"{'RED' if seat == RED else 'BLUE'} hoyle {game.board.width} {game.board.height}")
        rows = [self._program.hear() for _ in range(game.board.depth)]
        if any(token not in TOKENS for row in rows for token in row):
            raise ProgramError(f"{self._program.name} has an unknown piece in its setup: {' '.join(rows)[:60]!r}")
        letters = ["".join(Rank(TOKENS.index(token)).letter for token in row) for row in rows]
        # Rows come from the top; a seat sees its front row first, from its own left.
        front = "/".join(letters[::-1] if seat == RED else (row[::-1] for row in letters))
        if wrong := setups.fault(game.board, game.army, front):
            raise ProgramError(f"{self._program.name}: {wrong}")
        return [Place(rank, square) for square, rank in setups.read_setup(game.board, front, seat).items()]


def outcome(ply: Ply) -> str:
    """Return the outcome of a move.

    >>> outcome(Ply((9, 6), (9, 3), (Rank.SCOUT, Rank.SCOUT))), outcome(Ply((0, 3), (0, 4)))
    ('BOTHDIE 9 9', 'OK')
    """
    if ply.fight is None:
        return "OK"
    striker, struck = ply.fight
    return f"{OUTCOMES[duel(striker, struck)]} {TOKENS[striker]} {TOKENS[struck]}"


def write(ply: Ply) -> str:
    """Return a move as the competition writes it; the inverse of read.

    >>> write(Ply((9, 6), (9, 3))), write(Ply((0, 3), (1, 3)))
    ('9 6 UP 3', '0 3 RIGHT')
    """
    step = Step(ply.source, ply.target)
    across, up = step.way
    way = next(word for word, (x, y) in WAYS.items() if (x * step.length, y * step.length) == (across, up))
    return f"{ply.source[0]} {ply.source[1]} {way}{f' {step.length}' if step.length > 1 else ''}"


def read(text: str) -> Step:
    """Return the move of a text.

    >>> print(read("9 6 UP 3"), read("0 3 RIGHT"))
    j7-j4 a4-b4
    """
    match text.split():
        case [x, y, way, *length] if (
            way in WAYS
            and len(length) < 2
            and all(number.isdecimal() and len(number) < 3 for number in (x, y, *length))
        ):
            across, up = WAYS[way]
            many = int(length[0]) if length else 1
            return Step((int(x), int(y)), (int(x) + many * across, int(y) + many * up))
    raise ProgramError(f"not a move: {text[:40]!r}")


def board(game: Stratego, view: Position, seat: Seat) -> list[str]:
    """Return the rows of the board as a program sees it, which has to remember what strikes have shown."""
    rows = []
    for y in range(game.board.height):
        cells = []
        for x in range(game.board.width):
            own = view.pieces[y * game.board.width + x]
            if own is None:
                cells.append("+" if (x, y) in game.board.lakes else ".")
            else:
                cells.append(TOKENS[own.rank] if own.seat == seat and own.rank is not None else "#")
        rows.append("".join(cells))
    return rows
