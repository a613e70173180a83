"""A solver in a process of its own, with a time limit: no puzzle can make the table slow for the others.

Questions and answers are lines of JSON; run as a program, this module is the one who thinks.

>>> with Thinker() as thinker:
...     answer = thinker.solve("pegs/easy", "***.***/***.***/***.***/***O***/***O***/***.***/*******", 1000, 60)
>>> answer["verdict"], answer["line"]
('solved', ['d4d6'])
"""

from __future__ import annotations

import datetime as dt
import json
import select
import subprocess
import sys
import threading
from typing import Any, Self, TextIO

from hoyle.game import HoyleError, tally
from hoyle.shelf import find
from hoyle.solver import Chance, Solved, Unsolvable
from hoyle.tables.web import daily
from hoyle.tables.web.journal import BusyError


class Thinker:
    """Whoever solves one puzzle after the other; asked while busy, a question waits its turn for a while."""

    def __init__(self, warming: float = 60) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._warming = warming
        self._stopped = False
        self._warm: set[tuple[str, str | None]] = set()
        """The boxes and solvers that have answered before: a kernel may have to be compiled for the first answer."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def solve(self, game: str, position: str, budget: int, seconds: float, solver: str | None = None) -> dict[str, Any]:
        """Return a verdict on a position, its line and some words; when the time is over, the verdict is «gave up»."""
        if not self._lock.acquire(timeout=seconds):
            raise BusyError("the solver is busy with other puzzles; ask again in a minute")
        try:
            asked = game.partition("/")[0], solver
            patience = seconds + (0 if asked in self._warm else self._warming)
            line = self._asked(json.dumps(["solve", game, position, budget, solver]), patience)
            if line is not None:
                self._warm.add(asked)
        finally:
            self._lock.release()
        if line is None:
            return gave_up(f"nothing was found in {patience:g} seconds")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise HoyleError(answer["error"])
        return answer

    def puzzle(self, name: str, date: dt.date, seconds: float = 300) -> dict[str, Any] | None:
        """Return a box's puzzle of a day, or None if it has none or none was found in time."""
        with self._lock:
            line = self._asked(json.dumps(["puzzle", name, date.isoformat()]), seconds)
        answer: dict[str, Any] = json.loads(line) if line else {}
        return answer or None

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._stop()

    def stop(self) -> None:
        """End the process at once, even in the middle of an answer, and think no more."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()
        self.close()

    def _asked(self, question: str, seconds: float) -> str | None:
        """Return the answer to a question, or None, and end the process, if it takes too long or breaks down."""
        if self._stopped:
            return None
        if self._process is None or self._process.poll() is not None:
            self._stop()
            self._process = subprocess.Popen(  # noqa: S603 — our own module
                [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        words, answers = self._process.stdin, self._process.stdout
        if words is None or answers is None:
            raise ValueError("the solver has no pipes")
        try:
            print(question, file=words, flush=True)
            ready, _, _ = select.select([answers], [], [], seconds)
            line = answers.readline() if ready else ""
        except OSError:
            line = ""
        if not line:
            self._stop()
        return line or None

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def gave_up(why: str) -> dict[str, Any]:
    """Return the answer of a solver that found neither a line nor a proof."""
    return {"verdict": "gave up", "line": [], "words": f"no answer found: {why}"}


def think(questions: TextIO, answers: TextIO) -> None:
    """Answer questions until nobody asks any more."""
    for question in questions:
        try:
            kind, *facts = json.loads(question)
            answer = _verdict(*facts) if kind == "solve" else _puzzle(*facts)
        except HoyleError as fault:
            answer = {"error": str(fault)}
        print(json.dumps(answer), file=answers, flush=True)


def _puzzle(name: str, date: str) -> dict[str, Any]:
    return daily.puzzle(name, dt.date.fromisoformat(date)) or {}


def _verdict(name: str, position: str, budget: int, solver: str | None) -> dict[str, Any]:
    box, game = find(name)
    verdict = box.solver(solver).solve(game, game.read(position), budget)
    if isinstance(verdict, Solved):
        words = f"{tally(game.measure(verdict.line))} to go; {verdict.why}"
        return {"verdict": "solved", "line": [str(move) for move in verdict.line], "words": words}
    if isinstance(verdict, Unsolvable):
        words = f"this position cannot be won: {verdict.why}"
        return {"verdict": "unsolvable", "line": [], "words": words}
    if isinstance(verdict, Chance):
        words = f"wins with chance {float(verdict.probability):.3f}; {verdict.why}"
        return {"verdict": "advice", "line": [str(verdict.move)], "words": words}
    return gave_up(verdict.why)


if __name__ == "__main__":
    think(sys.stdin, sys.stdout)
