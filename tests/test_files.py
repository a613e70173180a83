"""Files, the oracle's book, spools, surveys and records on a disk that fails: the old state or the new, and whole."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from faults import failing_files
from hoyle import files
from hoyle.game import HoyleError
from hoyle.games.pegs import game
from hoyle.games.pegs.count.spool import Spool
from hoyle.games.pegs.oracle.book import Store
from hoyle.games.pegs.oracle.oracle import Oracle
from hoyle.record import Record

MOST_USES = 200


def attempts(run: Callable[[], object], fault: type[Exception]) -> Iterator[bool]:
    """Run something on a disk whose first use fails, then its second, until none fails; yield each time whether it ended."""
    for number in count(1):
        assert number < MOST_USES
        ended = False
        with failing_files(number) as disk:
            try:
                run()
                ended = True
            except fault:
                assert disk.failed
        yield ended
        if not disk.failed:
            assert number > 1, "the disk was never used"
            return


# ------------------------------------------------------------------------------------------------------------ files


@pytest.mark.parametrize("before", [b"old", None])
def test_a_file_is_old_or_new(tmp_path: Path, before: bytes | None) -> None:
    """Whatever fails, nothing half is left, nothing lies about, and what was written without an error is there."""
    path, new = tmp_path / "file", b"new" * 10_000

    def run() -> None:
        path.unlink(missing_ok=True)
        if before is not None:
            path.write_bytes(before)
        files.write(path, new)

    for ended in attempts(run, OSError):
        found = path.read_bytes() if path.exists() else None
        assert found == new if ended else found in {before, new}
        assert {entry.name for entry in tmp_path.iterdir()} <= {"file"}


def test_an_appended_line_is_there_or_a_part_of_it(tmp_path: Path) -> None:
    """What stood before stays as it was."""
    path = tmp_path / "file"

    def run() -> None:
        path.write_bytes(b"one\n")
        files.append(path, b"two\n")

    for ended in attempts(run, OSError):
        found = path.read_bytes()
        assert found == b"one\ntwo\n" if ended else b"one\ntwo\n".startswith(found) and found.startswith(b"one\n")


def test_what_a_name_stands_for_is_written(tmp_path: Path) -> None:
    """A link stays a link, a mode stays, a long name is no obstacle, and a device is not replaced by a file."""
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    files.write(link, "new")
    assert (link.is_symlink(), target.read_text()) == (True, "new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    long = tmp_path / ("x" * 255)
    files.write(long, "new")
    assert long.read_text() == "new"
    files.write(Path(os.devnull), "new")
    assert not Path(os.devnull).is_file()
    with pytest.raises(IsADirectoryError):
        files.write(tmp_path, "new")


def test_the_cache_is_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system has it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert files.cache_directory() == tmp_path / "hoyle"


# -------------------------------------------------------------------------------------------------- what stands on it


def test_a_record_is_old_or_new(tmp_path: Path) -> None:
    """Saving says what went wrong in one line; what is there can always be loaded."""
    path = tmp_path / "record.txt"
    old, new = Record("pegs/easy"), Record("pegs/easy", ("d2d4", "d4d6") * 2000)

    def run() -> None:
        path.write_text(old.write())
        new.save(path)

    for ended in attempts(run, HoyleError):
        assert Record.load(path) in ({new} if ended else {old, new})


@pytest.mark.parametrize("kept", [True, False])
def test_a_book_answers_whatever_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, kept: bool
) -> None:
    """Building, keeping and reading an oracle's book: a right answer or one clear line, and a file that is whole."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules = game("triangle4")
    right = str(Oracle.of(rules, threads=1).answer(rules.start()))
    (path,) = (tmp_path / "hoyle").iterdir()
    whole = path.read_bytes()

    def run() -> None:
        path.unlink(missing_ok=True)
        if kept:
            path.write_bytes(whole)
        caplog.clear()
        assert str(Oracle.of(rules, threads=1).answer(rules.start())) == right

    for _ in attempts(run, HoyleError):
        assert not path.exists() or path.read_bytes() == whole
        assert path.exists() or "cannot be kept" in caplog.text
        assert {entry.name for entry in path.parent.iterdir()} <= {path.name}


def test_a_full_disk_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Half an hour of work is not thrown away without a word."""
    with failing_files(1), caplog.at_level(logging.WARNING):
        assert not Store(tmp_path / "book").save(lambda _: b"block", 1)
    assert "cannot be kept" in caplog.text
    assert "No space left on device" in caplog.text


def test_a_spool_goes_on_from_what_it_has(tmp_path: Path) -> None:
    """A report whose folder fails stops with one line, and the next run ends with the same figures."""
    from hoyle.games.pegs.count.analysis import analyse

    rules = game("triangle4")
    right = analyse(rules, threads=1)
    with failing_files(1), pytest.raises(HoyleError, match=r"No space left .* the same command continues"):
        analyse(rules, threads=1, folder=tmp_path)
    for number in (1, 2, 5, 9, 14, 20):
        with failing_files(number) as disk:
            with suppress(HoyleError):
                assert analyse(rules, threads=1, folder=tmp_path) == right
            assert disk.failed
        assert analyse(rules, threads=1, folder=tmp_path) == right


def test_a_flipped_bit_in_a_spool_is_noticed(tmp_path: Path) -> None:
    """Whichever it is, and one layer in the place of another too: then it is counted again."""
    rows = [{"positions": 1}, {"positions": 4}, {"positions": 4}]
    spool = Spool(tmp_path, "x")
    layers = [np.arange(first, first + 4, dtype=np.uint64) for first in (0, 9)]
    for number, layer in enumerate(layers, 2):
        spool.save(rows[:number], layer, layer)
    assert spool.load() is not None
    for path in tmp_path.glob("*.npy"):
        whole = path.read_bytes()
        for place in range(0, len(whole), 7):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
            found = spool.load()
            assert found is None or all((layer == found[1]).all() for layer in layers[1:])
        path.write_bytes(whole)
    first, second = sorted(tmp_path.glob("*.keys.npy"))
    first.write_bytes(second.read_bytes())
    assert spool.load() is None


def test_a_survey_is_whole_whatever_fails(tmp_path: Path) -> None:
    """Stopped by any fault, it goes on and ends with every row once."""
    duckdb = pytest.importorskip("duckdb", reason="this needs the lab extra")
    from hoyle.lab.folder import Folder
    from hoyle.lab.survey import Plan, rows

    plan = Plan("domino/2", deals=12, seed=7, solver="breadth-first", budget=10_000, chunk=4)
    chunks = [rows(plan, number) for number in range(plan.chunks)]

    def go_on() -> None:
        folder = Folder.resume(tmp_path) if (tmp_path / "plan.json").exists() else Folder.new(tmp_path, plan)
        try:
            for chunk in folder.missing():
                folder.keep(chunk, chunks[chunk])
        finally:
            folder.close()

    def run() -> None:
        for path in tmp_path.iterdir():
            path.unlink()
        go_on()
        go_on()

    for _ in attempts(run, HoyleError):
        go_on()
        folder = Folder.resume(tmp_path)
        folder.close()
        assert (folder.missing(), folder.unsound, folder.plan) == ([], (), plan)
        found = duckdb.read_parquet(list(map(str, folder.parts))).order("deal").fetchall()
        assert found == [row for part in chunks for row in zip(*part.values(), strict=True)]
