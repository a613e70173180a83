"""Every reader against damaged copies of valid texts: only a HoyleError, and what is read is read the same again.

The suite does a few rounds, the same each time.  HOYLE_FUZZ_SECONDS=60 goes on for that long with another seed each
time, shared between the readers; what fails names its seed, and HOYLE_FUZZ_SEED runs it again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from conftest import GAMES, walk
from damage import damaged
from hoyle.classroom import stratego as course_game
from hoyle.classroom.domsol import DomSolitaire
from hoyle.classroom.dots import GameBoardT
from hoyle.dice import Dice
from hoyle.game import NATURE, Game, HoyleError, Seat, UnseenError
from hoyle.games.stratego import course, game, gravon
from hoyle.lab.survey import Plan
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, Unclear, judge, read_record
from hoyle.scene import to_text
from hoyle.shelf import find
from hoyle.solver import Unsolvable
from hoyle.tables.web import referee
from hoyle.tables.web.http import wire
from hoyle.tables.web.journal import Clock, Entry, Terms
from hoyle.tables.web.service import Service
from hoyle.tables.web.sitting import Sitting
from hoyle.tables.web.store import Store

ROUNDS = 60
SECONDS = float(os.environ.get("HOYLE_FUZZ_SECONDS", "0"))
SEED = int(os.environ.get("HOYLE_FUZZ_SEED", time.time_ns() if SECONDS else "1"))


@dataclass(frozen=True)
class Reader:
    """Valid texts, and what reads one and checks what comes of it; a HoyleError is a refusal."""

    texts: Callable[[], list[str]]
    read: Callable[[str], object]
    named: bool = False
    """Whether the first line names the game, or what is asked; it is not often damaged."""


# ------------------------------------------------------------------------------------------------- valid texts


@cache
def matches() -> tuple[tuple[str, Match[Any, Any]], ...]:
    """Return a short match of every variant on the shelf."""
    return tuple((name, list(walk(find(name)[1], seed=7, plies=8))[-1]) for name in GAMES)


def records() -> list[str]:
    """Return records of every variant: whole, from the middle, as a seat may keep them, given up, and foreign ones."""
    texts = []
    for name, match in matches():
        half = len(match.line) // 2
        later = Match(match.game, match.line[half - 1][1], match.line[half:]) if half else match
        texts += [Record.of(name, one, (("Player", "Ada"), ("Date", "2026-11-15"))).write() for one in (match, later)]
        if type(match.game).view is not Game.view:
            texts += [Record.of(name, one, seat=Seat(1)).write() for one in (match, later)]
    lost = Record("nim", ("a1",), (("Termination", "first resigned"),), result="0-1 (first resigned)")
    return [*texts, lost.write(), *foreign()]


def foreign() -> list[str]:
    """Return games in the formats of the course and of the Gravon server, as XML and as text."""
    board = course.write_board(game("course").start())
    classic = game("classic")
    moves = Match.new(classic).follow("storm", "shore", "f4-f7", "e7-e5", "e4-e5", "i7-i5").moves
    xml = gravon.write(classic, classic.start(), moves, red="Ada", blue="Bo")
    content = xml.split('content="')[1][:100]
    plain = f"#X38FA11 Stratego-Notation v2\ntype0\n{content}\nF4-F7\nEND\nAda vs Bo result 3 winner 0\n"
    return [f"3\nM(0,6;S;1) M(0,3;N;1)\nD(0,5;S;1)\n{board}\n", f"1 M(0,6;S)\nfirst: blue\n{board}\n", xml, plain]


def positions() -> list[str]:
    """Return positions of every variant, and what each seat sees of them, behind the name of the game."""
    found = []
    for name, match in matches():
        for state in (match.start, match.state, match.line[len(match.line) // 2][1]):
            views = [match.game.view(state, Seat(seat)) for seat in range(match.game.seats)]
            found += [f"{name}\n{match.game.write(one)}" for one in {state, *views}]
    return found


def moves() -> list[str]:
    """Return moves of every variant, chains and other spellings too, behind the name of the game."""
    texts = [f"{name}\n{move}" for name, match in matches() for move in match.moves[-3:]]
    return [
        *texts,
        "pegs/english\nd6d4f4",
        "pegs/english\nmove_left(4,6)",
        "dots/classic\n[[0,0],[0,1],[1,1]]",
        "dots/loops\nb1c1c2b2b1",
        "stratego/six\nred(2X.9.2/FB3.S.)",
        "stratego/course\nM(0,6;S;1)",
        "domino/2\nS2-F1",
    ]


def variants() -> list[str]:
    """Return names of games, with options and boards written out."""
    more = [
        "pegs/english@d4-d4",
        "pegs/O/OO/.OO",
        "nim/1,2,3",
        "nim/misere",
        "dots/8x5x6-9-R3,B2-loops",
        "dots/RRB/BRB-3-R3",
    ]
    return [
        *GAMES,
        *more,
        "stratego/classic@two-squares=5,quiet=off,first=blue",
        "domino/9",
        "pegs/cross5",
        "pegs/triangle4",
    ]


@cache
def certificates() -> tuple[str, ...]:
    """Return proofs that small puzzles cannot be solved."""
    names = ["pegs/OO/OO", "pegs/OO./O.O/.OO", "pegs/.OO/OO./OO.", "pegs/OOO/OOO/OO."]
    found = []
    for name in names:
        box, small = find(name)
        verdict = box.solver("any-line").solve(small, small.start(), 100_000)
        if isinstance(verdict, Unsolvable) and verdict.certificate is not None:
            found.append(json.dumps(verdict.certificate))
    box, patience = find("domino/2")
    for seed in range(40):
        dealt = Match.new(patience).settle(Dice(seed))
        verdict = box.solver("depth-first").solve(patience, dealt.state, 100_000)
        if isinstance(verdict, Unsolvable) and verdict.certificate is not None:
            found.append(json.dumps(verdict.certificate))
    assert len(found) > 2
    return tuple(found)


def journals() -> list[str]:
    """Return kept matches as lines: the terms, and then the entries."""
    found = []
    for name, match in matches():
        seats = match.game.seats
        invites = {1: "other"} if seats > 1 else {}
        terms = Terms(name, seats=("person",) * seats, own=(0,), owner="hash", invites=invites, clock=Clock(60, 1))
        moved = [["move", max(match.game.turn(state) or 0, 0), str(move)] for state, move in _chosen(match)]
        beside = [
            "join token",
            "ahead a1",
            "ask 1",
            "agree",
            "decline",
            "undo 1",
            "redo 1",
            "restart",
            "unrestart",
            "resign",
        ]
        lines = [*moved, *([kind, seats - 1, words] for kind, _, words in (line.partition(" ") for line in beside))]
        found.append("\n".join([terms.write(), *map(json.dumps, lines)]))
    return found


def _chosen(match: Match[Any, Any]) -> Iterator[tuple[Any, Any]]:
    return zip((match.start, *(state for _, state in match.line)), match.moves, strict=False)


def bodies() -> list[str]:
    """Return requests to the web table: what is asked, and the body."""
    start = game("six").write(Match.new(game("six")).follow("corner", "middle").state)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("create", {"game": "stratego/six", "start": start, "seats": ["me", "heuristic"]}),
        ("create", {"game": "domino/2", "deal": "[0:0][1:1][1:0][2:0][2:1][2:2]", "seed": 5}),
        ("create", {"game": "nim/1,2", "seats": ["me", "open"], "clock": {"seconds": 60, "increment": 1.5}}),
        ("create", {"game": "pegs/OO./.O."}),
        ("move", {"text": "corner", "version": 0, "key": "abcdefgh"}),
        ("move", {"text": "red(2X.9.2/FB3.S.)"}),
        ("ahead", {"text": "middle"}),
        ("draft", {"moves": ["F-a1", "B-b1"], "text": "X-", "seat": 0}),
        ("judge", {"record": "Game: stratego/six\ncorner middle f2-f5\n", "ply": 2}),
    ]
    return [f"{what}\n{json.dumps(body)}" for what, body in asked]


# ------------------------------------------------------------------------------------------- what reads them


def judge_record(text: str) -> None:
    """Judge a record; what is read is written and read the same, and what is fair replays to the same end."""
    record = read_record(text)
    assert Record.read(record.write()) == record
    verdict = judge(record)
    _, rules = find(record.game)
    assert rules.write(rules.read(verdict.match.position)) == verdict.match.position
    if isinstance(verdict, Fair):
        match = record.begin().follow(*record.moves)
        assert verdict.match.line == match.line
        assert isinstance(judge(Record.read(Record.of(record.game, match).write())), Fair)
    page = referee.judge_record(text)
    assert (page["verdict"], page["words"]) == (type(verdict).__name__.lower(), str(verdict))


def read_position(text: str) -> None:
    """Read a position, and ask everything about it that a table asks."""
    name, _, position = text.partition("\n")
    box, rules = find(name)
    state = rules.read(position)
    written = rules.write(state)
    assert rules.read(written) == state
    assert rules.write(rules.read(written)) == written
    assert (rules.turn(state) is None) == (rules.outcome(state) is not None)
    assert to_text(box.look.picture(rules, state))
    for seat in map(Seat, range(rules.seats)):
        view = rules.view(state, seat)
        assert rules.read(rules.write(view)) == view
        assert to_text(box.look.scene_for(seat, rules, view))
    if rules.turn(state) == NATURE:
        assert sum(rules.odds(state).values()) == 1
    for move in islice(rules.moves(state), 5):
        assert rules.why_not(state, move) is None
        try:
            after = rules.play(state, move)
        except UnseenError:
            assert isinstance(judge(Record(name, (str(move),), start=written)), Unclear)
        else:
            assert rules.read(rules.write(after)) == after
    assert isinstance(judge(Record(name, start=written)), Fair)


def read_move(text: str) -> None:
    """Parse moves where they may be played and where not; a move's own text stands for it."""
    name, _, spelled = text.partition("\n")
    box, rules = find(name)
    for state in [rules.start(), *(match.state for known, match in matches() if known == name)]:
        box.look.scene_for(Seat(0), rules, state)
        for single in rules.unchain(spelled):
            move = rules.parse(state, single)
            assert rules.parse(state, str(move)) == move
            if rules.why_not(state, move) is None:
                rules.play(state, move)


