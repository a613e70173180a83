"""What the table tells of a move: the marks that it names, and why a click leads nowhere; the game is asked only as text.

>>> from hoyle.shelf import find
>>> box, game = find("pegs/english")
>>> start = game.start()
>>> scene = box.look.picture(game, start)
>>> marks_in(scene, "d2d4")
['d2', 'd4']
>>> refusal(game, start, scene, "d4")
'no move begins with d4: there is no peg in d4 to jump with (§3)'
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from hoyle.game import Game, HoyleError, NotationError
from hoyle.match import legal_move
from hoyle.scene import Scene


def marks_in(scene: Scene, text: str, before: Scene | None = None) -> list[str]:
    """Return what the marks spell that a move's text names, in its order; nothing if it does not begin and end with one.

    With the picture before the move, only marks count that stand where they stood: a counter of nim is spelled anew
    when others go, and so says nothing of what was taken.
    """
    spellings = spellings_of(scene)
    parts = parts_of(spellings, text)
    letters = plain(text)
    if not parts or not letters.startswith(plain(parts[0])) or not letters.endswith(plain(parts[-1])):
        # Words such as a report of something unseen hold letters that marks spell, and mean none of them.
        return []
    if before is None:
        return parts
    stayed = _places(before) & _places(scene)
    return [part for part in parts if any(spells == part for spells, _ in stayed)]


def _places(scene: Scene) -> set[tuple[str, tuple[float, float]]]:
    return {(mark.spells, (mark.x, mark.y)) for mark in scene.marks if mark.spells}


def spellings_of(picture: Scene) -> dict[str, str]:
    """Return what the marks of a picture spell, by its letters and digits."""
    return {letters: mark.spells for mark in picture.marks if (letters := plain(mark.spells))}


def parts_of(spellings: dict[str, str], text: str) -> list[str]:
    """Return the spellings that a text consists of, read from the left; what no mark spells is passed over."""
    sizes = sorted(set(map(len, spellings)), reverse=True)
    letters, parts, place = plain(text), [], 0
    while place < len(letters):
        size = next((size for size in sizes if letters[place : place + size] in spellings), 0)
        if size:
            parts.append(spellings[letters[place : place + size]])
        place += max(size, 1)
    return parts


def plain(text: str) -> str:
    """Return the letters and digits of a notation, as a click spells them.

    >>> plain("S2-F3")
    's2f3'
    """
    return re.sub(r"[^a-z0-9]", "", text.lower())


def refusal(game: Game[Any, Any], state: Any, scene: Scene, text: str) -> str:
    """Return that no move begins with what was clicked, and the rule because of which.

    Each mark is tried as the next click.  Most of them are usually refused for one plain reason, such as lying
    elsewhere; what is refused for a reason of its own came nearest to a move, so that reason tells most.
    """
    names = [spells for spells in spellings_of(scene).values() if spells != text]
    reasons = {spells: why for spells in names if (why := reason(game, state, text + spells))}
    kinds = {spells: why.replace(spells, "…") for spells, why in reasons.items()}
    counts = Counter(kinds.values())
    nearest = min(reasons, key=lambda spells: counts[kinds[spells]], default=None)
    return f"no move begins with {text}" + (f": {reasons[nearest]}" if nearest else "")


def reason(game: Game[Any, Any], state: Any, text: str) -> str | None:
    """Return the rule that forbids a text as a move; None if it is not a move at all, or allowed."""
    wrong = fault(game, state, text)
    return None if wrong is None or isinstance(wrong, NotationError) else str(wrong)


def fault(game: Game[Any, Any], state: Any, text: str) -> HoyleError | None:
    """Return what is wrong with a text as a single move, or None."""
    if game.unchain(text) != (text,):
        return NotationError("that is more than one move")
    try:
        legal_move(game, state, text)
    except HoyleError as wrong:
        return wrong
    return None
