"""The store of the web table: the same on SQLite and, where a server is installed, on PostgreSQL."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from unittest.mock import Mock

import pytest

from faults import failing_sqlite
from hoyle.game import HoyleError
from hoyle.tables.web import database as database_module
from hoyle.tables.web.journal import AwayError, Entry, KnownError, NotFoundError, StaleError, Terms
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
            [
                initdb,
                "-D",
                str(folder / "data"),
                "-U",
                "hoyle",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale",
                "C",
                "--no-sync",
            ],
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
                # At once, whoever is still connected.
                process.send_signal(signal.SIGINT)


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
        connection.execute("DROP TABLE IF EXISTS entries, matches, identity")
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
    for name, version, fault in (("x", 1, StaleError), ("x", 3, StaleError), ("y", 1, NotFoundError)):
        with pytest.raises(fault):
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
    with pytest.raises(AwayError) as told:
        store.append("x", Entry(1, "move"))
    assert "entries" in str(told.value.__cause__)


def test_news_and_forgetting(store: Store) -> None:
    """Changes are told once each, and what nobody touched is deleted with its journal."""
    since = store.newest()
    for name, at in (("x", 1.0), ("y", 9.0)):
        store.create(name, Terms("nim"), [Entry(1, "move", at=at)], now=at)
    newest, versions = store.changes(since)
    assert versions == {"x": 1, "y": 1}
    assert newest == store.newest()
    assert store.changes(newest) == (newest, {})
    assert store.forget(5.0, 9) == 1
    assert store.names() == ["y"]
    for name, opener in (("v", "one"), ("w", "two"), ("z", "one")):
        store.create(name, Terms("nim"), [], now=1.0, opener=opener)
    assert [store.count(), store.count("one"), store.count("two")] == [4, 2, 1]
    assert store.forget(5.0, 1, "one") == 1
    assert store.names() == ["w", "y", "z"]
    assert [store.count("one"), store.count("two")] == [1, 1]
    assert store.entries("x", 0) == []


def test_what_is_done_unseen_keeps_no_match(store: Store) -> None:
    """Which one is deleted first, and when, follows from what everybody could notice."""
    for name in ("x", "y"):
        store.create(name, Terms("nim"), [Entry(1, "move", at=1.0)], now=1.0)
    store.append("y", Entry(2, "move", at=2.0))
    for version in (2, 3, 4):
        store.append("x", Entry(version, "ahead", at=9.0), openly=False)
    assert store.forget(1.5, 1) == 1
    assert store.names() == ["y"]


def test_a_database_of_an_earlier_version_is_used_further(store: Store, database: str) -> None:
    """What its matches lack is worked out once."""
    for name, moves in (("x", 2), ("y", 1)):
        entries = [Entry(version, "move", at=1.0) for version in range(1, moves + 1)]
        store.create(name, Terms("nim"), entries, now=1.0)
    with store._writing() as run:
        run("ALTER TABLE matches DROP COLUMN shown", ())
    for _ in range(2):
        later = Store(database)
        assert later._read("SELECT name, shown FROM matches ORDER BY name", ()) == [("x", 2), ("y", 1)]
        later.close()
    store.append("y", Entry(2, "move", at=2.0))
    assert store.entries("y", 1) == [Entry(2, "move", at=2.0)]


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


# ------------------------------------------------------------------------------------------- databases that go away

SIDE = ("", "-wal", "-shm")


def entries(path: Path) -> list[int]:
    """Return the versions of the match x that a stranger finds in a database."""
    store = Store(str(path))
    try:
        return [entry.version for entry in store.entries("x", 0)]
    finally:
        store.close()


def delete(path: Path, aside: Path) -> None:
    """Take away the database file."""
    path.rename(aside / path.name)


def delete_all(path: Path, aside: Path) -> None:
    """Take away the database with its log."""
    for ending in SIDE:
        Path(f"{path}{ending}").rename(aside / f"{path.name}{ending}")


def exchange(path: Path, aside: Path) -> None:
    """Put an empty database of hoyle's in its place."""
    delete_all(path, aside)
    Store(str(path)).close()


