"""The lesson of Stratego, as data, and what the story of a match counts."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.box import Step
from hoyle.game import Seat
from hoyle.games.stratego.pieces import Position
from hoyle.games.stratego.rules import Stratego

SEATS = ("me", "random")


def material(game: Stratego, state: Position) -> Sequence[int]:
    """Return how many pieces each seat has on the board."""
    owners = [piece.seat for piece in state.pieces if piece is not None]
    return [owners.count(Seat(seat)) for seat in range(game.seats)]


def lesson() -> tuple[Step, ...]:
    """Return the steps of the lesson, on six by six squares."""
    return (
        Step(
            "stratego/six",
            None,
            "Set up your army: press one of the ready-made setups, then Ready.",
            (1, 2),
            (),
            "Your opponent sees where your pieces stand, but not what they are.",
            seats=SEATS,
        ),
        Step(
            "stratego/six",
            "bF . . . . ./. . . . . b2/. ~ . . ~ ./. ~ . . ~ ./r9 . . . . ./rF . . . . .; red to move",
            "Move your general (9) one square ahead.",
            (3,),
            ("a2-a3",),
            "One square straight ahead, behind or beside: only scouts go further.",
            seats=SEATS,
        ),
        Step(
            "stratego/six",
            "bF . . . . ./. . . . . b3/. ~ . . ~ ./. ~ . . ~ ./. . . . . ./rF . r2 . . .; red to move",
            "Your scout (2) goes any number of empty squares. Send it four squares ahead.",
            (4,),
            ("c1-c5",),
            "A piece that goes further than one square gives itself away as a scout.",
            seats=SEATS,
        ),
        Step(
            "stratego/six",
            "bF . . . . b2/. . . . . ./b3 ~ . . ~ ./r9 ~ . . ~ ./. . . . . ./rF . . . . .; red to move",
            "Strike with your general (9): move it onto the unknown piece.",
            (5,),
            ("a3-a4",),
            "Both ranks are shown. It was a miner (3), which falls, and you take its square.",
            seats=SEATS,
        ),
        Step(
            "stratego/six",
            "bF . . . . b2/bB . . . . ./r3 ~ . . ~ ./. ~ . . ~ ./. . . . . ./rF . . . . .; red to move",
            "A bomb beats every striker except your miner (3). Remove it.",
            (5,),
            ("a4-a5",),
            "Miners are worth keeping for the end, when bombs stand around the flag.",
            seats=SEATS,
        ),
        Step(
            "stratego/six",
            "bF . . . . b2/. . . . . ./bX ~ . . ~ ./rS ~ . . ~ ./. . . . . ./rF . . . . .; red to move",
            "Your spy (S) wins against one piece only, if it strikes first. Strike the marshal (X).",
            (5, 12),
            ("a3-a4",),
            "Struck by the marshal, the spy falls.",
            seats=SEATS,
        ),
        Step(
            "stratego/six",
            "bF . . . . b2/r9 . . . . ./. ~ . . ~ ./. ~ . . ~ ./. . . . . ./rF . . . . .; red to move",
            "Take the flag.",
            (8,),
            ("a5-a6",),
            "If you take the flag, you win.",
            wins=True,
            seats=SEATS,
        ),
    )
