"""What all streams send together: a little in each turn of the event loop, and then a rest.

One change of a large board that many watch is a hundred megabytes.  Sent all at once, they would keep everybody else from
moving for most of a second; so those who move are served in between, and those who watch hear of it one after the other.
Small looks do not wait for large ones, and nobody waits for all the streams of another address.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

EACH_TURN: Final = 128_000
"""Letters that are sent before a rest, and one text more: dozens of small looks, or a single large one."""
LARGE: Final = EACH_TURN // 4
"""Letters of a text that waits with other large ones."""
SPEED: Final = 50_000_000
"""Letters a second that are sent for long: a rest is a few times as long as the sending before it."""


class Outlet:
    """Two queues of streams that have something to send: small texts, and large ones."""

    def __init__(self) -> None:
        self._small, self._large = _Queue(), _Queue()

    async def take(self, address: str, letters: int) -> None:
        """Wait until so many letters may be sent to an address."""
        if letters:
            await (self._small if letters < LARGE else self._large).take(address, letters)


class _Queue:
    """Streams that wait until they may send: the addresses take turns, and each address's streams go in order."""

    def __init__(self) -> None:
        self._left = EACH_TURN
        self._resting = False
        self._waiting: dict[str, deque[tuple[asyncio.Future[None], int]]] = {}

    async def take(self, address: str, letters: int) -> None:
        if self._left > 0 and not self._waiting:
            self._spend(letters)
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append((turn, letters))
        await turn

    def _spend(self, letters: int) -> None:
        self._left -= letters
        if not self._resting:
            self._resting = True
            # By the next turn everybody has come who has something to send in this one.
            asyncio.get_running_loop().call_soon(self._rest)

    def _rest(self) -> None:
        asyncio.get_running_loop().call_later((EACH_TURN - self._left) / SPEED, self._advance)

    def _advance(self) -> None:
        self._left, self._resting = EACH_TURN, False
        while self._waiting and self._left > 0:
            address = next(iter(self._waiting))
            texts = self._waiting.pop(address)
            turn, letters = texts.popleft()
            if texts:
                self._waiting[address] = texts
            # A stream that has gone meanwhile sends nothing.
            if not turn.done():
                turn.set_result(None)
                self._spend(letters)
