"""Pictures of the games: nothing is cut, no move changes the scale, everything can be read, and every program draws it alike."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from conftest import GAMES, walk
from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.dots.styles import DOTS
from hoyle.games.stratego import game as stratego
from hoyle.match import Match
from hoyle.raster import _flatten, _image, to_film, to_png
from hoyle.scene import HIGHLIGHTS, Mark, Scene, highlight, to_text
from hoyle.shelf import find, shelf
from hoyle.styles import BASE, NOTHING, SHAPES, Linear, Radial, Styles
from hoyle.svg import CELL, PAD, split_ground, to_svg
from pixels import colours, seen

LETTER = 7.5
"""How many units a letter of the usual size is wide, on average; the small ones are narrower."""


def corners(scene: Scene, mark: Mark) -> tuple[float, float, float, float]:
    """Return how far a mark reaches to the left, up, right and down, in SVG units."""
    x, y = (mark.x + 0.5) * CELL, (mark.y + 0.5) * CELL
    if mark.shape in {"line", "arrow"}:
        end_x, end_y = ((place + 0.5) * CELL for place in mark.to or (mark.x, mark.y))
        return min(x, end_x), min(y, end_y), max(x, end_x), max(y, end_y)
    style = scene.styles.style(mark.style)
    size = LETTER * (style.size or 14) / 14
    across, down = size * max(map(len, mark.text.split("\n"))), 16.0 * len(mark.text.split("\n")) * bool(mark.text)
    if mark.shape != "text":
        across, down = max(across, mark.width * CELL), max(down, mark.height * CELL)
    left = x if style.anchor == "start" else x - across / 2
    return left, y - down / 2, left + across, y + down / 2


def inside(scene: Scene, mark: Mark) -> bool:
    """Tell whether a mark, with the stroke round it, is not cut by the edge of the drawing, or is for the text only."""
    left, top, right, bottom = corners(scene, mark)
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


def texts(marks: tuple[Mark, ...]) -> set[str]:
    """Return what stands on marks and on what they carry."""
    return {mark.text for mark in marks if mark.text} | {text for mark in marks for text in texts(mark.inner)}


@pytest.mark.parametrize("name", GAMES)
def test_what_moves_are_written_with_stands_at_the_board(name: str) -> None:
    """The letters of every place that a click spells are seen, so that a hint or a list of moves can be followed."""
    box, game = find(name)
    scene = box.look.picture(game, Match.open(name, seed=1).state)
    shown = texts(scene.marks)
    for letters in {found[1] for mark in scene.marks if (found := re.match(r"([A-Za-z]+)\d", mark.spells))}:
        assert any(text.startswith(letters) for text in shown), letters


def test_a_small_board_of_pegs_is_no_larger_than_its_holes_need() -> None:
    """The boards of the lessons are planks that end where their holes do."""
    for variant, holes in (("OO./***", (3, 1)), (".OO.O/*****", (5, 1)), ("OO./O.O/.O.", (3, 3))):
        box, game = find(f"pegs/{variant}")
        scene = box.look.picture(game, game.start())
        assert (scene.width, scene.height) == (holes[0] + 1.5, holes[1] + 1.5)


def test_pegs_are_drawn_wherever_their_holes_lie() -> None:
    """No frame around the holes, however wide and on whichever side, is in the way of the picture."""
    dice = Dice(1)
    for _ in range(200):
        across, down, holes = 2 + dice.below(9), 1 + dice.below(9), dice.choose(["O", "O.", "O*", "O***", "O*******"])
        board = "/".join("".join(dice.choose(holes) for _ in range(across)) for _ in range(down))
        box, game = find(f"pegs/{'*' * across}/{board}/{'O' + '*' * (across - 1)}")
        assert to_svg(box.look.picture(game, game.start()))
    box, game = find("pegs/*****/*****/**O**/*****/*****")
    assert to_svg(box.look.picture(game, game.start()))


def test_a_triangle_names_its_holes_truly() -> None:
    """The holes of a column and its letter stand on one slanting line."""
    box, game = find("pegs/triangle6")
    scene = box.look.picture(game, game.start())
    letters = {mark.text: mark for mark in scene.marks if mark.shape == "text" and mark.text.isalpha()}
    assert "".join(letters) == "abcdef"
    for letter, mark in letters.items():
        holes = [hole for hole in scene.marks if hole.spells.startswith(letter)]
        column = [(hole.x, hole.y) for hole in holes] + [(mark.x, mark.y)]
        assert {round((b[0] - a[0]) / (b[1] - a[1]), 6) for a, b in pairwise(column)} == {-0.5}


@pytest.mark.parametrize(("seat", "home"), [(0, ("a1", "j4")), (1, ("a10", "j7"))])
def test_setups_lie_above_ones_home(seat: int, home: tuple[str, str]) -> None:
    """In the text the names of the setups lie above the own home and every rank beside it; drawn, every rank lies below."""
    game = stratego("classic")
    view = Match.new(game).follow(*["bastion"] * seat).view(Seat(seat))
    scene = shelf()["stratego"].look.scene_for(Seat(seat), game, view)
    marks = {mark.spells: mark for mark in scene.marks if mark.spells}
    assert max(marks[name].cell[1] for name, _ in game.ready) < min(marks[square].cell[1] for square in home)
    assert min(marks[letter].cell[0] for letter in "XFSB98765432") > max(marks[square].cell[0] for square in home)
    assert min(marks[letter].y for letter in "XFSB98765432") > max(marks[square].y for square in home)


@pytest.mark.parametrize("name", list(shelf()))
def test_a_showcase_can_be_played(name: str) -> None:
    """Its variants are on the shelf and its moves are legal; it ends in the midst of a match, drawn as its start is."""
    box = shelf()[name]
    for variant, moves in box.look.showcase.items():
        assert variant in box.variants
        match = Match.new(box.game(variant)).follow(*moves.split())
        assert match.turn == 0
        before, scene = (box.look.picture(match.game, state) for state in (match.start, match.view(Seat(0))))
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


WRITTEN = {
    "nim": [("chalk", "slate-light"), ("chalk", "slate-dark"), ("ink", "paper"), ("ink", "wood"), ("ink", "field")],
    "pegs": [("ink", "paper"), ("engraved", "walnut-dark"), ("engraved", "walnut")],
    "domino": [("pitch", "ivory"), ("pitch", "shade"), ("chalk", "felt-light"), ("chalk", "felt-dark")],
    "dots": [("faint", "ground"), *((f"{colour}-ink", colour) for colour in DOTS)],
    "stratego": [("land-text", "land-rim"), ("face", "red"), ("face", "blue"), ("ink", "paper")],
}
"""What is written on what, for each box."""


@pytest.mark.parametrize(("box", "ink", "ground"), [(box, *pair) for box, pairs in WRITTEN.items() for pair in pairs])
def test_what_is_written_can_be_read(box: str, ink: str, ground: str) -> None:
    """Letters and pips have a contrast of 4.5 at least, on light paper and on dark."""
    colours = shelf()[box].look.styles.colours
    assert all(contrast(*pair) >= 4.5 for pair in zip(colours[ink], colours[ground], strict=True))


@pytest.mark.parametrize("box", shelf())
def test_a_mark_says_what_it_is_written_on(box: str) -> None:
    """The words on every filled mark of a box's pictures can be read on it."""
    for scene in scenes(box):
        for mark in inside_out(scene.marks):
            style = scene.styles.style(mark.style)
            if mark.text and mark.shape != "text" and style.fill in scene.styles.colours:
                assert (style.letter or "ink", style.fill) in [*WRITTEN.get(box, ()), ("ink", "paper")]


