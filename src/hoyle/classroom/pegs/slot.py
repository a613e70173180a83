"""Slots: what may be true of them, with one object for each status."""

from __future__ import annotations

from abc import abstractmethod

from hoyle.classroom.eiffel import Contracted, Once, ensure, invariant

# cluster -- slot


class SlotStatus(metaclass=Once):
    """What may be true of a slot: there is no hole, there is a peg in it, or it is empty. Deferred.

    >>> OccupiedSlot() == UnoccupiedSlot()
    False
    """

    # feature -- Equality

    @ensure(
        correct_result=lambda self, other, result: result == (isinstance(other, SlotStatus) and str(self) == str(other))
    )
    def __eq__(self, other: object) -> bool:
        """Whether the other is a status that is written the same."""
        return isinstance(other, SlotStatus) and hash(self) == hash(other)

    def __hash__(self) -> int:
        return ord(str(self))

    # feature -- Output

    @abstractmethod
    @ensure(correct_result=lambda result: result in ("*", "O", "."))
    def __str__(self) -> str:
        """Return the sign of the status on a board."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class AvailableSlot(SlotStatus):
    """A hole, with or without a peg. Deferred."""

    # feature -- Output

    @abstractmethod
    @ensure(correct_result=lambda result: result in ("O", "."))
    def __str__(self) -> str: ...


class UnavailableSlot(SlotStatus):
    """No hole.

    >>> print(UnavailableSlot())
    *
    """

    # feature -- Output

    @ensure(correct_result=lambda result: result == "*")
    def __str__(self) -> str:
        return "*"


class OccupiedSlot(AvailableSlot):
    """A hole with a peg in it.

    >>> print(OccupiedSlot())
    O
    """

    # feature -- Output

    @ensure(correct_result=lambda result: result == "O")
    def __str__(self) -> str:
        return "O"


class UnoccupiedSlot(AvailableSlot):
    """A hole without a peg.

    >>> print(UnoccupiedSlot())
    .
    """

    # feature -- Output

    @ensure(correct_result=lambda result: result == ".")
    def __str__(self) -> str:
        return "."


@invariant(
    singleton_slot_statuses=lambda self: (
        self.unavailable_slot is self.unavailable_slot
        and self.occupied_slot is self.occupied_slot
        and self.unoccupied_slot is self.unoccupied_slot
    ),
)
class SlotStatusAccess(Contracted):
    """The way to the three statuses, of which there is one object each.

    >>> SlotStatusAccess().occupied_slot is SlotStatusAccess().occupied_slot
    True
    """

    # feature -- Access

    @property
    @ensure(correct_result=lambda result: result is UnavailableSlot())
    def unavailable_slot(self) -> UnavailableSlot:
        """The status of a place without a hole."""
        return UnavailableSlot()

    @property
    @ensure(correct_result=lambda result: result is OccupiedSlot())
    def occupied_slot(self) -> OccupiedSlot:
        """The status of a hole with a peg."""
        return OccupiedSlot()

    @property
    @ensure(correct_result=lambda result: result is UnoccupiedSlot())
    def unoccupied_slot(self) -> UnoccupiedSlot:
        """The status of a hole without a peg."""
        return UnoccupiedSlot()
