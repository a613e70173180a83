"""Engines for surveys: the processes of this machine, or a Dask cluster."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from hoyle.game import HoyleError


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
            # Any free port for its pages: another cluster may have the usual one.
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
