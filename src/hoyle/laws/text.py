"""Laws of texts: positions, moves and records are read as they were written, and whatever else is typed is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from hoyle.dice import Dice
from hoyle.game import HoyleError, Seat
from hoyle.laws.law import Checks, Fault, check, fault_of, law
from hoyle.laws.walk import SOME, Moment, Walk, answer
from hoyle.match import Match
from hoyle.record import Record, moves_in
from hoyle.referee import Fair, Foul, judge

ODD_LETTERS: Final = "\0\n\t\r \x85\xa0\u2028²٣½Ⅷßİ\u202e\ufeff-−'\"/\\;,:.#()[]{}<>|*_?!=@%&~^$0a9zZ"
"""Characters that trip up a careless reader of texts."""


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
