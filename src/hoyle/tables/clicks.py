"""Spelling: what clicks have written so far, and where it may lead; the game is asked only as text.

A click appends what its mark spells.  A move that nothing can be added to is complete at once; one that could still
grow waits for a second click on its last mark.  No front end that uses this needs to know a game.

>>> from hoyle.shelf import find
>>> box, game = find("pegs/easy")
>>> state = game.start()
>>> spelling = Spelling(game, state, box.look.picture(game, state).marks)
>>> spelling.add("d2"), spelling.text, spelling.targets()
(None, 'd2', {'d4'})
>>> spelling.add("d4")
'd2d4'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final

from hoyle.game import Game, HoyleError, NotationError
from hoyle.scene import Mark

MOST_LISTED: Final = 2000
"""A position may have millions of moves: look at no more than the first of them."""


@dataclass
class Spelling:
    """A game, a view of it, the marks to click on, and what they have spelled so far."""

    game: Game[Any, Any]
    view: Any
    marks: Iterable[Mark]
    text: str = ""
    last: str = ""
    """What the mark clicked last spells."""

    def add(self, spells: str) -> str | None:
        """Append what a mark spells, and return the move if that completes one.

        After a HoyleError, which says what is wrong with the two together, the mark begins a new text if it can.
        """
        text = f"{self.text}{spells}"
        if spells == self.last and not self._leads(text):
            return self._repeated()
        if not self.text and len(self._listed) < MOST_LISTED and not self._leads(text):
            # It must not stick to what is picked or typed next.
            raise HoyleError(f"no move begins with {spells}")
        reason = None if self._leads(text) or not self.text else self._why_not(text)
        restart = reason is not None or (not self._leads(text) and _plain(spells) in self._beginnings)
        self.text, self.last = (spells if restart else text), spells
        if reason:
            raise HoyleError(reason)
        return self.text if self.complete and not self.targets() else None

    def clear(self) -> None:
        """Forget what was spelled."""
        self.text = self.last = ""

    @property
    def complete(self) -> bool:
        """Whether the text is a legal move."""
        return self._why_not(self.text) == ""

    def targets(self) -> set[str]:
        """Return what marks spell that would lead on from the text."""
        return {spells for spells in {mark.spells for mark in self.marks} - {""} if self._leads(self.text + spells)}

    def _repeated(self) -> str | None:
        """Return the move that a second click on the last mark confirms; without one it takes the text back."""
        if self.complete:
            return self.text
        self.clear()
        return None

    def _leads(self, text: str) -> bool:
        """Tell whether a text is a legal move or begins one."""
        return _plain(text) in self._beginnings or self._why_not(text) == ""

    def _why_not(self, text: str) -> str | None:
        """Return the rule against a move, nothing where it is legal, or None where the text is no move."""
        try:
            return self.game.why_not(self.view, self.game.parse(self.view, text)) or ""
        except NotationError:
            return None
        except HoyleError as fault:
            return str(fault)

    @cached_property
    def _listed(self) -> list[str]:
        """The moves, or as many of them as are looked at."""
        return [_plain(str(move)) for move in islice(self.game.moves(self.view), MOST_LISTED)]

    @cached_property
    def _beginnings(self) -> set[str]:
        """What marks can spell of the moves, up to each mark: h1 begins h1j1 but not h10j10."""
        spells = {_plain(mark.spells) for mark in self.marks} - {""}
        return {move[:cut] for move in self._listed for cut in _cuts(move, spells)}


def _plain(text: str) -> str:
    """Return the letters and digits of a notation: parse is forgiving about what stands between them."""
    return "".join(letter for letter in text if letter.isalnum())


def _cuts(move: str, spells: set[str]) -> set[int]:
    """Return the places inside a move and at its end up to which and from which it is made of spells.

    >>> sorted(_cuts("h10j10", {"h1", "h10", "j1", "j10"}))
    [3, 6]
    """
    lengths = {len(word) for word in spells}
    before, after = {0}, {len(move)}
    for place in range(len(move)):
        if place in before:
            before |= {place + length for length in lengths if move[place : place + length] in spells}
    for place in reversed(range(1, len(move))):
        if any(move[place : place + length] in spells and place + length in after for length in lengths):
            after.add(place)
    return before & after
