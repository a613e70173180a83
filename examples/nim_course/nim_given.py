"""The test that is given out."""

from nimlab import Heaps


def test_new_heaps_are_as_they_were_given():
    """Three heaps, and the game is not over."""
    heaps = Heaps(3, 4, 5)
    assert heaps.sizes == (3, 4, 5)
    assert not heaps.is_over
