"""The strategist: what it believes adds up, what it searches is left as it was, and it plays what anybody would."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from hoyle.dice import Dice
from hoyle.game import Seat
from hoyle.games.stratego import LEVELS, Position, Rank, Stratego, game, levels, search_kernel
from hoyle.games.stratego.batch import tables
from hoyle.games.stratego.belief import MOVES, belief, suspicion, unseen_places
from hoyle.games.stratego.deployment import next_placing
from hoyle.games.stratego.player import HeuristicPlayer, RandomPlayer, unseen_ranks
from hoyle.games.stratego.setups import fault, write_setup
from hoyle.games.stratego.strategist import Strategist

SEATS = (Seat(0), Seat(1))


def positions(variant: str, plies: int, seed: int = 1) -> list[Position]:
    """Return every position of a match at random, as far as it goes."""
    rules, dice = game(variant), Dice(seed)
    state, line = rules.start(), list[Position]()
    players = HeuristicPlayer(dice), RandomPlayer(dice)
    while state.end is None and len(line) < plies:
        player = players[0 if state.deploying else state.mover]
        state = rules.play(state, player.choose(rules, rules.view(state, state.mover), state.mover))
        line.append(state)
    return [state for state in line if state.end is None and not state.deploying]


@pytest.mark.parametrize("variant", ["classic", "barrage", "six"])
@pytest.mark.parametrize("wise", [True, False])
def test_beliefs_add_up(variant: str, wise: bool) -> None:  # noqa: FBT001 — a parameter of a test
    """Every unseen piece is something, every rank that is left is somewhere, and what has moved can move."""
    rules = game(variant)
    for state in positions(variant, 120)[::13]:
        for seat in SEATS:
            view = rules.view(state, seat)
            likely = belief(rules, view, seat, wise=wise)
            left = unseen_ranks(rules, view, seat)
            assert np.allclose(likely.sum(axis=1), 1)
            assert np.allclose(likely.sum(axis=0), [left[rank] for rank in Rank], atol=0.2)
            moved = [view.pieces[place].moved for place in unseen_places(view, seat)]  # type: ignore[union-attr]
            assert np.allclose(likely[moved][:, ~MOVES], 0, atol=1e-6)


def test_flags_are_behind_and_bombs_beside_them() -> None:
    """How people deploy tells where a flag is likely, and a known bomb tells more."""
    rules = game("classic")
    view = rules.view(positions("classic", 2)[0], Seat(0))
    flags = belief(rules, view, Seat(0))[:, Rank.FLAG]
    assert flags[30:].sum() > 0.7  # the last ten squares of forty are blue's back row
    front = rules.read(rules.write(view).replace("b? b?", "bB! b?", 1))
    assert front.pieces[90] is not None
    with_bomb = belief(rules, front, Seat(0))[:, Rank.FLAG]
    assert with_bomb[30] > 1.2 * flags[31]  # beside the bomb on a10


@pytest.mark.parametrize("variant", ["classic", "barrage", "duel"])
def test_deployments_are_sound_and_differ(variant: str) -> None:
    """Each is the whole army at home, and no two are the same."""
    rules = game(variant)
    made = set()
    for seed in range(4):
        state, dice = rules.start(), Dice(seed)
        while state.mover == 0:
            state = rules.play(state, next_placing(rules, rules.view(state, Seat(0)), Seat(0), dice))
        ranks = {square: own.rank for square, own in zip(rules.board.squares, state.pieces, strict=True) if own}
        text = write_setup(rules.board, ranks, Seat(0))  # type: ignore[arg-type]  # own ranks are known
        assert fault(rules.board, rules.army, text) is None
        made.add(text)
    assert len(made) == 4


@pytest.mark.parametrize("variant", ["barrage", "duel"])
def test_flags_of_small_armies_are_closed_in(variant: str) -> None:
    """No scout can come to the flag in two moves, as none of the squares beside it is empty."""
    rules = game(variant)
    for seed in range(8):
        state, dice = rules.start(), Dice(seed)
        while state.mover == 0:
            state = rules.play(state, next_placing(rules, rules.view(state, Seat(0)), Seat(0), dice))
        flag = next(place for place, own in enumerate(state.pieces) if own and own.rank == Rank.FLAG)
        assert all(state.pieces[ray[0][0]] for ray in rules.board.rays[flag] if ray and ray[0][1].target[1] < 4)


def test_the_fewer_pieces_may_be_the_flag_the_likelier_it_is_one() -> None:
    """A flag beside nothing else that has stood still is given away, whatever the other seat's pieces are."""
    rules = game("six")
    rows = "{} . . . . bF/. . . . . ./. ~ . . ~ ./. ~ . . ~ ./. . . . . ./rF . . . r3{} r9{}; red to move; lost rB rS r2 r2 rX"
    texts = [rows.format(enemy, *moved) for enemy in ("b9", "bX") for moved in (("", ""), ("", "'"), ("'", "'"))]
    first, second, last, *same = [
        suspicion(rules, rules.view(rules.read(text), Seat(0)), Seat(0), wise=False) for text in texts
    ]
    assert first < second < last
    assert last > 0.95
    assert same == [first, second, last]


