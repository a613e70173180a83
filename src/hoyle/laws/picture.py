"""Laws of pictures, from either side, and of the rules page."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree as ET

from hoyle.game import NATURE, Seat
from hoyle.laws.law import Checks, check, law
from hoyle.laws.walk import SOME, Moment, Walk
from hoyle.scene import Mark, to_text
from hoyle.svg import to_svg


@law()
def pictures(walk: Walk, moment: Moment) -> Checks:
    """A picture's marks spell each move of a seat and are labelled, and it is drawn as text and as valid SVG."""
    scene = walk.scene(moment)
    for mark in scene.marks:
        if mark.spells:
            yield check(bool(mark.label), f"the mark that spells {mark.spells} has no label")
    text = to_text(scene)
    described = ET.fromstring(to_svg(scene)).findtext("{*}desc") or ""  # noqa: S314 — our own drawing
    yield check(described.split() == text.split(), "its SVG is described by another text")
    yield check(scene.caption in text, f"its text lacks the caption {scene.caption!r}")
    mover = moment.match.turn
    if mover is not None and mover != NATURE:
        spells = {_bare(mark.spells) for mark in scene.marks if mark.spells} - {""}
        for move in moment.moves[:: len(moment.moves) // SOME or 1]:
            yield check(_is_made_of(spells, _bare(str(move))), "no marks spell it", move)


def _is_made_of(words: set[str], text: str) -> bool:
    """Tell whether a text is made of these words, one after the other.

    >>> _is_made_of({"h1", "h10", "j1"}, "h10j1"), _is_made_of({"h1", "j1"}, "h10j1")
    (True, False)
    """
    sizes, reached = {len(word) for word in words}, {0}
    for place in range(len(text)):
        if place in reached:
            reached |= {place + size for size in sizes if text[place : place + size] in words}
    return bool(text) and len(text) in reached


def _bare(text: str) -> str:
    """Return the letters and digits of a notation: parse is forgiving about what stands between them."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


@law(excuse="nobody sits opposite")
def sides(walk: Walk, moment: Moment) -> Checks:
    """The picture from the opposite side has the same marks on the same plane, with the same names and words."""
    if walk.box.look.opposite is None:
        return
    scene, other = (walk.box.look.scene_for(seat, walk.game, moment.match.state) for seat in (Seat(0), Seat(1)))
    yield check(
        Counter(map(_without_place, scene.marks)) == Counter(map(_without_place, other.marks)), "it has different marks"
    )
    places = [{(mark.x, mark.y) for mark in picture.marks} for picture in (scene, other)]
    yield check(places[0] == places[1], "its marks stand in different places")
    yield check(replace(scene, marks=()) == replace(other, marks=()), "its size or its words differ")
    yield check(scene != other, "it is the same as from the first side")


def _without_place(mark: Mark) -> Mark:
    return replace(mark, x=0, y=0, to=None, written=None)


@law()
def page(walk: Walk, moment: Moment) -> Checks:
    """The rules are numbered paragraphs, from 1 up, with a source."""
    if walk.is_last(moment):
        numbers = [int(number) for number in re.findall(r"^§(\d++)", walk.box.rules, re.MULTILINE)]
        counted = bool(numbers) and numbers == list(range(1, len(numbers) + 1))
        yield check(counted, f"its paragraphs are numbered {numbers}, and not from 1 up")
        source = re.search(r"^Sources?:", walk.box.rules, re.MULTILINE)
        yield check(source is not None, "there is no line that begins with 'Source:'")
