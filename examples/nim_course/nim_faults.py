"""Small mistakes, each a descendant with the clause that notices and what a client does to meet it."""

from functools import partial

from nimlab import Heaps

from hoyle.classroom.faults import wrong

FAULTS = []
caught_by = partial(wrong, FAULTS)


@caught_by("heap_smaller", lambda cls: cls(3, 4).take(1, 2))
class LazyHeaps(Heaps):
    """Nothing is taken."""

    def take(self, heap, number):
        pass


@caught_by("other_heaps_unchanged", lambda cls: cls(3, 4).take(1, 2))
class GreedyHeaps(Heaps):
    """The next heap loses a counter as well."""

    def take(self, heap, number):
        super().take(heap, number)
        if heap < len(self._sizes) and self._sizes[heap]:
            self._sizes[heap] -= 1


@caught_by("correct_result", lambda cls: cls(0, 1).is_over)
class HastyHeaps(Heaps):
    """The game is over as soon as one heap is empty."""

    @property
    def is_over(self):
        return 0 in self._sizes


@caught_by("takes_if_it_can", lambda cls: cls(3, 4, 5).winning_move())
class HopelessHeaps(Heaps):
    """No move wins."""

    def winning_move(self):
        return None


@caught_by("leaves_nim_sum_zero", lambda cls: cls(3, 4, 5).winning_move())
class ClumsyHeaps(Heaps):
    """The move takes a whole heap."""

    def winning_move(self):
        return (
            None if super().winning_move() is None else next((n, size) for n, size in enumerate(self._sizes, 1) if size)
        )
