r"""The referee at the web table: a record from anywhere is judged, and its foul move is shown on the board.

>>> verdict = judged("Game: pegs/easy\nd2d4 d3d5")
>>> verdict["verdict"], verdict["ply"], verdict["words"], verdict["last"]
('foul', 2, 'foul at move 2, d3d5: there is no peg in d3 to jump with (§3)', ['d3', 'd5'])
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Final, NamedTuple

from hoyle.game import NATURE, Game, HoyleError
from hoyle.match import steps
from hoyle.record import Record
from hoyle.referee import Fair, Foul, judge, read_record
from hoyle.scene import Scene
from hoyle.shelf import find
from hoyle.tables.web.explain import named
from hoyle.tables.web.looks import MOST_MARKS, drawn

MOST_MOVES: Final = 5000
"""A record with more moves is refused, as its judging would take long."""


class Step(NamedTuple):
    """A single move of a record: the position before it, the move, and the position after it."""

    before: Any
    move: Any
    after: Any


def judged(text: str) -> dict[str, Any]:
    """Return the verdict on a record, with the position at its end or before its first move that is not fair."""
    record = read_record(text)
    if len(record.moves) > MOST_MOVES:
        raise HoyleError(f"a record with more than {MOST_MOVES} moves is judged by: hoyle judge FILE")
    box, game = find(record.game)
    verdict = judge(record)
    line = list(_steps(record, game))
    facts: dict[str, Any] = {
        "verdict": type(verdict).__name__.lower(),
        "words": str(verdict),
        "game": record.game,
        "title": box.title,
        "moves": list(record.moves),
        "line": [{"seat": game.turn(step.before), "text": str(step.move)} for step in line],
        "plies": len(line),
        "ply": None,
        **_board(record, line),
    }
    if not isinstance(verdict, Fair):
        facts.update(ply=verdict.ply, move=verdict.text)
        if not isinstance(verdict, Foul) or verdict.kind == "move":
            facts["last"] = named(_scene(record, verdict.match.state), verdict.text)
    return facts


def position_in(text: str, ply: int) -> dict[str, Any]:
    """Return the board of a record after so many of its single moves, or as far as they are fair."""
    record = read_record(text)
    _, game = find(record.game)
    return {"ply": ply, **_board(record, list(islice(_steps(record, game), ply)))}


def _board(record: Record, line: list[Step]) -> dict[str, Any]:
    """Return the position that a line leads to, as text and picture, and the marks that its last choice names."""
    _, game = find(record.game)
    state = line[-1].after if line else _start(record, game)
    scene = _scene(record, state)
    choice = next((step for step in reversed(line) if game.turn(step.before) != NATURE), None)
    last = [] if choice is None else named(scene, str(choice.move), _scene(record, choice.before))
    return {"position": game.write(state), **drawn(scene), "last": last}


def _scene(record: Record, state: Any) -> Scene:
    box, game = find(record.game)
    scene = box.look.picture(game, state)
    if len(scene.marks) > MOST_MARKS:
        raise HoyleError("this board is too large for a page; use: hoyle judge FILE")
    return scene


def _start(record: Record, game: Game[Any, Any]) -> Any:
    return game.start() if record.start is None else game.read(record.start)


def _steps(record: Record, game: Game[Any, Any]) -> Iterator[Step]:
    """Yield the single moves of a record up to its first fault."""
    state = _start(record, game)
    with suppress(HoyleError):
        for text in record.moves:
            for move, after in steps(game, state, text):
                yield Step(state, move, after)
                state = after
