"""Cases of the Stratego exercise, part by part: reading, moves, strikes, and the end."""

from __future__ import annotations

from hoyle.classroom.stratego import BombPiece, FlagPiece, Game, GameError, Parser, Piece
from hoyle.course import raises

LAND, LAKES = ["__"] * 10, ["__", "__", "##", "##", "__", "__", "##", "##", "__", "__"]
FLAGS = {"00": "rF", "99": "bF"}
SPARES = {**FLAGS, "90": "r5", "09": "b5"}


def board(pieces: dict[str, str]) -> str:
    """Return a board with pieces by their x and y."""
    rows = [list(LAKES if y in {4, 5} else LAND) for y in range(10)]
    for place, piece in pieces.items():
        rows[int(place[1])][int(place[0])] = piece
    lines = [f"{y}|{'|'.join(rows[y])}|" for y in reversed(range(10))]
    return "\n".join([*lines, "  0  1  2  3  4  5  6  7  8  9 "])


def run(moves: str, pieces: dict[str, str], first: str = "red") -> str:
    """Return the board after a game."""
    game = Parser(moves, first).parse()
    game.initialise_board(board(pieces))
    game.run()
    return str(game)


def expect_refusal(moves: str, pieces: dict[str, str], left: dict[str, str] | None = None, first: str = "red") -> None:
    """Expect that a game is refused, and that the board stays as it was before the wrong move."""
    game = Parser(moves, first).parse()
    game.initialise_board(board(pieces))
    with raises(GameError):
        game.run()
    assert str(game) == board(pieces if left is None else left)


# ------------------------------------------------------------------ pieces


def test_pieces_are_written_with_colour_and_rank() -> None:
    """A letter for the colour, then the rank, B for a bomb or F for a flag."""
    assert [str(Piece("red", "5")), str(Piece("blue", "0"))] == ["r5", "b0"]
    assert [str(BombPiece("red")), str(FlagPiece("blue"))] == ["rB", "bF"]


def test_pieces_have_a_colour_and_a_rank() -> None:
    """From 0 for a spy to 9 for a marshal; bombs and flags have none."""
    assert [Piece("red", "9").colour, FlagPiece("blue").colour] == ["red", "blue"]
    assert [Piece("red", "9").rank, Piece("blue", "0").rank] == [9, 0]
    assert [BombPiece("red").rank, FlagPiece("red").rank] == [None, None]


def test_bombs_and_flags_are_not_movable() -> None:
    """All others are."""
    assert [BombPiece("red").movable, FlagPiece("red").movable, Piece("red", "3").movable] == [False, False, True]


def test_strikes_end_by_rank() -> None:
    """W, L or D from the side of the striker."""
    ends = {"65": "W", "56": "L", "55": "D", "09": "W", "90": "W", "01": "L"}
    assert {pair: Piece("red", pair[0]).strike(Piece("blue", pair[1])) for pair in ends} == ends
    assert Piece("red", "9").strike(BombPiece("blue")) == "L"
    assert Piece("red", "2").strike(BombPiece("blue")) == "W"
    assert Piece("red", "0").strike(FlagPiece("blue")) == "W"


def test_the_piece_on_a_square() -> None:
    """By x and y; None where there is none."""
    game = Game()
    game.initialise_board(board(SPARES))
    assert str(game.piece_at(9, 0)) == "r5"
    assert game.piece_at(8, 0) is None
    assert str(game.piece_at(0, 0)) == "rF"


# ------------------------------------------------------------------ reading


def test_a_board_is_written_as_it_is_read() -> None:
    """Ten rows from the top, and the numbers of the columns."""
    game = Game()
    game.initialise_board(board(SPARES))
    assert str(game) == board(SPARES)


def test_moves_are_read_with_or_without_blanks() -> None:
    """Blanks and newlines between moves are optional."""
    after = board({**FLAGS, "91": "r5", "08": "b5"})
    assert run("2\nM(9,0;N;1) M(0,9;S;1)", SPARES) == after
    assert run("2M(9,0;N;1)M(0,9;S;1)", SPARES) == after


