"""The points of the five course documents that are easily missed, each under its own name."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from icontract import ViolationError

from command import hoyle
from hoyle.classroom import domsol, dots, eiffel, marble, pegs, stratego
from hoyle.classroom.espec import Application, EsTest
from hoyle.classroom.pegs import BadPlayer, Board, BoardTemplatesAccess, Game, GoodPlayer, Player, SlotStatusAccess
from hoyle.classroom.pegs.tests import violates
from hoyle.contracts import colour, read_class, view

watched = pytest.mark.skipif(not __debug__, reason="postconditions and invariants are not watched under -O")
KINDS = ["default", "easy", "cross", "plus", "pyramid", "arrow", "diamond", "skull"]
PEG = SlotStatusAccess().occupied_slot


# ------------------------------------------------------------------ 000, the contract lab


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cls", [Board, Game])
def test_creation_features_work_on_class_and_object(cls: Any, kind: str) -> None:
    """On the class they create; on an object they make it anew and return it."""
    created = getattr(cls, f"make_{kind}")()
    assert type(created) is cls
    remade = cls.make_plus()
    assert getattr(remade, f"make_{kind}")() is remade
    assert str(remade) == str(created)


def test_a_game_is_made_anew_on_the_very_board_it_is_given() -> None:
    """As on the class; and a board is made anew from any text."""
    game, board = Game.make_skull(), Board.make_cross()
    assert game.make_from_board(board) is game
    assert game.board is board
    assert str(board.make_from_out("OO.")) == "OO."
    with pytest.raises(TypeError, match="expected Board"):
        game.make_from_board(None)  # type: ignore[arg-type]
    assert game.board is board


def test_creation_features_of_descendants_create_descendants() -> None:
    """With what their own constructor sets up, both ways."""

    class Counted(Board):
        def __init__(self) -> None:
            super().__init__()
            self.changes = 0

        def set_status(self, r: int, c: int, s: pegs.SlotStatus) -> None:
            super().set_status(r, c, s)
            self.changes += 1

    board = Counted.make_easy()
    board.set_status(1, 1, PEG)
    assert (type(board), board.changes) == (Counted, 1)
    assert (board.make_easy().changes, board == Board.make_easy()) == (0, True)


def test_the_labs_given_tests_pass_when_translated_literally() -> None:
    """They make the game of a player anew, and do not assign another."""
    game = Game.make_easy()
    assert str(game).startswith("Game is over: No\nGame is won : No\nBoard Status:\n***.***")
    good = GoodPlayer.make()
    good.game.make_easy()
    good.wins_easy_board()
    assert good.game.is_over
    assert good.game.is_won
    bad = BadPlayer.make()
    bad.game.make_easy()
    bad.loses_easy_board()
    assert bad.game.is_over
    assert not bad.game.is_won


@watched
@pytest.mark.parametrize("written", ["function", "classmethod", "creation"])
def test_a_creation_feature_keeps_its_promise_however_a_descendant_writes_it(written: str) -> None:
    """As a plain function, as a class method, or as a creation feature again; on the class and on an object."""

    def make(self: Any) -> None:
        Board.__init__(self)

    made = {"function": make, "classmethod": classmethod(lambda _: Board()), "creation": eiffel.creation(make)}[written]
    metaclass: Any = type(Board)
    wrong = metaclass("Wrong", (Board,), {"make_easy": made})
    with violates("board_set"):
        wrong.make_easy()
    with violates("board_set"):
        wrong().make_easy()


def test_templates_cannot_be_changed_from_outside() -> None:
    """A game may be played on a template; the next one who asks gets the template all the same."""
    templates = BoardTemplatesAccess().templates
    Game.make_from_board(templates.easy_board).move_down(2, 4)
    assert Board.make_easy() == templates.easy_board
    changes: list[Any] = [
        lambda: setattr(templates, "plus_board_out", "lie"),
        lambda: setattr(templates, "plus_board", Board()),
        lambda: setattr(templates, "news", 1),
        lambda: delattr(templates, "plus_board"),
        lambda: setattr(pegs.BoardTemplates, "plus_board_out", "lie"),
        lambda: delattr(pegs.BoardTemplates, "plus_board"),
    ]
    for change in changes:
        with pytest.raises(AttributeError):
            change()
    assert str(templates.plus_board) == templates.plus_board_out == str(Board.make_plus())


@pytest.mark.parametrize("only", [pegs.BoardTemplates(), PEG, Board().unoccupied_slot, Board().unavailable_slot])
def test_singletons_stay_single(only: Any) -> None:
    """No copy and no pickle makes a second one, and neither object nor class can be changed."""
    again = pickle.loads(pickle.dumps(only))  # noqa: S301 - our own
    assert copy.copy(only) is copy.deepcopy(only) is again is type(only)() is only
    with pytest.raises(AttributeError):
        only.mark = 1
    kind: Any = type(only)
    with pytest.raises(AttributeError, match="cannot be changed"):
        kind.__str__ = None


@watched
def test_descendants_may_name_parameters_as_they_like() -> None:
    """A wrong one is caught by its tag, with arguments by place, by its own names, and with parameters of its own."""

    class Starter(Board):
        def set_status(self, r: int, c: int, st: pegs.SlotStatus, times: int = 1) -> None: ...

        def matches_slots_except(self, o: Board, a: int, b: int, c: int, d: int) -> bool:  # noqa: ARG002
            return True

        def __eq__(self, o: object) -> bool:
            return True

        __hash__ = None

    board: Any = Starter()
    calls: list[Any] = [
        lambda: board.set_status(4, 4, PEG),
        lambda: board.set_status(4, 4, PEG, 2),
        lambda: board.set_status(4, c=4, st=PEG),
        lambda: board.set_status(r=4, c=4, st=PEG, times=2),
    ]
    for call in calls:
        with violates("slot_set"):
            call()
    with violates("valid_row"):
        board.set_status(r=0, c=4, st=PEG)
    with violates("correct_result"):
        board.matches_slots_except(Board.make_easy(), 1, 1, 1, 1)
    with violates("correct_result"):
        _ = board == Board.make_easy()


@watched
def test_a_descendant_states_clauses_in_its_own_names() -> None:
    """Both its own and those that it inherits are checked."""

    class Careful(Board):
        @eiffel.ensure(peg_seen=lambda self, r, c, st: str(self).count("O") == 1 and self.status_of(r, c) is st)
        def set_status(self, r: int, c: int, st: pegs.SlotStatus) -> None:
            super().set_status(r, c, st)

    board = Careful()
    board.set_status(2, 3, PEG)
    with violates("peg_seen"):
        board.set_status(r=2, c=4, st=PEG)
    with violates("valid_column"):
        board.set_status(2, 8, PEG)


def test_names_of_the_starter_are_there() -> None:
    """`ssa` and `bta` lead to the singletons, and a player knows the templates."""
    board, game, player = Board(), Game.make_easy(), GoodPlayer()
    assert board.ssa.occupied_slot is PEG
    assert board.bta.templates is game.bta.templates is player.templates is pegs.BoardTemplates()
    for thing, name in (board, "ssa"), (board, "bta"), (game, "bta"), (game, "board"), (player, "templates"):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)


def test_player_is_deferred() -> None:
    """Only its descendants have objects."""
    for make in (Player, Player.make):
        with pytest.raises(TypeError, match="Can't instantiate abstract class Player"):
            make()
    assert type("Any", (Player,), {})().game.is_over
    assert view(Player).startswith("deferred class Player")


@watched
def test_constructors_of_descendants_keep_the_promise_of_make() -> None:
    """The default board is set, whatever their constructor does, and whatever it takes."""

    class Named(GoodPlayer):
        def __init__(self, name: str, *, kind: str = "default") -> None:
            super().__init__()
            self.name = name
            self.game = getattr(Game, f"make_{kind}")()

    assert Named("Ada").name == "Ada"
    with violates("default_board_set"):
        Named("Ada", kind="easy")


def test_the_application_prints_the_test_table() -> None:
    """As Figure 4b has it, with violation cases marked, also for cases that fail."""

    class Cases(EsTest):
        def make(self) -> None:
            for case in (self.true, self.false, self.crash):
                self.add_boolean_case(case)
            for tag in ("from_slot_occupied", "to_slot_unoccupied"):
                self.add_violation_case_with_tag(tag, self.jump)
            self.add_violation_case_with_tag("any", self.true)

        def true(self) -> bool:
            """test: it is true"""  # noqa: D400 - the lab's own form
            return True

        def false(self) -> bool:
            return False

        def crash(self) -> bool:
            raise ZeroDivisionError

        def jump(self) -> None:
            Game.make_easy().move_down(1, 4)

    assert [(test.passed, test.violation, test.broken) for test in Cases().run()] == [
        (True, False, ""),
        (False, False, ""),
        (False, False, "ZeroDivisionError."),
        (True, True, ""),
        (False, True, "Precondition violated."),
        (False, True, ""),
    ]
    assert hasattr(Application(), "run_espec")


def test_running_the_labs_tests_prints_the_table() -> None:
    """By the module itself."""
    done = subprocess.run(
        [sys.executable, "-m", "hoyle.classroom.pegs.tests"], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "APPLICATION"
    assert lines[1] == "Note: * indicates a violation test case"
    assert lines[3].startswith("PASSED (")
    assert [line.split()[0] for line in lines[5:8]] == ["Violation", "Boolean", "All"]


# ------------------------------------------------------------------ contract views and violations


@watched
@pytest.mark.parametrize(
    ("cls", "shown"),
    [
        (pegs.OccupiedSlot, 'correct_result: result == "O"'),
        (pegs.UnoccupiedSlot, 'correct_result: result == "."'),
        (pegs.UnavailableSlot, 'correct_result: result == "*"'),
        (domsol.Move, "mark_last: "),
        (domsol.Move, "same_stacks: "),
        (domsol.DomSolitaire, "a_line_for_each_stack: "),
        (domsol.StackLL, "name_and_elements_from_the_top:"),
        (stratego.Game, "eleven_lines: "),
        (marble.MarbleSolitaireModelImpl, "MarbleSolitaireModelImpl(arm_thickness: int, row: int, col: int)"),
        (dots.CellT, "    R: CellT\n\n    O: CellT\n\n    G: CellT\n\n    B: CellT"),
    ],
)
def test_contract_views_show_what_the_text_of_a_class_states(cls: type, shown: str) -> None:
    """Dunders with and without a docstring, all four constructors, the members of an enumeration."""
    assert shown in view(cls)
    effective = [feature for _, features in read_class(cls).sections for feature in features if not feature.origin]
    assert not any(feature.deferred for feature in effective)


def test_contract_views_have_colour_in_a_terminal_only() -> None:
    """Whatever is taken off again is the plain text."""
    plain = view(pegs.SlotStatusAccess)
    bright = colour(plain)
    for code in ("\x1b[34m", "\x1b[31m", "\x1b[32m", "\x1b[2m", "\x1b[0m"):
        assert code in colour(view(Game) + "\n" + view(pegs.OccupiedSlot))
        bright = bright.replace(code, "")
    assert bright == plain
    assert "\x1b" not in hoyle("contracts", "hoyle.classroom.pegs.SlotStatusAccess").stdout


def test_contracts_of_a_module_in_the_current_folder(tmp_path: Path) -> None:
    """A student's own module is found where they are."""
    (tmp_path / "mylab.py").write_text(
        "class Account:\n    '''Mine.'''\n    def pay(self) -> None:\n        '''Pay.'''\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [place for place in sys.path if place])
        done = hoyle("contracts", "mylab.Account", cwd=tmp_path)
    assert (done.stdout.splitlines()[0], done.stderr, done.returncode) == ("class Account", "", 0)


def broken(call: Any) -> list[str]:
    """Return the lines of the violation that a call ends with."""
    with pytest.raises(ViolationError) as caught:
        call()
    lines = str(caught.value).split("\n")
    assert len(lines) <= 6
    return lines


@watched
def test_a_violation_shows_tag_condition_values_and_place() -> None:
    """In at most six lines."""
    head, condition, values, stated, called = broken(lambda: Game.make_easy().move_down(1, 4))
    assert head == "from_slot_occupied: precondition of Game.move_down(1, 4) violated"
    assert condition == "    condition: self.board.status_of(row, column) == self.board.occupied_slot"
    assert "self.board.status_of(row, column) = UnoccupiedSlot()" in values
    assert "row = 1, column = 4" in values
    assert "game.py:" in stated
    assert "test_classroom_points" in called


@watched
def test_a_violation_shows_the_case_in_which_it_fails() -> None:
    """Of several conditions the one that is false, of all cases the first wrong one."""

    class Short(Board):
        def set_statuses(self, r1: int, r2: int, c1: int, c2: int, status: pegs.SlotStatus) -> None:
            super().set_statuses(r1, r2, c1, c2 - 1, status)

    lines = broken(lambda: Short().set_statuses(2, 3, 4, 5, PEG))
    assert lines[1] == "    condition: self.status_of(row, column) == status"
    assert "row = 2, column = 5" in lines[2]
    assert broken(lambda: Board().set_statuses(1, 99, 1, 1, PEG))[1:3] == [
        "    condition: self.is_valid_row(r2)",
        "    values:    r2 = 99",
    ]


# ------------------------------------------------------------------ 001, DomSolitaire


def test_domsol_has_the_documents_getters() -> None:
    """Beside the properties of the same meaning."""
    game = domsol.DomSolitaire(2, 9, "simple")
    move = game.create_move("S0", "F0")
    assert (game.get_name(), move.is_completed()) == ("simple", False)
    move.do_it()
    assert move.is_completed()
    stack: domsol.StackLL[domsol.Domino] = domsol.StackLL("S1")
    for tile in (domsol.Domino(1, 1), domsol.Domino(2, 1)):
        stack.push(tile)
    assert (stack.get_name(), stack.show_named_content()) == ("S1", "E C ")
    assert domsol.Domino(2, 1).get_name() == "E"


@pytest.mark.parametrize("name", ["S-1", "X0", "S", "F", "", "S3", "F3", "S00", "s0", " S0", "S0 ", "S٠", "0", None, 0])
def test_domsol_refuses_stacks_that_do_not_exist(name: Any) -> None:
    """In one line, on either side, and nothing changes."""
    game = domsol.DomSolitaire(2, 9, "simple")
    for ends in (name, "F0"), ("S0", name):
        with pytest.raises(ValueError, match=r"^there is no stack [^\n]*; there are S0 to S2 and F0 to F2$"):
            game.create_move(*ends)
    assert game.show_named_content() == "000|A |E C |B F D |"


# ------------------------------------------------------------------ 003, Dots


def test_dots_has_the_documents_constant_and_routines() -> None:
    """SIZE on the class, where it cannot be changed, and `initialize_board`, which begins again."""
    assert dots.GameBoardT.SIZE == dots.GameBoardT().SIZE == 6
    with pytest.raises(AttributeError, match="constant"):
        dots.GameBoardT.SIZE = 7
    board = dots.GameBoardT(seed=1)
    start = board.get_boardT()
    board.move([[0, 0], [0, 1]])
    board.initialize_board()
    assert (board.get_boardT(), board.get_moves(), board.get_score()) == (start, 4, 0)


def test_dots_objectives_may_be_of_any_colour() -> None:
    """The overview's random colour, or one that is named."""
    board = dots.GameBoardT(seed=1, objective=(dots.CellT.B, 3))
    board.move([[0, 0], [0, 1]])
    assert board.get_obj() == (dots.CellT.B, 3)
    board.move([[2, 0], [2, 1]])
    assert board.get_obj()[1] in (1, 3)
    assert dots.GameBoardT(objective=(dots.CellT.get_random_cell(), 6)).get_obj()[1] == 6
    wrongs: list[Any] = [None, (), ("X", 6), (dots.CellT.R,), (dots.CellT.R, "6"), (dots.CellT.R, 0), 6]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"objective"):
            dots.GameBoardT(objective=wrong)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ([[0, 0], [0, 9]], "there is no cell [0, 9] on this board"),
        ([[-1, 0], [0, 0]], "there is no cell [-1, 0] on this board"),
        ([[0, 2], [0, 3]], "a path joins dots of one colour, but [0, 2] is red and [0, 3] is blue"),
        ([[0, 0], [1, 1]], "[1, 1] is not beside [0, 0]"),
        ([[0, 0], [0, 1], [0, 0]], "a path uses no dot twice, and this one comes to [0, 0] again"),
    ],
)
def test_dots_errors_speak_of_rows_and_columns(path: Any, words: str) -> None:
    """As the document writes cells, from 0."""
    with pytest.raises((IndexError, ValueError)) as caught:
        dots.GameBoardT().move(path)
    assert str(caught.value) == words


