r"""The referee: reads a record move by move and says whether it was played by the rules.

>>> from hoyle.record import Record
>>> print(judge(Record.read("Game: pegs/easy\nd2d4 d4d6")))
fair: 2 jumps, 1 turn, won (1 peg left)
>>> print(judge(Record.read("Game: pegs/easy\nd2d4 d3d5")))
foul at move 2, d3d5: there is no peg in d3 to jump with (§3)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hoyle.game import HoyleError, UnseenError, tally
from hoyle.match import Match, steps
from hoyle.record import Record, loser_in, not_over, read_text
from hoyle.shelf import find, open_boxes


@dataclass(frozen=True, repr=False)
class Fair:
    """Every move was legal, and the result, if one is claimed, is the true one."""

    match: Match[Any, Any]
    given_up: str | None = None
    """The result that the record claims if the match ended off the board."""

    def __repr__(self) -> str:
        """Return one short line."""
        return f"Fair({str(self)!r})"

    def __str__(self) -> str:
        end = self.match.outcome or self.given_up or "unfinished"
        return f"fair: {tally(self.match.game.measure(self.match.moves))}, {end}"


@dataclass(frozen=True, repr=False)
class Foul:
    """The first move that breaks a rule: the match before it, how it is written, and why it is foul."""

    match: Match[Any, Any]
    text: str
    reason: str
    number: int
    """Its number in the record, where a chain of moves or a whole setup has one number; or that of the last move."""
    kind: str = "move"
    """What is foul: a move, or the result."""

    @property
    def ply(self) -> int:
        """The number of the foul move among single moves, or of the last one if the result is foul."""
        return len(self.match.line) + (self.kind == "move")

    def __repr__(self) -> str:
        """Return one short line."""
        return f"Foul({str(self)!r})"

    def __str__(self) -> str:
        where = f"at move {self.number}" if self.kind == "move" else "result"
        return f"foul {where}, {self.text[:80]}: {self.reason}"


@dataclass(frozen=True, repr=False)
class Unclear:
    """The first move that depends on something the record does not show; every move before it is fair."""

    match: Match[Any, Any]
    text: str
    reason: str
    number: int
    """Its number in the record."""

    @property
    def ply(self) -> int:
        """The number of that move among single moves."""
        return len(self.match.line) + 1

    def __repr__(self) -> str:
        """Return one short line."""
        return f"Unclear({str(self)!r})"

    def __str__(self) -> str:
        return f"unclear from move {self.number}, {self.text[:80]}: {self.reason}"


def read_record(text: str, before: str = "") -> Record:
    """Return the record of a text in hoyle's own format, or in a foreign one that a box on the shelf can read.

    If a foreign text leaves something out, such as its board, pass that as the text before it.

    >>> read_record("Game: pegs/easy").game
    'pegs/easy'
    """
    if is_own(text):
        return Record.read(text)
    for reader in (reader for box in open_boxes() for reader in box.texts.formats.values()):
        if (translation := reader(before + text)) is not None:
            return Record.read(translation)
    return Record.read(text)


def read_file(path: Path, text: str, before: str = "", board: str = "") -> Record:
    """Return the record of a file's text; a foreign one without a board starts from the one that lies beside the file."""
    if is_own(text):
        if before or board:
            raise HoyleError("a record in hoyle's own format says everything itself: give it without other options")
        return Record.read(text)
    beside = board_beside(path)
    board = board or (read_text(beside) if beside else "")
    return read_record(text, f"{before}{board}\n" if before or board else "")


def board_beside(game: Path) -> Path | None:
    """Return the board that belongs to a game by its name, if there is one: ada_board.txt to ada_game.txt."""
    board = game.with_name(game.name.replace("game", "board"))
    return board if board != game and board.is_file() else None


def is_own(text: str) -> bool:
    """Tell whether a text is in hoyle's own format, which names its game."""
    return re.search(r"^\ufeff?[ \t]*+Game[ \t]*+:", text, re.MULTILINE) is not None


def judge(record: Record) -> Fair | Foul | Unclear:
    """Return the verdict on a record; raise a HoyleError if its game or its start cannot be read.

    A record that one seat keeps, with ranks or setups unseen, is judged as far as possible.
    """
    start = record.begin()
    line: list[tuple[Any, Any]] = []
    for number, text in enumerate(record.moves, 1):
        try:
            # The fair part of a chain counts, even if the rest is foul.
            line.extend(steps(start.game, line[-1][1] if line else start.state, text))
        except UnseenError as fault:
            return Unclear(replace(start, line=tuple(line)), text, str(fault), number)
        except HoyleError as fault:
            return Foul(replace(start, line=tuple(line)), text, str(fault), number)
    match = replace(start, line=tuple(line))
    given_up = _result_off_board(match, record)
    if given_up is None and (foul := _false_result(match, record.result)):
        return Foul(match, record.result or "", foul, len(record.moves), "result")
    return Fair(match, given_up)


def _result_off_board(match: Match[Any, Any], record: Record) -> str | None:
    """Return the result of a match that ended off the board, for the reason in its Termination header.

    Only what no rule can check is believed: that a seat resigned, ran out of time or forfeited, and so lost to another, or that
    the match was broken off after its last move, and so is a draw.
    """
    reason = dict(record.headers).get("Termination")
    if reason is None or record.result is None or match.outcome is not None:
        return None
    score, _, rest = record.result.partition(" ")
    scores = score.split("-")
    if rest != f"({reason})" or not len(scores) == match.game.seats > 1:
        return None
    if reason == not_over(len(match.line)):
        return record.result if set(scores) == {"0"} else None
    loser, seat_name = loser_in(reason), find(record.game)[0].seat_name
    winners = [seat_name(seat) for seat, score in enumerate(scores) if score == "1"]
    fair = loser and not any(_may_name(loser, winner) for winner in winners) and set(scores) == {"0", "1"}
    return record.result if fair else None


def _may_name(text: str, name: str) -> bool:
    """Tell whether a text may stand for a seat.

    >>> [_may_name(text, "first seat") for text in ("First", "the first seat", "second seat", "Ada")]
    [True, True, False, False]
    """
    words, names = set(text.casefold().split()), set(name.casefold().split())
    return words <= names or names <= words


def _false_result(match: Match[Any, Any], claim: str | None) -> str | None:
    """Return what is wrong with a claimed result, which may be given in full, or as the verdict or the reason alone."""
    if claim is None:
        return None
    outcome = match.outcome
    true = ("unfinished",) if outcome is None else (str(outcome), outcome.verdict, outcome.reason)
    return None if claim in true else f"the result is {true[0]}"
