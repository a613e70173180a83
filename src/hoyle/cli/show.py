"""Commands that show things: the shelf, the rules, positions and contracts."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hoyle.box import Box
from hoyle.cli.options import (
    GAME,
    begin,
    hand_over,
    in_json,
    json_option,
    open_game,
    output_option,
    print_json,
    takes_game,
    takes_options,
    takes_position,
    working,
)
from hoyle.game import Outcome
from hoyle.scene import Scene, strip, to_text
from hoyle.shelf import contents, find
from hoyle.svg import to_film, to_svg
from hoyle.tables.fair_play import list_moves
from hoyle.tables.terminal.reflow import reflow

if TYPE_CHECKING:
    from hoyle.match import Match


@click.command("list")
@json_option
def list_(*, as_json: bool) -> None:
    """List the games and their variants.

    Example: hoyle list
    """
    boxes, broken = contents()
    if as_json:
        print_json({"games": [_contents(box) for box in boxes], "broken": broken})
        return
    for box in boxes:
        click.echo(f"{box.name}: {box.title}")
        for variant, words in box.variants.items():
            lost = f": {box.lost[variant]}" if variant in box.lost else ""
            click.echo(_fill(f"  {f'{box.name}/{variant}':<18}  ", words + lost))
    for words in broken:
        click.echo(f"hoyle: {words}", err=True)


def _width() -> int | None:
    """Return how wide the terminal is, or None if the output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _fill(name: str, words: str) -> str:
    """Return a name with words beside it, which are wrapped at a terminal."""
    width = _width()
    return name + words if width is None else textwrap.fill(name + words, width, subsequent_indent=" " * len(name))


def _contents(box: Box) -> dict[str, Any]:
    return {
        "name": box.name,
        "title": box.title,
        "variants": dict(box.variants),
        "lost": dict(box.lost),
        "solvers": list(box.solvers),
        "players": list(box.players),
    }


@click.command()
@click.argument("name", metavar="GAME", type=GAME)
def rules(name: str) -> None:
    """Print the rules of a game, with their sources.

    Example: hoyle rules pegs
    """
    box, _ = find(name)
    width, chosen = _width(), name.partition("/")[2]
    click.echo(box.rules.strip() if width is None else reflow(box.rules, width))
    for variant, reason in box.lost.items():
        if chosen in {"", variant}:
            click.echo(f"\n{box.name}/{variant} cannot be won from its start: {reason}.")


@takes_options()
@takes_game
@takes_position
@click.option("--line", metavar="MOVES", default="", help="Draw every position of this line of moves.")
@click.option("--svg", is_flag=True, help="Draw an SVG instead of text.")
@click.option("--film", is_flag=True, help="Draw an animated SVG of --line.")
@output_option
@json_option
def show(
    *,
    name: str,
    board: Path | None,
    state: str | None,
    deal: str | None,
    seed: int | None,
    settings: Mapping[str, Any],
    line: str,
    svg: bool,
    film: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Draw a position, or every position of a line.

    Example: hoyle show pegs/triangle --svg -o triangle.svg

    Example: hoyle show pegs/easy --line "d2d4 d4d6" --film -o easy.svg
    """
    from hoyle.match import Match
    from hoyle.record import moves_in

    if svg + film + as_json > 1:
        raise click.UsageError("choose one of --svg, --film and --json")
    if film and not line:
        raise click.UsageError("--film needs --line")
    box, game = open_game(name, board, settings)
    start = begin(box, game, state=state, deal=deal, seed=seed).state
    match = Match.new(game, start).follow(*moves_in(line))
    if as_json:
        hand_over(in_json(_position(name, box, match)) + "\n", output)
        return
    scenes = [box.look.picture(game, start)]
    for number, (move, after) in enumerate(match.line, 1):
        scene = box.look.picture(game, after)
        scenes.append(replace(scene, caption=f"{number}. {move}: {scene.caption}"))
    hand_over(_drawing(scenes, svg=svg, film=film), output)


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
        "outcome": outcome_in_json(match.outcome),
        "moves": list_moves(match.game, match.state)[0],
        "picture": to_text(box.look.picture(match.game, match.state)),
    }


def outcome_in_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return an outcome as JSON shows it."""
    return None if outcome is None else {"scores": outcome.scores, "reason": outcome.reason}


@click.command()
@click.argument("name", metavar="CLASS")
@click.option("--form", default="text", show_default=True, help="The form: text, markdown or html.")
@output_option
def contracts(*, name: str, form: str, output: Path | None) -> None:
    """Print the contracts of a class.

    For each feature, what it requires and ensures; for the class, its invariant.  hoyle course report makes a report of a
    whole package.

    Example: hoyle contracts hoyle.classroom.pegs.Game
    """
    from hoyle import contracts

    sys.path.insert(0, str(Path.cwd()))  # as for `python -m`: a student's own module lies here
    with working("reading the contracts …"):
        text = contracts.view(name, form)
    if form == "text" and output is None and not os.environ.get("NO_COLOR"):
        text = contracts.colour(text)  # click removes the colours if the output is not a terminal
    hand_over(text.rstrip("\n") + "\n", output)
