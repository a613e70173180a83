"""The kit for courses: starters, marks, reports and diagrams, for the five documents and for a course of your own.

A course is data (`course.py`). A starter is made from its solution (`holes.py`, `starter.py`). A student's project is judged
in four parts (`grading.py`) by what a separate process reports (`sandbox.py` runs outside that process, `inside.py` in it).

>>> find_course("marble").tasks[0]
'MarbleSolitaireModelImpl.__init__'
"""

from __future__ import annotations

from hoyle.course.course import Course, find_course
from hoyle.course.expect import raises, violates

__all__ = ["Course", "find_course", "raises", "violates"]
