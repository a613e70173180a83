"""The contract lab: every clause of every feature can be met, and can be broken."""

from __future__ import annotations

import copy
import inspect
import itertools
import pickle
import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from icontract import ViolationError

from hoyle.classroom import pegs as lab
from hoyle.classroom.pegs import Board, BoardTemplatesAccess, Game, GoodPlayer, SlotStatusAccess, players
from hoyle.classroom.pegs.tests import (
    TestBadPlayer,
    TestBoard,
    TestGoodPlayer,
    TestPegSolitaire,
    breaks_promise,
    violates,
)
from hoyle.games import pegs
from hoyle.games.pegs.boards import TEMPLATES

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["TestBadPlayer", "TestBoard", "TestGoodPlayer", "TestPegSolitaire"]

KINDS = ["default", *TEMPLATES]
NO_NUMBERS: list[Any] = [None, "4", 4.0, True, [4], 10**5000, -(10**5000), float("nan")]
PEG, EMPTY, NONE = (
    SlotStatusAccess().occupied_slot,
    SlotStatusAccess().unoccupied_slot,
    SlotStatusAccess().unavailable_slot,
)
watched = pytest.mark.skipif(not __debug__, reason="postconditions and invariants are not watched under -O")


def board_of(text: str) -> Board:
    return Board.make_from_out(text.replace("/", "\n"))


# ------------------------------------------------------------------ slots and templates


def test_statuses_are_written_as_on_the_board() -> None:
    assert [str(status) for status in (NONE, PEG, EMPTY)] == ["*", "O", "."]
    for one, other in itertools.product((NONE, PEG, EMPTY), repeat=2):
        assert (one == other) == (str(one) == str(other)) == (hash(one) == hash(other))
    assert PEG != "O"
    assert isinstance(PEG, lab.AvailableSlot)
    assert not isinstance(NONE, lab.AvailableSlot)


def test_there_is_one_object_of_each_status_and_of_the_templates() -> None:
    assert lab.OccupiedSlot() is PEG is SlotStatusAccess().occupied_slot is Board().occupied_slot
    assert copy.copy(PEG) is copy.deepcopy(PEG) is pickle.loads(pickle.dumps(PEG)) is PEG  # noqa: S301 - our own
    assert BoardTemplatesAccess().templates is BoardTemplatesAccess().templates is lab.BoardTemplates()


@pytest.mark.parametrize("deferred", [lab.SlotStatus, lab.AvailableSlot, lab.Player])
def test_deferred_classes_have_no_objects(deferred: type) -> None:
    with pytest.raises(TypeError, match="abstract"):
        deferred()


@watched
def test_a_status_written_wrongly_is_caught() -> None:
    class Crooked(lab.OccupiedSlot):
        def __str__(self) -> str:
            return "."

    with breaks_promise("correct_result"):
        str(Crooked())


@watched
def test_statuses_that_are_not_singletons_are_caught() -> None:
    class Forgetful(SlotStatusAccess):
        @property
        def occupied_slot(self) -> lab.OccupiedSlot:
            return object.__new__(lab.OccupiedSlot)

    with violates("singleton_slot_statuses"):
        Forgetful()


@watched
def test_templates_that_are_not_singletons_are_caught() -> None:
    class Forgetful(BoardTemplatesAccess):
        @property
        def templates(self) -> lab.BoardTemplates:
            return object.__new__(lab.BoardTemplates)

    with violates("singleton_templates"):
        Forgetful()


@watched
@pytest.mark.parametrize("kind", KINDS)
def test_every_template_is_watched_by_two_invariants(kind: str) -> None:
    for name, value, tag in (
        (f"{kind}_board_out", "no board", f"correct_{kind}_board_output"),
        (f"{kind}_board", board_of("O."), f"consistent_{kind}_board_outputs"),
    ):

        def shown(self: object, value: object = value) -> object:  # noqa: ARG001 - icontract wants its name
            return value

        metaclass: Any = type(lab.BoardTemplates)
        spoilt = metaclass(
            "Spoilt",
            (lab.BoardTemplates,),
            {name: property(shown)},
        )
        with violates(tag):
            spoilt()


