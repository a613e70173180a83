"""Wrong programs for the contract lab, each a descendant with one small mistake."""

from __future__ import annotations

from hoyle.classroom.pegs import Board, Game, OccupiedSlot, SlotStatus
from hoyle.course import Fault


class _Spilling(Board):
    def set_status(self, row: int, column: int, status: SlotStatus) -> None:
        super().set_status(row, column, status)
        self._imp[0][0] = status


class _Idle(Board):
    def set_statuses(self, r1: int, r2: int, c1: int, c2: int, status: SlotStatus) -> None:
        pass


class _Agreeable(Board):
    def matches_slots_except(self, other: Board, r1: int, r2: int, c1: int, c2: int) -> bool:
        return True


class _Lingering(Game):
    def move_left(self, row: int, column: int) -> None:
        super().move_left(row, column)
        self.board.set_status(row, column - 1, self.board.occupied_slot)


class _Crooked(OccupiedSlot):
    def __str__(self) -> str:
        return "o"


FAULTS = (
    Fault("spilling", "a peg that is set also fills the corner", _Spilling, "slots_not_in_range_unchanged"),
    Fault("idle", "a rectangle is not set at all", _Idle, "slots_in_range_set"),
    Fault("agreeable", "boards always match", _Agreeable, "correct_result"),
    Fault("lingering", "the peg that was jumped over stays", _Lingering, "slots_properly_set"),
    Fault("crooked", "a peg is written as a small letter", _Crooked, "correct_result"),
)
