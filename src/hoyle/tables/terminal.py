r"""The line table: play any game on the shelf by typing; it works the same through a pipe.

>>> from io import StringIO
>>> Table.new("pegs/O/OO/.OO").sit(StringIO("c3a3\nundo\nhint\nsave\n"))
1    O
2   O O
3  . O O
   a b c
5 pegs, 2 jumps
1    O
2   O O
3  O . .
   a b c
4 pegs, 1 jump
1    O
2   O O
3  . O O
   a b c
5 pegs, 2 jumps
this position can no longer be won: none of the 6 reachable positions is won
save: name a file, as in: save match.txt
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final, TextIO

from hoyle.box import Box, Player
from hoyle.dice import Dice
from hoyle.game import HoyleError, Seat, tally
from hoyle.match import Match
from hoyle.record import Record, moves_in
from hoyle.scene import to_text
from hoyle.shelf import find
from hoyle.solver import Chance, Solved, Unsolvable

LONGEST_LINE: Final = 10_000
MOST_MOVES: Final = 500
HINT_BUDGET: Final = 1_000_000


@dataclass
class Table:
    """One match of one game, the players at it, and the words that one can say to it."""

    name: str
    box: Box
    match: Match[Any, Any]
    dice: Dice
    players: dict[Seat, Player] = field(default_factory=dict)
    own_file: Path | None = None
    """The file that this match was loaded from or saved to, the only one that save may overwrite."""

    @classmethod
    def new(cls, name: str, state: str | None = None, seed: int = 0) -> Table:
        """Return a table with a new match of a game, from a position if one is given."""
        box, game = find(name)
        dice = Dice(seed)
        match = Match.new(game, None if state is None else game.read(state)).settle(dice)
        return cls(name if "/" in name else f"{name}/{box.default}", box, match, dice)

    def invite(self, player: str, own_seat: int) -> None:
        """Give every seat but one's own, counted from 1, to a player of the box."""
        seats = self.match.game.seats
        if not 1 <= own_seat <= seats:
            raise HoyleError(f"{self.box.name} has the seats 1 to {seats}, and {own_seat} is none of them")
        guest = self.box.player(player)
        self.players = {Seat(seat): guest for seat in range(seats) if seat != own_seat - 1}
        self.match = self._answered(self.match)

    def sit(self, lines: TextIO) -> None:
        """Show the board and obey each line, until quit or the end of the input."""
        shown = None
        while True:
            if shown != self.match.state:
                shown = self.match.state
                print(self.picture(), flush=True)
            line = _asked(lines)
            if line is None or line.strip().lower() in {"quit", "exit"}:
                return
            try:
                self.obey(line)
            except HoyleError as fault:
                print(f"{' '.join(line.split())[:40]}: {fault}", flush=True)

    def picture(self) -> str:
        """Return the board as the person at the table may see it."""
        return to_text(self.box.picture(self.match.game, self.match.seen_by(self._own_seat())))

    def obey(self, line: str) -> None:
        """Carry out a command or play moves; after a HoyleError nothing has changed."""
        word, _, rest = line.strip().partition(" ")
        if word.lower() in COMMANDS:
            COMMANDS[word.lower()](self, rest.strip())
        else:
            self._play(moves_in(line))

    # ------------------------------------------------------------------------------ the commands

    def moves(self, _: str = "") -> None:
        """List the legal moves."""
        listed = list(islice(self.match.game.moves(self.match.seen_by(self._own_seat())), MOST_MOVES + 1))
        print(*listed[:MOST_MOVES], *(["…"] if len(listed) > MOST_MOVES else []))

    def undo(self, _: str = "") -> None:
        """Take back your last move."""
        match = self.match.undo()
        while match.line and match.turn in self.players:
            match = match.undo()
        if match == self.match or match.turn in self.players:
            raise HoyleError("there is nothing to undo")
        self.match = match

    def redo(self, _: str = "") -> None:
        """Play again what was undone."""
        match = self.match.redo()
        while match.undone and match.turn in self.players:
            match = match.redo()
        if match == self.match:
            raise HoyleError("there is nothing to redo")
        self.match = match

    def hint(self, _: str = "") -> None:
        """Suggest a move, and say how sure that is."""
        game, seat = self.match.game, self.match.turn
        if seat is None:
            raise HoyleError(game.over(self.match.state) or "the match is over")
        if self.box.solvers:
            print(self._solution())
        elif self.box.players:
            name = next(iter(self.box.players))
            print(f"{name} would play {self.box.player(name).choose(game, self.match.seen_by(seat), seat)}")
        else:
            raise HoyleError(f"nobody gives hints for {self.box.name}")

    def save(self, file: str) -> None:
        """Save the match: save FILE."""
        if not file:
            raise HoyleError("name a file, as in: save match.txt")
        path = Path(file)
        if path.exists() and path != self.own_file:
            raise HoyleError(f"{file} exists already, choose another name")
        Record.of(self.name, self.match).save(path)
        self.own_file = path
        print(f"saved to {file}")

    def load(self, file: str) -> None:
        """Load a match and go on with it: load FILE."""
        if not file:
            raise HoyleError("name a file, as in: load match.txt")
        record = Record.load(Path(file))
        box, game = find(record.game)
        match = Match.new(game, None if record.start is None else game.read(record.start)).follow(*record.moves)
        self.name, self.box, self.match, self.own_file = record.game, box, match, Path(file)

    def help(self, _: str = "") -> None:
        """Show what you can say."""
        print(f"Type a move, such as {next(iter(self.match.game.moves(self.match.start)), 'those in the rules')}, or:")
        for word, command in COMMANDS.items():
            print(f"  {word:<6} {command.__doc__}")
        print(f"  {'quit':<6} Leave the table.")

    # ---------------------------------------------------------------------------- behind the commands

    def _own_seat(self) -> Seat:
        """Return the seat of whoever looks: the one without a player, or at a shared table the one to move."""
        if self.players:
            return next(Seat(seat) for seat in range(self.match.game.seats) if seat not in self.players)
        return self.match.turn if self.match.turn is not None else Seat(0)

    def _play(self, texts: list[str]) -> None:
        if self.players and len(texts) > 1:
            raise HoyleError("against a player, make one move at a time")
        self.match = self._answered(self.match.follow(*texts))

    def _answered(self, match: Match[Any, Any]) -> Match[Any, Any]:
        """Return the match when it is a person's turn again."""
        match = match.settle(self.dice)
        while (seat := match.turn) is not None and seat in self.players:
            move = self.players[seat].choose(match.game, match.seen_by(seat), seat)
            print(f"{move} is the answer", flush=True)
            match = match.play(move).settle(self.dice)
        return match

    def _solution(self) -> str:
        game = self.match.game
        verdict = self.box.solver().solve(game, self.match.state, HINT_BUDGET)
        if isinstance(verdict, Solved):
            return f"{verdict.line[0]} leads to a win: {tally(game.measure(verdict.line))}"
        if isinstance(verdict, Chance):
            return f"{verdict.move} wins with chance {float(verdict.probability):.3f}: {verdict.why}"
        if isinstance(verdict, Unsolvable):
            return f"this position can no longer be won: {verdict.why}"
        return f"no answer found: {verdict.why}"


COMMANDS: Final = {
    command.__name__: command
    for command in (Table.moves, Table.undo, Table.redo, Table.hint, Table.save, Table.load, Table.help)
}


def _asked(lines: TextIO) -> str | None:
    """Return the next line of the input, or None at its end."""
    if lines is sys.stdin and sys.stdin.isatty():
        try:
            return input("> ")
        except EOFError:
            print()
            return None
    return lines.readline(LONGEST_LINE) or None
