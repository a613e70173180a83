"""Box: everything that a game puts on the shelf, in a few parts.

A game needs a name, its rules, its variants and a look.  Everything else is optional.  Whatever a table must know about
a game beyond its moves is here, as data: no table knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from hoyle.dice import Dice
from hoyle.game import Game, HoyleError, Seat
from hoyle.scene import Scene
from hoyle.styles import BASE, Styles

if TYPE_CHECKING:
    from hoyle.solver import Solver  # its contracts would add some milliseconds to hoyle list

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Later:
    """A function given by its module and name and imported only when it is called, so that opening a box costs nothing.

    >>> Later("fractions:Fraction")(6, 4)
    Fraction(3, 2)
    """

    place: str

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Import and call it."""
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)(*arguments, **options)


@dataclass(frozen=True, slots=True)
class Option:
    """A named setting: ``--from HOLE`` on the command line, a field in a form."""

    name: str
    help: str
    metavar: str = "TEXT"
    kind: type[str | int] = str
    choices: tuple[str, ...] = ()
    """The only values, if they can be listed."""


# ------------------------------------------------------------------------------- what a box's parts promise


class Picture(Protocol):
    """A function that draws a state, or a seat's view of one."""

    def __call__(self, game: Any, state: Any, /) -> Scene:
        """Return the picture."""


class Player(Protocol):
    """A computer player; it sees only the view of its seat, so it cannot cheat."""

    def choose(self, game: Any, view: Any, seat: Seat) -> Any:
        """Return one of the legal moves."""


class Progress(Protocol):
    """A function that shows the progress of long work."""

    def __call__(self, what: str, done: int, whole: int, positions: int, /) -> None:
        """Show the current step, how much of it is done, out of how much, and the positions so far."""


class Findings(Protocol):
    """The result of long work: its str is for people, its facts are for machines."""

    def as_dict(self) -> dict[str, Any]:
        """Return the facts, ready for JSON."""


class Report(Findings, Protocol):
    """The result of an analysis, which can be plotted."""

    def chart(self) -> Scene:
        """Return the plot."""


class Analyse(Protocol):
    """A function that counts everything that can happen in a game."""

    def __call__(
        self, game: Any, /, *, memory: int, folder: Path | None = None, progress: Progress | None = None
    ) -> Report:
        """Return the report, using at most some bytes of memory; with a folder, the work can be stopped and continued."""


class Consult(Protocol):
    """A function that gives the exact answer for any position."""

    def __call__(self, game: Any, state: Any, /, *, memory: int, progress: Progress | None = None) -> Findings:
        """Return everything about a position, however long that takes."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle made to order: the name of its game, and what is known about it."""

    name: str
    facts: Mapping[str, Any]


class Compose(Protocol):
    """A function that makes puzzles to order."""

    def __call__(self, variant: str | None, seed: int, wishes: Mapping[str, Any], /) -> Puzzle:
        """Return a puzzle that can be won and meets the wishes, on a variant's board or on any."""


Row = tuple[str, int | None, int]
"""The answer to one deal of many: verdict, length of the line, positions looked at."""


class Best(NamedTuple):
    """What the seat to move achieves with best play; None where that is not known."""

    chance: Fraction | None
    """The chance to win."""
    left: int | None
    """The least that is left to do at the end."""
    why: str


class Machine(NamedTuple):
    """Many matches of one game as arrays, and the machine code that plays them; lab/envs/batch.py says how it is called."""

    advance: Callable[..., None]
    tables: tuple[Any, ...]
    """The rules as arrays."""
    store: tuple[Any, ...]
    """The positions as arrays, a row for each match."""
    state: Callable[[int], Any]
    """The state of the match in a row, as the rules represent it."""


# -------------------------------------------------------------------------------------------------- the parts


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a game looks like."""

    picture: Picture
    styles: Styles = BASE
    """The styles of its pictures."""
    opposite: Picture | None = None
    """The same picture from the other side, if the second seat sits opposite the first; squares keep their names."""
    legend: tuple[str, ...] = ()
    """What its letters mean in the text, each in a word or two, if a player may not know them."""
    showcase: Mapping[str, str] = field(default_factory=dict)
    """For each variant, the moves to a position that shows more than the start."""

    def scene_for(self, seat: Seat, game: Game[Any, Any], view: Any) -> Scene:
        """Return the picture of a view from where a seat sits; spectators sit with the first."""
        return (self.opposite if self.opposite and seat == 1 else self.picture)(game, view)


@dataclass(frozen=True, kw_only=True)
class Texts:
    """What people write besides moves and positions."""

    formats: Mapping[str, Callable[[str], str | None]] = field(default_factory=dict)
    """Foreign formats of records by name: each translates a text into hoyle's, or returns None if it is not in that format."""
    unsaid: tuple[Option, ...] = ()
    """What a foreign record may leave out and a person can add, as in ``first: red`` on a line before it."""
    deal: Callable[[Any, str], Sequence[Any]] | None = None
    """Nature's moves that a text stands for, if people write down deals."""
    spoken: Mapping[str, str] = field(default_factory=dict)
    """The words, after the name of the seat, for a report that is only a sign in a record."""
    tell: Callable[[Any], str] | None = None
    """A move in words, if its notation says little to a newcomer."""
    setups: Callable[[Any, Seat], Mapping[str, str]] | None = None
    """Ready-made setups for a seat by name, each as a text that spells the moves by which the seat sets up unseen."""


