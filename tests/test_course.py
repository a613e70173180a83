"""The kit for courses: starters that can be filled again, marks that are deserved, and reports on anything."""

# ruff: noqa: T201 - what is printed is what is tested
from __future__ import annotations

import ast
import csv
import gc
import importlib
import io
import json
import re
import runpy
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from command import hoyle, refused
from conftest import whole
from hoyle.course import find_course, marks
from hoyle.course.course import courses
from hoyle.course.grading import Mark, Project, grade, grade_anything, imports, notes, read_project
from hoyle.course.holes import features, is_hole, punch, read, same, weave
from hoyle.course.printed import check
from hoyle.course.report import find_target, report
from hoyle.course.sandbox import STOP, Limits, put
from hoyle.course.starter import project, start
from hoyle.game import HoyleError
from students import COURSE as NIM
from students import STUDENTS
from test_contracts import Checker

FIVE = ["domsol", "dots", "marble", "pegs", "stratego"]
ALL = [*map(find_course, FIVE), NIM]
LIMITS = Limits(seconds=0.5, wall=60, memory=1 << 29)
named = pytest.mark.parametrize("course", ALL, ids=lambda course: course.name)


@pytest.fixture(autouse=True)
def no_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pytest inside of pytest start quickly."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def test_there_are_five_courses() -> None:
    """Named as their modules."""
    assert [*courses()] == FIVE


# ------------------------------------------------------------------ starters


@named
def test_a_starter_that_is_filled_is_the_solution(course: Any) -> None:
    """Nothing but the tasks is missing, and nothing else was changed."""
    filled = course.fill(course.starter_files)
    assert all(same(filled[name], text) for name, text in course.solution_files.items())
    assert not any(
        same(text, course.solution_files[name]) for name, text in course.starter_files.items() if name.count("/") == 0
    )


@named
def test_every_task_is_a_hole(course: Any) -> None:
    """And every hole is a task."""
    for text in course.starter_files.values():
        for name, node in features(read(text)).items():
            body, contract = name in course.body_tasks, name in course.contract_tasks
            assert is_hole(node, body=body, contract=contract) == (name in course.tasks), name
        assert "_paint" in text or "class Board(" not in text  # what given code needs stays


