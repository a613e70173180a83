"""Workers for the laboratory: the processes of this machine, or a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from threading import Thread
from typing import Any, Final, Protocol, TypeVar

from hoyle.game import HoyleError

T = TypeVar("T")

PATIENCE: Final = 3
"""How often a job may lose its worker before the job is blamed."""


class Workers(Protocol):
    """Where jobs are done: provides an executor, and a fresh one if that breaks."""

    workers: int

    def executor(self) -> Executor:
        """Return an executor; work that was given to an earlier one is lost."""

    def close(self) -> None:
        """Release everything that the workers hold."""


def work_through(
    jobs: Sequence[int], job: Callable[[int], T], keep: Callable[[int, T], None], workers: Workers
) -> None:
    """Do numbered jobs, and keep the result of each as soon as it is done.

    When workers die, their jobs are handed out again, to a fresh executor if necessary.
    """
    waiting = list(jobs)[::-1]
    losses: dict[int, int] = {}
    executor = workers.executor()
    asked: dict[Future[T], int] = {}
    try:
        while waiting or asked:
            while waiting and len(asked) < 2 * workers.workers:
                number = waiting.pop()
                asked[executor.submit(job, number)] = number
            for future in wait(asked, return_when=FIRST_COMPLETED).done:
                number = asked.pop(future)
                try:
                    keep(number, future.result())
                except BrokenExecutor:
                    lost = [number, *asked.values()]
                    waiting.extend(sorted(lost, reverse=True))
                    asked = {}
                    losses[number] = losses.get(number, 0) + 1
                    if losses[number] > PATIENCE:
                        raise HoyleError(f"job {number} has lost its worker {PATIENCE + 1} times") from None
                    executor = workers.executor()
                    break
                except CancelledError:
                    raise HoyleError("the cluster is lost; continue with --resume") from None
    finally:
        workers.close()


class Processes:
    """Workers on this machine, each a process of its own."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._executor: ProcessPoolExecutor | None = None

    def executor(self) -> Executor:
        """Return a pool of fresh processes, and stop an earlier one."""
        self.close()
        # A forked child would inherit locks in whatever state our threads hold them.
        self._executor = ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=_follow_parent)
        # The processes begin with the first job, and Ctrl-C must not meet them while they import what they need.
        with _without_interrupts():
            for _ in range(self.workers):
                self._executor.submit(_nothing)
        return self._executor

    def close(self) -> None:
        """Stop the processes at once: their work can be repeated."""
        if self._executor is not None:
            processes = list((self._executor._processes or {}).values())  # noqa: SLF001 — before 3.14 there is no terminate_workers
            self._executor.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            for process in processes:
                process.join()
            self._executor = None


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Put Ctrl-C off; processes that are started meanwhile never hear of it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It would be started with them, and then let Ctrl-C through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _nothing() -> None:
    """Return at once."""


def _follow_parent() -> None:
    """Leave Ctrl-C to the parent process, and end with it, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


class Dask:
    """The workers of a Dask cluster at an address, or for `local` on this machine."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        try:
            from distributed import Client, LocalCluster
        except ImportError as fault:
            raise HoyleError("a cluster needs the lab extra: pip install 'hoyle[lab]'") from fault
        self._cluster: Any = None
        if address == "local":
            # Any free port for its pages, as another cluster may be using the usual one.
            self._cluster = LocalCluster(
                n_workers=workers or os.cpu_count() or 1, threads_per_worker=1, dashboard_address=":0"
            )
            address = self._cluster.scheduler_address
        try:
            self._client = Client(address, timeout=10)
        except OSError as fault:
            raise HoyleError(f"there is no cluster at {address}: {fault}") from fault
        self.workers = max(1, sum(self._client.nthreads().values()))

    def executor(self) -> Executor:
        """Return the cluster as an executor, which resubmits the work of dead workers."""
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def close(self) -> None:
        """Leave the cluster, and end it if it was started here."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
