"""What can be wrong with peg solitaire: a family of wrong descendants for each class of the contract lab.

>>> len(FAULTS) > 80, sorted({fault.base.__name__ for fault in FAULTS})[:4]
(True, ['AvailableSlot', 'BadPlayer', 'Board', 'BoardTemplates'])
"""

# mypy: disable-error-code="override, no-untyped-def, misc, arg-type, attr-defined"
from __future__ import annotations

import copy
from functools import partial
from typing import Any

from hoyle.classroom.faults import Fault, wrong
from hoyle.classroom.pegs import (
    AvailableSlot,
    BadPlayer,
    Board,
    BoardTemplates,
    BoardTemplatesAccess,
    Game,
    GoodPlayer,
    OccupiedSlot,
    Player,
    SlotStatus,
    SlotStatusAccess,
    UnavailableSlot,
    UnoccupiedSlot,
)

FAULTS: list[Fault] = []
caught_by = partial(wrong, FAULTS)

PEG, EMPTY, NONE = OccupiedSlot(), UnoccupiedSlot(), UnavailableSlot()


# ------------------------------------------------------------------ slots


@caught_by("correct_result", lambda cls: cls() == EMPTY)
class EverySlotEqual(SlotStatus):
    """All statuses are equal."""

    def __eq__(self, other: object) -> bool:
        return True

    def __str__(self) -> str:
        return "O"


@caught_by("correct_result", lambda cls: cls() == cls())
class NoSlotEqual(SlotStatus):
    """No status equals any, not even itself."""

    def __eq__(self, other: object) -> bool:
        return False

    def __str__(self) -> str:
        return "O"


@caught_by("correct_result", lambda cls: cls() == "O")
class SlotEqualToText(SlotStatus):
    """A status equals its sign, which is not a status."""

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)

    def __str__(self) -> str:
        return "O"


@caught_by("correct_result", lambda cls: cls() == PEG)
class SlotEqualByClass(SlotStatus):
    """Two statuses that are written the same are not equal, since their classes differ."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __str__(self) -> str:
        return "O"


@caught_by("correct_result", lambda cls: str(cls()))
class SlotWithUnknownSign(SlotStatus):
    """A status is written with a sign that the document does not have."""

    def __str__(self) -> str:
        return "?"


@caught_by("correct_result", lambda cls: str(cls()))
class AvailableStar(AvailableSlot):
    """A hole is written as if there were none."""

    def __str__(self) -> str:
        return "*"


@caught_by("correct_result", lambda cls: str(cls()))
class AvailableNothing(AvailableSlot):
    """A hole is not written at all."""

    def __str__(self) -> str:
        return ""


@caught_by("correct_result", lambda cls: str(cls()))
class AvailableBoth(AvailableSlot):
    """A hole is written twice."""

    def __str__(self) -> str:
        return ".O"


@caught_by("correct_result", lambda cls: cls() == PEG)
class EveryHoleEqual(AvailableSlot):
    """All holes are equal, with or without a peg."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AvailableSlot)

    def __str__(self) -> str:
        return "."


@caught_by("correct_result", lambda cls: str(cls()))
class PegAsDot(OccupiedSlot):
    """A peg is written as an empty hole."""

    def __str__(self) -> str:
        return "."


@caught_by("correct_result", lambda cls: str(cls()))
class PegAsZero(OccupiedSlot):
    """A peg is written as the digit zero, not the letter O."""

    def __str__(self) -> str:
        return "0"


@caught_by("correct_result", lambda cls: str(cls()))
class PegInLowerCase(OccupiedSlot):
    """A peg is written in lower case."""

    def __str__(self) -> str:
        return "o"


