"""Commands that play: a table, and the tour."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from functools import partial
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hoyle.cli.options import FILE, GAME, PLAYER, SEAT, full_name, read_input, takes_options, takes_position, working
from hoyle.game import NATURE, HoyleError
from hoyle.shelf import find

if TYPE_CHECKING:
    from hoyle.tables.terminal.table import Table


@takes_options()
@click.argument("name", metavar="[GAME]", required=False, type=GAME)
@click.option("--board", type=FILE, help="Read the variant's text from a file, or with --load the board to start from.")
@takes_position
@click.option("--load", "record", type=FILE, help="Continue a saved match; its file names the game.")
@click.option(
    "--against",
    metavar="PLAYER",
    type=PLAYER,
    help="Play against one of hoyle's players (hoyle list --json) or an engine with a / in it.",
)
@click.option(
    "--seat", metavar="SEAT", type=SEAT, help="Your seat with --against: its name or number.  [default: 1, or as saved]"
)
@click.option("--any-deal", is_flag=True, help="Allow any deal; otherwise a deal without --seed can be won.")
@click.option("--plain", is_flag=True, help="Play line by line, without the full screen.")
def play(
    *,
    name: str | None,
    board: Path | None,
    state: str | None,
    deal: str | None,
    seed: int | None,
    settings: Mapping[str, Any],
    record: Path | None,
    against: str | None,
    seat: str | None,
    any_deal: bool,
    plain: bool,
) -> None:
    """Play a game, alone or against the computer.

    The table fills the screen, or takes lines of text; type help there for the commands.  The same --seed gives the
    same match, opponents included; without it, chance differs each time.  An engine is any program that speaks the protocol
    of docs/engines.md.  A saved match remembers its opponent and your seat.

    Example: hoyle play pegs/cross
    """
    if against is None and seat is not None:
        raise click.UsageError("--seat needs --against")
    if record is None and name is None:
        raise click.UsageError("name a game, such as pegs, or a saved match with --load")
    if record is not None and (state or deal or settings):
        raise click.UsageError("--load cannot be combined with another position or deal")
    from hoyle.tables.terminal.table import Table

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    table_seed = time.time_ns() if seed is None else seed
    if record is not None:
        table = Table.resume(str(record), table_seed, read_input(board) if board else "")
        if name not in {None, table.box.name} and find(name or "") != (table.box, table.match.game):
            raise HoyleError(f"{record} is a match of {table.name}, not of {name}")
    else:
        game = full_name(name or "", board, settings)
        if seed is None and not (any_deal or state or deal):
            table_seed = _kind_seed(game, table_seed)
        table = Table.new(game, state, seed=table_seed, deal=deal)
    table.any_deal = any_deal
    if against is not None:
        table.invite(against, own_seat=seat)
    if record is None:
        _check_chance(table, settled=deal is not None, seeded=seed is not None)
    _sit(table, plain=plain)


def _check_chance(table: Table, *, settled: bool, seeded: bool) -> None:
    """Refuse options about chance where nothing is left to it."""
    from hoyle.advice import chooses_deals, only_deals

    game = table.match.game
    if seeded and only_deals(table.box, game) and (settled or game.turn(table.match.start) != NATURE):
        raise HoyleError("nothing in this match is left to chance, so --seed has no effect")
    if table.any_deal and not chooses_deals(table.box, game):
        raise HoyleError(f"no deal of {table.name} is chosen for you, so --any-deal has no effect")


def _kind_seed(game: str, seed: int) -> int:
    """Return a seed whose deal can be won."""
    from hoyle.advice import winnable_seed

    with working("dealing …"):
        return winnable_seed(game, seed)


def _sit(table: Table, *, plain: bool) -> None:
    """Sit down at a table: on the full screen, or line by line."""
    from hoyle.tables.terminal import line
    from hoyle.tables.thinking import Aside

    if plain or not _has_screen():
        with Aside() as aside:
            # A script does not wait for better hints.
            table.aside = aside if sys.stdin.isatty() else None
            line.sit(table, sys.stdin, partial(working, "thinking …"))
        return
    from hoyle.tables.terminal.screen import ScreenTable

    screen = ScreenTable(table)
    screen.run()
    if screen.fault is not None:
        raise screen.fault
    if screen.return_code:
        sys.exit(screen.return_code)


def _has_screen() -> bool:
    """Tell whether the full-screen table can open: at a terminal, with the extra installed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    if find_spec("textual") is None:
        click.echo("hoyle: for the full-screen table, pip install 'hoyle[terminal]'", err=True)
        return False
    return True


@click.command()
def tour() -> None:
    """See in a minute what hoyle does.

    The tour runs real commands and shows what they print.

    Example: hoyle tour
    """
    from hoyle.cli import tour

    tour.run(click.echo)
