"""What a survey found: counts with their interval, distributions, the hardest deals, and a plot."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any, Final

from hoyle.lab.survey import Plan
from hoyle.scene import Mark, Scene

Z: Final = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations."""
BARS: Final = 24
LONGEST: Final = 20


@dataclass(frozen=True)
class Summary:
    """The figures of a survey; lengths and nodes at the quantiles 0, 25, 50, 75, 99 and 100 %."""

    plan: Plan
    deals: int
    solved: int
    unsolvable: int
    undecided: int
    interval: tuple[float, float]
    lengths: tuple[float, ...]
    nodes: tuple[float, ...]
    histogram: tuple[tuple[int, int], ...]
    hardest: tuple[tuple[int, int | None, str, int], ...]

    def facts(self) -> dict[str, Any]:
        """Return the figures, ready for JSON."""
        return asdict(self)


def wilson(hits: float, of: int) -> tuple[float, float]:
    """Return the 95 % interval for a share by Wilson's score.

    >>> [round(end, 4) for end in wilson(9, 10)], wilson(0, 0)
    ([0.5958, 0.9821], (0.0, 1.0))
    """
    if of == 0:
        return 0.0, 1.0
    share, spread = hits / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    # At the ends the sums are 0 and 1 except for rounding.
    return 0.0 if hits == 0 else middle - half, 1.0 if hits == of else middle + half


def interval(solved: int, undecided: int, of: int, *, sampled: bool) -> tuple[float, float]:
    """Return the bounds of the share of winnable deals, as each undecided one may be winnable or not.

    If every deal was solved there is no sampling error, and only the undecided ones leave a gap.

    >>> interval(4, 0, 6, sampled=False) == (4 / 6, 4 / 6), [round(end, 3) for end in interval(90, 5, 100, sampled=True)]
    (True, [0.826, 0.978])
    """
    if not sampled:
        return solved / of, (solved + undecided) / of
    return wilson(solved, of)[0], wilson(solved + undecided, of)[1]


def summarise(parts: list[Path], plan: Plan) -> Summary:
    """Return the summary of the parts of a survey."""
    import duckdb

    with duckdb.connect() as base:
        base.read_parquet(list(map(str, parts))).create_view("rows")

        def ask(query: str) -> list[tuple[Any, ...]]:
            return list(base.execute(query).fetchall())

        counts = dict(ask("SELECT verdict, count(*) FROM rows GROUP BY verdict"))
        solved, undecided = counts.get("solved", 0), counts.get("gave up", 0)
        deals = sum(counts.values())
        return Summary(
            plan=plan,
            deals=deals,
            solved=solved,
            unsolvable=counts.get("unsolvable", 0),
            undecided=undecided,
            interval=interval(solved, undecided, deals, sampled=plan.seed is not None),
            lengths=tuple(ask("SELECT quantile_disc(length, [0.0, 0.25, 0.5, 0.75, 0.99, 1.0]) FROM rows")[0][0] or ()),
            nodes=tuple(ask("SELECT quantile_disc(nodes, [0.0, 0.25, 0.5, 0.75, 0.99, 1.0]) FROM rows")[0][0] or ()),
            histogram=tuple(
                ask("SELECT length, count(*) FROM rows WHERE length IS NOT NULL GROUP BY length ORDER BY length")
            ),
            hardest=tuple(ask("SELECT deal, seed, verdict, nodes FROM rows ORDER BY nodes DESC, deal LIMIT 5")),
        )


def plot(summary: Summary) -> Scene:
    """Return the distribution of lengths as bars; if there are many, neighbouring lengths share one.

    >>> from hoyle.scene import to_text
    >>> plan = Plan("domino/1", 6, None, "shortest", 1000, 6)
    >>> print(to_text(plot(Summary(plan, 6, 6, 0, 0, (1, 1), (), (), ((3, 4), (4, 2)), ()))))
          3  ████████████████████████████████████████ 4
          4  ████████████████████ 2
    moves of the shortest lines for domino/1
    """
    bars = _bars(summary.histogram)
    most = max((count for _, count in bars), default=1)
    marks = []
    for row, (name, count) in enumerate(bars):
        width = LONGEST * count / most
        words = f"{'█' * round(width * 2) or '▏' * (count > 0)} {count}"
        marks.append(Mark(1.5, row, "text", "ink", f"{name:>7}", text=name))
        # A glyph is centred on its mark, and every bar should begin in the same column.
        marks.append(Mark((9 + (len(words) - 1) // 2) / 2, row, "text", "ink", words))
        marks.append(Mark(3.5 + width / 2, row, "box", "piece", "", "", f"{count} of {name} moves", width=width))
        marks.append(Mark(4 + width + len(str(count)) / 8, row, "text", "ink", text=str(count)))
    kind = "shortest lines" if summary.plan.solver == "shortest" else "lines found"
    return Scene(LONGEST + 6, max(len(bars), 1), tuple(marks), f"moves of the {kind} for {summary.plan.game}")


def _bars(histogram: tuple[tuple[int, int], ...]) -> list[tuple[str, int]]:
    """Return at most about two dozen bars with their names."""
    if not histogram:
        return []
    low, high = histogram[0][0], histogram[-1][0]
    step = -(-(high - low + 1) // BARS)
    groups: dict[int, int] = dict.fromkeys(range(low, high + 1, step), 0)
    for length, count in histogram:
        groups[low + (length - low) // step * step] += count
    return [(str(begin) if step == 1 else f"{begin}–{begin + step - 1}", count) for begin, count in groups.items()]
