"""How armies and their ground are drawn, beyond the shared styles: blocks with icons on a drawn map."""

from __future__ import annotations

from typing import Final

from hoyle.styles import BASE, NOTHING, Part, Pattern, Style, Styles, Symbol

ICONS: Final = {
    "flag": "M6 2h2v20H6zM9 3c4-2 6 2 11 0v9c-5 2-7-2-11 0z",
    "spy": (
        "M2 8c3-1 6-1 10 1 4-2 7-2 10-1 .5 4-1.5 8-5 8-2.5 0-3.8-1.5-5-3.5C10.8 14.5 9.5 16 7 16c-3.5 0-5.5-4-5-8zm3.5 3.2c"
        ".8 1.6 2.8 1.6 4 .4-1-1.4-2.8-1.6-4-.4zm13 0c-1.2-1.2-3-1-4 .4 1.2 1.2 3.2 1.2 4-.4z"
    ),
    "scout": "M1.5 17.2 4 20.8l4-2.8-2.5-3.7zM6.6 13l3.4 5 5-3.5-3.4-5zM12.5 8.5l4.2 6.2 6.3-4.5L18.2 2.8z",
    "miner": (
        "M5 3.5C11 2 18 5.5 21 13c-3-3-5.2-4.6-7.2-5.5l-.9 1.9L6.3 22l-2.5-1.4 6.7-12.5 1.2-1.7C9.8 5.3 7.8 4.3 5 3.5z"
    ),
    "sergeant": "M12 4l9 6v4l-9-6-9 6v-4zm0 8 9 6v4l-9-6-9 6v-4z",
    "lieutenant": (
        "M21 2C21 9 17 14 10.5 17.2l1.7 2.3-1.6 1.2-2.1-2.9-3 3.7L3 19.3l3.7-2.8-2-2.9 1.7-1.1 1.6 2.2C14 11.5 18.5 8 21 2z"
    ),
    "captain": (
        "M12 2l8 2.5V12c0 5-3.5 8-8 10-4.5-2-8-5-8-10V4.5zm-1.2 3.2L6.5 6.5v4h4.3zm2.4 0v5.3h4.3v-4zm0 7.7v6c2.5-1.3 "
        "4-3.2 4.3-6zm-2.4 0H6.5c.3 2.8 1.8 4.7 4.3 6z"
    ),
    "major": (
        "M2 2l4 .6 6 6.7 6-6.7 4-.6-.6 4-6.9 6.2 3 2.9 1.5-1.5 1.5 1.5-2 2L21.5 20 20 21.5 17.1 18.5l-2 2-1.5-1.5 1.5-1.5"
        "-3.1-3.1-3.1 3.1 1.5 1.5-1.5 1.5-2-2L4 21.5 2.5 20 5.5 17.1l-2-2L5 13.6l1.5 1.5 3-2.9L2.6 6z"
    ),
    "colonel": (
        "M4 2h4v3h2.5V2h3v3H16V2h4v7l-2.5 2v6H20v5H4v-5h2.5v-6L4 9zm8 8.5c-1.2 0-2 .9-2 2V17h4v-4.5c0-1.1-.8-2-2-2z"
    ),
    "general": "M12 1.5l3.1 6.9 7.4.8-5.5 5 1.5 7.4L12 17.9l-6.5 3.7L7 14.2l-5.5-5 7.4-.8z",
    "marshal": "M2 5l5 4 5-7.5 5 7.5 5-4-2 9.5H4zM4 16h16v2.8H4z",
    "bomb": (
        "M10.5 8a7 7 0 1 0 7 7c0-1.6-.5-3-1.4-4.2l1.4-1.4c.8-.8 1.5-.6 2.5.3l1.3-1.4c-1.9-1.8-3.7-1.6-5.2-.1l-1.3 1.4A7 7 0 0 0"
        " 10.5 8zm-3 5.2a1.3 1.3 0 0 1-1.7-.8c.6-1.4 1.7-2.3 3.2-2.6l.4 1.7c-.9.2-1.6.8-1.9 1.7zM20 2h1.5v3H20zm-3.5 1.5 1-1 2 2-1 "
        "1zm6 0 1 1-2 2-1-1z"
    ),
}
"""The ranks as filled shapes, which stay clear when they are small."""

# Red blocks have round corners, and blue ones cut corners, so that they differ in grey too.
FACES: Final = {
    "red": "h20a7 7 0 0 1 7 7v20a7 7 0 0 1-7 7h-20a7 7 0 0 1-7-7v-20a7 7 0 0 1 7-7z",
    "blue": "h20l7 7v20l-7 7h-20l-7-7v-20z",
}
INLAY: Final = "M-9-17h18a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6h-18a6 6 0 0 1-6-6v-18a6 6 0 0 1 6-6z"
WEAVE: Final = "M-11-12h22v22h-22z"


