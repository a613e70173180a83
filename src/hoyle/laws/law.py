"""Laws and findings: a law holds in a game, cannot be checked there, or is broken at some position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import TypeAlias

from hoyle.laws.walk import Moment, Walk


@dataclass(frozen=True)
class Fault:
    """What is not as it should be, in words, and the move or the text that shows it."""

    words: str
    move: str | None = None


Checks: TypeAlias = Iterator[Fault | None]


@dataclass(frozen=True)
class Law:
    """A law: its name, its sentence, what it checks at a moment of a walk, and why there may be nothing to check."""

    name: str
    sentence: str
    check: Callable[[Walk, Moment], Checks]
    excuse: str | None


@dataclass(frozen=True)
class Breach:
    """Where a law is broken: the walk's seed, after how many moves, in which position, by which move, and how."""

    law: str
    game: str
    seed: int
    ply: int
    position: str
    move: str | None
    words: str

    def __str__(self) -> str:
        shown = f" by {self.move!r}" if self.move is not None else ""
        return (
            f"{self.game} breaks the law of {self.law}{shown}: {self.words}\n"
            f"  position  {self.position}\n"
            f"  reached   after {self.ply} moves of seed {self.seed}\n"
            f"  repeat    hoyle laws '{self.game}' --law {self.law} --seed {self.seed}"
        )


@dataclass(frozen=True)
class Finding:
    """What was found about one law in one game: how many things were checked, or why none; and the first breach."""

    law: str
    game: str
    checked: int
    excuse: str | None = None
    breach: Breach | None = None


def law(excuse: str | None = None) -> Callable[[Callable[[Walk, Moment], Checks]], Law]:
    """Make a function a law, with the excuse for finding nothing to check."""
    return lambda check: Law(check.__name__, (check.__doc__ or "").partition("\n")[0], check, excuse)


def finding(law: Law, walks: Iterable[Walk]) -> Finding:
    """Return what is found about one law on walks through one game."""
    checked, game = 0, ""
    for walk in walks:
        game, moment = walk.name, None
        try:
            for moment in walk.moments:
                for fault in law.check(walk, moment):
                    checked += 1
                    if fault is not None:
                        return Finding(law.name, game, checked, breach=_breach(law, walk, moment, fault))
        except Exception as failure:  # noqa: BLE001 — a stranger's game may fail in any way, and that breaks a law too
            return Finding(law.name, game, checked, breach=_breach(law, walk, moment, fault_of(failure)))
    if checked == 0 and law.excuse is None:
        return Finding(law.name, game, 0, breach=_breach(law, walk, None, Fault("there was nothing to check")))
    return Finding(law.name, game, checked, None if checked else law.excuse)


def _breach(law: Law, walk: Walk, moment: Moment | None, fault: Fault) -> Breach:
    try:
        position = walk.game.write(moment.match.state if moment else walk.game.start())
    except Exception:  # noqa: BLE001 — it may be this very method that fails
        position = repr(moment.match.state) if moment else "the start"
    return Breach(law.name, walk.name, walk.seed, moment.ply if moment else 0, position, fault.move, fault.words)


def fault_of(failure: Exception, move: str | None = None) -> Fault:
    """Return an error as a fault, with the place in the code where it was raised."""
    where = extract_tb(failure.__traceback__)[-1]
    words = " ".join(str(failure).split())[:500]
    return Fault(f"{type(failure).__name__}: {words} ({Path(where.filename).name}, line {where.lineno})", move)


def check(holds: bool, words: str, move: object = None) -> Fault | None:  # noqa: FBT001 — it reads as one sentence
    """Return a fault unless something holds."""
    return None if holds else Fault(words, None if move is None else str(move))
