"""Stratego: each paragraph of its rules page, on positions made for it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest

from hoyle.game import HoyleError, NotationError, Outcome, Seat
from hoyle.games.stratego import Position, Rank, Step, ends, game
from hoyle.games.stratego.board import TEN
from hoyle.games.stratego.pieces import LETTERS, duel
from hoyle.games.stratego.setups import fault, read_setup, write_setup
from hoyle.games.stratego.variants import GAMES
from hoyle.grid import square
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, Foul, judge
from hoyle.shelf import shelf
from stratego_boards import BLUE, CLASSIC, RED, after, at, position, why_not

# ------------------------------------------------------------------------------------------------- §2, setting up


@pytest.mark.parametrize("variant", GAMES)
def test_ready_made_setups_are_whole_armies(variant: str) -> None:
    """Each holds the very army of its variant, survives its text for both seats, and can move."""
    rules = game(variant)
    for _, text in rules.ready:
        assert fault(rules.board, rules.army, text) is None
        for seat in (RED, BLUE):
            assert write_setup(rules.board, read_setup(rules.board, text, seat), seat) == text
    assert len(dict(rules.ready)) == len(rules.ready)


def test_armies_have_their_sizes() -> None:
    """40 pieces, 8 and 10."""
    assert {name: sum(rules.army) for name, rules in GAMES.items()} == {
        "classic": 40, "barrage": 8, "duel": 10, "six": 8, "gravon": 40, "course": 40
    }  # fmt: skip
    assert Counter({rank: CLASSIC.army[rank] for rank in Rank})[Rank.SCOUT] == 8


def test_an_army_can_be_set_up_piece_by_piece_by_name_or_written_out() -> None:
    """All three ways lead to the same position."""
    six = game("six")
    by_name = Match.new(six).follow("corner")
    text = dict(six.ready)["corner"]
    at_once = Match.new(six).follow(f"red({text})")
    single = Match.new(six).follow("F-a1", "Bb1", "3-c1", "s-e1", "2-a2", "Xb2", "9d2", "2f2")
    assert by_name.state == at_once.state == single.state
    assert (by_name.turn, len(at_once.moves)) == (BLUE, 8)
    assert by_name.follow("corner").state.mover == RED
    assert Match.new(game("six@first=blue")).follow("corner", "corner").turn == BLUE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("F-a3", "a3 is not in red's home (§2)"),
        ("X-f6", "f6 is not in red's home (§2)"),
        ("7-a1", "no major is left to set up (§2)"),
        ("a1-a2", "red has still to set up its pieces (§2)"),
        ("nowhere", "not a move of stratego, such as a4-a5: 'nowhere'"),
        ("red(2X.9.2/FB3.S)", "a setup has 2 rows of 6 squares: '2X.9.2/FB3.S'"),
        ("red(2X.9.2/FB3.SF)", "the setup has 2 flags, and the army 1 (§2)"),
    ],
)
def test_faults_in_setting_up_are_told(text: str, words: str) -> None:
    """What is wrong with a setup is said in one line."""
    with pytest.raises(HoyleError, match=f"^{re.escape(words)}$"):
        Match.new(game("six")).follow(text)


def test_a_square_holds_one_piece_and_a_setup_is_for_an_empty_home() -> None:
    """After the first piece its square is taken, and no whole setup fits any more."""
    begun = Match.new(game("six")).follow("F-a1")
    with pytest.raises(HoyleError, match="a1 is taken"):
        begun.follow("2-a1")
    with pytest.raises(HoyleError, match="some pieces stand already"):
        begun.follow("corner")
    with pytest.raises(HoyleError, match="the pieces are set up already"):
        begun.undo().follow("corner", "corner", "F-a1")


def test_six_bombs_in_front_lose_at_once() -> None:
    """Between the lakes there are six ways out, and an army behind six bombs can make no move (§8)."""
    army = Counter({letter: CLASSIC.army[Rank.of(letter)] for letter in LETTERS})
    spare = list((army - Counter({"B": 6})).elements())
    # Whatever stands behind them: the rest of the army in any order.
    front = "BB{}{}BB{}{}BB".format(*spare[:4])
    behind = "".join(spare[4:])
    setup = "/".join([front, behind[:10], behind[10:20], behind[20:]])
    assert fault(TEN, CLASSIC.army, setup) is None
    match = Match.new(CLASSIC).follow(f"red({setup})", "storm")
    assert match.outcome == Outcome((0, 1), "red cannot move")
    assert Match.new(CLASSIC).follow(f"red({setup})", f"blue({setup})").outcome == Outcome((0, 0), "nobody can move")


# ---------------------------------------------------------------------------------------------- §3, §4, moving


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("e5-e6", "there is no piece on e5 to move (§3)"),
        ("c5-c6", "c5 is a lake, and lakes do not move (§1)"),
        ("k1-k2", "the move begins off the board (§1)"),
        ("b4-c4", "c4 holds a piece of the same colour (§3)"),
        ("c4-c5", "c5 is a lake, which nothing enters (§1)"),
        ("b4-b6", "the piece on b4 is not a scout and moves one square, not 2 (§3)"),
        ("b4-a5", "a5 is not straight ahead of b4, behind it or beside it (§3)"),
        ("b4-b4", "b4 is not straight ahead of b4, behind it or beside it (§3)"),
        ("e4-e9", "e7 is in the way from e4 to e9 (§4)"),
        ("e7-e6", "the piece on e7 is blue's, and it is red's turn (§3)"),
        ("a1-a2", "the flag on a1 cannot move (§3)"),
        ("d4-d3", "the bomb on d4 cannot move (§3)"),
        ("j1-k1", "the move leaves the board (§1)"),
        ("M(9,0;S;1)", "the move leaves the board (§1)"),
    ],
)
def test_foul_moves_are_told_with_their_rule(text: str, words: str) -> None:
    """Each rule of moving has its own words."""
    assert why_not(position("b4r7", "c4r5", "e4r2", "e7b6", "d4rB"), text) == words


def test_a_scout_goes_and_strikes_far_and_near_only_near() -> None:
    """A scout's ways end before its own, on the first of the other's, at a lake and at the rim."""
    state = position("e4r2", "e7b6", "b4r3")
    far = {str(move) for move in CLASSIC.moves(state) if move.source == (4, 3)}  # type: ignore[union-attr]
    rest = {f"e4-{name}" for name in ("e1", "e2", "e3", "e5", "e6", "d4", "c4", "f4", "g4", "h4", "i4", "j4")}
    assert far == rest | {"e4-e7"}
    near = game("classic@scouts=near")
    assert why_not(state, "e4-e7", near) == "a scout strikes only what stands beside it (§4)"
    assert {str(move) for move in near.moves(state) if move.source == (4, 3)} == rest  # type: ignore[union-attr]
    assert why_not(after(state, "e4-e6", "a10-a9", rules=near), "e6-e7", near) == ""


# ------------------------------------------------------------------------------------------------ §5, striking


def test_every_duel() -> None:
    """The whole table, as the sources have it: higher wins, with the spy's, the miner's and the bomb's exceptions."""
    movers = [rank for rank in Rank if rank.moves]
    for striker in movers:
        assert duel(striker, Rank.FLAG) == 1
        assert duel(striker, Rank.BOMB) == (1 if striker == Rank.MINER else -1)
        for struck in movers:
            plain = (striker > struck) - (striker < struck)
            assert duel(striker, struck) == (1 if (striker, struck) == (Rank.SPY, Rank.MARSHAL) else plain)


