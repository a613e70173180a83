"""Goldens: what each variant looks like, kept as text that a person has read; make bless accepts a change."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from conftest import walk
from hoyle.record import Record
from hoyle.scene import to_text
from hoyle.shelf import find
from hoyle.svg import to_svg


def test_a_match_looks_as_it_did(game_name: str, snapshot: SnapshotAssertion) -> None:
    """The start, a few moves of seed 1 as a record, and the position after them."""
    box, game = find(game_name)
    *_, match = walk(game, seed=1, plies=4)
    start, end = (to_text(box.look.picture(game, state)) for state in (match.start, match.state))
    assert "\n\n".join([start, Record.of(game_name, match).write(), end, match.position]) == snapshot


def test_the_drawing_looks_as_it_did(snapshot: SnapshotAssertion) -> None:
    """One board as SVG, to notice any change in how marks are drawn."""
    box, game = find("pegs/easy")
    assert to_svg(box.look.picture(game, game.start())) == snapshot
