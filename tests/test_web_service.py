"""The match service of the web table: what it keeps is fair, what it shows is allowed, whatever happens in between."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import re
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from contextvars import copy_context
from dataclasses import fields, replace
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from fastapi.testclient import TestClient
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hoyle.dice import Dice
from hoyle.game import HoyleError, IllegalMoveError, Seat
from hoyle.games.dots.rules import Dots
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, judge
from hoyle.shelf import find, shelf
from hoyle.svg import CELL
from hoyle.tables.explain import plain
from hoyle.tables.memory import RECENT, Memory
from hoyle.tables.pool import Pool
from hoyle.tables.thinking import Thinker, TimeUpError
from hoyle.tables.turns import BusyError, GoneError
from hoyle.tables.web import drafts, looks, wishes
from hoyle.tables.web.daily import puzzle
from hoyle.tables.web.desk import holds
from hoyle.tables.web.http import api
from hoyle.tables.web.http.app import application
from hoyle.tables.web.journal import (
    AwayError,
    Clock,
    Entry,
    FullError,
    Kind,
    NotFoundError,
    NotYoursError,
    StaleError,
    Terms,
    Viewer,
)
from hoyle.tables.web.limits import ENGINES_WAITING, REPLAYS_WAITING, Bill, Limits, Nowhere, open_bill
from hoyle.tables.web.looks import Look
from hoyle.tables.web.opening import Opened
from hoyle.tables.web.service import Service
from hoyle.tables.web.sitting import MOST_FOUND, Sitting
from hoyle.tables.web.store import Store
from hoyle.tables.web.wishes import REFUSALS, can, change
from test_table import SECRETS, Hiding
from web import offering_secret


@pytest.fixture(scope="module", autouse=True)
def _secret(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put a game from a package of its own on the shelf."""
    with offering_secret(tmp_path_factory.mktemp("installed")):
        yield


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Return a service over a fresh store, in which nobody waits before an answer."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(pace=0, warming=600)) as service:
        yield service


def move(service: Service, opened: Opened, *texts: str) -> Look:
    """Play moves as whoever opened the match."""
    look = opened.look
    for text in texts:
        look = service.change(opened.name, opened.token, "move", text)
        service.answer(opened.name)
    return service.see(opened.name, opened.token) if texts else look


# -------------------------------------------------------------------------------------------- any order of things


class AnyOrder(RuleBasedStateMachine):
    """Joins, moves, undos, restarts and breakdowns in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.service = self.opened_service()
        self.tokens: list[str | None] = [None]

    def opened_service(self) -> Service:
        """Return a service that knows only what is in the store."""
        return Service(Store(f"{self.folder.name}/hoyle.db"), Limits(pace=0))

    @initialize(
        terms=st.sampled_from(
            [
                ("pegs/english", ["me"]),
                ("nim/marienbad", ["me", "perfect"]),
                ("nim/9,9,9", ["open", "me"]),
                ("nim", ["me", "me"]),
                ("secret", ["open", "open", "me"][1:]),
                ("secret", ["first", "me"]),
            ]
        ),
        seed=st.integers(0, 2**53 - 1),
    )
    def open(self, terms: tuple[str, list[str]], seed: int) -> None:
        opened = self.service.create(terms[0], seats=terms[1], seed=seed)
        self.name, self.invites = opened.name, list(opened.invites.values())
        self.tokens.append(opened.token)
        self.version = -1

    @rule(who=st.integers(0, 9), choice=st.integers(0, 1000))
    def move(self, who: int, choice: int) -> None:
        token = self.tokens[who % len(self.tokens)]
        look = self.service.see(self.name, token)
        if look["yours"]:
            text = look["moves"][choice % len(look["moves"])]
            after = self.service.change(self.name, token, "move", text, version=look["version"])
            assert len(after["line"]) > len(look["line"])
        else:
            with pytest.raises(HoyleError):
                self.service.change(self.name, token, "move", "a1")

    @rule(who=st.integers(0, 9), text=st.text(max_size=8))
    def talk_nonsense(self, who: int, text: str) -> None:
        token = self.tokens[who % len(self.tokens)]
        before = self.service.see(self.name, token)
        with pytest.raises(HoyleError):
            self.service.change(self.name, token, "move", f"#{text}")
        assert self.service.see(self.name, token) == before

    @rule(
        who=st.integers(0, 9),
        wish=st.sampled_from(sorted(set(REFUSALS) - {"move", "hint", "solution", "ahead", "resign"})),
    )
    def wish(self, who: int, wish: str) -> None:
        token = self.tokens[who % len(self.tokens)]
        can = wish in self.service.see(self.name, token)["can"]
        try:
            self.service.change(self.name, token, wish)
        except HoyleError:
            assert not can
        else:
            assert can

    @rule(who=st.integers(0, 9), kind=st.booleans())
    def take_back_by_agreement(self, who: int, kind: bool) -> None:  # noqa: FBT001 — hypothesis names its arguments
        asking = self.tokens[who % len(self.tokens)]
        before = self.service.see(self.name, asking)
        if "ask" not in before["can"]:
            return
        request = self.service.change(self.name, asking, "ask")["request"]
        assert request is not None
        self.break_down()
        other = next(token for token in self.tokens if "agree" in self.service.see(self.name, token)["can"])
        after = self.service.change(self.name, other, "agree" if kind else "decline")
        assert len(before["line"]) - len(after["line"]) == (request["choices"] if kind else 0)
        assert after["request"] is None

    @rule()
    def computer_answers(self) -> None:
        self.service.answer(self.name)
        sitting = self.service._sitting(self.name)
        assert sitting.ended or sitting.terms.seats[sitting.match.turn or 0] == "person"

    @precondition(lambda self: self.invites)
    @rule()
    def join(self) -> None:
        token, look = self.service.join(self.name, self.invites.pop())
        self.tokens.append(token)
        assert len(look["you"]) == 1

    @rule()
    def break_down(self) -> None:
        self.service.close()
        self.service = self.opened_service()

    @rule(who=st.integers(0, 9))
    def come_late(self, who: int) -> None:
        token = self.tokens[who % len(self.tokens)]
        version = self.service.see(self.name, token)["version"]
        with pytest.raises((StaleError, NotYoursError)):
            self.service.change(self.name, token, "undo", version=version + 1)

    @invariant()
    def what_is_kept_is_fair(self) -> None:
        if not hasattr(self, "name"):
            return
        sitting = self.service._sitting(self.name)
        record = Record.of(sitting.terms.game, sitting.match)
        assert isinstance(judge(Record.read(record.write())), Fair)
        assert sitting.version >= self.version
        self.version = sitting.version
        again = Sitting.open(self.name, sitting.terms)
        for entry in self.service.store.entries(self.name, 0):
            again = again.after(entry)
        assert again == sitting

    def teardown(self) -> None:
        self.service.close()
        self.folder.cleanup()


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=12, stateful_step_count=15, deadline=None, derandomize=True)


# ------------------------------------------------------------------------------------------------ every game


def test_every_game_plays_at_the_table(service: Service, game_name: str) -> None:
    """A match of any game on the shelf is opened, seen and moved in, with a record that is fair."""
    opened = service.create(game_name, seed=7)
    look = opened.look
    for step in range(6):
        if look["ended"]:
            break
        assert look["yours"]
        assert look["svg"].startswith("<svg")
        assert "<style" not in look["svg"]
        chosen = look["moves"][(7 * step) % len(look["moves"])]
        assert service.spell(opened.name, opened.token, chosen)["legal"]
        look = service.change(opened.name, opened.token, "move", chosen, version=look["version"])
    sitting = service._sitting(opened.name)
    assert isinstance(judge(Record.of(game_name, sitting.match)), Fair)
    while "undo" in look["can"]:
        look = service.change(opened.name, opened.token, "undo")
    assert "redo" in look["can"] or not any(mover >= 0 for mover in sitting.movers)


def test_every_game_can_be_spelled_by_clicking(service: Service, game_name: str) -> None:
    """From nothing, clicks on marks lead to a first legal move."""
    opened = service.create(game_name, seed=7)
    state = service._sitting(opened.name).match.state
    marks = [mark.spells for mark in looks.scene(service._sitting(opened.name), (Seat(0),), state).marks if mark.spells]
    if opened.look["ended"]:
        return
    wanted = plain(opened.look["moves"][0])
    text = ""
    while plain(text) != wanted:
        fits = [spelled for spelled in marks if wanted.startswith(plain(text + spelled)) and plain(spelled)]
        assert fits, (text, wanted)
        longest = max(fits, key=len)
        if text:
            assert longest in service.spell(opened.name, opened.token, text)["next"]
        text += longest
    assert service.spell(opened.name, opened.token, text)["legal"]


# ----------------------------------------------------------------------------------------------- undo and help


def test_a_restart_can_be_undone(service: Service) -> None:
    """Undo goes back through the new moves, and then to the match before the restart."""
    opened = service.create("pegs/english")
    move(service, opened, "d2d4")
    service.change(opened.name, opened.token, "restart")
    assert move(service, opened, "b4d4")["line"] == [{"seat": 0, "text": "b4d4"}]
    assert service.change(opened.name, opened.token, "undo")["line"] == []
    assert service.change(opened.name, opened.token, "undo")["line"] == [{"seat": 0, "text": "d2d4"}]
    assert service.change(opened.name, opened.token, "undo")["line"] == []
    assert service.change(opened.name, opened.token, "redo")["line"] == [{"seat": 0, "text": "d2d4"}]


def test_undo_against_the_computer_takes_back_both_moves(service: Service) -> None:
    """It is the person's turn again, and redo plays the very same answer."""
    opened = service.create("nim", seats=["me", "perfect"])
    before = move(service, opened, "c5")["line"]
    assert len(before) == 2
    assert service.change(opened.name, opened.token, "undo")["line"] == []
    assert service.change(opened.name, opened.token, "redo")["line"] == before


def test_between_people_only_an_unanswered_move_is_taken_back(service: Service) -> None:
    """Once the other has moved, one's own move stands."""
    opened = service.create("nim", seats=["me", "open"])
    token, _ = service.join(opened.name, opened.invites[1])
    service.change(opened.name, opened.token, "move", "a1")
    assert "undo" not in service.see(opened.name, token)["can"]
    assert service.change(opened.name, opened.token, "undo")["line"] == []
    service.change(opened.name, opened.token, "move", "a2")
    service.change(opened.name, token, "move", "b1")
    with pytest.raises(HoyleError, match="nothing that you may take back"):
        service.change(opened.name, opened.token, "undo")