@dataclass(frozen=True, kw_only=True)
class Study:
    """What can be found out about a game beyond solving one position."""

    analyse: Analyse | None = None
    oracle: Consult | None = None
    prepare: Callable[[Any], object] | None = None
    """A preparation of some seconds that makes every later hint for a game exact."""
    compose: Compose | None = None
    level: Callable[[int, Dice], str] | None = None
    """The name of a game that suits a level from 1, the easiest, to 5; chance decides what is left open."""
    wishes: tuple[Option, ...] = ()
    """The wishes that compose understands."""
    check: Callable[..., object] | None = None
    """What a certificate proves, from its JSON text alone; a HoyleError if it is false.  ``positions`` bounds how many it may
    enumerate."""
    exhibit: Callable[[Mapping[str, Any]], Iterable[Scene]] | None = None
    """Pictures of what a certificate argues with."""
    batch: Mapping[str, Callable[..., Sequence[Row]]] = field(default_factory=dict)
    """How each solver, by its name, solves many deals at once."""
    rehearse: Mapping[str, Callable[[], object]] = field(default_factory=dict)
    """Small tasks by name that between them call every kernel: hoyle warm runs them, each in one process."""


@dataclass(frozen=True, slots=True)
class Level:
    """One puzzle of a pack: its game, the seed that deals it, and the least that wins it, in the units that players count."""

    title: str
    game: str
    par: Mapping[str, int]
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles in the order in which they are best played."""

    name: str
    title: str
    words: str
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One task of a lesson: a position, what to do in it, the paragraphs of the rules about it, and what it shows.

    ``accept`` lists the lines of moves that complete it; if it lists none, any legal move does.  If ``wins`` is set, every
    line that wins completes it, and ``accept`` gives one of them.
    """

    game: str
    position: str | None
    task: str
    rules: tuple[int, ...]
    accept: tuple[str, ...]
    then: str
    wins: bool = False
    seats: tuple[str, ...] = ()
    """Who has each seat, if you do not play them all: ``me``, or the name of a player."""


@dataclass(frozen=True, slots=True)
class Face:
    """How a player appears as an opponent: a name, a sign, and one line about how it plays."""

    title: str
    sign: str
    words: str


Week = tuple[str | Mapping[str, Any], ...]


@dataclass(frozen=True, kw_only=True)
class Guide:
    """What takes people from their first match to the next one."""

    aim: str = ""
    """The aim of the game, in one short sentence, if the caption does not say it."""
    notes: str = ""
    """What a table shows without explaining it, in one sentence."""
    how: tuple[str, ...] = ()
    """How to play, in about five lines, for people who have not read the rules."""
    week: Week = ()
    """What the daily puzzles are made from, from an easy Monday to a hard Sunday: names of variants that chance deals, or
    wishes for compose."""
    former: Mapping[str, Week] = field(default_factory=dict)
    """Earlier weeks, in order, each by the first day on which it no longer held, such as 2026-11-23, so that past puzzles
    stay what they were."""
    par: Callable[[Any, Any], Mapping[str, int] | None] | None = None
    """The least that is certain to win from a state, if no solver finds it."""
    packs: Callable[[], Sequence[Pack]] | None = None
    lesson: Callable[[], Sequence[Step]] | None = None
    material: Callable[[Any, Any], Sequence[int]] | None = None
    """How much each seat has left in a state, for the story of a match that is over."""
    levels: tuple[str, ...] = ()
    """The players as opponents, from the weakest to the strongest; by default all of them, from the last to the first."""
    faces: Mapping[str, Face] = field(default_factory=dict)
    """How the players appear, by their names; a player without one is called by its name."""
    ladder: Callable[[], str] | None = None
    """The ratings of the players as JSON: the arena's ``command`` that measured them, and each player's rating and error by
    name."""

    def week_of(self, date: str) -> Week:
        """Return the week to which a day belongs.

        >>> Guide(week=("b",), former={"2026-11-23": ("a",)}).week_of("2026-11-22")
        ('a',)
        """
        return next((week for end, week in self.former.items() if date < end), self.week)


