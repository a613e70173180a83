"""What `import hoyle` gives: a few names, at once, and things that say what they are in one line."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

import hoyle
from hoyle.game import HoyleError
from hoyle.match import Match
from hoyle.shelf import box_of, find


def test_the_front_door_is_small_and_opens_what_it_names() -> None:
    """Everything that it lists is there, and nothing else is."""
    assert all(getattr(hoyle, name) for name in hoyle.__all__)
    assert dir(hoyle) == hoyle.__all__
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        hoyle.chess  # noqa: B018 — asking is enough


def test_the_front_door_loads_next_to_nothing() -> None:
    """No number library, and no more of ours than the shelf: all else comes when it is asked for."""
    script = "import sys, hoyle; sys.exit(sorted({'numpy', 'numba', 'rich', 'hoyle.match'} & set(sys.modules)) or 0)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize("name", ["pegs/easy", "domino/6", "dots/dealt", "nim/classic", "stratego/six"])
def test_matches_records_and_verdicts_are_one_short_line(name: str) -> None:
    """What a notebook or a debugger prints fits on a line."""
    match = Match.open(name, seed=1)
    for thing in (match, match.record(), hoyle.judge(match.record())):
        assert len(repr(thing)) < 120
        assert "\n" not in repr(thing)
    assert repr(match).startswith(f"Match({name}, ")


def test_a_solution_is_one_line_and_draws_itself() -> None:
    """The line replays, and its picture has a frame for each position."""
    solution = hoyle.solve("pegs/easy")
    assert repr(solution) == "Solution(d2d4 d4d6; solved: 2 jumps, 1 turn)"
    assert solution.match.play(*solution.line).outcome is not None
    drawing = ET.fromstring(solution._repr_svg_())  # noqa: S314 — our own drawing
    assert len(drawing.findall(".//{*}g")) > 3 * len(ET.fromstring(solution.match._repr_svg_()).findall(".//{*}g")) - 9  # noqa: S314


def test_a_game_finds_its_box() -> None:
    """Every variant leads back to the box that it came from; a game on no shelf is named."""
    for name in ("pegs/O.O/OOO", "domino/3", "dots/8x8x5", "nim/1,2", "stratego/barrage"):
        assert box_of(find(name)[1]).name == name.partition("/")[0]

    class Stray(type(find("nim")[1])):  # type: ignore[misc]
        """Nim on no shelf."""

    with pytest.raises(HoyleError, match="no box on the shelf holds Stray"):
        box_of(Stray())


def test_hints_say_what_they_know() -> None:
    """A hint names a move, how much is left, and whether that is proved; where nothing can be done it says so."""
    hint = hoyle.hint(Match.open("pegs/easy"))
    assert (str(hint.move), hint.exact, hint.left) == ("d2d4", True, {"jumps": 2, "turns": 1})
    lost = hoyle.hint(Match.open("pegs/O.O/***/OO."))
    assert (lost.move, lost.exact) == (None, True)
    assert hoyle.hint(Match.open("nim/1,2")).words == "perfect would play b1: take 1 from heap b"
    with pytest.raises(HoyleError, match="the match is over"):
        hoyle.hint(Match.open("pegs/easy").follow("d2d4", "d4d6"))
