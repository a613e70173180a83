"""Marks in four parts, each with sentences that a student learns from.

Behaviour: our cases against the student's program. Contracts: the student's contracts around our correct program, and
around wrong ones. Tests: the student's tests against our correct program and the wrong ones. Form: names, tags and
signatures.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hoyle import files
from hoyle.course.course import Case, Course, Fault, check_folder
from hoyle.course.holes import features, is_hole, read, rename, signature, tags, weave
from hoyle.course.sandbox import Limits, Line, put, run, scratch
from hoyle.game import HoyleError

Stages = Mapping[str, list[Line]]

LARGEST: Final = 1 << 18
"""The longest file that is read, in bytes."""
MOST: Final = 400
"""The most files of a project that are read."""
TOOLS: Final = r"hoyle\.(?:classroom\.(?:eiffel|espec)|contracts|course|dice|game|grid)\b"
"""What a student may import from hoyle: none of it knows the rules of a game."""
GIVEN: Final = "tests/instructor/test_given.py"
OWN: Final = "tests/student/test_mine.py"


@dataclass(frozen=True)
class Item:
    """One thing that was judged."""

    name: str
    good: bool
    words: str


@dataclass(frozen=True)
class Part:
    """One part of a mark."""

    name: str
    points: float
    worth: float
    words: str
    items: tuple[Item, ...] = ()


@dataclass(frozen=True)
class Mark:
    """What a project gets, and why."""

    course: str
    project: str
    parts: tuple[Part, ...]
    matrix: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The faults that each of the student's tests finds."""
    notes: tuple[str, ...] = ()
    """What a teacher should look at."""

    @property
    def points(self) -> float:
        """The sum of all parts."""
        return round(sum(part.points for part in self.parts), 1)

    @property
    def worth(self) -> float:
        """The most points that can be had."""
        return sum(part.worth for part in self.parts)


@dataclass(frozen=True)
class Project:
    """What a student handed in: the texts of its package, of its tests, and what could not be read."""

    name: str
    package: Mapping[str, str]
    tests: Mapping[str, str]
    faults: tuple[str, ...] = ()


def read_project(course: Course, folder: Path) -> Project:
    """Return what is in a folder, as far as it is Python and of reasonable size."""
    check_folder(folder)
    project = folder.resolve().name
    # What was packed as a folder often ends up in another.
    while len(inner := [path for path in folder.iterdir() if path.name[0] != "."]) == 1 and inner[0].is_dir():
        folder = inner[0]
    package: dict[str, str] = {}
    tests: dict[str, str] = {}
    faults: list[str] = []
    for number, path in enumerate(_python_files(folder)):
        name = path.relative_to(folder).as_posix()
        if number == MOST:
            faults.append(f"more than {MOST} files; the others were not read")
            break
        data = files.read(path, LARGEST + 1)
        if len(data) > LARGEST:
            faults.append(f"{name} is longer than {LARGEST // 1024} KB and was not read")
            continue
        mine = name == f"{course.package}.py" or name.startswith(f"{course.package}/")
        try:
            text = data.decode()
        except UnicodeDecodeError:
            faults.append(f"{name} is not UTF-8")
            continue
        if mine:
            package[name] = text
        elif name != GIVEN:
            tests[name] = text
    if not package and any(f"/{course.package}." in f"/{name}" or f"/{course.package}/" in name for name in tests):
        faults.append(f"there are projects in folders of {project}: --each grades every one of them")
    return Project(project, package, tests, tuple(faults))


def _python_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or path.name.startswith((".", "__pycache__")) or (path / "pyvenv.cfg").exists():
            continue
        if path.is_dir():
            yield from _python_files(path)
        elif path.suffix == ".py" and path.is_file():
            yield path


def grade(course: Course, folder: Path, limits: Limits | None = None) -> Mark:
    """Return the mark of the project in a folder."""
    project = read_project(course, folder)
    with scratch() as place:
        lines = Bench(course, project, place).run(limits or Limits())
    matrix, tests = _tests(course, project, lines)
    parts = (_behaviour(course, lines), _contracts(course, lines), tests, _form(course, project))
    kept = tuple(part for part in parts if part.worth)
    return Mark(course.name, project.name, kept, matrix, (*project.faults, *notes(course, project)))


