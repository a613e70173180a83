"""Surveys: solve many deals of a game, on one machine or a cluster, with the same rows whatever happens meanwhile.

A survey is its plan: deal number i of a plan is always the same deal, so its row does not depend on which worker solved
it, or when.  Workers get the deals in chunks; the rows of each chunk are written as one part, whole or not at all; and a
survey that was stopped in any way continues with the missing parts.

A game needs a solver, and matches that begin with nature's moves.

>>> plan = Plan("domino/2", deals=3, seed=1, solver="depth-first", budget=1000, chunk=2)
>>> found = rows(plan, 0)
>>> found["deal"], found["verdict"], found["length"], found["nodes"]
([0, 1], ['solved', 'solved'], [8, 6], [9, 7])
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import prod
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias

from hoyle.box import Box
from hoyle.dice import STEP, WORD, Dice
from hoyle.game import NATURE, Game, HoyleError
from hoyle.lab.workers import Workers, work_through
from hoyle.match import Match
from hoyle.shelf import find
from hoyle.solver import Chance, GaveUp, Solved, Unsolvable, replay, wins

Rows: TypeAlias = dict[str, list[Any]]
"""The columns of a part: deal, seed, verdict, length, nodes."""

AMPLE: Final = 100_000
"""Far more positions than the rules take for a deal that a solver leaves to them."""
MOST_LISTED: Final = 10_000_000
"""More deals than this can only be sampled."""


@dataclass(frozen=True)
class Plan:
    """Everything that determines the rows of a survey; without a seed, it solves every deal."""

    game: str
    deals: int
    seed: int | None
    solver: str
    budget: int
    chunk: int

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.deals // self.chunk)

    def span(self, number: int) -> range:
        """Return the deals of a chunk."""
        return range(number * self.chunk, min((number + 1) * self.chunk, self.deals))

    def write(self) -> str:
        """Return the plan as text."""
        return json.dumps(asdict(self), indent=1)

    @classmethod
    def read(cls, text: str) -> Plan:
        """Return the plan of a text; the inverse of write."""
        strange = HoyleError(f"this is not the plan of a survey: {text[:40]!r}")
        try:
            plan = cls(**json.loads(text))
        except (ValueError, TypeError, RecursionError) as fault:
            raise strange from fault
        texts, numbers = (plan.game, plan.solver), (plan.deals, plan.budget, plan.chunk)
        if not all(isinstance(text, str) for text in texts) or not all(
            type(one) is int and 0 < one < 2**63 for one in numbers
        ):
            raise strange
        if plan.seed is not None and type(plan.seed) is not int:
            raise strange
        return plan


# ------------------------------------------------------------------------------------------------------------- deals


def seed_of(plan_seed: int, deal: int) -> int:
    """Return the seed of a deal: the deal-th word of the survey's dice, so no seed comes twice in one survey.

    >>> dice = Dice(1)
    >>> [dice.word() for _ in range(3)] == [seed_of(1, deal) for deal in range(3)]
    True
    """
    return Dice((plan_seed + deal * STEP) & WORD).word()


def radices(game: Game[Any, Any]) -> list[int]:
    """Return how many moves nature has at each step of a deal.

    >>> radices(find("domino/2")[1])
    [6, 5, 4, 3, 2, 1]
    """
    match, numbers = Match.new(game), []
    while match.turn == NATURE:
        moves = list(game.moves(match.state))
        numbers.append(len(moves))
        match = match.play(moves[0])
    return numbers


def numbered_deal(game: Game[Any, Any], number: int) -> Match[Any, Any]:
    """Return the match after the deal with this number, counting all deals in the order of nature's moves.

    >>> print(*numbered_deal(find("domino/1")[1], 3).moves)
    [1:0] [1:1] [0:0]
    """
    match = Match.new(game)
    numbers = radices(game)
    for step, radix in enumerate(numbers):
        odds = game.odds(match.state)
        if len(odds) != radix or len(set(odds.values())) > 1:
            raise HoyleError("the deals of this game are not equally likely, so --all is not possible; sample them")
        match = match.play(list(odds)[number // prod(numbers[step + 1 :]) % radix])
    return match


def planned_deal(game: Game[Any, Any], plan: Plan, deal: int) -> Match[Any, Any]:
    """Return the match after a deal of a plan."""
    if plan.seed is None:
        return numbered_deal(game, deal)
    return Match.new(game).settle(Dice(seed_of(plan.seed, deal)))


# -------------------------------------------------------------------------------------------------------------- rows


def rows(plan: Plan, number: int) -> Rows:
    """Return the rows of a chunk; a box that solves deals in batches is checked on the first of them."""
    box, game = find(plan.game)
    span = plan.span(number)
    seeds = [None if plan.seed is None else seed_of(plan.seed, deal) for deal in span]
    batch = box.study.batch.get(plan.solver)
    if batch is None:
        answers = [answer(box, game, plan, deal) for deal in span]
    else:
        deals = span if plan.seed is None else seeds
        answers = list(batch(game, deals, listed=plan.seed is None, budget=plan.budget))
        # The rules may look at more positions than a kernel, so what a batch claims is checked with room for that.
        one = answer(box, game, replace(plan, budget=max(plan.budget, AMPLE)), span[0])
        (kind, length, _), (own, least, _) = answers[0], one
        # For a single small deal a solver may find a shorter line by the rules, but none that is longer; and whoever gives
        # up claims nothing.
        if kind != "gave up" and (
            kind != own or (length or 0) < (least or 0) or (plan.solver == "shortest" and length != least)
        ):
            raise RuntimeError(f"deal {span[0]} of {plan}: the batch says {answers[0]}, and the solver {one}")
    verdicts, lengths, nodes = (list(column) for column in zip(*answers, strict=True))
    return {"deal": list(span), "seed": seeds, "verdict": verdicts, "length": lengths, "nodes": nodes}


def answer(box: Box, game: Game[Any, Any], plan: Plan, deal: int) -> tuple[str, int | None, int]:
    """Return verdict, length and nodes for one deal by the solver of the box, after replaying its line by the rules."""
    state = planned_deal(game, plan, deal).state
    verdict = box.solver(plan.solver).solve(game, state, plan.budget)
    if isinstance(verdict, Chance):
        raise HoyleError(
            f"a survey needs a game that is decided by its deal, but in {plan.game} chance continues after it"
        )
    kind = {Solved: "solved", Unsolvable: "unsolvable", GaveUp: "gave up"}[type(verdict)]
    if not isinstance(verdict, Solved):
        return kind, None, verdict.nodes
    last = replay(game, state, verdict.line)
    if last is None or not wins(game, last):
        raise RuntimeError(f"deal {deal} of {plan}: the line does not win")
    return kind, next(iter(game.measure(verdict.line).values())), verdict.nodes


def complete(draft: Plan) -> Plan:
    """Return a plan that can be run: the number of all deals if there is no seed, and chunks of about a second."""
    box, game = find(draft.game)
    if game.seats != 1 or game.turn(game.start()) != NATURE:
        raise HoyleError(f"a survey needs a game that begins with a deal, but {draft.game} does not")
    solver = draft.solver or next(iter(box.solvers), "")
    box.solver(solver)
    deals = draft.deals
    if draft.seed is None:
        deals = prod(radices(game))
        if deals > MOST_LISTED:
            raise HoyleError(f"{draft.game} has {deals:.3g} deals, too many for --all; sample them")
    name = draft.game if "/" in draft.game else f"{draft.game}/{box.default}"
    plan = replace(draft, game=name, deals=deals, solver=solver)
    # A small survey should still keep several workers busy.
    return replace(plan, chunk=draft.chunk or min(_second(plan), -(-deals // 16)))


def _second(plan: Plan) -> int:
    """Return about how many deals of a plan this machine solves in a second, without the fixed cost of a chunk."""

    def measure(size: int) -> float:
        start = perf_counter()
        rows(replace(plan, deals=size, seed=plan.seed or 0, chunk=size), 0)
        return perf_counter() - start

    # Once to warm up, as a kernel may be compiled.
    measure(1)
    size, seconds, fixed = 1, 0.0, measure(1)
    while seconds < 0.2 and size <= 1 << 16:
        size *= 4
        seconds = measure(size) - fixed
    return max(1, int(size / max(seconds, 0.01)))


# --------------------------------------------------------------------------------------------------------------- runs


class Parts(Protocol):
    """Where the rows of chunks are stored."""

    def missing(self) -> list[int]:
        """Return the chunks that are not stored yet, in order."""

    def keep(self, number: int, rows: Rows) -> None:
        """Keep the rows of a chunk, whole or not at all."""


def run(plan: Plan, parts: Parts, workers: Workers, progress: Callable[[int], None] = lambda _: None) -> None:
    """Solve the missing chunks, and report how many deals each had."""

    def keep(number: int, found: Rows) -> None:
        parts.keep(number, found)
        progress(len(plan.span(number)))

    work_through(parts.missing(), partial(rows, plan), keep, workers)
