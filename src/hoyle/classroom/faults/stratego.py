"""What can be wrong with the Stratego exercise: a family of wrong descendants of its pieces, moves, parser and game.

>>> len(FAULTS) > 30
True
"""

# mypy: disable-error-code="override, no-untyped-def, misc, arg-type"
from __future__ import annotations

from functools import partial
from typing import Any

from hoyle.classroom.faults import Fault, wrong
from hoyle.classroom.stratego import BasicMove, BombPiece, FlagPiece, Game, Move, Parser, Piece, StrikeMove

FAULTS: list[Fault] = []
caught_by = partial(wrong, FAULTS)

BOARD = """\
9|bF|__|__|__|__|__|__|__|__|b5|
8|__|__|__|__|__|__|__|__|__|__|
7|__|__|__|__|__|__|__|__|__|__|
6|__|__|__|__|__|__|__|__|__|__|
5|__|__|##|##|__|__|##|##|__|__|
4|b3|b4|##|##|b5|__|##|##|__|__|
3|r4|r4|__|__|r4|__|__|__|__|r1|
2|__|__|__|__|__|__|__|__|__|__|
1|__|__|__|__|__|__|__|__|__|__|
0|rF|__|__|__|__|__|__|__|__|__|
  0  1  2  3  4  5  6  7  8  9 """


def _set_up(kind: Any = Game, moves: tuple[Move, ...] = ()) -> Any:
    game = kind(moves, "red")
    game.initialise_board(BOARD)
    return game


def _put(game: Any, place: tuple[int, int], text: str) -> None:
    """Draw something on a square of a game, whatever the rules say."""
    x, y = place
    lines = str(game).split("\n")
    lines[9 - y] = f"{lines[9 - y][: 2 + 3 * x]}{text}{lines[9 - y][4 + 3 * x :]}"
    game.initialise_board("\n".join(lines))


# ------------------------------------------------------------------ pieces


def _strike(own: str, other: str) -> Any:
    return lambda cls: cls("red", own).strike(Piece("blue", other))


@caught_by("higher_rank_wins", _strike("3", "5"))
class ReversedPiece(Piece):
    """The lower rank wins."""

    def strike(self, other) -> str:
        return {"W": "L", "L": "W", "D": "D"}[super().strike(other)]


@caught_by("higher_rank_wins", _strike("5", "5"))
class BoldPiece(Piece):
    """A piece that strikes an equal wins."""

    def strike(self, other) -> str:
        return super().strike(other).replace("D", "W")


@caught_by("who_strikes_first_wins_between_spy_and_marshal", _strike("0", "9"))
class ClumsySpy(Piece):
    """A spy that strikes a marshal falls."""

    def strike(self, other) -> str:
        return "L" if self.rank == 0 else super().strike(other)


@caught_by("bombs_defeat_all_but_miners", _strike("2", "B"))
class UnskilledMiner(Piece):
    """A bomb defeats miners as well."""

    def strike(self, other) -> str:
        return "L" if not other.movable and str(other)[1] == "B" else super().strike(other)


@caught_by("flags_are_taken", _strike("5", "F"))
class RespectfulPiece(Piece):
    """Nobody takes a flag."""

    def strike(self, other) -> str:
        return "D" if str(other)[1] == "F" else super().strike(other)


@caught_by("from_0_to_9", lambda cls: cls("red", "9").rank)
class HighPiece(Piece):
    """Ranks are counted from 1."""

    @property
    def rank(self) -> int | None:
        rank = super().rank
        return None if rank is None else rank + 1


@caught_by("as_drawn", lambda cls: str(cls("red", "5")))
class CapitalPiece(Piece):
    """The colour is written in upper case."""

    def __str__(self) -> str:
        return super().__str__().upper()


@caught_by("correct_result", lambda cls: cls("blue").movable)
class RollingBomb(BombPiece):
    """A bomb can move."""

    @property
    def movable(self) -> bool:
        return True


