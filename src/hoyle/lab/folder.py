"""The folder of a survey: its rows, one Parquet file for each chunk, with the plan and the checksums.

    plan.json   part-000000.parquet   part-000001.parquet   …   checksums.txt

A line of checksums.txt is a SHA-256 and the name of a file, as `sha256sum --check` reads them; the plan comes first.  A
part counts only if its line is there and true, so any part that was damaged, swapped or added is noticed.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from hoyle import files
from hoyle.game import HoyleError
from hoyle.lab.survey import Plan, Rows

PLAN: Final = "plan.json"
SUMS: Final = "checksums.txt"
PATTERN: Final = "part-*.parquet"
LINE: Final = re.compile(r"([0-9a-f]{64})  (\S++)")


class Folder:
    """A survey's folder, open for writing; a second writer is refused until the first ends."""

    def __init__(self, path: Path, plan: Plan, sums: dict[str, str]) -> None:
        self.path = path
        self.plan = plan
        self._sums = sums
        """The checksum of each intact file, the plan first."""
        self.unsound: tuple[str, ...] = ()
        """What is in the folder and does not count, in words."""
        self._lock = _lock(path)

    @classmethod
    def new(cls, path: Path, plan: Plan) -> Folder:
        """Start a survey in a folder that has none."""
        if (path / PLAN).exists():
            raise HoyleError(f"{path} already has a survey: continue it with --resume, or choose another folder")
        text = plan.write().encode()
        sums = {PLAN: sha256(text).hexdigest()}
        try:
            path.mkdir(parents=True, exist_ok=True)
            files.write(path / SUMS, _lines(sums))
            # The plan comes last, since without it there is no survey to continue.
            files.write(path / PLAN, text)
            return cls(path, plan, sums)
        except OSError as fault:
            raise HoyleError(f"cannot write to {path}: {files.reason(fault)}") from fault

    @classmethod
    def resume(cls, path: Path) -> Folder:
        """Continue the survey of a folder; its damaged parts are listed in `unsound` and count as missing."""
        text = _content(path / PLAN, f"{path} has no survey to continue")
        sums = _content(
            path / SUMS,
            f"{path} has no {SUMS}, so its parts cannot be trusted; start the survey again in another folder",
        )
        known = {
            match[2]: match[1]
            for line in sums.decode(errors="replace").splitlines()
            if (match := LINE.fullmatch(line)) is not None
        }
        if PLAN not in known:
            raise HoyleError(
                f"{path / SUMS} is damaged: it does not name the plan; start the survey again in another folder"
            )
        if known[PLAN] != sha256(text).hexdigest():
            raise HoyleError(
                f"{path / PLAN} was damaged or changed since the survey began; start it again in another folder"
            )
        folder = cls(path, Plan.read(text.decode()), {PLAN: known[PLAN]})
        try:
            folder._check(known)
        except BaseException:
            folder.close()
            raise
        return folder

    def _check(self, known: dict[str, str]) -> None:
        """Find out which parts are intact, and write the checksums of those alone."""
        names = {self._name(number) for number in range(self.plan.chunks)}
        unsound = []
        for name in sorted({path.name for path in self.path.glob(PATTERN)} | (known.keys() - {PLAN})):
            if name not in names:
                unsound.append(f"{name} is not part of this survey and does not count")
                continue
            try:
                data = files.read(self.path / name)
            except FileNotFoundError:
                unsound.append(f"{name} is gone; its deals are solved again")
                continue
            except OSError as fault:
                raise HoyleError(f"cannot read {self.path / name}: {files.reason(fault)}") from fault
            if name not in known:
                unsound.append(f"{name} has no checksum; its deals are solved again")
            elif sha256(data).hexdigest() != known[name]:
                unsound.append(f"{name} is damaged; its deals are solved again")
            else:
                self._sums[name] = known[name]
        self.unsound = tuple(unsound)
        try:
            files.write(self.path / SUMS, _lines(self._sums))
        except OSError as fault:
            raise HoyleError(f"cannot write to {self.path}: {files.reason(fault)}") from fault

    @staticmethod
    def _name(number: int) -> str:
        return f"part-{number:06}.parquet"

    def missing(self) -> list[int]:
        """Return the chunks that are not there yet, in order."""
        return [number for number in range(self.plan.chunks) if self._name(number) not in self._sums]

    @property
    def parts(self) -> list[Path]:
        """The files that count, in order."""
        return [self.path / name for name in sorted(self._sums) if name != PLAN]

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
        data = sink.getvalue().to_pybytes()
        name = self._name(number)
        own = {name: sha256(data).hexdigest()}
        try:
            files.write(self.path / name, data)
            # The line comes after its part: a part without a line is solved again, but a line without its part would be false.
            files.append(self.path / SUMS, _lines(own))
        except OSError as fault:
            raise HoyleError(
                f"cannot write to {self.path}: {files.reason(fault)}; continue with --resume when that is fixed"
            ) from fault
        self._sums.update(own)

    def close(self) -> None:
        """Unlock the folder for other writers."""
        os.close(self._lock)


def _lines(sums: dict[str, str]) -> bytes:
    return "".join(f"{digest}  {name}\n" for name, digest in sums.items()).encode()


def _content(path: Path, otherwise: str) -> bytes:
    """Return what is in a file; if it is missing, raise an error with these words."""
    try:
        return files.read(path)
    except (FileNotFoundError, NotADirectoryError) as fault:
        raise HoyleError(otherwise) from fault
    except OSError as fault:
        raise HoyleError(f"cannot read {path}: {files.reason(fault)}") from fault


def _lock(path: Path) -> int:
    """Return an open file that only one process at a time can lock; the system unlocks it when the process ends."""
    handle = os.open(path / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # Only Unix can lock it.
        pass
    except OSError as fault:
        os.close(handle)
        raise HoyleError(f"another survey is writing to {path}") from fault
    return handle


def needs_lab() -> Any:
    """Return the modules that store and summarise rows, or raise an error that says what to install."""
    try:
        import duckdb
        import pyarrow as pa
    except ImportError as fault:
        raise HoyleError("surveys need the lab extra: pip install 'hoyle[lab]'") from fault
    return duckdb, pa
