"""The learning curves of masked_ppo.py as one picture, with the known optimum drawn in.

pip install matplotlib
python examples/learning_curves.py examples/curves/*.json -o docs/learning.svg
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt

KNOWN = {"dots-dealt": {"expectimax, 81.6 %": 0.816, "objective-first, 70.7 %": 0.707, "random, 7.3 %": 0.073}}
"""How the game's own players do, if the optimum is not known (docs/dots.md)."""


def main() -> None:
    """Draw a panel for each file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    mpl.rcParams["svg.hashsalt"] = "hoyle"
    figure, panels = plt.subplots(1, len(options.files), figsize=(4 * len(options.files), 3), squeeze=False)
    for panel, file in zip(panels[0], options.files, strict=True):
        curve = json.loads(file.read_text())
        steps = [point["steps"] / 1000 for point in curve]
        panel.plot(steps, [point["sampled"] for point in curve], color="grey", label="as it learns")
        panel.plot(steps, [point["greedy"] for point in curve], color="black", label="greedy")
        if curve[-1]["best"] is not None:
            panel.axhline(curve[-1]["best"], color="green", linestyle="--", label="optimum")
        for (label, height), style in zip(KNOWN.get(file.stem, {}).items(), ("-.", "--", ":"), strict=False):
            panel.axhline(height, linestyle=style, color="green", label=label)
        panel.set_title(file.stem)
        panel.set_xlabel("steps, in thousands")
        panel.set_ylabel("return")
        panel.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(options.output, metadata={"Date": None})


if __name__ == "__main__":
    main()
