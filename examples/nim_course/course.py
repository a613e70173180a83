"""A course of one's own around a game on the shelf: nim, with contracts."""

from hoyle.course import Course

COURSE = Course(
    name="nim",
    title="Nim with contracts",
    about="""\
Two players take counters from heaps in turn, and whoever takes the last one wins. You write the heaps and their contracts.""",
    solution="nimlab",
    cases="nim_cases",
    given="nim_given",
    faults="nim_faults",
    bodies=("Heaps.*",),
    contracts=("Heaps", "Heaps.*"),
    cover={"Course": "Games 101", "Semester": "Autumn"},
)
