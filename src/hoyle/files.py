r"""Files, written whole or not at all, whatever happens meanwhile; and where the user's cache is.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     path = Path(folder) / "words.txt"
...     write(path, "old\n")
...     with suppress(ZeroDivisionError), replacing(path) as file:
...         _ = file.write(b"half of the n")
...         1 / 0
...     read(path), len(list(Path(folder).iterdir()))
(b'old\n', 1)
"""

# This uses the functions of `os` instead of Path, because tests simulate a failing disk there.
# ruff: noqa: PTH101, PTH105, PTH123

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, Final

SCRATCH: Final = ".hoyle-"
"""How the name of a file begins that is not whole yet."""


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file that replaces the old one only when all of it is on the disk."""
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        # A device or a pipe cannot be replaced, only written to.
        with open(path, "wb") as file:
            yield file
        return
    scratch = path.with_name(f"{SCRATCH}{token_hex(8)}")
    try:
        with open(scratch, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            os.chmod(scratch, stat.S_IMODE(path.stat().st_mode))
        os.replace(scratch, path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def write(path: Path, data: bytes | str) -> None:
    """Write a file, whole or not at all; text as UTF-8."""
    with replacing(path) as file:
        file.write(data.encode() if isinstance(data, str) else data)


def jot(path: Path, text: str) -> None:
    """Write a file that may be lost, with the folders that it needs and without waiting for the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.write(text.encode())


def append(path: Path, data: bytes) -> None:
    """Add to the end of an existing file; an accident can leave only a part of the addition."""
    with open(path, "r+b") as file:
        file.seek(0, os.SEEK_END)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def read(path: Path, limit: int = -1, at: int = 0) -> bytes:
    """Return the content of a file, or a limited number of bytes from a place in it."""
    with open(path, "rb") as file:
        # A pipe has no places.
        if at:
            file.seek(at)
        return file.read(limit)


def note_use(path: Path) -> None:
    """Note that a file was used just now, where that can be noted: what was not used for longest makes room for others."""
    with suppress(OSError):
        os.utime(path)


def reason(fault: Exception) -> str:
    """Return why a file cannot be used, in the words of the system."""
    return getattr(fault, "strerror", None) or str(fault)


def cache_directory() -> Path:
    """Return the user's directory for what can be recomputed."""
    import platformdirs

    ignore_relative_cache()
    return Path(platformdirs.user_cache_path("hoyle", appauthor=False))


def ignore_relative_cache() -> None:
    """Treat a cache directory that is empty or relative as unset, as the XDG specification asks; numba would use it."""
    if not Path(os.environ.get("XDG_CACHE_HOME", "/")).is_absolute():
        del os.environ["XDG_CACHE_HOME"]


def kept_kernels(kernel: str = "*") -> list[Path]:
    """Return the files of our compiled kernels, or of those with a name, without loading any."""
    import platformdirs

    ignore_relative_cache()
    home = Path(__file__).parent
    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    # If this is set, numba looks nowhere else.
    places = [Path(elsewhere)] if elsewhere else [home, platformdirs.user_cache_path("numba", appauthor=False)]
    return sorted({path for place in places for path in place.rglob(f"{kernel}-checked*.nb[ic]")})


def _settle(folder: Path) -> None:
    """Flush the names in a folder to the disk, on systems where a folder can be opened."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
