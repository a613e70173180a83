"""Cases of the contract lab: what a correct program does, and which calls its contracts refuse.

They use only the names that the lab gives, and nothing of the implementation.
"""

from __future__ import annotations

from hoyle.classroom.pegs import (
    BadPlayer,
    Board,
    BoardTemplates,
    BoardTemplatesAccess,
    Game,
    GoodPlayer,
    OccupiedSlot,
    SlotStatusAccess,
    UnavailableSlot,
    UnoccupiedSlot,
)
from hoyle.course import violates

TEXTS = {
    "easy": "***.***\n***O***\n***O***\n***.***\n***O***\n***.***\n*******",
    "cross": "**...**\n**.O.**\n..OOO..\n...O...\n...O...\n**...**\n**...**",
    "plus": "**...**\n**.O.**\n...O...\n.OOOOO.\n...O...\n**.O.**\n**...**",
    "pyramid": "**...**\n**.O.**\n..OOO..\n.OOOOO.\nOOOOOOO\n**...**\n**...**",
    "arrow": "**.O.**\n**OOO**\n.OOOOO.\n...O...\n...O...\n**OOO**\n**OOO**",
    "diamond": "**.O.**\n**OOO**\n.OOOOO.\nOOO.OOO\n.OOOOO.\n**OOO**\n**.O.**",
    "skull": "**OOO**\n**OOO**\n.OOOOO.\n.O.O.O.\n.OOOOO.\n**OOO**\n**OOO**",
}
EMPTY = "\n".join(["*" * 7] * 7)


# ------------------------------------------------------------------ slots


def test_statuses_are_written_as_on_the_board() -> None:
    """A slot without a hole is written *, a peg O, an empty hole a dot."""
    assert str(UnavailableSlot()) == "*"
    assert str(OccupiedSlot()) == "O"
    assert str(UnoccupiedSlot()) == "."


def test_statuses_are_equal_if_they_are_written_alike() -> None:
    """Two statuses are equal if and only if their texts are."""
    assert OccupiedSlot() == OccupiedSlot()
    assert UnavailableSlot() == UnavailableSlot()
    assert UnoccupiedSlot() == UnoccupiedSlot()
    assert not OccupiedSlot() == UnoccupiedSlot()  # noqa: SIM201 - the equality is what is tried
    assert not UnavailableSlot() == UnoccupiedSlot()  # noqa: SIM201 - likewise


def test_there_is_one_object_of_each_status() -> None:
    """Whoever asks for a status gets the same object."""
    assert SlotStatusAccess().unavailable_slot is SlotStatusAccess().unavailable_slot
    assert SlotStatusAccess().occupied_slot is SlotStatusAccess().occupied_slot
    assert SlotStatusAccess().unoccupied_slot is SlotStatusAccess().unoccupied_slot


def test_the_statuses_are_of_their_classes() -> None:
    """Each access gives the status of its name."""
    assert isinstance(SlotStatusAccess().unavailable_slot, UnavailableSlot)
    assert isinstance(SlotStatusAccess().occupied_slot, OccupiedSlot)
    assert isinstance(SlotStatusAccess().unoccupied_slot, UnoccupiedSlot)


# ------------------------------------------------------------------ boards


def test_there_is_one_object_with_the_templates() -> None:
    """Whoever asks for the templates gets the same object."""
    assert BoardTemplatesAccess().templates is BoardTemplatesAccess().templates is BoardTemplates()


def test_templates_are_boards_and_texts() -> None:
    """Each template is there as a board and as the text of that board."""
    templates = BoardTemplatesAccess().templates
    assert templates.easy_board_out == TEXTS["easy"]
    assert str(templates.easy_board) == TEXTS["easy"]
    assert str(templates.default_board) == templates.default_board_out == EMPTY
    assert str(templates.skull_board) == templates.skull_board_out == TEXTS["skull"]


def test_the_default_board_has_no_holes() -> None:
    """Seven rows of seven slots, none of them a hole."""
    assert str(Board.make_default()) == EMPTY


def test_the_easy_board() -> None:
    """The easy board is written as the lab shows it."""
    assert str(Board.make_easy()) == TEXTS["easy"]


def test_the_cross_board() -> None:
    """The cross is written as the lab shows it."""
    assert str(Board.make_cross()) == TEXTS["cross"]


