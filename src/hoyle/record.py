r"""Record: the text of a match, which a person can write and a referee can judge.

A record begins with headers; only Game is required.  Then come the moves, separated by spaces and numbered if you
like; a # begins a comment.  A result may come last.

    Game: pegs/easy
    Player: Ada
    Date: 2026-11-15

    1. d2d4   # over d3
    2. d4d6

    Result: won (1 peg left)

A match that does not begin at the game's own start has a Start header with the position, on the same line or row by
row on the lines below.  Reading forgives white space and is strict in meaning; nothing is executed.

>>> record = Record.read("Game: pegs/easy\n1. d2d4 2. d4d6")
>>> record.moves
('d2d4', 'd4d6')
>>> Record.read(record.write()) == record
True
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from hoyle import files
from hoyle.game import HoyleError, NotationError, Seat, tally
from hoyle.match import Match

LIMIT: Final = 1_000_000
"""The longest record that is read."""

HEADER: Final = re.compile(r"([A-Z][A-Za-z-]{0,39}+)[ \t]*+:[ \t]*+(.*+)", re.ASCII)
# A move has no spaces, except in a bracket of plain words and numbers: move_left(4, 6).  Without spaces a bracket may
# also hold rows: red(2X.9.2/FB3.S.).
PART: Final = re.compile(r"[^\s#(]++|\([\sA-Za-z0-9,;]*+\)|\([A-Za-z0-9./]*+\)|\(|\s++", re.ASCII)
NUMBERS: Final = "0123456789."
OWN: Final = ("Game", "Start", "Result")
"""The headers that have a field of their own."""
SINGLE: Final = (*OWN, "Termination")
"""The headers that are judged, so there is only one of each."""

RESIGNED, OUT_OF_TIME, FORFEITED = "resigned", "ran out of time", "forfeited"
"""How a seat loses off the board, in the words that a Termination puts after its name; a forfeit says why, after a colon."""


def loser_in(reason: str) -> str | None:
    """Return who lost off the board by a Termination, or None if it does not say so.

    >>> loser_in("blue resigned"), loser_in("red forfeited: it has stopped"), loser_in("flag captured")
    ('blue', 'red', None)
    """
    loser, _, why = reason.partition(f" {FORFEITED}: ")
    if loser and why:
        return loser
    ends = (f" {word}" for word in (RESIGNED, OUT_OF_TIME) if reason.endswith(f" {word}"))
    return next((reason.removesuffix(end) for end in ends), None)


def not_over(moves: int) -> str:
    """Return why a match is a draw that was broken off after a number of moves, in the words of a Termination."""
    return f"not over after {moves} moves"


@dataclass(frozen=True, repr=False)
class Record:
    """The name of a game, the moves as written, further headers in their order, a start position and a result."""

    game: str
    moves: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    start: str | None = None
    result: str | None = None

    def __repr__(self) -> str:
        """Return one short line; write returns everything."""
        end = f", {self.result}" if self.result else ""
        return f"Record({self.game[:60]}, {tally({'moves': len(self.moves)})}{end})"

    def __post_init__(self) -> None:
        head = (("Game", self.game), *self.headers, ("Start", self.start or ""), ("Result", self.result or ""))
        for key, value in head:
            if HEADER.fullmatch(f"{key}: {value}") is None:
                raise NotationError(f"a header is a capitalised word and one line of text, not {key[:40]!r}")
        _check_single(head)

    @classmethod
    def of(
        cls, name: str, match: Match[Any, Any], headers: tuple[tuple[str, str], ...] = (), seat: Seat | None = None
    ) -> Record:
        """Return the record of a match of the game of that name.

        For a seat, while the match goes on, it holds no more than the seat may know; it can be read, but judged only
        up to the first move that depends on something hidden.
        """
        game, start, turns = match.game, match.start, match.turns(seat)
        if seat is not None and match.outcome is None:
            moves = [match.report(turn, seat) for turn in turns]
            start = game.view(start, seat)
        else:
            played = match.moves
            moves = [move for turn in turns for move in game.chain(played[turn.first : turn.after]).split()]
        return cls(
            game=name,
            moves=tuple(moves),
            headers=headers,
            start=None if match.start == game.start() else game.write(start),
            result=str(match.outcome) if match.outcome else None,
        )

    def write(self) -> str:
        """Return the record as text."""
        start = () if self.start is None else (("Start", self.start),)
        head = "".join(f"{key}: {value}\n" for key, value in (("Game", self.game), *self.headers, *start))
        # A non-breaking space keeps each number on the line of its move.
        moves = fill(
            "  ".join(f"{ply}.\N{NO-BREAK SPACE}{move}" for ply, move in enumerate(self.moves, 1)),
            width=79,
            break_long_words=False,
            break_on_hyphens=False,
        ).replace("\N{NO-BREAK SPACE}", " ")
        tail = "" if self.result is None else f"\nResult: {self.result}\n"
        return head + (f"\n{moves}\n" if moves else "") + tail

    @classmethod
    def read(cls, text: str) -> Record:
        """Return the record of a text; the inverse of write."""
        if len(text) > LIMIT:
            raise NotationError(f"a record has at most {LIMIT:,} letters")
        # White space of any kind, such as comes with a pasted page, counts as a space.
        text = re.sub(r"[^\S\r\n\t]", " ", text.removeprefix("\ufeff"))
        if odd := next((letter for letter in text if not letter.isprintable() and letter not in "\n\r\t"), None):
            raise NotationError(f"a record is plain text, and this holds {odd!r}")
        headers, moves = _parts(text.splitlines())
        _check_single(headers)
        own = dict(headers)
        if not own.get("Game"):
            raise NotationError("a record begins with a header such as 'Game: pegs/english'")
        return cls(
            game=own["Game"],
            moves=tuple(moves),
            headers=tuple(header for header in headers if header[0] not in OWN),
            start=own.get("Start"),
            result=own.get("Result"),
        )

    def begin(self) -> Match[Any, Any]:
        """Return the match before its first move.

        >>> Record("pegs/easy", ("d2d4",)).begin()
        Match(pegs/easy, 0 moves)
        """
        from hoyle.shelf import find

        _, game = find(self.game)
        return Match(game, game.start() if self.start is None else game.read(self.start), name=self.game)

    @classmethod
    def load(cls, path: Path) -> Record:
        """Return the record in a file."""
        return cls.read(read_text(path))

    def save(self, path: Path) -> None:
        """Write the record to a file: whole, or not at all."""
        try:
            files.write(path, self.write())
        except (OSError, ValueError) as fault:
            raise HoyleError(f"cannot write {path}: {files.reason(fault)}") from fault


def read_text(path: Path, limit: int = LIMIT, called: str = "") -> str:
    """Return the text in a file; raise a HoyleError, which calls it by its path or otherwise, if it is too long."""
    try:
        data = files.read(path, limit + 1)
    except (OSError, ValueError) as fault:
        raise HoyleError(f"cannot read {called or path}: {files.reason(fault)}") from fault
    return decode(data, called or str(path), limit)


def decode(data: bytes, source: str, limit: int = LIMIT) -> str:
    """Return bytes as text; raise a NotationError if there are too many."""
    if len(data) > limit:
        raise NotationError(f"{source} has more than {limit:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise NotationError(f"{source} is not plain text in UTF-8") from fault


def _check_single(headers: Sequence[tuple[str, str]]) -> None:
    """Raise a NotationError if a header that decides about the verdict is there twice."""
    keys = [key for key, _ in headers]
    if repeated := next((key for key in SINGLE if keys.count(key) > 1), None):
        raise NotationError(f"a record has only one {repeated} header")


def _parts(lines: list[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the headers and the moves of a record's lines."""
    headers: list[tuple[str, str]] = []
    moves: list[str] = []
    ended = False
    rest = iter(lines)
    for line in rest:
        header = HEADER.fullmatch(line.strip())
        if header is None:
            moves.extend(moves_in(line))
        elif moves and header[1] != "Result":
            raise NotationError(f"the header {header[1]} comes after the first move")
        elif header[1] == "Start" and not header[2]:
            headers.append(("Start", "/".join(iter(lambda: next(rest, "").strip(), ""))))
        else:
            headers.append((header[1], header[2].strip()))
            ended = ended or header[1] == "Result"
        if ended and header is None and moves_in(line):
            raise NotationError("there are moves after the result")
    return headers, moves


def moves_in(line: str) -> list[str]:
    """Return the moves in a line of text, without numbers and comments.

    >>> moves_in("1. d6d4 2.f5d5  move_left(4, 6)  # done")
    ['d6d4', 'f5d5', 'move_left(4,6)']
    """
    words: list[list[str]] = [[]]
    for part in PART.findall(line.split("#", 1)[0]):
        # A bracket that nothing closes is a word of its own.
        if part.isspace() or part == "(":
            words += [[part.strip()], []]
        else:
            words[-1].append(part)
    return [move for word in words if (move := "".join(_strip_numbers("".join(word)).split()))]


def _strip_numbers(word: str) -> str:
    """Return a word without the numbers, each with its dots, that it begins with."""
    numbers = word[: len(word) - len(word.lstrip(NUMBERS))]
    return word if numbers.startswith(".") else word[numbers.rfind(".") + 1 :]
