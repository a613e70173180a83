"""The kernel of domino patience against the rules: same moves, same verdicts, same lengths, and its remarks proved.

Where a truth is small enough it is tested on every deal: a graph of all positions that the rules reach is made once,
with the distance of each from a win.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from hoyle.dice import Dice
from hoyle.game import HoyleError
from hoyle.games.domino import DominoPatience, Layout, Shift, Tile, arrays, game, kernel
from hoyle.games.domino.certificate import verify
from hoyle.games.domino.rules import Move
from hoyle.games.domino.solver import DepthFirst, Shortest, answers, blocked_tiles, canonical
from hoyle.games.domino.tiles import full_set
from hoyle.match import Match
from hoyle.solver import BreadthFirst, GaveUp, Solved, Solver, Unsolvable

Key = tuple[tuple[Tile, ...], ...]
BUDGET = 1_000_000
HARD = 41
"""The seed of a double-six deal whose search outgrows the arrays that it begins with."""
REFERENCE: BreadthFirst[Layout, Move] = BreadthFirst(canonical)

# Numbers wrap around on purpose; compiled code does so silently, and plain Python, for coverage, would warn.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


def layout(order: Iterable[Tile]) -> Layout:
    """Return the table after a deal in an order."""
    tiles = iter(order)
    highest = {3: 1, 6: 2, 10: 3, 28: 6}[len(order := list(tiles))]
    stacks = [tuple(order[i * (i + 1) // 2 : (i + 1) * (i + 2) // 2]) for i in range(highest + 1)]
    return Layout(tuple(stacks), (0,) * (highest + 1))


def shuffled(highest: int, seeds: Iterable[int]) -> Iterator[Layout]:
    """Yield deals by hoyle's dice."""
    for seed in seeds:
        tiles = list(full_set(highest))
        Dice(seed).shuffle(tiles)
        yield layout(tiles)


class Graph:
    """Every position reachable from some deals by the rules alone, and how far each is from a win."""

    def __init__(self, domino: DominoPatience, deals: Iterable[Layout]) -> None:
        # The contracts of play are tested elsewhere, and here they would take the most time.
        play = getattr(DominoPatience.play, "__wrapped__", DominoPatience.play)
        self.states: dict[Key, Layout] = {}
        self.moves: dict[Key, list[tuple[Shift, Key]]] = {}
        todo = list(deals)
        self.states.update((canonical(state), state) for state in todo)
        before: dict[Key, list[Key]] = {}
        while todo:
            state = todo.pop()
            key = canonical(state)
            self.moves[key] = []
            for move in domino.moves(state):
                assert isinstance(move, Shift)
                after = play(domino, state, move)
                child = canonical(after)
                self.moves[key].append((move, child))
                before.setdefault(child, []).append(key)
                if child not in self.states:
                    self.states[child] = after
                    todo.append(after)
        self.distance: dict[Key, int] = {}
        front, steps = [key for key, state in self.states.items() if not any(state.stacks)], 0
        while front:
            self.distance.update(dict.fromkeys(front, steps))
            steps += 1
            front = [
                key for key in {one for child in front for one in before.get(child, ())} if key not in self.distance
            ]


@cache
def small() -> Graph:
    """Return the graph of all 720 deals with the highest number 2."""
    return Graph(game("2"), map(layout, permutations(full_set(2))))


@cache
def sample() -> Graph:
    """Return the graph of some deals with the highest number 3."""
    return Graph(game("3"), shuffled(3, range(60)))


def safe(state: Layout, tile: Tile) -> bool:
    """Tell by the letter of remark 1 whether a tile that can go home does so safely."""
    highest = len(state.stacks) - 1
    home = {Tile(high, high - place) for high, count in enumerate(state.home) for place in range(count)}
    for high in range(tile.high + 1, highest + 1):
        if Tile(high, tile.low) in home:
            return True
        if Tile(high, tile.low + 1) not in home:
            return False
    return True


@pytest.mark.parametrize("graph", [small, sample])
def test_a_safe_move_home_keeps_a_shortest_line(graph: Callable[[], Graph]) -> None:
    """Remark 1, in every position from which one can win: the way is one move shorter afterwards."""
    seen = 0
    for key, distance in (known := graph()).distance.items():
        state = known.states[key]
        for move, child in known.moves[key]:
            if move.home and safe(state, state.stacks[move.source][-1]):
                assert known.distance[child] == distance - 1, (game, state, move)
                seen += 1
    assert seen > 1000


