"""Run the cells of a notebook in this process; as a script, write what they print into the notebook.

python tests/notebook.py docs/courses/design-by-contract.ipynb
"""

from __future__ import annotations

import ast
import json
import linecache
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any


def cells(notebook: Path) -> list[dict[str, Any]]:
    """Return the cells that hold code."""
    return [cell for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def outputs(notebook: Path) -> Iterator[str]:
    """Yield what each cell prints, with the value of its last line as a notebook shows it."""
    space: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells(notebook), 1):
        text, name = "".join(cell["source"]), f"<cell {number}>"
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        tree = ast.parse(text)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        with redirect_stdout(StringIO()) as printed:
            exec(compile(tree, name, "exec"), space)  # noqa: S102 - our own notebook
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), name, "eval"), space)  # noqa: S307
                printed.write("" if value is None else f"{value!r}\n")
        yield printed.getvalue()


def write(notebook: Path) -> None:
    """Write what the cells print into the notebook."""
    page = json.loads(notebook.read_text(encoding="utf-8"))
    code = [cell for cell in page["cells"] if cell["cell_type"] == "code"]
    for number, (cell, text) in enumerate(zip(code, outputs(notebook), strict=True), 1):
        stream = {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}
        cell |= {"outputs": [stream] if text else [], "execution_count": number}
    notebook.write_text(json.dumps(page, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