def test_moves_beyond_the_number_are_ignored() -> None:
    """The first line says how many there are."""
    assert run("1 M(9,0;N;1) M(0,9;S;1)", SPARES) == board({**FLAGS, "91": "r5", "09": "b5"})


def test_too_few_moves_are_an_error() -> None:
    """Two are announced, and one is there."""
    with raises(GameError):
        Parser("2 M(9,0;N;1)").parse()


def test_what_is_no_move_is_an_error() -> None:
    """A letter, a direction and a number of steps that do not exist."""
    for text in ("1 X(9,0;N;1)", "1 M(9,0;Q;1)", "1 M(9,0;N;0)", "1 M 9,0"):
        with raises(GameError):
            Parser(text).parse()


def test_steps_may_be_left_out() -> None:
    """W(4,3;N) strikes one step away."""
    assert run("1 W(4,3;N)", {**SPARES, "43": "r6", "44": "b5"}) == board({**SPARES, "44": "r6"})


def test_blue_begins_unless_red_is_named() -> None:
    """As the handout has it."""
    assert run("1 M(0,9;S;1)", SPARES, first="blue") == board({**FLAGS, "90": "r5", "08": "b5"})
    expect_refusal("1 M(0,9;S;1)", SPARES)


# ------------------------------------------------------------------ moves


def test_moves_in_all_directions() -> None:
    """North is up, and east is to the right."""
    assert run("1 M(5,7;N;1)", {**SPARES, "57": "r6"}) == board({**SPARES, "58": "r6"})
    assert run("1 M(5,7;S;1)", {**SPARES, "57": "r6"}) == board({**SPARES, "56": "r6"})
    assert run("1 M(5,7;E;1)", {**SPARES, "57": "r6"}) == board({**SPARES, "67": "r6"})
    assert run("1 M(5,7;W;1)", {**SPARES, "57": "r6"}) == board({**SPARES, "47": "r6"})


def test_nothing_moves_from_an_empty_square() -> None:
    """There has to be a piece."""
    expect_refusal("1 M(5,5;N;1)", SPARES)


def test_flags_bombs_and_lakes_do_not_move() -> None:
    """Whoever they belong to."""
    expect_refusal("1 M(0,0;N;1)", SPARES)
    expect_refusal("1 M(1,1;N;1)", {**SPARES, "11": "rB"})
    expect_refusal("1 M(2,4;S;1)", SPARES)


def test_a_piece_moves_one_step() -> None:
    """Only scouts go further."""
    expect_refusal("1 M(9,0;N;2)", SPARES)


def test_the_other_players_piece_stays() -> None:
    """Each player moves their own."""
    expect_refusal("1 M(0,9;S;1)", SPARES)
    expect_refusal("2 M(9,0;N;1) M(9,1;N;1)", SPARES, {**FLAGS, "91": "r5", "09": "b5"})


def test_an_occupied_square_is_not_moved_to() -> None:
    """Not with your own piece, a lake, or an opponent's piece, which has to be struck."""
    expect_refusal("1 M(4,3;E;1)", {**SPARES, "43": "r6", "53": "r4"})
    expect_refusal("1 M(4,4;W;1)", {**SPARES, "44": "r6"})
    expect_refusal("1 M(4,3;E;1)", {**SPARES, "43": "r6", "53": "b4"})


def test_the_board_ends_at_its_edge() -> None:
    """Nothing moves off it."""
    expect_refusal("1 M(9,0;E;1)", SPARES)
    expect_refusal("1 M(9,0;S;1)", SPARES)