@caught_by("correct_result", lambda cls: cls() == EMPTY)
class PegEqualToHole(OccupiedSlot):
    """A peg equals an empty hole."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AvailableSlot)


@caught_by("correct_result", lambda cls: str(cls()))
class HoleAsBlank(UnoccupiedSlot):
    """An empty hole is written as a blank."""

    def __str__(self) -> str:
        return " "


@caught_by("correct_result", lambda cls: str(cls()))
class HoleAsPeg(UnoccupiedSlot):
    """An empty hole is written as a peg."""

    def __str__(self) -> str:
        return "O"


@caught_by("correct_result", lambda cls: str(cls()))
class HoleWithNewline(UnoccupiedSlot):
    """An empty hole is written with the end of a line."""

    def __str__(self) -> str:
        return ".\n"


@caught_by("correct_result", lambda cls: cls() == EMPTY)
class HoleUnlikeHoles(UnoccupiedSlot):
    """An empty hole does not equal another."""

    def __eq__(self, other: object) -> bool:
        return False


@caught_by("correct_result", lambda cls: str(cls()))
class WallAsHash(UnavailableSlot):
    """A place without a hole is written as a hash."""

    def __str__(self) -> str:
        return "#"


@caught_by("correct_result", lambda cls: str(cls()))
class WallAsDot(UnavailableSlot):
    """A place without a hole is written as an empty hole."""

    def __str__(self) -> str:
        return "."


@caught_by("correct_result", lambda cls: str(cls()))
class WallAsNothing(UnavailableSlot):
    """A place without a hole is not written at all."""

    def __str__(self) -> str:
        return ""


@caught_by("correct_result", lambda cls: cls() == NONE)
class WallUnlikeWalls(UnavailableSlot):
    """Two places without holes are not equal."""

    def __eq__(self, other: object) -> bool:
        return self is other


@caught_by("singleton_slot_statuses", lambda cls: cls())
class FreshPegs(SlotStatusAccess):
    """Every peg has a status object of its own."""

    @property
    def occupied_slot(self) -> OccupiedSlot:
        return object.__new__(OccupiedSlot)


@caught_by("singleton_slot_statuses", lambda cls: cls())
class FreshHoles(SlotStatusAccess):
    """Every empty hole has a status object of its own."""

    @property
    def unoccupied_slot(self) -> UnoccupiedSlot:
        return object.__new__(UnoccupiedSlot)


@caught_by("singleton_slot_statuses", lambda cls: cls())
class FreshWalls(SlotStatusAccess):
    """Every place without a hole has a status object of its own."""

    @property
    def unavailable_slot(self) -> UnavailableSlot:
        return object.__new__(UnavailableSlot)


@caught_by("correct_result", lambda cls: cls().occupied_slot)
class SwappedAccess(SlotStatusAccess):
    """Asked for the status of a peg, it gives that of an empty hole."""

    @property
    def occupied_slot(self) -> Any:
        return EMPTY


# ------------------------------------------------------------------ templates


@caught_by("correct_easy_board_output", lambda cls: cls())
class EasyWithoutPeg(BoardTemplates):
    """The text of the easy board lacks a peg."""

    @property
    def easy_board_out(self) -> str:
        return "***.***\n***O***\n***O***\n***.***\n***.***\n***.***\n*******"


@caught_by("correct_plus_board_output", lambda cls: cls())
class PlusWithNewline(BoardTemplates):
    """The text of the plus ends with a newline."""

    @property
    def plus_board_out(self) -> str:
        return super().plus_board_out + "\n"


@caught_by("correct_default_board_output", lambda cls: cls())
class SmallDefault(BoardTemplates):
    """The board without a hole has six rows."""

    @property
    def default_board_out(self) -> str:
        return "\n".join(["*******"] * 6)


@caught_by("consistent_skull_board_outputs", lambda cls: cls())
class SkullIsDiamond(BoardTemplates):
    """The template of the skull is a diamond."""

    @property
    def skull_board(self) -> Board:
        return Board.make_from_out(self.diamond_board_out)


@caught_by("consistent_arrow_board_outputs", lambda cls: cls())
class ArrowUpsideDown(BoardTemplates):
    """The template of the arrow points down."""

    @property
    def arrow_board(self) -> Board:
        return Board.make_from_out(self.arrow_board_out[::-1])


@caught_by("singleton_templates", lambda cls: cls())
class FreshTemplates(BoardTemplatesAccess):
    """Every time there are new templates."""

    @property
    def templates(self) -> BoardTemplates:
        return object.__new__(BoardTemplates)


@caught_by("only_object", lambda cls: cls().templates)
class NoTemplates(BoardTemplatesAccess):
    """There are no templates."""

    @property
    def templates(self) -> Any:
        return None


_SECOND = object.__new__(BoardTemplates)


@caught_by("only_object", lambda cls: cls().templates)
class SecondTemplates(BoardTemplatesAccess):
    """There is always the same object, but it is a second one."""

    @property
    def templates(self) -> BoardTemplates:
        return _SECOND


@caught_by("only_object", lambda cls: cls().templates)
class OneTemplate(BoardTemplatesAccess):
    """Instead of the templates there is the class of them."""

    @property
    def templates(self) -> Any:
        return BoardTemplates


# ------------------------------------------------------------------ boards


def _with_peg(cls: Any) -> Any:
    """Return a board without a hole and with a peg at (3, 1), made without any feature that may be wrong."""
    board = cls()
    board._imp[2][0] = PEG
    return board


@caught_by("slot_set", lambda cls: cls().set_status(1, 1, PEG))
class IdleBoard(Board):
    """Setting a slot does nothing."""

    def set_status(self, row, column, status) -> None:
        pass


@caught_by("slot_set", lambda cls: cls().set_status(2, 5, PEG))
class TransposedBoard(Board):
    """Setting a slot mixes up its row and its column."""

    def set_status(self, row, column, status) -> None:
        super().set_status(column, row, status)


@caught_by("slots_not_in_range_unchanged", lambda cls: cls.make_default().set_status(4, 4, PEG))
class SpillingBoard(Board):
    """Setting a slot also sets the corner."""

    def set_status(self, row, column, status) -> None:
        super().set_status(row, column, status)
        self._imp[0][0] = status


@caught_by("slots_not_in_range_unchanged", lambda cls: cls().set_status(4, 4, PEG))
class MirroredBoard(Board):
    """Setting a slot also sets its mirror image."""

    def set_status(self, row, column, status) -> None:
        super().set_status(row, column, status)
        super().set_status(row, 8 - column if column != 4 else 1, status)


@caught_by("slots_in_range_set", lambda cls: cls().set_statuses(1, 2, 1, 2, PEG))
class IdleRangeBoard(Board):
    """Setting a range does nothing."""

    def set_statuses(self, r1, r2, c1, c2, status) -> None:
        pass


@caught_by("slots_in_range_set", lambda cls: cls().set_statuses(1, 2, 1, 3, PEG))
class ShortRangeBoard(Board):
    """Setting a range leaves out its last column."""

    def set_statuses(self, r1, r2, c1, c2, status) -> None:
        if c1 < c2:
            super().set_statuses(r1, r2, c1, c2 - 1, status)


@caught_by("slots_in_range_set", lambda cls: cls().set_statuses(2, 3, 2, 3, PEG))
class CornersOnlyBoard(Board):
    """Setting a range sets two of its corners."""

    def set_statuses(self, r1, r2, c1, c2, status) -> None:
        self.set_status(r1, c1, status)
        self.set_status(r2, c2, status)


@caught_by("slots_not_in_range_unchanged", lambda cls: cls().set_statuses(2, 3, 1, 2, PEG))
class FloodingBoard(Board):
    """Setting a range begins at the first row."""

    def set_statuses(self, r1, r2, c1, c2, status) -> None:
        super().set_statuses(1, r2, c1, c2, status)


@caught_by("correct_result", lambda cls: cls().matches_slots_except(Board.make_cross(), 1, 1, 1, 1))
class AgreeableBoard(Board):
    """It claims to match every other board."""

    def matches_slots_except(self, other, r1, r2, c1, c2) -> bool:
        return True


@caught_by("correct_result", lambda cls: cls().matches_slots_except(Board.make_plus(), 1, 1, 1, 1))
class InsideOutBoard(Board):
    """It compares the slots inside of the rectangle."""

    def matches_slots_except(self, other, r1, r2, c1, c2) -> bool:
        rows, columns = range(r1, r2 + 1), range(c1, c2 + 1)
        return all(self.status_of(r, c) == other.status_of(r, c) for r in rows for c in columns)


@caught_by("correct_result", lambda cls: cls().matches_slots_except(_with_peg(Board), 3, 3, 5, 7))
class WholeRowsBoard(Board):
    """It leaves out whole rows, not only the columns of the rectangle."""

    def matches_slots_except(self, other, r1, r2, c1, c2) -> bool:
        return super().matches_slots_except(other, r1, r2, 1, self.number_of_columns)


@caught_by("correct_result", lambda cls: cls().matches_slots_except(_with_peg(Board), 3, 3, 1, 1))
class BordersBoard(Board):
    """It counts the border of the rectangle as outside."""

    def matches_slots_except(self, other, r1, r2, c1, c2) -> bool:
        inside = r2 - r1 > 1 and c2 - c1 > 1
        return super().matches_slots_except(other, r1 + 1, r2 - 1, c1 + 1, c2 - 1) if inside else self == other


@caught_by("correct_result", lambda cls: cls().number_of_rows)
class EightRowsBoard(Board):
    """It counts one row too many."""

    @property
    def number_of_rows(self) -> int:
        return len(self._imp) + 1


@caught_by("out_set", lambda cls: cls.make_from_out("OO."))
class SquareBoard(Board):
    """It treats every board as a square."""

    @property
    def number_of_columns(self) -> int:
        return self.number_of_rows


@caught_by("correct_result", lambda cls: cls().is_valid_row(0))
class RowsFromZeroBoard(Board):
    """It counts rows from 0."""

    def is_valid_row(self, row) -> bool:
        return row in range(self.number_of_rows)


@caught_by("correct_result", lambda cls: cls().is_valid_column(8))
class WideBoard(Board):
    """It allows one column too many."""

    def is_valid_column(self, column) -> bool:
        return super().is_valid_column(column) or column == self.number_of_columns + 1


@caught_by("correct_result", lambda cls: cls().status_of(1, 1))
class RosyBoard(Board):
    """It sees a peg in every slot."""

    def status_of(self, row, column) -> SlotStatus:
        return PEG


@caught_by("correct_result", lambda cls: _with_peg(cls).status_of(3, 1))
class SidewaysBoard(Board):
    """It mixes up row and column when it is asked for a status."""

    def status_of(self, row, column) -> SlotStatus:
        return super().status_of(column, row)


@caught_by("correct_result", lambda cls: cls.make_easy().number_of_occupied_slots)
class HoleCountingBoard(Board):
    """It counts all holes as pegs."""

    @property
    def number_of_occupied_slots(self) -> int:
        return str(self).count("O") + str(self).count(".")


@caught_by("correct_result", lambda cls: cls.make_cross() == Board.make_plus())
class CarelessBoard(Board):
    """All boards of one size are equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.number_of_rows == other.number_of_rows

    __hash__ = None