# ------------------------------------------------------------------ boards


@pytest.mark.parametrize("kind", KINDS)
def test_boards_are_made_as_their_templates_say(kind: str) -> None:
    board: Board = getattr(Board, f"make_{kind}")()
    text = TEMPLATES.get(kind, "/".join(["*******"] * 7)).replace("/", "\n")
    assert str(board) == text == getattr(BoardTemplatesAccess().templates, f"{kind}_board_out")
    assert (board.number_of_rows, board.number_of_columns) == (7, 7)
    assert board.number_of_occupied_slots == text.count("O")
    assert board == Board.make_from_out(text) == eval(repr(board), {"Board": Board})  # noqa: S307 - our own text
    assert getattr(Game, f"make_{kind}")().board == board


@watched
@pytest.mark.parametrize(("cls", "kind"), [*itertools.product([Board, Game], KINDS)])
def test_a_board_of_the_wrong_kind_is_caught(cls: type[Board | Game], kind: str) -> None:
    """A descendant whose board is always the smallest breaks every promise of creation."""
    tiny = board_of("O.")
    wrong: Any = classmethod(lambda _cls: tiny if issubclass(cls, Board) else Game(tiny))
    with breaks_promise("board_set"):
        getattr(type("Wrong", (cls,), {f"make_{kind}": wrong}), f"make_{kind}")()


def test_boards_compare_by_their_text_and_change_alone() -> None:
    one, other = Board.make_plus(), Board.make_plus()
    assert one == other
    other.set_status(1, 1, PEG)
    assert one != other
    assert one.status_of(1, 1) == NONE
    assert one != str(one)
    assert Board.make_from_out("O.") != Board.make_from_out("O\n.")
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@pytest.mark.parametrize(
    ("out", "tag"),
    [
        *((wrong, "signs_known") for wrong in ("", "OX", "O.\r", None, 7, b"O.")),
        *((ragged, "rows_equally_long") for ragged in ("O\n.O", "O.\n", "\nO")),
        ("\n", "slots_present"),
    ],
)
def test_only_boards_are_read_as_boards(out: Any, tag: str) -> None:
    with violates(tag):
        Board.make_from_out(out)


EDGES = [0, -1, 8, 9, *NO_NUMBERS]
BOARD_VIOLATIONS = [
    *(("set_status", (bad, 1, PEG), "valid_row") for bad in EDGES),
    *(("set_status", (1, bad, PEG), "valid_column") for bad in EDGES),
    ("set_status", (0, 0, PEG), "valid_row"),
    *(("status_of", (bad, 1), "valid_row") for bad in EDGES),
    *(("status_of", (1, bad), "valid_column") for bad in EDGES),
    ("status_of", (8, 8), "valid_row"),
    *(("set_statuses", (bad, 1, 1, 1, PEG), "valid_rows") for bad in EDGES),
    *(("set_statuses", (1, bad, 1, 1, PEG), "valid_rows") for bad in EDGES),
    *(("set_statuses", (1, 1, bad, 1, PEG), "valid_columns") for bad in EDGES),
    *(("set_statuses", (1, 1, 1, bad, PEG), "valid_columns") for bad in EDGES),
    ("set_statuses", (2, 1, 1, 1, PEG), "valid_row_range"),
    ("set_statuses", (1, 1, 7, 1, PEG), "valid_column_range"),
    ("set_statuses", (2, 1, 8, 1, PEG), "valid_columns"),
    ("set_statuses", (2, 1, 2, 1, PEG), "valid_row_range"),
    *(("matches_slots_except", (other, 0, 0, 0, 0), "consistent_row_numbers") for other in (None, "board", PEG, 7)),
    ("matches_slots_except", (board_of("O.*/..."), 0, 0, 0, 0), "consistent_row_numbers"),
    ("matches_slots_except", (board_of("/".join(["O"] * 7)), 0, 0, 0, 0), "consistent_column_numbers"),
    *(("matches_slots_except", (Board(), bad, 1, 1, 1), "valid_rows") for bad in EDGES),
    *(("matches_slots_except", (Board(), 1, bad, 1, 1), "valid_rows") for bad in EDGES),
    *(("matches_slots_except", (Board(), 1, 1, bad, 1), "valid_columns") for bad in EDGES),
    *(("matches_slots_except", (Board(), 1, 1, 1, bad), "valid_columns") for bad in EDGES),
    ("matches_slots_except", (Board(), 3, 2, 1, 1), "valid_row_range"),
    ("matches_slots_except", (Board(), 1, 1, 3, 2), "valid_column_range"),
    ("matches_slots_except", (Board(), 3, 2, 3, 9), "valid_columns"),
    ("matches_slots_except", (Board(), 3, 2, 3, 2), "valid_row_range"),
]