@caught_by("flags_and_bombs_have_none", lambda cls: cls("blue").rank)
class RankedBomb(BombPiece):
    """A bomb has the highest rank."""

    @property
    def rank(self) -> int | None:
        return 9


@caught_by("a_bomb", lambda cls: str(cls("blue")))
class DisguisedBomb(BombPiece):
    """A bomb is drawn as a flag."""

    def __str__(self) -> str:
        return "bF"


@caught_by("as_drawn", lambda cls: str(cls("blue")))
class WordyBomb(BombPiece):
    """A bomb is written as a word."""

    def __str__(self) -> str:
        return "blue bomb"


@caught_by("correct_result", lambda cls: cls("blue").movable)
class MarchingFlag(FlagPiece):
    """A flag can move."""

    @property
    def movable(self) -> bool:
        return True


@caught_by("flags_and_bombs_have_none", lambda cls: cls("blue").rank)
class RankedFlag(FlagPiece):
    """A flag has rank 0, like a spy."""

    @property
    def rank(self) -> int | None:
        return 0


@caught_by("a_flag", lambda cls: str(cls("red")))
class DisguisedFlag(FlagPiece):
    """A flag is drawn as a bomb."""

    def __str__(self) -> str:
        return "rB"


@caught_by("red_or_blue", lambda cls: cls("red").colour)
class WhiteFlag(FlagPiece):
    """A flag belongs to nobody."""

    @property
    def colour(self) -> str:
        return "white"


# ------------------------------------------------------------------ moves


@caught_by("source_left", lambda cls: cls(4, 3, "E").apply(_set_up()))
class IdleMove(BasicMove):
    """Nothing moves."""

    def apply(self, game) -> None:
        pass


@caught_by("source_left", lambda cls: cls(4, 3, "E").apply(_set_up()))
class CloningMove(BasicMove):
    """The piece also stays where it was."""

    def apply(self, game) -> None:
        super().apply(game)
        _put(game, self.source, "r4")


@caught_by("piece_moved", lambda cls: cls(4, 3, "E").apply(_set_up()))
class LosingMove(BasicMove):
    """The piece is lost on the way."""

    def apply(self, game) -> None:
        super().apply(game)
        _put(game, self.target, "__")


@caught_by("other_squares_unchanged", lambda cls: cls(4, 3, "E").apply(_set_up()))
class ClumsyMove(BasicMove):
    """The flag falls over."""

    def apply(self, game) -> None:
        super().apply(game)
        _put(game, (0, 0), "__")


@caught_by("a_move", lambda cls: cls(4, 3, "E").letter)
class StrikingMove(BasicMove):
    """A basic move is written as a strike."""

    @property
    def letter(self) -> str:
        return "W"


@caught_by("striker_stands_after_a_win", lambda cls: cls("W", 0, 3, "N").apply(_set_up()))
class ModestStrike(StrikeMove):
    """After a win both pieces are gone."""

    def apply(self, game) -> None:
        super().apply(game)
        _put(game, self.target, "__")


@caught_by("struck_piece_stands_after_a_loss", lambda cls: cls("L", 4, 3, "N").apply(_set_up()))
class VengefulStrike(StrikeMove):
    """After a loss the struck piece is gone as well."""

    def apply(self, game) -> None:
        super().apply(game)
        _put(game, self.target, "__")


@caught_by("both_are_gone_after_a_draw", lambda cls: cls("D", 1, 3, "N").apply(_set_up()))
class HalfStrike(StrikeMove):
    """After a draw the striker stands in the place of the other."""

    def apply(self, game) -> None:
        super().apply(game)
        _put(game, self.target, "r4")


@caught_by("source_left", lambda cls: cls("W", 0, 3, "N").apply(_set_up()))
class DistantStrike(StrikeMove):
    """After a win the striker stays where it was."""

    def apply(self, game) -> None:
        super().apply(game)
        _put(game, self.source, "r4")


def _letter(_: Move) -> str:
    return "M"


def _apply(self: Move, game: Game) -> None:
    game.make(self)


