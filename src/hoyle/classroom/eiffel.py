"""Contracts that read like Eiffel: clauses with tags, checked in the order in which they are written.

icontract checks stacked decorators from the bottom up, one clause each. Here one decorator takes all clauses of a
feature, each named by its tag. A clause knows the parameters of its own feature by their positions, so a descendant
may name them as it likes. Preconditions stay on under ``python -O``, since they report a caller's mistake; postconditions
and invariants, which report our own, are then off.

>>> @require(positive=lambda number: number > 0, even=lambda number: number % 2 == 0)
... @ensure(doubled_again=lambda number, result: 2 * result == number)
... def half(number: int) -> int:
...     return number // 2
>>> half(4)
2
>>> half(-1)  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
icontract.errors.ViolationError: positive: precondition of half(-1) violated
    condition: number > 0
    values:    number = -1
    stated at: ...
    called at: ...
"""

from __future__ import annotations

import functools
import inspect
from contextlib import contextmanager
from contextvars import ContextVar
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, ParamSpec, TypeGuard, TypeVar, cast

import icontract

from hoyle.contracts.violation import explain, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = [
    "Contracted",
    "Once",
    "check_kind",
    "construct",
    "creation",
    "deferred",
    "ensure",
    "invariant",
    "is_number",
    "old",
    "require",
    "trust",
]

__machinery__ = True

F = TypeVar("F", bound="Callable[..., Any]")
C = TypeVar("C", bound=type)
S = TypeVar("S")
P = ParamSpec("P")

# Eiffel does not watch the features that a clause calls, and neither do we: a postcondition that compares 49 slots
# would otherwise check the contract of every one of them.
_checking: ContextVar[bool] = ContextVar("checking", default=False)


# ------------------------------------------------------------------ clauses


def require(**clauses: Callable[..., bool]) -> Callable[[F], F]:
    """Decorate a feature with its preconditions; the first that fails is reported by its tag."""

    def decorate(feature: F) -> F:
        for tag, condition in clauses.items():
            error = _violation(f"{tag}: precondition of", condition, feature)
            feature = icontract.require(_clause(condition, feature), tag, enabled=True, error=error)(feature)
        return _unwatch(feature)

    return decorate


def ensure(**clauses: Callable[..., bool]) -> Callable[[F], F]:
    """Decorate a feature with its postconditions, in which `result` is the answer and `OLD` what `old` has kept."""

    def decorate(feature: F) -> F:
        for tag, condition in clauses.items():
            error = _violation(f"{tag}: postcondition of", condition, feature)
            feature = icontract.ensure(_clause(condition, feature), tag, error=error)(feature)
        return _unwatch(feature)

    return decorate


def old(**captures: Callable[..., object]) -> Callable[[F], F]:
    """Decorate a feature with what its postconditions, written below it, need to know about the state before the call."""

    def decorate(feature: F) -> F:
        for name, capture in captures.items():
            feature = icontract.snapshot(_clause(capture, feature), name)(feature)
        return feature

    return decorate


def invariant(**clauses: Callable[..., bool]) -> Callable[[C], C]:
    """Decorate a class with its invariant: true after creation, and before and after every public feature."""

    def decorate(cls: C) -> C:
        for tag, condition in clauses.items():
            cls = icontract.invariant(_quiet(condition), tag, error=_broken_invariant(tag, condition))(cls)
        return cls

    return decorate


def _broken_invariant(tag: str, condition: Callable[..., bool]) -> Callable[..., icontract.ViolationError]:
    def error(self: object) -> icontract.ViolationError:
        lines = _quiet(explain)(condition, {"self": self})
        return icontract.ViolationError("\n".join([f"{tag}: invariant of {type(self).__name__} violated", *lines]))

    return error


def _clause(condition: Callable[..., Any], feature: Callable[..., Any]) -> Callable[..., Any]:
    """Return the condition as icontract is to evaluate it: from the arguments of the call, whatever their names."""
    values_of = _arguments(condition, feature)

    def evaluate(**values: Any) -> Any:
        return condition(**values_of(values))

    return _sign(_quiet(functools.wraps(condition)(evaluate)), condition)


def _sign(function: F, condition: Callable[..., Any]) -> F:
    """Return the function such that icontract hands it the arguments of the call, and what else the condition needs."""
    names = ["_ARGS", "_KWARGS", *({"result", "OLD"} & {*inspect.signature(condition).parameters})]
    parameters = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return function


