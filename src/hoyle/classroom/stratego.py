r"""The Stratego exercise (SWEN221, document 004): a parser of games, and a game that runs them by the rules.

The names are the document's, and so are its words: squares are (x,y) from 0, ranks 0 to 9.  The contracts say what a move does.

>>> game = Parser(EXAMPLE).parse()
>>> game.initialise_board(EXAMPLE_BOARD)
>>> game.run()
>>> print(game.piece_at(0, 4), game.piece_at(4, 3), game.piece_at(0, 5))
r8 b4 None
>>> game = Parser("1 M(0,6;S;1)").parse()
>>> game.initialise_board(EXAMPLE_BOARD)
>>> game.run()
Traceback (most recent call last):
    ...
hoyle.classroom.stratego.GameError: move 1, M(0,6;S;1): the piece on (0,6) is red's, and it is blue's turn
"""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import TYPE_CHECKING, Final

from hoyle.classroom.eiffel import Contracted, ensure, is_number, old
from hoyle.game import HoyleError, Outcome, Seat

# Every rule is that of the open game stratego/course.
from hoyle.games.stratego import Position, Rank, course, game
from hoyle.games.stratego.pieces import duel
from hoyle.grid import square

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "EXAMPLE",
    "EXAMPLE_BOARD",
    "BasicMove",
    "BombPiece",
    "FlagPiece",
    "Game",
    "GameError",
    "Move",
    "Parser",
    "Piece",
    "StrikeMove",
]

RULES = game("course")
COLOURS = ("red", "blue")
WAYS: Final = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}
EDGE: Final = range(10)

EXAMPLE: Final = "4\nM(0,3;N;1) M(0,6;S;1)\nM(4,2;N;1) W(0,5;S)"
"""The game that the handout prints; blue begins, and its pieces are below."""
EXAMPLE_BOARD: Final = """\
9|r3|rF|r6|r2|r5|r1|rB|r4|r7|r1|
8|rB|r2|r4|r5|r1|r3|r6|r2|rB|r4|
7|r1|rB|r2|r7|r4|rB|r5|r3|r1|r6|
6|r8|r1|r5|r3|r0|r9|r2|rB|r1|r1|
5|__|__|##|##|__|__|##|##|__|__|
4|__|__|##|##|__|__|##|##|__|__|
3|b5|b1|b3|b7|__|b9|b2|bB|b1|b1|
2|b8|bB|b2|b6|b4|bB|b5|b3|b1|b6|
1|bB|b2|b4|b5|b1|b3|b6|b2|bB|b4|
0|b3|bF|b7|b2|b5|b1|bB|b4|b0|b1|
  0  1  2  3  4  5  6  7  8  9 """
"""A board on which that game runs: blue's captain on (0,3) is weaker than red's general on (0,6), and (4,3) is empty."""


class GameError(HoyleError):
    """The game is not one of Stratego: which move it is, and which rule it breaks on which squares."""


TITLES: Final = {rank.title: f" ({course.LETTERS[rank]})" for rank in Rank if rank.moves}


def _check_text(text: object, what: str) -> str:
    if not isinstance(text, str):
        raise GameError(f"{what} is text, not {type(text).__name__}")
    return text


def _plain(text: str) -> str:
    """Return a move in capitals, with its numbers as short as they can be: 00 is 0."""
    return re.sub(r"\d++", lambda number: str(int(number[0])), text.upper())


def _words(reason: str) -> str:
    """Return a reason of the rules in the document's words: (x,y) for a square, ranks from 0 to 9, and no paragraph."""
    squares = re.sub(r"\b[a-j]\d{1,2}\b", lambda name: "({},{})".format(*square(name[0])), reason)
    return _cut(re.sub(r"\bthe ([a-z]++)", lambda name: name[0] + TITLES.get(name[1], ""), squares))


def _cut(reason: str) -> str:
    """Return a reason without the paragraph that it cites: a student does not have the rules page."""
    return re.sub(r" \(§\d++\)", "", reason)


# ------------------------------------------------------------------ pieces


