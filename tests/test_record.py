"""Records and the referee: what is read, what is refused, and what is foul."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import GAMES
from hoyle.game import HoyleError, NotationError, Seat
from hoyle.games.pegs import game
from hoyle.games.stratego.course import write_board
from hoyle.laws import Walk
from hoyle.match import Match
from hoyle.record import LIMIT, SINGLE, Record
from hoyle.referee import Fair, Foul, Unclear, judge, read_record
from hoyle.shelf import Shelf, find

WON = "Game: pegs/easy\nPlayer: Ada\nDate: 2026-11-15\n\n1. d2d4  2. d4d6\n\nResult: won (1 peg left)\n"


def test_a_record_is_written_as_a_person_would() -> None:
    """Headers, numbered moves, a result."""
    match = Match.new(game("easy")).follow("d2d4d6")
    assert Record.of("pegs/easy", match, (("Player", "Ada"), ("Date", "2026-11-15"))).write() == WON


@pytest.mark.parametrize(
    "text",
    [
        WON,
        WON.replace("\n", "\r\n"),
        "\ufeff" + WON,
        WON.replace("1. d2d4  2. d4d6", "1.d2d4\n   2... d4d6"),
        WON.replace("1. d2d4  2. d4d6", "# a comment: d9d9\nd2d4 # then\n\n\nd4d6"),
        WON.replace("Player: Ada", "Player:   Ada  "),
        WON.replace("Game: ", "Game:").replace("Date:", "Date :"),
        WON.replace(" ", "\N{NO-BREAK SPACE}"),
    ],
)
def test_reading_forgives_white_space(text: str) -> None:
    """Blank lines, line ends, numbers and comments carry no meaning."""
    assert Record.read(text) == Record.read(WON)


@pytest.mark.parametrize(
    "text", ["1 M(0,6;S;1)\nGame: nim", "<stratego>\nGame: nim", "#X38FA11 Stratego-Notation v2 \nx\nGame: nim"]
)
def test_what_names_its_game_is_hoyles_own(text: str) -> None:
    """Even if it looks foreign otherwise, so its faults are told as those of a record."""
    with pytest.raises(NotationError, match="the header Game comes after the first move"):
        read_record(text)


def test_a_box_that_does_not_open_keeps_no_other_from_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is broken reads nothing, and the formats of the boxes behind it are still read."""
    doors = {name: EntryPoint(name, f"hoyle.games.{name}:BOX", "hoyle.games") for name in ("none", "stratego")}
    monkeypatch.setattr(sys.modules["hoyle.shelf"], "shelf", lambda: Shelf(doors))
    board = write_board(find("stratego/course")[1].start())
    assert read_record(f"1 M(0,6;S;1)\n{board}").game == "stratego/course"


def test_a_record_that_hides_something_is_unclear_from_there() -> None:
    """What comes before is fair; the first move that depends on what is unseen is named, with the position before it."""
    verdict = judge(Record.read("Game: stratego/six\ncorner unseen a2-a4"))
    assert isinstance(verdict, Unclear)
    assert (verdict.ply, verdict.text) == (2, "unseen")
    assert verdict.reason == "what was set up is unseen, so nothing can be judged from here on (§9)"
    assert verdict.match.state.mover == 1
    assert str(verdict) == f"unclear from move 2, unseen: {verdict.reason}"


def test_lines_of_a_record_have_at_most_79_letters() -> None:
    """A move that would make a line longer begins the next, with its number."""
    assert [len(line) for line in Record("nim", ("x" * 36, "y" * 35)).write().splitlines()] == [9, 0, 79]
    assert [len(line) for line in Record("nim", ("x" * 36, "y" * 36)).write().splitlines()] == [9, 0, 39, 39]


def test_what_a_foreign_text_leaves_unsaid_is_put_before_it() -> None:
    """A game of the course without its board is read with it, and what nobody can read is told as no record."""
    board = write_board(find("stratego/course")[1].start())
    assert read_record("1 M(0,6;S;1)", f"{board}\n").game == "stratego/course"
    with pytest.raises(NotationError, match="begins with a header such as"):
        read_record("M(0,6;S;1)", f"{board}\n")


