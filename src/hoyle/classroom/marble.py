"""Marble solitaire as the model assignment asks for it, over hoyle's rules of peg solitaire.

Positions are row and column from 0, the board is a cross with arms of an odd thickness, and what Java calls an
IllegalArgumentException is a ``ValueError`` of one line that changes nothing.

>>> model = MarbleSolitaireModelImpl()
>>> model.move(5, 3, 3, 3)
>>> print(model.get_game_state())
    O O O
    O O O
O O O O O O O
O O O O O O O
O O O _ O O O
    O _ O
    O O O
>>> model.get_score(), model.is_game_over()
(31, False)
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Final

from hoyle.game import HoyleError, IllegalMoveError
from hoyle.games.pegs import Jump, PegSolitaire
from hoyle.games.pegs.boards import cross
from hoyle.grid import square

__all__ = ["MarbleSolitaireModel", "MarbleSolitaireModelImpl"]

MOST: Final = 199
"""The thickest arm: a board of about 200,000 slots."""


class MarbleSolitaireModel(ABC):
    """What a client may ask of a game of marble solitaire."""

    @abstractmethod
    def move(self, from_row: int, from_column: int, to_row: int, to_column: int) -> None:
        """Move a marble, or raise a ValueError where the rules forbid it."""

    @abstractmethod
    def get_game_state(self) -> str:
        """Return the board as text."""

    @abstractmethod
    def is_game_over(self) -> bool:
        """Whether no marble can move."""

    @abstractmethod
    def get_score(self) -> int:
        """Return the number of marbles; fewer is better."""


class MarbleSolitaireModelImpl(MarbleSolitaireModel):
    """A game on a cross: made from nothing, (row, column), (arm thickness) or (arm thickness, row, column).

    The arm thickness is 3 and the empty slot in the middle unless they are given.

    >>> MarbleSolitaireModelImpl(5).get_score()
    104
    >>> MarbleSolitaireModelImpl(0, 0)
    Traceback (most recent call last):
        ...
    hoyle.game.HoyleError: Invalid empty cell position (0,0)
    """

    def __init__(self, *numbers: int) -> None:
        if len(numbers) > 3:
            raise HoyleError(f"a game is made from at most three numbers, not {len(numbers)}")
        _check(*numbers)
        arm = numbers[0] if len(numbers) % 2 else 3
        if arm not in range(1, MOST + 1, 2):
            raise HoyleError(f"the arm thickness must be an odd number from 1 to {MOST}, not {arm}")
        middle = (3 * arm - 3) // 2
        row, column = numbers[-2:] if len(numbers) > 1 else (middle, middle)
        board = cross(arm)
        if (column, row) not in board.holes:
            raise HoyleError(f"Invalid empty cell position ({row},{column})")
        self._game = PegSolitaire(board, board.holes - {(column, row)})
        self._marbles = self._game.start()

    def move(self, from_row: int, from_column: int, to_row: int, to_column: int) -> None:
        """Move a marble two slots along a row or a column, over another, which is removed."""
        _check(from_row, from_column, to_row, to_column)
        for row, column in (from_row, from_column), (to_row, to_column):
            if (column, row) not in self._game.board.holes:
                raise IllegalMoveError(f"there is no slot ({row},{column}) on this board")
        jump = Jump((from_column, from_row), (to_column, to_row))
        if why := self._game.why_not(self._marbles, jump):
            raise IllegalMoveError(f"no move from ({from_row},{from_column}) to ({to_row},{to_column}): {_words(why)}")
        self._marbles = self._game.play(self._marbles, jump)

    def get_game_state(self) -> str:
        """Return a line for each row: O for a marble, _ for an empty slot, blanks between and before them."""
        signs = {"O": "O", ".": "_", "*": " "}
        rows = self._game.write(self._marbles).split("/")
        return "\n".join(" ".join(signs[slot] for slot in row).rstrip() for row in rows)

    def is_game_over(self) -> bool:
        """Whether no marble can move."""
        return self._game.turn(self._marbles) is None

    def get_score(self) -> int:
        """Return the number of marbles; fewer is better."""
        return len(self._marbles)


def _words(why: str) -> str:
    """Return a reason of the rules in this model's words: (row,column) for the name of a hole, and no paragraph."""
    places = re.sub(r"\b[a-z]++\d++\b", lambda hole: "({1},{0})".format(*square(hole[0])), why)
    return re.sub(r" \(§\d++\)", "", places)


def _check(*numbers: object) -> None:
    """Raise a ValueError unless these are what Java calls int."""
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool):
            raise HoyleError(f"expected a whole number, not a {type(number).__name__}")
        if not -(2**31) <= number < 2**31:
            raise HoyleError("a number here has at most 32 bits")
