"""The table in a terminal: one match, the players at it, and the commands, for the line table and the full screen alike.

Each command answers in words.  A mistake is a HoyleError, and changes nothing.

>>> table = Table.new("pegs/.OO.O/*****")
>>> table.obey("hint")
'b1d1 leads to a win in 2 jumps, 2 turns; exact: 1 of 2 jumps keep the win, and no line has fewer than 2 turns'
>>> table.obey("b1d1")
''
>>> table.obey("step")
'e1c1'
>>> print(table.picture().splitlines()[-1])
won (1 peg left)
>>> table.obey("replay 0").splitlines()[-1]
'3 pegs; 2 jumps are possible'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, NoReturn

from hoyle import advice, files
from hoyle.advice import BUDGET, Hint, verdict, why_lost
from hoyle.box import Box, Player
from hoyle.dice import Dice
from hoyle.engine import Engine
from hoyle.game import NATURE, Game, HoyleError, Outcome, Seat
from hoyle.match import Match, Turn, is_unnoticed, turns_of
from hoyle.program import ProgramError, words_of
from hoyle.record import FORFEITED, RESIGNED, Record, moves_in, read_text
from hoyle.referee import Fair, is_own, judge, read_file
from hoyle.scene import Mark, Scene, letters, to_text
from hoyle.shelf import find
from hoyle.solver import Solved, Verdict, describe
from hoyle.tables.explain import marks_in
from hoyle.tables.fair_play import can_take_back, is_secret, list_moves, moment, settle
from hoyle.tables.thinking import CHOOSE, HINT, SOLVE, Aside, Thinker, player_seed, question_of, verdict_of

FIRST: Final = Seat(0)


class Guest:
    """A program that plays at the table; once called off, it is started again for its next move."""

    def __init__(self, command: str, name: str, seed: int) -> None:
        self.command, self._name, self._seed = command, name, seed
        self._lock = Lock()
        self._engine: Engine | None = None
        self._start()

    def move(self, match: Match[Any, Any], seat: Seat) -> Any:
        """Return its legal move in a match; raise a ProgramError if it stalls, stops, resigns or says something else."""
        with self._lock:  # A thought that was called off may still wait for an answer.
            try:
                engine = self._engine or self._start()
                engine.attend(match, seat)
                return match.play(engine.choose(match.game, match.view(seat), seat)).moves[-1]
            except HoyleError as fault:
                self.call_off()
                raise ProgramError(" ".join(f"{self.command}: {fault}".split())) from fault

    def call_off(self) -> None:
        """End the program at once."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _start(self) -> Engine:
        self._engine = Engine(words_of(self.command), self._name, self._seed)
        return self._engine


