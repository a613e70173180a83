"""The table that all front ends share, and what clicks spell at it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from hoyle.box import Box, Look
from hoyle.game import Game, HoyleError, NotationError, Outcome, Seat
from hoyle.games.stratego.course import write_board
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, judge
from hoyle.scene import Mark, Scene
from hoyle.shelf import find
from hoyle.tables.clicks import Spelling
from hoyle.tables.terminal import line
from hoyle.tables.terminal.table import Table

Hands = tuple[str | None, ...]


@dataclass(frozen=True)
class Hiding(Game[Hands, str]):
    """Each of two seats hides one and then another of the letters A to C; equal first letters win for the first."""

    seats = 2
    rounds: int = 2

    def start(self) -> Hands:
        return ()

    def turn(self, state: Hands) -> Seat | None:
        return Seat(len(state) // self.rounds) if len(state) < 2 * self.rounds else None

    def outcome(self, state: Hands) -> Outcome | None:
        if len(state) < 2 * self.rounds:
            return None
        equal = int(state[0] == state[self.rounds])
        return Outcome((equal, 1 - equal), "shown")

    def moves(self, state: Hands) -> Iterator[str]:
        return iter("ABC" if self.turn(state) is not None else "")

    def play(self, state: Hands, move: str) -> Hands:
        return (*state, move)

    def write(self, state: Hands) -> str:
        return "".join(letter or "?" for letter in state) or "-"

    def read(self, text: str) -> Hands:
        return tuple(text.strip("-"))

    def parse(self, state: Hands, text: str) -> str:  # noqa: ARG002 — the notation does not depend on the state
        if text not in {"A", "B", "C"}:
            raise NotationError(f"not a letter: {text[:40]!r}")
        return text

    def view(self, state: Hands, seat: Seat) -> Hands:
        if len(state) == 2 * self.rounds:
            return state
        # While the other hides his letters, nothing of that is seen, not even how far he is.
        seen = len(state) if self.turn(state) == seat else len(state) // self.rounds * self.rounds
        return tuple(letter if place // self.rounds == seat else None for place, letter in enumerate(state[:seen]))

    def report(self, state: Hands, move: str, seat: Seat) -> str:
        return move if self.turn(state) == seat else "something hidden"


def drawn(game: Hiding, state: Hands) -> Scene:
    """Return the letters below each other, and three to pick from."""
    hands = [Mark(1, y, "text", "ink", f"<{letter or '?'}>") for y, letter in enumerate(state)]
    picks = [Mark(4 + x, 0, "box", "plain", letter, letter, f"hide {letter}") for x, letter in enumerate("ABC")]
    over = game.outcome(state)
    return Scene(8, 2 * game.rounds, (*hands, *picks), str(over) if over else f"seat {game.turn(state)} hides")


class Always:
    """A player that always hides the same."""

    def choose(self, game: Any, view: Any, seat: Seat) -> str:  # noqa: ARG002 — it never looks
        """Return the letter C."""
        return "C"


SECRETS = Box(
    name="hands",
    title="Hands",
    rules="§1  Hide letters.",
    variants={"two": "two letters each"},
    game=lambda _: Hiding(),
    look=Look(picture=drawn),
    players={"always": lambda _: Always()},
)


def secret_table() -> Table:
    """Return a table where two people hide letters from each other."""
    return Table("hands/two", SECRETS, Match.new(Hiding()), 0)


def test_undo_never_crosses_what_another_has_seen() -> None:
    """Where something is hidden, only what nobody else noticed can be taken back."""
    table = secret_table()
    table.obey("B")
    table.obey("undo")
    table.obey("A")
    table.obey("B")
    with pytest.raises(HoyleError, match="you cannot take back what your opponent has seen"):
        table.obey("undo")
    table.obey("C")
    assert table.match.position == "ABC"


def test_several_moves_are_taken_back_at_once() -> None:
    """All of them, or none and a word; against a player one's own moves count."""
    table = Table.new("pegs/easy")
    table.obey("d2d4 d4d6")
    for said, words in (("undo 3", "there are only 2 moves to undo"), ("undo x", "as in: undo 3"), ("undo 0", "as in")):
        with pytest.raises(HoyleError, match=words):
            table.obey(said)
        assert len(table.history()) == 2
    table.obey("undo 2")
    assert table.history() == []
    with pytest.raises(HoyleError, match="there is nothing to undo"):
        table.obey("undo 1")
    with pytest.raises(HoyleError, match="there are only 2 moves to redo"):
        table.obey("redo 9")
    table.obey("redo 2")
    assert len(table.history()) == 2
    nim = Table.new("nim")
    nim.invite("perfect")
    nim.obey("a1")
    nim.obey(nim.moves().split()[0])
    assert len(nim.history()) == 4
    nim.obey("undo 2")
    assert nim.history() == []


