# ruff: noqa: S311 -- dice need not be secret
"""Certificates by the thousand, true, false and almost true, and brute force that knows which claims are true.

Nothing here uses the checkers, the rules or the searches: what a jump is, what a proof has to show and what can be won
is said once more, as plainly as can be, for boards of a few holes and sets of a few tiles.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

Json = dict[str, Any]
Weights = list[int]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

WAYS = {"square": {(1, 0), (0, 1)}, "triangular": {(1, 0), (0, 1), (1, 1)}}
MOST_HOLES = 10
FAR = 10**9


@dataclass(frozen=True)
class Case:
    """The text of a certificate, and whether it was made to be right in every respect."""

    text: str
    genuine: bool


# --- peg solitaire: what is true -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Puzzle:
    """A board by its picture, its lines, and the pegs as a set of bits."""

    rows: tuple[str, ...]
    lines: str
    start: int

    @property
    def squares(self) -> list[tuple[int, int]]:
        """The holes in reading order."""
        return [(x, y) for y, row in enumerate(self.rows) for x, slot in enumerate(row) if slot != "*"]

    @property
    def names(self) -> list[str]:
        """The names of the holes."""
        return ["abcdefghijklmnopqrstuvwxyz"[x] + str(y + 1) for x, y in self.squares]

    @property
    def jumps(self) -> list[tuple[int, int, int]]:
        """Any three holes in a row, the middle one next to both."""
        return list(jumps_of(self.rows, self.lines))

    @property
    def pegs(self) -> int:
        """The number of pegs."""
        return self.start.bit_count()

    def picture(self, position: int) -> str:
        """Return a position as rows."""
        marks = {square: "O" if position >> hole & 1 else "." for hole, square in enumerate(self.squares)}
        return "/".join("".join(marks.get((x, y), "*") for x in range(len(row))) for y, row in enumerate(self.rows))

    def table(self, weights: Sequence[Any]) -> list[list[Any]]:
        """Return weights as rows."""
        by_square = dict(zip(self.squares, weights, strict=True))
        return [[by_square.get((x, y)) for x in range(len(row))] for y, row in enumerate(self.rows)]

    def certificate(self, goal: Sequence[int], evidence: Sequence[Json]) -> Json:
        """Return the certificate that a goal cannot be reached."""
        names = self.names
        return {
            "proof": "hoyle/pegs",
            "version": 1,
            "board": self.picture(0),
            "lines": self.lines,
            "start": self.picture(self.start),
            "goal": [names[hole] for hole in goal],
            "jumps": [names[source] + names[target] for source, _, target in self.jumps],
            "evidence": list(evidence),
        }


@cache
def jumps_of(rows: tuple[str, ...], lines: str) -> tuple[tuple[int, int, int], ...]:
    """Return every jump as its source, what it leaps over, and its target."""
    squares = Puzzle(rows, lines, 0).squares
    found = []
    for (a, (ax, ay)), (b, (bx, by)), (c, (cx, cy)) in product(enumerate(squares), repeat=3):
        step = (bx - ax, by - ay)
        if step == (cx - bx, cy - by) and (step in WAYS[lines] or (-step[0], -step[1]) in WAYS[lines]):
            found.append((a, b, c))
    return tuple(found)


@lru_cache(1 << 16)
def last_holes(rows: tuple[str, ...], lines: str, position: int) -> frozenset[int]:
    """Return the holes in which the last peg can be, by playing every game."""
    ends = {position.bit_length() - 1} if position.bit_count() == 1 else set()
    for source, over, target in jumps_of(rows, lines):
        if position >> source & 1 and position >> over & 1 and not position >> target & 1:
            ends |= last_holes(rows, lines, position ^ (1 << source | 1 << over | 1 << target))
    return frozenset(ends)


def read_puzzle(claim: Json) -> Puzzle:
    """Return the puzzle that a certificate for pegs is about."""
    slots = claim["start"].replace("/", "").replace("*", "")
    pegs = sum(1 << hole for hole, slot in enumerate(slots) if slot == "O")
    return Puzzle(tuple(claim["board"].split("/")), claim["lines"], pegs)


def is_true(claim: Json) -> bool:
    """Tell whether what a certificate for pegs claims is true, whatever its evidence."""
    puzzle = read_puzzle(claim)
    ends = {puzzle.names[hole] for hole in last_holes(puzzle.rows, puzzle.lines, puzzle.start)}
    return not ends & set(claim["goal"])


# --- peg solitaire: evidence ---------------------------------------------------------------------------------------


def weight_of(weights: Sequence[int], position: int) -> int:
    """Return the sum of the weights under the pegs."""
    return sum(weight for hole, weight in enumerate(weights) if position >> hole & 1)


def random_puzzle(dice: random.Random) -> Puzzle:
    """Return a small board and a position that can be won, often, or any other."""
    while True:
        lines = dice.choice(["square", "square", "triangular"])
        if lines == "triangular":
            rows = tuple("".join(dice.choice("......*") for _ in range(y + 1)) for y in range(dice.randint(2, 4)))
        else:
            height, width = dice.choice(
                [(1, 3), (1, 4), (1, 5), (1, 7), (2, 3), (2, 4), (3, 3), (3, 4), (2, 5), (4, 3)]
            )
            rows = tuple("".join(dice.choice("......*") for _ in range(width)) for _ in range(height))
        puzzle = Puzzle(rows, lines, 0)
        if 1 <= len(puzzle.squares) <= MOST_HOLES and (puzzle.jumps or dice.random() < 0.05):
            return replace(puzzle, start=random_start(puzzle, dice))


def random_start(puzzle: Puzzle, dice: random.Random) -> int:
    """Return a position: one to which jumps backwards lead, or one of any kind."""
    size = len(puzzle.squares)
    if dice.random() < 0.5:
        return dice.getrandbits(size)
    position = 1 << dice.randrange(size)
    for _ in range(dice.randint(0, 6)):
        before = [
            position ^ (1 << s | 1 << o | 1 << t)
            for s, o, t in puzzle.jumps
            if position & (1 << s | 1 << o | 1 << t) == 1 << t
        ]
        position = dice.choice(before or [position])
    return position


def random_class(puzzle: Puzzle, dice: random.Random) -> Weights:
    """Return weights 0 and 1 of which every jump has an even sum, now and then with a fault."""
    size = len(puzzle.squares)
    # Two of every three diagonals, or any of the others by trial.
    weights = [int((x + y) % 3 != dice.randrange(3)) for x, y in puzzle.squares]
    for _ in range(30):
        drawn = [dice.randrange(2) for _ in range(size)]
        if not any((drawn[s] + drawn[o] + drawn[t]) % 2 for s, o, t in puzzle.jumps):
            weights = drawn
            break
    else:
        left_out = dice.randrange(3)
        weights = [int((x + y) % 3 != left_out) for x, y in puzzle.squares]
    if dice.random() < 0.15:
        weights[dice.randrange(size)] += dice.choice([1, -1, 2])
    return weights


def random_pagoda(puzzle: Puzzle, dice: random.Random) -> Weights:
    """Return weights of which no jump can gain; now and then one of them is off."""
    low = dice.choice([0, 0, -2])
    weights = [dice.randint(low, 4) for _ in puzzle.squares]
    for _ in range(40):
        for source, over, target in puzzle.jumps:
            weights[target] = min(weights[target], weights[source] + weights[over])
    if any(weights[s] + weights[o] < weights[t] for s, o, t in puzzle.jumps):
        weights = [0] * len(weights)
    if dice.random() < 0.2:
        weights[dice.randrange(len(weights))] += dice.choice([1, -1, 3])
    return weights


def is_pagoda(puzzle: Puzzle, weights: Weights) -> bool:
    """Tell whether no jump gains weight."""
    return all(weights[s] + weights[o] >= weights[t] for s, o, t in puzzle.jumps)


def allowed(puzzle: Puzzle, pagodas: Sequence[Weights], ends: Sequence[int], *, forwards: bool, tolls: bool) -> Bools:
    """Return for every position whether no function rules it out on its way to the ends."""
    every = np.arange(1 << len(puzzle.squares))
    result = np.ones(every.size, dtype=np.bool_)
    for weights in pagodas:
        own: Ints = sum(((every >> hole & 1) * weight for hole, weight in enumerate(weights)), np.zeros_like(every))
        own = own if forwards else -own
        toll = least_losses(puzzle, weights) if tolls else np.zeros_like(every)
        needs = np.min([own[end] + toll[every ^ end] for end in ends], axis=0)
        result &= own >= needs
    return result


def least_losses(puzzle: Puzzle, weights: Weights) -> Ints:
    """Return for every set of holes the least that jumps lose which together change just these holes."""
    every = np.arange(1 << len(puzzle.squares))
    least = np.full(every.size, FAR)
    least[0] = 0
    for _ in range(8 if is_pagoda(puzzle, weights) else 1):
        for source, over, target in puzzle.jumps:
            loss = weights[source] + weights[over] - weights[target]
            least = np.minimum(least, least[every ^ (1 << source | 1 << over | 1 << target)] + loss)
    return least


def side(
    puzzle: Puzzle, pagodas: Sequence[Weights], finish: Sequence[int], count: int, *, forwards: bool, tolls: bool
) -> list[set[int]]:
    """Return so many layers from the start or back from the finish."""
    start, ends = [puzzle.start], [1 << hole for hole in finish]
    fine = allowed(puzzle, pagodas, ends if forwards else start, forwards=forwards, tolls=tolls)
    layers = [{first for first in (start if forwards else ends) if fine[first]}]
    while len(layers) < count:
        after = set()
        for position in layers[-1]:
            for s, o, t in puzzle.jumps:
                pegs, target = 1 << s | 1 << o, 1 << t
                if position & (pegs | target) == (pegs if forwards else target) and fine[position ^ pegs ^ target]:
                    after.add(position ^ pegs ^ target)
        layers.append(after)
    return layers


def weighing(puzzle: Puzzle, kind: str, dice: random.Random) -> tuple[Json, list[int], bool]:
    """Return evidence of the kind class or pagoda, the holes of its finish, and whether it is right."""
    weights = random_class(puzzle, dice) if kind == "class" else random_pagoda(puzzle, dice)
    start = weight_of(weights, puzzle.start)
    holes = range(len(weights))
    if kind == "class":
        ruled = [hole for hole in holes if (weights[hole] - start) % 2]
        right = set(weights) <= {0, 1} and not any(sum(weights[h] for h in jump) % 2 for jump in puzzle.jumps)
    else:
        ruled = [hole for hole in holes if weights[hole] > start]
        right = is_pagoda(puzzle, weights)
    finish = some(ruled if ruled and dice.random() < 0.8 else holes, dice)
    item = {
        "kind": kind,
        "finish": [puzzle.names[hole] for hole in finish],
        "weights": puzzle.table(weights),
        "start_sum": start,
        "finish_sum": min(weights[hole] for hole in finish),
    }
    return item, finish, right and set(finish) <= set(ruled)


def enumeration(puzzle: Puzzle, kind: str, dice: random.Random) -> tuple[Json, list[int], bool]:
    """Return evidence of the kind exhaustion or meeting, the holes of its finish, and whether it is right."""
    holes = range(len(puzzle.squares))
    lost = [hole for hole in holes if hole not in last_holes(blank(puzzle.rows), puzzle.lines, puzzle.start)]
    finish = some(lost if lost and dice.random() < 0.6 else holes, dice)
    pagodas = [random_pagoda(puzzle, dice) for _ in range(dice.choice([0, 0, 1, 1, 2, 3]))]
    right = all(is_pagoda(puzzle, weights) for weights in pagodas)
    item: Json = {
        "kind": kind,
        "finish": [puzzle.names[hole] for hole in finish],
        "pagodas": [puzzle.table(weights) for weights in pagodas],
    }
    game = puzzle.pegs - 1
    if kind == "exhaustion":
        forwards = dice.random() < 0.5
        layers = side(puzzle, pagodas, finish, max(1, puzzle.pegs), forwards=forwards, tolls=False)
        sizes = [len(layer) for layer in layers if layer]
        met = layers[-1] & ({1 << hole for hole in finish} if forwards else {puzzle.start})
        item |= {"direction": "forwards" if forwards else "backwards", "layers": sizes}
        return item, finish, right and not met and len(sizes) <= puzzle.pegs
    forth = dice.randint(0, max(0, game))
    back = max(0, game - forth)
    if dice.random() < 0.3:
        forth, back = max(0, forth + dice.choice([-1, 0, 1])), max(0, back + dice.choice([-1, 0, 1]))
    ahead = side(puzzle, pagodas, finish, forth + 1, forwards=True, tolls=True)
    behind = side(puzzle, pagodas, finish, back + 1, forwards=False, tolls=True)
    ahead, behind = cut(ahead), cut(behind)
    item |= {"forwards": [len(layer) for layer in ahead], "backwards": [len(layer) for layer in behind]}
    jumps = len(ahead) + len(behind) - 2
    closed = jumps == game or (jumps < game and not (ahead[-1] and behind[-1]))
    return item, finish, right and closed and not ahead[-1] & behind[-1]


def shadow(block: Sequence[int], holes: Sequence[int]) -> int:
    """Return those of some holes that are in a block, with bit k for its k-th hole."""
    return sum(1 << k for k, hole in enumerate(block) if hole in holes)


def shadows(block: Sequence[int], positions: Iterable[int]) -> set[int]:
    """Return the pegs that some positions have in a block."""
    return {shadow(block, [hole for hole in block if position >> hole & 1]) for position in positions}


def leading(puzzle: Puzzle, block: Sequence[int], ends: set[int]) -> list[int]:
    """Return 1 for each set of pegs in a block from which jumps may lead to one of the ends, whatever is elsewhere, and 0."""
    found = set(ends)
    for _ in range(1 << len(block)):
        before = {
            pegs
            for s, o, t in puzzle.jumps
            for pegs in range(1 << len(block))
            if pegs & shadow(block, [s, o, t]) == shadow(block, [s, o]) and pegs ^ shadow(block, [s, o, t]) in found
        }
        if before <= found:
            break
        found |= before
    return [int(pegs in found) for pegs in range(1 << len(block))]


def never_gains(puzzle: Puzzle, blocks: Sequence[tuple[list[int], list[int]]]) -> bool:
    """Tell whether no jump gains, whatever it finds in each block."""
    for s, o, t in puzzle.jumps:
        total = 0
        for block, values in blocks:
            pegs, changed = shadow(block, [s, o]), shadow(block, [s, o, t])
            total += min(values[x] - values[x ^ changed] for x in range(len(values)) if x & changed == pegs)
        if total < 0:
            return False
    return True


def blocking(puzzle: Puzzle, _kind: str, dice: random.Random) -> tuple[Json, list[int], bool]:
    """Return evidence of the kind blocks, the holes of its finish, and whether it is right."""
    holes = list(range(len(puzzle.squares)))
    lost = [hole for hole in holes if hole not in last_holes(blank(puzzle.rows), puzzle.lines, puzzle.start)]
    finish = some(lost if lost and dice.random() < 0.7 else holes, dice)
    forth = dice.randint(0, max(0, min(2, puzzle.pegs - 1)))
    back = dice.randint(0, max(0, min(2, puzzle.pegs - 1 - forth)) + (dice.random() < 0.2))
    ahead = side(puzzle, [], finish, forth + 1, forwards=True, tolls=False)
    behind = side(puzzle, [], finish, back + 1, forwards=False, tolls=False)
    blocks = []
    for _ in range(dice.choice([1, 1, 2, 3])):
        block = dice.sample(holes, dice.choice([1, len(holes) // 2 + 1, len(holes), len(holes)]))
        factor = dice.choice([1, 1, 2, 5])
        blocks.append((block, [factor * v for v in leading(puzzle, block, shadows(block, behind[-1]))]))
    if dice.random() < 0.4:
        blocks += [([hole], [dice.choice([0, 3]), 0]) for hole in holes]
        for (_, values), weight in zip(blocks[-len(holes) :], random_pagoda(puzzle, dice), strict=True):
            values[1] = values[0] + weight
    if dice.random() < 0.2:
        _, values = dice.choice(blocks)
        values[dice.randrange(len(values))] += dice.choice([1, -1, 3])
    dice.shuffle(blocks)
    item = {
        "kind": "blocks",
        "finish": [puzzle.names[hole] for hole in finish],
        "blocks": [{"holes": [puzzle.names[hole] for hole in block], "values": values} for block, values in blocks],
        "forwards": [len(layer) for layer in ahead],
        "backwards": [len(layer) for layer in behind],
    }
    if not all(ahead) or not all(behind) or forth + back > puzzle.pegs - 1:
        return item, finish, False
    low, high = (
        [sum(values[x] for block, values in blocks for x in shadows(block, [position])) for position in layers[-1]]
        for layers in (ahead, behind)
    )
    return item, finish, never_gains(puzzle, blocks) and max(low) < min(high)


def cut(layers: list[set[int]]) -> list[set[int]]:
    """Return the layers up to the first that is empty."""
    return layers[: next((depth + 1 for depth, layer in enumerate(layers) if not layer), len(layers))]


def blank(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the picture of a board without pegs."""
    return tuple(row.replace("O", ".") for row in rows)