class Piece(Contracted):
    """A piece of one colour: a rank from 0 to 9, a flag (F) or a bomb (B).

    >>> spy, marshal = Piece("red", "0"), Piece("blue", "9")
    >>> str(spy), spy.strike(marshal), marshal.strike(spy)
    ('r0', 'W', 'W')
    """

    def __init__(self, colour: str, sign: str) -> None:
        if colour not in COLOURS:
            raise GameError(f"a piece is red or blue, not {str(colour)[:40]!r}")
        if not isinstance(sign, str) or sign not in course.RANKS:
            raise GameError(f"a piece is 0 to 9, F or B, not {str(sign)[:40]!r}")
        self._colour = colour
        self._sign = sign

    @property
    @ensure(red_or_blue=lambda result: result in ("red", "blue"))
    def colour(self) -> str:
        """Whose it is."""
        return self._colour

    @property
    @ensure(
        from_0_to_9=lambda result: result is None or result in range(10),
        flags_and_bombs_have_none=lambda self, result: (result is None) == (str(self)[1:] in ("F", "B")),
    )
    def rank(self) -> int | None:
        """Its rank, or None for a flag or a bomb."""
        return int(self._sign) if self._sign.isdigit() else None

    @property
    @ensure(correct_result=lambda self, result: result == (str(self)[1:] not in ("F", "B")))
    def movable(self) -> bool:
        """Whether it may ever move: flags and bombs do not."""
        return course.RANKS[self._sign].moves

    @ensure(
        known_letter=lambda result: result in ("W", "L", "D"),
        higher_rank_wins=lambda self, other, result: (
            self.rank is None
            or other.rank is None
            or {self.rank, other.rank} == {0, 9}
            or result == ("W" if self.rank > other.rank else "L" if self.rank < other.rank else "D")
        ),
        who_strikes_first_wins_between_spy_and_marshal=lambda self, other, result: (
            {self.rank, other.rank} != {0, 9} or result == "W"
        ),
        bombs_defeat_all_but_miners=lambda self, other, result: (
            str(other)[1:] != "B" or result == ("W" if self.rank == 2 else "L")
        ),
        flags_are_taken=lambda other, result: str(other)[1:] != "F" or result == "W",
    )
    def strike(self, other: Piece) -> str:
        """Return the result of striking the other: W for a win, L for a loss, D for a draw."""
        if not isinstance(other, Piece) or other.colour == self.colour:
            raise GameError(f"{self} strikes a piece of the other colour, not {str(other)[:40]}")
        if not self.movable:
            raise GameError(f"{self} does not move, so it strikes nothing")
        return "DWL"[duel(course.RANKS[self._sign], course.RANKS[str(other)[1:]])]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Piece) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    @ensure(as_drawn=lambda result: re.fullmatch(r"[rb][0-9FB]", result) is not None)
    def __str__(self) -> str:
        """Return the piece as a board draws it."""
        return f"{self._colour[0]}{self._sign}"

    def __repr__(self) -> str:
        return f"Piece({self._colour!r}, {self._sign!r})"


class BombPiece(Piece):
    """A bomb: it does not move, and whoever strikes it is defeated, unless it is a miner.

    >>> Piece("red", "9").strike(BombPiece("blue")), Piece("red", "2").strike(BombPiece("blue"))
    ('L', 'W')
    """

    def __init__(self, colour: str) -> None:
        super().__init__(colour, "B")

    @ensure(a_bomb=lambda result: result[1:] == "B")
    def __str__(self) -> str:
        return super().__str__()


class FlagPiece(Piece):
    """A flag: it does not move, and whoever strikes it has won the game."""

    def __init__(self, colour: str) -> None:
        super().__init__(colour, "F")

    @ensure(a_flag=lambda result: result[1:] == "F")
    def __str__(self) -> str:
        return super().__str__()


def _piece(text: str) -> Piece:
    colour = COLOURS["rb".index(text[0])]
    return {"B": BombPiece, "F": FlagPiece}[text[1]](colour) if text[1] in "BF" else Piece(colour, text[1])


# ------------------------------------------------------------------ moves


