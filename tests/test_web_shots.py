"""What the pages look like: small screenshots that a person has looked at, compared so that another font makes no difference.

``HOYLE_BLESS=1 HOYLE_WHOLE=1 pytest tests/test_web_shots.py`` accepts what is there now, after reading it.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from conftest import WHOLE
from web import Server, needs_chromium

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_chromium

SHOTS = Path(__file__).parent / "shots"
BLESS = bool(os.environ.get("HOYLE_BLESS"))
SIZES = {360: 740, 768: 1024, 1280: 800, 1680: 1000}
PALETTES = ("light", "dark")
EVERY = [(width, palette) for width in SIZES for palette in PALETTES]
SOME = EVERY if WHOLE else [(360, "dark"), (1280, "light")]
ACROSS = 200
"""How many pixels a kept screenshot is wide."""
MATCHES: dict[str, tuple[dict[str, Any], list[str], list[str]]] = {
    "pegs": ({"game": "pegs/english"}, ["d2d4", "b3d3"], ["c1"]),
    "triangle": ({"game": "pegs/triangle"}, [], ["a3"]),
    "domino": ({"game": "domino/6", "seed": 3}, [], []),
    "dots": ({"game": "dots/classic"}, [], ["a1", "b1", "c1"]),
    "nim": ({"game": "nim/classic", "seats": ["me", "me"]}, ["a1"], []),
    "stratego": ({"game": "stratego/classic", "seats": ["me", "me"]}, [], ["9"]),
    "won": ({"game": "pegs/easy"}, ["d2d4", "d4d6"], []),
    "lost": ({"game": "pegs/easy"}, ["d3d1"], []),
}
"""How each match is opened, what is played, and what is clicked then."""


def small(png: bytes) -> Image.Image:
    """Return a screenshot as it is kept."""
    image = Image.open(BytesIO(png)).convert("RGB")
    return image.resize((ACROSS, round(image.height * ACROSS / image.width)), Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return how much two pictures differ on average, out of 255, where letters are blurred."""
    assert one.size == other.size
    blurred = (image.filter(ImageFilter.GaussianBlur(2)) for image in (one, other))
    return max(ImageStat.Stat(ImageChops.difference(*blurred)).mean)


@pytest.mark.slow
@pytest.mark.parametrize("name", MATCHES)
def test_a_match_looks_as_it_did(server: Server, browser: Any, name: str) -> None:
    """At each width and in each palette a page is like the picture of it, nothing is too wide, and the board is large."""
    terms, moves, clicks = MATCHES[name]
    context = browser.new_context(base_url=server.address, reduced_motion="reduce")
    page = context.new_page()
    match = page.request.post("/api/matches", data=terms).json()["match"]
    for text in moves:
        page.request.post(f"/api/matches/{match}/move", data={"text": text})
    for width, palette in SOME:
        page.set_viewport_size({"width": width, "height": SIZES[width]})
        page.emulate_media(color_scheme=palette, reduced_motion="reduce")
        page.goto(f"/table/{match}")
        page.wait_for_selector("#board svg")
        for spelled in clicks:
            page.locator(f'#board [data-spells="{spelled}"]').last.click(force=True)
        page.wait_for_timeout(150)
        shot, path = small(page.screenshot()), SHOTS / f"{name}-{width}-{palette}.webp"
        if BLESS:
            SHOTS.mkdir(exist_ok=True)
            shot.save(path, quality=75)
        assert difference(shot, Image.open(path).convert("RGB")) < 4, path.name
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("#board svg").bounding_box()["width"] >= min(width, 360)
    context.close()


def test_pictures_that_differ_are_told_apart() -> None:
    """The comparison notices another position, another palette and another game."""
    kept = [
        Image.open(SHOTS / f"{name}.webp").convert("RGB") for name in ("pegs-360-dark", "won-360-dark", "nim-360-dark")
    ]
    assert all(difference(kept[0], other) > 4 for other in kept[1:])