def test_an_answered_move_is_taken_back_by_agreement(service: Service) -> None:
    """One asks, the other agrees or declines; who was declined asks again only on another board."""
    opened = service.create("nim", seats=["me", "open"])
    token, _ = service.join(opened.name, opened.invites[1])
    for own, text in ((opened.token, "a1"), (token, "b1")):
        with pytest.raises(HoyleError, match="may ask to take back"):
            service.change(opened.name, opened.token, "ask")
        service.change(opened.name, own, "move", text)
    asked = service.change(opened.name, opened.token, "ask")
    assert (asked["request"], len(asked["line"])) == ({"seat": 0, "choices": 2}, 2)
    for stranger in (opened.token, None):
        with pytest.raises(HoyleError, match=r"no request for you to answer|you are watching"):
            service.change(opened.name, stranger, "agree")
    declined = service.change(opened.name, token, "decline")
    assert (declined["request"], declined["declined"]) == (None, 0)
    with pytest.raises(HoyleError, match="may ask to take back"):
        service.change(opened.name, opened.token, "ask")
    service.change(opened.name, opened.token, "move", "c1")
    service.change(opened.name, token, "ask")
    assert service.change(opened.name, token, "decline")["declined"] is None
    # A move answers a request as well, and a late word for it then finds nothing.
    service.change(opened.name, token, "ask")
    service.change(opened.name, token, "move", "c1")
    with pytest.raises(HoyleError, match="no request for you to answer"):
        service.change(opened.name, opened.token, "agree")
    service.change(opened.name, opened.token, "ask")
    after = service.change(opened.name, token, "agree")
    assert (len(after["line"]), after["turn"], after["request"]) == (2, 0, None)


@pytest.mark.parametrize(("game", "clock"), [("secret", None), ("nim", Clock(60))])
def test_nobody_asks_for_what_was_seen_or_timed(service: Service, game: str, clock: Clock | None) -> None:
    """Neither across a reveal nor at a table with a clock."""
    opened = service.create(game, seats=["me", "open"], clock=clock, seed=1)
    token, _ = service.join(opened.name, opened.invites[1])
    for own in (opened.token, token):
        look = service.see(opened.name, own)
        service.change(opened.name, own, "move", look["moves"][0])
    for own in (opened.token, token):
        assert "ask" not in service.see(opened.name, own)["can"]
        with pytest.raises(HoyleError, match="may ask to take back"):
            service.change(opened.name, own, "ask")


def test_undo_never_crosses_a_reveal(service: Service) -> None:
    """Where something is hidden, what has been seen cannot be unseen."""
    opened = service.create("secret", seats=["me", "first"])
    look = move(service, opened, "fig!")
    assert "undo" not in look["can"]
    with pytest.raises(HoyleError, match="nothing that you may take back"):
        service.change(opened.name, opened.token, "undo")


def test_a_move_can_be_said_ahead(service: Service) -> None:
    """Both pledge at the same time: what the second says is played in its turn, and nobody hears of it before."""
    opened = service.create("secret", seats=["me", "open"], seed=3)
    token, _ = service.join(opened.name, opened.invites[1])
    assert service.change(opened.name, token, "ahead", "lemon!")["ahead"] == "lemon!"
    assert service.change(opened.name, token, "ahead", "")["ahead"] is None
    with pytest.raises(HoyleError, match="no premove to cancel"):
        service.change(opened.name, token, "ahead", "")
    service.change(opened.name, token, "ahead", "lemon!")
    assert service.see(opened.name, opened.token)["ahead"] is None
    assert "lemon" not in json.dumps(service.see(opened.name)["line"])
    # Whose turn has come already need not know that: what is said ahead is played at once.
    service.change(opened.name, opened.token, "ahead", "fig!")
    service.answer(opened.name)
    look = service.see(opened.name, token)
    assert [told["text"] for told in look["line"]][:2] == ["pledges", "lemon!"]
    assert look["ahead"] is None


def test_what_was_said_ahead_and_is_forbidden_is_forgotten(service: Service) -> None:
    """Then the seat chooses in its turn, as always."""
    opened = service.create("nim", seats=["me", "open"])
    token, _ = service.join(opened.name, opened.invites[1])
    service.change(opened.name, token, "ahead", "a3")
    service.change(opened.name, opened.token, "move", "a3")
    service.answer(opened.name)
    look = service.see(opened.name, token)
    assert (look["yours"], look["ahead"], len(look["line"])) == (True, None, 1)


def test_an_army_can_be_rearranged_as_long_as_nobody_saw_it(service: Service) -> None:
    """A single placing is taken back; once the other's turn has come nothing is."""
    opened = service.create("stratego/six", seats=["me", "open"])
    placed = service.change(opened.name, opened.token, "move", "F-a1")
    assert "undo" in placed["can"]
    assert service.change(opened.name, opened.token, "undo")["line"] == []
    setup = next(text for text in opened.look["moves"] if "-" not in text)
    assert "undo" not in service.change(opened.name, opened.token, "move", setup)["can"]


def test_both_set_up_at_the_same_time(service: Service) -> None:
    """Each drafts unseen, whoever's turn it is; who is ready first waits, and nothing is kept or told before."""
    opened = service.create("stratego/six", seats=["me", "open"])
    token, look = service.join(opened.name, opened.invites[1])
    assert opened.look["setup"] is not None
    assert look["setup"] is not None
    assert (opened.look["setup"]["seat"], look["setup"]["seat"]) == (0, 1)
    assert service.see(opened.name)["setup"] is None
    drafts = [service.draft(opened.name, token, ["F-a6", "Ba5"])]
    assert [told["text"] for told in drafts[0]["line"]] == ["F-a6", "B-a5"]
    assert not drafts[0]["complete"]
    whole = service.draft(opened.name, token, [look["setup"]["ready"]["corner"]])
    assert (whole["complete"], whole["says"], len(whole["line"])) == (True, "corner", 8)
    waiting = service.change(opened.name, token, "ahead", whole["says"])
    assert (waiting["line"], waiting["ahead"]) == ([], "corner")
    # What red places makes no difference to blue's draft.
    service.change(opened.name, opened.token, "move", "F-a1")
    drafts.append(service.draft(opened.name, token, ["F-a6", "Ba5"]))
    assert drafts[0] == drafts[1]
    rest = "2a2 Xb2 9d2 2f2 Bb1 3c1 Se1"
    assert service.change(opened.name, opened.token, "ahead", rest)["line"] == [
        {"seat": 0, "text": "red(2X.9.2/FB3.S.)"}
    ]
    service.answer(opened.name)
    look = service.see(opened.name, token)
    assert (look["setup"], look["ahead"], look["line"][-1]["text"]) == (None, None, "corner")


def test_a_draft_of_one_seat_serves_the_other(service: Service) -> None:
    """What was kept as red stands for blue where blue sees it: at the same places of its own picture."""
    opened = service.create("stratego/six", seats=["me", "open"])
    token, _ = service.join(opened.name, opened.invites[1])
    moves = ["F-a1", "B-b1", "X-f2"]
    turned = service.draft(opened.name, token, moves, seat=0)
    assert [told["text"] for told in turned["line"]] == ["F-f6", "B-e6", "X-a5"]
    assert [told["parts"] for told in turned["line"]] == [["F", "f6"], ["B", "e6"], ["X", "a5"]]
    back = service.draft(opened.name, opened.token, [told["text"] for told in turned["line"]], seat=1)
    assert [told["text"] for told in back["line"]] == moves


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (["F-a6"], "F-a6: a6 is not in red's home"),
        (["F-a1", "B-a1"], "B-a1: "),
        (["hello"], "not a move"),
        (["red(2X.9.2/FB3.S.)", "F-a1"], "F-a1: the setup is already complete"),
    ],
)
def test_a_draft_keeps_to_the_rules(service: Service, moves: list[str], words: str) -> None:
    """What is forbidden is told as at any move."""
    opened = service.create("stratego/six", seats=["me", "open"])
    with pytest.raises(HoyleError, match=words):
        service.draft(opened.name, opened.token, moves)


def test_drafts_are_for_what_nobody_else_sees(service: Service) -> None:
    """Neither an open game has them nor a single choice, nobody who watches, and no match that goes on."""
    for name in ("nim", "secret", "stratego/course"):
        opened = service.create(name, seats=["me", "open"])
        assert opened.look["setup"] is None
    army = service.create("stratego/six", seats=["me", "open"])
    for name, token in ((opened.name, opened.token), (army.name, None)):
        with pytest.raises(NotYoursError, match="nothing to set up"):
            service.draft(name, token, [])
    shared = service.create("stratego/six", seats=["me", "me"])
    setup = service.change(shared.name, shared.token, "move", "corner")["setup"]
    assert setup is not None
    assert setup["seat"] == 1
    assert service.change(shared.name, shared.token, "move", "corner")["setup"] is None


def test_a_game_of_its_own_is_drafted_too() -> None:
    """The table knows no game: hidden letters are chosen ahead by both, though one cannot see how far the other is."""
    terms = Terms("hands/two", seats=("person", "person"), own=(0,), owner="hash")
    for match in (Match.new(Hiding()), Match.new(Hiding()).follow("A")):
        sitting = Sitting("x", terms, SECRETS, match)
        begun = drafts.beginning(sitting, (Seat(1),))
        assert begun == (1, (None, None))
        drawn = drafts.draft(sitting, (Seat(1),), ["A", "B"])
        assert (drawn["complete"], drawn["says"]) == (True, "A B")


class Broken(Hiding):
    """A game whose rules break down in a view."""

    def moves(self, state: Any) -> Iterator[Any]:
        """Break a promise of the game."""
        raise AssertionError(state)


def test_a_broken_promise_of_a_game_is_no_refusal() -> None:
    """What a game may not do is seen when somebody would draft, and not taken for a turn that nobody can foresee."""
    terms = Terms("hands/two", seats=("person", "person"), own=(0,), owner="hash")
    with pytest.raises(AssertionError):
        drafts.beginning(Sitting("x", terms, SECRETS, Match.new(Broken())), (Seat(1),))


def answer_all(service: Service, name: str, now: list[float]) -> None:
    """Let everything be answered that is due, however long that takes."""
    while (wait := service.answer(name)) is not None:
        now[0] += wait


@pytest.mark.parametrize("spoil", ["forgotten", "damaged"])
@pytest.mark.parametrize("seats", [["me", "perfect"], ["me", "open"]])
def test_an_answer_ends_whatever_becomes_of_the_match(tmp_path: Path, spoil: str, seats: list[str]) -> None:
    """A computer player, or a premove, for which there is no match any more, or one that is never as it is read."""
    now, game = [1_800_000_000.0], "nim" if "perfect" in seats else "stratego/six"
    with Service(Store(str(tmp_path / "hoyle.db")), now=lambda: now[0]) as service:
        opened = service.create(game, seats=seats)
        if opened.invites:
            other, _ = service.join(opened.name, opened.invites[1])
            service.change(opened.name, other, "ahead", "corner")
        service.change(opened.name, opened.token, "move", "corner" if opened.invites else "a1")
        now[0] += 3_700
        if spoil == "forgotten":
            assert service.store.forget(now[0] - 3_600, 10) == 1
        else:
            with closing(sqlite3.connect(tmp_path / "hoyle.db", isolation_level=None)) as stranger:
                stranger.execute("UPDATE matches SET version = 1000")
        with pytest.raises(NotFoundError if spoil == "forgotten" else StaleError):
            answer_all(service, opened.name, now)
        if spoil == "forgotten":
            with pytest.raises(NotFoundError):
                service.see(opened.name, opened.token)


