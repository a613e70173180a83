"""Dots: every search against a reading of the rules that does nothing clever."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.advice import BUDGET
from hoyle.cli.main import cli
from hoyle.dice import Dice
from hoyle.game import NATURE, Seat
from hoyle.games.dots import BOX, Dots, Path, Position, game
from hoyle.games.dots.lines import encode, field
from hoyle.games.dots.outlook import Outlook, TooManyError
from hoyle.games.dots.solver import interval
from hoyle.match import Match
from hoyle.solver import Chance, Solved, Unsolvable, wins
from hoyle.tables.terminal.table import Table
from hoyle.tables.thinking import SOLVE, Thinker, verdict_of

few = settings(max_examples=15, deadline=None, derandomize=True)


def boards(letters: str, width: int, height: int) -> st.SearchStrategy[tuple[str, ...]]:
    """Return all boards of some letters and up to a size."""
    return st.tuples(st.integers(2, width), st.integers(2, height)).flatmap(
        lambda size: st.lists(
            st.text(letters, min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1]
        ).map(tuple)
    )


def paths(made: Dots, state: Position) -> list[Path]:
    """Return the moves of a position in which the seat moves."""
    return [path for path in made.moves(state) if isinstance(path, Path)]


@cache
def naive_chance(made: Dots, state: Position) -> Fraction:
    """Return the chance to win with best play, by the rules and their odds alone."""
    if made.turn(state) is None:
        return Fraction(wins(made, state))
    if made.turn(state) == NATURE:
        odds = made.odds(state)
        return sum((odds[move] * naive_chance(made, made.play(state, move)) for move in odds), start=Fraction(0))
    # Paths that take the same dots lead to the same position; the cache knows them.
    return max(naive_chance(made, after) for after in {made.play(state, path) for path in paths(made, state)})


# ----------------------------------------------------------------------------------------- the longest path


@few
@given(board=boards("RO", 4, 4), loops=st.booleans())
def test_the_longest_path_and_all_takes_are_those_of_the_rules(board: tuple[str, ...], loops: bool) -> None:  # noqa: FBT001 — drawn by hypothesis
    """The search finds as long a path as there is, proves it, and knows every set of dots that a path takes."""
    made = Dots(board, colours=2, loops=loops)
    listed = paths(made, made.start())
    outlook = Outlook.of(made, made.start())
    open_lengths = [len(path.squares) for path in listed if not path.closed]
    found = max((outlook.field.longest(mask) for mask in outlook.masks), key=lambda found: found.length)
    assert found.length == max(open_lengths, default=0)
    assert all(one.length in {0, one.bound} for one in map(outlook.field.longest, outlook.masks))
    taken = {made.removed_by(made.start(), path) for path in listed}
    takes = outlook.takes(outlook.masks)
    assert {made.removed_by(made.start(), outlook.field.path(take.cells)) for take in takes} == taken
    assert all(made.legal(made.start(), outlook.field.path(take.cells)) for take in takes)
    for take in takes:
        after = made.play(made.start(), outlook.field.path(take.cells))
        assert outlook.field.fall(outlook.masks, take.gone) == encode(after.rows, made.letters)[1]
        assert {divmod(hole, len(board[0]))[::-1] for hole in outlook.field.holes(take.gone)} == {
            (x, y) for y, row in enumerate(after.rows) for x, dot in enumerate(row) if dot == "."
        }


@pytest.mark.parametrize("side", [2, 5, 6, 9, 20])
def test_a_board_of_one_colour_is_walked_whole(side: int) -> None:
    """A path through every dot exists, and is found without listing the paths."""
    found = field(side, side).longest((1 << side * side) - 1)
    assert found.length == found.bound == side * side
    assert len(set(found.cells)) == side * side


def test_a_search_is_honest_about_its_bound() -> None:
    """With too few steps the path may not be the longest, and the bound says what may still be possible."""
    mask = sum(1 << cell for cell in range(400) if cell % 11 != 3)
    found = field(20, 20).longest(mask, budget=300)
    assert 2 <= found.length < found.bound <= mask.bit_count()


# ------------------------------------------------------------------------------------------ exact chances


@settings(few, max_examples=6)
@given(
    board=boards("ROG", 3, 2),
    limit=st.integers(1, 2),
    goals=st.sampled_from([(("R", 2),), (("R", 3),), (("R", 5),), (("R", 2), ("O", 2)), (("G", 4),)]),
    loops=st.booleans(),
)
def test_chances_are_exact(board: tuple[str, ...], limit: int, goals: tuple[tuple[str, int], ...], loops: bool) -> None:  # noqa: FBT001 — drawn by hypothesis
    """The solver's fraction is the one that the rules and their odds give, move by move."""
    made = Dots(board, colours=3, limit=limit, goals=goals, loops=loops)
    assert_agrees(made, made.start())


@pytest.mark.parametrize(
    "name", ["RO/OR-3-R2", "RR/OR-3-R5", "RO/RO-3-R6", "OR/OR-3-R4,O4", "RRO/OOR-2-R7", "../..-2-R3", "R./RO-2-R4"]
)
def test_chances_of_longer_matches_and_of_deals_are_exact(name: str) -> None:
    """Three moves, and boards that nature has yet to fill."""
    made = Dots(game(name).board, colours=2, limit=game(name).limit, goals=game(name).goals)
    assert_agrees(made, made.start())