class Move(Contracted):
    """A move of the piece on (x,y), so many steps in a direction. Deferred."""

    def __init__(self, x: int, y: int, direction: str, steps: int = 1) -> None:
        if not (is_number(x) and is_number(y) and min(x, y) >= 0):
            raise GameError(f"a square is (x,y), two numbers from 0, not ({str(x)[:9]},{str(y)[:9]})")
        if direction not in tuple(WAYS) or not is_number(steps) or steps not in range(1, 10):
            raise GameError(f"a move goes N, S, E or W, 1 to 9 steps, not {str(direction)[:9]!r}, {str(steps)[:9]}")
        self.x, self.y, self.direction, self.steps = x, y, direction, steps

    @property
    @abstractmethod
    def letter(self) -> str:
        """The letter with which it is written."""

    @property
    def source(self) -> tuple[int, int]:
        """The square from which it goes."""
        return self.x, self.y

    @property
    def target(self) -> tuple[int, int]:
        """The square to which it goes."""
        across, up = WAYS[self.direction]
        return self.x + self.steps * across, self.y + self.steps * up

    @abstractmethod
    @old(cells=lambda game: game.cells)
    @ensure(
        source_left=lambda self, game: game.cells.get(self.source) is None,
        other_squares_unchanged=lambda self, game, OLD: (
            {place: piece for place, piece in game.cells.items() if place not in (self.source, self.target)}
            == {place: piece for place, piece in OLD.cells.items() if place not in (self.source, self.target)}
        ),
    )
    def apply(self, game: Game) -> None:
        """Make the move in a game, or raise a GameError and change nothing."""

    @ensure(as_written=lambda result: re.fullmatch(r"[MWLD]\(\d++,\d++;[NSEW];[1-9]\)", result) is not None)
    def __str__(self) -> str:
        """Return the move as a game file has it."""
        return f"{self.letter}({self.x},{self.y};{self.direction};{self.steps})"


class BasicMove(Move):
    """A move to an empty square.

    >>> print(BasicMove(0, 3, "N"))
    M(0,3;N;1)
    """

    @property
    @ensure(a_move=lambda result: result == "M")
    def letter(self) -> str:
        """The letter with which it is written."""
        return "M"

    @old(cells_before=lambda game: game.cells)
    @ensure(
        piece_moved=lambda self, game, OLD: game.cells.get(self.target) == OLD.cells_before.get(self.source),
        target_was_empty=lambda self, OLD: self.target not in OLD.cells_before,
    )
    def apply(self, game: Game) -> None:
        """Make the move in a game, or raise a GameError and change nothing."""
        game.make(self)


class StrikeMove(Move):
    """A strike, with its result: W for a win, L for a loss, D for a draw.

    >>> print(StrikeMove("W", 0, 5, "S"))
    W(0,5;S;1)
    """

    def __init__(self, letter: str, x: int, y: int, direction: str, steps: int = 1) -> None:
        if letter not in ("W", "L", "D"):
            raise GameError(f"a strike is W, L or D, not {str(letter)[:9]!r}")
        super().__init__(x, y, direction, steps)
        self._letter = letter

    @property
    @ensure(a_strike=lambda result: result in ("W", "L", "D"))
    def letter(self) -> str:
        """The letter with which it is written."""
        return self._letter

    @old(cells_before=lambda game: game.cells)
    @ensure(
        striker_stands_after_a_win=lambda self, game, OLD: (
            self.letter != "W" or game.cells.get(self.target) == OLD.cells_before[self.source]
        ),
        struck_piece_stands_after_a_loss=lambda self, game, OLD: (
            self.letter != "L" or game.cells.get(self.target) == OLD.cells_before[self.target]
        ),
        both_are_gone_after_a_draw=lambda self, game: self.letter != "D" or self.target not in game.cells,
    )
    def apply(self, game: Game) -> None:
        """Make the strike in a game, or raise a GameError and change nothing."""
        game.make(self)


def _move(text: str) -> Move:
    """Return a move from its text, which the rules can read."""
    letter, x, y, direction, *steps = re.findall(r"[A-Z]|\d++", text.upper())
    arguments = int(x), int(y), direction, int(steps[0]) if steps else 1
    return BasicMove(*arguments) if letter == "M" else StrikeMove(letter, *arguments)


# ------------------------------------------------------------------ games


