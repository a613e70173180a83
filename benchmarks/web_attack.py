"""Hostile clients: each attacks a table in every way it knows, all at once and without a pause.

    python benchmarks/web_attack.py http://127.0.0.1:8000 10

Each has an address of its own, 127.2.0.1 and so on.  Ctrl-C stops them and prints how often each attack was answered, and
how.  Use it only on a table of your own; web_load.py starts one.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2
import uvloop
from websockets.asyncio.client import connect

BOMBS = tuple(
    json.dumps({"record": record}).encode()
    for record in (
        "#X38FA11 Stratego-Notation v1\ntype0\n" + "x" + " vs " * 240_000,
        "Game: nim/9999\n" + "a1 " * 5_000,
        "Game: pegs/cross33\n" + "a" * 900_000,
        "Game: dots/20x20x8\n" + "(" * 900_000,
        "<stratego>" + "<a>" * 300_000,
        "Game: pegs/easy\nStart: " + "O/" * 400_000,
    )
)
MALFORMED = (
    b"[" * 1_000_000,
    json.dumps({"record": [1] * 300_000}).encode(),
    ("{" + ",".join(f'"{number}":1' for number in range(60_000)) + "}").encode(),
    b"\x00" * 100_000,
)
JSON = {"content-type": "application/json"}
HUGE = ("pegs/cross21", "pegs/cross33", "dots/20x20x8", "pegs/" + "/".join(["O" * 60] * 59 + ["." * 60]))


@dataclass
class Hostile:
    """One client: where the table is, the client's own address, and how often it was answered."""

    host: str
    port: int
    home: str
    client: httpx2.AsyncClient
    answers: Counter[str] = field(default_factory=Counter)

    async def ask(self, kind: str, path: str, **body: Any) -> dict[str, Any]:
        """Ask the table something, and count its answer."""
        answer = await self.client.post(path, **body)
        self.answers[f"{kind} {answer.status_code}"] += 1
        return answer.json() if answer.status_code in {200, 201} else {}

    async def open(self, **terms: Any) -> tuple[str, dict[str, str]]:
        """Open a match, and return its path and the headers of its owner."""
        facts: dict[str, Any] = {}
        while not facts:
            facts = await self.ask("open", "/api/matches", json=terms)
        return f"/api/matches/{facts['match']}", {"authorization": f"Bearer {facts['token']}"}

    async def judge(self) -> None:
        """Ask for verdicts on records that take long to read."""
        await self.ask("judge", "/api/judge", content=random.choice(BOMBS), headers=JSON)  # noqa: S311 — any will do

    async def malform(self) -> None:
        """Send records whose faults take long to find."""
        body = random.choice(MALFORMED)  # noqa: S311 — likewise
        await self.ask("malformed", "/api/judge", content=body, headers=JSON)

    async def spell(self) -> None:
        """Ask about long texts on a large board."""
        path, headers = await self.open(game="dots/20x20x8")
        text = "".join(f"{chr(97 + x)}{y + 1}" for y in range(20) for x in range(20))
        for _ in range(50):
            await self.ask("spell", f"{path}/spell", json={"text": text * 2}, headers=headers)
            await self.ask("spell", f"{path}/spell", json={"text": text[:1000]}, headers=headers)

    async def large(self) -> None:
        """Open large boards, and let them be drawn."""
        game = random.choice(HUGE)  # noqa: S311 — likewise
        await self.ask("large", "/api/matches", json={"game": game})
        answer = await self.client.get("/api/picture", params={"game": game, "seed": random.randrange(10**9)})  # noqa: S311
        self.answers[f"picture {answer.status_code}"] += 1

    async def hog(self) -> None:
        """Ask for one hard solution after another."""
        path, headers = await self.open(game="pegs/diamond41@d2-f8")
        for _ in range(50):
            await self.ask("solution", f"{path}/ask/solution", headers=headers)

    async def play(self) -> None:
        """Open matches against the player that thinks longest, and let it move."""
        path, headers = await self.open(game="stratego/classic", seats=["me", "search"])
        await self.ask("play", f"{path}/move", json={"text": "storm"}, headers=headers)
        for _ in range(50):
            look = (await self.client.get(path, headers=headers)).json()
            if look.get("yours"):
                await self.ask("play", f"{path}/move", json={"text": look["moves"][0]}, headers=headers)

    async def churn(self) -> None:
        """Change a premove without end, before many spectators."""
        path, headers = await self.open(game="stratego/classic", seats=["me", "open"])
        await self.ask("ahead", f"{path}/move", json={"text": "storm"}, headers=headers)
        watchers = [asyncio.ensure_future(self.watch(path)) for _ in range(20)]
        for number in range(300):
            await self.ask("ahead", f"{path}/ahead", json={"text": f"a4-a{5 + number % 2}"}, headers=headers)
        for watcher in watchers:
            watcher.cancel()

    async def watch(self, path: str) -> None:
        """Listen to a match, and talk all the time."""
        address = f"ws://{self.host}:{self.port}{path}/stream"
        with suppress(Exception):
            async with connect(address, local_addr=(self.home, 0), open_timeout=60) as stream:
                self.answers["stream opened"] += 1
                while True:
                    await stream.send("x" * 1000)
                    await asyncio.sleep(0)

    async def broadcast(self) -> None:
        """Play to and fro on a large board, before as many spectators as can watch."""
        path, headers = await self.open(game=HUGE[-1])
        watchers = [asyncio.ensure_future(self.listen(path)) for _ in range(150)]
        for _ in range(100):
            look = (await self.client.get(path, headers=headers)).json()
            if look.get("moves"):
                await self.ask("broadcast", f"{path}/move", json={"text": look["moves"][0]}, headers=headers)
                await self.ask("broadcast", f"{path}/undo", json={}, headers=headers)
        for watcher in watchers:
            watcher.cancel()

    async def flood(self) -> None:
        """Open as many streams as possible."""
        path, _ = await self.open(game="nim", seats=["me", "open"])
        async with asyncio.TaskGroup() as group:
            for _ in range(400):
                group.create_task(self.listen(path))

    async def listen(self, path: str) -> None:
        """Listen to a match, and say nothing."""
        address = f"ws://{self.host}:{self.port}{path}/stream"
        with suppress(Exception):
            async with connect(address, local_addr=(self.home, 0), open_timeout=60) as stream:
                self.answers["stream opened"] += 1
                await asyncio.wait_for(stream.wait_closed(), 20)

    async def crawl(self) -> None:
        """Send heads and bodies letter by letter, and never read."""
        beginnings = (
            b"GET / HTTP/1.1\r\nHost: x\r\n",
            b"POST /api/judge HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n{",
        )
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(self.home, 0))
        writer.write(random.choice(beginnings))  # noqa: S311 — likewise
        try:
            while not reader.at_eof():
                writer.write(b"x")
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1), 0.5)
        finally:
            self.answers["crawl"] += 1
            writer.close()

    async def boast(self) -> None:
        """Send a head of a megabyte."""
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(self.home, 0))
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 1_000_000)
            await writer.drain()
            self.answers[f"head {(await reader.read(12))[9:].decode() or 'closed'}"] += 1
        finally:
            writer.close()