def overwrite(path: Path, aside: Path) -> None:
    """Put something else in its place."""
    delete_all(path, aside)
    path.write_bytes(b"no database at all" * 100)


def put_back(path: Path, aside: Path) -> None:
    """Bring back all that was taken away."""
    for ending in SIDE:
        if (aside / f"{path.name}{ending}").exists():
            (aside / f"{path.name}{ending}").replace(f"{path}{ending}")


@pytest.mark.parametrize("accident", [delete, delete_all, exchange, overwrite])
def test_nothing_is_acknowledged_into_a_database_that_is_not_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, accident: Callable[[Path, Path], None]
) -> None:
    """Until it is back nothing can be kept or read, which is logged once; then everything is there and goes on."""
    path, aside = tmp_path / "hoyle.db", tmp_path / "aside"
    aside.mkdir()
    store = Store(str(path))
    store.create("x", Terms("nim"), [], now=0)
    for version in range(1, 11):
        store.append("x", Entry(version, "move"))
    epoch = store.epoch
    accident(path, aside)
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            with pytest.raises(AwayError) as told:
                store.append("x", Entry(11, "move"))
            assert str(tmp_path) not in str(told.value)
            with pytest.raises(AwayError):
                store.entries("x", 0)
        assert len(caplog.records) == 2
        assert not any(record.exc_info for record in caplog.records)
        if accident in {delete, delete_all}:
            # Nobody makes an empty one either.
            assert not path.exists()
        put_back(path, aside)
        assert [entry.version for entry in store.entries("x", 0)] == list(range(1, 11))
        store.append("x", Entry(11, "move"))
    assert store.epoch > epoch
    assert [record.getMessage() for record in caplog.records[2:]] == [
        "hoyle: matches can be read again",
        "hoyle: matches can be written again",
    ]
    store.close()
    assert entries(path) == list(range(1, 12))


def test_a_deleted_log_costs_nothing(tmp_path: Path) -> None:
    """What was acknowledged before is in the log that is still open, and is brought home."""
    path = tmp_path / "hoyle.db"
    stores = [Store(str(path)), Store(str(path))]
    stores[0].create("x", Terms("nim"), [], now=0)
    acknowledged = 0
    for number in range(1, 41):
        if number == 20:
            Path(f"{path}-wal").unlink()
        for store in stores:
            try:
                store.append("x", Entry(acknowledged + 1, "move"))
            except AwayError:
                continue
            acknowledged += 1
    assert 60 < acknowledged < 80
    # What lies on the disk now is what a sudden end would leave.
    (tmp_path / "left").mkdir()
    for ending in SIDE[:2]:
        shutil.copy(f"{path}{ending}", tmp_path / "left")
    assert entries(tmp_path / "left" / path.name) == list(range(1, acknowledged + 1))
    for store in stores:
        store.close()
    assert entries(path) == list(range(1, acknowledged + 1))


def test_a_deleted_index_of_the_log_costs_nothing(tmp_path: Path) -> None:
    """Whoever opens the database afterwards makes a new one; both must not write the same log by different ones."""
    path = tmp_path / "hoyle.db"
    stores = [Store(str(path)), Store(str(path))]
    stores[0].create("x", Terms("nim"), [], now=0)
    acknowledged = 0
    for number in range(1, 41):
        if number == 20:
            Path(f"{path}-shm").unlink()
            stores.append(Store(str(path)))
        for store in stores:
            try:
                store.append("x", Entry(acknowledged + 1, "move"))
            except AwayError:
                continue
            acknowledged += 1
    assert acknowledged > 60
    for store in stores:
        store.close()
    assert entries(path) == list(range(1, acknowledged + 1))


