"""The JSON API: every question of the service with an address of its own, documented at /api/openapi.json.

A player shows the seat's token as a cookie, which pages get by themselves, or as a bearer in the header Authorization,
which is for bots.  Without a token, you watch.
"""

from __future__ import annotations

import logging
from typing import Annotated, Any, Final, Literal, cast

import anyio
import anyio.to_thread
from fastapi import APIRouter, BackgroundTasks, Cookie, Depends, Header, Path, Query, Request, Response

from hoyle.game import HoyleError
from hoyle.raster import FILMS
from hoyle.tables.thinking import ThoughtFault
from hoyle.tables.web import catalogue
from hoyle.tables.web.analysis import Analysis
from hoyle.tables.web.daily import Puzzle
from hoyle.tables.web.helping import Advice
from hoyle.tables.web.http import wire
from hoyle.tables.web.http.guard import PICTURE_POLICY
from hoyle.tables.web.http.routes import (
    ENGINES,
    HELPERS,
    NAME,
    OPENERS,
    PLAYERS,
    BilledRoute,
    apart,
    respond_text,
    token_of,
    work_in_thread,
)
from hoyle.tables.web.journal import Clock, NotYoursError
from hoyle.tables.web.limits import bill
from hoyle.tables.web.looks import Draft, Look, Past
from hoyle.tables.web.referee import Judgement
from hoyle.tables.web.service import Service
from hoyle.tables.web.spelling import Spelling

FAULTS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": wire.Fault, "description": "The rules or the notation forbid it."},
    403: {"model": wire.Fault, "description": "This is not for the seat that asks."},
    404: {"model": wire.Fault, "description": "There is no such thing."},
    409: {"model": wire.Fault, "description": "The board has changed since the version that was named."},
    408: {"model": wire.Fault, "description": "The question did not arrive in time."},
    411: {"model": wire.Fault, "description": "The length of the question is missing."},
    413: {"model": wire.Fault, "description": "Too large."},
    414: {"model": wire.Fault, "description": "The address is too long."},
    421: {"model": wire.Fault, "description": "The table is not called by this name."},
    422: {"model": wire.Fault, "description": "The question is not well formed."},
    429: {"model": wire.Fault, "description": "Too fast, or too many."},
    431: {"model": wire.Fault, "description": "The head of the question is too large."},
    503: {"model": wire.Fault, "description": "Busy; ask again."},
}
YEAR: Final = 365 * 86_400

api = APIRouter(prefix="/api", responses=FAULTS, route_class=BilledRoute)

GameName = Annotated[str, Query(max_length=12_000)]
Start = Annotated[str | None, Query(max_length=20_000)]
Seed = Annotated[int, Query(ge=0, lt=2**53)]
MatchName = Annotated[str, Path(pattern=f"^{NAME}$", description="The public name of a match.")]


# What only looks something up is asked for in the event loop: a thread for each would cost more than the question.
async def service_of(request: Request) -> Service:
    """Return the service that the application was made with."""
    service: Service = request.app.state.service
    return service


async def _token(
    authorization: Annotated[str | None, Header()] = None,
    seat: Annotated[str | None, Cookie()] = None,
) -> str | None:
    return token_of(authorization, seat)


Matches = Annotated[Service, Depends(service_of)]
Token = Annotated[str | None, Depends(_token)]


@api.get("/shelf")
def shelf(matches: Matches) -> wire.ShelfFacts:
    """Show the games, and today's puzzles, as far as they are ready."""
    games, broken = catalogue.contents()
    return {
        "games": games,
        "broken": broken,
        "engines": list(matches.engines),
        "today": matches.today(),
        "making": matches.daily.looking,
    }


@api.get("/rules/{name}")
def rules(name: Annotated[str, Path(max_length=100)]) -> catalogue.RulesPage:
    """Show the rules of a game."""
    return catalogue.rules(name)


@api.post("/forget")
def forget(_: wire.Question) -> Response:
    """Let the browser drop the cookies of its seats, and whatever else it keeps of this table."""
    # It is asked for in JSON, which no other site can send from here.
    return Response("{}", media_type="application/json", headers={"clear-site-data": '"cookies", "storage"'})


@api.get("/guide/{name}")
def guide(name: Annotated[str, Path(max_length=100)]) -> catalogue.GuideFacts:
    """Show the packs of puzzles and the lesson of a game."""
    return catalogue.guide(name)


@api.get("/daily/{box}")
@apart(HELPERS)
def puzzle_today(box: Annotated[str, Path(max_length=100)], matches: Matches) -> Puzzle:
    """Show a game's puzzle of today."""
    return matches.puzzle(box)


@api.get("/daily/{box}/{date}")
@apart(HELPERS)
def puzzle(
    box: Annotated[str, Path(max_length=100)], date: Annotated[str, Path(max_length=10)], matches: Matches
) -> Puzzle:
    """Show a game's puzzle of a day, which is the same for everyone for ever."""
    return matches.puzzle(box, date)


