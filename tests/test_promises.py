"""Hints keep their word: playing each of them wins, in no more moves than were promised, at every table.

The quick tests take a sample; with HOYLE_WHOLE=1 the whole of it is played.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import hoyle
from conftest import WHOLE
from hoyle.advice import advise, chooses_deals, hint_from, winnable, winnable_seed
from hoyle.dice import Dice
from hoyle.games.pegs import game as peg_game
from hoyle.games.pegs.rules import Position
from hoyle.games.pegs.solver import AnyLine
from hoyle.laws.promise import keep
from hoyle.match import Match
from hoyle.shelf import find, shelf
from hoyle.solver import BreadthFirst, Chance, GaveUp, Solved, Solver, Unsolvable, Verdict, wins
from hoyle.tables.terminal.table import Table
from hoyle.tables.thinking import Thinker, hint, question_of
from hoyle.tables.web.daily import puzzle
from hoyle.tables.web.journal import Entry
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store


def check(match: Match[Any, Any], seed: int = 0, budget: int = 1_000_000) -> int:
    """Play every hint and return how much was checked; raise the first fault."""
    faults = list(keep(match, Dice(seed), budget))
    assert all(fault is None for fault in faults), (match.position, next(filter(None, faults)))
    return len(faults)


# ------------------------------------------------------------------------------------------------ followed to the end


@pytest.mark.parametrize("highest", [5, 6])
def test_domino(highest: int) -> None:
    """Every hint in deals that can be won leads on, in exactly as many moves as the first one said."""
    seeds = range(1, 61) if WHOLE else (2, 3, 8)  # of which two went round in circles once
    matches = [Match.open(f"domino/{highest}", seed=seed) for seed in seeds]
    checked = [check(match) for match in matches if winnable(match)]
    assert min(checked) > len(matches[0].game.start().stacks)
    assert all(hoyle.hint(match).exact for match in matches if winnable(match))


def test_puzzles_of_the_day() -> None:
    """Every hint in the puzzles of sixty days leads on."""
    first = dt.date(2026, 11, 16)
    for day in range(60 if WHOLE else 1):
        for name in shelf() if WHOLE else ("domino",):
            if (made := puzzle(name, first + dt.timedelta(day))) is not None:
                assert check(Match.open(made["game"], seed=made["seed"])) > 1


def backwards(name: str, dice: Dice, pegs: int) -> Position | None:
    """Return a position that can be won, found by taking back jumps from a last peg."""
    board = peg_game(name).board
    position = frozenset({dice.choose(board.squares)})
    while len(position) < pegs:
        back = [jump for jump in board.jumps if jump.target in position and not {jump.source, jump.over} & position]
        if not back:
            return None
        jump = dice.choose(back)
        position = position - {jump.target} | {jump.source, jump.over}
    return position


def positions(name: str, number: int, most: int) -> Iterator[Position]:
    """Yield random positions that can be won."""
    dice = Dice(1)
    while number:
        if (position := backwards(name, dice, 3 + dice.below(most - 2))) is not None:
            yield position
            number -= 1


@pytest.mark.parametrize(("name", "most"), [("english", 24 if WHOLE else 14), ("triangle", 11)])
def test_pegs(name: str, most: int) -> None:
    """Turns are counted on from the peg that jumped last, and every promise is kept, also after leaving a line."""
    game = peg_game(name)
    dice = Dice(2)
    for position in positions(name, 200 if WHOLE else 8, most):
        match = Match.new(game, position)
        assert check(match) > 1
        # Somebody leaves the line, perhaps in the middle of a turn, and goes on from there.
        for _ in range(2):
            match = match.play(dice.choose(list(game.moves(match.state)))) if match.turn is not None else match
        if match.turn is not None:
            assert check(match) > 0


def test_the_first_promise_on_the_english_board_is_kept() -> None:
    """Whoever finds the line, the number of jumps and turns in the end is not above the first promise."""
    match = Match.open("pegs/english")
    first = hoyle.hint(match).left
    while match.turn is not None:
        match = match.play(hoyle.hint(match).move)
    played = match.game.measure(match.moves)
    assert wins(match.game, match.state)
    assert played["jumps"] == first["jumps"]
    assert played["turns"] <= first["turns"]


@pytest.mark.parametrize("name", ["dots/classic", "dots/small", "dots/pairs"])
def test_a_chance_falls_only_by_chance(name: str) -> None:
    """Before nature has moved the chance is what was promised, and what is certain stays certain."""
    for seed in range(60 if WHOLE else 3):
        match = Match.open(name, seed=seed)
        if isinstance(found := advise(match, 20_000), Chance):
            assert found.move is not None
            check(match, seed, 20_000)


# --------------------------------------------------------------------------------------------------- where it lives


class Wandering(Solver[Any, Any]):
    """A solver that wins after a detour each time it is asked: what it promises it would never keep by itself."""

    def solve(self, game: Any, state: Any, budget: int) -> Verdict[Any]:
        """Return a line that is longer than need be."""
        for move in game.moves(state):
            aside = game.play(state, move)
            rest = BreadthFirst[Any, Any]().solve(game, aside, budget)
            if isinstance(rest, Solved) and len(rest.line) % 2:
                return Solved((move, *rest.line), rest.nodes)
        return BreadthFirst[Any, Any]().solve(game, state, budget)


@pytest.fixture
def wandering(monkeypatch: pytest.MonkeyPatch) -> Match[Any, Any]:
    """Return a match in which the only solver wanders."""
    box, _ = find("domino/2")
    monkeypatch.setitem(box.__dict__, "solvers", {"wandering": Wandering})
    monkeypatch.setitem(box.__dict__, "hints", None)
    return Match.open("domino/2", seed=3)


def test_a_line_is_followed(wandering: Match[Any, Any]) -> None:
    """Even where each new search begins with a detour, the line that was found first is kept."""
    assert check(wandering) > 5
    forgetful, moves = wandering, 0
    promised = hoyle.hint(Match(wandering.game, wandering.start, wandering.line)).left["moves"]
    while forgetful.turn is not None and moves <= promised:
        forgetful = forgetful.play(hoyle.hint(Match(forgetful.game, forgetful.start, forgetful.line)).move)
        moves += 1
    assert moves != promised, "the solver keeps its word by itself, so this test shows nothing"


def test_the_law_notices_a_broken_promise(wandering: Match[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without memory the same solver breaks its word, and the law says so."""
    monkeypatch.setattr(Match, "remember", lambda *_: None)
    assert any(keep(wandering, Dice(0)))


