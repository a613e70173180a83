"""Tasks in words, for language models and people: a position, a question, and a referee who marks the answer.

There are three kinds.  *line*: find all the moves that win.  *move*: choose the best move now.  *judge*: find the first
foul move of a record, if there is one.  A task holds everything needed to mark it, and no answer.

>>> task = make("pegs", 1, seed=7)
>>> task.kind, task.game, mark(task, "c1a1").words
('line', 'pegs/**O***/OO.***/**OO.O', 'move 1, c1a1: there is no hole a1 on this board (§1)')
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from hoyle.advice import solve, verdict
from hoyle.box import Box
from hoyle.dice import Dice
from hoyle.game import NATURE, Game, HoyleError, NotationError, Seat, tally
from hoyle.match import Match
from hoyle.opponents import worth
from hoyle.record import Record, moves_in
from hoyle.referee import Fair, judge
from hoyle.scene import to_text
from hoyle.shelf import find
from hoyle.solver import Chance, Solved, Unsolvable

LEVELS: Final = 5
BUDGET: Final = 200_000
"""How many positions the search for the optimum may look at."""
TRIES: Final = 200
MANY: Final = 1000
KINDS: Final = ("line", "move", "judge")
QUESTIONS: Final = {
    "line": "Win in as few {unit} as you can.  Answer with all the moves, separated by spaces, and nothing else.",
    "move": "Answer with the best move, and nothing else.",
    "play": "You play {role}.  Answer with one move, and nothing else.",
    "judge": "Is every move of this record legal?  Answer “fair”, or “foul” and the number of the first move that is not: foul 3.",
}


@dataclass(frozen=True)
class Task:
    """A question about a position of a game or about a record."""

    id: str
    game: str
    kind: str
    level: int
    prompt: str
    position: str = ""
    """Where to begin; nothing if the question is about a record."""
    record: str = ""
    best: Mapping[str, int] = field(default_factory=dict)
    """The length of the shortest line, in the game's own units, if that is proved."""


@dataclass(frozen=True)
class Mark:
    """What an answer is worth: whether it was legal, right, and as good as possible (None if that is unknown), and why."""

    id: str
    level: int
    legal: bool
    solved: bool
    optimal: bool | None
    words: str


# ---------------------------------------------------------------------------------------------------- making


def make(name: str, level: int, seed: int, kind: str | None = None) -> Task:
    """Return the task of a game, or of one of its variants, for a level from 1 to 5 and a seed."""
    box, game = find(name)
    kind = kind or kinds(box, game)[0]
    if kind not in kinds(box, game):
        raise HoyleError(f"{box.name} has tasks of the kind {' or '.join(kinds(box, game))}, not {kind[:20]}")
    dice = Dice.named(seed, f"{name} {level} {kind}")
    id_ = f"{box.name}-{level}-{seed}"
    for _ in range(TRIES):
        match = deal(box, name, level, dice)
        if kind == "judge":
            return _judge_task(id_, box, match, level, dice)
        task = MAKERS[kind](id_, box, match, level)
        if task is not None:
            return task
    raise HoyleError(f"no position of {name} fits level {level}")


def deal(box: Box, name: str, level: int, dice: Dice) -> Match[Any, Any]:
    """Return a match of a game that suits a level, or of the variant that the name gives."""
    if not 1 <= level <= LEVELS:
        raise HoyleError(f"there are levels 1 to {LEVELS}, not {level}")
    chosen = box.study.level(level, dice) if "/" not in name and box.study.level else name
    return Match.open(chosen, seed=dice.below(1 << 32))


def kinds(box: Box, game: Game[Any, Any]) -> tuple[str, ...]:
    """Return the kinds of tasks that a game has, the usual one first."""
    if game.seats == 1 and box.solvers and not box.solver().weighs_chance:
        return "line", "judge"
    if not game.hides and (box.solvers or game.seats > 1):
        return "move", "judge"
    return ("judge",)


def _line_task(id_: str, box: Box, match: Match[Any, Any], level: int) -> Task | None:
    """Return a task to win, if that can be done and takes more than one move."""
    found = solve(match, "shortest" if "shortest" in box.solvers else None, BUDGET).verdict
    if not isinstance(found, Solved) or len(found.line) < 2:
        return None
    best = dict(match.measure(found.line)) if found.shortest else {}
    return Task(id_, match.name, "line", level, prompt(box, match, "line"), match.position, best=best)


