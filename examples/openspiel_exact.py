"""OpenSpiel's own algorithms on hoyle's rules: nim solved by minimax, and a tiny Stratego that CFR learns to play.

pip install 'hoyle[openspiel]'
python examples/openspiel_exact.py
"""

from __future__ import annotations

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, minimax

from hoyle.games.stratego import Rank, Stratego
from hoyle.games.stratego.board import Board
from hoyle.lab.envs import spiel

ITERATIONS = 32
MOVES = 4


def solve_nim() -> None:
    """Print the value of small games of nim, and what Bouton's theorem says."""
    for heaps in ("1,2,3", "1,2", "2,3,1,1"):
        game = spiel.game_of(f"nim/{heaps}")
        value, _ = minimax.alpha_beta_search(game)
        best = game.setting.best(game.setting.game.start())
        print(f"nim/{heaps}: minimax {value:+.0f}, theorem {float(2 * best.chance - 1):+.0f}")


def tiny_stratego() -> Stratego:
    """Return a Stratego of two columns and three rows, in which each army is a flag and a miner."""
    army = tuple(int(rank in {Rank.FLAG, Rank.MINER}) for rank in Rank)
    return Stratego(army, (), board=Board(2, 3, 1, frozenset()), longest=MOVES)


def learn_stratego() -> None:
    """Print how the exploitability of the average policy falls."""
    game = spiel.game_of(tiny_stratego())
    solver = cfr.CFRSolver(game)
    for iteration in range(1, ITERATIONS + 1):
        solver.evaluate_and_update_policy()
        if iteration & (iteration - 1) == 0:
            print(
                f"iteration {iteration:3}: exploitability {exploitability.exploitability(game, solver.average_policy()):.4f}"
            )


if __name__ == "__main__":
    print("OpenSpiel", pyspiel.__version__ if hasattr(pyspiel, "__version__") else "")
    solve_nim()
    learn_stratego()