def test_undoing_leads_back_to_the_promise(wandering: Match[Any, Any]) -> None:
    """What was promised holds again after a move off the line is taken back."""
    first = hoyle.hint(wandering)
    aside = next(move for move in wandering.game.moves(wandering.state) if move != first.move)
    hoyle.hint(wandering.play(aside))
    assert hoyle.hint(wandering.play(aside).undo()).left == first.left


def test_another_process_keeps_the_promise(wandering: Match[Any, Any]) -> None:
    """A line that was found before reaches whoever thinks next."""
    given = hint("domino/2", *question_of(wandering), 1000)
    wandering.remember(wandering.follow(*given["line"]).moves[len(wandering.moves) :])
    after = wandering.follow(given["line"][0])
    assert hint("domino/2", *question_of(after), 1000)["line"] == given["line"][1:]


def test_the_terminal_and_its_process_agree() -> None:
    """A hint is the same whether the table thinks itself or another process does, and is remembered here."""
    tables = [Table.new("pegs/cross"), Table.new("pegs/cross")]
    with Thinker() as thinker:
        tables[1].thinker = thinker
        while tables[0].match.turn is not None:
            hints = [table.advice() for table in tables]
            assert hints[0] == hints[1] == hoyle.hint(tables[0].match)
            for table, given in zip(tables, hints, strict=True):
                table.obey(str(given.move))
                assert table.match.promise == given.line[1:]


def test_several_services_keep_one_promise(tmp_path: Path) -> None:
    """The line stands in the journal, so a service that never thought of it keeps to it."""
    with Service(Store(str(tmp_path / "a.db"))) as one, Service(Store(str(tmp_path / "a.db"))) as other:
        opened = one.create("pegs/plus")
        total = None
        for service in [one, other] * 4:
            answer = service.hint(opened.name, opened.token)
            assert answer["verdict"] == "solved"
            played = 8 - answer["left"]["jumps"]
            line = service._sitting(opened.name).guided.promise
            assert str(line[0]) == answer["line"][0]
            turns = answer["left"]["turns"]
            assert total is None or turns <= total, played
            total = turns
            service.change(opened.name, opened.token, "move", answer["line"][0])
        assert other.see(opened.name, opened.token)["ended"] == "won (1 peg left)"


