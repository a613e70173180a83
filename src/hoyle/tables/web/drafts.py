"""Drafts: what a seat sets up unseen until it is ready, and several seats at the same time.

A seat may draft while it has choices that no other seat notices and after which it is still its turn.  Meanwhile the
others may draft too, each from its own view as it will be when its turn comes.  A draft is a list of moves that the page
keeps; the table plays them on a view, and nothing is stored before the seat is ready.

>>> from hoyle.tables.web.journal import Terms
>>> sitting = Sitting.open("x", Terms("stratego/six", seats=("person", "person"), own=(0,), owner="hash"))
>>> [start[0] for seat in (0, 1) if (start := beginning(sitting, (Seat(seat),)))]
[0, 1]
>>> draft(sitting, (Seat(1),), ["F-f6", "2a5"])["line"]
[{'text': 'F-f6', 'parts': ['F', 'f6']}, {'text': '2-a5', 'parts': ['2', 'a5']}]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from hoyle.game import NATURE, Game, HoyleError, IllegalMoveError, Seat
from hoyle.match import legal_move
from hoyle.record import moves_in
from hoyle.scene import Scene
from hoyle.tables import explain
from hoyle.tables.fair_play import MOST_MOVES, list_moves
from hoyle.tables.web import looks, spelling
from hoyle.tables.web.journal import NotYoursError, Viewer
from hoyle.tables.web.sitting import Sitting

MOST_PLIES: Final = 200
"""How far ahead a seat may draft."""


def beginning(sitting: Sitting, seats: Viewer) -> tuple[Seat, Any] | None:
    """Return the seat for which a viewer may draft now, with its view when its turn begins, or None."""
    game, turn = sitting.match.game, sitting.turn
    if not seats or turn is None or turn == NATURE or type(game).view is Game.view:
        return None
    seat = sitting.eye(seats)
    state, before = game.view(sitting.match.state, seat), None
    try:
        for _ in range(MOST_PLIES):
            mover = game.turn(state)
            if mover is None or mover == NATURE or not (mover == before or _can_choose_unnoticed(game, state, mover)):
                return None
            if mover == seat:
                return seat, game.view(state, seat)
            # Whatever the others choose unseen makes no difference here, so their first moves will do.
            state, before = game.play(state, next(iter(game.moves(state)))), mover
    except HoyleError:
        # What the others can do may not be seen in a view, and then nobody can foresee it.
        return None
    return None


def _can_choose_unnoticed(game: Game[Any, Any], state: Any, mover: Seat) -> bool:
    """Tell whether the mover can choose something that no other seat notices, and then choose again."""
    moves = list(islice(game.moves(state), MOST_MOVES))
    others = [Seat(seat) for seat in range(game.seats) if seat != mover]
    return any(
        game.turn(after) == mover and all(game.view(after, seat) == game.view(state, seat) for seat in others)
        for after in (game.play(state, move) for move in (*moves[:1], *moves[-1:]))
    )


def setup(sitting: Sitting, seats: Viewer) -> looks.SetupFacts | None:
    """Return for which seat a viewer may draft, ready-made setups by name, and an empty draft; None if there is nothing to draft."""
    start = beginning(sitting, seats)
    if start is None:
        return None
    return {"seat": start[0], "ready": dict(_ready(sitting, start[0])), "draft": draft(sitting, seats, [])}


def draft(
    sitting: Sitting, seats: Viewer, texts: Sequence[str], spelled: str = "", origin: int | None = None
) -> looks.Draft:
    """Return a draft as a picture to go on with; a draft that another seat made is turned to the viewer's own side."""
    start = beginning(sitting, seats)
    if start is None:
        raise NotYoursError("there is nothing to set up now")
    seat, view = start
    game = sitting.match.game
    if origin is not None and origin >= game.seats:
        raise HoyleError(f"a draft is made for a seat from 0 to {game.seats - 1}")
    first = _without_ready(sitting, seat, looks.scene(sitting, seats, view))
    singles = [single for text in texts for part in moves_in(text) for single in game.unchain(part)]
    if origin is not None and origin != seat:
        singles = list(_turn(first, _scene(sitting, Seat(origin), view), singles))
    state, line = _play(game, view, seat, singles)
    complete = game.turn(state) != seat
    picture = _scene(sitting, seat, state)
    if complete:
        # What comes after the seat's own turn is not known here, so its words would be wrong.
        picture = replace(picture, caption="setup complete")
    moves, more = ([], False) if complete else list_moves(game, state)
    parts = explain.Spellings({**explain.spellings_of(first), **explain.spellings_of(picture)})
    return {
        **looks.draw(picture),
        **spelling.spell(game, state, picture, spelled if not complete else ""),
        "line": [{"text": text, "parts": explain.parts_of(parts, text)} for text in line],
        "complete": complete,
        "says": _text_of(sitting, seat, view, line),
        "moves": moves,
        "more": more,
        "begins": spelling.begins(game, state, explain.spellings_of(picture), moves),
    }


def _scene(sitting: Sitting, seat: Seat, state: Any) -> Scene:
    """Return the picture of a draft."""
    return _without_ready(sitting, seat, looks.check_size(sitting.box.look.scene_for(seat, sitting.match.game, state)))


def _without_ready(sitting: Sitting, seat: Seat, picture: Scene) -> Scene:
    """Return a picture without the ready-made setups, which have buttons of their own beside it."""
    names = _ready(sitting, seat)
    return replace(picture, marks=tuple(mark for mark in picture.marks if mark.spells not in names))


def _ready(sitting: Sitting, seat: Seat) -> Mapping[str, str]:
    setups = sitting.box.texts.setups
    return {} if setups is None else setups(sitting.match.game, seat)


def _play(game: Game[Any, Any], state: Any, seat: Seat, singles: Sequence[str]) -> tuple[Any, list[str]]:
    """Return the state after the moves of a draft, and the moves as the game writes them."""
    line = []
    for single in singles:
        if game.turn(state) != seat:
            raise IllegalMoveError(f"{single}: the setup is already complete")
        try:
            move = legal_move(game, state, single)
        except IllegalMoveError as fault:
            raise IllegalMoveError(f"{single}: {fault}") from None
        state = game.play(state, move)
        line.append(str(move))
    return state, line


def _turn(own: Scene, other: Scene, texts: Sequence[str]) -> Iterator[str]:
    """Yield moves that were spelled on another seat's picture as marks at the same places of the seat's own picture spell them."""
    places = {(mark.x, mark.y): mark.spells for mark in own.marks if mark.spells}
    spellings = explain.spellings_of(other)
    here = {mark.spells: places.get((mark.x, mark.y), mark.spells) for mark in other.marks if mark.spells}
    for text in texts:
        yield "".join(here[part] for part in explain.parts_of(spellings, text)) or text


def _text_of(sitting: Sitting, seat: Seat, view: Any, line: Sequence[str]) -> str:
    """Return what to say when the draft is ready: its moves, or a single one that comes to the same and reads better."""
    game = sitting.match.game
    moves = sorted(line)
    for name, text in _ready(sitting, seat).items():
        if _singles(game, text) == moves and explain.fault(game, view, name) is None:
            return name
    return " ".join(line)


@lru_cache(100)
def _singles(game: Game[Any, Any], text: str) -> list[str]:
    """Return the moves of a ready-made setup, in order."""
    return sorted(game.unchain(text))
