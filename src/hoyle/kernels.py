"""Kernels: functions as machine code, kept on the disk with a checksum.

A damaged file of machine code kills the process that runs it.  So a file that is not exactly what was written is
dropped, with one warning, and compiled again.  Compiled code is kept until its source changes, or a file that the source
imports from its own package or folder, since what a kernel calls is part of it.
"""

from __future__ import annotations

import ast
import logging
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from numba import njit
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile

from hoyle import files

files.ignore_relative_cache()

F = TypeVar("F", bound=Callable[..., Any])

DIGEST: Final = 32
SAID: Final[set[str]] = set()
KERNELS: Final[list[Any]] = []
"""Every kernel that was imported."""


def compiled(function: F, **options: Any) -> F:
    """Return a function as machine code, compiled at its first call and kept on the disk if possible."""
    kernel = njit(**options)(function)
    if hasattr(kernel, "_cache"):  # and is not plain Python, as with NUMBA_DISABLE_JIT
        try:
            kernel._cache = _Cache(function)  # noqa: SLF001 — numba offers no other way to set a cache
        except RuntimeError:  # numba found no place to write to
            WATCH.kept = False
        KERNELS.append(kernel)
    return cast("F", kernel)


class _Watch(event.Listener):
    """An observer that announces once that kernels are being compiled, and counts the seconds of compiling and loading."""

    def __init__(self) -> None:
        self.kept, self.seconds, self.loading = True, 0.0, 0.0
        self._depth, self._since = 0, 0.0

    def on_start(self, event: Any) -> None:  # noqa: ARG002 — whatever is compiled
        """Note that a kernel, or one that it calls, begins to be compiled."""
        if self._depth == 0:
            again = "once on this machine" if self.kept else "and again the next time, as no folder can be written to"
            way = "hoyle warm does it in advance" if self.kept else "NUMBA_CACHE_DIR can name one"
            _say(f"compiling kernels, {again}; {way}")
            self._since = time.perf_counter()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """Note that it is compiled."""
        logging.getLogger("hoyle").info("compiled %s", event.data["dispatcher"].py_func.__name__)
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.perf_counter() - self._since

    @contextmanager
    def count_loading(self) -> Iterator[None]:
        """Count the seconds that are spent here, unless they belong to compiling."""
        if self.busy:
            yield
            return
        self._depth, start = 1, time.perf_counter()
        try:
            yield
        finally:
            self._depth = 0
            self.loading += time.perf_counter() - start

    @property
    def busy(self) -> bool:
        """Whether something is being compiled or loaded."""
        return self._depth > 0


WATCH: Final = _Watch()
event.register("numba:compile", WATCH)  # type: ignore[no-untyped-call]  # numba has few types


class _Cache(FunctionCache):  # type: ignore[misc]  # numba has no types
    """Numba's cache for one function, in checked files."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = _stamp(Path(function.__code__.co_filename), function.__module__.partition(".")[0])
        self._cache_file = _Files(self._cache_path, f"{self._impl.filename_base}-checked", stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with WATCH.count_loading():
            return super().load_overload(sig, target_context)


class _Files(IndexDataCacheFile):  # type: ignore[misc]  # likewise
    """An index and its data files, each preceded by the digest of its name and content."""

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
        """Return the content of a file, or raise an OSError, which numba takes for a missing file."""
        path = Path(self._data_path(name))
        data = files.read(path)
        if data[:DIGEST] != _digest(name, data[DIGEST:]):
            path.unlink(missing_ok=True)
            _say("a compiled kernel was damaged on the disk and is compiled again")
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
    """Return the digest of a file and everything it imports from its package or folder, however indirectly."""
    return blake2b(b"\0".join(text for _, text in sorted(sources(path, package).items()))).hexdigest()


def sources(path: Path, package: str) -> dict[Path, bytes]:
    """Return the texts of a file and everything it imports from its package or folder, however indirectly."""
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
    """Yield the names of the modules that a kernel imports, except this one."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module not in {None, __name__}:
            whole = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in sys.modules else str(node.module) for name in whole if name != __name__)


def _home(name: str) -> str | None:
    """Return the file of a module that is already imported, if it has one."""
    return getattr(sys.modules.get(name), "__file__", None)


def _say(words: str) -> None:
    """Warn of something once in a process."""
    if words not in SAID:
        SAID.add(words)
        logging.getLogger("hoyle").warning("hoyle: %s", words)
