"""The command line: every command reads text, asks the games on the shelf, and prints text or one JSON object.

A mistake is one line on standard error and exit status 2, and a mistake of ours one line and exit status 70.  What only
one command needs is imported inside it, so that the quick commands stay quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, Final

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
OUR_MISTAKE: Final = 70
"""Something went wrong that nobody foresaw; sysexits.h has this number for it, and no verdict has."""
INTERRUPTED: Final = 130
CUT_OFF: Final = 141
"""The reader of our output went away, such as head; a shell says the same of programs that a signal ends."""
NO_MEMORY: Final = -1
DEBUG: Final = "HOYLE_DEBUG"
"""The variable of the environment that asks for tracebacks."""
LONGEST_MISTAKE: Final = 300


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """Give a closed pipe an exit status of its own; click's would be 1, which is a verdict of several commands."""
    try:
        yield
    except BrokenPipeError:
        raise click.exceptions.Exit(CUT_OFF) from None


class Commands(Group):
    """The commands, in the order of the table above."""

    def make_context(self, *arguments: Any, **facts: Any) -> click.Context:
        """Return what is known before a command runs; --help is printed here."""
        with _reader_may_leave():
            return super().make_context(*arguments, **facts)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _reader_may_leave():
            return super().invoke(ctx)

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
        status = _run()
    except BrokenPipeError:
        status = CUT_OFF
    except MemoryError:
        status = NO_MEMORY
    except Exception as fault:  # noqa: BLE001 — whatever it is, its user gets a line and a status that is no verdict
        status = _own_up(fault)
    if status == NO_MEMORY:  # Only now is the memory free again that the command held.
        status = _refuse("there is not enough memory")
    _close_streams()
    sys.exit(status)


def _run() -> int:
    """Run the command line and return its exit status."""
    try:
        status = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except HoyleError as fault:
        return _refuse(str(fault))
    except click.exceptions.NoArgsIsHelpError as fault:
        click.echo(fault.ctx.get_help() if fault.ctx else "")
        return 0
    except click.UsageError as fault:
        words, command = fault.format_message().rstrip("."), fault.ctx.command_path if fault.ctx else "hoyle"
        return _refuse(f"{words}{' See' if words.endswith('?') else '; see'} {command} --help")
    except BrokenPipeError:
        raise
    except OSError as fault:
        return _refuse(": ".join(filter(None, (fault.filename, fault.strerror))) or str(fault))
    except click.Abort as end:  # which has ended the line
        # No command asks anything that could remain unanswered, but click takes every end of a file for that.
        if isinstance(end.__cause__, EOFError):
            raise end.__cause__ from None
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _open_streams() -> None:
    """Open the standard streams that were closed before we started, so that no other file gets their numbers.

    Letters that an encoding lacks are written as escapes: text from outside may have any.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 — until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _close_streams() -> None:
    """Let go of what cannot be written, lest Python try again at the end and change the exit status."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def _refuse(message: str) -> int:
    _complain(f"hoyle: {' '.join(message.split())}")
    return BAD_INPUT


def _own_up(fault: Exception) -> int:
    """Say that the mistake is ours, and what to send us."""
    if os.environ.get(DEBUG):
        from traceback import format_exception

        _complain("".join(format_exception(fault)).rstrip())
    what = " ".join(f"{type(fault).__name__}: {fault}".split()).removesuffix(":")
    what = what if len(what) <= LONGEST_MISTAKE else f"{what[:LONGEST_MISTAKE]} …"
    _complain(f"hoyle: this is our mistake: {what}; please report it, with what {DEBUG}=1 prints")
    return OUR_MISTAKE


def _complain(words: str) -> None:
    """Print a line on standard error; if that fails, the exit status still says it."""
    with suppress(OSError):
        click.echo(words, err=True)
