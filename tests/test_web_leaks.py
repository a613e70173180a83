"""Nothing leaks over the net: matches that differ only in what a viewer may not see are the same to it, to the last byte.

Two such twins are played through HTTP and WebSockets.  In each, one seat sets up in a way of its own (a ready-made setup,
an army written out, piece by piece, with undo and redo, drafted, said ahead) and says moves ahead, changes them and takes
them back.  Then every byte is compared that reaches the other seat or a spectator: statuses, headers, bodies, versions,
refusals, and what their sockets hear, message by message.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import ceil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
from starlette.testclient import TestClient

from conftest import STEP
from hoyle.dice import Dice
from hoyle.game import HoyleError, Seat
from hoyle.games.stratego import Place, Stratego
from hoyle.games.stratego import game as stratego
from hoyle.games.stratego.setups import read_setup
from hoyle.games.stratego.variants import VARIANTS
from hoyle.match import Match
from hoyle.record import Record
from hoyle.shelf import find
from hoyle.tables.terminal.table import Table
from hoyle.tables.turns import BusyError
from hoyle.tables.web import desk, limits, live
from hoyle.tables.web.answers import AHEAD, release
from hoyle.tables.web.desk import compact
from hoyle.tables.web.http.app import application
from hoyle.tables.web.journal import Clock, FullError
from hoyle.tables.web.limits import COLD, COLD_FOLD, COLD_STEP, FOLD, THOUGHT, WORK, Bill, Limits, open_bill
from hoyle.tables.web.live import Hub
from hoyle.tables.web.opening import Opened
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store
from hoyle.tables.web.wishes import ONE_AT_A_TIME
from web import offering_secret

HIDDEN = [f"stratego/{variant}" for variant in VARIANTS if not stratego(variant).open]


@pytest.fixture(scope="module", autouse=True)
def _secret(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put a game from a package of its own on the shelf; news is told by the tests, which is quicker than to look."""
    with offering_secret(tmp_path_factory.mktemp("installed")) as patch:
        patch.setattr(live, "PULSE", 3600)
        yield


# ----------------------------------------------------------------------------------------------- what is hidden


@dataclass(frozen=True)
class Army:
    """What a seat sets up: its single moves, and the texts that stand for all of them at once."""

    moves: tuple[str, ...]
    texts: tuple[str, ...] = ()


def armies(name: str, seat: int, dice: Dice) -> tuple[Army, Army]:
    """Return two that look the same to whoever may not see them, the first of them a published one where there are any."""
    _, game = find(name)
    if not isinstance(game, Stratego):
        two = game.each == 2  # type: ignore[attr-defined]  # the game of secret_game.py
        known = Army(("apple!", "cherry!"), ("basket!",)) if two else Army(("apple!",))
        return known, Army(("fig!", "grape!")[: len(known.moves)])
    ready, rows = dice.choose(game.ready)
    letters = [letter for letter in rows if letter not in "./"]
    dice.shuffle(letters)
    other = "".join(mark if mark in "./" else letters.pop() for mark in rows)
    written = [
        Army(
            tuple(str(Place(rank, square)) for square, rank in read_setup(game.board, text, Seat(seat)).items()),
            (f"{('red', 'blue')[seat]}({text})",),
        )
        for text in (rows, other)
    ]
    return Army(written[0].moves, (ready, *written[0].texts)), written[1]


Acts = tuple[Sequence[tuple[str, str]], tuple[str, str]]
"""What a seat asks for, one after the other, without having finished, and the last thing, with which it has."""


def ways(army: Army, dice: Dice) -> dict[str, Acts]:
    """Return the ways to set up an army: wishes and their texts."""
    whole, moves = " ".join(army.moves), list(army.moves)
    dice.shuffle(moves)
    fumbling = [("move", moves[0]), ("undo", ""), ("redo", ""), ("undo", ""), ("ahead", moves[0])]
    ways: dict[str, Acts] = {
        "pieces": ([("move", move) for move in moves[:-1]], ("move", moves[-1])),
        "drafted": ([("draft", move) for move in moves[:2] if len(moves) > 1], ("ahead", whole)),
        "at once": ([], ("move", whole)),
    }
    if len(moves) > 1:
        ways["fumbling"] = (fumbling, ("move", " ".join(moves[1:])))
    return ways | {f"as {number}": ([], ("move", text)) for number, text in enumerate(army.texts)}


def set_up_alone(service: Service, opened: Opened, way: Acts) -> None:
    """Let the owner of a match set up in a way."""
    for wish, text in (*way[0], way[1]):
        if wish == "draft":
            service.draft(opened.name, opened.token, [text])
        else:
            service.change(opened.name, opened.token, wish, text)


# --------------------------------------------------------------------------------------------------- the twins


Question: TypeAlias = tuple[str, dict[str, Any] | None]
"""The rest of an address, and the body if there is one."""
Sent: TypeAlias = list[dict[str, Any]]
"""The messages of an answer: its status and headers, and its body."""


