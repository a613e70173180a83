"""The rules of domino patience: the paragraphs are those of the package's rules page.

>>> game = DominoPatience(2)
>>> state = game.read("000|A |E C |B F D |")
>>> [str(move) for move in game.moves(state)]
['S0-F0', 'S2-S0']
>>> game.write(game.play(state, game.parse(state, "S0-F0")))
'F0 1/1 F1 0/2 F2 0/3 / S0 |top><| / S1 |top>[2:1] [1:1] <| / S2 |top>[1: ] [2:2] [2: ] <|'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeVar

from icontract import ensure

from hoyle.game import NATURE, Game, HoyleError, NotationError, Outcome, Seat, tally
from hoyle.games.domino import notation
from hoyle.games.domino.notation import Layout
from hoyle.games.domino.tiles import MOST, Tile, full_set, tiles_in

T = TypeVar("T")

# Between the two places may stand what the course writes there, and around them its move's name and mark.
SHIFT: Final = re.compile(r"m?S(\d{1,2})(?:->|-|)([SF])(\d{1,2})[?!]?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Deal:
    """Nature deals a tile.

    >>> str(Deal(Tile(1, 0)))
    '[1:0]'
    """

    tile: Tile

    def __str__(self) -> str:
        return self.tile.token


@dataclass(frozen=True, slots=True)
class Shift:
    """The top of a stack goes home to a foundation, or to another stack.

    >>> str(Shift(2, 3, home=True)), str(Shift(1, 0))
    ('S2-F3', 'S1-S0')
    """

    source: int
    target: int
    home: bool = False

    def __str__(self) -> str:
        return f"S{self.source}-{'F' if self.home else 'S'}{self.target}"


Move: TypeAlias = Deal | Shift


@dataclass(frozen=True)
class DominoPatience(Game[Layout, Move]):
    """Domino patience with tiles up to a highest number."""

    highest: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.highest <= MOST:
            raise HoyleError(f"the highest number of a set is 1 to {MOST}, not {self.highest} (§1)")

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the set (§1)."""
        return full_set(self.highest)

    def start(self) -> Layout:
        """Return the table before the deal."""
        return Layout(((),) * (self.highest + 1), (0,) * (self.highest + 1))

    def count_undealt(self, state: Layout) -> int:
        """Return how many tiles are still to be dealt."""
        return len(self.tiles) - sum(map(len, state.stacks)) - sum(state.home)

    def why_wait(self, state: Layout) -> str | None:
        """Return what is still to be dealt, in words."""
        undealt = self.count_undealt(state)
        are = "is" if undealt == 1 else "are"
        return f"{tally({'tiles': undealt})} {are} still to be dealt (§2)" if undealt else None

    def turn(self, state: Layout) -> Seat | None:
        """Return nature during the deal, then the only seat."""
        if self.count_undealt(state):
            return NATURE
        return Seat(0) if self.outcome(state) is None else None

    def outcome(self, state: Layout) -> Outcome | None:
        """Return whether it is won, once no move is left."""
        if self.count_undealt(state):
            return None
        # §7: an empty table is won; as long as a tile is left, any move keeps the match going.
        if not any(state.stacks):
            return Outcome((1,), "every tile is home")
        if any(True for _ in self._shifts(state)):
            return None
        left = sum(map(len, state.stacks))
        return Outcome((0,), f"no move is left for {left} tile{'s' * (left > 1)}")

    def moves(self, state: Layout) -> Iterator[Move]:
        """Yield the tiles that may be dealt; then by stacks the move home, onto others, and to empty ones."""
        if self.count_undealt(state):
            dealt = {tile for stack in state.stacks for tile in stack}
            return (Deal(tile) for tile in self.tiles if tile not in dealt)
        return self._shifts(state)

    def _shifts(self, state: Layout) -> Iterator[Shift]:
        # §3: in each kind the lowest source comes first, then the lowest target.
        tops = [(source, stack[-1]) for source, stack in enumerate(state.stacks) if stack]
        for source, top in tops:
            if top.goes_home(state.foundation(top.high)):
                yield Shift(source, top.high, home=True)
        for source, top in tops:
            yield from (Shift(source, target) for target, other in tops if top.goes_onto(other))
        empty = [target for target, stack in enumerate(state.stacks) if not stack]
        for source, top in tops:
            if top.blank:
                yield from (Shift(source, target) for target in empty)

    def why_not(self, state: Layout, move: Move) -> str | None:
        """Return the rule against a move."""
        if isinstance(move, Deal):
            return self._why_not_deal(state, move)
        if waits := self.why_wait(state):
            return waits
        if over := self.over(state):
            return over
        for place in (move.source, move.target):
            if place > self.highest:
                return f"the stacks and foundations are numbered 0 to {self.highest} (§2)"
        if not state.stacks[move.source]:
            return f"S{move.source} is empty (§3)"
        top = state.stacks[move.source][-1]
        return self._why_not_home(state, move, top) if move.home else self._why_not_stack(state, move, top)

    def _why_not_deal(self, state: Layout, move: Deal) -> str | None:
        if not self.count_undealt(state):
            return "all tiles are dealt (§2)"
        if move.tile not in self.tiles:
            return f"{move.tile} is not in a set with the highest number {self.highest} (§1)"
        if any(move.tile in stack for stack in state.stacks):
            return f"{move.tile} is dealt already (§2)"
        return None

    def _why_not_home(self, state: Layout, move: Shift, top: Tile) -> str | None:
        if move.target != top.high:
            return f"{top} belongs on F{top.high} (§4)"
        if not top.goes_home(state.foundation(top.high)):
            wanted = Tile(top.high, top.high - state.home[top.high])
            return f"the next tile of F{top.high} is {wanted}, not {top} (§4)"
        return None

    def _why_not_stack(self, state: Layout, move: Shift, top: Tile) -> str | None:
        if not state.stacks[move.target]:
            return None if top.blank else f"only a tile with a blank goes to an empty stack, not {top} (§6)"
        other = state.stacks[move.target][-1]
        if not top.goes_onto(other):
            return f"{top} is not {other} with one number raised by one (§5)"
        return None

    @ensure(
        lambda self, state, move, result: (
            self.count_undealt(result) == self.count_undealt(state) - isinstance(move, Deal)
        ),
        "a deal brings one tile, and a shift neither brings nor loses one",
    )
    @ensure(
        lambda self, result: self.count_undealt(result) or sorted(result.tiles()) == sorted(self.tiles),
        "each tile of the set is in one place",
    )
    def play(self, state: Layout, move: Move) -> Layout:
        """Return the table after a deal or a shift."""
        if isinstance(move, Deal):
            # §2: stack i is dealt i + 1 tiles before the next begins.
            target = next(place for place, stack in enumerate(state.stacks) if len(stack) <= place)
            return replace(state, stacks=_with(state.stacks, target, (*state.stacks[target], move.tile)))
        *rest, top = state.stacks[move.source]
        stacks = _with(state.stacks, move.source, tuple(rest))
        if move.home:
            return Layout(stacks, _with(state.home, move.target, state.home[move.target] + 1))
        return Layout(_with(stacks, move.target, (*stacks[move.target], top)), state.home)

    def measure(self, line: Sequence[Move]) -> Mapping[str, int]:
        """Return the number of moves, without the deal.

        >>> DominoPatience(1).measure([Deal(Tile(0, 0)), Shift(0, 0, home=True)])
        {'moves': 1}
        """
        return {"moves": sum(isinstance(move, Shift) for move in line)}

    def write(self, state: Layout) -> str:
        """Return a position as in §11."""
        return notation.long_form(state, " / ")

    def read(self, text: str) -> Layout:
        """Return the position of a text as in §11, in any of its forms."""
        return notation.read(self.highest, text)

    def parse(self, state: Layout, text: str) -> Move:  # noqa: ARG002 — the notation does not depend on the state
        """Return the move of a text as in §9."""
        text = re.sub(r"\s", "", text)
        if text.startswith("["):
            tiles = tiles_in(text)
            if len(tiles) != 1:
                raise NotationError(f"one tile is dealt at a time, not {len(tiles)}: {text[:40]!r}")
            return Deal(tiles[0])
        match = SHIFT.fullmatch(text)
        if match is None:
            raise NotationError(f"not a move of domino patience, such as S2-F3: {text[:40]!r}")
        return Shift(int(match[1]), int(match[3]), home=match[2] in "Ff")


def _with(row: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    return (*row[:place], thing, *row[place + 1 :])
