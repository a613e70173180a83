"""The web table over the net: its answers, its limits, and what is left of it after kill -9."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hoyle.record import Record
from hoyle.referee import Fair, judge
from hoyle.shelf import shelf
from hoyle.tables.web import looks
from hoyle.tables.web.http import guard
from hoyle.tables.web.http.app import STATIC, application
from hoyle.tables.web.http.files import Files
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store
from web import Server, offering_secret, serving

ROOT = Path(__file__).parents[1]
UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


@pytest.fixture(scope="module", autouse=True)
def _secret(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put a game from a package of its own on the shelf."""
    with offering_secret(tmp_path_factory.mktemp("installed")):
        yield


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Return a client of an application without a rate limit."""
    service = Service(Store(str(tmp_path / "hoyle.db")))
    with TestClient(application(service, rate=0), raise_server_exceptions=False) as client:
        yield client


def opened(client: Any, **terms: Any) -> dict[str, Any]:
    """Open a match and return the answer."""
    answer = client.post("/api/matches", json=terms)
    assert answer.status_code == 201, answer.text
    facts: dict[str, Any] = answer.json()
    return facts


def opened_at(server: Server, **terms: Any) -> dict[str, Any]:
    """Open a match at a server in another process."""
    with httpx.Client(base_url=server.address) as client:
        return opened(client, **terms)


def bearer(token: str) -> dict[str, str]:
    """Return the header that shows a token."""
    return {"authorization": f"Bearer {token}"}


# ------------------------------------------------------------------------------------------------- the answers


@pytest.mark.parametrize("address", ["/judge/", "/api/shelf/", "/health/"])
def test_nobody_is_sent_to_where_a_client_says_this_is(client: TestClient, address: str) -> None:
    """An address with a stroke too many is not found, instead of leading to whatever host the request names."""
    answer = client.get(address, headers={"host": "elsewhere.example"}, follow_redirects=False)
    assert answer.status_code == 404
    assert "location" not in answer.headers
    assert "elsewhere" not in answer.text


def test_the_shelf_and_its_pages(client: TestClient) -> None:
    """Every game is there with its rules and a picture, also one from another package."""
    facts = client.get("/api/shelf").json()
    assert {box["name"] for box in facts["games"]} == set(shelf())
    assert "secret" in shelf()
    for box in facts["games"]:
        assert client.get(f"/api/rules/{box['name']}").json()["rules"].startswith(shelf()[box["name"]].rules[:20])
        drawing = client.get("/api/picture", params={"game": box["name"]})
        assert drawing.headers["content-type"] == "image/svg+xml"
        assert drawing.text.startswith("<svg")
    assert 'class="army blue"' in client.get("/api/picture", params={"game": "stratego", "showcase": True}).text


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({"game": "pegs/OOO/OOO/..."}, "position class"),
        ({"game": "pegs/english@d4-c3"}, "position class"),
        ({"game": "pegs/cross5"}, "position class"),
        ({"game": "pegs/english", "state": "**OOO**/**OOO**/OOOOOOO/OOOOOOO/OOOOOOO/**OOO**/**OOO**"}, None),
        ({"game": "pegs/english"}, None),
        ({"game": "dots/3x3x3-1-R2,O2", "seed": 1}, "a move serves only one"),
        ({"game": "dots/3x3x3-1-R2,O2"}, None),
        ({"game": "domino/6", "seed": 1}, None),
        ({"game": "nim"}, None),
    ],
)
def test_what_cannot_be_won_is_told_before_it_is_played(
    client: TestClient, question: dict[str, Any], reason: str | None
) -> None:
    """Where it is seen without a search; of a deal only if that is known."""
    lost = client.get("/api/lost", params=question).json()["lost"]
    assert lost is None if reason is None else reason in lost


@pytest.mark.parametrize("page", ["/", "/new", "/table/x", "/judge", "/rules/pegs"])
def test_pages_hold_no_script_and_no_style_of_their_own(client: TestClient, page: str) -> None:
    """The security policy forbids both, and nothing comes from elsewhere."""
    answer = client.get(page)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    # The name of SVG's vocabulary looks like an address, but nobody asks for it.
    assert not re.search(r"<style|style=|onclick|https?://(?!www.w3.org/2000/svg')|<script(?![^>]*src=)", answer.text)
    for file in re.findall(r'(?:src|href)="(/static/[^"]+)"', answer.text):
        assert client.get(file).status_code == 200


def test_scripts_name_no_other_place() -> None:
    """No request leaves the machine, and no table knows a game."""
    for file in (ROOT / "src/hoyle/tables/web/http/static").glob("*.js"):
        text = file.read_text()
        assert not re.search(r"https?://(?!\$)|\beval\b|innerHTML", text), file
        assert not re.search(rf"\b({'|'.join(set(shelf()) - {'secret'})})\b", text), file


def test_a_bot_plays_with_a_bearer(client: TestClient) -> None:
    """Without the cookie and with the token in a header, the same match can be played to its end."""
    facts = opened(client, game="nim", seats=["me", "perfect"])
    client.cookies.clear()
    look = facts["look"]
    while not look["ended"]:
        answer = client.post(
            f"/api/matches/{facts['match']}/move",
            json={"text": look["moves"][0], "version": look["version"]},
            headers=bearer(facts["token"]),
        )
        assert answer.status_code == 200, answer.text
        look = client.get(f"/api/matches/{facts['match']}", headers=bearer(facts["token"])).json()
    record = Record.read(client.get(f"/api/matches/{facts['match']}/record").text)
    assert isinstance(judge(record), Fair)


def test_a_seat_is_a_cookie_that_scripts_cannot_read(client: TestClient) -> None:
    """It is bound to its match, and a browser sends it only from our own pages."""
    answer = client.post("/api/matches", json={"game": "pegs/easy"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert f"Path=/api/matches/{answer.json()['match']}" in cookie
    assert client.get(f"/api/matches/{answer.json()['match']}").json()["you"] == [0]


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("move", {"text": "a9"}, 400, "heap a holds only 3 (§2)"),
        ("move", {"text": "what"}, 400, "not a move of nim, such as b2: 'what'"),
        ("move", {"text": "a1", "version": 7}, 409, "the board has changed since you looked; look again and then move"),
        ("move", {}, 422, "text: field required"),
        ("move", {"text": "a1", "else": 1}, 422, "else: extra inputs are not permitted"),
        ("undo", {}, 400, "there is nothing that you may take back"),
        ("dance", {}, 404, None),
        ("ask/hint", None, 200, None),
    ],
)
def test_errors_say_what_to_do(
    client: TestClient, path: str, body: dict[str, Any], status: int, words: str | None
) -> None:
    """Each is one line with a fitting status."""
    facts = opened(client, game="nim", seats=["me", "perfect"])
    answer = client.post(f"/api/matches/{facts['match']}/{path}", json=body)
    assert answer.status_code == status
    if words is not None:
        assert answer.json() == {"error": words}


def test_what_is_not_there(client: TestClient) -> None:
    """A wrong address, match, game or move number is told kindly."""
    assert client.get("/api/nowhere").json()["error"].startswith("there is nothing at this address")
    page = client.get("/nowhere")
    assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (404, "text/html")
    assert "content-security-policy" in page.headers
    assert client.get("/api/matches/nowhere").status_code == 404
    assert client.get("/api/picture", params={"game": "chess"}).json()["error"].startswith("no game is called 'chess'")
    facts = opened(client, game="nim")
    assert client.get(f"/api/matches/{facts['match']}/at/9").json() == {"error": "this match has the moves 0 to 0"}


@pytest.mark.parametrize(
    ("address", "is_told"),
    [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("10.0.0.1", False), ("127.0.0.2", False)],
)
def test_only_this_machine_is_told_the_figures(tmp_path: Path, address: str, *, is_told: bool) -> None:
    """Whatever kind of socket it comes through: strangers hear that the table is open, and nothing else."""
    service = Service(Store(str(tmp_path / "hoyle.db")))
    with TestClient(application(service), client=(address, 1)) as client:
        told = client.get("/health").json()
    assert told.pop("status") == "ok"
    assert bool(told) is is_told


@pytest.mark.parametrize("address", ["/", "/judge", "/health", "/sw.js"])
def test_a_page_has_a_head_without_its_body(client: TestClient, address: str) -> None:
    """Those who watch over a server ask for no more."""
    head, whole = client.head(address), client.get(address)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]


def test_whatever_a_page_names_is_there(client: TestClient) -> None:
    """Every page is whole, also those that are shown instead of another, and its files are found."""
    files: Files = client.app.state.files  # type: ignore[attr-defined]  # it is any application to its client
    for path in STATIC.glob("*.html"):
        page = files.text(path.name).decode()
        assert page.startswith("<!doctype html>"), path
        assert "<!--" not in page, path
        named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        assert named, path
        assert {client.get(address).status_code for address in named} == {200}, path


def test_our_own_mistakes_tell_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A breakdown inside gives away neither its place nor its words."""

    def broken(*_: object) -> None:
        raise RuntimeError("the flag stands on b1")

    monkeypatch.setattr(Service, "see", broken)
    answer = client.get("/api/matches/x")
    assert answer.status_code == 500
    assert "flag" not in answer.text
    assert "every accepted move is kept" in answer.json()["error"]


