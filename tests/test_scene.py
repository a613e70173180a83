"""Scenes, styles and squares: drawings that are sound wherever they are shown, pieces that can be followed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import walk
from hoyle.box import Box
from hoyle.dice import Dice
from hoyle.game import NATURE, HoyleError, NotationError
from hoyle.games.dots.rules import Path
from hoyle.games.pegs import game
from hoyle.games.stratego.pieces import Step
from hoyle.grid import TRIANGULAR, name, square, symmetries
from hoyle.scene import Mark, Scene, highlight, motions, strip, to_text
from hoyle.shelf import find
from hoyle.styles import BASE, SHAPES, Linear, Part, Pattern, Radial, Stop, Style, Styles, Symbol
from hoyle.svg import CELL, PAD, stylesheet, to_film, to_svg
from pixels import seen

PEG = Scene(1, 1, (Mark(0, 0, "circle", "piece", "O", "a1", "a peg"),), "one peg")


def parsed(scene: Scene) -> ET.Element:
    """Return the elements of a drawing."""
    return ET.fromstring(to_svg(scene))  # noqa: S314 — our own drawing


def test_a_scene_is_escaped() -> None:
    """What stands in a caption or a mark cannot break out of the drawing."""
    nasty = "<script>&\"'"
    scene = Scene(1, 1, (Mark(0, 0, "box", "plain", nasty, nasty, nasty, nasty),), nasty)
    root = parsed(scene)
    assert root.findtext("{*}title") == nasty
    assert root.find("{*}g[@data-spells]").get("data-spells") == nasty  # type: ignore[union-attr]
    assert nasty in to_text(scene)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_drawn(shape: str) -> None:
    """Each shape gives sound SVG, with its words on it."""
    group = parsed(Scene(2, 2, (Mark(0, 0, shape, "plain", text="a\nb", to=(1, 1)),))).findall("{*}g")[-1]
    assert [element.tag.rpartition("}")[2] for element in group][-2:] == ["text", "text"]
    assert len(group) == (2 if shape == "text" else 3)


def test_a_drawing_without_its_rules_is_otherwise_the_same() -> None:
    """A page that brings the stylesheet leaves the rules out of the drawing, and names come from the styles alone."""
    own, bare = to_svg(PEG), to_svg(PEG, styled=False)
    assert "<style" not in bare
    names = [re.findall(r'class="(hoyle-\w+)"', drawing)[0] for drawing in (own, bare)]
    assert re.sub("<style>.*</style>\n", "", own).replace(*names) == bare
    assert f".{names[1]} .piece" in stylesheet([BASE])
    assert names[1] in to_svg(replace(PEG, caption="another"), styled=False)


def test_what_is_drawn_on_a_mark_goes_where_it_goes() -> None:
    """It belongs to its mark's group, is placed from its middle, and is not in the text."""
    pip = Mark(0.25, 0, "circle", "empty", "*", width=0.5)
    scene = Scene(2, 1, (Mark(1, 0, "box", "plain", "T", "S1", "a tile", inner=(pip,)),))
    for drawn, middle in ((scene, "70"), (strip([scene, scene]), "170")):
        assert parsed(drawn).findall("{*}g/{*}g[@class='empty']/{*}circle")[-1].get("cx") == middle
        assert "*" not in to_text(drawn)


def test_a_notebook_draws_a_scene() -> None:
    """By the method that notebooks look for."""
    assert PEG._repr_svg_() == to_svg(PEG)


# ------------------------------------------------------------------------------- alone and on a page


def test_rules_and_ids_stay_inside_their_drawing() -> None:
    """Every rule begins with a name that only this drawing has, and so does every id and what refers to it."""
    other = replace(PEG, caption="another peg")
    assert to_svg(PEG) == to_svg(PEG)
    for drawing in (to_svg(PEG), to_svg(other), to_film([PEG, other]), f"<style>{stylesheet([BASE])}</style>"):
        (rules,) = re.findall("<style>(.*)</style>", drawing)
        (scope,) = set(re.findall(r"hoyle-[0-9a-f]+", drawing))
        places = re.findall(r"(?:^|[{}])([^{}@%]+)\{", rules)
        assert all(re.match(rf"(:root)?\.{scope}\b", place) for place in places if place != "0")
        assert all(each.startswith(scope) for each in re.findall(r'(?:id="|#)([a-z-][\w-]*)', drawing) if "-" in each)
        assert re.findall("@keyframes ([^{]+)", rules) in ([], [scope])
    ids = [re.findall('id="([^"]+)"', drawing) for drawing in (to_svg(PEG), to_svg(other))]
    assert all(ids)
    assert not set(ids[0]) & set(ids[1])


