# ruff: noqa: D103, FBT003, S311 -- the name of a test says what it shows, and its dice need not be secret
"""Certificates: genuine ones are accepted, forged ones are refused with a reason."""

from __future__ import annotations

import ast
import copy
import json
import os
import random
import re
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from forgery import Puzzle
from hoyle.game import HoyleError
from hoyle.games.domino import certificate as domino_certificate
from hoyle.games.pegs import Board, PegSolitaire, game
from hoyle.games.pegs.invariant import bits
from hoyle.games.pegs.picture import exhibit
from hoyle.games.pegs.problem import problem_of
from hoyle.games.pegs.proof import certificate
from hoyle.games.pegs.proof.blocks import block_evidence, block_function, by_blocks, cut, neighbours
from hoyle.games.pegs.proof.certificate import CertificateError, check
from hoyle.games.pegs.proof.prover import by_pagoda, exhaustion_evidence, meeting_evidence, pagodas, refutes
from hoyle.games.pegs.proof.prover import certificate as written
from hoyle.games.pegs.search.exact import explore, winnable
from hoyle.games.pegs.search.meeting import Meeting
from hoyle.games.pegs.search.toll import toll_of
from hoyle.games.pegs.solver import AnyLine
from hoyle.solver import Unsolvable

Json = dict[str, Any]
Forger = Callable[[Json], object]

compiled_only = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="too large for interpreted kernels"
)


def proof(variant: str) -> Json:
    """Return the certificate that the solver writes."""
    rules = game(variant)
    verdict = AnyLine().solve(rules, rules.start(), 1_000_000)
    assert isinstance(verdict, Unsolvable)
    assert verdict.certificate is not None
    return dict(verdict.certificate)


@pytest.fixture(scope="module")
def genuine() -> dict[str, Json]:
    """One certificate of each kind."""
    certificates = {
        "class": proof("french@d4-d4"),
        "pagoda": proof("diamond25@d4-d4"),
        "exhaustion": proof("triangle@a1-b3"),
    }
    for kind, proved in certificates.items():
        assert {item["kind"] for item in proved["evidence"]} == {kind}
        check(proved)
    return certificates


@pytest.mark.parametrize("variant", ["cross5", "cross7", "french", "diamond41", "cross1", "triangle7"])
def test_what_the_class_forbids_needs_no_search(variant: str) -> None:
    proved = proof(variant)
    assert {item["kind"] for item in proved["evidence"]} == {"class"}
    assert check(json.dumps(proved)).claim.endswith(f"cannot be reduced to one peg in {goals(proved)}")


def goals(proved: Json) -> str:
    """Return the goal as the checker words it."""
    return proved["goal"][0] if len(proved["goal"]) == 1 else f"any of {' '.join(proved['goal'])}"


@compiled_only
def test_the_small_diamond_falls_to_pagoda_functions() -> None:
    proved = proof("diamond25")
    assert {item["kind"] for item in proved["evidence"]} == {"class", "pagoda"}
    pagoda = next(item for item in proved["evidence"] if item["kind"] == "pagoda")
    assert pagoda["start_sum"] < pagoda["finish_sum"]
    assert all(str(pagoda[end]) in list(exhibit(proved))[-1].caption for end in ("start_sum", "finish_sum"))
    check(proved)


@pytest.mark.parametrize("arms", ["*O*/O.O/*O*", "**O**/**O**/OO.OO/**O**/**O**"])
def test_crosses_one_wide_cannot_be_won(arms: str) -> None:
    check(proof(arms))


def test_what_the_prover_writes_of_one_line_is_believed() -> None:
    """On such a board several symmetries of the plane move its holes alike."""
    for length in range(3, 10):
        for pegs in range(1, 1 << length):
            row = "".join("O" if pegs >> hole & 1 else "." for hole in range(length))
            if row != min(row, row[::-1]):
                continue
            rows = f"{row}/{'*' * length}" if pegs % 2 else "/".join(row)
            line = PegSolitaire(*Board.read(rows))
            verdict = AnyLine().solve(line, line.start(), 10_000)
            if isinstance(verdict, Unsolvable):
                assert verdict.certificate is not None
                check(json.dumps(verdict.certificate))


@pytest.mark.parametrize("page", [certificate, domino_certificate])
def test_the_checkers_use_nothing_of_the_searches(page: ModuleType) -> None:
    source = Path(str(page.__file__)).read_text(encoding="utf-8")
    imported = {
        name
        for node in ast.walk(ast.parse(source))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names} == {"hoyle.game"}


