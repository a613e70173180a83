"""Make the table of how people deploy their armies, from files with one deployment a line.

    python benchmarks/stratego_deployments.py classic.txt barrage.txt -o src/hoyle/games/stratego/deployments.json

A line has 40 letters, the front row first, as its owner sees it: A empty, B bomb, C spy, D scout … L marshal, M flag.  A
deployment and its mirror image count alike.  The table holds no deployment, only how often, in thousandths:

    places[rank][square]     a rank stands on a square
    bombs[flag][square]      a bomb stands on a square if the flag stands on another
    beside[rank][rank]       in hundredths of e's exponents, how much oftener than by chance two ranks stand side by side,
    behind[rank][rank]       or the second behind the first
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

RANKS = {letter: number for number, letter in enumerate("MCDEFGHIJKLB")}
EMPTY = 12


def read(path: Path) -> np.ndarray:
    """Return the deployments of a file and their mirror images, a row of 40 ranks each."""
    lines = [line for line in path.read_text().split() if len(line) == 40 and set(line) <= set("ABCDEFGHIJKLM")]
    armies = np.array([[RANKS.get(letter, EMPTY) for letter in line] for line in lines])
    # A line with another army than most is a mistake.
    counts = np.array([np.bincount(army, minlength=13) for army in armies])
    usual = np.median(counts, axis=0)
    armies = armies[(counts == usual).all(axis=1)].reshape(-1, 4, 10)
    return np.concatenate([armies, armies[:, :, ::-1]])


def pairs(first: np.ndarray, second: np.ndarray) -> list[list[int]]:
    """Return how much oftener than by chance two ranks stand on such squares, in hundredths of the logarithm."""
    seen = np.zeros((13, 13))
    expected = np.zeros((13, 13))
    for one, other in zip(first, second, strict=True):
        np.add.at(seen, (one, other), 1)
        expected += np.outer(np.bincount(one, minlength=13), np.bincount(other, minlength=13)) / len(one)
    return [[round(100 * x) for x in row] for row in np.log((seen + 20) / (expected + 20))]


def table(armies: np.ndarray) -> dict[str, list[list[int]]]:
    """Return the frequencies of some deployments."""
    flat = armies.reshape(-1, 40)
    places = [[round(1000 * x) for x in (flat == rank).mean(axis=0)] for rank in range(12)]
    bombs = []
    for square in range(40):
        those = flat[flat[:, square] == 0]
        # As much as five of the average deployments are added, for squares where flags are rare.
        mean = ((those == 11).sum(axis=0) + 5 * (flat == 11).mean(axis=0)) / (len(those) + 5)
        bombs.append([0 if other == square else round(1000 * x) for other, x in enumerate(mean)])
    columns, rows = np.moveaxis(armies, 0, 2).reshape(40, -1), np.arange(40).reshape(4, 10)
    return {
        "places": places,
        "bombs": bombs,
        "beside": pairs(columns[rows[:, :-1].ravel()], columns[rows[:, 1:].ravel()]),
        "behind": pairs(columns[rows[:-1].ravel()], columns[rows[1:].ravel()]),
    }


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("classic", type=Path)
    parser.add_argument("barrage", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    tables = {name: table(read(getattr(arguments, name))) for name in ("classic", "barrage")}
    arguments.output.write_text(json.dumps(tables, separators=(",", ":")).replace('],"', '],\n"') + "\n")


if __name__ == "__main__":
    main()
