r"""The referee at the web table: a record from anywhere is judged, and its foul move is shown on the board.

>>> verdict = judge_record("Game: pegs/easy\nd2d4 d3d5")
>>> verdict["verdict"], verdict["ply"], verdict["words"], verdict["last"]
('foul', 2, 'foul at move 2, d3d5: there is no peg in d3 to jump with (§3)', ['d3', 'd5'])
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal

from hoyle.game import NATURE, HoyleError
from hoyle.match import Match
from hoyle.referee import Fair, Foul, judge, read_record
from hoyle.scene import Scene
from hoyle.shelf import find
from hoyle.tables.explain import marks_in
from hoyle.tables.web.limits import MOST_MARKS
from hoyle.tables.web.looks import Picture, TurnText, draw

MOST_MOVES: Final = 5000
"""A record with more moves is refused, as its judging would take long."""


class Judgement(Picture):
    """The referee's verdict on a record; the picture is the end, or the position before the first move that is not fair.

    The line has the single moves up to the foul one; last names the marks of the move shown, in its order.
    """

    verdict: Literal["fair", "foul", "unclear"]
    words: str
    game: str
    title: str
    position: str
    moves: list[str]
    line: list[TurnText]
    last: list[str]
    plies: int
    ply: int | None
    move: str | None


def judge_record(text: str, ply: int | None = None) -> Judgement:
    """Return the verdict on a record, with the board at its end, before its foul move, or after a number of fair moves."""
    record = read_record(text)
    if len(record.moves) > MOST_MOVES:
        raise HoyleError(f"this record has more than {MOST_MOVES} moves; use: hoyle judge FILE")
    verdict = judge(record)
    match = verdict.match
    at = match if ply is None else replace(match, line=match.line[:ply])
    picture = _scene(record.game, at)
    foul = None if isinstance(verdict, Fair) else verdict
    last = _last(record.game, at, picture)
    if foul is not None and ply is None and not (isinstance(foul, Foul) and foul.kind == "result"):
        last = marks_in(picture, foul.text)
    return {
        **draw(picture),
        "verdict": "fair" if foul is None else "foul" if isinstance(foul, Foul) else "unclear",
        "words": str(verdict),
        "game": record.game,
        "title": find(record.game)[0].title,
        "position": at.position,
        "moves": list(record.moves),
        "line": [
            {"seat": match.game.turn(state), "text": str(move)}
            for state, move in zip(match.states, match.moves, strict=False)
        ],
        "last": last,
        "plies": len(match.line),
        "ply": foul.ply if foul is not None and ply is None else ply,
        "move": None if foul is None else foul.text,
    }


def _last(name: str, match: Match[Any, Any], picture: Scene) -> list[str]:
    """Return the marks that the last choice of a match names."""
    plies = range(len(match.line), 0, -1)
    ply = next((ply for ply in plies if match.game.turn(match.states[ply - 1]) != NATURE), None)
    if ply is None:
        return []
    return marks_in(picture, str(match.moves[ply - 1]), _scene(name, replace(match, line=match.line[: ply - 1])))


def _scene(name: str, match: Match[Any, Any]) -> Scene:
    box, game = find(name)
    scene = box.look.picture(game, match.state)
    if len(scene.marks) > MOST_MARKS:
        raise HoyleError("this board is too large for a page; use: hoyle judge FILE")
    return scene
