"""Spelling a move by clicks: whether a text is a move, why not, and which marks of a picture may follow it."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from hoyle.game import Game, HoyleError, Seat
from hoyle.scene import Scene
from hoyle.shelf import find
from hoyle.tables import clicks, explain


class Spelling(TypedDict):
    """Whether a text is a legal move, why not, and what a next click may add to it."""

    legal: bool
    why: str
    next: list[str]


def spell(game: Game[Any, Any], state: Any, picture: Scene, text: str) -> Spelling:
    """Return whether a text is a legal move, why not, and what marks may add to it."""
    wrong = explain.fault(game, state, text)
    following = clicks.Spelling(game, state, picture.marks, text).targets()
    why = "" if wrong is None else str(wrong)
    if wrong is not None and text and not following:
        # A single mark is where a move would begin, even if the rules can read it as a whole one.
        single = explain.plain(text) in explain.spellings_of(picture)
        why = (None if single else explain.reason(game, state, text)) or explain.refusal(game, state, picture, text)
    return {"legal": wrong is None, "why": why, "next": sorted(following)}


def spell_view(name: str, view: str, side: int, text: str) -> Spelling:
    """Return whether a text is a legal move in a view, and which marks of its picture may follow it.

    >>> spell_view("pegs/easy", find("pegs/easy")[1].write(find("pegs/easy")[1].start()), 0, "d2")["next"]
    ['d4']
    """
    box, game = find(name)
    state = game.read(view)
    return spell(game, state, box.look.scene_for(Seat(side), game, state), text)


def begins(game: Game[Any, Any], state: Any, spellings: explain.Spellings, moves: list[str]) -> list[str]:
    """Return what a first click may spell; where moves can be written from either end, both ends count.

    >>> box, game = find("pegs/easy")
    >>> start = game.start()
    >>> begins(game, start, explain.spellings_of(box.look.picture(game, start)), ["d2d4", "d3d1"])
    ['d2', 'd3']
    """
    parts = [part for move in moves if (part := explain.parts_of(spellings, move))]
    ends = {part[0] for part in parts}
    # A game reads all its moves the same way, so the first one with two ends tells for all.
    longer = next((part for part in parts if part[0] != part[-1]), None)
    if longer is not None and _same(game, state, "".join(longer), "".join(reversed(longer))):
        ends |= {part[-1] for part in parts}
    return sorted(ends)


def _same(game: Game[Any, Any], state: Any, text: str, other: str) -> bool:
    """Tell whether two texts stand for the same move."""
    try:
        return bool(game.parse(state, text) == game.parse(state, other))
    except HoyleError:
        return False
