"""A sheet of puzzles to print: the puzzles first, then the rules, and the solutions at the end, as HTML or as PDF.

>>> print(write_html(Sheet("Nothing", "", ())).splitlines()[0])
<!doctype html>
"""

from __future__ import annotations

import json
import re
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
    """A title, a rules page, and the puzzles in their order."""

    title: str
    rules: str
    items: tuple[Item, ...]

    @property
    def aim(self) -> str:
        """The game in a sentence, as its rules page begins."""
        return self.rules.strip().partition("\n\n")[0]

    @property
    def paragraphs(self) -> list[str]:
        """The numbered paragraphs of the rules, which say how the solutions are written too."""
        parts = re.split(r"\n(?=§)|\n\n", self.rules)
        return [" ".join(part.split()) for part in parts if part.startswith("§")]


STYLE = """
@page { margin: 15mm }
:root { color-scheme: light }
body { font: 15px/1.45 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
h1 { font-size: 26px; margin: 0 0 1rem }
h2 { font-size: 18px; margin: 2rem 0 .5rem }
h2.apart { break-before: page }
section { columns: 2 22rem; font-size: 12px }
section p { margin: 0 0 .4rem; break-inside: avoid }
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
        f"<figure>{to_svg(item.picture, paper=False)}<figcaption><b>{number}</b> {escape(item.caption)}</figcaption></figure>"
        for number, item in enumerate(sheet.items, 1)
    )
    rules = "\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in sheet.paragraphs)
    solutions = "\n".join(f"<li>{escape(item.solution)}</li>" for item in sheet.items)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(sheet.title)}</title>
<style>{STYLE}</style>
<h1>{escape(sheet.title)}</h1>
<p>{escape(sheet.aim)}</p>
<main>
{figures}
</main>
<h2>Rules</h2>
<section>
{rules}
</section>
<h2 class="apart">Solutions</h2>
<ol>
{solutions}
</ol>
</html>
"""


def write_pdf(sheet: Sheet) -> bytes:
    """Return the sheet as a PDF, with the pictures as drawings and not as pixels."""
    items = [[item.caption, item.solution] for item in sheet.items]
    facts = {"title": sheet.title, "aim": sheet.aim, "rules": sheet.paragraphs, "items": items}
    drawings = {f"{number}.svg": to_svg(item.picture, paper=False) for number, item in enumerate(sheet.items)}
    return to_pdf(LAYOUT, {**drawings, "sheet.json": json.dumps(facts)})


LAYOUT = """
#let sheet = json("sheet.json")
#set page(paper: "a4", margin: 15mm, numbering: "1")
#set text(size: 11pt)
= #sheet.title
#v(1mm)
#sheet.aim
#v(4mm)
#grid(columns: (1fr, 1fr, 1fr), gutter: 8mm,
  ..sheet.items.enumerate().map(((at, item)) => block(breakable: false, align(center)[
    #image(str(at) + ".svg", width: 100%, height: 47mm, fit: "contain")
    *#(at + 1)* #h(1mm) #item.at(0)
  ])))
== Rules
#[#set text(size: 8pt)
#columns(2, for paragraph in sheet.rules [#block(breakable: false, paragraph)])]
#pagebreak()
== Solutions
#set text(size: 8pt, font: "DejaVu Sans Mono")
#columns(2, for (at, item) in sheet.items.enumerate() [
  #block(breakable: false)[*#(at + 1)* #h(1mm) #item.at(1)]
])
"""
"""The sheet in Typst's language."""
