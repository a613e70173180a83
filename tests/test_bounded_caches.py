"""What is remembered of texts from outside is bounded: nobody fills the memory by asking for ever other variants."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import hoyle.games
from hoyle.shelf import find


def caches() -> Iterator[tuple[str, Any]]:
    """Yield every function of a module of the games that remembers its answers, by its name."""
    for module in pkgutil.walk_packages(hoyle.games.__path__, "hoyle.games."):
        for thing in vars(importlib.import_module(module.name)).values():
            if hasattr(thing, "cache_parameters") and thing.__module__ == module.name:
                yield f"{module.name}:{thing.__qualname__}", thing


def test_no_cache_of_texts_is_unbounded() -> None:
    """A function of the games that is given texts forgets what was not used for longest."""
    found = dict(caches())
    assert "hoyle.games.pegs.boards:game" in found
    unbounded = [
        name
        for name, function in found.items()
        if function.cache_parameters()["maxsize"] is None
        and any("str" in str(each.annotation) for each in inspect.signature(function).parameters.values())
    ]
    assert unbounded == []


@pytest.mark.parametrize(
    ("place", "variant"),
    [
        ("hoyle.games.pegs.boards:game", "pegs/triangle9@a{0}-a{1}"),
        ("hoyle.games.dots.variants:game", "dots/5x5x4-{1}{0}"),
    ],
)
def test_variants_are_forgotten(place: str, variant: str) -> None:
    """However many are asked for, few are kept."""
    function = dict(caches())[place]
    for number in range(81 * 2):
        find(variant.format(1 + number % 9, 1 + number // 9 % 9 + 9 * (number // 81) * ("dots" in variant)))
    assert function.cache_info().currsize <= (100 if "dots" in variant else 50)
