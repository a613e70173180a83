"""Servers that are killed: every history is one that a single correct server could have produced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from histories import Event, check, history
from hoyle.tables.web.journal import Entry, Terms

TERMS = Terms("pegs/easy", seats=("person",), own=(0,), owner="hash")
START, ONE, TWO = (
    "***.***/***O***/***O***/***.***/***O***/***.***/*******",
    "***.***/***.***/***.***/***O***/***O***/***.***/*******",
    "***.***/***.***/***.***/***.***/***.***/***O***/*******",
)
JOURNAL = [Entry(1, "move", 0, "d2d4", key="0:a"), Entry(2, "move", 0, "d4d6", key="0:b")]
GOOD = [
    Event("x", 0, 0.0, 0.1, "see", status=200, version=0, position=START),
    Event("x", 0, 1.0, 1.9, "move", "d2d4", "a", 0, 200, 1, ONE),
    Event("x", 1, 1.5, 1.8, "see", status=200, version=0, position=START),
    Event("x", 1, 1.6, 2.1, "move", "d2d4", "c", 0, 409),
    Event("x", 1, 2.0, 2.1, "see", status=200, version=1, position=ONE),
    Event("x", 1, 3.0, 3.1, "move", "d4d6", "b", 1, 0),
    Event("x", 0, 3.0, 3.1, "redo", "", "d", 1, 400),
    Event("x", 1, 3.2, 3.3, "move", "d4d6", "b", 1, 200, 2, TWO),
]


def test_a_correct_history_is_believed() -> None:
    """With overlapping questions, a question without an answer, and refusals for a reason."""
    assert check(GOOD, TERMS, JOURNAL) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda events, journal: (events, journal[:1]), "only 1 are left"),
        (lambda events, journal: (events, [journal[0], replace(journal[1], key="0:a")]), "stands at 1 and at 2"),
        (lambda events, journal: (events, [journal[1], journal[0]]), "stands at place 1"),
        (lambda events, journal: (events, [journal[0], replace(journal[1], key=None)]), "by nobody"),
        (lambda events, journal: ([*events, replace(events[0], began=5.0, ended=5.1)], journal), "was shown before"),
        (lambda events, journal: ([*events, replace(events[4], position=TWO)], journal), "the position of version 1"),
        (lambda events, journal: ([*events, replace(events[1], key="lost")], journal), "is not there"),
        (lambda events, journal: ([*events, replace(events[7], status=409)], journal), "refused and stands at 2"),
        (lambda events, journal: ([*events, replace(events[3], began=0.2, ended=0.3)], journal), "without a reason"),
        (lambda events, journal: ([*events[:5], replace(events[7], asked=0)], journal), "not meant"),
    ],
)
def test_a_wrong_history_is_found_out(change: object, word: str) -> None:
    """Something lost, doubled, reordered, made up, older than before, or refused at will."""
    assert callable(change)
    events, journal = change(list(GOOD), list(JOURNAL))
    assert any(word in fault for fault in check(events, TERMS, journal)), check(events, TERMS, journal)


@pytest.mark.slow
def test_servers_that_are_killed_are_one_server(tmp_path: Path) -> None:
    """Two servers, six clients, kill -9 and restarts; benchmarks/web_histories.py goes on for longer."""
    run = history(tmp_path, seconds=4, seed=1)
    assert run.kills
    assert sum(event.verdict == "done" and event.wish != "see" for event in run.events) > 20
    assert run.faults() == []