def test_what_a_computer_thinks_after_a_premove_is_a_matter_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The premove costs nobody anything, and the thought does."""
    now, asked = [1_800_000_000.0], set[int]()
    with Service(Store(str(tmp_path / "hoyle.db")), now=lambda: now[0]) as service:

        def choose(sitting: Sitting, seat: Seat) -> tuple[wishes.Change, float]:
            asked.add(len(sitting.turns))
            return wishes.change(sitting, (seat,), "move", "corner"), sitting.asked_at

        monkeypatch.setattr(service, "_choose", choose)
        likewise = service.create("stratego/six", seats=["me", "me"])
        for _ in range(2):
            service.change(likewise.name, likewise.token, "move", "corner")
        move = service.see(likewise.name, likewise.token)["moves"][0]
        opened = service.create("stratego/six", seats=["me", "heuristic"])
        service.change(opened.name, opened.token, "move", "corner")
        service.change(opened.name, opened.token, "ahead", move)
        while (wait := service.answer(opened.name)) != 0:
            assert wait is not None
            now[0] += wait
        assert [turn["text"] for turn in service.see(opened.name, opened.token)["line"]][2:] == [move]
        assert len(asked) == 1


def test_whoever_resigns_does_so_whatever_has_happened_meanwhile(service: Service) -> None:
    """The opponent may have moved since, which is no reason to play on."""
    opened = service.create("nim", seats=["me", "open"])
    other, _ = service.join(opened.name, opened.invites[1])
    seen = service.see(opened.name, other)["version"]
    service.change(opened.name, opened.token, "move", "a1")
    assert "resigned" in str(service.change(opened.name, other, "resign", version=seen)["ended"])


def test_a_game_has_a_name_of_one_line(service: Service) -> None:
    """A board with a line feed could be played, but its record could not be read."""
    with pytest.raises(HoyleError, match="one line"):
        service.create("pegs/O.O/OOO/\r\n")


def test_a_match_that_was_deleted_is_not_there(tmp_path: Path) -> None:
    """Also if it is remembered: whoever moves in it is told so, and so is whoever looks then."""
    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        opened = service.create("pegs/easy")
        with Service(Store(str(tmp_path / "hoyle.db"))) as other:
            other.store.forget(time.time() + 1, 10)
        with pytest.raises(NotFoundError):
            service.change(opened.name, opened.token, "move", "d2d4", version=opened.look["version"])
        with pytest.raises(NotFoundError):
            service.see(opened.name, opened.token)


def test_an_undo_takes_back_what_was_to_follow(service: Service) -> None:
    """A premove that was meant for later is not played in the place of what was taken back."""
    opened = service.create("nim", seats=["me", "open"])
    service.join(opened.name, opened.invites[1])
    service.change(opened.name, opened.token, "move", "a1")
    service.change(opened.name, opened.token, "ahead", "c5")
    service.change(opened.name, opened.token, "undo")
    assert service.answer(opened.name) is None
    assert service.see(opened.name, opened.token)["line"] == []


def test_a_setup_that_is_taken_back_leaves_the_others_alone(service: Service) -> None:
    """While one places pieces and takes them up again, the other may be ready long since."""
    opened = service.create("stratego/six", seats=["me", "open"])
    other, _ = service.join(opened.name, opened.invites[1])
    service.change(opened.name, other, "ahead", "corner")
    piece = service.see(opened.name, opened.token)["moves"][-1]
    service.change(opened.name, opened.token, "move", piece)
    service.change(opened.name, opened.token, "undo")
    assert service._sitting(opened.name).ahead == {1: "corner"}


def test_nobody_has_less_than_no_time(service: Service) -> None:
    """Also while nobody has noticed yet that a clock has run out, as when the database hangs."""
    opened = service.create("nim", seats=["me", "open"], clock=Clock(60, 0))
    service.join(opened.name, opened.invites[1])
    service.change(opened.name, opened.token, "move", "a1")
    sitting = service._sitting(opened.name)
    assert sitting.running_since is not None
    late = sitting.running_since + 61
    assert sitting.time_is_up(late)
    assert [seat["left"] for seat in looks.look(sitting, (), late, None)["seats"]] == [60, 0]


def test_a_clock_that_is_set_back_stops_nobody(tmp_path: Path) -> None:
    """Premoves come, and nobody gets an hour more."""
    now = [1_800_000_000.0]
    with Service(Store(str(tmp_path / "hoyle.db")), now=lambda: now[0]) as service:
        opened = service.create("stratego/six", seats=["me", "open"], clock=Clock(60, 0))
        other, _ = service.join(opened.name, opened.invites[1])
        service.change(opened.name, other, "ahead", "corner")
        service.change(opened.name, opened.token, "move", "corner")
        now[0] -= 3_600
        assert service.answer(opened.name) is None
        look = service.see(opened.name, opened.token)
        assert len(look["line"]) == 2
        assert [seat["left"] for seat in look["seats"]] == [60, 60]


def test_few_of_the_lines_that_hints_found_are_read_again(service: Service) -> None:
    """However often somebody asks, and none before it is needed; they count as memory."""
    opened = service.create("pegs/plus")
    line = " ".join(service.solution(opened.name, opened.token)["line"])
    fresh = Sitting.open("x", service._sitting(opened.name).terms)
    for version in range(1, 5 * MOST_FOUND):
        fresh = fresh.after(Entry(version, "hint", 0, line))
    assert fresh.bulk
    assert (len(fresh.found), fresh.match.known) == (MOST_FOUND, {})
    assert list(map(str, fresh.guided.promise)) == line.split()
    assert replace(fresh).bulk > fresh.bulk


def test_a_hint_that_could_not_be_kept_promises_nothing(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one is kept with its line, so that every process knows what was promised."""
    opened = service.create("pegs/easy")

    def fail(*_: Any, **__: Any) -> None:
        raise AwayError("the database is locked")

    with monkeypatch.context() as broken:
        broken.setattr(service.store, "append", fail)
        with pytest.raises(AwayError):
            service.hint(opened.name, opened.token)
    assert not service._sitting(opened.name).guided.promise
    service.hint(opened.name, opened.token)
    assert service.store.entries(opened.name, 0)[-1].text


def test_hints_and_solutions_are_counted_apart(service: Service) -> None:
    """One hint shows one move, a solution the whole line, and each is remembered."""
    opened = service.create("pegs/easy")
    assert len(service.hint(opened.name, opened.token)["line"]) == 1
    answer = service.solution(opened.name, opened.token)
    assert (answer["verdict"], len(answer["line"])) == ("solved", 2)
    assert (answer["look"]["hints"], answer["look"]["solutions"]) == (1, 1)
    # Of the levels of a pack, the line is as short as their par.
    packs = shelf()["pegs"].guide.packs
    assert packs is not None
    for level in packs()[0].levels[:2]:
        opened = service.create(level.game)
        answer = service.solution(opened.name, opened.token)
        assert (answer["left"], answer["words"].endswith(": the fewest possible")) == (level.par, True)
    nim = service.create("nim/1,2,4", seats=["me", "perfect"])
    assert service.hint(nim.name, nim.token)["words"] == "c1 is what Professor Bouton would play"


def test_a_puzzle_too_hard_is_given_up_in_time(tmp_path: Path) -> None:
    """The solver has a time limit, says so, and can be asked again."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(seconds=0.01, warming=0)) as service:
        opened = service.create("pegs/english")
        assert service.hint(opened.name, opened.token)["verdict"] == "gave up"
        assert service.hint(opened.name, opened.token)["verdict"] == "gave up"


def test_help_is_not_for_those_who_play_each_other(service: Service) -> None:
    """Nor for those who watch."""
    opened = service.create("nim", seats=["me", "open"])
    for token, words in ((opened.token, "hints are for"), (None, "you are watching")):
        with pytest.raises(NotYoursError, match=words):
            service.hint(opened.name, token)


def test_a_board_is_dealt_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Large boards take long to deal, so what was dealt is not dealt again when it is kept."""
    played: list[object] = []
    play = Dots.play

    def count(game: Dots, state: Any, move: Any) -> Any:
        played.append(move)
        return play(game, state, move)

    monkeypatch.setattr(Dots, "play", count)
    look = service.create("dots/9x9x4", any_deal=True).look
    assert len(played) == 81
    assert len(look["line"]) == 81


def test_the_same_deal_means_the_same_everywhere(service: Service) -> None:
    """Equal seeds deal equally, and the same move after an undo meets the same chance."""
    looks = [service.create("secret", seats=["me", "me"], seed=seed) for seed in (1, 1)]
    lines = [move(service, opened, "fig", "apple")["line"] for opened in looks]
    assert lines[0] == lines[1]


@pytest.mark.parametrize("box", ["domino", "pegs"])
def test_the_puzzle_of_the_day_can_be_won_and_is_the_same_for_everyone(service: Service, box: str) -> None:
    """It follows from the date, and its own solver wins it."""
    date = dt.date(2026, 11, 15)
    found = puzzle(box, date)
    assert found is not None
    assert found == puzzle(box, date)
    assert found["date"] == "2026-11-15"
    opened = service.create(found["game"], seed=found["seed"])
    assert service.solution(opened.name, opened.token)["verdict"] == "solved"


def test_puzzles_are_looked_for_behind_the_scenes(service: Service) -> None:
    """Whoever asks at once gets none yet, and a game for two never has one."""
    asked: list[str] = []

    class Quick:
        def think(self, _: str, name: str, date: str, seconds: float) -> dict[str, Any] | None:  # noqa: ARG002 — it is quick
            asked.append(name)
            return {"game": name, "date": date} if name == "pegs" else None

    date = dt.date(2026, 11, 15)
    quick: Any = Quick()
    service.daily.puzzles(date, quick)
    service.daily.wait(10)
    found: list[Any] = [*service.daily.puzzles(date, quick)]
    assert found == [{"game": "pegs", "date": "2026-11-15"}]
    assert asked == list(shelf())


def test_puzzles_of_other_days_are_made_when_they_are_asked_for(service: Service) -> None:
    """No day of the future has one, nor has a game for two, and a day is written in one way."""
    found = service.puzzle("dots", "2026-11-16")
    assert found["game"].startswith("dots/5x5")
    assert found is service.puzzle("dots", "2026-11-16")
    for box, date, words in (
        ("dots", "2999-01-01", "there are puzzles from"),
        ("dots", "today", "a day is written as in"),
        ("nim", "2026-11-16", "no puzzles of the day"),
        ("chess", None, "no game is called"),
    ):
        with pytest.raises(NotFoundError, match=words):
            service.puzzle(box, date)