@pytest.mark.parametrize(
    ("feature", "arguments", "tag"), BOARD_VIOLATIONS, ids=lambda value: value if isinstance(value, str) else "args"
)
def test_a_board_names_the_first_clause_broken_and_keeps_its_slots(
    feature: str, arguments: tuple[Any, ...], tag: str
) -> None:
    board = Board.make_arrow()
    with pytest.raises(ViolationError) as caught:
        getattr(board, feature)(*arguments)
    assert str(caught.value).startswith(f"{tag}: ")
    assert str(caught.value).count("\n") < 6
    assert str(board) == TEMPLATES["arrow"].replace("/", "\n")


@pytest.mark.parametrize("status", [None, "O", 1, Board(), lab.OccupiedSlot])
def test_a_slot_takes_only_a_status(status: Any) -> None:
    board = Board.make_easy()
    with pytest.raises(TypeError, match="expected SlotStatus, got"):
        board.set_status(1, 1, status)
    with pytest.raises(TypeError, match="expected SlotStatus, got"):
        board.set_statuses(1, 7, 1, 7, status)
    assert board == Board.make_easy()


def test_numbers_of_rows_and_columns_are_told_from_all_else() -> None:
    board = board_of("OO.")
    assert board.is_valid_row(1)
    assert not board.is_valid_row(2)
    assert [column for column in range(-3, 9) if board.is_valid_column(column)] == [1, 2, 3]
    assert not any(board.is_valid_row(thing) or board.is_valid_column(thing) for thing in NO_NUMBERS)


def test_matching_looks_at_every_slot_outside_and_at_none_inside() -> None:
    for row, column in itertools.product(range(1, 8, 3), repeat=2):
        changed = Board.make_diamond()
        changed.set_status(row, column, NONE if changed.status_of(row, column) != NONE else PEG)
        for r1, r2, c1, c2 in (1, 7, 1, 7), (4, 4, 4, 4), (1, 3, 4, 7), (1, 1, 1, 1), (7, 7, 7, 7), (4, 7, 1, 3):
            inside = r1 <= row <= r2 and c1 <= column <= c2
            assert Board.make_diamond().matches_slots_except(changed, r1, r2, c1, c2) == inside


class Idle(Board):
    def set_status(self, row: int, column: int, status: lab.SlotStatus) -> None:
        pass

    def set_statuses(self, r1: int, r2: int, c1: int, c2: int, status: lab.SlotStatus) -> None:
        pass


class Flooding(Board):
    def set_statuses(self, r1: int, r2: int, c1: int, c2: int, status: lab.SlotStatus) -> None:  # noqa: ARG002
        super().set_statuses(1, r2, c1, c2, status)


class Misreading(Board):
    @property
    def number_of_rows(self) -> int:
        return 8

    @property
    def number_of_columns(self) -> int:
        return 6

    def is_valid_row(self, row: object) -> bool:
        return row == 9

    def is_valid_column(self, column: object) -> bool:
        return column == 9

    def status_of(self, row: int, column: int) -> lab.SlotStatus:  # noqa: ARG002 - wrong on purpose
        return lab.OccupiedSlot()

    def __eq__(self, other: object) -> bool:
        return not super().__eq__(other)

    __hash__ = None

    @property
    def occupied_slot(self) -> Any:
        return lab.UnoccupiedSlot()


