"""The checker of proofs that a position cannot be won: it reads a certificate and trusts nothing in it.

This file and enumeration.py stand alone on purpose. They do not use the rules, the searches or any number library; they
derive the jumps from the picture of the board, add whole numbers, and for an exhaustion or a meeting enumerate the
positions themselves. Whoever doubts the searches needs to read only these two pages. A certificate is a JSON object::

    proof     "hoyle/pegs"        version   1
    board     rows of . (a hole) and * (no hole), separated by /
    lines     "square" or "triangular": along rows and columns, or also along the diagonal that falls to the right
    start     the same rows with O for each peg
    goal      the holes in which the last peg may stand, as d4: a letter for the column, the row from the top
    jumps     every jump of the board, as d2d4
    evidence  a list; each item rules out the last peg in its "finish" holes, and together they cover the goal

Four kinds of evidence count; "weights" has a whole number for each hole, row by row, and null for no hole.

*class*: weights 0 and 1 such that every jump's three holes have an even sum. Then the sum of the weights under the
pegs stays even or stays odd, and at the finish it would be the other.

*pagoda*: weights such that for every jump source and over together weigh at least as much as the target. Then the sum
under the pegs never grows, and at the finish it would be larger than at the start.

*exhaustion*: "layers" tells how many different positions there are after 0, 1, 2, ... jumps (direction "forwards", from
the start), or before the last 0, 1, 2, ... jumps (direction "backwards", from the finish, up to the pegs of the start).
"pagodas" is a list, maybe empty, of weights as above; positions that they rule out are not counted nor followed:
forwards those lighter than every finish, backwards those heavier than the start.

*meeting*: "forwards" tells how many positions there are after 0, 1, 2, ... jumps from the start, "backwards" how many
before the last 0, 1, 2, ... jumps to the finish. Either one list ends with 0, or together they have as many jumps as a
game needs and the last layers have no position in common. Positions that the "pagodas" rule out by their tolls, which
enumeration.py explains, are not counted nor followed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from hoyle.games.pegs.enumeration import CertificateError, Step, Walk, enumerate_layers, never_meet

__all__ = ["CertificateError", "Checked", "check"]

Square = tuple[int, int]
Weights = dict[Square, int]

MOST_TEXT: Final = 4_000_000
"""Longer texts are not read: the largest board on the shelf needs a tenth of it."""
MOST_SIDE: Final = 100
MOST_DIGITS: Final = 24
MOST_ITEMS: Final = 1000
MOST_PAGODAS: Final = 64
POSITIONS: Final = 1_000_000
"""How many positions of an exhaustion are enumerated unless a caller allows more; this takes some seconds."""

LINES: Final = {"square": ((1, 0), (0, 1)), "triangular": ((1, 0), (0, 1), (1, 1))}
FIELDS: Final = {"proof", "version", "board", "lines", "start", "goal", "jumps", "evidence"}
ITEM_FIELDS: Final = {
    "class": {"kind", "finish", "weights", "start_sum", "finish_sum"},
    "pagoda": {"kind", "finish", "weights", "start_sum", "finish_sum"},
    "exhaustion": {"kind", "finish", "direction", "pagodas", "layers"},
    "meeting": {"kind", "finish", "pagodas", "forwards", "backwards"},
}
HOLE: Final = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a certificate proves, and by which arguments."""

    claim: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join((self.claim, *self.arguments))


@dataclass(frozen=True, slots=True)
class Claim:
    """The board, the position and the goal of a certificate, with the jumps that the board really has."""

    holes: tuple[Square, ...]
    rows: tuple[str, ...]
    pegs: frozenset[Square]
    goal: tuple[Square, ...]
    jumps: frozenset[tuple[Square, Square, Square]]


