"""Nim: take as many counters as you like from one heap; take the last one and you win.

§1  There are some heaps of counters, and two seats that move in turn, the first seat first.
§2  A move takes one or more counters from a single heap, at most as many as it holds.
§3  The match is over when every heap is empty.  The seat that took the last
    counter wins; in the misère game it loses.
§4  A move is written as the heap's letter and the number taken: b2 takes two from the second heap.
§5  A position is written as the heaps and whose turn it is: 3,4,5 first.

Source: C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
"""

# This module is also the template for a new game: CONTRIBUTING.md goes through it.

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from importlib.resources import files
from operator import xor
from typing import Final

from icontract import ensure

from hoyle.box import Best, Box, Face, Guide, Later, Look, Step, Study, Texts, Training, unknown
from hoyle.dice import Dice
from hoyle.game import Game, HoyleError, NotationError, Outcome, Seat
from hoyle.scene import Mark, Scene
from hoyle.styles import BASE, Linear, Radial, Stop, Style, Styles

TURNS: Final = ("first", "second")


@dataclass(frozen=True, slots=True)
class Heaps:
    """The heaps as they are, and whose turn it is."""

    sizes: tuple[int, ...]
    mover: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """Take some counters from a heap, counted from 0."""

    heap: int
    count: int

    def __str__(self) -> str:
        return f"{letter(self.heap)}{self.count}"


def letter(heap: int) -> str:
    """Return the name of a heap."""
    return chr(ord("a") + heap)


@dataclass(frozen=True)
class Nim(Game[Heaps, Take]):
    """Nim with any heaps, normal or misère.

    >>> game = Nim((3, 4, 5))
    >>> game.write(game.play(game.start(), Take(heap=0, count=2)))
    '1,4,5 second'
    """

    heaps: tuple[int, ...] = (3, 4, 5)
    misere: bool = False
    seats = 2

    def __post_init__(self) -> None:
        if not 1 <= len(self.heaps) <= 26 or not any(self.heaps) or not all(0 <= size <= 1000 for size in self.heaps):
            raise HoyleError("nim has 1 to 26 heaps of at most 1000 counters, and not all of them are empty (§1)")

    def start(self) -> Heaps:
        """Return the full heaps, the first seat to move."""
        return Heaps(self.heaps, Seat(0))

    def turn(self, state: Heaps) -> Seat | None:
        """Return whose turn it is."""
        return state.mover if any(state.sizes) else None

    def outcome(self, state: Heaps) -> Outcome | None:
        """Return who won, once every heap is empty."""
        if any(state.sizes):
            return None
        # §3: the seat that would move now is the one that did not take the last counter.
        winner = state.mover if self.misere else 1 - state.mover
        return Outcome((1 - winner, winner), f"{TURNS[1 - state.mover]} seat took the last counter")

    def moves(self, state: Heaps) -> Iterator[Take]:
        """Yield the legal moves, heap by heap."""
        return (Take(heap, count) for heap, size in enumerate(state.sizes) for count in range(1, size + 1))

    def why_not(self, state: Heaps, move: Take) -> str | None:
        """Return the rule against a move."""
        if over := self.over(state):
            return over
        if move.heap >= len(state.sizes):
            return f"there is no heap {letter(move.heap)} (§1)"
        if move.count < 1:
            return "a move takes at least one counter (§2)"
        if move.count > state.sizes[move.heap]:
            return f"heap {letter(move.heap)} holds only {state.sizes[move.heap]} (§2)"
        return None

    @ensure(
        lambda state, move, result: sum(result.sizes) == sum(state.sizes) - move.count,
        "only the counters taken are gone",
    )
    def play(self, state: Heaps, move: Take) -> Heaps:
        """Return the heaps without what was taken, the other seat to move."""
        sizes = tuple(size - move.count * (heap == move.heap) for heap, size in enumerate(state.sizes))
        return Heaps(sizes, Seat(1 - state.mover))

    def write(self, state: Heaps) -> str:
        """Return a position as in §5."""
        return f"{','.join(map(str, state.sizes))} {TURNS[state.mover]}"

    def read(self, text: str) -> Heaps:
        """Return the position of a text as in §5; no heap may hold more than at the start."""
        numbers, _, mover = text.strip().partition(" ")
        sizes = _sizes(numbers)
        if sizes is None or mover.strip() not in TURNS:
            raise NotationError(f"not a position of nim, such as '3,4,5 first': {text[:40]!r}")
        if len(sizes) != len(self.heaps) or any(size > full for size, full in zip(sizes, self.heaps, strict=True)):
            raise NotationError(f"at the start the heaps are {self.heaps}, and none grows: {text[:40]!r}")
        return Heaps(sizes, Seat(TURNS.index(mover.strip())))

    def parse(self, state: Heaps, text: str) -> Take:  # noqa: ARG002 — nim's notation does not depend on the state
        """Return the move of a text as in §4."""
        match = re.fullmatch(r"([a-z])(\d{1,4})", text.strip().lower(), re.ASCII)
        if match is None:
            raise NotationError(f"not a move of nim, such as b2: {text[:40]!r}")
        return Take(ord(match[1]) - ord("a"), int(match[2]))


