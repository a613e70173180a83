"""Stratego: the two-squares rule and the more-squares rule, in the versions in use."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from hoyle.dice import Dice
from hoyle.game import HoyleError, NotationError
from hoyle.games.stratego import Position, Step, Stratego, game, repetition
from hoyle.games.stratego.ends import MOST
from hoyle.games.stratego.repetition import LONGEST_TRAIL, REACH, adjacent, chases, shuttles
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
    """All that has happened, with every board kept whole: what the page says, without cleverness.

    A board says which piece stands where, and pieces are numbered so that equal ranks are told apart.
    """

    boards: list[dict[Square, int]]
    moves: list[Step]

    def after(self, step: Step) -> dict[Square, int]:
        """Return the board after a move to an empty square."""
        board = dict(self.boards[-1])
        board[step.target] = board.pop(step.source)
        return board

    def enter(self, step: Step, state: Position, rules: Stratego) -> None:
        """Keep a move that led to a position, which says who survived a strike."""
        board, was = self.after(step), self.boards[-1]
        left = state.pieces[rules.board.index[step.target]]
        if left is None:
            del board[step.target]
        elif left.seat == state.mover:
            board[step.target] = was[step.target]
        self.boards.append(board)
        self.moves.append(step)

    def struck(self, ply: int) -> bool:
        """Tell whether a move was a strike."""
        return self.moves[ply].target in self.boards[ply]

    def shuttles(self, limit: int, step: Step) -> bool:
        """§6: the last moves of the seat were all by this piece, and all crossed what this one crosses."""
        own = list(range(len(self.moves) - 2, -1, -2))[:limit]
        same = all(self.boards[ply][self.moves[ply].source] == self.boards[-1].get(step.source) for ply in own)
        crossed = [edges(move.source, move.target) for move in (step, *(self.moves[ply] for ply in own))]
        return 0 < limit == len(own) and same and bool(set.intersection(*crossed))

    def chases(self, step: Step) -> bool:
        """§7: go back while each move of the other evaded a threat, but not too far, and look at the boards since."""
        if step.target in self.boards[-1]:
            return False
        evaded: set[int] = set()
        seen: list[dict[Square, int]] = []
        ply = len(self.moves) - 1
        while ply > 0 and adjacent(self.moves[ply - 1].target, self.moves[ply].source):
            if self.struck(ply - 1) or self.struck(ply) or len(seen) == repetition.REACH:
                break
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
@pytest.mark.parametrize("reach", [REACH, 4])
def test_both_rules_are_those_of_the_page(limit: int, seed: int, reach: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a small board, where hunter and hunted meet all the time, every move is judged as the page has it."""
    monkeypatch.setattr(repetition, "REACH", reach)
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
        state = rules.play(state, step)
        ledger.enter(step, state, rules)
    assert len(ledger.moves) > 50
    assert (limit > 0) == any(shuttled for shuttled, _ in verdicts)
    # Where a piece may not even go straight back, few hunts last long enough, and a short memory allows more.
    assert limit == 1 or reach < REACH or any(chased for _, chased in verdicts)


CROWD = "bF . b3 . b2 b3/bB . b7 . b6 ./. ~ b9 . ~ b8/r8 ~ . r9 ~ ./. r6 . r7 . rB/r3 r2 . r3 . rF; red to move"


def test_both_rules_are_those_of_the_page_after_strikes_too() -> None:
    """A strike neither threatens nor evades, whoever survives it, and a chase begins after it."""
    assert sum(map(fray, range(8))) > 5


def fray(seed: int) -> int:
    """Judge every move of a match with strikes as the page has it; return how often a piece left the side of a striker."""
    # The armies of the large board, so that much can be struck.
    rules, dice = replace(game("six@two-squares=2,quiet=off"), army=game("classic").army), Dice(seed)
    state = rules.read(CROWD)
    numbers = {square: place for place, square in enumerate(rules.board.squares) if state.pieces[place] is not None}
    ledger = Ledger([numbers], [])
    beside_a_strike = 0
    while state.end is None and len(ledger.moves) < 300:
        steps = [
            step
            for place in range(len(state.pieces))
            for step in rules.steps_from(state.pieces, place, state.mover)
            if not (ledger.shuttles(2, step) or ledger.chases(step))
        ]
        assert steps == list(rules.moves(state))
        free = [step for step in steps if step.target not in ledger.boards[-1]]
        strikes = [step for step in steps if step not in free]
        step = dice.choose(strikes if strikes and (not free or dice.below(6) == 0) else hunt(ledger, free) or free)
        state = rules.play(state, step)
        ledger.enter(step, state, rules)
        if len(ledger.moves) > 1 and ledger.struck(-2 + len(ledger.moves)):
            beside_a_strike += adjacent(ledger.moves[-2].target, step.source)
            assert state.trail[-1].flight == 0
    return beside_a_strike


