"""Goldens: what each variant looks like, kept as text that a person has read; make bless accepts a change."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from conftest import walk
from hoyle.record import Record
from hoyle.scene import to_text
from hoyle.shelf import find
from hoyle.svg import to_svg
from web import put_on_shelf


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


def test_a_game_from_elsewhere_needs_no_golden(tmp_path: Path) -> None:
    """The goldens are those of our own games, whatever else is on the shelf."""
    path = os.pathsep.join(map(str, (put_on_shelf(tmp_path), Path(__file__).parent)))
    environment = {**os.environ, "PYTHONPATH": path}
    shelf = subprocess.run([sys.executable, "-m", "hoyle", "list"], env=environment, capture_output=True, check=False)
    assert b"secret: " in shelf.stdout
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", __file__, "-k", "looks and (nim or secret)"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout
