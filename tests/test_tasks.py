"""Tasks in words: what they ask can be answered, and the referee marks every answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import hoyle, refused
from hoyle.advice import solve
from hoyle.lab.tasks import LEVELS, Mark, Task, make, mark, read, write
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, judge
from hoyle.shelf import shelf

SMALL = [(name, level) for name in ("domino", "dots", "nim", "stratego") for level in (1, 2)]


@pytest.mark.parametrize(("name", "level"), SMALL)
def test_a_task_is_the_same_each_time_and_survives_its_file(name: str, level: int) -> None:
    """A game, a level and a seed are one task for ever, and its line of JSON holds all of it."""
    task = make(name, level, seed=3)
    assert make(name, level, seed=3) == task == read(write(task))
    assert shelf()[name].rules.strip() in task.prompt


def best_answer(task: Task) -> str:
    """Return an answer by hoyle's own means."""
    if task.kind == "judge":
        verdict = judge(Record.read(task.record))
        return "fair" if isinstance(verdict, Fair) else f"foul {verdict.ply}"
    match = Match.open(task.game, task.position)
    if task.kind == "line":
        return " ".join(map(str, solve(match, "shortest").line))
    return next(str(move) for move in match.game.moves(match.state) if mark(task, str(move)).optimal)


@pytest.mark.parametrize(("name", "level"), SMALL)
def test_the_right_answer_gets_full_marks(name: str, level: int) -> None:
    """What hoyle itself would answer is legal, right and optimal."""
    task = make(name, level, seed=5)
    assert mark(task, best_answer(task)) == Mark(
        task.id, level, legal=True, solved=True, optimal=True, words=mark(task, best_answer(task)).words
    )


@pytest.mark.parametrize("answer", ["", "z9z9", "fair or foul", "ответ", "a1 " * 1000, "foul 99999"])
@pytest.mark.parametrize("name", ["domino", "dots", "nim", "stratego"])
def test_a_wrong_answer_is_told_why(name: str, answer: str) -> None:
    """Whatever is said, it is marked and explained."""
    marked = mark(make(name, 2, seed=4), answer)
    assert not marked.solved
    assert marked.words


def test_of_many_records_about_half_are_foul() -> None:
    """Nobody does well by always giving the same answer."""
    verdicts = [judge(Record.read(make("nim", 3, seed, "judge").record)) for seed in range(60)]
    assert 15 <= sum(isinstance(verdict, Fair) for verdict in verdicts) <= 45


def test_the_command_makes_and_marks(tmp_path: Path) -> None:
    """From a file of tasks and one of answers comes a table; what does not belong together is refused."""
    tasks, answers = tmp_path / "tasks.jsonl", tmp_path / "answers.jsonl"
    assert hoyle("tasks", "nim", "--count", "10", "-o", str(tasks)).returncode == 0
    made = [read(line) for line in tasks.read_text().splitlines()]
    assert [task.level for task in made] == [*range(1, LEVELS + 1)] * 2
    said = [{"id": task.id, "answer": best_answer(task)} for task in made[1:]]
    answers.write_text("\n".join(map(json.dumps, said)))
    table = json.loads(hoyle("tasks", "score", str(tasks), str(answers), "--json").stdout)["levels"]
    assert table["all"] == {"tasks": 10, "legal": 9, "solved": 9, "optimal": 9}
    assert f"{made[0].id}: there is no answer" in hoyle("tasks", "score", str(tasks), str(answers)).stdout
    answers.write_text('{"id": "nobody", "answer": "a1"}')
    assert "answers a task that is not there: nobody" in refused("tasks", "score", str(tasks), str(answers))
    tasks.write_text("{}")
    assert "not a task" in refused("tasks", "score", str(tasks), str(answers))
