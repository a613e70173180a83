"""Domino patience: bring every tile home, from its double down to its blank.

§1  A set with the highest number n has one tile for each two numbers from 0 to n; a 0 is a blank.  The order of the
    set is [0:0], [1:0], [1:1], [2:0] and so on: by the higher number, then by the lower.
§2  The tiles are shuffled, each order equally likely, and dealt face up: one to stack S0, the next two to S1, and so
    on to n+1 tiles on Sn.  The tile dealt last to each stack is its top.
§3  A move takes the top of one stack to a foundation, onto another stack, or to an empty stack.
§4  Home: the foundation Fh takes the tiles whose higher number is h, first the double, then each tile whose lower
    number is one less than the last.  Nothing leaves a foundation.
§5  Onto a stack: a tile goes onto a top that has one number the same and the other one less.
§6  Only a tile with a blank may go to an empty stack, even if it stands alone.
§7  The match is won when every stack is empty.
§8  It is lost when no move is left.  A match may also run in circles; then it is unfinished.
§9  A move is written as the stack that the tile leaves and the place it goes to: S2-F3, S1-S0.  S2F3, S2->F3 and the
    course's mS2->F3! are accepted too.  A dealt tile is written with a 0 for a blank: [1:0].
§10 A deal is the number of the course's shuffle (1998), or all the tiles in the order of dealing: [0:0][1:1][1:0].
§11 A position is written in one line: F0 0/1 F1 0/2 / S0 |top>[ : ] <| / S1 |top>[1: ] [1:1] <| gives how many tiles
    are home, of how many, and each stack from its top.  The course's lines for the same, each with a name before it,
    and its short form 00|A |B C |, with a letter for each tile of the set, are read too.

Variants are the highest numbers 1 to 15: domino/6 is played with the double-six set.

Sources: assignment 3 of CS 1027 (Western University, 2022), DomSolitaire; the shuffle is that of java.util.Random.

Remarks

The solver makes some moves home without looking at others.  A move home is not always right: from
F0 1/1 F1 0/2 F2 0/3 / S0 |top>[1: ] <| / S1 |top>[1:1] <| / S2 |top>[2:1] [2: ] [2:2] <| you can win, but no longer
once [1:1] is home, as [2:1] then has nowhere to go.  Two remarks say when the solver may stop looking.

Remark 1 (safe moves home).  Let t = [h:l] be able to go home.  Look at the tiles [h+1:l], [h+2:l], … up to n, and stop
    before the first that is home already.  Suppose that each of them, [h+k:l], could go home at once if it were a top,
    that is, that its predecessor [h+k:l+1] is home.  Then, if any line wins, some shortest winning line begins with t
    going home.
    Proof.  Call t and these tiles C.  By §5 only [g+1:l] and [g:l+1] can go onto a tile [g:l] of C.  The first is in C,
    home, or not in the set.  The second is home: for t because t can go home, for the others by assumption (for a
    double, which can only be t, the second is the same tile).  So only tiles of C ever lie on tiles of C.  Take any
    winning line and mirror it after t has gone home: the mirror has the same stacks, without a set X of tiles of C
    that are home already; at first X = {t}.  When a tile x outside C moves in the line, it is a top there, and also in
    the mirror, where stacks hold less; so is the tile that it goes onto, which is not in C; an empty stack is empty in
    both; and no less is home.  So x can make the same move.  When a tile of C moves in the line and is in X, the mirror
    stands still; otherwise the tile is a top in the mirror too, goes home, and joins X.  The mirror wins in at least
    one move less than the line, as it skips the moves of t; together with t's own move it is not longer.

Remark 2 (blocked tiles).  Let B be a set of tiles in stacks such that each t of B either lies under another tile of B
    or has no way left: not home, as one of the tiles that must go before it is in B; not onto any tile that would take
    it, as each of these is home or lies under a tile of B; and, if t has a blank and is not at the bottom of a stack,
    not to an empty stack, as each stack holds a tile of B.  Then no line wins.
    Proof.  As the order of stacks does not matter, a tile that lies alone and goes to an empty stack has not moved.
    Some tile of B would have to be the first to move; until then all of B lies where it lay, and so that tile still
    has no way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from hoyle.box import Box, Guide, Later, Look, Study, Texts, Training
from hoyle.game import HoyleError
from hoyle.games.domino.notation import Layout
from hoyle.games.domino.rules import Deal, DominoPatience, Shift
from hoyle.games.domino.styles import STYLES
from hoyle.games.domino.tiles import MOST, Tile, full_set, order, shuffle, tile

__all__ = ["BOX", "Deal", "DominoPatience", "Layout", "Shift", "Tile", "full_set", "game", "shuffle", "tile"]

NAMES: Final = ("blank", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
VARIANTS: Final = {
    str(highest): f"double-{NAMES[highest]}, {len(full_set(highest))} tiles on {highest + 1} stacks"
    for highest in (6, 1, 2, 3, 4, 5, 9)
}


@lru_cache(maxsize=100)
def game(variant: str) -> DominoPatience:
    """Return the game with a highest number from 1 to 15.

    >>> game("6")
    DominoPatience(highest=6)
    """
    if not re.fullmatch(r"[1-9][0-9]?", variant, re.ASCII):
        raise HoyleError(f"a variant of domino is its highest number, 1 to {MOST}, not {variant[:40]!r}")
    return DominoPatience(int(variant))


def deal(game: DominoPatience, text: str) -> Sequence[Deal]:
    """Return nature's moves that a deal as in §10 stands for."""
    return [Deal(one) for one in order(game.highest, text)]


