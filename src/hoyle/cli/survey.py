"""The command that solves many deals of a game."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle import files
from hoyle.cli.options import GAME, SOLVER, Whole
from hoyle.cli.solve import choose_solver
from hoyle.game import HoyleError

if TYPE_CHECKING:
    from hoyle.lab.summary import Summary
    from hoyle.lab.survey import Plan


@click.command()
@click.argument("name", metavar="GAME", type=GAME)
@click.option(
    "--deals", type=Whole(1, 1_000_000_000), default=10_000, show_default=True, help="How many deals to sample."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the sample.")
@click.option("--all", "every", is_flag=True, help="Solve every deal instead of a sample.")
@click.option("--solver", metavar="NAME", type=SOLVER, help="One of the game's solvers; hoyle list --json names them.")
@click.option("--shortest", is_flag=True, help="The same as --solver shortest.")
@click.option("--budget", type=Whole(min=1), default=1_000_000, show_default=True, help="Positions per deal.")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Store the rows in this folder.")
@click.option("--resume", is_flag=True, help="Continue the survey in the folder, by the plan stored there.")
@click.option("--workers", type=Whole(min=1), help="How many processes to use; by default one per processor.")
@click.option("--cluster", metavar="ADDRESS", help="Use the Dask cluster at tcp://host:port, or local.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def survey(
    *,
    name: str,
    deals: int,
    seed: int,
    every: bool,
    solver: str | None,
    shortest: bool,
    budget: int,
    output: Path | None,
    resume: bool,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Solve many deals of a game and count the winnable ones.

    The rows are Parquet files in a folder, surveys/GAME by default.  Continue a survey that was stopped with --resume.
    The same seed gives the same rows, however many workers there are and whatever happens to them.

    Example: hoyle survey domino/3 --all
    """
    from hoyle.lab.folder import Folder, needs_lab
    from hoyle.lab.summary import summarise
    from hoyle.lab.survey import Plan, complete, run
    from hoyle.lab.workers import Dask, Processes

    needs_lab()
    if every and (_is_given("deals") or _is_given("seed")):
        raise click.UsageError("--all cannot be combined with --deals or --seed")
    path = output or Path("surveys") / name.replace("/", "-")
    draft = Plan(name, deals, None if every else seed, choose_solver(solver, shortest=shortest) or "", budget, 0)
    folder = Folder.resume(path) if resume else Folder.new(path, complete(draft))
    try:
        if resume:
            agree(folder.plan, draft, f"the survey in {path}", {"every": "seed", "shortest": "solver"})
        for words in folder.unsound:
            click.echo(f"hoyle: {words}", err=True)
        if missing := folder.missing():
            engine = Processes(workers) if cluster is None else Dask(cluster, workers)
            left = sum(len(folder.plan.span(number)) for number in missing)
            with show_progress(folder.plan.deals, folder.plan.deals - left) as progress:
                run(folder.plan, folder, engine, progress)
    except KeyboardInterrupt:
        click.echo(f"hoyle: stopped; continue with: hoyle survey {name} --resume -o {path}", err=True)
        raise
    finally:
        folder.close()
    report(summarise(folder.parts, folder.plan), path, as_json=as_json)


def agree(plan: object, draft: object, what: str, fields: Mapping[str, str]) -> None:
    """Raise a HoyleError if an option that was given differs from a stored plan; some are called otherwise there."""
    from hoyle.shelf import find

    for option in click.get_current_context().params:
        field = {"name": "game", **fields}.get(option, option)
        if not _is_given(option) or not hasattr(plan, field):
            continue
        theirs, own = getattr(plan, field), getattr(draft, field)
        if theirs != own and not (field == "game" and find(theirs) == find(own)):
            raise HoyleError(
                f"{what} has {field} {_in_words(theirs)}, not {_in_words(own)}; choose another folder with -o"
            )


def _is_given(option: str) -> bool:
    """Tell whether an option was given on the command line."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE


def _in_words(value: object) -> str:
    return (", ".join(value) if isinstance(value, tuple) else str(value or "")) or "none"


@contextmanager
def show_progress(whole: int, done: int, what: str = "deals") -> Iterator[Callable[[int], None]]:
    """At a terminal, show how far long work is, how fast, and how long it will still take."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed or 0:,.{0 if (task.speed or 0) > 10 else 2}f} {what}/s")

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("deals", total=whole, completed=done)
        yield lambda count: progress.advance(task, count)


def report(summary: Summary, path: Path, *, as_json: bool) -> None:
    """Print a summary as a table and a plot, and write both to the folder."""
    from hoyle.lab.summary import plot
    from hoyle.scene import to_text
    from hoyle.svg import to_svg

    scene = plot(summary)
    facts = json.dumps(summary.facts(), ensure_ascii=False)
    files.write(path / "lengths.svg", to_svg(scene))
    files.write(path / "summary.json", f"{facts}\n")
    click.echo(
        facts
        if as_json
        else f"{table(summary)}\n\n{to_text(scene)}\n\nthe rows, summary.json and lengths.svg are in {path}"
    )


def table(summary: Summary) -> str:
    """Return the figures of a summary as lines of text."""
    plan, deals = summary.plan, summary.deals
    kind = "every deal" if plan.seed is None else f"a sample by seed {plan.seed}"
    low, high = (f"{100 * end:.4g} %" for end in summary.interval)
    certain = "exactly" if plan.seed is None else "at 95 % confidence"
    between = f"{low} to {high}" if low != high else low
    shares = {"solved": summary.solved, "unsolvable": summary.unsolvable, "undecided": summary.undecided}
    lines = [
        f"{plan.game}: {deals:,} deals, {kind}, by {plan.solver}",
        *(f"  {word:<11}{count:>12,}{100 * count / deals:>10.4f} %" for word, count in shares.items()),
        f"  winnable: {between} {certain}",
        f"  {'quantile':<11}{'least':>9}{'25 %':>9}{'50 %':>9}{'75 %':>9}{'99 %':>9}{'most':>11}",
    ]
    for word, values in (("moves", summary.lengths), ("positions", summary.nodes)):
        if values:
            lines.append(f"  {word:<11}" + "".join(f"{value:>9,}" for value in values[:-1]) + f"{values[-1]:>11,}")
    lines.append("  the hardest deals:")
    for deal, seed, verdict, nodes in summary.hardest:
        lines.append(f"    {nodes:>10,} positions, {verdict}: {again(plan, deal, seed)}")
    return "\n".join(lines)


def again(plan: Plan, deal: int, seed: int | None) -> str:
    """Return the options with which hoyle show, play and solve repeat a deal."""
    if seed is not None:
        return f"--seed {seed}"
    from hoyle.lab.survey import numbered_deal
    from hoyle.shelf import find

    return f"--deal '{''.join(map(str, numbered_deal(find(plan.game)[1], deal).moves))}'"