def test_records_are_judged(client: TestClient) -> None:
    """Fair or foul, with the foul move marked on the board; any move of it can be looked at."""
    foul = client.post("/api/judge", json={"record": "Game: pegs/easy\nd2d4 d3d5"}).json()
    assert (foul["verdict"], foul["ply"], foul["move"]) == ("foul", 2, "d3d5")
    assert foul["last"] == ["d3", "d5"]
    fair = client.post("/api/judge", json={"record": "Game: pegs/easy\nd2d4d6"}).json()
    assert (fair["verdict"], fair["plies"], fair["words"]) == ("fair", 2, "fair: 2 jumps, 1 turn, won (1 peg left)")
    first = client.post("/api/judge", json={"record": "Game: pegs/easy\nd2d4d6", "ply": 0}).json()
    assert first["caption"] == "3 pegs; 2 jumps are possible"
    assert (
        client.post("/api/judge", json={"record": "Game: pegs/easy\nx", "ply": 9}).json()["caption"]
        == "3 pegs; 2 jumps are possible"
    )
    assert client.post("/api/judge", json={"record": "no record"}).status_code == 400
    long = f"Game: pegs/easy\n{'d2d4 ' * 6000}"
    assert "hoyle judge FILE" in client.post("/api/judge", json={"record": long}).json()["error"]


