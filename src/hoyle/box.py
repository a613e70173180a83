"""Box: all that one game puts on the shelf, and Player: whoever chooses moves for a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from hoyle.dice import Dice
from hoyle.game import Game, HoyleError, Seat
from hoyle.scene import Scene

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


class Player(Protocol):
    """Whoever chooses for a seat; it is handed the seat's view, so it cannot cheat."""

    def choose(self, game: Any, view: Any, seat: Seat) -> Any:
        """Return one of the legal moves."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle that was made to order: the name of its game, and what is known of it."""

    name: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Box:
    """A game's variants, rules page, picture, solvers and players.

    The first variant is the default.  What is seldom needed, or needs a kernel, is imported Later.
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
    game: Callable[[str], Game[Any, Any]]
    """The game that a variant's name or text stands for; it raises a HoyleError for any other."""
    picture: Callable[[Any, Any], Scene]
    opposite: Callable[[Any, Any], Scene] | None = None
    """The same picture from the other side, where the second seat sits opposite the first; squares keep their names."""
    showcase: Mapping[str, str] = field(default_factory=dict)
    """By the names of variants the moves to a position that shows more of the game than its start, for the shelf."""
    seats: tuple[str, ...] = ()
    """What the seats are called, where they have names."""
    solvers: Mapping[str, Callable[[], Solver[Any, Any]]] = field(default_factory=dict)
    hints: str | None = None
    """The solver that gives hints, where it is not the first."""
    players: Mapping[str, Callable[[], Player]] = field(default_factory=dict)
    analyse: Callable[..., Any] | None = None
    """A report on all that can happen in a game."""
    oracle: Callable[..., Any] | None = None
    """The exact answer for a position of a game, however long it takes."""
    verify: Callable[..., Any] | None = None
    """What a certificate proves, from its JSON text alone; it raises a HoyleError for a false one.  ``positions`` bounds how
    many it may have to enumerate."""
    exhibit: Callable[[Mapping[str, Any]], Iterable[Scene]] | None = None
    """Pictures of what a certificate argues with."""
    compose: Callable[[str | None, int, Mapping[str, Any]], Puzzle] | None = None
    """A puzzle made to order: for a variant or None, a seed, and wishes by name."""
    formats: Mapping[str, Callable[[str], str | None]] = field(default_factory=dict)
    """Foreign formats of records by name: each gives hoyle's text of a text in it, or None if the text is not in it."""
    deal: Callable[[Any, str], Sequence[Any]] | None = None
    """Nature's moves that a text stands for, where people write down deals."""
    setups: Callable[[Any, Seat], Mapping[str, str]] | None = None
    """Ready-made setups for a seat by name, each a text that stands for the moves by which the seat sets up unseen."""
    batch: Mapping[str, Callable[..., Sequence[tuple[str, int | None, int]]]] = field(default_factory=dict)
    """By the names of solvers, how to answer many deals at once: verdict, length and nodes, as rows in lab/survey.py."""

    @property
    def default(self) -> str:
        """The variant that is meant when none is named."""
        return next(iter(self.variants))

    def seen_from(self, seat: Seat, game: Game[Any, Any], view: Any) -> Scene:
        """Return the picture of a view from where a seat sits; spectators sit with the first."""
        return (self.opposite if self.opposite and seat == 1 else self.picture)(game, view)

    def solver(self, name: str | None = None) -> Solver[Any, Any]:
        """Return a solver by name, or the first."""
        return _named("solver", self.name, self.solvers, name)()

    def player(self, name: str | None = None, seed: int | None = None) -> Player:
        """Return a player by name, or the first; with a seed, one that has dice plays the same each time."""
        player = _named("player", self.name, self.players, name)()
        if seed is not None and hasattr(player, "dice"):
            player.dice = Dice(seed)
        return player

    def dealing(self, game: Game[Any, Any], text: str | None) -> Sequence[Any]:
        """Return nature's moves that a deal as text stands for; none for None."""
        if text is None:
            return ()
        if self.deal is None:
            raise HoyleError(f"{self.name} knows no deals as text")
        return self.deal(game, text)


def _named(kind: str, box: str, things: Mapping[str, T], name: str | None) -> T:
    if not things:
        raise HoyleError(f"{box} has no {kind}")
    if name is None:
        return next(iter(things.values()))
    if name not in things:
        raise HoyleError(unknown(f"{kind} of {box}", name, things))
    return things[name]


def unknown(kind: str, name: str, names: Iterable[str]) -> str:
    """Return the words for a name that is not there, with those that come nearest to it.

    >>> unknown("variant", "frensh", ["english", "french"])
    "no variant is called 'frensh'; did you mean french?"
    """
    known = list(names)
    near = get_close_matches(name, known, n=3, cutoff=0.65)
    advice = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(known)}" if known else ""
    return f"no {kind} is called {name[:40]!r}{advice}"