HOME_ROWS = "/. . . . . . . . . ./rB . . . . . . . . ./rF {} . . {} . {} {} . {}"
WALKS = {
    "the marshal meets it": "bF bB . . . . . . . ./. . . . . . . . . ./. . . . . rS' . . . ./. . . . . . . . . ./. . ~ ~ . bX'! ~ ~ . ./"
    ". . ~ ~ rX' . ~ ~ . ./. . . . . . . . . ." + HOME_ROWS.format(*"....."),
    "the spy meets it": "bF b3 . . . . . . . ./bB . . . . . . . . ./. . . . . . . . . ./. . . . . . . . . ./. . ~ ~ . . ~ ~ . ./"
    ". . ~ ~ . . ~ ~ . ./. . rS' . . . . bX'! . ." + HOME_ROWS.format(".", ".", ".", "r9'!", "."),
    "the major leaves its prey": ". . . . . . . . bB bF/. b3'! . . . . . . . bB/. . . . . . . . . ./. . . . . . . . . ./"
    ". . ~ ~ b4'! . ~ ~ . ./. . ~ ~ . . ~ ~ . ./. . . . r7' . . . . ." + HOME_ROWS.format("rB", ".", ".", ".", "r3"),
    "a sergeant comes in time": ". . . . . . . . bB bF/. b3'! . . . . . . . bB/. . . . . . . . . ./. . . . b5'! . . . . ./"
    ". . ~ ~ . . ~ ~ . ./. . ~ ~ . . ~ ~ . ./. . . . r6'! . . . . ." + HOME_ROWS.format("rB", "r4", "r4", ".", "r3"),
}


@pytest.mark.parametrize("rows", WALKS.values(), ids=WALKS)
def test_whoever_comes_to_the_flag_is_met(rows: str) -> None:
    """A marshal that comes by the open side meets what can take it, and a miner that comes for a bomb anything stronger."""
    rules, walker = (game("barrage"), "bX'!") if "bX" in rows else (game("classic"), "b3'!")
    armies = Counter({f"{colour}{rank.letter}": rules.army[rank] for colour in "rb" for rank in Rank})
    lost = armies - Counter(cell[:2] for cell in rows.replace("/", " ").split())
    state, own = rules.read(f"{rows}; red to move; lost {' '.join(lost.elements())}"), Seat(0)
    while state.end is None and (at := next((at for at, one in enumerate(state.pieces) if str(one) == walker), None)):
        move = (
            levels.marshal(Dice(1)).choose(rules, rules.view(state, own), own)
            if state.mover == own
            # To b1, beside the flag, and on to a1.
            else min(
                rules.steps_from(state.pieces, at, Seat(1)),
                key=lambda step: (step.target != (0, 0), abs(step.target[0] - 1) + step.target[1]),
            )
        )
        state = rules.play(state, move)
    assert state.end is None or state.end.scores[own] > 0


def test_a_search_leaves_the_position_as_it_was() -> None:
    """Whatever was made is unmade: the board, the pieces and what is known of them."""
    rules = game("classic")
    for state in positions("classic", 90)[::29]:
        player = Strategist(Dice(1))
        view = rules.view(state, state.mover)
        world, numbers = player.world(rules, view, state.mover)
        before = [array.copy() for array in world]
        index = rules.board.index
        steps = list(rules.moves(view))
        moves = np.array([(numbers[index[step.source]], index[step.target]) for step in steps])  # type: ignore[union-attr]
        rays, reach, _, duels = tables(rules)
        frames, nodes = search_kernel.room(moves, 3000)
        values = np.zeros(len(moves))
        given = rays, reach, duels, np.array([1, rules.board.width])
        search_kernel.search(4, world, given, np.zeros((len(numbers), 100)), frames, nodes, moves, values)
        assert all((one == other).all() for one, other in zip(before, world, strict=True))
        assert nodes[0] > 100


ROWS = ". . . . . bF/. . . . . ./. ~ {} . ~ ./. ~ {} . ~ ./. . . . . ./rF . . . . ."