@pytest.mark.parametrize("variant", ["triangle@a1-b3", "triangle@a1-a1"])
def test_backwards_enumerations_are_checked_too(variant: str) -> None:
    rules = game(variant)
    problem = problem_of(rules, rules.start())
    assert problem.same_class() == problem
    functions = pagodas(problem)
    for used in ((), functions):
        _, sizes = winnable(problem, used)
        proved = written(rules, rules.start(), [exhaustion_evidence(rules, "backwards", sizes, problem.goals, used)])
        assert proved is not None
        if explore(problem, 100_000).best() is None:
            assert "none of them is the start" in check(proved).arguments[0]
            forged = copy.deepcopy(dict(proved))
            forged["evidence"][0]["layers"][-1] += 1
            with pytest.raises(CertificateError, match=r"layer [0-9]+ backwards: [0-9]+, not"):
                check(forged)
        else:
            with pytest.raises(CertificateError, match="the goal can be reached"):
                check(proved)


def test_a_solvable_position_has_no_certificate() -> None:
    rules = game("easy")
    problem = problem_of(rules, rules.start())
    sizes = explore(problem, 1000, symmetric=False).sizes
    proved = written(rules, rules.start(), [exhaustion_evidence(rules, "forwards", sizes, problem.goals, ())])
    assert proved is not None
    with pytest.raises(CertificateError, match="the goal can be reached"):
        check(proved)


def test_a_board_with_lines_of_its_own_has_no_certificate() -> None:
    knights = PegSolitaire(
        Board(frozenset({(0, 0), (1, 2), (2, 4)}), (3, 5), ((1, 2), (-1, -2))), frozenset({(0, 0), (2, 4)})
    )
    verdict = AnyLine().solve(knights, knights.start(), 100)
    assert isinstance(verdict, Unsolvable)
    assert verdict.certificate is None


def test_weights_must_be_exact() -> None:
    rules = game("diamond25@d4-d4")
    problem = problem_of(rules, rules.start())
    assert not refutes(problem, [0] * problem.size, problem.goals[0])


# Forgers: each takes a certificate and spoils it.


def of_item(**changes: object) -> Forger:
    return lambda proved: proved["evidence"][0].update(changes)


def of_proof(**changes: object) -> Forger:
    return lambda proved: proved.update(changes)


def weigh(x: int, y: int, weight: object) -> Forger:
    def forge(proved: Json) -> None:
        proved["evidence"][0]["weights"][y][x] = weight

    return forge


COMMON: list[tuple[Forger, str]] = [
    (of_proof(proof="hoyle/nim"), "not a proof"),
    (of_proof(version=2), "not a proof"),
    (of_proof(version=True), "not a proof"),
    (lambda proved: proved.pop("board"), "lacks the field board"),
    (of_proof(comment="trust me"), "unknown field 'comment'"),
    (of_proof(board=7), "the board is not a text"),
    (of_proof(board="."), "the start does not have the holes of the board"),
    (of_proof(start="O"), "the start does not have the holes of the board"),
    (of_proof(board="x", start="x"), "the board holds 'x'"),
    (of_proof(board="." * 101, start="." * 101), "more than 100 rows or columns"),
    (of_proof(lines="diagonal"), "lines are neither"),
    (of_proof(lines=["square"]), "lines are neither"),
    (of_proof(goal=[]), "names no hole"),
    (of_proof(goal="d4"), "the goal is not a list"),
    (of_proof(goal=["z99"]), "not a hole of the board"),
    (of_proof(goal=[4]), "not a hole of the board"),
    (of_proof(goal=["a1", "a1"]), "not a hole of the board|one twice"),
    (of_proof(jumps={}), "jumps is not a list"),
    (lambda proved: proved["jumps"].append("a1d4"), "the jumps listed are not the"),
    (lambda proved: proved["jumps"].append(5), "the jumps listed are not the"),
    (lambda proved: proved["jumps"].append(None), "the jumps listed are not the"),
    (lambda proved: proved["jumps"].__setitem__(0, []), "the jumps listed are not the"),
    (lambda proved: proved["jumps"].pop(), "the jumps listed are not the"),
    (lambda proved: proved["jumps"].append(proved["jumps"][0]), "the jumps listed are not the"),
    (of_proof(evidence=[]), "nothing rules out the last peg in"),
    (of_proof(evidence={}), "evidence is not a list"),
    (of_proof(evidence=[3]), "evidence 1 is of an unknown kind"),
    (of_item(kind="faith"), "of an unknown kind"),
    (of_item(kind=["class"]), "of an unknown kind"),
    (of_item(finish=[]), "names no hole"),
    (lambda proved: proved["evidence"][0].pop("finish"), "lacks the field finish"),
    (of_item(extra=1), "unknown field 'extra'"),
]

