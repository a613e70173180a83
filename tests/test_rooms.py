"""The picture of the rooms in ARCHITECTURE.md: it is made from the imports, and shows them as they are."""

from __future__ import annotations

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