def test_the_plus_board() -> None:
    """The plus is written as the lab shows it."""
    assert str(Board.make_plus()) == TEXTS["plus"]


def test_the_pyramid_board() -> None:
    """The pyramid is written as the lab shows it."""
    assert str(Board.make_pyramid()) == TEXTS["pyramid"]


def test_the_arrow_board() -> None:
    """The arrow is written as the lab shows it."""
    assert str(Board.make_arrow()) == TEXTS["arrow"]


def test_the_diamond_board() -> None:
    """The diamond is written as the lab shows it."""
    assert str(Board.make_diamond()) == TEXTS["diamond"]


def test_the_skull_board() -> None:
    """The skull is written as the lab shows it."""
    assert str(Board.make_skull()) == TEXTS["skull"]


def test_boards_have_rows_and_columns() -> None:
    """Every board of the lab has seven rows and seven columns; a board of another size has its own."""
    board = Board.make_cross()
    assert (board.number_of_rows, board.number_of_columns) == (7, 7)
    small = Board.make_from_out("OO.\n***")
    assert (small.number_of_rows, small.number_of_columns) == (2, 3)


def test_rows_and_columns_count_from_one() -> None:
    """The first row is 1, the last is the number of rows, and so for columns."""
    board = Board.make_from_out("OO.\n***")
    assert [row for row in range(-1, 9) if board.is_valid_row(row)] == [1, 2]
    assert [column for column in range(-1, 9) if board.is_valid_column(column)] == [1, 2, 3]


def test_the_status_of_a_slot() -> None:
    """The row comes first, then the column."""
    board = Board.make_from_out("OO.\n*.O")
    assert [[str(board.status_of(row, column)) for column in (1, 2, 3)] for row in (1, 2)] == [
        ["O", "O", "."],
        ["*", ".", "O"],
    ]
    assert board.status_of(1, 1) is SlotStatusAccess().occupied_slot


def test_the_number_of_pegs() -> None:
    """Only occupied slots count."""
    assert Board.make_skull().number_of_occupied_slots == 25
    assert Board.make_easy().number_of_occupied_slots == 3
    assert Board.make_default().number_of_occupied_slots == 0


def test_boards_are_equal_if_they_are_written_alike() -> None:
    """Two boards are equal if and only if their texts are."""
    assert Board.make_plus() == Board.make_plus()
    assert not Board.make_plus() == Board.make_cross()  # noqa: SIM201 - the equality is what is tried
    assert not Board.make_from_out("O.") == Board.make_from_out("O\n.")  # noqa: SIM201 - likewise


def test_one_slot_is_set() -> None:
    """The slot gets the status, and no other slot changes."""
    board = Board.make_easy()
    board.set_status(1, 4, board.occupied_slot)
    assert str(board) == "***O***" + TEXTS["easy"][7:]
    board.set_status(7, 1, board.unoccupied_slot)
    assert str(board) == "***O***" + TEXTS["easy"][7:-7] + ".******"


def test_a_rectangle_of_slots_is_set() -> None:
    """All slots of the rectangle get the status, and no others."""
    board = Board.make_default()
    board.set_statuses(2, 3, 4, 6, board.occupied_slot)
    assert str(board) == "*******\n***OOO*\n***OOO*\n*******\n*******\n*******\n*******"
    board.set_statuses(3, 3, 6, 6, board.unoccupied_slot)
    assert str(board).split("\n")[2] == "***OO.*"


def test_boards_of_one_move_match_outside_of_its_slots() -> None:
    """The two boards of a move agree outside of its three slots; a rectangle that is too narrow shows the difference."""
    before, game = Board.make_diamond(), Game.make_diamond()
    game.move_left(4, 6)
    assert before.matches_slots_except(game.board, 4, 4, 4, 6)
    assert not before.matches_slots_except(game.board, 4, 4, 4, 5)
    assert not before.matches_slots_except(game.board, 4, 4, 5, 6)
    assert not before.matches_slots_except(game.board, 5, 5, 4, 6)


