"""The contract lab's own tests: normal cases, broken preconditions, and broken promises.

A promise can be broken only by code that is wrong, so the last kind needs descendants that are wrong on purpose: they
inherit the contract, and the contract catches them. Under ``python -O`` promises are not checked, and those cases are skipped.

>>> with violates("from_slot_occupied"):
...     Game.make_easy().move_down(1, 4)
"""

# ruff: noqa: S101 - tests assert
from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from unittest import SkipTest

from icontract import ViolationError

from hoyle.classroom.pegs import BadPlayer, Board, Game, GoodPlayer, SlotStatus

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["TestBadPlayer", "TestBoard", "TestGoodPlayer", "TestPegSolitaire"]


@contextmanager
def violates(tag: str) -> Iterator[None]:
    """Expect that what follows breaks this clause, and none before it."""
    try:
        yield
    except ViolationError as violation:
        if not str(violation).startswith(f"{tag}: "):
            raise AssertionError(f"expected {tag}, got {violation}") from violation
    else:
        raise AssertionError(f"nothing violated {tag}")


@contextmanager
def breaks_promise(tag: str) -> Iterator[None]:
    """Expect that what follows breaks this clause of a postcondition, if those are checked."""
    if not __debug__:
        raise SkipTest("postconditions are not watched under -O")
    with violates(tag):
        yield


# cluster -- tests


class AgreeableBoard(Board):
    """A board that is wrong on purpose: it claims to match every other."""

    def matches_slots_except(self, other: Board, r1: int, r2: int, c1: int, c2: int) -> bool:  # noqa: ARG002 - wrong on purpose
        """Claim that nothing differs, without looking."""
        return True


class SpillingBoard(Board):
    """A board that is wrong on purpose: a peg that is set also fills the corner."""

    def set_status(self, row: int, column: int, status: SlotStatus) -> None:
        """Set the slot, and another that was not asked for."""
        super().set_status(row, column, status)
        self._imp[0][0] = status


class TestBoard:
    """Tests of boards, above all of the query on which all other contracts rest."""

    def test_boards_of_one_move_match_outside_of_its_slots(self) -> None:
        """A normal case: after `move_left(4, 6)`, boards differ in the three slots of the move and nowhere else.

        Outside of row 4, columns 4 to 6, the board before and the board after agree, so the query is true. With a
        rectangle that is one column too narrow, the slot (4, 6) counts as outside, where they differ: it is false.
        """
        game = Game.make_diamond()
        before = game.board.deep_twin()
        game.move_left(4, 6)
        assert before.matches_slots_except(game.board, 4, 4, 4, 6)
        assert not before.matches_slots_except(game.board, 4, 4, 4, 5)

    def test_rectangle_must_not_be_upside_down(self) -> None:
        """A broken precondition: rows 5 to 3 are not a range, though both are rows of the board.

        The clauses are checked in order. The boards are of one size, and 5, 3, 1 and 7 are valid numbers, so the first
        four hold; the fifth, `valid_row_range`, is the first that is broken, and its tag is what is reported.
        """
        board = Board.make_skull()
        with violates("valid_row_range"):
            board.matches_slots_except(Board.make_skull(), 5, 3, 1, 7)

    def test_wrong_answer_is_caught(self) -> None:
        """A broken promise: the easy board and the cross differ in many slots, and the answer says they do not.

        `AgreeableBoard` redefines the query so that it is always true. It inherits the contract, whose
        `correct_result` compares slot by slot; so the call is legal, and the answer is what violates the contract.
        """
        board = AgreeableBoard.make_from_out(str(Board.make_easy()))
        with breaks_promise("correct_result"):
            board.matches_slots_except(Board.make_cross(), 1, 1, 1, 1)

    def test_spilled_peg_is_caught(self) -> None:
        """A broken promise: the slot is set as it should be, but so is another."""
        with breaks_promise("slots_not_in_range_unchanged"):
            SpillingBoard.make_default().set_status(4, 4, Board().occupied_slot)


class TestPegSolitaire:
    """Tests of games."""

    def test_game_creation_with_easy_board(self) -> None:
        """A new game on the easy board has begun, and nothing is decided."""
        game = Game.make_easy()
        assert not game.is_over
        assert not game.is_won
        assert str(game).startswith("Game is over: No\nGame is won : No\nBoard Status:\n***.***\n")

    def test_peg_needs_a_neighbour_to_jump_over(self) -> None:
        """In the easy board the peg at (5, 4) has no peg above it."""
        with violates("middle_slot_occupied"):
            Game.make_easy().move_up(5, 4)

    def test_spilling_board_is_caught_in_play(self) -> None:
        """The game does what it should, and its board does not."""
        with breaks_promise("slots_not_in_range_unchanged"):
            Game.make_from_board(SpillingBoard.make_from_out(str(Board.make_easy()))).move_down(2, 4)


class TestGoodPlayer:
    """Tests of the player who wins."""

    def test_good_player_wins_an_easy_board(self) -> None:
        """Two moves, and one peg is left."""
        player = GoodPlayer()
        player.game = Game.make_easy()
        player.wins_easy_board()
        assert player.game.is_over
        assert player.game.is_won


class TestBadPlayer:
    """Tests of the player who loses."""

    def test_bad_player_loses_an_easy_board(self) -> None:
        """One move the wrong way, and two pegs are stuck."""
        player = BadPlayer()
        player.game = Game.make_easy()
        player.loses_easy_board()
        assert player.game.is_over
        assert not player.game.is_won


def main() -> None:
    """Run all of these tests and print the table, as the lab's APPLICATION does."""
    from hoyle.course.table import Run, table

    runs = []
    for cls in (TestPegSolitaire, TestGoodPlayer, TestBadPlayer, TestBoard):
        for name, test in vars(cls).items():
            if name.startswith("test_"):
                broken = ""
                try:
                    test(cls())
                except SkipTest:
                    continue
                except (AssertionError, ViolationError) as fault:
                    broken = f"{type(fault).__name__}."
                violation = bool({"violates", "breaks_promise"} & {*test.__code__.co_names})
                runs.append(Run(cls.__name__, name, violation, not broken, broken))
    print(table(runs))


if __name__ == "__main__":
    main()