def grade_anything(course: Course, folder: Path, limits: Limits | None = None) -> Mark:
    """Return the mark of a project; for one that cannot be graded at all, no points and the reason."""
    try:
        return grade(course, folder, limits)
    except (HoyleError, OSError, RecursionError, MemoryError) as fault:
        parts = tuple(Part(name, 0, worth, "Not graded.") for name, worth in course.points.items())
        return Mark(course.name, folder.resolve().name, parts, notes=(f"not graded: {fault or type(fault).__name__}",))


def _part(course: Course, name: str, share: float, words: str, items: list[Item]) -> Part:
    worth = course.points.get(name, 0)
    return Part(name, round(worth * max(0.0, min(1.0, share)), 1), worth, words, tuple(items))


def _sum(number: int, of: int, one: str, many: str) -> str:
    return f"{number} of {of} {one if of == 1 else many}"


# ------------------------------------------------------------------ the bench


class Bench:
    """The folder in which one project is tried out, with everything that this needs."""

    def __init__(self, course: Course, project: Project, place: Path) -> None:
        self.course, self.project, self.place = course, project, place
        # Without a package of the student's, another of its name might be found.
        none = {f"{course.package}.py": f"raise ImportError('there is no {next(iter(course.solution_files))}')\n"}
        put(place / "theirs", project.package or none)
        put(place / "right", course.solution_files)
        put(place / "woven", {**project.package, **self._weave()})
        put(place / "tests", project.tests)
        put(place / "ours", {"course_cases.py": course.text(course.cases)})
        if course.faults:
            put(place / "ours", {"course_faults.py": course.text(course.faults)})

    def _weave(self) -> dict[str, str]:
        """Return our bodies with the student's contracts, as far as these are tasks; a file that cannot be read has none."""
        woven = {}
        for name, text in self.course.solution_files.items():
            try:
                woven[name] = weave(self.project.package[name], text, self.course.contract_tasks)
            except (KeyError, HoyleError, RecursionError):
                woven[name] = weave(self.course.starter_files[name], text, self.course.contract_tasks)
        return woven

    def run(self, limits: Limits) -> dict[str, list[Line]]:
        """Run our cases with the student's program and with the student's contracts, and the student's tests with ours."""
        course = self.course
        normal = [case.name for case in course.case_list if not case.tag]
        refusals = [case.name for case in course.case_list if case.tag]
        plain = {"runner": "cases", "names": normal, "trials": [], "faults": []}
        stages: dict[str, Any] = {"behaviour": {**plain, "where": "theirs", "promises": False}}
        if course.points.get("contracts"):
            trials = [fault.name for fault in course.contract_faults]
            woven = {"where": "woven", "promises": True, "names": [*normal, *refusals], "trials": trials}
            stages["contracts"] = {**plain, **woven}
        if course.points.get("tests") and has_tests(self.project):
            tests = {"runner": "pytest", "where": "right", "names": []}
            faults = [None, *(fault.name for fault in course.test_faults)]
            stages["tests"] = {**plain, **tests, "promises": True, "faults": [None]}
            stages["faults"] = {**plain, **tests, "promises": False, "faults": faults}
        for stage in stages.values():
            stage["where"] = str(self.place / stage["where"])
        job = {
            "path": [str(self.place / "ours"), *(path for path in sys.path if path != course.home)],
            "package": course.package,
            "blocked": [course.solution] if course.solution != course.package else [],
            "cases": "course_cases",
            "fault_module": "course_faults",
            "tests": str(self.place / "tests"),
            "stages": stages,
        }
        return run(self.place, job, limits)


def has_tests(project: Project) -> bool:
    """Whether there is a test that the student has written."""
    return any(re.search(r"^\s*+(?:async )?def test", text, re.MULTILINE) for text in project.tests.values())


def _results(lines: list[Line], fault: str | None = None) -> dict[str, Line]:
    """Return the final result of each case, in a run or for one fault in it."""
    return {
        line["case"]: line for line in lines if line.get("case") and line.get("fault") == fault and "outcome" in line
    }


def _refusal(lines: list[Line]) -> str:
    """Return why the package could not be imported, or nothing."""
    return next((line["import"] for line in lines if "import" in line), "")


# ------------------------------------------------------------------ behaviour


def _behaviour(course: Course, stages: Stages) -> Part:
    cases = [case for case in course.case_list if not case.tag]
    lines = stages["behaviour"]
    if why := _refusal(lines):
        return _part(course, "behaviour", 0, f"Your package cannot be imported: {why}", [])
    results = _results(lines)
    items = [_case(case, results.get(case.name)) for case in cases]
    passed = sum(item.good for item in items)
    return _part(
        course, "behaviour", passed / len(items), f"{_sum(passed, len(items), 'case', 'cases')} passed.", items
    )