def test_matching_looks_at_every_slot_outside() -> None:
    """A single slot that differs counts wherever it is outside, even in a corner."""
    one, other = Board.make_skull(), Board.make_skull()
    other.set_status(7, 7, other.occupied_slot)
    assert not one.matches_slots_except(other, 1, 6, 1, 7)
    assert not one.matches_slots_except(other, 1, 7, 1, 6)
    assert one.matches_slots_except(other, 7, 7, 7, 7)
    third = Board.make_skull()
    third.set_status(1, 1, third.occupied_slot)
    assert not one.matches_slots_except(third, 2, 7, 1, 7)
    assert not one.matches_slots_except(third, 1, 7, 2, 7)


def test_matching_does_not_look_inside() -> None:
    """The slots of the rectangle do not matter: they may differ or agree."""
    assert Board.make_easy().matches_slots_except(Board.make_skull(), 1, 7, 1, 7)
    assert Board.make_easy().matches_slots_except(Board.make_easy(), 2, 3, 4, 4)


# ------------------------------------------------------------------ games


def test_a_game_on_a_board_that_is_given() -> None:
    """The game is played on the very board that it gets."""
    board = Board.make_plus()
    assert Game.make_from_board(board).board is board


def test_games_on_all_boards() -> None:
    """Each constructor makes a game on the board of its name."""
    made = [
        Game.make_cross(),
        Game.make_plus(),
        Game.make_pyramid(),
        Game.make_arrow(),
        Game.make_diamond(),
        Game.make_skull(),
    ]
    assert [str(game.board) for game in made] == [TEXTS[kind] for kind in list(TEXTS)[1:]]
    assert str(Game.make_default().board) == EMPTY
    assert str(Game.make_easy().board) == TEXTS["easy"]


def test_a_move_to_the_left() -> None:
    """The peg lands two columns to the left; its own slot and the one between are empty."""
    game = Game.make_from_board(Board.make_from_out("*.OO*\nO.OOO"))
    game.move_left(1, 4)
    assert str(game.board) == "*O..*\nO.OOO"


def test_a_move_to_the_right() -> None:
    """The peg lands two columns to the right."""
    game = Game.make_from_board(Board.make_from_out("*OO.*\nOOO.O"))
    game.move_right(1, 2)
    assert str(game.board) == "*..O*\nOOO.O"


def test_a_move_up() -> None:
    """The peg lands two rows above."""
    game = Game.make_from_board(Board.make_from_out("*O\n.O\nOO\nOO\n*O"))
    game.move_up(4, 1)
    assert str(game.board) == "*O\nOO\n.O\n.O\n*O"


def test_a_move_down() -> None:
    """The peg lands two rows below."""
    game = Game.make_from_board(Board.make_from_out("*O\nOO\nOO\n.O\n*O"))
    game.move_down(2, 1)
    assert str(game.board) == "*O\n.O\n.O\nOO\n*O"


def test_three_moves_of_the_lab() -> None:
    """The three moves of Figure 3, one after the other."""
    full = "**OOO**\n**OOO**\nOOOOOOO\nOOO.OOO\nOOOOOOO\n**OOO**\n**OOO**"
    game = Game.make_from_board(Board.make_from_out(full))
    game.move_left(4, 6)
    game.move_down(2, 5)
    game.move_right(2, 3)
    assert str(game.board) == "**OOO**\n**..O**\nOOOO.OO\nOOOOO.O\nOOOOOOO\n**OOO**\n**OOO**"


def test_a_game_is_over_when_no_peg_can_move() -> None:
    """A jump in any of the four directions keeps the game going; pegs that are apart end it."""
    assert [
        Game.make_from_board(Board.make_from_out(text)).is_over for text in ("OO.", ".OO", "O\nO\n.", ".\nO\nO")
    ] == [False] * 4
    assert [
        Game.make_from_board(Board.make_from_out(text)).is_over for text in ("O.O", "OOO", "OO*", "O", ".", "O\n.\nO")
    ] == [True] * 6


def test_a_game_is_won_with_one_peg() -> None:
    """One peg left is a win; two that cannot move are not, and neither is none."""
    assert Game.make_from_board(Board.make_from_out("..O")).is_won
    assert not Game.make_from_board(Board.make_from_out("O.O")).is_won
    assert not Game.make_from_board(Board.make_from_out("OO.")).is_won
    assert not Game.make_default().is_won


def test_a_game_is_written_with_its_state() -> None:
    """Two lines say whether the game is over and won; the board follows."""
    game = Game.make_easy()
    assert str(game) == f"Game is over: No\nGame is won : No\nBoard Status:\n{TEXTS['easy']}"
    game.move_down(2, 4)
    game.move_down(4, 4)
    assert str(game).startswith("Game is over: Yes\nGame is won : Yes\nBoard Status:\n***.***\n")


