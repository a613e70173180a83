"""Nobody freezes the table: what each address may send, hold open and cost, and what happens beyond that."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from cProfile import Profile
from itertools import product
from math import inf
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import httpx2
import pytest
import uvicorn
from fastapi.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.server import ServerState

from hoyle.game import HoyleError
from hoyle.match import Match
from hoyle.shelf import find
from hoyle.tables.fair_play import MOST_LETTERS, list_moves
from hoyle.tables.pool import Pool
from hoyle.tables.turns import BusyError, GoneError, Turns
from hoyle.tables.web import exporting
from hoyle.tables.web.http import budget, door, guard
from hoyle.tables.web.http.api import answer
from hoyle.tables.web.http.app import application
from hoyle.tables.web.http.budget import (
    ARRIVING,
    BURST,
    LEAST_REST,
    LONGEST_PAUSE,
    LONGEST_REST,
    PAUSE,
    REST,
    WORKERS,
    Budget,
    Gauge,
    Place,
)
from hoyle.tables.web.http.door import Door, Ear
from hoyle.tables.web.http.guard import SHORT_BODY, Guard
from hoyle.tables.web.http.routes import BilledRoute
from hoyle.tables.web.http.streams import MOST_WORDS, Crowd, stream
from hoyle.tables.web.limits import (
    DEAR,
    DRAWERS,
    LETTERS,
    LONG_LINE,
    MOST_DEBT,
    MOST_STEPS,
    WORK,
    Bill,
    Heads,
    Limits,
    Rate,
    bill,
    open_bill,
    origin,
)
from hoyle.tables.web.live import Hub
from hoyle.tables.web.looks import Look, look
from hoyle.tables.web.service import Service
from hoyle.tables.web.sitting import Sitting
from hoyle.tables.web.store import Store
from hoyle.tables.web.thoughts import Thoughts
from web import serving


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Hand out a service that is closed afterwards."""
    with Service(Store(str(tmp_path / "hoyle.db"))) as opened:
        yield opened


