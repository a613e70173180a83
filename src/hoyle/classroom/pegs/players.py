"""Players: one who wins and one who loses, each by a script for every board."""

from __future__ import annotations

from functools import cache
from typing import Final

from hoyle.classroom.eiffel import Contracted, check_kind, creation, deferred, ensure, require
from hoyle.classroom.pegs.board import Board, BoardTemplates
from hoyle.classroom.pegs.game import Game
from hoyle.game import HoyleError
from hoyle.games import pegs
from hoyle.solver import Solved, Unsolvable

# cluster -- game


@deferred
class Player(Contracted):
    """Someone with a game in front of them; at first it is on the board without a hole. Deferred.

    >>> GoodPlayer().game.board == Board.make_default()
    True
    """

    # feature -- Attributes

    @property
    def game(self) -> Game:
        """The game that the player plays; assign another to put it in its place."""
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        check_kind(game, Game)
        self._game = game

    @property
    @ensure(only_object=lambda result: result is BoardTemplates())
    def templates(self) -> BoardTemplates:
        """The eight kinds of boards."""
        return BoardTemplates()

    # feature -- Constructor for descendant classes

    @ensure(default_board_set=lambda self: self.game.board == self.templates.default_board)
    def __init__(self) -> None:
        self._game = Game.make_default()

    @creation
    @ensure(default_board_set=lambda self: self.game.board == self.templates.default_board)
    def make(self) -> None:
        """Make a player with a game on the board without a hole."""
        self._game = Game.make_default()

    def _play(self, script: str) -> None:
        """Make the moves of a script: each is the first letter of a direction, then row and column, as in D2,4."""
        moves = {"L": self.game.move_left, "R": self.game.move_right, "U": self.game.move_up, "D": self.game.move_down}
        for move in script.split():
            row, column = move[1:].split(",")
            moves[move[0]](int(row), int(column))


@cache
def winning_script(out: str) -> str | None:
    r"""Return moves that win a board, or None where it is proved that there are none.

    >>> winning_script("OO.O"), winning_script("O.O")
    ('R1,1 L1,4', None)
    """
    if "O" not in out:
        return None
    game = pegs.PegSolitaire(*pegs.Board.read(out))
    for solver in pegs.BOX.solvers.values():
        match solver().solve(game, game.start(), _BUDGET):
            case Solved(line):
                return " ".join(map(_move, line))
            case Unsolvable():
                return None
    raise HoyleError(f"no win was found on this board of {out.count('O')} pegs, and no proof that there is none")


def _move(jump: pegs.Jump) -> str:
    (x, y), (over_x, over_y) = jump.source, jump.over
    return f"{_LETTERS[over_x - x, over_y - y]}{y + 1},{x + 1}"


# Positions that each solver may look at: seconds for the readable one, and more than enough for a kernel.
_BUDGET: Final = 100_000
_LETTERS: Final = {(-1, 0): "L", (1, 0): "R", (0, -1): "U", (0, 1): "D"}


