"""The database: connections to one and the same SQLite file or PostgreSQL server, however often it goes away.

A database that is away, locked, full, damaged, deleted or not the original one raises an AwayError, logged once.
Nothing is kept in it until it is back, and then everything resumes by itself.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from hoyle.game import HoyleError
from hoyle.tables.web.journal import AwayError

MOST_CONNECTIONS: Final = 8
PATIENCE: Final = 4
"""How many seconds a writer waits for another, in this process or a stranger's."""
REST: Final = 1.0
"""Seconds in which nobody tries again to connect to a PostgreSQL server that did not answer: each try may take long."""
GRACE: Final = 2.0
"""How many seconds other processes have to let go of a log that was deleted."""
LOCK: Final = 20261115
"""The number under which PostgreSQL lets one writer at a time number its entries, so that serials appear in order."""
OWNER_ONLY: Final = 0o600
LOG: Final = logging.getLogger("hoyle")


class _MovedError(Exception):
    """The files of the database are not those that were opened."""


@dataclass
class _Pool:
    """Open connections to one and the same database; once something is wrong none of them is used again."""

    files: _Files | None
    idle: list[Any] = field(default_factory=list)
    broken: bool = False


@dataclass(frozen=True)
class _File:
    """A file as the system knows it, whatever its name, and its length."""

    device: int
    number: int
    size: int

    @classmethod
    def at(cls, path: str) -> _File | None:
        """Return the file at a place, if there is one."""
        try:
            status = os.stat(path)  # noqa: PTH116 — asked at every use of the database, and a Path takes longer than the disk
        except OSError:
            return None
        return cls(status.st_dev, status.st_ino, status.st_size)

    def is_same(self, other: _File | None) -> bool:
        """Tell whether another is this file."""
        return other is not None and (self.device, self.number) == (other.device, other.number)

    def becomes(self, other: _File | None) -> bool:
        """Tell whether another is this file at a later time; as long as they are in use ours never become shorter."""
        return other is not None and self.is_same(other) and self.size <= other.size


@dataclass
class _Files:
    """The files of an SQLite database as they were when they were last looked at."""

    path: str
    database: _File | None = None
    log: _File | None = None
    index: _File | None = None
    _checking: threading.Lock = field(default_factory=threading.Lock, compare=False)

    @classmethod
    def now(cls, path: str) -> _Files:
        """Return the files as they are now."""
        return cls(path, _File.at(path), _File.at(f"{path}-wal"), _File.at(f"{path}-shm"))

    def check(self) -> None:
        """Raise a _MovedError unless these are still the files by these names."""
        # One at a time, or what one has just seen is compared with what another saw later, and seems to have shrunk.
        with self._checking:
            now = _Files.now(self.path)
            if now.database is None:
                raise _MovedError("the database file is gone")
            if self.database is None or not self.database.becomes(now.database):
                raise _MovedError("the database file is another than was opened")
            if self.log is None or not self.log.becomes(now.log):
                raise _MovedError("the database's write-ahead log was taken away")
            # The next to open the log without this index makes a new one, and then nobody sees what the others write.
            if self.index is not None and not self.index.becomes(now.index):
                raise _MovedError("the index of the database's write-ahead log was taken away")
            self.database, self.log, self.index = now.database, now.log, now.index


