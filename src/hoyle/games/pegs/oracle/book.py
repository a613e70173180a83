r"""A book: the pages of an oracle in a file of the user's cache directory, each a compressed block with a checksum.

    HOYLE-2 <digest of the table>\n   table: length and digest of each block   blocks

A block is read when it is needed, so a book of gigabytes opens in a moment. A block that is not
exactly what was written counts as missing. A new file takes its name only when it is complete, so no reader and no other
writer ever sees a part of it.
"""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from hoyle import files
from hoyle.game import HoyleError
from hoyle.games.pegs.count.codec import Codec
from hoyle.games.pegs.oracle.page import SHIFT, WORDS, Page

Array: TypeAlias = npt.NDArray[Any]

MAGIC: Final = b"HOYLE-2"
VERSION: Final = 2
"""The version, raised whenever the same bytes come to mean something else."""
LEVEL: Final = 1
BATCH: Final = 64
DIGEST: Final = 16
ENTRY: Final = np.dtype([("length", "<u8"), ("digest", f"V{DIGEST}")])
LARGE: Final = 1
"""From this size on, in megabytes, a file is announced."""
HEAD: Final = len(MAGIC) + 1 + 2 * DIGEST + 1
LIGHT: Final = 100_000_000
"""A book of fewer bytes is written again in seconds."""
ROOM: Final = 1_000_000_000
"""Bytes of all light books together: whoever asks about ever other boards does not fill the disk."""
STOPPED: Final = 120
"""Seconds after which nobody writes on in a file that is not whole: its writer was stopped."""
OPEN_PAGES: Final = 1024
"""How many pages of a book are kept open: a few hundred megabytes at most."""


class DamagedError(Exception):
    """A block is not what was written."""


def digest(data: bytes) -> bytes:
    """Return the checksum of some bytes."""
    return blake2b(data, digest_size=DIGEST).digest()


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a file that has been opened."""

    path: Path
    table: Array
    ends: Array

    def read(self, number: int) -> bytes:
        """Return a block as it was given, or raise DamagedError."""
        end, length = int(self.ends[number]), int(self.table["length"][number])
        # Not mapped into memory: a file that shrinks under a map ends the process.
        try:
            packed = files.read(self.path, length, at=end - length)
        except FileNotFoundError:
            packed = b""
        except OSError as fault:
            raise HoyleError(f"cannot read {self.path}: {files.reason(fault)}") from fault
        if len(packed) != length or digest(packed) != self.table["digest"][number].tobytes():
            raise DamagedError(f"block {number} is not what was written")
        return zlib.decompress(packed) if packed else b""


@dataclass(frozen=True)
class Store:
    """One file of blocks."""

    path: Path

    @classmethod
    def of(cls, key: str) -> Store:
        """Return the file for a key."""
        return cls(files.cache_directory() / f"{key}.v{VERSION}")

    def save(self, block: Callable[[int], bytes], count: int, threads: int = 1) -> bool:
        """Write the blocks that a function gives for 0, 1, 2, …; if they cannot be kept, log a warning and return False."""

        def pack(number: int) -> bytes:
            data = block(number)
            # Pages have runs, and little else that repeats: looking for it takes longer and finds less.
            packer = zlib.compressobj(LEVEL, strategy=zlib.Z_RLE)
            return packer.compress(data) + packer.flush() if data else b""

        table = np.zeros(count, ENTRY)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with files.replacing(self.path) as file:
                file.seek(HEAD + table.nbytes)
                with ThreadPoolExecutor(threads) as pool:
                    # A few at a time: all blocks at once would be the whole file in memory.
                    for first in range(0, count, BATCH):
                        for number, data in enumerate(pool.map(pack, range(count)[first:][:BATCH]), first):
                            file.write(data)
                            table[number] = len(data), digest(data)
                file.seek(0)
                file.write(b"%s %s\n" % (MAGIC, digest(table.tobytes()).hex().encode()) + table.tobytes())
        except OSError as fault:
            # The work may have taken half an hour, and this process can still use its result.
            words = f"hoyle: the answers cannot be kept in {self.path.parent} and have to be found again: %s"
            logging.getLogger("hoyle").warning(words, files.reason(fault))
            return False
        make_room(self.path.parent)
        return True

    def open(self, count: int) -> Blocks | None:
        """Return the file's blocks if there are exactly this many and they can be trusted, or None."""
        with suppress(OSError):
            begin = files.read(self.path, HEAD + count * ENTRY.itemsize)
            head, table = begin[:HEAD], begin[HEAD:]
            if head == b"%s %s\n" % (MAGIC, digest(table).hex().encode()) and len(table) == count * ENTRY.itemsize:
                entries = np.frombuffer(table, ENTRY)
                ends = HEAD + len(table) + np.cumsum(entries["length"], dtype=np.int64)
                if self.path.stat().st_size == ends[-1]:
                    files.note_use(self.path)
                    return Blocks(self.path, entries, ends)
        return None


