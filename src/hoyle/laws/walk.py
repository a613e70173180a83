"""Walks: matches that a seed plays at random, some of their moments, and what can be spelled there."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, Final

from hoyle.box import Box
from hoyle.dice import Dice
from hoyle.game import NATURE, Game, HoyleError, Seat
from hoyle.match import Match
from hoyle.scene import Scene

LONGEST: Final = 2000
"""How many moves a walk may have: a patience can go round in circles for ever."""
MOMENTS: Final = 9
"""How many of the seats' choices in a walk are looked at, and a third as many of nature's moves."""
MANY: Final = 1000
"""How many moves are listed: a game may have millions in one position."""
SAMPLE: Final = 1000
"""How many texts are spelled in a position, to compare what is legal with what is listed."""
SOME: Final = 20
"""How many things are looked at if they are much alike or each takes long."""

WORD: Final = re.compile(r"[A-Za-z]*+\d++|[A-Za-z]++", re.ASCII)
PLACE: Final = re.compile(r"([A-Za-z]++)(\d++)", re.ASCII)


@dataclass(frozen=True)
class Moment:
    """A position of a walk: the match so far, and its moves, or the first MANY of them."""

    match: Match[Any, Any]
    moves: tuple[Any, ...]

    @property
    def ply(self) -> int:
        """How many moves led here."""
        return len(self.match.line)

    @cached_property
    def move_set(self) -> frozenset[Hashable]:
        """The moves, to look one up."""
        return frozenset(self.moves)

    @property
    def complete(self) -> bool:
        """Whether all moves are listed."""
        return len(self.moves) < MANY


@dataclass(frozen=True)
class Walk:
    """A match of a game that a seed plays at random, to its end or for LONGEST moves, and some of its moments."""

    name: str
    box: Box
    game: Game[Any, Any]
    seed: int

    @property
    def match(self) -> Match[Any, Any]:
        """The whole match, as far as the game could play it."""
        return self._course[0]

    @property
    def failure(self) -> Exception | None:
        """The error that ended the match, if one did."""
        return self._course[2]

    @cached_property
    def _course(self) -> tuple[Match[Any, Any], list[Seat], Exception | None]:
        """The match, who made its moves, and the error."""
        game, dice = self.game, Dice(self.seed)
        line: list[tuple[Any, Any]] = []
        movers: list[Seat] = []
        start = state = game.start()
        failure = None
        try:
            while len(line) < LONGEST and (mover := game.turn(state)) is not None:
                chance = mover == NATURE
                move = dice.draw(game.odds(state)) if chance else dice.choose(list(islice(game.moves(state), MANY)))
                state = game.play(state, move)
                line.append((move, state))
                movers.append(mover)
        except Exception as error:  # noqa: BLE001 — a stranger's game may fail in any way, and that is what we look for
            failure = error
        return Match(game, start, tuple(line)), movers, failure

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The start, the end, the first choice of a seat and its result, and a sample of every part of the rest."""
        length, dice, movers = len(self.match.line), Dice(self.seed), self._course[1]
        choices = [ply for ply, mover in enumerate(movers) if mover != NATURE]
        chances = [ply for ply, mover in enumerate(movers) if mover == NATURE]
        some = {*spread(choices, MOMENTS, dice), *spread(chances, MOMENTS // 3, dice)}
        plies = {0, self.first_choice, self.first_choice + 1, length, *some}
        return tuple(self._moment(ply) for ply in sorted(plies) if ply <= length)

    @property
    def first_choice(self) -> int:
        """How many moves of nature come before the first choice of a seat."""
        movers = self._course[1]
        return next((ply for ply, mover in enumerate(movers) if mover != NATURE), len(movers))

    def _moment(self, ply: int) -> Moment:
        match = replace(self.match, line=self.match.line[:ply])
        return Moment(match, tuple(islice(self.game.moves(match.state), MANY)))

    def dice(self, moment: Moment) -> Dice:
        """Return dice that a law may roll at a moment, the same ones each time."""
        return Dice(self.seed << 20 ^ moment.ply)

    def is_last(self, moment: Moment) -> bool:
        """Tell whether a moment is the end of the walk."""
        return moment.ply == len(self.match.line)

    def scene(self, moment: Moment) -> Scene:
        """Return the picture that the mover sees."""
        return self.box.look.picture(self.game, self.view(moment))

    def view(self, moment: Moment) -> Any:
        """Return what the mover sees, or everything if that is nature or nobody."""
        mover = moment.match.turn
        return moment.match.state if mover is None or mover == NATURE else moment.match.view(mover)

    # ------------------------------------------------------------------------------------- what can be spelled

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The moves of all moments as text."""
        return tuple(dict.fromkeys(str(move) for moment in self.moments for move in moment.moves))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that moves and marks are made of, each letter with each number, and one letter and number beyond."""
        scenes = map(self.scene, (self.moments[0], self.moments[len(self.moments) // 2], self.moments[-1]))
        spelled = (mark.spells for scene in scenes for mark in scene.marks if mark.spells)
        words = dict.fromkeys(word for text in (*spelled, *self.texts) for word in (text, *WORD.findall(text)))
        places = [place.groups() for place in map(PLACE.fullmatch, words) if place]
        letters = dict.fromkeys(letter for letter, _ in places)
        numbers = {int(number) for _, number in places}
        beyond = [_following(max(letters, key=lambda letter: (len(letter), letter)))] if letters else []
        grid = (f"{one}{two}" for one in (*letters, *beyond) for two in (*numbers, max(numbers) + 1, 0))
        return tuple(dict.fromkeys((*(word for word in words if WORD.fullmatch(word)), *grid)))

    def spellings(self, moment: Moment, number: int) -> Iterator[str]:
        """Yield a fair sample of what can be typed: moves with one word changed, any two words, moves made elsewhere."""
        dice, words, near = self.dice(moment), self.words, tuple(map(str, moment.moves)) or self.texts
        # If all moves have the same number of words, a text with more or fewer is not a move at all.
        longer = len({len(WORD.findall(text)) for text in near}) > 1
        frames = tuple(dict.fromkeys(frame for text in near for frame in _frames(text, longer=longer)))
        yield from _sample(frames, ("", *words) if longer else words, number, dice)
        yield from _sample(words, ("", *words), number // 4, dice)
        yield from _sample(self.texts, ("",), number // 4, dice)


def _following(letters: str) -> str:
    """Return the letters with the last one replaced by the next in the alphabet."""
    return letters[:-1] + chr(ord(letters[-1]) + 1)


def _frames(text: str, *, longer: bool) -> Iterator[tuple[str, str]]:
    """Yield the texts before and after each place where a word could be replaced or inserted.

    >>> list(_frames("a1b2", longer=True))
    [('', 'b2'), ('a1', 'b2'), ('a1', ''), ('a1b2', '')]
    """
    for word in WORD.finditer(text):
        yield text[: word.start()], text[word.end() :]
        if longer:
            yield text[: word.end()], text[word.end() :]


def _sample(
    ones: Sequence[str] | Sequence[tuple[str, str]], others: Sequence[str], number: int, dice: Dice
) -> Iterator[str]:
    """Yield about a given number of the texts that two things make together.

    >>> list(_sample([("a", "c"), ("", "")], ["b", "d"], 4, Dice(1)))
    ['abc', 'adc', 'b', 'd']
    """
    for place in spread(range(len(ones) * len(others)), number, dice):
        one, other = ones[place // len(others)], others[place % len(others)]
        before, after = (one, "") if isinstance(one, str) else one
        yield before + other + after


def spread(things: Sequence[int], number: int, dice: Dice) -> Sequence[int]:
    """Return about a given number of the things, evenly spread from a random one on: each is as likely as any other.

    >>> spread(range(10), 3, Dice(1))
    range(2, 10, 3)
    """
    step = len(things) // number or 1
    return things[dice.below(step) :: step]


def answer(game: Game[Any, Any], state: Any, text: str) -> str | None:
    """Return the refusal of a text typed as a move, or None if it is legal."""
    try:
        return game.why_not(state, game.parse(state, text))
    except HoyleError as refusal:
        return str(refusal)
