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

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

from hoyle.tables.web.database import Database
from hoyle.tables.web.journal import MISSING, STALE, Entry, KnownError, NotFoundError, StaleError, Terms

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS matches (
    name TEXT PRIMARY KEY, terms TEXT NOT NULL, version INTEGER NOT NULL, touched DOUBLE PRECISION NOT NULL,
    shown INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS entries (
    serial {serial}, name TEXT NOT NULL REFERENCES matches (name), version INTEGER NOT NULL, kind TEXT NOT NULL,
    seat INTEGER NOT NULL, text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, key TEXT,
    UNIQUE (name, version), UNIQUE (name, key));
CREATE INDEX IF NOT EXISTS touched ON matches (touched);
CREATE TABLE IF NOT EXISTS openers (name TEXT PRIMARY KEY, opener TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS opener ON openers (opener);
CREATE TABLE IF NOT EXISTS identity (token TEXT PRIMARY KEY)
"""
ADDED: Final = {
    "shown": "ALTER TABLE matches ADD COLUMN shown INTEGER NOT NULL DEFAULT 0; UPDATE matches SET shown = version"
}
"""What a table of matches that an earlier version made has to be given, by column."""


@dataclass
class _Ticket:
    """Something that waits to be written: a function that gets a way to run statements, and how that goes."""

    write: Callable[[Any], None]
    kept: Future[None] = field(default_factory=Future)
    fault: Exception | None = None


class Store(Database):
    """The journals in one database."""

    def __init__(self, database: str) -> None:
        super().__init__(database, SCHEMA, ADDED)
        self._queue: list[_Ticket] = []
        self._queueing = threading.Lock()
        self._writer = threading.Lock()
        self._pen = ThreadPoolExecutor(1, "pen")

    def create(
        self,
        name: str,
        terms: Terms,
        entries: Iterable[Entry],
        now: float,
        opener: str = "",
        *,
        leading: tuple[str, Entry] | None = None,
    ) -> None:
        """Keep a new match with its first entries, and who opened it, if that is known; with the entry that leads to it, or not at all."""

        def write(run: Any) -> None:
            if leading:
                self._add(run, *leading)
            run("INSERT INTO matches (name, terms, version, touched) VALUES (?, ?, 0, ?)", (name, terms.write(), now))
            if opener:
                run("INSERT INTO openers (name, opener) VALUES (?, ?)", (name, opener))
            for entry in entries:
                self._add(run, name, entry)

        self._keep(self._enqueue(write))

    def append(self, name: str, entry: Entry, *, openly: bool = True) -> None:
        """Keep one more entry, or raise a StaleError if another has its version, a KnownError if one has its key, a NotFoundError without a match.

        One that not everybody could notice must not decide how long the match is kept, which anybody may find out.
        """
        self._keep(self._enqueue(lambda run: self._add(run, name, entry, openly=openly)))

    def append_soon(self, name: str, entry: Entry) -> Future[None]:
        """Begin what append does, in a thread that does nothing else, and return without waiting."""
        ticket = self._enqueue(lambda run: self._add(run, name, entry))
        # A writer at work may write this too, and then it is kept before the thread gets to it.
        self._pen.submit(self._let_write, ticket)
        return ticket.kept

    def _enqueue(self, write: Callable[[Any], None]) -> _Ticket:
        ticket = _Ticket(write)
        # Nobody can call it off any more.
        ticket.kept.set_running_or_notify_cancel()
        with self._queueing:
            self._queue.append(ticket)
        return ticket

    def _keep(self, ticket: _Ticket) -> None:
        """Let something be written that is in the queue, and return when it is durable."""
        self._let_write(ticket)
        ticket.kept.result()

    def _let_write(self, ticket: _Ticket) -> None:
        """Write all that is in the queue, unless another has written this meanwhile.

        A writer that comes while another writes waits, and then writes for all that wait: a disk that takes ten milliseconds
        to keep something keeps many things in the same time.
        """
        with self._writer:
            if not ticket.kept.done():
                with self._queueing:
                    batch, self._queue = self._queue, []
                self._write(batch)

    def _write(self, batch: list[_Ticket]) -> None:
        """Write everything in a batch that can be written, and say so when it is durable."""
        try:
            with self._writing() as run:
                for ticket in batch:
                    try:
                        ticket.write(run)
                    except (StaleError, KnownError, NotFoundError) as fault:
                        ticket.fault = fault
        except Exception as fault:  # noqa: BLE001 — everyone in the batch must hear of it, whatever it is
            for ticket in batch:
                ticket.fault = fault
        for ticket in batch:
            if ticket.fault is None:
                ticket.kept.set_result(None)
            else:
                ticket.kept.set_exception(ticket.fault)

    @staticmethod
    def _add(run: Any, name: str, entry: Entry, *, openly: bool = True) -> None:
        """Add an entry within a transaction; what is refused has changed nothing in it."""
        added = run(
            "INSERT INTO entries (name, version, kind, seat, text, at, key) SELECT ?, ?, ?, ?, ?, ?, ? "
            "WHERE EXISTS (SELECT 1 FROM matches WHERE name = ? AND version = ?) ON CONFLICT DO NOTHING",
            (name, entry.version, entry.kind, entry.seat, entry.text, entry.at, entry.key, name, entry.version - 1),
        ).rowcount
        if added == 1:
            if openly:
                run(
                    "UPDATE matches SET version = ?, touched = ?, shown = shown + 1 WHERE name = ?",
                    (entry.version, entry.at, name),
                )
            else:
                run("UPDATE matches SET version = ? WHERE name = ?", (entry.version, name))
        elif entry.key and run("SELECT 1 FROM entries WHERE name = ? AND key = ?", (name, entry.key)).fetchall():
            raise KnownError("this was done already")
        elif run("SELECT 1 FROM matches WHERE name = ?", (name,)).fetchall():
            raise StaleError(STALE)
        else:
            raise NotFoundError(MISSING)

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
        return [Entry.read(row) for row in rows]

    def knows(self, name: str, key: str) -> bool:
        """Tell whether an entry with that key was kept before."""
        return bool(self._read("SELECT 1 FROM entries WHERE name = ? AND key = ?", (name, key)))

    def changes(self, since: int) -> tuple[int, dict[str, int | None]]:
        """Return the newest serial, and the versions of the matches that have entries after an older one; a damaged one has None."""
        rows = self._read("SELECT serial, name, version FROM entries WHERE serial > ? ORDER BY serial", (since,))
        newest = rows[-1][0] if rows else since
        self._newest = max(self._newest, newest)
        return newest, {name: version if type(version) is int else None for _, name, version in rows}

    def newest(self) -> int:
        """Return the newest serial."""
        self._newest = int(self._read("SELECT COALESCE(MAX(serial), 0) FROM entries", ())[0][0])
        return self._newest

    def count(self, opener: str = "") -> int:
        """Return how many matches are kept, or how many of one opener."""
        if opener:
            return int(self._read("SELECT COUNT(*) FROM openers WHERE opener = ?", (opener,))[0][0])
        return int(self._read("SELECT COUNT(*) FROM matches", ())[0][0])

    def names(self) -> list[str]:
        """Return the names of all matches."""
        return [name for (name,) in self._read("SELECT name FROM matches ORDER BY name", ())]

    def forget(self, before: float, most: int, opener: str = "") -> int:
        """Delete matches in which nobody did anything openly since, of anybody or of one opener, and return how many those were.

        Those in which the least happened openly go first.
        """
        whose = "AND name IN (SELECT name FROM openers WHERE opener = ?)" if opener else ""
        chosen = f"(SELECT name FROM matches WHERE touched < ? {whose} ORDER BY shown, touched, name LIMIT ?)"  # noqa: S608 — our own words
        values = (before, *([opener] if opener else []), most)
        with self._writer, self._writing() as run:
            run(f"DELETE FROM entries WHERE name IN {chosen}", values)  # noqa: S608 — likewise
            number = int(run(f"DELETE FROM matches WHERE name IN {chosen}", values).rowcount)  # noqa: S608 — likewise
            run("DELETE FROM openers WHERE name NOT IN (SELECT name FROM matches)", ())
            return number
