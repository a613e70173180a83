"""Commands that compute: solve, verify, analyse, oracle and perft."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import click

from hoyle.cli.options import (
    DASH,
    FILE,
    OUTPUT,
    SOLVER,
    Amount,
    Whole,
    begin,
    counting,
    hand_over,
    json_option,
    open_game,
    print_json,
    read_input,
    share_output,
    takes_game,
    takes_options,
    takes_position,
    thinking,
    working,
)
from hoyle.game import NATURE, HoyleError, TooLongError, tally
from hoyle.scene import Scene, strip, to_text
from hoyle.shelf import shelf
from hoyle.solver import Chance, GaveUp, Solved, Unsolvable, describe, facts
from hoyle.solver import perft as lines_of_length
from hoyle.svg import to_svg

GIBIBYTE: Final = 1 << 30
LONGEST_PROOF: Final = 4_000_000
MOST_MARKS: Final = 20_000
"""Marks of a drawn argument: what can be checked in a moment may be larger than any page."""
STATUSES: Final = {Solved: 0, Chance: 0, Unsolvable: 1, GaveUp: 3}
CHECKED: Final = {"proved": 0, "not proved": 1, "not checked": 3}


@takes_options()
@takes_game
@takes_position
@click.option("--solver", metavar="NAME", type=SOLVER, help="One of the game's solvers; hoyle list --json names them.")
@click.option("--shortest", is_flag=True, help="The same as --solver shortest.")
@click.option(
    "--budget",
    type=Whole(min=1),
    help="Look at this many positions at most; by default at as many as suit the solver.",
)
@click.option("--certificate", type=OUTPUT, help="Write the proof that a puzzle is unsolvable to this file.")
@json_option
@click.pass_context
def solve(
    context: click.Context,
    *,
    name: str,
    board: Path | None,
    state: str | None,
    deal: str | None,
    seed: int | None,
    settings: Mapping[str, Any],
    solver: str | None,
    shortest: bool,
    budget: int | None,
    certificate: Path | None,
    as_json: bool,
) -> None:
    """Solve a puzzle: a winning line, a proof, or "gave up".

    The proof shows that there is no winning line.  Where chance plays a part, prints the chance to win and the best
    first move.  The exit status is 0 if the puzzle is solved, 1 if it is unsolvable, 3 if the solver gave up.

    Example: hoyle solve pegs/english --from d4 --to d4 --shortest
    """
    piped = certificate == DASH
    share_output(**{"--json": as_json, "--certificate -": piped})
    box, game = open_game(name, board, settings)
    position = begin(box, game, state=state, deal=deal, seed=seed).state
    chosen = box.solver(choose_solver(solver, shortest=shortest))
    if game.turn(position) == NATURE and not chosen.weighs_chance:
        raise HoyleError("nothing has been dealt yet: choose a deal with --deal or --seed, or a position with --state")
    with thinking(f"solving {name} …") as taken:
        verdict = chosen.solve(game, position, budget or chosen.budget)
    if as_json:
        times = {key: round(seconds, 6) for key, seconds in asdict(taken).items()}
        print_json({**facts(game, verdict), **times})
    else:
        # With the certificate on standard output, nothing else goes there.
        if verdict.line:
            click.echo(" ".join(map(str, verdict.line)), err=piped)
        click.echo(describe(game, verdict), err=piped)
        if isinstance(verdict, Unsolvable) and verdict.certificate is not None and box.study.exhibit is not None:
            for scene in box.study.exhibit(verdict.certificate):
                click.echo(to_text(scene), err=piped)
        click.echo(f"{verdict.nodes:,} position{'s' * (verdict.nodes != 1)}, {taken}", err=piped)
    if certificate is not None:
        if isinstance(verdict, Unsolvable) and verdict.certificate is not None:
            hand_over(json.dumps(verdict.certificate) + "\n", certificate)
        else:
            why = (
                "its proof is the search itself"
                if isinstance(verdict, Unsolvable)
                else f"the verdict is {verdict.kind}"
            )
            click.echo(f"hoyle: no certificate was written: {why}", err=True)
    context.exit(STATUSES[type(verdict)])


def choose_solver(solver: str | None, *, shortest: bool) -> str | None:
    """Return the name of the solver that two options name."""
    if shortest and solver not in {None, "shortest"}:
        raise click.UsageError(f"--shortest is the same as --solver shortest, so it cannot be combined with {solver}")
    return "shortest" if shortest else solver


@click.command()
@click.argument("file", type=FILE)
@click.option("--svg", type=OUTPUT, help="Draw the argument to this file, if it can be drawn.")
@click.option(
    "--positions",
    type=Whole(min=1),
    help="Enumerate up to this many positions, however long that takes.",
)
@json_option
@click.pass_context
def verify(context: click.Context, *, file: Path, svg: Path | None, positions: int | None, as_json: bool) -> None:
    """Check a certificate that a puzzle cannot be solved.

    Only the file is used.  The exit status is 0 if it proves what it claims, 1 if it does not, 3 if it was not checked
    because that might take too long.

    Example: hoyle verify proof.json
    """
    piped = svg == DASH
    share_output(**{"--json": as_json, "--svg -": piped})
    text = read_input(file, LONGEST_PROOF)
    try:
        # Numbers are the checker's business: here they stay texts, however long they are.
        kind = json.loads(text, parse_int=str)["proof"]
    except (ValueError, TypeError, KeyError, RecursionError) as fault:
        raise HoyleError(f"{file} is not a certificate: it should be a JSON object with the field proof") from fault
    names = [name for name in shelf() if kind == f"hoyle/{name}"]
    box = shelf()[names[0]] if names else None
    if box is None or box.study.check is None:
        raise HoyleError(f"{file} is not a certificate: no game has proofs of the kind {str(kind)[:40]!r}")
    bound = {} if positions is None else {"positions": positions}
    try:
        with working("checking …"):
            words, verdict = str(box.study.check(text, **bound)), "proved"
    except TooLongError as fault:
        words, verdict = str(fault), "not checked"
    except HoyleError as fault:
        words, verdict = str(fault), "not proved"
    proved = verdict == "proved"
    if as_json:
        print_json({"file": str(file), "proved": proved, "checked": verdict != "not checked", "words": words})
    else:
        click.echo(f"{verdict}: {words}", err=piped)
    if svg is not None and proved:
        # A proof that cannot be drawn is proved nevertheless.
        drawn = _drawing(() if box.study.exhibit is None else box.study.exhibit(json.loads(text)))
        if drawn is None:
            click.echo(f"hoyle: nothing in {file} can be drawn, or too much", err=True)
        else:
            hand_over(drawn, svg)
    context.exit(CHECKED[verdict])


def _drawing(exhibits: Iterable[Scene]) -> str | None:
    """Return an argument as SVG, if there is one and it is not too large."""
    scenes: list[Scene] = []
    for scene in exhibits:
        scenes.append(scene)
        if sum(len(one.marks) for one in scenes) > MOST_MARKS:
            return None
    return to_svg(strip(scenes, columns=1)) if scenes else None


memory_option = click.option(
    "--memory",
    type=Amount(min=0.1, max=1_000_000),
    default=8,
    show_default=True,
    help="Use this many gibibytes at most.",
)


@takes_options()
@takes_game
@click.option("--svg", type=OUTPUT, help="Plot the layers to this file.")
@memory_option
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep each layer in this folder, and continue from there.",
)
@json_option
def analyse(
    *,
    name: str,
    board: Path | None,
    settings: Mapping[str, Any],
    svg: Path | None,
    memory: float,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Count everything that can happen in a game.

    The count goes layer by layer, from the start.

    Example: hoyle analyse pegs/triangle
    """
    piped = svg == DASH
    share_output(**{"--json": as_json, "--svg -": piped})
    box, game = open_game(name, board, settings)
    if box.study.analyse is None:
        raise HoyleError(f"{box.name} has no analysis")
    with counting(f"analysing {name}") as progress:
        report = box.study.analyse(game, memory=int(memory * GIBIBYTE), folder=folder, progress=progress)
    if svg is not None:
        hand_over(to_svg(report.chart()), svg)
    if as_json:
        print_json({"game": name, **report.as_dict()})
    else:
        click.echo(str(report), err=piped)


