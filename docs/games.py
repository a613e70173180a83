"""Draw one picture of each game for the README: ``python docs/games.py`` writes docs/pegs.svg and so on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hoyle.game import Seat
from hoyle.match import Match
from hoyle.shelf import box_of
from hoyle.svg import to_svg

HERE: Final = Path(__file__).parent
POSITIONS: Final = {
    "pegs": Match.open("pegs/english").follow("d2d4"),
    "domino": Match.open("domino/6", seed=14),
    "dots": Match.open("dots/classic"),
    "nim": Match.open("nim/marienbad"),
    "stratego": Match.open("stratego/six"),
}


def pictures() -> dict[Path, str]:
    """Return the drawing of each game by its file."""
    drawn = {}
    for name, match in POSITIONS.items():
        look = box_of(match.game).look
        shown = match.follow(*look.showcase.get(match.name.partition("/")[2], "").split())
        drawn[HERE / f"{name}.svg"] = to_svg(look.picture(match.game, shown.view(Seat(shown.turn or 0))))
    return drawn


if __name__ == "__main__":
    for path, drawing in pictures().items():
        path.write_text(drawing, encoding="utf-8")
