"""The command line, as a person or a script meets it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from command import BAD_INPUT, answer, hoyle, refused
from hoyle.cli.main import COMMANDS, cli
from hoyle.cli.serve import _listen as listen
from hoyle.game import HoyleError
from hoyle.games.stratego.course import write_board
from hoyle.shelf import find, shelf


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    """Help tells what a command does and shows one."""
    done = hoyle(command, "--help")
    assert done.returncode == 0
    assert f"Example: hoyle {command}" in done.stdout


def test_help_names_every_command() -> None:
    """The group's help is the table of contents, and so is the page of commands."""
    text = hoyle("--help").stdout
    assert all(f"  {command} " in text for command in COMMANDS)
    page = (Path(__file__).parent.parent / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [command for command in COMMANDS if not re.search(rf"^\| `hoyle {command}\b", page, re.MULTILINE)] == []


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("words", [[], *([command] for command in COMMANDS)])
def test_help_is_never_cut(words: list[str], width: int) -> None:
    """At any width every summary is there to its end, --help comes last, and lines end where the terminal does."""
    text = CliRunner().invoke(cli, [*words, "--help"], terminal_width=width - 2).stdout
    assert max(map(len, text.splitlines())) <= width
    assert not re.search(r"[a-z]\.\.\.$", text, re.MULTILINE)
    options = text.partition("Options:")[2].partition("Commands:")[0]
    assert re.findall(r"^  (-\S+)", options, re.MULTILINE)[-1] == "-h,"


@pytest.mark.parametrize("command", COMMANDS)
def test_errors_about_numbers_are_plain(command: str) -> None:
    """No number is called a range when it is not one."""
    context = click.Context(cli)
    found = cli.get_command(context, command)
    assert found is not None
    names = [one.type.name for one in found.get_params(context)]
    assert [name for name in names if "range" in name] == []


def test_list_shows_the_shelf() -> None:
    """Every variant with a line on it, for people and for machines."""
    text = hoyle("list").stdout
    games = answer("list")["games"]
    assert [game["name"] for game in games] == list(shelf())
    for game in games:
        assert all(f"{game['name']}/{variant}" in text and words in text for variant, words in game["variants"].items())
        for variant, reason in game["lost"].items():
            assert game["variants"][variant].endswith("; it cannot be won")
            assert f"; it cannot be won: {reason}\n" in text


def test_rules_are_printed() -> None:
    """The rules page is the package's docstring."""
    assert "§3  A move is one jump" in hoyle("rules", "pegs/french").stdout


def test_rules_and_guides_are_plain_text() -> None:
    """They are printed as they are, so no markup is in them."""
    for box in shelf().values():
        assert not re.search(r"\*\w+\*", " ".join((box.rules, box.guide.aim, *box.guide.how))), box.name


@pytest.mark.parametrize("words", [["rules", "nim"], ["list"]])
def test_pages_fit_the_terminal(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines end where the terminal does, and nothing is lost; a file or a pipe gets the page as it is."""
    page = hoyle(*words).stdout
    monkeypatch.setattr("hoyle.cli.show._width", lambda: 60)
    shown = CliRunner().invoke(cli, words).output
    assert max(map(len, page.splitlines())) > 60 >= max(map(len, shown.splitlines()))
    assert shown.split() == page.split()


def test_advice_is_a_sentence_of_its_own() -> None:
    """A question ends with its mark, and counts agree with their nouns."""
    assert re.search(r"'lst'; did you mean list\? See .*hoyle --help$", refused("lst"))
    assert "looked at 1 position\n" in hoyle("solve", "pegs/easy", "--solver", "breadth-first", "--budget", "1").stdout


def test_show_draws_text_and_svg(tmp_path: Path) -> None:
    """The same position as a picture, as SVG in a file, and as JSON."""
    assert hoyle("show", "pegs/easy").stdout.startswith("   a b c d e f g\n1        .\n2        O\n")
    done = hoyle("show", "pegs/easy", "--svg", "-o", "easy.svg", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "easy.svg").read_text() == hoyle("show", "pegs/easy", "--svg").stdout
    shown = answer("show", "nim", "--state", "0,0,1 second")
    assert (shown["position"], shown["turn"], shown["moves"], shown["outcome"]) == ("0,0,1 second", 1, ["c1"], None)


def test_show_draws_a_line() -> None:
    """Every position of a line: as text, as a strip, and as a film with a frame for each."""
    words = ["show", "pegs/easy", "--line", "1. d2d4 2. d4d6"]
    assert hoyle(*words).stdout.count("\n2. d4d6: won (1 peg left)\n") == 1
    assert hoyle(*words, "--svg").stdout.count('class="turned"') == 3
    assert hoyle(*words, "--film").stdout.count('class="frame"') == 3
    assert "no peg in d2" in refused("show", "pegs/easy", "--line", "d2d4 d2d4")


def test_show_takes_a_board_from_a_file(tmp_path: Path) -> None:
    """A board drawn in a text file is a variant like any other."""
    (tmp_path / "board.txt").write_text("..O\nOO.\n..O\n")
    assert answer("show", "pegs", "--board", str(tmp_path / "board.txt"))["moves"] == ["a2c2"]


PLAYED = "d2d4\nundo\nredo\nmoves\nd4d6\n"


def test_play_through_a_pipe(tmp_path: Path) -> None:
    """A match is played, saved, judged fair, loaded again and undone."""
    done = hoyle("play", "pegs/easy", typed=f"{PLAYED}save match.txt\nquit\nd9d9\n", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.rstrip().endswith("won (1 peg left)\nsaved to match.txt")
    assert hoyle("judge", "match.txt", cwd=tmp_path).stdout == "match.txt: fair: 2 jumps, 1 turn, won (1 peg left)\n"
    again = hoyle("play", "pegs", "--load", "match.txt", typed="undo\nundo\nundo\nload match.txt\n", cwd=tmp_path)
    assert again.stdout.count("won (1 peg left)") == 2
    assert "undo: there is nothing to undo" in again.stdout


def test_play_answers_mistakes_and_goes_on(tmp_path: Path) -> None:
    """Each mistake is one line, and the match is as before."""
    (tmp_path / "taken.txt").write_text("mine")
    typed = "d9d9\nhello\nredo\nundo\nsave\nsave taken.txt\nsave none/x.txt\nload\nload none.txt\nd2d4 d2d4\nd2d4\n"
    done = hoyle("play", "pegs/easy", typed=typed, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    assert [line.partition(":")[0] for line in done.stdout.splitlines() if ": " in line] == typed.splitlines()[:-1]
    assert done.stdout.count("3 pegs; 2 jumps are possible") == 1
    assert (tmp_path / "taken.txt").read_text() == "mine"


def test_play_gives_honest_hints() -> None:
    """A hint leads to a win, or says that there is none any more."""
    typed = "hint\nd3d1\nhint\nundo\nd2d4 d4d6\nhint\nhelp\n"
    text = hoyle("play", "pegs/easy", typed=typed).stdout
    assert "d2d4 leads to a win in 2 jumps, 1 turn; exact: 1 of 2 jumps keep the win" in text
    assert "hint: the match is over: lost (2 pegs left)" in text
    assert "hint: the match is over: won (1 peg left)" in text
    assert "Take back your last move, or the last N: undo N." in text
    assert "this cannot be won" in hoyle("play", "pegs/O/OO/.OO", typed="hint\n").stdout


def test_play_against_a_player() -> None:
    """The perfect player answers at once, wins if it can, and undo takes back both moves."""
    text = hoyle("play", "nim/1,2", "--against", "perfect", "--seed", "1", typed="b1\nundo\na1 b1\na1\n").stdout
    assert text.count("second seat: a1") == 1
    assert "a1 b1: against an opponent, make one move at a time" in text
    assert "second seat: b2" in text
    assert text.rstrip().endswith("0-1 (second seat took the last counter)")
    assert "first seat: " in hoyle("play", "nim", "--against", "perfect", "--seat", "2").stdout


def test_play_survives_strange_input() -> None:
    """Binary, endless and empty lines are only more mistakes."""
    done = subprocess.run(
        [sys.executable, "-m", "hoyle", "play", "pegs/easy"],
        input=b"\xff\xfe\x00\n\n" + b"d2" * 30_000 + b"\nd2d4\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"2 pegs; 2 jumps are possible\n")


def test_play_leaves_cleanly_on_ctrl_c() -> None:
    """An interrupt ends the table at once, without a traceback."""
    process = subprocess.Popen(
        [sys.executable, "-m", "hoyle", "play", "pegs/easy"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    while "pegs" not in process.stdout.readline():
        pass
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.strip() == ""


@pytest.mark.parametrize("words", [["list"], ["judge", "-"], ["play", "pegs/easy"], ["engine", "nim", "perfect"]])
def test_closed_streams_are_empty(words: list[str]) -> None:
    """Whoever closes the standard streams gets an exit status and no traceback."""
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$0" -m hoyle "$@" <&- >&-', sys.executable, *words],
        stderr=subprocess.PIPE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (BAD_INPUT if words[0] == "judge" else 0, b"")


def test_output_may_be_cut_off() -> None:
    """A reader that goes away, such as head, is not told anything."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-m", "hoyle", "list"], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_too_little_memory_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever command needs it."""

    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("hoyle.cli.solve.read_input", fail)
    assert refused("verify", "proof.json") == "hoyle: there is not enough memory"


@pytest.mark.parametrize("words", [["verify", "-"], ["verify", "-", "--json"], ["judge", "-"], ["show", "pegs/😀"]])
def test_letters_that_an_encoding_lacks_are_escaped(words: list[str]) -> None:
    """Text from outside may have any letter."""
    text = '{"proof": "hoyle/domino", "version": 1, "😀": 1}' if words[0] == "verify" else "Game: pegs/😀\n"
    done = subprocess.run(
        [sys.executable, "-m", "hoyle", *words],
        input=text.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )
    assert done.returncode in {1, 2}
    assert b"Traceback" not in done.stderr


def test_judge_many_files(tmp_path: Path) -> None:
    """The worst verdict is the exit status, and JSON has them all."""
    (tmp_path / "fair.txt").write_text("Game: pegs/easy\nd2d4")
    (tmp_path / "foul.txt").write_text("Game: pegs/easy\nd2d4 d3d5")
    (tmp_path / "none.txt").write_bytes(b"\x00\x01")
    assert hoyle("judge", "fair.txt", cwd=tmp_path).returncode == 0
    foul = hoyle("judge", "fair.txt", "foul.txt", cwd=tmp_path)
    assert foul.returncode == 1
    assert foul.stdout.splitlines() == [
        "fair.txt: fair: 1 jump, 1 turn, unfinished",
        "foul.txt: foul at move 2, d3d5: there is no peg in d3 to jump with (§3)",
        "  in ***.***/***.***/***.***/***O***/***O***/***.***/*******",
        "1 fair, 1 foul, 0 unclear, 0 unreadable",
    ]
    every = hoyle("judge", "fair.txt", "foul.txt", "none.txt", "gone.txt", "--json", cwd=tmp_path)
    assert every.returncode == BAD_INPUT
    verdicts = json.loads(every.stdout)
    assert (verdicts["fair"], verdicts["foul"], verdicts["unreadable"]) == (1, 1, 2)
    assert verdicts["files"][1]["reason"] == "there is no peg in d3 to jump with (§3)"


def test_solve_says_what_it_found() -> None:
    """A line with its length, and one object with the promised keys."""
    assert hoyle("solve", "pegs/easy").stdout.startswith("d2d4 d4d6\nsolved: 2 jumps, 1 turn\n")
    found = answer("solve", "pegs/easy")
    assert (found["verdict"], found["line"]) == ("solved", ["d2d4", "d4d6"])
    assert {"verdict", "line", "why", "nodes", "seconds"} <= found.keys()
    stuck = answer("solve", "pegs/O/OO/.OO", status=1)
    assert (stuck["verdict"], stuck["line"]) == ("unsolvable", [])
    assert stuck["why"]
    over = answer("solve", "pegs/easy", "--state", "***.***/***.***/***.***/***.***/***.***/***O***/*******")
    assert (over["verdict"], over["line"]) == ("solved", [])


def test_a_proof_is_written_and_checked(tmp_path: Path) -> None:
    """A certificate verifies from its file alone, is drawn as weights, and a forged one is refused."""
    path = tmp_path / "proof.json"
    text = hoyle("solve", "pegs/OO../....", "--to", "d2", "--certificate", str(path)).stdout
    assert text.startswith("unsolvable: the last peg cannot be in d2, since every jump keeps the position class")
    assert "class: the pegs weigh" in text
    assert hoyle("verify", str(path), "--svg", str(tmp_path / "proof.svg")).returncode == 0
    assert "weighs" in (tmp_path / "proof.svg").read_text()
    proof = json.loads(path.read_text())
    proof["goal"] = ["c1"]
    path.write_text(json.dumps(proof))
    forged = hoyle("verify", str(path))
    assert forged.returncode == 1
    assert forged.stdout == "not proved: the finish of evidence 1 names 'd2', which is not a hole of the goal\n"
    solved = hoyle("solve", "pegs/easy", "--certificate", str(tmp_path / "none.json"))
    assert solved.stdout.startswith("d2d4 d4d6\n")
    assert solved.returncode == 0
    assert "no certificate was written" in solved.stderr


def test_verify_knows_its_kinds(tmp_path: Path) -> None:
    """A bound is taken for every game, a false meeting is not proved, and no proof names a variant or an unknown game."""
    path = tmp_path / "proof.json"
    position = "F0 1/1 F1 1/2 F2 0/3 / S0 |top>[1: ] <| / S1 |top><| / S2 |top>[2:1] [2: ] [2:2] <|"
    domino = {"proof": "hoyle/domino", "version": 1, "highest": 2, "position": position, "blocked": "[2:1][2:0][2:2]"}
    path.write_text(json.dumps(domino))
    assert hoyle("verify", str(path), "--positions", "5").stdout == f"proved: no line wins from {position} (remark 2)\n"
    pegs = {"proof": "hoyle/pegs", "version": 1, "board": "...", "lines": "square", "start": "OO.", "goal": ["c1"]}
    item = {"kind": "meeting", "finish": ["c1"], "pagodas": [], "forwards": [1, 1, 0], "backwards": [1]}
    path.write_text(json.dumps({**pegs, "jumps": ["a1c1", "c1a1"], "evidence": [item]}))
    beyond = hoyle("verify", str(path))
    assert (beyond.returncode, beyond.stdout[:33]) == (1, "not proved: evidence 1: the layer")
    for kind in ("hoyle/pegs/english", "pegs", "hoyle/go", "hoyle/nim", 7, None, ["hoyle/pegs"]):
        path.write_text(json.dumps({**pegs, "proof": kind}))
        strange = hoyle("verify", str(path))
        assert strange.returncode == 2 or "no game has proofs of the kind" in strange.stderr
        assert "Traceback" not in strange.stderr


def test_a_row_in_any_direction_is_a_row(tmp_path: Path) -> None:
    """What the prover writes of the smallest boards is believed."""
    for game in ("pegs/triangle1", "pegs/O./.O", "pegs/O/./O"):
        file = tmp_path / "proof.json"
        hoyle("solve", game, "--certificate", str(file))
        assert hoyle("verify", str(file)).returncode == 0, game
        file.unlink()


def test_a_proof_that_cannot_be_drawn_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Because nothing in it is a picture, or because it would be too large for one."""
    file, picture = tmp_path / "proof.json", tmp_path / "proof.svg"
    hoyle("solve", "pegs/french@d4-d4", "--certificate", str(file))
    monkeypatch.setattr("hoyle.cli.solve.MOST_MARKS", 10)
    done = hoyle("verify", str(file), "--svg", str(picture))
    assert (done.returncode, done.stdout.startswith("proved"), picture.exists()) == (0, True, False)
    assert "or too much" in done.stderr


def test_analyse_counts_a_whole_game(tmp_path: Path) -> None:
    """The triangle's 29,760 solutions, as a table, as JSON and as a plot."""
    counted = answer("analyse", "pegs/triangle")
    assert (counted["sequences"], counted["positions"]) == (29760, 1544)
    done = hoyle("analyse", "pegs/triangle", "--svg", str(tmp_path / "plot.svg"))
    assert "29,760 jump sequences win" in done.stdout
    assert "dead ends" in (tmp_path / "plot.svg").read_text()


def test_the_oracle_tells_all_about_a_position() -> None:
    """Which jumps keep the win, what comes of the others, and that a large board has no oracle."""
    told = answer("oracle", "pegs/cross@-d4")
    assert (told["winnable"], told["turns"], told["holes"]) == (True, 5, ["d1", "d4"])
    assert {move["move"]: move["fewest"] for move in told["moves"]} == {"d3f3": 1, "d3b3": 1, "d3d1": 3, "d4d6": 4}
    assert hoyle("oracle", "pegs/cross@-a3").stdout.startswith(
        "it cannot be won as wanted; the last peg can be in d1 or d4\n"
    )
    assert hoyle(
        "oracle", "pegs/easy", "--state", "***O***/***.***/***.***/***O***/***.***/***.***/*******"
    ).stdout == ("it cannot be won; at least 2 pegs are left\n")
    assert "too many for an exact answer" in refused("oracle", "pegs/cross5")
    assert "nim has no oracle" in refused("oracle", "nim")


def test_deal_makes_a_puzzle_of_the_wanted_grade() -> None:
    """The same seed makes the same puzzle, it can be won, and its difficulty is as wished."""
    words = ["deal", "pegs", "--holes", "12", "--difficulty", "hard", "--seed", "7"]
    puzzle = answer(*words)
    assert puzzle == answer(*words)
    assert puzzle["difficulty"] == "hard"
    assert 1 / 1000 <= puzzle["chance"] < 1 / 64
    assert sum(slot in "O." for slot in puzzle["position"]) == 12
    assert answer("solve", puzzle["game"])["verdict"] == "solved"
    assert answer("deal", "pegs/english", "--pegs", "6", "--to", "d4")["game"].endswith("@-d4")
    assert answer("deal", "domino/2", "--seed", "3")["seed"] == 3


def test_perft_counts() -> None:
    """The jump tree of the English board."""
    assert answer("perft", "pegs/english", "4")["counts"] == [1, 4, 12, 60, 400]
    assert hoyle("perft", "pegs/english", "2").stdout == "0  1\n1  4\n2  12\n"


def test_laws_are_checked_and_told() -> None:
    """For each law how much was checked, or why nothing; for people and for programs."""
    text = hoyle("laws", "nim", "--law", "legality", "--law", "odds", "--seeds", "1").stdout
    assert re.sub(r"[\d,]+ checked", "N checked", text) == (
        "".join(
            f"nim/{one}\n  legality    N checked\n  odds        — nature never moves\n"
            for one in shelf()["nim"].variants
        )
        + "3 held, 0 broken, 3 with nothing to check\n"
    )
    found = answer("laws", "pegs/O/OO/.OO", "--seed", "7")
    assert [one["law"] for one in found["findings"]] == list(found["laws"])
    assert all(one["game"] == "pegs/O/OO/.OO" and one["breach"] is None for one in found["findings"])
    assert "no law is called 'legal'; did you mean legality?" in refused("laws", "nim", "--law", "legal")
    assert "no game is called 'nimm'; did you mean nim?" in refused("laws", "nim", "nimm")


def test_contracts_are_shown_and_reported(tmp_path: Path) -> None:
    """The view of a class in three forms, and the report on a course's solution as one page."""
    text = hoyle("contracts", "hoyle.classroom.pegs.Game").stdout
    assert "move_left(row: int, column: int)" in text
    assert "from_slot_occupied" in text
    assert hoyle("contracts", "hoyle.game.Game", "--form", "markdown").stdout.startswith("#")
    assert hoyle("course", "report", "hoyle.classroom.pegs", "-o", "report.html", cwd=tmp_path).returncode == 0
    page = (tmp_path / "report.html").read_text()
    assert "<svg" in page
    assert "matches_slots_except" in page


def test_serve_says_when_nobody_can_listen() -> None:
    """In one line, and without the claim that a table is open."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"cannot listen at 127.0.0.1:{port}: address already in use" in refused("serve", "--port", str(port))


def test_serve_listens_at_every_address_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """As localhost is both 127.0.0.1 and ::1; addresses that this machine lacks are passed over, unless it has none of them."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    def stand_for(*addresses: str) -> None:
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    stand_for("127.0.0.1", "203.0.113.9", "127.0.0.2", "127.0.0.1")
    sockets = listen("table", port)
    assert [line.getsockname()[0] for line in sockets] == ["127.0.0.1", "127.0.0.2"]
    for line in sockets:
        line.close()
    stand_for("203.0.113.9", "203.0.113.10")
    with pytest.raises(HoyleError, match=f"cannot listen at table:{port}: cannot assign requested address"):
        listen("table", port)


# ------------------------------------------------------------------------------------------------ promises


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["oracle", "pegs/triangle", "--memory", "inf"], "'--memory': inf is not in the range"),
        (["analyse", "pegs/easy", "--memory", "nan"], "nan is not a finite number"),
        (["serve", "--rate", "nan"], "nan is not a finite number"),
        (["solve", "pegs/easy", "--solver", "breadth-first", "--shortest"], "cannot be combined with breadth-first"),
        (["survey", "domino/2", "--solver", "depth-first", "--shortest"], "cannot be combined with depth-first"),
        (["show", "pegs", "--seed", "5"], "--seed has no effect"),
        (["show", "domino/2", "--deal", "3", "--seed", "3"], "--seed has no effect"),
        (["show", "pegs/easy", "--svg", "--json"], "choose one of --svg, --film and --json"),
        (["show", "pegs/easy", "--film"], "--film needs --line"),
        (["judge", "x", "--csv", "--json"], "choose one of --json, --jsonl and --csv"),
        (["judge", "x", "--first", "martian"], "'martian' is not one of 'red', 'blue'"),
        (["play"], "name a game, such as pegs, or a saved match with --load"),
        (["play", "nim", "--against", "./no-such-engine"], "./no-such-engine cannot be run"),
        (["show", "domino/0"], "its highest number, 1 to 15, not '0'"),
        (["play", "--load", "x", "--state", "y"], "--load cannot be combined"),
        (["show", "dots/100x100x5"], "a board has 2 to 20 columns and rows"),
        (["analyse", "pegs/easy", "--svg", "no/such/folder.svg"], "cannot write no/such/folder.svg"),
        (["solve", "pegs/english", "--certificate", "."], "cannot write .: Is a directory"),
        (["show", "pegs", "--board", os.devnull], "is empty, where a board should be"),
        (["play", "pegs/easy", "--seed", "5"], "--seed has no effect"),
        (["play", "domino/2", "--deal", "3", "--seed", "5"], "--seed has no effect"),
        (["play", "nim", "--any-deal"], "--any-deal has no effect"),
        (["survey", "domino/2", "--all", "--deals", "5"], "--all cannot be combined with --deals or --seed"),
        (["deal", "pegs", "--sheet", "puzzles.txt"], "a sheet is a .html or .pdf file"),
        (["judge", ""], "an empty name is not a file"),
        (["laws", "nim", "--seed", "1", "--seeds", "2"], "choose one of --seeds and --seed"),
        (["arena", "nim", "perfect", "casual", "--gauntlet", "--ladder"], "choose one of --gauntlet and --ladder"),
        (["arena", "nim", "perfect", "./no-such-engine"], "./no-such-engine cannot be run"),
        (["arena", "nim", "perfect", "./engine 'x"], "not a command"),
        (["serve", "--engine", "A= "], "not a command: ' '"),
        (["course", "report", "my-lab", "-o", "no/such/folder.pdf"], "cannot write no/such/folder.pdf"),
    ],
)
def test_what_contradicts_itself_is_refused_before_any_work(words: list[str], reason: str) -> None:
    """No option is ignored, and no work is done for nothing."""
    assert reason in refused(*words)


