"""From the rules' geometry to the tables of the kernel: a position of one game as a short key.

A jump changes the three holes of a line, so all positions of a game differ from its start by sums mod 2 of lines.  The
lines of the English board have rank 29: of its 33 holes 29 are *free*, and the other four follow from them.  The key of
a position is the word of its free holes; it is exact, and it is short enough to be a place in a bitmap.

>>> from hoyle.games.pegs import game
>>> english = game("english")
>>> codec = Codec.of(english.board, english.start())
>>> codec.width, len(codec.symmetries)
(29, 8)
>>> codec.decode(codec.encode([english.start()]))[0] == english.start()
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hoyle.game import HoyleError
from hoyle.games.pegs.invariant import bits, members, row_basis
from hoyle.games.pegs.rules import Board, Position
from hoyle.grid import Square, symmetries

Array: TypeAlias = npt.NDArray[Any]
Permutation: TypeAlias = tuple[int, ...]

MOST_HOLES = 64
LANES = 8  # as in the kernel, which is not imported here, since it loads numba
CHUNK = 256


def permute(word: int, permutation: Permutation) -> int:
    """Return the word whose bit permutation[i] is bit i of the given one.

    >>> bin(permute(0b011, (2, 0, 1)))
    '0b101'
    """
    return bits(permutation[place] for place in members(word))


def lines_of(board: Board) -> tuple[tuple[int, int, int], ...]:
    """Return each line of a board as the numbers of its end, middle and end, once for its two jumps.

    >>> from hoyle.games.pegs import game
    >>> len(lines_of(game("english").board)), len(game("english").board.jumps)
    (38, 76)
    """
    number = {square: i for i, square in enumerate(board.squares)}
    jumps = [(number[jump.source], number[jump.over], number[jump.target]) for jump in board.jumps]
    if set(jumps) != {jump[::-1] for jump in jumps}:
        raise HoyleError("a board on which a jump has no reverse cannot be analysed")
    return tuple(sorted(jump for jump in jumps if jump[0] < jump[2]))


def symmetries_of(board: Board) -> tuple[Permutation, ...]:
    """Return the symmetries of a board as permutations of the numbers of its holes, each once, the identity first.

    >>> from hoyle.games.pegs import game
    >>> len(symmetries_of(game("triangle").board)), len(symmetries_of(game("asymmetric").board))
    (6, 2)
    """
    number = {square: i for i, square in enumerate(board.squares)}
    found = symmetries(board.holes, board.directions)
    # On a board one hole wide two symmetries of the plane can be the same to its holes.
    return tuple(dict.fromkeys(tuple(number[symmetry[square]] for square in board.squares) for symmetry in found))


def span(units: Sequence[Array], constant: Array | None = None) -> Array:
    """Return the table of an affine map: row [c, v] is the sum of the units of the ones of v << 8c."""
    chunks = max(1, -(-len(units) // 8))
    table = np.zeros((chunks, CHUNK, *units[0].shape), units[0].dtype)
    for place, unit in enumerate(units):
        chunk, bit = divmod(place, 8)
        table[chunk, 1 << bit : 2 << bit] = table[chunk, : 1 << bit] ^ unit
    # The rows of an incomplete chunk beyond its bits are never looked up.
    return table if constant is None else np.concatenate([table[:1] ^ constant, table[1:]])


@dataclass(frozen=True, eq=False)
class Codec:
    """The positions of one game as keys, and the tables that a kernel needs to play on keys."""

    board: Board
    start: Position
    lines: tuple[tuple[int, int, int], ...]
    symmetries: tuple[Permutation, ...]
    basis: dict[int, int]

    @classmethod
    def of(cls, board: Board, start: Position, *, by_class: bool = False) -> Codec:
        """Return the codec of the game on a board from a start.

        Positions count as the same if a symmetry that keeps the start turns one into the other; with by_class, the
        symmetry need only keep the start's class, so that more positions count as the same.
        """
        if len(board.holes) > MOST_HOLES:
            raise HoyleError(f"only boards of at most {MOST_HOLES} holes can be analysed, not {len(board.holes)}")
        lines = lines_of(board)
        basis = row_basis(map(bits, lines))
        number = {square: i for i, square in enumerate(board.squares)}
        word = bits(number[square] for square in start)

        def keeps(permutation: Permutation) -> bool:
            difference = word ^ permute(word, permutation)
            return residue(difference, basis) == 0 if by_class else difference == 0

        kin = tuple(filter(keeps, symmetries_of(board)))
        if len(kin) > LANES:
            raise HoyleError(f"a board with more than {LANES} symmetries cannot be analysed")
        return cls(board, start, lines, kin, basis)

    @property
    def width(self) -> int:
        """How many bits a key has."""
        return len(self.basis)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The smallest type that holds a key."""
        return np.dtype(np.uint32 if self.width <= 32 else np.uint64)

    @cached_property
    def number(self) -> dict[Square, int]:
        """The number of each hole, in reading order."""
        return {square: i for i, square in enumerate(self.board.squares)}

    def word(self, position: Iterable[Square]) -> int:
        """Return the word of a position, one bit for each hole."""
        return bits(self.number[square] for square in position)

    def position(self, word: int) -> Position:
        """Return the position of a word."""
        return frozenset(self.board.squares[place] for place in members(word))

    @cached_property
    def base(self) -> int:
        """The word of this game's class that has no peg on a free hole."""
        return residue(self.word(self.start), self.basis)

    def holds(self, position: Position) -> bool:
        """Tell whether a position is in the class of the start; others can never be reached."""
        return residue(self.word(position), self.basis) == self.base

    def _key(self, word: int) -> int:
        return sum((word >> hole & 1) << i for i, hole in enumerate(self.basis))

    @property
    def _padded(self) -> tuple[Permutation, ...]:
        return (*self.symmetries, *(self.symmetries[:1] * (LANES - len(self.symmetries))))

    def _lanes(self, word: int) -> Array:
        return np.array([self._key(permute(word, permutation)) for permutation in self._padded], self.dtype)

    def _gates(self, word: int) -> Array:
        gates = np.zeros(2 * -(-len(self.lines) // 64), np.uint64)
        for number, (a, b, c) in enumerate(self.lines):
            place, bit = divmod(number, 64)
            for column, value in enumerate((word >> b, word >> a ^ word >> c)):
                gates[2 * place + column] |= np.uint64((value & 1) << bit)
        return gates

    @cached_property
    def tables(self) -> tuple[Array, Array, Array]:
        """The kernel's images, gates and changes."""
        if not self.lines:
            raise HoyleError("there is no room for a jump on this board")
        words = list(self.basis.values())
        changes = [self._lanes(bits(line)) for line in self.lines]
        return (
            span([self._lanes(word) for word in words], self._lanes(self.base)),
            span([self._gates(word) for word in words], self._gates(self.base)),
            np.array(changes, self.dtype),
        )

    @cached_property
    def counters(self) -> tuple[Array, Array]:
        """The kernel's tails and masks, for counting the pegs of 64 keys at once; the tail may have eight holes."""
        bound = [hole for hole in range(len(self.board.holes)) if hole not in self.basis]

        def tail(word: int) -> Array:
            return np.array(bits(i for i, hole in enumerate(bound) if word >> hole & 1), np.uint8)

        tails = span([tail(word) for word in self.basis.values()], tail(self.base))
        masks = np.zeros((1 << len(bound), 7 + len(bound)), np.uint64)
        for first in range(len(masks)):
            for low in range(64):
                pegs = low.bit_count() + int(first ^ tails[0, low] ^ tails[0, 0]).bit_count()
                masks[first, pegs] |= np.uint64(1 << low)
        return tails, masks

    @cached_property
    def columns(self) -> Array:
        """The kernel's table from words to keys."""
        holes = range(len(self.board.holes))
        return span([np.array(self._key(1 << hole), np.uint64) for hole in holes])

    @cached_property
    def rows(self) -> Array:
        """The kernel's table from keys to words."""
        return span([np.array(word, np.uint64) for word in self.basis.values()], np.array(self.base, np.uint64))

    @cached_property
    def reach(self) -> Array:
        """The jumps from each hole: the number of the line, the hole jumped over and the one jumped to; -1 fills up."""
        ways: list[list[tuple[int, int, int]]] = [[] for _ in self.board.holes]
        for line, (first, over, second) in enumerate(self.lines):
            ways[first].append((line, over, second))
            ways[second].append((line, over, first))
        most = max(map(len, ways))
        return np.array([[*way, *[(-1, -1, -1)] * (most - len(way))] for way in ways], np.int64)

    def words(self, positions: Iterable[Position]) -> Array:
        """Return positions as an array of words."""
        return np.array([self.word(position) for position in positions], np.uint64)

    def encode(self, positions: Iterable[Position]) -> Array:
        """Return the keys of positions of this game's class."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        words = self.words(positions)
        keys = np.empty(len(words), self.dtype)
        kernel.encode(words, self.columns, keys)
        return keys

    def decode(self, keys: Array) -> list[Position]:
        """Return the positions of keys."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        words = np.empty(len(keys), np.uint64)
        kernel.decode(keys, self.rows, words)
        return [self.position(int(word)) for word in words]

    def canonical(self, keys: Array) -> tuple[Array, Array]:
        """Return the least image of each key, and which symmetry leads to it."""
        from hoyle.games.pegs.count import kernel  # imported here, since it loads numba

        least, lanes = np.empty_like(keys), np.empty(len(keys), np.int64)
        kernel.canonical(keys, self.tables[0], least, lanes)
        return least, lanes

    @cached_property
    def finals(self) -> tuple[int, ...]:
        """The holes in which a last peg can stand, as far as the class tells."""
        return tuple(hole for hole in range(len(self.board.holes)) if residue(1 << hole, self.basis) == self.base)

    @cached_property
    def goal_lanes(self) -> Array:
        """Where among the finals each lane's symmetry takes each of them."""
        place = {hole: i for i, hole in enumerate(self.finals)}
        return np.array([[place[lane[hole]] for hole in self.finals] for lane in self._padded], np.int64)

    @cached_property
    def fingerprint(self) -> str:
        """A name for this game and its symmetries, the same on every machine."""
        text = f"{self.board.squares} {self.lines} {self.symmetries} {self.board.write(self.start)}"
        return blake2b(text.encode(), digest_size=10).hexdigest()


def residue(word: int, basis: dict[int, int]) -> int:
    """Return the one word of the same class that has no peg on a free hole.

    >>> residue(0b0111, {0: 0b1001, 1: 0b1110})
    0
    """
    for hole, unit in basis.items():
        if word >> hole & 1:
            word ^= unit
    return word
