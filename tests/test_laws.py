"""Laws that every game obeys: one file, every variant on the shelf, whoever made it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import FEW, walk
from hoyle.game import NATURE, Game, HoyleError, Seat, UnseenError
from hoyle.match import Match, steps
from hoyle.record import Record, moves_in
from hoyle.referee import Fair, Foul, Unclear, judge
from hoyle.scene import Mark, to_svg, to_text
from hoyle.shelf import find

seeds = st.integers(0, 2**64 - 1)
law = settings(max_examples=5, deadline=None, derandomize=True)


def first_moves(game: Game[Any, Any], state: Any) -> list[Any]:
    """Return the first few legal moves."""
    return list(islice(game.moves(state), FEW))


@law
@given(seed=seeds)
def test_moves_turn_and_outcome_agree(game_name: str, seed: int) -> None:
    """There are moves exactly while somebody is to move and there is no outcome."""
    _, game = find(game_name)
    for match in walk(game, seed):
        moves = first_moves(game, match.state)
        assert bool(moves) == (match.turn is not None) == (match.outcome is None)


@law
@given(seed=seeds)
def test_moves_are_distinct_legal_and_in_a_fixed_order(game_name: str, seed: int) -> None:
    """Equal states list equal moves in the same order, each once, and each is legal."""
    _, game = find(game_name)
    for match in walk(game, seed):
        moves = first_moves(game, match.state)
        assert len(set(moves)) == len(moves)
        assert all(game.legal(match.state, move) and game.why_not(match.state, move) is None for move in moves)
        assert moves == first_moves(game, game.read(game.write(match.state)))


@law
@given(seed=seeds)
def test_reading_undoes_writing(game_name: str, seed: int) -> None:
    """A position survives its text, and a move its own, alone or in a record's line."""
    _, game = find(game_name)
    for match in walk(game, seed):
        assert game.read(game.write(match.state)) == match.state
        for move in first_moves(game, match.state):
            assert game.parse(match.state, str(move)) == move
            assert moves_in(f"1. {move} 2.{move} # {move}") == [str(move), str(move)]


@law
@given(seed=seeds)
def test_a_move_is_legal_exactly_if_it_is_listed(game_name: str, seed: int) -> None:
    """What is a move elsewhere in the match is legal here only if it is among the moves here."""
    _, game = find(game_name)
    matches = list(walk(game, seed, plies=8))
    elsewhere = {move for match in matches for move in first_moves(game, match.state)}
    for match in matches:
        moves = first_moves(game, match.state)
        if len(moves) < FEW:
            assert {move for move in elsewhere if game.legal(match.state, move)} == elsewhere & set(moves)


@law
@given(seed=seeds)
def test_odds_are_those_of_the_moves(game_name: str, seed: int) -> None:
    """Where nature moves, each of her moves has a chance, and together they make one."""
    _, game = find(game_name)
    for match in walk(game, seed):
        if match.turn == NATURE:
            odds = game.odds(match.state)
            assert list(odds) == list(game.moves(match.state))
            assert sum(odds.values()) == 1
            assert min(odds.values()) > 0


@law
@given(seed=seeds)
def test_views_show_what_a_seat_needs(game_name: str, seed: int) -> None:
    """A view shows itself, and a seat can list its own moves from it."""
    _, game = find(game_name)
    for match in walk(game, seed):
        for seat in map(Seat, range(game.seats)):
            view = match.seen_by(seat)
            assert game.view(view, seat) == view
            if match.turn == seat:
                assert first_moves(game, view) == first_moves(game, match.state)


@law
@given(seed=seeds)
def test_what_a_view_decides_is_true(game_name: str, seed: int) -> None:
    """A view can be read and drawn; what a seat hears, played on it, leads to what the seat sees, or is refused as unseen."""
    box, game = find(game_name)
    if type(game).view is Game.view:
        return
    for match in walk(game, seed):
        for seat in map(Seat, range(game.seats)):
            view = match.seen_by(seat)
            assert game.read(game.write(view)) == view
            assert to_text(box.picture(game, view))
            for move in islice(game.moves(match.state), 5):
                try:
                    ((_, after),) = steps(game, view, game.report(match.state, move, seat))
                except UnseenError:
                    continue
                true = game.play(match.state, move)
                assert game.outcome(after) in {game.outcome(true), None}
                # What one sets up in secret may end one's turn, and then one sees more than before.
                if (
                    game.outcome(true) is None
                    and len({game.report(match.state, move, Seat(one)) for one in range(game.seats)}) == 1
                ):
                    assert game.view(after, seat) == game.view(true, seat)


@law
@given(seed=seeds)
def test_a_record_as_a_seat_may_keep_it_is_not_foul(game_name: str, seed: int) -> None:
    """From the start or from the middle of a match it is fair, or unclear from where something was hidden."""
    _, game = find(game_name)
    if type(game).view is Game.view:
        return
    *_, match = walk(game, seed)
    for begin in range(0, len(match.line), 7):
        later = Match(game, match.line[begin - 1][1] if begin else match.start, match.line[begin:])
        for seat in map(Seat, range(game.seats)):
            record = Record.read(Record.of(game_name, later, seat=seat).write())
            verdict = judge(record)
            assert isinstance(verdict, Fair | Unclear)
            assert game.read(verdict.position) is not None


