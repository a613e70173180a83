"""The collections that assignment 3 of CS 1027 gives out with DomSolitaire: stacks and an unordered list.

They are linked lists where the course's are, and print as the course's do.

>>> stack = StackLL("S1")
>>> for word in ("low", "top"):
...     stack.push(word)
>>> print(stack, stack.size(), list(stack))
S1 |top>top low <| 2 ['top', 'low']
>>> print(StackArray(["low", "top"]))
AStack: low. top.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, runtime_checkable

from hoyle.classroom.eiffel import Contracted, ensure, old

T = TypeVar("T")


class EmptyCollectionError(RuntimeError):
    """Something was asked of a collection that holds nothing."""

    def __init__(self, collection: str) -> None:
        super().__init__(f"The {collection} is empty.")


@runtime_checkable
class Named(Protocol):
    """Something with a name that is printed instead of its content."""

    @property
    def name(self) -> str:
        """The name."""


@dataclass
class LinearNode(Generic[T]):
    """One link of a chain."""

    element: T
    next: LinearNode[T] | None = None


def _along(node: LinearNode[T] | None) -> Iterator[T]:
    while node is not None:
        yield node.element
        node = node.next


class StackADT(Contracted, Generic[T]):
    """A stack: what was pushed last is popped first."""

    @abstractmethod
    @old(size=lambda self: self.size())
    @ensure(
        element_on_top=lambda self, element: not self.is_empty() and self.peek() is element,
        one_more=lambda self, OLD: self.size() == OLD.size + 1,
    )
    def push(self, element: T) -> None:
        """Put an element on top."""

    @abstractmethod
    @old(size=lambda self: self.size(), top=lambda self: None if self.is_empty() else self.peek())
    @ensure(
        was_on_top=lambda result, OLD: result is OLD.top,
        one_fewer=lambda self, OLD: self.size() == OLD.size - 1,
    )
    def pop(self) -> T:
        """Take the top away and return it."""

    @abstractmethod
    @old(size=lambda self: self.size())
    @ensure(
        top_of_the_elements=lambda self, result: not self.is_empty() and result is next(iter(self)),
        nothing_taken=lambda self, OLD: self.size() == OLD.size,
    )
    def peek(self) -> T:
        """Return the top."""

    @abstractmethod
    @ensure(correct_result=lambda self, result: result == (self.size() == 0))
    def is_empty(self) -> bool:
        """Tell whether there is no element."""

    @abstractmethod
    @ensure(number_of_elements=lambda self, result: result == len([*self]))
    def size(self) -> int:
        """Return the number of elements."""

    @abstractmethod
    def __iter__(self) -> Iterator[T]:
        """Yield the elements from the top."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the stack as text."""


class StackLL(StackADT[T]):
    """A stack as a chain of nodes, with a name."""

    def __init__(self, name: str = "Stack") -> None:
        self._top: LinearNode[T] | None = None
        self._count = 0
        self._name = name

    @property
    def name(self) -> str:
        """The name that the stack was given."""
        return self._name

    def get_name(self) -> str:
        """Return the name that the stack was given."""
        return self._name

    @ensure(
        each_with_a_blank=lambda self, result: (
            result == "".join(f"{getattr(element, 'name', element)} " for element in self)
        )
    )
    def show_named_content(self) -> str:
        """Return the names of the elements from the top, each followed by a blank."""
        return "".join(f"{getattr(element, 'name', element)} " for element in self)

    def push(self, element: T) -> None:
        """Put an element on top."""
        self._top = LinearNode(element, self._top)
        self._count += 1

    def pop(self) -> T:
        """Take the top away and return it."""
        if self._top is None:
            raise EmptyCollectionError("stack")
        element, self._top = self._top.element, self._top.next
        self._count -= 1
        return element

    def peek(self) -> T:
        """Return the top."""
        if self._top is None:
            raise EmptyCollectionError("stack")
        return self._top.element

    def is_empty(self) -> bool:
        """Tell whether there is no element."""
        return self._top is None

    def size(self) -> int:
        """Return the number of elements."""
        return self._count

    def __iter__(self) -> Iterator[T]:
        return _along(self._top)

    @ensure(
        name_and_elements_from_the_top=lambda self, result: (
            result == f"{self.name} |top>{''.join(f'{element} ' for element in self)}<|"
        )
    )
    def __str__(self) -> str:
        return f"{self.name} |top>{''.join(f'{element} ' for element in self)}<|"


