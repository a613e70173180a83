"""Batches: machine code and rules give the same arrays, and what they play is a match that the referee calls fair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from conftest import GAMES, contracts_on
from hoyle.box import Look
from hoyle.dice import Dice
from hoyle.game import NATURE, HoyleError, Seat
from hoyle.games.dots import game as dots
from hoyle.games.dots.stepwise import Stepwise, picture
from hoyle.games.stratego import game as stratego
from hoyle.lab.envs.batch import BEGIN, MOVER, STAND, Batch, Compiled, Ruled, Seeds
from hoyle.lab.envs.setting import Setting, spellings
from hoyle.laws import LAWS, Walk, finding
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, judge
from hoyle.shelf import find, shelf
from test_stratego_leaks import HIDDEN, played, twin

ARRAYS = ("planes", "legal", "mover", "over", "foul", "scores", "left", "plies")

COMPILED = {
    "pegs/english": 60, "pegs/triangle": 40, "pegs/english@c3-d4": 60, "pegs/easy": 20, "pegs/O/OO/.OO": 10,
    "domino/6": 80, "domino/1": 40, "domino/9": 20,
    "dots/dealt": 40, "dots/wide": 60, "dots/pairs": 40, "dots/RO/OR-1-R2": 5,
    "stratego/six": 120, "stratego/classic": 60, "stratego/course": 40, "stratego/gravon": 30, "stratego/six@scouts=near,first=blue": 60,
}  # fmt: skip
"""Variants with machine code, and how many steps of them are compared."""


def actions_by_dice(batch: Batch, dice: Dice) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return an action for each row: mostly a legal one, now and then an illegal one, a new episode or none."""
    chosen = []
    for row in range(batch.rows):
        legal = np.flatnonzero(batch.legal[row]).tolist()
        odd = dice.below(50)
        if batch.over[row] and odd:
            chosen.append(BEGIN)
        elif odd == 0:
            chosen.append(dice.below(len(batch.setting.actions)))
        elif odd == 1:
            chosen.append(STAND)
        else:
            chosen.append(dice.choose(legal) if legal else BEGIN)
    return np.array(chosen, np.int64)


def run(batches: list[Batch], steps: int, seed: int) -> Iterator[None]:
    """Move all batches on by the same actions, and yield after each step."""
    seeds, dice, first = Seeds(batches[0].rows), Dice(seed), batches[0]
    seeds.seed(range(seed, seed + first.rows))
    actions = np.full(first.rows, BEGIN, np.int64)
    for _ in range(steps):
        rows = np.flatnonzero(actions == BEGIN)
        new = seeds.next(rows)
        for batch in batches:
            batch.dice[rows] = new
            batch.advance(actions)
        yield
        actions = actions_by_dice(first, dice)