# ------------------------------------------------------------------------------------------------ once more


def test_a_rematch_that_could_not_be_opened_can_be_asked_for_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever agreed last has not, as long as there is no match to play; nor if it was stored before that all agree."""
    opened = service.create("nim/1", seats=["me", "open"])
    other, _ = service.join(opened.name, opened.invites[1])
    service.change(opened.name, opened.token, "move", "a1")
    assert service.rematch(opened.name, opened.token) is None

    def fail(*_: Any, **__: Any) -> None:
        raise AwayError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(service.store, "create", fail)
        with pytest.raises(AwayError):
            service.rematch(opened.name, other)
    assert service.see(opened.name)["rematch"] == [0]
    # As versions stored it that wrote both entries.
    service.change(opened.name, other, "rematch")
    following = service.rematch(opened.name, opened.token)
    assert following
    assert service.rematch(opened.name, other) == following


def test_a_rematch_that_two_servers_open_is_one_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second finds that the first was quicker, and leaves no match behind that nobody knows."""
    place = str(tmp_path / "hoyle.db")
    with Service(Store(place)) as one, Service(Store(place)) as two:
        opened = one.create("nim/1", seats=["me", "open"])
        other, _ = one.join(opened.name, opened.invites[1])
        one.change(opened.name, opened.token, "move", "a1")
        assert one.rematch(opened.name, opened.token) is None
        create = two.store.create

        def be_late(*facts: Any, **more: Any) -> None:
            monkeypatch.undo()
            assert one.rematch(opened.name, other)
            create(*facts, **more)

        monkeypatch.setattr(two.store, "create", be_late)
        assert two.rematch(opened.name, other) == one.see(opened.name)["next"]
        assert one.store.count() == 2


def test_a_rematch_has_the_same_people_one_seat_further(service: Service) -> None:
    """It opens when all have asked, once; only they can ask, and their names come with them."""
    opened = service.create("nim/1,1", seats=["me", "open"])
    other, _ = service.join(opened.name, opened.invites[1])
    service.change(opened.name, opened.token, "name", "Ada  L.")
    with pytest.raises(HoyleError, match="whose match is over"):
        service.rematch(opened.name, opened.token)
    service.change(opened.name, opened.token, "move", "a1")
    service.change(opened.name, other, "move", "b1")
    with pytest.raises(NotYoursError, match="watching"):
        service.rematch(opened.name, None)
    assert service.rematch(opened.name, opened.token) is None
    before = service.store.entries(opened.name, 0)
    assert service.rematch(opened.name, opened.token) is None
    assert service.store.entries(opened.name, 0) == before
    following = service.rematch(opened.name, other)
    assert following is not None
    assert service.rematch(opened.name, opened.token) == service.see(opened.name)["next"] == following
    assert service.see(following, opened.token)["you"] == [1]
    assert service.see(following, other)["you"] == [0]
    assert [seat["called"] for seat in service.see(following)["seats"]] == [None, "Ada L."]
    assert [seat["joined"] for seat in service.see(following)["seats"]] == [True, True]
    service.change(following, other, "move", "a1")


@pytest.mark.parametrize("name", ["می\u200cخواهم", "👨\u200d👩\u200d👧", "क्\u200dष"])
def test_a_name_may_be_of_any_script(service: Service, name: str) -> None:
    """Some join letters, or keep them apart, by what is not seen."""
    opened = service.create("nim", seats=["me", "open"])
    assert service.change(opened.name, opened.token, "name", name)["seats"][0]["called"] == name


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\nb" + "\x07", "\u202e", "\u200d"])
def test_a_name_is_short_and_can_be_read(service: Service, name: str) -> None:
    """And whoever plays alone needs none."""
    opened = service.create("nim", seats=["me", "open"])
    with pytest.raises(HoyleError, match="a name has 1 to 24 letters"):
        service.change(opened.name, opened.token, "name", name)
    alone = service.create("nim", seats=["me", "perfect"])
    with pytest.raises(HoyleError, match="between people"):
        service.change(alone.name, alone.token, "name", "Ada")
    assert alone.look["seats"][1]["called"] == "Professor Bouton"


def test_the_story_of_a_match_is_told_when_it_is_over(service: Service) -> None:
    """Of dots with its chances, and between two only where the box counts what they have."""
    opened = service.create("dots/RG/BO/BR-1-R2")
    with pytest.raises(NotYoursError, match="when it is over"):
        service.analyse(opened.name)
    move(service, opened, "a2a3")
    marks = service.analyse(opened.name)["marks"]
    assert [mark["can"] for mark in marks] == ["lost", "lost"]
    pair = service.create("nim/1", seats=["me", "me"])
    move(service, pair, "a1")
    assert service.analyse(pair.name) == {"marks": [], "material": []}


# --------------------------------------------------------------------------------------------------- who may what


def seatings(game_name: str) -> list[tuple[str, ...]]:
    """Return who may sit at a match of a game: one person, friends, or a person and a player of the box."""
    box, game = find(game_name)
    people = ("person",) * game.seats
    return (
        [people] if game.seats == 1 else [people, ("person", *[next(iter(box.players), "person")] * (game.seats - 1))]
    )


def facts(sitting: Sitting) -> Sitting:
    """Return a sitting without what counts its entries."""
    return replace(sitting, version=0, versions={}, written={}, last_changes={}, asked_at=0.0)


def carry_out(sitting: Sitting, seats: Viewer, wish: str, text: str) -> Sitting | None:
    """Return the sitting after a wish, or None if it is refused."""
    try:
        kind, seat, words = change(sitting, seats, wish, text)
    except HoyleError:
        return None
    return sitting.after(Entry(sitting.version + 1, kind, seat, words, float(sitting.version)))


@pytest.mark.parametrize("seed", range(2))
def test_whoever_can_does_and_nobody_else(game_name: str, seed: int) -> None:
    """In every position of a walk `can` lists exactly the wishes that are carried out, and each changes something."""
    _, game = find(game_name)
    for number, who in enumerate(seatings(game_name)):
        own = (0, 1)[: game.seats] if seed and who.count("person") > 1 else (0,)
        clock = Clock(60) if game.seats > 1 and seed and number else None
        sitting = Sitting.open("x", Terms(game_name, seed=seed, seats=who, own=own, owner="me", clock=clock))
        for seat in sitting.missing:
            sitting = sitting.after(Entry(sitting.version + 1, "join", seat, f"seat {seat}"))
        dealt = " ".join(map(str, sitting.settle(sitting.match).moves))
        if dealt:
            sitting = sitting.after(Entry(sitting.version + 1, "deal", text=dealt))
        dice = Dice(seed)
        for _ in range(8):
            granted: list[Sitting] = []
            for seats in sitting.versions:
                mover = sitting.turn
                state = game.view(sitting.match.state, mover or Seat(0))
                moves = [] if mover is None else list(islice(game.moves(state), 40))
                text = str(dice.choose(moves)) if moves else "a1"
                after = {wish: carry_out(sitting, seats, wish, text) for wish in REFUSALS}
                done = [wish for wish, later in after.items() if later is not None]
                # A premove for the turn that has come is a move.
                assert can(sitting, seats) == [wish for wish in done if wish != "ahead" or "move" not in done]
                # The same premove may be said again.
                assert all(facts(later) != facts(sitting) for wish, later in after.items() if later and wish != "ahead")
                assert looks.look(sitting, seats, 0)["yours"] == ("move" in done)
                chosen = [wish for wish in done if wish != "resign" or dice.below(9) == 0]
                granted += [later for wish in chosen for later in [after[wish]] * (4 if wish == "move" else 1) if later]
            if not granted:
                break
            sitting = dice.choose(granted)


def test_only_a_seat_moves_and_only_in_turn(service: Service) -> None:
    """A spectator, a wrong token and the other seat are refused."""
    opened = service.create("nim", seats=["open", "me"])
    for token in (None, "", "x" * 32, opened.token):
        with pytest.raises(NotYoursError):
            service.change(opened.name, token, "move", "a1")
    with pytest.raises(NotFoundError):
        service.see("nowhere")


def test_an_invitation_works_once(service: Service) -> None:
    """The first to come gets the seat; a wrong one gets nothing; whoever sits already can sit at another screen too."""
    opened = service.create("nim", seats=["me", "open"])
    with pytest.raises(NotYoursError, match="not valid"):
        service.join(opened.name, "x" * 32)
    token, look = service.join(opened.name, opened.token)
    assert (token, look["you"]) == (opened.token, [0])
    service.join(opened.name, opened.invites[1])
    with pytest.raises(NotYoursError, match="this seat is taken"):
        service.join(opened.name, opened.invites[1])


def test_only_hashes_are_kept(service: Service, tmp_path: Path) -> None:
    """Whoever reads the database gets nobody's seat."""
    opened = service.create("nim", seats=["me", "open"])
    token, _ = service.join(opened.name, opened.invites[1])
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in (opened.token, opened.invites[1], token):
        assert secret.encode() not in kept
    assert holds(service._sitting(opened.name), token) == (1,)


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"game": "nowhere"}, "no game is called"),
        ({"game": "pegs/english", "seats": ["me", "me"]}, "seats for 1"),
        ({"game": "nim", "seats": ["perfect", "perfect"]}, "one of them must be yours"),
        ({"game": "nim", "seats": ["me", "nobody"]}, "no player of nim"),
        ({"game": "nim", "start": "9,9,9 first"}, "at the start the heaps are"),
        ({"game": "nim", "deal": "a1"}, "nim has no deals as text"),
        ({"game": "nim", "clock": Clock(60)}, "a clock needs two people"),
        ({"game": "nim/" + ",".join(["1000"] * 26)}, "too much for a page"),
    ],
)
def test_terms_that_do_not_hold(service: Service, terms: dict[str, Any], words: str) -> None:
    """A match that cannot be is refused in words, and nothing is kept."""
    with pytest.raises(HoyleError, match=words):
        service.create(**terms)
    assert service.store.count() == 0


def test_the_table_is_bounded(tmp_path: Path) -> None:
    """When every place is taken, an old match makes room, in which least was played; if none is old, a new one is refused."""
    now = 0.0
    limits = Limits(matches=2, days=1, entries=2)
    with Service(Store(str(tmp_path / "hoyle.db")), limits, now=lambda: now) as service:
        first = service.create("nim")
        service.create("nim")
        with pytest.raises(FullError, match="no room for another match"):
            service.create("nim")
        service.change(first.name, first.token, "move", "a1")
        service.change(first.name, first.token, "move", "a1")
        with pytest.raises(FullError, match="too long"):
            service.change(first.name, first.token, "move", "a1")
        now = 100_000.0
        third = service.create("nim")
        assert set(service.store.names()) == {first.name, third.name}


