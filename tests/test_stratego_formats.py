"""Foreign records of Stratego: the course's games and the files of the Gravon server."""

from __future__ import annotations

import pytest

from hoyle.dice import Dice
from hoyle.game import HoyleError, NotationError, Seat
from hoyle.games.stratego import course, game, gravon
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, Foul, judge, read_record

BOARD = course.write_board(game("course").start())


# ------------------------------------------------------------------------------------------------- the course


def test_a_game_of_the_course_is_judged() -> None:
    """The board may stand before or after the moves; blue begins unless red is named."""
    moves = "3\nM(0,6;S;1) M(0,3;N;1)\nD(0,5;S;1)\n"
    for text in (f"{BOARD}\n{moves}", f"{moves}{BOARD}\n", f"\ufeff{moves}\r\n{BOARD}"):
        verdict = judge(read_record(text))
        assert isinstance(verdict, Fair)
        assert len(verdict.match.line) == 3
    red = judge(read_record(f"first: red\n{moves}{BOARD}"))
    assert isinstance(red, Foul)
    assert red.reason == "the piece on a7 is blue's, and it is red's turn (§3)"


def test_false_claims_of_the_course_are_foul() -> None:
    """The first foul move is named with its number, text and reason."""
    verdict = judge(read_record(f"3 M(0,6;S;1)M(0,3;N;1)W(0,5;S;1) M(0,0;N;1)\n{BOARD}"))
    assert isinstance(verdict, Foul)
    assert (verdict.ply, verdict.text) == (3, "W(0,5;S;1)")
    assert verdict.reason == "the captain that strikes the captain on a5 falls together with it (§5)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2 M(0,6;S;1)", "announces 2 moves and has 1"),
        ("1 M(0,6;S;1)", "no starting board"),
        ("1 M[0,6;S;1]", "a record begins with a header"),
        (f"1 M(0,6;S;1)\n{BOARD.replace('##', '__', 1)}", "where the lakes are"),
        (f"1 M(0,6;S;1)\n{BOARD.replace('b5', 'x5', 1)}", "not a piece"),
        (f"1 M(0,6;S;1)\n{BOARD.split(chr(10), 1)[1]}", "ten rows"),
    ],
)
def test_what_is_no_game_of_the_course_is_refused(text: str, words: str) -> None:
    """Each fault of a file is told in one line."""
    board = "" if "|" in text or "starting board" in words else f"\n{BOARD}"
    with pytest.raises(HoyleError, match=words):
        read_record(f"{text}{board}")


def test_boards_survive_their_drawing() -> None:
    """Reading undoes writing, from the start and after strikes."""
    rules = game("course")
    state = Match.new(rules).follow("a7-a6", "a4-a5", "D(0,5;S;1)").state
    again = course.read_board(course.write_board(state), Seat(state.mover))
    assert course.write_board(again) == course.write_board(state)
    assert BOARD.endswith("  0  1  2  3  4  5  6  7  8  9 ")


# ----------------------------------------------------------------------------------------------------- Gravon


def a_match(variant: str, seed: int = 3) -> Match[object, object]:
    """Return a random match that is over."""
    rules, dice = game(variant), Dice(seed)
    match = Match.new(rules).follow(rules.ready[0][0], rules.ready[1][0])
    while match.turn is not None:
        match = match.play(dice.choose(list(rules.moves(match.state))))
    return match  # type: ignore[return-value]  # states and moves as they are


@pytest.mark.parametrize("variant", ["gravon", "barrage@two-squares=5,more-squares=off,quiet=off"])
def test_a_match_survives_the_servers_xml(variant: str) -> None:
    """Written and read again it has the same moves, players and end."""
    rules, match = game(variant), a_match(variant)
    text = gravon.write(rules, match.start, match.moves, red="Ada <&>", blue="Bo")  # type: ignore[arg-type]
    record = read_record(text)
    assert record.moves == tuple(map(str, match.moves[2:]))
    assert record.game == f"stratego/{variant}"
    assert ("Red", "Ada <&>") in record.headers
    verdict = judge(record)
    assert isinstance(verdict, Fair)
    assert verdict.match.outcome == match.outcome


