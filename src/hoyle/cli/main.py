"""The command line: every command reads text, asks the games on the shelf, and prints text or one JSON object.

A mistake is one line on standard error and exit status 2.  What only one command needs is imported inside it, so that
the quick commands stay quick.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from shutil import get_terminal_size
from typing import Final

import click

from hoyle.box import unknown
from hoyle.cli.options import Group
from hoyle.game import HoyleError

COMMANDS: Final = {
    "list": "hoyle.cli.show:list_",
    "rules": "hoyle.cli.show:rules",
    "show": "hoyle.cli.show:show",
    "play": "hoyle.cli.play:play",
    "judge": "hoyle.cli.judge:judge",
    "solve": "hoyle.cli.solve:solve",
    "verify": "hoyle.cli.solve:verify",
    "analyse": "hoyle.cli.solve:analyse",
    "oracle": "hoyle.cli.solve:oracle",
    "deal": "hoyle.cli.deal:deal",
    "perft": "hoyle.cli.solve:perft",
    "survey": "hoyle.cli.survey:survey",
    "arena": "hoyle.cli.arena:arena",
    "engine": "hoyle.cli.arena:engine",
    "tasks": "hoyle.cli.tasks:tasks",
    "serve": "hoyle.cli.serve:serve",
    "laws": "hoyle.cli.laws:laws",
    "contracts": "hoyle.cli.show:contracts",
    "course": "hoyle.cli.course:course",
    "warm": "hoyle.cli.warm:warm",
    "cache": "hoyle.cli.warm:cache",
    "tour": "hoyle.cli.play:tour",
}
"""Where each command is; it is imported when it is used."""

NARROWEST_HELP: Final = 40
WIDEST_HELP: Final = 100
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


class Commands(Group):
    """The commands, in the order of the table above."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 — click's signature
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; for an unknown one, say which names are similar."""
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # The shell wants to complete it.
                return None
            ctx.fail(unknown("command", cmd_name, COMMANDS))
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(
    cls=Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        # By itself click goes no narrower than 50.
        "terminal_width": min(max(get_terminal_size().columns, NARROWEST_HELP), WIDEST_HELP) - 2,
    },
    epilog="Start with: hoyle tour",
)
@click.version_option(package_name="hoyle", message="%(prog)s %(version)s")
def cli() -> None:
    """Board games and puzzles, played exactly by the rules.

    A GAME is a name such as pegs, pegs/french or pegs/english@c3; hoyle list shows them all.
    """


def main() -> None:
    """Run the command line and end the process with its exit status."""
    _open_streams()
    try:
        status = cli.main(standalone_mode=False)
    except HoyleError as fault:
        status = _refuse(str(fault))
    except click.exceptions.NoArgsIsHelpError as fault:
        click.echo(fault.ctx.get_help() if fault.ctx else "")
        status = 0
    except click.UsageError as fault:
        words, command = fault.format_message().rstrip("."), fault.ctx.command_path if fault.ctx else "hoyle"
        status = _refuse(f"{words}{' See' if words.endswith('?') else '; see'} {command} --help")
    except OSError as fault:
        status = _refuse(": ".join(filter(None, (fault.filename, fault.strerror))) or str(fault))
    except click.Abort:  # which has ended the line
        status = INTERRUPTED
    sys.exit(status if isinstance(status, int) else 0)


def _open_streams() -> None:
    """Open what whoever started us has closed, so that nobody else gets its number: it is empty, or leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 — until the end


def _refuse(message: str) -> int:
    click.echo(f"hoyle: {' '.join(message.split())}", err=True)
    return BAD_INPUT
