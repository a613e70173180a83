"""Run hoyle's commands as a person or a script does, in this process, which is quicker than in one of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.main import main

BAD_INPUT = 2


def hoyle(*words: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command and return how it ended."""
    with _stream() as out, _stream() as err, redirect_stdout(out), redirect_stderr(err), chdir(cwd or Path.cwd()):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", ["hoyle", *words])
            patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(typed.encode()), "utf-8"))
            with pytest.raises(SystemExit) as end:
                main()
        code = end.value.code
        assert isinstance(code, int)
        return subprocess.CompletedProcess(words, code, _text(out), _text(err))


@contextmanager
def _stream() -> Iterator[TextIOWrapper]:
    with TextIOWrapper(BytesIO(), "utf-8", write_through=True) as stream:
        yield stream


def _text(stream: TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def answer(*words: str, status: int = 0) -> Any:
    """Return the one JSON object that a command prints."""
    done = hoyle(*words, "--json")
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)


def refused(*words: str, typed: str = "", cwd: Path | None = None) -> str:
    """Return the one line with which a command refuses its input."""
    done = hoyle(*words, typed=typed, cwd=cwd)
    assert done.returncode == BAD_INPUT
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line