BOX: Final = Box(
    name="domino",
    title="Domino patience",
    rules=__doc__,
    variants=VARIANTS,
    game=game,
    look=Look(picture=Later("hoyle.games.domino.picture:picture"), styles=STYLES),
    solvers={
        "depth-first": Later("hoyle.games.domino.solver:DepthFirst"),
        "shortest": Later("hoyle.games.domino.solver:Shortest"),
        "breadth-first": Later("hoyle.games.domino.solver:breadth_first"),
    },
    hints="shortest",
    texts=Texts(deal=deal),
    study=Study(
        level=lambda number, _: f"domino/{number + 1}",
        check=Later("hoyle.games.domino.certificate:verify"),
        batch={
            name: partial(Later("hoyle.games.domino.solver:answers"), solver=name)
            for name in ("depth-first", "shortest")
        },
        rehearse={
            "depth-first": Later("hoyle.games.domino.rehearsal:depth_first"),
            "shortest": Later("hoyle.games.domino.rehearsal:shortest"),
        },
    ),
    guide=Guide(
        aim="Bring every tile home.",
        how=(
            "Bring all the tiles home to the foundations at the top. Only the front tile of a stack can move.",
            "A foundation begins with its double, such as [3:3], and then takes [3:2], [3:1] and [3: ] in this order.",
            "A tile also goes onto a tile that has one number the same and the other one less: [3:2] onto [3:1] or [2:2].",
            "Only a tile with a blank may go to an empty stack.",
            "Click a stack and then where its tile goes, or drag the tile there.",
        ),
        week=("3", "4", "5", "6", "7", "8", "9"),
        former={"2026-11-23": ("3", "3", "4", "4", "5", "5", "6")},
        par=Later("hoyle.games.domino.guide:par"),
        packs=Later("hoyle.games.domino.guide:packs"),
        lesson=Later("hoyle.games.domino.guide:lesson"),
    ),
    training=Training(
        actions=Later("hoyle.games.domino.training:actions"),
        observe=Later("hoyle.games.domino.training:observe"),
        left=Later("hoyle.games.domino.training:left"),
        horizon=Later("hoyle.games.domino.training:horizon"),
        machine=Later("hoyle.games.domino.training:machine"),
    ),
)