def test_a_dash_is_standard_input_or_output() -> None:
    """A record, a board and a certificate are read from a pipe; a picture is written to one."""
    assert hoyle("judge", "-", typed="Game: pegs/easy\nd2d4 d4d6\n").stdout.startswith("-: fair: 2 jumps")
    assert (
        hoyle("show", "pegs", "--board", "-", "-o", "-", typed="OO.\n").stdout
        == "   a b c\n1  O O .\n2 pegs; 1 jump is possible\n"
    )
    proof = hoyle("solve", "pegs/OO../....", "--to", "d2", "--certificate", "-")
    assert hoyle("verify", "-", typed=proof.stdout.splitlines()[-1]).stdout.startswith("proved: ")


def test_the_status_of_solve_is_its_verdict() -> None:
    """A script sees what was found without reading it."""
    assert hoyle("solve", "pegs/easy").returncode == 0
    assert hoyle("solve", "pegs/O/OO/.OO").returncode == 1
    assert hoyle("solve", "pegs/easy", "--solver", "breadth-first", "--budget", "1").returncode == 3


def test_a_folder_is_judged_to_its_end(tmp_path: Path) -> None:
    """Folders below are searched, hidden files are not, a game finds its board by name, and one bad file stops nothing."""
    (tmp_path / "below").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "a.txt").write_text("nothing")
    (tmp_path / ".DS_Store").write_bytes(b"\xff")
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe")
    os.mkfifo(tmp_path / "pipe")  # It would be waited for.
    (tmp_path / "below" / "easy.txt").write_text("Game: pegs/easy\nd2d4 d4d6\n")
    (tmp_path / "s001_game.txt").write_text("1 M(0,6;S;1)\n")
    (tmp_path / "s001_board.txt").write_text(write_board(find("stratego/course")[1].start()))
    done = hoyle("judge", str(tmp_path), "--jsonl")
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(Path(one["file"]).name, one["verdict"]) for one in verdicts] == [
        ("bad.txt", "unreadable"),
        ("easy.txt", "fair"),
        ("s001_game.txt", "fair"),
    ]
    assert done.returncode == BAD_INPUT
    rows = hoyle("judge", str(tmp_path), "--csv").stdout.splitlines()
    assert rows[0] == "file,verdict,ply,move,reason,position,words"
    assert len(rows) == 4
    own = hoyle("judge", str(tmp_path / "below"), "--first", "red")
    assert "a record in hoyle's own format says everything itself" in own.stdout


