r"""The referee at the web table: a record from anywhere is judged, and its foul move is shown on the board.

>>> verdict = judged("Game: pegs/easy\nd2d4 d3d5")
>>> verdict["verdict"], verdict["ply"], verdict["words"]
('foul', 2, 'foul at move 2, d3d5: there is no peg in d3 to jump with (§3)')
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from hoyle.game import Game, HoyleError
from hoyle.match import steps
from hoyle.referee import Foul, judge, understood
from hoyle.scene import Scene
from hoyle.shelf import find
from hoyle.tables.web.seeing import MOST_MARKS, drawn, spelled, spellings_of

MOST_MOVES: Final = 5000
"""A record with more moves is refused, as its judging would take long."""


def judged(text: str) -> dict[str, Any]:
    """Return the verdict on a record, with the position at its end or before its foul move."""
    record = understood(text)
    if len(record.moves) > MOST_MOVES:
        raise HoyleError(f"a record with more than {MOST_MOVES} moves is judged by: hoyle judge FILE")
    box, game = find(record.game)
    verdict = judge(record)
    scene = box.picture(game, game.read(verdict.position))
    if len(scene.marks) > MOST_MARKS:
        raise HoyleError("this board is too large for a page; use: hoyle judge FILE")
    facts: dict[str, Any] = {
        "verdict": "fair",
        "words": str(verdict),
        "game": record.game,
        "title": box.title,
        "position": verdict.position,
        "moves": list(record.moves),
        "plies": verdict.ply - 1 if isinstance(verdict, Foul) else verdict.moves,
        "ply": None,
    }
    if isinstance(verdict, Foul):
        scene = fouled(scene, verdict.text)
        facts.update(verdict="foul", ply=verdict.ply, move=verdict.text)
    return {**facts, **drawn(scene)}


def position_in(text: str, ply: int) -> dict[str, Any]:
    """Return the board of a record after so many of its single moves, or as far as they are fair."""
    record = understood(text)
    box, game = find(record.game)
    state = game.start() if record.start is None else game.read(record.start)
    *_, state = islice(_states(game, state, record.moves), ply + 1)
    return {"ply": ply, **drawn(box.picture(game, state))}


def _states(game: Game[Any, Any], state: Any, texts: tuple[str, ...]) -> Iterator[Any]:
    """Yield the positions of a line up to its first fault."""
    yield state
    with suppress(HoyleError):
        for text in texts:
            for _, after in steps(game, state, text):
                state = after
                yield state


def fouled(scene: Scene, text: str) -> Scene:
    """Return a picture in which the marks that a foul move names stand out."""
    named = set(spelled(spellings_of(scene), text))
    marks = (replace(mark, style=f"{mark.style} foul") if mark.spells in named else mark for mark in scene.marks)
    return replace(scene, marks=tuple(marks))
