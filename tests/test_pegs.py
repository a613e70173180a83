"""Peg solitaire: the boards, the notation, and what forbids a jump."""

from __future__ import annotations

import re

import pytest

from hoyle.game import HoyleError, NotationError, Outcome
from hoyle.games.pegs import Board, Jump, PegSolitaire, game
from hoyle.games.pegs.boards import TEMPLATES, VARIANTS, cross
from hoyle.grid import square
from hoyle.match import Match
from hoyle.shelf import find
from hoyle.solver import Unsolvable


@pytest.mark.parametrize(
    ("variant", "holes", "jumps"),
    [
        ("english", 33, 76),
        ("french", 37, 92),
        ("wiegleb", 45, 108),
        ("asymmetric", 39, 92),
        ("diamond25", 25, 52),
        ("diamond41", 41, 100),
        ("triangle", 15, 36),
        ("triangle6", 21, 60),
        ("cross1", 1, 0),
        ("cross3", 33, 76),
        ("cross5", 105, 316),
        ("cross7", 217, 716),
        ("cross9", 369, 1276),
    ],
)
def test_boards_have_their_holes_and_jumps(variant: str, holes: int, jumps: int) -> None:
    """Numbers that anyone can count on paper, at least for the small ones."""
    board = game(variant).board
    assert (len(board.holes), len(board.jumps)) == (holes, jumps)
    assert len(board.room) == len(board.jumps)


def test_the_lab_boards_are_written_as_the_lab_writes_them() -> None:
    """A template is its own position text."""
    assert all(game(kind).write(game(kind).start()) == text for kind, text in TEMPLATES.items())


def test_descriptions_count_rightly() -> None:
    """Where a variant's description names a number of holes or pegs, it has them."""
    for variant, words in VARIANTS.items():
        number, unit = re.findall(r"(\d+) (hole|peg)", words)[0]
        assert int(number) == len(game(variant).board.holes if unit == "hole" else game(variant).pegs)


def test_cross3_is_the_english_board() -> None:
    """The marble model's default is the standard board."""
    assert game("cross3") == game("english")


def test_vacancy_and_wanted_hole() -> None:
    """After @ stands the vacancy, after - the last hole; either may be left out."""
    centre = square("d4")
    assert game("english@c3").pegs == game("english").board.holes - {square("c3")}
    assert game("english@d4-d4") == PegSolitaire(cross(3), cross(3).holes - {centre}, centre)
    assert game("english@-d4") == game("english@d4-d4")
    assert game("skull@-d4").pegs == game("skull").pegs


def test_the_wanted_hole_decides() -> None:
    """One peg in the wrong hole is lost, and says so."""
    easy = game("easy@-d1")
    match = Match.new(easy).follow("d2d4d6")
    assert match.outcome == Outcome((0,), "1 peg left, not in d1")
    assert Match.new(game("easy@-d6")).follow("d2d4d6").outcome == Outcome((1,), "1 peg left")


def test_without_a_peg_nothing_is_won() -> None:
    """The cross of arm 1 is over before it begins."""
    lone = game("cross1")
    assert lone.outcome(lone.start()) == Outcome((0,), "0 pegs left")


@pytest.mark.parametrize(
    "text", ["d6d4", "D6D4", "d6-d4", " d6d4 ", "move_up(6,4)", "move_up( 6 , 4 )", "MOVE_UP(6,4)"]
)
def test_a_jump_may_be_spelled_in_many_ways(text: str) -> None:
    """All are read, the first is written."""
    english = game("english")
    assert str(english.parse(english.start(), text)) == "d6d4"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d6",
        "d6d4f4",
        "d6d4x",
        "d6 d4",
        "6d4d",
        "move_up(6)",
        "move_up(0,4)",
        "move_up(1,4)",
        "move_on(4,4)",
        "d6d",
        "dd66",
    ],
)
def test_what_is_no_jump(text: str) -> None:
    """A single jump has two holes; a chain is taken apart before."""
    english = game("english")
    with pytest.raises(NotationError):
        english.parse(english.start(), text)


def test_chains_are_taken_apart() -> None:
    """Three holes are two jumps; anything else stays whole."""
    english = game("english")
    assert english.unchain("d6-d4-f4") == ("d6d4", "d4f4")
    assert english.unchain("aa10aa12ac12") == ("aa10aa12", "aa12ac12")
    assert english.unchain("move_left(4,6)") == ("move_left(4,6)",)
    assert english.unchain("d6d4") == ("d6d4",)


def test_the_lab_moves_in_all_directions() -> None:
    """Rows and columns count from 1, the row first."""
    english = game("english")
    ways = {"left": "f4d4", "right": "b4d4", "up": "d6d4", "down": "d2d4"}
    places = {"left": "4,6", "right": "4,2", "up": "6,4", "down": "2,4"}
    for way, jump in ways.items():
        assert str(english.parse(english.start(), f"move_{way}({places[way]})")) == jump