@dataclass
class Twin:
    """A match of two people, one of whom has secrets, with all that reached the other and a spectator."""

    client: TestClient
    service: Service
    game: str
    keeper: int
    clock: bool
    heard: list[Any] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)
    """The version that each viewer's socket heard of last."""

    def open(self, stack: ExitStack) -> None:
        """Open the match, let the other join, and listen for both viewers."""
        terms: dict[str, Any] = {"game": self.game, "seats": ["me", "open"], "seed": 7}
        terms |= {"clock": {"seconds": 600, "increment": 7}} if self.clock else {}
        facts = self.client.post("/api/matches", json=terms).json()
        self.name = facts["match"]
        self.path = f"/api/matches/{self.name}"
        joined = self.client.post(f"{self.path}/join", json={"invite": facts["invites"]["1"]}).json()
        self.tokens = [facts["token"], joined["token"]]
        self.client.cookies.clear()
        self.viewers = {"other": self.tokens[1 - self.keeper], "spectator": None}
        self.sockets = {
            viewer: stack.enter_context(self.client.websocket_connect(f"{self.path}/stream", headers=bearer(token)))
            for viewer, token in self.viewers.items()
        }

    @property
    def match(self) -> Match[Any, Any]:
        """The match as it really stands."""
        return self.service._sitting(self.name).match

    def ask(self, token: str | None, *questions: Question) -> list[Sent]:
        """Ask for something and return what was sent for it."""

        async def asked() -> list[Sent]:
            return [await send(self.client.app, self.path + path, body, token) for path, body in questions]

        assert self.client.portal is not None
        return self.client.portal.call(asked)

    def look(self, token: str | None) -> dict[str, Any]:
        """Return a look at the match."""
        (answer,) = self.ask(token, ("", None))
        look: dict[str, Any] = json.loads(answer[1]["body"])
        return look

    def say(self, seat: int, wish: str, text: str = "") -> None:
        """Let a seat do something that must be accepted."""
        body = {"moves": text.split()} if wish == "draft" else {"text": text} if wish in {"move", "ahead"} else {}
        (answer,) = self.ask(self.tokens[seat], (f"/{wish}", body))
        assert answer[0]["status"] == 200, (wish, text, answer)

    def hear(self, *, more: bool = False) -> None:
        """Write down what the viewers see by now, or all that they can get to know, errors included."""
        assert self.client.portal is not None
        state = self.client.app.state  # type: ignore[attr-defined]  # of app.py
        self.client.portal.call(state.hub.tell, state.service.store.changes(0)[1])
        for viewer, token in self.viewers.items():
            look = self.look(token)
            # What a socket hears too much comes before what it has to hear next, and so is noticed then.
            while self.versions.get(viewer) != look["version"]:
                message = self.sockets[viewer].receive_text()
                self.versions[viewer] = json.loads(message)["version"]
                self.heard.append((viewer, message))
            self.heard.append((viewer, look))
            if more:
                self.heard += [(viewer, *answer) for answer in self.ask(token, *questions(look))]
                assert self.look(token) == look, "what was asked must not change what is looked at"

    def texts(self) -> list[str]:
        """Return all that was heard, without the name that every match has for itself."""
        return [repr(one).replace(self.name, "NAME") for one in self.heard]


def bearer(token: str | None) -> dict[str, str]:
    """Return the header that shows a token."""
    return {} if token is None else {"authorization": f"Bearer {token}"}


async def send(app: Any, address: str, body: dict[str, Any] | None, token: str | None) -> Sent:
    """Return all messages that the application sends for a request, to the last byte."""
    path, _, query = address.partition("?")
    data = b"" if body is None else json.dumps(body).encode()
    headers = [("host", "testserver"), ("content-type", "application/json"), ("content-length", str(len(data)))]
    headers += bearer(token).items()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET" if body is None else "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(key.encode(), value.encode()) for key, value in headers],
        "client": ("testclient", 50000),
        "server": ("testserver", 80),
    }
    received = iter([{"type": "http.request", "body": data, "more_body": False}])
    sent: Sent = []

    async def receive() -> dict[str, Any]:
        return next(received, {"type": "http.disconnect"})

    async def keep(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, keep)
    return sent


def questions(look: dict[str, Any]) -> Iterator[Question]:
    """Yield what one can ask for without changing anything, reasonable or not."""
    version, plies = look["version"], len(look["line"])
    yield from ((path, None) for path in ("", "/record", "/picture", f"/picture?ply={plies}"))
    yield from ((f"/at/{ply}", None) for ply in (0, plies, plies + 1))
    yield from (("/spell", {"text": text}) for text in ("a1", "fig"))
    yield ("/draft", {"moves": [], "text": "F"})
    yield from ((f"/{wish}", {}) for wish in ("redo", "restart", "undo/ask", "undo/agree", "undo/decline"))
    for wrong in (version - 1, version, version + 1):
        yield ("/move", {"text": "zebra", "version": max(wrong, 0)})
        yield ("/ahead", {"text": "", "version": max(wrong, 0)})
    yield ("/ask/hint", {})


