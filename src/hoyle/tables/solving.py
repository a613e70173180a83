"""Commands that work something out: solve, verify, analyse, deal and perft."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Final

import click

from hoyle.game import NATURE, Game, HoyleError, tally
from hoyle.record import loaded
from hoyle.scene import strip, to_svg, to_text
from hoyle.shelf import find, shelf
from hoyle.solver import Chance, Solved, Unsolvable, Verdict
from hoyle.solver import perft as lines_of_length
from hoyle.tables.arguments import (
    FILE,
    begun,
    counting,
    full_name,
    hand_over,
    json_option,
    opened,
    print_json,
    takes_game,
    takes_position,
    working,
)
from hoyle.tables.thinking import KINDS, facts_of, line_of

GIBIBYTE: Final = 1 << 30
LONGEST_PROOF: Final = 4_000_000


@click.command()
@takes_game
@takes_position
@click.option("--from", "vacancy", metavar="HOLE", default="", help="The vacancy: the same as GAME@HOLE.")
@click.option("--to", "goal", metavar="HOLE", default="", help="The wanted last hole: the same as GAME@-HOLE.")
@click.option("--solver", metavar="NAME", help="One of the game's solvers; hoyle list --json names them.")
@click.option("--shortest", "solver", flag_value="shortest", help="The same as --solver shortest.")
@click.option(
    "--budget", type=click.IntRange(min=1), default=10_000_000, show_default=True, help="Look at no more positions."
)
@click.option("--certificate", type=FILE, help="Write the proof of an unsolvable puzzle to a file.")
@json_option
def solve(
    *,
    name: str,
    board: Path | None,
    state: str | None,
    deal: str | None,
    seed: int | None,
    vacancy: str,
    goal: str,
    solver: str | None,
    budget: int,
    certificate: Path | None,
    as_json: bool,
) -> None:
    """Solve a puzzle: a line that wins, a proof that there is none, or an honest "gave up".

    Where chance has a part, the answer is the chance to win and the best first move.

    Example: hoyle solve pegs/english --from d4 --to d4 --shortest
    """
    box, game = find(f"{full_name(name, board)}{_ends(name, board, vacancy, goal)}")
    position = begun(box, game, state=state, deal=deal, seed=seed).state
    chosen = box.solver(solver)
    if game.turn(position) == NATURE and not chosen.weighs_chance:
        raise HoyleError("nature is still to move: give her moves by --deal or --seed, or a position by --state")
    start = time.perf_counter()
    with working(f"solving {name} …", box):
        verdict = chosen.solve(game, position, budget)
    seconds = time.perf_counter() - start
    if as_json:
        print_json({**facts_of(game, verdict), "seconds": round(seconds, 6)})
    else:
        _tell(game, verdict)
        if isinstance(verdict, Unsolvable) and verdict.certificate is not None and box.exhibit is not None:
            for scene in box.exhibit(verdict.certificate):
                click.echo(to_text(scene))
        click.echo(f"{verdict.nodes:,} position{'s' * (verdict.nodes != 1)}, {seconds:.2f} s")
    if certificate is not None:
        _certify(verdict, certificate)


def _ends(name: str, board: Path | None, vacancy: str, goal: str) -> str:
    """Return what --from and --to add to the name of a game."""
    if not vacancy and not goal:
        return ""
    if "@" in name:
        raise HoyleError("name the holes after the @ or by --from and --to, not both")
    variant = "" if "/" in name or board is not None else f"/{find(name)[0].default}"
    return f"{variant}@{vacancy}" + (f"-{goal}" if goal else "")


def _tell(game: Game[Any, Any], verdict: Verdict[Any]) -> None:
    moves = " ".join(map(str, line_of(verdict)))
    match verdict:
        case Solved():
            click.echo(moves or "nothing is left to do")
            click.echo(f"solved: {tally(game.measure(verdict.line))}; {verdict.why}")
        case Chance():
            click.echo(moves or "nature moves first")
            click.echo(f"chance {verdict.probability} = {float(verdict.probability):.4f}; {verdict.why}")
        case _:
            click.echo(f"{KINDS[type(verdict)]}: {verdict.why}")


def _certify(verdict: Verdict[Any], path: Path) -> None:
    if not isinstance(verdict, Unsolvable) or verdict.certificate is None:
        raise HoyleError(f"there is no certificate to write, the verdict is {KINDS[type(verdict)]}")
    hand_over(json.dumps(verdict.certificate) + "\n", path)


@click.command()
@click.argument("file", type=FILE)
@click.option("--svg", type=FILE, help="Draw what it argues with, where that can be drawn.")
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    help="Enumerate up to that many positions, and take the time that they need.",
)
@json_option
@click.pass_context
def verify(context: click.Context, *, file: Path, svg: Path | None, positions: int | None, as_json: bool) -> None:
    """Check a certificate that a puzzle cannot be solved, from the file alone.

    The exit status is 0 if it proves what it claims, 1 if it does not.

    Example: hoyle verify proof.json
    """
    text = loaded(file, LONGEST_PROOF)
    try:
        kind = json.loads(text)["proof"]
    except (ValueError, TypeError, KeyError, RecursionError) as fault:
        raise HoyleError(f"{file} is no certificate: a JSON object with the field proof is wanted") from fault
    names = [name for name in shelf() if kind == f"hoyle/{name}"]
    box = shelf()[names[0]] if names else None
    if box is None or box.verify is None:
        raise HoyleError(f"{file} is no certificate: no game has proofs of the kind {str(kind)[:40]!r}")
    bound = {} if positions is None else {"positions": positions}
    try:
        with working("checking …"):
            words, proved = str(box.verify(text, **bound)), True
    except HoyleError as fault:
        words, proved = str(fault), False
    if svg is not None and proved:
        scenes = [] if box.exhibit is None else list(box.exhibit(json.loads(text)))
        if not scenes:
            raise HoyleError(f"nothing in {file} can be drawn")
        hand_over(to_svg(strip(scenes, columns=1)), svg)
    if as_json:
        print_json({"file": str(file), "proved": proved, "words": words})
    else:
        click.echo(f"{'proved' if proved else 'not proved'}: {words}")
    context.exit(0 if proved else 1)


memory_option = click.option(
    "--memory", type=click.FloatRange(min=0.1), default=8, show_default=True, help="Gibibytes to use at most."
)


@click.command()
@takes_game
@click.option("--svg", type=FILE, help="Plot the layers to a file.")
@memory_option
@click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), help="Keep each layer here, and go on from there."
)
@json_option
def analyse(
    *, name: str, board: Path | None, svg: Path | None, memory: float, folder: Path | None, as_json: bool
) -> None:
    """Count all that can happen in a game, layer by layer.

    Example: hoyle analyse pegs/triangle
    """
    box, game = opened(name, board)
    if box.analyse is None:
        raise HoyleError(f"{box.name} has no analysis")
    with counting(f"analysing {name}") as progress:
        report = box.analyse(game, memory=int(memory * GIBIBYTE), folder=folder, progress=progress)
    if svg is not None:
        hand_over(to_svg(report.chart()), svg)
    if as_json:
        print_json({"game": name, **report.as_dict()})
    else:
        click.echo(str(report))


@click.command()
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
    as_json: bool,
) -> None:
    """Tell all about a position: can it be won, how, how soon, and what comes of each move.

    What takes long to find out is kept, and from then on hints are exact and come at once.

    Example: hoyle oracle pegs/english@d4-d4
    """
    box, game = opened(name, board)
    if box.oracle is None:
        raise HoyleError(f"{box.name} has no oracle")
    position = begun(box, game, state=state, deal=deal, seed=seed).state
    with counting(f"{name}") as progress:
        answer = box.oracle(game, position, memory=int(memory * GIBIBYTE), progress=progress)
    if as_json:
        print_json({"game": name, "position": game.write(position), **answer.as_dict()})
    else:
        click.echo(str(answer))


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed makes the same puzzle.")
@click.option("--holes", type=int, help="How many holes the board shall have.")
@click.option("--pegs", type=int, help="How many pegs shall stand on the board.")
@click.option("--difficulty", metavar="GRADE", help="easy, medium, hard or expert.")
@click.option("--to", metavar="HOLE", help="The hole in which the last peg shall be.")
@json_option
def deal(*, name: str, seed: int, as_json: bool, **wishes: Any) -> None:
    """Make a puzzle that can be won, or deal a game that begins with chance.

    Example: hoyle deal pegs --holes 20 --difficulty hard --seed 7
    """
    box, game = find(name)
    wished = {wish: value for wish, value in wishes.items() if value is not None}
    facts: dict[str, Any]
    if box.compose is not None:
        with working("composing …", box):
            puzzle = box.compose(name.partition("/")[2] or None, seed, wished)
        made, facts = puzzle.name, dict(puzzle.facts)
        game = find(made)[1]
        state = game.start()
    elif wished:
        raise HoyleError(f"{box.name} is dealt by a seed alone, without {' and '.join(wished)}")
    elif game.turn(game.start()) != NATURE:
        raise HoyleError(f"nothing in {box.name} is left to chance, so there is nothing to deal")
    else:
        made, facts, state = name, {"seed": seed}, begun(box, game, state=None, deal=None, seed=seed).state
    if as_json:
        print_json({"game": made, "position": game.write(state), **facts})
        return
    click.echo(to_text(box.picture(game, state)))
    click.echo("\n".join(f"{fact.replace('_', ' ')}: {value}" for fact, value in facts.items()))
    click.echo(f"play it: hoyle play '{made}'" + ("" if box.compose else f" --seed {seed}"))


@click.command()
@takes_game
@click.argument("depth", type=click.IntRange(min=0, max=1000))
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
    as_json: bool,
) -> None:
    """Count the different lines of each length up to DEPTH: the usual test of a move generator.

    Example: hoyle perft pegs/english 5
    """
    box, game = opened(name, board)
    position = begun(box, game, state=state, deal=deal, seed=seed).state
    counts = []
    for length in range(depth + 1):
        with working(f"counting the lines of length {length} …"):
            counts.append(lines_of_length(game, position, length))
        if not as_json:
            click.echo(f"{length}  {counts[-1]:,}")
    if as_json:
        print_json({"game": name, "counts": counts})
