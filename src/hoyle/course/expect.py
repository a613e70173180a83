"""What tests expect of contracts and errors, for our cases and for students' tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from icontract import ViolationError


@contextmanager
def violates(tag: str) -> Iterator[None]:
    """Expect that what follows breaks the clause of this tag, and none before it.

    >>> from icontract import require
    >>> @require(lambda number: number > 0, "positive")
    ... def half(number: int) -> float:
    ...     return number / 2
    >>> with violates("positive"):
    ...     half(-1)
    """
    try:
        yield
    except ViolationError as violation:
        if tag_of(violation) != tag:
            raise AssertionError(f"expected {tag} to be violated, got {tag_of(violation)}") from violation
    else:
        raise AssertionError(f"nothing violated {tag}")


def tag_of(violation: ViolationError) -> str:
    """Return the tag of the clause that was broken."""
    lines = str(violation).split("\n")
    # icontract itself begins with the file and the line.
    return (lines[1] if lines[0].startswith("File ") and len(lines) > 1 else lines[0]).partition(":")[0].strip()


@contextmanager
def raises(kind: type[BaseException], words: str = "") -> Iterator[None]:
    """Expect an error of one line that contains some words.

    >>> with raises(ValueError, "invalid literal"):
    ...     int("x")
    """
    try:
        yield
    except kind as fault:
        said = str(fault)
        if words not in said:
            raise AssertionError(f"expected the words {words!r}, got {said!r}") from fault
        if "\n" in said:
            raise AssertionError(f"expected one line, got {said!r}") from fault
    else:
        raise AssertionError(f"expected {kind.__name__}, and nothing was raised")