@pytest.mark.parametrize(
    ("striker", "struck", "left"),
    [("8", "7", "r8'!"), ("7", "8", "b8!"), ("7", "7", ""), ("S", "X", "rS'!"), ("X", "S", "rX'!"), ("X", "B", "bB!"), ("3", "B", "r3'!")],
)  # fmt: skip
def test_strikes_leave_the_survivor_known(striker: str, struck: str, left: str) -> None:
    """The square holds the winner, both ranks have been told, and the loser is among the lost."""
    state = after(position(f"e5r{striker}", f"e6b{struck}"), "e5-e6")
    assert (at(state, "e6"), at(state, "e5")) == (left, "")
    assert len(state.lost) == (2 if not left else 1)
    assert state.trail[-1].fight == (Rank.of(striker), Rank.of(struck))
    for seat in (RED, BLUE):
        assert at(CLASSIC.view(state, seat), "e6") == left


# ------------------------------------------------------------------------------------------------- §8, the end


def test_the_flag_wins_and_nothing_is_moved_after_it() -> None:
    """Who takes the flag wins; then no move is legal, and all is open."""
    state = after(position("j9r2"), "j9-j10")
    assert state.end == Outcome((1, 0), "flag captured")
    assert list(CLASSIC.moves(state)) == []
    assert why_not(state, "a10-a9") == "the match is over: 1-0 (flag captured)"
    assert CLASSIC.view(state, RED) == CLASSIC.view(state, BLUE) == state


