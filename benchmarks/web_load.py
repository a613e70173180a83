"""How fast the web table answers while many matches go on: bots play over the net, and each move is timed.

Each match has two bots, which hear of the board from its stream, take turns, and think for a while before each move; the
time of a move is from sending it until the table has answered that it is safely kept.  Like the page, a bot whose line
breaks connects again and sends its move once more under the same key; how often that happens is told.  Run it as

    python benchmarks/web_load.py --matches 200 --seconds 20
    python benchmarks/web_load.py --postgresql --workers 2

The second starts a PostgreSQL server of its own, for which its programs must be installed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

WARMING = 10
"""Seconds in which the matches begin one after the other; moves are timed after that."""


@contextmanager
def serving(database: str, workers: int) -> Iterator[str]:
    """Open a table in processes of its own, and hand out its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "hoyle", "serve", "--rate", "0", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--database", database, "--workers", str(workers)], stderr=subprocess.DEVNULL, start_new_session=True
    )
    address = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            urlopen(f"{address}/api/rules/nim").close()  # noqa: S310 — our own server
            break
        except (URLError, ConnectionError):
            time.sleep(0.1)
    try:
        yield address
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


@contextmanager
def postgresql() -> Iterator[str]:
    """Start a PostgreSQL server in a folder of its own, and hand out the address of its database."""
    import psycopg

    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    place = f"{programs[-1]}/" if programs else ""
    # The server refuses to run as root.
    user = "nobody" if os.geteuid() == 0 else None
    with TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        if user:
            shutil.chown(folder, user)
        data = f"{folder}/data"
        quiet: dict[str, Any] = {
            "cwd": folder,
            "user": user,
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.DEVNULL,
        }
        subprocess.run([f"{place}initdb", "-D", data, "-U", "hoyle", "-A", "trust"], check=True, **quiet)
        command = [f"{place}postgres", "-D", data, "-p", str(port), "-k", folder, "-h", "127.0.0.1"]
        with subprocess.Popen(command, **quiet) as server:
            address = f"postgresql://hoyle@127.0.0.1:{port}/postgres"
            for _ in range(100):
                try:
                    psycopg.connect(address).close()
                    break
                except psycopg.OperationalError:
                    time.sleep(0.1)
            try:
                yield address
            finally:
                server.terminate()


@dataclass
class Bots:
    """Those who play: where, what, how fast, from when and until when their moves are timed, and the times."""

    client: httpx2.AsyncClient
    game: str
    pace: float
    since: float
    until: float
    times: list[float] = field(default_factory=list)
    broken: int = 0
    """How often a line broke."""
    repeated: int = 0
    """How often a move had to be sent once more."""

    async def sit(self, path: str, token: str) -> None:
        """Play one seat of a match: hear of the board from the stream, think, and move."""
        headers = {"authorization": f"Bearer {token}"}
        address = str(self.client.base_url).replace("http", "ws").rstrip("/") + path
        # As an iterator it connects again whenever the line breaks.
        async for stream in connect(f"{address}/stream", additional_headers=headers):
            try:
                async for message in stream:
                    look = json.loads(message)
                    if look["ended"]:
                        return
                    if look["yours"]:
                        await asyncio.sleep(random.uniform(0.5, 1.5) * self.pace)  # noqa: S311 — bots think irregularly
                        await self.move(path, headers, {"text": look["moves"][-1], "version": look["version"]})
            except ConnectionClosed:
                pass
            self.broken += 1

    async def move(self, path: str, headers: dict[str, str], move: dict[str, Any]) -> None:
        """Make a move, and note how long that took."""
        begun = time.perf_counter()
        move["key"] = secrets.token_hex(16)
        try:
            answer = await self.client.post(f"{path}/move", json=move, headers=headers)
        except httpx2.TransportError:
            self.repeated += 1
            answer = await self.client.post(f"{path}/move", json=move, headers=headers)
        answer.raise_for_status()
        if self.since <= begun <= self.until:
            self.times.append(time.perf_counter() - begun)

    async def play(self) -> None:
        """Play one match after the other, both seats, until the time is over."""
        while (left := self.until - time.perf_counter()) > 0:
            terms = {"game": self.game, "seats": ["me", "open"]}
            opened = (await self.client.post("/api/matches", json=terms)).json()
            path = f"/api/matches/{opened['match']}"
            joined = (await self.client.post(f"{path}/join", json={"invite": opened["invites"]["1"]})).json()
            bots = [asyncio.ensure_future(self.sit(path, facts["token"])) for facts in (opened, joined)]
            _, waiting = await asyncio.wait(bots, timeout=left)
            for bot in waiting:
                bot.cancel()


async def load(address: str, matches: int, game: str, pace: float, seconds: float) -> Bots:
    """Return the bots, with the seconds that each move took, after so many matches went on."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        since = time.perf_counter() + WARMING
        bots = Bots(client, game, pace, since, since + seconds)
        async with asyncio.TaskGroup() as group:
            for _ in range(matches):
                group.create_task(bots.play())
                await asyncio.sleep(WARMING / matches)
    return bots


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--matches", type=int, default=200)
    options.add_argument("--game", default="nim/6,7,8,9")
    options.add_argument("--pace", type=float, default=2.0, help="seconds between the moves of a match, on average")
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--postgresql", action="store_true", help="with a PostgreSQL server of its own, not SQLite")
    chosen = options.parse_args()
    # Each match has two streams and some requests on the way; a process may often open only a thousand.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with (
        TemporaryDirectory() as folder,
        postgresql() if chosen.postgresql else nullcontext(str(Path(folder) / "load.db")) as database,
        serving(database, chosen.workers) as address,
    ):
        busy = os.getloadavg()[0]
        bots = asyncio.run(load(address, chosen.matches, chosen.game, chosen.pace, chosen.seconds))
    times = sorted(bots.times)
    kind = "PostgreSQL" if chosen.postgresql else "SQLite"
    print(f"{chosen.matches} matches of {chosen.game} at once, a move every {chosen.pace:g} s in each")
    print(f"{kind}, {chosen.workers} workers; the machine's load before it began was {busy:.2f}")
    print(f"{bots.broken} lines broke and were taken up again, {bots.repeated} moves were sent twice")
    print(f"{len(times)} moves, {len(times) / chosen.seconds:.0f} a second")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{1000 * (spent.ru_utime + spent.ru_stime) / len(times):.1f} ms of the server's processor for each move and all around it"
    )
    for share in (50, 90, 99):
        print(f"{share} of 100 within {1000 * times[min(len(times) - 1, len(times) * share // 100)]:.0f} ms")


if __name__ == "__main__":
    main()