def read_deal(text: str) -> None:
    """Deal tiles as a text says."""
    name, _, deal = text.partition("\n")
    box, rules = find(name)
    assert Match.new(rules).follow(*map(str, box.read_deal(rules, deal))).turn != NATURE


def read_variant(text: str) -> None:
    """Find a game by name, and begin it."""
    box, rules = find(text)
    state = rules.start()
    assert rules.read(rules.write(state)) == state
    assert to_text(box.look.picture(rules, state))
    assert isinstance(judge(Record.read(Record(text, tuple(map(str, islice(rules.moves(state), 1)))).write())), Fair)


def read_certificate(text: str) -> None:
    """Check a proof; that only true ones are believed is tested beside the checkers."""
    try:
        kind = json.loads(text)["proof"]
    except (ValueError, TypeError, KeyError, RecursionError):
        kind = "hoyle/pegs" if len(text) % 2 else "hoyle/domino"
    box = find("domino" if "domino" in str(kind) else "pegs")[0]
    assert box.study.check is not None
    assert str(box.study.check(text))


def read_plan(text: str) -> None:
    """Read the plan of a survey."""
    plan = Plan.read(text)
    assert Plan.read(plan.write()) == plan
    assert plan.chunks > 0
    assert len(plan.span(plan.chunks - 1)) > 0