def test_restart_and_another_match() -> None:
    """A restart can be redone; another match is dealt by its number, and the player stays."""
    table = Table.new("domino/3", seed=1)
    start = table.match.state
    assert not table.unsaved
    table.obey(table.moves().split()[0])
    assert table.unsaved
    table.obey("restart")
    assert table.match.state == start
    table.obey("redo")
    assert table.match.state != start
    table.obey("again 1")
    assert table.match.state == start
    assert not table.unsaved
    table.obey("again")
    with pytest.raises(HoyleError, match="as in: again 7"):
        table.obey("again x")
    with pytest.raises(HoyleError, match="nothing to undo"):
        table.obey("restart")
    nim = Table.new("nim/1,2")
    nim.invite("perfect", own_seat="2")
    nim.begin()
    assert nim.obey("again").startswith("first seat: ")


def test_a_table_says_that_one_plays_for_all() -> None:
    """And how to get an opponent, where there is one."""
    assert Table.new("nim").begin() == "you play every seat, or share this table; for an opponent: --against perfect"
    assert secret_table().begin().endswith("--against always")
    assert Table.new("pegs/easy").begin() == ""


def test_people_who_share_a_terminal_change_places(capsys: pytest.CaptureFixture[str]) -> None:
    """A curtain hides the board until the other is there; a script that types on needs no empty line."""
    line.sit(secret_table(), StringIO("A\nB\n\nC\nC\n"))
    shown, _, other = capsys.readouterr().out.partition("seat 2 to move: pass the keyboard, and press Enter")
    assert shown.count("<A>") == 1
    assert "<A>" not in other.partition("shown")[0].rpartition("hides")[0]
    line.sit(secret_table(), StringIO("A\nB\nC\nC\n"))
    assert "1-0" not in capsys.readouterr().out.partition("shown")[0].splitlines()[0]


def test_people_who_share_a_table_see_their_own() -> None:
    """The picture and the history are those of whoever is to move."""
    table = secret_table()
    table.obey("A B")
    assert table.seat == 1
    assert table.secret
    assert "<A>" not in table.picture()
    assert table.history() == ["something hidden"]
    assert "<A>" not in table.obey("replay")
    assert not Table.new("nim").secret


def test_a_players_moves_are_told_as_a_seat_may_hear_of_them() -> None:
    """Against a player nothing of its hand is shown or told before the end."""
    table = secret_table()
    table.invite("always", own_seat="2")
    assert table.begin() == "seat 1: something hidden"
    assert "<C>" not in table.picture()
    assert table.history() == ["something hidden"]
    table.obey("A")
    table.obey("undo")
    table.obey("C")
    table.obey("B")
    assert table.picture().count("<C>") == 3


def test_a_sign_in_a_record_is_said_in_words() -> None:
    """An army that was set up unseen is told as such, in the answer and in the history."""
    table = Table.new("stratego/six")
    table.invite("random", own_seat="blue")
    assert table.begin() == "red has set up its army"
    assert table.history() == ["red has set up its army"]


def test_solve_step_and_replay_by_line() -> None:
    """The solution is played move by move, and the match shown again."""
    typed = "step\nsolve\nstep\nstep\nstep\nreplay 1\nreplay 3\nreplay x\nrules\n"
    told = StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", told)
        line.sit(Table.new("pegs/.OO.O/*****"), StringIO(typed))
    text = told.getvalue()
    assert "step: no solution is known from here; solve first" in text
    assert "b1d1 e1c1\nsolved: 2 jumps, 2 turns\nb1d1\n" in text
    assert "step: the match is over: won (1 peg left)" in text
    assert "\n1. b1d1\n   a b c" in text
    assert text.count("give a number of moves from 0 to 2") == 2
    assert "§3  A move is one jump" in text


