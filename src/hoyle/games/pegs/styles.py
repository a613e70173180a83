"""How boards of pegs are drawn, beyond the shared styles: turned walnut, drilled holes, glass marbles."""

from __future__ import annotations

from typing import Final

from hoyle.styles import BASE, NOTHING, Linear, Part, Pattern, Radial, Stop, Style, Styles, Symbol


def _disc(radius: float, fill: str, opacity: float = 1) -> Part:
    return Part(
        f"M-{radius} 0a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0-{2 * radius} 0z",
        fill=fill,
        opacity=opacity,
    )


STYLES: Final = BASE | Styles(
    name="pegs",
    colours={
        "walnut-light": ("#a3714a", "#855a39"),
        "walnut": ("#7f5031", "#643e25"),
        "walnut-dark": ("#5c3720", "#462a18"),
        "bore": ("#4d2d18", "#371f10"),
        # Glass, shadow and lamplight are the same by day and by night.
        "shadow": ("#1b0e06", "#1b0e06"),
        "glint": ("#ffe2ba", "#ffe2ba"),
        "engraved": ("#f0d9b8", "#f0d9b8"),
        "glass-light": ("#d8f3f0", "#d8f3f0"),
        "glass": ("#58adb8", "#58adb8"),
        "glass-deep": ("#1a5c75", "#1a5c75"),
        "glass-dark": ("#0b3147", "#0b3147"),
        "gleam": ("#c9fff2", "#c9fff2"),
    },
    materials={
        "turned": Radial((Stop(0, "walnut-light"), Stop(0.55, "walnut"), Stop(1, "walnut-dark")), (0.38, 0.3, 0.85)),
        # Lines slope: each one that leaves the tile at its rim goes on as another, half a tile higher.
        "grain": Pattern(
            96,
            22,
            (
                Part(
                    "M0 4q24-5.7 48-5.5t48-5.5M0 26q24-5.7 48-5.5t48-5.5M0 15q24-5.7 48-5.5t48-5.5"
                    "M0 9q26-.2 50-5.7t46-5.3M0 31q26-.2 50-5.7t46-5.3M0 20q26-.2 50-5.7t46-5.3",
                    stroke="shadow",
                    opacity=0.16,
                ),
            ),
        ),
        "cast": Radial((Stop(0.86, "shadow", 0.55), Stop(1, "shadow", 0))),
        "rimlight": Linear((Stop(0, "glint", 0.4), Stop(0.5, "glint", 0.05), Stop(1, "shadow", 0.5))),
        "drill": Linear((Stop(0, "shadow", 0.85), Stop(0.5, "shadow", 0.2), Stop(1, "glint", 0.55))),
        "hollow": Radial((Stop(0, "bore"), Stop(1, "shadow")), (0.5, 0.62, 0.6)),
        "marble-glass": Radial(
            (Stop(0, "glass-light"), Stop(0.26, "glass"), Stop(0.68, "glass-deep"), Stop(1, "glass-dark")),
            (0.36, 0.3, 0.8),
        ),
        "inner-light": Radial((Stop(0, "gleam", 0.75), Stop(1, "gleam", 0)), (0.68, 0.74, 0.4)),
    },
    symbols={
        "drilled": Symbol(
            (
                _disc(12.5, "hollow"),
                Part("M-12.5 0a12.5 12.5 0 1 0 25 0a12.5 12.5 0 1 0-25 0z", stroke="drill", width=1.8),
            ),
            (-13, -13, 26, 26),
            round=True,
        ),
        "marble": Symbol(
            (
                Part("M-12.5 5a14.5 13.5 0 1 0 29 0a14.5 13.5 0 1 0-29 0z", fill="shadow", opacity=0.4),
                _disc(15.5, "marble-glass"),
                _disc(15.5, "inner-light"),
                Part("M-2 13A13.2 13.2 0 0 0 13-2", stroke="gleam", width=1.3, opacity=0.55),
                Part(
                    "M-9-4.4C-9.6-6.6-6.8-10-3.8-10.5c2.4-.4 2.4 1.6 1 3.2-1.6 2-5.4 4.8-6.2 2.9z",
                    fill="pale",
                    opacity=0.95,
                ),
            ),
            (-16, -16, 32, 32),
            round=True,
        ),
        # A triangle of wood with round corners; it is as large as the mark without them.
        "wedge": Symbol(
            (
                Part("M50 0 100 100H0z", fill="turned", stroke="turned", width=26),
                Part("M50 0 100 100H0z", fill="grain"),
            ),
            (0, 0, 100, 100),
            stretches=True,
        ),
    },
    words={
        "empty": Style(fill=NOTHING, stroke=NOTHING, terminal="dim"),
        "piece": Style(fill=NOTHING, stroke=NOTHING, terminal="bold"),
        "cast": Style(fill="cast"),
        "turned": Style(fill="turned", corner=46),
        "grain": Style(fill="grain", corner=46),
        "ring": Style(stroke="pale", width=3, opacity=0.05),
        "groove": Style(stroke="shadow", width=33, cap="round", opacity=0.42),
        "lit": Style(stroke="glint", width=1.2, opacity=0.3),
        "dark": Style(stroke="shadow", width=1.5, opacity=0.5),
        "rimlight": Style(stroke="rimlight", width=2, corner=46),
        "engraved": Style(letter="engraved", size=9, weight=600),
        "taken": Style(opacity=0.5),
        "weight": Style(fill="paper", stroke="ink", width=1.5),
        # The curves of a report.
        "positions": Style(),
        "winning": Style(dash=(7, 4)),
        "dead-ends": Style(dash=(2, 4)),
    },
)
