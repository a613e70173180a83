"""The laws hold for every variant of ours, say where they do not apply, and catch errors that are planted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any

import pytest

from conftest import GAMES, WHOLE
from hoyle.game import Game, HoyleError
from hoyle.games.domino.rules import DominoPatience, Shift
from hoyle.games.dots.rules import Dots, Path
from hoyle.games.nim import Heaps, Nim, Take
from hoyle.games.pegs.rules import PegSolitaire
from hoyle.games.stratego.pieces import Step
from hoyle.games.stratego.rules import Stratego
from hoyle.laws import LAWS, Checks, Finding, Law, Moment, Walk, examine, finding
from hoyle.shelf import find

SEEDS = (3, 1) if WHOLE else (3,)
SLOW = (
    *("domino/6", "pegs/english"),  # which tests/test_promises.py follows too
    *("domino/9", "dots/wide", "pegs/french", "pegs/french@d3", "pegs/wiegleb", "pegs/asymmetric"),
    *("pegs/diamond", "pegs/diamond25", "pegs/diamond41", "pegs/cross5", "pegs/cross7", "pegs/cross9"),
)
"""On large boards it takes seconds to find a line and to follow it."""
SOME = (
    *("nim/classic", "nim/misere", "pegs/english", "pegs/triangle", "domino/3", "dots/classic", "dots/dealt"),
    *("stratego/six", "stratego/barrage", "stratego/course"),
)
"""Of all rules one variant: what they forbid only by a contract, which no variant could change, shows under -O."""
OPEN = ("domino", "dots", "nim", "pegs")
EXCUSED = {
    "ends": ("domino/6", "domino/9"),
    "resumption": ("pegs/easy",),
    "odds": ("nim", "pegs", "stratego"),
    "sides": OPEN,
    "claims": OPEN,
    "brinks": (*(f"domino/{highest}" for highest in range(1, 7)), "nim", "pegs"),
    "promises": ("nim", "stratego", "dots/wide", "pegs/cross9"),
    "budgets": ("nim", "stratego"),
    "hearsay": (*OPEN, "stratego/course"),
    "notes": (*OPEN, "stratego/course"),
}
"""Where laws do not apply: in which games of ours nature never moves, nobody sits opposite, and nothing is hidden.