class StackArray(StackADT[T]):
    """A stack in an array; it has no name."""

    def __init__(self, elements: Iterable[T] = ()) -> None:
        self._elements = list(elements)

    def push(self, element: T) -> None:
        """Put an element on top."""
        self._elements.append(element)

    def pop(self) -> T:
        """Take the top away and return it."""
        if not self._elements:
            raise EmptyCollectionError("stack")
        return self._elements.pop()

    def peek(self) -> T:
        """Return the top."""
        if not self._elements:
            raise EmptyCollectionError("stack")
        return self._elements[-1]

    def is_empty(self) -> bool:
        """Tell whether there is no element."""
        return not self._elements

    def size(self) -> int:
        """Return the number of elements."""
        return len(self._elements)

    def __iter__(self) -> Iterator[T]:
        return reversed(self._elements)

    @ensure(
        elements_from_the_bottom=lambda self, result: (
            result == f"AStack:{''.join(f' {element}.' for element in reversed([*self]))}"
        )
    )
    def __str__(self) -> str:
        return f"AStack:{''.join(f' {element}.' for element in self._elements)}"


class ListADT(Contracted, Generic[T]):
    """A list that can be walked through and taken apart."""

    @abstractmethod
    @old(elements=lambda self: [*self])
    @ensure(
        was_first=lambda result, OLD: OLD.elements != [] and result is OLD.elements[0],
        others_stay=lambda self, OLD: [*self] == OLD.elements[1:],
    )
    def remove_first(self) -> T:
        """Take the first element away and return it."""

    @abstractmethod
    @ensure(first_of_the_elements=lambda self, result: not self.is_empty() and result is next(iter(self)))
    def first(self) -> T:
        """Return the first element."""

    @abstractmethod
    @ensure(correct_result=lambda self, target, result: result == (target in [*self]))
    def contains(self, target: T) -> bool:
        """Tell whether an equal element is in the list."""

    @abstractmethod
    @ensure(correct_result=lambda self, result: result == (not [*self]))
    def is_empty(self) -> bool:
        """Tell whether there is no element."""

    @abstractmethod
    @ensure(number_of_elements=lambda self, result: result == len([*self]))
    def size(self) -> int:
        """Return the number of elements."""

    @abstractmethod
    def __iter__(self) -> Iterator[T]:
        """Yield the elements from the first."""


class UnorderedListADT(ListADT[T]):
    """A list whose user chooses at which end an element goes in."""

    @abstractmethod
    @old(elements=lambda self: [*self])
    @ensure(before_the_others=lambda self, element, OLD: [*self] == [element, *OLD.elements])
    def add_to_front(self, element: T) -> None:
        """Put an element before the first."""

    @abstractmethod
    @old(elements=lambda self: [*self])
    @ensure(behind_the_others=lambda self, element, OLD: [*self] == [*OLD.elements, element])
    def add_to_rear(self, element: T) -> None:
        """Put an element after the last."""


class UnorderedList(UnorderedListADT[T]):
    """An unordered list as a chain of nodes.

    >>> words = UnorderedList()
    >>> words.add_to_rear("two")
    >>> words.add_to_front("one")
    >>> print(words, words.size(), words.contains("two"))
    List [one two ] 2 True
    >>> words.remove_first(), words.first()
    ('one', 'two')
    """

    def __init__(self) -> None:
        self._front: LinearNode[T] | None = None
        self._rear: LinearNode[T] | None = None
        self._count = 0

    def add_to_front(self, element: T) -> None:
        """Put an element before the first."""
        self._front = LinearNode(element, self._front)
        self._rear = self._rear or self._front
        self._count += 1

    def add_to_rear(self, element: T) -> None:
        """Put an element after the last."""
        node = LinearNode(element)
        if self._rear is None:
            self._front = node
        else:
            self._rear.next = node
        self._rear = node
        self._count += 1

    def remove_first(self) -> T:
        """Take the first element away and return it."""
        element = self.first()
        self._front = self._front.next if self._front else None
        self._rear = self._rear if self._front else None
        self._count -= 1
        return element

    def first(self) -> T:
        """Return the first element."""
        if self._front is None:
            raise EmptyCollectionError("list")
        return self._front.element

    def contains(self, target: T) -> bool:
        """Tell whether an equal element is in the list."""
        return target in iter(self)

    def is_empty(self) -> bool:
        """Tell whether there is no element."""
        return self._front is None

    def size(self) -> int:
        """Return the number of elements."""
        return self._count

    def __iter__(self) -> Iterator[T]:
        return _along(self._front)

    def __str__(self) -> str:
        return f"List [{''.join(f'{element} ' for element in self)}]"