@api.get("/picture", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
@apart(HELPERS)
def picture(
    matches: Matches,
    game: GameName,
    state: Start = None,
    seed: Seed = 0,
    *,
    showcase: bool = False,
) -> Response:
    """Draw a game's start, one of its positions, or the one that shows it best."""
    return _svg(matches.picture(game, state, seed, showcase=showcase))


@api.get("/lost")
@apart(HELPERS)
def lost(matches: Matches, game: GameName, state: Start = None, seed: Seed | None = None) -> wire.Lost:
    """Say why a game cannot be won from its start or another position, if that is seen at once."""
    return {"lost": matches.why_lost(game, state, seed)}


def _svg(drawing: str) -> Response:
    headers = {"content-security-policy": PICTURE_POLICY, "cache-control": "no-cache"}
    return Response(drawing, media_type="image/svg+xml", headers=headers)


@api.post("/judge")
@apart(HELPERS)
def judge(question: wire.RecordText, matches: Matches) -> Judgement:
    """Judge a record; the answer shows the foul move on the board, or the board at any move."""
    return matches.judge(question.record, question.ply)


@api.post("/matches", status_code=201)
@apart(OPENERS)
def create(
    question: wire.NewMatch, request: Request, response: Response, tasks: BackgroundTasks, matches: Matches
) -> wire.OpenedMatch:
    """Open a match, and sit down."""
    opened = matches.create(
        question.game,
        start=question.start,
        seed=question.seed,
        any_deal=question.any_deal,
        deal=question.deal,
        seats=question.seats,
        clock=None if question.clock is None else Clock(question.clock.seconds, question.clock.increment),
    )
    _seat(request, response, opened.name, opened.token)
    _answer_later(matches, opened.name, tasks)
    return {"match": opened.name, "token": opened.token, "invites": dict(opened.invites), "look": opened.look}


@api.post("/matches/{name}/join")
def join(
    name: MatchName, question: wire.Invitation, request: Request, response: Response, matches: Matches
) -> wire.Joined:
    """Take the seat that an invitation is for."""
    token, look = matches.join(name, question.invite, question.key)
    _seat(request, response, name, token)
    return {"token": token, "look": look}


@api.get("/matches/{name}/seat")
def own_seat(name: MatchName, matches: Matches, token: Token) -> wire.SeatToken:
    """Show the token of the seat that you hold, so that you can go on at another screen: join with it as an invitation."""
    if token is None or not matches.see(name, token)["you"]:
        raise NotYoursError("you are watching, and hold no seat")
    return {"token": token}


def _seat(request: Request, response: Response, name: str, token: str) -> None:
    response.set_cookie(
        "seat",
        token,
        max_age=YEAR,
        path=f"/api/matches/{name}",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def _answer_later(matches: Service, name: str, tasks: BackgroundTasks) -> None:
    """Let computer players and premoves answer, once a look is sent."""
    if matches.due(name):
        tasks.add_task(answer, matches, name)


async def answer(matches: Service, name: str) -> None:
    """Let computer players and premoves answer in a match, each when it is time."""
    wait: float | None = matches.patience(name)
    unseen = False
    try:
        while wait is not None:
            # Asked before the wait: of several who wait for the same, one finds it, and the others must not pay for it.
            unseen = (unseen and wait > 0) or matches.patience(name) > 0
            await anyio.sleep(wait)
            limiter = ENGINES if matches.seats_engine(name) else PLAYERS
            async with bill().errand(unseen=unseen):
                wait = await anyio.to_thread.run_sync(_answer, matches, name, limiter=limiter)
    except (HoyleError, ThoughtFault) as fault:
        # The match may be full or forgotten by now, or its address asks for too much; whoever looks at it later lets the
        # player try again.  Only what is our own mistake stands in the log, which no visitor may fill.
        level = logging.WARNING if isinstance(fault, ThoughtFault) else logging.DEBUG
        logging.getLogger("hoyle").log(level, "a player does not answer: %s", fault)


def _answer(matches: Service, name: str) -> float | None:
    with bill().work():
        return matches.answer(name)


@api.get("/matches/{name}")
def see(name: MatchName, matches: Matches, token: Token, tasks: BackgroundTasks) -> Look:
    """See a match as the holder of the token may."""
    # A computer player whose process was stopped while it thought is asked again by whoever looks.
    look = matches.see(name, token)
    _answer_later(matches, name, tasks)
    return look


@api.get("/matches/{name}/at/{ply}")
def past(name: MatchName, ply: Annotated[int, Path(ge=0, le=100_000)], matches: Matches, token: Token) -> Past:
    """See the board as it was after a number of moves."""
    return matches.past(name, token, ply)


@api.get("/matches/{name}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def record(name: MatchName, matches: Matches) -> Response:
    """Download the record of a match, once nothing of it is hidden."""
    headers = {"content-disposition": f'attachment; filename="{name}.txt"'}
    return Response(matches.record(name), media_type="text/plain; charset=utf-8", headers=headers)


@api.get("/matches/{name}/picture", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def drawing(
    name: MatchName, matches: Matches, token: Token, ply: Annotated[int | None, Query(ge=0, le=100_000)] = None
) -> Response:
    """Download the board now, or after a number of moves, as an SVG file."""
    return _svg(matches.drawing(name, token, ply))


@api.get("/matches/{name}/picture.png", response_class=Response, responses={200: {"content": {"image/png": {}}}})
@apart(HELPERS)
def image(
    name: MatchName, matches: Matches, token: Token, ply: Annotated[int | None, Query(ge=0, le=100_000)] = None
) -> Response:
    """Download the board now, or after a number of moves, as a PNG file."""
    return Response(matches.image(name, token, ply), media_type="image/png")


@api.get(
    "/matches/{name}/film.{kind}",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}, "image/webp": {}}}},
)
@apart(HELPERS)
def film(name: MatchName, kind: Literal["gif", "webp"], matches: Matches, token: Token) -> Response:
    """Download the match as a film, as a GIF or WebP file."""
    return Response(matches.film(name, token, kind), media_type=FILMS[kind])