def test_the_journal_holds_a_line_once(tmp_path: Path) -> None:
    """A hint on the line writes nothing that is there already."""
    with Service(Store(str(tmp_path / "a.db"))) as service:
        opened = service.create("pegs/easy")
        for _ in range(2):
            service.hint(opened.name, opened.token)
        texts = [entry.text for entry in service.store.entries(opened.name, 0) if entry.kind == "hint"]
    assert texts == ["d2d4 d4d6", ""]


def test_a_damaged_promise_is_refused(tmp_path: Path) -> None:
    """A line in the journal that breaks the rules is an error like any other damage, once it is needed."""
    with Service(Store(str(tmp_path / "a.db"))) as service:
        opened = service.create("pegs/easy")
        sitting = service._sitting(opened.name)
        after = sitting.after(Entry(sitting.version + 1, "hint", 0, "d4d6"))
        with pytest.raises(hoyle.game.HoyleError, match="there is no peg"):
            after.guided  # noqa: B018 — what is looked for


# ----------------------------------------------------------------------------------------------- what is lost already


def test_a_lost_position_says_since_when() -> None:
    """The last move that could still win is named, and taking back that many leads to a position that can be won."""
    match = Match.open("pegs/arrow")
    dice = Dice(4)
    while not isinstance(advise(match), Unsolvable):
        match = match.play(dice.choose(list(match.game.moves(match.state))))
    lost_at = len(match.line)
    for _ in range(2):
        later = (match.play(move) for move in match.game.moves(match.state))
        match = next(after for after in later if after.turn is not None)
    given = hoyle.hint(match)
    undo = len(match.line) - lost_at + 1
    assert given.words.startswith(f"lost since move {lost_at}; undo {undo}: ")
    for _ in range(undo):
        match = match.undo()
    assert isinstance(advise(match), Solved)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ("SSSUUU", "lost since move 3; undo 3: "),
        ("SSGUUU", "lost since move 3 at the latest; undo 4: "),
        ("SGGGUU", "lost since move 4 at the latest; undo 5: "),
        ("GGGGGU", "lost since move 5 at the latest: "),
        ("UUUUUU", "this could not be won from its start: "),
    ],
)
def test_what_to_undo_is_known_to_lead_back(monkeypatch: pytest.MonkeyPatch, found: str, words: str) -> None:
    """Where a search gives up, nobody is sent back to what may be lost as well."""
    verdicts = {"S": Solved((), 1), "G": GaveUp("", 1), "U": Unsolvable("no line", 1)}
    monkeypatch.setattr(hoyle.advice, "advise", lambda match, _: verdicts[found[len(match.line)]])
    match = Match.open("pegs/arrow")
    for _ in found[1:]:
        match = match.play(next(iter(match.game.moves(match.state))))
    assert hint_from(match, Unsolvable("no line", 1)).words.startswith(words)


def test_nobody_hints_at_what_chance_does() -> None:
    """Before nature has dealt, there is no move to choose."""
    match = Match.new(find("dots/dealt")[1])
    with pytest.raises(hoyle.game.HoyleError, match="chance moves next"):
        hoyle.hint(match)


def test_a_board_that_is_lost_from_its_start_says_so() -> None:
    """There is nothing to take back."""
    match = Match.open("pegs/diamond41")
    assert hoyle.hint(match).words.startswith("this cannot be won: ")
    move = next(iter(match.game.moves(match.state)))
    assert hoyle.hint(match.play(move)).words.startswith("this could not be won from its start: ")


