"""Stratego: the two-squares rule and the more-squares rule, in the versions in use."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest

from hoyle.dice import Dice
from hoyle.games.stratego import Position, Step, Stratego, game
from hoyle.games.stratego.repetition import adjacent, chases, shuttles
from hoyle.grid import Square
from hoyle.match import Match
from stratego_boards import CLASSIC, after, position, why_not

# ---------------------------------------------------------------------------------------------- §6, two squares


def shuttle(rules: Stratego, times: int) -> Position:
    """Return the position after red's major has gone to and fro so many times."""
    ways = ("e5-e6", "e6-e5")
    texts = [
        text
        for turn in range(times)
        for text in (ways[turn % 2], ("a10-a9", "a9-a8", "a8-a7", "a7-b7", "b7-b8", "b8-c8")[turn])
    ]
    return after(position("e5r7"), *texts, rules=rules)


@pytest.mark.parametrize(("option", "allowed"), [("3", 3), ("5", 5), ("off", 6)])
def test_a_piece_may_not_go_to_and_fro_for_ever(option: str, allowed: int) -> None:
    """Three times and then no more; five by the older rule; as often as one likes without it."""
    rules = game(f"classic@two-squares={option}")
    state = shuttle(rules, allowed)
    back = "e6-e5" if allowed % 2 else "e5-e6"
    foul = f"{back[:2]} and {back[3:]} would be crossed more than {option} times in a row (§6)"
    assert why_not(state, back, rules) == ("" if option == "off" else foul)
    assert (back in map(str, rules.moves(state))) == (option == "off")
    assert why_not(state, f"{back[:2]}-f{back[1]}", rules) == ""


def test_another_move_between_breaks_the_row() -> None:
    """The row counts only moves of the same piece one after the other."""
    state = after(shuttle(CLASSIC, 3), "j1-j2", "a7-a8")
    assert why_not(state, "e6-e5") == ""


def test_a_scout_crosses_all_the_squares_on_its_way() -> None:
    """Its moves need not be the same; what they have in common counts."""
    state = after(position("e3r2"), "e3-e8", "a10-a9", "e8-e4", "a9-a8", "e4-e6", "a8-a7")
    assert why_not(state, "e6-e5") == "e6 and e5 would be crossed more than 3 times in a row (§6)"
    assert why_not(state, "e6-e2") != ""
    assert why_not(state, "e6-e7") == ""
    assert why_not(state, "e6-f6") == ""


def test_a_strike_counts_as_a_move_between_two_squares() -> None:
    """It does not matter whether a piece strikes or not."""
    state = after(position("e5r7", "a8b2"), "e5-e6", "a10-a9", "e6-e5", "a8-e8", "e5-e6", "e8-e7")
    assert why_not(state, "e6-e7") == ""
    blocked = after(position("e5r7", "f5b2", "j9b2"), "e5-e6", "a10-a9", "e6-e5", "a9-a8", "e5-e6", "f5-e5")
    assert why_not(blocked, "e6-e5") == "e6 and e5 would be crossed more than 3 times in a row (§6)"


# --------------------------------------------------------------------------------------------- §7, more squares


def hunted(rules: Stratego) -> Position:
    """Return a chase round four squares that has come back to where it began, red to move.

    Red's major follows blue's captain clockwise round a block of two by two squares.
    """
    start = position("e5r7", "f6b6", rules=rules)
    first = after(start, "e5-e6", "f6-f5", rules=rules)
    return after(first, "e6-f6", "f5-e5", "f6-f5", "e5-e6", "f5-e5", "e6-f6", rules=rules)


def test_a_chase_may_not_repeat_a_position() -> None:
    """Round the block once more is forbidden to the chaser, unless the rule is off."""
    state = hunted(CLASSIC)
    assert state.trail[-1].flight == 4
    assert why_not(state, "e5-e6") == "e5-e6 would continue the chase into a position that has been there before (§7)"
    assert "e5-e6" not in map(str, CLASSIC.moves(state))
    off = game("classic@more-squares=off")
    assert why_not(hunted(off), "e5-e6", off) == ""


def test_who_is_chased_may_repeat_and_other_moves_are_free() -> None:
    """The rule binds only the chaser, and only moves that threaten who evaded."""
    state = hunted(CLASSIC)
    assert why_not(state, "j1-j2") == ""
    assert why_not(state, "e5-e4") == ""
    # The chaser stops for a move: the chase is broken, and may begin anew.
    again = after(state, "j1-j2", "a10-a9")
    assert again.trail[-1].flight == 0
    assert why_not(again, "e5-e6") == ""


def test_straight_back_is_always_allowed() -> None:
    """A chasing move may return to where its piece just came from, within the two-squares rule."""
    state = after(position("e5r7", "f6b6"), "e5-e6", "f6-f5", "e6-e5", "f5-f6")
    assert state.trail[-1].flight == 2
    assert why_not(state, "e5-e6") == ""


# ------------------------------------------------------------------------------- both, by the letter of the rules


