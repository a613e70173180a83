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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from hoyle.game import HoyleError
from hoyle.games.pegs.codec import MOST_HOLES as LONGEST_WORD
from hoyle.games.pegs.codec import Codec
from hoyle.games.pegs.invariant import lowest
from hoyle.games.pegs.layers import (
    MEMORY,
    NONE,
    KeySet,
    Layer,
    TooLargeError,
    bitmap,
    bitmap_bytes,
    crew,
    enumerate_layers,
    processors,
    sliced,
)
from hoyle.games.pegs.rules import Jump, PegSolitaire, Position
from hoyle.games.pegs.store import Store
from hoyle.grid import Square, name

Array: TypeAlias = npt.NDArray[Any]
Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with what is being done, how many layers are done and how many there are at most."""

MOST_HOLES: Final = 37
"""Larger boards have more positions than a computer can hold; there an oracle starts from a late position only."""
WORK_SLICE: Final = 1 << 16
FEW: Final = 50_000
"""So many positions are gone through in a moment."""
MANY: Final = 3_000_000
"""And so many in a few seconds."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What comes of one jump."""

    jump: Jump
    winnable: bool
    """Whether it can still be won after the jump, in the wanted hole if there is one."""
    fewest: int
    turns: int | None
    """The fewest turns to the win, this jump's with them; a jump by the peg that moved last begins no new turn."""


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
    """Everything about the positions of one game."""

    game: PegSolitaire
    codec: Codec
    found: KeySet
    best: Array
    """The fewest pegs that can be left, for each position of the set."""
    won: Array
    """The keys from which one peg can be left, in ascending order."""
    turns_won: Array
    """[won, goal]: one more than the fewest turns to a goal, 0 where it is out of reach."""

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
        codec = _codec(game)
        store = Store.of(f"pegs-{codec.fingerprint}")
        kept = store.load(threads or processors())
        if kept is not None and set(kept) == {"bits", "keys", "best", "won", "turns"}:
            bits = kept["bits"]
            found = KeySet.dense(bits, threads or processors()) if len(bits) else KeySet.sparse(kept["keys"])
            if len(found) == len(kept["best"]):
                return cls(game, codec, found, kept["best"], kept["won"], kept["turns"])
        oracle = cls.build(game, threads=threads, memory=memory, progress=progress)
        store.save(oracle.arrays(), threads or processors())
        return oracle

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
        builder = _Builder(codec, threads or processors(), memory, most, progress)
        return cls(game, codec, *builder.build())

    @classmethod
    def near(cls, game: PegSolitaire, position: Position, *, most: int = 1_000_000) -> Oracle | None:
        """Return the oracle for what can follow a position of a board of any size, or None if that is too much."""
        try:
            return cls.build(PegSolitaire(game.board, position, game.goal), threads=1, most=most)
        except TooLargeError:
            return None

    def arrays(self) -> dict[str, Array]:
        """Return what is to be kept in a file."""
        return {
            "bits": self.found.bits,
            "keys": self.found.keys,
            "best": self.best,
            "won": self.won,
            "turns": self.turns_won,
        }

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
        from hoyle.games.pegs import kernel  # numba is imported only when a kernel is asked for

        words = np.ascontiguousarray(words, np.uint64)
        keys, again = np.empty(len(words), self.codec.dtype), np.empty(len(words), np.uint64)
        kernel.encode(words, self.codec.columns, keys)
        kernel.decode(keys, self.codec.rows, again)
        least, lanes = self.codec.canonical(keys)
        places = np.where(words == again, self.found.find(least), -1)
        fewest = np.where(places >= 0, self.best[places], 0).astype(np.uint8)
        turns = np.zeros((len(words), len(self.goals)), np.uint8)
        hits = np.flatnonzero(fewest == 1)
        if len(hits):
            rows = np.searchsorted(self.won, least[hits])
            turns[hits] = np.take_along_axis(self.turns_won[rows], self._goal_lanes[lanes[hits]], axis=1)
        return Answers(places >= 0, fewest, turns)

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
        for over, target in self._reach[hole]:
            if word >> over & 1 and not word >> target & 1:
                child = word ^ (1 << hole | 1 << over | 1 << target)
                rest = int(self.ask(np.array([child], np.uint64)).turns[0, goal])
                if rest and rest + 1 - self._begins(child, target, goal, rest) == turns:
                    return True
        return False

    @cached_property
    def _reach(self) -> dict[int, list[tuple[int, int]]]:
        """The jumps of each hole as the holes jumped over and jumped to."""
        reach: dict[int, list[tuple[int, int]]] = {hole: [] for hole in range(len(self.codec.board.holes))}
        for first, over, second in self.codec.lines:
            reach[first].append((over, second))
            reach[second].append((over, first))
        return reach


@lru_cache(maxsize=2)
def _whole(game: PegSolitaire, memory: int, progress: Progress | None) -> Oracle | None:
    try:
        return Oracle.of(game, memory=memory, progress=progress)
    except TooLargeError:
        return None