@watched
def test_broken_promises_of_boards_are_caught_by_their_tags() -> None:
    with violates("slot_set"):
        Idle().set_status(1, 1, PEG)
    with violates("slots_in_range_set"):
        Idle().set_statuses(1, 2, 1, 2, PEG)
    with violates("slots_not_in_range_unchanged"):
        Flooding().set_statuses(2, 3, 1, 2, PEG)
    wrong = Misreading()
    for query in (
        lambda: wrong.number_of_rows,
        lambda: wrong.number_of_columns,
        lambda: wrong.occupied_slot,
        lambda: wrong.is_valid_row(9),
        lambda: wrong.is_valid_column(9),
        lambda: wrong == Board(),
    ):
        with violates("correct_result"):
            query()


@watched
def test_a_wrong_status_is_caught() -> None:
    class Rosy(Board):
        def status_of(self, row: int, column: int) -> lab.SlotStatus:  # noqa: ARG002 - wrong on purpose
            return PEG

    with violates("correct_result"):
        Rosy().status_of(1, 1)


# ------------------------------------------------------------------ games

STRIP = {"left": ".OO", "right": "OO.", "up": ".OO", "down": "OO."}


def strip(way: str, text: str) -> Game:
    """Return a game on a row or a column of three slots."""
    return Game.make_from_board(board_of(text if way in ("left", "right") else "/".join(text)))


def slot(way: str, number: int) -> tuple[int, int]:
    return (1, number) if way in ("left", "right") else (number, 1)


@pytest.mark.parametrize("way", STRIP)
def test_a_move_changes_its_three_slots(way: str) -> None:
    game = strip(way, STRIP[way])
    start = 3 if STRIP[way].startswith(".") else 1
    getattr(game, f"move_{way}")(*slot(way, start))
    assert str(game.board).replace("\n", "") == ("O.." if start == 3 else "..O")
    assert game.is_won


def game_violations() -> Iterator[tuple[str, str, tuple[Any, Any], str]]:
    """Yield the way of a move, the board, the arguments and the tag, for every clause and at every edge."""
    for way, step in ("left", -1), ("right", 1), ("up", -1), ("down", 1):
        along, across = ("column", "row") if way in ("left", "right") else ("row", "column")
        first = 3 if step < 0 else 1

        def arguments(place: Any, line: Any, along: str = along) -> tuple[Any, Any]:
            return (line, place) if along == "column" else (place, line)

        full = "OOO"
        for bad in (0, 2, -1, *NO_NUMBERS):
            yield way, full, arguments(first, bad), f"from_slot_valid_{across}"
            yield way, full, arguments(99, bad), f"from_slot_valid_{across}"
        for bad in (0, 4, -1, *NO_NUMBERS):
            yield way, full, arguments(bad, 1), f"from_slot_valid_{along}"
        yield way, full, arguments(first + 2 * step, 1), f"middle_slot_valid_{along}"
        yield way, full, arguments(first + step, 1), f"to_slot_valid_{along}"
        for pattern in itertools.product("O.*", repeat=3):
            tags = [
                tag
                for sign, wanted, tag in zip(
                    pattern, "OO.", ["from_slot_occupied", "middle_slot_occupied", "to_slot_unoccupied"], strict=True
                )
                if sign != wanted
            ]
            if tags:
                yield way, "".join(pattern[::step]), arguments(first, 1), tags[0]


@pytest.mark.parametrize(
    ("way", "text", "arguments", "tag"),
    [*game_violations()],
    ids=lambda value: value if isinstance(value, str) else "args",
)
def test_a_game_names_the_first_clause_broken_and_stays(
    way: str, text: str, arguments: tuple[Any, Any], tag: str
) -> None:
    game = strip(way, text)
    before = str(game.board)
    with pytest.raises(ViolationError) as caught:
        getattr(game, f"move_{way}")(*arguments)
    assert str(caught.value).startswith(f"{tag}: precondition of Game.move_{way}(")
    assert str(caught.value).count("\n") < 6
    assert str(game.board) == before


