"""The Stratego exercise: the document's names, its rules by part, and its errors."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.classroom.stratego import BasicMove, Game, GameError, Parser, Piece
from hoyle.game import Outcome

EMPTY = ["__"] * 10
LAKES = ["__", "__", "##", "##", "__", "__", "##", "##", "__", "__"]


def drawn(**pieces: str) -> str:
    """Return a board with pieces such as x4y5="r5"."""
    rows = [list(LAKES if y in {4, 5} else EMPTY) for y in range(10)]
    for place, text in pieces.items():
        rows[int(place[3])][int(place[1])] = text
    lines = [f"{y}|{'|'.join(rows[y])}|" for y in reversed(range(10))]
    return "\n".join([*lines, "  0  1  2  3  4  5  6  7  8  9 "])


FLAGS = {"x0y0": "rF", "x9y9": "bF"}
SPARES = {**FLAGS, "x9y0": "r5", "x0y9": "b5"}


def run(moves: str, first: str = "red", **pieces: str) -> Game:
    """Return the game after it has run."""
    game = Parser(moves, first).parse()
    game.initialise_board(drawn(**pieces))
    assert str(game) == drawn(**pieces)
    game.run()
    return game


def test_moves_are_made_in_turn_with_or_without_blanks() -> None:
    """Newlines and blanks between moves are optional, and moves beyond the number are ignored."""
    for text in (
        "2\nM(9,0;N;1) M(0,9;S;1)",
        "2M(9,0;N;1)M(0,9;S;1)",
        " 2 \n\n M(9,0;N;1)\n\nM(0,9;S;1) M(1,1;N;1) junk",
    ):
        assert str(run(text, **SPARES)) == drawn(**FLAGS, x9y1="r5", x0y8="b5")
    assert str(run("0", **SPARES)) == drawn(**SPARES)


def test_blue_begins_unless_red_is_named() -> None:
    """As the handout has it; the course's own tests let red begin."""
    assert str(run("1 M(0,9;S;1)", "blue", **SPARES)) == drawn(**FLAGS, x9y0="r5", x0y8="b5")
    game = Parser("1 M(0,9;S;1)").parse()
    game.initialise_board(drawn(**SPARES))
    game.run()
    with pytest.raises(GameError, match=r"move 1, M.*it is red's turn"):
        run("1 M(0,9;S;1)", **SPARES)


@pytest.mark.parametrize(
    ("letter", "own", "other", "left"),
    [("W", "r6", "b5", "r6"), ("L", "r5", "b6", "b6"), ("D", "r5", "b5", "__"), ("W", "r0", "b9", "r0"), ("W", "r9", "b0", "r9"),
     ("W", "r2", "bB", "r2"), ("L", "r9", "bB", "bB"), ("W", "r0", "bF", "r0"), ("L", "r0", "b1", "b1")],
)  # fmt: skip
def test_strikes_end_as_the_ranks_say(letter: str, own: str, other: str, left: str) -> None:
    """The true letter goes through, and each false one is an error that names move and rule."""
    pieces = {**SPARES, "x4y3": own, "x4y4": other}
    assert str(run(f"1 {letter}(4,3;N;1)", **pieces)) == drawn(**SPARES, x4y4=left)
    for false in set("MWLD") - {letter}:
        with pytest.raises(GameError, match=r"^move 1, .\(4,3;N;1\): .*(strike|taken)[^§]*$"):
            run(f"1 {false}(4,3;N;1)", **pieces)


def test_a_strike_without_steps_goes_one() -> None:
    """As in the handout's W(0,5;S)."""
    assert str(run("1 W(4,3;N)", **SPARES, x4y3="r6", x4y4="b5")) == drawn(**SPARES, x4y4="r6")


@pytest.mark.parametrize(
    "move",
    ["M(5,5;N;1)", "M(2,4;N;1)", "M(0,0;N;1)", "M(1,1;N;1)", "M(4,3;N;2)", "M(0,9;S;1)", "M(4,3;E;1)", "W(4,3;E;1)", "M(4,3;W;1)",
     "W(4,3;W;1)", "L(4,3;W;1)", "W(4,3;S;1)", "M(9,0;E;1)", "M(9,0;S;1)", "M(7,0;N;4)", "M(7,0;N;5)", "M(3,0;W;4)", "W(3,0;N;3)"],
)  # fmt: skip
def test_illegal_moves_are_errors(move: str) -> None:
    """Empty squares, lakes, flags, bombs, long steps, the other's pieces, one's own, the rim, and what is in between."""
    pieces = {
        "x1y1": "rB",
        "x4y3": "r6",
        "x5y3": "r4",
        "x3y3": "b6",
        "x7y0": "r1",
        "x3y0": "r1",
        "x2y0": "r3",
        "x3y1": "b2",
    }
    with pytest.raises(GameError, match=r"^move 1, "):
        run(f"1 {move}", **SPARES, **pieces)


def test_a_scout_goes_as_far_as_it_is_free() -> None:
    """Up to nine squares, and it strikes at the end."""
    assert str(run("1 M(0,1;N;7)", **SPARES, x0y1="r1")) == drawn(**SPARES, x0y8="r1")
    assert str(run("1 L(0,1;N;8)", **SPARES, x0y1="r1")) == drawn(**SPARES)
    with pytest.raises(GameError, match=r"move 1"):
        run("1 M(0,1;N;9)", **SPARES, x0y1="r1")


