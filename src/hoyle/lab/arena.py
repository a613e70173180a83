"""The arena: players and programs meet in many matches, on one machine or a cluster, and each match is a record.

A plan numbers its matches.  Matches come in pairs with the same seed and swapped seats, so both sides get the same
deal and each player the same dice.  A player that crashes, stalls or breaks a rule loses that match and is named.

>>> plan = Plan("nim/classic", ("perfect", "perfect"), games=2, seed=1)
>>> [result.points for result in (play(plan, 0), play(plan, 1))]
[1.0, 0.0]
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from hoyle import files
from hoyle.box import Box, Player, unknown
from hoyle.dice import Dice
from hoyle.engine import Engine
from hoyle.game import HoyleError, Outcome, Seat
from hoyle.lab.rating import Rating, rate
from hoyle.lab.summary import wilson
from hoyle.lab.workers import Workers, work_through
from hoyle.match import Match
from hoyle.program import words_of
from hoyle.record import FORFEITED, Record, not_over
from hoyle.shelf import find

PLAN: Final = "plan.json"
RESULTS: Final = "results.jsonl"
FORMS: Final = ("all", "gauntlet", "ladder")
LONGEST: Final = 5000
"""The number of moves after which a match is a draw."""


@dataclass(frozen=True)
class Plan:
    """Who meets whom, how often, and by which dice."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int
    form: str = "all"
    """Who meets whom: everybody, or the first each of the others (a gauntlet), or each the next (a ladder)."""
    seconds: float = 10.0
    """The seconds that a program may take for a move."""

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Which players meet, by their numbers."""
        pairs = combinations(range(len(self.players)), 2)
        return [
            (first, second)
            for first, second in pairs
            if self.form == "all" or (first == 0 if self.form == "gauntlet" else second == first + 1)
        ]

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return len(self.pairs) * self.games

    def match(self, number: int) -> tuple[tuple[int, int], int, bool]:
        """Return who meets in a match, its seed, and whether the second of them begins."""
        pair, game = divmod(number, self.games)
        return self.pairs[pair], self.seed + game // 2, bool(game % 2)

    def check(self) -> Plan:
        """Return the plan with the full name of its game; raise a HoyleError if it cannot be carried out."""
        box, game = find(self.game)
        if game.seats < 2:
            raise HoyleError(f"{box.name} has one seat, and an arena needs two")
        if self.form not in FORMS:
            raise HoyleError(unknown("form of an arena", str(self.form), FORMS))
        if len(self.players) < 2:
            raise HoyleError("an arena needs two players or more")
        for spec in self.players:
            if spec in box.players:
                continue
            if "/" not in spec and spec.partition(":")[0] not in box.programs:
                raise HoyleError(
                    unknown(f"player of {box.name}", spec, box.players) + "; a program has a / in its path"
                )
            program_in(box, spec)
        return replace(self, game=self.game if "/" in self.game else f"{box.name}/{box.default}")


@dataclass(frozen=True)
class Result:
    """How one match of a plan went: what the first of the two scored, why, and the match itself."""

    number: int
    first: int
    second: int
    points: float
    reason: str
    fault: str
    """The player that crashed, stalled or broke a rule, if one did."""
    plies: int
    seconds: tuple[float, float]
    """The seconds that each of the two took for a move, on average."""
    digest: str = ""
    """The checksum of its record."""


# -------------------------------------------------------------------------------------------------- one match


def play(plan: Plan, number: int) -> Result:
    """Return the result of a match of a plan; the same plan and number give the same match if the players keep to their dice."""
    return play_and_record(plan, number)[0]


def play_and_record(plan: Plan, number: int) -> tuple[Result, str]:
    """Return the result of a match of a plan, and its record."""
    pair, seed, swapped = plan.match(number)
    box, game = find(plan.game)
    names = [plan.players[player] for player in pair]
    sides = [(seat + swapped) % 2 for seat in range(game.seats)]
    match = Match.open(plan.game, seed=seed)
    spent, moves, guilty, reason = [0.0, 0.0], [0, 0], 0, ""
    with ExitStack() as stack:
        try:
            players = []
            for guilty in (0, 1):
                dice = Dice.named(seed, f"player {pair[guilty]}")
                players.append(stack.enter_context(player_for(box, plan, names[guilty], dice)))
            while (seat := match.turn) is not None and len(match.line) < LONGEST:
                guilty = sides[seat]
                start = time.perf_counter()
                move = _ask(players[guilty], match, seat)
                spent[guilty] += time.perf_counter() - start
                moves[guilty] += 1
                match = match.play(move).settle(Dice.named(seed, f"chance {len(match.line)}"))
        except HoyleError as fault:
            reason = " ".join(f"{names[guilty]}: {fault}".split())
    outcome = match.outcome or _adjudge(match, sides, guilty, reason)
    text = _record(box, plan.game, match, outcome, [names[side] for side in sides]).write()
    return Result(
        number,
        *pair,
        points=_points(outcome, sides),
        reason=outcome.reason,
        fault=names[guilty] if reason else "",
        plies=len(match.line),
        seconds=(spent[0] / max(1, moves[0]), spent[1] / max(1, moves[1])),
        digest=sha256(text.encode()).hexdigest(),
    ), text


@contextmanager
def player_for(box: Box, plan: Plan, spec: str, dice: Dice) -> Iterator[Player]:
    """Yield a player for one match: one of the box's own, or a program, which ends with the match."""
    if spec in box.players:
        yield box.player(spec, dice)
        return
    kind, command = program_in(box, spec)
    if kind:
        with box.programs[kind](command, seconds=plan.seconds) as player:
            yield player
    else:
        with Engine(command, plan.game, dice.word(), seconds=plan.seconds) as engine:
            yield engine


