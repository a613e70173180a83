"""What runs inside the sandbox: a student's program, under limits, with the result of each case as a line of JSON.

The process bounds itself first and then forks: if something loops, exits or breaks, only a fork is lost, and the next
case gets a new one. Nothing here is imported by the rest of hoyle, and none of the student's code runs before the forks.
"""

from __future__ import annotations

import ast
import errno
import importlib
import inspect
import io
import json
import os
import re
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

Line = dict[str, Any]
Say = Callable[[Line], None]

PARTS: Final = {"pre": "precondition", "post": "postcondition", "inv": "invariant"}


def main() -> None:
    """Read a job from the file named first, and write lines to the descriptor named second."""
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    out = int(sys.argv[2])
    bound(job["limits"])
    sys.path[:] = job["path"]
    sys.dont_write_bytecode = True
    # Each fork would import these again.
    importlib.import_module("icontract")
    if any(stage["runner"] == "pytest" for stage in job["stages"].values()):
        importlib.import_module("pytest")
    for name, stage in job["stages"].items():
        pid = os.fork()
        if pid == 0:
            try:
                run_stage({**job, **stage}, lambda line, name=name: _write(out, {"stage": name, **line}), out)  # type: ignore[misc]
            finally:
                os._exit(0)
        os.waitpid(pid, 0)


def _write(out: int, line: Line) -> None:
    os.write(out, json.dumps(line).encode() + b"\n")


def run_stage(job: Line, say: Say, out: int) -> None:
    """Run cases or tests with one of the packages."""
    sys.path[:0] = [job["where"]]
    for name in job["blocked"]:
        sys.modules[name] = None  # type: ignore[assignment]  # Python's own sign for “not to be imported”
    if not job["promises"]:
        forget_promises()
    # The package is first imported by a fork, since importing may loop or exit as well.
    for line in watch(lambda tell: _import(job, tell), job["limits"], out):
        if line.get("outcome") != "passed":
            say({"import": line.get("words", "")})
            return
    if job["runner"] == "pytest":
        patient = {**job["limits"], "wall": job["limits"]["whole"]}
        for line in watch(lambda tell: go_through_with_pytest(job, tell), patient, out):
            say(line)
        return
    for line in go_through(job, None, lambda done, tell: run_cases(job, done, tell), out):
        say(line)


def bound(limits: dict[str, Any]) -> None:
    """Limit what this process and its forks may use."""
    bounds = {
        "RLIMIT_AS": limits["memory"],
        "RLIMIT_FSIZE": limits["output"],
        "RLIMIT_CORE": 0,
        "RLIMIT_NOFILE": 64,
    }
    # The limit counts all threads of the user, and only Linux says how many there are.
    if os.getuid() and (threads := sum(map(_threads, Path("/proc").glob("[0-9]*")))):
        bounds["RLIMIT_NPROC"] = threads + 32
    for name, most in bounds.items():
        if hasattr(resource, name):
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (least, least))


def _threads(path: Path) -> int:
    """Return how many threads a process of this user has."""
    try:
        return len([*(path / "task").iterdir()]) if path.stat().st_uid == os.getuid() else 0
    except OSError:
        return 0


def forget_promises() -> None:
    """Switch off all contracts but preconditions, as under ``python -O``, but keep assertions."""
    import icontract

    def plain(*_: object, **__: object) -> Callable[[Any], Any]:
        return lambda thing: thing

    icontract.ensure = icontract.invariant = icontract.snapshot = plain  # type: ignore[assignment]


def _import(job: Line, tell: Say) -> None:
    tell({"start": "import"})
    tell({"case": "import", **attempt(lambda: importlib.import_module(job["package"]))})


# ------------------------------------------------------------------ forks


def go_through(job: Line, fault: str | None, work: Callable[[list[str], Say], None], out: int) -> Iterator[Line]:
    """Yield the result of every case, with as many forks as it takes."""
    done: list[str] = []
    for _ in range(job["limits"]["stops"]):
        ended = True
        for line in watch(lambda tell: work(done, tell), job["limits"], out):
            ended = ended and not line.get("stopped")
            done.append(line["case"])
            yield {"fault": fault, **line}
        if ended:
            return