# ------------------------------------------------------------------ players


def test_a_player_begins_with_the_board_without_holes() -> None:
    """A new player has a game on the default board."""
    assert str(GoodPlayer().game.board) == EMPTY
    assert str(BadPlayer().game.board) == EMPTY


def test_the_good_player_wins_the_easy_board() -> None:
    """One peg is left."""
    player = GoodPlayer()
    player.game = Game.make_easy()
    player.wins_easy_board()
    assert player.game.board.number_of_occupied_slots == 1


def test_the_good_player_wins_the_cross() -> None:
    """One peg is left."""
    player = GoodPlayer()
    player.game = Game.make_cross()
    player.wins_cross_board()
    assert player.game.board.number_of_occupied_slots == 1


def test_the_good_player_wins_the_plus() -> None:
    """One peg is left."""
    player = GoodPlayer()
    player.game = Game.make_plus()
    player.wins_plus_board()
    assert player.game.board.number_of_occupied_slots == 1


def test_the_good_player_wins_the_pyramid() -> None:
    """One peg is left."""
    player = GoodPlayer()
    player.game = Game.make_pyramid()
    player.wins_pyramid_board()
    assert player.game.board.number_of_occupied_slots == 1


def test_the_good_player_wins_the_arrow() -> None:
    """One peg is left."""
    player = GoodPlayer()
    player.game = Game.make_arrow()
    player.wins_arrow_board()
    assert player.game.board.number_of_occupied_slots == 1


def test_the_good_player_wins_the_diamond() -> None:
    """One peg is left."""
    player = GoodPlayer()
    player.game = Game.make_diamond()
    player.wins_diamond_board()
    assert player.game.board.number_of_occupied_slots == 1


def test_the_good_player_wins_the_skull() -> None:
    """One peg is left."""
    player = GoodPlayer()
    player.game = Game.make_skull()
    player.wins_skull_board()
    assert player.game.board.number_of_occupied_slots == 1


def test_the_bad_player_loses() -> None:
    """The game is over, and more than one peg is left."""
    player = BadPlayer()
    player.game = Game.make_easy()
    player.loses_easy_board()
    assert player.game.is_over
    assert not player.game.is_won
    player.game = Game.make_pyramid()
    player.loses_pyramid_game()
    assert player.game.is_over
    assert not player.game.is_won


def test_the_bad_player_loses_other_boards() -> None:
    """The arrow, the diamond and the skull, too."""
    player = BadPlayer()
    player.game = Game.make_arrow()
    player.loses_arrow_game()
    assert player.game.is_over
    assert not player.game.is_won
    player.game = Game.make_diamond()
    player.loses_diamond_game()
    assert player.game.is_over
    assert not player.game.is_won
    player.game = Game.make_skull()
    player.loses_skull_game()
    assert player.game.is_over
    assert not player.game.is_won


# ------------------------------------------------------------------ calls that contracts refuse


def test_set_status_needs_a_row() -> None:
    """Row 8 is not on the board."""
    board = Board.make_easy()
    with violates("valid_row"):
        board.set_status(8, 1, board.occupied_slot)


def test_set_status_needs_a_column() -> None:
    """Column 0 is not on the board."""
    board = Board.make_easy()
    with violates("valid_column"):
        board.set_status(1, 0, board.occupied_slot)


def test_status_of_needs_a_row() -> None:
    """Row 0 is not on the board."""
    board = Board.make_easy()
    with violates("valid_row"):
        board.status_of(0, 1)


def test_status_of_needs_a_column() -> None:
    """Column 8 is not on the board."""
    board = Board.make_easy()
    with violates("valid_column"):
        board.status_of(1, 8)


def test_set_statuses_needs_rows() -> None:
    """Rows 1 to 8 are not all on the board."""
    board = Board.make_easy()
    with violates("valid_rows"):
        board.set_statuses(1, 8, 1, 1, board.occupied_slot)


def test_set_statuses_needs_columns() -> None:
    """Columns 0 to 1 are not all on the board."""
    board = Board.make_easy()
    with violates("valid_columns"):
        board.set_statuses(1, 1, 0, 1, board.occupied_slot)


