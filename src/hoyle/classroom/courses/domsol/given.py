"""The tests that are given out: a move, and a deal."""

from __future__ import annotations

from hoyle.classroom.domsol import Domino, DomSolitaire, Move, StackADT, StackLL


def test_a_move_goes_there_and_back() -> None:
    """The tile leaves its stack, and comes back."""
    one: StackADT[Domino] = StackLL("S0")
    other: StackADT[Domino] = StackLL("F3")
    one.push(Domino(3, 3))
    move = Move(one, other, "test")
    move.do_it()
    assert str(move) == "testS0->F3!"
    move.undo_it()
    assert str(move) == "testS0->F3?"


def test_a_deal() -> None:
    """Six tiles in three stacks, in the order of seed 14."""
    game = DomSolitaire(2, 14, "simple")
    assert game.show_named_content() == "000|B |C A |F E D |"
