"""What can be wrong with marble solitaire: a family of wrong descendants of the interface and of its implementation.

>>> {fault.base.__name__ for fault in FAULTS} == {"MarbleSolitaireModel", "MarbleSolitaireModelImpl"}
True
"""

# mypy: disable-error-code="override, no-untyped-def, misc, arg-type, attr-defined, no-any-return"
from __future__ import annotations

from functools import partial

from hoyle.classroom.faults import Fault, wrong
from hoyle.classroom.marble import MarbleSolitaireModel, MarbleSolitaireModelImpl

FAULTS: list[Fault] = []
caught_by = partial(wrong, FAULTS)


class _Strip:
    """Three slots in a row, right in every way: what the wrong models below are made from."""

    def __init__(self) -> None:
        self.slots = ["O", "O", "_"]

    def move(self, from_row, from_column, to_row, to_column) -> None:
        self.slots = ["_", "_", "O"]

    def get_game_state(self) -> str:
        return " ".join(self.slots)

    def is_game_over(self) -> bool:
        return self.slots != ["O", "O", "_"]

    def get_score(self) -> int:
        return self.slots.count("O")


@caught_by("one_marble_fewer", lambda cls: cls().move(0, 0, 0, 2))
class IdleModel(MarbleSolitaireModel):
    """A move changes nothing."""

    __init__ = _Strip.__init__
    get_game_state = _Strip.get_game_state
    is_game_over = _Strip.is_game_over
    get_score = _Strip.get_score

    def move(self, from_row, from_column, to_row, to_column) -> None:
        pass


@caught_by("no_newline_at_the_end", lambda cls: cls().get_game_state())
class NewlineModel(MarbleSolitaireModel):
    """The state ends with a newline."""

    __init__ = _Strip.__init__
    move = _Strip.move
    is_game_over = _Strip.is_game_over
    get_score = _Strip.get_score

    def get_game_state(self) -> str:
        return " ".join(self.slots) + "\n"


@caught_by("no_blank_after_the_last_slot", lambda cls: cls().get_game_state())
class PaddedModel(MarbleSolitaireModel):
    """A row ends with a blank."""

    __init__ = _Strip.__init__
    move = _Strip.move
    is_game_over = _Strip.is_game_over
    get_score = _Strip.get_score

    def get_game_state(self) -> str:
        return "".join(f"{slot} " for slot in self.slots)


@caught_by("not_negative", lambda cls: cls().get_score())
class DebtModel(MarbleSolitaireModel):
    """The score counts removed marbles, as a negative number."""

    __init__ = _Strip.__init__
    move = _Strip.move
    get_game_state = _Strip.get_game_state
    is_game_over = _Strip.is_game_over

    def get_score(self) -> int:
        return -2


@caught_by("yes_or_no", lambda cls: cls().is_game_over())
class VagueModel(MarbleSolitaireModel):
    """It says with a number whether it is over."""

    __init__ = _Strip.__init__
    move = _Strip.move
    get_game_state = _Strip.get_game_state
    get_score = _Strip.get_score

    def is_game_over(self) -> bool:
        return self.slots.count("O")


# ------------------------------------------------------------------ the implementation


@caught_by("one_marble_fewer", lambda cls: cls().move(1, 3, 3, 3))
class IdleImpl(MarbleSolitaireModelImpl):
    """A move changes nothing."""

    def move(self, from_row, from_column, to_row, to_column) -> None:
        pass


@caught_by("three_slots_set", lambda cls: cls().move(1, 3, 3, 3))
class BackwardsImpl(MarbleSolitaireModelImpl):
    """A marble is taken away, and nothing jumps."""

    def move(self, from_row, from_column, to_row, to_column) -> None:
        self._marbles -= {((from_column + to_column) // 2, (from_row + to_row) // 2)}


@caught_by("other_slots_unchanged", lambda cls: cls().move(1, 3, 3, 3))
class SpillingImpl(MarbleSolitaireModelImpl):
    """Every move also shifts a marble elsewhere."""

    def move(self, from_row, from_column, to_row, to_column) -> None:
        super().move(from_row, from_column, to_row, to_column)
        self._marbles -= {(0, 3)}
        self._game = type(self._game)(self._game.board, self._marbles)
        self._extra = True

    def get_score(self) -> int:
        return super().get_score() + getattr(self, "_extra", False)


@caught_by("one_marble_fewer", lambda cls: cls().move(1, 3, 3, 3))
class GreedyImpl(MarbleSolitaireModelImpl):
    """A move takes two marbles."""

    def move(self, from_row, from_column, to_row, to_column) -> None:
        super().move(from_row, from_column, to_row, to_column)
        self._marbles -= {(0, 3)}


@caught_by("correct_result", lambda cls: cls().get_score())
class HoleCountingImpl(MarbleSolitaireModelImpl):
    """The score counts the empty slots."""

    def get_score(self) -> int:
        return self.get_game_state().count("_")


@caught_by("correct_result", lambda cls: cls().is_game_over())
class HastyImpl(MarbleSolitaireModelImpl):
    """The game is over from the start."""

    def is_game_over(self) -> bool:
        return True


def _only_columns_move(cls: type) -> None:
    model = cls()
    for move in (3, 1, 3, 3), (3, 4, 3, 2), (3, 6, 3, 4):
        model.move(*move)
    model.is_game_over()


@caught_by("correct_result", _only_columns_move)
class RowsOnlyImpl(MarbleSolitaireModelImpl):
    """It looks for moves in the middle row only."""

    def is_game_over(self) -> bool:
        middle = self.get_game_state().split("\n")[3].replace(" ", "")
        return "OO_" not in middle and "_OO" not in middle


@caught_by("one_blank_between_slots", lambda cls: cls().get_game_state())
class CrampedImpl(MarbleSolitaireModelImpl):
    """There are no blanks between the slots."""

    def get_game_state(self) -> str:
        return "\n".join(row.replace(" ", "") for row in super().get_game_state().split("\n"))


@caught_by("slots_are_marbles_or_empty", lambda cls: cls().get_game_state())
class DottedImpl(MarbleSolitaireModelImpl):
    """An empty slot is a dot, not an underscore."""

    def get_game_state(self) -> str:
        return super().get_game_state().replace("_", ".")


@caught_by("no_blank_after_the_last_slot", lambda cls: cls().get_game_state())
class SquareImpl(MarbleSolitaireModelImpl):
    """Rows are filled up with blanks to the side of the board."""

    def get_game_state(self) -> str:
        return "\n".join(row.ljust(13) for row in super().get_game_state().split("\n"))