@caught_by("correct_result", lambda cls: cls() == Board())
class SelfishBoard(Board):
    """It equals nothing but itself."""

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = None


@caught_by("correct_result", lambda cls: str(cls()))
class NewlineBoard(Board):
    """Its text ends with a newline."""

    def __str__(self) -> str:
        return super().__str__() + "\n"


@caught_by("correct_result", lambda cls: str(_with_peg(cls)))
class ColumnsFirstBoard(Board):
    """Its text has a line for each column."""

    def __str__(self) -> str:
        return "\n".join(map("".join, zip(*super().__str__().split("\n"), strict=True)))


@caught_by("board_set", lambda cls: cls.make_easy())
class UneasyBoard(Board):
    """The easy board lacks a peg."""

    def make_easy(self) -> None:
        Board.__init__(self)
        self.set_statuses(1, 6, 4, 4, EMPTY)
        self.set_statuses(2, 3, 4, 4, PEG)


@caught_by("board_set", lambda cls: cls.make_skull())
class SkullWithoutEyesBoard(Board):
    """The skull has no eyes."""

    def make_skull(self) -> None:
        Board.make_skull.__wrapped__(self)
        self.set_statuses(4, 4, 3, 5, PEG)


@caught_by("board_set", lambda cls: cls().make_default())
class UnclearedBoard(Board):
    """Made anew without a hole, it keeps a hole."""

    def make_default(self) -> None:
        Board.__init__(self)
        self.set_status(4, 4, EMPTY)


