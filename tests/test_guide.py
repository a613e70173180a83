"""What leads people through the games: the puzzles of the days, packs and lessons, played by the rules."""

from __future__ import annotations

import datetime as dt
import os
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hoyle.box import Level, Step
from hoyle.dice import Dice
from hoyle.game import NATURE
from hoyle.match import Match
from hoyle.shelf import find, shelf
from hoyle.tables.web import catalogue
from hoyle.tables.web.daily import brief, par_of, puzzle

GOLDEN = Path(__file__).parent / "daily.txt"
OWN = ("pegs", "domino", "dots", "stratego", "nim")
WHOLE = os.environ.get("HOYLE_WHOLE") == "1"


# ------------------------------------------------------------------------------------------------- packs


def all_levels() -> list[tuple[str, Level]]:
    """Return the levels of our packs, each with its pack."""
    packs = [(name, pack) for name in OWN if shelf()[name].guide.packs for pack in shelf()[name].guide.packs()]  # type: ignore[misc]
    return [(f"{name} {pack.name}", level) for name, pack in packs for level in pack.levels]


SLOW = {"pegs english", "pegs large"}
QUICK = [(pack, level) for pack, level in all_levels() if WHOLE or pack not in SLOW]


@pytest.mark.parametrize(("pack", "level"), QUICK, ids=[f"{pack} {level.title}" for pack, level in QUICK])
def test_a_level_can_be_won_with_its_par_and_not_with_less(pack: str, level: Level) -> None:
    """The least that wins is proved; where that takes too long, the units that never change are stated alone."""
    match = Match.open(level.game, seed=level.seed)
    if pack == "pegs large":
        verdict = find(level.game)[0].solver().solve(match.game, match.state, 10_000_000)
        assert match.game.measure(verdict.line)["jumps"] == level.par["jumps"]
    else:
        assert par_of(match) == dict(level.par)


def test_the_english_problems_are_those_of_the_docs() -> None:
    """Each of the 21 stands there with the same number of turns."""
    text = (Path(__file__).parent.parent / "docs" / "pegs-english.md").read_text()
    rows = re.findall(r"^\| (\w\d) \| (\w\d) \| (\d+) \|", text, re.MULTILINE)
    wanted = {(f"pegs/english@{vacancy}-{last}", int(turns)) for vacancy, last, turns in rows}
    assert len(wanted) == 21
    assert {(level.game, level.par["turns"]) for pack, level in all_levels() if pack == "pegs english"} == wanted


def test_a_pack_goes_from_easy_to_hard() -> None:
    """The deals of each domino set become longer, and so do the composed positions."""
    for name in ("pegs first", "domino sets"):
        unit = "jumps" if name.startswith("pegs") else "moves"
        pars = [level.par[unit] for pack, level in all_levels() if pack == name]
        assert all(easier <= harder for easier, harder in pairwise(pars)) or name == "domino sets"
    lines = [level.par["moves"] for pack, level in all_levels() if pack == "domino sets"]
    assert all(lines[first : first + 3] == sorted(lines[first : first + 3]) for first in range(0, len(lines), 3))


# ------------------------------------------------------------------------------------------------- lessons


def steps() -> list[tuple[str, int, Step]]:
    """Return the steps of every lesson."""
    return [
        (name, number, step)
        for name in OWN
        for lesson in [shelf()[name].guide.lesson]
        if lesson is not None
        for number, step in enumerate(lesson(), 1)
    ]


@pytest.mark.parametrize(("name", "number", "step"), steps(), ids=[f"{name} {number}" for name, number, _ in steps()])
def test_a_step_is_done_by_what_it_accepts(name: str, number: int, step: Step) -> None:
    """Every accepted line is legal from its position, wins if the step says so, and is not the only thing one could do first."""
    box, game = find(step.game)
    start = Match.new(game, None if step.position is None else game.read(step.position)).settle(Dice(number))
    assert start.turn == 0
    assert box.name == name
    assert step.seats == () if game.seats == 1 else set(step.seats) - {"me"} <= set(box.players)
    for line in step.accept:
        match = start
        for text in line.split():
            assert match.turn != NATURE
            match = match.follow(text).settle(Dice(number))
        if step.wins:
            assert match.outcome is not None
            assert match.outcome.scores[0] > 0
    assert step.accept or not step.wins


@pytest.mark.parametrize("name", OWN)
def test_a_lesson_has_five_to_eight_steps_with_the_rules_own_words(name: str) -> None:
    """Each quotes paragraphs that are in the rules."""
    facts = catalogue.guide(name)
    assert 5 <= len(facts["lesson"]) <= 8
    rules = " ".join(shelf()[name].rules.split())
    for step in facts["lesson"]:
        assert step["rules"]
        assert all(quote in rules for quote in step["rules"])


# ---------------------------------------------------------------------------------------- puzzles of the days


def golden() -> dict[str, dict[str, str]]:
    """Return the digests of a year of puzzles, by day and game."""
    lines = (line.split() for line in GOLDEN.read_text().splitlines())
    return {date: dict(word.split(":") for word in words) for date, *words in lines}


def test_a_year_of_puzzles_is_written_down() -> None:
    """Every day has one of each game for one; only three of the smallest boards of pegs come twice."""
    days = golden()
    first = dt.date.fromisoformat(min(days))
    assert list(days) == [(first + dt.timedelta(days=number)).isoformat() for number in range(366)]
    singles = [name for name in shelf() if shelf()[name].guide.week]
    different = {name: len({words[name] for words in days.values()}) for name in singles}
    assert different == {"domino": 366, "dots": 366, "pegs": 363}


def test_the_week_goes_from_easy_to_hard() -> None:
    """Boards and sets grow, and in dots the objectives grow or the moves become fewer."""
    weeks: dict[str, list[Any]] = {name: list(shelf()[name].guide.week) for name in ("pegs", "domino", "dots")}
    for sizes in ([wish["holes"] for wish in weeks["pegs"]], weeks["domino"]):
        assert sizes == sorted(sizes)
    games: list[Any] = [find(f"dots/{name}")[1] for name in weeks["dots"]]
    terms = [(len(game.board), sum(count for _, count in game.goals), -game.limit) for game in games]
    assert terms == sorted(terms)
    assert all(len(game.goals) >= 3 for game in games)


@pytest.mark.parametrize("name", ["pegs", "domino", "dots"])
def test_the_rule_still_gives_the_puzzles_that_were_written_down(name: str) -> None:
    """A Monday, a Thursday and a Sunday are made again, or with HOYLE_WHOLE=1 the whole year, which takes a quarter of an hour."""
    days = list(golden().items())
    for date, words in days if WHOLE else days[:7:3]:
        found = puzzle(name, dt.date.fromisoformat(date))
        assert found is not None
        assert brief(found) == words[name]
        assert found["par"]
        if name == "dots":
            # A move serves one objective.
            assert found["par"]["moves"] >= 3