def test_a_picture_alone_is_styled_and_may_do_nothing(client: TestClient) -> None:
    """The file for download brings its styles, and its own policy."""
    facts = opened(client, game="pegs/easy")
    answer = client.get(f"/api/matches/{facts['match']}/picture")
    assert "<style>" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


# -------------------------------------------------------------------------------------------------- the limits


def test_too_fast_and_too_large(tmp_path: Path) -> None:
    """An address that asks too often or sends too much is refused for a while."""
    service = Service(Store(str(tmp_path / "hoyle.db")))
    with TestClient(application(service, rate=0.1)) as client:
        statuses = [client.get("/api/rules/nim").status_code for _ in range(6)]
        assert statuses[0] == 200
        assert 429 in statuses
    with TestClient(application(service, rate=0)) as client:
        large = "x" * (guard.LARGEST + 1)
        assert client.post("/api/judge", content=large).status_code == 413
        # A body in chunks does not say how long it is, and is not read at all.
        pieces = (b"x" for _ in range(20))
        answer = client.post("/api/judge", content=pieces, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.headers["connection"]) == (411, "close")


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.test", "http://[", "javascript://testserver", "//testserver", "null", ""]
)
def test_another_site_cannot_listen(client: TestClient, origin: str) -> None:
    """A page from elsewhere that opens our socket is shown the door, whatever it calls itself."""
    facts = opened(client, game="nim")
    path = f"/api/matches/{facts['match']}/stream"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers={"origin": origin}):
        pass


