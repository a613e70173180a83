"""Opponents that any open game has for nothing: they play legally, repeat themselves from the same dice, and play well."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from hoyle.box import Player
from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.nim import BOX as NIM
from hoyle.games.nim import Casual, Heaps, Nim, Perfect, is_balanced
from hoyle.match import Match
from hoyle.opponents import OPPONENTS, AlphaBeta, Careless, Sampler, opponents_of, worth
from hoyle.shelf import _load_box as load_box
from hoyle.shelf import find


def play(game: Nim, players: list[Player]) -> Match[Any, Any]:
    """Return a match between two players."""
    match = Match.new(game)
    while (seat := match.turn) is not None:
        match = match.play(players[seat].choose(game, match.view(seat), seat))
    return match


@pytest.mark.parametrize("name", OPPONENTS)
def test_the_same_dice_play_the_same_match(name: str) -> None:
    """A seed decides everything that an opponent does."""
    matches = [play(Nim((2, 3)), [OPPONENTS[name](Dice(4)), Careless(Dice(5))]) for _ in range(2)]
    assert matches[0].moves == matches[1].moves


@pytest.mark.parametrize("misere", [False, True])
def test_what_is_seen_to_its_end_is_played_perfectly(misere: bool) -> None:  # noqa: FBT001 — a parameter
    """Alpha–beta leaves a balanced position wherever Bouton's theorem says that there is one."""
    game = Nim((1, 2, 3, 2), misere=misere)
    for sizes in [(1, 2, 0, 0), (1, 2, 3, 1), (0, 2, 3, 2), (1, 1, 1, 0), (1, 2, 2, 2)]:
        view = Heaps(sizes, Seat(0))
        if not is_balanced(game, view):
            assert is_balanced(game, game.play(view, AlphaBeta(Dice(1)).choose(game, view, Seat(0))))


@pytest.mark.parametrize(
    ("better", "worse", "least"),
    [
        (partial(Sampler, playouts=40), Careless, 14),
        (partial(AlphaBeta, nodes=400), Careless, 14),
        (Perfect, Casual, 12),
        (Casual, Careless, 12),
    ],
)
def test_whoever_thinks_wins_more(better: Any, worse: Any, least: int) -> None:
    """Of twenty matches, ten from each side, the better player wins most."""
    game, won = Nim((1, 2, 3, 3)), 0.0
    for seed in range(20):
        own = seed % 2
        players = [better(Dice(seed)), worse(Dice(100 + seed))][:: -1 if own else 1]
        outcome = play(game, players).outcome
        assert outcome is not None
        won += worth(outcome, own) > 0
    assert won >= least


def test_a_box_without_players_gets_them_if_it_is_open() -> None:
    """Nothing is hidden and somebody else sits: then there is an opponent; alone or with secrets there is none."""
    assert list(opponents_of(Nim())) == ["alpha-beta", "sampler", "careless"]
    assert not opponents_of(find("pegs")[1])
    assert not opponents_of(find("stratego")[1])
    assert list(NIM.players) == ["perfect", "casual", "careless"]


def test_a_strangers_game_has_an_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shelf gives it one when it opens the box."""
    from importlib.metadata import EntryPoint

    bare = replace(NIM, players={})
    monkeypatch.setattr(EntryPoint, "load", lambda _: bare)
    assert list(load_box(EntryPoint("bare", "nowhere:BOX", "hoyle.games")).players) == list(OPPONENTS)
