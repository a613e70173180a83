"""Exact answers for every position of a game: can it be won, how few pegs can be left, which jumps keep the win.

>>> from hoyle.games.pegs import game
>>> easy = game("easy")
>>> oracle = Oracle.of(easy)
>>> answer = oracle.answer(easy.start())
>>> answer.winnable, answer.fewest, answer.turns, [str(jump) for jump in answer.keeps]
(True, 1, 1, ['d2d4'])

An oracle goes through all positions backwards, once. Symmetric positions share one entry; here a symmetry need not keep
the start, only its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from hoyle.game import HoyleError
from hoyle.games.pegs.count.codec import Codec
from hoyle.games.pegs.count.layers import MEMORY, Progress, TooLargeError, processors
from hoyle.games.pegs.oracle.answer import Answer, Prospect
from hoyle.games.pegs.oracle.book import Book
from hoyle.games.pegs.oracle.page import Page
from hoyle.games.pegs.oracle.retrograde import Retrograde
from hoyle.games.pegs.rules import PegSolitaire, Position
from hoyle.grid import Square, name

Array: TypeAlias = npt.NDArray[Any]

MOST_HOLES: Final = 37
"""Larger boards have more positions than memory can hold, so there an oracle starts from a late position."""


@dataclass(frozen=True, eq=False)
class Answers:
    """What is known about many positions, as arrays."""

    known: npt.NDArray[np.bool_]
    """Whether a position can be reached; the other arrays are 0 where it cannot."""
    fewest: npt.NDArray[np.uint8]
    turns: npt.NDArray[np.uint8]
    """[position, goal]: one more than the fewest turns to a goal, 0 where it is out of reach."""


@dataclass(frozen=True, eq=False)
class Oracle:
    """Everything about the positions of one game, in memory or in a file."""

    game: PegSolitaire
    codec: Codec
    source: Page | Book

    @classmethod
    def of(
        cls,
        game: PegSolitaire,
        *,
        threads: int | None = None,
        memory: int = MEMORY,
        progress: Progress | None = None,
    ) -> Oracle:
        """Return the oracle of a whole game from the user's cache directory; it is built first if it is not there.

        Raises TooLargeError if the positions do not fit into memory. A directory that cannot be written is not an error.
        """
        if len(game.board.holes) > MOST_HOLES:
            raise TooLargeError(f"a board of {len(game.board.holes)} holes has too many positions for an oracle")
        codec, crew = codec_of(game), threads or processors()
        return cls(game, codec, Book.open(codec, Retrograde(codec, crew, memory, None, progress).page, crew))

    @classmethod
    def near(cls, game: PegSolitaire, position: Position, *, most: int = 1_000_000, threads: int = 1) -> Oracle | None:
        """Return an oracle for the positions that can follow one, kept in memory, or None if there are more than ``most``."""
        rest = PegSolitaire(game.board, position, game.goal)
        codec = codec_of(rest)
        try:
            return cls(rest, codec, Retrograde(codec, threads, MEMORY, most, None).page())
        except TooLargeError:
            return None

    @property
    def goals(self) -> tuple[Square, ...]:
        """The holes that the columns of turns stand for."""
        return tuple(self.codec.board.squares[hole] for hole in self.codec.finals)

    @cached_property
    def _wanted(self) -> Array:
        return np.array([self.game.goal in {None, goal} for goal in self.goals], bool)

    def ask(self, words: Array) -> Answers:
        """Return the answers for an array of words: bit i of a word is the i-th hole in reading order.

        >>> from hoyle.games.pegs import game
        >>> easy = game("easy")
        >>> oracle = Oracle.of(easy)
        >>> oracle.ask(oracle.codec.words([easy.start(), easy.board.holes])).fewest
        array([1, 0], dtype=uint8)
        """
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        words = np.ascontiguousarray(words, np.uint64)
        keys, again = np.empty(len(words), self.codec.dtype), np.empty(len(words), np.uint64)
        kernel.encode(words, self.codec.columns, keys)
        kernel.decode(keys, self.codec.rows, again)
        least, lanes = self.codec.canonical(keys)
        fewest, turns = self.source.ask(least)
        fewest[words != again] = 0
        turns = np.take_along_axis(turns, self.codec.goal_lanes[lanes], axis=1)
        turns[fewest != 1] = 0
        return Answers(fewest > 0, fewest, turns)

    def answer(self, position: Position, last: Square | None = None) -> Answer:
        """Return what is known about a position that can be reached; last is the hole of the peg that moved last."""
        jumps = tuple(self.game.moves(position))
        word = self.codec.word(position)
        masks = [self.codec.word((jump.source, jump.over, jump.target)) for jump in jumps]
        children = [word ^ mask for mask in masks]
        answers = self.ask(np.array([word, *children], np.uint64))
        if not answers.known[0]:
            raise HoyleError(f"{self.game.write(position)} cannot be reached from the start")
        prospects = []
        for i, (jump, child) in enumerate(zip(jumps, children, strict=True), 1):
            row = answers.turns[i]
            rest = self._turns_after(child, row, jump.target)
            begun = int(jump.source != last)
            fewest = int(answers.fewest[i])
            prospects.append(Prospect(jump, rest is not None, fewest, None if rest is None else rest + begun))
        here = answers.turns[0]
        holes = tuple(name(goal) for goal, turns in zip(self.goals, here, strict=True) if turns)
        turns = self._turns_after(word, here, last)
        return Answer(int(answers.fewest[0]), turns is not None, holes, turns, tuple(prospects))

    def _turns_after(self, word: int, row: Array, last: Square | None) -> int | None:
        """Return the fewest turns still to come when a peg has just moved, if the win is possible."""
        costs = [
            int(turns) - 1 - (last is not None and self._begins(word, self.codec.number[last], goal, int(turns)))
            for goal, turns in enumerate(row)
            if turns and self._wanted[goal]
        ]
        return min(costs, default=None)

    def _begins(self, word: int, hole: int, goal: int, turns: int) -> bool:
        """Tell whether a line with the fewest turns to a goal may begin with the peg of a hole.

        A line that goes on with the peg that moved last saves a turn, and no line can save more; so only the jumps of
        that one peg have to be followed.
        """
        for line, over, target in self.codec.reach[hole].tolist():
            if line >= 0 and word >> over & 1 and not word >> target & 1:
                child = word ^ (1 << hole | 1 << over | 1 << target)
                rest = int(self.ask(np.array([child], np.uint64)).turns[0, goal])
                if rest and rest + 1 - self._begins(child, target, goal, rest) == turns:
                    return True
        return False


def codec_of(game: PegSolitaire) -> Codec:
    """Return the keys of a game's positions, by class."""
    codec = Codec.of(game.board, game.start(), by_class=True)
    if not codec.lines:
        raise HoyleError("there is no room for a jump on this board")
    return codec
