"""Histories: what clients asked of several servers and what they were told, and whether one correct server could have.

The model is the fold of the journal and nothing else: `check` replays the journal that is left in the end and says of
each answer whether it fits.

- What was acknowledged stands in the journal once, at the place that was acknowledged, and is what the rules make of it.
- What was refused does not stand there, and had to be refused in the version for which it was asked.
- What was neither stands there once or not at all.
- Every look is the state after some first part of the journal; a look that began after another ended is not older.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import secrets
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from hoyle.game import HoyleError
from hoyle.tables.web import wishes
from hoyle.tables.web.journal import Entry, Terms
from hoyle.tables.web.sitting import Sitting
from hoyle.tables.web.store import Store
from web import Server, serving

WISHES = ("see", "see", "move", "move", "move", "move", "undo", "redo", "restart")


@dataclass(frozen=True)
class Event:
    """One question and its answer: the version it was asked for, and the version and position of the look it got."""

    match: str
    client: int
    began: float
    ended: float
    wish: str
    text: str = ""
    key: str = ""
    asked: int = 0
    status: int = 0
    """The HTTP status; 0 where there was no answer, and so nobody knows."""
    version: int = 0
    position: str = ""

    @property
    def verdict(self) -> Literal["done", "refused", "unknown"]:
        """Whether it was acknowledged, refused, or neither."""
        if self.status == 200:
            return "done"
        return "refused" if 400 <= self.status < 500 else "unknown"


# --------------------------------------------------------------------------------------------------------- the checker


def check(events: Sequence[Event], terms: Terms, entries: Sequence[Entry]) -> list[str]:
    """Return what is wrong with the history of one match, given the journal that is left of it."""
    wrong: list[str] = []
    states = [Sitting.open("x", terms)]
    for version, entry in enumerate(entries, 1):
        if entry.version != version:
            return [f"entry {entry.version} stands at place {version}"]
        states.append(states[-1].after(entry))
    places: dict[str, int] = {}
    for entry in entries:
        # The service puts the seat before a client's key.
        key = (entry.key or "").partition(":")[2]
        if key in places:
            wrong.append(f"{key} stands at {places[key]} and at {entry.version}")
        places[key] = entry.version
    wrong.extend(f"{entry.version} was asked for by nobody" for entry in entries if not entry.key)
    ended = sorted((event for event in events if event.verdict == "done"), key=lambda event: event.ended)
    first_asked: dict[str, float] = {}
    for event in events:
        first_asked[event.key] = min(event.began, first_asked.get(event.key, event.began))
    floor, done = 0, 0
    for event in sorted(events, key=lambda event: event.began):
        while done < len(ended) and ended[done].ended < event.began:
            floor = max(floor, ended[done].version)
            done += 1
        fault = _look(event, states, floor) or (_wish(event, states, places, first_asked) if event.key else None)
        if fault:
            wrong.append(f"{event}: {fault}")
    return wrong


def _look(event: Event, states: Sequence[Sitting], floor: int) -> str | None:
    if event.verdict != "done":
        return None
    if event.version >= len(states):
        return f"version {event.version} was shown, and only {len(states) - 1} are left"
    if event.position != states[event.version].match.position:
        return f"the position of version {event.version} is {states[event.version].match.position}"
    return f"version {floor} was shown before" if event.version < floor else None


def _wish(event: Event, states: Sequence[Sitting], places: dict[str, int], first_asked: dict[str, float]) -> str | None:
    place = places.get(event.key)
    if event.asked >= len(states):
        return f"it was asked for version {event.asked}, and only {len(states) - 1} are left"
    before = states[event.asked]
    seats = next(iter(before.holders.values()))
    legal = True
    try:
        wishes.change(before, seats, event.wish, event.text)
    except HoyleError:
        legal = False
    if place is not None and (place != event.asked + 1 or not legal):
        return f"it stands at {place}, after a version for which it was not meant or in which it is not legal"
    if event.verdict == "done":
        return None if place is not None and event.version >= place else "it was acknowledged and is not there"
    if event.verdict == "refused":
        if place is not None:
            return f"it was refused and stands at {place}"
        other = next((key for key, version in places.items() if version == event.asked + 1), None)
        if legal and (other is None or first_asked.get(other, 0.0) > event.ended):
            return "it was refused without a reason"
    return None


# ---------------------------------------------------------------------------------------------------- clients and kills


@dataclass
class Run:
    """Some servers over one database, and clients that ask them at random."""

    folder: Path
    servers: Sequence[Server]
    seed: int
    events: list[Event] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    stopped: threading.Event = field(default_factory=threading.Event)
    kills: int = 0
    accidents: int = 0

    def ask(self, server: Server, method: str, path: str, token: str, body: Any = None) -> tuple[int, Any]:
        """Return a status and what was answered, or 0 if there is no answer."""
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        try:
            line.request(method, f"/api/matches{path}", None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}
        finally:
            line.close()

    def open(self, game: str, seats: Sequence[str]) -> str:
        """Open a match and return its name."""
        status, answer = self.ask(self.servers[0], "POST", "", "", {"game": game, "seats": list(seats)})
        assert status == 201, answer
        self.tokens[answer["match"]] = answer["token"]
        return str(answer["match"])

    def play(self, client: int, name: str) -> None:
        """Ask at random, as one client of a match, until all is stopped."""
        dice = random.Random(self.seed * 1000 + client)  # noqa: S311 — no secret
        look: dict[str, Any] = {}
        while not self.stopped.is_set():
            wish = dice.choice(WISHES) if look else "see"
            text = dice.choice(look["moves"]) if wish == "move" and look["moves"] else ""
            if wish == "move" and not text:
                wish = "restart"
            body = {"version": look.get("version", 0), "key": "" if wish == "see" else secrets.token_hex(8)}
            for _ in range(dice.choice((1, 3))):
                began = time.monotonic()
                if wish == "see":
                    status, answer = self.ask(dice.choice(self.servers), "GET", f"/{name}", self.tokens[name])
                else:
                    wished = {**body, "text": text} if wish == "move" else body
                    path = f"/{name}/{wish}"
                    status, answer = self.ask(dice.choice(self.servers), "POST", path, self.tokens[name], wished)
                told = (answer["version"], answer["position"]) if status == 200 else (0, "")
                asked = (wish, text, body["key"], body["version"])
                self.events.append(Event(name, client, began, time.monotonic(), *asked, status, *told))
                look = answer if status == 200 else look
                if status:
                    break
                time.sleep(0.02)

    def kill(self, pause: float) -> None:
        """Kill a server with -9 or hold it up, and start or wake it again, until all is stopped."""
        dice = random.Random(self.seed)  # noqa: S311 — no secret
        while not self.stopped.wait(pause * dice.random()):
            server = dice.choice(self.servers)
            assert server.process is not None
            if dice.random() < 0.25:
                os.killpg(server.process.pid, signal.SIGSTOP)
                time.sleep(0.3)
                os.killpg(server.process.pid, signal.SIGCONT)
            else:
                server.kill()
                self.kills += 1
                self.start(server)

    def start(self, server: Server) -> None:
        """Start a server; one that finds no database says so and ends, and is started again."""
        for _ in range(20):
            with suppress(AssertionError):
                server.start()
                return
            time.sleep(0.2)
        server.start()

    def disturb(self, pause: float) -> None:
        """Lock the database as a stranger, or take it away for a while, until all is stopped."""
        dice = random.Random(self.seed + 1)  # noqa: S311 — no secret
        path = self.folder / "hoyle.db"
        while not self.stopped.wait(pause * dice.random()):
            self.accidents += 1
            if dice.random() < 0.5:
                with suppress(sqlite3.OperationalError):
                    stranger = sqlite3.connect(path, isolation_level=None, timeout=1)
                    stranger.execute("BEGIN IMMEDIATE")
                    time.sleep(6 * dice.random())
                    stranger.close()
            else:
                path.rename(self.folder / "away.db")
                time.sleep(0.5 * dice.random())
                (self.folder / "away.db").rename(path)

    def faults(self) -> list[str]:
        """Return what is wrong with the histories of all matches."""
        store = Store(str(self.folder / "hoyle.db"))
        try:
            wrong = []
            for name in self.tokens:
                terms = store.terms(name)
                assert terms is not None, f"{name} is gone"
                own = [event for event in self.events if event.match == name]
                wrong += check(own, terms, store.entries(name, 0))
            return wrong
        finally:
            store.close()


@contextmanager
def running(*jobs: Callable[[], None], stopped: threading.Event) -> Iterator[None]:
    """Do some jobs at the same time, and end them afterwards; what goes wrong in one goes wrong here."""
    faults: list[BaseException] = []

    def do(job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as fault:  # noqa: BLE001 — it is raised again where somebody sees it
            faults.append(fault)
            stopped.set()

    threads = [threading.Thread(target=do, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
    if faults:
        raise faults[0]


def history(
    folder: Path, *, seconds: float, seed: int, matches: int = 3, clients: int = 2, disturb: bool = False
) -> Run:
    """Return a run of so many seconds on two servers that are killed again and again."""
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(folder)) for _ in range(2)]
        run = Run(folder, servers, seed)
        games = [("pegs/english", ["me"]), ("nim/5,6,7", ["me", "me"])]
        names = [run.open(*games[number % len(games)]) for number in range(matches)]
        jobs: list[Callable[[], None]] = [partial(run.kill, 2.0)]
        jobs += [partial(run.play, client, names[client % matches]) for client in range(matches * clients)]
        if disturb:
            jobs.append(partial(run.disturb, 8.0))
        with running(*jobs, stopped=run.stopped):
            run.stopped.wait(seconds)
    return run
