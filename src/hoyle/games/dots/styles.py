"""How dots are painted, beyond what every game has."""

from __future__ import annotations

from typing import Final

from hoyle.styles import BASE, Style, Styles

# Bright enough for dark letters in either scheme; the letter, not the colour, tells them apart.
DOTS: Final = {
    "red": "#f28b82",
    "orange": "#f7b267",
    "green": "#8fd19e",
    "blue": "#8ab4f8",
    "yellow": "#fde27a",
    "purple": "#c9a4f0",
    "cyan": "#8fe0e6",
    "white": "#ffffff",
}

STYLES: Final = BASE | Styles(
    name="dots",
    colours={"ground": ("#fffdf8", "#2a241e"), **{name: (colour, colour) for name, colour in DOTS.items()}},
    words={
        "ground": Style(fill="ground", stroke="rim", width=1),
        "dot": Style(stroke="pitch", width=1, letter="pitch", weight=700),
        "active": Style(width=3.5, terminal="bold underline"),
        "path": Style(stroke="ink", width=9, cap="round"),
        **{name: Style(fill=name, terminal=name) for name in DOTS},
    },
)
