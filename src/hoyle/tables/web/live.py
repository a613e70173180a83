"""Live updates: everybody who watches a match is told when it changes, whichever process changed it.

One thread in each process asks the store every tenth of a second which matches have grown; that is one small query
however many people watch.  It does nothing else, so nobody who keeps all other threads waiting keeps anybody from news.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from hoyle.tables.web.journal import AwayError
from hoyle.tables.web.limits import spread
from hoyle.tables.web.service import Service

PULSE: Final = 0.1
"""Seconds between two looks at the store."""
PARTS: Final = 50
"""Moments at which those look at a match who look later."""


class Bell(asyncio.Event):
    """An event that is set whenever a match has changed, with the version that it has reached, if that is known."""

    version: int | None = None
    late = False
    """Whether it rings up to half a second later, by chance."""

    def ring(self, version: int | None) -> None:
        """Tell that the match has reached a version."""
        self.version = version
        self.set()

    def hear(self) -> int | None:
        """Return the version, and wait for another."""
        version, self.version = self.version, None
        self.clear()
        return version


def _ring(bells: Iterable[Bell], version: int | None) -> None:
    for bell in bells:
        bell.ring(version)


class Hub:
    """Those who wait for news, match by match."""

    def __init__(self, service: Service) -> None:
        """Begin with nobody; the service hears of changes before those who wait."""
        self._service, self._store = service, service.store
        self._waiting: dict[str, set[Bell]] = defaultdict(set)
        self._thread, self._aside = ThreadPoolExecutor(1, "hub"), ThreadPoolExecutor(1, "aside")
        self._late: dict[str, int | None] = {}
        """The matches that the service has to follow before anybody is told, and the versions that they have reached."""
        self._task: asyncio.Task[None] | None = None
        self._newest: tuple[int, int] | None = None
        """The epoch of the store, and the newest serial that was seen in it."""

    def start(self) -> None:
        """Begin to look at the store."""
        self._task = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        for thread in (self._thread, self._aside):
            thread.shutdown(wait=False)

    @contextlib.contextmanager
    def news(self, name: str) -> Iterator[Bell]:
        """Hand out a bell that rings whenever the match has changed: whatever is read after that is old when it rings."""
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
            late = [bell for bell in self._waiting[name] if bell.late]
            _ring([bell for bell in self._waiting[name] if not bell.late], versions[name])
            # If hundreds looked at the same moment, a seat could tell by its next answer that something was done unseen.
            for part in range(min(PARTS, len(late))):
                asyncio.get_running_loop().call_later(spread(), _ring, late[part::PARTS], versions[name])

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        catching: asyncio.Task[None] | None = None
        while True:
            try:
                versions = await loop.run_in_executor(self._thread, self.changes)
                changed = versions or {}
                self._service.notice(changed)
                late = {name: version for name, version in changed.items() if self._service.lags(name, version)}
                self._late.update(late)
                told = self._waiting if versions is None else changed.keys() - late.keys()
                self.tell({name: changed.get(name) for name in told})
                if self._late and (catching is None or catching.done()):
                    late, self._late = self._late, {}
                    catching = loop.create_task(self._catch_up(late))
            except AwayError:
                # The store has said so; when it is back it has another epoch.
                pass
            except Exception:  # Whatever it is, the next look tries again.
                logging.getLogger("hoyle").exception("cannot look for news")
            await asyncio.sleep(PULSE)

    async def _catch_up(self, versions: Mapping[str, int | None]) -> None:
        """Let the service follow matches with secrets, and then tell of each.

        So a stream finds at once that an unseen change has nothing to say, and is as ready for the next as if there had
        been none.
        """
        for name, version in versions.items():
            try:
                await asyncio.get_running_loop().run_in_executor(self._aside, self._service.catch_up, name)
            except Exception:  # Whatever it is, the next look at the match tries again.
                logging.getLogger("hoyle").exception("cannot follow a match")
            self.tell({name: version})

    def changes(self) -> Mapping[str, int | None] | None:
        """Return the versions of the matches that have grown since the last look, or None if any may have.

        Serials are compared within an epoch only: a database that was away may come back as it was before, and until it has
        grown as far again none of its entries would be later than the newest.
        """
        epoch = self._store.epoch
        versions: Mapping[str, int | None] | None = None
        if self._newest is None or self._newest[0] != epoch:
            newest = self._store.newest()
        else:
            newest, versions = self._store.changes(self._newest[1])
        # If it went away meanwhile, nobody knows in which of the epochs this was read.
        self._newest = (epoch, newest) if epoch == self._store.epoch else None
        return versions if self._newest else None
