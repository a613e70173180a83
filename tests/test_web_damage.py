# ruff: noqa: S608 -- the names of tables and columns are our own
"""Damaged matches at the web table: whatever SQLite holds in any column, a match is shown or refused, and all others go on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, fields
from itertools import product
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from conftest import WHOLE
from hoyle.tables.web.http.app import application
from hoyle.tables.web.journal import Terms
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store

INTEGERS = (0, 99, -1, 2**63 - 1, -(2**63))
REALS = (0.5, -1e300, inf, -inf)
TEXTS = ("", "x", "é", "\0", "a1 " * 5000)
BLOBS = (b"", b"x", b"\xff\xfe")
NOT_UTF_8 = "CAST(x'ff61' AS TEXT)"
"""SQLite holds any bytes as a text."""
VALUES: tuple[tuple[str, tuple[Any, ...]], ...] = (
    *(("?", (value,)) for value in (None, *INTEGERS, *REALS, *TEXTS, *BLOBS)),
    (NOT_UTF_8, ()),
)
"""Values of each type that SQLite has, as SQL."""
WORDS = ("damaged", "does not follow version")
FINE, INTERNAL = 200, 500


@dataclass(frozen=True)
class Sample:
    """A sound match, with the tokens of its two seats."""

    name: str
    tokens: tuple[str, str]
    invite: str


@pytest.fixture(
    params=[pytest.param(False, marks=pytest.mark.slow, id="without-clock"), pytest.param(True, id="with-clock")]
)
def sample(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Sample]:
    """Play a match with entries of many kinds, close the table, and return where the match is kept."""
    path = tmp_path / "hoyle.db"
    with TestClient(application(Service(Store(str(path))), rate=0)) as client:
        clock = {"clock": {"seconds": 500}} if request.param else {}
        facts = client.post("/api/matches", json={"game": "nim", "seats": ["me", "open"], **clock}).json()
        name, (invite,) = facts["match"], facts["invites"].values()
        token = client.post(f"/api/matches/{name}/join", json={"invite": invite}).json()["token"]
        one = Sample(name, (facts["token"], token), invite)
        for seat, wish, body in (
            (0, "name", {"text": "Ada"}),
            (0, "move", {"text": "a1"}),
            (1, "move", {"text": "b1"}),
            (0, "move", {"text": "b1"}),
        ):
            done = client.post(f"/api/matches/{name}/{wish}", json=body, headers=bearer(one.tokens[seat]))
            assert done.status_code == FINE, done.text
    return path, one


def bearer(token: str) -> dict[str, str]:
    """Return the header that holds a token."""
    return {"Authorization": f"Bearer {token}"}


COLUMNS = {
    "matches": ("terms", "version", "touched", "shown"),
    "entries": ("version", "kind", "seat", "text", "at", "key"),
}


@dataclass(frozen=True)
class Copy:
    """A copy of a match with another value in one place, and the types of the values before and after."""

    name: str
    table: str
    column: str
    before: str
    after: str

    @property
    def unreadable(self) -> bool:
        """Whether the match cannot be replayed, since a value of another type stands where it begins or goes on."""
        if self.column == "version":
            # A number may be less than all versions; then nobody looks for that entry.
            return self.table == "entries" and self.after in {"text", "blob"}
        needed = self.table == "entries" or self.column == "terms"
        return needed and self.before != self.after and self.column != "key"


def copies(path: Path, one: Sample) -> Iterator[Copy]:
    """Put copies of a match beside it, each with another value in one place."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN")
        length = database.execute("SELECT count(*) FROM entries WHERE name = ?", (one.name,)).fetchone()[0]
        for table, columns in COLUMNS.items():
            for column, row, (sql, values) in product(columns, range(length if table == "entries" else 1), VALUES):
                name = f"copy-{table}-{column}-{row}-{VALUES.index((sql, values))}"
                place = f"FROM {table} WHERE name = ? ORDER BY rowid LIMIT 1 OFFSET ?"
                database.execute("SAVEPOINT copy")
                for each, parts in COLUMNS.items():
                    listed = ", ".join(parts)
                    database.execute(
                        f"INSERT INTO {each} (name, {listed}) SELECT ?, {listed} FROM {each} WHERE name = ? ORDER BY rowid",
                        (name, one.name),
                    )
                (serial, before) = database.execute(f"SELECT rowid, typeof({column}) {place}", (name, row)).fetchone()
                try:
                    database.execute(f"UPDATE {table} SET {column} = {sql} WHERE rowid = ?", (*values, serial))
                except sqlite3.IntegrityError:
                    database.execute("ROLLBACK TO copy")
                    continue
                (after,) = database.execute(f"SELECT typeof({column}) {place}", (name, row)).fetchone()
                yield Copy(name, table, column, before, after)
        database.execute("COMMIT")


