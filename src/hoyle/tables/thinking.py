"""Thinking in other processes, so that a solver, a player or the referee never blocks a table and can be cancelled.

A kernel holds the interpreter until it is done, and a thread cannot be stopped.  So a thought is a function, named by its
place as for Later, with arguments and an answer that fit into JSON; positions and moves are text.  Run as a program, this
module is the process that thinks.  It is limited in memory and ends as soon as the process that asked is gone, for
whatever reason and however busy it is.

>>> with Thinker() as thinker:
...     answer = thinker.think(SOLVE, "pegs/easy", "***.***/***.***/***.***/***O***/***O***/***.***/*******", 1000)
>>> answer["verdict"], answer["line"]
('solved', ['d4d6'])
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, NoReturn, Self, TextIO

from hoyle.advice import advise, hint_from
from hoyle.box import Later
from hoyle.dice import Dice
from hoyle.game import HoyleError, Seat, UnseenError
from hoyle.match import Match
from hoyle.shelf import find
from hoyle.solver import Chance, GaveUp, Solved, Unsolvable, Verdict, facts
from hoyle.tables.turns import BusyError

SOLVE: Final = "hoyle.tables.thinking:solve"
HINT: Final = "hoyle.tables.thinking:hint"
PREPARE: Final = "hoyle.tables.thinking:prepare"
CHOOSE: Final = "hoyle.tables.thinking:choose"
MEMORY: Final = 3 << 30
"""Bytes of address space that a process may use; numba alone reserves a third of it without touching most."""
READY: Final = "builtins:bool"
"""What is asked to learn whether a process has started."""
MOST_ASIDE: Final = 1_000
"""Games of which it is remembered that better answers were prepared."""
FIRST: Final = "first"
SECOND: Final = "second"
LAST: Final = "last"
"""Who comes first on the processors: the terminal's own thinker, one that thinks for many, and one that takes what is left."""
BACKGROUND = True
"""Whether processes that think for many give way: answering people comes first."""
NICE: Final = 10
"""The niceness of other people's programs, and of what comes second or last, where the system knows no better."""
NOTE: Final = '{"note": '
TOO_MUCH: Final = "this needs more memory than a thought may use"


class CalledOffError(HoyleError):
    """The thought was called off."""


class TimeUpError(HoyleError):
    """The thought was not finished in time."""


class StoppedError(HoyleError):
    """The thought was stopped for others."""


class ThoughtFault(RuntimeError):  # noqa: N818 — a bug, and so not a HoyleError
    """The process broke down over a thought."""


# ------------------------------------------------------------------------------------------- asking


def log(words: str) -> None:
    """Log what a process says while it thinks, such as that it compiles a kernel."""
    logging.getLogger("hoyle").warning("%s", words)