On these walks the patience with 28 or 55 tiles goes round in circles, the easy board is done after one jump, and on some large
boards nothing is promised within a small budget."""


NAMES = GAMES if __debug__ or WHOLE else SOME


@lru_cache(maxsize=1)
def walks(name: str) -> list[Walk]:
    """Return walks through a game, which all laws share."""
    return [Walk(name, *find(name), seed) for seed in SEEDS]


@pytest.mark.parametrize(("name", "law"), [(name, law) for name in NAMES for law in LAWS])
def test_a_law_holds(name: str, law: str) -> None:
    """Every law holds for every variant, and none has nothing to check where something is expected."""
    if law == "promises" and name in SLOW and not WHOLE:
        pytest.skip("its promises take long to follow; HOYLE_WHOLE=1 does")
    found = finding(LAWS[law], walks(name))
    assert found.breach is None, str(found.breach)
    assert (found.excuse is not None) == (found.checked == 0) == name.startswith(EXCUSED.get(law, ()))


def test_a_law_without_excuse_that_checks_nothing_is_broken() -> None:
    """No law passes in silence."""

    def idle(_walk: Walk, _moment: Moment) -> Checks:
        return iter(())

    assert finding(Law("idle", "Nothing is checked.", idle, "there is no need"), walks("nim/classic")).breach is None
    breach = finding(Law("idle", "Nothing is checked.", idle, None), walks("nim/classic")).breach
    assert breach is not None
    assert breach.words == "there was nothing to check"


# ------------------------------------------------------------------------------------------------- planted errors


class Wading(Stratego):
    """A Stratego whose referee lets pieces step into a lake."""

    def why_not(self, state: Any, move: Any) -> str | None:
        reason = super().why_not(state, move)
        return None if reason and "is a lake, which" in reason else reason


class Leaping(Stratego):
    """A Stratego whose referee lets scouts jump over pieces."""

    def why_not(self, state: Any, move: Any) -> str | None:
        reason = super().why_not(state, move)
        return None if reason and "is in the way" in reason else reason


class ShortSighted(Stratego):
    """A Stratego that lists no long move of a scout."""

    def moves(self, state: Any) -> Iterator[Any]:
        return (move for move in super().moves(state) if not isinstance(move, Step) or move.length < 4)


class Crooked(Stratego):
    """A Stratego that lists a diagonal step beside the first straight one."""

    def moves(self, state: Any) -> Iterator[Any]:
        for number, move in enumerate(super().moves(state)):
            yield move
            if isinstance(move, Step) and number == 0:
                (x, y), (up, right) = move.source, (1, 1)
                yield Step((x, y), (x + right, y + up))


class Crowded(Stratego):
    """A Stratego whose referee lets a piece be set up on a square that is taken."""

    def why_not(self, state: Any, move: Any) -> str | None:
        reason = super().why_not(state, move)
        return None if reason and "is taken (§2)" in reason else reason


class OverNothing(PegSolitaire):
    """A peg solitaire whose referee lets pegs jump over empty holes."""

    def why_not(self, state: Any, move: Any) -> str | None:
        reason = super().why_not(state, move)
        return None if reason and "to jump over" in reason else reason


class Cornered(PegSolitaire):
    """A peg solitaire that lists no jump upwards."""

    def moves(self, state: Any) -> Iterator[Any]:
        jumps = list(super().moves(state))
        return iter([jump for jump in jumps if jump.target[1] >= jump.source[1]] or jumps)


class Homeless(DominoPatience):
    """A domino patience whose referee lets a tile go to any foundation."""

    def why_not(self, state: Any, move: Any) -> str | None:
        reason = super().why_not(state, move)
        return None if reason and "belongs on" in reason else reason


class Floorless(DominoPatience):
    """A domino patience that lists no move to an empty stack where there is another."""

    def moves(self, state: Any) -> Iterator[Any]:
        moves = list(super().moves(state))
        low = [move for move in moves if isinstance(move, Shift) and not move.home and not state.stacks[move.target]]
        return iter([move for move in moves if move not in low] or moves)


class Slanting(Dots):
    """A dots whose referee lets paths go anywhere among dots of a colour."""

    def why_not(self, state: Any, move: Any) -> str | None:
        reason = super().why_not(state, move)
        return None if reason and "is not beside" in reason else reason


class Brief(Dots):
    """A dots that lists no path of more than three dots."""

    def moves(self, state: Any) -> Iterator[Any]:
        return (move for move in super().moves(state) if not isinstance(move, Path) or len(move.squares) < 4)


class Pouring(Dots):
    """A dots whose referee lets any colour drop, wherever it is."""

    def why_not(self, state: Any, move: Any) -> str | None:
        reason = super().why_not(state, move)
        return None if reason and "the next dot falls into" in reason else reason


class Greedy(Nim):
    """A nim whose referee lets one take more than a heap holds."""

    def why_not(self, state: Heaps, move: Take) -> str | None:
        reason = super().why_not(state, move)
        return None if reason and "holds only" in reason else reason


class Idle(Nim):
    """A nim whose referee lets one take nothing."""

    def why_not(self, state: Heaps, move: Take) -> str | None:
        reason = super().why_not(state, move)
        return None if reason and "at least one" in reason else reason


class Sparing(Nim):
    """A nim that does not list how to take a whole heap of more than one."""

    def moves(self, state: Heaps) -> Iterator[Take]:
        return (move for move in super().moves(state) if move.count == 1 or move.count < state.sizes[move.heap])


LENIENT: list[tuple[str, type[Game[Any, Any]]]] = [
    ("stratego/classic", Wading),
    ("stratego/classic", Leaping),
    ("stratego/classic", Crowded),
    ("stratego/barrage", Wading),
    ("pegs/english", OverNothing),
    ("pegs/triangle", OverNothing),
    ("domino/6", Homeless),
    ("dots/classic", Slanting),
    ("dots/classic", Pouring),
    ("nim/classic", Greedy),
    ("nim/classic", Idle),
]
FORGETFUL: list[tuple[str, type[Game[Any, Any]]]] = [
    ("stratego/classic", ShortSighted),
    ("stratego/gravon", ShortSighted),
    ("pegs/english", Cornered),
    ("domino/6", Floorless),
    ("dots/dealt", Brief),
    ("dots/classic", Brief),
    ("nim/marienbad", Sparing),
]


def with_error(name: str, error: type[Game[Any, Any]], law: str = "legality") -> Finding:
    """Return what is found of a law in a variant with a planted error."""
    box, game = find(name)
    broken = error(**{field.name: getattr(game, field.name) for field in fields(game)})  # type: ignore[arg-type]
    return finding(LAWS[law], [Walk(name, box, broken, seed) for seed in range(5)])


def truth(name: str, position: str, move: str | None) -> str | None:
    """Return what the true rules say against a move that broke a law."""
    _, game = find(name)
    state = game.read(position)
    assert move is not None
    return game.why_not(state, game.parse(state, move))


@pytest.mark.parametrize(("name", "error"), LENIENT)
def test_a_rule_that_the_referee_forgets_is_missed(name: str, error: type[Game[Any, Any]]) -> None:
    """The law of legality finds what only moves knows, and tells the position and the move that show it."""
    breach = with_error(name, error).breach
    assert breach is not None
    assert breach.words == "it is legal, but not listed"
    assert truth(name, breach.position, breach.move) is not None


@pytest.mark.parametrize(("name", "error"), FORGETFUL)
def test_a_move_that_is_not_listed_is_missed(name: str, error: type[Game[Any, Any]]) -> None:
    """The law of legality finds what only why_not knows, and tells the position and the move that show it."""
    breach = with_error(name, error).breach
    assert breach is not None
    assert breach.words == "it is legal, but not listed"
    assert truth(name, breach.position, breach.move) is None


def test_a_move_that_is_listed_wrongly_is_found() -> None:
    """What is listed and forbidden breaks a law, with the rule that forbids it, whether contracts are on or off."""
    breach = with_error("stratego/classic", Crooked).breach
    assert breach is not None
    assert breach.words == f"it is listed, but {truth(breach.game, breach.position, breach.move)}"


def test_a_breach_tells_all_that_is_needed_to_see_it_again() -> None:
    """It names the law, the game, the move, the position and the seed, and the command that repeats it."""
    breach = with_error("nim/classic", Greedy).breach
    assert breach is not None
    assert str(breach) == (
        f"nim/classic breaks the law of legality by '{breach.move}': it is legal, but not listed\n"
        f"  position  {breach.position}\n"
        f"  reached   after {breach.ply} moves of seed {breach.seed}\n"
        f"  repeat    hoyle laws 'nim/classic' --law legality --seed {breach.seed}"
    )
    assert truth(breach.game, breach.position, breach.move) is not None


class Credulous(Stratego):
    """A Stratego that believes whatever a position says of its end."""

    def _check_end(self, state: Any) -> None:
        """Check nothing."""


@pytest.mark.parametrize("name", ["stratego/six", "stratego/classic"])
def test_an_end_that_is_made_up_is_noticed(name: str) -> None:
    """The law of claims finds a reader that believes a position's word."""
    breach = with_error(name, Credulous, "claims").breach
    assert breach is not None
    assert breach.words.startswith("it is read as ended ")
    with pytest.raises(HoyleError, match=r"has not ended .*§8"):
        find(name)[1].read(breach.move or "")