HIGHEST: Final = 254
"""The highest number that a learner is shown; larger ones are shown as this one.

Some libraries take small numbers from 0 to 255 for the colours of pixels, divide them by 255 and exchange their axes.
"""


@dataclass(frozen=True, kw_only=True)
class Training:
    """What a learner needs to know about a game; each part may be left out, and is then derived from the rules."""

    stepwise: Callable[[Any], Game[Any, Any]] | None = None
    """The same game in smaller choices, if it has too many moves to number."""
    picture: Picture | None = None
    """The picture of such a game."""
    actions: Callable[[Any], Sequence[str]] | None = None
    """Every move that a seat can ever have, as text and in a fixed order."""
    observe: Callable[[Any, Any, Seat], Mapping[str, Any]] | None = None
    """A view as numbers from 0 to HIGHEST, by the names of planes: rows from the top, or one number for all squares."""
    left: Callable[[Any, Any], int] | None = None
    """How much is left to do in a state, 0 if nothing is."""
    deal: Callable[[Any, Any, Dice], Any] | None = None
    """The move that dice make for a seat that would otherwise set up unseen, or None."""
    horizon: Callable[[Any], int] | None = None
    """After how many choices an episode is cut off."""
    best: Callable[[Any, Any], Best] | None = None
    """What best play achieves from a state; by default the first solver is asked."""
    machine: Callable[..., Machine] | None = None
    """A function of (game, rows, horizon, dealt) that makes room for that many matches of at most that many choices, dealt
    or set up by the seats."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """A game's rules page, variants and look, its solvers and players, and whatever else it offers.

    The first variant, solver and player are the defaults.  Anything that is seldom needed, or needs a kernel, is a `Later`.
    The shelf holds games of all types and a table knows none of them, so here, and only here, types end in Any.

    >>> from hoyle.games.nim import BOX
    >>> BOX.name, BOX.title, BOX.default
    ('nim', 'Nim', 'classic')
    """

    name: str
    title: str
    rules: str
    variants: Mapping[str, str]
    """The names of the variants, each with one line on it."""
    lost: Mapping[str, str] = field(default_factory=dict)
    """The variants whose lines say that they cannot be won from their start, each with the reason."""
    game: Callable[[str], Game[Any, Any]]
    """The game that a variant's name or text stands for; any other text raises a HoyleError."""
    options: tuple[Option, ...] = ()
    """What can be set besides the variant."""
    vary: Callable[[str, Mapping[str, Any]], str] | None = None
    """The name of a variant with such options."""
    seats: tuple[str, ...] = ()
    """The names of the seats, if they have any."""
    look: Look
    solvers: Mapping[str, Callable[[], Solver[Any, Any]]] = field(default_factory=dict)
    hints: str | None = None
    """The solver whose advice is exact, if it is not the first; where it gives up, the first searches."""
    players: Mapping[str, Callable[[Dice], Player]] = field(default_factory=dict)
    """Each gets its dice, and rolls no others."""
    programs: Mapping[str, Callable[..., AbstractContextManager[Player]]] = field(default_factory=dict)
    """Players that are programs with a protocol of their own, by the protocol's name; each is made from the program's command."""
    texts: Texts = field(default_factory=Texts)
    study: Study = field(default_factory=Study)
    guide: Guide = field(default_factory=Guide)
    training: Training = field(default_factory=Training)

    @property
    def default(self) -> str:
        """The variant meant by a name without one."""
        return next(iter(self.variants))

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.seats[seat] if seat < len(self.seats) else f"seat {seat + 1}"

    def solver(self, name: str | None = None) -> Solver[Any, Any]:
        """Return a solver by name, or the first."""
        return _pick("solver", self.name, self.solvers, name)()

    def player(self, name: str | None, dice: Dice) -> Player:
        """Return a player by name, or the first."""
        return self.maker(name)(dice)

    def maker(self, name: str | None) -> Callable[[Dice], Player]:
        """Return the function that makes a player by name, or the first; nothing is loaded until it is called."""
        return _pick("player", self.name, self.players, name)

    def read_deal(self, game: Game[Any, Any], text: str | None) -> Sequence[Any]:
        """Return nature's moves that a deal as text stands for; none without a text."""
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
    """Return the words for an unknown name, with the nearest known ones.

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