def test_what_is_judged_is_loaded_too(tmp_path: Path) -> None:
    """A game finds its board by name at every table, an explicit board comes first, and hoyle's own records need none."""
    game, board = tmp_path / "ada_game.txt", tmp_path / "ada_board.txt"
    game.write_text("1 M(0,6;S;1)\n")
    board.write_text(write_board(find("stratego/course")[1].start()))
    assert ": fair: 1 move" in hoyle("judge", str(game)).stdout
    assert ": fair: 1 move" in hoyle("judge", str(game), "--board", str(board)).stdout
    paired = hoyle("play", "stratego/course", "--load", str(game), typed="undo\nmoves\n")
    assert (paired.returncode, "load:" in paired.stdout) == (0, False)
    assert "no starting board" not in hoyle("play", "nim", typed=f"load {game}\n").stdout
    board = board.rename(tmp_path / "start.txt")
    assert "no starting board" in refused("play", "--load", str(game))
    assert hoyle("play", "--load", str(game), "--board", str(board), typed="undo\nmoves\n").stdout == paired.stdout
    own = tmp_path / "easy.txt"
    own.write_text("Game: pegs/easy\nd2d4\n")
    assert "says everything itself" in refused("play", "--load", str(own), "--board", str(board))


def test_a_saved_match_names_its_own_game(tmp_path: Path) -> None:
    """GAME need not be repeated with --load, and a wrong one is refused."""
    saved = tmp_path / "easy.txt"
    saved.write_text("Game: pegs/easy\nd2d4 d4d6\n")
    assert hoyle("play", "--load", str(saved)).stdout.rstrip().endswith("won (1 peg left)")
    assert "is a match of pegs/easy, not of pegs/english" in refused("play", "pegs/english", "--load", str(saved))


