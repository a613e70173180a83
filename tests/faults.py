"""Storage that fails: every n-th call of the system by which files.py or SQLite reads and writes fails once."""

from __future__ import annotations

import ctypes
import errno
import io
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from hoyle import files


class Disk:
    """A disk whose n-th use, counted from when it was made, fails with no space left or an input/output error."""

    def __init__(self, fails: int) -> None:
        self.fails = fails
        self.uses = 0

    def use(self, kind: str) -> None:
        """Count one use, and fail if it is the one."""
        self.uses += 1
        if self.uses == self.fails:
            code = errno.ENOSPC if kind == "write" else errno.EIO
            raise OSError(code, os.strerror(code))

    @property
    def failed(self) -> bool:
        """Whether the use that fails has come."""
        return self.uses >= self.fails


class _File(io.FileIO):
    """A file on such a disk; a disk that is full takes half of what is written, and says so the next time."""

    disk: Disk
    fault: OSError | None = None

    def write(self, data: Any) -> int:
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        try:
            self.disk.use("write")
        except OSError as fault:
            if len(data) < 2:
                raise
            self.fault = fault
            data = bytes(data)[: len(data) // 2]
        return super().write(data)

    def readinto(self, buffer: Any) -> int:
        self.disk.use("read")
        return super().readinto(buffer)

    def readall(self) -> bytes:
        self.disk.use("read")
        return super().readall()


class _System:
    """The calls of the system that files.py makes."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def fsync(self, handle: int) -> None:
        self._disk.use("fsync")
        os.fsync(handle)

    def replace(self, old: Any, new: Any) -> None:
        self._disk.use("rename")
        os.replace(old, new)  # noqa: PTH105 — what is called here is what files.py calls


@contextmanager
def failing_files(fails: int) -> Iterator[Disk]:
    """Let the n-th write, fsync, rename or read of files.py fail once."""
    disk = Disk(fails)

    def opened(path: Any, mode: str) -> Any:
        file = _File(path, mode.replace("b", ""))
        file.disk = disk
        if mode == "rb":
            return io.BufferedReader(file)
        return io.BufferedRandom(file) if "+" in mode else io.BufferedWriter(file)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "os", _System(disk))
        patch.setattr(files, "open", opened, raising=False)
        yield disk


# ------------------------------------------------------------------------------------------------------- SQLite's own

_WRITE = ctypes.CFUNCTYPE(
    ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_longlong, use_errno=True
)
_CUT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_longlong, use_errno=True)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        # open, delete, access, full path, four for libraries, randomness, sleep, time, last error, time again
        ("methods", ctypes.c_void_p * 13),
        ("set_system_call", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)),
        ("get_system_call", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)),
    )


def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libsqlite3.so.0", use_errno=True)
        library.sqlite3_libversion.restype = ctypes.c_char_p
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    except (OSError, AttributeError):
        pytest.skip("SQLite is not a library of its own here")
    if library.sqlite3_libversion().decode() != sqlite3.sqlite_version:
        pytest.skip("Python has another SQLite than the system")
    return library


def _call(disk: Disk, own: Callable[..., int], what: str, *arguments: int) -> int:
    try:
        disk.use(what)
    except OSError as fault:
        ctypes.set_errno(fault.errno or 0)
        return -1
    return own(*arguments)


@contextmanager
def failing_sqlite(fails: int) -> Iterator[Disk]:
    """Let the n-th read, write or truncation by which SQLite touches a file fail once, by its own door for such tests."""
    disk = Disk(fails)
    vfs = _library().sqlite3_vfs_find(None)
    kinds = {
        b"pread64": _WRITE, b"pwrite64": _WRITE, b"pread": _WRITE, b"pwrite": _WRITE, b"ftruncate": _CUT
    }  # fmt: skip
    kept: list[Any] = []
    for name, kind in kinds.items():
        address = vfs.contents.get_system_call(vfs, name)
        if not address:
            continue

        kept.append(kind(partial(_call, disk, kind(address), "read" if b"read" in name else "write")))
        vfs.contents.set_system_call(vfs, name, ctypes.cast(kept[-1], ctypes.c_void_p))
    try:
        yield disk
    finally:
        for name in kinds:
            vfs.contents.set_system_call(vfs, name, None)
