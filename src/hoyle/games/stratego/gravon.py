"""Game files of the Gravon server, in XML or as the older text: read into hoyle's records, and written.

The board is 100 letters from a1 to the right and upwards: A is empty, B to M are red's bomb, spy, 2 to 10 and flag, N to Y
are blue's, and _ is a lake.  The columns are A to I and K.  Known faults of the archive, J for K, more than one END and
moves after it, are read as they are meant, and a note says so.

The letters are those of Vincent de Boer's thesis on Stratego (Delft, 2007); what the numbers of a result mean and which files
have faults is from Rein Halbersma's published studies of the archive.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree as ET

from hoyle.game import NotationError, Seat, tally
from hoyle.games.stratego.board import TEN
from hoyle.games.stratego.ends import FLAG_CAPTURED, NOBODY_CAN_MOVE
from hoyle.games.stratego.pieces import RED, Move, Piece, Position, Rank, Step, piece
from hoyle.games.stratego.positions import write as write_position
from hoyle.games.stratego.rules import Stratego
from hoyle.grid import Square

LIMIT: Final = 1_000_000
"""The longest file that is read, in characters."""
DEEPEST: Final = 20
COLUMNS: Final = "ABCDEFGHIK"
RANKS: Final = (Rank.BOMB, *(rank for rank in Rank if rank.moves), Rank.FLAG)
PIECES: Final[dict[str, Piece | None]] = {
    "A": None,
    "_": None,
    **{chr(ord("B") + 12 * seat + at): piece(Seat(seat), rank) for seat in (0, 1) for at, rank in enumerate(RANKS)},
}
# The server allows five moves on two squares, knows the more-squares rule only as an option, and counts no quiet moves.
VARIANTS: Final = {
    "classic": "gravon",
    "barrage": "barrage@two-squares=5,more-squares=off,quiet=off",
    "duell": "duel@two-squares=5,more-squares=off,quiet=off",
}
SIZES: Final = {40: "classic", 8: "barrage", 10: "duell"}
TYPES: Final = ("classic", "barrage")
"""What the older text counts from 0."""

# How a game ended, by the server's numbers; the first few can be seen on the board, and are claims for the referee.
ENDINGS: Final = {
    "0": "one cannot move",
    "1": FLAG_CAPTURED,
    "2": NOBODY_CAN_MOVE.reason,
    "3": "given up",
    "4": "draw agreed",
    "10": "both left",
    "11": "out of time",
    "12": "out of time for the game",
    "13": "out of time, having left",
    "14": "the other left",
}
CLAIMS: Final = {"1": FLAG_CAPTURED, "2": NOBODY_CAN_MOVE.reason}
WINNERS: Final = {"1": "red won", "2": "blue won", "3": "a draw"}

SQUARE: Final = re.compile(r"([A-K])(10|[1-9])")
OLD: Final = re.compile(r"#X38FA11 Stratego-Notation v\d++")
NUMBER: Final = re.compile(r"-?\d{1,9}", re.ASCII)


@dataclass
class _File:
    """What a file says, before it is a record."""

    kind: str
    content: str = ""
    moves: list[tuple[str, str]] = field(default_factory=list)
    red: str = ""
    blue: str = ""
    ending: str = ""
    winner: str = ""
    notes: list[str] = field(default_factory=list)


def translate(text: str) -> str | None:
    """Return the record, in hoyle's words, of a file of the server, or None if the text is not one.

    >>> print(translate('<stratego><game type="barrage"></game></stratego>'))
    Game: stratego/barrage@two-squares=5,more-squares=off,quiet=off
    Note: the game ended before the armies were set up
    <BLANKLINE>
    """
    text = text.removeprefix("\ufeff").lstrip()
    if len(text) <= LIMIT and OLD.match(text):
        file = _from_text(text)
    elif text.startswith("<") and "<stratego" in text[:1000]:
        file = _from_xml(text)
    else:
        return None
    # Files of ten pieces do not always say so, but their boards do.
    size = sum(letter in PIECES and PIECES[letter] is not None for letter in file.content) // 2
    if file.kind in VARIANTS and SIZES.get(size, file.kind) != file.kind:
        file.notes.append(f"type {file.kind} with {size} pieces, read as {SIZES[size]}")
        file.kind = SIZES[size]
    if file.kind not in VARIANTS:
        raise NotationError(f"a game of type {file.kind[:40]!r} is not one that hoyle knows: {', '.join(VARIANTS)}")
    moves = [f"{_square(file, at, source)}-{_square(file, at, target)}" for at, (source, target) in _real_moves(file)]
    if not file.content:
        file.notes.append("the game ended before the armies were set up")
    board = write_position(TEN, Position(_pieces(file.content), RED)) if file.content else ""
    head = [
        ("Game", f"stratego/{VARIANTS[file.kind]}"),
        ("Red", _printable(file.red)),
        ("Blue", _printable(file.blue)),
        ("Gravon-Result", _printable(_result(file))),
        *(("Note", note) for note in file.notes),
        ("Start", board),
    ]
    lines = [*(f"{key}: {value}" for key, value in head if value), "", " ".join(moves)]
    claim = [f"Result: {CLAIMS[file.ending]}"] if file.ending in CLAIMS else []
    return "\n".join([*lines, *claim]).rstrip() + "\n"


def _result(file: _File) -> str:
    """Return the server's result in words."""
    return ", ".join(filter(None, [ENDINGS.get(file.ending, file.ending), WINNERS.get(file.winner, file.winner)]))


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))[:80]


