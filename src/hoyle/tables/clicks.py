"""Clicks that spell moves: what they have spelled so far, and which marks may follow.

A click appends what its mark spells.  A move that cannot go on is complete at once; one that can waits for a second
click on its last mark.  The game sees only text, so no table needs to know a game.

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
from typing import Any

from hoyle.game import Game, HoyleError, NotationError
from hoyle.match import legal_move
from hoyle.scene import Mark
from hoyle.tables.fair_play import list_moves


@dataclass
class Spelling:
    """A game, a view of it, the marks to click on, and what clicks have spelled so far."""

    game: Game[Any, Any]
    view: Any
    marks: Iterable[Mark]
    text: str = ""
    last: str = ""
    """What the mark clicked last spells."""

    def add(self, spells: str) -> str | None:
        """Append what a mark spells, and return the move if that completes one.

        After a HoyleError, which says why the mark cannot follow, the mark begins a new text if it can.
        """
        text = f"{self.text}{spells}"
        if spells == self.last and not self._leads(text):
            return self._confirm()
        if not self.text and not self._moves[1] and not self._leads(text):
            # Keep nothing that what is picked or typed next would be added to.
            raise HoyleError(f"{spells} has no move now")
        reason = None if self._leads(text) or not self.text else self._why_not(text)
        restart = reason is not None or (not self._leads(text) and _letters(spells) in self._beginnings)
        self.text, self.last = (spells if restart else text), spells
        if reason:
            raise HoyleError(reason)
        return self.text if self.complete and not self.targets() else None

    def clear(self) -> None:
        """Forget what was spelled so far."""
        self.text = self.last = ""

    @property
    def complete(self) -> bool:
        """Whether the text is a legal move."""
        return self._why_not(self.text) == ""

    def targets(self) -> set[str]:
        """Return the spellings of the marks that may follow the text."""
        return {spells for spells in {mark.spells for mark in self.marks} - {""} if self._leads(self.text + spells)}

    def _confirm(self) -> str | None:
        """Return the move that a second click on the last mark confirms; if there is none, forget the text."""
        if self.complete:
            return self.text
        self.clear()
        return None

    def _leads(self, text: str) -> bool:
        """Tell whether a text is a legal move or begins one."""
        return _letters(text) in self._beginnings or self._why_not(text) == ""

    def _why_not(self, text: str) -> str | None:
        """Return the rule against a move, an empty text if it is legal, or None if the text is not a move."""
        try:
            legal_move(self.game, self.view, text)
        except NotationError:
            return None
        except HoyleError as fault:
            return str(fault)
        return ""

    @cached_property
    def _moves(self) -> tuple[list[str], bool]:
        """The moves, as many as a table lists, and whether there are more."""
        moves, more = list_moves(self.game, self.view)
        return list(map(_letters, moves)), more

    @cached_property
    def _beginnings(self) -> set[str]:
        """The beginnings of moves that marks can spell: h1 begins h1j1 but not h10j10."""
        spells = {_letters(mark.spells) for mark in self.marks} - {""}
        lengths = {len(word) for word in spells}
        return {move[:cut] for move in self._moves[0] for cut in _cuts(move, spells, lengths)}


def _letters(text: str) -> str:
    """Return the letters and digits of a text: parse forgives what is between them."""
    return "".join(letter for letter in text if letter.isalnum())


def _cuts(move: str, spells: set[str], lengths: set[int]) -> set[int]:
    """Return the places in a move, its end included, where it can be cut so that both parts are made of spells of these lengths.

    >>> sorted(_cuts("h10j10", {"h1", "h10", "j1", "j10"}, {2, 3}))
    [3, 6]
    """
    before, after = {0}, {len(move)}
    for place in range(len(move)):
        if place in before:
            before |= {place + length for length in lengths if move[place : place + length] in spells}
    for place in reversed(range(1, len(move))):
        if any(move[place : place + length] in spells and place + length in after for length in lengths):
            after.add(place)
    return before & after