def test_scouts_go_far() -> None:
    """As long as nothing is in the way."""
    assert run("1 M(0,1;N;7)", {**SPARES, "01": "r1"}) == board({**SPARES, "08": "r1"})
    expect_refusal("1 M(0,1;N;7)", {**SPARES, "01": "r1", "05": "b3"})
    expect_refusal("1 M(0,1;N;7)", {**SPARES, "01": "r1", "05": "r3"})
    expect_refusal("1 M(2,1;N;7)", {**SPARES, "21": "r1"})


# ------------------------------------------------------------------ strikes


def strike(letter: str, own: str, other: str, left: str) -> None:
    """Expect that a strike ends with this letter, and that every other letter is refused."""
    pieces = {**SPARES, "43": own, "44": other}
    assert run(f"1 {letter}(4,3;N;1)", pieces) == board({**SPARES, "44": left})
    for wrong in "MWLD".replace(letter, ""):
        expect_refusal(f"1 {wrong}(4,3;N;1)", pieces)


def test_the_higher_rank_wins() -> None:
    """The striker takes the square."""
    strike("W", "r6", "b5", "r6")


def test_the_lower_rank_loses() -> None:
    """The striker is removed, and the other stays where it was."""
    strike("L", "r5", "b6", "b6")


def test_equal_ranks_are_both_removed() -> None:
    """A draw."""
    strike("D", "r5", "b5", "__")


def test_bombs_beat_all_but_miners() -> None:
    """And stay where they are."""
    strike("L", "r9", "bB", "bB")
    strike("W", "r2", "bB", "r2")


def test_spies_beat_the_marshal_if_they_strike() -> None:
    """If the marshal strikes first, the spy loses, as against all others."""
    strike("W", "r0", "b9", "r0")
    strike("W", "r9", "b0", "r9")
    strike("L", "r0", "b1", "b1")


def test_nothing_is_struck_on_an_empty_square() -> None:
    """Nor is your own piece, nor a lake."""
    expect_refusal("1 W(9,0;N;1)", SPARES)
    expect_refusal("1 W(4,3;E;1)", {**SPARES, "43": "r6", "53": "r4"})
    expect_refusal("1 W(4,4;W;1)", {**SPARES, "44": "r6"})


def test_scouts_strike_from_afar() -> None:
    """Over empty squares only."""
    assert run("1 W(4,0;N;3)", {**SPARES, "40": "r1", "43": "b0"}) == board({**SPARES, "43": "r1"})
    expect_refusal("1 W(4,0;N;3)", {**SPARES, "40": "r1", "41": "r5", "43": "b0"})


# ------------------------------------------------------------------ the end


def test_the_flag_ends_the_game() -> None:
    """Taking it wins, and no more moves are permitted."""
    pieces = {**SPARES, "98": "r3"}
    after = {"00": "rF", "99": "r3", "90": "r5", "09": "b5"}
    assert run("1 W(9,8;N;1)", pieces) == board(after)
    expect_refusal("2 W(9,8;N;1) M(0,9;S;1)", pieces, after)


def test_the_outcome() -> None:
    """None while the game goes on, and something afterwards."""
    game = Parser("1 W(9,8;N;1)", "red").parse()
    game.initialise_board(board({**SPARES, "98": "r3"}))
    assert game.outcome is None
    game.run()
    assert game.outcome is not None


def test_a_player_without_moves_has_lost() -> None:
    """The game is over at once, so the next move is an error."""
    pieces = {**FLAGS, "43": "r5", "44": "b6"}
    assert run("1 L(4,3;N;1)", pieces) == board({**FLAGS, "44": "b6"})
    expect_refusal("2 L(4,3;N;1) M(4,4;S;1)", pieces, {**FLAGS, "44": "b6"})


def test_a_player_who_can_strike_can_move() -> None:
    """The game goes on."""
    pieces = {**FLAGS, "01": "rB", "10": "r5", "20": "rB", "11": "b3", "09": "b5"}
    assert run("2 M(0,9;S;1) W(1,0;N;1)", pieces, first="blue") == board(
        {**FLAGS, "01": "rB", "20": "rB", "11": "r5", "08": "b5"}
    )
