"""The same seed gives the same match at every table, with the same moves of nature and of opponents."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path

import pytest

from hoyle.dice import Dice
from hoyle.tables.fair_play import list_moves
from hoyle.tables.terminal import line
from hoyle.tables.terminal.table import Table

CHOICES = 4
"""How many moves the person makes."""
MATCHES = [
    ("nim", "perfect"),
    ("nim/1,2,3", "perfect"),
    ("stratego/six", "random"),
    ("stratego/six", "heuristic"),
    ("dots/dealt", None),
    ("domino/6", None),
]


def set_table(game: str, opponent: str | None, seed: int) -> Table:
    """Return a table with a new match, as `hoyle play` opens it; you sit last."""
    table = Table.new(game, seed=seed)
    if opponent is not None:
        table.invite(opponent, own_seat="2")
    return table


def play(game: str, opponent: str | None, seed: int) -> tuple[list[str], list[str]]:
    """Return what a person types, chosen at random, and all the moves of the match that follows."""
    table, dice = set_table(game, opponent, seed), Dice(5)
    typed: list[str] = []
    table.begin()
    while len(typed) < CHOICES and table.match.turn is not None:
        typed.append(dice.choose(list_moves(table.match.game, table.view)[0]))
        table.obey(typed[-1])
    return typed, list(map(str, table.match.moves))


@pytest.mark.parametrize(("game", "opponent"), MATCHES)
def test_the_line_table_plays_the_same_again(game: str, opponent: str | None) -> None:
    """Even if each move was taken back and made again in between."""
    typed, moves = play(game, opponent, 1)
    again = set_table(game, opponent, 1)
    line.sit(again, StringIO("\n".join(typed)))
    assert list(map(str, again.match.moves)) == moves
    if not again.match.game.hides:
        undoing = set_table(game, opponent, 1)
        line.sit(undoing, StringIO("\n".join(f"{text}\nundo\n{text}" for text in typed)))
        assert list(map(str, undoing.match.moves)) == moves


@pytest.mark.parametrize(("game", "opponent"), [match for match in MATCHES if match[0] != "nim"])
def test_another_seed_gives_another_match(game: str, opponent: str | None) -> None:
    """Nature and opponents roll dice."""
    assert len({tuple(play(game, opponent, seed)[1]) for seed in range(8)}) > 1


@pytest.mark.parametrize(("game", "opponent"), MATCHES)
def test_the_full_screen_plays_the_same(game: str, opponent: str | None) -> None:
    """Its players think in a process of their own."""
    pytest.importorskip("textual", reason="the full-screen table needs the extra: pip install 'hoyle[terminal]'")
    from test_screen import seated, settled

    typed, moves = play(game, opponent, 1)

    async def sit() -> list[str]:
        async with seated(set_table(game, opponent, 1)) as (app, pilot):
            for text in typed:
                app.say(text)
                await settled(app, pilot)
            return list(map(str, app.table.match.moves))

    assert asyncio.run(sit()) == moves


@pytest.mark.parametrize(("game", "opponent"), MATCHES)
def test_the_service_plays_the_same(game: str, opponent: str | None, tmp_path: Path) -> None:
    """The web table asks the same players with the same dice."""
    pytest.importorskip("fastapi", reason="the web table needs the extra: pip install 'hoyle[web]'")
    from hoyle.tables.web.limits import Limits
    from hoyle.tables.web.service import Service
    from hoyle.tables.web.store import Store

    typed, moves = play(game, opponent, 1)
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(pace=0)) as service:
        opened = service.create(game, seats=[*([opponent] if opponent else []), "me"], seed=1)
        service.answer(opened.name)
        for text in typed:
            service.change(opened.name, opened.token, "move", text)
            service.answer(opened.name)
        assert list(map(str, service._sitting(opened.name).match.moves)) == moves
