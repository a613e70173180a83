"""The pages of the courses: every point is there and works, what they name exists, and the notebook shows what it prints."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

import notebook
from hoyle import classroom

COURSES = Path(__file__).parents[1] / "docs" / "courses"
NOTEBOOK = COURSES / "design-by-contract.ipynb"
POINTS = {"000": 58, "001": 43, "002": 27, "003": 48, "004": 40}


def rows() -> list[list[str]]:
    """Return the table of points."""
    page = (COURSES / "README.md").read_text(encoding="utf-8")
    lines = [line.strip("|").split("|") for line in page.splitlines() if re.match(r"\| 00\d \| ", line)]
    return [[cell.strip() for cell in line] for line in lines if len(line) == 5]


def test_every_point_of_every_document_is_in_the_table_and_works() -> None:
    """The numbers of points add up to what each document has."""
    found = dict.fromkeys(POINTS, 0)
    for document, _, points, state, where in rows():
        found[document] += int(points)
        assert state == "works"
        assert where
    assert found == POINTS
    assert sum(found.values()) == 216


@pytest.mark.parametrize("page", sorted(COURSES.glob("*.md")), ids=lambda page: page.name)
def test_what_the_pages_name_exists(page: Path) -> None:
    """Every dotted name of ours, every feature of the page's module, and every link."""
    text = page.read_text(encoding="utf-8")
    for name in set(re.findall(r"`(hoyle(?:\.\w+)+)`", text)) - {"hoyle.courses"}:  # a group of entry points
        assert resolve_name(name.removesuffix("."))
    for link in re.findall(r"\]\(([\w.-]+)(?:#[\w-]+)?\)", text):
        assert (COURSES / link).exists()
    if page.name not in {"README.md", "kit.md"}:
        module = resolve_name(f"{classroom.__name__}.{page.stem}")
        classes = "|".join(name for name, thing in vars(module).items() if isinstance(thing, type))
        for name in set(re.findall(rf"`((?:{classes})\.\w+)", text)):
            assert resolve_name(f"{module.__name__}:{name}")


def test_every_course_has_a_page_with_what_to_look_at_first_and_what_was_settled() -> None:
    """In the same three parts."""
    pages = {
        page.stem: page.read_text(encoding="utf-8")
        for page in COURSES.glob("*.md")
        if page.stem not in {"README", "kit"}
    }
    assert set(pages) == {"pegs", "domsol", "marble", "dots", "stratego"}
    for name, text in pages.items():
        assert text.startswith("# Document 00")
        assert f"`hoyle.classroom.{name}`" in text
        assert "**Look first**" in text
        assert "## What was settled, and why" in text


@pytest.mark.skipif(not __debug__, reason="postconditions are not watched under -O")
def test_the_notebook_shows_what_its_cells_print() -> None:
    """To write it again: python tests/notebook.py docs/courses/design-by-contract.ipynb."""
    kept = ["".join("".join(output["text"]) for output in cell["outputs"]) for cell in notebook.cells(NOTEBOOK)]
    assert list(notebook.outputs(NOTEBOOK)) == kept
    assert any(kept)
