"""Pledges: each seat pledges a fruit in secret, then they guess in turn; a game with something to hide.

§1  Two seats each pledge one of six fruits, or two of them one after the other, the first seat first; nobody else sees
    which, nor whether one of two is pledged already.  Two may be pledged at once as a basket, which holds an apple and a
    cherry.
§2  Then nature draws which seat guesses first, and they guess the other's fruit in turn; no guess is made twice by one seat.
§3  Who guesses a fruit that the other pledged wins.
§4  A pledge is written apple! or basket!, a guess apple?, nature's draw coin0 or coin1.
§5  A position is written as both pledges, or ? where unseen and - where missing, the coin and the guesses.

Source: made for the tests of the tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from hoyle.box import Box, Look
from hoyle.game import NATURE, Game, HoyleError, NotationError, Outcome, Seat
from hoyle.scene import Mark, Scene
from hoyle.styles import BASE, Style, Styles

FRUITS: Final = ("apple", "cherry", "fig", "grape", "lemon", "quince")
BASKET: Final = ("apple", "cherry")


@dataclass(frozen=True, slots=True)
class Pledges:
    """What was pledged (None where unseen), how many have, the coin, and the guesses with their answers."""

    fruits: tuple[str | None, ...]
    pledged: int = 0
    coin: int = -1
    guesses: tuple[str, ...] = ()
    winner: int = -1


@dataclass(frozen=True)
class Secret(Game[Pledges, str]):
    """The game of pledges; a move is its own notation."""

    each: int = 1
    """How many fruits a seat pledges."""
    seats = 2

    def start(self) -> Pledges:
        return Pledges((None,) * 2 * self.each)

    def turn(self, state: Pledges) -> Seat | None:
        if state.winner >= 0:
            return None
        if self._pledging(state):
            return Seat(state.pledged // self.each)
        return NATURE if state.coin < 0 else Seat((state.coin + len(state.guesses)) % 2)

    def _pledging(self, state: Pledges) -> bool:
        return state.pledged < 2 * self.each

    def outcome(self, state: Pledges) -> Outcome | None:
        if state.winner < 0:
            return None
        return Outcome((1 - state.winner, state.winner), "guessed right")

    def moves(self, state: Pledges) -> Iterator[str]:
        turn = self.turn(state)
        if turn is None:
            return iter(())
        if turn == NATURE:
            return iter(("coin0", "coin1"))
        if self._pledging(state):
            whole = self.each == len(BASKET) and state.pledged % self.each == 0
            return (f"{fruit}!" for fruit in (*FRUITS, *(("basket",) if whole else ())))
        own = state.guesses[len(state.guesses) % 2 :: 2]
        return (f"{fruit}?" for fruit in FRUITS if f"{fruit}?" not in own)

    def play(self, state: Pledges, move: str) -> Pledges:
        turn = self.turn(state)
        if turn == NATURE:
            return replace(state, coin=int(move[-1]))
        if self._pledging(state):
            pledge = BASKET if move == "basket!" else (move[:-1],)
            before, after = state.fruits[: state.pledged], state.fruits[state.pledged + len(pledge) :]
            return replace(state, fruits=(*before, *pledge, *after), pledged=state.pledged + len(pledge))
        right = turn is not None and move[:-1] in state.fruits[(1 - turn) * self.each :][: self.each]
        return replace(state, guesses=(*state.guesses, move), winner=turn if right and turn is not None else -1)

    def write(self, state: Pledges) -> str:
        fruits = [fruit or ("?" if seat < state.pledged else "-") for seat, fruit in enumerate(state.fruits)]
        return f"{','.join(fruits)} {state.coin} {state.winner} {''.join(state.guesses) or '-'}"

    def read(self, text: str) -> Pledges:
        try:
            fruits, coin, winner, guesses = text.split()
        except ValueError as fault:
            raise NotationError("not a position of pledges") from fault
        names = fruits.split(",")
        return Pledges(
            tuple(None if name in "?-" else name for name in names),
            sum(name != "-" for name in names),
            int(coin),
            tuple(f"{guess}?" for guess in guesses.split("?") if guess != "-" and guess),
            int(winner),
        )

    def parse(self, state: Pledges, text: str) -> str:
        move = text.strip().lower()
        if move in {f"{fruit}{sign}" for fruit in FRUITS for sign in "!?"} | {"basket!", "coin0", "coin1"}:
            return move
        # A click spells the fruit alone; whether that is a pledge or a guess depends on the time.
        if move in FRUITS:
            return f"{move}{'!' if self._pledging(state) else '?'}"
        raise NotationError("not a fruit of §1")

    def view(self, state: Pledges, seat: Seat) -> Pledges:
        seen = tuple(fruit if place // self.each == seat else None for place, fruit in enumerate(state.fruits))
        counted = state.pledged if self.turn(state) == seat else state.pledged // self.each * self.each
        return replace(state, fruits=seen, pledged=counted)

    def report(self, state: Pledges, move: str, seat: Seat) -> str:
        return "pledges" if move.endswith("!") and self.turn(state) != seat else move


STYLES: Final = BASE | Styles(
    name="secret", colours={"peach": ("#ffdab9", "#7a4a2b")}, words={"fruit": Style(fill="peach", terminal="peach")}
)


def picture(game: Secret, state: Pledges) -> Scene:
    """Return the fruits as boxes and the pledges that can be seen in the caption."""
    marks = tuple(
        Mark(3 * place, 0, "box", "plain fruit", fruit, fruit, f"fruit {fruit}", fruit, 2.6)
        for place, fruit in enumerate(FRUITS)
    )
    seen = " ".join(f"{fruit}!" for fruit in state.fruits if fruit)
    return Scene(3 * len(FRUITS), 1, marks, str(game.outcome(state) or f"pledged: {seen}"), 3, STYLES)


class First:
    """A player that takes the first move."""

    def choose(self, game: Secret, view: Pledges, seat: Seat) -> str:  # noqa: ARG002 — every seat plays alike
        return next(iter(game.moves(view)))


def variant(name: str) -> Secret:
    """Return a variant."""
    if name not in BOX.variants:
        raise HoyleError("there is only plain and two")
    return Secret(list(BOX.variants).index(name) + 1)


BOX: Final = Box(
    name="secret",
    title="Pledges",
    rules=__doc__,
    variants={"plain": "six fruits", "two": "two pledges each"},
    game=variant,
    look=Look(picture=picture, styles=STYLES),
    players={"first": lambda _: First()},
)