@pytest.mark.parametrize(
    ("jump", "reason"),
    [
        ("d4d2", "there is no peg in d4 to jump with (§3)"),
        ("b4d4", None),
        ("d1d3", "d3 is not empty (§3)"),
        ("a1c1", "there is no hole a1 on this board (§1)"),
        ("c1a1", "there is no hole a1 on this board (§1)"),
        ("d6d3", "d3 is not two holes from d6 in a line (§3)"),
        ("c3e5", "e5 is not two holes from c3 in a line (§3)"),
        ("d6d6", "d6 is not two holes from d6 in a line (§3)"),
    ],
)
def test_why_not(jump: str, reason: str | None) -> None:
    """Each reason names the hole and the paragraph."""
    english = game("english")
    assert english.why_not(english.start(), english.parse(english.start(), jump)) == reason


def test_a_gap_cannot_be_jumped() -> None:
    """There must be a peg between."""
    board, pegs = Board.read("O.././OO."[:3])
    assert PegSolitaire(board, pegs).why_not(pegs, Jump((0, 0), (2, 0))) == "there is no peg in b1 to jump over (§3)"


@pytest.mark.parametrize(
    "text",
    [
        "**ooo**/**ooo**/ooooooo/ooo_ooo/ooooooo/--ooo--/  OOO  ",
        "\n".join(game("english").write(game("english").pegs).split("/")),
    ],
)
def test_positions_may_be_spelled_as_the_documents_do(text: str) -> None:
    """The marble model's signs and line breaks are read as well."""
    assert game("english").read(text) == game("english").start()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "this board has 7 rows, but the text has 1"),
        (
            "***.***/***O***/***O***/***.***/***O***/***.***/******",
            "row 7 of this board has 7 slots, but the text has 6",
        ),
        ("***.***/***O***/***O***/***.***/***O***/***.***/***.***", "d7 is not a hole of this board"),
        ("***.***/***O***/***O***/*******/***O***/***.***/*******", "d4 is a hole of this board"),
        ("***.***/***.***/***.***/***.***/***.***/***.***/*******", "at least one peg"),
        ("***.***/***X***/***O***/***.***/***O***/***.***/*******", "row 2 holds 'X'"),
    ],
)
def test_positions_that_do_not_fit_are_refused(text: str, words: str) -> None:
    """A position belongs to its board."""
    with pytest.raises(NotationError, match=words):
        game("easy").read(text)


@pytest.mark.parametrize("text", ["../..", "OO/O", "O/OOO", "x/y", "/".join(["O"] * 101), "O" * 101 + "/" + "O" * 101])
def test_boards_that_make_no_sense_are_refused(text: str) -> None:
    """No pegs, ragged rows, odd signs, too many rows or columns."""
    with pytest.raises(HoyleError):
        game(f"{text}/" if "/" not in text else text)


def test_a_written_board_is_a_variant() -> None:
    """Rows of 1, 2, 3 slots make a triangle, rows of equal length a square grid."""
    assert game("O/OO/.OO").board == game("triangle3").board
    assert [str(jump) for jump in game("OO./.../...").moves(game("OO./.../...").start())] == ["a1c1"]


def test_the_only_seat_moves_until_it_is_over() -> None:
    """Somebody is to move exactly while a jump is possible."""
    match = Match.new(game("easy"))
    assert [one.turn for one in (match, match.follow("d2d4"), match.follow("d2d4d6"))] == [0, 0, None]


def test_a_single_jump_stays_as_it_was_written() -> None:
    """Only a chain is taken apart, so that the words against a jump need not name it."""
    english = game("english")
    assert english.unchain("D6-D4") == ("D6-D4",)
    assert english.unchain("D6-D4-F4") == ("d6d4", "d4f4")


def test_the_labs_moves_reach_the_rim_and_not_beyond() -> None:
    """Rows and columns count from 1; what begins or ends outside is not a move."""
    english = game("english")
    assert str(english.parse(english.start(), "move_left(1,3)")) == "c1a1"
    assert str(english.parse(english.start(), "move_up(3,1)")) == "a3a1"
    for text in ("move_left(1,2)", "move_up(2,1)"):
        with pytest.raises(NotationError, match="leaves the board"):
            english.parse(english.start(), text)


def test_a_board_that_cannot_be_won_says_so() -> None:
    """Whoever opens a variant whose start is proved to be lost has read it."""
    box = find("pegs")[0]
    lost = {
        variant
        for variant in box.variants
        if isinstance(box.solver().solve(box.game(variant), box.game(variant).start(), 200), Unsolvable)
    }
    assert lost >= {"french", "diamond25"}
    assert set(box.lost) == lost