class _Shallow(ET.TreeBuilder):
    """A tree builder that refuses elements nested more deeply than in any game file."""

    depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ET.Element:
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotationError(f"a game file has at most {DEEPEST} elements inside each other")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> ET.Element:
        self.depth -= 1
        return super().end(tag)


def _from_xml(text: str) -> _File:
    if len(text) > LIMIT:
        raise NotationError(f"a game file has at most {LIMIT:,} characters")
    # Entities are the only way for a small XML text to become a large one, and only a DOCTYPE can declare them.
    if re.search(r"<!\s*+(doctype|entity)", text, re.IGNORECASE):
        raise NotationError("a game file has no DOCTYPE")
    parser = ET.XMLParser(target=_Shallow())  # noqa: S314 — bounded in size, and without a DOCTYPE nothing expands
    try:
        parser.feed(text)
        root = parser.close()
    except (ET.ParseError, ValueError) as fault:
        raise NotationError(f"not well-formed XML: {fault}") from fault
    game = root.find("game")
    if root.tag != "stratego" or game is None:
        raise NotationError("a game file holds a stratego element with a game in it")
    board, result = game.find("field"), game.find("result")
    players = [(player.text or "") for player in game.findall("player")]
    return _File(
        kind=game.get("type", ""),
        content="" if board is None else board.get("content", ""),
        moves=[(move.get("source", ""), move.get("target", "")) for move in game.findall("move")],
        red=players[0] if players else "",
        blue=players[1] if len(players) > 1 else "",
        ending="" if result is None else result.get("type", ""),
        winner="" if result is None else result.get("winner", ""),
    )


def _from_text(text: str) -> _File:
    """Return what the older text says: a line for the type, one for the board, one for each move, END and the result."""
    _, *lines = (line.strip() for line in text.splitlines())
    kind = re.fullmatch(r"type\D*+(\d{1,3})", lines[0], re.ASCII) if lines else None
    if kind is None or int(kind[1]) >= len(TYPES):
        raise NotationError("the second line gives a type that hoyle knows, type0 (classic) or type1 (barrage)")
    file = _File(TYPES[int(kind[1])])
    for line in filter(None, lines[1:]):
        names, _, winner = line.rpartition(" winner ")
        names, _, ending = names.rpartition(" result ")
        red, vs, blue = names.rpartition(" vs ")
        if vs and NUMBER.fullmatch(ending) and NUMBER.fullmatch(winner):
            # Here the winner is counted from 0.
            file.red, file.blue, file.ending, file.winner = red, blue, ending, str(int(winner) + 1)
        elif len(line) == 100 and not file.content:
            file.content = line
        else:
            source, _, target = line.partition("-")
            file.moves.append((source, target))
    return file