# A post and no get, though it changes nothing: what a seat thinks of playing must not stand in a log of addresses.
@api.post("/matches/{name}/spell")
@apart(HELPERS)
def spell(name: MatchName, question: wire.MoveWish, matches: Matches, token: Token) -> Spelling:
    """Ask whether a text is a legal move, and which clicks may follow it."""
    return matches.spell(name, token, question.text)


@api.post("/matches/{name}/draft")
def draft(name: MatchName, question: wire.DraftText, matches: Matches, token: Token) -> Draft:
    """Draw what you set up unseen, before you are ready; nothing of it is kept."""
    return matches.draft(name, token, question.moves, question.text, question.seat)


@api.post("/matches/{name}/move")
async def move(
    name: MatchName, question: wire.MoveWish, matches: Matches, token: Token, tasks: BackgroundTasks
) -> Look:
    """Play a move; the answer is sent once the move is safely stored."""
    text = None
    if not bill().heavy:
        text = await matches.move_at_once(name, token, question.text, version=question.version, key=question.key)
    if text is None:
        wish = {"name": name, "token": token, "wish": "move", **question.model_dump()}
        answer = await work_in_thread(matches.change, wish, likely=matches.likely(name))
    else:
        answer = respond_text(text)
    _answer_later(matches, name, tasks)
    return cast("Look", answer)


@api.post("/matches/{name}/ahead")
def ahead(name: MatchName, question: wire.AheadWish, matches: Matches, token: Token, tasks: BackgroundTasks) -> Look:
    """Premove: say what to play as soon as it is your turn, such as a setup, so that both can set up at the same time."""
    look = matches.change(name, token, "ahead", question.text, version=question.version, key=question.key)
    _answer_later(matches, name, tasks)
    return look


@api.post("/matches/{name}/undo")
def undo(name: MatchName, question: wire.Wish, matches: Matches, token: Token) -> Look:
    """Take back the last choice, or the last restart."""
    return matches.change(name, token, "undo", version=question.version, key=question.key)


@api.post("/matches/{name}/undo/{word}")
def agree(
    name: MatchName, word: Literal["ask", "agree", "decline"], question: wire.Wish, matches: Matches, token: Token
) -> Look:
    """Ask your opponents to let you take back an answered move, agree to that, or decline it."""
    return matches.change(name, token, word, version=question.version, key=question.key)


@api.post("/matches/{name}/redo")
def redo(name: MatchName, question: wire.Wish, matches: Matches, token: Token) -> Look:
    """Play again what was taken back."""
    return matches.change(name, token, "redo", version=question.version, key=question.key)


@api.post("/matches/{name}/restart")
def restart(name: MatchName, question: wire.Wish, matches: Matches, token: Token) -> Look:
    """Go back to the same deal, in a game for one."""
    return matches.change(name, token, "restart", version=question.version, key=question.key)


@api.post("/matches/{name}/resign")
def resign(name: MatchName, question: wire.Wish, matches: Matches, token: Token) -> Look:
    """Resign a match of several seats."""
    return matches.change(name, token, "resign", version=question.version, key=question.key)


@api.post("/matches/{name}/name")
def call(name: MatchName, question: wire.NameWish, matches: Matches, token: Token) -> Look:
    """Say what you are called in a match between people."""
    return matches.change(name, token, "name", question.text, version=question.version, key=question.key)


@api.post("/matches/{name}/rematch")
def rematch(name: MatchName, request: Request, response: Response, matches: Matches, token: Token) -> wire.Rematch:
    """Ask for a rematch, or agree to one; once all have, you sit in the next match, one seat further."""
    following = matches.rematch(name, token)
    if following is not None and token is not None:
        _seat(request, response, following, token)
    return {"match": following, "look": matches.see(name, token)}


@api.get("/matches/{name}/analysis")
@apart(HELPERS)
def analyse(name: MatchName, matches: Matches) -> Analysis:
    """Tell the story of a match that is over: where it could be won, or what each seat had left."""
    return matches.analyse(name)


@api.post("/matches/{name}/ask/{help_}")
@apart(HELPERS)
def advise(name: MatchName, help_: Literal["hint", "solution"], matches: Matches, token: Token) -> Advice:
    """Ask for one move, or for a whole line that wins; both are counted."""
    return matches.hint(name, token) if help_ == "hint" else matches.solution(name, token)