def _case(case: Case, line: Line | None) -> Item:
    if line is None:
        return Item(case.name, good=False, words=f"{case.words} Not run: the cases before it were stopped too often.")
    good = line["outcome"] == "passed"
    return Item(case.name, good, case.words if good else f"{case.words} {_sentence(line['words'])}")


def _sentence(words: str) -> str:
    words = words.strip() or "it failed"
    first = words.split()[0]
    # Names keep their letters.
    start = words if re.search(r"\W\w|_", first) else words[0].upper() + words[1:]
    return start + ("" if words[-1] in ".?!" else ".")


# ------------------------------------------------------------------ contracts


def _contracts(course: Course, stages: Stages) -> Part:
    normal = [case for case in course.case_list if not case.tag]
    refusals = [case for case in course.case_list if case.tag and case.tag != "*"]
    counted = course.contract_faults
    if not course.points.get("contracts") or not (counted or refusals):
        return Part("contracts", 0, 0, "")
    lines = stages["contracts"]
    if why := _refusal(lines):
        return _part(course, "contracts", 0, f"Your contracts cannot be read: {why}", [])
    base = _results(lines)
    items = [_judge_refusal(case, base.get(case.name)) for case in refusals]
    strict = _over_strict(normal, base)
    items += [_judge_catch(fault, base.get(fault.name), strict) for fault in counted]
    good = sum(item.good for item in items)
    words = f"{_sum(sum(item.good for item in items[len(refusals) :]), len(counted), 'fault', 'faults')} caught, "
    words += (
        f"{_sum(sum(item.good for item in items[: len(refusals)]), len(refusals), 'bad call', 'bad calls')} refused"
    )
    words += (
        f"; {len(strict)} of your clauses {'refuse' if len(strict) > 1 else 'refuses'} what is right."
        if strict
        else "."
    )
    return _part(course, "contracts", (good - len(strict)) / len(items), words, [*strict.values(), *items])


def _judge_refusal(case: Case, line: Line | None) -> Item:
    good = line is not None and line["outcome"] == "passed"
    words = case.words if good else f"{case.words} Your precondition {case.tag} should refuse this."
    return Item(case.name, good, words)


def _judge_catch(fault: Fault, line: Line | None, strict: Mapping[str, Item]) -> Item:
    if line and line.get("kind") in {"post", "inv"} and _clause(line) not in strict:
        return Item(fault.name, good=True, words=f"{_sentence(fault.story)} Caught by {line['tag']}.")
    where = ", ".join(f"{fault.base.__name__}.{name}" for name in fault.features)
    return Item(
        fault.name,
        good=False,
        words=f"{_sentence(fault.story)} Your contracts let it pass: look at {fault.tag} of {where}.",
    )


def _clause(line: Line) -> str:
    """Return the clause that a line is about: its tag, its part and its feature."""
    return str(line["words"]).partition("(")[0]


def _over_strict(cases: list[Case], base: Mapping[str, Line]) -> dict[str, Item]:
    """Return an item for each of the student's clauses that a correct program breaks."""
    strict: dict[str, Item] = {}
    for case in cases:
        line = base.get(case.name, {})
        if line.get("outcome") == "violated":
            words = f"{_sentence(line['words'])} But this is right: {case.words}"
            strict.setdefault(_clause(line), Item(f"right: {line['tag']}", good=False, words=words))
        elif line.get("outcome") == "failed":
            words = (
                f"{_sentence(line['words'])} With our program and your contracts, this case should pass: {case.words}"
            )
            strict.setdefault(line["words"], Item("right", good=False, words=words))
    return strict


# ------------------------------------------------------------------ tests