def some(things: Sequence[int], dice: random.Random) -> list[int]:
    """Return a few of some things, at least one."""
    return dice.sample(list(things), dice.choice([1, 1, 1, min(2, len(things)), len(things)]))


# --- peg solitaire: what a verdict says --------------------------------------------------------------------------------


WORDS = {
    "class": r"class: every jump leaves an (?P<start>odd|even) number of pegs on the marked holes, and one peg in (?P<finish>.*) "
    r"is an (?P<end>odd|even) number",
    "pagoda": r"pagoda: no jump gains weight, the start weighs (?P<start>-?\d+), and one peg in (?P<finish>.*) at least (?P<end>-?\d+)",
    "no peg": r"exhaustion: the start has no peg, and no jump adds one",
    "start out": r"(exhaustion|meeting): a pagoda function rules out the start",
    "finish out": r"(exhaustion|meeting): (?P<who>a pagoda function rules|pagoda functions rule) out one peg in (?P<finish>.*)",
    "forwards": r"exhaustion: (?P<but>BUT)?(?P<forth>N) can be reached, and (?P<which>WHICH) one peg in (?P<finish>.*)",
    "backwards": r"exhaustion: (?P<but>BUT)?(?P<back>N) with at most (?P<pegs>\d+ pegs?) can lead to one peg in (?P<finish>.*), "
    r"and (?P<which>WHICH) the start",
    "meeting": r"meeting: (?P<but>BUT)?(?P<forth>N) can be reached by (?P<there>\d+ jumps?), (?P<back>N) can lead to "
    r"one peg in (?P<finish>.*) by (?P<here>\d+ jumps?), and none is both",
    "blocks": r"blocks: no jump gains, the value is at most (?P<most>-?\d+) after (?P<there>\d+ jumps?), and at least "
    r"(?P<least>-?\d+) with (?P<here>\d+ jumps?) to go to one peg in (?P<finish>.*)",
}
"""What a checker may say of an item of evidence."""


