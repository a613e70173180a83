"""Kernels on the disk: one that is damaged is compiled again, and one that uses another is not older than that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from faults import failing_files
from hoyle import kernels

KERNEL = """
from hoyle.kernels import compiled
@compiled
def double(number):
    return 2 * number
"""
USER = """
from double_kernel import double
from hoyle.kernels import compiled
@compiled
def add(one, two):
    return one + double(two)
"""

DAMAGE = """
import importlib, pathlib, sys

def fresh():
    for name in ("double_kernel", "add_kernel"):
        sys.modules.pop(name, None)
    return importlib.import_module("add_kernel").add

def check(hits, damage):
    add = fresh()
    assert add(1, 2) == 5, damage
    assert sum(add.stats.cache_hits.values()) == hits, (damage, add.stats)

check(0, "nothing yet")
check(1, "none")
kept = sorted(pathlib.Path("__pycache__").glob("add_*.nb[ic]"))
assert len(kept) == 2, kept
for path in kept:
    whole = path.read_bytes()
    half = len(whole) // 2
    for damage in (
        b"", whole[:half], whole[:-1], whole[:half] + bytes([whole[half] ^ 16]) + whole[half + 1:],
        bytes(len(whole)), whole + b"x", kept[0].read_bytes() + kept[1].read_bytes(),
    ):
        path.write_bytes(damage)
        check(0, (path.name, damage[:20], len(damage)))
        check(1, "mended")
data, index = kept
data.write_bytes(index.read_bytes())
check(0, "one copied over the other")
pathlib.Path("double_kernel.py").write_text(pathlib.Path("double_kernel.py").read_text().replace("2 *", "3 *"))
sys.path_importer_cache.clear()
importlib.invalidate_caches()
from hoyle import kernels
kernels._sources.cache_clear()
assert fresh()(1, 2) == 7, "older than what it uses"
"""


def test_a_damaged_kernel_is_compiled_again(tmp_path: Path) -> None:
    """No flip, cut or exchange of its files ends the process or gives a wrong answer; it is said once."""
    (tmp_path / "double_kernel.py").write_text(KERNEL)
    (tmp_path / "add_kernel.py").write_text(USER)
    (tmp_path / "damage.py").write_text(DAMAGE)
    done = subprocess.run(
        [sys.executable, "-B", "damage.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "hoyle: a compiled kernel was damaged on the disk; it is thrown away and compiled again\n"


def test_a_kernel_that_cannot_be_kept_is_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither where numba finds no place for its files nor on a disk that is full; the latter is said."""

    def nowhere(_: object) -> None:
        raise RuntimeError("cannot cache function: no locator available")

    with monkeypatch.context() as patch:
        patch.setattr(kernels, "_Cache", nowhere)
        assert kernels.compiled(lambda: 7)() == 7
    monkeypatch.setattr(kernels, "SAID", set())
    shelf = kernels._Files(str(tmp_path), "kernel", "stamp")
    with failing_files(1):
        shelf.save("key", "data")
    assert "compiled kernels cannot be kept: No space left on device" in caplog.text
    shelf.save("key", "data")
    assert shelf.load("key") == "data"
    assert kernels._Files(str(tmp_path), "kernel", "another stamp").load("key") is None