def _sizes(text: str) -> tuple[int, ...] | None:
    """Return the numbers between the commas of a text, or None if there is anything else."""
    numbers = text.split(",")
    return tuple(map(int, numbers)) if all(re.fullmatch(r"\d{1,4}", each, re.ASCII) for each in numbers) else None


STYLES: Final = BASE | Styles(
    name="nim",
    colours={
        "slate-light": ("#59626a", "#3c444b"),
        "slate-dark": ("#454d54", "#2b3137"),
        "chalk": ("#f3efe6", "#e8e3d8"),
        "stone-light": ("#fffaf0", "#fffaf0"),
        "stone-grey": ("#dcd3c2", "#dcd3c2"),
        "stone-dark": ("#8d8373", "#8d8373"),
    },
    materials={
        "slate": Linear((Stop(0, "slate-light"), Stop(1, "slate-dark"))),
        "stone": Radial((Stop(0, "stone-light"), Stop(0.5, "stone-grey"), Stop(1, "stone-dark")), (0.4, 0.3, 0.8)),
    },
    words={
        "slate": Style(fill="slate", corner=14),
        "trough": Style(fill="pitch", opacity=0.25, corner=20),
        "chalk": Style(letter="chalk", size=9, weight=600),
        "piece": Style(fill="stone", stroke="stone-dark", width=0.5, terminal="bold"),
        "shine": Style(fill="pale", opacity=0.7),
    },
)


def picture(game: Nim, state: Heaps) -> Scene:
    """Return the heaps as rows of pebbles on slate; clicking the n-th from the right takes n."""
    outcome, across, down = game.outcome(state), max(game.heaps), len(state.sizes)
    ground = [Mark((across + 0.4) / 2, (down - 1) / 2, "box", "slate", width=across + 1.4, height=down)]
    for row, size in enumerate(game.heaps):
        ground.append(Mark((size + 1) / 2, row, "box", "trough", width=size + 0.1, height=0.8))
        ground.append(Mark(0, row, "text", "chalk rim", letter(row), text=letter(row)))
    shine = Mark(-0.1, -0.12, "ellipse", "shine", width=0.3, height=0.1)
    counters = [
        Mark(
            place + 1,
            row,
            "ellipse",
            "piece",
            "O",
            str(Take(row, size - place)),
            f"counter {place + 1} of {size} in heap {letter(row)}, with all to its right",
            # No two pebbles are alike.
            width=0.76 + (5 * place + 3 * row) % 4 * 0.03,
            height=0.68 - (3 * place + 2 * row) % 3 * 0.04,
            inner=(shine,),
            key=f"{letter(row)}{place}",
        )
        for row, size in enumerate(state.sizes)
        for place in range(size)
    ]
    caption = str(outcome) if outcome else f"{TURNS[state.mover]} seat to move"
    return Scene(across + 1.4, down, (*ground, *counters), caption, styles=STYLES)


SOON: Final = 6
"""How many counters are left when a casual player begins to see a win."""


@dataclass(frozen=True)
class Perfect:
    """A player that wins whenever the position can be won, by Bouton's theorem."""

    dice: Dice

    def choose(self, game: Nim, view: Heaps, seat: Seat) -> Take:  # noqa: ARG002 — nim is open: every view is the state
        """Return one of the moves that leave the heaps balanced, or any move if there is none."""
        moves = list(game.moves(view))
        return self.dice.choose([move for move in moves if is_balanced(game, game.play(view, move))] or moves)


@dataclass(frozen=True)
class Casual:
    """A player that sees a win only when few counters are left."""

    dice: Dice

    def choose(self, game: Nim, view: Heaps, seat: Seat) -> Take:
        """Return a perfect move near the end, and a random one before."""
        soon = sum(view.sizes) <= SOON
        return Perfect(self.dice).choose(game, view, seat) if soon else self.dice.choose(list(game.moves(view)))


