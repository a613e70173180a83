"""What an analysis finds: the figures of each layer, of each last hole, and of the whole game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import log10
from typing import Any, Final

from hoyle.games.pegs.styles import STYLES
from hoyle.scene import Mark, Scene

CURVES: Final = ("positions", "winning", "dead_ends")
STEP: Final = 0.7
"""The width of a layer in the chart, in cells."""


@dataclass(frozen=True, slots=True)
class LayerReport:
    """The positions after a number of jumps."""

    jumps: int
    pegs: int
    positions: int
    distinct: int
    dead_ends: int
    distinct_dead_ends: int
    games: int
    """How many different games end here."""
    sequences: int
    """How many different jump sequences lead here."""
    chance: float
    """The chance that a random game ends here."""
    winning: int
    """The positions from which one peg can be left anywhere."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The last holes that the symmetries of the start turn into each other."""

    holes: tuple[str, ...]
    sequences: int
    """How many jump sequences leave the last peg in one such hole; the number is the same for each of them."""
    chance: float
    """The chance that a random game leaves its last peg in one such hole."""
    winning: tuple[int, ...]
    """For each layer, how many positions, up to symmetry, can still leave the last peg in one of these holes."""

    @property
    def winning_positions(self) -> int:
        """The winning positions of all layers."""
        return sum(self.winning)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was counted in one game."""

    board: str
    """The start, as §9 writes it."""
    goal: str | None
    symmetries: int
    layers: tuple[LayerReport, ...]
    finishes: tuple[Finish, ...]
    precision: float
    """A bound on the relative error of every chance; all other numbers are exact."""

    @property
    def positions(self) -> int:
        """Every position that can be reached, up to symmetry."""
        return sum(layer.positions for layer in self.layers)

    @property
    def distinct(self) -> int:
        """Every position that can be reached."""
        return sum(layer.distinct for layer in self.layers)

    @property
    def dead_ends(self) -> int:
        """Every position without a jump, up to symmetry."""
        return sum(layer.dead_ends for layer in self.layers)

    @property
    def winning(self) -> int:
        """Every position from which one peg can be left, up to symmetry; in the wanted hole if there is one."""
        if self.goal is None:
            return sum(layer.winning for layer in self.layers)
        return sum(finish.winning_positions for finish in self._wanted_finishes())

    @property
    def games(self) -> int:
        """How many different games there are, won or lost."""
        return sum(layer.games for layer in self.layers)

    @property
    def sequences(self) -> int:
        """How many jump sequences win."""
        return sum(
            finish.sequences * (len(finish.holes) if self.goal is None else 1) for finish in self._wanted_finishes()
        )

    @property
    def chance(self) -> float:
        """The chance that random play wins, when every jump is as likely as any other."""
        return sum(
            (finish.chance * (len(finish.holes) if self.goal is None else 1) for finish in self._wanted_finishes()), 0.0
        )

    def _wanted_finishes(self) -> tuple[Finish, ...]:
        return tuple(finish for finish in self.finishes if self.goal is None or self.goal in finish.holes)

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain data, with its totals, ready for JSON."""
        totals = ("positions", "distinct", "dead_ends", "winning", "games", "sequences", "chance")
        return {**{total: getattr(self, total) for total in totals}, **asdict(self)}

    def __str__(self) -> str:
        head = (
            f"{'jumps':>5}{'positions':>14}{'distinct':>16}{'dead ends':>12}{'winning':>12}{'games that end here':>40}"
        )
        rows = (
            f"{layer.jumps:>5}{layer.positions:>14,}{layer.distinct:>16,}{layer.dead_ends:>12,}{layer.winning:>12,}"
            f"{layer.games:>40,}"
            for layer in self.layers
        )
        whole = f"{'all':>5}{self.positions:>14,}{self.distinct:>16,}{self.dead_ends:>12,}{self.winning:>12,}{self.games:>40,}"
        ends = (
            f"{', '.join(finish.holes)}: {finish.sequences:,} jump sequences end in each, "
            f"{finish.winning_positions:,} positions can still get there"
            for finish in self.finishes
        )
        chance = f"random play wins with chance {self.chance:.6g}, relative error below {self.precision:.1g}"
        return "\n".join([head, *rows, whole, *ends, f"{self.sequences:,} jump sequences win; {chance}"])

    def chart(self) -> Scene:
        """Return the positions, the winning ones and the dead ends of each layer as curves, in powers of ten."""
        top = max(log10(layer.positions) for layer in self.layers)
        width, height = STEP * len(self.layers) + 4, int(top) + 3
        frame = [
            Mark(1, height - 1.5 - power, "text", "ink small", text=f"10^{power}") for power in range(int(top) + 1)
        ]
        jumps = [
            Mark(2 + STEP * layer.jumps, height - 0.8, "text", "ink small", text=str(layer.jumps))
            for layer in self.layers
            if layer.jumps % 5 == 0
        ]
        curves = [mark for curve in CURVES for mark in self._curve(curve, height)]
        caption = f"positions by jumps made, {self.positions:,} in all"
        return Scene(width, height, (*frame, *jumps, *curves), caption, styles=STYLES)

    def _curve(self, name: str, height: int) -> Iterator[Mark]:
        points = [
            (2 + STEP * layer.jumps, height - 1.5 - log10(count))
            for layer in self.layers
            if (count := getattr(layer, name)) > 0
        ]
        for (x, y), end in pairwise(points):
            yield Mark(x, y, "line", f"link {name.replace('_', '-')}", to=end)
        if points:
            x, y = points[len(points) // 2]
            yield Mark(x, y - 0.35, "text", "ink small", text=name.replace("_", " "))
