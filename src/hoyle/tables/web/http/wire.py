"""What goes over the wire: the questions and the answers of the JSON API, which document themselves."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Word = Annotated[str, Field(min_length=1, max_length=200)]
Board = Annotated[str, Field(max_length=20_000)]
Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Question(BaseModel):
    """What a client sends; a field that nobody knows is a mistake and is told."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockTerms(Question):
    """Seconds for each seat, and seconds added with each of its moves."""

    seconds: float = Field(ge=5, le=86_400)
    increment: float = Field(0, ge=0, le=3600)


class NewMatch(Question):
    """A match to open."""

    game: Annotated[str, Field(min_length=1, max_length=12_000)] = Field(examples=["pegs/english"])
    start: Board | None = Field(None, description="A position as text instead of the game's own start.")
    seed: int | None = Field(None, ge=0, lt=2**53, description="The number of the deal; by chance if none is given.")
    deal: Board | None = Field(None, description="A deal as text, in games that know such a thing.")
    seats: list[Word] | None = Field(
        None, max_length=16, description="For each seat: me, open for somebody with the invitation, or a player's name."
    )
    clock: ClockTerms | None = None


class Invitation(Question):
    """The secret part of a private link."""

    invite: Word


class Wish(Question):
    """A change that somebody at the table asks for."""

    version: int | None = Field(None, ge=0, le=2**31, description="The version that the player looked at.")
    key: Key | None = Field(None, description="What is sent twice with one key is done once.")


class MoveWish(Wish):
    """A move in the game's notation."""

    text: Annotated[str, Field(min_length=1, max_length=20_000)] = Field(examples=["d2d4"])


class AheadWish(Wish):
    """A move to be played as soon as it is one's turn; empty to take it back."""

    text: Annotated[str, Field(max_length=20_000)]


class DraftText(Question):
    """A draft of what a seat sets up unseen: its moves, what is being spelled, and the seat that it was made for."""

    moves: list[Annotated[str, Field(min_length=1, max_length=2000)]] = Field(max_length=500, examples=[["F-a1"]])
    text: Annotated[str, Field(max_length=200)] = Field(
        "", description="Whether this is a move, and what may follow it."
    )
    seat: int | None = Field(None, ge=0, le=16, description="The seat of the draft; another's is turned round.")


class RecordText(Question):
    """A record to judge."""

    record: Annotated[str, Field(max_length=1_000_000)] = Field(examples=["Game: pegs/easy\nd2d4 d4d6"])
    ply: int | None = Field(None, ge=0, le=100_000, description="Show the board after so many moves instead.")


class Fault(BaseModel):
    """Why something was refused, and what to do."""

    error: str


class Told(BaseModel):
    """A move as the viewer may hear of it; seat -1 is nature."""

    seat: int | None
    text: str


class SeatFacts(BaseModel):
    """What the seat is called, who sits there (a person, or a player of the box), and the seconds left on the clock."""

    name: str
    who: str
    joined: bool
    left: float | None


class OutcomeFacts(BaseModel):
    """The scores of the seats, the result in words, and its reason alone."""

    scores: list[int]
    words: str
    reason: str


class Picture(BaseModel):
    """A board, as SVG whose marks carry data-spells, and as text."""

    svg: str
    text: str
    caption: str


class SetupFacts(BaseModel):
    """The seat for which the viewer may set up unseen, and ready-made setups: names and what to say for them."""

    seat: int
    ready: dict[str, str]


class RequestFacts(BaseModel):
    """The seat that asks the others to take back so many choices."""

    seat: int
    choices: int


class Look(Picture):
    """A match as the viewer may see it."""

    match: str
    version: int = Field(description="How many things have happened that the viewer could notice.")
    game: str
    title: str
    you: list[int]
    yours: bool
    turn: int | None
    seats: list[SeatFacts]
    clock_runs: bool
    outcome: OutcomeFacts | None
    ended: str | None
    position: str | None
    moves: list[str]
    more: bool
    begins: list[str]
    line: list[Told]
    last: list[str] = Field(description="What the marks spell that the last move names, in its order.")
    length: str | None = Field(description="How long a match for one is by now, in words.")
    deal: int | None
    public: bool
    ahead: str | None
    setup: SetupFacts | None
    request: RequestFacts | None
    declined: int | None
    can: list[str]
    hints: int
    solutions: int


class OpenedMatch(BaseModel):
    """A new match: keep the token secret, and send each invitation to one person."""

    match: str
    token: str
    invites: dict[int, str]
    look: Look


class Joined(BaseModel):
    """The token of the seat that was taken."""

    token: str
    look: Look


class Past(Picture):
    """The board after so many moves, its position as text unless something of it is hidden, and the move that led to it."""

    ply: int
    position: str | None
    last: list[str]


class Spelling(BaseModel):
    """Whether a text is a legal move, why not, and what a next click may add to it."""

    legal: bool
    why: str
    next: list[str]


class DraftMove(BaseModel):
    """A move of a draft, and what the marks spell that it is made of."""

    text: str
    parts: list[str]


class Draft(Picture, Spelling):
    """A draft: its picture, its moves, whether it is complete, and what to say when one is ready."""

    line: list[DraftMove]
    complete: bool
    says: str
    more: bool
    begins: list[str]


class Advice(BaseModel):
    """One move or a whole line, with how sure it is."""

    verdict: Literal["solved", "unsolvable", "gave up", "advice"]
    line: list[str]
    words: str
    look: Look


class VariantFacts(BaseModel):
    """A variant of a game, with the seats it has, and whether chance begins."""

    name: str
    words: str
    seats: int
    dealt: bool


class BoxFacts(BaseModel):
    """A game on the shelf."""

    name: str
    title: str
    variants: list[VariantFacts]
    seats: list[str]
    deals: bool
    solvers: list[str]
    players: list[str]


class Puzzle(BaseModel):
    """The puzzle of a day: the same variant and deal for everyone, and how hard it is, if that is known."""

    game: str
    title: str
    seed: int
    date: str
    difficulty: str | None


class ShelfFacts(BaseModel):
    """Every game, those that do not load, today's puzzles, and whether more of them are being made."""

    games: list[BoxFacts]
    broken: list[str]
    today: list[Puzzle]
    making: bool


class RulesPage(BaseModel):
    """A game's rules, in numbered paragraphs."""

    name: str
    title: str
    rules: str


class Judgement(Picture):
    """The referee's verdict on a record; the picture is the end, or the position before the first move that is not fair."""

    verdict: Literal["fair", "foul", "unclear"]
    words: str
    game: str
    title: str
    position: str
    moves: list[str]
    line: list[Told] = Field(description="The single moves up to the foul one.")
    last: list[str] = Field(description="What the marks spell that the move shown names, in its order.")
    plies: int
    ply: int | None
    move: str | None = None