# ------------------------------------------------------------------------------------------ everywhere


def scenes(name: str, variants: int | None = None) -> list[Scene]:
    """Return pictures of a box: of its variants, or so many of them, the start and the position after a few moves."""
    box = shelf()[name]
    return [
        box.look.picture(game, match.settle(Dice(4)).state)
        for game in map(box.game, list(box.variants)[:variants])
        for match in list(walk(game, seed=4, plies=7))[::7]
    ]


def inside_out(marks: tuple[Mark, ...]) -> Iterator[Mark]:
    """Yield marks and what is on them."""
    for mark in marks:
        yield mark
        yield from inside_out(mark.inner)


@pytest.mark.parametrize("name", shelf())
def test_pictures_use_the_styles_of_their_box(name: str) -> None:
    """Every word and shape is one that the box brings or the frame has, and the page knows its rules."""
    box = shelf()[name]
    for scene in scenes(name):
        assert scene.styles is box.look.styles
        assert to_svg(scene)
        assert all(mark.shape in {*SHAPES, *box.look.styles.symbols} for mark in inside_out(scene.marks))


def covers(mark: Mark, x: float, y: float) -> bool:
    """Tell whether a place, in cells, is well inside a mark's shape."""
    across, down = abs(x - mark.x) / (mark.width / 2), abs(y - mark.y) / (mark.height / 2)
    if mark.shape in {"box", "triangle", "line", "arrow", "corners", "arcs", "text"}:
        return mark.shape == "box" and max(across, down) < 0.85
    return across**2 + down**2 < 0.7


