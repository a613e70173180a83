"""The checker of proofs that a position cannot be won: it reads a certificate and trusts nothing in it.

It stands alone on purpose: it uses neither the rules nor the searches nor any number library, but derives the jumps from
the picture of the board, adds whole numbers, and enumerates positions itself. docs/proofs.md states the format and proves,
lemma by lemma, that these checks suffice. The labels F1, C1, … name its conditions, each at the line that checks it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf
from operator import xor
from typing import Any, Final, NoReturn

from hoyle.game import HoyleError, TooLongError

MOST_TEXT: Final = 4_000_000
"""Longer texts are not read; the largest board on the shelf needs a tenth of this."""
MOST_DIGITS: Final = 24
MOST_SIDE: Final = 100
MOST_ITEMS: Final = 1000
MOST_PAGODAS: Final = 64
MOST_BLOCK: Final = 12
"""How many holes a block has at most."""
BLOCK: Final = 8
"""How many steps it takes to turn to another block."""
MOST_REMAINDERS: Final = 1 << 12
"""The searches use no pagoda function that needs more of them."""
POSITIONS: Final = 1_000_000
"""How many positions a certificate may cover by default."""
STEPS: Final = 2000
"""How many steps of the check each allowed position pays for."""

LINES: Final = {"square": ((1, 0), (0, 1)), "triangular": ((1, 0), (0, 1), (1, 1))}
FIELDS: Final = {"proof", "version", "board", "lines", "start", "goal", "jumps", "evidence"}
ITEM_FIELDS: Final = {
    "class": {"kind", "finish", "weights", "start_sum", "finish_sum"},
    "pagoda": {"kind", "finish", "weights", "start_sum", "finish_sum"},
    "exhaustion": {"kind", "finish", "direction", "pagodas", "layers"},
    "meeting": {"kind", "finish", "pagodas", "forwards", "backwards"},
    "blocks": {"kind", "finish", "blocks", "forwards", "backwards"},
}

Weights = tuple[int, ...]
"""A number for each hole, in reading order."""


class CertificateError(HoyleError):
    """The certificate does not prove what it claims."""


class CostError(CertificateError, TooLongError):
    """The certificate was not checked: that would take longer than is allowed."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a certificate proves, and by which arguments."""

    claim: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join((self.claim, *self.arguments))