class Thinker:
    """One process that thinks one thought at a time; once called off, it never thinks again."""

    def __init__(self, memory: int = MEMORY, *, priority: str = FIRST, heed: Callable[[str], None] = log) -> None:
        """Begin without a process."""
        self._memory, self._heed = memory, heed
        self.priority = priority
        """Who comes before it on the processors."""
        self._lock = Lock()
        self._mind: _Mind | None = None
        self._called_off = self._stopped = False
        self.thoughts, self.late, self.deaths = 0, 0, 0
        """How many thoughts were asked for, took too long, and broke the process."""
        self.took: float | None = None
        """Seconds of processor that the last thought took, if it was answered."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.call_off()

    @property
    def alive(self) -> bool:
        """Whether it has a process now."""
        return self._mind is not None

    def think(self, place: str, *facts: Any, seconds: float | Iterable[float] | None = None) -> Any:
        """Return what a function at a place answers; if it is late, its process ends and the next thought gets a new one.

        Its time may consist of several stretches; the next one is asked for when the one before is over.
        """
        with self._lock:
            self.thoughts += place != READY
            self.took = None
            self._start()
            mind = self._mind
            if mind is None or self._called_off:
                self._end()
                raise CalledOffError("called off")
            stretches = seconds if isinstance(seconds, Iterable) else (seconds,)
            given: list[float] = []
            try:
                answer = mind.answer([place, *facts], stretches, given)
            except Empty:
                self.late += 1
                self._end()
                raise TimeUpError(f"nothing was found in {sum(given):g} seconds") from None
            except BaseException:
                # Its answer would be taken for the next one's.
                self._end()
                raise
            if self._called_off:
                self._end()
                raise CalledOffError("called off")
            if self._stopped:
                self._stopped = False
                self._end()
                raise StoppedError("stopped for others")
            if answer is None or "fault" in answer:
                self.deaths += 1
                killed = answer is None and self._mind is not None and self._mind.was_killed()
                self._end()
                if killed:
                    # By somebody, or by the system for want of memory.
                    logging.getLogger("hoyle").warning("a process that thinks was killed: %s", place)
                    raise BusyError("the process that worked on this was stopped; ask again")
                raise ThoughtFault(f"{place}: {'its process died' if answer is None else answer['fault']}")
            self.took = answer["took"]
            if answer.get("error") == TOO_MUCH:
                self._end()
            if "error" in answer:
                raise (UnseenError if answer["unseen"] else HoyleError)(answer["error"])
            return answer["answer"]

    def get_ready(self) -> None:
        """Start the process if there is room for it, so that the next thought need not wait for that."""
        with self._lock, suppress(BusyError):
            self._start()

    def stop(self) -> None:
        """End the process at once; the thread that waits for its answer, or asks next, gets a StoppedError."""
        self._stopped = True
        if (mind := self._mind) is not None:
            mind.kill()

    def recover(self) -> None:
        """Be ready for another thought, even if this one was stopped as it came to its end."""
        with self._lock:
            if self._stopped:
                self._stopped = False
                self._end()

    def give_way(self) -> None:
        """Take only what others leave of the processors, from now on."""
        self.priority = LAST
        if (mind := self._mind) is not None:
            mind.give_way()

    def change_to(self, priority: str) -> None:
        """Come before others, or after them, with the next thought; no process can come forward, so there may be a new one."""
        with self._lock:
            if priority == LAST:
                self.give_way()
            elif self.priority != priority:
                self._end()
                self.priority = priority

    def call_off(self) -> None:
        """End the process at once; a thread that waits for its answer gets a CalledOffError."""
        self._called_off = True
        # Without the lock, which the thread that waits for an answer holds.
        if (mind := self._mind) is not None:
            mind.kill()
        with self._lock:
            self._end()

    def _start(self) -> None:
        if self._mind is None and not self._called_off:
            self._mind = _Mind(self._memory, self.priority if BACKGROUND else FIRST, self._heed)

    def _end(self) -> None:
        if self._mind is not None:
            self._mind.end()
            self._mind = None


class Aside:
    """A process that prepares better answers in the background, each once."""

    def __init__(self, heed: Callable[[str], None] = log) -> None:
        self._thinker = Thinker(priority=LAST, heed=heed)
        self._asked: deque[str] = deque(maxlen=MOST_ASIDE)
        self._preparing = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.call_off()

    def prepare(self, name: str) -> None:
        """Begin to prepare what makes the hints for a game exact, if anything does."""
        if name in self._asked or find(name)[0].study.prepare is None:
            return
        # While another is prepared, this one is left for the next time it is asked for.
        if self._preparing.acquire(blocking=False):
            self._asked.append(name)
            try:
                Thread(target=self._prepare, args=(name,), daemon=True).start()
            except RuntimeError:
                self._preparing.release()
                raise

    def _prepare(self, name: str) -> None:
        try:
            with suppress(HoyleError, ThoughtFault):  # Nobody waits for it.
                self._thinker.think(PREPARE, name)
        finally:
            self._preparing.release()

    def call_off(self) -> None:
        """End the process at once, for good."""
        self._thinker.call_off()


class _Mind:
    """A process and its pipes; a thread reads its answers, as not every system can wait for a pipe with a timeout."""

    def __init__(self, memory: int, priority: str, heed: Callable[[str], None]) -> None:
        self._heed = heed
        self._lifeline: int | None = None
        ends: tuple[int, ...] = ()
        try:
            if os.name == "posix":
                end, self._lifeline = os.pipe()
                ends = (end,)
            self._process = self._start(memory, priority, ends)
        except OSError as fault:
            self._let_go()
            raise BusyError("there is no room for another process; try again soon") from fault
        finally:
            for end in ends:
                os.close(end)
        self._said: SimpleQueue[str] = SimpleQueue()
        self._listener = Thread(target=self._listen, daemon=True)
        try:
            self._listener.start()
        except RuntimeError as fault:
            self._process.kill()
            self._process.communicate()
            self._let_go()
            raise BusyError("there is no room for another thread; try again soon") from fault

    @staticmethod
    def _start(memory: int, priority: str, ends: tuple[int, ...]) -> subprocess.Popen[str]:
        optimised = [] if __debug__ else ["-O"]
        return subprocess.Popen(  # noqa: S603 — our own module
            [sys.executable, *optimised, "-m", __name__, str(memory), priority, *map(str, ends)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            # Whatever can be imported here, such as a third party's game, can be imported there.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            pass_fds=ends,
            # Ctrl-C is for us alone; the lifeline ends it with us.  It gets no session of its own: Linux shares the
            # processors among sessions first, and then being in the background counts for nothing.
            process_group=0,
        )

    def was_killed(self) -> bool:
        """Tell whether something else than itself has ended the process."""
        with suppress(subprocess.TimeoutExpired):
            return os.name == "posix" and self._process.wait(1) == -signal.SIGKILL
        return False

    def answer(
        self, question: list[Any], stretches: Iterable[float | None], given: list[float]
    ) -> dict[str, Any] | None:
        """Return the answer to a question, or None if the process ends; raise queue.Empty when all stretches of time are given."""
        assert self._process.stdin is not None  # noqa: S101 — it was opened with a pipe
        with suppress(OSError):
            print(json.dumps(question), file=self._process.stdin, flush=True)
        for seconds in stretches:
            with suppress(Empty):
                line = self._said.get(timeout=seconds)
                return json.loads(line) if line else None
            given.append(seconds or 0.0)
        raise Empty

    def give_way(self) -> None:
        """Let the process take only what others leave, if there are any that come before it."""
        if BACKGROUND:
            # It may have ended by itself.
            with suppress(OSError):
                _give_way(self._process.pid, priority=LAST)

    def kill(self) -> None:
        """End the process, and with it any wait for its answer."""
        self._process.kill()

    def end(self) -> None:
        """End the process and leave nothing of it behind."""
        self._process.kill()
        self._listener.join()
        with suppress(OSError):  # The last question may still be on its way.
            self._process.communicate()
        self._let_go()

    def _let_go(self) -> None:
        if self._lifeline is not None:
            os.close(self._lifeline)
            self._lifeline = None

    def _listen(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 — likewise
        for line in self._process.stdout:
            if line.startswith(NOTE):
                self._heed(json.loads(line)["note"])
            else:
                self._said.put(line)
        self._said.put("")


# ------------------------------------------------------------------------------------------ answering


def main(memory: str, priority: str, lifeline: str = "") -> NoReturn:
    """Answer the questions on standard input until it closes."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # What a solver prints is not an answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    logging.getLogger("hoyle").addHandler(_Notes(answers))
    logging.getLogger("hoyle").propagate = False
    _limit(int(memory))
    _give_way(0, priority)
    _hold_on_to(lifeline)
    questions: SimpleQueue[str] = SimpleQueue()
    Thread(target=_hear, args=(sys.stdin, questions.put), daemon=True).start()
    while True:
        question = questions.get()
        began = time.process_time()
        answer = _answer(question)
        print(json.dumps({**answer, "took": time.process_time() - began}), file=answers, flush=True)


