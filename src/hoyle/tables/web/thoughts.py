"""What the web table answers in a separate process, since it may take long: questions and answers that fit into JSON."""

from __future__ import annotations

from hoyle.game import Seat
from hoyle.shelf import find
from hoyle.tables.web import looks


def spell(name: str, view: str, side: int, text: str) -> looks.Spelling:
    """Return whether a text is a legal move in a view, and which marks of its picture may follow it.

    >>> spell("pegs/easy", find("pegs/easy")[1].write(find("pegs/easy")[1].start()), 0, "d2")["next"]
    ['d4']
    """
    box, game = find(name)
    state = game.read(view)
    return looks.spelling(game, state, box.look.scene_for(Seat(side), game, state), text)
