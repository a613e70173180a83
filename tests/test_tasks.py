"""Tasks in words: what they ask can be answered, and the referee marks every answer."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from command import hoyle, refused
from hoyle.advice import solve
from hoyle.game import HoyleError
from hoyle.lab.envs.texts import TextEnv
from hoyle.lab.tasks import LEVELS, Mark, Task, describe, make, mark, read, write
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
        return "fair" if isinstance(verdict, Fair) else f"foul {verdict.number}"
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


@pytest.mark.parametrize(("name", "level"), [("stratego", 1), ("stratego", 2), ("dots", 1), ("domino", 1), ("nim", 3)])
def test_a_foul_move_has_the_number_that_the_record_gives_it(name: str, level: int) -> None:
    """The right answer is the number before the move in the prompt, even where a setup is many single moves."""
    fouls = 0
    for task in (make(name, level, seed, "judge") for seed in range(12)):
        record = Record.read(task.record)
        parts = (replace(record, moves=record.moves[:number]) for number in range(1, len(record.moves) + 1))
        first = next((number for number, part in enumerate(parts, 1) if not isinstance(judge(part), Fair)), None)
        if first is not None:
            assert re.search(rf"(?<!\d){first}\. {re.escape(record.moves[first - 1])}(?!\S)", task.prompt)
            assert mark(task, f"foul {first}").solved
            assert f"at move {first}," in mark(task, "fair").words
            fouls += 1
    assert fouls


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


@pytest.mark.parametrize("name", ["pegs", "domino", "dots", "nim", "stratego", "nim/misere"])
def test_gymnasium_has_nothing_against_an_environment_in_words(name: str, recwarn: pytest.WarningsRecorder) -> None:
    """Its own checks pass, whatever the game."""
    check_env(gymnasium.make("hoyle/text-v0", game=name).unwrapped)
    assert not recwarn.list


@pytest.mark.parametrize("name", ["pegs", "domino", "nim"])
def test_hoyle_wins_in_words(name: str) -> None:
    """The position of a task can be won, one move a step, and the seeds of episodes follow one another."""
    env = TextEnv(name, opponent="perfect" if name == "nim" else "random")
    for seed in (3, None):
        text, info = env.reset(seed=seed)
        task = make(name, 1, seed or 4)
        assert text.startswith(task.prompt[: task.prompt.rindex("\n\n")])
        terminated, reward = False, 0.0
        while not terminated:
            answer = best_answer(task) if name == "nim" else next(iter(solve(env.match, "shortest").line))
            assert str(answer) in info["moves"] or name == "nim"
            text, reward, terminated, _, info = env.step(str(answer))
            task = replace(task, position=env.match.position)
        assert reward == 1


def test_a_wrong_move_in_words_may_be_made_again() -> None:
    """With that option it changes nothing and names the rule; without it, it loses."""
    env = TextEnv("nim/3,1", illegal="again")
    before, _ = env.reset(seed=1)
    assert env.step("z9")[1:4] == (0.0, False, False)
    text, _, _, _, info = env.step("b3")
    assert "§2" in text
    assert info["illegal"]
    assert describe(env.box, env.match, env.seat) in before
    assert TextEnv("nim").reset(seed=1)
    with pytest.raises(HoyleError, match="illegal is lose or again, not 'shrug'"):
        TextEnv("nim", illegal="shrug")
    strict = TextEnv("nim/3,1")
    for _ in range(2):
        with pytest.raises(HoyleError, match="no episode is under way: call reset"):
            strict.step("a1")
        strict.reset(seed=1)
        with pytest.raises(HoyleError, match="an action is a move as text, not 3"):
            strict.step(3)  # type: ignore[arg-type]
        assert strict.step("z9")[2]
    for name in ("nim", "stratego"):
        with pytest.raises(HoyleError, match="there are levels 1 to 5, not 9"):
            TextEnv(name, level=9).reset(seed=1)


def test_words_tell_a_seat_only_what_it_may_see() -> None:
    """In Stratego two armies that differ only where the learner cannot see give the same text and the same moves."""
    env = TextEnv("stratego/six")
    text, info = env.reset(seed=1)
    assert env.match.position not in text
    other = (
        env.match.position.translate(str.maketrans("9X", "X9"))
        .replace("r9", "rY")
        .replace("rX", "r9")
        .replace("rY", "rX")
    )
    assert other != env.match.position
    env.match = Match.open(env.match.name, other)
    assert describe(env.box, env.match, env.seat) in text
    assert env._info() == info
