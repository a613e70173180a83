"""No question costs the table more than its limits foresee: over every variant and over generated boards, each is counted.

What is counted is calls of functions, which are the same on every machine, and not seconds.  What a process of its own
works out costs the table nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from cProfile import Profile
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from conftest import WHOLE
from hoyle.game import HoyleError
from hoyle.shelf import shelf
from hoyle.tables.memory import Memory
from hoyle.tables.web.desk import compact
from hoyle.tables.web.opening import Opened
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store

USUAL: Final = 200_000
"""Calls for a question about a variant of the shelf: less than a tenth of a second on a slow machine."""
MOST: Final = 1_200_000
"""Calls for a question about a board of any size: half a second there."""
PLIES: Final = 6 if WHOLE else 1


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """Hand out a service whose processes find everything too large."""

    def refuse(*_: object) -> None:
        raise HoyleError("this takes too long for a page")

    with Service(Store(str(tmp_path / "hoyle.db"))) as opened:
        monkeypatch.setattr(opened._thoughts, "check", refuse)
        yield opened


def calls(question: Callable[..., Any], *facts: Any, **options: Any) -> tuple[Any, int]:
    """Return the answer to a question, or None if it is refused, and how many functions were called for it."""
    profile, answer = Profile(), None
    with suppress(HoyleError), profile:
        answer = question(*facts, **options)
        if isinstance(answer, dict):
            compact(answer)
    return answer, sum(entry.callcount for entry in profile.getstats())


def _pegs(dice: Random, width: int, height: int) -> str:
    pegs, solid = dice.choice((0.2, 0.5, 0.9, 0.99)), dice.choice((0.0, 0.2))
    return "pegs/" + "/".join(
        "".join("*" if dice.random() < solid else "O" if dice.random() < pegs else "." for _ in range(width))
        for _ in range(height)
    )


def _dots(dice: Random, width: int, height: int) -> str:
    red, others = dice.choice((1.0, 0.9, 0.5)), dice.choice(("O", "OGBY"))
    rows = ("".join("R" if dice.random() < red else dice.choice(others) for _ in range(width)) for _ in range(height))
    return f"dots/{'/'.join(rows)}-999-R999{dice.choice(('', '-loops'))}"


def boards(seed: int) -> Iterator[str]:
    """Yield one board of each kind, of any size: all of one colour or mixed, full or empty, wide or high."""
    dice = Random(seed)  # noqa: S311 — no secret
    sides = (60, 40, 20, 3, 10)
    yield _pegs(dice, dice.choice(sides), dice.choice(sides))
    yield _dots(dice, *dice.choice(((20, 20), (2, 20), (20, 2), (7, 7), (10, 10), (3, 20))))
    yield f"dots/{dice.choice((8, 20))}x{dice.choice((8, 20))}x{dice.choice((2, 5))}-999-R999-loops"
    heaps = dice.choice((1, 3, 26))
    yield "nim/" + ",".join(str(dice.choice((1, min(1000, 3900 // heaps)))) for _ in range(heaps))
    yield f"domino/{dice.choice((9, 12, 15))}"
    yield dice.choice(("pegs/triangle60", "pegs/diamond1985", "pegs/cross21", "pegs/triangle40"))


LARGEST: Final = (
    "pegs/" + "/".join(["O" * 62] * 61 + ["O" * 61 + "."]),
    f"dots/{'/'.join(['R' * 20] * 20)}-999-R999-loops",
    f"dots/{'/'.join(['R' * 20] * 20)}-999-R999",
    "nim/" + ",".join(["150"] * 26),
    "domino/15",
)
VARIANTS: Final = [f"{name}/{variant}" for name, box in shelf().items() for variant in box.variants]
SEEDS: Final = range(8 if WHOLE else 0)


def asked_about(
    service: Service, opened: Opened, dice: Random
) -> Iterator[tuple[Callable[..., Any], *tuple[Any, ...]]]:
    """Yield everything that can be asked about a match as it stands, and then a move, several times."""
    match = opened.name, opened.token
    for ply in range(PLIES):
        look = service.see(*match)
        if not look["moves"]:
            return
        move = dice.choice(
            (look["moves"][0], look["moves"][-1], max(look["moves"], key=len), dice.choice(look["moves"]))
        )
        for text in ("", move[: len(move) // 2], move, 3 * move, "a1" * 300):
            yield service.spell, *match, text
        yield service.past, *match, ply // 2
        yield service.drawing, *match
        yield service.film, *match, "gif"
        yield service.record, opened.name
        yield service.draft, *match, [move], ""
        for wish, text in (("move", f"{move} {move}"), ("ahead", move), ("undo", ""), ("redo", ""), ("restart", "")):
            yield service.change, *match, wish, text
        yield service.change, *match, "undo"
        service._sittings = Memory(service.limits.bytes)
        service._looks = Memory(service.limits.letters)
        yield service.see, *match
        yield service.change, *match, "move", move


def dearest(service: Service, name: str, seed: int = 1) -> tuple[int, str]:
    """Return how many calls the dearest question about a game takes, and which it is."""
    opened, count = calls(service.create, name, any_deal=True)
    found = [(count, "create"), (calls(service.picture, name, None, seed)[1], "picture")]
    if opened is not None:
        dice = Random(seed)  # noqa: S311 — no secret
        for question, *facts in asked_about(service, opened, dice):
            found.append((calls(question, *facts)[1], f"{question.__name__} {facts[2:]!s:.60}"))
    return max(found)


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_asked_about_a_variant_costs_little(service: Service, name: str) -> None:
    """A person who plays what the shelf offers is never one who asks for much."""
    count, what = dearest(service, name)
    assert count < USUAL, what


@pytest.mark.parametrize("name", [*LARGEST, *(name for seed in SEEDS for name in boards(seed))])
def test_what_is_asked_about_any_board_is_bounded(service: Service, name: str) -> None:
    """However large it is, however many moves it has, and however long they are."""
    count, what = dearest(service, name)
    assert count < MOST, what


def _circle(service: Service, opened: Opened) -> list[str]:
    """Return moves that lead from where a match is to the same position again, if it has some."""
    match = service._sitting(opened.name).match
    lines: dict[Any, list[str]] = {match.state: []}
    for state, line in iter_growing(lines):
        for move in match.game.moves(state):
            after = match.game.play(state, move)
            if after == match.state:
                return [*line, str(move)]
            if len(lines) < 2_000:
                lines.setdefault(after, [*line, str(move)])
    return []


def iter_growing(lines: dict[Any, list[str]]) -> Iterator[tuple[Any, list[str]]]:
    """Yield what is in a dictionary, and what is added meanwhile."""
    seen = 0
    while seen < len(lines):
        for state in list(lines)[seen:]:
            seen += 1
            yield state, lines[state]


def test_what_is_asked_about_a_long_match_grows_with_its_length(service: Service) -> None:
    """A patience can go round in circles for ever; four times as many moves cost at most about four times as much."""
    costs: list[dict[str, int]] = []
    for plies in (400, 1_600):
        opened = service.create("domino/2", any_deal=True, seed=3)
        match = opened.name, opened.token
        while not (circle := _circle(service, opened)):
            service.change(*match, "move", service.see(*match)["moves"][0])
        while len(service._sitting(opened.name).match.line) < plies:
            service.change(*match, "move", " ".join(circle * (100 // len(circle))))
        questions: list[tuple[Callable[..., Any], *tuple[Any, ...]]] = [
            (service.change, *match, "move", circle[0]),
            (service.change, *match, "undo"),
            (service.past, *match, 3),
            (service.drawing, *match),
            (service.record, opened.name),
            (service.film, *match, "gif"),
            (service.change, *match, "restart"),
            (service.change, *match, "undo"),
        ]
        counts = {f"{question.__name__} {facts}": calls(question, *facts)[1] for question, *facts in questions}
        service._sittings = Memory(service.limits.bytes)
        service._looks = Memory(service.limits.letters)
        costs.append({**counts, "see": calls(service.see, *match)[1]})
    short, long = ([*counts.values()] for counts in costs)
    assert [count < 5 * before + 1_000 for before, count in zip(short, long, strict=True)] == [True] * len(long)
