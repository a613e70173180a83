"""The tour: hoyle's own commands, run before your eyes; nothing in it is prepared."""

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
from hoyle.cli.options import is_cold
from hoyle.record import Record
from hoyle.shelf import shelf


@dataclass(frozen=True)
class Guide:
    """Whoever leads through the stops: says what comes, and runs it in a process of its own, as a user would."""

    folder: Path
    say: Callable[[str], None]

    def stop(self, words: str, command: str, typed: str = "") -> None:
        """Show a command and what it prints."""
        self.say(f"\n{words}\n\n$ {command}")
        for line in typed.splitlines():
            self.say(f"> {line}")
        self.say(self.run(shlex.split(command), typed))

    def run(self, words: list[str], typed: str = "") -> str:
        """Return what a command prints; a violated contract counts as print, without the way that led to it."""
        program = [sys.executable, *(["-m", "hoyle"] if words[0] == "hoyle" else []), *words[1:]]
        done = subprocess.run(program, input=typed, cwd=self.folder, capture_output=True, text=True, check=False)  # noqa: S603 — our own command
        violation = done.stderr.partition("icontract.errors.ViolationError: ")[2]
        return f"{done.stdout}{violation or done.stderr}".rstrip()


def run(say: Callable[[str], None]) -> None:
    """Walk through the stops."""
    with TemporaryDirectory() as folder:
        guide = Guide(Path(folder), say)
        if any(map(is_cold, shelf().values())):
            say("On its first use on a machine a kernel is compiled, so this once the tour pauses here and there.")
        guide.stop("The shelf: each of these games has one statement of its rules.", "hoyle list")
        guide.stop("A board, drawn by those rules.", "hoyle show pegs/skull")
        _referee(guide)
        _solver(guide)
        guide.stop("A patience is dealt by a number, and solved.", "hoyle solve domino/6 --deal 1998")
        guide.stop("Where chance has a part, the answer is an exact chance.", "hoyle solve dots")
        guide.stop(
            "Where something is hidden, a table shows only what your seat may see.",
            "hoyle play stratego/six --against heuristic --seat red --seed 1",
            "corner\nmoves\n",
        )
        guide.stop(
            "Contracts watch the program itself: here a jump over an empty hole, on a board of the contract lab.",
            'python -c "from hoyle.classroom.pegs import Game; Game.make_easy().move_up(5, 4)"',
        )
    say("\nNow you:\n  hoyle play pegs/english\n  hoyle rules pegs\n  hoyle contracts hoyle.classroom.pegs.Game")


def _referee(guide: Guide) -> None:
    guide.stop("A match, played by typing and saved.", "hoyle play pegs/easy", "d2d4\nd4d6\nsave fair.txt\n")
    fair = guide.folder / "fair.txt"
    guide.say(f"\nThe record is plain text.\n\n{fair.read_text(encoding='utf-8')}")
    guide.stop("The referee finds it fair.", "hoyle judge fair.txt")
    files.write(guide.folder / "foul.txt", fair.read_text(encoding="utf-8").replace("d4d6", "d3d5"))
    guide.stop("Write d3d5 for its second move, and he says which rule that breaks.", "hoyle judge foul.txt")


def _solver(guide: Guide) -> None:
    guide.stop("The solver wins the board drawn above.", "hoyle solve pegs/skull")
    answer = json.loads(guide.run(["hoyle", "solve", "pegs/skull", "--json"]))
    Record("pegs/skull", tuple(answer["line"])).save(guide.folder / "solution.txt")
    guide.stop("Nobody need trust it: the referee replays the line.", "hoyle judge solution.txt")
    guide.stop(
        "Where there is no solution, it says what proves that, and writes the proof down.",
        "hoyle solve pegs/french --certificate proof.json",
    )
    guide.stop("A checker that knows nothing of the solver confirms it.", "hoyle verify proof.json")