class _Notes(logging.StreamHandler[TextIO]):
    """A handler that passes warnings to the process that asked; on the terminal they would be in the way."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps({"note": record.getMessage()})


def _answer(question: str) -> dict[str, Any]:
    place, *facts = json.loads(question)
    try:
        return {"answer": Later(place)(*facts)}
    except HoyleError as fault:
        return {"error": str(fault), "unseen": isinstance(fault, UnseenError)}
    except MemoryError:
        return {"error": TOO_MUCH, "unseen": False}
    except Exception as fault:  # noqa: BLE001 — it is reported, and the process is replaced
        traceback.print_exc()
        return {"fault": repr(fault)}


def _hear(questions: TextIO, put: Callable[[str], None]) -> None:
    """Pass questions on; when the process that asks is gone, end at once, even in mid-thought."""
    for question in questions:
        put(question)
    os._exit(0)


def _give_way(process: int, priority: str) -> None:
    """Let a process, or this one, use little of the processors while others need them, or only what they leave."""
    if priority == LAST and hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0))
    elif priority != FIRST and hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, process, min(os.getpriority(os.PRIO_PROCESS, process) + NICE, 19))


def _limit(memory: int) -> None:
    """Limit the memory of this process."""
    try:
        import resource
    except ImportError:  # Windows has no such limit; there only the time is limited.
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _hold_on_to(lifeline: str) -> None:
    """Let the system end this process when the other end of a pipe is gone, even while a kernel holds the interpreter."""
    if not lifeline:
        return
    import fcntl
    import signal

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    pipe = int(lifeline)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC | os.O_NONBLOCK)
    # It may have gone while this process started; as long as it is there, there is nothing to read.
    with suppress(BlockingIOError):
        os.read(pipe, 1)
        os._exit(0)


# -------------------------------------------------------------------------------------------- thoughts


def solve(name: str, position: str, budget: int, solver: str | None = None) -> dict[str, Any]:
    """Return the verdict of one of a game's solvers, or of its first, on a position."""
    box, game = find(name)
    return facts(game, box.solver(solver).solve(game, game.read(position), budget))