def _block(army: str, *, back: bool = False) -> Symbol:
    face = FACES[army]
    parts = [Part(f"M-10-15.5{face}", fill=f"{army}-dark"), Part(f"M-10-18{face}", fill=army)]
    parts += (
        [Part(WEAVE, fill=f"{army}-weave", stroke="pale", opacity=0.5)]
        if back
        else [Part(INLAY, stroke="pale", opacity=0.25)]
    )
    return Symbol(tuple(parts), (-18, -19, 36, 38))


def _shore(reach: int, stroke: str, fill: str | None = None) -> Part:
    """Return the shore of a lake of 80 by 80, at a distance outside its edge."""
    low, high = 1 - reach, 79 + reach
    path = (
        f"M40 {low + 2}C{high - 16} {low - 2} {high} {low + 10} {high - 1} 32S{high - 3} {high - 8} {high - 14} {high - 2} "
        f"48 {high - 3} 36 {high} {low + 1} {high - 3} {low + 1} 50 {low - 1} {low + 8} {low + 14} {low + 2} 30 {low + 4} 40 {low + 2}z"
    )
    return Part(path, fill, stroke, width=2 if fill else 1, opacity=1 if fill else 0.7)


STYLES: Final = BASE | Styles(
    name="stratego",
    colours={
        "land": ("#dcd3b0", "#2b2a20"),
        "land-rim": ("#c9bf97", "#3a382b"),
        "land-ink": ("#8d8259", "#67644c"),
        "land-text": ("#544c2c", "#e3dfc4"),
        "water": ("#86b5c0", "#264d5b"),
        "shore": ("#4b8797", "#4f8797"),
        "red": ("#a5322a", "#b8443a"),
        "red-dark": ("#6e1a15", "#6e1a15"),
        "blue": ("#27518c", "#3d6aa9"),
        "blue-dark": ("#142f57", "#142f57"),
        "face": ("#fffaf0", "#fffaf0"),
        # The armies as letters, which a terminal writes on dark.
        "rose": ("#c0271f", "#f28b82"),
        "azure": ("#1f4e9c", "#8ab4f8"),
    },
    materials={
        "red-weave": Pattern(6, 6, (Part("M0 4.5 3 1.5 6 4.5", stroke="pale", opacity=0.8),)),
        "blue-weave": Pattern(6, 6, (Part("M3 .5 5.5 3 3 5.5 .5 3z", stroke="pale", opacity=0.8),)),
    },
    symbols={
        **{name: Symbol((Part(path, fill="face", holes=True),)) for name, path in ICONS.items()},
        **{f"{army}-block": _block(army) for army in FACES},
        **{f"{army}-back": _block(army, back=True) for army in FACES},
        "lake": Symbol(
            (
                _shore(4, "land-ink"),
                _shore(0, "shore", "water"),
                _shore(-7, "shore"),
                Part(
                    "M10 24q4-4 8 0t8 0M38 34q4-4 8 0t8 0M16 52q4-4 8 0t8 0M44 62q4-4 8 0t8 0",
                    stroke="pale",
                    width=1.6,
                    opacity=0.7,
                ),
            ),
            (0, 0, 80, 80),
            stretches=True,
        ),
        "contours": Symbol(
            (
                Part(
                    "M0 48C120 112 220 40 400 120M0 80C120 144 220 64 400 144M0 272C120 336 220 168 400 248M0 300C120 364 220 200 400 280"
                    "M0 360C120 424 220 264 400 344M60 30l3-6 3 6m1-1 3-5 3 6M312 54q7-9 14 0m2 0q5-6 9 0M170 96l3-6 3 6m1-1 3-5 3 6"
                    "M352 158l3-6 3 6m1-1 3-5 3 6M24 186q7-9 14 0m2 0q5-6 9 0M196 214l3-6 3 6m1-1 3-5 3 6M366 262q7-9 14 0m2 0q5-6 9 0"
                    "M110 300l3-6 3 6m1-1 3-5 3 6M250 330q7-9 14 0m2 0q5-6 9 0M40 372l3-6 3 6m1-1 3-5 3 6M330 384q7-9 14 0m2 0q5-6 9 0",
                    stroke="land-ink",
                    width=1.2,
                    opacity=0.5,
                ),
            ),
            (0, 0, 400, 400),
            stretches=True,
        ),
    },
    words={
        "rim-land": Style(fill="land-rim", corner=8),
        "land": Style(fill="land", stroke="land-ink", width=1.2, corner=3),
        "drawn": Style(fill=NOTHING),
        "grid": Style(stroke="land-ink", width=0.8, opacity=0.55),
        "names": Style(letter="land-text", size=8.5, weight=600),
        # Two armies, told apart by their outlines as well.
        "army": Style(letter="face", size=13.5, weight=700),
        "red": Style(terminal="rose"),
        "blue": Style(terminal="azure"),
        "sign": Style(fill="face", stroke="pitch", width=0.8),
        "tray": Style(stroke="land-ink", width=1, opacity=0.3, corner=4),
        "chip": Style(size=12),
        "count": Style(letter="ink", size=10, weight=600),
    },
)