def test_a_known_solution_is_not_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the line found last nothing is sought, also after undo."""
    table = Table.new("pegs/.OO.O/*****")
    table.obey("solve")
    monkeypatch.setattr("hoyle.tables.terminal.table.verdict", lambda *_: pytest.fail("the line is known"))
    table.obey("step")
    table.obey("undo")
    assert table.obey("solve") == "b1d1 e1c1\nsolved: 2 jumps, 2 turns; the line found before"


def test_a_player_is_not_asked_to_play_another_game(tmp_path: Path) -> None:
    """A match of another game cannot be loaded where a player sits, and one of its own goes on at once."""
    Table.new("pegs/easy").obey(f"save {tmp_path / 'pegs.txt'}")
    other = Table.new("nim/1,2")
    other.obey("b1")
    other.obey(f"save {tmp_path / 'nim.txt'}")
    table = Table.new("nim")
    table.invite("perfect", own_seat="1")
    with pytest.raises(HoyleError, match="is a match of pegs, but your opponent plays only nim"):
        table.obey(f"load {tmp_path / 'pegs.txt'}")
    assert table.name == "nim/classic"
    assert table.obey(f"load {tmp_path / 'nim.txt'}") == "your opponent is perfect\nsecond seat: a1"
    assert table.name == "nim/1,2"


def test_a_hint_is_marked_until_the_match_changes() -> None:
    """The marks that it names are in braces, in any game where marks spell moves."""
    table = Table.new("pegs/easy")
    table.obey("hint")
    assert table.marked() == ["d2", "d4"]
    assert table.picture().count("{") == 2
    table.obey("d2d4")
    assert "{" not in table.picture()
    table.obey("undo")
    assert "{" not in table.picture()


def test_who_resigns_loses_and_the_referee_believes_it(tmp_path: Path) -> None:
    """The match is over until undo or again; saved and loaded it stays so, with the opponent and the own seat."""
    table = Table.new("nim")
    with pytest.raises(HoyleError, match="you have no opponent here"):
        table.obey("resign")
    table.invite("perfect", own_seat="second seat")
    table.begin()
    table.obey("resign")
    assert table.picture().endswith("1-0 (second seat resigned)")
    for said in ("c1", "hint", "resign", "redo"):
        with pytest.raises(HoyleError, match="the match is over: 1-0"):
            table.obey(said)
    table.obey(f"save {tmp_path / 'm'}")
    assert str(judge(Record.load(tmp_path / "m"))) == "fair: 1 move, 1-0 (second seat resigned)"
    other = Table.resume(str(tmp_path / "m"))
    assert (other.players, other.seat, other.given_up) == ({Seat(0): "perfect"}, Seat(1), table.given_up)
    assert other.begin() == "your opponent is perfect"
    assert other.offer
    other.obey("undo")
    assert other.outcome is None
    assert other.match.moves == table.match.moves
    assert Table.new("nim").help() == Table.new("nim").help().replace("resign", "").replace("solve", "")
    assert "resign" in other.help()
    assert "step" in Table.new("pegs/easy").help()


ENGINE = """#!{python}
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hoyle":
        print("ready", flush=True)
    elif word == "game":
        game = rest
    elif word == "new":
        heard = []
    elif word == "heard":
        heard = [*globals().get("heard", []), rest]
    elif word == "go":
        known = game == "nim/1,2" or heard[0].endswith("c1")
        print("move", {{1: "a1", 3: "b1"}}.get(len(heard), "z9") if known else "a2", flush=True)
