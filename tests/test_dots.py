"""Dots: paths, falling, chance, objectives and loops, each as the rules page says."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dice import Dice
from hoyle.game import NATURE, HoyleError, NotationError
from hoyle.games.dots import Dots, Drop, Path, game
from hoyle.games.dots.picture import picture
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, Foul, judge
from hoyle.scene import to_text
from hoyle.shelf import find
from hoyle.svg import to_svg

boards = st.integers(2, 4).flatmap(
    lambda width: st.lists(st.text("RO", min_size=width, max_size=width), min_size=2, max_size=4).map(tuple)
)


def reason(name: str, move: str) -> str | None:
    """Return the words against a move at the start of a variant."""
    made = game(name)
    return made.why_not(made.start(), made.parse(made.start(), move))


# ------------------------------------------------------------------------------------------------ paths


@pytest.mark.parametrize(("side", "paths"), [(2, 12), (3, 322), (4, 14248)])
def test_paths_of_a_board_of_one_colour_are_counted(side: int, paths: int) -> None:
    """The undirected paths of the square grid graph with at least one edge, a known sequence."""
    made = Dots(("R" * side,) * side)
    listed = list(made.moves(made.start()))
    assert len(listed) == len(set(listed)) == paths


def test_paths_of_a_large_board_are_not_listed_to_answer_a_question() -> None:
    """A board of 400 red dots has more paths than anyone can list, and a path of all 400 is legal at once."""
    made = Dots(("R" * 20,) * 20)
    snake = tuple((x if y % 2 == 0 else 19 - x, y) for y in range(20) for x in range(20))
    state = made.start()
    assert made.legal(state, Path(snake))
    assert made.parse(state, str(Path(snake))) == Path(snake)
    assert len(list(islice(made.moves(state), 1000))) == 1000
    assert made.play(state, Path(snake)).score == 400


@given(board=boards)
@settings(max_examples=15, deadline=None, derandomize=True)
def test_listed_paths_are_exactly_the_legal_ones(board: tuple[str, ...]) -> None:
    """Every way of two squares and many of three, legal or not, is legal exactly if it is listed, with loops and without."""
    squares = [(x, y) for y in range(len(board)) for x in range(len(board[0]))]
    pairs = [(a, b) for a in squares for b in squares]
    ways = [*pairs, *((*pair, c) for pair in pairs[:60] for c in squares)]
    for loops in (False, True):
        made = Dots(board, colours=2, loops=loops)
        listed = set(made.moves(made.start()))
        assert all((Path(way) in listed) == made.legal(made.start(), Path(way)) for way in ways)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("a1", "a path joins at least two dots (§3)"),
        ("a1c1", "c1 is not beside a1 (§3)"),
        ("a1b2", "b2 is not beside a1 (§3)"),
        ("a1a2", "a path joins dots of one colour, but a1 is red and a2 is orange (§3)"),
        ("f1g1", "there is no square g1 on this board (§1)"),
        ("a1b1a1", "a path uses no dot twice (§3), and this one comes to a1 again"),
        ("a1b1b2c2c1b1", "a path uses no dot twice (§3), and this one comes to b1 again"),
        ("a1=R", "no dot falls while all squares are full (§5)"),
    ],
)
def test_a_wrong_path_breaks_a_rule(move: str, words: str) -> None:
    """The referee names the paragraph."""
    assert reason("classic", move) == words


def test_a_path_has_no_direction_and_is_spelled_freely() -> None:
    """From either end, with dashes, in capitals, or as the course document lists cells: the same path."""
    made = game("classic")
    spelled = ["a1b1b2", "b2b1a1", "A1-B1-B2", "a1>b1>b2", "[[0,0],[0,1],[1,1]]", "[[1, 1], [0, 1], [0, 0]]"]
    assert {str(made.parse(made.start(), text)) for text in spelled} == {"a1b1b2"}


# ------------------------------------------------------------------------------------- falling and chance


def test_dots_fall_in_their_columns_and_nature_fills_up() -> None:
    """What stays keeps its order; the leftmost column is filled first, and in it the lowest square."""
    match = Match.new(game("classic")).follow("b1b2c2c1")
    assert match.position == "R..BRR/O..RBO/BBOGGG/GRRGOB/BBROGB/BBROGB 3 R2 4"
    assert match.turn == NATURE
    assert match.game.odds(match.state) == dict.fromkeys((Drop((1, 1), c) for c in "ROGB"), Fraction(1, 4))
    filled = match.follow("b2=R", "b1=O", "c2=G", "c1=B")
    assert filled.position == "ROBBRR/ORGRBO/BBOGGG/GRRGOB/BBROGB/BBROGB 3 R2 4"
    with pytest.raises(HoyleError, match="the next dot falls into b2, not b1"):
        match.follow("b1=R")
    with pytest.raises(HoyleError, match="still falling"):
        match.follow("e1f1")
    with pytest.raises(HoyleError, match="colours of this game are ROGB"):
        match.follow("b2=Y")


def test_a_record_replays_without_a_seed() -> None:
    """Nature's dots stand in the record; another dot in its place is another match, and a false one is foul."""
    match = Match.new(game("classic")).follow("a1b1c1c2d2").settle(Dice(3)).follow("e1f1").settle(Dice(4))
    record = Record.of("dots/classic", match)
    verdict = judge(Record.read(record.write()))
    assert isinstance(verdict, Fair)
    assert str(verdict) == "fair: 2 moves, 7 drops, won (score 7, 2 moves left)"
    assert isinstance(judge(Record(record.game, (*record.moves[:2], "a2=R"))), Foul)


