"""The command that examines games by the laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict

import click

from hoyle.cli.options import GAME, Whole, json_option, print_json, working
from hoyle.laws import LAWS, SEEDS, Finding, examine
from hoyle.shelf import find, shelf


@click.command()
@click.argument("names", metavar="[GAME]...", nargs=-1, type=GAME)
@click.option("--seeds", type=Whole(1), help=f"How many matches to play.  [default: {SEEDS}]")
@click.option("--seed", type=int, help="Play only the match of this seed.")
@click.option(
    "--law",
    "chosen",
    metavar="LAW",
    multiple=True,
    shell_complete=lambda _context, _option, typed: [law for law in LAWS if law.startswith(typed)],
    help="Check only this law; can be repeated.",
)
@json_option
@click.pass_context
def laws(
    context: click.Context,
    *,
    names: tuple[str, ...],
    seeds: int | None,
    seed: int | None,
    chosen: tuple[str, ...],
    as_json: bool,
) -> None:
    """Check the laws of all games on random matches.

    A game without a variant stands for all its variants, and no game for the whole shelf.  For a broken law, prints the
    position and the move that show it; the exit status is then 1.

    Example: hoyle laws nim

    Example: hoyle laws stratego/classic --law legality --seeds 20
    """
    if seeds is not None and seed is not None:
        raise click.UsageError("choose one of --seeds and --seed")
    variants = [variant for name in names or shelf() for variant in _variants(name)]
    runs = range(seeds or SEEDS) if seed is None else range(seed, seed + 1)
    found = (finding for variant in variants for finding in examine(variant, runs, chosen))
    if as_json:
        with working("checking the laws …"):
            findings = list(found)
        print_json({"laws": {law.name: law.sentence for law in LAWS.values()}, "findings": list(map(asdict, findings))})
    else:
        findings = list(_show(found))
    context.exit(1 if any(finding.breach for finding in findings) else 0)


def _variants(name: str) -> list[str]:
    box, _ = find(name)
    return [name] if "/" in name else [f"{name}/{variant}" for variant in box.variants]


def _show(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Print findings as they come, game by game, and how many there are of each kind."""
    game, counts = "", Counter[str]()
    for finding in findings:
        if finding.game != game:
            game = finding.game
            click.echo(game)
        kind = "broken" if finding.breach else "idle" if finding.excuse else "held"
        counts[kind] += 1
        words = {"broken": "BROKEN", "idle": f"— {finding.excuse}", "held": f"{finding.checked:,} checked"}
        click.echo(f"  {finding.law:<12}{words[kind]}")
        if finding.breach:
            click.echo(f"\n{LAWS[finding.law].sentence}\n{finding.breach}\n")
        yield finding
    click.echo(f"{counts['held']} held, {counts['broken']} broken, {counts['idle']} with nothing to check")