@pytest.mark.parametrize("claim", ["won (1 peg left)", "won", "1 peg left"])
def test_a_true_result_may_be_given_in_part(claim: str) -> None:
    """The verdict or the reason alone is enough."""
    assert isinstance(judge(Record("pegs/easy", ("d2d4", "d4d6"), result=claim)), Fair)


@pytest.mark.parametrize(
    ("record", "ply", "text", "reason"),
    [
        (Record("pegs/easy", ("d2d4", "d4d6"), result="lost"), 2, "lost", "the result is won (1 peg left)"),
        (Record("pegs/easy", ("d2d4",), result="won"), 1, "won", "the result is unfinished"),
        (Record("pegs/easy", ("d2d4", "d4d7")), 2, "d4d7", "there is no hole d7 on this board (§1)"),
        (Record("pegs/easy", ("d2d4d6", "d6d4")), 3, "d6d4", "there is no peg in d5 to jump over (§3)"),
        (Record("pegs/easy", ("d2d4d2",)), 2, "d2d4d2", "d4d2: there is no peg in d3 to jump over (§3)"),
        (Record("pegs/easy", ("d5d5",)), 1, "d5d5", "d5 is not two holes from d5 in a line (§3)"),
        (Record("pegs/english", ("d1d3",)), 1, "d1d3", "d3 is not empty (§3)"),
        (Record("pegs/easy", ("hello",)), 1, "hello", "not a jump, such as d6d4: 'hello'"),
        (Record("nim", ("a3", "b4", "c5", "a1")), 4, "a1", "the match is over: 1-0 (first seat took the last counter)"),
        (Record("nim", ("d1",)), 1, "d1", "there is no heap d (§1)"),
        (Record("nim", ("a0",)), 1, "a0", "a move takes at least one counter (§2)"),
    ],
)
def test_a_foul_names_ply_move_rule_and_position(record: Record, ply: int, text: str, reason: str) -> None:
    """The first foul is told with all that one needs to check it."""
    foul = judge(record)
    assert isinstance(foul, Foul)
    assert (foul.ply, foul.text, foul.reason) == (ply, text, reason)
    assert len(foul.match.line) == ply - (foul.kind == "move")
    assert foul.match.game.read(foul.match.position) == foul.match.state


def test_a_foul_is_told_by_its_number_in_the_record() -> None:
    """A chain has one number there, however many single moves it is."""
    foul = judge(Record("pegs/easy", ("d2d4d6", "d6d4")))
    assert str(foul).startswith("foul at move 2, d6d4")


def test_a_chain_is_one_turn_and_several_jumps() -> None:
    """The referee reports both numbers."""
    fair = judge(Record.read("Game: pegs/easy\nd2d4d6"))
    assert isinstance(fair, Fair)
    assert len(fair.match.line) == 2
    assert str(fair).startswith("fair: 2 jumps, 1 turn, ")


def test_a_start_may_be_written_row_by_row() -> None:
    """A board pasted under Start is the same as one on its line."""
    rows = "***.***\n***.***\n***.***\n***O***\n***O***\n***.***\n*******"
    pasted = Record.read(f"Game: pegs/easy\nStart:\n{rows}\n\nd4d6")
    assert pasted.start == rows.replace("\n", "/")
    assert pasted == Record.read(f"Game: pegs/easy\nStart: {pasted.start}\nd4d6")
    assert isinstance(judge(pasted), Fair)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with a header"),
        ("d2d4", "begins with a header"),
        ("Game:\n", "begins with a header"),
        ("Game: nim\nGame: nim\n", "only one Game header"),
        ("Game: nim\nStart: 3,4,5 first\nStart: 3,4,5 first", "only one Start header"),
        ("Game: nim\nTermination: Ada resigned\nTermination: Bo resigned\na1", "only one Termination header"),
        ("Game: nim\na1\nPlayer: Ada", "the header Player comes after the first move"),
        ("Game: nim\na1\nResult: won\nb1", "there are moves after the result"),
        ("Game: nim\n\x00", "plain text"),
        ("Game: nim\n" + "a1 " * LIMIT, "at most 1,000,000 letters"),
    ],
)
def test_what_is_no_record_is_refused(text: str, words: str) -> None:
    """Each fault has its own words."""
    with pytest.raises(NotationError, match=words):
        Record.read(text)