def watch(work: Callable[[Say], None], limits: dict[str, Any], out: int) -> Iterator[Line]:
    """Do some work in a fork; yield its lines, and at the end one that says why it was stopped, if it was."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.close(read)
            os.close(out)
            os.setpgid(0, 0)

            def tell(line: Line) -> None:
                if "start" in line:
                    _begin_case(limits)
                os.write(write, json.dumps(line).encode() + b"\n")

            work(tell)
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    started: str | None = None
    status = 0
    for line in _lines(read, pid, limits["wall"]):
        if "status" in line:
            status = line["status"]
        elif "start" in line:
            started = line["start"]
        else:
            started = None
            yield line
    os.close(read)
    if status != 0:
        yield {"case": started or "", "outcome": "failed", "stopped": True, "words": _reason(status, limits)}


def _begin_case(limits: dict[str, Any]) -> None:
    """Start the processor-time limit of a case, and forget what was printed."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, limits["seconds"])
    os.ftruncate(1, 0)
    os.lseek(1, 0, os.SEEK_SET)
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.FileIO(number, "w", closefd=False), encoding="utf-8", errors="replace") for number in (1, 2)
    )


def _lines(read: int, pid: int, wall: float) -> Iterator[Line]:
    """Yield the lines of a fork, and at the end its status; a fork that says nothing for too long is killed."""
    os.set_blocking(read, False)
    rest, last, status = b"", time.monotonic(), None
    while True:
        if status is None:
            ended, code = os.waitpid(pid, os.WNOHANG)
            status = os.waitstatus_to_exitcode(code) if ended else None
        ready, _, _ = select.select([read], [], [], 0 if status is not None else 0.02)
        data = _read(read) if ready else b""
        *whole, rest = (rest + data).split(b"\n")
        for text in whole:
            try:
                line = json.loads(text)
            except ValueError:
                continue
            if isinstance(line, dict):
                last = time.monotonic()
                yield line
        if status is not None and not data:
            break
        if status is None and time.monotonic() - last > wall:
            _kill(pid)
            os.waitpid(pid, 0)
            status = -signal.SIGALRM
    _kill(pid)
    yield {"status": status}


def _read(read: int) -> bytes:
    try:
        return os.read(read, 65536)
    except BlockingIOError:
        return b""


def _kill(pid: int) -> None:
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def _reason(status: int, limits: dict[str, Any]) -> str:
    if status == -signal.SIGPROF:
        return f"stopped after {limits['seconds']:g} s of computing: does it loop?"
    if status == -signal.SIGALRM:
        return f"stopped after {limits['wall']:g} s: does it wait for something?"
    if status == -signal.SIGKILL:
        return "killed: perhaps it needed too much memory"
    return "it ended the process" if status >= 0 else f"it crashed ({signal.Signals(-status).name})"


# ------------------------------------------------------------------ runners


def run_cases(job: Line, done: list[str], tell: Say) -> None:
    """Run our cases one after the other, and then the trials of the faults."""
    tell({"start": ""})
    cases = importlib.import_module(job["cases"])
    for name in job["names"]:
        if name not in done:
            tell({"start": name})
            tell({"case": name, **attempt(_function(cases, name))})
    trials = {one.name: one for one in importlib.import_module(job["fault_module"]).FAULTS} if job["trials"] else {}
    for name in job["trials"]:
        if name not in done:
            tell({"start": name})
            tell({"case": name, **attempt(partial(trials[name].trial, trials[name].cls))})


def _function(module: ModuleType, name: str) -> Callable[[], object]:
    owner, _, feature = name.rpartition(".")
    function: Callable[[], object] = getattr(getattr(module, owner)() if owner else module, feature)
    return function


def attempt(work: Callable[[], object]) -> Line:
    """Return the result of some work: the outcome, and in words what went wrong."""
    try:
        work()
    except BaseException as fault:  # noqa: BLE001 - whatever a student's program does, it did it
        return describe(fault)
    return {"outcome": "passed"}


def describe(fault: BaseException) -> Line:
    """Return an error as a line: which clause was broken, if one was, and a sentence."""
    # An object's address says nothing, and differs each time.
    said = re.sub(r" at 0x[0-9a-f]++", "", " ".join(str(fault).split()))[:300]
    if type(fault).__name__ == "ViolationError":
        from hoyle.course.expect import tag_of

        first = str(fault).split("\n")[0][:300]
        said = said if first.startswith("File ") else first
        return {"outcome": "violated", "kind": _part(fault), "tag": tag_of(fault), "words": said}  # type: ignore[arg-type]
    return {"outcome": "failed", "words": _words(fault, said)}


def _words(fault: BaseException, said: str) -> str:
    match fault:
        case NotImplementedError():
            return said or "not implemented"
        case SystemExit():
            return "it calls sys.exit"
        case MemoryError():
            return "it needs more memory than it may have"
        case OSError(errno=errno.EFBIG):
            return "it prints or writes more than it may"
        case AssertionError():
            return said or _assertion(fault)
    return f"{type(fault).__name__}: {said}" if said else type(fault).__name__


