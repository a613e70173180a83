"""The commands of the arena: players meet, and one of hoyle's own players becomes an engine for others."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

import click

from hoyle.cli.options import GAME, PLAYER, Amount, Whole, json_option, print_json
from hoyle.cli.survey import agree, show_progress
from hoyle.game import HoyleError
from hoyle.shelf import find

if TYPE_CHECKING:
    from hoyle.lab.arena import Hall, Plan


@click.command()
@click.argument("name", metavar="GAME", type=GAME)
@click.argument("players", metavar="PLAYER PLAYER...", nargs=-1, type=PLAYER)
@click.option("--games", type=Whole(1, 1_000_000), default=20, show_default=True, help="Matches between every pair.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of deals and players.")
@click.option("--gauntlet", is_flag=True, help="Only the first player meets the others.")
@click.option("--ladder", is_flag=True, help="Each player meets only the next.")
@click.option(
    "--seconds", type=Amount(min=0.01, max=3600), default=10, show_default=True, help="Per move of a program."
)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Store everything in this folder."
)
@click.option("--resume", is_flag=True, help="Continue the arena in the folder, by the plan stored there.")
@click.option("--workers", type=Whole(min=1), help="How many processes to use; by default one per processor.")
@click.option("--cluster", metavar="ADDRESS", help="Use the Dask cluster at tcp://host:port, or local.")
@json_option
def arena(
    *,
    name: str,
    players: tuple[str, ...],
    games: int,
    seed: int,
    gauntlet: bool,
    ladder: bool,
    seconds: float,
    output: Path | None,
    resume: bool,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Let players meet in many matches, and rate them.

    A PLAYER is one of the game's own, or the command of a program with a / in it that speaks hoyle's engine protocol
    (docs/engines.md).  Matches come in pairs with the same deal and swapped seats.  The folder, arenas/GAME by
    default, holds a record of each match; continue an arena that was stopped with --resume.

    Example: hoyle arena nim perfect ./engine.py --games 200 -o results
    """
    from hoyle.lab.arena import Hall, Plan, run
    from hoyle.lab.workers import Dask, Processes

    if gauntlet and ladder:
        raise click.UsageError("choose one of --gauntlet and --ladder")
    path = output or Path("arenas") / name.replace("/", "-")
    draft = Plan(name, players, games, seed, "gauntlet" if gauntlet else "ladder" if ladder else "all", seconds)
    if cluster is None and not resume:
        _find_programs(draft.check())
    hall = Hall.resume(path) if resume else Hall.new(path, draft.check())
    if resume:
        agree(hall.plan, draft, f"the arena in {path}", {"gauntlet": "form", "ladder": "form"})
    try:
        if missing := hall.missing():
            crew = Processes(workers) if cluster is None else Dask(cluster, workers)
            whole = hall.plan.matches
            with show_progress(whole, whole - len(missing), "matches") as progress:
                run(hall, crew, progress)
    except KeyboardInterrupt:
        click.echo(f"hoyle: stopped; continue with: hoyle arena {name} --resume -o {path}", err=True)
        raise
    _store_table(hall)
    _report(hall, as_json=as_json)


def _find_programs(plan: Plan) -> None:
    """Raise a HoyleError if a program is not on this machine, where it would lose every match."""
    from hoyle.lab.arena import program_in

    box, _ = find(plan.game)
    for command in (program_in(box, spec)[1] for spec in plan.players if spec not in box.players):
        if which(command[0]) is None:
            raise HoyleError(f"{command[0]} cannot be run: there is no such program")


def _store_table(hall: Hall) -> None:
    """Write the results as Parquet, if the lab extra is there."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        return
    names = hall.plan.players
    rows = [
        {**asdict(one), "first": names[one.first], "second": names[one.second]}
        for _, one in sorted(hall.results.items())
    ]
    pq.write_table(pa.Table.from_pylist(rows), hall.path / "results.parquet")


def _report(hall: Hall, *, as_json: bool) -> None:
    from hoyle.lab.arena import crosstable, standings

    results = [one for _, one in sorted(hall.results.items())]
    table, cross = standings(hall.plan, results), crosstable(hall.plan, results)
    faults = [f"match {one.number}: {one.reason}" for one in results if one.fault]
    if as_json:
        facts: dict[str, Any] = {"game": hall.plan.game, "folder": str(hall.path), "matches": len(results)}
        pairs = [{"player": own, "opponent": other, "score": score} for (own, other), score in cross.items()]
        print_json({**facts, "standings": [asdict(one) for one in table], "crosstable": pairs, "faults": faults})
        return
    click.echo(
        f"{hall.plan.game}, {len(results):,} match{'es' * (len(results) != 1)}; records in {hall.path / 'matches'}"
    )
    wide = max(6, *(len(one.player) for one in table))
    numbers = "  ".join(f"{number:>5}" for number in range(1, len(table) + 1))
    click.echo(f"    {'player':<{wide}}   won drawn  lost  score    95 % interval   rating         ms/move  {numbers}")
    for place, one in enumerate(table, 1):
        low, high = one.interval
        against = "  ".join(
            "    –"
            if other is one
            else f"{100 * cross[one.player, other.player]:4.0f}%"
            if (one.player, other.player) in cross
            else "     "
            for other in table
        )
        click.echo(
            f"{place:>2}. {one.player:<{wide}} {one.won:>5} {one.drawn:>5} {one.lost:>5} {100 * one.score:5.1f}%"
            f"  {100 * low:5.1f}–{100 * high:5.1f}%  {round(one.rating.value):+6} ± {one.rating.error:<4.0f}"
            f"  {1000 * one.seconds:9.1f}  {against}"
        )
    for words in faults[:10]:
        click.echo(words)
    if len(faults) > 10:
        click.echo(f"… and {len(faults) - 10} more matches that a fault decided")


@click.command()
@click.argument("name", metavar="GAME", type=GAME)
@click.argument("player", type=PLAYER)
def engine(*, name: str, player: str) -> None:
    """Make one of hoyle's players an engine for programs.

    It speaks the protocol of docs/engines.md on its standard input and output.

    Example: hoyle engine nim perfect
    """
    from hoyle.engine import speak

    for words in speak(player, name, _lines()):
        click.echo(words)
        sys.stdout.flush()


def _lines() -> Iterable[str]:
    while line := sys.stdin.readline(1_000_000):
        yield line