def _arguments(
    condition: Callable[..., Any], feature: Callable[..., Any]
) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return a function that finds the values a condition asks for: arguments under the names that its own feature gives them."""
    own = inspect.signature(inspect.unwrap(feature))
    places = {name: place for place, name in enumerate(own.parameters)}
    wanted = [(name, places.get(name)) for name in inspect.signature(condition).parameters]

    def values_of(values: Mapping[str, Any]) -> dict[str, Any]:
        args, kwargs = values["_ARGS"], values["_KWARGS"]
        if kwargs or len(args) != len(own.parameters):
            try:
                bound = own.bind(*args, **kwargs)
            except TypeError:  # the names, or further parameters, are those of a descendant
                redefined = function_behind(getattr(type(args[0]), feature.__name__))
                bound = inspect.signature(inspect.unwrap(redefined)).bind(*args, **kwargs)
            bound.apply_defaults()
            args = tuple(bound.arguments.values())
        return {name: values[name] if place is None else args[place] for name, place in wanted}

    return values_of


def function_behind(feature: Any) -> Any:
    """Return the function of a property, or the feature itself."""
    return feature.fget if isinstance(feature, property) else feature


@contextmanager
def trust() -> Iterator[None]:
    """Leave the contracts of what is called in here unchecked: for a long search whose own contract checks the result."""
    token = _checking.set(True)
    try:
        yield
    finally:
        _checking.reset(token)


def _unwatch(feature: F) -> F:
    """Return the feature so wrapped that a clause that calls it goes straight to its body, past icontract."""
    body = inspect.unwrap(feature)
    signature = inspect.signature(body)

    @functools.wraps(feature, updated=())  # icontract looks for its contracts further in, where they stay
    def call(*args: object, **kwargs: object) -> object:
        if _checking.get():
            return body(*args, **kwargs)
        if kwargs or len(args) != len(signature.parameters):
            try:
                signature.bind(*args, **kwargs)
            except TypeError as fault:  # icontract would report this at length
                raise TypeError(f"{feature.__qualname__}: {fault}") from None
        return feature(*args, **kwargs)

    call.unwatched = True  # type: ignore[attr-defined]
    call.__isabstractmethod__ = getattr(feature, "__isabstractmethod__", False)  # type: ignore[attr-defined]
    return cast("F", call)


def _quiet(condition: Callable[..., Any]) -> Callable[..., Any]:
    """Return the condition so wrapped that clauses met while it is evaluated count as kept."""

    @functools.wraps(condition)
    def evaluate(*args: object, **values: object) -> Any:
        if _checking.get():
            return True
        token = _checking.set(True)  # not `trust`, which takes longer than most conditions
        try:
            return condition(*args, **values)
        finally:
            _checking.reset(token)

    return evaluate


def _violation(
    clause: str, condition: Callable[..., bool], feature: Callable[..., Any]
) -> Callable[..., icontract.ViolationError]:
    """Return a function that makes the error: the tag and the failed call, then the condition, its values and its place."""
    first = next(iter(inspect.signature(feature).parameters), "")
    start = 1 if first in ("self", "cls") else 0
    values_of = _arguments(condition, feature)

    def error(**values: Any) -> icontract.ViolationError:
        shown = [show(value) for value in values["_ARGS"][start:]]
        shown += [f"{name}={show(value)}" for name, value in values["_KWARGS"].items()]
        head = f"{clause} {feature.__qualname__}({', '.join(shown)}) violated"
        lines = _quiet(explain)(condition, values_of(values))
        return icontract.ViolationError("\n".join([head, *lines]))

    return _sign(error, condition)


# ------------------------------------------------------------------ classes


class creation(Generic[P]):  # noqa: N801 - a decorator, as property is
    """A creation feature: on a class it creates an object, on an object it makes that object anew; it returns the object.

    >>> class Counter(Contracted):
    ...     @creation
    ...     def make_from(self, start):
    ...         self.count = start
    >>> counter = Counter.make_from(3)
    >>> counter.make_from(5) is counter, counter.count
    (True, 5)
    """

    def __init__(self, make: Callable[Concatenate[Any, P], None]) -> None:
        self.__func__ = make
        functools.update_wrapper(cast("Any", self), make)

    def __get__(self, made: S | None, cls: type[S]) -> Callable[P, S]:
        """Return a function that makes an object of the class, or this object anew."""

        @functools.wraps(self.__func__)
        def make(*args: P.args, **kwargs: P.kwargs) -> S:
            if made is None:
                _check_effective(cls)
            target = cls.__new__(cls) if made is None else made
            self.__func__(target, *args, **kwargs)
            return target

        return make


def construct(made: Any, *args: object) -> None:
    """Construct an object once more, as its class does."""
    type(made).__init__(made, *args)


class _Meta(icontract.DBCMeta):
    """The class of classes whose contracts reach their descendants, those of constructors and creation features too."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **others: Any) -> Any:
        """Make a class."""
        creations = [
            key
            for key in namespace
            if any(isinstance(inspect.getattr_static(base, key, None), creation) for base in bases)
            or isinstance(namespace[key], creation)
        ]
        for key in creations:  # to icontract they are features like others
            namespace[key] = _as_method(namespace[key])
        if "__init__" in namespace:
            namespace["__init__"] = _add_promises(namespace["__init__"], bases)
        made = super().__new__(cls, name, bases, namespace, **others)  # type: ignore[no-untyped-call]
        for key in namespace.keys() & vars(made).keys():
            feature = _unwatch_inherited(vars(made)[key])
            if key in creations or feature is not vars(made)[key]:
                type.__setattr__(made, key, creation(feature) if key in creations else feature)
        return made

    def __setattr__(cls, name: str, value: object) -> None:
        """Refuse to change a constant."""
        if name.isupper() and name in vars(cls):
            raise AttributeError(f"{cls.__name__}.{name} is a constant")
        super().__setattr__(name, value)

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Make an object."""
        _check_effective(cls)
        return super().__call__(*args, **kwargs)


def _unwatch_inherited(feature: Any) -> Any:
    """Return a feature that a clause may call without its contract, if the contract comes from its parents alone."""
    match feature:
        case property():
            return feature.getter(_unwatch_inherited(feature.fget))
        case staticmethod():
            return staticmethod(_unwatch_inherited(feature.__func__))
        case FunctionType() if not hasattr(feature, "unwatched") and hasattr(feature, "__postconditions__"):
            return _unwatch(feature)
    return feature


def _as_method(feature: Any) -> Any:
    """Return a function that makes an existing object anew, from a creation feature however it is written."""
    if not isinstance(feature, classmethod):
        return getattr(feature, "__func__", feature)
    create = feature.__func__

    @functools.wraps(create)
    def make(self: Any, *args: object, **kwargs: object) -> None:
        vars(self).update(vars(create(type(self), *args, **kwargs)))

    return make


def _add_promises(constructor: Any, bases: tuple[type, ...]) -> Any:
    """Return the constructor with what those of its parents promise about the object alone, which icontract leaves out."""
    for base in bases:
        layer = inspect.getattr_static(base, "__init__", None)
        while layer is not None and not hasattr(layer, "__postconditions__"):
            layer = getattr(layer, "__wrapped__", None)
        for promise in getattr(layer, "__postconditions__", ()):
            if [*inspect.signature(inspect.unwrap(promise.condition)).parameters] == ["self"]:
                constructor = icontract.ensure(promise.condition, promise.description, error=promise.error)(constructor)
    return constructor


class Contracted(metaclass=_Meta):
    """What classes with contracts inherit from."""

    __machinery__ = True


def deferred(cls: C) -> C:
    """Mark a class as deferred though none of its features are: only its descendants have objects."""
    cls.__deferred__ = cls  # type: ignore[attr-defined]
    return cls


def _check_effective(cls: type) -> None:
    if getattr(cls, "__deferred__", None) is cls:
        raise TypeError(f"Can't instantiate abstract class {cls.__name__}: it is deferred")


class Once(_Meta):
    """A class with a single object, made when it is first asked for; from then on neither can be changed.

    >>> class Sun(metaclass=Once):
    ...     pass
    >>> Sun() is Sun()
    True
    """

    _objects: ClassVar[dict[type, object]] = {}

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **others: Any) -> Any:
        """Make a class whose object has no attributes of its own, and whose copies and pickles lead back to it."""
        namespace.setdefault("__slots__", ())
        namespace.setdefault("__reduce__", lambda self: (type(self), ()))
        namespace.setdefault("__setattr__", _refuse_change)
        return super().__new__(cls, name, bases, namespace, **others)

    def __call__(cls) -> object:
        """Return the only object."""
        if cls not in cls._objects:
            cls._objects.setdefault(cls, super().__call__())
        return cls._objects[cls]

    def __setattr__(cls, name: str, value: object) -> None:
        """Refuse to change a class that is in use."""
        if cls in cls._objects and not name.startswith("_abc"):
            raise AttributeError(f"{cls.__name__} is one for all and cannot be changed: {name}")
        super().__setattr__(name, value)

    def __delattr__(cls, name: str) -> None:
        """Refuse to change a class that is in use."""
        if cls in cls._objects:
            raise AttributeError(f"{cls.__name__} is one for all and cannot be changed: {name}")
        super().__delattr__(name)


def _refuse_change(self: object, name: str, _: object) -> None:
    raise AttributeError(f"{type(self).__name__} is one for all and cannot be changed: {name}")


def is_number(value: object) -> TypeGuard[int]:
    """Whether this is a whole number; to Python, true and false are numbers as well."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_kind(value: object, kind: type) -> None:
    """Raise a TypeError unless the value is of that kind."""
    if not (is_number(value) if kind is int else isinstance(value, kind)):
        raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
