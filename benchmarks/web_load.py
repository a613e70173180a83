"""How fast the web table answers while many matches go on: bots play over the net, and each move is timed.

Each match has two bots, which hear of the board from its stream, take turns, and think for a while before each move; the
time of a move is from sending it until the table has answered that it is stored.  Like the page, a bot whose connection
breaks connects again and sends its move once more under the same key; how often that happens is printed.  Run it as

    python benchmarks/web_load.py --matches 200 --seconds 20
    python benchmarks/web_load.py --postgresql --workers 2
    python benchmarks/web_load.py --matches 300 --hostile 10

The second starts a PostgreSQL server of its own, whose programs must be installed.  In the third, ten clients attack the
table during the matches, as fast as they can (benchmarks/web_attack.py); the table then has its usual limits, so each match
and each hostile client has an address of its own.
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
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import uvloop

WARMING = 10
"""Seconds in which the matches begin one after another; moves are timed after that."""


@contextmanager
def serving(database: str, workers: int, *, limited: bool = False) -> Iterator[tuple[str, int]]:
    """Open a table in processes of its own, and yield its address and the number of the first.

    They stay in this session: Linux shares the processors among sessions first, and only then by niceness.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "hoyle", "serve", "--port", str(port), *([] if limited else ["--rate", "0"])]
    server = subprocess.Popen(
        [*command, "--database", database, "--workers", str(workers)], stderr=subprocess.DEVNULL, process_group=0
    )
    address = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            urlopen(f"{address}/api/rules/nim").close()  # noqa: S310 — our own server
            break
        except (URLError, ConnectionError):
            time.sleep(0.1)
    try:
        yield address, server.pid
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


