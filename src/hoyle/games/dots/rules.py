"""The rules of dots on any rectangle: the paragraphs are those of the package's rules page.

>>> from hoyle.games.dots import game
>>> small = game("RRB/BRB-3-R3")
>>> state = small.start()
>>> [str(path) for path in small.moves(state)]
['a1b1', 'a1b1b2', 'b1b2', 'c1c2']
>>> small.write(small.play(state, small.parse(state, "b2b1a1")))
'..B/B.B 2 R0 3'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias

from icontract import ensure

from hoyle.game import NATURE, Game, HoyleError, NotationError, Outcome, Seat, tally
from hoyle.games.dots.board import COLOURS, EMPTY, MOST, Rows, check_board, drop, like, read_board
from hoyle.grid import Square, name, neighbours, square

MOST_MOVES: Final = 999

SQUARE: Final = re.compile(r"[a-z]{1,2}[1-9][0-9]{0,2}[-,>]*+", re.ASCII)
# The course document counts rows and then columns, from 0: [[0,0],[0,1]].
LISTED: Final = re.compile(r"\[\d{1,3},\d{1,3}\],?", re.ASCII)
DROP: Final = re.compile(r"([a-z]{1,2}[1-9][0-9]{0,2})=([a-z])", re.ASCII)
NUMBERS: Final = re.compile(r"(\d{1,3})\s++([A-Z0-9,-]++)\s++(\d{1,7})", re.ASCII)
GOAL: Final = re.compile(r"[A-Z]-?\d{1,7}", re.ASCII)
LARGEST: Final = 9_999_999
"""The largest number in a position."""


def _reading(where: Square) -> Square:
    """Return the key that sorts squares in reading order."""
    return where[1], where[0]


@dataclass(frozen=True, slots=True)
class Path:
    """A line through dots, which has no direction: whichever end is given first, it begins at the one that is read first.

    A closed path ends on a square that it has been through; its loop has no direction either.

    >>> print(Path(((1, 1), (1, 0), (0, 0))), Path(((1, 1), (0, 1), (0, 0), (1, 0), (1, 1))))
    a1b1b2 a1b1b2a2a1
    """

    squares: tuple[Square, ...]

    def __post_init__(self) -> None:
        squares = self.squares
        if _knot(squares) is None and _knot(squares[::-1]) is not None:
            squares = squares[::-1]  # it was drawn from the knot: first round the loop, and then along the tail
        at = _knot(squares)
        if at is None:
            ways = [squares, squares[::-1]]
        else:
            # A tail leads to the knot; without one the round begins with the square that is read first.
            tail, rounded = squares[:at], squares[at:-1]
            turn = 0 if tail else rounded.index(min(rounded, key=_reading))
            ways = [tail + way for way in _both_ways(rounded[turn:] + rounded[:turn])]
        object.__setattr__(self, "squares", min(ways, key=lambda way: [_reading(one) for one in way]))

    def __str__(self) -> str:
        return "".join(map(name, self.squares))

    @property
    def closed(self) -> bool:
        """Whether the path ends on a square that it has been through."""
        return _knot(self.squares) is not None


def _knot(squares: tuple[Square, ...]) -> int | None:
    """Return the place at which a way has been on its last square before, or None."""
    return next((place for place, one in enumerate(squares[:-1]) if one == squares[-1]), None)


def _both_ways(rounded: tuple[Square, ...]) -> Iterator[tuple[Square, ...]]:
    """Yield a walk round and back to its first square, and the same walk the other way round."""
    yield (*rounded, rounded[0])
    yield (rounded[0], *rounded[:0:-1], rounded[0])


@dataclass(frozen=True, slots=True)
class Drop:
    """Nature's move: a dot of some colour comes to lie in a square.

    >>> str(Drop((0, 1), "R"))
    'a2=R'
    """

    where: Square
    colour: str

    def __str__(self) -> str:
        return f"{name(self.where)}={self.colour}"


Move: TypeAlias = Path | Drop


@dataclass(frozen=True, slots=True)
class Position:
    """The dots row by row, the moves left, how much of each objective is still to do, and the score."""

    rows: Rows
    left: int
    wanted: tuple[int, ...]
    score: int = 0

    def at(self, where: Square) -> str:
        """Return the colour in a square of the board."""
        return self.rows[where[1]][where[0]]

    @property
    def hole(self) -> Square | None:
        """The square that the next dot falls into (§5): leftmost column first, and in it the lowest, or None."""
        for x, column in enumerate(zip(*self.rows, strict=True)):
            if EMPTY in column:
                return x, max(y for y, dot in enumerate(column) if dot == EMPTY)
        return None


def wrong_squares(rows: Rows, squares: Sequence[Square]) -> str | None:
    """Return words for a square that is off the board, or None."""
    for x, y in squares:
        if not (0 <= x < len(rows[0]) and 0 <= y < len(rows)):
            return f"there is no square {name((x, y)) if min(x, y) >= 0 else (y, x)} on this board (§1)"
    return None


def wrong_dots(rows: Rows, squares: Sequence[Square]) -> str | None:
    """Return what is wrong with the dots of a path: a square off the board, or two colours; or None."""
    if off := wrong_squares(rows, squares):
        return off
    colours = [rows[y][x] for x, y in squares]
    if odd := next((place for place, colour in enumerate(colours) if colour != colours[0]), None):
        first, other = (f"{name(squares[place])} is {COLOURS[colours[place]]}" for place in (odd - 1, odd))
        return f"a path joins dots of one colour, but {first} and {other} (§3)"
    return None


def wrong_shape(squares: Sequence[Square], *, loops: bool = False) -> str | None:
    """Return what is wrong with the shape of a path: too short, a jump, a square used twice; or None.

    >>> wrong_shape([(0, 0), (1, 1)])
    'b2 is not beside a1 (§3)'
    """
    if len(squares) < 2:
        return "a path joins at least two dots (§3)"
    for before, after in pairwise(squares):
        if after not in neighbours(before):
            return f"{name(after)} is not beside {name(before)} (§3)"
    open_part = squares[:-1] if loops and squares[-1] in squares[:-3] else squares
    if twice := next((one for place, one in enumerate(open_part) if one in open_part[:place]), None):
        rule = "a path may only end on a square it has been through (§8)" if loops else "a path uses no dot twice (§3)"
        return f"{rule}, and this one comes to {name(twice)} again"
    return None


def _conserves(state: Position, move: Move, result: Position) -> bool:
    """Tell whether one dot came, or only dots of the path's colour went, as many as were scored, and the rest fell."""
    old, new = Counter("".join(state.rows)), Counter("".join(result.rows))
    if isinstance(move, Drop):
        return new == old - Counter(EMPTY) + Counter(move.colour)
    colour, scored = state.at(move.squares[0]), result.score - state.score
    return (
        new == old - Counter({colour: scored}) + Counter({EMPTY: scored})
        and drop(result.rows, frozenset()) == result.rows
    )