class Parser(Contracted):
    """A reader of one game: the number of its moves, then the moves; blue begins unless red is named.

    Blanks and newlines between the moves are optional, and moves beyond the announced number are ignored.
    """

    def __init__(self, text: str, first: str = "blue") -> None:
        if first not in COLOURS:
            raise GameError(f"red or blue begins, not {str(first)[:40]!r}")
        self.text = _check_text(text, "a game")
        self.first = first

    @ensure(
        announced_number=lambda self, result: len(result.moves) == int(re.findall(r"\d++", self.text)[0]),
        moves_as_written=lambda self, result: (
            [str(move).replace(";1)", ")") for move in result.moves]
            == [_plain(text).replace(";1)", ")") for text in course.read_moves(self.text)]
        ),
        first_kept=lambda self, result: result.first == self.first,
    )
    def parse(self) -> Game:
        """Return the game, not yet run."""
        try:
            return Game([_move(text) for text in course.read_moves(self.text)], self.first)
        except HoyleError as fault:
            raise GameError(_cut(str(fault))) from fault


class Game(Contracted):
    """A game: a board and the moves to be made on it."""

    def __init__(self, moves: Sequence[Move] = (), first: str = "blue") -> None:
        if first not in COLOURS:
            raise GameError(f"red or blue begins, not {str(first)[:40]!r}")
        self.moves = tuple(moves)
        self._first = Seat(COLOURS.index(first))
        self._start = Position(RULES.start().pieces, self._first)
        self._state = self._start
        self._made = 0

    @property
    def first(self) -> str:
        """The colour that begins."""
        return COLOURS[self._first]

    @property
    @ensure(not_more_than_there_are=lambda self, result: result in range(len(self.moves) + 1))
    def made(self) -> int:
        """How many of its moves have been made."""
        return self._made

    # The row of numbers below a board may be left out.
    @ensure(
        board_set=lambda self, text: (
            [row for row in str(self).split() if "|" in row] == [row for row in text.split() if "|" in row]
        )
    )
    def initialise_board(self, text: str) -> None:
        """Set the pieces as a text draws them; nobody has moved yet."""
        try:
            self._start = course.read_board(_check_text(text, "a board"), self._first)
        except HoyleError as fault:
            raise GameError(_cut(str(fault))) from fault
        self._state, self._made = self._start, 0

    @ensure(all_moves_made=lambda self: self.made == len(self.moves))
    def run(self) -> None:
        """Make all the moves from the starting board; at the first illegal one the board stays as it was before it."""
        self._state, self._made = self._start, 0
        for move in self.moves:
            move.apply(self)
            self._made += 1

    def make(self, move: Move) -> None:
        """Make one move, or raise a GameError and change nothing."""
        try:
            step = RULES.parse(self._state, str(move))
            reason = RULES.why_not(self._state, step)
        except HoyleError as fault:
            reason = str(fault)
        if reason is not None:
            raise GameError(f"move {self._made + 1}, {move}: {_words(reason)}")
        self._state = RULES.play(self._state, step)

    @property
    def cells(self) -> dict[tuple[int, int], Piece]:
        """All pieces by their squares."""
        rows = str(self).split("\n")[:10]
        texts = {(x, 9 - y): row[2 + 3 * x : 4 + 3 * x] for y, row in enumerate(rows) for x in EDGE}
        return {place: _piece(text) for place, text in texts.items() if text not in (course.EMPTY, course.LAKE)}

    @ensure(
        as_drawn=lambda self, x, y, result: str(self).split("\n")[9 - y][2 + 3 * x :][:2] in (str(result), "__", "##")
    )
    def piece_at(self, x: int, y: int) -> Piece | None:
        """Return the piece on a square, or None."""
        if x not in EDGE or y not in EDGE:
            raise GameError(f"there is no square ({str(x)[:9]},{str(y)[:9]})")
        return self.cells.get((x, y))

    @property
    @ensure(over_or_not=lambda self, result: (result is None) == (RULES.turn(self._state) is not None))
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on; the scores are red's and blue's."""
        return RULES.outcome(self._state)

    @ensure(
        eleven_lines=lambda result: result.count("\n") == 10,
        read_back=lambda self, result: (
            course.write_board(course.read_board(result, self._first)) == course.write_board(self._state)
        ),
        foot=lambda result: result.endswith("\n  0  1  2  3  4  5  6  7  8  9 "),
    )
    def __str__(self) -> str:
        """Return the board as the course draws it."""
        return course.write_board(self._state)