def assert_true(claim: Json, item: Json, words: str) -> str:
    """Assert that what a checker says of an item it believes is true and good English; return what kind of words it is."""
    shapes = {"BUT": "apart from positions that a pagoda function rules out, ", "WHICH": "it is not|none of them is"}
    shapes["N"] = r"no position|\d+ positions?"
    ((kind, said),) = [
        (kind, found.groupdict())
        for kind, form in WORDS.items()
        if (found := re.fullmatch(re.sub("BUT|WHICH|N", lambda word: shapes[word[0]], form), words))
    ]
    puzzle = read_puzzle(claim)
    finish = [puzzle.names.index(hole) for hole in item["finish"]]
    assert said.get("finish", " ".join(item["finish"])).removeprefix("any of ") == " ".join(item["finish"]), words
    for counted in ("forth", "back", "there", "here", "pegs"):
        assert counted not in said or said[counted].endswith("s") == (not said[counted].startswith(("1 ", "no "))), (
            words
        )
    if kind in {"class", "pagoda"}:
        weights = [weight for row in item["weights"] for weight in row if weight is not None]
        start, ends = weight_of(weights, puzzle.start), [weights[hole] for hole in finish]
        parities = ["even", "odd"]
        facts = (start, min(ends)) if kind == "pagoda" else (parities[start % 2], parities[ends[0] % 2])
        assert (said["start"], said["end"]) == (*map(str, facts),), words
    elif kind == "blocks":
        blocks = [([puzzle.names.index(hole) for hole in part["holes"]], part["values"]) for part in item["blocks"]]
        for layers, count, value, extreme in (
            (walk(puzzle, [puzzle.start], forwards=True), said["there"], said["most"], max),
            (walk(puzzle, [1 << hole for hole in finish], forwards=False), said["here"], said["least"], min),
        ):
            worths = [
                sum(values[x] for block, values in blocks for x in shadows(block, [position]))
                for position in layers[int(count.split()[0])]
            ]
            assert int(value) == extreme(worths), words
    elif kind == "no peg":
        assert puzzle.pegs == 0, words
    else:
        assert_counted(puzzle, item, finish, said, kind)
    return f"{kind}, {'apart' if said['but'] else 'all'}" if "but" in said else kind


