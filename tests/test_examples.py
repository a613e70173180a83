"""What the examples work out for themselves is what the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path as File
from typing import Any

import numpy as np
import pytest

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.dots import Dots, Path, Position, game
from hoyle.games.dots.stepwise import Drawing
from hoyle.grid import name, neighbours
from hoyle.lab.envs.setting import Setting

EXAMPLES = File(__file__).parents[1] / "examples"


def endings(dots: Dots, state: Drawing) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield for each path that can still be played, in both directions, the next choice and what the path leaves."""
    length = len(state.trail)
    for path in dots.moves(state.position):
        assert isinstance(path, Path)
        ways = [way for way in (path.squares, path.squares[::-1]) if way[:length] == state.trail]
        leaves = describe(dots, dots.play(state.position, path)) if ways else ()
        yield from ((name(way[length]) if len(way) > length else "play", leaves) for way in ways)


def describe(dots: Dots, position: Position) -> tuple[float, ...]:
    """Return what the example says of a position with holes, by a plain reading."""
    rows, rest = position.rows, [max(more, 0) for more in position.wanted]
    colours = {colour for (colour, _), more in zip(dots.goals, rest, strict=True) if more}
    squares = {(x, y): dot for y, row in enumerate(rows) for x, dot in enumerate(row)}
    around = [[squares.get(other) for other in neighbours(at)] for at, dot in squares.items() if dot in colours]
    lying = [dot for dot in squares.values() if dot in colours]
    alike = [others.count(dot) for dot, others in zip(lying, around, strict=True)]
    holes = sum(others.count(".") for others in around)
    middles = sum(number > 1 for number in alike)
    return sum(rest) / 4, position.left / 4, len(lying) / 8, sum(alike) / 8, middles / 4, holes / 4


def positions(setting: Setting, number: int) -> Iterator[Drawing]:
    """Yield what a player who chooses at random meets."""
    rules, dice = setting.game, Dice(1)
    state = setting.settle(rules.start(), dice)
    for _ in range(number):
        while rules.turn(state) is None:
            state = setting.settle(rules.start(), dice)
        yield state
        state = setting.settle(rules.play(state, dice.choose(list(rules.moves(state)))), dice)


@pytest.mark.parametrize("variant", ["small", "pairs", "4x5x4-3-R4,B3"])
def test_the_paths_of_dots_are_those_of_the_rules(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is drawn, the paths of every legal action are listed with what they leave, as many as may be."""
    monkeypatch.syspath_prepend(EXAMPLES)
    example: Any = import_module("dots_paths")
    for kernel in ("list_paths", "describe"):  # Compiling them would take longer than this test.
        monkeypatch.setattr(example, kernel, getattr(getattr(example, kernel), "py_func", getattr(example, kernel)))
    monkeypatch.setattr(example, "MOST", 12)
    setting, dots = Setting.of(f"dots/{variant}"), game(variant)
    states = list(positions(setting, 30))
    planes = np.zeros((len(states), *setting.shape), setting.dtype)
    expected: Counter[Any] = Counter()
    for row, state in enumerate(states):
        setting.write_planes(state, Seat(0), planes[row])
        expected.update((row, setting.numbers[first], *leaves) for first, leaves in endings(dots, state))
    found, features = example.find_paths(dots, planes)
    listed = Counter((*map(int, place), *map(float, row)) for place, row in zip(found, features, strict=True))
    assert listed <= expected
    assert tally(listed) == {place: min(number, example.MOST) for place, number in tally(expected).items()}


def tally(paths: Counter[Any]) -> Counter[Any]:
    """Return how many paths each row and action has."""
    numbers: Counter[Any] = Counter()
    for (row, action, *_), number in paths.items():
        numbers[row, action] += number
    return numbers