@caught_by("out_set", lambda cls: cls.make_from_out("OO.\n***"))
class UpsideDownBoard(Board):
    """It reads the last row first."""

    def make_from_out(self, out: str) -> None:
        Board.make_from_out.__wrapped__(self, "\n".join(out.split("\n")[::-1]))


@caught_by("equal_and_another", lambda cls: cls().deep_twin())
class NarcissistBoard(Board):
    """Its twin is itself."""

    def deep_twin(self) -> Any:
        return self


@caught_by("nothing_shared", lambda cls: cls().deep_twin())
class ShallowBoard(Board):
    """Its twin shares its rows, and so changes with it."""

    def deep_twin(self) -> Any:
        return copy.copy(self)


@caught_by("correct_result", lambda cls: cls().occupied_slot)
class BlindBoard(Board):
    """Its status of a peg is that of an empty hole."""

    @property
    def occupied_slot(self) -> Any:
        return EMPTY


@caught_by("correct_result", lambda cls: cls().unoccupied_slot)
class CrowdedBoard(Board):
    """Its status of an empty hole is that of a peg."""

    @property
    def unoccupied_slot(self) -> Any:
        return PEG


@caught_by("correct_result", lambda cls: cls().unavailable_slot)
class DrilledBoard(Board):
    """Its status of a place without a hole is that of an empty hole."""

    @property
    def unavailable_slot(self) -> Any:
        return EMPTY


