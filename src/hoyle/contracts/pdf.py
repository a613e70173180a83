"""PDF: a drawing on a page of its size, and a report with a cover."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from typing import Any, Final

from hoyle.scene import Scene
from hoyle.svg import to_svg
from hoyle.typeset import to_pdf

COLUMNS: Final = 98
"""How many signs of code fit into a line of a report."""

PAGE: Final = """\
#set page(width: auto, height: auto, margin: 8mm)
#image("drawing.svg")
"""

REPORT: Final = """\
#let report = json("report.json")
#set document(title: report.title)
#set page(paper: "a4", margin: (x: 2cm, y: 2.2cm))
#set text(size: 10.5pt, lang: "en")
#show raw: set text(size: 8pt)
#align(center + horizon)[
  #text(26pt, weight: "bold", report.title)
  #v(1.5cm)
  #grid(columns: 2, gutter: 8mm, align: (right, left),
    ..report.cover.map(pair => (strong(pair.at(0)), pair.at(1))).flatten())
]
#pagebreak()
#set page(numbering: "1")
#set heading(numbering: "1.1")
= Contract View
#for view in report.views [
  == #view.name
  #raw(view.text, block: true)
]
#pagebreak()
= Architectural Diagram
#image("drawing.svg", width: 100%)
#pagebreak()
= Tests
#for test in report.tests [
  == #test.kind
  #for words in test.words [#words #parbreak()]
  #raw(test.text, block: true, lang: "python")
]
#if report.table != "" [
  == All tests
  #raw(report.table, block: true)
]
"""


def drawing(scene: Scene) -> bytes:
    """Return a scene as PDF."""
    return to_pdf(PAGE, {"drawing.svg": to_svg(scene)})


def report(facts: Mapping[str, Any], scene: Scene) -> bytes:
    """Return a report as PDF, from its title, cover, views, tests and table."""
    return to_pdf(REPORT, {"drawing.svg": to_svg(scene), "report.json": json.dumps(facts)})


def fold(text: str, columns: int = COLUMNS) -> str:
    """Return code whose long lines go on in the next line, further to the right.

    >>> print(fold("    one = two + three + four", 20))
        one = two +
            three + four
    """
    return "\n".join(_fold(line, columns) for line in text.split("\n"))


def _fold(line: str, columns: int) -> str:
    indent = line[: len(line) - len(line.lstrip())] + " " * 4
    return textwrap.fill(line, columns, subsequent_indent=indent, break_on_hyphens=False, replace_whitespace=False)