@contextmanager
def listening(service: Service, lines: int = 0, streams: str = "none") -> Iterator[int]:
    """Let a table listen at a port of this machine, behind its door."""
    Door.lines = Heads(lines)
    config = uvicorn.Config(
        application(service, 0), port=0, http=Door, log_level="critical", ws=streams, ws_ping_interval=None
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        Door.lines = Heads(0)


def said(line: socket.socket) -> bytes:
    """Return what the table says until it closes the line."""
    line.settimeout(20)
    parts = []
    try:
        while part := line.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


REQUEST = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"

# ----------------------------------------------------------------------------------------------- the door


def test_a_large_head_is_refused(service: Service) -> None:
    """In one header, in many, or in the address; a usual one is not."""
    with listening(service) as port:
        heads = {
            "usual": b"X: y\r\n",
            "one": b"X: " + b"y" * 1_000_000 + b"\r\n",
            "many": b"X: y\r\n" * 100_000,
        }
        answers = {}
        for name, head in heads.items():
            with socket.create_connection(("127.0.0.1", port)) as line:
                with suppress(BrokenPipeError, ConnectionResetError):
                    line.sendall(REQUEST + head + b"\r\n")
                answers[name] = said(line)[9:12]
        assert answers.pop("usual") == b"200"
        assert set(answers.values()) <= {b"431", b""}


LIMITS: dict[str, tuple[int, int, Callable[[int], bytes]]] = {
    "address": (
        414,
        door.LARGEST_TARGET - len("/health?"),
        lambda size: b"GET /health?" + b"y" * size + b" HTTP/1.1\r\n",
    ),
    "path": (
        414,
        door.LONGEST_PATH - len("http:///health"),
        lambda size: b"GET http://" + b"y" * size + b"/health HTTP/1.1\r\n",
    ),
    "escapes": (414, door.MOST_ESCAPES, lambda size: b"GET /health?" + b"%" * size + b" HTTP/1.1\r\n"),
    "fields": (414, door.MOST_FIELDS - 1, lambda size: b"GET /health?" + b"y&" * size + b" HTTP/1.1\r\n"),
    "headers": (431, door.MOST_HEADERS - 1, lambda size: b"GET /health HTTP/1.1\r\n" + b"a:\r\n" * size),
    "cookies": (
        431,
        door.LARGEST_COOKIES // 2,
        lambda size: b"GET /health HTTP/1.1\r\n" + b"Cookie: %s\r\n" % (b"y" * size) * 2,
    ),
}


@pytest.mark.parametrize("part", LIMITS)
def test_each_part_of_a_head_has_a_limit(service: Service, part: str) -> None:
    """At it a request is answered, and beyond it refused in one line, which ends the connection."""
    status, most, head = LIMITS[part]
    with listening(service) as port:
        for size, expected in ((most, 200), (most + 1, status)):
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall(head(size) + b"Connection: close\r\n\r\n")
                answer = said(line)
                assert int(answer[9:12]) == expected
                assert b'{"error": "' in answer or expected == 200


class Wire(asyncio.Transport):
    """A line to nobody, which keeps what is said on it."""

    def __init__(self) -> None:
        super().__init__()
        self.said, self.closed, self.paused = b"", False, False
        self.protocol: asyncio.BaseProtocol = asyncio.Protocol()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep it."""
        self.said += bytes(data)

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Return who speaks on it."""
        return self.protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Let another speak on it."""
        self.protocol = protocol

    def get_write_buffer_size(self) -> int:
        """Tell how much waits to be taken."""
        return len(self.said)

    def is_closing(self) -> bool:
        """Tell whether it was closed."""
        return self.closed

    def close(self) -> None:
        """Close it."""
        self.closed = True

    def abort(self) -> None:
        """Close it at once."""
        self.closed = True

    def pause_reading(self) -> None:
        """Remember it: nobody reads."""
        self.paused = True

    def resume_reading(self) -> None:
        """Go on."""


@pytest.mark.parametrize(("happens", "ends"), [((), True), (("resume_writing",), False), (("eof_received",), True)])
def test_a_stream_that_takes_nothing_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, happens: tuple[str, ...], *, ends: bool
) -> None:
    """Whoever reads nothing keeps what was sent for a while only, even after saying goodbye."""
    monkeypatch.setattr(door, "WRITE_SECONDS", 0.01)

    async def wait() -> bool:
        wire = Wire()
        ear = Ear(wire, door.Untaken(wire, ""))
        ear.pause_writing()
        for event in happens:
            getattr(ear, event)()
        await asyncio.sleep(0.05)
        return wire.closed

    assert asyncio.run(wait()) is ends


@pytest.mark.parametrize("proxy", [False, True])
def test_an_address_leaves_little_untaken(monkeypatch: pytest.MonkeyPatch, *, proxy: bool) -> None:
    """Of all its lines together: one that goes beyond ends, and others' do not; what was taken counts no more.

    A proxy takes for many.
    """
    if proxy:
        monkeypatch.setattr(door.Untaken, "most", inf)

    async def send() -> list[list[bool]]:
        ends = []
        lines = [(Wire(), address) for address in ("one", "one", "one", "two")]
        slow = [door.Untaken(*line) for line in lines]
        for wire, _ in lines:
            wire.said = b"x" * (door.MOST_UNTAKEN // 2)
        for which in ((0, 1), (2,), (3,)):
            for number in which:
                slow[number].begin()
            ends.append([wire.closed for wire, _ in lines])
        for each in slow:
            each.end()
        again = door.Untaken(wire := Wire(), "one")
        again.begin()
        again.end()
        return [*ends, [wire.closed]]

    third = [False, False, not proxy, False]
    assert asyncio.run(send()) == [[False] * 4, third, third, [False]]
    assert not {"one", "two"} & door.Untaken._sizes.keys()


def test_what_is_cut_off_is_not_kept_by_the_system() -> None:
    """A client that takes nothing costs memory for as long as its line, and not for minutes more."""
    here, there = socket.socketpair()
    with here, there:
        wire = Wire()
        wire._extra = {"socket": here}  # type: ignore[attr-defined]  # what a transport tells about itself
        door.drop(wire)
        assert here.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8) == door.AT_ONCE
        assert wire.closed


def test_few_draw_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many pictures are asked for, only a few threads draw, and all are drawn."""
    drawing, most, lock = 0, 0, threading.Lock()

    def draw(*_: object, **__: object) -> str:
        nonlocal drawing, most
        with lock:
            drawing += 1
            most = max(most, drawing)
        time.sleep(0.01)
        with lock:
            drawing -= 1
        return "picture"

    monkeypatch.setattr("hoyle.tables.web.catalogue.picture", draw)
    with Service(Store(str(tmp_path / "hoyle.db"))) as service, ThreadPoolExecutor(12) as threads:
        assert [*threads.map(lambda seed: service.picture("nim", None, seed), range(20))] == ["picture"] * 20
    assert most <= DRAWERS


async def silent(_: Scope, receive: Receive, __: Send) -> None:
    """Answer nothing until the client goes."""
    while (await receive())["type"] != "http.disconnect":
        pass


def at_the_door(app: ASGIApp = silent) -> tuple[Door, Wire]:
    """Return a door of its own, and its line; in an event loop only."""
    config = uvicorn.Config(app, http=Door, log_level="critical", lifespan="off")
    config.load()
    entered, wire = Door(config, ServerState(), {}), Wire()
    entered.connection_made(wire)
    return entered, wire


MOST_CALLS = 2_500


def heads() -> Iterator[bytes]:
    """Yield requests as large as the door lets in, and larger, of the same few letters again and again."""
    for token in (b"a", b"%", b"%4", b"%41", b"%ff", b"/", b"../", b"?", b"&", b"=", b"a=%41;", b'"a', b"a,b;q=1,"):
        for size in (door.LONGEST_PATH - 1, door.LARGEST_TARGET - 1):
            yield b"GET /" + (token * size)[:size] + b" HTTP/1.1\r\n\r\n"
        for start in (b"/?", b"/?a=", b"/api/rules/nim?a="):
            size = door.LARGEST_TARGET - len(start)
            yield b"GET " + start + (token * size)[:size] + b" HTTP/1.1\r\n\r\n"
        for name in (b"host", b"cookie", b"accept", b"connection", b"content-type", b"expect", b"x", *door.LISTS):
            yield b"GET / HTTP/1.1\r\n" + name + b": " + (token * 8_000)[:8_000] + b"\r\n\r\n"
            for times in (1, 3):
                line = name + b": " + (token * 7_900)[:7_900] + b"\r\n"
                yield b"GET /api/matches/x/stream HTTP/1.1\r\n" + line * times + UPGRADE
        yield b"GET / HTTP/1.1\r\n" + (b"x: " + (token * 400)[:400] + b"\r\n") * 60 + b"\r\n"


def test_the_head_of_a_request_costs_little() -> None:
    """It is read before anybody knows what may be asked, and thousands may come at once."""
    dear = {}

    async def read() -> None:
        for head in heads():
            entered, wire = at_the_door(Guard(silent, Budget(0), names=frozenset()))
            with Profile() as profile:
                entered.data_received(head)
                for _ in range(5):
                    await asyncio.sleep(0)
            count = sum(entry.callcount for entry in profile.getstats())
            if count > MOST_CALLS:
                dear[head[:100]] = count
            for protocol in (entered, wire.get_protocol()):
                protocol.connection_lost(None)
            await asyncio.sleep(0)

    asyncio.run(read())
    assert not dear


def test_a_head_does_not_come_in_single_letters() -> None:
    """Each of them keeps everybody busy, so they count as more than one."""

    async def send() -> tuple[int, bytes]:
        entered, wire = at_the_door()
        number = 0
        for letter in REQUEST + b"X: " + b"y" * 1_000:
            if wire.closed:
                break
            entered.data_received(bytes([letter]))
            number += 1
        return number, wire.said[9:12]

    number, status = asyncio.run(send())
    assert number <= door.LARGEST_HEAD // door.PIECE
    assert status == b"431"


@pytest.mark.parametrize(("piece", "whole"), [(1, False), (100, False), (536, True), (9_000, True)])
def test_a_body_does_not_come_in_single_letters(piece: int, whole: bool) -> None:  # noqa: FBT001 — a parameter
    """Each piece counts as more than its letters, so the line ends; in pieces as small as any net makes, it does not."""
    size = 100_000

    async def send() -> tuple[bool, int]:
        entered, wire = at_the_door()
        entered.data_received(b"POST /api/judge HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % size)
        sent = 0
        while sent < size and not wire.closed:
            entered.data_received(b"x" * min(piece, size - sent))
            sent += piece
        return wire.closed, sent // piece

    closed, pieces = asyncio.run(send())
    assert closed != whole
    assert whole or pieces <= door.FREE // (door.PIECE - piece) + 1


def test_few_bodies_of_one_address_are_on_their_way() -> None:
    """One more is refused at once and its line ends; another address is served, and so is the next one when a body has come."""
    served: list[str] = []

    async def serve(scope: Scope, _: Receive, send: Send) -> None:
        served.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def crowd() -> tuple[list[Message], list[str]]:
        gate, come = Guard(serve, Budget(50)), asyncio.Event()
        answers: list[Message] = []

        async def ask(address: str, arrived: asyncio.Event) -> None:
            async def receive() -> Message:
                await arrived.wait()
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: Message) -> None:
                answers.append(message)

            scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
            await gate({**scope, "client": (address, 1)}, receive, send)

        here = asyncio.Event()
        here.set()
        waiting = [asyncio.create_task(ask("10.0.0.1", come)) for _ in range(ARRIVING)]
        await asyncio.sleep(0)
        await ask("10.0.0.1", here)
        refusal = list(answers)
        await ask("10.0.0.2", here)
        come.set()
        await asyncio.gather(*waiting)
        await ask("10.0.0.1", here)
        return refusal, served

    refusal, served = asyncio.run(crowd())
    assert refusal[0]["status"] == 429
    assert (b"connection", b"close") in refusal[0]["headers"]
    assert served == ["10.0.0.2", *["10.0.0.1"] * (ARRIVING + 1)]


def test_lines_that_come_too_fast_are_held(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not listened to, so whoever opens them gains nothing; they end after a while, and more of them at once."""
    monkeypatch.setattr(door, "HELD_SECONDS", 2)
    monkeypatch.setattr(Door, "held", Heads(1))
    monkeypatch.setattr(Door, "knocks", Rate(0.001, 1))
    with listening(service) as port:
        for held in (0, 1):
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall(REQUEST + b"Connection: close\r\n\r\n")
                if held:
                    time.sleep(0.1)
                    with socket.create_connection(("127.0.0.1", port)) as other:
                        assert said(other) == b""
                    assert len(Door.held) == 1
                assert bool(said(line)) != held
    assert len(Door.held) == 0


@pytest.mark.parametrize(("debt", "lines"), [(0, 2 * door.DEBTOR), (1_000, 2)])
def test_whoever_is_in_debt_connects_less_often(monkeypatch: pytest.MonkeyPatch, debt: float, lines: int) -> None:
    """One that has used up its budget is let in a tenth as often."""
    monkeypatch.setattr(Door, "knocks", Rate(0.001, 2 * door.DEBTOR))
    monkeypatch.setattr(Door, "budget", Rate(0.001, 1))
    Door.budget.charge("", debt)

    async def connect() -> int:
        before = len(Door.lines)
        doors = [at_the_door() for _ in range(30)]
        counted = len(Door.lines) - before
        await asyncio.sleep(0)
        assert [wire.paused for _, wire in doors] == [False] * counted + [True] * (30 - counted)
        for entered, _ in doors:
            entered.connection_lost(None)
        return counted

    assert asyncio.run(connect()) == lines


@pytest.mark.parametrize(
    "words", [b"nothing\r\n\r\n", b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000, REQUEST + b"a:\r\n" * 100]
)
def test_a_bad_head_is_paid_for(monkeypatch: pytest.MonkeyPatch, words: bytes) -> None:
    """Though it never becomes a request, whoever sends many runs into debt."""
    monkeypatch.setattr(Door, "budget", Rate(0.001, 2 * door.FINE))

    async def send() -> float:
        entered, _ = at_the_door()
        entered.data_received(words)
        return Door.budget.level("")

    assert asyncio.run(send()) == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("kind", ["page", "stream"])
def test_a_refused_request_is_paid_for(service: Service, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Its head has been read, whatever becomes of it; so an address that goes on asking is answered ever more seldom."""
    monkeypatch.setattr(budget, "PAUSE", 0)
    monkeypatch.setattr(budget, "LONGEST_PAUSE", 0)
    monkeypatch.setattr(guard, "PAUSE", 0)
    head = {"x": "y" * 4 * LETTERS}
    table = application(service, 1)
    rate = table.state.budget.rate
    monkeypatch.setattr(rate, "_now", lambda: 0.0)
    with TestClient(table) as client:
        while client.get("/health").status_code != 429:
            pass
        address = next(iter(rate._buckets))
        before = rate.level(address)
        if kind == "page":
            assert client.get("/health", headers=head).status_code == 429
        else:
            with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/matches/x/stream", headers=head):
                pass
        assert before - rate.level(address) > 3 / BURST


def test_a_refusal_takes_as_long_as_the_debt() -> None:
    """So whoever asks again and again is answered seldom, but nobody waits for long."""
    budget = Budget(50)
    assert budget.pause("new") == PAUSE
    budget.rate.charge("much", 50 * (BURST + 3))
    assert PAUSE + 2 < budget.pause("much") <= PAUSE + 3
    budget.rate.charge("much", 10_000)
    assert budget.pause("much") == LONGEST_PAUSE


def test_the_rest_of_a_large_body_is_not_read(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is refused while sending much has to connect again; after a small request the line can be used."""
    monkeypatch.setattr(budget, "PAUSE", 0)
    monkeypatch.setattr(budget, "LONGEST_PAUSE", 0)
    with TestClient(application(service, 0.1)) as client:
        while client.get("/health").status_code != 429:
            pass
        for size in (SHORT_BODY, SHORT_BODY + 1):
            answer = client.post("/api/judge", content=b"x" * size)
            assert answer.status_code == 429
            assert (answer.headers.get("connection") == "close") == (size > SHORT_BODY)


def test_whoever_opens_a_match_does_not_wait_for_the_heavy() -> None:
    """An address that has used little opens one while the slow queue works or rests."""

    async def wait() -> bool:
        budget = Budget(50)
        budget.rate.charge("much", 100)
        async with budget.place(Bill("much"), "/"), asyncio.timeout(5), budget.place(Bill("one"), "/api/matches"):
            return True

    assert asyncio.run(wait())


def test_few_threads_work_at_the_same_time(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask at once, before anybody knows what that costs: a few, one of each address, and one of those who asked for much."""
    monkeypatch.setattr(budget, "REST", 0)
    monkeypatch.setattr(budget, "LEAST_REST", 0)
    opened = service.create("pegs/easy")
    app, path = application(service, 50), f"/api/matches/{opened.name}/at/0"
    past, working, most = service.past, Heads(0), [0]
    waits: dict[str, float] = {}

    def work(*facts: Any) -> Any:
        working.enter("")
        most[0] = max(most[0], len(working))
        until = time.thread_time() + 100 * WORK
        while time.thread_time() < until:
            pass
        working.leave("")
        return past(*facts)

    async def crowd() -> list[int]:
        async def ask(address: str) -> int:
            transport = httpx2.ASGITransport(app, client=(address, 1))
            async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
                answer = await client.get(path)
                waits[address] = len(waits)
                return answer.status_code

        many = [asyncio.create_task(ask(f"10.0.0.{number % 5}")) for number in range(20)]
        await asyncio.sleep(0.15)
        return [await ask("10.9.9.9"), *await asyncio.gather(*many)]

    monkeypatch.setattr(service, "past", work)
    assert set(asyncio.run(crowd())) == {200}
    assert most[0] <= WORKERS + 1
    # Whoever comes later waits for those who are being served, and not for what each of them has waiting.
    assert waits["10.9.9.9"] <= 6


@pytest.mark.parametrize("game", ["pegs/easy", "domino/3", "dots/classic", "stratego/six", "nim"])
def test_a_film_is_drawn_elsewhere(service: Service, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others wait the views are only written down; what is drawn from them is what a viewer saw."""
    opened = service.create(game, seats=["me", "me"] if find(game)[1].seats == 2 else None, seed=1)
    for _ in range(2):
        look = service.see(opened.name, opened.token)
        service.change(opened.name, opened.token, "move", look["moves"][0])
    frames: list[list[str]] = []

    def keep(svgs: list[str], kind: str) -> bytes:
        frames.append(svgs)
        return kind.encode()

    monkeypatch.setattr(exporting, "to_film", keep)
    monkeypatch.setattr(
        service._thoughts, "check", lambda place, *facts: getattr(exporting, place.rpartition(":")[2])(*facts)
    )
    for token in (opened.token, None):
        assert service.film(opened.name, token, "gif") == b"gif"
        assert frames[-1][-1] == service.drawing(opened.name, token)
        plies = range(len(service.see(opened.name, token)["line"]) + 1)
        assert set(frames[-1]) <= {service.drawing(opened.name, token, ply) for ply in plies}
        assert len(frames[-1]) > 1


def places_held(budget: Budget) -> int:
    """Return how many places of all queues are held, by those who are served or rest."""
    return sum(part.running for part in vars(budget).values() if isinstance(part, Turns))


@pytest.mark.parametrize("ended", [True, False])
def test_nobody_takes_a_place_again_after_the_end(*, ended: bool) -> None:
    """What goes on after its request or stream has no place to come back to; what goes on within it has."""

    async def scene() -> tuple[int, int]:
        budget, own, go = Budget(50), Bill("somebody"), threading.Event()

        def think() -> None:
            with own.place.pause():
                go.wait(20)

        async with budget.place(own, "/api/matches/x/stream"):
            await own.place.wait_for_thread()
            thinking = asyncio.create_task(asyncio.to_thread(think))
            await asyncio.sleep(0.05)
            if not ended:
                go.set()
                await thinking
            within = places_held(budget)
        go.set()
        await thinking
        return within, places_held(budget)

    assert asyncio.run(scene()) == (0 if ended else 1, 0)


def test_a_request_counts_until_its_answer() -> None:
    """What goes on afterwards, such as a premove that nobody may notice, is not seen in the table's health."""

    async def scene() -> list[int]:
        budget, counts = Budget(50), list[int]()
        async with budget.place(Bill("somebody"), "/api/matches/x/move") as place:
            counts.append(budget.health()["requests"])
            place.end()
            counts.append(budget.health()["requests"])
        return [*counts, budget.health()["requests"]]

    assert asyncio.run(scene()) == [1, 0, 0]


def test_a_match_with_a_dear_move_is_for_a_thread(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small position may have thousands of moves; the event loop lists them once, and whoever moved pays for it."""
    opened = service.create("nim", seats=["me", "me"])
    own = open_bill("somebody")
    looks: list[dict[str, Any]] = [dict(opened.look)]

    async def move() -> str | None:
        look = looks[-1]
        return await service.move_at_once(
            opened.name, opened.token, look["moves"][0], version=look["version"], key=None
        )

    said = asyncio.run(move())
    assert said is not None
    looks.append(json.loads(said))
    assert own.cost > 0
    paid = own.cost
    monkeypatch.setattr("hoyle.tables.web.desk.looks.look", _dear_look)
    said = asyncio.run(move())
    assert said is not None
    looks.append(json.loads(said))
    assert own.cost > paid + DEAR / WORK
    assert asyncio.run(move()) is None


def test_everything_about_a_large_board_is_asked_among_those_who_ask_for_much(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long its looks took tells, however few letters it has; and clicks on it are spelled in a process of its own."""
    asked: list[str] = []
    monkeypatch.setattr(service._thoughts, "check", lambda place, *_: asked.append(place))
    monkeypatch.setattr("hoyle.tables.web.showing.LARGE_LOOK", DEAR)
    opened = service.create("nim", seats=["me", "me"])
    service._took.keep(opened.name, 0.0)
    service.spell(opened.name, opened.token, "")
    assert service.likely(opened.name) < DEAR
    assert not asked
    with monkeypatch.context() as slow:
        slow.setattr("hoyle.tables.web.desk.looks.look", _dear_look)
        service.change(opened.name, opened.token, "move", "a1")
    assert service.likely(opened.name) > DEAR
    service.spell(opened.name, opened.token, "")
    assert asked == ["hoyle.tables.web.spelling:spell_view"]
    # What takes long once, because the machine does, is not large for ever.
    monkeypatch.setattr("hoyle.tables.web.desk.time.thread_time", float)
    for _ in range(2):
        service.change(opened.name, opened.token, "move", service.see(opened.name, opened.token)["moves"][0])
    assert service.likely(opened.name) < DEAR


def test_where_something_is_hidden_nobody_waits_for_what_another_sees(service: Service) -> None:
    """How long a look of one seat took does not make the other's questions wait."""
    opened = service.create("stratego/six", seats=["me", "open"])
    service.see(opened.name, opened.token)
    assert service.likely(opened.name) == 0


def _dear_look(*facts: Any) -> Look:
    """Make a look that takes long."""
    until = time.thread_time() + 1.5 * DEAR
    while time.thread_time() < until:
        pass
    return look(*facts)


def test_moves_are_listed_up_to_so_many_letters() -> None:
    """A path over a large board may have thousands, and a board millions of paths."""
    game = find("dots/20x20x2-99-R99-loops")[1]
    listed, more = list_moves(game, game.read("/".join(["R" * 20] * 20) + " 99 R99 0"))
    assert more
    assert 0 < sum(map(len, listed)) <= MOST_LETTERS


@pytest.mark.parametrize("path", ["/api/matches", "/api/matches/x/undo"])
def test_few_work_at_a_time(path: str) -> None:
    """Of those who open matches, and of the others who need a thread; neither keep the others waiting."""

    async def scene() -> tuple[int, bool]:
        budget, done, working, most = Budget(50), asyncio.Event(), 0, 0

        async def work(who: str, path: str) -> None:
            nonlocal working, most
            own = Bill(who)
            async with budget.place(own, path):
                await own.place.wait_for_thread()
                working += 1
                most = max(most, working)
                await done.wait()
                working -= 1

        tasks = [asyncio.create_task(work(f"address {number}", path)) for number in range(2 * WORKERS)]
        await asyncio.sleep(0.05)
        held, (elsewhere,) = most, {"/api/matches", "/api/matches/x/undo"} - {path}
        other = asyncio.create_task(work("another", elsewhere))
        await asyncio.sleep(0.05)
        served = most == held + 1
        done.set()
        await asyncio.gather(*tasks, other)
        return held, served

    assert asyncio.run(scene()) == (WORKERS, True)


def test_whoever_leaves_early_pays_as_at_the_end() -> None:
    """Others need not wait until a match is on the disk."""
    seconds = 0.03

    async def scene() -> tuple[int, bool, int]:
        budget, own = Budget(50), Bill("somebody")
        left, go = threading.Event(), threading.Event()

        def work() -> None:
            with own.work():
                until = time.thread_time() + seconds
                while time.thread_time() < until:
                    pass
                own.place.leave_for_good()
                left.set()
                go.wait(20)

        async with budget.place(own, "/api/matches"):
            await own.place.wait_for_thread()
            working = asyncio.create_task(asyncio.to_thread(work))
            await asyncio.to_thread(left.wait, 20)
            held, paid = places_held(budget), own.paid >= seconds / WORK
            go.set()
            await working
        return held, paid, places_held(budget)

    assert asyncio.run(scene()) == (0, True, 0)


@pytest.mark.parametrize("addresses", [1, 30])
def test_nobody_goes_on_without_a_place(monkeypatch: pytest.MonkeyPatch, addresses: int) -> None:
    """However many have thought, of one address or of many, and however long they wait, few work at a time, or they hear that it is busy."""
    monkeypatch.setattr(budget, "PAUSE", 0.05)
    monkeypatch.setattr(budget, "PATIENCE", 0.3)
    monkeypatch.setattr(budget, "HEARTBEAT", 0.02)

    async def scene() -> tuple[int, Counter[str]]:
        served_by, lock = Budget(50), threading.Lock()
        most, working, ends = 0, 0, Counter[str]()

        def think(own: Bill) -> None:
            nonlocal most, working
            try:
                with own.place.pause():
                    time.sleep(0.1)
            except BusyError:
                ends["busy"] += 1
                return
            with lock:
                working += 1
                most = max(most, working)
            time.sleep(0.1)
            with lock:
                working -= 1
            ends["served"] += 1

        async def open_match(number: int) -> None:
            own = Bill(f"address {number % addresses}")
            # All have come as far as to think, as they do one after the other while others think.
            done = False
            while not done:
                with suppress(BusyError):
                    async with served_by.place(own, "/api/matches"):
                        await asyncio.to_thread(think, own)
                        done = True
                await asyncio.sleep(0.02)

        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(40))
        await asyncio.gather(*map(open_match, range(30)))
        return most, ends

    most, ends = asyncio.run(scene())
    assert most == min(WORKERS, addresses)
    assert ends["served"] > 1
    assert ends["busy"] > 1
    assert ends.total() == 30


@pytest.mark.parametrize("unseen", [False, True])
def test_what_goes_on_by_itself_has_a_bill_and_a_place_while_it_works(
    service: Service, monkeypatch: pytest.MonkeyPatch, *, unseen: bool
) -> None:
    """So few answer at a time, and nobody who waits keeps a place; what nobody may notice costs nobody anything."""
    opened = service.create("nim", seats=["me", "perfect"])
    bills: list[Bill] = []
    held: list[int] = []

    async def scene() -> tuple[int, float]:
        budget = Budget(50)

        def choose(_: str) -> float | None:
            bill().cost += 30
            bills.append(bill())
            held.append(places_held(budget))
            return None if len(bills) > 1 else 0.01

        monkeypatch.setattr(service, "answer", choose)
        monkeypatch.setattr(service, "patience", lambda _: 0.01 * unseen)
        own = open_bill("somebody")
        async with budget.place(own, "/api/matches/x/move"):
            pass
        await answer(service, opened.name)
        assert bill() is own
        return places_held(budget), budget.rate.level("somebody")

    left, level = asyncio.run(scene())
    assert (held, left) == ([1, 1], 0)
    assert level == pytest.approx(1 - (not unseen) * 60 / (50 * BURST), abs=0.005)
    assert bills[0] is not bills[1]
    assert [own.address for own in bills] == ["somebody", "somebody"]


def test_few_answer_at_a_time(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many addresses have moved where somebody has said ahead what to play."""
    lock, working, most = threading.Lock(), 0, 0

    def choose(_: str) -> None:
        nonlocal working, most
        with lock:
            working += 1
            most = max(most, working)
        time.sleep(0.05)
        with lock:
            working -= 1

    monkeypatch.setattr(service, "answer", choose)

    async def scene() -> None:
        budget = Budget(50)

        async def play(number: int) -> None:
            async with budget.place(open_bill(f"address {number}"), "/api/matches/x/move"):
                pass
            await answer(service, "x")

        await asyncio.gather(*(asyncio.create_task(play(number)) for number in range(12)))

    asyncio.run(scene())
    assert most == WORKERS


def test_a_large_board_is_opened_among_those_who_ask_for_much(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens a small one does not wait for it, and for several large ones everybody waits as little as for one."""
    large = ["dots/20x20x8", "pegs/" + "/".join(["O" * 61] * 60 + ["O" * 60 + "."])]
    small = ["nim", "pegs/english", "dots/classic"]
    # On any machine, small ones take much less than this, and large ones much more.
    monkeypatch.setattr("hoyle.tables.web.limits.LARGE", 0.02)

    async def scene(game: str) -> bool:
        budget, own = Budget(50), open_bill("somebody")

        def work() -> None:
            with own.work():
                service.create(game, any_deal=True)

        async with budget.place(own, "/api/matches"):
            monkeypatch.setattr(own.place, "leave_for_good", lambda: None)
            await own.place.wait_for_thread()
            await asyncio.to_thread(work)
            return budget.slow_queue is not None and budget.slow_queue.running == 1

    for game in small:
        service.create(game)
    slowly = [asyncio.run(scene(game)) for game in (*large, *small)]
    assert slowly == [True] * len(large) + [False] * len(small)


def test_an_address_that_asks_for_much_again_and_again_is_heavy() -> None:
    """Also if its budget is full each time, after a rest of seconds; whoever asks for little is not, and comes first."""
    clock = [0.0]
    budget = Budget(50, now=lambda: clock[0])
    for _ in range(20):
        for _ in range(5):
            clock[0] += 1.1
            # As much as a person does who places a piece each second.
            budget.charge("player", 24)
            assert not budget.is_heavy("player")
        was_heavy = budget.is_heavy("waves")
        budget.charge("waves", 250)
        assert budget._usage("player", 0) < budget._usage("waves", 0)
    assert was_heavy
    # Among those who wait in the slow queue, whoever has used half as much comes first, even if it was served last.
    budget.charge("late", 1_000)
    for address in ("waves", "late"):
        budget.note_turn(budget.slow_queue, address)
    assert budget._rank("late", 0) < budget._rank("waves", 0)
    # Those who have used about as much take turns.
    budget.charge("other", 1_001)
    clock[0] += 1
    budget.note_turn(budget.slow_queue, "other")
    assert budget._rank("late", 0) < budget._rank("other", 0)
    # Something small comes before something large.
    assert budget._rank("other", 100) < budget._rank("late", 1_000)
    clock[0] += 600
    assert not budget.is_heavy("waves")


OWN = "table.example"


@pytest.mark.parametrize(
    ("host", "headers", "read", "changed"),
    [
        (OWN, {}, 200, 201),
        (f"{OWN}:8000", {"origin": f"https://{OWN}:8000"}, 200, 201),
        (OWN.upper(), {"origin": f"http://{OWN}", "sec-fetch-site": "same-origin"}, 200, 201),
        ("localhost:8000", {"sec-fetch-site": "none"}, 200, 201),
        ("127.0.0.1:8000", {"origin": "http://127.0.0.1:8000"}, 200, 201),
        ("[::1]:8000", {"origin": "http://[::1]:8000"}, 200, 201),
        # What a proxy calls us may be another name than the browser's.
        ("127.0.0.1:8000", {"origin": "https://elsewhere.example", "sec-fetch-site": "same-origin"}, 200, 201),
        ("elsewhere.example", {"origin": "http://elsewhere.example"}, 421, 421),
        (f"{OWN}.elsewhere.example", {}, 421, 421),
        ("127.0.0.1.elsewhere.example", {}, 421, 421),
        (OWN, {"origin": "http://elsewhere.example"}, 403, 403),
        (OWN, {"origin": f"http://{OWN}:81"}, 403, 403),
        (OWN, {"origin": "null"}, 403, 403),
        (OWN, {"origin": ""}, 403, 403),
        (OWN, {"sec-fetch-site": "cross-site"}, 403, 403),
        (OWN, {"origin": f"http://{OWN}", "sec-fetch-site": "same-site"}, 403, 403),
        # A link elsewhere may lead to a page, which this is not.
        (OWN, {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}, 403, 403),
    ],
)
def test_other_sites_cannot_ask_for_changes(
    service: Service, host: str, headers: dict[str, str], read: int, changed: int
) -> None:
    """Nor by a name that they gave this machine: a page elsewhere reads nothing by it, changes nothing and hears nothing."""
    with TestClient(application(service, 0, names=frozenset({OWN}))) as client:
        headers = {"host": host, **headers}
        answer = client.get("/api/rules/nim", headers=headers)
        assert (answer.status_code, "error" in answer.json()) == (read, read != 200)
        answer = client.post("/api/matches", json={"game": "nim"}, headers=headers)
        assert (answer.status_code, "error" in answer.json()) == (changed, changed != 201)
        path = f"/api/matches/{service.create('nim').name}/stream"
        with ExitStack() as stack:
            if changed != 201:
                stack.enter_context(pytest.raises(WebSocketDisconnect))
            with client.websocket_connect(path, headers=headers) as stream:
                assert stream.receive_json()["game"].startswith("nim")


@pytest.mark.parametrize(
    ("mode", "dest", "status"),
    [("navigate", "document", 200), ("navigate", "empty", 200), ("navigate", "iframe", 403), ("no-cors", "image", 403)],
)
def test_a_link_elsewhere_leads_to_a_page(service: Service, mode: str, dest: str, status: int) -> None:
    """Though a page elsewhere may not show ours; a browser whose worker fetches it does not say that it is a document."""
    with TestClient(application(service, 0)) as client:
        for site in ("cross-site", "same-site"):
            headers = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest}
            assert client.get("/rules/nim", headers=headers).status_code == status
            assert client.head("/rules/nim", headers=headers).status_code == status


def test_other_sites_use_up_nothing_of_yours(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page elsewhere makes a browser ask for has a budget of its own, and is answered slowly when that is used up."""
    slowed: list[str] = []

    def pause(_: Budget, address: str) -> float:
        slowed.append(address)
        return 0.0

    monkeypatch.setattr(Budget, "pause", pause)
    monkeypatch.setattr(guard, "PAUSE", 0)
    table = application(service, 1)
    monkeypatch.setattr(table.state.budget.rate, "_now", lambda: 0.0)
    with TestClient(table) as client:
        for number in range(2 * BURST):
            assert client.get("/health", headers={"sec-fetch-site": "cross-site"}).status_code == 403
            assert bool(slowed) == (2 * number >= BURST)
            with pytest.raises(WebSocketDisconnect), client.websocket_connect("/s", headers={"origin": "http://evil"}):
                pass
        assert client.get("/health").status_code == 200


def test_nobody_is_answered_on_a_line_that_is_gone() -> None:
    """Of several requests on it, none is; nor on one that becomes a stream meanwhile."""
    ask = b"GET /health HTTP/1.1\r\nHost: x\r\n"

    async def leave() -> tuple[list[bool], bool]:
        entered, _ = at_the_door()
        cycles = []
        for _ in range(3):
            entered.data_received(ask + b"\r\n")
            cycles.append(entered.cycle)
            await asyncio.sleep(0)
        assert not any(cycle.disconnected for cycle in cycles)
        entered.connection_lost(None)
        other, line = at_the_door()
        other.data_received(ask + b"\r\n")
        other.data_received(ask + UPGRADE)
        other.connection_lost(None)
        await asyncio.sleep(0)
        return [cycle.disconnected for cycle in cycles], line.closed and not line.said

    assert asyncio.run(leave()) == ([True] * 3, True)


def test_few_requests_wait_on_one_line(service: Service) -> None:
    """Whoever sends the next ones before the first is answered, and many of them, is not answered at all."""
    request = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with listening(service) as port:
        few = 1 + door.MOST_WAITING
        for number, answers in ((few, few), (few + 1, 0), (1_000, 0)):
            with socket.create_connection(("127.0.0.1", port)) as line:
                with suppress(BrokenPipeError, ConnectionResetError):
                    line.sendall(request * (number - 1) + last)
                assert said(line).count(b"HTTP/1.1 200") == answers


def test_whoever_sends_ahead_on_a_line_pays_at_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits on a line has been read, and the line may end before anybody serves it."""
    request = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    with listening(service) as port:
        for number in (1, 2):
            monkeypatch.setattr(Door, "budget", rate := Rate(1e-6, 100))
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall(request * number)
                line.recv(1)
                assert rate.level("127.0.0.1") == pytest.approx(1 - (number - 1) * door.WAITING / 100)


UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n" % (
    b"A" * 22 + b"=="
)
EMPTY = {
    "ping": (b"", bytes([0x89, 0x80, 0, 0, 0, 0])),
    "pong": (b"", bytes([0x8A, 0x80, 0, 0, 0, 0])),
    "continuation": (bytes([0x01, 0x80, 0, 0, 0, 0]), bytes([0x00, 0x80, 0, 0, 0, 0])),
}


@pytest.mark.parametrize("kind", EMPTY)
def test_a_stream_listens_to_little(service: Service, kind: str) -> None:
    """Also of what says nothing and never reaches the table; the few signs of life of a browser are heard."""
    begin, frame = EMPTY[kind]
    path = f"/api/matches/{service.create('nim').name}/stream".encode()
    with listening(service, streams="auto") as port, socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(20)
        line.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n" + UPGRADE)
        heard = b""
        while b'"Nim"' not in heard:
            heard += line.recv(65_536)
        assert heard[9:12] == b"101"
        line.sendall(begin + frame * 10 + bytes([0x89, 0x81, 0, 0, 0, 0]) + b"?")
        while b"\x8a\x01?" not in heard:
            heard += line.recv(65_536)
        with suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(frame * (door.MOST_HEARD // len(frame)))
        # One that listened on would not be closed.
        said(line)


@pytest.mark.parametrize("header", [b"Host: x", b"Origin: http://x", b"Sec-Fetch-Site: same-origin"])
def test_a_request_says_once_whose_it_is(service: Service, header: bytes) -> None:
    """Whoever reads only the first and whoever reads only the last must not differ."""
    with listening(service) as port:
        for times, status in ((1, b"200"), (2, b"400")):
            with socket.create_connection(("127.0.0.1", port)) as line:
                host = b"" if header.startswith(b"Host") else b"Host: x\r\n"
                line.sendall(
                    b"GET /health HTTP/1.1\r\nConnection: close\r\n" + host + times * (header + b"\r\n") + b"\r\n"
                )
                assert said(line).startswith(b"HTTP/1.1 " + status)


def test_a_rematch_is_a_match_that_is_opened(service: Service) -> None:
    """Whoever plays on both sides opens no more of them by asking for rematches."""
    with TestClient(application(service, rate=50), base_url="http://127.0.0.1") as client:
        opened = client.post("/api/matches", json={"game": "nim", "seats": ["me", "me"]}).json()
        path, headers = f"/api/matches/{opened['match']}/rematch", {"authorization": f"Bearer {opened['token']}"}
        client.app.state.budget.opening.charge(origin("testclient"), 1000)  # type: ignore[attr-defined]  # our own
        assert client.post(path, json={}, headers=headers).status_code == 429


def test_a_body_is_never_taken_for_a_request(service: Service) -> None:
    """Whatever a request wants to become: behind a proxy, its sender would get the answers to other people's requests."""
    body = b"GET /api/rules/nim HTTP/1.1\r\nHost: x\r\n\r\n"
    lengths = (b"Content-Length: %d" % len(body), b"Transfer-Encoding: chunked\r\nContent-Length: %d" % len(body))
    with listening(service, streams="auto") as port:
        for method, becomes, length, pause in product(
            (b"GET", b"POST"), (b"", b"h2c", b"websocket"), lengths, (0, 0.1)
        ):
            upgrade = b"Connection: Upgrade\r\nUpgrade: " + becomes + b"\r\n" if becomes else b""
            heard = b""
            with socket.create_connection(("127.0.0.1", port)) as line, suppress(OSError):
                line.settimeout(0.5)
                line.sendall(b"%b /api/shelf HTTP/1.1\r\nHost: x\r\n%b%b\r\n\r\n" % (method, upgrade, length))
                time.sleep(pause)
                line.sendall(body)
                while part := line.recv(65_536):
                    heard += part
            assert heard.count(b"HTTP/1.1 ") <= 1, (method, becomes, length)


@pytest.mark.parametrize(
    "words", [b"", b"GET", REQUEST, b"\r\n", b"POST /api/judge HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"]
)
def test_whoever_sends_slowly_is_not_waited_for(
    service: Service, monkeypatch: pytest.MonkeyPatch, words: bytes
) -> None:
    """A head or a body that does not come in time ends the line, however many letters trickle in."""
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.6)
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.6)
    with listening(service) as port, socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(words)
        trickle = threading.Thread(target=_trickle, args=(line,), daemon=True)
        trickle.start()
        before = time.monotonic()
        said(line)
        assert time.monotonic() - before < 15


def _trickle(line: socket.socket) -> None:
    try:
        for _ in range(200):
            line.sendall(b"x")
            time.sleep(0.1)
    except OSError:
        pass


def test_an_address_has_so_many_lines(service: Service) -> None:
    """One more is closed at once, and when one goes another may come."""
    with listening(service, lines=3) as port, ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(3)]
        while len(Door.lines) < 3:
            time.sleep(0.01)
        with socket.create_connection(("127.0.0.1", port)) as line:
            assert said(line) == b""
        lines[0].close()
        while len(Door.lines) > 2:
            time.sleep(0.01)
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(REQUEST + b"\r\n")
            assert said(line)[9:12] == b"200"


# ---------------------------------------------------------------------------------------------- the guard


def test_an_address_has_so_many_streams(service: Service) -> None:
    """One more is refused; another address has its own."""
    app = application(service, 50, connections=2)
    with TestClient(app, client=("10.0.0.1", 1)) as client, ExitStack() as stack:
        path = f"/api/matches/{client.post('/api/matches', json={'game': 'nim'}).json()['match']}/stream"
        for _ in range(2):
            stack.enter_context(client.websocket_connect(path)).receive_json()
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(path):
            pass
        other = TestClient(app, client=("10.0.0.2", 1))
        with other.websocket_connect(path) as stream:
            assert stream.receive_json()["title"] == "Nim"
        assert len(app.state.budget.streams) == 2


def test_whoever_talks_at_a_stream_is_shown_the_door(service: Service) -> None:
    """A watcher of ours says nothing."""
    with TestClient(application(service, 0)) as client:
        path = f"/api/matches/{client.post('/api/matches', json={'game': 'nim'}).json()['match']}/stream"
        with client.websocket_connect(path) as stream:
            stream.receive_json()
            for _ in range(20):
                stream.send_text("x")
            with pytest.raises(WebSocketDisconnect):
                stream.receive_json()


def test_a_stream_hears_letters_that_are_no_text(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    """They are words like others, and nothing to report."""
    with TestClient(application(service, 0)) as client:
        path = f"/api/matches/{client.post('/api/matches', json={'game': 'nim'}).json()['match']}/stream"
        with client.websocket_connect(path) as stream:
            stream.receive_json()
            for _ in range(MOST_WORDS):
                stream.send_bytes(b"x")
            with pytest.raises(WebSocketDisconnect) as left:
                stream.receive_json()
    gc.collect()
    assert left.value.code == 1008
    assert not caplog.records


def test_a_head_is_paid_like_a_body(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long headers and long addresses cost by their length, whatever they ask for, and also when a stream is opened."""
    costs: list[float] = []
    monkeypatch.setattr(Rate, "charge", lambda _, __, cost: costs.append(cost))

    def dear() -> bool:
        found = any(6 <= cost < 6.2 for cost in costs)
        costs.clear()
        return found

    with TestClient(application(service, 50)) as client:
        long = "y" * 6 * LETTERS
        client.get("/health")
        assert not dear()
        client.get("/health", headers={"x": long})
        assert dear()
        client.get("/health", params={"x": long})
        assert dear()
        with client.websocket_connect(
            f"/api/matches/{service.create('nim').name}/stream", headers={"x": long}
        ) as stream:
            stream.receive_json()
        assert dear()


@pytest.mark.parametrize("budget", [50, 0.1])
def test_an_answer_that_nobody_waits_for_is_nothing_to_report(service: Service, budget: float) -> None:
    """A line that is closed before the answer, or the refusal, is no fault of the table."""
    app, tried = application(service, budget), []

    async def closed(message: Message) -> None:
        tried.append(message["type"])
        raise RuntimeError("the handler is closed")

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    facts = {"path": "/health", "raw_path": b"/health", "query_string": b"", "headers": [], "root_path": ""}
    scope = {"type": "http", "method": "GET", "scheme": "http", "client": ("10.0.0.1", 1), "server": ("x", 1), **facts}
    asyncio.run(app(scope, receive, closed))
    assert tried == ["http.response.start"]


def test_work_costs_more_than_asking(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long is paid by whoever asked for it, and by nobody else."""
    monkeypatch.setattr(budget, "LONGEST_PAUSE", 0)
    app = application(service, 0.3)
    with TestClient(app, client=("10.0.0.1", 1)) as client:
        other = TestClient(app, client=("10.0.0.2", 1))
        record = f"Game: nim\na1 # {'x' * 60_000}"
        statuses = [client.post("/api/judge", json={"record": record}).status_code for _ in range(2)]
        assert statuses == [200, 429]
        assert other.get("/api/rules/nim").status_code == 200


def test_an_address_opens_so_many_matches(tmp_path: Path) -> None:
    """More are refused in plain words, and another address is not kept from opening its own."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(each=2)) as service:
        app = application(service, 50)
        with TestClient(app, client=("10.0.0.1", 1)) as client:
            other = TestClient(app, client=("10.0.0.2", 1))
            answers = [client.post("/api/matches", json={"game": "nim"}) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [201, 201, 429]
            assert answers[2].json() == {
                "error": "2 matches from your address are being played; open another one later"
            }
            assert other.post("/api/matches", json={"game": "nim"}).status_code == 201


@pytest.mark.parametrize("number", [10, 60_000])
@pytest.mark.parametrize(
    "body",
    [
        lambda number: "{" + ",".join(f'"{field}":1' for field in range(number)) + "}",
        lambda number: json.dumps({"record": [1] * number}),
        lambda number: json.dumps({"record": [1] * number, "more": "x"}),
        lambda number: json.dumps({"record": '\\"', "more": [[]] * number, "most": '"\\'}),
        lambda number: json.dumps({"record": f"Game: nim\n{number}", "ply": [""] * number}),
    ],
)
def test_a_question_has_few_parts(service: Service, number: int, body: Callable[[int], str]) -> None:
    """To read many would take long before anything is found wrong, so they are refused without looking at them."""
    with TestClient(application(service, 0)) as client:
        answer = client.post("/api/judge", content=body(number), headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert ("too many fields" in answer.json()["error"]) == (number > 10)


def test_a_record_may_hold_anything(service: Service) -> None:
    """Commas, quotes and backslashes in a text are letters like others."""
    with TestClient(application(service, 0)) as client:
        answer = client.post("/api/judge", json={"record": "Game: nim\na1 # " + ',"\\' * 5_000})
    assert answer.status_code == 200


def test_a_bill_is_paid_by_the_thread_that_works() -> None:
    """Processor's time counts, waiting does not."""
    own = open_bill("a")
    with bill().work():
        time.sleep(0.05)
    assert own.cost < 0.04 / WORK
    with bill().work():
        before = time.thread_time()
        while time.thread_time() - before < 0.02:
            pass
    assert own.cost >= 0.02 / WORK


def test_debts_are_bounded_and_forgiven() -> None:
    """A bucket refills from wherever it is."""
    clock = [0.0]
    rate = Rate(10, 40, now=lambda: clock[0])
    rate.charge("a", 1e9)
    assert (rate.level("a"), rate.allows("a")) == (-MOST_DEBT * 10 / 40, False)
    clock[0] = MOST_DEBT + 0.2
    assert rate.allows("a")
    assert not rate.allows("a", 10)


def test_a_debt_is_paid_in_full() -> None:
    """Whoever has used four times what fits into a bucket waits until all of it is paid for."""
    clock = [0.0]
    rate = Rate(10, 40, now=lambda: clock[0])
    rate.charge("a", 200)
    clock[0] = 15.9
    assert not rate.allows("a")
    clock[0] = 16.2
    assert rate.allows("a")


@pytest.mark.parametrize("address", ["10.0.0.1", "127.0.0.2", "testclient", "::2"])
def test_health_tells_strangers_only_that_the_table_is_open(service: Service, address: str) -> None:
    """Its figures tell whoever asks often enough when somebody else does something unseen."""
    client = TestClient(application(service, 0), client=(address, 1))
    assert client.get("/health").json() == {"status": "ok"}


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_health_tells_of_those_who_think(service: Service, address: str) -> None:
    """How many there are, how many are busy, and who died."""
    with TestClient(application(service, 0), client=(address, 1)) as client:
        client.post("/api/judge", json={"record": "Game: nim\na1"})
        health = client.get("/health").json()
    assert health["status"] == "ok"
    assert (
        health["thinking"]["checking"] | {"processes": 1, "busy": 0, "thoughts": 1, "deaths": 0}
        == (health["thinking"]["checking"])
    )
    assert set(health["thinking"]) == {"solving", "playing", "checking", "dealing"}


# ------------------------------------------------------------------------------- limits that fit the question


def test_a_text_is_as_long_as_the_board_allows(service: Service) -> None:
    """What is longer than any move is refused before anybody reads it; what fits is answered the same, here or aside."""
    opened = service.create("pegs/english")
    with pytest.raises(HoyleError, match=r"no move on this board has more than \d+ letters"):
        service.spell(opened.name, opened.token, "d2" * 500)
    with pytest.raises(HoyleError, match="letters can be sent at once"):
        service.change(opened.name, opened.token, "move", "d2d4 " * LONG_LINE)
    here = service.spell(opened.name, opened.token, "d2")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hoyle.tables.web.showing.MOST_TRIED", 0)
        assert service.spell(opened.name, opened.token, "d2") == here
    assert here["next"] == ["d4"]
    assert service.health()["checking"]["thoughts"] == 1


def test_what_takes_too_long_to_judge_is_refused(tmp_path: Path) -> None:
    """The table says so, and goes on."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(checking=0.001)) as service:
        with pytest.raises(HoyleError, match="takes too long for a page"):
            service.judge(f"Game: nim/9999\n{'a1 ' * 5000}")
        assert service.health()["checking"]["late"] == 1


def test_places_are_left_by_whoever_gives_up() -> None:
    """However a request ends, or is no longer waited for, somebody else gets its place; another address has its own."""

    async def crowd() -> tuple[dict[str, int], dict[str, int]]:
        budget, go = Budget(50), asyncio.Event()

        async def sit(address: str) -> None:
            async with budget.place(Bill(address), "/"):
                await go.wait()
                raise ValueError(address)

        tasks = [asyncio.create_task(sit("much")) for _ in range(50)]
        await asyncio.sleep(0.01)
        tasks.append(asyncio.create_task(sit("one")))
        await asyncio.sleep(0.01)
        crowded = budget.health()
        for task in tasks[10:40]:
            task.cancel()
        go.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        return crowded, budget.health()

    crowded, after = asyncio.run(crowd())
    assert crowded == {"requests": 5, "waiting": 46, "streams": 0}
    assert after == {"requests": 0, "waiting": 0, "streams": 0}


@pytest.mark.parametrize(
    ("path", "before", "cost", "busy", "rests"),
    [
        ("/api/shelf", 0, 500, 1, []),
        ("/api/shelf", 120, 5, 1, [REST * 5 * WORK]),
        ("/api/shelf", 120, 5, 0.5, [REST * 5 * WORK / 2]),
        ("/api/shelf", 120, 5, 0, [LEAST_REST * 5 * WORK]),
        ("/api/shelf", 120, 14_000, 1, [LONGEST_REST]),
        ("/api/matches", 0, 30, 1, [REST * 30 * WORK]),
        ("/api/matches", 0, 30, 0.9, []),
        ("/api/matches", 120, 30, 1, [REST * 30 * WORK]),
        ("/api/judge", 120, 500, 1, []),
    ],
)
def test_the_slow_queue_rests(path: str, before: float, cost: float, busy: float, rests: list[float]) -> None:
    """Heavy addresses have one place together, which is free again after a rest.

    The busier the table is, the longer it rests.
    """

    async def serve() -> tuple[list[float], int, int]:
        budget, own, loop = Budget(50), Bill("much"), asyncio.get_running_loop()
        budget.gauge = Gauge(iter([0, 1]).__next__, iter([0, busy]).__next__)
        budget.rate.charge(own.address, before)
        delays: list[float] = []
        call_later = loop.call_later

        def hurry(delay: float, *work: Any) -> asyncio.TimerHandle:
            delays.append(delay)
            return call_later(0, *work)

        loop.call_later = hurry  # type: ignore[assignment, method-assign]
        async with budget.place(own, path):
            own.cost += cost
        resting = places_held(budget)
        loop.call_later = call_later  # type: ignore[method-assign]
        await asyncio.sleep(0.01)
        return delays, resting, places_held(budget)

    delays, resting, after = asyncio.run(serve())
    assert delays == pytest.approx(rests)
    assert (resting, after) == (len(rests), 0)


def test_whoever_has_thought_waits_for_a_place_again(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes after a long thought is worked on in turn, however many thoughts are ready at the same time."""
    app, together = application(service, 50), threading.Barrier(3)
    working, most = Heads(0), []
    monkeypatch.setattr(
        service._thoughts,
        "dealing",
        SimpleNamespace(think=lambda *_, **__: together.wait(20), call_off=list, health=dict),
    )
    settle = Sitting.settle

    def count(sitting: Sitting, match: Match[Any, Any]) -> Match[Any, Any]:
        working.enter("")
        most.append(len(working))
        time.sleep(0.05)
        working.leave("")
        return settle(sitting, match)

    monkeypatch.setattr(Sitting, "settle", count)
    with TestClient(app, client=("10.0.0.1", 1)) as client, ThreadPoolExecutor(3) as threads:
        opening = [threads.submit(client.post, "/api/matches", json={"game": "domino/3"}) for _ in range(3)]
        assert {answer.result().status_code for answer in opening} == {201}
    assert most == [1, 1, 1]


ODD = (
    (b'{"text": "a1"}', "application/json; charset=utf-8"),
    (b'{"text": "a1"}', "application/problem+json"),
    (b'{"text": "a1"}', "text/plain"),
    (b'{"text": "a1"}', ""),
    (b"", "application/json"),
    (b"[" * 5_000, "application/json"),
    (b'{"text": "\\ud800"}', "application/json"),
    (b'{"text": "\xff"}', "application/json"),
    (b'\xef\xbb\xbf{"text": "a1"}', "application/json"),
    (b'{"text": "a1", "text": "b1"}', "application/json"),
    (b'{"text": "a1", "version": 1.0}', "application/json"),
    (b'{"text": "a1", "version": true}', "application/json"),
    (b'{"text": "a1", "version": NaN}', "application/json"),
    (b'{"text": "a1", "version": -1}', "application/json"),
    (b'{"text": "a1", "more": 1}', "application/json"),
    (b'{"text": 1}', "application/json"),
    (b'"a1"', "application/json"),
    (b'{"text": "a1"} x', "application/json"),
)


@pytest.mark.parametrize("name", ["NAME", "nobody", "no.body", "x" * 41])
def test_the_quick_way_answers_as_the_framework_does(
    service: Service, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Whatever a request looks like, it gets the same status, headers and body on both ways."""
    app = application(service, 0)
    opened = service.create("nim")
    path = f"/api/matches/{name.replace('NAME', opened.name)}"
    seats: tuple[dict[str, str], ...] = (
        {},
        {"authorization": f"Bearer {opened.token}"},
        {"authorization": "Basic x"},
        {"cookie": f"seat={opened.token}"},
    )

    def answers(client: TestClient) -> Iterator[tuple[int, str, bytes]]:
        for seat in seats:
            for body, kind in ((b'{"text": "a1"}', "application/json"), *ODD):
                answer = client.post(f"{path}/spell", content=body, headers={"content-type": kind, **seat})
                yield answer.status_code, str(answer.headers), answer.content
            for address in (path, f"{path}/seat"):
                answer = client.get(address, headers=seat)
                yield answer.status_code, str(answer.headers), answer.content

    with TestClient(app) as client:
        quick = list(answers(client))
        routes = [route for route in app.routes if isinstance(route, BilledRoute) and route.app == route._quick]
        assert len(routes) > 10
        for route in routes:
            monkeypatch.setattr(route, "app", route._thorough)
        assert quick == list(answers(client))


def test_whoever_waits_for_a_process_keeps_no_place(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many wait for an answer that takes long, the next request of the same address is served meanwhile."""
    app, go = application(service, 50), threading.Event()
    slow = SimpleNamespace(think=lambda *_, **__: go.wait(20) and "<svg/>", call_off=go.set, health=dict)
    monkeypatch.setattr(service._thoughts, "checking", slow)
    long = {"game": "pegs/" + "/".join(["O" * 20] * 20)}
    with TestClient(app, client=("10.0.0.1", 1)) as client, ThreadPoolExecutor(4) as threads:
        waiting = [threads.submit(client.get, "/api/picture", params=long) for _ in range(4)]
        while app.state.budget.health()["requests"] < 4 or places_held(app.state.budget):
            time.sleep(0.01)
        assert client.get("/api/shelf").status_code == 200
        assert not any(answer.done() for answer in waiting)
        go.set()
        assert {answer.result().status_code for answer in waiting} == {200}


# --------------------------------------------------------------------------------- the work of one request


def test_a_line_is_bounded_by_the_work_that_it_makes(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many moves on a large board are refused before the first is tried, as a premove too, and fewer can be sent."""
    board = "/".join(["OO." * 8] * 24)
    moves = [f"{left}{row}{right}{row}" for row in range(1, 25) for left, right in ("ac", "df", "gi", "jl", "mo", "pr")]
    most = MOST_STEPS // len(board)
    assert 1 < most < 1000
    opened = service.create(f"pegs/{board}")
    after = service.change(opened.name, opened.token, "move", " ".join(moves[:20]))
    assert len(after["line"]) == 20
    monkeypatch.setattr("hoyle.tables.web.wishes.legal_move", lambda *_: pytest.fail("a move was tried"))
    service.change(opened.name, opened.token, "restart")
    monkeypatch.setattr("hoyle.tables.web.bounds.MOST_STEPS", 20 * len(board))
    for text in (" ".join(moves[:21]), "a1c1" + "a1c1" * 10):
        with pytest.raises(HoyleError, match="at most 20 moves can be sent at once on this board"):
            service.change(opened.name, opened.token, "move", text)


def test_a_person_who_looks_at_everything_is_not_refused(service: Service) -> None:
    """Neither for the whole shelf at once nor for opening one game after the other."""
    with TestClient(application(service)) as client:
        answers = [client.get("/")]
        for box in client.get("/api/shelf").json()["games"]:
            answers += [
                client.get(
                    "/api/picture", params={"game": f"{box['name']}/{variant['name']}", "seed": 1, "showcase": True}
                )
                for variant in box["variants"]
            ]
            answers.append(client.post("/api/matches", json={"game": box["name"], "any_deal": True}))
            answers.append(client.get(f"/table/{answers[-1].json()['match']}"))
        assert {answer.status_code for answer in answers} == {200, 201}


def test_a_person_who_is_refused_reads_a_page(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """It opens again by itself; a program gets JSON."""
    monkeypatch.setattr(budget, "PAUSE", 0)
    monkeypatch.setattr(budget, "LONGEST_PAUSE", 0)
    with TestClient(application(service, rate=0.001)) as client:
        answer = client.get("/", headers={"accept": "text/html,*/*"})
        assert answer.status_code == 429
        assert answer.headers["content-type"].startswith("text/html")
        assert 'http-equiv="refresh"' in answer.text
        assert "error" in client.get("/api/shelf", headers={"accept": "application/json"}).json()


@pytest.mark.parametrize("name", ["nim/990,990,990,990", f"dots/{'/'.join(['RRRRRR'] * 6)}-9-R99"])
def test_a_short_position_with_much_to_show_is_not_played_in_the_event_loop(service: Service, name: str) -> None:
    """Few letters may stand for a thousand marks or moves; an ordinary board has neither."""

    async def at_once(name: str) -> bool:
        opened = service.create(name, seats=None if name.startswith("dots") else ["me", "me"], any_deal=True)
        look, move = opened.look, opened.look["moves"][0]
        return (
            await service.move_at_once(opened.name, opened.token, move, version=look["version"], key=None) is not None
        )

    assert not asyncio.run(at_once(name))
    assert asyncio.run(at_once("nim/classic"))


def test_a_film_is_bounded_by_what_is_drawn(service: Service) -> None:
    """Before the first picture: many small ones are as good as few large ones."""
    board = "/".join(["OO." * 20] * 60)
    opened = service.create(f"pegs/{board}")
    jumps = [f"a{row + 1}c{row + 1}" for row in range(20)]
    look = service.change(opened.name, opened.token, "move", " ".join(jumps))
    assert len(look["line"]) == 20
    with pytest.raises(HoyleError, match="too large for a film"):
        service.film(opened.name, opened.token, "gif")


def test_a_watcher_who_leaves_before_the_refusal_is_no_fault(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody fills the log by opening streams of matches that do not exist."""

    class Gone:
        app = SimpleNamespace(state=SimpleNamespace(service=service, hub=Hub(service), crowd=Crowd(service)))
        headers: Mapping[str, str] = MappingProxyType({})
        cookies = headers
        path_params: Mapping[str, str] = MappingProxyType({"name": "nosuchmatch"})

        async def accept(self) -> None:
            pass

        async def receive(self) -> Message:
            return {"type": "websocket.disconnect"}

        async def send_json(self, _: object) -> None:
            raise WebSocketDisconnect(1006)

    asyncio.run(stream(Gone()))  # type: ignore[arg-type]  # all of a socket that it asks for
    assert "Traceback" not in caplog.text


def test_whoever_watches_pays_for_being_kept_up_to_date() -> None:
    """Also while there is nothing to say."""
    budget = Budget(50)

    async def follow(_: Scope, __: Receive, ___: Send) -> None:
        bill().cost += 100
        assert bill().place.settle() == 0
        assert budget.rate.level("10.0.0.1") < 1 - 100 / (50 * BURST) + 0.01
        bill().cost += 50 * BURST
        assert bill().place.settle() > PAUSE

    async def nothing(*_: object) -> Message:
        return {"type": "websocket.connect"}

    scope = {
        "type": "websocket",
        "client": ("10.0.0.1", 1),
        "path": "/api/matches/x/stream",
        "query_string": b"",
        "headers": [],
    }
    asyncio.run(Guard(follow, budget)(scope, nothing, nothing))  # type: ignore[arg-type]  # nothing is sent


def test_a_stream_that_rests_keeps_nobody_waiting() -> None:
    """An address in debt waits before it hears anything, and not in the place that all heavy addresses share."""
    budget, served = Budget(50, 10), list[int]()

    async def follow(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        served.append(places_held(budget))
        bill().cost += 100 / BURST
        bill().place.settle()
        # After what was done the queue rests, and then the place is free.
        await asyncio.sleep(2 * REST * WORK * 100 / BURST + 0.02)
        served.append(places_held(budget))

    async def nothing(_: Message | None = None) -> Message:
        return {"type": "websocket.connect"}

    budget.rate.charge("", 50 * BURST * 0.9)
    scope: Scope = {
        "type": "websocket",
        "path": "/api/matches/x/stream",
        "client": None,
        "headers": [],
        "query_string": b"",
    }
    asyncio.run(Guard(follow, budget)(scope, nothing, nothing))  # type: ignore[arg-type]  # nothing is sent
    assert served == [1, 0]


def test_whoever_has_just_come_opens_before_those_who_fill_the_queue() -> None:
    """What an address has opened counts for longer than it takes its budget to be full again."""

    async def scene() -> list[str]:
        budget, served = Budget(50), list[str]()

        async def open_one(who: str) -> None:
            own = Bill(who)
            async with budget.place(own, "/api/matches"):
                served.append(who)
                own.cost += 20
                await asyncio.sleep(0.05)

        many = [asyncio.create_task(open_one(f"10.0.0.{number % 3}")) for number in range(45)]
        await asyncio.sleep(0.3)
        honest = asyncio.create_task(open_one("10.9.9.9"))
        await honest
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
        return served

    served = asyncio.run(scene())
    before = served[: served.index("10.9.9.9")]
    assert set(before) == {f"10.0.0.{number}" for number in range(3)}
    assert len(before) < 40


@pytest.mark.parametrize("working", [False, True])
def test_whoever_has_gone_is_not_waited_for(working: bool) -> None:  # noqa: FBT001 — a parameter
    """A place is not kept for a request whose line is closed, whether it waits at the door or in a thread."""

    async def scene() -> list[str]:
        budget, gone, happened = Budget(50), asyncio.Event(), list[str]()
        for who in ("first", "second", "third"):
            budget.rate.charge(who, 150 * (who != "second" or not working))

        async def ask(who: str, leaving: Callable[[], Any] | None = None) -> None:
            own = Bill(who)
            try:
                async with budget.place(own, "/api/shelf", leaving):
                    if who == "second":
                        await asyncio.to_thread(own.place.slow_down)
                    happened.append(who)
                    await asyncio.sleep(0.5 * (who == "first"))
            except GoneError:
                happened.append(f"{who} has gone")

        asking = [asyncio.create_task(ask("first")), asyncio.create_task(ask("second", gone.wait))]
        await asyncio.sleep(0.1)
        asking.append(asyncio.create_task(ask("third")))
        gone.set()
        await asyncio.gather(*asking)
        return happened

    assert asyncio.run(scene()) == ["first", "second has gone", "third"]


def test_a_thought_ends_when_its_client_has_gone(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever leaves the page while a solver thinks finds it free for the next question."""

    def think_for_long(self: Thoughts, pool: Pool, *_: object) -> Any:
        return self.ask(pool, "time:sleep", 600, seconds=600)

    def wait_for_busy(processes: int) -> None:
        until = time.monotonic() + 20
        while service.health()["solving"]["busy"] != processes:
            assert time.monotonic() < until
            time.sleep(0.02)

    monkeypatch.setattr(Thoughts, "think", think_for_long)
    monkeypatch.setattr("hoyle.tables.pool.MOMENT", 0.2)
    opened = service.create("pegs/easy")
    head = f"POST /api/matches/{opened.name}/ask/solution HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {opened.token}"
    with listening(service) as port, socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(f"{head}\r\ncontent-length: 0\r\n\r\n".encode())
        wait_for_busy(1)
        # For as long as somebody waits, so does the table.
        time.sleep(0.5)
        wait_for_busy(1)
        line.close()
        wait_for_busy(0)


def test_heavy_addresses_take_turns() -> None:
    """However many requests some of them have waiting, and however much another has used before, nobody waits for more than a round."""

    async def scene() -> list[str]:
        budget, served = Budget(50), list[str]()
        for who in ("a", "b", "honest"):
            budget.rate.charge(who, 150)
        budget.rate.charge("honest", 400)

        async def ask(who: str) -> None:
            async with budget.place(Bill(who), "/api/shelf"):
                served.append(who)
                await asyncio.sleep(0)

        await ask("honest")
        tasks = [asyncio.create_task(ask(who)) for who in "ab" * 10]
        await asyncio.sleep(0)
        await ask("honest")
        heard = list(served)
        await asyncio.gather(*tasks)
        return heard

    heard = asyncio.run(scene())
    assert heard.index("honest", 1) <= 3


def test_whoever_waits_for_a_place_does_not_keep_a_closed_table_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that has thought goes on as soon as there is no event loop any more."""
    gone: list[Place] = []

    async def scene() -> None:
        async with Budget(50).place(Bill("somebody"), "/api/shelf") as place:
            gone.append(place)

    asyncio.run(scene())
    # Whoever looked at the clock again would be waiting for somebody.
    monkeypatch.setattr(budget, "time", SimpleNamespace(monotonic=iter([0.0]).__next__))
    with gone[0].pause():
        pass


@pytest.mark.parametrize("line", [f"GET /api/matches/x/stream?{'x' * 8300}", "GET /api/matches/x/stream"])
def test_a_stream_whose_head_nobody_reads_again_is_refused(tmp_path: Path, line: str) -> None:
    """Its connection would be counted by nobody, and have no deadline."""
    with serving(tmp_path) as server, socket.create_connection(("127.0.0.1", server.port), timeout=20) as visitor:
        long = "" if "xxx" in line else f"X: {'x' * 9000}\r\n"
        head = f"{line} HTTP/1.1\r\nHost: 127.0.0.1\r\n{long}Connection: Upgrade\r\nUpgrade: websocket\r\n"
        visitor.sendall(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode())
        assert visitor.recv(20).startswith(b"HTTP/1.1 431")
        while visitor.recv(1000):
            pass
