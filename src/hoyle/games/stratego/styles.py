"""How armies and their ground are painted, beyond what every game has."""

from __future__ import annotations

from typing import Final

from hoyle.styles import BASE, Style, Styles

STYLES: Final = BASE | Styles(
    name="stratego",
    colours={
        "water": ("#2c6e9b", "#2a648c"),
        "red": ("#c0271f", "#c0271f"),
        "blue": ("#1f4e9c", "#2a5cb0"),
        "ivory": ("#fffdf5", "#f4ecdc"),
        # The armies as letters, which a terminal writes on dark.
        "rose": ("#c0271f", "#f28b82"),
        "azure": ("#1f4e9c", "#8ab4f8"),
    },
    words={
        "water": Style(fill="water", stroke="water", corner=0, letter="pale", size=18),
        # Two armies: red's pieces have corners and blue's are round, so that they differ in grey too.
        "army": Style(stroke="ink", width=1.5, letter="pale", size=20, weight=700),
        "red": Style(fill="red", corner=3, terminal="rose"),
        "blue": Style(fill="blue", corner=14, terminal="azure"),
        "count": Style(width=1, size=13),
        "sign": Style(fill="pale", letter="pale", size=13, weight=700),
        "listed": Style(fill="ivory", stroke="pitch", width=1.5, corner=3, letter="pitch"),
    },
)
