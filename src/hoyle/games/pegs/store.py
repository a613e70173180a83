r"""Arrays in a file of the user's cache directory: compressed, checked, and replaced as a whole.

    HOYLE-1 <length> <digest of header and blocks>\n  header (JSON: version, arrays with their blocks)  blocks

A file that is not exactly what was written is no file.  A new one takes its name only when it is complete, so readers and
other writers never see a half.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Mapping
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

MAGIC: Final = b"HOYLE-1"
VERSION: Final = 1
"""To be raised whenever the same arrays come to mean something else."""
BLOCK: Final = 1 << 22
LEVEL: Final = 1


def cache_directory() -> Path:
    """Return the directory for what can be computed again, as the XDG base directories have it."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    # A relative path is to be ignored, says the specification.
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".cache"
    return base / "hoyle"


@dataclass(frozen=True)
class Store:
    """One file of arrays."""

    path: Path

    @classmethod
    def of(cls, key: str) -> Store:
        """Return the file for a key."""
        return cls(cache_directory() / f"{key}.v{VERSION}")

    def save(self, arrays: Mapping[str, Array], threads: int = 1) -> bool:
        """Write arrays, and tell whether there was a place to write them."""
        header, blocks = dict[str, Any](), list[bytes]()
        with ThreadPoolExecutor(threads) as pool:
            for name, array in arrays.items():
                data = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
                pieces = [data[begin : begin + BLOCK] for begin in range(0, len(data), BLOCK)]
                packed = list(pool.map(lambda piece: zlib.compress(piece, LEVEL), pieces))
                header[name] = {"dtype": array.dtype.str, "shape": array.shape, "blocks": list(map(len, packed))}
                blocks += packed
        text = json.dumps({"version": VERSION, "arrays": header}).encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self.path.parent, prefix=self.path.name, delete=False) as file:
                temporary = Path(file.name)
                try:
                    file.write(b"%s %d %s\n" % (MAGIC, len(text), digest([text, *blocks])))
                    file.writelines([text, *blocks])
                    file.close()
                    temporary.replace(self.path)
                except OSError:
                    temporary.unlink(missing_ok=True)
                    raise
        except OSError:
            return False
        return True

    def load(self, threads: int = 1) -> dict[str, Array] | None:
        """Return the arrays, or None where there are none to be trusted."""
        with suppress(OSError, ValueError, LookupError, TypeError, zlib.error):
            with self.path.open("rb") as file:
                magic, length, checksum = file.readline(200).split()
                text, rest = file.read(int(length)), file.read()
            if magic != MAGIC or digest([text, rest]) != checksum:
                return None
            header = json.loads(text)
            if header["version"] != VERSION:
                return None
            return _unpacked(header["arrays"], memoryview(rest), threads)
        return None


def digest(pieces: Iterable[bytes]) -> bytes:
    """Return the checksum of pieces one after another.

    >>> digest([b"a", b"b"]) == digest([b"ab"])
    True
    """
    checksum = blake2b(digest_size=16)
    for piece in pieces:
        checksum.update(piece)
    return checksum.hexdigest().encode()


def _unpacked(header: Mapping[str, Any], data: memoryview, threads: int) -> dict[str, Array]:
    arrays, begin = dict[str, Array](), 0
    with ThreadPoolExecutor(threads) as pool:
        for name, entry in header.items():
            array = np.empty(entry["shape"], np.dtype(entry["dtype"]))
            raw = array.reshape(-1).view(np.uint8)
            ends = begin + np.cumsum([0, *entry["blocks"]])

            def fill(i: int, raw: Array = raw, ends: Array = ends) -> None:
                raw[i * BLOCK : (i + 1) * BLOCK] = np.frombuffer(zlib.decompress(data[ends[i] : ends[i + 1]]), np.uint8)

            list(pool.map(fill, range(len(entry["blocks"]))))
            begin = int(ends[-1])
            arrays[name] = array
    return arrays