def test_a_move_home_is_not_always_right() -> None:
    """The smallest counterexample has five tiles out; with the highest number 1 there is none."""
    known = small()
    losing = [
        (sum(map(len, key)), known.states[key], move)
        for key in known.distance
        for move, child in known.moves[key]
        if move.home and child not in known.distance
    ]
    assert min(size for size, _, _ in losing) == 5
    example = game("2").read("100|B |C |E D F |")
    assert (5, canonical(example)) in {(size, canonical(state)) for size, state, _ in losing}
    assert isinstance(Shortest().solve(game("2"), example, BUDGET), Solved)
    stranded = game("2").play(example, Shift(1, 1, home=True))
    assert isinstance(REFERENCE.solve(game("2"), stranded, BUDGET), Unsolvable)
    least = Graph(game("1"), map(layout, permutations(full_set(1))))
    assert all(child in least.distance for key in least.distance for _, child in least.moves[key])


def test_every_deal_of_highest_two_is_solved_as_the_rules_say() -> None:
    """All 720 deals: the same verdict, and the shortest line as short as the graph says."""
    numbers = range(720)
    shortest = answers(game("2"), numbers, listed=True, solver="shortest", budget=BUDGET)
    quick = answers(game("2"), numbers, listed=True, solver="depth-first", budget=BUDGET)
    known = small()
    for order, (verdict, length, _), (other, found, _) in zip(permutations(full_set(2)), shortest, quick, strict=True):
        distance = known.distance.get(canonical(layout(order)))
        assert length == distance
        assert verdict == other == ("unsolvable" if distance is None else "solved")
        assert distance is None or (found is not None and found >= distance)


