"""The shelf: names that lead to boxes, and what is said of those that do not."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from hoyle.box import Box
from hoyle.dice import Dice
from hoyle.game import HoyleError
from hoyle.games.nim import Perfect, Take
from hoyle.games.pegs import PegSolitaire, game
from hoyle.shelf import Shelf, find


def test_names_lead_to_boxes_and_games() -> None:
    """A bare name is the default variant."""
    box, english = find("pegs")
    assert (box.default, english) == ("english", game("english"))
    assert isinstance(english, PegSolitaire)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("peg", "did you mean pegs"),
        ("chess", "there are "),
        ("pegs/frensh", "did you mean french"),
        ("nim/misery", "did you mean misere"),
        ("pegs/english@z9", "no hole z9"),
        ("pegs/english@", "needs a hole after it"),
        ("pegs/cross4", "odd arm"),
        ("pegs/triangle101", "side of at most 100"),
        ("pegs/diamond40", "no diamond has 40 holes"),
        ("", "no game is called ''"),
    ],
)
def test_unknown_names_are_told_with_the_nearest(asked: str, words: str) -> None:
    """One line, with what one may have meant."""
    with pytest.raises(HoyleError, match=words):
        find(asked)


def test_a_box_names_what_it_lacks() -> None:
    """Asking for a solver or player that is not there is a person's mistake."""
    nim, _ = find("nim")
    with pytest.raises(HoyleError, match="nim has no solver"):
        nim.solver()
    with pytest.raises(HoyleError, match="no player of nim is called 'perfekt'; did you mean perfect"):
        nim.player("perfekt", Dice(1))
    assert isinstance(nim.player(None, Dice(1)), Perfect)


def test_a_broken_game_does_not_take_the_shelf_with_it() -> None:
    """A stranger's package that fails to load is named when it is asked for."""
    doors = {
        "nim": EntryPoint("nim", "hoyle.games.nim:BOX", "hoyle.games"),
        "gone": EntryPoint("gone", "no_such_package:BOX", "hoyle.games"),
        "odd": EntryPoint("odd", "hoyle.games.nim:Nim", "hoyle.games"),
    }
    mixed = Shelf(doors)
    assert isinstance(mixed["nim"], Box)
    assert list(mixed) == ["nim", "gone", "odd"]
    with pytest.raises(HoyleError, match="'gone' does not load"):
        mixed["gone"]
    with pytest.raises(HoyleError, match="should offer a Box"):
        mixed["odd"]


def test_moves_are_values() -> None:
    """Equal moves are equal keys."""
    assert {Take(0, 1): "a1"}[Take(0, 1)] == str(Take(0, 1))
