r"""Blocks of bytes in a file of the user's cache directory: compressed, checked, and replaced as a whole.

    HOYLE-2 <digest of the table>\n   table: length and digest of each block   blocks

A block is read when it is asked for, so a book of gigabytes opens in a moment.  What is not exactly what was written is
not there.  A new file takes its name only when it is complete, so readers and other writers never see a half.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

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


def cache_directory() -> Path:
    """Return the directory for what can be computed again, as the XDG base directories have it."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    # A relative path is to be ignored, says the specification.
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".cache"
    return base / "hoyle"


def digest(data: bytes) -> bytes:
    """Return the checksum of some bytes."""
    return blake2b(data, digest_size=DIGEST).digest()


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a file that has been opened."""

    data: Array
    table: Array
    ends: Array

    def read(self, number: int) -> bytes:
        """Return a block as it was given, or raise DamagedError."""
        end, length = int(self.ends[number]), int(self.table["length"][number])
        packed = self.data[end - length : end].tobytes()
        if digest(packed) != self.table["digest"][number].tobytes():
            raise DamagedError(f"block {number} is not what was written")
        return zlib.decompress(packed) if packed else b""


@dataclass(frozen=True)
class Store:
    """One file of blocks."""

    path: Path

    @classmethod
    def of(cls, key: str) -> Store:
        """Return the file for a key."""
        return cls(cache_directory() / f"{key}.v{VERSION}")

    def save(self, block: Callable[[int], bytes], count: int, threads: int = 1) -> bool:
        """Write the blocks that a function gives for 0, 1, 2, …, and tell whether there was a place to write them."""

        def packed(number: int) -> bytes:
            data = block(number)
            return zlib.compress(data, LEVEL) if data else b""

        table = np.zeros(count, ENTRY)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self.path.parent, prefix=self.path.name, delete=False) as file:
                temporary = Path(file.name)
                try:
                    file.seek(HEAD + table.nbytes)
                    with ThreadPoolExecutor(threads) as pool:
                        # A few at a time: all blocks at once would be the whole file in memory.
                        for first in range(0, count, 8 * threads):
                            for number, data in enumerate(pool.map(packed, range(count)[first:][: 8 * threads]), first):
                                file.write(data)
                                table[number] = len(data), digest(data)
                    file.seek(0)
                    file.write(b"%s %s\n" % (MAGIC, digest(table.tobytes()).hex().encode()) + table.tobytes())
                    file.close()
                    temporary.replace(self.path)
                except BaseException:
                    temporary.unlink(missing_ok=True)
                    raise
        except OSError:
            return False
        return True

    def open(self, count: int) -> Blocks | None:
        """Return so many blocks, or None where there are none to be trusted."""
        with suppress(OSError, ValueError):
            data = np.memmap(self.path, np.uint8, "r")
            head, table = data[:HEAD].tobytes(), data[HEAD : HEAD + count * ENTRY.itemsize].tobytes()
            if head == b"%s %s\n" % (MAGIC, digest(table).hex().encode()):
                entries = np.frombuffer(table, ENTRY)
                ends = HEAD + len(table) + np.cumsum(entries["length"], dtype=np.int64)
                if len(data) == ends[-1]:
                    return Blocks(data, entries, ends)
        return None