WEIGHED: list[tuple[Forger, str]] = [
    (of_item(start_sum=1000), "the sums are"),
    (of_item(finish_sum=1000), "the sums are"),
    (of_item(start_sum="1"), "not a whole number"),
    (of_item(start_sum=True), "not a whole number"),
    (of_item(start_sum=1.5), "not a whole number"),
    (of_item(start_sum=10**30), "characters"),
    (of_item(weights=[]), "do not have the shape"),
    (of_item(weights=[[0]]), "do not have the shape"),
    (of_item(weights=5), "not a list"),
    (weigh(0, 0, 1), "what is not a hole"),
    (weigh(3, 3, None), "not a whole number"),
    (weigh(3, 3, "1"), "not a whole number"),
    (weigh(3, 3, True), "not a whole number"),
    (weigh(3, 3, float("inf")), "not a number"),
]


@pytest.mark.parametrize("kind", ["class", "pagoda", "exhaustion"])
@pytest.mark.parametrize(("forge", "reason"), COMMON)
def test_forged_certificates_are_refused(genuine: dict[str, Json], kind: str, forge: Forger, reason: str) -> None:
    forged = copy.deepcopy(genuine[kind])
    forge(forged)
    with pytest.raises(CertificateError, match=reason):
        check(forged)


@pytest.mark.parametrize("kind", ["class", "pagoda"])
@pytest.mark.parametrize(("forge", "reason"), WEIGHED)
def test_forged_weights_are_refused(genuine: dict[str, Json], kind: str, forge: Forger, reason: str) -> None:
    forged = copy.deepcopy(genuine[kind])
    forge(forged)
    with pytest.raises(CertificateError, match=reason):
        check(forged)


def test_every_single_changed_weight_is_noticed(genuine: dict[str, Json]) -> None:
    for kind in ("class", "pagoda"):
        for y, row in enumerate(genuine[kind]["evidence"][0]["weights"]):
            for x, weight in enumerate(row):
                for other in (0, 1, 2, -5, 10**9):
                    if weight is not None and other != weight:
                        forged = copy.deepcopy(genuine[kind])
                        forged["evidence"][0]["weights"][y][x] = other
                        with pytest.raises(CertificateError):
                            check(forged)


def test_weights_with_honest_sums_must_still_be_a_class(genuine: dict[str, Json]) -> None:
    forged = copy.deepcopy(genuine["class"])
    item = forged["evidence"][0]
    item["weights"] = [[None if weight is None else 1 for weight in row] for row in item["weights"]]
    item["start_sum"], item["finish_sum"] = 36, 1
    with pytest.raises(CertificateError, match="changes the class"):
        check(forged)
    item["weights"] = [[None if weight is None else 0 for weight in row] for row in item["weights"]]
    item["start_sum"], item["finish_sum"] = 0, 0
    with pytest.raises(CertificateError, match="same class as the start"):
        check(forged)


def test_weights_with_honest_sums_must_still_be_a_pagoda_function(genuine: dict[str, Json]) -> None:
    forged = copy.deepcopy(genuine["pagoda"])
    item = forged["evidence"][0]
    item["weights"] = [
        [None if weight is None else int((x, y) == (3, 3)) for x, weight in enumerate(row)]
        for y, row in enumerate(item["weights"])
    ]
    item["start_sum"], item["finish_sum"] = 0, 1
    with pytest.raises(CertificateError, match="gains weight"):
        check(forged)
    item["weights"] = [[None if weight is None else 0 for weight in row] for row in item["weights"]]
    item["start_sum"], item["finish_sum"] = 0, 0
    with pytest.raises(CertificateError, match="may weigh 0, no more than the start's 0"):
        check(forged)