@pytest.fixture
def clock() -> list[float]:
    """Return the time, which stands still unless it is moved."""
    return [1000.0]


@pytest.fixture
def table(tmp_path: Path, clock: list[float]) -> Iterator[tuple[TestClient, Service]]:
    """Return a client and its service, where nobody waits before an answer."""
    service = Service(Store(str(tmp_path / "hoyle.db")), Limits(pace=0), now=lambda: clock[0])
    with TestClient(application(service, rate=0), raise_server_exceptions=False) as client:
        yield client, service


def same_to_viewers(twins: Sequence[Twin], keeper: int, move: str) -> bool:
    """Tell whether a move is legal in both matches and the viewers may not see a difference after it, by the rules."""
    seen = []
    for twin in twins:
        match = twin.match
        game = match.game
        if not game.legal(match.state, game.parse(match.state, move)):
            return False
        match = twin.service._sitting(twin.name).settle(match.follow(move))
        views = [game.view(match.state, Seat(1 - keeper)), game.view(game.view(match.state, Seat(0)), Seat(1))]
        seen.append((match.turn, views))
    return seen[0] == seen[1] and seen[0][0] is not None


def play(twins: Sequence[Twin], keeper: int, plies: int, dice: Dice) -> None:
    """Play moves of which the viewers see the same, while the keeper of secrets says things ahead in one match only."""
    for _ in range(plies):
        mover = twins[0].match.turn
        assert mover is not None
        moves = twins[0].look(twins[0].tokens[mover])["moves"]
        dice.shuffle(moves)
        move = next((move for move in moves if same_to_viewers(twins, keeper, move)), None)
        if move is None:
            return
        if mover != keeper:
            for text in ("a9-a10", "", "fig?", moves[0]):
                twins[0].say(keeper, "ahead", text)
            for twin in twins:
                twin.hear(more=True)
            twins[0].say(keeper, "ahead", "z26-z27" if dice.below(2) else "")
        for twin in twins:
            twin.say(mover, "move", move)
            twin.hear()


def openly(twins: Sequence[Twin], seat: int, text: str) -> None:
    """Let a seat of both matches do the same, of which all hear."""
    for twin in twins:
        twin.hear()
        twin.say(seat, "move", text)
        twin.hear()


def set_up(twins: Sequence[Twin], acts: Sequence[Acts], clock: list[float]) -> None:
    """Let the keepers of secrets set up, each in its own way, and look at them before and after they have finished."""
    began = clock[0]
    for twin, (wishes, _) in zip(twins, acts, strict=True):
        for wish, text in wishes:
            twin.say(twin.keeper, wish, text)
    clock[0] = began + 3
    for twin, (_, last) in zip(twins, acts, strict=True):
        twin.hear(more=True)
        twin.say(twin.keeper, *last)
        twin.hear()


def compare(twins: Sequence[Twin]) -> None:
    """Compare all that reached the viewers; those who have the secrets see different things."""
    one, two = (twin.look(twin.tokens[twin.keeper]) for twin in twins)
    assert (one["svg"], one["caption"]) != (two["svg"], two["caption"])
    assert len(twins[0].heard) == len(twins[1].heard)
    for heard, other in zip(*(twin.texts() for twin in twins), strict=True):
        assert heard == other
    # Whoever opens matches until there is no room finds out which ones are deleted first, and when.
    kept = "SELECT touched, shown FROM matches WHERE name = ?"
    assert len({tuple(twin.service.store._read(kept, (twin.name,))) for twin in twins}) == 1


@pytest.mark.parametrize(
    ("game", "keeper", "way"),
    [
        *((game, number % 2, "pieces") for number, game in enumerate(HIDDEN)),
        *((game, keeper, "fumbling") for game in ("stratego/six", "secret/two") for keeper in (0, 1)),
        *(("stratego/six", keeper, "drafted") for keeper in (0, 1)),
        *((game, keeper, "pieces") for game in ("secret/plain", "secret/two") for keeper in (0, 1)),
    ],
)
def test_what_is_hidden_changes_no_byte(
    table: tuple[TestClient, Service], clock: list[float], game: str, keeper: int, way: str
) -> None:
    """However two armies are made that look the same, and whatever is said ahead, the viewers cannot tell them apart."""
    dice = Dice(len(game) + 100 * keeper)
    timed = way != "fumbling"  # At a table with a clock nothing is taken back.
    own, (public, _) = armies(game, keeper, dice), armies(game, 1 - keeper, dice)
    known, other = (ways(army, dice) for army in own)
    twins = [Twin(*table, game, keeper, timed) for _ in own]
    with ExitStack() as stack:
        for twin in twins:
            twin.open(stack)
            twin.hear()
        if keeper == 1:
            # The second seat may be ready first, change its mind, and be ready again.
            for text in (*own[0].texts, " ".join(own[0].moves), "", own[0].moves[0], ""):
                twins[0].say(keeper, "ahead", text)
            openly(twins, 0, " ".join(public.moves))
        set_up(twins, [known.get("as 0", known["at once"]), other[way]], clock)
        if keeper == 0:
            openly(twins, 1, " ".join(public.moves))
        play(twins, keeper, 2, dice)
        compare(twins)


