"""Where journals are kept: one schema on SQLite or on PostgreSQL, several processes at once.

What append returned from is durable: SQLite runs with a write-ahead log and synchronous=FULL, PostgreSQL with its
defaults.  A journal grows only from the version that its writer has seen; of two writers one gets a StaleError.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     store = Store(f"{folder}/hoyle.db")
...     store.create("x", Terms("nim"), [], now=0)
...     store.append("x", Entry(1, "move", 0, "a1"))
...     store.entries("x", after=0)
...     store.close()
[Entry(version=1, kind='move', seat=0, text='a1', at=0.0, key=None)]
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, LifoQueue
from typing import Any, Final

from hoyle.game import HoyleError
from hoyle.tables.web.journal import STALE, Entry, KnownError, StaleError, Terms

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS matches (
    name TEXT PRIMARY KEY, terms TEXT NOT NULL, version INTEGER NOT NULL, touched DOUBLE PRECISION NOT NULL);
CREATE TABLE IF NOT EXISTS entries (
    serial {serial}, name TEXT NOT NULL REFERENCES matches (name), version INTEGER NOT NULL, kind TEXT NOT NULL,
    seat INTEGER NOT NULL, text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, key TEXT,
    UNIQUE (name, version), UNIQUE (name, key));
CREATE INDEX IF NOT EXISTS touched ON matches (touched)
"""
MOST_CONNECTIONS: Final = 8
PATIENCE: Final = 20
"""How many seconds a writer waits for another."""
LOCK: Final = 20261115
"""The number under which PostgreSQL lets one writer at a time number its entries, so that serials appear in order."""


@dataclass
class _Ticket:
    """An entry that waits to be written, and what came of it."""

    name: str
    entry: Entry
    done: bool = False
    fault: Exception | None = None


