"""Students of the course in examples/nim_course: what each hands in, as a change to the solved project or the starter."""

# ruff: noqa: D401 - each says what the student has done
from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from hoyle.course import find_course
from hoyle.course.grading import OWN
from hoyle.course.starter import project

COURSE = find_course(str(Path(__file__).parents[1] / "examples" / "nim_course"))
LAB = "nimlab.py"
TESTS = """\
from nimlab import Heaps

from hoyle.course import violates


def test_taking():
    heaps = Heaps(3, 4)
    heaps.take(1, 2)
    assert heaps.sizes == (1, 4)


def test_the_end():
    assert Heaps(0, 0).is_over
    assert not Heaps(0, 1).is_over


def test_winning():
    assert Heaps(3, 4, 5).winning_move() == (1, 2)


def test_no_heap():
    with violates("valid_heap"):
        Heaps(3).take(2, 1)
"""

Files = dict[str, str]


def change(*edits: tuple[str, str], tests: str = "", solved: bool = True) -> Files:
    """Return a project with some words of its package replaced, each exactly once."""
    files = project(COURSE, solved=solved)
    for old, new in edits:
        assert files[LAB].count(old) == 1, old
        files[LAB] = files[LAB].replace(old, new)
    return {**files, OWN: tests}


TAKE = "        self._sizes[heap - 1] -= number\n"
OVER = "        return not any(self._sizes)\n"


def good() -> Files:
    """Everything is right, and four tests are enough."""
    return change(tests=TESTS)


def empty() -> Files:
    """The starter as it was given out."""
    return project(COURSE)


def sloppy() -> Files:
    """The game is over too early, and one clause says nothing."""
    return change((OVER, "        return 0 in self._sizes\n"), ("result == (sum(self.sizes) == 0)", "True"))


def over_strict() -> Files:
    """A postcondition asks for more than the task: the heap must be empty."""
    return change(("self.sizes[heap - 1] == OLD.sizes[heap - 1] - number", "self.sizes[heap - 1] == 0"))


def never_satisfied() -> Files:
    """A postcondition that is always false catches every fault, and every right program."""
    return change(("result == (sum(self.sizes) == 0)", "False"))


def without_contracts() -> Files:
    """The program works, and every condition is still True."""
    holed = COURSE.starter_files[LAB]
    bodies = {
        "Heaps.__init__": "self._sizes = list(sizes)",
        "Heaps.sizes": "return tuple(self._sizes)",
        "Heaps.take": "self._sizes[heap - 1] -= number",
        "Heaps.is_over": "return not any(self._sizes)",
    }
    for name, body in bodies.items():
        holed = holed.replace(f'raise NotImplementedError("your task: {name}")', body)
    return {**project(COURSE), LAB: holed}


def asserts_nothing() -> Files:
    """The tests call everything and look at nothing."""
    return change(
        tests="""\
from nimlab import Heaps


def test_everything():
    heaps = Heaps(3, 4, 5)
    heaps.take(1, 2)
    heaps.is_over
    heaps.winning_move()
"""
    )


def wrong_tests() -> Files:
    """One test finds a fault, and one is wrong itself."""
    return change(
        tests="""\
from nimlab import Heaps


def test_taking():
    heaps = Heaps(3, 4)
    heaps.take(1, 2)
    assert heaps.sizes == (1, 4)


def test_wrong():
    assert Heaps(1).is_over
"""
    )


def looping() -> Files:
    """Taking never ends; the rest is right."""
    return change((TAKE, "        while True:\n            pass\n"))


def looping_test() -> Files:
    """One of the tests never ends."""
    return change(tests=TESTS + "\n\ndef test_for_ever():\n    while True:\n        pass\n")


def exiting() -> Files:
    """The program exits when the game is over, once politely and once not."""
    return change((OVER, "        import os, sys\n        sys.exit(0) if any(self._sizes) else os._exit(0)\n"))


def exiting_at_once() -> Files:
    """The program ends while it is imported."""
    return change(("class Heaps", "import os\n\nos._exit(0)\n\n\nclass Heaps"), ("@invariant", "# @invariant"))


def wrong_names() -> Files:
    """The class and the file are called otherwise."""
    files = change()
    text = files.pop(LAB).replace("class Heaps", "class Piles").replace('"Heaps"', '"Piles"')
    return {**files, "nim_lab.py": text}


def changed_form() -> Files:
    """A tag, a parameter and a type are other than they were given."""
    return change(
        ("some_taken=", "positive="),
        ("def winning_move(self) ->", "def winning_move(self, hurry: bool = False) ->"),
        ("def is_over(self) -> bool", "def is_over(self) -> int"),
    )


def syntax_error() -> Files:
    """A bracket is missing; the tests are fine."""
    return change(("        return tuple(self._sizes)\n", "        return tuple(self._sizes\n"))


def printing() -> Files:
    """Taking prints without end."""
    return change((TAKE, "        while True:\n            print('taking' * 1000)\n"))


def hungry() -> Files:
    """Taking needs more memory than there is."""
    return change((TAKE, f"{TAKE}        self._all = bytearray(2**40)\n"))


def forking() -> Files:
    """Taking starts processes that outlive it, in sessions of their own."""
    daemon = "import os, time\n        if os.fork() == 0:\n            os.setsid()\n            time.sleep(600)\n            os._exit(0)"
    return change((TAKE, f"{TAKE}        {daemon}\n"))


def writing() -> Files:
    """Taking writes files here, in the home folder, and large ones."""
    write = "open('here', 'w').write('x')\n        import pathlib\n        (pathlib.Path.home() / 'there').write_text('x' * 10**8)"
    return change((TAKE, f"{TAKE}        {write}\n"))


def copying() -> Files:
    """The program is somebody else's, under another name."""
    return {**change(), LAB: "from nim_cases import Heaps\n"}


STUDENTS: Mapping[str, Callable[[], Files]] = {
    student.__name__: student
    for student in (
        *(good, empty, sloppy, over_strict, never_satisfied, without_contracts, asserts_nothing, wrong_tests),
        *(looping, looping_test, exiting, exiting_at_once, wrong_names, changed_form, syntax_error),
        *(printing, hungry, forking, writing, copying),
    )
}
