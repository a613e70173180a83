"""Marks in every form: as text, as a page, as JSON, for Gradescope, as JUnit's XML, and many of them as a table."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from html import escape
from typing import Any, Final

from hoyle.contracts.forms import page
from hoyle.course.grading import Item, Mark, Part

STEPS: Final = 10
"""How many bars a histogram has."""


def text(mark: Mark) -> str:
    """Return a mark as text: the sum, and for each part what is still to be learnt."""
    lines = [f"{mark.project}: {mark.points:g} of {mark.worth:g} points ({mark.course})"]
    for part in mark.parts:
        lines += ["", f"{part.name}: {part.points:g} of {part.worth:g}. {part.words}"]
        lines += [f"  - {item.words}" for item in part.items if not item.good]
    if mark.matrix:
        lines += ["", "Which test finds which fault:", *matrix(mark)]
    lines += ["", *(f"Note: {note}" for note in mark.notes)] if mark.notes else []
    return "\n".join(lines)


def faults_of(mark: Mark) -> list[str]:
    """Return the faults that tests were tried on, in their order."""
    tests = next((part for part in mark.parts if part.name == "tests"), None)
    return (
        [item.name for item in tests.items if item.name not in mark.matrix and "::" not in item.name] if tests else []
    )


def matrix(mark: Mark) -> list[str]:
    """Return the rows of a matrix: a column for each fault, a row for each test, and what the columns are."""
    faults = faults_of(mark)
    rows = [
        "  " + "".join("x" if fault in found else "." for fault in faults) + f"  {name.rpartition('::')[2]}"
        for name, found in mark.matrix.items()
    ]
    found = {fault for row in mark.matrix.values() for fault in row}
    missed = [fault for fault in faults if fault not in found]
    return [*rows, f"  columns: {', '.join(faults)}", *([f"  found by none: {', '.join(missed)}"] if missed else [])]


def in_json(mark: Mark) -> dict[str, Any]:
    """Return a mark for JSON."""
    return {
        "course": mark.course,
        "project": mark.project,
        "points": mark.points,
        "worth": mark.worth,
        "parts": [
            {
                "name": part.name,
                "points": part.points,
                "worth": part.worth,
                "words": part.words,
                "items": [{"name": item.name, "good": item.good, "words": item.words} for item in part.items],
            }
            for part in mark.parts
        ],
        "matrix": {name: list(found) for name, found in mark.matrix.items()},
        "notes": list(mark.notes),
    }


def gradescope(mark: Mark) -> dict[str, Any]:
    """Return a mark as the results.json that Gradescope reads: each part is a test; only teachers see the notes."""
    tests = [
        {
            "name": part.name,
            "score": part.points,
            "max_score": part.worth,
            "status": "passed" if part.points == part.worth else "failed",
            "output": "\n".join([part.words, *(f"- {item.words}" for item in part.items if not item.good)]),
            "output_format": "text",
            "visibility": "visible",
        }
        for part in mark.parts
    ]
    if mark.notes:
        notes = {"output": "\n".join(mark.notes), "output_format": "text", "visibility": "hidden"}
        tests.append({"name": "notes", "score": 0, "max_score": 0, **notes})
    return {"score": mark.points, "stdout_visibility": "hidden", "tests": tests}


def junit(marks: Sequence[Mark]) -> str:
    """Return marks as JUnit's XML: a suite for each part, a case for each thing that was judged."""
    root = ET.Element("testsuites")
    for mark in marks:
        for part in mark.parts:
            bad = [item for item in part.items if not item.good]
            suite = ET.SubElement(
                root,
                "testsuite",
                name=_plain(f"{mark.project}.{part.name}"),
                tests=str(len(part.items)),
                failures=str(len(bad)),
                errors="0",
            )
            for item in part.items:
                case = ET.SubElement(
                    suite, "testcase", classname=_plain(f"{mark.project}.{part.name}"), name=_plain(item.name)
                )
                if not item.good:
                    ET.SubElement(case, "failure", message=_plain(item.words))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _plain(words: str) -> str:
    """Return words without the characters that XML does not allow."""
    return "".join(sign for sign in words if sign.isprintable())