def program_in(box: Box, spec: str) -> tuple[str, list[str]]:
    """Return the kind and the command of a program, whose kind is empty if it speaks hoyle's own protocol."""
    kind, colon, command = spec.partition(":")
    return (kind, words_of(command)) if colon and kind in box.programs else ("", words_of(spec))


def _ask(player: Player, match: Match[Any, Any], seat: Seat) -> Any:
    """Return a player's move; whatever goes wrong in a player becomes a HoyleError."""
    try:
        if isinstance(player, Engine):
            player.attend(match, seat)
        return player.choose(match.game, match.view(seat), seat)
    except HoyleError:
        raise
    except Exception as fault:
        raise HoyleError(f"crashed ({type(fault).__name__})") from fault


def _adjudge(match: Match[Any, Any], sides: list[int], guilty: int, reason: str) -> Outcome:
    """Return the outcome of a match that did not end by the rules."""
    if not reason:
        return Outcome((0,) * len(sides), not_over(len(match.line)))
    return Outcome(tuple(int(side != guilty) for side in sides), reason)


def _points(outcome: Outcome, sides: list[int]) -> float:
    """Return what the first player scored: 1, ½ or 0."""
    own, other = (
        max(score for score, side in zip(outcome.scores, sides, strict=True) if side == one) for one in (0, 1)
    )
    return 0.5 if own == other else float(own > other)


def _record(box: Box, name: str, match: Match[Any, Any], outcome: Outcome, names: list[str]) -> Record:
    headers = tuple((box.seat_name(seat).title().replace(" ", "-"), one[:80]) for seat, one in enumerate(names))
    record = Record.of(name, match, headers)
    if match.outcome is not None:
        return record
    losers = [box.seat_name(seat) for seat, score in enumerate(outcome.scores) if score == 0]
    # A draw has only losers, and nobody to blame.
    blame = f"{' and '.join(losers)} {FORFEITED}: " if len(losers) < len(names) else ""
    end = replace(outcome, reason=f"{blame}{outcome.reason}")
    return replace(record, headers=(*headers, ("Termination", end.reason)), result=str(end))


# ---------------------------------------------------------------------------------------------------- the folder


