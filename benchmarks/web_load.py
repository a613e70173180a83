"""How fast the web table answers while many matches go on: bots play over the net, and each move is timed.

Each match has two bots, which hear of the board from its stream, take turns, and think for a while before each move; the
time of a move is from sending it until the table has answered that it is safely kept.  Like the page, a bot whose line
breaks connects again and sends its move once more under the same key; how often that happens is told.  Run it as

    python benchmarks/web_load.py --matches 200 --seconds 20
    python benchmarks/web_load.py --postgresql --workers 2
    python benchmarks/web_load.py --matches 300 --hostile 10

The second starts a PostgreSQL server of its own, for which its programs must be installed.  In the third ten clients do the
worst that they can beside the matches, as fast as they are let (benchmarks/web_attack.py); the table then has its usual
limits, and so each match and each hostile client has an address of its own.
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
def serving(database: str, workers: int, *, limited: bool = False) -> Iterator[str]:
    """Open a table in processes of its own, and hand out its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "hoyle", "serve", "--port", str(port), *([] if limited else ["--rate", "0"])]
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
def attacking(address: str, hostile: int) -> Iterator[None]:
    """Let hostile clients go on in a process of their own, which tells at the end what they did."""
    if not hostile:
        yield
        return
    command = [sys.executable, str(Path(__file__).with_name("web_attack.py")), address, str(hostile)]
    attackers = subprocess.Popen(command)
    try:
        yield
    finally:
        attackers.send_signal(signal.SIGINT)
        attackers.wait()


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

    address: str
    apart: bool
    """Whether each match has an address of its own."""
    game: str
    pace: float
    since: float
    until: float
    times: list[float] = field(default_factory=list)
    refused: int = 0
    """How often an honest request was refused."""
    broken: int = 0
    """How often a line broke."""
    repeated: int = 0
    """How often a move had to be sent once more."""

    async def sit(self, client: httpx2.AsyncClient, home: str | None, path: str, token: str) -> None:
        """Play one seat of a match: hear of the board from the stream, think, and move."""
        headers = {"authorization": f"Bearer {token}"}
        address = self.address.replace("http", "ws") + path
        place = {} if home is None else {"local_addr": (home, 0)}
        # As an iterator it connects again whenever the line breaks.
        async for stream in connect(f"{address}/stream", additional_headers=headers, **place):
            try:
                async for message in stream:
                    look = json.loads(message)
                    if look["ended"]:
                        return
                    if look["yours"]:
                        await asyncio.sleep(random.uniform(0.5, 1.5) * self.pace)  # noqa: S311 — bots think irregularly
                        await self.move(client, path, headers, {"text": look["moves"][-1], "version": look["version"]})
            except ConnectionClosed:
                pass
            self.broken += 1

    async def move(self, client: httpx2.AsyncClient, path: str, headers: dict[str, str], move: dict[str, Any]) -> None:
        """Make a move, and note how long that took."""
        begun = time.perf_counter()
        move["key"] = secrets.token_hex(16)
        try:
            answer = await client.post(f"{path}/move", json=move, headers=headers)
        except httpx2.TransportError:
            self.repeated += 1
            answer = await client.post(f"{path}/move", json=move, headers=headers)
        if answer.status_code == 429:
            self.refused += 1
            return
        answer.raise_for_status()
        if self.since <= begun <= self.until:
            self.times.append(time.perf_counter() - begun)

    async def play(self, number: int, shared: httpx2.AsyncClient) -> None:
        """Play one match after the other, both seats, until the time is over."""
        if not self.apart:
            await self.play_on(shared, None)
            return
        home = f"127.1.{number // 250}.{number % 250 + 1}"
        transport = httpx2.AsyncHTTPTransport(local_address=home, verify=False)
        async with httpx2.AsyncClient(base_url=self.address, transport=transport, timeout=60) as client:
            await self.play_on(client, home)

    async def play_on(self, client: httpx2.AsyncClient, home: str | None) -> None:
        """Play with a client, from an address of this machine or from any."""
        while (left := self.until - time.perf_counter()) > 0:
            terms = {"game": self.game, "seats": ["me", "open"]}
            opened = (await client.post("/api/matches", json=terms)).json()
            path = f"/api/matches/{opened['match']}"
            joined = (await client.post(f"{path}/join", json={"invite": opened["invites"]["1"]})).json()
            bots = [asyncio.ensure_future(self.sit(client, home, path, facts["token"])) for facts in (opened, joined)]
            _, waiting = await asyncio.wait(bots, timeout=left)
            for bot in waiting:
                bot.cancel()


async def load(address: str, chosen: argparse.Namespace) -> Bots:
    """Return the bots, with the seconds that each move took, after so many matches went on."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        since = time.perf_counter() + WARMING
        bots = Bots(address, chosen.hostile > 0, chosen.game, chosen.pace, since, since + chosen.seconds)
        async with asyncio.TaskGroup() as group:
            for number in range(chosen.matches):
                group.create_task(bots.play(number, client))
                await asyncio.sleep(WARMING / chosen.matches)
    return bots


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--matches", type=int, default=200)
    options.add_argument("--game", default="nim/6,7,8,9")
    options.add_argument("--pace", type=float, default=2.0, help="seconds between the moves of a match, on average")
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--hostile", type=int, default=0, help="so many clients do the worst they can meanwhile")
    options.add_argument("--postgresql", action="store_true", help="with a PostgreSQL server of its own, not SQLite")
    chosen = options.parse_args()
    # Each match has two streams and some requests on the way; a process may often open only a thousand.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with (
        TemporaryDirectory() as folder,
        postgresql() if chosen.postgresql else nullcontext(str(Path(folder) / "load.db")) as database,
        serving(database, chosen.workers, limited=chosen.hostile > 0) as address,
    ):
        busy = os.getloadavg()[0]
        with attacking(address, chosen.hostile):
            bots = asyncio.run(load(address, chosen))
            with urlopen(f"{address}/health") as answer:  # noqa: S310 — our own server
                health = json.load(answer)
    times = sorted(bots.times)
    kind = "PostgreSQL" if chosen.postgresql else "SQLite"
    print(f"{chosen.matches} matches of {chosen.game} at once, a move every {chosen.pace:g} s in each")
    print(f"{kind}, {chosen.workers} workers; the machine's load before it began was {busy:.2f}")
    print(f"{bots.broken} lines broke and were taken up again, {bots.repeated} moves were sent twice")
    print(f"{len(times)} moves, {len(times) / chosen.seconds:.0f} a second; {bots.refused} were refused")
    if chosen.hostile:
        print(f"beside {chosen.hostile} hostile clients; the table's health at the end: {json.dumps(health)}")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{1000 * (spent.ru_utime + spent.ru_stime) / len(times):.1f} ms of the server's processor for each move and all around it"
    )
    for share in (50, 90, 99):
        print(f"{share} of 100 within {1000 * times[min(len(times) - 1, len(times) * share // 100)]:.0f} ms")


if __name__ == "__main__":
    main()