def without_spares(*pieces: str, mover: Seat = RED) -> Position:
    """Return a position of these pieces and the two flags only."""
    state = position(*pieces, mover=mover)
    spare = {TEN.index[square(name)] for name in ("j1", "a10")}
    return Position(tuple(None if place in spare else own for place, own in enumerate(state.pieces)), mover)


def test_who_cannot_move_on_his_turn_has_lost() -> None:
    """The other wins, though no flag is taken; in the ordinary game a seat that waits may be stuck."""
    state = after(without_spares("e5r7", "e6b6"), "e5-e6")
    assert state.end == Outcome((1, 0), "blue cannot move")
    lost = after(without_spares("e5r6", "e6b7"), "e5-e6")
    assert lost.end is None
    assert after(lost, "e6-e5").end == Outcome((0, 1), "red cannot move")
    assert after(without_spares("e5r6", "e6b6"), "e5-e6").end == Outcome((0, 0), "nobody can move")


def test_in_the_open_game_both_are_looked_at_after_every_move() -> None:
    """Who has just lost his last piece that moves has lost at once (§10)."""
    course = game("course")
    lost = after(without_spares("e5r6", "e6b7"), "L(4,4;N;1)", rules=course)
    assert lost.end == Outcome((0, 1), "red cannot move")


def test_draws_by_quiet_moves_and_by_length() -> None:
    """So many moves without a strike, or in all, and it is a draw; a strike begins the count anew."""
    rules = game("classic@quiet=3,longest=off")
    state = after(position("e5r7", "e6b6"), "j1-j2", "a10-a9", rules=rules)
    assert after(state, "e5-e6", rules=rules).quiet == 0
    assert after(state, "j2-j3", rules=rules).end == Outcome((0, 0), "3 moves without a strike")
    rules = game("classic@quiet=off,longest=3")
    assert after(state, "e5-e6", rules=rules).end == Outcome((0, 0), "3 moves")


# --------------------------------------------------------------------------- §9 and §11, what is seen and claimed


def test_moved_and_known_pieces_are_seen_as_such() -> None:
    """A piece that moved is marked; a scout that went far is known; what nobody struck is not."""
    state = after(position("e5r7", "b5r2"), "e5-e6", "a10-a9", "b5-b8", "a9-a8")
    seen = CLASSIC.view(state, BLUE)
    assert (at(seen, "e6"), at(seen, "b8"), at(seen, "a8"), at(seen, "j1")) == ("r?'", "r2'!", "b4'", "r?")
    assert CLASSIC.reserve(CLASSIC.start(), RED)[Rank.BOMB] == 6


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("M(4,4;N;1)", "e6 is taken, so this is a strike and not a move (§11)"),
        ("W(4,4;E;1)", "there is nothing on f5 to strike (§11)"),
        ("L(4,4;N;1)", "the major that strikes the captain on e6 wins (§5)"),
        ("D(4,4;N;1)", "the major that strikes the captain on e6 wins (§5)"),
        ("W(4,4;N)", ""),
        ("M(4,4;S;1)", ""),
        ("w( 4 , 4 ; n ; 1 )", ""),
    ],
)
def test_claims_are_checked(text: str, words: str) -> None:
    """The letter of the course's notation must be the true one."""
    assert why_not(position("e5r7", "e6b6"), text, game("course")) == words


