"""Kernels: functions as machine code, kept on the disk behind a checksum.

A damaged file of machine code ends the process that runs it, without a word.  So what is not exactly what was written
is thrown away, which is said once, and compiled again.  What was compiled is kept until its file changes, or one of those
that the file imports from its own package or folder: what a kernel calls is part of it.
"""

from __future__ import annotations

import ast
import logging
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from numba import njit
from numba.core.caching import FunctionCache, IndexDataCacheFile

from hoyle import files

F = TypeVar("F", bound=Callable[..., Any])

DIGEST: Final = 32
SAID: Final[set[str]] = set()


def compiled(function: F, **options: Any) -> F:
    """Return a function as machine code, compiled when it is first called and kept where there is a place to keep it."""
    kernel = njit(**options)(function)
    if hasattr(kernel, "_cache"):  # and not plain Python, as NUMBA_DISABLE_JIT has it
        with suppress(RuntimeError):  # numba found no place that it may write to
            kernel._cache = _Cache(function)  # noqa: SLF001 — numba has no other door for a cache of one's own
    return cast("F", kernel)


class _Cache(FunctionCache):  # type: ignore[misc]  # numba has no types
    """What numba keeps of one function, in our files."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = _stamp(Path(function.__code__.co_filename), function.__module__.partition(".")[0])
        self._cache_file = _Files(self._cache_path, f"{self._impl.filename_base}-checked", stamp)


class _Files(IndexDataCacheFile):  # type: ignore[misc]  # likewise
    """An index and its data files, each behind the digest of its name and content."""

    def save(self, key: Any, data: Any) -> None:
        try:
            super().save(key, data)
        except OSError as fault:
            _say(f"compiled kernels cannot be kept: {files.reason(fault)}")

    def _load_index(self) -> dict[Any, str]:
        try:
            return cast("dict[Any, str]", self._load_data(self._index_name))
        except OSError:
            return {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._save_data(self._index_name, overloads)

    def _load_data(self, name: str) -> Any:
        """Return what a file holds, or raise an OSError, which numba takes for a file that is not there."""
        path = Path(self._data_path(name))
        data = files.read(path)
        if data[:DIGEST] != _digest(name, data[DIGEST:]):
            path.unlink(missing_ok=True)
            _say("a compiled kernel was damaged on the disk; it is thrown away and compiled again")
            raise OSError(f"{path} is not what was written")
        *origin, inner = pickle.loads(data[DIGEST:])  # noqa: S301 — these bytes are our own
        if origin != [self._version, self._source_stamp]:
            raise OSError(f"{path} is of another version")
        return pickle.loads(inner)  # noqa: S301 — likewise

    def _save_data(self, name: str, data: Any) -> None:
        rest = pickle.dumps((self._version, self._source_stamp, self._dump(data)))
        files.write(Path(self._data_path(name)), _digest(name, rest) + rest)


def _digest(name: str, data: bytes) -> bytes:
    return blake2b(name.encode() + b"\0" + data, digest_size=DIGEST).digest()


@lru_cache
def _stamp(path: Path, package: str) -> str:
    """Return the digest of a file and of all that it imports from its package or folder, and so on."""
    return blake2b(b"\0".join(text for _, text in sorted(sources(path, package).items()))).hexdigest()


def sources(path: Path, package: str) -> dict[Path, bytes]:
    """Return the texts of a file and of all that it imports from its package or folder, and so on."""
    texts: dict[Path, bytes] = {}
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file not in texts:
            texts[file] = file.read_bytes()
            homes = {name: Path(found) for name in _imports(texts[file]) if (found := _home(name))}
            waiting += [
                home for name, home in homes.items() if name.partition(".")[0] == package or home.parent == file.parent
            ]
    return texts


def _imports(text: bytes) -> Iterator[str]:
    """Yield the names of the modules that a kernel imports, but for this one, which is part of none."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module not in {None, __name__}:
            whole = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in sys.modules else str(node.module) for name in whole if name != __name__)


def _home(name: str) -> str | None:
    """Return the file of a module that is loaded, if it has one."""
    return getattr(sys.modules.get(name), "__file__", None)


def _say(words: str) -> None:
    """Warn of something once in a process."""
    if words not in SAID:
        SAID.add(words)
        logging.getLogger("hoyle").warning("hoyle: %s", words)