def test_a_changed_board_is_refused(genuine: dict[str, Json]) -> None:
    for kind in ("class", "pagoda", "exhaustion"):
        start = genuine[kind]["start"]
        for place, slot in enumerate(start):
            if slot == "O":
                forged = copy.deepcopy(genuine[kind])
                forged["start"] = start[:place] + "*" + start[place + 1 :]
                forged["board"] = forged["start"].replace("O", ".")
                with pytest.raises(CertificateError):
                    check(forged)


def test_a_changed_position_is_refused_unless_the_same_weights_prove_it_as_well(genuine: dict[str, Json]) -> None:
    for kind in ("class", "pagoda", "exhaustion"):
        rows = genuine[kind]["start"].split("/")
        for y, row in enumerate(rows):
            for x in range(len(row)):
                forged = copy.deepcopy(genuine[kind])
                changed = [*rows[:y], row[:x] + "." + row[x + 1 :], *rows[y + 1 :]]
                forged["start"] = "/".join(changed)
                weights = forged["evidence"][0].get("weights")
                if row[x] == "O" and (weights is None or weights[y][x]):
                    with pytest.raises(CertificateError):
                        check(forged)
                elif row[x] == "O":
                    assert check(forged).claim.startswith(forged["start"])


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (lambda item: item["layers"].append(1), "more layers than pegs|layer [0-9]+ forwards"),
        (lambda item: item["layers"].pop(), "positions found in layer [0-9]+ forwards: [0-9]+, not 0"),
        (lambda item: item["layers"].__setitem__(2, item["layers"][2] + 1), "layer 2 forwards: [0-9]+, not"),
        (lambda item: item["layers"].__setitem__(2, 0), "a layer has no position"),
        (lambda item: item["layers"].__setitem__(2, -4), "fewer than 0 positions"),
        (lambda item: item["layers"].__setitem__(2, "4"), "not a whole number"),
        (lambda item: item["layers"].__setitem__(2, 10**12), "more than the 1000000 allowed"),
        (lambda item: item["layers"].__setitem__(2, 10**40), "characters"),
        (lambda item: item.update(layers=[]), "positions found in layer 0 forwards: [0-9]+, not 0"),
        (lambda item: item.update(layers=[1]), "positions found in layer 1 forwards: [0-9]+, not 0"),
        (lambda item: item.update(layers=3), "not a list"),
        (lambda item: item.update(direction="backwards"), "layer [0-9]+ backwards: [0-9]+, not"),
        (lambda item: item.update(direction="sideways"), "neither forwards nor backwards"),
        (lambda item: item.update(direction=[]), "neither forwards nor backwards"),
        (lambda item: item.update(pagodas=7), "not a list"),
        (lambda item: item.update(pagodas=[[[1]]]), "do not have the shape"),
        (lambda item: item.update(pagodas=[[[0], [0, 0], [0, 9, 0], [0] * 4, [0] * 5]]), "gains weight"),
    ],
)
def test_forged_exhaustions_are_refused(genuine: dict[str, Json], forge: Forger, reason: str) -> None:
    forged = copy.deepcopy(genuine["exhaustion"])
    forge(forged["evidence"][0])
    with pytest.raises(CertificateError, match=reason):
        check(forged)


def meeting(variant: str) -> Json:
    """Return the certificate of two searches that never met, or of two that did."""
    rules = game(variant)
    problem = problem_of(rules, rules.start()).same_class()
    tolls = [toll for weights in pagodas(problem) if (toll := toll_of(problem, weights)) is not None]
    both = Meeting(problem, tolls)
    assert both.approach(100_000)
    weights = [toll.weights for toll in tolls]
    proved = written(
        rules, rules.start(), [meeting_evidence(rules, both.forth.sizes, both.back.sizes, problem.goals, weights)]
    )
    return copy.deepcopy(dict(proved or {}))


def test_a_meeting_is_checked() -> None:
    proved = meeting("triangle@a1-b3")
    assert check(proved).arguments[0].endswith("and none is both")
    assert list(exhibit(proved)) == []
    with pytest.raises(CertificateError, match="the goal can be reached, through the middle"):
        check(meeting("triangle@a1-a1"))