@pytest.mark.parametrize(
    "text", ["", "a4", "a4-", "M(0,3;X;1)", "M(0,3;N;0)", "M(0,3;N;10)", "Q(0,3;N;1)", "a0-a1", "F-", "é4-a5"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    """Such texts are not moves at all."""
    with pytest.raises(NotationError):
        CLASSIC.parse(CLASSIC.start(), text)


def test_moves_survive_their_text() -> None:
    """Parse is the inverse of str, with claims and without."""
    for text in ("a4-a5", "M(0,3;N;1)", "W(0,5;S;3)", "D(9,3;W;9)", "F-a1", "X-j4"):
        assert str(CLASSIC.parse(CLASSIC.start(), text)) == text
    assert CLASSIC.parse(CLASSIC.start(), "A4xB4") == Step((0, 3), (1, 3))


# ------------------------------------------------------------------------------------------- §13, positions


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("red to move", "green to move"),
        lambda text: text.replace("; red to move", ""),
        lambda text: text + "; played -1",
        lambda text: text + "; played 1; played 2",
        lambda text: text + "; trail a4-b5",
        lambda text: text + "; trail a4-a5~3",
        lambda text: text + "; trail c4-c5",
        lambda text: text + "; trail a4xa5",
        lambda text: text + "; ended 1-1 (flag captured)",
        lambda text: text + "; ended 1-0 (magic)",
        # Ends that neither the pieces nor the counts have come to.
        lambda text: text + "; ended 1-0 (flag captured)",
        lambda text: text.replace("bF", ".") + "; ended 1-0 (flag captured)",
        lambda text: text.replace("red", "blue") + "; trail a2xa3=4:F; ended 1-0 (flag captured)",
        lambda text: text.replace("red", "blue") + "; lost bF; trail a2xa3=4:F; ended 1-0 (flag captured)",
        lambda text: text + "; ended 0-1 (red cannot move)",
        lambda text: text.replace("r4", ".") + "; ended 1-0 (blue cannot move)",
        lambda text: text + "; ended 0-0 (nobody can move)",
        lambda text: text.replace("red to move", "red sets up") + "; ended 0-0 (nobody can move)",
        lambda text: text + "; played 300; quiet 199; ended 0-0 (200 moves without a strike)",
        lambda text: text + "; played 300; quiet 200; ended 0-0 (201 moves without a strike)",
        lambda text: text + "; played 300; ended 0-0 (300 moves)",
        lambda text: text + "; ended 0-0 (9999999 moves)",
        # Counts that contradict each other.
        lambda text: text + "; quiet 1",
        lambda text: text + "; quiet 5; played 4",
        lambda text: text + "; played 90; quiet 2; trail j2xj1=4:5 a9-a10",
        # More than is ever remembered.
        lambda text: text + "; played 300; trail" + " a2-a3" * 203,
        lambda text: text + "; played 300; trail" + " a2-a3" * 201 + " a3-a2~101",
        lambda text: text + "; played 10000000",
        lambda text: text + "; weather fine",
        lambda text: text.replace("~", ".", 1),
        lambda text: text.replace(". .", ".", 1),
        lambda text: text.replace("b4", "b?!"),
        lambda text: text.replace("rF", "rF'"),
        lambda text: text.replace("bF", "rF"),
        lambda text: text.replace("b4", "q4"),
        lambda text: text.replace("red to move", "red sets up").replace(". . ~", "r5 . ~", 1),
        lambda text: text.replace("red to move", "red sets up").replace("bF", ".").replace("b4", "r4", 1),
        lambda text: text * 100,
    ],
)
def test_what_is_no_position_is_refused(change: object) -> None:
    """Reading is strict in meaning, and says why in one line."""
    text = CLASSIC.write(position())
    assert CLASSIC.read(text) == position()
    with pytest.raises(NotationError, match=r"^[^\n]+$"):
        CLASSIC.read(change(text))  # type: ignore[operator]  # one of the above


