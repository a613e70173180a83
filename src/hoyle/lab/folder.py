"""Parts: the rows of a survey in a folder, one Parquet file for each chunk, beside the plan and the checksums of all.

    plan.json   part-000000.parquet   part-000001.parquet   …   checksums.txt

A line of checksums.txt is a SHA-256 and the name of a file, as `sha256sum --check` reads them; the plan stands first.  A
part counts only if its line stands there and is true, so whatever was damaged, exchanged or added is noticed.
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
    """A survey's folder, open for writing; a second writer is refused as long as the first lives."""

    def __init__(self, path: Path, plan: Plan, sums: dict[str, str]) -> None:
        self.path = path
        self.plan = plan
        self._sums = sums
        """The checksum of every file that is known to be sound, the plan first."""
        self.unsound: tuple[str, ...] = ()
        """What was found in the folder and is not counted, in words."""
        self._lock = _lock(path)

    @classmethod
    def new(cls, path: Path, plan: Plan) -> Folder:
        """Begin a survey in a folder that holds none."""
        if (path / PLAN).exists():
            raise HoyleError(f"{path} holds a survey already: go on with --resume, or choose another folder")
        text = plan.write().encode()
        sums = {PLAN: sha256(text).hexdigest()}
        try:
            path.mkdir(parents=True, exist_ok=True)
            files.write(path / SUMS, _lines(sums))
            # The plan comes last: without one there is no survey, and nothing to go on with.
            files.write(path / PLAN, text)
            return cls(path, plan, sums)
        except OSError as fault:
            raise HoyleError(f"cannot write to {path}: {files.reason(fault)}") from fault

    @classmethod
    def resume(cls, path: Path) -> Folder:
        """Go on with the survey of a folder; what is damaged there stands in `unsound` and is missing."""
        text = _content(path / PLAN, f"{path} holds no survey to go on with")
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
                f"{path / SUMS} is damaged: it does not tell the plan of the parts; start the survey again in another folder"
            )
        if known[PLAN] != sha256(text).hexdigest():
            raise HoyleError(
                f"{path / PLAN} was damaged or changed after its parts were made; start the survey again in another folder"
            )
        folder = cls(path, Plan.read(text.decode()), {PLAN: known[PLAN]})
        try:
            folder._check(known)
        except BaseException:
            folder.close()
            raise
        return folder

    def _check(self, known: dict[str, str]) -> None:
        """Find out which parts are sound, and write the checksums of those alone."""
        names = {self._name(number) for number in range(self.plan.chunks)}
        unsound = []
        for name in sorted({path.name for path in self.path.glob(PATTERN)} | (known.keys() - {PLAN})):
            if name not in names:
                unsound.append(f"{name} is no part of this survey and is not counted")
                continue
            try:
                data = files.read(self.path / name)
            except FileNotFoundError:
                unsound.append(f"{name} is gone and is done again")
                continue
            except OSError as fault:
                raise HoyleError(f"cannot read {self.path / name}: {files.reason(fault)}") from fault
            if name not in known:
                unsound.append(f"{name} has no checksum and is done again")
            elif sha256(data).hexdigest() != known[name]:
                unsound.append(f"{name} is damaged and is done again")
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
        """The files whose rows count, in order."""
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
            # Only now: a part without a line is done again, a line without its part would be a lie.
            files.append(self.path / SUMS, _lines(own))
        except OSError as fault:
            raise HoyleError(
                f"cannot write to {self.path}: {files.reason(fault)}; what was kept stays there, go on with --resume"
            ) from fault
        self._sums.update(own)

    def close(self) -> None:
        """Let another writer in."""
        os.close(self._lock)


def _lines(sums: dict[str, str]) -> bytes:
    return "".join(f"{digest}  {name}\n" for name, digest in sums.items()).encode()


def _content(path: Path, otherwise: str) -> bytes:
    """Return what is in a file, or say what it means that there is none."""
    try:
        return files.read(path)
    except (FileNotFoundError, NotADirectoryError) as fault:
        raise HoyleError(otherwise) from fault
    except OSError as fault:
        raise HoyleError(f"cannot read {path}: {files.reason(fault)}") from fault


def _lock(path: Path) -> int:
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