@pytest.mark.parametrize("key", SINGLE)
def test_a_record_is_made_with_what_can_be_read_again(key: str) -> None:
    """A header that is judged stands there once, also in a record that nobody has read."""
    with pytest.raises(NotationError, match=f"only one {key} header"):
        Record("nim", headers=((key, "x"), (key, "x")))


@settings(derandomize=True, deadline=None)
@given(
    st.text() | st.lists(st.sampled_from(["Game: nim", "Start:", "Result: x", "1. a1", "# c", "(", ""])).map("\n".join)
)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    """Reading raises nothing but a NotationError, and what it reads survives being written."""
    try:
        record = Record.read(text)
    except NotationError:
        return
    assert Record.read(record.write()) == record


def test_files_are_loaded_and_saved_whole(tmp_path: Path) -> None:
    """A file that is missing, binary or huge is a clear error; saving leaves no scratch behind."""
    record, path = Record.read(WON), tmp_path / "match.txt"
    record.save(path)
    assert Record.load(path) == record
    assert [file.name for file in tmp_path.iterdir()] == ["match.txt"]
    with pytest.raises(HoyleError, match=r"cannot read .*: No such file"):
        Record.load(tmp_path / "none.txt")
    with pytest.raises(HoyleError, match=r"cannot read .*: Is a directory"):
        Record.load(tmp_path)
    with pytest.raises(HoyleError, match="cannot write"):
        record.save(tmp_path / "none" / "match.txt")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotationError, match="UTF-8"):
        Record.load(path)
    path.write_bytes(b" " * (LIMIT + 1))
    with pytest.raises(NotationError, match="has more than 1,000,000 bytes"):
        Record.load(path)


@pytest.mark.parametrize(
    "text", ["1.1. d2d4", "a (\nb )", "( 1. x", "(4, 6) ( 4,6)", "1... 2. 3.x", "red(2./F.) (2. x)"]
)
def test_odd_moves_survive_being_written(text: str) -> None:
    """Numbers and brackets in odd places change nothing on the way through a text."""
    record = Record.read(f"Game: nim\n{text}")
    assert Record.read(record.write()) == record


def test_a_header_is_one_line() -> None:
    """What would be read as something else cannot be written."""
    with pytest.raises(NotationError, match="a header is"):
        Record("pegs/easy", headers=(("Player", "Ada\nResult: lost"),))
    with pytest.raises(NotationError, match="a header is"):
        Record("pegs/easy", headers=(("player", "Ada"),))
    with pytest.raises(NotationError, match="a header is"):
        Record("pegs/easy", start="x\ny")
    with pytest.raises(NotationError, match="a header is"):
        Record("pegs/easy", result="won\nd2d4")


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("1-0 (blue resigned)", "fair: 1 move, 1-0 (blue resigned)"),
        ("unfinished", "fair: 1 move, unfinished"),
        ("1-0 (red resigned)", "foul result, 1-0 (red resigned): the result is unfinished"),
        ("1 (blue resigned)", "foul result, 1 (blue resigned): the result is unfinished"),
        ("9-9 (blue resigned)", "foul result, 9-9 (blue resigned): the result is unfinished"),
    ],
)
def test_a_match_that_was_given_up(result: str, words: str) -> None:
    """What ended off the board is believed if its header says so, while the rules have no other end."""
    record = Record.read(f"Game: nim\nTermination: blue resigned\na1\nResult: {result}")
    assert str(judge(record)) == words
    over = Record.read(f"Game: nim/1\nTermination: blue resigned\na1\nResult: {result}")
    assert isinstance(judge(over), Foul)


