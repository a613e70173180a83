"""Solvers for domino patience: an answer for every deal, and shortest lines, both with proof.

>>> from hoyle.games.domino import game
>>> domino = game("2")
>>> verdict = Shortest().solve(domino, domino.read("000|A |E C |B F D |"), budget=1000)
>>> print(*verdict.line, "-", verdict.why)
S0-F0 S2-S0 S2-F2 S1-F2 S1-F1 S0-F1 S2-F2 - no line is shorter
>>> stranded = domino.read("110|B ||E D F |")
>>> print(DepthFirst().solve(domino, stranded, budget=1000).why)
none of [2:1] and of what lies under it can be the first to move (remark 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hoyle.game import Game, HoyleError, tally
from hoyle.games.domino.notation import Layout, long_form
from hoyle.games.domino.rules import DominoPatience, Move, Shift
from hoyle.games.domino.tiles import Tile, full_set
from hoyle.solver import BreadthFirst, GaveUp, Solved, Solver, Unsolvable, Verdict

if TYPE_CHECKING:
    from hoyle.games.domino.bestfirst import Graph
    from hoyle.games.domino.kernel import Batch, Board, Path, Rules

Step: TypeAlias = tuple[int, int]
"""A tile and the place that it goes to, as the kernel counts them."""

Answer: TypeAlias = tuple[str, int | None, int]
"""Verdict, length of the line if there is one, and nodes."""

MEGABYTE: Final = 1 << 20
FEW_NUMBERS: Final = 3
"""Up to this highest number, a set has so few positions that the rules are quicker than loading a kernel."""
MOMENT: Final = 100_000
"""How many positions take only a moment."""
SHOWN: Final = 6
"""How many blocked tiles a verdict lists."""


def canonical(state: Layout) -> tuple[tuple[Tile, ...], ...]:
    """Return a value that is the same for two positions exactly if they differ only in the order of their stacks.

    The tiles at home need no entry: they are the tiles on no stack.
    """
    return tuple(sorted(state.stacks))


def breadth_first() -> BreadthFirst[Layout, Move]:
    """Return the readable solver, which counts positions with the same stacks as one."""
    return BreadthFirst(canonical)


@dataclass(frozen=True)
class DepthFirst(Solver[Layout, Move]):
    """Some line that wins, by depth-first search with limited memory, in megabytes.

    Positions that differ only in the order of their stacks count as one; a safe move home (remark 1) is made without
    looking at others; and a position with blocked tiles (remark 2) is given up at once.
    """

    megabytes: int = 1024

    def solve(self, game: Game[Layout, Move], state: Layout, budget: int) -> Verdict[Move]:
        """Return a line, the tiles that block every line, or the proof that every line was followed to its end."""
        if (highest := highest_of(game, state)) <= FEW_NUMBERS:
            found = Shortest().solve(game, state, budget)
            return replace(found, why=Solved((), 0).why, shortest=False) if isinstance(found, Solved) else found
        if (lost := by_blocked_tiles(state)) is not None:
            return lost
        from hoyle.games.domino import arrays, kernel

        rules, board, path = arrays.tables(highest), arrays.board_of(state), arrays.new_path(highest)
        kernel.begin(rules, board, path)
        while (status := kernel.search(rules, board, path, budget)) == kernel.FULL:
            path = arrays.grow_path(path, len(state.stacks))
            if arrays.size(path) > self.megabytes * MEGABYTE:
                break
        nodes = int(path.registers[kernel.COUNT])
        if status == kernel.WON:
            return Solved(line(state, steps_back(board, path)), nodes)
        return failure(status, nodes, self.megabytes)


@dataclass(frozen=True)
class Shortest(Solver[Layout, Move]):
    """A shortest line, by A* with limited memory, in megabytes.

    The bound: each tile that is not home has to go there, which is one move; and a tile above one that must go home
    before it has to move aside first, which is one more move of the same tile.  Moves of different tiles are different
    moves, so no line is shorter than the sum.  A move home lowers the sum by exactly one, as that tile did not have to
    move aside; any other move changes the sum only by its own tile's part, by at most one.  So the bound is consistent:
    once a position is taken from the queue, no cheaper way to it will be found.  Safe moves home keep a shortest line
    (remark 1), and blocked positions have none (remark 2).
    """

    megabytes: int = 1024

    def solve(self, game: Game[Layout, Move], state: Layout, budget: int) -> Verdict[Move]:
        """Return a shortest line, or why there is none."""
        highest = highest_of(game, state)
        if (lost := by_blocked_tiles(state)) is not None:
            return lost
        if highest <= FEW_NUMBERS:
            return breadth_first().solve(game, state, budget)
        from hoyle.games.domino import arrays, kernel

        rules, board = arrays.tables(highest), arrays.board_of(state)
        status, graph = best_first(rules, board, budget, self.megabytes)
        nodes = int(graph.registers[kernel.COUNT])
        if status == kernel.WON:
            moves = line(state, steps_up(rules, board, graph))
            return Solved(moves, nodes, "no line is shorter", shortest=True)
        return failure(status, nodes, self.megabytes)

    def advise(self, game: Game[Layout, Move], state: Layout, played: Sequence[Move], budget: int) -> Verdict[Move]:  # noqa: ARG002 — the layout says all
        """Return the same, if it takes only a moment."""
        return self.solve(game, state, min(budget, MOMENT))


def highest_of(game: Game[Layout, Move], state: Layout) -> int:
    """Return the highest number of a game whose tiles are all dealt."""
    if not isinstance(game, DominoPatience):
        raise HoyleError(f"this solver is for domino patience, not for {game}")
    if waits := game.why_wait(state):
        raise HoyleError(waits)
    return game.highest


def best_first(rules: Rules, board: Board, budget: int, megabytes: int) -> tuple[int, Graph]:
    """Search for a shortest line from a position that is not blocked; return what the kernel says, and its graph."""
    from hoyle.games.domino import arrays, bestfirst, kernel

    stacks = len(board.tops)
    graph = arrays.new_graph(stacks - 1)
    rules.dealt[:] = board.lies[: rules.dealt.size]
    graph.key[-1] = kernel.MARK
    bestfirst.reach(graph, bestfirst.NONE, 0, bestfirst.least_moves(rules, board))
    while (status := bestfirst.best_first(rules, board, graph, budget)) == kernel.FULL:
        graph = arrays.grow_graph(graph, stacks)
        if arrays.size(graph) > megabytes * MEGABYTE:
            break
    return status, graph


# ------------------------------------------------------------------------------------------------- words for verdicts


def by_blocked_tiles(state: Layout) -> Unsolvable | None:
    """Return the verdict on a position in which some tiles are blocked (remark 2)."""
    blocked = blocked_tiles(state)
    tiles = [tile for stack in blocked for tile in stack]
    if not tiles:
        return None
    front = sorted(stack[-1] for stack in blocked if stack)
    names = " ".join(map(str, front[:SHOWN])) + " …" * (len(front) > SHOWN)
    them = "them" if len(front) > 1 else "it"
    why = f"none of {names} and of what lies under {them} can be the first to move (remark 2)"
    return Unsolvable(why, 1, certificate(state, tiles))


def blocked_tiles(state: Layout) -> list[list[Tile]]:
    """Return what is left of the stacks once tiles were taken off as long as any might move, as if no move did harm."""
    stacks = [list(stack) for stack in state.stacks]
    bottoms = {stack[0] for stack in stacks if stack}
    bare: set[Tile | None] = {stack[-1] if stack else None for stack in stacks}
    away = {tile for stack in stacks for tile in stack}

    def may_move(tile: Tile) -> bool:
        onto = any(top is not None and tile.goes_onto(top) for top in bare)
        to_empty = tile.blank and None in bare and tile not in bottoms
        before = (Tile(tile.high, low) for low in range(tile.low + 1, tile.high + 1))
        return onto or to_empty or all(one in bare for one in before if one in away)

    going = True
    while going:
        going = False
        for stack in stacks:
            while stack and may_move(stack[-1]):
                stack.pop()
                bare.add(stack[-1] if stack else None)
                going = True
    return stacks


def certificate(state: Layout, tiles: Iterable[Tile]) -> dict[str, Any]:
    """Return the certificate that a set of tiles is blocked in a position, which certificate.py checks.

    >>> from hoyle.games.domino import game
    >>> certificate(game("2").read("110|B ||E D F |"), [Tile(2, 1), Tile(2, 0), Tile(2, 2)])["blocked"]
    '[2:1][2:0][2:2]'
    """
    return {
        "proof": "hoyle/domino",
        "version": 1,
        "highest": len(state.stacks) - 1,
        "position": long_form(state, " / "),
        "blocked": "".join(tile.token for tile in tiles),
    }


def failure(status: int, nodes: int, megabytes: int) -> Unsolvable | GaveUp:
    """Return the verdict when a search ended without a line."""
    from hoyle.games.domino import kernel

    if status == kernel.EXHAUSTED:
        return Unsolvable(f"every line was followed to its end, and none of {nodes} positions is won", nodes)
    if status == kernel.FULL:
        return GaveUp(f"the search needs more than {megabytes} megabytes", nodes)
    return GaveUp(f"looked at {tally({'positions': nodes})}", nodes)


def line(state: Layout, steps: Iterable[Step]) -> tuple[Shift, ...]:
    """Return the moves that steps of the kernel mean; the first empty stack stands for the floor."""
    tiles = full_set(len(state.stacks) - 1)
    stacks = [list(stack) for stack in state.stacks]
    moves = []
    for rank, place in steps:
        tops = [stack[-1] if stack else None for stack in stacks]
        source = tops.index(tiles[rank])
        tile = stacks[source].pop()
        if place > len(tiles):
            moves.append(Shift(source, tile.high, home=True))
            continue
        target = tops.index(None if place == len(tiles) else tiles[place])
        stacks[target].append(tile)
        moves.append(Shift(source, target))
    return tuple(moves)


def steps_back(board: Board, path: Path) -> Iterator[Step]:
    """Return the steps of a depth-first search: each goes to the source of the tile's next step, the last to where it lies."""
    from hoyle.games.domino import kernel

    lies = board.lies.tolist()
    steps: list[Step] = []
    for depth in reversed(range(path.registers[kernel.DEPTH])):
        tile = int(path.tiles[depth])
        steps.append((tile, lies[tile]))
        lies[tile] = int(path.sources[depth])
    return reversed(steps)