def check(certificate: str | Mapping[str, Any], positions: int = POSITIONS) -> Checked:
    """Return what a certificate proves; anything wrong with it raises a CertificateError that says what.

    >>> row = {"proof": "hoyle/pegs", "version": 1, "board": "...", "lines": "square", "start": "O.O", "goal": ["b1"],
    ...     "jumps": ["a1c1", "c1a1"], "evidence": [{"kind": "exhaustion", "finish": ["b1"], "direction": "forwards",
    ...     "pagodas": [], "layers": [1]}]}
    >>> print(check(row))
    O.O cannot be reduced to one peg in b1
    exhaustion: none of the 1 positions that can be reached is one peg in b1
    >>> check({**row, "start": "OO."})
    Traceback (most recent call last):
    hoyle.games.pegs.enumeration.CertificateError: evidence 1: after 1 jumps there are 1 positions, not 0
    """
    # A mapping goes through the same text, so that numbers and keys are of the plain kinds of JSON.
    text = certificate if isinstance(certificate, str) else _written(certificate)
    fields = _read(text)
    claim = _claim(fields)
    items = _list(fields["evidence"], "evidence")
    if len(items) > MOST_ITEMS:
        _refuse(f"evidence has {len(items)} items, more than {MOST_ITEMS}")
    refused: set[Square] = set()
    arguments = []
    for number, item in enumerate(items, 1):
        where = f"evidence {number}"
        argument, finish = _item(claim, item, where, positions)
        positions -= sum(sum(item.get(field, ())) for field in ("layers", "forwards", "backwards"))
        arguments.append(argument)
        refused |= set(finish)
    if missing := [hole for hole in claim.goal if hole not in refused]:
        _refuse(f"nothing rules out the last peg in {_names(missing)}")
    start = "/".join(claim.rows)
    return Checked(f"{start} cannot be reduced to one peg in {_names(claim.goal)}", tuple(arguments))


def _refuse(reason: str) -> NoReturn:
    raise CertificateError(reason)


# --- reading -----------------------------------------------------------------------------------------------------


def _written(certificate: Mapping[str, Any]) -> str:
    try:
        return json.dumps(certificate)
    except (TypeError, ValueError, RecursionError) as error:
        raise CertificateError(f"not a JSON object: {error}") from None


def _read(text: str) -> dict[str, Any]:
    if len(text) > MOST_TEXT:
        _refuse(f"the text has {len(text)} letters, more than {MOST_TEXT}")
    try:
        fields = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=lambda number: _refuse(f"{number[:40]} is not a whole number"),
            parse_constant=lambda name: _refuse(f"{name} is not a number"),
        )
    except json.JSONDecodeError as error:
        raise CertificateError(f"not JSON: {error}") from None
    except RecursionError:
        raise CertificateError("not a certificate: nested too deeply") from None
    fields = _fields(fields, FIELDS, "the certificate")
    if fields["proof"] != "hoyle/pegs" or type(fields["version"]) is not int or fields["version"] != 1:
        _refuse('not a proof "hoyle/pegs" of version 1')
    return fields


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        _refuse("a field is given twice")
    return fields


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        _refuse(f"a number has {len(digits)} digits, more than {MOST_DIGITS}")
    return int(digits)


