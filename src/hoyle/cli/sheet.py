"""A sheet of puzzles to print: the puzzles first, their solutions at the end, as HTML or as PDF.

>>> print(write_html(Sheet("Nothing", ())).splitlines()[0])
<!doctype html>
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape

from hoyle.scene import Scene
from hoyle.svg import to_svg
from hoyle.typeset import to_pdf


@dataclass(frozen=True)
class Item:
    """One puzzle on a sheet."""

    picture: Scene
    caption: str
    solution: str


@dataclass(frozen=True)
class Sheet:
    """A title, and the puzzles in their order."""

    title: str
    items: tuple[Item, ...]


STYLE = """
@page { margin: 15mm }
:root { color-scheme: light }
body { font: 15px/1.45 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
h1 { font-size: 26px; margin: 0 0 1rem }
h2 { font-size: 18px; break-before: page; margin: 2rem 0 .5rem }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.5rem }
figure { margin: 0; break-inside: avoid; text-align: center }
figure svg { width: 100%; height: auto; max-height: 18rem }
figcaption { margin-top: .4rem }
ol { padding-left: 2rem; columns: 2 22rem }
li { margin-bottom: .4rem; break-inside: avoid; overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: 12px }
"""


def write_html(sheet: Sheet) -> str:
    """Return the sheet as one page that needs nothing else."""
    figures = "\n".join(
        f"<figure>{to_svg(item.picture)}<figcaption><b>{number}</b> {escape(item.caption)}</figcaption></figure>"
        for number, item in enumerate(sheet.items, 1)
    )
    solutions = "\n".join(f"<li>{escape(item.solution)}</li>" for item in sheet.items)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(sheet.title)}</title>
<style>{STYLE}</style>
<h1>{escape(sheet.title)}</h1>
<main>
{figures}
</main>
<h2>Solutions</h2>
<ol>
{solutions}
</ol>
</html>
"""


def write_pdf(sheet: Sheet) -> bytes:
    """Return the sheet as a PDF, with the pictures as drawings and not as pixels."""
    facts = {"title": sheet.title, "items": [[item.caption, item.solution] for item in sheet.items]}
    drawings = {f"{number}.svg": to_svg(item.picture) for number, item in enumerate(sheet.items)}
    return to_pdf(LAYOUT, {**drawings, "sheet.json": json.dumps(facts)})


LAYOUT = """
#let sheet = json("sheet.json")
#set page(paper: "a4", margin: 15mm, numbering: "1")
#set text(size: 11pt)
= #sheet.title
#v(4mm)
#grid(columns: (1fr, 1fr, 1fr), gutter: 8mm,
  ..sheet.items.enumerate().map(((at, item)) => block(breakable: false, align(center)[
    #image(str(at) + ".svg", width: 100%, height: 47mm, fit: "contain")
    *#(at + 1)* #h(1mm) #item.at(0)
  ])))
#pagebreak()
== Solutions
#set text(size: 8pt, font: "DejaVu Sans Mono")
#columns(2, for (at, item) in sheet.items.enumerate() [
  #block(breakable: false)[*#(at + 1)* #h(1mm) #item.at(1)]
])
"""
"""The sheet in Typst's language."""
