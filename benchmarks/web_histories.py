"""A test whether servers that are killed, paused and robbed of their database still answer as one correct server would.

Clients ask two servers over one database at random; meanwhile servers are killed with -9 and started again or stopped for
a moment, and another program locks the database or moves it away and back.  Then every history is checked by
tests/histories.py.  Run it as

    python benchmarks/web_histories.py --seconds 600 --seed 1
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from histories import history


def main() -> None:
    """Run, check, and print the figures."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=600)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--matches", type=int, default=6)
    words.add_argument("--clients", type=int, default=3, help="for each match")
    given = words.parse_args()
    with TemporaryDirectory() as folder:
        run = history(
            Path(folder),
            seconds=given.seconds,
            seed=given.seed,
            matches=given.matches,
            clients=given.clients,
            disturb=True,
        )
        wrong = run.faults()
        log = (Path(folder) / "stderr.txt").read_text()
    print(f"{len(run.events):,} questions, {run.kills} kills, {run.accidents} accidents of the database")
    for verdict in ("done", "refused", "unknown"):
        kinds = [event.wish == "see" for event in run.events if event.verdict == verdict]
        print(f"  {verdict:8}{len(kinds) - sum(kinds):>8,} changes{sum(kinds):>8,} looks")
    print(f"  log: {len(log.splitlines()):,} lines, {log.count('Traceback')} tracebacks")
    statuses = {event.status for event in run.events}
    print(f"  statuses: {sorted(statuses)}")
    print(f"{len(wrong)} answers that a single correct server could not have given")
    for fault in wrong[:10]:
        print(f"  {fault}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
