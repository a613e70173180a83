"""The pictures in the documents are made by scripts, and show what is there now."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from hoyle.svg import to_svg

DOCS = Path(__file__).parents[1] / "docs"
ROOMS = runpy.run_path(str(DOCS / "rooms.py"))


def test_no_two_rooms_import_each_other() -> None:
    """From no room a way leads back to it."""
    arrows = ROOMS["arrows"]()
    assert not [room for room, others in arrows.items() if any(room in arrows[other] for other in others)]


def test_the_picture_is_that_of_the_imports() -> None:
    """Whoever changes the rooms draws them again: python docs/rooms.py."""
    assert (DOCS / "rooms.svg").read_text(encoding="utf-8") == to_svg(ROOMS["draw"]())


def test_the_pictures_of_the_games_are_as_they_are_drawn_now() -> None:
    """The README shows what the tables show: python docs/games.py."""
    games = runpy.run_path(str(DOCS / "games.py"))
    assert [
        path.name for path, drawing in games["pictures"]().items() if path.read_text(encoding="utf-8") != drawing
    ] == []


def test_the_architecture_names_files_that_are_there() -> None:
    """Every file and folder that the page names exists."""
    page = (DOCS.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+(?:\.py|/))`", page))
    there = {str(path.relative_to(DOCS.parent)) for path in DOCS.parent.glob("[dst]*/**/*")}
    missing = {name for name in named if not any(f"/{path}".endswith(f"/{name.rstrip('/')}") for path in there)}
    assert missing == set()
