"""Laws of playing: moves and their order, what is legal, chance, views and undo."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import islice

from hoyle.game import NATURE, HoyleError, Seat, UnseenError
from hoyle.laws.law import Checks, check, fault_of, law
from hoyle.laws.walk import LONGEST, MANY, SAMPLE, SOME, Moment, Walk, answer
from hoyle.match import steps
from hoyle.scene import to_text


@law()
def playing(walk: Walk, moment: Moment) -> Checks:
    """Every listed move can be played, and leads to a position with a mover or an outcome."""
    game, state, dice = walk.game, moment.match.state, walk.dice(moment)
    if walk.is_last(moment):
        yield None if walk.failure is None else fault_of(walk.failure)
    for _ in range(min(SOME, len(moment.moves))):
        move = dice.choose(moment.moves)
        try:
            after = game.play(state, move)
            mover, outcome = game.turn(after), game.outcome(after)
        except Exception as failure:  # noqa: BLE001 — so that the finding names the move
            yield fault_of(failure, str(move))
            continue
        yield check((mover is None) == (outcome is not None), "after it, turn and outcome disagree", move)


@law()
def turns(walk: Walk, moment: Moment) -> Checks:
    """There are moves exactly while somebody is to move and there is no outcome."""
    mover, outcome, number = moment.match.turn, moment.match.outcome, len(moment.moves)
    holds = (number > 0) == (mover is not None) == (outcome is None)
    yield check(holds, f"the mover is {mover}, the outcome is {outcome}, and {number} moves are listed")
    yield check(mover is None or NATURE <= mover < walk.game.seats, f"there is no seat {mover} among {walk.game.seats}")


@law()
def order(walk: Walk, moment: Moment) -> Checks:
    """Equal positions list equal moves in the same order, each once."""
    game, state = walk.game, moment.match.state
    count = Counter(moment.moves)
    for move in moment.moves:
        yield check(count[move] == 1, "it is listed twice", move)
    again = tuple(islice(game.moves(game.read(game.write(state))), MANY))
    odd = next((one for one, other in zip(moment.moves, again, strict=False) if one != other), None)
    yield check(again == moment.moves, "read from its text, the position lists different moves", odd)


@law()
def legality(walk: Walk, moment: Moment) -> Checks:
    """A move is legal exactly if it is listed: every listed move is legal, and no other that can be typed."""
    game, state = walk.game, moment.match.state
    for move in moment.moves:
        reason = game.why_not(state, move)
        yield check(reason is None, f"it is listed, but {reason}", move)
        yield check(game.legal(state, move) == (reason is None), "legal and why_not disagree", move)
    # Nature's moves are simple, so a smaller sample does.
    for text in walk.spellings(moment, SAMPLE if moment.match.turn in range(game.seats) else SAMPLE // 5):
        try:
            move = game.parse(state, text)
        except HoyleError:
            continue
        if game.legal(state, move):
            # If only some of the moves were listed, nothing is known about the others.
            if moment.complete or move in moment.move_set:
                yield check(move in moment.move_set, "it is legal, but not listed", move)
        else:
            yield check(move not in moment.move_set, "it is listed, but not legal", move)


@law(excuse="no refusal cites a paragraph")
def citations(walk: Walk, moment: Moment) -> Checks:
    """The rules page has every paragraph that a refusal cites."""
    game, state = walk.game, moment.match.state
    page = set(re.findall(r"^§(\d++)", walk.box.rules, re.MULTILINE))
    for text in walk.spellings(moment, SOME):
        reason = answer(game, state, text) or ""
        for cited in re.findall(r"§(\d++)", reason):
            yield check(cited in page, f"there is no §{cited} as in {reason!r}", text)


@law(excuse="nature never moves")
def odds(walk: Walk, moment: Moment) -> Checks:
    """Where nature moves, each move has a chance, and together they make one."""
    if moment.match.turn == NATURE:
        chances = walk.game.odds(moment.match.state)
        yield check(tuple(chances) == moment.moves, "the moves with odds are not those that are listed")
        yield check(sum(chances.values()) == 1, f"the odds sum to {sum(chances.values())}")
        for move, chance in chances.items():
            yield check(chance > 0, f"its chance is {chance}", move)


@law()
def views(walk: Walk, moment: Moment) -> Checks:
    """A view shows itself, is written and drawn, and from its view a seat lists its own moves and hears the same refusals."""
    game, match = walk.game, moment.match
    sights = {seat: match.view(seat) for seat in map(Seat, range(game.seats))}
    for seat, view in sights.items():
        yield check(
            game.hides or view == match.state, f"the game says that it hides nothing, but seat {seat} sees less"
        )
        # A spectator sees what is left when each seat's view is taken in turn, in any order.
        for other, its_view in sights.items():
            both = game.view(view, other), game.view(its_view, seat)
            yield check(both[0] == both[1], f"what seats {seat} and {other} both see depends on their order")
        yield check(game.view(view, seat) == view, f"what seat {seat} sees of its own view differs from it")
        yield check(game.read(game.write(view)) == view, f"what seat {seat} sees is not read back as it is written")
        yield check(bool(to_text(walk.box.look.picture(game, view))), f"what seat {seat} sees is not drawn")
        if match.turn == seat:
            own = tuple(islice(game.moves(view), MANY))
            odd = next((one for one, other in zip(moment.moves, own, strict=False) if one != other), None)
            yield check(own == moment.moves, f"from its view, seat {seat} lists different moves", odd)
            for text in walk.spellings(moment, SOME):
                answers = [answer(game, state, text) for state in (match.state, view)]
                yield check(answers[0] == answers[1], f"seat {seat} should hear {answers[1]!r}", text)


@law()
def secrecy(walk: Walk, moment: Moment) -> Checks:
    """Turns follow each other without a gap, one for each move where nothing is hidden, and a seat hears of its own."""
    if not walk.is_last(moment):
        return
    game = walk.game
    match = replace(walk.match, line=walk.match.line[: LONGEST // SOME])
    turns = match.turns()
    plies = [ply for turn in turns for ply in range(turn.first, turn.after)]
    yield check(plies == list(range(len(match.line))), "some moves are in no turn or in two")
    yield check(game.hides or len(turns) == len(match.line), "nothing is hidden, but a turn has several moves")
    # Once it is over everybody hears of everything, so the last move is taken back.
    before = replace(match, line=match.line[:-1])
    for seat in map(Seat, range(game.seats)):
        heard = before.turns(seat)
        unheard = [turn for turn in before.turns() if turn not in heard]
        yield check(all(turn.mover != seat for turn in unheard), f"seat {seat} does not hear of a turn of its own")
        gone_on = all(game.turn(before.line[turn.after - 1][1]) == turn.mover for turn in unheard)
        yield check(gone_on, f"seat {seat} does not hear that a turn is over")


@law(excuse="every seat sees everything")
def hearsay(walk: Walk, moment: Moment) -> Checks:
    """A seat's report of a move, played on the seat's view, leads to what the seat sees next, or is refused as unseen."""
    game, state = walk.game, moment.match.state
    if not game.hides:
        return
    seats = [Seat(seat) for seat in range(game.seats)]
    for move in moment.moves[:: len(moment.moves) // SOME or 1]:
        true = game.play(state, move)
        reports = [game.report(state, move, seat) for seat in seats]
        for seat, report in zip(seats, reports, strict=True):
            try:
                ((_, after),) = steps(game, game.view(state, seat), report)
            except UnseenError:
                continue
            outcome = game.outcome(after)
            yield check(outcome in {game.outcome(true), None}, f"seat {seat} takes it to end with {outcome}", move)
            # A secret setup may end a seat's turn, and then the seat sees more than before.
            if game.outcome(true) is None and len(set(reports)) == 1:
                yield check(game.view(after, seat) == game.view(true, seat), f"seat {seat} sees something else", move)


@law(excuse="no seat ever has a choice")
def undo(walk: Walk, moment: Moment) -> Checks:
    """Undoing goes back from choice to choice, to the first, and redoing brings back the same moves of nature."""
    match = undone = moment.match
    first, steps = walk.first_choice, 0
    if moment.ply <= first:
        return
    # In a long match, going back all the way takes long and shows no more than a few steps do.
    while len(undone.line) > first and (steps < SOME or moment.ply < LONGEST // SOME):
        undone, steps = undone.undo(), steps + 1
        choice = undone.turn != NATURE and undone.line == match.line[: len(undone.line)]
        yield check(choice, f"undoing {steps} times leads to no choice of a seat")
    if len(undone.line) <= first:
        last = undone.undo()
        yield check(last == undone and len(last.line) == first, f"undoing everything leaves {len(last.line)} moves")
    redone = undone
    for _ in range(steps):
        redone = redone.redo()
    yield check(redone == match, f"undoing and redoing {steps} times does not lead back")
