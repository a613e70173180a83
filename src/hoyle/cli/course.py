"""The kit for courses: starters, tests, marks, reports, diagrams, and the check of printed output."""

from __future__ import annotations

import os
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.cli.options import (
    DASH,
    FILE,
    OUTPUT,
    Amount,
    Group,
    Whole,
    hand_over,
    in_json,
    json_option,
    output_option,
    read_input,
    share_output,
)
from hoyle.game import HoyleError
from hoyle.typeset import needs_typst

if TYPE_CHECKING:
    from hoyle.course import Course
    from hoyle.course.grading import Mark
    from hoyle.course.sandbox import Limits

FOLDER = click.Path(path_type=Path)


@click.group(cls=Group)
def course() -> None:
    """Starters, marks and reports for courses.

    A COURSE is pegs, domsol, marble, dots or stratego, or a folder with a course.py.

    Example: hoyle course start pegs my-lab
    """


@course.command()
@click.argument("name", metavar="COURSE")
@click.argument("folder", type=FOLDER)
@click.option("--solution", is_flag=True, help="Write the solved project instead, for teachers.")
def start(*, name: str, folder: Path, solution: bool) -> None:
    """Write a starter project into a new folder.

    Example: hoyle course start pegs my-lab
    """
    from hoyle.course.course import find_course
    from hoyle.course.starter import start

    made = start(find_course(name), folder, solved=solution)
    click.echo(f"{folder}: {len(made)} files. Read {folder / 'README.md'} first, then try: hoyle course run {folder}")


@course.command()
@click.argument("folder", type=FOLDER)
@click.option("--all", "every", is_flag=True, help="Show what went wrong in full, as pytest does.")
def run(*, folder: Path, every: bool) -> None:
    """Run the tests of a project and print them as a table.

    Example: hoyle course run my-lab
    """
    from hoyle.course.table import run_tests

    table, failed = run_tests(folder, every=every)
    click.echo(table)
    if failed:
        raise click.exceptions.Exit(1)


@course.command()
@click.argument("name", metavar="COURSE")
@click.argument("folder", type=FOLDER)
@click.option("--each", is_flag=True, help="Grade every folder in FOLDER.")
@json_option
@click.option("--html", "as_html", is_flag=True, help="Write a page.")
@click.option("--junit", "as_junit", is_flag=True, help="Write JUnit's XML.")
@click.option("--gradescope", type=OUTPUT, metavar="FILE", help="Also write Gradescope's results.json.")
@click.option("--csv", "table", type=OUTPUT, metavar="FILE", help="Also write a line of CSV for each project.")
@click.option("--jobs", type=Whole(1, 1000), help="How many projects to grade at once.")
@click.option("--seconds", type=Amount(0.05, 3600), default=2, show_default=True, help="Computing time for each case.")
@click.option("--memory", type=Whole(128, 1 << 20), default=1024, show_default=True, help="Megabytes for each project.")
@output_option
def grade(
    *,
    name: str,
    folder: Path,
    each: bool,
    as_json: bool,
    as_html: bool,
    as_junit: bool,
    gradescope: Path | None,
    table: Path | None,
    jobs: int | None,
    seconds: float,
    memory: int,
    output: Path | None,
) -> None:
    """Grade a project, or every project in a folder.

    Behaviour, contracts, tests and form are marked separately, each with sentences to learn from.

    Example: hoyle course grade pegs my-lab

    Example: hoyle course grade pegs submissions --each --csv marks.csv
    """
    from hoyle.course import marks as forms
    from hoyle.course.course import find_course
    from hoyle.course.grading import grade as grade_one
    from hoyle.course.sandbox import Limits

    if as_json + as_html + as_junit > 1:
        raise click.UsageError("choose one of --json, --html and --junit")
    if gradescope and each:
        raise click.UsageError("--gradescope writes one results.json; grade one project at a time")
    piped = DASH in {gradescope, table}
    chosen = {"--json": as_json, "--html": as_html, "--junit": as_junit}
    share_output(
        **{form: wanted and output is None for form, wanted in chosen.items()},
        **{"--gradescope -": gradescope == DASH, "--csv -": table == DASH, "--output -": output == DASH},
    )
    found = find_course(name)
    limits = Limits(seconds=seconds, memory=memory << 20)
    show = each and not (as_json or as_html or as_junit) and output is None
    marks = []
    if each:
        with closing(_marks(found, _projects(folder), limits, jobs)) as graded:
            for mark in graded:
                marks.append(mark)
                if show:
                    click.echo(f"{mark.points:5g} of {mark.worth:g}  {mark.project}", err=piped)
    else:
        marks.append(grade_one(found, folder, limits))
    if gradescope:
        hand_over(in_json(forms.gradescope(marks[0])) + "\n", gradescope)
    if table:
        hand_over(forms.table(marks), table)
    if as_json:
        whole = {"course": found.name, "projects": [forms.in_json(mark) for mark in marks]}
        text = in_json(whole if each else forms.in_json(marks[0])) + "\n"
    elif as_html or as_junit:
        text = forms.html(marks) if as_html else forms.junit(marks)
    else:
        text = (forms.histogram(marks) if each else forms.text(marks[0])) + "\n"
    # With a table on standard output, nothing else goes there.
    hand_over(text, output, aside=piped)


