"""Stratego: two armies whose ranks are hidden from each other; find the flag and take it.

§1  The board is a rectangle of squares, some of them lakes, which nothing enters or crosses.  Red sits below and blue
    above; the rows nearest to each, four of the ten, are its home.
§2  Before the first move red and then blue sets up its army unseen, each piece on a square of its home: one piece at a
    time, or all at once by the name of a ready-made setup.
§3  Red begins, and the seats move in turn.  A move takes one piece to the square straight ahead, behind or beside it,
    if that is empty or holds a piece of the other colour, which is then struck.  Flags and bombs never move.  A seat
    must move.
§4  A scout goes any number of empty squares in a straight line, and may strike at the end.  In the older American rules
    it strikes only a piece beside it (the option scouts=near).
§5  When a piece strikes, both seats see both ranks.  The lower one falls, equal ones both fall, and a striker
    that wins takes the square.  A spy that strikes the marshal wins, but falls if the marshal strikes it.  A bomb stays
    and beats every striker except the miner, which removes it.  Every striker takes the flag.
§6  Two squares: a piece may not cross between the same two squares more than three times in a row with the moves of its
    seat, whatever the other seat does.  A scout crosses between all the neighbouring squares on its way.
    (two-squares=5 is the older rule, and that of the Gravon server; two-squares=100 is the most, and off has none.)
§7  More squares: a move to an empty square threatens each piece of the other colour that it ends beside; the answer
    evades if it takes such a piece to an empty square.  A strike neither threatens nor evades, even if the striker then
    stands beside another piece.  Threats and evasions without a break are a chase; after a strike, the next threat
    begins a new one.  A move that threatens a piece which evaded in the chase may not lead to a position that the same
    seat's moves have led to since the chase began, except that a piece may always go straight back to where the seat's
    last move took it from.  Positions are the same if each piece stands where it stood.  Of a long chase, only the last
    100 threats and evasions count, which is hoyle's own number.  (more-squares=off has no such rule.)
§8  The seat that takes the flag wins.  A seat that has no move on its turn loses; if the other seat has none either, it
    is a draw.  It is also a draw after 200 moves in a row without a strike, which is hoyle's own number, as the
    federation leaves it to the arbiter's clock (quiet=100 or quiet=off), and after a number of moves in all if an option
    such as longest=2000 asks for it, or else after 9,999,999, the most that are counted.
§9  A seat sees its own ranks.  Of the other's pieces it sees where they stand, which have moved, and the ranks that a
    strike has shown; a piece that has gone further than one square is known to be a scout.  It does not see how the
    other sets up.  Once the match is over, everything is open.
§10 In the open game, which is the course's, every rank is seen, any pieces may stand anywhere at the start, and after
    each move both seats are checked: a seat that has no move loses at once.
§11 A move is written as its two squares, a4-a5: a letter for the column from the left and the number of the row from
    below.  A piece is set up as in F-a1, an army as in bastion, or written out as in red(2X.9.2/FB3.S.): the front
    row first, as its owner sees it.  The course's notation is accepted too: M(x,y;N;3) moves from column x and row y,
    counted from 0, three squares up (S down, E right, W left), and W, L or D for M claim that the piece strikes and
    wins, loses or falls together with the other.  A claim is checked where the rank is seen, and refused where it is not.
§12 The ranks: X marshal (10), 9 general, 8 colonel, 7 major, 6 captain, 5 lieutenant, 4 sergeant, 3 miner, 2 scout,
    S spy, B bomb, F flag.  The course counts all of them one lower, from 9 for the marshal to 0 for the spy.
§13 A position is written row by row from the top: r5 or b5 for a piece, b? for an unseen one, ' after one that has
    moved and ! after one that is known, . for an empty square and ~ for a lake; then whose turn it is and, if any, how
    many moves were played, how many of the last were quiet, what was lost, the last moves, at most 202 of them, and the
    end, which must be the one that the rules give to all the rest.
§14 The referee also reads the course's games (a number, then that many moves, with the starting board before or after
    them) and the game files of the Gravon server, in XML or as text.

Variants have names such as classic, barrage, duel and six; options follow: classic@two-squares=5,quiet=off,first=blue.

Sources: the game rules of the International Stratego Federation (two squares, more squares, the spy, the end); the rules
pages of Gravon (gravon.de), where five moves on two squares are allowed, and its more-squares page; for the older rules
the leaflets of Jumbo and Milton Bradley.  Barrage and duel: the federation's tournaments (duel is barrage with one more
miner and bomb).  The course: SWEN221, mid-term test (Victoria University of Wellington, 2015).  The six-by-six board and
all ready-made setups are hoyle's own.

Stratego is a trademark of its owner, with whom hoyle is not affiliated.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from hoyle.box import Box, Face, Guide, Later, Look, Option, Study, Texts, Training
from hoyle.games.stratego.pieces import COLOURS, Deploy, Piece, Place, Position, Rank, Step
from hoyle.games.stratego.rules import Stratego
from hoyle.games.stratego.styles import STYLES
from hoyle.games.stratego.variants import SHOWCASE, VARIANTS, game

__all__ = ["BOX", "Deploy", "Piece", "Place", "Position", "Rank", "Step", "Stratego", "game"]

FACES: Final = {
    "scout": ("2", "looks one move ahead, very roughly"),
    "sergeant": ("4", "looks one move ahead, roughly"),
    "lieutenant": ("5", "looks one move ahead, fairly well"),
    "captain": ("6", "looks one move ahead, well"),
    "major": ("7", "looks one move ahead, very well"),
    "colonel": ("8", "looks two moves ahead"),
    "general": ("9", "sets up as people do, and expects the same of you"),
    "marshal": ("10", "sets up as people do, and looks four moves ahead"),
}
"""How the opponents appear, from the weakest to the strongest."""
LEVELS: Final = tuple(FACES)

BOX: Final = Box(
    name="stratego",
    title="Stratego",
    rules=__doc__,
    variants=VARIANTS,
    game=game,
    seats=COLOURS,
    look=Look(
        picture=Later("hoyle.games.stratego.picture:picture"),
        styles=STYLES,
        opposite=Later("hoyle.games.stratego.picture:opposite"),
        legend=tuple(f"{rank.letter} {rank.title}" for rank in sorted(Rank, reverse=True)),
        showcase=SHOWCASE,
    ),
    players={
        "heuristic": Later("hoyle.games.stratego.player:HeuristicPlayer"),
        "search": Later("hoyle.games.stratego.player:SearchPlayer"),
        "random": Later("hoyle.games.stratego.player:RandomPlayer"),
        **{level: Later(f"hoyle.games.stratego.levels:{level}") for level in LEVELS},
    },
    programs={"ucc": Later("hoyle.games.stratego.ucc:Contestant")},
    study=Study(
        level=lambda number, _: f"stratego/{('six', 'six', 'barrage', 'duel', 'classic')[number - 1]}",
        rehearse={name: Later(f"hoyle.games.stratego.rehearsal:{name}") for name in ("strategy", "battle")},
    ),
    guide=Guide(
        aim="Capture the other flag.",
        notes="A dot on a piece of yours: your opponent knows its rank. A dot on one of theirs: it has moved.",
        how=(
            "First set up your army: choose a ready-made setup or place the pieces yourself, then press Ready.",
            "On your turn, move one piece by one square; a scout goes any distance in a line. Flags and bombs never move.",
            "Move onto an enemy piece to strike it. The lower rank falls, and equal ones both fall.",
            "Bombs beat all but miners, and a spy that strikes the marshal wins.",
            "Take the flag, or leave your opponent without a move, and you win.",
        ),
        lesson=Later("hoyle.games.stratego.guide:lesson"),
        material=Later("hoyle.games.stratego.guide:material"),
        levels=LEVELS,
        ladder=lambda: files("hoyle.games.stratego").joinpath("ladder.json").read_text("utf-8"),
        faces={name: Face(f"The {name.capitalize()}", sign, words) for (name, (sign, words)) in FACES.items()},
    ),
    texts=Texts(
        formats={
            "course": Later("hoyle.games.stratego.course:translate"),
            "gravon": Later("hoyle.games.stratego.gravon:translate"),
        },
        unsaid=(
            Option("first", "who begins, where a file of the course does not say", "COLOUR", choices=("red", "blue")),
        ),
        spoken={"unseen": "has set up its army"},
        setups=Later("hoyle.games.stratego.variants:ready"),
    ),
    training=Training(
        actions=Later("hoyle.games.stratego.training:actions"),
        observe=Later("hoyle.games.stratego.training:observe"),
        deal=Later("hoyle.games.stratego.training:deal"),
        horizon=Later("hoyle.games.stratego.training:horizon"),
        machine=Later("hoyle.games.stratego.training:machine"),
    ),
)