@caught_by("correct_result", lambda cls: cls().number_of_columns)
class NarrowBoard(Board):
    """It counts one column too few."""

    @property
    def number_of_columns(self) -> int:
        return len(self._imp[0]) - 1


@caught_by("statuses_accessible", lambda cls: cls.make_default().ssa)
class StrangeBoard(Board):
    """It has another way to the statuses, and other statuses."""

    @property
    def ssa(self) -> Any:
        return object.__new__(SwappedAccess)


@caught_by("templates_accessible", lambda cls: cls().bta)
class LostBoard(Board):
    """It has another way to the templates, and other templates."""

    @property
    def bta(self) -> Any:
        return object.__new__(SecondTemplates)


# ------------------------------------------------------------------ games


def _easy(cls: Any) -> Any:
    return cls.make_from_board(Board.make_easy())


@caught_by("slots_properly_set", lambda cls: _easy(cls).move_down(2, 4))
class LazyGame(Game):
    """A move down changes nothing."""

    def move_down(self, row, column) -> None:
        pass


@caught_by("slots_properly_set", lambda cls: cls.make_cross().move_left(3, 4))
class MercifulGame(Game):
    """The peg that is jumped over stays."""

    def move_left(self, row, column) -> None:
        super().move_left(row, column)
        self.board.set_status(row, column - 1, PEG)


@caught_by("slots_properly_set", lambda cls: cls.make_cross().move_right(3, 4))
class MirroredGame(Game):
    """A move to the right goes to the left."""

    def move_right(self, row, column) -> None:
        super().move_left(row, column)


@caught_by("slots_properly_set", lambda cls: _easy(cls).move_up(3, 4))
class CloningGame(Game):
    """The peg that jumps also stays where it was."""

    def move_up(self, row, column) -> None:
        super().move_up(row, column)
        self.board.set_status(row, column, PEG)


@caught_by("slots_properly_set", lambda cls: _easy(cls).move_down(2, 4))
class VanishingGame(Game):
    """The peg that jumps leaves the board as well."""

    def move_down(self, row, column) -> None:
        super().move_down(row, column)
        self.board.set_status(row + 2, column, EMPTY)


