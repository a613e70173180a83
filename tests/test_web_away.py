"""The web table while its database is away, and after a backup was put back."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hoyle.tables.web.http.app import application
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store
from web import serving

ROOT = Path(__file__).parents[1]


def test_a_database_that_is_away_is_503(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Every question about matches gets one plain sentence that names no file, and the log two lines, until it is back."""
    path = tmp_path / "hoyle.db"
    with TestClient(application(Service(Store(str(path))), rate=0)) as client:
        facts = client.post("/api/matches", json={"game": "pegs/easy"}).json()
        place, token = f"/api/matches/{facts['match']}", {"authorization": f"Bearer {facts['token']}"}
        wish = {"text": "d2d4", "version": 0, "key": "12345678"}
        path.rename(tmp_path / "away.db")
        with caplog.at_level(logging.WARNING):
            for _ in range(5):
                answers: list[Any] = [
                    client.get(place, headers=token),
                    client.post(f"{place}/move", json=wish, headers=token),
                    client.post("/api/matches", json={"game": "nim"}),
                ]
                assert [answer.status_code for answer in answers] == [503] * 3
                words = {answer.json()["error"] for answer in answers}
                assert words == {"the matches cannot be reached at the moment; try again soon"}
            # Who watches is told to come back.
            with client.websocket_connect(f"{place}/stream") as socket:
                assert "error" in socket.receive_json()
                with pytest.raises(WebSocketDisconnect) as left:
                    socket.receive_json()
            assert left.value.code == 1013
        assert len([record for record in caplog.records if record.name == "hoyle"]) <= 2
        assert client.get("/api/rules/nim").status_code == 200
        (tmp_path / "away.db").rename(path)
        after = client.post(f"{place}/move", json=wish, headers=token)
        assert (after.status_code, after.json()["version"]) == (200, 1)


@pytest.mark.slow
def test_a_backup_is_made_and_put_back(tmp_path: Path) -> None:
    """The commands of docs/web.md, the first of them while the table is open: every match is whole, and goes on."""
    page = (ROOT / "docs" / "web.md").read_text().partition("### Backup and restore")[2]
    backup, restore = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)[:2]

    def do(commands: str) -> None:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        subprocess.run(["/bin/sh", "-ec", commands], cwd=tmp_path, env={**os.environ, "PATH": path}, check=True)

    with serving(tmp_path) as server, httpx.Client(base_url=server.address, timeout=60) as client:

        def play(match: dict[str, Any], text: str) -> Any:
            headers = {"authorization": f"Bearer {match['token']}"}
            return client.post(f"/api/matches/{match['match']}/move", json={"text": text}, headers=headers).json()

        matches = [client.post("/api/matches", json={"game": "pegs/easy"}).json() for _ in range(20)]
        for match in matches:
            play(match, "d2d4")
        do(backup)
        play(matches[0], "d4d6")
        server.kill()
        # Something happened to the database; what the killed server left beside it is there still.
        (tmp_path / "hoyle.db").write_bytes(b"ruined")
        do(restore)
        server.start()
        for match in matches:
            look = client.get(f"/api/matches/{match['match']}").json()
            assert (look["version"], look["position"]) == (1, "***.***/***.***/***.***/***O***/***O***/***.***/*******")
            assert play(match, "d4d6")["ended"] == "won (1 peg left)"
    assert {path.name: path.stat().st_mode & 0o077 for path in tmp_path.glob("*.db*")} == dict.fromkeys(
        ["hoyle.db", "hoyle.db-wal", "hoyle.db-shm", "backup.db"], 0
    )