@watched
@pytest.mark.parametrize("way", STRIP)
def test_broken_promises_of_moves_are_caught_by_their_tags(way: str) -> None:
    def lazy(self: Game, row: int, column: int) -> None:
        """Change nothing."""

    def clumsy(self: Game, row: int, column: int) -> None:
        getattr(Game, f"move_{way}")(self, row, column)
        self.board.set_status(2, 2, PEG)

    text = {"left": ".OO/***", "right": "OO./***", "up": ".*/O*/O*", "down": "O*/O*/.*"}[way]
    start = slot(way, 3 if STRIP[way].startswith(".") else 1)
    board = board_of(text)
    with violates("slots_properly_set"):
        getattr(type("Lazy", (Game,), {f"move_{way}": lazy})(board), f"move_{way}")(*start)
    with violates("other_slots_unchanged"):
        getattr(type("Clumsy", (Game,), {f"move_{way}": clumsy})(board), f"move_{way}")(*start)


@watched
def test_broken_promises_of_status_queries_are_caught_by_their_tags() -> None:
    class Hasty(Game):
        @property
        def is_over(self) -> bool:
            return True

        @property
        def is_won(self) -> bool:
            return True

    class Gloomy(Game):
        @property
        def is_over(self) -> bool:
            return False

    with violates("correct_result"):
        _ = Hasty.make_easy().is_over
    with violates("game_won_iff_one_occupied_slot_left"):
        _ = Hasty.make_easy().is_won
    with violates("winning_a_game_means_game_over"):
        _ = Gloomy(board_of("O")).is_won


def test_an_empty_board_is_over_and_not_won() -> None:
    for text in "*", ".", "***/***", "./.":
        game = Game(board_of(text))
        assert game.is_over
        assert not game.is_won
    assert Game.make_default().is_over
    assert Game(board_of("O")).is_won


def test_a_game_is_played_on_the_very_board_it_is_given() -> None:
    board = Board.make_easy()
    game = Game.make_from_board(board)
    assert game.board is board
    game.move_down(2, 4)
    assert board != Board.make_easy()
    assert Board.make_easy() == BoardTemplatesAccess().templates.easy_board


@pytest.mark.parametrize("thing", [None, "easy", 7, Board, TEMPLATES])
def test_a_game_needs_a_board_and_a_player_a_game(thing: Any) -> None:
    with pytest.raises(TypeError, match="expected Board, got"):
        Game.make_from_board(thing)
    player = GoodPlayer()
    with pytest.raises(TypeError, match="expected Game, got"):
        player.game = thing
    assert player.game.board == Board.make_default()


# ------------------------------------------------------------------ players

FEATURES = [
    *((lab.GoodPlayer, f"wins_{kind}_board", kind) for kind in TEMPLATES),
    (lab.BadPlayer, "loses_easy_board", "easy"),
    *((lab.BadPlayer, f"loses_{kind}_game", kind) for kind in ("pyramid", "arrow", "diamond", "skull")),
]


@pytest.mark.parametrize(("cls", "feature", "kind"), FEATURES)
def test_players_do_what_they_promise_and_only_on_their_board(cls: type[lab.Player], feature: str, kind: str) -> None:
    player = cls()
    with violates(f"current_game_is_{kind}"):
        getattr(player, feature)()
    for other in TEMPLATES:
        if other != kind:
            player.game = getattr(Game, f"make_{other}")()
            with violates(f"current_game_is_{kind}"):
                getattr(player, feature)()
            assert player.game.board == getattr(Board, f"make_{other}")()
    player.game = getattr(Game, f"make_{kind}")()
    getattr(player, feature)()
    assert player.game.is_over
    assert player.game.is_won == feature.startswith("wins")
    with violates(f"current_game_is_{kind}"):
        getattr(player, feature)()


@watched
@pytest.mark.parametrize(("cls", "feature", "kind"), FEATURES)
def test_a_player_who_does_nothing_is_caught(cls: type[lab.Player], feature: str, kind: str) -> None:
    player = type("Sleeper", (cls,), {feature: lambda self: None})()  # noqa: ARG005 - wrong on purpose
    player.game = getattr(Game, f"make_{kind}")()
    with violates("finished_and_won_game" if feature.startswith("wins") else "finished_and_lost_game"):
        getattr(player, feature)()