def test_a_long_match_survives_its_texts_and_is_fair() -> None:
    """Trail, losses and counts are all there, at every step of a match with many strikes and chases."""
    from hoyle.dice import Dice

    rules, dice = game("six"), Dice(5)
    match = Match.new(rules).follow("corner", "open-mirrored")
    while match.turn is not None:
        assert rules.read(match.position) == match.state
        match = match.play(dice.choose(list(rules.moves(match.state))))
    assert rules.read(match.position) == match.state
    assert isinstance(judge(Record.of("stratego/six", match)), Fair)


# --------------------------------------------------------------------------------------------- variants, box


@pytest.mark.parametrize(
    "text",
    [
        "",
        "chess",
        "classic@",
        "classic@two-squares",
        "classic@two-squares=x",
        "classic@more-squares=3",
        "classic@weather=fine",
        "classic@quiet=9999999",
    ],
)
def test_unknown_variants_are_refused(text: str) -> None:
    """A wrong name or option is told in one line."""
    with pytest.raises(HoyleError, match=r"^[^\n]+$"):
        game(text)


def test_a_record_names_its_options() -> None:
    """The rules that a match was played by stand in its record, and decide whether it is fair."""
    moves = ["bastion", "bastion", "b4-b5", "a7-a6", "b5-b4", "a6-a5", "b4-b5", "i7-i6", "b5-b4"]
    assert isinstance(judge(Record("stratego/classic@two-squares=5", tuple(moves))), Fair)
    verdict = judge(Record("stratego/classic", tuple(moves)))
    assert isinstance(verdict, Foul)
    assert (verdict.ply, verdict.reason) == (9, "b5 and b4 would be crossed more than 3 times in a row (§6)")


def test_the_box_names_its_seats_players_and_owner() -> None:
    """The seats are colours, the players are there with eight levels, and the trademark is its owner's."""
    box = shelf()["stratego"]
    assert box.seats == ("red", "blue")
    assert list(box.players)[:1] == ["heuristic"]
    assert {"search", "random", *box.guide.levels} <= set(box.players)
    assert len(box.guide.levels) == 8
    assert "trademark" in box.rules


@pytest.mark.parametrize(
    ("corner", "end"),
    [
        ("b? b?/b? .", "None"),
        ("b? b?/b? bB", "None"),
        ("b? bB/bB .", "1-0 (blue cannot move)"),
        ("bF bB/bB .", "1-0 (blue cannot move)"),
        ("bF b?/bB .", "None"),
    ],
)
def test_unseen_pieces_are_stuck_only_if_nothing_lets_them_out(corner: str, end: str) -> None:
    """What may be able to move is not held to be stuck (§8, §9); what is walled in by its own flag and bombs is."""
    top, below = (f"{row} . . . . . . . ." for row in corner.split("/"))
    rows = [top, below, *[". . . . . . . . . ."] * 2, *[". . ~ ~ . . ~ ~ . ."] * 2, *[". . . . . . . . . ."] * 3]
    rules = CLASSIC
    state = rules.read("/".join([*rows, "rF r5 . . . . . . . ."]) + "; red to move")
    assert str(after(state, "b1-c1").end) == end


def test_an_end_is_read_as_it_is_written_and_no_other() -> None:
    """Scores and reason belong together: an end that the rules cannot reach is refused."""
    true = {*ends.WITHOUT_COUNT, *(draw(moves) for draw in (ends.too_quiet, ends.too_long) for moves in (1, 200))}
    reasons = {end.reason for end in true} | {"0 moves", "007 moves", "moves", "green cannot move", ""}
    for scores, reason in product(product((0, 1), repeat=2), reasons):
        end = Outcome(scores, reason)
        if end in true:
            assert ends.read(str(end)) == end
        else:
            with pytest.raises(NotationError, match="not an end of stratego"):
                ends.read(str(end))
