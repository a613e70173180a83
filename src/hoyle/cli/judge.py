"""The command that judges records."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

import click

from hoyle import files
from hoyle.cli.options import FILE, Asking, json_option, print_json
from hoyle.cli.show import outcome_in_json
from hoyle.game import HoyleError
from hoyle.record import read_text
from hoyle.scene import to_text
from hoyle.shelf import box_of


@click.command(cls=Asking, asks=attrgetter("texts.unsaid"))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--board", type=FILE, help="The board to start from, where a file has none.")
@click.option("--show", "draw", is_flag=True, help="Draw the last position of each file.")
@json_option
@click.pass_context
def judge(
    context: click.Context,
    *,
    files: tuple[Path, ...],
    board: Path | None,
    draw: bool,
    settings: Mapping[str, Any],
    as_json: bool,
) -> None:
    """Judge records: fair, or the first foul move and its rule.

    Given a directory, judges every file in it.  Other formats that a game reads (see hoyle rules) are judged too; the
    last position of a single such file is drawn.  A record that leaves something unseen is judged as far as possible,
    and is unclear from there.  The exit status is 0 if all are fair, 1 if one is foul or unclear, 2 if one cannot be
    read.

    Example: hoyle judge match.txt
    """
    unsaid = "".join(f"{name}: {value}\n" for name, value in settings.items())
    unsaid += "" if board is None else f"{read_text(board)}\n"
    paths = [path for file in files for path in _inside(file)]
    if not paths:
        raise HoyleError("there is nothing to judge")
    verdicts = [_judge(path, unsaid, draw=draw, alone=len(paths) == 1) for path in paths]
    kinds = [verdict["verdict"] for verdict in verdicts]
    counts = {kind: kinds.count(kind) for kind in ("fair", "foul", "unclear", "unreadable")}
    if as_json:
        print_json({**counts, "files": verdicts})
    else:
        for verdict in verdicts:
            _tell(verdict)
        if len(paths) > 1:
            click.echo(", ".join(f"{number} {kind}" for kind, number in counts.items()))
    context.exit(2 if counts["unreadable"] else 1 if counts["foul"] or counts["unclear"] else 0)


def _inside(file: Path) -> list[Path]:
    """Return the files in a directory, or the file itself."""
    try:
        return sorted(file.iterdir()) if file.is_dir() else [file]
    except (OSError, ValueError) as fault:
        raise HoyleError(f"cannot read {str(file)[:80]}: {files.reason(fault)}") from fault


def _tell(verdict: dict[str, Any]) -> None:
    click.echo(f"{verdict['file']}: {verdict['words']}")
    if verdict["verdict"] in {"foul", "unclear"}:
        click.echo(f"  in {verdict['position']}")
    if "picture" in verdict:
        click.echo(verdict["picture"])


def _judge(path: Path, unsaid: str, *, draw: bool, alone: bool) -> dict[str, Any]:
    from hoyle import referee

    try:
        text = read_text(path)
        record = referee.read_record(text, unsaid)
        verdict = referee.judge(record)
    except HoyleError as fault:
        return {"file": str(path), "verdict": "unreadable", "words": f"unreadable: {fault}", "reason": str(fault)}
    kind = type(verdict).__name__.lower()
    match = verdict.match
    facts: dict[str, Any] = {"file": str(path), "verdict": kind, "words": str(verdict), "position": match.position}
    if notes := [value for key, value in record.headers if key == "Note"]:
        facts["notes"] = notes
        facts["words"] += f" ({'; '.join(notes)})"
    if draw or (alone and not referee.is_own(text)):
        facts["picture"] = to_text(box_of(match.game).look.picture(match.game, match.state))
    if not isinstance(verdict, referee.Fair):
        return {**facts, "ply": verdict.ply, "move": verdict.text, "reason": verdict.reason}
    return {**facts, "measure": match.game.measure(match.moves), "outcome": outcome_in_json(match.outcome)}