# ------------------------------------------------------------------ 004, Stratego


def test_the_handouts_example_game_runs() -> None:
    """On the board that comes with it, whose armies are those of the game."""
    game = stratego.Parser(stratego.EXAMPLE).parse()
    game.initialise_board(stratego.EXAMPLE_BOARD)
    signs = [str(piece) for piece in game.cells.values()]
    for colour_sign, scouts in ("b", 7), ("r", 8):
        army = sorted(sign[1] for sign in signs if sign[0] == colour_sign)
        assert army == sorted(
            "98" + "7" * 2 + "6" * 3 + "5555" + "4444" + "3333" + "22222" + "1" * scouts + "0F" + "B" * 6
        )
    game.run()
    assert [str(game.piece_at(*place)) for place in ((0, 3), (0, 4), (0, 5), (0, 6), (4, 2), (4, 3))] == [
        *("None", "r8", "None", "None", "None", "b4"),
    ]
    assert game.made == 4


def test_the_classes_that_the_handout_names_are_there() -> None:
    """Moves apply themselves, strikes with their letter, and bombs are pieces."""
    parsed = stratego.Parser("3 M(4,2;N;1) L(0,5;S) w(1,2;e;9)").parse()
    kinds = [stratego.BasicMove, stratego.StrikeMove, stratego.StrikeMove]
    assert [type(move) for move in parsed.moves] == kinds
    assert [str(move) for move in parsed.moves] == ["M(4,2;N;1)", "L(0,5;S;1)", "W(1,2;E;9)"]
    game = stratego.Game(first="blue")
    game.initialise_board(stratego.EXAMPLE_BOARD)
    stratego.BasicMove(4, 2, "N").apply(game)
    assert str(game.piece_at(4, 3)) == "b4"
    with pytest.raises(stratego.GameError, match="it is red's turn"):
        stratego.BasicMove(4, 3, "N").apply(game)
    bomb = game.piece_at(7, 3)
    assert isinstance(bomb, stratego.BombPiece)
    assert (bomb.movable, bomb.rank, str(bomb)) == (False, None, "bB")
    for call in (
        lambda: bomb.strike(stratego.Piece("red", "5")),
        lambda: stratego.Piece("red", "5").strike(stratego.Piece("red", "4")),
        lambda: stratego.Piece("green", "5"),
        lambda: stratego.Piece("red", "X"),
        lambda: stratego.BasicMove(0, 0, "Q"),
        lambda: stratego.StrikeMove("M", 0, 0, "N"),
        lambda: game.piece_at(10, 0),
    ):
        with pytest.raises(stratego.GameError, match=r"^[^\n]+$"):
            call()