def test_colours_are_written_out() -> None:
    """Variables stand only where a program says that it knows them."""
    plain, _, themed = to_svg(PEG).partition("@supports")
    assert "var(" not in plain
    assert "light-dark(#2b2118,#f1e7d6)" in themed
    assert "None" not in to_svg(PEG)


def test_a_film_that_cannot_run_shows_its_end() -> None:
    """A program without animations draws the last frame alone."""
    film = to_film([PEG, replace(PEG, marks=(Mark(0, 0, "circle", "empty"),))])
    assert seen(film)(PAD + CELL / 2, PAD + CELL / 2) == BASE.colours["hole"][0]


# ---------------------------------------------------------------------------------- a box of one's own

OWN = BASE | Styles(
    name="marbles",
    colours={
        "sea": ("#1a5c75", "#58adb8"),
        "deep": ("#0b3147", "#0b3147"),
        "felt": ("#3c7159", "#29503f"),
        "red": ("#a5322a", "#c24b40"),
    },
    materials={
        "glass": Radial((Stop(0, "pale"), Stop(0.3, "sea"), Stop(1, "deep")), (0.36, 0.3, 0.8)),
        "dusk": Linear((Stop(0, "felt"), Stop(0.5, "felt"), Stop(0.5, "deep"), Stop(1, "deep"))),
        "weave": Pattern(8, 8, (Part("M0 0h4v8h-4z", fill="red"), Part("M4 0h4v8h-4z", fill="pale"))),
    },
    symbols={
        "marble": Symbol(
            (
                Part("M-16 4a16 16 0 1 0 32 0a16 16 0 1 0-32 0z", fill="pitch", opacity=0.4),
                Part("M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0z", fill="glass"),
            ),
            (-20, -20, 40, 40),
        ),
        "bar": Symbol((Part("M0 8h24v8h-24z"),)),
    },
    words={
        "marble": Style(),
        "cloth": Style(fill="dusk"),
        "back": Style(fill="weave", stroke="red", width=2, corner=0),
        "icon": Style(fill="light", terminal="bold sea"),
    },
)
"""Materials and symbols of the kinds that a page may want: glass, cloth, a woven back, a rank as an icon."""


def test_a_box_brings_materials_and_symbols() -> None:
    """Gradients, patterns and symbols are drawn, also on other marks; a symbol's open paints are those of its mark."""
    icon = Mark(0, 0, "bar", "icon", width=0.6, height=0.6)
    marks = (
        Mark(0, 0, "box", "cloth", width=1, height=1),
        Mark(1, 0, "marble", "marble", width=1, height=1),
        Mark(2, 0, "box", "back", width=0.8, inner=(icon,)),
    )
    at = seen(to_svg(Scene(3, 1, marks, styles=OWN)))
    assert (at(25, 20), at(25, 45)) == ("#3c7159", "#0b3147")
    assert at(65, 25) > at(70, 30) > at(79, 37)
    assert at(70, 47) not in {"#fbf7ef", at(70, 40)}
    # The weave's stripes are four units wide, from the drawing's own corner.
    assert {at(PAD + 86, 20), at(PAD + 90, 20)} == {"#ffffff", "#a5322a"}
    assert at(PAD + 100, PAD + 20) == OWN.colours["light"][0]


def test_what_is_not_used_is_not_written() -> None:
    """A drawing holds the rules, materials and symbols that its marks need, each once."""
    drawing = to_svg(Scene(3, 1, (Mark(0, 0, "marble", "marble"), Mark(1, 0, "marble", "marble")), styles=OWN))
    assert re.findall(r'id="hoyle-\w+-(\w+)"', drawing) == ["glass", "marble"]
    assert ".cloth" not in drawing
    assert "--red" not in drawing