@dataclass(frozen=True, slots=True)
class Claim:
    """A board, a position and a goal; holes are numbered in reading order, and a position has bit h for hole h."""

    rows: tuple[str, ...]
    names: tuple[str, ...]
    start: int
    goal: Mapping[str, int]
    jumps: tuple[tuple[int, int, int], ...]

    def pack(self, holes: int) -> bytes:
        """Return a set of holes as bytes to look up: numbers can be chosen so that their hashes are equal, bytes cannot."""
        return holes.to_bytes(len(self.names) // 8 + 1, "little")


@dataclass(frozen=True, slots=True)
class Block:
    """Some holes, and a value for each set of pegs in them, which has bit k for the k-th of these holes."""

    holes: tuple[int, ...]
    values: tuple[int, ...]

    def value(self, position: int) -> int:
        """Return the value of the pegs that a position has in the block."""
        return self.values[sum((position >> hole & 1) << k for k, hole in enumerate(self.holes))]

    def least_loss(self, jump: tuple[int, int, int]) -> int:
        """Return the least that the value falls by a jump; a jump elsewhere changes nothing."""
        source, over, target = ((1 << self.holes.index(hole)) if hole in self.holes else 0 for hole in jump)
        changed = source | over | target
        return min(
            value - self.values[pegs ^ changed]
            for pegs, value in enumerate(self.values)
            if pegs & changed == source | over
        )


@dataclass(frozen=True, slots=True)
class Evidence:
    """An item of evidence; fields that its kind does not have are empty."""

    where: str
    kind: str
    finish: Mapping[str, int]
    functions: tuple[Weights, ...]
    sums: tuple[int, ...]
    direction: str
    forwards: tuple[int, ...]
    backwards: tuple[int, ...]
    blocks: tuple[Block, ...]

    @property
    def positions(self) -> int:
        """How many positions it covers."""
        return sum(self.forwards) + sum(self.backwards)


def check(certificate: str | Mapping[str, Any], positions: int = POSITIONS) -> Checked:
    """Return what a certificate proves; raise a CertificateError that says what is wrong with it, or a CostError.

    >>> row = {"proof": "hoyle/pegs", "version": 1, "board": "...", "lines": "square", "start": "O.O", "goal": ["b1"],
    ...     "jumps": ["a1c1", "c1a1"], "evidence": [{"kind": "exhaustion", "finish": ["b1"], "direction": "forwards",
    ...     "pagodas": [], "layers": [1]}]}
    >>> print(check(row))
    O.O cannot be reduced to one peg in b1
    exhaustion: 1 position can be reached, and it is not one peg in b1
    >>> check({**row, "start": "OO."})
    Traceback (most recent call last):
    hoyle.games.pegs.proof.certificate.CertificateError: evidence 1: positions found in layer 1 forwards: 1, not 0
    """
    fields = _read(certificate)
    claim = _claim(fields)
    values = _list(fields["evidence"], "evidence")
    if len(values) > MOST_ITEMS:  # F6
        _refuse(f"evidence has {len(values)} items, more than {MOST_ITEMS}")
    evidence = [_evidence(claim, value, f"evidence {number}") for number, value in enumerate(values, 1)]
    _afford(claim, evidence, positions)
    arguments = tuple(ARGUMENTS[item.kind](claim, item) for item in evidence)
    covered = {hole for item in evidence for hole in item.finish.values()}
    if missing := [name for name, hole in claim.goal.items() if hole not in covered]:  # C5
        _refuse(f"nothing rules out the last peg in {_any(missing)}")
    return Checked(f"{'/'.join(claim.rows)} cannot be reduced to one peg in {_any(claim.goal)}", arguments)


def _refuse(reason: str) -> NoReturn:
    raise CertificateError(reason)


def _any(names: Iterable[str]) -> str:
    holes = " ".join(names)
    return f"any of {holes}" if " " in holes else holes


# --- the form: conditions F ----------------------------------------------------------------------------------------


def _read(certificate: str | Mapping[str, Any]) -> dict[str, Any]:
    try:
        # A mapping goes through its text, so that numbers and keys are of the plain kinds of JSON.
        text = certificate if isinstance(certificate, str) else json.dumps(certificate)
        if len(text) > MOST_TEXT:  # F1
            _refuse(f"the text has {len(text)} letters, more than {MOST_TEXT}")
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=lambda number: _refuse(f"{number[:40]} is not a whole number"),
            parse_constant=lambda name: _refuse(f"{name} is not a number"),
        )
    except CertificateError:
        raise
    except (TypeError, ValueError, RecursionError) as error:
        raise CertificateError(f"not JSON: {error}") from None
    fields = _fields(value, FIELDS, "the certificate")
    if fields["proof"] != "hoyle/pegs" or type(fields["version"]) is not int or fields["version"] != 1:  # F4
        _refuse('not a proof "hoyle/pegs" of version 1')
    return fields


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):  # F2
        _refuse("a field is given twice")
    return fields


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:  # F3
        _refuse(f"a number has {len(digits)} characters, more than {MOST_DIGITS}")
    return int(digits)


