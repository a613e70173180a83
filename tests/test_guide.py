"""What leads people through the games: the puzzles of the days, packs and lessons, played by the rules."""

from __future__ import annotations

import datetime as dt
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from command import answer
from conftest import WHOLE
from hoyle.box import Level, Step
from hoyle.dice import Dice
from hoyle.game import NATURE
from hoyle.match import Match
from hoyle.shelf import find, shelf
from hoyle.tables.web import catalogue
from hoyle.tables.web.daily import brief, par_of, puzzle

GOLDEN = Path(__file__).parent / "daily.txt"
OWN = ("pegs", "domino", "dots", "stratego", "nim")


# ------------------------------------------------------------------------------------------------- packs


def all_levels() -> list[tuple[str, Level]]:
    """Return the levels of our packs, each with its pack."""
    packs = [(name, pack) for name in OWN if shelf()[name].guide.packs for pack in shelf()[name].guide.packs()]  # type: ignore[misc]
    return [(f"{name} {pack.name}", level) for name, pack in packs for level in pack.levels]


SLOW = {"pegs english", "pegs large"}
QUICK = [(pack, level) for pack, level in all_levels() if WHOLE or pack not in SLOW]


@pytest.mark.parametrize(("pack", "level"), QUICK, ids=[f"{pack} {level.title}" for pack, level in QUICK])
def test_a_level_can_be_won_with_its_par_and_not_with_less(pack: str, level: Level) -> None:
    """The least that wins is proved here; or, for the English problems, by benchmarks/pegs_21_problems.py, and no line beats it."""
    match = Match.open(level.game, seed=level.seed)
    if pack in SLOW:
        verdict = find(level.game)[0].solver().solve(match.game, match.state, 10_000_000)
        taken = match.game.measure(verdict.line)
        assert taken["jumps"] == level.par["jumps"]
        assert taken["turns"] >= level.par.get("turns", 0)
    else:
        assert par_of(match) == dict(level.par)


def test_no_level_is_the_puzzle_of_a_day() -> None:
    """The seeds of the days begin with the first of them."""
    assert all(level.seed < 100 * 20_260_101 for _, level in all_levels())


def test_the_english_problems_are_those_of_the_docs() -> None:
    """Each of the 21 stands there with the same number of turns."""
    text = (Path(__file__).parent.parent / "docs" / "pegs-english.md").read_text()
    rows = re.findall(r"^\| (\w\d) \| (\w\d) \| (\d+) \|", text, re.MULTILINE)
    wanted = {(f"pegs/english@{vacancy}-{last}", int(turns)) for vacancy, last, turns in rows}
    assert len(wanted) == 21
    assert {(level.game, level.par["turns"]) for pack, level in all_levels() if pack == "pegs english"} == wanted


@pytest.mark.parametrize("name", ["pegs first", "domino sets"])
def test_a_pack_goes_from_easy_to_hard(name: str) -> None:
    """Each level takes longer than the one before it; domino goes from the double-two to the double-nine."""
    levels = [level for pack, level in all_levels() if pack == name]
    unit = "jumps" if name.startswith("pegs") else "moves"
    assert all(easier.par[unit] < harder.par[unit] for easier, harder in pairwise(levels))
    if name == "domino sets":
        assert [level.game for level in levels] == [f"domino/{highest}" for highest in range(2, 10) for _ in range(3)]


def test_the_levels_are_those_that_hoyle_deal_makes() -> None:
    """The first positions of pegs are composed with seed 1; what chance deals, the level's own seed deals."""
    special = {6: ["--difficulty", "medium"], 12: ["--difficulty", "expert"]}
    for pack, level in all_levels():
        match = Match.open(level.game, seed=level.seed)
        if pack == "pegs first":
            pegs = level.par["jumps"] + 1
            made = answer("deal", "pegs", "--seed", "1", "--pegs", str(pegs), *special.get(pegs, []))
            assert (made["game"], made["turns"]) == (level.game, level.par["turns"])
        elif not pack.startswith("pegs"):
            assert answer("deal", level.game, "--seed", str(level.seed))["position"] == match.position


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
    """No two days are alike: boards and sets grow, and in dots the board, the objectives grow or the moves become fewer."""
    weeks: dict[str, list[Any]] = {name: list(shelf()[name].guide.week) for name in ("pegs", "domino", "dots")}
    games: list[Any] = [find(f"dots/{name}")[1] for name in weeks["dots"]]
    assert all(len(game.goals) >= 3 for game in games)
    sizes: dict[str, list[Any]] = {
        "pegs": [wish["holes"] for wish in weeks["pegs"]],
        "domino": list(map(int, weeks["domino"])),
        "dots": [(len(game.board), sum(count for _, count in game.goals), -game.limit) for game in games],
    }
    for name, days in sizes.items():
        assert all(easier < harder for easier, harder in pairwise(days)), name


def test_a_changed_rule_leaves_past_puzzles_alone() -> None:
    """Before the stated day the former weeks hold, to the letter, and from that day on the new ones."""
    former = {
        "domino": ("3", "3", "4", "4", "5", "5", "6"),
        "dots": (
            *("5x5x4-8-R3,O3,G3", "5x5x4-8-R4,O4,G4", "6x6x4-8-R4,O4,G4", "6x6x4-7-R5,O5,G5"),
            *("6x6x4-6-R5,O5,G5", "6x6x4-5-R5,O5,G5", "6x6x4-5-R6,O6,G6"),
        ),
    }
    for name, week in former.items():
        guide = shelf()[name].guide
        assert guide.week_of("2026-01-01") == guide.week_of("2026-11-22") == week
        assert guide.week_of("2026-11-23") == guide.week_of("2099-01-01") == guide.week
    digests = {
        "domino": "3db7ad71 593a93d9 82cfbca6 046c6f37 8423815e 22fc8a09 6161db23",
        "dots": "fedc3388 c0b205cd 2fe2415d 6ececc7e b9d4cc55 8b4ab5c4 54df97b1",
    }
    for name, week_of_digests in digests.items():
        assert [words[name] for words in golden().values()][:7] == week_of_digests.split()


@pytest.mark.parametrize("name", ["pegs", "domino", "dots"])
def test_the_rule_still_gives_the_puzzles_that_were_written_down(name: str) -> None:
    """A few days of two weeks are made again, or with HOYLE_WHOLE=1 the whole year, which takes a quarter of an hour."""
    days = list(golden().items())
    for date, words in days if WHOLE else days[:14:3]:
        found = puzzle(name, dt.date.fromisoformat(date))
        assert found is not None
        assert brief(found) == words[name]
        assert found["par"]
        if name == "dots":
            # A move serves one objective.
            assert found["par"]["moves"] >= 3
