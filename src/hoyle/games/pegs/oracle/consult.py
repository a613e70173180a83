"""The choice of an oracle: the cheapest that knows a position."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hoyle.game import HoyleError
from hoyle.games.pegs.count.codec import MOST_HOLES as LONGEST_WORD
from hoyle.games.pegs.count.codec import Codec
from hoyle.games.pegs.count.layers import MEMORY, Progress, TooLargeError
from hoyle.games.pegs.oracle.answer import Answer
from hoyle.games.pegs.oracle.book import is_kept
from hoyle.games.pegs.oracle.oracle import MOST_HOLES, Oracle, codec_of
from hoyle.games.pegs.rules import PegSolitaire, Position

FEW: Final = 50_000
"""How many positions take a moment."""
MANY: Final = 3_000_000
"""How many positions take a few seconds."""
NONE, SOME, ENDLESS = range(3)
"""How long a caller waits: for a moment, for seconds, or as long as it takes."""
QUICK: Final = 1 << 27
"""An oracle is built in seconds if a game has at most this many keys for each symmetry; the English board has far fewer."""

_whole: Final = lru_cache(maxsize=2)(Oracle.of)


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
    if not game.board.jumps:
        raise HoyleError("there is no room for a jump on this board")
    oracle = choose(game, position, patience=ENDLESS, memory=memory, progress=progress)
    if oracle is None:
        raise TooLargeError(
            f"more than {MANY:,} positions can follow, too many for an exact answer on a board of "
            f"{len(game.board.holes)} holes"
        )
    return oracle.answer(position)


def choose(  # noqa: PLR0913 — each but two can be left out
    game: PegSolitaire,
    position: Position,
    *,
    patience: int = SOME,
    most: int = MANY,
    memory: int = MEMORY,
    progress: Progress | None = None,
) -> Oracle | None:
    """Return the cheapest oracle that knows a position, or None if every one takes too long.

    If few positions can follow, the oracle knows only these; otherwise it knows the whole game and is kept. With
    patience SOME it is built if that takes seconds, or read from a book that was written earlier; with NONE, only such
    a book will do. An oracle that is not kept has at most ``most`` positions, and if ``most`` is small no other is built.

    >>> from hoyle.games.pegs import game
    >>> pyramid = game("pyramid")
    >>> oracle = choose(pyramid, pyramid.start())
    >>> [str(jump) for jump in oracle.answer(pyramid.start()).shortest]
    ['d3f3', 'd3b3', 'c4a4', 'c4c6', 'd4d6', 'e4g4', 'e4e6']
    """
    if len(game.board.holes) > LONGEST_WORD or not game.board.jumps:
        return None
    oracle = Oracle.near(game, position, most=min(FEW, most))
    if oracle is None and len(game.board.holes) <= MOST_HOLES:
        codec = codec_of(game)
        if patience == ENDLESS or (patience == SOME and most > FEW and is_quick(codec)) or is_kept(codec):
            oracle = _whole(game, memory=memory, progress=progress)
            if not oracle.ask(oracle.codec.words([position])).known[0]:
                # The position was set up by hand and cannot be reached, so it is the start of a game of its own.
                own = PegSolitaire(game.board, position, game.goal)
                return choose(own, position, patience=patience, most=most, memory=memory, progress=progress)
    return oracle if oracle or patience == NONE or most <= FEW else Oracle.near(game, position, most=min(MANY, most))


def is_quick(codec: Codec) -> bool:
    """Tell whether the oracle of a game is built in seconds."""
    return 1 << codec.width <= QUICK * len(codec.symmetries)


def prepare(game: PegSolitaire) -> None:
    """Write the book on a game, if it is missing and takes only seconds; then every hint is exact and immediate."""
    if len(game.board.holes) <= MOST_HOLES and is_quick(codec_of(game)):
        _whole(game)