def test_a_seat_keeps_what_it_saw_and_heard_until_the_end() -> None:
    """While the match goes on, another's setup is unseen and a strike tells no rank; after the end all is told."""
    six = find("stratego/six")[1]
    match = Match.new(six).follow("corner", "middle", "f2-f5")
    kept = [Record.of("stratego/six", match, seat=Seat(seat)).moves for seat in (0, 1)]
    assert kept == [("corner", "unseen", "f2xf5"), ("unseen", "middle", "f2xf5")]
    later = Match(six, match.line[1][1], match.line[2:])
    assert "b?" in (Record.of("stratego/six", later, seat=Seat(0)).start or "")
    assert "b?" not in (Record.of("stratego/six", later).start or "")
    near = six.read(". . . . . bF/. . . . . r9/. ~ . . ~ ./. ~ . . ~ b3/. . . . . ./rF . . . . .; red to move")
    over = Match.new(six, Match.new(six, near).follow("f5-f6").state)
    assert str(over.outcome) == "1-0 (flag captured)"
    assert Record.of("stratego/six", over, seat=Seat(0)) == Record.of("stratego/six", over)


def test_a_record_may_be_as_long_as_the_limit_and_no_longer(tmp_path: Path) -> None:
    """The last letter that is allowed is allowed."""
    path = tmp_path / "long.txt"
    text = "Game: nim\n".ljust(LIMIT)
    path.write_text(text)
    assert Record.load(path) == Record.read(text) == Record("nim")
    path.write_text(text + " ")
    with pytest.raises(NotationError, match="1,000,000 letters"):
        Record.read(text + " ")
    with pytest.raises(NotationError, match="1,000,000 bytes"):
        Record.load(path)


@pytest.mark.parametrize(
    ("result", "fair"),
    [
        ("1-0 (blue resigned)", True),
        ("0-1 (red ran out of time)", True),
        ("0-1 (Ada resigned)", True),
        ("0-1 (red forfeited: ./bot has stopped)", True),
        ("0-0 (not over after 3 moves)", True),
        # The seat that lost is not the one that won, and one of them did.
        ("1-0 (red resigned)", False),
        ("1-0 (Red resigned)", False),
        ("1-0 (the red player resigned)", False),
        ("1-0 (Fred resigned)", True),
        ("0-1 (blue forfeited: ./bot resigned)", False),
        ("1-1 (blue resigned)", False),
        ("0-0 (blue resigned)", False),
        ("1-0-0 (blue resigned)", False),
        ("2-0 (blue resigned)", False),
        ("1-0 (resigned)", False),
        ("1-0 (blue forfeited: )", False),
        # What the rules can check is not believed.
        ("1-0 (flag captured)", False),
        ("1-0 (blue cannot move)", False),
        ("0-0 (nobody can move)", False),
        ("0-0 (200 moves without a strike)", False),
        ("0-0 (3 moves)", False),
        ("1-0 (not over after 3 moves)", False),
        ("0-0 (not over after 4 moves)", False),
        ("0-0 (agreed)", False),
    ],
)
def test_only_what_no_rule_can_check_is_believed(result: str, fair: bool) -> None:  # noqa: FBT001 — a parameter
    """A Termination explains who resigned, ran out of time or forfeited, or where a match was broken off."""
    reason = result.partition(" (")[2][:-1]
    record = Record("stratego/six", ("corner", "middle", "f2-f5"), (("Termination", reason),), result=result)
    words = f"fair: 3 moves, {result}" if fair else f"foul result, {result}: the result is unfinished"
    assert str(judge(record)) == words


@pytest.mark.parametrize("name", [name for name in GAMES if find(name)[1].seats > 1])
def test_no_outcome_of_the_rules_is_a_reason_to_stop(name: str) -> None:
    """However matches of a game end by its rules, an unfinished one cannot claim to have ended so."""
    for seed in range(5):
        match = Walk(name, *find(name), seed).match
        if match.outcome is None:
            continue
        before = Record.of(name, match.undo(), (("Termination", match.outcome.reason),))
        assert isinstance(judge(replace(before, result=str(match.outcome))), Foul)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Game: nim\nTermination: blue resigned\na1", "fair: 1 move, unfinished"),
        (
            "Game: pegs/easy\nTermination: resigned\nd2d4\nResult: 0 (resigned)",
            "foul result, 0 (resigned): the result is unfinished",
        ),
    ],
)
def test_only_a_match_of_several_seats_with_a_result_is_given_up(text: str, words: str) -> None:
    """Without a result nothing is claimed, and alone there is nobody to resign to."""
    assert str(judge(Record.read(text))) == words
