"""What a right program does, and what its contracts refuse."""

from nimlab import Heaps

from hoyle.course import violates
from hoyle.shelf import find


def test_heaps_are_as_they_were_given():
    """The sizes are those that the heaps were made with."""
    assert Heaps(3, 4, 5).sizes == (3, 4, 5)


def test_counters_are_taken_from_one_heap():
    """The heap gets smaller, and the others stay."""
    heaps = Heaps(3, 4, 5)
    heaps.take(2, 4)
    assert heaps.sizes == (3, 0, 5)
    heaps.take(1, 1)
    assert heaps.sizes == (2, 0, 5)


def test_the_game_is_over_when_all_heaps_are_empty():
    """Not before."""
    heaps = Heaps(1, 1)
    heaps.take(1, 1)
    assert not heaps.is_over
    heaps.take(2, 1)
    assert heaps.is_over


def test_a_winning_move_is_found():
    """From 3, 4, 5 take two from the first heap; from 1, 1 every move loses."""
    assert Heaps(3, 4, 5).winning_move() == (1, 2)
    assert Heaps(1, 1).winning_move() is None
    assert Heaps(0, 7).winning_move() == (2, 7)


def test_the_rules_of_the_shelf_agree():
    """A match by the rules on the shelf leaves the same heaps."""
    _, game = find("nim/3,4,5")
    state, heaps = game.start(), Heaps(3, 4, 5)
    for heap, number in ((1, 2), (3, 1), (2, 4)):
        state = game.play(state, game.parse(state, f"{'abc'[heap - 1]}{number}"))
        heaps.take(heap, number)
        assert heaps.sizes == state.sizes


def test_a_heap_has_to_be_there():
    """There is no heap 4."""
    with violates("valid_heap"):
        Heaps(3, 4, 5).take(4, 1)


def test_something_has_to_be_taken():
    """Nobody may pass."""
    with violates("some_taken"):
        Heaps(3, 4, 5).take(1, 0)


def test_nobody_takes_more_than_there_is():
    """Four from a heap of three."""
    with violates("enough_there"):
        Heaps(3, 4, 5).take(1, 4)
