"""The outlook of a board of dots: certain wins, exact chances, expected scores, and rules of thumb.

Three facts keep the searches small.  Only the dots that a path takes matter, not its order.  Before the last move only
the colours that are still wanted matter, so new dots of all other colours count as the same.  A win that needs no new
dot is certain.

>>> from hoyle.games.dots import game
>>> document = game("classic")
>>> outlook = Outlook.of(document, document.start())
>>> masks, wanted = outlook.masks, (6,)
>>> outlook.certain(masks, 1, wanted) is None, len(outlook.certain(masks, 2, wanted) or [])
(True, 2)
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from hoyle.games.dots.lines import Field, Masks, bits, encode
from hoyle.games.dots.rules import Dots, Position


class TooManyError(Exception):
    """A search would look at more positions than it may."""


@dataclass(frozen=True, slots=True)
class Take:
    """What a path does: which colour it plays, which dots vanish, and the squares of one such path."""

    colour: int
    gone: int
    cells: tuple[int, ...]


@dataclass
class Outlook:
    """The outlook of a position: searches over boards as bits, with a count of the positions looked at."""

    game: Dots
    field: Field
    masks: Masks
    """The dots as they lay when the outlook was made."""
    budget: int = 1_000_000_000
    nodes: int = 0
    reaches: dict[int, int] = dataclasses.field(default_factory=dict)
    memory: dict[tuple[Masks, int, tuple[int, ...]], tuple[Fraction, Take | None]] = dataclasses.field(
        default_factory=dict
    )

    @classmethod
    def of(cls, game: Dots, state: Position, budget: int = 1_000_000_000) -> Outlook:
        """Return the outlook from a position."""
        return cls(game, *encode(state.rows, game.letters), budget)

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """The colour of each objective, as the place of its mask."""
        return tuple(self.game.letters.index(colour) for colour, _ in self.game.goals)

    def look(self, count: int = 1) -> None:
        """Count positions, and give up when the budget is spent."""
        if self.nodes + count > self.budget:
            raise TooManyError
        self.nodes += count

    # ------------------------------------------------------------------------------------ moves and refills

    def takes(self, masks: Masks, wanted: Sequence[int] = ()) -> list[Take]:
        """Return everything that a path can do, best for the objectives first."""
        found: list[Take] = []
        for colour, mask in enumerate(masks):
            sets = self.field.takes(mask, self.budget - self.nodes)
            if sets is None:
                raise TooManyError
            found += (Take(colour, gone, cells) for gone, cells in sets.items())
            if self.game.loops and self.field.loops(mask):
                found.append(Take(colour, mask, closed_path(self.field, mask)))
        unmet = {goal: more for goal, more in zip(self.goals, wanted, strict=False) if more > 0}
        return sorted(
            found, key=lambda take: (-min(unmet.get(take.colour, 0), take.gone.bit_count()), take.gone.bit_count())
        )

    def after(self, wanted: Sequence[int], take: Take) -> tuple[int, ...]:
        """Return what the objectives still ask for after a take, never less than zero."""
        return tuple(
            max(0, more - take.gone.bit_count() * (goal == take.colour))
            for goal, more in zip(self.goals, wanted, strict=True)
        )

    def can(self, mask: int, need: int) -> bool:
        """Tell whether one path can remove a number of dots of a colour."""
        need = max(2, need)
        if mask.bit_count() < need:
            return False
        if self.game.loops and self.field.loops(mask):
            return True
        found = self.field.longest(mask, floor=need - 1, ceiling=need)
        if not found.cells and found.bound >= need:
            raise TooManyError  # Neither found nor refuted.
        return bool(found.cells)

    def reach(self, mask: int) -> int:
        """Return how many dots of a colour one path can remove at most."""
        if mask not in self.reaches:
            looped = self.game.loops and self.field.loops(mask)
            self.reaches[mask] = mask.bit_count() if looped else self.field.longest(mask).length
        return self.reaches[mask]

    def refills(self, masks: Masks, holes: Sequence[int]) -> Iterator[Masks]:
        """Yield the board after each way to fill the holes; all are equally likely (§5)."""
        for colours in product(range(self.game.colours), repeat=len(holes)):
            filled = list(masks)
            for hole, colour in zip(holes, colours, strict=True):
                filled[colour] |= 1 << hole
            self.look()
            yield tuple(filled)

    # ---------------------------------------------------------------------------------- moves by rules of thumb

    def strongest(self, masks: Masks, colours: Iterable[int]) -> Take | None:
        """Return the take that removes the most dots of one of the colours, of the first such colour, or None."""
        best: Take | None = None
        for colour in colours:
            mask, most = masks[colour], best.gone.bit_count() if best else 1
            if self.game.loops and mask.bit_count() > most and self.field.loops(mask):
                best = Take(colour, mask, closed_path(self.field, mask))
            elif (found := self.field.longest(mask, floor=most)).cells:
                best = Take(colour, sum(1 << cell for cell in found.cells), found.cells)
        return best

    def objective_first(self, masks: Masks, wanted: Sequence[int]) -> Take | None:
        """Return the take that does the most for the open objectives, or, if none helps, the one that removes the most dots."""
        unmet = [goal for goal, more in zip(self.goals, wanted, strict=True) if more > 0]
        return self.strongest(masks, unmet) or self.strongest(masks, range(self.game.colours))

    def lookahead(self, masks: Masks, wanted: tuple[int, ...]) -> list[Take]:
        """Return all takes, first those that promise the most wanted dots in this move and the next."""
        promises = {take: self._promise(masks, take, wanted) for take in self.takes(masks, wanted)}
        return sorted(promises, key=lambda take: -promises[take])

    def _promise(self, masks: Masks, take: Take, wanted: tuple[int, ...]) -> float:
        """Return how many wanted dots this take and then one more remove on average."""
        rest = self.after(wanted, take)
        gain = sum(wanted) - sum(rest)
        unmet = [(goal, more) for goal, more in zip(self.goals, rest, strict=True) if more > 0]
        fallen, holes = self.field.fall(masks, take.gone), self.field.holes(take.gone)

        def most(filled: Masks) -> int:
            return max((min(more, self.reach(mask)) for mask, (_, more) in zip(filled, unmet, strict=True)), default=0)

        total = self.total(tuple(fallen[goal] for goal, _ in unmet), holes, most)
        return float(gain + Fraction(total, self.game.colours ** len(holes)))

    def total(self, masks: Masks, holes: tuple[int, ...], worth: Callable[[Masks], int]) -> int:
        """Return the sum of a board's worth over all refills, when only the masks of some colours matter.

        The worth may not fall when dots are added.  So if a board without the new dots and one with all of them are
        worth the same, so is everything in between, and need not be looked at.
        """
        self.look()
        low = worth(masks)
        if not holes or low == worth(tuple(mask | sum(1 << hole for hole in holes) for mask in masks)):
            return low * int(self.game.colours ** len(holes))
        hole, *rest = holes
        bit, later = 1 << hole, tuple(rest)
        mine = (
            self.total((*masks[:place], mask | bit, *masks[place + 1 :]), later, worth)
            for place, mask in enumerate(masks)
        )
        return sum(mine) + (self.game.colours - len(masks)) * self.total(masks, later, worth)

    # -------------------------------------------------------------------------------------- certain wins

    def certain(self, masks: Masks, left: int, wanted: tuple[int, ...]) -> list[Take] | None:
        """Return moves that win with the dots that lie there now, whatever falls, or None if no such moves exist."""
        unmet = [goal for goal, more in zip(self.goals, wanted, strict=True) if more > 0]
        if not unmet:
            return []
        if len(unmet) > left or sum(wanted) > sum(masks[goal].bit_count() for goal in unmet):
            return None
        if left == 1:
            if not self.can(masks[unmet[0]], max(wanted)):
                return None
            take = self.strongest(masks, unmet)
            if take is None or any(self.after(wanted, take)):
                raise TooManyError  # There is such a path, but the search for the longest gave up before finding it.
            return [take]
        for take in self.takes(masks, wanted):
            self.look()
            further = self.certain(self.field.fall(masks, take.gone), left - 1, self.after(wanted, take))
            if further is not None:
                return [take, *further]
        return None

    # ---------------------------------------------------------------------------------- the exact chance

    def chance(self, masks: Masks, left: int, wanted: tuple[int, ...]) -> tuple[Fraction, Take | None]:
        """Return the chance to win a full board with best play, and a best first move."""
        unmet = [(goal, more) for goal, more in zip(self.goals, wanted, strict=True) if more > 0]
        if not unmet:
            return Fraction(1), None
        if len(unmet) > left:
            return Fraction(0), None
        key = masks, left, wanted
        if key not in self.memory:
            self.memory[key] = self._chance(masks, left, wanted)
        return self.memory[key]

    def _chance(self, masks: Masks, left: int, wanted: tuple[int, ...]) -> tuple[Fraction, Take | None]:
        if left == 1:
            (goal, need), *_ = [(goal, more) for goal, more in zip(self.goals, wanted, strict=True) if more > 0]
            return Fraction(self.can(masks[goal], need)), self.strongest(masks, [goal])
        best, chosen = Fraction(0), None
        for take in self.takes(masks, wanted):
            hope = self._hope(masks, take, left, wanted, best)
            if chosen is None or hope > best:
                best, chosen = hope, take
            if best == 1:
                break
        return best, chosen

    def _hope(self, masks: Masks, take: Take, left: int, wanted: tuple[int, ...], floor: Fraction) -> Fraction:
        """Return the chance to win after a take; if that is not above the floor, some number that is not above it either."""
        wanted = self.after(wanted, take)
        unmet = [(goal, more) for goal, more in zip(self.goals, wanted, strict=True) if more > 0]
        self.look()
        if not unmet or len(unmet) > left - 1:
            return Fraction(not unmet)
        fallen, holes = self.field.fall(masks, take.gone), self.field.holes(take.gone)
        whole: int = self.game.colours ** len(holes)
        if left == 2:
            # The last move can only serve the last objective, so no other colour matters.
            (goal, need), *_ = unmet
            return Fraction(self.total((fallen[goal],), holes, lambda filled: self.can(filled[0], need)), whole)
        won = lost = Fraction(0)
        for filled in self.refills(fallen, holes):
            value = self.chance(filled, left - 1, wanted)[0]
            won, lost = won + value, lost + 1 - value
            if whole - lost <= floor * whole:
                break
        return won / whole

    def cost(self, masks: Masks, left: int) -> int:
        """Return about how many positions an exact search would look at, judging by the moves possible now."""
        if left == 1:
            return 1
        takes = self.takes(masks)
        last = 4 * len(takes)  # before the last move, total need not look at most refills
        refills: int = sum(self.game.colours ** take.gone.bit_count() for take in takes)
        return last * math.prod([refills] * (left - 2))

    # ------------------------------------------------------------------------------------ the best score

    def score(self, masks: Masks, left: int) -> tuple[Fraction, Take | None]:
        """Return the best expected score of a number of moves, objectives aside, and a best first move."""
        if left == 1:
            return Fraction(max(self.reach(mask) for mask in masks)), None
        best, chosen = Fraction(0), None
        for take in self.takes(masks):
            fallen, holes = self.field.fall(masks, take.gone), self.field.holes(take.gone)
            total = Fraction(0)
            for filled in self.refills(fallen, holes):
                total += self.score(filled, left - 1)[0]
            mean = take.gone.bit_count() + total / self.game.colours ** len(holes)
            if mean > best:
                best, chosen = mean, take
        return best, chosen


def closed_path(field: Field, mask: int) -> tuple[int, ...]:
    """Return the squares of a closed path within a mask that has one."""
    for group in field.groups(mask):
        core = group
        while loose := field.ends(core):  # peels off what is neither on a loop nor between two
            core &= ~loose
        if core:
            return _walk_round(field, core)
    raise ValueError("no closed path fits")


def _walk_round(field: Field, core: int) -> tuple[int, ...]:
    """Return a walk through squares that all have two neighbours, until it comes to itself."""
    way = [next(bits(core))]
    while True:
        onward = [cell for cell in bits(field.beside[way[-1]] & core) if cell not in way[-2:]]
        way.append(onward[0])
        if way[-1] in way[:-1]:
            return tuple(way)
