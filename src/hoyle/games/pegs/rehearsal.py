"""Small tasks that between them call every kernel of peg solitaire."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from hoyle.games.pegs.boards import game
from hoyle.games.pegs.problem import problem_of

LATE: Final = {
    "wiegleb": "",  # where there is too much to look at
    "english": "**...**/**...**/..OO.../.OO..../.OO..../**...**/**...**",
    "french@d3": "**...**/*.....*/...O.../...O.../..OOO.O/*..O..*/**.O.**",
}
"""Positions, or starts, of boards whose keys are short and long."""


def beam() -> None:
    """Look for lines on boards of one word and of several."""
    from hoyle.games.pegs.search.beam import find

    for name in ("plus", "cross5"):
        board = game(name)
        find(problem_of(board, board.start()), 2_000, (64,))


def search() -> None:
    """Explore all positions from both ends, and let two searches meet."""
    from hoyle.games.pegs.proof.prover import pagodas
    from hoyle.games.pegs.search import exact
    from hoyle.games.pegs.search.meeting import Meeting, lessons

    plus = game("plus")
    problem = problem_of(plus, plus.start()).same_class()
    functions = pagodas(problem)
    live, _ = exact.winnable(problem, functions)
    exact.explore(problem, 100_000, functions, live=live).best()
    exact.shortest(problem, 100_000, lambda: functions)
    with suppress(exact.OverBudgetError):  # by then a table has grown
        exact.explore(problem_of(game("skull"), game("skull").start()), 100_000, ())
    meeting = Meeting(problem, lessons(problem, functions))
    meeting.approach(100)
    meeting.dash(64)
    meeting.approach(100_000)
    meeting.line()


def count() -> None:
    """Count everything on boards whose keys are short and long."""
    from hoyle.games.pegs.count.analysis import analyse
    from hoyle.games.pegs.oracle.oracle import Oracle

    for name in ("triangle", "cross"):
        analyse(game(name))
    for name, late in LATE.items():
        board = game(name)
        near = Oracle.near(board, board.read(late) if late else board.start(), most=10_000)
        if near is not None:
            near.answer(board.read(late))


def oracle() -> None:
    """Build an oracle, answer from it, and collect a layer from its bitmap."""
    from hoyle.games.pegs.count.layers import MEMORY, processors
    from hoyle.games.pegs.oracle.oracle import Oracle, codec_of
    from hoyle.games.pegs.oracle.retrograde import Mapped, Retrograde

    pyramid = game("pyramid")
    codec = codec_of(pyramid)
    page = Retrograde(codec, processors(), MEMORY, None, None).page()
    Oracle(pyramid, codec, page).answer(pyramid.start())
    Mapped(page.found, codec, processors()).each(2, len)  # as where too many positions can be won to list them
