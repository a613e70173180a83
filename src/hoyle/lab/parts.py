"""Parts: the rows of a survey in a folder, one Parquet file for each chunk, beside the plan."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from hoyle.game import HoyleError
from hoyle.lab.survey import Plan, Rows

PLAN: Final = "plan.json"
PATTERN: Final = "part-*.parquet"


class Folder:
    """A survey's folder, open for writing; a second writer is refused as long as the first lives."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self._lock = _locked(path)

    @classmethod
    def new(cls, path: Path, plan: Plan) -> Folder:
        """Begin a survey in a folder that holds none."""
        if (path / PLAN).exists():
            raise HoyleError(f"{path} holds a survey already: go on with --resume, or choose another folder")
        try:
            path.mkdir(parents=True, exist_ok=True)
            folder = cls(path, plan)
            _write(path / PLAN, plan.write().encode())
        except OSError as fault:
            raise HoyleError(f"cannot write to {path}: {fault.strerror}") from fault
        return folder

    @classmethod
    def resumed(cls, path: Path) -> Folder:
        """Go on with the survey of a folder."""
        try:
            return cls(path, Plan.read((path / PLAN).read_text()))
        except OSError as fault:
            raise HoyleError(f"{path} holds no survey to go on with") from fault

    def _part(self, number: int) -> Path:
        return self.path / f"part-{number:06}.parquet"

    def missing(self) -> list[int]:
        """Return the chunks that are not there yet, in order."""
        return [number for number in range(self.plan.chunks) if not self._part(number).exists()]

    def keep(self, number: int, rows: Rows) -> None:
        """Keep the rows of a chunk, whole or not at all."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        schema = pa.schema(
            [
                ("deal", pa.int64()),
                ("seed", pa.uint64()),
                ("verdict", pa.string()),
                ("length", pa.int32()),
                ("nodes", pa.int64()),
            ]
        )
        sink = pa.BufferOutputStream()
        pq.write_table(pa.table(rows, schema=schema), sink)
        _write(self._part(number), sink.getvalue().to_pybytes())

    def close(self) -> None:
        """Let another writer in."""
        os.close(self._lock)


def _write(path: Path, data: bytes) -> None:
    """Write a file so that after any accident it is there whole or not at all."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    with scratch.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    scratch.replace(path)


def _locked(path: Path) -> int:
    """Return an open file of the folder that only one process at a time can hold; the system frees it at our death."""
    handle = os.open(path / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # Elsewhere than on Unix nobody watches.
        pass
    except OSError as fault:
        os.close(handle)
        raise HoyleError(f"another survey is writing to {path}") from fault
    return handle


def needs_lab() -> Any:
    """Return the modules that keep and sum up rows, or say what to install."""
    try:
        import duckdb
        import pyarrow as pa
    except ImportError as fault:
        raise HoyleError("surveys need the lab extra: pip install 'hoyle[lab]'") from fault
    return duckdb, pa