@dataclass
class Table:
    """One match of one game, the players at it, and the commands."""

    name: str
    box: Box
    match: Match[Any, Any]
    seed: int
    """The same seed gives the same match, with the same moves of nature and of the players."""
    players: dict[Seat, Player | Guest | str] = field(default_factory=dict)
    """Who plays the other seats: the name of one of the box's players, a program, or a player."""
    own: Seat = FIRST
    """Your seat, if the others have players."""
    absent: str = ""
    """The program that played the other seats of a match that was loaded."""
    given_up: Outcome | None = None
    """How the match ended off the board: you resigned, or a program failed."""
    hinted: str = ""
    """The move of the last hint, until the match changes."""
    own_file: Path | None = None
    """The file that this match was loaded from or saved to: the only one that save may overwrite."""
    kept: tuple[Any, ...] = ()
    """The moves that need no saving: those of the deal, or of the match when it was last saved."""
    thinker: Thinker | None = None
    """What thinks in a process of its own, and can be called off; without one the table itself thinks."""
    any_deal: bool = False
    """Whether again may deal what cannot be won."""
    aside: Aside | None = None
    """What makes later hints exact while you play on."""
    heed: Callable[[Match[Any, Any]], None] | None = None
    """What is told of the match while another player thinks."""

    @classmethod
    def new(cls, name: str, state: str | None = None, seed: int = 0, deal: str | None = None) -> Table:
        """Return a table with a new match of a game, from a position or a deal if one is given."""
        box, game = find(name)
        match = Match.new(game, None if state is None else game.read(state)).play(*box.read_deal(game, deal))
        match = settle(match, seed)
        return cls(name if "/" in name else f"{name}/{box.default}", box, match, seed, kept=match.moves)

    @classmethod
    def resume(cls, file: str, seed: int = 0, board: str = "") -> Table:
        """Return a table with a saved match; where the file has no board, it starts from this one."""
        name = read_file(Path(file), read_text(Path(file)), board=board).game
        table = cls.new(name, seed=seed)
        table.load(file, board)
        return table

    def invite(self, player: str, own_seat: str | None = None) -> None:
        """Give every seat but your own, which is named or counted from 1, to a player of the box or a program with a / in it."""
        own = self.own if own_seat is None else self._seat(own_seat)
        others = [Seat(seat) for seat in range(self.match.game.seats) if seat != own]
        players: dict[Seat, Player | Guest | str] = {}
        if "/" in player and others:
            players = {seat: Guest(player, self.name, player_seed(self.seed, seat, "0")) for seat in others}
        else:
            self.box.player(player, Dice(self.seed))  # which refuses an unknown name
            players = dict.fromkeys(others, player)
        self.dismiss()
        self.players, self.own = players, own

    def dismiss(self) -> None:
        """End the programs at the table and whatever is being thought about."""
        for player in self.players.values():
            if isinstance(player, Guest):
                player.call_off()

    def begin(self) -> str:
        """Let the players move whose turn comes first, and return their moves in words."""
        words, saved = self._go_on(self.match), not self.unsaved
        if saved:
            self.kept = self.match.moves
        if lost := why_lost(self.box, self.name, self.match):
            return f"{self.name} cannot be won from its start: {lost}"
        if self.players and self.own_file is not None:
            return "\n".join(filter(None, (self._company(), words)))
        if self.players or self.match.game.seats == 1:
            return words
        opponent = self.absent or next(iter(self.box.players), "")
        advice = f"; for an opponent: --against {opponent}" if opponent else ""
        return f"you play every seat, or share this table{advice}"

    def obey(self, line: str) -> str:
        """Carry out a command or play moves, and return the answer."""
        word, _, rest = line.strip().partition(" ")
        before = self.match
        command = COMMANDS.get(word.lower())
        answer = command(self, rest.strip()) if command else self._play(moves_in(line))
        if self.match is not before:
            self.hinted = ""
        return answer

    # ------------------------------------------------------------------------------- what a person sees

    @property
    def seat(self) -> Seat:
        """The seat of the person: the one without a player, or at a shared table the one to move."""
        if self.players:
            return self.own
        return self.match.turn if self.match.turn is not None else Seat(0)

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose something."""
        return self.match.moves != self.kept

    @property
    def view(self) -> Any:
        """The state now, as the person at the table may see it."""
        return self.match.view(self.seat)

    @property
    def secret(self) -> bool:
        """Whether people who may not see the same share this table."""
        return not self.players and is_secret(self.match)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or off the board."""
        return self.match.outcome or self.given_up

    @property
    def offer(self) -> str:
        """What to do after the end, in words."""
        return "" if self.outcome is None else "another match? type again, undo or quit"

    def picture(self) -> str:
        """Return the board as the person at the table may see it, with a hint in braces."""
        scene = self.past(len(self.stops()) - 1)
        return to_text(replace(scene, marks=(*scene.marks, *_braces(scene, self.marked()))))

    def marked(self) -> list[str]:
        """Return what the marks spell that the last hint names."""
        return marks_in(self.past(len(self.stops()) - 1), self.hinted) if self.hinted else []

    def stops(self) -> list[int]:
        """Return how many moves were played before each turn in the history, and now."""
        return [*(turn.first for turn in self._turns()), len(self.match.line)]

    def past(self, stop: int) -> Scene:
        """Return the board at one of the stops."""
        game = self.match.game
        # People who share an open board look at it from one side, whoever is to move.
        side = self.seat if self.players or self.secret else Seat(0)
        stops = self.stops()
        scene = self.box.look.scene_for(side, game, game.view(self.match.states[stops[stop]], self.seat))
        return replace(scene, caption=str(self.given_up)) if self.given_up and stop == len(stops) - 1 else scene

    def history(self) -> list[str]:
        """Return each turn so far, in words that the person at the table may read."""
        return [self._tell(turn.mover, self.match.report(turn, self.seat)) for turn in self._turns()]

    # ------------------------------------------------------------------------------------ the commands

    def moves(self, _: str = "") -> str:
        """List the legal moves."""
        moves, more = list_moves(self.match.game, self.view)
        return " ".join([*moves, *["…"] * more])

    def undo(self, number: str = "") -> str:
        """Take back your last move, or the last N: undo N."""
        match = self.match
        if self.given_up and match.turn == self.seat and not number:
            self.given_up = None
            return ""
        for done in range(_count("undo", number)):
            match = self._before(match) or _refuse("undo", done)
            if not can_take_back(self.match, match, [self.seat if self.players else match.turn or Seat(0)]):
                raise HoyleError("you cannot take back what your opponent has seen")
        self.match, self.given_up = match, None
        return ""

    def redo(self, number: str = "") -> str:
        """Play again what you took back, or N moves of it: redo N."""
        match = self._open_match()
        for done in range(_count("redo", number)):
            if not match.undone:
                _refuse("redo", done)
            match = match.redo()
            while match.undone and match.turn in self.players:
                match = match.redo()
        self.match = match
        return ""

    def restart(self, _: str = "") -> str:
        """Take back all your moves; redo brings them back."""
        mine = 0
        match = self.match
        while (before := self._before(match)) is not None:
            match, mine = before, mine + 1
        return self.undo(str(max(mine, 1)))

    def again(self, seed: str = "") -> str:
        """Start another match, with a seed if you like: again N."""
        if seed and not _is_number(seed):
            raise HoyleError("give a number, as in: again 7")
        number = int(seed) if seed else time.time_ns()
        if not (seed or self.any_deal):
            number = advice.winnable_seed(self.name, number)
        fresh = Table.new(self.name, seed=number)
        self.match, self.seed, self.kept = fresh.match, fresh.seed, fresh.kept
        self.own_file = self.given_up = None
        return self.begin() if self.players else ""

    def resign(self, _: str = "") -> str:
        """Give the match up: your opponent wins."""
        self._open_match()
        if not self.players:
            raise HoyleError("you have no opponent here; again starts another match")
        if self.match.turn is None:
            raise HoyleError(self.match.game.over(self.match.state) or "the match is over")
        self.given_up = self._loss(self.seat, f"{self.box.seat_name(self.seat)} {RESIGNED}")
        return ""

    def hint(self, _: str = "") -> str:
        """Suggest a move, and say how certain it is."""
        given = self.advice()
        self.hinted = "" if given.move is None else str(given.move)
        return given.words

    def advice(self) -> Hint:
        """Return the hint, which keeps what an earlier one promised."""
        match = self._open_match()
        if self.box.solvers and match.turn is not None:
            given = advice.hint(match) if self.thinker is None else self._thought(self.thinker)
            if given.line and not given.exact and self.aside is not None:
                self.aside.prepare(self.name)
            return given
        if match.turn is None or not self.box.players:
            return advice.hint(match)  # which says why there is none
        name = next(iter(self.box.players))
        move = self._choice(match, match.turn, name)
        return advice.hint_by(self.box, name, move)

    def _thought(self, thinker: Thinker) -> Hint:
        """Return a hint that another process thinks of; here it is remembered."""
        facts = thinker.think(HINT, self.name, *question_of(self.match), BUDGET)
        line = self.match.follow(*facts["line"]).moves[len(self.match.moves) :]
        if facts["verdict"] == "solved":
            self.match.remember(line)
        return Hint(next(iter(line), None), facts["words"], facts["exact"], facts["left"], line)

    def solve(self, _: str = "") -> str:
        """Find a way to win from here."""
        if over := self.match.game.over(self.match.state):
            raise HoyleError(over)
        found = self._verdict()
        return "\n".join(filter(None, (" ".join(map(str, found.line)), describe(self.match.game, found))))

    def step(self, _: str = "") -> str:
        """Play the next move of the solution."""
        line = self.match.promise
        if not line:
            raise HoyleError(self.match.game.over(self.match.state) or "no solution is known from here; solve first")
        answers = self._go_on(self.match.play(line[0]))
        return "\n".join(filter(None, (str(line[0]), answers)))

    def replay(self, number: str = "") -> str:
        """Show the match from its start, or after N moves: replay N."""
        history = self.history()
        if not number:
            return "\n".join(
                f"{self._heading(stop, history)}\n{to_text(self.past(stop))}" for stop in range(len(history) + 1)
            )
        if not (_is_number(number) and int(number) <= len(history)):
            raise HoyleError(f"give a number of moves from 0 to {len(history)}, as in: replay {len(history)}")
        return f"{self._heading(int(number), history)}\n{to_text(self.past(int(number)))}"

    def save(self, file: str) -> str:
        """Save the match: save FILE."""
        if not file:
            raise HoyleError("name a file, as in: save match.txt")
        path = Path(file)
        if path != self.own_file and _exists(path):
            raise HoyleError(f"{file} already exists; choose another name")
        self._record().save(path)
        self.own_file, self.kept = path, self.match.moves
        # The file must hold everything, or the match could not be continued.
        secret = is_secret(self.match)
        return f"saved to {file}" + ("; it holds what is hidden from you, so do not read it" if secret else "")

    def load(self, file: str, board: str = "") -> str:
        """Load a match and continue it: load FILE."""
        if not file:
            raise HoyleError("name a file, as in: load match.txt")
        text = read_text(Path(file))
        record = read_file(Path(file), text, board=board)
        box, _ = find(record.game)
        match = record.begin().follow(*record.moves)
        own_file = Path(file) if is_own(text) else None
        table = replace(
            self, name=record.game, box=box, match=match, own_file=own_file, kept=match.moves, given_up=_end(record)
        )
        table._sit_down(dict(record.headers))  # noqa: SLF001 — this class
        if table.players and table.players is self.players and box.name != self.box.name:
            raise HoyleError(f"{file} is a match of {box.name}, but your opponent plays only {self.box.name}")
        words = table._go_on(match)  # noqa: SLF001 — likewise
        vars(self).update(vars(table))
        return "\n".join(filter(None, (self._company(), words)))

    def rules(self, _: str = "") -> str:
        """Show the rules."""
        return self.box.rules.strip()

    def help(self, _: str = "") -> str:
        """List the commands."""
        over = self.match.turn is None
        example = "those in the rules" if over else next(iter(self.match.game.moves(self.view)), "those in the rules")
        useless = {
            *(() if self.box.solvers else ("solve", "step")),
            *(() if self.box.solvers or self.box.players else ("hint",)),
            *(() if self.players else ("resign",)),
        }
        words = [f"  {word:<7} {command.__doc__}" for word, command in COMMANDS.items() if word not in useless]
        lines = [f"Type a move, such as {example}, or:", *words, f"  {'quit':<7} Leave the table."]
        return "\n".join(
            [*lines, *([f"\nOn the board: {', '.join(self.box.look.legend)}"] * bool(self.box.look.legend))]
        )

    # ----------------------------------------------------------------------------- behind the commands

    def _play(self, texts: list[str]) -> str:
        if self.players and len(texts) > 1:
            raise HoyleError("against an opponent, make one move at a time")
        return self._go_on(self._open_match().follow(*texts))

    def _open_match(self) -> Match[Any, Any]:
        """Return the match; raise a HoyleError if it ended off the board."""
        if self.given_up:
            raise HoyleError(f"the match is over: {self.given_up}")
        return self.match

    def _tell(self, mover: Seat, report: str, before: str = "") -> str:
        """Return a report in words, after other words if it is not about the seat itself."""
        spoken = self.box.texts.spoken.get(report)
        return f"{before}{report}" if spoken is None else f"{self.box.seat_name(mover)} {spoken}"

    def _loss(self, loser: Seat, reason: str) -> Outcome:
        return Outcome(tuple(int(seat != loser) for seat in range(self.match.game.seats)), reason)

    @property
    def _opponent(self) -> str:
        """The player or the program at the other seats, if it has a name."""
        player = next(iter(self.players.values()), "")
        return player.command if isinstance(player, Guest) else player if isinstance(player, str) else ""

    def _company(self) -> str:
        """Return who plays, in words, if somebody plays against you."""
        return f"your opponent is {self._opponent}" if self._opponent else ""

    def _record(self) -> Record:
        """Return the record of the match, with who plays the other seats and how it ended off the board."""
        headers: list[tuple[str, str]] = []
        if self._opponent:
            own = self.box.seat_name(self.own) if self.box.seats else str(self.own + 1)
            headers = [("Opponent", self._opponent), ("Seat", own)]
        if self.given_up is None:
            return Record.of(self.name, self.match, tuple(headers))
        headers.append(("Termination", self.given_up.reason))
        return replace(Record.of(self.name, self.match, tuple(headers)), result=str(self.given_up))

    def _seat(self, name: str) -> Seat:
        """Return the seat that is named, or counted from 1."""
        seats = [str(number) for number in range(1, self.match.game.seats + 1)]
        known = {name: Seat(number) for names in (seats, self.box.seats) for number, name in enumerate(names)}
        if name not in known:
            names = f" ({', '.join(self.box.seats)})" if self.box.seats else ""
            raise HoyleError(f"{self.box.name} has no seat {name[:40]}, only 1 to {len(seats)}{names}")
        return known[name]

    def _sit_down(self, headers: dict[str, str]) -> None:
        """Seat the players who sat at a table when its match was saved; a program is only named, as nothing in a file is run."""
        self.absent, opponent = "", headers.get("Opponent", "")
        guests = [player.command for player in self.players.values() if isinstance(player, Guest)]
        if opponent in self.box.players or guests:
            # A program at this table plays any game, but has to be told which.
            self.invite(opponent if opponent in self.box.players else guests[0], headers.get("Seat"))
        elif "/" in opponent and not self.players:
            self.absent, self.own = opponent, self._seat(headers.get("Seat", "1"))

    def _choice(self, match: Match[Any, Any], seat: Seat, player: Player | Guest | str) -> Any:
        """Return a player's move; the dice depend on the match, the seat and the move."""
        if isinstance(player, Guest):
            return player.move(match, seat)
        view = match.view(seat)
        if not isinstance(player, str):
            return player.choose(match.game, view, seat)
        seed = player_seed(self.seed, seat, moment(match))
        if self.thinker is None:
            return self.box.player(player, Dice(seed)).choose(match.game, view, seat)
        return match.game.parse(view, self.thinker.think(CHOOSE, self.name, match.game.write(view), seat, player, seed))

    def _go_on(self, match: Match[Any, Any]) -> str:
        """Continue a match until it is the person's turn, and return the players' moves in words."""
        match, words = settle(match, self.seed), []
        while (mover := match.turn) is not None and mover in self.players and self.given_up is None:
            if self.heed is not None:
                self.heed(match)
            try:
                move = self._choice(match, mover, self.players[mover])
            except ProgramError as fault:
                self.given_up = self._loss(mover, f"{self.box.seat_name(mover)} {FORFEITED}: {fault}")
                words.append(f"{fault}; you win")
                break
            before, match = match, match.play(move)
            # Of what happens unseen, such as setting up, only the end is noticed.
            if not (match.game.hides and is_unnoticed(match.game, before.state, match.state, [self.seat])):
                report = match.game.report(before.state, move, self.seat)
                words.append(self._tell(mover, report, f"{self.box.seat_name(mover)}: "))
            match = settle(match, self.seed)
        self.match = match
        return "\n".join(words)

    def _before(self, match: Match[Any, Any]) -> Match[Any, Any] | None:
        """Return a match before the person's last choice, or None if there is none."""
        before = match.undo()
        while before.line and before.turn in self.players:
            before = before.undo()
        return None if before == match or before.turn in self.players else before

    def _verdict(self) -> Verdict[Any]:
        """Return the rest of a line found before if the match is on it, or otherwise a new verdict of the first solver."""
        match = self.match
        if match.promise:
            return Solved(match.promise, 0, "the line found before")
        if self.thinker is None:
            found = verdict(match, None, BUDGET)
        else:
            found = verdict_of(match, self.thinker.think(SOLVE, self.name, match.position, BUDGET, None))
        if isinstance(found, Solved):
            match.remember(found.line)
        return found

    def _turns(self) -> list[Turn]:
        """Return the turns of seats that the person at the table may know of."""
        game, states = self.match.game, self.match.states
        movers = [_turn(game, state) for state in states]
        turns = turns_of(game, states, movers, None if movers[-1] is None else self.seat)
        return [turn for turn in turns if turn.mover != NATURE]

    def _heading(self, stop: int, history: list[str]) -> str:
        return f"{stop}. {history[stop - 1]}" if stop else "the start"


