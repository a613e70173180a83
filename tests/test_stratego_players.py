"""Stratego's players: legal from the view alone, consistent in what they suppose, and repeatable from a seed."""

from __future__ import annotations

from collections import Counter

import pytest

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.stratego import Rank, game
from hoyle.games.stratego.player import HeuristicPlayer, RandomPlayer, SearchPlayer, suppose, unseen_odds, unseen_ranks
from hoyle.games.stratego.variants import VARIANTS
from hoyle.match import Match


def played(variant: str, players: tuple[object, object], most: int) -> Match[object, object]:
    """Return a match of two players who see only their views."""
    match: Match[object, object] = Match.new(game(variant))  # type: ignore[arg-type]  # states and moves as they are
    while (seat := match.turn) is not None and len(match.line) < most:
        move = players[seat].choose(match.game, match.view(seat), seat)  # type: ignore[attr-defined]
        match = match.play(move)
    return match


@pytest.mark.parametrize("variant", VARIANTS)
def test_players_make_legal_moves(variant: str) -> None:
    """Every choice from a view is a legal move of the true position, in every variant."""
    match = played(variant, (HeuristicPlayer(Dice(1)), RandomPlayer(Dice(2))), most=150)
    assert match.line


def test_the_search_player_finishes_a_match() -> None:
    """On the small board it plays to an end, and the same seeds play the same match."""
    matches = [
        played("six", (SearchPlayer(Dice(1), samples=4, depth=1), HeuristicPlayer(Dice(2))), most=1000)
        for _ in range(2)
    ]
    assert matches[0].outcome is not None
    assert matches[0] == matches[1]


@pytest.mark.parametrize("variant", ["barrage", "six", "classic"])
def test_what_a_player_supposes_fits_what_it_has_seen(variant: str) -> None:
    """A supposed board has the whole army, looks to the seat as the true one does, and what has moved can move."""
    rules, dice = game(variant), Dice(7)
    for length in (2, 30, 90):
        match = played(variant, (RandomPlayer(Dice(3)), HeuristicPlayer(Dice(4))), most=length)
        state = match.state
        if match.outcome is not None or state.deploying:  # type: ignore[attr-defined]
            continue
        for seat in (Seat(0), Seat(1)):
            view = rules.view(state, seat)  # type: ignore[arg-type]
            pieces = suppose(rules, view, seat, dice)
            guess = type(view)(pieces, view.mover, view.deploying, view.plies, view.quiet, view.lost, view.trail)
            assert rules.view(guess, seat) == view
            army = Counter(own.rank for own in (*pieces, *view.lost) if own is not None and own.seat != seat)
            assert army == Counter({rank: rules.army[rank] for rank in Rank if rules.army[rank]})
            assert all(own.rank is not None and own.rank.moves for own in pieces if own is not None and own.moved)
            assert sum(unseen_ranks(rules, view, seat).values()) == sum(
                own is not None and own.rank is None for own in view.pieces
            )


def test_what_has_moved_is_neither_bomb_nor_flag() -> None:
    """The odds of an unseen piece use what is known of it."""
    rules = game("barrage")
    view = rules.view(Match.new(rules).follow("corner", "corner").state, Seat(0))
    still, moved = (unseen_odds(rules, view, Seat(0), moved=moved) for moved in (False, True))
    assert still[Rank.FLAG] == 1 / 8
    assert moved[Rank.SCOUT] == 2 / 6
    assert Rank.BOMB not in moved


def test_a_heuristic_player_takes_what_it_can_and_leaves_what_it_cannot() -> None:
    """It strikes a known weaker piece, keeps away from a known stronger one, and uses the spy."""
    rules = game("six")
    rows = ". . . . . bF/. . . . . ./. ~ {} . ~ ./. ~ {} . ~ ./. . . . . ./rF . . . . ."

    def choice(enemy: str, own: str) -> str:
        state = rules.read(f"{rows.format(enemy, own)}; red to move")
        return str(HeuristicPlayer(Dice(1)).choose(rules, rules.view(state, Seat(0)), Seat(0)))

    assert choice("b3!", "r9") == "c3-c4"
    assert choice("bX!", "rS") == "c3-c4"
    assert choice("bX!", "r9") != "c3-c4"
