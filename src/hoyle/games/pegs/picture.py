"""What a board of pegs looks like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import cos, hypot, pi, sin, sqrt
from typing import Any, Final

from hoyle.game import tally
from hoyle.games.pegs.rules import EMPTY, PEG, Board, PegSolitaire, Position
from hoyle.games.pegs.styles import STYLES
from hoyle.grid import TRIANGULAR, Square, name
from hoyle.scene import Mark, Scene

NUMBERS: Final = 0.1
"""Where the numbers of the rows stand in the text."""
MARGIN: Final = 1.3
"""Where the first column stands in the text."""
EDGE: Final = 0.75
"""How far a board without a groove extends beyond the middle of the outermost holes."""
GROOVE, NAMES, ROUND = 0.84, 1.43, 1.61
"""On a round board, how far the groove, the names and the edge are from the middle of the outermost holes."""
FEW: Final = 3
"""With so few holes across, a groove around them would be larger than all of them."""
SLANT: Final = hypot(1, 2)
"""Twice the distance from row to row along the side of a triangle."""


@dataclass(frozen=True)
class Wood:
    """The board that the holes are drilled into: round, or a triangle, or, if it is long or small, a plank."""

    board: Board

    @property
    def triangular(self) -> bool:
        """Whether the rows are centred, and the columns slant."""
        return self.board.directions == TRIANGULAR

    @cached_property
    def size(self) -> tuple[int, int]:
        """How many columns and rows there are; a plank ends where its holes do."""
        if self.triangular or self.round:
            return self.board.size
        return 1 + max(x for x, _ in self.board.squares), 1 + max(y for _, y in self.board.squares)

    @property
    def round(self) -> bool:
        """Whether it is turned, with a groove for the pegs that were taken, and names in its rim."""
        least, most = min(self.board.size), max(self.board.size)
        return not self.triangular and least > max(FEW, most / 2) and self.reach >= (most - 1) / 2

    @cached_property
    def reach(self) -> float:
        """How far the outermost hole is from the middle."""
        across, down = self.board.size
        return max(hypot(x - (across - 1) / 2, y - (down - 1) / 2) for x, y in self.board.squares)

    @property
    def start(self) -> tuple[float, float]:
        """Where the hole a1 is drawn, or would be."""
        across, down = self.size
        if self.round:
            radius = self.reach + ROUND
            return radius - across / 2, radius - down / 2
        # The top of a triangle is as far from its side as any other hole.
        return (SLANT * EDGE / 2 + EDGE / 2, SLANT * EDGE) if self.triangular else (EDGE, EDGE)

    @property
    def extent(self) -> tuple[float, float]:
        """How large the drawing is."""
        across, down = self.size
        left, top = self.start
        if self.round:
            return (2 * (self.reach + ROUND),) * 2
        return across + 2 * left, down + top + EDGE

    @property
    def middle(self) -> tuple[float, float]:
        """Where the middle of the drawing is."""
        across, down = self.extent
        return (across - 1) / 2, (down - 1) / 2

    def place(self, hole: tuple[float, float]) -> tuple[float, float]:
        """Return where a hole is drawn."""
        (left, top), (x, y) = self.start, hole
        return left + x + ((self.size[1] - 1 - y) / 2 if self.triangular else 0), top + y

    def cell(self, hole: Square) -> tuple[float, float]:
        """Return where a hole stands in the text; the rows of a triangle are centred."""
        x, y = hole
        if self.triangular:
            return x + (self.size[1] - 1 - y) / 2 + MARGIN, y
        return x + MARGIN, y + 1

    def ground(self) -> Iterator[Mark]:
        """Yield the marks of the bare board."""
        across, down = self.extent
        middle, shape = self.middle, "triangle" if self.triangular else "circle" if self.round else "box"
        if self.round:
            yield Mark(middle[0], middle[1] + 0.1, shape, "cast", width=across + 0.1)
        yield from (Mark(*middle, shape, style, width=across, height=down) for style in ("turned", "grain"))
        if self.round:
            groove = across / 2 - ROUND + GROOVE
            yield from (Mark(*middle, shape, "ring", width=across * share) for share in (0.2, 0.34, 0.5, 0.63))
            for style, radius in (("groove", groove), ("lit", groove + 0.41), ("dark", groove - 0.41)):
                yield Mark(*middle, shape, style, width=2 * radius)
        yield Mark(*middle, shape, "rimlight", width=across - 0.05, height=down - 0.05)

    def names(self) -> Iterator[Mark]:
        """Yield the numbers of the rows and the letters of the columns, in the rim and in the text."""
        last = self.size[1] - 1
        for y in range(last + 1):
            text = str(y + 1)
            place = self._rim(-1, self.place((0, y))[1]) if self.round else self._beside((0, y), -0.57, 0)
            yield Mark(*place, "text", "engraved rim", text, text=text, written=(NUMBERS, self.cell((0, y))[1]))
        for x in range(self.size[0]):
            letter = name((x, 0)).rstrip("1")
            aside = (-0.27, 0.54) if self.triangular else (0, 0.56)
            place = self._rim(1, self.place((x, 0))[0]) if self.round else self._beside((x, last), *aside)
            written = self.cell((x, last + 1 if self.triangular else -1))
            yield Mark(*place, "text", "engraved rim", letter, text=letter, written=written)

    def _beside(self, hole: Square, right: float, down: float) -> tuple[float, float]:
        x, y = self.place(hole)
        return x + right, y + down

    def _rim(self, side: int, along: float) -> tuple[float, float]:
        """Return the place on the rim that is level with a row, on the left, or below a column."""
        middle = self.middle[0]
        out = middle + side * sqrt((self.reach + NAMES) ** 2 - (along - middle) ** 2)
        return (along, out) if side > 0 else (out, along)

    def tray(self, count: int, of: int) -> Iterator[Mark]:
        """Yield the pegs that were taken; they lie in the groove of a round board."""
        if not self.round or of < 1:
            return
        radius, (x, y) = self.reach + GROOVE, self.middle
        width = min(0.8, 2 * pi * radius / of)
        for number in range(count):
            turn = (2 * number + 1) / of * pi + pi / 2
            where = x + cos(turn) * radius, y + sin(turn) * radius
            yield Mark(*where, "marble", "piece taken", width=width, height=width, key=f"taken {number}")


def picture(game: PegSolitaire, state: Position) -> Scene:
    """Return the board with its pegs; the columns of a triangle go from its right side down to their letters.

    >>> from hoyle.games.pegs import game
    >>> from hoyle.scene import to_text
    >>> print(to_text(picture(game("triangle"), game("triangle").start())))
    1      .
    2     O O
    3    O O O
    4   O O O O
    5  O O O O O
      a b c d e
    14 pegs; 2 jumps are possible
    """
    jumps = list(game.moves(state))
    active, reachable = {jump.source for jump in jumps}, {jump.target for jump in jumps}
    outcome = game.outcome(state)
    possible = f"{tally({'jumps': len(jumps)})} {'is' if len(jumps) == 1 else 'are'} possible"
    caption = str(outcome) if outcome else f"{tally({'pegs': len(state)})}; {possible}"
    wood, whole = Wood(game.board), len(game.start())
    holes = (_hole(wood, hole, state, active, reachable) for hole in game.board.squares)
    # Columns after z have two letters.
    pitch = 2 if game.board.size[0] <= 26 else 3
    taken = wood.tray(max(0, whole - len(state)), whole - 1)
    return Scene(*wood.extent, (*wood.ground(), *wood.names(), *taken, *holes), caption, pitch, STYLES)


def exhibit(certificate: Mapping[str, Any]) -> Iterator[Scene]:
    """Yield a certificate's colourings and pagoda functions as weights on the board, with their two sums.

    >>> from hoyle.scene import to_text
    >>> item = {"kind": "pagoda", "finish": ["c1"], "weights": [[1, 0, 2]], "start_sum": 1, "finish_sum": 2}
    >>> print("".join(map(to_text, exhibit({"start": "O..", "evidence": [item]}))))
         a   b   c
    1    1   0   2
    pagoda: the pegs weigh 1, one would weigh 2 in c1
    """
    board, pegs = Board.read(certificate["start"])
    wood = Wood(board)
    for item in certificate["evidence"]:
        if "weights" not in item:
            continue
        weights = dict(zip((slot for row in board.rows for slot in row), chain(*item["weights"]), strict=True))
        marks = (
            Mark(
                *wood.place(hole),
                "circle",
                "weight piece" if hole in pegs else "weight empty",
                str(weights[hole]),
                label=f"{name(hole)} weighs {weights[hole]}",
                text=str(weights[hole]),
                written=wood.cell(hole),
            )
            for hole in board.squares
        )
        lightest, *others = sorted(
            (hole for hole in board.squares if name(hole) in item["finish"]), key=lambda hole: weights[hole]
        )
        holes = f"{name(lightest)}, and no less in {tally({'other holes': len(others)})}" if others else name(lightest)
        caption = f"{item['kind']}: the pegs weigh {item['start_sum']}, one would weigh {item['finish_sum']} in {holes}"
        pitch = max(4, 1 + max(len(str(weights[hole])) for hole in board.squares))
        yield Scene(*wood.extent, (*wood.ground(), *wood.names(), *marks), caption, pitch, STYLES)


def _hole(wood: Wood, hole: Square, pegs: Position, active: set[Square], reachable: set[Square]) -> Mark:
    kind, glyph, shape, style, size = (
        ("peg", PEG, "marble", "piece", 0.8) if hole in pegs else ("empty hole", EMPTY, "drilled", "empty", 0.65)
    )
    label = f"{kind} {name(hole)}"
    if hole in active:
        label = f"{label}, can jump"
    elif hole in reachable:
        label = f"{label}, can be reached"
    where = wood.place(hole)
    return Mark(*where, shape, style, glyph, name(hole), label, width=size, height=size, written=wood.cell(hole))
