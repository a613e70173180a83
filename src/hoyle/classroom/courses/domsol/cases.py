"""Cases of DomSolitaire: moves, deals, the three kinds of moves, and the search to the letter."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

from hoyle.classroom.domsol import Domino, DomSolitaire, EmptyCollectionError, Move, StackADT, StackArray, StackLL
from hoyle.course import raises, violates


def stack(name: str, *tiles: tuple[int, int]) -> StackADT[Domino]:
    """Return a stack with tiles, the last on top."""
    made: StackADT[Domino] = StackLL(name)
    for high, low in tiles:
        made.push(Domino(high, low))
    return made


def texts(moves: object) -> list[str]:
    """Return moves as texts, in their order."""
    return [str(move) for move in moves]  # type: ignore[attr-defined]


# ------------------------------------------------------------------ moves


def test_a_move_takes_the_top() -> None:
    """The top of one stack goes on top of the other; the rest stays."""
    one, other = stack("S0", (1, 0), (3, 1)), stack("S1", (2, 2))
    Move(one, other).do_it()
    assert (str(one), str(other)) == ("S0 |top>[1: ] <|", "S1 |top>[3:1] [2:2] <|")


def test_a_move_can_be_undone() -> None:
    """Then both stacks are as before."""
    one, other = stack("S0", (1, 0), (3, 1)), stack("S1", (2, 2))
    move = Move(one, other)
    move.do_it()
    move.undo_it()
    assert (str(one), str(other)) == ("S0 |top>[3:1] [1: ] <|", "S1 |top>[2:2] <|")


def test_a_move_knows_whether_it_is_completed() -> None:
    """Not at first, then it is, and after an undo it is not."""
    move = Move(stack("S0", (1, 1)), stack("S1"))
    assert move.completed is False
    move.do_it()
    assert move.completed is True
    move.undo_it()
    assert move.completed is False


def test_a_move_is_written_with_the_names_of_its_stacks() -> None:
    """Its own name, from, an arrow, to, and whether it is completed; its name is m unless another is given."""
    move = Move(stack("S0", (1, 1)), stack("F3"), "test")
    assert str(move) == "testS0->F3?"
    move.do_it()
    assert str(move) == "testS0->F3!"
    assert str(Move(stack("S1"), stack("S2"))) == "mS1->S2?"


def test_a_move_writes_stacks_without_a_name_in_full() -> None:
    """Each end by itself: a stack that has no name is written as it prints."""
    plain: StackADT[Domino] = StackArray()
    plain.push(Domino(3, 1))
    assert str(Move(plain, stack("S3"))) == "mAStack: [3:1].->S3?"
    assert str(Move(stack("S3"), plain)) == "mS3->AStack: [3:1].?"


def test_moves_between_the_same_stacks_are_equal() -> None:
    """Whatever they are called, and whether they are completed or not."""
    one, other = stack("S0", (1, 1)), stack("S1")
    done = Move(one, other, "another")
    done.do_it()
    assert Move(one, other) == done


def test_moves_between_other_stacks_are_not_equal() -> None:
    """Equal content and equal names are not enough, and neither is the way back."""
    one, other = stack("S0"), stack("S1")
    assert not Move(one, other) == Move(other, one)  # noqa: SIM201 - the equality is what is tried
    assert not Move(one, other) == Move(stack("S0"), other)  # noqa: SIM201 - likewise
    assert not Move(one, other) == Move(one, stack("S1"))  # noqa: SIM201 - likewise
    assert not Move(one, other) == "mS0->S1?"  # noqa: SIM201 - likewise


# ------------------------------------------------------------------ games


def test_a_deal() -> None:
    """The first stack gets the first tile, the second the next two, and so on; the last one dealt is on top."""
    assert DomSolitaire(2, 14, "simple").show_named_content() == "000|B |C A |F E D |"
    assert DomSolitaire(2, 9, "simple").show_named_content() == "000|A |E C |B F D |"


def test_a_game_is_written_with_foundations_and_stacks() -> None:
    """The name, the foundations with how full they are, and a line for each stack."""
    lines = str(DomSolitaire(2, 9, "simple")).split("\n")
    assert lines[0].split() == ["simple", "F0", "0/1", "F1", "0/2", "F2", "0/3"]
    assert lines[1:] == ["S0 |top>[ : ] <|", "S1 |top>[2:1] [1:1] <|", "S2 |top>[1: ] [2:2] [2: ] <|"]


def test_a_game_has_its_name() -> None:
    """The one that it was given."""
    assert DomSolitaire(1, 0, "mine").name == "mine"


def test_a_reset_deals_again() -> None:
    """Everything is cleared, also the foundations, and dealt by the new seed."""
    game = DomSolitaire(2, 9, "simple")
    game.create_move("S0", "F0").do_it()
    game.reset(14)
    assert game.show_named_content() == "000|B |C A |F E D |"
    game.reset(9)
    assert game.show_named_content() == "000|A |E C |B F D |"


def test_a_move_by_the_names_of_its_stacks() -> None:
    """S is a stack and F a foundation; the move is made from the very stacks of the game."""
    game = DomSolitaire(2, 9, "simple")
    move = game.create_move("S0", "F2")
    assert str(move) == "mS0->F2?"
    move.do_it()
    assert game.show_named_content() == "001||E C |B F D |"
    game.create_move("F2", "S1").do_it()
    assert game.show_named_content() == "000||A E C |B F D |"


def test_the_end_is_when_all_stacks_are_empty() -> None:
    """Not before."""
    game = DomSolitaire(1, 0, "small")
    assert not game.winner()
    solution = game.find_solution(100)
    assert solution is not None
    assert game.winner()


def test_moves_to_foundations() -> None:
    """A double to its empty foundation; then one lower each, on the foundation of the high number."""
    game = DomSolitaire(2, 9, "simple")
    assert texts(game.find_sf_moves()) == ["mS0->F0?"]
    game.create_move("S2", "S0").do_it()
    assert texts(game.find_sf_moves()) == ["mS2->F2?"]
    game.create_move("S2", "F2").do_it()
    assert texts(game.find_sf_moves()) == ["mS1->F2?"]


def test_moves_onto_stacks() -> None:
    """One number is shared, and the other is one higher than that of the tile below."""
    game = DomSolitaire(3, 6, "x")
    before = game.show_named_content()
    assert texts(game.find_ss_moves()) == [str(move) for move in game.find_ss_moves()]
    assert game.show_named_content() == before
    game.create_move("S1", "F2").do_it()
    game.create_move("S0", "F1").do_it()
    assert texts(game.find_ss_moves()) == ["mS2->S1?"]


def test_moves_to_empty_stacks() -> None:
    """Only a tile with a blank, and to any empty stack."""
    game = DomSolitaire(2, 9, "simple")
    assert texts(game.find_ses_moves()) == []
    game.create_move("S0", "F0").do_it()
    assert texts(game.find_ses_moves()) == ["mS2->S0?"]


def test_all_moves_go_on_a_stack() -> None:
    """Those to empty stacks first, then onto stacks, then to foundations, so that foundations are on top."""
    game = DomSolitaire(3, 6, "x")
    game.create_move("S1", "F2").do_it()
    game.create_move("S0", "F1").do_it()
    moves: StackADT[Move] = StackLL()
    game.find_moves(moves)
    assert texts(moves) == ["mS2->F3?", "mS3->F1?", "mS2->S1?", "mS3->S0?"]


def test_a_solution_is_found() -> None:
    """The moves from the first to the last, all completed."""
    game = DomSolitaire(2, 9, "simple")
    solution = game.find_solution(200)
    assert solution is not None
    assert texts(solution) == ["mS0->F0!", "mS2->S0!", "mS2->F2!", "mS1->F2!", "mS1->F1!", "mS0->F1!", "mS2->F2!"]
    assert game.show_named_content() == "123||||"


def test_a_win_on_the_last_step_is_a_win() -> None:
    """Seven steps are enough, six are not, and the board stays where the search was."""
    game = DomSolitaire(2, 9, "simple")
    solution = game.find_solution(7)
    assert solution is not None
    assert solution.size() == 7
    game.reset(9)
    assert game.find_solution(6) is None
    assert game.show_named_content() == "122|||D |"


def test_no_solution_is_an_empty_stack() -> None:
    """Where everything was tried, the board is as it was dealt."""
    game = DomSolitaire(5, 110, "x")
    before = game.show_named_content()
    found = game.find_solution(1000)
    assert found is not None
    assert found.is_empty()
    assert game.show_named_content() == before


def test_the_limit_of_steps_gives_none() -> None:
    """No step is made where none is allowed."""
    game = DomSolitaire(2, 9, "simple")
    assert game.find_solution(0) is None
    assert game.show_named_content() == "000|A |E C |B F D |"


def test_a_game_is_silent_unless_it_is_debugged() -> None:
    """The setter switches the printing on and off."""
    out = io.StringIO()
    with redirect_stdout(out):
        game = DomSolitaire(1, 0, "quiet")
        game.find_solution(3)
    assert out.getvalue() == ""
    game.set_debug(False)
    with redirect_stdout(out):
        game.reset(1)
    assert out.getvalue() == ""


def test_an_empty_stack_has_no_top_to_move() -> None:
    """A move from an empty stack fails, and nothing is pushed."""
    one, other = stack("S0"), stack("S1", (1, 1))
    with raises(EmptyCollectionError):
        Move(one, other).do_it()
    assert str(other) == "S1 |top>[1:1] <|"


def test_the_limit_is_not_negative() -> None:
    """A search cannot make fewer than zero steps."""
    game = DomSolitaire(1, 0, "x")
    with violates("limit_not_negative"):
        game.find_solution(-1)