def test_the_copies_have_every_column(tmp_path: Path) -> None:
    """A new column is tried as well; a serial cannot hold another type, and by its name a match is found."""
    Store(str(tmp_path / "hoyle.db")).close()
    with closing(sqlite3.connect(tmp_path / "hoyle.db")) as database:
        for table, columns in COLUMNS.items():
            names = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
            assert tuple(name for name in names if name not in {"serial", "name"}) == columns


def ask_everything(client: TestClient, name: str, one: Sample) -> list[Any]:
    """Return the answers to everything that looks at a match or changes it."""
    match, headers = f"/api/matches/{name}", bearer(one.tokens[1])
    looks = [client.get(f"{match}{path}", headers=headers) for path in ("", "/at/1", "/record", "/picture", "/seat")]
    return [
        *looks,
        client.get(match),
        client.post(f"{match}/join", json={"invite": one.invite}),
        *(
            client.post(f"{match}/{wish}", json=body, headers=headers)
            for wish, body in (("move", {"text": "c1"}), ("undo", {}), ("resign", {}))
        ),
    ]


def test_whatever_a_column_holds_a_match_is_shown_or_refused(sample: tuple[Path, Sample]) -> None:
    """A value of any type in any place is a refusal in words, never a fault of ours, and another match goes on after it."""
    path, one = sample
    damaged = list(copies(path, one))
    assert {copy.after for copy in damaged} == {"integer", "real", "text", "blob", "null"}
    assert {(copy.table, copy.column) for copy in damaged if copy.unreadable} == {
        ("matches", "terms"),
        *(("entries", column) for column in COLUMNS["entries"] if column != "key"),
    }
    with TestClient(application(Service(Store(str(path))), rate=0)) as client:
        for copy in damaged if WHOLE else damaged[::3]:
            answers = ask_everything(client, copy.name, one)
            assert all(answer.status_code < INTERNAL for answer in answers), copy
            if copy.unreadable:
                assert any(words in answers[0].text for words in WORDS), (copy, answers[0].text)
        assert client.get("/health").status_code == FINE
        move = client.post(f"/api/matches/{one.name}/move", json={"text": "c1"}, headers=bearer(one.tokens[1]))
        assert move.status_code == FINE, move.text


LEAVES: tuple[Any, ...] = (None, True, 0, -1, 1.5, inf, -inf, nan, 10**400, "", "x", "é", "nan", "1e400")
TREES = (
    *LEAVES,
    [],
    {},
    *([leaf] for leaf in LEAVES),
    *([leaf, 0] for leaf in LEAVES),
    *({"1": leaf} for leaf in LEAVES),
)
"""What JSON can hold where a term should be."""


def test_whatever_the_terms_hold_a_match_is_shown_or_refused(sample: tuple[Path, Sample]) -> None:
    """The same of every term, whatever stands in its place."""
    path, one = sample
    with closing(sqlite3.connect(path)) as database:
        (text,) = database.execute("SELECT terms FROM matches WHERE name = ?", (one.name,)).fetchone()
        names = []
        for number, (term, value) in enumerate(product([term.name for term in fields(Terms)], TREES)):
            names.append(f"terms-{number}")
            terms = json.dumps({**json.loads(text), term: value}, ensure_ascii=False)
            database.execute("INSERT INTO matches VALUES (?, ?, 0, 0, 0)", (names[-1], terms))
        database.commit()
    with TestClient(application(Service(Store(str(path))), rate=0)) as client:
        for name in names:
            look = client.get(f"/api/matches/{name}", headers=bearer(one.tokens[1]))
            # What is refused at the first look is refused whatever is asked.
            answers = ask_everything(client, name, one) if look.status_code == FINE else [look]
            assert all(answer.status_code < INTERNAL for answer in answers), name
        assert client.get(f"/api/matches/{one.name}").status_code == FINE
