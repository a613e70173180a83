"""How dominoes are drawn, beyond the shared styles: ivory on felt."""

from __future__ import annotations

from typing import Final

from hoyle.styles import BASE, NOTHING, Linear, Part, Pattern, Radial, Stop, Style, Styles, Symbol

TILE: Final = (
    "M-26.5-15.5h53a4.5 4.5 0 0 1 4.5 4.5v21a4.5 4.5 0 0 1-4.5 4.5h-53a4.5 4.5 0 0 1-4.5-4.5v-21a4.5 4.5 0 0 1 4.5-4.5z"
)
"""The face of a tile, 62 wide and 30 high."""
LOW: Final = TILE.replace("-15.5h", "-13.5h", 1)
SHADOW: Final = TILE.replace("-15.5h", "-12.5h", 1)

STYLES: Final = BASE | Styles(
    name="domino",
    colours={
        "felt-light": ("#3c7159", "#29503f"),
        "felt-dark": ("#2a5743", "#1a382b"),
        "ivory-light": ("#fffcf2", "#f3ecdb"),
        "ivory": ("#ece2cb", "#d3c7ad"),
        "ivory-dark": ("#a08f6d", "#a08f6d"),
        "shade": ("#d9cfb6", "#b8ad93"),
        "brass": ("#b98b3e", "#b98b3e"),
        "chalk": ("#eef7ea", "#e4efe0"),
    },
    materials={
        "felt": Radial((Stop(0, "felt-light"), Stop(1, "felt-dark")), (0.5, 0.3, 0.9)),
        "nap": Pattern(
            5,
            5,
            (
                Part("M1 1h1M3.5 3.5h1", stroke="pale", opacity=0.05),
                Part("M3 .8h1M.8 3.2h1", stroke="pitch", opacity=0.07),
            ),
        ),
        "bone": Linear((Stop(0, "ivory-light"), Stop(1, "ivory"))),
        "dim-bone": Linear((Stop(0, "ivory"), Stop(1, "shade"))),
    },
    symbols={
        name: Symbol(
            (
                Part(SHADOW, fill="pitch", opacity=0.28),
                Part(LOW, fill="ivory-dark"),
                Part(TILE, fill=face),
                Part("M0-11.5v22", stroke="pitch", width=1.3, opacity=0.55),
                Part("M-2-.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0z", fill="brass"),
            ),
            (-31, -16, 62, 32),
        )
        for name, face in (("domino", "bone"), ("buried-domino", "dim-bone"))
    }
    | {
        # The outline of a tile that may come.
        "vacancy": Symbol(
            (Part(TILE, fill="pitch", opacity=0.16), Part(TILE, stroke="chalk", opacity=0.55)), (-31, -16, 62, 32)
        ),
    },
    words={
        "felt": Style(fill="felt", corner=12),
        "nap": Style(fill="nap", corner=12),
        "hem": Style(stroke="pitch", width=2, corner=11, opacity=0.3),
        "seam": Style(stroke="chalk", width=1, opacity=0.25),
        "chalk": Style(letter="chalk", size=9, weight=600),
        "tile": Style(fill=NOTHING, stroke=NOTHING, letter="pitch"),
        "slot": Style(fill=NOTHING, stroke=NOTHING),
        "buried": Style(),
        "awaited": Style(fill="chalk", letter="chalk", opacity=0.62),
        "pip": Style(fill="pitch", letter="pitch", size=12),
    },
)