def choice(rules: Stratego, enemy: str, own: str, **settings: float) -> str:
    """Return what the strategist plays if two pieces stand face to face."""
    state = rules.read(f"{ROWS.format(enemy, own)}; red to move")
    return str(Strategist(Dice(1), **settings).choose(rules, rules.view(state, Seat(0)), Seat(0)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("enemy", "own", "strikes"),
    [("b3!", "r9", True), ("bX!", "rS", True), ("bX!", "r9", False), ("bB!", "r9", False), ("bB!", "r3", True)],
)
def test_it_takes_what_it_can_and_leaves_what_it_cannot(enemy: str, own: str, strikes: bool) -> None:  # noqa: FBT001
    """It strikes what is known to be weaker, uses spy and miner, and leaves the stronger alone."""
    assert (choice(game("six"), enemy, own) == "c3-c4") == strikes


def test_what_was_forgotten_is_as_if_unseen() -> None:
    """Without memory it plays as if it had never seen what a piece is, and with memory it does not."""
    rules, pairs = game("six"), [(enemy, own) for enemy in ("b3", "bX", "bB") for own in ("r9", "r2")]
    unseen = [choice(rules, enemy, own, noise=0) for enemy, own in pairs]
    assert [choice(rules, f"{enemy}!", own, noise=0, memory=0) for enemy, own in pairs] == unseen
    assert [choice(rules, f"{enemy}!", own, noise=0) for enemy, own in pairs] != unseen


def test_it_takes_the_flag_that_only_one_piece_can_be() -> None:
    """If nothing else is left that has not moved, the flag is found."""
    rules = game("six")
    state = rules.read(
        ". . . . . bF/. . . . . r2'/. ~ . . ~ ./. ~ . . ~ ./. . . . . ./rF . . b9'! . .; red to move; "
        "lost bS b2 b2 b3 bX bB rX r9 r3"
    )
    assert str(Strategist(Dice(1)).choose(rules, rules.view(state, Seat(0)), Seat(0))) == "f5-f6"


def test_equal_seeds_play_equal_matches() -> None:
    """Budgets are nodes and not seconds, so nothing depends on the machine."""
    rules = game("barrage")
    matches = []
    for _ in range(2):
        state = rules.start()
        players = levels.marshal(Dice(3)), levels.captain(Dice(4))
        while state.end is None and state.plies < 30:
            move = players[state.mover].choose(rules, rules.view(state, state.mover), state.mover)
            assert rules.why_not(state, move) is None
            state = rules.play(state, move)
        matches.append(state)
    assert matches[0] == matches[1]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", ["classic", "course", "gravon", "six"])
def test_every_level_answers_in_every_variant(level: str, variant: str) -> None:
    """With the army set up or to be, in the open game too."""
    rules = game(variant)
    for state in (rules.start(), *positions(variant, 40)[::9]):
        move = levels.LEVELS[level](Dice(1)).choose(rules, rules.view(state, state.mover), state.mover)
        assert rules.why_not(state, move) is None


def test_the_box_names_the_levels() -> None:
    """The names on the shelf are those that there are."""
    assert tuple(levels.LEVELS) == LEVELS


@pytest.mark.parametrize("level", ["captain", "marshal"])
def test_what_is_unseen_changes_no_move(level: str) -> None:
    """With other ranks where a seat has seen none, it plays the same move."""
    rules = game("barrage")
    for state in positions("barrage", 30)[::6]:
        seat = state.mover
        places = unseen_places(rules.view(state, seat), seat)
        still = [place for place in places if not state.pieces[place].moved]  # type: ignore[union-attr]
        if len(still) < 2:
            continue
        pieces = list(state.pieces)
        pieces[still[0]], pieces[still[-1]] = pieces[still[-1]], pieces[still[0]]
        other = replace(state, pieces=tuple(pieces))
        assert other != state
        choices = [
            levels.LEVELS[level](Dice(5)).choose(rules, rules.view(world, seat), seat) for world in (state, other)
        ]
        assert choices[0] == choices[1]


def test_nobody_goes_back_and_forth_for_ever() -> None:
    """Where no rule forbids it, a piece that another has chased for long enough is left to it at last."""
    rules = game("classic@two-squares=off,more-squares=off,quiet=600")
    rows = (
        "b3 b4 bB bF bB b3 b3 b4 bB b4/. bB b2 b7 bB . . b2 . bB/. . . . b6' . . . b3' ./. . . . bS' . . . . b9'/"
        ". . ~ ~ b5' . ~ ~ . ./. . ~ ~ . bX'! ~ ~ . ./. . . . . . r2 r2 r2 ./b8' rX'! . . . . . r2 r4 ./"
        "rB! rB! . . . r6 . r6 r3 ./rF rB! . . rB . . r2 rB r3; blue to move; played 600; quiet {}; "
        "lost b2 r5 r5 b5 b4 r4 b2 r2 b2 r5 r2 r3 r6 r4 r7 b7 rB b3 r9 b5 b7 r7 b2 r8 b5 b2 r8 b2 r3 r6 b6 r7 rS r3 b8 r2 "
        "r5 b6 r4 b6; trail a4-a3 b4-b3"
    )
    early, late = (
        str(levels.marshal(Dice(1)).choose(rules, rules.view(rules.read(rows.format(quiet)), Seat(1)), Seat(1)))
        for quiet in (100, 300)
    )
    assert early == "a3-a4" != late
