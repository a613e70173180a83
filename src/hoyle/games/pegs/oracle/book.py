r"""Blocks of bytes in a file of the user's cache directory: compressed, checked, and replaced as a whole.

    HOYLE-2 <digest of the table>\n   table: length and digest of each block   blocks

A block is read when it is asked for, so a book of gigabytes opens in a moment.  What is not exactly what was written is
not there.  A new file takes its name only when it is complete, so readers and other writers never see a half.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from hoyle import files
from hoyle.game import HoyleError

Array: TypeAlias = npt.NDArray[Any]

MAGIC: Final = b"HOYLE-2"
VERSION: Final = 2
"""To be raised whenever the same bytes come to mean something else."""
LEVEL: Final = 1
DIGEST: Final = 16
ENTRY: Final = np.dtype([("length", "<u8"), ("digest", f"V{DIGEST}")])
HEAD: Final = len(MAGIC) + 1 + 2 * DIGEST + 1


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
        """Write the blocks that a function gives for 0, 1, 2, …; where they cannot be kept that is said, and False."""

        def packed(number: int) -> bytes:
            data = block(number)
            return zlib.compress(data, LEVEL) if data else b""

        table = np.zeros(count, ENTRY)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with files.replacing(self.path) as file:
                file.seek(HEAD + table.nbytes)
                with ThreadPoolExecutor(threads) as pool:
                    # A few at a time: all blocks at once would be the whole file in memory.
                    for first in range(0, count, 8 * threads):
                        for number, data in enumerate(pool.map(packed, range(count)[first:][: 8 * threads]), first):
                            file.write(data)
                            table[number] = len(data), digest(data)
                file.seek(0)
                file.write(b"%s %s\n" % (MAGIC, digest(table.tobytes()).hex().encode()) + table.tobytes())
        except OSError as fault:
            # The work behind it may have taken half an hour, and its result still answers as long as this process lives.
            words = f"hoyle: the answers cannot be kept in {self.path.parent} and have to be found again: %s"
            logging.getLogger("hoyle").warning(words, files.reason(fault))
            return False
        return True

    def open(self, count: int) -> Blocks | None:
        """Return so many blocks, or None where there are none to be trusted."""
        with suppress(OSError):
            begin = files.read(self.path, HEAD + count * ENTRY.itemsize)
            head, table = begin[:HEAD], begin[HEAD:]
            if head == b"%s %s\n" % (MAGIC, digest(table).hex().encode()) and len(table) == count * ENTRY.itemsize:
                entries = np.frombuffer(table, ENTRY)
                ends = HEAD + len(table) + np.cumsum(entries["length"], dtype=np.int64)
                if self.path.stat().st_size == ends[-1]:
                    return Blocks(self.path, entries, ends)
        return None
