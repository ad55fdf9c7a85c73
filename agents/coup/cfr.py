"""Counterfactual regret minimisation on the coup: CFR, CFR+ and predictive CFR+.

Sources: Zinkevich, Johanson, Bowling & Piccione (2007), Regret minimization in games with
incomplete information, NIPS; Tammelin (2014), Solving large imperfect information games using CFR+,
arXiv:1407.5042; Farina, Kroer & Sandholm (2021), Faster game solving via predictive Blackwell
approachability, AAAI.

A side moves at most once in a coup, so its own reach is 1 and the counterfactual regret of a cell
is what drawing gains there. The sides take turns, each against the other's latest strategy.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numba
import numpy as np

from agents.coup.arena import CoupArena, Floats
from chemmy_env.exact import BankerTable, PunterTable


class Variant(NamedTuple):
    """What tells the three apart.

    Attributes:
        floored: regrets below zero are forgotten at once (regret matching+).
        predictive: the last regret is counted twice, as a guess at the next.
        power: strategy number t weighs t to this power in the average.
    """

    floored: bool
    predictive: bool
    power: int


VARIANTS: Final = {
    "cfr": Variant(False, False, 0),
    "cfr+": Variant(True, False, 1),
    "pcfr+": Variant(True, True, 2),
}

# All that a kernel here is made of stands in this file, which is what numba's cache looks at.
jit: Final[Any] = numba.njit(cache=True, nogil=True, error_model="numpy")


@jit
def match_regrets(
    regrets: Any, draws: Any, base: Any, slope: Any, other: Any, floored: bool, predictive: float
) -> None:
    """Add what each action gained to its regret, and choose the next chances of drawing.

    Args:
        regrets: (cells, 2) of standing and of drawing.
        draws: (cells,) chances of drawing.
        base: (cells,) what drawing gains, the other side standing.
        slope: (cells, other's cells) how that changes as the other side draws.
        other: (other's cells,) its chances of drawing.
        floored: as in `Variant`.
        predictive: 1.0 or 0.0.
    """
    for cell in range(draws.shape[0]):
        gain = base[cell]
        for at in range(other.shape[0]):
            gain += slope[cell, at] * other[at]
        by_drawing = (1.0 - draws[cell]) * gain
        by_standing = -draws[cell] * gain
        regrets[cell, 0] += by_standing
        regrets[cell, 1] += by_drawing
        if floored:
            regrets[cell, 0] = max(regrets[cell, 0], 0.0)
            regrets[cell, 1] = max(regrets[cell, 1], 0.0)
        stand = max(regrets[cell, 0] + by_standing * predictive, 0.0)
        draw = max(regrets[cell, 1] + by_drawing * predictive, 0.0)
        if stand + draw > 0.0:  # Else the strategy stays as it is: any will do.
            draws[cell] = draw / (stand + draw)


@jit
def average_in(average: Any, draws: Any, share: float) -> None:
    """Move an average the given share of the way to a strategy."""
    for cell in range(draws.shape[0]):
        average[cell] += (draws[cell] - average[cell]) * share


@jit
def run_updates(
    base_x: Any, slope_x: Any, base_y: Any, slope_y: Any, x: Any, y: Any,
    average_x: Any, average_y: Any, regrets_x: Any, regrets_y: Any,
    done: int, weight: float, steps: int, floored: bool, predictive: float, power: int,
) -> float:  # fmt: skip
    """Take `steps` updates of both sides; return the sum of the weights of the averages."""
    for step in range(done + 1, done + steps + 1):
        match_regrets(regrets_x, x, base_x, slope_x, y, floored, predictive)
        match_regrets(regrets_y, y, base_y, slope_y, x, floored, predictive)
        newest = float(step) ** power
        weight += newest
        average_in(average_x, x, newest / weight)
        average_in(average_y, y, newest / weight)
    return weight


class CounterfactualRegret:
    """A CFR learner; what it plays is its average strategy.

    Args:
        arena: the coup.
        variant: one of `VARIANTS`.
        seed: of the strategy it begins with, which is uniformly random.
    """

    def __init__(self, arena: CoupArena, variant: str = "cfr+", seed: int = 0) -> None:
        if variant not in VARIANTS:
            raise ValueError(f"variant = {variant!r}: expected one of {', '.join(VARIANTS)}")
        self.name = variant
        self.arena = arena
        self.updates = 0
        self._variant = VARIANTS[variant]
        self._now = arena.random_start(seed)
        self._average = tuple(chances.copy() for chances in self._now)
        self._regrets = tuple(np.zeros((len(chances), 2)) for chances in self._now)
        self._weight = 0.0
        self._slopes = arena.punter_slope, np.ascontiguousarray(arena.banker_slope.T)

    def update(self, steps: int = 1) -> None:
        """Learn for so many updates of both sides."""
        arena, variant = self.arena, self._variant
        self._weight = run_updates(
            arena.punter_base, self._slopes[0], arena.banker_base, self._slopes[1],
            *self._now, *self._average, *self._regrets, self.updates, self._weight, steps,
            variant.floored, float(variant.predictive), variant.power,
        )  # fmt: skip
        self.updates += steps

    @property
    def chances(self) -> tuple[Floats, Floats]:
        """Both sides' average chances of drawing in the free cells."""
        x, y = (np.clip(chances, 0.0, 1.0) for chances in self._average)
        return x, y

    def policy(self) -> tuple[PunterTable, BankerTable]:
        """Return the average strategies."""
        return self.arena.tables(*self.chances)

    def log(self) -> dict[str, float]:
        """Return the updates made and the NashConv of `policy`."""
        return {"updates": self.updates, "nash_conv": self.arena.nash_conv(*self.chances)}
