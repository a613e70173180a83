"""Options that a box declares: every command that needs them takes them, whoever made the box."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from hoyle.box import Option
from hoyle.cli.main import cli
from hoyle.games.nim import BOX
from hoyle.shelf import shelf


def run(*words: str) -> str:
    """Return what a command prints, or the words with which it refuses."""
    done = CliRunner().invoke(cli, words)
    return f"{done.output}{done.exception or ''}"


def heaps(variant: str, chosen: Mapping[str, Any]) -> str:
    """Return a variant with so many heaps of three."""
    return ",".join(["3"] * chosen["heaps"]) if chosen else variant


@pytest.fixture
def _stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a stranger's box with an option on the shelf."""
    box = replace(BOX, options=(Option("heaps", "how many heaps of three", "NUMBER", int),), vary=heaps)
    monkeypatch.setitem(shelf()._open, "nim", box)


@pytest.mark.usefixtures("_stranger")
def test_a_strangers_option_is_an_option_of_every_command_about_a_game() -> None:
    """It is named in the help, read, applied, and refused for a game that does not have it."""
    assert "--heaps NUMBER" in run("show", "--help")
    assert json.loads(run("show", "nim", "--heaps", "2", "--json"))["position"] == "3,3 first"
    assert "is not a valid integer" in run("show", "nim", "--heaps", "two")
    assert "pegs has no option --heaps" in run("show", "pegs", "--heaps", "2")


@pytest.mark.usefixtures("_stranger")
def test_a_box_cannot_take_a_commands_own_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clash is told with the box that causes it, and not settled in silence."""
    box = replace(BOX, options=(Option("seed", "another seed"),), vary=lambda variant, _: variant)
    monkeypatch.setitem(shelf()._open, "nim", box)
    assert "nim declares the option --seed, which this command already has" in run("show", "pegs")


def test_the_options_of_pegs_reach_every_command() -> None:
    """A vacancy and a last hole can be named wherever a game is."""
    spelled, named = (
        json.loads(run("show", *words, "--json"))["position"]
        for words in (["pegs/english@c3"], ["pegs", "--from", "c3"])
    )
    assert spelled == named
    assert "not both" in run("show", "pegs/english@c3", "--from", "d4")
    assert "domino has no option --pegs" in run("deal", "domino", "--pegs", "3")
