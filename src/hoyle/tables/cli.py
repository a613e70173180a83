"""The command line: every command reads text, asks the games on the shelf, and prints text or one JSON object.

What a person gets wrong is one line on standard error and exit status 2.  Imports that only one command needs stand
inside it, so that the quick ones stay quick.
"""

from __future__ import annotations

import sys
from typing import Final

import click

from hoyle.game import HoyleError
from hoyle.tables.judging import judge
from hoyle.tables.playing import play, tour
from hoyle.tables.serve import serve
from hoyle.tables.showing import contracts, list_, rules, show
from hoyle.tables.solving import analyse, deal, perft, solve, verify
from hoyle.tables.survey import survey

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Begin with: hoyle tour",
)
@click.version_option(package_name="hoyle", message="%(prog)s %(version)s")
def cli() -> None:
    """Board games and puzzles, played exactly by the rules.

    A GAME is named as in pegs, pegs/french or pegs/english@c3; hoyle list shows them all.
    """


for command in (list_, rules, show, play, judge, solve, verify, analyse, deal, perft, survey, serve, contracts, tour):
    cli.add_command(command)


def main() -> None:
    """Run the command line and end the process with its exit status."""
    try:
        status = cli.main(standalone_mode=False)
    except HoyleError as fault:
        status = _refused(str(fault))
    except click.exceptions.NoArgsIsHelpError as fault:
        fault.show()
        status = 0
    except click.UsageError as fault:
        help_command = f"{fault.ctx.command_path if fault.ctx else 'hoyle'} --help"
        status = _refused(f"{fault.format_message().rstrip('.')}; see {help_command}")
    except OSError as fault:
        status = _refused(fault.strerror or str(fault))
    except (KeyboardInterrupt, click.Abort):
        click.echo(err=True)
        status = INTERRUPTED
    sys.exit(status if isinstance(status, int) else 0)


def _refused(message: str) -> int:
    click.echo(f"hoyle: {' '.join(message.split())}", err=True)
    return BAD_INPUT
