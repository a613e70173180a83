"""Advice on a match as it stands: a verdict by one of the game's solvers, or a hint.

>>> from hoyle.games.pegs import game
>>> match = Match.new(game(".OO.O/*****"))
>>> hint(match).words
'b1d1 leads to a win in 2 jumps, 2 turns; exact: 1 of 2 jumps keep the win, and no line has fewer than 2 turns'
>>> solve(match)
Solution(b1d1 e1c1; solved: 2 jumps, 2 turns)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from hoyle.box import Box
from hoyle.dice import Dice
from hoyle.game import NATURE, Game, HoyleError, tally
from hoyle.match import Match
from hoyle.shelf import box_of, find
from hoyle.solver import Chance, DepthFirst, GaveUp, Solved, Unsolvable, Verdict, describe

BUDGET: Final = 1_000_000
"""How many positions a search for a hint or a solution may look at."""
DEALS: Final = 40
"""How many deals are tried by the rules alone."""
FEW: Final = 200
"""How many positions of each of these are looked at."""
MANY_DEALS: Final = 200
"""How many deals are tried with a solver; even if only one in four can be won, one of these is almost certain to be."""
QUICK: Final = 20_000
"""How many positions of each of these are looked at: trying another deal is quicker than deciding a hard one."""
SHORT: Final = 2_000
"""How many are looked at where chance goes on, and a deal is only passed over if it is lost whatever comes."""


@dataclass(frozen=True)
class Hint:
    """A move to make now, if one is known, and what is known about it."""

    move: Any | None
    words: str
    exact: bool = False
    """Whether the promise is proved: no line is shorter, or the chance is a proved fraction."""
    left: Mapping[str, int] = field(default_factory=dict)
    """How long the line is that the move begins, in the units that players count."""
    line: tuple[Any, ...] = ()
    """The line that the move begins, if it is certain to win."""


@dataclass(frozen=True, repr=False)
class Solution:
    """A verdict on a match, with the match; in a notebook its line draws itself."""

    match: Match[Any, Any]
    verdict: Verdict[Any]

    def __repr__(self) -> str:
        """Return one short line."""
        return f"Solution({'; '.join(filter(None, (' '.join(map(str, self.line)), self.words)))})"

    @property
    def line(self) -> tuple[Any, ...]:
        """The moves that win, if there are any."""
        return self.verdict.line

    @property
    def words(self) -> str:
        """The verdict in words."""
        return describe(self.match.game, self.verdict)

    def _repr_svg_(self) -> str:
        """Return every position of the line."""
        from hoyle.scene import strip
        from hoyle.svg import to_svg

        end = self.match.play(*self.line) if self.verdict.kind == "solved" else self.match
        return to_svg(strip(end.scenes()[len(self.match.line) :]))


def solve(match: Match[Any, Any] | str, solver: str | None = None, budget: int = BUDGET) -> Solution:
    """Return the solution of a match as it stands, or of the game with a name, by the solver named or the game's first.

    >>> solve("pegs/easy").line == (*solve("pegs/easy", "breadth-first").line,)
    True
    """
    match = Match.open(match) if isinstance(match, str) else match
    return Solution(match, verdict(match, solver, budget))


def verdict(match: Match[Any, Any], solver: str | None = None, budget: int = BUDGET) -> Verdict[Any]:
    """Return the verdict on a match as it stands, by the solver named or the game's first."""
    return box_of(match.game).solver(solver).solve(match.game, match.state, budget)


def hint(match: Match[Any, Any], budget: int = BUDGET) -> Hint:
    """Return a hint for the seat to move: from a solver, or else what the game's first player would do.

    A hint is a promise: if you play every hint you win, in no more moves than the first one said.
    """
    game, seat = match.game, match.turn
    if seat is None:
        raise HoyleError(game.over(match.state) or "the match is over")
    if seat == NATURE:
        raise HoyleError("chance moves next; settle the match first")
    box = box_of(game)
    if box.solvers:
        return hint_from(match, advise(match, budget), budget)
    if not box.players:
        raise HoyleError(f"{box.title} has no hints")
    name = next(iter(box.players))
    move = box.player(name, Dice(0)).choose(game, match.view(seat), seat)
    return hint_by(box, name, move)


def hint_by(box: Box, player: str, move: Any) -> Hint:
    """Return the hint that a player gives by its move."""
    return Hint(move, f"{player} would play {move}" + (f": {box.texts.tell(move)}" if box.texts.tell else ""))


def advise(match: Match[Any, Any], budget: int = BUDGET) -> Verdict[Any]:
    """Return the verdict behind a hint: a proved one if that is quick, else the rest of a line found before, else a new one."""
    game, box = match.game, box_of(match.game)
    found: Verdict[Any] = GaveUp("nothing was looked at", 0)
    if box.hints is not None:
        found = box.solver(box.hints).advise(game, match.state, match.moves, budget)
    if isinstance(found, GaveUp):
        found = Solved(match.promise, 0) if match.promise else verdict(match, None, budget)
    if isinstance(found, Solved):
        match.remember(found.line)
    return found


