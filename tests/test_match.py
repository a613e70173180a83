"""Dice and matches: chance that replays, history that can be walked both ways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

import icontract
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import contracts_on
from hoyle.dice import Dice
from hoyle.game import NATURE, Game, HoyleError, IllegalMoveError, NotationError, Outcome, Seat
from hoyle.games.dots import game as dots
from hoyle.games.nim import Nim, Perfect, is_balanced
from hoyle.games.pegs import game
from hoyle.match import MOST_KNOWN, Match
from hoyle.shelf import find


def test_dice_follow_the_published_sequence() -> None:
    """The first words of SplitMix64 for seed 1234567, as other implementations print them."""
    dice = Dice(1234567)
    assert [dice.word() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@settings(derandomize=True)
@given(seed=st.integers(0, 2**64 - 1), bound=st.integers(1, 2**130))
def test_dice_stay_below_their_bound(seed: int, bound: int) -> None:
    """Any bound will do, also one of more than a word, and equal seeds agree."""
    drawn = Dice(seed).below(bound)
    assert 0 <= drawn < bound
    assert drawn == Dice(seed).below(bound)


def test_dice_draw_with_the_given_odds() -> None:
    """Over all points of the common denominator, each thing comes up exactly as often as its odds say."""
    odds = {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)}

    class Fixed(Dice):
        def below(self, bound: int) -> int:
            assert bound == 6
            return self._counter

    assert [Fixed(point).draw(odds) for point in range(6)] == ["a", "a", "a", "b", "b", "c"]


def test_dice_refuse_what_has_no_outcome() -> None:
    """Nothing lies below zero, and odds must fill the whole."""
    with pytest.raises(ValueError, match="no number below 0"):
        Dice(0).below(0)
    with pytest.raises(ValueError, match="sum to less than one"):
        [Dice(seed).draw({"a": Fraction(1, 1000)}) for seed in range(9)]


def test_shuffle_keeps_the_things() -> None:
    """A shuffle is a permutation, the same for the same seed."""
    cards, again = list(range(52)), list(range(52))
    Dice(3).shuffle(cards)
    Dice(3).shuffle(again)
    assert cards == again != sorted(cards) == list(range(52))


@dataclass(frozen=True)
class Coins(Game[tuple[str, ...], str]):
    """Call a coin, then nature throws it, three times; each right call scores."""

    def start(self) -> tuple[str, ...]:
        return ()

    def turn(self, state: tuple[str, ...]) -> Seat | None:
        return None if self.outcome(state) else (NATURE if len(state) % 2 else Seat(0))

    def outcome(self, state: tuple[str, ...]) -> Outcome | None:
        right = sum(call.upper() == coin for call, coin in zip(state[::2], state[1::2], strict=False))
        return Outcome((right,), f"{right} right") if len(state) == 6 else None

    def moves(self, state: tuple[str, ...]) -> Iterator[str]:
        return iter(() if len(state) == 6 else "HT" if len(state) % 2 else "ht")

    def play(self, state: tuple[str, ...], move: str) -> tuple[str, ...]:
        return (*state, move)

    def write(self, state: tuple[str, ...]) -> str:
        return "".join(state) or "-"

    def read(self, text: str) -> tuple[str, ...]:
        return tuple(text.strip("-"))

    def parse(self, state: tuple[str, ...], text: str) -> str:  # noqa: ARG002 — coins look the same in every state
        return text


def test_nature_moves_go_into_the_match_and_back() -> None:
    """Undo returns to the last choice of a seat, redo brings the very same throw again."""
    match = Match.new(Coins()).play("h").settle(Dice(5)).play("t").settle(Dice(6))
    assert len(match.line) == 4
    assert match.undo().position == match.position[:2]
    assert match.undo().redo() == match
    assert match.undo().undo().redo().redo() == match
    assert match.undo().undo().undo().position == "-"
    assert match.undo().play("h").undone == ()


def test_every_step_through_a_match_stops_where_a_seat_chooses() -> None:
    """However many moves nature makes in between, undo and redo pass through the same positions."""
    match = Match.new(dots("classic-R99")).follow("a1b1c1c2d2").settle(Dice(3)).follow("e1f1").settle(Dice(4))
    match = match.follow(str(next(iter(match.game.moves(match.state)))))  # and nature has still to move
    stops = [match]
    while stops[-1].undo() != stops[-1]:
        stops.append(stops[-1].undo())
    assert [len(stop.line) for stop in stops] == [10, 9, 6, 0]
    assert [stop.turn for stop in stops] == [NATURE, Seat(0), Seat(0), Seat(0)]
    for later, earlier in pairwise(stops):
        assert earlier.redo() == later
        assert len(earlier.line) + len(earlier.undone) == 10
    assert match.redo() == match
    assert stops[-1].undo() == stops[-1]


def test_default_odds_are_even() -> None:
    """Nature is fair unless a game says otherwise."""
    assert Coins().odds(("h",)) == {"H": Fraction(1, 2), "T": Fraction(1, 2)}


@contracts_on
def test_contracts_of_a_game_are_inherited() -> None:
    """A subclass that states no contract of its own is held to those of Game."""
    with pytest.raises(icontract.ViolationError, match="the move is legal"):
        Coins().play((), "H")
    with pytest.raises(icontract.ViolationError, match="nature moves"):
        Coins().odds(())
    with pytest.raises(icontract.ViolationError, match="the seat exists"):
        Coins().view((), Seat(1))


@contracts_on
def test_turn_and_outcome_must_agree() -> None:
    """A game that never ends a turn is caught by the contract."""

    class Endless(Coins):
        def turn(self, state: tuple[str, ...]) -> Seat | None:  # noqa: ARG002 — that is what is wrong
            return Seat(0)

    with pytest.raises(icontract.ViolationError, match="a turn is due exactly while there is no outcome"):
        Endless().turn(tuple("hHhHhH"))


def test_a_game_that_says_no_more_says_at_least_no() -> None:
    """The default reason names the move, or the outcome when it is over."""
    assert Coins().why_not((), "H") == "H is not among the legal moves"
    assert Coins().why_not(tuple("hHhHhT"), "h") == "the match is over: won (2 right)"


def test_a_match_refuses_what_is_illegal_and_stays() -> None:
    """All moves of a call are played or none."""
    match = Match.new(game("easy"))
    with pytest.raises(IllegalMoveError, match=r"no peg in d2 to jump with \(§3\)"):
        match.follow("d2d4", "d2d4")
    with pytest.raises(IllegalMoveError, match=r"^d4f4: there is no hole f4"):
        match.follow("d2d4f4")
    with pytest.raises(NotationError):
        match.follow("d2")
    with pytest.raises(IllegalMoveError):
        match.play(game("easy").parse(match.state, "d5d3"))
    assert match == Match.new(game("easy"))


def test_a_match_can_begin_anywhere() -> None:
    """A start may be given; the outcome and whose turn it is follow from the state."""
    nim = Nim()
    match = Match.new(nim, nim.read("0,1,0 second"))
    assert match.turn == 1
    assert match.follow("b1").outcome == Outcome((0, 1), "second seat took the last counter")


@pytest.mark.parametrize(
    ("name", "position", "misere"),
    [("classic", "3,4,5 first", False), ("misere", "3,4,5 first", True), ("marienbad", "1,3,5,7 first", True)],
)
def test_the_variants_of_nim_begin_as_they_are_known(name: str, position: str, *, misere: bool) -> None:
    """The heaps that people play with, and whether the last counter wins or loses."""
    _, made = find(f"nim/{name}")
    assert made.write(made.start()) == position
    assert isinstance(made, Nim)
    assert made.misere == misere


def test_nim_has_up_to_26_heaps_of_up_to_1000() -> None:
    """The largest are played, with empty heaps among them; one more counter or heap is refused, and so is nothing at all."""
    for heaps in ([1000] * 26, [0, 1], [1]):
        assert list(Nim(tuple(heaps)).start().sizes) == heaps
    for wrong in ([1001], [1] * 27, [0, 0], [], [-1, 1]):
        with pytest.raises(HoyleError, match="1 to 26 heaps of at most 1000 counters"):
            Nim(tuple(wrong))
    with pytest.raises(IllegalMoveError, match="there is no heap d"):
        Match.new(Nim((1, 2, 3))).follow("d1")


def test_perfect_nim_wins_from_every_winning_position() -> None:
    """Bouton's theorem, played out: a balanced position is lost and every other is won, normal and misère."""

    def won(nim: Nim, text: str) -> bool:
        state = nim.read(text)
        return any(not won(nim, nim.write(nim.play(state, move))) for move in nim.moves(state)) or bool(
            (outcome := nim.outcome(state)) and outcome.scores[state.mover]
        )

    for nim in (Nim((2, 2, 3)), Nim((2, 2, 3), misere=True)):
        for text in [f"{a},{b},{c} first" for a in range(3) for b in range(3) for c in range(4)]:
            state = nim.read(text)
            if nim.outcome(state) is None:
                assert won(nim, text) == (not is_balanced(nim, state))
                reply = Perfect(Dice(1)).choose(nim, state, Seat(0))
                assert not won(nim, text) or not won(nim, nim.write(nim.play(state, reply)))


def test_lines_that_win_are_remembered_up_to_a_limit() -> None:
    """However many were found, from wherever, what is known of the newest stays."""
    dice, start = Dice(1), Match.new(Nim(heaps=(300, 300)))
    for _ in range(6):
        match = start
        while match.turn is not None:
            match = match.play(dice.choose(list(match.game.moves(match.state))[:2]))
        here = replace(match, line=match.line[:5])
        here.remember(match.moves[5:])
        assert len(start.known) <= MOST_KNOWN
        assert here.promise
    assert len(start.known) == MOST_KNOWN
