"""The contract lab as a course: what is given, what is a task, and what the document asks of a report."""

from __future__ import annotations

from typing import Final

from hoyle.course import Course

_BOARDS: Final = ("cross", "plus", "pyramid", "arrow", "diamond", "skull")
_MAKES: Final = tuple(f"make_{kind}" for kind in _BOARDS)

_BOTH: Final = (
    "SlotStatus.__eq__",
    "UnavailableSlot.__str__",
    "OccupiedSlot.__str__",
    "UnoccupiedSlot.__str__",
    "SlotStatusAccess.unavailable_slot",
    "SlotStatusAccess.occupied_slot",
    "SlotStatusAccess.unoccupied_slot",
    "BoardTemplatesAccess.templates",
    *(f"Board.{feature}" for feature in _MAKES),
    "Board.matches_slots_except",
    "Board.set_status",
    "Board.set_statuses",
    "Board.number_of_rows",
    "Board.number_of_columns",
    "Board.is_valid_row",
    "Board.is_valid_column",
    "Board.status_of",
    "Board.__eq__",
    *(f"Game.{feature}" for feature in ("make_default", *_MAKES)),
    "Game.move_left",
    "Game.move_right",
    "Game.move_up",
    "Game.move_down",
    *(f"GoodPlayer.wins_{kind}_board" for kind in _BOARDS),
    *(f"BadPlayer.loses_{kind}_game" for kind in _BOARDS[2:]),
)

COURSE: Final = Course(
    name="pegs",
    title="Peg solitaire with contracts",
    about="""\
A peg jumps over its neighbour into an empty hole, and the neighbour leaves the board. Your program keeps a board, makes the
jumps, and says when a game is over and won. The point of the lab is the *contracts*: for every feature, what it requires and
what it ensures, so completely that no wrong program satisfies them.

1. **Slots** (`slot.py`): when two statuses are equal, how each is written, and why there is only one object of each.
2. **Boards** (`board.py`): the invariant of the templates shows their texts and says that boards and texts agree. Of a board you
   write the constructors, the queries, and `matches_slots_except`, on which most other contracts rest. Do not touch `_imp` outside
   of `number_of_rows`, `number_of_columns`, `status_of` and the commands that set slots.
3. **Games** (`game.py`): the four moves, with all three slots in the postcondition and the rest of the board unchanged; when a
   game is over, and when it is won.
4. **Players** (`players.py`): one who wins every board, and one who loses.
5. **Tests** (`tests/student`): normal cases, broken preconditions, and broken postconditions. For the last you need a descendant
   that is wrong on purpose.

A condition that is still `True` is a task, and so is a body that raises `NotImplementedError`. Keep all names, tags and types.""",
    solution="hoyle.classroom.pegs",
    modules=("slot", "board", "game", "players"),
    cases="hoyle.classroom.courses.pegs.cases",
    given="hoyle.classroom.courses.pegs.given",
    printed="hoyle.classroom.courses.pegs.printed",
    faults="hoyle.classroom.faults.pegs",
    bodies=(
        *_BOTH,
        "Board.number_of_occupied_slots",
        "Board.__str__",
        "Game.is_over",
        "Game.is_won",
    ),
    contracts=(
        *_BOTH,
        "SlotStatusAccess",
        "BoardTemplates",
        "BoardTemplatesAccess",
        "Board.make_default",
        "Game.make_from_board",
        "Player.__init__",
        "Player.make",
        "GoodPlayer.wins_easy_board",
        "BadPlayer.loses_easy_board",
    ),
    alike=("WallUnlikeWalls",),
    drop=("GoodPlayer.wins", "BadPlayer.loses_cross_game", "BadPlayer.loses_plus_game"),
    cover={"Course": "EECS3311", "Semester": "Fall 2017"},
    views=("Game", "Board"),
    tested="matches_slots_except",
)
