"""A quick guess in floats of where an equilibrium lies. Nothing exact rests on it.

The guess only says at which cells the exact method should look first and from which corner it
should start; a bad one costs time, not truth.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.box import BoxGame

Floats = npt.NDArray[np.float64]
ROUNDS = 250


def guess_float(game: BoxGame, rounds: int = ROUNDS) -> tuple[Floats, Floats]:
    """Return average chances ``(F,)``, ``(C,)`` after some rounds of regret matching+."""
    base, slope, other_base, other_slope = (
        array.astype(float)
        for array in (game.punter_base, game.punter_slope, game.banker_base, game.banker_slope)
    )
    x, y = np.full(len(base), 0.5), np.full(len(other_base), 0.5)
    x_regret, y_regret = np.zeros((2, len(base))), np.zeros((2, len(other_base)))
    x_sum, y_sum = np.zeros_like(x), np.zeros_like(y)
    for step in range(1, rounds + 1):
        x = _step(x, base + slope @ y, x_regret)
        y = _step(y, other_base + x @ other_slope, y_regret)
        x_sum += step * x
        y_sum += step * y
    weight = rounds * (rounds + 1) / 2
    return x_sum / weight, y_sum / weight


def _step(chances: Floats, gain: Floats, regret: Floats) -> Floats:
    """Update the regrets of standing and drawing in place; return the next chances."""
    regret[0] -= gain * chances
    regret[1] += gain * (1 - chances)
    np.maximum(regret, 0, out=regret)
    total = regret.sum(axis=0)
    return np.where(total > 0, regret[1] / np.where(total > 0, total, 1), chances)
