"""Separate processes that think for the table: which questions wait for which, for how long, and who pays.

What they are asked and what they answer fits into JSON.
"""

from __future__ import annotations

import time
from threading import Lock
from typing import Any

from hoyle.game import HoyleError, Seat
from hoyle.match import Match
from hoyle.shelf import find
from hoyle.tables.fair_play import moment
from hoyle.tables.pool import Pool
from hoyle.tables.thinking import CHOOSE, TimeUpError, player_seed
from hoyle.tables.turns import BusyError, GoneError, Use
from hoyle.tables.web.limits import Limits, bill
from hoyle.tables.web.sitting import Sitting


class Thoughts:
    """Processes that solve, play, check and deal; apart, so that nobody's move waits for a hint, and nobody's hint for a deal."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        use = Use()
        # An address that has used much of one kind comes after others everywhere.
        self.solving, self.playing, self.checking, self.dealing = (Pool(limits.thinkers, use=use) for _ in range(4))
        self._warm: set[tuple[str, str | None]] = set()
        """The boxes and solvers or players that have answered before: for a first answer a kernel may have to be compiled."""
        self._lock = Lock()

    def health(self) -> dict[str, dict[str, int]]:
        """Return how each kind of them is doing."""
        return {
            "solving": self.solving.health(),
            "playing": self.playing.health(),
            "checking": self.checking.health(),
            "dealing": self.dealing.health(),
        }

    def call_off(self) -> None:
        """End the processes."""
        for pool in (self.solving, self.playing, self.checking, self.dealing):
            pool.call_off()

    def think(self, pool: Pool, asked: tuple[str, str | None], *question: Any) -> Any:
        """Return an answer; a first one may take longer, since a kernel may have to be compiled."""
        seconds = self._limits.seconds + (0 if asked in self._warm else self._limits.warming)
        answer = self.ask(pool, *question, seconds=seconds)
        self._warm.add(asked)
        return answer

    def seek(self, pool: Pool, name: str, place: str, *facts: Any, seconds: float) -> Any:
        """Return what is found for a game within some seconds; once, found or not, it may take longer to compile kernels."""
        asked = find(name)[0].name, place
        with self._lock:
            # Noted before, so that other questions meanwhile do not take as long as well.
            first = asked not in self._warm
            self._warm.add(asked)
        began, broke_off = time.monotonic(), False
        try:
            return self.ask(pool, place, *facts, seconds=seconds + (self._limits.warming if first else 0))
        except (BusyError, GoneError):
            broke_off = True
            raise
        finally:
            if first and (broke_off or time.monotonic() - began < seconds):
                # The longer time was not used, so another search may still have it.
                self._warm.discard(asked)

    def ask(self, pool: Pool, *question: Any, seconds: float) -> Any:
        """Return what one of a pool answers within some seconds of its turn, for which the address pays."""
        own = bill()
        # The processes have a queue of their own, and a request that only waits must not keep others from moving.
        with own.place.pause():
            # The next in the queue gets the place of a thought that has just begun.
            patience = 1.25 * self._limits.seconds
            return pool.think(
                own.thinker,
                *question,
                seconds=seconds,
                patience=patience,
                meter=own.thought,
                gone=own.place.is_forsaken,
            )

    def check(self, place: str, *facts: Any) -> Any:
        """Return the answer to a large question about the rules."""
        try:
            return self.ask(self.checking, place, *facts, seconds=self._limits.checking)
        except TimeUpError:
            raise HoyleError("this takes too long for a page; use the command line") from None

    def choose(self, sitting: Sitting, match: Match[Any, Any], seat: Seat, player: str) -> Any:
        """Return the move of a computer player, who has dice of this match and this move."""
        view = match.view(seat)
        seed = player_seed(sitting.terms.seed, seat, moment(match))
        question = (CHOOSE, sitting.terms.game, match.game.write(view), seat, player, seed)
        return match.game.parse(view, self.think(self.playing, (sitting.box.name, player), *question))
