"""How boards of pegs are painted, beyond what every game has."""

from __future__ import annotations

from typing import Final

from hoyle.styles import BASE, Style, Styles

STYLES: Final = BASE | Styles(
    name="pegs",
    words={
        "guide": Style(stroke="rim", width=1.5),
        "weight": Style(fill="paper"),
        # The curves of a report.
        "positions": Style(),
        "winning": Style(dash=(7, 4)),
        "dead-ends": Style(dash=(2, 4)),
    },
)