@pytest.mark.parametrize(
    ("name", "dealt"),
    [*((name, True) for name in COMPILED), *((name, False) for name in COMPILED if "stratego" in name)],
)
def test_machine_code_plays_by_the_rules(name: str, dealt: bool) -> None:  # noqa: FBT001 — a parameter of the test
    """Rules and machine code, seen by whoever moves and by each seat, agree in every array and in the state."""
    setting = Setting.of(name, dealt=dealt)
    for viewer in [MOVER, *range(setting.game.seats)] if setting.game.seats > 1 else [MOVER]:
        ruled, coded = Ruled(setting, 2, viewer), Compiled(setting, 2, viewer)
        for _ in run([ruled, coded], COMPILED[name] // (2 if viewer != MOVER else 1), seed=viewer + 5):
            for array in ARRAYS:
                assert (getattr(ruled, array) == getattr(coded, array)).all(), array
            assert [ruled.state(row) for row in range(2)] == [coded.state(row) for row in range(2)]


@pytest.mark.parametrize("name", ["pegs/english", "domino/6", "dots/wide", "stratego/six"])
def test_threads_and_other_rows_change_nothing(name: str) -> None:
    """Row by row it is the same whether one thread plays all of them or three do."""
    setting = Setting.of(name)
    alone, crew = Compiled(setting, 7), Compiled(setting, 7, threads=3)
    for _ in run([alone, crew], 30, seed=1):
        assert all((getattr(alone, array) == getattr(crew, array)).all() for array in ARRAYS)
    crew.close()


@pytest.mark.parametrize("name", ["nim/misere", "pegs/cross", "domino/3", "stratego/six", "dots/small"])
def test_an_episode_is_a_match(name: str) -> None:
    """The actions of an episode, followed as text with the same dice, make a match whose record is fair."""
    setting = Setting.of(name)
    batch, dice = Ruled(setting, 1), Dice(3)
    batch.dice[0] = 99
    match, nature = Match.new(setting.game), Dice(99)
    action = BEGIN
    while True:
        batch.advance(np.array([action]))
        while match.turn is not None:
            if match.turn == NATURE:
                match = match.settle(nature)
            elif (deal := setting.box.training.deal) and (move := deal(setting.game, match.state, nature)):
                match = match.play(move)
            else:
                break
        assert match.state == batch.state(0)
        assert batch.over[0] == (match.outcome is not None)
        assert int(batch.dice[0]) == nature.counter
        if match.outcome is not None:
            break
        legal = np.flatnonzero(batch.legal[0]).tolist()
        assert [setting.actions[one] for one in legal] == sorted(map(str, setting.game.moves(match.state)), key=setting.numbers.__getitem__)  # fmt: skip
        action = dice.choose(legal)
        match = match.follow(setting.actions[action])
    assert batch.scores[0].tolist() == list(match.outcome.scores)
    if setting.game is find(name)[1]:
        assert isinstance(judge(Record.of(name, match)), Fair)


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_has_a_setting(name: str) -> None:
    """Actions are different texts that parse and are written alike, and every move at the start has a number."""
    setting = Setting.of(name)
    game, start = setting.game, setting.settle(setting.game.start(), Dice(1))
    assert len(set(setting.actions)) == len(setting.actions)
    some = setting.actions[:: len(setting.actions) // 50 or 1]
    assert all(str(game.parse(game.start(), text)) == text for text in some)
    if game.turn(start) is not None:
        assert {setting.number(move) for move in game.moves(start)} <= set(range(len(setting.actions)))
    assert len(set(setting.planes)) == setting.shape[0]


def test_actions_of_a_game_that_lists_none_are_spelled() -> None:
    """Nim's actions come from its notation alone; a move that was not foreseen is named."""
    box, game = find("nim/marienbad")
    assert list(spellings(box, game)) == [f"{heap}{count}" for heap in "abcd" for count in range(1, 8)]
    with pytest.raises(HoyleError, match="z9 is a move of nim/3,1 without a number"):
        Setting.of("nim/3,1").number("z9")


LAWFUL = ("playing", "turns", "order", "legality", "odds", "views", "secrecy", "undo", "notation", "refusals")
"""Laws that do not need the game to be on the shelf."""


@contracts_on
@pytest.mark.parametrize("variant", ["small", "3x3x2-2-R3-loops"])
def test_dots_in_single_choices_is_a_lawful_game(variant: str) -> None:
    """It is derived from the rules, and what holds for every game holds for it."""
    game = Stepwise(dots(variant))
    box = replace(shelf()["dots"], look=Look(picture=picture))
    walks = [Walk("dots", box, game, seed) for seed in range(2)]
    for name in LAWFUL:
        assert finding(LAWS[name], walks).breach is None, name


def test_every_path_can_be_drawn() -> None:
    """Drawing square by square leads to all paths of the rules, and to no others."""
    rules = dots("RRR/RBR/RRB-2-R3-loops")
    game = Stepwise(rules)
    drawn, waiting = set(), [game.start()]
    while waiting:
        state = waiting.pop()
        for move in game.moves(state):
            after = game.play(state, move)
            if str(move) == "play":
                drawn.add(after.position)
            else:
                waiting.append(after)
    start = rules.start()
    assert drawn == {rules.play(start, path) for path in rules.moves(start)}


@pytest.mark.parametrize("variant", HIDDEN[:4])
def test_what_a_seat_cannot_see_is_in_no_array(variant: str) -> None:
    """A match and its twin, with other ranks where a seat has seen none, give that seat the same numbers all along."""
    for seat in (Seat(0), Seat(1)):
        match = played(stratego(variant), Dice(seat + 7), 40)
        other = twin(match, seat, Dice(3))
        assert other is None or other.state != match.state
        if other is None:
            continue
        setting = Setting.of(f"stratego/{variant}", dealt=False)
        batches = [Compiled(setting, 1, seat), Compiled(setting, 1, seat)]
        for moves in zip((None, *match.moves), (None, *other.moves), strict=True):
            for batch, move in zip(batches, moves, strict=True):
                batch.advance(np.array([BEGIN if move is None else setting.number(move)]))
            one, two = batches
            for array in ("planes", "mover", "over", "foul", "plies", "left"):
                assert (getattr(one, array) == getattr(two, array)).all(), array
            if one.mover[0] == seat:
                assert (one.legal == two.legal).all()
