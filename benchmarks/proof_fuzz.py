"""The checkers of certificates against brute force, on small boards and sets of tiles, with evidence of every kind.

    python benchmarks/proof_fuzz.py [puzzles, 60000 by default] [first seed]

For each puzzle a certificate is made and forged several times (tests/forgery.py). Every certificate that is believed must
be true, as playing every game shows, and every genuine one must be believed; the first failure is printed and ends it.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hoyle.game import HoyleError
from hoyle.games.domino.certificate import verify
from hoyle.games.pegs.proof.certificate import check

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
import forgery

PUZZLES = 60_000


def is_believed(text: str, checker: Callable[[str], object]) -> bool:
    """Tell whether a checker believes a text."""
    try:
        checker(text)
    except HoyleError:
        return False
    return True


def kinds(text: str) -> str:
    """Return the kinds of evidence of a certificate."""
    evidence = json.loads(text).get("evidence", [])
    return " and ".join(sorted({str(item.get("kind")) for item in evidence})) or "none"


def main(puzzles: int, first: int) -> None:
    """Print how many certificates of each kind were believed and refused."""
    start = time.process_time()
    counts: Counter[tuple[str, bool]] = Counter()
    for seed in range(first, first + puzzles):
        for case in forgery.pegs_cases(seed):
            found = is_believed(case.text, check)
            if found and not forgery.is_true(json.loads(case.text)):
                sys.exit(f"seed {seed}: false, and believed: {case.text}")
            if case.genuine and not found:
                sys.exit(f"seed {seed}: right, and refused: {case.text}")
            counts[f"pegs: {kinds(case.text)}", found] += 1
        for tiles in forgery.domino_cases(seed):
            found = is_believed(tiles.text, verify)
            if found and forgery.can_be_won(forgery.stacks_in(tiles.text)):
                sys.exit(f"seed {seed}: false, and believed: {tiles.text}")
            if tiles.genuine not in {found, None}:
                sys.exit(
                    f"seed {seed}: {'right, and refused' if tiles.genuine else 'forged, and believed'}: {tiles.text}"
                )
            counts["domino: blocked tiles", found] += 1
    for kind in sorted({kind for kind, _ in counts}):
        print(f"{kind:40} {counts[kind, True]:8,} believed {counts[kind, False]:8,} refused")
    total, proved = sum(counts.values()), sum(count for (_, found), count in counts.items() if found)
    print(f"{total:,} certificates, {proved:,} believed, none of them false; {time.process_time() - start:.0f} s")


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    main(*(arguments + [PUZZLES, 0][len(arguments) :]))
