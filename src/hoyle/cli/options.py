"""What commands share: the game and the position they are about, their output, and their progress bars."""

from __future__ import annotations

import builtins
import errno
import json
import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import isfinite
from operator import attrgetter
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

from hoyle import files
from hoyle.box import Box, Option
from hoyle.game import NATURE, Game, HoyleError, tally
from hoyle.record import LIMIT, decode, read_text
from hoyle.shelf import find, open_boxes

if TYPE_CHECKING:
    from hoyle.match import Match

Command = TypeVar("Command", bound=Callable[..., Any])

SETTING: Final = "setting_"

FILE = click.Path(dir_okay=False, path_type=Path)

LONGEST_SUMMARY: Final = 1000

MOMENT: Final = 0.05
"""Seconds of getting ready that are not worth a word."""

DASH: Final = Path("-")
"""Standard input or standard output, where a file is asked for."""


class Output(click.Path):
    """A file to write: whether it can be written is known before the work begins."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; raise a HoyleError if no file can be written there."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if path != DASH:
            fault = (
                errno.EISDIR
                if path.is_dir()
                else errno.ENOENT
                if not path.parent.is_dir()
                else errno.EACCES
                if not os.access(path if path.exists() else path.parent, os.W_OK)
                else None
            )
            if fault is not None:
                raise HoyleError(f"cannot write {path}: {os.strerror(fault)}")
        return path


class Whole(click.IntRange):
    """A whole number in a range."""

    name = "integer"


class Amount(click.FloatRange):
    """A number in a range, which is finite."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


OUTPUT: Final = Output(path_type=Path)


class GameName(click.types.StringParamType):
    """The name of a game, which the shell can complete."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 — click's signature
        """Return the games and variants that begin with this."""
        return [
            CompletionItem(name, help=words)
            for box in open_boxes()
            for name, words in (
                (box.name, box.title),
                *((f"{box.name}/{key}", text) for key, text in box.variants.items()),
            )
            if name.startswith(incomplete)
        ]


class PartName(click.types.StringParamType):
    """The name of something in the box of the game, such as a solver, which the shell can complete."""

    name = "name"

    def __init__(self, names: Callable[[Box], Iterable[str]]) -> None:
        self.names = names

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 — click's signature
        """Return the names that begin with this, of the game named before it or of all games."""
        # An option without its value ends click's reading early, and leaves the words before it.
        games = {str(word).partition("/")[0] for word in (ctx.params.get("name"), *ctx.args)}
        boxes = [box for box in open_boxes() if box.name in games] or open_boxes()
        known = dict.fromkeys(name for box in boxes for name in self.names(box))
        return [CompletionItem(name) for name in known if name.startswith(incomplete)]


GAME: Final = GameName()
SOLVER: Final = PartName(attrgetter("solvers"))
PLAYER: Final = PartName(attrgetter("players"))
# A name of two words would be two words to the shell.
SEAT: Final = PartName(lambda box: (str(number) if " " in name else name for number, name in enumerate(box.seats, 1)))


class Group(click.Group):
    """A group of commands, none of whose summaries is cut."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, in as many lines as they need."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(LONGEST_SUMMARY)) for name, one in commands if one])


class Asking(click.Command):
    """A command that also takes the options that the boxes on the shelf declare for it, as ``settings``."""

    def __init__(self, *arguments: Any, asks: Callable[[Box], tuple[Option, ...]], **facts: Any) -> None:
        super().__init__(*arguments, **facts)
        self.asks = asks

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own options, then those of the boxes; several boxes may share one."""
        own = super().get_params(ctx)
        declared: dict[str, list[tuple[Box, Option]]] = {}
        for box in open_boxes():
            for option in self.asks(box):
                declared.setdefault(option.name, []).append((box, option))
        taken = {word for parameter in own for word in parameter.opts}
        for name, ((box, _), *_) in declared.items():
            if f"--{name}" in taken:
                raise HoyleError(f"{box.name} declares the option --{name}, which this command already has")
        added = [_option(name, shared) for name, shared in declared.items()]
        return [*own[:-1], *added, own[-1]]  # The last of its own is --help.

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command with the options that were given."""
        set_ = {key: ctx.params.pop(key) for key in list(ctx.params) if key.startswith(SETTING)}
        ctx.params["settings"] = {key.removeprefix(SETTING): value for key, value in set_.items() if value is not None}
        return super().invoke(ctx)


