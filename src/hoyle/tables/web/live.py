"""Live updates: everybody who watches a match is told when it changes, whichever process changed it.

One task in each process asks the store every tenth of a second which matches have grown; that is one small query
however many people watch.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from hoyle.tables.web.journal import AwayError
from hoyle.tables.web.store import Store

PULSE: Final = 0.1
"""Seconds between two looks at the store."""


class Bell(asyncio.Event):
    """An event that is set whenever a match has changed, with the version that it has reached, if that is known."""

    version: int | None = None

    def hear(self) -> int | None:
        """Return the version, and wait for another."""
        version, self.version = self.version, None
        self.clear()
        return version


class Hub:
    """Those who wait for news, match by match."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, set[Bell]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look at the store."""
        self._task = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    @contextlib.contextmanager
    def news(self, name: str) -> Iterator[Bell]:
        """Hand out a bell that rings whenever the match has changed."""
        bell = Bell()
        self._waiting[name].add(bell)
        try:
            yield bell
        finally:
            self._waiting[name].discard(bell)
            if not self._waiting[name]:
                del self._waiting[name]

    def tell(self, versions: Mapping[str, int | None]) -> None:
        """Wake those who wait for news of these matches, which have reached these versions."""
        for name in versions.keys() & self._waiting.keys():
            for bell in self._waiting[name]:
                bell.version = versions[name]
                bell.set()

    async def _look(self) -> None:
        newest = 0
        while True:
            try:
                if self._waiting and newest:
                    newest, versions = await asyncio.to_thread(self._store.changes, newest)
                    self.tell(versions)
                else:
                    newest = await asyncio.to_thread(self._store.newest)
                    # Who came while that was asked may have missed something.
                    self.tell(dict.fromkeys(self._waiting))
            except AwayError:
                # The store has said so; the next look tries again, and whoever waits is told again then.
                newest = 0
            except Exception:  # Whatever it is, the next look tries again.
                logging.getLogger("hoyle").exception("cannot look for news")
            await asyncio.sleep(PULSE)