def read_journal(text: str) -> None:
    """Fold the journal of a kept match."""
    head, *lines = text.split("\n")
    terms = Terms.read(head)
    assert Terms.read(terms.write()) == terms
    sitting = Sitting.open("x", terms)
    for line in lines:
        try:
            kind, seat, words = json.loads(line)
        except (ValueError, TypeError, RecursionError):
            continue
        if isinstance(kind, str) and isinstance(words, str) and type(seat) is int:
            sitting = sitting.after(Entry(sitting.version + 1, kind, seat, words))  # type: ignore[arg-type]


def read_classroom(text: str) -> None:
    """Read a game and a board as the courses' programs do; their documents name the errors."""
    played = course_game.Parser(text).parse()
    played.initialise_board(text[text.find("9|") :])
    played.run()
    assert str(played)


def read_rows(text: str) -> None:
    """Set up the course's board of dots, and name stacks of its patience."""
    try:
        GameBoardT(text.splitlines()).get_boardT()
        DomSolitaire(3, 1, "x").create_move(text[:2], text[-2:])
    except ValueError:
        pass


def answer_body(service: Service, text: str) -> None:
    """Send a body to the web table as the API would, and look at the match."""
    what, _, body = text.partition("\n")
    kinds: dict[str, type[wire.Question]] = {
        "create": wire.NewMatch,
        "move": wire.MoveWish,
        "ahead": wire.AheadWish,
        "draft": wire.DraftText,
    }
    try:
        question = kinds.get(what, wire.RecordText).model_validate_json(body.encode("utf-8", "surrogatepass"))
    except ValidationError:
        return
    match question:
        case wire.NewMatch():
            terms = question.clock
            clock = None if terms is None else Clock(terms.seconds, terms.increment)
            opened = service.create(
                question.game,
                start=question.start,
                seed=question.seed,
                deal=question.deal,
                seats=question.seats,
                clock=clock,
            )
            service.answer(opened.name)
            assert service.see(opened.name)["text"]
        case wire.MoveWish() | wire.AheadWish():
            opened = service.create("stratego/six", seats=["me", "open"])
            service.spell(opened.name, opened.token, question.text)
            assert service.change(opened.name, opened.token, what, question.text, key=question.key)
        case wire.DraftText():
            opened = service.create("stratego/six", seats=["me", "open"])
            assert service.draft(opened.name, opened.token, question.moves, question.text, question.seat)
        case wire.RecordText():
            assert referee.judge_record(question.record)


