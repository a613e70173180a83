"""Small tasks that between them call every kernel of domino patience."""

from __future__ import annotations

from hoyle.games.domino.rules import Deal, DominoPatience
from hoyle.games.domino.solver import DepthFirst, Shortest, answers
from hoyle.games.domino.tiles import order


def depth_first() -> None:
    """Search one deal, and many at once, with memory that grows."""
    from hoyle.games.domino import arrays, kernel

    _solve(DepthFirst())
    answers(DominoPatience(6), range(3), listed=False, solver="depth-first", budget=1000)
    path = arrays.new_path(6)
    path.registers[kernel.COUNT] = len(path.table)  # as if it were full
    arrays.grow_path(path, 7)


def shortest() -> None:
    """Search one deal for a shortest line, and many at once, with memory that grows."""
    from hoyle.games.domino import arrays, kernel

    _solve(Shortest())
    answers(DominoPatience(6), range(3), listed=True, solver="shortest", budget=1000)
    answers(DominoPatience(6), range(3), listed=False, solver="shortest", budget=1000)
    graph = arrays.new_graph(6)
    graph.registers[kernel.COUNT] = len(graph.costs)
    arrays.grow_graph(graph, 7)


def _solve(solver: DepthFirst | Shortest) -> None:
    game = DominoPatience(6)
    state = game.start()
    for tile in order(6, "1998"):
        state = game.play(state, Deal(tile))
    solver.solve(game, state, 1000)