def touches(mark: Mark, x: float, y: float, margin: float = 0.1) -> bool:
    """Tell whether a mark with its stroke may reach a place."""
    if mark.shape in {"line", "arrow"}:
        return mark.to is not None and mark.x != mark.to[0]
    drawn = mark.shape != "text" or bool(mark.text)
    return drawn and abs(x - mark.x) < mark.width / 2 + margin and abs(y - mark.y) < mark.height / 2 + margin


Range = tuple[tuple[int, ...], tuple[int, ...]]
"""The least and the most of red, green and blue."""


def painted(styles: Styles, paint: str | None) -> set[str]:
    """Return the names of the colours that a paint is made of; none if something behind it shines through."""
    if not paint or paint == NOTHING:
        return set()
    material = styles.material(paint)
    if material is None:
        return {paint}
    opaque = isinstance(material, Linear | Radial) and all(stop.opacity == 1 for stop in material.stops)
    return {stop.colour for stop in material.stops} if opaque and isinstance(material, Linear | Radial) else set()


def shades(scene: Scene, mark: Mark) -> set[str]:
    """Return the names of the colours that a mark may show where it covers a place."""
    style = scene.styles.style(mark.style)
    if style.opacity is not None:
        return set()
    if mark.shape in SHAPES:
        return painted(scene.styles, style.fill)
    # On a symbol any of its parts may be seen there, above a part that covers it.
    names = set()
    for part in scene.styles.symbol(mark.shape).parts:
        for paint in filter(None, (part.fill, part.stroke)):
            material = scene.styles.material(paint)
            names |= {stop.colour for stop in material.stops} if isinstance(material, Linear | Radial) else set()
            names |= {paint} if material is None else set()
    return names


def hull(scene: Scene, names: set[str], scheme: int) -> Range:
    """Return the range in which a mixture of colours lies, a little wider for rounding."""
    channels = list(zip(*(rgb(scene.styles.colours[name][scheme]) for name in names), strict=True))
    return tuple(min(each) - 2 for each in channels), tuple(max(each) + 2 for each in channels)


def rgb(colour: str) -> tuple[int, ...]:
    """Return red, green and blue."""
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


def expectations(scene: Scene, scheme: int = 0) -> dict[tuple[float, float], Range]:
    """Return the colours of places that only one mark paints, in pixels: in its lower part, where no words are."""
    found = {(1.0, 1.0): hull(scene, {"paper"}, scheme)}
    for number, mark in enumerate(scene.marks):
        names, later = shades(scene, mark), scene.marks[number + 1 :]
        for aside in (-0.4, -0.28, -0.2, 0.28, 0.2) if names else ():
            x, y = mark.x + mark.width * aside, mark.y + mark.height * abs(aside)
            inner = (part for part in mark.inner if part.shape != "line")
            free = not any(touches(part, x - mark.x, y - mark.y, 0.03) for part in inner)
            if free and covers(mark, x, y) and not any(touches(other, x, y) for other in later):
                found[(x + 0.5) * CELL + PAD, (y + 0.5) * CELL + PAD] = hull(scene, names, scheme)
                break
    return found


def wrong(scene: Scene, at: Callable[[float, float], str], scheme: int = 0) -> dict[tuple[float, float], object]:
    """Return the places where another colour is seen than is to be expected."""
    expected = expectations(scene, scheme)
    return {
        place: (at(*place), low, high)
        for place, (low, high) in expected.items()
        if not at(*place) or any(not a <= seen <= b for a, seen, b in zip(low, rgb(at(*place)), high, strict=True))
    }


