"""The command that judges records."""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import click

from hoyle import referee
from hoyle.cli.options import FILE, Asking, json_option, print_json, read_input
from hoyle.cli.show import outcome_in_json
from hoyle.game import HoyleError
from hoyle.record import Record
from hoyle.referee import board_beside, is_own, read_file
from hoyle.scene import to_text
from hoyle.shelf import box_of

KINDS: Final = ("fair", "foul", "unclear", "unreadable")
COLUMNS: Final = ("file", "verdict", "ply", "move", "reason", "position", "words")


@click.command(cls=Asking, asks=attrgetter("texts.unsaid"))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("--board", type=FILE, help="The board to start from, where a file has none.")
@click.option("--show", "draw", is_flag=True, help="Draw the last position of each file.")
@json_option
@click.option("--jsonl", "as_lines", is_flag=True, help="Print one JSON object for each file, as it is judged.")
@click.option("--csv", "as_table", is_flag=True, help="Print a table, with a row for each file.")
@click.pass_context
def judge(
    context: click.Context,
    *,
    files: tuple[str, ...],
    board: Path | None,
    draw: bool,
    settings: Mapping[str, Any],
    as_json: bool,
    as_lines: bool,
    as_table: bool,
) -> None:
    """Judge records: fair, or the first foul move and its rule.

    Given a directory, judges every file in it and in the directories below, except hidden ones; - is standard input.
    Other formats that a game reads (see hoyle rules) are judged too; the last position of a single such file is drawn.
    A file such as ada_game.txt starts from the board in ada_board.txt if that lies beside it.  A record that leaves
    something unseen is judged as far as possible, and is unclear from there.  The exit status is 0 if all are fair, 1 if
    one is foul or unclear, 2 if one cannot be read.

    Example: hoyle judge match.txt
    """
    if as_json + as_lines + as_table > 1:
        raise click.UsageError("choose one of --json, --jsonl and --csv")
    unsaid = "".join(f"{name}: {value}\n" for name, value in settings.items())
    start = "" if board is None else read_input(board)
    paths = [path for file in files for path in _inside(file)]
    if not paths:
        raise HoyleError("there is nothing to judge")
    verdicts = _judge_all(paths, unsaid, start, draw=draw)
    counts: Counter[str] = Counter()
    if as_json:
        found = list(verdicts)
        counts.update(verdict["verdict"] for verdict in found)
        print_json({**{kind: counts[kind] for kind in KINDS}, "files": found})
    else:
        table = csv.DictWriter(sys.stdout, COLUMNS, extrasaction="ignore", lineterminator="\n")
        if as_table:
            table.writeheader()
        for verdict in verdicts:
            counts[verdict["verdict"]] += 1
            if as_table:
                table.writerow(verdict)
            elif as_lines:
                print_json(verdict)
            else:
                _tell(verdict)
        if len(paths) > 1 and not as_table and not as_lines:
            click.echo(", ".join(f"{counts[kind]} {kind}" for kind in KINDS))
    context.exit(2 if counts["unreadable"] else 1 if counts["foul"] or counts["unclear"] else 0)


def _inside(name: str) -> list[Path]:
    """Return the records in a directory, or the file itself; boards that belong to a game beside them are not records."""
    if not name:
        raise HoyleError("an empty name is not a file to judge")
    file = Path(name)
    if not file.is_dir():
        return [file]
    found = {path for path in file.rglob("[!.]*") if _is_record(path) and not _is_hidden(path.relative_to(file))}
    return sorted(found - {board_beside(path) for path in found})


def _is_record(path: Path) -> bool:
    """Tell whether to judge what is in a directory: a pipe or a device would be waited for, and a broken link is told."""
    return path.is_file() or not path.exists()


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _tell(verdict: dict[str, Any]) -> None:
    click.echo(f"{verdict['file']}: {verdict['words']}")
    if verdict["verdict"] in {"foul", "unclear"}:
        click.echo(f"  in {verdict['position']}")
    if "picture" in verdict:
        click.echo(verdict["picture"])


def _judge_all(paths: list[Path], unsaid: str, board: str, *, draw: bool) -> Iterator[dict[str, Any]]:
    """Yield the verdict on each file."""
    for path in paths:
        try:
            text = read_input(path, called="it")
            record = read_file(path, text, unsaid, board)
            yield _judge(path, record, draw=draw or (not is_own(text) and len(paths) == 1))
        except HoyleError as fault:
            yield {"file": str(path), "verdict": "unreadable", "words": f"unreadable: {fault}", "reason": str(fault)}


def _judge(path: Path, record: Record, *, draw: bool) -> dict[str, Any]:
    verdict = referee.judge(record)
    kind = type(verdict).__name__.lower()
    match = verdict.match
    facts: dict[str, Any] = {"file": str(path), "verdict": kind, "words": str(verdict), "position": match.position}
    if notes := [value for key, value in record.headers if key == "Note"]:
        facts["notes"] = notes
        facts["words"] += f" ({'; '.join(notes)})"
    if draw:
        facts["picture"] = to_text(box_of(match.game).look.picture(match.game, match.state))
    if not isinstance(verdict, referee.Fair):
        return {**facts, "ply": verdict.ply, "move": verdict.text, "reason": verdict.reason}
    return {**facts, "measure": match.game.measure(match.moves), "outcome": outcome_in_json(match.outcome)}