def oracle_for(
    game: PegSolitaire, position: Position, *, memory: int = MEMORY, progress: Progress | None = None
) -> Oracle | None:
    """Return an oracle that knows a position of a game in the cheapest way, or None if every way is too long.

    If little can follow the position, only that is gone through; otherwise the whole game, once, to be kept.

    >>> from hoyle.games.pegs import game
    >>> pyramid = game("pyramid")
    >>> oracle = oracle_for(pyramid, pyramid.start())
    >>> [str(jump) for jump in oracle.answer(pyramid.start()).shortest]
    ['d3f3', 'd3b3', 'c4a4', 'c4c6', 'd4d6', 'e4g4', 'e4e6']
    """
    if len(game.board.holes) > LONGEST_WORD:
        return None
    small = Oracle.near(game, position, most=FEW)
    if small is not None:
        return small
    whole = _whole(game, memory, progress) if len(game.board.holes) <= MOST_HOLES else None
    return whole or Oracle.near(game, position, most=MANY)


def _codec(game: PegSolitaire) -> Codec:
    codec = Codec.of(game.board, game.start(), by_class=True)
    if not codec.lines:
        raise HoyleError("there is no room for a jump on this board")
    return codec


def goal_lanes(codec: Codec) -> Array:
    """Return for each symmetry where among the last holes it takes each of them."""
    place = {hole: i for i, hole in enumerate(codec.finals)}
    return np.array(
        [[place[lane[hole]] for hole in codec.finals] for lane in codec.carries.tolist()], np.int64
    ).reshape(len(codec.carries), len(codec.finals))


@dataclass(frozen=True, eq=False)
class _Builder:
    """The work on a new oracle."""

    codec: Codec
    threads: int
    memory: int
    most: int | None
    progress: Progress | None

    def build(self) -> tuple[KeySet, Array, Array, Array]:
        """Return the positions, the fewest pegs of each, the won ones, and the turns of those."""
        layers, seen = self._layers()
        if len(seen):
            found = KeySet.dense(seen, self.threads)
        else:
            found = KeySet.sparse(np.sort(np.concatenate([part for layer in layers for part in layer.parts])))
        best = self._fewest(layers, found)
        layers.clear()
        # On a large board all keys at once are gigabytes, and not needed where the class rules out a last peg.
        won = (
            found.members(self.codec.dtype, self.threads)[best == 1]
            if self.codec.finals
            else np.empty(0, self.codec.dtype)
        )
        return found, best, won, self._turns(won)

    def _tell(self, what: str, done: int) -> None:
        if self.progress is not None:
            self.progress(what, done, len(self.codec.start) - 1)

    def _layers(self) -> tuple[list[Layer], Array]:
        # A bitmap is worth its memory where a good part of it may be needed.
        small = self.most is not None and bitmap_bytes(self.codec) > 16 * self.most
        dense = not small and 2 * bitmap_bytes(self.codec) <= self.memory
        seen = bitmap(self.codec) if dense else NONE
        room = (self.memory - (bitmap_bytes(self.codec) if dense else 0)) // (2 * self.codec.dtype.itemsize + 1)
        layers = list[Layer]()
        for layer in enumerate_layers(self.codec, threads=self.threads, seen=seen, most=min(self.most or room, room)):
            layers.append(layer)
            self._tell("counting positions", layer.jumps)
        return layers, seen

    def _fewest(self, layers: Sequence[Layer], found: KeySet) -> Array:
        from hoyle.games.pegs import kernel  # numba is imported only when a kernel is asked for

        best = np.zeros(len(found), np.uint8)
        members = found.keys if not len(found.bits) else np.empty(0, self.codec.dtype)
        for layer in reversed(layers):
            pegs = len(self.codec.start) - layer.jumps
            crew(
                lambda keys, pegs=pegs: kernel.fewest(  # type: ignore[misc]
                    keys, *self.codec.tables, found.bits, found.ranks, members, pegs, best
                ),
                sliced(layer.parts, WORK_SLICE),
                self.threads,
            )
            self._tell("looking back", len(layers) - 1 - layer.jumps)
        return best

    def _turns(self, won: Array) -> Array:
        from hoyle.games.pegs import kernel  # numba is imported only when a kernel is asked for

        codec, lanes = self.codec, goal_lanes(self.codec)
        words = np.empty(len(won), np.uint64)
        kernel.decode(won, codec.rows, words)
        pegs = np.bitwise_count(words) if hasattr(np, "bitwise_count") else _pegs(words)
        turns = np.zeros((len(won), len(codec.finals)), np.uint8)
        lines = np.array(codec.lines, np.int64)
        last = np.flatnonzero(pegs == 1)
        for i in last:
            turns[i, codec.finals.index(lowest(int(words[i])))] = 1
        keys, known, movers = won[last], turns[last], np.zeros((len(last), len(codec.finals)), np.uint64)
        for number in range(2, int(pegs.max(initial=1)) + 1):
            rows = np.flatnonzero(pegs == number)
            layer = won[rows]
            fresh = np.zeros((len(rows), len(codec.finals)), np.uint8)
            begins = np.zeros(fresh.shape, np.uint64)

            def work(
                begin: int,
                mine: tuple[Array, ...] = (layer, fresh, begins),
                later: tuple[Array, Array, Array] = (keys, known, movers),
            ) -> None:
                layer, fresh, begins = (array[begin : begin + WORK_SLICE] for array in mine)
                kernel.count_turns(layer, *codec.tables, lines, codec.carries, lanes, *later, fresh, begins)

            crew(work, range(0, len(rows), WORK_SLICE), self.threads)
            turns[rows] = fresh
            keys, known, movers = layer, fresh, begins
            self._tell("counting turns", number - 1)
        return turns


def _pegs(words: Array) -> Array:
    """Return the number of ones of each word, for a numpy that cannot."""
    return np.array([int(word).bit_count() for word in words], np.uint8)