def xml(moves: str, content: str = "", kind: str = "classic") -> str:
    """Return a file with these moves on the board of the first setups."""
    rules = game("gravon")
    state = Match.new(rules).follow("bastion", "bastion").state
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<stratego><game type="{kind}">'
        f'<field content="{content or gravon._content(state)}"/>{moves}'
        '<player id="1">A</player><player id="2">B</player><result type="3" winner="2"/></game></stratego>'
    )


def test_known_faults_of_the_archive_are_read_and_noted() -> None:
    """J for K and more than one END are understood, and each is told."""
    moves = '<move id="1" source="J4" target="J5"/><move source="END" target=""/><move source="END" target=""/>'
    record = read_record(xml(moves))
    assert record.moves == ("j4-j5",)
    assert [note for key, note in record.headers if key == "Note"] == [
        "2 END lines, read as one",
        "move 1 has J4, read as K4",
        "move 1 has J5, read as K5",
    ]
    assert ("Gravon-Result", "given up, blue won") in record.headers
    assert isinstance(judge(record), Fair)


def test_the_board_tells_the_type() -> None:
    """Ten pieces a side are a duel, whatever the file calls itself."""
    content = gravon._content(Match.new(game("duel")).follow("edge", "edge").state)
    record = read_record(xml("", content, kind="barrage"))
    assert record.game.startswith("stratego/duel@")
    assert ("Note", "type barrage with 10 pieces, read as duell") in record.headers
    assert isinstance(judge(record), Fair)


def test_the_older_text_is_read_too() -> None:
    """A line for the type, the board and each move, then END and the result."""
    content = gravon._content(Match.new(game("gravon")).follow("bastion", "bastion").state)
    text = (
        f"#X38FA11 Stratego-Notation v2\ntype0\n{content}\nA4-A5\nEND\nEND\nAda vs Bo\u200b result 3 winner 0\nK7-K6\n"
    )
    record = read_record(text)
    assert record.moves == ("a4-a5", "j7-j6")
    assert record.headers == (
        ("Red", "Ada"),
        ("Blue", "Bo?"),
        ("Gravon-Result", "given up, red won"),
        ("Note", "2 END lines, read as one"),
        ("Note", "1 move after END, read like the others"),
    )
    assert isinstance(judge(record), Fair)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (xml("").replace("<stratego>", '<!DOCTYPE a [<!ENTITY b "c">]><stratego>'), "no DOCTYPE"),
        (xml("")[:-3], "not well-formed XML"),
        (xml("", kind="chess"), "is not one that hoyle knows"),
        (xml("", content="A" * 99), "the field has 99 letters"),
        (xml("", content="A" * 100), "_ is where the lakes are"),
        (xml("", content="Z" * 100), "the field holds 'Z'"),
        (xml('<move source="A4"/>'), "for a square"),
        (xml('<move source="L4" target="A1"/>'), "for a square"),
        ("<stratego>" + " " * 1_000_001 + "</stratego>", "at most"),
        ("<stratego/>", "with a game in it"),
        ("#X38FA11 Stratego-Notation v2\ntype9\n", "a type that hoyle knows"),
    ],
)
def test_what_is_no_file_of_the_server_is_refused(text: str, words: str) -> None:
    """Nothing expands, nothing large is read, and each fault is told in one line."""
    with pytest.raises(NotationError, match=words):
        read_record(text)


def test_a_claimed_end_is_checked() -> None:
    """A file that says that the flag was taken, while it still stands, is not fair."""
    verdict = judge(read_record(xml('<move source="A4" target="A5"/>').replace('type="3"', 'type="1"')))
    assert isinstance(verdict, Foul)
    assert verdict.reason == "the result is unfinished"


def test_foul_moves_in_a_file_are_found() -> None:
    """A file may be read and still not be played by the rules."""
    verdict = judge(read_record(xml('<move source="A4" target="A6"/>')))
    assert isinstance(verdict, Foul)
    assert verdict.ply == 1


def test_what_no_game_reads_is_told_as_a_record_would() -> None:
    """A text in no format at all gets the words for hoyle's own."""
    with pytest.raises(NotationError, match="a record begins with a header"):
        read_record("hello")
    assert read_record("Game: stratego\n") == Record("stratego")