def test_nobody_is_stuck_in_a_full_match(tmp_path: Path) -> None:
    """Where no more moves fit, the last one is still answered, and the match can be ended."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(entries=2)) as service:
        opened = service.create("nim", seats=["me", "careless"], seed=1)
        service.change(opened.name, opened.token, "move", "a1")
        service.answer(opened.name)
        answered = service.see(opened.name, opened.token)
        assert "move" in answered["can"]
        with pytest.raises(FullError, match="too long"):
            service.change(opened.name, opened.token, "move", answered["moves"][0])
        assert service.change(opened.name, opened.token, "resign")["ended"]


@pytest.mark.parametrize("game", ["nim", "stratego/six", "secret/two"])
def test_whatever_one_seat_does_the_other_has_room(tmp_path: Path, game: str) -> None:
    """Whoever fills a match with all that it may do, as long as that is granted, cannot keep the other from a move."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(entries=60, pace=0)) as service:
        opened = service.create(game, seats=["me", "open"], seed=1)
        token, _ = service.join(opened.name, opened.invites[1])
        dice = Dice(1)
        for number in range(1_000):
            look = service.see(opened.name, token)
            wishes = sorted({"name", "ahead", *look["can"]} - {"resign", "hint", "solution"})
            wish = dice.choose(wishes)
            with suppress(HoyleError):
                service.change(
                    opened.name, token, wish, f"Ann {number}" if wish == "name" else dice.choose(look["moves"] or [""])
                )
        with pytest.raises(FullError):
            service.change(opened.name, token, "name", "Bob")
        look = service.see(opened.name, opened.token)
        before = look["version"]
        assert service.change(opened.name, opened.token, "move", look["moves"][0])["version"] > before


def test_a_full_table_forgets_the_emptiest_matches(tmp_path: Path) -> None:
    """Whoever fills it without playing loses those matches, once nobody has touched them for an hour, and nobody else's."""
    now = 0.0
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(matches=3), now=lambda: now) as service:
        played = service.create("nim")
        service.change(played.name, played.token, "move", "a1")
        idle = [service.create("nim").name for _ in range(2)]
        now = 3_000.0
        with pytest.raises(FullError, match="no room for another match"):
            service.create("nim")
        now = 4_000.0
        fresh = [service.create("nim").name for _ in range(2)]
        assert set(service.store.names()) == {played.name, *fresh}
        assert not set(idle) & set(service.store.names())


def test_an_address_takes_the_room_of_nobody_else(tmp_path: Path) -> None:
    """Whatever addresses open and play, none has more than its share, and only its own idle matches make room for it."""
    now, dice, refused = 0.0, Dice(1), Counter[str]()
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(each=3), now=lambda: now) as service:
        kept: dict[str, dict[str, tuple[Opened, float]]] = {"a": {}, "b": {}, "": {}}
        for _ in range(120):
            now += dice.choose([60, 600, 4_000]) if dice.below(3) == 0 else 0
            own = kept[address := dice.choose([*kept])]
            open_bill(address)
            before = {name for matches in kept.values() for name in matches}
            if own and dice.below(3) == 0:
                opened, _ = own[name := dice.choose([*own])]
                with suppress(IllegalMoveError):
                    service.change(name, opened.token, "move", "a1")
                    own[name] = (opened, now)
                continue
            busy = {name for name, (_, touched) in own.items() if touched >= now - 3_600}
            if address and len(busy) == 3:
                with pytest.raises(FullError, match="3 matches from your address are being played; open another"):
                    service.create("nim")
                refused[address] += 1
            else:
                opened = service.create("nim")
                own[opened.name] = (opened, now)
            left = set(service.store.names())
            gone = before - left
            assert gone <= own.keys() - busy, "a match of another, or one that is being played"
            for name in gone:
                del own[name]
            assert len(own) <= 3 or not address
        assert refused.keys() == {"a", "b"}
    open_bill("")
    with closing(sqlite3.connect(tmp_path / "hoyle.db")) as connection:
        openers = {opener for (opener,) in connection.execute("SELECT opener FROM openers")}
    assert {len(opener) for opener in openers} == {64}, "nobody's address stands in the database"


# ----------------------------------------------------------------------------------------- keys, races, clocks


def test_what_is_sent_twice_is_played_once(service: Service) -> None:
    """The same key is the same move, however often it comes and whatever the version."""
    opened = service.create("nim", seats=["me", "me"])
    first = service.change(opened.name, opened.token, "move", "a1", version=0, key="one")
    second = service.change(opened.name, opened.token, "move", "a1", version=0, key="one")
    assert first["line"] == second["line"] == [{"seat": 0, "text": "a1"}]
    with pytest.raises(StaleError):
        service.change(opened.name, opened.token, "move", "a1", version=0, key="two")


def test_of_many_at_once_one_is_accepted(tmp_path: Path) -> None:
    """Services that share a store let one of several racing moves in, and tell the others to look again."""
    path = str(tmp_path / "hoyle.db")
    services = [Service(Store(path)) for _ in range(4)]
    opened = services[0].create("nim/50,50", seats=["me", "me"])
    for version in range(5):
        results: list[str] = []

        def race(service: Service, version: int = version, results: list[str] = results) -> None:
            try:
                service.change(opened.name, opened.token, "move", "a1", version=version)
            except StaleError:
                results.append("refused")
            else:
                results.append("accepted")

        threads = [Thread(target=race, args=(service,)) for service in services]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(results) == ["accepted", "refused", "refused", "refused"]
    assert all(len(service.see(opened.name)["line"]) == 5 for service in services)
    for service in services:
        service.close()


def test_whoever_did_not_hear_that_the_seat_is_theirs_asks_again(service: Service) -> None:
    """With the same key; nobody else gets the seat, with another key or none, or in another match."""
    opened, other = (service.create("nim", seats=["me", "open"]) for _ in range(2))
    key = "k" * 32
    token, look = service.join(opened.name, opened.invites[1], key)
    assert service.join(opened.name, opened.invites[1], key) == (token, look)
    assert len(service.store.entries(opened.name, 0)) == 1
    for stranger in (None, "x" * 32):
        with pytest.raises(NotYoursError, match="taken"):
            service.join(opened.name, opened.invites[1], stranger)
    assert service.join(other.name, other.invites[1], key)[0] != token


def test_what_happens_beside_the_board_makes_no_move_late(service: Service) -> None:
    """A join, a hint or a move said ahead since the player looked is no reason to look again; another move is."""
    opened = service.create("nim", seats=["me", "open"])
    token, _ = service.join(opened.name, opened.invites[1])
    service.change(opened.name, token, "ahead", "b1")
    after = service.change(opened.name, opened.token, "move", "a1", version=opened.look["version"])
    assert len(after["line"]) == 1
    with pytest.raises(StaleError):
        service.change(opened.name, token, "move", "a1", version=opened.look["version"])


# What each question needs before it, by whom and with which words; whoever asks last asks the question itself.
BEFORE_EACH: Mapping[str, Sequence[tuple[int, str, str]]] = {
    "join": [(1, "join", "")],
    "move": [(0, "move", "a1")],
    "undo": [(0, "move", "a1"), (0, "undo", "")],
    "ask": [(0, "move", "a1"), (1, "move", "b1"), (0, "ask", "")],
    "agree": [(0, "move", "a1"), (1, "move", "b1"), (0, "ask", ""), (1, "agree", "")],
    "decline": [(0, "move", "a1"), (1, "move", "b1"), (0, "ask", ""), (1, "decline", "")],
    "redo": [(0, "move", "a1"), (0, "undo", ""), (0, "redo", "")],
    "restart": [(0, "move", "a3a1"), (0, "restart", "")],
    "hint": [(0, "hint", "")],
    "solution": [(0, "solution", "")],
    "ahead": [(1, "ahead", "b1")],
    "resign": [(0, "resign", "")],
    "name": [(0, "name", "Ada")],
    "rematch": [(0, "resign", ""), (1, "rematch", "")],
}


def test_every_question_is_asked_in_a_race() -> None:
    """The table above leaves out nothing that can be asked for."""
    assert set(BEFORE_EACH) == {"join", *REFUSALS}