def processor(*roots: int) -> dict[str, float]:
    """Return the processor seconds that some processes and their descendants have used so far: thinkers, attackers, server."""
    used: dict[str, float] = defaultdict(float)
    family = set(roots)
    # A child has a larger number than its parent.
    for process in sorted(Path("/proc").glob("[0-9]*"), key=lambda place: int(place.name)):
        # A process may end meanwhile.
        with suppress(OSError):
            facts = (process / "stat").read_text().rpartition(") ")[2].split()
            if {int(process.name), int(facts[1])} & family - {0}:
                family.add(int(process.name))
                command = (process / "cmdline").read_bytes()
                who = "thinkers" if b"thinking" in command else "hostile" if b"web_attack" in command else "server"
                used[who] += (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")
    return used


def waiting_time(process: int | str) -> float:
    """Return the seconds for which the main thread of a process was ready but had to wait for a processor."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9


def stolen_time() -> float:
    """Return the seconds of processor that the host of a virtual machine gave to others though this one had work for them."""
    return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")


class Probe(Thread):
    """How long the disk takes to keep a few bytes, tried again and again: no move is acknowledged sooner than that."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.times: list[tuple[float, float]] = []
        """When each try began, and the seconds it took."""
        self._file = os.open(folder / "probe", os.O_CREAT | os.O_WRONLY)

    def run(self) -> None:
        """Write and wait for the disk, a few times a second, as long as the process lives."""
        while True:
            began = time.perf_counter()
            os.pwrite(self._file, b"x" * 4096, 0)
            os.fsync(self._file)
            self.times.append((began, time.perf_counter() - began))
            time.sleep(0.1)

    def slowest(self, since: float, until: float) -> float:
        """Return the longest that it took in a time."""
        return max((seconds for began, seconds in self.times if since <= began <= until), default=0.0)


@contextmanager
def attacking(address: str, hostile: int) -> Iterator[int]:
    """Run hostile clients in a process of their own, and yield its number; at the end it prints what they did."""
    if not hostile:
        yield 0
        return
    command = [sys.executable, str(Path(__file__).with_name("web_attack.py")), address, str(hostile)]
    attackers = subprocess.Popen(command)
    try:
        yield attackers.pid
    finally:
        attackers.send_signal(signal.SIGINT)
        attackers.wait()


@contextmanager
def postgresql() -> Iterator[str]:
    """Start a PostgreSQL server in a folder of its own, and yield the address of its database."""
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


class Line:
    """A connection to the table; it does as little work as possible, because the bots share the machine with the table."""

    def __init__(self, address: str, home: str | None, token: str = "") -> None:
        self._host, _, self._port = address.removeprefix("http://").partition(":")
        self._home = None if home is None else (home, 0)
        self._token = token
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def close(self) -> None:
        """Close the connection."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None

    async def ask(self, path: str, **question: Any) -> tuple[int, bytes]:
        """Return the status and the body of the answer to a question."""
        if self._ends is None or self._ends[0].at_eof():
            self.close()
            self._ends = await self._connect()
        body = json.dumps(question).encode()
        head = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        status, facts = await self._send(f"POST {path} HTTP/1.1\r\n{head}", body)
        return status, await self._ends[0].readexactly(int(facts["content-length"]))

    async def listen(self, path: str) -> AsyncIterator[bytes]:
        """Yield what the table says on a stream, until it closes it."""
        self._ends = reader, writer = await self._connect()
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        key = b64encode(secrets.token_bytes(16)).decode()
        status, _ = await self._send(f"GET {path} HTTP/1.1\r\n{upgrade}Sec-WebSocket-Key: {key}\r\n")
        if status != 101:
            raise ConnectionResetError(f"a stream was refused: {status}")
        while True:
            kind, size = await reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8))
            said = await reader.readexactly(size)
            match kind & 15:
                case 1:
                    yield said
                case 8:
                    return
                case 9:
                    # A client masks what it sends; here the mask is zero.
                    writer.write(bytes((0x8A, 0x80 | size, 0, 0, 0, 0)) + said)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self._host, int(self._port), local_addr=self._home, limit=2**20)

    async def _send(self, head: str, body: bytes = b"") -> tuple[int, dict[str, str]]:
        """Send a request, and return the status and the headers of its answer."""
        assert self._ends is not None  # noqa: S101 — it has connected before
        reader, writer = self._ends
        seat = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        writer.write(f"{head}Host: {self._host}\r\n{seat}\r\n".encode() + body)
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        return int(first.split()[1]), dict(line.lower().split(": ", 1) for line in rest if line)


@dataclass
class Bots:
    """The bots: where, what and how fast they play, from when and until when their moves are timed, and the times."""

    address: str
    apart: bool
    """Whether each match has an address of its own."""
    game: str
    pace: float
    since: float
    until: float
    choice: int
    """Which of the moves they choose: the last is the largest."""
    times: list[float] = field(default_factory=list)
    """The seconds that each move took."""
    openings: list[float] = field(default_factory=list)
    """The seconds that it took to open each match, however often that was refused."""
    refused: Counter[str] = field(default_factory=Counter)
    """How often an honest request was refused, by its kind and the status."""
    broken: int = 0
    """How often a connection broke."""
    repeated: int = 0
    """How often a move had to be sent once more."""
    waits: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Seconds for which the server and the bots had to wait for a processor of this machine, and those that its host took away."""

    async def sit(self, home: str | None, path: str, token: str) -> None:
        """Play one seat of a match: hear of the board from the stream, think, and move."""
        asking, stream = Line(self.address, home, token), Line(self.address, home, token)
        try:
            while True:
                with suppress(OSError, EOFError):
                    async for message in stream.listen(f"{path}/stream"):
                        look = json.loads(message)
                        if look["ended"]:
                            return
                        if look["yours"]:
                            await asyncio.sleep(random.uniform(0.5, 1.5) * self.pace)  # noqa: S311 — bots think irregularly
                            await self.move(
                                asking, path, {"text": look["moves"][self.choice], "version": look["version"]}
                            )
                self.broken += 1
                stream.close()
                await asyncio.sleep(1)
        finally:
            asking.close()
            stream.close()

    async def move(self, line: Line, path: str, move: dict[str, Any]) -> None:
        """Make a move, and note how long that took."""
        began = time.perf_counter()
        move["key"] = secrets.token_hex(16)
        try:
            status, _ = await line.ask(f"{path}/move", **move)
        except (OSError, EOFError):
            self.repeated += 1
            line.close()
            status, _ = await line.ask(f"{path}/move", **move)
        if status != 200:
            self.refused[f"move {status}"] += 1
            return
        if self.since <= began <= self.until:
            self.times.append(time.perf_counter() - began)

    async def ask(self, line: Line, kind: str, path: str, **question: Any) -> dict[str, Any]:
        """Return the answer to a question, asked again until it is not refused."""
        while True:
            status, body = await line.ask(path, **question)
            if status in {200, 201}:
                facts: dict[str, Any] = json.loads(body)
                return facts
            self.refused[f"{kind} {status}"] += 1
            await asyncio.sleep(1)

    async def play(self, number: int) -> None:
        """Play one match after another, on both seats, until the time is over."""
        home = f"127.1.{number // 250}.{number % 250 + 1}" if self.apart else None
        line = Line(self.address, home)
        while (left := self.until - time.perf_counter()) > 0:
            began = time.perf_counter()
            opened = await self.ask(line, "open", "/api/matches", game=self.game, seats=["me", "open"])
            if self.since <= began:
                self.openings.append(time.perf_counter() - began)
            path = f"/api/matches/{opened['match']}"
            joined = await self.ask(line, "join", f"{path}/join", invite=opened["invites"]["1"])
            bots = [asyncio.ensure_future(self.sit(home, path, facts["token"])) for facts in (opened, joined)]
            _, waiting = await asyncio.wait(bots, timeout=left)
            for bot in waiting:
                bot.cancel()
        line.close()


async def load(address: str, processes: tuple[int, ...], chosen: argparse.Namespace) -> tuple[Bots, dict[str, float]]:
    """Return the bots, with the seconds that each move took, and the processor's time that these moves took."""
    since = time.perf_counter() + WARMING
    choice = 0 if chosen.long else -1
    bots = Bots(address, chosen.hostile > 0, chosen.game, chosen.pace, since, since + chosen.seconds, choice)
    async with asyncio.TaskGroup() as group:
        for number in range(chosen.matches):
            group.create_task(bots.play(number))
            await asyncio.sleep(WARMING / chosen.matches)
        await asyncio.sleep(since - time.perf_counter())
        before, own = processor(*processes), time.process_time()
        waits = waiting_time(processes[0]), waiting_time("self"), stolen_time()
        await asyncio.sleep(bots.until - time.perf_counter())
        spent = {who: seconds - before.get(who, 0) for who, seconds in processor(*processes).items()}
        spent["bots"] = time.process_time() - own
        after = waiting_time(processes[0]), waiting_time("self"), stolen_time()
        bots.waits = after[0] - waits[0], after[1] - waits[1], after[2] - waits[2]
    return bots, spent


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--matches", type=int, default=200)
    options.add_argument("--game", default="nim/6,7,8,9")
    options.add_argument(
        "--long", action="store_true", help="with the smallest moves: a match of nim has 30, and not 4"
    )
    options.add_argument("--pace", type=float, default=2.0, help="seconds between the moves of a match, on average")
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--hostile", type=int, default=0, help="how many hostile clients attack meanwhile")
    options.add_argument("--postgresql", action="store_true", help="with a PostgreSQL server of its own, not SQLite")
    chosen = options.parse_args()
    # Whoever stops this stops the table and the hostile clients too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    # Each match has two streams and some requests on the way; a process may often open only a thousand.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with (
        TemporaryDirectory() as folder,
        postgresql() if chosen.postgresql else nullcontext(str(Path(folder) / "load.db")) as database,
        serving(database, chosen.workers, limited=chosen.hostile > 0) as (address, server),
    ):
        busy = os.getloadavg()[0]
        disk = Probe(Path(folder))
        disk.start()
        with attacking(address, chosen.hostile) as attackers:
            bots, spent = uvloop.run(load(address, (server, attackers), chosen))
            with urlopen(f"{address}/health") as answer:  # noqa: S310 — our own server
                health = json.load(answer)
    times = bots.times
    kind = "PostgreSQL" if chosen.postgresql else "SQLite"
    size = "long" if chosen.long else "short"
    print(f"{chosen.matches} {size} matches of {chosen.game} at once, a move every {chosen.pace:g} s in each")
    print(f"{kind}, {chosen.workers} workers; the machine's load before it began was {busy:.2f}")
    print(f"{bots.broken} lines broke and were taken up again, {bots.repeated} moves were sent twice")
    print(f"{len(times)} moves, {len(times) / chosen.seconds:.0f} a second; refused: {dict(bots.refused) or 'none'}")
    if chosen.hostile:
        print(f"beside {chosen.hostile} hostile clients; the table's health at the end: {json.dumps(health)}")
    each = ", ".join(f"{1000 * seconds / len(times):.1f} ms {who}" for who, seconds in spent.items())
    print(
        f"processor for each move and all around it: {each}; the server used {100 * spent['server'] / chosen.seconds:.0f}% of one"
    )
    print(
        "of {:g} s, the server waited {:.1f} s for a processor, and the bots {:.1f} s; the machine's host took {:.1f} s away".format(
            chosen.seconds, *bots.waits
        )
    )
    print(f"the disk took at most {1000 * disk.slowest(bots.since, bots.until):.0f} ms to keep a few bytes")
    print(f"a match was opened: {spread(bots.openings)}")
    print(f"a move was stored: {spread(bots.times)}")


def spread(times: list[float]) -> str:
    """Return within which time half of something was done, and 90 and 99 of 100.

    >>> spread([0.001 * number for number in range(100)])
    '50 of 100 within 50 ms, 90 within 90 ms, 99 within 99 ms'
    """
    ordered = sorted(times) or [0.0]
    half, most, nearly_all = (
        1000 * ordered[min(len(ordered) - 1, len(ordered) * share // 100)] for share in (50, 90, 99)
    )
    return f"50 of 100 within {half:.0f} ms, 90 within {most:.0f} ms, 99 within {nearly_all:.0f} ms"


if __name__ == "__main__":
    main()
