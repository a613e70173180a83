"""A law of the web table: nothing that anybody asks leaves anything for the search for garbage, which stops everybody."""

from __future__ import annotations

import gc
import json
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="uvicorn is not installed")

from hoyle.tables.web.http.door import Door
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store
from test_web_guard import listening

TIMES = 8
"""How often each is asked."""
STREAM = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
PAGE = "Accept: text/html\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n"


class Client:
    """Somebody who asks a table at a port, one line for each request, and leaves."""

    def __init__(self, port: int) -> None:
        self._port = port
        opened = json.loads(self.ask("POST", "/api/matches", {"game": "pegs/easy"}))
        self.match, self.token = f"/api/matches/{opened['match']}", opened["token"]

    def ask(self, method: str, path: str, question: object = None, more: str = "", *, token: str = "") -> bytes:
        """Return the body of an answer."""
        body = question if isinstance(question, bytes) else b"" if question is None else json.dumps(question).encode()
        kind = "Content-Type: application/json\r\n" if body else ""
        seat = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
        return self.send(head.encode() + (kind + seat + more).encode() + b"\r\n" + body)[-1].partition(b"\r\n\r\n")[2]

    def send(self, *pieces: bytes, hears: bool = True, stays: bool = True) -> list[bytes]:
        """Send pieces on a line of their own, and return what came after each of them, and then until the end."""
        with socket.create_connection(("127.0.0.1", self._port), 20) as line:
            for piece in pieces:
                line.sendall(piece)
                time.sleep(0.02 * (len(pieces) > 1))
            heard = []
            while hears and (part := _receive(line)):
                heard.append(part)
                if not stays:
                    break
        return [b"".join(heard)]

    def wish(self, path: str, **facts: object) -> dict[str, Any]:
        """Return the answer to what a player asks about the match."""
        answer: dict[str, Any] = json.loads(self.ask("POST", f"{self.match}/{path}", facts, token=self.token))
        return answer

    def play(self) -> None:
        """Make a move, an impossible one and a late one, and take the move back."""
        look = self.wish("move", text="d2d4")
        assert "error" in self.wish("move", text="d2d3")
        assert "error" in self.wish("move", text="d2d4", version=0)
        assert look["version"] < self.wish("undo")["version"]

    def join(self) -> None:
        """Open a match between two, join it, set up and premove, and look at it as both and as a stranger."""
        opened = json.loads(
            self.ask("POST", "/api/matches", {"game": "stratego/barrage", "seats": ["me", "open"], "seed": 1})
        )
        path = f"/api/matches/{opened['match']}"
        token = json.loads(self.ask("POST", f"{path}/join", {"invite": opened["invites"]["1"]}))["token"]
        for holder in (opened["token"], token, ""):
            self.ask("GET", path, token=holder)
            self.ask("POST", f"{path}/ahead", {"text": "nonsense"}, token=holder)

    def follow(self, *words: bytes) -> None:
        """Open a stream, say something, and leave."""
        head = f"GET {self.match}/stream HTTP/1.1\r\nHost: x\r\n{STREAM}\r\n"
        self.send(head.encode(), *words, stays=False)


def _receive(line: socket.socket) -> bytes:
    try:
        return line.recv(65_536)
    except ConnectionResetError:
        return b""


ASKED: dict[str, Callable[[Client], object]] = {
    "page": lambda one: one.ask("GET", "/", more=PAGE),
    "missing page": lambda one: one.ask("GET", "/nowhere", more=PAGE),
    "shelf": lambda one: one.ask("GET", "/api/shelf"),
    "look": lambda one: one.ask("GET", one.match, token=one.token),
    "missing match": lambda one: one.ask("GET", "/api/matches/nowhere"),
    "picture": lambda one: one.ask("GET", f"{one.match}/picture"),
    "film": lambda one: one.ask("GET", f"{one.match}/film.gif"),
    "moves": Client.play,
    "two seats": Client.join,
    "spelling": lambda one: one.wish("spell", text="zz"),
    "hint": lambda one: one.wish("ask/hint"),
    "record": lambda one: one.ask("POST", "/api/judge", {"record": "Game: pegs/easy\nd2d4 x"}),
    "no JSON": lambda one: one.ask("POST", "/api/matches", b"{"),
    "wrong JSON": lambda one: one.ask("POST", "/api/matches", {"game": "nim", "seats": [1]}),
    "deep JSON": lambda one: one.ask("POST", "/api/matches", b"[" * 9_000),
    "too many fields": lambda one: one.ask("POST", "/api/matches", b"[" + b"1," * 9_000),
    "too long": lambda one: one.ask("POST", "/api/matches", b" " * 200_000),
    "in chunks": lambda one: one.send(
        b"POST /api/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"
    ),
    "from elsewhere": lambda one: one.ask("GET", "/api/shelf", more="Sec-Fetch-Site: cross-site\r\n"),
    "not HTTP": lambda one: one.send(b"\0\r\n\r\n"),
    "large head": lambda one: one.send(b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 99 + b"\r\n"),
    "two at once": lambda one: one.send(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 2, stays=False),
    "cut in the head": lambda one: one.send(b"GET / HTTP/1.1\r\nHo", hears=False),
    "cut in the body": lambda one: one.send(
        b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{", hears=False
    ),
    "cut before the answer": lambda one: one.send(
        f"POST {one.match}/ask/solution HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {one.token}\r\n\r\n".encode(),
        hears=False,
    ),
    "stream": Client.follow,
    "stream that says goodbye": lambda one: one.follow(b"\x88\x80\0\0\0\0"),
    "stream that speaks": lambda one: one.follow(*[b"\x81\x81\0\0\0\0x"] * 3),
    "stream that speaks nonsense": lambda one: one.follow(b"\xff" * 40),
    "stream of nothing": lambda one: one.send(f"GET /stream HTTP/1.1\r\nHost: x\r\n{STREAM}\r\n".encode(), stays=False),
}
LEFT_BY_LIBRARY = {"stream that speaks nonsense": 25}
"""How few things the library of streams leaves, where it keeps an error with its frames."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Hand out a client of a table that is open for a while."""
    with (
        Service(Store(str(tmp_path_factory.mktemp("table") / "hoyle.db"))) as service,
        listening(service, 1_000, "auto") as port,
    ):
        yield Client(port)


def left_behind(ask: Callable[[], object]) -> Counter[str]:
    """Return the kinds of things that only a search for garbage finds after something was asked again and again."""
    for _ in range(2):
        # What is made once is not left behind.
        ask()
    _wait_until_quiet()
    gc.collect()
    # What is there already need not be searched.
    gc.freeze()
    gc.disable()
    try:
        for _ in range(TIMES):
            ask()
        _wait_until_quiet()
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        return Counter(type(thing).__qualname__ for thing in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
        gc.unfreeze()


def _wait_until_quiet() -> None:
    until = time.monotonic() + 20
    while len(Door.lines) and time.monotonic() < until:
        time.sleep(0.01)
    # A thread that has answered still holds what it worked on for a moment.
    time.sleep(0.1)


@pytest.mark.parametrize("question", ASKED)
def test_nothing_that_is_asked_leaves_garbage(client: Client, question: str) -> None:
    """Whatever it is, and however it ends: each leaves fewer things than a request consists of."""
    left = left_behind(lambda: ASKED[question](client))
    assert left.total() < TIMES * LEFT_BY_LIBRARY.get(question, 1), left.most_common(20)