class Hall:
    """The folder of an arena: its plan, a line for each match that is over, and the records."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.results: dict[int, Result] = {}

    @classmethod
    def new(cls, path: Path, plan: Plan) -> Hall:
        """Start an arena in a folder that has none."""
        if (path / PLAN).exists():
            raise HoyleError(f"{path} already has an arena: continue it with --resume, or choose another folder")
        try:
            (path / "matches").mkdir(parents=True, exist_ok=True)
            files.write(path / RESULTS, "")
            files.write(path / PLAN, json.dumps(asdict(plan), indent=1))
        except OSError as fault:
            raise HoyleError(f"cannot write to {path}: {files.reason(fault)}") from fault
        return cls(path, plan)

    @classmethod
    def resume(cls, path: Path) -> Hall:
        """Continue the arena of a folder; a match counts only if its record is there and whole."""
        try:
            facts = json.loads(files.read(path / PLAN))
            plan = Plan(**{**facts, "players": tuple(facts["players"])})
            lines = files.read(path / RESULTS).decode(errors="replace").splitlines()
        except (OSError, ValueError, TypeError, KeyError) as fault:
            raise HoyleError(f"{path} has no arena to continue") from fault
        hall = cls(path, plan.check())
        for line in lines:
            with suppress(ValueError, TypeError, OSError):  # a line cut off by an accident, or a record that is gone
                facts = json.loads(line)
                result = Result(**{**facts, "seconds": tuple(facts["seconds"])})
                if sha256(files.read(hall.file(result.number))).hexdigest() == result.digest:
                    hall.results[result.number] = result
        return hall

    def file(self, number: int) -> Path:
        """Return where the record of a match is."""
        return self.path / "matches" / f"{number:06}.txt"

    def missing(self) -> list[int]:
        """Return the matches that are not over yet."""
        return [number for number in range(self.plan.matches) if number not in self.results]

    def keep(self, number: int, played: tuple[Result, str]) -> None:
        """Keep a match: its record first, then its line."""
        result, text = played
        try:
            files.write(self.file(number), text)
            files.append(self.path / RESULTS, json.dumps(asdict(result)).encode() + b"\n")
        except OSError as fault:
            raise HoyleError(f"cannot write to {self.path}: {files.reason(fault)}; continue with --resume") from fault
        self.results[number] = result


def run(hall: Hall, workers: Workers, progress: Callable[[int], None] = lambda _: None) -> None:
    """Play the missing matches."""

    def keep(number: int, played: tuple[Result, str]) -> None:
        hall.keep(number, played)
        progress(1)

    work_through(hall.missing(), partial(play_and_record, hall.plan), keep, workers)


# --------------------------------------------------------------------------------------------------- the table


@dataclass(frozen=True)
class Standing:
    """How a player did against all others together."""

    player: str
    won: int
    drawn: int
    lost: int
    score: float
    interval: tuple[float, float]
    """Wilson's 95 % interval of the score, in which a draw counts as half a win; with draws it is wider than necessary."""
    rating: Rating
    seconds: float
    """The seconds that it took for a move, on average."""
    faults: int
    """How often it crashed, stalled or broke a rule."""


def standings(plan: Plan, results: Iterable[Result]) -> list[Standing]:
    """Return how each player did, the strongest first."""
    results = list(results)
    ratings = rate(len(plan.players), [(one.first, one.second, one.points) for one in results])
    table = []
    for number, name in enumerate(plan.players):
        own = [(one, one.points) for one in results if one.first == number]
        own += [(one, 1 - one.points) for one in results if one.second == number]
        points = [score for _, score in own]
        times = [one.seconds[one.second == number] for one, _ in own]
        table.append(
            Standing(
                name,
                won=points.count(1.0),
                drawn=points.count(0.5),
                lost=points.count(0.0),
                score=sum(points) / max(1, len(points)),
                interval=wilson(sum(points), len(points)),
                rating=ratings[number],
                seconds=sum(times) / max(1, len(times)),
                faults=sum(bool(one.fault) and score == 0 for one, score in own),
            )
        )
    return sorted(table, key=lambda one: -one.rating.value)


def crosstable(plan: Plan, results: Iterable[Result]) -> dict[tuple[str, str], float]:
    """Return what each player scored against each other, on average."""
    scores: dict[tuple[str, str], list[float]] = {}
    for one in results:
        first, second = plan.players[one.first], plan.players[one.second]
        scores.setdefault((first, second), []).append(one.points)
        scores.setdefault((second, first), []).append(1 - one.points)
    return {pair: sum(points) / len(points) for pair, points in scores.items()}
