"""Scenes and squares: drawings that are sound, names that are inverse."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.game import NotationError
from hoyle.games.pegs import game
from hoyle.grid import TRIANGULAR, name, square, symmetries
from hoyle.scene import STYLESHEET, Mark, Scene, strip, to_svg, to_text


def test_a_scene_is_escaped() -> None:
    """What stands in a caption or a mark cannot break out of the drawing."""
    nasty = "<script>&\"'"
    scene = Scene(1, 1, (Mark(0, 0, "box", nasty, nasty, nasty, nasty, nasty),), nasty)
    root = ET.fromstring(to_svg(scene))  # noqa: S314 — our own drawing
    assert root.findtext("{*}title") == nasty
    assert root.find("{*}g[@data-spells]").get("data-spells") == nasty  # type: ignore[union-attr]
    assert nasty in to_text(scene)


@pytest.mark.parametrize("shape", ["circle", "ellipse", "box", "line", "arrow", "text"])
def test_every_shape_is_drawn(shape: str) -> None:
    """Each shape gives sound SVG, with its words on it."""
    mark = Mark(0, 0, shape, "plain", text="a\nb", to=(1, 1))  # type: ignore[arg-type]
    assert ET.fromstring(to_svg(Scene(2, 2, (mark,)))).findall(".//{*}text")  # noqa: S314 — our own drawing


def test_a_drawing_without_its_styles_is_otherwise_the_same() -> None:
    """A page that brings the stylesheet leaves it out of the drawing, and nothing else."""
    scene = Scene(1, 1, (Mark(0, 0, "circle", "piece", "O", "a1", "a peg"),), "one peg")
    assert to_svg(scene, styled=False) == to_svg(scene).replace(f"<style>{STYLESHEET}</style>\n", "")
    assert "<style" not in to_svg(scene, styled=False)


def test_what_is_drawn_on_a_mark_goes_where_it_goes() -> None:
    """It belongs to its mark's group, is placed from its middle, and is not in the text."""
    pip = Mark(0.25, 0, "circle", "pip", "*", width=0.5)
    scene = Scene(2, 1, (Mark(1, 0, "box", "tile", "T", "S1", "a tile", inner=(pip,)),))
    for drawn, middle in ((scene, "70"), (strip([scene, scene]), "170")):
        root = ET.fromstring(to_svg(drawn))  # noqa: S314 — our own drawing
        assert root.findall("{*}g/{*}g[@class='pip']/{*}circle")[-1].get("cx") == middle
        assert "*" not in to_text(drawn)


@settings(derandomize=True)
@given(st.tuples(st.integers(0, 700), st.integers(0, 700)))
def test_a_square_has_one_name(place: tuple[int, int]) -> None:
    """Names and squares are inverse."""
    assert square(name(place)) == place


@pytest.mark.parametrize(
    "text", ["", "a", "4", "a0", "4a", "a-1", "ä4", "a1 ", "a" * 50 + "1", "a" + "9" * 5000, "a\u0661"]
)
def test_what_is_no_square(text: str) -> None:
    """Anything else is refused with a few words."""
    with pytest.raises(NotationError, match="not a square"):
        square(text)


@pytest.mark.parametrize(
    ("variant", "count"),
    [("english", 8), ("french", 8), ("wiegleb", 8), ("asymmetric", 2), ("diamond41", 8), ("triangle", 6), ("skull", 8)],
)
def test_symmetries_of_the_boards(variant: str, count: int) -> None:
    """Each is a permutation of the holes that permutes the jumps, and the first changes nothing."""
    board = game(variant).board
    found = symmetries(board.holes, board.directions)
    assert len(found) == count
    assert found[0] == {hole: hole for hole in board.holes}
    jumps = {(jump.source, jump.over, jump.target) for jump in board.jumps}
    for symmetry in found:
        assert {tuple(symmetry[hole] for hole in jump) for jump in jumps} == jumps


def test_no_squares_have_no_symmetry() -> None:
    """The empty set is nobody's board."""
    assert symmetries(set()) == ()
    assert len(symmetries({(0, 0)}, TRIANGULAR)) == 12
