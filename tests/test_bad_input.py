"""Bad input at the command line gets one clear line and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import BAD_INPUT, hoyle, refused


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["contracts"], "name a class"),
        (["contracts", "hoyle.game.Gam"], "Gam"),
        (["contracts", "no.such.module.Class"], "no"),
        (["contracts", "hoyle.game.Game", "--form", "pdf"], "pdf"),
        (["contracts", "--report", "chess"], "chess"),
        (["list", "x" * 300], "unexpected extra argument"),
        (["judge", "x" * 300], "File name too long"),
        (["solve", "pegs/english@c3", "--from", "d4"], "not both"),
        (["show", "pegs/english", "--board", "no-such-file"], "with --board, name only the game: pegs"),
        (["show", "pegs/english@d4-"], "after the @"),
        (["play", "nim", "--seat", "2"], "--seat is for a match with --against"),
        (["deal", "pegs/french", "--holes", "9"], "a whole board, or on one of its own"),
        (["deal", "nim"], "nothing in nim is left to chance"),
        (["deal", "pegs", "--pegs", "0"], "at least 2 and not all"),
        (["verify", "no-such-file"], "cannot read no-such-file"),
        (["analyse", "nim"], "nim has no analysis"),
        (["deal", "nim", "--holes", "9"], "nim is dealt by a seed alone"),
        (["deal", "pegs", "--holes", "2"], "a puzzle has 3 to 33 holes"),
        (["deal", "pegs", "--holes", "9", "--difficulty", "cruel"], "no difficulty is called 'cruel'"),
        (["deal", "pegs/english", "--pegs", "40"], "of 33 holes at least 2 and not all can hold pegs"),
        (["solve", "domino/2"], "nature is still to move"),
        (["show", "peg"], "no game is called 'peg'; did you mean pegs?"),
        (["show", "pegs/engish"], "no variant of pegs is called 'engish'; did you mean english?"),
        (["show", "pegs/" + "O" * 10_000 + "/."], "at most 100 rows and columns"),
        (["show", "pegs/OO/O"], "row 2 has 1 slots, where row 1 has 2"),
        (["show", "pegs/OX/OO"], "row 1 holds 'X'"),
        (["show", "pegs/../.."], "at least one peg"),
        (["show", "pegs/english", "--state", "OOO"], "this board has 7 rows, and the text 1"),
        (["show", "pegs", "--board", "no-such-file"], "cannot read no-such-file"),
        (["show", "pegs", "--svg", "-o", "no/such/folder.svg"], "cannot write"),
        (["rules", "chess"], "no game is called 'chess'"),
        (["play", "nim", "--against", "nobody"], "no player of nim is called 'nobody'"),
        (["play", "nim", "--against", "perfect", "--seat", "3"], "nim has the seats 1 to 2"),
        (["play", "pegs", "--load", "no-such-file"], "cannot read no-such-file"),
        (["solve", "nim"], "nim has no solver"),
        (["solve", "pegs/easy", "--solver", "magic"], "no solver of pegs is called 'magic'"),
        (["solve", "pegs/easy", "--budget", "0"], "0 is not in the range"),
        (["play", "nim", "--against", "perfect", "--seat", "x"], "nim has the seats 1 to 2"),
        (["perft", "pegs", "-1"], "No such option"),
        (["perft", "pegs", "x"], "'x' is not a valid integer"),
        (["judge"], "Missing argument"),
        (["nonsense"], "no command is called 'nonsense'"),
        (["list", "--nonsense"], "No such option"),
    ],
)
def test_bad_input_gets_one_clear_line(words: list[str], reason: str) -> None:
    """Whatever is wrong is said once, and nothing else happens."""
    assert reason in refused(*words)


@pytest.mark.parametrize(
    "text", [b"", b"\xff\xfe", b"Game: pegs/no\n", b"Game: pegs\nStart: x\n", b"Game: pegs\nGame: nim\n"]
)
def test_unreadable_records_are_told(tmp_path: Path, text: bytes) -> None:
    """Truncated, binary or senseless files have exit status 2 and one line."""
    (tmp_path / "record.txt").write_bytes(text)
    done = hoyle("judge", "record.txt", cwd=tmp_path)
    assert done.returncode == BAD_INPUT
    assert done.stdout.startswith("record.txt: unreadable: ")
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""