def test_a_board_may_be_dealt_by_nature() -> None:
    """A board with empty squares begins with nature; the same seed deals the same board."""
    deals = [Match.new(game("8x5x6")).settle(Dice(11)).state.rows for _ in range(2)]
    assert deals[0] == deals[1]
    assert {len(row) for row in deals[0]} == {8}
    assert len(deals[0]) == 5
    assert set("".join(deals[0])) <= set("ROGBYP")


# ------------------------------------------------------------------------------------ objectives and the end


def test_an_objective_falls_only_by_its_own_colour() -> None:
    """Green scores, but leaves the red objective; red may overshoot it."""
    match = Match.new(game("classic-R3")).follow("d3e3f3")
    assert (match.state.wanted, match.state.score) == ((3,), 3)
    match = match.settle(Dice(1)).follow("a1b1b2c2c1")
    assert match.state.wanted[0] == -2
    assert str(match.settle(Dice(1)).outcome) == "won (score 8, 2 moves left)"


def test_only_what_is_missing_is_still_to_go() -> None:
    """An objective that is reached exactly is not named any more, and when all are reached nothing is."""
    lost = Match.new(game("RRB/RRB/OGB-1-R2,B3")).follow("a1b1").settle(Dice(5))
    assert str(lost.outcome) == "lost (score 2, 3 blue to go)"
    made = game("RRB/RRB/OGB-4-R2,B3")
    assert made.to_go(made.start()) == "2 red and 3 blue"
    assert made.to_go(made.read("RRB/RRB/OGB 1 R0,B-1 5")) == "nothing"


def test_several_objectives_must_all_be_reached() -> None:
    """One of two is not enough."""
    match = Match.new(game("RRB/RRB/OGB-4-R2,B3")).follow("a1b1").settle(Dice(5))
    assert match.outcome is None
    assert match.game.write(match.state).split()[2] == "R0,B3"
    assert str(match.follow("c1c2c3").settle(Dice(5)).outcome) == "won (score 5, 2 moves left)"


def test_the_last_move_counts_before_the_match_is_over() -> None:
    """A win with the very last move is a win, and a miss is a loss."""
    won = Match.new(game("classic-1-R5")).follow("a1b1b2c2d2").settle(Dice(2))
    assert str(won.outcome) == "won (score 5, 0 moves left)"
    lost = Match.new(game("classic-1-R6")).follow("a1b1b2c2d2").settle(Dice(2))
    assert str(lost.outcome) == "lost (score 5, 1 red to go)"


def test_a_board_without_neighbours_is_lost() -> None:
    """Where no two like dots touch nobody can move, however many moves are left."""
    made = game("RO/OR")
    assert str(made.outcome(made.start())) == "lost (no two like dots touch, score 0, 6 red to go)"
    assert list(made.moves(made.start())) == []


# -------------------------------------------------------------------------------------------------- loops


def test_a_closed_path_removes_its_colour() -> None:
    """With loops the document's board is won at once: the square in its corner takes all twelve red dots."""
    match = Match.new(game("loops")).follow("b1c1c2b2b1")
    assert match.state.score == 12
    assert "R" not in "".join(match.state.rows)
    assert str(match.settle(Dice(1)).outcome) == "won (score 12, 3 moves left)"
    tailed = Match.new(game("loops")).follow("a1b1c1c2b2b1")
    assert tailed.state == match.state


def test_a_closed_path_has_one_spelling() -> None:
    """A round has no first square and no direction, and a tail leads to it."""
    made = game("RR/RR-loops")
    spelled = ["a1b1b2a2a1", "a1a2b2b1a1", "b2a2a1b1b2", "a2b2b1a1a2"]
    assert {str(made.parse(made.start(), text)) for text in spelled} == {"a1b1b2a2a1"}
    assert sum(path.closed for path in made.moves(made.start()) if isinstance(path, Path)) == 1
    assert (
        reason("loops", "b1c1b1")
        == "a path may only end on a square it has been through (§8), and this one comes to b1 again"
    )
    assert (
        reason("loops", "a1b1c1c2b2b1c1")
        == "a path may only end on a square it has been through (§8), and this one comes to b1 again"
    )
    assert reason("loops", "b1c1c2b2b1a1") is None
    assert str(game("loops").parse(game("loops").start(), "b1c1c2b2b1a1")) == "a1b1c1c2b2b1"
    assert reason("classic", "b1c1c2b2b1") is not None


