"""The daily puzzles of a year: ``python benchmarks/daily.py 2027-01-01 365 > tests/daily.txt`` writes the golden.

Each line is a day, and for each game a digest of the name, the seed and the par of its puzzle.
"""

from __future__ import annotations

import datetime as dt
import sys
import time

from hoyle.shelf import shelf
from hoyle.tables.web.daily import brief, puzzle


def main(first: str, days: str, *boxes: str) -> None:
    """Print the puzzles of some days, and on standard error how long each took and what it asks for."""
    for number in range(int(days)):
        date = dt.date.fromisoformat(first) + dt.timedelta(days=number)
        words = []
        for name in boxes or shelf():
            begin = time.perf_counter()
            found = puzzle(name, date)
            if found is not None:
                words.append(f"{name}:{brief(found)}")
                took = f"{time.perf_counter() - begin:.2f} s"
                print(date, f"{date:%a}", took, found["game"], found["seed"], found["par"], file=sys.stderr)
        print(date, *words, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