def hint_from(match: Match[Any, Any], found: Verdict[Any], budget: int = BUDGET) -> Hint:
    """Return the hint that a verdict on a match gives; for a lost position, it says since when it is lost."""
    if isinstance(found, Solved) and found.line:
        left = match.measure(found.line)
        # A line that only continues the last turn takes no new one, and “0 turns” would say nothing.
        words = f"{found.line[0]} leads to a win in {tally({unit: n for unit, n in left.items() if n})}"
        return Hint(found.line[0], "; ".join(filter(None, (words, found.why))), found.shortest, left, found.line)
    if isinstance(found, Chance) and found.move is not None:
        how = "" if found.probability == 1 else f" with a chance of {float(found.probability):.1%}"
        return Hint(found.move, f"{found.move} wins{how}: {found.why}", found.exact)
    if isinstance(found, Unsolvable):
        return Hint(None, f"{_loss(match, budget // 50 or 1)}: {found.why}", exact=True)
    return Hint(None, f"no answer found: {found.why}")


def winnable(match: Match[Any, Any], budget: int = BUDGET) -> bool:
    """Tell whether a match is not over and, if the game has a solver, whether a win or a chance of one is found."""
    if match.turn is None:
        return False
    if not box_of(match.game).solvers:
        return True
    found = verdict(match, None, budget)
    return found.probability > 0 if isinstance(found, Chance) else isinstance(found, Solved)


def why_lost(box: Box, name: str, match: Match[Any, Any]) -> str | None:
    """Return why a match of the game with a name cannot be won from its start, if its box says so, or that is seen at once."""
    game = match.game
    begins = match.turn is not None and all(game.turn(state) == NATURE for state in match.states[:-1])
    if game.seats > 1 or not box.solvers or not begins:
        return None
    known = box.lost.get(name.partition("/")[2]) if match.state == game.start() else None
    why = known or box.solver().refute(game, match.state)
    if why is None and only_deals(box, game):
        found = DepthFirst[Any, Any]().solve(game, match.state, FEW)
        why = found.why if isinstance(found, Unsolvable) else None
    return why


def why_lost_from(name: str, start: str | None, seed: int | None) -> str | None:
    """Return why a game cannot be won from a position, or else from its start, after what a seed deals, if anything does.

    >>> why_lost_from("pegs/english@d4-c3", None, None)
    'the last peg cannot be in c3, since every jump keeps the position class, and a single peg would be in a different one'
    """
    box, game = find(name)
    if seed is None and game.turn(game.start() if start is None else game.read(start)) == NATURE:
        return None
    return why_lost(box, name, Match.open(name, start, seed or 0))


def only_deals(box: Box, game: Game[Any, Any]) -> bool:
    """Tell whether chance at most deals: one seat, and a solver that could not weigh what comes later.

    >>> [only_deals(*find(name)) for name in ("pegs", "domino", "dots", "nim")]
    [True, True, False, False]
    """
    return game.seats == 1 and bool(box.solvers) and not box.solver().weighs_chance


def chooses_deals(box: Box, game: Game[Any, Any]) -> bool:
    """Tell whether a match for one begins with a deal, and a solver can choose one that is not lost.

    >>> [chooses_deals(*find(name)) for name in ("pegs", "domino", "dots/dealt", "nim")]
    [False, True, True, False]
    """
    return game.seats == 1 and bool(box.solvers) and game.turn(game.start()) == NATURE


def winnable_seed(name: str, seed: int) -> int:
    """Return the first seed found, from the given one on, whose deal is certain to be winnable.

    If chance plays a part later too, its deal is not known to be lost, and if nothing is dealt, this is the given seed.
    Deals that the rules alone win in a moment are tried first, so that no kernel has to be loaded.  Raises a HoyleError if
    no such deal is found.

    >>> winnable_seed("dots/pairs", 159), winnable_seed("dots/classic", 159)
    (160, 159)
    """
    box, game = find(name)
    if not chooses_deals(box, game):
        return seed
    plain, own = (DepthFirst[Any, Any](), DEALS, FEW), (box.solver(), MANY_DEALS, QUICK)
    for solver, deals, budget in (plain, own) if only_deals(box, game) else ((box.solver(), MANY_DEALS, SHORT),):
        for number in range(seed, seed + deals):
            deal = Match.new(game).settle(Dice(number))
            found = None if deal.turn is None else solver.solve(game, deal.state, budget)
            if isinstance(found, Solved) or (solver.weighs_chance and isinstance(found, Chance | GaveUp)):
                return number
    raise HoyleError(f"no winnable deal was found among {MANY_DEALS} of {name}; allow any deal, or give another seed")


def _loss(match: Match[Any, Any], budget: int) -> str:
    """Return in words since when a match is lost, as far as that is found quickly, and what to undo to win after all.

    Every position after a lost one is lost too, so the first lost one is found by halving.
    """
    choices = [ply for ply, state in enumerate(match.states[:-1]) if match.game.turn(state) != NATURE]
    first, last, winning, step = 0, len(choices), -1, 1

    def look_at(number: int) -> Verdict[Any]:
        return advise(replace(match, line=match.line[: choices[number]]), budget)

    while first < last:
        middle = (first + last) // 2
        found = look_at(middle)
        if isinstance(found, Unsolvable):
            last = middle
        else:
            first, winning = middle + 1, winning if isinstance(found, GaveUp) else middle
    if first == 0:
        return "this cannot be won" if not choices else "this could not be won from its start"
    # Nobody is sent back to positions on which the search gave up, since they may be lost as well.
    at_the_latest = "" if winning == first - 1 else " at the latest"
    while winning < 0 and step < 2 * first:
        earlier = max(first - 1 - step, 0)
        winning = -1 if isinstance(look_at(earlier), GaveUp) else earlier
        step *= 2
    undo = f"; undo {len(choices) - winning}" if winning >= 0 else ""
    return f"lost since move {first}{at_the_latest}{undo}"