@watched
def test_a_player_begins_with_the_default_board() -> None:
    class Eager(Game):
        def make_default(self) -> Any:
            self._board = Board.make_easy()

    assert GoodPlayer().game.board == Board.make_default()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "Game", Eager)
        with violates("board_set"):
            GoodPlayer()


@pytest.mark.parametrize("text", ["OO.", "O", "OO.O/***.", TEMPLATES["easy"], TEMPLATES["plus"], "OO./.../O.."[:3]])
def test_a_good_player_wins_any_board_that_can_be_won(text: str) -> None:
    board = board_of(text)
    player = GoodPlayer()
    assert player.wins(board) is player.game
    assert player.game.board is board
    assert board.number_of_occupied_slots == 1


@pytest.mark.parametrize("board", [board_of("O.O"), board_of("..."), Board.make_default(), None, "OO."])
def test_a_good_player_tells_what_cannot_be_won(board: Any) -> None:
    player = GoodPlayer()
    before = str(board)
    with violates("board_winnable" if isinstance(board, Board) else "board_given"):
        player.wins(board)
    assert str(board) == before
    assert player.game.board == Board.make_default()


# ------------------------------------------------------------------ the same rules twice


def preconditions(way: str) -> Any:
    """Return the clauses that guard a move; icontract keeps them on one of the layers around the feature."""
    feature = getattr(Game, f"move_{way}")
    while not hasattr(feature, "__preconditions__"):
        feature = feature.__wrapped__
    (clauses,) = feature.__preconditions__
    return clauses


def lab_moves(game: Game) -> set[str]:
    """Return the moves whose preconditions hold, spelled as calls."""
    rows, columns = range(1, game.board.number_of_rows + 1), range(1, game.board.number_of_columns + 1)
    found = set()
    for way, row, column in itertools.product(STRIP, rows, columns):
        if all(clause.condition(_ARGS=(game, row, column), _KWARGS={}) for clause in preconditions(way)):
            found.add(f"move_{way}({row},{column})")
    return found


def on_lab_board(rules: pegs.PegSolitaire, state: pegs.Position) -> Game:
    """Return the lab's game for a position of ours, on seven rows and columns."""
    signs = [
        ["O" if (x, y) in state else "." if (x, y) in rules.board.holes else "*" for x in range(7)] for y in range(7)
    ]
    return Game(Board.make_from_out("\n".join(map("".join, signs))))


def agree(rules: pegs.PegSolitaire, state: pegs.Position) -> None:
    """Check that the lab and our rules say the same of a position."""
    game = on_lab_board(rules, state)
    outcome = rules.outcome(state)
    assert game.is_over == (outcome is not None)
    assert game.is_won == (outcome is not None and outcome.verdict == "won")
    moves = {str(rules.parse(state, move)) for move in lab_moves(game)}
    assert moves == {str(move) for move in rules.moves(state)}


@pytest.mark.parametrize("kind", ["easy", "cross", "plus"])
def test_lab_and_rules_agree_on_every_position_of_the_small_templates(kind: str) -> None:
    rules = pegs.game(kind)
    reached, frontier = set(), [rules.start()]
    while frontier:
        state = frontier.pop()
        if state not in reached:
            reached.add(state)
            frontier += [rules.play(state, move) for move in rules.moves(state)]
            agree(rules, state)
    assert len(reached) == {"easy": 5, "cross": 24, "plus": 153}[kind]