class Database:
    """A database with a schema: an SQLite file by its path, or a PostgreSQL server by an address that begins with postgresql://."""

    def __init__(self, database: str, schema: str, added: Mapping[str, str]) -> None:
        self.postgres = database.startswith(("postgresql://", "postgres://"))
        self._database = database
        if not self.postgres and Path(database).is_symlink():
            # SQLite keeps its log beside the file itself, and a link may lead elsewhere tomorrow.
            raise HoyleError(
                f"cannot open the database {database}: it is a symbolic link; name the file to which it leads"
            )
        self.epoch = 0
        """How often the database was away: what was remembered of it before need not hold any more."""
        self._pool: _Pool | None = None
        self._left: tuple[float, _Files | None] = (-inf, None)
        self._failed: tuple[float, Exception] = (-inf, OSError())
        self._pooling = threading.Condition()
        self._open = 0
        self._free = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._token: str | None = None
        self._newest = 0
        self._away: set[str] = set()
        try:
            self._make(schema, added)
        except _faults() as fault:
            self.close()
            shown = database.partition("://")[2].rpartition("@")[2].partition("?")[0] if self.postgres else database
            raise HoyleError(f"cannot open the database {shown}: {_words(fault)}") from fault

    def _make(self, schema: str, added: Mapping[str, str]) -> None:
        """Make the file and the schema, or what an older one lacks, and learn the token by which the database is known again."""
        if not self.postgres:
            _claim(self._database)
        serial = "BIGSERIAL PRIMARY KEY" if self.postgres else "INTEGER PRIMARY KEY AUTOINCREMENT"
        with self._connection() as (pool, connection), self._transaction(pool, connection) as run:
            for statement in schema.format(serial=serial).split(";"):
                run(statement, ())
            columns = {column[0] for column in run("SELECT * FROM matches LIMIT 0", ()).description}
            for column in added.keys() - columns:
                for statement in added[column].split(";"):
                    run(statement, ())
            if not run("SELECT token FROM identity", ()).fetchall():
                run("INSERT INTO identity (token) VALUES (?)", (token_hex(16),))
            self._token = run("SELECT token FROM identity", ()).fetchall()[0][0]

    def close(self) -> None:
        """Close every idle connection."""
        with self._pooling:
            if self._pool is not None:
                self._retire(self._pool)

    # ---------------------------------------------------------------------------------- reading and writing

    def _read(self, statement: str, values: Sequence[Any]) -> list[Any]:
        with self._report_faults("read"), self._connection() as (_, connection):
            return list(self._run(connection, statement, values).fetchall())

    @contextmanager
    def _writing(self) -> Iterator[Any]:
        """Hand out a function that runs statements in one transaction of the database that was there at the beginning."""
        with (
            self._report_faults("written"),
            self._connection() as (pool, connection),
            self._transaction(pool, connection) as run,
        ):
            if [tuple(row) for row in run("SELECT token FROM identity", ()).fetchall()] != [(self._token,)]:
                raise _MovedError("the database is another than at the beginning")
            yield run

    @contextmanager
    def _transaction(self, pool: _Pool, connection: Any) -> Iterator[Any]:
        self._run(connection, "BEGIN" if self.postgres else "BEGIN IMMEDIATE", ())
        try:
            if self.postgres:
                self._run(connection, "SELECT pg_advisory_xact_lock(?)", (LOCK,))
            yield lambda statement, values: self._run(connection, statement, values)
        except HoyleError:
            self._run(connection, "ROLLBACK", ())
            raise
        # After any other fault the connection is closed, which takes back what was not committed.
        self._run(connection, "COMMIT", ())
        if pool.files is not None:
            # If the file was deleted in the meantime, so was what was just written.
            pool.files.check()

    def _run(self, connection: Any, statement: str, values: Sequence[Any]) -> Any:
        return connection.execute(statement.replace("?", "%s") if self.postgres else statement, values)

    @contextmanager
    def _report_faults(self, what: str) -> Iterator[None]:
        """Turn a fault of the database into an AwayError; its reason stands in the log once, until all is well again."""
        try:
            yield
        except _faults() as fault:
            with self._pooling:
                fresh = what not in self._away
                self._away.add(what)
            if fresh:
                LOG.error("hoyle: matches cannot be %s: %s", what, _words(fault))  # noqa: TRY400 — one line is enough
            raise AwayError("the matches cannot be reached at the moment; try again soon") from fault
        if self._away:
            with self._pooling:
                back = what in self._away
                self._away.discard(what)
            if back:
                LOG.warning("hoyle: matches can be %s again", what)

    # ------------------------------------------------------------------------------------------ connections

    @contextmanager
    def _connection(self) -> Iterator[tuple[_Pool, Any]]:
        with self._free:
            pool, connection = self._take()
            try:
                yield pool, connection
            except HoyleError:
                self._give_back(pool, connection)
                raise
            except BaseException as fault:
                # Whatever went wrong may have left this connection unusable, and often the others too.
                with self._pooling:
                    if not _is_locked(fault):
                        self._retire(pool)
                    self._close(connection)
                raise
            else:
                self._give_back(pool, connection)

    def _take(self) -> tuple[_Pool, Any]:
        """Return a connection to the database that was there at the beginning, with the pool that it belongs to."""
        came = time.monotonic()
        with self._pooling:
            if self._failed[0] > came - (REST if self.postgres else 0):
                # Another has just tried in vain, and those who waited for it need not wait again.
                raise self._failed[1]
            try:
                if self._pool is None:
                    self._pool = self._open_pool()
                pool = self._pool
                if pool.files is not None and (pool.idle or self._open):
                    pool.files.check()
                return pool, pool.idle.pop() if pool.idle else self._connect(pool)
            except _faults() as fault:
                self._failed = (time.monotonic(), fault)
                if self._pool is not None:
                    self._retire(self._pool)
                raise

    def _give_back(self, pool: _Pool, connection: Any) -> None:
        with self._pooling:
            if pool.broken:
                self._close(connection)
            else:
                pool.idle.append(connection)

    def _retire(self, pool: _Pool) -> None:
        """Use no connection of a pool any more; the last to be closed brings the log into the database, if it is there."""
        pool.broken = True
        while pool.idle:
            self._close(pool.idle.pop())
        if self._pool is pool:
            self._pool = None
            self._left = (time.monotonic(), pool.files)
            self.epoch += 1

    def _close(self, connection: Any) -> None:
        with suppress(*_faults()):
            connection.close()
        self._open -= 1
        self._pooling.notify_all()

    def _open_pool(self) -> _Pool:
        """Return a pool without connections, if the files as they are now may be opened.

        SQLite believes a log by its name.  So one that was deleted must not be begun anew while others still hold the old
        one, and one that belongs to another database must not be taken for this one's.
        """
        if self.postgres:
            return _Pool(None)
        if not self._pooling.wait_for(lambda: not self._open, PATIENCE):
            raise _MovedError("connections to the old files are still in use")
        path = self._database
        now, (when, old) = _Files.now(path), self._left
        if now.database is None:
            raise _MovedError("the database file is gone")
        if now.log is not None and now.log.size and not now.database.size:
            raise _MovedError("the database file is empty, but there is a write-ahead log beside it")
        same = old is not None and old.database is not None and old.database.is_same(now.database)
        if old is not None and not same and old.log is not None and old.log.is_same(now.log):
            raise _MovedError(
                "the database file was replaced, but the write-ahead log beside it belongs to the old one"
            )
        if now.log is None and _File.at(f"{path}-shm") and time.monotonic() < when + GRACE:
            raise _MovedError("the database's write-ahead log was deleted while others use it")
        return _Pool(now)

    def _connect(self, pool: _Pool) -> Any:
        connection = _postgres(self._database) if pool.files is None else _sqlite(pool.files.path)
        self._open += 1
        try:
            if self._token is not None:
                self._recognize(connection)
            if pool.files is not None:
                if self._open == 1:
                    # The first connection may just have made the log.
                    pool.files.log = _File.at(f"{pool.files.path}-wal")
                pool.files.check()
        except BaseException:
            self._close(connection)
            raise
        return connection

    def _recognize(self, connection: Any) -> None:
        """Raise a _MovedError if this is another database; an older state of the same one may be a backup, and is logged."""
        if [tuple(row) for row in self._run(connection, "SELECT token FROM identity", ()).fetchall()] != [
            (self._token,)
        ]:
            raise _MovedError("the database is another than at the beginning")
        newest = int(self._run(connection, "SELECT COALESCE(MAX(serial), 0) FROM entries", ()).fetchall()[0][0])
        if newest < self._newest:
            LOG.error("hoyle: the database is older than it was: its last %d entries are gone", self._newest - newest)
        self._newest = newest