def test_of_several_words_the_later_defined_wins() -> None:
    """Whatever their order in the mark; in a terminal all are heard."""
    assert OWN.style("back piece") == OWN.style("piece back")
    assert OWN.style("piece back").fill == "weave"
    assert OWN.style("icon piece").terminal == "bold bold sea"


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        (Mark(0, 0, "box", "piece cloht"), "no style of marbles is called 'cloht'; did you mean cloth"),
        (Mark(0, 0, "marbel", "marble"), "no shape of marbles is called 'marbel'; did you mean marble"),
        (Mark(0, 0, "box", "piece", inner=(Mark(0, 0, "bra", "icon"),)), "no shape of marbles is called 'bra'"),
    ],
)
def test_what_is_unknown_is_named(mark: Mark, words: str) -> None:
    """An unknown word or shape is an error that names it and the box, with or without rules."""
    scene = Scene(1, 1, (mark,), styles=OWN)
    for drawing in (to_svg, lambda scene: to_svg(scene, styled=False), lambda scene: to_film([scene])):
        with pytest.raises(HoyleError, match=words):
            drawing(scene)


@pytest.mark.parametrize(
    ("styles", "words"),
    [
        (Styles(name="odd", words={"lost": Style(fill="blau")}), "no colour or material of odd is called 'blau'"),
        (Styles(name="odd", materials={"lost": Linear((Stop(0, "blau"),))}), "material of odd is called 'blau'"),
        (Styles(name="odd", symbols={"lost": Symbol((Part("M0 0h1", "blau"),))}), "material of odd is called 'blau'"),
    ],
)
def test_an_unknown_paint_is_named(styles: Styles, words: str) -> None:
    """Wherever it is used, when the box's rules are written."""
    with pytest.raises(HoyleError, match=words):
        stylesheet([OWN | styles])


@pytest.mark.parametrize("own", [{"symbols": {"circle": Symbol(())}}, {"materials": {"ink": Pattern(1, 1, ())}}])
def test_a_name_stands_for_one_thing(own: dict[str, Any]) -> None:
    """A symbol cannot be called like a shape, nor a material like a colour."""
    with pytest.raises(HoyleError, match="uses a name for two things"):
        BASE | Styles(name="odd", **own)


def test_names_are_fit_for_a_stylesheet() -> None:
    """What could break out of a rule is refused."""
    with pytest.raises(HoyleError, match="small letters"):
        Styles(words={"a}b": Style()})


# ------------------------------------------------------------------------------------- over a picture


def test_highlights_differ_in_form() -> None:
    """A ring, a spot, corners or arcs, and an arrow, on the topmost of the marks that spell the same."""
    low, high = (Mark(0, place, "circle", "piece", "O", "a") for place in (1, 0))
    scene = Scene(2, 2, (low, high, Mark(1, 0, "box", "plain", spells="b")))
    drawn = {
        kind: [(mark.shape, mark.x, mark.y) for mark in highlight(scene, kind, ["a", "b", "c"]).marks[3:]]
        for kind in ("chosen", "possible", "last", "hint")
    }
    assert drawn["chosen"] == [("ellipse", 0, 0)] * 2 + [("box", 1, 0)] * 2
    assert drawn["possible"] == [("circle", 0, 0), ("circle", 1, 0)]
    assert drawn["last"] == [("arcs", 0, 0)] * 2 + [("corners", 1, 0)] * 2
    assert drawn["hint"] == [("arrow", 0, 0)] * 2
    assert all(word in BASE.words for word in drawn)


# ----------------------------------------------------------------------- from one picture to the next


def spelled(scene: Scene, move: Any) -> list[str]:
    """Return what marks a move's text spells."""
    spells = sorted({mark.spells for mark in scene.marks} - {""}, key=len, reverse=True)
    return re.findall("|".join(map(re.escape, spells)), str(move)) if spells else []


def followed(box: Box, game: Any, before: Any, move: Any) -> dict[str, str]:
    """Return where marks go by a move, each by the name of its place."""
    old, new = box.look.picture(game, before), box.look.picture(game, game.play(before, move))
    pairs = motions(old, new, spelled(old, move))
    assert len(set(pairs.values())) == len(pairs)
    return {old.marks[start].spells: new.marks[end].spells for start, end in pairs.items() if old.marks[start].spells}


def pegs_go(game: Any, _: Any, jump: Any) -> dict[str, str]:
    """Return that the peg jumps, the one it jumps over goes into the groove, everything else stays."""
    still = {name(hole): name(hole) for hole in game.board.squares if hole not in (jump.source, jump.over, jump.target)}
    groove = {name(jump.over): ""} if game.board.directions != TRIANGULAR else {}
    return {**still, **groove, name(jump.source): name(jump.target)}