def hint(name: str, start: str, moves: list[str], promise: list[str], budget: int) -> dict[str, Any]:
    """Return the hint for a match, given what is left of a line that was promised before.

    >>> hint("pegs/easy", "***.***/***O***/***O***/***.***/***O***/***.***/*******", ["d2d4"], ["d4d6"], 1000)["left"]
    {'jumps': 1, 'turns': 0}
    """
    _, game = find(name)
    match = Match.new(game, game.read(start)).follow(*moves)
    match.remember(match.follow(*promise).moves[len(match.moves) :])
    found = advise(match, budget)
    given = hint_from(match, found, budget)
    line = given.line or filter(None, [given.move])
    return {
        "verdict": found.kind,
        "line": list(map(str, line)),
        "words": given.words,
        "exact": given.exact,
        "left": dict(given.left),
    }


def question_of(match: Match[Any, Any]) -> tuple[str, list[str], list[str]]:
    """Return what hint needs to know about a match."""
    return match.game.write(match.start), list(map(str, match.moves)), list(map(str, match.promise))


def prepare(name: str) -> None:
    """Prepare what makes the hints for a game exact."""
    box, game = find(name)
    if box.study.prepare is not None:
        box.study.prepare(game)


def choose(name: str, view: str, seat: int, player: str, seed: int) -> str:
    """Return the move of one of a game's players, who sees a view and rolls dice with that seed.

    >>> choose("nim/1,2", "1,2 first", 0, "perfect", 7)
    'b1'
    """
    box, game = find(name)
    return str(box.player(player, Dice(seed)).choose(game, game.read(view), Seat(seat)))


def player_seed(seed: int, seat: int, moment: str) -> int:
    """Return the seed of a player's dice for one move, from that of the match, the seat and when it is.

    So the same seed gives the same match at every table, and a move that is taken back and made again gets the same answer.
    """
    return Dice.named(seed, f"seat {seat + 1}, move {moment}").word()


def verdict_of(match: Match[Any, Any], facts: Mapping[str, Any]) -> Verdict[Any]:
    """Return the verdict that facts state about a match as it stands; a line that breaks the rules is an error."""
    line = match.follow(*facts["line"]).moves[len(match.moves) :]
    match facts["verdict"]:
        case "solved":
            return Solved(line, facts["nodes"], facts["why"], facts["shortest"])
        case "unsolvable":
            return Unsolvable(facts["why"], facts["nodes"])
        case "chance":
            interval = None if facts["interval"] is None else (facts["interval"][0], facts["interval"][1])
            return Chance(Fraction(facts["chance"]), next(iter(line), None), facts["nodes"], facts["why"], interval)
        case _:
            return GaveUp(facts["why"], facts["nodes"])


if __name__ == "__main__":
    main(*sys.argv[1:])