@pytest.mark.parametrize(
    ("typed", "offer"),
    [
        ("hoyle so", "solve"),
        ("hoyle solve pegs/tri", "pegs/triangle"),
        ("hoyle solve domino --solver s", "shortest"),
        ("hoyle play nim --against p", "perfect"),
        ("hoyle deal pegs --difficulty e", "easy expert"),
        ("hoyle play stratego --seat ", "red blue"),
        ("hoyle play nim --seat ", "1 2"),
        ("hoyle arena nim perfect cas", "casual"),
        ("hoyle engine stratego sco", "scout"),
        ("hoyle laws nim/mi", "nim/misere"),
        ("hoyle laws nim --law leg", "legality"),
        ("hoyle tasks nim/mi", "nim/misere"),
        ("hoyle tasks nim --kind l", "line"),
    ],
)
def test_the_shell_completes_names(typed: str, offer: str) -> None:
    """Commands, games, variants, solvers, players and grades."""
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" ")), "_HOYLE_COMPLETE": "bash_complete"}
    main = "import sys; sys.argv = ['hoyle']; from hoyle.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", main], env={**os.environ, **words}, capture_output=True, text=True, check=False
    )
    assert [line.partition(",")[2] for line in done.stdout.splitlines()] == offer.split()


def test_a_puzzle_too_large_to_grade_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting stops at a bound, whatever is asked for."""
    monkeypatch.setattr("hoyle.games.pegs.composer.MOST_POSITIONS", 1000)
    assert "has more than 1,000 positions" in refused("deal", "pegs", "--pegs", "14")


@pytest.mark.parametrize(
    "words",
    [
        ["deal", "pegs", "--holes", "2", "--sheet", "a.pdf"],
        ["course", "report", "nothing", "-o", "a.pdf"],
        ["course", "diagram", "nothing", "-o", "a.pdf"],
    ],
)
def test_a_missing_typst_is_told_before_the_work(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of these would fail in its work too, but does not begin it."""
    monkeypatch.setattr("hoyle.typeset.find_spec", lambda _: None)
    assert "PDF needs Typst" in refused(*words, cwd=tmp_path)


