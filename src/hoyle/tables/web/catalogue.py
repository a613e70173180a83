"""What the shelf shows to everybody: the games, their rules and pictures."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from typing_extensions import TypedDict

from hoyle.box import Box
from hoyle.dice import Dice
from hoyle.game import NATURE, HoyleError
from hoyle.match import Match
from hoyle.shelf import contents as shelf_contents
from hoyle.shelf import find
from hoyle.styles import Styles
from hoyle.svg import to_svg
from hoyle.tables.web.looks import MOST_MARKS


class VariantFacts(TypedDict):
    """A variant of a game, with the seats it has, whether chance begins, and why it cannot be won if it cannot."""

    name: str
    words: str
    seats: int
    dealt: bool
    lost: str | None


class BoxFacts(TypedDict):
    """A game on the shelf."""

    name: str
    title: str
    variants: list[VariantFacts]
    seats: list[str]
    deals: bool
    solvers: list[str]
    players: list[str]


class RulesPage(TypedDict):
    """A game's rules, in numbered paragraphs."""

    name: str
    title: str
    rules: str


def contents() -> tuple[list[BoxFacts], list[str]]:
    """Return the games on the shelf, and those that do not load."""
    boxes, broken = shelf_contents()
    return [_facts(box) for box in boxes], broken


def styles() -> list[Styles]:
    """Return how the games on the shelf are painted."""
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
    }


def rules(name: str) -> RulesPage:
    """Return the rules page of a box."""
    box, _ = find(name.partition("/")[0])
    return {"name": box.name, "title": box.title, "rules": box.rules.strip()}


@lru_cache(maxsize=256)
def picture(name: str, state: str | None, seed: int, *, showcase: bool = False) -> str:
    """Return a game's first position, dealt by a seed if nature deals, or another position of it, as SVG.

    For a showcase, which is small and stands on a card, the first position may be left for one that shows more of the
    game, and the names of rows and columns and the paper are left out.
    """
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
