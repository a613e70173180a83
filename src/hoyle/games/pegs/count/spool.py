"""The layers of a long analysis, kept in a folder so that a run can be interrupted and continued.

Each is an array as NumPy writes it, followed by a digest of its name and content.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from hoyle import files
from hoyle.game import HoyleError

Array: TypeAlias = npt.NDArray[Any]

VERSION: Final = 2
CHUNK: Final = 1 << 24


@dataclass(frozen=True)
class Spool:
    """The layers of an unfinished report in a folder: the keys of each, and the ways to the last."""

    folder: Path
    fingerprint: str

    def _path(self, layer: int, kind: str) -> Path:
        return self.folder / f"pegs-{self.fingerprint}-{layer:02}.{kind}.npy"

    @property
    def _index(self) -> Path:
        return self.folder / f"pegs-{self.fingerprint}.json"

    def save(self, rows: list[dict[str, Any]], keys: Array, ways: Array) -> None:
        """Keep one more layer; the index is written last, so that it never names a layer that is not there."""
        last = len(rows) - 1
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for kind, array in (("keys", keys), ("ways", ways)):
                path = self._path(last, kind)
                with files.replacing(path) as file:
                    hashed = _Hashed(path, file)
                    np.save(hashed, array)
                    file.write(hashed.hash.digest())
            files.write(self._index, json.dumps({"version": VERSION, "rows": rows}))
        except OSError as fault:
            raise HoyleError(
                f"cannot write to {self.folder}: {files.reason(fault)}; the {last} layers before it are kept there, "
                "and the same command continues from them"
            ) from fault
        self._path(last - 1, "ways").unlink(missing_ok=True)

    def load(self) -> tuple[list[dict[str, Any]], Array, Array] | None:
        """Return the layers that were counted and the last of them, or None if that cannot be read."""
        try:
            index: Mapping[str, Any] = json.loads(self._index.read_text())
            rows = list(index["rows"])
            keys, ways = (_load(self._path(len(rows) - 1, kind)) for kind in ("keys", "ways"))
            whole = index["version"] == VERSION and len(keys) == len(ways) == rows[-1]["positions"]
            sizes = [len(layer) for layer in self.layers(len(rows))]
        except (OSError, ValueError, LookupError, TypeError, EOFError):
            return None
        return (rows, keys, ways) if whole and sizes == [row["positions"] for row in rows[1:]] else None

    def layers(self, count: int) -> Iterator[Array]:
        """Yield the keys of the layers after the first."""
        return (_load(self._path(layer, "keys")) for layer in range(1, count))

    def clear(self) -> None:
        """Remove what was kept."""
        for path in self.folder.glob(f"pegs-{self.fingerprint}*"):
            path.unlink(missing_ok=True)


class _Hashed:
    """A file that knows the digest of its name and of what was written to it."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self._file = file
        self.hash = blake2b(path.name.encode())

    def write(self, data: bytes) -> int:
        """Write some bytes."""
        self.hash.update(data)
        return self._file.write(data)


def _load(path: Path) -> Array:
    """Return the array in a file, or raise a ValueError if it is not what was written."""
    with path.open("rb") as file:
        hashed, left = blake2b(path.name.encode()), path.stat().st_size - blake2b.MAX_DIGEST_SIZE
        while left > 0 and (data := file.read(min(left, CHUNK))):
            hashed.update(data)
            left -= len(data)
        # The digest is checked first, because NumPy may do anything with other bytes.
        if file.read() != hashed.digest():
            raise ValueError(f"{path} is not what was written")
        file.seek(0)
        array: Array = np.load(file)
    return array