def assert_counted(puzzle: Puzzle, item: Json, finish: list[int], said: Mapping[str, str | None], kind: str) -> None:
    """Assert that positions were counted right, with all others ruled out if the words say so."""
    pagodas = [[weight for row in rows for weight in row if weight is not None] for rows in item["pagodas"]]
    start, ends = [puzzle.start], [1 << hole for hole in finish]
    for forwards, firsts, goals, number, jumps in (
        (True, start, ends, said.get("forth"), said.get("there")),
        (False, ends, start, said.get("back"), said.get("here")),
    ):
        fine = allowed(puzzle, pagodas, goals, forwards=forwards, tolls=item["kind"] == "meeting")
        if kind == ("start out" if forwards else "finish out"):
            assert not any(fine[first] for first in firsts)
        if number is None:
            continue
        layers = walk(puzzle, firsts, forwards=forwards)
        whole = layers[int(jumps.split()[0])] if jumps else set().union(*layers[: puzzle.pegs])
        left = {position for position in whole if fine[position]}
        assert (number.split()[0] == "no") == (not left)
        assert not left or int(number.split()[0]) == len(left)
        assert said["but"] or left == whole
        assert said.get("which") in {None, "it is not" if len(left) == 1 else "none of them is"}
    assert said.get("pegs") in {None, f"{puzzle.pegs} peg{'s' * (puzzle.pegs != 1)}"}


