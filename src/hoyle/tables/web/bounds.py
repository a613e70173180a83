"""What can be sent at once: it is bounded by the board, so that no text takes long to try."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hoyle.game import Game, HoyleError
from hoyle.record import moves_in
from hoyle.scene import Scene
from hoyle.tables.web import looks
from hoyle.tables.web.journal import Viewer
from hoyle.tables.web.limits import LONG_LINE, MOST_STEPS
from hoyle.tables.web.sitting import Sitting


def check_letters(sitting: Sitting, seats: Viewer, letters: int) -> None:
    """Raise an error if a text is longer than a whole line of moves on the board could be."""
    if letters <= LONG_LINE:
        return
    # Measured on what the viewer sees, so that a refusal tells nothing more.
    start = looks.view(sitting, seats, sitting.match.start)
    most = max(LONG_LINE, 4 * longest_move(looks.scene(sitting, seats, start)))
    if letters > most:
        raise HoyleError(f"at most {most:,} letters can be sent at once on this board")


def check_moves(sitting: Sitting, seats: Viewer, text: str) -> None:
    """Raise an error if the moves of a text are too many to be tried at once on a board of this size."""
    game = sitting.match.game
    moves = count_moves(game, text)
    # Measured in the same way.
    size = len(game.write(looks.view(sitting, seats, sitting.match.state))) if moves > 1 else 0
    if moves * size > MOST_STEPS:
        raise HoyleError(f"at most {max(MOST_STEPS // size, 1):,} moves can be sent at once on this board")


def count_moves(game: Game[Any, Any], text: str) -> int:
    """Return how many moves a text has; one that cannot be read is refused with a reason when it is played, before the first move."""
    with suppress(HoyleError):
        return sum(len(game.unchain(part)) for part in moves_in(text))
    return 0


def longest_move(picture: Scene) -> int:
    """Return how many letters a move has at most that names each mark of a picture once, with something between them."""
    return 100 + sum(len(spells) + 2 for spells in {mark.spells for mark in picture.marks})


def writable(text: str) -> bool:
    r"""Tell whether a text can be kept: neither NUL nor half of a pair of surrogates can, in PostgreSQL or as UTF-8.

    >>> writable("b1 ä"), writable("b\0"), writable("\ud800")
    (True, False, False)
    """
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
