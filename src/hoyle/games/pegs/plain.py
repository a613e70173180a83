"""A search in plain Python: for small problems it is done before a kernel could be loaded."""

from __future__ import annotations

from hoyle.games.pegs.problem import Problem


def depth_first(problem: Problem, budget: int) -> tuple[list[int] | None, int]:
    """Return a winning line as the numbers of its jumps, or None if the budget ends first; and how many positions it took.

    >>> from hoyle.games.pegs import game
    >>> from hoyle.games.pegs.problem import problem_of
    >>> depth_first(problem_of(game("easy"), game("easy").start()), 100)
    ([1, 6], 4)
    """
    # From the last hole on: in this order the boards on the shelf take the fewest positions.
    order = sorted(range(len(problem.jumps)), key=lambda number: problem.jumps[number], reverse=True)
    jumps = [(1 << source | 1 << over, 1 << target) for source, over, target in map(problem.jumps.__getitem__, order)]
    won = {1 << goal for goal in problem.goals}
    line: list[int] = []
    path, tried, known = [problem.start], [0], {problem.start}
    while path:
        position = path[-1]
        if position in won:
            return [order[number] for number in line], len(known)
        if len(known) >= budget:
            return None, len(known)
        for number in range(tried[-1], len(jumps)):
            pegs, hole = jumps[number]
            if position & pegs == pegs and not position & hole and (after := position ^ (pegs | hole)) not in known:
                known.add(after)
                tried[-1] = number + 1
                path.append(after)
                tried.append(0)
                line.append(number)
                break
        else:
            path.pop()
            tried.pop()
            if line:
                line.pop()
    return None, len(known)
