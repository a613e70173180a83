"""Stratego at the line table and before the referee on the command line, as a person meets them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.box import Player
from hoyle.dice import Dice
from hoyle.game import HoyleError, Seat
from hoyle.games.stratego import course, game
from hoyle.games.stratego.player import HeuristicPlayer
from hoyle.record import Record
from hoyle.referee import Fair, judge
from hoyle.tables.terminal.table import Table


def seated(player: str, seat: str) -> Table:
    """Return a table on the small board with a person in one seat."""
    table = Table.new("stratego/six")
    table.invite(player, seat)
    return table


@pytest.mark.parametrize("seat", ["red", "blue", "1", "2"])
def test_a_person_can_finish_a_match(seat: str) -> None:
    """Typing what the view allows leads to an end, in either seat, called by name or number."""
    table = seated("heuristic", seat)
    person: Player = HeuristicPlayer(Dice(7))
    own, told = table.seat, [table.begin()]
    assert own == Seat({"red": 0, "blue": 1, "1": 0, "2": 1}[seat])
    while table.match.turn is not None:
        told.append(table.obey(str(person.choose(table.match.game, table.view, own))))
    assert table.match.outcome is not None
    assert str(table.match.outcome) in table.picture()
    assert any("has set up its army" in words for words in told)


def test_the_answer_does_not_tell_the_setup() -> None:
    """Neither the name of the other's setup nor any of its ranks is shown while the match goes on."""
    table = seated("heuristic", "blue")
    told = "\n".join([table.begin(), table.obey("corner"), table.picture()])
    assert not any(name in told for name, _ in game("six").ready)
    assert "r?" in told
    assert not any(f" r{letter}" in told for letter in "FB3S9X")


def test_everybody_sits_on_the_own_side() -> None:
    """Blue sees its own home below; people who share a board with nothing to hide look at it from one side."""
    assert seated("random", "red").picture().splitlines()[5].startswith("1 ")
    assert seated("random", "blue").picture().splitlines()[5].startswith("6 ")
    shared = Table.new("stratego/six")
    shared.obey("corner")
    assert shared.picture().splitlines()[5].startswith("6 ")
    course = Table.new("stratego/course")
    course.obey(course.moves().split()[0])
    assert course.picture().splitlines()[9].startswith("1 ")


def test_an_army_can_be_written_out() -> None:
    """At the table and in a record as in §11, front row first."""
    table = Table.new("stratego/six")
    table.obey("red(2X.9.2/FB3.S.)")
    table.obey("corner")
    assert table.history() == ["red(2X.9.2/FB3.S.)", "blue has set up its army"]
    record = Record.read("Game: stratego/six\nred(2X.9.2/FB3.S.) corner a2-a3")
    assert isinstance(judge(record), Fair)


def test_a_seat_that_is_not_there_is_refused() -> None:
    """The seats are told by number and by name."""
    with pytest.raises(HoyleError, match=r"^stratego has no seat green, only 1 to 2 \(red, blue\)$"):
        seated("random", "green")


def hoyle(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "hoyle", *words], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_referee_reads_the_courses_files(tmp_path: Path) -> None:
    """With the board in a file of its own, one by one and many at once, and whoever begins."""
    (tmp_path / "board.txt").write_text(course.write_board(game("course").start()))
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.txt").write_text("3\nM(0,6;S;1) M(0,3;N;1)\nD(0,5;S;1)")
    (games / "b.txt").write_text("1\nM(0,3;N;1)")
    (games / "c.txt").write_text("2\nM(0,6;S;1)")
    one = hoyle(tmp_path, "judge", "games/a.txt", "--board", "board.txt")
    assert one.returncode == 0
    assert one.stdout.startswith("games/a.txt: fair: 3 moves, unfinished\n10  bB")
    assert one.stdout.endswith("attacked red's captain on a5 and both fell\n")
    assert "   6 r1 b1\n" in one.stdout
    every = hoyle(tmp_path, "judge", "games", "--board", "board.txt", "--json")
    verdicts = json.loads(every.stdout)
    assert (every.returncode, verdicts["fair"], verdicts["foul"], verdicts["unreadable"]) == (2, 1, 1, 1)
    assert [file["verdict"] for file in verdicts["files"]] == ["fair", "foul", "unreadable"]
    assert verdicts["files"][1]["reason"] == "the piece on a4 is red's, and it is blue's turn (§3)"
    red = hoyle(tmp_path, "judge", "games/b.txt", "--board", "board.txt", "--first", "red")
    assert red.returncode == 0
