"""What the tests of pictures share: the pixels of a drawing, as a program without a browser draws them."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import resvg_py
from PIL import Image


def seen(svg: str) -> Callable[[float, float], str]:
    """Return the colours that are seen at places of a drawing, counted from its upper left corner."""
    return colours(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)))


def colours(png: bytes) -> Callable[[float, float], str]:
    """Return the colours of an image by their places."""
    image = Image.open(BytesIO(png)).convert("RGBA")

    def at(x: float, y: float) -> str:
        red, green, blue, alpha = image.getpixel((int(x), int(y)))  # type: ignore[misc]
        return f"#{red:02x}{green:02x}{blue:02x}" if alpha == 255 else ""

    return at
