"""Many boards at once: the model's geometry as tables, and the kernel that works on them.

The kernel is loaded when a function here is first called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoyle.games.dots.board import EMPTY
from hoyle.games.dots.rules import Dots, Path, Position
from hoyle.grid import neighbours

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class End:
    """How a match ended."""

    won: bool
    score: int
    left: int


def encode(game: Dots, state: Position) -> Array:
    """Return a position's dots as the kernel takes them; the inverse of decode."""
    import numpy as np

    places = {letter: place for place, letter in enumerate(game.letters)} | {EMPTY: -1}
    return np.array([places[dot] for row in state.rows for dot in row], np.int8)


def decode(game: Dots, board: Array) -> tuple[str, ...]:
    """Return the rows of a kernel's board.

    >>> from hoyle.games.dots import game
    >>> decode(game("RO/GB"), encode(game("RO/GB"), game("RO/GB").start()))
    ('RO', 'GB')
    """
    width = len(game.board[0])
    text = "".join((game.letters + EMPTY)[place] for place in board)
    return tuple(text[start : start + width] for start in range(0, len(text), width))


def beside(game: Dots) -> Array:
    """Return the neighbours of each square, in the order of the rules, -1 where the board ends."""
    import numpy as np

    width, height = len(game.board[0]), len(game.board)
    return np.array(
        [
            [y * width + x if 0 <= x < width and 0 <= y < height else -1 for x, y in neighbours((column, row))]
            for row in range(height)
            for column in range(width)
        ],
        np.int64,
    )


def find_paths(game: Dots, state: Position, most: int = 1000) -> list[Path]:
    """Return the first paths of a position, in the order of its moves."""
    import numpy as np

    from hoyle.games.dots import kernel

    board = encode(game, state)
    found, lengths = np.zeros((most, len(board) + 1), np.int64), np.zeros(most, np.int64)
    with np.errstate(over="ignore"):
        count = kernel.find_paths(board, beside(game), game.loops, found, lengths)
    width = len(game.board[0])
    return [
        Path(tuple((int(square) % width, int(square) // width) for square in found[path, : lengths[path]]))
        for path in range(min(count, most))
    ]


def count_paths(game: Dots, state: Position) -> int:
    """Return how many paths a position has; the kernel counts 436,619,868 of them in some seconds.

    >>> from hoyle.games.dots import game
    >>> count_paths(game("RRR/RRR/RRR"), game("RRR/RRR/RRR").start())
    322
    """
    import numpy as np

    from hoyle.games.dots import kernel

    board = encode(game, state)
    return int(
        kernel.find_paths(
            board, beside(game), game.loops, np.zeros((0, len(board) + 1), np.int64), np.zeros(0, np.int64)
        )
    )


def playouts(game: Dots, state: Position, seeds: Sequence[int]) -> list[End]:
    """Play a match at random from a position for each seed, as the random player does with nature's dice.

    >>> from hoyle.games.dots import game
    >>> playouts(game("classic"), game("classic").start(), [1])
    [End(won=False, score=9, left=0)]
    """
    import numpy as np

    from hoyle.games.dots import kernel

    letters = game.letters
    numbers = np.array([len(game.board[0]), game.colours, state.left, game.loops], np.int64)
    goals = np.array([letters.index(colour) for colour, _ in game.goals], np.int8)
    with np.errstate(
        over="ignore"
    ):  # If the kernel runs as plain Python, numpy would warn of an overflow that is intended.
        results = kernel.playouts(
            encode(game, state),
            beside(game),
            numbers,
            goals,
            np.array(state.wanted, np.int64),
            np.array(seeds, np.uint64),
        )
    return [End(bool(won), state.score + int(score), int(left)) for won, score, left in results]


def rehearse() -> None:
    """Call every kernel once."""
    from hoyle.games.dots.variants import game

    small = game("RRB/BRB-2-R3")
    find_paths(small, small.start())
    count_paths(small, small.start())
    playouts(small, small.start(), [1])
