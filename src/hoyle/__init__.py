"""Board games and puzzles, played exactly by the rules.

>>> import hoyle
>>> list(hoyle.shelf())
['domino', 'dots', 'nim', 'pegs', 'stratego']
>>> match = hoyle.Match.open("pegs/easy").follow("d2d4")
>>> match
Match(pegs/easy, 1 move)
>>> hoyle.hint(match).words
'd4d6 leads to a win in 1 jump; exact: 2 of 2 jumps keep the win, and the peg that jumped goes on to the end'
>>> print(hoyle.judge(match.follow("d4d6").record()))
fair: 2 jumps, 1 turn, won (1 peg left)

`shelf` lists the games and `find` opens one.  A `Match` is one playing of a game, and draws itself in a notebook; `solve`
and `hint` advise on it.  A `Record` is the text of a match, and `judge` says whether it was played by the rules.  To add
a game, read `hoyle.game` first.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

# Imported at once, because importing the module of the same name later would hide the function.
from hoyle.shelf import find, shelf

if TYPE_CHECKING:
    from hoyle.advice import hint, solve
    from hoyle.match import Match
    from hoyle.record import Record
    from hoyle.referee import judge

__all__ = ["Match", "Record", "__version__", "find", "hint", "judge", "shelf", "solve"]

_PLACES: Final = {
    "Match": "hoyle.match",
    "Record": "hoyle.record",
    "hint": "hoyle.advice",
    "judge": "hoyle.referee",
    "solve": "hoyle.advice",
}

__version__ = "0.2.0"


def __getattr__(name: str) -> Any:
    """Import a name when it is first used, so that `import hoyle` is quick."""
    if name not in _PLACES:
        raise AttributeError(f"module 'hoyle' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return __all__
