"""How fast the web table answers while many matches go on: bots play over the net, and each move is timed.

Each match has two bots, which take turns and think for a while before each move, and a watcher at its stream; the time
of a move is from sending it until the table has answered that it is safely kept.  Run it as

    python benchmarks/web_load.py --matches 200 --seconds 20
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

import httpx2
from websockets.asyncio.client import connect


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


async def watch(address: str) -> None:
    """Listen to a match for as long as it goes on."""
    async with connect(address.replace("http", "ws") + "/stream") as stream:
        async for _ in stream:
            pass


async def play(client: httpx2.AsyncClient, game: str, pace: float, until: float, times: list[float]) -> None:
    """Play matches of a game, both seats, until the time is over; note how long each move took."""
    while time.perf_counter() < until:
        opened = (await client.post("/api/matches", json={"game": game, "seats": ["me", "open"]})).json()
        path = f"/api/matches/{opened['match']}"
        joined = (await client.post(f"{path}/join", json={"invite": opened["invites"]["1"]})).json()
        tokens, look = [opened["token"], joined["token"]], joined["look"]
        watcher = asyncio.create_task(watch(str(client.base_url).rstrip("/") + path))
        while not look["ended"] and time.perf_counter() < until:
            await asyncio.sleep(random.uniform(0.5, 1.5) * pace)  # noqa: S311 — bots think irregularly
            headers = {"authorization": f"Bearer {tokens[look['turn']]}"}
            begun = time.perf_counter()
            move = {"text": look["moves"][-1] if look["moves"] else "a1", "version": look["version"]}
            answer = await client.post(f"{path}/move", json=move, headers=headers)
            times.append(time.perf_counter() - begun)
            answer.raise_for_status()
            other = {"authorization": f"Bearer {tokens[answer.json()['turn'] or 0]}"}
            look = (await client.get(path, headers=other)).json()
        watcher.cancel()


async def load(address: str, matches: int, game: str, pace: float, seconds: float) -> list[float]:
    """Return the seconds that each move took while so many matches went on."""
    times: list[float] = []
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        until = time.perf_counter() + seconds
        async with asyncio.TaskGroup() as bots:
            for number in range(matches):
                await asyncio.sleep(pace / matches)
                bots.create_task(play(client, game, pace, until, times), name=f"match {number}")
    return times


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--matches", type=int, default=200)
    options.add_argument("--game", default="nim/6,7,8,9")
    options.add_argument("--pace", type=float, default=2.0, help="seconds between the moves of a match, on average")
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--database", help="instead of an SQLite file of its own")
    chosen = options.parse_args()
    with (
        TemporaryDirectory() as folder,
        serving(chosen.database or str(Path(folder) / "load.db"), chosen.workers) as address,
    ):
        times = asyncio.run(load(address, chosen.matches, chosen.game, chosen.pace, chosen.seconds))
    times.sort()
    print(
        f"{chosen.matches} matches of {chosen.game} at once, a move every {chosen.pace:g} s in each, {chosen.workers} workers"
    )
    print(f"{len(times)} moves, {len(times) / chosen.seconds:.0f} a second")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{1000 * (spent.ru_utime + spent.ru_stime) / len(times):.1f} ms of the server's processor for each move and all around it"
    )
    for share in (50, 90, 99):
        print(f"{share} of 100 within {1000 * times[min(len(times) - 1, len(times) * share // 100)]:.0f} ms")


if __name__ == "__main__":
    main()
