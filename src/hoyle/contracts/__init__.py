"""The contract view: what a class asks and promises, read off its code.

Eiffel programmers read a class in its contract view: features by section, each with what it requires and ensures, and
the invariant, without the bodies. This is that view for any Python class, with or without icontract's contracts.

>>> print(view("hoyle.classroom.marble.MarbleSolitaireModel"))  # doctest: +ELLIPSIS
deferred class MarbleSolitaireModel
    What a client may ask of a game of marble solitaire.
<BLANKLINE>
feature -- Commands
<BLANKLINE>
    move(from_row: int, from_column: int, to_row: int, to_column: int)  (deferred)
        Move a marble, or raise a ValueError if the rules forbid it.
...
"""

from __future__ import annotations

from hoyle.contracts.forms import FORMS, colour, view
from hoyle.contracts.reading import find_class, read_class

__all__ = ["FORMS", "colour", "find_class", "read_class", "view"]