def edges(source: Square, target: Square) -> set[frozenset[Square]]:
    """Return the pairs of neighbouring squares between which a straight move crosses."""
    (x, y), (to_x, to_y) = source, target
    length = abs(to_x - x) + abs(to_y - y)
    way = (to_x - x) // length, (to_y - y) // length
    path = [(x + number * way[0], y + number * way[1]) for number in range(length + 1)]
    return {frozenset(pair) for pair in pairwise(path)}


@dataclass
class Ledger:
    """All that has happened, none of it a strike, with every board kept whole: what the page says, without cleverness.

    A board says which piece stands where, and pieces are numbered so that equal ranks are told apart.
    """

    boards: list[dict[Square, int]]
    moves: list[Step]

    def after(self, step: Step) -> dict[Square, int]:
        """Return the board after a move to an empty square."""
        board = dict(self.boards[-1])
        board[step.target] = board.pop(step.source)
        return board

    def shuttles(self, limit: int, step: Step) -> bool:
        """§6: the last moves of the seat were all by this piece, and all crossed what this one crosses."""
        own = list(range(len(self.moves) - 2, -1, -2))[:limit]
        same = all(self.boards[ply][self.moves[ply].source] == self.boards[-1][step.source] for ply in own)
        crossed = [edges(move.source, move.target) for move in (step, *(self.moves[ply] for ply in own))]
        return 0 < limit == len(own) and same and bool(set.intersection(*crossed))

    def chases(self, step: Step) -> bool:
        """§7: go back while each move of the other evaded a threat, and look at the boards since."""
        if step.target in self.boards[-1]:
            return False
        evaded, seen, ply = set(), [], len(self.moves) - 1
        while ply > 0 and adjacent(self.moves[ply - 1].target, self.moves[ply].source):
            evaded.add(self.boards[ply][self.moves[ply].source])
            seen.append(self.boards[ply])
            ply -= 2
        board = self.after(step)
        threatens = any(who in evaded and adjacent(where, step.target) for where, who in board.items())
        back = len(self.moves) > 1 and (self.moves[-2].source, self.moves[-2].target) == (step.target, step.source)
        return bool(seen) and threatens and board in seen and not back


def hunt(ledger: Ledger, free: list[Step]) -> list[Step]:
    """Return the moves that go on with a hunt: red beside the piece that moved last, blue away with it."""
    if not ledger.moves:
        return []
    last = ledger.moves[-1].target
    if len(ledger.moves) % 2 == 0:
        return [step for step in free if adjacent(step.target, last)]
    return [step for step in free if adjacent(step.source, last) and not adjacent(step.target, last)]


@pytest.mark.parametrize(("limit", "seed"), [(0, 1), (0, 2), (3, 3), (2, 4), (1, 5)])
def test_both_rules_are_those_of_the_page(limit: int, seed: int) -> None:
    """On a small board, where hunter and hunted meet all the time, every move is judged as the page has it."""
    rules, dice = game(f"six@two-squares={limit or 'off'},quiet=off"), Dice(seed)
    state = rules.read("bF . . . b2 ./bB . . . . ./. ~ b9 . ~ ./. ~ . r9 ~ ./. r2 . . . rB/. . . . . rF; red to move")
    numbers = {square: place for place, square in enumerate(rules.board.squares) if state.pieces[place] is not None}
    ledger = Ledger([numbers], [])
    verdicts = set()
    while state.end is None and len(ledger.moves) < 400:
        free = []
        for place in range(len(state.pieces)):
            for step in rules.steps_from(state.pieces, place, state.mover):
                expected = ledger.shuttles(limit, step), ledger.chases(step)
                found = (
                    shuttles(state.trail, limit, step.source, step.target),
                    chases(state.trail, step.source, step.target),
                )
                assert found == expected
                verdicts.add(expected)
                # Without strikes the hunt goes on for ever.
                if not any(expected) and step.target not in ledger.boards[-1]:
                    free.append(step)
        if not free:
            break
        step = dice.choose(hunt(ledger, free) or free)
        ledger.boards.append(ledger.after(step))
        ledger.moves.append(step)
        state = rules.play(state, step)
    assert len(ledger.moves) > 50
    assert (limit > 0) == any(shuttled for shuttled, _ in verdicts)
    # Where a piece may not even go straight back, few hunts last long enough.
    assert limit == 1 or any(chased for _, chased in verdicts)


def test_whoever_could_only_repeat_cannot_move_and_loses() -> None:
    """A piece between two squares that it has crossed three times has no move left (§6, §8); without the rule it has."""
    rows = [". . . . . . . . . bF", ". . . . . . . . . b4", *[". . . . . . . . . ."] * 2, *[". . ~ ~ . . ~ ~ . ."] * 2]
    rows += ["rB . . . . . . . . .", ". rB . . . . . . . .", "r5 rB . . . . . . . .", "rF . . . . . . . . ."]
    moves = ["a2-a3", "j9-j8", "a3-a2", "j8-j7", "a2-a3", "j7-j6"]
    ends = {"classic": "0-1 (red cannot move)", "classic@two-squares=5": "None"}
    for name, end in ends.items():
        rules = game(name)
        match = Match.new(rules, rules.read("/".join(rows) + "; red to move")).follow(*moves)
        assert str(match.outcome) == end