async def repeat(attack: Callable[[], Awaitable[None]]) -> None:
    """Attack without end, whatever comes of it."""
    while True:
        with suppress(Exception):
            await attack()
        await asyncio.sleep(0.001)


async def attack(address: str, number: int) -> None:
    """Run a number of hostile clients until they are stopped."""
    url = httpx2.URL(address)
    clients: list[Hostile] = []

    def stop() -> None:
        total = sum((client.answers for client in clients), Counter[str]())
        print("hostile:", ", ".join(f"{kind} ×{times}" for kind, times in sorted(total.items())), file=sys.stderr)
        # There is nothing to tidy up, and a thousand lines to close.
        os._exit(0)

    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop)
    async with asyncio.TaskGroup() as group:
        for each in range(number):
            home = f"127.2.0.{each + 1}"
            transport = httpx2.AsyncHTTPTransport(local_address=home, verify=False)
            own = httpx2.AsyncClient(base_url=address, transport=transport, timeout=120)
            client = Hostile(url.host, url.port or 80, home, own)
            clients.append(client)
            quick = (client.judge, client.malform, client.spell, client.large, client.hog, client.play, client.churn)
            for one in (*quick, *quick, *quick, client.flood, client.broadcast, client.boast, *(client.crawl,) * 40):
                group.create_task(repeat(one))


if __name__ == "__main__":
    # They stand for other machines, so they use only what the table and the players leave of this one.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    uvloop.run(attack(sys.argv[1], int(sys.argv[2])))