def steps_up(rules: Rules, board: Board, graph: Graph) -> Iterator[Step]:
    """Return the steps of a best-first search, from the last node up to the first."""
    from hoyle.games.domino import bestfirst, kernel

    node = int(graph.registers[bestfirst.LAST])
    kernel.lay(rules, board, graph.keys[node])
    steps = []
    while (parent := int(graph.parents[node])) != bestfirst.NONE:
        after = board.lies.copy()
        kernel.lay(rules, board, graph.keys[parent])
        tile = int((after != board.lies).argmax())
        steps.append((tile, int(after[tile])))
        node = parent
    return reversed(steps)


# ---------------------------------------------------------------------------------------------------- many deals at once


def answers(game: DominoPatience, deals: Sequence[int], *, listed: bool, solver: str, budget: int) -> list[Answer]:
    """Return verdict, length and nodes for deals by their seeds or numbers: the solver's answers, but faster.

    >>> from hoyle.games.domino import game
    >>> answers(game("2"), range(2), listed=True, solver="shortest", budget=1000)
    [('solved', 6, 7), ('solved', 7, 11)]
    """
    import numpy as np

    from hoyle.games.domino import arrays, kernel

    rules, board = arrays.tables(game.highest), arrays.empty_board(game.highest)
    numbers = np.array(deals, np.uint64)
    found = np.zeros((len(numbers), 3), np.int64)
    if solver == "shortest":
        draws = np.empty(len(game.tiles), np.int64)
        for row, number in enumerate(numbers):
            if listed:
                kernel.count_off(np.int64(number), draws)
            else:
                kernel.roll(number, draws)
            kernel.deal(board, draws)
            found[row] = _shortest(rules, board, budget)
    else:
        _depth_first(rules, board, kernel.Batch(numbers, int(listed), budget, found))
    kinds = {kernel.WON: "solved", kernel.EXHAUSTED: "unsolvable"}
    return [
        (kinds.get(status, "gave up"), depth if status == kernel.WON else None, nodes)
        for status, nodes, depth in found.tolist()
    ]


def _shortest(rules: Rules, board: Board, budget: int) -> tuple[int, int, int]:
    from hoyle.games.domino import bestfirst, kernel

    if kernel.is_blocked(rules, board):
        return kernel.EXHAUSTED, 1, 0
    status, graph = best_first(rules, board, budget, Shortest().megabytes)
    return status, int(graph.registers[kernel.COUNT]), int(graph.costs[graph.registers[bestfirst.LAST]])


def _depth_first(rules: Rules, board: Board, batch: Batch) -> None:
    """Let the kernel answer a batch; a search that outgrows the small arrays is finished on its own, in larger ones."""
    from hoyle.games.domino import arrays, kernel

    stacks = len(board.tops)
    small = arrays.new_path(stacks - 1)
    at = 0
    while (at := kernel.survey(rules, board, small, batch, at)) < batch.deals.size:
        path, alone = small, batch._replace(deals=batch.deals[: at + 1])
        while kernel.survey(rules, board, path, alone, at) == at:
            path = arrays.grow_path(path, stacks)
            if arrays.size(path) > DepthFirst().megabytes * MEGABYTE:
                batch.answers[at] = kernel.FULL, path.registers[kernel.COUNT], 0
                break
        small.registers[kernel.COUNT] = 0
        at += 1