@pytest.mark.parametrize("game", ["stratego/six", "secret/plain", "secret/two"])
def test_who_was_ready_first_changes_no_byte(table: tuple[TestClient, Service], game: str) -> None:
    """A setup that was said ahead, as a whole or as its name, is the same as one that is made in its turn."""
    own, (public, _) = armies(game, 1, Dice(3)), armies(game, 0, Dice(4))
    twins = [Twin(*table, game, 1, clock=False) for _ in own]
    with ExitStack() as stack:
        for twin in twins:
            twin.open(stack)
            twin.hear()
        twins[0].say(1, "ahead", (*own[0].texts, " ".join(own[0].moves))[0])
        for twin in twins:
            twin.hear()
            twin.say(0, "move", " ".join(public.moves))
        twins[1].say(1, "move", " ".join(own[1].moves))
        for twin in twins:
            twin.hear(more=True)
        compare(twins)


# ---------------------------------------------------------------------------------------- answers without a person


class Slow:
    """A player that takes its time, and sets up at once or piece by piece."""

    def __init__(self, clock: list[float], seconds: float, dice: Dice | None = None, *, at_once: bool) -> None:
        del dice
        self.clock, self.seconds, self.at_once = clock, seconds, at_once

    def choose(self, game: Any, view: Any, seat: Seat) -> Any:
        """Return the first move, which may be a ready-made setup, or the last."""
        del seat
        self.clock[0] += self.seconds
        moves = list(game.moves(view))
        return moves[0] if self.at_once else moves[-1]


