"""Layouts of tiles, and their texts as in §11: one line of ours, the course's lines, and the course's short form.

>>> layout = read(2, "002|A |C |B D |")
>>> print(long_form(layout))
F0 0/1  F1 0/2  F2 2/3
S0 |top>[ : ] <|
S1 |top>[1:1] <|
S2 |top>[1: ] [2: ] <|
>>> read(2, f"DomSolName {long_form(layout)}") == read(2, long_form(layout, " / ")) == layout
True
>>> short_form(layout)
'002|A |C |B D |'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hoyle.game import NotationError
from hoyle.games.domino.tiles import Tile, full_set, tiles_in

LONGEST: Final = 10_000
FOUNDATION: Final = re.compile(r"F(\d{1,2})\s++(\d{1,2})/(\d{1,2})", re.ASCII)
STACK: Final = re.compile(r"S(\d{1,2})\s*+\|top>([^<>|]*+)<\|", re.ASCII)


@dataclass(frozen=True, slots=True)
class Layout:
    """The stacks, each from the bottom to its top, and how many tiles are home on each foundation."""

    stacks: tuple[tuple[Tile, ...], ...]
    home: tuple[int, ...]

    def foundation(self, high: int) -> Tile | None:
        """Return the top of a foundation, if it has one; by §4 its number of tiles says which it is."""
        return Tile(high, high + 1 - self.home[high]) if self.home[high] else None

    def tiles(self) -> Iterator[Tile]:
        """Yield every tile on the table, at home or not."""
        for stack in self.stacks:
            yield from stack
        for high, count in enumerate(self.home):
            yield from (Tile(high, high - place) for place in range(count))


def long_form(layout: Layout, line_end: str = "\n") -> str:
    """Return a layout as the course prints it, without a name; with another line end it is one line."""
    blank = "  " if line_end == "\n" else " "
    homes = blank.join(f"F{high} {count}/{high + 1}" for high, count in enumerate(layout.home))
    stacks = (
        f"S{place} |top>{''.join(f'{tile} ' for tile in reversed(stack))}<|"
        for place, stack in enumerate(layout.stacks)
    )
    return line_end.join((homes, *stacks))


def short_form(layout: Layout) -> str:
    """Return a layout as the course's show_named_content writes it."""
    stacks = ("".join(f"{tile.letter} " for tile in reversed(stack)) for stack in layout.stacks)
    return f"{''.join(map(str, layout.home))}|{''.join(f'{stack}|' for stack in stacks)}"


def read(highest: int, text: str) -> Layout:
    """Return the layout of a text in any of the forms; raise NotationError if a tile is missing or there twice."""
    if len(text) > LONGEST:
        raise NotationError(f"a position has at most {LONGEST:,} letters")
    stacks, claim = _long(highest, text) if "|top>" in text else _short(highest, text)
    count = Counter(tile for stack in stacks for tile in stack)
    if strange := next((tile for tile in count if tile not in full_set(highest)), None):
        raise NotationError(f"{strange} is not in a set with the highest number {highest} (§1)")
    if twice := next((tile for tile in count if count[tile] > 1), None):
        raise NotationError(f"{twice} stands in two places")
    layout = Layout(stacks, (0,) * (highest + 1) if _is_mid_deal(stacks, claim) else _homes(highest, count))
    if (home := "".join(map(str, layout.home))) != claim:
        raise NotationError(f"the tiles that are on no stack make the foundations {home}, but the text says {claim}")
    return layout


def _is_mid_deal(stacks: tuple[tuple[Tile, ...], ...], claim: str) -> bool:
    """Tell whether nothing is home and the stacks have the sizes that they have in the middle of a deal (§2)."""
    sizes = [len(stack) for stack in stacks]
    first = next((place for place, size in enumerate(sizes) if size <= place), len(sizes))
    return (
        not claim.strip("0")
        and all(size == place + 1 for place, size in enumerate(sizes[:first]))
        and not any(sizes[first + 1 :])
    )


def _homes(highest: int, count: Counter[Tile]) -> tuple[int, ...]:
    """Return how many tiles each foundation holds, given that all tiles on no stack are home, if §4 allows that."""
    homes = []
    for high in range(highest + 1):
        missing = [low for low in range(high + 1) if Tile(high, low) not in count]
        if missing != list(range(high + 1 - len(missing), high + 1)):
            raise NotationError(
                f"{Tile(high, missing[0])} is on no stack, but cannot be home before [{high}:{missing[0] + 1}] (§4)"
            )
        homes.append(len(missing))
    return tuple(homes)


def _long(highest: int, text: str) -> tuple[tuple[tuple[Tile, ...], ...], str]:
    head, _, tail = text.partition("S0")
    # A name may stand before the foundations, and may hold anything.
    homes = FOUNDATION.findall(head[max(head.rfind("F0 "), 0) :])
    stacks = STACK.findall(f"S0{tail}")
    numbers = [str(place) for place in range(highest + 1)]
    rest = STACK.sub("", f"S0{tail}").strip("/ \t\r\n")
    if [number for number, _ in stacks] != numbers or rest.strip("/ \t\r\n"):
        raise NotationError(f"a position has the stacks S0 to S{highest}, such as 'S0 |top>[1: ] <|', in this order")
    if [(number, of) for number, _, of in homes] != [(number, str(int(number) + 1)) for number in numbers]:
        raise NotationError(f"a position has the foundations F0 0/1 to F{highest} 0/{highest + 1}, in this order")
    claim = "".join(str(int(held)) for _, held, _ in homes)
    return tuple(tuple(reversed(tiles_in(tiles))) for _, tiles in stacks), claim


def _short(highest: int, text: str) -> tuple[tuple[tuple[Tile, ...], ...], str]:
    claim, _, rest = text.strip(" \t\r\n").partition("|")
    stacks: list[list[str]] = [[]]
    place = 0
    while place < len(rest):
        # A letter may itself be a bar; then a blank follows it, unlike a bar between stacks.
        if rest[place + 1 : place + 2] == " ":
            stacks[-1].append(rest[place])
            place += 2
        elif rest[place] == "|":
            stacks.append([])
            place += 1
        else:
            break
    if place < len(rest) or stacks[-1] or len(stacks) != highest + 2 or not re.fullmatch(r"\d++", claim, re.ASCII):
        raise NotationError(f"not a position of domino/{highest}, such as '000|A |E C |B F D |': {text[:40]!r}")
    return tuple(tuple(_tile_of(highest, letter) for letter in reversed(stack)) for stack in stacks[:-1]), claim


def _tile_of(highest: int, letter: str) -> Tile:
    rank = ord(letter) - ord("A")
    if not 0 <= rank < len(full_set(highest)):
        raise NotationError(f"no tile of a set with the highest number {highest} is called {letter!r}")
    return full_set(highest)[rank]
