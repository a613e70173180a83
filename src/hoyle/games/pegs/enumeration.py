"""The checker's enumerations: positions as whole numbers, jump by jump, with nothing but the weights to leave any out.

It belongs to certificate.py and uses nothing of the searches either. A position is a number with one bit for each peg.

*Tolls.* By a pagoda function some jumps lose weight and the others are free. Take the sets of holes that free jumps
change, and all sets made from them by exclusive or. Two positions that differ by none of these need jumps in between
that lose, and the least that such jumps lose in all is the toll between them. It is found among remainders: reduced by
the sets of the free jumps, every set of holes has one, and the exclusive or of two sets has that of their remainders.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from operator import sub, xor
from typing import Final, NamedTuple, NoReturn

from hoyle.game import HoyleError

MOST_REMAINDERS: Final = 1 << 14
"""A function with more of them is refused; the searches use none with more than a quarter of that."""

Traits = tuple[tuple[int, ...], tuple[int, ...]]
"""What is known of a position: its weight by each function, and its remainder."""


class CertificateError(HoyleError):
    """The certificate does not prove what it claims."""


def refuse(reason: str) -> NoReturn:
    """Refuse a certificate."""
    raise CertificateError(reason)


class Step(NamedTuple):
    """A jump or its reverse: the holes it changes, what it must find there, what it costs by each pagoda function."""

    change: int
    pattern: int
    cost: tuple[int, ...]


class Walk(NamedTuple):
    """Where an enumeration begins, each position with its credits, and what it must not meet."""

    first: dict[int, tuple[int, ...]]
    wanted: set[int]
    where: str


def enumerate_layers(walk: Walk, steps: list[Step], told: list[int], depths: int) -> None:
    """Enumerate the positions layer by layer; refuse if a layer has not the size told, or holds what it must not."""
    layer = walk.first
    for depth in range(depths):
        size = told[depth] if depth < len(told) else 0
        if len(layer) != size:
            refuse(f"{walk.where}: after {depth} jumps there are {len(layer)} positions, not {size}")
        if layer.keys() & walk.wanted:
            refuse(f"{walk.where}: the goal can be reached, in {depth} jumps")
        after: dict[int, tuple[int, ...]] = {}
        for position, credit in layer.items():
            for change, pattern, cost in steps:
                if position & change == pattern and position ^ change not in after:
                    left = tuple(map(sub, credit, cost))
                    if min(left, default=0) >= 0:
                        after[position ^ change] = left
            if len(after) > sum(told):
                refuse(f"{walk.where}: after {depth + 1} jumps there are more positions than are told of")
        layer = after


# --- a meeting ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Function:
    """A pagoda function: what each jump loses, the remainder that it changes, and the toll of each remainder."""

    weights: dict[int, int]
    losses: tuple[int, ...]
    remainders: tuple[int, ...]
    basis: dict[int, int]
    tolls: dict[int, int]

    def weight(self, position: int) -> int:
        """Return the sum of the weights under the pegs."""
        return sum(weight for hole, weight in self.weights.items() if position & hole)

    def needs(self, ends: list[int], sign: int) -> dict[int, int]:
        """Return, by its remainder, how much a position has to weigh for one of the ends to be within its means."""
        needs: dict[int, int] = {}
        for end in ends:
            own, weight = remainder(end, self.basis), sign * self.weight(end)
            for rest, toll in self.tolls.items():
                needs[rest ^ own] = min(weight + toll, needs.get(rest ^ own, weight + toll))
        return needs


def remainder(holes: int, basis: dict[int, int]) -> int:
    """Return what is left of a set of holes, reduced by a basis that is kept by highest bit.

    >>> remainder(0b110, {2: 0b101})
    3
    """
    for highest in sorted(basis, reverse=True):
        if holes >> highest & 1:
            holes ^= basis[highest]
    return holes


def function_of(jumps: list[tuple[int, int]], weights: dict[int, int], where: str) -> Function:
    """Return all about a pagoda function; a jump is given by its two pegs and its target."""
    losses = tuple(
        sum(weight if hole & pegs else -weight for hole, weight in weights.items() if hole & (pegs | target))
        for pegs, target in jumps
    )
    basis: dict[int, int] = {}
    for (pegs, target), loss in zip(jumps, losses, strict=True):
        if not loss and (rest := remainder(pegs | target, basis)):
            basis[rest.bit_length() - 1] = rest
    remainders = tuple(remainder(pegs | target, basis) for pegs, target in jumps)
    tolls: dict[int, int] = {}
    queue = [(0, 0)]
    while queue:
        toll, rest = heappop(queue)
        if rest in tolls:
            continue
        tolls[rest] = toll
        if len(tolls) > MOST_REMAINDERS:
            refuse(f"{where}: by one of the pagoda functions too few jumps are free")
        for loss, change in zip(losses, remainders, strict=True):
            if rest ^ change not in tolls:
                heappush(queue, (toll + loss, rest ^ change))
    return Function(weights, losses, remainders, basis, tolls)


def never_meet(
    jumps: list[tuple[int, int]],
    pagodas: list[dict[int, int]],
    ends: tuple[int, list[int]],
    told: tuple[list[int], list[int]],
    where: str,
) -> None:
    """Refuse unless the layers from the start and those back from the finish have the sizes told and never meet."""
    start, finish = ends
    functions = [function_of(jumps, weights, where) for weights in pagodas]
    steps = [
        (pegs, target, tuple(f.losses[j] for f in functions), tuple(f.remainders[j] for f in functions))
        for j, (pegs, target) in enumerate(jumps)
    ]
    forth = _last(steps, functions, (1, [start], finish), told[0], where)
    # Backwards a jump finds a peg on its target alone, and what it has lost is given back.
    turned = [(target, pegs, losses, changes) for pegs, target, losses, changes in steps]
    back = _last(turned, functions, (-1, finish, [start]), told[1], where)
    if forth and back and len(told[0]) + len(told[1]) - 1 != start.bit_count():
        refuse(f"{where}: {start.bit_count()} pegs need another number of jumps")
    if forth & back:
        refuse(f"{where}: the goal can be reached, through the middle")


def _last(
    steps: list[tuple[int, int, tuple[int, ...], tuple[int, ...]]],
    functions: list[Function],
    way: tuple[int, list[int], list[int]],
    told: list[int],
    where: str,
) -> set[int]:
    """Return the last layer of one side, whose way is a sign for its weights, where it begins and where it leads."""
    sign, firsts, ends = way
    needs = [function.needs(ends, sign) for function in functions]
    begun = {
        first: (
            tuple(sign * function.weight(first) for function in functions),
            tuple(remainder(first, function.basis) for function in functions),
        )
        for first in firsts
    }
    layer = {first: traits for first, traits in begun.items() if _within(traits, needs)}
    for depth, size in enumerate(told):
        if depth:
            layer = _after(layer, steps, needs, size)
        if len(layer) != size:
            more = "more than that" if len(layer) > size else str(len(layer))
            refuse(f"{where}: after {depth} jumps there are not {size} positions, but {more}")
    return set(layer)


def _after(
    layer: dict[int, Traits],
    steps: list[tuple[int, int, tuple[int, ...], tuple[int, ...]]],
    needs: list[dict[int, int]],
    most: int,
) -> dict[int, Traits]:
    """Return the positions one step further, or so many of them that they are more than told."""
    after: dict[int, Traits] = {}
    for position, (weights, rests) in layer.items():
        for found, left, losses, changes in steps:
            if position & (found | left) == found and (child := position ^ found ^ left) not in after:
                traits = tuple(map(sub, weights, losses)), tuple(map(xor, rests, changes))
                if _within(traits, needs):
                    after[child] = traits
        if len(after) > most:
            break
    return after


def _within(traits: Traits, needs: list[dict[int, int]]) -> bool:
    return all(rest in need and weight >= need[rest] for weight, rest, need in zip(*traits, needs, strict=True))