@pytest.mark.parametrize("solver", [DepthFirst(), Shortest()])
def test_the_solvers_agree_with_breadth_first(solver: Solver[Layout, Move], monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts on deals of 2 and 3 and on positions within matches, where some are lost, by the kernels as for larger sets."""
    monkeypatch.setattr("hoyle.games.domino.solver.FEW_NUMBERS", 0)
    for known, highest, step in ((small(), "2", 997), (sample(), "3", 1499)):
        for key in list(known.states)[::step]:
            state = known.states[key]
            verdict = solver.solve(game(highest), state, BUDGET)
            reference = REFERENCE.solve(game(highest), state, BUDGET)
            assert type(verdict) is type(reference)
            if isinstance(verdict, Solved) and isinstance(reference, Solved):
                assert len(reference.line) == known.distance[key] <= len(verdict.line)
                assert isinstance(solver, DepthFirst) or len(verdict.line) == len(reference.line)


def test_the_bound_is_admissible_and_consistent() -> None:
    """What Shortest relies on: the bound never exceeds the true distance, and falls by at most one with each move."""
    from hoyle.games.domino import bestfirst

    rules = arrays.tables(3)
    known = sample()
    for key in list(known.distance)[::7]:
        bound = bestfirst.least_moves(rules, arrays.board_of(known.states[key]))
        assert bound <= known.distance[key]
        for _, child in known.moves[key]:
            assert bestfirst.least_moves(rules, arrays.board_of(known.states[child])) >= bound - 1


def test_blocked_tiles_are_blocked_by_the_remark() -> None:
    """Wherever the kernel calls tiles blocked, remark 2 holds to the letter and no win is near."""
    for known, highest, step in ((small(), 2, 1), (sample(), 3, 5)):
        rules = arrays.tables(highest)
        found = 0
        for key in list(known.states)[::step]:
            state = known.states[key]
            board = arrays.board_of(state)
            blocked = kernel.is_blocked(rules, board)
            floor = len(full_set(highest))
            assert [stack[-1].rank if stack else floor for stack in blocked_tiles(state)] == [
                min(rank, floor) for rank in board.loosest
            ]
            if blocked:
                verdict = DepthFirst().solve(game(str(highest)), state, BUDGET)
                assert isinstance(verdict, Unsolvable)
                assert verdict.certificate
                assert "no line wins" in verify(json.dumps(verdict.certificate))
                assert key not in known.distance
                found += 1
        assert found > 10


def test_a_move_blocks_what_it_leaves_blocked() -> None:
    """What a search asks after a move agrees with remark 2 on the whole position, wherever nothing was blocked before."""
    for known, highest, step in ((small(), 2, 3), (sample(), 3, 40)):
        rules, home = arrays.tables(highest), len(full_set(highest)) + 1
        found = set()
        for key in list(known.states)[::step]:
            state = known.states[key]
            if kernel.is_blocked(rules, arrays.board_of(state)):
                continue
            for move, _ in known.moves[key]:
                board, tile = arrays.board_of(state), state.stacks[move.source][-1].rank
                under = state.stacks[move.target][-1:]
                place = home if move.home else under[0].rank if under else home - 1
                if place == home - 1 == board.lies[tile]:
                    continue
                kernel.shift(*board[:4], tile, place)
                blocks = kernel.blocks(rules.ways, *board[:3], *board[4:], tile)
                assert blocks == kernel.is_blocked(rules, board), (state, move)
                found.add((blocks, move.home))
        assert len(found) == 4


@pytest.mark.parametrize("highest", [1, 2, 6, 9, 15])
def test_the_kernel_deals_as_nature_does(highest: int) -> None:
    """By the same dice, and by the same list of all deals."""
    domino = game(str(highest))
    board, draws = arrays.empty_board(highest), np.empty(len(domino.tiles), np.int64)
    for seed in (0, 1, 2**64 - 1):
        kernel.roll(np.uint64(seed), draws)
        kernel.deal(board, draws)
        natural = arrays.board_of(Match.new(domino).settle(Dice(seed)).state)
        assert all((mine == its).all() for mine, its in zip(board[:4], natural[:4], strict=True))


def test_a_walk_of_the_kernel_is_a_walk_by_the_rules() -> None:
    """Random moves of the rules, made in the kernel too: the same tiles everywhere, and keys that tell them apart."""
    domino, dice = game("6"), Dice(5)
    state = Match.new(domino).settle(dice).state
    rules, board, laid = arrays.tables(6), arrays.board_of(state), arrays.empty_board(6)
    rules.dealt[:] = board.lies[:28]
    key = np.zeros(1, np.uint64)
    keys: dict[int, Key] = {}
    for _ in range(150):
        assert keys.setdefault(int(key[0]), canonical(state)) == canonical(state)
        kernel.lay(rules, laid, key)
        assert (laid.lies == arrays.board_of(state).lies).all()
        moves = [move for move in domino.moves(state) if isinstance(move, Shift)]
        if not moves:
            break
        move = dice.choose(moves)
        tile = state.stacks[move.source][-1]
        under = state.stacks[move.target][-1:] if not move.home else ()
        place = 29 if move.home else under[0].rank if under else 28
        source = int(board.lies[tile.rank])
        key[0] ^= kernel.change(rules.ways, rules.dealt, tile.rank, source, place)
        kernel.shift(*board[:4], tile.rank, place)
        state = domino.play(state, move)
    assert len(keys) > 20
    assert len(set(keys.values())) == len(keys)


def test_an_answer_does_not_depend_on_how_it_was_asked() -> None:
    """A batch says what the solver says of each deal alone, also where arrays must grow; and a line of each wins."""
    domino = game("6")
    seeds = [40, HARD, 42, 43]
    for name, solver in (("depth-first", DepthFirst()), ("shortest", Shortest())):
        batch = answers(domino, seeds, listed=False, solver=name, budget=BUDGET)
        for seed, (kind, length, nodes) in zip(seeds, batch, strict=True):
            verdict = solver.solve(domino, Match.new(domino).settle(Dice(seed)).state, BUDGET)
            line = verdict.line if isinstance(verdict, Solved) else None
            assert seed != HARD or name == "shortest" or nodes > arrays.SMALL
            assert (kind == "solved", length, nodes) == (bool(line), line and len(line), verdict.nodes)


def test_giving_up_is_no_proof() -> None:
    """A budget or a memory that is too small ends the search, and the verdict says so."""
    domino = game("6")
    state = Match.new(domino).settle(Dice(41)).state
    for solver in (DepthFirst(), Shortest()):
        verdict = solver.solve(domino, state, 5)
        assert isinstance(verdict, GaveUp)
        assert "looked at" in verdict.why
    hard = Match.new(domino).settle(Dice(HARD)).state
    verdict = DepthFirst(megabytes=0).solve(domino, hard, BUDGET)
    assert isinstance(verdict, GaveUp)
    assert verdict.why == "the search needs more than 0 megabytes"


def test_a_game_that_is_not_dealt_is_not_solved() -> None:
    """Nature has to move first."""
    with pytest.raises(HoyleError, match="6 tiles are still to be dealt"):
        DepthFirst().solve(game("2"), game("2").start(), BUDGET)