@pytest.mark.parametrize("way", STRIP)
def test_lab_and_rules_agree_on_every_three_slots_of_any_position(way: str) -> None:
    """Whether a peg may jump, and what becomes of it, depends on three slots in a line.

    The large templates lead to some eight million positions. All of them, and all other boards of this size, are made
    of the lines that are tried here: each of 27 patterns in each place where three slots have room.
    """
    down, right = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}[way]
    places = [
        place
        for place in itertools.product(range(7), repeat=2)
        if {place[0] + 2 * down, place[1] + 2 * right} <= {*range(7)}
    ]
    assert len(places) == 35
    clauses = preconditions(way)
    for (y, x), pattern in itertools.product(places, itertools.product("O.*", repeat=3)):
        slots = [(y + n * down, x + n * right) for n in range(3)]
        board = Board()
        for (row, column), sign in zip(slots, pattern, strict=True):
            board._imp[row][column] = {"O": PEG, ".": EMPTY, "*": NONE}[sign]
        holes = frozenset((column, row) for (row, column), sign in zip(slots, pattern, strict=True) if sign != "*")
        state = frozenset((column, row) for (row, column), sign in zip(slots, pattern, strict=True) if sign == "O")
        rules = pegs.PegSolitaire(pegs.Board(holes, (7, 7)), state)
        game = Game(board)
        allowed = all(clause.condition(_ARGS=(game, y + 1, x + 1), _KWARGS={}) for clause in clauses)
        jump = rules.parse(state, f"move_{way}({y + 1},{x + 1})")
        assert allowed == rules.legal(state, jump)
        if allowed:
            getattr(game, f"move_{way}")(y + 1, x + 1)
            assert board == on_lab_board(rules, rules.play(state, jump)).board


@pytest.mark.parametrize("kind", TEMPLATES)
def test_lab_and_rules_agree_on_whole_games(kind: str) -> None:
    rules = pegs.game(kind)
    state, game, rng = rules.start(), getattr(Game, f"make_{kind}")(), random.Random(kind)  # noqa: S311 - no secret
    while moves := sorted(lab_moves(game)):
        assert not game.is_over
        move = rng.choice(moves)
        state = rules.play(state, rules.parse(state, move))
        way, row, column = move[5:].replace("(", ",").rstrip(")").split(",")
        getattr(game, f"move_{way}")(int(row), int(column))
        assert game.board == on_lab_board(rules, state).board
    agree(rules, state)


@pytest.mark.parametrize(
    "call",
    [
        lambda game: game.move_left(1),
        lambda game: game.move_left(),
        lambda game: game.move_left(4, 4, 4),
        lambda game: game.move_left(4, col=4),
        lambda game: game.board.set_status(1, 1),
        lambda game: game.board.matches_slots_except(game.board, 1, 2),
        lambda _game: GoodPlayer().wins(),  # type: ignore[call-arg]
    ],
)
def test_a_call_with_the_wrong_number_of_arguments_is_told_in_one_line(call: Any) -> None:
    with pytest.raises(TypeError, match=r"^[A-Z]\w+\.\w+: [^\n]*argument[^\n]*$"):
        call(Game.make_easy())


def test_arguments_may_be_named() -> None:
    game = Game.make_easy()
    game.move_down(column=4, row=2)
    with violates("from_slot_occupied"):
        game.move_down(row=2, column=4)


def test_of_the_queries_of_a_board_only_three_look_into_its_array() -> None:
    """All else is said in terms of those, as the lab wants it."""
    touching = {
        name
        for name, value in vars(Board).items()
        if (body := inspect.unwrap(getattr(value, "fget", None) or getattr(value, "__func__", value)))
        and "_imp" in getattr(getattr(body, "__code__", None), "co_names", ())
    }
    creation, commands = {"__init__", "make_from_out"}, {"set_status", "set_statuses"}
    assert touching == creation | commands | {"number_of_rows", "number_of_columns", "status_of"}
    assert all(isinstance(row, list) for row in Board()._imp)


# ------------------------------------------------------------------ without the watch


def test_mistakes_are_refused_under_optimisation_too() -> None:
    script = (
        "from icontract import ViolationError\n"
        "from hoyle.classroom.pegs import *\n"
        "game = Game.make_easy()\n"
        "for wrong in (lambda: game.move_left(1, 4), lambda: game.board.set_status(0, 1, None),"
        " lambda: GoodPlayer().wins_easy_board()):\n"
        "    try: wrong()\n"
        "    except ViolationError as violation: print(str(violation).split(':')[0])\n"
    )
    done = subprocess.run([sys.executable, "-O", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["from_slot_occupied", "valid_row", "current_game_is_easy"]