def test_boards_that_cannot_be_won_are_known() -> None:
    """Whatever a box says to be lost is, and nothing else on the shelf."""
    for name, box in shelf().items():
        for variant in box.variants:
            game = box.game(variant)
            if game.seats > 1 or not box.solvers or not (WHOLE or variant in box.lost):
                continue
            match = Match.open(f"{name}/{variant}", seed=winnable_seed(f"{name}/{variant}", 1))
            found = box.solver().solve(game, match.state, 1_000_000)
            assert isinstance(found, Unsolvable) == (variant in box.lost), (name, variant, found)
    assert shelf()["pegs"].lost.keys() == {"french", "diamond25", "diamond41", "cross5", "cross7"}


@pytest.mark.parametrize(
    "name",
    [
        "pegs/french@d4",
        "pegs/english@d4-c3",
        "pegs/OOO/OOO/...",
        "pegs/OOO/OOO/OO.",
        "dots/3x3x3-1-R2,O2",
        "dots/2x2x2-1-R9",
    ],
)
def test_a_table_says_what_cannot_be_won(name: str) -> None:
    """Also on boards that are not on the shelf, where no search is needed to see it; and a refutation is never wrong."""
    table = Table.new(name, seed=1)
    assert table.begin().startswith(f"{name} cannot be won from its start: ")
    assert not winnable(table.match)


def test_nothing_that_can_be_won_is_refuted() -> None:
    """Whatever a solver refutes without a search, the search finds unsolvable."""
    for seed in range(300):
        dice = Dice(seed)
        rows = "/".join("".join(dice.choose(".OO*") for _ in range(4)) for _ in range(3))
        with suppress(hoyle.game.HoyleError):
            match = Match.new(peg_game(rows))
            found = BreadthFirst[Any, Any]().solve(match.game, match.state, 1_000_000)
            assert not (isinstance(found, Solved) and AnyLine().refute(match.game, match.state)), rows


# ------------------------------------------------------------------------------------------------- deals by default


def test_a_deal_by_default_can_be_won() -> None:
    """Of the deals that chance gives some cannot be won, and those are passed over."""
    seeds = range(1, 200 if WHOLE else 60)
    lost = [seed for seed in seeds if not winnable(Match.open("domino/3", seed=seed))]
    assert lost
    for seed in lost[:5]:
        kind = winnable_seed("domino/3", seed)
        assert kind > seed
        assert winnable(Match.open("domino/3", seed=kind))
    assert winnable_seed("pegs/english", 5) == winnable_seed("dots/small", 5) == winnable_seed("nim/classic", 5) == 5


def test_every_deal_by_default_can_be_won() -> None:
    """So it is in every variant that is offered; where hardly any deal can be won, that is said."""
    for name, box in shelf().items():
        for variant in box.variants:
            game = box.game(variant)
            if chooses_deals(box, game):
                for seed in range(60 if WHOLE else 1):
                    kind = winnable_seed(f"{name}/{variant}", 1000 * seed)
                    assert winnable(Match.open(f"{name}/{variant}", seed=kind)), (name, variant, seed)


def test_a_deal_that_chance_cannot_save_is_passed_over() -> None:
    """Where chance goes on, some deals are lost whatever falls, and some are over before they begin."""
    seeds = range(100, 400)
    lost = [seed for seed in seeds if not winnable(Match.open("dots/pairs", seed=seed))]
    assert len(lost) > 5
    assert any(Match.open("dots/pairs", seed=seed).turn is None for seed in lost)
    assert not set(lost) & {winnable_seed("dots/pairs", seed) for seed in seeds}


def test_a_game_that_is_hardly_ever_won_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is dealt by default that may be lost from its start."""
    monkeypatch.setattr("hoyle.advice.DEALS", 1)
    monkeypatch.setattr("hoyle.advice.MANY_DEALS", 2)
    with pytest.raises(hoyle.game.HoyleError, match="no winnable deal was found among 2 of domino/15"):
        winnable_seed("domino/15", 1)


def test_the_service_deals_kindly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match for one opens with a deal that can be won, unless any deal will do."""
    lost = next(seed for seed in range(1, 200) if not winnable(Match.open("domino/3", seed=seed)))
    monkeypatch.setattr("hoyle.tables.web.opening.secrets.randbelow", lambda _: lost)
    with Service(Store(str(tmp_path / "a.db"))) as service:
        kind, any_ = service.create("domino/3"), service.create("domino/3", any_deal=True)
        assert winnable(service._sitting(kind.name).match)
        assert service._sitting(any_.name).terms.seed == lost
