"""Programs of the UCC competition: one that keeps to the protocol plays a match, and others lose it with a reason."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.stratego import Place, game
from hoyle.games.stratego.pieces import Ply, Rank
from hoyle.games.stratego.player import RandomPlayer
from hoyle.games.stratego.ucc import Contestant, outcome, read, write
from hoyle.lab.arena import Plan, play
from hoyle.program import ProgramError

ARMY = ("FB8sB479B8", "BB31555583", "6724898974", "967B669999")
WALKER = """
import sys
from random import Random

dice, ways = Random(1), {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
colour = input().split()[0]
print("\\n".join(ARMY if colour == "RED" else ARMY[::-1]), flush=True)
said = ""
while True:
    line = input()
    if said:
        assert line.startswith(said), (said, line)
        line = input()
    assert line == "START" or len(line.split()) >= 4, line
    rows = [input() for _ in range(10)]
    moves = [
        f"{x} {y} {way}"
        for y in range(10) for x in range(10) for way, (right, down) in ways.items()
        if rows[y][x] in "s123456789" and 0 <= x + right < 10 and 0 <= y + down < 10
        and rows[y + down][x + right] in ".#"
    ]
    said = dice.choice(moves)
    print(said, flush=True)
"""


def program(folder: Path, text: str, seconds: float = 20.0) -> Contestant:
    """Return a program with such a text, as a player."""
    file = folder / "program.py"
    file.write_text(f"ARMY = {ARMY}\n{text}")
    return Contestant([sys.executable, str(file)], seconds=seconds)


@pytest.fixture(params=[Seat(0), Seat(1)])
def seat(request: pytest.FixtureRequest) -> Any:
    """Return each seat."""
    return request.param


def test_a_program_plays_a_match(tmp_path: Path, seat: Seat) -> None:
    """It is told all that it needs, with either colour, and every move of it is legal."""
    rules = game("classic@two-squares=off,more-squares=off")
    with program(tmp_path, WALKER) as walker:
        players = [RandomPlayer(Dice(1)), RandomPlayer(Dice(1))]
        players[seat] = walker  # type: ignore[call-overload]
        state = rules.start()
        while state.end is None and state.plies < 120:
            move = players[state.mover].choose(rules, rules.view(state, state.mover), state.mover)
            assert rules.why_not(state, move) is None, (str(move), rules.write(state))
            state = rules.play(state, move)
        assert state.lost


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import time; time.sleep(60)", "did not answer in 0.5 seconds"),
        ("", "has stopped"),
        ("print('x' * 10, 'y' * 10, 'z' * 10, '?' * 10, sep='\\n', flush=True); input()", "unknown piece"),
        ("print(*ARMY[:3], ARMY[2], sep='\\n', flush=True); input()", "the army"),
        ("print('12', '34', '56', '78', sep='\\n', flush=True); input()", "4 rows of 10"),
    ],
)
def test_a_bad_setup_has_a_reason(tmp_path: Path, text: str, words: str) -> None:
    """A program that stalls, stops or sets up another army is named."""
    rules = game("classic")
    seconds = 0.5 if "sleep" in text else 20.0
    with program(tmp_path, text, seconds) as player, pytest.raises(Exception, match=words):
        player.choose(rules, rules.start(), Seat(0))


@pytest.mark.parametrize(
    ("answer", "words"), [("SURRENDER", "resigns"), ("a4-a5", "not a move"), ("0 3 NORTH", "not a move")]
)
def test_a_bad_move_has_a_reason(tmp_path: Path, answer: str, words: str) -> None:
    """Likewise if it resigns or says what nobody understands."""
    rules = game("classic")
    text = f"input(); print(*ARMY, sep='\\n', flush=True); [input() for _ in range(11)]; print('{answer}', flush=True); input()"
    with program(tmp_path, text) as player:
        state = rules.start()
        while state.mover == 0:
            move = player.choose(rules, rules.view(state, Seat(0)), Seat(0))
            assert isinstance(move, Place)
            state = rules.play(state, move)
        state = rules.play(state, rules.parse(state, "storm"))
        with pytest.raises(ProgramError, match=words):
            player.choose(rules, rules.view(state, Seat(0)), Seat(0))


def test_a_program_that_is_not_there() -> None:
    """There is one line and no traceback."""
    with pytest.raises(ProgramError, match="cannot be run"):
        Contestant(["/nowhere/to/be/found"])


def test_moves_are_read_as_they_are_written() -> None:
    """Reading and writing are inverse, and outcomes are the striker's."""
    for ply in (Ply((0, 3), (0, 4)), Ply((9, 6), (9, 3)), Ply((5, 5), (0, 5)), Ply((1, 1), (4, 1))):
        step = read(write(ply))
        assert (step.source, step.target) == (ply.source, ply.target)
    assert outcome(Ply((0, 0), (0, 1), (Rank.MINER, Rank.BOMB))) == "KILLS 8 B"
    assert outcome(Ply((0, 0), (0, 1), (Rank.GENERAL, Rank.MARSHAL))) == "DIES 2 1"


def test_such_a_program_enters_the_arena(tmp_path: Path) -> None:
    """The box knows the protocol by its name, and whoever breaks down there loses."""
    file = tmp_path / "program.py"
    file.write_text(f"ARMY = {ARMY}\nprint(*ARMY, sep='\\n', flush=True)")
    plan = Plan("stratego/classic", ("random", f"ucc:{sys.executable} {file}"), games=1, seed=1).check()
    result = play(plan, 0)
    assert (result.points, result.fault) == (1.0, plan.players[1])
    assert "has stopped" in result.reason
