"""Small tasks that between them call every kernel of peg solitaire."""

from __future__ import annotations

from contextlib import suppress

from hoyle.games.pegs.boards import game
from hoyle.games.pegs.problem import problem_of


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
    late = game("english").read("**...**/**...**/..OO.../.OO..../.OO..../**...**/**...**")
    for name in ("wiegleb", "english"):
        board = game(name)
        Oracle.near(board, board.start() if name == "wiegleb" else late, most=10_000)


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
