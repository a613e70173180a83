"""Box: all that one game puts on the shelf, in a few parts, each typed by what a table may ask of it.

A game needs a name, its rules, its variants and a look.  Everything else can be left out, and then the tables do without
it.  Whatever a table must know of a game beyond its moves it finds here, as data: no table knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from hoyle.dice import Dice
from hoyle.game import Game, HoyleError, Seat
from hoyle.scene import Scene
from hoyle.styles import BASE, Styles

if TYPE_CHECKING:
    from hoyle.solver import Solver  # whose contracts cost some milliseconds that hoyle list does not need

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Later:
    """Something to call that is imported from its place only then, so that opening a box costs nothing.

    >>> Later("fractions:Fraction")(6, 4)
    Fraction(3, 2)
    """

    place: str

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Import it, call it, and return what it returns."""
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)(*arguments, **options)


@dataclass(frozen=True, slots=True)
class Option:
    """Something to set by name: ``--from HOLE`` at the command line, a field in a form."""

    name: str
    help: str
    metavar: str = "TEXT"
    kind: type[str | int] = str


# ------------------------------------------------------------------------------- what a box's parts promise


class Picture(Protocol):
    """Something that draws a state, or a seat's view of one."""

    def __call__(self, game: Any, state: Any, /) -> Scene:
        """Return the picture."""


class Player(Protocol):
    """Something that chooses for a seat; it is handed the seat's view, so it cannot cheat."""

    def choose(self, game: Any, view: Any, seat: Seat) -> Any:
        """Return one of the legal moves."""


class Progress(Protocol):
    """Someone who is told how far long work has come."""

    def __call__(self, what: str, done: int, whole: int, positions: int, /) -> None:
        """Take note of what is being done, how far it is, of how much, and the positions so far."""


class Findings(Protocol):
    """What long work found: its str is for people, its facts are for machines."""

    def as_dict(self) -> dict[str, Any]:
        """Return the facts, ready for JSON."""


class Report(Findings, Protocol):
    """The findings of an analysis, which can be plotted."""

    def chart(self) -> Scene:
        """Return a plot of them."""


class Analyse(Protocol):
    """Something that counts all that can happen in a game."""

    def __call__(
        self, game: Any, /, *, memory: int, folder: Path | None = None, progress: Progress | None = None
    ) -> Report:
        """Return the report, in so many bytes of memory; with a folder it can be broken off and go on."""


class Consult(Protocol):
    """Something that knows the exact answer for any position."""

    def __call__(self, game: Any, state: Any, /, *, memory: int, progress: Progress | None = None) -> Findings:
        """Return all that is known of a position, however long it takes to find out."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle that was made to order: the name of its game, and what is known of it."""

    name: str
    facts: Mapping[str, Any]


class Compose(Protocol):
    """Something that makes puzzles to order."""

    def __call__(self, variant: str | None, seed: int, wishes: Mapping[str, Any], /) -> Puzzle:
        """Return a puzzle that can be won, on a variant's board or on any, as the wishes ask."""


Row = tuple[str, int | None, int]
"""The answer to one deal of many: verdict, length of the line, positions looked at."""

# -------------------------------------------------------------------------------------------------- the parts


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a game looks like."""

    picture: Picture
    styles: Styles = BASE
    """How its pictures are painted."""
    opposite: Picture | None = None
    """The same picture from the other side, where the second seat sits opposite the first; squares keep their names."""
    showcase: Mapping[str, str] = field(default_factory=dict)
    """By the names of variants, the moves to a position that shows more of the game than its start."""

    def scene_for(self, seat: Seat, game: Game[Any, Any], view: Any) -> Scene:
        """Return the picture of a view from where a seat sits; spectators sit with the first."""
        return (self.opposite if self.opposite and seat == 1 else self.picture)(game, view)


@dataclass(frozen=True, kw_only=True)
class Texts:
    """What people write besides moves and positions."""

    formats: Mapping[str, Callable[[str], str | None]] = field(default_factory=dict)
    """Foreign formats of records by name: each gives hoyle's text of a text in it, or None if the text is not in it."""
    unsaid: tuple[Option, ...] = ()
    """What a foreign record may leave out and a person can add: ``first: red`` on a line before it."""
    deal: Callable[[Any, str], Sequence[Any]] | None = None
    """Nature's moves that a text stands for, where people write down deals."""
    setups: Callable[[Any, Seat], Mapping[str, str]] | None = None
    """Ready-made setups for a seat by name, each a text that stands for the moves by which the seat sets up unseen."""


