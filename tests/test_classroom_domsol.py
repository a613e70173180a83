"""The course's DomSolitaire: texts, search to the letter, and agreement with the rules of the game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.classroom.domsol import (
    Domino,
    DomSolitaire,
    EmptyCollectionError,
    Move,
    StackADT,
    StackArray,
    StackLL,
    UnorderedList,
)
from hoyle.course import violates
from hoyle.game import Outcome
from hoyle.match import Match
from hoyle.shelf import find

law = settings(max_examples=25, deadline=None, derandomize=True)


def test_a_tile_sorts_its_numbers_and_prints_a_blank() -> None:
    """[1:2] is [2:1], and a zero is a blank."""
    assert [str(tile) for tile in (Domino(1, 2), Domino(0, 3), Domino(0, 0))] == ["[2:1]", "[3: ]", "[ : ]"]
    assert "".join(tile.name for tile in Domino.get_set(3)) == "ABCDEFGHIJ"
    assert len(Domino.get_set(6)) == 28


def test_the_shuffle_is_javas() -> None:
    """The ruling's example, and seeds beyond the range of an int, which Java widens with their sign."""
    tiles = Domino.get_set(2)
    Domino.shuffle(tiles, 14)
    assert " ".join(map(str, tiles)) == "[1: ] [ : ] [1:1] [2: ] [2:1] [2:2]"
    orders = []
    for seed in (-1, 2**48 - 1, -1 - 2**48):
        tiles = Domino.get_set(3)
        Domino.shuffle(tiles, seed)
        orders.append(list(map(str, tiles)))
    assert orders[0] == orders[1] == orders[2]


def test_moves_print_names_or_contents() -> None:
    """Only a named stack is called by its name, each by its own."""
    nameless: StackADT[Domino] = StackArray()
    nameless.push(Domino(3, 1))
    move = Move(nameless, StackLL("S3"))
    assert str(move) == "mAStack: [3:1].->S3?"
    move.do_it()
    assert str(move) == "mAStack:->S3!"
    with pytest.raises(EmptyCollectionError):
        Move(nameless, StackLL("S3")).do_it()
    move.undo_it()
    assert not move.completed
    assert str(nameless) == "AStack: [3:1]."
    with pytest.raises(EmptyCollectionError):
        move.undo_it()


def test_moves_are_equal_if_they_are_between_the_same_stacks() -> None:
    """In terms of memory: equal content is not enough, and the name does not matter."""
    one, other = StackLL[Domino]("S0"), StackLL[Domino]("S1")
    assert Move(one, other) == Move(one, other, "another")
    assert Move(one, other) != Move(other, one)
    assert Move(one, other) != Move(StackLL("S0"), other)
    assert Move(one, other) != "mS0->S1?"


def test_the_unordered_list_keeps_both_ends() -> None:
    """What goes in at an end comes out there."""
    words: UnorderedList[str] = UnorderedList()
    with pytest.raises(EmptyCollectionError):
        words.first()
    for word in ("b", "c"):
        words.add_to_rear(word)
    words.add_to_front("a")
    assert (str(words), words.size(), words.contains("d")) == ("List [a b c ]", 3, False)
    assert [words.remove_first() for _ in range(3)] == ["a", "b", "c"]
    words.add_to_rear("d")
    assert (words.first(), words.is_empty()) == ("d", False)


def test_a_game_prints_itself() -> None:
    """Long and short, with a name and the sizes of the foundations."""
    game = DomSolitaire(3, 5, "three")
    lines = str(game).split("\n")
    assert (game.name, lines[0]) == ("three", "three F0 0/1  F1 0/2  F2 0/3  F3 0/4  ")
    assert lines[1:] == ["S0 |top>[2: ] <|", "S1 |top>[1:1] [2:1] <|", "S2 |top>[3: ] [2:2] [3:2] <|", lines[4]]
    assert find("domino/3")[1].read(str(game)) == find("domino/3")[1].read(game.show_named_content())


def test_any_move_can_be_created() -> None:
    """Allowed or not, also from a foundation, also with two digits."""
    game = DomSolitaire(10, 1, "x")
    move = game.create_move("S10", "F10")
    assert str(move) == "mS10->F10?"
    move.do_it()
    game.create_move("F10", "S0").do_it()
    before = game.show_named_content()
    game.reset(1)
    assert game.show_named_content() == DomSolitaire(10, 1, "y").show_named_content() != before


def test_the_limit_is_met_exactly() -> None:
    """A win on the last allowed step is a win; one step fewer gives None and leaves the board there."""
    game = DomSolitaire(2, 9, "x")
    solution = game.find_solution(7)
    assert solution is not None
    assert solution.size() == 7
    game.reset(9)
    assert game.find_solution(6) is None
    assert game.show_named_content() == "122|||D |"
    game.reset(9)
    assert game.find_solution(0) is None
    assert game.show_named_content() == "000|A |E C |B F D |"