@course.command()
@click.argument("package")
@click.option("--name", default="", help="Your name, for the cover.")
@click.option("--login", default="", help="Your login, for the cover.")
@click.option("--cover", multiple=True, metavar="KEY=VALUE", help="Another line of the cover, such as Course=EECS3311.")
@click.option("--feature", default="", help="Show tests that name this feature.")
@click.option("-o", "--output", type=OUTPUT, required=True, help="Write to this file, .pdf or .html.")
def report(*, package: str, name: str, login: str, cover: tuple[str, ...], feature: str, output: Path) -> None:
    """Write the report on a package.

    The report has a cover, contract views, a diagram and tests.  PACKAGE is a project's folder or the dotted name of a package.

    Example: hoyle course report my-lab --name "Ada Lovelace" --login ada -o report.pdf
    """
    from hoyle.course.report import find_target, report
    from hoyle.course.table import run_tests

    if output.suffix not in {".pdf", ".html"}:
        raise HoyleError(f"a report is a .pdf or a .html, not {output.suffix or output.name}")
    if output.suffix == ".pdf":
        needs_typst()
    own = {key: value for key, value in (("Name", name), ("Login", login)) if value}
    lines = {**dict(_pair(line) for line in cover), **own}
    target = find_target(package)
    table = run_tests(Path(package))[0] if target.tests else ""
    made = report(target, cover=lines, feature=feature, table=table)
    hand_over(made.pdf() if output.suffix == ".pdf" else made.html(), output)


def _pair(line: str) -> tuple[str, str]:
    key, sign, value = line.partition("=")
    if not sign:
        raise HoyleError(f"a line of the cover is KEY=VALUE, not {line[:40]!r}")
    return key, value


@course.command()
@click.argument("package")
@click.option("-o", "--output", type=OUTPUT, required=True, help="Write to this file, .svg, .pdf, .drawio or .xml.")
def diagram(*, package: str, output: Path) -> None:
    """Draw the architecture of a package.

    The diagram has clusters, classes, links and the critical contracts.  PACKAGE is a project's folder or the dotted name
    of a package.  An .xml file is for draw.io, too.

    Example: hoyle course diagram my-lab -o solitaire.svg
    """
    from hoyle.contracts import pdf
    from hoyle.contracts.diagram import diagram
    from hoyle.contracts.drawio import to_drawio
    from hoyle.course.report import find_target, test_modules
    from hoyle.svg import to_svg

    if output.suffix not in {".svg", ".pdf", ".drawio", ".xml"}:
        raise HoyleError(f"a diagram is a .svg, .pdf, .drawio or .xml, not {output.suffix or output.name}")
    if output.suffix == ".pdf":
        needs_typst()
    target = find_target(package)
    modules = (*target.modules, *test_modules(target))
    if output.suffix in {".drawio", ".xml"}:
        hand_over(to_drawio(*modules), output)
    else:
        scene = diagram(*modules)
        hand_over(pdf.drawing(scene) if output.suffix == ".pdf" else to_svg(scene), output)


@course.command()
@click.argument("name", metavar="COURSE")
@click.argument("file", type=FILE)
def check(*, name: str, file: Path) -> None:
    """Check what a program printed.

    The program may be in any language; its lines are compared with those of the course's document.  The exit status is 1
    if a line differs; the first is shown.  A FILE of - is standard input.

    Example: hoyle course check domsol output.txt
    """
    from hoyle.course.course import find_course
    from hoyle.course.printed import check

    judged, wrong = check(find_course(name), read_input(file))
    if wrong is not None:
        click.echo(str(wrong))
        raise click.exceptions.Exit(1)
    if not judged:
        raise HoyleError(f"nothing in {file} looks like what {name} prints")
    click.echo("1 line as the document has it" if judged == 1 else f"{judged} lines as the document has them")


def _projects(folder: Path) -> list[Path]:
    from hoyle.course.course import check_folder

    check_folder(folder)
    found = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
    if not found:
        raise HoyleError(f"there are no projects in {folder}")
    return found


def _marks(course: Course, folders: list[Path], limits: Limits, jobs: int | None) -> Generator[Mark, None, None]:
    """Yield the marks of projects in their order; each is tried in processes of its own, which end with this generator."""
    from hoyle.course.grading import grade_anything
    from hoyle.course.sandbox import STOP

    pool = ThreadPoolExecutor(jobs or os.cpu_count() or 1)
    try:
        yield from pool.map(lambda folder: grade_anything(course, folder, limits), folders)
    finally:
        STOP.set()
        pool.shutdown(cancel_futures=True)
        STOP.clear()