def table(marks: Sequence[Mark]) -> str:
    """Return a line of CSV for each mark, with the points of each part."""
    parts = list(dict.fromkeys(part.name for mark in marks for part in mark.parts))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["project", "points", "worth", *parts, "notes"])
    for mark in marks:
        got = {part.name: f"{part.points:g}" for part in mark.parts}
        # A cell that begins like a formula would be one in a spreadsheet.
        name = f"'{mark.project}" if mark.project[:1] in "=+-@" else mark.project
        writer.writerow(
            [name, f"{mark.points:g}", f"{mark.worth:g}", *(got.get(part, "") for part in parts), "; ".join(mark.notes)]
        )
    return out.getvalue()


def histogram(marks: Sequence[Mark], width: int = 50) -> str:
    """Return how many marks there are in each tenth of the points.

    >>> print(histogram([Mark("pegs", "a", (Part("form", 10, 10, ""),)), Mark("pegs", "b", (Part("form", 4, 10, ""),))], 4))
      0 –  10 %  0
     10 –  20 %  0
     20 –  30 %  0
     30 –  40 %  0
     40 –  50 %  1 ████
     50 –  60 %  0
     60 –  70 %  0
     70 –  80 %  0
     80 –  90 %  0
     90 – 100 %  1 ████
    """
    counts = [0] * STEPS
    for mark in marks:
        counts[min(STEPS - 1, int(STEPS * mark.points / mark.worth)) if mark.worth else 0] += 1
    most = max(counts) or 1
    lines = []
    for number, count in enumerate(counts):
        low, high = (100 * step // STEPS for step in (number, number + 1))
        lines.append(f"{low:3} – {high:3} %  {count} {'█' * round(width * count / most)}".rstrip())
    return "\n".join(lines)


# ------------------------------------------------------------------ pages


def html(marks: Sequence[Mark]) -> str:
    """Return marks as a complete page; several marks begin with a table."""
    title = f"Marks: {marks[0].course}" if marks else "Marks"
    body = [f"<h1>{escape(title)}</h1>"]
    if len(marks) > 1:
        rows = "".join(
            f'<tr><td><a href="#p{number}">{escape(mark.project)}</a></td><td>{mark.points:g}</td></tr>'
            for number, mark in enumerate(marks)
        )
        body += [
            f"<pre>{escape(histogram(marks))}</pre>",
            f"<table><tr><th>project</th><th>points</th></tr>{rows}</table>",
        ]
    body += [_mark(number, mark) for number, mark in enumerate(marks)]
    return page(title, "\n".join(body))


def _mark(number: int, mark: Mark) -> str:
    lines = [f'<section id="p{number}"><h2>{escape(mark.project)}: {mark.points:g} of {mark.worth:g}</h2>']
    lines += [f"<p>{escape(note)}</p>" for note in mark.notes]
    lines += [_part(part) for part in mark.parts]
    if mark.matrix:
        faults = faults_of(mark)
        head = "".join(f"<th>{escape(fault)}</th>" for fault in faults)
        rows = "".join(
            f"<tr><td>{escape(name.rpartition('::')[2])}</td>"
            + "".join(f"<td>{'×' if fault in found else ''}</td>" for fault in faults)
            + "</tr>"
            for name, found in mark.matrix.items()
        )
        table = f"<table><tr><th>test</th>{head}</tr>{rows}</table>"
        lines.append(f'<h3>Which test finds which fault</h3><div class="matrix">{table}</div>')
    return "\n".join([*lines, "</section>"])


def _part(part: Part) -> str:
    items = "".join(f"<li>{_sign(item)} {escape(item.words)}</li>" for item in part.items)
    return f"<h3>{escape(part.name)}: {part.points:g} of {part.worth:g}</h3><p>{escape(part.words)}</p><ul>{items}</ul>"


def _sign(item: Item) -> str:
    return "✓" if item.good else "✗"