def _claim(path: str) -> None:
    """Make the file if there is none, and let only its owner read it: setups stand in it in the clear."""
    log = _File.at(f"{path}-wal")
    if log is not None and log.size and _File.at(path) is None:
        # SQLite would throw the log away, and with it what the database lacks when it is brought back.
        raise _MovedError(f"it is gone, but its write-ahead log is there: bring it back, or remove {path}-wal too")
    # Never opened if it is there: to close it would end the locks that another store in this process holds.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    for ending in ("", "-wal", "-shm"):
        # Only the owner of a file may change who reads it.
        with suppress(FileNotFoundError, PermissionError):
            Path(path + ending).chmod(OWNER_ONLY)


def _sqlite(path: str) -> sqlite3.Connection:
    # Only a file that is there: a deleted one must not come back empty.
    address = f"{Path(path).absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    connection.text_factory = _text
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("SELECT 1 FROM sqlite_master").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _text(data: bytes) -> str | bytes:
    """Return a text; one that is not UTF-8 stays bytes, so that its reader notices, and only that match is damaged."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _postgres(address: str) -> Any:
    try:
        import psycopg
    except ImportError as fault:
        raise HoyleError("PostgreSQL needs psycopg: pip install 'hoyle[postgresql]'") from fault

    class Connection(psycopg.Connection[Any]):
        """A connection on which nobody waits long for a server that hangs."""

        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            return super().wait(gen, interval, timeout or 2 * PATIENCE)

    try:
        connection = Connection.connect(address, autocommit=True, connect_timeout=PATIENCE, client_encoding="utf8")
    except psycopg.OperationalError as fault:
        raise OSError("the server does not answer or refuses the name") from fault
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        connection.close()
        raise OSError(f"its encoding is {encoding}, which cannot hold every name; create it with ENCODING 'UTF8'")
    connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
    # If our line breaks while we write, the server must let go of what we held.
    connection.execute(f"SET idle_in_transaction_session_timeout = '{2 * PATIENCE}s'")
    return connection


def _is_locked(fault: BaseException) -> bool:
    """Tell whether a writer only waited too long for another; then nothing is wrong with the connection."""
    return str(getattr(fault, "sqlite_errorname", "")).startswith("SQLITE_BUSY")


def _faults() -> tuple[type[Exception], ...]:
    """Return what the databases raise when something is wrong with them and not with us."""
    psycopg = sys.modules.get("psycopg")
    theirs = () if psycopg is None else (psycopg.Error,)
    return (_MovedError, OSError, sqlite3.DatabaseError, *theirs)


def _words(fault: Exception) -> str:
    """Return a fault in one line for the log."""
    return " ".join((getattr(fault, "strerror", None) or str(fault)).split())