@pytest.mark.parametrize("variant", ["wiegleb@e1-e1", "diamond41@e1-e9", "diamond41@e1-b6", "diamond41@d2-i5"])
def test_a_block_function_proves_what_no_pagoda_function_does(variant: str) -> None:
    rules = game(variant)
    problem = problem_of(rules, rules.start())
    assert list(by_pagoda(problem)) == []
    ((blocks, forwards, backwards, goal),) = by_blocks(problem, rules.board.squares)
    proved = written(rules, rules.start(), [block_evidence(rules, blocks, forwards, backwards, [goal])])
    assert proved is not None
    assert check(proved).arguments[0].startswith("blocks: no jump gains, ")
    assert list(exhibit(proved)) == []
    # Along any game the value never rises.
    dice = random.Random(1)
    for _ in range(20):
        values, position = [], problem.start
        while after := sorted(neighbours(problem, position, forwards=True)):
            position = dice.choice(after)
            pegs = [bits(k for k, hole in enumerate(block.holes) if position >> hole & 1) for block in blocks]
            values.append(sum(block.values[inside] for block, inside in zip(blocks, pegs, strict=True)))
        assert values == sorted(values, reverse=True)


def test_the_proof_for_the_wiegleb_needs_all_arms_and_both_jumps() -> None:
    rules = game("wiegleb@e1-e1")
    problem = problem_of(rules, rules.start())
    arms, middle = cut(rules.board.squares)[:4], cut(rules.board.squares)[4:]
    low, high = {problem.start}, {1 << problem.goals[0]}
    later = {after for first in low for after in neighbours(problem, first, forwards=True)}
    earlier = {before for last in high for before in neighbours(problem, last, forwards=False)}
    assert block_function(problem, [*arms, *middle], later, earlier)
    assert not block_function(problem, [*arms, *middle], low, earlier)
    assert not block_function(problem, [*arms, *middle], later, high)
    for left_out in arms:
        others = [arm for arm in arms if arm != left_out]
        assert not block_function(problem, [*others, *middle, *((hole,) for hole in left_out)], later, earlier)


@pytest.mark.parametrize(
    "variant", ["wiegleb@e2-e2", "wiegleb@e4-e1", "french@c1-c1", "diamond41@d2-f2", "triangle@a1-a1", "OO./***"]
)
def test_no_block_function_speaks_against_what_can_be_won(variant: str) -> None:
    rules = game(variant)
    problem = problem_of(rules, rules.start()).same_class()
    assert not [goal for *_, goal in by_blocks(problem, rules.board.squares)]


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (lambda item: item["forwards"].append(1), "jumps? apart"),
        (lambda item: item["forwards"].pop(), "jumps? apart"),
        (lambda item: item["backwards"].pop(), "jumps? apart"),
        (lambda item: item["forwards"].__setitem__(2, item["forwards"][2] + 1), "layer 2 forwards: [0-9]+, not"),
        (lambda item: item["backwards"].__setitem__(2, item["backwards"][2] - 1), "layer 2 backwards: [0-9]+, not"),
        (lambda item: item["forwards"].__setitem__(2, 0), "goes on after a layer without positions"),
        (
            lambda item: item["forwards"].__setitem__(-1, 0),
            "positions found in layer [0-9]+ forwards: [0-9]+, not 0",
        ),
        (lambda item: item["forwards"].__setitem__(2, -1), "fewer than 0 positions"),
        (lambda item: item["forwards"].__setitem__(2, "4"), "not a whole number"),
        (lambda item: item["backwards"].__setitem__(2, 10**12), "more than the 1000000 allowed"),
        (lambda item: item.update(forwards=[]), "a list of layers is empty"),
        (lambda item: item.update(backwards=3), "not a list"),
        (lambda item: item.update(pagodas=[]), "forwards: [0-9]+, not"),
        (lambda item: item.update(pagodas=[[[0], [0, 0], [0, 9, 0], [0] * 4, [0] * 5]]), "gains weight"),
        (lambda item: item.update(layers=[1]), "unknown field 'layers'"),
    ],
)
def test_forged_meetings_are_refused(forge: Forger, reason: str) -> None:
    forged = meeting("triangle@a1-b3")
    forge(forged["evidence"][0])
    with pytest.raises(CertificateError, match=reason):
        check(forged)


def test_a_function_by_which_nothing_is_free_is_refused_on_a_large_board() -> None:
    forged = meeting("triangle@a1-b3")
    rows = [[1] * (y + 1) for y in range(8)]
    board = PegSolitaire(*Board.read("/".join("O" * len(row) for row in rows[:-1]) + "/O......."))
    item = forged["evidence"][0] | {"pagodas": [rows], "forwards": [1, 0]}
    proved = written(board, board.pegs, [item])
    with pytest.raises(CertificateError, match="too few jumps are free"):
        check(dict(proved or {}))


