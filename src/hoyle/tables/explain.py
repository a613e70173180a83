"""Explanations of a move: which marks it names, and why a click leads nowhere; the game is asked only in text.

>>> from hoyle.shelf import find
>>> box, game = find("pegs/english")
>>> start = game.start()
>>> scene = box.look.picture(game, start)
>>> marks_in(scene, "d2d4")
['d2', 'd4']
>>> refusal(game, start, scene, "d4")
'd4 has no move now: there is no peg in d4 to jump with (§3)'
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import Any, Final, TypeAlias

from hoyle.game import Game, HoyleError, NotationError
from hoyle.match import legal_move
from hoyle.scene import Scene

Places: TypeAlias = set[tuple[str, tuple[float, float]]]
_OTHERS: Final = re.compile(r"[^a-z0-9]")
_NAMES: Final = re.compile(r"(?<!§)\b[A-Za-z]?+\d++\b")


def marks_in(scene: Scene, text: str, before: Scene | None = None) -> list[str]:
    """Return the spellings of the marks that a move's text names, in order; nothing if it does not begin and end with one.

    If the picture before the move is given, only marks that have not moved count: the counters of nim are spelled
    differently when others are taken, and so do not show what was taken.
    """
    parts = spellings_of(scene).name(text)
    return parts if before is None else stay(parts, places_of(before), places_of(scene))


def stay(parts: list[str], before: Places, after: Places) -> list[str]:
    """Return the parts of a text whose marks have not moved."""
    spelled = {spells for spells, _ in before & after}
    return [part for part in parts if part in spelled]


def places_of(scene: Scene) -> Places:
    """Return what the marks of a picture spell, each with its place."""
    return {(mark.spells, (mark.x, mark.y)) for mark in scene.marks if mark.spells}


class Spellings(dict[str, str]):
    """What the marks of a picture spell, by its letters and digits."""

    @cached_property
    def sizes(self) -> list[int]:
        """How many letters they have, the most first."""
        return sorted(set(map(len, self)), reverse=True)

    def name(self, text: str) -> list[str]:
        """Return the spellings that a text consists of, if it begins and ends with one."""
        parts, letters = parts_of(self, text), plain(text)
        # The words of a report of something unseen may contain letters that marks spell, but do not mean those marks.
        named = parts and letters.startswith(plain(parts[0])) and letters.endswith(plain(parts[-1]))
        return parts if named else []


def spellings_of(picture: Scene) -> Spellings:
    """Return what the marks of a picture spell."""
    return Spellings({letters: mark.spells for mark in picture.marks if (letters := plain(mark.spells))})


def parts_of(spellings: Spellings, text: str) -> list[str]:
    """Return the spellings that a text consists of, read from the left; anything that no mark spells is skipped."""
    letters, parts, place = plain(text), [], 0
    while place < len(letters):
        size = next((size for size in spellings.sizes if letters[place : place + size] in spellings), 0)
        if size:
            parts.append(spellings[letters[place : place + size]])
        place += max(size, 1)
    return parts


def plain(text: str) -> str:
    """Return the letters and digits of a notation, as a click spells them.

    >>> plain("S2-F3")
    's2f3'
    """
    return text.lower() if text.isascii() and text.isalnum() else _OTHERS.sub("", text.lower())


def refusal(game: Game[Any, Any], state: Any, scene: Scene, text: str) -> str:
    """Return words to say that what was clicked has no move, with the rule behind it.

    Each mark is tried as the next click.  Most of them are usually refused for the same kind of reason, such as lying
    elsewhere; a mark that is refused for a rarer reason came nearest to a move, so that reason says most.  If all reasons
    are of one kind, no mark came nearer than another, and a reason is given only if it is the same for all of them.
    """
    names = [spells for spells in spellings_of(scene).values() if spells != text]
    reasons = [why for spells in names if (why := reason(game, state, text + spells))]
    counts = Counter(map(kind_of, reasons))
    tells = len(counts) > 1 or len(set(reasons)) == 1
    return f"{text} has no move now" + (f": {min(reasons, key=lambda why: counts[kind_of(why)])}" if tells else "")


def kind_of(why: str) -> str:
    """Return a reason without its squares, tiles and numbers, except for the number of the paragraph.

    >>> kind_of("[2:1] is not [4:4] with one number raised by one (§5)")
    '[…:…] is not […:…] with one number raised by one (§5)'
    """
    return _NAMES.sub("…", why)


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
        # With its frames it would keep itself, until somebody searches for garbage.
        return wrong.with_traceback(None)
    return None
