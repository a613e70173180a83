"""Live updates: nobody who watches a match misses that it changed, whoever changed it and however busy the table is."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="fastapi is not installed")
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from hoyle.scene import Scene
from hoyle.tables.memory import Memory
from hoyle.tables.turns import Turns
from hoyle.tables.web import live, looks
from hoyle.tables.web.desk import ACTS, Sight
from hoyle.tables.web.http import app as app_module
from hoyle.tables.web.http import streams
from hoyle.tables.web.http.app import application
from hoyle.tables.web.http.budget import HEARD, HEAVY, WORKERS, Budget, Hearing
from hoyle.tables.web.http.guard import Guard
from hoyle.tables.web.http.outlet import EACH_TURN, Outlet
from hoyle.tables.web.journal import AwayError, Clock, Entry, FullError, Terms
from hoyle.tables.web.limits import FEW_STREAMS, bill, open_bill
from hoyle.tables.web.live import Hub
from hoyle.tables.web.service import Service
from hoyle.tables.web.showing import News
from hoyle.tables.web.sitting import Sitting
from hoyle.tables.web.store import Store


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Return a service over a fresh store."""
    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        yield service


def test_a_database_that_comes_back_older_is_heard_of(tmp_path: Path) -> None:
    """Its serials begin lower than before, also if somebody else was the first to notice that it had been away."""
    database, backup = tmp_path / "hoyle.db", tmp_path / "backup.db"
    service = Service(Store(str(database)))
    store, hub = service.store, Hub(service)
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
    service.close()


class Watcher:
    """A socket that hears looks until it has heard enough."""

    headers: Mapping[str, str] = MappingProxyType({})
    query_params: Mapping[str, str] = MappingProxyType({})

    def __init__(self, service: Service, hub: Hub, token: str, name: str) -> None:
        self.path_params = {"name": name}
        self.app = SimpleNamespace(state=SimpleNamespace(service=service, hub=hub, crowd=streams.Crowd(service)))
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
            hub = Hub(service)
            hub.start()
            opened = service.create(f"nim/{moves}", seats=["me", "open"])
            tokens = [opened.token, service.join(opened.name, opened.invites[1])[0]]
            tasks: list[asyncio.Task[None]] = []

            def watch(token: str) -> Watcher:
                watcher = Watcher(service, hub, token, opened.name)
                tasks.append(asyncio.create_task(streams.stream(watcher)))  # type: ignore[arg-type]  # all of a socket that it asks for
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


@pytest.mark.parametrize(("letters", "at_once"), [(1_500_000, 1), (40_000, 4), (3_000, 43)])
def test_what_all_streams_send_in_one_turn_is_bounded(letters: int, at_once: int) -> None:
    """However many watch, one turn of the event loop sends some letters and one look more; and everybody gets theirs."""
    sent: Counter[int] = Counter()
    turn, crowd = 0, 60
    everybody = asyncio.Event()

    def count() -> None:
        nonlocal turn
        turn += 1
        if not everybody.is_set():
            asyncio.get_running_loop().call_soon(count)

    async def send(message: Message) -> None:
        sent[turn] += len(message["text"])
        if sent.total() == crowd * letters:
            everybody.set()

    async def look(_: Scope, __: Receive, tell: Send) -> None:
        await tell({"type": "websocket.send", "text": "x" * letters})

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def watch() -> None:
        guard = Guard(look, Budget(0))
        scope = {"type": "websocket", "client": ("", 1), "path": "/stream", "query_string": b"", "headers": []}
        count()
        await asyncio.gather(*(guard(scope, receive, send) for _ in range(crowd)))

    asyncio.run(watch())
    assert everybody.is_set()
    assert max(sent.values()) == at_once * letters <= EACH_TURN + letters