def test_limits_are_for_the_whole_certificate(genuine: dict[str, Json]) -> None:
    forged = copy.deepcopy(genuine["exhaustion"])
    total = sum(forged["evidence"][0]["layers"])
    forged["evidence"] *= 2
    check(forged, positions=2 * total)
    with pytest.raises(CertificateError, match=r"more than the [0-9]+ allowed"):
        check(forged, positions=2 * total - 1)
    forged["evidence"] *= 501
    with pytest.raises(CertificateError, match="1002 items"):
        check(forged)
    forged = copy.deepcopy(genuine["exhaustion"])
    forged["evidence"][0]["pagodas"] = [[[0] * (y + 1) for y in range(5)]] * 65
    with pytest.raises(CertificateError, match="65 pagoda functions"):
        check(forged)


def spoil(value: Any, dice: random.Random) -> Any:
    """Return a copy with something somewhere in it replaced, dropped or doubled."""
    junk = [None, True, 0, -1, 10**15, 0.5, "", "O", "d4", [], [[]], {}, {"kind": "class"}, value]
    if not isinstance(value, list | dict) or not value or dice.random() < 0.1:
        return dice.choice(junk)
    if isinstance(value, dict):
        key = dice.choice(list(value))
        return {**value, key: spoil(value[key], dice)}
    place = dice.randrange(len(value))
    middle = dice.choice([[], [spoil(value[place], dice)], [spoil(value[place], dice)], [value[place]] * 2])
    return [*value[:place], *middle, *value[place + 1 :]]


def test_spoiled_certificates_raise_nothing_else(genuine: dict[str, Json]) -> None:
    dice = random.Random(4)
    start = {kind: proved["start"] for kind, proved in genuine.items()}
    for _ in range(1500):
        kind = dice.choice(sorted(genuine))
        spoiled = spoil(genuine[kind], dice)
        try:
            checked = check(json.dumps(spoiled))
        except CertificateError:
            continue
        else:  # the change did no harm, or it is another claim that the same weights prove
            assert kind != "exhaustion" or checked.claim.startswith(start[kind])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "the certificate is not an object"),
        ("null", "the certificate is not an object"),
        ('{"proof": 1, "proof": 2}', "a field is given twice"),
        ("NaN", "NaN is not a number"),
        ("1e9", "1e9 is not a whole number"),
        ("9" * 5000, "5000 characters"),
        ("[" * 100_000, "nested too deeply|not JSON"),
        (" " * 4_000_001, "more than 4000000"),
    ],
)
def test_other_texts_are_refused(text: str, reason: str) -> None:
    with pytest.raises(CertificateError, match=reason):
        check(text)


def test_an_object_that_is_not_json_is_refused() -> None:
    with pytest.raises(CertificateError, match="not JSON"):
        check({"proof": {1, 2}})
    assert issubclass(CertificateError, HoyleError)


def test_a_caller_may_allow_more_or_fewer_positions(genuine: dict[str, Json]) -> None:
    with pytest.raises(CertificateError, match="more than the 10 allowed"):
        check(genuine["exhaustion"], positions=10)


def peak_of(puzzle: Puzzle, functions: int) -> int:
    """Return the most bytes that a check holds, of an exhaustion with functions of long numbers."""
    dice = random.Random(1)
    weights = [[10**22 + dice.randrange(10**20) for _ in puzzle.names] for _ in range(functions)]
    item = {"kind": "exhaustion", "finish": puzzle.names, "direction": "backwards", "layers": [1]}
    item["pagodas"] = [puzzle.table(each) for each in weights]
    text = json.dumps(puzzle.certificate(range(len(puzzle.names)), [item]))
    tracemalloc.start()
    try:
        with pytest.raises(CertificateError, match="positions found in layer 0"):
            check(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_a_check_holds_no_more_than_the_page_says() -> None:
    page = (Path(__file__).parent.parent / "docs" / "proofs.md").read_text(encoding="utf-8")
    said = re.search(r"at most (\d+) bytes for each hole and\s+each jump", page)
    assert said is not None
    puzzle = Puzzle(("." * 20,) * 20, "square", 0b11)
    none, some = (peak_of(puzzle, functions) for functions in (0, 8))
    each = (some - none) / 8 / (len(puzzle.names) + len(puzzle.jumps))
    assert int(said[1]) / 2 < each <= int(said[1])
