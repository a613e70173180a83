"""Playthroughs: a seed gives the same episode on every platform and in every version; make bless accepts a change."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from hoyle.lab.envs.playthrough import playthrough


def test_an_episode_is_as_it_was(game_name: str, snapshot: SnapshotAssertion) -> None:
    """Actions, planes, masks, rewards and chance, for each variant."""
    assert playthrough(game_name) == snapshot


@pytest.mark.parametrize("name", ["pegs/triangle", "domino/6", "dots/loops", "stratego/barrage"])
def test_rules_and_machine_code_play_the_same_episode(name: str) -> None:
    """From the same seed, to the last bit."""
    assert playthrough(name, seed=7) == playthrough(name, seed=7, compiled=False)