def _fields(value: object, names: set[str], where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        _refuse(f"{where} is not an object")
    if missing := names - value.keys():  # F2
        _refuse(f"{where} lacks the field {min(missing)}")
    if surplus := value.keys() - names:  # F2
        _refuse(f"{where} has an unknown field {min(surplus)[:40]!r}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        _refuse(f"{where} is not a list")
    return value


def _number(value: object, where: str) -> int:
    if type(value) is not int:  # F3: True is an int to isinstance
        _refuse(f"{where} is not a whole number")
    return value


def _holes(value: object, hole: Mapping[str, int], where: str, whole: str) -> Mapping[str, int]:
    names = _list(value, where)
    for name in names:
        if not isinstance(name, str) or name not in hole:  # F5
            _refuse(f"{where} names {str(name)[:40]!r}, which is not a hole of the {whole}")
    if not names or len(set(names)) < len(names):  # F5
        _refuse(f"{where} names no hole, or one twice")
    return {name: hole[name] for name in names}


def _weights(claim: Claim, value: object, where: str) -> Weights:
    rows = [_list(row, f"a row of weights of {where}") for row in _list(value, f"weights of {where}")]
    if [len(row) for row in rows] != [len(row) for row in claim.rows]:  # F7
        _refuse(f"the weights of {where} do not have the shape of the board")
    slots = [pair for row, weights in zip(claim.rows, rows, strict=True) for pair in zip(row, weights, strict=True)]
    if any(weight is not None for slot, weight in slots if slot == "*"):  # F7
        _refuse(f"{where} gives a weight to what is not a hole")
    return tuple(_number(weight, f"a weight of {where}") for slot, weight in slots if slot != "*")


def _evidence(claim: Claim, value: object, where: str) -> Evidence:
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in ITEM_FIELDS:  # F6
        _refuse(f"{where} is of an unknown kind")
    item = _fields(value, ITEM_FIELDS[kind], where)
    finish = _holes(item["finish"], claim.goal, f"the finish of {where}", "goal")  # C4
    functions = [item["weights"]] if "weights" in item else _list(item.get("pagodas", []), f"pagodas of {where}")
    if len(functions) > MOST_PAGODAS:  # F8
        _refuse(f"{where} has {len(functions)} pagoda functions, more than {MOST_PAGODAS}")
    direction = item.get("direction", "")
    if kind == "exhaustion" and direction not in ("forwards", "backwards"):  # F9
        _refuse(f"the direction of {where} is neither forwards nor backwards")
    layers = {direction: item["layers"]} if kind == "exhaustion" else item
    every = {name: hole for hole, name in enumerate(claim.names)} if kind == "blocks" else {}
    return Evidence(
        where,
        kind,
        finish,
        tuple(_weights(claim, weights, where) for weights in functions),
        tuple(_number(item[field], f"{field} of {where}") for field in ("start_sum", "finish_sum") if field in item),
        direction,
        _sizes(layers.get("forwards", []), where),
        _sizes(layers.get("backwards", []), where),
        tuple(_block(every, block, where) for block in _list(item.get("blocks", []), f"blocks of {where}")),
    )


def _block(every: Mapping[str, int], value: object, where: str) -> Block:
    fields = _fields(value, {"holes", "values"}, f"a block of {where}")
    holes = tuple(_holes(fields["holes"], every, f"a block of {where}", "board").values())
    values = tuple(_number(value, f"a value of {where}") for value in _list(fields["values"], f"values of {where}"))
    if len(holes) > MOST_BLOCK or len(values) != 1 << len(holes):  # F11
        _refuse(f"a block of {where} has {len(holes)} holes and {len(values)} values")
    return Block(holes, values)


def _sizes(value: object, where: str) -> tuple[int, ...]:
    sizes = tuple(_number(size, f"a layer of {where}") for size in _list(value, f"layers of {where}"))
    if any(size < 0 for size in sizes):  # F10
        _refuse(f"{where}: no layer has fewer than 0 positions")
    return sizes


# --- the claim: conditions C ---------------------------------------------------------------------------------------


def _claim(fields: dict[str, Any]) -> Claim:
    board, rows = _picture(fields["board"], ".*", "the board"), _picture(fields["start"], "O.*", "the start")
    if tuple(row.replace("O", ".") for row in rows) != board:  # C1
        _refuse("the start does not have the holes of the board")
    if not isinstance(fields["lines"], str) or fields["lines"] not in LINES:  # C2
        _refuse("lines are neither square nor triangular")
    stairs = len(board) > 1 and all(len(row) == length for length, row in enumerate(board, 1))
    if not stairs and len({*map(len, board)}) > 1:  # C6
        _refuse("the rows of the board are neither equally long nor each one longer than the row before")
    if "" in board or fields["lines"] != ("triangular" if stairs else "square"):  # C6
        _refuse("a row is empty, or the lines are not those of a board of this shape")
    squares = [(x, y) for y, row in enumerate(board) for x, slot in enumerate(row) if slot == "."]
    number = {square: hole for hole, square in enumerate(squares)}
    jumps = tuple(
        (number[x, y], number[x + dx, y + dy], number[x + 2 * dx, y + 2 * dy])
        for x, y in squares
        for right, down in LINES[fields["lines"]]
        for dx, dy in ((right, down), (-right, -down))
        if (x + dx, y + dy) in number and (x + 2 * dx, y + 2 * dy) in number
    )
    names = tuple(_name(x, y) for x, y in squares)
    # Values of other types are sorted by their text, and equal no jump.
    if sorted(_list(fields["jumps"], "jumps"), key=str) != sorted(names[s] + names[t] for s, _, t in jumps):  # C3
        _refuse(f"the jumps listed are not the {len(jumps)} jumps of the board")
    goal = _holes(fields["goal"], {name: hole for hole, name in enumerate(names)}, "the goal", "board")
    return Claim(rows, names, sum(1 << number[x, y] for x, y in squares if rows[y][x] == "O"), goal, jumps)


def _picture(value: object, letters: str, where: str) -> tuple[str, ...]:
    if not isinstance(value, str):
        _refuse(f"{where} is not a text")
    rows = tuple(value.split("/"))
    if len(rows) > MOST_SIDE or max(map(len, rows)) > MOST_SIDE:  # C1
        _refuse(f"{where} has more than {MOST_SIDE} rows or columns")
    if wrong := set("".join(rows)) - set(letters):  # C1
        _refuse(f"{where} holds {min(wrong)!r}")
    return rows


def _name(x: int, y: int) -> str:
    return ("" if x < 26 else chr(ord("a") + x // 26 - 1)) + chr(ord("a") + x % 26) + str(y + 1)


# --- the cost: conditions B ----------------------------------------------------------------------------------------


def _afford(claim: Claim, evidence: Sequence[Evidence], positions: int) -> None:
    """Refuse a certificate that covers too many positions or takes too many steps, before anything is enumerated."""
    covered = sum(item.positions for item in evidence)
    steps = sum(_steps(claim, item) for item in evidence)
    enough = f"--positions {max(covered, -(-steps // STEPS))} allows it"
    if covered > positions:  # B1
        raise CostError(f"it covers {covered} positions, more than the {positions} allowed; {enough}")
    if steps > STEPS * positions:  # B2
        raise CostError(f"the check may take {steps} steps, more than the {STEPS * positions} allowed; {enough}")


def _steps(claim: Claim, item: Evidence) -> int:
    """Return how many steps the check of an item can take."""
    holes, jumps, functions = len(claim.names), len(claim.jumps), len(item.functions)
    # A step handles one word of 64 holes. At most one of a jump and its reverse fits a position.
    words = 1 + holes // 64
    if item.kind in {"class", "pagoda"}:
        return words * holes + jumps
    walk = item.positions * words * (1 + jumps + functions * (holes + jumps // 2))
    ends = words * ((1 + functions) * (jumps + len(item.finish) + 1) + functions * holes)
    if item.kind == "exhaustion":
        return walk + ends
    tolls = functions * words * jumps * MOST_REMAINDERS + functions * words * (jumps + holes) * holes
    values = sum(
        item.positions * words * (BLOCK + len(block.holes)) + jumps * (BLOCK + len(block.values))
        for block in item.blocks
    )
    return walk + 2 * (ends + tolls) + values  # both ways


# --- the arguments: conditions K, P, L, E, M, D --------------------------------------------------------------------


def _sums(claim: Claim, item: Evidence) -> tuple[int, int]:
    """Return what the start weighs and the least that one peg in the finish weighs."""
    (weights,) = item.functions
    start = sum(weight for hole, weight in enumerate(weights) if claim.start >> hole & 1)
    least = min(weights[hole] for hole in item.finish.values())
    if item.sums != (start, least):  # K4, P3
        _refuse(f"{item.where}: the sums are {start} and {least}, not {item.sums[0]} and {item.sums[1]}")
    return start, least


def _class(claim: Claim, item: Evidence) -> str:
    (weights,), (start, _) = item.functions, _sums(claim, item)
    if any(weight not in (0, 1) for weight in weights):  # K1
        _refuse(f"{item.where}: a weight is neither 0 nor 1")
    for jump in claim.jumps:
        if sum(weights[hole] for hole in jump) % 2:  # K2
            _refuse(f"{item.where}: the jump {claim.names[jump[0]]}{claim.names[jump[2]]} changes the class")
    if any(weights[hole] == start % 2 for hole in item.finish.values()):  # K3
        _refuse(f"{item.where}: one peg in {_any(item.finish)} may be of the same class as the start")
    here, there = ("an odd", "an even") if start % 2 else ("an even", "an odd")
    return f"class: every jump leaves {here} number of pegs on the marked holes, and one peg in {_any(item.finish)} is {there} number"


def _pagoda(claim: Claim, item: Evidence) -> str:
    _no_gain(claim, item)  # P1
    start, least = _sums(claim, item)
    if least <= start:  # P2
        _refuse(f"{item.where}: one peg in {_any(item.finish)} may weigh {least}, no more than the start's {start}")
    return (
        f"pagoda: no jump gains weight, the start weighs {start}, and one peg in {_any(item.finish)} at least {least}"
    )


def _no_gain(claim: Claim, item: Evidence) -> None:
    for weights in item.functions:
        for source, over, target in claim.jumps:
            if weights[source] + weights[over] < weights[target]:
                _refuse(f"{item.where}: the jump {claim.names[source]}{claim.names[target]} gains weight")


def _exhaustion(claim: Claim, item: Evidence) -> str:
    _no_gain(claim, item)  # L1
    forwards, sizes, pegs = item.direction == "forwards", item.forwards + item.backwards, claim.start.bit_count()
    if 0 in sizes or len(sizes) > pegs:  # E1
        _refuse(f"{item.where}: a layer has no position, or there are more layers than pegs")
    # E2: what is not listed is empty, as far as there are jumps.
    last = _last_layer(claim, item, sizes if len(sizes) >= pegs else (*sizes, 0), forwards=forwards)
    if last & {*map(claim.pack, _ends(claim, item, forwards=not forwards))}:  # E3
        _refuse(f"{item.where}: the goal can be reached")
    if not pegs:
        return "exhaustion: the start has no peg, and no jump adds one"
    if not sizes:
        return f"exhaustion: {_none_left(item, forwards=forwards)}"
    found = (
        f"{_positions(sum(sizes))} can be reached"
        if forwards
        else f"{_positions(sum(sizes))} with at most {_plural(pegs, 'peg')} can lead to one peg in {_any(item.finish)}"
    )
    which = "it is not" if sum(sizes) == 1 else "none of them is"
    return (
        f"exhaustion: {_but(item)}{found}, and {which} {f'one peg in {_any(item.finish)}' if forwards else 'the start'}"
    )


def _meeting(claim: Claim, item: Evidence) -> str:
    _no_gain(claim, item)  # L1
    forwards, backwards, needed = item.forwards, item.backwards, claim.start.bit_count() - 1
    if not forwards or not backwards or 0 in (*forwards[:-1], *backwards[:-1]):  # M1
        _refuse(f"{item.where}: a list of layers is empty, or goes on after a layer without positions")
    jumps = len(forwards) + len(backwards) - 2
    if jumps > needed or (jumps < needed and forwards[-1] and backwards[-1]):  # M2
        _refuse(f"{item.where}: the layers are {_plural(jumps, 'jump')} apart, and a game has {needed}")
    forth = _last_layer(claim, item, forwards, forwards=True)
    back = _last_layer(claim, item, backwards, forwards=False)
    if forth & back:  # M3
        _refuse(f"{item.where}: the goal can be reached, through the middle")
    if 0 in (forwards[0], backwards[0]):
        return f"meeting: {_none_left(item, forwards=not forwards[0])}"
    return (
        f"meeting: {_but(item)}{_positions(forwards[-1])} can be reached by {_plural(len(forwards) - 1, 'jump')}, "
        f"{_positions(backwards[-1])} can lead to one peg in {_any(item.finish)} by {_plural(len(backwards) - 1, 'jump')}, "
        "and none is both"
    )


def _but(item: Evidence) -> str:
    return "apart from positions that a pagoda function rules out, " if item.functions else ""


def _none_left(item: Evidence, *, forwards: bool) -> str:
    """Return that nothing is left in the first layer."""
    if forwards:
        return "a pagoda function rules out the start"
    # Of several holes, each may be ruled out by another function.
    who = "pagoda functions rule" if len(item.functions) > 1 < len(item.finish) else "a pagoda function rules"
    return f"{who} out one peg in {_any(item.finish)}"


def _positions(number: int) -> str:
    return _plural(number, "position") if number else "no position"


def _blocks(claim: Claim, item: Evidence) -> str:
    for jump in claim.jumps:
        if sum(block.least_loss(jump) for block in item.blocks) < 0:  # D1
            _refuse(f"{item.where}: the jump {claim.names[jump[0]]}{claim.names[jump[2]]} may gain")
    forwards, backwards, needed = item.forwards, item.backwards, claim.start.bit_count() - 1
    if not forwards or not backwards or 0 in (*forwards, *backwards):  # D2
        _refuse(f"{item.where}: a list of layers is empty, or a layer has no position")
    if (jumps := len(forwards) + len(backwards) - 2) > needed:  # D2
        _refuse(f"{item.where}: the layers are {_plural(jumps, 'jump')} from the ends, and a game has {needed}")
    most = max(_value(item, position) for position in _last_layer(claim, item, forwards, forwards=True))
    least = min(_value(item, position) for position in _last_layer(claim, item, backwards, forwards=False))
    if most >= least:  # D3
        _refuse(f"{item.where}: the values do not rise from {most} to {least}")
    return (
        f"blocks: no jump gains, the value is at most {most} after {_plural(len(forwards) - 1, 'jump')}, "
        f"and at least {least} with {_plural(len(backwards) - 1, 'jump')} to go to one peg in {_any(item.finish)}"
    )


def _plural(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _value(item: Evidence, position: bytes) -> int:
    return sum(block.value(_unpack(position)) for block in item.blocks)


# --- layers: conditions L ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Function:
    """A pagoda function: weights and remainders by hole, losses and changes by jump, and needed weights by remainder."""

    weights: Weights
    rests: tuple[int, ...]
    losses: tuple[int, ...]
    changes: tuple[int, ...]
    needs: Mapping[bytes, int]


def _last_layer(claim: Claim, item: Evidence, sizes: Sequence[int], *, forwards: bool) -> set[bytes]:
    """Return the last layer in a direction; refuse unless each layer has its size (L3)."""
    functions = [_function(claim, item, weights, forwards=forwards) for weights in item.functions]
    layer = {
        claim.pack(first)
        for first in _ends(claim, item, forwards=forwards)
        if all(weight >= f.needs.get(claim.pack(rest), inf) for f, weight, rest in _measure(functions, first))  # L2
    }
    jumps = [(1 << source | 1 << over, 1 << target) for source, over, target in claim.jumps]
    # Backwards a jump finds a peg on its target alone.
    steps = [(number, pegs | peg, pegs if forwards else peg) for number, (pegs, peg) in enumerate(jumps)]
    for depth, size in enumerate(sizes):
        if depth:
            layer = _next_layer(claim, layer, functions, steps, size)
        if len(layer) != size:
            way = "forwards" if forwards else "backwards"
            _refuse(f"{item.where}: positions found in layer {depth} {way}: {len(layer)}, not {size}")
    return layer


def _next_layer(
    claim: Claim, layer: set[bytes], functions: list[Function], steps: list[tuple[int, int, int]], most: int
) -> set[bytes]:
    """Return the positions one step further that no function rules out, stopping as soon as there are too many.

    A step is the number of a jump, the holes that it changes, and those of them that have pegs before it.
    """
    after: set[bytes] = set()
    for position in map(_unpack, layer):
        measures = _measure(functions, position)
        for jump, changed, found in steps:
            if (
                position & changed == found
                and (child := claim.pack(position ^ changed)) not in after
                # L2, for the weight and the remainder after the jump
                and all(w - f.losses[jump] >= f.needs.get(claim.pack(r ^ f.changes[jump]), inf) for f, w, r in measures)
            ):
                after.add(child)
        if len(after) > most:
            break
    return after


def _unpack(holes: bytes) -> int:
    return int.from_bytes(holes, "little")


def _ends(claim: Claim, item: Evidence, *, forwards: bool) -> list[int]:
    """Return the positions at which a direction begins, which are the ends of the other direction."""
    return [claim.start] if forwards else [1 << hole for hole in item.finish.values()]


def _measure(functions: list[Function], position: int) -> list[tuple[Function, int, int]]:
    """Return each function with the weight and the remainder of a position."""
    pegs = _pegs(position) if functions else []
    return [
        (f, sum(f.weights[hole] for hole in pegs), reduce(xor, (f.rests[hole] for hole in pegs), 0)) for f in functions
    ]


def _pegs(position: int) -> list[int]:
    """Return the holes of the pegs, in time for each peg rather than for each hole."""
    pegs = []
    while position:
        pegs.append(position.bit_length() - 1)
        position ^= 1 << pegs[-1]
    return pegs


def _function(claim: Claim, item: Evidence, pagoda: Weights, *, forwards: bool) -> Function:
    """Return a pagoda function in one direction, in which no jump gains; backwards weights change their sign."""
    losses = tuple(pagoda[source] + pagoda[over] - pagoda[target] for source, over, target in claim.jumps)
    rests = _remainders(claim, losses) if item.kind == "meeting" else (0,) * len(pagoda)
    changes = tuple(rests[source] ^ rests[over] ^ rests[target] for source, over, target in claim.jumps)
    needs: dict[bytes, int] = {}
    function = Function(pagoda if forwards else tuple(-weight for weight in pagoda), rests, losses, changes, needs)
    for end in _ends(claim, item, forwards=not forwards):
        ((_, weight, rest),) = _measure([function], end)
        key = claim.pack(rest)
        needs[key] = min(weight, needs.get(key, weight))
    cheapest = {claim.pack(0): 0}  # without a jump nothing changes
    for change, loss in zip(map(claim.pack, changes), losses, strict=True):
        cheapest[change] = min(loss, cheapest.get(change, loss))
    # Jumps of the same change cancel in pairs: each change is needed at most once, and one round finds the least need.
    for change, loss in cheapest.items():
        for key, need in list(needs.items()):
            other = claim.pack(_unpack(key) ^ _unpack(change))
            needs[other] = min(need + loss, needs.get(other, need + loss))
        if len(needs) > MOST_REMAINDERS:  # B3
            _refuse(f"{item.where}: by one of the pagoda functions too few jumps are free")
    return function


def _remainders(claim: Claim, losses: Sequence[int]) -> tuple[int, ...]:
    """Return what is left of each hole, reduced by the sets of holes that free jumps change."""
    basis: list[int] = []

    def remainder(holes: int) -> int:
        for element in sorted(basis, reverse=True):
            # XOR makes the set less exactly if it contains the highest hole of the element.
            holes = min(holes, holes ^ element)
        return holes

    for jump, loss in zip(claim.jumps, losses, strict=True):
        if not loss and (rest := remainder(sum(1 << hole for hole in jump))):
            basis.append(rest)
    return tuple(remainder(1 << hole) for hole in range(len(claim.names)))


ARGUMENTS: Final = {
    "class": _class,
    "pagoda": _pagoda,
    "exhaustion": _exhaustion,
    "meeting": _meeting,
    "blocks": _blocks,
}
