"""Nothing leaks: what a seat may not know changes nothing that it is shown, told, allowed or refused.

For every variant with hidden ranks a match is played, and then played again with other ranks where one seat has seen
none: whatever reaches that seat must be the same, letter for letter, at every step.
"""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.stratego import Place, Position, Step, Stratego, game
from hoyle.games.stratego.pieces import Move
from hoyle.games.stratego.variants import VARIANTS
from hoyle.grid import Square
from hoyle.match import Match
from hoyle.record import Record
from hoyle.scene import to_text
from hoyle.shelf import shelf
from hoyle.svg import to_svg

HIDDEN = [variant for variant in VARIANTS if not game(variant).open]
SEATS = (Seat(0), Seat(1))

Playing = Match[Position, Move]
law = settings(max_examples=3, deadline=None, derandomize=True)


def played(rules: Stratego, dice: Dice, plies: int) -> Playing:
    """Return a match with random setups, piece by piece, and so many random moves or until it is over."""
    match: Playing = Match.new(rules)
    for seat in SEATS:
        squares = list(rules.board.home(seat))
        dice.shuffle(squares)
        ranks = [rank for rank, count in rules.reserve(match.state, seat).items() for _ in range(count)]
        for rank, square in zip(ranks, squares, strict=False):
            match = match.play(Place(rank, square))
    for _ in range(plies):
        if match.turn is None:
            break
        match = match.play(dice.choose(list(rules.moves(match.state))))
    return match


def unseen_homes(match: Playing, seat: Seat) -> dict[Square, bool]:
    """Return where the pieces that a seat has not seen were set up, each with whether it has moved since."""
    index = match.game.board.index  # type: ignore[attr-defined]  # every game here is Stratego
    at = {move.square: move.square for move in match.moves if isinstance(move, Place)}
    for move, after in match.line:
        if isinstance(move, Step):
            home, survivor = at.pop(move.source), after.pieces[index[move.target]]
            if survivor is None:
                del at[move.target]
            elif survivor.seat != after.mover:
                at[move.target] = home
    pieces = {home: match.state.pieces[index[square]] for square, home in at.items()}
    return {
        home: piece.moved
        for home, piece in pieces.items()
        if piece is not None and piece.seat != seat and not piece.shown
    }


def twin(match: Playing, seat: Seat, dice: Dice) -> Playing | None:
    """Return the match as it would have gone with other ranks that a seat has not seen; None if it ended earlier."""
    homes = unseen_homes(match, seat)
    ranks = {move.square: move.rank for move in match.moves if isinstance(move, Place)}
    movers = [home for home, moved in homes.items() if moved]
    others = [home for home, moved in homes.items() if not moved]
    able = [ranks[home] for home in homes if ranks[home].moves]
    dice.shuffle(able)
    rest = able[len(movers) :] + [ranks[home] for home in homes if not ranks[home].moves]
    dice.shuffle(rest)
    ranks |= dict(zip((*movers, *others), (*able[: len(movers)], *rest), strict=True))
    again: Playing = Match.new(match.game)
    for move in match.moves:
        if again.turn is None:
            return None
        again = again.play(Place(ranks[move.square], move.square) if isinstance(move, Place) else move)
    return again if again.outcome is None else None


def shown(match: Playing, seat: Seat) -> list[str]:
    """Return every text that reaches a seat."""
    box = shelf()["stratego"]
    view = match.view(seat)
    scene = box.look.picture(match.game, view)
    record = Record.of("stratego", match, seat=seat).write()
    return [match.game.write(view), repr(view), to_text(scene), to_svg(scene), record]


def tried(match: Playing, dice: Dice) -> list[Move]:
    """Return moves to try, legal or not, with and without claims, on any two squares."""
    squares = match.game.board.squares  # type: ignore[attr-defined]  # likewise
    steps = [Step(dice.choose(squares), dice.choose(squares), claim) for claim in ("", "M", "W", "L", "D")]
    legal = [move for move in islice(match.game.moves(match.state), 20) if isinstance(move, Step)]
    claims = [Step(move.source, move.target, claim) for move in legal for claim in "MWLD"]
    return [*steps, *legal, *claims]