@caught_by("source_left", lambda cls: cls(4, 3, "E").apply(_set_up()))
class IdleAnyMove(Move):
    """No move changes anything."""

    letter = property(_letter)

    def apply(self, game) -> None:
        pass


@caught_by("other_squares_unchanged", lambda cls: cls(4, 3, "E").apply(_set_up()))
class SpillingAnyMove(Move):
    """Every move also puts a piece into a corner."""

    letter = property(_letter)

    def apply(self, game) -> None:
        game.make(self)
        _put(game, (9, 0), "r1")


@caught_by("as_written", lambda cls: str(cls(4, 3, "E")))
class TersestAnyMove(Move):
    """The number of steps is not written."""

    letter = property(_letter)
    apply = _apply

    def __str__(self) -> str:
        return super().__str__().replace(";1)", ")")


@caught_by("as_written", lambda cls: str(cls(4, 3, "E")))
class UnknownAnyMove(Move):
    """Moves have a letter that the document does not know."""

    apply = _apply

    @property
    def letter(self) -> str:
        return "X"


# ------------------------------------------------------------------ the parser


@caught_by("announced_number", lambda cls: cls("2 M(4,3;E;1) M(9,9;S;1)").parse())
class HastyParser(Parser):
    """It leaves out the last move."""

    def parse(self) -> Game:
        return Game(super().parse().moves[:-1], self.first)


@caught_by("moves_as_written", lambda cls: cls("2 M(4,3;E;1) M(9,9;S;1)").parse())
class BackwardsParser(Parser):
    """It reads the moves from the last."""

    def parse(self) -> Game:
        return Game(super().parse().moves[::-1], self.first)


@caught_by("moves_as_written", lambda cls: cls("1 W(0,3;N;1)").parse())
class PeacefulParser(Parser):
    """It reads strikes as moves."""

    def parse(self) -> Game:
        moves = super().parse().moves
        return Game([BasicMove(move.x, move.y, move.direction, move.steps) for move in moves], self.first)


@caught_by("moves_as_written", lambda cls: cls("1 M(9,3;N;3)").parse())
class ShortParser(Parser):
    """It forgets the number of steps."""

    def parse(self) -> Game:
        return Game([BasicMove(move.x, move.y, move.direction) for move in super().parse().moves], self.first)


@caught_by("first_kept", lambda cls: cls("0").parse())
class PartialParser(Parser):
    """Red always begins."""

    def parse(self) -> Game:
        return Game(super().parse().moves, "red")


# ------------------------------------------------------------------ games


@caught_by("all_moves_made", lambda cls: _set_up(cls, (BasicMove(4, 3, "E"), BasicMove(9, 9, "S"))).run())
class ImpatientGame(Game):
    """It stops before the last move."""

    def run(self) -> None:
        for move in self.moves[:-1]:
            move.apply(self)
            self._made += 1


@caught_by("board_set", lambda cls: cls().initialise_board(BOARD))
class StubbornGame(Game):
    """It keeps its own board."""

    def initialise_board(self, text) -> None:
        pass


@caught_by("eleven_lines", lambda cls: str(cls()))
class NewlineGame(Game):
    """Its text ends with a newline."""

    def __str__(self) -> str:
        return super().__str__() + "\n"


@caught_by("foot", lambda cls: str(cls()))
class FootlessGame(Game):
    """The blank at the end of the last line is missing."""

    def __str__(self) -> str:
        return super().__str__().rstrip()


@caught_by("read_back", lambda cls: str(cls()))
class ColourBlindGame(Game):
    """Red and blue are drawn the wrong way round."""

    def __str__(self) -> str:
        return super().__str__().translate({ord("r"): "b", ord("b"): "r"})


@caught_by("over_or_not", lambda cls: cls().outcome)
class EndedGame(Game):
    """It is over from the start."""

    @property
    def outcome(self) -> Any:
        return "over"


@caught_by("as_drawn", lambda cls: _set_up(cls).piece_at(0, 0))
class ShiftedGame(Game):
    """It looks one square too far to the right."""

    def piece_at(self, x, y) -> Piece | None:
        return super().piece_at((x + 1) % 10, y)