def test_small_looks_do_not_wait_for_large_ones() -> None:
    """Whoever lets a large board be sent to many keeps only those who watch large boards waiting."""

    async def scene() -> list[int]:
        outlet, sent = Outlet(), []

        async def send(letters: int) -> None:
            await outlet.take(str(letters), letters)
            sent.append(letters)

        large = [asyncio.create_task(send(1_500_000)) for _ in range(5)]
        await asyncio.sleep(0)
        await asyncio.gather(*(send(3_000) for _ in range(20)))
        await asyncio.gather(*large)
        return sent

    assert asyncio.run(scene()) == [1_500_000, *[3_000] * 20, *[1_500_000] * 4]


def test_whoever_leaves_keeps_nobody_waiting() -> None:
    """Among those who have something to send."""

    async def scene() -> list[int]:
        outlet, sent = Outlet(), []

        async def send(number: int) -> None:
            await outlet.take("somebody", EACH_TURN)
            sent.append(number)

        tasks = [asyncio.create_task(send(number)) for number in range(4)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return sent

    assert asyncio.run(scene()) == [0, 2, 3]


def test_a_worker_catches_up_by_itself(service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another worker keeps of a match with secrets is followed before anybody looks, and more that comes meanwhile afterwards."""
    monkeypatch.setattr(live, "PULSE", 0.001)
    opened = service.create("stratego/duel", seats=["me", "open"])
    caught = list[int]()

    async def scene(other: Service) -> None:
        def catch_up(name: str) -> None:
            time.sleep(0.02)
            follow(name)
            known = other._sittings.get((other.store.epoch, opened.name))
            assert known is not None
            caught.append(known.version)

        follow = other.catch_up
        monkeypatch.setattr(other, "catch_up", catch_up)
        hub = Hub(other)
        hub.changes()
        hub.start()
        for number in range(6):
            await asyncio.to_thread(service.change, opened.name, opened.token, "name", f"Ann {number}")
        last = service._sitting(opened.name).version
        async with asyncio.timeout(20):
            while caught[-1:] != [last]:  # noqa: ASYNC110 — nothing is told when it is done
                await asyncio.sleep(0.01)
        await hub.stop()

    with Service(Store(str(tmp_path / "hoyle.db"))) as other:
        other.see(opened.name)
        asyncio.run(scene(other))
    assert caught == sorted(caught)


def test_who_watches_another_match_hears_though_one_cannot_be_followed(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And the reason stands in the log, once."""
    monkeypatch.setattr(live, "PULSE", 0.001)
    matches = [service.create("stratego/duel", seats=["me", "open"]) for _ in range(2)]

    async def scene(other: Service) -> None:
        def fail(name: str) -> None:
            if name == matches[0].name:
                raise ZeroDivisionError

        monkeypatch.setattr(other, "catch_up", fail)
        hub = Hub(other)
        hub.changes()
        with hub.news(matches[0].name) as one, hub.news(matches[1].name) as two:
            for opened in matches:
                service.change(opened.name, opened.token, "name", "Ann")
            hub.start()
            async with asyncio.timeout(20):
                await one.wait()
                await two.wait()
        await hub.stop()

    with Service(Store(str(tmp_path / "hoyle.db"))) as other:
        for opened in matches:
            other.see(opened.name)
        asyncio.run(scene(other))
    assert [record.message for record in caplog.records] == ["cannot follow a match"]


def test_a_match_that_is_watched_at_another_worker_is_in_use(service: Service, tmp_path: Path) -> None:
    """So it is not forgotten there while people play it; where something is hidden, that would tell what is done unseen."""
    now = [0.0]
    kept = {}
    for game, move in (("nim", "a1"), ("stratego/duel", None)):
        opened = service.create(game, seats=["me", "open"])
        with Service(Store(str(tmp_path / "hoyle.db"))) as other:
            other._sittings._now = lambda: now[0]
            sent = other.follow(opened.name, opened.token, -1).version
            now[0] += 1_000
            service.change(opened.name, opened.token, "move" if move else "name", move or "Ann")
            other.follow(opened.name, opened.token, sent, service._sitting(opened.name).version)
            kept[game] = other._sittings._things[other.store.epoch, opened.name].used == now[0]
    assert kept == {"nim": True, "stratego/duel": False}


def test_a_first_look_is_what_is_remembered_unless_somebody_told_of_more(service: Service, tmp_path: Path) -> None:
    """So it needs no thread; whoever has looked before, and whoever looks at a match with secrets or a clock, asks the store."""
    opened = service.create("nim", seats=["me", "open"])
    name, token = opened.name, opened.token
    news = service.glance(name, token, -1, None)
    assert news is not None
    assert json.loads(news.text or "") == service.see(name, token)
    assert service.glance(name, token, news.version, None) is None
    with Service(Store(str(tmp_path / "hoyle.db"))) as other:
        other.join(name, opened.invites[1])
        # Nobody has told of it yet, and whoever follows the match will hear of it.
        assert service.glance(name, token, -1, None) == news
        service.notice({name: 1})
        assert service.glance(name, token, -1, None) is None
        assert service.follow(name, token, -1).version > news.version
        assert service.glance(name, token, -1, None) is not None
        service.notice({name: None})
        assert service.glance(name, token, -1, None) is None
    for terms in ({"game": "stratego/duel"}, {"game": "nim", "clock": Clock(60, 0)}):
        opened = service.create(seats=["me", "open"], **terms)
        assert service.follow(opened.name, opened.token, -1).text
        assert service.glance(opened.name, opened.token, -1, None) is None


def test_whoever_waits_for_anothers_look_keeps_no_place(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many spectators need the same look, and however long it takes, one of them has a place; all get its delay."""
    opened = service.create("nim", seats=["me", "open"])
    news, go = service.follow(opened.name, None, -1), threading.Event()

    def follow(*_: Any) -> News:
        bill().blur = 0.5
        go.wait(20)
        return news

    monkeypatch.setattr(service, "glance", lambda *_: None)
    monkeypatch.setattr(service, "follow", follow)

    async def scene() -> tuple[int, list[float]]:
        budget, crowd = Budget(50), streams.Crowd(service)

        async def watch(number: int) -> float:
            own = open_bill(f"address {number}")
            async with budget.place(own, "/api/matches/x/stream"):
                assert await crowd.follow(opened.name, None, -1, 1) is news
                return own.blur

        watchers = [asyncio.create_task(watch(number)) for number in range(3 * WORKERS)]
        await asyncio.sleep(0.2)
        held = sum(part.running for part in vars(budget).values() if isinstance(part, Turns))
        go.set()
        return held, await asyncio.gather(*watchers)

    assert asyncio.run(scene()) == (1, [0.5] * 3 * WORKERS)


@pytest.mark.parametrize(
    ("game", "acts"),
    [
        ("stratego/classic", [("name", "A{0}")]),
        ("stratego/classic", [("move", "F-e1"), ("undo", "")]),
        ("nim/9,9,9,9,9,9,9,9,9,9", [("move", "a1"), ("undo", "")]),
        ("nim/9,9,9,9,9,9,9,9,9,9", [("move", "a1"), ("name", "A{0}"), ("ahead", "b{0}"), ("undo", "")]),
    ],
)
def test_nobody_uses_up_what_another_needs_to_play(tmp_path: Path, game: str, acts: list[tuple[str, str]]) -> None:
    """An opponent who does all that is allowed, as fast as it is, leaves whoever watches nearly all of the budget, and the news are new."""
    service = Service(Store(str(tmp_path / "hoyle.db")))
    app, levels = application(service), list[float]()

    def act(number: int) -> looks.Look:
        wish, text = acts[number % len(acts)]
        return service.change(opened.name, opened.token, wish, text.format(number))

    with TestClient(app) as client:
        opened = service.create(game, seats=["me", "open"])
        other, _ = service.join(opened.name, opened.invites[1])
        budget, watcher = app.state.budget, {"authorization": f"Bearer {other}"}
        path = f"/api/matches/{opened.name}/stream"
        with client.websocket_connect(path, headers=watcher) as socket:
            heard = [json.loads(socket.receive_text())["version"]]
            allowed = int(ACTS * service.limits.acts)
            for number in range(allowed):
                act(number)
                levels.append(budget.rate.level("elsewhere"))
            with pytest.raises(FullError, match="too fast for the others"):
                all(act(number) for number in range(allowed, 100 * allowed))
            newest = service.see(opened.name, other)["version"]
            while heard[-1] < newest:
                heard.append(json.loads(socket.receive_text())["version"])
            levels.append(budget.rate.level("elsewhere"))
    assert min(levels) > HEAVY
    assert len(heard) < len(levels) / 2


def test_a_stream_in_which_much_happens_takes_nothing_from_the_others() -> None:
    """Of the streams of an address each has as much, and together they have a part of its rate."""
    now = [0.0]
    budget, heard = Budget(50, streams=200, now=lambda: now[0]), [0.0] * 4
    assert all(budget.streams.enter("somebody") for _ in heard)
    streams = [Hearing(budget, "somebody") for _ in heard]
    quiet = 0.0
    for moment in range(6_000):
        now[0] = moment / 100
        for number, stream in enumerate(streams):
            # In one match somebody moves every five seconds, and in the others as often as can be heard.
            if (number > 0 or moment % 500 == 0) and stream.rest() == 0:
                stream.add(12)
                heard[number] += 12
            if number == 0 and moment % 500 == 499:
                quiet = max(quiet, stream.rest())
    assert quiet == 0
    assert heard[0] == 12 * 12
    assert sum(heard) < 60 * 50 / HEARD + 4 * 24
    assert Hearing(Budget(0), "anybody").rest() == 0


def test_whoever_plays_alone_may_be_fast(service: Service) -> None:
    """Nobody has to follow, so a program may play as fast as it likes."""
    opened = service.create("pegs/easy")
    for number in range(int(2 * ACTS * service.limits.acts)):
        service.change(opened.name, opened.token, *(("undo",) if number % 2 else ("move", "d2d4")))


def test_unseen_acts_change_nothing_about_when_a_watcher_is_looked_after(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each such look costs something, so whoever counts what is left could tell; nor does it cost more if another process wrote them."""
    opened = service.create("stratego/duel", seats=["me", "open"])
    other, _ = service.join(opened.name, opened.invites[1])
    monkeypatch.setattr(streams, "PATIENCE", 0.3)
    follow, asked = service.follow, list[int | None]()

    def count(name: str, token: str | None, sent: int, since: int | None = None) -> News:
        asked.append(since)
        return follow(name, token, sent, since)

    monkeypatch.setattr(service, "follow", count)

    async def scene() -> None:
        hub = Hub(service)
        watcher = Watcher(service, hub, opened.token, opened.name)
        following = asyncio.create_task(streams.stream(watcher))  # type: ignore[arg-type]  # all of a socket that it asks for
        for number in range(12):
            await asyncio.sleep(0.1)
            await asyncio.to_thread(service.change, opened.name, other, "ahead", "" if number % 2 else "corner")
            hub.tell({opened.name: 2 + number})
        watcher.gone.set()
        await following
        assert len(watcher.heard) == 1

    asyncio.run(scene())
    assert asked.count(None) >= 3

    async def cost(since: int | None) -> float:
        own = open_bill("somebody")
        sent = follow(opened.name, opened.token, -1).version
        own.cost = 0.0
        monkeypatch.setattr(service, "glance", lambda *_: None)
        await streams.Crowd(service).follow(opened.name, opened.token, sent, since)
        return own.cost

    assert asyncio.run(cost(99)) == 0
    assert asyncio.run(cost(None)) > 0


@pytest.mark.parametrize("clock", [None, Clock(60, 0)])
def test_unseen_acts_cost_a_watcher_nothing(service: Service, clock: Clock | None) -> None:
    """What another says ahead changes nothing for those who watch, so none of them needs a thread, with a clock or without."""
    opened = service.create("stratego/duel", seats=["me", "open"], clock=clock)
    other, _ = service.join(opened.name, opened.invites[1])
    sent = {token: service.follow(opened.name, token, -1).version for token in (opened.token, None)}
    service.change(opened.name, other, "ahead", "corner")
    for token, version in sent.items():
        news = service.glance(opened.name, token, version, 2)
        assert news is not None
        assert (news.version, news.text) == (version, None)


def test_tokens_that_somebody_made_up_are_one_spectator(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process wrote unseen is looked at once for all of them, or whoever watches with many could tell by the time."""
    opened = service.create("stratego/duel", seats=["me", "open"])
    other, _ = service.join(opened.name, opened.invites[1])
    asked: list[int | None] = []
    follow = service.follow

    def count(name: str, token: str | None, sent: int, since: int | None) -> Any:
        asked.append(since)
        return follow(name, token, sent, since)

    monkeypatch.setattr(service, "follow", count)
    waits: Counter[str] = Counter()

    def spread() -> float:
        waits["spectator"] += 1
        return 0.0

    monkeypatch.setattr(live, "spread", spread)

    async def scene(elsewhere: Service) -> int:
        hub = Hub(service)
        watchers = [Watcher(service, hub, f"made up {number}", opened.name) for number in range(20)]
        watchers.append(Watcher(service, hub, opened.token, opened.name))
        for watcher in watchers:
            watcher.app = watchers[0].app
        following = [asyncio.create_task(streams.stream(watcher)) for watcher in watchers]  # type: ignore[arg-type]  # as above
        await asyncio.gather(*(watcher.hear(0) for watcher in watchers))
        asked.clear()
        await asyncio.to_thread(elsewhere.change, opened.name, other, "ahead", "corner")
        hub.tell({opened.name: 2})
        await asyncio.sleep(0.5)
        for watcher in watchers:
            watcher.gone.set()
        await asyncio.gather(*following)
        return len(asked)

    with Service(Store(str(tmp_path / "hoyle.db"))) as elsewhere:
        # One is that of the seat, who waits for nobody.
        assert asyncio.run(scene(elsewhere)) == 2
    assert waits["spectator"] == 20


@pytest.mark.parametrize(
    ("game", "number", "waits"),
    [
        ("stratego/duel", FEW_STREAMS, 0),
        ("stratego/duel", 1 + FEW_STREAMS, 1 + FEW_STREAMS),
        ("stratego/duel", 2 * live.PARTS, live.PARTS),
        ("nim", 2 * live.PARTS, 0),
    ],
)
def test_many_streams_of_a_seat_look_at_different_moments(
    service: Service, monkeypatch: pytest.MonkeyPatch, game: str, number: int, waits: int
) -> None:
    """Or the seat could tell by its next answer that something was done unseen; a few hear at once, and so does everybody of an open match."""
    opened = service.create(game, seats=["me", "open"])
    spreads = list[float]()
    monkeypatch.setattr(live, "spread", lambda: spreads.append(0.0) or 0.0)  # type: ignore[func-returns-value]  # it is noted

    async def scene() -> None:
        hub = Hub(service)
        watchers = [Watcher(service, hub, opened.token, opened.name) for _ in range(number)]
        for watcher in watchers:
            watcher.app = watchers[0].app
        following = [asyncio.create_task(streams.stream(watcher)) for watcher in watchers]  # type: ignore[arg-type]  # as above
        await asyncio.gather(*(watcher.hear(0) for watcher in watchers))
        # Whoever came first has not heard yet how many would follow.
        hub.tell({opened.name: None})
        await asyncio.sleep(0.3)
        spreads.clear()
        await asyncio.to_thread(service.change, opened.name, opened.token, "name", "Ann")
        hub.tell({opened.name: None})
        await asyncio.sleep(0.3)
        assert {len(watcher.heard) for watcher in watchers} == {2}
        for watcher in watchers:
            watcher.gone.set()
        await asyncio.gather(*following)

    asyncio.run(scene())
    assert len(spreads) == waits


def test_a_large_look_becomes_text_in_a_thread(service: Service) -> None:
    """Where nobody waits for it: what the event loop sends at once is there already, or small."""
    opened = service.create("pegs/" + "/".join(["O" * 30] * 29 + ["O" * 29 + "."]))
    look = service.change(opened.name, opened.token, "move", opened.look["moves"][0])
    assert service.glance(opened.name, opened.token, -1, 1) is None
    news = service.follow(opened.name, opened.token, -1, 1)
    assert json.loads(news.text or "")["version"] == look["version"]
    assert service.glance(opened.name, opened.token, -1, 1) == news


def test_whoever_draws_a_large_board_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is worked out for one match in a thread is no reason to wait in the event loop for what another needs."""
    drawing, go = threading.Event(), threading.Event()
    small, large = Scene(1, 1, ()), Scene(60, 60, ())

    def draw(scene: Scene) -> str:
        if scene is large:
            drawing.set()
            go.wait(20)
        return scene.caption

    monkeypatch.setattr(looks, "draw", draw)
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(lambda: looks.Board(large).picture)
        assert drawing.wait(20)
        assert str(looks.Board(small).picture) == ""
        assert not slow.done()
        go.set()
    parts = [part for kind in (looks.Board, Sight, Sitting) for part in vars(kind).values()]
    assert not [part for part in parts if isinstance(part, cached_property)]


def test_what_is_remembered_of_a_match_never_goes_back(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that is held up while it remembers a match does not forget what another has kept meanwhile."""
    opened = service.create("nim/9", seats=["me", "perfect"])
    first = service._sitting(opened.name)
    second = first.after(Entry(1, "move", 0, "a1"))
    third = second.after(Entry(2, "move", 1, "a1"))
    epoch, recall = service.store.epoch, service._sittings.peek
    other = threading.Thread(target=service._remember, args=(epoch, third))

    def recall_slowly(key: tuple[int, str]) -> Sitting | None:
        known = recall(key)
        if threading.current_thread() is not other and not other.ident:
            other.start()
            other.join(0.3)
        return known

    monkeypatch.setattr(service._sittings, "peek", recall_slowly)
    service._remember(epoch, second)
    other.join()
    assert recall((epoch, opened.name)) is third


def test_a_crowd_needs_one_thread_and_one_drawing(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many watch a board, what they see of a change is worked out once, and nobody else waits for threads."""
    opened = service.create("pegs/" + "/".join(["O" * 30] * 29 + ["O" * 29 + "."]))
    service.change(opened.name, opened.token, "move", opened.look["moves"][0])
    counts: Counter[str] = Counter()

    def count(what: str, work: Callable[..., Any], *facts: Any) -> Any:
        counts[what] += 1
        return work(*facts)

    monkeypatch.setattr(service, "follow", partial(count, "asked", service.follow))
    monkeypatch.setattr(looks, "look", partial(count, "drawn", looks.look))

    async def watch() -> list[Any]:
        crowd = streams.Crowd(service)
        leaving = asyncio.create_task(crowd.follow(opened.name, None, 0, 1))
        tasks = [asyncio.create_task(crowd.follow(opened.name, None, 0, 1)) for _ in range(60)]
        await asyncio.sleep(0)
        leaving.cancel()
        return await asyncio.gather(*tasks)

    news = asyncio.run(watch())
    assert counts == {"asked": 1, "drawn": 1}
    assert len({id(each.text) for each in news}) == 1


def test_what_many_need_at_once_is_made_once() -> None:
    """Also if they are in threads; what fails is made anew by the next."""
    memory, made, everybody = Memory[str, int](most=10), [], threading.Barrier(8)

    def make() -> tuple[int, int]:
        made.append(1)
        if len(made) == 1:
            raise ValueError
        return len(made), 1

    def need(_: int) -> int | None:
        everybody.wait(20)
        try:
            return memory.find("x", make)
        except ValueError:
            return None

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(need, range(8)), key=str) == [*[2] * 7, None]
    assert made == [1, 1]
    assert not memory._making