def test_a_stream_with_a_clock_looks_at_the_board_only_when_it_changes(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has to notice when the time is over, but that costs no drawing, however many watch."""
    facts = opened(client, game="nim", seats=["me", "open"], clock={"seconds": 600})
    pictures = []
    draw = looks.look

    def look(*facts: Any) -> Any:
        pictures.append(facts)
        return draw(*facts)

    monkeypatch.setattr(looks, "look", look)
    monkeypatch.setattr(looks, "clock_runs", lambda _: True)
    with client.websocket_connect(f"/api/matches/{facts['match']}/stream") as socket:
        assert socket.receive_json()["match"] == facts["match"]
        time.sleep(2.5)
    assert len(pictures) <= 1


def test_a_list_of_thousands_is_refused_before_it_is_read(client: TestClient) -> None:
    """Each part of it would be looked at, and each would have its own words."""
    answer = client.post("/api/matches", json={"game": "nim", "seats": [1] * 10_000})
    assert (answer.status_code, answer.json()) == (422, {"error": "the request has too many fields"})


# ------------------------------------------------------------------------------------------------ live updates


def test_a_large_first_look_can_be_sent_compressed(client: TestClient) -> None:
    """Whoever asks for it hears the same, in a message of a few kilobytes; small looks stay text."""
    for game, packed in (("stratego/classic", True), ("nim", False)):
        facts = opened(client, game=game)
        path, headers = f"/api/matches/{facts['match']}/stream", bearer(facts["token"])
        with client.websocket_connect(path, headers=headers) as plain:
            look = plain.receive_text()
        with client.websocket_connect(f"{path}?packed", headers=headers) as page:
            heard = page.receive()
        assert heard.get("text") == (None if packed else look)
        assert not packed or zlib.decompress(heard["bytes"]).decode() == look


def test_watchers_are_told_what_they_may_know(client: TestClient) -> None:
    """The other seat and a spectator get every change, and to the last letter the same whatever is hidden from them."""
    heard: dict[str, list[str]] = {}
    for secret in ("quince!", "lemon!"):
        facts = opened(client, game="secret", seats=["me", "open"], seed=1)
        name = facts["match"]
        path = f"/api/matches/{name}"
        other = client.post(f"{path}/join", json={"invite": facts["invites"]["1"]}).json()["token"]
        client.cookies.clear()
        with (
            client.websocket_connect(f"{path}/stream", headers=bearer(other)) as second,
            client.websocket_connect(f"{path}/stream") as spectator,
        ):
            texts = [second.receive_text(), spectator.receive_text()]
            client.post(f"{path}/move", json={"text": secret}, headers=bearer(facts["token"]))
            texts += [second.receive_text(), spectator.receive_text()]
            client.post(f"{path}/move", json={"text": "fig!"}, headers=bearer(other))
            texts += [second.receive_text(), spectator.receive_text()]
        for asked in ("", "/at/1", "/record", "/picture"):
            answer = client.get(path + asked, headers=bearer(other))
            texts.append(f"{answer.headers} {answer.text}")
        heard[secret] = [text.replace(name, "NAME") for text in texts]
    assert json.loads(heard["quince!"][2])["yours"]
    assert [told["text"] for told in json.loads(heard["quince!"][5])["line"]][:2] == ["pledges", "pledges"]
    assert heard["quince!"] == heard["lemon!"]


def test_a_stream_of_nothing(client: TestClient) -> None:
    """Whoever wants to watch what is not there is told so."""
    with client.websocket_connect("/api/matches/nowhere/stream") as socket:
        assert "no such match" in socket.receive_json()["error"]


# ------------------------------------------------------------------------------------------- several processes


@pytest.mark.slow
def test_kill_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Twice a server is killed while a client moves as fast as it can; each acknowledged move is still there."""
    with serving(tmp_path) as server:
        facts = opened_at(server, game="nim/900", seats=["me", "me"])
        address = f"{server.address}/api/matches/{facts['match']}"
        acknowledged = 0
        for _ in range(2):
            enough = Event()

            def hammer(known: int, enough: Event = enough) -> None:
                nonlocal acknowledged
                with httpx.Client(headers=bearer(facts["token"])) as client:
                    for version in range(known, 900):
                        try:
                            answer = client.post(f"{address}/move", json={"text": "a1", "version": version})
                        except httpx.TransportError:
                            return
                        assert answer.status_code == 200
                        acknowledged = version + 1
                        if version >= known + 15:
                            enough.set()

            thread = Thread(target=hammer, args=(acknowledged,))
            thread.start()
            assert enough.wait(60)
            server.kill()
            thread.join()
            server.start()
            line = httpx.get(address).json()["line"]
            # What was on its way when the server died may have been kept without a word.
            assert acknowledged <= len(line) <= acknowledged + 1
            acknowledged = len(line)
        assert isinstance(judge(Record.read(httpx.get(f"{address}/record").text)), Fair)


@pytest.mark.slow
def test_workers_share_one_table(tmp_path: Path) -> None:
    """With two processes, of racing moves one is accepted, and everybody sees it."""
    with serving(tmp_path, "--workers", "2") as server:
        facts = opened_at(server, game="nim/50", seats=["me", "me"])
        address = f"{server.address}/api/matches/{facts['match']}"

        def move(version: int) -> int:
            answer = httpx.post(
                f"{address}/move", json={"text": "a1", "version": version}, headers=bearer(facts["token"])
            )
            return int(answer.status_code)

        with ThreadPoolExecutor(6) as pool:
            for version in range(4):
                assert sorted(pool.map(move, [version] * 6)) == [200, 409, 409, 409, 409, 409]
        assert {len(httpx.get(address).json()["line"]) for _ in range(8)} == {4}


@pytest.mark.slow
def test_whoever_waits_when_the_table_closes_is_told(tmp_path: Path) -> None:
    """Stopped in the middle of hard questions, the server answers those who wait, and says nothing of it."""
    with serving(tmp_path) as server:
        facts = opened_at(server, game="pegs/diamond41@d2-f8")
        address = f"{server.address}/api/matches/{facts['match']}"
        process = server.process
        assert process is not None

        def ask(_: int) -> int:
            answer = httpx.post(f"{address}/ask/solution", headers=bearer(facts["token"]), timeout=60)
            return int(answer.status_code)

        with ThreadPoolExecutor(4) as pool:
            asked = pool.map(ask, range(4))
            # What a stranger sends is no fault of ours either: a text that is none.
            for number in range(2):
                with socket.create_connection(("127.0.0.1", server.port)) as line:
                    line.sendall(
                        f"GET /api/matches/{facts['match']}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode() + UPGRADE
                    )
                    line.recv(100)
                    line.sendall(bytes([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFE]) if number else b"\xff" * 50)
                    line.recv(100)
            time.sleep(2)
            process.send_signal(signal.SIGTERM)
            assert set(asked) == {503}
        assert process.wait(30) == -signal.SIGTERM
    words = (tmp_path / "stderr.txt").read_text().splitlines()
    assert [line for line in words if not line.startswith("the table is open")] == []


@pytest.mark.parametrize("options", [(), ("--workers", "2")])
def test_the_table_closes_once_however_often_it_is_told_to(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Many Ctrl-C in a row, with streams open and questions under way, print nothing."""
    with serving(tmp_path, *options) as server, ExitStack() as lines:
        facts = opened_at(server, game="pegs/diamond41@d2-f8")
        address = f"/api/matches/{facts['match']}"
        head = f"HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {facts['token']}\r\n"
        for request in [f"GET {address}/stream {head}".encode() + UPGRADE] * 5 + [
            f"POST {address}/ask/solution {head}\r\n".encode()
        ]:
            line = lines.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            line.sendall(request)
        time.sleep(1)
        assert server.process is not None
        for _ in range(12):
            with suppress(ProcessLookupError):
                os.killpg(server.process.pid, signal.SIGINT)
            time.sleep(0.1)
        assert server.process.wait(30) == 0
    words = (tmp_path / "stderr.txt").read_text().splitlines()
    assert [line for line in words if not line.startswith("the table is open")] == []


@pytest.mark.slow
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """Even if that is killed without a chance to tell them."""
    with serving(tmp_path, "--workers", "2") as server:
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGKILL)
        for _ in range(100):
            try:
                httpx.get(f"{server.address}/health")
            except httpx.TransportError:
                break
            time.sleep(0.2)
        else:
            raise AssertionError("they answer still")


def test_nobody_hears_a_secret_from_the_log(tmp_path: Path) -> None:
    """What the server writes holds neither tokens nor hidden moves, even where it breaks."""
    with serving(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        facts = opened(client, game="secret", seats=["me", "first"])
        client.post(f"/api/matches/{facts['match']}/spell", json={"text": "quince!"})
        client.post(f"/api/matches/{facts['match']}/move", json={"text": "quince!"})
        client.post(f"/api/matches/{facts['match']}/move", json={"text": "zebra!"})
        client.post("/api/matches/%00/move", content=b"\xff")
    words = (tmp_path / "stderr.txt").read_text()
    assert "quince" not in words
    assert facts["token"] not in words


def test_the_command_tells_what_is_missing(tmp_path: Path) -> None:
    """A database that cannot be opened is one line and status 2."""
    done = subprocess.run(
        [sys.executable, "-m", "hoyle", "serve", "--database", str(tmp_path / "no" / "hoyle.db")],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("hoyle: cannot open the database")


def test_the_bot_of_the_documents_plays(tmp_path: Path) -> None:
    """The example in docs/web.md joins by a private link and plays to the end, also a game that it has never heard of."""
    (bot,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "web.md").read_text(), re.DOTALL | re.MULTILINE)
    assert sum(bool(line) for line in bot.splitlines()) <= 20
    # It asks once a second, so that it never uses up its budget; here nobody has so much time.
    assert "sleep(1)" in bot
    bot = bot.replace("sleep(1)", "sleep(0.02)")
    with serving(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        for game in ("nim", "secret"):
            facts = opened(client, game=game, seats=["me", "open"])
            path = f"/api/matches/{facts['match']}"
            link = f"{server.address}/table/{facts['match']}#invite={facts['invites']['1']}"
            with subprocess.Popen([sys.executable, "-c", bot, link], stdout=subprocess.PIPE, text=True) as process:
                look = facts["look"]
                while not look["ended"]:
                    look = client.get(path).json()
                    if look["yours"]:
                        client.post(f"{path}/move", json={"text": look["moves"][0], "version": look["version"]})
                words, _ = process.communicate(timeout=30)
            assert words.strip() == look["ended"]
