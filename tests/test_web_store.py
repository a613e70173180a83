"""The store of the web table: the same on SQLite and, where a server is installed, on PostgreSQL."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import pytest

from hoyle.game import HoyleError
from hoyle.tables.web.journal import Entry, KnownError, StaleError, Terms
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store


def program(name: str) -> str | None:
    """Return where a program of PostgreSQL is, also where Debian hides it."""
    hidden = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(hidden[-1]) if hidden else shutil.which(name)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """Start a PostgreSQL server of our own, and return the address of its database."""
    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None:
        pytest.skip("no PostgreSQL server is installed")
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    # The server refuses to run as root.
    user = "nobody" if os.geteuid() == 0 else None
    with TemporaryDirectory() as name:
        folder = Path(name)
        if user:
            shutil.chown(folder, user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        made = subprocess.run(
            [initdb, "-D", str(folder / "data"), "-U", "hoyle", "-A", "trust", "--no-sync"],
            user=user,
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        )
        assert made.returncode == 0, made.stderr
        options = ["-D", str(folder / "data"), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"]
        with subprocess.Popen(
            [server, *options], user=user, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=folder
        ) as process:
            try:
                yield _awaited(f"postgresql://hoyle@127.0.0.1:{port}/postgres")
            finally:
                process.terminate()


def _awaited(address: str) -> str:
    import psycopg

    for _ in range(100):
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            time.sleep(0.1)
        else:
            return address
    raise AssertionError("the server does not answer")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a fresh database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "hoyle.db")
    import psycopg

    address = str(request.getfixturevalue("postgres"))
    with psycopg.connect(address) as connection:
        connection.execute("DROP TABLE IF EXISTS entries, matches")
    return address


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """Return a store."""
    store = Store(database)
    yield store
    store.close()


def test_what_is_kept_is_found_again(store: Store, database: str) -> None:
    """Another store over the same database finds the same."""
    terms = Terms("nim", seats=("person", "person"), own=(0,), owner="hash", invites={1: "other"})
    store.create("x", terms, [Entry(1, "deal", text="a")], now=1.5)
    store.append("x", Entry(2, "move", 0, "b1 ä", 2.5, "0:key"))
    other = Store(database)
    assert other.terms("x") == terms
    assert other.terms("y") is None
    assert other.entries("x", 0) == [Entry(1, "deal", text="a"), Entry(2, "move", 0, "b1 ä", 2.5, "0:key")]
    assert other.entries("x", 1) == [Entry(2, "move", 0, "b1 ä", 2.5, "0:key")]
    assert other.knows("x", "0:key")
    assert not other.knows("y", "0:key")
    assert (other.count(), other.names()) == (1, ["x"])
    other.close()


def test_a_wrong_version_is_refused_and_changes_nothing(store: Store) -> None:
    """Neither a version that is there already nor one too far ahead, and no match that is not there."""
    store.create("x", Terms("nim"), [], now=0)
    store.append("x", Entry(1, "move"))
    for name, version in (("x", 1), ("x", 3), ("y", 1)):
        with pytest.raises(StaleError):
            store.append(name, Entry(version, "move"))
    assert [entry.version for entry in store.entries("x", 0)] == [1]


def test_a_known_key_is_refused_whatever_its_version(store: Store) -> None:
    """So what is sent twice is kept once, even if both come at the same time."""
    store.create("x", Terms("nim"), [], now=0)
    store.append("x", Entry(1, "move", key="0:key"))
    for version in (1, 2):
        with pytest.raises(KnownError):
            store.append("x", Entry(version, "move", key="0:key"))
    assert [entry.version for entry in store.entries("x", 0)] == [1]


def test_those_who_wait_are_written_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of entries that come while another is written some are stale and the others are kept, each told its own."""
    for number in range(8):
        store.create(f"m{number}", Terms("nim"), [], now=0)
    sizes: list[int] = []
    write = store._write

    def slowly(batch: list[Any]) -> None:
        sizes.append(len(batch))
        time.sleep(0.05)
        write(batch)

    monkeypatch.setattr(store, "_write", slowly)

    def append(number: int) -> str:
        try:
            store.append(f"m{number % 8}", Entry(1, "move", number))
        except StaleError:
            return "stale"
        return "kept"

    with ThreadPoolExecutor(16) as pool:
        told = list(pool.map(append, range(16)))
    assert sorted(told) == ["kept"] * 8 + ["stale"] * 8
    assert sum(sizes) == 16
    assert all(len(store.entries(f"m{number}", 0)) == 1 for number in range(8))


def test_a_fault_of_the_database_is_told_to_all(store: Store) -> None:
    """Nobody is told that something was kept which was not."""
    store.create("x", Terms("nim"), [], now=0)
    with store._writing() as run:
        run("DROP TABLE entries", ())
    with pytest.raises(Exception, match="entries"):
        store.append("x", Entry(1, "move"))


def test_news_and_forgetting(store: Store) -> None:
    """Changes are told once each, and what nobody touched is deleted with its journal."""
    since = store.newest()
    for name, at in (("x", 1.0), ("y", 9.0)):
        store.create(name, Terms("nim"), [Entry(1, "move", at=at)], now=at)
    newest, names = store.changed(since)
    assert names == {"x", "y"}
    assert newest == store.newest()
    assert store.changed(newest) == (newest, set())
    assert store.forget(5.0) == 1
    assert store.names() == ["y"]
    assert store.entries("x", 0) == []


def test_many_writers_lose_nothing(database: str) -> None:
    """Of all who append the same version one wins each time, and every winner's entry is there."""
    stores = [Store(database) for _ in range(4)]
    stores[0].create("x", Terms("nim"), [], now=0)
    won: list[int] = []

    def write(number: int) -> None:
        for version in range(1, 11):
            try:
                stores[number].append("x", Entry(version, "move", number))
            except StaleError:
                continue
            won.append(version)

    threads = [Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    versions = [entry.version for entry in stores[0].entries("x", 0)]
    assert sorted(won) == versions == list(range(1, len(versions) + 1))
    for store in stores:
        store.close()


def test_a_match_is_played_on_either(database: str) -> None:
    """The service does not know which database it has."""
    with Service(Store(database)) as service:
        opened = service.create("pegs/easy")
        service.change(opened.name, opened.token, "move", "d2d4", version=0, key="k")
        service.change(opened.name, opened.token, "move", "d2d4", version=0, key="k")
        assert service.change(opened.name, opened.token, "move", "d4d6")["ended"] == "won (1 peg left)"


def test_a_database_that_is_not_there() -> None:
    """It is one line for the person who typed the address."""
    with pytest.raises(HoyleError, match="cannot open the database"):
        Store("/nowhere/hoyle.db")
