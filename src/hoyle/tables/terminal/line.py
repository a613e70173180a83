r"""The line table: play any game by typing, or through a pipe.

>>> from io import StringIO
>>> sit(Table.new("pegs/O/OO/.OO"), StringIO("c3a3\nundo\nhint\nsave\n"))
pegs/O/OO/.OO cannot be won from its start: none of 6 reachable positions is won
1    O
2   O O
3  . O O
  a b c
5 pegs; 2 jumps are possible
1    O
2   O O
3  O . .
  a b c
4 pegs; 1 jump is possible
1    O
2   O O
3  . O O
  a b c
5 pegs; 2 jumps are possible
this cannot be won: exact: at least 2 pegs are left, as after a1a3
save: name a file, as in: save match.txt
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final, TextIO

from hoyle.game import HoyleError
from hoyle.tables.terminal.table import Table

LONGEST_LINE: Final = 10_000
WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a terminal and the lines above it."""


def sit(table: Table, lines: TextIO, busy: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
    """Show the board and carry out each line, until quit or the end of the input; busy surrounds what may take long."""
    try:
        _sit(table, lines, busy)
    finally:
        table.dismiss()


def _sit(table: Table, lines: TextIO, busy: Callable[[], AbstractContextManager[None]]) -> None:
    _say(table.begin())
    shown: object = None
    seat, curtain = table.seat, False
    while True:
        if shown != (now := (table.match.state, table.given_up, table.hinted)) and not curtain:
            shown = now
            _say(table.picture())
        line = _next_line(lines, f"{table.offer} > ".lstrip())
        if line is None or line.strip().lower() in {"quit", "exit"}:
            return
        curtain = False
        # An empty line lifts the curtain; a script, which types on without looking, needs none.
        if not line.strip():
            continue
        try:
            with busy():
                words = table.obey(line)
            _say(words)
        except HoyleError as fault:
            _say(f"{' '.join(line.split())[:40]}: {fault}")
        curtain, seat = table.secret and table.seat != seat, table.seat
        if curtain:
            _hide(table.box.seat_name(seat))


def _hide(name: str) -> None:
    """Let people who share a terminal change places, with nothing of the last view left on the screen."""
    if sys.stdout.isatty():
        print(WIPE, end="")
    _say(f"{name} to move: pass the keyboard, and press Enter when nobody else is looking")


def _say(words: str) -> None:
    if words and sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        words = "\n".join(textwrap.fill(line, width) if len(line) > width else line for line in words.splitlines())
    if words:
        print(words, flush=True)


def _next_line(lines: TextIO, prompt: str) -> str | None:
    """Return the next line of the input, or None at its end."""
    if lines is sys.stdin and sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    line = lines.readline(LONGEST_LINE)
    if len(line) == LONGEST_LINE and not line.endswith("\n"):
        # The rest belongs to this line, and must not be read as another.
        while (rest := lines.readline(LONGEST_LINE)) and not rest.endswith("\n"):
            pass
        return f"a line of more than {LONGEST_LINE:,} letters"
    return line or None