@dataclass(frozen=True, kw_only=True)
class Study:
    """What can be found out about a game beyond solving one position."""

    analyse: Analyse | None = None
    oracle: Consult | None = None
    compose: Compose | None = None
    wishes: tuple[Option, ...] = ()
    """What compose can be asked for."""
    check: Callable[..., object] | None = None
    """What a certificate proves, from its JSON text alone; it raises a HoyleError for a false one.  ``positions`` bounds how
    many it may have to enumerate."""
    exhibit: Callable[[Mapping[str, Any]], Iterable[Scene]] | None = None
    """Pictures of what a certificate argues with."""
    batch: Mapping[str, Callable[..., Sequence[Row]]] = field(default_factory=dict)
    """By the names of solvers, how to answer many deals at once."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """A game's rules page, variants and look, its solvers and players, and what else it brings.

    The first variant is the default, and so are the first solver and the first player.  What is seldom needed, or needs a
    kernel, is imported Later.  The shelf holds games of all types and a table knows none of them, so here, and only
    here, types end in Any.

    >>> from hoyle.games.nim import BOX
    >>> BOX.name, BOX.title, BOX.default
    ('nim', 'Nim', 'classic')
    """

    name: str
    title: str
    rules: str
    variants: Mapping[str, str]
    """The names of the variants, each with one line on it."""
    game: Callable[[str], Game[Any, Any]]
    """The game that a variant's name or text stands for; it raises a HoyleError for any other."""
    options: tuple[Option, ...] = ()
    """What can be set besides the variant's name."""
    vary: Callable[[str, Mapping[str, Any]], str] | None = None
    """The name of a variant with such options."""
    seats: tuple[str, ...] = ()
    """What the seats are called, where they have names."""
    look: Look
    solvers: Mapping[str, Callable[[], Solver[Any, Any]]] = field(default_factory=dict)
    hints: str | None = None
    """The solver that gives hints, where it is not the first."""
    players: Mapping[str, Callable[[Dice], Player]] = field(default_factory=dict)
    """Each is made with the dice that it may roll, and rolls no others."""
    texts: Texts = field(default_factory=Texts)
    study: Study = field(default_factory=Study)

    @property
    def default(self) -> str:
        """The variant that is meant when none is named."""
        return next(iter(self.variants))

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called."""
        return self.seats[seat] if seat < len(self.seats) else f"seat {seat + 1}"

    def solver(self, name: str | None = None) -> Solver[Any, Any]:
        """Return a solver by name, or the first."""
        return _pick("solver", self.name, self.solvers, name)()

    def player(self, name: str | None, dice: Dice) -> Player:
        """Return a player by name, or the first."""
        return _pick("player", self.name, self.players, name)(dice)

    def dealing(self, game: Game[Any, Any], text: str | None) -> Sequence[Any]:
        """Return nature's moves that a deal as text stands for; none for None."""
        if text is None:
            return ()
        if self.texts.deal is None:
            raise HoyleError(f"{self.name} has no deals as text")
        return self.texts.deal(game, text)


def _pick(kind: str, box: str, things: Mapping[str, T], name: str | None) -> T:
    if not things:
        raise HoyleError(f"{box} has no {'computer opponent' if kind == 'player' else kind}")
    if name is None:
        return next(iter(things.values()))
    if name not in things:
        raise HoyleError(unknown(f"{kind} of {box}", name, things))
    return things[name]


def unknown(kind: str, name: str, names: Iterable[str]) -> str:
    """Return the words for a name that is not there, with those that come nearest to it.

    >>> unknown("variant", "frensh", ["english", "french"])
    "no variant is called 'frensh'; did you mean french?"
    >>> unknown("player of nim", "careless", ["perfect"])
    "no player of nim is called 'careless'; there is only perfect"
    """
    known = list(names)
    near = get_close_matches(name, known, n=3, cutoff=0.65)
    others = f"; there {'is only' if len(known) == 1 else 'are'} {', '.join(known)}" if known else ""
    advice = f"; did you mean {' or '.join(near)}?" if near else others
    return f"no {kind} is called {name[:40]!r}{advice}"
