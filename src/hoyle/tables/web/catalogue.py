"""What the shelf shows to everybody: the games, their rules and pictures."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile
from typing import Final

from typing_extensions import TypedDict

from hoyle.box import Box, Face, Pack, Step
from hoyle.dice import Dice
from hoyle.game import NATURE, HoyleError
from hoyle.match import Match
from hoyle.shelf import contents as shelf_contents
from hoyle.shelf import find, open_boxes, shelf
from hoyle.styles import Styles
from hoyle.svg import to_svg
from hoyle.tables.memory import Memory
from hoyle.tables.web.limits import MOST_MARKS

SEED: Final = 1
"""The seed of the deals on the shelf, where they are only pictures."""
_PICTURES: Final = Memory[tuple[str, str | None, int, bool], str](16_000_000)
"""The drawings that were asked for last, by what was asked; a large one has a million letters."""


class VariantFacts(TypedDict):
    """A variant of a game, with the seats it has, whether chance begins, and why it cannot be won if it cannot."""

    name: str
    words: str
    seats: int
    dealt: bool
    lost: str | None


class FaceFacts(TypedDict):
    """A player of a box as an opponent: its level from 1, how it appears and plays, and its measured rating with its error."""

    name: str
    level: int
    title: str
    sign: str
    words: str
    rating: tuple[int, int] | None


class LevelFacts(TypedDict):
    """One puzzle of a pack, and the least that wins it."""

    title: str
    game: str
    seed: int
    par: dict[str, int]


class PackFacts(TypedDict):
    """Puzzles in order."""

    name: str
    title: str
    words: str
    levels: list[LevelFacts]


class StepFacts(TypedDict):
    """One task of a lesson, with the paragraphs of the rules that it is about."""

    game: str
    position: str | None
    task: str
    rules: list[str]
    accept: list[str]
    then: str
    wins: bool
    seats: list[str]


class GuideFacts(TypedDict):
    """The guide to a game: packs of puzzles, and a lesson."""

    name: str
    title: str
    packs: list[PackFacts]
    lesson: list[StepFacts]


class BoxFacts(TypedDict):
    """A game on the shelf."""

    name: str
    title: str
    variants: list[VariantFacts]
    seats: list[str]
    deals: bool
    solvers: list[str]
    players: list[str]
    opponents: list[FaceFacts]
    daily: bool
    packs: int
    lesson: int


class RulesPage(TypedDict):
    """A game's rules, in numbered paragraphs, and how to play in a few lines."""

    name: str
    title: str
    how: list[str]
    rules: str


def contents() -> tuple[list[BoxFacts], list[str]]:
    """Return the games on the shelf, and those that do not load."""
    boxes, broken = shelf_contents()
    return [_facts(box) for box in boxes], broken


def styles() -> list[Styles]:
    """Return how the games on the shelf are drawn."""
    return [box.look.styles for box in shelf_contents()[0]]


def _facts(box: Box) -> BoxFacts:
    variants: list[VariantFacts] = [
        {
            "name": variant,
            "words": words,
            "seats": game.seats,
            "dealt": game.turn(game.start()) == NATURE,
            "lost": box.lost.get(variant),
        }
        for variant, words in box.variants.items()
        for game in [box.game(variant)]
    ]
    return {
        "name": box.name,
        "title": box.title,
        "variants": variants,
        "seats": list(box.seats),
        "deals": box.texts.deal is not None,
        "solvers": list(box.solvers),
        "players": list(box.players),
        "opponents": opponents(box),
        "daily": bool(box.guide.week or (box.solvers and any(variant["seats"] == 1 for variant in variants))),
        "packs": len(_packs(box.name)),
        "lesson": len(_lesson(box.name)),
    }


