"""Commands for what hoyle keeps on this machine: compiled kernels, and books of answers."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, Protocol

import click

from hoyle import files
from hoyle.cli.options import json_option, print_json
from hoyle.game import HoyleError, tally
from hoyle.shelf import open_boxes, shelf

MEGABYTE: Final = 1_000_000
TRAINING: Final = "training"
"""The task that every game with machine code for environments has beside those of its box."""


@click.command()
def warm() -> None:
    """Compile everything in advance, so that nothing waits later.

    Uses all processors, and takes about a minute.  What is compiled already is not compiled again.

    Example: hoyle warm
    """
    # The games at the end of the shelf take longest, and what is begun last should be short.
    tasks = list(rehearsals())[::-1]
    started = time.perf_counter()
    faults = list(_carry_out(tasks))
    for fault in faults:
        click.echo(f"hoyle: {fault}", err=True)
    kernels = files.kept_kernels()
    done = f"{len([path for path in kernels if path.suffix == '.nbi'])} kernels, {_size(kernels)}"
    words = f"ready: {done}" if kernels else "nothing could be kept; NUMBA_CACHE_DIR can name a folder for kernels"
    click.echo(f"{words}, {time.perf_counter() - started:.0f} s")
    if faults:
        raise HoyleError("not everything is compiled")


def rehearsals() -> Iterator[tuple[str, str]]:
    """Yield the games and tasks that between them call every kernel."""
    for box in open_boxes():
        yield from ((box.name, task) for task in box.study.rehearse)
        if box.training.machine is not None:
            yield box.name, TRAINING


def rehearse(name: str, task: str) -> None:
    """Carry out one of a game's rehearsals."""
    if task == TRAINING:
        from hoyle.lab.envs.episodes import rehearse as rehearse_training

        rehearse_training(name)
    else:
        shelf()[name].study.rehearse[task]()


def _carry_out(tasks: list[tuple[str, str]]) -> Iterator[str]:
    """Carry out tasks in as many processes as there are processors, and yield what went wrong."""
    from hoyle.tables.thinking import Thinker, ThoughtFault

    waiting: SimpleQueue[tuple[str, str]] = SimpleQueue()
    for task in tasks:
        waiting.put(task)
    done: SimpleQueue[tuple[str, str | None]] = SimpleQueue()

    def work() -> None:
        with Thinker(heed=lambda _: None) as thinker:
            while True:
                try:
                    name, task = waiting.get_nowait()
                except Empty:
                    return
                try:
                    thinker.think("hoyle.cli.warm:rehearse", name, task)
                    done.put((f"{name}: {task}", None))
                except (HoyleError, ThoughtFault) as fault:
                    done.put((f"{name}: {task}", str(fault)))

    for _ in range(min(len(tasks), os.cpu_count() or 1)):
        Thread(target=work, daemon=True).start()
    with _progress(len(tasks)) as advance:
        for _ in tasks:
            words, fault = done.get()
            advance(words)
            if fault is not None:
                yield f"{words}: {fault}"


class _Advance(Protocol):
    """A function that takes what was done."""

    def __call__(self, words: str, /) -> None: ...


@contextmanager
def _progress(whole: int) -> Iterator[_Advance]:
    """Show a bar at a terminal, and a line for each task elsewhere."""
    if not sys.stderr.isatty():
        yield lambda words: click.echo(f"compiled {words}", err=True)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("compiling", total=whole)
        yield lambda words: progress.update(bar, advance=1, description=f"compiling; done: {words}")


@click.command()
@click.option("--clear", is_flag=True, help="Remove all of it.")
@json_option
def cache(*, clear: bool, as_json: bool) -> None:
    """Show what hoyle keeps on this machine, or remove it.

    Kernels are machine code, and books hold the answers for whole boards.  Both are made again when they are needed.

    Example: hoyle cache --clear
    """
    folder = files.cache_directory()
    books = sorted(folder.glob("*.v*")) if folder.is_dir() else []
    kept = {"kernels": files.kept_kernels(), "books": books}
    if clear:
        for path in (path for paths in kept.values() for path in paths):
            try:
                path.unlink(missing_ok=True)
            except OSError as fault:
                raise HoyleError(f"cannot remove {path}: {files.reason(fault)}") from fault
    if as_json:
        facts = {
            kind: {"files": len(paths), "bytes": 0 if clear else _bytes(paths), "folders": _folders(paths)}
            for kind, paths in kept.items()
        }
        print_json({"removed": clear, **facts})
        return
    for kind, paths in kept.items():
        where = f" in {', '.join(_folders(paths)[:3])}" if paths else ""
        click.echo(
            f"{kind}: {'removed ' * clear}{tally({'files': len(paths)})}{'' if clear else ', ' + _size(paths)}{where}"
        )
    if not clear:
        click.echo("hoyle cache --clear removes them")


def _folders(paths: list[Path]) -> list[str]:
    """Return the folders that files are in; many below one package count as one."""
    return sorted({str(path.parent if path.parent.name != "__pycache__" else _top(path)) for path in paths})


def _top(path: Path) -> Path:
    package = Path(files.__file__).parent
    return package if path.is_relative_to(package) else path.parent


def _bytes(paths: list[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.exists())


def _size(paths: list[Path]) -> str:
    return f"{_bytes(paths) / MEGABYTE:.1f} MB"