@dataclass(frozen=True)
class Dots(Game[Position, Move]):
    """Dots on a board, with a number of colours and moves, objectives, and with or without loops.

    >>> pairs = Dots(("RR", "OO"), colours=2, limit=2, goals=(("R", 2), ("O", 2)))
    >>> pairs.write(pairs.start())
    'RR/OO 2 R2,O2 0'
    """

    board: Rows
    colours: int = 4
    limit: int = 4
    goals: tuple[tuple[str, int], ...] = (("R", 6),)
    loops: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.colours <= len(COLOURS):
            raise HoyleError(f"dots has 2 to {len(COLOURS)} colours, not {self.colours} (§1)")
        if not 1 <= self.limit <= MOST_MOVES:
            raise HoyleError(f"a match has 1 to {MOST_MOVES} moves, not {self.limit} (§6)")
        wanted = [colour for colour, _ in self.goals]
        if not wanted or len(set(wanted)) < len(wanted):
            raise HoyleError("there is at least one objective, and for each colour at most one (§6)")
        for colour, number in self.goals:
            if colour not in self.letters or not 1 <= number <= MOST_MOVES:
                raise HoyleError(
                    f"an objective is 1 to {MOST_MOVES} dots of a colour of the game, not {number} of {colour!r} (§6)"
                )
        check_board(self.board, self.letters)

    @property
    def letters(self) -> str:
        """The letters of this game's colours."""
        return "".join(COLOURS)[: self.colours]

    def start(self) -> Position:
        """Return the board of §2."""
        return Position(self.board, self.limit, tuple(number for _, number in self.goals))

    def turn(self, state: Position) -> Seat | None:
        """Return nature while squares are empty, and then the only seat."""
        if state.hole is not None:
            return NATURE
        return Seat(0) if self.outcome(state) is None else None

    def outcome(self, state: Position) -> Outcome | None:
        """Return whether it is won, once the dots have fallen and nothing can or need be done (§7)."""
        if state.hole is not None:
            return None
        if max(state.wanted) <= 0:
            return Outcome((1,), f"score {state.score}, {tally({'moves': state.left})} left")
        missing = self.to_go(state)
        if state.left == 0:
            return Outcome((0,), f"score {state.score}, {missing} to go")
        if not any(True for _ in self._starts(state.rows)):
            return Outcome((0,), f"no two like dots touch, score {state.score}, {missing} to go")
        return None

    def to_go(self, state: Position) -> str:
        """Return in words what the objectives still ask for."""
        parts = zip(self.goals, state.wanted, strict=True)
        return " and ".join(f"{more} {COLOURS[colour]}" for (colour, _), more in parts if more > 0) or "nothing"

    def moves(self, state: Position) -> Iterator[Move]:
        """Yield the paths, from each dot in reading order, or nature's drops; a board can have billions of paths."""
        if (hole := state.hole) is not None:
            yield from (Drop(hole, colour) for colour in self.letters)
        elif self.outcome(state) is None:
            for start in self._starts(state.rows):
                for squares in self._ways(state.rows, start):
                    path = Path(squares)
                    if path.squares == squares:  # The other direction is the same path.
                        yield path

    @staticmethod
    def _starts(rows: Rows) -> Iterator[Square]:
        """Yield the squares from which some path leads."""
        squares = ((x, y) for y in range(len(rows)) for x in range(len(rows[0])))
        return (where for where in squares if any(True for _ in like(rows, where)))

    def _ways(self, rows: Rows, start: Square) -> Iterator[tuple[Square, ...]]:
        """Yield every way of two squares and more from a square, in both directions."""
        trail, options = [start], [like(rows, start)]
        while trail:
            after = next(options[-1], None)
            if after is None:
                trail.pop()
                options.pop()
            elif after not in trail:
                trail.append(after)
                options.append(like(rows, after))
                yield tuple(trail)
            elif self.loops and after in trail[:-3]:
                yield (*trail, after)

    def why_not(self, state: Position, move: Move) -> str | None:
        """Return the rule against a move, without listing any paths."""
        if over := self.over(state):
            return over
        hole = state.hole
        if isinstance(move, Drop):
            return self._wrong_drop(hole, move)
        if hole is not None:
            return f"dots are still falling, the next into {name(hole)} (§5)"
        rows, squares = state.rows, move.squares
        # The shape comes first: if dots are not neighbours, their colours do not matter.
        return wrong_squares(rows, squares) or wrong_shape(squares, loops=self.loops) or wrong_dots(rows, squares)

    def _wrong_drop(self, hole: Square | None, drop: Drop) -> str | None:
        if hole is None:
            return "no dot falls while all squares are full (§5)"
        if drop.where != hole:
            return f"the next dot falls into {name(hole)}, not {name(drop.where)} (§5)"
        if drop.colour not in self.letters:
            return f"the colours of this game are {self.letters}, and {drop.colour!r} is none of them (§1)"
        return None

    @ensure(_conserves, "only dots that count as played come or go")
    def play(self, state: Position, move: Move) -> Position:
        """Return the board after a path has vanished and the dots above it have fallen, or after a drop."""
        if isinstance(move, Drop):
            x, y = move.where
            row = state.rows[y]
            rows = (*state.rows[:y], row[:x] + move.colour + row[x + 1 :], *state.rows[y + 1 :])
            return replace(state, rows=rows)
        gone = self.removed_by(state, move)
        colour = state.at(move.squares[0])
        return Position(
            drop(state.rows, gone),
            state.left - 1,
            tuple(
                # §6: an objective may be overshot, and then falls below 0.
                more - len(gone) * (wanted == colour)
                for (wanted, _), more in zip(self.goals, state.wanted, strict=True)
            ),
            state.score + len(gone),
        )

    @staticmethod
    def removed_by(state: Position, path: Path) -> frozenset[Square]:
        """Return the dots that a path removes: its own, or if it is closed all of its colour (§8)."""
        if not path.closed:
            return frozenset(path.squares)
        colour = state.at(path.squares[0])
        return frozenset((x, y) for y, row in enumerate(state.rows) for x, dot in enumerate(row) if dot == colour)

    def write(self, state: Position) -> str:
        """Return a position as in §10."""
        goals = ",".join(f"{colour}{more}" for (colour, _), more in zip(self.goals, state.wanted, strict=True))
        return f"{'/'.join(state.rows)} {state.left} {goals} {state.score}"

    def read(self, text: str) -> Position:
        """Return the position of a text as in §10; without numbers, it is the start of a match."""
        # No row holds a digit, so the numbers begin with the first; they may stand on a line of their own.
        at = next((place for place, letter in enumerate(text) if letter.isdigit()), len(text))
        board, numbers = text[:at], text[at:].strip().upper()
        rows = read_board(board)
        check_board(rows, self.letters)
        if (len(rows), len(rows[0])) != (len(self.board), len(self.board[0])):
            raise NotationError(f"this board has {len(self.board[0])} columns and {len(self.board)} rows (§1)")
        return self._read_numbers(rows, numbers) if numbers else replace(self.start(), rows=rows)

    def _read_numbers(self, rows: Rows, numbers: str) -> Position:
        match = NUMBERS.fullmatch(numbers)
        if match is None or not all(map(GOAL.fullmatch, match[2].split(","))):
            raise NotationError(
                f"after the board stand moves, objectives and score, such as 4 R6 0, not {numbers[:40]!r}"
            )
        wanted = {goal[0]: int(goal[1:]) for goal in match[2].split(",")}
        if list(wanted) != [colour for colour, _ in self.goals]:
            asked = ",".join(f"{colour}{number}" for colour, number in self.goals)
            raise NotationError(f"the objectives of this game are {asked}, not {match[2][:40]} (§6)")
        left, score = int(match[1]), int(match[3])
        # A move counts each dot once at most, so whatever is read stays within its digits to the end.
        if max(score, *map(abs, wanted.values())) + left * len(rows) * len(rows[0]) > LARGEST:
            raise NotationError(f"no score or objective goes beyond {LARGEST:,}, and these could (§10)")
        return Position(rows, left, tuple(wanted.values()), score)

    def parse(self, state: Position, text: str) -> Move:  # noqa: ARG002 — moves are spelled the same in every position
        """Return the move of a text as in §9."""
        bare = "".join(text.split()).lower()
        if drop := DROP.fullmatch(bare):
            return Drop(square(drop[1]), drop[2].upper())
        if listed := _all(LISTED, bare[1:-1]) if bare.startswith("[") and bare.endswith("]") else []:
            pairs = (pair.strip("[],").split(",") for pair in listed)
            return Path(tuple((int(x), int(y)) for y, x in pairs))
        squares = _all(SQUARE, bare) if len(bare) <= 4 * MOST * MOST + 8 else []
        if not squares:
            raise NotationError(f"not a path, such as a1a2b2: {text[:40]!r}")
        return Path(tuple(square(each.rstrip("-,>")) for each in squares))

    def measure(self, line: Sequence[Move]) -> Mapping[str, int]:
        """Return how many paths were drawn, and how many dots nature dropped."""
        paths = sum(isinstance(move, Path) for move in line)
        return {"moves": paths, "drops": len(line) - paths}


def _all(pattern: re.Pattern[str], text: str) -> list[str]:
    """Return the pieces of a text that a pattern matches one after the other, or none if anything is left over."""
    pieces = pattern.findall(text)
    return pieces if len(text) == sum(map(len, pieces)) else []
