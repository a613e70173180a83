"""What all tests share: the names on the shelf, and walks through a game."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import entry_points
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from hoyle.dice import Dice
from hoyle.game import Game
from hoyle.match import Match
from hoyle.shelf import shelf
from hoyle.tables import thinking
from hoyle.tables.web import limits
from web import Server, launching, serving

OWN = [door.name for door in entry_points(group="hoyle.games") if door.value.startswith("hoyle.")]
GAMES = [f"{name}/{variant}" for name in sorted(OWN) for variant in shelf()[name].variants]
"""Every variant of ours; what else is on the shelf is its maker's business, who has hoyle laws for it."""

# The other tests use both processors all the time, and would leave nothing to what runs in the background.
thinking.BACKGROUND = False

# Thousands of requests are made where something is hidden; that each of them waits has a test of its own.
STEP = limits.STEP
vars(limits)["STEP"] = 0.0

# A shell that runs the suite in the background lets it, and all that it starts, ignore Ctrl-C, which some tests send.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

WHOLE = bool(os.environ.get("HOYLE_WHOLE"))
"""Whether to run what takes long as well."""
whole = pytest.mark.skipif(not WHOLE, reason="takes long; HOYLE_WHOLE=1 runs it")
contracts_on = pytest.mark.skipif(not __debug__, reason="contracts are off under -O")


def some(values: Iterable[Any], *quick: Any) -> list[Any]:
    """Return values to try, of which only some are for the quick run and the others for the whole one."""
    return [value if value in quick else pytest.param(value, marks=pytest.mark.slow) for value in values]


FEW = 40
"""A game may have millions of moves in one position: look at no more than the first of them."""


def walk(game: Game[Any, Any], seed: int, plies: int = 25) -> Iterator[Match[Any, Any]]:
    """Yield a random match before each move and at its end."""
    dice = Dice(seed)
    match = Match.new(game)
    for _ in range(plies):
        yield match
        match = match.settle(dice)
        if match.turn is None:
            break
        match = match.play(dice.choose(list(islice(game.moves(match.state), FEW))))
    yield match


def ends_soon(process: int) -> bool:
    """Tell whether a process that is not our child ends in a while."""
    for _ in range(300):
        state = Path(f"/proc/{process}/stat")
        # What nobody waits for any more is as good as gone.
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for the name of a game once for every variant of ours."""
    if "game_name" in metafunc.fixturenames:
        metafunc.parametrize("game_name", GAMES)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a web table in a process of its own."""
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Return a browser, which is closed before other tests need an event loop."""
    with launching() as browser:
        yield browser
