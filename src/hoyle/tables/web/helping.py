"""Helping a player: hints that keep their promises, solutions, and the story of a match that is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from typing_extensions import TypedDict

from hoyle.advice import hint_from
from hoyle.game import tally
from hoyle.match import Match
from hoyle.solver import Solved
from hoyle.tables.thinking import HINT, SOLVE, Aside, TimeUpError, question_of
from hoyle.tables.web import analysis, looks, wishes
from hoyle.tables.web.analysis import Analysis
from hoyle.tables.web.desk import Desk, holds
from hoyle.tables.web.journal import STALE, NotYoursError, StaleError
from hoyle.tables.web.looks import Look
from hoyle.tables.web.sitting import Sitting


class Verdict(TypedDict):
    """What a solver finds or a player would play: one move or a whole line, in words."""

    verdict: Literal["solved", "unsolvable", "gave up", "chance", "advice"]
    line: list[str]
    words: str
    exact: bool
    """Whether it is proved: no line is shorter, the chance is an exact fraction, or no line wins."""
    left: dict[str, int]
    """How long the line is, in the units that players count."""


class Advice(Verdict):
    """A verdict, the match in which it was asked for, and what the marks spell that show its first move."""

    look: Look
    marks: list[str]


class Helping(Desk):
    """What a player can be helped with."""

    def __init__(self, *facts: Any, **options: Any) -> None:
        super().__init__(*facts, **options)
        self._aside = Aside()

    def hint(self, name: str, token: str | None) -> Advice:
        """Return one good move with how sure that is, and count that it was asked for.

        A line that is found stands in the journal, and so every process keeps what an earlier hint promised.
        """
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        _, seat, _ = wishes.change(sitting, seats, "hint")
        if sitting.solo:
            question = (HINT, sitting.terms.game, *question_of(sitting.guided), self.limits.budget)
            answer = self._verdict(sitting, sitting.box.hints, *question)
            if answer["verdict"] == "solved" and not answer["exact"]:
                self._aside.prepare(sitting.terms.game)
        else:
            player = next(iter(sitting.box.players))
            move = str(self._thoughts.choose(sitting, sitting.match, seat, player))
            face = sitting.box.guide.faces.get(player)
            answer = _advice("advice", [move], f"{move} is what {face.title if face else player} would play")
        return {**self._count_help(sitting, token, "hint", answer), "line": answer["line"][:1]}

    def solution(self, name: str, token: str | None) -> Advice:
        """Return a whole line that wins from here, or why there is none, and count that it was asked for."""
        sitting = self._sitting(name)
        wishes.change(sitting, holds(sitting, token), "solution")
        game, budget, solver = sitting.terms.game, self.limits.budget, sitting.box.hints
        answer = self._verdict(sitting, solver, SOLVE, game, sitting.match.position, budget, solver)
        if answer["verdict"] == "gave up":
            # A solver that proves its line the shortest may find none where another does.
            answer = self._verdict(sitting, solver, HINT, game, *question_of(sitting.guided), budget)
        if answer["verdict"] == "solved":
            fewest = "the fewest possible" if answer["exact"] else "a shorter line may exist"
            answer = {**answer, "words": f"{tally(answer['left'])}: {fewest}"}
        return self._count_help(sitting, token, "solution", answer)

    def _count_help(self, asked: Sitting, token: str | None, wish: str, answer: Verdict) -> Advice:
        """Keep that help was given, with the line that it found, unless it is about a board that has changed."""
        seats = holds(asked, token)

        def count(sitting: Sitting) -> wishes.Change:
            if sitting.last_changes[seats] != asked.last_changes[seats]:
                raise StaleError(STALE)
            return wishes.change(sitting, seats, wish, _news(sitting, answer))

        look = self._write(asked.name, token, count)
        return {**answer, "look": look, "marks": looks.hint_marks(asked, seats, answer["line"])}

    def analyse(self, name: str) -> Analysis:
        """Return the story of a match that is over: where it could be won, or what each seat had left."""
        sitting = self._sitting(name)
        if not sitting.ended:
            raise NotYoursError("a match is analysed when it is over")
        if not sitting.solo:
            return analysis.material(sitting)
        question = (sitting.terms.game, *question_of(sitting.match)[:2], self.limits.budget)
        try:
            marks = self._thoughts.think(
                self._thoughts.solving,
                (sitting.box.name, sitting.box.hints),
                "hoyle.tables.web.analysis:story",
                *question,
            )
        except TimeUpError:
            marks = []
        return {"marks": marks, "material": []}

    def _verdict(self, sitting: Sitting, solver: str | None, *question: Any) -> Verdict:
        """Return a verdict on a match in the words of every table; one that comes too late, by a line found before."""
        match = sitting.guided
        try:
            found = self._thoughts.think(self._thoughts.solving, (sitting.box.name, solver), *question)
        except TimeUpError as fault:
            return _rest_of_promise(match) if match.promise else _advice("gave up", [], f"gave up: {fault}")
        left = found.get("left", found.get("measure", {}))
        exact = bool(found.get("exact", found.get("shortest", found["verdict"] == "unsolvable")))
        return _advice(found["verdict"], found["line"], found["words"], exact=exact, left=left)


def _advice(
    verdict: Literal["solved", "unsolvable", "gave up", "chance", "advice"],
    line: list[str],
    words: str,
    *,
    exact: bool = False,
    left: Mapping[str, int] | None = None,
) -> Verdict:
    return {"verdict": verdict, "line": line, "words": words, "exact": exact, "left": dict(left or {})}


def _rest_of_promise(match: Match[Any, Any]) -> Verdict:
    """Return what is left of a line that was found before."""
    hint = hint_from(match, Solved(match.promise, 0))
    return _advice("solved", list(map(str, hint.line)), hint.words, left=hint.left)


def _news(sitting: Sitting, answer: Verdict) -> str:
    """Return the line of an answer, unless the journal has it already."""
    known = list(map(str, sitting.guided.promise))
    return " ".join(answer["line"]) if answer["verdict"] == "solved" and answer["line"] != known else ""
