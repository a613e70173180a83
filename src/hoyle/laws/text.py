"""Laws of texts: positions, moves and records are read as they were written, and whatever else is typed is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any, Final

from hoyle.dice import Dice
from hoyle.game import Game, HoyleError, Outcome, Seat
from hoyle.laws.law import Checks, Fault, check, fault_of, law
from hoyle.laws.walk import MANY, SOME, Moment, Walk, answer, spread
from hoyle.match import Match
from hoyle.record import Record, moves_in
from hoyle.referee import Fair, Foul, judge

ODD_LETTERS: Final = "\0\n\t\r \x85\xa0\u2028²٣½Ⅷßİ\u202e\ufeff-−'\"/\\;,:.#()[]{}<>|*_?!=@%&~^$0a9zZ"
"""Characters that trip up a careless reader of texts."""
NUMBER: Final = re.compile(r"\d++", re.ASCII)
MANY_DIGITS: Final = 9
"""The digits that a number in a position has at most."""


@law()
def notation(walk: Walk, moment: Moment) -> Checks:
    """A position is read back from its text, and a move from its own, alone or in a record's line."""
    game, state = walk.game, moment.match.state
    text = game.write(state)
    again = game.read(text)
    yield check(again == state and hash(again) == hash(state), f"its text is read as {game.write(again)}")
    yield check("\n" not in text and text == text.strip(), "its text is more than one line")
    for move in moment.moves[:: len(moment.moves) // SOME or 1]:
        word = str(move)
        yield check(game.parse(state, word) == move, "its text is read as another move", move)
        yield check(game.unchain(word) == (word,), "its text is read as several moves", move)
        line = moves_in(f"1. {word} 2.{word} # {word}")
        yield check(line == [word, word], f"in a record's line it is read as {line}", move)


@law()
def refusals(walk: Walk, moment: Moment) -> Checks:
    """Whatever is typed as a position, a move or a variant is read, or refused by a HoyleError of one line."""
    game, match, dice = walk.game, moment.match, walk.dice(moment)
    position = game.write(match.state)
    moves = tuple(map(str, moment.moves)) or walk.texts or (position,)
    variant = walk.name.partition("/")[2]
    readers: tuple[tuple[Callable[[str], object], str], ...] = (
        (game.read, position),
        (lambda text: [game.parse(match.state, single) for single in game.unchain(text)], dice.choose(moves)),
        (match.follow, dice.choose(moves)),
        (walk.box.game, variant),
    )
    for reader, sound in readers:
        for text in ("", _noise(dice), _smudge(sound, dice), _smudge(sound, dice)):
            try:
                reader(text)
            except HoyleError as refusal:
                yield check("\n" not in str(refusal), "the refusal is longer than a line", repr(text))
            except Exception as failure:  # noqa: BLE001 — that is what the law forbids
                yield fault_of(failure, repr(text))
            else:
                yield None


def _noise(dice: Dice) -> str:
    """Return odd letters."""
    return "".join(dice.choose(ODD_LETTERS) for _ in range(dice.below(SOME)))


def _smudge(text: str, dice: Dice) -> str:
    """Return a text with up to three letters lost, doubled or replaced by odd ones or others of its own."""
    letters = list(text)
    for _ in range(1 + dice.below(3)):
        at = dice.below(len(letters) + 1)
        other = dice.choose(text if text and dice.below(2) else ODD_LETTERS)
        letters[at : at + dice.below(2)] = ["", other, other * 2, other * SOME][dice.below(4)]
    return "".join(letters)


@law(excuse="no position has a number that could be larger")
def brinks(walk: Walk, moment: Moment) -> Checks:
    """However large the numbers in a position that is read, a move leads to one that is read too."""
    game, state, dice = walk.game, moment.match.state, walk.dice(moment)
    text = game.write(state)
    numbers = tuple(NUMBER.finditer(text))
    for number in (numbers[at] for at in spread(range(len(numbers)), SOME, dice)):
        large = _largest(game, text[: number.start()], text[number.end() :])
        moves = () if large in (None, state) else tuple(islice(game.moves(large), MANY))
        for move in {dice.choose(moves) for _ in range(3)} if moves else ():
            after = game.play(large, move)
            yield check(_read(game, game.write(after)) == after, f"{game.write(after)} is not read back", move)


def _largest(game: Game[Any, Any], before: str, behind: str) -> Any:
    """Return the position with the largest number that is read between two texts, or None if none is."""
    nines = (10**digits - 1 for digits in range(MANY_DIGITS, 0, -1))
    low = next((number for number in nines if _read(game, f"{before}{number}{behind}") is not None), None)
    if low is None:
        return None
    # Where many digits are read, the limit may be any number; few are the names of squares or pieces.
    high = 10 * low if low > 99 else low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _read(game, f"{before}{middle}{behind}") is None else (middle, high)
    return _read(game, f"{before}{low}{behind}")


def _read(game: Game[Any, Any], text: str) -> Any:
    """Return the position of a text, or None if it is refused."""
    try:
        return game.read(text)
    except HoyleError:
        return None


@law(excuse="no position says how it ended")
def claims(walk: Walk, moment: Moment) -> Checks:
    """A position that says how the match ended is not read if the rules say otherwise."""
    game, state, last = walk.game, moment.match.state, walk.match.state
    said = fields(last) if is_dataclass(last) else ()
    for name, end in ((field.name, getattr(last, field.name)) for field in said):
        if isinstance(end, Outcome):
            for false in {end, replace(end, scores=end.scores[::-1])} - {game.outcome(state)}:
                text = game.write(replace(state, **{name: false}))
                try:
                    again = game.read(text)
                except HoyleError:
                    yield None
                else:
                    yield check(game.outcome(again) != false, f"it is read as ended {false}", text)


@law()
def records(walk: Walk, moment: Moment) -> Checks:
    """The record of a match is read back from its text, and the referee finds it fair, with the same end."""
    if walk.is_last(moment):
        yield from _judgement(walk.name, moment.match)


@law(excuse="no match is longer than a move")
def resumption(walk: Walk, moment: Moment) -> Checks:
    """A record that begins in the middle of a match is fair too, with the same end."""
    line = walk.match.line
    if moment.ply and not walk.is_last(moment):
        yield from _judgement(walk.name, Match(walk.game, moment.match.state, line[moment.ply : moment.ply + SOME]))


def _judgement(name: str, match: Match[Any, Any]) -> Checks:
    record = Record.of(name, match, (("Player", "Ada"),))
    yield check(Record.read(record.write()) == record, f"its text is read as {Record.read(record.write())}")
    verdict = judge(record)
    if not isinstance(verdict, Fair):
        yield Fault(str(verdict), verdict.text)
        return
    ends = [(end.outcome, end.position, len(end.line)) for end in (match, verdict.match)]
    yield check(ends[0] == ends[1], f"its end is {ends[0]}, but the referee says {ends[1]}")


@law(excuse="every seat sees everything")
def notes(walk: Walk, moment: Moment) -> Checks:
    """A record of what a seat saw and heard is fair, or unclear from where something was hidden."""
    if not walk.game.hides:
        return
    match = Match(walk.game, moment.match.state, walk.match.line[moment.ply : moment.ply + SOME])
    for seat in map(Seat, range(walk.game.seats)):
        verdict = judge(Record.read(Record.of(walk.name, match, seat=seat).write()))
        yield check(not isinstance(verdict, Foul), f"what seat {seat} saw is {verdict}")
        yield check(walk.game.read(verdict.match.position) is not None, f"what seat {seat} saw is not read")


@law(excuse="no match came to an end")
def ends(walk: Walk, moment: Moment) -> Checks:
    """Once a match is over nobody can move, and the referee allows no move."""
    match = moment.match
    if match.outcome is None:
        return
    for text in islice(walk.texts, SOME):
        yield check(answer(walk.game, match.state, text) is not None, "it is legal after the end", text)
    record = Record.of(walk.name, match)
    if record.moves:
        verdict = judge(replace(record, moves=(*record.moves, record.moves[0]), result=None))
        yield check(not isinstance(verdict, Fair), "the referee allows it after the end", record.moves[0])
