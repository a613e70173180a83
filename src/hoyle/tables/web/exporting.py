"""Taking a match home: its record, its board as a picture, and the whole of it as a film."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from hoyle.game import HoyleError, Seat
from hoyle.raster import to_film
from hoyle.record import Record
from hoyle.shelf import find
from hoyle.svg import to_svg
from hoyle.tables.web import looks
from hoyle.tables.web.desk import Desk, holds
from hoyle.tables.web.journal import NotYoursError
from hoyle.tables.web.limits import MOST_DRAWN, MOST_FRAMES

PIXELS: Final = 800
"""The width of a picture in pixels."""
LETTERS_A_MARK: Final = 10
"""Letters of a position that count as one mark."""


class Exporting(Desk):
    """What a viewer can download of a match."""

    def record(self, name: str) -> str:
        """Return the record of a match of which nothing is hidden any more."""
        sitting = self._sitting(name)
        if not sitting.public:
            raise NotYoursError("the record is secret until the match is over")
        headers = (("Termination", sitting.closed),) if sitting.closed else ()
        record = Record.of(sitting.terms.game, sitting.match, headers)
        return replace(record, result=str(sitting.outcome) if sitting.outcome else None).write()

    def drawing(self, name: str, token: str | None, ply: int | None = None) -> str:
        """Return the board now or after a number of moves, as a viewer may see it, as an SVG file."""
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        return to_svg(looks.scene_after(sitting, seats, len(looks.turns(sitting, seats)) if ply is None else ply))

    def image(self, name: str, token: str | None, ply: int | None = None) -> bytes:
        """Return the board now or after a number of moves, as a viewer may see it, as a PNG file."""
        return base64.b64decode(self._thoughts.check("hoyle.raster:draw_png", self.drawing(name, token, ply), PIXELS))

    def film(self, name: str, token: str | None, kind: str) -> bytes:
        """Return a match as a viewer may see it, from move to move, as a film."""
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        turns = looks.turns(sitting, seats)
        # The board before each choice, with what chance did after the one before, and the board at the end.
        plies = [*(number for number, turn in enumerate(turns) if turn.mover >= 0), len(turns)]
        if len(plies) > MOST_FRAMES:
            raise HoyleError(f"a film has at most {MOST_FRAMES} moves")
        game = sitting.match.game
        # Where others wait the views are only written down, and a long text takes as long as a few marks.
        letters = len(game.write(looks.view(sitting, seats, sitting.match.state)))
        size = max(len(looks.scene_after(sitting, seats, 0).marks), letters // LETTERS_A_MARK)
        if len(plies) * size > MOST_DRAWN:
            raise HoyleError("this board is too large for a film of so many moves")
        views = [game.write(looks.view(sitting, seats, looks.state_after(sitting, seats, ply))) for ply in plies]
        question = (sitting.terms.game, looks.side(sitting, seats), views, kind)
        return base64.b64decode(self._thoughts.check("hoyle.tables.web.exporting:draw_film", *question))


def draw_film(name: str, side: int, views: Sequence[str], kind: str) -> str:
    """Return the views of a match, one after the other, as a film, as text that fits into JSON."""
    box, game = find(name)
    scenes = (box.look.scene_for(Seat(side), game, game.read(view)) for view in views)
    return base64.b64encode(to_film([to_svg(scene) for scene in scenes], kind)).decode()