READERS = {
    "records": Reader(records, judge_record),
    "positions": Reader(positions, read_position, named=True),
    "moves": Reader(moves, read_move, named=True),
    "variants": Reader(variants, read_variant),
    "deals": Reader(lambda: ["domino/1\n[0:0][1:1][1:0]", "domino/6\n1998", "domino/2\n-5"], read_deal, named=True),
    "certificates": Reader(lambda: list(certificates()), read_certificate),
    "plans": Reader(
        lambda: [Plan("domino/2", 3, seed, "depth-first", 1000, 2).write() for seed in (1, None)], read_plan
    ),
    "journals": Reader(journals, read_journal, named=True),
    "course": Reader(lambda: foreign()[:1], read_classroom),
    "boards": Reader(lambda: ["ROGBRO\n" * 6, "S0 F2", "RRBBOO\n" * 6], read_rows),
}


def rounds(seed: int, share: int) -> Iterator[Dice]:
    """Yield dice for each round, for a few rounds or for a share of the time that is given."""
    end = time.monotonic() + SECONDS / share
    number = 0
    while number < ROUNDS if not SECONDS else time.monotonic() < end:
        yield Dice(seed + number)
        number += 1


def batter(reader: Reader, seed: int = SEED) -> int:
    """Let a reader read damaged texts; return how many it read without refusing them."""
    own = reader.texts()
    others = [*own, *own, *positions()[:20], *records()[:5]]
    believed = 0
    for number, dice in enumerate(rounds(seed, len(READERS) + 1)):
        head, line_end, rest = dice.choose(own).partition("\n")
        spared = reader.named and dice.below(4) > 0
        text = (
            f"{head}{line_end}{damaged(rest, others, dice)}"
            if spared
            else damaged(head + line_end + rest, others, dice)
        )
        try:
            reader.read(text)
            believed += 1
        except HoyleError as fault:
            words = str(fault)
            assert "\n" not in words, (seed + number, text)
        except Exception as fault:
            fault.add_note(f"HOYLE_FUZZ_SEED={seed + number} reads {text[:3000]!r}")
            raise
    return believed


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_text_is_read_or_refused(name: str) -> None:
    """Whatever happened to a valid text, reading it gives something sound or a HoyleError in one line."""
    reader = READERS[name]
    for text in reader.texts():
        reader.read(text)
    batter(reader)


def test_a_damaged_request_is_answered_or_refused(tmp_path: Path) -> None:
    """The same at the web table, whose service is asked with whatever a body can hold."""
    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        reader = Reader(bodies, lambda text: answer_body(service, text), named=True)
        for text in reader.texts():
            reader.read(text)
        batter(reader)