class Store:
    """The journals in one database, which is the path of an SQLite file or an address that begins with postgresql://."""

    def __init__(self, database: str) -> None:
        self._database = database
        self.postgres = database.startswith(("postgresql://", "postgres://"))
        self._idle: LifoQueue[Any] = LifoQueue()
        self._free = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._queue: list[_Ticket] = []
        self._queueing = threading.Lock()
        self._writer = threading.Lock()
        serial = "BIGSERIAL PRIMARY KEY" if self.postgres else "INTEGER PRIMARY KEY AUTOINCREMENT"
        with self._writing() as run:
            for statement in SCHEMA.format(serial=serial).split(";"):
                run(statement, ())

    def create(self, name: str, terms: Terms, entries: Iterable[Entry], now: float) -> None:
        """Keep a new match with its first entries."""
        with self._writing() as run:
            run("INSERT INTO matches (name, terms, version, touched) VALUES (?, ?, 0, ?)", (name, terms.write(), now))
            for entry in entries:
                self._add(run, name, entry)

    def append(self, name: str, entry: Entry) -> None:
        """Keep one more entry, or raise a StaleError if another has its version, a KnownError if one has its key.

        Whoever comes while another writes waits, and then writes for all who wait: a disk that takes ten milliseconds
        to keep something keeps many things in the same time.
        """
        ticket = _Ticket(name, entry)
        with self._queueing:
            self._queue.append(ticket)
        with self._writer:
            if not ticket.done:
                with self._queueing:
                    batch, self._queue = self._queue, []
                self._write(batch)
        if ticket.fault is not None:
            raise ticket.fault

    def _write(self, batch: list[_Ticket]) -> None:
        """Keep all entries of a batch that can be kept, and only then tell so."""
        try:
            with self._writing() as run:
                for ticket in batch:
                    try:
                        self._add(run, ticket.name, ticket.entry)
                    except HoyleError as fault:
                        ticket.fault = fault
        except Exception as fault:  # noqa: BLE001 — everyone in the batch must hear of it, whatever it is
            for ticket in batch:
                ticket.fault = fault
        for ticket in batch:
            ticket.done = True

    @staticmethod
    def _add(run: Any, name: str, entry: Entry) -> None:
        """Add an entry within a transaction; what is refused has changed nothing in it."""
        if entry.key and run("SELECT 1 FROM entries WHERE name = ? AND key = ?", (name, entry.key)).fetchall():
            raise KnownError("this was done already")
        changed = run(
            "UPDATE matches SET version = ?, touched = ? WHERE name = ? AND version = ?",
            (entry.version, entry.at, name, entry.version - 1),
        ).rowcount
        if changed != 1:
            raise StaleError(STALE)
        run(
            "INSERT INTO entries (name, version, kind, seat, text, at, key) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (name, entry.version, entry.kind, entry.seat, entry.text, entry.at, entry.key),
        )

    def terms(self, name: str) -> Terms | None:
        """Return the terms of a match, or None if there is none of that name."""
        rows = self._read("SELECT terms FROM matches WHERE name = ?", (name,))
        return Terms.read(rows[0][0]) if rows else None

    def entries(self, name: str, after: int) -> list[Entry]:
        """Return the entries of a match after a version."""
        columns = "version, kind, seat, text, at, key"
        rows = self._read(
            f"SELECT {columns} FROM entries WHERE name = ? AND version > ? ORDER BY version",  # noqa: S608 — our own names
            (name, after),
        )
        return [Entry(*row) for row in rows]

    def knows(self, name: str, key: str) -> bool:
        """Tell whether an entry with that key was kept before."""
        return bool(self._read("SELECT 1 FROM entries WHERE name = ? AND key = ?", (name, key)))

    def changed(self, since: int) -> tuple[int, set[str]]:
        """Return the newest serial, and the matches that have entries after an older one."""
        rows = self._read("SELECT serial, name FROM entries WHERE serial > ? ORDER BY serial", (since,))
        return (rows[-1][0] if rows else since), {name for _, name in rows}

    def newest(self) -> int:
        """Return the newest serial."""
        return int(self._read("SELECT COALESCE(MAX(serial), 0) FROM entries", ())[0][0])

    def count(self) -> int:
        """Return how many matches are kept."""
        return int(self._read("SELECT COUNT(*) FROM matches", ())[0][0])

    def names(self) -> list[str]:
        """Return the names of all matches."""
        return [name for (name,) in self._read("SELECT name FROM matches ORDER BY name", ())]

    def forget(self, before: float) -> int:
        """Delete the matches that nobody touched since, and return how many those were."""
        with self._writing() as run:
            run("DELETE FROM entries WHERE name IN (SELECT name FROM matches WHERE touched < ?)", (before,))
            return int(run("DELETE FROM matches WHERE touched < ?", (before,)).rowcount)

    def close(self) -> None:
        """Close every idle connection."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return

    # ------------------------------------------------------------------------------------- connections

    def _read(self, statement: str, values: Sequence[Any]) -> list[Any]:
        with self._connection() as connection:
            return list(self._run(connection, statement, values).fetchall())

    @contextmanager
    def _writing(self) -> Iterator[Any]:
        """Hand out a function that runs statements in one transaction."""
        with self._connection() as connection:
            self._run(connection, "BEGIN" if self.postgres else "BEGIN IMMEDIATE", ())
            try:
                if self.postgres:
                    self._run(connection, "SELECT pg_advisory_xact_lock(?)", (LOCK,))
                yield lambda statement, values: self._run(connection, statement, values)
                self._run(connection, "COMMIT", ())
            except BaseException:
                self._run(connection, "ROLLBACK", ())
                raise

    def _run(self, connection: Any, statement: str, values: Sequence[Any]) -> Any:
        return connection.execute(statement.replace("?", "%s") if self.postgres else statement, values)

    @contextmanager
    def _connection(self) -> Iterator[Any]:
        with self._free:
            try:
                connection = self._idle.get_nowait()
            except Empty:
                connection = self._connected()
            try:
                yield connection
            except HoyleError:
                self._idle.put(connection)
                raise
            except BaseException:
                # Whatever went wrong may have left the connection unusable; the next one is fresh.
                connection.close()
                raise
            else:
                self._idle.put(connection)

    def _connected(self) -> Any:
        try:
            return _postgres(self._database) if self.postgres else _sqlite(self._database)
        except (sqlite3.OperationalError, OSError) as fault:
            raise HoyleError(f"cannot open the database {self._database.rpartition('@')[2]}: {fault}") from fault


def _sqlite(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode = WAL", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _postgres(address: str) -> Any:
    try:
        import psycopg
    except ImportError as fault:
        raise HoyleError("PostgreSQL needs psycopg: pip install 'hoyle[postgresql]'") from fault
    try:
        return psycopg.connect(address, autocommit=True, connect_timeout=PATIENCE)
    except psycopg.OperationalError as fault:
        raise OSError("the server does not answer or refuses the name") from fault
