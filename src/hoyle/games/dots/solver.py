"""Expectimax for dots: the chance to win as an exact fraction if possible, otherwise as a sampled estimate.

>>> from hoyle.games.dots import game
>>> document = game("classic")
>>> verdict = Expectimax().solve(document, document.start(), budget=100_000)
>>> str(verdict.probability), str(verdict.move), verdict.why
('1', 'a1b1c1c2b2', 'certain in 2 moves, whatever falls; a1b1c1c2b2 b4c4c5c6; no single move wins')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import ClassVar, Final, TypeAlias

from hoyle.dice import Dice
from hoyle.game import Game, tally
from hoyle.games.dots.lines import Masks, bits
from hoyle.games.dots.outlook import Outlook, Take, TooManyError
from hoyle.games.dots.rules import Dots, Move, Position
from hoyle.solver import Chance, GaveUp, Solved, Solver, Unsolvable, Verdict

CANDIDATES: Final = 12
"""How many first moves an estimate compares."""
TRIALS, FINAL_TRIALS = 60, 1000
"""How many samples choose among them, and how many fresh ones then measure the chosen one."""
CERTAIN_BUDGET: Final = 20_000
Attempt: TypeAlias = Callable[[Outlook, Position, tuple[int, ...]], "Verdict[Move] | None"]
WEIGHT: Final = 20
"""A position after a refill takes about as long as this many positions of a search without chance."""


class Expectimax(Solver[Position, Move]):
    """The chance to win with best play: certain, exact, or estimated with an interval of 95%."""

    weighs_chance: ClassVar[bool] = True

    def solve(self, game: Game[Position, Move], state: Position, budget: int) -> Verdict[Move]:
        """Return the chance and a best first move, or that no play wins."""
        game = _dots(game)
        if outcome := game.outcome(state):
            won = outcome.scores[0] > 0
            return Solved((), 1, "it is won") if won else Unsolvable(f"it is over: {outcome}", 1)
        wanted = tuple(max(0, more) for more in state.wanted)
        if hopeless := _why_hopeless(game, state):
            return Unsolvable(hopeless, 1)
        attempts: list[tuple[Attempt, int]] = [
            (_certain, min(CERTAIN_BUDGET, budget // 2)),
            (_exact, budget // WEIGHT),
            (_estimate, budget),
        ]
        if state.hole is not None:
            attempts = [(_exact_mean, budget // WEIGHT), (_mean_of_some, budget)]
        outlook = Outlook.of(game, state)
        for attempt, most in attempts:
            outlook.budget = min(budget, outlook.nodes + most)
            try:
                if (verdict := attempt(outlook, state, wanted)) is not None:
                    return verdict
            except TooManyError:
                pass
        return GaveUp(f"neither a chance nor an estimate within {tally({'positions': budget})}", outlook.nodes)

    def refute(self, game: Game[Position, Move], state: Position) -> str | None:
        """Return why the match cannot be won whatever falls, if a count shows it."""
        return _why_hopeless(_dots(game), state)


def _dots(game: Game[Position, Move]) -> Dots:
    if not isinstance(game, Dots):
        raise TypeError(f"this solver plays dots, not {type(game).__name__}")
    return game


def _why_hopeless(game: Dots, state: Position) -> str | None:
    """Return why the match cannot be won whatever falls, or None."""
    unmet = sum(more > 0 for more in state.wanted)
    if unmet > state.left:
        return (
            f"{tally({'objectives': unmet})} open, {tally({'moves': state.left})} left, and a move serves only one (§6)"
        )
    area = len(state.rows) * len(state.rows[0])
    if max(state.wanted) > area * (state.left - unmet + 1):
        return f"{game.to_go(state)} are more than {state.left} moves can remove on this board (§4)"
    return None


def _certain(outlook: Outlook, state: Position, wanted: tuple[int, ...]) -> Chance[Move] | None:
    """Return a certain win if one is found soon, with the fewest moves."""
    for left in range(1, state.left + 1):
        if (takes := outlook.certain(outlook.masks, left, wanted)) is not None:
            paths = [outlook.field.path(take.cells) for take in takes]
            line = " ".join(map(str, paths))
            words = f"certain in {left} moves, whatever falls; {line}; no single move wins"
            why = words if left > 1 else "certain in 1 move"
            return Chance(Fraction(1), paths[0], outlook.nodes, why)
    return None


def _exact(outlook: Outlook, state: Position, wanted: tuple[int, ...]) -> Verdict[Move] | None:
    """Return the exact chance, if that takes no more positions than the budget."""
    game = outlook.game
    if outlook.cost(outlook.masks, state.left) > outlook.budget - outlook.nodes:
        return None
    chance, take = outlook.chance(outlook.masks, state.left, wanted)
    if state.left == 1 and chance == 0:
        return Unsolvable(f"no path takes {game.to_go(state)} dots, and it is the last move", outlook.nodes)
    if chance == 0 or take is None:
        return Unsolvable("no refill lets any play win, and all were looked at", outlook.nodes)
    return Chance(chance, outlook.field.path(take.cells), outlook.nodes, "exact: every play and every refill looked at")


def _exact_mean(outlook: Outlook, state: Position, wanted: tuple[int, ...]) -> Verdict[Move] | None:
    """Return the chance before the dots have fallen, over all ways in which they can, if there are not too many."""
    holes = _empty(outlook)
    ways: int = outlook.game.colours ** len(holes)
    if ways > outlook.budget - outlook.nodes:
        return None
    chances = (outlook.chance(board, state.left, wanted)[0] for board in outlook.refills(outlook.masks, holes))
    mean = sum(chances, start=Fraction(0)) / ways
    if mean == 0:
        return Unsolvable("no way in which dots can fall now lets any play win", outlook.nodes)
    return Chance(mean, None, outlook.nodes, f"exact: the mean over all {ways:,} ways in which dots can fall now")


def _mean_of_some(outlook: Outlook, state: Position, wanted: tuple[int, ...]) -> Chance[Move]:
    """Return the chance before the dots have fallen, over a sample of the ways in which they can."""
    dice, holes = Dice(0), _empty(outlook)
    won = sum(playout(outlook, fill(outlook, holes, dice), state.left, wanted, dice) for _ in range(FINAL_TRIALS))
    return _chance(won, None, outlook.nodes, "deals, played objective-first,")


def _empty(outlook: Outlook) -> tuple[int, ...]:
    full = (1 << outlook.field.area) - 1
    return tuple(bits(full & ~sum(outlook.masks)))


# ---------------------------------------------------------------------------------------------- estimates


def _estimate(outlook: Outlook, state: Position, wanted: tuple[int, ...]) -> Chance[Move]:
    """Return how often the most promising first move wins in samples; fresh samples measure it once it is chosen."""
    dice, whole = Dice(0), outlook.budget
    outlook.budget = min(whole, outlook.nodes + CERTAIN_BUDGET)
    try:
        takes = outlook.lookahead(outlook.masks, wanted)[:CANDIDATES]
    except TooManyError:
        first = outlook.objective_first(outlook.masks, wanted)
        takes = [first] if first else []
    outlook.budget = whole

    def wins(take: Take, trials: int) -> int:
        holes, fallen = (
            outlook.field.holes(take.gone),
            replace(outlook, masks=outlook.field.fall(outlook.masks, take.gone)),
        )
        rest = outlook.after(wanted, take)
        return sum(playout(outlook, fill(fallen, holes, dice), state.left - 1, rest, dice) for _ in range(trials))

    chosen = takes[0] if len(takes) == 1 else max(takes, key=lambda take: wins(take, TRIALS))
    path = outlook.field.path(chosen.cells)
    return _chance(wins(chosen, FINAL_TRIALS), path, outlook.nodes, f"play-outs that go on from {path} objective-first")


def _chance(won: int, move: Move | None, nodes: int, what: str) -> Chance[Move]:
    low, high = interval(won, FINAL_TRIALS)
    why = (
        f"estimate: {won:,} of {FINAL_TRIALS:,} {what} win, 95% interval {low:.1%} to {high:.1%}; "
        "best play wins at least as often"
    )
    return Chance(Fraction(won, FINAL_TRIALS), move, nodes, why, (low, high))


def interval(won: int, trials: int) -> tuple[float, float]:
    """Return Wilson's 95% interval for a chance, given how many trials succeeded.

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    """
    z = 1.959964
    middle = (won + z * z / 2) / (trials + z * z)
    spread = z / (trials + z * z) * sqrt(won * (trials - won) / trials + z * z / 4)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def fill(outlook: Outlook, holes: tuple[int, ...], dice: Dice) -> Masks:
    """Return the outlook's board with a random dot in each hole."""
    masks = list(outlook.masks)
    for hole in holes:
        masks[dice.below(outlook.game.colours)] |= 1 << hole
    return tuple(masks)


def playout(outlook: Outlook, masks: Masks, left: int, wanted: tuple[int, ...], dice: Dice) -> bool:
    """Tell whether playing objective-first from a full board wins this time."""
    while any(wanted) and left > 0:
        outlook.look()
        take = outlook.objective_first(masks, wanted)
        if take is None:
            return False
        wanted, left = outlook.after(wanted, take), left - 1
        fallen = replace(outlook, masks=outlook.field.fall(masks, take.gone))
        masks = fill(fallen, outlook.field.holes(take.gone), dice)
    return not any(wanted)