def _option(name: str, shared: list[tuple[Box, Option]]) -> click.Option:
    words = "; ".join(
        f"{box.title}: {option.help}" + f" ({', '.join(option.choices)})" * bool(option.choices)
        for box, option in shared
    )
    return click.Option(
        [f"--{name}", f"{SETTING}{name}"],
        type=_kind([option for _, option in shared]),
        metavar=shared[0][1].metavar,
        help=f"{words}.",
    )


def _kind(options: list[Option]) -> Any:
    """Return the type of the values of an option that several boxes may share."""
    choices = [choice for option in options for choice in option.choices]
    if all(option.choices for option in options):
        return click.Choice(choices, case_sensitive=False)
    kinds = {option.kind for option in options}
    return kinds.pop() if len(kinds) == 1 else str


def check_settings(box: Box, options: tuple[Option, ...], settings: Mapping[str, Any]) -> None:
    """Refuse an option that a box does not have."""
    for name in settings.keys() - {option.name for option in options}:
        raise HoyleError(f"{box.name} has no option --{name}")


takes_options = partial(click.command, cls=Asking, asks=attrgetter("options"))
"""Make a command that takes the options of a variant."""


board_option = click.option("--board", type=FILE, help="Read the variant's text from a file.")


def takes_game(command: Command) -> Command:
    """Give a command its GAME, whose variant may be read from a file."""
    return click.argument("name", metavar="GAME", type=GAME)(board_option(command))


def takes_position(command: Command) -> Command:
    """Give a command its starting position."""
    command = click.option("--seed", type=int, help="The seed of chance: the same seed, the same deal.")(command)
    command = click.option("--deal", metavar="TEXT", help="A deal as text, such as 1998 for domino.")(command)
    return click.option("--state", metavar="TEXT", help="A position as text, instead of the start.")(command)


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
output_option = click.option("-o", "--output", type=OUTPUT, help="Write to this file; - is standard output.")


def full_name(name: str, board: Path | None, settings: Mapping[str, Any]) -> str:
    """Return the full name of the game that the arguments of takes_game and takes_options name."""
    if board is not None:
        if "/" in name:
            raise HoyleError(f"with --board, name only the game, without a variant: {name.partition('/')[0]}")
        rows = [row for row in read_input(board).splitlines() if row.strip()]
        if not rows:
            raise HoyleError(f"{board} is empty, where a board should be")
        # One row alone would be taken for a name; a slash after it makes it a board.
        name = f"{name}/{'/'.join(rows)}{'/' * (len(rows) == 1)}"
    if not settings:
        return name
    stem, _, variant = name.partition("/")
    box, _ = find(stem)
    check_settings(box, box.options, settings)
    return f"{stem}/{box.vary(variant or box.default, settings)}" if box.vary else name


def open_game(name: str, board: Path | None, settings: Mapping[str, Any]) -> tuple[Box, Game[Any, Any]]:
    """Return the box and the game that the arguments of takes_game and takes_options name."""
    return find(full_name(name, board, settings))


def begin(box: Box, game: Game[Any, Any], *, state: str | None, deal: str | None, seed: int | None) -> Match[Any, Any]:
    """Return a match at the position that the arguments of takes_position name."""
    from hoyle.dice import Dice
    from hoyle.match import Match

    match = Match.new(game, None if state is None else game.read(state)).play(*box.read_deal(game, deal))
    if seed is None:
        return match
    if match.turn != NATURE:
        raise HoyleError("nothing in this position is left to chance, so --seed has no effect")
    return match.settle(Dice(seed))


def share_output(**uses: bool) -> None:
    """Refuse options of which two write to standard output; each is named by its words, with whether it does so.

    >>> share_output(**{"--json": True, "--svg -": False})
    """
    first, second, *_ = (*(option for option, used in uses.items() if used), "", "")
    if second:
        raise click.UsageError(f"{first} and {second} both write to standard output; name a file for one of them")