"""


def test_a_program_at_the_table(tmp_path: Path) -> None:
    """It hears a match that was changed anew, loses by its own fault, and is never started by a file."""
    program = tmp_path / "engine"
    program.write_text(ENGINE.format(python=sys.executable))
    program.chmod(0o700)
    table = Table.new("nim")
    with pytest.raises(HoyleError, match="cannot be run"):
        table.invite("./no-such-engine")
    table.invite(str(program))
    assert table.obey("b2") == "second seat: a2"
    table.obey("undo")
    assert table.obey("c1") == "second seat: a1"
    table.dismiss()
    assert table.obey("c1") == "second seat: b1"
    assert table.obey("c1") == f"{program}: there is no heap z (§1); you win"
    assert table.outcome is not None
    assert table.outcome.scores == (1, 0)
    table.obey(f"save {tmp_path / 'm'}")
    assert isinstance(judge(Record.load(tmp_path / "m")), Fair)
    table.obey("undo")
    assert [str(move) for move in table.match.moves] == ["c1", "a1", "c1", "b1"]
    Table.new("nim/1,2").obey(f"save {tmp_path / 'other'}")
    table.obey(f"load {tmp_path / 'other'}")
    assert table.obey("b1") == "second seat: a1"
    table.dismiss()
    other = Table.resume(str(tmp_path / "m"))
    assert not other.players
    assert other.begin().endswith(f"--against {program}")


def test_a_foreign_record_is_loaded_and_not_overwritten(tmp_path: Path) -> None:
    """What judge reads can be played on; save keeps to files in hoyle's own format."""
    board = write_board(find("stratego/course")[1].start())
    (tmp_path / "foreign").write_text(f"1 M(0,6;S;1)\n{board}")
    table = Table.new("nim")
    table.obey(f"load {tmp_path / 'foreign'}")
    assert table.name == "stratego/course"
    with pytest.raises(HoyleError, match="already exists"):
        table.obey(f"save {tmp_path / 'foreign'}")


# --------------------------------------------------------------------------------------------- spelling


def spelling(name: str) -> Spelling:
    """Return what can be spelled at the start of a game."""
    box, game = find(name)
    return Spelling(game, game.start(), box.look.picture(game, game.start()).marks)


def test_marks_spell_a_move_of_every_variant(game_name: str) -> None:
    """Whoever always picks what leads on has soon made a legal move."""
    table = Table.new(game_name, seed=1)
    picked = Spelling(table.match.game, table.view, table.past(0).marks)
    move = None
    while table.match.turn is not None and move is None:
        move = picked.add(min(picked.targets() or {picked.last}))
    assert table.match.turn is None or table.match.follow(str(move)).line


def test_two_marks_spell_a_jump() -> None:
    """The first is kept, what leads on is known, and the second completes the move."""
    picked = spelling("pegs/english")
    assert picked.add("d2") is None
    assert (picked.text, picked.complete, picked.targets()) == ("d2", False, {"d4"})
    assert picked.add("d4") == "d2d4"


def test_marks_that_do_not_go_together() -> None:
    """The rule is quoted, and the last mark begins anew; the same mark twice is none."""
    picked = spelling("pegs/english")
    with pytest.raises(HoyleError, match="d4 has no move now"):
        picked.add("d4")
    assert picked.text == ""
    picked.add("b4")
    with pytest.raises(HoyleError, match="not two holes from b4"):
        picked.add("d2")
    assert picked.text == "d2"
    assert picked.add("d2") is None
    assert picked.text == ""


def test_a_move_that_could_grow_waits() -> None:
    """Where a longer move begins alike, the second click on the last mark plays the shorter."""
    box, game = find("nim/12")
    marks = [*box.look.picture(game, game.start()).marks, Mark(0, 0, "box", "plain", "2", "2")]
    picked = Spelling(game, game.start(), marks)
    assert picked.add("a1") is None
    assert picked.complete
    assert picked.targets() == {"2"}
    assert picked.add("a1") == "a1"
    assert picked.add("2") == "a12"
    assert spelling("nim/12").add("a1") == "a1"


def test_a_mark_begins_only_moves_from_it() -> None:
    """On a large board h1 is not taken for the beginning of h10j10."""
    picked = spelling("pegs/cross7")
    assert picked.targets() == {"h10", "j8", "j12", "l10"}


def test_a_rank_is_not_taken_for_a_column() -> None:
    """What marks spell differs by case: after a flag comes a square such as b2, and no bomb."""
    picked = spelling("stratego/classic")
    picked.add("F")
    assert "b2" in picked.targets()
    assert "B" not in picked.targets()