@pytest.mark.parametrize("name", shelf())
def test_a_program_that_knows_no_variables_draws_the_colours(name: str) -> None:
    """At every place that only one thing paints its colour is there, or a mixture of those that it is made of."""
    drawn = scenes(name, variants=3)
    assert [wrong(scene, seen(to_svg(scene))) for scene in drawn] == [{}] * len(drawn)
    assert max(len(expectations(scene)) for scene in drawn) > 2


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium")
def test_a_browser_draws_the_same() -> None:
    """Alone and among others on a page, on light and on dark; and the page's own words stay as they are."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    drawn = [scenes(name, variants=1)[-1] for name in shelf()]
    # Each begins on a whole pixel.
    sheet = "<style>body{{margin:0;display:grid;grid-auto-rows:900px}}:root{{color-scheme:{scheme}}}</style>"
    whole = f"{sheet}{{body}}<svg><text y='9'>a</text></svg>"
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for number, scheme in enumerate(["light", "dark"]):
            page = browser.new_page(viewport={"width": 1000, "height": 1000})
            page.set_content(whole.format(scheme=scheme, body="".join(map(to_svg, drawn))))
            for place, scene in enumerate(drawn):
                at = colours(page.locator("svg").nth(place).screenshot())
                assert wrong(scene, at, number) == {}
                # What a symbol is made of follows the scheme too: the water of a lake, beside its waves.
                for lake in (mark for mark in scene.marks if mark.shape == "lake"):
                    x, y = (
                        (lake.x + 0.5 + 0.1 * lake.width) * CELL + PAD,
                        (lake.y + 0.5 + 0.1 * lake.height) * CELL + PAD,
                    )
                    assert at(x, y) == scene.styles.colours["water"][number]
            assert (
                page.locator("svg").last.locator("text").evaluate("text => getComputedStyle(text).textAnchor")
                == "start"
            )
        browser.close()


# ----------------------------------------------------------------------------------------- the document

DOCS = Path(__file__).parents[1] / "docs"


def vocabulary() -> Scene:
    """Return every shared style with its name, on the shape that it is for, and the four highlights."""
    lines, written = {"link", "cased", "broad"}, {"label", "ink", "small", "fine", "strong", "start"}
    words = [word for word in BASE.words if word not in {"paper", *HIGHLIGHTS}]
    scene = Scene(12, 6, ())
    for number, word in enumerate([*words, *HIGHLIGHTS]):
        x, y = 0.8 + number % 6 * 2, number // 6 * 1.5
        peg = Mark(x, y, "circle", "piece", spells=word)
        marks = [peg, Mark(x + 1, y, "circle", "empty", spells=f"{word} to")] if word in HIGHLIGHTS else []
        if word in lines:
            marks = [Mark(x - 0.4, y, "line", "cased broad" if word == "broad" else word, to=(x + 0.4, y))]
        elif not marks:
            shape = (
                "circle" if word in {"piece", "empty", "cursor"} else "text" if word in written - {"label"} else "box"
            )
            marks = [peg] * (word == "cursor") + [Mark(x, y, shape, word, text="word" * (word in written))]
        scene = replace(scene, marks=(*scene.marks, *marks, Mark(x, y + 0.7, "text", "ink fine", text=word)))
    for word in HIGHLIGHTS:
        scene = highlight(scene, word, [word, f"{word} to"] if word == "hint" else [word])
    return scene


def test_the_document_shows_the_vocabulary() -> None:
    """docs/pictures.md names every shared word, shape and colour, and its picture is drawn by what it shows."""
    text = (DOCS / "pictures.md").read_text()
    named = set(re.findall(r"`([^`]+)`", text)) | {
        word for words in re.findall(r"`([^`]+)`", text) for word in words.split()
    }
    assert {*BASE.words, *BASE.colours, *BASE.materials, *SHAPES} <= named
    assert (DOCS / "pictures.svg").read_text() == to_svg(vocabulary())


def test_a_picture_keeps_to_its_plane(game_name: str) -> None:
    """No shape reaches further out than its shadow, so that a board covers nothing that stands beside it on a page."""
    match = Match.open(game_name, seed=1)
    scene = find(game_name)[0].look.picture(match.game, match.state)
    for mark in scene.marks:
        if mark.shape in {"box", "circle", "ellipse"}:
            width, height = mark.width or 0, mark.height or mark.width or 0
            sides = (mark.x - width / 2, scene.width - 1 - mark.x - width / 2)
            ends = (mark.y - height / 2, scene.height - 1 - mark.y - height / 2)
            assert min(*sides, *ends) > -0.6, mark


@pytest.mark.parametrize("name", ["domino/3", "dots/small", "nim", "pegs/english", "stratego/duel"])
def test_a_film_draws_each_position_as_it_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What all pictures begin with is drawn once, and nobody can see that."""
    box, game = find(name)
    drawings = [to_svg(box.look.picture(game, match.state)) for match in walk(game, seed=2, plies=4)]
    ground, rest = split_ground(drawings)
    assert ground.count("<g ") > 1
    # Few colours are chosen for a picture as a whole.
    monkeypatch.setattr(Image.Image, "quantize", lambda image, *_, **__: image)
    for drawing, left in zip(drawings, rest, strict=True):
        assert len(left) < len(drawing)
        whole = Image.open(BytesIO(to_png(drawing, 300))).convert("RGB")
        difference = ImageChops.difference(whole, _flatten(_image(ground, 300), _image(left, 300)))
        # Every shade in which they differ.
        assert max(range(256), key=lambda shade: shade * any(difference.histogram()[shade::256])) <= 3
    monkeypatch.undo()
    with Image.open(BytesIO(to_film(drawings, width=60))) as film:
        film.seek(len(drawings) - 1)
        with pytest.raises(EOFError):
            film.seek(len(drawings))
    assert to_film(drawings[:1], "webp", width=60)
