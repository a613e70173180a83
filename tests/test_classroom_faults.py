"""The contracts of the five courses are complete: every wrong descendant is caught, by the clause that says so."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from importlib import import_module
from typing import Any

import pytest

from hoyle.classroom import collections, domsol, dots, marble, pegs, stratego
from hoyle.classroom.faults import Fault

COURSES = ["pegs", "domsol", "marble", "dots", "stratego"]
FAULTS: dict[str, list[Fault]] = {
    course: import_module(f"hoyle.classroom.faults.{course}").FAULTS for course in COURSES
}
EVERY = [pytest.param(fault, id=f"{course}-{fault.name}") for course, faults in FAULTS.items() for fault in faults]
FEWEST = {pegs.Board: 8, pegs.Game: 8, dots.GameBoardT: 6}
# Interfaces whose contracts are met in the classes that implement them; a node and an error promise nothing.
PLAIN = {domsol.StackADT, domsol.ListADT, domsol.UnorderedListADT, domsol.Named, domsol.LinearNode}


@pytest.mark.skipif(not __debug__, reason="postconditions and invariants are not watched under -O")
@pytest.mark.parametrize("fault", EVERY)
def test_every_wrong_descendant_is_caught_by_its_contract(fault: Fault) -> None:
    """By the tag that the fault names, and not by accident."""
    assert fault.caught_by() == fault.tag


@pytest.mark.parametrize("fault", EVERY)
def test_the_right_class_passes_every_trial(fault: Fault) -> None:
    """So what is caught is the fault, and not the trial."""
    deferred = fault.base in {
        pegs.SlotStatus,
        pegs.AvailableSlot,
        pegs.Player,
        stratego.Move,
        marble.MarbleSolitaireModel,
    }
    right: dict[type, Any] = {pegs.SlotStatus: pegs.OccupiedSlot, pegs.AvailableSlot: pegs.OccupiedSlot}
    right |= {pegs.Player: pegs.GoodPlayer, stratego.Move: stratego.BasicMove}
    if fault.base is not marble.MarbleSolitaireModel:  # its trials are about a strip of three slots
        fault.trial(right[fault.base] if deferred else fault.base)


@pytest.mark.parametrize("fault", EVERY)
def test_every_fault_has_a_name_a_story_and_features(fault: Fault) -> None:
    """One sentence, and the name and the features are the course's own."""
    assert fault.story.endswith(".")
    assert len(fault.story) < 100
    assert fault.features
    assert issubclass(fault.cls, fault.base)


@pytest.mark.parametrize("module", [pegs, domsol, marble, dots, stratego])
def test_every_class_of_a_course_has_a_family_of_faults(module: Any) -> None:
    """Eight for Board and Game, six for GameBoardT, four for each other; enumerations and errors have no descendants."""
    names = getattr(module, "__all__", None) or [name for name in vars(module) if name[0] != "_"]
    classes = [getattr(module, name) for name in names if isinstance(getattr(module, name), type)]
    homes = (module.__name__, f"{module.__name__}.", collections.__name__)
    own = [
        cls
        for cls in classes
        if cls.__module__.startswith(homes) and not issubclass(cls, Enum | Exception) and cls not in PLAIN
    ]
    counts = Counter(fault.base for fault in FAULTS[module.__name__.rpartition(".")[2]])
    assert own
    assert {cls.__name__: counts[cls] for cls in own if counts[cls] < FEWEST.get(cls, 4)} == {}


def test_every_clause_of_the_lab_catches_something() -> None:
    """Of boards and games: no postcondition is there for nothing."""
    from hoyle.contracts import read_class

    if not __debug__:
        pytest.skip("postconditions are not there to be read under -O")
    for cls in (pegs.Board, pegs.Game):
        caught = {(name, fault.tag) for fault in FAULTS["pegs"] if fault.base is cls for name in fault.features}
        features = [feature for _, section in read_class(cls).sections for feature in section if feature.ensure]
        moves = {"move_left", "move_right", "move_up", "move_down"}
        makes = {feature.name for feature in features if feature.name.startswith("make_")}
        for feature in features:
            same = next(
                (group for group in (moves, makes, {"is_over", "is_won"}) if feature.name in group), {feature.name}
            )
            for clause in feature.ensure:
                assert any((name, clause.tag) in caught for name in same), (feature.name, clause.tag)