def _real_moves(file: _File) -> list[tuple[int, tuple[str, str]]]:
    """Return the moves without END, numbered from 1; more than one END is a fault, and so are moves after it."""
    ends = [at for at, (source, _) in enumerate(file.moves) if source == "END"]
    if len(ends) > 1:
        file.notes.append(f"{len(ends)} END lines, read as one")
    if ends and ends[0] < len(file.moves) - len(ends):
        late = tally({"moves": len(file.moves) - len(ends) - ends[0]})
        file.notes.append(f"{late} after END, read like the others")
    return list(enumerate((move for move in file.moves if move[0] != "END"), 1))


def _square(file: _File, number: int, text: str) -> str:
    match = SQUARE.fullmatch(text.strip().upper())
    if match is None:
        raise NotationError(f"move {number} has {text[:20]!r} for a square such as A4")
    if match[1] == "J":
        file.notes.append(f"move {number} has {match[0]}, read as K{match[2]}")
    return f"{'abcdefghij'[COLUMNS.index('K' if match[1] == 'J' else match[1])]}{match[2]}"


def _pieces(content: str) -> tuple[Piece | None, ...]:
    if len(content) != 100:
        raise NotationError(f"the field has {len(content)} letters, where a board has 100 squares (§1)")
    for square, letter in zip(TEN.squares, content, strict=True):
        if letter not in PIECES:
            raise NotationError(f"the field holds {letter!r}; the letters are A to Y and _")
        if (letter == "_") != (square in TEN.lakes):
            raise NotationError(
                f"{letter!r} stands at column {COLUMNS[square[0]]}, row {square[1] + 1}; _ is where the lakes are (§1)"
            )
    return tuple(PIECES[letter] for letter in content)


def write(game: Stratego, state: Position, moves: Iterable[Move], red: str = "", blue: str = "") -> str:
    """Return a match in the server's XML: where it began, its moves, and its end if it came to one.

    >>> from hoyle.games.stratego import game
    >>> barrage = game("barrage")
    >>> moves = [barrage.parse(barrage.start(), word) for word in ("edge", "edge", "i4-i5")]
    >>> print(write(barrage, barrage.start(), moves, red="Ada").splitlines()[3])
        <move id="1" source="I4" target="I5" />
    """
    if game.board != TEN:
        raise NotationError("the server's games are played on ten by ten squares")
    root = ET.Element("stratego")
    file = ET.SubElement(root, "game", type=SIZES[sum(game.army)])
    number = 0
    for move in moves:
        if reason := game.why_not(state, move):
            raise NotationError(f"{move} is not a move of this match: {reason}")
        if isinstance(move, Step):
            if number == 0:
                ET.SubElement(file, "field", content=_content(state))
            number += 1
            ET.SubElement(file, "move", id=str(number), source=_name(move.source), target=_name(move.target))
        state = game.play(state, move)
    for at, name in enumerate((red, blue), 1):
        ET.SubElement(file, "player", id=str(at)).text = name
    if state.end is not None:
        # A draw by counting is none of the server's endings; an agreed one comes nearest.
        drawn = "2" if state.end.reason == CLAIMS["2"] else "4"
        ending = "1" if state.end.reason == CLAIMS["1"] else "0" if 1 in state.end.scores else drawn
        winner = str(state.end.scores.index(1) + 1) if 1 in state.end.scores else "3"
        ET.SubElement(file, "result", type=ending, winner=winner)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _name(square: Square) -> str:
    return f"{COLUMNS[square[0]]}{square[1] + 1}"


def _content(state: Position) -> str:
    letters = {own: letter for letter, own in PIECES.items() if own is not None}
    return "".join(
        "_" if square in TEN.lakes else "A" if own is None else letters[piece(own.seat, own.rank)]
        for square, own in zip(TEN.squares, state.pieces, strict=True)
    )