@pytest.mark.parametrize("question", BEFORE_EACH)
def test_what_others_write_beside_the_board_refuses_nothing(
    service: Service, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    """Whatever is asked, a name or a hint that another screen writes between the reading and the writing is no refusal."""
    alone = question in {"restart", "hint", "solution"}
    opened = service.create("pegs/triangle" if alone else "nim", seats=["me"] if alone else ["me", "open"])
    tokens = [opened.token]
    if not alone and question != "join":
        tokens.append(service.join(opened.name, opened.invites[1])[0])
    append, steps = service.store.append, list(BEFORE_EACH[question])

    def append_late(name: str, entry: Entry, *, openly: bool) -> None:
        if not steps:
            monkeypatch.undo()
            append(name, replace(entry, kind="hint" if alone else "name", seat=0, text="" if alone else "Bo", key=None))
        append(name, entry, openly=openly)

    monkeypatch.setattr(service.store, "append", append_late)
    while steps:
        who, wish, text = steps.pop(0)
        if wish == "join":
            assert service.join(opened.name, opened.invites[1])[1]["you"] == [1]
        elif wish in {"hint", "solution"}:
            assert getattr(service, wish)(opened.name, tokens[who])["line"]
        elif wish == "rematch":
            service.rematch(opened.name, tokens[who])
        else:
            service.change(opened.name, tokens[who], wish, text)
    kinds = [entry.kind for entry in service.store.entries(opened.name, 0)]
    assert ("hint" if alone else "name") in kinds[:-1]
    assert kinds[-1] == {"agree": "undo"}.get(question, question)


@pytest.mark.parametrize("help_", ["hint", "solution"])
def test_help_for_a_board_that_has_changed_is_not_given(service: Service, help_: str) -> None:
    """Whoever moves at another screen while help is looked for hears that the board has changed."""
    opened = service.create("pegs/triangle", seats=["me"])
    append = service.store.append
    first = opened.look["moves"][0]
    with pytest.MonkeyPatch.context() as patch:

        def append_late(name: str, entry: Entry, *, openly: bool) -> None:
            patch.undo()
            service.change(opened.name, opened.token, "move", first)
            append(name, entry, openly=openly)

        patch.setattr(service.store, "append", append_late)
        with pytest.raises(StaleError):
            getattr(service, help_)(opened.name, opened.token)
    assert [entry.kind for entry in service.store.entries(opened.name, 0)] == ["move"]


def test_a_clock_runs_from_the_first_move_and_ends_the_match(tmp_path: Path) -> None:
    """Each pays for its own time and gets the increment; who has none left has lost, and no move counts any more."""
    now = 1000.0
    with Service(Store(str(tmp_path / "hoyle.db")), now=lambda: now) as service:
        opened = service.create("nim/9,9", seats=["me", "open"], clock=Clock(60, 5))
        token, _ = service.join(opened.name, opened.invites[1])
        now += 500
        service.change(opened.name, opened.token, "move", "a1")
        now += 20
        look = service.change(opened.name, token, "move", "a1")
        assert [seat["left"] for seat in look["seats"]] == [60, 45]
        assert "undo" not in look["can"]
        now += 61
        with pytest.raises(IllegalMoveError, match="first seat ran out of time"):
            service.change(opened.name, opened.token, "move", "a1")
        assert service.see(opened.name)["ended"] == "first seat ran out of time"
        record = Record.read(service.record(opened.name))
        assert ("Termination", "first seat ran out of time") in record.headers
        assert str(judge(record)) == "fair: 2 moves, 0-1 (first seat ran out of time)"
        look = service.see(opened.name)
        assert [seat["left"] for seat in look["seats"]] == [0, 45]
        assert look["outcome"] is not None
        assert look["outcome"]["scores"] == [0, 1]


def test_who_resigns_ends_the_match(service: Service) -> None:
    """A match of one has nobody to resign to."""
    opened = service.create("nim", seats=["me", "perfect"])
    assert service.change(opened.name, opened.token, "resign")["ended"] == "first seat resigned"
    assert service.see(opened.name)["turn"] is None
    assert str(judge(Record.read(service.record(opened.name)))) == "fair: 0 moves, 0-1 (first seat resigned)"
    alone = service.create("pegs/easy")
    with pytest.raises(HoyleError, match="nobody to resign to"):
        service.change(alone.name, alone.token, "resign")


# -------------------------------------------------------------------------------------------------- what is hidden


def everything(service: Service, name: str, token: str | None) -> str:
    """Return all that one can get out of a match, errors included, as one text without the match's name."""
    answers: list[Any] = []
    for ask in (
        lambda: service.see(name, token),
        lambda: [service.past(name, token, ply) for ply in range(len(service.see(name, token)["line"]) + 1)],
        lambda: service.record(name),
        lambda: service.drawing(name, token),
        lambda: service.spell(name, token, "fig"),
        lambda: service.draft(name, token, [], "F"),
        lambda: service.change(name, token, "undo"),
        lambda: service.change(name, token, "move", "coin1"),
        lambda: service.change(name, token, "move", "a1-a2"),
        lambda: service.change(name, token, "move", "zebra"),
        lambda: service.hint(name, token),
    ):
        try:
            answers.append(ask())
        except HoyleError as fault:
            answers.append(str(fault))
    return json.dumps(answers).replace(name, "NAME")


def test_a_secret_makes_no_difference_to_the_others(service: Service) -> None:
    """Matches that differ only in what a viewer may not see are the same to the last letter to that viewer."""
    seen: dict[str, list[str]] = {"second": [], "spectator": []}
    for secret in ("quince!", "lemon!"):
        opened = service.create("secret", seats=["me", "open"], seed=5)
        token, _ = service.join(opened.name, opened.invites[1])
        seen["second"].append(everything(service, opened.name, token))
        service.change(opened.name, opened.token, "move", secret)
        seen["second"].append(everything(service, opened.name, token))
        service.change(opened.name, token, "move", "apple!")
        seen["second"].append(everything(service, opened.name, token))
        seen["spectator"].append(everything(service, opened.name, None))
        assert secret in everything(service, opened.name, opened.token)
        assert "apple!" not in everything(service, opened.name, opened.token)
    assert seen["second"][:3] == seen["second"][3:]
    assert seen["spectator"][0] == seen["spectator"][1]


@pytest.mark.parametrize("variant", ["six", "barrage", "classic"])
def test_an_army_makes_no_difference_to_those_who_cannot_see_it(service: Service, variant: str) -> None:
    """Two armies set up differently look the same from the other side, while they stand and when one has moved."""
    box = shelf()["stratego"]
    game: Any = box.game(variant)
    ready, rows = game.ready[0]
    # Marshal, general, flag and spy change places, on the very same squares.
    setups = [f"red({rows.translate(swap)})" for swap in ({}, str.maketrans("X9FS", "SFX9"))]
    opened = [service.create(f"stratego/{variant}", seats=["me", "open"], seed=1) for _ in setups]
    tokens = [service.join(match.name, match.invites[1])[0] for match in opened]
    for match, token, setup in zip(opened, tokens, setups, strict=True):
        service.change(match.name, match.token, "move", setup)
        service.change(match.name, token, "move", ready)
    shared = set.intersection(*(set(service.see(match.name, match.token)["moves"]) for match in opened))
    step = min(text for text in shared if abs(int(text[1:2]) - int(text.split("-")[1][1:])) <= 1)
    heard = []
    for match, token in zip(opened, tokens, strict=True):
        before = [everything(service, match.name, token), everything(service, match.name, None)]
        service.change(match.name, match.token, "move", step)
        after = [everything(service, match.name, token), everything(service, match.name, None)]
        heard.append(before + after)
    assert heard[0] == heard[1]
    own = [everything(service, match.name, match.token) for match in opened]
    assert own[0] != own[1]


def squares(look: looks.Picture) -> list[str]:
    """Return the names of the squares of a board in the order of its lines, from the top."""
    places = re.findall(r'data-spells="([a-z]\d+)"(?:(?!</g>).)*?<rect x="([\d.]+)" y="([\d.]+)"', look["svg"])
    # A piece is smaller than its square, so its corner is told to the line of squares that it is in.
    return [name for name, _, _ in sorted(places, key=lambda place: (float(place[2]) // CELL, float(place[1])))]


def test_everybody_sits_on_the_own_side(service: Service) -> None:
    """The second seat sees its home below, by the same names; spectators sit with the first, as do those who share."""
    opened = service.create("stratego/six", seats=["me", "open"])
    token, look = service.join(opened.name, opened.invites[1])
    assert squares(opened.look)[-6:] == ["a1", "b1", "c1", "d1", "e1", "f1"]
    assert squares(look)[-6:] == ["f6", "e6", "d6", "c6", "b6", "a6"]
    assert squares(look) == squares(opened.look)[::-1]
    assert squares(service.see(opened.name)) == squares(opened.look)
    assert squares(service.past(opened.name, token, 0)) == squares(look)
    assert service.change(opened.name, token, "resign")["svg"] != service.see(opened.name)["svg"]
    shared = service.create("stratego/six", seats=["me", "me"])
    assert squares(move(service, shared, "corner")) == squares(look)
    course = service.create("stratego/course", seats=["me", "me"])
    before, after = squares(course.look), squares(move(service, course, course.look["moves"][0]))
    assert [name for name in after if name in before] == [name for name in before if name in after]


def test_everything_is_shown_after_the_end(service: Service) -> None:
    """Then spectators see what was pledged, at every move of the replay, and the record is open."""
    opened = service.create("secret", seats=["me", "me"], seed=5)
    move(service, opened, "quince", "apple")
    with pytest.raises(NotYoursError, match="until the match is over"):
        service.record(opened.name)
    assert service.see(opened.name)["position"] is None
    guesser = service.see(opened.name, opened.token)["turn"]
    look = move(service, opened, "quince?" if guesser else "apple?")
    assert look["ended"]
    watched = service.see(opened.name)
    assert [told["text"] for told in watched["line"]][:2] == ["quince!", "apple!"]
    assert "quince!" in service.past(opened.name, None, 1)["caption"]
    assert isinstance(judge(Record.read(service.record(opened.name))), Fair)


def test_a_forbidden_move_is_judged_by_what_the_seat_sees(service: Service) -> None:
    """The words of a refusal come from the rules, and from nothing hidden."""
    opened = service.create("nim", seats=["me", "me"])
    with pytest.raises(IllegalMoveError, match=r"^heap a holds only 3 \(§2\)$"):
        service.change(opened.name, opened.token, "move", "a4")
    pegs = service.create("pegs/easy")
    with pytest.raises(IllegalMoveError, match=r"^d4d2: "):
        service.change(pegs.name, pegs.token, "move", "d2d4d2")


def test_terms_survive_their_text() -> None:
    """What was agreed is read as it was written."""
    terms = Terms("nim", "1,2,3 first", 7, ("person", "perfect"), Clock(60, 1), "hash", (0,), {1: "other"})
    assert Terms.read(terms.write()) == terms


@pytest.mark.parametrize("value", [None, True, 0, -1, 1.5, "", "x", [], [0], [None], {}, {"x": 0}])
@pytest.mark.parametrize("name", [term.name for term in fields(Terms)])
def test_terms_of_another_type_are_damaged(name: str, value: object) -> None:
    """Whatever JSON stands where a term should, it is read as what it says or refused."""
    facts = json.loads(Terms("pegs/easy", seats=("person",), clock=Clock(60), own=(0,)).write())
    with suppress(HoyleError):
        Sitting.open("x", Terms.read(json.dumps({**facts, name: value})))


def test_a_journal_has_no_gaps(service: Service) -> None:
    """Entries are numbered from one, without holes."""
    opened = service.create("pegs/easy")
    move(service, opened, "d2d4", "d4d6")
    versions = [entry.version for entry in service.store.entries(opened.name, 0)]
    assert versions == list(islice(range(1, 100), len(versions)))
    sitting = service._sitting(opened.name)
    with pytest.raises(ValueError, match="does not follow"):
        sitting.after(service.store.entries(opened.name, 0)[0])


# ------------------------------------------------------------------------------------------- what a look tells


def test_a_look_names_the_marks_of_the_last_choice(service: Service) -> None:
    """Also at every ply of the past; counters of nim that only take another's place are none of them."""
    pegs = service.create("pegs/english")
    assert pegs.look["last"] == []
    look = service.change(pegs.name, pegs.token, "move", "d2d4")
    assert (look["last"], look["length"]) == (["d2", "d4"], "1 jump, 1 turn")
    past = service.past(pegs.name, pegs.token, 0)
    assert (past["last"], past["position"]) == ([], pegs.look["position"])
    nim = service.create("nim", seats=["me", "me"])
    assert service.change(nim.name, nim.token, "move", "b1")["last"] == []
    dots = service.create("dots/classic")
    assert service.change(dots.name, dots.token, "move", "a1b1c1")["last"] == ["a1", "b1", "c1"]


def test_a_click_that_leads_nowhere_hears_why(service: Service) -> None:
    """With the rule that came nearest to allowing it, for what no move begins with."""
    opened = service.create("pegs/english")
    why = {text: service.spell(opened.name, opened.token, text)["why"] for text in ("d1", "d4", "d2c4")}
    assert why["d1"] == "d1 has no move now: d3 is not empty (§3)"
    assert why["d4"] == "d4 has no move now: there is no peg in d4 to jump with (§3)"
    assert why["d2c4"] == "c4 is not two holes from d2 in a line (§3)"


ARMIES = ("stratego/classic", ["bastion", "bastion"], {"seats": ["me", "me"]})


@pytest.mark.parametrize(
    ("match", "text", "why"),
    [
        (("pegs/**O/.OO", [], {}), "c1", "c1 has no move now"),
        (("domino/6", [], {"seed": 1}), "S1", "S1 has no move now: the next tile of F5 is [5:5], not [5: ] (§4)"),
        (("domino/6", [], {"seed": 1}), "F0", "F0 has no move now"),
        (ARMIES, "a1", "a1 has no move now: the flag on a1 cannot move (§3)"),
        (ARMIES, "e2", "e2 has no move now: e1 holds a piece of the same colour (§3)"),
        (ARMIES, "a5", "a5 has no move now: there is no piece on a5 to move (§3)"),
    ],
)
def test_a_reason_is_about_what_was_clicked(
    service: Service, match: tuple[str, list[str], dict[str, Any]], text: str, why: str
) -> None:
    """The nearest miss is told; if every mark is refused in the same way, none of them is named."""
    game, moves, terms = match
    opened = service.create(game, **terms)
    for move in moves:
        service.change(opened.name, opened.token, "move", move)
    assert service.spell(opened.name, opened.token, text)["why"] == why


def test_a_dot_without_neighbours_of_its_colour_hears_so(service: Service) -> None:
    """Dots that do not touch are refused for that, whatever their colours."""
    opened = service.create("dots/classic")
    why = {text: service.spell(opened.name, opened.token, text)["why"] for text in ("d1", "f1f3")}
    assert why["d1"] == ("d1 has no move now: a path joins dots of one colour, but c1 is red and d1 is blue (§3)")
    assert why["f1f3"] == "f3 is not beside f1 (§3)"


def test_a_hint_comes_from_the_solver_that_the_box_names(service: Service) -> None:
    """As in the terminal: exact where an oracle answers."""
    opened = service.create("pegs/easy")
    answer = service.hint(opened.name, opened.token)
    assert len(answer["line"]) == 1
    assert "exact: " in answer["words"]


# ------------------------------------------------------------------------------------- nobody takes it all


@pytest.mark.parametrize(
    ("checking", "given"), [(0.0, [60.0, 0.0, 0.0, 0.0, 0.0, 0.0]), (10.0, [62.0, 70.0, 62.0, 70.0, 62.0, 70.0])]
)
def test_only_one_search_for_a_deal_may_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checking: float, given: list[float]
) -> None:
    """Whether or not it finds one, the next has the time of any other question, unless the first was quick."""
    asked: list[float] = []

    class Late:
        def think(self, *_: object, seconds: float, patience: float, meter: object, gone: object) -> None:
            assert patience
            assert meter
            assert gone
            asked.append(seconds)
            raise TimeUpError("late")

        def call_off(self) -> None:
            pass

    with Service(Store(str(tmp_path / "hoyle.db")), Limits(checking=checking, warming=60)) as service:
        monkeypatch.setattr(service._thoughts, "dealing", Late())
        monkeypatch.setattr(service._thoughts, "checking", Late())
        for game in ("domino/9", "domino/5", "domino/6"):
            with pytest.raises(HoyleError, match="no deal that can be won was found in time"):
                service.create(game)
    assert asked == given


@pytest.mark.parametrize("fault", [GoneError(), BusyError("too many others")])
def test_whoever_breaks_off_a_first_search_leaves_its_time_to_the_next(
    service: Service, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """For then a kernel may still have to be compiled."""
    asked: list[float] = []

    def think(*_: object, seconds: float, **__: object) -> None:
        asked.append(seconds)
        raise fault

    monkeypatch.setattr(service._thoughts.checking, "think", think)
    for _ in range(2):
        with pytest.raises(type(fault)):
            service._thoughts.seek(service._thoughts.checking, "domino/9", "seek", seconds=0)
    assert asked == [600, 600]


def test_an_easy_deal_does_not_wait_for_hard_ones(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wants one that is found quickly never asks the processes in which others seek for long."""
    monkeypatch.setattr(service._thoughts.checking, "think", lambda *_, **__: pytest.fail("it waits for others"))
    assert service.create("domino/2").look["moves"]


def test_deals_are_sought_where_they_took_long_before(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant counts as quick until it is late, and any other board as slow until a deal was found quickly."""
    asked: list[str] = []
    late: set[str] = set()

    def pool(kind: str) -> SimpleNamespace:
        def think(*facts: Any, **_: object) -> int:
            asked.append(kind)
            if kind in late:
                raise TimeUpError("late")
            return int(facts[-1])

        return SimpleNamespace(think=think, call_off=list)

    for kind in ("dealing", "checking"):
        monkeypatch.setattr(service._thoughts, kind, pool(kind))
    for game in ("domino/5", "domino/7", "domino/7"):
        service.create(game)
    assert asked == ["dealing", "checking", "dealing"]
    asked.clear()
    late.add("dealing")
    service.create("domino/5")
    late.add("checking")
    for _ in range(2):
        with pytest.raises(HoyleError, match="no deal that can be won was found in time"):
            service.create("domino/5")
    # A search elsewhere that was quick after all makes it quick again.
    assert asked == ["dealing", "checking", "dealing", "checking", "checking"]


def test_what_nobody_may_notice_does_not_count_as_used(service: Service) -> None:
    """A computer player's answer that nobody sees makes no other question of the same address wait longer."""
    use = service._thoughts.playing._floor._use
    for unseen in (True, False):
        open_bill("one").unseen = unseen
        service._thoughts.ask(service._thoughts.playing, "time:sleep", 0.01, seconds=9)
        assert (use.of("one") > 0) is not unseen
    open_bill("")


def test_waiting_for_others_is_not_thinking(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody pays for the time in which another's question is worked on."""
    running, events, go = Event(), [], Event()

    @contextmanager
    def meter(who: str) -> Iterator[None]:
        events.append(f"{who} pays")
        yield
        events.append(f"{who} paid")

    def think(*_: object, **__: object) -> None:
        running.set()
        go.wait(20)

    monkeypatch.setattr(Thinker, "think", think)
    pool = Pool(1)
    threads = []
    for who in "ab":
        facts = {"seconds": 1, "meter": partial(meter, who)}
        # One owner thinks about one thing at a time.
        threads.append(Thread(target=pool.think, args=("somebody", who), kwargs=facts))
        threads[-1].start()
        running.wait(20)
    while not pool.health()["waiting"]:
        pass
    assert events == ["a pays"]
    go.set()
    for thread in threads:
        thread.join(20)
    pool.call_off()
    assert events == ["a pays", "a paid", "b pays", "b paid"]
    # The service bills what its pools measure, and nothing else.
    begins: list[bool] = []

    def thought(_: Bill) -> AbstractContextManager[None]:
        begins.append(go.is_set())
        return nullcontext()

    monkeypatch.setattr(Bill, "thought", thought)
    go.clear()
    open_bill("one")
    playing = service._thoughts.playing
    with playing._turn("one", "", inf, bool, again=False):
        question: tuple[Any, ...] = (service._thoughts.ask, playing, "builtins:len", [])
        asking = Thread(target=copy_context().run, args=question, kwargs={"seconds": 9})
        asking.start()
        while not service.health()["playing"]["waiting"]:
            pass
        go.set()
    asking.join(20)
    assert begins == [True]
    open_bill("")


def test_engines_keep_no_thread_that_other_players_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many programs are waited for, other computer players answer."""
    monkeypatch.setattr(api, "PLAYERS", anyio.CapacityLimiter(1))
    monkeypatch.setattr(api, "ENGINES", anyio.CapacityLimiter(2))
    go, answered = Event(), []

    def answer(name: str) -> None:
        if name == "engine":
            go.wait(20)
        answered.append(name)

    matches: Any = SimpleNamespace(seats_engine=lambda name: name == "engine", patience=lambda _: 0.0, answer=answer)

    async def play() -> list[str]:
        async with asyncio.TaskGroup() as group:
            for _ in range(5):
                group.create_task(api.answer(matches, "engine"))
            await asyncio.sleep(0.01)
            await api.answer(matches, "player")
            before = list(answered)
            go.set()
        return before

    assert asyncio.run(play()) == ["player"]
    assert len(answered) == 6


def test_the_service_knows_where_programs_sit(tmp_path: Path) -> None:
    """And so in whose thread to wait for them."""
    with Service(Store(str(tmp_path / "hoyle.db")), engines={"Own": "true"}) as service:
        seated = [service.create("nim", seats=[who, "me"]).name for who in ("Own", "perfect")]
        assert [service.seats_engine(name) for name in seated] == [True, False]


def test_long_journals_are_replayed_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long is known before; of one address few wait, the same journal is replayed once, and a short one never waits."""
    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        names = []
        for _ in range(3):
            opened = service.create("pegs/easy")
            move(service, opened, "d2d4", "d4d6")
            names.append(opened.name)
    after, most, replayed = Sitting.after, [0], Counter[str]()

    def count(sitting: Sitting, entry: Entry) -> Sitting:
        most[0] = max(most[0], fresh._replaying.running)
        replayed[sitting.name] += 1
        time.sleep(0.01)
        return after(sitting, entry)

    monkeypatch.setattr(Sitting, "after", count)
    with Service(Store(str(tmp_path / "hoyle.db"))) as fresh:
        fresh.see(names[0])
        assert most == [0]
        monkeypatch.setattr("hoyle.tables.web.desk.LONG_REPLAY", 50)
        threads = [Thread(target=fresh.see, args=(name,)) for name in names[1:] * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert most == [1]
        assert replayed == dict.fromkeys(names, 2)
        fresh._sittings = Memory(0)
        tickets = [fresh._replaying.take("hog", lambda: None) for _ in range(1 + REPLAYS_WAITING)]
        open_bill("hog")
        with pytest.raises(BusyError, match="too much of yours"):
            fresh.see(names[0])
        open_bill("")
        for ticket in tickets:
            fresh._replaying.give_back(ticket)


def test_a_seed_tells_the_computers_setup(service: Service) -> None:
    """As SECURITY.md says: whoever chose the seed can see at home what the computer sets up, and with another seed it is another army."""
    armies = []
    for seed in (7, 7, 8):
        opened = service.create("stratego/six", seats=["random", "me"], seed=seed)
        service.answer(opened.name)
        armies.append([entry.text for entry in service.store.entries(opened.name, 0)])
    assert armies[0]
    assert armies[0] == armies[1] != armies[2]


def test_premoves_have_a_quota(tmp_path: Path) -> None:
    """Of letters, by seat: nothing else in the match is refused, nobody else notices, and a premove can still be cancelled."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(ahead=10)) as service:
        opened = service.create("nim/3,4,5", seats=["me", "open"])
        token, look = service.join(opened.name, opened.invites[1])
        before = service.see(opened.name, opened.token)
        for text in ("a1", "b1", "c1", "a2", "b2"):
            service.change(opened.name, token, "ahead", text)
        with pytest.raises(FullError, match="too many premoves"):
            service.change(opened.name, token, "ahead", "c2")
        assert service.change(opened.name, token, "ahead")["ahead"] is None
        assert service.see(opened.name, opened.token) == before
        move(service, opened, "a1")
        assert service.change(opened.name, token, "move", "b1")["version"] > look["version"]
        service.change(opened.name, opened.token, "move", "b1")
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(ahead=10)) as again:
        assert again._sitting(opened.name).said == {1: 10}


@pytest.mark.parametrize("game", ["nim/3,4,5", "pegs/english", "dots/small"])
def test_both_ways_to_move_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """In the event loop or in a thread: every text, version, key and token gets the same answer and the same journal."""
    ways = []
    for quick in (True, False):
        dice, at_once = Dice(7), Service.move_at_once
        went: list[str | None] = []

        async def try_it(*facts: Any, went: list[str | None] = went, **wish: Any) -> str | None:
            went.append(await at_once(*facts, **wish))  # noqa: B023 — called before the next one
            return went[-1]

        async def never(*_: Any, **__: Any) -> None:
            return None

        monkeypatch.setattr(Service, "move_at_once", try_it if quick else never)
        service = Service(Store(str(tmp_path / f"{quick}.db")), Limits(pace=0), now=lambda: 0.0)
        with TestClient(application(service, 0)) as client:
            seats = ["me", "open"] if find(game)[1].seats == 2 else None
            opened = client.post("/api/matches", json={"game": game, "seed": 5, "seats": seats}).json()
            path = f"/api/matches/{opened['match']}"
            tokens = [opened["token"], "nobody"]
            invites = ({"invite": invite} for invite in opened["invites"].values())
            tokens += [client.post(f"{path}/join", json=invite).json()["token"] for invite in invites]
            client.cookies.clear()
            said = []
            for number in range(60):
                look: Any = client.get(path, headers=_bearer(dice.choose(tokens))).json()
                texts = ["", "a1", "zz9", " ", "\0", "d2d4 d4d6", *look["moves"], *look["moves"]]
                wish = {
                    "text": dice.choose(texts),
                    "version": dice.choose([look["version"], look["version"], max(look["version"] - 1, 0), None]),
                    "key": dice.choose([None, f"key-{number:05}", "key-00001"]),
                }
                answer = client.post(f"{path}/move", json=wish, headers=_bearer(dice.choose(tokens)))
                said.append((wish, answer.status_code, answer.text))
            journal = service.store.entries(opened["match"], 0)
        name = opened["match"]
        monkeypatch.setattr(Service, "move_at_once", at_once)
        ways.append(
            (
                [(wish, status, text.replace(name, "NAME")) for wish, status, text in said],
                [replace(entry, text="") if entry.kind == "join" else entry for entry in journal],
            )
        )
        assert not quick or any(look is not None for look in went)
        service.close()
    assert ways[0] == ways[1]


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_engines_are_shared_among_addresses(tmp_path: Path) -> None:
    """Of one address few answers wait, and those of others are not kept from their turn; nobody resigns by waiting."""
    command = f"{sys.executable} -m hoyle engine nim perfect"
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(pace=0), engines={"Own": command}) as service:
        opened = service.create("nim/1,2", seats=["Own", "me"])
        for _ in range(1 + ENGINES_WAITING):
            service._engine_rooms[0].take("hog", lambda: None)
        open_bill("hog")
        with pytest.raises(BusyError, match="too much of yours"):
            service.answer(opened.name)
        assert service.see(opened.name)["line"] == []
        open_bill("other")
        service.answer(opened.name)
        assert len(service.see(opened.name)["line"]) == 1
        open_bill("")


def test_engines_that_think_long_keep_nobody_waiting(tmp_path: Path) -> None:
    """Whoever has let them think for long lately shares places with the others who have."""
    command, limits = f"{sys.executable} -m hoyle engine nim perfect", Limits(pace=0, seconds=0.1)
    with Service(Store(str(tmp_path / "hoyle.db")), limits, engines={"Own": command}) as service:
        opened = service.create("nim/1,2", seats=["Own", "me"])
        for number in range(limits.thinkers):
            service._engine_rooms[1].take(f"long {number}", lambda: None)
        open_bill("long")
        service._engine_use.add("long", 60)
        with pytest.raises(BusyError, match="too many others"):
            service.answer(opened.name)
        open_bill("other")
        service.answer(opened.name)
        assert len(service.see(opened.name)["line"]) == 1
        assert service._engine_use.of("other") > 0
        open_bill("")


@pytest.mark.parametrize(("text", "gives_way"), [("d2d4", False), ("d2d4 d4d6", True)])
def test_a_text_that_asks_for_much_gives_way(
    service: Service, monkeypatch: pytest.MonkeyPatch, text: str, *, gives_way: bool
) -> None:
    """After each of its moves, and only in a thread: the event loop makes none of several."""
    opened = service.create("pegs/easy")
    went: list[None] = []
    own = open_bill("somebody")
    own.cost, own.place = 1_000.0, Nowhere()
    monkeypatch.setattr(own.place, "slow_down", lambda: went.append(None))
    look = asyncio.run(service.move_at_once(opened.name, opened.token, text, version=opened.look["version"], key=None))
    assert (look is None, went) == (gives_way, [])
    if gives_way:
        service.change(opened.name, opened.token, "move", text)
        assert went
    open_bill("")


def test_restarts_fill_a_match_and_none_is_lost(tmp_path: Path) -> None:
    """However often a match was restarted, undo brings every one back; they count in its size, which is bounded."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(bytes=8 * 60_000)) as service:
        opened = service.create("pegs/easy")
        with suppress(FullError):
            for _ in range(1000):
                move(service, opened, "d2d4 d4d6")
                service.change(opened.name, opened.token, "restart")
        times = len(service._sitting(opened.name).shelved)
        assert 3 < times < 1000
    with Service(Store(str(tmp_path / "hoyle.db"))) as larger:
        for _ in range(times):
            while larger.see(opened.name, opened.token)["line"]:
                larger.change(opened.name, opened.token, "undo")
            assert larger.change(opened.name, opened.token, "undo")["ended"]


def test_a_match_weighs_as_much_as_all_its_states() -> None:
    """Its largest state may be in the middle, or taken back, or in a match that was restarted: it counts all the same."""
    hunt = ". . . . . bF/. . . . . ./. ~ . b3 ~ ./. ~ r9 . ~ ./. . . . . ./rF . . . . .; red to move"
    chase = ["c3-d3", "d4-c4", "d3-c3", "c4-d4"] * 60 + ["c3-c2", "d4-d5", "c2-c1", "d5-d6"]
    terms = Terms("stratego/six@two-squares=off,quiet=off", seats=("person", "person"), start=hunt)
    sitting = Sitting.open("x", terms)
    for text in chase:
        sitting = sitting.after(Entry(sitting.version + 1, "move", sitting.match.turn or 0, text))
    states = [state for _, state in sitting.match.line]
    assert max(map(sys.getsizeof, (state.trail for state in states))) > 5 * sys.getsizeof(states[-1].trail)
    weight = sum(sys.getsizeof(state.trail) + sys.getsizeof(state.pieces) for state in states)
    assert weight < sitting.bulk
    changes: list[tuple[Kind, str]] = [("undo", str(len(chase))), ("redo", str(len(chase))), ("restart", "")]
    for kind, text in changes:
        sitting = sitting.after(Entry(sitting.version + 1, kind, 0, text))
        assert weight < sitting.bulk


def test_large_matches_are_remembered_by_their_size(tmp_path: Path) -> None:
    """Few large ones are remembered where many small ones are, and one that grows too large is full."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(bytes=1_000_000)) as service:
        small = [service.create("pegs/easy") for _ in range(6)]
        assert all(service._sittings.get((service.store.epoch, opened.name)) for opened in small)
        board = "/".join(["OO." * 8] * 24)
        large = [service.create(f"pegs/{board}") for _ in range(3)]
        known = [service._sittings.get((service.store.epoch, opened.name)) for opened in (*small, *large)]
        assert known[-1] is not None
        assert sum(sitting.bulk for sitting in known if sitting) <= 1_000_000
        assert None in known
        with pytest.raises(FullError, match="this match is too long"):
            service.change(large[0].name, large[0].token, "move", "a1c1")


def test_nobody_pushes_out_the_matches_of_another(tmp_path: Path) -> None:
    """What those have is forgotten first who have the most."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(bytes=1_000_000)) as service:
        board = "/".join(["OO." * 8] * 24)

        def known(opened: Opened) -> bool:
            return service._sittings.get((service.store.epoch, opened.name)) is not None

        open_bill("much")
        large = [service.create(f"pegs/{board}") for _ in range(2)]
        open_bill("little")
        own = service.create("pegs/easy")
        open_bill("much")
        for _ in range(3):
            large.append(service.create(f"pegs/{board}"))
            service.see(own.name)
        assert known(own)
        assert not all(map(known, large))


def test_what_several_use_is_remembered_for_the_one_who_has_least() -> None:
    """So nobody makes another's be forgotten by using it, and then many of their own."""
    memory = Memory[str, int](most=10)
    for key in "abcdefgh":
        memory.keep(key, 1, owner="much")
    memory.keep("x", 1, owner="little")
    assert memory.get("x", "much") == memory.get("a", "little") == 1
    for key in "ijklmnop":
        memory.keep(key, 1, owner="much")
    assert [key for key in "abcdefghx" if memory.get(key)] == ["a", "x"]
    # Whoever brings it again does not take it over.
    memory.keep("x", 2, owner="much")
    for key in "qrstuvwy":
        memory.keep(key, 1, owner="much")
    assert memory.get("x") == 2


def test_what_nobody_uses_any_more_is_forgotten_first() -> None:
    """However little its owner has; and what has just been kept is never forgotten for it."""
    clock = [0.0]
    memory = Memory[str, int](most=4, now=lambda: clock[0])
    for key in "abcd":
        memory.keep(key, 1, owner=key)
    clock[0] = RECENT + 1
    for key in "xyz":
        memory.keep(key, 1, owner="household")
    assert [key for key in "abcdxyz" if memory.get(key)] == ["d", "x", "y", "z"]
    memory.keep("large", 1, weight=3, owner="another")
    assert memory.get("large")


def test_what_a_hidden_match_weighs_tells_nothing() -> None:
    """Whether an army was ready-made, or placed piece by piece."""
    game = find("stratego/six")[1]
    ready = shelf()["stratego"].texts.setups
    assert ready is not None
    sittings = []
    for army in ("corner", " ".join(game.unchain(ready(game, Seat(0))["corner"]))):
        sitting = Sitting.open("x", Terms("stratego/six", seats=("person", "person"), own=(0,), owner="hash"))
        sittings.append(sitting.after(Entry(1, "move", 0, army)))
    assert sittings[0].bulk < sittings[1].bulk
    assert sittings[0].weight == sittings[1].weight