def make_room(folder: Path) -> None:
    """Remove what writers that were stopped have left, and the light books that were not used for longest, until the others fit."""
    light: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        # Another process may do the same.
        with suppress(OSError):
            status = path.stat()
            if path.name.startswith(files.SCRATCH) and time.time() - status.st_mtime > STOPPED:
                path.unlink()
            elif path.match("pegs-*.v*") and status.st_size < LIGHT:
                light.append((status.st_mtime, status.st_size, path))
    excess = sum(size for _, size, _ in light) - ROOM
    for _, size, path in sorted(light):
        if excess <= 0:
            break
        with suppress(OSError):
            path.unlink()
        excess -= size


@dataclass(frozen=True, eq=False)
class Book:
    """What is known about a whole game, on pages in a file."""

    codec: Codec
    blocks: Blocks
    again: Callable[[], Book | Page]
    """What to read instead of a page that is damaged."""

    @classmethod
    def open(cls, codec: Codec, build: Callable[[], Page], threads: int = 1) -> Book | Page:
        """Return the book on a game, built and written first if need be; where it cannot be kept, what was built."""
        store, count, words = _store(codec), _pages(codec), _words(codec)
        blocks = store.open(count)
        if blocks is None:
            whole = build()
            if store.save(lambda number: whole.cut(number, words), count, threads):
                blocks = store.open(count)
                size = store.path.stat().st_size / 1_000_000
                if size >= LARGE:
                    note = "hoyle: the answers are kept in %s, %.1f MB; hoyle cache shows and removes what is kept"
                    logging.getLogger("hoyle").warning(note, store.path.parent, size)
            if blocks is None:
                return whole
        return cls(codec, blocks, partial(cls.open, codec, build, threads))

    def ask(self, keys: Array) -> tuple[Array, Array]:
        """Return for each key the fewest pegs, 0 for one that is not here, and the row of its turns."""
        pages, local = keys >> keys.dtype.type(SHIFT), keys & keys.dtype.type((1 << SHIFT) - 1)
        fewest, turns = np.zeros(len(keys), np.uint8), np.zeros((len(keys), len(self.codec.finals)), np.uint8)
        order = np.argsort(pages, kind="stable")
        for group in np.split(order, np.flatnonzero(np.diff(pages[order])) + 1):
            if len(group):
                fewest[group], turns[group] = self.page(int(pages[group[0]])).ask(local[group])
        return fewest, turns

    @cached_property
    def page(self) -> Callable[[int], Page]:
        """The page of a number."""
        return lru_cache(OPEN_PAGES)(self._read)

    def _read(self, number: int) -> Page:
        words = _words(self.codec)
        try:
            data = self.blocks.read(number)
        except DamagedError:
            self.blocks.path.unlink(missing_ok=True)
            again = self.again()
            if isinstance(again, Book):
                return again.page(number)
            data = again.cut(number, words)
        return Page.read(data, words, len(self.codec.finals))


def is_kept(codec: Codec) -> bool:
    """Tell whether the book on a game has been written."""
    return _store(codec).open(_pages(codec)) is not None


def _store(codec: Codec) -> Store:
    return Store.of(f"pegs-{codec.fingerprint}")


def _pages(codec: Codec) -> int:
    return 1 << max(0, codec.width - SHIFT)


def _words(codec: Codec) -> int:
    return min(WORDS, 1 << max(1, codec.width - 6))
