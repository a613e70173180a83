"""Damage that valid texts suffer: parts dropped, doubled, swapped, spliced in, cut off, flipped, repeated, exaggerated, mistyped."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from hoyle.dice import Dice

LONGEST: Final = 30_000
"""A text that grew longer is cut, as most of the time would go into it."""
EXTREMES: Final = (
    "0",
    "-1",
    "00",
    "1",
    "2",
    "15",
    "16",
    "99",
    "100",
    "999",
    "1000",
    "65536",
    "9" * 20,
    "9" * 400,
    "1e9",
    "1e400",
    "NaN",
    "0.5",
    "²",
    "٣",
)
VALUES: Final = ("null", "true", "false", "0", "-1", "1.5", '""', '"x"', "[]", "[0]", "[[]]", "{}", '{"x": 0}')
LOOKALIKES: Final = {
    "a": "а",
    "e": "е",
    "O": "О",
    "o": "ο",
    "B": "В",
    "1": "１",
    "3": "З",
    "-": "–",
    "/": "⁄",
    ".": "․",
    ":": "：",
    " ": "\u00a0",
    "x": "×",
    "(": "（",
}
STRANGE: Final = ("\0", "\ufeff", "\u202e", "\u0301", "\ud800", "ß", "İ", "\x85", "\u2028", "\x1c", "\t", "#", "?", "'", '"', "\\", "<", "&", "{", "[", "%", "\x7f", "🂡")  # fmt: skip
LINE_ENDS: Final = ("\r\n", "\r", "\u2028", "\x0b", "\n\n", " ", "")


def damaged(text: str, others: Sequence[str], dice: Dice) -> str:
    """Return a text after one accident or a few, some of which bring in parts of other texts."""
    for _ in range(dice.choose([1, 1, 1, 2, 3, 4])):
        text = dice.choose(ACCIDENTS)(text, dice.choose(others), dice)[:LONGEST]
    return text


def _parts(text: str, dice: Dice) -> list[str]:
    """Return a text in parts that together are the text: letters, words or lines."""
    unit = dice.choose([r"(?s).", r"(?s)\w+|\s+|.", r"[^\n]*\n|[^\n]+", r"[^;/,]*[;/,]|[^;/,]+", r"\S+|\s+"])
    return re.findall(unit, text) or [""]


def _drop(text: str, _: str, dice: Dice) -> str:
    parts = _parts(text, dice)
    at = dice.below(len(parts))
    del parts[at : at + 1 + dice.below(3)]
    return "".join(parts)


def _double(text: str, _: str, dice: Dice) -> str:
    parts = _parts(text, dice)
    at = dice.below(len(parts))
    return "".join([*parts[: at + 1], *parts[at:]])


def _swap(text: str, _: str, dice: Dice) -> str:
    parts = _parts(text, dice)
    one, other = dice.below(len(parts)), dice.below(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return "".join(parts)


def _copy(text: str, _: str, dice: Dice) -> str:
    parts = _parts(text, dice)
    parts[dice.below(len(parts))] = dice.choose(parts)
    return "".join(parts)


def _splice(text: str, other: str, dice: Dice) -> str:
    here, there = _parts(text, dice), _parts(other, dice)
    at, begin = dice.below(len(here) + 1), dice.below(len(there))
    end = begin + 1 + dice.below(len(there) - begin)
    return "".join([*here[:at], *there[begin:end], *here[at + dice.below(2) * (end - begin) :]])


def _cut(text: str, _: str, dice: Dice) -> str:
    at = dice.below(len(text) + 1)
    return text[:at] if dice.below(3) else text[at:]


def _flip(text: str, other: str, dice: Dice) -> str:
    if not text:
        return text
    at = dice.below(len(text))
    letters = [
        chr(ord(text[at]) ^ 1 << dice.below(7)),
        dice.choose(STRANGE),
        text[at].swapcase(),
        dice.choose(other or "x"),
    ]
    return text[:at] + dice.choose(letters) + text[at + 1 :]


def _repeat(text: str, _: str, dice: Dice) -> str:
    parts = _parts(text, dice)
    at = dice.below(len(parts))
    return "".join([*parts[:at], parts[at] * dice.choose([2, 10, 300, 3000]), *parts[at:]])


def _exaggerate(text: str, _: str, dice: Dice) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    one = dice.choose(numbers)
    return text[: one.start()] + dice.choose(EXTREMES) + text[one.end() :]


def _mistype(text: str, _: str, dice: Dice) -> str:
    values = list(re.finditer(r'"[^"\n]*"(?!:)|\[[^][\n]*\]|\{[^{}\n]*\}|\b(?:\d+|null|true|false)\b', text))
    if not values:
        return text
    one = dice.choose(values)
    return text[: one.start()] + dice.choose(VALUES) + text[one.end() :]


def _end_lines(text: str, _: str, dice: Dice) -> str:
    return text.replace("\n", dice.choose(LINE_ENDS))


def _look_alike(text: str, _: str, dice: Dice) -> str:
    known = [letter for letter in LOOKALIKES if letter in text]
    if not known:
        return text
    letter = dice.choose(known)
    return text.replace(letter, LOOKALIKES[letter], -1 if dice.below(2) else 1)


ACCIDENTS: Final[Sequence[Callable[[str, str, Dice], str]]] = (
    _drop,
    _double,
    _swap,
    _copy,
    _splice,
    _cut,
    _flip,
    _repeat,
    _exaggerate,
    _mistype,
    _end_lines,
    _look_alike,
)