def is_balanced(game: Nim, state: Heaps) -> bool:
    """Tell whether the seat to move loses against perfect play.

    >>> is_balanced(Nim(), Heaps((1, 2, 3), Seat(0))), is_balanced(Nim(misere=True), Heaps((1, 0), Seat(0)))
    (True, True)
    """
    nimsum = reduce(xor, state.sizes, 0)
    # Misère nim is normal nim until only single counters are left, and then the other way round.
    return nimsum == (game.misere and max(state.sizes) <= 1)


def best(game: Nim, state: Heaps) -> Best:
    """Return whether the seat to move wins with best play, by Bouton's theorem."""
    if any(state.sizes):
        return Best(Fraction(int(not is_balanced(game, state))), None, "Bouton's theorem (1901)")
    return Best(Fraction(int(game.misere)), None, "it is over")


def observe(game: Nim, view: Heaps, seat: Seat) -> dict[str, list[list[int]]]:  # noqa: ARG001 — both seats see the same
    """Return the heaps as rows of counters for a learner.

    >>> observe(Nim((1, 2)), Heaps((0, 2), Seat(0)), Seat(0))
    {'counter': [[0, 0], [1, 1]]}
    """
    return {"counter": [[int(place < size) for place in range(max(game.heaps))] for size in view.sizes]}


def horizon(game: Nim) -> int:
    """Return how many moves there are at most: each takes a counter."""
    return sum(game.heaps)


VARIANTS: Final = {"classic": Nim(), "misere": Nim(misere=True), "marienbad": Nim((1, 3, 5, 7), misere=True)}


def variant(name: str) -> Nim:
    """Return the variant of a name, or the game with heaps such as 1,3,5,7."""
    if name in VARIANTS:
        return VARIANTS[name]
    if sizes := _sizes(name):
        return Nim(sizes)
    raise HoyleError(unknown("variant of nim", name, VARIANTS))


def heaps_of_level(number: int, dice: Dice) -> str:
    """Return the name of a game for a level from 1 to 5: from two small heaps to four larger ones."""
    return f"nim/{','.join(str(1 + dice.below(2 + number)) for _ in range((number + 3) // 2))}"


AGAINST: Final = ("me", "careless")
LESSON: Final = (
    Step(
        "nim/3,4,5",
        None,
        "Take one or more counters from one heap.",
        (1, 2),
        (),
        "Then it is your opponent's turn.",
        seats=AGAINST,
    ),
    Step(
        "nim/2",
        None,
        "Take the last counter.",
        (3,),
        ("a2",),
        "If you take the last counter, you win.",
        wins=True,
        seats=AGAINST,
    ),
    Step(
        *("nim/2,3", None, "Make both heaps equal.", (2,), ("b1",)),
        "Whatever your opponent takes from one heap, take as many from the other, and the last counter is yours.",
        seats=AGAINST,
    ),
    Step(
        *("nim/1,2,4", None, "Heaps of 1, 2 and 3 are balanced too. Leave them.", (2,), ("c1",)),
        "Whatever your opponent does, you can leave two equal heaps, or none.",
        seats=AGAINST,
    ),
    Step(
        *(
            "nim/misere",
            "0,0,3 first",
            "In the misère game, the last counter loses. Leave it to your opponent.",
            (3,),
            ("c2",),
        ),
        "Your opponent has to take it.",
        seats=AGAINST,
    ),
)


BOX: Final = Box(
    name="nim",
    title="Nim",
    rules=__doc__,
    variants={
        "classic": "heaps of 3, 4 and 5; the last counter wins",
        "misere": "the same heaps; the last counter loses",
        "marienbad": "heaps of 1, 3, 5 and 7; the last counter loses",
    },
    game=variant,
    look=Look(picture=picture, styles=STYLES),
    seats=tuple(f"{turn} seat" for turn in TURNS),
    players={"perfect": Perfect, "casual": Casual, "careless": Later("hoyle.opponents:Careless")},
    texts=Texts(tell=lambda move: f"take {move.count} from heap {letter(move.heap)}"),
    study=Study(level=heaps_of_level),
    guide=Guide(
        aim="Choose a counter to take it and all to its right.",
        how=(
            "On your turn, take one or more counters from one heap, as many as you like.",
            "Click a counter to take it and all to its right.",
            "If you take the last counter of all, you win; in the misère game, you lose.",
        ),
        lesson=lambda: LESSON,
        ladder=lambda: files("hoyle.games").joinpath("nim.json").read_text("utf-8"),
        faces={
            "perfect": Face("Professor Bouton", "♛", "wins whenever it can be won"),
            "casual": Face("Aunt Casual", "♞", "sees a win when few counters are left"),
            "careless": Face("Cousin Careless", "♟", "takes counters at random"),
        },
    ),
    training=Training(observe=observe, best=best, horizon=horizon),
)
