"""Domino patience: deals, notation and the words of its rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest

from hoyle.dice import Dice
from hoyle.game import HoyleError, NotationError
from hoyle.games.domino import Deal, DominoPatience, Layout, Shift, Tile, game
from hoyle.games.domino.notation import long_form, short_form
from hoyle.match import Match
from hoyle.record import Record
from hoyle.referee import Fair, Foul, judge
from hoyle.scene import to_text
from hoyle.shelf import find


def dealt(name: str, deal: str) -> Match[Layout, Deal | Shift]:
    """Return a match after a deal."""
    box, domino = find(name)
    return Match.new(domino).follow(*map(str, box.read_deal(domino, deal)))


def test_nature_deals_every_order_alike() -> None:
    """Each of the tiles left comes next with the same chance, and the stacks fill one after another."""
    match = Match.new(game("1"))
    assert match.game.odds(match.state) == dict.fromkeys(
        (Deal(Tile(0, 0)), Deal(Tile(1, 0)), Deal(Tile(1, 1))), Fraction(1, 3)
    )
    match = match.follow("[1:0]", "[0:0]", "[1:1]")
    assert match.state.stacks == ((Tile(1, 0),), (Tile(0, 0), Tile(1, 1)))
    assert match.turn == 0


def test_a_record_needs_no_seed() -> None:
    """The deal stands in it, and the referee replays it; the moves of a player alone are measured."""
    match = Match.new(game("2")).settle(Dice(3))
    verdict = judge(Record.of("domino/2", match))
    assert isinstance(verdict, Fair)
    assert (verdict.match.line, str(verdict)) == (match.line, "fair: 0 moves, unfinished")


def test_the_course_deals_by_number() -> None:
    """Seed 14 of the document's shuffle, and the same written out."""
    match = dealt("domino/2", "14")
    assert short_form(match.state) == "000|B |C A |F E D |"
    assert dealt("domino/2", "[1: ] [0:0][1:1][2:0][1:2] [2:2]") == match
    with pytest.raises(HoyleError, match="pegs has no deals as text"):
        find("pegs")[0].read_deal(find("pegs")[1], "14")


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ("[0:0][1:1]", "a deal has 3 tiles, and this has 2 (§2)"),
        ("[0:0][1:1][1:1]", "[1:1] is dealt twice (§2)"),
        ("[0:0][1:1][2:1]", "[2:1] is not in a set with the highest number 1 (§1)"),
        ("eleven", "not a tile, such as [2:1] or [1: ]: 'eleven'"),
    ],
)
def test_a_wrong_deal_is_told(deal: str, words: str) -> None:
    """What is missing, twice there or strange."""
    with pytest.raises(NotationError) as fault:
        find("domino/1")[0].read_deal(game("1"), deal)
    assert str(fault.value) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("S0-F1", "[2: ] belongs on F2 (§4)"),
        ("S0-F2", "the next tile of F2 is [2:2], not [2: ] (§4)"),
        ("S1-S0", "[ : ] is not [2: ] with one number raised by one (§5)"),
        ("S3-S0", "the stacks and foundations are numbered 0 to 2 (§2)"),
        ("[0:0]", "all tiles are dealt (§2)"),
    ],
)
def test_a_forbidden_move_is_told_with_its_paragraph(text: str, words: str) -> None:
    """The referee quotes the rule."""
    match = dealt("domino/2", "[2:0][1:1][0:0][1:0][2:1][2:2]")
    reason = match.game.why_not(match.state, match.game.parse(match.state, text))
    assert reason == words


def test_only_blanks_go_to_an_empty_stack() -> None:
    """§6, with the tile that may not; and an empty stack has nothing to give (§3)."""
    domino = game("2")
    state = domino.read("001|E D B A |C ||")
    assert domino.why_not(state, Shift(1, 2)) == "only a tile with a blank goes to an empty stack, not [1:1] (§6)"
    assert domino.why_not(state, Shift(2, 1)) == "S2 is empty (§3)"
    alone = domino.read("113|B |||")
    assert [str(move) for move in domino.moves(alone)] == ["S0-F1", "S0-S1", "S0-S2"]


