"""The engine protocol: a program in any language plays any game on the shelf, in plain lines over its standard streams.

hoyle says                    the engine answers
    hoyle 1                       name Anybody, then ready
    game nim/classic
    seat 0 first seat
    seed 7
    heard second seat: b2         nothing; what its seat may hear of each turn, its own too
    time 10                       nothing; the seconds that it has for this move
    legal a1 a2 a3 b1             nothing; the legal moves, or the first thousand and …
    view 3,2,5 first              nothing; the position as its seat sees it
    go                            move a1, or resign
    new                           nothing; the match goes on from elsewhere, and is heard from its start again
    over 1-0 (…)
    quit                          the engine ends

Lines that begin with another word are ignored, by both, so that the protocol can grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, Final, Self

from hoyle.dice import Dice
from hoyle.game import NATURE, Game, HoyleError, Seat
from hoyle.match import Match
from hoyle.program import Program, ProgramError
from hoyle.shelf import find

VERSION: Final = 1
MANY: Final = 1000
"""How many legal moves are listed."""
STARTUP: Final = 20.0
"""The seconds that an engine has to get ready, however little time it has for a move."""
MOST_ASIDE: Final = 1000
"""How many lines an engine may send before its answer."""


class Engine:
    """A player that is a program; it is told no more than its seat may know."""

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        seed: int,
        *,
        seconds: float = 10.0,
        run: Callable[..., Program] = Program,
    ) -> None:
        self.box, _ = find(name)
        self.program = run(command, seconds=max(seconds, STARTUP))
        self.name = self.program.name
        self._heard: list[str] = []
        try:
            self.program.tell(f"hoyle {VERSION}", f"game {name}", f"seed {own_seed(seed)}")
            for words in self._answers("ready"):
                if words.startswith("name "):
                    # It stands in logs and on screens.
                    self.name = "".join(filter(str.isprintable, words[5:45]))
            self.program.seconds = seconds
        except ProgramError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def attend(self, match: Match[Any, Any], seat: Seat) -> None:
        """Tell the engine what its seat may know of the match so far."""
        turns = [turn for turn in match.turns(seat) if turn.mover != NATURE]
        words = [f"heard {self.box.seat_name(turn.mover)}: {match.report(turn, seat)}" for turn in turns]
        # A move that was taken back may be followed by as many others.
        if words[: len(self._heard)] != self._heard:
            self.program.tell("new")
            self._heard = []
        self.program.tell(*words[len(self._heard) :])
        self._heard = words

    def choose(self, game: Game[Any, Any], view: Any, seat: Seat) -> Any:
        """Return the engine's move; raise a ProgramError if it stalls, stops, resigns or says something else."""
        moves = list(islice(map(str, game.moves(view)), MANY + 1))
        legal = [*moves[:MANY], *["…"] * (len(moves) > MANY)]
        self.program.tell(
            f"seat {seat} {self.box.seat_name(seat)}",
            f"time {self.program.seconds:g}",
            f"legal {' '.join(legal)}",
            f"view {game.write(view)}",
            "go",
        )
        *_, words = self._answers("move", "resign")
        word, _, text = words.partition(" ")
        if word == "resign":
            raise ProgramError(f"{self.name} resigned")
        try:
            return game.parse(view, text)
        except HoyleError as fault:
            raise ProgramError(f"{self.name} said {text[:40]!r}: {fault}") from fault

    def close(self, result: str = "") -> None:
        """End the engine."""
        self.program.close(*([f"over {result}"] if result else []), "quit")

    def _answers(self, *last: str) -> Iterator[str]:
        """Yield what the engine says, up to a line that begins with one of these words."""
        for _ in range(MOST_ASIDE):
            words = self.program.hear()
            yield words
            if words.partition(" ")[0] in last:
                return
        raise ProgramError(f"{self.name} talks, but does not say {' or '.join(last)}")


def own_seed(seed: int) -> int:
    """Return the seed that an engine is told: it follows from ours, but not ours from it, which would tell what chance will do.

    >>> own_seed(7), own_seed(8)
    (8725407414229320903, 17855288494687807081)
    """
    return int.from_bytes(sha256(f"engine {seed}".encode()).digest()[:8])


def speak(player: str, name: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield what one of hoyle's own players answers to lines of the protocol, as an engine.

    >>> list(speak("perfect", "nim", ["hoyle 1", "seed 7", "seat 0 first seat", "view 3,4,5 first", "go", "quit"]))
    ['name perfect', 'ready', 'move a2']
    """
    box, game = find(name)
    box.player(player, Dice(0))  # refuses an unknown name at once
    seed, seat, view, moves = 0, Seat(0), game.start(), 0
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "hoyle":
                yield from (f"name {player}", "ready")
            case "game":
                box, game = find(rest)
            case "seed":
                seed = _number(rest)
            case "seat":
                seat = Seat(_number(rest.partition(" ")[0]))
            case "view":
                view = game.read(rest)
            case "go":
                moves += 1
                yield f"move {box.player(player, Dice.named(seed, f'move {moves}')).choose(game, view, seat)}"
            case "quit":
                return


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 20:
        raise HoyleError(f"not a number: {text[:40]!r}")
    return int(text)