class GoodPlayer(Player):
    """A player who wins.

    >>> player = GoodPlayer()
    >>> player.game = Game.make_skull()
    >>> player.wins_skull_board()
    >>> player.game.is_won
    True
    """

    # feature -- Commands

    @require(current_game_is_easy=lambda self: self.game.board == self.templates.easy_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_easy_board(self) -> None:
        """Win the game, which is on the easy board."""
        self._play("D2,4 D4,4")

    @require(current_game_is_cross=lambda self: self.game.board == self.templates.cross_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_cross_board(self) -> None:
        """Win the game, which is on the cross."""
        self._play("L3,4 U5,4 L3,5 R3,2 U3,4")

    @require(current_game_is_plus=lambda self: self.game.board == self.templates.plus_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_plus_board(self) -> None:
        """Win the game, which is on the plus."""
        self._play("U3,4 U5,4 L4,6 U4,4 D1,4 R4,2 D3,4 U6,4")

    @require(current_game_is_pyramid=lambda self: self.game.board == self.templates.pyramid_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_pyramid_board(self) -> None:
        """Win the game, which is on the pyramid."""
        self._play("L3,4 L4,3 D4,4 U4,5 L2,5 U5,1 R3,1 D2,3 R5,2 L5,5 D4,3 L5,7 R6,3 U6,5 R4,5")

    @require(current_game_is_arrow=lambda self: self.game.board == self.templates.arrow_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_arrow_board(self) -> None:
        """Win the game, which is on the arrow."""
        self._play("D2,3 D2,5 U7,3 R5,3 U5,5 L3,5 D1,4 R3,3 L3,6 U4,4 L6,5 L7,5 U7,3 U5,3 R3,2 D2,4")

    @require(current_game_is_diamond=lambda self: self.game.board == self.templates.diamond_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_diamond_board(self) -> None:
        """Win the game, which is on the diamond."""
        self._play(
            "D2,4 R3,2 L3,5 U3,3 R1,3 D1,5 R3,5 D3,7 R4,5 "
            "U5,3 R4,1 D3,3 D5,3 U6,5 R4,4 L4,7 L5,7 D4,5 R7,3 U7,5 L5,5 R5,2 D5,4"
        )

    @require(current_game_is_skull=lambda self: self.game.board == self.templates.skull_board)
    @ensure(finished_and_won_game=lambda self: self.game.is_over and self.game.is_won)
    def wins_skull_board(self) -> None:
        """Win the game, which is on the skull."""
        self._play(
            "D2,3 L2,5 D1,3 L1,5 L3,3 L3,5 U4,3 D1,3 U5,2 L5,4 R5,5 D3,6 "
            "L5,7 U6,5 L4,5 U4,3 R3,1 D2,3 U7,3 D4,3 L7,5 U7,3 R5,2 D5,4"
        )

    @require(
        board_given=lambda board: isinstance(board, Board),
        board_winnable=lambda board: winning_script(str(board)) is not None,
    )
    @ensure(
        game_on_board=lambda self, board: self.game.board is board,
        finished_and_won_game=lambda self: self.game.is_over and self.game.is_won,
    )
    def wins(self, board: Board) -> Game:
        r"""Win a new game on any board that can be won, and return it.

        >>> GoodPlayer().wins(Board.make_from_out("OO.O\n***.")).is_won
        True
        """
        script = winning_script(str(board))
        self.game = Game.make_from_board(board)
        self._play(script or "")
        return self.game


class BadPlayer(Player):
    """A player who loses.

    >>> player = BadPlayer()
    >>> player.game = Game.make_easy()
    >>> player.loses_easy_board()
    >>> player.game.is_over, player.game.is_won
    (True, False)
    """

    # feature -- Commands

    @require(current_game_is_easy=lambda self: self.game.board == self.templates.easy_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_easy_board(self) -> None:
        """Lose the game, which is on the easy board."""
        self._play("U3,4")

    @require(current_game_is_cross=lambda self: self.game.board == self.templates.cross_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_cross_game(self) -> None:
        """Lose the game, which is on the cross."""
        self._play("R3,4 D4,4")

    @require(current_game_is_plus=lambda self: self.game.board == self.templates.plus_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_plus_game(self) -> None:
        """Lose the game, which is on the plus."""
        self._play("U3,4 L4,3 R4,5 D5,4")

    @require(current_game_is_pyramid=lambda self: self.game.board == self.templates.pyramid_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_pyramid_game(self) -> None:
        """Lose the game, which is on the pyramid."""
        self._play("U3,4 U4,3 D4,4 U4,5 U5,2 U5,6")

    @require(current_game_is_arrow=lambda self: self.game.board == self.templates.arrow_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_arrow_game(self) -> None:
        """Lose the game, which is on the arrow."""
        self._play("D2,3 D2,5 U7,3 D4,3 U7,5 D4,5")

    @require(current_game_is_diamond=lambda self: self.game.board == self.templates.diamond_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_diamond_game(self) -> None:
        """Lose the game, which is on the diamond."""
        self._play("D2,4 L3,3 R3,5 L5,3 L5,5 U7,4 R5,3 R5,5")

    @require(current_game_is_skull=lambda self: self.game.board == self.templates.skull_board)
    @ensure(finished_and_lost_game=lambda self: self.game.is_over and not self.game.is_won)
    def loses_skull_game(self) -> None:
        """Lose the game, which is on the skull."""
        self._play("D2,3 D2,5 L4,3 L4,5 U6,5 L4,6 L4,4 U6,3 R4,2")
