"""Pictures of the games: nothing is cut, no move changes the scale, and everything can be read on its ground."""

from __future__ import annotations

from itertools import pairwise

import pytest

from conftest import GAMES, walk
from hoyle.game import Seat
from hoyle.games.stratego import game as stratego
from hoyle.match import Match
from hoyle.scene import CELL, DOTS, PAD, PALETTE, Mark, Scene, to_text
from hoyle.shelf import find, shelf

LETTER = 7.5
"""How many units a letter of the usual size is wide, on average; the small ones are narrower."""


def corners(mark: Mark) -> tuple[float, float, float, float]:
    """Return how far a mark reaches to the left, up, right and down, in SVG units."""
    x, y = (mark.x + 0.5) * CELL, (mark.y + 0.5) * CELL
    if mark.shape in {"line", "arrow"}:
        end_x, end_y = ((place + 0.5) * CELL for place in mark.to or (mark.x, mark.y))
        return min(x, end_x), min(y, end_y), max(x, end_x), max(y, end_y)
    size = LETTER * next((share for word, share in (("fine", 0.65), ("small", 0.8)) if word in mark.style), 1.0)
    across, down = size * max(map(len, mark.text.split("\n"))), 16.0 * len(mark.text.split("\n")) * bool(mark.text)
    if mark.shape != "text":
        across, down = max(across, mark.width * CELL), max(down, mark.height * CELL)
    left = x if "start" in mark.style else x - across / 2
    return left, y - down / 2, left + across, y + down / 2


def inside(scene: Scene, mark: Mark) -> bool:
    """Tell whether a mark, with the stroke round it, is not cut by the edge of the drawing, or is for the text only."""
    left, top, right, bottom = corners(mark)
    return (mark.shape == "text" and not mark.text) or (
        min(left, top) >= 1 - PAD and right <= scene.width * CELL + PAD - 1 and bottom <= scene.height * CELL + PAD - 1
    )


@pytest.mark.parametrize("name", [*GAMES, "domino/15", "dots/20x20x8", "pegs/triangle12", "nim/1,30"])
def test_nothing_is_cut_and_nothing_changes_the_scale(name: str) -> None:
    """From the first set-up to the last move every mark is on the plane, and the plane stays as large as it was."""
    box, game = find(name)
    scenes = [box.look.picture(game, match.state) for match in walk(game, seed=2, plies=40)]
    assert len({(scene.width, scene.height, scene.pitch) for scene in scenes}) == 1
    for scene in (scenes[0], scenes[len(scenes) // 2], scenes[-1]):
        assert [mark for mark in scene.marks if not inside(scene, mark)] == []


def test_a_stack_that_was_written_down_is_not_cut() -> None:
    """Play leads to stacks of at most 3n + 1 tiles, all of one width; a position may have more, and is not cut."""
    box, game = find("domino/6")
    tiles = [f"[{high}:{low}]" for high in range(7) for low in range(high + 1)]
    homes = " ".join(f"F{high} 0/{high + 1}" for high in range(7))
    rest = " / ".join(f"S{place} |top><|" for place in range(2, 7))
    widths = []
    for count in (1, 13, 14, 19, 28):
        first, second = "".join(tiles[:count]), "".join(tiles[count:])
        scene = box.look.picture(game, game.read(f"{homes} / S0 |top>{first}<| / S1 |top>{second}<| / {rest}"))
        assert [mark for mark in scene.marks if not inside(scene, mark)] == []
        assert " ".join(tiles[1:count]).replace("0", " ") in to_text(scene)
        widths.append(scene.width)
    assert widths[1] == widths[2] == widths[3] == box.look.picture(game, game.start()).width


def test_a_triangle_names_its_holes_truly() -> None:
    """The holes of a column and its letter stand on one slanting line."""
    box, game = find("pegs/triangle6")
    scene = box.look.picture(game, game.start())
    letters = {mark.text: mark for mark in scene.marks if mark.shape == "text" and mark.text.isalpha()}
    assert "".join(letters) == "abcdef"
    for letter, mark in letters.items():
        holes = [hole for hole in scene.marks if hole.spells.startswith(letter)]
        column = [(hole.x, hole.y) for hole in holes] + [(mark.x, mark.y)]
        assert {(round(b[0] - a[0], 6), b[1] - a[1]) for a, b in pairwise(column)} == {(-0.5, 1)}


@pytest.mark.parametrize(("seat", "home"), [(0, ("a1", "j4")), (1, ("a10", "j7"))])
def test_setups_lie_above_ones_home(seat: int, home: tuple[str, str]) -> None:
    """Whoever sets up finds the names of the setups on the board above the own home, and every rank beside it."""
    game = stratego("classic")
    view = Match.new(game).follow(*["bastion"] * seat).seen_by(Seat(seat))
    scene = shelf()["stratego"].look.seen_from(Seat(seat), game, view)
    marks = {mark.spells: mark for mark in scene.marks if mark.spells}
    assert max(marks[name].y for name, _ in game.ready) < min(marks[square].y for square in home)
    assert min(marks[letter].x for letter in "XFSB98765432") > max(marks[square].x for square in home)


@pytest.mark.parametrize("name", list(shelf()))
def test_a_showcase_can_be_played(name: str) -> None:
    """Its variants are on the shelf and its moves are legal; it ends in the midst of a match, drawn as its start is."""
    box = shelf()[name]
    for variant, moves in box.look.showcase.items():
        assert variant in box.variants
        match = Match.new(box.game(variant)).follow(*moves.split())
        assert match.turn == 0
        before, scene = (box.look.picture(match.game, state) for state in (match.start, match.seen_by(Seat(0))))
        assert (before.width, before.height) == (scene.width, scene.height)
        assert [mark for mark in scene.marks if not inside(scene, mark)] == []


# -------------------------------------------------------------------------------------------- contrast


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    shares = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *(("ink", ground) for ground in ("paper", "wood", "ground", "field")),
        *(("pale", ground) for ground in ("red", "blue", "water")),
        *(("pitch", ground) for ground in ("ivory", "shade")),
    ],
)
def test_what_is_written_can_be_read(ink: str, ground: str, scheme: int) -> None:
    """Letters and pips have a contrast of 4.5 at least, on light paper and on dark."""
    assert contrast(PALETTE[ink][scheme], PALETTE[ground][scheme]) >= 4.5


@pytest.mark.parametrize("colour", DOTS)
def test_a_dots_letter_can_be_read(colour: str) -> None:
    """The letter on a dot, whatever its colour."""
    assert all(contrast(pitch, DOTS[colour]) >= 4.5 for pitch in PALETTE["pitch"])
