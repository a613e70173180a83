"""The law of hints: they keep what they promise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, Final

from hoyle.advice import Hint, advise, hint, hint_from
from hoyle.game import NATURE, HoyleError, tally
from hoyle.laws.law import Checks, Fault, check, law
from hoyle.laws.walk import Moment, Walk
from hoyle.match import Match
from hoyle.solver import Chance, Verdict, wins

FEW: Final = 2
"""How many moves are tried from a position that is said to be lost."""
BUDGET: Final = 30_000
"""How many positions a hint may look at here: one that gives up promises nothing."""


BUDGETS: Final = (1, 300)
"""The budgets that solvers are given, to see whether they keep to them."""


@law(excuse="no solver gives a hint")
def promises(walk: Walk, moment: Moment) -> Checks:
    """Playing every hint wins, in no more moves than were promised, and in exactly as many where that is proved."""
    # Each promise is followed to its end, which takes long, so only two moments are tried.
    chosen = moment.ply == walk.first_choice or moment is walk.moments[len(walk.moments) // 2]
    if walk.game.seats == 1 and walk.box.solvers and chosen:
        match = Match(walk.game, moment.match.start, moment.match.line)
        if match.turn not in {None, NATURE}:
            yield from keep(match, walk.dice(moment))


@law(excuse="it has no solver")
def budgets(walk: Walk, moment: Moment) -> Checks:
    """Every solver keeps to its budget of positions, and answers, or refuses in one line that names another solver."""
    if walk.game.seats > 1 or moment.ply != walk.first_choice or moment.match.turn is None:
        return
    names, just_enough = list(walk.box.solvers), set[int]()
    for name, budget in product(names, BUDGETS):
        yield from _keep_budget(walk, moment, name, budget, just_enough)
    # What is just enough for one search leaves nothing for the next.
    for name, budget in product(names, sorted(just_enough)):
        yield from _keep_budget(walk, moment, name, budget, set())


def _keep_budget(walk: Walk, moment: Moment, name: str, budget: int, looked: set[int]) -> Checks:
    """Check a solver with a budget, and add the number of positions that it looked at."""
    try:
        found = walk.box.solver(name).solve(walk.game, moment.match.state, budget)
    except HoyleError as refusal:
        others = any(other in str(refusal) for other in walk.box.solvers if other != name)
        yield check(others and "\n" not in str(refusal), f"{name} refuses: {refusal}")
    else:
        yield check(found.nodes <= budget, f"{name} may look at {budget} positions and looked at {found.nodes}")
        looked.add(max(1, found.nodes))


def keep(match: Match[Any, Any], dice: Any, budget: int = BUDGET) -> Checks:
    """Play every hint from a position, and check each against the one before."""
    found = advise(match, budget)
    given = hint_from(match, found, budget)
    if isinstance(found, Chance):
        yield from _keep_chance(match, found, dice, budget)
    elif given.move is not None:
        yield from _keep_line(match, given, budget)
    elif given.exact:
        for move in islice(match.game.moves(match.state), FEW):
            after = match.play(move)
            lost = after.turn is None or hint(after, budget).move is None
            yield check(lost and not wins(match.game, after.state), "it was said to be lost", move)


def _keep_line(match: Match[Any, Any], given: Hint, budget: int) -> Iterator[Fault | None]:
    total, exact = _total(match, given), given.exact
    while match.turn is not None:
        given = hint(match, budget)
        yield check(given.move is not None, f"a win was promised: {tally(total)}")
        now = _total(match, given)
        kept = now == total if exact else tuple(now.values()) <= tuple(total.values())
        yield check(kept, f"{tally(total)} were promised in all, and now it is {tally(now)}", given.move)
        yield check(" 0 " not in given.words, f"nothing is counted: {given.words}", given.move)
        total, exact = now, exact or given.exact
        match = match.play(given.move)
    yield check(wins(match.game, match.state), f"a win was promised, but it is {match.outcome}")


def _total(match: Match[Any, Any], given: Hint) -> dict[str, int]:
    """Return how long the match will be in the end, with what was played so far."""
    played = match.game.measure(match.moves)
    return {unit: played[unit] + left for unit, left in given.left.items()}


def _keep_chance(match: Match[Any, Any], found: Verdict[Any], dice: Any, budget: int) -> Iterator[Fault | None]:
    """Check that an exact chance stays the same before nature has moved, and that a certain win stays certain after it has."""
    while isinstance(found, Chance) and found.move is not None and found.exact:
        after = match.play(found.move)
        before_chance = advise(after, budget) if after.turn == NATURE else None
        if isinstance(before_chance, Chance) and before_chance.exact:
            words = f"the chance was {found.probability}, and becomes {before_chance.probability}"
            yield check(before_chance.probability == found.probability, words, found.move)
        match = after.settle(dice)
        if found.probability < 1 or match.turn is None:
            yield check(found.probability < 1 or wins(match.game, match.state), "a win was certain", found.move)
            return
        move, found = found.move, advise(match, budget)
        certain = isinstance(found, Chance) and found.probability == 1
        yield check(certain, "a win was certain, and no longer is", move)
