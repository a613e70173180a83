"""Bad input at the command line gets one clear line and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import BAD_INPUT, hoyle, refused
from hoyle.dice import Dice
from hoyle.game import Seat, UnseenError
from hoyle.shelf import find
from hoyle.tables.web import referee


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["contracts"], "Missing argument 'CLASS'"),
        (["contracts", "hoyle.game.Gam"], "Gam"),
        (["contracts", "no.such.module.Class"], "no"),
        (["contracts", "hoyle.game.Game", "--form", "pdf"], "pdf"),
        (["course", "report", "chess", "-o", "chess.pdf"], "chess"),
        (["list", "x" * 300], "unexpected extra argument"),
        (["judge", "x" * 300], "File name too long"),
        (["solve", "pegs/english@c3", "--from", "d4"], "not both"),
        (
            ["show", "pegs/english", "--board", "no-such-file"],
            "with --board, name only the game, without a variant: pegs",
        ),
        (["show", "pegs/english@d4-"], "needs a hole after it"),
        (["play", "nim", "--seat", "2"], "--seat needs --against"),
        (["deal", "pegs/french", "--holes", "9"], "a whole board, without an @, or a new board with --holes"),
        (["deal", "nim"], "nim starts from a fixed position, so there is nothing to deal"),
        (["deal", "pegs", "--pegs", "0"], "takes 2 to"),
        (["verify", "no-such-file"], "cannot read no-such-file"),
        (["analyse", "nim"], "nim has no analysis"),
        (["deal", "nim", "--holes", "9"], "nim has no option --holes"),
        (["deal", "pegs", "--holes", "2"], "a puzzle has 3 to 33 holes"),
        (["deal", "pegs", "--holes", "9", "--difficulty", "cruel"], "'cruel' is not one of 'easy', 'medium'"),
        (["deal", "pegs/english", "--pegs", "40"], "a board of 33 holes takes 2 to 32 pegs, not 40"),
        (["solve", "domino/2"], "nothing has been dealt yet"),
        (["show", "peg"], "no game is called 'peg'; did you mean pegs?"),
        (["show", "pegs/engish"], "no variant of pegs is called 'engish'; did you mean english?"),
        (["show", "pegs/" + "O" * 10_000 + "/."], "at most 100 rows and columns"),
        (["show", "pegs/OO/O"], "row 2 has 1 slot, but row 1 has 2"),
        (["show", "pegs/OX/OO"], "row 1 holds 'X'"),
        (["show", "pegs/../.."], "at least one peg"),
        (["show", "pegs/english", "--state", "OOO"], "this board has 7 rows, but the text has 1"),
        (["show", "pegs", "--board", "no-such-file"], "cannot read no-such-file"),
        (["show", "pegs", "--svg", "-o", "no/such/folder.svg"], "cannot write"),
        (["rules", "chess"], "no game is called 'chess'"),
        (["play", "nim", "--against", "nobody"], "no player of nim is called 'nobody'"),
        (["play", "nim", "--against", "perfect", "--seat", "3"], ", only 1 to 2 (first seat, second seat)"),
        (["play", "pegs", "--load", "no-such-file"], "cannot read no-such-file"),
        (["solve", "nim"], "nim has no solver"),
        (["solve", "pegs/easy", "--solver", "magic"], "no solver of pegs is called 'magic'"),
        (["solve", "pegs/easy", "--budget", "0"], "0 is not in the range"),
        (["play", "nim", "--against", "perfect", "--seat", "x"], ", only 1 to 2 (first seat, second seat)"),
        (["perft", "pegs", "-1"], "No such option"),
        (["perft", "pegs", "x"], "'x' is not a valid integer;"),
        (["show", "pegs/triangle999999999"], "a triangle has a side of at most 100 holes"),
        (["show", "pegs/diamond999999999"], "up to 4901"),
        (["show", "domino", "--deal", "9" * 20], "the number of a deal has at most 19 digits"),
        (["survey", "domino/2", "--deals", "9" * 20], "is not in the range"),
        (["arena", "nim", "perfect", "casual", "--games", "9" * 20], "is not in the range"),
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
    assert done.stdout.count("record.txt") == 1
    assert done.stderr == ""


VIEW = ". . b? b? . b?/b? . b? b? b? b?/r2'! ~ . . ~ ./. ~ . . ~ ./. rX . r9 . r2/rF rB r3 . rS .; red to move"
"""A position of Stratego as red sees it, with a scout before an unseen piece."""


def kept(*moves: str) -> str:
    """Return a record that red kept."""
    return f"Game: stratego/six\nStart: {VIEW}\n\n{' '.join(moves)}\n"


@pytest.mark.parametrize(
    ("moves", "verdict"),
    [
        (["d2-d3"], "fair: 1 move, unfinished"),
        (["a4xa5"], "unclear from move 1, a4xa5: the rank on a5 is unseen, so the strike cannot be judged (§9)"),
        (
            ["d2-d3", "f5-f4"],
            "unclear from move 2, f5-f4: the rank of the piece on f5 is unseen, so its move cannot be judged (§9)",
        ),
        (["d2-d3", "f5-e4"], "foul at move 2, f5-e4: e4 is a lake, which nothing enters (§1)"),
        (
            ["unseen"],
            "unclear from move 1, unseen: what was set up is unseen, so nothing can be judged from here on (§9)",
        ),
    ],
)
def test_a_record_with_unseen_ranks_is_judged_as_far_as_it_can_be_known(
    tmp_path: Path, moves: list[str], verdict: str
) -> None:
    """At the command line and at the web table: the same words, and never more than one can know."""
    (tmp_path / "kept.txt").write_text(kept(*moves))
    done = hoyle("judge", "kept.txt", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0 if verdict.startswith("fair") else 1, "")
    assert done.stdout.splitlines()[0] == f"kept.txt: {verdict}"
    page = referee.judge_record(kept(*moves))
    assert (page["words"], page["verdict"]) == (verdict, verdict.split(maxsplit=1)[0].strip(":"))
    assert page["line"] == [{"seat": 0, "text": "d2-d3"}] * (moves[0] == "d2-d3")


def test_a_position_with_unseen_ranks_is_shown_and_played_as_far_as_it_can_be_known(tmp_path: Path) -> None:
    """It can be drawn; what depends on an unseen rank is refused in one line, whoever plays."""
    assert hoyle("show", "stratego/six", "--state", VIEW).returncode == 0
    assert "has no solver" in refused("solve", "stratego/six", "--state", VIEW)
    (tmp_path / "kept.txt").write_text(kept("a4xa5"))
    assert "the rank on a5 is unseen" in refused("play", "stratego/six", "--load", "kept.txt", "--plain", cwd=tmp_path)
    typed = hoyle("play", "stratego/six", "--state", VIEW, "--plain", typed="a4xa5\nd2d3\nhint\nf5f4\n")
    assert (typed.returncode, "Traceback" in typed.stderr) == (0, False)
    assert typed.stdout.count("is unseen, so") == 2
    assert "a player cannot play pieces whose ranks are unseen" in typed.stdout
    box, game = find("stratego/six")
    for player in box.players:
        with pytest.raises(UnseenError, match="a player cannot play pieces whose ranks are unseen"):
            box.player(player, Dice(1)).choose(game, game.read(VIEW.replace("red to", "blue to")), Seat(1))


@pytest.mark.parametrize(
    ("game", "state", "reason"),
    [
        ("stratego/six", f"{VIEW}; lost b?", "the rank of a lost piece is known to everybody (§5)"),
        (
            "stratego/six",
            "/".join([". . . . . ."] * 2 + [". ~ . . ~ ."] * 2 + [". . . . . .", ". . r? . . ."]) + "; red sets up",
            "no piece is unseen in the open game (§10), or while it is set up (§9)",
        ),
        (
            "stratego/course",
            "/".join([". " * 9 + "b?", *[". " * 10] * 3, *[". . ~ ~ . . ~ ~ . ."] * 2, *[". " * 10] * 4])
            + "; red to move",
            "no piece is unseen in the open game (§10), or while it is set up (§9)",
        ),
    ],
)
def test_a_rank_that_everybody_knows_is_not_unseen(game: str, state: str, reason: str) -> None:
    """Where no view of a match has an unseen piece, no position has one."""
    assert reason in refused("show", game, "--state", state)
