"""Pictures as pixels: drawings as PNG, and several of them as a film in GIF or WebP.

>>> from hoyle.shelf import find
>>> from hoyle.svg import to_svg
>>> box, game = find("nim")
>>> to_png(to_svg(box.look.picture(game, game.start())), width=60)[1:4]
b'PNG'
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from hoyle.game import HoyleError
from hoyle.svg import split_ground

if TYPE_CHECKING:
    from PIL.Image import Image

FILMS: Final = {"gif": "image/gif", "webp": "image/webp"}
"""The formats of films, and what browsers call them."""


def to_png(svg: str, width: int = 1000) -> bytes:
    """Return a drawing as a PNG with a width in pixels."""
    try:
        import resvg_py  # only pixels need it
    except ImportError:
        raise HoyleError("pictures as pixels need resvg-py and pillow: pip install 'hoyle[web]'") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def to_film(svgs: Sequence[str], kind: str = "gif", width: int = 480, seconds: float = 0.8) -> bytes:
    """Return drawings of one size as a film that shows one after the other, over and over, and rests at its end."""
    ground, drawings = split_ground(svgs)
    below = _image(ground, width)
    first, *others = (_flatten(below, _image(drawing, width)) for drawing in drawings)
    times = [round(1000 * seconds)] * len(others) + [round(3000 * seconds)]
    film = BytesIO()
    first.save(film, kind, save_all=True, append_images=others, duration=times, loop=0)
    return film.getvalue()


def _image(svg: str, width: int) -> Image:
    from PIL import Image

    return Image.open(BytesIO(to_png(svg, width))).convert("RGBA")


def _flatten(below: Image, above: Image) -> Image:
    """Return a picture on another, in few colours."""
    from PIL import Image

    whole = Image.alpha_composite(below, above).convert("RGB")
    return whole.quantize(128, dither=Image.Dither.NONE).convert("RGB")


def draw_png(svg: str, width: int) -> str:
    """Return a drawing as a PNG, as text that fits into JSON."""
    return base64.b64encode(to_png(svg, width)).decode()
