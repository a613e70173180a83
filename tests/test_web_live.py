"""Live updates: nobody who watches a match misses that it changed, whoever changed it and however busy the table is."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="fastapi is not installed")
from fastapi.testclient import TestClient

from hoyle.tables.web.http import app as app_module
from hoyle.tables.web.http import streams
from hoyle.tables.web.http.app import application
from hoyle.tables.web.journal import AwayError, Entry, Terms
from hoyle.tables.web.live import Hub
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Return a service over a fresh store."""
    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        yield service


def test_a_database_that_comes_back_older_is_heard_of(tmp_path: Path) -> None:
    """Its serials begin lower than before, also if somebody else was the first to notice that it had been away."""
    database, backup = tmp_path / "hoyle.db", tmp_path / "backup.db"
    store = Store(str(database))
    hub = Hub(store)
    store.create("x", Terms("nim"), [Entry(1, "move", 0, "a1")], now=0)
    with sqlite3.connect(database) as connection:
        connection.execute("VACUUM INTO ?", [str(backup)])
    connection.close()
    assert hub.changes() is None
    for version in range(2, 6):
        store.append("x", Entry(version, "move", 0, "a1"))
    assert hub.changes() == {"x": 5}
    assert hub.changes() == {}
    for path in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
        path.unlink(missing_ok=True)
    with pytest.raises(AwayError):
        store.count()
    database.write_bytes(backup.read_bytes())
    assert store.count() == 1
    assert hub.changes() is None
    store.append("x", Entry(2, "move", 0, "a1"))
    assert hub.changes() == {"x": 2}
    store.close()


class Watcher:
    """A socket that hears looks until it has heard enough."""

    headers: Mapping[str, str] = MappingProxyType({})

    def __init__(self, service: Service, hub: Hub, token: str) -> None:
        self.app = SimpleNamespace(state=SimpleNamespace(service=service, hub=hub))
        self.cookies = {"seat": token}
        self.heard: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.gone = asyncio.Event()

    async def accept(self) -> None:
        """Begin."""

    async def receive(self) -> dict[str, str]:
        """Say nothing until it goes."""
        await self.gone.wait()
        return {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        """Hear a look."""
        self.heard.append(json.loads(text))
        self.news.set()

    async def hear(self, line: int) -> None:
        """Wait until a look has a line of so many moves."""
        while not self.heard or len(self.heard[-1]["line"]) < line:
            self.news.clear()
            await self.news.wait()


@pytest.mark.parametrize("at_once", [True, False])
def test_every_watcher_hears_the_last_change(
    service: Service,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    at_once: bool,  # noqa: FBT001 — a parameter
) -> None:
    """Whichever way and in whichever process it was written, and whenever the watcher came; nobody looks again without a bell."""
    monkeypatch.setattr(streams, "PATIENCE", 3600.0)
    moves = 30

    async def play(writers: list[Service], name: str, tokens: list[str], crowd: list[Watcher], watch: Any) -> None:
        for number in range(moves):
            writer, token = writers[number // 2 % 2], tokens[number % 2]
            version = (await asyncio.to_thread(writer.see, name, token))["version"]
            wish: dict[str, Any] = {"version": version, "key": f"move{number:04}"}
            if not at_once or await writer.move_at_once(name, token, "a1", **wish) is None:
                await asyncio.to_thread(writer.change, name, token, "move", "a1", **wish)
            # They come at any moment, also between the writing and the bell.
            if number % 3 == 0:
                crowd.append(watch(tokens[number // 3 % 2]))
                await asyncio.sleep(0.001 * (number % 7))

    async def scene() -> None:
        with Service(Store(str(tmp_path / "hoyle.db"))) as other:
            hub = Hub(service.store)
            hub.start()
            opened = service.create(f"nim/{moves}", seats=["me", "open"])
            tokens = [opened.token, service.join(opened.name, opened.invites[1])[0]]
            tasks: list[asyncio.Task[None]] = []

            def watch(token: str) -> Watcher:
                watcher = Watcher(service, hub, token)
                tasks.append(asyncio.create_task(streams.stream(watcher, opened.name)))  # type: ignore[arg-type]  # all of a socket that it asks for
                return watcher

            crowd = [watch(token) for token in (*tokens, "")]
            await play([service, other], opened.name, tokens, crowd, watch)
            async with asyncio.timeout(60):
                await asyncio.gather(*(watcher.hear(moves) for watcher in crowd))
            for watcher in crowd:
                versions = [look["version"] for look in watcher.heard]
                assert versions == sorted(set(versions))
                watcher.gone.set()
            await asyncio.gather(*tasks)
            await hub.stop()

    asyncio.run(scene())


def test_whoever_waits_for_a_process_keeps_nobody_from_news(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many threads wait for an answer that takes long, people join, and those who watch hear of it."""
    monkeypatch.setattr(app_module, "THREADS", 2)
    monkeypatch.setattr(streams, "PATIENCE", 3600.0)
    app, go, asked = application(service, 0), threading.Event(), threading.Semaphore(0)

    def think(*_: Any, **__: Any) -> str:
        asked.release()
        go.wait(60)
        return "<svg/>"

    monkeypatch.setattr(service._thoughts, "checking", SimpleNamespace(think=think, call_off=go.set, health=dict))
    long = {"game": "pegs/" + "/".join(["O" * 20] * 20)}
    with TestClient(app) as client, ThreadPoolExecutor(8) as threads:
        opened = client.post("/api/matches", json={"game": "nim", "seats": ["me", "open"]}).json()
        path = f"/api/matches/{opened['match']}"
        try:
            waiting = [threads.submit(client.get, "/api/picture", params=long) for _ in range(8)]
            assert all(asked.acquire(timeout=20) for _ in waiting)
            with client.websocket_connect(f"{path}/stream") as stream:
                assert not stream.receive_json()["seats"][1]["joined"]
                assert client.post(f"{path}/join", json={"invite": opened["invites"]["1"]}).status_code == 200
                assert stream.receive_json()["seats"][1]["joined"]
            assert not any(answer.done() for answer in waiting)
        finally:
            go.set()
        assert {answer.result().status_code for answer in waiting} == {200}
