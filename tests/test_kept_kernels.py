"""Kernels on the disk: one that is damaged is compiled again, and one that uses another is not older than that."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from faults import failing_files
from hoyle import kernels
from test_architecture import KERNELS, MODULES

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
"""

SEARCH = """
from patience.moves import FEWEST, count_moves
from hoyle.kernels import compiled
@compiled
def search(tops):
    return count_moves(tops) >= FEWEST
"""
MOVES = """
from patience.deep.places import PLACES
from hoyle.kernels import compiled
FEWEST = 5
@compiled
def count_moves(tops):
    return PLACES * tops
"""

CHANGE = """
import importlib, pathlib, sys
from hoyle import kernels

def answer():
    kernels._stamp.cache_clear()
    for name in [name for name in sys.modules if name.startswith("patience")]:
        del sys.modules[name]
    importlib.invalidate_caches()
    search = importlib.import_module("patience.search.first").search
    return bool(search(2)), sum(search.stats.cache_hits.values())

def change(name, old, new):
    path = pathlib.Path(name)
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))

assert answer() == (False, 0)
assert answer() == (False, 1), "kept"
change("patience/moves.py", "PLACES * tops", "PLACES + tops + 1")
assert answer() == (True, 0), "a changed function in another folder"
assert answer() == (True, 1), "kept again"
change("patience/moves.py", "FEWEST = 5", "FEWEST = 6")
assert answer() == (False, 0), "a changed number"
change("patience/deep/places.py", "PLACES = 2", "PLACES = 3")
assert answer() == (True, 0), "a changed number of a helper's helper"
change("patience/search/other.py", "pass", "pass  # another day")
assert answer() == (True, 1), "what it does not use makes no difference"
"""


def test_a_changed_helper_leaves_no_stale_kernel(tmp_path: Path) -> None:
    """What a kernel imports, from whichever folder, is compiled anew with it, and nothing else is."""
    texts = {"search/first": SEARCH, "search/other": "pass", "moves": MOVES, "deep/places": "PLACES = 2"}
    for name, text in texts.items():
        path = tmp_path / "patience" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    done = subprocess.run(
        [sys.executable, "-B", "-c", CHANGE],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_what_a_kernel_calls_is_part_of_it(name: str) -> None:
    """Every compiled function that one of ours can reach stands in a file that its stamp covers."""
    module = importlib.import_module(name)
    covered = kernels.sources(Path(module.__file__ or ""), "hoyle")
    assert set(covered) <= {MODULES[kernel] for kernel in KERNELS}
    reached = [thing.py_func.__code__.co_filename for thing in vars(module).values() if hasattr(thing, "py_func")]
    assert reached
    assert set(map(Path, reached)) <= set(covered)


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
    # Each is said once, however often it happens.
    assert done.stderr.splitlines() == [
        "hoyle: compiling kernels, once on this machine; hoyle warm does it in advance",
        "hoyle: a compiled kernel was damaged on the disk and is compiled again",
    ]


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