@takes_options()
@takes_game
@takes_position
@memory_option
@json_option
def oracle(
    *,
    name: str,
    board: Path | None,
    state: str | None,
    deal: str | None,
    seed: int | None,
    memory: float,
    settings: Mapping[str, Any],
    as_json: bool,
) -> None:
    """Tell everything about a position.

    Can it be won, how, how soon, and where does each move lead?  What takes long to compute is stored in your cache;
    from then on hints are exact and immediate.

    Example: hoyle oracle pegs/english@d4-d4
    """
    box, game = open_game(name, board, settings)
    if box.study.oracle is None:
        raise HoyleError(f"{box.name} has no oracle")
    position = begin(box, game, state=state, deal=deal, seed=seed).state
    with counting(name) as progress:
        answer = box.study.oracle(game, position, memory=int(memory * GIBIBYTE), progress=progress)
    if as_json:
        print_json({"game": name, "position": game.write(position), **answer.as_dict()})
    else:
        click.echo(str(answer))


@takes_options()
@takes_game
@click.argument("depth", type=Whole(min=0, max=1000))
@takes_position
@json_option
def perft(
    *,
    name: str,
    board: Path | None,
    depth: int,
    state: str | None,
    deal: str | None,
    seed: int | None,
    settings: Mapping[str, Any],
    as_json: bool,
) -> None:
    """Count the lines of each length up to DEPTH.

    This is the usual test of a move generator.

    Example: hoyle perft pegs/english 5
    """
    box, game = open_game(name, board, settings)
    position = begin(box, game, state=state, deal=deal, seed=seed).state
    counts = []
    for length in range(depth + 1):
        with working(f"counting lines of length {length} …"):
            counts.append(lines_of_length(game, position, length))
        if not as_json:
            click.echo(f"{length}  {counts[-1]:,}")
        if counts[-1] == 0:
            click.echo(f"hoyle: no line is longer than {tally({'moves': length - 1})}", err=True)
            break
    if as_json:
        print_json({"game": name, "counts": counts})