def _move_task(id_: str, box: Box, match: Match[Any, Any], level: int) -> Task | None:
    """Return a task to choose a move, if some moves are better than others."""
    values = {value for _, value in islice(_values(match), MANY)}
    if len(values) < 2 or None in values:
        return None
    return Task(id_, match.name, "move", level, prompt(box, match, "move"), match.position)


MAKERS: Final[Mapping[str, Callable[[str, Box, Match[Any, Any], int], Task | None]]] = {
    "line": _line_task,
    "move": _move_task,
}


def _judge_task(id_: str, box: Box, match: Match[Any, Any], level: int, dice: Dice) -> Task:
    """Return a task to judge the record of a random match, in which one move may have been replaced."""
    dealt, length = len(Record.of(match.name, match).moves), 4 * level + dice.below(4 * level)
    first = len(match.turns())
    while (mover := match.turn) is not None and len(match.turns()) < first + length:
        moves = match.game.odds(match.state) if mover == NATURE else list(islice(match.game.moves(match.state), MANY))
        match = match.play(dice.draw(moves) if isinstance(moves, Mapping) else dice.choose(moves))
    record = Record.of(match.name, match)
    texts = list(record.moves)
    if len(texts) > dealt and dice.below(2):
        at = dealt + dice.below(len(texts) - dealt)
        # A move from elsewhere in this match that is not legal here.
        here = replace(match, line=()).follow(*texts[:at])
        strange = [text for text in dict.fromkeys(texts[dealt:]) if not _is_legal(here, text)]
        if strange:
            texts[at] = dice.choose(strange)
    text = replace(record, moves=tuple(texts), result=None).write()
    return Task(id_, match.name, "judge", level, prompt(box, match, "judge", text), record=text)


def _is_legal(match: Match[Any, Any], text: str) -> bool:
    try:
        match.follow(text)
    except HoyleError:
        return False
    return True


def prompt(box: Box, match: Match[Any, Any], kind: str, record: str = "", seat: Seat | None = None) -> str:
    """Return the rules, a position as a seat sees it or a record, and what to answer."""
    game = match.game
    unit = list(game.measure(()))[-1]
    role = "alone, and should win" if game.seats == 1 else f"as {box.seat_name(match.turn or 0)}"
    question = QUESTIONS[kind].format(unit=unit, role=role)
    here = record.strip() or describe(box, match, seat)
    heading = "The record" if record else "The position"
    return f"{box.title} ({match.name}). The rules:\n\n{box.rules.strip()}\n\n{heading}:\n\n{here}\n\n{question}"


def describe(box: Box, match: Match[Any, Any], seat: Seat | None = None) -> str:
    """Return a position as a picture of letters and as text, whole or as a seat sees it."""
    state = match.state if seat is None else match.view(seat)
    return f"{to_text(box.look.picture(match.game, state))}\n\nWritten: {match.game.write(state)}"


# --------------------------------------------------------------------------------------------------- marking


def mark(task: Task, answer: str) -> Mark:
    """Return what an answer to a task is worth, as the referee judges it."""
    return {"line": _mark_line, "move": _mark_move, "judge": _mark_judge}[task.kind](task, answer[:100_000])


def _mark_line(task: Task, answer: str) -> Mark:
    match = Match.open(task.game, task.position)
    start = match
    for number, text in enumerate(moves_in(answer), 1):
        try:
            match = match.follow(text)
        except HoyleError as fault:
            return Mark(
                task.id,
                task.level,
                legal=False,
                solved=False,
                optimal=False,
                words=f"move {number}, {text[:40]}: {fault}",
            )
    if match.outcome is None or match.outcome.scores[0] <= 0:
        end = match.outcome or "the match is not over"
        return Mark(task.id, task.level, legal=True, solved=False, optimal=False, words=str(end))
    cost = dict(start.measure(match.moves[len(start.line) :]))
    optimal = list(cost.values())[-1] <= list(task.best.values())[-1] if task.best else None
    return Mark(task.id, task.level, legal=True, solved=True, optimal=optimal, words=f"{match.outcome}: {tally(cost)}")