def assert_agrees(made: Dots, state: Position) -> None:
    """Hold the solver's verdict against the naive one."""
    truth = naive_chance(made, state)
    verdict = BOX.solver().solve(made, state, budget=100_000_000)
    match verdict:
        case Solved():
            assert wins(made, state)
        case Unsolvable():
            assert truth == 0
        case Chance(probability=chance, move=move):
            assert verdict.exact
            assert chance == truth
            if move is not None:
                assert naive_chance(made, made.play(state, move)) == truth
        case _:
            pytest.fail(str(verdict))


# -------------------------------------------------------------------------------------- the document's board


def test_the_documents_board_is_won_in_two_moves_and_not_in_one() -> None:
    """Five of the six red dots in the corner are the most; any four that are left finish it, whatever falls."""
    one, document, loops = game("classic-1"), game("classic"), game("loops")
    assert isinstance(BOX.solver().solve(one, one.start(), 1000), Unsolvable)
    verdict = BOX.solver().solve(document, document.start(), 1000)
    assert isinstance(verdict, Chance)
    assert (verdict.probability, verdict.exact) == (Fraction(1), True)
    assert verdict.why.startswith("certain in 2 moves")
    at_once = BOX.solver().solve(loops, loops.start(), 1000)
    assert isinstance(at_once, Chance)
    assert str(at_once.move) == "b1c1c2b2b1"


def test_the_best_score_of_two_moves_is_an_exact_fraction() -> None:
    """3080/256: take the four blue dots in the corner first, and then the longest path there is."""
    document = game("classic")
    outlook = Outlook.of(document, document.start())
    best, take = outlook.score(outlook.masks, 2)
    assert take is not None
    path = outlook.field.path(take.cells)
    assert (best, str(path)) == (Fraction(3080, 4**4), "a5b5b6a6")
    # And by the rules alone: all 256 refills, and in each every path.
    boards = [document.play(document.start(), path)]
    while document.turn(boards[0]) == NATURE:
        boards = [document.play(board, drop) for board in boards for drop in document.moves(board)]
    lengths = [max(len(after.squares) for after in paths(document, board)) for board in boards]
    assert 4 + Fraction(sum(lengths), len(boards)) == best


def test_the_command_answers_with_the_chance_and_the_move() -> None:
    """As text and as JSON, exact, estimated and hopeless."""
    runner = CliRunner()
    text = runner.invoke(cli, ["solve", "dots"]).output
    assert text.startswith("a1b1c1c2b2\nchance 1 = 1.0000; certain in 2 moves")
    answer = json.loads(runner.invoke(cli, ["solve", "dots/RRO/OOR-2-R4", "--json"]).output)
    assert answer.keys() >= {"verdict", "line", "why", "nodes", "seconds", "chance", "probability", "exact", "interval"}
    assert (answer["verdict"], answer["exact"], answer["interval"]) == ("chance", True, None)
    assert Fraction(answer["chance"]) == naive_chance(game("RRO/OOR-2-R4"), game("RRO/OOR-2-R4").start())
    assert json.loads(runner.invoke(cli, ["solve", "dots/classic-1", "--json"]).output)["verdict"] == "unsolvable"


def test_a_chance_reaches_every_table() -> None:
    """A thinker in a process of its own gives the same verdict as the solver itself."""
    document = game("classic")
    verdict = BOX.solver().solve(document, document.start(), BUDGET)
    assert isinstance(verdict, Chance)
    table = Table.new("dots")
    with Thinker() as thinker:
        facts = thinker.think(SOLVE, "dots", table.match.position, BUDGET, "expectimax")
    assert verdict_of(table.match, facts) == verdict


# ----------------------------------------------------------------------------------- estimates and players


def test_an_estimate_says_that_it_is_one() -> None:
    """A chance over too many deals is sampled: an interval, the same each time, around what was counted."""
    dealt = game("dealt")
    verdicts = [BOX.solver().solve(dealt, dealt.start(), 20_000) for _ in range(2)]
    assert verdicts[0] == verdicts[1]
    verdict = verdicts[0]
    assert isinstance(verdict, Chance)
    assert verdict.interval is not None
    assert verdict.interval[0] < verdict.probability < verdict.interval[1]
    assert "95% interval" in verdict.why
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == 1


def test_hopeless_positions_are_told_apart() -> None:
    """More objectives than moves, or more dots than the board can give: no luck helps."""
    for name in ("classic-1-R2,B2", "classic-1-R37", "RO/OR"):
        made = game(name)
        assert isinstance(BOX.solver().solve(made, made.start(), 1000), Unsolvable)


def test_a_board_of_one_colour_gives_up_nothing() -> None:
    """Its paths cannot be listed, and still the solver and every player have a move."""
    made = Dots(("R" * 6,) * 6, goals=(("R", 30),))
    verdict = BOX.solver().solve(made, made.start(), 1000)
    assert isinstance(verdict, Chance)
    assert verdict.probability == 1
    with pytest.raises(TooManyError):
        Outlook.of(made, made.start(), budget=1000).takes(Outlook.of(made, made.start()).masks)
    for player in BOX.players:
        assert made.legal(made.start(), BOX.player(player, Dice(1)).choose(made, made.start(), Seat(0)))


@pytest.mark.parametrize("variant", ["classic", "loops", "dealt", "small", "pairs", "wide-3"])
@pytest.mark.parametrize("player", list(BOX.players))
def test_players_play_by_the_rules(player: str, variant: str) -> None:
    """Whole matches; Match refuses any move that is not legal."""
    made = BOX.game(variant)
    dice = Dice(5)
    match = Match.new(made).settle(dice)
    guest = BOX.player(player, Dice(1))
    while match.turn is not None:
        match = match.play(guest.choose(made, match.state, Seat(0))).settle(dice)
    assert match.outcome is not None