@pytest.mark.parametrize(("struck", "words"), [("", "would continue the chase"), ("b2", "")])
def test_a_strike_is_not_a_threat(struck: str, words: str) -> None:
    """If red's first move is a strike, the chase has not begun with it, and may come back to where it left red."""
    rules = game("six")
    rows = f". . . . . bF/. . . . . ./. ~ . . ~ ./. ~ {struck or '.'} b3 ~ ./. . r9 . . ./rF . . . . ."
    state = rules.read(f"{rows}; red to move")
    state = after(state, *long_hunt(0), rules=rules)
    assert words in why_not(state, "c4-c3", rules)
    assert (why_not(state, "c4-c3", rules) == "") == (not words)


# ----------------------------------------------------------------------------------- what is remembered is bounded

HUNT = ". . . . . bF/. . . . . ./. ~ . . ~ ./. ~ . b3 ~ ./. . r9 . . ./rF . . . . ."
BACK_AND_FORTH = ("c3-d3", "d4-c4", "d3-c3", "c4-d4")


def long_hunt(times: int) -> list[str]:
    """Return a chase that goes back and forth so many times, and then round to where it began but for one move."""
    round_it = ("c3-d3", "d4-c4", "d3-d4", "c4-c3", "d4-c4", "c3-d3")
    return ["c2-c3", "d3-d4", *BACK_AND_FORTH * times, *round_it]


@pytest.mark.parametrize(("times", "seen"), [(0, True), (REACH // 2 - 2, True), (REACH // 2 - 1, False)])
def test_a_chase_is_remembered_as_far_as_the_page_says(times: int, seen: bool) -> None:  # noqa: FBT001 — a parameter
    """Of a long chase, what is more than a hundred threats ago no longer counts."""
    rules = game("six@two-squares=off,quiet=off")
    state = after(rules.read(f"{HUNT}; red to move"), *long_hunt(times), rules=rules)
    assert state.trail[-1].flight == min(REACH, 4 + 2 * times)
    assert bool(why_not(state, "c4-c3", rules)) == seen == ("c4-c3" not in map(str, rules.moves(state)))


@pytest.mark.parametrize(
    "options",
    [
        "two-squares=off,quiet=off",
        "two-squares=100,more-squares=off,quiet=off",
        "two-squares=off,more-squares=off,quiet=off",
    ],
)
@pytest.mark.parametrize("played", [0, MOST - 700])
def test_no_match_outgrows_its_text_or_the_memory(options: str, played: int) -> None:
    """However long two pieces go back and forth, each position is read back and none keeps more than so many moves."""
    rules = game(f"six@{options}")
    counts = f"; played {played}; quiet {played}" * (played > 0)
    state = after(rules.read(f"{HUNT}; red to move{counts}"), "c2-c3", "d3-d4", rules=rules)
    sizes = []
    for ply in range(800):
        if state.end is not None:
            break
        move = BACK_AND_FORTH[ply % 4]
        legal = [str(step) for step in rules.moves(state)]
        state = after(state, move if move in legal else legal[0], rules=rules)
        text = rules.write(state)
        assert rules.read(text) == state
        assert len(state.trail) <= LONGEST_TRAIL
        sizes.append(len(text))
    # Only the counts grow, and the end is added.
    assert max(sizes[400:]) <= max(sizes[:400]) + 50
    if played and "two-squares=off" in options:
        assert str(state.end) == f"0-0 ({MOST} moves)"


def test_the_options_are_bounded_by_what_is_remembered() -> None:
    """A row of a hundred crossings is the longest that can be asked for."""
    assert game(f"six@two-squares={REACH}").two_squares == REACH
    with pytest.raises(HoyleError, match=r"^two-squares is at most 100 \(§6\)"):
        game("six@two-squares=101")
    with pytest.raises(HoyleError, match=r"9,999,999 \(§8\)$"):
        replace(game("six"), longest=MOST + 1)


def test_no_text_of_a_position_can_grow_beyond_what_is_read() -> None:
    """In the open game too, where any pieces may stand, no more are lost than there are squares."""
    rules = game("course")
    text = rules.write(position(rules=rules))
    assert len(rules.read(f"{text}; lost{' b2' * 96}").lost) == 96
    with pytest.raises(NotationError, match="than the board has squares"):
        rules.read(f"{text}; lost{' b2' * 97}")


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
