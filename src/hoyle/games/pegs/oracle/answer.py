"""The oracle's answer: what is known about one position and each jump in it, in words and for JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoyle.game import tally
from hoyle.games.pegs.rules import Jump


def at_least(fewest: int) -> str:
    """Return in words how few pegs can be left."""
    return f"at least {tally({'pegs': fewest})} {'is' if fewest == 1 else 'are'} left"


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one jump leads to."""

    jump: Jump
    winnable: bool
    """Whether it can still be won after the jump, in the wanted hole if there is one."""
    fewest: int
    turns: int | None
    """The fewest turns to the win, this jump included; a jump by the peg that moved last does not begin a new turn."""

    def __str__(self) -> str:
        """Return the jump and what it leads to."""
        if self.turns is None:
            return f"{self.jump}  {at_least(self.fewest)}"
        return f"{self.jump}  keeps the win, {tally({'turns': self.turns})}"

    def as_dict(self) -> dict[str, Any]:
        """Return the prospect for JSON."""
        return {"move": str(self.jump), "winnable": self.winnable, "fewest": self.fewest, "turns": self.turns}


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known about one position."""

    fewest: int
    """The fewest pegs that can be left."""
    winnable: bool
    """Whether one peg can be left, in the wanted hole if there is one."""
    holes: tuple[str, ...]
    """Every hole in which a last peg can be left."""
    turns: int | None
    """The fewest turns to the win, or None if it cannot be won."""
    prospects: tuple[Prospect, ...]
    """Each jump that is possible now, in the order of the rules."""

    def __str__(self) -> str:
        """Return the answer in words, a line for each jump."""
        holes = ", ".join(self.holes[:-2]) + ", " * (len(self.holes) > 2) + " or ".join(self.holes[-2:])
        if self.turns is not None:
            head = f"it can be won, in {tally({'turns': self.turns})} at least; the last peg can be in {holes}"
        elif self.holes:
            head = f"it cannot be won as wanted; the last peg can be in {holes}"
        else:
            head = f"it cannot be won; {at_least(self.fewest)}"
        return "\n".join([head, *map(str, self.prospects)])

    def as_dict(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        return {
            "winnable": self.winnable,
            "fewest": self.fewest,
            "holes": list(self.holes),
            "turns": self.turns,
            "moves": [prospect.as_dict() for prospect in self.prospects],
        }

    @property
    def keeps(self) -> tuple[Jump, ...]:
        """All jumps that keep the win; if it is lost, those that lead to the fewest pegs."""
        if self.winnable:
            return tuple(prospect.jump for prospect in self.prospects if prospect.winnable)
        return tuple(prospect.jump for prospect in self.prospects if prospect.fewest == self.fewest)

    @property
    def shortest(self) -> tuple[Jump, ...]:
        """The jumps that win in the fewest turns."""
        return tuple(prospect.jump for prospect in self.prospects if prospect.winnable and prospect.turns == self.turns)
