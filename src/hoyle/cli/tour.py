"""The tour: real commands, run as you watch."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hoyle import files
from hoyle.record import Record


@dataclass(frozen=True)
class Guide:
    """The guide of the tour: announces each command, and runs it in a process of its own, as a user would."""

    folder: Path
    say: Callable[[str], None]

    def stop(self, words: str, command: str, typed: str = "") -> None:
        """Show a command and what it prints."""
        self.say(f"\n{words}\n\n$ {command}")
        for line in typed.splitlines():
            self.say(f"> {line}")
        self.say(self.run(shlex.split(command), typed))

    def run(self, words: list[str], typed: str = "") -> str:
        """Return what a command prints; for a violated contract, only the contract and not the traceback."""
        program = [sys.executable, *(["-m", "hoyle"] if words[0] == "hoyle" else []), *words[1:]]
        done = subprocess.run(program, input=typed, cwd=self.folder, capture_output=True, text=True, check=False)  # noqa: S603 — our own command
        violation = done.stderr.partition("icontract.errors.ViolationError: ")[2]
        return f"{done.stdout}{violation or done.stderr}".rstrip()


def run(say: Callable[[str], None]) -> None:
    """Walk through the stops."""
    with TemporaryDirectory() as folder:
        guide = Guide(Path(folder), say)
        if not files.kept_kernels():
            say("This first time, the tour pauses now and then to compile kernels.")
        guide.stop("The shelf: the rules of each of these games are stated once.", "hoyle list")
        guide.stop("A board, drawn from those rules.", "hoyle show pegs/skull")
        _referee(guide)
        _solver(guide)
        guide.stop("A game of patience, dealt by its number and solved.", "hoyle solve domino/6 --deal 1998")
        guide.stop("Where chance plays a part, the answer is an exact probability.", "hoyle solve dots")
        guide.stop(
            "Where something is hidden, the table shows only what your seat may see.",
            "hoyle play stratego/six --against heuristic --seat red --seed 1",
            "corner\nmoves\n",
        )
        guide.stop(
            "Contracts check the program itself: here a jump over an empty hole, on a board of the contract lab.",
            'python -c "from hoyle.classroom.pegs import Game; Game.make_easy().move_up(5, 4)"',
        )
    say("\nNow you:\n  hoyle play pegs/english\n  hoyle rules pegs\n  hoyle contracts hoyle.classroom.pegs.Game")


def _referee(guide: Guide) -> None:
    guide.stop("A match, played by typing and saved.", "hoyle play pegs/easy", "d2d4\nd4d6\nsave fair.txt\n")
    fair = guide.folder / "fair.txt"
    guide.say(f"\nThe record is plain text.\n\n{fair.read_text(encoding='utf-8')}")
    guide.stop("The referee finds it fair.", "hoyle judge fair.txt")
    files.write(guide.folder / "foul.txt", fair.read_text(encoding="utf-8").replace("d4d6", "d3d5"))
    guide.stop("With d3d5 as its second move, the referee says which rule that breaks.", "hoyle judge foul.txt")


def _solver(guide: Guide) -> None:
    guide.stop("The solver wins on the board above.", "hoyle solve pegs/skull")
    answer = json.loads(guide.run(["hoyle", "solve", "pegs/skull", "--json"]))
    Record("pegs/skull", tuple(answer["line"])).save(guide.folder / "solution.txt")
    guide.stop("You need not trust it: the referee replays the line.", "hoyle judge solution.txt")
    guide.stop(
        "Where there is no solution, it says why, and writes down the proof.",
        "hoyle solve pegs/french --certificate proof.json",
    )
    guide.stop("A checker that shares nothing with the solver confirms it.", "hoyle verify proof.json")
