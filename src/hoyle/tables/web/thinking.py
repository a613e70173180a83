"""A solver in a process of its own, with a time limit: no puzzle can make the table slow for the others.

>>> with Thinker() as thinker:
...     verdict = thinker.solve("pegs/easy", "***.***/***.***/***.***/***O***/***O***/***.***/*******", 1000, 60)
>>> [str(move) for move in verdict.line]
['d4d6']
"""

from __future__ import annotations

import multiprocessing
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Self

from hoyle.game import HoyleError
from hoyle.shelf import find
from hoyle.solver import GaveUp, Verdict
from hoyle.tables.web.journal import BusyError


class Thinker:
    """Whoever solves one puzzle after the other; asked while busy, a question waits its turn for a while."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Any = None
        self._wire: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def solve(self, game: str, position: str, budget: int, seconds: float) -> Verdict[Any]:
        """Return a verdict on a position; when the time is over that is GaveUp."""
        if not self._lock.acquire(timeout=seconds):
            raise BusyError("the solver is busy with other puzzles; ask again in a minute")
        try:
            wire = self._started()
            wire.send((game, position, budget))
            if wire.poll(seconds):
                answer = wire.recv()
            else:
                self._stop()
                answer = GaveUp(f"found nothing in {seconds:g} seconds", 0)
        except (OSError, EOFError):
            self._stop()
            answer = GaveUp("the solver stopped", 0)
        finally:
            self._lock.release()
        if isinstance(answer, HoyleError):
            raise answer
        verdict: Verdict[Any] = answer
        return verdict

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._stop()

    def _started(self) -> Connection:
        if self._wire is None or not self._process.is_alive():
            self._stop()
            # A fresh interpreter: a forked copy of a server with threads may hold their locks.
            context = multiprocessing.get_context("spawn")
            self._wire, theirs = context.Pipe()
            self._process = context.Process(target=_think, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._wire

    def _stop(self) -> None:
        if self._wire is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._wire.close()
            self._wire = None


def _think(wire: Connection) -> None:
    """Answer questions until nobody asks any more."""
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            name, position, budget = wire.recv()
            try:
                box, game = find(name)
                answer: Any = box.solver().solve(game, game.read(position), budget)
            except HoyleError as fault:
                answer = HoyleError(str(fault))
            wire.send(answer)