def walk(puzzle: Puzzle, firsts: Sequence[int], *, forwards: bool) -> list[set[int]]:
    """Return every layer from some positions on, and empty ones after them."""
    layers = [set(firsts)]
    for _ in puzzle.squares:
        after = set()
        for position in layers[-1]:
            for s, o, t in puzzle.jumps:
                pegs, target = 1 << s | 1 << o, 1 << t
                if position & (pegs | target) == (pegs if forwards else target):
                    after.add(position ^ pegs ^ target)
        layers.append(after)
    return layers


# --- peg solitaire: forgery ----------------------------------------------------------------------------------------


MAKERS = {"class": weighing, "pagoda": weighing, "exhaustion": enumeration, "meeting": enumeration, "blocks": blocking}


def pegs_cases(seed: int) -> Iterator[Case]:
    """Yield certificates for one random puzzle."""
    dice = random.Random(seed)
    puzzle = random_puzzle(dice)
    kinds = dice.choices([*MAKERS], [1, 2, 3, 5, 4], k=dice.choice([1, 1, 1, 2]))
    made = [MAKERS[kind](puzzle, kind, dice) for kind in kinds]
    goal = sorted({hole for _, finish, _ in made for hole in finish})
    dice.shuffle(goal)
    whole = puzzle.certificate(goal, [item for item, _, _ in made])
    yield Case(json.dumps(whole), all(right for _, _, right in made))
    for _ in range(4):
        forged = copy.deepcopy(whole)
        for _ in range(dice.choice([1, 1, 2])):
            dice.choice(FORGERS)(forged, puzzle, dice)
        yield Case(json.dumps(forged), genuine=False)


