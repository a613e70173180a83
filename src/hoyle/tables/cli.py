"""The command line: every command reads text, asks the games on the shelf, and prints text or one JSON object.

What a person gets wrong is one line on standard error and exit status 2.  Imports that only one command needs stand
inside it, so that the quick ones stay quick.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import click

from hoyle.box import Box
from hoyle.game import Game, HoyleError, Outcome, tally
from hoyle.match import Match
from hoyle.record import moves_in
from hoyle.scene import Scene, strip, to_film, to_svg, to_text
from hoyle.shelf import find, shelf
from hoyle.tables.serve import serve

Command = TypeVar("Command", bound=Callable[..., Any])

BAD_INPUT = 2
INTERRUPTED = 130


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Begin with: hoyle tour",
)
@click.version_option(package_name="hoyle", message="%(prog)s %(version)s")
def cli() -> None:
    """Board games and puzzles, played exactly by the rules.

    A GAME is named as in pegs, pegs/french or pegs/english@c3; hoyle list shows them all.
    """


def main() -> None:
    """Run the command line and end the process with its exit status."""
    try:
        status = cli.main(standalone_mode=False)
    except HoyleError as fault:
        status = _refused(str(fault))
    except click.ClickException as fault:
        fault.show()
        status = fault.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo(err=True)
        status = INTERRUPTED
    sys.exit(status if isinstance(status, int) else 0)


def _refused(message: str) -> int:
    click.echo(f"hoyle: {' '.join(message.split())}", err=True)
    return BAD_INPUT


# ------------------------------------------------------------------------------------- what commands share


def takes_game(command: Command) -> Command:
    """Give a command the GAME it is about, which may be read from a file."""
    command = click.option(
        "--board", type=click.Path(dir_okay=False, path_type=Path), help="Read the variant's text from a file."
    )(command)
    return click.argument("name", metavar="GAME")(command)


state_option = click.option("--state", metavar="TEXT", help="A position as text instead of the start.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def _name(name: str, board: Path | None) -> str:
    """Return the full name of the game that the arguments of takes_game mean."""
    if board is not None:
        return f"{name}/{'/'.join(_text(board).splitlines())}"
    return name


def _open(name: str, board: Path | None) -> tuple[Box, Game[Any, Any]]:
    """Return the box and the game that the arguments of takes_game mean."""
    return find(_name(name, board))


def _text(path: Path, limit: int = 100_000) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
        if len(data) > limit:
            raise HoyleError(f"{path} is longer than {limit:,} bytes")
        return data.decode()
    except OSError as fault:
        raise HoyleError(f"cannot read {path}: {fault.strerror}") from fault
    except UnicodeDecodeError as fault:
        raise HoyleError(f"{path} is not text in UTF-8") from fault


def _state(game: Game[Any, Any], text: str | None) -> Any:
    return game.start() if text is None else game.read(text)


def _print_json(thing: Mapping[str, Any]) -> None:
    click.echo(json.dumps(thing, ensure_ascii=False))


@contextmanager
def working(words: str) -> Iterator[None]:
    """Show that something goes on, if it takes over a second and somebody is looking."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Timer

    from rich.console import Console

    status = Console(stderr=True).status(words)
    timer = Timer(1, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        status.stop()


# --------------------------------------------------------------------------------------------- the commands


@cli.command("list")
@json_option
def list_(*, as_json: bool) -> None:
    """Show the games on the shelf and their variants.

    Example: hoyle list
    """
    boxes: list[Box] = []
    broken: list[str] = []
    for name in shelf():
        try:
            boxes.append(shelf()[name])
        except HoyleError as fault:
            broken.append(str(fault))
    if as_json:
        _print_json({"games": [_contents(box) for box in boxes], "broken": broken})
        return
    for box in boxes:
        click.echo(f"{box.name}: {box.title}")
        for variant, words in box.variants.items():
            click.echo(f"  {f'{box.name}/{variant}':<18}  {words}")
    for words in broken:
        _refused(words)


def _contents(box: Box) -> dict[str, Any]:
    return {
        "name": box.name,
        "title": box.title,
        "variants": dict(box.variants),
        "solvers": list(box.solvers),
        "players": list(box.players),
    }


@cli.command()
@click.argument("name", metavar="GAME")
def rules(name: str) -> None:
    """Print the rules of a game, in numbered paragraphs with their sources.

    Example: hoyle rules pegs
    """
    box, _ = find(name)
    click.echo(box.rules.strip())


@cli.command()
@takes_game
@state_option
@click.option("--line", metavar="MOVES", help="Draw every position of a line of moves.")
@click.option("--svg", is_flag=True, help="Draw an SVG instead of text.")
@click.option("--film", is_flag=True, help="With --line, an SVG that moves.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@json_option
def show(
    *,
    name: str,
    board: Path | None,
    state: str | None,
    line: str | None,
    svg: bool,
    film: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Draw a position, or all positions of a line.

    Example: hoyle show pegs/triangle --svg -o triangle.svg

    Example: hoyle show pegs/easy --line "d2d4 d4d6" --film -o easy.svg
    """
    box, game = _open(name, board)
    match = Match.new(game, _state(game, state)).follow(*moves_in(line or ""))
    if as_json:
        _print_json(_position(name, box, match))
        return
    scenes = [box.picture(game, match.start)]
    for number, (move, after) in enumerate(match.line, 1):
        scene = box.picture(game, after)
        scenes.append(replace(scene, caption=f"{number}. {move}: {scene.caption}"))
    drawing = _drawing(scenes, svg=svg, film=film)
    if output is None:
        click.echo(drawing, nl=False)
    else:
        _write(output, drawing)


def _drawing(scenes: list[Scene], *, svg: bool, film: bool) -> str:
    if film:
        return to_film(scenes)
    if svg:
        return to_svg(scenes[0] if len(scenes) == 1 else strip(scenes))
    return "\n\n".join(map(to_text, scenes)) + "\n"


def _position(name: str, box: Box, match: Match[Any, Any]) -> dict[str, Any]:
    return {
        "game": name,
        "position": match.position,
        "turn": match.turn,
        "outcome": _outcome(match.outcome),
        "moves": [str(move) for move in islice(match.game.moves(match.state), 1000)],
        "picture": to_text(box.picture(match.game, match.state)),
    }


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"scores": outcome.scores, "reason": outcome.reason}


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise HoyleError(f"cannot write {path}: {fault.strerror}") from fault


@cli.command()
@takes_game
@state_option
@click.option("--load", "record", type=click.Path(dir_okay=False, path_type=Path), help="Go on with a saved match.")
@click.option("--against", metavar="PLAYER", help="Let one of hoyle's players take the other seats.")
@click.option("--seat", default="1", show_default=True, help="Your seat with --against: its name, or counted from 1.")
@click.option("--seed", type=int, help="The seed of nature's moves; without it they differ each time.")
@click.option("--plain", is_flag=True, help="Play line by line even where the full-screen table would open.")
def play(
    *,
    name: str,
    board: Path | None,
    state: str | None,
    record: Path | None,
    against: str | None,
    seat: str,
    seed: int | None,
    plain: bool,
) -> None:
    """Play a game at a full-screen table, or line by line; type help there for what you can say.

    Example: hoyle play pegs/cross
    """
    from hoyle.tables import line
    from hoyle.tables.table import Table

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    table = Table.new(_name(name, board), state, seed=time.time_ns() if seed is None else seed)
    if record is not None:
        table.load(str(record))
    if against is not None:
        table.invite(against, own_seat=seat)
    if plain or not _has_screen():
        line.sit(table, sys.stdin)
    else:
        from hoyle.tables.screen import ScreenTable

        ScreenTable(table).run()


def _has_screen() -> bool:
    """Tell whether the full-screen table can open: at a terminal, and with the extra that draws it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    if find_spec("textual") is None:
        click.echo("hoyle: for the full-screen table, pip install 'hoyle[terminal]'", err=True)
        return False
    return True


@cli.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--board", type=click.Path(dir_okay=False, path_type=Path), help="The board to begin on, where a file has none."
)
@click.option("--first", metavar="SEAT", help="Who begins, where a file does not say.")
@click.option("--show", "draw", is_flag=True, help="Draw the last position of every file.")
@json_option
@click.pass_context
def judge(
    context: click.Context, *, files: tuple[Path, ...], board: Path | None, first: str | None, draw: bool, as_json: bool
) -> None:
    """Judge records: fair, or the first foul move and the rule it breaks.

    Of a directory every file is judged.  Records in a format of a game's own are read too, see hoyle rules; of a single
    one the last position is drawn.  The exit status is 0 if all are fair, 1 if one is foul, 2 if one cannot be read.

    Example: hoyle judge match.txt
    """
    before = (f"first: {first}\n" if first else "") + ("" if board is None else f"{_text(board)}\n")
    paths = [path for file in files for path in (sorted(file.iterdir()) if file.is_dir() else [file])]
    verdicts = [_judged(path, before, draw=draw, alone=len(paths) == 1) for path in paths]
    kinds = [verdict["verdict"] for verdict in verdicts]
    counts = {kind: kinds.count(kind) for kind in ("fair", "foul", "unreadable")}
    if as_json:
        _print_json({**counts, "files": verdicts})
    else:
        for verdict in verdicts:
            click.echo(f"{verdict['file']}: {verdict['words']}")
            if verdict["verdict"] == "foul":
                click.echo(f"  in {verdict['position']}")
            if "picture" in verdict:
                click.echo(verdict["picture"])
        if len(paths) > 1:
            click.echo(", ".join(f"{number} {kind}" for kind, number in counts.items()))
    context.exit(2 if counts["unreadable"] else 1 if counts["foul"] else 0)


def _judged(path: Path, before: str, *, draw: bool, alone: bool) -> dict[str, Any]:
    from hoyle import referee
    from hoyle.record import loaded
    from hoyle.scene import to_text

    try:
        text = loaded(path)
        record = referee.understood(text, before)
        verdict = referee.judge(record)
    except HoyleError as fault:
        return {"file": str(path), "verdict": "unreadable", "words": f"unreadable: {fault}", "reason": str(fault)}
    kind = "fair" if isinstance(verdict, referee.Fair) else "foul"
    facts: dict[str, Any] = {"file": str(path), "verdict": kind, "words": str(verdict), "position": verdict.position}
    if notes := [value for key, value in record.headers if key == "Note"]:
        facts["notes"] = notes
        facts["words"] += f" ({'; '.join(notes)})"
    foreign = record.game not in text  # a record of hoyle's own names its game
    if draw or (alone and foreign):
        box, game = find(record.game)
        facts["picture"] = to_text(box.picture(game, game.read(verdict.position)))
    if isinstance(verdict, referee.Foul):
        return {**facts, "ply": verdict.ply, "move": verdict.text, "reason": verdict.reason}
    return {**facts, "measure": verdict.measure, "outcome": _outcome(verdict.outcome)}


@cli.command()
@takes_game
@state_option
@click.option("--solver", metavar="NAME", help="One of the game's solvers; hoyle list --json names them.")
@click.option(
    "--budget", type=click.IntRange(min=1), default=10_000_000, show_default=True, help="Look at no more positions."
)
@json_option
def solve(*, name: str, board: Path | None, state: str | None, solver: str | None, budget: int, as_json: bool) -> None:
    """Solve a puzzle: a line that wins, a proof that there is none, or an honest "gave up".

    Where chance has a part, the answer is the chance to win and the best first move.

    Example: hoyle solve pegs/skull
    """
    from hoyle.solver import Chance, GaveUp, Solved, Unsolvable

    box, game = _open(name, board)
    position = _state(game, state)
    chosen = box.solver(solver)
    begun = time.perf_counter()
    with working(f"solving {name} …"):
        verdict = chosen.solve(game, position, budget)
    seconds = time.perf_counter() - begun
    kind = {Solved: "solved", Unsolvable: "unsolvable", GaveUp: "gave up", Chance: "chance"}[type(verdict)]
    line = verdict.line if isinstance(verdict, Solved) else ()
    if isinstance(verdict, Chance) and verdict.move is not None:
        line = (verdict.move,)
    if as_json:
        _print_json(
            {
                "verdict": kind,
                "line": [str(move) for move in line],
                "why": verdict.why,
                "nodes": verdict.nodes,
                "seconds": round(seconds, 6),
                "measure": dict(game.measure(line)),
                **(_odds(verdict) if isinstance(verdict, Chance) else {}),
            }
        )
        return
    if isinstance(verdict, Chance):
        click.echo(" ".join(map(str, line)) or "nature moves first")
        click.echo(f"{kind} {verdict.probability} = {float(verdict.probability):.4f}; {verdict.why}")
    elif isinstance(verdict, Solved):
        click.echo(" ".join(map(str, line)) or "nothing is left to do")
        click.echo(f"{kind}: {tally(game.measure(line))}; {verdict.why}")
    else:
        click.echo(f"{kind}: {verdict.why}")
    click.echo(f"{verdict.nodes:,} positions, {seconds:.2f} s")


def _odds(verdict: Any) -> dict[str, Any]:
    return {
        "chance": str(verdict.probability),
        "probability": float(verdict.probability),
        "exact": verdict.exact,
        "interval": verdict.interval,
    }


@cli.command()
@takes_game
@click.argument("depth", type=click.IntRange(min=0, max=1000))
@state_option
@json_option
def perft(*, name: str, board: Path | None, depth: int, state: str | None, as_json: bool) -> None:
    """Count the different lines of each length up to DEPTH: the usual test of a move generator.

    Example: hoyle perft pegs/english 5
    """
    from hoyle import solver

    _, game = _open(name, board)
    position = _state(game, state)
    counts = []
    for length in range(depth + 1):
        with working(f"counting the lines of length {length} …"):
            counts.append(solver.perft(game, position, length))
        if not as_json:
            click.echo(f"{length}  {counts[-1]:,}")
    if as_json:
        _print_json({"game": name, "counts": counts})


@cli.command()
@click.argument("name", metavar="[CLASS]", required=False)
@click.option("--form", default="text", show_default=True, help="text, markdown or html.")
@click.option("--report", metavar="LAB", help="Write the report of a lab instead, as one HTML page.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
def contracts(*, name: str | None, form: str, report: str | None, output: Path | None) -> None:
    """Print the contract view of a class: its features, what each requires and ensures, and the invariant.

    Example: hoyle contracts hoyle.classroom.pegs.Game

    Example: hoyle contracts --report pegs -o report.html
    """
    from hoyle import contracts

    if (name is None) == (report is None):
        raise click.UsageError("name a class, such as hoyle.game.Game, or a lab with --report")
    with working("reading the contracts …"):
        text = contracts.view(name, form) if name is not None else contracts.report(report or "")
    if output is None:
        click.echo(text.rstrip("\n"))
    else:
        _write(output, text)


@cli.command()
def tour() -> None:
    """See in a minute what hoyle is; everything is worked out before your eyes.

    Example: hoyle tour
    """
    from hoyle.tables import tour

    tour.run(click.echo)


cli.add_command(serve)