def test_no_solution_is_an_empty_stack_and_the_deal_as_it_was() -> None:
    """Where the search exhausts all it knows, it has undone everything, also on the very last allowed step."""
    game = DomSolitaire(5, 110, "x")
    before = game.show_named_content()
    for limit in (1000, 2):
        found = game.find_solution(limit)
        assert found is not None
        assert (str(found), game.show_named_content()) == ("Stack |top><|", before)
    assert game.find_solution(1) is None


def test_moves_are_pushed_so_that_foundations_come_first() -> None:
    """The last pushed are examined first: foundations, then stacks, then empty stacks, each from the lowest."""
    game = DomSolitaire(3, 6, "x")
    game.create_move("S1", "F2").do_it()
    game.create_move("S0", "F1").do_it()
    moves: StackADT[Move] = StackLL()
    game.find_moves(moves)
    assert str(moves) == "Stack |top>mS2->F3? mS3->F1? mS2->S1? mS3->S0? <|"


def test_debugging_tells_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    """Silent by default; with the flag the current state is printed."""
    game = DomSolitaire(1, 0, "loud")
    assert game.find_solution(0) is None
    assert capsys.readouterr().out == ""
    game.set_debug(debug=True)
    game.find_solution(1)
    assert "step 1, m" in (said := capsys.readouterr().out)
    assert "current state loud F0" in said


@law
@given(highest=st.integers(1, 6), seed=st.integers(-(2**31), 2**31 - 1))
def test_the_course_and_the_game_agree(highest: int, seed: int) -> None:
    """The same deal, the same moves in each kind, and a solution that the rules find won."""
    box, game = find(f"domino/{highest}")
    course = DomSolitaire(highest, seed, "x")
    match = Match.new(game).follow(*map(str, box.read_deal(game, str(seed))))
    for _ in range(8):
        assert game.read(course.show_named_content()) == match.state
        kinds = (course.find_sf_moves(), course.find_ss_moves(), course.find_ses_moves())
        texts = [str(move).strip("m?").replace("->", "-") for moves in kinds for move in moves]
        assert texts == [str(move) for move in game.moves(match.state)]
        if not texts:
            break
        text = texts[seed % len(texts)]
        course.create_move(*text.split("-")).do_it()
        match = match.follow(text)
    course.reset(seed)
    solution = course.find_solution(300)
    if solution is not None and not solution.is_empty():
        line = Match.new(game).follow(*map(str, box.read_deal(game, str(seed))), *map(str, solution))
        assert line.outcome == Outcome((1,), "every tile is home")


@pytest.mark.parametrize("seed", ["9", 1.5, None, True])
def test_a_seed_that_is_no_number_changes_nothing(seed: Any) -> None:
    """Neither in a game that is dealt already nor in a new one."""
    game = DomSolitaire(2, 9, "simple")
    before = str(game)
    with pytest.raises(TypeError, match=r"^expected int, got "):
        game.reset(seed)
    assert str(game) == before
    game.reset(9)
    assert str(game) == before
    with pytest.raises(TypeError, match=r"^expected int, got "):
        DomSolitaire(2, seed, "simple")


@pytest.mark.parametrize("numbers", [(1.5, 1), (True, 1), (2, False)])
def test_a_tile_has_whole_numbers(numbers: tuple[Any, Any]) -> None:
    """Python's other numbers are not on tiles."""
    with pytest.raises(TypeError, match=r"^expected int, got "):
        Domino(*numbers)


class Sieve(StackLL[Any]):
    """A stack that is wrong on purpose: nothing stays in it."""

    def push(self, element: Any) -> None:
        """Lose the element."""


class Shy(StackArray[Any]):
    """A stack that is wrong on purpose: without elements it shows one."""

    def peek(self) -> Any:
        """Return nothing."""


@pytest.mark.skipif(not __debug__, reason="postconditions are not watched under -O")
def test_a_contract_on_an_empty_stack_is_broken_by_its_tag() -> None:
    """A clause that looks at the top says that it is broken; it does not fail itself."""
    full: StackLL[Any] = StackLL()
    full.push(Domino(1, 0))
    trust_nothing = Sieve()
    with violates("element_on_top"):
        trust_nothing.push(1)
    with violates("top_of_the_elements"):
        Shy().peek()

    class Dropping(Move):
        def do_it(self) -> None:
            self._from.pop()
            self._completed = True

    with violates("top_moved"):
        Dropping(full, StackLL("F1")).do_it()