def test_a_match_without_moves_is_lost() -> None:
    """§8: no move is left, and tiles are; while an empty table is won (§7)."""
    match = dealt("domino/5", "211")
    assert str(match.outcome) == "lost (no move is left for 21 tiles)"
    assert match.turn is None
    assert str(game("2").outcome(game("2").read("123||||"))) == "won (every tile is home)"


def test_a_position_reads_in_all_its_forms() -> None:
    """Our line, the course's lines with a name, and its short form, of any size of set."""
    for highest in (1, 2, 6, 10, 15):
        domino = game(str(highest))
        states = [match.state for match in _walk(domino)]
        for state in states:
            assert domino.read(domino.write(state)) == state
            assert domino.read(f"Name of F0 and S {long_form(state)}\n") == state
            assert domino.read(short_form(state)) == state


def _walk(domino: DominoPatience) -> list[Match[Layout, Deal | Shift]]:
    """Return a few matches: in the midst of a deal, just dealt, and some moves later."""
    dice = Dice(domino.highest)
    match = Match.new(domino)
    found = [match]
    for _ in range(2):
        match = match.play(dice.draw(domino.odds(match.state)))
        found.append(match)
    match = match.settle(dice)
    for _ in range(6):
        found.append(match)
        moves = list(islice(domino.moves(match.state), 20))
        if not moves:
            break
        match = match.play(dice.choose(moves))
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("000|A |C |B D |", "the tiles that are on no stack make the foundations 002, but the text says 000"),
        ("002|A |A |B D |", "[ : ] stands in two places"),
        ("002|A |C |B J |", "no tile of a set with the highest number 2 is called 'J'"),
        ("001|A |F |B D |", "[2:1] is on no stack, but cannot be home before [2:2] (§4)"),
        ("002|A |C |", "not a position of domino/2, such as '000|A |E C |B F D |': '002|A |C |'"),
        ("F0 0/1 F1 0/2 / S0 |top><| / S1 |top><|", "a position has the stacks S0 to S2"),
        ("F0 0/1 F1 0/2 / S0 |top><| / S1 |top><| / S2 |top><|", "a position has the foundations F0 0/1 to F2 0/3"),
    ],
)
def test_a_wrong_position_is_told(text: str, words: str) -> None:
    """One line says what does not fit."""
    with pytest.raises(NotationError) as fault:
        game("2").read(text)
    assert words in str(fault.value)


@pytest.mark.parametrize("text", ["S2-F3", "s2f3", "S2->F3", "mS2->F3!", "mS2->F3?", " S2 - F3 "])
def test_a_move_reads_in_all_its_forms(text: str) -> None:
    """As the record writes it, as clicks spell it, and as the course prints it."""
    assert game("3").parse(game("3").start(), text) == Shift(2, 3, home=True)


def test_variants_are_the_highest_numbers_up_to_fifteen() -> None:
    """From three tiles to the double-fifteen set."""
    assert [len(game(str(highest)).tiles) for highest in (1, 6, 9, 12, 15)] == [3, 28, 55, 91, 136]
    for text in ("0", "16", "six", "06"):
        with pytest.raises(HoyleError):
            game(text)


def test_a_foul_deal_is_foul() -> None:
    """The referee watches nature too."""
    verdict = judge(Record.read("Game: domino/1\n[0:0] [1:1] [1:1]"))
    assert isinstance(verdict, Foul)
    assert verdict.reason == "[1:1] is dealt already (§2)"
    early = judge(Record.read("Game: domino/1\n[0:0] S0-F0"))
    assert isinstance(early, Foul)
    assert early.reason == "2 tiles are still to be dealt (§2)"


def test_the_picture_shows_pips_or_digits() -> None:
    """Up to nine a half has its pips, beyond it the digits; the text is the same kind of tile."""
    for highest in (9, 12):
        domino = game(str(highest))
        scene = find("domino")[0].look.picture(domino, Match.new(domino).settle(Dice(1)).state)
        pips = sum(number for tile in domino.tiles for number in tile if number <= 9)
        assert sum((part.shape, part.style) == ("circle", "pip") for mark in scene.marks for part in mark.inner) == pips
        assert str(domino.tiles[-1]) in to_text(scene)
