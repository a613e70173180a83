"""The command that makes puzzles, and sheets of them to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import click

from hoyle.box import Box
from hoyle.cli.options import (
    DASH,
    GAME,
    OUTPUT,
    Asking,
    Whole,
    begin,
    check_settings,
    hand_over,
    json_option,
    print_json,
    working,
)
from hoyle.game import NATURE, Game, HoyleError, tally
from hoyle.scene import Scene, to_text
from hoyle.shelf import find
from hoyle.solver import Solved
from hoyle.typeset import needs_typst

BUDGET: Final = 10_000_000
SHEETS: Final = (".html", ".htm", ".pdf")
TRIES: Final = 1000
"""How many deals in a row may be lost before a sheet is given up."""


@dataclass(frozen=True)
class Puzzle:
    """A position to win: the name of its game, what is known about it, and a line that wins, where one was asked for."""

    name: str
    game: Game[Any, Any]
    state: Any
    facts: Mapping[str, Any]
    line: tuple[Any, ...] = ()

    def picture(self, box: Box) -> Scene:
        """Return the picture of the position."""
        return box.look.picture(self.game, self.state)


@click.command(cls=Asking, asks=attrgetter("study.wishes"))
@click.argument("name", metavar="GAME", type=GAME)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed makes the same puzzle.")
@click.option("--count", "number", type=Whole(1, 1000), default=1, show_default=True, help="How many puzzles.")
@click.option(
    "--sheet", type=OUTPUT, help="Write a page to print, with the solutions at its end: HTML, or PDF for *.pdf."
)
@json_option
def deal(*, name: str, seed: int, number: int, sheet: Path | None, as_json: bool, settings: Mapping[str, Any]) -> None:
    """Make puzzles that can be won, or deal a game.

    Several puzzles have the seed and those that follow it.

    Example: hoyle deal pegs --holes 20 --difficulty hard --seed 7

    Example: hoyle deal pegs --count 20 --difficulty hard --sheet puzzles.html
    """
    box, game = find(name)
    check_settings(box, box.study.wishes, settings)
    if box.study.compose is None and game.turn(game.start()) != NATURE:
        raise HoyleError(f"{name} starts from a fixed position, so there is nothing to deal")
    if sheet is not None and (not box.solvers or box.solver().weighs_chance):
        raise HoyleError(f"{box.name} has no solutions to print on a sheet")
    if sheet is not None and sheet != DASH and sheet.suffix.lower() not in SHEETS:
        raise HoyleError(f"a sheet is a .html or .pdf file, not {sheet.name}")
    if sheet is not None and as_json:
        raise click.UsageError("choose one of --sheet and --json")
    if sheet is not None and sheet.suffix.lower() == ".pdf":
        needs_typst()
    make = _puzzles if sheet is None else _solved
    with working("composing …" if box.study.compose else "dealing …"):
        puzzles = list(islice(make(box, name, seed, settings), number))
    if sheet is not None:
        _print_sheet(box, puzzles, sheet)
        if sheet != DASH:
            click.echo(f"{tally({'puzzles': number})} with solutions: {sheet}")
    elif as_json:
        objects = [{"game": one.name, "position": one.game.write(one.state), **one.facts} for one in puzzles]
        print_json(objects[0] if number == 1 else {"puzzles": objects})
    else:
        click.echo("\n\n".join(_describe(box, puzzle) for puzzle in puzzles))


def _puzzles(box: Box, name: str, seed: int, settings: Mapping[str, Any]) -> Iterator[Puzzle]:
    """Yield a puzzle for each seed from one on."""
    for number in count(seed):
        if box.study.compose is not None:
            made = box.study.compose(name.partition("/")[2] or None, number, settings)
            game = find(made.name)[1]
            yield Puzzle(made.name, game, game.start(), made.facts)
        else:
            game = find(name)[1]
            yield Puzzle(name, game, begin(box, game, state=None, deal=None, seed=number).state, {"seed": number})


def _solved(box: Box, name: str, seed: int, settings: Mapping[str, Any]) -> Iterator[Puzzle]:
    """Yield the puzzles that can be won, each with a line that wins."""
    solver, lost = box.solver(), 0
    for puzzle in _puzzles(box, name, seed, settings):
        verdict = solver.solve(puzzle.game, puzzle.state, BUDGET)
        lost = 0 if isinstance(verdict, Solved) else lost + 1
        if isinstance(verdict, Solved):
            yield Puzzle(puzzle.name, puzzle.game, puzzle.state, puzzle.facts, verdict.line)
        elif lost == TRIES:
            raise HoyleError(f"none of {TRIES:,} deals of {name} in a row could be won")


def _describe(box: Box, puzzle: Puzzle) -> str:
    facts = (f"{fact.replace('_', ' ')}: {value}" for fact, value in puzzle.facts.items())
    play = f"play it: hoyle play '{puzzle.name}'"
    play += "" if box.study.compose else f" --seed {puzzle.facts['seed']}"
    return "\n".join([to_text(puzzle.picture(box)), *facts, play])


def _print_sheet(box: Box, puzzles: list[Puzzle], path: Path) -> None:
    """Write a sheet of puzzles in the form that the name of its file asks for."""
    from hoyle.cli import sheet

    page = sheet.Sheet(
        box.title,
        box.rules,
        tuple(sheet.Item(puzzle.picture(box), _caption(puzzle), " ".join(map(str, puzzle.line))) for puzzle in puzzles),
    )
    hand_over((sheet.write_pdf if path.suffix.lower() == ".pdf" else sheet.write_html)(page), path)


def _caption(puzzle: Puzzle) -> str:
    length, *_ = puzzle.game.measure(puzzle.line).items()
    grade = str(puzzle.facts.get("difficulty", ""))
    return " · ".join(filter(None, (grade, tally(dict([length])))))