def test_turns_hold_every_move_and_hidden_ones_no_clue(game_name: str, seed: int) -> None:
    """Turns follow each other without a gap, a game that hides nothing has one for each move, and views can be combined."""
    _, game = find(game_name)
    seats = list(map(Seat, range(game.seats)))
    *_, match = walk(game, seed)
    turns = match.turns()
    assert [ply for turn in turns for ply in range(turn.first, turn.after)] == list(range(len(match.line)))
    assert game.hides or len(turns) == len(match.line)
    states = (match.start, *(state for _, state in match.line))
    for seat in seats:
        views = [game.view(state, seat) for state in states]
        assert game.hides or views == list(states)
        # A spectator sees what is left when each seat's view is taken in turn, whoever comes first.
        for other in seats:
            assert [game.view(view, other) for view in views] == [
                game.view(game.view(state, other), seat) for state in states
            ]
        heard = match.turns(seat)
        assert all(turn in heard for turn in turns if turn.mover == seat)
        assert all(game.turn(states[turn.after]) == turn.mover for turn in turns if turn not in heard)


@law
@given(seed=seeds)
def test_undo_and_redo_are_inverse(game_name: str, seed: int) -> None:
    """Undoing and redoing leads back, to the very moves of nature; undoing everything leads to the start."""
    _, game = find(game_name)
    for match in walk(game, seed):
        undone = match.undo()
        if undone != match:
            assert undone.redo() == match or match.turn == NATURE
        while undone.undo() != undone:
            undone = undone.undo()
        assert undone.state == match.start or game.turn(match.start) == NATURE


@law
@given(seed=seeds)
def test_a_record_is_fair_and_reads_as_it_was_written(game_name: str, seed: int) -> None:
    """The record of any match survives its text, and the referee finds it fair with the same end."""
    _, game = find(game_name)
    *_, match = walk(game, seed)
    record = Record.of(game_name, match, (("Player", "Ada"),))
    assert Record.read(record.write()) == record
    verdict = judge(record)
    assert isinstance(verdict, Fair)
    assert (verdict.outcome, verdict.position, verdict.moves) == (match.outcome, match.position, len(match.line))


@law
@given(seed=seeds)
def test_a_match_can_go_on_from_any_position(game_name: str, seed: int) -> None:
    """A record that begins in the middle of a match is fair too."""
    _, game = find(game_name)
    *_, match = walk(game, seed)
    if len(match.line) > 1:
        later = Match(game, match.line[0][1], match.line[1:])
        assert isinstance(judge(Record.read(Record.of(game_name, later).write())), Fair)


@law
@given(seed=seeds)
def test_a_move_after_the_end_is_foul(game_name: str, seed: int) -> None:
    """Once a match is over the referee lets nobody move."""
    _, game = find(game_name)
    *_, match = walk(game, seed, plies=400)
    if match.outcome is not None and match.line:
        record = Record.of(game_name, match)
        assert isinstance(judge(Record(record.game, (*record.moves, record.moves[0]))), Foul)


@law
@given(seed=seeds)
def test_a_picture_shows_every_move(game_name: str, seed: int) -> None:
    """The marks of a picture spell each move of a seat, are labelled, and draw as text and as sound SVG."""
    box, game = find(game_name)
    for match in walk(game, seed, plies=6):
        seat = match.turn
        view = match.state if seat is None or seat == NATURE else match.seen_by(seat)
        scene = box.picture(game, view)
        assert all(mark.label for mark in scene.marks if mark.spells)
        svg = ET.fromstring(to_svg(scene))  # noqa: S314 — our own drawing
        assert (svg.findtext("{*}desc") or "").split() == to_text(scene).split()
        assert scene.caption in to_text(scene)
        if seat is not None and seat != NATURE:
            spelled = "|".join({re.escape(_plain(mark.spells)) for mark in scene.marks if mark.spells})
            assert all(re.fullmatch(f"({spelled})+", _plain(str(move))) for move in first_moves(game, view))


@law
@given(seed=seeds)
def test_from_the_other_side_a_board_is_the_same(game_name: str, seed: int) -> None:
    """Whoever sits opposite sees the same marks on the same plane, each by the same name, and the same words."""
    box, game = find(game_name)
    for match in walk(game, seed, plies=3):
        scene, other = (box.seen_from(seat, game, match.state) for seat in (Seat(0), Seat(1)))
        assert Counter(map(_placeless, scene.marks)) == Counter(map(_placeless, other.marks))
        assert {(mark.x, mark.y) for mark in scene.marks} == {(mark.x, mark.y) for mark in other.marks}
        assert replace(scene, marks=()) == replace(other, marks=())


def _placeless(mark: Mark) -> Mark:
    return replace(mark, x=0, y=0, to=None)


def _plain(text: str) -> str:
    """Return the letters and digits of a notation: parse is forgiving about what stands between them."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


@settings(max_examples=60, deadline=None, derandomize=True)
@given(text=st.text() | st.text("abcdefgO.*/-_123456789() moveftSFMWLD;,:[]", max_size=60))
def test_any_text_is_read_or_refused(game_name: str, text: str) -> None:
    """Whatever is typed as a position, a move or a variant gives one or a HoyleError, never another error."""
    box, game = find(game_name)
    for reader in (
        game.read,
        lambda text: [game.parse(game.start(), single) for single in game.unchain(text)],
        box.game,
        Match.new(game).follow,
    ):
        assert "\n" not in refusal(reader, text)


def refusal(reader: Callable[[str], object], text: str) -> str:
    """Return the words with which a text is refused, or none."""
    try:
        reader(text)
    except HoyleError as fault:
        return str(fault)
    return ""


def test_the_rules_page_has_numbered_paragraphs(game_name: str) -> None:
    """A game tells its rules, in paragraphs that count up from 1, with a source."""
    box, _ = find(game_name)
    numbers = [int(number) for number in re.findall(r"^§(\d+)", box.rules, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers
    assert re.search(r"^Sources?:", box.rules, re.MULTILINE)
