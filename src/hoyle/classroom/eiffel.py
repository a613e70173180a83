"""Contracts that read like Eiffel: clauses with tags, checked in the order in which they are written.

icontract checks stacked decorators from the bottom up, one clause each. Here one decorator takes all clauses of a
feature, each named by its tag. Preconditions stay on under ``python -O``, since whoever breaks one has made a mistake
that should be reported; postconditions and invariants are for our own mistakes and are then off.

>>> @require(positive=lambda number: number > 0, even=lambda number: number % 2 == 0)
... @ensure(doubled_again=lambda number, result: 2 * result == number)
... def half(number: int) -> int:
...     return number // 2
>>> half(4)
2
>>> half(-1)
Traceback (most recent call last):
    ...
icontract.errors.ViolationError: positive: precondition of half(-1) violated
"""

# ruff: noqa: N805 - a metaclass calls its objects cls
from __future__ import annotations

import functools
import inspect
import reprlib
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import icontract

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Once", "check_kind", "ensure", "invariant", "require"]

F = TypeVar("F", bound="Callable[..., Any]")
C = TypeVar("C", bound=type)

# Eiffel does not watch the features that a clause calls, and neither do we: a postcondition that compares 49 slots
# would otherwise check the contract of every one of them.
_checking: ContextVar[bool] = ContextVar("checking", default=False)


def require(**clauses: Callable[..., bool]) -> Callable[[F], F]:
    """Decorate a feature with its preconditions; the first that fails is reported by its tag."""

    def decorate(feature: F) -> F:
        for tag, condition in clauses.items():
            error = _violation(f"{tag}: precondition of", feature)
            feature = icontract.require(_quiet(condition), tag, enabled=True, error=error)(feature)
        return _unwatch(feature)

    return decorate


def ensure(**clauses: Callable[..., bool]) -> Callable[[F], F]:
    """Decorate a feature with its postconditions; `result` and `OLD` mean what they mean to icontract."""

    def decorate(feature: F) -> F:
        for tag, condition in clauses.items():
            error = _violation(f"{tag}: postcondition of", feature)
            feature = icontract.ensure(_quiet(condition), tag, error=error)(feature)
        return _unwatch(feature)

    return decorate


def invariant(**clauses: Callable[..., bool]) -> Callable[[C], C]:
    """Decorate a class with its invariant: true after creation, and before and after every public feature."""

    def decorate(cls: C) -> C:
        for tag, condition in clauses.items():
            error = icontract.ViolationError(f"{tag}: invariant of {cls.__name__} violated")
            cls = icontract.invariant(_quiet(condition), tag, error=error)(cls)
        return cls

    return decorate


class Once(icontract.DBCMeta):
    """A class of which there is one object, made when it is first asked for.

    >>> class Sun(metaclass=Once):
    ...     pass
    >>> Sun() is Sun()
    True
    """

    _objects: ClassVar[dict[type, object]] = {}

    def __call__(cls) -> object:
        """Return the only object."""
        if cls not in cls._objects:
            cls._objects.setdefault(cls, super().__call__())
        return cls._objects[cls]


def _unwatch(feature: F) -> F:
    """Return the feature such that a clause that calls it goes straight to its body, past icontract."""
    body = inspect.unwrap(feature)
    signature = inspect.signature(body)

    @functools.wraps(feature, updated=())  # icontract looks for its contracts further in, where they stay
    def call(*args: object, **kwargs: object) -> object:
        if _checking.get():
            return body(*args, **kwargs)
        if kwargs or len(args) != len(signature.parameters):
            try:
                signature.bind(*args, **kwargs)
            except TypeError as fault:  # icontract would tell this at length
                raise TypeError(f"{feature.__qualname__}: {fault}") from None
        return feature(*args, **kwargs)

    return cast("F", call)


def _quiet(condition: Callable[..., bool]) -> Callable[..., bool]:
    """Return the condition such that clauses met while it is evaluated count as kept."""

    @functools.wraps(condition)
    def evaluate(**values: object) -> bool:
        if _checking.get():
            return True
        token = _checking.set(True)
        try:
            return condition(**values)
        finally:
            _checking.reset(token)

    return evaluate


def _violation(clause: str, feature: Callable[..., Any]) -> Callable[..., icontract.ViolationError]:
    """Return what makes the error: one line with the tag first, then the call that went wrong."""
    first = next(iter(inspect.signature(feature).parameters), "")
    start = 1 if first in ("self", "cls") else 0

    def error(_ARGS: tuple[Any, ...], _KWARGS: dict[str, Any]) -> icontract.ViolationError:
        shown = [_show(value) for value in _ARGS[start:]]
        shown += [f"{name}={_show(value)}" for name, value in _KWARGS.items()]
        return icontract.ViolationError(f"{clause} {feature.__qualname__}({', '.join(shown)}) violated")

    return error


def _show(value: object) -> str:
    """Return the value on one short line, whatever it is."""
    try:
        return " ".join(reprlib.repr(value).split())
    except ValueError:  # Python refuses to write numbers of thousands of digits
        return f"<{type(value).__name__} too long to show>"


def check_kind(value: object, kind: type) -> None:
    """Raise a TypeError unless the value is of that kind."""
    if not isinstance(value, kind):
        raise TypeError(f"expected a {kind.__name__}, not a {type(value).__name__}")
