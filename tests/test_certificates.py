# ruff: noqa: D103, FBT003 -- the name of a test says what it shows
"""What the checkers believe is true, what is right is believed, and what is not of the form is refused.

The tests take no fixtures and no parameters: benchmarks/checker_mutants.py runs them against changed checkers too.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

import forgery
from forgery import Json, Puzzle
from hoyle.game import HoyleError
from hoyle.games.domino.certificate import verify
from hoyle.games.pegs.proof.certificate import CertificateError, Claim, CostError, check
from hoyle.games.pegs.rules import Board

Forger = Callable[[Json], object]
SAMPLE = range(500)


def refused(text: str | Json, reason: str, **bound: int) -> None:
    with pytest.raises(HoyleError, match=reason):
        check(text, **bound)


def believed(text: str, checker: Callable[[str], object]) -> bool:
    try:
        checker(text)
    except HoyleError:
        return False
    return True


# --- peg solitaire -------------------------------------------------------------------------------------------------


@cache
def pegs_sample() -> list[forgery.Case]:
    return [case for seed in SAMPLE for case in forgery.pegs_cases(seed)]


def test_what_is_believed_of_pegs_is_true_and_what_is_right_is_believed() -> None:
    proved = 0
    for case in pegs_sample():
        if believed(case.text, check):
            assert forgery.is_true(json.loads(case.text)), case.text
            assert_read_alike(json.loads(case.text))
            proved += 1
        else:
            assert not case.genuine, case.text
    assert proved > len(SAMPLE)


def assert_read_alike(claim: Json) -> None:
    """Assert that hoyle reads the same puzzle in what was proved: its picture, its holes and its jumps."""
    board, pegs = Board.read(claim["start"])
    assert board.write(pegs) == claim["start"]
    assert sorted(map(str, board.jumps)) == sorted(claim["jumps"])


SQUARE = ("O../OO.", "O", "O/.", "OO.*/....")
TRIANGULAR = ("./OO", "./OO/OOO", "./OO/OO*")
SHAPELESS = ("", "/", "/.../OO.", "OO./", "O../O")


def test_a_picture_has_one_meaning() -> None:
    for start, lines in product(SQUARE + TRIANGULAR + SHAPELESS, ("square", "triangular")):
        rows = tuple(start.replace("O", ".").split("/"))
        pegs = sum(1 << hole for hole, slot in enumerate(start.replace("/", "").replace("*", "")) if slot == "O")
        puzzle = Puzzle(rows, lines, pegs)
        text = json.dumps(puzzle.certificate(range(len(puzzle.squares)), []))
        if start in (SQUARE if lines == "square" else TRIANGULAR):
            refused(text, "nothing rules out")
            assert_read_alike(json.loads(text))
        else:
            refused(text, "row")


def test_numbers_with_equal_hashes_cost_no_more() -> None:
    # Hashes of numbers are remainders by 2**61 - 1, so that holes 61 apart would be alike.
    claim = Claim((), ("",) * 700, 0, {}, ())
    pairs = [1 << 61 * one | 1 << 61 * other for one in range(11) for other in range(one)]
    assert len({*map(hash, pairs)}) == 1
    assert len({hash(claim.pack(pair)) for pair in pairs}) == len(pairs)


@cache
def every_meeting() -> list[forgery.Case]:
    return [case for seed in SAMPLE[:150] for case in forgery.meetings(seed)]


def test_the_layers_of_every_meeting_have_their_true_sizes() -> None:
    lost = 0
    for case in every_meeting():
        assert believed(case.text, check) == case.genuine, case.text
        lost += case.genuine
    assert lost > 100


ROW = Puzzle(("...",), "square", 0b101)
FIVE = Puzzle((".....",), "square", 0b01011)
TRIANGLE = Puzzle((".", "..", "..."), "triangular", 0b011100)
PAIR = Puzzle(("...",), "square", 0b011)


def exhaustion(puzzle: Puzzle, finish: list[str], direction: str, *layers: int, pagodas: Any = ()) -> Json:
    item = {"kind": "exhaustion", "finish": finish, "direction": direction, "layers": list(layers)}
    item["pagodas"] = [puzzle.table(weights) for weights in pagodas]
    return puzzle.certificate([puzzle.names.index(name) for name in finish], [item])


def meeting(puzzle: Puzzle, finish: list[str], forwards: list[int], backwards: list[int], pagodas: Any = ()) -> Json:
    item = {"kind": "meeting", "finish": finish, "forwards": forwards, "backwards": backwards}
    item["pagodas"] = [puzzle.table(weights) for weights in pagodas]
    return puzzle.certificate([puzzle.names.index(name) for name in finish], [item])


def blocks(puzzle: Puzzle, finish: list[str], parts: list[Json], forwards: list[int], backwards: list[int]) -> Json:
    item = {"kind": "blocks", "finish": finish, "blocks": parts, "forwards": forwards, "backwards": backwards}
    return puzzle.certificate([puzzle.names.index(name) for name in finish], [item])


def part(holes: str, *values: int) -> Json:
    return {"holes": holes.split(), "values": list(values)}


def weighing(kind: str, puzzle: Puzzle, finish: list[str], weights: list[Any], *sums: int) -> Json:
    start, least = sums
    item = {"kind": kind, "finish": finish, "weights": puzzle.table(weights), "start_sum": start, "finish_sum": least}
    return puzzle.certificate([puzzle.names.index(name) for name in finish], [item])


def genuine() -> dict[str, Json]:
    """Return a certificate of each kind."""
    return {
        "class": weighing("class", PAIR, ["a1", "b1"], [1, 1, 0], 2, 1),
        "pagoda": weighing("pagoda", ROW, ["b1"], [-1, 3, -1], -2, 3),
        "forwards": exhaustion(FIVE, ["a1", "c1"], "forwards", 1, 1, 2, pagodas=[[0] * 5]),
        "backwards": exhaustion(ROW, ["b1"], "backwards", 1),
        "meeting": meeting(TRIANGLE, ["a3", "c3"], [1, 1], [2, 4]),
        # Only from .O.OO can a jump lead to .OO.., from which the last peg comes to a1.
        "blocks": blocks(
            FIVE, ["a1"], [part("a1 b1 c1 d1 e1", *(3 * (k in {6, 26}) for k in range(32)))], [1, 1], [1, 1]
        ),
    }


def test_the_words_of_a_proof() -> None:
    assert {kind: str(check(proved)) for kind, proved in genuine().items()} == {
        "class": "OO. cannot be reduced to one peg in any of a1 b1\nclass: every jump leaves an even number of pegs on the "
        "marked holes, and one peg in any of a1 b1 is an odd number",
        "pagoda": "O.O cannot be reduced to one peg in b1\npagoda: no jump gains weight, the start weighs -2, and one peg in "
        "b1 at least 3",
        "forwards": "OO.O. cannot be reduced to one peg in any of a1 c1\nexhaustion: apart from positions that a pagoda "
        "function rules out, 4 positions can be reached, and none of them is one peg in any of a1 c1",
        "backwards": "O.O cannot be reduced to one peg in b1\nexhaustion: 1 position with at most 2 pegs can lead to one peg "
        "in b1, and it is not the start",
        "meeting": "./.O/OO. cannot be reduced to one peg in any of a3 c3\nmeeting: 1 position can be reached by 1 jump, "
        "4 positions can lead to one peg in any of a3 c3 by 1 jump, and none is both",
        "blocks": "OO.O. cannot be reduced to one peg in a1\nblocks: no jump gains, the value is at most 0 after 1 "
        "jump, and at least 3 with 1 jump to go to one peg in a1",
    }
    bare = blocks(ROW, ["b1"], [part("b1", 0, 1)], [1], [1])
    assert "at most 0 after 0 jumps, and at least 1 with 0 jumps to go to one peg in b1" in str(check(bare))
    value = genuine()["blocks"]["evidence"][0]["blocks"]
    deeper = blocks(Puzzle((".....",), "square", 0b01011), ["a1"], value, [1], [1, 1, 1])
    assert "at most 0 after 0 jumps, and at least 3 with 2 jumps to go to one peg in a1" in str(check(deeper))
    other = meeting(TRIANGLE, ["a3", "c3"], [1, 1, 1], [2])
    assert "1 position can be reached by 2 jumps, 2 positions can lead to" in str(check(other))
    assert str(check(other)).endswith("by 0 jumps, and none is both")
    stuck = meeting(ROW, ["b1"], [1, 0], [1])
    assert "meeting: no position can be reached by 1 jump, 1 position can lead" in str(check(stuck))
    assert str(check(exhaustion(row(14, 3), ["b1"], "backwards", 1, 1, 2))).endswith(
        "4 positions with at most 3 pegs can lead to one peg in b1, and none of them is the start"
    )
    assert str(check(exhaustion(Puzzle(("...",), "square", 1), ["b1", "c1"], "backwards", 2))).endswith(
        "2 positions with at most 1 peg can lead to one peg in any of b1 c1, and none of them is the start"
    )
    empty = Puzzle(("...",), "square", 0)
    for way in ("forwards", "backwards"):
        assert str(check(exhaustion(empty, ["b1"], way))).endswith("the start has no peg, and no jump adds one")
    odd = weighing("class", ROW, ["c1"], [1, 1, 0], 1, 0)
    assert str(check(json.dumps(odd))).endswith(
        "an odd number of pegs on the marked holes, and one peg in c1 is an even number"
    )


def test_the_words_say_what_pagoda_functions_rule_out() -> None:
    hill = [[0, 1, 0]]
    two, hills = Puzzle(("...", "***", "..."), "square", 0b101101), [[0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0]]
    for proved, words in (
        (
            exhaustion(two, ["b1", "b3"], "backwards", pagodas=hills),
            "exhaustion: pagoda functions rule out one peg in any of b1 b3",
        ),
        (
            exhaustion(two, ["b1", "b3"], "backwards", pagodas=[[0, 1, 0, 0, 1, 0]]),
            "exhaustion: a pagoda function rules out one peg in any of b1 b3",
        ),
        (
            exhaustion(two, ["b3"], "backwards", pagodas=hills),
            "exhaustion: a pagoda function rules out one peg in b3",
        ),
        (exhaustion(two, ["b3"], "forwards", pagodas=hills), "exhaustion: a pagoda function rules out the start"),
        (exhaustion(ROW, ["b1"], "forwards", pagodas=hill), "exhaustion: a pagoda function rules out the start"),
        (exhaustion(ROW, ["b1"], "backwards", pagodas=hill), "exhaustion: a pagoda function rules out one peg in b1"),
        (meeting(ROW, ["b1"], [0], [0], hill), "meeting: a pagoda function rules out the start"),
    ):
        assert check(proved).arguments == (words,)
    assert "apart from positions that a pagoda function rules out, 1 position can be reached" in str(
        check(exhaustion(FIVE, ["a1"], "forwards", 1, pagodas=[[2, 1, 1, 0, 1]]))
    )


def test_the_words_of_every_proof_are_true() -> None:
    told = Counter[str]()
    for text in [*(case.text for case in pegs_sample()), *(case.text for case in every_meeting())]:
        if believed(text, check):
            claim = json.loads(text)
            for item, words in zip(claim["evidence"], check(text).arguments, strict=True):
                told[forgery.assert_true(claim, item, words)] += 1
    assert len(told) == 12, told


# Forgers: each takes a certificate and spoils it.


def of_proof(**changes: object) -> Forger:
    return lambda proved: proved.update(changes)


def of_item(**changes: object) -> Forger:
    return lambda proved: proved["evidence"][0].update(changes)


def of_list(field: str, *items: object) -> Forger:
    return lambda proved: proved["evidence"][0].update({field: list(items)})


ANY: list[tuple[Forger, str]] = [
    (of_proof(proof="hoyle/nim"), 'not a proof "hoyle/pegs" of version 1'),
    (of_proof(proof=["hoyle/pegs"]), "not a proof"),
    (of_proof(version=2), "not a proof"),
    (of_proof(version=0), "not a proof"),
    (of_proof(version=True), "not a proof"),
    (lambda proved: proved.pop("board"), "the certificate lacks the field board"),
    (of_proof(comment="trust me"), "the certificate has an unknown field 'comment'"),
    (lambda proved: [proved.pop(field) for field in ("start", "board", "lines")], "lacks the field board"),
    (of_proof(c=1, a=2, b=3), "has an unknown field 'a'"),
    (of_proof(board=7), "the board is not a text"),
    (of_proof(start=None), "the start is not a text"),
    (of_proof(board="."), "the start does not have the holes of the board"),
    (of_proof(start="O"), "the start does not have the holes of the board"),
    (of_proof(board="x", start="x"), "the board holds 'x'"),
    (of_proof(board="O"), "the board holds 'O'"),
    (of_proof(board="zxy"), "the board holds 'x'"),
    (of_proof(lines="diagonal"), "lines are neither square nor triangular"),
    (of_proof(lines=["square"]), "lines are neither"),
    (of_proof(goal=[]), "the goal names no hole"),
    (of_proof(goal="d4"), "the goal is not a list"),
    (of_proof(goal=["z99"]), "the goal names 'z99'"),
    (of_proof(goal=[4]), "the goal names '4'"),
    (of_proof(goal=[["a1"]]), "the goal names"),
    (of_proof(goal=["a1", "a1"]), "the goal names no hole, or one twice"),
    (of_proof(jumps={}), "jumps is not a list"),
    (lambda proved: proved["jumps"].append("a1d4"), "the jumps listed are not the [0-9]+ jumps of the board"),
    (lambda proved: proved["jumps"].append(5), "the jumps listed are not the [0-9]+ jumps of the board"),
    (lambda proved: proved["jumps"].__setitem__(0, []), "the jumps listed are not the [0-9]+ jumps of the board"),
    (lambda proved: proved["jumps"].pop(), "the jumps listed are not the [0-9]+ jumps of the board"),
    (
        lambda proved: proved["jumps"].append(proved["jumps"][0]),
        "the jumps listed are not the [0-9]+ jumps of the board",
    ),
    (
        lambda proved: proved["jumps"].__setitem__(0, proved["jumps"][1]),
        "the jumps listed are not the [0-9]+ jumps of the board",
    ),
    (of_proof(evidence={}), "evidence is not a list"),
    (of_proof(evidence=[3]), "evidence 1 is of an unknown kind"),
    (of_proof(evidence=[]), "nothing rules out the last peg in"),
    (of_item(kind="faith"), "evidence 1 is of an unknown kind"),
    (of_item(kind=["class"]), "of an unknown kind"),
    (of_item(finish=[]), "the finish of evidence 1 names no hole"),
    (lambda proved: proved["evidence"][0]["finish"].append("a9"), "the finish of evidence 1 names 'a9'"),
    (lambda proved: proved["evidence"][0]["finish"].extend(proved["goal"]), "one twice"),
    (lambda proved: proved["evidence"][0].pop("finish"), "evidence 1 lacks the field finish"),
    (of_item(extra=1), "evidence 1 has an unknown field 'extra'"),
    (lambda proved: proved["evidence"].append({**proved["evidence"][0], "finish": []}), "the finish of evidence 2"),
]
WEIGHED: list[tuple[Forger, str]] = [
    (of_item(start_sum=1000), "the sums are"),
    (of_item(finish_sum=1000), "the sums are"),
    (of_item(start_sum=-9), "the sums are"),
    (of_item(finish_sum=-9), "the sums are"),
    (of_item(start_sum="1"), "start_sum of evidence 1 is not a whole number"),
    (of_item(finish_sum=True), "finish_sum of evidence 1 is not a whole number"),
    (of_item(start_sum=1.5), "1.5 is not a whole number"),
    (of_item(start_sum=10**30), "a number has 31 characters, more than 24"),
    (of_list("weights"), "do not have the shape"),
    (of_list("weights", [0]), "do not have the shape"),
    (of_list("weights", [0, 0, 0, 0]), "do not have the shape"),
    (of_list("weights", [0, 0, 0], []), "do not have the shape"),
    (of_list("weights", 5), "not a list"),
    (of_item(weights=5), "not a list"),
    (of_list("weights", [0, None, 0]), "a weight of evidence 1 is not a whole number"),
    (of_list("weights", [0, True, 0]), "not a whole number"),
    (of_list("weights", [0, "1", 0]), "not a whole number"),
    (of_list("weights", [0, float("inf"), 0]), "Infinity is not a number"),
]
ENUMERATED: list[tuple[Forger, str]] = [
    (of_item(pagodas=7), "pagodas of evidence 1 is not a list"),
    (of_list("pagodas", [[1]]), "do not have the shape"),
    (
        lambda proved: proved["evidence"][0].update(pagodas=[gain(proved)]),
        "evidence 1: the jump [a-e][1-3][a-e][1-3] gains",
    ),
]
LAYERS: list[tuple[Forger, str]] = [
    (of_item(direction="sideways"), "neither forwards nor backwards"),
    (of_item(direction=[]), "neither forwards nor backwards"),
    (of_item(layers=3), "not a list"),
    (of_list("layers", "1"), "a layer of evidence 1 is not a whole number"),
    (of_list("layers", True), "not a whole number"),
    (of_list("layers", 1, -1), "no layer has fewer than 0 positions"),
    (of_list("layers", 1, 0), "a layer has no position"),
    (of_list("layers", 0), "a layer has no position"),
    (of_list("layers", 1, 1, 2, 1), "more layers than pegs"),
    (of_list("layers"), "positions found in layer 0 (forwards|backwards): [0-9]+, not 0"),
    (of_list("layers", 2), "positions found in layer 0 (forwards|backwards): 1, not 2"),
]
MET: list[tuple[Forger, str]] = [
    (of_item(forwards=3), "not a list"),
    (of_list("forwards", 1, "1"), "not a whole number"),
    (of_list("forwards", 1, -1), "no layer has fewer than 0 positions"),
    (of_list("backwards", -2), "no layer has fewer than 0 positions"),
    (of_list("forwards"), "a list of layers is empty"),
    (of_list("backwards"), "a list of layers is empty"),
    (of_list("forwards", 0, 1), "goes on after a layer without positions"),
    (of_list("backwards", 0, 4), "goes on after a layer without positions"),
    (of_list("forwards", 1), "the layers are 1 jump apart, and a game has 2"),
    (of_list("backwards", 2), "the layers are 1 jump apart, and a game has 2"),
    (of_list("forwards", 1, 1, 1), "the layers are 3 jumps apart, and a game has 2"),
    (of_list("forwards", 1, 1, 1, 0), "the layers are 4 jumps apart, and a game has 2"),
    (of_list("backwards", 2, 4, 0), "the layers are 3 jumps apart, and a game has 2"),
    (of_list("forwards", 1, 0), "positions found in layer 1 forwards: [0-9]+, not 0"),
    (of_list("forwards", 1, 2), "positions found in layer 1 forwards: 1, not 2"),
    (of_list("backwards", 2, 3), "positions found in layer 1 backwards: [0-9]+, not 3"),
    (of_list("backwards", 2, 5), "positions found in layer 1 backwards: 4, not 5"),
]


PARTS: list[tuple[Forger, str]] = [
    (of_item(blocks=7), "blocks of evidence 1 is not a list"),
    (of_list("blocks", 7), "a block of evidence 1 is not an object"),
    (of_list("blocks", {"holes": ["a1"]}), "a block of evidence 1 lacks the field values"),
    (of_list("blocks", {**part("a1", 0, 1), "more": 1}), "a block of evidence 1 has an unknown field 'more'"),
    (of_list("blocks", part("", 0)), "a block of evidence 1 names no hole"),
    (of_list("blocks", part("a1 a1", 0, 0, 0, 0)), "a block of evidence 1 names no hole, or one twice"),
    (of_list("blocks", part("a9", 0, 1)), "a block of evidence 1 names 'a9', which is not a hole of the board"),
    (of_list("blocks", {"holes": "a1", "values": [0, 1]}), "a block of evidence 1 is not a list"),
    (of_list("blocks", {"holes": ["a1"], "values": 1}), "values of evidence 1 is not a list"),
    (of_list("blocks", part("a1", 0, True)), "a value of evidence 1 is not a whole number"),
    (of_list("blocks", part("a1", 0)), "a block of evidence 1 has 1 holes and 1 values"),
    (of_list("blocks", part("a1", 0, 1, 2)), "a block of evidence 1 has 1 holes and 3 values"),
    (of_list("blocks"), "the values do not rise from 0 to 0"),
    (of_list("blocks", part("c1", 0, 1)), "evidence 1: the jump a1c1 may gain"),
    (of_list("blocks", part("a1", 0, 1), part("b1", 0, 0)), "evidence 1: the jump c1a1 may gain"),
    (of_item(forwards=3), "not a list"),
    (of_list("forwards", 1, True), "not a whole number"),
    (of_list("backwards", 1, -1), "no layer has fewer than 0 positions"),
    (of_list("forwards"), "a list of layers is empty, or a layer has no position"),
    (of_list("backwards"), "a list of layers is empty, or a layer has no position"),
    (of_list("forwards", 1, 0), "a list of layers is empty, or a layer has no position"),
    (of_list("backwards", 0, 1), "a list of layers is empty, or a layer has no position"),
    (of_list("forwards", 1, 1, 2), "the layers are 3 jumps from the ends, and a game has 2"),
    (of_list("backwards", 1, 1, 1), "the layers are 3 jumps from the ends, and a game has 2"),
    (of_list("forwards", 1, 2), "positions found in layer 1 forwards: 1, not 2"),
    (of_list("backwards", 1, 2), "positions found in layer 1 backwards: 1, not 2"),
    (of_list("backwards", 1), "the values do not rise from 0 to 0"),
]


def gain(proved: Json) -> list[list[int]]:
    """Return weights for a board that some jump gains by: its target alone weighs something."""
    rows: list[list[int]] = [[0] * len(row) for row in proved["board"].split("/")]
    rows[-1][-1] = 1
    return rows


def test_what_is_not_of_the_form_is_refused() -> None:
    for kind, proved in genuine().items():
        weighed = kind in {"class", "pagoda"}
        special = WEIGHED if weighed else ENUMERATED + (MET if kind == "meeting" else LAYERS)
        special = PARTS if kind == "blocks" else special
        for forge, reason in ANY + special:
            forged = copy.deepcopy(proved)
            forge(forged)
            refused(forged, reason)


def test_a_weight_belongs_to_a_hole() -> None:
    angle = Puzzle(("...*", "*..."), "square", 0b111111)
    even = weighing("class", angle, ["a1"], [1, 1, 0, 1, 0, 1], 4, 1)
    check(even)
    assert even["evidence"][0]["weights"] == [[1, 1, 0, None], [None, 1, 0, 1]]
    for y, x in ((0, 3), (1, 0)):
        for weight in (0, 1, False):
            even["evidence"][0]["weights"][y][x] = weight
            refused(even, "evidence 1 gives a weight to what is not a hole")
            even["evidence"][0]["weights"][y][x] = None


def test_a_class_is_of_zeros_and_ones_that_every_jump_keeps() -> None:
    refused(weighing("class", PAIR, ["a1", "b1"], [1, 1, 0], 7, 8), "the sums are 2 and 1, not 7 and 8")
    refused(weighing("class", PAIR, ["a1", "b1"], [1, -1, 0], 0, -1), "neither 0 nor 1")
    refused(weighing("class", PAIR, ["c1"], [1, 1, 2], 2, 2), "neither 0 nor 1")
    refused(weighing("class", PAIR, ["a1"], [1, 1, 1], 2, 1), "evidence 1: the jump a1c1 changes the class")
    refused(weighing("class", PAIR, ["c1"], [1, 1, 0], 2, 0), "may be of the same class as the start")
    refused(weighing("class", ROW, ["b1"], [1, 1, 0], 1, 1), "may be of the same class as the start")
    refused(weighing("class", PAIR, ["a1", "c1"], [1, 1, 0], 2, 0), "may be of the same class as the start")


def test_a_pagoda_function_gains_by_no_jump_and_weighs_more_at_the_finish() -> None:
    refused(weighing("pagoda", PAIR, ["c1"], [0, 0, 1], 0, 1), "the jump a1c1 gains weight")
    refused(weighing("pagoda", PAIR, ["c1"], [1, 0, 1], 1, 1), "may weigh 1, no more than the start's 1")
    refused(weighing("pagoda", ROW, ["b1", "a1"], [0, 1, 0], 0, 0), "may weigh 0, no more than the start's 0")
    check(weighing("pagoda", ROW, ["b1"], [0, 1, 0], 0, 1))
    check(weighing("pagoda", ROW, ["b1"], [-1, 1, 0], -1, 1))


def test_evidence_covers_the_goal() -> None:
    proved = weighing("class", PAIR, ["a1"], [1, 1, 0], 2, 1)
    proved["goal"] = ["a1", "b1"]
    refused(proved, "^nothing rules out the last peg in b1$")
    proved["evidence"] *= 2
    proved["evidence"][1] = {**proved["evidence"][1], "finish": ["b1"]}
    assert len(check(proved).arguments) == 2
    proved["goal"] = ["a1"]
    refused(proved, "the finish of evidence 2 names 'b1', which is not a hole of the goal")


def test_an_exhaustion_ends_with_the_last_jump_or_an_empty_layer() -> None:
    refused(exhaustion(PAIR, ["c1"], "forwards", 1), "positions found in layer 1 forwards: [0-9]+, not 0")
    refused(exhaustion(PAIR, ["c1"], "forwards", 1, 1), "evidence 1: the goal can be reached$")
    refused(exhaustion(PAIR, ["c1"], "backwards", 1), "positions found in layer 1 backwards: [0-9]+, not 0")
    refused(exhaustion(PAIR, ["c1"], "backwards", 1, 1), "evidence 1: the goal can be reached$")
    refused(exhaustion(PAIR, ["c1"], "forwards", 1, 1, 1), "more layers than pegs")
    one = Puzzle(("...",), "square", 0b100)
    refused(exhaustion(one, ["c1"], "forwards", 1), "the goal can be reached")
    refused(exhaustion(one, ["c1"], "backwards", 1), "the goal can be reached")
    check(exhaustion(one, ["a1"], "forwards", 1))
    check(exhaustion(one, ["a1"], "backwards", 1))
    none = Puzzle(("...",), "square", 0)
    refused(exhaustion(none, ["a1"], "forwards", 1), "more layers than pegs")
    check(exhaustion(none, ["a1"], "forwards"))
    check(weighing("pagoda", none, ["b1"], [0, 1, 0], 0, 1))


def test_functions_rule_out_the_ends_too() -> None:
    check(exhaustion(ROW, ["b1"], "forwards", pagodas=[[0, 1, 0]]))
    check(exhaustion(ROW, ["b1"], "backwards", pagodas=[[0, 1, 0]]))
    refused(
        exhaustion(ROW, ["b1"], "forwards", 1, pagodas=[[0, 1, 0]]), "positions found in layer 0 forwards: 0, not 1"
    )
    check(meeting(ROW, ["b1"], [0], [0], [[0, 1, 0]]))
    refused(meeting(ROW, ["b1"], [1, 0], [0], [[0, 1, 0]]), "positions found in layer 0 forwards: 0, not 1")
    # Of two finishes the lighter decides what the start must weigh, and each must weigh no more than the start.
    check(exhaustion(ROW, ["a1", "b1"], "forwards", 1, pagodas=[[0, 1, 0]]))
    check(exhaustion(ROW, ["b1", "a1"], "backwards", 1, pagodas=[[0, 1, 0]]))


def test_a_meeting_beyond_the_last_jump_proves_nothing() -> None:
    for forwards in ([1], [1, 1], [1, 1, 0], [1, 1, 0, 0], [1, 0]):
        for backwards in ([1], [1, 1], [1, 1, 0], [1, 0], [0], [1, 1, 0, 0]):
            refused(meeting(PAIR, ["c1"], forwards, backwards), "evidence 1: ")
    refused(meeting(PAIR, ["c1"], [1, 1], [1]), "the goal can be reached, through the middle")
    refused(meeting(PAIR, ["c1"], [1], [1, 1]), "the goal can be reached, through the middle")
    one = Puzzle(("...",), "square", 0b100)
    refused(meeting(one, ["c1"], [1], [1]), "the goal can be reached, through the middle")
    check(meeting(one, ["a1"], [1], [1]))
    refused(meeting(Puzzle(("...",), "square", 0), ["a1"], [1], [1]), "the layers are 0 jumps apart, and a game has -1")


def weights(puzzle: Puzzle, *values: int) -> list[Json]:
    """Return a pagoda function as blocks of one hole; the values repeat."""
    return [part(name, 0, values[hole % len(values)]) for hole, name in enumerate(puzzle.names)]


def test_blocks_add_up_and_no_jump_gains() -> None:
    check(blocks(ROW, ["b1"], weights(ROW, -1, 3, -1), [1], [1]))
    refused(blocks(PAIR, ["c1"], weights(ROW, -1, 3, -1), [1], [1]), "the values do not rise from 2 to -1")
    # A hole may be in several blocks, in any order, and a block without pegs may be worth something.
    several = [part("a1", 9, 8), part("b1 a1", 4, 5, 4, 5), part("b1", 0, 2), part("c1", 0, -1)]
    check(blocks(ROW, ["b1"], several, [1], [1]))
    check(blocks(ROW, ["b1"], [part("c1 b1", 1, 0, 4, 3), part("a1", 0, -1)], [1], [1]))
    refused(blocks(ROW, ["b1"], [part("b1 c1", 1, 0, 4, 3), part("a1", 0, -1)], [1], [1]), "the jump a1c1 may gain")
    # What a jump loses in one block it may gain in another.
    check(blocks(ROW, ["b1"], [part("a1 b1", 0, -1, 2, 1), part("c1", 0, 1)], [1], [1]))
    refused(blocks(ROW, ["b1"], [part("a1 b1", 0, -1, 2, 1), part("c1", 0, 2)], [1], [1]), "the jump a1c1 may gain")


def test_a_jump_gains_nothing_wherever_it_fits() -> None:
    names = " ".join(FIVE.names)
    for worth in ({6}, {6, 26, 28}):
        gaining = part(names, *(int(k in worth) for k in range(32)))
        refused(blocks(FIVE, ["a1"], [gaining], [1, 1], [1, 1]), "the jump [a-e]1[a-e]1 may gain")


def test_blocks_compare_the_extremes() -> None:
    one, four = Puzzle((".....",), "square", 0b00001), Puzzle((".....",), "square", 0b11011)
    rising = weights(one, 0, 1, 1, 2, 3)
    check(blocks(one, ["e1", "b1"], rising, [1], [2]))
    refused(blocks(one, ["e1", "a1"], rising, [1], [2]), "the values do not rise from 0 to 0")
    refused(blocks(four, ["e1"], rising, [1, 2], [1]), "the values do not rise from 6 to 3")
    refused(blocks(one, ["b1"], rising, [1], [1, 1]), "the layers are 1 jump from the ends, and a game has 0")
    none = Puzzle(("...",), "square", 0)
    refused(
        blocks(none, ["b1"], [part("b1", 0, 1)], [1], [1]), "the layers are 0 jumps from the ends, and a game has -1"
    )


def test_blocks_at_their_limits() -> None:
    puzzle = Puzzle(("." * 14,), "square", 0b1001)
    names = puzzle.names
    for holes in (12, 13):
        large = part(" ".join(names[:holes]), *[0] * (1 << holes))
        proved = blocks(puzzle, ["b1"], [large, *weights(puzzle, 0, 1, 1)], [1], [1])
        if holes == 12:
            at_the_limit(proved, 2 * 25 + 2 * (24 + 2) + 2 * (20 + 9 * 14) + 24 * (4104 + 10 * 14))
        else:
            refused(proved, "a block of evidence 1 has 13 holes and 8192 values")
    at_the_limit(
        blocks(ROW, ["b1"], [part("b1", 0, 1)] * 3000, [1], [1]), 2 * 3 + 2 * (2 + 2) + 3000 * (2 * 9 + 2 * 10)
    )
    wide = Long(("." * 64,), "square", 0b1001)
    at_the_limit(
        blocks(wide, ["b1"], weights(wide, 0, 1, 1), [1], [1]),
        2 * 2 * 125 + 2 * 2 * (124 + 2) + 2 * 2 * 9 * 64 + 124 * 10 * 64,
    )


def test_other_texts_are_refused() -> None:
    for text, reason in (
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "the certificate is not an object"),
        ("null", "the certificate is not an object"),
        ('{"proof": 1, "proof": 2}', "a field is given twice"),
        ("NaN", "NaN is not a number"),
        ("1e9", "1e9 is not a whole number"),
        ("9" * 5000, "5000 characters"),
        ("[" * 100_000, "nested too deeply|not JSON"),
    ):
        refused(text, reason)
    refused({**genuine()["class"], "goal": ["z" * 50]}, "the goal names 'z{40}', which")
    refused({**genuine()["class"], "z" * 50: 1}, "unknown field 'z{40}'$")
    refused("0." + "1" * 50, r"^0\.1{38} is not a whole number")
    refused({"proof": {1, 2}}, "not JSON")
    refused({"proof": {(1, 2): 3}}, "not JSON")


# --- what a check may cost -----------------------------------------------------------------------------------------


def steps_of(holes: int, jumps: int, finish: int, functions: int, positions: int, *, meets: bool = False) -> int:
    """Return the bound on the steps of an enumeration as docs/proofs.md gives it."""
    words = 1 + holes // 64
    walk = positions * words * (1 + jumps + functions * (holes + jumps // 2))
    ends = words * ((1 + functions) * (jumps + finish + 1) + functions * holes)
    tolls = functions * words * ((jumps + holes) * holes + 4096 * jumps)
    return walk + (2 * (ends + tolls) if meets else ends)


def at_the_limit(proved: Json, steps: int) -> None:
    """Assert that a certificate is believed with just the positions that pay for its steps, and not with one less."""
    needed = -(-steps // 2000)
    check(proved, positions=needed)
    refused(
        proved,
        f"{steps} steps, more than the {2000 * (needed - 1)} allowed; --positions {needed} allows it",
        positions=needed - 1,
    )


def row(holes: int, pegs: int) -> Puzzle:
    """Return a row of holes with so many pegs at its left end."""
    return Puzzle(("." * holes,), "square", (1 << pegs) - 1)


class Long(Puzzle):
    """A puzzle with more than 26 columns."""

    @property
    def names(self) -> list[str]:
        """The names of the holes."""
        return [("" if x < 26 else chr(96 + x // 26)) + chr(97 + x % 26) + str(y + 1) for x, y in self.squares]


def test_steps_are_paid_for_before_they_are_taken() -> None:
    wide = Long(("." * 64,), "square", 0b111)
    for puzzle, holes, functions in (
        (row(14, 3), 14, 64),
        (Long(("." * 63,), "square", 0b111), 63, 20),
        (wide, 64, 20),
    ):
        jumps = 2 * (holes - 2)
        zeros = [[0] * holes] * functions
        at_the_limit(
            exhaustion(puzzle, ["a1", "c1"], "forwards", 1, 1, pagodas=zeros),
            steps_of(holes, jumps, 2, functions, 2),
        )
        at_the_limit(
            exhaustion(puzzle, ["b1"], "backwards", 1, 1, 2, pagodas=zeros),
            steps_of(holes, jumps, 1, functions, 4),
        )
        at_the_limit(meeting(puzzle, ["a1"], [0], [0], zeros), steps_of(holes, jumps, 1, functions, 0, meets=True))
    # Where nothing can jump, the words of the ends remain.
    idle = Long((".*" * 50, "*" * 100) * 4, "square", 0b11)
    spread = exhaustion(idle, idle.names, "forwards", 1)
    check(spread, positions=1)
    pair = exhaustion(wide, ["a1"], "forwards", 1, 1, pagodas=[[0] * 64] * 9)
    pair["evidence"] *= 2
    at_the_limit(pair, 2 * steps_of(64, 124, 1, 9, 2))
    many = weighing("pagoda", ROW, ["b1"], [0, 1, 0], 0, 1)
    many["evidence"] *= 800
    at_the_limit(many, 800 * 5)
    broad = weighing("class", wide, ["a1"], ([1, 1, 0] * 22)[:64], 2, 1)
    broad["evidence"] *= 20
    at_the_limit(broad, 20 * (2 * 64 + 124))


def test_too_dear_is_not_wrong() -> None:
    proved = exhaustion(FIVE, ["a1", "c1"], "forwards", 1, 1, 2)
    for text, error, bound in (
        (proved, CostError, 3),
        (exhaustion(FIVE, ["a1"], "forwards", 1, 10**9), CostError, 10**6),
        (exhaustion(FIVE, ["a1"], "forwards", 1, 2), CertificateError, 10**6),
    ):
        with pytest.raises(CertificateError) as refusal:
            check(text, positions=bound)
        assert type(refusal.value).__name__ == error.__name__


def test_positions_are_counted_before_they_are_enumerated() -> None:
    proved = exhaustion(FIVE, ["a1", "c1"], "forwards", 1, 1, 2)
    proved["evidence"] *= 2
    check(proved, positions=8)
    refused(proved, "it covers 8 positions, more than the 7 allowed; --positions 8 allows it", positions=7)
    refused(
        exhaustion(FIVE, ["a1"], "forwards", 1, 10**6), "it covers 1000001 positions, more than the 1000000 allowed"
    )
    refused(exhaustion(FIVE, ["a1"], "forwards", 1, 10**6 - 1), "positions found in layer 1 forwards: 1, not 999999")
    refused(meeting(FIVE, ["a1"], [1, 2], [3, 10**6]), "it covers 1000006 positions, more than the 1000000 allowed")


def test_a_layer_is_given_up_as_soon_as_it_is_too_large() -> None:
    # Each of the four positions after one jump has two children, and there are four in all.
    twins = Puzzle((".......", ".......", "......."), "square", 0b0110000_0000000_0000110)
    refused(exhaustion(twins, ["a1"], "forwards", 1, 4, 1), "positions found in layer 2 forwards: 2, not 1")
    # The children of the first are as many as told, and those of the second are more.
    refused(exhaustion(twins, ["a1"], "forwards", 1, 4, 2), "positions found in layer 2 forwards: [34], not 2")


def test_sizes_at_their_limits() -> None:
    proved = weighing("pagoda", ROW, ["b1"], [0, 1, 0], 0, 1)
    text = json.dumps(proved)
    check(text + " " * (4_000_000 - len(text)))
    refused(text + " " * (4_000_001 - len(text)), "the text has 4000001 letters, more than 4000000")
    ends = 10**24 - 1
    check(weighing("pagoda", ROW, ["b1"], [0, ends, 0], 0, ends))
    refused(weighing("pagoda", ROW, ["b1"], [0, ends + 1, 0], 0, ends + 1), "a number has 25 characters, more than 24")
    many = copy.deepcopy(proved)
    many["evidence"] *= 1000
    assert len(check(many).arguments) == 1000
    many["evidence"].append(many["evidence"][0])
    refused(many, "evidence has 1001 items, more than 1000")
    check(exhaustion(ROW, ["b1"], "forwards", 1, pagodas=[[0, 0, 0]] * 64))
    refused(exhaustion(ROW, ["b1"], "forwards", 1, pagodas=[[0, 0, 0]] * 65), "65 pagoda functions, more than 64")


def test_boards_at_their_limits() -> None:
    long = Long(("." * 100,), "square", 1)
    assert check(exhaustion(long, ["cv1"], "forwards", 1)).claim.endswith("one peg in cv1")
    check(exhaustion(long, ["z1", "aa1", "az1", "ba1"], "forwards", 1))
    high = Puzzle((".",) * 100, "square", 1)
    assert check(exhaustion(high, ["a100"], "forwards", 1)).claim.endswith("one peg in a100")
    for board in ("." * 101, "./" + "." * 101, "/" * 100, "./" * 100 + "."):
        refused({**genuine()["pagoda"], "board": board, "start": board}, "the board has more than 100 rows or columns")


def test_a_function_with_too_many_remainders_is_refused() -> None:
    # In a row every jump loses 1 by equal weights, and of its holes all but two are free to change.
    for holes, fine in ((14, True), (15, False)):
        puzzle = row(holes, 2)
        proved = meeting(puzzle, ["a1"], [0], [0], [[1] * holes])
        if fine:
            check(proved)
        else:
            refused(proved, "evidence 1: by one of the pagoda functions too few jumps are free")


def test_remainders_are_counted_where_nothing_jumps() -> None:
    # Every third hole is missing, so no three are in a line, and each hole of the finish has a remainder of its own.
    rows = ["".join(".*."[(x + y) % 3] for x in range(100)) for y in range(63)]
    columns = [("" if x < 26 else chr(96 + x // 26)) + chr(97 + x % 26) for x in range(100)]
    first, *names = [columns[x] + str(y + 1) for y, row in enumerate(rows) for x in range(100) if row[x] == "."]
    assert first == "a1"
    weights = [[1 if slot == "." else None for slot in row] for row in rows]
    for number in (4096, 4097):
        item = {"kind": "meeting", "finish": names[:number], "pagodas": [weights], "forwards": [0], "backwards": [0]}
        board = "/".join(rows)
        form = {"proof": "hoyle/pegs", "version": 1, "board": board, "lines": "square", "start": "O" + board[1:]}
        proved = {**form, "goal": names[:number], "jumps": [], "evidence": [item]}
        if number == 4096:
            check(proved, positions=2_000_000)
        else:
            with pytest.raises(CertificateError, match="too few jumps are free"):
                check(proved, positions=2_000_000)


# --- domino patience -----------------------------------------------------------------------------------------------


@cache
def domino_sample() -> list[forgery.DominoCase]:
    return [case for seed in SAMPLE for case in forgery.domino_cases(seed)]


def test_what_is_believed_of_domino_is_true_and_what_is_right_is_believed() -> None:
    proved = 0
    for case in domino_sample():
        found = believed(case.text, verify)
        assert case.genuine in {found, None}, case.text
        if found:
            assert not forgery.can_be_won(forgery.stacks_in(case.text)), case.text
            proved += 1
    assert proved > len(SAMPLE)


STRANDED: Json = {
    "proof": "hoyle/domino",
    "version": 1,
    "highest": 2,
    "position": "F0 1/1 F1 1/2 F2 0/3 / S0 |top>[1: ] <| / S1 |top><| / S2 |top>[2:1] [2: ] [2:2] <|",
    "blocked": "[2:1][2:0][2:2]",
}


def test_the_words_of_a_proof_for_domino() -> None:
    assert verify(json.dumps(STRANDED)) == f"no line wins from {STRANDED['position']} (remark 2)"
    assert verify(json.dumps(STRANDED), positions=1)


def domino_texts() -> Iterator[tuple[str, str]]:
    """Yield texts that are no certificates, with the reason."""
    start, stacks = STRANDED["position"].split(" / ", 1)
    for change, reason in (
        ({"proof": "hoyle/pegs"}, 'not a proof "hoyle/domino" of version 1'),
        ({"version": 2}, "not a proof"),
        ({"version": 0}, "not a proof"),
        ({"version": True}, "not a proof"),
        ({"highest": 0, "position": "F0 0/1 / S0 |top>[ : ] <|", "blocked": "[0:0]"}, "not one from 1 to 15"),
        ({"highest": 16}, "not one from 1 to 15"),
        ({"highest": True}, "not one from 1 to 15"),
        ({"highest": "2"}, "not one from 1 to 15"),
        ({"highest": 3}, "not written as the rules page says"),
        ({"highest": 1}, "is not here|not written"),
        ({"position": 7}, "position and blocked are not texts"),
        ({"blocked": 7}, "position and blocked are not texts"),
        ({"blocked": ""}, "no tile is named as blocked"),
        ({"blocked": "[2:1][2:0][2:2][2:1]"}, "or one is named twice"),
        ({"blocked": "[2:1][2:0][2:2][1:1]"}, "is not here"),
        ({"blocked": "[2:1][2: ][2:2]"}, "is not here"),
        ({"blocked": "[2:1][2:0][2:2"}, "is not here"),
        ({"blocked": "[2:1][2:0][2:2]x"}, "is not here"),
        ({"blocked": "[2:1]"}, r"\[2:1\] can be the first of these tiles to move"),
        ({"blocked": "[2:1][1:0]"}, r"\[2:1\] can be the first"),
        ({"position": f"{start} / {stacks.replace('[2:2] ', '[2:2] [3:3] ')}"}, "is not here"),
        ({"blocked": "[1:0][2:1][2:0][2:2]"}, r"\[1: \] can be the first"),
        ({"position": f"{start} /  {stacks}"}, "not written|is not here"),
        ({"position": f"{start} / {stacks}x"}, "not written|is not here"),
        ({"position": f"x{start} / {stacks}"}, "not written"),
        ({"position": f"{start} / {stacks} / S3 |top><|"}, "not written"),
        ({"position": f"{start} / {stacks.replace('S1', 'S2')}"}, "not written|is not here"),
        ({"position": f"{start} / {stacks.replace('[1: ]', '[1:0]')}"}, "is not here"),
        ({"position": f"{start} / {stacks.replace('[1: ]', '[ :1]')}"}, "is not here"),
        ({"position": f"{start} / {stacks.replace('[1: ]', '[2:1]')}"}, "lies in two places|not written"),
        ({"position": f"{start} / {stacks.replace('[2:2] ', '[2:2] [2:2] ')}"}, "a tile lies in two places"),
        ({"position": "F0 1/1 F1 1/2 F2 1/3 / S0 |top>[1: ] <| / S1 |top><| / S2 |top>[2:1] [2:2] <|"}, "missing"),
        (
            {"position": STRANDED["position"].replace("F2 0", "F2 1").replace("[2:1] ", ""), "blocked": "[2:0][2:2]"},
            "a missing tile cannot be home",
        ),
        (
            {"position": "F0 1/1 F1 1/2 F2 2/3 / S0 |top>[1: ] <| / S1 |top><| / S2 |top>[2:1] <|", "blocked": "[2:1]"},
            "a missing tile cannot be home",
        ),
        ({"position": STRANDED["position"].replace("F2 0", "F2 1")}, "not written"),
        ({"position": "F0 0/1 F1 0/2 F2 0/3 / S0 |top>[1: ] <| / S1 |top><| / S2 |top><|"}, "not written|missing"),
        ({"trust": "me"}, "has the fields blocked, highest, position, proof, version, each once, and no others"),
    ):
        yield json.dumps({**STRANDED, **change}), reason
    for field in STRANDED:
        yield json.dumps({**STRANDED, field: None}), "."
        yield json.dumps({key: value for key, value in STRANDED.items() if key != field}), "each once, and no others"
        yield json.dumps(STRANDED)[:-1] + f', "{field}": {json.dumps(STRANDED[field])}}}', "each once, and no others"
    yield from (("", "not JSON"), ("{", "not JSON"), ("[]", "each once"), ("null", "each once"))
    yield from (("[" * 9_999, "not JSON"), ("9" * 9_999, "not JSON|each once"))
    yield json.dumps(STRANDED) + " " * (20_001 - len(json.dumps(STRANDED))), "20001 letters, more than 20000"


def test_what_is_not_of_the_form_is_refused_for_domino() -> None:
    for text, reason in domino_texts():
        with pytest.raises(HoyleError, match=reason):
            verify(text)
    verify(json.dumps(STRANDED) + " " * (20_000 - len(json.dumps(STRANDED))))


def test_a_blank_on_other_tiles_of_domino_needs_a_stack_that_nothing_bars() -> None:
    stacks: forgery.Stacks = (((2, 0), (3, 2)), ((3, 3), (3, 1), (2, 2), (3, 0)), ((2, 1),), ((1, 1), (1, 0)))
    tiles = [tile for stack in stacks for tile in stack]
    assert "no line wins" in verify(json.dumps(forgery.domino_certificate(stacks, tiles)))
    assert not forgery.can_be_won(stacks)
    tiles.remove((2, 1))
    with pytest.raises(HoyleError, match=r"\[(1|3): \] can be the first"):
        verify(json.dumps(forgery.domino_certificate(stacks, tiles)))


def test_the_largest_set_of_domino() -> None:
    stacks: list[tuple[forgery.Tile, ...]] = [()] * 16
    stacks[3] = ((15, 1), (15, 0))
    assert "no line wins" not in refusal(json.dumps(forgery.domino_certificate(tuple(stacks), [(15, 1), (15, 0)])))
    # [14:0] could take [15:0], which waits for [15:1] under it.
    stacks[3], stacks[4] = ((15, 1), (15, 0)), ((14, 0),)
    assert "[15: ] can be" in refusal(json.dumps(forgery.domino_certificate(tuple(stacks), [(15, 1), (15, 0)])))


def refusal(text: str) -> str:
    try:
        return verify(text)
    except HoyleError as error:
        return str(error)