@pytest.mark.parametrize("where", ["hoyle", "hoyle.shelf", "click", "hoyle.cli.main", "hoyle.cli.show"])
def test_an_interrupt_while_importing_is_an_interrupt(where: str) -> None:
    """Ctrl-C during any import of the command ends it without a traceback, and a caller who ignores it is not contradicted."""
    (entry,) = entry_points(group="console_scripts", name="hoyle")
    script = (
        "import os, signal, sys\n"
        "from importlib.abc import MetaPathFinder\n"
        "class Interrupt(MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == {where!r}: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "signal.signal(signal.SIGINT, getattr(signal, sys.argv.pop()))\n"
        f"from {entry.module} import main; main()"
    )
    for handler, status in (("default_int_handler", {130, -signal.SIGINT}), ("SIG_IGN", {0})):
        done = subprocess.run(
            [sys.executable, "-c", script, "list", handler], capture_output=True, text=True, check=False
        )
        assert done.returncode in status
        assert done.stderr.strip() == ""


def test_a_sheet_holds_puzzles_first_and_solutions_last(tmp_path: Path) -> None:
    """Each solution on a sheet is a record that the referee finds fair and won; a PDF is a PDF."""
    page = tmp_path / "puzzles.html"
    done = hoyle("deal", "pegs", "--holes", "9", "--count", "3", "--sheet", str(page))
    assert done.stdout == f"3 puzzles with solutions: {page}\n"
    html = page.read_text()
    puzzles = answer("deal", "pegs", "--holes", "9", "--count", "3")["puzzles"]
    lines = re.findall("<li>(.*)</li>", html)
    assert html.count("<figure>") == len(lines) == len(puzzles) == 3
    assert html.rindex("<figure>") < html.index("A jump is written as its two holes") < html.index(">Solutions<")
    assert "leave only one" in html[: html.index("<figure>")]
    assert " jumps</figcaption>" in html
    for puzzle, line in zip(puzzles, lines, strict=True):
        assert "won (1 peg left)" in hoyle("judge", "-", typed=f"Game: {puzzle['game']}\n{line}\n").stdout
    print_out = tmp_path / "deals.pdf"
    assert hoyle("deal", "domino/2", "--count", "2", "--sheet", str(print_out)).returncode == 0
    assert print_out.read_bytes().startswith(b"%PDF-")
    assert "dots has no solutions to print" in refused("deal", "dots/dealt", "--sheet", str(page))