def dots_go(game: Any, state: Any, path: Path) -> dict[str, str]:
    """Return that what vanishes is gone, and in each column the others fall in their order."""
    after = game.play(state, path)
    gone = set(path.squares)
    if after.score - state.score > len(gone):
        gone |= {
            (x, y)
            for y, row in enumerate(state.rows)
            for x, letter in enumerate(row)
            if letter == state.at(path.squares[0])
        }
    height = len(state.rows)
    ways: dict[str, str] = {}
    for x in range(len(state.rows[0])):
        stay = [y for y in reversed(range(height)) if (x, y) not in gone]
        ways |= {name((x, y)): name((x, height - 1 - place)) for place, y in enumerate(stay)}
    return ways


def pieces_go(game: Any, state: Any, step: Step) -> dict[str, str]:
    """Return that the piece goes if it stands afterwards where it went; whoever is struck and falls is gone."""
    after, index = game.play(state, step), game.board.index
    old, new = state.pieces, after.pieces
    mover, struck, stands = old[index[step.source]], old[index[step.target]], new[index[step.target]]
    ways = {name(square): name(square) for square in index if square not in (step.source, step.target)}
    if stands is not None and stands.seat == mover.seat:
        ways[name(step.source)] = name(step.target)
    elif stands is not None and struck is not None:
        ways[name(step.target)] = name(step.target)
    return ways


@pytest.mark.parametrize(
    ("variant", "kind", "expected"),
    [
        ("pegs/english", object, pegs_go),
        ("pegs/triangle", object, pegs_go),
        ("dots/small", Path, dots_go),
        ("dots/loops", Path, dots_go),
        ("stratego/six", Step, pieces_go),
    ],
)
def test_pieces_are_followed(variant: str, kind: type, expected: Callable[[Any, Any, Any], dict[str, str]]) -> None:
    """By one move every piece goes where the rules take it, and nothing is taken for another."""
    box, game = find(variant)
    count = 0
    for seed in range(2):
        for match in walk(game, seed, plies=20):
            state = match.settle(Dice(seed)).state
            for move in list(islice(game.moves(state), 300))[::3]:
                if isinstance(move, kind):
                    ways, wanted = followed(box, game, state, move), expected(game, state, move)
                    assert {start: ways.get(start) for start in wanted} == wanted
                    assert set(ways) - set(wanted) <= {*"XFSB98765432"}
                    count += 1
    assert count > 20


def test_a_loop_takes_dots_that_it_does_not_name() -> None:
    """A closed path takes every dot of its colour, and those that are left fall as the rules say."""
    box, game = find("dots/loops")
    state = game.start()
    path = max(islice(game.moves(state), 2000), key=lambda path: game.play(state, path).score - len(path.squares))
    assert game.play(state, path).score > len(path.squares)
    assert followed(box, game, state, path) == dots_go(game, state, path)


def test_a_dot_that_comes_moves_no_other() -> None:
    """While nature fills the board, every dot that lies there stays."""
    box, game = find("dots/small")
    state, dice = game.start(), Dice(2)
    while game.turn(state) == NATURE:
        move = dice.choose(list(game.moves(state)))
        still = {mark.spells: mark.spells for mark in box.look.picture(game, state).marks if mark.spells}
        assert followed(box, game, state, move) == still
        state = game.play(state, move)


@pytest.mark.parametrize("variant", ["domino/4", "nim/classic"])
def test_tiles_and_counters_are_known_by_themselves(variant: str) -> None:
    """A key stands for one tile or counter, in every position and however that was reached."""
    box, game = find(variant)
    for match in walk(game, seed=3, plies=30):
        if match.turn is None or match.turn < 0:
            continue
        old = box.look.picture(game, match.state)
        for move in list(game.moves(match.state))[:5]:
            new = box.look.picture(game, game.play(match.state, move))
            pairs = motions(old, new, spelled(old, move))
            keys = [{mark.key for mark in scene.marks if mark.key} for scene in (old, new)]
            assert {old.marks[place].key for place in pairs if old.marks[place].key} == keys[0] & keys[1]
            assert all(old.marks[start].key == new.marks[end].key for start, end in pairs.items())


def test_a_hidden_army_has_no_keys() -> None:
    """A piece of Stratego is followed by what is seen of it alone."""
    box, game = find("stratego/six")
    for match in walk(game, seed=1, plies=20):
        assert not any(mark.key for mark in box.look.picture(game, match.state).marks)


# --------------------------------------------------------------------------------------------- squares


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