def test_the_flag_ends_the_game() -> None:
    """Who takes it has won, and no more moves are permitted."""
    pieces = {**SPARES, "x9y8": "r3"}
    game = run("1 W(9,8;N;1)", **pieces)
    assert game.outcome == Outcome((1, 0), "flag captured")
    with pytest.raises(GameError, match=r"^move 2, .*the match is over"):
        run("2 W(9,8;N;1) M(0,9;S;1)", **pieces)


def test_who_cannot_move_has_lost_at_once() -> None:
    """Both players are looked at after every move; to be able to strike is to be able to move."""
    pieces = {**FLAGS, "x4y3": "r5", "x4y4": "b6"}
    game = run("1 L(4,3;N;1)", **pieces)
    assert game.outcome == Outcome((0, 1), "red cannot move")
    with pytest.raises(GameError, match=r"^move 2, .*the match is over"):
        run("2 L(4,3;N;1) M(4,4;S;1)", **pieces)
    both = run("1 D(4,3;N;1)", **{**pieces, "x4y4": "b5"})
    assert both.outcome == Outcome((0, 0), "nobody can move")
    cornered = {**FLAGS, "x0y1": "rB", "x1y0": "r5", "x2y0": "rB", "x1y1": "b3", "x0y9": "b5"}
    assert run("2 M(0,9;S;1) W(1,0;N;1)", "blue", **cornered).outcome is None


def test_a_given_board_is_not_looked_at_before_the_first_move() -> None:
    """The first move may be made though the other has nothing to move."""
    game = run("1 M(4,3;N;1)", **FLAGS, x4y3="r5")
    assert game.outcome == Outcome((1, 0), "blue cannot move")


@pytest.mark.parametrize(
    "text", ["", "x", "2 M(0,3;N;1)", "1 M(0,3;Q;1)", "1 M(0,3;N;0)", "1 M(0,3;N;10)", "1 X(0,3;N;1)", "-1", "1 M 0,3"]
)
def test_what_is_no_game_is_an_error(text: str) -> None:
    """Fewer moves than announced, and letters, directions and steps that do not exist."""
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        Parser(text).parse()


@pytest.mark.parametrize("change", [("9|", "8|"), ("__|__|##", "__|__|__"), ("rF", "rA"), ("rF", "gF"), ("|\n", "\n")])
def test_what_is_no_board_is_an_error(change: tuple[str, str]) -> None:
    """Rows, lakes and pieces must be drawn as they are."""
    with pytest.raises(GameError):
        Game().initialise_board(drawn(**SPARES).replace(*change, 1))


def test_an_error_leaves_the_board_as_it_was() -> None:
    """What came before the illegal move has been made, and running again begins anew."""
    game = Parser("2 M(9,0;N;1) M(0,9;S;2)", "red").parse()
    game.initialise_board(drawn(**SPARES))
    for _ in range(2):
        with pytest.raises(GameError, match=r"^move 2, "):
            game.run()
        assert str(game) == drawn(**FLAGS, x9y1="r5", x0y9="b5")
    with pytest.raises(GameError, match=r"red or blue begins"):
        Parser("0", first="green")


pieces = st.sampled_from(
    ["b0", "b5", "a10", "r9", "bF", "##", "__", "|", "9|", "\n", " ", "1", "M(0,3;N;1)", "M(b0)", "'", "§", "\ufeff"]
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(pieces, max_size=14).map("".join))
def test_every_text_is_a_game_or_a_game_error(text: str) -> None:
    """And what is quoted of it is quoted as it stands: a piece b5 is not a square."""
    for read in (lambda: Parser(text).parse(), lambda: Game().initialise_board(text)):
        try:
            read()
        except GameError as fault:
            quoted = re.search(r"(?:not|:) (['\"].*['\"])$", str(fault))
            assert not quoted or ast.literal_eval(quoted[1]) in text


def test_quoted_text_is_not_translated() -> None:
    """Pieces look like squares of other games."""
    with pytest.raises(GameError, match=r"^a game begins with the number of its moves, not 'b5 and b0'$"):
        Parser("b5 and b0").parse()


def test_counts_agree() -> None:
    """One move is not moves."""
    with pytest.raises(GameError, match=r"^the game announces 1 move and has 0$"):
        Parser("1").parse()
    with pytest.raises(GameError, match=r"^the game announces 2 moves and has 1$"):
        Parser("\ufeff2 M(0,3;N;1)").parse()


@pytest.mark.parametrize(
    "arguments", [(-1, 3, "N"), ("a", 3, "N"), (0, None, "N"), (0, 3, ["N"]), (0, 3, "N", 1.0), (0, 3, "N", True)]
)
def test_a_move_that_cannot_be_written_cannot_be_made(arguments: tuple[Any, ...]) -> None:
    """It is refused when it is made, and not by a contract later."""
    with pytest.raises(GameError):
        BasicMove(*arguments)
    with pytest.raises(GameError):
        Piece("red", ["1"])  # type: ignore[arg-type]