def _tests(course: Course, project: Project, stages: Stages) -> tuple[dict[str, tuple[str, ...]], Part]:
    faults = course.test_faults
    if not course.points.get("tests") or not faults:
        return {}, Part("tests", 0, 0, "")
    if not has_tests(project):
        return {}, _part(course, "tests", 0, "There are no tests of your own.", [])
    whole, lines = _results(stages["tests"]), stages["faults"]
    right = _results(lines)
    alarms = [
        Item(name, good=False, words=f"{_short(name)} fails although the program is right: {_sentence(line['words'])}")
        for name, line in whole.items()
        if line["outcome"] in {"failed", "violated"}
    ]
    wrong = {item.name for item in alarms}
    able = {name for name, line in right.items() if line["outcome"] == "passed" and name not in wrong}
    matrix: dict[str, list[str]] = {name: [] for name in whole if name not in wrong}
    found: dict[str, list[str]] = {}
    for fault in faults:
        for name, line in _results(lines, fault.name).items():
            if name in able and line["outcome"] in {"failed", "violated"}:
                matrix[name].append(fault.name)
                found.setdefault(fault.name, []).append(name)
    items = [_judge_fault(fault, found.get(fault.name, [])) for fault in faults]
    share = len(found) / len(faults) * (1 - len(alarms) / max(1, len(whole)))
    words = f"{_sum(len(found), len(faults), 'fault', 'faults')} found by {_sum(len(whole) - len(alarms), len(whole), 'test', 'tests')}"
    words += f"; {len(alarms)} fail{'s' if len(alarms) == 1 else ''} on a right program." if alarms else "."
    return {name: tuple(row) for name, row in matrix.items()}, _part(course, "tests", share, words, [*alarms, *items])


def _short(name: str) -> str:
    return name.rpartition("::")[2] or name


def _judge_fault(fault: Fault, tests: list[str]) -> Item:
    by = f"Found by {', '.join(map(_short, tests[:3]))}{' …' if len(tests) > 3 else ''}."
    return Item(fault.name, bool(tests), f"{_sentence(fault.story)} {by if tests else 'None of your tests notices.'}")


# ------------------------------------------------------------------ form


def _form(course: Course, project: Project) -> Part:
    items: list[Item] = []
    changed: list[Item] = []
    done = 0
    for name, text in course.starter_files.items():
        theirs, why = _features(project, name)
        if why:
            changed.append(Item(name, good=False, words=_sentence(why)))
        for feature, node in features(read(text)).items():
            task = feature in course.tasks
            wrong = _changes(node, theirs.get(feature), why)
            if task:
                mine = theirs.get(feature)
                hole = mine is None or is_hole(
                    mine, body=feature in course.body_tasks, contract=feature in course.contract_tasks
                )
                done += not wrong and not hole
                left = "Cannot be judged." if why else "Still to be done."
                words = wrong or (left if hole else "Done, with its name, signature and tags kept.")
                items.append(Item(feature, not wrong and not hole, f"{feature}: {words}"))
            elif wrong and not why:
                changed.append(Item(feature, good=False, words=f"{feature}: {wrong}"))
    words = f"{_sum(done, len(items), 'task', 'tasks')} done with names, tags and signatures kept"
    words += f"; {len(changed)} given thing{'s' if len(changed) > 1 else ''} changed." if changed else "."
    return _part(course, "form", (done - len(changed)) / max(1, len(items)), words, [*changed, *items])


def _features(project: Project, name: str) -> tuple[Mapping[str, Any], str]:
    if name not in project.package:
        return {}, f"there is no file {name}"
    try:
        return features(read(project.package[name], name)), ""
    except HoyleError as fault:
        return {}, str(fault)


def _changes(given: Any, theirs: Any, unreadable: str) -> str:
    if theirs is None:
        return "" if unreadable else "It is missing."
    if signature(given) != signature(theirs):
        return f"Its signature was {signature(given)} and is now {signature(theirs)}."
    if missing := [tag for kind, tag in tags(given) if (kind, tag) not in tags(theirs)]:
        return f"The tag {missing[0]} is missing."
    return ""


def notes(course: Course, project: Project) -> Iterator[str]:
    """Yield what a teacher should look at: a program that borrows the solution or the rules."""
    given = {used for text in course.starter_files.values() for used in imports(text)}
    for name, text in {**project.package, **project.tests}.items():
        if course.solution != course.package and rename(text, course.solution, "") != text:
            yield f"{name} names {course.solution}, which is the solution"
        # A test may compare with the rules on the shelf; a program may not be them.
        if name in project.package and (used := sorted(imports(text) - given)):
            yield f"{name} imports {', '.join(used)}: is this the student's own work?"


def imports(text: str) -> set[str]:
    """Return what a text imports from hoyle, other than the tools of a course."""
    try:
        tree = read(text)
    except HoyleError:
        return set()
    found = {part.name for node in ast.walk(tree) if isinstance(node, ast.Import) for part in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            found |= {f"{node.module}.{part.name}" for part in node.names}
    return {name for name in found if re.match(r"hoyle(\.|$)", name) and not re.match(TOOLS, name)}
