"""The command that makes tasks in words and marks the answers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import CompletionItem

from hoyle.cli.options import (
    FILE,
    GAME,
    Group,
    Whole,
    hand_over,
    in_json,
    json_option,
    output_option,
    print_json,
    read_input,
    working,
)
from hoyle.game import HoyleError

if TYPE_CHECKING:
    from hoyle.lab.tasks import Mark

LONGEST: Final = 200_000_000
"""How many bytes a file of tasks or answers may have."""


class Tasks(Group):
    """A group whose command is `make` if a game is named instead."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command and its arguments."""
        return super().resolve_command(ctx, args if args[0] in self.commands else ["make", *args])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and the games that begin with this."""
        game, *_ = self.commands["make"].params
        return [*super().shell_complete(ctx, incomplete), *game.shell_complete(ctx, incomplete)]


@click.group(cls=Tasks)
def tasks() -> None:
    """Make tasks in words, and mark the answers.

    Example: hoyle tasks pegs --count 1000 --level 3 -o tasks.jsonl

    Example: hoyle tasks score tasks.jsonl answers.jsonl
    """


@tasks.command()
@click.argument("name", metavar="GAME", type=GAME)
@click.option("--count", "number", type=Whole(1, 100_000), default=1, show_default=True, help="How many tasks.")
@click.option("--level", type=Whole(1, 5), help="From 1, the easiest, to 5; by default all in turn.")
@click.option("--kind", type=click.Choice(["line", "move", "judge"]), help="The kind, if the game has several.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed makes the same tasks.")
@output_option
def make(*, name: str, number: int, level: int | None, kind: str | None, seed: int, output: Path | None) -> None:
    """Write tasks as lines of JSON.

    Each has a prompt, and what is needed to mark an answer.  Line: find the moves that win.  Move: choose the best one now.  Judge: find the first foul move of a record.

    Example: hoyle tasks domino --count 100 --seed 7 -o tasks.jsonl
    """
    from hoyle.lab.tasks import LEVELS, write
    from hoyle.lab.tasks import make as make_task

    with working("composing …"):
        lines = [write(make_task(name, level or 1 + at % LEVELS, seed + at, kind)) for at in range(number)]
    hand_over("\n".join(lines) + "\n", output)


@tasks.command()
@click.argument("questions", metavar="TASKS", type=FILE)
@click.argument("answers", metavar="ANSWERS", type=FILE)
@click.option("--jsonl", "as_lines", is_flag=True, help="Print one JSON object for each task.")
@json_option
def score(*, questions: Path, answers: Path, as_lines: bool, as_json: bool) -> None:
    """Mark answers, given as lines of JSON with id and answer.

    The referee says whether an answer is legal, solves its task and is optimal, and which rule a wrong one breaks.

    Example: hoyle tasks score tasks.jsonl answers.jsonl
    """
    from dataclasses import asdict

    from hoyle.lab.tasks import Mark, mark, read, read_answers

    if as_lines and as_json:
        raise click.UsageError("choose one of --json and --jsonl")
    tasks = [read(line) for line in read_input(questions, LONGEST).splitlines() if line.strip()]
    said = read_answers(read_input(answers, LONGEST).splitlines())
    if strange := said.keys() - {task.id for task in tasks}:
        raise HoyleError(f"{answers} answers a task that is not there: {min(strange)[:60]}")
    with working("marking …"):
        marks = [
            mark(task, said[task.id])
            if task.id in said
            else Mark(task.id, task.level, legal=False, solved=False, optimal=False, words="there is no answer")
            for task in tasks
        ]
    if as_lines:
        click.echo("\n".join(in_json(asdict(one)) for one in marks))
        return
    levels = sorted({one.level for one in marks})
    rows = {str(level): _row([one for one in marks if one.level == level]) for level in levels} | {"all": _row(marks)}
    if as_json:
        print_json({"levels": rows})
        return
    click.echo("level   tasks   legal  solved  optimal")
    for level, row in rows.items():
        click.echo(f"{level:<5} {row['tasks']:>7} {row['legal']:>7} {row['solved']:>7} {row['optimal']:>8}")
    for one in [one for one in marks if not one.solved][:10]:
        click.echo(f"{one.id}: {one.words}")


def _row(marks: list[Mark]) -> Counter[str]:
    return Counter(
        tasks=len(marks),
        legal=sum(one.legal for one in marks),
        solved=sum(one.solved for one in marks),
        optimal=sum(one.optimal is True for one in marks),
    )