def test_an_emptied_log_is_noticed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What it held is lost and said to be; what is acknowledged afterwards is kept."""
    path = tmp_path / "hoyle.db"
    store = Store(str(path))
    store.create("x", Terms("nim"), [], now=0)
    store.close()
    for version in range(1, 11):
        store.append("x", Entry(version, "move"))
    assert store.newest() == 10
    os.truncate(f"{path}-wal", 0)
    with pytest.raises(AwayError):
        store.append("x", Entry(11, "move"))
    left = len(store.entries("x", 0))
    store.append("x", Entry(left + 1, "move"))
    store.close()
    assert entries(path) == list(range(1, left + 2))
    assert f"its last {10 - left} entries are gone" in caplog.text


def test_a_new_database_beside_an_old_log_is_not_touched(tmp_path: Path) -> None:
    """SQLite would play the old log into it; a copy that was put there without its log stays what it is."""
    path, copy = tmp_path / "hoyle.db", tmp_path / "copy.db"
    store = Store(str(path))
    store.create("x", Terms("nim"), [], now=0)
    with sqlite3.connect(path) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    connection.close()
    store.append("x", Entry(1, "move"))
    whole = copy.read_bytes()
    copy.rename(path)
    with pytest.raises(AwayError) as told:
        store.append("x", Entry(2, "move"))
    with pytest.raises(AwayError):
        store.append("x", Entry(2, "move"))
    assert path.read_bytes() == whole
    assert "is another" in str(told.value.__cause__)
    for ending in SIDE[1:]:
        Path(f"{path}{ending}").unlink()
    store.append("x", Entry(1, "move", text="again"))
    store.close()
    assert entries(path) == [1]


@pytest.mark.parametrize("empty", [True, False])
def test_a_log_without_its_database_is_not_thrown_away(tmp_path: Path, *, empty: bool) -> None:
    """SQLite would, for a database that is new or empty; a table that is opened in the meantime says what is missing."""
    path, left = tmp_path / "hoyle.db", tmp_path / "left"
    store = Store(str(path))
    store.create("x", Terms("nim"), [Entry(1, "move")], now=0)
    left.mkdir()
    for ending in SIDE[:2]:
        shutil.copy(f"{path}{ending}", left)
    store.close()
    (left / "hoyle.db").rename(left / "away.db")
    if empty:
        (left / "hoyle.db").touch()
    with pytest.raises(HoyleError, match="write-ahead log"):
        Store(str(left / "hoyle.db"))
    assert (left / "hoyle.db").exists() == empty
    (left / "away.db").rename(left / "hoyle.db")
    assert entries(left / "hoyle.db") == [1]


def test_a_strangers_lock_is_waited_for_and_then_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Reading goes on all the while."""
    monkeypatch.setattr("hoyle.tables.web.database.PATIENCE", 0.2)
    path = tmp_path / "hoyle.db"
    store = Store(str(path))
    store.create("x", Terms("nim"), [], now=0)
    stranger = sqlite3.connect(path, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    for _ in range(3):
        with pytest.raises(AwayError):
            store.append("x", Entry(1, "move"))
        assert store.entries("x", 0) == []
    assert len(caplog.records) == 1
    stranger.execute("ROLLBACK")
    store.append("x", Entry(1, "move"))
    stranger.close()
    store.close()
    assert entries(path) == [1]


def test_a_link_to_the_database_is_refused(tmp_path: Path) -> None:
    """It may lead elsewhere tomorrow, and what was acknowledged would not be there."""
    (tmp_path / "hoyle.db").symlink_to(tmp_path / "file.db")
    with pytest.raises(HoyleError, match="it is a symbolic link; name the file"):
        Store(str(tmp_path / "hoyle.db"))
    assert not (tmp_path / "file.db").exists()


def test_only_the_owner_reads_it(tmp_path: Path) -> None:
    """Also a database of earlier times, and what SQLite keeps beside it."""
    path = tmp_path / "hoyle.db"
    path.touch()
    path.chmod(0o644)
    for name in ("earlier", "fresh"):
        store = Store(str(path))
        store.create(name, Terms("nim"), [], now=0)
        for ending in SIDE:
            assert stat.S_IMODE(Path(f"{path}{ending}").stat().st_mode) == 0o600
        store.close()
        path.unlink()


@pytest.mark.parametrize("connected", [True, False])
def test_a_disk_that_fails_under_sqlite(tmp_path: Path, *, connected: bool) -> None:
    """Every n-th read and write fails once: what was acknowledged is there once and in order, and it goes on by itself."""
    for number in range(1, 200):
        path = tmp_path / f"{number}.db"
        store = Store(str(path))
        store.create("x", Terms("nim"), [], now=0)
        if not connected:
            store.close()
        version, kept = 1, list[str]()
        with failing_sqlite(number) as disk:
            for attempt in range(3):
                key = f"{attempt}"
                try:
                    store.append("x", Entry(version, "move", key=key))
                except AwayError:
                    assert disk.failed
                    continue
                except StaleError:
                    # The one before was kept although the disk said no.
                    assert disk.failed
                    version += 1
                    continue
                version += 1
                kept.append(key)
        found = store.entries("x", 0)
        store.close()
        assert len(kept) == 2 + (not disk.failed) or not connected
        assert [entry.version for entry in found] == list(range(1, len(found) + 1))
        assert [entry.key for entry in found if entry.key in kept] == kept
        assert entries(path) == [entry.version for entry in found]
        if not disk.failed:
            assert number > 20, "SQLite did not use the disk that fails"
            return
    raise AssertionError("the disk failed every time")


@pytest.mark.parametrize("address", ["hoyle:secret@127.0.0.1:1/x", "127.0.0.1:1/x?user=hoyle&password=secret"])
def test_a_server_that_is_away(address: str) -> None:
    """The one who starts the table is told which, and never the password."""
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    with pytest.raises(HoyleError, match=r"cannot open the database 127\.0\.0\.1:1/x: the server does not answer"):
        Store(f"postgresql://{address}")


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_hold_every_name_is_refused(postgres: str, encoding: str) -> None:
    """Or what was acknowledged could not be read again."""
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {encoding} ENCODING '{encoding}' TEMPLATE template0")
    with pytest.raises(HoyleError, match=f"its encoding is {encoding}"):
        Store(postgres.replace("/postgres", f"/{encoding.lower()}"))


def test_a_writer_whose_line_breaks_keeps_nobody_from_writing(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server hears nothing more of it, and lets go of what it held."""
    import psycopg

    monkeypatch.setattr("hoyle.tables.web.database.PATIENCE", 1)
    with psycopg.connect(postgres) as stranger:
        stranger.execute("DROP TABLE IF EXISTS entries, matches, identity")
    lost, other = Store(postgres), Store(postgres)
    lost.create("x", Terms("nim"), [], now=0)

    def write(run: Any) -> None:
        run("UPDATE matches SET touched = 1", ())
        until = time.monotonic() + 20
        while not other.entries("x", 0) and time.monotonic() < until:
            with suppress(AwayError):
                other.append("x", Entry(1, "move"))
        run("UPDATE matches SET touched = 2", ())

    with pytest.raises(AwayError), lost._writing() as run:
        write(run)
    assert [entry.version for entry in lost.entries("x", 0)] == [1]
    lost.close()
    other.close()


def test_a_connection_that_the_server_ends(postgres: str, caplog: pytest.LogCaptureFixture) -> None:
    """It is told once, and the next is fresh; a stranger's lock is waited for as with SQLite."""
    import psycopg

    with psycopg.connect(postgres) as stranger:
        stranger.execute("DROP TABLE IF EXISTS entries, matches, identity")
    store = Store(postgres)
    store.create("x", Terms("nim"), [], now=0)
    with psycopg.connect(postgres, autocommit=True) as stranger:
        others = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'hoyle'"
        )
        stranger.execute(others)
        with pytest.raises(AwayError):
            store.append("x", Entry(1, "move"))
        store.append("x", Entry(1, "move"))
        stranger.execute("UPDATE identity SET token = 'another'")
        with pytest.raises(AwayError):
            store.append("x", Entry(2, "move"))
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING", "ERROR"]
    store.close()


def test_a_server_that_hangs(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it for long, with a connection or without; when it goes on, so does the store."""
    import psycopg

    monkeypatch.setattr("hoyle.tables.web.database.PATIENCE", 2)
    with psycopg.connect(postgres) as stranger:
        stranger.execute("DROP TABLE IF EXISTS entries, matches, identity")
    store = Store(postgres)
    store.create("x", Terms("nim"), [], now=0)
    with psycopg.connect(postgres) as stranger:
        others = "SELECT pid FROM pg_stat_activity WHERE usename = 'hoyle' AND pid <> pg_backend_pid()"
        everyone = [pid for (pid,) in stranger.execute(others).fetchall()]
        everyone.append(int(Path(f"/proc/{stranger.info.backend_pid}/stat").read_text().split()[3]))
    try:
        for pid in everyone:
            # Connections of tests before may be closing just now.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        for _ in range(2):
            with pytest.raises(AwayError):
                store.append("x", Entry(1, "move"))
        # After that, many hear of it without a try of their own.
        monkeypatch.setattr("hoyle.tables.web.database.REST", 600)
        tries = Mock(wraps=database_module._postgres)
        monkeypatch.setattr("hoyle.tables.web.database._postgres", tries)
        for _ in range(20):
            with pytest.raises(AwayError):
                store.entries("x", 0)
        assert not tries.called
    finally:
        for pid in everyone:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
    monkeypatch.setattr("hoyle.tables.web.database.REST", 0)
    store.append("x", Entry(1, "move"))
    assert [entry.version for entry in store.entries("x", 0)] == [1]
    store.close()


@pytest.mark.parametrize("text", ["b\0", "b\ud800"])
def test_what_cannot_be_kept_is_refused_before(database: str, text: str) -> None:
    """As a move, a premove or a key, on either database: one line, and nothing has changed."""
    with Service(Store(database)) as service:
        opened = service.create("nim/1,2", seats=["me", "open"])
        token, _ = service.join(opened.name, opened.invites[1])
        for wish, words, key in (("ahead", text, None), ("move", text, None), ("ahead", "b1", text)):
            with pytest.raises(HoyleError, match="control character"):
                service.change(opened.name, token, wish, words, key=key)
        assert service.see(opened.name, token)["version"] == 1


def test_what_was_remembered_does_not_outlive_the_database(tmp_path: Path) -> None:
    """After an older copy is put in its place the service shows that, and not what it remembers."""
    path, copy = tmp_path / "hoyle.db", tmp_path / "copy.db"
    with Service(Store(str(path))) as service:
        opened = service.create("pegs/easy")
        with sqlite3.connect(path) as connection:
            connection.execute("VACUUM INTO ?", (str(copy),))
        connection.close()
        service.change(opened.name, opened.token, "move", "d2d4")
        for ending in SIDE:
            Path(f"{path}{ending}").unlink()
        with pytest.raises(AwayError):
            service.see(opened.name, opened.token)
        copy.rename(path)
        assert service.see(opened.name, opened.token)["version"] == 0
        assert service.change(opened.name, opened.token, "move", "d2d4d6", version=0)["ended"] == "won (1 peg left)"


def files_in_use(path: Path) -> database_module._Files:
    """Return the files of a database, with its log and the log's index."""
    for ending in SIDE:
        Path(f"{path}{ending}").write_bytes(b"some")
    return database_module._Files.now(str(path))


def test_the_index_of_the_log_is_part_of_the_database(tmp_path: Path) -> None:
    """Another by the same name, or none, means that somebody else writes the same log by another."""
    files = files_in_use(tmp_path / "hoyle.db")
    files.check()
    Path(f"{files.path}-shm").unlink()
    with pytest.raises(database_module._MovedError, match="the index"):
        files.check()


def test_a_log_that_grows_while_others_look_has_not_been_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one has just seen is not compared with what another saw later."""
    files = files_in_use(tmp_path / "hoyle.db")
    now = database_module._Files.now
    others: list[Thread] = []

    def look(path: str) -> database_module._Files:
        seen = now(path)
        if not others:
            Path(f"{path}-wal").write_bytes(b"some more")
            others.append(Thread(target=files.check))
            others[0].start()
            others[0].join(0.3)
        return seen

    monkeypatch.setattr(database_module._Files, "now", look)
    files.check()
    others[0].join()
