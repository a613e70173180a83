"""The questions of the JSON API, which document themselves; the answers are what the service returns."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from hoyle.tables.web.catalogue import BoxFacts
from hoyle.tables.web.daily import Puzzle
from hoyle.tables.web.looks import Look

Word = Annotated[str, Field(min_length=1, max_length=200)]
Board = Annotated[str, Field(max_length=20_000)]
Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Secret = Annotated[str, Field(min_length=32, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Question(BaseModel):
    """What a client sends; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockTerms(Question):
    """Seconds for each seat, and seconds added with each of its moves."""

    seconds: float = Field(ge=5, le=86_400)
    increment: float = Field(0, ge=0, le=3600)


class NewMatch(Question):
    """A match to open."""

    game: Annotated[str, Field(min_length=1, max_length=12_000)] = Field(examples=["pegs/english"])
    start: Board | None = Field(None, description="A position as text instead of the game's own start.")
    seed: int | None = Field(
        None,
        ge=0,
        lt=2**53,
        description="The seed of the deal; by default that of a random deal that can be won.",
    )
    any_deal: bool = Field(default=False, description="Whether a random deal may be one that cannot be won.")
    deal: Board | None = Field(None, description="A deal as text, in games that have such a notation.")
    seats: list[Word] | None = Field(
        None, max_length=16, description="For each seat: me, open for whoever has the link, or a player's name."
    )
    clock: ClockTerms | None = None


class Invitation(Question):
    """The secret part of a private link."""

    invite: Word
    key: Secret | None = Field(
        None, description="A random text that only you know: with the same one you can ask again if no answer came."
    )


class Wish(Question):
    """A change that a player asks for."""

    version: int | None = Field(None, ge=0, le=2**31, description="The version that the player looked at.")
    key: Key | None = Field(None, description="A wish that is sent twice with the same key is carried out once.")


class MoveWish(Wish):
    """A move in the game's notation."""

    text: Annotated[str, Field(min_length=1, max_length=20_000)] = Field(examples=["d2d4"])


class NameWish(Wish):
    """What a player is called in a match."""

    text: Annotated[str, Field(min_length=1, max_length=24)]


class AheadWish(Wish):
    """A premove, to be played as soon as it is your turn; empty to cancel it."""

    text: Annotated[str, Field(max_length=20_000)]


class DraftText(Question):
    """A draft of what a seat sets up unseen: its moves, what is being spelled, and the seat that it was made for."""

    moves: list[Annotated[str, Field(min_length=1, max_length=2000)]] = Field(max_length=500, examples=[["F-a1"]])
    text: Annotated[str, Field(max_length=200)] = Field(
        "", description="Whether this is a move, and what may follow it."
    )
    seat: int | None = Field(
        None, ge=0, le=16, description="The seat that the draft was made for; another seat's is turned round."
    )


class RecordText(Question):
    """A record to judge."""

    record: Annotated[str, Field(max_length=1_000_000)] = Field(examples=["Game: pegs/easy\nd2d4 d4d6"])
    ply: int | None = Field(None, ge=0, le=100_000, description="Show the board after this many moves instead.")


class Fault(BaseModel):
    """Why something was refused, and what to do."""

    error: str


class Lost(TypedDict):
    """Why a game cannot be won from its start, or null if that is not seen at once."""

    lost: str | None


class OpenedMatch(TypedDict):
    """A new match: keep the token secret, and send each invitation to one person."""

    match: str
    token: str
    invites: dict[int, str]
    look: Look


class Joined(TypedDict):
    """The token of the seat that was taken."""

    token: str
    look: Look


class Rematch(TypedDict):
    """The match in which everybody plays again, once all want to."""

    match: str | None
    look: Look


class SeatToken(TypedDict):
    """The token of a seat; whoever has it plays there."""

    token: str


class ShelfFacts(TypedDict):
    """Every game, those that do not load, engines that may be seated, today's puzzles, and whether more are being made."""

    games: list[BoxFacts]
    broken: list[str]
    engines: list[str]
    today: list[Puzzle]
    making: bool
