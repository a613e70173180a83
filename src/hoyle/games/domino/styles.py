"""How dominoes are painted, beyond what every game has."""

from __future__ import annotations

from typing import Final

from hoyle.styles import BASE, Style, Styles

STYLES: Final = BASE | Styles(
    name="domino",
    colours={"ivory": ("#fffdf5", "#f4ecdc"), "shade": ("#e0d2b8", "#b3a284")},
    words={
        "tile": Style(fill="ivory", stroke="pitch", width=1.5, corner=3, letter="pitch"),
        "buried": Style(fill="shade", width=0.8),
        "pip": Style(fill="pitch", letter="pitch", size=11),
        "bar": Style(stroke="pitch", width=0.8),
    },
)
