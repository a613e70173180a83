"""Peg solitaire as the contract lab asks for it: every feature with its complete contract.

Rows and columns count from 1. Contracts carry the lab's tags; a broken one is an ``icontract.ViolationError`` that
begins with the tag of the first clause broken. What Eiffel writes ``out`` is ``str()`` here, ``is_equal`` is ``==``, and
queries without arguments are properties. A creation feature creates an object if it is called on a class, and makes
an object anew if it is called on an object. An argument that is not a number is not a valid row or column; an object
of the wrong class raises a ``TypeError``.

>>> game = Game.make_easy()
>>> game.move_down(2, 4)
>>> game.move_down(4, 4)
>>> print(game)
Game is over: Yes
Game is won : Yes
Board Status:
***.***
***.***
***.***
***.***
***.***
***O***
*******
>>> game.move_left(6, 4)  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
icontract.errors.ViolationError: middle_slot_occupied: precondition of Game.move_left(6, 4) violated
    condition: self.board.status_of(row, column - 1) == self.board.occupied_slot
    values:    self.board.status_of(row, column - 1) = UnavailableSlot(), self.board.occupied_slot = OccupiedSlot(), ...
    stated at: ...
    called at: ...
"""

from __future__ import annotations

from hoyle.classroom.pegs.board import Board, BoardTemplates, BoardTemplatesAccess
from hoyle.classroom.pegs.game import Game
from hoyle.classroom.pegs.players import BadPlayer, GoodPlayer, Player
from hoyle.classroom.pegs.slot import (
    AvailableSlot,
    OccupiedSlot,
    SlotStatus,
    SlotStatusAccess,
    UnavailableSlot,
    UnoccupiedSlot,
)

__all__ = [
    "AvailableSlot",
    "BadPlayer",
    "Board",
    "BoardTemplates",
    "BoardTemplatesAccess",
    "Game",
    "GoodPlayer",
    "OccupiedSlot",
    "Player",
    "SlotStatus",
    "SlotStatusAccess",
    "UnavailableSlot",
    "UnoccupiedSlot",
]
