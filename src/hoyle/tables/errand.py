"""Errand: solving in a process of its own, so that a table stays awake and can call it off at any moment.

A kernel would hold the interpreter until it is done, and a thread cannot be stopped.  So the errand runs the command
line's own solve, which answers in text; the moves come back through parse like any other input.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hoyle.advice import BUDGET
from hoyle.game import HoyleError
from hoyle.solver import Chance, GaveUp, Solved, Unsolvable, Verdict
from hoyle.tables.table import Table


class CalledOffError(HoyleError):
    """The person did not want to wait any longer."""


@dataclass
class Errand:
    """One piece of thinking that can be called off.

    >>> Errand().think(Table.new("pegs/O/OO/.OO"), None).why  # doctest: +ELLIPSIS
    'the last peg cannot be in a1, a2, b3, c3, a3, since ...'
    """

    called_off: bool = False
    process: subprocess.Popen[str] | None = None

    def think(self, table: Table, solver: str | None) -> Verdict[Any]:
        """Return the verdict of one of the game's solvers, or of its first, on the match as it stands."""
        optimised = [] if __debug__ else ["-O"]
        words = [f"--state={table.match.position}", f"--budget={BUDGET}", "--json", "--", table.name]
        if solver is not None:
            words.insert(0, f"--solver={solver}")
        command = [sys.executable, *optimised, "-m", "hoyle", "solve", *words]
        with subprocess.Popen(  # noqa: S603 — our own command
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as self.process:
            if self.called_off:
                self.process.kill()
            answer, fault = self.process.communicate()
            status = self.process.returncode
        if self.called_off:
            raise CalledOffError("called off")
        if status:
            raise HoyleError(fault.strip().removeprefix("hoyle: ") or f"the solver ended with status {status}")
        return _verdict(table, json.loads(answer))

    def call_off(self) -> None:
        """End the thinking; whoever waits for it gets a CalledOffError."""
        self.called_off = True
        if self.process is not None:
            self.process.kill()


def _verdict(table: Table, found: dict[str, Any]) -> Verdict[Any]:
    """Return the verdict of an answer; a line that does not follow the rules is an error."""
    line = table.match.follow(*found["line"]).moves[len(table.match.moves) :]
    match found["verdict"]:
        case "solved":
            return Solved(line, found["nodes"], found["why"])
        case "unsolvable":
            return Unsolvable(found["why"], found["nodes"])
        case "chance":
            interval = None if found["interval"] is None else (found["interval"][0], found["interval"][1])
            return Chance(Fraction(found["chance"]), next(iter(line), None), found["nodes"], found["why"], interval)
        case _:
            return GaveUp(found["why"], found["nodes"])