@cache
def meetings(seed: int) -> list[Case]:
    """Return two searches between the ends of one puzzle, by functions that lose; they meet in some of these."""
    dice = random.Random(-1 - seed)
    puzzle = random_puzzle(dice)
    while puzzle.pegs < 3:
        puzzle = random_puzzle(dice)
    pagodas = [weights for _ in range(3) if is_pagoda(puzzle, weights := random_pagoda(puzzle, dice)) and any(weights)]
    finish = some(range(len(puzzle.squares)), dice)
    cases = []
    for forth in {0, puzzle.pegs // 2, puzzle.pegs - 1}:
        ahead = cut(side(puzzle, pagodas, finish, forth + 1, forwards=True, tolls=True))
        behind = cut(side(puzzle, pagodas, finish, puzzle.pegs - forth, forwards=False, tolls=True))
        item = {
            "kind": "meeting",
            "finish": [puzzle.names[hole] for hole in finish],
            "pagodas": [puzzle.table(weights) for weights in pagodas],
            "forwards": [len(layer) for layer in ahead],
            "backwards": [len(layer) for layer in behind],
        }
        cases.append(Case(json.dumps(puzzle.certificate(finish, [item])), not ahead[-1] & behind[-1]))
    return cases


def sizes_of(item: Json, dice: random.Random) -> list[Any]:
    """Return one of the lists of layers of an item, or a list that nobody sees."""
    lists = [item[field] for field in ("layers", "forwards", "backwards") if isinstance(item.get(field), list)]
    return dice.choice(lists) if lists else []


def forge_sizes(forged: Json, _: Puzzle, dice: random.Random) -> None:
    """Lengthen or shorten a list of layers, or change a number in it."""
    if not forged["evidence"]:
        return
    sizes = sizes_of(dice.choice(forged["evidence"]), dice)
    match dice.randrange(8):
        case 0:
            sizes.append(dice.choice([0, 0, 1, 2]))
        case 1:
            sizes.extend([1, 0])
        case 2:
            sizes[-1:] = []
        case 3:
            sizes[-1:] = [0]
        case 4:
            sizes.insert(0, dice.choice([0, 1]))
        case 5 if all(type(size) is int for size in sizes) and sizes:
            sizes[dice.randrange(len(sizes))] += dice.choice([1, -1])
        case 6 if all(type(size) is int and size > 0 for size in sizes) and sizes:
            place = dice.randrange(len(sizes))
            sizes[place:] = [dice.randint(0, sizes[place])]
        case _:
            sizes.extend([0] * dice.randint(1, 4))


def forge_types(forged: Json, _: Puzzle, dice: random.Random) -> None:
    """Put something of another type in the place of a number."""
    if not forged["evidence"]:
        return
    item = dice.choice(forged["evidence"])
    sizes = sizes_of(item, dice) or item.get("weights", [[]])[0]
    if sizes:
        place = dice.randrange(len(sizes))
        size = sizes[place]
        sizes[place] = dice.choice([True, False, str(size), None, [size], float(size) if type(size) is int else 0.5])


def forge_evidence(forged: Json, _: Puzzle, dice: random.Random) -> None:
    """Drop or double an item, turn it round, or call it something else."""
    items = forged["evidence"]
    if not items:
        return
    item = dice.choice(items)
    match dice.randrange(5):
        case 0:
            items.remove(item)
        case 1:
            items.append(copy.deepcopy(item))
        case 2 if "forwards" in item:
            item["forwards"], item["backwards"] = item["backwards"], item["forwards"]
        case 2 if "direction" in item:
            item["direction"] = {"forwards": "backwards"}.get(item["direction"], "forwards")
        case 3 if "layers" in item:
            way, layers = item.pop("direction", ""), item.pop("layers")
            zero = dice.choice([[], [0]])
            item |= {"kind": "meeting", "forwards": [1], "backwards": [len(item["finish"])]}
            item[way if way in item else "forwards"] = layers + zero
        case 3 if "forwards" in item:
            way = dice.choice(["forwards", "backwards"])
            layers = item[way]
            del item["forwards"], item["backwards"]
            item |= {"kind": "exhaustion", "direction": way, "layers": layers}
        case _:
            item["kind"] = dice.choice([*MAKERS])


def forge_weights(forged: Json, puzzle: Puzzle, dice: random.Random) -> None:
    """Change some weights, and mostly the sums with them."""
    weighed = [item for item in forged["evidence"] if item.get("kind") in {"class", "pagoda"} and "weights" in item]
    if not weighed:
        return
    item = dice.choice(weighed)
    weights = [weight for row in item["weights"] for weight in row if type(weight) is int]
    if len(weights) != len(puzzle.squares):
        return
    for _ in range(dice.randint(1, 3)):
        weights[dice.randrange(len(weights))] += dice.choice([1, -1, 2, -2])
    if dice.random() < 0.2:
        weights = [-weight for weight in weights]
    item["weights"] = puzzle.table(weights)
    if dice.random() < 0.9:
        item["start_sum"] = weight_of(weights, puzzle.start)
        item["finish_sum"] = min(
            (w for w, name in zip(weights, puzzle.names, strict=True) if name in item["finish"]), default=0
        )


def forge_blocks(forged: Json, puzzle: Puzzle, dice: random.Random) -> None:
    """Change some values, or leave out, repeat or exchange holes of a block, or the block itself."""
    blocks = [block for item in forged["evidence"] for block in item.get("blocks", [])]
    if not blocks:
        return
    block = dice.choice(blocks)
    holes, values = block["holes"], block["values"]
    match dice.randrange(7):
        case 0 | 1:
            values[dice.randrange(len(values))] += dice.choice([1, -1, 2])
        case 2:
            block["values"] = [-value for value in values]
        case 3:
            block["holes"] = dice.sample(holes, len(holes))
        case 4:
            holes[dice.randrange(len(holes))] = dice.choice([*puzzle.names, "z9"])
        case 5:
            dice.choice([holes, values]).pop()
        case _:
            for item in forged["evidence"]:
                item.get("blocks", [])[:1] = []


def lower(forged: Json, puzzle: Puzzle) -> None:
    """Put an empty row above the board, and change everything else accordingly."""
    if forged["board"].count(".") != len(puzzle.squares):
        return
    forged.update({part: "/" + forged[part] for part in ("board", "start")})
    board = Puzzle((*forged["board"].split("/"),), forged["lines"], 0)
    names = dict(zip(puzzle.names, board.names, strict=True))
    forged["jumps"] = board.certificate([], [])["jumps"]
    forged["goal"] = [names.get(name, name) for name in forged["goal"]]
    for item in forged["evidence"]:
        item["finish"] = [names.get(name, name) for name in item["finish"]]
        if "weights" in item:
            item["weights"] = [[], *item["weights"]]
        for block in item.get("blocks", []):
            block["holes"] = [names.get(name, name) for name in block["holes"]]


def forge_claim(forged: Json, puzzle: Puzzle, dice: random.Random) -> None:
    """Change a peg, the goal, a finish, the shape, the lines or the jumps."""
    item: Json = dice.choice(forged["evidence"] or [{}])
    match dice.randrange(9):
        case 0:
            forged["start"] = puzzle.picture(puzzle.start ^ 1 << dice.randrange(len(puzzle.squares)))
        case 1:
            forged["goal"] = dice.sample(puzzle.names, dice.randint(1, len(puzzle.names)))
        case 2:
            item["finish"] = dice.sample(puzzle.names, dice.randint(1, len(puzzle.names)))
        case 3:
            item["finish"] = forged["goal"] = puzzle.names
        case 4:
            forged["lines"] = dice.choice(["square", "triangular"])
            forged["jumps"] = replace(puzzle, lines=forged["lines"]).certificate([], [])["jumps"]
        case 5:
            # A hole fewer at the end of a row or of the board, or an empty row, where nothing else changes.
            old, new = dice.choice([("*/", "/"), ("./", "/"), ("/", "//")])
            forged.update({part: forged[part].replace(old, new, 1) for part in ("board", "start")})
            forged["jumps"] = Puzzle((*forged["board"].split("/"),), forged["lines"], 0).certificate([], [])["jumps"]
        case 6:
            lower(forged, puzzle)
        case 7:
            forged["jumps"] = forged["jumps"][1:] + forged["jumps"][: dice.randrange(2)]
        case _:
            forged["goal"] = forged["goal"] + forged["goal"][:1]


FORGERS = [
    forge_sizes,
    forge_sizes,
    forge_types,
    forge_evidence,
    forge_evidence,
    forge_weights,
    forge_blocks,
    forge_claim,
]


# --- domino patience -----------------------------------------------------------------------------------------------

Tile = tuple[int, int]
Stacks = tuple[tuple[Tile, ...], ...]
"""Each from the bottom to its top."""


def shown(tile: Tile, blank_: str = " ") -> str:
    """Return a tile as text."""
    return f"[{tile[0] or blank_}:{tile[1] or blank_}]"


def random_stacks(highest: int, dice: random.Random) -> Stacks:
    """Return stacks of a set of which some tiles are home, in any order."""
    tiles = [
        (high, low) for high in range(highest + 1) for low in range(high + 1 - dice.choice([0, 0, *range(high + 2)]))
    ]
    dice.shuffle(tiles)
    stacks: list[list[Tile]] = [[] for _ in range(highest + 1)]
    for tile in tiles:
        dice.choice(stacks[: dice.randint(1, highest + 1)]).append(tile)
    dice.shuffle(stacks)
    return tuple(map(tuple, stacks))


def moves(stacks: Stacks) -> Iterator[Stacks]:
    """Yield what one move leads to, by the rules as they stand on the rules page, §3 to §6."""
    lying = {tile for stack in stacks for tile in stack}
    for source, stack in enumerate(stacks):
        if not stack:
            continue
        high, low = stack[-1]
        without = [list(other) for other in stacks]
        without[source].pop()
        if not any((high, before) in lying for before in range(low + 1, high + 1)):
            yield tuple(map(tuple, without))
        for target, other in enumerate(stacks):
            if target != source and (low == 0 if not other else fits((high, low), other[-1])):
                made = [list(pile) for pile in without]
                made[target].append((high, low))
                yield tuple(map(tuple, made))


def fits(tile: Tile, other: Tile) -> bool:
    """Tell whether a tile equals another but for one number, which is one more."""
    return any(sorted(tile) == sorted((other[side] + 1, other[1 - side])) for side in (0, 1))


def can_be_won(stacks: Stacks) -> bool:
    """Tell whether some line brings every tile home, by playing every line."""
    reached = {tuple(sorted(stacks))}
    waiting = [stacks]
    while waiting:
        here = waiting.pop()
        if not any(here):
            return True
        for there in moves(here):
            key = tuple(sorted(there))
            if key not in reached:
                reached.add(key)
                waiting.append(there)
    return False


def may_move(stacks: Stacks, blocked: set[Tile], tile: Tile, *, ignoring: str = "") -> bool:
    """Tell whether a tile of a set could be the first of it to move; a condition of remark 2 may be ignored."""
    at = next(stack for stack in stacks if tile in stack)
    if blocked & set(at[at.index(tile) + 1 :]):
        return ignoring == "under"
    high, low = tile
    home = all((high, before) not in blocked for before in range(low + 1, high + 1))
    onto = any(
        fits(tile, other) and not blocked & set(stack[place + 1 :])
        for stack in stacks
        for place, other in enumerate(stack)
    )
    floor = low == 0 and at[0] != tile and not all(blocked & set(stack) for stack in stacks)
    return (home and ignoring != "home") or (onto and ignoring != "onto") or (floor and ignoring != "floor")


def closed(stacks: Stacks, blocked: set[Tile], *, ignoring: str = "") -> set[Tile]:
    """Return the largest part of a set of which no tile could be the first to move."""
    while loose := {tile for tile in blocked if may_move(stacks, blocked, tile, ignoring=ignoring)}:
        blocked = blocked - loose
    return blocked


def domino_certificate(stacks: Stacks, blocked: Sequence[Tile]) -> Json:
    """Return the certificate that some tiles are blocked."""
    highest = len(stacks) - 1
    lying = [tile for stack in stacks for tile in stack]
    home = [sum((high, low) not in lying for low in range(high + 1)) for high in range(highest + 1)]
    texts = [" ".join(f"F{high} {count}/{high + 1}" for high, count in enumerate(home))]
    texts += [
        f"S{place} |top>{''.join(f'{shown(tile)} ' for tile in reversed(stack))}<|"
        for place, stack in enumerate(stacks)
    ]
    return {
        "proof": "hoyle/domino",
        "version": 1,
        "highest": highest,
        "position": " / ".join(texts),
        "blocked": "".join(shown(tile, "0") for tile in blocked),
    }


@dataclass(frozen=True)
class DominoCase:
    """A certificate for domino patience, and whether it is right by the letter of remark 2, if that is known."""

    text: str
    genuine: bool | None


def domino_cases(seed: int) -> Iterator[DominoCase]:
    """Yield certificates for one random position."""
    dice = random.Random(seed)
    highest = dice.choice([1, 2, 2, 2, 3, 3])
    for _ in range(dice.choice([1, 12])):
        stacks = random_stacks(highest, dice)
        lying = [tile for stack in stacks for tile in stack]
        if most := closed(stacks, set(lying)):
            break
    sets = [most, set(lying), {tile for tile in lying if dice.random() < 0.6}]
    sets += [closed(stacks, set(lying), ignoring=way) for way in ("home", "onto", "floor", "under")]
    least = most
    for tile in dice.sample(sorted(most), len(most)):
        smaller = closed(stacks, least - {tile})
        least = smaller or least
    sets += [least, least - {min(least, default=(0, 0))}, most | set(lying[:1])]
    for blocked in [*filter(None, sets), set()]:
        tiles = dice.sample(sorted(blocked), len(blocked))
        right = bool(blocked) and closed(stacks, blocked) == blocked
        yield DominoCase(json.dumps(domino_certificate(stacks, tiles)), right)
    whole = domino_certificate(stacks, sorted(most))
    for forge in dice.sample(DOMINO_FORGERS, 2):
        if (forged := forge(whole, dice)) != whole or forged["version"] is not whole["version"]:
            yield DominoCase(json.dumps(forged), genuine=False)
    yield DominoCase(json.dumps({**whole, "position": drop_tile(whole["position"], dice)}), genuine=None)


def stacks_in(text: str) -> Stacks:
    """Return the stacks of a certificate for domino patience."""
    _, *stacks = json.loads(text)["position"].replace("[ ", "[0").replace(" ]", "0]").replace(":]", ":0]").split(" / ")
    found = [[tuple(map(int, pair.strip("[]").split(":"))) for pair in stack[8:-2].split()] for stack in stacks]
    return tuple(tuple((high, low) for high, low in reversed(tiles)) for tiles in found)


DominoForger = Callable[[Json, random.Random], Json]

DOMINO_FORGERS: list[DominoForger] = [
    lambda claim, _: {**claim, "blocked": claim["blocked"] + claim["blocked"][:5]} if claim["blocked"] else claim,
    lambda claim, _: {**claim, "blocked": claim["blocked"] + "[9:9]"},
    lambda claim, _: {**claim, "blocked": claim["blocked"].replace("0", " ") + "[0: ]"},
    lambda claim, _: {**claim, "blocked": claim["blocked"] + " "},
    lambda claim, _: {**claim, "blocked": claim["blocked"] + "[1:0"},
    lambda claim, _: {**claim, "blocked": [claim["blocked"]]},
    lambda claim, _: {**claim, "highest": claim["highest"] + 1},
    lambda claim, _: {**claim, "highest": claim["highest"] - 1},
    lambda claim, _: {**claim, "highest": str(claim["highest"])},
    lambda claim, _: {**claim, "version": True},
    lambda claim, _: {**claim, "version": 2},
    lambda claim, _: {**claim, "proof": "hoyle/pegs"},
    lambda claim, _: {**claim, "note": "trust me"},
    lambda claim, dice: {field: claim[field] for field in ["version", *dice.sample(sorted(claim), 3)]},
    lambda claim, _: {**claim, "position": claim["position"] + " "},
    lambda claim, _: {**claim, "position": claim["position"].replace(" / S0", "/ S0")},
    lambda claim, _: {**claim, "position": claim["position"].replace("F0", "G0")},
    lambda claim, _: {**claim, "position": claim["position"].replace("S1 ", "S0 ")},
    lambda claim, _: {**claim, "position": claim["position"].replace("<|", "[1:1] <|", 1)},
    lambda claim, _: {**claim, "position": claim["position"] + " / S9 |top><|"},
    lambda claim, _: {**claim, "position": claim["position"].rpartition(" / ")[0]},
    lambda claim, _: {**claim, "position": claim["position"].replace("0/1", "1/1").replace("1/2", "0/2")},
    lambda claim, _: {**claim, "position": 7},
]


def drop_tile(position: str, dice: random.Random) -> str:
    """Return a position without one of its tiles, and with foundations that count it."""
    foundations, *stacks = position.split(" / ")
    place = dice.randrange(len(stacks))
    if "] " in stacks[place]:
        tile = stacks[place][stacks[place].index("[") : stacks[place].index("] ") + 2]
        stacks[place] = stacks[place].replace(tile, "", 1)
        high = tile[1].replace(" ", "0")
        before, _, after = foundations.partition(f"F{high} ")
        foundations = f"{before}F{high} {int(after[0]) + 1}{after[1:]}"
    return " / ".join([foundations, *stacks])