@pytest.mark.parametrize("thing", [None, 5, b"1 M(0,3;N;1)", ["1"], 1.5, object()])
def test_input_that_is_not_text_is_a_game_error(thing: Any) -> None:
    """Wherever text is asked for."""
    for call in (
        lambda: stratego.Parser(thing),
        lambda: stratego.Parser("0", first=thing),
        lambda: stratego.Game(first=thing),
        lambda: stratego.Game().initialise_board(thing),
    ):
        with pytest.raises(stratego.GameError, match=r"^[^\n]+$"):
            call()


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("M(4,4;N;1)", "there is no piece on (4,4) to move"),
        ("M(0,6;S;1)", "the piece on (0,6) is red's, and it is blue's turn"),
        ("M(0,3;N;2)", "the piece on (0,3) is not a scout and moves one square, not 2"),
        ("M(0,3;E;1)", "(1,3) holds a piece of the same colour"),
        ("W(0,3;N;1)", "there is nothing on (0,4) to strike"),
        ("M(7,3;N;1)", "the bomb on (7,3) cannot move"),
        ("M(2,3;N;1)", "(2,4) is a lake, which nothing enters"),
    ],
)
def test_stratego_errors_speak_of_x_and_y_and_of_the_courses_ranks(move: str, words: str) -> None:
    """As the handout writes squares, from 0, and no paragraph of ours."""
    game = stratego.Parser(f"1 {move}").parse()
    game.initialise_board(stratego.EXAMPLE_BOARD)
    with pytest.raises(stratego.GameError) as caught:
        game.run()
    assert str(caught.value) == f"move 1, {move}: {words}"


def test_ranks_in_errors_are_those_of_the_file() -> None:
    """A captain is a 5."""
    game = stratego.Parser("1 W(0,5;N;1)").parse()
    game.initialise_board(stratego.EXAMPLE_BOARD.replace("5|__", "5|b5"))
    with pytest.raises(
        stratego.GameError, match=r": the captain \(5\) that strikes the general \(8\) on \(0,6\) loses$"
    ):
        game.run()


@pytest.mark.parametrize("cls", [pegs.UnavailableSlot, pegs.OccupiedSlot, pegs.UnoccupiedSlot, pegs.BoardTemplates])
def test_a_singleton_keeps_its_class(cls: type) -> None:
    """No assignment makes an empty hole of a peg."""
    other = pegs.OccupiedSlot if cls is not pegs.OccupiedSlot else pegs.UnoccupiedSlot
    with pytest.raises(AttributeError, match=f"^{cls.__name__} is one for all and cannot be changed: __class__$"):
        cls().__class__ = other
    assert type(cls()) is cls