@caught_by("other_slots_unchanged", lambda cls: _easy(cls).move_down(2, 4))
class ClumsyGame(Game):
    """A move down also upsets the peg at (5, 4)."""

    def move_down(self, row, column) -> None:
        super().move_down(row, column)
        self.board.set_status(5, 4, EMPTY)


@caught_by("other_slots_unchanged", lambda cls: cls.make_plus().move_left(4, 3))
class GreedyGame(Game):
    """A move to the left takes the peg behind as well."""

    def move_left(self, row, column) -> None:
        super().move_left(row, column)
        self.board.set_status(row, column + 1, EMPTY)


@caught_by("other_slots_unchanged", lambda cls: _easy(cls).move_up(3, 4))
class GenerousGame(Game):
    """A move up puts a peg into a far hole."""

    def move_up(self, row, column) -> None:
        super().move_up(row, column)
        self.board.set_status(6, 4, PEG)


@caught_by("correct_result", lambda cls: _easy(cls).is_over)
class HastyGame(Game):
    """It is always over."""

    @property
    def is_over(self) -> bool:
        return True


@caught_by("correct_result", lambda cls: _easy(cls).is_over)
class RowsOnlyGame(Game):
    """It looks for moves in rows and forgets the columns."""

    @property
    def is_over(self) -> bool:
        return not any("OO." in row or ".OO" in row for row in str(self.board).split("\n"))


@caught_by("correct_result", lambda cls: cls.make_from_board(Board.make_from_out(".OO")).is_over)
class OneWayGame(Game):
    """It forgets that pegs also jump to the left and upwards."""

    @property
    def is_over(self) -> bool:
        rows = str(self.board).split("\n")
        return not any("OO." in line for line in [*rows, *map("".join, zip(*rows, strict=True))])


@caught_by("correct_result", lambda cls: cls.make_from_board(Board.make_from_out("O.O")).is_over)
class EndlessGame(Game):
    """It goes on as long as there are two pegs."""

    @property
    def is_over(self) -> bool:
        return self.board.number_of_occupied_slots < 2


@caught_by("game_won_iff_one_occupied_slot_left", lambda cls: cls.make_from_board(Board.make_from_out("O.O")).is_won)
class ProudGame(Game):
    """Whatever is over is won."""

    @property
    def is_won(self) -> bool:
        return self.is_over


@caught_by("game_won_iff_one_occupied_slot_left", lambda cls: cls.make_default().is_won)
class EmptyWinGame(Game):
    """A board without a peg is won."""

    @property
    def is_won(self) -> bool:
        return self.board.number_of_occupied_slots <= 1


@caught_by("winning_a_game_means_game_over", lambda cls: cls.make_from_board(Board.make_from_out("O")).is_won)
class GloomyGame(Game):
    """It is never over, not even when it is won."""

    @property
    def is_over(self) -> bool:
        return False


@caught_by("correct_result", lambda cls: _easy(cls).is_movable(1, 4))
class RestlessGame(Game):
    """Every slot counts as movable."""

    def is_movable(self, row, column) -> bool:
        return True


@caught_by("board_set", lambda cls: cls.make_from_board(Board.make_easy()))
class CopyingGame(Game):
    """It is played on a copy of the board that it was given."""

    def make_from_board(self, board) -> None:
        Game.__init__(self, board.deep_twin())


@caught_by("board_set", lambda cls: cls.make_pyramid())
class WrongBoardGame(Game):
    """A game on the pyramid begins on the arrow."""

    def make_pyramid(self) -> None:
        Game.__init__(self, Board.make_arrow())


@caught_by("board_set", lambda cls: cls(Board.make_cross()).make_diamond())
class StubbornGame(Game):
    """Made anew, it goes on with the old board."""

    def make_diamond(self) -> None:
        pass


@caught_by("templates_accessible", lambda cls: cls(Board()).bta)
class LostGame(Game):
    """It has another way to the templates, and other templates."""

    @property
    def bta(self) -> Any:
        return object.__new__(SecondTemplates)


@caught_by("over_told", lambda cls: str(_easy(cls)))
class ShoutingGame(Game):
    """Its text says NO where it should say No."""

    def __str__(self) -> str:
        return super().__str__().replace("No", "NO")