@pytest.mark.parametrize("game", ["stratego/six", "secret/two"])
def test_a_computer_player_answers_at_full_paces(
    tmp_path: Path, clock: list[float], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Within a pace nobody can tell how long it thinks, nor in how many moves."""
    box, _ = find(game)
    name = next(iter(box.players))
    for seconds in (0.0, 0.01, 0.4):
        clock[0] = 1000.0
        monkeypatch.setitem(box.players, name, partial(Slow, clock, seconds, at_once=seconds == 0.4))
        with Service(Store(str(tmp_path / f"{seconds}.db")), Limits(pace=1), now=lambda: clock[0]) as service:
            opened = service.create(game, seats=["me", name], seed=2)
            army, _ = armies(game, 0, Dice(1))
            service.change(opened.name, opened.token, "move", " ".join(army.moves))
            before = service.see(opened.name, opened.token)
            for clock[0] in (1000.0, 1000.5, 1000.99):
                assert service.answer(opened.name) is not None
                assert service.see(opened.name, opened.token) == before
            clock[0] = 1001.01
            service.answer(opened.name)
            line = service.see(opened.name, opened.token)["line"]
            assert [told["seat"] for told in line[:2]] == [0, 1]
            assert service.see(opened.name)["version"] == before["version"] + 1


@pytest.mark.parametrize(
    ("game", "who", "seconds"), [("stratego/six", "10.0.0.1 unseen", 2), ("nim/classic", "10.0.0.1", 1.25)]
)
def test_nobody_waits_for_a_thought_about_what_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, who: str, seconds: float
) -> None:
    """What else an address asks for would be answered when the computer has thought; and its budget tells full seconds only."""
    asked, clock = list[str](), [0.0]

    def think(owner: str, *_: object, meter: Any, **__: object) -> None:
        asked.append(owner)
        with meter():
            clock[0] += 1.25
        raise HoyleError("not now")

    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        opened = service.create(game, seats=["me", next(iter(find(game)[0].players))], seed=2)
        hides = find(game)[1].hides
        army = " ".join(armies(game, 0, Dice(1))[0].moves) if hides else "a1"
        service.change(opened.name, opened.token, "move", army)
        monkeypatch.setattr(service._thoughts, "playing", SimpleNamespace(think=think, call_off=list))
        monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: clock[0], thread_time=float))
        own = open_bill("10.0.0.1")
        before = own.cost
        with pytest.raises(HoyleError, match="not now"):
            service.answer(opened.name)
        open_bill("")
    assert asked == [who]
    assert own.cost - before - FOLD * hides == pytest.approx(seconds / THOUGHT)


def test_an_open_game_waits_for_nothing(tmp_path: Path, clock: list[float]) -> None:
    """Where nothing is hidden, a computer player answers at once."""
    with Service(Store(str(tmp_path / "hoyle.db")), now=lambda: clock[0]) as service:
        opened = service.create("nim", seats=["me", "perfect"])
        service.change(opened.name, opened.token, "move", "a1")
        assert service.answer(opened.name) is None
        assert len(service.see(opened.name)["line"]) == 2


def count_work(game: str, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return how often the rules of a game are asked from now on."""
    rules = type(find(game)[1])
    asked: Counter[str] = Counter()

    def count(name: str) -> None:
        method = getattr(rules, name)

        def counted(*facts: Any) -> Any:
            asked[name] += 1
            return method(*facts)

        monkeypatch.setattr(rules, name, counted)

    for name in ("turn", "view", "play", "moves", "why_not", "parse", "write"):
        count(name)
    return asked


@pytest.mark.parametrize("game", HIDDEN)
def test_a_setup_said_ahead_is_shown_on_time(
    tmp_path: Path, clock: list[float], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """However it was said, it is worked out before its time, and then shown without any work; the clock tells full paces."""
    army, seen = armies(game, 1, Dice(4))[0], set()
    for number, text in enumerate((*army.texts, " ".join(army.moves))):
        clock[0] = 1000.0
        with Service(Store(str(tmp_path / f"{number}.db")), Limits(pace=1), now=lambda: clock[0]) as service:
            opened = service.create(game, seats=["me", "open"], clock=Clock(600), seed=3)
            token, _ = service.join(opened.name, opened.invites[1])
            service.change(opened.name, token, "ahead", text)
            service.change(opened.name, opened.token, "move", " ".join(armies(game, 0, Dice(1))[1].moves))
            assert service.answer(opened.name) == pytest.approx(1 - AHEAD)
            assert service.patience(opened.name) == pytest.approx(1 - AHEAD)
            clock[0] += 1 - AHEAD
            assert service.answer(opened.name) == pytest.approx(AHEAD)
            # A little late, as everything is.
            clock[0] = 1001.003
            with monkeypatch.context() as patch:
                asked = count_work(game, patch)
                append, before = service.store.append, Counter[str]()

                def keep(
                    *facts: Any, append: Any = append, before: Any = before, asked: Any = asked, **more: Any
                ) -> None:
                    append(*facts, **more)
                    before.update(asked)

                patch.setattr(service.store, "append", keep)
                service.answer(opened.name)
            assert not before.keys() & {"parse", "play", "moves", "view"}
            clock[0] = 1002.0
            look = service.see(opened.name, opened.token)
            assert len(look["line"]) == 2
            assert look["seats"][1]["left"] == 599
            seen.add((tuple(sorted(before.items())), tuple(sorted(asked.items())), json.dumps(look["seats"])))
    assert len(seen) == 1


@pytest.mark.parametrize("late", [0.0, 0.3, 1.0, 1.7, 5.2])
def test_whoever_is_late_is_late_by_full_paces(tmp_path: Path, clock: list[float], late: float) -> None:
    """After a pause of the table, the clock of whoever moves next begins when the answer is shown, or less than a pace before."""
    army = armies("stratego/six", 1, Dice(4))[0]
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(pace=1), now=lambda: clock[0]) as service:
        opened = service.create("stratego/six", seats=["me", "open"], seed=3)
        token, _ = service.join(opened.name, opened.invites[1])
        service.change(opened.name, token, "ahead", " ".join(army.moves))
        service.change(opened.name, opened.token, "move", " ".join(armies("stratego/six", 0, Dice(1))[1].moves))
        clock[0] = 1001.0 + late
        service.answer(opened.name)
        (at,) = (
            entry.at for entry in service.store.entries(opened.name, 0) if entry.seat == 1 and entry.kind == "move"
        )
    assert at == max(1001.0, 1000.0 + ceil(late))
    assert clock[0] - 1 <= at <= clock[0]


@pytest.mark.parametrize("seconds", [0.3, 0.9, 1.0, 1.2])
def test_a_look_does_not_decide_whether_a_premove_is_in_time(
    tmp_path: Path, clock: list[float], seconds: float
) -> None:
    """A full pace before the time is over it is played, and later it is not, whoever looked before."""
    ends = set()
    armies_of_both = [" ".join(armies("stratego/six", seat, Dice(4))[0].moves) for seat in (0, 1)]
    for number, looks in enumerate([(), (0.2,), (0.5, 0.95)]):
        clock[0] = 1000.0
        with Service(Store(str(tmp_path / f"{number}.db")), Limits(pace=1), now=lambda: clock[0]) as service:
            opened = service.create("stratego/six", seats=["me", "open"], clock=Clock(seconds), seed=3)
            token, _ = service.join(opened.name, opened.invites[1])
            service.change(opened.name, token, "ahead", armies_of_both[1])
            service.change(opened.name, opened.token, "move", armies_of_both[0])
            for moment in looks:
                clock[0] = 1000.0 + moment
                service.answer(opened.name)
                service.see(opened.name)
            for clock[0] in (1000.9, 1001.0, 1001.1):
                service.answer(opened.name)
            look = service.see(opened.name)
            ends.add((len(look["line"]), look["ended"]))
    assert ends == {(2, None) if seconds >= 1 else (1, "blue ran out of time")}


@pytest.mark.parametrize("game", ["stratego/six", "stratego/classic", "secret/two"])
def test_what_is_hidden_makes_nobody_else_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """However the first seat sets up, the rules are asked as often by whatever the other does: work is time, which tells."""
    costs = set()
    theirs = " ".join(armies(game, 1, Dice(4))[1].moves)
    for number, way in enumerate(ways(armies(game, 0, Dice(1))[0], Dice(2)).values()):
        with Service(Store(str(tmp_path / f"{number}.db"))) as service:
            opened = service.create(game, seats=["me", "open"], seed=3)
            token, _ = service.join(opened.name, opened.invites[1])
            set_up_alone(service, opened, way)
            asked = count_work(game, monkeypatch)
            change, see = partial(service.change, opened.name, token), partial(service.see, opened.name)
            acts = (partial(change, "name", "Ann"), partial(see, token), see, partial(change, "move", theirs), see)
            spent = []
            for act in acts:
                asked.clear()
                act()
                spent.append(tuple(sorted(asked.items())))
            monkeypatch.undo()
            costs.add(tuple(spent))
    assert len(costs) == 1


@pytest.mark.parametrize("game", ["stratego/six", "secret/two"])
def test_what_another_worker_heard_unseen_makes_nobody_else_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """A worker follows what was done at others as soon as it hears of it; whoever looks finds it done, and whose it is stays so."""
    army, costs = armies(game, 0, Dice(1))[0], set()
    for times in (0, 1, 20):
        path = str(tmp_path / f"{times}.db")
        with Service(Store(path)) as here, Service(Store(path)) as there:
            open_bill("10.0.0.1")
            opened = here.create(game, seats=["me", "open"], seed=3)
            token, _ = there.join(opened.name, opened.invites[1])
            there.see(opened.name, token)
            open_bill("")
            hub = Hub(there)
            hub.changes()
            for _ in range(times):
                here.change(opened.name, opened.token, "move", army.moves[0])
                here.change(opened.name, opened.token, "undo")
            versions = hub.changes()
            assert versions == ({opened.name: here._sitting(opened.name).version} if times else {})
            there.catch_up(opened.name)
            there.catch_up(opened.name)
            assert there._sittings._weights.keys() == {"10.0.0.1"}
            with monkeypatch.context() as patch:
                asked = count_work(game, patch)
                there.see(opened.name, token)
                costs.add(tuple(sorted(asked.items())))
    assert len(costs) == 1


def test_a_stream_has_nothing_to_do_for_what_another_worker_heard_unseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hears of it only when its worker has followed: a stream that worked or paid would be slower to tell the next news."""
    monkeypatch.setattr(live, "PULSE", 0.001)
    army, path = armies("stratego/six", 0, Dice(1))[0], str(tmp_path / "hoyle.db")

    async def scene(here: Service, there: Service) -> None:
        opened = here.create("stratego/six", seats=["me", "open"], seed=3)
        token, _ = there.join(opened.name, opened.invites[1])
        sent = there.follow(opened.name, token, -1).version
        followed, go, catch_up = list[bool](), threading.Event(), there.catch_up

        def catch_up_later(name: str) -> None:
            go.wait(10)
            catch_up(name)
            followed.append(True)

        monkeypatch.setattr(there, "catch_up", catch_up_later)
        hub = Hub(there)
        hub.changes()
        hub.start()
        with hub.news(opened.name) as bell:
            here.change(opened.name, opened.token, "move", army.moves[0])
            await asyncio.sleep(0.2)
            assert not bell.is_set()
            go.set()
            async with asyncio.timeout(10):
                await bell.wait()
            assert followed
            news = there.glance(opened.name, token, sent, bell.hear())
            assert news is not None
            assert (news.version, news.text) == (sent, None)
        await hub.stop()

    with Service(Store(path)) as here, Service(Store(path)) as there:
        asyncio.run(scene(here, there))


def test_what_others_do_unseen_is_no_use_of_what_is_remembered(tmp_path: Path) -> None:
    """Which matches a full worker forgets tells nobody what was done at others, whether anybody watches or not."""
    army = armies("stratego/six", 0, Dice(1))[0]
    for watching in (True, False):
        forgotten = set()
        for times in (0, 1, 20):
            path, limits = str(tmp_path / f"{watching} {times}.db"), Limits(sittings=3)
            with Service(Store(path)) as here, Service(Store(path), limits) as there:
                open_bill("10.0.0.1")
                opened = here.create("stratego/six", seats=["me", "open"], seed=3)
                token, _ = there.join(opened.name, opened.invites[1])
                sent = there.follow(opened.name, token, -1).version
                others = [there.create("nim").name for _ in range(2)]
                hub = Hub(there)
                hub.changes()
                for _ in range(times):
                    here.change(opened.name, opened.token, "move", army.moves[0])
                    here.change(opened.name, opened.token, "undo")
                versions = hub.changes() or {}
                there.notice(versions)
                for race in (False, True):
                    if watching and times:
                        since = versions[opened.name]
                        news = there.glance(opened.name, token, sent, since)
                        assert (news or there.follow(opened.name, token, sent, since)).text is None
                        assert (news is not None) is race
                        assert not there.due(opened.name)
                        assert not there.awaits_computer(opened.name)
                    there.catch_up(opened.name)
                others.append(there.create("nim").name)
                names = (opened.name, *others)
                forgotten.add(tuple(there._sittings.peek((there.store.epoch, name)) is None for name in names))
        assert forgotten == {(True, False, False, False)}


@pytest.mark.parametrize(("game", "waits"), [("stratego/six", True), ("nim", False)])
def test_how_long_a_match_takes_to_fold_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, *, waits: bool
) -> None:
    """Where something is hidden, every look waits for a full step, and longer if the match is not remembered; each costs the same."""
    clock, used = iter(range(1000)), iter(range(1000))
    fake = SimpleNamespace(monotonic=lambda: next(clock) * STEP / 4, thread_time=lambda: next(used) * WORK)
    Service(Store(str(tmp_path / "hoyle.db"))).close()
    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        opened = service.create(game, seats=["me", "open"], seed=3)
    monkeypatch.setattr(limits, "STEP", STEP)
    monkeypatch.setattr(desk, "STEP", STEP)
    monkeypatch.setattr(desk, "time", fake)
    monkeypatch.setattr(limits, "time", fake)
    monkeypatch.setattr("secrets.randbelow", lambda most: most // 2)
    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        costs, delays = [], []
        for _ in range(3):
            own = open_bill("")
            own.asked = fake.monotonic()
            service.see(opened.name)
            costs.append((own.cost, own.free))
            delays += [own.delay(), own.delay()]
    rest = STEP * 3 / 4
    waited = [COLD_STEP - STEP / 4 + COLD / 2, 0, rest + STEP / 2, 0, rest + STEP / 2, 0]
    assert delays == (pytest.approx(waited) if waits else [0] * 6)
    # What was used for it is taken off where the work is charged.
    assert costs == ([(COLD_FOLD, 1.0), (FOLD, 1.0), (FOLD, 1.0)] if waits else [(0.0, 0.0)] * 3)


def test_whatever_is_said_of_a_match_with_secrets_comes_on_a_full_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers and refusals alike, over HTTP and on a stream; of an open match, nothing waits."""
    waited: list[float] = []

    def wait(own: Bill) -> float:
        waited.append(own.blur)
        return 0.0

    monkeypatch.setattr(desk, "STEP", STEP)
    monkeypatch.setattr(Bill, "delay", wait)
    with Service(Store(str(tmp_path / "hoyle.db"))) as service, TestClient(application(service)) as client:
        for game, blurred in (("stratego/six", True), ("nim", False)):
            opened = service.create(game, seats=["me", "open"], seed=3)
            path, headers = f"/api/matches/{opened.name}", {"authorization": f"Bearer {opened.token}"}
            asks = [
                partial(client.get, path),
                partial(client.get, f"{path}/at/0"),
                partial(client.post, f"{path}/move", json={"text": "zz"}),
                partial(client.post, f"{path}/ahead", json={"text": "zz"}),
                partial(client.post, f"{path}/spell", json={"text": "a"}),
                partial(client.post, f"{path}/name", json={"text": "Ann"}),
                partial(client.get, f"{path}/record"),
            ]
            for ask in asks:
                waited.clear()
                ask(headers=headers)
                assert [blur > 0 for blur in waited] == [blurred]
            if blurred:
                waited.clear()
                with client.websocket_connect(f"{path}/stream", headers=headers) as stream:
                    stream.receive_json()
                assert any(waited)


def test_a_chain_tells_nothing_that_its_first_move_would(tmp_path: Path) -> None:
    """Whatever nature answers or others see, the rest of a text is refused in the same words, and nothing is kept."""
    words = set()
    for seed in range(12):
        with Service(Store(str(tmp_path / f"{seed}.db"))) as service:
            opened = service.create("secret", seats=["me", "open"], seed=seed)
            token, _ = service.join(opened.name, opened.invites[1])
            service.change(opened.name, opened.token, "move", "apple!")
            before = service.see(opened.name, token)
            for text in ("fig! lemon? zebra", "fig! zebra", "fig! lemon?"):
                with pytest.raises(HoyleError) as refusal:
                    service.change(opened.name, token, "move", text)
                words.add(str(refusal.value))
            assert service.see(opened.name, token) == before
    assert words == {ONE_AT_A_TIME}


@pytest.mark.parametrize("game", ["stratego/six", "secret/two"])
def test_a_computer_plays_the_same_however_a_setup_was_made(tmp_path: Path, game: str) -> None:
    """Its dice do not depend on how many choices the other seat made unseen."""
    answers = set()
    for number, way in enumerate(ways(armies(game, 0, Dice(1))[0], Dice(2)).values()):
        with Service(Store(str(tmp_path / f"{number}.db")), Limits(pace=0)) as service:
            opened = service.create(game, seats=["me", next(iter(find(game)[0].players))], seed=3)
            set_up_alone(service, opened, way)
            service.answer(opened.name)
            answers.add(tuple(turn["text"] for turn in service.see(opened.name)["line"] if turn["seat"] != 0))
    assert len(answers) == 1


def test_a_long_thought_is_told_in_full_paces_only() -> None:
    """An answer that takes longer than a pace is shown at the next one, never in between."""
    times = {release(5.0, 5.0 + thought / 10, 2.0) for thought in range(50)}
    assert times == {7.0, 9.0, 11.0}


def test_a_flood_of_premoves_takes_no_room_from_the_other(tmp_path: Path) -> None:
    """The limit on the length of a match counts for each seat what it does."""
    with Service(Store(str(tmp_path / "hoyle.db")), Limits(entries=12, pace=0)) as service:
        opened = service.create("secret/two", seats=["me", "open"], seed=1)
        token, _ = service.join(opened.name, opened.invites[1])
        for _ in range(12 // 2 - 1):
            service.change(opened.name, token, "ahead", "fig! fig!")
        with pytest.raises(FullError, match="too long"):
            service.change(opened.name, token, "ahead", "fig! fig!")
        for text in ("apple!", "cherry!"):
            service.change(opened.name, opened.token, "move", text)
        assert len(service.see(opened.name, opened.token)["line"]) == 1


def test_a_race_with_what_is_hidden_is_not_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move without a version is not refused because another seat said something ahead at the same moment."""
    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        opened = service.create("secret", seats=["me", "open"], seed=1)
        token, _ = service.join(opened.name, opened.invites[1])
        wishes = iter([lambda: service.change(opened.name, token, "ahead", "fig!")])
        append = Service._append

        def race(self: Service, *facts: Any) -> Any:
            next(wishes, lambda: None)()
            return append(self, *facts)

        monkeypatch.setattr(Service, "_append", race)
        assert len(service.change(opened.name, opened.token, "move", "apple!")["line"]) == 1


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_the_terminal_tells_nothing_of_a_setup(seat: str, monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    """Whether a computer player took a ready-made setup makes no difference at any table."""
    box, _ = find("stratego/six")
    told = []
    for at_once in (True, False):
        monkeypatch.setitem(box.players, "random", partial(Slow, clock, 0, at_once=at_once))
        table = Table.new("stratego/six")
        table.invite("random", own_seat=seat)
        words = [table.begin(), *table.obey("corner").splitlines(), *table.history()]
        words += Record.of("stratego/six", table.match, seat=table.seat).moves
        told.append([word for word in words if "unseen" in word])
    assert told[0] == told[1]


@pytest.mark.parametrize("game", ["stratego/classic", "stratego/six", "secret/two"])
def test_what_is_hidden_in_a_start_is_not_told(tmp_path: Path, game: str) -> None:
    """However much of an army it has placed already, nobody else can tell by an answer or a refusal, however long the text."""
    rules = find(game)[1]
    moves = armies(game, 0, Dice(1))[0].moves
    starts = [Match.new(rules).follow(*moves[:count]).state for count in {0, 1, len(moves) // 2, len(moves) - 1}]
    told: dict[str, set[str]] = {}
    with Service(Store(str(tmp_path / "hoyle.db"))) as service:
        for start in starts:
            opened = service.create(game, start=rules.write(start), seats=["me", "open"])
            token, _ = service.join(opened.name, opened.invites[1])
            for viewer in (token, None):
                told.setdefault(f"look {viewer is None}", set()).add(
                    compact(service.see(opened.name, viewer)).replace(opened.name, "")
                )
                for wish, letters in product(("move", "ahead", "name", "ask"), (1, 1_000, 2_500, 9_000, 60_000)):
                    try:
                        answer = compact(service.change(opened.name, viewer, wish, "a" * letters))
                    except HoyleError as fault:
                        answer = str(fault)
                    told.setdefault(f"{wish} {letters} {viewer is None}", set()).add(answer.replace(opened.name, ""))
    assert {question: answers for question, answers in told.items() if len(answers) > 1} == {}


@pytest.mark.parametrize(("game", "waits"), [("stratego/six", False), ("pegs/easy", True)])
def test_who_waits_for_a_long_journal_does_not_depend_on_what_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, *, waits: bool
) -> None:
    """A setup has few letters or many; so a match with secrets is read at once, however long it is."""
    monkeypatch.setattr(desk, "LONG_REPLAY", 0)
    place = str(tmp_path / "hoyle.db")
    with Service(Store(place)) as service:
        opened = service.create(game, seats=["me", "open"][: find(game)[1].seats])
        service.change(opened.name, opened.token, "move", opened.look["moves"][0])
    with Service(Store(place), Limits(seconds=0.01)) as fresh:
        fresh._replaying.take("hog", lambda: None)
        with pytest.raises(BusyError) if waits else nullcontext():
            fresh.see(opened.name, opened.token)