def test_set_statuses_needs_a_range_of_rows() -> None:
    """Rows 3 to 2 are not a range."""
    board = Board.make_easy()
    with violates("valid_row_range"):
        board.set_statuses(3, 2, 1, 1, board.occupied_slot)


def test_set_statuses_needs_a_range_of_columns() -> None:
    """Columns 7 to 1 are not a range."""
    board = Board.make_easy()
    with violates("valid_column_range"):
        board.set_statuses(1, 1, 7, 1, board.occupied_slot)


def test_matching_needs_as_many_rows() -> None:
    """A board of one row cannot match one of seven."""
    with violates("consistent_row_numbers"):
        Board.make_easy().matches_slots_except(Board.make_from_out("*******"), 1, 1, 1, 1)


def test_matching_needs_as_many_columns() -> None:
    """A board of one column cannot match one of seven."""
    with violates("consistent_column_numbers"):
        Board.make_easy().matches_slots_except(Board.make_from_out("\n".join("*" * 7)), 1, 1, 1, 1)


def test_matching_needs_rows() -> None:
    """Row 0 is not on the board."""
    with violates("valid_rows"):
        Board.make_easy().matches_slots_except(Board.make_easy(), 0, 1, 1, 1)


def test_matching_needs_columns() -> None:
    """Column 8 is not on the board."""
    with violates("valid_columns"):
        Board.make_easy().matches_slots_except(Board.make_easy(), 1, 1, 1, 8)


def test_matching_needs_a_range_of_rows() -> None:
    """Rows 5 to 3 are not a range."""
    with violates("valid_row_range"):
        Board.make_easy().matches_slots_except(Board.make_easy(), 5, 3, 1, 7)


def test_matching_needs_a_range_of_columns() -> None:
    """Columns 2 to 1 are not a range."""
    with violates("valid_column_range"):
        Board.make_easy().matches_slots_except(Board.make_easy(), 1, 1, 2, 1)


def test_a_move_needs_its_row() -> None:
    """A peg in row 8 cannot move left: there is no such row."""
    with violates("from_slot_valid_row"):
        Game.make_easy().move_left(8, 4)


def test_a_move_needs_its_column() -> None:
    """A peg in column 0 cannot move right: there is no such column."""
    with violates("from_slot_valid_column"):
        Game.make_easy().move_right(1, 0)


def test_a_move_needs_a_slot_to_jump_over() -> None:
    """In column 1, nothing is to the left."""
    with violates("middle_slot_valid_column"):
        Game.make_from_board(Board.make_from_out("OOO")).move_left(1, 1)


def test_a_move_needs_a_slot_to_land_on() -> None:
    """Two rows above row 2, there is no board."""
    with violates("to_slot_valid_row"):
        Game.make_from_board(Board.make_from_out("O\nO\nO")).move_up(2, 1)


def test_a_move_needs_a_peg() -> None:
    """An empty hole cannot jump."""
    with violates("from_slot_occupied"):
        Game.make_from_board(Board.make_from_out(".O.")).move_right(1, 1)


def test_a_move_needs_a_peg_to_jump_over() -> None:
    """A peg does not jump over an empty hole."""
    with violates("middle_slot_occupied"):
        Game.make_from_board(Board.make_from_out(".\n.\nO")).move_up(3, 1)


def test_a_move_needs_an_empty_hole() -> None:
    """A peg does not land on another."""
    with violates("to_slot_unoccupied"):
        Game.make_from_board(Board.make_from_out("O\nO\nO")).move_down(1, 1)


def test_a_move_does_not_land_beside_the_holes() -> None:
    """A slot without a hole is not an empty hole."""
    with violates("to_slot_unoccupied"):
        Game.make_from_board(Board.make_from_out("*OO")).move_left(1, 3)


def test_winning_the_easy_board_needs_the_easy_board() -> None:
    """The script of one board does not fit another."""
    with violates("current_game_is_easy"):
        GoodPlayer().wins_easy_board()


def test_winning_the_skull_needs_the_skull() -> None:
    """The script of one board does not fit another."""
    with violates("current_game_is_skull"):
        GoodPlayer().wins_skull_board()


def test_losing_the_arrow_needs_the_arrow() -> None:
    """The script of one board does not fit another."""
    with violates("current_game_is_arrow"):
        BadPlayer().loses_arrow_game()
