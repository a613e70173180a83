"""PDF, typeset by Typst from a layout and the files that it reads; since data stays in files, it cannot change the layout."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from hoyle import files
from hoyle.game import HoyleError


def needs_typst() -> None:
    """Raise a HoyleError if no PDF can be made, so that a command can say so before its work."""
    if find_spec("typst") is None:
        raise HoyleError("PDF needs Typst: pip install 'hoyle[print]'")


def to_pdf(layout: str, parts: Mapping[str, str]) -> bytes:
    """Return the PDF of a layout in Typst's language, with the files that it reads, by their names."""
    needs_typst()
    import typst

    with TemporaryDirectory() as folder:
        for name, text in {**parts, "main.typ": layout}.items():
            files.jot(Path(folder) / name, text)
        made: bytes = typst.compile(str(Path(folder) / "main.typ"))
    return made