def print_json(thing: Mapping[str, Any]) -> None:
    """Print one JSON object; letters that standard output lacks are written as JSON writes them."""
    text = in_json(thing)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(thing)
    click.echo(text)


def in_json(thing: Mapping[str, Any]) -> str:
    """Return one JSON object as text."""
    return json.dumps(thing, ensure_ascii=False)


def read_input(path: Path, limit: int = LIMIT, called: str = "") -> str:
    """Return the text of a file, or of standard input for a dash."""
    if path != DASH:
        return read_text(path, limit, called)
    return decode(sys.stdin.buffer.read(limit + 1), "the standard input", limit)


def hand_over(text: str | bytes, output: Path | None, *, aside: bool = False) -> None:
    """Print a text that ends with a newline, on standard error if aside, or write it, or other data, to a file."""
    if output in {None, DASH}:
        click.echo(text, nl=False, err=aside)
        return
    try:
        files.write(output, text)
    except (OSError, ValueError) as fault:
        raise HoyleError(f"cannot write {output}: {files.reason(fault)}") from fault


@dataclass
class Thinking:
    """For how many seconds a solver thought, and for how many kernels were compiled, or loaded with what they need."""

    seconds: float = 0.0
    compiling: float = 0.0
    loading: float = 0.0

    def __str__(self) -> str:
        """Return the time in words."""
        ready = self.compiling + self.loading
        how = f", after {ready:.1f} s of {'compiling' if self.compiling else 'loading'}" if ready > MOMENT else ""
        return f"{self.seconds:.2f} s{how}"


@contextmanager
def thinking(words: str) -> Iterator[Thinking]:
    """Show at a terminal that work goes on, and yield how long it takes."""
    taken = Thinking()
    with working(words), _importing() as imported:
        (compiled, loaded), start = _preparing(), time.perf_counter()
        yield taken
        whole, (compiled_now, loaded_now) = time.perf_counter() - start, _preparing()
    taken.compiling = compiled_now - compiled
    taken.loading = loaded_now - loaded + imported()
    taken.seconds = max(0.0, whole - taken.compiling - taken.loading)


def _preparing() -> tuple[float, float]:
    """Return for how many seconds this process has compiled and loaded kernels; without kernels, numba need not be loaded."""
    kernels = sys.modules.get("hoyle.kernels")
    return (kernels.WATCH.seconds, kernels.WATCH.loading) if kernels else (0.0, 0.0)


@contextmanager
def _importing() -> Iterator[Callable[[], float]]:
    """Yield a function that returns for how many seconds this thread has imported modules, such as numba."""
    plain, thread, seconds, inside = builtins.__import__, get_ident(), 0.0, False

    def watched(*arguments: Any, **names: Any) -> Any:
        nonlocal seconds, inside
        kernels = sys.modules.get("hoyle.kernels")
        if inside or get_ident() != thread or (kernels and kernels.WATCH.busy):
            return plain(*arguments, **names)
        inside, start = True, time.perf_counter()
        try:
            return plain(*arguments, **names)
        finally:
            inside, seconds = False, seconds + time.perf_counter() - start

    builtins.__import__ = watched
    try:
        yield lambda: seconds
    finally:
        builtins.__import__ = plain


@contextmanager
def working(words: str) -> Iterator[None]:
    """At a terminal, show that work goes on once it has taken a second, and what has been compiled so far."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Timer

    from rich.console import Console

    console = Console(stderr=True)
    status = console.status(words)
    timer = Timer(1, status.start)
    timer.start()
    done = count(1)

    class Notes(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.WARNING:
                console.print(record.getMessage(), highlight=False, markup=False)
            else:
                status.update(f"{words} compiled {tally({'functions': next(done)})}")

    logger, handler = logging.getLogger("hoyle"), Notes()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        timer.cancel()
        status.stop()


@contextmanager
def counting(words: str) -> Iterator[Callable[[str, int, int, int], None] | None]:
    """At a terminal, show a bar; yield a function that takes the step, how far it has come, out of how much, and the positions so far."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[number]:,} positions"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words, number=0)
        yield lambda what, done, whole, number: progress.update(
            task, description=f"{words}: {what}", completed=done, total=whole, number=number
        )