def opponents(box: Box) -> list[FaceFacts]:
    """Return a box's players as levels, from the weakest to the strongest.

    >>> from hoyle.games.nim import BOX
    >>> [(face["level"], face["name"], face["rating"]) for face in opponents(BOX)]
    [(1, 'careless', [-369, 76]), (2, 'casual', [-107, 65]), (3, 'perfect', [476, 113])]
    """
    names = box.guide.levels or tuple(box.players)[::-1]
    faces = [(name, box.guide.faces.get(name, Face(name, name[:1].upper(), ""))) for name in names]
    ratings = {} if box.guide.ladder is None else json.loads(box.guide.ladder())["ratings"]
    return [
        {
            "name": name,
            "level": level,
            "title": face.title,
            "sign": face.sign,
            "words": face.words,
            "rating": ratings.get(name),
        }
        for level, (name, face) in enumerate(faces, 1)
    ]


@cache
def _packs(name: str) -> Sequence[Pack]:
    packs = shelf()[name].guide.packs
    return () if packs is None else tuple(packs())


@cache
def _lesson(name: str) -> Sequence[Step]:
    lesson = shelf()[name].guide.lesson
    return () if lesson is None else tuple(lesson())


def guide(name: str) -> GuideFacts:
    """Return the packs and the lesson of a box."""
    box, _ = find(name.partition("/")[0])
    return {
        "name": box.name,
        "title": box.title,
        "packs": [
            {
                "name": pack.name,
                "title": pack.title,
                "words": pack.words,
                "levels": [
                    {"title": level.title, "game": level.game, "seed": level.seed, "par": dict(level.par)}
                    for level in pack.levels
                ],
            }
            for pack in _packs(box.name)
        ],
        "lesson": [
            {
                "game": step.game,
                "position": step.position,
                "task": step.task,
                "rules": [paragraph(box.rules, number) for number in step.rules],
                "accept": list(step.accept),
                "then": step.then,
                "wins": step.wins,
                "seats": list(step.seats),
            }
            for step in _lesson(box.name)
        ],
    }


def paragraph(rules: str, number: int) -> str:
    """Return one paragraph of a rules page.

    >>> from hoyle.games.nim import BOX
    >>> paragraph(BOX.rules, 2)
    '§2 A move takes one or more counters from a single heap, at most as many as it holds.'
    """
    lines = iter(rules.splitlines())
    words = next((line.split() for line in lines if line.split()[:1] == [f"§{number}"]), None)
    if words is None:
        raise HoyleError(f"these rules have no §{number}")
    for line in takewhile(lambda line: line.strip() and not line.startswith("§"), lines):
        words += line.split()
    return " ".join(words)


def rules(name: str) -> RulesPage:
    """Return the rules page of a box."""
    box, _ = find(name.partition("/")[0])
    return {"name": box.name, "title": box.title, "how": list(box.guide.how), "rules": box.rules.strip()}


def prepare() -> None:
    """Draw what the shelf shows, so that the first visitor neither waits for that nor pays for it."""
    for box in open_boxes():
        for variant in box.variants:
            try:
                picture(f"{box.name}/{variant}", None, SEED, showcase=True)
            # A stranger's game must not keep the others from being shown; the reason is told where it is asked for.
            except Exception:
                logging.getLogger("hoyle").exception("%s/%s cannot be drawn", box.name, variant)


def picture(name: str, state: str | None, seed: int, *, showcase: bool = False) -> str:
    """Return a game's first position, dealt by a seed if nature deals, or another position of it, as SVG.

    For a showcase, which is small and stands on a card, the first position may be left for one that shows more of the
    game, and the names of rows and columns and the paper are left out.
    """

    def draw() -> tuple[str, int]:
        drawing = _draw(name, state, seed, showcase=showcase)
        return drawing, len(drawing)

    return _PICTURES.find((name, state, seed, showcase), draw)


def _draw(name: str, state: str | None, seed: int, *, showcase: bool) -> str:
    box, game = find(name)
    match = Match.new(game, None if state is None else game.read(state)).settle(Dice(seed))
    if showcase and state is None:
        match = match.follow(*box.look.showcase.get(name.partition("/")[2] or box.default, "").split())
    view = match.state if match.turn is None else match.view(match.turn)
    scene = box.look.picture(game, view)
    if len(scene.marks) > MOST_MARKS:
        raise HoyleError("this board is too large for a picture on a page")
    if showcase:
        marks = tuple(mark for mark in scene.marks if "rim" not in mark.style.split())
        return to_svg(replace(scene, marks=marks), paper=False)
    return to_svg(scene)
