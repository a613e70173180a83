"""How dots are drawn, beyond the shared styles: flat discs, each colour with a shape of its own."""

from __future__ import annotations

from typing import Final

from hoyle.styles import BASE, Part, Style, Styles, Symbol

DOTS: Final = {
    "red": (("#e98a7a", "#d27a6b"), ("#6b1a10", "#4a0f07"), "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"),
    "orange": (("#f2bd66", "#d8a456"), ("#6b3f00", "#4a2b00"), "M0-6 6 4.5H-6z"),
    "green": (("#93c39a", "#7fae87"), ("#164a28", "#0c3019"), "M-4.7-4.7h9.4v9.4h-9.4z"),
    "blue": (("#8db7de", "#7ba3c9"), ("#133c6b", "#0a2747"), "M0-6.5 6.5 0 0 6.5-6.5 0z"),
    "yellow": (("#efe08a", "#d6c873"), ("#564a00", "#3d3400"), "M-2-6.2h4v4.2h4.2v4h-4.2v4.2h-4v-4.2h-4.2v-4h4.2z"),
    "purple": (("#c3a6d8", "#ae92c3"), ("#45205f", "#301243"), "M-6-1.8H6v3.6H-6z"),
    "cyan": (("#8fd6dc", "#7bbfc5"), ("#0b4a50", "#063238"), "M0 6-6-4.5H6z"),
    "white": (("#f4f1ea", "#dcd8cf"), ("#3d3a34", "#2b2925"), "M-1.8-6h3.6V6h-3.6z"),
}
"""Each colour, its ink, and the shape that is cut into it."""

STYLES: Final = BASE | Styles(
    name="dots",
    colours={
        "ground": ("#fdfbf5", "#211e1a"),
        "edge": ("#d9d1bf", "#39342c"),
        "faint": ("#5b5346", "#b5ab99"),
        **{name: colour for name, (colour, _, _) in DOTS.items()},
        **{f"{name}-ink": ink for name, (_, ink, _) in DOTS.items()},
    },
    symbols={
        f"{name}-cut": Symbol((Part(path, fill=f"{name}-ink"),), (-7, -7, 14, 14))
        for name, (_, _, path) in DOTS.items()
    },
    words={
        "ground": Style(fill="ground", stroke="edge", width=1.5, corner=12),
        "names": Style(letter="faint", size=9, weight=600),
        "empty": Style(fill="edge", terminal="dim"),
        "dot": Style(),
        "active": Style(stroke="ink", width=2, terminal="bold underline"),
        "path": Style(stroke="ink", width=9, cap="round"),
        **{name: Style(fill=name, terminal=name) for name in DOTS},
    },
)