def _part(fault: BaseException) -> str:
    """Return which part of a contract was broken."""
    said = str(fault)
    for short, word in PARTS.items():
        if f"{word} of " in said:
            return short
    functions = " ".join(frame.name for frame in traceback.extract_tb(fault.__traceback__))
    return next((short for short, word in PARTS.items() if f"_assert_{word}" in functions), "")


def _assertion(fault: AssertionError) -> str:
    """Return the condition that failed, with the value of its left side if it compares."""
    last = fault.__traceback__
    while last and last.tb_next:
        last = last.tb_next
    try:
        frame = last.tb_frame  # type: ignore[union-attr]
        lines, first = inspect.getsourcelines(frame)
        tree = ast.parse(inspect.cleandoc("".join(lines)) if lines[0][:1] != " " else _dedent(lines))
        line = last.tb_lineno - max(first, 1) + 1  # type: ignore[union-attr]
        node = next(
            part
            for part in ast.walk(tree)
            if isinstance(part, ast.Assert) and part.lineno <= line <= (part.end_lineno or 0)
        )
        text = ast.unparse(node.test)
        if isinstance(node.test, ast.Compare):
            left = eval(  # noqa: S307 - what the case itself has just computed
                compile(ast.Expression(node.test.left), "case", "eval"), frame.f_globals, frame.f_locals
            )
            return f"expected {text}, but {ast.unparse(node.test.left)} is {left!r}"[:300]
    except Exception:  # noqa: BLE001 - only the words are poorer
        return "an assertion failed"
    return f"expected {text}"[:300]


def _dedent(lines: list[str]) -> str:
    import textwrap

    return textwrap.dedent("".join(lines))


def install(job: Line, fault: str) -> None:
    """Put the class with a fault in the place of its parent, wherever the package names it."""
    faults = importlib.import_module(job["fault_module"])
    wrong, right = next((one.cls, one.base) for one in faults.FAULTS if one.name == fault)
    wrong.__name__, wrong.__qualname__ = right.__name__, right.__qualname__
    home = job["package"]
    modules = [module for name, module in sys.modules.items() if name == home or name.startswith(f"{home}.")]
    for module in modules:
        for name, value in list(vars(module).items()):
            if value is right:
                setattr(module, name, wrong)
            elif isinstance(value, type) and value is not wrong and right in value.__bases__:
                # Bypassing the class's own `__setattr__`.
                type.__setattr__(
                    value, "__bases__", tuple(wrong if base is right else base for base in value.__bases__)
                )


def go_through_with_pytest(job: Line, say: Say) -> None:  # noqa: C901 - the plugin stands inside, since pytest is imported here
    """Run the student's tests: pytest is set up once, and for each fault a fork of it reads and runs the tests."""
    import pytest

    class Plugin:
        """What pytest calls: instead of collecting tests, it forks, and each fork collects and runs them."""

        tell: Say = staticmethod(say)

        @pytest.hookimpl(tryfirst=True)
        def pytest_collection(self, session: pytest.Session) -> bool:
            """Do everything in forks, and leave nothing to be done here."""
            signal.setitimer(signal.ITIMER_PROF, 0)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for fault in job["faults"]:
                for line in go_through(job, fault, partial(self.run, session, fault), nowhere):
                    say(line)
            return True

        def run(self, session: pytest.Session, fault: str | None, done: list[str], tell: Say) -> None:
            """Read the tests and run them."""
            self.tell = tell
            tell({"start": ""})
            if fault is not None:
                install(job, fault)
            items = [item for item in session.perform_collect() if item.nodeid not in done]
            for item, following in zip(items, [*items[1:], None], strict=True):
                tell({"start": item.nodeid})
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Generator[None, Any, Any]:
            """Report the result of a test."""
            report = yield
            if report.failed:
                self.tell({"case": item.nodeid, **describe(call.excinfo.value)})
            elif report.when == "call" or report.skipped:
                self.tell({"case": item.nodeid, "outcome": report.outcome})
            return report

        def pytest_collectreport(self, report: Any) -> None:
            """Report a file that cannot be read."""
            if report.failed:
                last = str(report.longrepr).strip().splitlines()[-1:] or [""]
                self.tell(
                    {"case": report.nodeid, "outcome": "failed", "words": last[0].removeprefix("E").strip()[:300]}
                )

    say({"start": ""})
    # The package is read once, before all forks.
    importlib.import_module(job["package"])
    importlib.import_module(job["fault_module"])
    os.chdir(job["tests"])
    # Tests that were read once are read faster the next time.
    sys.dont_write_bytecode = False
    options = [
        "-q",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:doctest",
        "-c",
        os.devnull,
        "--rootdir",
        job["tests"],
    ]
    pytest.main([*options, job["tests"]], plugins=[Plugin()])


if __name__ == "__main__":
    main()
