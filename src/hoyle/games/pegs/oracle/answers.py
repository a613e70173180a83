"""An exact answer for every position of a game: can it be won, how few pegs can be left, which jumps keep the win.

>>> from hoyle.games.pegs import game
>>> easy = game("easy")
>>> oracle = Oracle.build(easy)
>>> answer = oracle.answer(easy.start())
>>> answer.winnable, answer.fewest, answer.turns, [str(jump) for jump in answer.keeps]
(True, 1, 1, ['d2d4'])

What an oracle knows is found once, by going through all positions backwards, and kept in the user's cache directory.
Symmetric positions share one entry; here a symmetry need not keep the start, only its class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from hoyle.game import HoyleError, tally
from hoyle.games.pegs.count.codec import MOST_HOLES as LONGEST_WORD
from hoyle.games.pegs.count.codec import Codec
from hoyle.games.pegs.count.layers import MEMORY, Progress, TooLargeError, processors
from hoyle.games.pegs.oracle.book import Blocks, DamagedError, Store
from hoyle.games.pegs.oracle.page import SHIFT, WORDS, Page
from hoyle.games.pegs.oracle.retrograde import Retrograde, goal_lanes
from hoyle.games.pegs.rules import Jump, PegSolitaire, Position
from hoyle.grid import Square, name

Array: TypeAlias = npt.NDArray[Any]

MOST_HOLES: Final = 37
"""Larger boards have more positions than a computer can hold; there an oracle starts from a late position only."""
FEW: Final = 50_000
"""So many positions are gone through in a moment."""
MANY: Final = 3_000_000
"""And so many in a few seconds."""
QUICK: Final = 1 << 27
"""A game with no more keys than so many for each symmetry has an oracle in seconds: the English board is well below."""
OPEN_PAGES: Final = 1024
"""So many pages of a book are kept open, some hundred megabytes at most."""
ONE_PAGE: Final = 63
"""The shift that puts all keys on one page."""


def _left(fewest: int) -> str:
    return f"at least {tally({'pegs': fewest})} {'is' if fewest == 1 else 'are'} left"


@dataclass(frozen=True, slots=True)
class Prospect:
    """What comes of one jump."""

    jump: Jump
    winnable: bool
    """Whether it can still be won after the jump, in the wanted hole if there is one."""
    fewest: int
    turns: int | None
    """The fewest turns to the win, this jump's with them; a jump by the peg that moved last begins no new turn."""

    def __str__(self) -> str:
        """Return the jump and what comes of it."""
        if self.turns is None:
            return f"{self.jump}  {_left(self.fewest)}"
        return f"{self.jump}  keeps the win, {tally({'turns': self.turns})}"

    def as_dict(self) -> dict[str, Any]:
        """Return the prospect for JSON."""
        return {"move": str(self.jump), "winnable": self.winnable, "fewest": self.fewest, "turns": self.turns}


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one position."""

    fewest: int
    """The fewest pegs that can be left."""
    winnable: bool
    """Whether one peg can be left, in the wanted hole if there is one."""
    holes: tuple[str, ...]
    """Every hole in which a last peg can be left."""
    turns: int | None
    """The fewest turns to the win, or None if it cannot be won."""
    prospects: tuple[Prospect, ...]
    """Each jump that is possible now, in the order of the rules."""

    def __str__(self) -> str:
        """Return the answer in words, a line for each jump."""
        holes = ", ".join(self.holes[:-2]) + ", " * (len(self.holes) > 2) + " or ".join(self.holes[-2:])
        if self.turns is not None:
            head = f"it can be won, in {tally({'turns': self.turns})} at least; the last peg can be in {holes}"
        elif self.holes:
            head = f"it cannot be won as wanted; the last peg can be in {holes}"
        else:
            head = f"it cannot be won; {_left(self.fewest)}"
        return "\n".join([head, *map(str, self.prospects)])

    def as_dict(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        return {
            "winnable": self.winnable,
            "fewest": self.fewest,
            "holes": list(self.holes),
            "turns": self.turns,
            "moves": [prospect.as_dict() for prospect in self.prospects],
        }

    @property
    def keeps(self) -> tuple[Jump, ...]:
        """All jumps that keep the win; if it is lost, those that lead to the fewest pegs."""
        if self.winnable:
            return tuple(prospect.jump for prospect in self.prospects if prospect.winnable)
        return tuple(prospect.jump for prospect in self.prospects if prospect.fewest == self.fewest)

    @property
    def shortest(self) -> tuple[Jump, ...]:
        """The jumps that win in the fewest turns."""
        return tuple(prospect.jump for prospect in self.prospects if prospect.winnable and prospect.turns == self.turns)


@dataclass(frozen=True, eq=False)
class Answers:
    """What is known of many positions, as arrays."""

    known: npt.NDArray[np.bool_]
    """Whether a position can be reached; the other arrays are 0 where it cannot."""
    fewest: npt.NDArray[np.uint8]
    turns: npt.NDArray[np.uint8]
    """[position, goal]: one more than the fewest turns to a goal, 0 where it is out of reach."""


@dataclass(frozen=True, eq=False)
class Oracle:
    """Everything about the positions of one game, on one page in memory or on the pages of a file."""

    game: PegSolitaire
    codec: Codec
    page: Callable[[int], Page]
    shift: int = ONE_PAGE
    """The bits of a key above this are the number of its page."""

    @classmethod
    def of(
        cls,
        game: PegSolitaire,
        *,
        threads: int | None = None,
        memory: int = MEMORY,
        progress: Progress | None = None,
    ) -> Oracle:
        """Return the oracle of a game from the user's cache directory, where it is built first if need be.

        A file that is damaged, or of another version, is built anew; a directory that cannot be written is no error.
        """
        build = partial(cls.build, game, threads=threads, memory=memory, progress=progress)
        return Book.of(game).oracle(build, threads or processors())

    @classmethod
    def build(
        cls,
        game: PegSolitaire,
        *,
        threads: int | None = None,
        memory: int = MEMORY,
        most: int | None = None,
        progress: Progress | None = None,
    ) -> Oracle:
        """Return a new oracle, kept nowhere.

        More positions than the most that are wanted, or than fit into memory, raise TooLargeError.
        """
        codec = _codec(game)
        if most is None and len(game.board.holes) > MOST_HOLES:
            raise TooLargeError(f"a board of {len(game.board.holes)} holes has too many positions for an oracle")
        page = Retrograde(codec, threads or processors(), memory, most, progress).page()
        return cls(game, codec, lambda _number: page)

    @classmethod
    def near(cls, game: PegSolitaire, position: Position, *, most: int = 1_000_000) -> Oracle | None:
        """Return the oracle for what can follow a position of a board of any size, or None if that is too much."""
        try:
            return cls.build(PegSolitaire(game.board, position, game.goal), threads=1, most=most)
        except TooLargeError:
            return None

    @property
    def goals(self) -> tuple[Square, ...]:
        """The holes that the columns of turns stand for."""
        return tuple(self.codec.board.squares[hole] for hole in self.codec.finals)

    @cached_property
    def _goal_lanes(self) -> Array:
        return goal_lanes(self.codec)

    @cached_property
    def _wanted(self) -> Array:
        return np.array([self.game.goal in {None, goal} for goal in self.goals], bool)

    def ask(self, words: Array) -> Answers:
        """Return the answers for an array of words: bit i of a word is the i-th hole in reading order.

        >>> from hoyle.games.pegs import game
        >>> easy = game("easy")
        >>> oracle = Oracle.build(easy)
        >>> oracle.ask(oracle.codec.words([easy.start(), easy.board.holes])).fewest
        array([1, 0], dtype=uint8)
        """
        from hoyle.games.pegs.count import kernel  # numba is imported only when a kernel is asked for

        words = np.ascontiguousarray(words, np.uint64)
        keys, again = np.empty(len(words), self.codec.dtype), np.empty(len(words), np.uint64)
        kernel.encode(words, self.codec.columns, keys)
        kernel.decode(keys, self.codec.rows, again)
        least, lanes = self.codec.canonical(keys)
        fewest, turns = self._look_up(least)
        fewest[words != again] = 0
        turns = np.take_along_axis(turns, self._goal_lanes[lanes], axis=1)
        turns[fewest != 1] = 0
        return Answers(fewest > 0, fewest, turns)

    def _look_up(self, keys: Array) -> tuple[Array, Array]:
        """Return what stands on the pages of canonical keys, each page opened once."""
        if self.shift == ONE_PAGE:
            return self.page(0).ask(keys)
        pages, local = keys >> keys.dtype.type(self.shift), keys & keys.dtype.type((1 << self.shift) - 1)
        fewest, turns = np.zeros(len(keys), np.uint8), np.zeros((len(keys), len(self.goals)), np.uint8)
        order = np.argsort(pages, kind="stable")
        for group in np.split(order, np.flatnonzero(np.diff(pages[order])) + 1):
            if len(group):
                fewest[group], turns[group] = self.page(int(pages[group[0]])).ask(local[group])
        return fewest, turns

    def answer(self, position: Position, last: Square | None = None) -> Answer:
        """Return what is known of a position that can be reached; last is the hole of the peg that moved last."""
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


@dataclass(frozen=True, eq=False)
class Book:
    """An oracle in a file, a page for each part of the keys; what cannot be read is built anew."""

    game: PegSolitaire
    codec: Codec

    @classmethod
    def of(cls, game: PegSolitaire) -> Book:
        """Return the book on a game, written or not."""
        return cls(game, _codec(game))

    @property
    def is_quick(self) -> bool:
        """Whether it takes only seconds to write it."""
        return 1 << self.codec.width <= QUICK * len(self.codec.symmetries)

    @property
    def is_kept(self) -> bool:
        """Whether it has been written."""
        return self.store.open(self.pages) is not None

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return 1 << max(0, self.codec.width - SHIFT)

    @property
    def store(self) -> Store:
        """The file."""
        return Store.of(f"pegs-{self.codec.fingerprint}")

    def oracle(self, build: Callable[[], Oracle], threads: int) -> Oracle:
        """Return the oracle that reads in the file, or the one just built where there is no place for a file."""
        blocks = self.store.open(self.pages)
        if blocks is None:
            built = build()
            whole = built.page(0)
            saved = self.store.save(lambda number: whole.cut(number).write(), self.pages, threads)
            blocks = self.store.open(self.pages) if saved else None
            if blocks is None:
                return built

        def page(number: int) -> Page:
            try:
                return self._page(blocks, number)
            except DamagedError:
                self.store.path.unlink(missing_ok=True)
                return self.oracle(build, threads).page(number)

        return Oracle(self.game, self.codec, lru_cache(OPEN_PAGES)(page), SHIFT)

    def _page(self, blocks: Blocks, number: int) -> Page:
        data = blocks.read(number)
        return Page.read(data, min(WORDS, 1 << max(1, self.codec.width - 6)), len(self.codec.finals))


@lru_cache(maxsize=2)
def _whole(game: PegSolitaire, memory: int, progress: Progress | None) -> Oracle:
    return Oracle.of(game, memory=memory, progress=progress)


def oracle_for(
    game: PegSolitaire,
    position: Position,
    *,
    patient: bool = False,
    memory: int = MEMORY,
    progress: Progress | None = None,
) -> Oracle | None:
    """Return an oracle that knows a position of a game in the cheapest way, or None if every way is too long.

    If little can follow the position, only that is gone through; otherwise the whole game, once, to be kept.  Who is not
    patient waits for seconds at most, unless a longer wait lies behind: then a book is there to be read.

    >>> from hoyle.games.pegs import game
    >>> pyramid = game("pyramid")
    >>> oracle = oracle_for(pyramid, pyramid.start())
    >>> [str(jump) for jump in oracle.answer(pyramid.start()).shortest]
    ['d3f3', 'd3b3', 'c4a4', 'c4c6', 'd4d6', 'e4g4', 'e4e6']
    """
    if len(game.board.holes) > LONGEST_WORD:
        return None
    oracle = Oracle.near(game, position, most=FEW)
    if oracle is None and len(game.board.holes) <= MOST_HOLES:
        book = Book.of(game)
        if patient or book.is_quick or book.is_kept:
            oracle = _whole(game, memory, progress)
            if not oracle.ask(oracle.codec.words([position])).known[0]:
                # Set up by hand, and the game never comes to it: then it is the start of a game of its own.
                own = PegSolitaire(game.board, position, game.goal)
                return oracle_for(own, position, patient=patient, memory=memory, progress=progress)
    return oracle or Oracle.near(game, position, most=MANY)


def consult(
    game: PegSolitaire, position: Position, *, memory: int = MEMORY, progress: Progress | None = None
) -> Answer:
    """Return the exact answer for a position, however long it takes.

    >>> from hoyle.games.pegs import game
    >>> cross = game("cross")
    >>> print(consult(cross, cross.start()))
    it can be won, in 4 turns at least; the last peg can be in d1 or d4
    d3f3  keeps the win, 4 turns
    d3b3  keeps the win, 4 turns
    d3d1  at least 3 pegs are left
    d4d6  at least 4 pegs are left
    """
    oracle = oracle_for(game, position, patient=True, memory=memory, progress=progress)
    if oracle is None:
        raise TooLargeError(
            f"more than {MANY:,} positions can follow, too many for an exact answer on a board of "
            f"{len(game.board.holes)} holes"
        )
    return oracle.answer(position)


def _codec(game: PegSolitaire) -> Codec:
    codec = Codec.of(game.board, game.start(), by_class=True)
    if not codec.lines:
        raise HoyleError("there is no room for a jump on this board")
    return codec