def _mark_move(task: Task, answer: str) -> Mark:
    match = Match.open(task.game, task.position)
    try:
        after = match.follow(_only_move(answer))
    except HoyleError as fault:
        return Mark(task.id, task.level, legal=False, solved=False, optimal=False, words=str(fault))
    values = dict(islice(_values(match), MANY))
    own, best = values.get(after.moves[len(match.line)]), max(value for value in values.values() if value is not None)
    words = f"worth {own}, where {best} is possible" if own != best else f"worth {own}, and nothing is better"
    return Mark(task.id, task.level, legal=True, solved=own == best, optimal=own == best, words=words)


def _only_move(answer: str) -> str:
    moves = moves_in(answer)
    if len(moves) != 1:
        raise NotationError(f"an answer is one move, not {len(moves)}")
    return moves[0]


def _mark_judge(task: Task, answer: str) -> Mark:
    verdict = judge(Record.read(task.record))
    right = ["fair"] if isinstance(verdict, Fair) else ["foul", str(verdict.number)]
    said = answer.lower().replace(".", " ").split()
    known = said == ["fair"] or (len(said) == 2 and said[0] == "foul" and said[1].isdigit())
    return Mark(task.id, task.level, legal=known, solved=said == right, optimal=said == right, words=str(verdict))


def _values(match: Match[Any, Any]) -> Iterator[tuple[Any, Fraction | int | None]]:
    """Yield each move with what it is worth to the seat that makes it: the chance to win alone, or 1, 0 or -1 against another.

    A value that takes too long to find is None.
    """
    game = match.game
    worth = _chance if game.seats == 1 else _Ends(game, match.turn or 0).end
    for move in game.moves(match.state):
        yield move, worth(match.play(move))


def _chance(match: Match[Any, Any]) -> Fraction | int | None:
    if match.outcome is not None:
        return int(match.outcome.scores[0] > 0)
    found = verdict(match, None, BUDGET)
    if isinstance(found, Chance):
        return found.probability if found.exact else None
    return {Solved: 1, Unsolvable: 0}.get(type(found))


class _Ends:
    """How matches of an open game end for a seat if everybody plays perfectly."""

    def __init__(self, game: Game[Any, Any], seat: int) -> None:
        self.game = game
        self.seat = seat
        self.known: dict[Any, int] = {}

    def end(self, match: Match[Any, Any]) -> int | None:
        """Return how a match ends, or None if that takes too long to find."""
        try:
            return self._best(match.state)
        except RecursionError:
            return None

    def _best(self, state: Any) -> int:
        if state not in self.known:
            outcome = self.game.outcome(state)
            if outcome is None:
                if len(self.known) >= BUDGET:
                    raise RecursionError
                values = [self._best(self.game.play(state, move)) for move in self.game.moves(state)]
                self.known[state] = max(values) if self.game.turn(state) == self.seat else min(values)
            else:
                self.known[state] = worth(outcome, self.seat)
        return self.known[state]


# ----------------------------------------------------------------------------------------------------- files


def write(task: Task) -> str:
    """Return a task as one line of JSON."""
    return json.dumps(asdict(task), ensure_ascii=False)


def read(line: str) -> Task:
    """Return the task of a line of JSON; the inverse of write.

    >>> read(write(make("nim", 2, seed=1))) == make("nim", 2, seed=1)
    True
    """
    try:
        facts = json.loads(line)
        task = Task(**facts)
    except (ValueError, TypeError, RecursionError) as fault:
        raise NotationError(f"not a task: {line[:60]!r}") from fault
    texts = (task.id, task.game, task.kind, task.position, task.record)
    if not all(isinstance(text, str) for text in texts) or task.kind not in KINDS or not isinstance(task.best, dict):
        raise NotationError(f"not a task: {line[:60]!r}")
    return task


def read_answers(lines: Iterable[str]) -> dict[str, str]:
    """Return the answers by the ids of their tasks, from lines of JSON with id and answer.

    >>> read_answers(['{"id": "nim-1-1", "answer": "b2"}'])
    {'nim-1-1': 'b2'}
    """
    answers: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            said = json.loads(line)
            id_, answer = said["id"], said["answer"]
        except (ValueError, TypeError, KeyError, RecursionError) as fault:
            raise NotationError(f"line {number} is not an answer with id and answer: {line[:60]!r}") from fault
        if not isinstance(id_, str) or not isinstance(answer, str):
            raise NotationError(f"line {number}: id and answer should be texts")
        answers[id_] = answer
    return answers