# ---------------------------------------------------------------------------------------- names and pictures


@pytest.mark.parametrize(
    "name",
    [
        "1x4",
        "21x2",
        "4x4x9",
        "4x4x1",
        "classic-0",
        "classic-1000",
        "classic-Y3",
        "classic-R0",
        "classic-R1,R2",
        "RRX/RRR",
        "RR/R",
        "clasic",
        "classic-",
        "classic-fast",
        "RR/..",
        "/",
        "RRRRRRRRRRRRRRRRRRRRRRRR/RR",
    ],
)
def test_an_impossible_variant_is_refused(name: str) -> None:
    """Sizes, colours, moves and objectives have bounds, and dots rest on dots."""
    with pytest.raises(HoyleError):
        game(name)


@pytest.mark.parametrize(
    "text", ["RR/RR", "RRR/RRR/RRR 4 R6", "RRR/RRR/RRR 4 B6 0", "RRR/.RR/RR. 4 R6 0", "RRY/RRR/RRR"]
)
def test_an_impossible_position_is_refused(text: str) -> None:
    """A position has the board, colours and objectives of its game."""
    with pytest.raises(HoyleError):
        game("3x3").read(text)


def test_other_objectives_are_quoted_in_short() -> None:
    """However long they are, the words against them are one short line."""
    others = ",".join(f"{letter}1" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    with pytest.raises(HoyleError, match=rf"the objectives of this game are R6, not {others[:40]} \(§6\)$"):
        game("3x3").read(f"RRR/RRR/RRR 4 {others} 0")


def test_a_path_is_as_long_as_the_largest_board_needs() -> None:
    """The longest way with a dash behind every square is read, and what is longer than any is not."""
    made = game("20x20")
    snake = [f"{'abcdefghijklmnopqrst'[x if y % 2 else 19 - x]}{y + 1}-" for y in range(20) for x in range(20)]
    for text in ("".join(snake), "a1" * (2 * 20 * 20 + 4)):
        assert made.parse(made.start(), text) == made.parse(made.start(), text.upper())
    with pytest.raises(HoyleError, match=r"not a path, such as a1a2b2: '(a1){20}'$"):
        made.parse(made.start(), "a1" * (2 * 20 * 20 + 3) + "a10")


def test_a_path_of_nothing_is_open_and_wrong() -> None:
    """A program may make what no text spells; it is refused like any other short path."""
    assert not Path(()).closed
    assert not Path(((0, 0),)).closed
    assert Path(((0, 0), (0, 0))).closed
    made = game("classic")
    assert made.why_not(made.start(), Path(())) == "a path joins at least two dots (§3)"


def test_a_position_may_be_written_row_by_row() -> None:
    """As a record's start on lines of its own, with the numbers on the last or without them."""
    made = game("3x3")
    for text in ("RRR/RGR/ROR 4 R6 0", "rrr\nrgr\nror\n4 R6 0", "RRR/RGR/ROR", "RRR/RGR/ROR/4 R6 0"):
        assert made.write(made.read(text)) == "RRR/RGR/ROR 4 R6 0"


def test_a_picture_tells_dots_apart_without_colour() -> None:
    """Each dot has a shape of its colour cut into it, and a path is a line through its dots."""
    box, made = find("dots/RO/GB")
    marks = box.look.picture(made, made.start()).marks
    cut = [part.shape for mark in marks if mark.style.startswith("dot ") for part in mark.inner]
    assert len(set(cut)) == len(cut) == 4
    drawn = picture(game("classic"), game("classic").start(), Path(((0, 0), (1, 0), (1, 1))))
    assert to_text(drawn).splitlines()[1:3] == ["1  r-r R B R R", "2  O r R R B O"]
    assert to_svg(drawn).count("<line") == 2


def test_a_long_match_may_do_more_than_was_asked() -> None:
    """However far beyond an objective a match goes, its position is read; and none is that could outgrow its digits."""
    rules = game("20x20x4-999-R1,B999")
    text = "/".join(["R" * 20] * 20)
    state = rules.read(f"{text} 1 R-398600,B999 398600")
    assert rules.read(rules.write(state)) == state
    assert rules.read(f"{text} 10 R0,B0 9995999").score == 9_995_999
    for numbers in ("10 R0,B0 9996000", "10 R-9996000,B0 0"):
        with pytest.raises(NotationError, match="9,999,999"):
            rules.read(f"{text} {numbers}")
