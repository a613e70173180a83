"""What an analysis finds: the figures of each layer, of each last hole, and of the whole game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LayerReport:
    """The positions after so many jumps."""

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
    """How many jump sequences leave the last peg in one such hole; it is the same number for each of them."""
    chance: float
    """The chance that a random game leaves its last peg in one such hole."""
    winning: tuple[int, ...]
    """For each layer the positions, up to symmetry, from which a last peg can be left in one of these holes."""

    @property
    def winning_positions(self) -> int:
        """The winning positions of all layers."""
        return sum(self.winning)


@dataclass(frozen=True, slots=True)
class Report:
    """All that was counted on one game."""

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
        return sum(finish.winning_positions for finish in self._wanted())

    @property
    def games(self) -> int:
        """How many different games there are, won or lost."""
        return sum(layer.games for layer in self.layers)

    @property
    def sequences(self) -> int:
        """How many jump sequences win."""
        return sum(finish.sequences * (len(finish.holes) if self.goal is None else 1) for finish in self._wanted())

    @property
    def chance(self) -> float:
        """The chance that random play wins, when every jump is as likely as any other."""
        return sum((finish.chance * (len(finish.holes) if self.goal is None else 1) for finish in self._wanted()), 0.0)

    def _wanted(self) -> tuple[Finish, ...]:
        return tuple(finish for finish in self.finishes if self.goal is None or self.goal in finish.holes)

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain data, with its totals, ready for JSON."""
        totals = ("positions", "distinct", "dead_ends", "winning", "games", "sequences", "chance")
        return {**{total: getattr(self, total) for total in totals}, **asdict(self)}
