"""The solvers of peg solitaire: a line, or a proof that there is none, for every board on the shelf.

The cheapest step comes first: the readable solver if there are few pegs, then the position class, a search in plain
Python, a narrow beam, a pagoda function, all positions if they are few, and a wide beam. On boards of at most 64 holes, a
block function is tried, and two searches then meet in the middle, first by a beam between them and in the end exactly. Numba and HiGHS are imported
only when a step needs them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from hoyle import files
from hoyle.game import Game, tally
from hoyle.games.pegs.plain import depth_first
from hoyle.games.pegs.problem import Problem, problem_of
from hoyle.games.pegs.proof.prover import (
    Evidence,
    by_class,
    by_pagoda,
    certificate,
    exhaustion_evidence,
    in_words,
    meeting_evidence,
    pagodas,
    weight_evidence,
)
from hoyle.games.pegs.rules import Jump, PegSolitaire, Position
from hoyle.grid import Square
from hoyle.solver import BreadthFirst, GaveUp, Solved, Solver, Unsolvable, Verdict

if TYPE_CHECKING:
    from hoyle.games.pegs.oracle.oracle import Oracle
    from hoyle.games.pegs.search.meeting import Meeting

NARROW: Final = (64, 512)
WIDE: Final = (4096, 32768)
FEW_PEGS: Final = 9
FEW_POSITIONS: Final = 2000
FEW_HOLES: Final = 33
READY: Final = 12_000
"""How many positions plain Python looks at in a tenth of a second; on the small boards of the shelf these are enough."""
SMALL: Final = 1 << 18
"""How many positions are explored from the start alone: this is quick, and gives the plainest proof."""
NEAR: Final = 1 << 20
"""After how many positions the two searches are near enough for a beam from one to the other."""
DASHES: Final = (4096, 32768)
THIN: Final = (4096, 65536)
"""How many positions of each layer are followed to find a line with few turns."""
WORDS: Final = 8
"""An exact layer takes eight words or more for a position, and the two searches one, so these may look at eight times as many."""
LONG: Final = 100_000_000
"""A number of positions that takes minutes, and a few gigabytes."""
MANY_PAGODAS: Final = 200
"""How many pagoda functions are looked for at most; the two searches choose among them and add them up."""
MOST_TOLLS: Final = 40
WORD: Final = 64
LAST_KERNEL: Final = "kernel.look_up-*"
"""The kernel that an oracle calls last: where it is kept, the others are too."""
PLAIN: Final = 200_000
"""How many positions are enumerated on a board of more than 64 holes, where no kernel helps."""


@dataclass(frozen=True)
class AnyLine(Solver[Position, Jump]):
    """Some line that wins, or a certificate that none does.

    >>> from hoyle.games.pegs import game
    >>> central = game("english@d4-d4")
    >>> len(AnyLine().solve(central, central.start(), budget=1_000_000).line)
    31
    >>> french = game("french@d4-d4")
    >>> AnyLine().solve(french, french.start(), budget=1_000_000).why
    'the last peg cannot be in d4, since every jump keeps the position class, and a single peg would be in a different one'
    """

    budget: ClassVar[int] = LONG

    def solve(self, game: Game[Position, Jump], state: Position, budget: int) -> Verdict[Jump]:
        """Return a line, a proof, or that neither was found."""
        game = _pegs(game)
        return _Attempt(game, state, budget).verdict()

    def refute(self, game: Game[Position, Jump], state: Position) -> str | None:
        """Return why the position class forbids a win, if it does."""
        verdict = _Attempt(_pegs(game), state, 1).by_class()
        return verdict.why if isinstance(verdict, Unsolvable) else None


@dataclass(frozen=True)
class FewestTurns(Solver[Position, Jump]):
    """A line that is proved to have the fewest turns; or a line with few turns, and a lower bound.

    >>> from hoyle.games.pegs import game
    >>> cross = game("cross")
    >>> verdict = FewestTurns().solve(cross, cross.start(), budget=1_000_000)
    >>> verdict.why, " ".join(map(str, verdict.line))
    ('no line has fewer than 4 turns', 'd3b3 d5d3 e3c3 b3d3 d3d1')
    """

    budget: ClassVar[int] = LONG

    def solve(self, game: Game[Position, Jump], state: Position, budget: int) -> Verdict[Jump]:
        """Return a line and why none has fewer turns, a proof that there is no line, or that neither was found."""
        from hoyle.games.pegs.oracle.consult import choose
        from hoyle.games.pegs.oracle.oracle import MOST_HOLES
        from hoyle.games.pegs.search import exact

        game = _pegs(game)
        some = AnyLine().solve(game, state, budget)
        if not isinstance(some, Solved) or not some.line:
            return some
        problem = problem_of(game, state).same_class()
        if problem.size > exact.WORD:
            return GaveUp(f"a board of {problem.size} holes has too many positions to compare all lines", some.nodes)
        try:
            # The other half of the budget is for finding a line with few turns.
            layers = exact.shortest(
                problem, (budget - some.nodes) // 2, lambda: pagodas(problem), room=max(LONG, budget) // WORDS
            )
        except exact.OverBudgetError as error:
            some = replace(some, nodes=some.nodes + int(error.args[0]))
            # The oracle may have been built before, and then it is quick.
            oracle = choose(game, state, most=budget - some.nodes)
            if oracle is not None and (found := _shortest(oracle, state, budget - some.nodes)) is not None:
                return replace(found, nodes=some.nodes + found.nodes)
            advice = "; hoyle oracle gives the exact number" if len(game.board.holes) <= MOST_HOLES else ""
            return _few_turns(game, problem, some, budget, advice)
        best = layers.best()
        if best is None:
            raise AssertionError("a problem that has a line has a shortest one")
        turns, line = best
        jumps = tuple(game.board.jumps[number] for number in line)
        return Solved(jumps, some.nodes + layers.looked, _none_shorter(turns), shortest=True)


def _few_turns(game: PegSolitaire, problem: Problem, some: Solved[Jump], budget: int, advice: str) -> Solved[Jump]:
    """Return the line with the fewest turns found in thin layers, or else the known one, with a lower bound."""
    from hoyle.games.pegs.search.exact import OverBudgetError
    from hoyle.games.pegs.search.turns import at_least, few_turns

    line, nodes = some.line, some.nodes
    for width in THIN:
        try:
            layers = few_turns(problem, width, budget - nodes)
        except OverBudgetError as error:
            nodes += int(error.args[0])
            break
        nodes += layers.looked
        best = layers.best()
        if best is not None and best[0] < game.measure(line)["turns"]:
            line = tuple(game.board.jumps[number] for number in best[1])
    least, most = at_least(problem), game.measure(line)["turns"]
    if least == most:
        return Solved(line, nodes, _none_shorter(most), shortest=True)
    return Solved(line, nodes, f"it takes at least {least} and at most {tally({'turns': most})}{advice}", least=least)


@dataclass(frozen=True)
class Exact(Solver[Position, Jump]):
    """The oracle's answer: how many jumps keep the win, the fewest turns, or how few pegs can still be left.

    If an oracle would take more than seconds, the answer comes from a search, and says so. The budget counts the
    positions that an oracle is asked about, not those that it takes to build one.

    >>> from hoyle.games.pegs import game
    >>> pyramid = game("pyramid")
    >>> Exact().solve(pyramid, pyramid.start(), budget=1_000_000).why
    'exact: 12 of 12 jumps keep the win, and no line has fewer than 7 turns'
    """

    def solve(self, game: Game[Position, Jump], state: Position, budget: int) -> Verdict[Jump]:
        """Return a line with the fewest turns, or the fewest pegs that can be left."""
        from hoyle.games.pegs.oracle.consult import choose

        oracle = choose(_pegs(game), state, most=budget)
        return _by_search(AnyLine().solve(game, state, budget)) if oracle is None else _by_oracle(oracle, state, budget)

    def advise(self, game: Game[Position, Jump], state: Position, played: Sequence[Jump], budget: int) -> Verdict[Jump]:
        """Return the same if an oracle exists or is quick to build; the peg that jumped last may continue its turn.

        While the kernels of an oracle are not compiled on this machine, a search answers sooner.
        """
        from hoyle.games.pegs.oracle.consult import NONE, choose

        if "hoyle.games.pegs.count.kernel" not in sys.modules and not files.kept_kernels(LAST_KERNEL):
            return GaveUp("no kernel is compiled yet", 0)
        oracle = choose(_pegs(game), state, patience=NONE, most=budget)
        if oracle is None:
            return GaveUp("there is no oracle yet", 0)
        return _by_oracle(oracle, state, budget, played[-1].target if played else None)


def _by_oracle(oracle: Oracle, state: Position, budget: int, last: Square | None = None) -> Verdict[Jump]:
    from hoyle.games.pegs.oracle.answer import at_least

    jumps = sum(1 for _ in oracle.game.moves(state))
    if 1 + jumps > budget:
        return GaveUp(f"the oracle would be asked about {tally({'positions': 1 + jumps})}", 0)
    answer = oracle.answer(state, last)
    if not answer.winnable:
        best = f", as after {answer.keeps[0]}" if answer.keeps else ""
        return Unsolvable(f"exact: {at_least(answer.fewest)}{best}", 1 + jumps)
    found = _shortest(oracle, state, budget, last)
    if found is None:
        return GaveUp(f"it can be won, but a line takes more than {tally({'positions': budget})}", 1 + jumps)
    return replace(found, why=f"exact: {len(answer.keeps)} of {jumps} jumps keep the win, and {found.why}")


def _shortest(oracle: Oracle, state: Position, budget: int, last: Square | None = None) -> Solved[Jump] | None:
    """Return a line with the fewest turns from a position that can be won; the peg that jumped last may continue its turn.

    Returns None if the oracle would be asked about more positions than the budget.
    """
    line: list[Jump] = []
    why, nodes = "", 0
    while True:
        nodes += 1 + sum(1 for _ in oracle.game.moves(state))
        if nodes > budget:
            return None
        answer = oracle.answer(state, last)
        why = why or _none_shorter(answer.turns or 0)
        if not answer.prospects:
            return Solved(tuple(line), nodes, why, shortest=True)
        line.append(answer.shortest[0])
        state, last = oracle.game.play(state, line[-1]), line[-1].target


def _none_shorter(turns: int) -> str:
    return f"no line has fewer than {tally({'turns': turns})}" if turns else "the peg that jumped goes on to the end"


def _by_search(verdict: Verdict[Jump]) -> Verdict[Jump]:
    if isinstance(verdict, Solved):
        return replace(verdict, why="found by search: other jumps may win too, and in fewer turns")
    if isinstance(verdict, GaveUp):
        return replace(verdict, why=f"{verdict.why}; a win may still exist")
    return verdict


def _pegs(game: Game[Position, Jump]) -> PegSolitaire:
    if not isinstance(game, PegSolitaire):
        raise TypeError(f"this solver is for peg solitaire, not for {type(game).__name__}")
    return game


class _Attempt:
    """One call of AnyLine: the evidence so far, the goals that are left, and how many positions it took."""

    def __init__(self, game: PegSolitaire, state: Position, budget: int) -> None:
        self.game = game
        self.state = state
        self.budget = budget
        self.problem = problem_of(game, state)
        self.evidence: list[Evidence] = []
        self.nodes = 0

    def verdict(self) -> Verdict[Jump]:
        if self.problem.solved:
            return Solved((), 0, "the position is won already")
        steps = [self._by_rules, self.by_class, self._by_plain_search, self._by_narrow_beam, self._by_pagoda]
        if self.problem.size <= WORD:
            steps += [
                self._by_all_positions,
                self._by_short_meeting,
                self._by_wide_beam,
                self._by_blocks,
                self._by_meeting,
                self._by_backward_search,
            ]
        else:
            steps += [self._by_wide_beam, self._by_plain_enumeration]
        for step in steps:
            # Proofs cost no positions, so they are tried whatever is left of the budget.
            if (step in {self.by_class, self._by_pagoda, self._by_blocks} or self.left > 0) and (
                verdict := step()
            ) is not None:
                return verdict
        return GaveUp(f"neither a line nor a proof among {tally({'positions': self.nodes})}", self.nodes)

    @property
    def left(self) -> int:
        return self.budget - self.nodes

    def _by_rules(self) -> Verdict[Jump] | None:
        """Return a shortest line if there are so few pegs that the rules find it before a kernel could be loaded."""
        if len(self.state) > FEW_PEGS:
            return None
        verdict = BreadthFirst[Position, Jump]().solve(self.game, self.state, min(self.budget, FEW_POSITIONS))
        self.nodes += verdict.nodes
        return replace(verdict, why="") if isinstance(verdict, Solved) else None

    def _by_plain_search(self) -> Verdict[Jump] | None:
        """Return a line that is found sooner than a kernel could be loaded."""
        if self.problem.size > FEW_HOLES:
            return None
        line, looked = depth_first(self.problem, min(self.left, READY))
        self.nodes += looked
        return None if line is None else self._solution(line)

    def by_class(self) -> Verdict[Jump] | None:
        """Return the proof that the position class forbids a win, if it does."""
        for labels, goals in by_class(self.problem, self.game.board.squares):
            self._rule_out(weight_evidence("class", self.game, self.state, labels, goals), goals)
        return self._unsolvable()

    def _by_pagoda(self) -> Verdict[Jump] | None:
        for weights, goals in by_pagoda(self.problem):
            self._rule_out(weight_evidence("pagoda", self.game, self.state, weights, goals), goals)
        return self._unsolvable()

    def _by_narrow_beam(self) -> Verdict[Jump] | None:
        return self._beam(NARROW)

    def _by_wide_beam(self) -> Verdict[Jump] | None:
        return self._beam(WIDE)

    def _beam(self, widths: Sequence[int]) -> Verdict[Jump] | None:
        from hoyle.games.pegs.search.beam import find

        line, looked = find(self.problem, self.left, widths)
        self.nodes += looked
        return None if line is None else self._solution(line)

    def _by_all_positions(self) -> Verdict[Jump] | None:
        """Return the verdict from looking at all positions, if they are few."""
        from hoyle.games.pegs.search import exact

        functions = pagodas(self.problem)
        try:
            layers = exact.explore(self.problem, min(self.left, SMALL), functions)
        except exact.OverBudgetError as error:
            self.nodes += int(error.args[0])
            return None
        self.nodes += layers.looked
        if best := layers.best():
            return self._solution(best[1])
        # A certificate counts positions without symmetry, so that its checker need not know any.
        return self._exhaust("forwards", layers.all_sizes, functions)

    def _by_plain_enumeration(self) -> Verdict[Jump] | None:
        from hoyle.games.pegs.search import exact

        try:
            line, sizes = exact.enumerate_plainly(self.problem, min(PLAIN, self.left))
        except exact.OverBudgetError as error:
            self.nodes += int(error.args[0])
            return None
        self.nodes += sum(sizes)
        return self._exhaust("forwards", sizes, ()) if line is None else self._solution(line)

    def _by_short_meeting(self) -> Verdict[Jump] | None:
        """Return what two searches find, if they meet or one of them runs out within a few positions."""
        from hoyle.games.pegs.search.meeting import Meeting
        from hoyle.games.pegs.search.toll import toll_of

        functions = pagodas(self.problem, MANY_PAGODAS)
        tolls = [toll for weights in functions if (toll := toll_of(self.problem, weights)) is not None]
        return self._approach(Meeting(self.problem, tolls[:MOST_TOLLS]), min(self.left, SMALL))

    def _by_blocks(self) -> Verdict[Jump] | None:
        from hoyle.games.pegs.proof.blocks import block_evidence, by_blocks

        for blocks, forwards, backwards, goal in by_blocks(self.problem, self.game.board.squares):
            self._rule_out(block_evidence(self.game, blocks, forwards, backwards, [goal]), [goal])
        return self._unsolvable()

    def _by_meeting(self) -> Verdict[Jump] | None:
        """Return what two searches find that use tolls chosen by a sample, or None if they find nothing."""
        from hoyle.games.pegs.search.meeting import Meeting, lessons

        meeting = Meeting(self.problem, lessons(self.problem, pagodas(self.problem, MANY_PAGODAS)))
        if (verdict := self._approach(meeting, min(self.left, NEAR))) is not None:
            return verdict
        for width in DASHES:
            line, looked = meeting.dash(width, self.left)
            self.nodes += looked
            if line is not None:
                return self._solution(line)
        return None if self._fits() else self._approach(meeting, self.left)

    def _approach(self, meeting: Meeting, most: int) -> Verdict[Jump] | None:
        """Return what two searches find, if they meet or one of them runs out within a number of further positions."""
        before = meeting.positions
        decided = meeting.approach(before + most)
        self.nodes += meeting.positions - before
        if not decided:
            return None
        line = meeting.line()
        if line is not None:
            return self._solution(line)
        goals = self.problem.goals
        weights = [toll.weights for toll in meeting.tolls]
        self._rule_out(meeting_evidence(self.game, meeting.forth.sizes, meeting.back.sizes, goals, weights), goals)
        return self._unsolvable()

    def _fits(self) -> bool:
        """Tell whether all positions of the class fit into memory, one bit for each."""
        from hoyle.games.pegs.search import exact

        return exact.fits(self.problem, memory=self.budget)

    def _by_backward_search(self) -> Verdict[Jump] | None:
        """Return the verdict of a search from the goals back, if the positions of the class are few enough to mark them all."""
        from hoyle.games.pegs.search import exact

        if not self._fits():
            return None
        functions = pagodas(self.problem)
        try:
            live, sizes = exact.winnable(self.problem, functions, self.left)
            self.nodes += exact.marks(live)
            if not exact.is_winnable(self.problem, live):
                return self._exhaust("backwards", sizes, functions)
            # These positions are counted already, and with room for one more parent they never are too many.
            most = sum(sizes) + len(self.problem.jumps)
            best = exact.explore(self.problem, most, functions, live=live).best()
        except exact.OverBudgetError as error:
            self.nodes += int(error.args[0])
            return None
        return None if best is None else self._solution(best[1])

    def _rule_out(self, evidence: Evidence, goals: Sequence[int]) -> None:
        self.evidence.append(evidence)
        self.problem = replace(self.problem, goals=tuple(goal for goal in self.problem.goals if goal not in goals))

    def _exhaust(
        self, direction: str, sizes: Sequence[int], functions: Sequence[Sequence[int]]
    ) -> Verdict[Jump] | None:
        goals = self.problem.goals
        self._rule_out(exhaustion_evidence(self.game, direction, sizes, goals, functions), goals)
        return self._unsolvable()

    def _unsolvable(self) -> Unsolvable | None:
        if self.problem.goals:
            return None
        return Unsolvable(in_words(self.evidence), self.nodes, certificate(self.game, self.state, self.evidence))

    def _solution(self, line: Sequence[int]) -> Solved[Jump]:
        return Solved(tuple(self.game.board.jumps[number] for number in line), self.nodes)
