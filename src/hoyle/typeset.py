"""PDF, typeset by Typst from a layout and the files that it reads; since data stays in files, it cannot change the layout."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hoyle import files
from hoyle.game import HoyleError


def to_pdf(layout: str, parts: Mapping[str, str]) -> bytes:
    """Return the PDF of a layout in Typst's language, with the files that it reads, by their names."""
    try:
        import typst
    except ModuleNotFoundError:
        raise HoyleError("PDF needs Typst: pip install 'hoyle[print]'") from None
    with TemporaryDirectory() as folder:
        for name, text in {**parts, "main.typ": layout}.items():
            files.jot(Path(folder) / name, text)
        made: bytes = typst.compile(str(Path(folder) / "main.typ"))
    return made
