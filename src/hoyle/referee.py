r"""The referee: reads a record move by move and says whether it was played by the rules.

>>> from hoyle.record import Record
>>> print(judge(Record.read("Game: pegs/easy\nd2d4 d4d6")))
fair: 2 jumps, 1 turn, won (1 peg left)
>>> print(judge(Record.read("Game: pegs/easy\nd2d4 d3d5")))
foul at move 2, d3d5: there is no peg in d3 to jump with (§3)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from hoyle.game import Game, HoyleError, Outcome, UnseenError, tally
from hoyle.match import steps
from hoyle.record import Record
from hoyle.shelf import find, open_boxes


@dataclass(frozen=True, repr=False)
class Fair:
    """Every move was legal, and the result, if one is claimed, is the true one."""

    moves: int
    measure: dict[str, int]
    outcome: Outcome | None
    position: str
    given_up: str | None = None
    """How it ended off the board, as the record claims it: a seat resigned, or its time was over."""

    def __repr__(self) -> str:
        """Return one short line."""
        return f"Fair({str(self)!r})"

    def __str__(self) -> str:
        return f"fair: {tally(self.measure)}, {self.outcome or self.given_up or 'unfinished'}"


@dataclass(frozen=True, repr=False)
class Foul:
    """The first move that breaks a rule: which it is, how it is written, why it is foul, and the position before it."""

    ply: int
    text: str
    reason: str
    position: str
    kind: str = "move"
    """What is foul: a move, or the result."""

    def __repr__(self) -> str:
        """Return one short line."""
        return f"Foul({str(self)!r})"

    def __str__(self) -> str:
        where = f"at move {self.ply}" if self.kind == "move" else "result"
        return f"foul {where}, {self.text[:80]}: {self.reason}"


@dataclass(frozen=True)
class Unclear:
    """The first move that cannot be judged, since the record does not show what decides about it; all before are fair."""

    ply: int
    text: str
    reason: str
    position: str

    def __str__(self) -> str:
        return f"unclear from move {self.ply}, {self.text[:80]}: {self.reason}"


def understood(text: str, before: str = "") -> Record:
    """Return the record of a text in hoyle's own format, or in a foreign one that a box on the shelf can read.

    What a foreign text leaves unsaid, such as the board it begins on, can be put before it.

    >>> understood("Game: pegs/easy").game
    'pegs/easy'
    """
    if is_own(text):
        return Record.read(text)
    for reader in (reader for box in open_boxes() for reader in box.texts.formats.values()):
        if (translation := reader(before + text)) is not None:
            return Record.read(translation)
    return Record.read(text)


def is_own(text: str) -> bool:
    """Tell whether a text is in hoyle's own format, which names its game."""
    return re.search(r"^\ufeff?[ \t]*+Game[ \t]*+:", text, re.MULTILINE) is not None


def judge(record: Record) -> Fair | Foul | Unclear:
    """Return the verdict on a record; a HoyleError means that its game or its start cannot be read at all.

    A record as one seat may keep it, with ranks or setups unseen, is judged as far as it can be known.
    """
    _, game = find(record.game)
    state = game.start() if record.start is None else game.read(record.start)
    line: list[Any] = []
    for text in record.moves:
        try:
            for move, after in steps(game, state, text):
                line.append(move)
                state = after
        except UnseenError as fault:
            return Unclear(len(line) + 1, text, str(fault), game.write(state))
        except HoyleError as fault:
            return Foul(len(line) + 1, text, str(fault), game.write(state))
    given_up = _given_up(game, state, record)
    if given_up is None and (foul := _false_result(game, state, record.result)):
        return Foul(len(line), record.result or "", foul, game.write(state), "result")
    return Fair(len(line), dict(game.measure(line)), game.outcome(state), game.write(state), given_up)


def _given_up(game: Game[Any, Any], state: Any, record: Record) -> str | None:
    """Return the result of a match that ended off the board: one that its Termination header names as the reason.

    Nobody can replay that a player resigned, so it is believed, if the rules say nothing else and each seat has a score.
    """
    reason = dict(record.headers).get("Termination")
    if reason is None or record.result is None or game.outcome(state) is not None:
        return None
    score, _, rest = record.result.partition(" ")
    scores = score.split("-")
    scored = set(scores) <= {"0", "1"} and len(scores) == game.seats > 1
    return record.result if scored and rest == f"({reason})" else None


def _false_result(game: Game[Any, Any], state: Any, claim: str | None) -> str | None:
    """Return what is wrong with a claimed result; it may be given in full, or only in its first or second half."""
    if claim is None:
        return None
    outcome = game.outcome(state)
    true = ("unfinished",) if outcome is None else (str(outcome), outcome.verdict, outcome.reason)
    return None if claim in true else f"the result is {true[0]}"