@caught_by("won_told", lambda cls: str(_easy(cls)))
class CrampedGame(Game):
    """Its text lacks the blank before the colon."""

    def __str__(self) -> str:
        return super().__str__().replace(" :", ":")


@caught_by("board_told", lambda cls: str(_easy(cls)))
class SilentGame(Game):
    """Its text does not show the board."""

    def __str__(self) -> str:
        return super().__str__().partition("Board")[0]


# ------------------------------------------------------------------ players


@caught_by("default_board_set", lambda cls: cls())
class EagerPlayer(Player):
    """A new player has the easy board before them."""

    def __init__(self) -> None:
        self.game = Game.make_easy()


@caught_by("default_board_set", lambda cls: cls.make())
class ImpatientPlayer(Player):
    """A player who is made anew has the easy board before them."""

    def make(self) -> None:
        self.game = Game.make_easy()


def _play_and_make(cls: Any) -> None:
    player = cls()
    player.game = Game.make_cross()
    player.make()


@caught_by("default_board_set", _play_and_make)
class ClingingPlayer(Player):
    """A player who is made anew keeps the old game."""

    def make(self) -> None:
        pass


@caught_by("only_object", lambda cls: cls().templates)
class SecretivePlayer(Player):
    """The player has templates of their own."""

    @property
    def templates(self) -> Any:
        return _SECOND


def _on(kind: str, feature: str) -> Any:
    def trial(cls: Any) -> None:
        player = cls()
        player.game = getattr(Game, f"make_{kind}")()
        getattr(player, feature)()

    return trial


@caught_by("finished_and_won_game", _on("easy", "wins_easy_board"))
class SleepingWinner(GoodPlayer):
    """The player does nothing."""

    def wins_easy_board(self) -> None:
        pass


@caught_by("finished_and_won_game", _on("cross", "wins_cross_board"))
class HalfwayWinner(GoodPlayer):
    """The player stops before the last move."""

    def wins_cross_board(self) -> None:
        self._play("L3,4 U5,4 L3,5 R3,2")


@caught_by("finished_and_won_game", _on("plus", "wins_plus_board"))
class UnluckyWinner(GoodPlayer):
    """The player plays until nothing moves, and several pegs are left."""

    def wins_plus_board(self) -> None:
        self._play("D5,4 D3,4 L4,3 R4,5")


@caught_by("finished_and_won_game", _on("easy", "wins_easy_board"))
class WrongWayWinner(GoodPlayer):
    """The player makes the move that loses."""

    def wins_easy_board(self) -> None:
        self._play("U3,4")


@caught_by("game_on_board", lambda cls: cls().wins(Board.make_easy()))
class ElsewhereWinner(GoodPlayer):
    """The player wins, on another board."""

    def wins(self, board) -> Game:
        return super().wins(board.deep_twin())


@caught_by("finished_and_lost_game", _on("easy", "loses_easy_board"))
class LuckyLoser(BadPlayer):
    """The player wins."""

    def loses_easy_board(self) -> None:
        self._play("D2,4 D4,4")


@caught_by("finished_and_lost_game", _on("pyramid", "loses_pyramid_game"))
class SleepingLoser(BadPlayer):
    """The player does nothing."""

    def loses_pyramid_game(self) -> None:
        pass


@caught_by("finished_and_lost_game", _on("arrow", "loses_arrow_game"))
class HalfwayLoser(BadPlayer):
    """The player stops while there are moves."""

    def loses_arrow_game(self) -> None:
        self._play("D2,3 D2,5 U7,3")


@caught_by("finished_and_lost_game", _on("diamond", "loses_diamond_game"))
class CheatingLoser(BadPlayer):
    """The player takes an empty board."""

    def loses_diamond_game(self) -> None:
        self.game = Game.make_from_board(Board.make_from_out("OO."))


@caught_by("finished_and_lost_game", _on("skull", "loses_skull_game"))
class QuittingLoser(BadPlayer):
    """The player gives up after the first move."""

    def loses_skull_game(self) -> None:
        self._play("D2,3")