def _fields(value: object, names: set[str], where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        _refuse(f"{where} is not an object")
    if missing := sorted(names - value.keys()):
        _refuse(f"{where} lacks the field {missing[0]}")
    if surplus := sorted(value.keys() - names):
        _refuse(f"{where} has an unknown field {surplus[0][:40]!r}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        _refuse(f"{where} is not a list")
    return value


def _number(value: object, where: str) -> int:
    if type(value) is not int:  # True is an int to isinstance
        _refuse(f"{where} is not a whole number")
    return value


def _picture(value: object, letters: str, where: str) -> tuple[str, ...]:
    if not isinstance(value, str):
        _refuse(f"{where} is not a text")
    rows = tuple(value.split("/"))
    if len(rows) > MOST_SIDE or max(map(len, rows)) > MOST_SIDE:
        _refuse(f"{where} has more than {MOST_SIDE} rows or columns")
    if wrong := set("".join(rows)) - set(letters):
        _refuse(f"{where} holds {min(wrong)!r}")
    return rows


def _claim(fields: dict[str, Any]) -> Claim:
    board, rows = _picture(fields["board"], ".*", "the board"), _picture(fields["start"], "O.*", "the start")
    if tuple(row.replace("O", ".") for row in rows) != board:
        _refuse("the start does not have the holes of the board")
    holes = tuple((x, y) for y, row in enumerate(board) for x, slot in enumerate(row) if slot == ".")
    if not isinstance(fields["lines"], str) or fields["lines"] not in LINES:
        _refuse("lines are neither square nor triangular")
    pegs = frozenset((x, y) for y, row in enumerate(rows) for x, slot in enumerate(row) if slot == "O")
    inside = set(holes)
    jumps = frozenset(
        ((x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy))
        for x, y in holes
        for right, down in LINES[fields["lines"]]
        for dx, dy in ((right, down), (-right, -down))
        if {(x + dx, y + dy), (x + 2 * dx, y + 2 * dy)} <= inside
    )
    claim = Claim(holes, rows, pegs, _holes(fields["goal"], holes, "the goal"), jumps)
    _compare_jumps(claim, _list(fields["jumps"], "jumps"))
    return claim


def _compare_jumps(claim: Claim, told: list[Any]) -> None:
    real = {_name(source) + _name(target) for source, _, target in claim.jumps}
    for jump in told:
        if not isinstance(jump, str) or jump not in real:
            _refuse(f"the board has no jump {str(jump)[:40]}")
    if len(told) != len(real) or set(told) != real:
        _refuse(f"the board has {len(real)} jumps, and the certificate lists {len(told)}, or one twice")


def _holes(value: object, holes: Iterable[Square], where: str) -> tuple[Square, ...]:
    named = {_name(hole): hole for hole in holes}
    names = _list(value, where)
    for name in names:
        if not isinstance(name, str) or name not in named:
            _refuse(f"{where} names {str(name)[:40]!r}, which is no hole of the board")
    if not names or len(set(names)) != len(names):
        _refuse(f"{where} names no hole, or one twice")
    return tuple(named[name] for name in names)


def _name(hole: Square) -> str:
    x, y = hole
    return ("" if x < 26 else chr(ord("a") + x // 26 - 1)) + chr(ord("a") + x % 26) + str(y + 1)


def _names(holes: Iterable[Square]) -> str:
    names = [_name(hole) for hole in holes]
    return names[0] if len(names) == 1 else f"any of {' '.join(names)}"


# --- the arguments ------------------------------------------------------------------------------------------------


def _item(claim: Claim, value: object, where: str, positions: int) -> tuple[str, tuple[Square, ...]]:
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in ITEM_FIELDS:
        _refuse(f"{where} is of no known kind")
    item = _fields(value, ITEM_FIELDS[kind], where)
    finish = _holes(item["finish"], claim.holes, f"the finish of {where}")
    if kind == "exhaustion":
        return _exhaustion(claim, item, finish, where, positions), finish
    if kind == "meeting":
        return _meeting(claim, item, finish, where, positions), finish
    weights = _weights(claim, item["weights"], where)
    start = sum(weights[hole] for hole in claim.pegs)
    least = min(weights[hole] for hole in finish)
    for field, sum_ in (("start_sum", start), ("finish_sum", least)):
        if _number(item[field], f"{field} of {where}") != sum_:
            _refuse(f"{where}: {field} is {sum_}, not {item[field]}")
    return (_class if kind == "class" else _pagoda)(claim, weights, start, finish, where), finish


def _weights(claim: Claim, value: object, where: str) -> Weights:
    rows = [_list(row, f"a row of weights of {where}") for row in _list(value, f"weights of {where}")]
    if [len(row) for row in rows] != [len(row) for row in claim.rows]:
        _refuse(f"the weights of {where} do not have the shape of the board")
    holes = set(claim.holes)
    for y, row in enumerate(rows):
        for x, weight in enumerate(row):
            if (x, y) in holes:
                _number(weight, f"the weight of {_name((x, y))} of {where}")
            elif weight is not None:
                _refuse(f"{where} gives a weight to {_name((x, y))}, which is no hole")
    return {(x, y): rows[y][x] for x, y in claim.holes}


def _class(claim: Claim, weights: Weights, start: int, finish: tuple[Square, ...], where: str) -> str:
    if wrong := [hole for hole, weight in weights.items() if weight not in (0, 1)]:
        _refuse(f"{where}: the weight of {_name(wrong[0])} is neither 0 nor 1")
    for jump in sorted(claim.jumps):
        if sum(weights[hole] for hole in jump) % 2:
            _refuse(f"{where}: the jump {_name(jump[0])}{_name(jump[2])} changes the class")
    if same := [hole for hole in finish if (weights[hole] - start) % 2 == 0]:
        _refuse(f"{where}: one peg in {_name(same[0])} is of the same class as the start")
    words = ("an even", "an odd")
    return (
        f"class: every jump leaves {words[start % 2]} number of pegs on the marked holes, "
        f"and one peg in {_names(finish)} is {words[(start + 1) % 2]} number"
    )


def _pagoda(claim: Claim, weights: Weights, start: int, finish: tuple[Square, ...], where: str) -> str:
    _no_gain(claim, weights, where)
    if light := [hole for hole in finish if weights[hole] <= start]:
        _refuse(f"{where}: one peg in {_name(light[0])} weighs {weights[light[0]]}, no more than the start's {start}")
    least = min(weights[hole] for hole in finish)
    return (
        f"pagoda: no jump gains weight, the start weighs {start}, and one peg in {_names(finish)} weighs "
        f"{'at least ' if len(finish) > 1 else ''}{least}"
    )


def _no_gain(claim: Claim, weights: Weights, where: str) -> None:
    for source, over, target in sorted(claim.jumps):
        if weights[source] + weights[over] < weights[target]:
            _refuse(f"{where}: the jump {_name(source)}{_name(target)} gains weight")


def _exhaustion(claim: Claim, item: dict[str, Any], finish: tuple[Square, ...], where: str, positions: int) -> str:
    told = _sizes(item["layers"], where)
    if item["direction"] not in ("forwards", "backwards"):
        _refuse(f"the direction of {where} is neither forwards nor backwards")
    if min(told, default=1) < 1 or len(told) > max(1, len(claim.pegs)):
        _refuse(f"{where}: {len(told)} layers cannot be, or not all have a position")
    if sum(told) > positions:
        _refuse(
            f"{where}: {sum(told)} positions are more than the {positions} that would be enumerated; --positions allows more"
        )
    forwards = item["direction"] == "forwards"
    functions = _list(item["pagodas"], f"pagodas of {where}")
    if len(functions) > MOST_PAGODAS:
        _refuse(f"{where} has {len(functions)} pagoda functions, more than {MOST_PAGODAS}")
    pagodas = [_weights(claim, weights, where) for weights in functions]
    for weights in pagodas:
        _no_gain(claim, weights, where)
    bit = {hole: 1 << number for number, hole in enumerate(claim.holes)}
    start, ends = sum(bit[hole] for hole in claim.pegs), {bit[hole]: hole for hole in finish}
    heavy = [sum(weights[hole] for hole in claim.pegs) for weights in pagodas]
    if forwards:
        # What a position may still lose: by how much it outweighs the lightest finish.
        spare = [sum_ - min(weights[hole] for hole in finish) for weights, sum_ in zip(pagodas, heavy, strict=True)]
        walk = Walk({start: tuple(spare)}, set(ends), where)
    else:
        # What may still be gained: by how much the start outweighs a position.
        firsts = {
            end: tuple(sum_ - weights[hole] for weights, sum_ in zip(pagodas, heavy, strict=True))
            for end, hole in ends.items()
        }
        walk = Walk({end: spare for end, spare in firsts.items() if min(spare, default=0) >= 0}, {start}, where)
    # Backwards a jump finds a peg on its target alone; either way the same three holes change, at the same cost.
    steps = [
        Step(
            bit[s] | bit[o] | bit[t],
            bit[s] | bit[o] if forwards else bit[t],
            tuple(w[s] + w[o] - w[t] for w in pagodas),
        )
        for s, o, t in claim.jumps
    ]
    enumerate_layers(walk, steps, told, max(1, len(claim.pegs)))
    if forwards:
        return f"exhaustion: none of the {sum(told)} positions that can be reached is one peg in {_names(finish)}"
    return f"exhaustion: the start is none of the {sum(told)} positions that lead to one peg in {_names(finish)}"


def _sizes(value: object, where: str) -> list[int]:
    return [_number(size, f"a layer of {where}") for size in _list(value, f"layers of {where}")]


def _few(told: int, positions: int, where: str) -> None:
    if told > positions:
        _refuse(f"{where}: {told} positions are more than the {positions} that would be enumerated")


def _pagodas(claim: Claim, value: object, where: str) -> list[Weights]:
    functions = _list(value, f"pagodas of {where}")
    if len(functions) > MOST_PAGODAS:
        _refuse(f"{where} has {len(functions)} pagoda functions, more than {MOST_PAGODAS}")
    pagodas = [_weights(claim, weights, where) for weights in functions]
    for weights in pagodas:
        _no_gain(claim, weights, where)
    return pagodas


def _meeting(claim: Claim, item: dict[str, Any], finish: tuple[Square, ...], where: str, positions: int) -> str:
    forwards, backwards = _sizes(item["forwards"], where), _sizes(item["backwards"], where)
    if not forwards or not backwards or min(*forwards, *backwards) < 0 or 0 in (*forwards[:-1], *backwards[:-1]):
        _refuse(f"{where}: a list of layers is empty, or goes on after a layer without positions")
    _few(sum(forwards) + sum(backwards), positions, where)
    pagodas = _pagodas(claim, item["pagodas"], where)
    bit = {hole: 1 << number for number, hole in enumerate(claim.holes)}
    never_meet(
        [(bit[s] | bit[o], bit[t]) for s, o, t in sorted(claim.jumps)],
        [{bit[hole]: weight for hole, weight in weights.items()} for weights in pagodas],
        (sum(bit[hole] for hole in claim.pegs), [bit[hole] for hole in finish]),
        (forwards, backwards),
        where,
    )
    return (
        f"meeting: none of the {forwards[-1]} positions that {len(forwards) - 1} jumps lead to is one of the "
        f"{backwards[-1]} from which {len(backwards) - 1} jumps can lead to one peg in {_names(finish)}"
    )