def _braces(scene: Scene, spelled: list[str]) -> Iterator[Mark]:
    """Yield braces around the marks that spell these, where the text has space for them."""
    taken = {place for place, letter, _ in letters(scene) if letter != " "}
    topmost = {mark.spells: mark for mark in scene.marks}
    for mark in (topmost[spells] for spells in spelled):
        x, y = mark.cell
        left = round(x * scene.pitch) - (len(mark.glyph) - 1) // 2
        for column, brace in ((left - 1, "{"), (left + len(mark.glyph.rstrip()), "}")):
            if column >= 0 and (column, round(y)) not in taken:
                yield Mark(column / scene.pitch, y, "text", "hint", brace)


def _end(record: Record) -> Outcome | None:
    """Return how a recorded match ended off the board, if the referee believes it."""
    verdict = judge(record)
    if not isinstance(verdict, Fair) or verdict.given_up is None:
        return None
    scores, _, reason = verdict.given_up.partition(" ")
    return Outcome(tuple(map(int, scores.split("-"))), reason[1:-1])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _count(word: str, text: str) -> int:
    """Return how often to carry out a command: once, or as often as the number after it says."""
    if text and not (_is_number(text) and int(text)):
        raise HoyleError(f"give a number of moves, as in: {word} 3")
    return int(text or "1")


def _refuse(word: str, done: int) -> NoReturn:
    """Refuse a command that asks for more moves than there are."""
    raise HoyleError(
        f"there {'is only 1 move' if done == 1 else f'are only {done} moves'} to {word}"
        if done
        else f"there is nothing to {word}"
    )


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError) as fault:
        raise HoyleError(f"cannot write {str(path)[:40]}: {files.reason(fault)}") from fault


# A table goes through the whole history each time it draws, and its past does not change.
@lru_cache(maxsize=10_000)
def _turn(game: Game[Any, Any], state: Any) -> Seat | None:
    return game.turn(state)


COMMANDS: Final = {
    command.__name__: command
    for command in (
        Table.moves,
        Table.undo,
        Table.redo,
        Table.restart,
        Table.again,
        Table.resign,
        Table.hint,
        Table.solve,
        Table.step,
        Table.replay,
        Table.save,
        Table.load,
        Table.rules,
        Table.help,
    )
}