@named
def test_a_starter_does_not_give_the_rules_away(course: Any) -> None:
    """It imports of hoyle's games only what is given, and no docstring says how the solution was made."""
    given = {
        "pegs": {"hoyle.games.pegs.boards.TEMPLATES"},
        "domsol": {f"hoyle.games.domino.{name}" for name in ("Tile", "full_set", "shuffle", "tile")},
    }
    used = {name for text in course.starter_files.values() for name in imports(text)}
    assert {name for name in used if name.startswith("hoyle.games")} == given.get(course.name, set())
    for text in course.starter_files.values():
        for node in ast.walk(read(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                assert not re.search(r"hoyle's|hoyle\.games|games/|hoyle solve", ast.get_docstring(node) or "")


@named
def test_every_import_of_a_starter_is_used(course: Any) -> None:
    """By the text or by an example in it."""
    for name, text in course.starter_files.items():
        if not name.endswith("__init__.py"):
            tree = read(text)
            found = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module != "__future__"]
            for part in (part for node in found for part in node.names):
                assert len(re.findall(rf"\b{part.asname or part.name}\b", text)) > 1, (name, part.name)


def test_the_attributes_that_a_readme_names_are_there() -> None:
    """A student's contracts are put around our bodies, so they need our names for what no feature shows."""
    from hoyle.classroom.domsol import DomSolitaire, Move, StackLL

    named_ones = {*re.findall(r"`(_\w+)`", project(find_course("domsol"))["README.md"])}
    assert named_ones == {*vars(Move(StackLL(), StackLL()))} | {*vars(DomSolitaire(1, 1, ""))}


def test_a_deferred_feature_has_no_body_to_write() -> None:
    """Its contract may be a task."""
    course = find_course("stratego")
    assert "Move.letter" not in course.tasks
    assert "Move.apply" in {*course.contract_tasks} - {*course.body_tasks}
    assert "`Move.apply`: its contract." in project(course)["README.md"]


def test_a_parameter_is_not_a_use_of_an_import() -> None:
    """An import is left out though a function calls its parameter the same."""
    whole_text = "from shop import game, fee\nclass A:\n    def f(self, game: int = fee): return game\n    def g(self): return game()\n"
    (holed,) = punch([whole_text], bodies=["A.g"])
    assert holed.startswith("from shop import fee\n")


@named
def test_a_starter_can_be_imported_and_its_tests_fail(
    course: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is not done says so."""
    start(course, tmp_path / "lab")
    monkeypatch.syspath_prepend(tmp_path / "lab")
    before = {*sys.modules}
    monkeypatch.delitem(sys.modules, course.package, raising=False)
    try:
        given = runpy.run_path(str(tmp_path / "lab/tests/instructor/test_given.py"))
        functions = [value for name, value in given.items() if name.startswith("test")]
        functions += [
            getattr(value(), name)
            for value in given.values()
            if isinstance(value, type) and value.__name__.startswith("Test")
            for name in vars(value)
            if name.startswith("test")
        ]
        assert functions
        for function in functions:
            with pytest.raises(NotImplementedError, match=r"^your task: "):
                function()
    finally:
        for name in {*sys.modules} - before:
            if name.split(".")[0] == course.package:
                del sys.modules[name]


@pytest.mark.parametrize("name", FIVE)
def test_our_cases_pass_on_our_solution(name: str) -> None:
    """As they stand, without a sandbox."""
    course = find_course(name)
    for module in (course.cases, course.given):
        for case, function in vars(importlib.import_module(module)).items():
            if case.startswith("test"):
                function()


def test_a_task_that_is_not_there_is_refused() -> None:
    """The solution has changed, or the course is wrong."""
    with pytest.raises(HoyleError, match=r"^the solution has no A\.g, which the course names$"):
        punch(["class A:\n    def f(self): return 1\n"], bodies=["A.g"])


def test_contracts_change_their_owner() -> None:
    """With what they need; bodies, and contracts that are no task, stay ours."""
    theirs = "import math\nclass A:\n    @require(t=lambda x: ok(x))\n    def f(self, x): return 2\ndef ok(x): return x > math.pi\n"
    ours = "class A:\n    @require(t=lambda x: x)\n    def f(self, x): return 1\n    @ensure(u=lambda: 1)\n    def g(self): pass\n"
    woven = weave(theirs, ours, ["A.f"])
    assert "return 1" in woven
    assert "ok(x)" in woven
    assert "math.pi" in woven
    assert "return 2" not in woven
    assert "ensure" not in woven


def test_a_starter_needs_a_new_folder(tmp_path: Path) -> None:
    """Nobody's work is written over."""
    (tmp_path / "mine").write_text("my work")
    with pytest.raises(HoyleError, match=r"is not empty; name a new folder$"):
        start(NIM, tmp_path)
    with pytest.raises(HoyleError, match=r"mine is a file; name a new folder$"):
        start(NIM, tmp_path / "mine")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


# ------------------------------------------------------------------ marks

DESERVED = {
    "good": (40, 30, 20, 10),
    "empty": (0, 0, 0, 0),
    "sloppy": (32, 26.2, 0, 8.3),
    "over_strict": (40, 18.8, 0, 10),
    "never_satisfied": (40, 22.5, 0, 10),
    "without_contracts": (32, 0, 0, 3.3),
    "asserts_nothing": (40, 30, 0, 10),
    "wrong_tests": (40, 30, 4, 10),
    "looping": (16, 30, 0, 10),
    "looping_test": (40, 30, 16, 10),
    "exiting": (32, 30, 0, 10),
    "exiting_at_once": (0, 30, 0, 8.3),
    "wrong_names": (0, 0, 0, 0),
    "changed_form": (40, 26.2, 0, 5),
    "syntax_error": (0, 0, 0, 0),
    "printing": (16, 30, 0, 10),
    "hungry": (16, 30, 0, 10),
    "forking": (40, 30, 0, 10),
    "writing": (16, 30, 0, 10),
    "copying": (0, 0, 0, 0),
}
"""Behaviour, contracts, tests and form of each student."""


def mark_of(name: str, folder: Path) -> Mark:
    """Return what a student gets."""
    put(folder / name, STUDENTS[name]())
    return grade(NIM, folder / name, LIMITS)


QUICK = {"good", "empty", "over_strict", "asserts_nothing", "looping", "exiting", "syntax_error", "forking"}


@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=whole) for name in STUDENTS])
def test_each_student_gets_what_they_deserve(
    name: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, snapshot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a program does, it gets its marks for the rest, and sentences to learn from."""
    monkeypatch.setenv("SECRET", "inherited")
    scratch = tmp_path_factory.mktemp("scratch")
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    mark = mark_of(name, tmp_path)
    assert tuple(part.points for part in mark.parts) == DESERVED[name]
    assert marks.text(mark) == snapshot
    assert not left_behind(scratch)
    assert not [*scratch.iterdir()]
    assert [path.name for path in tmp_path.iterdir()] == [name]


def left_behind(scratch: Path) -> list[Path]:
    """Return the processes that still have their home in that folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if str(scratch).encode() in path.read_bytes():
                found.append(path)
    return found


def test_a_program_inherits_no_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It sees neither the teacher's secrets nor the teacher's home."""
    monkeypatch.setenv("SECRET", "inherited")
    files = project(NIM, solved=True)
    files["nimlab.py"] += "\n\nimport os\n\nraise RuntimeError(f\"{os.environ.get('SECRET')} {os.environ['HOME']}\")\n"
    put(tmp_path / "nosy", {**files, "tests/student/test_mine.py": ""})
    words = grade(NIM, tmp_path / "nosy", LIMITS).parts[0].words
    assert "RuntimeError: None " in words
    assert str(Path.home()) not in words


@pytest.mark.parametrize("name", ["marble", *(pytest.param(name, marks=whole) for name in FIVE if name != "marble")])
def test_our_solution_gets_full_marks_and_a_starter_none(name: str, tmp_path: Path) -> None:
    """For all five courses, with all faults."""
    course = find_course(name)
    for solved in (True, False):
        put(tmp_path / str(solved), project(course, solved=solved))
        mark = grade(course, tmp_path / str(solved), Limits(seconds=10))
        assert mark.points == (mark.worth if solved else 0), marks.text(mark)


@pytest.fixture(scope="module")
def some_marks(tmp_path_factory: pytest.TempPathFactory) -> list[Mark]:
    """Return two marks."""
    folder = tmp_path_factory.mktemp("marks")
    return [mark_of(name, folder) for name in ("wrong_tests", "sloppy")]


def test_marks_have_many_forms(some_marks: list[Mark]) -> None:
    """Each can be read by what it is made for."""
    for mark in some_marks:
        result = json.loads(json.dumps(marks.gradescope(mark)))
        assert result["score"] == mark.points == sum(test["score"] for test in result["tests"])
        assert {test["status"] for test in result["tests"]} <= {"passed", "failed"}
        noted = marks.gradescope(replace(mark, notes=("borrowed",)))
        assert [test["visibility"] for test in noted["tests"] if "borrowed" in test["output"]] == ["hidden"]
        assert "output" not in noted
        assert json.loads(json.dumps(marks.in_json(mark)))["points"] == mark.points
    suites = ET.fromstring(marks.junit(some_marks))  # noqa: S314 - our own text
    assert len(suites) == 8
    assert all(len(suite) == int(suite.attrib["tests"]) for suite in suites)
    assert sum(len(case) for suite in suites for case in suite) == sum(
        int(suite.attrib["failures"]) for suite in suites
    )
    rows = list(csv.reader(io.StringIO(marks.table(some_marks))))
    assert rows[0] == ["project", "points", "worth", "behaviour", "contracts", "tests", "form", "notes"]
    assert [row[1] for row in rows[1:]] == [f"{mark.points:g}" for mark in some_marks]
    checker = Checker()
    checker.feed(marks.html(some_marks))
    assert checker.open == []
    assert "test_taking" in checker.words


def test_a_folder_of_projects_is_graded(tmp_path: Path) -> None:
    """One line each, a histogram and a table; a project that is nothing gets nothing."""
    put(tmp_path / "all" / "ada", STUDENTS["sloppy"]())
    put(tmp_path / "all" / "bob", {"notes.py": "1 / 0\n"})
    deep = STUDENTS["sloppy"]()["nimlab.py"].replace("number: int)", f"number: int = {' + '.join('1' * 9000)})")
    put(tmp_path / "all" / "cyd" / "my-lab", {"nimlab.py": deep})
    done = hoyle(
        "course", "grade", str(Path(NIM.home)), str(tmp_path / "all"), "--each", "--csv", str(tmp_path / "marks.csv")
    )
    assert done.returncode == 0, done.stderr
    assert [line.split()[-1] for line in done.stdout.splitlines()[:3]] == ["ada", "bob", "cyd"]
    assert "90 – 100 %  0" in done.stdout
    rows = (tmp_path / "marks.csv").read_text().splitlines()
    assert rows[1].startswith("ada,66.5,100")
    assert rows[2].startswith("bob,0,100")
    assert rows[3].startswith("cyd,0,100")


def test_a_batch_that_is_stopped_ends_what_it_has_begun(tmp_path: Path) -> None:
    """A program that would loop for an hour is ended with the batch."""
    put(tmp_path / "loop", STUDENTS["looping"]())
    STOP.set()
    try:
        mark = grade(NIM, tmp_path / "loop", Limits(seconds=3600, wall=3600, whole=3600))
    finally:
        STOP.clear()
    assert mark.parts[0].words == "Your package cannot be imported: it ended the process"


def test_a_folder_of_projects_says_how_to_grade_them(tmp_path: Path) -> None:
    """Without --each it is one project without a program."""
    for name in ("ada", "bob"):
        put(tmp_path / "all" / name, {"nimlab.py": ""})
    assert read_project(NIM, tmp_path / "all").faults == (
        "there are projects in folders of all: --each grades every one of them",
    )
    assert not read_project(NIM, tmp_path / "all" / "ada").faults


@pytest.mark.parametrize(
    ("line", "noted"),
    [
        ("from hoyle.games.pegs import PegSolitaire", "hoyle.games.pegs.PegSolitaire"),
        ("import hoyle.games.pegs", "hoyle.games.pegs"),
        ("from hoyle import find", "hoyle.find"),
        ("from hoyle.games.pegs.boards import TEMPLATES", ""),
        ("from hoyle.classroom.eiffel import trust", ""),
        ("from hoylevich import games", ""),
    ],
)
def test_a_teacher_is_told_of_borrowed_rules(line: str, noted: str) -> None:
    """What the starter does not import itself, though it may import something else from the same place."""
    pegs = find_course("pegs")
    handed_in = Project("lab", {"pegs/game.py": f"{line}\n"}, {"tests/test_mine.py": f"{line}\n"})
    expected = [f"pegs/game.py imports {noted}: is this the student's own work?"] if noted else []
    assert [*notes(pegs, handed_in)] == expected


def test_many_texts_are_read_at_once() -> None:
    """Python 3.11 gets lost when a thread gives way amid a syntax tree, which a collection of rubbish makes it do."""
    text = "".join(f"x = [{number}, ({number}, lambda: {number})]\n" for number in range(300))

    def give_way(*_: object) -> None:
        time.sleep(0.0001)

    gc.callbacks.append(give_way)
    try:
        with ThreadPoolExecutor(2) as pool:
            trees = list(pool.map(read, [text] * 10))
    finally:
        gc.callbacks.remove(give_way)
    assert [len(tree.body) for tree in trees] == [300] * 10


def test_what_cannot_be_graded_does_not_stop_the_others(tmp_path: Path) -> None:
    """It gets no points, and the reason."""
    mark = grade_anything(NIM, tmp_path / "nowhere")
    assert (mark.points, mark.worth) == (0, 100)
    assert mark.notes[0].startswith("not graded: there is no folder ")


# ------------------------------------------------------------------ tests, printed output, reports


def test_the_table_of_tests(tmp_path: Path) -> None:
    """As in Figure 4b: cases, violations and booleans apart."""
    put(tmp_path / "lab", STUDENTS["good"]())
    done = hoyle("course", "run", "lab", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (
        "PASSED (5 out of 5)\nCase Type  Passed  Total\nViolation       1      1\nBoolean         4      4\n"
        in done.stdout
    )
    assert "PASSED  NONE                * test: no heap" in done.stdout


def printed(name: str) -> str:
    """Return what our own program prints."""
    from hoyle.classroom import domsol, dots, marble, pegs, stratego

    out = io.StringIO()
    with redirect_stdout(out):
        if name == "pegs":
            game = pegs.Game.make_easy()
            print(game)
            for row in (2, 4):
                game.move_down(row, 4)
                print(game)
        elif name == "domsol":
            deal = domsol.DomSolitaire(2, 9, "simple")
            print(deal, deal.show_named_content(), deal.find_solution(200), deal, sep="\n")
        elif name == "marble":
            model = marble.MarbleSolitaireModelImpl()
            print(model.get_game_state(), end="\n\n")
            model.move(5, 3, 3, 3)
            print(model.get_game_state())
        elif name == "dots":
            controller = dots.Controller(dots.GameBoardT(seed=1), dots.View())
            controller.update_view()
            controller.execute_move([[0, 0], [0, 1]])
            controller.update_view()
        else:
            referee = stratego.Parser("1 M(0,3;N;1)", first="red").parse()
            print(referee)
            referee.run()
            print(referee)
    return out.getvalue()


@pytest.mark.parametrize("name", FIVE)
def test_printed_output_is_checked_to_the_sign(name: str) -> None:
    """Ours is right; a sign too many, at the end of any line, is found on that line."""
    course, text = find_course(name), printed(name)
    judged, wrong = check(course, text)
    assert wrong is None
    lines = text.rstrip("\n").split("\n")
    assert judged >= len([line for line in lines if line])
    for number, line in enumerate(lines):
        if line:
            damaged = [*lines]
            damaged[number] = f"{line} x" if name == "dots" else f"{line} "
            _, wrong = check(course, "\n".join(damaged))
            assert wrong is not None, line
            assert wrong.number == number + 1 or name == "dots", line


@pytest.mark.parametrize("name", FIVE)
def test_printed_output_may_come_from_any_system(name: str, tmp_path: Path) -> None:
    """With the line ends of Windows, and through a pipe."""
    course, text = find_course(name), printed(name)
    judged, wrong = check(course, text.replace("\n", "\r\n"))
    assert (judged, wrong) == check(course, text)
    done = hoyle("course", "check", name, "-", typed=text, cwd=tmp_path)
    assert done.stdout == f"{judged} lines as the document has them\n"


def test_boards_may_follow_each_other_without_a_line_between_them() -> None:
    """The document of marble solitaire asks for none; the same lines are judged, and the same one is wrong."""
    marble = find_course("marble")
    text = printed("marble")
    assert check(marble, text.replace("\n\n", "\n")) == check(marble, text)
    for number in range(1, 8):
        _, wrong = check(marble, text.replace("\n\n", "\n") * number + "O O O \n")
        assert wrong is not None
    assert hoyle("course", "check", "marble", "-", typed="_\n").stdout == "1 line as the document has it\n"


def test_a_difference_says_what_it_is() -> None:
    """Blanks at the end, and a list where a row should be."""
    _, wrong = check(find_course("domsol"), printed("domsol").replace("  \n", "\n"))
    assert ": two blanks follow each size" in str(wrong)
    _, wrong = check(find_course("dots"), printed("dots").replace("R R R B R R", "[R, R, R, B, R, R]"))
    assert "line 1, column 1: a board has six rows of six cells" in str(wrong)


def test_printed_output_that_cannot_be_is_found() -> None:
    """Each board alone is right; no move leads from one to the next."""
    text = printed("pegs").split("\n")
    _, wrong = check(find_course("pegs"), "\n".join([*text[:10], *text[20:]]))
    assert wrong is not None
    assert "no single move leads here" in str(wrong)


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a student's project."""
    put(tmp_path / "lab", STUDENTS["good"]())
    return tmp_path / "lab"


def test_a_report_is_made_of_any_package(lab: Path) -> None:
    """As a page and as real PDF, with a cover."""
    for name in ("report.html", "report.pdf"):
        cover = ["--name", "Ada <Lovelace>", "--login", "ada", "--cover", "Course=Games 102"]
        done = hoyle("course", "report", str(lab), *cover, "-o", str(lab / name))
        assert done.returncode == 0, done.stderr
    page = (lab / "report.html").read_text()
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    for words in (
        "Ada <Lovelace>",
        "Games 102",
        "Contract View",
        "Architectural Diagram",
        "heap_smaller",
        "Precondition violation",
    ):
        assert words in checker.words
    assert (lab / "report.pdf").read_bytes().startswith(b"%PDF-")


def test_the_labs_report_shows_tests_of_its_critical_query(tmp_path: Path) -> None:
    """The document asks for those of `matches_slots_except`; another feature can be named."""
    put(tmp_path, project(find_course("pegs"), solved=True))
    target = find_target(str(tmp_path))
    for feature, named_one in (("", "matches_slots_except"), ("set_status", "set_status")):
        tests = report(target, feature=feature).tests
        assert [test.kind for test in tests] == ["Normal case", "Precondition violation"]
        assert all(named_one in test.text for test in tests)


def test_the_draw_io_file_is_as_draw_io_wants_it(lab: Path) -> None:
    """A root, a layer, unique names; vertices with a box, links with both their ends."""
    for package in (str(lab), "hoyle.classroom.pegs"):
        assert hoyle("course", "diagram", package, "-o", str(lab / "d.drawio")).returncode == 0
        file = ET.parse(lab / "d.drawio").getroot()  # noqa: S314 - our own file
        cells = file.findall("./diagram/mxGraphModel/root/mxCell")
        assert [(cell.get("id"), cell.get("parent")) for cell in cells[:2]] == [("0", None), ("1", "0")]
        ids = [cell.get("id") for cell in cells]
        assert len(ids) == len({*ids})
        for cell in cells[2:]:
            geometry = cell.find("mxGeometry")
            assert geometry is not None
            assert geometry.get("as") == "geometry"
            assert cell.get("parent") == "1"
            assert (cell.get("vertex") == "1") != (cell.get("edge") == "1")
            if cell.get("edge"):
                assert {cell.get("source"), cell.get("target")} <= {*ids}
                assert geometry.get("relative") == "1"
            else:
                assert all(float(geometry.get(name, "nan")) >= 0 for name in ("x", "y", "width", "height"))
            assert all("=" in part or part == "ellipse" for part in (cell.get("style") or "").rstrip(";").split(";"))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["start", "chess", "lab"], "no course is called 'chess'"),
        (["start", ".", "lab"], ". has no course.py, and no course is called '.'"),
        (["start", "pegs", "nothing.txt"], "nothing.txt is a file"),
        (["grade", "pegs", "nowhere"], "there is no folder nowhere"),
        (["grade", "pegs", "nothing.txt"], "nothing.txt is not a folder"),
        (["grade", "pegs", ".", "--csv", "no/marks.csv"], "cannot write no/marks.csv"),
        (["grade", "pegs", ".", "--gradescope", "no/results.json"], "cannot write no/results.json"),
        (["report", "hoyle.classroom.marble", "-o", "no/r.pdf"], "cannot write no/r.pdf"),
        (["grade", "pegs", "nowhere", "--each"], "there is no folder nowhere"),
        (["grade", "pegs", ".", "--json", "--html"], "choose one of"),
        (["run", "nowhere"], "there is no folder nowhere"),
        (["run", "."], "there are no tests in ."),
        (["report", "nowhere", "-o", "r.pdf"], "nowhere cannot be imported"),
        (["report", "hoyle.classroom.marble", "-o", "r.doc"], "a report is a .pdf or a .html, not .doc"),
        (["report", "hoyle.classroom.marble", "--cover", "x", "-o", "r.pdf"], "a line of the cover is KEY=VALUE"),
        (["diagram", "hoyle.classroom.marble", "-o", "d.png"], "a diagram is a .svg"),
        (["check", "pegs", "nothing.txt"], "nothing in nothing.txt looks like"),
    ],
)
def test_mistakes_are_one_line(words: list[str], reason: str, tmp_path: Path) -> None:
    """And nothing is written."""
    (tmp_path / "nothing.txt").write_text("hello\n")
    assert reason in refused("course", *words, cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["nothing.txt"]


def test_a_course_that_does_not_load_is_one_line(tmp_path: Path) -> None:
    """Whatever its module does."""
    (tmp_path / "course.py").write_text("1 / 0\n")
    assert "does not load: division by zero" in refused("course", "start", str(tmp_path), "lab", cwd=tmp_path)


def test_a_user_cannot_start_processes_without_end() -> None:
    """Beyond those that are there, a few dozen; the superuser's are not counted, so here it becomes somebody else."""
    script = """
import os, time
from dataclasses import asdict
from hoyle.course.inside import bound
from hoyle.course.sandbox import Limits
os.getuid() or os.setuid(54321)
bound(asdict(Limits()))
children = []
try:
    for _ in range(200):
        if not (child := os.fork()):
            time.sleep(20)
            os._exit(0)
        children.append(child)
except BlockingIOError:
    print("refused")
for child in children:
    os.kill(child, 9)
print(len(children) < 100)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.split() == ["refused", "True"], done.stderr