class Narrow(Stratego):
    """A Stratego that reads no more than five digits, and counts on."""

    def read(self, text: str) -> Any:
        if re.search(r"\d{6}", text):
            raise HoyleError("too many digits")
        return super().read(text)


def test_a_count_that_outgrows_its_text_is_noticed() -> None:
    """The law of brinks finds a position that is reached and not read, although no walk is so long."""
    breach = with_error("stratego/six", Narrow, "brinks").breach
    assert breach is not None
    assert "played 100000" in breach.words


class Forgetful(Nim):
    """A nim that fails, as a program does, once a heap is empty."""

    def outcome(self, state: Heaps) -> Any:
        return {1: None, 2: None, 3: None}[min(state.sizes)]


def test_an_error_in_a_game_breaks_a_law() -> None:
    """Whatever is raised is told with its place, the position and the move, and ends nothing."""
    breach = with_error("nim/classic", Forgetful, "playing").breach
    assert breach is not None
    assert breach.words.startswith("KeyError: 0 (test_laws.py, line ")
    assert breach.position == "3,4,5 first"
    assert str(find("nim/classic")[1].parse(None, breach.move or "")) in {"a3", "b4", "c5"}


def test_a_breach_is_found_again_by_its_seed() -> None:
    """One seed alone shows the same breach as all of them."""
    box, game = find("stratego/classic")
    broken = Wading(**{field.name: getattr(game, field.name) for field in fields(game)})  # type: ignore[arg-type]
    breach = with_error("stratego/classic", Wading).breach
    assert breach is not None
    again = finding(LAWS["legality"], [Walk("stratego/classic", box, broken, breach.seed)])
    assert again.breach == breach


def test_laws_are_found_by_name() -> None:
    """Some laws, or all, are examined; an unknown one is refused."""
    assert [found.law for found in examine("nim/classic", range(1))] == list(LAWS)
    assert [found.law for found in examine("nim/classic", range(1), ("odds", "page"))] == ["odds", "page"]
    with pytest.raises(HoyleError, match="no law is called 'legal'; did you mean legality"):
        examine("nim/classic", laws=("legal",))