def prefixes(match: Playing, few: int) -> list[Playing]:
    """Return the match after every few moves, and at its end."""
    game, start, line = match.game, match.start, match.line
    return [Match(game, start, line[:length]) for length in (*range(0, len(line), few), len(line))]


@pytest.mark.parametrize("variant", HIDDEN)
@law
@given(seed=st.integers(0, 2**32))
def test_what_is_unseen_changes_nothing_that_a_seat_is_shown(variant: str, seed: int) -> None:
    """Two matches that differ only in ranks that a seat has not seen look the same to it at every step."""
    dice = Dice(seed)
    match = played(game(variant), dice, plies=dice.below(120))
    if match.outcome is not None:
        return
    for seat in SEATS:
        other = twin(match, seat, dice)
        if other is None:
            continue
        for one, two in zip(prefixes(match, 17), prefixes(other, 17), strict=True):
            assert shown(one, seat) == shown(two, seat)


@pytest.mark.parametrize("variant", HIDDEN)
@law
@given(seed=st.integers(0, 2**32))
def test_what_is_unseen_changes_nothing_that_a_seat_may_do_or_is_told(variant: str, seed: int) -> None:
    """The moves, the words that refuse one, and the reports are the same in both matches and in the seat's view."""
    rules, dice = game(variant), Dice(seed)
    match = played(rules, dice, plies=dice.below(120))
    if match.outcome is not None:
        return
    for seat in SEATS:
        other = twin(match, seat, dice)
        if other is None:
            continue
        moves = tried(match, dice)
        for move in moves:
            if isinstance(move, Step) and not move.claim and {move.source, move.target} <= set(rules.board.index):
                assert rules.report(match.state, move, seat) == rules.report(other.state, move, seat)
        if match.turn == seat:
            view = match.view(seat)
            assert list(rules.moves(match.state)) == list(rules.moves(other.state)) == list(rules.moves(view))
            for move in moves:
                reason = rules.why_not(match.state, move)
                assert reason == rules.why_not(other.state, move) == rules.why_not(view, move)


@pytest.mark.parametrize("variant", HIDDEN)
def test_setting_up_is_unseen(variant: str) -> None:
    """Of the other's setting up a seat sees no square, no rank, and not even which setup it was."""
    rules = game(variant)
    setups = [Match.new(rules).follow(name) for name, _ in rules.ready]
    blues = {tuple(shown(match, Seat(1))) for match in setups}
    assert len(blues) == 1
    assert {rules.report(rules.start(), match.moves[0], Seat(1)) for match in setups} == {"unseen"}
    both = [setups[0].follow(name) for name, _ in rules.ready]
    # Once both armies stand, what is seen of blue's is which squares it stands on, and nothing else.
    squares = {tuple(piece is not None for piece in match.view(Seat(0)).pieces) for match in both}
    assert len({tuple(shown(match, Seat(0))) for match in both}) == len(squares)


def test_a_claim_cannot_be_used_to_look() -> None:
    """A claim about an unseen rank is refused in the same words whether it is true or false; a known one is checked."""
    rules = game("classic")
    empty = "/".join([". . ~ ~ . . ~ ~ . ."] * 2 + [". . . . . . . . . ."] * 3 + ["rF . . . . . . . . ."])
    texts = [
        f"bF . . . . . . . . ./{'. ' * 9}./b{rank} {'. ' * 8}./r7 {'. ' * 8}./{empty}; red to move" for rank in "28B"
    ]
    words = {rules.why_not(rules.read(text), Step((0, 6), (0, 7), claim)) for text in texts for claim in "WLD"}
    assert words == {"the rank on a8 is unseen, so nothing can be claimed about it (§11)"}
    known = rules.read(texts[1].replace("b8", "b8!"))
    assert rules.why_not(known, Step((0, 6), (0, 7), "L")) is None
    assert rules.why_not(known, Step((0, 6), (0, 7), "W")) == "the major that strikes the colonel on a8 loses (§5)"


def test_all_is_open_once_it_is_over() -> None:
    """After the end each seat sees the position and the record in full."""
    rules = game("six")
    dice = Dice(3)
    match = played(rules, dice, plies=10_000)
    assert match.outcome is not None
    for seat in SEATS:
        assert match.view(seat) == match.state
        assert Record.of("stratego/six", match, seat=seat) == Record.of("stratego/six", match)
